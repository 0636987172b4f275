//! A game between two decisions: the island with its species and creatures, and the orders that are
//! still secret. PS-GEN-04

use crate::action::{Berth, Berths, GeneList, Press, Telling, Vote};
use crate::edition::{Diet, Gene, Genes, Mode};
use crate::land::{Hex, Island, Place};
use crate::rules::ending::Ended;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::collections::BTreeMap;
use std::fmt;
use std::ops::Index;
use std::str::FromStr;
use table::{Fit, Seat};

/// What is decided now.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Phase {
    /// Everybody may state a diet. PS-SETUP-02
    Enrol,
    /// Orders for the coming round.
    Orders,
}

/// Everything that changes during play.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Position {
    /// What is decided.
    pub phase: Phase,
    /// The island as of the last report.
    pub island: Island,
    /// The orders of each species for the coming round.
    pub sheets: Vec<Sheet>,
    /// Whether each seat's orders are final.
    pub closed: Vec<bool>,
    /// Lines that each seat has sent this round.
    pub lines: Vec<u16>,
    /// The diet that each seat stated.
    pub stated: Vec<Option<Diet>>,
    /// The end, once it has come.
    pub over: Option<Ended>,
}

impl Position {
    /// The species of a seat.
    pub fn species_of(&self, seat: Seat) -> impl Iterator<Item = Kind> + '_ {
        self.island.kinds().filter(move |kind| self.island[*kind].seat == seat)
    }

    /// The living creatures of a seat, by id.
    pub fn creatures_of(&self, seat: Seat) -> impl Iterator<Item = &Creature> {
        self.island.living().filter(move |creature| self.island[creature.species].seat == seat)
    }
}

/// Makes a kind of number that cannot be taken for another, written and read as a number.
macro_rules! numbers {
    ($($(#[$doc:meta])* $name:ident)*) => {$(
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
        #[serde(transparent)]
        pub struct $name(pub u32);

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                self.0.fmt(f)
            }
        }

        impl FromStr for $name {
            type Err = std::num::ParseIntError;

            fn from_str(text: &str) -> Result<$name, Self::Err> {
                text.parse().map($name)
            }
        }
    )*};
}

/// Makes a kind of place in a list.
macro_rules! places {
    ($($(#[$doc:meta])* $name:ident)*) => {$(
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
        #[serde(transparent)]
        pub struct $name(u32);

        impl $name {
            /// The one at that place.
            pub fn at(index: usize) -> $name {
                $name(index.fit())
            }

            /// The place, for lists with one entry for each.
            pub fn index(self) -> usize {
                self.0 as usize
            }
        }
    )*};
}

numbers! {
    /// A creature's number; never used again. PS-ID-05
    Id
    /// A species' number: the id of its founder. PS-ID-03
    Number
}

places! {
    /// A species by its place in the island's list.
    Kind
    /// A creature by its place in the island's list of all that ever lived.
    Slot
}

impl Number {
    /// The species of this founder.
    pub fn of(founder: Id) -> Number {
        Number(founder.0)
    }

    /// The creature that founded the species.
    pub fn founder(self) -> Id {
        Id(self.0)
    }
}

/// A creature's number with its diet letter, such as 42H. PS-ID-01
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(into = "String", try_from = "String")]
pub struct Tag {
    /// The number.
    pub id: Id,
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
    /// Its number. PS-ID-05
    pub id: Id,
    /// Its species.
    pub species: Kind,
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
    /// Its parent; a founder has none.
    #[serde(with = "parent")]
    pub parent: Option<Id>,
    /// The round of its birth; 0 for founders placed in round 1.
    pub born: u16,
    /// Creatures it has killed.
    pub kills: u16,
    /// Its end, if it is dead.
    pub end: Option<End>,
}

impl Creature {
    /// A new creature with 1 AP, without hunger or spare meal. PS-SETUP-05, PS-SETUP-12, PS-BIRTH-11
    pub fn new(id: Id, species: Kind, diet: Diet, hex: Hex) -> Creature {
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
            parent: None,
            born: 0,
            kills: 0,
            end: None,
        }
    }

    /// Number and letter.
    pub fn tag(&self) -> Tag {
        Tag { id: self.id, diet: self.diet }
    }

    /// Where it stands; a founder stands nowhere before round 1.
    pub fn placed(&self) -> Option<Hex> {
        (self.hex != Hex::NOWHERE).then_some(self.hex)
    }

    /// Whether it lives.
    pub fn alive(&self) -> bool {
        self.end.is_none()
    }

    /// Attack points as they count before it has eaten: one more while ravenous, never above 6.
    /// PS-TYPE-07, PS-AP-04
    pub fn strength(&self) -> u8 {
        (self.ap + u8::from(self.hunger == 2)).min(6)
    }

    /// Whether it leaves a corpse. PS-POIS-04
    pub fn edible(&self) -> bool {
        !self.genes.has(Gene::Poison)
    }
}

/// A parent as it is stored: 0 stands for none.
pub(crate) mod parent {
    use super::Id;
    use serde::{Deserialize, Deserializer, Serialize, Serializer};

    #[allow(clippy::trivially_copy_pass_by_ref, reason = "serde passes fields by reference")]
    pub fn serialize<S: Serializer>(parent: &Option<Id>, to: S) -> Result<S::Ok, S::Error> {
        parent.map_or(0, |id| id.0).serialize(to)
    }

    pub fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<Option<Id>, D::Error> {
        let number = u32::deserialize(from)?;
        Ok((number != 0).then_some(Id(number)))
    }
}

/// A declared enemy as it is stored: in JSON `"none"` says that there is none, and `null` that nothing
/// was said.
mod declared {
    use super::Number;
    use serde::{Deserialize, Deserializer, Serialize, Serializer};

    #[derive(Serialize, Deserialize)]
    #[serde(rename_all = "snake_case")]
    enum Nobody {
        None,
    }

    #[derive(Serialize, Deserialize)]
    #[serde(untagged)]
    enum Written {
        Nobody(Nobody),
        Species(Number),
    }

    #[allow(clippy::ref_option, reason = "serde passes fields by reference")]
    pub fn serialize<S: Serializer>(
        enemy: &Option<Option<Number>>,
        to: S,
    ) -> Result<S::Ok, S::Error> {
        if !to.is_human_readable() {
            return enemy.serialize(to);
        }
        let written =
            |enemy: Option<Number>| enemy.map_or(Written::Nobody(Nobody::None), Written::Species);
        enemy.map(written).serialize(to)
    }

    pub fn deserialize<'de, D: Deserializer<'de>>(
        from: D,
    ) -> Result<Option<Option<Number>>, D::Error> {
        if !from.is_human_readable() {
            return Option::deserialize(from);
        }
        Ok(Option::<Written>::deserialize(from)?.map(|written| match written {
            Written::Nobody(Nobody::None) => None,
            Written::Species(number) => Some(number),
        }))
    }
}

/// A species: one player's creatures.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Species {
    /// The id of its founder. PS-ID-03
    pub number: Number,
    /// The seat that owns it.
    pub seat: Seat,
    /// The player's name.
    pub player: String,
    /// The species' name; the player's unless another was given. PS-NAME-01
    pub name: String,
    /// What all its creatures eat. PS-SETUP-04
    pub diet: Diet,
    /// The enemy of the last round played, by number. PS-ENEMY-08
    pub enemy: Option<Number>,
    /// Orders for rounds in which none arrive. PS-STAND-01
    pub standing: Option<Box<Sheet>>,
    /// The round in which its last creature died. PS-DEATH-06
    pub extinct: Option<u16>,
    /// The round in which a species that joins later gets its founder.
    pub enters: Option<u16>,
}

/// Whom a line is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Who {
    /// One creature, by number.
    One(Id),
    /// The young of this round.
    Newborn,
    /// All creatures alive at the last report.
    All,
}

/// A change of the standing orders.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Standing {
    /// These from now on. PS-STAND-02
    Set(Box<Sheet>),
    /// None from now on.
    Clear,
}

/// Things by the number of a creature, in the order of numbers; keeps its room when it is cleared.
#[derive(Clone, Debug, PartialEq)]
pub struct ById<V>(Vec<(Id, V)>);

impl<V> Default for ById<V> {
    fn default() -> ById<V> {
        ById(Vec::new())
    }
}

impl<V> ById<V> {
    fn place(&self, id: Id) -> Result<usize, usize> {
        self.0.binary_search_by_key(&id, |(known, _)| *known)
    }

    /// What there is for a creature.
    pub fn get(&self, id: &Id) -> Option<&V> {
        self.place(*id).ok().map(|place| &self.0[place].1)
    }

    /// Whether there is anything for a creature.
    pub fn contains_key(&self, id: &Id) -> bool {
        self.place(*id).is_ok()
    }

    /// What there is for a creature, put there first if there was nothing.
    pub fn or_default(&mut self, id: Id) -> &mut V
    where
        V: Default,
    {
        let place = self.place(id).unwrap_or_else(|place| {
            self.0.insert(place, (id, V::default()));
            place
        });
        &mut self.0[place].1
    }

    /// Puts something down for a creature, in the place of what was there.
    pub fn insert(&mut self, id: Id, thing: V) {
        match self.place(id) {
            Ok(place) => self.0[place].1 = thing,
            Err(place) => self.0.insert(place, (id, thing)),
        }
    }

    /// All of them, by number.
    pub fn iter(&self) -> impl Iterator<Item = (&Id, &V)> {
        self.0.iter().map(|(id, thing)| (id, thing))
    }

    /// The things, by number.
    pub fn values(&self) -> impl Iterator<Item = &V> {
        self.0.iter().map(|(_, thing)| thing)
    }

    /// How many creatures have something.
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Whether none has anything.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Takes everything away.
    pub fn clear(&mut self) {
        self.0.clear();
    }
}

impl<V> Index<&Id> for ById<V> {
    type Output = V;

    fn index(&self, id: &Id) -> &V {
        self.get(id).expect("there is something for the creature")
    }
}

/// As a map.
impl<V: Serialize> Serialize for ById<V> {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.collect_map(self.iter())
    }
}

impl<'de, V: Deserialize<'de>> Deserialize<'de> for ById<V> {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<ById<V>, D::Error> {
        Ok(ById(BTreeMap::<Id, V>::deserialize(from)?.into_iter().collect()))
    }
}

/// The orders of one species for one round. An empty sheet is silence.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Sheet {
    /// For single creatures, by number.
    pub one: ById<Telling>,
    /// For all creatures alive at the last report.
    pub all: Telling,
    /// For the young of this round.
    pub newborn: Telling,
    /// Where the young of single parents are put, first and second.
    pub births: ById<Berths>,
    /// Where all other young are put.
    pub births_of_all: Berths,
    /// The wanted genes, the first choice first.
    pub genes: GeneList,
    /// The enemy by number; `Some(None)` if the player said that there is none.
    #[serde(with = "declared")]
    pub enemy: Option<Option<Number>>,
    /// The start hex. PS-SETUP-06
    pub start: Option<Place>,
    /// Whether every creature without another order stays. PS-ORD-10
    pub pass: bool,
    /// The vote on a draw.
    pub vote: Option<Vote>,
    /// A new name for the species.
    pub name: Option<String>,
    /// Press.
    pub press: Vec<Press>,
    /// Notes to the master of the game.
    pub notes: Vec<String>,
    /// A change of the standing orders.
    pub standing: Option<Standing>,
}

impl Sheet {
    /// Takes everything off the sheet; what it can hold without more room stays as it is.
    pub fn clear(&mut self) {
        let Sheet { one, births, press, notes, .. } = std::mem::take(self);
        *self = Sheet { one, births, press, notes, ..Sheet::default() };
        self.one.clear();
        self.births.clear();
        self.press.clear();
        self.notes.clear();
    }

    /// Whether the sheet holds an order: press, names, votes and notes are none. PS-NMR-11
    pub fn has_orders(&self) -> bool {
        self.pass
            || !self.one.is_empty()
            || !self.all.is_empty()
            || !self.newborn.is_empty()
            || !self.births.is_empty()
            || !self.births_of_all.is_empty()
            || !self.genes.is_empty()
            || self.enemy.is_some()
            || self.start.is_some()
    }

    /// Whether the sheet holds nothing at all.
    pub fn is_empty(&self) -> bool {
        !self.has_orders()
            && self.vote.is_none()
            && self.name.is_none()
            && self.press.is_empty()
            && self.notes.is_empty()
            && self.standing.is_none()
    }

    /// Adds a telling to what the sheet already says.
    pub fn tell(&mut self, who: Who, telling: &Telling) {
        let told = match who {
            Who::One(id) => self.one.or_default(id),
            Who::Newborn => &mut self.newborn,
            Who::All => &mut self.all,
        };
        told.overlay(telling);
    }

    /// What a creature is told in the end: its own line over the line for all. PS-ORD-05
    pub fn told(&self, id: Id) -> Telling {
        let mut telling = self.all.clone();
        if let Some(own) = self.one.get(&id) {
            telling.overlay(own);
        }
        telling
    }

    /// Where the young of a parent are to be put.
    pub fn berths(&self, parent: Id) -> &[Berth] {
        self.births.get(&parent).unwrap_or(&self.births_of_all)
    }
}
