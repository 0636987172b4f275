//! ExternalBots: deciders from outside the house, who are asked and answer in notation.

use serde_json::Value;
use std::collections::BTreeMap;
use std::fmt;
use std::sync::Arc;
use table::{Fit, Log, LogEntry, LogLine, Names, Outcome, Seat, Seed, Setup, Speech, Viewer};

/// What an outside bot is told when it sits down to a game.
#[derive(Clone, Copy, Debug)]
pub struct ExternalSeat<'a> {
    /// The game's id.
    pub game: &'static str,
    /// Scenario, seats and options.
    pub setup: &'a Setup,
    /// Where the outside bot sits.
    pub seat: Seat,
    /// A number for dice of its own: the same whenever this game is played again, and nothing that
    /// the game's own dice could be guessed from.
    pub seed: u64,
}

/// What an outside bot is told when it must decide.
#[derive(Clone, Debug, PartialEq)]
pub struct ExternalQuestion {
    /// Which decision of the game this is, from 1.
    pub decision: u64,
    /// Who must decide.
    pub seat: Seat,
    /// What the seat may know.
    pub view: Value,
    /// Its legal actions in notation.
    pub legal: Vec<String>,
    /// What it saw happen since it was last asked.
    pub log: Vec<LogLine>,
}

/// Takes a line as an answer, or says why that is not possible.
pub type Judge<'a> = dyn FnMut(&str) -> Result<(), String> + 'a;

/// Somebody from outside who decides for one seat in one game.
pub trait ExternalBot: Send {
    /// Answers a question: puts lines to the judge until one is taken. An error says what went wrong
    /// with the outside bot, and ends its game.
    fn decide(&mut self, question: &ExternalQuestion, judge: &mut Judge<'_>) -> Result<(), String>;

    /// The game is over: how, as values and in words.
    fn dismiss(&mut self, outcome: &Outcome, told: &str);
}

/// How an outside bot is asked to the table: once for every game and seat.
pub type Connect =
    Arc<dyn Fn(&ExternalSeat<'_>) -> Result<Box<dyn ExternalBot>, String> + Send + Sync>;

/// The outside bots that may be seated besides a game's own bots, by name.
///
/// ```
/// use arena::{ExternalBot, ExternalBots, ExternalQuestion, Judge, Seating, Shelf, run};
/// use bots::search::Means;
/// use std::sync::Arc;
/// use std::sync::atomic::AtomicBool;
/// use table::{Outcome, Seed, Setup};
///
/// /// Always takes the first action of the list.
/// struct First;
///
/// impl ExternalBot for First {
///     fn decide(&mut self, question: &ExternalQuestion, judge: &mut Judge<'_>) -> Result<(), String> {
///         judge(&question.legal[0])
///     }
///
///     fn dismiss(&mut self, _: &Outcome, _: &str) {}
/// }
///
/// let bots = ExternalBots::default().with("first", Arc::new(|_| Ok(Box::new(First))));
/// let shelf = Shelf::new().with(connect_four::entry);
/// let game = shelf.find("connect-four", Means::default()).unwrap();
/// let seats = ["first".to_string(), "random".to_string()];
/// let (edition, setup) = (game.game.house(), Setup::new("plain", 2));
/// let contest = game.arena.open(&edition, &setup, &seats, Seating::Fixed, &bots).unwrap();
/// let (seed, stop) = (Seed::from_number(1), AtomicBool::new(false));
/// let progress = run(contest.as_ref(), seed, 0..4, 1, &stop, |_, _| {}).unwrap();
/// assert_eq!(progress.games, 4);
/// ```
#[derive(Clone, Default)]
pub struct ExternalBots(BTreeMap<String, Connect>);

impl ExternalBots {
    /// The same with one more outside bot.
    pub fn with(mut self, name: impl Into<String>, connect: Connect) -> ExternalBots {
        self.0.insert(name.into(), connect);
        self
    }

    pub(crate) fn connect(&self, name: &str) -> Option<&Connect> {
        self.0.get(name)
    }
}

/// A game that an outside bot aborted: it could not be played to its end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AbortedGame {
    /// The number of the game, from 0.
    pub game: u64,
    /// The outside bot's name.
    pub external: String,
    /// Where it sat.
    pub seat: Seat,
    /// The decision that it owed, from 1; none if the game had not begun.
    pub decision: Option<u64>,
    /// What went wrong.
    pub why: String,
}

impl fmt::Display for AbortedGame {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} on seat {} failed in game {}", self.external, self.seat, self.game + 1)?;
        if let Some(decision) = self.decision {
            write!(f, " at decision {decision}")?;
        }
        write!(f, ": {}", self.why)
    }
}

impl std::error::Error for AbortedGame {}

/// The outside bots at one table, and what each has been told.
pub(crate) struct ExternalPlayers<G: Speech> {
    externals: Vec<Option<Box<dyn ExternalBot>>>,
    /// What happened at which decision.
    story: Vec<(usize, LogEntry<G::Event>)>,
    /// How much of it each seat was told.
    told: Vec<usize>,
}

impl<G: Speech> ExternalPlayers<G> {
    /// Asks to the table whoever is an outside bot; on an error, who did not come and why.
    pub fn sit_down<'a>(
        game: &G,
        connects: impl Fn(usize) -> Option<&'a Connect>,
        seed: Seed,
    ) -> Result<ExternalPlayers<G>, (Seat, String)> {
        let mut externals = Vec::new();
        for seat in Seat::first(game.setup().seats) {
            externals.push(match connects(seat.index()) {
                None => None,
                Some(connect) => {
                    let seed = bot_seed(seed, seat);
                    let welcome = ExternalSeat { game: G::ID, setup: game.setup(), seat, seed };
                    Some(connect(&welcome).map_err(|why| (seat, why))?)
                }
            });
        }
        Ok(ExternalPlayers { told: vec![0; externals.len()], externals, story: Vec::new() })
    }

    pub fn is_external(&self, seat: Seat) -> bool {
        self.externals.get(seat.index()).is_some_and(Option::is_some)
    }

    /// Keeps what happened at a decision, for those who may know it.
    pub fn hear(&mut self, decision: u64, log: &mut Log<G::Event>) {
        let entries = log.take().into_iter();
        self.story.extend(entries.map(|entry| (decision.fit(), entry)));
    }

    /// The decision of an outside bot.
    pub fn decide(
        &mut self,
        game: &G,
        position: &G::Position,
        seat: Seat,
        decision: u64,
    ) -> Result<G::Action, String> {
        let place = seat.index();
        let Some(Some(external)) = self.externals.get_mut(place) else {
            return Err("no outside bot sits there".into());
        };
        let viewer = Viewer::Seat(seat);
        let mut legal = Vec::new();
        game.legal(position, seat, &mut legal);
        let news = self.story.iter().skip(self.told[place]);
        let news = news.filter(|(_, entry)| entry.audience.includes(viewer));
        let question = ExternalQuestion {
            decision,
            seat,
            view: serde_json::to_value(game.view(position, viewer)).unwrap_or_default(),
            legal: legal.iter().map(|action| game.notation(action)).collect(),
            log: news.filter_map(|(step, entry)| line(game, *step, &entry.event)).collect(),
        };
        self.told[place] = self.story.len();
        let mut taken = None;
        external.decide(&question, &mut |line| {
            let action = game.parse(position, seat, line).map_err(|misread| misread.to_string())?;
            game.check(position, seat, &action).map_err(|refusal| refusal.to_string())?;
            taken = Some(action);
            Ok(())
        })?;
        taken.ok_or_else(|| "it gave no answer".into())
    }

    /// Tells every outside bot how the game ended.
    pub fn dismiss(&mut self, outcome: &Outcome, told: &str) {
        self.externals.iter_mut().flatten().for_each(|external| external.dismiss(outcome, told));
    }
}

/// A number for an outside bot's own dice, small enough for every language's numbers.
pub fn bot_seed(seed: Seed, seat: Seat) -> u64 {
    let own = seed.child(&format!("external {seat}"));
    let bytes = own.0.iter().take(6);
    bytes.fold(0, |number, byte| number << 8 | u64::from(*byte))
}

/// An event as a line of the story, if it is worth one.
fn line<G: Speech>(game: &G, step: usize, event: &G::Event) -> Option<LogLine> {
    LogLine::told(step, game.narrate(event, Names::NONE))
}
