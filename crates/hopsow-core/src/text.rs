//! Reading texts: a cursor that knows where it is, and the errors it can report.
//!
//! Every error says where it is, what was found there and what was expected instead. The error of a
//! well-formed text that describes something impossible says why it is impossible.

use std::fmt::{self, Display};

/// Why a text could not be read, and where. Lines and columns count from 1.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ParseError {
    /// The line of the offending text.
    pub line: usize,
    /// The column, in characters, of the offending text.
    pub column: usize,
    /// The problem.
    pub problem: Problem,
}

/// A problem with a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Problem {
    /// Something other than what the grammar allows.
    Unexpected {
        /// The offending text; empty at the end of the text.
        found: String,
        /// The tokens that the grammar allows there.
        expected: String,
    },
    /// The text is well formed, but what it describes is impossible: the reason.
    Impossible(String),
}

impl Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Problem::Unexpected { found, expected } if found.is_empty() => {
                write!(f, "found the end of the text, expected {expected}")
            }
            Problem::Unexpected { found, expected } => {
                write!(f, "found {found:?}, expected {expected}")
            }
            Problem::Impossible(reason) => f.write_str(reason),
        }
    }
}

impl Display for ParseError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}, column {}: {}", self.line, self.column, self.problem)
    }
}

impl std::error::Error for ParseError {}

/// Why something is refused: its `Display` is the sentence that a person reads.
pub trait Refusal: Display + fmt::Debug {
    /// The kind of refusal: a word for programs, which never changes.
    fn kind(&self) -> &'static str;
}

/// A refusal, whatever the game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refused {
    /// The word for programs.
    pub kind: &'static str,
    /// The sentence for people.
    pub sentence: String,
}

impl<R: Refusal> From<R> for Refused {
    fn from(refusal: R) -> Refused {
        Refused { kind: refusal.kind(), sentence: refusal.to_string() }
    }
}

impl Display for Refused {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.sentence)
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

impl<Illegal: Display> Display for MoveError<Illegal> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            MoveError::NotAMove(error) => error.fmt(f),
            MoveError::Ambiguous(moves) => {
                write!(f, "several moves fit: {}", one_of(moves))
            }
            MoveError::Illegal(why) => why.fmt(f),
        }
    }
}

impl<Illegal> From<ParseError> for MoveError<Illegal> {
    fn from(error: ParseError) -> Self {
        MoveError::NotAMove(error)
    }
}

/// "A", "A or B", "A, B or C": a choice as a person would write it.
#[must_use]
pub fn one_of<T: Display>(choices: &[T]) -> String {
    let mut text = String::new();
    for (i, choice) in choices.iter().enumerate() {
        match i {
            0 => {}
            _ if i + 1 == choices.len() => text.push_str(" or "),
            _ => text.push_str(", "),
        }
        text.push_str(&choice.to_string());
    }
    text
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
        if self.take_if(c) { Ok(()) } else { Err(self.unexpected(&format!("{c:?}"))) }
    }

    /// Take a decimal number in `low..=high`, without sign or leading zeros.
    pub fn number(&mut self, low: u32, high: u32, what: &str) -> Result<u32, ParseError> {
        let expected = || format!("{what} from {low} to {high}");
        let digits = self.rest.bytes().take_while(u8::is_ascii_digit).count();
        let text = &self.rest[..digits];
        let value = match text.parse::<u32>() {
            Ok(value)
                if (low..=high).contains(&value) && (digits == 1 || !text.starts_with('0')) =>
            {
                value
            }
            _ if digits > 0 => return Err(self.wrong(text, &expected())),
            _ => return Err(self.unexpected(&expected())),
        };
        self.rest = &self.rest[digits..];
        self.column += digits;
        Ok(value)
    }

    /// The text must end here.
    pub fn end(&self) -> Result<(), ParseError> {
        if self.rest.is_empty() { Ok(()) } else { Err(self.unexpected("the end of the text")) }
    }

    /// The error that something other than `expected` comes next.
    #[must_use]
    pub fn unexpected(&self, expected: &str) -> ParseError {
        let word = self.rest.find(char::is_whitespace).unwrap_or(self.rest.len());
        let first = self.peek().map_or(0, char::len_utf8);
        self.wrong(&self.rest[..word.max(first)], expected)
    }

    /// The error that the text up to here describes something impossible.
    #[must_use]
    pub fn impossible(&self, reason: impl Display) -> ParseError {
        ParseError {
            line: 1,
            column: self.column,
            problem: Problem::Impossible(reason.to_string()),
        }
    }

    fn wrong(&self, found: &str, expected: &str) -> ParseError {
        let found = found.chars().take(MAX_QUOTED).collect();
        let problem = Problem::Unexpected { found, expected: expected.to_owned() };
        ParseError { line: 1, column: self.column, problem }
    }
}
