//! Bounds against trying every line with its past, against their definition, and against each
//! other.

use std::sync::atomic::AtomicBool;

use super::bounds::{Bounds, solve};
use super::rank::{positions, rank, stones_of, unrank};
use super::{AwariTables, BOUNDS_RULES, build_bounds, verify_bounds};
use crate::game::Position;
use crate::games::awari::Awari;
use crate::random::SplitMix;
use crate::tables::scratch::Scratch;
use crate::tables::{Shelf, Tables};

static GO_ON: AtomicBool = AtomicBool::new(false);

/// Stones up to which every line is tried, and the definition is followed.
const TRIED: usize = 3;
const DEFINED: usize = 5;

fn layers(stones: usize) -> Vec<Bounds> {
    let mut layers = Vec::new();
    for stones in 0..=stones {
        layers.push(solve(stones, &layers, &GO_ON, |_| ()).expect("no stop"));
    }
    layers
}

fn lead(position: &Awari) -> i8 {
    stones_of(position.own) as i8 - stones_of(position.opponent) as i8
}

/// The same pits with stores that give neither side the majority.
fn with_full_stores(position: &Awari) -> Awari {
    let mut stones = position.stones();
    (stones[12], stones[13]) = (20, 20);
    Awari::from_stones(stones, position.to_move(), BOUNDS_RULES).unwrap()
}

/// Return true if the mover gets at least `least` more than the opponent from here on, by the
/// rules: a position that is in `past`, the positions since the last capture, ends the game.
fn gets(position: &Awari, least: i8, past: &mut Vec<Awari>) -> bool {
    let (placement, moves) = (position.placement(), position.legal_moves());
    if past.contains(&placement) || moves.is_empty() {
        return lead(position) >= least;
    }
    let mover = position.to_move();
    past.push(placement);
    let holds = moves.into_iter().any(|mv| {
        let child = position.play(mv);
        match (child.store(mover) - position.store(mover)) as i8 {
            // The opponent may not get as much as would leave too little.
            0 => !gets(&child, 1 - least, past),
            captured => !gets(&with_full_stores(&child), captured - least + 1, &mut Vec::new()),
        }
    });
    past.pop();
    holds
}

#[test]
fn whoever_tries_every_line_gets_no_less_and_no_more() {
    let (mut exact, mut open) = (0, 0);
    for (stones, Bounds { least, most }) in layers(TRIED).iter().enumerate() {
        for place in 0..positions(stones) {
            let position = with_full_stores(&unrank(stones, place));
            let (low, high) = (least[place as usize], most[place as usize]);
            assert!(low <= high, "{position}");
            assert!(gets(&position, low, &mut Vec::new()), "{position} at least {low}");
            assert!(!gets(&position, high + 1, &mut Vec::new()), "{position} at most {high}");
            exact += u32::from(low == high);
            open += u32::from(low < high);
        }
    }
    assert_eq!((exact, open), (378, 77));
}

/// The result of a move: the stones captured, the stones left and the rank.
type After = (i8, usize, usize);

/// The positions that a side holds at `least`, with itself and with the other side to move.
fn held(stones: usize, least: i8, below: &[Bounds]) -> [Vec<bool>; 2] {
    let count = positions(stones) as usize;
    let all: Vec<Awari> = (0..count as u64).map(|place| unrank(stones, place)).collect();
    let after = |position: &Awari| -> Vec<After> {
        let children = position.legal_moves().into_iter().map(|mv| position.play(mv));
        let described = children.map(|child| {
            let (left, place) = rank(&child).unwrap();
            (child.store(position.to_move()) as i8, left, place as usize)
        });
        described.collect()
    };
    let moves: Vec<Vec<After>> = all.iter().map(after).collect();
    // Whether a state is good in itself or by a move into `sets`, each for its side to move.
    let steps = |sets: &[Vec<bool>; 2], place: usize, own: bool| {
        let lead = if own { lead(&all[place]) } else { -lead(&all[place]) };
        let leads = |&(captured, left, child): &After| match (captured, own) {
            (0, own) => sets[usize::from(own)][child],
            (captured, true) => captured - below[left].most[child] >= least,
            (captured, false) => below[left].least[child] - captured >= least,
        };
        match moves[place].is_empty() {
            true => lead >= least,
            false if own => moves[place].iter().any(leads),
            false => moves[place].iter().all(leads),
        }
    };
    let none = || [vec![false; count], vec![false; count]];
    let mut reached = none();
    loop {
        // The largest set in which the side can stay among good states, or go to those reached.
        let mut stays = [vec![true; count], vec![true; count]];
        loop {
            let mut next = none();
            for place in 0..count {
                for own in [true, false] {
                    let good = (if own { 1 } else { -1 }) * lead(&all[place]) >= least;
                    let side = usize::from(!own);
                    next[side][place] = steps(&reached, place, own)
                        || reached[side][place]
                        || good && steps(&stays, place, own);
                }
            }
            if next == stays {
                break;
            }
            stays = next;
        }
        if stays == reached {
            return reached;
        }
        reached = stays;
    }
}

#[test]
fn bounds_are_what_their_definition_says() {
    let layers = layers(DEFINED);
    for stones in 1..=DEFINED {
        let most = stones as i8;
        let mut expected = vec![(-most, most); positions(stones) as usize];
        for least in 1 - most..=most {
            let [own, other] = held(stones, least, &layers);
            for (place, bounds) in expected.iter_mut().enumerate() {
                if own[place] {
                    bounds.0 = least;
                }
                if other[place] {
                    bounds.1 = -least;
                }
            }
        }
        let Bounds { least, most } = &layers[stones];
        let found: Vec<(i8, i8)> = least.iter().copied().zip(most.iter().copied()).collect();
        assert!(found == expected, "{stones} stones");
    }
}

#[test]
fn files_of_bounds_say_what_was_solved_and_follow_from_their_successors() {
    let folder = Scratch::new();
    let headers = build_bounds(&folder, 7, 2, &GO_ON, |_| ()).unwrap();
    let tables = AwariTables::open(&Shelf::new(&[], Some(&folder), 1 << 20));
    assert_eq!(Tables::reach(&tables, BOUNDS_RULES), Some(7));
    let mut random = SplitMix::new(3, 3);
    for (stones, Bounds { least, most }) in layers(7).iter().enumerate() {
        assert!(matches!(verify_bounds(&folder, stones, 1, &GO_ON, |_| ()), Ok(None)));
        assert_eq!(headers[stones].entries, 2 * positions(stones));
        for _ in 0..200 {
            let place = random.below(least.len());
            let position = Awari { rules: BOUNDS_RULES, ..unrank(stones, place as u64) };
            assert_eq!(tables.bounds(&position), Some((least[place], most[place])));
            let exact = (least[place] == most[place]).then_some(least[place]);
            assert_eq!(tables.probe(&position), exact);
        }
    }
    let again = build_bounds(&folder, 7, 1, &GO_ON, |_| ()).unwrap();
    assert_eq!(headers, again);
}
