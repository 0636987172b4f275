//! Scenarios: who can play, what they start with, and which events may come when.

use crate::edition::roster::{EventCard, Token, Tokens};
use serde::Deserialize;
use std::collections::BTreeMap;
use table::{Edition, Fault, ScenarioInfo, SetupError, unknown};

/// A scenario, ready for use.
#[derive(Clone, Debug)]
pub struct Scenario {
    /// How it is offered.
    pub info: ScenarioInfo,
    /// Tokens that every player starts with beside the leader's.
    pub tokens: Tokens,
    /// For each turn the events that may lie there, one bit each.
    pub events: [u16; 6],
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    name: String,
    summary: String,
    seats: [u16; 2],
    #[serde(default)]
    tokens: BTreeMap<String, u8>,
    #[serde(default)]
    events: Vec<Draw>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Draw {
    turns: Vec<usize>,
    from: Vec<String>,
}

impl Scenario {
    /// The ids of an edition's scenarios, the one for newcomers first.
    pub fn ids(edition: &Edition) -> Vec<String> {
        let mut ids: Vec<String> =
            edition.names_in("scenarios").into_iter().map(str::to_string).collect();
        ids.sort_by_key(|id| (id != "convoy", id == "horde"));
        ids
    }

    /// Reads and checks a scenario.
    pub fn read(edition: &Edition, id: &str) -> Result<Scenario, SetupError> {
        let path = edition.find("scenarios", "scenario", id)?;
        let file: File = edition.read(&path)?;
        let mut faults = Vec::new();
        let [least, most] = file.seats;
        if !(1..=4).contains(&least) || !(least..=4).contains(&most) || (least == 1) != (most == 1)
        {
            let problem = "from 2 to at most 4, or exactly 1 against the Horde";
            faults.push(Fault::field("seats", problem).in_file(&path));
        }
        let mut tokens = [0; 7];
        for (word, count) in &file.tokens {
            match Token::named(word) {
                Some(token) => tokens[token.index()] = *count,
                None => {
                    let problem = unknown("token", word, Token::ALL.map(Token::word));
                    faults.push(Fault::field("tokens", problem).in_file(&path));
                }
            }
        }
        let mut events = [0xfff; 6];
        for draw in &file.events {
            let mut set = 0u16;
            for word in &draw.from {
                match EventCard::named(word) {
                    Some(card) => set |= 1 << card.index(),
                    None => {
                        let problem = unknown("event", word, EventCard::ALL.map(EventCard::word));
                        faults.push(Fault::field("events.from", problem).in_file(&path));
                    }
                }
            }
            if set.count_ones() < draw.turns.len() as u32 {
                let problem = "more turns than events to fill them";
                faults.push(Fault::field("events", problem).in_file(&path));
            }
            for turn in &draw.turns {
                match turn.checked_sub(1).and_then(|turn| events.get_mut(turn)) {
                    Some(place) => *place = set,
                    None => {
                        faults.push(Fault::field("events.turns", "turns are 1 to 6").in_file(&path))
                    }
                }
            }
        }
        if faults.is_empty() && fill(&events).is_none() {
            let problem = "the turns cannot all be filled with different events";
            faults.push(Fault::field("events", problem).in_file(&path));
        }
        if !faults.is_empty() {
            return Err(SetupError(faults));
        }
        Ok(Scenario {
            info: ScenarioInfo::new(id, &file.name, &file.summary, least..=most),
            tokens,
            events,
        })
    }
}

/// The order in which turns are drawn for: the narrowest choice first, so that no draw fails.
pub(crate) fn draw_order(events: &[u16; 6]) -> [usize; 6] {
    let mut order = [0, 1, 2, 3, 4, 5];
    order.sort_by_key(|turn| events[*turn].count_ones());
    order
}

/// Some way to fill all turns, drawing greedily in the draw order.
fn fill(events: &[u16; 6]) -> Option<u16> {
    draw_order(events).into_iter().try_fold(0u16, |used, turn| {
        let free = events[turn] & !used;
        (free != 0).then(|| used | 1 << free.trailing_zeros())
    })
}
