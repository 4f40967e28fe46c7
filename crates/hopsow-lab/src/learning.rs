//! What learning needs from any game: self-play games, and the net inputs of their positions.

use std::ops::Range;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use hopsow_core::evaluation::Evaluation;
use hopsow_core::evaluation::net::{Net, NetError, Shape};
use hopsow_core::game::RuleSet;
use hopsow_core::games::any::{AnyPosition, AnyTables, ForGame, Game, Member};
use hopsow_core::search::Engine;
use hopsow_core::tables::Tables;
use rayon::prelude::*;

use crate::selfplay::{self, Beginnings, Plan, SCORE_BYTES, TABLE_MB, Workers};

/// The length of a record in bytes: a packed position, its score, result and ply.
#[must_use]
pub fn record_bytes(game: Game) -> usize {
    struct Bytes;
    impl ForGame for Bytes {
        type Output = usize;

        fn run<P: Member>(self) -> usize {
            P::BYTES + SCORE_BYTES
        }
    }
    game.run(Bytes)
}

/// The position that some bytes stand for, if there is such a position and such rules.
#[must_use]
pub fn unpack(game: Game, rules: &str, bytes: &[u8]) -> Option<AnyPosition> {
    struct Unpacked<'a>(&'a str, &'a [u8]);
    impl ForGame for Unpacked<'_> {
        type Output = Option<AnyPosition>;

        fn run<P: Member>(self) -> Option<AnyPosition> {
            P::unpack(self.1, P::Rules::named(self.0)?).map(Member::any)
        }
    }
    game.run(Unpacked(rules, bytes))
}

/// The settings of self-play.
pub struct SelfPlay<'a> {
    /// The start of the game.
    pub start: AnyPosition,
    /// Positions of the same game to begin with in turn; none for random plies from the start.
    pub openings: Vec<AnyPosition>,
    /// The plan of the games.
    pub plan: Plan,
    /// The file of the net to evaluate with; without one the engine uses its own evaluation.
    pub net: Option<&'a [u8]>,
    /// Games whose end they know are not played out.
    pub tables: &'a AnyTables,
    /// The number of threads; it does not change the records.
    pub threads: usize,
}

impl SelfPlay<'_> {
    /// The records of the games with these numbers, or `None` when `stop` is set; `progress` is
    /// called after every game.
    pub fn play(
        &self,
        numbers: Range<usize>,
        stop: &AtomicBool,
        progress: impl Fn() + Sync,
    ) -> Result<Option<Vec<u8>>, NetError> {
        self.start.game().run(Games { play: self, numbers, stop, progress })
    }
}

/// Some games of a self-play.
struct Games<'a, F> {
    play: &'a SelfPlay<'a>,
    numbers: Range<usize>,
    stop: &'a AtomicBool,
    progress: F,
}

impl<F: Fn() + Sync> ForGame for Games<'_, F> {
    type Output = Result<Option<Vec<u8>>, NetError>;

    fn run<P: Member>(self) -> Self::Output {
        Ok(match self.play.net {
            Some(file) => self.evaluated_by(P::by_net(Net::read(file)?)),
            None => self.evaluated_by(P::evaluation()),
        })
    }
}

impl<F: Fn() + Sync> Games<'_, F> {
    fn evaluated_by<P: Member>(self, evaluation: impl Evaluation<P>) -> Option<Vec<u8>> {
        let SelfPlay { start, openings, plan, tables, threads, .. } = self.play;
        let evaluation = Arc::new(evaluation);
        let engine = || Engine::with_evaluation(TABLE_MB, Arc::clone(&evaluation));
        // What an engine works out itself would depend on the games that its thread has played.
        let endings = match P::Endings::of_one_engine() {
            None => Some(P::own_tables(tables)),
            Some(_) => None,
        };
        let workers = Workers { threads: *threads, engine, endings };
        let start = P::own(start).expect("the start is of its game");
        let openings: Vec<P> = openings.iter().filter_map(P::own).copied().collect();
        let beginnings = Beginnings { start, openings: &openings };
        selfplay::play_games(beginnings, plan, self.numbers, workers, self.stop, self.progress)
    }
}

/// The shape of a game's nets.
#[must_use]
pub fn shape(game: Game) -> Shape {
    struct Of;
    impl ForGame for Of {
        type Output = Shape;

        fn run<P: Member>(self) -> Shape {
            Shape::of::<P>()
        }
    }
    game.run(Of)
}

/// The net inputs of some positions.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Seen {
    /// For each position the inputs that are on, filled up to `most_on` with the number of inputs.
    pub inputs: Vec<u16>,
    /// The kind of each.
    pub kinds: Vec<u8>,
}

/// Return the net inputs of the positions in records; `None` if a record holds no position, or if
/// there are no such rules.
#[must_use]
pub fn inputs(game: Game, rules: &str, records: &[u8]) -> Option<Seen> {
    struct Of<'a>(&'a str, &'a [u8]);
    impl ForGame for Of<'_> {
        type Output = Option<Seen>;

        fn run<P: Member>(self) -> Option<Seen> {
            seen::<P>(self.0, self.1)
        }
    }
    game.run(Of(rules, records))
}

fn seen<P: Member>(rules: &str, records: &[u8]) -> Option<Seen> {
    let rules = P::Rules::named(rules)?;
    let positions: Option<Vec<P>> = records
        .par_chunks(P::BYTES + SCORE_BYTES)
        .map(|record| P::unpack(record.get(..P::BYTES)?, rules))
        .collect();
    let mut seen = Seen::default();
    for (i, position) in positions?.iter().enumerate() {
        position.for_each_input(|input| seen.inputs.push(input as u16));
        seen.inputs.resize((i + 1) * P::MOST_ON, P::INPUTS as u16);
        seen.kinds.push(position.kind() as u8);
    }
    Some(seen)
}
