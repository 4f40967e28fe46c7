//! Roots that need no search: their best moves are known, worked out, or planned.

use crate::evaluation::Judge;

use super::contract::{Effort, Endings, Known, Searchable};
use super::engine::Request;
use super::limits::Clock;
use super::ordering::value_of_end;
use super::report::{Line, Report, Value};

/// What is known of a root.
pub(super) struct LookedUp<M> {
    pub report: Report<M>,
    /// The moves that keep a draw, if it is drawn.
    pub draws: Vec<M>,
}

/// A root whose best moves are known, or can be worked out or planned in a part of the limits.
pub(super) fn look_up<P: Searchable>(
    game: &[P],
    endings: &P::Endings,
    judge: &mut impl Judge<P>,
    request: &Request,
    clock: &Clock<'_>,
) -> Option<LookedUp<P::Move>> {
    let root = game.last()?;
    let is_over = || clock.is_late_for_endings();
    let mut effort = Effort { nodes: clock.nodes_for_endings(), spent: 0, is_over: &is_over };
    let best = endings.best(root, request.lines.max(1), &mut effort);
    clock.look(effort.spent);
    let (table_hits, known) = match best.filter(|known| !known.is_empty()) {
        Some(known) => (known.len() as u64, known),
        None => (0, vec![planned(game, endings, request, clock)?]),
    };
    let is_drawn = known.iter().all(|known| known.score.is_some_and(|score| score <= 0));
    let keeping = known.iter().filter(|known| is_drawn && known.score == Some(0));
    let draws = keeping.map(|known| known.moves[0]).collect();
    let line = |Known { moves, score }| {
        let child = root.play(moves[0]);
        let value = match (child.outcome(), score) {
            (Some(outcome), _) => Value::from_score(value_of_end(root, outcome.winner, 1)),
            (None, Some(score)) => Value::from_table(score),
            (None, None) => Value::Estimate(judge.value(root)),
        };
        Line { value, depth: moves.len() as u32, moves }
    };
    let mut lines: Vec<_> = known.into_iter().map(line).collect();
    lines.sort_by(|a, b| b.value.units().total_cmp(&a.value.units()));
    lines.truncate(request.lines.max(1));
    let (nodes, wall, cpu) = (clock.nodes() + 1, clock.wall(), clock.cpu());
    let depth = lines[0].depth;
    let report = Report { depth, lines, finished: true, nodes, table_hits, wall, cpu };
    Some(LookedUp { report, draws })
}

/// What a player plans who is far ahead, unless it comes back to a position of the game.
fn planned<P: Searchable>(
    game: &[P],
    endings: &P::Endings,
    request: &Request,
    clock: &Clock<'_>,
) -> Option<Known<P::Move>> {
    if !request.plays || !request.is_for_play() {
        return None;
    }
    let root = game.last()?;
    let is_over = || clock.is_late_for_plan();
    let mut effort = Effort { nodes: clock.nodes_for_plan(), spent: 0, is_over: &is_over };
    let plan = endings.plan(root, &mut effort);
    clock.look(effort.spent);
    let is_new = |plan: &Known<P::Move>| {
        let key = root.play(plan.moves[0]).repetition_key();
        game.iter().all(|position| position.repetition_key() != key)
    };
    plan.filter(is_new)
}
