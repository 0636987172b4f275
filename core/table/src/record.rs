//! Records: a whole game as a text file (`.owr`) that lasts.
//!
//! `docs/records.md` describes the format for people and other programs.

mod integrity;
mod parsing;

pub use integrity::{Integrity, RecordKey, Signed};

use crate::catalogue::Setup;
use crate::dice::{Contribution, Seed};
use crate::seat::Seat;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::fmt::{self, Write};
use std::sync::Arc;

/// The first line of what is written now; the one of version 1 is read for ever.
const FIRST_LINE: &str = "overwinter record 2";
const FIRST_LINE_1: &str = "overwinter record 1";

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
///     .map(|roll| Face { purpose: roll.purpose.into_owned(), face: roll.face, drawn: None })
///     .collect();
/// assert_eq!(faces, [Face { purpose: "weather".into(), face: 4, drawn: None }]);
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Face {
    /// What it was for.
    pub purpose: String,
    /// What it showed.
    pub face: u32,
    /// How it was drawn; records of version 1 do not say.
    pub drawn: Option<Drawn>,
}

/// How a die of a record was drawn: with this and the seed anybody can draw it again without the rules.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Drawn {
    /// How many faces it had.
    pub sides: u32,
    /// Which of them fell, counted from 1, if it is known.
    pub place: Option<u32>,
    /// The named stream, with its keys; none for the stream of the step.
    pub stream: Option<Arc<str>>,
}

impl Face {
    /// Dice as the step of a record writes them.
    pub fn written(dice: &[Face]) -> String {
        written_dice(dice)
    }

    /// The dice that were [`written`](Face::written) so.
    pub fn read(text: &str) -> Result<Vec<Face>, String> {
        parsing::parse_dice(text)
    }
}

impl Drawn {
    /// Whether both speak of the same die.
    pub(crate) fn agrees_with(&self, other: &Drawn) -> bool {
        let places = self.place.is_none() || other.place.is_none() || self.place == other.place;
        places && self.sides == other.sides && self.stream == other.stream
    }
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
        let dice = written_dice(&self.dice);
        format!("{number} | {seat} | {dice} | {} | {}", self.digest, escaped(&self.action))
    }
}

/// Dice as a step writes them: `@NAME` before those of a named stream, `@` before those of the step's own
/// where a named one went before.
fn written_dice(dice: &[Face]) -> String {
    let mut text = String::new();
    let mut stream: Option<&str> = None;
    for Face { purpose, face, drawn } in dice {
        let separator = if text.is_empty() { "" } else { ", " };
        text.push_str(separator);
        let from = drawn.as_ref().and_then(|drawn| drawn.stream.as_deref());
        if from != stream {
            let _ = write!(text, "@{}, ", from.unwrap_or_default());
            stream = from;
        }
        let _ = write!(text, "{purpose} {face}");
        if let Some(Drawn { sides, place, .. }) = drawn {
            let _ = write!(text, "/{sides}");
            if let Some(place) = place.filter(|place| place != face) {
                let _ = write!(text, "#{place}");
            }
        }
    }
    text
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
    /// What the players added to the luck of the game, in the order of their seats.
    pub contributions: Vec<Contribution>,
    /// Where seats were dealt at random: of each seat the one that its player had taken; empty if not.
    pub dealt: Vec<Seat>,
    /// The seed, once revealed: with the contributions all dice follow from it.
    pub seed: Option<String>,
    /// Who saw everything as the referee; empty if nobody did.
    pub referee: String,
    /// The signature of the server that kept it.
    pub signed: Option<Signed>,
    /// The steps, the start first.
    pub steps: Vec<Step>,
    /// The reason of the end; empty while the game runs.
    pub ended: String,
}

impl fmt::Display for Record {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let content = self.content();
        write!(f, "{content}hash: {}", integrity::hash(&content))?;
        match &self.signed {
            Some(signed) => writeln!(f, "\nsignature: {}", signed.signature),
            None => writeln!(f),
        }
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
    /// Everything up to the last step, a line each: what a game that goes on adds its steps to.
    pub fn begun(&self) -> String {
        let json = |value: &dyn erased::Json| value.json();
        let mut lines = vec![
            FIRST_LINE.to_string(),
            format!("game: {}", self.game),
            format!("rules: {}", self.rules),
            format!("edition: {}", self.edition),
        ];
        lines.extend(self.files.iter().map(|file| format!("file: {}", json(&file))));
        lines.push(format!("setup: {}", json(&self.setup)));
        lines.push(format!("commitment: {}", self.commitment));
        lines.extend(self.contributions.iter().map(|given| format!("contribution: {given}")));
        if !self.dealt.is_empty() {
            let dealt: Vec<String> = self.dealt.iter().map(Seat::to_string).collect();
            lines.push(format!("dealt: {}", dealt.join(" ")));
        }
        lines.extend(self.seed.iter().map(|seed| format!("seed: {seed}")));
        if !self.referee.is_empty() {
            lines.push(format!("referee: {}", escaped(&self.referee)));
        }
        lines.extend(self.signed.iter().map(|signed| format!("server: {}", signed.key)));
        lines.push(String::new());
        lines.extend(self.steps.iter().enumerate().map(|(number, step)| step.line(number)));
        lines.iter().fold(String::new(), |text, line| text + line + "\n")
    }

    /// Everything that its hash and its signature stand for.
    fn content(&self) -> String {
        let ended = if self.ended.is_empty() { "running" } else { &self.ended };
        let steps = self.steps.len().saturating_sub(1);
        format!("{}end: {steps} steps, {ended}\n", self.begun())
    }

    /// The seed from which the dice follow, if the record reveals it.
    pub fn dice_seed(&self) -> Result<Option<Seed>, String> {
        let seed = self.seed.as_ref().map(|seed| seed.parse::<Seed>()).transpose()?;
        Ok(seed.map(|seed| seed.with_contributions(&self.contributions)))
    }

    /// Which promise about its luck the record breaks, given the seed of its dice.
    pub(crate) fn broken_promise(&self, dice: Seed) -> Option<String> {
        let revealed = self.seed.as_ref().and_then(|seed| seed.parse::<Seed>().ok());
        if revealed.map(|seed| seed.commitment()).as_ref() != Some(&self.commitment) {
            return Some("the seed is not the one that was committed to".into());
        }
        let dealt_otherwise = !self.dealt.is_empty() && self.dealt != dice.deal(self.setup.seats);
        dealt_otherwise.then(|| "the seats were dealt in another way than the seed says".into())
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
                .map(|(purpose, face)| Face {
                    purpose: purpose.to_string(),
                    face: *face,
                    drawn: Some(Drawn {
                        sides: 20,
                        place: Some(if *face == 12 { 7 } else { *face }),
                        stream: (*face != 3).then(|| "twins 3".into()),
                    }),
                })
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
            contributions: vec![
                Contribution { seat: Seat(0), by_player: true, random: [3; 32] },
                Contribution { seat: Seat(1), by_player: false, random: [4; 32] },
            ],
            dealt: vec![Seat(1), Seat(0)],
            seed: Some("bb".into()),
            referee: "Ann \\ Bob".into(),
            signed: Some(Signed { key: "cc".into(), signature: "dd".into() }),
            steps: vec![
                step(None, "", &[("order", 3), ("order of play", 12), ("order", 5), ("order", 3)]),
                step(Some(Seat(1)), "press \"a | b\\n\"\nsecond line \\ end", &[]),
            ],
            ended: "draw".into(),
        }
    }

    #[test]
    fn what_is_written_is_read_back() {
        let record = record();
        assert_eq!(Record::parse(&record.to_string()), Ok(record.clone()));
        let running = Record { ended: String::new(), seed: None, signed: None, ..record };
        assert_eq!(Record::parse(&running.to_string()), Ok(running.clone()));
    }

    #[test]
    fn a_record_of_version_1_is_read_for_ever() {
        let text = "overwinter record 1\ngame: lots\nrules: 2\nedition: 00ff\n\
            setup: {\"scenario\":\"plain\",\"seats\":2}\ncommitment: aa\nseed: bb\n\n\
            0 | - | order 3, order of play 12 | 01 | \n1 | 2 |  | 02 | pass\nend: 1 steps, draw\n";
        let record = Record::parse(text).unwrap();
        assert_eq!((record.steps.len(), record.ended.as_str()), (2, "draw"));
        assert_eq!(record.steps[0].dice[1].face, 12);
        assert_eq!(record.steps[0].dice[1].drawn, None);
        assert_eq!(Integrity::of(text), Integrity::Version1);
    }

    #[test]
    fn a_damaged_record_is_refused_with_its_line() {
        let text = record().to_string();
        let broken =
            |from: &str, to: &str| Record::parse(&text.replace(from, to)).unwrap_err().to_string();
        assert!(broken("overwinter record 2", "PGN").contains("this is no record"));
        assert!(broken("rules: 2", "rules: two").contains("line 3, column 1: rules: `two`"));
        assert!(broken("1 | 2 |", "7 | 2 |").contains("step 1: expected step 1"));
        assert!(broken("1 | 2 |", "1 | 0 |").contains("seats are numbered from 1"));
        assert!(broken("order 3", "order three").contains("is not a die"));
        for nonsense in ["order 3/6#7", "order 3/6#0", "order 3/0"] {
            let told = parsing::parse_dice(nonsense).unwrap_err();
            assert!(told.starts_with(&format!("`{nonsense}` is no die")), "{told}");
        }
        for nonsense in ["order 04/6", "order +4/6", "order 4/06"] {
            assert!(parsing::parse_dice(nonsense).is_err(), "{nonsense}");
        }
        assert!(broken("end: 1 steps", "end: 2 steps").contains("the record has 1 steps"));
        let cut = text.split_inclusive('\n').take_while(|line| !line.starts_with("end: "));
        let cut = Record::parse(&cut.collect::<String>()).unwrap_err().to_string();
        assert!(cut.contains("cut off"), "{cut}");
        assert!(Record::parse("").is_err());
    }
}
