//! Races home from Halma games between greedy players: how many are solved within a second of CPU
//! time, one thread, and what solving them is worth to the engine. A position is taken when the
//! armies have passed each other and at most twelve men of both sides together are outside their
//! goals. Run by `make bench`.

use std::sync::atomic::AtomicBool;

use hopsow_core::game::{Position, Side};
use hopsow_core::games::halma::endings::{self, Races};
use hopsow_core::games::halma::{Halma, Play, Rules, Square};
use hopsow_core::search::contract::Effort;
use hopsow_core::search::{Engine, Request, SearchLimits, cpu_time};

const GAMES: usize = 50;
const MEN_OUTSIDE: usize = 12;
/// More than a second's worth.
const NODES: u64 = 200_000;
const SECONDS: f64 = 1.0;
/// Races played out, the nodes of a search there, and an end to what never ends.
const COMPARED: usize = 25;
const NODES_A_MOVE: u64 = 30_000;
const MAX_PLIES: usize = 200;

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
    let is_judged = |position: &&Halma| {
        let alone =
            Side::BOTH.map(|side| endings::solve_alone(position, side, &mut Effort::of(NODES)));
        endings::judge(position, &alone).is_some()
    };
    let judged = positions.iter().filter(is_judged).count();
    println!(
        "{judged} of {} positions judged: the winner's way solved, and the loser too far",
        positions.len()
    );
    compare(&positions[..COMPARED]);
}

/// Play the races out, with and without the solver, and against each other.
fn compare(positions: &[Halma]) {
    let mut plies = [0; 2];
    let mut wins = [0; 2];
    for position in positions {
        for solving in [[false; 2], [true; 2], [true, false], [false, true]] {
            let (winner, length) = play_out(position, solving);
            if solving[0] == solving[1] {
                plies[usize::from(solving[0])] += length;
            } else if let Some(winner) = winner {
                wins[usize::from(solving[winner as usize])] += 1;
            }
        }
    }
    let [without, with] = plies.map(|plies| plies as f64 / positions.len() as f64);
    println!(
        "{without:.1} plies to the end by searches of {NODES_A_MOVE} nodes, {with:.1} with the solver"
    );
    println!("{} races won by the solver's side, {} by the other", wins[1], wins[0]);
}

/// The winner and the plies of a race in which some sides solve.
fn play_out(position: &Halma, solving: [bool; 2]) -> (Option<Side>, usize) {
    let limits = SearchLimits { nodes: Some(NODES_A_MOVE), ..SearchLimits::default() };
    let request = Request { limits, ..Request::default() };
    let mut sides = Side::BOTH.map(|_| (Engine::new(4), Races::default()));
    let mut game = vec![*position];
    while game.len() <= MAX_PLIES && game[game.len() - 1].outcome().is_none() {
        let position = game[game.len() - 1];
        let side = position.to_move() as usize;
        let (engine, races) = &mut sides[side];
        let races = solving[side].then_some(&*races);
        let report = engine.search(&game, &request, races, &AtomicBool::new(false), |_| {});
        game.push(position.play(report.best().expect("a move")));
    }
    let outcome = game[game.len() - 1].outcome();
    (outcome.and_then(|outcome| outcome.winner), game.len() - 1)
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
        let choice: Vec<Play> =
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
fn gain(position: &Halma, play: Play) -> i32 {
    let corner = if position.to_move() == Side::One { 15 } else { 0 };
    let away = |at: u8| (corner - i32::from(at)).pow(2);
    let distance = |square: Square| away(square.x()) + away(square.y());
    distance(play.from) - distance(play.to)
}
