//! Rule cases: given this position and these dice, somebody does this, then that must be so.
//!
//! `docs/cases.md` describes the files for people who write them.

mod judge;
mod matching;

pub use judge::{judge, judge_under};

use crate::catalogue::Setup;
use crate::refusal::Fault;
use serde::Deserialize;
use std::collections::BTreeMap;

/// A rule case, read but not yet judged.
#[derive(Clone, Debug)]
pub struct Case {
    /// The file it came from.
    pub file: String,
    /// What it shows, in a sentence.
    pub title: String,
    /// The game's id.
    pub game: String,
    /// The rules it shows.
    pub rules: Vec<String>,
    /// The scenario; empty for the game's first.
    pub scenario: String,
    /// The seats; 0 for the fewest that the scenario takes.
    pub seats: u16,
    /// What is set differently from the defaults.
    pub options: BTreeMap<String, String>,
    /// The position, if it is not the start.
    given: Option<toml::Table>,
    /// The line of `[given]`.
    given_at: (usize, usize),
    /// What is done and expected, in order.
    blocks: Vec<Block>,
}

/// What came of a case.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// Everything was as expected.
    Passed,
    /// These expectations were not met.
    Failed(Vec<String>),
    /// The case cannot be run as it is written.
    Faulty(Vec<Fault>),
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    title: String,
    game: String,
    rules: Vec<String>,
    #[serde(default)]
    scenario: String,
    #[serde(default)]
    seats: u16,
    #[serde(default)]
    options: BTreeMap<String, toml::Value>,
    #[serde(default)]
    dice: Vec<u32>,
    #[serde(default, rename = "do")]
    actions: Vec<String>,
    given: Option<toml::Table>,
    #[serde(default)]
    then: Expected,
    #[serde(default)]
    next: Vec<Block>,
}

/// One stretch of a case.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Block {
    #[serde(default)]
    dice: Vec<u32>,
    #[serde(default, rename = "do")]
    actions: Vec<String>,
    #[serde(default)]
    then: Expected,
}

/// What must be so after a stretch.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
struct Expected {
    #[serde(default)]
    view: toml::Table,
    #[serde(default)]
    absent: Vec<String>,
    #[serde(default)]
    seat: BTreeMap<String, toml::Table>,
    #[serde(default)]
    hides: BTreeMap<String, Vec<String>>,
    #[serde(default)]
    events: Vec<toml::Value>,
    #[serde(default)]
    no_events: Vec<toml::Value>,
    #[serde(default)]
    unheard: BTreeMap<String, Vec<String>>,
    #[serde(default)]
    legal: Vec<String>,
    #[serde(default)]
    not_legal: Vec<String>,
    #[serde(default)]
    only: Vec<String>,
    #[serde(default)]
    refused: Vec<Refused>,
    deciding: Option<Vec<u16>>,
    outcome: Option<toml::Table>,
}

impl Expected {
    fn is_empty(&self) -> bool {
        self.view.is_empty()
            && self.absent.is_empty()
            && self.seat.is_empty()
            && self.hides.is_empty()
            && self.events.is_empty()
            && self.no_events.is_empty()
            && self.unheard.is_empty()
            && self.legal.is_empty()
            && self.not_legal.is_empty()
            && self.only.is_empty()
            && self.refused.is_empty()
            && self.deciding.is_none()
            && self.outcome.is_none()
    }
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Refused {
    #[serde(rename = "do")]
    action: String,
    rule: String,
    #[serde(default)]
    says: String,
}

impl Case {
    /// Reads a case file: one case, or one for every `[[vary]]`.
    pub fn parse(file: &str, text: &str) -> Result<Vec<Case>, Fault> {
        let mut table: toml::Table =
            toml::from_str(text).map_err(|error| Fault::toml(file, text, &error))?;
        let varied = match table.remove("vary") {
            None => vec![toml::Table::new()],
            Some(toml::Value::Array(entries)) => entries
                .into_iter()
                .map(|entry| match entry {
                    toml::Value::Table(values) => Ok(values),
                    _ => Err(in_text(
                        file,
                        text,
                        "vary",
                        "each `[[vary]]` must be a table of values",
                    )),
                })
                .collect::<Result<_, _>>()?,
            Some(_) => {
                return Err(in_text(
                    file,
                    text,
                    "vary",
                    "write `[[vary]]` before each set of values",
                ));
            }
        };
        varied.iter().map(|values| Case::one(file, text, &table, values)).collect()
    }

    fn one(
        file: &str,
        text: &str,
        table: &toml::Table,
        values: &toml::Table,
    ) -> Result<Case, Fault> {
        let filled = fill(&toml::Value::Table(table.clone()), values);
        let read: File = filled.try_into().map_err(|error: toml::de::Error| {
            // The values came from a table, so the reader knows no line: find the field's.
            let message = error.message().to_string();
            let field = message.split('`').nth(1).unwrap_or_default().to_string();
            in_text(file, text, &field, &message)
        })?;
        let fault = |field: &str, problem: &str| Err(in_text(file, text, field, problem));
        if read.rules.is_empty() {
            return fault("rules", "a case names at least one rule that it shows");
        }
        let mut options = BTreeMap::new();
        for (key, value) in read.options {
            options.insert(
                key,
                match value {
                    toml::Value::String(word) => word,
                    other => other.to_string(),
                },
            );
        }
        let mut blocks = vec![Block { dice: read.dice, actions: read.actions, then: read.then }];
        blocks.extend(read.next);
        if blocks.iter().all(|block| block.then.is_empty()) {
            return fault("then", "a case must expect something");
        }
        let given_at = in_text(file, text, "given", "").at.unwrap_or((1, 1));
        Ok(Case {
            file: file.to_string(),
            title: read.title,
            game: read.game,
            rules: read.rules,
            scenario: read.scenario,
            seats: read.seats,
            options,
            given: read.given,
            given_at,
            blocks,
        })
    }

    fn setup(&self) -> Setup {
        Setup {
            scenario: self.scenario.clone(),
            seats: self.seats,
            options: self.options.clone(),
            ..Setup::default()
        }
    }
}

/// A fault at the first line of the text that begins with the field, bracketed or not.
fn in_text(file: &str, text: &str, field: &str, problem: &str) -> Fault {
    let line = text.lines().position(|line| {
        let line = line.trim_start_matches(['[', ' ', '\t']);
        !field.is_empty()
            && line.strip_prefix(field).is_some_and(|rest| rest.starts_with([' ', '=', '.', ']']))
    });
    Fault { at: line.map(|line| (line + 1, 1)), ..Fault::field(field, problem) }.in_file(file)
}

/// The value with every `{name}` replaced.
fn fill(value: &toml::Value, values: &toml::Table) -> toml::Value {
    match value {
        toml::Value::String(text) => {
            let whole = text.strip_prefix('{').and_then(|rest| rest.strip_suffix('}'));
            if let Some(value) = whole.and_then(|name| values.get(name)) {
                return value.clone();
            }
            let filled = values.iter().fold(text.clone(), |text, (name, value)| {
                let value = match value {
                    toml::Value::String(word) => word.clone(),
                    other => other.to_string(),
                };
                text.replace(&format!("{{{name}}}"), &value)
            });
            toml::Value::String(filled)
        }
        toml::Value::Array(entries) => {
            toml::Value::Array(entries.iter().map(|entry| fill(entry, values)).collect())
        }
        toml::Value::Table(table) => toml::Value::Table(
            table
                .iter()
                .map(|(key, value)| {
                    let key = fill(&toml::Value::String(key.clone()), values);
                    let key = key.as_str().map_or_else(|| key.to_string(), str::to_string);
                    (key, fill(value, values))
                })
                .collect(),
        ),
        other => other.clone(),
    }
}
