//! The engine: its state between searches, and one search over all its threads.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use crate::evaluation::net::{Net, NetError};
use crate::evaluation::{Evaluated, Evaluation, Evaluator, Score};
use crate::game::Position;

use super::contract::Searchable;
use super::deferral::BusyMoves;
use super::limits::Clock;
use super::report::Report;
use super::request::{Request, Style};
use super::root::{RootSearch, branches, path_of};
use super::root_probe::{ProbedRoot, probe_root};
use super::table::TranspositionTable;
use super::thread_state::ThreadState;
use super::worker::Worker;

/// Searches positions of one game; its transposition table and move ordering outlast each search.
pub struct Engine<P: Searchable> {
    table: TranspositionTable,
    /// One per thread.
    threads: Vec<ThreadState<P>>,
    evaluation: Arc<dyn DynSearch<P>>,
}

/// The search compiled for one kind of evaluation, chosen at run time.
trait DynSearch<P: Searchable>: Send + Sync {
    fn search(&self, job: SearchJob<'_, P>) -> Report<P::Move>;

    fn value(&self, position: &P) -> Score;
}

/// Progress callback, called after each iteration.
pub(super) type Progress<'a, P> = &'a mut dyn FnMut(&Report<<P as Position>::Move>);

/// Everything one search works with.
struct SearchJob<'a, P: Searchable> {
    table: &'a TranspositionTable,
    /// One per thread.
    threads: &'a mut [ThreadState<P>],
    game: &'a [P],
    request: &'a Request,
    endings: Option<&'a P::Endings>,
    clock: Clock<'a>,
    progress: Option<Progress<'a, P>>,
}

/// The size of the separate transposition table with which a drawn root is searched for the move
/// that is hardest to answer: table draws must not enter it.
const TRAPS_MEGABYTES: usize = 4;

impl<P: Searchable + Evaluated> Engine<P> {
    /// Create an engine with a transposition table of `megabytes` and the game's own evaluation.
    #[must_use]
    pub fn new(megabytes: usize) -> Self {
        Engine::with_evaluation(megabytes, Arc::new(P::evaluation()))
    }

    /// Create an engine that evaluates with the net in `file`.
    pub fn with_net(megabytes: usize, file: &[u8]) -> Result<Self, NetError> {
        Ok(Engine::with_evaluation(megabytes, Arc::new(P::by_net(Net::read(file)?))))
    }
}

impl<P: Searchable> Engine<P> {
    /// Create an engine with another evaluation.
    #[must_use]
    pub fn with_evaluation<E: Evaluation<P>>(megabytes: usize, evaluation: Arc<E>) -> Self {
        let table = TranspositionTable::new(megabytes, !E::DEPENDS_ON_ROOT);
        Engine { table, threads: Vec::new(), evaluation }
    }

    /// Return the static evaluation of a position for the side to move.
    #[must_use]
    pub fn estimate(&self, position: &P) -> Score {
        self.evaluation.value(position)
    }

    /// Forget everything learned in earlier searches.
    pub fn clear(&mut self) {
        self.table.clear();
        self.threads.clear();
    }

    /// Search the last position of `game`, which holds all positions played so far, oldest first.
    ///
    /// If `endings` know the best moves of the root, they decide; otherwise the search probes them
    /// in the tree. Among several moves that keep a draw, the engine plays the one that a search
    /// without tables prefers: the opponent may err. `progress` is called after each iteration. The
    /// report has a move whenever there is a legal one, however soon the search is stopped.
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

    /// Search without a progress callback, which saves short searches many readings of the clock.
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
        self.threads.resize_with(request.threads.max(1), ThreadState::new);
        self.threads.iter_mut().for_each(|thread| thread.ordering.fade());
        self.evaluation.search(SearchJob {
            table: &self.table,
            threads: &mut self.threads,
            game,
            request,
            endings,
            clock,
            progress,
        })
    }
}

impl<P: Searchable, E: Evaluation<P>> DynSearch<P> for E {
    fn value(&self, position: &P) -> Score {
        self.evaluator(position).value(position)
    }

    fn search(&self, job: SearchJob<'_, P>) -> Report<P::Move> {
        let SearchJob { table, threads, game, request, endings, clock, progress } = job;
        let root = *game.last().expect("a position to search");
        let evaluator = self.evaluator(&root);
        let probed = endings
            .and_then(|endings| probe_root(game, endings, &mut evaluator.clone(), request, &clock));
        let path = path_of(game);
        if let Some(ProbedRoot { mut report, draws }) = probed {
            if draws.len() > 1 && request.is_for_play() {
                let branches = branches(&root).into_iter();
                let branches = branches.filter(|each| draws.contains(&each.line.moves[0]));
                let table = TranspositionTable::new(TRAPS_MEGABYTES, !E::DEPENDS_ON_ROOT);
                let (thread, style) = (&mut threads[0], Style::Selective);
                let worker = Worker::new(&clock, &table, evaluator, None, thread, style, path);
                let search = RootSearch { worker, root, branches: branches.collect() };
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
        let (main, helpers) = threads.split_first_mut().expect("a thread");
        let busy = (!helpers.is_empty()).then(BusyMoves::new);
        let start = |thread| {
            let (evaluator, path, style) = (evaluator.clone(), path.clone(), request.style);
            let mut worker = Worker::new(&clock, table, evaluator, endings, thread, style, path);
            worker.busy = busy.as_ref();
            RootSearch { worker, root, branches: branches(&root) }
        };
        std::thread::scope(|scope| {
            for (i, thread) in helpers.iter_mut().enumerate() {
                let start = &start;
                scope.spawn(move || start(thread).help(i));
            }
            let report = start(main).lead(request, progress);
            clock.end();
            report
        })
    }
}
