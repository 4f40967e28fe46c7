//! Detours that ladders need, computed once for each node.
//!
//! Suppose there are no detours: then men only ever leave the outside, and the camp only fills. The
//! last man to enter can jump over men in the camp; the one before it over these and the last man;
//! and so on. Growing this set of helpers from the camp outwards, generously (any
//! camp square may be jumped over, any square outside is free to land on), gives all men that
//! could enter without a detour. The rest are stranded.
//!
//! A stranded man needs a detour that lands beside a square its chains reach, or that vacates a
//! camp square it could then enter. These squares are its zone, and stranded men whose zones don't
//! meet need one detour for each zone.
//!
//! If exactly that many detours are left, each zone must be resolved by a single one. That is tried
//! square by square, again generously: whatever gets into another zone counts as home.

use super::super::board::{Words, around, camp};
use super::super::generate::Links;
use super::super::{Halma, Move};
use super::HOME;

/// All of `open` that chains reach from `squares`.
#[inline(always)]
fn flood(links: &Links, mut squares: Words, open: Words) -> Words {
    loop {
        let grown = links.spread(squares).and(open);
        if grown == squares {
            return squares;
        }
        squares = grown;
    }
}

/// The detours that the ladders of a position need.
#[derive(Clone, Copy)]
pub(super) struct Need {
    /// Detours that every way home makes.
    pub detours: u32,
    /// The number of them that concern the zones, each a different one.
    zones: u32,
    /// The zones: a detour that is made for one lands in it, or leaves it inside the camp.
    squares: Words,
}

impl Need {
    /// Nothing is known.
    pub const NONE: Need = Need { detours: 0, zones: 0, squares: Words::EMPTY };

    /// Return true if one of `budget` detours may be spent on `play`.
    pub fn affords(&self, play: Move, budget: u32) -> bool {
        let inside = play.from.is_in(&camp(HOME));
        let concerned = if inside { play.from } else { play.to };
        budget > self.zones || concerned.is_in(&self.squares)
    }
}

/// Return the detours that the ladders need if every man outside has to enter, `shut` detours being
/// known to be made inside the camp and `budget` allowed, all of them by men that leave one of the
/// `crowded` classes if there are such.
pub(super) fn need(runner: &Halma, shut: u32, budget: u32, crowded: Option<Words>) -> Need {
    let ladders = Ladders::of(runner, crowded);
    let climbed = ladders.climb(Words::EMPTY, ladders.start());
    let stranded = ladders.outside.minus(climbed.helpers);
    if stranded.is_empty() || budget == 0 {
        let detours = shut.max(u32::from(!stranded.is_empty()));
        return Need { detours, ..Need::NONE };
    }
    let zones = ladders.zones(stranded);
    let outside_only = zones.all().iter().filter(|zone| zone.and(camp(HOME)).is_empty()).count();
    let squares = zones.all().iter().fold(Words::EMPTY, |all, &zone| all.or(zone));
    let detours = zones.len.max(outside_only + shut as usize) as u32;
    let need = Need { detours, zones: zones.len as u32, squares };
    if need.zones == budget && detours == budget {
        ladders.mend(stranded, &zones, need)
    } else {
        need
    }
}

/// The squares that a man on its way home can jump over and land on.
struct Ladders {
    outside: Words,
    filled: Words,
    /// Squares that a chain can land on, now or once the men there have left.
    open: Words,
    holes: Words,
    beside_holes: Words,
    /// Men that stay, and all of the camp.
    fixed: Words,
    /// The classes that every detour has to leave: by a step, or by a chain to where the next step
    /// enters.
    crowded: Option<Words>,
}

impl Ladders {
    fn of(runner: &Halma, crowded: Option<Words>) -> Ladders {
        let home = camp(HOME);
        let [own, opposing] = runner.men;
        let filled = home.and(runner.occupied());
        let holes = home.minus(filled);
        Ladders {
            outside: own.minus(home),
            filled,
            open: filled.or(opposing).complement(),
            holes,
            beside_holes: around(holes),
            fixed: home.or(opposing),
            crowded,
        }
    }

    /// Jumps over any man that is there now.
    fn all_links(&self) -> Links {
        Links::over(self.fixed.or(self.outside))
    }

    fn start(&self) -> Climbed {
        Climbed { helpers: self.outside.and(self.beside_holes), reached: self.holes }
    }

    /// Return the men that could enter without a detour with `more` men to jump over; `climbed` is
    /// known.
    fn climb(&self, more: Words, mut climbed: Climbed) -> Climbed {
        loop {
            let links = Links::over(self.fixed.or(climbed.helpers).or(more));
            let reached = flood(&links, climbed.reached, self.open);
            let helpers = self.outside.and(reached.or(self.beside_holes));
            let is_all = helpers == climbed.helpers;
            climbed = Climbed { helpers, reached };
            if is_all {
                return climbed;
            }
        }
    }

    fn zones(&self, mut stranded: Words) -> Zones {
        let mut zones = Zones { zones: [Words::EMPTY; 19], len: 0 };
        let links = self.all_links();
        while let Some(man) = first(stranded) {
            stranded = stranded.minus(man);
            let reach = flood(&links, man, self.open);
            let doors = around(man).or(links.spread(reach)).and(self.filled);
            zones.add(around(reach).minus(camp(HOME)).or(doors));
        }
        zones
    }

    /// The need if there is exactly one detour for each zone: one more where that is not enough.
    fn mend(&self, stranded: Words, zones: &Zones, need: Need) -> Need {
        let mut squares = Words::EMPTY;
        for (index, &zone) in zones.all().iter().enumerate() {
            let elsewhere = zones.all_but(index);
            let ladders = self.with_home_in(elsewhere, stranded);
            let climbed = ladders.climb(Words::EMPTY, ladders.start());
            let menders = ladders.menders(&climbed, zone, elsewhere);
            if !ladders.are_mended(&climbed, menders) {
                return Need { detours: need.detours + 1, ..need };
            }
            squares = squares.or(menders);
        }
        Need { squares, ..need }
    }

    /// The same ladders, except that `elsewhere` everything is possible: a man there to jump over,
    /// and a man that gets there is as good as home.
    fn with_home_in(&self, elsewhere: Words, stranded: Words) -> Ladders {
        let holes = self.holes.or(elsewhere);
        Ladders {
            outside: self.outside.minus(stranded.and(elsewhere)),
            filled: self.filled.minus(elsewhere),
            open: self.open.or(elsewhere),
            holes,
            beside_holes: around(holes),
            fixed: self.fixed.or(elsewhere),
            crowded: self.crowded,
        }
    }

    /// Those squares of a `zone` that its only detour could be made onto or, inside, from.
    ///
    /// A man that lands to help enters after those it helps, by the ladders there are without it.
    fn menders(&self, climbed: &Climbed, zone: Words, elsewhere: Words) -> Words {
        let links = self.all_links();
        let movers = self.movers();
        let mut chains = flood(&links, movers, self.open);
        if self.crowded.is_some() {
            chains = chains.and(around(camp(HOME)));
        }
        let from_elsewhere = around(elsewhere).or(flood(&links, elsewhere, self.open));
        let landings = around(movers).or(chains).or(from_elsewhere);
        let doors = self.crowded.map_or(self.filled, |classes| self.filled.and(classes));
        let entrances = climbed.reached.or(self.beside_holes);
        zone.and(landings.and(entrances).minus(camp(HOME)).or(doors))
    }

    /// The men outside that could make a detour.
    fn movers(&self) -> Words {
        self.crowded
            .map_or(self.outside, |classes| self.outside.and(classes).minus(around(camp(HOME))))
    }

    /// Return true if one detour, onto or from one of `squares`, could leave no man stranded.
    fn are_mended(&self, climbed: &Climbed, mut squares: Words) -> bool {
        while let Some(square) = first(squares) {
            squares = squares.minus(square);
            let is_mended = if square.and(self.filled).is_empty() {
                self.are_mended_by_landing(climbed, square)
            } else {
                self.are_mended_by_leaving(square)
            };
            if is_mended {
                return true;
            }
        }
        false
    }

    /// The man that lands may be a stranded one, which helped others from where it stood before.
    fn are_mended_by_landing(&self, climbed: &Climbed, square: Words) -> bool {
        let climbed = self.climb(square, *climbed);
        let stranded = self.outside.minus(climbed.helpers);
        // A chain leads both ways.
        let origins = around(square).or(flood(&self.all_links(), square, self.open));
        let mut movers = stranded.and(origins).and(self.movers());
        while let Some(man) = first(movers) {
            movers = movers.minus(man);
            let others = stranded.minus(man);
            if others.is_empty()
                || others.minus(self.climb(square.or(man), climbed).helpers).is_empty()
            {
                return true;
            }
        }
        stranded.is_empty()
    }

    fn are_mended_by_leaving(&self, door: Words) -> bool {
        let holes = self.holes.or(door);
        let open = self.open.or(door);
        let opened = Ladders { holes, open, beside_holes: around(holes), ..*self };
        let climbed = opened.climb(Words::EMPTY, opened.start());
        self.outside.minus(climbed.helpers).is_empty()
    }
}

/// The reach of the ladders.
#[derive(Clone, Copy)]
struct Climbed {
    /// The men that could enter without a detour.
    helpers: Words,
    /// The squares from which chains lead home.
    reached: Words,
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

    fn all_but(&self, index: usize) -> Words {
        let others = self.all().iter().enumerate().filter(|(other, _)| *other != index);
        others.fold(Words::EMPTY, |all, (_, &zone)| all.or(zone))
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
