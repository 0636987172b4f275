//! A match with its players: people here, bots between them.

use crate::error::CommandError;
use crate::program_bot::{ProgramBot, ProgramLimits};
use crate::seats::SeatPlayer;
use arena::{ExternalBot, ExternalQuestion, ExternalSeat, bot_seed};
use table::{AnyMatch, Dice, Ledger, Seat, Seed, Status, Viewer};

/// A match and who decides for each seat.
pub struct PlaySession {
    /// The match.
    pub game: Box<dyn AnyMatch>,
    /// The game's title, and the game in a sentence.
    pub greeting: String,
    /// The rules of the game.
    pub ledger: Ledger,
    players: Vec<SeatPlayer>,
    /// Programs that decide, each with the step from which on it has not been told the story.
    programs: Vec<Option<(ProgramBot, usize)>>,
    bots: Seed,
}

/// One decision as it was taken.
pub struct BotDecision {
    /// Who decided.
    pub seat: Seat,
    /// What, in notation.
    pub action: String,
}

impl PlaySession {
    /// A match with these players; the bots' own dice follow from the seed but are not the game's.
    /// Programs from outside are started here, on these terms.
    pub fn new(
        game: Box<dyn AnyMatch>,
        greeting: String,
        ledger: Ledger,
        players: Vec<SeatPlayer>,
        seed: Seed,
        terms: &ProgramLimits,
    ) -> Result<PlaySession, CommandError> {
        let mut programs = Vec::new();
        for (seat, player) in (0..).map(Seat).zip(&players) {
            programs.push(match player {
                SeatPlayer::Program(command) => {
                    let seed = bot_seed(seed, seat);
                    let welcome = ExternalSeat { game: game.id(), setup: game.setup(), seat, seed };
                    let program = ProgramBot::start(command, &welcome, terms)
                        .map_err(|why| CommandError::input(format!("cmd:{command}: {why}")))?;
                    Some((program, 0))
                }
                _ => None,
            });
        }
        Ok(PlaySession { game, greeting, ledger, players, programs, bots: seed.child("bots") })
    }

    /// How many people play.
    pub fn people(&self) -> usize {
        self.players.iter().filter(|player| **player == SeatPlayer::Person).count()
    }

    /// What a seat is called.
    pub fn name(&self, seat: Seat) -> String {
        self.game.setup().name(seat)
    }

    /// The person who must decide next, once no bot must.
    pub fn person_to_decide(&self) -> Option<Seat> {
        match self.game.status() {
            Status::Deciding(seats) => seats
                .iter()
                .find(|seat| self.players.get(seat.index()) == Some(&SeatPlayer::Person)),
            Status::Over(_) => None,
        }
    }

    /// The eyes through which the table is shown: the only person's, or everybody's.
    pub fn onlooker(&self) -> Viewer {
        let mut people =
            (0..).map(Seat).zip(&self.players).filter(|(_, player)| **player == SeatPlayer::Person);
        match (people.next(), people.next()) {
            (Some((seat, _)), None) => Viewer::Seat(seat),
            _ => Viewer::Table,
        }
    }

    /// Lets one bot decide, if one must.
    pub fn bot_decides(&mut self) -> Result<Option<BotDecision>, CommandError> {
        let seats = match self.game.status() {
            Status::Deciding(seats) => seats,
            Status::Over(outcome) => {
                let conclusion = self.game.conclusion();
                let programs = std::mem::take(&mut self.programs);
                programs
                    .into_iter()
                    .flatten()
                    .for_each(|(mut one, _)| one.dismiss(&outcome, &conclusion));
                return Ok(None);
            }
        };
        for seat in seats.iter() {
            if let Some(Some((program, told))) = self.programs.get_mut(seat.index()) {
                let viewer = Viewer::Seat(seat);
                let decision = self.game.len() + 1;
                let question = ExternalQuestion {
                    decision: decision as u64,
                    seat,
                    view: self.game.view(viewer),
                    legal: self.game.legal(seat),
                    log: self.game.log(viewer, *told),
                };
                *told = decision;
                let mut action = String::new();
                let game = self.game.as_mut();
                let mut judge = |line: &str| {
                    action = game.act(seat, line).map_err(|not_done| not_done.to_string())?;
                    Ok(())
                };
                program.decide(&question, &mut judge).map_err(|why| {
                    let name = match self.players.get(seat.index()) {
                        Some(SeatPlayer::Program(command)) => command.as_str(),
                        _ => "",
                    };
                    CommandError::input(format!(
                        "cmd:{name} on seat {seat} failed at decision {decision}: {why}"
                    ))
                })?;
                return Ok(Some(BotDecision { seat, action }));
            }
            if let Some(SeatPlayer::Bot(name)) = self.players.get(seat.index()) {
                let mut dice = Dice::for_step(self.bots, self.game.len() as u64);
                let action = self.game.ask(seat, name, &mut dice).map_err(|not_done| {
                    CommandError::input(format!("the bot {name} failed: {not_done}"))
                })?;
                return Ok(Some(BotDecision { seat, action }));
            }
        }
        Ok(None)
    }

    /// Lets bots decide until a person must, or the game is over.
    pub fn bots_decide(&mut self) -> Result<(), CommandError> {
        while self.bot_decides()?.is_some() {}
        Ok(())
    }

    /// The end in plain words: the sentence, then the seats by rank.
    pub fn result(&self) -> Vec<String> {
        let Status::Over(outcome) = self.game.status() else {
            return Vec::new();
        };
        let mut lines = vec![self.game.conclusion()];
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
