//! Games of an engine against itself, as positions to learn from.
//!
//! Game number n of a plan depends on the plan and on n alone, so that the data is the same however
//! many threads or machines share the work.

use std::ops::Range;
use std::sync::atomic::{AtomicBool, Ordering};

use rayon::prelude::*;

use hopsow_core::game::Side;
use hopsow_core::packed::Packed;
use hopsow_core::random::SplitMix;
use hopsow_core::search::contract::{Endings, Searchable};
use hopsow_core::search::{Engine, Request, SearchLimits};

/// What to play.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Plan {
    /// The seed of all randomness.
    pub seed: u64,
    /// Positions visited for a move, on average; each move draws between half and one and a half.
    pub nodes: u64,
    /// One of the engine's moves in so many is replaced by a random one, in the first
    /// `NOISY_PLIES` plies; 0 for none.
    pub noise: u64,
    /// A game that begins by chance begins anew where its first search is further from 0 than so
    /// many hundredths, since level games teach more than decided ones; 0 for any.
    pub level: i32,
    /// A game is over where `WON_PLIES` searches in a row are that many hundredths in favour of the
    /// same side, or `DRAWN_PLIES` in a row are within `DRAWN_SCORE`; 0 to play all games to the end.
    pub adjudicate: i32,
}

/// The fewest and the most random plies that begin a game.
const RANDOM_PLIES: [usize; 2] = [4, 11];
/// After so many beginnings that are not level the next is played whatever it is.
const MOST_BEGINNINGS: u32 = 100;
/// How many searches in a row decide a game that is adjudicated.
const WON_PLIES: usize = 6;
const DRAWN_PLIES: usize = 40;
/// Hundredths that are as good as nothing.
const DRAWN_SCORE: f64 = 30.0;
/// No move is random from this ply on.
const NOISY_PLIES: usize = 40;
/// A game that reaches this length is a draw.
const MAX_PLIES: usize = 300;
/// Scores are written within this.
const MAX_SCORE: f64 = 30_000.0;

/// Megabytes of each engine's transposition table; games depend on it.
pub const TABLE_MB: usize = 2;

/// The bytes of a record beside its position: score (16 bits, little-endian), result, ply.
pub const SCORE_BYTES: usize = 4;

/// A position that was searched.
struct Sample<P> {
    position: P,
    /// In hundredths.
    score: i16,
    ply: u8,
}

/// Where games begin.
#[derive(Clone, Copy)]
pub struct Beginnings<'a, P> {
    /// The start of the game, from which random plies lead on.
    pub start: &'a P,
    /// Where there are some, games begin with these in turn, without random plies.
    pub openings: &'a [P],
}

/// Who plays.
pub struct Workers<'a, P: Searchable, F> {
    /// The number of threads; it does not change the records.
    pub threads: usize,
    /// Makes an engine for a thread.
    pub engine: F,
    /// Games whose end they know are not played out; they must know the same in every thread.
    pub endings: Option<&'a P::Endings>,
}

/// The records of the games with these numbers, in their order, or `None` when `stop` is set;
/// `progress` is told of every game.
pub fn play_games<P: Searchable + Packed>(
    beginnings: Beginnings<'_, P>,
    plan: &Plan,
    numbers: Range<usize>,
    workers: Workers<'_, P, impl Fn() -> Engine<P> + Sync + Send>,
    stop: &AtomicBool,
    progress: impl Fn() + Sync,
) -> Option<Vec<u8>> {
    let Workers { threads, engine, endings } = workers;
    let play = |engine: &mut Engine<P>, number| {
        let records = play_game(engine, beginnings, plan, number, endings, stop);
        progress();
        records
    };
    let games: Option<Vec<Vec<u8>>> = hopsow_core::pool(threads)
        .install(|| numbers.into_par_iter().map_init(engine, play).collect());
    games.map(|games| games.concat())
}

/// The records of one game: position, score, result, ply.
///
/// Only quiet positions with a choice are recorded, since the search judges no others.
fn play_game<P: Searchable + Packed>(
    engine: &mut Engine<P>,
    Beginnings { start, openings }: Beginnings<'_, P>,
    plan: &Plan,
    number: usize,
    endings: Option<&P::Endings>,
    stop: &AtomicBool,
) -> Option<Vec<u8>> {
    let mut random = SplitMix::new(plan.seed, number as u64);
    let by_chance = openings.is_empty();
    let mut game = vec![if by_chance { *start } else { openings[number % openings.len()] }];
    let mut samples = Vec::new();
    let draw_plies = |random: &mut SplitMix| {
        let [fewest, most] = RANDOM_PLIES;
        fewest + random.below(most - fewest + 1)
    };
    let mut random_plies = if by_chance { draw_plies(&mut random) } else { 0 };
    let (mut begun, mut searches) = (1, 0);
    let mut scores = Scores::default();
    engine.clear();
    let winner = loop {
        let (position, earlier) = game.split_last().expect("a game has a position");
        let ply = earlier.len();
        if let Some(outcome) = position.outcome_after(earlier) {
            break outcome.winner;
        }
        if ply >= MAX_PLIES {
            break None;
        }
        if let Some(score) = endings.and_then(|endings| endings.score(position)) {
            break winner_by(position.to_move(), score);
        }
        let moves = position.legal_moves();
        let mv = if ply < random_plies {
            moves[random.below(moves.len())]
        } else if moves.len() == 1 {
            moves[0]
        } else {
            let nodes = plan.nodes / 2 + random.below(plan.nodes as usize + 1) as u64;
            let limits = SearchLimits { nodes: Some(nodes.max(1)), ..SearchLimits::default() };
            let request = Request { limits, ..Request::default() };
            let report = engine.search_quietly(&game, &request, endings, stop);
            if stop.load(Ordering::Relaxed) {
                return None;
            }
            let best = &report.lines[0];
            let hundredths = 100.0 * best.value.units();
            searches += 1;
            let is_level = plan.level == 0 || hundredths.abs() <= f64::from(plan.level);
            if searches == 1 && !is_level && by_chance && begun < MOST_BEGINNINGS {
                (begun, searches) = (begun + 1, 0);
                random_plies = draw_plies(&mut random);
                game.truncate(1);
                engine.clear();
                continue;
            }
            if plan.adjudicate > 0
                && let Some(winner) = scores.add(position.to_move(), hundredths, plan.adjudicate)
            {
                break winner;
            }
            if !position.is_forced() {
                let score = hundredths.clamp(-MAX_SCORE, MAX_SCORE) as i16;
                samples.push(Sample { position: *position, score, ply: ply.min(255) as u8 });
            }
            let is_noisy =
                plan.noise > 0 && ply < NOISY_PLIES && random.below(plan.noise as usize) == 0;
            if is_noisy { moves[random.below(moves.len())] } else { best.moves[0] }
        };
        let next = position.play(mv);
        game.push(next);
    };
    let mut records = Vec::with_capacity(samples.len() * (P::BYTES + SCORE_BYTES));
    for sample in samples {
        let result: i8 = match winner {
            None => 0,
            Some(side) if side == sample.position.to_move() => 1,
            Some(_) => -1,
        };
        sample.position.pack(&mut records);
        records.extend_from_slice(&sample.score.to_le_bytes());
        records.extend_from_slice(&[result as u8, sample.ply]);
    }
    Some(records)
}

/// What the last searches of a game said.
#[derive(Default)]
struct Scores {
    /// For whom they were decisive, and how many in a row.
    leader: Option<Side>,
    decisive: usize,
    /// How many in a row were as good as nothing.
    level: usize,
}

impl Scores {
    /// The winner, or `Some(None)` for a draw, once enough searches agree.
    fn add(&mut self, mover: Side, hundredths: f64, decisive: i32) -> Option<Option<Side>> {
        let leader = if hundredths > 0.0 { mover } else { mover.other() };
        if hundredths.abs() < f64::from(decisive) {
            (self.leader, self.decisive) = (None, 0);
        } else if self.leader == Some(leader) {
            self.decisive += 1;
        } else {
            (self.leader, self.decisive) = (Some(leader), 1);
        }
        self.level = if hundredths.abs() <= DRAWN_SCORE { self.level + 1 } else { 0 };
        if self.decisive >= WON_PLIES {
            Some(self.leader)
        } else {
            (self.level >= DRAWN_PLIES).then_some(None)
        }
    }
}

/// Who wins, given the score for `mover` of a known ending.
fn winner_by(mover: Side, score: i32) -> Option<Side> {
    match score {
        0 => None,
        1.. => Some(mover),
        _ => Some(mover.other()),
    }
}
