//! The island as it stands: food, creatures, species. Everything that the rules change.

use super::{Hex, Land, Place, Terrain};
use crate::edition::Diet;
use crate::position::{Creature, Id, Kind, Number, Slot, Species};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::fmt;
use std::ops::{Index, IndexMut};
use std::sync::Arc;
use table::Seat;

/// The island between two rounds.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Island {
    /// The hexes; they never change.
    pub land: Arc<Land>,
    /// Rounds played.
    pub round: u16,
    /// Plant meals now, −1 when the long-neck meal is gone too. PS-NECK-03
    pub meals: Vec<i16>,
    /// Plant meals in Spring; the same every year unless the climate drifts. PS-MAP-10
    pub most: Vec<i16>,
    /// Corpses, as many as may be. PS-MAP-21
    pub corpses: Vec<u32>,
    /// With limited carrion, the first round of each corpse by hex, oldest first.
    pub bodies: BTreeMap<Hex, Vec<u16>>,
    /// Every creature there ever was, by id.
    pub creatures: Vec<Creature>,
    /// Where the living stand in that list, by id.
    pub living: Vec<Slot>,
    /// The next free id.
    pub next_id: Id,
    /// The species by number.
    pub species: Vec<Species>,
    /// Living creatures of each species after each round played, the start first.
    pub census: Vec<Vec<u32>>,
    /// The species that has dominated, and for how many rounds running. PS-END-03
    pub dominant: Option<(Kind, u16)>,
}

/// The numbers on a hex. PS-MAP-08
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Food {
    /// Corpses.
    pub corpses: u32,
    /// Plant meals left.
    pub meals: i16,
    /// Plant meals in Spring.
    pub most: i16,
}

impl fmt::Display for Food {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "({},{},{})", self.corpses, self.meals, self.most)
    }
}

impl Index<Kind> for Island {
    type Output = Species;

    fn index(&self, species: Kind) -> &Species {
        &self.species[species.index()]
    }
}

impl IndexMut<Kind> for Island {
    fn index_mut(&mut self, species: Kind) -> &mut Species {
        &mut self.species[species.index()]
    }
}

impl Index<Slot> for Island {
    type Output = Creature;

    fn index(&self, slot: Slot) -> &Creature {
        &self.creatures[slot.index()]
    }
}

impl IndexMut<Slot> for Island {
    fn index_mut(&mut self, slot: Slot) -> &mut Creature {
        &mut self.creatures[slot.index()]
    }
}

impl Island {
    /// An island without creatures, its plants at their maximum. PS-SETUP-13
    pub fn new(land: Arc<Land>, most: Vec<i16>, corpses: Vec<u32>) -> Island {
        Island {
            round: 0,
            meals: most.clone(),
            most,
            corpses,
            bodies: BTreeMap::new(),
            creatures: Vec::new(),
            living: Vec::new(),
            next_id: Id(1),
            species: Vec::new(),
            census: Vec::new(),
            dominant: None,
            land,
        }
    }

    /// The species and founders of these players, in the order of the list; founders are nowhere
    /// until round 1. PS-ID-02, PS-SETUP-01
    pub fn settle(&mut self, players: impl IntoIterator<Item = (Seat, String, Diet)>) {
        for (seat, player, diet) in players {
            let id = self.next_id;
            let species = Kind::at(self.species.len());
            self.species.push(Species {
                number: Number::of(id), // PS-ID-03
                seat,
                name: player.clone(),
                player,
                diet,
                enemy: None,
                standing: None,
                extinct: None,
                enters: None,
            });
            self.add(Creature::new(id, species, diet, Hex::NOWHERE));
        }
        self.count();
    }

    /// Adds a living creature with the next free id or a higher one.
    pub fn add(&mut self, creature: Creature) {
        self.living.push(Slot::at(self.creatures.len()));
        self.next_id = self.next_id.max(Id(creature.id.0 + 1));
        self.creatures.push(creature);
    }

    /// Writes down how many of each species live. PS-REP-08
    pub fn count(&mut self) {
        let mut counts = vec![0; self.species.len()];
        for slot in &self.living {
            counts[self[*slot].species.index()] += 1;
        }
        self.census.push(counts);
    }

    /// Living creatures of each species, as last counted.
    pub fn counts(&self) -> &[u32] {
        self.census.last().map_or(&[], Vec::as_slice)
    }

    /// How many of a species live.
    pub fn count_of(&self, species: Kind) -> u32 {
        self.counts().get(species.index()).copied().unwrap_or(0)
    }

    /// Where the creature stands in the list.
    pub fn slot(&self, id: Id) -> Option<Slot> {
        let guess = (id.0 as usize).wrapping_sub(1);
        if self.creatures.get(guess).is_some_and(|c| c.id == id) {
            return Some(Slot::at(guess));
        }
        self.creatures.binary_search_by_key(&id, |c| c.id).ok().map(Slot::at)
    }

    /// The creature of that number, living or dead.
    pub fn creature(&self, id: Id) -> Option<&Creature> {
        self.slot(id).map(|slot| &self[slot])
    }

    /// The living creature of that number.
    pub fn alive(&self, id: Id) -> Option<&Creature> {
        self.creature(id).filter(|creature| creature.alive())
    }

    /// The living, by id.
    pub fn living(&self) -> impl Iterator<Item = &Creature> + Clone {
        self.living.iter().map(|slot| &self[*slot])
    }

    /// The living of one species, by id.
    pub fn of(&self, species: Kind) -> impl Iterator<Item = &Creature> {
        self.living().filter(move |creature| creature.species == species)
    }

    /// The living in a hex, by id.
    pub fn within(&self, hex: Hex) -> impl Iterator<Item = &Creature> {
        self.living().filter(move |creature| creature.hex == hex)
    }

    /// All species, by number.
    pub fn kinds(&self) -> impl Iterator<Item = Kind> + use<> {
        (0..self.species.len()).map(Kind::at)
    }

    /// The species of that number.
    pub fn species_of(&self, number: Number) -> Option<Kind> {
        self.species.binary_search_by_key(&number, |species| species.number).ok().map(Kind::at)
    }

    /// Whether the species has living creatures.
    pub fn lives(&self, species: Kind) -> bool {
        self.species.get(species.index()).is_some_and(|species| species.extinct.is_none())
    }

    /// The numbers on a hex.
    pub fn food(&self, hex: Hex) -> Food {
        Food {
            corpses: self.corpses[hex.index()],
            meals: self.meals[hex.index()],
            most: self.most[hex.index()],
        }
    }

    /// What the hex is.
    pub fn terrain(&self, hex: Hex) -> Terrain {
        self.land.terrain(hex)
    }

    /// The label of a hex.
    pub fn place(&self, hex: Hex) -> Place {
        self.land.place(hex)
    }

    /// What does not fit together in an island that was read from a file, if anything.
    pub fn fault(&self) -> Option<&'static str> {
        let hexes = self.land.len();
        let somewhere = |hex: Hex| hex.index() < hexes || hex == Hex::NOWHERE && self.round == 0;
        let fits = |creature: &Creature| {
            creature.species.index() < self.species.len()
                && somewhere(creature.hex)
                && (1..=6).contains(&creature.ap)
                && creature.id < self.next_id
        };
        let living =
            |slot: &Slot| self.creatures.get(slot.index()).is_some_and(|creature| creature.alive());
        if [self.meals.len(), self.most.len(), self.corpses.len()] != [hexes; 3] {
            return Some("there must be as many meals, most meals and corpses as hexes");
        }
        if !self.bodies.keys().all(|hex| hex.index() < hexes) {
            return Some("a body lies in a hex that there is not");
        }
        if !self.species.is_sorted_by(|a, b| a.number < b.number) {
            return Some("species must be in the order of their numbers");
        }
        if !self.creatures.iter().all(fits) || !self.creatures.is_sorted_by(|a, b| a.id < b.id) {
            return Some(
                "creatures must be in the order of their ids, each with a species and a hex that there are, and 1 to 6 AP",
            );
        }
        if !self.living.iter().all(living) || !self.living.is_sorted_by(|a, b| a < b) {
            return Some("the list of the living must name living creatures, in order");
        }
        let counted = |counts: &Vec<u32>| counts.len() <= self.species.len();
        (!self.census.iter().all(counted)).then_some("the census counts species that there are not")
    }

    /// The round that is played next.
    pub fn coming(&self) -> u16 {
        self.round + 1
    }
}
