//! The position: everything that changes during play.

mod herd;
mod predator;
mod season;

pub use herd::{Animal, Counter, HERD, Herd, Kind, Species, VALUES};
pub use predator::{Hunter, MOST_OF_A_KIND, PACK, Predator, PredatorCounter, TERRITORIAL};
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
    pub hurt: u16,
    /// Predators that this event has injured.
    pub hurt_predators: u32,
}

impl Happening {
    /// An event just rolled, nothing of it carried out.
    pub fn new(season: Season, total: u8) -> Happening {
        Happening { season, total, effect: 0, left: None, hurt: 0, hurt_predators: 0 }
    }
}

/// A predator move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Hunt {
    /// The kinds that may be moved, as a mask.
    pub kinds: u8,
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
    pub const NONE: Hunt = Hunt { kinds: 0, by_event: false, predator: None, left: 0, gone: false };
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

/// A Food hex without a counter.
pub const NO_COUNTER: u8 = 0;

/// A counter whose value the viewer does not know; only in views.
pub const FACE_DOWN: u8 = u8::MAX;

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
    pub active: u8,
    /// The herd that had the first turn.
    pub first: u8,
    /// Order of picking, then of placing.
    pub order: [u8; HERDS],
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
    /// The last event dice; 0 before the first.
    pub event_dice: [u8; 2],
    /// The last predator dice.
    pub predator_dice: [u8; 2],
    /// The winter dice.
    pub winter_dice: [u8; 2],
    /// The herds by place.
    pub herds: [Herd; HERDS],
    /// The predators.
    pub predators: [PredatorCounter; PACK],
    /// Counters on the Food hexes: the number of the value and 1, or none. YS-FOOD-01
    pub laid: [u8; MOST_FOOD],
    /// Counters out of the game, by value.
    pub aside: [u8; VALUES],
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
        active: 0,
        first: 0,
        order: [0, 1, 2, 3],
        next: 0,
        redone: 0,
        points: 0,
        moving: None,
        event: None,
        hunt: Hunt::NONE,
        predator_rolls: 0,
        event_dice: [0; 2],
        predator_dice: [0; 2],
        winter_dice: [0; 2],
        herds: [Herd::EMPTY; HERDS],
        predators: [PredatorCounter::POOL; PACK],
        laid: [NO_COUNTER; MOST_FOOD],
        aside: [0; VALUES],
        winter: 0,
        ending: None,
    };

    /// The herd at a place of the order of turns.
    pub fn herd(&self, place: usize) -> &Herd {
        &self.herds[place % HERDS]
    }

    pub(crate) fn herd_mut(&mut self, place: usize) -> &mut Herd {
        &mut self.herds[place % HERDS]
    }

    /// The herd whose turn it is.
    pub fn acting(&self) -> &Herd {
        self.herd(self.active as usize)
    }

    pub(crate) fn acting_mut(&mut self) -> &mut Herd {
        self.herd_mut(self.active as usize)
    }

    /// The counter of a predator.
    pub fn predator(&self, predator: Predator) -> &PredatorCounter {
        &self.predators[predator.index()]
    }

    pub(crate) fn predator_mut(&mut self, predator: Predator) -> &mut PredatorCounter {
        &mut self.predators[predator.index()]
    }

    /// The predators on the map, in order, wherever they came from.
    pub fn pack(&self) -> impl Iterator<Item = Predator> + '_ {
        Predator::all().filter(|predator| self.predator(*predator).lives())
    }

    /// The predators of these kinds on the map.
    pub fn pack_of(&self, kinds: u8) -> impl Iterator<Item = Predator> + '_ {
        self.pack().filter(move |predator| kinds & predator.hunter().bit() != 0)
    }

    /// The first predator of a kind in the pool, of so many.
    pub fn pooled(&self, hunter: Hunter, count: u8) -> Option<Predator> {
        (0..count as usize)
            .map(|number| Predator::new(hunter, number))
            .find(|predator| !self.predator(*predator).lives())
    }

    /// The hexes with herd animals or predators in them.
    pub fn occupied(&self) -> Hexes {
        let mut hexes = self.with_predators();
        for herd in &self.herds {
            for counter in &herd.counters {
                hexes.insert(counter.hex);
            }
        }
        hexes
    }

    /// The hexes with predators in them.
    pub fn with_predators(&self) -> Hexes {
        let mut hexes = Hexes::NONE;
        for predator in &self.predators {
            hexes.insert(predator.hex);
        }
        hexes
    }

    /// The herd animals in a hex, with the place of their herd.
    pub fn animals_in(&self, hex: Hex) -> impl Iterator<Item = (usize, Animal)> + '_ {
        self.herds.iter().enumerate().flat_map(move |(place, herd)| {
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
    pub fn place_of(&self, species: Species) -> Option<usize> {
        let herds = self.herds.iter();
        herds.enumerate().find(|(_, herd)| herd.species == Some(species)).map(|(place, _)| place)
    }

    /// The Female of a herd that stands in a hex.
    pub fn female_in(&self, place: usize, hex: Hex) -> Option<Animal> {
        Animal::of(Kind::Female).find(|female| self.herd(place).counter(*female).hex == hex)
    }

    /// Counters in the game, wherever they are, by value.
    pub fn counters(&self) -> [u8; VALUES] {
        let mut all = self.aside;
        for herd in &self.herds {
            for (sum, count) in all.iter_mut().zip(herd.chips) {
                *sum += count;
            }
        }
        for laid in self.laid.iter().filter(|laid| **laid != NO_COUNTER) {
            if let Some(sum) = all.get_mut(*laid as usize - 1) {
                *sum += 1;
            }
        }
        all
    }

    /// Animals that stand where the rules forbid: two adults, or animals of two herds, or a Young
    /// and a Male in one hex, and Young apart from the Female they go with.
    pub fn misplaced(&self) -> usize {
        let mut wrong = 0;
        let mut others = Hexes::NONE;
        for herd in &self.herds {
            let (mut adults, mut males, mut own) = (Hexes::NONE, Hexes::NONE, Hexes::NONE);
            for animal in herd.living() {
                let counter = herd.counter(animal);
                let hex = counter.hex;
                let apart = counter.with.is_some_and(|female| herd.counter(female).hex != hex);
                let crowded = match animal.kind() {
                    Kind::Young => males.has(hex),
                    _ => adults.has(hex),
                };
                wrong += apart as usize + crowded as usize + others.has(hex) as usize;
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
