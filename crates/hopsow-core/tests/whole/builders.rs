//! Another builder fills the same files: the slow ones here know nothing but the rules and what is
//! public, and write the bytes that the fast ones write.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;

use hopsow_core::game::Position;
use hopsow_core::games::awari::Awari;
use hopsow_core::games::awari::endings as awari;
use hopsow_core::games::checkers::endings::{self as checkers, Layout, Material};
use hopsow_core::games::checkers::{Checkers, Rules};

static GO_ON: AtomicBool = AtomicBool::new(false);

/// Two folders, removed at the end: one for the fast builder's files and one for the slow one's.
struct Folders {
    root: PathBuf,
}

impl Folders {
    fn new(name: &str) -> Folders {
        let root = std::env::temp_dir().join(format!("hopsow-{name}-{}", std::process::id()));
        Folders { root }
    }

    fn fast(&self) -> PathBuf {
        self.root.join("fast")
    }

    fn slow(&self) -> PathBuf {
        self.root.join("slow")
    }

    fn assert_same(&self, names: impl IntoIterator<Item = String>) {
        for name in names {
            let [fast, slow] = [self.fast(), self.slow()].map(|folder| read(&folder.join(&name)));
            assert!(fast == slow, "{name} differs");
        }
    }
}

impl Drop for Folders {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.root);
    }
}

fn read(path: &Path) -> Vec<u8> {
    fs::read(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// The most stones in the layers that are built.
const STONES: usize = 6;

/// The result of a move of Awari.
enum After {
    /// It captures: the mover's final lead.
    Known(i8),
    /// It stays in the layer, at this rank.
    Rank(usize),
}

/// Make a layer from those below: for each margin, the side that can force it.
fn awari_layer(stones: usize, below: &[Vec<i8>]) -> Vec<i8> {
    let moves: Vec<Vec<After>> =
        (0..awari::positions(stones)).map(|rank| awari_moves(stones, rank, below)).collect();
    let mut values = vec![0; moves.len()];
    for margin in 1..=stones as i8 {
        // Grown until nothing changes; a position that never gets there is endless play, worth 0.
        let (mut wins, mut losses) = (vec![false; moves.len()], vec![false; moves.len()]);
        let mut grows = true;
        while grows {
            grows = false;
            for (rank, moves) in moves.iter().enumerate() {
                let gains = |after: &After| match *after {
                    After::Known(value) => value >= margin,
                    After::Rank(child) => losses[child],
                };
                let loses = |after: &After| match *after {
                    After::Known(value) => value <= -margin,
                    After::Rank(child) => wins[child],
                };
                let now = (moves.iter().any(gains), !moves.is_empty() && moves.iter().all(loses));
                grows |= now != (wins[rank], losses[rank]);
                (wins[rank], losses[rank]) = now;
            }
        }
        for (value, (win, loss)) in values.iter_mut().zip(wins.into_iter().zip(losses)) {
            if win || loss {
                *value = if win { margin } else { -margin };
            }
        }
    }
    values
}

fn awari_moves(stones: usize, rank: u64, below: &[Vec<i8>]) -> Vec<After> {
    let position = awari::unrank(stones, rank);
    assert_eq!(awari::rank(&position), Some((stones, rank)));
    let mover = position.to_move();
    let after = |child: Awari| {
        let (left, rank) = awari::rank(&child).expect("few stones");
        match child.store(mover) as i8 {
            0 => After::Rank(rank as usize),
            captured => After::Known(captured - below[left][rank as usize]),
        }
    };
    position.legal_moves().into_iter().map(|mv| after(position.play(mv))).collect()
}

#[test]
fn naive_layers_of_awari_are_the_same_files() {
    let folders = Folders::new("awari-builders");
    awari::build(&folders.fast(), STONES, 1, &GO_ON, |_| ()).unwrap();
    let mut layers: Vec<Vec<i8>> = Vec::new();
    for stones in 0..=STONES {
        let values = awari_layer(stones, &layers);
        awari::write_layer(&folders.slow(), stones, &values, &GO_ON).unwrap();
        layers.push(values);
    }
    folders.assert_same((0..=STONES).map(|stones| awari::layer_id(stones).file_name()));
    assert!(layers[STONES].iter().any(|&value| value != 0));
}

/// Pieces in the slices that are built.
const PIECES: u8 = 2;

/// Return the value of a position by its moves, given the values of a ply before.
fn checkers_value(position: &Checkers, known: impl Fn(&Checkers) -> i8) -> i8 {
    let limit = position.rules().limit() as i8;
    let values = position.legal_moves().into_iter().map(|mv| {
        let child = position.play(mv);
        match known(&child) {
            value if child.counter() == 0 => -value.signum(),
            value if value == 0 || value.abs() >= limit => 0,
            value => -value - value.signum(),
        }
    });
    // Quick wins, then draws, then slow losses.
    let quality = |&value: &i8| i16::from(value.signum()) * 1000 - i16::from(value);
    values.max_by_key(quality).unwrap_or(-1)
}

#[test]
fn naive_slices_of_checkers_are_the_same_files() {
    naive_slices(Rules::Dd2380, 50);
    // Each man makes up to six moves before it is crowned, and each may reset the counter.
    naive_slices(Rules::Tournament, 80 * 13);
}

/// As many plies are looked ahead as a game can have before the first capture.
fn naive_slices(rules: Rules, plies: usize) {
    let folders = Folders::new(&format!("checkers-{rules:?}"));
    checkers::build(rules, &folders.fast(), PIECES, 1, &GO_ON, |_| ()).unwrap();
    let layouts: Vec<Layout> =
        Material::all(PIECES).map(|material| Layout::new(rules, material)).collect();
    let mut values: Vec<Vec<i8>> =
        layouts.iter().map(|layout| vec![0; layout.positions()]).collect();
    for _ in 0..plies {
        let known = |position: &Checkers| {
            let material = Material::of(position);
            match layouts.iter().position(|layout| layout.material() == material) {
                Some(slice) => values[slice][layouts[slice].rank(position)],
                // No opponent is left.
                None => -1,
            }
        };
        let next = |layout: &Layout| {
            (0..layout.positions())
                .map(|rank| checkers_value(&layout.position(rank), known))
                .collect()
        };
        values = layouts.iter().map(next).collect();
    }
    for (layout, values) in layouts.iter().zip(&values) {
        checkers::write_slice(&folders.slow(), layout, |rank| values[rank], &GO_ON).unwrap();
    }
    folders.assert_same(checkers::slice_ids(rules, PIECES).map(|id| id.file_name()));
    assert!(values.iter().flatten().any(|&value| value > 1));
}
