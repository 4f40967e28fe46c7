//! The caller's arrays for the states that wait, and their division among threads.

use crate::batch::arrays::observation_bytes;
use crate::batch::contract::{Learnable, State};

/// The states that wait for an estimate, one after the other.
pub struct Leaves<'a> {
    /// The observations, from the side to move.
    pub observations: &'a mut [u8],
    /// The start of each state's legal actions, and at last the end of all.
    pub indptr: &'a mut [i64],
    /// The legal actions, with room for `MAX_LEGAL` of each game.
    pub actions: &'a mut [i32],
}

/// The room for the states of consecutive games.
pub(super) struct LeavesPart<'a> {
    observations: &'a mut [u8],
    /// The ends of the lists, counted from the beginning of the part.
    ends: &'a mut [i64],
    actions: &'a mut [i32],
    /// The number of waiting states.
    pub count: usize,
    listed: usize,
}

impl LeavesPart<'_> {
    /// Add a state.
    pub fn show<P: Learnable>(&mut self, state: &P::State) {
        let bytes = observation_bytes::<P>();
        state.observe(&mut self.observations[self.count * bytes..][..bytes]);
        state.for_each_legal(|action| {
            self.actions[self.listed] = action.into();
            self.listed += 1;
        });
        self.ends[self.count] = self.listed as i64;
        self.count += 1;
    }
}

impl Leaves<'_> {
    /// Divide the arrays into parts of `games` games.
    pub(super) fn parts<P: Learnable>(
        &mut self,
        games: usize,
    ) -> impl Iterator<Item = LeavesPart<'_>> {
        let observations = self.observations.chunks_mut(games * observation_bytes::<P>());
        let actions = self.actions.chunks_mut(games * P::MAX_LEGAL);
        let ends = self.indptr[1..].chunks_mut(games);
        observations.zip(actions).zip(ends).map(|((observations, actions), ends)| LeavesPart {
            observations,
            ends,
            actions,
            count: 0,
            listed: 0,
        })
    }

    /// Close the gaps between the parts, each of `games` games, and return the number of waiting
    /// states.
    pub(super) fn join<P: Learnable>(&mut self, games: usize, counts: &[usize]) -> usize {
        let bytes = observation_bytes::<P>();
        let (mut total, mut listed) = (0, 0);
        self.indptr[0] = 0;
        for (part, &count) in counts.iter().enumerate().filter(|&(_, &count)| count > 0) {
            let begin = part * games;
            let length = self.indptr[begin + count] as usize;
            self.observations.copy_within(begin * bytes..(begin + count) * bytes, total * bytes);
            let list = begin * P::MAX_LEGAL;
            self.actions.copy_within(list..list + length, listed);
            for i in 1..=count {
                self.indptr[total + i] = self.indptr[begin + i] + listed as i64;
            }
            (total, listed) = (total + count, listed + length);
        }
        total
    }
}
