//! Building a pair of slices apart from the others, from the files of those that it needs.
//!
//! A pair needs less than a build of everything holds in memory: the slices that crowning leads to,
//! and those that captures lead to. Files leave out the values of positions with a capture, which
//! are found again when a slice is read: so what captures lead to from there is needed as well, and
//! so on.

use std::path::Path;
use std::sync::atomic::AtomicBool;

use super::build::{THE_REST, make, read_slice};
use super::layout::Layout;
use super::material::{MAX_TABLE_PIECES, Material};
use super::probe::{CheckersTables, open_slice};
use super::slice_id;
use crate::games::checkers::Rules;
use crate::tables::{Header, Shelf, TableError, TablePart};

/// A slice and its turned one.
struct PairOfSlices {
    rules: Rules,
    material: Material,
}

/// All pairs of up to `pieces` pieces under `rules`, each after those that it needs.
pub fn parts(rules: Rules, pieces: u8) -> Vec<Box<dyn TablePart>> {
    let boxed = |material| Box::new(PairOfSlices { rules, material }) as Box<dyn TablePart>;
    (2..=pieces).flat_map(Material::pairs).map(boxed).collect()
}

impl PairOfSlices {
    fn materials(&self) -> impl Iterator<Item = Material> {
        self.material.with_turned()
    }

    /// The slices that it takes to solve this pair, those with few pieces first.
    fn needed(&self) -> impl Iterator<Item = Material> {
        let mut is_needed = [false; Material::NUMBERS];
        let crowned = self.materials().filter_map(Material::after_crowning);
        let mut open: Vec<Material> = crowned.collect();
        for material in &open {
            is_needed[material.number()] = true;
        }
        open.extend(self.materials());
        while let Some(material) = open.pop() {
            for after in material.after_capture() {
                if !std::mem::replace(&mut is_needed[after.number()], true) {
                    open.push(after);
                }
            }
        }
        let all = (2..=MAX_TABLE_PIECES).flat_map(Material::all);
        all.filter(move |material| is_needed[material.number()])
    }
}

impl PairOfSlices {
    fn file_name(&self, material: Material) -> String {
        slice_id(self.rules, material).file_name()
    }

    fn positions_of(&self, material: Material) -> u64 {
        Layout::new(self.rules, material).positions() as u64
    }
}

impl TablePart for PairOfSlices {
    fn names(&self) -> Vec<String> {
        self.materials().map(|each| self.file_name(each)).collect()
    }

    fn needs(&self) -> Vec<String> {
        self.needed().map(|each| self.file_name(each)).collect()
    }

    fn positions(&self) -> u64 {
        self.materials().map(|each| self.positions_of(each)).sum()
    }

    fn memory(&self) -> u64 {
        let sizes: Vec<u64> = self.needed().map(|each| self.positions_of(each)).collect();
        // The slices, and the entries of one that is being read from its file.
        self.positions() + sizes.iter().sum::<u64>() + sizes.iter().max().unwrap_or(&0) + THE_REST
    }

    fn is_in(&self, folder: &Path) -> bool {
        let shelf = Shelf::new(&[], Some(folder), 0);
        self.materials().all(|each| {
            open_slice(&shelf, self.rules, each).is_ok_and(|(_, it)| it.check().is_ok())
        })
    }

    fn build(
        &self,
        folder: &Path,
        threads: usize,
        stop: &AtomicBool,
        done: &(dyn Fn(f64) + Sync),
    ) -> Result<Vec<Header>, TableError> {
        crate::pool(threads).install(|| {
            let mut tables = CheckersTables::new();
            for material in self.needed() {
                let slice = read_slice(self.rules, folder, material, &tables)?;
                tables.extend(vec![slice]);
            }
            Ok(make(self.rules, folder, self.material, &tables, stop, done)?.1)
        })
    }
}
