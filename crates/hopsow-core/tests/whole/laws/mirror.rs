//! The other side of the board, for each game, in texts alone.

use hopsow_core::game::Position;
use hopsow_core::games::awari::Awari;
use hopsow_core::games::checkers::Checkers;
use hopsow_core::games::halma::Halma;

/// A position's text and a move's text, seen from the other side of the board.
pub trait Mirror: Position {
    fn mirror(text: &str) -> String;
    fn mirror_square(square: &str) -> String;

    /// Return the part of a move's text that identifies it.
    fn ends(text: &str) -> String {
        text.to_owned()
    }

    fn mirror_move(text: &str) -> String {
        let separator = if text.contains('x') { "x" } else { "-" };
        let squares: Vec<_> = text.split(separator).map(Self::mirror_square).collect();
        Self::ends(&squares.join(separator))
    }
}

impl Mirror for Halma {
    fn mirror(text: &str) -> String {
        let (board, side) = text.split_once(' ').expect("a side to move");
        let turn = |row: &str| {
            let runs: Vec<&str> = row.split_inclusive(|c: char| !c.is_ascii_digit()).collect();
            let mut turned = String::new();
            for run in runs.into_iter().rev() {
                let (number, man) = run.split_at(run.trim_end_matches(['b', 'w']).len());
                turned.push_str(man);
                turned.push_str(number);
            }
            turned
        };
        let rows: Vec<String> = board.split('/').rev().map(turn).collect();
        swap_letters(&format!("{} {side}", rows.join("/")), 'b', 'w')
    }

    fn mirror_square(square: &str) -> String {
        let (x, y) = square.split_once(',').expect("a square");
        let turn = |n: &str| 15 - n.parse::<u8>().expect("a number");
        format!("{},{}", turn(x), turn(y))
    }

    /// Of several shortest paths the mirrored board may prefer another.
    fn ends(text: &str) -> String {
        let squares: Vec<_> = text.split('-').collect();
        format!("{}-{}", squares[0], squares[squares.len() - 1])
    }
}

impl Mirror for Checkers {
    fn mirror(text: &str) -> String {
        let mut fields = text.split(':');
        let side = fields.next().expect("a side");
        let mut mirrored = swap_letters(side, 'B', 'W');
        for field in fields {
            let (colour, squares) = field.split_at(1);
            let turn = |piece: &str| {
                let (king, square) =
                    piece.split_at(piece.len() - piece.trim_start_matches('K').len());
                format!("{king}{}", Self::mirror_square(square))
            };
            let list = match colour {
                "H" => squares.to_owned(),
                _ if squares.is_empty() => String::new(),
                _ => squares.split(',').map(turn).collect::<Vec<_>>().join(","),
            };
            mirrored.push_str(&format!(":{}{list}", swap_letters(colour, 'B', 'W')));
        }
        mirrored
    }

    fn mirror_square(square: &str) -> String {
        (33 - square.parse::<u8>().expect("a square")).to_string()
    }
}

impl Mirror for Awari {
    fn mirror(text: &str) -> String {
        let fields: Vec<_> = text.split('-').collect();
        let side = swap_letters(fields[14], 'S', 'N');
        let turned = [&fields[6..12], &fields[0..6], &[fields[13], fields[12], side.as_str()]];
        turned.concat().join("-")
    }

    fn mirror_square(pit: &str) -> String {
        pit.chars()
            .map(|c| if c.is_uppercase() { c.to_ascii_lowercase() } else { c.to_ascii_uppercase() })
            .collect()
    }
}

fn swap_letters(text: &str, a: char, b: char) -> String {
    text.chars()
        .map(|c| {
            if c == a {
                b
            } else if c == b {
                a
            } else {
                c
            }
        })
        .collect()
}
