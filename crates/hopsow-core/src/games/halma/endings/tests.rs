//! The solver against breadth-first search over the rules, and its bounds along real ways home.

use std::collections::HashSet;

use proptest::prelude::*;

use super::*;
use crate::game::{Outcome, RuleSet};
use crate::games::halma::board::Square;
use crate::games::halma::{CAMP_FILLED, MEN, Rules};

/// Enough for nearly every race in these tests.
const NODES: u64 = 50_000;

/// The opponent's turn is skipped.
fn pass(position: &Halma) -> Halma {
    Halma { to_move: position.to_move.other(), ..*position }
}

/// The number of moves to a win by breadth-first search, or, after `max_positions`, a number of
/// moves within which there is none: `u32::MAX` where no number of moves is enough.
fn breadth_first(position: &Halma, max_positions: usize) -> Result<u32, u32> {
    let mut seen = HashSet::from([*position]);
    let mut layer = vec![*position];
    for plays in 1.. {
        if layer.is_empty() {
            return Err(u32::MAX);
        }
        let mut next = Vec::new();
        let mut won = false;
        for position in &layer {
            position.for_each_child(|_, child| {
                won |= child.is_won();
                if seen.insert(pass(&child)) {
                    next.push(pass(&child));
                }
            });
            if won {
                return Ok(plays);
            }
            if seen.len() > max_positions {
                return Err(plays - 1);
            }
        }
        layer = next;
    }
    unreachable!("plays are counted without end")
}

fn length(race: &Race) -> u32 {
    match race {
        Race::Solved { plays } => plays.len() as u32,
        race => panic!("a race of few men is solved, not {race:?}"),
    }
}

/// A race of few men: holes in the goal, as many men outside and near it, opposing men among those
/// that fill the goal and anywhere else.
fn small_race() -> impl Strategy<Value = (Halma, Side)> {
    let men = prop::collection::vec((0..256u16, 0..19usize), 1..=4);
    let opposing = prop::collection::vec(0..256u16, 0..12);
    (men, opposing, any::<u32>(), 0..2usize, any::<bool>()).prop_map(
        |(men, opposing, stayers, rules, turned)| {
            let goal: Vec<Square> = camp(HOME).squares().collect();
            let near: Vec<Square> = Square::all()
                .filter(|square| !square.is_in(&camp(HOME)) && square.x().min(square.y()) > 7)
                .collect();
            let mut sets = [camp(HOME), Words::EMPTY];
            for &(place, hole) in &men {
                let man = near[place as usize % near.len()];
                if !man.is_in(&sets[0]) && goal[hole].is_in(&sets[0]) {
                    man.toggle(&mut sets[0]);
                    goal[hole].toggle(&mut sets[0]);
                }
            }
            for (index, square) in goal.iter().enumerate() {
                if stayers >> index & 1 != 0 && square.is_in(&sets[0]) {
                    sets.iter_mut().for_each(|set| square.toggle(set));
                }
            }
            for index in opposing {
                let square = Square::from_index(index as u8);
                let is_free = !square.is_in(&sets[0]) && !square.is_in(&sets[1]);
                if is_free && !square.is_in(&camp(HOME)) && sets[1].len() < MEN {
                    square.toggle(&mut sets[1]);
                }
            }
            let side = if turned { Side::Two } else { Side::One };
            let sets = if turned { [sets[1].mirrored(), sets[0].mirrored()] } else { sets };
            (Halma { men: sets, to_move: side, rules: Rules::ALL[rules] }, side)
        },
    )
}

/// A race of a whole army of which a few men are outside, up to some distance.
fn army_race() -> impl Strategy<Value = Halma> {
    prop::collection::vec((0..256u16, 0..19usize), 3..=5).prop_map(|men| {
        let goal: Vec<Square> = camp(HOME).squares().collect();
        let mut own = camp(HOME);
        for (place, hole) in men {
            let man = Square::from_index(place as u8);
            let is_near = man.x() + man.y() > 17 && !man.is_in(&camp(HOME));
            if is_near && !man.is_in(&own) && goal[hole].is_in(&own) {
                man.toggle(&mut own);
                goal[hole].toggle(&mut own);
            }
        }
        Halma { men: [own, Words::EMPTY], to_move: Side::One, rules: Rules::Addendum }
    })
}

/// The moves are legal, and the last one, and only the last one, wins.
fn plays_through(position: &Halma, side: Side, plays: &[Move]) {
    let mut position = Halma { to_move: side, ..*position };
    for (index, &play) in plays.iter().enumerate() {
        assert!(position.legal_moves().contains(&play), "{position}: {play:?}");
        let text = position.move_text(play);
        assert_eq!(position.read_move(&text).ok(), Some(play), "{position}: {text}");
        let child = position.play(play);
        assert_eq!(child.is_won(), index + 1 == plays.len(), "{child}");
        if child.is_won() {
            assert_eq!(child.outcome(), Some(Outcome::win(side, CAMP_FILLED)));
        }
        position = pass(&child);
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(40))]

    #[test]
    fn shortest_way_is_as_long_as_by_breadth_first_search((position, side) in small_race()) {
        prop_assume!(outside(&position, side) > 0);
        let race = solve(&position, side, &mut Effort::of(NODES));
        // A few races cannot be won, and many moves are too far for breadth-first search.
        match breadth_first(&position, 50_000) {
            Ok(plays) => prop_assert_eq!(length(&race), plays, "{}", position),
            Err(plays) => match race {
                Race::Solved { plays: way } => prop_assert!(way.len() as u32 > plays),
                Race::AtLeast(_) | Race::Never => {}
            },
        }
    }

    #[test]
    fn a_way_plays_through_the_rules((position, side) in small_race()) {
        if let Race::Solved { plays } = solve(&position, side, &mut Effort::of(NODES)) {
            plays_through(&position, side, &plays);
        }
    }

    #[test]
    fn bounds_are_never_above_the_length(position in army_race(), nodes in 0..3000u64) {
        prop_assume!(outside(&position, Side::One) > 0);
        let Race::Solved { plays } = solve(&position, Side::One, &mut Effort::of(NODES)) else {
            return Ok(());
        };
        plays_through(&position, Side::One, &plays);
        match solve(&position, Side::One, &mut Effort::of(nodes)) {
            Race::AtLeast(least) => prop_assert!(least as usize <= plays.len()),
            race => prop_assert_eq!(length(&race) as usize, plays.len()),
        }
        let mut position = position;
        for (made, &play) in plays.iter().enumerate() {
            let left = plays.len() - made - usize::from(Node::new(position, 0).at.holes);
            let node = Node::new(position, left as u32);
            prop_assert!(node.detours() as usize <= left, "{}: {} of {:?}", position, left, plays);
            position = pass(&position.play(play));
        }
    }

    #[test]
    fn both_sides_race_alike(position in army_race()) {
        let [own, other] = position.men.map(Words::mirrored);
        let turned = Halma { men: [other, own], ..position };
        let races = [
            solve(&position, Side::One, &mut Effort::of(NODES)),
            solve(&turned, Side::Two, &mut Effort::of(NODES)),
        ];
        let [one, two] = races.map(|race| match race {
            Race::Solved { plays } => plays,
            Race::AtLeast(_) | Race::Never => Vec::new(),
        });
        prop_assert_eq!(one, two.into_iter().map(Move::mirrored).collect::<Vec<_>>());
    }
}

fn read(text: &str) -> Halma {
    Halma::parse(text, Rules::Addendum).expect("a position")
}

/// Both armies at home but for one man each, at a distance from its hole along the edge.
fn two_stragglers(black_steps: u8, white_steps: u8, to_move: Side) -> Halma {
    let mut men = [camp(Side::Two), camp(Side::One)];
    Square::new(11, 15).toggle(&mut men[0]);
    Square::new(4, 0).toggle(&mut men[1]);
    Square::new(11 - black_steps, 15).toggle(&mut men[0]);
    Square::new(4 + white_steps, 0).toggle(&mut men[1]);
    Halma { men, to_move, rules: Rules::Addendum }
}

fn alone(position: &Halma) -> [Race; 2] {
    Side::BOTH.map(|side| solve_alone(position, side, &mut Effort::of(NODES)))
}

fn raced(position: &Halma) -> Option<RaceResult> {
    race_result(position, &alone(position))
}

#[test]
fn side_to_move_wins_an_even_race() {
    for first in Side::BOTH {
        let result = raced(&two_stragglers(3, 3, first)).expect("a result");
        assert_eq!((result.winner, result.plies), (first, 5));
        let slower = if first == Side::One { (4, 3) } else { (3, 4) };
        let position = two_stragglers(slower.0, slower.1, first);
        let result = raced(&position).expect("a result");
        assert_eq!((result.winner, result.plies), (first.other(), 6));
    }
}

#[test]
fn a_solved_race_ends_as_predicted() {
    let mut position = read(
        "1wwwwww9/1wwwww10/2wwww10/wwww12/16/16/16/16/16/16/16/16/11bb3/10bbbbbb/10bbbbbb/10b1bbbb b",
    );
    let result = raced(&position).expect("a result");
    let mut ways = alone(&position).map(|race| match race {
        Race::Solved { plays } => plays.into_iter(),
        race => panic!("a race of few men is solved, not {race:?}"),
    });
    for _ in 0..result.plies {
        assert_eq!(position.outcome(), None);
        let play = ways[position.to_move as usize].next().expect("a play");
        assert!(position.legal_moves().contains(&play));
        position = position.play(play);
    }
    assert_eq!(position.outcome(), Some(Outcome::win(result.winner, CAMP_FILLED)));
}

#[test]
fn a_race_that_the_loser_can_disturb_has_no_result() {
    // White, four squares off black's straggler, could step into its way.
    let mut position = two_stragglers(5, 0, Side::One);
    for (x, y) in [(4, 0), (9, 9)] {
        Square::new(x, y).toggle(&mut position.men[1]);
    }
    assert!(matches!(solve(&position, Side::One, &mut Effort::of(NODES)), Race::Solved { .. }));
    assert_eq!(raced(&position), None);
}

#[test]
fn opposing_men_that_stay_at_home_count_as_filling_it() {
    let mut position = two_stragglers(2, 1, Side::One);
    let stayer = Square::new(15, 15);
    position.men.iter_mut().for_each(|men| stayer.toggle(men));
    let Race::Solved { plays } = solve(&position, Side::One, &mut Effort::of(NODES)) else {
        panic!("a short way home");
    };
    assert_eq!(plays.len(), 2);
    plays_through(&position, Side::One, &plays);
}

#[test]
fn too_few_men_never_come_home() {
    let mut position = two_stragglers(2, 2, Side::One);
    Square::new(9, 15).toggle(&mut position.men[0]);
    assert_eq!(solve(&position, Side::One, &mut Effort::of(NODES)), Race::Never);
    // White fills its own camp: neither side has won, and black has no man there to win with.
    let start = Halma::start(Rules::Addendum, Side::One);
    assert_eq!(solve(&start, Side::One, &mut Effort::of(NODES)), Race::Never);
}

#[test]
fn a_side_that_has_just_won_needs_no_play() {
    let mut position = two_stragglers(1, 3, Side::One);
    let plays = position.legal_moves();
    let home = plays.into_iter().find(|play| position.play(*play).is_won()).expect("a win");
    position = position.play(home);
    assert_eq!(
        solve(&position, Side::One, &mut Effort::of(NODES)),
        Race::Solved { plays: Vec::new() }
    );
    assert_eq!(raced(&position), None);
}

#[test]
fn a_stopped_race_still_has_its_bound() {
    let position = two_stragglers(6, 6, Side::One);
    let race = solve(&position, Side::One, &mut Effort { is_over: &|| true, ..Effort::of(NODES) });
    assert_eq!(race, Race::AtLeast(6));
}

#[test]
fn armies_have_passed_when_the_last_men_have() {
    assert!(!have_passed(&Halma::start(Rules::Addendum, Side::One)));
    assert!(have_passed(&two_stragglers(5, 5, Side::One)));
    assert!(!have_passed(&two_stragglers(11, 11, Side::One)));
}
