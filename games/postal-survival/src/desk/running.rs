//! Running a round: as a preview, or for good; and writing its reports again. PS-GM-02

use super::publishing::EDITS;
use super::{Deadline, Desk, GameFile, Trouble, Work, in_round, read_position, trouble};
use crate::PostalSurvival;
use crate::event::Event;
use crate::position::{Kind, Position, Sheet};
use crate::rules::ending::Master;
use crate::speech::report::{
    Report, ReportSource, html, json as json_report, map, markdown, paper::Edit,
    personal::Personal, text,
};
use serde::Serialize;
use serde::de::DeserializeOwned;
use std::collections::BTreeSet;
use table::wording::counted;
use table::{Dice, Fit, Log};

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
    /// The deadline of the round after it.
    pub deadline: &'a str,
    pub introduction: &'a str,
    pub edits: &'a [Edit],
}

impl Published<'_> {
    pub fn source(&self) -> ReportSource<'_> {
        let over = self.position.over.as_ref();
        ReportSource {
            game: &self.file.name,
            island: &self.position.island,
            events: self.events,
            rulings: self.game.rulings(),
            unusual: &self.game.choice().unusual,
            phrases: self.game.choice().voices.of(self.file.tone),
            edits: self.edits,
            deadline: self.deadline,
            introduction: self.introduction,
            notices: self.notices,
            over,
            seed: over.map(|_| self.file.seed.as_str()),
        }
    }

    /// The common report in all its forms, and a part for each player.
    pub fn write(&self, work: &mut Work, folder: &str) {
        let source = self.source();
        let report = Report::compile(&source);
        work.write(format!("{folder}report.txt"), text::write(&report));
        work.write(format!("{folder}report.md"), markdown::write(&report));
        work.write(format!("{folder}report.html"), html::write(&report, None));
        work.write(format!("{folder}report.json"), json_report::write(&report));
        work.write(format!("{folder}map.svg"), map::svg(&report, &BTreeSet::new()) + "\n");
        for species in source.island.kinds() {
            let number = source.island[species].number;
            let personal = Personal::compile(&source, species, self.sheets.get(species.index()));
            work.write(format!("{folder}players/{number:03}.txt"), personal.text());
        }
    }

    /// The whole report as a page for one player alone, with the own creatures marked on the map.
    fn page_for(&self, species: Kind) -> String {
        let source = self.source();
        let personal = Personal::compile(&source, species, self.sheets.get(species.index()));
        html::write(&Report::compile(&source), Some(&personal))
    }
}

/// A round with what happened in it and the orders that it was played with.
pub(super) struct Played {
    pub position: Position,
    pub events: Vec<Event>,
    pub sheets: Vec<Sheet>,
    /// What the master changed in its account.
    pub edits: Vec<Edit>,
}

impl Desk<'_> {
    /// The coming round as it would be now: it follows from seed, orders and island alone. PS-REP-11
    pub(super) fn played(&self) -> Result<Played, Trouble> {
        if let Some(conclusion) = self.position.conclusion(self.game.rulings()) {
            return trouble(format!("the game is over: {conclusion}"));
        }
        if self.file.paused {
            return trouble("the game is paused: resume it first");
        }
        let mut position = self.position.clone();
        position.sheets = self.sheets();
        for (species, sheet) in position.island.kinds().zip(&mut position.sheets) {
            if self.folder.contains_key(&self.orders_path(species, "held")) {
                sheet.press.clear(); // PS-PRESS-04
            }
        }
        let sheets = position.sheets.clone();
        let round = self.coming();
        let mut dice = Dice::for_step(self.seed_of(round), u64::from(round));
        let mut log = Log::new();
        position.run(self.game.rulings(), Master::Present, &mut dice, &mut log);
        let events = log.take().into_iter().map(|entry| entry.event).collect();
        Ok(Played { position, events, sheets, edits: self.edits(round)? })
    }

    /// What the reports of a round print; `next` is the deadline after it, if it is not yet set.
    pub(super) fn published<'a>(
        &'a self,
        played: &'a Played,
        notices: &'a [String],
        next: Option<&'a Deadline>,
    ) -> Published<'a> {
        let round = played.position.island.round;
        Published {
            file: &self.file,
            game: &self.game,
            position: &played.position,
            events: &played.events,
            notices,
            sheets: &played.sheets,
            deadline: next.map_or(self.deadline(round + 1), |next| &next.words),
            introduction: self.words(round, "introduction.txt"),
            edits: &played.edits,
        }
    }

    pub(super) fn notices(&self, round: u16) -> Vec<String> {
        let text = self.folder.get(&in_round(round, "notices.txt"));
        text.map(|text| text.lines().map(str::to_string).collect()).unwrap_or_default()
    }

    /// A list that a round keeps; empty if it keeps none.
    fn kept<T: DeserializeOwned>(&self, round: u16, file: &str) -> Result<Vec<T>, Trouble> {
        let path = in_round(round, file);
        let Some(text) = self.folder.get(&path) else { return Ok(Vec::new()) };
        serde_json::from_str(text).map_err(|error| Trouble(format!("{path}: {error}")))
    }

    /// Plays the coming round into `draft/` without making it count; says what changed since the
    /// last draft. `next` is the deadline of the round after it, if it is set with this. PS-GM-02
    pub fn preview(&self, next: Option<&Deadline>) -> Result<Work, Trouble> {
        if self.file.master_plays {
            return trouble("the master plays too, so rounds are run without a look at them"); // PS-GM-08
        }
        let played = self.played()?;
        let mut work = Work::default();
        let round = self.coming();
        self.published(&played, &self.notices(round), next).write(&mut work, "draft/");
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
        self.tell_lost(&mut work, &played);
        work.say(format!("Round {round} is in draft/; `run` makes it count."));
        Ok(work)
    }

    /// Plays the coming round for good and writes its reports; the change that makes it count comes
    /// last. `next` is the deadline of the round after it, if it is set with this.
    pub fn run(&self, now: &str, next: Option<&Deadline>) -> Result<Work, Trouble> {
        let played = self.played()?;
        let round = self.coming();
        let mut work = Work::default();
        let folder = in_round(round, "");
        self.published(&played, &self.notices(round), next).write(&mut work, &folder);
        self.tell_lost(&mut work, &played);
        let Played { position, events, sheets, .. } = played;
        if let Some(deadline) = next {
            work.write(in_round(round + 1, "deadline.txt"), deadline.file());
        }
        work.write(in_round(round, "events.json"), json(&events)?);
        work.write(in_round(round, "sheets.json"), json(&sheets)?);
        self.logged(&mut work, now, "run");
        for path in self.folder.keys().filter(|path| path.starts_with("draft/")) {
            work.changes.push(super::Change::Remove { path: path.clone() });
        }
        work.write(in_round(round, "island.json"), json(&position)?);
        let living = position.island.living.len();
        work.say(match position.conclusion(self.game.rulings()) {
            Some(conclusion) => {
                format!("Round {round} is played, and the game is over. {conclusion}")
            }
            None => {
                let living = counted(living.fit::<u32>(), "creature lives", "creatures live");
                format!("Round {round} is played: {living}. Reports are in rounds/{round:02}.")
            }
        });
        if living > 50_000 {
            work.say("More than 50,000 creatures: reports will be long.");
        }
        Ok(work)
    }

    /// A round that was played, as the folder keeps it.
    pub(super) fn kept_round(&self, round: u16) -> Result<Played, Trouble> {
        Ok(Played {
            position: read_position(self.folder, round)?,
            events: self.kept(round, "events.json")?,
            sheets: self.kept(round, "sheets.json")?,
            edits: self.edits(round)?,
        })
    }

    /// What the master changed in the account of a round.
    pub(super) fn edits(&self, round: u16) -> Result<Vec<Edit>, Trouble> {
        self.kept(round, EDITS)
    }

    /// Writes the reports of a round that was played again: the last one, or an earlier one. With
    /// `player` only the page for that player alone.
    pub fn report(&self, round: Option<u16>, player: Option<&str>) -> Result<Work, Trouble> {
        let round = round.unwrap_or(self.position.island.round);
        let played = self.kept_round(round)?;
        let mut work = Work::default();
        let notices = self.notices(round);
        let published = self.published(&played, &notices, None);
        if let Some(player) = player {
            let species = self.known(player)?;
            let number = self.position.island[species].number;
            if species.index() >= played.position.island.species.len() {
                return trouble(format!("{player} had not joined yet in round {round}"));
            }
            let path = in_round(round, &format!("players/{number:03}.html"));
            work.say(format!("The page for {player} alone is {path}."));
            work.write(path, published.page_for(species));
            return Ok(work);
        }
        published.write(&mut work, &in_round(round, ""));
        work.say(format!("The reports of round {round} are in rounds/{round:02}."));
        Ok(work)
    }
}
