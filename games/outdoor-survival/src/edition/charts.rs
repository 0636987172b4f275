//! The charts: Direction Ability, Necessities, Wilderness Encounters and the Life Level rows, read from
//! the edition's files and from a scenario's own.

use crate::edition::components::*;
use crate::edition::scenarios::MOST_POINTS;
use table::reading::{Kind, Reading, Table, Value, Word};
use table::{Fit, unknown};

/// The charts of one sort: those of the scenario, and those of the edition that it does not replace.
pub(super) struct Charts<T> {
    what: &'static str,
    /// Every chart by its id; nothing where it is a fault already.
    all: Vec<(String, Option<T>)>,
    /// Those that some role goes by, in the order in which they were asked for.
    used: Vec<(String, T)>,
}

impl<T: Clone> Charts<T> {
    /// Reads a scenario's own charts and those of the edition, each with its id.
    pub fn read(
        what: &'static str,
        own: Option<Table>,
        house: &Table,
        read: impl Fn(&str, &Table) -> Option<T>,
    ) -> Charts<T> {
        let mut charts = Charts { what, all: Vec::new(), used: Vec::new() };
        for (name, chart) in own.iter().chain([house]).flat_map(Table::fields) {
            let id = name.text().unwrap_or_default();
            let chart = read(&id, &chart.table());
            if charts.all.iter().all(|(known, _)| *known != id) {
                charts.all.push((id, chart));
            }
        }
        charts
    }

    /// The place of a chart among those in use; one that does not exist is a fault.
    pub fn find(&mut self, name: &Value) -> Option<usize> {
        let id = name.text()?;
        if let Some(known) = self.used.iter().position(|(known, _)| *known == id) {
            return Some(known);
        }
        let Some((_, chart)) = self.all.iter().find(|(known, _)| *known == id) else {
            let known = self.all.iter().map(|(known, _)| known.as_str());
            name.fault(unknown(self.what, &id, known));
            return None;
        };
        self.used.push((id, chart.clone()?));
        Some(self.used.len() - 1)
    }

    /// The charts in use.
    pub fn used(self) -> Vec<T> {
        self.used.into_iter().map(|(_, chart)| chart).collect()
    }
}

impl Directions {
    /// One line for each face of the die.
    pub(super) fn read(id: &str, chart: &Table) -> Option<Directions> {
        Some(Directions { id: id.into(), faces: chart.faces(Ability::read)? })
    }
}

impl Ability {
    /// A face: a short text or a table.
    fn read(face: &Value) -> Option<Ability> {
        if face.kind() != Some(Kind::Table) {
            return face.parsed(|text| {
                let right = "say R or C, then the turns (0 to 9 or any), then * if staying is allowed, such as \"C2*\"";
                Ability::parse(text).ok_or_else(|| right.into())
            });
        }
        let face = face.table();
        let turns = face.value("turns");
        let turns = match turns.kind() {
            Some(Kind::Text) => turns.known("number of turns", ["any"]).map(|_| Turns::ANY),
            _ => turns.number(0..=9).map(Turns::new),
        };
        let (start, may_stay) = (face.choice("start"), face.flag_or("may_stay", false));
        Some(Ability { start: start?, turns: turns?, may_stay })
    }

    fn parse(text: &str) -> Option<Ability> {
        let (text, may_stay) = match text.trim().strip_suffix('*') {
            Some(rest) => (rest, true),
            None => (text.trim(), false),
        };
        let start = match text.chars().next()?.to_ascii_uppercase() {
            'R' => Start::Random,
            'C' => Start::Choice,
            _ => return None,
        };
        let turns = match text[1..].trim() {
            "any" => Turns::ANY,
            number => number.parse().ok().filter(|turns| *turns <= 9).map(Turns::new)?,
        };
        Some(Ability { start, turns, may_stay })
    }
}

impl Needs {
    /// What meets the need of water, and what meets that of food.
    pub(super) fn read(id: &str, chart: &Table) -> Option<Needs> {
        let (water, food) = (Need::read(&chart.table("water")), Need::read(&chart.table("food")));
        Some(Needs { id: id.into(), water: water?, food: food? })
    }
}

impl Need {
    fn read(need: &Table) -> Option<Need> {
        const STEPS: std::ops::RangeInclusive<u8> = 0..=30;
        let mode = need.choice("mode");
        let sources: Vec<Source> = chosen(need, "sources");
        let not_in: Vec<Terrain> = chosen(need, "not_in");
        let steps = |key| need.number_or(key, STEPS, 0);
        let (every, per_rest) = (steps("every"), steps("steps"));
        if (every == 0) != (per_rest == 0) && need.sound() {
            let field = if every == 0 { "every" } else { "steps" };
            need.fault(field, "`every` and `steps` go together: both 1 or more, or neither");
        }
        Some(Need {
            sources: sources.iter().fold(0, |mask, source| mask | source.bit()),
            not_in: not_in.iter().fold(0, |mask, terrain| mask | terrain.bit()),
            on_end: steps("on_end"),
            every,
            steps: per_rest,
            on_met: steps("on_met"),
            desert_extra: steps("desert_extra"),
            words: sources.iter().map(|source| source.word()).collect(),
            mode: mode?,
        })
    }
}

/// The things that a list of words stands for, which may be left out.
pub(super) fn chosen<T: Word>(table: &Table, key: &str) -> Vec<T> {
    table.optional(key).map(|_| table.distinct_choices(key)).unwrap_or_default()
}

impl EncounterChart {
    /// Three columns of six.
    pub(super) fn read(id: &str, chart: &Table) -> Option<EncounterChart> {
        let columns = Column::ALL.map(|column| chart.table(column.word()).faces(Effect::read));
        let [natural, animal, personal] = columns;
        Some(EncounterChart { id: id.into(), columns: [natural?, animal?, personal?] })
    }
}

impl Effect {
    /// A row: a short text or a table.
    fn read(row: &Value) -> Option<Effect> {
        if row.kind() != Some(Kind::Table) {
            return row.parsed(|text| {
                let right =
                    "say an effect, a colon and what happens, such as \"W+1 F-2: a cold night\"";
                Effect::parse(text).ok_or_else(|| right.into())
            });
        }
        let row = row.table();
        let number = |key| row.number_or(key, -30..=30, 0);
        Some(Effect {
            water: number("water"),
            food: number("food"),
            life: number("life"),
            text: row.text("text"),
        })
    }

    fn parse(text: &str) -> Option<Effect> {
        let (figures, story) = text.split_once(':')?;
        let mut effect = Effect { water: 0, food: 0, life: 0, text: story.trim().to_string() };
        if figures.trim() == "none" {
            return Some(effect);
        }
        for part in figures.split_whitespace() {
            let number: i8 = part.get(1..)?.parse().ok()?;
            let signed = part.get(1..2).is_some_and(|sign| sign == "+" || sign == "-");
            let place = match part.chars().next()? {
                'W' => &mut effect.water,
                'F' => &mut effect.food,
                'L' => &mut effect.life,
                _ => return None,
            };
            if !signed || *place != 0 || !(-30..=30).contains(&number) {
                return None;
            }
            *place = number;
        }
        Some(effect)
    }

    /// The effect without its story: `W+1 F-2`, or `none`.
    pub fn figures(&self) -> String {
        let parts: Vec<String> = [('W', self.water), ('F', self.food), ('L', self.life)]
            .into_iter()
            .filter(|(_, number)| *number != 0)
            .map(|(letter, number)| format!("{letter}{number:+}"))
            .collect();
        if parts.is_empty() { "none".into() } else { parts.join(" ") }
    }
}

/// The most triggers of a row.
const TRIGGERS: usize = 60;

impl Rows {
    /// The rows of the edition, with a scenario's own in their place.
    pub(super) fn read(reading: &Reading, own: Option<Table>) -> Rows {
        let house = reading.file("charts/life.toml");
        let row = |key: &str| {
            let levels =
                |row: Value| row.numbers(1..=TRIGGERS, 0..=LEVELS.fit()).unwrap_or(vec![0]);
            let house = levels(house.value(key));
            own.as_ref().and_then(|own| own.optional(key)).map_or(house, levels)
        };
        let allowances = |rows: &Table| rows.array("allowances", 0..=MOST_POINTS);
        let (house, own) = (allowances(&house), own.as_ref());
        let own = own.filter(|own| own.optional("allowances").is_some()).map(allowances);
        Rows { allowances: own.unwrap_or(house), water: row("water"), food: row("food") }
    }
}
