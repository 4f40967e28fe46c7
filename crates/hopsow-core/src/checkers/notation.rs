//! The text of a move: `11-15`, `22x15x8`, and `22x8` where no other capture goes from 22 to 8.

use super::board::SQUARES;
use super::{Checkers, Illegal, Move};
use crate::game::Position;
use crate::text::{Cursor, MoveError, ParseError};

/// A move as somebody wrote it: two squares or more.
pub(super) struct Written {
    pub squares: Vec<u8>,
    pub is_capture: bool,
}

/// Find the legal move that `text` means.
pub(super) fn read(position: &Checkers, text: &str) -> Result<Move, MoveError<Illegal>> {
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
            return Err(cursor.unexpected("'-' or 'x'"));
        }
        squares.push(read_square(&mut cursor)?);
        while is_capture && cursor.take_if('x') {
            squares.push(read_square(&mut cursor)?);
        }
        cursor.end()?;
        Ok(Written { squares, is_capture })
    }

    /// Whether this is the whole path of `mv`.
    fn is_path_of(&self, mv: Move) -> bool {
        mv.is_capture() == self.is_capture && mv.path().eq(self.squares.iter().copied())
    }

    /// Whether these are, in short, the ends of `mv`.
    fn means(&self, mv: Move) -> bool {
        mv.is_capture() == self.is_capture && self.squares == [mv.from(), mv.to()]
    }

    /// Whether this is how the text of `mv` begins.
    pub fn begins(&self, mv: Move) -> bool {
        mv.is_capture() == self.is_capture
            && mv.path().take(self.squares.len()).eq(self.squares.iter().copied())
    }
}

fn read_square(cursor: &mut Cursor<'_>) -> Result<u8, ParseError> {
    Ok(cursor.number(1, SQUARES.into(), "a square")? as u8)
}
