//! Counts by independent programs, values that follow from each other, and the files of a build.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};

use super::rank::{rank, unrank};
use super::{
    AwariTables, build, bytes_of_disk, bytes_of_memory, layer_id, positions, romein_bal, verify,
};
use crate::game::Position;
use crate::games::awari::{Awari, Rules};
use crate::tables::scratch::Scratch;
use crate::tables::{Contradiction, Counts, Header, Shelf, TableError};

fn build_to(folder: &Path, stones: usize, threads: usize) -> Vec<Header> {
    build(folder, Rules::Forfeit, stones, threads, &AtomicBool::new(false), |_| {}).unwrap()
}

fn open(folder: &Path) -> AwariTables {
    AwariTables::open(&Shelf::new(&[], Some(folder), 1 << 22))
}

fn path(folder: &Path, stones: usize) -> PathBuf {
    folder.join(layer_id(Rules::Forfeit, stones).file_name())
}

fn verify_every(folder: &Path, stones: usize, step: u64) -> Option<Contradiction<Awari>> {
    verify(folder, Rules::Forfeit, stones, step, &AtomicBool::new(false), |_| {}).unwrap()
}

fn probe(tables: &AwariTables, text: &str) -> Option<i8> {
    tables.probe(&Awari::parse(text, Rules::Forfeit).unwrap())
}

#[test]
fn ranks_number_the_positions() {
    for stones in 0..=5 {
        for number in 0..positions(stones) {
            assert_eq!(rank(&unrank(stones, number)), Some((stones, number)));
        }
    }
    assert_eq!(positions(12), 1_352_078);
    for number in (0..positions(24)).step_by(10_000_019) {
        assert_eq!(rank(&unrank(24, number)), Some((24, number)));
    }
}

#[test]
fn counts_are_those_of_independent_programs() {
    let folder = Scratch::new();
    let headers = build_to(&folder, 14, 2);
    let of_12 = Counts { wins: 762_844, draws: 118_537, losses: 470_697 };
    let of_14 = Counts { wins: 2_318_881, draws: 787_592, losses: 1_350_927 };
    assert_eq!((headers[12].counts, headers[14].counts), (of_12, of_14));
    for (stones, step) in (0..=9).map(|stones| (stones, 1)).chain([(12, 7), (14, 101)]) {
        assert_eq!(verify_every(&folder, stones, step), None);
    }
    let bytes: u64 = (0..=14).map(|n| fs::metadata(path(&folder, n)).unwrap().len()).sum();
    assert!(bytes <= bytes_of_disk(14));
}

/// The layers of `oware`: won, drawn and lost, of the positions whose opponent has an empty pit and
/// of all. A naive program and the kernels for graphics cards found the same.
#[test]
fn an_even_split_at_a_repetition_gives_the_counts_of_a_naive_program() {
    let folder = Scratch::new();
    let go_on = AtomicBool::new(false);
    let headers = build(&folder, Rules::Oware, 9, 2, &go_on, |_| {}).unwrap();
    let open = [
        (0, 1, 0),
        (5, 0, 7),
        (24, 13, 41),
        (121, 64, 179),
        (577, 143, 645),
        (2_161, 0, 2_207),
        (5_707, 1_545, 5_123),
    ];
    let tables = self::open(&folder);
    for (stones, counts) in open.into_iter().enumerate() {
        let open = (0..positions(stones))
            .map(|rank| unrank(stones, rank))
            .filter(|position| position.stones()[6..12].contains(&0));
        let mut found = [0; 3];
        for position in open {
            let value = tables.probe(&Awari { rules: Rules::Oware, ..position }).unwrap();
            found[(1 - value.signum()) as usize] += 1;
        }
        assert_eq!(found, [counts.0, counts.1, counts.2], "{stones} stones");
    }
    assert_eq!(headers[9].counts, Counts { wins: 85_273, draws: 20_449, losses: 62_238 });
    assert_eq!(tables.reach(Rules::Oware), Some(9));
    assert_eq!(tables.reach(Rules::Forfeit), None);
    for stones in 0..=9 {
        let wrong = verify(&folder, Rules::Oware, stones, 1, &go_on, |_| {}).unwrap();
        assert_eq!(wrong, None);
    }
}

/// The example of the program that Romein and Bal published with their values: what each first move
/// of `1 1 1 1 1 2 4 2 3 0 0 0` is worth, one captured stone at a time.
#[test]
fn the_published_example_of_romein_and_bal_is_reproduced() {
    let layers = romein_bal(16, 2, &AtomicBool::new(false), |_| {}).unwrap();
    let value = |position: &Awari| {
        let (stones, rank) = rank(position).unwrap();
        layers[stones][rank as usize]
    };
    let example = Awari::parse("1-1-1-1-1-2-4-2-3-0-0-0-0-0-S", Rules::Oware).unwrap();
    let moves = example.legal_moves().into_iter().map(|mv| {
        let child = example.play(mv);
        child.store(example.to_move()) as i8 - value(&child)
    });
    assert_eq!(moves.collect::<Vec<i8>>(), [-1, -1, -2, -2, -2, 0]);
    assert_eq!(value(&example), 0);
}

#[test]
fn values_are_seen_from_the_mover_whatever_the_stores() {
    let folder = Scratch::new();
    build_to(&folder, 4, 1);
    let tables = open(&folder);
    // The mover takes two stones and leaves one that neither side can take.
    assert_eq!(probe(&tables, "0-0-0-0-0-1-1-0-0-0-0-1-0-0-S"), Some(2));
    assert_eq!(probe(&tables, "0-0-0-0-0-1-1-0-0-0-0-1-9-11-S"), Some(2));
    assert_eq!(probe(&tables, "1-0-0-0-0-1-0-0-0-0-0-1-0-0-N"), Some(2));
    // Two stones chase each other for ever; one stone has nowhere to go.
    assert_eq!(probe(&tables, "1-0-0-0-0-0-1-0-0-0-0-0-2-2-S"), Some(0));
    assert_eq!(probe(&tables, "1-0-0-0-0-0-0-0-0-0-0-0-2-2-S"), Some(0));
    assert_eq!(probe(&tables, "5-0-0-0-0-0-0-0-0-0-0-0-2-2-S"), None);
    let abapa = Awari::parse("1-0-0-0-0-0-0-0-0-0-0-0-2-2-S", Rules::Abapa).unwrap();
    assert_eq!(tables.probe(&abapa), None, "the tables are for other rules");
    assert_eq!(tables.reach(Rules::Forfeit), Some(4));
}

#[test]
fn bytes_do_not_depend_on_threads() {
    let [one, two] = [1, 2].map(|threads| {
        let folder = Scratch::new();
        build_to(&folder, 10, threads);
        let bytes: Vec<Vec<u8>> = (0..=10).map(|n| fs::read(path(&folder, n)).unwrap()).collect();
        bytes
    });
    assert!(one == two);
}

#[test]
fn a_build_goes_on_where_another_ended() {
    let folder = Scratch::new();
    let stop = AtomicBool::new(false);
    let stop_early = |done| stop.store(done > 0.3, Ordering::Relaxed);
    let stopped = build(&folder, Rules::Forfeit, 9, 1, &stop, stop_early);
    assert!(matches!(stopped, Err(TableError::Stopped)));
    let left = fs::read_dir(&*folder).unwrap().count();
    assert!((1..=9).contains(&left), "{left} layers are finished");
    let modified = |n| fs::metadata(path(&folder, n)).unwrap().modified().unwrap();
    let before = modified(0);
    assert_eq!(build_to(&folder, 9, 1).len(), 10);
    assert_eq!(modified(0), before, "a finished layer is not made again");
    assert_eq!(verify_every(&folder, 9, 1), None);
}

#[test]
fn a_damaged_layer_is_named_left_out_and_built_again() {
    let folder = Scratch::new();
    build_to(&folder, 6, 1);
    let sound = fs::read(path(&folder, 5)).unwrap();
    let mut bytes = sound.clone();
    *bytes.last_mut().unwrap() ^= 4;
    fs::write(path(&folder, 5), &bytes).unwrap();

    let tables = open(&folder);
    for _ in 0..2 {
        assert_eq!(probe(&tables, "1-1-1-1-1-0-0-0-0-0-0-0-0-0-S"), None);
    }
    let problems: Vec<String> = tables.take_problems().iter().map(ToString::to_string).collect();
    assert_eq!(problems.len(), 1, "told once");
    assert!(problems[0].starts_with("block 0 of ") && problems[0].contains("awari-forfeit-05"));
    assert!(verify(&folder, Rules::Forfeit, 5, 1, &AtomicBool::new(false), |_| {}).is_err());

    fs::remove_file(path(&folder, 6)).unwrap();
    build_to(&folder, 6, 1);
    assert!(fs::read(path(&folder, 5)).unwrap() == sound);
}

#[test]
fn a_wrong_value_is_found() {
    let folder = Scratch::new();
    build_to(&folder, 5, 1);
    let id = layer_id(Rules::Forfeit, 5);
    let layer = Shelf::new(&[], Some(&folder), 0).open(&id, positions(5)).unwrap();
    let values = layer.read_all().unwrap();
    let fill = |first: u64, entries: &mut [i8]| {
        entries.copy_from_slice(&values[first as usize..][..entries.len()]);
        entries[1234] += 1;
    };
    let stop = AtomicBool::new(false);
    crate::tables::write(&path(&folder, 5), &id, "", positions(5), fill, &stop).unwrap();
    assert!(verify_every(&folder, 5, 1).is_some());
}

#[test]
fn needs_are_what_the_prototype_showed() {
    // Twenty stones in 0.6 GB and 24 in 3 GB are the limits that were set.
    assert!((300_000_000..600_000_000).contains(&bytes_of_memory(20)));
    assert!((1_500_000_000..3_000_000_000).contains(&bytes_of_memory(24)));
}
