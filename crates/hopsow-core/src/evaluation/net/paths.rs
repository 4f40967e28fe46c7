//! The arithmetic of a net, for each kind of processor. All paths give the same numbers: sums of
//! the first layer wrap at 16 bits, those of the small ones at 32.
//!
//! The only `unsafe` code of the core is here: instructions that not every processor has, and loads
//! that trust the sizes of the arrays they read.

#![allow(unsafe_code, reason = "explained above, and at each block")]

use super::{HIDDEN, Head, LAST_SCALE, ONE, Row, SMALL, Small, WEIGHT_BITS};

/// The first layer's activations, aligned for loads of whole registers.
#[repr(C, align(64))]
struct Activations([u8; HIDDEN]);

/// A kind of arithmetic that this processor supports.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Path(Kind);

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    /// Plain Rust.
    Portable,
    /// 256 bits at a time.
    #[cfg(target_arch = "x86_64")]
    Avx2,
    /// 512 bits at a time, four products in one instruction.
    #[cfg(target_arch = "x86_64")]
    Avx512,
    /// 128 bits at a time.
    #[cfg(target_arch = "aarch64")]
    Neon,
}

impl Path {
    /// Return every path that this processor supports, the fastest last.
    #[must_use]
    pub fn all() -> Vec<Path> {
        let mut kinds = vec![Kind::Portable];
        #[cfg(target_arch = "x86_64")]
        {
            if is_x86_feature_detected!("avx2") {
                kinds.push(Kind::Avx2);
            }
            if is_x86_feature_detected!("avx512f")
                && is_x86_feature_detected!("avx512bw")
                && is_x86_feature_detected!("avx512vnni")
            {
                kinds.push(Kind::Avx512);
            }
        }
        // Every such processor has NEON.
        #[cfg(target_arch = "aarch64")]
        kinds.push(Kind::Neon);
        kinds.into_iter().map(Path).collect()
    }

    /// Return the fastest path.
    #[must_use]
    pub fn best() -> Path {
        Path::all().pop().expect("plain Rust is always there")
    }

    /// Return the name.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self.0 {
            Kind::Portable => "portable",
            #[cfg(target_arch = "x86_64")]
            Kind::Avx2 => "AVX2",
            #[cfg(target_arch = "x86_64")]
            Kind::Avx512 => "AVX-512",
            #[cfg(target_arch = "aarch64")]
            Kind::Neon => "NEON",
        }
    }

    /// Add rows of the first layer to `sum`, and subtract others.
    #[inline(always)]
    pub(super) fn change(self, sum: &mut Row, first: &[Row], on: &[u16], off: &[u16]) {
        match self.0 {
            Kind::Portable => change(sum, first, on, off),
            // SAFETY: `all` makes this path only where the processor has AVX2.
            #[cfg(target_arch = "x86_64")]
            Kind::Avx2 => unsafe { x86::change_avx2(sum, first, on, off) },
            // SAFETY: `all` makes this path only where the processor has these parts of AVX-512.
            #[cfg(target_arch = "x86_64")]
            Kind::Avx512 => unsafe { x86::change_avx512(sum, first, on, off) },
            // Plain Rust is compiled to NEON there.
            #[cfg(target_arch = "aarch64")]
            Kind::Neon => change(sum, first, on, off),
        }
    }

    /// Return the estimate from the first layer's sum, in hundredths.
    #[inline(always)]
    pub(super) fn finish(self, sum: &Row, head: &Head) -> i64 {
        match self.0 {
            Kind::Portable => finish(sum, head, layer),
            // SAFETY: `all` makes this path only where the processor has AVX2.
            #[cfg(target_arch = "x86_64")]
            Kind::Avx2 => unsafe { x86::finish_avx2(sum, head) },
            // SAFETY: `all` makes this path only where the processor has these parts of AVX-512.
            #[cfg(target_arch = "x86_64")]
            Kind::Avx512 => unsafe { x86::finish_avx512(sum, head) },
            #[cfg(target_arch = "aarch64")]
            Kind::Neon => finish(sum, head, neon::layer),
        }
    }
}

#[inline(always)]
fn change(sum: &mut Row, first: &[Row], on: &[u16], off: &[u16]) {
    for &input in on {
        for (sum, weight) in sum.0.iter_mut().zip(&first[usize::from(input)].0) {
            *sum = sum.wrapping_add(*weight);
        }
    }
    for &input in off {
        for (sum, weight) in sum.0.iter_mut().zip(&first[usize::from(input)].0) {
            *sum = sum.wrapping_sub(*weight);
        }
    }
}

/// Compute the layers after the first, the two small ones by `layer`.
#[inline(always)]
fn finish(sum: &Row, head: &Head, layer: impl Fn(&[u8], &Small) -> [i32; SMALL]) -> i64 {
    let second = layer(&activate(sum).0, &head.second);
    let third = layer(&activate_small(&second), &head.third);
    let mut sum = 0;
    for (activation, &weight) in activate_small(&third).into_iter().zip(&head.last) {
        sum += i32::from(activation) * i32::from(weight);
    }
    (i64::from(sum) + i64::from(head.last_bias)) * 100 / (LAST_SCALE * i64::from(ONE))
}

// The activations are written as loops: `map` over a long array is not inlined, and so it would be
// compiled for the oldest processor.

/// Return the first layer's activations: its sums clamped to 0 and one.
#[inline(always)]
fn activate(sum: &Row) -> Activations {
    let mut activations = Activations([0; HIDDEN]);
    for (activation, &sum) in activations.0.iter_mut().zip(&sum.0) {
        *activation = sum.clamp(0, ONE as i16) as u8;
    }
    activations
}

/// Return the activations of a small layer: its sums scaled down and clamped to 0 and one.
#[inline(always)]
fn activate_small(sums: &[i32; SMALL]) -> [u8; SMALL] {
    let mut activations = [0; SMALL];
    for (activation, &sum) in activations.iter_mut().zip(sums) {
        *activation = (sum >> WEIGHT_BITS).clamp(0, ONE) as u8;
    }
    activations
}

/// Return the sums of a layer. Compilers turn two products of 16-bit numbers, added in 32 bits,
/// into one instruction on many processors.
#[inline(always)]
fn layer(activations: &[u8], layer: &Small) -> [i32; SMALL] {
    let mut sums = layer.bias;
    for (two, weights) in activations.as_chunks::<2>().0.iter().zip(&layer.pairs) {
        let [a, b] = two.map(i32::from);
        for (sum, weights) in sums.iter_mut().zip(&weights.0) {
            let [c, d] = weights.map(i32::from);
            *sum = sum.wrapping_add(a * c + b * d);
        }
    }
    sums
}

#[cfg(target_arch = "x86_64")]
mod x86 {
    use std::arch::x86_64::*;

    use super::*;

    /// Plain Rust, compiled for wider registers.
    #[target_feature(enable = "avx2")]
    pub fn change_avx2(sum: &mut Row, first: &[Row], on: &[u16], off: &[u16]) {
        change(sum, first, on, off);
    }

    /// Plain Rust, compiled for wider registers.
    #[target_feature(enable = "avx512f,avx512bw")]
    pub fn change_avx512(sum: &mut Row, first: &[Row], on: &[u16], off: &[u16]) {
        change(sum, first, on, off);
    }

    #[target_feature(enable = "avx2")]
    pub fn finish_avx2(sum: &Row, head: &Head) -> i64 {
        finish(sum, head, |activations, layer| layer_avx2(activations, layer))
    }

    #[target_feature(enable = "avx512f,avx512bw,avx512vnni")]
    pub fn finish_avx512(sum: &Row, head: &Head) -> i64 {
        finish(sum, head, |activations, layer| layer_avx512(activations, layer))
    }

    /// Two products of an activation of at most 127 and a weight of at least -128 stay within 16
    /// bits, so nothing is lost on the way to 32.
    #[target_feature(enable = "avx2")]
    #[inline]
    fn layer_avx2(activations: &[u8], Small { quads, bias, .. }: &Small) -> [i32; SMALL] {
        let ones = _mm256_set1_epi16(1);
        // SAFETY: the bias is 32 numbers of 32 bits, four registers long.
        let mut sums: [__m256i; 4] =
            [0, 8, 16, 24].map(|i| unsafe { _mm256_loadu_si256(bias.as_ptr().add(i).cast()) });
        for (four, quad) in activations.as_chunks::<4>().0.iter().zip(quads) {
            let four = _mm256_set1_epi32(i32::from_le_bytes(*four));
            for (i, sum) in sums.iter_mut().enumerate() {
                // SAFETY: a quad is 128 bytes, four registers long, and aligned.
                let weights = unsafe { _mm256_load_si256(quad.0.as_ptr().add(8 * i).cast()) };
                let pairs = _mm256_maddubs_epi16(four, weights);
                *sum = _mm256_add_epi32(*sum, _mm256_madd_epi16(pairs, ones));
            }
        }
        let mut result = [0; SMALL];
        for (i, sum) in sums.into_iter().enumerate() {
            // SAFETY: the result is 32 numbers of 32 bits, four registers long.
            unsafe { _mm256_storeu_si256(result.as_mut_ptr().add(8 * i).cast(), sum) };
        }
        result
    }

    #[target_feature(enable = "avx512f,avx512bw,avx512vnni")]
    #[inline]
    fn layer_avx512(activations: &[u8], Small { quads, bias, .. }: &Small) -> [i32; SMALL] {
        // SAFETY: the bias is 32 numbers of 32 bits, two registers long.
        let bias = [0, 16].map(|i| unsafe { _mm512_loadu_si512(bias.as_ptr().add(i).cast()) });
        // Two sums by turns, since each has to wait for the one before.
        let mut sums = [bias, [_mm512_setzero_si512(); 2]];
        let fours = activations.as_chunks::<4>().0.as_chunks::<2>().0;
        for (fours, quads) in fours.iter().zip(quads.as_chunks::<2>().0) {
            for ((sums, four), quad) in sums.iter_mut().zip(fours).zip(quads) {
                let four = _mm512_set1_epi32(i32::from_le_bytes(*four));
                for (i, sum) in sums.iter_mut().enumerate() {
                    // SAFETY: a quad is 128 bytes, two registers long, and aligned.
                    let weights = unsafe { _mm512_load_si512(quad.0.as_ptr().add(16 * i).cast()) };
                    *sum = _mm512_dpbusd_epi32(*sum, four, weights);
                }
            }
        }
        let mut result = [0; SMALL];
        let [one, other] = sums;
        for (i, (one, other)) in one.into_iter().zip(other).enumerate() {
            let sum = _mm512_add_epi32(one, other);
            // SAFETY: the result is 32 numbers of 32 bits, two registers long.
            unsafe { _mm512_storeu_si512(result.as_mut_ptr().add(16 * i).cast(), sum) };
        }
        result
    }
}

#[cfg(target_arch = "aarch64")]
mod neon {
    use std::arch::aarch64::*;

    use super::*;

    /// Activations are at most 127, so that they are the same as signed bytes.
    #[inline(always)]
    pub fn layer(activations: &[u8], Small { quads, bias, .. }: &Small) -> [i32; SMALL] {
        // SAFETY: every processor of this kind has NEON; the bias is 32 numbers of 32 bits, eight
        // registers long, a quad 128 bytes, eight registers too, and so is the result.
        unsafe {
            let mut sums: [int32x4_t; 8] =
                std::array::from_fn(|i| vld1q_s32(bias.as_ptr().add(4 * i)));
            for (four, weights) in activations.as_chunks::<4>().0.iter().zip(quads) {
                let four = i32::from_le_bytes(*four);
                let four = vreinterpretq_s8_s32(vdupq_n_s32(four));
                for (i, sum) in sums.iter_mut().enumerate() {
                    let weights = vld1q_s8(weights.0.as_ptr().add(4 * i).cast());
                    let low = vmull_s8(vget_low_s8(four), vget_low_s8(weights));
                    let high = vmull_high_s8(four, weights);
                    let products = vpaddq_s32(vpaddlq_s16(low), vpaddlq_s16(high));
                    *sum = vaddq_s32(*sum, products);
                }
            }
            let mut result = [0; SMALL];
            for (i, sum) in sums.into_iter().enumerate() {
                vst1q_s32(result.as_mut_ptr().add(4 * i), sum);
            }
            result
        }
    }
}
