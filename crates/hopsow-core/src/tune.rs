//! Fitting the weights of an evaluation to the results of games.
//!
//! In each generation the engine plays itself from random openings with the weights so far, starting
//! with simple ones, and logistic regression finds what predicts the winner:
//!
//! - where features are many, the features of the positions: the weights are the regression's;
//! - where they are few, the weights of the two players, which differ at random in every game: the
//!   regression shows which differences make a player stronger.
//!
//! Everything follows from the plan: the same plan gives the same weights on every machine.

use std::ops::Range;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

use rayon::prelude::*;

use crate::evaluation::linear::{Features, Weights};
use crate::game::{RuleSet, Side};
use crate::random::SplitMix;
use crate::search::contract::Searchable;
use crate::search::{Engine, Limits, Request};

/// How to fit.
#[derive(Clone, Copy, Debug)]
pub struct Plan {
    /// Games of each generation.
    pub games: usize,
    /// How many times to play and fit.
    pub generations: usize,
    /// Nodes searched for each move.
    pub nodes: u64,
    /// The seed of all randomness.
    pub seed: u64,
    /// The number of threads; it does not change the result.
    pub threads: usize,
}

/// What a fit found.
#[derive(Clone, Debug)]
pub struct Fit {
    /// The weights.
    pub weights: Weights,
    /// The same as the next generation begins with them, in units of the fit.
    pub exact: Vec<[f32; 2]>,
    /// The positions that the last generation was fitted to.
    pub positions: usize,
    /// The mean logarithmic loss of the last generation's predictions before fitting.
    pub loss_before: f64,
    /// The same after fitting.
    pub loss_after: f64,
}

/// Random plies at the beginning of a game.
const OPENING_PLIES: usize = 8;
/// A game this long is a draw.
const MAX_PLIES: usize = 400;
/// Passes over the positions.
const EPOCHS: usize = 12;
/// The size of the first steps, in units.
const RATE: f32 = 0.05;
/// How far a weight is expected to lie from the baseline's, in units: without evidence it does not
/// move.
const SPREAD: f32 = 0.25;
/// Steps shrink from the start as if each weight had already been used this many times.
const CAUTION: f32 = 20.0;
/// Up to this many features, players are compared instead of positions.
const FEW_FEATURES: usize = 16;
/// How far two players' weights lie to either side of the weights so far, in units.
const DIFFERENCE: f32 = 0.12;

/// Megabytes of each game's transposition table.
const TABLE_MB: usize = 1;

/// A position of a game with its result, from the view of the side to move.
#[derive(Clone, Debug, PartialEq)]
pub struct Sample {
    features: Vec<(u32, f32)>,
    /// The phase as a share of a full board.
    phase: f32,
    /// 1 for a win, 0 for a loss.
    result: f32,
}

impl Sample {
    /// Append it to `bytes`, so that it can be read back elsewhere.
    pub fn write(&self, bytes: &mut Vec<u8>) {
        bytes.extend((self.features.len() as u32).to_le_bytes());
        for (feature, value) in &self.features {
            bytes.extend(feature.to_le_bytes());
            bytes.extend(value.to_le_bytes());
        }
        bytes.extend(self.phase.to_le_bytes());
        bytes.extend(self.result.to_le_bytes());
    }

    /// All that were written to `bytes`; `None` if these are other bytes, or name a feature that
    /// is not one of so many.
    #[must_use]
    pub fn read_all(bytes: &[u8], features: usize) -> Option<Vec<Sample>> {
        let mut words = bytes.chunks(4).map(|word| word.try_into().ok());
        let mut samples = Vec::new();
        while let Some(count) = words.next() {
            let count = u32::from_le_bytes(count?) as usize;
            let mut word = || words.next().flatten();
            let mut seen = Vec::new();
            for _ in 0..count {
                let feature = u32::from_le_bytes(word()?);
                seen.push((feature, f32::from_le_bytes(word()?)));
                if feature as usize >= features {
                    return None;
                }
            }
            let (phase, result) = (f32::from_le_bytes(word()?), f32::from_le_bytes(word()?));
            samples.push(Sample { features: seen, phase, result });
        }
        Some(samples)
    }
}

/// Carry out `plan`, or give up with `None` when `stop` is set. `progress` is told the share done.
pub fn tune<P: Searchable + Features>(
    plan: &Plan,
    stop: &AtomicBool,
    progress: impl Fn(f64) + Sync,
) -> Option<Fit> {
    let done = AtomicUsize::new(0);
    let total = (plan.games * plan.generations) as f64;
    let tell = || progress((done.fetch_add(1, Ordering::Relaxed) + 1) as f64 / total);
    let mut fitted: Option<Fit> = None;
    for generation in 0..plan.generations {
        let so_far = fitted.map(|fit| fit.exact);
        let games = 0..plan.games;
        let samples = play::<P>(plan, so_far.as_deref(), generation, games, stop, tell)?;
        fitted = Some(fit::<P>(plan, so_far, generation, &samples));
    }
    fitted
}

/// Play some games of a generation with the weights so far (none in the first): what they teach, in
/// the order of their numbers; `None` when `stop` is set. `tell` is called after each game.
pub fn play<P: Searchable + Features>(
    plan: &Plan,
    so_far: Option<&[[f32; 2]]>,
    generation: usize,
    games: Range<usize>,
    stop: &AtomicBool,
    tell: impl Fn() + Sync,
) -> Option<Vec<Sample>> {
    let weights = so_far.map_or_else(baseline::<P>, <[_]>::to_vec);
    let judge = player::<P>(&weights);
    let play = |game: usize| {
        if stop.load(Ordering::Relaxed) {
            return Vec::new();
        }
        let mut random = SplitMix::new(plan.seed, (generation * plan.games + game) as u64);
        let samples = if P::FEATURES <= FEW_FEATURES {
            let difference = differ(&weights, &mut random);
            let players = [1.0, -1.0].map(|sign| player::<P>(&moved(&weights, &difference, sign)));
            let (_, winner) = play_game::<P>(players, plan.nodes, random);
            let result = result_for(Side::One, winner);
            vec![Sample { features: (0..).zip(difference).collect(), phase: 0.0, result }]
        } else {
            let (game, winner) = play_game::<P>([judge.clone(), judge.clone()], plan.nodes, random);
            let quiet = game.iter().skip(OPENING_PLIES).filter(|position| !position.is_forced());
            quiet.map(|position| sample(position, winner)).collect()
        };
        tell();
        samples
    };
    let samples =
        crate::pool(plan.threads).install(|| games.into_par_iter().flat_map_iter(play).collect());
    (!stop.load(Ordering::Relaxed)).then_some(samples)
}

/// Fit the weights so far (none in the first generation) to what the games of a generation teach.
#[must_use]
pub fn fit<P: Searchable + Features>(
    plan: &Plan,
    so_far: Option<Vec<[f32; 2]>>,
    generation: usize,
    samples: &[Sample],
) -> Fit {
    let baseline = baseline::<P>();
    let mut exact = so_far.unwrap_or_else(|| baseline.clone());
    let (loss_before, loss_after) = if P::FEATURES <= FEW_FEATURES {
        let left = 1.0 - generation as f32 / plan.generations as f32;
        step(samples, DIFFERENCE * left, &mut exact, plan.seed)
    } else {
        let loss_before = loss(samples, &exact);
        let scale = scale(samples, &baseline);
        exact = baseline.iter().map(|pair| pair.map(|weight| weight * scale)).collect();
        descend(samples, scale * SPREAD, &mut exact, plan.seed);
        (loss_before, loss(samples, &exact))
    };
    Fit { weights: pack::<P>(&exact), exact, positions: samples.len(), loss_before, loss_after }
}

/// A random direction, one sign for each weight that can matter.
fn differ(weights: &[[f32; 2]], random: &mut SplitMix) -> Vec<f32> {
    weights.iter().map(|_| if random.below(2) == 0 { DIFFERENCE } else { -DIFFERENCE }).collect()
}

/// The weights of a player who lies in this direction from the others'.
fn moved(weights: &[[f32; 2]], difference: &[f32], sign: f32) -> Vec<[f32; 2]> {
    let moved = |(pair, delta): (&[f32; 2], &f32)| pair.map(|weight| weight + sign * delta);
    weights.iter().zip(difference).map(moved).collect()
}

/// A player who judges by these weights.
fn player<P: Features>(weights: &[[f32; 2]]) -> Arc<P::Linear> {
    Arc::new(pack::<P>(weights).into())
}

/// Move the weights by up to `length` towards the players that won; the losses of a coin and of the
/// regression.
fn step(games: &[Sample], length: f32, weights: &mut [[f32; 2]], seed: u64) -> (f64, f64) {
    let mut slopes = vec![[0.0; 2]; weights.len()];
    let before = loss(games, &slopes);
    descend(games, f32::INFINITY, &mut slopes, seed);
    let after = loss(games, &slopes);
    let steepest = slopes.iter().flatten().fold(0.0f32, |most, slope| most.max(slope.abs()));
    if steepest > 0.0 {
        for (weight, slope) in weights.iter_mut().zip(&slopes) {
            weight.iter_mut().for_each(|weight| *weight += length * slope[1] / steepest);
        }
    }
    (before, after)
}

fn baseline<P: Features>() -> Vec<[f32; 2]> {
    let weights = Weights::baseline::<P>();
    (0..P::FEATURES).map(|i| weights.of(i).map(|weight| weight as f32 / 100.0)).collect()
}

/// The weights in hundredths of a unit: a fit finds them in units of its own.
fn pack<P: Features>(weights: &[[f32; 2]]) -> Weights {
    let unit = P::unit(weights).max(f32::MIN_POSITIVE);
    let hundredths = |weight: f32| (weight / unit * 100.0).round() as i16;
    Weights::new(weights.iter().map(|pair| pair.map(hundredths)).collect())
}

/// One game between two engines: its positions and who won.
fn play_game<P: Searchable + Features>(
    players: [Arc<P::Linear>; 2],
    nodes: u64,
    mut random: SplitMix,
) -> (Vec<P>, Option<Side>) {
    let mut engines = players.map(|player| Engine::<P>::with_evaluation(TABLE_MB, player));
    let limits = Limits { nodes: Some(nodes), ..Limits::default() };
    let request = Request { limits, ..Request::default() };
    let mut game = vec![P::start(P::Rules::ALL[0], Side::One)];
    let mut moves = Vec::new();
    let winner = loop {
        let (position, earlier) = game.split_last().expect("the start");
        if let Some(outcome) = position.outcome_after(earlier) {
            break outcome.winner;
        }
        if earlier.len() >= MAX_PLIES {
            break None;
        }
        let mv = if earlier.len() < OPENING_PLIES {
            moves.clear();
            position.list_moves(&mut moves);
            moves[random.below(moves.len())]
        } else {
            let engine = &mut engines[position.to_move() as usize];
            let report = engine.search(&game, &request, None, &AtomicBool::new(false), |_| {});
            report.best().expect("a game that is not over has a move")
        };
        let next = position.play(mv);
        game.push(next);
    };
    (game, winner)
}

fn sample<P: Features>(position: &P, winner: Option<Side>) -> Sample {
    let mut features = Vec::new();
    position.for_each_feature(|feature, value| {
        if value != 0 {
            features.push((feature as u32, value as f32 / P::ONE as f32));
        }
    });
    let result = result_for(position.to_move(), winner);
    Sample { features, phase: position.phase() as f32 / P::FULL as f32, result }
}

fn result_for(side: Side, winner: Option<Side>) -> f32 {
    match winner {
        None => 0.5,
        Some(winner) if winner == side => 1.0,
        Some(_) => 0.0,
    }
}

fn prediction(sample: &Sample, weights: &[[f32; 2]]) -> f32 {
    let blend = |[early, late]: [f32; 2]| early * sample.phase + late * (1.0 - sample.phase);
    let sum: f32 = sample.features.iter().map(|&(i, x)| x * blend(weights[i as usize])).sum();
    1.0 / (1.0 + (-sum).exp())
}

fn loss(samples: &[Sample], weights: &[[f32; 2]]) -> f64 {
    let total: f64 = samples
        .iter()
        .map(|sample| {
            let p = f64::from(prediction(sample, weights)).clamp(1e-6, 1.0 - 1e-6);
            let y = f64::from(sample.result);
            -(y * p.ln() + (1.0 - y) * (1.0 - p).ln())
        })
        .sum();
    total / samples.len().max(1) as f64
}

/// How steeply the chances of winning rise with the baseline's value: the multiple of it that
/// predicts best, by golden section between a hundredth and ten.
fn scale(samples: &[Sample], baseline: &[[f32; 2]]) -> f32 {
    const GOLDEN: f32 = 0.618_034;
    let loss_at = |log: f32| {
        let weights: Vec<_> = baseline.iter().map(|pair| pair.map(|w| w * log.exp())).collect();
        loss(samples, &weights)
    };
    let (mut low, mut high) = (0.01f32.ln(), 10.0f32.ln());
    while high - low > 0.01 {
        let (a, b) = (high - GOLDEN * (high - low), low + GOLDEN * (high - low));
        if loss_at(a) < loss_at(b) { high = b } else { low = a }
    }
    ((low + high) / 2.0).exp()
}

/// Stochastic gradient descent with a rate that shrinks for each weight as it is used (Duchi,
/// Hazan and Singer, "Adaptive subgradient methods", 2011). The weights begin at their prior and
/// are expected within `spread` of it.
fn descend(samples: &[Sample], spread: f32, weights: &mut [[f32; 2]], seed: u64) {
    let prior = weights.to_vec();
    let mut visits = vec![0.0f32; weights.len()];
    for &(feature, _) in samples.iter().flat_map(|sample| &sample.features) {
        visits[feature as usize] += 1.0;
    }
    let mut used = vec![[CAUTION; 2]; weights.len()];
    let mut order: Vec<usize> = (0..samples.len()).collect();
    let mut random = SplitMix::new(seed, u64::MAX);
    for _ in 0..EPOCHS {
        for i in (1..order.len()).rev() {
            order.swap(i, random.below(i + 1));
        }
        for &i in &order {
            let sample = &samples[i];
            let error = sample.result - prediction(sample, weights);
            let shares = [sample.phase, 1.0 - sample.phase];
            for &(feature, value) in &sample.features {
                let feature = feature as usize;
                for (phase, share) in shares.into_iter().enumerate() {
                    let weight = &mut weights[feature][phase];
                    let pull =
                        (prior[feature][phase] - *weight) / (spread * spread * visits[feature]);
                    let slope = error * value * share + pull;
                    let squares = &mut used[feature][phase];
                    *squares += slope * slope;
                    *weight += RATE * slope / squares.sqrt();
                }
            }
        }
    }
}
