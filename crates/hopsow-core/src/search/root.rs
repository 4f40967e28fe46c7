//! The search at the root: iterative deepening, aspiration windows, several lines.

use crate::evaluation::{Evaluator, Score, WIN};
use crate::game::Position;

use super::contract::Searchable;
use super::deferral::Turns;
use super::engine::Progress;
use super::report::{Line, Report, Value};
use super::request::{Request, Style};
use super::worker::{Visited, Worker};
use super::{MAX_PLY, PROVEN};

/// A legal move of the root.
pub(super) struct Branch<P: Position> {
    pub child: P,
    pub line: Line<P::Move>,
    /// The value in the current iteration, `-WIN` until it is known.
    pub score: Score,
}

/// Half the width of the first aspiration window around the last iteration's value.
const WINDOW: Score = 30;

/// Return the repetition keys of the positions played, with how far back each can be repeated.
pub(super) fn path_of<P: Searchable>(game: &[P]) -> Vec<Visited> {
    let mut path: Vec<Visited> = Vec::with_capacity(game.len() + MAX_PLY as usize);
    for (i, position) in game.iter().enumerate() {
        let reversible = match i.checked_sub(1) {
            Some(earlier) if !game[earlier].is_left_for_good(position) => {
                path[earlier].reversible + 1
            }
            _ => 0,
        };
        path.push(Visited { key: position.repetition_key(), reversible });
    }
    path
}

/// Return the legal moves of the root, unsearched.
pub(super) fn branches<P: Position>(root: &P) -> Vec<Branch<P>> {
    let mut branches = Vec::new();
    root.for_each_child(|mv, child| {
        let line = Line { value: Value::Estimate(0), moves: vec![mv], depth: 0 };
        branches.push(Branch { child, line, score: -WIN });
    });
    branches
}

/// One thread's view of the root.
pub(super) struct RootSearch<'a, P: Searchable, E> {
    pub worker: Worker<'a, P, E>,
    pub root: P,
    pub branches: Vec<Branch<P>>,
}

impl<P: Searchable, E: Evaluator<P>> RootSearch<'_, P, E> {
    /// Run the main thread: deepen until a limit is reached, then report.
    pub fn lead(
        mut self,
        request: &Request,
        mut progress: Option<Progress<'_, P>>,
    ) -> Report<P::Move> {
        let lines = request.lines.clamp(1, self.branches.len().max(1));
        let mut depth = 0;
        self.order_branches();
        while !self.is_finished(depth, request) && self.worker.clock.allows_another() {
            self.iterate(depth as i32 + 1, lines);
            if self.worker.stopped {
                return self.report(depth, lines, false);
            }
            depth += 1;
            if let Some(tell) = &mut progress {
                tell(&self.report(depth, lines, false));
            }
        }
        self.report(depth, lines, self.is_finished(depth, request))
    }

    /// Return true if nothing is left to search after `depth`. Only a win or a loss is recognised
    /// as final; a line that leads nowhere is searched to the deepest ply.
    fn is_finished(&self, depth: u32, request: &Request) -> bool {
        self.branches.is_empty()
            || depth >= MAX_PLY as u32
            || self.worker.clock.asks_for_no_more_than(depth)
            || depth > 0 && self.is_settled(request)
    }

    /// Run a helper thread: deepen until the main thread ends, every other helper one ply ahead.
    pub fn help(mut self, index: usize) {
        self.order_branches();
        let mut depth = (index as i32 + 1) % 2;
        while !self.branches.is_empty() && !self.worker.stopped && depth < MAX_PLY {
            depth += 1;
            self.iterate(depth, 1);
        }
    }

    /// Return true if the game is decided, or if the only legal move need not use up the time.
    fn is_settled(&self, request: &Request) -> bool {
        let timed = request.limits.wall.is_some() || request.limits.cpu.is_some();
        let decided = request.lines == 1
            && matches!(self.branches[0].line.value, Value::Win(plies) | Value::Loss(plies)
                if plies <= self.branches[0].line.depth);
        decided || timed && self.branches.len() == 1
    }

    /// Order the moves by static gain, before the first iteration.
    fn order_branches(&mut self) {
        let (evaluator, root) = (&self.worker.evaluator, self.root);
        let promise = |mv| P::promise(mv) + evaluator.gain(&root, mv);
        self.branches.sort_by_cached_key(|branch| -promise(branch.line.moves[0]));
    }

    /// Search the best `lines` moves to `depth`.
    fn iterate(&mut self, depth: i32, lines: usize) {
        self.worker.reach(depth);
        for branch in &mut self.branches {
            branch.score = -WIN;
        }
        for first in 0..lines {
            self.widen(first, depth);
            self.worker.settle();
            // A stable sort keeps the last iteration's order among moves without a score.
            self.branches[first..].sort_by_key(|branch| -branch.score);
            if self.worker.stopped {
                return self.demote_losing_moves(first);
            }
        }
        self.branches[..lines].sort_by_key(|branch| -branch.score);
    }

    /// After a stop in mid-iteration, move the leading moves that were just proven to lose behind
    /// the rest.
    fn demote_losing_moves(&mut self, first: usize) {
        let branches = &mut self.branches[first..];
        let lost = branches.iter().take_while(|each| (1 - WIN..-PROVEN).contains(&each.score));
        let lost = lost.count();
        branches.rotate_left(lost);
    }

    /// Search the branches from `first` on, widening the aspiration window until the value lies
    /// inside.
    fn widen(&mut self, first: usize, depth: i32) {
        let guess = match self.branches[first].line.value {
            Value::Estimate(score) if depth > 3 => Some(score),
            _ => None,
        };
        let mut width = WINDOW;
        let (mut alpha, mut beta) = match guess {
            Some(score) => ((score - width).max(-WIN), (score + width).min(WIN)),
            None => (-WIN, WIN),
        };
        loop {
            let score = self.best(first, depth, alpha, beta);
            if self.worker.stopped {
                return;
            }
            width *= 4;
            if score <= alpha && alpha > -WIN {
                alpha = if width > PROVEN { -WIN } else { (alpha - width).max(-WIN) };
            } else if score >= beta && beta < WIN {
                beta = if width > PROVEN { WIN } else { (beta + width).min(WIN) };
            } else {
                return;
            }
            self.branches[first..].sort_by_key(|branch| -branch.score);
        }
    }

    /// Return the value of the best branch from `first` on within a window, and store its line.
    fn best(&mut self, first: usize, depth: i32, mut alpha: Score, beta: Score) -> Score {
        let mut best = -WIN;
        let key = self.root.search_key(depth);
        let count = self.branches.len() - first;
        let mut turns = Turns::of(count, self.worker.busy, key, depth, Vec::new());
        while let Some(turn) = turns.next() {
            let i = first + turn.number;
            let slot = P::slot(self.branches[i].line.moves[0]);
            if !turns.begin(turn, slot) {
                continue;
            }
            let child = self.branches[i].child;
            let worker = &mut self.worker;
            let mut score = Score::MAX;
            if i > first {
                let reduction = match worker.style {
                    Style::Exact => 0,
                    Style::Selective => P::reduction_at_root(depth, i - first),
                };
                let reduced = depth - 1 - reduction;
                score = worker.child(&self.root, &child, alpha, alpha + 1, reduced, 1);
                if reduction > 0 && score > alpha && !worker.stopped {
                    score = worker.child(&self.root, &child, alpha, alpha + 1, depth - 1, 1);
                }
            }
            if i == first || score > alpha && score < beta && !worker.stopped {
                score = worker.child(&self.root, &child, alpha, beta, depth - 1, 1);
            }
            turns.end(turn, slot);
            if worker.stopped {
                break;
            }
            let branch = &mut self.branches[i];
            if score > alpha || i == first {
                branch.score = score;
                branch.line.value = Value::from_score(score);
                branch.line.depth = depth as u32;
                branch.line.moves.truncate(1);
                branch.line.moves.extend_from_slice(&worker.thread.lines[1]);
            } else {
                branch.score = if score < -PROVEN { score } else { -WIN };
            }
            best = best.max(score);
            alpha = alpha.max(score);
            if score >= beta {
                break;
            }
        }
        best
    }

    fn report(&self, depth: u32, lines: usize, finished: bool) -> Report<P::Move> {
        let clock = self.worker.clock;
        let branches = self.branches.iter().take(lines);
        Report {
            lines: branches.map(|branch| branch.line.clone()).collect(),
            depth,
            finished,
            nodes: clock.nodes(),
            table_hits: clock.table_hits(),
            wall: clock.wall(),
            cpu: clock.cpu(),
        }
    }
}
