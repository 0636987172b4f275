//! A game as it stands on a shelf: with its bots, its measures and its map tools; and the shelf.

use crate::contest::{AnyArena, Arena};
use crate::measures::{Measures, NoMeasures};
use crate::roster::Roster;
use bots::search::{Counsel, FAST, Means, Plain, STRONG, Search, fast, strong};
use std::marker::PhantomData;
use std::sync::Arc;
use table::encoding::{Encoding, Plain as PlainEncoding};
use table::{AnyGame, Bot, MapTools, Shown, unknown};

/// A game ready to be put on a [`Shelf`]: what its crate's `entry()` gives.
///
/// ```
/// use bots::search::Means;
///
/// let shelved = connect_four::entry().shelved(Means::default());
/// assert!(shelved.game.id() == "connect-four" && shelved.example);
/// ```
#[derive(Clone)]
pub struct GameEntry {
    make: Arc<dyn Fn(Means) -> Shelved + Send + Sync>,
}

/// What a game brings to a shelf beside its rules. Nothing of it is needed: a game that brings nothing
/// is played by `random` and by search without advice, and counted by what all games have.
///
/// `C` advises search, `M` says what is counted, `E` is the game in numbers.
pub struct EntryBuilder<G: Shown, C = Plain, M = NoMeasures, E = PlainEncoding> {
    roster: Roster<G>,
    maps: Option<MapTools>,
    example: bool,
    kind: Kinds<C, M, E>,
}

/// What is known of a game by types alone.
type Kinds<C, M, E> = PhantomData<fn() -> (C, M, E)>;

/// A game on a shelf, whatever game it is.
pub struct Shelved {
    /// The game with its bots.
    pub game: Box<dyn AnyGame>,
    /// The game in the arena: contests among its bots.
    pub arena: Box<dyn AnyArena>,
    /// What it can do with maps, if it is played on one.
    pub maps: Option<MapTools>,
    /// Whether it shows how to write a game, rather than being one of the house.
    pub example: bool,
    /// The game in numbers, for programs that learn.
    #[cfg(feature = "environments")]
    pub environments: Box<dyn crate::environments::AnyMaker>,
}

impl GameEntry {
    /// A game that brings nothing but its rules, so far.
    ///
    /// ```
    /// use connect_four::ConnectFour;
    /// let entry = arena::GameEntry::of::<ConnectFour>().example().build();
    /// let shelved = entry.shelved(bots::search::Means::default());
    /// assert_eq!(shelved.game.bots().len(), 3); // random, and two levels of search
    /// ```
    pub fn of<G: Shown>() -> EntryBuilder<G> {
        EntryBuilder { roster: Roster::new(), maps: None, example: false, kind: PhantomData }
    }

    /// The game on a shelf, with bots that have these means.
    pub fn shelved(&self, means: Means) -> Shelved {
        (self.make)(means)
    }
}

impl<G: Shown, C, M, E> EntryBuilder<G, C, M, E>
where
    C: Counsel<G> + Default + Sync,
    M: Measures<G>,
    E: Encoding<G>,
{
    /// The same with one more bot.
    pub fn bot(
        self,
        name: &'static str,
        about: &'static str,
        make: impl Fn() -> Box<dyn Bot<G>> + Send + Sync + 'static,
    ) -> EntryBuilder<G, C, M, E> {
        EntryBuilder { roster: self.roster.with(name, about, make), ..self }
    }

    /// The same, its search advised by `A`.
    pub fn counsel<A: Counsel<G> + Default + Sync>(self) -> EntryBuilder<G, A, M, E> {
        let EntryBuilder { roster, maps, example, .. } = self;
        EntryBuilder { roster, maps, example, kind: PhantomData }
    }

    /// The same, counted by `N`.
    pub fn measures<N: Measures<G>>(self) -> EntryBuilder<G, C, N, E> {
        let EntryBuilder { roster, maps, example, .. } = self;
        EntryBuilder { roster, maps, example, kind: PhantomData }
    }

    /// The same, written in numbers by `N`.
    pub fn encoding<N: Encoding<G>>(self) -> EntryBuilder<G, C, M, N> {
        let EntryBuilder { roster, maps, example, .. } = self;
        EntryBuilder { roster, maps, example, kind: PhantomData }
    }

    /// The same with tools for its maps.
    pub fn maps(self, tools: MapTools) -> EntryBuilder<G, C, M, E> {
        EntryBuilder { maps: Some(tools), ..self }
    }

    /// The same, shown among the examples.
    pub fn example(self) -> EntryBuilder<G, C, M, E> {
        EntryBuilder { example: true, ..self }
    }

    /// The game for a shelf, with the two levels of search added to its bots. All that depends on the
    /// game's types is compiled where this is called: in the game's own crate.
    pub fn build(self) -> GameEntry {
        let EntryBuilder { roster, maps, example, .. } = self;
        let make = move |means| {
            let fast = move || Box::new(Search::new(C::default(), fast::<G, C>(means))) as _;
            let strong = move || Box::new(Search::new(C::default(), strong::<G, C>(means))) as _;
            let roster = roster.clone().with("search:fast", FAST, fast);
            let roster = roster.with("search:strong", STRONG, strong);
            let game = Box::new(roster.boxed());
            #[cfg(feature = "environments")]
            let environments = Box::new(crate::environments::Maker::<G, E>::new(roster.clone()));
            let arena = Arena::<G, M> { roster: Arc::new(roster), measures: PhantomData };
            Shelved {
                game,
                arena: Box::new(arena),
                maps,
                example,
                #[cfg(feature = "environments")]
                environments,
            }
        };
        GameEntry { make: Arc::new(make) }
    }
}

/// The games that a program brings, in the order in which they are shown. Anybody can put one there:
/// `shelf.with(my_game::entry)`.
///
/// ```
/// use arena::{ExternalBots, Seating, Shelf, Summary, run};
/// use bots::search::Means;
/// use std::sync::atomic::AtomicBool;
/// use table::{Seed, Setup};
///
/// let shelf = Shelf::new().with(connect_four::entry);
/// let game = shelf.find("connect-four", Means::default()).unwrap();
/// let seats = ["greedy".to_string(), "random".to_string()];
/// let setup = Setup::new("plain", 2);
/// let contest =
///     game.arena.open(&game.game.house(), &setup, &seats, Seating::Rotating, &ExternalBots::default()).unwrap();
/// let mut summary = Summary::new(contest.columns().len());
/// let (seed, stop) = (Seed::from_number(1), AtomicBool::new(false));
/// run(contest.as_ref(), seed, 0..40, 1, &stop, |_, values| summary.add(values)).unwrap();
/// let first = contest.columns().iter().position(|column| column.name == "first.greedy").unwrap();
/// assert!(summary.estimate(contest.columns(), first).unwrap().value > 0.7);
/// ```
#[derive(Clone, Default)]
pub struct Shelf {
    entries: Vec<GameEntry>,
}

impl Shelf {
    /// A shelf without games.
    pub fn new() -> Shelf {
        Shelf::default()
    }

    /// The same with one more game, as its crate offers it.
    pub fn with(mut self, entry: fn() -> GameEntry) -> Shelf {
        self.entries.push(entry());
        self
    }

    /// All games, with bots that have these means.
    pub fn games(&self, means: Means) -> Vec<Shelved> {
        self.entries.iter().map(|entry| entry.shelved(means)).collect()
    }

    /// The game of that id, with bots that have these means; otherwise what would be right.
    pub fn find(&self, id: &str, means: Means) -> Result<Shelved, String> {
        let games = self.games(means);
        let ids: Vec<&str> = games.iter().map(|shelved| shelved.game.id()).collect();
        let problem = unknown("game", id, ids.iter().copied());
        let place = ids.iter().position(|known| known.eq_ignore_ascii_case(id));
        games.into_iter().nth(place.unwrap_or(usize::MAX)).ok_or(problem)
    }
}
