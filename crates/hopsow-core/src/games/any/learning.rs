//! The interface of a game to learning: self-play games, and the net inputs of their positions.

use std::ops::Range;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use rayon::prelude::*;

use super::position::own_positions;
use super::{AnyPosition, AnyTables, Game, Member};
use crate::evaluation::Evaluation;
use crate::evaluation::net::{Net, NetError, Shape};
use crate::game::RuleSet;
use crate::packed::Packed;
use crate::search::Engine;
use crate::selfplay::{self, Beginnings, Plan, SCORE_BYTES, TABLE_MB, Workers};
use crate::tables::Tables;

/// The bytes of a packed position.
#[must_use]
pub fn position_bytes(game: Game) -> usize {
    of_game!(game, P => P::BYTES)
}

/// The position that some bytes stand for, if there is such a position and such rules.
#[must_use]
pub fn unpack(game: Game, rules: &str, bytes: &[u8]) -> Option<AnyPosition> {
    fn unpack<P: Member>(rules: &str, bytes: &[u8]) -> Option<AnyPosition> {
        P::unpack(bytes, P::Rules::named(rules)?).map(Member::any)
    }
    of_game!(game, P => unpack::<P>(rules, bytes))
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
    /// told of every game.
    pub fn play(
        &self,
        numbers: Range<usize>,
        stop: &AtomicBool,
        progress: impl Fn() + Sync,
    ) -> Result<Option<Vec<u8>>, NetError> {
        inside!(AnyPosition, &self.start, start => self.games(start, numbers, stop, progress))
    }

    fn games<P: Member>(
        &self,
        start: &P,
        numbers: Range<usize>,
        stop: &AtomicBool,
        progress: impl Fn() + Sync,
    ) -> Result<Option<Vec<u8>>, NetError> {
        Ok(match self.net {
            Some(file) => {
                self.judged_by(P::by_net(Net::read(file)?), start, numbers, stop, progress)
            }
            None => self.judged_by(P::evaluation(), start, numbers, stop, progress),
        })
    }

    fn judged_by<P: Member>(
        &self,
        evaluation: impl Evaluation<P>,
        start: &P,
        numbers: Range<usize>,
        stop: &AtomicBool,
        progress: impl Fn() + Sync,
    ) -> Option<Vec<u8>> {
        let evaluation = Arc::new(evaluation);
        let engine = || Engine::with_evaluation(TABLE_MB, Arc::clone(&evaluation));
        // What an engine works out itself would depend on the games that its thread has played.
        let endings = match P::Endings::of_one_engine() {
            None => Some(P::own_tables(self.tables)),
            Some(_) => None,
        };
        let workers = Workers { threads: self.threads, engine, endings };
        let openings = own_positions(start, &self.openings);
        let beginnings = Beginnings { start, openings: &openings };
        selfplay::play_games(beginnings, &self.plan, numbers, workers, stop, progress)
    }
}

/// The shape of a game's nets.
#[must_use]
pub fn shape(game: Game) -> Shape {
    of_game!(game, P => Shape::of::<P>())
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
    of_game!(game, P => seen::<P>(rules, records))
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
