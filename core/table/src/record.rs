//! Records: a whole game as a text file (`.owr`) that lasts.
//!
//! `docs/records.md` describes the format for people and other programs.

use crate::catalogue::Setup;
use crate::refusal::Fault;
use crate::seat::Seat;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::fmt;

const FIRST_LINE: &str = "overwinter record 1";

/// One die of a record: what it was for and the face that it showed.
///
/// ```
/// use table::{Dice, Face};
///
/// let mut dice = Dice::loaded(vec![4]);
/// dice.roll("weather", 6);
/// let faces: Vec<Face> = dice
///     .take_rolls()
///     .into_iter()
///     .map(|roll| Face { purpose: roll.purpose.into_owned(), face: roll.face })
///     .collect();
/// assert_eq!(faces, [Face { purpose: "weather".into(), face: 4 }]);
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Face {
    /// What it was for.
    pub purpose: String,
    /// What it showed.
    pub face: u32,
}

/// One step of a record. Step 0 is the start and has neither seat nor action.
///
/// ```
/// use connect_four::ConnectFour;
/// use table::{Match, Rules, Seat, Seed, Setup, Speech};
///
/// let setup = Setup::new("plain", 2);
/// let mut game = Match::<ConnectFour>::start(ConnectFour::house(), &setup, Seed::from_number(7))?;
/// let middle = game.game().parse(game.position(), Seat(0), "4").unwrap();
/// game.act(Seat(0), &middle).unwrap();
/// let steps = game.record(true).steps;
/// assert!(steps[0].seat.is_none() && steps[0].action.is_empty());
/// assert_eq!((steps[1].seat, steps[1].action.as_str()), (Some(Seat(0)), "drop 4"));
/// # Ok::<(), table::SetupError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Step {
    /// Who acted; nobody at the start.
    pub seat: Option<Seat>,
    /// The action's notation; empty at the start.
    pub action: String,
    /// The dice that fell.
    pub dice: Vec<Face>,
    /// A digest of the position after the step.
    pub digest: String,
}

impl Step {
    /// The step as the line of a record that has this number.
    pub fn line(&self, number: usize) -> String {
        let seat = self.seat.map_or_else(|| "-".to_string(), |seat| seat.to_string());
        let dice = self.dice.iter().map(|face| format!("{} {}", face.purpose, face.face));
        let dice = dice.collect::<Vec<_>>().join(", ");
        format!("{number} | {seat} | {dice} | {} | {}", self.digest, escaped(&self.action))
    }
}

/// A game as it was played.
///
/// ```
/// use connect_four::ConnectFour;
/// use table::{Match, Record, Rules, Seed, Setup};
///
/// let setup = Setup::new("plain", 2);
/// let game = Match::<ConnectFour>::start(ConnectFour::house(), &setup, Seed::from_number(7))?;
/// let text = game.record(true).to_string();
/// let record = Record::parse(&text).unwrap();
/// let replay = Match::<ConnectFour>::replay(&record)?;
/// assert!(replay.divergence.is_none());
/// assert_eq!(replay.game.last_digest(), game.last_digest());
/// # Ok::<(), table::SetupError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Record {
    /// The game's id.
    pub game: String,
    /// The version of the rules' code that played it.
    pub rules: u32,
    /// The digest of the edition.
    pub edition: String,
    /// Files that were laid over the house edition, by path.
    pub files: BTreeMap<String, String>,
    /// The set-up.
    pub setup: Setup,
    /// What was published before the game: the SHA-256 of the seed.
    pub commitment: String,
    /// The seed, once revealed.
    pub seed: Option<String>,
    /// The steps, the start first.
    pub steps: Vec<Step>,
    /// The reason of the end; empty while the game runs.
    pub ended: String,
}

impl fmt::Display for Record {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let json = |value: &dyn erased::Json| value.json();
        writeln!(f, "{FIRST_LINE}")?;
        writeln!(f, "game: {}", self.game)?;
        writeln!(f, "rules: {}", self.rules)?;
        writeln!(f, "edition: {}", self.edition)?;
        for file in &self.files {
            writeln!(f, "file: {}", json(&file))?;
        }
        writeln!(f, "setup: {}", json(&self.setup))?;
        writeln!(f, "commitment: {}", self.commitment)?;
        if let Some(seed) = &self.seed {
            writeln!(f, "seed: {seed}")?;
        }
        writeln!(f)?;
        for (number, step) in self.steps.iter().enumerate() {
            writeln!(f, "{}", step.line(number))?;
        }
        let ended = if self.ended.is_empty() { "running" } else { &self.ended };
        writeln!(f, "end: {} steps, {ended}", self.steps.len().saturating_sub(1))
    }
}

/// JSON on one line, whatever the value.
mod erased {
    pub trait Json {
        fn json(&self) -> String;
    }
    impl<T: serde::Serialize> Json for T {
        fn json(&self) -> String {
            serde_json::to_string(self).unwrap_or_default()
        }
    }
}

fn escaped(text: &str) -> String {
    text.replace('\\', "\\\\").replace('\n', "\\n").replace('\r', "\\r")
}

fn unescaped(text: &str) -> String {
    let mut plain = String::with_capacity(text.len());
    let mut letters = text.chars();
    while let Some(letter) = letters.next() {
        if letter != '\\' {
            plain.push(letter);
            continue;
        }
        match letters.next() {
            Some('n') => plain.push('\n'),
            Some('r') => plain.push('\r'),
            Some(other) => plain.push(other),
            None => plain.push('\\'),
        }
    }
    plain
}

impl Record {
    /// Reads a record; a fault names the line. Says nothing yet about whether the game was played
    /// by the rules: that is shown by replaying it.
    pub fn parse(text: &str) -> Result<Record, Fault> {
        let mut lines = text.lines().enumerate().map(|(i, line)| (i + 1, line.trim_end()));
        let fault = |line: usize, field: &str, problem: String| Fault {
            at: Some((line, 1)),
            ..Fault::field(field, problem)
        };
        match lines.next() {
            Some((_, first)) if first.trim_start_matches('\u{feff}') == FIRST_LINE => {}
            _ => {
                let problem = format!("this is no record: the first line must be `{FIRST_LINE}`");
                return Err(fault(1, "", problem));
            }
        }
        let mut head: BTreeMap<&str, (usize, &str)> = BTreeMap::new();
        let mut files = BTreeMap::new();
        for (number, line) in lines.by_ref() {
            if line.is_empty() {
                break;
            }
            let Some((key, value)) = line.split_once(": ") else {
                return Err(fault(
                    number,
                    "",
                    format!("expected `key: value`, found `{}`", shortened(line)),
                ));
            };
            match key {
                "file" => {
                    let (path, body): (String, String) =
                        serde_json::from_str(value).map_err(|error| {
                            fault(number, "file", format!("expected [path, text] in JSON: {error}"))
                        })?;
                    files.insert(path, body);
                }
                "game" | "rules" | "edition" | "setup" | "commitment" | "seed" => {
                    if head.insert(key, (number, value)).is_some() {
                        return Err(fault(number, key, "stands here for the second time".into()));
                    }
                }
                other => {
                    return Err(fault(
                        number,
                        "",
                        format!("`{}` is no field of a record", shortened(other)),
                    ));
                }
            }
        }
        let field = |key: &str| {
            head.get(key)
                .copied()
                .ok_or_else(|| fault(1, key, "this field is missing from the head".into()))
        };
        let (rules_line, rules) = field("rules")?;
        let (setup_line, setup) = field("setup")?;
        let mut record = Record {
            game: field("game")?.1.to_string(),
            rules: rules.parse().map_err(|_| {
                fault(rules_line, "rules", format!("`{rules}` is not a version number"))
            })?,
            edition: field("edition")?.1.to_string(),
            files,
            setup: serde_json::from_str(setup)
                .map_err(|error| fault(setup_line, "setup", error.to_string()))?,
            commitment: field("commitment")?.1.to_string(),
            seed: head.get("seed").map(|(_, seed)| seed.to_string()),
            steps: Vec::new(),
            ended: String::new(),
        };
        let mut ended = false;
        for (number, line) in lines {
            if line.is_empty() {
                continue;
            }
            if ended {
                return Err(fault(number, "end", "nothing may follow the line `end:`".into()));
            }
            if let Some(end) = line.strip_prefix("end: ") {
                let steps = record.steps.len().saturating_sub(1);
                let Some(reason) = end.strip_prefix(&format!("{steps} steps, ")) else {
                    let problem = format!(
                        "the record has {steps} steps, but its last line says `{}`",
                        shortened(end)
                    );
                    return Err(fault(number, "end", problem));
                };
                record.ended = if reason == "running" { String::new() } else { reason.to_string() };
                ended = true;
                continue;
            }
            let step = record.steps.len();
            record.steps.push(
                parse_step(line, step)
                    .map_err(|problem| fault(number, &format!("step {step}"), problem))?,
            );
        }
        if record.steps.is_empty() {
            return Err(fault(
                text.lines().count().max(1),
                "",
                "the record has no steps, not even the start".into(),
            ));
        }
        if !ended {
            return Err(fault(
                text.lines().count(),
                "end",
                "the record is cut off: its last line must begin with `end:`".into(),
            ));
        }
        Ok(record)
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
    let mut dice = Vec::new();
    let faces = part()?;
    for face in faces.split(',').map(str::trim).filter(|face| !face.is_empty()) {
        let wrong = || format!("`{}` is not a die: expected a purpose and a face", shortened(face));
        let (purpose, face) = face.rsplit_once(' ').ok_or_else(wrong)?;
        dice.push(Face { purpose: purpose.to_string(), face: face.parse().map_err(|_| wrong())? });
    }
    let digest = part()?.to_string();
    Ok(Step { seat, action: unescaped(part()?), dice, digest })
}

fn shortened(text: &str) -> String {
    if text.chars().count() <= 60 {
        text.to_string()
    } else {
        text.chars().take(60).chain(['…']).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn record() -> Record {
        let step = |seat, action: &str, dice: &[(&str, u32)]| Step {
            seat,
            action: action.into(),
            dice: dice
                .iter()
                .map(|(purpose, face)| Face { purpose: purpose.to_string(), face: *face })
                .collect(),
            digest: "0123456789abcdef".into(),
        };
        Record {
            game: "lots".into(),
            rules: 2,
            edition: "00ff".into(),
            files: [("maps/mine.toml".to_string(), "a = \"b\"\n| c".to_string())].into(),
            setup: Setup::new("plain", 2).with("key", "on"),
            commitment: "aa".into(),
            seed: Some("bb".into()),
            steps: vec![
                step(None, "", &[("order", 3), ("order of play", 12)]),
                step(Some(Seat(1)), "press \"a | b\\n\"\nsecond line \\ end", &[]),
            ],
            ended: "draw".into(),
        }
    }

    #[test]
    fn what_is_written_is_read_back() {
        let record = record();
        assert_eq!(Record::parse(&record.to_string()), Ok(record.clone()));
        let running = Record { ended: String::new(), seed: None, ..record };
        assert_eq!(Record::parse(&running.to_string()), Ok(running.clone()));
    }

    #[test]
    fn a_damaged_record_is_refused_with_its_line() {
        let text = record().to_string();
        let broken =
            |from: &str, to: &str| Record::parse(&text.replace(from, to)).unwrap_err().to_string();
        assert!(broken("overwinter record 1", "PGN").contains("this is no record"));
        assert!(broken("rules: 2", "rules: two").contains("line 3, column 1: rules: `two`"));
        assert!(broken("1 | 2 |", "7 | 2 |").contains("step 1: expected step 1"));
        assert!(broken("1 | 2 |", "1 | 0 |").contains("seats are numbered from 1"));
        assert!(broken("order 3", "order three").contains("is not a die"));
        assert!(broken("end: 1 steps", "end: 2 steps").contains("the record has 1 steps"));
        assert!(broken("end: 1 steps, draw\n", "").contains("cut off"));
        assert!(Record::parse("").is_err());
    }
}
