//! Survivors: a skirmish with single figures on a measured table.
//!

use ::stage::Ground;
use ::table::{Chosen, Edition, Rules, Seat, Seats, Setup, SetupError, Status};

pub mod action;
pub mod bots;
mod contract;
pub mod edition;
pub mod event;
mod face;
pub mod geometry;
pub mod knowledge;
pub mod measures;
pub mod position;
pub mod rules;
pub mod shown;
pub mod speech;
pub mod ways;

use action::Stop;
use edition::Book;
use edition::options::Options;
use edition::scenarios::Scenario;
use geometry::feature;
use geometry::tabletop::Tabletop;
use position::{Position, Step};
use std::sync::{Arc, OnceLock};
use ways::roads::Roads;
use ways::spots::Spots;

/// The game as set up: options, table, scenario, and what is worked out from them once.
#[derive(Clone)]
pub struct Survivors {
    setup: Setup,
    /// The settings.
    pub options: Options,
    /// The charts.
    pub book: Arc<Book>,
    /// The table.
    pub table: Arc<Tabletop>,
    /// The scenario.
    pub scenario: Arc<Scenario>,
    /// Doors, damage and smoke as the game begins.
    fresh: Arc<feature::Works>,
    doors: Arc<[u16]>,
    breakable: Arc<[u16]>,
    roads: Arc<[OnceLock<Roads>; 2]>,
    spots: Arc<[OnceLock<Spots>; 2]>,
    ground: Arc<OnceLock<Arc<Ground>>>,
}

impl Survivors {
    pub(crate) fn assemble(
        setup: Setup,
        options: Options,
        book: Book,
        table: Tabletop,
        scenario: Scenario,
    ) -> Survivors {
        let doors = Survivors::find_doors(&table);
        let breakable = table
            .lines
            .iter()
            .enumerate()
            .filter(|(_, line)| {
                line.strength > 0
                    && matches!(line.kind, feature::LineKind::Door | feature::LineKind::Barricade)
            })
            .map(|(number, _)| number as u16)
            .collect();
        Survivors {
            setup,
            options,
            book: Arc::new(book),
            fresh: Arc::new(table.fresh()),
            table: Arc::new(table),
            scenario: Arc::new(scenario),
            doors: doors.into(),
            breakable,
            roads: Arc::default(),
            spots: Arc::default(),
            ground: Arc::default(),
        }
    }

    pub(crate) fn settings(edition: &Edition, setup: &Setup) -> Result<Options, SetupError> {
        let catalogue = Survivors::catalogue(edition)?;
        let chosen = Chosen::new(&catalogue.options, &Default::default(), setup)?;
        Ok(Options::read(&chosen))
    }

    /// Who must decide, or `Over`.
    pub(crate) fn who_decides(&self, position: &Position) -> Status {
        let seat = |side| self.seat_of(position, side);
        let sides =
            |bits: u8| -> Seats { (0..8).filter(|side| bits >> side & 1 == 1).map(seat).collect() };
        match position.step {
            Step::Deploy => Status::Deciding(sides(self.deploying(position))),
            Step::Bid => Status::Deciding(sides(self.waiting_bids(position))),
            Step::Order(phase) => Status::one(seat(position.initiative[phase as usize])),
            Step::Phase(_) | Step::Redirect => Status::one(seat(position.acting())),
            Step::PreContact => {
                Status::Deciding(sides(self.precontact_side(position).map_or(0, |side| 1 << side)))
            }
            Step::State => Status::Deciding(sides(
                position.melee.as_ref().map_or(0, |melee| self.unstated(melee, position)),
            )),
            Step::Allocate => Status::one(seat(self.sharing_side(position))),
            Step::Umpire => Status::one(Seat(self.side_count() as u16)),
            Step::Stop => Status::Deciding(sides(self.sides_present(position))),
            Step::Over => Status::Over(Box::new(
                self.outcome(position, position.ended.unwrap_or(position::Ending::Limit)),
            )),
        }
    }

    /// The start of a path, as a stop.
    #[inline]
    pub fn stop_of(&self, position: &Position, figure: usize) -> Stop {
        Stop { at: position.figures[figure].at, level: position.figures[figure].level }
    }
}

/// What the game brings to a shelf beside its rules: players, what is counted, and map tools.
pub fn entry() -> arena::Entry<Survivors, bots::Veteran, measures::Counted> {
    let about = "uses cover, shoots at what it can hit, gangs up and fetches what is worth points";
    arena::Entry::new().bot("greedy", about, || Box::new(bots::Greedy)).counsel().measures()
}
