//! Fixed searches whose node counts identify the behaviour of the engine.
//!
//! One thread, fixed depths, no tables, an empty memory for each position: the counts are the same on every
//! machine and in every run, and change only when the search or an evaluation does.

use std::sync::atomic::AtomicBool;
use std::time::Duration;

use crate::engine::AnyEngine;
use crate::games::any::Game;
use crate::search::{Limits, Request};

/// What the searches of one game took.
#[derive(Clone, Copy, Debug)]
pub struct Bench {
    /// The game.
    pub game: Game,
    /// The positions visited in all.
    pub nodes: u64,
    /// Wall time in all.
    pub wall: Duration,
}

/// Megabytes of the transposition table.
const TABLE_MB: usize = 16;

/// How deep each game is searched: about a second on an ordinary machine.
const fn depth(game: Game) -> u32 {
    match game {
        Game::Halma => 6,
        Game::Checkers => 14,
        Game::Awari => 16,
    }
}

const HALMA: &[&str] = &[
    "bbbbb11/bbbbb11/bbbb12/bbb13/bb14/16/16/16/16/16/16/14ww/13www/12wwww/11wwwww/11wwwww b",
    "7b8/5bb9/8b7/4b1b1b7/6b2b6/7b8/b1bbbbb2b6/15w/1b5w1w6/b10ww3/9www1w1w/11ww3/10w1w3/9ww5/7w8/7ww7 w",
    "6b9/16/6b9/5b10/3b12/4b11/bb2b11/2b3b1w4b2/4w1w2b1w2w1/4b7w1w1/3b4www4w/6wb2wb1wb1/10w5/5w5w4/7w3b4/6b2w6 w",
    "12b3/5b10/5b10/3b3b8/2b1bbbbb7/b5b9/b4b6w1w1/b3b11/12w1w1/3b6w5/1b7ww4w/7ww3ww2/8ww6/7ww7/9w6/9ww5 w",
];

const CHECKERS: &[&str] = &[
    "B:W21,22,23,24,25,26,27,28,29,30,31,32:B1,2,3,4,5,6,7,8,9,10,11,12",
    "W:W18,19,21,23,24,26,29,30,31,32:B1,2,3,5,6,7,9,11,12,16",
    "B:W19,20,22,27,30,K11:B5,12,13,21,K25,K29",
    "W:W27,28,K18:B3,12,K14",
];

const AWARI: &[&str] = &[
    "4-4-4-4-4-4-4-4-4-4-4-4-0-0-S",
    "0-6-1-0-7-2-1-6-0-3-8-1-7-6-N",
    "1-0-2-0-3-1-0-2-1-0-4-1-16-17-S",
];

/// Search the positions of `game`.
#[must_use]
pub fn run(game: Game) -> Bench {
    let texts = match game {
        Game::Halma => HALMA,
        Game::Checkers => CHECKERS,
        Game::Awari => AWARI,
    };
    let limits = Limits { depth: Some(depth(game)), ..Limits::default() };
    let request = Request { limits, ..Request::default() };
    let mut bench = Bench { game, nodes: 0, wall: Duration::ZERO };
    let mut engine = AnyEngine::new(game, TABLE_MB);
    for text in texts {
        let position = game.parse(text, None).expect("the positions are well formed");
        engine.clear();
        let report =
            engine.search(&[position], &request, None, &AtomicBool::new(false), &mut |_| {});
        bench.nodes += report.nodes;
        bench.wall += report.wall;
    }
    bench
}
