//! A quantised value net with integer arithmetic, the same on every machine.
//!
//! The inputs are switches, always seen from the side to move: a man on a square, a number of
//! stones in a pit. Each active input adds its row of the first layer to an accumulator; three
//! smaller layers turn the accumulator into an estimate. These exist once for each bucket of
//! positions (much or little material, with kings or without); the first layer is shared, or each
//! bucket has its own, as the file has it.
//!
//! ```text
//! inputs ──▶ HIDDEN ──▶ SMALL ──▶ SMALL ──▶ estimate
//!         16 bits     8 bits    8 bits   16 bits
//! ```
//!
//! Two positions evaluated in succession have most inputs in common, so the accumulator of the last
//! one is updated instead of recomputed. It compares positions, not moves, so a position that is
//! never evaluated costs nothing. Where buckets have their own first layers, each has its own
//! accumulators.
//!
//! - `file`: nets as files
//! - `paths`: the arithmetic, once for each kind of processor

mod file;
mod paths;
#[cfg(test)]
mod tests;

use std::marker::PhantomData;
use std::sync::Arc;

use super::{Evaluation, MAX_ESTIMATE, Score};
use crate::game::Position;

pub use file::NetError;
pub use paths::Path;

/// The width of the first layer.
pub const HIDDEN: usize = 256;
/// The width of the two layers after it.
pub const SMALL: usize = 32;

/// An activation of one.
const ONE: i32 = 127;
/// The scale of the small layers' weights, in bits.
const WEIGHT_BITS: u32 = 6;
/// The scale of the last layer's weights.
const LAST_SCALE: i64 = 256;

/// The inputs of a net, from the view of the side to move.
pub trait Inputs: Position {
    /// The number of inputs.
    const INPUTS: usize;

    /// The largest number of active inputs.
    const MOST_ON: usize;

    /// The number of buckets.
    const KINDS: usize;

    /// Return the bucket of this position.
    fn kind(&self) -> usize;

    /// Visit every active input.
    fn for_each_input(&self, visit: impl FnMut(usize));

    /// Visit every input that is active in only one of two positions with the same side to move,
    /// with true if it is active in this one.
    fn for_each_difference(&self, other: &Self, visit: impl FnMut(usize, bool));
}

/// The shape of a game's nets.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shape {
    /// The number of inputs.
    pub inputs: usize,
    /// The largest number of active inputs.
    pub most_on: usize,
    /// The number of buckets.
    pub kinds: usize,
}

impl Shape {
    /// Return the shape of a game's nets.
    #[must_use]
    pub const fn of<P: Inputs>() -> Shape {
        Shape { inputs: P::INPUTS, most_on: P::MOST_ON, kinds: P::KINDS }
    }
}

/// A row of the first layer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(C, align(64))]
struct Row([i16; HIDDEN]);

/// The layers after the first, for one bucket.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Head {
    second: Small,
    third: Small,
    last: [i16; SMALL],
    last_bias: i32,
}

/// A small layer, its weights arranged for each kind of arithmetic.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Small {
    /// For processors that multiply bytes.
    quads: Vec<Quad>,
    /// For those that do not.
    pairs: Vec<Pair>,
    bias: [i32; SMALL],
}

/// The weights of four neighbouring activations for each of the outputs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(C, align(64))]
struct Quad([[i8; 4]; SMALL]);

/// The weights of two neighbouring activations for each of the outputs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(C, align(64))]
struct Pair([[i16; 2]; SMALL]);

/// The rows of the inputs, and what is added to their sum.
#[derive(Debug, PartialEq, Eq)]
struct First {
    rows: Vec<Row>,
    bias: Row,
}

#[derive(Debug, PartialEq, Eq)]
struct Layers {
    /// One for all buckets, or one for each.
    first: Vec<First>,
    heads: Vec<Head>,
}

impl Layers {
    /// Return the index of a bucket's first layer.
    #[inline(always)]
    fn number_of_first(&self, kind: usize) -> usize {
        if self.first.len() == 1 { 0 } else { kind }
    }
}

/// A net for one game; copies share it.
#[derive(Debug, PartialEq, Eq)]
pub struct Net<P> {
    layers: Arc<Layers>,
    path: Path,
    game: PhantomData<fn(P)>,
}

impl<P> Clone for Net<P> {
    fn clone(&self) -> Self {
        Net { layers: Arc::clone(&self.layers), path: self.path, game: PhantomData }
    }
}

impl<P: Inputs> Net<P> {
    fn new(layers: Layers) -> Self {
        Net { layers: Arc::new(layers), path: Path::best(), game: PhantomData }
    }

    /// Return the same net with another kind of arithmetic.
    #[must_use]
    pub fn by(self, path: Path) -> Self {
        Net { path, ..self }
    }
}

impl<P: Inputs> Evaluation<P> for Net<P> {
    type Evaluator = NetEvaluator<P>;

    const DEPENDS_ON_ROOT: bool = false;

    fn evaluator(&self, _: &P) -> NetEvaluator<P> {
        let count = 2 * self.layers.first.len();
        NetEvaluator {
            sums: vec![Row([0; HIDDEN]); count],
            net: self.clone(),
            last: vec![None; count],
        }
    }
}

/// The evaluator of one thread: a net with its accumulators.
#[derive(Clone)]
pub struct NetEvaluator<P> {
    net: Net<P>,
    /// The position evaluated last with each side to move, by each first layer.
    last: Vec<Option<P>>,
    /// The accumulators of these positions.
    sums: Vec<Row>,
}

/// With more differences than this the accumulator is recomputed.
const MOST_DIFFERENCES: usize = 24;

impl<P: Inputs> super::Evaluator<P> for NetEvaluator<P> {
    #[inline(always)]
    fn value(&mut self, position: &P) -> Score {
        let (side, kind) = (position.to_move() as usize, position.kind());
        let first = self.net.layers.number_of_first(kind);
        let at = 2 * first + side;
        self.follow(position, at, first);
        let head = &self.net.layers.heads[kind];
        let estimate = self.net.path.finish(&self.sums[at], head);
        estimate.clamp((-MAX_ESTIMATE).into(), MAX_ESTIMATE.into()) as Score
    }
}

impl<P: Inputs> NetEvaluator<P> {
    /// Forget the accumulators, so that the next position is summed from scratch.
    pub fn forget(&mut self) {
        self.last.fill(None);
    }

    /// Update the accumulator at a place to `position`.
    #[inline(always)]
    fn follow(&mut self, position: &P, at: usize, first: usize) {
        let (layers, path) = (&self.net.layers, self.net.path);
        let First { rows, bias } = &layers.first[first];
        let sum = &mut self.sums[at];
        if let Some(last) = self.last[at].replace(*position) {
            let mut changes = Changes { rows: [0; MOST_DIFFERENCES], on: 0, off: 0 };
            position.for_each_difference(&last, |input, on| changes.add(input, on));
            if changes.on + changes.off <= MOST_DIFFERENCES {
                let (on, rest) = changes.rows.split_at(changes.on);
                let off = &rest[rest.len() - changes.off..];
                path.change(sum, rows, on, off);
                return;
            }
        }
        *sum = *bias;
        position.for_each_input(|input| path.change(sum, rows, &[input as u16], &[]));
    }
}

/// Changed inputs: those now active from the front, those now inactive from the back.
struct Changes {
    rows: [u16; MOST_DIFFERENCES],
    on: usize,
    off: usize,
}

impl Changes {
    #[inline(always)]
    fn add(&mut self, input: usize, on: bool) {
        if self.on + self.off < MOST_DIFFERENCES {
            let at = if on { self.on } else { MOST_DIFFERENCES - 1 - self.off };
            self.rows[at] = input as u16;
        }
        self.on += usize::from(on);
        self.off += usize::from(!on);
    }
}
