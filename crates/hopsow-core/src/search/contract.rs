//! What the search asks of a game beyond its rules, and of what knows its endings.

use crate::evaluation::Score;
use crate::game::Position;

/// What the search asks of a game beyond its rules. It asks a judge how good a position is.
pub trait Searchable: Position {
    /// The endings it knows.
    type Endings: Endings<Self>;

    /// The number of move slots.
    const SLOTS: usize;

    /// Whether children are cheap enough to be hashed, and their table entries fetched, while
    /// moves are generated.
    const LOOKS_AHEAD: bool;

    /// Whether moves that are not forced can be noisy, so that a quiet end of the search must look
    /// for them.
    const OPTIONAL_NOISE: bool;

    /// How deep `bench` searches: about a second on an ordinary machine.
    const BENCH_DEPTH: u32;

    /// The positions that `bench` searches, of the default rules.
    const BENCH_POSITIONS: &'static [&'static str];

    /// A number below `SLOTS`: moves with the same slot share their statistics.
    fn slot(mv: Self::Move) -> usize;

    /// How good a move looks whoever judges, in any unit; it only orders the moves.
    #[inline(always)]
    fn promise(_mv: Self::Move) -> i32 {
        0
    }

    /// Whether every legal move is noisy: the search does not stop to judge such a position.
    fn is_forced(&self) -> bool;

    /// Whether the move to `child` changes the balance too much for a quiet judgement.
    fn is_noisy(&self, child: &Self) -> bool;

    /// Whether coming back to a position means anything, by the rules or to a player.
    fn minds_repetition(&self) -> bool;

    /// The hash of what has to be the same for a position to occur again, the side to move included.
    #[inline(always)]
    fn repetition_key(&self) -> u64 {
        self.placement().key()
    }

    /// The value for the side to move of a position that has occurred this often, if that changes
    /// anything: a rule's verdict counts as `WIN`, anything else is an estimate. `estimate` is the
    /// judge's if it had not occurred before.
    fn value_if_repeated(
        &self,
        occurrences: usize,
        estimate: impl FnOnce() -> Score,
    ) -> Option<Score>;

    /// By how many plies the first search of the `index`th quiet move is reduced; `None` skips it.
    fn reduction(depth: i32, index: usize, open: bool) -> Option<i32>;

    /// The same for the moves of the root, none of which is skipped.
    #[inline(always)]
    fn reduction_at_root(_depth: i32, _index: usize) -> i32 {
        0
    }

    /// Near the horizon, what a quiet move might gain at most: the later ones are skipped where the
    /// estimate and this do not exceed alpha.
    #[inline(always)]
    fn most_gain(_depth: i32) -> Option<Score> {
        None
    }

    /// Near the horizon, what might be lost at most: an estimate that exceeds beta by this stands.
    #[inline(always)]
    fn most_loss(_depth: i32) -> Option<Score> {
        None
    }

    /// The same position with the opponent to move, where a move is worth about as much as passing
    /// and what the judge says it gains.
    #[inline(always)]
    fn passed(&self) -> Option<Self> {
        None
    }

    /// The hash under which a search to `depth` is remembered: positions with the same hash have
    /// the same value at that depth.
    fn search_key(&self, depth: i32) -> u64;

    /// Whether a result remembered under `search_key(depth)`, perhaps by a deeper search, holds here
    /// too; `plies` is how soon it comes, where that is known.
    #[inline(always)]
    fn is_decided_here(&self, _depth: i32, _plies: Option<i32>) -> bool {
        true
    }
}

/// Positions whose result is known without a search.
pub trait Endings<P: Position>: Send + Sync {
    /// The score for the side to move, if it is known at once: 0 for a draw, else about `CERTAIN`.
    fn score(&self, position: &P) -> Option<Score>;

    /// The least and the most that the score of a position can be, if that is known where the score is
    /// not: `WIN` on a side that is open, else 0, so that it is a draw at worst or at best.
    #[inline(always)]
    fn limits(&self, _position: &P) -> Option<(Score, Score)> {
        None
    }

    /// How often files have been read so far.
    #[inline(always)]
    fn reads(&self) -> u64 {
        0
    }

    /// Have what `score` needs for a position brought into the cache, if that is worth it.
    #[inline(always)]
    fn prefetch(&self, _position: &P) {}

    /// The best `count` moves, or more, each with what is known of it; `None` if others may be
    /// better.
    fn best(&self, position: &P, count: usize, effort: &mut Effort) -> Option<Vec<Known<P::Move>>>;

    /// The line that a player follows who is so far ahead that it need not look at every reply.
    fn plan(&self, _position: &P, _effort: &mut Effort) -> Option<Known<P::Move>> {
        None
    }
}

/// A line that needs no search.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Known<M> {
    /// The moves expected, the first being the one to play.
    pub moves: Vec<M>,
    /// The score for the side to move: 0 for a draw, else about `CERTAIN`, or `WIN` less the plies.
    /// `None` where the move is known to be the best, but not what it leads to.
    pub score: Option<Score>,
}

/// How much work may go into an ending that has to be worked out.
pub struct Effort<'a> {
    /// The most positions to visit.
    pub nodes: u64,
    /// The positions visited.
    pub spent: u64,
    /// Whether to give up, because of the time or a user.
    pub is_over: &'a dyn Fn() -> bool,
}

impl Effort<'_> {
    /// Up to this many positions, however long it takes.
    #[must_use]
    pub fn of(nodes: u64) -> Effort<'static> {
        Effort { nodes, spent: 0, is_over: &|| false }
    }
}
