//! Building the files, smallest layer first. A valid file that exists is not built again.

use std::path::Path;
use std::sync::atomic::AtomicBool;

use super::rank::{positions, rows_below};
use super::rows::Rows;
use super::solve::Solver;
use super::{Convention, layer_id, note};
use crate::games::awari::rules::Rules;
use crate::tables::{Header, Shelf, Table, TableError, write};

/// The share of a layer's work that is solving; the rest is compressing and writing.
const SOLVING: f64 = 0.7;

/// Build all layers of up to `stones` stones in `folder`, and return their headers.
///
/// `done` is called now and then, from any thread, with the share of the work that is done.
pub fn build(
    folder: &Path,
    rules: Rules,
    stones: usize,
    threads: usize,
    stop: &AtomicBool,
    done: impl Fn(f64) + Sync,
) -> Result<Vec<Header>, TableError> {
    crate::pool(threads).install(|| {
        let mut headers = Vec::new();
        let last_missing = (0..=stones).rev().find(|&layer| open(folder, rules, layer).is_err());
        if let Some(last) = last_missing {
            let total: u64 = (0..=last).map(positions).sum();
            let mut solver = Solver::new(Convention::of(rules), last);
            let mut before = 0;
            for layer in 0..=last {
                let size = positions(layer) as f64;
                let report = |part: f64| done((before as f64 + part * size) / total as f64);
                headers.push(build_layer(folder, rules, layer, &mut solver, stop, report)?);
                before += positions(layer);
            }
        }
        for layer in headers.len()..=stones {
            headers.push(open(folder, rules, layer)?.header().clone());
        }
        Ok(headers)
    })
}

/// The layer's table in `folder`, if it is the right one; its blocks are not checked.
fn open(folder: &Path, rules: Rules, stones: usize) -> Result<Table, TableError> {
    Shelf::new(&[], Some(folder), 0).open(&layer_id(rules, stones), positions(stones))
}

/// Take the next layer from its file, or solve and write it.
fn build_layer(
    folder: &Path,
    rules: Rules,
    stones: usize,
    solver: &mut Solver,
    stop: &AtomicBool,
    done: impl Fn(f64) + Sync,
) -> Result<Header, TableError> {
    if let Ok(table) = open(folder, rules, stones)
        && let Ok(values) = table.read_all()
    {
        solver.add(values);
        return Ok(table.header().clone());
    }
    solver.solve(stop, |part| done(SOLVING * part)).ok_or(TableError::Stopped)?;
    write_with(folder, rules, stones, solver.layer(stones), stop, |part| {
        done(SOLVING + (1.0 - SOLVING) * part);
    })
}

/// Write the file of a layer to `folder`: `values` by rank, one for each position. The file
/// does not depend on the builder.
///
/// # Panics
///
/// If there are more or fewer values than positions.
pub fn write_layer(
    folder: &Path,
    rules: Rules,
    stones: usize,
    values: &[i8],
    stop: &AtomicBool,
) -> Result<Header, TableError> {
    write_with(folder, rules, stones, values, stop, |_| ())
}

fn write_with(
    folder: &Path,
    rules: Rules,
    stones: usize,
    values: &[i8],
    stop: &AtomicBool,
    done: impl Fn(f64) + Sync,
) -> Result<Header, TableError> {
    assert_eq!(values.len() as u64, positions(stones), "a value for each position");
    let id = layer_id(rules, stones);
    let fill = |first: u64, entries: &mut [i8]| {
        done(first as f64 / values.len() as f64);
        entries.copy_from_slice(&values[first as usize..][..entries.len()]);
    };
    write(&folder.join(id.file_name()), &id, note(rules), positions(stones), fill, stop)
}

/// The memory that building up to `stones` stones takes.
#[must_use]
pub fn bytes_of_memory(stones: usize) -> u64 {
    let values: u64 = (0..=stones).map(positions).sum();
    let rows = (0..=stones).map(|n| 4 * rows_below(n + 1) as u64).sum::<u64>();
    // Words of two bytes, then the values made from them.
    values + 2 * positions(stones) + rows + Rows::bytes(stones)
}

/// An upper bound of the disk space that all layers up to `stones` stones take.
#[must_use]
pub fn bytes_of_disk(stones: usize) -> u64 {
    (0..=stones).map(|n| positions(n) * 6 / 10 + 4096).sum()
}
