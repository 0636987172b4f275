//! A match with its players: people here, bots between them.

use crate::failure::Failure;
use crate::outsider::Outsider;
use crate::seats::Sitter;
use std::time::Duration;
use table::{AnyMatch, Dice, Seat, Seed, Status, Viewer};

/// A match and who decides for each seat.
pub struct Sitting {
    /// The match.
    pub game: Box<dyn AnyMatch>,
    sitters: Vec<Sitter>,
    outsiders: Vec<Option<Outsider>>,
    bots: Seed,
}

/// One decision as it was taken.
pub struct Taken {
    /// Who decided.
    pub seat: Seat,
    /// What, in notation.
    pub action: String,
}

impl Sitting {
    /// A match with these players; the bots' own dice follow from the seed but are not the game's.
    /// Programs from outside are started here, and have `patience` for each decision.
    pub fn new(
        game: Box<dyn AnyMatch>,
        sitters: Vec<Sitter>,
        seed: Seed,
        patience: Duration,
    ) -> Result<Sitting, Failure> {
        let mut outsiders = Vec::new();
        for (seat, sitter) in (0..).map(Seat).zip(&sitters) {
            outsiders.push(match sitter {
                Sitter::Outside(command) => {
                    Some(Outsider::start(command, seat, game.as_ref(), patience)?)
                }
                _ => None,
            });
        }
        Ok(Sitting { game, sitters, outsiders, bots: seed.child("bots") })
    }

    /// How many people play.
    pub fn people(&self) -> usize {
        self.sitters.iter().filter(|sitter| **sitter == Sitter::Person).count()
    }

    /// What a seat is called.
    pub fn name(&self, seat: Seat) -> String {
        self.game.setup().name(seat)
    }

    /// The person who must decide next, once no bot must.
    pub fn person_to_decide(&self) -> Option<Seat> {
        match self.game.status() {
            Status::Deciding(seats) => {
                seats.iter().find(|seat| self.sitters.get(seat.index()) == Some(&Sitter::Person))
            }
            Status::Over(_) => None,
        }
    }

    /// The eyes through which the table is shown: the only person's, or everybody's.
    pub fn onlooker(&self) -> Viewer {
        let mut people =
            (0..).map(Seat).zip(&self.sitters).filter(|(_, sitter)| **sitter == Sitter::Person);
        match (people.next(), people.next()) {
            (Some((seat, _)), None) => Viewer::Seat(seat),
            _ => Viewer::Table,
        }
    }

    /// Lets one bot decide, if one must.
    pub fn bot_decides(&mut self) -> Result<Option<Taken>, Failure> {
        let Status::Deciding(seats) = self.game.status() else {
            return Ok(None);
        };
        for seat in seats.iter() {
            if let Some(Some(outsider)) = self.outsiders.get_mut(seat.index()) {
                let action = outsider.decide(self.game.as_mut())?;
                if let Status::Over(outcome) = self.game.status() {
                    let outcome = serde_json::to_value(outcome).unwrap_or_default();
                    self.outsiders.iter_mut().flatten().for_each(|one| one.dismiss(&outcome));
                }
                return Ok(Some(Taken { seat, action }));
            }
            if let Some(Sitter::Bot(name)) = self.sitters.get(seat.index()) {
                let mut dice = Dice::for_step(self.bots, self.game.len() as u64);
                let action = self.game.ask(seat, name, &mut dice).map_err(|not_done| {
                    Failure::input(format!("the bot {name} failed: {not_done}"))
                })?;
                return Ok(Some(Taken { seat, action }));
            }
        }
        Ok(None)
    }

    /// Lets bots decide until a person must, or the game is over.
    pub fn bots_decide(&mut self) -> Result<(), Failure> {
        while self.bot_decides()?.is_some() {}
        Ok(())
    }

    /// The end in plain words: the sentence, then the seats by rank.
    pub fn result(&self) -> Vec<String> {
        let Status::Over(outcome) = self.game.status() else {
            return Vec::new();
        };
        let mut lines = vec![outcome.text.clone()];
        let mut seats: Vec<Seat> = Seat::first(self.game.setup().seats).collect();
        seats.sort_by_key(|seat| outcome.ranks.get(seat.index()).copied().unwrap_or(u16::MAX));
        for seat in seats {
            let rank = outcome.ranks.get(seat.index()).copied().unwrap_or_default();
            let won = if outcome.winners.has(seat) { "  won" } else { "" };
            let score = outcome.scores.as_ref().and_then(|scores| scores.get(seat.index()));
            let score = score.map(|score| format!("  {score} points")).unwrap_or_default();
            lines.push(format!("{rank}. {}{score}{won}", self.name(seat)));
        }
        lines
    }
}
