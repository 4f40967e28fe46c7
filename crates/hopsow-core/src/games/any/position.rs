//! A position of any game.

use std::fmt::{self, Display};
use std::sync::atomic::AtomicBool;

use super::{AnyMove, AnyPosition, Game, Member};
use crate::actions::{Action, Turn};
use crate::game::{Outcome, Position, RuleSet, Side};
use crate::mcts;
use crate::message::{Message, Refusal};
use crate::perft;
use crate::playouts::{self, Batch, Playouts};
use crate::search::{self, Line};
use crate::setup::{Place, Setup};
use crate::story::Story;
use crate::text::MoveError;

/// Evaluate `$body` with `$position` bound to the position inside an `AnyPosition`.
macro_rules! of_position {
    ($any:expr, $position:pat => $body:expr) => {
        inside!(AnyPosition, $any, $position => $body)
    };
}

impl AnyPosition {
    /// The game.
    #[must_use]
    pub fn game(&self) -> Game {
        of_position!(self, p => game_of(p))
    }

    /// The name of the rule set in force.
    #[must_use]
    pub fn rules(&self) -> &'static str {
        of_position!(self, p => p.rules().name())
    }

    /// The side whose turn it is.
    #[must_use]
    pub fn to_move(&self) -> Side {
        of_position!(self, p => p.to_move())
    }

    /// Return the outcome of the game, as far as the position alone tells.
    #[must_use]
    pub fn outcome(&self) -> Option<Outcome> {
        of_position!(self, p => p.outcome())
    }

    /// Return true if the rules look back at earlier positions.
    #[must_use]
    pub fn minds_history(&self) -> bool {
        of_position!(self, p => p.rules().repetitions().is_some())
    }

    /// Return the outcome of the game, given the earlier positions; those of other games do not
    /// count.
    #[must_use]
    pub fn outcome_after(&self, earlier: &[AnyPosition]) -> Option<Outcome> {
        of_position!(self, p => p.outcome_after(&own_positions(p, earlier)))
    }

    /// The legal moves, always in the same order.
    #[must_use]
    pub fn legal_moves(&self) -> Vec<AnyMove> {
        of_position!(self, p => any_moves(p))
    }

    /// Return true if `mv` is one of the legal moves; a move of another game is not.
    #[must_use]
    pub fn is_legal(&self, mv: AnyMove) -> bool {
        of_position!(self, p => is_legal(p, mv))
    }

    /// The position after `mv`, which must be one of the legal moves: nothing is checked.
    ///
    /// # Panics
    ///
    /// If `mv` belongs to another game.
    #[must_use]
    pub fn play(&self, mv: AnyMove) -> AnyPosition {
        of_position!(self, p => p.play(own_move(p, mv)).any())
    }

    /// Read the text of a move and find the legal move that it means.
    pub fn read_move(&self, text: &str) -> Result<AnyMove, MoveError<Message>> {
        of_position!(self, p => read_move(p, text))
    }

    /// Return the reason why no legal move starts on `place`; `None` if one does.
    #[must_use]
    pub fn why_not(&self, place: Place) -> Option<Message> {
        of_position!(self, p => p.why_not(place).map(|why| why.message()))
    }

    /// The text of a legal move.
    ///
    /// # Panics
    ///
    /// If `mv` belongs to another game.
    #[must_use]
    pub fn move_text(&self, mv: AnyMove) -> String {
        of_position!(self, p => p.move_text(own_move(p, mv)))
    }

    /// The parts of the position.
    #[must_use]
    pub fn setup(&self) -> Setup {
        of_position!(self, p => p.setup())
    }

    /// Return the events on the board when a legal move is played.
    ///
    /// # Panics
    ///
    /// If `mv` belongs to another game.
    #[must_use]
    pub fn story(&self, mv: AnyMove) -> Story {
        of_position!(self, p => p.story(own_move(p, mv)))
    }

    /// The actions that a legal move consists of, in order.
    ///
    /// # Panics
    ///
    /// If `mv` belongs to another game.
    #[must_use]
    pub fn actions(&self, mv: AnyMove) -> Vec<Action> {
        of_position!(self, p => p.actions(own_move(p, mv)).collect())
    }

    /// The legal move that consists of this action alone.
    #[must_use]
    pub fn move_of(&self, action: Action) -> Option<AnyMove> {
        of_position!(self, p => move_of(p, action))
    }

    /// The turn of the side to move, before its first action.
    #[must_use]
    pub fn turn(&self) -> Turn<AnyMove> {
        of_position!(self, p => turn(p))
    }

    /// Return true if a legal move takes men or stones off the board.
    ///
    /// # Panics
    ///
    /// If `mv` belongs to another game.
    #[must_use]
    pub fn is_capture(&self, mv: AnyMove) -> bool {
        of_position!(self, p => p.is_capture(own_move(p, mv)))
    }

    /// A hash of all that `==` compares.
    #[must_use]
    pub fn key(&self) -> u64 {
        of_position!(self, p => p.key())
    }

    /// The number of paths of `depth` moves, or `None` if `stop` was set meanwhile.
    pub fn perft(&self, depth: u32, threads: usize, stop: &AtomicBool) -> Option<u64> {
        of_position!(self, p => perft::perft(p, depth, threads, stop))
    }

    /// Count the paths of each legal move.
    pub fn divide(
        &self,
        depth: u32,
        threads: usize,
        stop: &AtomicBool,
    ) -> Option<Vec<(AnyMove, u64)>> {
        of_position!(self, p => divide(p, depth, threads, stop))
    }

    /// Return the first of the best moves by plain minimax with a beginner's evaluation; `None` if
    /// there is none or `stop` was set.
    pub fn minimax(&self, depth: u32, stop: &AtomicBool) -> Option<Line<AnyMove>> {
        of_position!(self, p => minimax(p, depth, stop))
    }

    /// The move that a tree search by random play finds best; `None` if there is none or `stop` was
    /// set.
    pub fn mcts(&self, simulations: u32, seed: u64, stop: &AtomicBool) -> Option<AnyMove> {
        of_position!(self, p => choose(p, simulations, seed, stop))
    }

    /// Play random games to the end, or give up with `None` when `stop` is set.
    pub fn playouts(&self, batch: Batch, stop: &AtomicBool) -> Option<Playouts> {
        of_position!(self, p => playouts::playouts(p, batch, stop))
    }
}

impl Display for AnyPosition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        of_position!(self, p => p.fmt(f))
    }
}

fn game_of<P: Member>(_: &P) -> Game {
    P::MEMBER
}

fn minimax<P: Member>(position: &P, depth: u32, stop: &AtomicBool) -> Option<Line<AnyMove>> {
    let line = search::minimax(position, depth, &P::beginner(), stop)?;
    Some(line.map(P::any_move))
}

fn choose<P: Member>(
    position: &P,
    simulations: u32,
    seed: u64,
    stop: &AtomicBool,
) -> Option<AnyMove> {
    mcts::choose(position, simulations, seed, stop).map(P::any_move)
}

pub(super) fn own_positions<P: Member>(_: &P, any: &[AnyPosition]) -> Vec<P> {
    any.iter().filter_map(P::own).copied().collect()
}

fn own_move<P: Member>(_: &P, mv: AnyMove) -> P::Move {
    P::own_move(mv).expect("the move belongs to the position's game")
}

fn any_moves<P: Member>(position: &P) -> Vec<AnyMove> {
    let mut moves = Vec::with_capacity(32);
    position.for_each_move(|mv| moves.push(P::any_move(mv)));
    moves
}

fn is_legal<P: Member>(position: &P, mv: AnyMove) -> bool {
    let Some(mv) = P::own_move(mv) else { return false };
    let mut is_listed = false;
    position.for_each_move(|legal| is_listed |= legal == mv);
    is_listed
}

fn read_move<P: Member>(position: &P, text: &str) -> Result<AnyMove, MoveError<Message>> {
    position.read_move(text).map(P::any_move).map_err(|error| match error {
        MoveError::NotAMove(error) => MoveError::NotAMove(error),
        MoveError::Ambiguous(moves) => MoveError::Ambiguous(moves),
        MoveError::Illegal(why) => MoveError::Illegal(why.message()),
    })
}

fn move_of<P: Member>(position: &P, action: Action) -> Option<AnyMove> {
    position.move_of(action).map(P::any_move)
}

fn turn<P: Member>(position: &P) -> Turn<AnyMove> {
    Turn::of(position).map(P::any_move)
}

fn divide<P: Member>(
    position: &P,
    depth: u32,
    threads: usize,
    stop: &AtomicBool,
) -> Option<Vec<(AnyMove, u64)>> {
    let counts = perft::divide(position, depth, threads, stop)?;
    Some(counts.into_iter().map(|(mv, count)| (P::any_move(mv), count)).collect())
}
