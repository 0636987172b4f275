//! How a game ended, in a sentence or two.

use crate::Outfit;
use crate::edition::scenarios::{When, Winner};
use crate::event::Cause;
use crate::position::{Fate, Position, Verdict, Who, letter};
use table::{Names, Outcome, Seats};

impl Outfit {
    /// How the game ended; nothing while it goes on.
    pub(crate) fn conclusion(&self, p: &Position, outcome: &Outcome, names: Names<'_>) -> String {
        let told = |verdict| self.end_text(p, verdict, &outcome.winners, names);
        p.verdict.map(told).unwrap_or_default()
    }

    /// The end in a sentence.
    pub(crate) fn end_text(
        &self,
        p: &Position,
        verdict: Verdict,
        winners: &Seats,
        called: Names<'_>,
    ) -> String {
        if let Some(who) = self.quitter(p, verdict) {
            return self.resigned_text(p, who, winners, called);
        }
        let Some(win) = self.won_by(verdict) else {
            return self.scenario.nobody.clone();
        };
        let names: Vec<String> = match win.winner {
            Winner::Leaver => winners.iter().map(|seat| self.seat_name(p, seat, called)).collect(),
            _ => match verdict.doer {
                Some(doer) => vec![self.person_called(doer, called)],
                None => winners.iter().map(|seat| self.seat_name(p, seat, called)).collect(),
            },
        };
        let brought: usize = winners.iter().map(|seat| self.brought_out(p, seat).count()).sum();
        let missing =
            self.scenario.markers.as_ref().map_or(0, |markers| {
                self.cast.iter().filter(|role| **role == markers.role).count()
            });
        let mut text = win
            .text
            .replace("{who}", &names.join(" and "))
            .replace("{brought}", &brought.to_string())
            .replace("{missing}", &missing.to_string());
        if text.is_empty() {
            text = format!("The game is over: {}.", win.when.reason());
        }
        // OS-RESC-19
        if matches!(win.when, When::EscortedOut(_)) && self.setup.seats == 1 {
            text.push_str(if brought == missing { " A full win." } else { " A win." });
        }
        if let (1, Winner::Leaver) = (self.setup.seats, &win.winner)
            && let Some(person) = p.persons.0.iter().find(|person| person.fate == Fate::Left)
        {
            let rating = self.scenario.ratings.iter().find(|(day, _)| person.ended <= *day);
            text.push_str(&format!(" Day {}, Life Level {}", person.ended, letter(person.level)));
            if let Some((_, rating)) = rating {
                text.push_str(&format!(": {rating}"));
            }
            text.push('.');
        }
        text
    }

    /// Whose giving up ended the game, if it ended so.
    fn quitter(&self, p: &Position, verdict: Verdict) -> Option<Who> {
        let win = self.won_by(verdict);
        let by_fate = win.is_none_or(|win| matches!(win.when, When::Out(_)));
        verdict.doer.filter(|who| by_fate && p.persons[*who].cause == Cause::Resigned)
    }

    /// Who gave up, and who wins by it: told as that, never as a death (OS-END-03).
    fn resigned_text(&self, p: &Position, who: Who, winners: &Seats, called: Names<'_>) -> String {
        let quitter = self.person_called(who, called);
        let mut names: Vec<String> =
            winners.iter().map(|seat| self.seat_name(p, seat, called)).collect();
        let automatic = |other: &Who| p.persons[*other].player().is_none();
        let others = self.field_left_to(p, who).filter(automatic);
        names.extend(others.map(|other| self.person_name(other).to_string()));
        match names.as_slice() {
            [] => format!("{quitter} gives up. Nobody wins."),
            [one] => format!("{quitter} gives up. {one} wins."),
            all => format!("{quitter} gives up. {} win.", all.join(" and ")),
        }
    }
}
