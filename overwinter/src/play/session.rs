//! A match with its players: people here, bots between them.

use super::events::{Arrival, Events};
use super::save::Save;
use super::table_session::TableSession;
use crate::error::CommandError;
use crate::program_bot::{ProgramBot, ProgramLimits};
use crate::seats::SeatPlayer;
use arena::{ExternalBot, ExternalQuestion, ExternalSeat, bot_seed};
use service::remote::result_of;
use stage::{Scene, Sketch, Target};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::JoinHandle;
use table::wording::readable_line;
use table::{AnyMatch, Dice, Ledger, LogLine, NotDone, Seat, Seed, Status, Viewer};

/// What is played, in words.
pub struct Played {
    /// The scenario or the lesson, in a few words.
    pub title: String,
    /// The game and the scenario, each in a sentence.
    pub greeting: String,
}

/// A match and who decides for each seat.
pub struct PlaySession {
    /// The match; shared with a bot while it thinks.
    pub game: Arc<dyn AnyMatch>,
    /// What is played.
    pub played: Played,
    /// The rules of the game.
    pub ledger: Ledger,
    players: Vec<SeatPlayer>,
    /// Programs that decide, each with the step from which on it has not been told the story.
    programs: Vec<Option<(ProgramBot, usize)>>,
    /// Raised when the programs need not think any longer.
    cancelled: Arc<AtomicBool>,
    /// The thread on which a program thinks.
    thinking: Option<JoinHandle<()>>,
    bots: Seed,
    save: Option<Save>,
    /// Why the game is no longer kept, until somebody has been told.
    trouble: Option<String>,
}

/// One decision as it was taken.
pub struct BotDecision {
    /// Who decided.
    pub seat: Seat,
    /// What, in notation.
    pub action: String,
}

/// A decision that is a bot's, with all that it needs to take it.
struct BotQuestion {
    seat: Seat,
    game: Arc<dyn AnyMatch>,
    bot: AskedBot,
}

enum AskedBot {
    Named(String, Box<Dice>),
    Program(String, Box<ProgramBot>, Box<ExternalQuestion>),
}

/// What a bot came to.
pub struct Thought {
    seat: Seat,
    action: Result<String, CommandError>,
    /// The program that thought, to be asked again.
    program: Option<Box<ProgramBot>>,
}

impl BotQuestion {
    /// Thinks, for as long as it takes; lets go of the match before the answer is given.
    fn answer(self) -> Thought {
        let BotQuestion { seat, game, bot } = self;
        match bot {
            AskedBot::Named(name, mut dice) => {
                let action = game.choose(seat, &name, &mut dice).map_err(|not_done| {
                    CommandError::input(format!("the bot {name} failed: {not_done}"))
                });
                Thought { seat, action, program: None }
            }
            AskedBot::Program(command, mut program, question) => {
                let mut action = String::new();
                let mut judge = |line: &str| {
                    action = game.read(seat, line).map_err(|not_done| not_done.to_string())?;
                    Ok(())
                };
                let done = program.decide(&question, &mut judge).map_err(|why| {
                    let decision = question.decision;
                    CommandError::input(format!(
                        "cmd:{command} on seat {seat} failed at decision {decision}: {why}"
                    ))
                });
                Thought { seat, action: done.map(|()| action), program: Some(program) }
            }
        }
    }
}

impl PlaySession {
    /// A match with these players; the bots' own dice follow from the seed but are not the game's.
    /// Programs from outside are started here, on these terms.
    pub fn new(
        game: Box<dyn AnyMatch>,
        played: Played,
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
        Ok(PlaySession {
            game: game.into(),
            played,
            ledger,
            players,
            programs,
            cancelled: terms.cancelled.clone(),
            thinking: None,
            bots: seed.child("bots"),
            save: None,
            trouble: None,
        })
    }

    /// The same, every decision of it kept; or played all the same where that cannot be.
    pub fn kept(mut self, save: Result<Save, CommandError>) -> PlaySession {
        match save {
            Ok(save) => self.save = Some(save),
            Err(error) => self.trouble = Some(format!("This game is not kept: {error}")),
        }
        self
    }

    fn forget(&mut self) -> Result<(), CommandError> {
        let over = self.game.status().outcome().is_some();
        self.save.take_if(|_| over).map_or(Ok(()), |save| save.remove())
    }

    /// Lets go of a game: if it is over, nothing more of it is kept.
    pub fn close(mut self) -> Result<(), CommandError> {
        self.forget()
    }

    fn person_seats(&self) -> impl Iterator<Item = Seat> + '_ {
        let players = (0..).map(Seat).zip(&self.players);
        players.filter(|(_, player)| **player == SeatPlayer::Person).map(|(seat, _)| seat)
    }

    /// Takes a person's decision; gives its notation. When this returns it is kept.
    pub fn decide(&mut self, seat: Seat, line: &str) -> Result<String, NotDone> {
        let action = self.play(seat, line)?;
        self.keep(true);
        Ok(action)
    }

    fn play(&mut self, seat: Seat, line: &str) -> Result<String, NotDone> {
        let waits = || NotDone::NotNow("Somebody else is still thinking.".into());
        Arc::get_mut(&mut self.game).ok_or_else(waits)?.act(seat, &readable_line(line))
    }

    fn keep(&mut self, by_person: bool) {
        let kept = self.save.as_mut().map(|save| save.follow(self.game.as_ref(), by_person));
        if let Some(Err(error)) = kept {
            self.trouble = Some(format!("From here on the game is not kept: {error}"));
        }
    }

    /// Lets one bot decide, if one must.
    pub fn bot_decides(&mut self) -> Result<Option<BotDecision>, CommandError> {
        match self.bot_question() {
            Some(question) => self.carry_out(question.answer()).map(Some),
            None => Ok(None),
        }
    }

    /// Takes the decision that a bot came to.
    fn carry_out(&mut self, thought: Thought) -> Result<BotDecision, CommandError> {
        let Thought { seat, action, program } = thought;
        if let (Some(program), Some(place)) = (program, self.programs.get_mut(seat.index())) {
            *place = Some((*program, self.game.len() + 1));
        }
        let action = self
            .play(seat, &action?)
            .map_err(|not_done| CommandError::input(format!("a bot failed: {not_done}")))?;
        self.keep(false);
        Ok(BotDecision { seat, action })
    }

    /// The next decision that is a bot's, if one must decide. When the game is over, programs are told.
    fn bot_question(&mut self) -> Option<BotQuestion> {
        let seats = match self.game.status() {
            Status::Deciding(seats) => seats,
            Status::Over(outcome) => {
                let conclusion = self.game.conclusion();
                let programs = std::mem::take(&mut self.programs);
                programs
                    .into_iter()
                    .flatten()
                    .for_each(|(mut one, _)| one.dismiss(&outcome, &conclusion));
                return None;
            }
        };
        let (seat, bot) = seats.iter().find_map(|seat| Some((seat, self.asked_bot(seat)?)))?;
        Some(BotQuestion { seat, game: self.game.clone(), bot })
    }

    fn asked_bot(&mut self, seat: Seat) -> Option<AskedBot> {
        match self.players.get(seat.index())? {
            SeatPlayer::Person => None,
            SeatPlayer::Bot(name) => {
                let dice = Dice::for_step(self.bots, self.game.len() as u64);
                Some(AskedBot::Named(name.clone(), Box::new(dice)))
            }
            SeatPlayer::Program(command) => {
                let (program, told) = self.programs.get_mut(seat.index())?.take()?;
                let viewer = Viewer::Seat(seat);
                let question = ExternalQuestion {
                    decision: self.game.len() as u64 + 1,
                    seat,
                    view: self.game.view(viewer),
                    legal: self.game.legal(seat),
                    log: self.game.log(viewer, told),
                };
                Some(AskedBot::Program(command.clone(), Box::new(program), Box::new(question)))
            }
        }
    }
}

impl TableSession for PlaySession {
    fn title(&self) -> &str {
        &self.played.title
    }

    fn greeting(&self) -> &str {
        &self.played.greeting
    }

    fn ledger(&self) -> &Ledger {
        &self.ledger
    }

    fn persons(&self) -> Vec<Seat> {
        self.person_seats().collect()
    }

    fn name(&self, seat: Seat) -> String {
        self.game.setup().name(seat)
    }

    fn person_to_decide(&self) -> Option<Seat> {
        match self.game.status() {
            Status::Deciding(seats) => seats
                .iter()
                .find(|seat| self.players.get(seat.index()) == Some(&SeatPlayer::Person)),
            Status::Over(_) => None,
        }
    }

    fn needs_curtain(&self, last: Option<Seat>, next: Seat) -> bool {
        last != Some(next)
            && (self.person_seats().any(|other| other != next && self.game.hides(next, other))
                || last.is_some_and(|last| self.game.hides(last, next)))
    }

    fn lines_before_last_decision(&self, seat: Seat) -> usize {
        let decided =
            |step: &usize| self.game.recorded(*step).is_some_and(|taken| taken.seat == Some(seat));
        let last = (1..=self.game.len()).rev().find(decided).unwrap_or(0);
        let log = self.game.log(Viewer::Seat(seat), 0);
        log.iter().filter(|line| line.step < last).count()
    }

    fn is_over(&self) -> bool {
        self.game.status().outcome().is_some()
    }

    fn result(&self) -> Vec<String> {
        result_of(self.game.as_ref())
    }

    fn moment(&self) -> usize {
        self.game.len()
    }

    fn scene(&self, viewer: Viewer) -> Scene {
        self.game.scene(viewer)
    }

    fn log(&self, viewer: Viewer) -> Vec<LogLine> {
        self.game.log(viewer, 0)
    }

    fn offers(&self, seat: Seat, line: &str) -> bool {
        self.game.legal(seat).iter().any(|legal| legal == line)
    }

    fn understands(&self, seat: Seat, line: &str) -> bool {
        self.game.understands(seat, line)
    }

    fn allows(&self, seat: Seat, line: &str) -> bool {
        self.game.read(seat, line).is_ok()
    }

    fn gives_up(&self, seat: Seat, line: &str) -> bool {
        self.game.gives_up(seat, line)
    }

    fn preview(&self, seat: Seat, line: &str) -> Result<Sketch, String> {
        let seen = self.game.preview(seat, line);
        seen.map(|(_, sketch)| sketch).map_err(|not_done| not_done.to_string())
    }

    fn measure(&self, viewer: Viewer, from: &Target, to: Option<&Target>) -> Option<Sketch> {
        self.game.measure(viewer, from, to)
    }

    fn can_undo(&self, seat: Seat) -> bool {
        self.game.can_undo(seat)
    }

    fn offers_undo(&self, seat: Seat) -> bool {
        self.game.offers_undo(seat)
    }

    fn act(&mut self, seat: Seat, line: &str) -> Result<(), String> {
        let done = self.decide(seat, line);
        done.map(drop).map_err(|not_done| not_done.to_string())
    }

    fn undo(&mut self, seat: Seat) -> Result<(), String> {
        let taken_back = Arc::get_mut(&mut self.game).and_then(|game| game.undo(seat));
        let Some(step) = taken_back else {
            return Err("Nothing to take back: dice fell, something hidden was shown, or somebody else has acted.".into());
        };
        if let Some(save) = &mut self.save {
            save.forget_from(step);
        }
        self.keep(true);
        Ok(())
    }

    fn bots_decide(&mut self) -> Result<(), CommandError> {
        while self.bot_decides()?.is_some() {}
        Ok(())
    }

    fn awaited(&mut self, events: &Events) -> Option<String> {
        let Some(question) = self.bot_question() else {
            self.save.iter().for_each(Save::sync);
            return None;
        };
        let (seat, tell) = (question.seat, events.thoughts());
        let outside = matches!(question.bot, AskedBot::Program(..));
        let thread = std::thread::spawn(move || {
            let failed = |_| Thought {
                seat,
                action: Err(CommandError::input("the bot failed")),
                program: None,
            };
            tell(catch_unwind(AssertUnwindSafe(|| question.answer())).unwrap_or_else(failed));
        });
        self.thinking = outside.then_some(thread);
        Some(format!("{} thinks", self.name(seat)))
    }

    fn take_in(&mut self, arrived: Arrival) -> Result<(), CommandError> {
        match arrived {
            Arrival::Thought(thought) => self.carry_out(thought).map(drop),
            Arrival::News(_) => Ok(()),
        }
    }

    fn how_to_go_on(&self) -> Option<String> {
        let path = self.save.as_ref()?.path()?;
        let over = self.game.status().outcome().is_some();
        let told =
            format!("The game is kept in {}\nGo on with: overwinter play --resume", path.display());
        (!over).then_some(told)
    }

    fn take_trouble(&mut self) -> Option<String> {
        self.trouble.take()
    }

    fn forget_if_over(&mut self) -> Result<(), CommandError> {
        self.forget()
    }
}

impl Drop for PlaySession {
    /// No program is left behind, also where one was thinking.
    fn drop(&mut self) {
        self.cancelled.store(true, Ordering::Relaxed);
        if let Some(thread) = self.thinking.take() {
            let _ = thread.join();
        }
    }
}
