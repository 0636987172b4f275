//! Survival, the all-reader postal game: every reader is the god of one species on a small island.
//!
//! The order of play is [`round`]; [`feeding`] is its heart, with a file for each phase
//! ([`predators`], [`carrion`], [`plants`]). Orders as people write them are read by [`reader`],
//! turn reports are written by [`report`], and [`desk`] runs a whole game in a folder.

pub mod account;
pub mod action;
pub mod balance;
pub mod births;
pub mod bots;
pub mod calendar;
pub mod carrion;
pub mod desk;
pub mod diet;
pub mod drawn;
pub mod edition;
pub mod ending;
pub mod event;
pub mod feeding;
pub mod founding;
pub mod gene;
mod given;
pub mod hunger;
pub mod instinct;
pub mod island;
mod judge;
pub mod land;
pub mod maker;
pub mod measures;
pub mod movement;
pub mod names;
pub mod narration;
pub mod notation;
mod offers;
pub mod orders;
pub mod plants;
pub mod position;
pub mod predators;
mod quarry;
pub mod reader;
pub mod report;
pub mod round;
pub mod rulings;
mod shown;
mod slips;
mod stage;
pub mod tracking;
pub mod view;
pub mod wandering;

pub use action::{Action, Line, Whom};
pub use diet::{Diet, Mode};
pub use event::Event;
pub use gene::{Gene, Genes};
pub use given::Given;
pub use island::{Creature, Island, Species, Tag};
pub use land::{Hex, Land, Place, Terrain};
pub use orders::Sheet;
pub use position::{Phase, Position};
pub use rulings::Rulings;
pub use view::View;

use crate::edition::Choice;
use crate::ending::Reason;
use std::sync::Arc;
use table::{
    Catalogue, Dice, Edition, Log, Looks, Misread, Names, Outcome, Refusal, Rules, Seat, Seats,
    Setup, SetupError, Speech,
};
use table::{Status, StoryLine, Viewer};

/// The game as set up: the readings of the rules and the kind of island.
#[derive(Clone, Debug)]
pub struct PostalSurvival {
    setup: Setup,
    choice: Arc<Choice>,
}

impl PostalSurvival {
    /// The readings of the rules in force.
    pub fn rulings(&self) -> &Rulings {
        &self.choice.rulings
    }

    /// Everything that the set-up chose.
    pub fn choice(&self) -> &Choice {
        &self.choice
    }

    /// How many species play.
    pub fn species(&self) -> usize {
        self.setup.seats as usize * self.rulings().species_per_player as usize
    }
}

impl Rules for PostalSurvival {
    const ID: &'static str = "postal-survival";
    const RULES_VERSION: u32 = 1;
    type Position = Position;
    type Action = Action;
    type Event = Event;
    type View = View;
    type Refusal = Refusal;

    // Species are called by their players' names until they choose others. PS-NAME-01
    const USES_NAMES: bool = true;

    fn house() -> Edition {
        edition::house()
    }

    fn catalogue(edition: &Edition) -> Result<Catalogue, SetupError> {
        edition::catalogue(edition)
    }

    fn open(edition: &Edition, setup: &Setup) -> Result<Self, SetupError> {
        Ok(PostalSurvival {
            choice: Arc::new(edition::choose(edition, setup)?),
            setup: setup.clone(),
        })
    }

    fn setup(&self) -> &Setup {
        &self.setup
    }

    fn endings(&self) -> Vec<&'static str> {
        let mut endings =
            vec![Reason::LastSpecies, Reason::Extinction, Reason::Rounds, Reason::Draw];
        if self.rulings().dominance != rulings::Dominance::Off && self.rulings().rounds > 8 {
            endings.push(Reason::Dominance);
        }
        endings.into_iter().map(Reason::name).collect()
    }

    fn start(&self, dice: &mut Dice, log: &mut Log<Event>) -> Position {
        Position::start(self, dice, log)
    }

    fn status(&self, position: &Position) -> Status {
        if let Some(ended) = &position.over {
            let (island, seats) = (&position.island, self.setup.seats);
            return Status::Over(Box::new(ending::outcome(island, seats, ended, self.rulings())));
        }
        let open = Seat::first(self.setup.seats).filter(|seat| position.awaits(*seat));
        Status::Deciding(open.collect::<Seats>())
    }

    fn legal(&self, position: &Position, seat: Seat, out: &mut Vec<Action>) {
        offers::list(self, position, seat, out);
    }

    fn check(&self, position: &Position, seat: Seat, action: &Action) -> Result<(), Refusal> {
        judge::check(self, position, seat, action)
    }

    fn apply(
        &self,
        position: &mut Position,
        seat: Seat,
        action: &Action,
        dice: &mut Dice,
        log: &mut Log<Event>,
    ) {
        position.take(self, seat, action, dice, log);
    }

    fn lapse(&self, _: &Position, _: Seat) -> Action {
        Line::Done.into()
    }

    fn view(&self, position: &Position, viewer: Viewer) -> View {
        View::new(self, position, viewer)
    }

    fn resample(&self, position: &Position, seat: Seat, dice: &mut Dice) -> Position {
        position.imagined(seat, dice)
    }
}

impl Speech for PostalSurvival {
    fn notation(&self, action: &Action) -> String {
        action.to_string()
    }

    fn parse(&self, position: &Position, _: Seat, line: &str) -> Result<Action, Misread> {
        let diet_of = |id| position.island.creature(id).map(|creature| creature.diet);
        notation::read(line, &diet_of).ok_or_else(|| {
            Misread::new(
                line,
                "say an order such as `17H B7 > C8, aggressive`, `all forage`, `gene Twins`, `enemy 42`, `done`",
            )
        })
    }

    fn narrate(&self, event: &Event, _: Names<'_>) -> StoryLine {
        narration::narrate(event)
    }

    fn conclusion(&self, position: &Position, _: &Outcome, _: Names<'_>) -> String {
        position.over.as_ref().map(|ended| ended.text.clone()).unwrap_or_default()
    }

    fn chapter(&self, event: &Event) -> Option<String> {
        match event {
            Event::Season { round } => Some(format!("Round {round}")),
            _ => None,
        }
    }

    fn report(&self, position: &Position, events: &[&Event], _: Names<'_>) -> Vec<::stage::Block> {
        report::page::blocks(self, position, events)
    }
}

impl Looks for PostalSurvival {
    fn scene(&self, view: &View, _: Viewer, choices: &[Action], _: Names<'_>) -> ::stage::Scene {
        stage::scene(self, view, choices)
    }

    fn preview(&self, position: &Position, _: Seat, action: &Action) -> ::stage::Sketch {
        slips::sketch(self, &position.island, action)
    }
}

/// What the game brings to a shelf beside its rules: players, what is counted, and map tools.
pub fn entry() -> arena::Entry<PostalSurvival, bots::Naturalist, measures::Counted> {
    let silent = "sends nothing: its creatures live by the defaults of the absent";
    let forage = "sends every creature to forage, and nothing else";
    let fierce = "the same, always aggressive";
    let greedy =
        "sends every creature to the likeliest meal and out of the way of stronger hunters";
    let decent = "the same, with whatever diet it is dealt";
    let maps = table::MapTools {
        terrains: &["grassland", "jungle", "desert", "water"],
        check: drawn::check_map,
        house: drawn::house_checks,
        make: Some(drawn::make_map),
        look: drawn::map_look,
    };
    arena::Entry::new()
        .bot("default", silent, || Box::new(bots::Absent))
        .bot("forage", forage, || Box::new(bots::Forager { fierce: false }))
        .bot("fierce", fierce, || Box::new(bots::Forager { fierce: true }))
        .bot("greedy", greedy, || Box::new(bots::Greedy))
        .bot("decent", decent, || Box::new(bots::Decent))
        .counsel()
        .measures()
        .maps(maps)
}
