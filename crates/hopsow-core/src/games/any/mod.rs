//! One type over all games, for callers that know the game only at run time.
//!
//! - `list`: the list of games, from which every union and every match over games is generated
//! - this file: a game by its name, and what it says about itself
//! - `position`: a position of any game
//! - `engine`: the engine of any game, with the tables that help it
//! - [`tables`]: the endings of any game; [`strategy`]: answers from strategies
//! - [`ForGame`]: whatever else is done with a game, by others
//! - `batch`, `mcts`: games of any kind side by side, and a tree search in each of them
//!
//! Each call looks at the game once and then runs the game's own code, so that perft and playouts
//! are as fast as for a game chosen at compile time. A fourth game is one more line in the list,
//! which compiles when the game is a [`Member`].

#[macro_use]
mod list;

mod batch;
mod engine;
mod mcts;
mod position;
pub mod strategy;
pub mod tables;

use std::fmt::{self, Display};

use crate::batch::Batch;
use crate::batch::contract::Learnable;
use crate::bench::{self, Bench};
use crate::evaluation::Evaluated;
use crate::game::{Position, Reason, RuleSet, Side};
use crate::mcts::TreeSearch;
use crate::message::one_of;
use crate::packed::Packed;
use crate::search::contract::Searchable;
use crate::setup::{Place, Setup, SetupError, Square};
use crate::strategy::Strategic;
use crate::tables::{Shelf, TableError, Tables};
use crate::text::ParseError;
pub use engine::Player;

games!(unions);

/// The contracts that a game in the list fulfils.
pub trait Member:
    Searchable<Endings: Tables<Self>> + Evaluated + Packed + Learnable + Strategic
{
    /// Its place.
    const MEMBER: Game;

    /// The position in the union.
    fn any(self) -> AnyPosition;

    /// A move in the union.
    fn any_move(mv: Self::Move) -> AnyMove;

    /// An engine in the union.
    fn any_engine(player: Player<Self>) -> AnyEngine;

    /// A batch in the union.
    fn any_batch(batch: Batch<Self>) -> AnyBatch;

    /// A tree search in the union.
    fn any_search(search: TreeSearch<Self>) -> AnySearch;

    /// The position inside the union, if it is of this game.
    fn own(any: &AnyPosition) -> Option<&Self>;

    /// The move inside the union, if it is of this game.
    fn own_move(any: AnyMove) -> Option<Self::Move>;

    /// The endings of this game.
    fn own_tables(any: &AnyTables) -> &Self::Endings;
}

/// What is done with a game that is known only at run time; other crates extend [`Game`] by it.
pub trait ForGame {
    /// What comes of it.
    type Output;

    /// Do it for the game of `P`.
    fn run<P: Member>(self) -> Self::Output;
}

/// A name that nothing bears.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnknownName {
    /// The kind of thing named.
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

/// The reason why a position could not be read.
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

    /// Return the names of the sides, side `One` first.
    #[must_use]
    pub fn sides(self) -> [&'static str; 2] {
        of_game!(self, P => P::SIDES)
    }

    /// The names of the rule sets, the default first.
    #[must_use]
    pub fn rule_sets(self) -> Vec<&'static str> {
        of_game!(self, P => rule_names::<P>())
    }

    /// Return the name of one whole point of an estimate.
    #[must_use]
    pub fn unit(self) -> &'static str {
        of_game!(self, P => P::UNIT)
    }

    /// Every kind of illegal move.
    #[must_use]
    pub fn illegal_kinds(self) -> &'static [&'static str] {
        of_game!(self, P => P::ILLEGAL_KINDS)
    }

    /// Every way in which a game can end.
    #[must_use]
    pub fn reasons(self) -> &'static [Reason] {
        of_game!(self, P => P::REASONS)
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

    /// The shape of what learners see, the slowest index first.
    #[must_use]
    pub fn observation(self) -> &'static [usize] {
        of_game!(self, P => P::OBSERVATION)
    }

    /// The largest number of legal actions.
    #[must_use]
    pub fn max_legal(self) -> usize {
        of_game!(self, P => P::MAX_LEGAL)
    }

    /// Do something for this game.
    pub fn run<W: ForGame>(self, what: W) -> W::Output {
        of_game!(self, P => what.run::<P>())
    }

    /// Search fixed positions.
    #[must_use]
    pub fn bench(self) -> Bench {
        of_game!(self, P => bench::bench::<P>())
    }

    /// The side with this name.
    pub fn side(self, name: &str) -> Result<Side, UnknownName> {
        let sides = self.sides();
        let known = Side::BOTH.into_iter().find(|&side| sides[side as usize] == name);
        known.ok_or_else(|| UnknownName {
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
