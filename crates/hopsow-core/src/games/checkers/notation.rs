//! Positions and moves as text.
//!
//! A position is PDN's FEN, `B:W18,24,K10:B12,16,K22:H7`: the side to move, white's pieces, red's
//! (PDN's black) pieces, and the plies without progress if there are any. Reading takes the lists
//! in either order and their squares in any. A move is `11-15`, `22x15x8`, or `22x8` where no other
//! capture goes from 22 to 8.

use std::fmt::{self, Display};

use super::board::{SQUARES, Squares};
use super::setup::Pieces;
use super::{Checkers, Illegal, Move, Rules};
use crate::game::{Position, Side};
use crate::message::{message, one_of};
use crate::text::{Cursor, MoveError, ParseError};

/// PDN's letters for red and white.
const LETTERS: [char; 2] = ['B', 'W'];

impl Display for Checkers {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", LETTERS[self.side as usize])?;
        for side in [Side::Two, Side::One] {
            write!(f, ":{}", LETTERS[side as usize])?;
            let pieces = self.pieces(side);
            let men = Squares(pieces & !self.kings).map(|square| ("", square));
            let kings = Squares(pieces & self.kings).map(|square| ("K", square));
            for (i, (king, square)) in men.chain(kings).enumerate() {
                let comma = if i > 0 { "," } else { "" };
                write!(f, "{comma}{king}{square}")?;
            }
        }
        if self.counter > 0 {
            write!(f, ":H{}", self.counter)?;
        }
        Ok(())
    }
}

/// Read a position's text.
pub(super) fn read_position(text: &str, rules: Rules) -> Result<Checkers, ParseError> {
    let mut cursor = Cursor::new(text);
    let side = read_side(&mut cursor)?;
    let mut pieces = Pieces::default();
    cursor.expect(':')?;
    let first = read_side(&mut cursor)?;
    read_pieces(&mut pieces, first, &mut cursor)?;
    cursor.expect(':')?;
    cursor.expect(LETTERS[first.other() as usize])?;
    read_pieces(&mut pieces, first.other(), &mut cursor)?;
    let counter = read_counter(&mut cursor, rules)?;
    pieces.with(counter, side, rules).map_err(|why| cursor.impossible(why))
}

fn read_side(cursor: &mut Cursor<'_>) -> Result<Side, ParseError> {
    Side::BOTH
        .into_iter()
        .find(|&side| cursor.take_if(LETTERS[side as usize]))
        .ok_or_else(|| cursor.unexpected(one_of(&["'B'", "'W'"])))
}

fn read_counter(cursor: &mut Cursor<'_>, rules: Rules) -> Result<u32, ParseError> {
    let mut counter = 0;
    if cursor.take_if(':') {
        cursor.expect('H')?;
        counter = cursor.number(0, rules.limit().into(), "checkers.plies")?;
    }
    cursor.end()?;
    Ok(counter)
}

/// Read a list of pieces up to what cannot belong to it.
fn read_pieces(pieces: &mut Pieces, side: Side, cursor: &mut Cursor<'_>) -> Result<(), ParseError> {
    if matches!(cursor.peek(), None | Some(':')) {
        return Ok(());
    }
    loop {
        let here = cursor.clone();
        let is_king = cursor.take_if('K');
        let square = read_square(cursor)?;
        if pieces.stands_on(square) {
            return Err(here.impossible(message!("checkers.given-twice", square = square)));
        }
        pieces.put(side, square, is_king).map_err(|why| here.impossible(why))?;
        if !cursor.take_if(',') {
            return Ok(());
        }
    }
}

/// A move as written: two squares or more.
pub(super) struct Written {
    pub squares: Vec<u8>,
    pub is_capture: bool,
}

/// Find the legal move that `text` means.
pub(super) fn read_move(position: &Checkers, text: &str) -> Result<Move, MoveError<Illegal>> {
    let written = Written::read(text)?;
    let moves = position.legal_moves();
    // A king can go round and come back to jump the same way: the path itself is always meant.
    if let Some(&mv) = moves.iter().find(|&&mv| written.is_path_of(mv)) {
        return Ok(mv);
    }
    let meant: Vec<Move> = moves.iter().copied().filter(|&mv| written.means(mv)).collect();
    match meant[..] {
        [] => Err(MoveError::Illegal(Illegal::explain(position, &written, &moves))),
        [mv] => Ok(mv),
        _ => Err(MoveError::Ambiguous(meant.iter().map(Move::to_string).collect())),
    }
}

impl Written {
    fn read(text: &str) -> Result<Written, ParseError> {
        let mut cursor = Cursor::new(text);
        let mut squares = vec![read_square(&mut cursor)?];
        let is_capture = cursor.take_if('x');
        if !is_capture && !cursor.take_if('-') {
            return Err(cursor.unexpected(one_of(&["'-'", "'x'"])));
        }
        squares.push(read_square(&mut cursor)?);
        while is_capture && cursor.take_if('x') {
            squares.push(read_square(&mut cursor)?);
        }
        cursor.end()?;
        Ok(Written { squares, is_capture })
    }

    /// Return true if this is the whole path of `mv`.
    fn is_path_of(&self, mv: Move) -> bool {
        mv.is_capture() == self.is_capture && mv.path().eq(self.squares.iter().copied())
    }

    /// Return true if these are the two ends of `mv`, as in a short form.
    fn means(&self, mv: Move) -> bool {
        mv.is_capture() == self.is_capture && self.squares == [mv.from(), mv.to()]
    }

    /// Return true if the text of `mv` begins with these squares.
    pub fn begins(&self, mv: Move) -> bool {
        mv.is_capture() == self.is_capture
            && mv.path().take(self.squares.len()).eq(self.squares.iter().copied())
    }
}

fn read_square(cursor: &mut Cursor<'_>) -> Result<u8, ParseError> {
    Ok(cursor.number(1, SQUARES.into(), "checkers.square")? as u8)
}
