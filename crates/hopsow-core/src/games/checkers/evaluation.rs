//! The evaluations of checkers: a net for the engine, material for plain players.

use std::sync::OnceLock;

use super::Checkers;
use crate::evaluation::net::Net;
use crate::evaluation::{Evaluated, Plain, Score};

/// The value of a man and of a king to a beginner, in hundredths of a man.
const MAN: Score = 100;
const KING: Score = 150;

impl Evaluated for Checkers {
    type Evaluation = Net<Checkers>;
    type ByNet = Net<Checkers>;
    type Beginner = Plain<Checkers>;

    const UNIT: &'static str = "men";

    fn evaluation() -> Net<Checkers> {
        static NET: OnceLock<Net<Checkers>> = OnceLock::new();
        let read =
            || Net::read(include_bytes!("../../../nets/checkers.net")).expect("a net of this game");
        NET.get_or_init(read).clone()
    }

    fn by_net(net: Net<Checkers>) -> Net<Checkers> {
        net
    }

    fn beginner() -> Plain<Checkers> {
        Plain(|position| {
            let material = |own: u64| {
                let kings = own & position.kings;
                MAN * (own ^ kings).count_ones() as Score + KING * kings.count_ones() as Score
            };
            material(position.own) - material(position.opponent)
        })
    }
}
