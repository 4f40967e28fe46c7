//! Values against other programs, against brute force over all counters, and against each other.

use std::collections::BTreeMap;

use super::{
    GO_ON, counts, layouts, positions, positions_under, read, tables, tables_of, with_counter,
};
use crate::game::{Position, Side};
use crate::games::checkers::endings::Ending;
use crate::games::checkers::endings::layout::Layout;
use crate::games::checkers::endings::material::Material;
use crate::games::checkers::{Checkers, Rules};
use crate::tables::Counts;

/// Positions with one piece each, from `tests/oracle/checkers_endings.py`.
const ORACLE: [(Rules, &str); 3] = [
    (
        Rules::Dd2380,
        include_str!("../../../../../../../testdata/tables/checkers-dd2380-2-pieces.txt"),
    ),
    (
        Rules::Tournament,
        include_str!("../../../../../../../testdata/tables/checkers-tournament-2-pieces.txt"),
    ),
    (
        Rules::Openspiel,
        include_str!("../../../../../../../testdata/tables/checkers-openspiel-2-pieces.txt"),
    ),
];

/// From counter 0 and with so few pieces, no win needs the 80 plies of the tournament rules.
#[test]
fn counts_are_those_of_programs_without_a_counter() {
    assert_eq!(counts(Rules::Tournament, 2), Counts { wins: 716, draws: 2370, losses: 402 });
    let of_three = Counts { wins: 100_250, draws: 8477, losses: 87_305 };
    assert_eq!(counts(Rules::Tournament, 3), of_three);
}

#[test]
fn two_pieces_are_what_the_oracle_finds_by_trying_every_counter() {
    for (rules, oracle) in ORACLE {
        assert_eq!(oracle.lines().count(), 3488);
        for line in oracle.lines() {
            let (text, verdict) = line.split_once(' ').expect("position and verdict");
            let position = Checkers::parse(text, rules).expect("a position");
            let most_plies: i16 = verdict[1..].parse().unwrap_or(-1);
            for counter in 0..=rules.limit() {
                let result = match verdict.as_bytes()[0] {
                    _ if i16::from(counter) > most_plies => 0,
                    b'+' => 1,
                    _ => -1,
                };
                let ending = tables_of(rules).probe(&with_counter(&position, counter));
                let ending = ending.expect("an ending");
                assert_eq!(ending.result(), result, "{line} from {counter}");
            }
        }
    }
}

/// The result of each position from a counter, for the side to move.
type Results = Vec<Vec<i8>>;

/// The target of a move: true if it resets the counter, the slice and rank of the child if it has
/// one.
type Child = (bool, Option<(usize, usize)>);

fn children(position: &Checkers, layouts: &[Option<Layout>]) -> Vec<Child> {
    let place = |child: &Checkers| {
        let number = Material::of(child).number();
        layouts[number].as_ref().map(|layout| (number, layout.rank(child)))
    };
    let children = position.legal_moves().into_iter().map(|mv| position.play(mv));
    children.map(|child| (child.counter() == 0, place(&child))).collect()
}

/// The number of a position in an order in which a reset of the counter leads only to smaller ones:
/// captures take pieces, and the moves of men bring them forward.
fn order(position: &Checkers) -> (u32, usize) {
    let cells = position.cells();
    let rows = |man: u8, to_go: fn(usize) -> usize| {
        let men = cells.iter().enumerate().filter(move |&(_, &cell)| cell == man);
        men.map(move |(cell, _)| to_go(cell / 4)).sum::<usize>()
    };
    // A king's position has the largest number for its piece.
    let pieces = cells.iter().filter(|&&cell| cell != b'.').count() as u32;
    (pieces, rows(b'r', |row| 7 - row) + rows(b'w', |row| row))
}

#[test]
fn three_pieces_are_what_brute_force_finds_by_trying_every_counter() {
    for rules in [Rules::Dd2380, Rules::Tournament] {
        brute_force(rules);
    }
}

fn brute_force(rules: Rules) {
    let mut places: Vec<Option<Layout>> = vec![None; Material::NUMBERS];
    for layout in (2..=3).flat_map(|pieces| layouts(rules, pieces)) {
        let number = layout.material().number();
        places[number] = Some(layout);
    }
    let mut groups: BTreeMap<(u32, usize), Vec<_>> = BTreeMap::new();
    for position in (2..=3).flat_map(|pieces| positions_under(rules, pieces)) {
        let number = Material::of(&position).number();
        let rank = places[number].as_ref().unwrap().rank(&position);
        let entry = (position, number, rank, children(&position, &places));
        let (pieces, rows) = order(&position);
        let rows = if rules.mans_move_is_progress() { rows } else { 0 };
        groups.entry((pieces, rows)).or_default().push(entry);
    }
    let size = |layout: &Option<Layout>| layout.as_ref().map_or(0, Layout::positions);
    // From counter 0; those of earlier groups are there before progress leads to them.
    let mut fresh: Results = places.iter().map(|layout| vec![0; size(layout)]).collect();
    // From the counter before; at the limit everything is drawn.
    let mut later = fresh.clone();
    for group in groups.values() {
        for counter in (0..rules.limit()).rev() {
            let result = |&(resets, place): &Child| match place {
                None => 1,
                Some((number, rank)) if resets => -fresh[number][rank],
                Some((number, rank)) => -later[number][rank],
            };
            let best_of = |children: &Vec<Child>| children.iter().map(result).max().unwrap_or(-1);
            let now: Vec<i8> = group.iter().map(|(_, _, _, children)| best_of(children)).collect();
            for ((position, number, rank, _), best) in group.iter().zip(now) {
                later[*number][*rank] = best;
                let ending = tables_of(rules).probe(&with_counter(position, counter)).unwrap();
                assert_eq!(ending.result(), best, "{position} from {counter}");
            }
        }
        for (_, number, rank, _) in group {
            fresh[*number][*rank] = later[*number][*rank];
        }
    }
}

#[test]
fn the_longer_count_lets_more_be_won_and_nothing_that_was_won_is_drawn() {
    let mut won_again = 0;
    for position in (2..=3).flat_map(positions) {
        let with = |rules| Checkers { rules, ..position };
        let result = |rules| tables_of(rules).probe(&with(rules)).unwrap().result();
        let [short, long] = [Rules::Dd2380, Rules::Tournament].map(result);
        assert!(short == 0 || short == long, "{position}");
        won_again += u32::from(short != long);
    }
    assert!(won_again > 0);
}

#[test]
fn every_value_follows_from_its_successors() {
    for rules in [Rules::Dd2380, Rules::Tournament] {
        for pieces in 2..=3 {
            let wrong = tables_of(rules).disagreement(rules, pieces, 1, &GO_ON, |_| ());
            assert_eq!(wrong, None);
        }
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
fn a_mans_move_resets_the_counter_in_tournaments() {
    let probe = |text| {
        let position = Checkers::parse(text, Rules::Tournament).unwrap();
        tables_of(Rules::Tournament).probe(&position)
    };
    assert_eq!(probe("B:WK14:BK9:H79"), Some(Ending::Win { plies: 1 }));
    assert_eq!(probe("B:WK14:BK9:H80"), Some(Ending::Draw));
    // The man blocks the other one by its move, whatever the counter says.
    assert_eq!(probe("W:W16,23:B12:H79"), Some(Ending::Win { plies: 1 }));
    assert_eq!(probe("W:W14:B:H79"), Some(Ending::Win { plies: 1 }));
    assert_eq!(probe("W:WK14:B:H78"), Some(Ending::Win { plies: 2 }));
    assert_eq!(probe("W:WK14:B:H79"), Some(Ending::Draw));
}

#[test]
fn a_side_without_pieces_has_lost() {
    assert_eq!(tables().probe(&read("B:WK14:B")), Some(Ending::Loss { plies: 1 }));
    assert_eq!(tables().probe(&read("W:WK14:B:H48")), Some(Ending::Win { plies: 2 }));
    assert_eq!(tables().probe(&read("W:WK14:B:H49")), Some(Ending::Draw));
}

#[test]
fn nothing_is_known_of_more_pieces_or_of_rules_without_tables() {
    let read = |text, rules| Checkers::parse(text, rules).unwrap();
    assert_eq!(tables().probe(&read("B:WK14,K15:BK9,K10", Rules::Dd2380)), None);
    assert_eq!(tables().probe(&Checkers::start(Rules::Dd2380, Side::One)), None);
    assert_eq!(tables().probe(&read("B:WK14:BK9", Rules::Tournament)), None);
    assert_eq!(tables().reach(Rules::Dd2380), Some(3));
    assert_eq!(tables().reach(Rules::Tournament), None);
}
