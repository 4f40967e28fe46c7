//! Whoever judges can be chosen at run time, and is told of every move that the search makes.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use hopsow_core::evaluation::{Evaluation, Judge, Judged, OnePly, Score};
use hopsow_core::game::{Position, RuleSet, Side};
use hopsow_core::games::awari::Awari;
use hopsow_core::games::checkers::Checkers;
use hopsow_core::games::halma::Halma;
use hopsow_core::search::contract::Searchable;
use hopsow_core::search::{Engine, Limits, Report, Request, Style, minimax};

/// Judges as another does, and holds that it is asked about the position that it was led to.
struct Attentive<E>(E);

#[derive(Clone)]
struct Follower<P, J> {
    judge: J,
    path: Vec<P>,
}

impl<P: Position, E: Evaluation<P>> Evaluation<P> for Attentive<E> {
    type Judge = Follower<P, E::Judge>;

    const DEPENDS_ON_ROOT: bool = E::DEPENDS_ON_ROOT;

    fn judge(&self, root: &P) -> Self::Judge {
        Follower { judge: self.0.judge(root), path: vec![*root] }
    }
}

impl<P: Position, J: Judge<P>> Judge<P> for Follower<P, J> {
    fn enter(&mut self, parent: &P, child: &P) {
        assert_eq!(self.path.last(), Some(parent));
        assert!(parent.legal_moves().into_iter().any(|mv| parent.play(mv) == *child));
        self.path.push(*child);
    }

    fn leave(&mut self) {
        self.path.pop();
    }

    fn value(&mut self, position: &P) -> Score {
        assert_eq!(self.path.last(), Some(position));
        self.judge.value(position)
    }

    fn gain(&self, position: &P, mv: P::Move) -> i32 {
        assert_eq!(self.path.last(), Some(position));
        self.judge.gain(position, mv)
    }

    fn best_after_one(&mut self, position: &P, alpha: Score, beta: Score) -> Option<OnePly> {
        assert_eq!(self.path.last(), Some(position));
        self.judge.best_after_one(position, alpha, beta)
    }
}

fn search<P: Searchable>(engine: &mut Engine<P>, style: Style, depth: u32) -> Report<P::Move> {
    let limits = Limits { depth: Some(depth), ..Limits::default() };
    let request = Request { limits, style, lines: 2, ..Request::default() };
    let start = P::start(P::Rules::ALL[0], Side::One);
    engine.search(&[start], &request, None, &AtomicBool::new(false), |_| {})
}

fn judge_follows_the_search<P: Searchable + Judged>(depth: u32) {
    for style in [Style::Exact, Style::Selective] {
        let plain = search(&mut Engine::<P>::new(1), style, depth);
        let attentive = Arc::new(Attentive(P::evaluation()));
        let found = search(&mut Engine::with_evaluation(1, attentive), style, depth);
        assert_eq!((found.nodes, found.lines), (plain.nodes, plain.lines), "{}", P::GAME);
    }
    let start = P::start(P::Rules::ALL[0], Side::One);
    let stop = AtomicBool::new(false);
    let plain = minimax(&start, 2, &P::evaluation(), &stop);
    assert_eq!(minimax(&start, 2, &Attentive(P::evaluation()), &stop), plain, "{}", P::GAME);
}

#[test]
fn judge_is_led_to_every_position_it_is_asked_about() {
    judge_follows_the_search::<Halma>(3);
    judge_follows_the_search::<Checkers>(9);
    judge_follows_the_search::<Awari>(9);
}

fn chosen_evaluation_decides<P: Searchable + Judged>(depth: u32) {
    let fitted = search(&mut Engine::<P>::new(1), Style::Exact, depth);
    let beginner = Arc::new(P::beginner());
    let beginners = search(&mut Engine::<P>::with_evaluation(1, beginner), Style::Exact, depth);
    assert_ne!(fitted.lines[0].value, beginners.lines[0].value, "{}", P::GAME);
}

#[test]
fn evaluations_can_be_chosen_at_run_time() {
    chosen_evaluation_decides::<Halma>(1);
    chosen_evaluation_decides::<Checkers>(5);
    chosen_evaluation_decides::<Awari>(5);
}
