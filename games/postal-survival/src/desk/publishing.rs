//! Before a report goes out: its account as the master wants it, the deadline that it names, and the master's word. PS-REP-12, PS-GM-11,
//! PS-GM-12

use super::amending::one_line;
use super::running::{Played, json};
use super::{Desk, Trouble, Work, in_round, trouble};
use crate::position::{Kind, Sheet};
use crate::speech::report::paper::{self, Edit, Line, Part};
use crate::speech::report::{ReportSource, personal::Personal};
use table::Seat;

/// Where the master's changes in an account are kept.
pub(super) const EDITS: &str = "account.json";

/// The master's word that a report may go out.
const APPROVED: &str = "approved.txt";

/// A deadline.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Deadline {
    /// As reports print it; empty if there is none.
    pub words: String,
    /// The time by which the round is run, such as `2026-11-27T18:00:00Z`; nothing if the master runs it.
    pub due: Option<String>,
}

impl Deadline {
    /// One that the master sees to.
    pub fn in_words(words: &str) -> Deadline {
        Deadline { words: words.to_string(), due: None }
    }

    /// The file that keeps it.
    pub(super) fn file(&self) -> String {
        let due = self.due.as_deref().map(one_line).unwrap_or_default();
        one_line(&self.words) + &due
    }
}

/// What the master does to an account, line by line as it is numbered.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum AccountEdit {
    /// A line says something else.
    Change(usize, String),
    /// A line is left out.
    Drop(usize),
    /// One more line behind another; behind 0 it stands first, below the headlines.
    Add(usize, String),
    /// All changes are forgotten.
    Restore,
}

impl Desk<'_> {
    /// All readers: their names and addresses.
    pub fn players(&self) -> &[super::Enrolled] {
        &self.players
    }

    /// The game's name.
    pub fn name(&self) -> &str {
        &self.file.name
    }

    /// The calendar of deadlines as it is written; empty if the master sets each.
    pub fn clock(&self) -> &str {
        &self.file.clock
    }

    /// Whether the clocks stand still.
    pub fn is_paused(&self) -> bool {
        self.file.paused
    }

    /// Whether the game is over.
    pub fn is_over(&self) -> bool {
        self.position.over.is_some()
    }

    /// The deadline of the coming round, if it has one.
    pub fn next_deadline(&self) -> Option<Deadline> {
        let mut lines = self.words(self.coming(), "deadline.txt").lines();
        let words = lines.next().filter(|words| !words.is_empty())?.to_string();
        Some(Deadline { words, due: lines.next().map(str::to_string) })
    }

    /// Whether the last report waits for the master's word. The start report waits for none. PS-GM-11
    pub fn waits_for_approval(&self) -> bool {
        let round = self.position.island.round;
        let approved = self.folder.contains_key(&in_round(round, APPROVED));
        self.file.approve && round > 0 && !approved
    }

    /// The round whose report is in the master's hands: one that waits for a word, or else the coming one.
    pub(super) fn in_hand(&self) -> u16 {
        match self.waits_for_approval() {
            true => self.position.island.round,
            false => self.coming(),
        }
    }

    /// The last report may go out. With a deadline that one is the next, and the reports say so.
    pub fn approve(&self, next: Option<&Deadline>, now: &str) -> Result<Work, Trouble> {
        if !self.waits_for_approval() {
            return trouble("no report waits for your word");
        }
        let round = self.position.island.round;
        let mut work = Work::default();
        if let Some(next) = next {
            self.write_deadline(&mut work, next)?;
        }
        work.write(in_round(round, APPROVED), one_line(now));
        self.logged(&mut work, now, &format!("report of round {round} approved"));
        work.say(format!("The report of round {round} goes out."));
        Ok(work)
    }

    /// Sets the deadline of the coming round, and writes the last reports again, which name it. PS-GM-12
    pub fn set_deadline(&self, next: &Deadline, now: &str) -> Result<Work, Trouble> {
        let mut work = Work::default();
        self.write_deadline(&mut work, next)?;
        self.logged(&mut work, now, &format!("deadline: {}", next.words));
        work.say(format!("Round {} is due {}.", self.coming(), next.words));
        Ok(work)
    }

    fn write_deadline(&self, work: &mut Work, next: &Deadline) -> Result<(), Trouble> {
        let round = self.position.island.round;
        let played = self.kept_round(round)?;
        let notices = self.notices(round);
        self.published(&played, &notices, Some(next)).write(work, &in_round(round, ""));
        work.write(in_round(round + 1, "deadline.txt"), next.file());
        Ok(())
    }

    /// The account of a round, line by line, as the master has it now: of the report in hand if no round is said.
    pub fn account(&self, round: Option<u16>) -> Result<Work, Trouble> {
        let round = round.unwrap_or(self.in_hand());
        let (lines, _) = self.account_lines(round)?;
        let mut work = Work::default();
        work.say(format!("The account of round {round}, as it is told now:"));
        for (place, line) in lines.iter().enumerate() {
            let mark = match line.part {
                Part::Headline => "# ",
                Part::Thread | Part::Told => "",
            };
            work.say(format!("{:>4}  {mark}{}", place + 1, line.text));
        }
        if lines.is_empty() {
            work.say("Nothing is told of it.");
        }
        Ok(work)
    }

    /// Changes the account of a round: of the report in hand if no round is said. Of a round that was played the reports are
    /// written again. PS-REP-12
    pub fn edit_account(
        &self,
        round: Option<u16>,
        edit: &AccountEdit,
        now: &str,
    ) -> Result<Work, Trouble> {
        let round = round.unwrap_or(self.in_hand());
        let (lines, mut played) = self.account_lines(round)?;
        let line = |number: usize| {
            let found = number.checked_sub(1).and_then(|place| lines.get(place));
            let found = found.map(|line: &Line| line.text.clone());
            let right = format!("there is no line {number}: say one of 1 to {}", lines.len());
            found.ok_or(Trouble(right))
        };
        let said = |text: &str| match text.trim() {
            "" => trouble("say what the line says"),
            text => Ok(text.split_whitespace().collect::<Vec<_>>().join(" ")),
        };
        let (edit, act) = match edit {
            AccountEdit::Change(number, to) => {
                let (line, to) = (line(*number)?, said(to)?);
                let act = format!("account: `{line}` -> `{to}`");
                (Some(Edit::Change { line, to }), act)
            }
            AccountEdit::Drop(number) => {
                let line = line(*number)?;
                let act = format!("account: `{line}` left out");
                (Some(Edit::Drop { line }), act)
            }
            AccountEdit::Add(number, say) => {
                let behind = if *number == 0 { None } else { Some(line(*number)?) };
                let say = said(say)?;
                let act = format!("account: `{say}` added");
                (Some(Edit::Add { behind, say }), act)
            }
            AccountEdit::Restore => (None, "account: as it was told".to_string()),
        };
        match edit {
            Some(edit) => played.edits.push(edit),
            None => played.edits.clear(),
        }
        let mut work = Work::default();
        if round <= self.position.island.round {
            let notices = self.notices(round);
            self.published(&played, &notices, None).write(&mut work, &in_round(round, ""));
            work.say(format!("The reports of round {round} are written again."));
        }
        work.write(in_round(round, EDITS), json(&played.edits)?);
        self.logged(&mut work, now, &act);
        work.say(format!("Done: {act}."));
        Ok(work)
    }

    /// The lines of a round's account with the round: one that was played, or the coming one as it would be now.
    fn account_lines(&self, round: u16) -> Result<(Vec<Line>, Played), Trouble> {
        let played = match round {
            coming if coming == self.coming() => {
                if self.file.master_plays {
                    return trouble(
                        "the master plays too, so nothing of a round is told before it is run",
                    ); // PS-GM-08
                }
                self.played()?
            }
            earlier if (1..=self.position.island.round).contains(&earlier) => {
                self.kept_round(earlier)?
            }
            other => return trouble(format!("there is no account of round {other}")),
        };
        let (lines, ..) = paper::compile(&self.published(&played, &[], None).source());
        Ok((lines, played))
    }

    /// Says which lines the master changed that are not told any more.
    pub(super) fn tell_lost(&self, work: &mut Work, played: &Played) {
        let (.., lost) = paper::compile(&self.published(played, &[], None).source());
        for line in lost {
            work.say(format!("Not told any more, so that your change of it is left out: {line}"));
        }
    }

    /// What the last reports are made from, with the orders that were played.
    pub fn last_report<T>(
        &self,
        tell: impl FnOnce(&ReportSource<'_>, &[Sheet]) -> T,
    ) -> Result<T, Trouble> {
        let played = self.kept_round(self.position.island.round)?;
        let notices = self.notices(self.position.island.round);
        let published = self.published(&played, &notices, None);
        Ok(tell(&published.source(), &played.sheets))
    }

    /// The parts for one seat alone: one for each of its species.
    pub fn personal(
        &self,
        source: &ReportSource<'_>,
        sheets: &[Sheet],
        seat: Seat,
    ) -> Vec<Personal> {
        let own: Vec<Kind> = self.position.species_of(seat).collect();
        let part = |kind: Kind| Personal::compile(source, kind, sheets.get(kind.index()));
        own.into_iter().map(part).collect()
    }
}
