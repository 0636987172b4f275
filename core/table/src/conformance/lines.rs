//! The game in words: lines are read as they were written, nothing else is taken for an action, and
//! story, chapters and reports can be told to everybody.

use super::offers::Offer;
use super::walk::Walk;
use super::{Held, must, never_panics};
use crate::refusal::{Misread, RuleId};
use crate::seat::{Names, Seat, Viewer};
use crate::shown::Conformant;
use crate::wording::spoken;

/// What is no action of any game.
const GARBAGE: [&str; 5] = ["", "   ", "xyzzy plugh", "?!", "❄ ❄"];

/// Lines that are damaged at a look.
const MOST_DAMAGED: usize = 6;

/// Events of which a report is made.
const MOST_REPORTED: usize = 60;

/// Names that are awkward to write.
pub(super) fn odd_names(seats: u16) -> Vec<String> {
    let name = |seat: u16| match seat % 3 {
        0 => "Zsófi & <Ødd>".to_string(),
        1 => String::new(),
        _ => "'Ő\" ".repeat(20),
    };
    (0..seats).map(name).collect()
}

impl<G: Conformant> Walk<'_, G> {
    /// Every line is read as the action that it was written for, and damaged lines as none or as
    /// another that can be written.
    pub(super) fn lines_hold(&self, seat: Seat, offer: &Offer<G>) -> Held {
        let accepted = offer.probes.iter().filter(|(_, answer)| answer.is_ok());
        let actions = || offer.legal.iter().chain(accepted.clone().map(|(probe, _)| probe));
        actions().try_for_each(|action| self.line_holds(seat, action))?;
        for line in GARBAGE {
            match self.read(seat, line)? {
                Ok(action) => return Err(format!("`{line}` is read as {action:?}")),
                Err(misread) => self.advice_holds(seat, &misread)?,
            }
        }
        let step = offer.legal.len().div_ceil(MOST_DAMAGED).max(1);
        for action in offer.legal.iter().step_by(step) {
            let line = self.game.game().notation(action);
            damaged(&line).try_for_each(|damaged| self.damaged_line_holds(seat, &damaged))?;
            let more = format!("{line} xyzzy");
            must(self.read(seat, &more)?.ok().as_ref() != Some(action), || {
                format!("`{more}` is read as {action:?}, whatever the last word means")
            })?;
        }
        Ok(())
    }

    /// An action has one line, which means that action.
    fn line_holds(&self, seat: Seat, action: &G::Action) -> Held {
        let line = self.game.game().notation(action);
        let plain = !line.is_empty() && line.trim() == line && !line.contains(['\n', '\r']);
        must(plain, || format!("{action:?} is written as {line:?}, which is no plain line"))?;
        let read = self.read(seat, &line)?.map_err(|misread| misread.to_string())?;
        must(read == *action, || format!("`{line}` is read as {read:?}, not {action:?}"))
    }

    fn damaged_line_holds(&self, seat: Seat, line: &str) -> Held {
        let action = match self.read(seat, line)? {
            Ok(action) => action,
            Err(misread) => return self.advice_holds(seat, &misread),
        };
        let (game, position) = (self.game.game(), self.game.position());
        never_panics(
            || format!("check of {action:?}, read from `{line}`"),
            || game.check(position, seat, &action).is_ok(),
        )?;
        let canonical = game.notation(&action);
        let again = self.read(seat, &canonical)?.ok();
        must(again.as_ref() == Some(&action), || {
            format!("`{line}` is {action:?}, but its own line `{canonical}` is {again:?}")
        })
    }

    /// What is said to a line that is not understood names lines that are. What it repeats of that line
    /// need not be, nor a single word, which may be the one that was meant in its place.
    fn advice_holds(&self, seat: Seat, misread: &Misread) -> Held {
        let repeated = |phrase: &str| misread.line.to_lowercase().contains(&phrase.to_lowercase());
        let lines = spoken(&misread.expected).filter(|it| it.contains(' ') && !repeated(it));
        let lines: Vec<String> = lines.map(|line| format!("`{line}`")).collect();
        let what = format!("what is said to `{}`", misread.line);
        self.phrases_hold(seat, &what, &lines.join(" "))
    }

    /// What a line is read as.
    pub(super) fn read(
        &self,
        seat: Seat,
        line: &str,
    ) -> Result<Result<G::Action, Misread>, String> {
        let (game, position) = (self.game.game(), self.game.position());
        never_panics(|| format!("parse of {line:?}"), || game.parse(position, seat, line))
    }

    /// What just happened can be told, under rules that are in the ledger, whatever the names.
    pub(super) fn story_holds(&self) -> Held {
        let game = self.game.game();
        let odd = odd_names(game.setup().seats);
        for (_, event) in self.game.log(Viewer::Referee, self.game.len()) {
            let told = never_panics(
                || format!("narrate of {event:?}"),
                || {
                    game.chapter(event);
                    game.narrate(event, Names::new(&odd));
                    game.narrate(event, Names::NONE)
                },
            )?;
            self.told_under_rules(&told.rules)
                .map_err(|problem| format!("{event:?} is told {problem}"))?;
        }
        Ok(())
    }

    /// Every rule that a line names is in the ledger, and named once.
    fn told_under_rules(&self, rules: &[RuleId]) -> Held {
        for (place, rule) in rules.iter().enumerate() {
            must(self.rules.contains(rule.0), || {
                format!("under {rule}, which is not in the ledger")
            })?;
            must(!rules[..place].contains(rule), || format!("under {rule} twice"))?;
        }
        Ok(())
    }

    /// What a viewer heard lately.
    pub(super) fn lately(&self, viewer: Viewer) -> Vec<&G::Event> {
        let from = self.game.len().saturating_sub(MOST_REPORTED);
        self.game.log(viewer, from).map(|(_, event)| event).take(MOST_REPORTED).collect()
    }

    /// Everybody can have a report.
    pub(super) fn reports_hold(&self) -> Held {
        let (game, position) = (self.game.game(), self.game.position());
        let seats = Seat::first(game.setup().seats).map(Viewer::Seat);
        for viewer in seats.chain([Viewer::Table, Viewer::Referee]) {
            let heard = self.lately(viewer);
            never_panics(
                || format!("the report to {viewer}"),
                || game.report(position, &heard, Names::NONE),
            )?;
        }
        Ok(())
    }
}

/// The line cut short, doubled, in capitals, and with numbers that are too large.
fn damaged(line: &str) -> impl Iterator<Item = String> {
    let half = line.chars().take(line.chars().count() / 2).collect();
    let last = line.chars().take(line.chars().count().saturating_sub(1)).collect();
    let large = line.replace(|letter: char| letter.is_ascii_digit(), "99999999999999999999");
    let negative = line.replace(|letter: char| letter.is_ascii_digit(), "-1");
    [half, last, large, negative, format!("{line} {line}"), line.to_uppercase()].into_iter()
}
