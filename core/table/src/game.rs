//! The contract that every game signs.

use crate::catalogue::{Catalogue, Setup};
use crate::dice::Dice;
use crate::edition::Edition;
use crate::log::Log;
use crate::refusal::{Misread, Refusal, RuleId, SetupError};
use crate::seat::{Seat, Viewer};
use crate::status::Status;
use serde::{Serialize, de::DeserializeOwned};
use stage::{Ahead, Block, Scene, Sketch, Target};
use std::fmt::Debug;

/// A game as set up: the rules, with the components and options of one set-up. It never changes
/// while it is played and can be shared between threads; what changes is the
/// [`Position`](Game::Position), which is small, flat and cheap to clone.
///
/// A game knows no clock, no files, no network and no randomness but the dice it is handed.
pub trait Game: Clone + Send + Sync + 'static {
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

    /// The edition that is built in.
    fn house() -> Edition;

    /// What this edition offers.
    fn catalogue(edition: &Edition) -> Result<Catalogue, SetupError>;

    /// The game of this set-up. All faults of set-up and edition are found here: a game that opens
    /// can be played.
    fn open(edition: &Edition, setup: &Setup) -> Result<Self, SetupError>;

    /// The set-up it was opened with.
    fn setup(&self) -> &Setup;

    /// The same game with other names at the table, sharing everything else; `None` if it must be
    /// opened anew.
    fn named(&self, _names: &[String]) -> Option<Self> {
        None
    }

    /// The declared ways to end, by the `reason` of an outcome.
    fn endings(&self) -> Vec<&'static str>;

    /// The first position. Asks for its dice in an order that the rules fix.
    fn start(&self, dice: &mut Dice, log: &mut Log<Self::Event>) -> Self::Position;

    /// Who must decide, or how the game ended. A seat named here has at least one legal action or,
    /// where choices are continuous, one that [`lapse`](Game::lapse) gives.
    fn status(&self, position: &Self::Position) -> Status;

    /// The generator: adds every action that the seat may take now, in a stable order, each once.
    /// Nothing for a seat that need not decide. Depends only on what the seat may know. Where a
    /// choice is continuous it lists good candidates.
    fn legal(&self, position: &Self::Position, seat: Seat, out: &mut Vec<Self::Action>);

    /// The judge: whether the seat may take the action now, and if not, why not. Separate code from
    /// the generator. The reason tells the seat nothing that it may not know.
    fn check(
        &self,
        position: &Self::Position,
        seat: Seat,
        action: &Self::Action,
    ) -> Result<(), Refusal>;

    /// Takes an action that [`check`](Game::check) accepts, up to the next decision of anybody.
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
    ) -> Result<(), Refusal> {
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

    /// The action's one canonical line.
    fn notation(&self, action: &Self::Action) -> String;

    /// Reads a line: the canonical one always, and what a person may write instead (case, spaces,
    /// abbreviations). The position serves to understand short forms, and only as far as the seat
    /// may know it. Says nothing about whether the action is legal.
    fn parse(
        &self,
        position: &Self::Position,
        seat: Seat,
        line: &str,
    ) -> Result<Self::Action, Misread>;

    /// What the viewer may know.
    fn view(&self, position: &Self::Position, viewer: Viewer) -> Self::View;

    /// A position that the seat cannot tell from this one: what it does not know is drawn anew,
    /// evenly over what it cannot rule out.
    fn resample(&self, position: &Self::Position, seat: Seat, dice: &mut Dice) -> Self::Position;

    /// The event as a line of the story, with the rule behind it if there is one. Written for those
    /// who may know the event.
    fn narrate(&self, event: &Self::Event) -> Told;

    /// The title of the chapter of the story that begins with this event, such as a day, a turn or a
    /// round; `None` for events within one.
    fn chapter(&self, _event: &Self::Event) -> Option<String> {
        None
    }

    /// The report of a chapter: what `events`, which the viewer may know, have led to; nothing where
    /// the story says it all.
    fn report(&self, _position: &Self::Position, _events: &[&Self::Event]) -> Vec<Block> {
        Vec::new()
    }

    /// What taking the action would do, drawn before it is taken: the way, what it costs, what comes
    /// into reach. For an action that [`check`](Game::check) accepts; depends only on what the seat
    /// may know.
    fn preview(&self, _position: &Self::Position, _seat: Seat, _action: &Self::Action) -> Sketch {
        Sketch::default()
    }

    /// What lies between two things on the board (distance, sight), or about one (ranges); `None`
    /// where there is nothing to measure. Depends only on what the viewer may know.
    fn gauge(
        &self,
        _position: &Self::Position,
        _viewer: Viewer,
        _from: &Target,
        _to: Option<&Target>,
    ) -> Option<Sketch> {
        None
    }

    /// Where a way that is gone decision by decision can lead from here, each decision after the one
    /// that it follows; nothing where a decision stands for itself. Depends only on what the seat may
    /// know, and ends where dice or something hidden would step in.
    fn ahead(&self, _position: &Self::Position, _seat: Seat) -> Vec<Ahead> {
        Vec::new()
    }

    /// The view as a scene; `choices` are the legal actions of the viewer's seat, if it must decide.
    fn scene(&self, view: &Self::View, choices: &[Self::Action]) -> Scene;
}

/// A line of the story.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Told {
    /// The line; empty if the event is not worth one.
    pub text: String,
    /// The rule behind it.
    pub rule: Option<RuleId>,
}

impl Told {
    /// A line without a rule.
    pub fn plain(text: impl Into<String>) -> Told {
        Told { text: text.into(), rule: None }
    }

    /// A line under a rule.
    pub fn by(rule: &'static str, text: impl Into<String>) -> Told {
        Told { text: text.into(), rule: Some(RuleId(rule)) }
    }
}
