//! A game in numbers holds what a seat may know, all of it and nothing else; and every legal action has one
//! number.

use super::walk::decision;
use super::{Held, must, never_panics};
use crate::catalogue::Setup;
use crate::dice::{Dice, Seed};
use crate::encoding::{Encoded, Encoding};
use crate::log::Log;
use crate::matches::digest;
use crate::seat::{Seat, Viewer};
use crate::shown::Conformant;
use std::collections::{BTreeSet, HashMap};
use std::sync::Arc;

/// Positions that are compared with what a seat could imagine instead, in each game.
const COMPARED: usize = 40;

/// Samples that each of them is compared with.
const SAMPLES: usize = 2;

/// Holds an encoding to its promises in every scenario, with its fewest seats and with its most, as far as
/// eight: observations are the same for the truth and for samples of it, have the layout that was
/// described, lie between -1 and 1, and differ where views differ; every legal action has exactly one number
/// and reads back from its data.
pub fn encoding_holds<G: Conformant, E: Encoding<G>>(decisions: usize) -> Held {
    let catalogue = G::catalogue(&G::house()).map_err(|error| error.to_string())?;
    for setup in super::choosing::scenarios(&catalogue) {
        encoding_holds_in::<G, E>(&setup, decisions)
            .map_err(|problem| format!("{} {setup:?}: {problem}", G::ID))?;
    }
    Ok(())
}

/// The same in one set-up.
pub fn encoding_holds_in<G: Conformant, E: Encoding<G>>(setup: &Setup, decisions: usize) -> Held {
    let game = Arc::new(G::open(&G::house(), setup).map_err(|error| error.to_string())?);
    let mut look = Look::<G, E> {
        encoded: Encoded::new(game.clone()),
        seen: HashMap::new(),
        dice: Dice::seeded(Seed::from_number(3)),
    };
    let mut dice = Dice::seeded(Seed::from_number(1));
    let (mut log, mut legal) = (Log::quiet(), Vec::new());
    let mut position = game.start(&mut dice, &mut log);
    let every = decisions.div_ceil(COMPARED).max(1);
    for number in 0..decisions {
        let Some(seat) = game.status(&position).first() else {
            look.holds(&position, true)?;
            position = game.start(&mut dice, &mut log);
            continue;
        };
        look.holds(&position, number % every == 0)
            .map_err(|problem| format!("after {number} decisions: {problem}"))?;
        let action = decision(game.as_ref(), &position, seat, &mut legal, &mut dice);
        game.apply(&mut position, seat, &action, &mut dice, &mut log);
    }
    Ok(())
}

/// An encoding that is looked at.
struct Look<G: Conformant, E> {
    encoded: Encoded<G, E>,
    /// Views by observations, as digests.
    seen: HashMap<(Seat, Vec<u32>), (String, String)>,
    dice: Dice,
}

impl<G: Conformant, E: Encoding<G>> Look<G, E> {
    fn holds(&mut self, position: &G::Position, close: bool) -> Held {
        let seats = self.encoded.game().setup().seats;
        for seat in Seat::first(seats) {
            let numbers = self.numbers(position, seat)?;
            self.actions_hold(position, seat)?;
            self.differs(position, seat, &numbers)?;
            if close {
                let layout = self.encoded.described(position, seat);
                must(layout == *self.encoded.layout(), || {
                    format!("seat {seat} is shown another layout than was described")
                })?;
                for _ in 0..SAMPLES {
                    let sample = self.encoded.game().resample(position, seat, &mut self.dice);
                    self.same(seat, &numbers, &sample)?;
                }
            }
        }
        Ok(())
    }

    fn numbers(&self, position: &G::Position, seat: Seat) -> Result<Vec<f32>, String> {
        let size = self.encoded.layout().size();
        // A place that is not written keeps a number that no observation has.
        let mut numbers = vec![2.0; size];
        never_panics(
            || format!("the observation of seat {seat}"),
            || self.encoded.observe(position, seat, &mut numbers),
        )?;
        let odd = numbers.iter().position(|number| !(-1.0..=1.0).contains(number));
        must(odd.is_none(), || {
            let name = self.column(odd.unwrap_or(0));
            format!("{name} of seat {seat} is no number between -1 and 1")
        })?;
        Ok(numbers)
    }

    fn column(&self, place: usize) -> String {
        let mut before = 0;
        for part in &self.encoded.layout().parts {
            let within = place - before;
            if within < part.size() {
                let column = match part.shape.len() {
                    3 => within / (part.shape[1] * part.shape[2]),
                    _ => within % part.columns.len().max(1),
                };
                let name = part.columns.get(column).cloned().unwrap_or_default();
                return format!("{} `{name}` ({within} of {:?})", part.name, part.shape);
            }
            before += part.size();
        }
        "nothing".into()
    }

    fn same(&self, seat: Seat, numbers: &[f32], sample: &G::Position) -> Held {
        let imagined = self.numbers(sample, seat)?;
        let differ = numbers.iter().zip(&imagined).position(|(seen, imagined)| seen != imagined);
        must(differ.is_none(), || {
            let name = self.column(differ.unwrap_or(0));
            format!("seat {seat} can tell a sample from the truth by {name}")
        })
    }

    /// Views that differ have observations that differ: nothing that the seat may know is lost.
    fn differs(&mut self, position: &G::Position, seat: Seat, numbers: &[f32]) -> Held {
        let view = self.encoded.game().view(position, Viewer::Seat(seat));
        let written = serde_json::to_string(&view).unwrap_or_default();
        let key = (seat, numbers.iter().map(|number| number.to_bits()).collect());
        let (known, before) =
            self.seen.entry(key).or_insert_with(|| (digest(&written), written.clone()));
        must(*known == digest(&written), || {
            let at = before.chars().zip(written.chars()).take_while(|(a, b)| a == b).count();
            let around = |text: &str| -> String {
                text.chars().skip(at.saturating_sub(120)).take(240).collect()
            };
            format!(
                "seat {seat} cannot tell two views apart by its observation:\n…{}…\n…{}…",
                around(before),
                around(&written)
            )
        })
    }

    fn actions_hold(&self, position: &G::Position, seat: Seat) -> Held {
        let game = self.encoded.game();
        let (mut legal, mut numbers) = (Vec::new(), Vec::new());
        game.legal(position, seat, &mut legal);
        self.encoded.numbers(&legal, &mut numbers);
        let mut taken = BTreeSet::new();
        for (action, number) in legal.iter().zip(&numbers) {
            let line = game.notation(action);
            let Some(number) = number else {
                return Err(format!("`{line}` of seat {seat} has no number"));
            };
            must((*number as usize) < self.encoded.space().size(), || {
                format!("`{line}` of seat {seat} has the number {number}, which is too large")
            })?;
            must(taken.insert(*number), || {
                format!("`{line}` of seat {seat} shares the number {number} with another")
            })?;
        }
        let step = legal.len().div_ceil(4).max(1);
        for action in legal.iter().step_by(step) {
            let written = game.structure(action);
            let read = game.read_structure(position, seat, &written);
            must(read.as_ref() == Ok(action), || {
                format!("{written} of seat {seat} is read back as {read:?}")
            })?;
        }
        Ok(())
    }
}
