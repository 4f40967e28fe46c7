//! Tables of up to three pieces, made once and held against everything that knows better.

mod files;
mod play;
mod ranks;
mod values;

use std::sync::LazyLock;
use std::sync::atomic::AtomicBool;

use super::build::pairs;
use super::layout::Layout;
use super::material::Material;
use super::solve::Pair;
use super::{CheckersTables, Ending};
use crate::game::{Position, RuleSet};
use crate::games::checkers::{Checkers, Rules};
use crate::tables::Counts;

static GO_ON: AtomicBool = AtomicBool::new(false);

const RULES: &[Rules] = Rules::ALL;

/// The tables under `rules`.
fn tables_of(rules: Rules) -> &'static CheckersTables {
    static TABLES: LazyLock<Vec<CheckersTables>> = LazyLock::new(|| {
        let build = |rules: Rules| {
            let mut tables = CheckersTables::new();
            for pair in pairs(3) {
                let slices = Pair::new(rules, pair, rules.limit()).solve(&tables, &GO_ON, |_| ());
                tables.extend(slices.expect("no stop"));
            }
            tables
        };
        RULES.iter().map(|&rules| build(rules)).collect()
    });
    &TABLES[rules as usize]
}

fn tables() -> &'static CheckersTables {
    tables_of(Rules::Dd2380)
}

fn read(text: &str) -> Checkers {
    Checkers::parse(text, Rules::Dd2380).expect("a position")
}

fn with_counter(position: &Checkers, counter: u8) -> Checkers {
    Checkers { counter, ..*position }
}

fn layouts(rules: Rules, pieces: u8) -> impl Iterator<Item = Layout> {
    Material::all(pieces).map(move |material| Layout::new(rules, material))
}

/// Every position with `pieces` pieces, red to move.
fn positions(pieces: u8) -> impl Iterator<Item = Checkers> {
    positions_under(Rules::Dd2380, pieces)
}

/// Solve under `rules`.
fn positions_under(rules: Rules, pieces: u8) -> impl Iterator<Item = Checkers> {
    layouts(rules, pieces).flat_map(|layout| {
        (0..layout.positions()).map(move |rank| layout.position(rank)).collect::<Vec<_>>()
    })
}

/// Count the results of all positions with `pieces` pieces from counter 0.
fn counts(rules: Rules, pieces: u8) -> Counts {
    let mut counts = Counts::default();
    for position in positions_under(rules, pieces) {
        match tables_of(rules).probe(&position).expect("a solved position") {
            Ending::Win { .. } => counts.wins += 1,
            Ending::Draw => counts.draws += 1,
            Ending::Loss { .. } => counts.losses += 1,
        }
    }
    counts
}
