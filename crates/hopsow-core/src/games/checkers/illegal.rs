//! Why a move is illegal, in the words of a referee.

use super::board::{BOARD, Direction, bit, crowning_row};
use super::notation::Written;
use super::{Checkers, Move};
use crate::game::{Outcome, Position, Side, side_name};
use crate::message::{Message, Refusal, message};

/// Why a move is illegal. Squares are PDN's.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "the sentence of each variant says what its fields are")]
pub enum Illegal {
    /// "the game is over (red wins: the opponent has no legal move)"
    GameOver(Outcome),
    /// "there is no piece on 11"
    NoPiece { square: u8 },
    /// "the piece on 22 is white's, and it is red's turn"
    NotYours { square: u8, owner: Side },
    /// "11-18 is not a diagonal step"
    NotAStep { from: u8, to: u8 },
    /// "11-18 is a capture, written 11x18"
    WrittenAsStep { from: u8, to: u8, capture: Move },
    /// "a man on 15 cannot move backwards"
    Backwards { square: u8 },
    /// "15 is occupied"
    Occupied { square: u8 },
    /// "the piece on 15 has no square to go to"
    Blocked { square: u8 },
    /// "a capture is available: 10x17"
    CaptureAvailable { capture: Move },
    /// "11x15 is not a jump"
    NotAJump { from: u8, to: u8 },
    /// "no capture leads from 22 to 8"
    NoSuchCapture { from: u8, to: u8 },
    /// "there is nothing to capture between 11 and 18"
    NothingBetween { from: u8, to: u8 },
    /// "the piece between 11 and 18 is red's own"
    OwnBetween { from: u8, to: u8, owner: Side },
    /// "the piece between 11 and 18 has already been captured"
    CapturedBefore { from: u8, to: u8 },
    /// "the capture must go on from 15: 22x15x8"
    MustGoOn { square: u8, capture: Move },
    /// "crowning ends the turn on 3"
    Crowned { square: u8 },
}

impl Illegal {
    /// Every kind of illegal move.
    pub(super) const KINDS: &'static [&'static str] = &[
        "game-over",
        "no-piece",
        "not-your-piece",
        "not-a-step",
        "capture-written-as-step",
        "backwards",
        "occupied",
        "blocked",
        "must-capture",
        "not-a-jump",
        "no-such-capture",
        "nothing-to-jump",
        "jumps-own-piece",
        "jumps-captured-piece",
        "must-go-on",
        "crowning-ends-turn",
    ];
}

impl Refusal for Illegal {
    fn message(&self) -> Message {
        let name = side_name::<Checkers>;
        match *self {
            Illegal::GameOver(outcome) => outcome.game_over::<Checkers>(),
            Illegal::NoPiece { square } => message!("checkers.no-piece", square = square),
            Illegal::NotYours { square, owner } => {
                let (owner, mover) = (name(owner), name(owner.other()));
                message!("checkers.not-your-piece", square = square, owner = owner, mover = mover)
            }
            Illegal::NotAStep { from, to } => message!("checkers.not-a-step", from = from, to = to),
            Illegal::WrittenAsStep { from, to, capture } => {
                let capture = capture.to_string();
                message!(
                    "checkers.capture-written-as-step",
                    from = from,
                    to = to,
                    capture = capture
                )
            }
            Illegal::Backwards { square } => message!("checkers.backwards", square = square),
            Illegal::Occupied { square } => message!("checkers.occupied", square = square),
            Illegal::Blocked { square } => message!("checkers.blocked", square = square),
            Illegal::CaptureAvailable { capture } => {
                message!("checkers.must-capture", capture = capture.to_string())
            }
            Illegal::NotAJump { from, to } => message!("checkers.not-a-jump", from = from, to = to),
            Illegal::NoSuchCapture { from, to } => {
                message!("checkers.no-such-capture", from = from, to = to)
            }
            Illegal::NothingBetween { from, to } => {
                message!("checkers.nothing-to-jump", from = from, to = to)
            }
            Illegal::OwnBetween { from, to, owner } => {
                message!("checkers.jumps-own-piece", from = from, to = to, owner = name(owner))
            }
            Illegal::CapturedBefore { from, to } => {
                message!("checkers.jumps-captured-piece", from = from, to = to)
            }
            Illegal::MustGoOn { square, capture } => {
                let capture = capture.to_string();
                message!("checkers.must-go-on", square = square, capture = capture)
            }
            Illegal::Crowned { square } => message!("checkers.crowning-ends-turn", square = square),
        }
    }
}

impl Illegal {
    /// Why `written` is not among `moves`, the legal moves of `position`.
    pub(super) fn explain(position: &Checkers, written: &Written, moves: &[Move]) -> Illegal {
        let from = written.squares[0];
        match Piece::on(from, position, moves) {
            Err(why) => why,
            Ok(piece) if written.is_capture => piece.explain_capture(written),
            Ok(piece) => piece.explain_step(from, written.squares[1]),
        }
    }

    /// Why no legal move starts on `square`.
    pub(super) fn of_piece(position: &Checkers, square: u8) -> Option<Illegal> {
        let moves = position.legal_moves();
        let piece = match Piece::on(square, position, &moves) {
            Err(why) => return Some(why),
            Ok(piece) => piece,
        };
        if moves.iter().any(|mv| mv.from() == square) {
            return None;
        }
        let empty = BOARD & !(position.own | position.opponent);
        let can_step = |direction: &Direction| {
            piece.may_go(*direction) && direction.ahead(bit(square)) & empty != 0
        };
        Some(match Direction::ALL.iter().any(can_step) {
            true => Illegal::CaptureAvailable { capture: moves[0] },
            false => Illegal::Blocked { square },
        })
    }
}

/// The piece to move, and where it stands.
struct Piece<'a> {
    position: &'a Checkers,
    moves: &'a [Move],
    side: Side,
    is_king: bool,
}

impl<'a> Piece<'a> {
    /// The mover's piece on `square`, while the game goes on.
    fn on(square: u8, position: &'a Checkers, moves: &'a [Move]) -> Result<Piece<'a>, Illegal> {
        if let Some(outcome) = position.outcome() {
            return Err(Illegal::GameOver(outcome));
        }
        match position.piece(square) {
            None => Err(Illegal::NoPiece { square }),
            Some((owner, _)) if owner != position.side => Err(Illegal::NotYours { square, owner }),
            Some((side, is_king)) => Ok(Piece { position, moves, side, is_king }),
        }
    }

    fn explain_step(&self, from: u8, to: u8) -> Illegal {
        let Some(direction) = step(from, to) else {
            return match self.moves.iter().find(|mv| mv.from() == from && mv.to() == to) {
                Some(&capture) => Illegal::WrittenAsStep { from, to, capture },
                None => Illegal::NotAStep { from, to },
            };
        };
        if !self.may_go(direction) {
            Illegal::Backwards { square: from }
        } else if self.position.piece(to).is_some() {
            Illegal::Occupied { square: to }
        } else {
            Illegal::CaptureAvailable { capture: self.moves[0] }
        }
    }

    fn explain_capture(&self, written: &Written) -> Illegal {
        let squares = &written.squares[..];
        let (from, to) = (squares[0], squares[squares.len() - 1]);
        if let Some(&capture) = self.moves.iter().find(|mv| written.begins(**mv)) {
            return Illegal::MustGoOn { square: to, capture };
        }
        if squares.len() == 2 && step(from, to).is_none() && jump(from, to).is_none() {
            return Illegal::NoSuchCapture { from, to };
        }
        let mut captured = 0;
        for (i, leg) in squares.windows(2).enumerate() {
            if i > 0 && !self.is_king && bit(leg[0]) & crowning_row(self.side) != 0 {
                return Illegal::Crowned { square: leg[0] };
            }
            match self.explain_jump(from, leg[0], leg[1], captured) {
                Ok(over) => captured |= over,
                Err(why) => return why,
            }
        }
        Illegal::NoSuchCapture { from, to }
    }

    /// The piece captured by one jump of a sequence from `start`, or why there is no such jump.
    fn explain_jump(&self, start: u8, from: u8, to: u8, captured: u64) -> Result<u64, Illegal> {
        let direction = jump(from, to).ok_or(Illegal::NotAJump { from, to })?;
        let over = direction.ahead(bit(from));
        if !self.may_go(direction) {
            Err(Illegal::Backwards { square: from })
        } else if to != start && self.position.piece(to).is_some() {
            Err(Illegal::Occupied { square: to })
        } else if over & captured != 0 {
            Err(Illegal::CapturedBefore { from, to })
        } else if over & self.position.own != 0 {
            Err(Illegal::OwnBetween { from, to, owner: self.side })
        } else if over & self.position.opponent == 0 {
            Err(Illegal::NothingBetween { from, to })
        } else {
            Ok(over)
        }
    }

    fn may_go(&self, direction: Direction) -> bool {
        self.is_king || Direction::forward(self.side).contains(&direction)
    }
}

/// The direction of the step between two squares, if it is one.
fn step(from: u8, to: u8) -> Option<Direction> {
    Direction::ALL.into_iter().find(|direction| direction.ahead(bit(from)) == bit(to))
}

/// The direction of the jump between two squares, if it is one.
fn jump(from: u8, to: u8) -> Option<Direction> {
    Direction::ALL.into_iter().find(|direction| {
        let over = direction.ahead(bit(from)) & BOARD;
        direction.ahead(over) == bit(to)
    })
}
