//! The position: everything that changes during play.

mod counters;
mod herd;
mod pair;
mod place;
mod predator;
mod season;

pub use counters::{Chips, Face, Laid, VALUES, Value};
pub use herd::{Animal, Animals, ByKind, Counter, HERD, Herd, Kind, Species};
pub use pair::Pair;
pub use place::Place;
pub use predator::{Hunter, Hunters, MOST_OF_A_KIND, PACK, Pack, Predator, PredatorCounter};
pub use season::Season;

use crate::land::{Hex, Hexes, MOST_FOOD};
use serde::{Deserialize, Serialize};

/// What is decided next.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Step {
    /// Which herd to take.
    Choose,
    /// Where the herd stands at the start.
    Place,
    /// The event roll.
    Roll,
    /// A choice that the event asks for.
    Event,
    /// Herd movement.
    Move,
    /// The predator roll.
    PredatorRoll,
    /// Which predator to move.
    Hunt,
    /// Where it goes, and what it takes.
    Stalk,
    /// Which injured animal starves first.
    DieOff,
    /// Nothing: the game is over.
    Over,
}

/// An animal in the middle of its move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Moving {
    /// Which.
    pub animal: Animal,
    /// Hexes it may still go. YS-MOVE-13
    pub left: u8,
}

/// An event being carried out.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Happening {
    /// The chart it was rolled on.
    pub season: Season,
    /// The total of the dice.
    pub total: u8,
    /// The effect being carried out.
    pub effect: u8,
    /// Choices that it may still ask for; none until it begins.
    pub left: Option<u8>,
    /// Animals of the roller that this event has injured. YS-INJ-08
    pub hurt: Animals,
    /// Predators that this event has injured.
    pub hurt_predators: Pack,
}

impl Happening {
    /// An event just rolled, nothing of it carried out.
    pub fn new(season: Season, total: u8) -> Happening {
        Happening {
            season,
            total,
            effect: 0,
            left: None,
            hurt: Animals::NONE,
            hurt_predators: Pack::NONE,
        }
    }
}

/// A predator move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Hunt {
    /// The kinds that may be moved.
    pub kinds: Hunters,
    /// Whether an event moves it rather than the predator roll.
    pub by_event: bool,
    /// The predator that was chosen.
    pub predator: Option<Predator>,
    /// Hexes it may still go.
    pub left: u8,
    /// Whether it has taken a step.
    pub gone: bool,
}

impl Hunt {
    /// No hunt.
    pub const NONE: Hunt =
        Hunt { kinds: Hunters::NONE, by_event: false, predator: None, left: 0, gone: false };
}

/// The declared ways to end.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Ending {
    /// All herds came home.
    Home,
    /// Winter was forced by the cap.
    Snowed,
    /// No herd has any animal.
    WipedOut,
    /// A herd reached its Summer Range in the short season.
    Arrived,
    /// The short season's rounds were over.
    TimeUp,
}

impl Ending {
    /// The word of an outcome.
    pub fn word(self) -> &'static str {
        match self {
            Ending::Home => "home",
            Ending::Snowed => "snowed_in",
            Ending::WipedOut => "wiped_out",
            Ending::Arrived => "arrived",
            Ending::TimeUp => "time_up",
        }
    }
}

/// Most herds in play.
pub const HERDS: usize = 4;

/// Everything that changes during play.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Position {
    /// What is decided next.
    pub step: Step,
    /// The season.
    pub season: Season,
    /// The season in which the running turn began. YS-SEAS-09
    pub began: Season,
    /// Whether Winter comes when the running turn is over. YS-SEAS-07
    pub winter_due: bool,
    /// Turns ended since the season began. YS-STALL-04
    pub season_turns: u16,
    /// Turns ended since the start.
    pub turns: u16,
    /// The herd whose turn it is, by its place in the order of turns.
    pub active: Place,
    /// The herd that had the first turn.
    pub first: Place,
    /// Order of picking, then of placing.
    pub order: [Place; HERDS],
    /// How far that order has come; in the die-off, the herd being counted.
    pub next: u8,
    /// Placements taken back by the herd being placed.
    pub redone: u8,
    /// Movement points left this turn; every turn sets them anew. YS-MOVE-04, YS-TURN-06
    pub points: u8,
    /// The animal in the middle of its move.
    pub moving: Option<Moving>,
    /// The event being carried out.
    pub event: Option<Happening>,
    /// The predator move.
    pub hunt: Hunt,
    /// Predator rolls still to be made this turn.
    pub predator_rolls: u8,
    /// The last event dice.
    pub event_dice: Pair,
    /// The last predator dice.
    pub predator_dice: Pair,
    /// The winter dice.
    pub winter_dice: Pair,
    /// The herds by place.
    pub herds: [Herd; HERDS],
    /// The predators.
    pub predators: [PredatorCounter; PACK],
    /// What lies on the Food hexes, and stays there until it is taken. YS-FOOD-01
    pub laid: [Laid; MOST_FOOD],
    /// Counters out of the game.
    pub aside: Chips,
    /// The winter's change of Food Points, once it is known.
    pub winter: i16,
    /// How the game ended.
    pub ending: Option<Ending>,
}

impl Position {
    /// Before anything is set up. YS-SETUP-17
    pub const EMPTY: Position = Position {
        step: Step::Choose,
        season: Season::Spring,
        began: Season::Spring,
        winter_due: false,
        season_turns: 0,
        turns: 0,
        active: Place::FIRST,
        first: Place::FIRST,
        order: Place::ALL,
        next: 0,
        redone: 0,
        points: 0,
        moving: None,
        event: None,
        hunt: Hunt::NONE,
        predator_rolls: 0,
        event_dice: Pair::NOT_YET,
        predator_dice: Pair::NOT_YET,
        winter_dice: Pair::NOT_YET,
        herds: [Herd::EMPTY; HERDS],
        predators: [PredatorCounter::POOL; PACK],
        laid: [Laid::NOTHING; MOST_FOOD],
        aside: Chips::NONE,
        winter: 0,
        ending: None,
    };

    /// The herd at a place of the order of turns.
    #[inline]
    pub fn herd(&self, place: Place) -> &Herd {
        &self.herds[place.index()]
    }

    pub(crate) fn herd_mut(&mut self, place: Place) -> &mut Herd {
        &mut self.herds[place.index()]
    }

    /// The place of the herd that is being counted in the die-off.
    pub(crate) fn counted(&self) -> Place {
        Place::new(usize::from(self.next))
    }

    /// The herd whose turn it is.
    #[inline]
    pub fn acting(&self) -> &Herd {
        self.herd(self.active)
    }

    pub(crate) fn acting_mut(&mut self) -> &mut Herd {
        self.herd_mut(self.active)
    }

    /// The counter of a predator.
    pub fn predator(&self, predator: Predator) -> &PredatorCounter {
        &self.predators[predator.index()]
    }

    pub(crate) fn predator_mut(&mut self, predator: Predator) -> &mut PredatorCounter {
        &mut self.predators[predator.index()]
    }

    /// Where a predator stands, if it is on the map.
    pub fn at(&self, predator: Predator) -> Option<Hex> {
        self.predator(predator).hex.get()
    }

    /// The predators on the map, in order.
    pub fn pack(&self) -> impl Iterator<Item = Predator> + '_ {
        Predator::all().filter(|predator| self.predator(*predator).lives())
    }

    /// The predator on the move, and where it is.
    pub fn hunting(&self) -> Option<(Predator, Hex)> {
        let predator = self.hunt.predator?;
        Some((predator, self.at(predator)?))
    }

    /// The predators of these kinds on the map.
    pub fn pack_of(&self, kinds: Hunters) -> impl Iterator<Item = Predator> + '_ {
        self.pack().filter(move |predator| kinds.has(predator.hunter()))
    }

    /// The first predator of a kind in the pool, of so many.
    pub fn pooled(&self, hunter: Hunter, count: u8) -> Option<Predator> {
        (0..usize::from(count))
            .map(|number| Predator::new(hunter, number))
            .find(|predator| !self.predator(*predator).lives())
    }

    /// The hexes with herd animals or predators in them.
    pub fn occupied(&self) -> Hexes {
        let mut hexes = self.with_predators();
        for herd in &self.herds {
            for counter in &herd.counters {
                hexes.insert_spot(counter.hex);
            }
        }
        hexes
    }

    /// The hexes with predators in them.
    pub fn with_predators(&self) -> Hexes {
        let mut hexes = Hexes::NONE;
        for predator in &self.predators {
            hexes.insert_spot(predator.hex);
        }
        hexes
    }

    /// The herd animals in a hex, with the place of their herd.
    pub fn animals_in(&self, hex: Hex) -> impl Iterator<Item = (Place, Animal)> + '_ {
        Place::ALL.into_iter().zip(&self.herds).flat_map(move |(place, herd)| {
            Animal::all()
                .filter(move |animal| herd.counters[animal.index()].hex == hex)
                .map(move |animal| (place, animal))
        })
    }

    /// The predators in a hex.
    pub fn predators_in(&self, hex: Hex) -> impl Iterator<Item = Predator> + '_ {
        Predator::all().filter(move |predator| self.predator(*predator).hex == hex)
    }

    /// The place of a species, if it is in the game.
    pub fn place_of(&self, species: Species) -> Option<Place> {
        Place::ALL.into_iter().find(|place| self.herd(*place).species == Some(species))
    }

    /// The Female of a herd that stands in a hex.
    pub fn female_in(&self, place: Place, hex: Hex) -> Option<Animal> {
        Animal::of(Kind::Female).find(|female| self.herd(place).counter(*female).hex == hex)
    }

    /// Every counter in the game, wherever it is.
    pub fn counters(&self) -> impl Iterator<Item = Value> + '_ {
        let held = self.herds.iter().map(|herd| &herd.chips).chain([&self.aside]);
        let held = held.flat_map(Chips::each);
        let held = held.flat_map(|(value, count)| std::iter::repeat_n(value, usize::from(count)));
        held.chain(self.laid.iter().filter_map(|laid| laid.value()))
    }

    /// Animals that stand where the rules forbid: two adults, or animals of two herds, or a Young
    /// and a Male in one hex, and Young apart from the Female they go with.
    pub fn misplaced(&self) -> usize {
        let mut wrong = 0;
        let mut others = Hexes::NONE;
        for herd in &self.herds {
            let (mut adults, mut males, mut own) = (Hexes::NONE, Hexes::NONE, Hexes::NONE);
            for (animal, hex) in herd.standing() {
                let counter = herd.counter(animal);
                let apart = counter.with.is_some_and(|female| herd.counter(female).hex != hex);
                let crowded = match animal.kind() {
                    Kind::Young => males.has(hex),
                    _ => adults.has(hex),
                };
                wrong +=
                    [apart, crowded, others.has(hex)].into_iter().filter(|fault| *fault).count();
                own.insert(hex);
                if animal.kind() != Kind::Young {
                    adults.insert(hex);
                }
                if animal.kind() == Kind::Male {
                    males.insert(hex);
                }
            }
            others.join(&own);
        }
        wrong
    }
}
