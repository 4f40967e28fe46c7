//! Positions and moves as text.
//!
//! A position is sixteen rows from the top, `b` and `w` for men and numbers for runs of empty
//! squares, and the side to move: `bbbbb11/…/11wwwww b`. A move is the squares it touches:
//! `12,15-10,13-8,13`.

use std::fmt::{self, Display};

use crate::game::Side;
use crate::message::message;
use crate::text::{Cursor, ParseError};

use super::board::{SIZE, Square, Words};
use super::setup::with_men;
use super::{Halma, Rules};

impl Display for Halma {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (y, row) in self.cells().chunks(SIZE.into()).enumerate() {
            if y > 0 {
                f.write_str("/")?;
            }
            for run in row.chunk_by(|a, b| a == b) {
                match run[0] {
                    b'.' => write!(f, "{}", run.len())?,
                    man => run.iter().try_for_each(|_| write!(f, "{}", man as char))?,
                }
            }
        }
        write!(f, " {}", [b'b', b'w'][self.to_move as usize] as char)
    }
}

pub(super) fn read_position(text: &str, rules: Rules) -> Result<Halma, ParseError> {
    let mut cursor = Cursor::new(text);
    let mut men = [Words::EMPTY; 2];
    for y in 0..SIZE {
        if y > 0 && !cursor.take_if('/') {
            return Err(cursor.unexpected(message!("halma.row-after", row = y)));
        }
        read_row(&mut cursor, y, &mut men)?;
    }
    cursor.expect(' ')?;
    let to_move = match cursor.peek() {
        Some('b') => Side::One,
        Some('w') => Side::Two,
        _ => return Err(cursor.unexpected(message!("halma.side-to-move"))),
    };
    cursor.take();
    cursor.end()?;
    with_men(men, to_move, rules).map_err(|(_, why)| Cursor::new(text).impossible(why))
}

fn read_row(cursor: &mut Cursor<'_>, y: u8, men: &mut [Words; 2]) -> Result<(), ParseError> {
    let mut x = 0;
    while x < SIZE {
        let left = SIZE - x;
        let side = match cursor.peek() {
            Some('b') => Side::One,
            Some('w') => Side::Two,
            Some('0'..='9') => {
                x += cursor.number(1, left.into(), "halma.run")? as u8;
                continue;
            }
            _ => {
                let kind = if left == 1 { "halma.one-more-square" } else { "halma.more-squares" };
                return Err(cursor.unexpected(message!(kind, count = left, row = y)));
            }
        };
        cursor.take();
        Square::new(x, y).toggle(&mut men[side as usize]);
        x += 1;
    }
    Ok(())
}

/// The squares of a move's text, at least two.
pub(super) fn read_path(text: &str) -> Result<Vec<Square>, ParseError> {
    let mut cursor = Cursor::new(text);
    let mut path = vec![read_square(&mut cursor)?];
    cursor.expect('-')?;
    path.push(read_square(&mut cursor)?);
    while cursor.take_if('-') {
        path.push(read_square(&mut cursor)?);
    }
    cursor.end()?;
    Ok(path)
}

fn read_square(cursor: &mut Cursor<'_>) -> Result<Square, ParseError> {
    let last = u32::from(SIZE) - 1;
    let x = cursor.number(0, last, "halma.column")?;
    cursor.expect(',')?;
    let y = cursor.number(0, last, "halma.row")?;
    Ok(Square::new(x as u8, y as u8))
}
