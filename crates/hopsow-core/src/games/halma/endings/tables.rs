//! The contract of tables fulfilled, without files: races are solved on demand.

use super::Races;
use crate::evaluation::{Score, WIN};
use crate::games::halma::{Halma, Move, Rules};
use crate::search::contract::Effort;
use crate::tables::{Shelf, TableError, TableFiles, Tables, Worth};

/// Positions visited to solve a race: it takes less than a second.
const RACE_NODES: u64 = 50_000;

/// Every race is solved again, so that answers do not depend on earlier calls.
impl Tables<Halma> for Races {
    const FILES: &'static [&'static dyn TableFiles<Halma>] = &[];

    fn open(_: &Shelf) -> Self {
        Races::default()
    }

    fn of_one_engine() -> Option<Self> {
        Some(Races::default())
    }

    fn reach(&self, _: Rules) -> Option<u32> {
        None
    }

    fn probe(&self, position: &Halma) -> Option<Worth> {
        Races::default().probe(position, &mut Effort::of(RACE_NODES)).map(worth)
    }

    fn rank_moves(&self, position: &Halma) -> Option<Vec<(Move, Worth)>> {
        let plays = Races::default().rank(position, &mut Effort::of(RACE_NODES));
        let worths = plays.into_iter().map(|(play, score)| (play, worth(score)));
        Some(worths.collect::<Vec<_>>()).filter(|worths| !worths.is_empty())
    }

    fn take_problems(&self) -> Vec<TableError> {
        Vec::new()
    }
}

/// The value is the plies to the end, negative for a loss.
fn worth(score: Score) -> Worth {
    let plies = WIN - score.abs();
    Worth { result: score.signum() as i8, value: (score.signum() * plies) as i16 }
}
