//! The random cases of this crate's tests are the same in every run.

use proptest::prelude::*;
use proptest::strategy::ValueTree;
use proptest::test_runner::{RngSeed, TestRunner};

fn drawn() -> Vec<u64> {
    let mut runner = TestRunner::default();
    (0..100).map(|_| any::<u64>().new_tree(&mut runner).expect("a number").current()).collect()
}

#[test]
fn two_runs_draw_the_same_cases() {
    assert_eq!(drawn(), drawn());
}

#[test]
fn another_seed_draws_other_cases() {
    let RngSeed::Fixed(seed) = ProptestConfig::default().rng_seed else {
        panic!("no seed: run by cargo, which reads .cargo/config.toml");
    };
    let config = ProptestConfig { rng_seed: RngSeed::Fixed(seed + 1), ..Default::default() };
    let other = any::<u64>().new_tree(&mut TestRunner::new(config)).expect("a number").current();
    assert_ne!(other, drawn()[0]);
}
