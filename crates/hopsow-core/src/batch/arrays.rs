//! The caller's arrays, which a batch fills, and their division among threads.

use super::contract::Learnable;

/// Arrays of one batch: the item of each game, one after the other.
pub struct Arrays<'a> {
    /// The observations, from the side to move.
    pub observations: &'a mut [u8],
    /// The start of each game's legal actions, and at last the end of all.
    pub indptr: &'a mut [i64],
    /// The legal actions, with room for `MAX_LEGAL` of each game.
    pub actions: &'a mut [i32],
    /// For each of the game's actions, 1 if it is legal and otherwise 0.
    pub mask: Option<&'a mut [u8]>,
    /// The side to move, 0 or 1.
    pub to_move: &'a mut [u8],
    /// The reward of each side for the last action: 1 for a win, -1 for a loss.
    pub rewards: &'a mut [f32],
    /// True if the last action ended the game.
    pub terminated: &'a mut [bool],
    /// True if the last action reached the limit on plies.
    pub truncated: &'a mut [bool],
    /// Hashes of the states.
    pub keys: &'a mut [u64],
}

/// The part of the arrays that belongs to consecutive games.
pub(super) struct ArraysPart<'a> {
    pub observations: &'a mut [u8],
    /// The ends of the games' lists, counted from the beginning of the part.
    pub ends: &'a mut [i64],
    pub actions: &'a mut [i32],
    pub mask: Option<&'a mut [u8]>,
    pub to_move: &'a mut [u8],
    pub rewards: &'a mut [f32],
    pub terminated: &'a mut [bool],
    pub truncated: &'a mut [bool],
    pub keys: &'a mut [u64],
}

/// The number of bytes in an observation.
pub(crate) fn observation_bytes<P: Learnable>() -> usize {
    P::OBSERVATION.iter().product()
}

impl Arrays<'_> {
    /// Divide the arrays into parts of `games` games.
    pub(super) fn parts<P: Learnable>(&mut self, games: usize) -> Vec<ArraysPart<'_>> {
        let mut masks = self.mask.as_deref_mut().map(|mask| mask.chunks_mut(games * P::ACTIONS));
        let mut actions = self.actions.chunks_mut(games * P::MAX_LEGAL);
        let mut observations = self.observations.chunks_mut(games * observation_bytes::<P>());
        let mut rewards = self.rewards.chunks_mut(2 * games);
        let mut terminated = self.terminated.chunks_mut(games);
        let mut truncated = self.truncated.chunks_mut(games);
        let mut keys = self.keys.chunks_mut(games);
        let to_move = self.to_move.chunks_mut(games);
        let parts = self.indptr[1..].chunks_mut(games).zip(to_move).map(|(ends, to_move)| {
            let whole = "every array has an item for each game";
            ArraysPart {
                observations: observations.next().expect(whole),
                ends,
                actions: actions.next().expect(whole),
                mask: masks.as_mut().map(|masks| masks.next().expect(whole)),
                to_move,
                rewards: rewards.next().expect(whole),
                terminated: terminated.next().expect(whole),
                truncated: truncated.next().expect(whole),
                keys: keys.next().expect(whole),
            }
        });
        parts.collect()
    }

    /// Close the gaps between the lists of parts of `games` games.
    pub(super) fn join_lists<P: Learnable>(&mut self, games: usize) {
        let mut total = 0;
        for (part, ends) in self.indptr[1..].chunks_mut(games).enumerate() {
            let length = ends.last().map_or(0, |&end| end as usize);
            let begin = part * games * P::MAX_LEGAL;
            self.actions.copy_within(begin..begin + length, total);
            ends.iter_mut().for_each(|end| *end += total as i64);
            total += length;
        }
    }

    /// Put `list` in the place of the legal actions of one game.
    pub(super) fn replace_list(&mut self, game: usize, list: &[i32]) {
        let [begin, end] = [game, game + 1].map(|at| self.indptr[at] as usize);
        let last = self.indptr.last().map_or(0, |&end| end as usize);
        self.actions.copy_within(end..last, begin + list.len());
        self.actions[begin..begin + list.len()].copy_from_slice(list);
        let change = list.len() as i64 - (end - begin) as i64;
        self.indptr[game + 1..].iter_mut().for_each(|end| *end += change);
    }
}
