//! The part of a game that the search needs beyond its rules, and the interface of its endgames.
//!
//! A game implements [`Searchable`]. The traits that it requires each hold one idea of the search,
//! with a default for everything: a game without that idea writes an empty `impl`.
//!
//! - [`Quiescence`]: forced and noisy moves
//! - [`Repetition`]: positions that come back
//! - [`Pruning`]: margins, passing, and reductions at the root
//! - [`TableKeys`]: values that depend on more than the position
//!
//! Likewise [`Endings`] asks for two functions; the rest is for tables with bounds and for
//! planners.

use crate::evaluation::Score;
use crate::game::Position;

/// A game that can be searched. Its positions are valued by an `Evaluation`.
pub trait Searchable: Quiescence + Repetition + Pruning + TableKeys {
    /// The endgame tables or solvers.
    type Endings: Endings<Self>;

    /// The number of move slots.
    const SLOTS: usize;

    /// True if children are cheap enough to be played during move generation, to prefetch their
    /// entries in the transposition table.
    const PREFETCHES: bool;

    /// The depth of `bench`: about a second on an ordinary machine.
    const BENCH_DEPTH: u32;

    /// The positions of `bench`, under the default rules.
    const BENCH_POSITIONS: &'static [&'static str];

    /// Return the slot of a move, below `SLOTS`: moves with the same slot share killers and
    /// history.
    fn slot(mv: Self::Move) -> usize;

    /// Return a bonus for move ordering, in any unit.
    #[inline(always)]
    fn promise(_mv: Self::Move) -> i32 {
        0
    }

    /// Return the late move reduction of the `index`th move if it is quiet, in plies; `None` skips
    /// it.
    fn reduction(depth: i32, index: usize, open: bool) -> Option<i32>;
}

/// Moves that the static evaluation must not interrupt.
pub trait Quiescence: Position {
    /// True if a position that is not forced can have noisy moves: `is_noisy` is asked only then.
    const HAS_NOISY_MOVES: bool = false;

    /// Return true if every legal move is noisy: such a position is never evaluated statically.
    #[inline(always)]
    fn is_forced(&self) -> bool {
        false
    }

    /// Return true if the move to `child` changes the balance too much for a static evaluation.
    #[inline(always)]
    fn is_noisy(&self, _child: &Self) -> bool {
        false
    }
}

/// Positions that occur again.
pub trait Repetition: Position {
    /// Return true if coming back to this position matters, by the rules or to a player.
    #[inline(always)]
    fn minds_repetition(&self) -> bool {
        false
    }

    /// Return the hash of everything that makes two positions the same, including the side to move.
    #[inline(always)]
    fn repetition_key(&self) -> u64 {
        self.placement().key()
    }

    /// Return the value for the side to move of a position on its `occurrences`th occurrence, or
    /// `None` to search on.
    ///
    /// A verdict of the rules counts as `WIN`, anything else is an estimate. `estimate` is the
    /// static evaluation.
    #[inline(always)]
    fn value_if_repeated(
        &self,
        _occurrences: usize,
        _estimate: impl FnOnce() -> Score,
    ) -> Option<Score> {
        None
    }
}

/// Pruning beyond late moves; a game without it searches everything to the full depth.
pub trait Pruning: Position {
    /// Return the futility margin: near the horizon, late quiet moves are skipped if the static
    /// evaluation plus this does not exceed alpha.
    #[inline(always)]
    fn futility_margin(_depth: i32) -> Option<Score> {
        None
    }

    /// Return the margin of reverse futility pruning: near the horizon, a static evaluation that
    /// exceeds beta by this stands.
    #[inline(always)]
    fn reverse_futility_margin(_depth: i32) -> Option<Score> {
        None
    }

    /// Return the position after a pass, where a move is worth about as much as a pass plus its
    /// static gain.
    #[inline(always)]
    fn passed(&self) -> Option<Self> {
        None
    }

    /// Return the reduction of the `index`th move of the root, in plies. No move of the root is
    /// skipped.
    #[inline(always)]
    fn reduction_at_root(_depth: i32, _index: usize) -> i32 {
        0
    }
}

/// Keys of the transposition table, where a value depends on more than the position and the depth.
pub trait TableKeys: Position {
    /// Return the key of a search to `depth`: positions with the same key have the same value
    /// there.
    #[inline(always)]
    fn search_key(&self, _depth: i32) -> u64 {
        self.key()
    }

    /// Return true if a proven result stored under `search_key(depth)`, perhaps by a deeper search,
    /// holds here too. `plies` is its distance, if known.
    #[inline(always)]
    fn is_decided_here(&self, _depth: i32, _plies: Option<i32>) -> bool {
        true
    }
}

/// Endgames with an exact value.
pub trait Endings<P: Position>: Send + Sync {
    /// Return the score for the side to move if it is known at once: 0 for a draw, else about
    /// `CERTAIN`.
    fn score(&self, position: &P) -> Option<Score>;

    /// Return the best `count` moves of the root, or more, each with its line; `None` if other
    /// moves may be better.
    fn best(
        &self,
        position: &P,
        count: usize,
        effort: &mut Effort,
    ) -> Option<Vec<EndgameLine<P::Move>>>;

    /// Return the lower and upper bound on the score of a node, which are equal if it is known. A
    /// bound without a score is 0 on a side that is a draw at worst or at best, `WIN` on a side
    /// that is open.
    #[inline(always)]
    fn bounds(&self, position: &P) -> Option<(Score, Score)> {
        self.score(position).map(|score| (score, score))
    }

    /// Return the number of file reads so far.
    #[inline(always)]
    fn reads(&self) -> u64 {
        0
    }

    /// Prefetch the entry that `bounds` will read.
    #[inline(always)]
    fn prefetch(&self, _position: &P) {}

    /// Return the plan of a side so far ahead that it need not look at every reply.
    fn plan(&self, _position: &P, _effort: &mut Effort) -> Option<EndgameLine<P::Move>> {
        None
    }
}

/// A line that needs no search.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EndgameLine<M> {
    /// The moves, beginning with the one to play.
    pub moves: Vec<M>,
    /// The score for the side to move: 0 for a draw, else about `CERTAIN`, or `WIN` less the plies.
    /// `None` if the move is best but its value is unknown.
    pub score: Option<Score>,
}

/// The budget for solving an ending.
pub struct Effort<'a> {
    /// The node limit.
    pub nodes: u64,
    /// The nodes visited so far.
    pub spent: u64,
    /// Return true to give up, because of the time or the user.
    pub is_over: &'a dyn Fn() -> bool,
}

impl Effort<'_> {
    /// Create a budget of `nodes` nodes without a time limit.
    #[must_use]
    pub fn of(nodes: u64) -> Effort<'static> {
        Effort { nodes, spent: 0, is_over: &|| false }
    }
}
