//! Building tables and looking positions up: `cargo bench --bench awari_tables -- [STONES] [THREADS]`.
//!
//! Prints what is needed to judge a build on a shared machine: wall and CPU time, memory, bytes,
//! and the counts of every layer.

mod shared;

use std::path::Path;
use std::sync::atomic::AtomicBool;
use std::time::Instant;

use hopsow_core::game::{Position, Side};
use hopsow_core::games::awari::endings::{AwariTables, build};
use hopsow_core::games::awari::{Awari, Rules};
use hopsow_core::tables::{Header, Shelf};
use shared::usage;

fn main() {
    let numbers: Vec<usize> = std::env::args().filter_map(|arg| arg.parse().ok()).collect();
    let stones = numbers.first().copied().unwrap_or(14);
    let threads = numbers.get(1).copied().unwrap_or(2);
    let folder = std::env::temp_dir().join(format!("hopsow-bench-{}", std::process::id()));
    let begun = Instant::now();
    let headers =
        build(&folder, Rules::Forfeit, stones, threads, &AtomicBool::new(false), |_| {}).unwrap();
    println!(
        "awari to {stones} stones, {threads} threads: {:.2} s wall, {}",
        begun.elapsed().as_secs_f64(),
        usage()
    );
    print_layers(&folder, &headers);
    probe(&folder, stones);
    std::fs::remove_dir_all(folder).unwrap();
}

fn print_layers(folder: &Path, headers: &[Header]) {
    println!("layer      entries         wins        draws       losses        bytes  byte/entry");
    for header in headers {
        let bytes = std::fs::metadata(folder.join(header.id.file_name())).unwrap().len();
        println!(
            "{:>5} {:>12} {:>12} {:>12} {:>12} {bytes:>12} {:>11.3}",
            header.id.name,
            header.entries,
            header.counts.wins,
            header.counts.draws,
            header.counts.losses,
            bytes as f64 / header.entries as f64
        );
    }
}

/// The time of one probe, over and over among the positions of random games.
fn probe(folder: &Path, stones: usize) {
    let tables = AwariTables::open(&Shelf::new(&[], Some(folder), 256 << 20));
    let mut random = 1_u64;
    let mut positions = Vec::new();
    while positions.len() < 10_000 {
        let mut position = Awari::start(Rules::Forfeit, Side::One);
        for _ in 0..200 {
            let moves = position.legal_moves();
            if moves.is_empty() {
                break;
            }
            random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            position = position.play(moves[(random >> 33) as usize % moves.len()]);
            let left: usize = position.stones()[..12].iter().map(|&n| usize::from(n)).sum();
            if left <= stones {
                positions.push(position);
            }
        }
    }
    for warmth in ["cold", "warm"] {
        let begun = Instant::now();
        let sum: i64 = positions.iter().filter_map(|p| tables.probe(p)).map(i64::from).sum();
        let each = begun.elapsed().as_nanos() as f64 / positions.len() as f64;
        println!("probe, {warmth}: {each:.0} ns (sum {sum})");
    }
}
