//! The exact endings of any game, and the files they come from.

use std::fmt::{self, Display};
use std::ops::RangeInclusive;
use std::path::Path;
use std::sync::atomic::AtomicBool;

use super::{AnyMove, AnyPosition, AnyTables, Game, Member, UnknownName, rules_named};
use crate::game::RuleSet;
use crate::search::contract::Searchable;
use crate::tables::{
    Contradiction, Header, Needs, TableError, TableFiles, TablePart, Tables, Worth,
    positions_where_choice_matters,
};

/// Tables that cannot be.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NoSuchTables {
    /// The game has none.
    Game(&'static str),
    /// The game has none for these rules.
    Rules(&'static str, &'static str),
    /// The game has none of this size, but of these.
    Size(&'static str, u32, RangeInclusive<u32>),
    /// There are no such rules.
    Unknown(UnknownName),
}

impl Display for NoSuchTables {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            NoSuchTables::Game(game) => write!(f, "there are no tables for {game}"),
            NoSuchTables::Rules(game, rules) => {
                write!(f, "there are no {game} tables for the rules {rules:?}")
            }
            NoSuchTables::Size(game, size, sizes) => {
                let (low, high) = (sizes.start(), sizes.end());
                write!(f, "there are no {game} tables of size {size}, expected {low} to {high}")
            }
            NoSuchTables::Unknown(name) => name.fmt(f),
        }
    }
}

impl std::error::Error for NoSuchTables {}

/// Which tables are meant: those of a game under one of its rule sets.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Kind<'a> {
    /// The game.
    pub game: Game,
    /// The name of the rules; the game's first by default.
    pub rules: Option<&'a str>,
}

type Files<P> = &'static dyn TableFiles<P>;

/// The files for the rules of this name.
fn files<P: Member>(rules: Option<&str>) -> Result<Files<P>, NoSuchTables> {
    let rules = rules_named::<P>(rules).map_err(NoSuchTables::Unknown)?;
    let all = <P as Searchable>::Endings::FILES;
    let of_rules = all.iter().find(|files| files.rules() == rules);
    of_rules.copied().ok_or_else(|| match all {
        [] => NoSuchTables::Game(P::GAME),
        _ => NoSuchTables::Rules(P::GAME, rules.name()),
    })
}

/// Return the files for the rules of this name, if there are some of this size.
fn files_of<P: Member>(rules: Option<&str>, size: u32) -> Result<Files<P>, NoSuchTables> {
    let files = files::<P>(rules)?;
    let sizes = files.sizes();
    if sizes.contains(&size) {
        return Ok(files);
    }
    Err(NoSuchTables::Size(P::GAME, size, sizes))
}

/// The rule sets of a game that have tables, its default first.
#[must_use]
pub fn rule_sets(game: Game) -> Vec<&'static str> {
    of_game!(game, P => {
        let all = <P as Searchable>::Endings::FILES;
        all.iter().map(|files| files.rules().name()).collect()
    })
}

/// The name of the rules, and the sizes that their tables can have: stones in the pits, or pieces
/// on the board.
pub fn sizes(kind: Kind<'_>) -> Result<(&'static str, RangeInclusive<u32>), NoSuchTables> {
    of_game!(kind.game, P => {
        files::<P>(kind.rules).map(|files| (files.rules().name(), files.sizes()))
    })
}

/// The size up to which tables are part of the program.
pub fn built_in(kind: Kind<'_>) -> Result<u32, NoSuchTables> {
    of_game!(kind.game, P => files::<P>(kind.rules).map(|files| files.built_in()))
}

/// The names of the files that hold exactly the positions of `size`.
pub fn file_names(kind: Kind<'_>, size: u32) -> Result<Vec<String>, NoSuchTables> {
    of_game!(kind.game, P => files_of::<P>(kind.rules, size).map(|files| files.names(size)))
}

/// Return the resources that building all tables up to `size` takes.
pub fn needs(kind: Kind<'_>, size: u32) -> Result<Needs, NoSuchTables> {
    of_game!(kind.game, P => files_of::<P>(kind.rules, size).map(|files| files.needs(size)))
}

/// The parts in which the tables up to `size` are built, each after those that it needs; none if
/// nothing can be built apart.
pub fn parts(kind: Kind<'_>, size: u32) -> Result<Vec<Box<dyn TablePart>>, NoSuchTables> {
    of_game!(kind.game, P => files_of::<P>(kind.rules, size).map(|files| files.parts(size)))
}

/// Build all tables up to `size` in `folder`; `done` is called with the share of the work that is
/// done.
///
/// # Panics
///
/// If `needs` refuses the size.
pub fn build(
    kind: Kind<'_>,
    folder: &Path,
    size: u32,
    threads: usize,
    stop: &AtomicBool,
    done: impl Fn(f64) + Sync,
) -> Result<Vec<Header>, TableError> {
    of_game!(kind.game, P => checked::<P>(kind, size).build(folder, size, threads, stop, &done))
}

/// Write the file of `size` to `folder`, given its values by rank; `None` if no other builder can
/// make a game's files.
///
/// # Panics
///
/// If `needs` refuses the size, or there are more or fewer values than positions.
pub fn write(
    kind: Kind<'_>,
    folder: &Path,
    size: u32,
    values: &[i8],
    threads: usize,
    stop: &AtomicBool,
) -> Option<Result<Header, TableError>> {
    of_game!(kind.game, P => {
        let files = checked::<P>(kind, size);
        crate::pool(threads).install(|| files.write(folder, size, values, stop))
    })
}

/// Check the tables of exactly `size` in `folder`, and the values in them that are selected.
///
/// # Panics
///
/// If `needs` refuses the size.
pub fn verify(
    kind: Kind<'_>,
    folder: &Path,
    size: u32,
    step: u64,
    threads: usize,
    stop: &AtomicBool,
    done: impl Fn(f64) + Sync,
) -> Result<Option<Contradiction<AnyPosition>>, TableError> {
    of_game!(kind.game, P => {
        let files = checked::<P>(kind, size);
        let wrong =
            crate::pool(threads).install(|| files.verify(folder, size, step, stop, &done))?;
        Ok(wrong.map(|Contradiction { position, stored, expected }| Contradiction {
            position: position.any(),
            stored,
            expected,
        }))
    })
}

fn checked<P: Member>(kind: Kind<'_>, size: u32) -> Files<P> {
    files_of(kind.rules, size).expect("the size has been checked")
}

impl AnyTables {
    /// The size up to which the tables of this kind know every position.
    pub fn reach(&self, kind: Kind<'_>) -> Result<Option<u32>, UnknownName> {
        of_game!(kind.game, P => {
            let rules = rules_named::<P>(kind.rules)?;
            Ok(Tables::<P>::reach(P::own_tables(self), rules))
        })
    }

    /// The value of `position`, if a table contains it or it can be computed.
    ///
    /// A finished game has the value of its result; repetition is ignored.
    #[must_use]
    pub fn probe(&self, position: &AnyPosition) -> Option<Worth> {
        inside!(AnyPosition, position, position => probe(self, position))
    }

    /// Return the lower and upper bound on the value of `position`, if the tables have them.
    #[must_use]
    pub fn bounds(&self, position: &AnyPosition) -> Option<(Worth, Worth)> {
        inside!(AnyPosition, position, position => bounds(self, position))
    }

    /// Moves with their value for the mover, best first: every legal one if tables contain them
    /// all, or in a game without files those whose value can be computed.
    #[must_use]
    pub fn rank_moves(&self, position: &AnyPosition) -> Option<Vec<(AnyMove, Worth)>> {
        inside!(AnyPosition, position, position => rank_moves(self, position))
    }

    /// Different positions of at most `size`, from random games by seed, in which the choice of the
    /// move decides, each with the moves that preserve its result, best first; none without files.
    pub fn choices(
        &self,
        kind: Kind<'_>,
        seed: u64,
        size: u32,
        count: usize,
    ) -> Result<Vec<(AnyPosition, Vec<AnyMove>)>, UnknownName> {
        of_game!(kind.game, P => match files::<P>(kind.rules) {
            Ok(files) => Ok(choices::<P>(files, self, seed, size, count)),
            Err(NoSuchTables::Unknown(name)) => Err(name),
            Err(_) => Ok(Vec::new()),
        })
    }
}

fn probe<P: Member>(tables: &AnyTables, position: &P) -> Option<Worth> {
    P::own_tables(tables).probe(position)
}

fn bounds<P: Member>(tables: &AnyTables, position: &P) -> Option<(Worth, Worth)> {
    P::own_tables(tables).bounds(position)
}

fn rank_moves<P: Member>(tables: &AnyTables, position: &P) -> Option<Vec<(AnyMove, Worth)>> {
    let moves = P::own_tables(tables).rank_moves(position)?;
    Some(moves.into_iter().map(|(mv, worth)| (P::any_move(mv), worth)).collect())
}

fn choices<P: Member>(
    files: Files<P>,
    tables: &AnyTables,
    seed: u64,
    size: u32,
    count: usize,
) -> Vec<(AnyPosition, Vec<AnyMove>)> {
    let choices = positions_where_choice_matters(files, P::own_tables(tables), seed, size, count);
    let any = |moves: Vec<P::Move>| moves.into_iter().map(P::any_move).collect();
    choices.into_iter().map(|choice| (choice.position.any(), any(choice.keeping))).collect()
}
