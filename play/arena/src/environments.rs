//! Games for programs that learn: one by one ([`AnyEnvironment`]), or thousands at once on all cores
//! ([`AnyBatch`]). What a seat may know and do comes in numbers, by the game's
//! [`Encoding`].
//!
//! The game of a seed is the same here as at a table: step by step it asks for the same dice.

mod batch;
mod environment;
mod lane;

pub use batch::{AnyBatch, Buffers};
pub use environment::AnyEnvironment;

use crate::roster::Roster;
use batch::Batch;
use environment::Environment;
use std::sync::{Arc, Mutex, PoisonError};
use table::encoding::{ActionSpace, Encoded, Encoding, Layout};
use table::{Edition, Fault, Outcome, Seat, Seed, Setup, SetupError, Shown, unknown};

/// Makes environments of one game, whatever game it is.
///
/// ```
/// use bots::search::Means;
/// use table::{Seed, Setup};
///
/// let game = connect_four::entry().shelved(Means::default());
/// let (house, setup) = (game.game.house(), Setup::new("plain", 2));
/// let mut play = game.environments.one(&house, &setup, Seed::from_number(7))?;
/// let mut mask = vec![0; play.space().size()];
/// while let Some(seat) = play.deciding().first().copied() {
///     play.mask(seat, &mut mask);
///     let action = mask.iter().position(|open| *open == 1).unwrap();
///     play.step(seat, action).unwrap();
/// }
/// assert!(play.outcome().is_some());
/// # Ok::<(), table::SetupError>(())
/// ```
pub trait AnyMaker: Send + Sync {
    /// One game at a time, every seat decided from outside.
    fn one(
        &self,
        edition: &Edition,
        setup: &Setup,
        seed: Seed,
    ) -> Result<Box<dyn AnyEnvironment>, SetupError>;

    /// So many games at once. `bots` names who plays a seat; an empty name is a seat that is decided from
    /// outside, and there must be one.
    fn many(
        &self,
        edition: &Edition,
        setup: &Setup,
        seed: Seed,
        games: usize,
        bots: &[String],
        threads: usize,
    ) -> Result<Box<dyn AnyBatch>, SetupError>;
}

/// Makes environments of a game with these bots.
pub struct Maker<G: Shown, E> {
    roster: Roster<G>,
    opened: Mutex<Vec<Opened<G, E>>>,
}

/// A game that was opened before: environments of the same set-up share it.
struct Opened<G: Shown, E> {
    edition: Edition,
    setup: Setup,
    encoded: Arc<Encoded<G, E>>,
}

/// How many opened games a maker remembers.
const REMEMBERED: usize = 32;

impl<G: Shown, E: Encoding<G>> Maker<G, E> {
    /// Of a game with these bots.
    pub fn new(roster: Roster<G>) -> Maker<G, E> {
        Maker { roster, opened: Mutex::default() }
    }

    /// The game of this set-up, sharing what was worked out when it was first opened.
    fn encoded(&self, edition: &Edition, setup: &Setup) -> Result<Arc<Encoded<G, E>>, SetupError> {
        let setup = setup.for_rules::<G>();
        let mut opened = self.opened.lock().unwrap_or_else(PoisonError::into_inner);
        let known =
            opened.iter().find(|known| known.setup == setup && known.edition.shares(edition));
        if let Some(known) = known {
            return Ok(known.encoded.clone());
        }
        let encoded = Arc::new(Encoded::new(Arc::new(G::open(edition, &setup)?)));
        if opened.len() >= REMEMBERED {
            opened.remove(0);
        }
        opened.push(Opened { edition: edition.clone(), setup, encoded: encoded.clone() });
        Ok(encoded)
    }
}

impl<G: Shown, E: Encoding<G>> AnyMaker for Maker<G, E> {
    fn one(
        &self,
        edition: &Edition,
        setup: &Setup,
        seed: Seed,
    ) -> Result<Box<dyn AnyEnvironment>, SetupError> {
        Ok(Box::new(Environment::new(self.encoded(edition, setup)?, seed)))
    }

    fn many(
        &self,
        edition: &Edition,
        setup: &Setup,
        seed: Seed,
        games: usize,
        bots: &[String],
        threads: usize,
    ) -> Result<Box<dyn AnyBatch>, SetupError> {
        let seats = usize::from(setup.seats);
        if bots.len() != seats {
            let problem =
                format!("{} names for {seats} seats: give one for every seat", bots.len());
            return Err(Fault::field("bots", problem).into());
        }
        let unknown_bot = |name: &&String| !name.is_empty() && self.roster.known(name).is_none();
        if let Some(name) = bots.iter().find(unknown_bot) {
            let infos = self.roster.infos();
            let problem = unknown("bot", name, infos.iter().map(|info| info.name));
            return Err(Fault::field("bots", problem).into());
        }
        if games == 0 {
            return Err(Fault::field("games", "there must be at least one").into());
        }
        if bots.iter().all(|name| !name.is_empty()) {
            let problem = "bots play every seat: leave one to be decided from outside";
            return Err(Fault::field("bots", problem).into());
        }
        let encoded = self.encoded(edition, setup)?;
        let names: Vec<&'static str> =
            bots.iter().map(|name| self.roster.known(name).unwrap_or("")).collect();
        Ok(Box::new(Batch::new(encoded, &self.roster, &names, seed, games, threads)))
    }
}

/// What every environment can tell of its game.
pub trait Spaces {
    /// The parts of an observation.
    fn layout(&self) -> &Layout;
    /// The numbered actions.
    fn space(&self) -> &ActionSpace;
    /// How many seats play.
    fn seats(&self) -> u16;
}

/// What a seat has won at the end, between -1 and 1: with others, the share of those whom it is ranked before
/// less the share of those who are ranked before it; alone, 1 if it won and -1 if not.
pub fn reward(outcome: &Outcome, seat: Seat) -> f32 {
    let ranks = &outcome.ranks;
    let Some(own) = ranks.get(seat.index()) else { return 0.0 };
    if ranks.len() < 2 {
        return if outcome.winners.has(seat) { 1.0 } else { -1.0 };
    }
    let sum: i16 = ranks
        .iter()
        .map(|rank| match rank.cmp(own) {
            std::cmp::Ordering::Greater => 1,
            std::cmp::Ordering::Equal => 0,
            std::cmp::Ordering::Less => -1,
        })
        .sum();
    let others = u16::try_from(ranks.len() - 1).unwrap_or(u16::MAX);
    f32::from(sum) / f32::from(others)
}
