//! The engine of whichever game, with the tables that help it.

use std::sync::atomic::AtomicBool;

use crate::endings::AnyTables;
use crate::games::any::{AnyMove, AnyPosition, Game, Member};
use crate::games::awari::Awari;
use crate::games::checkers::Checkers;
use crate::games::halma::Halma;
use crate::games::halma::endings::Races;
use crate::search::{Engine, Report, Request};

/// An engine for any game.
pub enum AnyEngine {
    /// An engine for Halma, and the races it has solved.
    Halma(Engine<Halma>, Races),
    /// An engine for checkers.
    Checkers(Engine<Checkers>),
    /// An engine for Awari.
    Awari(Engine<Awari>),
}

impl AnyEngine {
    /// An engine with a transposition table of `megabytes`.
    #[must_use]
    pub fn new(game: Game, megabytes: usize) -> AnyEngine {
        match game {
            Game::Halma => AnyEngine::Halma(Engine::new(megabytes), Races::default()),
            Game::Checkers => AnyEngine::Checkers(Engine::new(megabytes)),
            Game::Awari => AnyEngine::Awari(Engine::new(megabytes)),
        }
    }

    /// The game it plays.
    #[must_use]
    pub fn game(&self) -> Game {
        match self {
            AnyEngine::Halma(..) => Game::Halma,
            AnyEngine::Checkers(_) => Game::Checkers,
            AnyEngine::Awari(_) => Game::Awari,
        }
    }

    /// Forget everything.
    pub fn clear(&mut self) {
        match self {
            AnyEngine::Halma(engine, races) => {
                engine.clear();
                races.clear();
            }
            AnyEngine::Checkers(engine) => engine.clear(),
            AnyEngine::Awari(engine) => engine.clear(),
        }
    }

    /// Search the last position of `game`, all of whose positions must be of this engine's game,
    /// with the help of `tables`, or without any knowledge of endings.
    ///
    /// # Panics
    ///
    /// If `game` holds no position of this engine's game.
    pub fn search(
        &mut self,
        game: &[AnyPosition],
        request: &Request,
        tables: Option<&AnyTables>,
        stop: &AtomicBool,
        progress: &mut dyn FnMut(Report<AnyMove>),
    ) -> Report<AnyMove> {
        match self {
            AnyEngine::Halma(engine, races) => {
                let races = tables.is_some().then_some(&*races);
                search(engine, game, request, races, stop, progress)
            }
            AnyEngine::Checkers(engine) => {
                let tables = tables.map(|tables| &tables.checkers);
                search(engine, game, request, tables, stop, progress)
            }
            AnyEngine::Awari(engine) => {
                let tables = tables.map(|tables| &tables.awari);
                search(engine, game, request, tables, stop, progress)
            }
        }
    }
}

fn search<P: Member>(
    engine: &mut Engine<P>,
    game: &[AnyPosition],
    request: &Request,
    endings: Option<&P::Endings>,
    stop: &AtomicBool,
    progress: &mut dyn FnMut(Report<AnyMove>),
) -> Report<AnyMove> {
    let game: Vec<P> = game.iter().filter_map(P::own).copied().collect();
    let tell = |report: &Report<P::Move>| progress(report.map(P::any_move));
    engine.search(&game, request, endings, stop, tell).map(P::any_move)
}
