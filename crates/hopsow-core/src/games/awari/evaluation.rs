//! The evaluations of Awari: a net for the engine, the stores for plain players.

use std::sync::OnceLock;

use super::Awari;
use crate::evaluation::net::Net;
use crate::evaluation::{Evaluated, Plain, Score};

impl Evaluated for Awari {
    type Evaluation = Net<Awari>;
    type ByNet = Net<Awari>;
    type Beginner = Plain<Awari>;

    const UNIT: &'static str = "stones";

    fn evaluation() -> Net<Awari> {
        static NET: OnceLock<Net<Awari>> = OnceLock::new();
        let read =
            || Net::read(include_bytes!("../../../nets/awari.net")).expect("a net of this game");
        NET.get_or_init(read).clone()
    }

    fn by_net(net: Net<Awari>) -> Net<Awari> {
        net
    }

    fn beginner() -> Plain<Awari> {
        Plain(|position| {
            let [own, other] = [position.to_move, position.to_move.other()];
            100 * (Score::from(position.store(own)) - Score::from(position.store(other)))
        })
    }
}
