//! The island as it stands: food, creatures, species. Everything that the rules change.

use crate::diet::{Diet, Mode};
use crate::gene::{Gene, Genes};
use crate::land::{Hex, Land, Place, Terrain};
use crate::orders::Sheet;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::fmt;
use std::str::FromStr;
use std::sync::Arc;

/// A creature's number with its diet letter, such as 42H. PS-ID-01
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(into = "String", try_from = "String")]
pub struct Tag {
    /// The number.
    pub id: u32,
    /// The diet behind the letter.
    pub diet: Diet,
}

impl fmt::Display for Tag {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.id, self.diet.letter())
    }
}

impl FromStr for Tag {
    type Err = String;

    fn from_str(text: &str) -> Result<Tag, String> {
        let wrong = || format!("`{text}` is no creature such as 42H");
        let text = text.trim();
        let letter = text.chars().last().ok_or_else(wrong)?;
        let diet = Diet::from_letter(letter).ok_or_else(wrong)?;
        let id = text[..text.len() - 1].parse().map_err(|_| wrong())?;
        Ok(Tag { id, diet })
    }
}

impl From<Tag> for String {
    fn from(tag: Tag) -> String {
        tag.to_string()
    }
}

impl TryFrom<String> for Tag {
    type Error = String;

    fn try_from(text: String) -> Result<Tag, String> {
        text.parse()
    }
}

/// How a creature died.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Death {
    /// Killed in a fight and eaten by the other.
    Eaten(Tag),
    /// Killed in a fight and left.
    Killed(Tag),
    /// Would not back down in a tussle.
    Tussle,
    /// Missed too many meals.
    Starved,
}

/// The last of a creature.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct End {
    /// The round.
    pub round: u16,
    /// How.
    pub death: Death,
}

/// A creature, living or dead.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Creature {
    /// Its number; never used again. PS-ID-05
    pub id: u32,
    /// The index of its species.
    pub species: u32,
    /// Where it is, or died.
    pub hex: Hex,
    /// Its genes.
    pub genes: Genes,
    /// What it eats.
    pub diet: Diet,
    /// Its mode of the last round.
    pub mode: Mode,
    /// Attack points, 1 to 6. PS-AP-01
    pub ap: u8,
    /// Meals missed running: 1 hungry, 2 ravenous.
    pub hunger: u8,
    /// Whether it carries a spare meal. PS-STOM-04
    pub spare: bool,
    /// Its parent's number; 0 for a founder.
    pub parent: u32,
    /// The round of its birth; 0 for founders placed in round 1.
    pub born: u16,
    /// Creatures it has killed.
    pub kills: u16,
    /// Its end, if it is dead.
    pub end: Option<End>,
}

impl Creature {
    /// A new creature with 1 AP, without hunger or spare meal. PS-SETUP-05, PS-SETUP-12, PS-BIRTH-11
    pub fn new(id: u32, species: u32, diet: Diet, hex: Hex) -> Creature {
        Creature {
            id,
            species,
            hex,
            genes: Genes::NONE,
            diet,
            mode: diet.default_mode(),
            ap: 1,
            hunger: 0,
            spare: false,
            parent: 0,
            born: 0,
            kills: 0,
            end: None,
        }
    }

    /// Number and letter.
    pub fn tag(&self) -> Tag {
        Tag { id: self.id, diet: self.diet }
    }

    /// Whether it lives.
    pub fn alive(&self) -> bool {
        self.end.is_none()
    }

    /// Attack points as they count before it has eaten: one more while ravenous, never above 6.
    /// PS-TYPE-07, PS-AP-04
    pub fn strength(&self) -> u8 {
        (self.ap + (self.hunger == 2) as u8).min(6)
    }

    /// Whether it leaves a corpse. PS-POIS-04
    pub fn edible(&self) -> bool {
        !self.genes.has(Gene::Poison)
    }
}

/// A species: one player's creatures.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Species {
    /// The id of its founder. PS-ID-03
    pub number: u32,
    /// The seat that owns it.
    pub seat: u16,
    /// The player's name.
    pub player: String,
    /// The species' name; the player's unless another was given. PS-NAME-01
    pub name: String,
    /// What all its creatures eat. PS-SETUP-04
    pub diet: Diet,
    /// The enemy of the last round played, by number. PS-ENEMY-08
    pub enemy: Option<u32>,
    /// Orders for rounds in which none arrive. PS-STAND-01
    pub standing: Option<Box<Sheet>>,
    /// The round in which its last creature died. PS-DEATH-06
    pub extinct: Option<u16>,
    /// The round in which a species that joins later gets its founder.
    pub enters: Option<u16>,
}

/// The island between two rounds.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Island {
    /// The hexes; they never change.
    pub land: Arc<Land>,
    /// Rounds played.
    pub round: u16,
    /// Plant meals now, −1 when the long-neck meal is gone too. PS-NECK-03
    pub meals: Vec<i16>,
    /// Plant meals in Spring.
    pub most: Vec<i16>,
    /// Corpses.
    pub corpses: Vec<u32>,
    /// With limited carrion, the first round of each corpse by hex, oldest first.
    pub bodies: BTreeMap<u32, Vec<u16>>,
    /// Every creature there ever was, by id.
    pub creatures: Vec<Creature>,
    /// Where the living stand in that list, by id.
    pub living: Vec<u32>,
    /// The next free id.
    pub next_id: u32,
    /// The species by number.
    pub species: Vec<Species>,
    /// Living creatures of each species after each round played, the start first.
    pub census: Vec<Vec<u32>>,
    /// The species that has dominated, and for how many rounds running. PS-END-03
    pub dominant: Option<(u32, u16)>,
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
            next_id: 1,
            species: Vec::new(),
            census: Vec::new(),
            dominant: None,
            land,
        }
    }

    /// The species and founders of these players, in the order of the list; founders are nowhere
    /// until round 1. PS-ID-02, PS-SETUP-01
    pub fn settle(&mut self, players: impl IntoIterator<Item = (u16, String, Diet)>) {
        for (seat, player, diet) in players {
            let number = self.next_id;
            let species = self.species.len() as u32;
            self.species.push(Species {
                number,
                seat,
                name: player.clone(),
                player,
                diet,
                enemy: None,
                standing: None,
                extinct: None,
                enters: None,
            });
            self.add(Creature::new(number, species, diet, Hex::NOWHERE));
        }
        self.count();
    }

    /// Adds a living creature with the next free id or a higher one.
    pub fn add(&mut self, creature: Creature) {
        self.living.push(self.creatures.len() as u32);
        self.next_id = self.next_id.max(creature.id + 1);
        self.creatures.push(creature);
    }

    /// Writes down how many of each species live. PS-REP-08
    pub fn count(&mut self) {
        let mut counts = vec![0; self.species.len()];
        for slot in &self.living {
            counts[self.creatures[*slot as usize].species as usize] += 1;
        }
        self.census.push(counts);
    }

    /// Living creatures of each species, as last counted.
    pub fn counts(&self) -> &[u32] {
        self.census.last().map_or(&[], Vec::as_slice)
    }

    /// How many of a species live.
    pub fn count_of(&self, species: usize) -> u32 {
        self.counts().get(species).copied().unwrap_or(0)
    }

    /// Where the creature stands in the list.
    pub fn slot(&self, id: u32) -> Option<usize> {
        let guess = (id as usize).wrapping_sub(1);
        if self.creatures.get(guess).is_some_and(|c| c.id == id) {
            return Some(guess);
        }
        self.creatures.binary_search_by_key(&id, |c| c.id).ok()
    }

    /// The creature of that number, living or dead.
    pub fn creature(&self, id: u32) -> Option<&Creature> {
        self.slot(id).map(|slot| &self.creatures[slot])
    }

    /// The living creature of that number.
    pub fn alive(&self, id: u32) -> Option<&Creature> {
        self.creature(id).filter(|creature| creature.alive())
    }

    /// The living, by id.
    pub fn living(&self) -> impl Iterator<Item = &Creature> + Clone {
        self.living.iter().map(|slot| &self.creatures[*slot as usize])
    }

    /// The living of one species, by id.
    pub fn of(&self, species: usize) -> impl Iterator<Item = &Creature> {
        self.living().filter(move |creature| creature.species as usize == species)
    }

    /// The living in a hex, by id.
    pub fn within(&self, hex: Hex) -> impl Iterator<Item = &Creature> {
        self.living().filter(move |creature| creature.hex == hex)
    }

    /// The index of the species of that number.
    pub fn species_of(&self, number: u32) -> Option<usize> {
        self.species.binary_search_by_key(&number, |species| species.number).ok()
    }

    /// Whether the species has living creatures.
    pub fn lives(&self, species: usize) -> bool {
        self.species.get(species).is_some_and(|species| species.extinct.is_none())
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
            (creature.species as usize) < self.species.len()
                && somewhere(creature.hex)
                && (1..=6).contains(&creature.ap)
                && creature.id < self.next_id
        };
        let living = |slot: &u32| {
            self.creatures.get(*slot as usize).is_some_and(|creature| creature.alive())
        };
        if [self.meals.len(), self.most.len(), self.corpses.len()] != [hexes; 3] {
            return Some("there must be as many meals, most meals and corpses as hexes");
        }
        if !self.bodies.keys().all(|hex| (*hex as usize) < hexes) {
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
