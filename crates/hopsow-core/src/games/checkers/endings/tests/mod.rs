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
use crate::game::Position;
use crate::games::checkers::{Checkers, Rules};

static GO_ON: AtomicBool = AtomicBool::new(false);

fn tables() -> &'static CheckersTables {
    static TABLES: LazyLock<CheckersTables> =
        LazyLock::new(|| build_in_memory(3, 2, true, &GO_ON, |_| ()).expect("nobody stops it"));
    &TABLES
}

fn read(text: &str) -> Checkers {
    Checkers::parse(text, Rules::Dd2380).expect("a position")
}

fn with_counter(position: &Checkers, counter: u8) -> Checkers {
    Checkers { counter, ..*position }
}

fn layouts(pieces: u8) -> impl Iterator<Item = Layout> {
    Material::all(pieces).map(Layout::new)
}

/// Every position with `pieces` pieces, red to move.
fn positions(pieces: u8) -> impl Iterator<Item = Checkers> {
    layouts(pieces).flat_map(|layout| {
        (0..layout.positions()).map(move |rank| layout.position(rank)).collect::<Vec<_>>()
    })
}
