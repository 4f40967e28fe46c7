//! Finding and counting turns.
//!
//! The order of moves: men's before kings', then by the direction of the first step or jump (down
//! left, down right, up right, up left), then by square, then by how the sequence goes on, again
//! in the order of directions.
//!
//! Sets do the work. A man only goes forward, so what it jumps over lies behind it afterwards and
//! cannot matter again: whether a sequence goes on depends on the landing square alone, for all men
//! at once. A king can come back, so kings walk depth-first and take captured pieces off.

use super::board::{BOARD, Direction, crowning_row, take_lowest};
use super::{Checkers, Move};
use crate::game::Side;

impl Checkers {
    /// Visit every legal move with the position it leads to.
    #[inline(always)]
    pub(super) fn generate(&self, mut visit: impl FnMut(Move, Checkers)) {
        if self.is_drawn() {
            return;
        }
        // The side as a constant turns every direction into a constant shift.
        match self.side {
            Side::One => self.generate_for(Side::One, &mut visit),
            Side::Two => self.generate_for(Side::Two, &mut visit),
        }
    }

    #[inline(always)]
    fn generate_for<V: FnMut(Move, Checkers)>(&self, side: Side, visit: &mut V) {
        let lines = Lines::of(self, side);
        if lines.can_capture(self, side) {
            self.mens_captures(side, &lines, visit);
            self.kings_captures(&lines, visit);
        } else {
            self.mens_steps(side, &lines, visit);
            self.kings_steps(&lines, visit);
        }
    }

    #[inline(always)]
    fn mens_steps<V: FnMut(Move, Checkers)>(&self, side: Side, lines: &Lines, visit: &mut V) {
        let counter = if self.rules.mans_move_is_progress() { 0 } else { self.counter + 1 };
        for direction in Direction::forward(side) {
            let mut men = self.own & !self.kings & direction.behind(lines.empty);
            while let Some(from) = take_lowest(&mut men) {
                let to = direction.ahead(from);
                let child = Checkers {
                    own: self.opponent,
                    opponent: self.own ^ from ^ to,
                    kings: self.kings | (to & crowning_row(side)),
                    counter,
                    side: side.other(),
                    rules: self.rules,
                };
                visit(Move::step(from, to), child);
            }
        }
    }

    #[inline(always)]
    fn kings_steps<V: FnMut(Move, Checkers)>(&self, lines: &Lines, visit: &mut V) {
        if lines.kings == 0 {
            return;
        }
        for direction in Direction::ALL {
            let mut kings = lines.kings & direction.behind(lines.empty);
            while let Some(from) = take_lowest(&mut kings) {
                let mv = Move::step(from, direction.ahead(from));
                visit(mv, self.after(mv));
            }
        }
    }

    #[inline(always)]
    fn mens_captures<V: FnMut(Move, Checkers)>(&self, side: Side, lines: &Lines, visit: &mut V) {
        let forward = Direction::forward(side);
        let goes_on = lines.jumpers[0] | lines.jumpers[1];
        for (direction, jumpers) in forward.into_iter().zip(lines.jumpers) {
            let mut men = self.own & !self.kings & jumpers;
            while let Some(from) = take_lowest(&mut men) {
                let over = direction.ahead(from);
                let to = direction.ahead(over);
                let mv = Move::jump(from, to, over, direction);
                if to & goes_on != 0 {
                    self.go_on(mv, &forward, lines.empty, visit);
                } else {
                    let child = Checkers {
                        own: self.opponent ^ over,
                        opponent: self.own ^ from ^ to,
                        kings: (self.kings & !over) | (to & crowning_row(side)),
                        counter: 0,
                        side: side.other(),
                        rules: self.rules,
                    };
                    visit(mv, child);
                }
            }
        }
    }

    #[inline(always)]
    fn kings_captures<V: FnMut(Move, Checkers)>(&self, lines: &Lines, visit: &mut V) {
        if lines.kings == 0 {
            return;
        }
        for direction in Direction::ALL {
            let mut kings = lines.kings & jumpers(direction, self.opponent, lines.empty);
            while let Some(from) = take_lowest(&mut kings) {
                let over = direction.ahead(from);
                let mv = Move::jump(from, direction.ahead(over), over, direction);
                self.go_on(mv, &Direction::ALL, lines.empty | from, visit);
            }
        }
    }

    /// Visit every way to finish the sequence `mv`; `empty` includes the square it started from.
    fn go_on<V: FnMut(Move, Checkers)>(
        &self,
        mv: Move,
        directions: &[Direction],
        empty: u64,
        visit: &mut V,
    ) {
        let opponent = self.opponent & !mv.captured;
        let mut finished = true;
        for &direction in directions {
            let over = direction.ahead(1 << mv.to) & opponent;
            let to = direction.ahead(over) & empty;
            if to != 0 {
                finished = false;
                self.go_on(mv.and_jump(to, over, direction), directions, empty, visit);
            }
        }
        if finished {
            visit(mv, self.after(mv));
        }
    }

    /// The number of legal moves.
    #[inline(always)]
    pub(super) fn count(&self) -> u64 {
        if self.is_drawn() {
            return 0;
        }
        match self.side {
            Side::One => self.count_for(Side::One),
            Side::Two => self.count_for(Side::Two),
        }
    }

    #[inline(always)]
    fn count_for(&self, side: Side) -> u64 {
        let lines = Lines::of(self, side);
        if lines.can_capture(self, side) {
            return self.count_mens_captures(side, &lines) + self.count_kings_captures(&lines);
        }
        let forward = Direction::forward(side);
        let steps = forward.map(|direction| lines.steps(direction, self.own));
        let mut count = count_pair(steps);
        if lines.kings != 0 {
            let backward = Direction::forward(side.other());
            count += count_pair(backward.map(|direction| lines.steps(direction, lines.kings)));
        }
        count
    }

    /// Every first jump is one sequence, and every fork on the way makes one more.
    #[inline(always)]
    fn count_mens_captures(&self, side: Side, lines: &Lines) -> u64 {
        let men = self.own & !self.kings;
        let [left, right] = lines.jumpers.map(|jumpers| men & jumpers);
        // A man jumps from six of the eight rows, so two sets of jumps share a word.
        let first = u64::from((left | right << 26).count_ones());
        let can_fork = lines.jumpers[0] & lines.jumpers[1] & lines.empty != 0;
        if can_fork { first + lines.count_forks(side, men) } else { first }
    }

    #[inline(always)]
    fn count_kings_captures(&self, lines: &Lines) -> u64 {
        let mut count = 0;
        let mut kings = lines.kings;
        while let Some(from) = take_lowest(&mut kings) {
            count += count_walks(from, self.opponent, lines.empty | from);
        }
        count
    }

    /// Return true if the side to move has a capture, the counter aside.
    #[inline(always)]
    pub(super) fn must_capture(&self) -> bool {
        match self.side {
            Side::One => Lines::of(self, Side::One).can_capture(self, Side::One),
            Side::Two => Lines::of(self, Side::Two).can_capture(self, Side::Two),
        }
    }

    /// Return true if the side to move has a move, the counter aside.
    pub(super) fn can_move(&self) -> bool {
        let lines = Lines::of(self, self.side);
        let can_step = |pieces, directions: [Direction; 2]| {
            directions.iter().any(|direction| pieces & direction.behind(lines.empty) != 0)
        };
        lines.can_capture(self, self.side)
            || can_step(self.own, Direction::forward(self.side))
            || can_step(lines.kings, Direction::forward(self.side.other()))
    }
}

/// The bitboards needed to generate the moves of a position.
struct Lines {
    empty: u64,
    /// The kings of the side to move.
    kings: u64,
    /// For each forward direction, where a piece of the side to move could jump from.
    jumpers: [u64; 2],
}

impl Lines {
    #[inline(always)]
    fn of(position: &Checkers, side: Side) -> Lines {
        let empty = BOARD & !(position.own | position.opponent);
        let jumpers =
            Direction::forward(side).map(|direction| jumpers(direction, position.opponent, empty));
        Lines { empty, kings: position.own & position.kings, jumpers }
    }

    #[inline(always)]
    fn can_capture(&self, position: &Checkers, side: Side) -> bool {
        position.own & (self.jumpers[0] | self.jumpers[1]) != 0
            || (self.kings != 0 && self.king_can_jump_back(position.opponent, side))
    }

    #[inline(always)]
    fn king_can_jump_back(&self, opponent: u64, side: Side) -> bool {
        let backward = Direction::forward(side.other());
        let [left, right] = backward.map(|direction| jumpers(direction, opponent, self.empty));
        self.kings & (left | right) != 0
    }

    /// The steps of `pieces` in one direction, each as the end that is nearer to the top.
    #[inline(always)]
    fn steps(&self, direction: Direction, pieces: u64) -> u64 {
        match direction {
            Direction::DownLeft | Direction::DownRight => pieces & direction.behind(self.empty),
            Direction::UpRight | Direction::UpLeft => direction.ahead(pieces) & self.empty,
        }
    }

    /// Return the number of forks after a jump among the jump sequences from `squares`.
    fn count_forks(&self, side: Side, squares: u64) -> u64 {
        let [left, right] = self.jumpers;
        let mut count = 0;
        for (direction, jumpers) in Direction::forward(side).into_iter().zip(self.jumpers) {
            let landings = direction.ahead(direction.ahead(squares & jumpers));
            if landings & (left | right) != 0 {
                count += u64::from((landings & left & right).count_ones());
                count += self.count_forks(side, landings);
            }
        }
        count
    }
}

/// Return the squares from which a piece could jump over one of `opponent` into one of `empty`.
#[inline(always)]
pub(super) fn jumpers(direction: Direction, opponent: u64, empty: u64) -> u64 {
    direction.behind(opponent & direction.behind(empty))
}

/// The size of two sets of steps, which leave the lowest row and so the upper half of a word free.
#[inline(always)]
fn count_pair([left, right]: [u64; 2]) -> u64 {
    u64::from((left | right << 32).count_ones())
}

/// The number of sequences of jumps of a king on `at`, 0 if it cannot jump.
fn count_walks(at: u64, opponent: u64, empty: u64) -> u64 {
    let mut count = 0;
    for direction in Direction::ALL {
        let over = direction.ahead(at) & opponent;
        let to = direction.ahead(over) & empty;
        if to != 0 {
            count += count_walks(to, opponent ^ over, empty).max(1);
        }
    }
    count
}
