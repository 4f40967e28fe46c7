//! Counts of independent programs, brute force over all counters, and values that follow from each
//! other.

use std::collections::HashSet;
use std::fs;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::LazyLock;
use std::sync::atomic::{AtomicBool, Ordering};

use super::layout::Layout;
use super::material::Material;
use super::{Build, CheckersTables, Ending, positions_where_choice_matters};
use crate::checkers::{Checkers, Rules};
use crate::game::{Position, Side};
use crate::playouts::SplitMix;
use crate::tables::{Cache, Counts, TableError};

const GO_ON: AtomicBool = AtomicBool::new(false);
/// Positions with one piece each, from `tests/oracle/checkers_endings.py`.
const ORACLE: &str = include_str!("../../../../../testdata/tables/checkers-2-pieces.txt");

fn plan(pieces: u8) -> Build {
    Build { pieces, threads: 2, counts_plies: true, folder: None }
}

/// Tables to 3 pieces, made once for all tests.
fn tables() -> &'static CheckersTables {
    static TABLES: LazyLock<CheckersTables> =
        LazyLock::new(|| plan(3).run(&GO_ON, |_| ()).expect("tables in memory"));
    &TABLES
}

fn read(text: &str) -> Checkers {
    Checkers::parse(text, Rules::Dd2380).expect("a position")
}

fn with_counter(position: &Checkers, counter: u8) -> Checkers {
    Checkers { counter, ..*position }
}

fn layouts(pieces: u8) -> impl Iterator<Item = Layout> {
    Material::all(pieces).map(Layout::new)
}

/// Every position with `pieces` pieces, red to move.
fn positions(pieces: u8) -> impl Iterator<Item = Checkers> {
    layouts(pieces).flat_map(|layout| {
        (0..layout.positions()).map(move |rank| layout.position(rank)).collect::<Vec<_>>()
    })
}

fn turned(position: &Checkers) -> Checkers {
    let turn = |set: u64| set.reverse_bits() >> (64 - 35);
    Checkers {
        own: turn(position.own),
        opponent: turn(position.opponent),
        kings: turn(position.kings),
        side: position.side.other(),
        ..*position
    }
}

/// A folder of its own for a test, gone afterwards.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Folder {
        let name = format!("hopsow-checkers-{name}-{}", std::process::id());
        Folder(std::env::temp_dir().join(name))
    }

    fn files(&self) -> Vec<(PathBuf, Vec<u8>)> {
        let entries = fs::read_dir(&self.0).expect("a folder").map(|entry| entry.unwrap().path());
        let mut files: Vec<_> =
            entries.map(|path| (path.clone(), fs::read(path).unwrap())).collect();
        files.sort();
        files
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

#[test]
fn ranks_and_positions_are_one_to_one() {
    for layout in (2..=6).flat_map(layouts) {
        let step = (layout.positions() / 5_000).max(1);
        for rank in (0..layout.positions()).step_by(step) {
            let position = layout.position(rank);
            assert_eq!(Material::of(&position), layout.material(), "{position}");
            assert_eq!(Checkers::parse(&position.to_string(), Rules::Dd2380), Ok(position));
            assert_eq!(layout.rank(&position), rank, "{position}");
            assert_eq!(layout.rank(&turned(&position)), rank, "{position} turned");
        }
    }
}

#[test]
fn slices_hold_as_many_positions_as_there_are() {
    let counted: Vec<u64> =
        (2..=6).map(|n| layouts(n).map(|layout| layout.positions() as u64).sum()).collect();
    // Published counts, less those with one colour only: choose n men and kings of 28 and 32.
    let of_one_colour = |n: u32| -> u64 {
        let choose = |from: u64, k: u64| (0..k).fold(1, |ways, i| ways * (from - i) / (i + 1));
        (0..=u64::from(n)).map(|men| choose(28, men) * choose(32 - men, u64::from(n) - men)).sum()
    };
    let published = [6_972, 261_224, 7_092_774, 148_688_232, 2_503_611_964];
    for ((pieces, counted), published) in (2..).zip(counted).zip(published) {
        assert_eq!(counted, published - 2 * of_one_colour(pieces), "{pieces} pieces");
    }
}

#[test]
fn crowning_leads_to_earlier_slices() {
    let mut done = HashSet::new();
    for material in (2..=6).flat_map(Material::pairs) {
        for material in material.with_turned() {
            assert!(material.after_crowning().is_none_or(|crowned| done.contains(&crowned)));
        }
        done.extend(material.with_turned());
    }
    assert_eq!(done.len(), (2..=6).flat_map(Material::all).count());
}

#[test]
fn a_step_back_and_a_step_undo_each_other() {
    for position in (2..=3).flat_map(positions).step_by(7) {
        let mut earlier = HashSet::new();
        position.for_each_step_back(|before| assert!(earlier.insert(before)));
        position.for_each_crowning_back(|before| assert!(earlier.insert(before)));
        for before in earlier {
            let children: Vec<_> =
                before.legal_moves().into_iter().map(|mv| before.play(mv).placement()).collect();
            assert!(before.must_capture() || children.contains(&position), "{before} {position}");
        }
        for mv in position.legal_moves().into_iter().filter(|mv| !mv.is_capture()) {
            let child = position.play(mv);
            let mut found = false;
            child.for_each_step_back(|before| found |= before == position);
            child.for_each_crowning_back(|before| found |= before == position);
            assert!(found, "{position} {mv}");
        }
    }
}

#[test]
fn counts_without_the_counter_are_those_of_other_programs() {
    let mut by_pieces = [Counts::default(); 4];
    let mut kings = Counts::default();
    let build = Build { counts_plies: false, ..plan(3) };
    build
        .run(&GO_ON, |progress| {
            for (name, counts) in &progress.finished {
                by_pieces[name.len() - 1] += *counts;
                if name == "k-k" {
                    kings = *counts;
                }
            }
        })
        .unwrap();
    assert_eq!(kings, Counts { wins: 230, draws: 654, losses: 108 });
    assert_eq!(by_pieces[2], Counts { wins: 716, draws: 2370, losses: 402 });
    assert_eq!(by_pieces[3], Counts { wins: 100_250, draws: 8477, losses: 87_305 });
}

#[test]
fn two_pieces_are_what_the_oracle_finds_by_trying_every_counter() {
    assert_eq!(ORACLE.lines().count(), 3488);
    for line in ORACLE.lines() {
        let (text, verdict) = line.split_once(' ').expect("position and verdict");
        let position = read(text);
        let most_plies: i16 = verdict[1..].parse().unwrap_or(-1);
        for counter in 0..=50u8 {
            let result = match verdict.as_bytes()[0] {
                _ if i16::from(counter) > most_plies => 0,
                b'+' => 1,
                _ => -1,
            };
            let ending = tables().probe(&with_counter(&position, counter)).expect("an ending");
            assert_eq!(ending.result(), result, "{line} from {counter}");
        }
    }
}

/// The result of each position from a counter, for the side to move.
type Results = Vec<Vec<i8>>;

/// Where a move leads: whether it captures, and the slice and rank of the child if it has one.
type Child = (bool, Option<(usize, usize)>);

fn children(position: &Checkers, layouts: &[Option<Layout>]) -> Vec<Child> {
    let place = |child: &Checkers| {
        let number = Material::of(child).number();
        layouts[number].as_ref().map(|layout| (number, layout.rank(child)))
    };
    let moves = position.legal_moves().into_iter();
    moves.map(|mv| (mv.is_capture(), place(&position.play(mv)))).collect()
}

#[test]
fn three_pieces_are_what_brute_force_finds_by_trying_every_counter() {
    let mut layouts: Vec<Option<Layout>> = vec![None; Material::NUMBERS];
    for material in (2..=3).flat_map(Material::all) {
        layouts[material.number()] = Some(Layout::new(material));
    }
    let size = |layout: &Option<Layout>| layout.as_ref().map_or(0, Layout::positions);
    // From counter 0; those of fewer pieces are there before captures lead to them.
    let mut fresh: Results = layouts.iter().map(|layout| vec![0; size(layout)]).collect();
    for pieces in 2..=3 {
        let all: Vec<_> = positions(pieces)
            .map(|position| {
                let number = Material::of(&position).number();
                let rank = layouts[number].as_ref().unwrap().rank(&position);
                (position, number, rank, children(&position, &layouts))
            })
            .collect();
        // At the limit everything is drawn.
        let mut later: Results = layouts.iter().map(|layout| vec![0; size(layout)]).collect();
        for counter in (0..50u8).rev() {
            let mut now = later.clone();
            for (position, number, rank, children) in &all {
                let result = |&(captures, place): &Child| match place {
                    None => 1,
                    Some((number, rank)) if captures => -fresh[number][rank],
                    Some((number, rank)) => -later[number][rank],
                };
                let best = children.iter().map(result).max().unwrap_or(-1);
                now[*number][*rank] = best;
                let ending = tables().probe(&with_counter(position, counter)).unwrap();
                assert_eq!(ending.result(), best, "{position} from {counter}");
            }
            later = now;
        }
        for number in Material::all(pieces).map(Material::number) {
            fresh[number] = later[number].clone();
        }
    }
}

#[test]
fn every_value_follows_from_its_successors() {
    let looked_at = |pieces, sample| tables().verify(pieces, sample, 2, &GO_ON).unwrap();
    assert_eq!(looked_at(2, None) + looked_at(3, None), plan(3).positions());
    assert!((1_000..2_000).contains(&looked_at(3, Some(1_000))));
}

#[test]
fn the_draw_comes_before_everything() {
    let capture = "B:WK14:BK9";
    let blocked = "B:WK6,K10:BK1";
    for (text, ending) in [
        (capture.to_owned() + ":H49", Ending::Win { plies: 1 }),
        (capture.to_owned() + ":H50", Ending::Draw),
        ("B:WK5,K14:B1:H49".to_owned(), Ending::Win { plies: 1 }),
    ] {
        let _ = (&text, &ending, blocked);
    }
    assert_eq!(tables().probe(&read("B:WK14:BK9:H49")), Some(Ending::Win { plies: 1 }));
    assert_eq!(tables().probe(&read("B:WK14:BK9:H50")), Some(Ending::Draw));
}
