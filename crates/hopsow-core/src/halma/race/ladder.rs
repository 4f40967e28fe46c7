//! Detours that ladders need, asked for once a node.
//!
//! Leave all detours out: men then only ever leave the outside, and the camp only ever fills. Of
//! the last man to enter it is known what it can jump over: the camp. Of the one before, that and
//! the last man; and so on. Growing this set of helpers from the camp outwards, generously (any
//! camp square may be jumped over, any square outside is free to land on), gives all men that
//! could enter without a detour. The rest are stranded.
//!
//! A stranded man changes its lot only by a detour that lands beside a square its chains reach, or
//! that leaves a camp square it could then enter. These squares are its zone, and stranded men whose
//! zones don't meet need one detour for each zone.

use super::super::board::{Words, camp};
use super::super::plays::Links;
use super::super::{Halma, Play};
use super::HOME;

/// `squares` and all that touch them.
pub(super) fn around(squares: Words) -> Words {
    const FIRST_COLUMN: u64 = 0x0101_0101_0101_0101;
    let wider = |even: u64, odd: u64| {
        (even | odd | (odd & !(FIRST_COLUMN << 7)) << 1, odd | even | (even & !FIRST_COLUMN) >> 1)
    };
    let [a, b, c, d] = squares.0;
    let ((a, b), (c, d)) = (wider(a, b), wider(c, d));
    Words([a | c | c << 8, b | d | d << 8, c | a | a >> 8, d | b | b >> 8])
}

/// All of `open` that chains reach from `squares`.
fn flood(links: &Links, mut squares: Words, open: Words) -> Words {
    loop {
        let grown = links.spread(squares).and(open);
        if grown == squares {
            return squares;
        }
        squares = grown;
    }
}

/// What the ladders of a position need.
#[derive(Clone, Copy)]
pub(super) struct Need {
    /// Detours that every way home makes.
    pub detours: u32,
    /// How many of them concern the zones, each another one.
    zones: u32,
    /// The zones: a detour that is made for one lands in it, or leaves it inside the camp.
    squares: Words,
}

impl Need {
    /// Nothing is known.
    pub const NONE: Need = Need { detours: 0, zones: 0, squares: Words::EMPTY };

    /// With `budget` detours left, one by `play` can be afforded.
    pub fn affords(&self, play: Play, budget: u32) -> bool {
        let inside = play.from.is_in(&camp(HOME));
        let concerned = if inside { play.from } else { play.to };
        budget > self.zones || concerned.is_in(&self.squares)
    }
}

/// What the ladders of a position need where every man outside has to enter, `shut` detours being
/// known to be made inside the camp.
pub(super) fn need(runner: &Halma, shut: u32) -> Need {
    let home = camp(HOME);
    let [own, opposing] = runner.men;
    let outside = own.minus(home);
    let filled = home.and(runner.occupied());
    let open = filled.or(opposing).complement();
    let mut stranded = outside.minus(helpers(outside, home.minus(filled), home.or(opposing), open));
    let links = Links::over(home.or(opposing).or(outside));
    let mut zones = Zones { zones: [Words::EMPTY; 19], len: 0 };
    while let Some(man) = first(stranded) {
        stranded = stranded.minus(man);
        let reach = flood(&links, man, open);
        let doors = around(man).or(links.spread(reach)).and(filled);
        zones.add(around(reach).minus(home).or(doors));
    }
    let outside_only = zones.all().iter().filter(|zone| zone.and(home).is_empty()).count();
    let squares = zones.all().iter().fold(Words::EMPTY, |all, &zone| all.or(zone));
    let zones = zones.len as u32;
    Need { detours: zones.max(outside_only as u32 + shut), zones, squares }
}

/// The men that could enter without a detour of anybody's.
fn helpers(outside: Words, holes: Words, fixed: Words, open: Words) -> Words {
    let beside_holes = around(holes);
    let mut helpers = outside.and(beside_holes);
    let mut reached = holes;
    loop {
        reached = flood(&Links::over(fixed.or(helpers)), reached, open);
        let more = outside.and(reached.or(beside_holes));
        if more == helpers {
            return helpers;
        }
        helpers = more;
    }
}

fn first(squares: Words) -> Option<Words> {
    let class = squares.0.iter().position(|&word| word != 0)?;
    let mut one = Words::EMPTY;
    one.0[class] = squares.0[class] & squares.0[class].wrapping_neg();
    Some(one)
}

/// Zones that don't meet.
struct Zones {
    zones: [Words; 19],
    len: usize,
}

impl Zones {
    fn all(&self) -> &[Words] {
        &self.zones[..self.len]
    }

    /// Add a zone, made one with all that it meets.
    fn add(&mut self, mut zone: Words) {
        while let Some(met) = self.all().iter().position(|other| !other.and(zone).is_empty()) {
            zone = zone.or(self.zones[met]);
            self.len -= 1;
            self.zones[met] = self.zones[self.len];
        }
        self.zones[self.len] = zone;
        self.len += 1;
    }
}
