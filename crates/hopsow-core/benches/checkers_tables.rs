//! Building and probing the tables of checkers: `cargo bench --bench checkers_tables -- [PIECES
//! [THREADS [FOLDER]]] [--no-counter]`, 4 pieces by default. Prints every slice with its counts.

use std::sync::atomic::AtomicBool;
use std::time::Instant;

use hopsow_core::checkers::tables::Build;
use hopsow_core::tables::Counts;

fn main() {
    let arguments: Vec<String> =
        std::env::args().skip(1).filter(|argument| argument != "--bench").collect();
    let (switches, places): (Vec<String>, Vec<String>) =
        arguments.into_iter().partition(|argument| argument.starts_with("--"));
    let number = |i: usize, default| places.get(i).map_or(default, |text| text.parse().unwrap());
    let build = Build {
        pieces: number(0, 4),
        threads: number(1, 2).into(),
        counts_plies: !switches.contains(&"--no-counter".to_owned()),
        folder: places.get(2).map(Into::into),
    };
    println!("{} positions, {} bytes of memory", build.positions(), build.memory_bytes());

    let start = Instant::now();
    let mut last = start.elapsed();
    let mut totals = [Counts::default(); 7];
    let tables = build.run(&AtomicBool::new(false), |progress| {
        for (name, counts) in &progress.finished {
            totals[name.len() - 1] += *counts;
            println!("{name:<8} {:>12} {:>12} {:>12}", counts.wins, counts.draws, counts.losses);
        }
        let now = start.elapsed();
        println!(
            "{:>60.2} s {:>6.1} %",
            (now - last).as_secs_f64(),
            progress.positions as f64 / progress.of_positions as f64 * 100.0
        );
        last = now;
    });
    tables.expect("the tables can be built");
    for (pieces, counts) in totals.iter().enumerate().skip(2) {
        println!("{pieces} pieces: {:?}", counts);
    }
    println!("{:.2} s", start.elapsed().as_secs_f64());
}
