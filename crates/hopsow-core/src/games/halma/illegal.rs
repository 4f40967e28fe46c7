//! Why a move is not allowed, in the words a player reads.

use crate::game::{Outcome, Position, Side, side_name};
use crate::message::{Message, Refusal, message};

use super::board::{Square, camp};
use super::generate::has_men_in_camp;
use super::moves::{Chains, between, is_man, is_step};
use super::{Halma, Move};

/// The rule that a move breaks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Illegal {
    /// The game has ended.
    GameOver(Outcome),
    /// Nothing stands on the first square.
    NoMan(Square),
    /// The man on the first square is the opponent's.
    NotYours {
        /// Where it stands.
        square: Square,
        /// Whose it is.
        owner: Side,
    },
    /// The move ends where it began.
    NoChange(Square),
    /// A square that the move needs empty is not.
    Occupied(Square),
    /// Two squares of the path are neither adjacent nor a jump apart.
    NoHop(Square, Square),
    /// A step in a move of several hops.
    StepInChain(Square, Square),
    /// A jump over an empty square.
    NothingToJump(Square, Square),
    /// A man that can go nowhere at all.
    Blocked(Square),
    /// No way leads from one end to the other.
    Unreachable(Square, Square),
    /// A man in the opposing camp would leave it.
    LeavesOpposingCamp(Square),
    /// S2.2: a man from outside would end in its own camp.
    ReturnsToCamp(Square),
    /// S2.3: a man has to leave the camp; a move that does.
    MustLeaveCamp(String),
    /// S2.3: a man has to move away from its corner; a move that does.
    MustMoveUp(String),
}

impl Illegal {
    /// Every kind of illegal move.
    pub(super) const KINDS: &'static [&'static str] = &[
        "game-over",
        "no-piece",
        "not-your-piece",
        "no-change",
        "occupied",
        "not-a-hop",
        "step-in-chain",
        "nothing-to-jump",
        "blocked",
        "unreachable",
        "leaves-opposing-camp",
        "returns-to-camp",
        "must-leave-camp",
        "must-move-up",
    ];
}

impl Refusal for Illegal {
    fn message(&self) -> Message {
        let on = |kind: &'static str, square: &Square| message!(kind, square = square.to_string());
        let hop = |kind: &'static str, from: &Square, to: &Square| {
            message!(kind, from = from.to_string(), to = to.to_string())
        };
        match self {
            Illegal::GameOver(outcome) => outcome.game_over::<Halma>(),
            Illegal::NoMan(square) => on("halma.no-piece", square),
            Illegal::NotYours { square, owner } => {
                let [owner, mover] = [*owner, owner.other()].map(side_name::<Halma>);
                let square = square.to_string();
                message!("halma.not-your-piece", square = square, owner = owner, mover = mover)
            }
            Illegal::NoChange(square) => on("halma.no-change", square),
            Illegal::Occupied(square) => on("halma.occupied", square),
            Illegal::NoHop(from, to) => hop("halma.not-a-hop", from, to),
            Illegal::StepInChain(from, to) => hop("halma.step-in-chain", from, to),
            Illegal::NothingToJump(from, to) => hop("halma.nothing-to-jump", from, to),
            Illegal::Blocked(square) => on("halma.blocked", square),
            Illegal::Unreachable(from, to) => hop("halma.unreachable", from, to),
            Illegal::LeavesOpposingCamp(square) => on("halma.leaves-opposing-camp", square),
            Illegal::ReturnsToCamp(square) => on("halma.returns-to-camp", square),
            Illegal::MustLeaveCamp(example) => {
                message!("halma.must-leave-camp", example = example.as_str())
            }
            Illegal::MustMoveUp(example) => {
                message!("halma.must-move-up", example = example.as_str())
            }
        }
    }
}

/// Why the man on `from` has no legal move.
///
/// Where different moves break different rules, the rule that binds all men comes first.
pub(super) fn why_not(position: &Halma, from: Square) -> Option<Illegal> {
    if let Err(why) = check_man(position, from) {
        return Some(why);
    }
    let mut moves = false;
    position.for_each_move(|play| moves |= play.from == from);
    if moves {
        return None;
    }
    let chains = Chains::of(position, from, None);
    let ends = Square::all().filter(|&to| position.man_on(to).is_none() && chains.lead_to(to));
    let broken: Vec<Illegal> = ends.map(|to| camp_rule(position, Move { from, to })).collect();
    let binds_all =
        |why: &&Illegal| matches!(why, Illegal::MustLeaveCamp(_) | Illegal::MustMoveUp(_));
    let why = broken.iter().find(binds_all).or(broken.first());
    Some(why.cloned().unwrap_or(Illegal::Blocked(from)))
}

/// The game goes on, and a man of the mover stands on `square`.
fn check_man(position: &Halma, square: Square) -> Result<(), Illegal> {
    if let Some(outcome) = position.outcome() {
        return Err(Illegal::GameOver(outcome));
    }
    match position.man_on(square) {
        None => Err(Illegal::NoMan(square)),
        Some(owner) if owner != position.to_move => Err(Illegal::NotYours { square, owner }),
        Some(_) => Ok(()),
    }
}

/// The move that follows `path` (two squares stand for any way between them), or what forbids it.
pub(super) fn judge(position: &Halma, path: &[Square]) -> Result<Move, Illegal> {
    let (&from, &to) = (path.first().expect("a start"), path.last().expect("an end"));
    let play = Move { from, to };
    check_man(position, from)?;
    if path.len() > 2 {
        follow(position, path)?;
    }
    if from == to {
        return Err(Illegal::NoChange(from));
    }
    if position.man_on(to).is_some() {
        return Err(Illegal::Occupied(to));
    }
    let mut legal = false;
    position.for_each_move(|other| legal |= other == play);
    if legal { Ok(play) } else { Err(broken_rule(position, play)) }
}

/// Every hop of a chain must be a jump over another man onto an empty square.
fn follow(position: &Halma, path: &[Square]) -> Result<(), Illegal> {
    let start = path[0];
    for hop in path.windows(2) {
        let (from, to) = (hop[0], hop[1]);
        if is_step(from, to) {
            return Err(Illegal::StepInChain(from, to));
        }
        let over = between(from, to).ok_or(Illegal::NoHop(from, to))?;
        if !is_man(position, start, over) {
            return Err(Illegal::NothingToJump(from, to));
        }
        if is_man(position, start, to) {
            return Err(Illegal::Occupied(to));
        }
    }
    Ok(())
}

/// Why a move between a man of the mover and an empty square is not legal.
fn broken_rule(position: &Halma, play: Move) -> Illegal {
    let Move { from, to } = play;
    if Chains::of(position, from, Some(to)).lead_to(to) {
        return camp_rule(position, play);
    }
    match between(from, to) {
        Some(_) => Illegal::NothingToJump(from, to),
        None => Illegal::Unreachable(from, to),
    }
}

/// The rule about camps that a move breaks whose man can get to its end.
fn camp_rule(position: &Halma, Move { from, to }: Move) -> Illegal {
    let side = position.to_move;
    let (own, opposing) = (camp(side), camp(side.other()));
    if from.is_in(&opposing) && !to.is_in(&opposing) {
        return Illegal::LeavesOpposingCamp(from);
    }
    if position.rules.forbids_return() && !from.is_in(&own) && to.is_in(&own) {
        return Illegal::ReturnsToCamp(from);
    }
    debug_assert!(has_men_in_camp(position, side));
    let mut example = None;
    position.for_each_move(|play| example = example.or(Some(play)));
    let example = example.expect("a game that is not over has a move");
    let text = position.move_text(example);
    if example.to.is_in(&own) { Illegal::MustMoveUp(text) } else { Illegal::MustLeaveCamp(text) }
}
