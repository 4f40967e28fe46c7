//! Tables: `cargo bench --bench tables -- [checkers|awari] [SIZE] [THREADS]`.
//!
//! Prints the cost of a build, also on a shared machine: wall and CPU time, memory, bytes, the
//! counts of every file, the time of a probe, and a verification of a sample.

use std::path::Path;
use std::sync::atomic::AtomicBool;
use std::time::Instant;

use hopsow_core::game::{Position, RuleSet, Side};
use hopsow_core::games::awari::{Awari, endings::AwariTables};
use hopsow_core::games::checkers::{Checkers, endings::CheckersTables};
use hopsow_core::search::cpu_time;
use hopsow_core::tables::{Header, Shelf, Tables};

const VERIFIED_STEP: u64 = 1009;
const CACHE_BYTES: usize = 256 << 20;

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let numbers: Vec<u32> = arguments.iter().filter_map(|argument| argument.parse().ok()).collect();
    let (size, threads) = (numbers.first().copied(), numbers.get(1).copied().unwrap_or(2));
    let wants = |game: &str| {
        !arguments
            .iter()
            .any(|argument| ["checkers", "awari"].contains(&argument.as_str()) && argument != game)
    };
    if wants("checkers") {
        bench::<Checkers, CheckersTables>(size.unwrap_or(4), threads as usize);
    }
    if wants("awari") {
        bench::<Awari, AwariTables>(size.unwrap_or(14), threads as usize);
    }
}

fn bench<P: Position, T: Tables<P>>(size: u32, threads: usize) {
    let files = T::FILES[0];
    let folder = std::env::temp_dir().join(format!("hopsow-bench-{}", std::process::id()));
    let never = AtomicBool::new(false);
    let begun = Instant::now();
    let headers = files.build(&folder, size, threads, &never, &|_| {}).unwrap();
    println!(
        "{} to size {size}, {threads} threads: {:.2} s wall, {}, foreseen {} kB",
        P::GAME,
        begun.elapsed().as_secs_f64(),
        usage(),
        files.needs(size).memory >> 10
    );
    print_files(&folder, &headers);
    let begun = Instant::now();
    let tables = T::open(&Shelf::new(&[], Some(&folder), CACHE_BYTES));
    println!("opening: {:.2} ms", begun.elapsed().as_secs_f64() * 1000.0);
    let positions = positions::<P>(|position| files.size(position) <= size);
    for warmth in ["cold", "warm"] {
        let begun = Instant::now();
        let sum: i64 = positions.iter().map(|p| i64::from(tables.probe(p).unwrap().result)).sum();
        let each = begun.elapsed().as_nanos() as f64 / positions.len() as f64;
        println!("probe, {warmth}: {each:.0} ns (sum {sum})");
    }
    let begun = Instant::now();
    let wrong = files.verify(&folder, size, VERIFIED_STEP, &never, &|_| {}).unwrap();
    println!("every {VERIFIED_STEP}th entry verified: {wrong:?}, {:.2?}", begun.elapsed());
    std::fs::remove_dir_all(folder).unwrap();
}

fn print_files(folder: &Path, headers: &[Header]) {
    println!("file        entries        wins       draws      losses       bytes  byte/entry");
    for Header { id, entries, counts, .. } in headers {
        let bytes = std::fs::metadata(folder.join(id.file_name())).unwrap().len();
        let each = bytes as f64 / *entries as f64;
        println!(
            "{:<7} {entries:>11} {:>11} {:>11} {:>11} {bytes:>11} {each:>11.3}",
            id.name, counts.wins, counts.draws, counts.losses
        );
    }
}

/// Return positions of random games, under the rules of the tables, that they hold.
fn positions<P: Position>(is_held: impl Fn(&P) -> bool) -> Vec<P> {
    let mut random = 1_u64;
    let mut positions = Vec::new();
    while positions.len() < 10_000 {
        let mut position = P::start(P::Rules::ALL[0], Side::One);
        for _ in 0..400 {
            let moves = position.legal_moves();
            if moves.is_empty() {
                break;
            }
            random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            position = position.play(moves[(random >> 33) as usize % moves.len()]);
            if is_held(&position) {
                positions.push(position);
            }
        }
    }
    positions
}

/// Return the CPU time and peak memory of this process, where the system reports them.
fn usage() -> String {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let peak = status.lines().find(|line| line.starts_with("VmHWM")).unwrap_or("");
    format!("{:.2} s CPU, {peak}", cpu_time().as_secs_f64())
}
