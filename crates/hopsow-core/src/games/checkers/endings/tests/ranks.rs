//! The numbers of positions, and steps back.

use std::collections::HashSet;

use super::{layouts, positions};
use crate::game::Position;
use crate::games::checkers::endings::material::Material;
use crate::games::checkers::tests::laws::turned;
use crate::games::checkers::{Checkers, Rules};

#[test]
fn ranks_and_positions_are_one_to_one() {
    for layout in (2..=6).flat_map(|pieces| layouts(Rules::Dd2380, pieces)) {
        let step = (layout.positions() / 5_000).max(1);
        for rank in (0..layout.positions()).step_by(step) {
            let position = layout.position(rank);
            assert_eq!(Material::of(&position), layout.material(), "{position}");
            assert_eq!(Checkers::parse(&position.to_string(), Rules::Dd2380), Ok(position));
            assert_eq!(layout.rank(&position), rank, "{position}");
            assert_eq!(layout.rank(&turned(&position)), rank, "{position} turned");
        }
    }
}

#[test]
fn slices_hold_as_many_positions_as_there_are() {
    let counted: Vec<u64> = (2..=6)
        .map(|n| layouts(Rules::Dd2380, n).map(|layout| layout.positions() as u64).sum())
        .collect();
    // Published counts, less those with one colour only: choose n men and kings of 28 and 32.
    let of_one_colour = |n: u32| -> u64 {
        let choose = |from: u64, k: u64| (0..k).fold(1, |ways, i| ways * (from - i) / (i + 1));
        (0..=u64::from(n)).map(|men| choose(28, men) * choose(32 - men, u64::from(n) - men)).sum()
    };
    let published = [6_972, 261_224, 7_092_774, 148_688_232, 2_503_611_964];
    for ((pieces, counted), published) in (2..).zip(counted).zip(published) {
        assert_eq!(counted, published - 2 * of_one_colour(pieces), "{pieces} pieces");
    }
}

#[test]
fn crowning_leads_to_earlier_slices() {
    let mut done = HashSet::new();
    for material in (2..=6).flat_map(Material::pairs) {
        for material in material.with_turned() {
            assert!(material.after_crowning().is_none_or(|crowned| done.contains(&crowned)));
        }
        done.extend(material.with_turned());
    }
    assert_eq!(done.len(), (2..=6).flat_map(Material::all).count());
}

#[test]
fn a_step_back_and_a_step_undo_each_other() {
    for position in (2..=3).flat_map(positions).step_by(7) {
        let mut earlier = HashSet::new();
        position.for_each_step_back(|before| assert!(earlier.insert(before)));
        position.for_each_crowning_back(|before| assert!(earlier.insert(before)));
        for before in earlier {
            let children: Vec<_> =
                before.legal_moves().into_iter().map(|mv| before.play(mv).placement()).collect();
            assert!(before.must_capture() || children.contains(&position), "{before} {position}");
        }
        for mv in position.legal_moves().into_iter().filter(|mv| !mv.is_capture()) {
            let child = position.play(mv);
            let mut found = false;
            child.for_each_step_back(|before| found |= before == position);
            child.for_each_crowning_back(|before| found |= before == position);
            assert!(found, "{position} {mv}");
        }
    }
}
