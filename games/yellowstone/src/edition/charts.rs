//! Seasonal Events Charts: cells and their effects, read from data.

use super::components::{Page, open};
use crate::position::{Hunter, Hunters, Season};
use serde::Deserialize;
use std::fmt;
use table::{Edition, SetupError};
use toml::Spanned;

/// One effect of a cell. The roller makes every choice. YS-EVT-02, YS-EVT-03
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(try_from = "String")]
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

impl TryFrom<String> for Effect {
    type Error = String;

    fn try_from(text: String) -> Result<Effect, String> {
        let words: Vec<&str> = text.split_whitespace().collect();
        let wrong = || {
            format!(
                "`{text}` is no effect: say limit N, food N, injure male, injure female or young, \
                 injure any, injure predator, heal N, heal or food N, birth N, place grizzly, \
                 place lion, place human, move coyote, move any, abandon, ranger, hibernate or \
                 return or food N"
            )
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
            Effect::Limit(n) => write!(f, "at most {n} movement points"),
            Effect::Food(n) => write!(f, "Food {n:+}"),
            Effect::InjureMale => f.write_str("injure a Male"),
            Effect::InjureFemaleOrYoung => f.write_str("injure a Female or Young"),
            Effect::InjureAny => f.write_str("injure an animal"),
            Effect::Heal(n) => write!(f, "heal up to {n}"),
            Effect::HealOrFood(n) => write!(f, "heal a Female or Young, else Food {n:+}"),
            Effect::Birth(1) => f.write_str("a Young is born"),
            Effect::Birth(n) => write!(f, "{n} Young are born"),
            Effect::Place(hunter) => write!(f, "place a {}", hunter.name()),
            Effect::Move(kinds) if *kinds == Hunters::only(Hunter::Coyote) => {
                f.write_str("move a Coyote")
            }
            Effect::Move(_) => f.write_str("move a Coyote, Grizzly or Lion"),
            Effect::Abandon => f.write_str("abandon a Young"),
            Effect::InjurePredator => f.write_str("injure a predator"),
            Effect::Ranger => f.write_str("remove a Human"),
            Effect::Hibernate => f.write_str("a Grizzly goes to sleep"),
            Effect::ReturnOrFood(n) => write!(f, "an adult returns, else Food {n:+}"),
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

/// Cells of a chart: one for every total of two dice. YS-GEN-05, YS-EVT-01
pub const CELLS: usize = 11;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct CellEntry {
    roll: Spanned<u8>,
    name: String,
    effects: Vec<Effect>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ChartFile {
    cell: Vec<CellEntry>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct WinterEntry {
    roll: Spanned<u8>,
    name: String,
    change: i16,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct WinterFile {
    cell: Vec<WinterEntry>,
}

/// The eleven entries in the order of their totals.
fn by_total<T>(page: &Page<'_>, entries: Vec<(Spanned<u8>, T)>) -> Result<Vec<T>, SetupError> {
    let mut cells: Vec<Option<T>> = (0..CELLS).map(|_| None).collect();
    for (roll, entry) in entries {
        let (at, total) = (roll.span().start, *roll.get_ref());
        let place = usize::from(total).checked_sub(2).and_then(|place| cells.get_mut(place));
        match place {
            Some(place @ None) => *place = Some(entry),
            Some(_) => {
                let problem = format!("the total {total} stands twice: give each of 2 to 12 once");
                return Err(page.fault(at, "cell.roll", problem));
            }
            None => {
                let problem = format!("{total} is no total of two dice: say 2 to 12");
                return Err(page.fault(at, "cell.roll", problem));
            }
        }
    }
    let missing = cells.iter().position(Option::is_none);
    match missing {
        Some(place) => {
            let problem = format!("there is no cell for {}: give each of 2 to 12", place + 2);
            Err(page.fault(0, "cell", problem))
        }
        None => Ok(cells.into_iter().flatten().collect()),
    }
}

/// The chart of a season.
pub(super) fn chart(edition: &Edition, season: Season) -> Result<Vec<Cell>, SetupError> {
    let path = format!("charts/{}.toml", season.word());
    let page = open(edition, &path)?;
    let file: ChartFile = edition.read(&path)?;
    let mut entries = Vec::new();
    for cell in file.cell {
        let at = cell.roll.span().start;
        if cell.effects.len() > MOST_EFFECTS {
            let problem = format!("a cell has at most {MOST_EFFECTS} effects");
            return Err(page.fault(at, "cell.effects", problem));
        }
        let (name, effects) = (cell.name, cell.effects);
        entries.push((cell.roll, Cell { name, effects }));
    }
    by_total(&page, entries)
}

/// The rows of the winter chart: name and change of Food Points.
pub(super) fn winter(edition: &Edition) -> Result<Vec<(String, i16)>, SetupError> {
    let page = open(edition, "charts/winter.toml")?;
    let file: WinterFile = edition.read(page.path)?;
    let rows = file.cell.into_iter().map(|cell| (cell.roll, (cell.name, cell.change)));
    by_total(&page, rows.collect())
}
