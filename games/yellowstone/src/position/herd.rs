//! Herds: species, animals, and what a herd has gathered.

use super::Chips;
use crate::land::{Hex, Spot, kept_by_number};
use serde::{Deserialize, Serialize};
use std::fmt;
use std::ops::{Index, IndexMut};
use table::Fit;

/// The species of a herd. YS-GEN-02
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Species {
    /// Bison, blue.
    Bison,
    /// Bighorn Sheep, red-orange.
    Sheep,
    /// Elk, purple.
    Elk,
    /// Mule Deer, green.
    Deer,
}

impl Species {
    /// All four.
    pub const ALL: [Species; 4] = [Species::Bison, Species::Sheep, Species::Elk, Species::Deer];

    /// The index, for arrays of four entries.
    pub fn index(self) -> usize {
        self as usize
    }

    /// The word of the notation and of the data files.
    pub fn word(self) -> &'static str {
        ["bison", "sheep", "elk", "deer"][self.index()]
    }

    /// The name in full.
    pub fn name(self) -> &'static str {
        ["Bison", "Bighorn Sheep", "Elk", "Mule Deer"][self.index()]
    }

    /// The name in one word.
    pub fn short(self) -> &'static str {
        ["Bison", "Sheep", "Elk", "Deer"][self.index()]
    }

    /// The species of that word or name, or of an abbreviation that fits only one.
    pub fn parse(text: &str) -> Option<Species> {
        let text = text.trim().to_lowercase();
        let mut fit = Species::ALL.into_iter().filter(|species| {
            let name = species.name().to_lowercase();
            !text.is_empty()
                && (species.word().starts_with(&text)
                    || name.split(' ').any(|part| part.starts_with(&text))
                    || name == text)
        });
        match (fit.next(), fit.next()) {
            (Some(species), None) => Some(species),
            _ => Species::ALL.into_iter().find(|s| s.word() == text),
        }
    }
}

impl fmt::Display for Species {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// Sex and age.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Kind {
    /// An adult Male.
    Male,
    /// An adult Female.
    Female,
    /// A Young; it stays one to the end. YS-HERD-10
    Young,
}

impl Kind {
    /// All three.
    pub const ALL: [Kind; 3] = [Kind::Male, Kind::Female, Kind::Young];

    /// `Male`, `Female`, `Young`.
    pub fn name(self) -> &'static str {
        match self {
            Kind::Male => "Male",
            Kind::Female => "Female",
            Kind::Young => "Young",
        }
    }

    /// The word of the data files.
    pub fn word(self) -> &'static str {
        match self {
            Kind::Male => "male",
            Kind::Female => "female",
            Kind::Young => "young",
        }
    }

    /// `M`, `F`, `Y`.
    pub fn letter(self) -> char {
        match self {
            Kind::Male => 'M',
            Kind::Female => 'F',
            Kind::Young => 'Y',
        }
    }
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// Something for each kind of animal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default, Serialize)]
#[allow(missing_docs, reason = "the names are the documentation")]
pub struct ByKind<T> {
    pub male: T,
    pub female: T,
    pub young: T,
}

impl<T> ByKind<T> {
    /// What a kind has, for each.
    pub fn of(each: impl Fn(Kind) -> T) -> ByKind<T> {
        ByKind { male: each(Kind::Male), female: each(Kind::Female), young: each(Kind::Young) }
    }
}

impl ByKind<i16> {
    /// The sum over all kinds of what each has, times what each counts.
    pub fn times(&self, worth: &ByKind<i16>) -> i16 {
        self.male * worth.male + self.female * worth.female + self.young * worth.young
    }
}

impl<T> Index<Kind> for ByKind<T> {
    type Output = T;

    fn index(&self, kind: Kind) -> &T {
        match kind {
            Kind::Male => &self.male,
            Kind::Female => &self.female,
            Kind::Young => &self.young,
        }
    }
}

impl<T> IndexMut<Kind> for ByKind<T> {
    fn index_mut(&mut self, kind: Kind) -> &mut T {
        match kind {
            Kind::Male => &mut self.male,
            Kind::Female => &mut self.female,
            Kind::Young => &mut self.young,
        }
    }
}

/// One animal of a herd by its permanent id: M1-M3, F1-F4, Y1-Y5. YS-HERD-01, YS-HERD-02, YS-HERD-03, YS-HERD-09
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Animal(u8);

/// Animals of a herd, in play or not.
pub const HERD: usize = HERD_END as usize;

const FIRST_FEMALE: u8 = 3;
const FIRST_YOUNG: u8 = 7;
const HERD_END: u8 = 12;

impl Animal {
    /// All twelve, Males first.
    pub fn all() -> impl Iterator<Item = Animal> {
        (0..HERD_END).map(Animal)
    }

    /// All of one kind.
    pub fn of(kind: Kind) -> impl Iterator<Item = Animal> {
        let (from, to) = match kind {
            Kind::Male => (0, FIRST_FEMALE),
            Kind::Female => (FIRST_FEMALE, FIRST_YOUNG),
            Kind::Young => (FIRST_YOUNG, HERD_END),
        };
        (from..to).map(Animal)
    }

    /// Its kind.
    pub fn kind(self) -> Kind {
        match self.0 {
            0..FIRST_FEMALE => Kind::Male,
            FIRST_FEMALE..FIRST_YOUNG => Kind::Female,
            _ => Kind::Young,
        }
    }

    /// The index, for arrays of [`HERD`] entries.
    pub fn index(self) -> usize {
        usize::from(self.0) % HERD
    }

    /// Its number among those of its kind, from 1.
    pub fn number(self) -> u8 {
        let first = match self.kind() {
            Kind::Male => 0,
            Kind::Female => FIRST_FEMALE,
            Kind::Young => FIRST_YOUNG,
        };
        self.0 - first + 1
    }

    /// What people call it, which no hex is called: "Male 1".
    pub fn told(self) -> String {
        format!("{} {}", self.kind(), self.number())
    }

    /// What stands on its counter, which no hex is called: "♂1".
    pub fn sign(self) -> String {
        match self.kind() {
            Kind::Male => format!("♂{}", self.number()),
            Kind::Female => format!("♀{}", self.number()),
            Kind::Young => self.to_string(),
        }
    }

    /// The animal of that id; case does not matter.
    pub fn parse(text: &str) -> Option<Animal> {
        let text = text.trim();
        Animal::all().find(|animal| animal.to_string().eq_ignore_ascii_case(text))
    }
}

impl fmt::Display for Animal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.kind().letter(), self.number())
    }
}

kept_by_number!(Animal(u8), |number| usize::from(number) < HERD, "a herd has no such animal");

/// Some animals of one herd.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Animals(u16);

impl Animals {
    /// No animal.
    pub const NONE: Animals = Animals(0);

    /// Adds one.
    pub fn insert(&mut self, animal: Animal) {
        self.0 |= 1 << animal.index();
    }

    /// Whether it is among them.
    pub fn has(self, animal: Animal) -> bool {
        self.0 >> animal.index() & 1 == 1
    }
}

/// The counter of one animal. YS-HERD-06
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Counter {
    /// Where it stands; nowhere while it is in the supply.
    pub hex: Spot,
    /// Whether it is injured: itself and nobody who goes with it, until it is healed. YS-INJ-03,
    /// YS-INJ-05, YS-YNG-24
    pub injured: bool,
    /// Whether it has moved, or was carried, this turn.
    pub moved: bool,
    /// The Female that a Young goes with; none for an orphan and for adults. YS-YNG-01, YS-YNG-05
    pub with: Option<Animal>,
}

impl Counter {
    /// In the supply, healthy: a Young born and an adult returned are. YS-HERD-05, YS-HERD-08
    pub const SUPPLY: Counter =
        Counter { hex: Spot::NOWHERE, injured: false, moved: false, with: None };

    /// Whether it is in play.
    #[inline]
    pub fn lives(&self) -> bool {
        self.hex != Spot::NOWHERE
    }
}

/// A herd: its animals and its worksheet.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Herd {
    /// Its species; none until it is chosen.
    pub species: Option<Species>,
    /// Its counters by animal.
    pub counters: [Counter; HERD],
    /// Whether an animal has reached the Summer Range.
    pub first: bool,
    /// Whether the whole herd has been on the Summer Range; it stays so. YS-SEAS-19, YS-FOOD-17
    pub whole: bool,
    /// Whether the whole herd has been on the Winter Range in Fall.
    pub home: bool,
    /// Summer turns begun wholly on the Summer Range.
    pub summer_turns: u8,
    /// Fall turns begun wholly on the Winter Range.
    pub fall_turns: u8,
    /// Food Points gained by events.
    pub gained: i16,
    /// Food Points lost by events, as a number below or at 0.
    pub lost: i16,
    /// Food counters taken; never spent. YS-FOOD-25
    pub chips: Chips,
    /// Who died of hunger, in order.
    pub starved: [Option<Animal>; HERD],
}

impl Herd {
    /// A herd before it is chosen and placed. YS-SETUP-18
    pub const EMPTY: Herd = Herd {
        species: None,
        counters: [Counter::SUPPLY; HERD],
        first: false,
        whole: false,
        home: false,
        summer_turns: 0,
        fall_turns: 0,
        gained: 0,
        lost: 0,
        chips: Chips::NONE,
        starved: [None; HERD],
    };

    /// The counter of an animal.
    #[inline]
    pub fn counter(&self, animal: Animal) -> &Counter {
        &self.counters[animal.index()]
    }

    pub(crate) fn counter_mut(&mut self, animal: Animal) -> &mut Counter {
        &mut self.counters[animal.index()]
    }

    /// Where an animal stands, if it is in play.
    #[inline]
    pub fn at(&self, animal: Animal) -> Option<Hex> {
        self.counter(animal).hex.get()
    }

    /// The animals in play with their hexes.
    pub fn standing(&self) -> impl Iterator<Item = (Animal, Hex)> + '_ {
        Animal::all().filter_map(|animal| Some((animal, self.at(animal)?)))
    }

    /// The animals in play, orphans too. YS-YNG-23
    pub fn living(&self) -> impl Iterator<Item = Animal> + '_ {
        Animal::all().filter(|animal| self.counter(*animal).lives())
    }

    /// The animals of a kind in play.
    pub fn living_of(&self, kind: Kind) -> impl Iterator<Item = Animal> + '_ {
        Animal::of(kind).filter(|animal| self.counter(*animal).lives())
    }

    /// Whether any animal is in play.
    #[inline]
    pub fn lives(&self) -> bool {
        self.counters.iter().any(Counter::lives)
    }

    /// How many of each kind are in play.
    pub fn census(&self) -> ByKind<i16> {
        ByKind::of(|kind| self.living_of(kind).count().fit())
    }

    /// The Young that go with a Female. YS-YNG-01
    pub fn young_with(&self, female: Animal) -> impl Iterator<Item = Animal> + '_ {
        Animal::of(Kind::Young).filter(move |young| {
            let counter = self.counter(*young);
            counter.lives() && counter.with == Some(female)
        })
    }

    /// How many Young are in the hex of a Female: those that go with her and those that do not. YS-YNG-02
    pub fn young_in_hex_of(&self, female: Animal) -> usize {
        let hex = self.counter(female).hex;
        Animal::of(Kind::Young).filter(|young| self.counter(*young).hex == hex).count()
    }

    /// The first animal of a kind in the supply. YS-HERD-09
    pub fn spare(&self, kind: Kind) -> Option<Animal> {
        Animal::of(kind).find(|animal| !self.counter(*animal).lives())
    }

    /// How many Food counters it holds.
    pub fn chip_count(&self) -> u8 {
        self.chips.count()
    }

    /// Takes an animal out of play; Young of a lost Female become orphans in her hex. YS-YNG-21,
    /// YS-YNG-22, YS-INJ-09, YS-KILL-17, YS-DIE-10
    pub(crate) fn eliminate(&mut self, animal: Animal) {
        *self.counter_mut(animal) = Counter::SUPPLY;
        if animal.kind() == Kind::Female {
            for young in Animal::of(Kind::Young) {
                let counter = self.counter_mut(young);
                if counter.with == Some(animal) {
                    counter.with = None;
                }
            }
        }
    }
}
