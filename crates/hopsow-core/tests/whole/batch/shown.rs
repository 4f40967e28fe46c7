//! Arrays as a caller of a batch has them.

use hopsow_core::actions::Action;
use hopsow_core::batch::arrays::Arrays;
use hopsow_core::batch::contract::Learnable;

#[derive(Clone, Default, PartialEq)]
pub struct Shown {
    pub observations: Vec<u8>,
    pub indptr: Vec<i64>,
    pub actions: Vec<i32>,
    pub mask: Option<Vec<u8>>,
    pub to_move: Vec<u8>,
    pub rewards: Vec<f32>,
    pub terminated: Vec<bool>,
    pub truncated: Vec<bool>,
    pub keys: Vec<u64>,
}

impl Shown {
    pub fn of<P: Learnable>(games: usize, with_mask: bool) -> Shown {
        Shown {
            observations: vec![0; games * P::OBSERVATION.iter().product::<usize>()],
            indptr: vec![0; games + 1],
            actions: vec![0; games * P::MAX_LEGAL],
            mask: with_mask.then(|| vec![0; games * P::ACTIONS]),
            to_move: vec![0; games],
            rewards: vec![0.0; 2 * games],
            terminated: vec![false; games],
            truncated: vec![false; games],
            keys: vec![0; games],
        }
    }

    pub fn arrays(&mut self) -> Arrays<'_> {
        Arrays {
            observations: &mut self.observations,
            indptr: &mut self.indptr,
            actions: &mut self.actions,
            mask: self.mask.as_deref_mut(),
            to_move: &mut self.to_move,
            rewards: &mut self.rewards,
            terminated: &mut self.terminated,
            truncated: &mut self.truncated,
            keys: &mut self.keys,
        }
    }

    /// The legal actions of one game, by the list.
    pub fn legal(&self, game: usize) -> Vec<Action> {
        let [begin, end] = [game, game + 1].map(|at| self.indptr[at] as usize);
        self.actions[begin..end].iter().map(|&action| action as Action).collect()
    }

    /// The legal actions of one game, by the mask.
    pub fn marked<P: Learnable>(&self, game: usize) -> Vec<Action> {
        let mask = self.mask.as_deref().unwrap_or_default();
        let own = &mask[game * P::ACTIONS..][..P::ACTIONS];
        (0..P::ACTIONS as Action).filter(|&action| own[usize::from(action)] == 1).collect()
    }

    /// A caller may read up to the end of the last list and no further.
    pub fn trimmed(&self) -> Shown {
        let end = *self.indptr.last().expect("an end") as usize;
        Shown { actions: self.actions[..end].to_vec(), ..self.clone() }
    }
}
