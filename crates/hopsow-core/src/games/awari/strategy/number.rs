//! The number of a position among all with the same number of stones, as in the tables but for
//! boards of any start: with s(i) the stones in the first i pits from the mover's first on, the sum
//! of C(s(i) + i − 1, i) over i = 1..11.

use crate::game::{Position, Side};
use crate::games::awari::board::{PITS, ROW, stones_in};
use crate::games::awari::{Awari, Rules};

/// The most stones that a start may have.
pub const MOST: u32 = 60;

/// `CHOICES[i][s]` is C(s + i − 1, i).
static CHOICES: [[u64; MOST as usize + 1]; PITS] = {
    let mut table = [[0; MOST as usize + 1]; PITS];
    table[0] = [1; MOST as usize + 1];
    let mut i = 1;
    while i < PITS {
        let mut s = 1;
        while s <= MOST as usize {
            table[i][s] = table[i][s - 1] + table[i - 1][s];
            s += 1;
        }
        i += 1;
    }
    table
};

/// The number of a position with at most `MOST` stones in the pits.
pub(super) fn number(position: &Awari) -> u64 {
    let mut sum = 0;
    let mut number = 0;
    for (pit, choices) in CHOICES[1..].iter().enumerate() {
        let row = if pit < ROW { position.own } else { position.opponent };
        sum += stones_in(row, pit % ROW) as usize;
        number += choices[sum];
    }
    number
}

/// The position with so many stones and this number, South to move and nothing in the stores;
/// `None` if there is no such number.
#[must_use]
pub fn numbered(stones: u32, number: u64, rules: Rules) -> Option<Awari> {
    if stones > MOST {
        return None;
    }
    let mut pits = [0; PITS + 2];
    let (mut rest, mut sum) = (number, stones as usize);
    for i in (1..PITS).rev() {
        let below = (0..=sum).rev().find(|&s| CHOICES[i][s] <= rest)?;
        rest -= CHOICES[i][below];
        pits[i] = (sum - below) as u8;
        sum = below;
    }
    pits[0] = sum as u8;
    let position = Awari::from_stones(pits, Side::One, rules).ok()?;
    (rest == 0).then(|| position.placement())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::awari::endings::positions;
    use crate::games::awari::strategy::RULES;

    #[test]
    fn numbers_count_the_positions_of_a_layer() {
        for stones in 0..=5 {
            let layer: Vec<Awari> = (0..).map_while(|each| numbered(stones, each, RULES)).collect();
            assert_eq!(layer.len() as u64, positions(stones as usize));
            for (each, position) in layer.iter().enumerate() {
                assert_eq!((position.stones_in_pits(), number(position)), (stones, each as u64));
            }
        }
    }
}
