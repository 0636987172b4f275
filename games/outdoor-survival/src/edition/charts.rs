//! The charts: Direction Ability, Necessities, Wilderness Encounters and the Life Level rows, as
//! they stand in files.

use crate::edition::components::{ANY_TURNS, Ability, Effect, Mode, Source, Start, Terrain};
use serde::de::value::MapAccessDeserializer;
use serde::de::{Error, MapAccess, Visitor};
use serde::{Deserialize, Deserializer, Serialize};
use std::collections::BTreeMap;
use std::fmt;
use std::marker::PhantomData;
use toml::Spanned;

impl Ability {
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
            "any" => ANY_TURNS,
            number => number.parse().ok().filter(|turns| *turns <= 9)?,
        };
        Some(Ability { start, turns, may_stay })
    }
}

/// A value that a file may write as a short text or as a table.
pub(crate) trait TextOrTable: Sized {
    /// The table form.
    type Table: for<'de> Deserialize<'de>;
    /// What is expected, for the message.
    const EXPECTED: &'static str;
    /// Reads the text form.
    fn from_text(text: &str) -> Option<Self>;
    /// Reads the table form, or says what is wrong.
    fn from_table(table: Self::Table) -> Result<Self, String>;
}

pub(crate) fn text_or_table<'de, T: TextOrTable, D: Deserializer<'de>>(
    deserializer: D,
) -> Result<T, D::Error> {
    struct Either<T>(PhantomData<T>);
    impl<'de, T: TextOrTable> Visitor<'de> for Either<T> {
        type Value = T;

        fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            f.write_str(T::EXPECTED)
        }

        fn visit_str<E: Error>(self, text: &str) -> Result<T, E> {
            T::from_text(text).ok_or_else(|| E::custom(format!("`{text}` is not {}", T::EXPECTED)))
        }

        fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<T, A::Error> {
            let table = T::Table::deserialize(MapAccessDeserializer::new(map))?;
            T::from_table(table).map_err(A::Error::custom)
        }
    }
    deserializer.deserialize_any(Either(PhantomData))
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct AbilityTable {
    start: Start,
    turns: Turns,
    #[serde(default)]
    may_stay: bool,
}

#[derive(Deserialize)]
#[serde(untagged)]
enum Turns {
    Number(u8),
    Word(String),
}

impl TextOrTable for Ability {
    type Table = AbilityTable;
    const EXPECTED: &'static str =
        "R or C, then the turns (0 to 9 or any), then * if staying is allowed, such as \"C2*\"";

    fn from_text(text: &str) -> Option<Ability> {
        Ability::parse(text)
    }

    fn from_table(table: AbilityTable) -> Result<Ability, String> {
        let turns = match table.turns {
            Turns::Number(turns) if turns <= 9 => turns,
            Turns::Word(word) if word == "any" => ANY_TURNS,
            _ => return Err("turns must be 0 to 9 or \"any\"".into()),
        };
        Ok(Ability { start: table.start, turns, may_stay: table.may_stay })
    }
}

impl<'de> Deserialize<'de> for Ability {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Ability, D::Error> {
        text_or_table(deserializer)
    }
}

/// One need of a Necessities chart, as in the file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct NeedFile {
    pub mode: Mode,
    #[serde(default)]
    pub sources: Vec<Source>,
    #[serde(default)]
    pub not_in: Vec<Terrain>,
    #[serde(default)]
    pub on_end: u8,
    #[serde(default)]
    pub every: u8,
    #[serde(default)]
    pub steps: u8,
    #[serde(default)]
    pub on_met: u8,
    #[serde(default)]
    pub desert_extra: u8,
}

/// A Necessities chart, as in the file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct NeedsFile {
    pub water: NeedFile,
    pub food: NeedFile,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct EffectTable {
    #[serde(default)]
    water: i8,
    #[serde(default)]
    food: i8,
    #[serde(default)]
    life: i8,
    text: String,
}

impl Effect {
    fn in_bounds(self) -> Option<Effect> {
        let small = |number: i8| (-30..=30).contains(&number);
        (small(self.water) && small(self.food) && small(self.life)).then_some(self)
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

impl TextOrTable for Effect {
    type Table = EffectTable;
    const EXPECTED: &'static str =
        "an effect, a colon and what happens, such as \"W+1 F-2: a cold night\"";

    fn from_text(text: &str) -> Option<Effect> {
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
            if !signed || *place != 0 {
                return None;
            }
            *place = number;
        }
        effect.in_bounds()
    }

    fn from_table(table: EffectTable) -> Result<Effect, String> {
        let effect =
            Effect { water: table.water, food: table.food, life: table.life, text: table.text };
        effect.in_bounds().ok_or_else(|| "steps and levels must be from -30 to 30".into())
    }
}

impl<'de> Deserialize<'de> for Effect {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Effect, D::Error> {
        text_or_table(deserializer)
    }
}

/// The Life Level rows, as in a file; what is left out is as in the house edition.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct RowsFile {
    pub allowances: Option<Spanned<Vec<u8>>>,
    pub water: Option<Spanned<Vec<u8>>>,
    pub food: Option<Spanned<Vec<u8>>>,
}

/// A chart as it stands in a file: die face to entry, not yet known to be whole.
pub(crate) type Faces<T> = Spanned<BTreeMap<String, T>>;

pub(crate) type DirectionsFile = BTreeMap<String, Faces<Ability>>;

pub(crate) type EncountersFile = BTreeMap<String, EncounterFile>;

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct EncounterFile {
    pub natural: Faces<Effect>,
    pub animal: Faces<Effect>,
    pub personal: Faces<Effect>,
}

/// The six entries of a chart, or what is wrong with its faces.
pub(crate) fn six<T: Clone>(faces: &BTreeMap<String, T>) -> Result<[T; 6], String> {
    if let Some(odd) =
        faces.keys().find(|face| !["1", "2", "3", "4", "5", "6"].contains(&face.as_str()))
    {
        return Err(format!("`{odd}` is not a face of a die: write 1 to 6"));
    }
    let entries: Vec<T> = faces.values().cloned().collect();
    entries.try_into().map_err(|_| {
        let missing: Vec<String> =
            (1..=6).map(|face| face.to_string()).filter(|face| !faces.contains_key(face)).collect();
        format!("die face {} is missing", missing.join(", "))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_ability_is_written_short_or_long() {
        #[derive(Deserialize)]
        struct Both {
            short: Ability,
            long: Ability,
        }
        let text = "short = \"C2*\"\nlong = { start = \"choice\", turns = 2, may_stay = true }";
        let both: Both = toml::from_str(text).unwrap();
        assert_eq!(both.short, both.long);
        for wrong in ["", "X1", "C", "C10", "*", "Ré"] {
            assert_eq!(Ability::parse(wrong), None, "{wrong}");
        }
        assert_eq!(Ability::parse("Rany").unwrap().turns, ANY_TURNS);
    }

    #[test]
    fn an_effect_reads_its_figures_and_nothing_else() {
        let effect = Effect::from_text("W+1 F-2 L+1: a night").unwrap();
        assert_eq!((effect.water, effect.food, effect.life), (1, -2, 1));
        assert_eq!(effect.figures(), "W+1 F-2 L+1");
        for wrong in ["W1: x", "W+1 W+1: x", "Q+1: x", "W+99: x", "no colon", "W+é: x"] {
            assert_eq!(Effect::from_text(wrong), None, "{wrong}");
        }
    }
}
