//! Reading texts: a cursor that knows where it is, and the errors it can report.
//!
//! Every error says where it is, what was found there and what was expected instead. The error of a
//! well-formed text that describes something impossible says why it is impossible.

use std::fmt::{self, Display};

use crate::message::{Argument, Message, Refusal, message, one_of};

/// Why a text could not be read, and where. Lines and columns count from 1.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ParseError {
    /// The line of the offending text.
    pub line: usize,
    /// The column, in characters, of the offending text.
    pub column: usize,
    /// The problem.
    pub problem: Message,
}

impl Display for ParseError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        Display::fmt(&self.message(), f)
    }
}

impl std::error::Error for ParseError {}

impl Refusal for ParseError {
    fn message(&self) -> Message {
        let ParseError { line, column, problem } = self.clone();
        message!("text.at", line = line, column = column, problem = problem)
    }
}

/// Why a text does not name a legal move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum MoveError<Illegal> {
    /// It is not the text of a move.
    NotAMove(ParseError),
    /// It fits several legal moves: their full texts.
    Ambiguous(Vec<String>),
    /// It is a move, but not a legal one.
    Illegal(Illegal),
}

impl<Illegal: Refusal> Refusal for MoveError<Illegal> {
    fn message(&self) -> Message {
        match self {
            MoveError::NotAMove(error) => error.message(),
            MoveError::Ambiguous(moves) => message!("text.ambiguous-move", moves = one_of(moves)),
            MoveError::Illegal(why) => why.message(),
        }
    }
}

impl<Illegal: Refusal> Display for MoveError<Illegal> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        Display::fmt(&self.message(), f)
    }
}

impl<Illegal> From<ParseError> for MoveError<Illegal> {
    fn from(error: ParseError) -> Self {
        MoveError::NotAMove(error)
    }
}

/// The longest piece of offending text that an error quotes, in characters.
const MAX_QUOTED: usize = 24;

/// A place in a one-line text.
#[derive(Clone, Debug)]
pub struct Cursor<'a> {
    rest: &'a str,
    column: usize,
}

impl<'a> Cursor<'a> {
    /// The beginning of `text`.
    #[must_use]
    pub fn new(text: &'a str) -> Self {
        Cursor { rest: text, column: 1 }
    }

    /// The next character.
    #[must_use]
    pub fn peek(&self) -> Option<char> {
        self.rest.chars().next()
    }

    /// Take the next character, whatever it is.
    pub fn take(&mut self) -> Option<char> {
        let c = self.peek()?;
        self.rest = &self.rest[c.len_utf8()..];
        self.column += 1;
        Some(c)
    }

    /// Take `c` if it comes next.
    pub fn take_if(&mut self, c: char) -> bool {
        let is_next = self.peek() == Some(c);
        if is_next {
            self.take();
        }
        is_next
    }

    /// Take `c`, which must come next.
    pub fn expect(&mut self, c: char) -> Result<(), ParseError> {
        if self.take_if(c) { Ok(()) } else { Err(self.unexpected(format!("{c:?}"))) }
    }

    /// Take a decimal number in `low..=high`, without sign or leading zeros; `kind` is the message
    /// that says what it counts.
    pub fn number(&mut self, low: u32, high: u32, kind: &'static str) -> Result<u32, ParseError> {
        let expected = || message!(kind, low = low, high = high);
        let digits = self.rest.bytes().take_while(u8::is_ascii_digit).count();
        let text = &self.rest[..digits];
        let value = match text.parse::<u32>() {
            Ok(value)
                if (low..=high).contains(&value) && (digits == 1 || !text.starts_with('0')) =>
            {
                value
            }
            _ if digits > 0 => return Err(self.wrong(text, expected())),
            _ => return Err(self.unexpected(expected())),
        };
        self.rest = &self.rest[digits..];
        self.column += digits;
        Ok(value)
    }

    /// The text must end here.
    pub fn end(&self) -> Result<(), ParseError> {
        if self.rest.is_empty() { Ok(()) } else { Err(self.unexpected(message!("text.end"))) }
    }

    /// The error that something other than `expected` comes next.
    #[must_use]
    pub fn unexpected(&self, expected: impl Into<Argument>) -> ParseError {
        let word = self.rest.find(char::is_whitespace).unwrap_or(self.rest.len());
        let first = self.peek().map_or(0, char::len_utf8);
        self.wrong(&self.rest[..word.max(first)], expected)
    }

    /// The error that the text up to here describes something impossible.
    #[must_use]
    pub fn impossible(&self, reason: impl Refusal) -> ParseError {
        ParseError { line: 1, column: self.column, problem: reason.message() }
    }

    fn wrong(&self, found: &str, expected: impl Into<Argument>) -> ParseError {
        let found: String = found.chars().take(MAX_QUOTED).collect();
        let problem = if found.is_empty() {
            message!("text.ended", expected = expected)
        } else {
            message!("text.unexpected", found = format!("{found:?}"), expected = expected)
        };
        ParseError { line: 1, column: self.column, problem }
    }
}
