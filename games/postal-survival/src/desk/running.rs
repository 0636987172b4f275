//! Running a round: as a preview, or for good; and writing its reports again. PS-GM-02

use super::{Desk, GameFile, Trouble, Work, in_round, trouble};
use crate::PostalSurvival;
use crate::ending::Master;
use crate::event::Event;
use crate::orders::Sheet;
use crate::position::Position;
use crate::report::{
    Report, Source, html, json as json_report, map, markdown, personal::Personal, text,
};
use serde::Serialize;
use std::collections::BTreeSet;
use table::{Dice, Log};

/// A value as the folder keeps it.
pub(super) fn json<T: Serialize>(value: &T) -> Result<String, Trouble> {
    serde_json::to_string(value).map(|text| text + "\n").map_err(|error| Trouble(error.to_string()))
}

/// A round with everything that its reports need.
pub(super) struct Published<'a> {
    pub file: &'a GameFile,
    pub game: &'a PostalSurvival,
    pub position: &'a Position,
    pub events: &'a [Event],
    pub notices: &'a [String],
    pub sheets: &'a [Sheet],
}

/// Writes the common report in all its forms and a part for each player.
pub(super) fn write_reports(work: &mut Work, folder: &str, published: &Published<'_>) {
    let over = published.position.over.as_ref();
    let source = Source {
        game: &published.file.name,
        island: &published.position.island,
        events: published.events,
        rulings: published.game.rulings(),
        unusual: &published.game.choice().unusual,
        phrases: &published.game.choice().phrases,
        deadline: &published.file.deadline,
        introduction: &published.file.introduction,
        notices: published.notices,
        over,
        seed: over.map(|_| published.file.seed.as_str()),
    };
    let report = Report::compile(&source);
    work.write(format!("{folder}report.txt"), text::write(&report));
    work.write(format!("{folder}report.md"), markdown::write(&report));
    work.write(format!("{folder}report.html"), html::write(&report, None));
    work.write(format!("{folder}report.json"), json_report::write(&report));
    work.write(format!("{folder}map.svg"), map::svg(&report, &BTreeSet::new()) + "\n");
    for (index, species) in source.island.species.iter().enumerate() {
        let personal = Personal::compile(&source, index, published.sheets.get(index));
        work.write(format!("{folder}players/{:03}.txt", species.number), personal.text());
    }
}

impl Desk<'_> {
    /// The coming round as it would be now.
    fn played(&self) -> Result<(Position, Vec<Event>, Vec<Sheet>), Trouble> {
        if let Some(ended) = &self.position.over {
            return trouble(format!("the game is over: {}", ended.text));
        }
        if self.file.paused {
            return trouble("the game is paused: resume it first");
        }
        let mut position = self.position.clone();
        position.sheets = self.sheets();
        for (species, sheet) in position.sheets.iter_mut().enumerate() {
            if self.folder.contains_key(&self.orders_path(species, "held")) {
                sheet.press.clear(); // PS-PRESS-04
            }
        }
        let sheets = position.sheets.clone();
        let round = self.coming();
        let mut dice = Dice::for_step(self.seed_of(round), round as u64);
        let mut log = Log::new();
        position.run(self.game.rulings(), Master::Present, &mut dice, &mut log);
        let events = log.take().into_iter().map(|entry| entry.event).collect();
        Ok((position, events, sheets))
    }

    fn notices(&self, round: u16) -> Vec<String> {
        let text = self.folder.get(&in_round(round, "notices.txt"));
        text.map(|text| text.lines().map(str::to_string).collect()).unwrap_or_default()
    }

    /// Plays the coming round into `draft/` without making it count; says what changed since the
    /// last draft. PS-GM-02
    pub fn preview(&self) -> Result<Work, Trouble> {
        if self.file.master_plays {
            return trouble("the master plays too, so rounds are run without a look at them"); // PS-GM-08
        }
        let (position, events, sheets) = self.played()?;
        let mut work = Work::default();
        let notices = self.notices(self.coming());
        write_reports(
            &mut work,
            "draft/",
            &Published {
                file: &self.file,
                game: &self.game,
                position: &position,
                events: &events,
                notices: &notices,
                sheets: &sheets,
            },
        );
        let new = work.changes.iter().find_map(|change| match change {
            super::Change::Write { path, text } if path == "draft/report.txt" => Some(text.clone()),
            _ => None,
        });
        let old = self.folder.get("draft/report.txt");
        if let (Some(old), Some(new)) = (old, new) {
            let before: BTreeSet<&str> = old.lines().collect();
            let changed: Vec<&str> = new.lines().filter(|line| !before.contains(line)).collect();
            match changed.is_empty() {
                true => work.say("Nothing has changed since the last draft."),
                false => {
                    work.say(format!("Changed since the last draft, {} lines:", changed.len()));
                    changed.iter().take(40).for_each(|line| work.say(format!("  {line}")));
                }
            }
        }
        work.say(format!("Round {} in draft/; `run` makes it count.", self.coming()));
        Ok(work)
    }

    /// Plays the coming round for good and writes its reports; the change that makes it count comes
    /// last.
    pub fn run(&self, now: &str) -> Result<Work, Trouble> {
        let (position, events, sheets) = self.played()?;
        let round = self.coming();
        let mut work = Work::default();
        let notices = self.notices(round);
        write_reports(
            &mut work,
            &in_round(round, ""),
            &Published {
                file: &self.file,
                game: &self.game,
                position: &position,
                events: &events,
                notices: &notices,
                sheets: &sheets,
            },
        );
        work.write(in_round(round, "events.json"), json(&events)?);
        work.write(in_round(round, "sheets.json"), json(&sheets)?);
        self.logged(&mut work, now, "run");
        for path in self.folder.keys().filter(|path| path.starts_with("draft/")) {
            work.changes.push(super::Change::Remove { path: path.clone() });
        }
        work.write(in_round(round, "island.json"), json(&position)?);
        let living = position.island.living.len();
        work.say(match &position.over {
            Some(ended) => format!("Round {round} is played, and the game is over. {}", ended.text),
            None => format!("Round {round} is played: {living} creatures live. Reports are in rounds/{round:02}."),
        });
        if living > 50_000 {
            work.say("More than 50,000 creatures: reports will be long.");
        }
        Ok(work)
    }

    /// Writes the reports of a round that was played again: the last one, or an earlier one.
    pub fn report(&self, round: Option<u16>) -> Result<Work, Trouble> {
        let round = round.unwrap_or(self.position.island.round);
        let read = |file: &str| {
            let path = in_round(round, file);
            self.folder
                .get(&path)
                .ok_or_else(|| Trouble(format!("{path} is missing: round {round} was not played")))
        };
        let bad = |error: serde_json::Error| Trouble(format!("rounds/{round:02}: {error}"));
        let position: Position = serde_json::from_str(read("island.json")?).map_err(bad)?;
        let events: Vec<Event> = serde_json::from_str(read("events.json")?).map_err(bad)?;
        let sheets: Vec<Sheet> = match read("sheets.json") {
            Ok(text) => serde_json::from_str(text).map_err(bad)?,
            Err(_) => Vec::new(),
        };
        let mut work = Work::default();
        write_reports(
            &mut work,
            &in_round(round, ""),
            &Published {
                file: &self.file,
                game: &self.game,
                position: &position,
                events: &events,
                notices: &self.notices(round),
                sheets: &sheets,
            },
        );
        work.say(format!("The reports of round {round} are in rounds/{round:02}."));
        Ok(work)
    }
}
