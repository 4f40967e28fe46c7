//! A position with what its mover must still gain, and what follows a move.

use hopsow_core::game::{Position, Side};
use hopsow_core::games::awari::Awari;

use super::{ROW, number, pit_in_row};
use crate::strategy::{Failure, Values};

/// A position in which the follower of the strategy is to move, as South and without stores.
#[derive(Clone, Copy, Debug)]
pub(super) struct Node {
    pub position: Awari,
    pub stones: u32,
    pub number: u64,
    /// What the mover must gain from here on, at least.
    pub need: i32,
}

impl Node {
    /// `position` seen from its mover, who must gain `need`.
    pub(super) fn new(position: &Awari, need: i32) -> Node {
        let position = position.seen_by_mover();
        Node { position, stones: position.stones_in_pits(), number: number(&position), need }
    }
}

/// The positions after the replies to a move in which the strategy has to have an answer.
#[derive(Clone, Copy, Debug)]
pub(super) struct Next {
    nodes: [Option<Node>; ROW],
}

impl Next {
    pub(super) fn nodes(&self) -> impl Iterator<Item = &Node> {
        self.nodes.iter().flatten()
    }
}

/// A move that gains what is needed.
#[derive(Clone, Copy, Debug)]
pub(super) struct Choice {
    pub pit: usize,
    /// What it can gain more.
    pub more: i32,
    pub next: Next,
}

/// The values that moves are judged by, and the stones up to which tables answer.
#[derive(Clone, Copy)]
pub(super) struct Judge<'a> {
    pub values: Values<'a, Awari>,
    pub below: u32,
}

impl Judge<'_> {
    /// What the mover will still gain.
    pub(super) fn value(&self, position: &Awari) -> Result<i32, Failure> {
        let value = (self.values)(position);
        value.map(i32::from).ok_or_else(|| Failure::Unknown(position.to_string()))
    }

    /// The moves that gain what is needed.
    pub(super) fn keeping(&self, node: &Node) -> Result<Vec<Choice>, Failure> {
        let mut moves = Vec::with_capacity(ROW);
        for mv in node.position.legal_moves() {
            let child = node.position.play(mv);
            let need = node.need - i32::from(child.store(Side::One));
            let child = child.placement();
            let more = -self.value(&child)? - need;
            if more >= 0 {
                let next = self.next(&child, need);
                moves.push(Choice { pit: pit_in_row(mv), more, next });
            }
        }
        Ok(moves)
    }

    /// What follows a move after which its mover needs `need`.
    fn next(&self, child: &Awari, need: i32) -> Next {
        let mut nodes = [None; ROW];
        if !self.is_left_to_tables(child.stones_in_pits(), need) {
            child.for_each_child(|mv, position| {
                let node = Node::new(&position, need + i32::from(position.store(Side::Two)));
                let is_over = node.position.count_moves() == 0;
                if !is_over && !self.is_left_to_tables(node.stones, node.need) {
                    nodes[pit_in_row(mv)] = Some(node);
                }
            });
        }
        Next { nodes }
    }

    /// Whether no answer is wanted: tables have it, or losing all stones would do no harm.
    fn is_left_to_tables(&self, stones: u32, need: i32) -> bool {
        stones <= self.below || need <= -(stones as i32)
    }
}
