//! Playing every reply against a strategy.
//!
//! This knows the rules, the file and the values of positions that the file leaves to tables, and
//! nothing of how a strategy comes about. Every entry is looked at by itself: if all answers to its
//! move lead to entries that promise enough, to positions whose value is enough or to the end of the
//! game with enough, then what it promises is true, as long as play goes on for ever only where
//! nothing more is needed. So for needs above 0 the entries of a layer may not form a circle.

use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, Ordering};

use hopsow_core::game::{Position, RuleSet};
use hopsow_core::games::awari::strategy::{MOST, RULES, numbered};
use hopsow_core::games::awari::{Awari, Move};
use hopsow_core::strategy::{Entry, StrategyFile};

use super::{ROW, number};
use crate::strategy::{Failure, Tally, Values};

/// Positions between two looks at the stop flag.
const INTERVAL: u64 = 1024;

struct Verification<'a> {
    file: &'a StrategyFile,
    values: Values<'a, Awari>,
    tally: Tally,
    /// Where play with a need above 0 can go on in the layer at hand, by number.
    onward: HashMap<u64, Vec<u64>>,
}

/// Check what `file` promises.
pub(crate) fn verify(
    file: &StrategyFile,
    values: Values<'_, Awari>,
    stop: &AtomicBool,
    done: &dyn Fn(u32, u64),
) -> Result<Tally, Failure> {
    let about = file.about();
    if (about.game.as_str(), about.rules.as_str()) != (Awari::GAME, RULES.name()) {
        let why = format!("this strategy is for {} {}", about.game, about.rules);
        return Err(Failure::NoStrategies(why));
    }
    if about.moves != ROW as u32 || file.sizes().iter().any(|&(stones, _)| stones > MOST) {
        return Err(Failure::Damaged);
    }
    let (tally, onward) = (Tally::default(), HashMap::new());
    let mut verification = Verification { file, values, tally, onward };
    verification.promises()?;
    for (stones, _) in file.sizes() {
        file.for_each(stones, |number, entry| {
            if verification.tally.positions.is_multiple_of(INTERVAL) {
                done(stones, verification.tally.positions);
                if stop.load(Ordering::Relaxed) {
                    return Err(Failure::Stopped);
                }
            }
            verification.entry(stones, number, entry)
        })?;
        verification.no_circle(stones)?;
    }
    Ok(verification.tally)
}

impl Verification<'_> {
    /// The positions after which something is promised are answered.
    fn promises(&self) -> Result<(), Failure> {
        let about = self.file.about();
        let fault = |why: &str| Failure::Fault(format!("{}: {why}", about.start));
        let start = Awari::parse(&about.start, RULES).map_err(|_| fault("this is no position"))?;
        if start.stones_in_pits() > MOST {
            return Err(fault(&format!("there are more than {MOST} stones")));
        }
        if about.promises.is_empty() {
            return Err(fault("nothing is promised"));
        }
        for promise in &about.promises {
            let after = match promise.after.as_str() {
                "" => start,
                text => start
                    .play(start.read_move(text).map_err(|_| fault(&format!("{text} is no move")))?),
            };
            self.enough(&after, i32::from(promise.result) - after.lead())
                .map_err(|why| fault(&format!("after {:?} {why}", promise.after)))?;
        }
        Ok(())
    }

    /// Whether the mover of `position` surely gains `need`: how this is known, or why not.
    fn enough(&self, position: &Awari, need: i32) -> Result<Known, String> {
        let stones = position.stones_in_pits();
        if position.placement().legal_moves().is_empty() {
            return if need <= 0 {
                Ok(Known::End)
            } else {
                Err(format!("{position} has no move, and {need:+} is needed"))
            };
        }
        if need <= -(stones as i32) {
            return Ok(Known::End);
        }
        if stones <= self.file.about().below {
            return match (self.values)(&position.placement()).map(i32::from) {
                Some(value) if value >= need => Ok(Known::Table),
                Some(value) => {
                    Err(format!("{position} is worth {value:+}, and {need:+} is needed"))
                }
                None => Err(format!("no table knows {position}")),
            };
        }
        match self.file.get(stones, number(position)) {
            Some(entry) if i32::from(entry.need) >= need => Ok(Known::Entry),
            Some(Entry { need: has, .. }) => {
                Err(format!("{position} promises {has:+}, and {need:+} is needed"))
            }
            None => Err(format!("the strategy has no move for {position}")),
        }
    }

    /// What one entry promises follows from its move.
    fn entry(&mut self, stones: u32, number_of: u64, entry: Entry) -> Result<(), Failure> {
        let fault = |why: String| Err(Failure::Fault(why));
        let Some(position) = numbered(stones, number_of, RULES) else {
            return fault(format!("there is no position {number_of} with {stones} stones"));
        };
        if self.file.get(stones, number_of) != Some(entry) {
            return fault(format!("{position} is there twice"));
        }
        self.tally.positions += 1;
        let mover = position.to_move();
        let pit = entry.mv as usize % ROW;
        let mv = Move::of_pit(pit as u8).expect("it is one of South's");
        if !position.legal_moves().contains(&mv) {
            return fault(format!("{position}: {mv} is not a legal move"));
        }
        let child = position.play(mv);
        let need = i32::from(entry.need) - i32::from(child.store(mover));
        let left = stones - u32::from(child.store(mover));
        let child = child.placement();
        let below = self.file.about().below;
        let is_settled = need <= -(left as i32);
        if left <= below && !is_settled {
            // Tables answer for both sides: the other side's best reply is in the value.
            self.tally.leaves += 1;
            return match (self.values)(&child).map(i32::from) {
                Some(value) if -value >= need => Ok(()),
                Some(value) => fault(format!(
                    "{position}: {mv} leads to {child}, worth {:+}, and {need:+} is needed",
                    -value
                )),
                None => Err(Failure::Unknown(child.to_string())),
            };
        }
        let replies = child.legal_moves();
        if is_settled || replies.is_empty() {
            self.tally.ends += 1;
            return if need <= 0 {
                Ok(())
            } else {
                fault(format!("{position}: {mv} ends the game, and {need:+} is needed"))
            };
        }
        let mut onward = Vec::new();
        for reply in replies {
            self.tally.replies += 1;
            let next = child.play(reply);
            let taken = i32::from(next.store(mover.other()));
            let next = next.placement();
            match self.enough(&next, need + taken) {
                Ok(Known::Table) => self.tally.leaves += 1,
                Ok(Known::End) => self.tally.ends += 1,
                Ok(Known::Entry) if left == stones && taken == 0 => onward.push(number(&next)),
                Ok(Known::Entry) => {}
                Err(why) => return fault(format!("{position}: after {mv} {reply} {why}")),
            }
        }
        if entry.need > 0 {
            self.onward.insert(number_of, onward);
        }
        Ok(())
    }

    /// No play with a need above 0 comes back to a position in this layer.
    fn no_circle(&mut self, stones: u32) -> Result<(), Failure> {
        // Positions from which every way has been seen to end.
        let mut ended: HashMap<u64, bool> = HashMap::new();
        let mut begins: Vec<u64> = self.onward.keys().copied().collect();
        begins.sort_unstable();
        for begin in begins {
            let mut path = vec![(begin, 0)];
            while let Some((at, followed)) = path.last_mut() {
                let at = *at;
                let ways = self.onward.get(&at).map_or(&[][..], Vec::as_slice);
                if *followed == 0 {
                    ended.entry(at).or_insert(false);
                }
                if ended[&at] || *followed == ways.len() {
                    ended.insert(at, true);
                    path.pop();
                    continue;
                }
                let way = ways[*followed];
                *followed += 1;
                match ended.get(&way) {
                    Some(true) => {}
                    Some(false) => {
                        let position = numbered(stones, way, RULES).expect("an entry was there");
                        return Err(Failure::Fault(format!(
                            "{position}: play can come back to it for ever, and its side needs more"
                        )));
                    }
                    None => path.push((way, 0)),
                }
            }
        }
        self.onward.clear();
        Ok(())
    }
}

/// How a gain is known.
enum Known {
    Entry,
    Table,
    End,
}
