//! A Halma agent: it lists the legal moves and plays one of them.
//!
//!     ./agent                        answer input.txt in this folder by output.txt
//!     ./agent --moves < input.txt    print the legal moves of each input on a line
//!
//! A move is its path: the square of the man and then every square on which it lands.

use std::io::Read;
use std::{env, fmt, fs, io};

const SIZE: i32 = 16;
const CAMP_WIDTHS: [i32; 5] = [5, 5, 4, 3, 2];
const DIRECTIONS: [(i32, i32); 8] =
    [(-1, -1), (0, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (0, 1), (1, 1)];

#[derive(Clone, Copy, PartialEq)]
enum Side {
    Black,
    White,
}

/// x to the right, y down from the top left corner; it may be off the board.
#[derive(Clone, Copy, PartialEq)]
struct Square {
    x: i32,
    y: i32,
}

type Move = Vec<Square>;

impl Square {
    fn beyond(self, direction: (i32, i32), steps: i32) -> Square {
        Square { x: self.x + steps * direction.0, y: self.y + steps * direction.1 }
    }

    fn is_in_camp(self, side: Side) -> bool {
        let (x, y) = match side {
            Side::Black => (self.x, self.y),
            Side::White => (SIZE - 1 - self.x, SIZE - 1 - self.y),
        };
        y < 5 && x < CAMP_WIDTHS[y as usize]
    }
}

impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "{},{}", self.x, self.y)
    }
}

/// What input.txt asks: seconds for one move (SINGLE) or for the rest of the game (GAME).
struct Task {
    #[allow(dead_code)] // for you to use
    is_single: bool,
    side: Side,
    #[allow(dead_code)] // for you to use
    seconds: f64,
    board: Vec<Vec<u8>>,
}

impl Task {
    fn parse(lines: &[&str]) -> Task {
        Task {
            is_single: lines[0] == "SINGLE",
            side: if lines[1] == "BLACK" { Side::Black } else { Side::White },
            seconds: lines[2].parse().expect("a number of seconds"),
            board: lines[3..].iter().map(|line| line.bytes().collect()).collect(),
        }
    }

    /// B, W or a dot; a blank off the board.
    fn at(&self, square: Square) -> u8 {
        let is_on_board = (0..SIZE).contains(&square.x) && (0..SIZE).contains(&square.y);
        if is_on_board { self.board[square.y as usize][square.x as usize] } else { b' ' }
    }

    fn men(&self) -> Vec<Square> {
        let man = if self.side == Side::Black { b'B' } else { b'W' };
        let squares = (0..SIZE).flat_map(|y| (0..SIZE).map(move |x| Square { x, y }));
        squares.filter(|&square| self.at(square) == man).collect()
    }
}

fn start(path: &Move) -> Square {
    path[0]
}

fn end(path: &Move) -> Square {
    path[path.len() - 1]
}

/// Every step and every chain of jumps of a man: one move for each square it can end on.
fn moves_of_man(task: &Task, man: Square) -> Vec<Move> {
    let steps: Vec<Move> = DIRECTIONS
        .iter()
        .map(|&direction| vec![man, man.beyond(direction, 1)])
        .filter(|step| task.at(end(step)) == b'.')
        .collect();
    let mut chains = vec![vec![man]];
    let mut next = 0;
    while next < chains.len() {
        // The list grows while it is walked, so shorter chains come first.
        for direction in DIRECTIONS {
            let over = end(&chains[next]).beyond(direction, 1);
            let land = end(&chains[next]).beyond(direction, 2);
            // The man itself is in the air: its own square is empty.
            let is_man = matches!(task.at(over), b'B' | b'W') && over != man;
            let is_new = chains.iter().all(|chain| end(chain) != land);
            if is_man && is_new && task.at(land) == b'.' {
                let mut longer = chains[next].clone();
                longer.push(land);
                chains.push(longer);
            }
        }
        next += 1;
    }
    let is_step = |chain: &Move| steps.iter().any(|step| end(step) == end(chain));
    let jumps: Vec<Move> = chains.drain(1..).filter(|chain| !is_step(chain)).collect();
    [steps, jumps].concat()
}

/// How much further right and down a move leads, or left and up for White.
fn gain(path: &Move, side: Side) -> (i32, i32) {
    let sign = if side == Side::Black { 1 } else { -1 };
    (sign * (end(path).x - start(path).x), sign * (end(path).y - start(path).y))
}

/// Return true if a move leads away from the own corner on one axis, and on neither towards it.
fn is_further(path: &Move, side: Side) -> bool {
    let (across, down) = gain(path, side);
    across >= 0 && down >= 0 && across + down > 0
}

fn only(moves: &[Move], condition: impl Fn(&Move) -> bool) -> Vec<Move> {
    moves.iter().filter(|path| condition(path)).cloned().collect()
}

/// The moves that the rules allow; only the two ends of a move count for the camps.
fn legal_moves(task: &Task) -> Vec<Move> {
    let own = task.side;
    let other = if own == Side::Black { Side::White } else { Side::Black };
    let men = task.men();
    let mut moves: Vec<Move> = men.iter().flat_map(|&man| moves_of_man(task, man)).collect();
    moves.retain(|path| {
        let leaves_other = start(path).is_in_camp(other) && !end(path).is_in_camp(other);
        let returns_home = !start(path).is_in_camp(own) && end(path).is_in_camp(own);
        !leaves_other && !returns_home
    });
    if !men.iter().any(|man| man.is_in_camp(own)) {
        return moves;
    }
    // A man has to leave the camp; if none can, one has to move away from its corner.
    let inside = only(&moves, |path| start(path).is_in_camp(own));
    let leaving = only(&inside, |path| !end(path).is_in_camp(own));
    if !leaving.is_empty() {
        return leaving;
    }
    let moving_up = only(&inside, |path| is_further(path, own));
    if !moving_up.is_empty() {
        return moving_up;
    }
    only(&moves, |path| !start(path).is_in_camp(own))
}

/// Your idea goes here. This one gets as far as it can towards the other corner.
fn choose<'a>(task: &Task, moves: &'a [Move]) -> &'a Move {
    let far = |path: &&Move| {
        let (across, down) = gain(path, task.side);
        across + down
    };
    moves.iter().max_by_key(far).expect("a legal move")
}

/// The lines of output.txt: one step, or each jump of a chain.
fn answer(path: &Move) -> String {
    let across = (path[1].x - path[0].x).abs();
    let down = (path[1].y - path[0].y).abs();
    let letter = if across.max(down) == 1 { 'E' } else { 'J' };
    path.windows(2).map(|hop| format!("{letter} {} {}\n", hop[0], hop[1])).collect()
}

fn text_of(path: &Move) -> String {
    path.iter().map(Square::to_string).collect::<Vec<_>>().join("-")
}

fn main() -> io::Result<()> {
    let length = 3 + SIZE as usize;
    if env::args().any(|argument| argument == "--moves") {
        let mut input = String::new();
        io::stdin().read_to_string(&mut input)?;
        let lines: Vec<&str> = input.split_whitespace().collect();
        for lines in lines.chunks_exact(length) {
            let moves = legal_moves(&Task::parse(lines));
            println!("{}", moves.iter().map(text_of).collect::<Vec<_>>().join(" "));
        }
        return Ok(());
    }
    let input = fs::read_to_string("input.txt")?;
    let lines: Vec<&str> = input.split_whitespace().collect();
    let task = Task::parse(&lines[..length]);
    fs::write("output.txt", answer(choose(&task, &legal_moves(&task))))
}
