//! Positions taken apart, moves told event by event, and moves as numbers.

use std::collections::HashSet;

use hopsow_core::actions::{IllegalAction, Turn};
use hopsow_core::game::{Position, Side};
use hopsow_core::setup::Board;
use hopsow_core::story::Event;

pub fn parts_make_the_position_again<P: Position>(position: &P) {
    let setup = position.setup();
    assert_eq!(P::set_up(&setup, position.rules()).as_ref(), Ok(position));
    assert_eq!(setup.to_move, position.to_move());
}

/// Apply an event to a list of characters or stones.
fn replay(board: &mut Board, mover: Side, event: Event) {
    match board {
        Board::Cells(cells) => {
            let mut list: Vec<char> = cells.chars().collect();
            match event {
                Event::Step { start, end } | Event::Jump { start, end, .. } => {
                    assert_eq!(list[usize::from(end)], '.');
                    if let Event::Jump { over, .. } = event {
                        assert_ne!(list[usize::from(over)], '.');
                    }
                    list.swap(usize::from(start), usize::from(end));
                }
                Event::Capture { at, count: 1 } => list[usize::from(at)] = '.',
                Event::Crown { at } => list[usize::from(at)].make_ascii_uppercase(),
                _ => panic!("{event:?} on a board of cells"),
            }
            *cells = list.into_iter().collect();
        }
        Board::Stones(stones) => match event {
            Event::Lift { at, count } => {
                assert_eq!(std::mem::take(&mut stones[usize::from(at)]), u32::from(count));
            }
            Event::Sow { at } => stones[usize::from(at)] += 1,
            Event::Capture { at, count } => {
                assert_eq!(std::mem::take(&mut stones[usize::from(at)]), u32::from(count));
                stones[12 + mover as usize] += u32::from(count);
            }
            _ => panic!("{event:?} on a board of stones"),
        },
    }
}

/// A square or pit from which no move starts has a reason, and no other has.
pub fn reasons_are_given_where_no_move_starts<P: Position>(position: &P) {
    let starts: HashSet<u8> =
        position.legal_moves().into_iter().map(|mv| position.story(mv).path()[0]).collect();
    for place in (0..=u8::MAX).take(P::PLACES) {
        assert_eq!(
            position.why_not(place).is_none(),
            starts.contains(&place),
            "{position} {place}"
        );
    }
}

pub fn stories_lead_where_moves_do<P: Position>(position: &P) {
    for mv in position.legal_moves() {
        let story = position.story(mv);
        let mut now = position.setup();
        let mut by_hand = now.board.clone();
        for &event in &story.0 {
            now.tell(event);
            replay(&mut by_hand, position.to_move(), event);
        }
        let after = position.play(mv).setup();
        let text = position.move_text(mv);
        assert_eq!(now.board, after.board, "{position}: {text}");
        assert_eq!(by_hand, after.board, "{position}: {text}");
        assert_eq!(story.path().len(), text.split(['-', 'x']).count(), "{position}: {text}");
    }
}

/// Every way through the actions of a turn ends in another legal move, and each move is an end.
pub fn turns_lead_to_the_moves<P: Position>(position: &P) {
    let mut ends = Vec::new();
    let mut open = vec![Turn::of(position)];
    while let Some(turn) = open.pop() {
        let legal = turn.legal();
        if let Some(mv) = turn.finished() {
            assert!(legal.is_empty() && position.actions(mv).eq(turn.made().iter().copied()));
            if let &[action] = turn.made() {
                assert_eq!(position.move_of(action), Some(mv));
            }
            let now = turn.setup(position.setup(), |mv| position.story(mv));
            assert_eq!(now.board, position.play(mv).setup().board);
            ends.push(mv);
        }
        assert!(legal.iter().all(|&action| usize::from(action) < P::ACTIONS));
        assert!(legal.is_sorted_by(|a, b| a < b));
        open.extend(legal.iter().map(|&action| turn.push(action).expect("a legal action")));
        let another = (0..P::ACTIONS as u16).find(|action| !legal.contains(action));
        assert!(another.is_none_or(|action| turn.push(action) == Err(IllegalAction(action))));
    }
    assert_eq!(ends.len(), position.legal_moves().len(), "{position}");
    assert_eq!(
        ends.into_iter().collect::<HashSet<_>>(),
        position.legal_moves().into_iter().collect(),
        "{position}"
    );
}
