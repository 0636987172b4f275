//! How the story is told: a line for every event, with the rule behind it and those of its factors.

use crate::Outfit;
use crate::edition::components::{Mode, Rows, Terrain};
use crate::edition::scenarios::{Order, When};
use crate::event::{Aiming, Cause, Event, Supply, Toll};
use crate::land::Edge;
use crate::position::Number;
use crate::rule;
use crate::rules::ending;
use crate::rules::shooting::odds;
use crate::speech::{ability_words, amid, count};
use table::{Names, RuleId, StoryLine};

/// The heading of the chapter that an event opens, if it opens one.
pub(crate) fn chapter(event: &Event) -> Option<String> {
    match event {
        Event::Day { day, .. } => Some(format!("Day {day}")),
        _ => None,
    }
}

/// The event as a line of the story.
pub(crate) fn narrate(set: &Outfit, event: &Event, names: Names<'_>) -> StoryLine {
    let name = |person: &Number| set.person_called(person.who(), names);
    match event {
        Event::OrderDie { .. }
        | Event::Order { .. }
        | Event::Placed { .. }
        | Event::Markers { .. }
        | Event::OutpostPlaced { .. }
        | Event::BorderNamed { .. }
        | Event::Day { .. } => set.tell_set_up(event, &name, names),
        Event::Turn { .. }
        | Event::TooWeak { .. }
        | Event::Stayed { .. }
        | Event::Rolled { .. }
        | Event::Friendly { .. }
        | Event::Stepped { .. }
        | Event::Stopped { .. }
        | Event::Left { .. } => set.tell_move(event, &name),
        Event::Needs { .. } | Event::Level { .. } | Event::Out { .. } | Event::GivenUp { .. } => {
            set.tell_wear(event, &name)
        }
        Event::EncounterDie { .. }
        | Event::Column { .. }
        | Event::Encounter { .. }
        | Event::Met { .. } => set.tell_encounter(event, &name),
        Event::Found { .. }
        | Event::Captured { .. }
        | Event::Turned { .. }
        | Event::Joined { .. }
        | Event::Stranded { .. }
        | Event::BroughtOut { .. }
        | Event::Sighted { .. }
        | Event::Tracks { .. } => tell_meeting(event, &name),
        Event::Shot { .. } => set.tell_shot(event, &name),
        Event::Over { reason, text } => {
            StoryLine::by(set.ended_by(reason), set.by_players(text, names))
        }
    }
}

impl Outfit {
    /// What the day does to a person.
    fn tell_wear(&self, event: &Event, name: Name<'_>) -> StoryLine {
        match event {
            Event::Needs { person, hex, supply, water, food, lost, moved, best } => {
                let day = self.day_words(&DayWords {
                    person: *person,
                    supply: *supply,
                    water: *water,
                    food: *food,
                    lost: *lost,
                    moved: *moved,
                    best: *best,
                });
                let text = format!("{} on {hex}: {}.", name(person), day.text);
                StoryLine::by(rule::OS_SEQ_04, text).and(day.rules)
            }
            Event::Level { person, from, to, allowance } => StoryLine::by(
                if to > from { rule::OS_LIFE_04 } else { rule::OS_LIFE_07 },
                format!(
                    "{} goes from Life Level {from} to {to}: {} a day.",
                    name(person),
                    count(*allowance, "point")
                ),
            )
            .and([rule::OS_MOVE_03]),
            Event::Out { person, cause, hex } => {
                let place = hex.map_or(String::new(), |hex| format!(" on {hex}"));
                let rule = match cause {
                    Cause::Weakness => rule::OS_LIFE_05,
                    Cause::Thirst => rule::OS_WATER_10,
                    Cause::Hunger => rule::OS_FOOD_03,
                    Cause::Immobile => rule::OS_LIFE_09,
                    Cause::GaveUp => self.gives_up_by(),
                    Cause::WrongEdge => rule::OS_EDGE_04,
                    Cause::Resigned | Cause::None => rule::OS_END_03,
                };
                let how = cause.words();
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

    /// An encounter: whether there is one, its column, its row, and what it does to each.
    fn tell_encounter(&self, event: &Event, name: Name<'_>) -> StoryLine {
        match event {
            Event::EncounterDie { person, die } => {
                let (rule, what) = match die {
                    1..=4 => (rule::OS_ENC_02, "1 to 4, nothing happens"),
                    _ => (rule::OS_ENC_03, "5 or 6, an encounter"),
                };
                StoryLine::by(rule, format!("{} rolls {die}: {what}.", name(person)))
            }
            Event::Column { person, column, die, automatic } => {
                let (name, column) = (name(person), column.heading());
                match die {
                    Some(die) => StoryLine::by(
                        rule::OS_ENC_05,
                        format!("{name} rolls {die} for the column: {column}."),
                    ),
                    None if *automatic => StoryLine::by(
                        rule::OS_AUTO_01,
                        format!("{name}, moved by the game, takes {column}."),
                    ),
                    None => StoryLine::by(rule::OS_ENC_04, format!("{name} names {column}.")),
                }
            }
            Event::Encounter { person, chart, column, row } => {
                let chart = self.scenario.encounters.get(usize::from(*chart));
                let told = chart.and_then(|chart| {
                    let effect =
                        chart.columns[*column as usize].get(usize::from(*row).checked_sub(1)?)?;
                    Some(format!(
                        "{} ({}), by the chart {}",
                        effect.text,
                        effect.figures(),
                        chart.id
                    ))
                });
                StoryLine::by(
                    rule::OS_ENC_06,
                    format!(
                        "{}, {} {row}: {}.",
                        name(person),
                        column.heading(),
                        told.unwrap_or_default()
                    ),
                )
                .and([rule::OS_ENC_14])
            }
            Event::Met { person, effect, water, food, lost, moved, best } => {
                let rows = &self.scenario.rows;
                let mut parts: Vec<StoryLine> = [
                    (&WATER, effect[0], &rows.water, *water),
                    (&FOOD, effect[1], &rows.food, *food),
                ]
                .into_iter()
                .filter(|(_, steps, ..)| *steps != 0)
                .map(|(counter, steps, row, blocks)| counter_moved(counter, steps, row, blocks))
                .collect();
                let (rule, cut) = match effect[2] {
                    1.. => (rule::OS_ENC_10, rule::OS_PEAK_08),
                    _ => (rule::OS_ENC_09, rule::OS_PEAK_07),
                };
                if effect[2] != 0 {
                    parts.push(StoryLine::by(rule, format!("L{:+}", effect[2])));
                }
                if parts.is_empty() {
                    parts.push(StoryLine::plain("nothing changes"));
                }
                let parts = StoryLine::joined(parts, ", ");
                let levels = levels(rule::OS_ENC_12, cut, *lost, *moved, *best);
                let text = format!("{}: {}{}.", name(person), parts.text, levels.text);
                StoryLine::by(rule::OS_ENC_12, text).and(parts.rules).and(levels.rules)
            }
            _ => StoryLine::plain(""),
        }
    }

    /// What a day does for both needs, and to the Life Level.
    pub(crate) fn day_words(&self, day: &DayWords) -> StoryLine {
        let rows = &self.scenario.rows;
        let needs = [
            need(&WATER, day.supply[0], self.ends_by(&day.person, 0), &rows.water, day.water),
            need(&FOOD, day.supply[1], self.ends_by(&day.person, 1), &rows.food, day.food),
        ];
        let needs = StoryLine::joined(needs, ", ");
        let sum = levels(rule::OS_SEQ_05, rule::OS_PEAK_07, day.lost, day.moved, day.best);
        StoryLine::plain(needs.text + &sum.text).and(needs.rules).and(sum.rules)
    }

    /// The row by which ending the day on a source meets a need of this person.
    fn ends_by(&self, person: &Number, which: usize) -> RuleId {
        let role = self.role(person.who());
        let charts = [role.needs, role.needs_escorting].into_iter().flatten();
        let mut modes = charts.map(|chart| {
            let chart = &self.scenario.needs[chart];
            [chart.water.mode, chart.food.mode][which]
        });
        match modes.find(|mode| matches!(mode, Mode::End | Mode::Pass)) {
            Some(Mode::Pass) => rule::OS_NEED_05,
            _ => rule::OS_NEED_04,
        }
    }

    /// A shot with all that it was judged by.
    fn tell_shot(&self, event: &Event, name: Name<'_>) -> StoryLine {
        let Event::Shot { person, at, aim, die, hit } = event else {
            return StoryLine::plain("");
        };
        let (shooter, target) = (name(person), amid(&name(at)));
        let end = if *hit { "hits" } else { "misses" };
        let Some(Aiming { ground, distance, faces }) = aim else {
            return StoryLine::by(rule::OS_BEAST_14, format!("{shooter} shoots and {end}."));
        };
        let rifle = !self.scenario.shooting.range.is_empty();
        let rule = match (distance, ground) {
            (0, Terrain::Woods) => rule::OS_BEAST_11,
            (0, Terrain::Desert) => rule::OS_BEAST_22,
            (0, Terrain::Mountain | Terrain::Swamp) => rule::OS_BEAST_12,
            (1.., _) if rifle => rule::OS_VAR_01,
            _ => rule::OS_BEAST_09,
        };
        let far = match distance {
            0 => "in the same hex".to_string(),
            1 => "over 1 hex".to_string(),
            far => format!("over {far} hexes"),
        };
        let die = if *die > 0 { format!("; the die shows {die}: it {end}") } else { String::new() };
        StoryLine::by(
            rule,
            format!(
                "{shooter} shoots at {target} from {} {far}, which {}{die}.",
                ground.word(),
                odds(faces.0)
            ),
        )
        .and((*distance == 0 && *ground != Terrain::Clear).then_some(rule::OS_BEAST_10))
    }

    /// The row by which hunters give up: with one of them it is the end, or only his.
    fn gives_up_by(&self) -> RuleId {
        let ends = |when: When| matches!(when, When::LevelAtMost(..));
        match self.scenario.wins.iter().any(|win| ends(win.when)) {
            true => rule::OS_BEAST_17,
            false => rule::OS_PURB_08,
        }
    }

    /// The row by which the game is over.
    fn ended_by(&self, reason: &str) -> RuleId {
        match reason {
            ending::RESIGNED => rule::OS_END_03,
            ending::NOBODY => rule::OS_END_04,
            ending::DAY_LIMIT => rule::OS_END_01,
            _ => rule::OS_SEQ_03,
        }
    }

    /// What was told of persons by their own names, told by those of their players.
    fn by_players(&self, text: &str, names: Names<'_>) -> String {
        self.everyone().fold(text.to_string(), |text, person| {
            text.replace(self.person_name(person).as_ref(), &self.person_called(person, names))
        })
    }
}

/// What a day did to a person, or will do.
pub(crate) struct DayWords {
    pub person: Number,
    pub supply: [Supply; 2],
    /// Block before and after.
    pub water: [u8; 2],
    pub food: [u8; 2],
    /// Levels lost by the triggers, or given back.
    pub lost: i8,
    /// By how many places the letter moves.
    pub moved: i8,
    /// The best letter that is left.
    pub best: char,
}

/// What a person is called.
type Name<'a> = &'a dyn Fn(&Number) -> String;

impl Outfit {
    /// Setting up, and the days.
    fn tell_set_up(&self, event: &Event, name: Name<'_>, names: Names<'_>) -> StoryLine {
        match event {
            Event::OrderDie { seat, die, again } => {
                let player = names.of(table::Seat(seat.saturating_sub(1)));
                let again = if *again { " again" } else { "" };
                StoryLine::by(
                    if again.is_empty() { rule::OS_ORD_01 } else { rule::OS_ORD_03 },
                    format!("{player} rolls {die}{again} for the order of play."),
                )
            }
            Event::Order { seats, count } => {
                let order: Vec<String> = seats[..usize::from(*count).min(4)]
                    .iter()
                    .map(|seat| names.of(table::Seat(seat.saturating_sub(1))))
                    .collect();
                let rule = match self.switches.order {
                    Order::SoughtFirst => rule::OS_ORD_06,
                    Order::Rolled | Order::Clockwise => rule::OS_ORD_02,
                };
                StoryLine::by(rule, format!("Order of play: {}.", order.join(", ")))
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
            Event::OutpostPlaced { person, hex } => StoryLine::by(
                rule::OS_OUTP_02,
                format!("{} places an outpost on {hex}.", name(person)),
            ),
            Event::BorderNamed { person, edge } => StoryLine::by(
                rule::OS_VAR_02,
                format!("{} will make for the {} edge, in secret.", name(person), edge.word()),
            ),
            Event::Day { day } => StoryLine::by(rule::OS_GEN_01, format!("Day {day}.")),
            _ => StoryLine::plain(""),
        }
    }

    /// A turn up to the end of the move.
    fn tell_move(&self, event: &Event, name: Name<'_>) -> StoryLine {
        match event {
            Event::Turn { person, level, allowance } => {
                let place = u32::from(*level).saturating_sub(u32::from('A'));
                let own = usize::try_from(place).ok();
                let own = own.and_then(|place| self.role(person.who()).allowances.get(place));
                let (rule, pace) = match own {
                    Some(own) if own != allowance => {
                        (rule::OS_RESC_13, " at the pace of the party")
                    }
                    _ => (rule::OS_MOVE_03, ""),
                };
                let points = count(*allowance, "point");
                StoryLine::by(
                    rule,
                    format!("{}, Life Level {level}, has {points}{pace}.", name(person)),
                )
            }
            Event::TooWeak { person } => {
                StoryLine::by(rule::OS_SEQ_09, format!("{} is too weak to move.", name(person)))
            }
            Event::Stayed { person, hex } => {
                StoryLine::by(rule::OS_MOVE_10, format!("{} rests on {hex}.", name(person)))
            }
            Event::Rolled { person, die, start, turns, may_stay, way } => {
                let ability = ability_words(*start, turns.count(), *may_stay);
                let way = way.map_or(StoryLine::plain(""), |way| {
                    let says = format!("; a second die of {} says {}", way.0 + 1, way.name());
                    StoryLine::by(rule::OS_DIR_04, says)
                });
                let text = format!("{}: direction {die}: {ability}{}.", name(person), way.text);
                StoryLine::by(rule::OS_DIR_01, text)
                    .and([rule::OS_DIR_02])
                    .and(may_stay.then_some(rule::OS_MOVE_12))
                    .and(way.rules)
            }
            Event::Friendly { person, side, die, against, favour } => {
                let (rule, dice) = match against {
                    Some(other) => (rule::OS_FRND_03, format!("{die} against {other}")),
                    None => (rule::OS_FRND_04, format!("{die}, and 4 or more is needed")),
                };
                let goes = if *favour { "the way of" } else { "against" };
                let (side, person) = (side.name(), amid(&name(person)));
                StoryLine::by(
                    rule,
                    format!("A friendly die about the {side} side goes {goes} {person}: {dice}."),
                )
            }
            Event::Stepped { person, side, hex, cost, points, toll, turned, .. } => {
                use rule::{OS_MOVE_02, OS_TRAIL_11, OS_TRAIL_14, OS_TRAIL_18, OS_TURN_02};
                let (rule, and, how) = match (toll, turned) {
                    (Toll::LeavingTrail, false) => (OS_TRAIL_18, None, ", leaving the trail"),
                    (Toll::LeavingTrail, true) => {
                        (OS_TRAIL_18, Some(OS_TRAIL_11), ", turning off the trail")
                    }
                    (Toll::Trail, true) => (OS_TURN_02, Some(OS_TRAIL_14), ", turning"),
                    (Toll::Ground, true) => (OS_TURN_02, Some(OS_MOVE_02), ", turning"),
                    (Toll::Trail, false) => (OS_TRAIL_14, None, " by the trail"),
                    (Toll::Ground, false) => (OS_MOVE_02, None, ""),
                };
                let (side, cost) = (side.name(), count(*cost, "point"));
                let text = format!(
                    "{} goes {side} to {hex} for {cost}{how}; {points} left.",
                    name(person)
                );
                StoryLine::by(rule, text).and(and)
            }
            Event::Stopped { person, hex, lost, moved } => {
                let lost = match lost {
                    0 => String::new(),
                    lost => format!("; {} lost", count(*lost, "point")),
                };
                let verb = if *moved { "stops on" } else { "stays on" };
                let rule = if lost.is_empty() { rule::OS_MOVE_05 } else { rule::OS_MOVE_09 };
                StoryLine::by(rule, format!("{} {verb} {hex}{lost}.", name(person)))
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
                .and((over.len() > 1).then_some(rule::OS_EDGE_03))
                .and([if *cost > 1 {
                    rule::OS_TRAIL_23
                } else {
                    rule::OS_EDGE_02
                }])
            }
            _ => StoryLine::plain(""),
        }
    }
}

/// Who meets whom.
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
        Event::Sighted { person, hex } => {
            StoryLine::by(rule::OS_VAR_03, format!("{} is seen on {hex}.", name(person)))
        }
        Event::Tracks { hex, day } => {
            StoryLine::by(rule::OS_VAR_03, format!("Tracks on {hex}, left on day {day}."))
        }
        _ => StoryLine::plain(""),
    }
}

/// A counter in words, and the rows by which it moves.
struct CounterWords {
    what: &'static str,
    letter: char,
    /// It moves right where the need is not met.
    wanting: RuleId,
    /// Its triggers cost levels.
    trigger: RuleId,
    /// It moves left, and its triggers give their levels back.
    recovery: RuleId,
}

const WATER: CounterWords = CounterWords {
    what: "water",
    letter: 'W',
    wanting: rule::OS_WATER_01,
    trigger: rule::OS_WATER_04,
    recovery: rule::OS_WATER_11,
};

const FOOD: CounterWords = CounterWords {
    what: "food",
    letter: 'F',
    wanting: rule::OS_FOOD_01,
    trigger: rule::OS_FOOD_02,
    recovery: rule::OS_FOOD_01,
};

/// A need, how it was met, its blocks and the levels that lie between them. `ends_by` is the row by which a
/// source at the end of the day meets it.
fn need(
    counter: &CounterWords,
    supply: Supply,
    ends_by: RuleId,
    row: &[u8],
    [from, to]: [u8; 2],
) -> StoryLine {
    let what = counter.what;
    let (rule, how) = match supply {
        Supply::None => (counter.wanting, "not met"),
        Supply::NoNeed => {
            return StoryLine::by(rule::OS_NEED_01, format!("no need of {what}"));
        }
        Supply::EveryDay => (rule::OS_NEED_07, "met, as every day"),
        Supply::Here => (ends_by, "met here"),
        Supply::Passing => (rule::OS_NEED_05, "met in passing"),
        Supply::Outpost => (rule::OS_OUTP_03, "met by the outpost"),
        Supply::Shared => (rule::OS_VAR_07, "shared by the others here"),
    };
    let sun = supply == Supply::None && to > from + 1;
    let rest = supply != Supply::Outpost && to < from;
    let (rules, blocks) = match from == to {
        true => (Vec::new(), format!("block {to}")),
        false => {
            let crossed = crossed(counter, row, from, to);
            (crossed.rules, format!("block {from} to {to}{}", crossed.text))
        }
    };
    StoryLine::by(rule, format!("{what} {how} ({blocks})"))
        .and(sun.then_some(rule::OS_VAR_05))
        .and(rest.then_some(rule::OS_REC_01))
        .and((to < from).then_some(counter.recovery))
        .and(rules)
}

/// A counter that an encounter moves.
fn counter_moved(counter: &CounterWords, steps: i8, row: &[u8], [from, to]: [u8; 2]) -> StoryLine {
    let CounterWords { what, letter, .. } = counter;
    let crossed = crossed(counter, row, from, to);
    let text = format!("{what} {from} to {to} ({letter}{steps:+}{})", crossed.text);
    let surplus = i16::from(steps) > i16::from(from) - i16::from(to);
    StoryLine::by(rule::OS_ENC_08, text).and(crossed.rules).and(surplus.then_some(rule::OS_ENC_11))
}

/// The levels of the triggers between two blocks, if there are any.
fn crossed(counter: &CounterWords, row: &[u8], from: u8, to: u8) -> StoryLine {
    match Rows::lost(row, from).abs_diff(Rows::lost(row, to)) {
        0 => StoryLine::plain(""),
        levels => {
            let rule = if to > from { counter.trigger } else { counter.recovery };
            StoryLine::by(rule, format!(", {}", count(levels, "level")))
        }
    }
}

/// What comes of it: the sum by its row, and the best level that is left where that stands in the way, by the
/// row of the peak unless it is A.
fn levels(sum: RuleId, peak: RuleId, lost: i8, moved: i8, best: char) -> StoryLine {
    let cut = match lost == moved {
        true => StoryLine::plain(""),
        false => {
            let rule = if best == 'A' { rule::OS_LIFE_06 } else { peak };
            StoryLine::by(rule, format!(": {best} is the best that is left"))
        }
    };
    let text = match moved {
        0 if lost == 0 => return StoryLine::plain(""),
        0 => format!("; no level back{}", cut.text),
        1.. => format!("; {} lost{}", count(moved, "level"), cut.text),
        _ => format!("; {} back{}", count(-moved, "level"), cut.text),
    };
    StoryLine::by(sum, text).and(cut.rules)
}
