//! The tables in `testdata/perft` define the rules in numbers. The oracle in `tests/oracle` checks
//! the same tables, so a row that both agree on was counted twice, by unlike programs.

use std::fs;
use std::path::Path;
use std::sync::atomic::AtomicBool;

use hopsow_core::game::{Position, RuleSet};
use hopsow_core::games::awari::Awari;
use hopsow_core::games::checkers::Checkers;
use hopsow_core::games::halma::Halma;
use hopsow_core::perft::{divide, perft};

/// A row `name | rules | position | counts by depth`.
fn check_row<P: Position>(line: &str) {
    let fields: Vec<&str> = line.split('|').map(str::trim).collect();
    let [name, rules, text, counts] = fields[..] else { panic!("not a row: {line}") };
    let rules = P::Rules::named(rules).expect("a rule set");
    let position = P::parse(text, rules).unwrap_or_else(|error| panic!("{name}: {error}"));
    let stop = AtomicBool::new(false);
    for (depth, expected) in (1..).zip(counts.split_whitespace()) {
        let found = perft(&position, depth, 1, &stop).expect("no stop");
        if found.to_string() != expected {
            let parts = divide(&position, depth, 1, &stop).expect("no stop");
            for (mv, count) in parts {
                eprintln!("{}: {count}", position.move_text(mv));
            }
            panic!("{name}, depth {depth}: expected {expected}, found {found}");
        }
    }
}

fn check_table<P: Position>() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../testdata/perft");
    let table = fs::read_to_string(path.join(P::GAME).with_extension("txt")).expect("the table");
    let rows: Vec<&str> =
        table.lines().filter(|line| !line.is_empty() && !line.starts_with('#')).collect();
    assert!(rows.len() > 10, "the table of {} is short", P::GAME);
    rows.into_iter().for_each(check_row::<P>);
}

#[test]
fn halma() {
    check_table::<Halma>();
}

#[test]
fn checkers() {
    check_table::<Checkers>();
}

#[test]
fn awari() {
    check_table::<Awari>();
}
