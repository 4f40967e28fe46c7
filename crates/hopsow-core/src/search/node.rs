//! One node of the search tree: a numbered walk.

use crate::evaluation::{Evaluator, MAX_ESTIMATE, OnePly, Score, WIN};

use super::contract::{Endings, Searchable};
use super::deferral::Turns;
use super::horizon::Outlook;
use super::ordering::{Candidate, pick, value_of_end};
use super::request::Style;
use super::table::{Bound, TableEntry};
use super::worker::{EXTRA_PLIES, Worker};

/// The parameters for searching the moves of one node.
struct NodeTask {
    /// Alpha and beta.
    window: (Score, Score),
    /// Lower bound on the node's value, whatever the listed moves are worth: from the moves left
    /// out, or from the tables.
    least: Score,
    /// Upper bound on the node's value.
    most: Score,
    depth: i32,
    /// The depth left for the children.
    next: i32,
    /// True if quiet moves after the first are skipped.
    skips_late: bool,
    ply: i32,
    /// The key in the transposition table.
    key: u64,
}

impl<P: Searchable, E: Evaluator<P>> Worker<'_, P, E> {
    /// Return the value of `position` to `depth`, exact within (`alpha`, `beta`) and a bound
    /// outside.
    pub fn node(
        &mut self,
        position: &P,
        mut alpha: Score,
        mut beta: Score,
        depth: i32,
        ply: i32,
    ) -> Score {
        // Step 1. Stop when the time is up, or evaluate where the line ends.
        self.count();
        self.thread.lines[ply as usize].clear();
        if self.stopped {
            return 0;
        }
        if depth <= 0 || self.is_last(ply) {
            return self.quiet(position, alpha, beta, ply);
        }
        let exact = self.style == Style::Exact;

        // Step 2. Mate distance pruning: no line from here wins sooner than by the next move.
        if !exact {
            alpha = alpha.max(ply - WIN);
            beta = beta.min(WIN - ply - 1);
            if alpha >= beta {
                return alpha;
            }
        }

        // Step 3. One ply before the horizon some evaluators know the best move's value directly.
        if depth == 1 {
            match self.evaluator.best_after_one(position, alpha, beta) {
                Some(OnePly::Wins) => return WIN - ply - 1,
                Some(OnePly::Estimate(score)) => return score,
                None => {}
            }
        }

        // Step 4. Probe the transposition table.
        let key = position.search_key(depth);
        let open = beta - alpha > 1;
        let stored = self.table.probe(key, ply);
        if let Some(entry) = stored
            && (entry.depth == depth || entry.depth > depth && !exact)
            && !open
            && match entry.bound {
                Bound::Exact => true,
                Bound::Lower => entry.score >= beta,
                Bound::Upper => entry.score <= alpha,
                Bound::Unknown => false,
            }
            && still_holds(position, depth, ply, entry.score)
        {
            return entry.score;
        }

        // Step 5. Probe the endgame tables. They hold finished games too, without the distance.
        let (table_least, table_most) = self.probe(position);
        if table_least == table_most {
            return match position.outcome() {
                Some(outcome) => value_of_end(position, outcome.winner, ply),
                None => table_least,
            };
        }
        if table_least >= beta {
            return table_least;
        }
        if table_most <= alpha {
            return table_most;
        }
        alpha = alpha.max(table_least);
        beta = beta.min(table_most);

        // Step 6. Near the horizon the static evaluation may prune the node or some of its moves.
        let (mut skips_late, mut least_gain) = (false, Score::MIN);
        if !exact && !open && alpha.abs() < MAX_ESTIMATE {
            match self.outlook(position, alpha, beta, depth) {
                Outlook::Prune(score) => return score,
                Outlook::Search { skips_late: late, least_gain: least } => {
                    (skips_late, least_gain) = (late, least);
                }
            }
        }

        // Step 7. List and order the moves; without any the game is over.
        let table_move = stored.and_then(|entry| entry.slot);
        let mut candidates = std::mem::take(&mut self.thread.candidates[ply as usize]);
        self.list(position, table_move, least_gain, depth, ply, &mut candidates);
        let is_whole = least_gain == Score::MIN;
        let score = if !candidates.is_empty() {
            // A single reply is extended by one ply.
            let forced = !exact && is_whole && candidates.len() == 1;
            let extends = forced && ply < 2 * depth + EXTRA_PLIES / 2;
            let next = if extends { depth } else { depth - 1 };
            let least = if is_whole { table_least } else { alpha };
            let (window, most) = ((alpha, beta), table_most);
            let task = NodeTask { window, least, most, depth, next, skips_late, ply, key };
            self.best_of(position, &mut candidates, task)
        } else if is_whole {
            value_of_end(position, position.outcome().and_then(|outcome| outcome.winner), ply)
        } else {
            alpha
        };
        self.thread.candidates[ply as usize] = candidates;
        score
    }

    /// Search `candidates` and return the value of the best.
    #[inline(always)]
    fn best_of(
        &mut self,
        position: &P,
        candidates: &mut [Candidate<P::Move>],
        task: NodeTask,
    ) -> Score {
        let NodeTask { window, least, most, depth, next, skips_late, ply, key } = task;
        let (mut alpha, beta) = window;
        let selective = self.style == Style::Selective;
        let side = position.to_move();
        let original_alpha = alpha;
        let open = beta - alpha > 1;
        let mut best = (-WIN, None);
        let mut tried = std::mem::take(&mut self.thread.slots[ply as usize]);
        tried.clear();
        let deferred = std::mem::take(&mut self.thread.deferred[ply as usize]);
        let mut turns = Turns::of(candidates.len(), self.busy, key, depth, deferred);
        while let Some(turn) = turns.next() {
            let i = turn.number;
            let Candidate { mv, noisy, .. } =
                if turn.is_first { pick(candidates, i) } else { candidates[i] };
            let slot = P::slot(mv);
            let mut reduction = 0;
            // Reduce and skip only once a move that does not lose is known: a proof needs every
            // move.
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
                // Step 8. Search later moves with a null window, reduced first.
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
                        self.thread.ordering.reward(side, ply as usize, slot, &tried, depth);
                    }
                    break;
                }
            }
            if !noisy {
                tried.push(slot);
            }
        }
        self.thread.slots[ply as usize] = tried;
        self.thread.deferred[ply as usize] = turns.into_buffer();

        // Step 9. Store the result.
        best.0 = best.0.max(least).min(most);
        if !self.stopped {
            let bound = match best.0 {
                score if score >= beta => Bound::Lower,
                score if score > original_alpha => Bound::Exact,
                _ => Bound::Upper,
            };
            let entry = TableEntry { score: best.0, depth, bound, slot: best.1 };
            self.table.store(key, ply, entry);
        }
        best.0
    }

    /// List the moves that gain more than `least_gain`, each with its rank.
    #[inline(always)]
    fn list(
        &mut self,
        position: &P,
        table_move: Option<usize>,
        least_gain: Score,
        depth: i32,
        ply: i32,
        candidates: &mut Vec<Candidate<P::Move>>,
    ) {
        candidates.clear();
        let side = position.to_move();
        let forced = position.is_forced();
        let mut add = |mv: P::Move, noisy: bool| {
            let gain = self.evaluator.gain(position, mv);
            if gain <= least_gain {
                return;
            }
            let promise = P::promise(mv) + gain;
            let rank = self.thread.ordering.rank(
                side,
                ply as usize,
                P::slot(mv),
                table_move,
                noisy,
                promise,
            );
            candidates.push(Candidate { mv, order: rank, noisy });
        };
        if P::PREFETCHES {
            position.for_each_child(|mv, child| {
                // Nodes at the horizon are not stored.
                if depth > 1 {
                    self.table.prefetch(child.search_key(depth - 1));
                    if let Some(endings) = self.endings {
                        endings.prefetch(&child);
                    }
                }
                add(mv, forced || P::HAS_NOISY_MOVES && position.is_noisy(&child));
            });
        } else {
            position.for_each_move(|mv| add(mv, forced));
        }
    }

    /// Make `mv` followed by the child's line the principal variation from `ply` on.
    fn prepend(&mut self, mv: P::Move, ply: usize) {
        let [line, rest] = &mut self.thread.lines[ply..ply + 2] else { return };
        line.clear();
        line.push(mv);
        line.extend_from_slice(rest);
    }
}

/// Return true if a stored score holds in `position`: an estimate does, a result may come too late.
#[inline(always)]
fn still_holds<P: Searchable>(position: &P, depth: i32, ply: i32, score: Score) -> bool {
    let score = score.abs();
    let plies = (score > super::PROVEN).then_some(WIN - score - ply);
    score <= MAX_ESTIMATE || position.is_decided_here(depth, plies)
}
