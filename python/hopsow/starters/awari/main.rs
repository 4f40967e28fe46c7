//! An Awari agent that speaks the engine protocol: it lists the legal moves and plays one of them.
//!
//!     ./agent    answer lines of standard input: ugi, isready, position …, go, query
//!                legalmoves, quit
//!
//! Pits 0 to 5 are South's from left to right, written A to F; 6 to 11 are North's, a to f, on the
//! way round. A move is a pit.

use std::io;
use std::io::BufRead;
use std::ops::Range;

const START: &str = "4-4-4-4-4-4-4-4-4-4-4-4-0-0-S";
const LETTERS: &str = "ABCDEFabcdef";
const SOUTH: usize = 0;
const NORTH: usize = 1;

/// Stones in the pits and stores, and the side to move.
#[derive(Clone)]
struct Position {
    pits: Vec<u32>,
    stores: Vec<u32>,
    side: usize,
}

/// The pits of a side.
fn row(side: usize) -> Range<usize> {
    6 * side..6 * side + 6
}

impl Position {
    /// From a text such as START.
    fn parse(text: &str) -> Position {
        let words: Vec<&str> = text.split('-').collect();
        let stones = |word: &&str| word.parse().expect("a number of stones");
        Position {
            pits: words[..12].iter().map(stones).collect(),
            stores: words[12..14].iter().map(stones).collect(),
            side: if words[14] == "S" { SOUTH } else { NORTH },
        }
    }

    /// How many stones lie in the pits of a side.
    fn stones_of(&self, side: usize) -> u32 {
        self.pits[row(side)].iter().sum()
    }

    /// The position after a move.
    fn play(&self, pit: usize) -> Position {
        let mut after = self.clone();
        after.side = 1 - self.side;
        after.pits[pit] = 0;
        let mut at = pit;
        for _ in 0..self.pits[pit] {
            at = (at + 1) % 12;
            if at == pit {
                at = (at + 1) % 12; // skipped on every lap
            }
            after.pits[at] += 1;
        }
        let ends_there = row(after.side).contains(&at);
        let backwards = row(after.side).rev().skip_while(|&each| each != at);
        let captured: Vec<usize> = backwards
            .take_while(|&each| ends_there && matches!(after.pits[each], 2 | 3))
            .collect();
        let won: u32 = captured.iter().map(|&each| after.pits[each]).sum();
        // A grand slam captures nothing.
        if won < after.stones_of(after.side) {
            after.stores[self.side] += won;
            for each in captured {
                after.pits[each] = 0;
            }
        }
        after
    }

    /// Return true if a store holds more than half of all stones.
    fn is_over(&self) -> bool {
        let everything: u32 = self.pits.iter().chain(&self.stores).sum();
        self.stores.iter().any(|store| 2 * store > everything)
    }
}

/// The pits that may be sown: an opponent without stones has to be given some.
fn legal_moves(position: &Position) -> Vec<usize> {
    let other = 1 - position.side;
    let must_feed = position.stones_of(other) == 0;
    row(position.side)
        .filter(|&pit| !position.is_over() && position.pits[pit] > 0)
        .filter(|&pit| !must_feed || position.play(pit).stones_of(other) > 0)
        .collect()
}

/// Your idea goes here. This one captures as much as it can.
fn choose(position: &Position, moves: &[usize]) -> usize {
    let store = |pit: &&usize| position.play(**pit).stores[position.side];
    *moves.iter().max_by_key(store).expect("a legal move")
}

/// What a line says: `position startpos` or `position fen TEXT`, then `moves A f …`.
fn position_of(words: &[&str]) -> Position {
    let mut position = Position::parse(if words[1] == "fen" { words[2] } else { START });
    for word in words.iter().skip_while(|&&word| word != "moves").skip(1) {
        position = position.play(LETTERS.find(word).expect("a pit"));
    }
    position
}

fn letter(pit: usize) -> &'static str {
    &LETTERS[pit..pit + 1]
}

fn main() -> io::Result<()> {
    let mut position = Position::parse(START);
    for line in io::stdin().lock().lines() {
        let line = line?;
        let words: Vec<&str> = line.split_whitespace().collect();
        match words.as_slice() {
            ["ugi"] => {
                println!("id name starter\nid author you");
                println!("option name Game type combo default awari var awari\nugiok");
            }
            ["isready"] => println!("readyok"),
            ["uginewgame"] => position = Position::parse(START),
            ["position", ..] => position = position_of(&words),
            ["go", ..] => {
                let pit = choose(&position, &legal_moves(&position));
                println!("bestmove {}", letter(pit));
            }
            ["query", "legalmoves"] => {
                let letters: String =
                    legal_moves(&position).iter().map(|&pit| format!(" {}", letter(pit))).collect();
                println!("response{letters}");
            }
            ["quit"] => break,
            _ => {} // options, stop and lines that it does not know
        }
    }
    Ok(())
}
