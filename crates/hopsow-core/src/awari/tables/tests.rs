//! Counts of independent programs, and values that follow from each other.

use std::fs;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use super::rank::{rank, unrank};
use super::{AwariTables, build, positions, verify};
use crate::tables::{Cache, Counts, Header};

/// A folder of its own for each test, empty at first.
fn folder(test: &str) -> PathBuf {
    let folder = std::env::temp_dir().join(format!("hopsow-awari-{test}-{}", std::process::id()));
    let _ = fs::remove_dir_all(&folder);
    folder
}

fn build_to(folder: &std::path::Path, stones: usize, threads: usize) -> Vec<Header> {
    build(folder, stones, threads, &AtomicBool::new(false), |_| {}).unwrap()
}

fn open(folder: &std::path::Path) -> AwariTables {
    AwariTables::open(Some(folder), &[], &Arc::new(Cache::new(1 << 22)))
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
    let folder = folder("counts");
    let headers = build_to(&folder, 12, 2);
    let counts = Counts { wins: 762_844, draws: 118_537, losses: 470_697 };
    assert_eq!(headers[12].counts, counts);
    assert_eq!(verify(&folder, 12, 7, &AtomicBool::new(false), |_| {}).unwrap(), None);
    for stones in 0..=9 {
        assert_eq!(verify(&folder, stones, 1, &AtomicBool::new(false), |_| {}).unwrap(), None);
    }
    fs::remove_dir_all(folder).unwrap();
}

#[test]
#[ignore = "seconds long: make test-full"]
fn counts_of_fourteen_stones_are_those_of_independent_programs() {
    let folder = folder("fourteen");
    let counts = Counts { wins: 2_318_881, draws: 787_592, losses: 1_350_927 };
    assert_eq!(build_to(&folder, 14, 2)[14].counts, counts);
    fs::remove_dir_all(folder).unwrap();
}
