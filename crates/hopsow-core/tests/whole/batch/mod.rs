//! A batch is nothing but its games: it says step by step what positions and turns say.

mod games;
mod shown;

use std::env;

use hopsow_core::actions::{Action, Turn};
use hopsow_core::batch::contract::Learnable;
use hopsow_core::batch::{Batch, BatchPlan};
use hopsow_core::game::{Outcome, Position, RuleSet, Side};
use hopsow_core::games::awari::Awari;
use hopsow_core::games::checkers::Checkers;
use hopsow_core::games::halma::Halma;

use games::Random;
use shown::Shown;

/// The number of plies that each comparison takes.
fn plies() -> usize {
    if env::var_os("HOPSOW_LONG").is_some() { 1_000_000 } else { 20_000 }
}

const PLAN: BatchPlan = BatchPlan {
    games: 37,
    seed: 20,
    threads: 1,
    opening_plies: 0,
    max_plies: 400,
    auto_reset: true,
};

/// One game as positions and turns tell it.
struct Told<P: Position> {
    earlier: Vec<P>,
    position: P,
    turn: Turn<P::Move>,
}

impl<P: Position> Told<P> {
    fn from(position: P) -> Told<P> {
        Told { earlier: Vec::new(), position, turn: Turn::of(&position) }
    }

    fn take(&mut self, action: Action) -> Option<Outcome> {
        self.turn = self.turn.push(action).expect("a legal action");
        let mv = self.turn.finished()?;
        let next = self.position.play(mv);
        self.earlier.push(std::mem::replace(&mut self.position, next));
        self.turn = Turn::of(&next);
        next.outcome_after(&self.earlier)
    }

    fn is_cut(&self) -> bool {
        self.turn.made().is_empty() && self.earlier.len() >= PLAN.max_plies.into()
    }
}

fn start<P: Position>(rules: P::Rules) -> P {
    P::start(rules, Side::One)
}

fn rewards(outcome: Option<Outcome>) -> [f32; 2] {
    match outcome.and_then(|outcome| outcome.winner) {
        Some(Side::One) => [1.0, -1.0],
        Some(Side::Two) => [-1.0, 1.0],
        None => [0.0, 0.0],
    }
}

fn agrees_with_positions<P: Learnable>(rules: P::Rules, threads: usize) {
    let plan = BatchPlan { threads, ..PLAN };
    let mut shown = Shown::of::<P>(plan.games, true);
    let mut batch = Batch::<P>::new(start(rules), plan, &mut shown.arrays());
    let mut told: Vec<Told<P>> = (0..plan.games).map(|_| Told::from(start(rules))).collect();
    let mut random = Random(7);
    let mut ended = 0;
    for _ in 0..plies() / plan.games {
        let mut actions = Vec::new();
        for (i, told) in told.iter().enumerate() {
            assert_eq!(shown.legal(i), told.turn.legal(), "{}", told.position);
            assert_eq!(shown.marked::<P>(i), told.turn.legal(), "{}", told.position);
            assert_eq!(batch.state(i), (told.position, told.turn.made().to_vec()));
            assert_eq!(shown.to_move[i], told.position.to_move() as u8);
            let is_whole = told.turn.made().is_empty();
            assert_eq!(shown.keys[i] == told.position.key(), is_whole, "{}", told.position);
            let legal = shown.legal(i);
            actions.push(i64::from(legal[random.below(legal.len())]));
        }
        batch.step(&actions, &mut shown.arrays()).expect("legal actions");
        for (i, told) in told.iter_mut().enumerate() {
            let outcome = told.take(actions[i] as Action);
            let is_cut = outcome.is_none() && told.is_cut();
            assert_eq!(shown.rewards[2 * i..][..2], rewards(outcome), "{}", told.position);
            assert_eq!(shown.terminated[i], outcome.is_some(), "{}", told.position);
            assert_eq!(shown.truncated[i], is_cut, "{}", told.position);
            if outcome.is_some() || is_cut {
                *told = Told::from(start(rules));
                ended += 1;
            }
        }
    }
    assert!(ended > 20, "only {ended} games ended");
}

/// Two runs with one seed, and one with two threads, show the same.
fn depends_on_the_seed_alone<P: Learnable>(rules: P::Rules) {
    let run = |seed, threads| {
        let plan = BatchPlan { seed, threads, opening_plies: 6, max_plies: 40, ..PLAN };
        let mut shown = Shown::of::<P>(plan.games, true);
        let mut batch = Batch::<P>::new(start(rules), plan, &mut shown.arrays());
        let mut drawn = vec![0; plan.games];
        for step in 0..100 {
            batch.sample(&shown.indptr, &shown.actions, &mut drawn);
            batch.step(&drawn, &mut shown.arrays()).expect("legal actions");
            if step % 30 == 29 {
                let chosen: Vec<bool> = (0..plan.games).map(|i| i % 3 == 0).collect();
                batch.reset(Some(&chosen), &mut shown.arrays());
            }
        }
        shown.trimmed()
    };
    let one = run(1, 1);
    assert!(one == run(1, 1), "two runs differ");
    assert!(one == run(1, 2), "threads make a difference");
    assert!(one == run(1, 3), "threads make a difference");
    assert!(one != run(2, 1), "the seed makes no difference");
}

/// An illegal action leaves everything as it was, and says which rule it breaks.
fn refuses_illegal_actions<P: Learnable>(rules: P::Rules) {
    let mut shown = Shown::of::<P>(PLAN.games, true);
    let mut batch = Batch::<P>::new(start(rules), PLAN, &mut shown.arrays());
    let mut random = Random(3);
    let mut drawn = vec![0; PLAN.games];
    for _ in 0..60 {
        batch.sample(&shown.indptr, &shown.actions, &mut drawn);
        let at = random.below(PLAN.games);
        let legal: Vec<i64> = shown.legal(at).into_iter().map(i64::from).collect();
        let mut wrong = drawn.clone();
        for _ in 0..40 {
            wrong[at] = random.below(P::ACTIONS + 2) as i64 - 1;
            if legal.contains(&wrong[at]) {
                continue;
            }
            let before = (shown.clone(), batch.state(at));
            let error = batch.step(&wrong, &mut shown.arrays()).expect_err("an illegal action");
            let text = error.to_string();
            let beginning = format!("game {at} of {}: action {} is illegal: ", P::GAME, wrong[at]);
            assert!(text.starts_with(&beginning), "{text}");
            assert!(!text.contains("other actions"), "{}: {text}", batch.state(at).0);
            assert!(before == (shown.clone(), batch.state(at)), "the batch has changed");
        }
        batch.step(&drawn, &mut shown.arrays()).expect("legal actions");
    }
}

/// A state that is set is shown, and all others stay as they are.
fn takes_states<P: Learnable>(rules: P::Rules) {
    let plan = BatchPlan { opening_plies: 12, ..PLAN };
    let mut shown = Shown::of::<P>(plan.games, true);
    let mut batch = Batch::<P>::new(start(rules), plan, &mut shown.arrays());
    let mut other = Shown::of::<P>(plan.games, true);
    let plan_of_copy = BatchPlan { opening_plies: 0, ..plan };
    let mut copy = Batch::<P>::new(start(rules), plan_of_copy, &mut other.arrays());
    let mut drawn = vec![0; plan.games];
    for _ in 0..30 {
        batch.sample(&shown.indptr, &shown.actions, &mut drawn);
        batch.step(&drawn, &mut shown.arrays()).expect("legal actions");
    }
    for i in (0..plan.games).rev() {
        let (position, made) = batch.state(i);
        copy.set_state(i, position, &made, &mut other.arrays());
    }
    let without_results = |shown: &Shown| Shown {
        rewards: Vec::new(),
        terminated: Vec::new(),
        truncated: Vec::new(),
        ..shown.trimmed()
    };
    assert!(without_results(&shown) == without_results(&other), "{}", P::GAME);
}

/// Without automatic restarts a finished game waits.
fn waits_for_a_reset<P: Learnable>(rules: P::Rules) {
    let plan = BatchPlan { auto_reset: false, max_plies: 5, ..PLAN };
    let mut shown = Shown::of::<P>(plan.games, true);
    let mut batch = Batch::<P>::new(start(rules), plan, &mut shown.arrays());
    let beginning = shown.trimmed();
    let mut drawn = vec![0; plan.games];
    for ply in 0..20 {
        assert_eq!(shown.truncated[0], ply == 5);
        batch.sample(&shown.indptr, &shown.actions, &mut drawn);
        batch.step(&drawn, &mut shown.arrays()).expect("legal actions");
    }
    assert!(shown.legal(0).is_empty() && shown.marked::<P>(0).is_empty());
    assert!(batch.state(0).0 != start(rules));
    batch.reset(None, &mut shown.arrays());
    assert!(shown.trimmed() == beginning);
}

fn for_all_rules<P: Learnable>(law: impl Fn(P::Rules)) {
    P::Rules::ALL.iter().for_each(|&rules| law(rules));
}

macro_rules! laws {
    ($($name:ident $Game:ty;)*) => {
        $(mod $name {
            use super::*;

            #[test]
            fn agrees_with_positions() {
                for_all_rules::<$Game>(|rules| {
                    super::agrees_with_positions::<$Game>(rules, 1);
                    super::agrees_with_positions::<$Game>(rules, 2);
                });
            }

            #[test]
            fn depends_on_the_seed_alone() {
                for_all_rules::<$Game>(super::depends_on_the_seed_alone::<$Game>);
            }

            #[test]
            fn refuses_illegal_actions() {
                for_all_rules::<$Game>(super::refuses_illegal_actions::<$Game>);
            }

            #[test]
            fn takes_states() {
                for_all_rules::<$Game>(super::takes_states::<$Game>);
            }

            #[test]
            fn waits_for_a_reset() {
                for_all_rules::<$Game>(super::waits_for_a_reset::<$Game>);
            }
        })*
    };
}

laws! {
    halma Halma;
    checkers Checkers;
    awari Awari;
}
