use std::collections::HashMap;
use std::sync::atomic::AtomicBool;

use hopsow_core::game::Side;
use hopsow_core::games::awari::strategy::numbered;
use hopsow_core::strategy::{About, Entry, Promise, Writer};

use super::*;
use crate::strategy::Tally;

/// The exact values of small positions, by plain iteration over whole layers.
fn solved(stones: u32) -> HashMap<(u32, u64), i16> {
    let mut values: HashMap<(u32, u64), i16> = HashMap::new();
    for layer in 0..=stones {
        let positions: Vec<Awari> = (0..).map_while(|each| numbered(layer, each, RULES)).collect();
        let key = |position: &Awari| (position.stones_in_pits(), number(position));
        values.extend(positions.iter().map(|position| (key(position), 0)));
        let mut is_changed = true;
        while is_changed {
            is_changed = false;
            for position in &positions {
                let worth = |mv| {
                    let child = position.play(mv);
                    i16::from(child.store(Side::One)) - values[&key(&child.placement())]
                };
                let best = position.legal_moves().into_iter().map(worth).max().unwrap_or(0);
                is_changed |= values.insert(key(position), best) != Some(best);
            }
        }
    }
    values
}

fn made(start: &str, below: u32) -> (StrategyFile, HashMap<(u32, u64), i16>) {
    let values = solved(6);
    let start = Awari::parse(start, RULES).expect("a position");
    let order = Order { start, below, side: None };
    let value = |position: &Awari| values.get(&position.place()?).copied();
    let file = make(&order, &value, &AtomicBool::new(false), &|_, _| ());
    (file.expect("a strategy"), values)
}

fn verified(file: &StrategyFile, values: &HashMap<(u32, u64), i16>) -> Result<Tally, Failure> {
    let value = |position: &Awari| values.get(&position.place()?).copied();
    verify(file, &value, &AtomicBool::new(false), &|_, _| ())
}

/// The entries of a strategy, to be changed and written again.
fn entries(file: &StrategyFile) -> Vec<(u32, u64, Entry)> {
    let mut all = Vec::new();
    for (size, _) in file.sizes() {
        let push = |number, entry| {
            all.push((size, number, entry));
            Ok::<(), ()>(())
        };
        file.for_each(size, push).expect("nothing fails");
    }
    all
}

fn written(about: &About, entries: &[(u32, u64, Entry)]) -> StrategyFile {
    let mut writer = Writer::default();
    for &(size, number, entry) in entries {
        writer.push(size, number, entry);
    }
    writer.finish(about.clone())
}

const START: &str = "1-0-1-0-1-0-1-0-1-0-1-0-0-0-S";

#[test]
fn a_strategy_keeps_what_it_promises() {
    for below in 0..4 {
        let (file, values) = made(START, below);
        let tally = verified(&file, &values).expect("every reply is answered");
        assert_eq!(tally.positions, file.positions());
        assert!(tally.replies > 0);
    }
}

#[test]
fn every_missing_position_and_every_worse_move_is_seen() {
    let (file, values) = made(START, 2);
    let all = entries(&file);
    for at in 0..all.len() {
        let mut fewer = all.clone();
        let (size, number, entry) = fewer.remove(at);
        let position = numbered(size, number, RULES).expect("a position");
        let without = verified(&written(file.about(), &fewer), &values);
        assert!(matches!(without, Err(Failure::Fault(_))), "{position} is not missed");

        for mv in (0..ROW).filter(|&mv| mv as u32 != entry.mv) {
            let mv = Move::of_pit(mv as u8).expect("a pit of South");
            let legal = position.legal_moves().contains(&mv);
            let child = position.play(mv);
            let gain = i16::from(child.store(Side::One));
            let keeps = legal && gain - values[&child.place().unwrap()] >= entry.need;
            if !keeps {
                let mut other = all.clone();
                other[at].2.mv = mv.pit().into();
                let fault = verified(&written(file.about(), &other), &values);
                assert!(matches!(fault, Err(Failure::Fault(_))), "{position}: {mv}");
            }
        }
    }
}

#[test]
fn a_promise_beyond_the_truth_is_seen() {
    let (file, values) = made(START, 2);
    let mut about = file.about().clone();
    for promise in &mut about.promises {
        promise.result += 1;
    }
    assert!(verified(&written(&about, &entries(&file)), &values).is_err());
    about.promises = vec![Promise { after: "Z".to_owned(), result: 0 }];
    assert!(verified(&written(&about, &entries(&file)), &values).is_err());
}

/// A side that needs more may not go round in circles, even where every position keeps its value.
#[test]
fn a_circle_of_those_who_need_more_is_seen() {
    let values = solved(6);
    let value = |position: &Awari| values.get(&position.place()?).copied();
    let mut seen = 0;
    for stones in 3..=6 {
        for start in (0..).map_while(|each| numbered(stones, each, RULES)) {
            if values[&start.place().unwrap()] < 1 {
                continue;
            }
            let order = Order { start, below: 2, side: Some(Side::One) };
            let stop = AtomicBool::new(false);
            let file = make(&order, &value, &stop, &|_, _| ()).expect("a strategy");
            verify(&file, &value, &stop, &|_, _| ()).expect("it holds");
            let all = entries(&file);
            for at in 0..all.len() {
                for mv in 0..ROW as u32 {
                    let mut other = all.clone();
                    other[at].2.mv = mv;
                    let changed = written(file.about(), &other);
                    if let Err(Failure::Fault(why)) = verify(&changed, &value, &stop, &|_, _| ()) {
                        seen += u32::from(why.contains("for ever"));
                    }
                }
            }
            if seen > 0 {
                return;
            }
        }
    }
    panic!("no change made a circle");
}

#[test]
fn damaged_bytes_are_refused() {
    let (file, _) = made(START, 2);
    let bytes = file.bytes();
    assert_eq!(StrategyFile::read(bytes.to_vec()).unwrap().bytes(), bytes);
    for length in 0..bytes.len() {
        assert!(StrategyFile::read(bytes[..length].to_vec()).is_err());
    }
    for at in 0..bytes.len() {
        let mut damaged = bytes.to_vec();
        damaged[at] ^= 0x10;
        assert!(StrategyFile::read(damaged).is_err());
    }
}
