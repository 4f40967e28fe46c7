//! One position of the tree: the search proper.

use crate::evaluation::{Judge, MAX_ESTIMATE, OnePly, Score, WIN};
use crate::game::RuleSet;

use super::MAX_PLY;
use super::busy::{Busy, Turns};
use super::contract::{Endings, Searchable};
use super::desk::Desk;
use super::engine::Style;
use super::horizon::Outlook;
use super::limits::Clock;
use super::ordering::{Candidate, pick, seen_from, value_of_end};
use super::table::{Bound, Memory, Table};

/// One thread's part of a search.
pub(super) struct Worker<'a, P: Searchable, J> {
    pub clock: &'a Clock<'a>,
    pub table: &'a Table,
    /// Where there are other threads, what they are looking at.
    pub busy: Option<&'a Busy>,
    /// Looks at the current node.
    pub judge: J,
    pub endings: Option<&'a P::Endings>,
    pub desk: &'a mut Desk<P>,
    pub style: Style,
    /// The positions from the beginning of the game to the current node.
    pub path: Vec<Visited>,
    /// Lines end after so many plies.
    plies: usize,
    pub nodes: u64,
    /// Positions whose ending was known, since the last look.
    pub known: u64,
    pub stopped: bool,
    /// How often files had been read when this was last asked.
    reads: u64,
    until_look: u64,
    since_look: u64,
    /// The looks so far.
    looks: u32,
}

/// How the moves of a position are to be searched.
struct Task {
    /// Alpha and beta.
    window: (Score, Score),
    /// The value is no less, whatever the listed moves are worth: that of those left out, or what is
    /// known of the position.
    least: Score,
    /// Nor is it more.
    most: Score,
    depth: i32,
    /// The depth that is left for the children.
    next: i32,
    /// Whether quiet moves after the first are not worth a look.
    skips_late: bool,
    ply: i32,
    /// The key that the result is remembered by.
    key: u64,
}

/// A position on the way to the current one.
#[derive(Clone, Copy)]
pub(super) struct Visited {
    /// Its repetition key.
    pub key: u64,
    /// How many positions before it could still occur again.
    pub reversible: usize,
}

/// The most positions before the next look at the clock after a file was read.
const NODES_AFTER_READING: u64 = 8;
/// Plies that a line can be extended beyond twice its depth.
const EXTRA_PLIES: i32 = 64;

impl<'a, P: Searchable, J: Judge<P>> Worker<'a, P, J> {
    pub fn new(
        clock: &'a Clock<'a>,
        table: &'a Table,
        judge: J,
        endings: Option<&'a P::Endings>,
        desk: &'a mut Desk<P>,
        style: Style,
        path: Vec<Visited>,
    ) -> Self {
        Worker {
            clock,
            table,
            busy: None,
            judge,
            endings,
            desk,
            style,
            path,
            plies: 0,
            nodes: 0,
            known: 0,
            stopped: false,
            reads: 0,
            until_look: clock.allowance(0),
            since_look: 0,
            looks: 0,
        }
    }

    /// Make room for an iteration of `depth`.
    pub fn reach(&mut self, depth: i32) {
        let plies = (2 * depth + EXTRA_PLIES).min(MAX_PLY) as usize + 2;
        self.plies = self.plies.max(plies);
        self.desk.reach(plies);
    }

    /// Whether a line is as long as it may be.
    #[inline(always)]
    pub fn is_last(&self, ply: i32) -> bool {
        ply as usize + 2 >= self.plies
    }

    /// Report to the clock what it has not been told yet.
    pub fn settle(&mut self) {
        self.stopped |= self.clock.look(self.since_look);
        self.clock.note_known(std::mem::take(&mut self.known));
        self.since_look = 0;
        self.looks += 1;
        self.until_look = self.clock.allowance(self.looks);
    }

    #[inline(always)]
    pub fn count(&mut self) {
        self.nodes += 1;
        self.since_look += 1;
        if self.since_look >= self.until_look {
            self.settle();
        }
    }

    /// The score of a position whose ending is known.
    #[inline(always)]
    pub fn look_up(&mut self, position: &P) -> Option<Score> {
        let endings = self.endings?;
        let score = endings.score(position)?;
        self.known += 1;
        let reads = endings.reads();
        if reads != self.reads {
            // A file that is read from a disk can take as long as thousands of positions.
            self.reads = reads;
            self.until_look = self.until_look.min(self.since_look + NODES_AFTER_READING);
        }
        Some(score)
    }

    /// The least and the most that a position can be worth by its ending.
    #[inline(always)]
    pub fn limits(&self, position: &P) -> (Score, Score) {
        let known = self.endings.and_then(|endings| endings.limits(position));
        known.unwrap_or((-WIN, WIN))
    }

    /// Play from `parent` to `child` and search there, from the view of `parent`'s mover, who may
    /// be to move again.
    #[inline(always)]
    pub fn child(
        &mut self,
        parent: &P,
        child: &P,
        alpha: Score,
        beta: Score,
        depth: i32,
        ply: i32,
    ) -> Score {
        let minds_repetition = child.minds_repetition();
        let repeated = if minds_repetition { self.step(parent, child, ply) } else { None };
        let score = match repeated {
            Some(value) => seen_from(parent, child, value),
            None if parent.to_move() == child.to_move() => {
                self.node(child, alpha, beta, depth, ply)
            }
            None => -self.node(child, -beta, -alpha, depth, ply),
        };
        if minds_repetition {
            self.path.pop();
        }
        score
    }

    /// Add `child` to the path: its value if it has been there often enough.
    #[inline(always)]
    fn step(&mut self, parent: &P, child: &P, ply: i32) -> Option<Score> {
        let before = self.path[self.path.len() - 1].reversible;
        let reversible = if parent.is_left_for_good(child) { 0 } else { before + 1 };
        self.path.push(Visited { key: child.repetition_key(), reversible });
        self.repeated(child, ply)
    }

    /// The value of a position that has been on the path often enough.
    fn repeated(&mut self, position: &P, ply: i32) -> Option<Score> {
        let last = self.path.len() - 1;
        let Visited { key, reversible } = self.path[last];
        let earlier = self.path[last - reversible.min(last)..last].iter();
        let occurrences = 1 + earlier.filter(|visited| visited.key == key).count();
        let occurrences = match self.style {
            Style::Selective => occurrences,
            // Exactly as the rules say: not sooner, and not at all where they do not mention it.
            Style::Exact => {
                position.rules().repetitions().filter(|&needed| occurrences >= needed)?
            }
        };
        let estimate = || self.judge.value(position);
        Some(match position.value_if_repeated(occurrences, estimate)? {
            value if value > MAX_ESTIMATE => value - ply,
            value if value < -MAX_ESTIMATE => value + ply,
            value => value.clamp(-MAX_ESTIMATE, MAX_ESTIMATE),
        })
    }

    /// The value of `position` to `depth`, exact within (`alpha`, `beta`) and a bound outside.
    pub fn node(
        &mut self,
        position: &P,
        mut alpha: Score,
        mut beta: Score,
        depth: i32,
        ply: i32,
    ) -> Score {
        // Step 1. Stop when the time is up or the line too long.
        self.count();
        self.desk.lines[ply as usize].clear();
        if self.stopped {
            return 0;
        }
        if depth <= 0 || self.is_last(ply) {
            return self.quiet(position, alpha, beta, ply);
        }
        let exact = self.style == Style::Exact;

        // Step 2. A win sooner than the next move cannot be found any more.
        if !exact {
            alpha = alpha.max(ply - WIN);
            beta = beta.min(WIN - ply - 1);
            if alpha >= beta {
                return alpha;
            }
        }

        // Step 3. One ply before the horizon some games know the best move's value at once.
        if depth == 1 {
            match self.judge.best_after_one(position, alpha, beta) {
                Some(OnePly::Wins) => return WIN - ply - 1,
                Some(OnePly::Estimate(score)) => return score,
                None => {}
            }
        }

        // Step 4. Remember an earlier visit.
        let key = position.search_key(depth);
        let open = beta - alpha > 1;
        let memory = self.table.recall(key, ply);
        if let Some(memory) = memory
            && (memory.depth == depth || memory.depth > depth && !exact)
            && !open
            && match memory.bound {
                Bound::Exact => true,
                Bound::Lower => memory.score >= beta,
                Bound::Upper => memory.score <= alpha,
                Bound::Unknown => false,
            }
            && still_holds(position, depth, ply, memory.score)
        {
            return memory.score;
        }

        // Step 5. Ask the tables. They know finished games too, but not how near the end is.
        if let Some(score) = self.look_up(position) {
            return match position.outcome() {
                Some(outcome) => value_of_end(position, outcome.winner, ply),
                None => score,
            };
        }

        let (known_least, known_most) = self.limits(position);
        if known_least >= beta {
            return known_least;
        }
        if known_most <= alpha {
            return known_most;
        }
        alpha = alpha.max(known_least);
        beta = beta.min(known_most);

        // Step 6. Near the horizon an estimate may stand, or tell which moves do not matter.
        let (mut skips_late, mut least_gain) = (false, Score::MIN);
        if !exact && !open && alpha.abs() < MAX_ESTIMATE {
            match self.outlook(position, alpha, beta, depth) {
                Outlook::Stands(score) => return score,
                Outlook::Search { skips_late: late, least_gain: least } => {
                    (skips_late, least_gain) = (late, least);
                }
            }
        }

        // Step 7. List the moves; without any the game is over.
        let remembered = memory.and_then(|memory| memory.slot);
        let mut candidates = std::mem::take(&mut self.desk.candidates[ply as usize]);
        self.list(position, remembered, least_gain, depth, ply, &mut candidates);
        let is_whole = least_gain == Score::MIN;
        let score = if !candidates.is_empty() {
            // A forced reply costs no depth.
            let forced = !exact && is_whole && candidates.len() == 1;
            let extends = forced && ply < 2 * depth + EXTRA_PLIES / 2;
            let next = if extends { depth } else { depth - 1 };
            let least = if is_whole { known_least } else { alpha };
            let (window, most) = ((alpha, beta), known_most);
            let task = Task { window, least, most, depth, next, skips_late, ply, key };
            self.best_of(position, &mut candidates, task)
        } else if is_whole {
            value_of_end(position, position.outcome().and_then(|outcome| outcome.winner), ply)
        } else {
            alpha
        };
        self.desk.candidates[ply as usize] = candidates;
        score
    }

    /// The value of the best of `candidates`.
    #[inline(always)]
    fn best_of(
        &mut self,
        position: &P,
        candidates: &mut [Candidate<P::Move>],
        task: Task,
    ) -> Score {
        let Task { window: (mut alpha, beta), least, most, depth, next, skips_late, ply, key } =
            task;
        let selective = self.style == Style::Selective;
        let side = position.to_move();
        let original_alpha = alpha;
        let open = beta - alpha > 1;
        let mut best = (-WIN, None);
        let mut tried = std::mem::take(&mut self.desk.slots[ply as usize]);
        tried.clear();
        let put_off = std::mem::take(&mut self.desk.put_off[ply as usize]);
        let mut turns = Turns::of(candidates.len(), self.busy, key, depth, put_off);
        while let Some(turn) = turns.next() {
            let i = turn.number;
            let Candidate { mv, noisy, .. } =
                if turn.is_first { pick(candidates, i) } else { candidates[i] };
            let slot = P::slot(mv);
            let mut reduction = 0;
            // Only where something else than a loss is known already: a proof looks at every move.
            if selective && !noisy && i > 0 && best.0 >= -MAX_ESTIMATE {
                if skips_late {
                    continue;
                }
                match P::reduction(depth, i, open) {
                    Some(plies) => reduction = plies,
                    None => continue,
                }
            }
            if !turns.begin(turn, slot) {
                continue;
            }
            let child = position.play(mv);
            let mut score = Score::MAX;
            if i > 0 {
                // Step 8. Later moves need only be shown to be no better.
                score = self.child(position, &child, alpha, alpha + 1, next - reduction, ply + 1);
                if score > alpha && reduction > 0 && !self.stopped {
                    score = self.child(position, &child, alpha, alpha + 1, next, ply + 1);
                }
            }
            if i == 0 || score > alpha && score < beta && !self.stopped {
                score = self.child(position, &child, alpha, beta, next, ply + 1);
            }
            turns.end(turn, slot);
            if self.stopped {
                break;
            }
            if score > best.0 {
                best = (score, Some(slot));
                if score > alpha {
                    alpha = score;
                    self.prepend(mv, ply as usize);
                }
                if score >= beta {
                    if !noisy {
                        self.desk.ordering.reward(side, ply as usize, slot, &tried, depth);
                    }
                    break;
                }
            }
            if !noisy {
                tried.push(slot);
            }
        }
        self.desk.slots[ply as usize] = tried;
        self.desk.put_off[ply as usize] = turns.into_memory();

        // Step 9. Remember.
        best.0 = best.0.max(least).min(most);
        if !self.stopped {
            let bound = match best.0 {
                score if score >= beta => Bound::Lower,
                score if score > original_alpha => Bound::Exact,
                _ => Bound::Upper,
            };
            self.table.remember(key, ply, Memory { score: best.0, depth, bound, slot: best.1 });
        }
        best.0
    }

    /// The moves that gain more than `least_gain`, each with its place in the order.
    #[inline(always)]
    fn list(
        &mut self,
        position: &P,
        remembered: Option<usize>,
        least_gain: Score,
        depth: i32,
        ply: i32,
        candidates: &mut Vec<Candidate<P::Move>>,
    ) {
        candidates.clear();
        let side = position.to_move();
        let forced = position.is_forced();
        let mut add = |mv: P::Move, noisy: bool| {
            let gain = self.judge.gain(position, mv);
            if gain <= least_gain {
                return;
            }
            let promise = P::promise(mv) + gain;
            let rank = self.desk.ordering.rank(
                side,
                ply as usize,
                P::slot(mv),
                remembered,
                noisy,
                promise,
            );
            candidates.push(Candidate { mv, order: rank, noisy });
        };
        if P::LOOKS_AHEAD {
            position.for_each_child(|mv, child| {
                // Nothing is remembered of the horizon.
                if depth > 1 {
                    self.table.prefetch(child.search_key(depth - 1));
                    if let Some(endings) = self.endings {
                        endings.prefetch(&child);
                    }
                }
                add(mv, forced || P::OPTIONAL_NOISE && position.is_noisy(&child));
            });
        } else {
            position.for_each_move(|mv| add(mv, forced));
        }
    }

    /// The line from `ply` on is now `mv` and what follows it.
    pub fn prepend(&mut self, mv: P::Move, ply: usize) {
        let [line, rest] = &mut self.desk.lines[ply..ply + 2] else { return };
        line.clear();
        line.push(mv);
        line.extend_from_slice(rest);
    }
}

/// Whether a score from memory holds in `position`: an estimate does, a result may come too late.
#[inline(always)]
fn still_holds<P: Searchable>(position: &P, depth: i32, ply: i32, score: Score) -> bool {
    let score = score.abs();
    let plies = (score > super::PROVEN).then_some(WIN - score - ply);
    score <= MAX_ESTIMATE || position.is_decided_here(depth, plies)
}
