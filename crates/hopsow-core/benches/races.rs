//! Races home from Halma games between greedy players: the share solved within a second of CPU
//! time, one thread. A position is taken when the armies have passed each other and at most twelve
//! men of both sides together are outside their goals. Run by `make bench`.

use hopsow_core::game::{Position, Side};
use hopsow_core::games::halma::endings;
use hopsow_core::games::halma::{Halma, Move, Rules, Square};
use hopsow_core::search::contract::Effort;
use hopsow_core::search::cpu_time;

const GAMES: usize = 50;
const MEN_OUTSIDE: usize = 12;
/// More than a second's worth.
const NODES: u64 = 200_000;
const SECONDS: f64 = 1.0;

/// xorshift64.
struct Random(u64);

impl Random {
    fn below(&mut self, end: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % end as u64) as usize
    }
}

struct Finding {
    men: usize,
    seconds: f64,
    plays: Option<usize>,
}

fn main() {
    let positions = late_positions();
    let mut findings = Vec::new();
    for position in &positions {
        for side in Side::BOTH {
            let begin = cpu_time();
            let found = endings::solve(position, side, &mut Effort::of(NODES));
            let seconds = (cpu_time() - begin).as_secs_f64();
            let plays = match found {
                endings::Race::Solved { plays } if seconds <= SECONDS => Some(plays.len()),
                _ => None,
            };
            findings.push(Finding { men: endings::outside(position, side), seconds, plays });
        }
    }
    print(&findings);
    let has_result = |position: &&Halma| {
        let alone =
            Side::BOTH.map(|side| endings::solve_alone(position, side, &mut Effort::of(NODES)));
        endings::race_result(position, &alone).is_some()
    };
    let solved = positions.iter().filter(has_result).count();
    println!(
        "{solved} of {} positions have a result: the winner's way solved, and the loser too far",
        positions.len()
    );
}

fn print(findings: &[Finding]) {
    println!(
        "{:<24} {:>8} {:>10} {:>12} {:>12} {:>8}",
        "races, men outside", "races", "≤ 1 s CPU", "median s", "slowest s", "plays"
    );
    for men in 1..=19 {
        let of_men: Vec<&Finding> = findings.iter().filter(|finding| finding.men == men).collect();
        line(&men.to_string(), &of_men);
    }
    let all: Vec<&Finding> = findings.iter().collect();
    let average = all.iter().map(|finding| finding.men).sum::<usize>() as f64 / all.len() as f64;
    line(&format!("all, {average:.1} on average"), &all);
}

fn line(name: &str, findings: &[&Finding]) {
    if findings.is_empty() {
        return;
    }
    let plays: Vec<usize> = findings.iter().filter_map(|finding| finding.plays).collect();
    let mut seconds: Vec<f64> = findings.iter().map(|finding| finding.seconds).collect();
    seconds.sort_by(f64::total_cmp);
    println!(
        "{name:<24} {:>8} {:>8.1} % {:>12.3} {:>12.3} {:>8.1}",
        findings.len(),
        100.0 * plays.len() as f64 / findings.len() as f64,
        seconds[seconds.len() / 2],
        seconds[seconds.len() - 1],
        plays.iter().sum::<usize>() as f64 / plays.len().max(1) as f64,
    );
}

fn late_positions() -> Vec<Halma> {
    let mut random = Random(42);
    let mut positions = Vec::new();
    while positions.len() < GAMES {
        positions.extend(late_position(&mut random));
    }
    positions
}

/// The first late position of a game in which eight plies, and later every twentieth, are random.
fn late_position(random: &mut Random) -> Option<Halma> {
    let mut position = Halma::start(Rules::Addendum, Side::One);
    for ply in 0..400 {
        let plays = position.legal_moves();
        let best = plays.iter().map(|&play| gain(&position, play)).max()?;
        let is_random = ply < 8 || random.below(20) == 0;
        let choice: Vec<Move> =
            plays.into_iter().filter(|&play| is_random || gain(&position, play) == best).collect();
        position = position.play(choice[random.below(choice.len())]);
        let outside: usize = Side::BOTH.map(|side| endings::outside(&position, side)).iter().sum();
        if outside <= MEN_OUTSIDE && endings::have_passed(&position) {
            return Some(position);
        }
    }
    None
}

/// Return the progress of a move towards the goal's corner, in squared distance: the rear moves
/// up first.
fn gain(position: &Halma, play: Move) -> i32 {
    let corner = if position.to_move() == Side::One { 15 } else { 0 };
    let away = |at: u8| (corner - i32::from(at)).pow(2);
    let distance = |square: Square| away(square.x()) + away(square.y());
    distance(play.from) - distance(play.to)
}
