//! The encoding of a game that brings none.

use super::{Encoding, Family, Place, Sheet};
use crate::rules::Rules;
use crate::seat::Seat;
use serde_json::Value;

/// Serves every game: the view is hashed into an array of fixed size, and actions are numbered in the order
/// in which they are listed. A learner can do better with an encoding that knows the game.
///
/// Every number of the view stands in the place that the hash of its path names, as m / (1 + |m|) with m = n + 0.5; every word
/// sets the place that path and word name together. What falls into the same place is added up.
pub struct Plain;

/// Places into which a view is hashed.
const PLACES: usize = 2048;

/// The most actions of one list.
const LISTED: usize = 1024;

/// FNV-1a, which is the same everywhere and for ever.
fn hashed(begun: u64, text: &str) -> u64 {
    text.bytes().fold(begun, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3))
}

const BEGIN: u64 = 0xcbf2_9ce4_8422_2325;

fn add(places: &mut [f32], hash: u64, number: f32) {
    let place = usize::try_from(hash % PLACES as u64).unwrap_or(0);
    places[place] = (places[place] + number).clamp(-1.0, 1.0);
}

fn gather(places: &mut [f32], path: u64, value: &Value) {
    match value {
        Value::Null => {}
        Value::Bool(flag) => add(places, path, if *flag { 1.0 } else { -1.0 }),
        Value::Number(number) => {
            // Zero is something else than nothing.
            let number = number.as_f64().unwrap_or(0.0) + 0.5;
            #[allow(clippy::cast_possible_truncation, reason = "a hash need not be exact")]
            add(places, path, (number / (1.0 + number.abs())) as f32);
        }
        Value::String(word) => add(places, hashed(hashed(path, "="), word), 1.0),
        Value::Array(values) => {
            for (number, value) in values.iter().enumerate() {
                gather(places, hashed(path, &format!("/{number}")), value);
            }
        }
        Value::Object(fields) => {
            for (name, value) in fields {
                gather(places, hashed(hashed(path, "/"), name), value);
            }
        }
    }
}

impl<G: Rules> Encoding<G> for Plain {
    fn new(_: &G) -> Plain {
        Plain
    }

    fn observe(&self, _: &G, view: &G::View, _: Seat, out: &mut Sheet<'_>) {
        let mut places = [0.0; PLACES];
        gather(&mut places, BEGIN, &serde_json::to_value(view).unwrap_or_default());
        out.vector("view");
        for number in places {
            out.number("hashed", number, 1.0_f32);
        }
    }

    fn families(&self, _: &G) -> Vec<Family> {
        vec![Family::new("listed", LISTED, "the legal actions, in the order of their list")]
    }

    fn place(&self, _: &G, _: &G::Action) -> Place {
        Place::Next(0)
    }
}
