//! Laws that hold on every board, tried on random ones by random play.
//!
//! The rules are written here a second time, pit by pit as a person would play them.

use proptest::prelude::*;
use proptest::sample::Index;

use super::super::{Awari, Move, Rules};
use crate::game::{Position, RuleSet, Side};

type Stones = [u8; 14];

fn row(side: Side) -> std::ops::Range<usize> {
    let first = side as usize * 6;
    first..first + 6
}

fn is_empty(stones: &Stones, side: Side) -> bool {
    stones[row(side)].iter().all(|&n| n == 0)
}

/// Sow stone by stone, then capture pit by pit.
fn sow_by_hand(mut stones: Stones, pit: usize, mover: Side) -> Stones {
    let mut in_hand = std::mem::take(&mut stones[pit]);
    let mut last = pit;
    while in_hand > 0 {
        last = (last + 1) % 12;
        if last != pit {
            stones[last] += 1;
            in_hand -= 1;
        }
    }
    let sown = stones;
    let opponents = row(mover.other());
    while opponents.contains(&last) && matches!(stones[last], 2 | 3) {
        stones[12 + mover as usize] += std::mem::take(&mut stones[last]);
        last = (last + 11) % 12;
    }
    if is_empty(&stones, mover.other()) { sown } else { stones }
}

fn moves_by_hand(stones: &Stones, mover: Side) -> Vec<usize> {
    let total: u32 = stones.iter().map(|&n| u32::from(n)).sum();
    if stones[12..].iter().any(|&store| 2 * u32::from(store) > total) {
        return Vec::new();
    }
    let hungry = is_empty(stones, mover.other());
    row(mover)
        .filter(|&pit| stones[pit] > 0)
        .filter(|&pit| !hungry || !is_empty(&sow_by_hand(*stones, pit, mover), mover.other()))
        .collect()
}

fn side() -> impl Strategy<Value = Side> {
    prop::sample::select(&Side::BOTH[..])
}

fn rules() -> impl Strategy<Value = Rules> {
    prop::sample::select(Rules::ALL)
}

/// Full boards, boards near the end, boards with a hungry side, and boards with one huge pit.
fn board() -> impl Strategy<Value = Awari> {
    let full = prop::array::uniform12(0_u8..=21);
    let sparse = prop::array::uniform12(prop::sample::select(vec![0_u8, 0, 0, 1, 1, 2, 3]));
    let hungry = (prop::array::uniform6(0_u8..=30), side()).prop_map(|(stones, side)| {
        let mut pits = [0; 12];
        pits[row(side)].copy_from_slice(&stones);
        pits
    });
    let huge = (prop::array::uniform12(0_u8..=3), 0..12_usize, 30_u8..=222).prop_map(
        |(mut pits, pit, stones)| {
            pits[pit] = stones;
            pits
        },
    );
    let pits = prop_oneof![full, sparse, hungry, huge];
    (pits, prop::array::uniform2(0_u8..=30), side(), rules()).prop_filter_map(
        "stones that fit on a board",
        |(pits, stores, to_move, rules)| {
            let mut stones = [0; 14];
            stones[..12].copy_from_slice(&pits);
            stones[12..].copy_from_slice(&stores);
            Awari::from_stones(stones, to_move, rules)
                .or_else(|_| {
                    stones[12..].fill(0);
                    Awari::from_stones(stones, to_move, rules)
                })
                .ok()
        },
    )
}

/// The positions of a game from `start` until it is over or the choices are used up.
fn game(start: Awari, choices: &[Index]) -> Vec<Awari> {
    let mut positions = vec![start];
    let mut position = start;
    for choice in choices {
        let moves = position.legal_moves();
        if moves.is_empty() {
            break;
        }
        position = position.play(moves[choice.index(moves.len())]);
        positions.push(position);
    }
    positions
}

fn choices() -> impl Strategy<Value = Vec<Index>> {
    prop::collection::vec(any::<Index>(), 0..80)
}

fn check_against_hand(position: &Awari) -> Result<(), TestCaseError> {
    let stones = position.stones();
    let mover = position.to_move();
    let mut played = Vec::new();
    position.for_each_child(|mv, child| played.push((usize::from(mv.pit()), child)));
    let by_hand = moves_by_hand(&stones, mover);
    prop_assert_eq!(played.iter().map(|&(pit, _)| pit).collect::<Vec<_>>(), by_hand);
    for (pit, child) in played {
        prop_assert_eq!(child.stones(), sow_by_hand(stones, pit, mover));
        prop_assert_eq!(child.to_move(), mover.other());
    }
    Ok(())
}

proptest! {
    #[test]
    fn table_sowing_agrees_with_sowing_by_hand(position in board(), choices in choices()) {
        for position in game(position, &choices) {
            check_against_hand(&position)?;
        }
    }

    #[test]
    fn no_unlisted_move_plays(position in board(), choices in choices()) {
        for position in game(position, &choices) {
            let moves = position.legal_moves();
            for mv in (0..12).filter_map(Move::of_pit) {
                let read = position.read_move(&position.move_text(mv));
                prop_assert_eq!(read.ok(), moves.contains(&mv).then_some(mv));
            }
        }
    }

    #[test]
    fn stones_are_conserved(position in board(), choices in choices()) {
        let total = |p: &Awari| p.stones().iter().map(|&n| u32::from(n)).sum::<u32>();
        for later in game(position, &choices) {
            prop_assert_eq!(total(&later), total(&position));
        }
    }

    #[test]
    fn what_is_left_for_good_never_recurs(position in board(), choices in choices()) {
        let positions = game(position, &choices);
        let mut recent = Vec::new();
        for (ply, position) in positions.iter().enumerate() {
            let occurs = |among: &[Awari]| among.iter().any(|p| p.placement() == position.placement());
            let repeats = position.outcome_by_repetition(&positions[..ply]).is_some();
            prop_assert_eq!(repeats, occurs(&positions[..ply]));
            prop_assert_eq!(repeats, occurs(&recent));
            match positions.get(ply + 1) {
                Some(child) if position.is_left_for_good(child) => recent.clear(),
                _ => recent.push(*position),
            }
        }
    }
}
