//! Seasonal Events Charts: cells and their effects, read from data.

use crate::position::{Hunter, Hunters, Season};
use serde::Serialize;
use std::fmt;
use table::reading::{Reading, Rolls, Table};
use table::wording::counted;

/// One effect of a cell. The roller makes every choice. YS-EVT-02, YS-EVT-03
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Effect {
    /// At most so many movement points this turn. YS-EVT-04
    Limit(u8),
    /// The roller's Food Points change. YS-EVT-05
    Food(i16),
    /// A Male of the roller is injured. YS-EVT-06
    InjureMale,
    /// A Female or Young of the roller is injured. YS-EVT-07
    InjureFemaleOrYoung,
    /// An animal of the roller is injured. YS-EVT-08
    InjureAny,
    /// Up to so many animals of the roller are healed. YS-EVT-11
    Heal(u8),
    /// A Female or Young of the roller is healed, or Food if none is injured. YS-EVT-13
    HealOrFood(i16),
    /// So many Young are born. YS-EVT-15
    Birth(u8),
    /// A predator comes on the map: never a Coyote. YS-EVT-20, YS-EVT-21, YS-EVT-22, YS-EVT-45
    Place(Hunter),
    /// One predator of these kinds may be moved. YS-EVT-30, YS-EVT-31
    Move(Hunters),
    /// A linked Young is abandoned. YS-EVT-32
    Abandon,
    /// A Coyote, Grizzly or Lion is injured. YS-EVT-36
    InjurePredator,
    /// A Human may be removed. YS-EVT-38
    Ranger,
    /// A Grizzly is removed. YS-EVT-39
    Hibernate,
    /// An adult may come back; else Food. YS-EVT-40, YS-EVT-42
    ReturnOrFood(i16),
}

impl Effect {
    /// The effect that a chart names, or what it may name.
    fn parse(text: &str) -> Result<Effect, String> {
        let words: Vec<&str> = text.split_whitespace().collect();
        let wrong = || {
            "say limit N, food N, injure male, injure female or young, injure any, injure predator, \
             heal N, heal or food N, birth N, place grizzly, place lion, place human, move coyote, \
             move any, abandon, ranger, hibernate or return or food N"
                .to_string()
        };
        let few = |word: &str| {
            let number = word.parse::<u8>().ok();
            number.filter(|number| (1..=12).contains(number)).ok_or_else(wrong)
        };
        let food = |word: &str| {
            let number = word.parse::<i16>().ok();
            number.filter(|number| number.abs() <= 100).ok_or_else(wrong)
        };
        Ok(match words.as_slice() {
            ["limit", n] => Effect::Limit(few(n)?),
            ["food", n] => Effect::Food(food(n)?),
            ["injure", "male"] => Effect::InjureMale,
            ["injure", "female", "or", "young"] => Effect::InjureFemaleOrYoung,
            ["injure", "any"] => Effect::InjureAny,
            ["injure", "predator"] => Effect::InjurePredator,
            ["heal", "or", "food", n] => Effect::HealOrFood(food(n)?),
            ["heal", n] => Effect::Heal(few(n)?),
            ["birth", n] => Effect::Birth(few(n)?),
            ["place", "grizzly"] => Effect::Place(Hunter::Grizzly),
            ["place", "lion"] => Effect::Place(Hunter::Lion),
            ["place", "human"] => Effect::Place(Hunter::Human),
            ["move", "coyote"] => Effect::Move(Hunters::only(Hunter::Coyote)),
            ["move", "any"] => Effect::Move(Hunters::BEASTS),
            ["abandon"] => Effect::Abandon,
            ["ranger"] => Effect::Ranger,
            ["hibernate"] => Effect::Hibernate,
            ["return", "or", "food", n] => Effect::ReturnOrFood(food(n)?),
            _ => return Err(wrong()),
        })
    }
}

impl fmt::Display for Effect {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Effect::Limit(n) => {
                let points = counted(*n, "movement point", "movement points");
                write!(f, "your herd has at most {points} this turn")
            }
            Effect::Food(n) => write!(f, "Food {n:+}"),
            Effect::InjureMale => f.write_str("injure one of your Males"),
            Effect::InjureFemaleOrYoung => {
                f.write_str("injure one of your Females or Young (a Male if you have neither)")
            }
            Effect::InjureAny => f.write_str("injure one of your animals"),
            Effect::Heal(1) => f.write_str("you may heal one of your injured"),
            Effect::Heal(n) => write!(f, "you may heal up to {n} of your injured"),
            Effect::HealOrFood(n) => {
                write!(f, "heal one of your injured Females or Young; Food {n:+} if there is none")
            }
            Effect::Birth(1) => f.write_str("a Young is born to one of your Females"),
            Effect::Birth(n) => write!(f, "{n} Young are born to your Females"),
            Effect::Place(Hunter::Human) => {
                f.write_str("place a Human on a vacant hex of any Winter Range")
            }
            Effect::Place(hunter) => {
                write!(f, "place a {} on a vacant {} den", hunter.name(), hunter.short_name())
            }
            Effect::Move(kinds) if *kinds == Hunters::only(Hunter::Coyote) => {
                f.write_str("you may move a Coyote")
            }
            Effect::Move(_) => f.write_str("you may move a Coyote, Grizzly or Mountain Lion"),
            Effect::Abandon => f.write_str("one of your Young is left alone by its Female"),
            Effect::InjurePredator => f.write_str("injure a Coyote, Grizzly or Mountain Lion"),
            Effect::Ranger => f.write_str("you may remove a Human"),
            Effect::Hibernate => f.write_str("a Grizzly of your choice goes to sleep"),
            Effect::ReturnOrFood(n) => {
                write!(f, "a lost adult may return beside your herd; Food {n:+} if none does")
            }
        }
    }
}

/// Most effects of one cell.
pub const MOST_EFFECTS: usize = 4;

/// A cell of a chart.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cell {
    /// Its name.
    pub name: String,
    /// Its effects, applied from first to last. YS-TURN-12
    pub effects: Vec<Effect>,
}

impl Cell {
    /// What a cell of a file holds.
    pub(super) fn read(table: &Table) -> Cell {
        let effects = table.list("effects");
        if effects.len() > MOST_EFFECTS {
            table.fault("effects", format!("a cell has at most {MOST_EFFECTS} effects"));
        }
        let effects = effects.iter().filter_map(|effect| effect.parsed(Effect::parse));
        Cell { name: table.text("name"), effects: effects.collect() }
    }
}

/// The rows of a chart: one for every total of two dice, in order. YS-GEN-05, YS-EVT-01
fn rows<T: Clone>(reading: &Reading, season: Season, row: impl Fn(&Table) -> T) -> Option<Vec<T>> {
    let file = reading.file(&format!("charts/{}.toml", season.word()));
    let mut rows = Rolls::new("total of two dice", 2..=12);
    for cell in file.tables("cell") {
        rows.put(&cell.value("roll"), row(&cell));
    }
    rows.complete(file.place())
}

/// The charts of Spring, Summer and Fall, and the winter: name and change of Food Points.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Charts {
    /// The cells of each season, by total.
    pub seasons: [Vec<Cell>; 3],
    /// Winter rows by total, Moderate Winter among them. YS-WIN-04
    pub winter: Vec<(String, i16)>,
}

impl Charts {
    /// Reads the charts of an edition; faults are noted.
    pub(super) fn read(reading: &Reading) -> Option<Charts> {
        let [spring, summer, fall] = [Season::Spring, Season::Summer, Season::Fall]
            .map(|season| rows(reading, season, Cell::read));
        let winter = rows(reading, Season::Winter, |cell| {
            (cell.text("name"), cell.number("change", -500..=500))
        });
        Some(Charts { seasons: [spring?, summer?, fall?], winter: winter? })
    }
}
