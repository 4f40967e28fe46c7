//! Tables of checkers: `cargo bench --bench checkers_tables -- [PIECES] [THREADS] [--keep FOLDER]`.
//!
//! Prints the cost of a build, also on a shared machine: wall and CPU time, memory, bytes,
//! the counts of every slice, the time of a probe, and positions in which the choice matters.

mod shared;

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Instant;

use hopsow_core::game::{Position, Side};
use hopsow_core::games::checkers::endings::{CheckersTables, build, bytes_of_memory, verify};
use hopsow_core::games::checkers::{Checkers, Rules};
use hopsow_core::tables::{Header, Shelf, Tables, positions_where_choice_matters};
use shared::usage;

const RULES: Rules = Rules::Dd2380;
const VERIFIED_STEP: u64 = 1009;

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let numbers: Vec<u8> = arguments.iter().filter_map(|argument| argument.parse().ok()).collect();
    let pieces = numbers.first().copied().unwrap_or(4);
    let threads = numbers.get(1).copied().unwrap_or(2).into();
    let keep = arguments.iter().skip_while(|argument| *argument != "--keep").nth(1);
    let temporary = std::env::temp_dir().join(format!("hopsow-bench-{}", std::process::id()));
    let folder = keep.map_or_else(|| temporary.clone(), PathBuf::from);

    let begun = Instant::now();
    let shown = AtomicU64::new(0);
    let headers = build(RULES, &folder, pieces, threads, &AtomicBool::new(false), |part| {
        let per_mille = (part * 1000.0) as u64;
        if shown.fetch_max(per_mille, Ordering::Relaxed) < per_mille {
            eprintln!("{:.1} % after {}", part * 100.0, usage());
        }
    })
    .unwrap();
    println!(
        "checkers to {pieces} pieces, {threads} threads: {:.2} s wall, {}, foreseen {} kB",
        begun.elapsed().as_secs_f64(),
        usage(),
        bytes_of_memory(pieces) >> 10,
    );
    print_slices(&folder, &headers);
    let begun = Instant::now();
    let tables = CheckersTables::open(&Shelf::new(&[], Some(&folder), 256 << 20));
    println!("opening: {:.2} ms", begun.elapsed().as_secs_f64() * 1000.0);
    probe(&tables, pieces);
    let begun = Instant::now();
    let wrong =
        verify(RULES, &folder, pieces, VERIFIED_STEP, &AtomicBool::new(false), |_| ()).unwrap();
    println!("every {VERIFIED_STEP}th position verified: {wrong:?}, {:.2?}", begun.elapsed());
    for choice in positions_where_choice_matters(
        <CheckersTables as Tables<_>>::FILES[0],
        &tables,
        1,
        pieces.into(),
        3,
    ) {
        println!("{} {:?} {:?}", choice.position, choice.worth, choice.keeping);
    }
    if keep.is_none() {
        std::fs::remove_dir_all(folder).unwrap();
    }
}

fn print_slices(folder: &Path, headers: &[Header]) {
    println!("slice       entries        wins       draws      losses       bytes  byte/entry");
    let (mut all_entries, mut all_bytes) = (0, 0);
    for Header { id, entries, counts, .. } in headers {
        let bytes = std::fs::metadata(folder.join(id.file_name())).unwrap().len();
        println!(
            "{:<7} {entries:>11} {:>11} {:>11} {:>11} {bytes:>11} {:>11.3}",
            id.name,
            counts.wins,
            counts.draws,
            counts.losses,
            bytes as f64 / *entries as f64
        );
        all_entries += entries;
        all_bytes += bytes;
    }
    let each = all_bytes as f64 / all_entries as f64;
    println!("all     {all_entries:>11} {all_bytes:>47} {each:>11.3}");
}

/// The time of one probe, over and over among the positions of random games.
fn probe(tables: &CheckersTables, pieces: u8) {
    let mut random = 1_u64;
    let mut positions = Vec::new();
    while positions.len() < 10_000 {
        let mut position = Checkers::start(RULES, Side::One);
        loop {
            let moves = position.legal_moves();
            if moves.is_empty() {
                break;
            }
            random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            position = position.play(moves[(random >> 33) as usize % moves.len()]);
            if position.cells().iter().filter(|&&cell| cell != b'.').count() <= pieces.into() {
                positions.push(position);
            }
        }
    }
    for warmth in ["cold", "warm"] {
        let begun = Instant::now();
        let sum: i64 = positions.iter().map(|p| i64::from(tables.probe(p).unwrap().result())).sum();
        let each = begun.elapsed().as_nanos() as f64 / positions.len() as f64;
        println!("probe, {warmth}: {each:.0} ns (sum {sum})");
    }
}
