//! Scenarios: who can play, what they start with, and which events may come when.

use crate::edition::reading::tokens;
use crate::edition::roster::{EventCard, Tokens};
use table::ScenarioInfo;
use table::reading::{Reading, Rolls, Table};

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

impl Scenario {
    /// Reads and checks every scenario of an edition, the one for newcomers first.
    pub(crate) fn all(reading: &Reading) -> Vec<Scenario> {
        let mut ids = reading.edition().names_in("scenarios");
        ids.sort_by_key(|id| (*id != "convoy", *id == "horde"));
        ids.into_iter().map(|id| Scenario::read(reading, id)).collect()
    }

    fn read(reading: &Reading, id: &str) -> Scenario {
        let file = reading.file(&format!("scenarios/{id}.toml"));
        let (name, summary) = (file.text("name"), file.text("summary"));
        let seats = file.bounds("seats", 1..=4);
        if file.sound_field("seats") && (*seats.start() == 1) != (*seats.end() == 1) {
            file.fault("seats", "from 2 to at most 4, or exactly 1 against the Horde");
        }
        Scenario {
            info: ScenarioInfo::new(id, &name, &summary, seats),
            tokens: tokens(file.optional_table("tokens")),
            events: events(&file),
        }
    }
}

/// For each turn the events that may lie there.
fn events(file: &Table) -> [u16; 6] {
    let mut turns = Rolls::new("turn", 1..=6);
    for draw in file.tables_or_empty("events") {
        let cards = draw.distinct_choices::<EventCard>("from");
        let set = cards.iter().fold(0u16, |set, card| set | 1 << card.index());
        let named = draw.list("turns");
        for turn in &named {
            if let Some(number) = turn.number(1..=6) {
                turns.put_known(turn, number..=number, set);
            }
        }
        if draw.sound() && cards.len() < named.len() {
            draw.wrong("more turns than events to fill them");
        }
    }
    let events = turns.complete_with(0xfff).try_into().unwrap_or([0xfff; 6]);
    if file.sound_field("events") && fill(&events).is_none() {
        file.fault("events", "the turns cannot all be filled with different events");
    }
    events
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
