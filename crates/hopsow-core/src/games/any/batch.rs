//! Games of any kind side by side.

use std::sync::atomic::AtomicBool;

use super::{AnyBatch, AnyPosition, AnyTables, Member};
use crate::actions::Action;
use crate::batch::arrays::Arrays;
use crate::batch::{Batch, BatchPlan, IllegalAction};
use crate::tables::Worth;

macro_rules! of_batch {
    ($any:expr, $batch:pat => $body:expr) => {
        inside!(AnyBatch, $any, $batch => $body)
    };
}

impl AnyBatch {
    /// Games that begin in `origin`, in which none is over, shown in `arrays`.
    #[must_use]
    pub fn new(origin: &AnyPosition, plan: BatchPlan, arrays: &mut Arrays<'_>) -> AnyBatch {
        inside!(AnyPosition, *origin, origin => begin(origin, plan, arrays))
    }

    /// Take one action in each game and show where that leads.
    pub fn step(&mut self, actions: &[i64], arrays: &mut Arrays<'_>) -> Result<(), IllegalAction> {
        of_batch!(self, batch => batch.step(actions, arrays))
    }

    /// Restart the games marked in `chosen`, or all.
    pub fn reset(&mut self, chosen: Option<&[bool]>, arrays: &mut Arrays<'_>) {
        of_batch!(self, batch => batch.reset(chosen, arrays))
    }

    /// Draw one of the legal actions for each game.
    pub fn sample(&mut self, indptr: &[i64], actions: &[i32], drawn: &mut [i64]) {
        of_batch!(self, batch => batch.sample(indptr, actions, drawn))
    }

    /// The position before the turn under way of one game, and the actions of that turn.
    #[must_use]
    pub fn state(&self, at: usize) -> (AnyPosition, Vec<Action>) {
        of_batch!(self, batch => {
            let (position, made) = batch.state(at);
            (position.any(), made)
        })
    }

    /// Continue one game from `position` and the beginning of a turn.
    ///
    /// # Panics
    ///
    /// If the position belongs to another game.
    pub fn set_state(
        &mut self,
        at: usize,
        position: &AnyPosition,
        made: &[Action],
        arrays: &mut Arrays<'_>,
    ) {
        of_batch!(self, batch => batch.set_state(at, own(batch, position), made, arrays));
    }

    /// Return the value of each state for the side to move, where tables know it; `None` once
    /// `stop` is set.
    pub fn values(&self, tables: &AnyTables, stop: &AtomicBool) -> Option<Vec<Option<Worth>>> {
        of_batch!(self, batch => batch.values(own_tables(batch, tables), stop))
    }

    /// The part of a game that each action gives away, where tables know it; `None` once `stop` is
    /// set.
    pub fn regret(
        &self,
        actions: &[i64],
        tables: &AnyTables,
        stop: &AtomicBool,
    ) -> Result<Option<Vec<Option<f32>>>, IllegalAction> {
        of_batch!(self, batch => batch.regret(actions, own_tables(batch, tables), stop))
    }

    /// The bytes that a game takes beside the arrays, those on the heap not counted.
    #[must_use]
    pub fn bytes_of_game(&self) -> usize {
        of_batch!(self, batch => bytes_of_game(batch))
    }
}

fn begin<P: Member>(origin: P, plan: BatchPlan, arrays: &mut Arrays<'_>) -> AnyBatch {
    P::any_batch(Batch::new(origin, plan, arrays))
}

fn own<P: Member>(_: &Batch<P>, position: &AnyPosition) -> P {
    *P::own(position).expect("the position belongs to the game of the batch")
}

fn own_tables<'a, P: Member>(_: &Batch<P>, tables: &'a AnyTables) -> &'a P::Endings {
    P::own_tables(tables)
}

fn bytes_of_game<P: Member>(_: &Batch<P>) -> usize {
    Batch::<P>::bytes_of_game()
}
