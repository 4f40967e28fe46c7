//! Many games side by side, for learners.
//!
//! - [`contract`]: the interface of a game in a batch
//! - [`arrays`]: the caller's arrays, which it fills
//! - `exact`: the values of states, and the losses of actions
//! - `share`: work divided among threads
//! - this file: the games themselves, one action of each at a time
//!
//! Every game is on its own, and chance comes from (seed, game, number of the game played there),
//! so threads change nothing. All actions are checked before the first one is taken.

pub mod arrays;
pub mod contract;
mod exact;
mod share;

use std::fmt::{self, Display};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use crate::actions::Action;
use crate::game::{Outcome, Position, Side};
use crate::message::{Message, message};
use crate::random::SplitMix;
use arrays::{Arrays, ArraysPart, observation_bytes};
use contract::{Learnable, State, illegal_action};
use share::Meeting;
pub(crate) use share::{Helpers, share};

/// The conditions under which games of any kind begin and end.
#[derive(Clone, Copy, Debug)]
pub struct BatchPlan {
    /// The number of games.
    pub games: usize,
    /// The seed of all chance.
    pub seed: u64,
    /// The number of threads.
    pub threads: usize,
    /// Random plies at the beginning of each game.
    pub opening_plies: u16,
    /// A game that reaches this length, the opening included, is cut off.
    pub max_plies: u16,
    /// True if a new game begins where one is over.
    pub auto_reset: bool,
}

/// Games side by side.
pub struct Batch<P: Learnable> {
    games: Vec<Game<P::State>>,
    /// The position from which games begin.
    origin: P,
    plan: BatchPlan,
    /// The number of random actions drawn.
    draws: u64,
    /// All threads but the caller's.
    helpers: Option<Arc<Helpers>>,
}

#[derive(Clone)]
struct Game<S> {
    state: S,
    /// The number of games begun here.
    begun: u32,
    plies: u16,
    is_over: bool,
}

/// An action that cannot be taken.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct IllegalAction {
    /// The game's place in the batch.
    pub at: usize,
    /// The name of the game.
    pub game: &'static str,
    /// The number given.
    pub action: i64,
    /// The rule.
    pub why: Message,
}

impl Display for IllegalAction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        Display::fmt(&self.message(), f)
    }
}

impl std::error::Error for IllegalAction {}

impl IllegalAction {
    /// The message for people.
    #[must_use]
    pub fn message(&self) -> Message {
        let IllegalAction { at, game, action, why } = self.clone();
        let action = action.to_string();
        message!("action.illegal-in-game", at = at, game = game, action = action, problem = why)
    }
}

/// A copy has threads of its own: those that meet must not wait in one line with others.
impl<P: Learnable> Clone for Batch<P> {
    fn clone(&self) -> Self {
        let Batch { ref games, origin, plan, draws, .. } = *self;
        Batch { games: games.clone(), origin, plan, draws, helpers: Helpers::beside(plan.threads) }
    }
}

impl<P: Learnable> Batch<P> {
    /// Games that begin in `origin`, in which none is over, shown in `arrays`.
    #[must_use]
    pub fn new(origin: P, plan: BatchPlan, arrays: &mut Arrays<'_>) -> Batch<P> {
        let games = (0..plan.games).map(|at| Game::begin(origin, &plan, at, 0)).collect();
        let mut batch =
            Batch { games, origin, plan, draws: 0, helpers: Helpers::beside(plan.threads) };
        batch.show(arrays, |_, _| false, |_, _| (None, false));
        batch
    }

    /// Take one action in each game and show where that leads. Where a game was over before,
    /// nothing happens. With an illegal action among them, none is taken.
    pub fn step(&mut self, actions: &[i64], arrays: &mut Arrays<'_>) -> Result<(), IllegalAction> {
        assert_eq!(actions.len(), self.games.len(), "an action for each game");
        let plan = self.plan;
        let wrong = self.show(
            arrays,
            |at, game| game.refuses::<P>(actions[at]),
            |at, game| {
                if game.is_over { (None, false) } else { game.step(actions[at] as Action, &plan) }
            },
        );
        wrong.map_or(Ok(()), |at| Err(self.refuse(at, actions[at])))
    }

    /// Restart the games marked in `chosen`, or all, and show them.
    pub fn reset(&mut self, chosen: Option<&[bool]>, arrays: &mut Arrays<'_>) {
        let (origin, plan) = (self.origin, self.plan);
        let is_chosen = |at: usize| chosen.is_none_or(|chosen| chosen[at]);
        let begin = |at, game: &mut Game<P::State>| {
            if is_chosen(at) {
                *game = Game::begin(origin, &plan, at, game.begun + 1);
            }
            (None, false)
        };
        self.show(arrays, |_, _| false, begin);
    }

    /// The position before the turn under way of one game, and the actions of that turn.
    #[must_use]
    pub fn state(&self, at: usize) -> (P, Vec<Action>) {
        let state = &self.games[at].state;
        (state.position(), state.made())
    }

    /// Continue one game from `position`, in which it is not over, and the beginning of a turn.
    /// Its earlier history does not count.
    pub fn set_state(&mut self, at: usize, position: P, made: &[Action], arrays: &mut Arrays<'_>) {
        let game = &mut self.games[at];
        if let Some(mask) = &mut arrays.mask {
            game.state.unmark_legal(&mut mask[at * P::ACTIONS..][..P::ACTIONS]);
        }
        game.state = P::State::begin(position);
        for &action in made {
            game.state.take(action);
        }
        (game.plies, game.is_over) = (0, false);
        let mut list = Vec::with_capacity(P::MAX_LEGAL);
        game.state.for_each_legal(|action| list.push(i32::from(action)));
        arrays.replace_list(at, &list);
        let bytes = observation_bytes::<P>();
        game.state.observe(&mut arrays.observations[at * bytes..][..bytes]);
        if let Some(mask) = &mut arrays.mask {
            game.state.mark_legal(&mut mask[at * P::ACTIONS..][..P::ACTIONS]);
        }
        arrays.to_move[at] = game.state.to_move() as u8;
        arrays.keys[at] = game.state.key();
        arrays.rewards[2 * at..][..2].fill(0.0);
        (arrays.terminated[at], arrays.truncated[at]) = (false, false);
    }

    /// The states of all games, each with whether its game is over.
    pub(crate) fn states(&self) -> impl Iterator<Item = (&P::State, bool)> {
        self.games.iter().map(|game| (&game.state, game.is_over))
    }

    /// The threads of the batch beside the caller's, and the number of all.
    pub(crate) fn threads(&self) -> (Option<Arc<Helpers>>, usize) {
        (self.helpers.clone(), self.plan.threads)
    }

    /// Draw one of the legal actions for each game, all alike; 0 where a game is over.
    pub fn sample(&mut self, indptr: &[i64], actions: &[i32], drawn: &mut [i64]) {
        self.draws += 1;
        let mut random = SplitMix::new(self.plan.seed ^ SALT_OF_DRAWS, self.draws);
        for (ends, drawn) in indptr.windows(2).zip(drawn) {
            let list = &actions[ends[0] as usize..ends[1] as usize];
            let chosen = random.below(list.len());
            *drawn = list.get(chosen).map_or(0, |&action| action.into());
        }
    }

    /// The bytes that a game takes beside the arrays, those on the heap not counted.
    #[must_use]
    pub const fn bytes_of_game() -> usize {
        size_of::<Game<P::State>>()
    }

    fn check(&self, actions: &[i64]) -> Result<(), IllegalAction> {
        let mut pairs = self.games.iter().zip(actions);
        let wrong = pairs.position(|(game, &action)| game.refuses::<P>(action));
        wrong.map_or(Ok(()), |at| Err(self.refuse(at, actions[at])))
    }

    fn refuse(&self, at: usize, action: i64) -> IllegalAction {
        let why = match numbered::<P>(action) {
            Some(action) => self.games[at].state.refuse(action),
            None => illegal_action(message!("action.numbers", last = P::ACTIONS - 1)),
        };
        IllegalAction { at, game: P::GAME, action, why }
    }

    fn games_a_thread(&self) -> usize {
        self.games.len().div_ceil(self.plan.threads)
    }

    /// Apply `go_on` to each game, restart finished ones, and show all. If `wrong` finds a problem
    /// with a game, nothing happens and the first such game is returned.
    ///
    /// The threads are called once for both passes.
    fn show(
        &mut self,
        arrays: &mut Arrays<'_>,
        is_wrong: impl Fn(usize, &Game<P::State>) -> bool + Sync,
        go_on: impl Fn(usize, &mut Game<P::State>) -> (Option<Outcome>, bool) + Sync,
    ) -> Option<usize> {
        let size = self.games_a_thread();
        let (origin, plan) = (self.origin, self.plan);
        let parts = self.games.chunks_mut(size).zip(arrays.parts::<P>(size)).enumerate();
        let parts: Vec<_> = parts.collect();
        let meeting = Meeting::of(parts.len());
        let first_wrong = AtomicUsize::new(usize::MAX);
        share(self.helpers.as_deref(), parts, |(number, (games, mut part))| {
            let first = number * size;
            let mut numbered = games.iter().enumerate();
            if let Some((i, _)) = numbered.find(|&(i, game)| is_wrong(first + i, game)) {
                first_wrong.fetch_min(first + i, Ordering::Relaxed);
            }
            meeting.wait();
            if first_wrong.load(Ordering::Relaxed) != usize::MAX {
                return;
            }
            let mut listed = 0;
            for (i, game) in games.iter_mut().enumerate() {
                part.unmark::<P>(i, &game.state);
                let (outcome, is_cut) = go_on(first + i, game);
                part.reward(i, outcome, is_cut);
                if game.is_over && plan.auto_reset {
                    *game = Game::begin(origin, &plan, first + i, game.begun + 1);
                }
                listed = part.show::<P>(i, game, listed);
            }
        });
        let wrong = first_wrong.into_inner();
        if wrong != usize::MAX {
            return Some(wrong);
        }
        arrays.join_lists::<P>(size);
        None
    }
}

/// Draws must not repeat the openings.
const SALT_OF_DRAWS: u64 = 0x7361_6d70_6c65_7321;

fn numbered<P: Position>(action: i64) -> Option<Action> {
    usize::try_from(action).ok().filter(|&action| action < P::ACTIONS).map(|a| a as Action)
}

impl<S: State> Game<S> {
    /// The game of this number at this place. An opening that would end it stops before.
    fn begin(origin: S::Position, plan: &BatchPlan, at: usize, begun: u32) -> Self {
        let state = S::begin(origin);
        let mut game = Game { state, begun, plies: 0, is_over: false };
        if plan.opening_plies > 0 {
            let random = SplitMix::new(plan.seed, (at as u64) << 32 | u64::from(begun));
            game.open(random, plan.opening_plies);
        }
        game
    }

    fn open(&mut self, mut random: SplitMix, plies: u16) {
        let mut list = Vec::new();
        while self.plies < plies || !self.state.is_between_turns() {
            list.clear();
            self.state.for_each_legal(|action| list.push(action));
            let before = self.state.clone();
            if self.state.take(list[random.below(list.len())]).is_some() {
                self.state = before;
                return;
            }
            self.plies += u16::from(self.state.is_between_turns());
        }
    }

    /// Return true if `action` cannot be taken.
    #[inline(always)]
    fn refuses<P: Learnable>(&self, action: i64) -> bool {
        let is_legal = |action| self.state.is_legal(action);
        !self.is_over && !numbered::<P>(action).is_some_and(is_legal)
    }

    /// The outcome, if a legal action ends the game, and whether the limit on plies does.
    fn step(&mut self, action: Action, plan: &BatchPlan) -> (Option<Outcome>, bool) {
        let outcome = self.state.take(action);
        self.plies += u16::from(self.state.is_between_turns());
        let is_cut = outcome.is_none() && self.plies >= plan.max_plies;
        self.is_over = outcome.is_some() || is_cut;
        (outcome, is_cut)
    }
}

impl ArraysPart<'_> {
    fn unmark<P: Learnable>(&mut self, i: usize, state: &P::State) {
        if let Some(mask) = &mut self.mask {
            state.unmark_legal(&mut mask[i * P::ACTIONS..][..P::ACTIONS]);
        }
    }

    fn reward(&mut self, i: usize, outcome: Option<Outcome>, is_cut: bool) {
        let winner = outcome.and_then(|outcome| outcome.winner);
        for side in Side::BOTH {
            let reward = winner.map_or(0.0, |winner| if winner == side { 1.0 } else { -1.0 });
            self.rewards[2 * i + side as usize] = reward;
        }
        self.terminated[i] = outcome.is_some();
        self.truncated[i] = is_cut;
    }

    /// Show one game, whose list begins at `listed`; the end of its list.
    fn show<P: Learnable>(&mut self, i: usize, game: &Game<P::State>, listed: usize) -> usize {
        let state = &game.state;
        let bytes = observation_bytes::<P>();
        state.observe(&mut self.observations[i * bytes..][..bytes]);
        self.to_move[i] = state.to_move() as u8;
        self.keys[i] = state.key();
        let list = &mut self.actions[listed..];
        let mut length = 0;
        if !game.is_over {
            state.for_each_legal(|action| {
                list[length] = action.into();
                length += 1;
            });
            if let Some(mask) = &mut self.mask {
                state.mark_legal(&mut mask[i * P::ACTIONS..][..P::ACTIONS]);
            }
        }
        self.ends[i] = (listed + length) as i64;
        listed + length
    }
}
