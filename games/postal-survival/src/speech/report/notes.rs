//! The short notes of the status table.

use crate::event::{Event, Fight, How, Meal, Prize};
use crate::land::Place;
use crate::position::{Id, Tag};
use crate::speech::story::prize;
use std::collections::BTreeMap;

/// The notes of every creature in a round, in the order of events. PS-REP-04
pub(super) fn of_creatures(events: &[Event]) -> BTreeMap<Id, Vec<String>> {
    let mut notes: BTreeMap<Id, Vec<String>> = BTreeMap::new();
    let mut note = |who: Tag, text: String| notes.entry(who.id).or_default().push(text);
    for event in events {
        match event {
            Event::Born { who, parent, hex, .. } => {
                note(*who, format!("born to {parent} in {hex}"))
            }
            Event::Placed { who, hex, .. } => note(*who, format!("placed in {hex}")),
            Event::Barren { who } => note(*who, "in water, no young".into()),
            Event::Refused { who, why } => note(*who, format!("order refused: {why}")),
            Event::Moved { who, from, to, how } => note(*who, of_move(*from, *to, how)),
            Event::Unseen { by, who, .. } => {
                note(*by, format!("did not see {who}"));
                note(*who, format!("hidden from {by}"));
            }
            Event::Fought { attacker, victim, result, poison, .. } => {
                let (a, v) = (attacker.who, victim.who);
                let (for_a, for_v) = of_fight(a, v, *result, *poison);
                note(a, for_a);
                note(v, for_v);
            }
            Event::Forgone { who } => note(*who, "already fed, no attack".into()),
            Event::Ate { who, meal } => note(*who, of_meal(*meal).into()),
            Event::Tussled { prize: over, fed, tied, lost, died, .. } => {
                let kind = match over {
                    Prize::Carrion => "carrion",
                    Prize::Fish => "fish",
                    Prize::Grass | Prize::Fruit => "plant",
                };
                fed.iter().for_each(|who| note(*who, format!("won {kind} tussle")));
                tied.iter().for_each(|who| note(*who, format!("stand-off over {}", prize(*over))));
                lost.iter().for_each(|who| note(*who, format!("lost {kind} tussle")));
                died.iter().for_each(|who| {
                    note(*who, format!("killed in a tussle over {}", prize(*over)))
                });
            }
            Event::Stored { who } => note(*who, "stored a spare meal".into()),
            Event::UsedSpare { who } => note(*who, "lived on its spare meal".into()),
            Event::Hungry { who } => note(*who, "went hungry".into()),
            Event::Ravenous { who, .. } => note(*who, "ravenous".into()),
            Event::Starved { who, .. } => note(*who, "starved".into()),
            _ => {}
        }
    }
    notes
}

fn of_move(from: Place, to: Place, how: &How) -> String {
    match how {
        How::Stayed => "stayed".into(),
        How::Walked => format!("{from} to {to}"),
        How::Swam => format!("swam from {from} to {to}"),
        How::Wandered => format!("wandered to {to}"),
        How::Tracked(target) => format!("tracked {target} to {to}"),
        How::Outrun(target) => format!("followed {target} as far as {to}"),
        How::LostTracks(target) => format!("lost the tracks of {target} in {to}"),
        How::InCircles => "went round in circles".into(),
    }
}

fn of_meal(meal: Meal) -> &'static str {
    match meal {
        Meal::Carrion => "ate carrion",
        Meal::Fish => "ate fish",
        Meal::Grass => "ate grass",
        Meal::Fruit => "ate fruit",
        Meal::Treetops => "ate from the treetops",
    }
}

/// What a fight is to the attacker and to the victim.
fn of_fight(a: Tag, v: Tag, result: Fight, poison: bool) -> (String, String) {
    match result {
        Fight::Eaten => (format!("ate {v}"), format!("eaten by {a}")),
        Fight::Killed if poison => (format!("killed poisonous {v}"), format!("killed by {a}")),
        Fight::Killed => (format!("killed {v}"), format!("killed by {a}")),
        Fight::AttackerEaten => (format!("eaten by {v}"), format!("ate {a}")),
        Fight::AttackerKilled if poison => {
            (format!("killed by {v}"), format!("killed poisonous {a}"))
        }
        Fight::AttackerKilled => (format!("killed by {v}"), format!("killed {a}")),
        Fight::FendedOff => (format!("fended off by {v}"), format!("fended off {a}")),
        Fight::StandOff => (format!("stand-off with {v}"), format!("stand-off with {a}")),
    }
}
