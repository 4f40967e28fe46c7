//! What a search asks of a game beyond its rules, and the evaluation as a weighted sum.
//!
//! An evaluation is linear in features of the position, so that its weights can be fitted to the
//! results of games (`tune`). A game lists its features once; the same list serves the fit and the
//! search.

use crate::game::Position;

/// The value of a game that is won here and now; a win in n plies is worth n less.
pub const WIN: Score = 30_000;

/// Estimates stay within this, so that none looks proven.
pub const MAX_ESTIMATE: Score = 20_000;

/// A value from the view of the side to move, in hundredths of the game's unit.
pub type Score = i32;

/// A result that is certain though its distance is not: scores about this are neither estimates
/// nor wins in so many plies. What is added or taken away only orders them.
pub const CERTAIN: Score = 25_000;

/// Positions whose result is known without a search.
pub trait Endings<P: Position>: Send + Sync {
    /// The score for the side to move, if it is known at once: 0 for a draw, else about `CERTAIN`.
    fn score(&self, position: &P) -> Option<Score>;

    /// The best `count` moves, or more, each with what is known of it; `None` if others may be
    /// better.
    fn best(&self, position: &P, count: usize, effort: &mut Effort) -> Option<Vec<Known<P::Move>>>;
}

/// A line that needs no search.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Known<M> {
    /// The moves expected, the first being the one to play.
    pub moves: Vec<M>,
    /// The score for the side to move: 0 for a draw, else about `CERTAIN`, or `WIN` less the plies.
    /// `None` where the move is the best but not what it leads to is known.
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
    /// As many positions as this, however long it takes.
    #[must_use]
    pub fn of(nodes: u64) -> Effort<'static> {
        Effort { nodes, spent: 0, is_over: &|| false }
    }
}

/// What the search asks of a game beyond its rules.
pub trait Searchable: Features {
    /// Judges positions that nobody looks further into.
    type Evaluation: Evaluation<Self>;

    /// The endings it knows.
    type Endings: Endings<Self>;

    /// The weights that it plays with, fitted by `tune`.
    const WEIGHTS: Weights;

    /// What one whole point of the evaluation is called.
    const UNIT: &'static str;

    /// The number of move slots.
    const SLOTS: usize;

    /// Whether children are cheap enough to be hashed, and their table entries fetched, while
    /// moves are generated.
    const LOOKS_AHEAD: bool;

    /// Whether moves that are not forced can be noisy, so that a quiet end of the search must look
    /// for them.
    const OPTIONAL_NOISE: bool;

    /// A number below `SLOTS`: moves with the same slot share their statistics.
    fn slot(mv: Self::Move) -> usize;

    /// Whether every legal move is noisy: the search does not stop to judge such a position.
    fn is_forced(&self) -> bool;

    /// Whether the move to `child` changes the balance too much for a quiet judgement.
    fn is_noisy(&self, child: &Self) -> bool;

    /// Whether coming back to a position means anything, by the rules or to a player.
    fn minds_repetition(&self) -> bool;

    /// The hash of what has to be the same for a position to occur again.
    #[inline(always)]
    fn repetition_key(&self) -> u64 {
        self.placement().key()
    }

    /// The value for the side to move of a position that has occurred this often, if that changes
    /// anything: a rule's verdict counts as `WIN`, anything else is an estimate.
    fn value_if_repeated(&self, occurrences: usize, evaluation: &Self::Evaluation)
    -> Option<Score>;

    /// By how many plies less the `index`th quiet move is searched first; `None` leaves it out.
    fn reduction(depth: i32, index: usize, open: bool) -> Option<i32>;

    /// The hash under which a search to `depth` is remembered: positions with the same hash have
    /// the same value at that depth.
    fn search_key(&self, depth: i32) -> u64;

    /// Whether a decided result remembered under `search_key(depth)`, perhaps by a deeper search, is
    /// decided here too; it comes in so many plies, where that is known.
    #[inline(always)]
    fn is_decided_here(&self, _depth: i32, _plies: Option<i32>) -> bool {
        true
    }
}

/// A static judgement, prepared once for each search.
pub trait Evaluation<P>: Send + Sync {
    /// Whether two searches may judge the same position differently.
    const DEPENDS_ON_ROOT: bool;

    /// The evaluation to use for a search from `root`.
    fn prepare(root: &P, weights: Weights) -> Self;

    /// The estimate for the side to move, well below any proven win.
    fn value(&self, position: &P) -> Score;

    /// How good a move looks before it is searched, in any unit.
    fn promise(&self, position: &P, mv: P::Move) -> i32
    where
        P: Position;

    /// The best value that any move leads to, where that is known without playing the moves:
    /// exact within (`alpha`, `beta`) and a bound outside.
    fn best_after_one(&self, _position: &P, _alpha: Score, _beta: Score) -> Option<OnePly> {
        None
    }
}

/// The outcome of looking exactly one ply ahead.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OnePly {
    /// A move ends the game in the mover's favour.
    Wins,
    /// No move does, and this is the best estimate after one.
    Estimate(Score),
}

/// The features of a position, from the view of the side to move.
///
/// Each feature has two weights, one for the beginning and one for the end of a game; the phase
/// blends them.
pub trait Features: Position {
    /// The number of features.
    const FEATURES: usize;

    /// What a feature that counts once is given as, so that others can count in fractions.
    const ONE: i32;

    /// The phase of a full board; an empty one has phase 0.
    const FULL: i32;

    /// A beginner's weights: where fitting begins, and how the plain reference players judge.
    const BASELINE: Weights;

    /// The size of one whole unit, given the weights at the beginning and at the end of a game.
    fn unit(weights: &[[f32; 2]]) -> f32;

    /// How far the game is from its end.
    fn phase(&self) -> i32;

    /// Visit every feature that is not zero with its value.
    fn for_each_feature(&self, visit: impl FnMut(usize, i32));
}

/// Weights as a file holds them: for each feature its two weights, hundredths of a unit, as
/// little-endian 16-bit numbers.
#[derive(Clone, Copy, Debug)]
pub struct Weights(pub &'static [u8]);

impl Weights {
    /// The weights of a feature: at the beginning and at the end of a game.
    #[inline(always)]
    #[must_use]
    pub fn of(self, feature: usize) -> [i32; 2] {
        let bytes = &self.0[4 * feature..][..4];
        let weight = |at: usize| i32::from(i16::from_le_bytes([bytes[at], bytes[at + 1]]));
        [weight(0), weight(2)]
    }

    /// The estimate for the side to move.
    #[inline(always)]
    #[must_use]
    pub fn value<P: Features>(self, position: &P) -> Score {
        let mut sums = [0; 2];
        position.for_each_feature(|feature, value| {
            let weights = self.of(feature);
            sums[0] += weights[0] * value;
            sums[1] += weights[1] * value;
        });
        let phase = position.phase();
        let blend = (sums[0] * phase + sums[1] * (P::FULL - phase)) / (P::FULL * P::ONE);
        blend.clamp(-MAX_ESTIMATE, MAX_ESTIMATE)
    }
}

/// The file of weights in which only these features count, all through a game.
pub(crate) const fn weigh<const BYTES: usize>(features: &[(usize, i16)]) -> [u8; BYTES] {
    let mut bytes = [0; BYTES];
    let mut i = 0;
    while i < features.len() {
        let (feature, weight) = features[i];
        let [low, high] = weight.to_le_bytes();
        bytes[4 * feature] = low;
        bytes[4 * feature + 1] = high;
        bytes[4 * feature + 2] = low;
        bytes[4 * feature + 3] = high;
        i += 1;
    }
    bytes
}
