//! The first part of the contract: the rules.

use crate::catalogue::{Catalogue, Setup};
use crate::dice::Dice;
use crate::edition::Edition;
use crate::log::Log;
use crate::refusal::{Refused, SetupError};
use crate::seat::{Seat, Viewer};
use crate::status::Status;
use serde::{Serialize, de::DeserializeOwned};
use std::fmt::Debug;

/// A game as set up: the rules, with the components and options of one set-up. It never changes
/// while it is played and can be shared between threads; what changes is the
/// [`Position`](Rules::Position), which is small, flat and cheap to clone.
///
/// A game knows no clock, no files, no network and no randomness but the dice it is handed, and not
/// what its players are called. These rules are all that programs need to play and simulate it;
/// [`Speech`](crate::Speech) adds words and [`Looks`](crate::Looks) a board.
///
/// ```
/// use connect_four::ConnectFour;
/// use table::{Dice, Log, Rules, Seed, Setup, Status};
///
/// // A random game, as fast as it goes: no log, no judging, no text.
/// let game = ConnectFour::open(&ConnectFour::house(), &Setup::new("plain", 2))?;
/// let (mut dice, mut log) = (Dice::seeded(Seed::from_number(7)), Log::quiet());
/// let mut position = game.start(&mut dice, &mut log);
/// let mut legal = Vec::new();
/// let outcome = loop {
///     let status = game.status(&position);
///     let Some(seat) = status.first() else { break status.outcome().cloned() };
///     legal.clear();
///     game.legal(&position, seat, &mut legal);
///     let action = dice.pick("random play", &legal).expect("somebody can always decide");
///     game.apply(&mut position, seat, action, &mut dice, &mut log);
/// };
/// assert!(game.endings().contains(&outcome.unwrap().reason.as_str()));
/// # Ok::<(), table::SetupError>(())
/// ```
pub trait Rules: Clone + Send + Sync + 'static {
    /// The game's id, as on the command line.
    const ID: &'static str;

    /// Rises whenever a change of the code changes what some position or roll leads to.
    const RULES_VERSION: u32;

    /// Everything that changes during play, hidden things included; never a seed, a clock or a
    /// float. Equal positions serialise to equal bytes.
    type Position: Clone + PartialEq + Debug + Serialize + DeserializeOwned + Send + Sync + 'static;

    /// One small decision: what a person would say at the table.
    type Action: Clone + PartialEq + Debug + Send + Sync + 'static;

    /// One thing that happened.
    type Event: Clone + PartialEq + Debug + Serialize + Send + Sync + 'static;

    /// What one viewer may know. The only way in which state leaves a game.
    type View: Clone + PartialEq + Debug + Serialize + Send + 'static;

    /// Why an action is not allowed: a value that names its rule and carries its numbers, and writes
    /// its sentence.
    type Refusal: Refused;

    /// Whether the rules themselves call players by their names, as orders by post do. Other games
    /// are opened without names: all who play the same set-up share one.
    const USES_NAMES: bool = false;

    /// The edition that is built in.
    fn house() -> Edition {
        Edition::default()
    }

    /// What this edition offers.
    fn catalogue(edition: &Edition) -> Result<Catalogue, SetupError>;

    /// The game of this set-up. All faults of set-up and edition are found here: a game that opens
    /// can be played.
    fn open(edition: &Edition, setup: &Setup) -> Result<Self, SetupError>;

    /// The set-up it was opened with.
    fn setup(&self) -> &Setup;

    /// The declared ways to end, by the `reason` of an outcome.
    fn endings(&self) -> Vec<&'static str>;

    /// The first position. Asks for its dice in an order that the rules fix.
    fn start(&self, dice: &mut Dice, log: &mut Log<Self::Event>) -> Self::Position;

    /// Who must decide, or how the game ended. A seat named here has at least one legal action or,
    /// where choices are continuous, one that [`lapse`](Rules::lapse) gives.
    fn status(&self, position: &Self::Position) -> Status;

    /// The generator: adds every action that the seat may take now, in a stable order, each once.
    /// Nothing for a seat that need not decide. Depends only on what the seat may know. Where a
    /// choice is continuous it lists good candidates.
    fn legal(&self, position: &Self::Position, seat: Seat, out: &mut Vec<Self::Action>);

    /// One action of the list of [`legal`](Rules::legal), without those that [give up](Rules::gives_up): `choose`
    /// hears how many they are and names one by its place among them, from 0. None if there are none. For
    /// whoever needs no list, as random play does: a game whose lists can be counted without being made
    /// does so. `list` is a buffer for one that is made all the same; what it holds afterwards says nothing.
    fn pick(
        &self,
        position: &Self::Position,
        seat: Seat,
        list: &mut Vec<Self::Action>,
        choose: &mut dyn FnMut(usize) -> usize,
    ) -> Option<Self::Action> {
        list.clear();
        self.legal(position, seat, list);
        list.retain(|action| !self.gives_up(action));
        (!list.is_empty()).then(|| list.swap_remove(choose(list.len())))
    }

    /// The judge: whether the seat may take the action now, and if not, why not. Separate code from
    /// the generator. The reason tells the seat nothing that it may not know.
    fn check(
        &self,
        position: &Self::Position,
        seat: Seat,
        action: &Self::Action,
    ) -> Result<(), Self::Refusal>;

    /// Takes an action that [`check`](Rules::check) accepts, up to the next decision of anybody.
    /// Asks for its dice in an order that the rules fix. For any other action the result is
    /// unspecified, but never a panic.
    fn apply(
        &self,
        position: &mut Self::Position,
        seat: Seat,
        action: &Self::Action,
        dice: &mut Dice,
        log: &mut Log<Self::Event>,
    );

    /// Checks, then applies; on a refusal the position is untouched.
    fn play(
        &self,
        position: &mut Self::Position,
        seat: Seat,
        action: &Self::Action,
        dice: &mut Dice,
        log: &mut Log<Self::Event>,
    ) -> Result<(), Self::Refusal> {
        self.check(position, seat, action)?;
        self.apply(position, seat, action, dice, log);
        Ok(())
    }

    /// What a seat that must decide does when nobody answers in time: legal, and sparing with what
    /// is scarce. Never asked for a seat that need not decide.
    fn lapse(&self, position: &Self::Position, seat: Seat) -> Self::Action;

    /// Whether the action gives the game up. It is legal, but random play leaves it alone: nothing
    /// would be learnt from games that end so.
    fn gives_up(&self, _action: &Self::Action) -> bool {
        false
    }

    /// What the viewer may know.
    fn view(&self, position: &Self::Position, viewer: Viewer) -> Self::View;

    /// A position that the seat cannot tell from this one: what it does not know is drawn anew,
    /// evenly over what it cannot rule out. It follows from what the seat knows and from the dice alone:
    /// sort what is hidden before it is shuffled, and leave nothing of the truth behind.
    fn resample(&self, position: &Self::Position, seat: Seat, dice: &mut Dice) -> Self::Position;
}
