//! Texts: `4-4-4-4-4-4-4-4-4-4-4-4-0-0-S` for positions, `A` to `F` and `a` to `f` for moves.

use std::fmt::{self, Display};

use super::board::PITS;
use super::rules::Rules;
use super::{Awari, Move};
use crate::game::{Position, Side};
use crate::message::message;
use crate::text::{Cursor, ParseError};

impl Display for Awari {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for stones in self.stones() {
            write!(f, "{stones}-")?;
        }
        f.write_str(match self.to_move() {
            Side::One => "S",
            Side::Two => "N",
        })
    }
}

impl Awari {
    /// Read what `Display` writes.
    pub(super) fn read(text: &str, rules: Rules) -> Result<Awari, ParseError> {
        let mut cursor = Cursor::new(text);
        let mut stones = [0; PITS + 2];
        let mut places = Vec::with_capacity(stones.len());
        for count in &mut stones {
            places.push(cursor.clone());
            *count = cursor.number(0, u32::from(u8::MAX), "awari.stones")? as u8;
            cursor.expect('-')?;
        }
        let to_move = read_side(&mut cursor)?;
        cursor.end()?;
        Awari::from_stones(stones, to_move, rules)
            .map_err(|why| places[usize::from(why.place())].impossible(why))
    }
}

fn read_side(cursor: &mut Cursor<'_>) -> Result<Side, ParseError> {
    if cursor.take_if('S') {
        Ok(Side::One)
    } else if cursor.take_if('N') {
        Ok(Side::Two)
    } else {
        Err(cursor.unexpected(message!("awari.side-to-move")))
    }
}

impl Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let first = match self.side() {
            Side::One => b'A',
            Side::Two => b'a',
        };
        write!(f, "{}", char::from(first + self.pit_in_row() as u8))
    }
}

impl Move {
    /// Read what `Display` writes.
    pub(super) fn read(text: &str) -> Result<Move, ParseError> {
        let mut cursor = Cursor::new(text);
        let mv = match cursor.peek() {
            Some(c @ 'A'..='F') => Move::in_row(Side::One, c as usize - 'A' as usize),
            Some(c @ 'a'..='f') => Move::in_row(Side::Two, c as usize - 'a' as usize),
            _ => return Err(cursor.unexpected(message!("awari.pit"))),
        };
        cursor.take();
        cursor.end()?;
        Ok(mv)
    }
}
