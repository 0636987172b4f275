//! The story: what happened, event by event, and how it is told.

use crate::charts::{ANY_TURNS, Column, Start};
use crate::{Edge, Outfit};
use serde::{Deserialize, Serialize, Serializer};
use table::Told;
use terrain::{Side, Top};

/// The printed name of a hex, by column and row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct HexName(pub(crate) u8, pub(crate) u8);

impl std::fmt::Display for HexName {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{:02}{:02}", self.0, self.1)
    }
}

impl Serialize for HexName {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

/// A direction by its name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Compass(pub(crate) u8);

impl Compass {
    /// N, NE, SE, S, SW or NW.
    pub fn name(self) -> &'static str {
        Side(self.0 % 6).name(Top::Flat)
    }
}

impl Serialize for Compass {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.name())
    }
}

/// Why a person is out of the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Cause {
    /// Not out.
    None,
    /// A level was to be lost beyond O.
    Weakness,
    /// The Water counter ran off its row.
    Thirst,
    /// The Food counter ran off its row.
    Hunger,
    /// Too weak to move, in a scenario where that is the end.
    Immobile,
    /// At or below the level at which the role gives up.
    GaveUp,
    /// Left over an edge that does not count.
    WrongEdge,
    /// Given up by the player.
    Resigned,
}

/// One thing that happened. Persons and seats are counted from 1.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "snake_case", tag = "event")]
#[allow(missing_docs, reason = "the names are those of the rules")]
pub enum Event {
    OrderDie {
        seat: u16,
        die: u8,
        again: bool,
    },
    Order {
        seats: [u16; 4],
        count: u8,
    },
    Placed {
        person: u8,
        hex: HexName,
        way_off: Option<u16>,
    },
    Markers {
        count: u8,
        persons: u8,
    },
    OutpostPlaced {
        person: u8,
        hex: HexName,
    },
    BorderNamed {
        person: u8,
        edge: Edge,
    },
    Day {
        day: u16,
    },
    Turn {
        person: u8,
        level: char,
        allowance: u8,
    },
    TooWeak {
        person: u8,
    },
    Stayed {
        person: u8,
        hex: HexName,
    },
    Rolled {
        person: u8,
        die: u8,
        start: Start,
        turns: u8,
        may_stay: bool,
        way: Option<Compass>,
    },
    Friendly {
        person: u8,
        side: Compass,
        favour: bool,
    },
    Stepped {
        person: u8,
        side: Compass,
        hex: HexName,
        cost: u8,
        points: u8,
        turned: bool,
        turns: u8,
    },
    Stopped {
        person: u8,
        hex: HexName,
        lost: u8,
        moved: bool,
    },
    Left {
        person: u8,
        hex: HexName,
        edges: u8,
        cost: u8,
    },
    Needs {
        person: u8,
        water_met: bool,
        food_met: bool,
        water: [u8; 2],
        food: [u8; 2],
        lost: i8,
    },
    Level {
        person: u8,
        from: char,
        to: char,
        allowance: u8,
    },
    EncounterDie {
        person: u8,
        die: u8,
    },
    Encounter {
        person: u8,
        chart: u8,
        column: Column,
        row: u8,
    },
    Met {
        person: u8,
        water: [u8; 2],
        food: [u8; 2],
        lost: i8,
    },
    Out {
        person: u8,
        cause: Cause,
        hex: Option<HexName>,
    },
    Found {
        person: u8,
        by: u8,
        hex: HexName,
    },
    Captured {
        person: u8,
        by: u8,
        hex: HexName,
    },
    Turned {
        person: u8,
        hex: HexName,
        missing: bool,
    },
    Joined {
        person: u8,
        to: u8,
        level: char,
        water: u8,
        food: u8,
    },
    Stranded {
        person: u8,
        hex: HexName,
    },
    BroughtOut {
        person: u8,
        by: u8,
        level: char,
    },
    Shot {
        person: u8,
        at: u8,
        die: u8,
        hit: bool,
    },
    Sighted {
        person: u8,
        hex: HexName,
    },
    Tracks {
        hex: HexName,
        day: u16,
    },
    Over {
        reason: &'static str,
        text: String,
    },
}

fn count(number: impl Into<i64>, one: &str) -> String {
    match number.into() {
        1 => format!("1 {one}"),
        n => format!("{n} {one}s"),
    }
}

/// "random, one turn" and the like.
pub(crate) fn ability_words(start: Start, turns: u8, may_stay: bool) -> String {
    let turns = match turns {
        0 => "no turn".to_string(),
        1 => "one turn".to_string(),
        2 => "two turns".to_string(),
        ANY_TURNS => "any turns".to_string(),
        n => format!("{n} turns"),
    };
    let start = match start {
        Start::Random => "random",
        Start::Choice => "own choice",
    };
    format!(
        "{start}, {turns}{}",
        if may_stay { ", may stay" } else { "" }
    )
}

impl Outfit {
    /// The printed name of a hex.
    pub(crate) fn hex_name(&self, cell: u16) -> HexName {
        let (column, row) = self.board.place(cell);
        HexName(column, row)
    }

    /// What a person is called, such as "Hiker 2" or "The deer".
    pub(crate) fn person_name(&self, person: u8) -> String {
        let role = self.role(person);
        let members = self.members(person).count();
        let number = self
            .members(person)
            .position(|other| other == person)
            .unwrap_or(0)
            + 1;
        let mut name = match members {
            1 => format!("the {}", role.name),
            _ => format!("{} {number}", role.name),
        };
        if let Some(first) = name.get_mut(0..1) {
            first.make_ascii_uppercase();
        }
        let alone =
            self.setup.seats as usize == members && self.setup.seats as usize == self.cast.len();
        match self.setup.names.get(person as usize) {
            Some(player) if alone && !player.is_empty() => player.clone(),
            _ => name,
        }
    }

    /// The event as a line of the story.
    pub(crate) fn tell_story(&self, event: &Event) -> Told {
        let name = |person: &u8| self.person_name(person.saturating_sub(1));
        match event {
            Event::OrderDie { seat, die, again } => {
                let player = self.setup.name(table::Seat(seat.saturating_sub(1)));
                let again = if *again { " again" } else { "" };
                Told::by(
                    "OS-ORD-01",
                    format!("{player} rolls {die}{again} for the order of play."),
                )
            }
            Event::Order { seats, count } => {
                let names: Vec<String> = seats[..(*count as usize).min(4)]
                    .iter()
                    .map(|seat| self.setup.name(table::Seat(seat.saturating_sub(1))))
                    .collect();
                Told::by("OS-ORD-02", format!("Order of play: {}.", names.join(", ")))
            }
            Event::Placed {
                person,
                hex,
                way_off,
            } => {
                let off = match way_off {
                    Some(points) => format!(" Cheapest way off: {points} points."),
                    None => String::new(),
                };
                Told::by(
                    "OS-SET-02",
                    format!("{} starts on {hex}.{off}", name(person)),
                )
            }
            Event::Markers { count, persons } => Told::by(
                "OS-RESC-02",
                format!(
                    "{count} markers lie face down; {} under them.",
                    match persons {
                        1 => "1 missing person is".to_string(),
                        n => format!("{n} missing persons are"),
                    }
                ),
            ),
            Event::OutpostPlaced { person, hex } => Told::by(
                "OS-OUTP-02",
                format!("{} places an outpost on {hex}.", name(person)),
            ),
            Event::BorderNamed { person, edge } => Told::plain(format!(
                "{} will make for the {} edge, in secret.",
                name(person),
                edge.word()
            )),
            Event::Day { day } => Told::by("OS-GEN-01", format!("Day {day}.")),
            Event::Turn {
                person,
                level,
                allowance,
            } => Told::by(
                "OS-MOVE-03",
                format!(
                    "{}, Life Level {level}, has {}.",
                    name(person),
                    count(*allowance, "point")
                ),
            ),
            Event::TooWeak { person } => Told::by(
                "OS-SEQ-09",
                format!("{} is too weak to move.", name(person)),
            ),
            Event::Stayed { person, hex } => {
                Told::by("OS-MOVE-10", format!("{} rests on {hex}.", name(person)))
            }
            Event::Rolled {
                person,
                die,
                start,
                turns,
                may_stay,
                way,
            } => {
                let ability = ability_words(*start, *turns, *may_stay);
                let way = way.map_or(String::new(), |way| format!("; {}", way.name()));
                Told::by(
                    "OS-DIR-01",
                    format!("{}: direction {die}: {ability}{way}.", name(person)),
                )
            }
            Event::Friendly {
                person,
                side,
                favour,
            } => Told::by(
                "OS-FRND-01",
                format!(
                    "A friendly die about the {} side goes {} {}.",
                    side.name(),
                    if *favour { "the way of" } else { "against" },
                    name(person)
                ),
            ),
            Event::Stepped {
                person,
                side,
                hex,
                cost,
                points,
                turned,
                ..
            } => Told::by(
                if *turned { "OS-TURN-02" } else { "OS-MOVE-02" },
                format!(
                    "{} goes {} to {hex} for {}{}; {} left.",
                    name(person),
                    side.name(),
                    count(*cost, "point"),
                    if *turned { ", turning" } else { "" },
                    points
                ),
            ),
            Event::Stopped {
                person,
                hex,
                lost,
                moved,
            } => {
                let lost = match lost {
                    0 => String::new(),
                    lost => format!("; {} lost", count(*lost, "point")),
                };
                let verb = if *moved { "stops on" } else { "cannot leave" };
                Told::by(
                    "OS-MOVE-09",
                    format!("{} {verb} {hex}{lost}.", name(person)),
                )
            }
            Event::Left {
                person,
                hex,
                edges,
                cost,
            } => {
                let over: Vec<&str> = Edge::of(*edges).map(Edge::word).collect();
                Told::by(
                    "OS-EDGE-01",
                    format!(
                        "{} leaves the board from {hex} over the {} edge for {}.",
                        name(person),
                        over.join(" and "),
                        count(*cost, "point")
                    ),
                )
            }
            Event::Needs {
                person,
                water_met,
                food_met,
                water,
                food,
                lost,
            } => {
                let part = |what: &str, met: bool, blocks: &[u8; 2]| {
                    let met = if met { "met" } else { "not met" };
                    if blocks[0] == blocks[1] {
                        format!("{what} {met} ({})", blocks[0])
                    } else {
                        format!("{what} {met} ({} to {})", blocks[0], blocks[1])
                    }
                };
                Told::by(
                    "OS-SEQ-04",
                    format!(
                        "{}: {}, {}{}.",
                        name(person),
                        part("water", *water_met, water),
                        part("food", *food_met, food),
                        levels(*lost)
                    ),
                )
            }
            Event::Level {
                person,
                from,
                to,
                allowance,
            } => Told::by(
                "OS-LIFE-04",
                format!(
                    "{} goes from Life Level {from} to {to}: {} a day.",
                    name(person),
                    count(*allowance, "point")
                ),
            ),
            Event::EncounterDie { person, die } => {
                let what = if *die < 5 {
                    "nothing happens"
                } else {
                    "an encounter"
                };
                let rule = if *die < 5 { "OS-ENC-02" } else { "OS-ENC-03" };
                Told::by(rule, format!("{} rolls {die}: {what}.", name(person)))
            }
            Event::Encounter {
                person,
                chart,
                column,
                row,
            } => {
                let effect = self
                    .scenario
                    .encounters
                    .get(*chart as usize)
                    .and_then(|chart| {
                        chart.columns[*column as usize].get((*row as usize).wrapping_sub(1))
                    });
                let (figures, text) = effect
                    .map(|effect| (effect.figures(), effect.text.clone()))
                    .unwrap_or_default();
                Told::by(
                    "OS-ENC-06",
                    format!(
                        "{}, {} {row}: {text} ({figures}).",
                        name(person),
                        column.heading()
                    ),
                )
            }
            Event::Met {
                person,
                water,
                food,
                lost,
            } => Told::by(
                "OS-ENC-12",
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
                    Cause::Weakness => ("OS-LIFE-05", "has not survived"),
                    Cause::Thirst => ("OS-WATER-10", "dies of thirst"),
                    Cause::Hunger => ("OS-FOOD-03", "dies of hunger"),
                    Cause::Immobile => ("OS-LIFE-09", "can go no farther"),
                    Cause::GaveUp => ("OS-BEAST-17", "gives up"),
                    Cause::WrongEdge => ("OS-EDGE-04", "leaves over the wrong edge"),
                    Cause::Resigned | Cause::None => ("OS-END-03", "resigns"),
                };
                Told::by(
                    rule,
                    format!("{} {how}{place} and is out of the game.", name(person)),
                )
            }
            Event::Found { person, by, hex } => Told::by(
                "OS-SRCH-09",
                format!("{} finds {} on {hex}.", name(by), name(person)),
            ),
            Event::Captured { person, by, hex } => Told::by(
                "OS-PURA-11",
                format!("{} captures {} on {hex}.", name(by), name(person)),
            ),
            Event::Turned {
                person,
                hex,
                missing,
            } => Told::by(
                "OS-RESC-04",
                format!(
                    "{} turns the marker on {hex}: {}.",
                    name(person),
                    if *missing {
                        "a missing person"
                    } else {
                        "a blank"
                    }
                ),
            ),
            Event::Joined {
                person,
                to,
                level,
                water,
                food,
            } => Told::by(
                "OS-RESC-06",
                format!(
                    "{} joins {}: Life Level {level}, water {water}, food {food}.",
                    name(person),
                    name(to)
                ),
            ),
            Event::Stranded { person, hex } => Told::by(
                "OS-RESC-17",
                format!("{} stays behind on {hex}.", name(person)),
            ),
            Event::BroughtOut { person, by, level } => Told::by(
                "OS-RESC-18",
                format!(
                    "{} brings out {}, Life Level {level}.",
                    name(by),
                    name(person)
                ),
            ),
            Event::Shot {
                person,
                at,
                die,
                hit,
            } => {
                let die = if *die > 0 {
                    format!(" (die {die})")
                } else {
                    String::new()
                };
                let end = if *hit { "hits" } else { "misses" };
                let rule = if *hit { "OS-BEAST-16" } else { "OS-BEAST-14" };
                Told::by(
                    rule,
                    format!("{} shoots at {}{die} and {end}.", name(person), name(at)),
                )
            }
            Event::Sighted { person, hex } => {
                Told::plain(format!("{} is seen on {hex}.", name(person)))
            }
            Event::Tracks { hex, day } => {
                Told::plain(format!("Tracks on {hex}, left on day {day}."))
            }
            Event::Over { text, .. } => Told::by("OS-SEQ-03", text.clone()),
        }
    }
}

fn levels(lost: i8) -> String {
    match lost {
        0 => String::new(),
        lost if lost > 0 => format!("; {} lost", count(lost, "level")),
        gained => format!("; {} back", count(-gained, "level")),
    }
}
