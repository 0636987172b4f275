//! One suite that holds every game to the promises of the contract.
//!
//! It plays random games in every scenario and under every option, and looks closely at some of
//! their positions. Each file here holds one kind of promise:
//!
//! * `offers`: generator and judge agree, refusals change nothing, nothing panics;
//! * `lines`: what is written is read back, and nothing else is taken for an action; the story is told;
//! * `samples`: what a seat may look at is the same for the truth and for a sample of it;
//! * `encodings`: a game in numbers holds what a seat may know, all of it and nothing else;
//! * `worlds`: what a seat is told of a step, and which dice it sees, is what it may know;
//! * `scenes`: what a scene names is there, and what cannot be taken back is offered as final;
//! * `asking`: what is asked trips nobody, and what was decided stays in sight;
//! * `texts`: what people read is written well;
//! * `counts`: what choices promise to change changes so, and counts agree with each other;
//! * `names`: what texts tell people to write is understood;
//! * `choosing`: set-ups are refused or played as the catalogue says, and every option does something;
//! * `walk`: games end in declared ways within a stated bound, and survive being written down.
//!
//! `tests/promises.rs` breaks a small game in one way at a time and expects the suite to notice.

mod asking;
mod choosing;
mod counts;
mod encodings;
mod lines;
mod names;
mod offers;
mod samples;
mod scenes;
mod texts;
mod walk;
mod worlds;

pub use encodings::{encoding_holds, encoding_holds_in};

use crate::catalogue::{Catalogue, Setup};
use crate::dice::{Dice, Seed};
use crate::edition::Edition;
use crate::log::Log;
use crate::matches::Match;
use crate::record::Record;
use crate::refusal::SetupError;
use crate::shown::Conformant;
use asking::Gravity;
use ledger::Ledger;
use scenes::Finality;
use std::collections::{BTreeMap, BTreeSet};
use std::panic::{AssertUnwindSafe, catch_unwind};
use walk::Walk;
use worlds::Secrets;

/// What to play, and how closely to look.
///
/// ```
/// use connect_four::ConnectFour;
/// use table::conformance::{Suite, hold};
///
/// let mut suite = Suite::of::<ConnectFour>()?;
/// suite.games = 1;
/// assert!(hold::<ConnectFour>(&suite).is_ok());
/// # Ok::<(), table::SetupError>(())
/// ```
pub struct Suite {
    /// The set-ups, each played `games` times.
    pub setups: Vec<Setup>,
    /// Random games per set-up.
    pub games: usize,
    /// Look closely at one step in so many; 1 looks at all. The start and the end are always looked at.
    pub every: u32,
    /// Look closely at about so many steps of a game at most, spread over all of it.
    pub looks: usize,
    /// Follow a game for at most so many decisions.
    pub decisions: usize,
    /// Where the random games begin.
    pub seed: u64,
    /// Finished games as records, for ways to end that random play hardly reaches.
    pub records: Vec<String>,
    /// Whether every way to end that the set-ups declare must be reached.
    pub all_endings: bool,
    /// Whether the catalogue is held to what it says, and every value of every option is played where
    /// it makes a difference; one that never does is a broken promise.
    pub all_options: bool,
    /// Random decisions in which a value of an option must make a difference, if no record shows it.
    pub patience: usize,
}

impl Suite {
    /// These set-ups, so many games each, looking at every step.
    pub fn new(setups: Vec<Setup>, games: usize) -> Suite {
        Suite {
            setups,
            games,
            every: 1,
            looks: usize::MAX,
            decisions: usize::MAX,
            seed: 1,
            records: Vec::new(),
            all_endings: false,
            all_options: false,
            patience: 20_000,
        }
    }

    /// Everything that a game's catalogue offers: every scenario with its fewest seats and with its
    /// most, as far as eight; every value of every option, two games each with a dozen close looks at each
    /// game; and the golden games.
    pub fn of<G: Conformant>() -> Result<Suite, SetupError> {
        let setups = choosing::scenarios(&G::catalogue(&G::house())?);
        let golden = G::exhibits().golden();
        let records = golden.into_iter().map(|(_, text)| text.to_string()).collect();
        Ok(Suite { looks: 12, all_options: true, records, ..Suite::new(setups, 2) })
    }
}

/// What was seen.
///
/// ```
/// use connect_four::ConnectFour;
/// use table::Setup;
/// use table::conformance::{Suite, hold};
///
/// let report = hold::<ConnectFour>(&Suite::new(vec![Setup::new("plain", 2)], 3)).unwrap();
/// assert!(report.games == 3 && report.longest <= 42);
/// assert_eq!(report.endings.values().sum::<usize>(), 3);
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Report {
    /// Games played.
    pub games: usize,
    /// Decisions taken in them.
    pub decisions: usize,
    /// The longest game in decisions.
    pub longest: usize,
    /// How often each way to end was reached.
    pub endings: BTreeMap<String, usize>,
}

/// A promise that was kept, or what broke it.
type Held = Result<(), String>;

fn must(holds: bool, problem: impl FnOnce() -> String) -> Held {
    if holds { Ok(()) } else { Err(problem()) }
}

/// An action by its line, as a player would write it; as data where the game cannot write it.
struct Written<'a, G: Conformant>(&'a G, &'a G::Action);

impl<G: Conformant> std::fmt::Display for Written<'_, G> {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Written(game, action) = self;
        match never_panics(String::new, || game.notation(action)) {
            Ok(line) => write!(out, "`{line}`"),
            Err(_) => write!(out, "{action:?}"),
        }
    }
}

/// Runs a part of the contract, in which a panic is a broken promise.
fn never_panics<R>(what: impl FnOnce() -> String, run: impl FnOnce() -> R) -> Result<R, String> {
    catch_unwind(AssertUnwindSafe(run)).map_err(|payload| {
        let text = payload.downcast_ref::<&str>().copied();
        let text = text.or_else(|| payload.downcast_ref::<String>().map(String::as_str));
        format!("{} panicked: {}", what(), text.unwrap_or("without a word"))
    })
}

/// Plays the suite; the first broken promise ends it with set-up, seed, step and what.
pub fn hold<G: Conformant>(suite: &Suite) -> Result<Report, String> {
    let rules: BTreeSet<String> =
        Ledger::parse(G::exhibits().ledger).rules.into_iter().map(|rule| rule.id).collect();
    let mut session = Session::<G> {
        suite,
        rules,
        catalogue: G::catalogue(&G::house()).map_err(|error| error.to_string())?,
        secrets: Secrets::default(),
        finality: Finality::default(),
        gravity: Gravity::default(),
        declared: BTreeSet::new(),
        report: Report::default(),
        game: std::marker::PhantomData,
    };
    let mut setups = suite.setups.clone();
    if suite.all_options {
        choosing::catalogue_holds::<G>(&session.rules)?;
        setups.extend(choosing::options::<G>(suite)?);
    }
    for setup in &setups {
        session.secrets.open_setup();
        for number in 0..suite.games {
            let seed = suite.seed + number as u64;
            session
                .play(setup, seed)
                .map_err(|problem| format!("{} {setup:?}, seed {seed}: {problem}", G::ID))?;
        }
        let kept = session.secrets.samples_differ();
        kept.map_err(|problem| format!("{} {setup:?}: {problem}", G::ID))?;
    }
    session.secrets.dice_are_secret_for_a_reason()?;
    session.finality.holds()?;
    session.gravity.holds()?;
    suite.records.iter().try_for_each(|record| session.follow(record))?;
    session.endings_are_reached()?;
    Ok(session.report)
}

/// A suite being played.
struct Session<'a, G> {
    suite: &'a Suite,
    rules: BTreeSet<String>,
    catalogue: Catalogue,
    secrets: Secrets,
    finality: Finality,
    gravity: Gravity,
    declared: BTreeSet<&'static str>,
    report: Report,
    game: std::marker::PhantomData<G>,
}

impl<G: Conformant> Session<'_, G> {
    /// Plays one game of a set-up.
    fn play(&mut self, setup: &Setup, number: u64) -> Held {
        let seed = Seed::from_number(number);
        let game = never_panics(
            || "opening and starting the game".into(),
            || Match::<G>::start(G::house(), setup, seed),
        )?
        .map_err(|error| error.to_string())?;
        self.declared.extend(game.game().endings());
        let play = || Dice::seeded(Seed::from_number(!number));
        let every = match self.suite.looks {
            usize::MAX => 1,
            looks => walk::length(game.game(), seed, play(), self.suite.decisions) / looks.max(1),
        };
        let mut walk = Walk {
            kept: game.game().conserved(game.position()),
            game,
            play: play(),
            look: Dice::seeded(seed.child("close looks")),
            rules: &self.rules,
            catalogue: &self.catalogue,
            secrets: &mut self.secrets,
            finality: &mut self.finality,
            gravity: &mut self.gravity,
            every: self.suite.every.max(u32::try_from(every).unwrap_or(u32::MAX)),
            most: self.suite.decisions,
        };
        let held = never_panics(|| "the game".into(), || walk.walk()).flatten();
        held.map_err(|problem| format!("after {} decisions: {problem}", walk.game.len()))?;
        self.report.games += 1;
        self.report.decisions += walk.game.len();
        self.report.longest = self.report.longest.max(walk.game.len());
        if let Some(outcome) = walk.game.status().outcome() {
            *self.report.endings.entry(outcome.reason.clone()).or_default() += 1;
        }
        Ok(())
    }

    /// Follows a recorded game to its end.
    fn follow(&mut self, text: &str) -> Held {
        let record = Record::parse(text).map_err(|fault| fault.to_string())?;
        let replay = Match::<G>::replay(&record).map_err(|error| error.to_string())?;
        must(replay.divergence.is_none(), || {
            let why = replay.divergence.map(|why| why.to_string()).unwrap_or_default();
            format!("a recorded game of {:?} cannot be followed: {why}", record.setup)
        })?;
        self.declared.extend(replay.game.game().endings());
        *self.report.endings.entry(record.ended).or_default() += 1;
        Ok(())
    }

    fn endings_are_reached(&self) -> Held {
        let unreached = |ending: &&&str| !self.report.endings.contains_key(**ending);
        match self.declared.iter().find(unreached) {
            Some(ending) if self.suite.all_endings => Err(format!(
                "no game ended by `{ending}`: random play does not come so far, or the rules never end \
                 a game like that. Record one that does (`overwinter play {} --record GAME.owr`) and put \
                 the record into tests/golden",
                G::ID
            )),
            _ => Ok(()),
        }
    }
}

/// Plays random games without looking at anything but their end: for large numbers. Gives back the
/// longest game in decisions.
pub fn end_in_time<G: Conformant>(
    edition: &Edition,
    setup: &Setup,
    games: u64,
    seed: u64,
) -> Result<usize, String> {
    let game = G::open(edition, setup).map_err(|error| error.to_string())?;
    let mut longest = 0;
    for number in seed..seed + games {
        let mut dice = Dice::seeded(Seed::from_number(number));
        let position = game.start(&mut dice, &mut Log::quiet());
        let decisions = walk::play_on(&game, position, &mut dice, usize::MAX)
            .map_err(|problem| format!("{setup:?}, seed {number}: {problem}"))?;
        longest = longest.max(decisions);
    }
    Ok(longest)
}
