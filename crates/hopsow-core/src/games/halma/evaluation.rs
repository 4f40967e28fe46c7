//! The evaluation of Halma: the way that each side still has to go, in plies.
//!
//! The estimate is a sum over men, read from one table a side that is drawn up for the root of a
//! search: what is left to walk depends on which goal squares are still free, and those hardly
//! change within a search. A sum over men lets the last ply be evaluated without playing it: the
//! best move of a bundle is its best target less its worst source.

use crate::evaluation::net::{Net, NetEvaluator};
use crate::evaluation::{Evaluated, Evaluation, Evaluator, MAX_ESTIMATE, OnePly, Score};
use crate::game::{Position, Side};

use super::board::{DIRECTIONS, Square, Words, camp, corner_distance};
use super::generate::{self, MoveBundles, bits};
use super::{Halma, Move};

/// Evaluates by the way left to go: the weight of each feature of a square, in hundredths of a ply.
#[derive(Clone, Copy, Debug)]
pub struct Distances([Score; SQUARE_FEATURES]);

/// Fitted to games between players whose weights differ; `benches/refit_halma.py` fits them to
/// positions.
const FITTED: Distances = Distances([-10, -18, -11, -3, -3, -2]);

/// Steps to the goal and to its corner, and nothing else.
const BEGINNERS: Distances = Distances([-40, 0, -25, 0, 0, 0]);

/// The value of a man on each square, by side and by the square's place in the four words.
#[derive(Clone)]
pub struct SquareValues {
    values: [[i16; 256]; 2],
    /// The offset added to the sum over a side's men.
    offsets: [Score; 2],
    /// The most that a step or a jump can gain, by side.
    limits: [GainLimits; 2],
}

/// The most that one displacement gains, by the classes it leads from and to and the shift of its
/// bit, `SHIFTS` higher.
type GainLimits = [[[i16; 2 * SHIFTS as usize + 1]; 4]; 4];

/// The largest shift of a bit by one step or jump.
const SHIFTS: i32 = 9;

/// The number of features in the weighted sum that values a square.
const SQUARE_FEATURES: usize = 6;

/// The value of the tempo, in hundredths of a ply: without it, values swing between odd and
/// even depths.
const TEMPO: Score = 60;

/// The lead at the root, in hundredths of a ply, with which a side races home instead of hindering
/// the other one.
const FAR_AHEAD: Score = 600;
/// The percentage at which the opponent's way then counts.
const OTHERS_WAY: i32 = 30;
/// The cost of each man further from home than the mean, per step by which it
/// lags behind, squared. The game lasts until the last one is home.
const LAGGING: i32 = 8;

/// Features are counted in sixteenths.
const SIXTEENTHS: i32 = 16;

impl Evaluated for Halma {
    type Evaluation = Distances;
    type ByNet = Guided;
    type Beginner = Distances;

    const UNIT: &'static str = "plies ahead";

    fn evaluation() -> Distances {
        FITTED
    }

    fn beginner() -> Distances {
        BEGINNERS
    }

    fn by_net(net: Net<Halma>) -> Guided {
        Guided { net, distances: FITTED }
    }
}

/// Evaluates by a net; the way left to go orders the moves.
pub struct Guided {
    net: Net<Halma>,
    distances: Distances,
}

/// The evaluator of `Guided`.
#[derive(Clone)]
pub struct Guide {
    net: NetEvaluator<Halma>,
    values: SquareValues,
}

impl Evaluation<Halma> for Guided {
    type Evaluator = Guide;

    const DEPENDS_ON_ROOT: bool = false;

    fn evaluator(&self, root: &Halma) -> Guide {
        Guide { net: self.net.evaluator(root), values: self.distances.evaluator(root) }
    }
}

impl Evaluator<Halma> for Guide {
    #[inline(always)]
    fn value(&mut self, position: &Halma) -> Score {
        self.net.value(position)
    }

    #[inline(always)]
    fn gain(&self, position: &Halma, play: Move) -> i32 {
        self.values.gain(position, play)
    }
}

impl Evaluation<Halma> for Distances {
    type Evaluator = SquareValues;

    const DEPENDS_ON_ROOT: bool = true;

    fn evaluator(&self, root: &Halma) -> SquareValues {
        let mut values = Side::BOTH.map(|side| {
            let goals = Goals::of(root, side);
            let mut values = [0; 256];
            for square in Square::all() {
                let features = goals.features(square).into_iter();
                let sum: Score = features.zip(self.0).map(|(value, weight)| weight * value).sum();
                values[square.place()] = (sum / SIXTEENTHS) as i16;
            }
            values
        });
        let mut offsets = [0; 2];
        let ways = [0, 1].map(|side| sum(&values[side], root.men[side]));
        let (own, other) = (root.to_move as usize, root.to_move.other() as usize);
        if ways[own] - ways[other] >= FAR_AHEAD {
            keep_together(&mut values[own], root);
            for value in &mut values[other] {
                *value = (i32::from(*value) * OTHERS_WAY / 100) as i16;
            }
            // The root is worth what it was.
            offsets = [0, 1].map(|side| ways[side] - sum(&values[side], root.men[side]));
        }
        let limits = values.each_ref().map(limits);
        SquareValues { values, offsets, limits }
    }
}

impl Evaluator<Halma> for SquareValues {
    #[inline(always)]
    fn value(&mut self, position: &Halma) -> Score {
        (self.lead(position) + TEMPO).clamp(-MAX_ESTIMATE, MAX_ESTIMATE)
    }

    #[inline(always)]
    fn gain(&self, position: &Halma, play: Move) -> i32 {
        let values = &self.values[position.to_move as usize];
        i32::from(values[play.to.place()]) - i32::from(values[play.from.place()])
    }

    #[inline(always)]
    fn best_after_one(&mut self, position: &Halma, alpha: Score, _: Score) -> Option<OnePly> {
        let goal = camp(position.to_move.other());
        if goal.minus(position.occupied()).len() <= 1 {
            return self.best_near_the_end(position);
        }
        let value = self.lead(position) - TEMPO;
        // What does not reach the window need not be told apart. Without a move the game is over,
        // and that is no estimate.
        let gain = self.best_gain(position, alpha - value)?;
        Some(OnePly::Estimate((value + gain).clamp(-MAX_ESTIMATE, MAX_ESTIMATE)))
    }
}

/// Take off what the mover's men cost where they lag behind the others.
fn keep_together(values: &mut [i16; 256], root: &Halma) {
    let goal = root.to_move.other();
    let to_corner = |square: Square| {
        let (x, y) = corner_distance(goal, square);
        i32::from(x.max(y))
    };
    let men = root.men[root.to_move as usize];
    let (count, total) = (men.len() as i32, men.squares().map(to_corner).sum::<i32>());
    for square in camp(goal).complement().squares() {
        let behind = (count * to_corner(square) - total).max(0);
        values[square.place()] -= (LAGGING * behind * behind / (count * count)) as i16;
    }
}

impl SquareValues {
    /// Return true if the mover of the root is so far ahead that it races home instead of
    /// hindering.
    pub(super) fn is_far_ahead(&self, root: &Halma) -> bool {
        self.lead(root) >= FAR_AHEAD
    }

    /// The most that a move of the mover gains, or `least` if none gains more; `None` without any.
    #[inline(always)]
    pub(super) fn best_gain(&self, position: &Halma, least: Score) -> Option<Score> {
        let side = position.to_move as usize;
        let (values, limits) = (&self.values[side], &self.limits[side]);
        let mut best = Best { values, limits, gain: least, any: false };
        generate::generate(position, &mut best);
        best.any.then_some(best.gain)
    }

    /// Return the mover's lead.
    #[inline(always)]
    fn lead(&self, position: &Halma) -> Score {
        let side = position.to_move as usize;
        let way = |side: usize| sum(&self.values[side], position.men[side]) + self.offsets[side];
        (way(side) - way(side ^ 1)).clamp(-MAX_ESTIMATE, MAX_ESTIMATE)
    }

    /// With at most one hole in the goal a move can win, so moves are looked at one by one.
    #[cold]
    #[inline(never)]
    fn best_near_the_end(&self, position: &Halma) -> Option<OnePly> {
        let mut best = None;
        let mut wins = false;
        position.for_each_child(|play, child| {
            wins |= child.is_won();
            best = best.max(Some(self.gain(position, play)));
        });
        if wins {
            return Some(OnePly::Wins);
        }
        let score = self.lead(position) - TEMPO + best?;
        Some(OnePly::Estimate(score.clamp(-MAX_ESTIMATE, MAX_ESTIMATE)))
    }
}

/// The most that each displacement gains, whatever stands on the board.
fn limits(values: &[i16; 256]) -> GainLimits {
    let mut limits = [[[i16::MIN; 2 * SHIFTS as usize + 1]; 4]; 4];
    for from in Square::all() {
        for to in DIRECTIONS.iter().flat_map(|&(dx, dy)| {
            [from.offset(dx, dy), from.offset(2 * dx, 2 * dy)].into_iter().flatten()
        }) {
            let shift = (to.place() & 63) as i32 - (from.place() & 63) as i32;
            let limit = &mut limits[from.class()][to.class()][(shift + SHIFTS) as usize];
            *limit = (*limit).max(values[to.place()] - values[from.place()]);
        }
    }
    limits
}

#[inline(always)]
fn sum(values: &[i16; 256], men: Words) -> Score {
    let mut total = 0;
    for (class, word) in men.0.into_iter().enumerate() {
        for bit in bits(word) {
            total += Score::from(values[class << 6 | bit as usize]);
        }
    }
    total
}

/// Finds the largest gain among bundles of moves.
struct Best<'a> {
    values: &'a [i16; 256],
    limits: &'a GainLimits,
    /// The largest so far, or what has to be exceeded to count.
    gain: Score,
    /// True if there is a move at all.
    any: bool,
}

impl Best<'_> {
    #[inline(always)]
    fn value(&self, class: usize, bit: u32) -> Score {
        Score::from(self.values[class << 6 | bit as usize])
    }
}

impl MoveBundles for Best<'_> {
    #[inline(always)]
    fn parallel(&mut self, from: usize, to: usize, shift: i32, targets: u64) {
        self.any |= targets != 0;
        if Score::from(self.limits[from][to][(shift + SHIFTS) as usize]) <= self.gain {
            return;
        }
        for bit in bits(targets) {
            let gain = self.value(to, bit) - self.value(from, bit.wrapping_add_signed(-shift));
            self.gain = self.gain.max(gain);
        }
    }

    #[inline(always)]
    fn product(&mut self, class: usize, sources: u64, targets: u64) {
        if sources == 0 || targets == 0 {
            return;
        }
        self.any = true;
        let worst = bits(sources).map(|bit| self.value(class, bit)).min();
        let best = bits(targets).map(|bit| self.value(class, bit)).max();
        if let (Some(worst), Some(best)) = (worst, best) {
            self.gain = self.gain.max(best - worst);
        }
    }
}

/// The goals of one side.
struct Goals {
    side: Side,
    /// SquareValues of the opposing camp that its men have not taken yet.
    free: Vec<Square>,
    /// Its men.
    men: Vec<Square>,
}

impl Goals {
    fn of(root: &Halma, side: Side) -> Goals {
        let men = root.men[side as usize];
        let free = camp(side.other()).minus(men).squares().collect();
        Goals { side, free, men: men.squares().collect() }
    }

    /// Return the features of a square for a man of this side, in sixteenths:
    /// steps to the nearest free goal square; their square, for laggards; steps to the corner
    /// behind the goal; how far off the diagonal; standing in the door of a goal whose deeper
    /// squares are free; own men just behind it that can jump it.
    fn features(&self, square: Square) -> [i32; SQUARE_FEATURES] {
        let at_home = square.is_in(&camp(self.side.other()));
        let to_go = if at_home {
            0
        } else {
            self.free.iter().map(|&free| steps(square, free)).min().unwrap_or(0).into()
        };
        let (x, y) = corner_distance(self.side.other(), square);
        let is_deeper = |free: &&Square| {
            let (free_x, free_y) = corner_distance(self.side.other(), **free);
            free_x <= x && free_y <= y && **free != square
        };
        let deeper = if at_home { self.free.iter().filter(is_deeper).count() } else { 0 };
        let bridges = self.men.iter().filter(|&&man| self.can_use(man, square)).count();
        [
            SIXTEENTHS * to_go,
            to_go * to_go,
            SIXTEENTHS * i32::from(x.max(y)) + SIXTEENTHS / 2 * i32::from(x.min(y)),
            SIXTEENTHS / 4 * i32::from(x.abs_diff(y)),
            SIXTEENTHS / 4 * deeper as i32,
            SIXTEENTHS * bridges.min(3) as i32,
        ]
    }

    /// A man at `man` could jump one on `bridge` forwards.
    fn can_use(&self, man: Square, bridge: Square) -> bool {
        let ((x0, y0), (x1, y1)) =
            (corner_distance(self.side, man), corner_distance(self.side, bridge));
        steps(man, bridge) == 1 && x1 >= x0 && y1 >= y0
    }
}

/// Return the number of steps from one square to another on an empty board.
fn steps(a: Square, b: Square) -> u8 {
    a.x().abs_diff(b.x()).max(a.y().abs_diff(b.y()))
}
