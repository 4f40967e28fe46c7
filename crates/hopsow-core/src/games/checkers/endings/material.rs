//! Which pieces are on the board, seen from the side to move.
//!
//! A position with white to move is the turned position with red to move, so a slice of the tables
//! is named by the mover's pieces and the opponent's: `kkm-k`.

use std::fmt::{self, Display};

use crate::games::checkers::Checkers;

/// The most pieces that tables are made for: 2.4 billion positions.
pub const MAX_TABLE_PIECES: u8 = 6;

/// The numbers of men and kings of the side to move and of its opponent.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Material {
    /// Men of the side to move.
    pub own_men: u8,
    /// Kings of the side to move.
    pub own_kings: u8,
    /// Men of its opponent.
    pub opponent_men: u8,
    /// Kings of its opponent.
    pub opponent_kings: u8,
}

impl Material {
    /// The pieces on the board.
    #[must_use]
    pub const fn of(position: &Checkers) -> Material {
        let men = !position.kings;
        Material {
            own_men: (position.own & men).count_ones() as u8,
            own_kings: (position.own & position.kings).count_ones() as u8,
            opponent_men: (position.opponent & men).count_ones() as u8,
            opponent_kings: (position.opponent & position.kings).count_ones() as u8,
        }
    }

    /// The number of pieces.
    #[must_use]
    pub const fn pieces(self) -> u8 {
        self.own_men + self.own_kings + self.opponent_men + self.opponent_kings
    }

    /// The material after a step that crowns no man.
    #[must_use]
    pub const fn turned(self) -> Material {
        Material {
            own_men: self.opponent_men,
            own_kings: self.opponent_kings,
            opponent_men: self.own_men,
            opponent_kings: self.own_kings,
        }
    }

    /// The material after a step that crowns a man.
    #[must_use]
    pub fn after_crowning(self) -> Option<Material> {
        let own_men = self.own_men.checked_sub(1)?;
        Some(Material { own_men, own_kings: self.own_kings + 1, ..self }.turned())
    }

    /// The materials after a capture of one piece or several that leaves the opponent something; a
    /// man may be crowned at its end.
    pub(super) fn after_capture(self) -> impl Iterator<Item = Material> {
        let crowned = self.after_crowning().map(Material::turned);
        std::iter::once(self).chain(crowned).flat_map(|mover| {
            let men_and_kings = (0..=mover.opponent_men)
                .flat_map(move |men| (0..=mover.opponent_kings).map(move |kings| (men, kings)));
            let left = move |&(men, kings): &(u8, u8)| {
                (1..mover.opponent_men + mover.opponent_kings).contains(&(men + kings))
            };
            men_and_kings.filter(left).map(move |(opponent_men, opponent_kings)| {
                Material { opponent_men, opponent_kings, ..mover }.turned()
            })
        })
    }

    /// A number below `Material::NUMBERS`, different for every material of the tables.
    pub(super) const fn number(self) -> usize {
        const BASE: usize = MAX_TABLE_PIECES as usize + 1;
        let own = self.own_men as usize * BASE + self.own_kings as usize;
        (own * BASE + self.opponent_men as usize) * BASE + self.opponent_kings as usize
    }

    pub(super) const NUMBERS: usize = (MAX_TABLE_PIECES as usize + 1).pow(4);

    /// Every material with `pieces` pieces and both colours present, in the order of `pairs`.
    pub fn all(pieces: u8) -> impl Iterator<Item = Material> {
        Material::pairs(pieces).flat_map(Material::with_turned)
    }

    /// The first of each pair of a material and its turned one, few men first: crowning leads to
    /// earlier pairs.
    pub(super) fn pairs(pieces: u8) -> impl Iterator<Item = Material> {
        let with = move |men: u8, own: u8, own_men: u8| {
            let opponent_men = men - own_men;
            Some(Material {
                own_men,
                own_kings: own - own_men,
                opponent_men,
                opponent_kings: (pieces - own).checked_sub(opponent_men)?,
            })
        };
        let with_men = move |men: u8| {
            (1..pieces).flat_map(move |own| {
                (0..=men.min(own)).filter_map(move |own_men| with(men, own, own_men))
            })
        };
        (0..=pieces)
            .flat_map(with_men)
            .filter(|material| material.number() >= material.turned().number())
    }

    /// This material and its turned one, unless that is the same.
    pub(super) fn with_turned(self) -> impl Iterator<Item = Material> {
        let turned = Some(self.turned()).filter(|&turned| turned != self);
        std::iter::once(self).chain(turned)
    }
}

/// The mover's pieces and the opponent's, kings first: `kkm-k`.
impl Display for Material {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let pieces = |kings: u8, men: u8| "k".repeat(kings.into()) + &"m".repeat(men.into());
        let own = pieces(self.own_kings, self.own_men);
        write!(f, "{own}-{}", pieces(self.opponent_kings, self.opponent_men))
    }
}
