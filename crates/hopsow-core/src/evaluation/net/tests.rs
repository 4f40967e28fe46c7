//! All ways of doing the arithmetic give the same numbers, and files are read whole or refused.

use super::file::{CHECKSUM_BYTES, HEAD_BYTES, HEADER_BYTES, MAGIC, ROW_BYTES};
use super::*;
use crate::evaluation::{Evaluated, Evaluator as _};
use crate::game::{RuleSet, Side};
use crate::games::awari::Awari;
use crate::games::checkers::Checkers;
use crate::games::halma::Halma;
use crate::random::SplitMix;

/// The distribution of a random net's weights.
#[derive(Clone, Copy, Debug)]
enum Sort {
    /// About as large as those of a net that plays.
    Usual,
    /// Any that the file can hold: sums overflow.
    Any,
    /// The largest and smallest.
    Extreme,
}

const SORTS: [Sort; 3] = [Sort::Usual, Sort::Any, Sort::Extreme];

/// The number of first layers of a net.
#[derive(Clone, Copy, Debug)]
enum Firsts {
    Shared,
    Own,
}

fn header<P: Inputs>(numbers: [usize; 3]) -> Vec<u8> {
    let mut file = MAGIC.to_vec();
    file.extend_from_slice(P::GAME.as_bytes());
    file.resize(MAGIC.len() + 16, 0);
    file.extend(numbers.into_iter().flat_map(|number| (number as u32).to_le_bytes()));
    file
}

fn sealed(mut file: Vec<u8>) -> Vec<u8> {
    let checksum = crc32fast::hash(&file);
    file.extend_from_slice(&checksum.to_le_bytes());
    file
}

/// The file of a random net.
fn file<P: Inputs>(seed: u64, sort: Sort, firsts: Firsts) -> Vec<u8> {
    let mut random = SplitMix::new(seed, 0);
    let mut draw = |sort: Sort, usual: i64, bytes: usize| {
        let most = (1i64 << (8 * bytes - 1)) - 1;
        // Most biases are usual, or else they alone would decide.
        let sort = if bytes == 4 && random.below(4) > 0 { Sort::Usual } else { sort };
        let number = match sort {
            Sort::Usual => random.below(2 * usual as usize + 1) as i64 - usual,
            Sort::Any => random.next() as i64,
            Sort::Extreme => [most, -most - 1, 0][random.below(3)],
        };
        number.to_le_bytes()[..bytes].to_vec()
    };
    let firsts = match firsts {
        Firsts::Shared => 1,
        Firsts::Own => P::KINDS,
    };
    let mut file = header::<P>([P::INPUTS, P::KINDS, firsts]);
    for _ in 0..HIDDEN * (P::INPUTS + 1) * firsts {
        file.extend(draw(sort, 60, 2));
    }
    for _ in 0..P::KINDS {
        for inputs in [HIDDEN, SMALL] {
            (0..SMALL * inputs).for_each(|_| file.extend(draw(sort, 20, 1)));
            (0..SMALL).for_each(|_| file.extend(draw(sort, 4_000, 4)));
        }
        (0..SMALL).for_each(|_| file.extend(draw(Sort::Usual, 300, 2)));
        file.extend(draw(Sort::Usual, 20_000, 4));
    }
    sealed(file)
}

/// Positions as a search meets them: a game, and lines that begin anywhere in earlier ones.
fn positions<P: Evaluated>(seed: u64, count: usize) -> Vec<P> {
    let mut random = SplitMix::new(seed, 1);
    let mut positions = vec![P::start(P::Rules::ALL[0], Side::One)];
    let mut plies = LONGEST_GAME;
    while positions.len() < count {
        let mut position = positions[random.below(positions.len())];
        let evaluator = P::evaluation().evaluator(&position);
        for _ in 0..plies {
            let moves = position.legal_moves();
            if moves.is_empty() || position.outcome().is_some() {
                break;
            }
            // Moves with a gain make a game progress.
            let drawn = [(); 8].map(|()| moves[random.below(moves.len())]);
            let mv = drawn.into_iter().max_by_key(|&mv| evaluator.gain(&position, mv));
            position = position.play(mv.expect("some moves"));
            positions.push(position);
        }
        plies = 1 + random.below(12);
    }
    positions.truncate(count);
    positions
}

const LONGEST_GAME: usize = 300;

fn all_paths_agree<P: Evaluated>() {
    let positions = positions::<P>(7, 400);
    let firsts = [Firsts::Shared, Firsts::Own];
    let all = SORTS.into_iter().flat_map(|sort| firsts.map(|firsts| (sort, firsts)));
    for (seed, (sort, firsts)) in all.enumerate() {
        let net = Net::<P>::read(&file::<P>(seed as u64, sort, firsts)).expect("a net");
        let mut following: Vec<_> = Path::all()
            .into_iter()
            .map(|path| net.clone().by(path).evaluator(&positions[0]))
            .collect();
        let mut values = Vec::new();
        for position in &positions {
            // A new evaluator sums all inputs.
            let expected = net.clone().by(Path::all()[0]).evaluator(position).value(position);
            for evaluator in &mut following {
                let name = evaluator.net.path.name();
                assert_eq!(
                    evaluator.value(position),
                    expected,
                    "{name}, {sort:?}, {firsts:?}: {position}"
                );
            }
            values.push(expected);
        }
        values.sort_unstable();
        values.dedup();
        assert!(values.len() > 20, "{sort:?}: {} different values", values.len());
    }
}

#[test]
fn all_paths_give_the_same_numbers_and_following_adds_up() {
    all_paths_agree::<Checkers>();
    all_paths_agree::<Awari>();
    all_paths_agree::<Halma>();
}

fn differences_are_those_of_the_inputs<P: Evaluated>() {
    let mut kinds = vec![0; P::KINDS];
    let positions = positions::<P>(8, 3_000);
    for pair in positions.windows(2) {
        let [mut here, mut there] = [&pair[0], &pair[1]].map(|position| {
            let mut inputs = Vec::new();
            position.for_each_input(|input| inputs.push(input));
            assert!(inputs.len() <= P::MOST_ON && inputs.iter().all(|&input| input < P::INPUTS));
            inputs
        });
        kinds[pair[0].kind()] += 1;
        if pair[0].to_move() != pair[1].to_move() {
            continue;
        }
        let mut changed = Vec::new();
        pair[0].for_each_difference(&pair[1], |input, on| changed.push((input, on)));
        let common: Vec<_> = here.iter().copied().filter(|input| there.contains(input)).collect();
        here.retain(|input| !common.contains(input));
        there.retain(|input| !common.contains(input));
        let mut expected: Vec<_> = here.into_iter().map(|input| (input, true)).collect();
        expected.extend(there.into_iter().map(|input| (input, false)));
        changed.sort_unstable();
        expected.sort_unstable();
        assert_eq!(changed, expected, "{} and {}", pair[0], pair[1]);
    }
    assert!(kinds.iter().filter(|&&count| count > 0).count() > P::KINDS / 2, "{kinds:?}");
}

#[test]
fn differences_lead_from_one_position_to_the_other() {
    differences_are_those_of_the_inputs::<Checkers>();
    differences_are_those_of_the_inputs::<Awari>();
    differences_are_those_of_the_inputs::<Halma>();
}

fn complaint<P: Inputs>(file: &[u8]) -> String {
    Net::<P>::read(file).expect_err("not a net of this game").to_string()
}

#[test]
fn files_of_any_other_length_are_refused() {
    for (firsts, count) in [(Firsts::Shared, 1), (Firsts::Own, Awari::KINDS)] {
        other_lengths_are_refused(&file::<Awari>(1, Sort::Usual, firsts), count);
    }
}

fn other_lengths_are_refused(file: &[u8], firsts: usize) {
    let rows = HEADER_BYTES + ROW_BYTES * (Awari::INPUTS + 1) * firsts;
    let whole = rows + HEAD_BYTES * Awari::KINDS + CHECKSUM_BYTES;
    assert_eq!(file.len(), whole);
    for length in 0..HEADER_BYTES {
        let sentence = "the file is not a net, or a net of another version";
        assert_eq!(complaint::<Awari>(&file[..length]), sentence);
    }
    let ends = [HEADER_BYTES, HEADER_BYTES + 1, rows, rows + HEAD_BYTES, whole - 5, whole - 1];
    for length in ends {
        let sentence = format!("the net has {length} bytes, expected {whole}");
        assert_eq!(complaint::<Awari>(&file[..length]), sentence);
    }
    let longer = [file, &[0]].concat();
    let sentence = format!("the net has {} bytes, expected {whole}", whole + 1);
    assert_eq!(complaint::<Awari>(&longer), sentence);
}

#[test]
fn every_flipped_bit_is_noticed() {
    let file = file::<Checkers>(1, Sort::Usual, Firsts::Shared);
    let mut random = SplitMix::new(5, 0);
    let later: Vec<_> = (0..200).map(|_| random.below(file.len())).collect();
    for at in (0..HEADER_BYTES).chain(later).chain([file.len() - 1]) {
        let mut damaged = file.clone();
        damaged[at] ^= 1 << random.below(8);
        let sentence = complaint::<Checkers>(&damaged);
        if at >= HEADER_BYTES {
            assert_eq!(sentence, "the net is damaged: its checksum does not match", "byte {at}");
        }
    }
}

#[test]
fn nets_of_other_games_and_shapes_are_refused() {
    let file = file::<Checkers>(1, Sort::Usual, Firsts::Shared);
    assert_eq!(
        complaint::<Awari>(&file),
        "the net is for \"checkers\", expected one for \"awari\""
    );
    for numbers @ [inputs, kinds, firsts] in [[129, 9, 9], [128, 8, 7], [128, 8, 0], [128, 9, 1]] {
        let sentence = format!(
            "the net has {inputs} inputs, {kinds} kinds of positions and {firsts} first layers, \
             expected 128, 8 and 1 or 8"
        );
        assert_eq!(complaint::<Checkers>(&sealed(header::<Checkers>(numbers))), sentence);
    }
    let sentence = "the file is not a net, or a net of another version";
    assert_eq!(complaint::<Checkers>(b"#!/bin/sh\n"), sentence);
    assert_eq!(complaint::<Checkers>(&[0; 1_000]), sentence);
}

#[test]
fn equal_first_layers_evaluate_as_a_shared_one() {
    let shared = file::<Checkers>(3, Sort::Usual, Firsts::Shared);
    let layers = &shared[HEADER_BYTES..shared.len() - CHECKSUM_BYTES];
    let (first, heads) = layers.split_at(ROW_BYTES * (Checkers::INPUTS + 1));
    let mut own = header::<Checkers>([Checkers::INPUTS, Checkers::KINDS, Checkers::KINDS]);
    own.extend(first.repeat(Checkers::KINDS));
    let own = sealed([&own, heads].concat());
    let positions = positions::<Checkers>(9, 300);
    let [shared, own] = [shared, own].map(|file| {
        let mut evaluator = Net::<Checkers>::read(&file).expect("a net").evaluator(&positions[0]);
        positions.iter().map(|position| evaluator.value(position)).collect::<Vec<_>>()
    });
    assert_eq!(shared, own);
}
