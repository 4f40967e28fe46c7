//! The evaluation can be chosen at run time.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use hopsow_core::evaluation::Evaluated;
use hopsow_core::game::{RuleSet, Side};
use hopsow_core::games::awari::Awari;
use hopsow_core::games::checkers::Checkers;
use hopsow_core::games::halma::Halma;
use hopsow_core::search::contract::Searchable;
use hopsow_core::search::{Engine, Report, Request, SearchLimits, Style};

fn search<P: Searchable>(engine: &mut Engine<P>, depth: u32) -> Report<P::Move> {
    let limits = SearchLimits { depth: Some(depth), ..SearchLimits::default() };
    let request = Request { limits, style: Style::Exact, ..Request::default() };
    let start = P::start(P::Rules::ALL[0], Side::One);
    engine.search(&[start], &request, None, &AtomicBool::new(false), |_| {})
}

fn chosen_evaluation_decides<P: Searchable + Evaluated>(depth: u32) {
    let fitted = search(&mut Engine::<P>::new(1), depth);
    let beginner = Arc::new(P::beginner());
    let beginners = search(&mut Engine::<P>::with_evaluation(1, beginner), depth);
    assert_ne!(fitted.lines[0].value, beginners.lines[0].value, "{}", P::GAME);
}

#[test]
fn evaluations_can_be_chosen_at_run_time() {
    chosen_evaluation_decides::<Halma>(1);
    chosen_evaluation_decides::<Checkers>(5);
    chosen_evaluation_decides::<Awari>(5);
}
