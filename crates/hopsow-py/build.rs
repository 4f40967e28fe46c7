//! Makes the tables that are part of the program, with the solvers of the core.
//!
//! They are made here and not committed, so that they cannot differ from what the rules say; a
//! wheel built from the sdist makes them in the same way.

use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;
use std::{env, fs};

use hopsow_core::games::any::Game;
use hopsow_core::games::any::tables::{self, Kind};

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    let out = PathBuf::from(env::var_os("OUT_DIR").expect("cargo names a folder"));
    let folder = out.join("tables");
    // What an older solver has left must not be taken for finished.
    let _ = fs::remove_dir_all(&folder);
    let mut list = String::from("&[\n");
    for game in Game::ALL {
        for rules in tables::rule_sets(game) {
            add(Kind { game, rules: Some(rules) }, &folder, &mut list);
        }
    }
    list.push(']');
    fs::write(out.join("built_in.rs"), list).expect("the folder can be written");
}

/// Build a game's tables, and add them to the list of names and bytes.
fn add(kind: Kind<'_>, folder: &Path, list: &mut String) {
    let size = tables::built_in(kind).unwrap_or_else(|error| panic!("{error}"));
    let threads = env::var("NUM_JOBS").ok().and_then(|jobs| jobs.parse().ok()).unwrap_or(1);
    let go_on = AtomicBool::new(false);
    let headers = tables::build(kind, folder, size, threads, &go_on, |_| {})
        .unwrap_or_else(|error| panic!("{error}"));
    for header in headers {
        let name = header.id.file_name();
        writeln!(list, "    ({name:?}, include_bytes!({:?})),", folder.join(&name))
            .expect("a string takes everything");
    }
}
