//! The exact endings of any game, and the files they come from.

use std::fmt::{self, Display};
use std::ops::RangeInclusive;
use std::path::Path;
use std::sync::atomic::AtomicBool;

use super::{AnyMove, AnyPosition, AnyTables, Game, Member};
use crate::game::RuleSet;
use crate::search::contract::Searchable;
use crate::tables::{
    Contradiction, Header, Needs, Part, Selection, TableError, TableFiles, Tables, Worth,
    positions_where_choice_matters,
};

/// A game that has no tables, or none of this size.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NoSuchTables {
    game: &'static str,
    /// The size asked for and those there are.
    size: Option<(u32, RangeInclusive<u32>)>,
}

impl Display for NoSuchTables {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let game = self.game;
        match &self.size {
            Some((size, sizes)) => {
                let (low, high) = (sizes.start(), sizes.end());
                write!(f, "there are no {game} tables of size {size}, expected {low} to {high}")
            }
            None => write!(f, "there are no tables for {game}"),
        }
    }
}

impl std::error::Error for NoSuchTables {}

type Files<P> = Option<&'static dyn TableFiles<P>>;

fn files<P: Member>() -> Files<P> {
    <P as Searchable>::Endings::FILES
}

/// The files of a game, if it has some of this size.
fn files_of<P: Member>(size: u32) -> Result<&'static dyn TableFiles<P>, NoSuchTables> {
    let files = files::<P>().ok_or(NoSuchTables { game: P::GAME, size: None })?;
    let sizes = files.sizes();
    if sizes.contains(&size) {
        return Ok(files);
    }
    Err(NoSuchTables { game: P::GAME, size: Some((size, sizes)) })
}

/// The sizes that a game's tables can have: stones in the pits, or pieces on the board.
#[must_use]
pub fn sizes(game: Game) -> Option<RangeInclusive<u32>> {
    of_game!(game, P => files::<P>().map(|files| files.sizes()))
}

/// The size up to which a game's tables are part of the program.
#[must_use]
pub fn built_in(game: Game) -> Option<u32> {
    of_game!(game, P => files::<P>().map(|files| files.built_in()))
}

/// The rules that a game's tables are for.
#[must_use]
pub fn rules(game: Game) -> Option<&'static str> {
    of_game!(game, P => files::<P>().map(|files| files.rules().name()))
}

/// The names of the files that hold exactly the positions of `size`.
pub fn file_names(game: Game, size: u32) -> Result<Vec<String>, NoSuchTables> {
    of_game!(game, P => files_of::<P>(size).map(|files| files.names(size)))
}

/// What building all tables up to `size` takes.
pub fn needs(game: Game, size: u32) -> Result<Needs, NoSuchTables> {
    of_game!(game, P => files_of::<P>(size).map(|files| files.needs(size)))
}

/// The parts in which the tables up to `size` are built, each after those that it needs; none if
/// nothing can be built apart.
pub fn parts(game: Game, size: u32) -> Result<Vec<Box<dyn Part>>, NoSuchTables> {
    of_game!(game, P => files_of::<P>(size).map(|files| files.parts(size)))
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
    of_game!(game, P => checked::<P>(size).build(folder, size, threads, stop, &done))
}

/// Write the file of `size` to `folder`, given its values by rank; `None` if no other builder can
/// make a game's files.
///
/// # Panics
///
/// If `needs` refuses the size, or there are more or fewer values than positions.
pub fn write(
    game: Game,
    folder: &Path,
    size: u32,
    values: &[i8],
    threads: usize,
    stop: &AtomicBool,
) -> Option<Result<Header, TableError>> {
    of_game!(game, P => {
        let files = checked::<P>(size);
        crate::pool(threads).install(|| files.write(folder, size, values, stop))
    })
}

/// Check the tables of exactly `size` in `folder`, and the values in them that are selected.
///
/// # Panics
///
/// If `needs` refuses the size.
pub fn verify(
    game: Game,
    folder: &Path,
    size: u32,
    selection: Selection,
    threads: usize,
    stop: &AtomicBool,
    done: impl Fn(f64) + Sync,
) -> Result<Option<Contradiction<AnyPosition>>, TableError> {
    of_game!(game, P => {
        let files = checked::<P>(size);
        let wrong =
            crate::pool(threads).install(|| files.verify(folder, size, selection, stop, &done))?;
        Ok(wrong.map(|Contradiction { position, stored, expected }| Contradiction {
            position: position.any(),
            stored,
            expected,
        }))
    })
}

fn checked<P: Member>(size: u32) -> &'static dyn TableFiles<P> {
    files_of(size).expect("the size has been checked")
}

impl AnyTables {
    /// The size up to which every position of the game can be probed under its tables' rules.
    #[must_use]
    pub fn reach(&self, game: Game) -> Option<u32> {
        of_game!(game, P => Tables::<P>::reach(P::own_tables(self)))
    }

    /// The value of `position`, if a table contains it or it can be computed.
    ///
    /// A finished game has the value of its result; repetition is ignored.
    #[must_use]
    pub fn probe(&self, position: &AnyPosition) -> Option<Worth> {
        inside!(AnyPosition, position, position => probe(self, position))
    }

    /// Moves with their value for the mover, best first: every legal one if tables contain them all,
    /// or in a game without files those whose value can be computed.
    #[must_use]
    pub fn rank_moves(&self, position: &AnyPosition) -> Option<Vec<(AnyMove, Worth)>> {
        inside!(AnyPosition, position, position => rank_moves(self, position))
    }

    /// Different positions of at most `size`, from random games by seed, in which the choice of the
    /// move decides, each with the moves that preserve its result, best first.
    #[must_use]
    pub fn choices(
        &self,
        game: Game,
        seed: u64,
        size: u32,
        count: usize,
    ) -> Vec<(AnyPosition, Vec<AnyMove>)> {
        of_game!(game, P => choices::<P>(self, seed, size, count))
    }
}

fn probe<P: Member>(tables: &AnyTables, position: &P) -> Option<Worth> {
    P::own_tables(tables).probe(position)
}

fn rank_moves<P: Member>(tables: &AnyTables, position: &P) -> Option<Vec<(AnyMove, Worth)>> {
    let moves = P::own_tables(tables).rank_moves(position)?;
    Some(moves.into_iter().map(|(mv, worth)| (P::any_move(mv), worth)).collect())
}

fn choices<P: Member>(
    tables: &AnyTables,
    seed: u64,
    size: u32,
    count: usize,
) -> Vec<(AnyPosition, Vec<AnyMove>)> {
    let choices = positions_where_choice_matters(P::own_tables(tables), seed, size, count);
    let any = |moves: Vec<P::Move>| moves.into_iter().map(P::any_move).collect();
    choices.into_iter().map(|choice| (choice.position.any(), any(choice.keeping))).collect()
}
