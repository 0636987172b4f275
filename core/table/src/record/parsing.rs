//! The text of a record, read: a head of fields, then a line for every step, then the end.

use super::{Drawn, FIRST_LINE, FIRST_LINE_1, Face, Record, Signed, Step, unescaped};
use crate::dice::Contribution;
use crate::refusal::Fault;
use crate::seat::Seat;
use std::collections::BTreeMap;
use std::sync::Arc;

/// A line of the text with its number, from 1.
type Line<'t> = (usize, &'t str);

fn fault(line: usize, field: &str, problem: impl Into<String>) -> Fault {
    Fault { at: Some((line, 1)), ..Fault::field(field, problem) }
}

impl Record {
    /// Reads a record; a fault names the line. Says nothing yet about whether the game was played
    /// by the rules: that is shown by replaying it.
    pub fn parse(text: &str) -> Result<Record, Fault> {
        let mut lines = text.lines().enumerate().map(|(i, line)| (i + 1, line.trim_end()));
        let first = lines.next().map(|(_, first)| first.trim_start_matches('\u{feff}'));
        if !first.is_some_and(|first| [FIRST_LINE, FIRST_LINE_1].contains(&first)) {
            let problem = format!("this is no record: the first line must be `{FIRST_LINE}`");
            return Err(fault(1, "", problem));
        }
        let mut record = Head::read(&mut lines)?.record()?;
        let ended = record.read_steps(&mut lines)?;
        let last = text.lines().count().max(1);
        if record.steps.is_empty() {
            return Err(fault(last, "", "the record has no steps, not even the start"));
        }
        if !ended {
            let problem = "the record is cut off: its last line must begin with `end:`";
            return Err(fault(last, "end", problem));
        }
        record.read_signature(lines)?;
        Ok(record)
    }

    /// Reads the steps and the end; whether there was one.
    fn read_steps<'t>(
        &mut self,
        lines: &mut impl Iterator<Item = Line<'t>>,
    ) -> Result<bool, Fault> {
        for (number, line) in lines.filter(|(_, line)| !line.is_empty()) {
            let Some(end) = line.strip_prefix("end: ") else {
                let step = self.steps.len();
                let wrong = |problem| fault(number, &format!("step {step}"), problem);
                self.steps.push(parse_step(line, step).map_err(wrong)?);
                continue;
            };
            let steps = self.steps.len().saturating_sub(1);
            let Some(reason) = end.strip_prefix(&format!("{steps} steps, ")) else {
                let said = shortened(end);
                let problem =
                    format!("the record has {steps} steps, but its last line says `{said}`");
                return Err(fault(number, "end", problem));
            };
            self.ended = if reason == "running" { String::new() } else { reason.to_string() };
            return Ok(true);
        }
        Ok(false)
    }

    /// Reads what follows the end. Whether it is right is asked of the text: see
    /// [`Integrity`](super::Integrity).
    fn read_signature<'t>(&mut self, lines: impl Iterator<Item = Line<'t>>) -> Result<(), Fault> {
        let mut hashed = false;
        for (number, line) in lines.filter(|(_, line)| !line.is_empty()) {
            match (line.split_once(": "), &mut self.signed) {
                (Some(("hash", _)), _) if !hashed => hashed = true,
                (Some(("signature", value)), Some(signed)) if signed.signature.is_empty() => {
                    signed.signature = value.to_string();
                }
                _ => {
                    let problem = "nothing may follow `end:` but one hash and one signature";
                    return Err(fault(number, "end", problem));
                }
            }
        }
        Ok(())
    }
}

/// The head of a record, taken apart.
#[derive(Default)]
struct Head<'t> {
    /// Fields that stand once, with their lines.
    fields: BTreeMap<&'t str, Line<'t>>,
    files: BTreeMap<String, String>,
    contributions: Vec<Contribution>,
}

impl<'t> Head<'t> {
    /// Reads up to the first empty line.
    fn read(lines: &mut impl Iterator<Item = Line<'t>>) -> Result<Head<'t>, Fault> {
        let mut head = Head::default();
        for (number, line) in lines.take_while(|(_, line)| !line.is_empty()) {
            let Some((key, value)) = line.split_once(": ") else {
                let problem = format!("expected `key: value`, found `{}`", shortened(line));
                return Err(fault(number, "", problem));
            };
            head.add(number, key, value)?;
        }
        Ok(head)
    }

    fn add(&mut self, number: usize, key: &'t str, value: &'t str) -> Result<(), Fault> {
        let second = match key {
            "file" => {
                let read: Result<(String, String), _> = serde_json::from_str(value);
                let (path, body) = read.map_err(|error| {
                    fault(number, key, format!("expected [path, text] in JSON: {error}"))
                })?;
                self.files.insert(path, body).is_some()
            }
            "contribution" => {
                let given: Contribution =
                    value.parse().map_err(|problem: String| fault(number, key, problem))?;
                if self.contributions.last().is_some_and(|last| last.seat >= given.seat) {
                    let problem = "contributions stand in the order of seats, one each";
                    return Err(fault(number, key, problem));
                }
                self.contributions.push(given);
                false
            }
            "game" | "rules" | "edition" | "setup" | "commitment" | "seed" | "dealt"
            | "referee" | "server" => self.fields.insert(key, (number, value)).is_some(),
            other => {
                let problem = format!("`{}` is no field of a record", shortened(other));
                return Err(fault(number, "", problem));
            }
        };
        match second {
            true => Err(fault(number, key, "stands here for the second time")),
            false => Ok(()),
        }
    }

    fn field(&self, key: &str) -> Result<Line<'t>, Fault> {
        let field = self.fields.get(key).copied();
        field.ok_or_else(|| fault(1, key, "this field is missing from the head"))
    }

    /// The record that it heads, without its steps.
    fn record(self) -> Result<Record, Fault> {
        let (rules_line, rules) = self.field("rules")?;
        let (setup_line, setup) = self.field("setup")?;
        let optional = |key: &str| self.fields.get(key).map(|(_, value)| value.to_string());
        let dealt = match self.fields.get("dealt") {
            Some((line, value)) => value
                .split(' ')
                .map(str::parse)
                .collect::<Result<Vec<Seat>, String>>()
                .map_err(|problem| fault(*line, "dealt", problem))?,
            None => Vec::new(),
        };
        Ok(Record {
            game: self.field("game")?.1.to_string(),
            rules: rules.parse().map_err(|_| {
                fault(rules_line, "rules", format!("`{rules}` is not a version number"))
            })?,
            edition: self.field("edition")?.1.to_string(),
            setup: serde_json::from_str(setup)
                .map_err(|error| fault(setup_line, "setup", error.to_string()))?,
            commitment: self.field("commitment")?.1.to_string(),
            dealt,
            seed: optional("seed"),
            referee: optional("referee").map(|name| unescaped(&name)).unwrap_or_default(),
            signed: optional("server").map(|key| Signed { key, signature: String::new() }),
            steps: Vec::new(),
            ended: String::new(),
            files: self.files,
            contributions: self.contributions,
        })
    }
}

fn parse_step(line: &str, expected: usize) -> Result<Step, String> {
    let mut parts = line.splitn(5, '|').map(str::trim);
    let mut part = || {
        parts
            .next()
            .ok_or("a step has five parts: number | seat | dice | digest | action".to_string())
    };
    let number = part()?;
    if number.parse() != Ok(expected) {
        return Err(format!("expected step {expected}, found `{}`", shortened(number)));
    }
    let seat = match part()? {
        "-" => None,
        seat => Some(seat.parse::<Seat>()?),
    };
    if seat.is_none() != (expected == 0) {
        return Err("step 0 has no seat, and every other step has one".into());
    }
    let dice = parse_dice(part()?)?;
    let digest = part()?.to_string();
    Ok(Step { seat, action: unescaped(part()?), dice, digest })
}

pub(super) fn parse_dice(text: &str) -> Result<Vec<Face>, String> {
    let mut dice = Vec::new();
    let mut stream: Option<Arc<str>> = None;
    for face in text.split(',').map(str::trim).filter(|face| !face.is_empty()) {
        if let Some(name) = face.strip_prefix('@') {
            stream = (!name.is_empty()).then(|| name.into());
            continue;
        }
        let wrong = || format!("`{}` is not a die: expected a purpose and a face", shortened(face));
        let outside = |sides: u32, place: u32| {
            format!("`{}` is no die: one of {sides} sides has no face {place}", shortened(face))
        };
        let plain = |word: &str| {
            word.bytes().all(|digit| digit.is_ascii_digit())
                && !(word.len() > 1 && word.starts_with('0'))
        };
        let number = |word: &str| word.parse().ok().filter(|_| plain(word)).ok_or_else(wrong);
        let (purpose, word) = face.rsplit_once(' ').ok_or_else(wrong)?;
        let (face, drawn) = match word.split_once('/') {
            None => (number(word)?, None),
            Some((face, die)) => {
                let (sides, place) = match die.split_once('#') {
                    Some((sides, place)) => (sides, number(place)?),
                    None => (die, number(face)?),
                };
                let sides = number(sides)?;
                let there = (1..=sides).contains(&place);
                if sides == 0 || !there && die.contains('#') {
                    return Err(outside(sides, place));
                }
                let place = there.then_some(place);
                (number(face)?, Some(Drawn { sides, place, stream: stream.clone() }))
            }
        };
        dice.push(Face { purpose: purpose.to_string(), face, drawn });
    }
    Ok(dice)
}

fn shortened(text: &str) -> String {
    if text.chars().count() <= 60 {
        text.to_string()
    } else {
        text.chars().take(60).chain(['…']).collect()
    }
}
