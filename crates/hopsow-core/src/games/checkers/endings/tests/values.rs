//! Values against other programs, against brute force over all counters, and against each other.

use super::{GO_ON, positions, read, tables, with_counter};
use crate::game::{Position, Side};
use crate::games::checkers::endings::layout::Layout;
use crate::games::checkers::endings::material::Material;
use crate::games::checkers::endings::{Ending, build_in_memory};
use crate::games::checkers::{Checkers, Rules};
use crate::tables::{Counts, Selection};

/// Positions with one piece each, from `tests/oracle/checkers_endings.py`.
const ORACLE: &str = include_str!("../../../../../../../testdata/tables/checkers-2-pieces.txt");

#[test]
fn counts_without_the_counter_are_those_of_other_programs() {
    let tables = build_in_memory(3, 2, false, &GO_ON, |_| ()).unwrap();
    let mut by_pieces = [Counts::default(); 4];
    for (name, counts) in tables.counts() {
        by_pieces[name.len() - 1] += counts;
        if name == "k-k" {
            assert_eq!(counts, Counts { wins: 230, draws: 654, losses: 108 });
        }
    }
    assert_eq!(by_pieces[2], Counts { wins: 716, draws: 2370, losses: 402 });
    assert_eq!(by_pieces[3], Counts { wins: 100_250, draws: 8477, losses: 87_305 });
}

#[test]
fn two_pieces_are_what_the_oracle_finds_by_trying_every_counter() {
    assert_eq!(ORACLE.lines().count(), 3488);
    for line in ORACLE.lines() {
        let (text, verdict) = line.split_once(' ').expect("position and verdict");
        let position = read(text);
        let most_plies: i16 = verdict[1..].parse().unwrap_or(-1);
        for counter in 0..=50u8 {
            let result = match verdict.as_bytes()[0] {
                _ if i16::from(counter) > most_plies => 0,
                b'+' => 1,
                _ => -1,
            };
            let ending = tables().probe(&with_counter(&position, counter)).expect("an ending");
            assert_eq!(ending.result(), result, "{line} from {counter}");
        }
    }
}

/// The result of each position from a counter, for the side to move.
type Results = Vec<Vec<i8>>;

/// Where a move leads: whether it captures, and the slice and rank of the child if it has one.
type Child = (bool, Option<(usize, usize)>);

fn children(position: &Checkers, layouts: &[Option<Layout>]) -> Vec<Child> {
    let place = |child: &Checkers| {
        let number = Material::of(child).number();
        layouts[number].as_ref().map(|layout| (number, layout.rank(child)))
    };
    let moves = position.legal_moves().into_iter();
    moves.map(|mv| (mv.is_capture(), place(&position.play(mv)))).collect()
}

#[test]
fn three_pieces_are_what_brute_force_finds_by_trying_every_counter() {
    let mut layouts: Vec<Option<Layout>> = vec![None; Material::NUMBERS];
    for material in (2..=3).flat_map(Material::all) {
        layouts[material.number()] = Some(Layout::new(material));
    }
    let size = |layout: &Option<Layout>| layout.as_ref().map_or(0, Layout::positions);
    // From counter 0; those of fewer pieces are there before captures lead to them.
    let mut fresh: Results = layouts.iter().map(|layout| vec![0; size(layout)]).collect();
    for pieces in 2..=3 {
        let all: Vec<_> = positions(pieces)
            .map(|position| {
                let number = Material::of(&position).number();
                let rank = layouts[number].as_ref().unwrap().rank(&position);
                (position, number, rank, children(&position, &layouts))
            })
            .collect();
        // At the limit everything is drawn.
        let mut later: Results = layouts.iter().map(|layout| vec![0; size(layout)]).collect();
        for counter in (0..50u8).rev() {
            let mut now = later.clone();
            for (position, number, rank, children) in &all {
                let result = |&(captures, place): &Child| match place {
                    None => 1,
                    Some((number, rank)) if captures => -fresh[number][rank],
                    Some((number, rank)) => -later[number][rank],
                };
                let best = children.iter().map(result).max().unwrap_or(-1);
                now[*number][*rank] = best;
                let ending = tables().probe(&with_counter(position, counter)).unwrap();
                assert_eq!(ending.result(), best, "{position} from {counter}");
            }
            later = now;
        }
        for number in Material::all(pieces).map(Material::number) {
            fresh[number] = later[number].clone();
        }
    }
}

#[test]
fn every_value_follows_from_its_successors() {
    for pieces in 2..=3 {
        assert_eq!(tables().disagreement(pieces, Selection::every(1), &GO_ON, |_| ()), None);
    }
}

#[test]
fn at_the_limit_the_draw_comes_before_everything() {
    let capture = "B:WK14:BK9";
    let blocked = "B:W16,19:B12";
    let blocks_next = "W:W16,23:B12";
    for (text, counter, ending) in [
        (capture, 49, Ending::Win { plies: 1 }),
        (capture, 50, Ending::Draw),
        (blocked, 49, Ending::Loss { plies: 1 }),
        (blocked, 50, Ending::Draw),
        (blocks_next, 48, Ending::Win { plies: 2 }),
        (blocks_next, 49, Ending::Draw),
    ] {
        let position = with_counter(&read(text), counter);
        assert_eq!(tables().probe(&position), Some(ending), "{position}");
    }
}

#[test]
fn a_side_without_pieces_has_lost() {
    assert_eq!(tables().probe(&read("B:WK14:B")), Some(Ending::Loss { plies: 1 }));
    assert_eq!(tables().probe(&read("W:WK14:B:H48")), Some(Ending::Win { plies: 2 }));
    assert_eq!(tables().probe(&read("W:WK14:B:H49")), Some(Ending::Draw));
}

#[test]
fn nothing_is_known_of_more_pieces_or_other_rules() {
    let read = |text, rules| Checkers::parse(text, rules).unwrap();
    assert_eq!(tables().probe(&read("B:WK14,K15:BK9,K10", Rules::Dd2380)), None);
    assert_eq!(tables().probe(&Checkers::start(Rules::Dd2380, Side::One)), None);
    assert_eq!(tables().probe(&read("B:WK14:BK9", Rules::Tournament)), None);
    assert_eq!(tables().reach(Rules::Dd2380), Some(3));
    assert_eq!(tables().reach(Rules::Tournament), None);
}
