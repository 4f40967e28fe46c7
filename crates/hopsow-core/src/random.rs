//! Pseudo-random numbers, the same on every machine and in every version.

/// Steele, Lea and Flood's SplitMix64: one add and one mix a number, any seed is good.
#[derive(Clone, Debug)]
pub struct SplitMix(u64);

impl SplitMix {
    /// The generator of `game` in the batch of `seed`.
    #[must_use]
    pub fn new(seed: u64, game: u64) -> Self {
        let mut state = SplitMix(seed);
        state.0 = state.next() ^ game;
        state.0 = state.next();
        state
    }

    /// The next number.
    #[expect(clippy::should_implement_trait, reason = "numbers never end, so there is no Option")]
    pub fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let z = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// A number below `bound`; the bias of the multiplication is below 2⁻⁵⁰ here.
    pub fn below(&mut self, bound: usize) -> usize {
        ((u128::from(self.next()) * bound as u128) >> 64) as usize
    }
}
