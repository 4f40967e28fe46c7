//! Tables of up to three pieces, made once and held against everything that knows better.

mod files;
mod play;
mod ranks;
mod values;

use std::sync::LazyLock;
use std::sync::atomic::AtomicBool;

use super::layout::Layout;
use super::material::Material;
use super::{CheckersTables, build_in_memory};
use crate::game::{Position, RuleSet};
use crate::games::checkers::{Checkers, Rules};

static GO_ON: AtomicBool = AtomicBool::new(false);

const RULES: &[Rules] = Rules::ALL;

/// The tables under `rules`.
fn tables_of(rules: Rules) -> &'static CheckersTables {
    static TABLES: LazyLock<Vec<CheckersTables>> = LazyLock::new(|| {
        let build = |rules| build_in_memory(rules, 3, 2, true, &GO_ON, |_| ());
        RULES.iter().map(|&rules| build(rules).expect("nobody stops it")).collect()
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

/// The same under `rules`.
fn positions_under(rules: Rules, pieces: u8) -> impl Iterator<Item = Checkers> {
    layouts(rules, pieces).flat_map(|layout| {
        (0..layout.positions()).map(move |rank| layout.position(rank)).collect::<Vec<_>>()
    })
}
