//! The story: every event as one plain line, with the rule behind it.

use crate::event::{Event, Fight, How, Meal, Prize, Scored, Side};
use crate::land::Place;
use crate::position::Tag;
use crate::rule::*;
use crate::rules::calendar;
use crate::speech::report::account::counted;
use table::StoryLine;

fn names(tags: &[Tag]) -> String {
    let names: Vec<String> = tags.iter().map(Tag::to_string).collect();
    match names.as_slice() {
        [] => "nobody".into(),
        [one] => one.clone(),
        [rest @ .., last] => format!("{} and {last}", rest.join(", ")),
    }
}

fn dice(dice: &[u8; 6]) -> String {
    let faces: Vec<String> = dice.iter().filter(|die| **die > 0).map(u8::to_string).collect();
    faces.join(" ")
}

pub(super) fn prize(prize: Prize) -> &'static str {
    match prize {
        Prize::Carrion => "carrion",
        Prize::Fish => "fish",
        Prize::Grass => "grass",
        Prize::Fruit => "fruit",
    }
}

/// Each round is a chapter of the story.
pub fn chapter(event: &Event) -> Option<String> {
    match event {
        Event::Season { round } => Some(format!("Round {round}")),
        _ => None,
    }
}

/// The event as a line of the log.
pub fn narrate(event: &Event) -> StoryLine {
    match event {
        Event::Ordered { line } => StoryLine::by(PS_ORD_01, format!("Ordered: {line}")),
        Event::Season { round } => {
            StoryLine::by(PS_SEASON_01, format!("Round {round}: {}.", calendar::spoken(*round)))
        }
        Event::Settled { founders } => {
            StoryLine::by(PS_SETUP_14, format!("On the island: {}.", names(founders)))
        }
        Event::Grew => StoryLine::by(PS_SEASON_04, "The plants are back at their maximum."),
        Event::Drifted { hex, food } => {
            StoryLine::by(PS_MAP_11, format!("{hex} now grows {} meals a year.", food.most))
        }
        Event::Placed { who, hex, gene } => {
            StoryLine::by(PS_SETUP_01, format!("{who} is placed in {hex} with {gene}."))
        }
        Event::Barren { who } => {
            StoryLine::by(PS_BIRTH_02, format!("{who} is in water and has no young."))
        }
        Event::Born { who, parent, hex, gene } => {
            let gene = gene.map_or(String::new(), |gene| format!(", with {gene}"));
            StoryLine::by(
                PS_BIRTH_01,
                format!("{who} is born to {parent} and put down in {hex}{gene}."),
            )
        }
        Event::Refused { who, why } => StoryLine::by(PS_MOVE_04, format!("{who} stays: {why}.")),
        Event::Moved { who, from, to, how } => moved(*who, *from, *to, how),
        Event::Unseen { by, who, hex } => {
            StoryLine::by(PS_CAMO_02, format!("In {hex} {by} does not see {who}."))
        }
        Event::Fought { hex, attacker, victim, result, .. } => {
            fought(*hex, attacker, victim, *result)
        }
        Event::Forgone { who } => {
            StoryLine::by(PS_PRED_08, format!("{who} has eaten and gives up its attack."))
        }
        Event::Ate { who, meal } => ate(*who, *meal),
        Event::Tussled { hex, prize, rolled, fed, tied, died, .. } => {
            tussled(*hex, *prize, rolled, (fed, tied, died))
        }
        Event::Stored { who } => StoryLine::by(PS_STOM_02, format!("{who} stores a spare meal.")),
        Event::UsedSpare { who } => {
            StoryLine::by(PS_STOM_05, format!("{who} lives on its spare meal."))
        }
        Event::Hungry { who } => StoryLine::by(PS_HUNG_01, format!("{who} goes hungry.")),
        Event::Ravenous { who, hex } => {
            StoryLine::by(PS_HUNG_03, format!("{who} is ravenous in {hex}."))
        }
        Event::Starved { who, hex } => {
            let rule = match who.diet {
                crate::Diet::Carnivore => PS_HUNG_04,
                _ => PS_HUNG_02,
            };
            StoryLine::by(rule, format!("{who} starves in {hex}."))
        }
        Event::Extinct { name, creatures, .. } => StoryLine::by(
            PS_DEATH_06,
            format!(
                "{name} is extinct; it had {} in all.",
                counted(u64::from(*creatures), "creature")
            ),
        ),
        Event::Renamed { from, to, .. } => {
            StoryLine::by(PS_NAME_02, format!("{from} is now called {to}."))
        }
        Event::Printed { by, text } => match by {
            Some(by) => StoryLine::by(PS_PRESS_01, format!("{by}: {text}")),
            None => StoryLine::by(PS_PRESS_02, format!("Anonymous: {text}")),
        },
        Event::Proposed { species, passed } => {
            let numbers: Vec<String> = species.iter().map(ToString::to_string).collect();
            let result = if *passed { "passed" } else { "failed" };
            StoryLine::by(
                PS_END_09,
                format!("A draw of {} was proposed and {result}.", numbers.join(", ")),
            )
        }
        Event::Dominates { name, .. } => {
            StoryLine::by(PS_END_03, format!("{name} clearly dominates the island."))
        }
        Event::Ended { text } => StoryLine::by(PS_END_06, text.clone()),
    }
}

/// A fight, with the dice of both.
fn fought(hex: Place, attacker: &Side, victim: &Side, result: Fight) -> StoryLine {
    let (a, v) = (attacker.who, victim.who);
    let (rule, end) = match result {
        Fight::Eaten => (PS_FIGHT_07, format!("{a} eats {v}")),
        Fight::Killed => (PS_FIGHT_06, format!("{a} kills {v}")),
        Fight::AttackerEaten => (PS_FIGHT_11, format!("{v} kills and eats {a}")),
        Fight::AttackerKilled => (PS_FIGHT_10, format!("{v} kills {a}")),
        Fight::FendedOff => (PS_FIGHT_09, format!("{a} is fended off")),
        Fight::StandOff => (PS_FIGHT_04, "a stand-off".into()),
    };
    let text = format!(
        "In {hex} {a} attacks {v}: {} ({}) against {} ({}), {end}.",
        attacker.score,
        dice(&attacker.dice),
        victim.score,
        dice(&victim.dice),
    );
    StoryLine::by(rule, text)
}

/// A tussle, with the scores of all.
fn tussled(
    hex: Place,
    over: Prize,
    rolled: &[Scored],
    (fed, tied, died): (&[Tag], &[Tag], &[Tag]),
) -> StoryLine {
    let scores: Vec<String> =
        rolled.iter().map(|one| format!("{} {}", one.who, one.score)).collect();
    let rule = match over {
        Prize::Carrion | Prize::Fish => PS_CARR_10,
        Prize::Grass | Prize::Fruit => PS_PLANT_05,
    };
    let mut text = format!(
        "Tussle over {} in {hex}: {}. Fed: {}.",
        prize(over),
        scores.join(", "),
        names(fed)
    );
    if !tied.is_empty() {
        text += &format!(" Stand-off: {}.", names(tied));
    }
    if !died.is_empty() {
        text += &format!(" Killed: {}.", names(died));
    }
    StoryLine::by(rule, text)
}

fn moved(who: Tag, from: Place, to: Place, how: &How) -> StoryLine {
    match how {
        How::Stayed => StoryLine::plain(format!("{who} stays in {to}.")),
        How::Walked => StoryLine::by(PS_MOVE_02, format!("{who} goes from {from} to {to}.")),
        How::Swam => StoryLine::by(PS_SWIM_01, format!("{who} swims from {from} to {to}.")),
        How::Wandered if from == to => {
            StoryLine::by(PS_NMR_02, format!("{who} wanders about in {to}."))
        }
        How::Wandered => StoryLine::by(PS_NMR_01, format!("{who} wanders from {from} to {to}.")),
        How::Tracked(target) => {
            StoryLine::by(PS_TRACK_03, format!("{who} tracks {target} to {to}."))
        }
        How::LostTracks(target) => {
            StoryLine::by(PS_TRACK_05, format!("{who} loses the tracks of {target} in {to}."))
        }
        How::InCircles => {
            StoryLine::by(PS_TRACK_07, format!("{who} goes round in circles in {to}."))
        }
    }
}

fn ate(who: Tag, meal: Meal) -> StoryLine {
    match meal {
        Meal::Carrion => StoryLine::by(PS_CARR_03, format!("{who} eats carrion.")),
        Meal::Fish => StoryLine::by(PS_AMPH_02, format!("{who} eats fish.")),
        Meal::Grass => StoryLine::by(PS_PLANT_02, format!("{who} eats grass.")),
        Meal::Fruit => StoryLine::by(PS_PLANT_02, format!("{who} eats fruit.")),
        Meal::Treetops => StoryLine::by(PS_NECK_02, format!("{who} eats from the treetops.")),
    }
}
