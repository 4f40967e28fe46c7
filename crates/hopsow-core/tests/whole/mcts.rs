//! A tree search counts what it does, wins what can be won, and depends on its seed alone.

use std::sync::atomic::AtomicBool;

use hopsow_core::actions::Action;
use hopsow_core::batch::contract::{Learnable, State};
use hopsow_core::evaluation::Evaluated;
use hopsow_core::game::{Position, RuleSet, Side};
use hopsow_core::games::awari::Awari;
use hopsow_core::games::checkers::Checkers;
use hopsow_core::games::halma::Halma;
use hopsow_core::mcts::{Decision, Leaves, Method, TreeSearch, choose};

const METHODS: [Method; 2] = [Method::Puct { exploration: 1.25 }, Method::Gumbel { considered: 8 }];

fn start<P: Learnable>() -> P::State {
    P::State::begin(P::start(P::Rules::ALL[0], Side::One))
}

/// A search with equal preferences, and values by `judge`.
fn searched<P: Learnable>(
    root: P::State,
    method: Method,
    simulations: u32,
    judge: impl Fn(usize) -> f32,
    known: impl Fn(&P) -> Option<i8> + Sync,
) -> (Decision, usize) {
    let mut search = TreeSearch::<P>::of_state(root, method, simulations, 5);
    let mut observations = vec![0; P::OBSERVATION.iter().product()];
    let (mut indptr, mut actions) = ([0; 2], vec![0; P::MAX_LEGAL]);
    let mut asked = 0;
    loop {
        let mut leaves =
            Leaves { observations: &mut observations, indptr: &mut indptr, actions: &mut actions };
        if search.descend(&mut leaves, &known) == 0 {
            break;
        }
        search.put(&indptr, &vec![0.0; indptr[1] as usize], &[judge(asked)]);
        asked += 1;
    }
    (search.decisions().remove(0).expect("a decision"), asked)
}

fn asks_once_a_simulation<P: Learnable>() {
    for method in METHODS {
        let (decision, asked) = searched::<P>(start::<P>(), method, 50, |_| 0.0, |_| None);
        assert_eq!(asked, 51, "the root and each simulation");
        let mut legal = Vec::new();
        start::<P>().for_each_legal(|action| legal.push(action));
        assert_eq!(decision.policy.len(), legal.len());
        assert!((decision.policy.iter().sum::<f32>() - 1.0).abs() < 1e-4);
        assert!(legal.contains(&decision.action));
        assert_eq!(decision.value, 0.0);
    }
}

#[test]
fn every_simulation_asks_for_one_estimate() {
    asks_once_a_simulation::<Awari>();
    asks_once_a_simulation::<Checkers>();
    asks_once_a_simulation::<Halma>();
}

fn plays<P: Learnable + Evaluated>(text: &str, simulations: u32) -> String {
    let position = P::parse(text, P::Rules::ALL[0]).expect("a position");
    let mv = choose(&position, simulations, 1, &AtomicBool::new(false)).expect("a move");
    position.move_text(mv)
}

#[test]
fn wins_that_can_be_seen_are_taken() {
    // Three stones more are the majority.
    assert_eq!(plays::<Awari>("1-0-0-0-0-1-2-0-0-1-0-0-22-21-S", 200), "F");
    // The last piece is captured.
    assert_eq!(plays::<Checkers>("W:WK15,29:BK10", 200), "15x6");
    // The last man goes home; every other play keeps a lead that looks as good as won.
    let race =
        "14ww/13www/12wwww/11wwwww/10w1wwww/16/16/16/16/16/16/14bb/13bbb/12bbbb/10bb1bbb/11bbbbb b";
    assert_eq!(plays::<Halma>(race, 400), "10,14-12,14");
}

#[test]
fn turns_of_several_actions_are_finished() {
    assert_eq!(plays::<Checkers>("W:W22,32:B18,11,1", 50), "22x15x8");
}

#[test]
fn a_search_by_random_play_depends_on_its_seed_alone() {
    let found = |seed| {
        let method = Method::Puct { exploration: 2.0 };
        let mut search = TreeSearch::<Awari>::of_state(start::<Awari>(), method, 300, seed);
        search.play_out(&AtomicBool::new(false));
        search.decisions().remove(0).expect("a decision").policy
    };
    assert_eq!(found(1), found(1));
    assert_ne!(found(1), found(2));
}

/// Whatever a caller thinks of later states: an action that wins at once is best.
#[test]
fn the_end_of_a_game_outweighs_estimates() {
    let position = Awari::parse("1-0-0-0-0-1-2-0-0-1-0-0-22-21-S", Awari::start_rules());
    let root = <Awari as Learnable>::State::begin(position.expect("a position"));
    for method in METHODS {
        let judge = |asked| if asked == 0 { 0.0 } else { 0.3 };
        let (decision, _) = searched::<Awari>(root.clone(), method, 64, judge, |_| None);
        assert_eq!(decision.action, 5 as Action);
    }
}

/// The exact value of a state counts for its side to move, and no state below it is asked for.
#[test]
fn known_states_ask_for_no_estimate() {
    for method in METHODS {
        // The side to move after pit C was emptied has lost.
        let known = |position: &Awari| Some(if position.stones()[2] == 0 { -1 } else { 1 });
        let (decision, asked) = searched::<Awari>(start::<Awari>(), method, 50, |_| 0.0, known);
        assert_eq!(asked, 1, "the root");
        assert_eq!(decision.action, 2 as Action);
    }
}

#[test]
fn where_there_is_no_choice_nothing_is_searched() {
    let position = Awari::parse("0-0-0-0-0-1-0-0-0-1-0-0-22-21-S", Awari::start_rules());
    let root = <Awari as Learnable>::State::begin(position.expect("a position"));
    for method in METHODS {
        let (decision, asked) = searched::<Awari>(root.clone(), method, 64, |_| 0.25, |_| None);
        assert_eq!(asked, 1, "the root");
        assert_eq!((decision.action, decision.value), (5 as Action, 0.25));
        assert_eq!(decision.policy, [1.0]);
    }
}

trait StartRules: Position {
    fn start_rules() -> Self::Rules {
        Self::Rules::ALL[0]
    }
}

impl<P: Position> StartRules for P {}
