//! Tables in files: the same bytes however they come about, the same values as in memory.

use std::fs;
use std::path::{Path, PathBuf};

use std::sync::atomic::{AtomicBool, Ordering};

use super::{GO_ON, counts, positions, read, tables, with_counter};
use crate::games::checkers::Rules;
use crate::games::checkers::endings::{CheckersTables, build, parts, slice_ids, verify};
use crate::tables::scratch::Scratch;
use crate::tables::{Counts, Shelf, TableError};

const RULES: Rules = Rules::Dd2380;

/// The folder of a test.
struct Folder(Scratch);

impl Folder {
    fn new() -> Folder {
        Folder(Scratch::new())
    }

    fn files(&self) -> Vec<(String, Vec<u8>)> {
        let paths = fs::read_dir(&*self.0).expect("a folder").map(|entry| entry.unwrap().path());
        let name = |path: &Path| path.file_name().unwrap().to_string_lossy().into_owned();
        let mut files: Vec<_> = paths.map(|path| (name(&path), fs::read(path).unwrap())).collect();
        files.sort();
        files
    }

    fn file(&self, slice: &str) -> PathBuf {
        self.0.join(format!("checkers-dd2380-{slice}.tbl"))
    }

    fn open(&self) -> CheckersTables {
        CheckersTables::open(&Shelf::new(&[], Some(&self.0), 1 << 20))
    }
}

#[test]
fn threads_and_interruptions_do_not_change_a_byte() {
    let [one, two] = [Folder::new(), Folder::new()];
    let headers = build(RULES, &one.0, 3, 1, &GO_ON, |_| ()).unwrap();
    let names: Vec<_> = headers.into_iter().map(|header| header.id).collect();
    assert_eq!(names, (2..=3).flat_map(|pieces| slice_ids(RULES, pieces)).collect::<Vec<_>>());

    let stop = AtomicBool::new(false);
    let stop_in_the_middle = |part: f64| stop.store(part > 0.5, Ordering::Relaxed);
    let stopped = build(RULES, &two.0, 3, 2, &stop, stop_in_the_middle);
    assert!(matches!(stopped, Err(TableError::Stopped)));
    let finished = two.files().len();
    assert!(0 < finished && finished < one.files().len());
    assert_eq!(two.open().reach(RULES), Some(2));

    fs::remove_file(two.file("k-m")).unwrap();
    build(RULES, &two.0, 3, 2, &GO_ON, |_| ()).unwrap();
    assert!(one.files() == two.files());
}

#[test]
fn parts_need_earlier_ones_and_make_the_same_bytes_from_nothing_else() {
    let [whole, apart] = [Folder::new(), Folder::new()];
    build(RULES, &whole.0, 4, 2, &GO_ON, |_| ()).unwrap();
    fs::create_dir(&*apart.0).unwrap();
    for part in parts(RULES, 4) {
        let place = Folder::new();
        fs::create_dir(&*place.0).unwrap();
        for name in part.needs() {
            fs::copy(apart.0.join(&name), place.0.join(&name)).expect("an earlier part made it");
        }
        assert!(!part.is_in(&place.0));
        part.build(&place.0, 2, &GO_ON, &|_| ()).unwrap();
        assert!(part.is_in(&place.0));
        for name in part.names() {
            fs::rename(place.0.join(&name), apart.0.join(&name)).unwrap();
        }
    }
    assert!(whole.files() == apart.files());
}

#[test]
fn a_part_with_a_damaged_block_or_without_a_file_is_not_there() {
    let folder = Folder::new();
    build(RULES, &folder.0, 2, 1, &GO_ON, |_| ()).unwrap();
    let are_there = || parts(RULES, 2).iter().map(|part| part.is_in(&folder.0)).collect::<Vec<_>>();
    assert_eq!(are_there(), [true; 3]);
    let mut bytes = fs::read(folder.file("k-k")).unwrap();
    *bytes.last_mut().unwrap() ^= 1;
    fs::write(folder.file("k-k"), bytes).unwrap();
    fs::remove_file(folder.file("m-k")).unwrap();
    assert_eq!(are_there(), [false, false, true]);
}

#[test]
fn files_say_what_memory_says() {
    let folder = Folder::new();
    let headers = build(RULES, &folder.0, 3, 2, &GO_ON, |_| ()).unwrap();
    let opened = folder.open();
    for position in (2..=3).flat_map(positions).step_by(3) {
        let position = with_counter(&position, 30);
        assert_eq!(opened.probe(&position), tables().probe(&position), "{position}");
    }
    let written = |pieces: u8| {
        let names: Vec<_> = slice_ids(RULES, pieces).map(|id| id.name).collect();
        let of_pieces = headers.iter().filter(|header| names.contains(&header.id.name));
        of_pieces.fold(Counts::default(), |mut sum, header| {
            sum += header.counts;
            sum
        })
    };
    assert_eq!([2, 3].map(written), [2, 3].map(|pieces| counts(RULES, pieces)));
    assert!(opened.take_problems().is_empty());
    assert!(matches!(verify(RULES, &folder.0, 3, 1, &GO_ON, |_| ()), Ok(None)));
}

#[test]
fn a_damaged_file_is_told_once_and_never_believed() {
    let folder = Folder::new();
    build(RULES, &folder.0, 3, 2, &GO_ON, |_| ()).unwrap();
    let mut bytes = fs::read(folder.file("kk-k")).unwrap();
    *bytes.last_mut().unwrap() ^= 1;
    fs::write(folder.file("kk-k"), bytes).unwrap();
    fs::write(folder.file("m-m"), "not a table").unwrap();

    let opened = folder.open();
    assert!(matches!(opened.take_problems()[..], [TableError::NotATable { .. }]));
    assert_eq!(opened.probe(&read("B:W32:B1")), None);
    let mut unknown = 0;
    for position in positions(3) {
        match opened.probe(&position) {
            None => unknown += 1,
            ending => assert_eq!(ending, tables().probe(&position), "{position}"),
        }
    }
    assert!(unknown > 10_000);
    assert!(matches!(opened.take_problems()[..], [TableError::DamagedBlock { .. }]));
    let verified = verify(RULES, &folder.0, 3, 1, &GO_ON, |_| ());
    assert!(matches!(
        verified,
        Err(TableError::NotATable { .. } | TableError::DamagedBlock { .. })
    ));
}

#[test]
fn a_wrong_value_does_not_pass_verification() {
    let folder = Folder::new();
    build(RULES, &folder.0, 2, 1, &GO_ON, |_| ()).unwrap();
    // King against king, but as if everything were drawn.
    let path = folder.file("k-k");
    let id = slice_ids(RULES, 2).next().unwrap();
    crate::tables::write(&path, &id, "", 992, |_, entries| entries.fill(0), &GO_ON).unwrap();
    let whole = verify(RULES, &folder.0, 2, 1, &GO_ON, |_| ()).unwrap();
    assert!(whole.is_some());
}
