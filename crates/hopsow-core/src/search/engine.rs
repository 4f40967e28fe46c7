//! A search from beginning to end: iterations, windows, several lines, several threads.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use crate::evaluation::net::{Net, NetError};
use crate::evaluation::{Evaluation, Judge, Judged, Score, WIN};
use crate::game::Position;

use super::busy::{Busy, Turns};
use super::contract::Searchable;
use super::desk::Desk;
use super::known::{LookedUp, look_up};
use super::limits::{Clock, Limits};
use super::node::{Visited, Worker};
use super::report::{Line, Report, Value};
use super::table::Table;
use super::{MAX_PLY, PROVEN};

/// How freely the search may choose what to look at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Style {
    /// Everything to the same depth: the value is plain minimax's.
    Exact,
    /// Unpromising moves less deep, forced ones deeper, noisy ones to the end.
    Selective,
}

/// What to search for.
#[derive(Clone, Copy, Debug)]
pub struct Request {
    /// When to stop.
    pub limits: Limits,
    /// How many lines to report.
    pub lines: usize,
    /// How many threads to use.
    pub threads: usize,
    /// How freely to search.
    pub style: Style,
    /// Whether the move is to be played, not only judged: who is far ahead may follow a plan.
    pub plays: bool,
}

impl Default for Request {
    fn default() -> Self {
        let limits = Limits::default();
        Request { limits, lines: 1, threads: 1, style: Style::Selective, plays: false }
    }
}

impl Request {
    /// Whether it asks for a move in some time or nodes, rather than for all that can be known.
    pub(super) fn is_for_play(&self) -> bool {
        let Limits { wall, cpu, nodes, .. } = self.limits;
        let is_limited = wall.is_some() || cpu.is_some() || nodes.is_some();
        is_limited && self.lines == 1 && self.style == Style::Selective
    }
}

/// Searches positions of one game and remembers what it learned from one to the next.
pub struct Engine<P: Searchable> {
    table: Table,
    /// One for each thread.
    desks: Vec<Desk<P>>,
    evaluation: Arc<dyn Judging<P>>,
}

/// An evaluation that is chosen at run time brings the search that was compiled for it.
trait Judging<P: Searchable>: Send + Sync {
    fn search(&self, task: Task<'_, P>) -> Report<P::Move>;

    fn value(&self, position: &P) -> Score;
}

/// Whoever is told of every finished iteration.
type Progress<'a, P> = &'a mut dyn FnMut(&Report<<P as Position>::Move>);

/// What one search works with.
struct Task<'a, P: Searchable> {
    table: &'a Table,
    /// One for each thread.
    desks: &'a mut [Desk<P>],
    game: &'a [P],
    request: &'a Request,
    endings: Option<&'a P::Endings>,
    clock: Clock<'a>,
    progress: Option<Progress<'a, P>>,
}

/// A legal move of the root.
struct Branch<P: Position> {
    child: P,
    line: Line<P::Move>,
    /// The value in the iteration under way, worse than any if it is not known.
    score: Score,
}

/// What a search among moves that keep a known draw remembers, apart from everything else: it looks
/// for the one that is hardest to answer, as if nothing were known.
const TRAPS_MEGABYTES: usize = 4;
/// The width of the first window around the last iteration's value.
const WINDOW: Score = 30;

impl<P: Searchable + Judged> Engine<P> {
    /// An engine with a transposition table of `megabytes`, which judges as its game does.
    #[must_use]
    pub fn new(megabytes: usize) -> Self {
        Engine::with_evaluation(megabytes, Arc::new(P::evaluation()))
    }

    /// The same with the net in a file.
    pub fn with_net(megabytes: usize, file: &[u8]) -> Result<Self, NetError> {
        Ok(Engine::with_evaluation(megabytes, Arc::new(P::by_net(Net::read(file)?))))
    }
}

impl<P: Searchable> Engine<P> {
    /// The same with another judgement.
    #[must_use]
    pub fn with_evaluation<E: Evaluation<P>>(megabytes: usize, evaluation: Arc<E>) -> Self {
        let table = Table::new(megabytes, !E::DEPENDS_ON_ROOT);
        Engine { table, desks: Vec::new(), evaluation }
    }

    /// What the engine thinks of a position before it searches, for the side to move.
    #[must_use]
    pub fn estimate(&self, position: &P) -> Score {
        self.evaluation.value(position)
    }

    /// Forget everything.
    pub fn clear(&mut self) {
        self.table.clear();
        self.desks.clear();
    }

    /// Search the last position of `game`, which holds all positions played so far, oldest first.
    ///
    /// Where `endings` know the best moves of the root, they decide; elsewhere they are asked in the
    /// tree. Of several moves that keep a draw, a player is given the one that a search without them
    /// likes best: an opponent who knows less may go wrong. `progress` is called after every finished
    /// iteration. The report has a move whenever there is a legal one, however soon the search is
    /// stopped.
    ///
    /// # Panics
    /// If `game` is empty.
    pub fn search(
        &mut self,
        game: &[P],
        request: &Request,
        endings: Option<&P::Endings>,
        stop: &AtomicBool,
        mut progress: impl FnMut(&Report<P::Move>),
    ) -> Report<P::Move> {
        self.start(game, request, endings, stop, Some(&mut progress))
    }

    /// The same where nobody waits for news: a short search spends much of its time on reading clocks
    /// for them.
    pub fn search_quietly(
        &mut self,
        game: &[P],
        request: &Request,
        endings: Option<&P::Endings>,
        stop: &AtomicBool,
    ) -> Report<P::Move> {
        self.start(game, request, endings, stop, None)
    }

    fn start<'a>(
        &'a mut self,
        game: &'a [P],
        request: &'a Request,
        endings: Option<&'a P::Endings>,
        stop: &'a AtomicBool,
        progress: Option<Progress<'a, P>>,
    ) -> Report<P::Move> {
        let clock = Clock::start(request.limits, stop);
        self.table.age();
        self.desks.resize_with(request.threads.max(1), Desk::new);
        self.desks.iter_mut().for_each(|desk| desk.ordering.fade());
        self.evaluation.search(Task {
            table: &self.table,
            desks: &mut self.desks,
            game,
            request,
            endings,
            clock,
            progress,
        })
    }
}

impl<P: Searchable, E: Evaluation<P>> Judging<P> for E {
    fn value(&self, position: &P) -> Score {
        self.judge(position).value(position)
    }

    fn search(&self, task: Task<'_, P>) -> Report<P::Move> {
        let Task { table, desks, game, request, endings, clock, progress } = task;
        let root = *game.last().expect("a position to search");
        let judge = self.judge(&root);
        let known =
            endings.and_then(|endings| look_up(game, endings, &mut judge.clone(), request, &clock));
        let path = path_of(game);
        if let Some(LookedUp { mut report, draws }) = known {
            if draws.len() > 1 && request.is_for_play() {
                let branches = branches(&root).into_iter();
                let branches = branches.filter(|each| draws.contains(&each.line.moves[0]));
                let table = Table::new(TRAPS_MEGABYTES, !E::DEPENDS_ON_ROOT);
                let desk = &mut desks[0];
                let worker = Worker::new(&clock, &table, judge, None, desk, Style::Selective, path);
                let search = Search { worker, root, branches: branches.collect() };
                let hardest = search.lead(request, None);
                report.lines[0].moves = vec![hardest.lines[0].moves[0]];
                (report.nodes, report.wall, report.cpu) =
                    (clock.nodes(), clock.wall(), clock.cpu());
            }
            if let Some(tell) = progress {
                tell(&report);
            }
            return report;
        }
        let (main, helpers) = desks.split_first_mut().expect("a thread");
        let busy = (!helpers.is_empty()).then(Busy::new);
        let start = |desk| {
            let (judge, path) = (judge.clone(), path.clone());
            let mut worker = Worker::new(&clock, table, judge, endings, desk, request.style, path);
            worker.busy = busy.as_ref();
            Search { worker, root, branches: branches(&root) }
        };
        std::thread::scope(|scope| {
            for (i, desk) in helpers.iter_mut().enumerate() {
                let start = &start;
                scope.spawn(move || start(desk).help(i));
            }
            let report = start(main).lead(request, progress);
            clock.end();
            report
        })
    }
}

/// The keys of the positions played, with how far back each can be repeated.
fn path_of<P: Searchable>(game: &[P]) -> Vec<Visited> {
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

fn branches<P: Position>(root: &P) -> Vec<Branch<P>> {
    let mut branches = Vec::new();
    root.for_each_child(|mv, child| {
        let line = Line { value: Value::Estimate(0), moves: vec![mv], depth: 0 };
        branches.push(Branch { child, line, score: -WIN });
    });
    branches
}

/// One thread's view of the root.
struct Search<'a, P: Searchable, J> {
    worker: Worker<'a, P, J>,
    root: P,
    branches: Vec<Branch<P>>,
}

impl<P: Searchable, J: Judge<P>> Search<'_, P, J> {
    /// The main thread: deepen until a limit is reached, and report.
    fn lead(mut self, request: &Request, mut progress: Option<Progress<'_, P>>) -> Report<P::Move> {
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

    /// Whether nothing is left to search after `depth`. A line that leads to no end and to no
    /// progress is searched to the deepest ply there is: only a win or a loss can be seen to be
    /// final.
    fn is_finished(&self, depth: u32, request: &Request) -> bool {
        self.branches.is_empty()
            || depth >= MAX_PLY as u32
            || self.worker.clock.asks_for_no_more_than(depth)
            || depth > 0 && self.is_settled(request)
    }

    /// A helping thread: deepen likewise, every other one a ply ahead, until the main one ends.
    fn help(mut self, index: usize) {
        self.order_branches();
        let mut depth = (index as i32 + 1) % 2;
        while !self.branches.is_empty() && !self.worker.stopped && depth < MAX_PLY {
            depth += 1;
            self.iterate(depth, 1);
        }
    }

    /// Whether nothing is left to find out: the game is decided, or there is no choice and time is
    /// short.
    fn is_settled(&self, request: &Request) -> bool {
        let timed = request.limits.wall.is_some() || request.limits.cpu.is_some();
        let decided = request.lines == 1
            && matches!(self.branches[0].line.value, Value::Win(plies) | Value::Loss(plies)
                if plies <= self.branches[0].line.depth);
        decided || timed && self.branches.len() == 1
    }

    /// Before anything is known, the judge's first impression decides.
    fn order_branches(&mut self) {
        let (judge, root) = (&self.worker.judge, self.root);
        let promise = |mv| P::promise(mv) + judge.gain(&root, mv);
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
            // A stable sort keeps the order of the last iteration among those not looked at.
            self.branches[first..].sort_by_key(|branch| -branch.score);
            if self.worker.stopped {
                return self.put_hope_first(first);
            }
        }
        self.branches[..lines].sort_by_key(|branch| -branch.score);
    }

    /// Stopped when the moves that promised most have been seen to lose: the next one that has not.
    fn put_hope_first(&mut self, first: usize) {
        let branches = &mut self.branches[first..];
        let lost = branches.iter().take_while(|each| (1 - WIN..-PROVEN).contains(&each.score));
        let lost = lost.count();
        branches.rotate_left(lost);
    }

    /// Search the branches from `first` on in ever wider windows until the value lies inside.
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

    /// The value of the best branch from `first` on within a window; its line is kept.
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
                branch.line.moves.extend_from_slice(&worker.desk.lines[1]);
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
            table_hits: clock.known(),
            wall: clock.wall(),
            cpu: clock.cpu(),
        }
    }
}
