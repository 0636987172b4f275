//! Which letters the folder owes to whom. Nothing notes that one is to be sent: it follows from what is there, and every letter has a name
//! that stays the same, so that whoever keeps a list of those that went out sends each once.

use super::{Desk, in_round};
use crate::speech::report::CORRECTED;
use table::Seat;

/// A letter that somebody is to have.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Owed {
    /// Whose it is.
    pub seat: Seat,
    /// The address.
    pub address: String,
    /// Its name: no other letter of the game has it.
    pub name: String,
    /// What it tells.
    pub tells: Tells,
}

/// What a letter tells.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Tells {
    /// The last report, with the parts for this reader alone.
    Report,
    /// How a message was read.
    Answer {
        /// The answer.
        text: String,
        /// The id of the message, if it had one.
        to: Option<String>,
    },
    /// That no orders have come.
    Reminder,
}

impl Desk<'_> {
    /// Every letter that is owed now, answers first. A report that waits for the master's word is not. PS-GM-11
    pub fn owed(&self) -> Vec<Owed> {
        let last = self.position.island.round;
        let mut owed = self.answers_of(last);
        owed.extend(self.answers_of(self.coming()));
        if self.waits_for_approval() {
            return owed;
        }
        let notices = self.notices(last);
        let corrections = notices.iter().filter(|notice| notice.starts_with(CORRECTED)).count();
        let over = if self.is_over() { "/over" } else { "" };
        let report = |seat: Seat, address: &str| Owed {
            seat,
            address: address.to_string(),
            name: format!("report/{last}.{corrections}{over}/{}/{address}", seat.index()),
            tells: Tells::Report,
        };
        owed.extend(self.reached().map(|(seat, address)| report(seat, address)));
        owed
    }

    /// A reminder for everybody whose species live and who has sent no orders; `moment` names it.
    pub fn reminders(&self, moment: &str) -> Vec<Owed> {
        let island = &self.position.island;
        let silent = |seat: Seat| {
            let living = || self.position.species_of(seat).filter(|kind| island.lives(*kind));
            living().next().is_some() && !living().any(|kind| self.sheet(kind).has_orders())
        };
        let reminder = |(seat, address): (Seat, &str)| Owed {
            seat,
            address: address.to_string(),
            name: format!("reminder/{}/{moment}/{}/{address}", self.coming(), seat.index()),
            tells: Tells::Reminder,
        };
        self.reached().filter(|(seat, _)| silent(*seat)).map(reminder).collect()
    }

    /// Everybody who can be written to, with the first address.
    fn reached(&self) -> impl Iterator<Item = (Seat, &str)> {
        let seats = self.players.iter().enumerate().map(|(place, player)| {
            let address = player.addresses.first();
            Some((Seat(u16::try_from(place).ok()?), address?.as_str()))
        });
        seats.flatten()
    }

    /// The answers of a round, message by message.
    fn answers_of(&self, round: u16) -> Vec<Owed> {
        let room = in_round(round, "answers/");
        let mut owed = Vec::new();
        for (path, text) in self.folder.range(room.clone()..) {
            let Some(file) = path.strip_prefix(&room) else { break };
            let number = file.strip_suffix(".txt").and_then(|number| number.parse().ok());
            let species = number.and_then(|number| self.position.island.species_of(number));
            let Some(species) = species else { continue };
            let seat = self.position.island[species].seat;
            let address = self.address(species);
            if address.is_empty() {
                continue;
            }
            for answer in text.split("\n== ") {
                let answer = answer.strip_prefix("== ").unwrap_or(answer);
                let Some((head, answer)) = answer.split_once('\n') else { continue };
                let key = head.split_whitespace().find_map(|word| word.strip_prefix("key="));
                let Some(key) = key else { continue };
                let id = key.strip_prefix("id:").and_then(|key| key.split(":text:").next());
                owed.push(Owed {
                    seat,
                    address: address.clone(),
                    name: format!("answer/{file}/{key}"),
                    tells: Tells::Answer {
                        text: answer.trim_end().to_string(),
                        to: id.map(str::to_string),
                    },
                });
            }
        }
        owed
    }
}
