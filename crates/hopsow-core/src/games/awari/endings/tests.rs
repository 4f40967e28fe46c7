//! Counts by independent programs, values that follow from each other, and the files of a build.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};

use super::rank::{rank, unrank};
use super::{AwariTables, build, bytes_of_disk, bytes_of_memory, layer_id, positions, verify};
use crate::game::Position;
use crate::games::awari::{Awari, Rules};
use crate::tables::scratch::Scratch;
use crate::tables::{Contradiction, Counts, Header, Shelf, TableError};

fn build_to(folder: &Path, stones: usize, threads: usize) -> Vec<Header> {
    build(folder, stones, threads, &AtomicBool::new(false), |_| {}).unwrap()
}

fn open(folder: &Path) -> AwariTables {
    AwariTables::open(&Shelf::new(&[], Some(folder), 1 << 22))
}

fn path(folder: &Path, stones: usize) -> PathBuf {
    folder.join(layer_id(stones).file_name())
}

fn verify_every(folder: &Path, stones: usize, step: u64) -> Option<Contradiction<Awari>> {
    verify(folder, stones, step, &AtomicBool::new(false), |_| {}).unwrap()
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
    let stopped = build(&folder, 9, 1, &stop, stop_early);
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
    assert!(verify(&folder, 5, 1, &AtomicBool::new(false), |_| {}).is_err());

    fs::remove_file(path(&folder, 6)).unwrap();
    build_to(&folder, 6, 1);
    assert!(fs::read(path(&folder, 5)).unwrap() == sound);
}

#[test]
fn a_wrong_value_is_found() {
    let folder = Scratch::new();
    build_to(&folder, 5, 1);
    let layer = Shelf::new(&[], Some(&folder), 0).open(&layer_id(5), positions(5)).unwrap();
    let values = layer.read_all().unwrap();
    let fill = |first: u64, entries: &mut [i8]| {
        entries.copy_from_slice(&values[first as usize..][..entries.len()]);
        entries[1234] += 1;
    };
    let stop = AtomicBool::new(false);
    crate::tables::write(&path(&folder, 5), &layer_id(5), "", positions(5), fill, &stop).unwrap();
    assert!(verify_every(&folder, 5, 1).is_some());
}

#[test]
fn needs_are_what_the_prototype_showed() {
    // Twenty stones in 0.6 GB and 24 in 3 GB are the limits that were set.
    assert!((300_000_000..600_000_000).contains(&bytes_of_memory(20)));
    assert!((1_500_000_000..3_000_000_000).contains(&bytes_of_memory(24)));
}
