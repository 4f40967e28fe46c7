//! The move generator.
//!
//! Which squares a chain can reach depends on the obstacles alone. Within a parity class the empty
//! squares form an undirected graph, joined where a man stands between them; the moving man is no
//! obstacle to itself, since the squares it jumps over lie in other classes, and its own square
//! joins nothing that it cannot enter directly. So a man reaches exactly the components that it
//! can jump into, and the plays of a class are, for each component, all its squares times all men
//! beside it: one flood for each component instead of each man. The four classes are flooded in
//! parallel.
//!
//! Moves are produced in two kinds of bundle, which the caller counts or expands: `parallel`, the
//! same displacement for many men, and `product`, every source with every target.

use crate::game::Side;

use super::board::{Square, Words, around, camp};
use super::position::is_further;
use super::{Halma, Move};

/// Receives the plays of a position, bundle by bundle.
pub(super) trait MoveBundles {
    /// The moves that end on `targets`, each from the square `shift` bits below in class `from`.
    fn parallel(&mut self, from: usize, to: usize, shift: i32, targets: u64);
    /// The moves from each of `sources` to each of `targets`, all in one class.
    fn product(&mut self, class: usize, sources: u64, targets: u64);
}

/// Counts moves without looking at them.
pub(super) struct Count(pub u64);

impl MoveBundles for Count {
    #[inline(always)]
    fn parallel(&mut self, _: usize, _: usize, _: i32, targets: u64) {
        self.0 += u64::from(targets.count_ones());
    }

    #[inline(always)]
    fn product(&mut self, _: usize, sources: u64, targets: u64) {
        self.0 += u64::from(sources.count_ones() * targets.count_ones());
    }
}

/// Expands bundles into single moves.
pub(super) struct List<F: FnMut(Move)>(pub F);

impl<F: FnMut(Move)> MoveBundles for List<F> {
    #[inline(always)]
    fn parallel(&mut self, from: usize, to: usize, shift: i32, targets: u64) {
        for bit in bits(targets) {
            let source = bit.wrapping_add_signed(-shift);
            (self.0)(Move { from: Square::at(from, source), to: Square::at(to, bit) });
        }
    }

    #[inline(always)]
    fn product(&mut self, class: usize, sources: u64, targets: u64) {
        for source in bits(sources) {
            for target in bits(targets) {
                (self.0)(Move { from: Square::at(class, source), to: Square::at(class, target) });
            }
        }
    }
}

/// The places of the bits of a word, lowest first.
#[inline(always)]
pub(super) fn bits(mut word: u64) -> impl Iterator<Item = u32> {
    std::iter::from_fn(move || {
        let bit = word.trailing_zeros();
        word &= word.wrapping_sub(1);
        (bit < 64).then_some(bit)
    })
}

/// Men that may play, and where their moves may end.
#[derive(Clone, Copy)]
struct Group {
    sources: Words,
    targets: Words,
}

/// Pass the legal moves of `position` to `plays`.
#[inline(always)]
pub(super) fn generate(position: &Halma, plays: &mut impl MoveBundles) {
    if position.is_won() {
        return;
    }
    let own = position.men[position.to_move as usize];
    let own_camp = camp(position.to_move);
    let in_camp = own.and(own_camp);
    if position.rules.empties_camp_first() && !in_camp.is_empty() {
        leave_camp(position, in_camp, plays);
    } else {
        play_freely(position, own, plays);
    }
}

/// Return true if some man has room for a legal step, a quick test; if not, there may still be a
/// move.
#[inline(always)]
pub(super) fn can_step(position: &Halma) -> bool {
    let own = position.men[position.to_move as usize];
    let own_camp = camp(position.to_move);
    let in_camp = own.and(own_camp);
    let men = if position.rules.empties_camp_first() && !in_camp.is_empty() {
        in_camp
    } else {
        own.minus(camp(position.to_move.other()))
    };
    !around(men).minus(position.occupied()).minus(own_camp).is_empty()
}

/// S2.3: out of the camp; if that is impossible, away from its corner; only then elsewhere.
#[inline(always)]
fn leave_camp(position: &Halma, in_camp: Words, plays: &mut impl MoveBundles) {
    let mover = Mover::new(position);
    let outside = mover.empty.minus(camp(position.to_move));
    let mut leaving = Noticed { plays, any: false };
    mover.generate(Group { sources: in_camp, targets: outside }, &mut leaving);
    if !leaving.any {
        move_up_or_elsewhere(position, &mover, in_camp, plays);
    }
}

/// The second and third choice of S2.3, so rare that going man by man is fast enough.
#[cold]
#[inline(never)]
fn move_up_or_elsewhere(
    position: &Halma,
    mover: &Mover,
    in_camp: Words,
    plays: &mut impl MoveBundles,
) {
    let side = position.to_move;
    let mut moving_up = Noticed { plays, any: false };
    for man in in_camp.squares() {
        let mut further = Words::EMPTY;
        for square in camp(side).and(mover.empty).squares() {
            if is_further(side, man, square) {
                square.toggle(&mut further);
            }
        }
        let mut alone = Words::EMPTY;
        man.toggle(&mut alone);
        mover.generate(Group { sources: alone, targets: further }, &mut moving_up);
    }
    if !moving_up.any {
        play_freely(position, position.men[side as usize].minus(in_camp), plays);
    }
}

/// Moves of any of `men`, except out of the opposing camp and, by S2.2, into their own.
#[inline(always)]
fn play_freely(position: &Halma, men: Words, plays: &mut impl MoveBundles) {
    let mover = Mover::new(position);
    let goal = camp(position.to_move.other());
    let arrived = men.and(goal);
    let closed =
        if position.rules.forbids_return() { camp(position.to_move) } else { Words::EMPTY };
    let under_way = Group { sources: men.minus(goal), targets: mover.empty.minus(closed) };
    if arrived.is_empty() {
        mover.generate(under_way, plays);
    } else {
        mover.generate_with(
            under_way,
            Group { sources: arrived, targets: mover.empty.and(goal) },
            plays,
        );
    }
}

/// Passes bundles on and records whether any of them contained a move.
struct Noticed<'a, P: MoveBundles> {
    plays: &'a mut P,
    any: bool,
}

impl<P: MoveBundles> MoveBundles for Noticed<'_, P> {
    #[inline(always)]
    fn parallel(&mut self, from: usize, to: usize, shift: i32, targets: u64) {
        self.any |= targets != 0;
        self.plays.parallel(from, to, shift, targets);
    }

    #[inline(always)]
    fn product(&mut self, class: usize, sources: u64, targets: u64) {
        self.any |= sources != 0 && targets != 0;
        self.plays.product(class, sources, targets);
    }
}

/// All but the first column of a parity board.
const NOT_FIRST: u64 = 0xfefe_fefe_fefe_fefe;
/// All but the last column.
const NOT_LAST: u64 = 0x7f7f_7f7f_7f7f_7f7f;
/// All but the last row.
const NOT_BOTTOM: u64 = 0x00ff_ffff_ffff_ffff;

/// Undirected links within each class: a bit in `east` links its square with the next one, in
/// `south` with the one below, in `south_east` and `south_west` with those diagonally below.
pub(super) struct Links {
    east: Words,
    south: Words,
    south_east: Words,
    south_west: Words,
}

impl Links {
    /// Link the squares of a class that have a man between them.
    ///
    /// Between bit (X, Y) of class (px, py) and its eastern neighbour lies column 2X + px + 1: bit
    /// X + px of the class with the other parity. The other directions follow the same way.
    #[inline(always)]
    pub fn over(occupied: Words) -> Links {
        let [o0, o1, o2, o3] = occupied.0;
        let east = [o1, o0 >> 1, o3, o2 >> 1];
        let south = [o2, o3, o0 >> 8, o1 >> 8];
        let south_east = [o3, o2 >> 1, o1 >> 8, o0 >> 9];
        let south_west = [o3 << 1, o2, o1 >> 7, o0 >> 8];
        Links {
            east: Words(east.map(|w| w & NOT_LAST)),
            south: Words(south.map(|w| w & NOT_BOTTOM)),
            south_east: Words(south_east.map(|w| w & NOT_LAST & NOT_BOTTOM)),
            south_west: Words(south_west.map(|w| w & NOT_FIRST & NOT_BOTTOM)),
        }
    }

    /// The links that have both ends in `squares`.
    #[inline(always)]
    fn within(&self, squares: Words) -> Links {
        let both = |links: Words, shift: u32| {
            links.and(squares).zip(squares, |link, end| link & (end >> shift))
        };
        Links {
            east: both(self.east, 1),
            south: both(self.south, 8),
            south_east: both(self.south_east, 9),
            south_west: both(self.south_west, 7),
        }
    }

    /// `squares`, all that one link reaches from them, and perhaps more.
    #[inline(always)]
    pub fn spread(&self, squares: Words) -> Words {
        let mut grown = squares;
        for (links, shift) in
            [(&self.east, 1), (&self.south, 8), (&self.south_east, 9), (&self.south_west, 7)]
        {
            for class in 0..4 {
                let (word, link) = (grown.0[class], links.0[class]);
                grown.0[class] = word | (word & link) << shift | (word >> shift & link);
            }
        }
        grown
    }

    /// Return the squares that exactly one link reaches from `squares`.
    #[inline(always)]
    fn neighbours(&self, squares: Words) -> Words {
        let one = |links: Words, shift: u32| {
            squares.zip(links, |word, link| (word & link) << shift | (word >> shift & link))
        };
        one(self.east, 1)
            .or(one(self.south, 8))
            .or(one(self.south_east, 9))
            .or(one(self.south_west, 7))
    }

    /// The ends of all links.
    #[inline(always)]
    fn ends(&self) -> Words {
        let ends = |links: Words, shift: u32| Words(links.0.map(|link| link | link << shift));
        ends(self.east, 1)
            .or(ends(self.south, 8))
            .or(ends(self.south_east, 9))
            .or(ends(self.south_west, 7))
    }
}

/// The part of the board that is the same for all groups of men.
struct Mover {
    empty: Words,
    /// Links between squares with a man between them.
    jumps: Links,
    /// The links between two empty squares, along which a chain goes on.
    chains: Links,
    /// The squares where a chain can go on.
    junctions: Words,
}

impl Mover {
    #[inline(always)]
    fn new(position: &Halma) -> Mover {
        let occupied = position.occupied();
        let empty = occupied.complement();
        let jumps = Links::over(occupied);
        let chains = jumps.within(empty);
        let junctions = chains.ends();
        Mover { empty, jumps, chains, junctions }
    }

    #[inline(always)]
    fn generate(&self, group: Group, plays: &mut impl MoveBundles) {
        steps(group, plays);
        self.single_jumps(group, plays);
        self.chains(group.sources, |class, beside, component| {
            let sources = beside & group.sources.0[class];
            plays.product(class, sources, component & group.targets.0[class]);
        });
    }

    /// The moves of two groups, which share the floods.
    #[inline(always)]
    fn generate_with(&self, one: Group, two: Group, plays: &mut impl MoveBundles) {
        for group in [one, two] {
            steps(group, plays);
            self.single_jumps(group, plays);
        }
        self.chains(one.sources.or(two.sources), |class, beside, component| {
            for group in [one, two] {
                let sources = beside & group.sources.0[class];
                plays.product(class, sources, component & group.targets.0[class]);
            }
        });
    }

    /// Jumps onto squares from which no chain goes on.
    #[inline(always)]
    fn single_jumps(&self, group: Group, plays: &mut impl MoveBundles) {
        let dead_ends = group.targets.minus(self.junctions);
        for (links, shift) in [
            (self.jumps.east, 1),
            (self.jumps.south, 8),
            (self.jumps.south_east, 9),
            (self.jumps.south_west, 7),
        ] {
            for class in 0..4 {
                let (men, link, ends) =
                    (group.sources.0[class], links.0[class], dead_ends.0[class]);
                plays.parallel(class, class, shift, (men & link) << shift & ends);
                plays.parallel(class, class, -shift, men >> shift & link & ends);
            }
        }
    }

    /// Visit each component that one of `men` can jump into, with all squares beside it.
    #[inline(always)]
    fn chains(&self, men: Words, mut visit: impl FnMut(usize, u64, u64)) {
        let mut open = self.jumps.neighbours(men).and(self.junctions);
        while !open.is_empty() {
            let mut component = Words(open.0.map(|word| word & word.wrapping_neg()));
            loop {
                let grown = self.chains.spread(component);
                if grown == component {
                    break;
                }
                component = grown;
            }
            let beside = self.jumps.neighbours(component);
            for class in 0..4 {
                visit(class, beside.0[class], component.0[class]);
            }
            open = open.minus(component);
        }
    }
}

/// The steps of a group, class by class and direction by direction.
#[inline(always)]
fn steps(group: Group, plays: &mut impl MoveBundles) {
    steps_of_class::<0>(group, plays);
    steps_of_class::<1>(group, plays);
    steps_of_class::<2>(group, plays);
    steps_of_class::<3>(group, plays);
}

#[inline(always)]
fn steps_of_class<const CLASS: usize>(group: Group, plays: &mut impl MoveBundles) {
    step::<CLASS, 1, 0>(group, plays);
    step::<CLASS, 1, 1>(group, plays);
    step::<CLASS, 0, 1>(group, plays);
    step::<CLASS, -1, 1>(group, plays);
    step::<CLASS, -1, 0>(group, plays);
    step::<CLASS, -1, -1>(group, plays);
    step::<CLASS, 0, -1>(group, plays);
    step::<CLASS, 1, -1>(group, plays);
}

/// Steps by (DX, DY): the parity board changes, and within it the bit moves by at most one column
/// and one row, depending on which side of the pair of columns or rows the square lies.
#[inline(always)]
fn step<const CLASS: usize, const DX: i32, const DY: i32>(
    group: Group,
    plays: &mut impl MoveBundles,
) {
    let (px, py) = ((CLASS & 1) as i32, (CLASS >> 1) as i32);
    let to = CLASS ^ (DX & 1) as usize ^ ((DY & 1) as usize) << 1;
    let (columns, rows) = ((px + DX).div_euclid(2), (py + DY).div_euclid(2));
    let shift = columns + 8 * rows;
    let men = match columns {
        1 => group.sources.0[CLASS] & NOT_LAST,
        -1 => group.sources.0[CLASS] & NOT_FIRST,
        _ => group.sources.0[CLASS],
    };
    let moved = if shift >= 0 { men << shift } else { men >> -shift };
    plays.parallel(CLASS, to, shift, moved & group.targets.0[to]);
}

/// Return true if `side` has men left in its own camp.
pub(super) fn has_men_in_camp(position: &Halma, side: Side) -> bool {
    !position.men[side as usize].and(camp(side)).is_empty()
}
