//! How the story is told: a line for every event, with the rule behind it.

use crate::Outfit;
use crate::event::{Cause, Event};
use crate::land::Edge;
use crate::position::Number;
use crate::rule;
use crate::speech::{ability_words, amid, count};
use table::{Names, StoryLine};

impl Outfit {
    /// The event as a line of the story.
    pub(crate) fn tell_story(&self, event: &Event, names: Names<'_>) -> StoryLine {
        let name = |person: &Number| self.person_called(person.who(), names);
        match event {
            Event::OrderDie { .. }
            | Event::Order { .. }
            | Event::Placed { .. }
            | Event::Markers { .. }
            | Event::OutpostPlaced { .. }
            | Event::BorderNamed { .. }
            | Event::Day { .. } => tell_set_up(event, &name, names),
            Event::Turn { .. }
            | Event::TooWeak { .. }
            | Event::Stayed { .. }
            | Event::Rolled { .. }
            | Event::Friendly { .. }
            | Event::Stepped { .. }
            | Event::Stopped { .. }
            | Event::Left { .. } => tell_move(event, &name),
            Event::Needs { .. }
            | Event::Level { .. }
            | Event::EncounterDie { .. }
            | Event::Encounter { .. }
            | Event::Met { .. }
            | Event::Out { .. }
            | Event::GivenUp { .. } => self.tell_wear(event, &name),
            Event::Found { .. }
            | Event::Captured { .. }
            | Event::Turned { .. }
            | Event::Joined { .. }
            | Event::Stranded { .. }
            | Event::BroughtOut { .. }
            | Event::Shot { .. }
            | Event::Sighted { .. }
            | Event::Tracks { .. }
            | Event::Over { .. } => tell_meeting(event, &name),
        }
    }

    /// What the day does to a person.
    fn tell_wear(&self, event: &Event, name: Name<'_>) -> StoryLine {
        match event {
            Event::Needs { person, water_met, food_met, water, food, lost } => {
                let part = |what: &str, met: bool, blocks: &[u8; 2]| {
                    let met = if met { "met" } else { "not met" };
                    if blocks[0] == blocks[1] {
                        format!("{what} {met} ({})", blocks[0])
                    } else {
                        format!("{what} {met} ({} to {})", blocks[0], blocks[1])
                    }
                };
                StoryLine::by(
                    rule::OS_SEQ_04,
                    format!(
                        "{}: {}, {}{}.",
                        name(person),
                        part("water", *water_met, water),
                        part("food", *food_met, food),
                        levels(*lost)
                    ),
                )
            }
            Event::Level { person, from, to, allowance } => StoryLine::by(
                rule::OS_LIFE_04,
                format!(
                    "{} goes from Life Level {from} to {to}: {} a day.",
                    name(person),
                    count(*allowance, "point")
                ),
            ),
            Event::EncounterDie { person, die } => {
                let what = if *die < 5 { "nothing happens" } else { "an encounter" };
                let rule = if *die < 5 { rule::OS_ENC_02 } else { rule::OS_ENC_03 };
                StoryLine::by(rule, format!("{} rolls {die}: {what}.", name(person)))
            }
            Event::Encounter { person, chart, column, row } => {
                let effect = self.scenario.encounters.get(usize::from(*chart)).and_then(|chart| {
                    chart.columns[*column as usize].get((usize::from(*row)).wrapping_sub(1))
                });
                let (figures, text) = effect
                    .map(|effect| (effect.figures(), effect.text.clone()))
                    .unwrap_or_default();
                StoryLine::by(
                    rule::OS_ENC_06,
                    format!("{}, {} {row}: {text} ({figures}).", name(person), column.heading()),
                )
            }
            Event::Met { person, water, food, lost } => StoryLine::by(
                rule::OS_ENC_12,
                format!(
                    "{}: water {} to {}, food {} to {}{}.",
                    name(person),
                    water[0],
                    water[1],
                    food[0],
                    food[1],
                    levels(*lost)
                ),
            ),
            Event::Out { person, cause, hex } => {
                let place = hex.map_or(String::new(), |hex| format!(" on {hex}"));
                let (rule, how) = match cause {
                    Cause::Weakness => (rule::OS_LIFE_05, "has not survived"),
                    Cause::Thirst => (rule::OS_WATER_10, "dies of thirst"),
                    Cause::Hunger => (rule::OS_FOOD_03, "dies of hunger"),
                    Cause::Immobile => (rule::OS_LIFE_09, "can go no farther"),
                    Cause::GaveUp => (rule::OS_BEAST_17, "gives up"),
                    Cause::WrongEdge => (rule::OS_EDGE_04, "leaves over the wrong edge"),
                    Cause::Resigned | Cause::None => (rule::OS_END_03, "gives up"),
                };
                StoryLine::by(
                    rule,
                    format!("{} {how}{place} and is out of the game.", name(person)),
                )
            }
            Event::GivenUp { person } => StoryLine::by(
                rule::OS_END_03,
                format!("{}, given up by the player, walks on by the dice.", name(person)),
            ),
            _ => StoryLine::plain(""),
        }
    }
}

/// What a person is called.
type Name<'a> = &'a dyn Fn(&Number) -> String;

/// Setting up, and the days.
fn tell_set_up(event: &Event, name: Name<'_>, names: Names<'_>) -> StoryLine {
    match event {
        Event::OrderDie { seat, die, again } => {
            let player = names.of(table::Seat(seat.saturating_sub(1)));
            let again = if *again { " again" } else { "" };
            StoryLine::by(
                rule::OS_ORD_01,
                format!("{player} rolls {die}{again} for the order of play."),
            )
        }
        Event::Order { seats, count } => {
            let order: Vec<String> = seats[..usize::from(*count).min(4)]
                .iter()
                .map(|seat| names.of(table::Seat(seat.saturating_sub(1))))
                .collect();
            StoryLine::by(rule::OS_ORD_02, format!("Order of play: {}.", order.join(", ")))
        }
        Event::Placed { person, hex, way_off } => {
            let off = match way_off {
                Some(points) => format!(" Cheapest way off: {}.", count(*points, "point")),
                None => String::new(),
            };
            StoryLine::by(rule::OS_SET_02, format!("{} starts on {hex}.{off}", name(person)))
        }
        Event::Markers { count, persons } => StoryLine::by(
            rule::OS_RESC_02,
            format!(
                "{count} markers lie face down; {} under them.",
                match persons {
                    1 => "1 missing person is".to_string(),
                    n => format!("{n} missing persons are"),
                }
            ),
        ),
        Event::OutpostPlaced { person, hex } => {
            StoryLine::by(rule::OS_OUTP_02, format!("{} places an outpost on {hex}.", name(person)))
        }
        Event::BorderNamed { person, edge } => StoryLine::plain(format!(
            "{} will make for the {} edge, in secret.",
            name(person),
            edge.word()
        )),
        Event::Day { day } => StoryLine::by(rule::OS_GEN_01, format!("Day {day}.")),
        _ => StoryLine::plain(""),
    }
}

/// A turn up to the end of the move.
fn tell_move(event: &Event, name: Name<'_>) -> StoryLine {
    match event {
        Event::Turn { person, level, allowance } => StoryLine::by(
            rule::OS_MOVE_03,
            format!("{}, Life Level {level}, has {}.", name(person), count(*allowance, "point")),
        ),
        Event::TooWeak { person } => {
            StoryLine::by(rule::OS_SEQ_09, format!("{} is too weak to move.", name(person)))
        }
        Event::Stayed { person, hex } => {
            StoryLine::by(rule::OS_MOVE_10, format!("{} rests on {hex}.", name(person)))
        }
        Event::Rolled { person, die, start, turns, may_stay, way } => {
            let ability = ability_words(*start, turns.count(), *may_stay);
            let way = way.map_or(String::new(), |way| format!("; {}", way.name()));
            StoryLine::by(
                rule::OS_DIR_01,
                format!("{}: direction {die}: {ability}{way}.", name(person)),
            )
        }
        Event::Friendly { person, side, favour } => StoryLine::by(
            rule::OS_FRND_01,
            format!(
                "A friendly die about the {} side goes {} {}.",
                side.name(),
                if *favour { "the way of" } else { "against" },
                amid(&name(person))
            ),
        ),
        Event::Stepped { person, side, hex, cost, points, turned, .. } => StoryLine::by(
            if *turned { rule::OS_TURN_02 } else { rule::OS_MOVE_02 },
            format!(
                "{} goes {} to {hex} for {}{}; {} left.",
                name(person),
                side.name(),
                count(*cost, "point"),
                if *turned { ", turning" } else { "" },
                points
            ),
        ),
        Event::Stopped { person, hex, lost, moved } => {
            let lost = match lost {
                0 => String::new(),
                lost => format!("; {} lost", count(*lost, "point")),
            };
            let verb = if *moved { "stops on" } else { "stays on" };
            StoryLine::by(rule::OS_MOVE_09, format!("{} {verb} {hex}{lost}.", name(person)))
        }
        Event::Left { person, hex, edges, cost } => {
            let over: Vec<&str> = edges.iter().map(Edge::word).collect();
            StoryLine::by(
                rule::OS_EDGE_01,
                format!(
                    "{} leaves the board from {hex} over the {} edge for {}.",
                    name(person),
                    over.join(" and "),
                    count(*cost, "point")
                ),
            )
        }
        _ => StoryLine::plain(""),
    }
}

/// Who meets whom, and how it ends.
fn tell_meeting(event: &Event, name: Name<'_>) -> StoryLine {
    match event {
        Event::Found { person, by, hex } => StoryLine::by(
            rule::OS_SRCH_09,
            format!("{} finds {} on {hex}.", name(by), amid(&name(person))),
        ),
        Event::Captured { person, by, hex } => StoryLine::by(
            rule::OS_PURA_11,
            format!("{} captures {} on {hex}.", name(by), amid(&name(person))),
        ),
        Event::Turned { person, hex, missing } => StoryLine::by(
            rule::OS_RESC_04,
            format!(
                "{} turns the marker on {hex}: {}.",
                name(person),
                if *missing { "a missing person" } else { "a blank" }
            ),
        ),
        Event::Joined { person, to, level, water, food } => StoryLine::by(
            rule::OS_RESC_06,
            format!(
                "{} joins {}: Life Level {level}, water {water}, food {food}.",
                name(person),
                amid(&name(to))
            ),
        ),
        Event::Stranded { person, hex } => {
            StoryLine::by(rule::OS_RESC_17, format!("{} stays behind on {hex}.", name(person)))
        }
        Event::BroughtOut { person, by, level } => StoryLine::by(
            rule::OS_RESC_18,
            format!("{} brings out {}, Life Level {level}.", name(by), amid(&name(person))),
        ),
        Event::Shot { person, at, die, hit } => {
            let die = if *die > 0 { format!(" (die {die})") } else { String::new() };
            let end = if *hit { "hits" } else { "misses" };
            let rule = if *hit { rule::OS_BEAST_16 } else { rule::OS_BEAST_14 };
            StoryLine::by(
                rule,
                format!("{} shoots at {}{die} and {end}.", name(person), amid(&name(at))),
            )
        }
        Event::Sighted { person, hex } => {
            StoryLine::plain(format!("{} is seen on {hex}.", name(person)))
        }
        Event::Tracks { hex, day } => {
            StoryLine::plain(format!("Tracks on {hex}, left on day {day}."))
        }
        Event::Over { text, .. } => StoryLine::by(rule::OS_SEQ_03, text.clone()),
        _ => StoryLine::plain(""),
    }
}

fn levels(lost: i8) -> String {
    match lost {
        0 => String::new(),
        lost if lost > 0 => format!("; {} lost", count(lost, "level")),
        gained => format!("; {} back", count(-gained, "level")),
    }
}
