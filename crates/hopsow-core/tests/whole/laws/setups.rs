//! Set-ups that play seldom or never leads to, and texts that are nearly right, for each game.

use hopsow_core::game::{Position, Side};
use hopsow_core::games::awari::Awari;
use hopsow_core::games::checkers::Checkers;
use hopsow_core::games::halma::Halma;
use proptest::prelude::*;

pub trait Setups: Position + 'static {
    /// A pattern of texts that are nearly positions.
    const POSITIONS: &'static str;
    /// A pattern of texts that are nearly moves.
    const MOVES: &'static str;

    fn arranged(rules: Self::Rules) -> BoxedStrategy<Self>;
}

fn sides() -> impl Strategy<Value = Side> {
    prop::sample::select(&Side::BOTH[..])
}

impl Setups for Halma {
    const POSITIONS: &'static str = "([bw0-9]{1,4}/){15}[bw0-9]{1,4} [bw]";
    const MOVES: &'static str = "1?[0-9],1?[0-9](-1?[0-9],1?[0-9]){0,3}";

    /// Men of both sides anywhere, many or few.
    fn arranged(rules: Self::Rules) -> BoxedStrategy<Halma> {
        let men = prop::collection::vec((0..256usize, 0..=1usize), 1..50);
        (men, sides())
            .prop_map(move |(men, to_move)| {
                let mut board = [None; 256];
                let mut counts = [0; 2];
                for (square, side) in men {
                    if board[square].is_none() && counts[side] < 19 {
                        board[square] = Some(["b", "w"][side]);
                        counts[side] += 1;
                    }
                }
                let row = |cells: &[Option<&str>]| -> String {
                    let mut text = String::new();
                    let mut empty = 0;
                    for cell in cells.iter().chain([&Some("")]) {
                        match cell {
                            None => empty += 1,
                            Some(man) => {
                                if empty > 0 {
                                    text.push_str(&empty.to_string());
                                }
                                text.push_str(man);
                                empty = 0;
                            }
                        }
                    }
                    text
                };
                let rows: Vec<String> = board.chunks(16).map(row).collect();
                let side = ["b", "w"][to_move as usize];
                Halma::parse(&format!("{} {side}", rows.join("/")), rules).expect("a set-up")
            })
            .boxed()
    }
}

impl Setups for Checkers {
    const POSITIONS: &'static str =
        "[BW]:[BW](K?[1-3]?[0-9],?){0,9}:[BW]K?[0-9]{0,2}(:H[0-9]{1,3})?";
    const MOVES: &'static str = "[1-3]?[0-9]([-x][1-3]?[0-9]){0,4}";

    /// Pieces thrown on the board, many of them kings.
    fn arranged(rules: Self::Rules) -> BoxedStrategy<Checkers> {
        let piece = prop_oneof![3 => Just(None), 2 => (0..=1usize, any::<bool>()).prop_map(Some)];
        (sides(), 0..=rules.limit(), prop::collection::vec(piece, 32))
            .prop_map(move |(to_move, counter, pieces)| {
                let mut lists = [vec![], vec![]];
                for (square, piece) in (1..=32).zip(pieces) {
                    let Some((side, is_king)) = piece else { continue };
                    if lists[side].len() < 12 {
                        let is_last_row = if side == 0 { square > 28 } else { square <= 4 };
                        let king = if is_king || is_last_row { "K" } else { "" };
                        lists[side].push(format!("{king}{square}"));
                    }
                }
                let [red, white] = lists.map(|list| list.join(","));
                let side = ["B", "W"][to_move as usize];
                let text = format!("{side}:B{red}:W{white}:H{counter}");
                Checkers::parse(&text, rules).expect("a set-up")
            })
            .boxed()
    }
}

impl Setups for Awari {
    const POSITIONS: &'static str = "[0-9]{1,2}(-[0-9]{1,2}){13}-[SN]";
    const MOVES: &'static str = "[A-Fa-f]{1,2}";

    /// Full boards, boards near the end, boards with a hungry side, and boards with one huge pit.
    fn arranged(rules: Self::Rules) -> BoxedStrategy<Awari> {
        let full = prop::array::uniform12(0_u8..=21);
        let sparse = prop::array::uniform12(prop::sample::select(vec![0_u8, 0, 0, 1, 1, 2, 3]));
        let hungry = (prop::array::uniform6(0_u8..=30), sides()).prop_map(|(stones, side)| {
            let mut pits = [0; 12];
            pits[side as usize * 6..][..6].copy_from_slice(&stones);
            pits
        });
        let huge = (prop::array::uniform12(0_u8..=3), 0..12_usize, 30_u8..=222).prop_map(
            |(mut pits, pit, stones)| {
                pits[pit] = stones;
                pits
            },
        );
        let pits = prop_oneof![full, sparse, hungry, huge];
        (pits, prop::array::uniform2(0_u8..=30), sides())
            .prop_filter_map("stones that fit on a board", move |(pits, stores, to_move)| {
                let mut stones = [0; 14];
                stones[..12].copy_from_slice(&pits);
                let alone = Awari::from_stones(stones, to_move, rules).ok();
                stones[12..].copy_from_slice(&stores);
                Awari::from_stones(stones, to_move, rules).ok().or(alone)
            })
            .boxed()
    }
}
