//! A position of Halma, and the contract of a game fulfilled.

use super::board::{SIZE, Square, Words, camp, corner_distance};
use super::{CAMP_FILLED, Illegal, Move, Rules};
use super::{actions, generate, illegal, moves, notation, setup, story};
use crate::actions::Action;
use crate::game::{Outcome, Position, Reason, Side};
use crate::setup::{self as parts, Place, Setup, SetupError};
use crate::story::Story;
use crate::text::{MoveError, ParseError};

/// A position of Halma.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Halma {
    /// The men of each side.
    pub(super) men: [Words; 2],
    pub(super) to_move: Side,
    pub(super) rules: Rules,
}

impl Halma {
    /// Return the content of each square, row by row from the top left: `b`, `w` or `.`.
    #[must_use]
    pub fn cells(&self) -> [u8; 256] {
        let mut cells = [b'.'; 256];
        for square in Square::all() {
            if let Some(side) = self.man_on(square) {
                cells[square.index()] = [b'b', b'w'][side as usize];
            }
        }
        cells
    }

    /// The owner of the man on `square`.
    #[must_use]
    pub fn man_on(&self, square: Square) -> Option<Side> {
        Side::BOTH.into_iter().find(|&side| square.is_in(&self.men[side as usize]))
    }

    /// Return the position without the men of `side`.
    pub(super) fn without(&self, side: Side) -> Halma {
        let mut position = *self;
        position.men[side as usize] = Words::EMPTY;
        position
    }

    /// Return true if the mover has a move; nearly always some man has room for a step.
    fn can_play(&self) -> bool {
        generate::can_step(self) || self.count_moves() > 0
    }

    #[inline(always)]
    pub(super) fn occupied(&self) -> Words {
        self.men[0].or(self.men[1])
    }

    /// The side that has just played fills the opposing camp, at least partly with its own men
    /// (S1.5, S0.5).
    #[inline(always)]
    pub(super) fn is_won(&self) -> bool {
        let goal = camp(self.to_move);
        let winner = self.men[self.to_move.other() as usize];
        goal.minus(self.occupied()).is_empty() && !goal.and(winner).is_empty()
    }
}

impl Position for Halma {
    type Move = Move;
    type Rules = Rules;
    type Illegal = Illegal;

    const GAME: &'static str = "halma";
    const SIDES: [&'static str; 2] = ["black", "white"];
    const REASONS: &'static [Reason] = &[CAMP_FILLED, Reason::NO_MOVES];
    const PLACES: usize = SIZE as usize * SIZE as usize;
    const ACTIONS: usize = actions::ACTIONS;
    const ILLEGAL_KINDS: &'static [&'static str] = Illegal::KINDS;
    const SETUP_KINDS: &'static [&'static str] = setup::KINDS;

    fn start(rules: Rules, first: Side) -> Self {
        Halma { men: [camp(Side::One), camp(Side::Two)], to_move: first, rules }
    }

    fn parse(text: &str, rules: Rules) -> Result<Self, ParseError> {
        notation::read_position(text, rules)
    }

    fn set_up(setup: &Setup, rules: Rules) -> Result<Self, SetupError> {
        setup::set_up(setup, rules)
    }

    fn setup(&self) -> Setup {
        setup::taken_apart(self)
    }

    fn square(place: Place) -> parts::Square {
        let square = Square::from_index(place);
        parts::Square::At(square.x(), square.y())
    }

    fn rules(&self) -> Rules {
        self.rules
    }

    #[inline(always)]
    fn to_move(&self) -> Side {
        self.to_move
    }

    fn outcome(&self) -> Option<Outcome> {
        if self.is_won() {
            Some(Outcome::win(self.to_move.other(), CAMP_FILLED))
        } else if !self.can_play() {
            Some(Outcome::win(self.to_move.other(), Reason::NO_MOVES))
        } else {
            None
        }
    }

    /// Steps before jumps within each group of men; otherwise by parity board and square.
    #[inline(always)]
    fn for_each_move(&self, visit: impl FnMut(Move)) {
        let mut list = generate::List(visit);
        generate::generate(self, &mut list);
    }

    #[inline(always)]
    fn count_moves(&self) -> u64 {
        let mut count = generate::Count(0);
        generate::generate(self, &mut count);
        count.0
    }

    #[inline(always)]
    fn play(&self, play: Move) -> Self {
        let mut next = *self;
        let men = &mut next.men[self.to_move as usize];
        play.from.toggle(men);
        play.to.toggle(men);
        next.to_move = self.to_move.other();
        next
    }

    fn is_capture(&self, _: Move) -> bool {
        false
    }

    fn story(&self, play: Move) -> Story {
        story::story(self, play)
    }

    fn actions(&self, play: Move) -> impl Iterator<Item = Action> {
        std::iter::once(actions::action(play))
    }

    fn placement(&self) -> Self {
        *self
    }

    /// A man that has come home stays there.
    #[inline(always)]
    fn is_left_for_good(&self, child: &Self) -> bool {
        let goal = camp(self.to_move.other());
        let at_home = |position: &Halma| position.men[self.to_move as usize].and(goal).len();
        at_home(self) != at_home(child)
    }

    /// Never asked for: repetition in Halma is a referee's matter.
    fn outcome_if_repeated(&self) -> Outcome {
        Outcome::draw(Reason::REPETITION)
    }

    /// A chain of folded multiplications, one for each parity class.
    #[inline(always)]
    fn key(&self) -> u64 {
        const SECRETS: [u64; 4] = [
            0xa076_1d64_78bd_642f,
            0xe703_7ed1_a0b4_28db,
            0x8ebc_6af0_9c88_c6e3,
            0x5899_65cc_7537_4cc3,
        ];
        let [black, white] = self.men;
        let state = 0x9e37_79b9_7f4a_7c15 ^ ((self.to_move as u64) << 1 | self.rules as u64);
        (0..4).fold(state, |key, class| {
            let product =
                u128::from(black.0[class] ^ key) * u128::from(white.0[class] ^ SECRETS[class]);
            product as u64 ^ (product >> 64) as u64
        })
    }

    fn read_move(&self, text: &str) -> Result<Move, MoveError<Illegal>> {
        let path = notation::read_path(text)?;
        illegal::judge(self, &path).map_err(MoveError::Illegal)
    }

    fn why_not(&self, place: Place) -> Option<Illegal> {
        illegal::why_not(self, Square::from_index(place))
    }

    fn move_text(&self, play: Move) -> String {
        let path = moves::shortest(self, play).expect("a legal play has a path");
        let squares: Vec<String> = path.iter().map(Square::to_string).collect();
        squares.join("-")
    }
}

/// `to` is further from `side`'s own corner than `from`: on one axis, and on no axis closer.
pub(super) fn is_further(side: Side, from: Square, to: Square) -> bool {
    let ((x0, y0), (x1, y1)) = (corner_distance(side, from), corner_distance(side, to));
    x1 >= x0 && y1 >= y0 && (x1, y1) != (x0, y0)
}
