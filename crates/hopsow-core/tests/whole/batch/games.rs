//! Laws of single games: traps, and the memory that they take.

use hopsow_core::batch::Batch;
use hopsow_core::batch::contract::{Learnable, State};
use hopsow_core::game::{Position, RuleSet};
use hopsow_core::games::awari::{Awari, Rules};
use hopsow_core::games::checkers::{self, Checkers};
use hopsow_core::games::halma::Halma;

/// Numbers for choices, by the generator of Steele, Lea and Flood.
pub struct Random(pub u64);

impl Random {
    pub fn below(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.0 ^ self.0 >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        ((mixed ^ mixed >> 27) >> 16) as usize % bound
    }
}

#[test]
fn games_are_small() {
    assert!(Batch::<Awari>::bytes_of_game() <= 64);
    assert!(Batch::<Checkers>::bytes_of_game() <= 64);
    assert!(Batch::<Halma>::bytes_of_game() <= 256);
}

fn state<P: Learnable>(text: &str, rules: &str) -> P::State {
    let rules = P::Rules::named(rules).expect("rules");
    P::State::begin(P::parse(text, rules).expect("a position"))
}

/// More stones than fit into one byte together with their pit go round and round.
#[test]
fn sowings_of_many_stones_are_remembered() {
    let mut state = state::<Awari>("100-1-0-0-0-0-99-1-0-0-0-0-0-0-S", "forfeit");
    let mut earlier = vec![state.position()];
    for turn in 0..400 {
        let mut legal = Vec::new();
        state.for_each_legal(|action| legal.push(action));
        let outcome = state.take(legal[turn * 7 % legal.len()]);
        let told = state.position().outcome_after(&earlier);
        assert_eq!(outcome, told, "{}", state.position());
        if outcome.is_some() {
            return;
        }
        earlier.push(state.position());
    }
}

/// Kings that walk to and fro reach the third occurrence after eight plies.
#[test]
fn the_third_occurrence_is_a_draw() {
    let mut state = state::<Checkers>("B:WK32:BK1", "tournament");
    let mut outcome = None;
    for text in ["1-5", "32-27", "5-1", "27-32"].into_iter().cycle().take(8) {
        assert_eq!(outcome, None);
        let position = state.position();
        let mv = position.read_move(text).expect("a legal move");
        let action = position.actions(mv).next().expect("one action");
        outcome = state.take(action);
    }
    assert_eq!(outcome.map(|outcome| outcome.reason.0), Some("repetition"));
}

/// After a first jump only the capturing piece may go on, and the sentence says so.
#[test]
fn a_capture_under_way_must_go_on() {
    let mut state = state::<Checkers>("W:W22,32:B18,11,1", "dd2380");
    assert_eq!(state.take(21 * 8 + 2 * 2 + 1), None); // 22x15, up right
    assert!(!state.is_between_turns());
    let refused = state.refuse(31 * 8 + 3 * 2); // 32-27, up left
    assert_eq!(refused.to_string(), "the capture must go on from 15: 22x15x8");
    assert_eq!(refused.word(), "must-go-on");
    assert_eq!(state.position().rules(), checkers::Rules::Dd2380);
}

/// A pit that does not feed names the pits that do.
#[test]
fn the_rule_of_an_illegal_action_is_named() {
    let state = state::<Awari>("0-1-0-0-0-6-0-0-0-0-0-0-10-10-S", "forfeit");
    let refused = state.refuse(1);
    assert_eq!(refused.to_string(), "the opponent has no stones: play F");
    assert_eq!(state.position().rules(), Rules::Forfeit);
}
