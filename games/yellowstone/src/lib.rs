//! Yellowstone: herds through four seasons.
//!
//! Each player leads a herd from its Winter Range to its Summer Range and back, gathers Food, and
//! hopes to bring most of it through the winter. The chapters are those of the rules: `setup`,
//! `season`, `event`, `movement`, `hunt`, `winter`, `ending`.

mod action;
pub mod bots;
mod chart;
mod edition;
mod ending;
mod event;
mod event_judge;
mod given;
mod herd;
mod hex;
mod hunt;
mod looking;
pub mod measures;
mod movement;
mod notation;
mod park;
mod position;
mod predator;
mod readings;
mod season;
mod setup;
mod solo;
mod stage;
mod story;
mod view;
mod winter;
mod worksheet;

pub use action::{Action, Prey};
pub use chart::{Cell, Effect};
pub use edition::{Allowances, Components, Footing, Scenario};
pub use ending::Score;
pub use given::Given;
pub use herd::{Animal, Counter, HERD, Herd, Kind, Species, VALUES};
pub use hex::{EXTENT, Hex, Hexes};
pub use park::{Park, Range, check_map, house_checks};
pub use position::{Ending, FACE_DOWN, HERDS, Happening, Hunt, Moving, NO_COUNTER, Position, Step};
pub use predator::{Hunter, PACK, Predator, PredatorCounter};
pub use readings::{Readings, Slowest};
pub use season::Season;
pub use stage::map_look;
pub use story::{Death, Event, Removal};
pub use view::View;

use ::stage::{Ground, Scene};
use std::ops::Deref;
use std::sync::Arc;
use table::{
    Catalogue, Chosen, Dice, Edition, Fault, Log, Looks, Misread, Names, Outcome, Refusal, Rules,
    ScenarioInfo, Seat, Setup, SetupError, Speech, Status, StoryLine, Viewer,
};
use terrain::Map;

/// Everything that stays the same while the game is played.
#[derive(Clone, Debug)]
pub struct Rulebook {
    setup: Setup,
    /// The map with its tables.
    pub park: Arc<Park>,
    /// How the rules are read.
    pub readings: Readings,
    /// What the scenario changes.
    pub scenario: Scenario,
    places: usize,
    movement_points: u8,
    start: edition::Start,
    allowances: Allowances,
    needs: [i16; 3],
    animal_points: [i16; 3],
    predators: [edition::PredatorData; 4],
    food: edition::Food,
    charts: [Vec<Cell>; 3],
    winters: Vec<(String, i16)>,
    caps: [u16; 3],
    cap_without: u16,
    /// Winter hexes of each species, nearest to its Summer Range first.
    nearest: [Vec<Hex>; 4],
    ground: Arc<Ground>,
}

/// Yellowstone as set up.
#[derive(Clone, Debug)]
pub struct Yellowstone(Arc<Rulebook>);

impl Deref for Yellowstone {
    type Target = Rulebook;

    fn deref(&self) -> &Rulebook {
        &self.0
    }
}

impl Rulebook {
    /// How many herds are in play.
    pub fn herds(&self) -> usize {
        self.places
    }

    /// What each kind of animal needs for the winter.
    pub fn needs(&self) -> [i16; 3] {
        self.needs
    }

    /// Animal Points of each kind.
    pub fn animal_points(&self) -> [i16; 3] {
        self.animal_points
    }

    /// Counters of a kind of predator.
    pub fn predator_count(&self, hunter: Hunter) -> u8 {
        self.predators[hunter as usize].count
    }

    /// Food Points for a turn of Summer begun wholly on the Summer Range.
    pub fn summer_turn(&self) -> i16 {
        self.food.summer_turn
    }

    /// Food Points for a turn of Fall begun wholly on the Winter Range.
    pub fn fall_turn(&self) -> i16 {
        self.food.fall_turn
    }

    /// Food Points for the first animal and for the whole herd on the Summer Range.
    pub fn arrival(&self) -> [i16; 2] {
        [self.food.first, self.food.whole]
    }

    /// Values of the Food counters; 0 where there is none.
    pub fn food_values(&self) -> [i16; VALUES] {
        self.food.values
    }
}

impl Yellowstone {
    /// The seat that leads the herd at a place of the order of turns. YS-NPL-05
    pub fn owner(&self, place: usize) -> Seat {
        Seat((place % self.setup.seats as usize) as u16)
    }

    fn herd_name(&self, species: Species) -> String {
        format!("The {}", species.name())
    }

    fn is_on_map(&self, hex: Hex) -> bool {
        self.park.hexes().binary_search(&hex).is_ok()
    }

    /// The place of the herd that decides now; none once the game is over.
    pub fn deciding(&self, position: &Position) -> Option<usize> {
        match position.step {
            Step::Over => None,
            Step::Choose | Step::Place => Some(self.preparing(position)),
            Step::DieOff => Some(position.next as usize),
            _ => Some(position.active as usize),
        }
    }

    /// Opens a game on another map than its scenario's.
    pub(crate) fn open_with(
        edition: &Edition,
        setup: &Setup,
        change: impl FnOnce(&mut Map) -> Result<(), SetupError>,
    ) -> Result<Yellowstone, SetupError> {
        let catalogue = Self::catalogue(edition)?;
        catalogue.admits(setup)?;
        let chosen = Chosen::new(&catalogue.options, &Default::default(), setup)?;
        let readings = Readings::new(&chosen);
        let (components, map) = Components::read(edition, &setup.scenario)?;
        let path = edition.find("maps", "map", &map)?;
        let mut map = Map::parse(edition.text(&path)?).map_err(|errors| {
            let faults = errors.into_iter().map(|error| Fault {
                at: Some((error.line, error.column)),
                ..Fault::field(&error.field, error.fault.to_string()).in_file(&path)
            });
            SetupError(faults.collect())
        })?;
        change(&mut map)?;
        let park = Park::new(map, &components, readings.slowest).map_err(|faults| {
            let placed = faults.into_iter().map(|fault| fault.in_file(&path));
            SetupError(placed.collect())
        })?;
        let nearest = Species::ALL.map(|species| {
            let steps = park.steps_from(species, park.range(species, Range::Summer));
            let mut hexes = park.range(species, Range::Winter).to_vec();
            hexes.sort_by_key(|hex| (steps[hex.index()], *hex));
            hexes
        });
        if components
            .scenario
            .placed
            .iter()
            .any(|(_, hex)| park.hexes().binary_search(hex).is_err())
        {
            return Err(Fault::field("placed", "a predator starts off the map").into());
        }
        let mut winters = components.winter;
        if readings.moderate_winter == readings::ModerateWinter::Row {
            winters.swap(2, 3); // YS-WIN-05
        }
        let ground = Arc::new(stage::ground(&park));
        Ok(Yellowstone(Arc::new(Rulebook {
            places: (setup.seats * components.scenario.herds_each) as usize,
            setup: setup.clone(),
            park: Arc::new(park),
            readings,
            scenario: components.scenario,
            movement_points: components.movement_points,
            start: components.start,
            allowances: components.allowances,
            needs: components.need,
            animal_points: components.points,
            predators: components.predators,
            food: components.food,
            charts: components.charts,
            winters,
            caps: components.caps,
            cap_without: components.cap_without,
            nearest,
            ground,
        })))
    }
}

impl Rules for Yellowstone {
    const ID: &'static str = "yellowstone";
    const RULES_VERSION: u32 = 1;
    type Position = Position;
    type Action = Action;
    type Event = Event;
    type View = View;
    type Refusal = Refusal;

    fn house() -> Edition {
        edition::house()
    }

    fn catalogue(edition: &Edition) -> Result<Catalogue, SetupError> {
        let scenarios = edition::scenarios(edition)?;
        let scenarios = scenarios.into_iter().map(|(id, file)| {
            let [least, most] = file.seats;
            ScenarioInfo::new(&id, &file.name, &file.summary, least..=most.min(HERDS as u16))
        });
        Ok(Catalogue {
            game: Self::ID.into(),
            title: "Yellowstone".into(),
            summary: "Lead a herd through four seasons; most Animal Points after the winter win."
                .into(),
            scenarios: scenarios.collect(),
            options: readings::options(),
        })
    }

    fn open(edition: &Edition, setup: &Setup) -> Result<Self, SetupError> {
        Self::open_with(edition, setup, |_| Ok(()))
    }

    fn setup(&self) -> &Setup {
        &self.setup
    }

    fn endings(&self) -> Vec<&'static str> {
        let endings: &[Ending] = match self.scenario.spring_only {
            true => &[Ending::Arrived, Ending::TimeUp, Ending::WipedOut],
            false => &[Ending::Home, Ending::Snowed, Ending::WipedOut],
        };
        endings.iter().map(|ending| ending.word()).collect()
    }

    fn start(&self, dice: &mut Dice, log: &mut Log<Event>) -> Position {
        self.begin(dice, log)
    }

    fn status(&self, position: &Position) -> Status {
        match self.deciding(position) {
            Some(place) => Status::one(self.owner(place)),
            None => Status::Over(Box::new(self.outcome(position))),
        }
    }

    fn legal(&self, position: &Position, seat: Seat, out: &mut Vec<Action>) {
        if self.deciding(position).map(|place| self.owner(place)) != Some(seat) {
            return;
        }
        match position.step {
            Step::Choose => self.list_choices(position, out),
            Step::Place => self.list_placements(position, out),
            Step::Roll | Step::PredatorRoll => out.push(Action::Roll),
            Step::Event => self.list_event(position, out),
            Step::Move => self.list_moves(position, out),
            Step::Hunt => self.list_hunt(position, out),
            Step::Stalk => self.list_stalk(position, out),
            Step::DieOff => self.list_die_off(position, out),
            Step::Over => {}
        }
    }

    fn check(&self, position: &Position, seat: Seat, action: &Action) -> Result<(), Refusal> {
        let Some(place) = self.deciding(position) else {
            return Err(Refusal::new("YS-SEAS-07", "The game is over."));
        };
        if self.owner(place) != seat {
            return Err(Refusal::new("YS-SETUP-16", "It is another herd's turn."));
        }
        match position.step {
            Step::Choose => match action {
                Action::Choose(species) => self.check_choice(position, *species),
                _ => Err(Refusal::new("YS-GEN-01", "Choose a herd first.")),
            },
            Step::Place => self.check_placement(position, action),
            Step::Roll | Step::PredatorRoll => match action {
                Action::Roll => Ok(()),
                _ if position.step == Step::Roll => {
                    Err(Refusal::new("YS-TURN-03", "Roll for the event first."))
                }
                _ => {
                    Err(Refusal::new("YS-TURN-02", "Your herd has moved: roll for the predators."))
                }
            },
            Step::Event => self.check_event(position, action),
            Step::Move => self.check_move(position, action),
            Step::Hunt => self.check_hunt(position, action),
            Step::Stalk => self.check_stalk(position, action),
            Step::DieOff => self.check_die_off(position, action),
            Step::Over => Err(Refusal::new("YS-SEAS-07", "The game is over.")),
        }
    }

    fn apply(
        &self,
        position: &mut Position,
        _: Seat,
        action: &Action,
        dice: &mut Dice,
        log: &mut Log<Event>,
    ) {
        match position.step {
            Step::Choose => {
                if let Action::Choose(species) = action {
                    self.choose_herd(position, *species, dice, log);
                }
            }
            Step::Place => self.apply_placement(position, action, dice, log),
            Step::Roll => self.roll_event(position, dice, log),
            Step::PredatorRoll => self.roll_predator(position, dice, log),
            Step::Event => self.apply_event(position, action, dice, log),
            Step::Move => self.apply_move(position, action, dice, log),
            Step::Hunt => self.apply_hunt(position, action, dice, log),
            Step::Stalk => self.apply_stalk(position, action, dice, log),
            Step::DieOff => self.apply_die_off(position, action, log),
            Step::Over => {}
        }
    }

    fn lapse(&self, position: &Position, seat: Seat) -> Action {
        let mut legal = Vec::new();
        self.legal(position, seat, &mut legal);
        let spare = legal
            .iter()
            .find(|action| matches!(action, Action::Decline | Action::End | Action::Confirm));
        let place = legal.iter().find(|action| matches!(action, Action::Place(..)));
        let first = legal.first().copied().unwrap_or(Action::End);
        spare.or(place).copied().unwrap_or(first)
    }

    fn view(&self, position: &Position, viewer: Viewer) -> View {
        View::new(self, position, viewer)
    }

    fn resample(&self, position: &Position, seat: Seat, dice: &mut Dice) -> Position {
        self.imagine(position, seat, dice)
    }
}

impl Speech for Yellowstone {
    fn notation(&self, action: &Action) -> String {
        notation::write(action)
    }

    fn parse(&self, position: &Position, seat: Seat, line: &str) -> Result<Action, Misread> {
        self.read_line(position, seat, line)
    }

    fn narrate(&self, event: &Event, names: Names<'_>) -> StoryLine {
        self.told(event, names)
    }

    fn conclusion(&self, position: &Position, outcome: &Outcome, names: Names<'_>) -> String {
        self.ending_told(position, outcome, names)
    }

    fn chapter(&self, event: &Event) -> Option<String> {
        match event {
            Event::SeasonBegins { season, .. } => Some(season.name().to_string()),
            _ => None,
        }
    }
}

impl Looks for Yellowstone {
    fn scene(&self, view: &View, _: Viewer, choices: &[Action], names: Names<'_>) -> Scene {
        self.staged(view, choices, names)
    }

    fn preview(&self, position: &Position, _seat: Seat, action: &Action) -> ::stage::Sketch {
        self.sketch(position, action)
    }

    fn ahead(&self, position: &Position, seat: Seat) -> Vec<::stage::Ahead> {
        self.further(position, seat)
    }
}

/// What the game brings to a shelf beside its rules: players, what is counted, and map tools.
pub fn entry() -> arena::Entry<Yellowstone, bots::Ranger, measures::Counted> {
    let about = "keeps the herd together, takes Food on the way and sets predators on the leader";
    let maps = table::MapTools {
        terrains: &["clear", "forest", "mountain", "lake"],
        check: check_map,
        house: house_checks,
        make: None,
        look: map_look,
    };
    arena::Entry::new()
        .bot("greedy", about, || Box::new(bots::Greedy::default()))
        .counsel()
        .measures()
        .maps(maps)
}
