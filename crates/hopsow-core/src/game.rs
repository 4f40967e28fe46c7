//! The contract between the games and everything else.
//!
//! A position is a small immutable value that carries its rule set; `play` returns a new one.
//! Perft, playouts, search and tables are written against this trait alone and never name a game.
//! Rules that depend on history get the history as an argument (`outcome_after`), so that a
//! position carries no history.

use std::fmt::{self, Debug, Display};
use std::hash::Hash;

use crate::actions::Action;
use crate::message::{Message, Refusal, message};
use crate::setup::{Place, Setup, SetupError, Square};
use crate::story::Story;
use crate::text::{MoveError, ParseError};

/// One of the two players: `One` is black, red or South, `Two` is white or North.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(u8)]
pub enum Side {
    /// Black, red or South.
    One = 0,
    /// White or North.
    Two = 1,
}

impl Side {
    /// Both sides, `One` first.
    pub const BOTH: [Side; 2] = [Side::One, Side::Two];

    /// The opponent.
    #[inline(always)]
    #[must_use]
    pub const fn other(self) -> Side {
        match self {
            Side::One => Side::Two,
            Side::Two => Side::One,
        }
    }
}

/// The reason for the end of a game, in the words that users read. A game adds its own reasons.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Reason(pub &'static str);

impl Reason {
    /// The side to move has no legal move.
    pub const NO_MOVES: Reason = Reason("no moves");
    /// The position has occurred as often as the rules allow.
    pub const REPETITION: Reason = Reason("repetition");
}

impl Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.0)
    }
}

/// The result of a finished game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Outcome {
    /// The winner, or `None` for a draw.
    pub winner: Option<Side>,
    /// The reason for the end.
    pub reason: Reason,
}

impl Outcome {
    /// `side` has won.
    #[must_use]
    pub const fn win(side: Side, reason: Reason) -> Outcome {
        Outcome { winner: Some(side), reason }
    }

    /// Create a draw.
    #[must_use]
    pub const fn draw(reason: Reason) -> Outcome {
        Outcome { winner: None, reason }
    }

    /// Why nothing can be played any more, in a game of `P`.
    #[must_use]
    pub fn game_over<P: Position>(self) -> Message {
        let reason = message!(format!("{}.{}", P::GAME, self.reason.0.replace(' ', "-")));
        let result = match self.winner {
            Some(side) => message!("result.won", winner = side_name::<P>(side), reason = reason),
            None => message!("result.drawn", reason = reason),
        };
        message!("rules.game-over", result = result)
    }
}

/// What a side of `P` is called.
#[must_use]
pub fn side_name<P: Position>(side: Side) -> Message {
    message!(format!("side.{}", P::SIDES[side as usize]))
}

/// A named rule set of one game.
pub trait RuleSet: Copy + Eq + Hash + Debug + Send + Sync + 'static {
    /// Every rule set of the game, the default first.
    const ALL: &'static [Self];

    /// The name that users write.
    fn name(self) -> &'static str;

    /// Return the number of occurrences of a position that ends the game, if there is one.
    fn repetitions(self) -> Option<usize>;

    /// The rule set called `name`.
    #[must_use]
    fn named(name: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|rules| rules.name() == name)
    }
}

/// A position of a game, complete with its rule set and side to move.
///
/// `Display` writes the position's text and `parse` reads it back.
pub trait Position: Copy + Eq + Hash + Debug + Display + Send + Sync + 'static {
    /// A whole turn.
    type Move: Copy + Eq + Hash + Debug + Send + Sync;
    /// The rule sets of this game.
    type Rules: RuleSet;
    /// The reason why a move is illegal.
    type Illegal: Refusal;

    /// The name of the game.
    const GAME: &'static str;
    /// The names of the sides.
    const SIDES: [&'static str; 2];
    /// Every way in which a game can end.
    const REASONS: &'static [Reason];
    /// The number of squares or pits on which moves start.
    const PLACES: usize;
    /// The number of actions; they are numbered from 0, and no number ever changes.
    const ACTIONS: usize;
    /// Every kind of illegal move.
    const ILLEGAL_KINDS: &'static [&'static str];
    /// Every kind of set-up that is refused.
    const SETUP_KINDS: &'static [&'static str];

    /// The initial position with `first` to move.
    fn start(rules: Self::Rules, first: Side) -> Self;

    /// Read a position's text; anything but a possible position is refused with its place.
    fn parse(text: &str, rules: Self::Rules) -> Result<Self, ParseError>;

    /// The position with these parts; anything but a possible position is refused with its place.
    fn set_up(setup: &Setup, rules: Self::Rules) -> Result<Self, SetupError>;

    /// The parts of the position: `set_up` puts them together again.
    fn setup(&self) -> Setup;

    /// A place as the game counts it.
    fn square(place: Place) -> Square;

    /// The rule set in force.
    fn rules(&self) -> Self::Rules;

    /// The side whose turn it is.
    fn to_move(&self) -> Side;

    /// Return the outcome of the game, as far as the position alone tells.
    fn outcome(&self) -> Option<Outcome>;

    /// Visit every legal move, always in the same order; none once the game is over.
    fn for_each_move(&self, visit: impl FnMut(Self::Move));

    /// Visit every legal move with the position it leads to, in the order of `for_each_move`.
    #[inline(always)]
    fn for_each_child(&self, mut visit: impl FnMut(Self::Move, Self)) {
        self.for_each_move(|mv| visit(mv, self.play(mv)));
    }

    /// The number of legal moves.
    #[inline(always)]
    fn count_moves(&self) -> u64 {
        let mut count = 0;
        self.for_each_move(|_| count += 1);
        count
    }

    /// Append every legal move to `moves`, in the order of `for_each_move`.
    #[inline(always)]
    fn list_moves(&self, moves: &mut Vec<Self::Move>) {
        self.for_each_move(|mv| moves.push(mv));
    }

    /// The position after `mv`, which must be one of the legal moves: nothing is checked.
    #[must_use]
    fn play(&self, mv: Self::Move) -> Self;

    /// Return true if a legal move takes men or stones off the board.
    fn is_capture(&self, mv: Self::Move) -> bool;

    /// Return the events on the board when a legal move is played.
    fn story(&self, mv: Self::Move) -> Story;

    /// The actions that a legal move consists of, in order.
    fn actions(&self, mv: Self::Move) -> impl Iterator<Item = Action>;

    /// The legal move that consists of this action alone.
    fn move_of(&self, action: Action) -> Option<Self::Move> {
        let mut answer = None;
        self.for_each_move(|mv| {
            if self.actions(mv).eq([action]) {
                answer = Some(mv);
            }
        });
        answer
    }

    /// The position stripped of what repetition does not look at (counters, stores). The side to
    /// move stays.
    #[must_use]
    fn placement(&self) -> Self;

    /// Return true if no position up to this one can occur again once `child` has been reached from
    /// it.
    ///
    /// Repetition then need not look back beyond `child`; `false` is always a correct answer.
    #[inline(always)]
    fn is_left_for_good(&self, _child: &Self) -> bool {
        false
    }

    /// The result if this position ends the game by repetition.
    fn outcome_if_repeated(&self) -> Outcome;

    /// A hash of all that `==` compares, well mixed in every bit.
    fn key(&self) -> u64;

    /// Read the text of a move and find the legal move that it means.
    fn read_move(&self, text: &str) -> Result<Self::Move, MoveError<Self::Illegal>>;

    /// Return the reason why no legal move starts on `place`; `None` if one does.
    fn why_not(&self, place: Place) -> Option<Self::Illegal>;

    /// The text of a legal move.
    fn move_text(&self, mv: Self::Move) -> String;

    /// The legal moves as a list.
    fn legal_moves(&self) -> Vec<Self::Move> {
        let mut moves = Vec::new();
        self.list_moves(&mut moves);
        moves
    }

    /// Return the outcome of the game, given all positions that led here, oldest first.
    fn outcome_after(&self, earlier: &[Self]) -> Option<Outcome> {
        self.outcome().or_else(|| self.outcome_by_repetition(earlier))
    }

    /// The result if this position has now occurred as often as the rules allow.
    fn outcome_by_repetition(&self, earlier: &[Self]) -> Option<Outcome> {
        let needed = self.rules().repetitions()?;
        let here = self.placement();
        let same_side = earlier.iter().rev().filter(|p| p.to_move() == self.to_move());
        let occurrences = 1 + same_side.filter(|p| p.placement() == here).count();
        (occurrences >= needed).then(|| self.outcome_if_repeated())
    }
}
