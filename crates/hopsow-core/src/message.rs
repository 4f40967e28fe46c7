//! What is told to people, before it is put into words: a kind and its arguments.
//!
//! Refusals, parse errors and results are messages. Programs read the kind, which never changes; the
//! sentence belongs to a language. `Display` writes the English one, from the catalogue that all of
//! Hopsow shares; a kind that the catalogue lacks, such as another crate's, is written as it is.

use std::borrow::Cow;
use std::fmt::{self, Debug, Display};

/// A line of this file is `"kind": "sentence with {arguments}",`, which a test holds.
const ENGLISH: &str =
    include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/../../python/hopsow/messages/en.json"));

/// A kind of message with its arguments.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Message {
    /// Dotted words for programs, such as `halma.occupied`.
    pub kind: Cow<'static, str>,
    /// What the sentence is about, by name.
    pub arguments: Vec<(&'static str, Argument)>,
}

/// What a sentence is about.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Argument {
    /// A number.
    Number(u64),
    /// A text that is the same in every language: a square, a move, what somebody wrote.
    Text(String),
    /// Words, which depend on the language.
    Message(Message),
}

/// A message of a kind, with its arguments by name.
macro_rules! message {
    ($kind:expr $(, $name:ident = $value:expr)* $(,)?) => {
        $crate::message::Message {
            kind: $kind.into(),
            arguments: vec![$((stringify!($name), $value.into())),*],
        }
    };
}
pub(crate) use message;

impl Message {
    /// The last word of the kind, which a game's own lists of kinds use.
    #[must_use]
    pub fn word(&self) -> &str {
        self.kind.rsplit('.').next().unwrap_or(&self.kind)
    }

    /// No legal move has an action of this number.
    #[must_use]
    pub fn not_here(action: i128) -> Message {
        let problem = message!("action.not-here", action = action.to_string());
        message!("action.illegal-action", problem = problem)
    }
}

/// "A", "A or B", "A, B or C": a choice as a person would write it.
#[must_use]
pub fn one_of<T: Display>(choices: &[T]) -> Argument {
    let texts: Vec<String> = choices.iter().map(ToString::to_string).collect();
    match &texts[..] {
        [some @ .., last] if !some.is_empty() => {
            message!("text.or", some = some.join(", "), last = last.as_str()).into()
        }
        _ => Argument::Text(texts.concat()),
    }
}

impl Display for Message {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Some(sentence) = sentence(&self.kind) else { return f.write_str(&self.kind) };
        let mut rest = sentence;
        while let Some((before, after)) = rest.split_once('{') {
            let (name, after) = after.split_once('}').unwrap_or((after, ""));
            write!(f, "{}", before.replace("\\\"", "\""))?;
            if let Some((_, argument)) = self.arguments.iter().find(|(given, _)| *given == name) {
                write!(f, "{argument}")?;
            }
            rest = after;
        }
        write!(f, "{}", rest.replace("\\\"", "\""))
    }
}

fn sentence(kind: &str) -> Option<&'static str> {
    ENGLISH.lines().find_map(|line| {
        let rest = line.strip_prefix("  \"")?.strip_prefix(kind)?.strip_prefix("\": \"")?;
        rest.trim_end_matches(',').strip_suffix('"')
    })
}

impl Display for Argument {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Argument::Number(number) => Display::fmt(number, f),
            Argument::Text(text) => f.write_str(text),
            Argument::Message(message) => Display::fmt(message, f),
        }
    }
}

impl From<Message> for Argument {
    fn from(message: Message) -> Argument {
        Argument::Message(message)
    }
}

impl From<String> for Argument {
    fn from(text: String) -> Argument {
        Argument::Text(text)
    }
}

impl From<&str> for Argument {
    fn from(text: &str) -> Argument {
        Argument::Text(text.to_owned())
    }
}

macro_rules! numbers {
    ($($type:ty)*) => {
        $(impl From<$type> for Argument {
            fn from(number: $type) -> Argument {
                Argument::Number(number as u64)
            }
        })*
    };
}
numbers!(u8 u32 u64 usize);

/// Something that has a message for people: why a move, a set-up or a text is refused.
pub trait Refusal: Debug {
    /// The message.
    fn message(&self) -> Message;
}

impl Refusal for Message {
    fn message(&self) -> Message {
        self.clone()
    }
}
