//! Exact endings for callers that know the game only at run time: from tables, or from the race
//! solver in Halma.

use std::fmt::{self, Display};
use std::path::Path;
use std::sync::atomic::AtomicBool;

use crate::evaluation::{Score, WIN};
use crate::game::{Position, RuleSet};
use crate::games::any::{AnyMove, AnyPosition, Game};
use crate::games::awari::endings::AwariTables;
use crate::games::awari::{self, Awari};
use crate::games::checkers;
use crate::games::checkers::endings::CheckersTables;
use crate::games::halma::endings::Races;
use crate::search::contract::Effort;
use crate::tables::{Header, Shelf, TableError};

/// The exact value of a position or move for the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ending {
    /// 1 if it wins, 0 for a draw, -1 if it loses, with stores and counter taken into account.
    pub result: i8,
    /// Awari: stones that it will still capture minus those of the opponent. Checkers: plies to the
    /// capture or end that keeps the result, negative for a loss, 0 for a draw. Halma: plies to the
    /// end, negative for a loss.
    pub value: i16,
}

/// A game that has no tables, or none of this size.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NoSuchTables {
    game: Game,
    size: Option<u32>,
}

impl Display for NoSuchTables {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let game = self.game.name();
        match (sizes(self.game), self.size) {
            (Some(sizes), Some(size)) => {
                let (low, high) = sizes.into_inner();
                write!(f, "there are no {game} tables of size {size}, expected {low} to {high}")
            }
            _ => write!(f, "there are no tables for {game}"),
        }
    }
}

impl std::error::Error for NoSuchTables {}

/// What a build takes, in bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Needs {
    /// Memory while it runs.
    pub memory: u64,
    /// Disk space for all files.
    pub disk: u64,
}

/// The sizes that a game's tables can have: stones in the pits, or pieces on the board.
#[must_use]
pub fn sizes(game: Game) -> Option<std::ops::RangeInclusive<u32>> {
    match game {
        Game::Halma => None,
        Game::Checkers => Some(2..=u32::from(checkers::endings::MAX_TABLE_PIECES)),
        Game::Awari => Some(0..=awari::endings::MAX_STONES as u32),
    }
}

/// The rules that a game's tables are for.
#[must_use]
pub fn rules(game: Game) -> Option<&'static str> {
    match game {
        Game::Halma => None,
        Game::Checkers => Some(checkers::endings::RULES.name()),
        Game::Awari => Some(awari::endings::RULES.name()),
    }
}

fn check(game: Game, size: u32) -> Result<(), NoSuchTables> {
    match sizes(game) {
        Some(sizes) if sizes.contains(&size) => Ok(()),
        _ => Err(NoSuchTables { game, size: Some(size) }),
    }
}

/// The names of the files that hold exactly the positions of `size`.
pub fn file_names(game: Game, size: u32) -> Result<Vec<String>, NoSuchTables> {
    check(game, size)?;
    Ok(match game {
        Game::Checkers => {
            checkers::endings::slice_ids(size as u8).map(|id| id.file_name()).collect()
        }
        _ => vec![awari::endings::layer_id(size as usize).file_name()],
    })
}

/// What building all tables up to `size` takes.
pub fn needs(game: Game, size: u32) -> Result<Needs, NoSuchTables> {
    use {awari::endings as of_awari, checkers::endings as of_checkers};
    check(game, size)?;
    Ok(match game {
        Game::Checkers => Needs {
            memory: of_checkers::bytes_of_memory(size as u8),
            disk: of_checkers::bytes_of_disk(size as u8),
        },
        _ => Needs {
            memory: of_awari::bytes_of_memory(size as usize),
            disk: of_awari::bytes_of_disk(size as usize),
        },
    })
}

/// Build all tables up to `size` in `folder`; `done` is called with the share of the work that is done.
///
/// # Panics
///
/// If `needs` refuses the size.
pub fn build(
    game: Game,
    folder: &Path,
    size: u32,
    threads: usize,
    stop: &AtomicBool,
    done: impl Fn(f64) + Sync,
) -> Result<Vec<Header>, TableError> {
    check(game, size).expect("the size has been checked");
    match game {
        Game::Checkers => checkers::endings::build(folder, size as u8, threads, stop, done),
        _ => awari::endings::build(folder, size as usize, threads, stop, done),
    }
}

/// A value that its successors contradict.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Contradiction {
    /// The position.
    pub position: AnyPosition,
    /// The value in its table.
    pub found: i8,
    /// The value that follows from its moves.
    pub expected: i8,
}

/// Check the tables of exactly `size` in `folder`, and every `step`-th value in them.
///
/// # Panics
///
/// If `needs` refuses the size.
pub fn verify(
    game: Game,
    folder: &Path,
    size: u32,
    step: u64,
    threads: usize,
    stop: &AtomicBool,
    done: impl Fn(f64) + Sync,
) -> Result<Option<Contradiction>, TableError> {
    check(game, size).expect("the size has been checked");
    crate::pool(threads).install(|| match game {
        Game::Checkers => {
            let wrong = checkers::endings::verify(folder, size as u8, step as usize, stop, &done)?;
            Ok(wrong.map(|(position, found, expected)| Contradiction {
                position: AnyPosition::Checkers(position),
                found,
                expected,
            }))
        }
        _ => {
            let wrong = awari::endings::verify(folder, size as usize, step, stop, &done)?;
            Ok(wrong.map(|(position, found, expected)| Contradiction {
                position: AnyPosition::Awari(position),
                found,
                expected,
            }))
        }
    })
}

/// The tables of all games on one shelf.
#[derive(Debug)]
pub struct AnyTables {
    /// Those of Awari.
    pub awari: AwariTables,
    /// Those of checkers.
    pub checkers: CheckersTables,
}

impl AnyTables {
    /// Open what is on `shelf`.
    #[must_use]
    pub fn open(shelf: &Shelf) -> AnyTables {
        AnyTables { awari: AwariTables::open(shelf), checkers: CheckersTables::open(shelf) }
    }

    /// The size up to which every position of the game can be probed under its tables' rules.
    #[must_use]
    pub fn reach(&self, game: Game) -> Option<u32> {
        match game {
            Game::Halma => None,
            Game::Checkers => self.checkers.reach(checkers::endings::RULES).map(u32::from),
            Game::Awari => self.awari.reach(awari::endings::RULES).map(|stones| stones as u32),
        }
    }

    /// The value of `position`, if a table contains it or the race can be solved.
    ///
    /// A finished game has the value of its result; repetition is ignored.
    #[must_use]
    pub fn probe(&self, position: &AnyPosition) -> Option<Ending> {
        match position {
            AnyPosition::Halma(position) => {
                Races::default().probe(position, &mut Effort::of(RACE_NODES)).map(of_halma)
            }
            AnyPosition::Checkers(position) => self.checkers.probe(position).map(of_checkers),
            AnyPosition::Awari(position) => {
                self.awari.probe(position).map(|value| of_awari(position, value))
            }
        }
    }

    /// Every legal move with its value for the mover, best first, if tables contain them all; in
    /// Halma those moves that lead to races which can be solved.
    #[must_use]
    pub fn rank_moves(&self, position: &AnyPosition) -> Option<Vec<(AnyMove, Ending)>> {
        match position {
            AnyPosition::Halma(position) => {
                let plays = Races::default().rank(position, &mut Effort::of(RACE_NODES));
                let any = |(play, score)| (AnyMove::Halma(play), of_halma(score));
                (!plays.is_empty()).then(|| plays.into_iter().map(any).collect())
            }
            AnyPosition::Checkers(position) => {
                let moves = self.checkers.rank_moves(position)?;
                let any = |(mv, ending)| (AnyMove::Checkers(mv), of_checkers(ending));
                Some(moves.into_iter().map(any).collect())
            }
            AnyPosition::Awari(position) => {
                let moves = self.awari.rank_moves(position)?;
                let any = |(mv, value)| (AnyMove::Awari(mv), of_awari(position, value));
                Some(moves.into_iter().map(any).collect())
            }
        }
    }

    /// The problems with files that have come up since the last call.
    #[must_use]
    pub fn take_problems(&self) -> Vec<TableError> {
        let mut problems = self.awari.take_problems();
        problems.extend(self.checkers.take_problems());
        problems
    }
}

/// Positions visited for an answer about a race: less than a second's worth.
const RACE_NODES: u64 = 50_000;

fn of_halma(score: Score) -> Ending {
    let plies = WIN - score.abs();
    Ending { result: score.signum() as i8, value: (score.signum() * plies) as i16 }
}

fn of_awari(position: &Awari, value: i8) -> Ending {
    let mover = position.to_move();
    let [own, other] = [mover, mover.other()].map(|side| i16::from(position.store(side)));
    let value = i16::from(value);
    Ending { result: (own - other + value).signum() as i8, value }
}

fn of_checkers(ending: checkers::endings::Ending) -> Ending {
    let value = match ending {
        checkers::endings::Ending::Win { plies } => i16::from(plies),
        checkers::endings::Ending::Draw => 0,
        checkers::endings::Ending::Loss { plies } => -i16::from(plies),
    };
    Ending { result: ending.result(), value }
}
