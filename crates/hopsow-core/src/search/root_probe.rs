//! Roots that need no search: tables, a solved race or a plan give the move.

use crate::evaluation::Evaluator;

use super::contract::{Effort, EndgameLine, Endings, Searchable};
use super::limits::Clock;
use super::ordering::value_of_end;
use super::report::{Line, Report, Value};
use super::request::Request;

/// The result of probing a root.
pub(super) struct ProbedRoot<M> {
    pub report: Report<M>,
    /// The moves that keep the draw, if the root is drawn.
    pub draws: Vec<M>,
}

/// Probe, solve or plan the root within its share of the limits.
pub(super) fn probe_root<P: Searchable>(
    game: &[P],
    endings: &P::Endings,
    evaluator: &mut impl Evaluator<P>,
    request: &Request,
    clock: &Clock<'_>,
) -> Option<ProbedRoot<P::Move>> {
    let root = game.last()?;
    let is_over = || clock.is_late_for_endings();
    let mut effort = Effort { nodes: clock.nodes_for_endings(), spent: 0, is_over: &is_over };
    let best = endings.best(root, request.lines.max(1), &mut effort);
    clock.look(effort.spent);
    let (table_hits, best) = match best.filter(|best| !best.is_empty()) {
        Some(best) => (best.len() as u64, best),
        None => (0, vec![planned(game, endings, request, clock)?]),
    };
    let is_drawn = best.iter().all(|line| line.score.is_some_and(|score| score <= 0));
    let keeping = best.iter().filter(|line| is_drawn && line.score == Some(0));
    let draws = keeping.map(|line| line.moves[0]).collect();
    let line = |EndgameLine { moves, score }| {
        let child = root.play(moves[0]);
        let value = match (child.outcome(), score) {
            (Some(outcome), _) => Value::from_score(value_of_end(root, outcome.winner, 1)),
            (None, Some(score)) => Value::from_table(score),
            (None, None) => Value::Estimate(evaluator.value(root)),
        };
        Line { value, depth: moves.len() as u32, moves }
    };
    let mut lines: Vec<_> = best.into_iter().map(line).collect();
    lines.sort_by(|a, b| b.value.units().total_cmp(&a.value.units()));
    lines.truncate(request.lines.max(1));
    let (nodes, wall, cpu) = (clock.nodes() + 1, clock.wall(), clock.cpu());
    let depth = lines[0].depth;
    let report = Report { depth, lines, finished: true, nodes, table_hits, wall, cpu };
    Some(ProbedRoot { report, draws })
}

/// The plan of a side far ahead, unless it repeats a position of the game.
fn planned<P: Searchable>(
    game: &[P],
    endings: &P::Endings,
    request: &Request,
    clock: &Clock<'_>,
) -> Option<EndgameLine<P::Move>> {
    if !request.plays || !request.is_for_play() {
        return None;
    }
    let root = game.last()?;
    let is_over = || clock.is_late_for_plan();
    let mut effort = Effort { nodes: clock.nodes_for_plan(), spent: 0, is_over: &is_over };
    let plan = endings.plan(root, &mut effort);
    clock.look(effort.spent);
    let is_new = |plan: &EndgameLine<P::Move>| {
        let key = root.play(plan.moves[0]).repetition_key();
        game.iter().all(|position| position.repetition_key() != key)
    };
    plan.filter(is_new)
}
