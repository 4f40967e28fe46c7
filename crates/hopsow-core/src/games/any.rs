//! One type over all games, for callers that know the game only at run time.
//!
//! Each call looks at the game once and then runs the game's own code, so that perft and playouts
//! are as fast as for a known game. A fourth game is one more line in each of the macros.

use std::fmt::{self, Display};
use std::sync::atomic::AtomicBool;

use crate::actions::{Action, Turn};
use crate::evaluation::Judged;
use crate::evaluation::linear::Features;
use crate::game::{Outcome, Position, RuleSet, Side};
use crate::games::awari::Awari;
use crate::games::checkers::Checkers;
use crate::games::halma::Halma;
use crate::perft;
use crate::playouts::{self, Batch, Playouts};
use crate::search::contract::Searchable;
use crate::search::{self, Line};
use crate::setup::{Place, Setup, SetupError, Square};
use crate::story::Story;
use crate::text::{MoveError, ParseError, Refused, one_of};
use crate::tune::{self, Fit, Plan};

/// A game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Game {
    /// Halma on 16×16 squares.
    Halma,
    /// English checkers.
    Checkers,
    /// Awari.
    Awari,
}

/// A position of any game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum AnyPosition {
    /// A position of Halma.
    Halma(Halma),
    /// A position of checkers.
    Checkers(Checkers),
    /// A position of Awari.
    Awari(Awari),
}

/// A move of any game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum AnyMove {
    /// A move of Halma.
    Halma(<Halma as Position>::Move),
    /// A move of checkers.
    Checkers(<Checkers as Position>::Move),
    /// A move of Awari.
    Awari(<Awari as Position>::Move),
}

/// Evaluate `$body` with `$P` standing for the position type of a game.
macro_rules! of_game {
    ($game:expr, $P:ident => $body:expr) => {
        match $game {
            Game::Halma => of_game!(@ Halma, $P => $body),
            Game::Checkers => of_game!(@ Checkers, $P => $body),
            Game::Awari => of_game!(@ Awari, $P => $body),
        }
    };
    (@ $Type:ty, $P:ident => $body:expr) => {{
        type $P = $Type;
        $body
    }};
}

/// Evaluate `$body` with `$position` bound to the position inside an `AnyPosition`.
macro_rules! of_position {
    ($any:expr, $position:pat => $body:expr) => {
        match $any {
            AnyPosition::Halma($position) => $body,
            AnyPosition::Checkers($position) => $body,
            AnyPosition::Awari($position) => $body,
        }
    };
}

/// A position type that has its place in the enums.
pub(crate) trait Member: Searchable + Judged + Features {
    fn any(self) -> AnyPosition;
    fn any_move(mv: Self::Move) -> AnyMove;
    fn own(any: &AnyPosition) -> Option<&Self>;
    fn own_move(any: AnyMove) -> Option<Self::Move>;
}

macro_rules! members {
    ($($Type:ident),*) => {$(
        impl Member for $Type {
            #[inline]
            fn any(self) -> AnyPosition {
                AnyPosition::$Type(self)
            }

            #[inline]
            fn any_move(mv: Self::Move) -> AnyMove {
                AnyMove::$Type(mv)
            }

            fn own(any: &AnyPosition) -> Option<&Self> {
                if let AnyPosition::$Type(position) = any { Some(position) } else { None }
            }

            #[inline]
            fn own_move(any: AnyMove) -> Option<Self::Move> {
                if let AnyMove::$Type(mv) = any { Some(mv) } else { None }
            }
        }
    )*};
}

members!(Halma, Checkers, Awari);

/// A name that nothing bears.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnknownName {
    /// What was to be named.
    pub what: String,
    /// The name given.
    pub name: String,
    /// The names there are.
    pub known: Vec<&'static str>,
}

impl Display for UnknownName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "unknown {} {:?}, expected {}", self.what, self.name, one_of(&self.known))
    }
}

impl std::error::Error for UnknownName {}

/// Why a position could not be read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ReadError {
    /// There are no such rules.
    Rules(UnknownName),
    /// The text is wrong.
    Text(ParseError),
    /// The parts do not make a position.
    Setup(SetupError),
}

impl Game {
    /// Every game.
    pub const ALL: [Game; 3] = [Game::Halma, Game::Checkers, Game::Awari];

    /// The game called `name`.
    pub fn named(name: &str) -> Result<Game, UnknownName> {
        Self::ALL.into_iter().find(|game| game.name() == name).ok_or_else(|| UnknownName {
            what: "game".to_owned(),
            name: name.to_owned(),
            known: Self::ALL.iter().map(|game| game.name()).collect(),
        })
    }

    /// The name that users write.
    #[must_use]
    pub fn name(self) -> &'static str {
        of_game!(self, P => P::GAME)
    }

    /// What the sides are called, side `One` first.
    #[must_use]
    pub fn sides(self) -> [&'static str; 2] {
        of_game!(self, P => P::SIDES)
    }

    /// The names of the rule sets, the default first.
    #[must_use]
    pub fn rule_sets(self) -> Vec<&'static str> {
        of_game!(self, P => rule_names::<P>())
    }

    /// What one whole point of an estimate is called.
    #[must_use]
    pub fn unit(self) -> &'static str {
        of_game!(self, P => P::UNIT)
    }

    /// Every kind of illegal move.
    #[must_use]
    pub fn illegal_kinds(self) -> &'static [&'static str] {
        of_game!(self, P => P::ILLEGAL_KINDS)
    }

    /// The initial position; by default with the default rules and side `One` to move.
    pub fn start(
        self,
        rules: Option<&str>,
        first: Option<&str>,
    ) -> Result<AnyPosition, UnknownName> {
        let first = first.map_or(Ok(Side::One), |name| self.side(name))?;
        of_game!(self, P => Ok(P::start(rules_named::<P>(rules)?, first).any()))
    }

    /// Read a position's text.
    pub fn parse(self, text: &str, rules: Option<&str>) -> Result<AnyPosition, ReadError> {
        of_game!(self, P => {
            let rules = rules_named::<P>(rules).map_err(ReadError::Rules)?;
            P::parse(text, rules).map(Member::any).map_err(ReadError::Text)
        })
    }

    /// The position with these parts.
    pub fn set_up(self, setup: &Setup, rules: Option<&str>) -> Result<AnyPosition, ReadError> {
        of_game!(self, P => {
            let rules = rules_named::<P>(rules).map_err(ReadError::Rules)?;
            P::set_up(setup, rules).map(Member::any).map_err(ReadError::Setup)
        })
    }

    /// Every kind of set-up that is refused.
    #[must_use]
    pub fn setup_kinds(self) -> &'static [&'static str] {
        of_game!(self, P => P::SETUP_KINDS)
    }

    /// A place as the game counts it.
    #[must_use]
    pub fn square(self, place: Place) -> Square {
        of_game!(self, P => P::square(place))
    }

    /// The place of a square that the game counts so.
    #[must_use]
    pub fn place(self, square: Square) -> Option<Place> {
        (0..=Place::MAX).take(self.places()).find(|&place| self.square(place) == square)
    }

    fn places(self) -> usize {
        of_game!(self, P => P::PLACES)
    }

    /// The number of actions.
    #[must_use]
    pub fn actions(self) -> usize {
        of_game!(self, P => P::ACTIONS)
    }

    /// Fit the weights of the evaluation, or give up with `None` when `stop` is set.
    pub fn tune(
        self,
        plan: &Plan,
        stop: &AtomicBool,
        progress: impl Fn(f64) + Sync,
    ) -> Option<Fit> {
        of_game!(self, P => tune::tune::<P>(plan, stop, progress))
    }

    fn side(self, name: &str) -> Result<Side, UnknownName> {
        let sides = self.sides();
        let found = Side::BOTH.into_iter().find(|&side| sides[side as usize] == name);
        found.ok_or_else(|| UnknownName {
            what: format!("side of {}", self.name()),
            name: name.to_owned(),
            known: sides.to_vec(),
        })
    }
}

fn rule_names<P: Position>() -> Vec<&'static str> {
    P::Rules::ALL.iter().map(|rules| rules.name()).collect()
}

fn rules_named<P: Position>(name: Option<&str>) -> Result<P::Rules, UnknownName> {
    let Some(name) = name else { return Ok(P::Rules::ALL[0]) };
    P::Rules::named(name).ok_or_else(|| UnknownName {
        what: format!("rules of {}", P::GAME),
        name: name.to_owned(),
        known: rule_names::<P>(),
    })
}

impl AnyPosition {
    /// The game.
    #[must_use]
    pub fn game(&self) -> Game {
        match self {
            AnyPosition::Halma(_) => Game::Halma,
            AnyPosition::Checkers(_) => Game::Checkers,
            AnyPosition::Awari(_) => Game::Awari,
        }
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

    /// How the game has ended, as far as the position alone can tell.
    #[must_use]
    pub fn outcome(&self) -> Option<Outcome> {
        of_position!(self, p => p.outcome())
    }

    /// Whether the rules look back at earlier positions.
    #[must_use]
    pub fn minds_history(&self) -> bool {
        of_position!(self, p => p.rules().repetitions().is_some())
    }

    /// How the game has ended, given the earlier positions; those of other games do not count.
    #[must_use]
    pub fn outcome_after(&self, earlier: &[AnyPosition]) -> Option<Outcome> {
        of_position!(self, p => p.outcome_after(&own_positions(p, earlier)))
    }

    /// The legal moves, always in the same order.
    #[must_use]
    pub fn legal_moves(&self) -> Vec<AnyMove> {
        of_position!(self, p => any_moves(p))
    }

    /// Whether `mv` is one of the legal moves; a move of another game is not.
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
    pub fn read_move(&self, text: &str) -> Result<AnyMove, MoveError<Refused>> {
        of_position!(self, p => read_move(p, text))
    }

    /// Why no legal move starts on `place`; `None` if one does.
    #[must_use]
    pub fn why_not(&self, place: Place) -> Option<Refused> {
        of_position!(self, p => p.why_not(place).map(Refused::from))
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

    /// What happens on the board when a legal move is played.
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

    /// Whether a legal move takes men or stones off the board.
    #[must_use]
    pub fn is_capture(&self, mv: AnyMove) -> bool {
        match (self, mv) {
            (AnyPosition::Awari(p), AnyMove::Awari(mv)) => in_pits(&p.play(mv)) < in_pits(p),
            (_, AnyMove::Checkers(mv)) => mv.is_capture(),
            _ => false,
        }
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

    /// The same count for each legal move.
    pub fn divide(
        &self,
        depth: u32,
        threads: usize,
        stop: &AtomicBool,
    ) -> Option<Vec<(AnyMove, u64)>> {
        of_position!(self, p => divide(p, depth, threads, stop))
    }

    /// The first of the best moves by plain minimax with a beginner's judgement; `None` if there is
    /// none or `stop` was set.
    pub fn minimax(&self, depth: u32, stop: &AtomicBool) -> Option<Line<AnyMove>> {
        of_position!(self, p => minimax(p, depth, stop))
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

fn minimax<P: Member>(position: &P, depth: u32, stop: &AtomicBool) -> Option<Line<AnyMove>> {
    let line = search::minimax(position, depth, &P::beginner(), stop)?;
    Some(line.map(P::any_move))
}

fn own_positions<P: Member>(_: &P, any: &[AnyPosition]) -> Vec<P> {
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
    let mut found = false;
    position.for_each_move(|legal| found |= legal == mv);
    found
}

fn read_move<P: Member>(position: &P, text: &str) -> Result<AnyMove, MoveError<Refused>> {
    position.read_move(text).map(P::any_move).map_err(|error| match error {
        MoveError::NotAMove(error) => MoveError::NotAMove(error),
        MoveError::Ambiguous(moves) => MoveError::Ambiguous(moves),
        MoveError::Illegal(why) => MoveError::Illegal(why.into()),
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

fn in_pits(position: &Awari) -> u32 {
    position.stones()[..12].iter().map(|&stones| u32::from(stones)).sum()
}
