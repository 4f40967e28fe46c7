//! Judging by a weighted sum of features, whose weights can be fitted to the results of games
//! (`tune`). A game lists its features once; the same list serves the fit and the search.

use std::fmt::{self, Display};
use std::sync::Arc;

use super::{Evaluation, Judge, MAX_ESTIMATE, Score};
use crate::game::Position;

/// The features of a position, from the view of the side to move.
///
/// Each feature has two weights, one for the beginning and one for the end of a game; the phase
/// blends them.
pub trait Features: Position {
    /// How weights judge: as [`Weights`] do, or by some faster way to the same sum.
    type Linear: Evaluation<Self> + From<Weights>;

    /// The number of features.
    const FEATURES: usize;

    /// What a feature that counts once is given as, so that others can count in fractions.
    const ONE: i32;

    /// The phase of a full board; an empty one has phase 0.
    const FULL: i32;

    /// What a beginner's weights are where they are not 0: where fitting begins, and how the plain
    /// reference players judge.
    const BASELINE: &'static [(usize, i16)];

    /// The size of one whole unit, given the weights at the beginning and at the end of a game.
    fn unit(weights: &[[f32; 2]]) -> f32;

    /// How far the game is from its end.
    fn phase(&self) -> i32;

    /// Visit every feature that is not zero with its value.
    fn for_each_feature(&self, visit: impl FnMut(usize, i32));

    /// How a beginner judges.
    #[must_use]
    fn beginner() -> Self::Linear {
        Weights::baseline::<Self>().into()
    }
}

/// For each feature its weights at the beginning and at the end of a game, in hundredths of a unit.
/// Copies share them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Weights(Arc<[[i16; 2]]>);

/// A file that does not hold a game's weights.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct WrongLength {
    /// Its bytes.
    pub found: usize,
    /// The bytes that the weights take.
    pub expected: usize,
}

impl Display for WrongLength {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} bytes of weights, expected {}", self.found, self.expected)
    }
}

impl std::error::Error for WrongLength {}

/// The bytes of a feature in a file: its two weights, little-endian.
const BYTES: usize = 4;

impl Weights {
    /// These weights.
    #[must_use]
    pub fn new(weights: Vec<[i16; 2]>) -> Weights {
        Weights(weights.into())
    }

    /// The weights for `P` that a file holds.
    pub fn read<P: Features>(file: &[u8]) -> Result<Weights, WrongLength> {
        let expected = BYTES * P::FEATURES;
        if file.len() != expected {
            return Err(WrongLength { found: file.len(), expected });
        }
        let weight = |low: u8, high: u8| i16::from_le_bytes([low, high]);
        let pairs = file.chunks_exact(BYTES).map(|b| [weight(b[0], b[1]), weight(b[2], b[3])]);
        Ok(Weights(pairs.collect()))
    }

    /// The file that holds these weights.
    #[must_use]
    pub fn to_file(&self) -> Vec<u8> {
        self.0.iter().flatten().flat_map(|weight| weight.to_le_bytes()).collect()
    }

    /// A beginner's weights.
    #[must_use]
    pub fn baseline<P: Features>() -> Weights {
        let mut weights = vec![[0; 2]; P::FEATURES];
        for &(feature, weight) in P::BASELINE {
            weights[feature] = [weight; 2];
        }
        Weights::new(weights)
    }

    /// The weights of a feature: at the beginning and at the end of a game.
    #[inline(always)]
    #[must_use]
    pub fn of(&self, feature: usize) -> [i32; 2] {
        let [early, late] = self.0[feature];
        [i32::from(early), i32::from(late)]
    }
}

impl<P: Features> Evaluation<P> for Weights {
    type Judge = Weights;

    const DEPENDS_ON_ROOT: bool = false;

    fn judge(&self, _: &P) -> Weights {
        self.clone()
    }
}

impl<P: Features> Judge<P> for Weights {
    #[inline(always)]
    fn value(&mut self, position: &P) -> Score {
        let mut sums = [0; 2];
        position.for_each_feature(|feature, value| {
            let weights = self.of(feature);
            sums[0] += weights[0] * value;
            sums[1] += weights[1] * value;
        });
        let phase = position.phase();
        let blend = (sums[0] * phase + sums[1] * (P::FULL - phase)) / (P::FULL * P::ONE);
        blend.clamp(-MAX_ESTIMATE, MAX_ESTIMATE)
    }
}
