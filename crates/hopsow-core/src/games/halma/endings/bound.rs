//! A lower bound on the detours of a way home, cheap enough to compute for every move.
//!
//! Three arguments, each a count of moves that enter no camp:
//!
//! - **Classes.** A chain keeps a man's parity class. A man that ends in another class than the
//!   one it stands in takes a step, and unless that step begins next to the camp, it is a detour.
//! - **Levels.** Let a level be any number that differs by at most one between squares that touch,
//!   and is 0 in the camp. A jump begins and ends within one level of the man it passes, so a man
//!   whose level and the next one below it that is taken are further apart than one has to wait or
//!   to walk. Every level up to the highest man's that no man stands on costs a detour: a move
//!   fills at most one such level, and an entry fills none. Opposing men are taken to stay, and
//!   each to bridge the levels around its own.
//! - **Shut holes.** A hole that no step from outside enters, and that the holes of its class do
//!   not join with the outside, has to wait for a move inside the camp. Those are moves of other
//!   men than the ones that climb the levels, so the two counts add up. A step inside the camp can
//!   open two classes at once.

use std::sync::LazyLock;

use super::super::board::{Square, Words, around, camp};
use super::super::{Halma, Move};
use super::HOME;

/// Ways of numbering levels: the distance to the camp in king's moves, and two coarser ones that
/// see gaps along the edges and along the diagonal.
const SCALES: usize = 3;

/// Tables that follow from the shape of the board alone.
struct Shape {
    /// The levels of a square on each scale, by its place in the words.
    levels: [[u8; SCALES]; 256],
    /// True if some hole of a class is shut, by the class and its taken squares in the camp.
    shut: [[bool; 512]; 4],
}

static SHAPE: LazyLock<Shape> = LazyLock::new(|| Shape {
    levels: std::array::from_fn(|place| levels(Square::at(place >> 6, place as u32 & 63))),
    shut: std::array::from_fn(|class| std::array::from_fn(|taken| has_shut_hole(class, taken))),
});

fn levels(square: Square) -> [u8; SCALES] {
    let (x, y) = (square.x(), square.y());
    let distance = |goal: Square| x.abs_diff(goal.x()).max(y.abs_diff(goal.y()));
    let nearest = camp(HOME).squares().map(distance).min().unwrap_or(0);
    // The camp's corners: no square of it is left of column 11 or above row 11, and x + y is 25 on
    // its slope.
    [nearest, 11u8.saturating_sub(x.min(y)), 25u8.saturating_sub(x + y).div_ceil(2)]
}

/// The bits of the camp in a class's word: three columns of three rows, in nine bits.
fn camp_bits(word: u64) -> usize {
    (word >> 45 & 7 | (word >> 53 & 7) << 3 | (word >> 61 & 7) << 6) as usize
}

fn has_shut_hole(class: usize, taken: usize) -> bool {
    let taken = taken as u64;
    let taken = (taken & 7) << 45 | (taken >> 3 & 7) << 53 | (taken >> 6 & 7) << 61;
    let outside = camp(HOME).complement();
    let holes = !outside.0[class] & !taken;
    let mut open = outside.0[class];
    loop {
        let row = open | (open & !(FIRST_COLUMN << 7)) << 1 | (open & !FIRST_COLUMN) >> 1;
        let grown = open | (row | row << 8 | row >> 8) & holes;
        if grown == open {
            return holes & !open & !around(outside).0[class] != 0;
        }
        open = grown;
    }
}

const FIRST_COLUMN: u64 = 0x0101_0101_0101_0101;

/// The state of the bound, updated from move to move.
#[derive(Clone, Copy)]
pub(super) struct Standing {
    pub outside: u8,
    pub holes: u8,
    /// The levels of all men together.
    pub distance: u16,
    /// For each class, the men that do not stand next to the camp, less its squares there.
    excess: [i8; 4],
    /// The taken squares of the camp, by class.
    camp: [u16; 4],
    /// The levels that men stand on.
    taken: [u16; SCALES],
    /// The levels that opposing men bridge.
    bridged: [u16; SCALES],
}

/// The number of men on each level: a man that leaves may empty it.
#[derive(Clone, Copy)]
pub(super) struct Crowds([[u8; 16]; SCALES]);

impl Crowds {
    pub fn of(runner: &Halma) -> Crowds {
        let mut crowds = Crowds([[0; 16]; SCALES]);
        for man in runner.men[0].squares() {
            for (crowd, level) in crowds.0.iter_mut().zip(SHAPE.levels[man.place()]) {
                crowd[level as usize] += 1;
            }
        }
        crowds
    }

    pub fn after(&self, play: Move) -> Crowds {
        let mut next = *self;
        let (from, to) = (&SHAPE.levels[play.from.place()], &SHAPE.levels[play.to.place()]);
        for (scale, crowd) in next.0.iter_mut().enumerate() {
            crowd[from[scale] as usize] -= 1;
            crowd[to[scale] as usize] += 1;
        }
        next
    }
}

impl Standing {
    pub fn of(runner: &Halma) -> Standing {
        let home = camp(HOME);
        let [own, opposing] = runner.men;
        let filled = home.and(runner.occupied());
        let mut standing = Standing {
            outside: own.minus(home).len() as u8,
            holes: home.minus(filled).len() as u8,
            distance: 0,
            excess: std::array::from_fn(|class| {
                let squares = home.0[class] & !opposing.0[class];
                -(squares.count_ones() as i8)
            }),
            camp: std::array::from_fn(|class| camp_bits(filled.0[class]) as u16),
            taken: [0; SCALES],
            bridged: [0; SCALES],
        };
        for man in own.squares() {
            standing.arrive(man, &SHAPE.levels[man.place()]);
        }
        for man in opposing.squares() {
            for (bridged, level) in standing.bridged.iter_mut().zip(SHAPE.levels[man.place()]) {
                *bridged |= (7 << level) >> 1;
            }
        }
        standing
    }

    #[inline(always)]
    fn arrive(&mut self, man: Square, levels: &[u8; SCALES]) {
        self.distance += u16::from(levels[0]);
        self.excess[man.class()] += i8::from(levels[0] != 1);
        for (taken, &level) in self.taken.iter_mut().zip(levels) {
            *taken |= 1 << level;
        }
    }

    /// The standing after a move of the runner's; `crowds` are those before it.
    #[inline(always)]
    pub fn after(&self, crowds: &Crowds, play: Move) -> Standing {
        let shape = &*SHAPE;
        let mut next = *self;
        let (from, to) = (&shape.levels[play.from.place()], &shape.levels[play.to.place()]);
        next.distance -= u16::from(from[0]);
        next.excess[play.from.class()] -= i8::from(from[0] != 1);
        for (scale, &level) in from.iter().enumerate() {
            next.taken[scale] &= !(u16::from(crowds.0[scale][level as usize] == 1) << level);
        }
        next.arrive(play.to, to);
        for (square, level) in [(play.from, from[0]), (play.to, to[0])] {
            if level == 0 {
                next.camp[square.class()] ^= camp_bits(1 << (square.place() & 63)) as u16;
            }
        }
        if from[0] != 0 && to[0] == 0 {
            next.outside -= 1;
            next.holes -= 1;
        }
        next
    }

    /// Every man outside has to enter; only then does the bound hold.
    #[inline(always)]
    pub fn needs_all(&self) -> bool {
        self.outside == self.holes
    }

    /// Detours inside the camp that every way home makes.
    #[inline(always)]
    pub fn shut(&self) -> u32 {
        let shape = &*SHAPE;
        let classes = (0..4).filter(|&class| shape.shut[class][self.camp[class] as usize]).count();
        classes.div_ceil(2) as u32
    }

    /// The classes that men have to leave, if they need every one of `budget` detours for it.
    pub fn crowded(&self, budget: u32) -> Option<Words> {
        let classes = self.excess.map(|excess| if excess > 0 { u64::MAX } else { 0 });
        (self.steps() == budget).then_some(Words(classes))
    }

    #[inline(always)]
    fn steps(&self) -> u32 {
        self.excess.iter().map(|&excess| excess.max(0) as u32).sum()
    }

    /// Detours that every way home makes.
    #[inline(always)]
    pub fn detours(&self) -> u32 {
        if !self.needs_all() {
            return 0;
        }
        let gaps = (0..SCALES).map(|scale| self.gaps(scale)).max().unwrap_or(0);
        self.steps().max(gaps + self.shut())
    }

    #[inline(always)]
    fn gaps(&self, scale: usize) -> u32 {
        let taken = self.taken[scale] | 1;
        let up_to_highest = u16::MAX >> taken.leading_zeros();
        (up_to_highest & !taken & !self.bridged[scale]).count_ones()
    }
}
