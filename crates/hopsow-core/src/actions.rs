//! Moves as numbers, for learners.
//!
//! Each game numbers its actions from 0 to `ACTIONS` − 1, once and for all. A move is one action,
//! or in checkers one for each hop: a capture that has begun is a [`Turn`], since a position knows
//! whole moves only.

use std::fmt::{self, Display};

use crate::game::Position;
use crate::setup::Setup;
use crate::story::Story;

/// The number of an action.
pub type Action = u16;

/// A turn that is put together action by action.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Turn<Move> {
    made: Vec<Action>,
    /// The moves that begin with what has been made, each with all its actions.
    left: Vec<(Move, Vec<Action>)>,
}

/// An action that cannot be taken now.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct IllegalAction(pub Action);

impl Display for IllegalAction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "no legal move goes on with action {}", self.0)
    }
}

impl std::error::Error for IllegalAction {}

impl<Move: Copy> Turn<Move> {
    /// The turn of the side to move, before its first action.
    #[must_use]
    pub fn of<P: Position<Move = Move>>(position: &P) -> Turn<Move> {
        let mut left = Vec::new();
        position.for_each_move(|mv| left.push((mv, position.actions(mv).collect())));
        Turn { made: Vec::new(), left }
    }

    /// The actions taken so far.
    #[must_use]
    pub fn made(&self) -> &[Action] {
        &self.made
    }

    /// The actions that can be taken next, ascending; none once the turn is finished.
    #[must_use]
    pub fn legal(&self) -> Vec<Action> {
        let next = self.left.iter().filter_map(|(_, actions)| actions.get(self.made.len()));
        let mut legal: Vec<Action> = next.copied().collect();
        legal.sort_unstable();
        legal.dedup();
        legal
    }

    /// The turn after one more action.
    pub fn push(&self, action: Action) -> Result<Turn<Move>, IllegalAction> {
        let goes_on =
            |(_, actions): &&(Move, Vec<Action>)| actions.get(self.made.len()) == Some(&action);
        let left: Vec<_> = self.left.iter().filter(goes_on).cloned().collect();
        if left.is_empty() {
            return Err(IllegalAction(action));
        }
        Ok(Turn { made: [&self.made[..], &[action]].concat(), left })
    }

    /// The move that has been made, once the turn is finished.
    #[must_use]
    pub fn finished(&self) -> Option<Move> {
        let finished = |(_, actions): &&(Move, Vec<Action>)| actions.len() == self.made.len();
        self.left.iter().find(finished).map(|&(mv, _)| mv)
    }

    /// The board as it stands now, the side to move unchanged: from the set-up before the turn and
    /// the stories of moves.
    #[must_use]
    pub fn setup(&self, before: Setup, story: impl FnOnce(Move) -> Story) -> Setup {
        let mut now = before;
        let Some(&(mv, _)) = self.left.first() else { return now };
        if self.made.is_empty() {
            return now; // though a story may begin with a capture
        }
        let is_finished = self.finished().is_some();
        let mut hops = 0;
        for event in story(mv).0 {
            hops += usize::from(event.is_departure());
            if hops > self.made.len() && !is_finished {
                break;
            }
            now.tell(event);
        }
        now
    }

    /// Convert the turn to another type of moves.
    pub fn map<Other>(self, convert: impl Fn(Move) -> Other) -> Turn<Other> {
        let left = self.left.into_iter().map(|(mv, actions)| (convert(mv), actions));
        Turn { made: self.made, left: left.collect() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Side;
    use crate::setup::Board;
    use crate::story::Event;

    #[test]
    fn nothing_happens_before_the_first_action() {
        let with = |cells: &str| Setup {
            board: Board::Cells(cells.to_owned()),
            to_move: Side::One,
            counter: None,
        };
        let story =
            |()| Story(vec![Event::Capture { at: 1, count: 1 }, Event::Step { start: 0, end: 1 }]);
        let turn = Turn { made: Vec::new(), left: vec![((), vec![5])] };
        assert_eq!(turn.setup(with("bw"), story), with("bw"));
        let turn = turn.push(5).expect("the only action");
        assert_eq!(turn.setup(with("bw"), story), with(".b"));
    }
}
