//! The engine of any game, with its tables.

use std::sync::atomic::AtomicBool;

use super::{AnyEngine, AnyMove, AnyPosition, AnyTables, Game, Member};
use crate::evaluation::Score;
use crate::evaluation::net::NetError;
use crate::search::contract::Searchable;
use crate::search::{Engine, Report, Request};
use crate::tables::Tables;

/// An engine of one game, and what it has worked out of endings.
pub struct Player<P: Searchable> {
    engine: Engine<P>,
    own: Option<P::Endings>,
}

impl AnyEngine {
    /// An engine with a transposition table of `megabytes`.
    #[must_use]
    pub fn new(game: Game, megabytes: usize) -> AnyEngine {
        of_game!(game, P => P::any_engine(Player::new(Engine::new(megabytes))))
    }

    /// Create an engine that evaluates with the net in a file.
    pub fn with_net(game: Game, megabytes: usize, file: &[u8]) -> Result<AnyEngine, NetError> {
        of_game!(game, P => {
            Engine::with_net(megabytes, file).map(|engine| P::any_engine(Player::new(engine)))
        })
    }

    /// The game it plays.
    #[must_use]
    pub fn game(&self) -> Game {
        inside!(AnyEngine, self, player => player.game())
    }

    /// Return the static evaluation of a position of its game, for the side to move.
    ///
    /// # Panics
    ///
    /// If the position is of another game.
    #[must_use]
    pub fn estimate(&self, position: &AnyPosition) -> Score {
        inside!(AnyEngine, self, player => player.estimate(position))
    }

    /// Forget everything learned in earlier searches.
    pub fn clear(&mut self) {
        inside!(AnyEngine, self, player => player.clear());
    }

    /// Search the last position of `game`, all of whose positions must be of this engine's game,
    /// with the help of `tables`, or without any knowledge of endings. They are opened only if the
    /// game has no other way to know its endings.
    ///
    /// # Panics
    ///
    /// If `game` holds no position of this engine's game.
    pub fn search<'a>(
        &'a mut self,
        game: &[AnyPosition],
        request: &Request,
        tables: Option<&dyn Fn() -> &'a AnyTables>,
        stop: &AtomicBool,
        progress: &mut dyn FnMut(Report<AnyMove>),
    ) -> Report<AnyMove> {
        inside!(AnyEngine, self, player => player.search(game, request, tables, stop, progress))
    }
}

impl<P: Member> Player<P> {
    fn new(engine: Engine<P>) -> Self {
        Player { engine, own: P::Endings::of_one_engine() }
    }

    fn game(&self) -> Game {
        P::MEMBER
    }

    fn estimate(&self, position: &AnyPosition) -> Score {
        self.engine.estimate(P::own(position).expect("a position of this game"))
    }

    fn clear(&mut self) {
        self.engine.clear();
        self.own = P::Endings::of_one_engine();
    }

    fn search<'a>(
        &'a mut self,
        game: &[AnyPosition],
        request: &Request,
        tables: Option<&dyn Fn() -> &'a AnyTables>,
        stop: &AtomicBool,
        progress: &mut dyn FnMut(Report<AnyMove>),
    ) -> Report<AnyMove> {
        let game: Vec<P> = game.iter().filter_map(P::own).copied().collect();
        let endings = tables.map(|open| self.own.as_ref().unwrap_or_else(|| P::own_tables(open())));
        let tell = |report: &Report<P::Move>| progress(report.map(P::any_move));
        self.engine.search(&game, request, endings, stop, tell).map(P::any_move)
    }
}
