//! The components of the rulebook: diets, modes and the seventeen genes.

use serde::{Deserialize, Serialize};
use std::fmt;

/// What a species eats. It never changes. PS-TYPE-01, PS-TYPE-02, PS-TYPE-03
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Diet {
    /// Grass and fruit.
    Herbivore,
    /// Fruit, prey, carrion and fish.
    Omnivore,
    /// Prey, carrion and fish.
    Carnivore,
}

impl Diet {
    /// All three, in the order of the diet die. PS-SETUP-03
    pub const ALL: [Diet; 3] = [Diet::Herbivore, Diet::Omnivore, Diet::Carnivore];

    /// The index, for arrays with one entry per diet.
    pub fn index(self) -> usize {
        self as usize
    }

    /// The letter behind an id. PS-ID-01
    pub fn letter(self) -> char {
        match self {
            Diet::Herbivore => 'H',
            Diet::Omnivore => 'O',
            Diet::Carnivore => 'C',
        }
    }

    /// The diet of a letter, in any case.
    pub fn from_letter(letter: char) -> Option<Diet> {
        Diet::ALL.into_iter().find(|diet| diet.letter() == letter.to_ascii_uppercase())
    }

    /// The diet's name.
    pub fn name(self) -> &'static str {
        match self {
            Diet::Herbivore => "herbivore",
            Diet::Omnivore => "omnivore",
            Diet::Carnivore => "carnivore",
        }
    }

    /// The mode of a creature that was told nothing. PS-MODE-02
    pub fn default_mode(self) -> Mode {
        match self {
            Diet::Herbivore => Mode::Defensive,
            Diet::Omnivore | Diet::Carnivore => Mode::SemiDefensive,
        }
    }

    /// The hunger at which a creature dies. PS-TYPE-04, PS-TYPE-05, PS-TYPE-06
    pub fn starves_at(self) -> u8 {
        match self {
            Diet::Herbivore | Diet::Omnivore => 2,
            Diet::Carnivore => 3,
        }
    }

    /// Whether it eats prey, carrion and fish.
    pub fn eats_meat(self) -> bool {
        self != Diet::Herbivore
    }
}

impl fmt::Display for Diet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// How fierce a creature is. PS-MODE-01
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Mode {
    /// Never attacks and never fights to the death.
    Defensive,
    /// Attacks only where there is no other food.
    SemiDefensive,
    /// Attacks whatever it can, adds 1 to its best die, and dies when it loses.
    Aggressive,
}

impl Mode {
    /// All three.
    pub const ALL: [Mode; 3] = [Mode::Defensive, Mode::SemiDefensive, Mode::Aggressive];

    /// The mode's name.
    pub fn name(self) -> &'static str {
        match self {
            Mode::Defensive => "defensive",
            Mode::SemiDefensive => "semi-defensive",
            Mode::Aggressive => "aggressive",
        }
    }

    /// What the mode adds to the best die. PS-MODE-13
    pub fn bonus(self) -> u8 {
        u8::from(self == Mode::Aggressive)
    }
}

impl fmt::Display for Mode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// A gene: an evolutionary advantage that a creature owns from birth.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[allow(missing_docs, reason = "the table below says what each is")]
pub enum Gene {
    ExtraStomach,
    BodyArmour,
    FoulOdour,
    Fangs,
    Speed,
    Swimming,
    Twins,
    Cannibalism,
    KillerInstinct,
    Camouflage,
    Fangs2,
    BodyArmour2,
    Speed2,
    Amphibiousness,
    Poison,
    LongNeck,
    Tracking,
}

/// One row of the table of genes.
struct Row {
    name: &'static str,
    code: &'static str,
    diets: &'static str,
    needs: Option<Gene>,
    /// Whether it is open from the first round. PS-GENE-01, PS-GENE-02
    basic: bool,
    /// Whether it can be switched off. PS-GENE-11
    switch: bool,
}

const fn row(
    name: &'static str,
    code: &'static str,
    diets: &'static str,
    needs: Option<Gene>,
    basic: bool,
    switch: bool,
) -> Row {
    Row { name, code, diets, needs, basic, switch }
}

/// PS-GENE-03, PS-GENE-04, PS-GENE-05
#[rustfmt::skip]
const TABLE: [Row; 17] = [
    row("Extra Stomach",   "ES", "H",   None,                   true,  true), // PS-STOM-01
    row("Body Armour",     "BA", "H",   None,                   true,  false), // PS-ARM-01
    row("Foul Odour",      "FO", "HOC", None,                   true,  true), // PS-ODOUR-01
    row("Fangs",           "FA", "C",   None,                   true,  false), // PS-FANG-01
    row("Speed",           "SP", "HOC", None,                   true,  false), // PS-SPEED-01
    row("Swimming",        "SW", "HOC", None,                   true,  false), // PS-SWIM-01
    row("Twins",           "TW", "HOC", None,                   true,  false), // PS-TWIN-01
    row("Cannibalism",     "CA", "OC",  None,                   true,  true), // PS-CANN-01
    row("Killer Instinct", "KI", "C",   None,                   true,  true), // PS-KILL-01
    row("Camouflage",      "CM", "HOC", None,                   true,  true), // PS-CAMO-01
    row("Fangs 2",         "F2", "C",   Some(Gene::Fangs),      false, false), // PS-FANG-02
    row("Body Armour 2",   "B2", "H",   Some(Gene::BodyArmour), false, false), // PS-ARM-03
    row("Speed 2",         "S2", "HOC", Some(Gene::Speed),      false, false), // PS-SPEED-02
    row("Amphibiousness",  "AM", "HOC", Some(Gene::Swimming),   false, false), // PS-AMPH-01
    row("Poison",          "PO", "HOC", Some(Gene::FoulOdour),  false, false), // PS-POIS-01
    row("Long Neck",       "LN", "H",   None,                   false, false), // PS-NECK-01
    row("Tracking",        "TR", "OC",  None,                   false, false), // PS-TRACK-01
];

impl Gene {
    /// All seventeen, by number.
    pub const ALL: [Gene; 17] = [
        Gene::ExtraStomach,
        Gene::BodyArmour,
        Gene::FoulOdour,
        Gene::Fangs,
        Gene::Speed,
        Gene::Swimming,
        Gene::Twins,
        Gene::Cannibalism,
        Gene::KillerInstinct,
        Gene::Camouflage,
        Gene::Fangs2,
        Gene::BodyArmour2,
        Gene::Speed2,
        Gene::Amphibiousness,
        Gene::Poison,
        Gene::LongNeck,
        Gene::Tracking,
    ];

    fn row(self) -> &'static Row {
        &TABLE[self as usize]
    }

    /// Its number, 1 to 17.
    pub fn number(self) -> u8 {
        self as u8 + 1
    }

    /// Its name.
    pub fn name(self) -> &'static str {
        self.row().name
    }

    /// Its two-letter code.
    pub fn code(self) -> &'static str {
        self.row().code
    }

    /// The gene that must be owned before it. PS-GENE-04
    pub fn needs(self) -> Option<Gene> {
        self.row().needs
    }

    /// Whether it is one of the first ten. PS-GENE-01
    pub fn basic(self) -> bool {
        self.row().basic
    }

    /// Whether it can be switched off for a round. PS-GENE-11
    pub fn has_switch(self) -> bool {
        self.row().switch
    }

    /// Whether the diet may have it. PS-GENE-03
    pub fn suits(self, diet: Diet) -> bool {
        self.row().diets.contains(diet.letter())
    }

    /// Whether it can be chosen or drawn in a round. PS-GENE-02
    pub fn open(self, round: u16, advanced_from: u16) -> bool {
        self.basic() || round >= advanced_from
    }

    /// The gene of that number.
    pub fn from_number(number: u32) -> Option<Gene> {
        let index = (number as usize).checked_sub(1)?;
        Gene::ALL.get(index).copied()
    }

    /// The gene of that code or full name, in any case.
    pub fn named(text: &str) -> Option<Gene> {
        let plain = |text: &str| -> String {
            text.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect()
        };
        let wanted = plain(text);
        Gene::ALL
            .into_iter()
            .find(|gene| plain(gene.name()) == wanted || plain(gene.code()) == wanted)
    }
}

impl fmt::Display for Gene {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// A set of genes; no gene is in it twice. PS-GENE-07
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Genes(u32);

impl Genes {
    /// No genes.
    pub const NONE: Genes = Genes(0);

    /// Whether the gene is in the set.
    pub fn has(self, gene: Gene) -> bool {
        self.0 & (1 << gene as u32) != 0
    }

    /// The set with one gene more.
    #[must_use]
    pub fn with(self, gene: Gene) -> Genes {
        Genes(self.0 | 1 << gene as u32)
    }

    /// The set with one gene less.
    #[must_use]
    pub fn without(self, gene: Gene) -> Genes {
        Genes(self.0 & !(1 << gene as u32))
    }

    /// What is in either set.
    #[must_use]
    pub fn union(self, other: Genes) -> Genes {
        Genes(self.0 | other.0)
    }

    /// What is in this set and not in the other.
    #[must_use]
    pub fn minus(self, other: Genes) -> Genes {
        Genes(self.0 & !other.0)
    }

    /// Whether it holds nothing.
    pub fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The genes by number.
    pub fn iter(self) -> impl Iterator<Item = Gene> {
        Gene::ALL.into_iter().filter(move |gene| self.has(*gene))
    }

    /// How far up a ladder of two genes the owner is: 0, 1 with the first, 2 with the second.
    fn rung(self, first: Gene, second: Gene) -> u8 {
        match (self.has(first), self.has(second)) {
            (_, true) => 2,
            (true, false) => 1,
            (false, false) => 0,
        }
    }

    /// Points of movement: 1, 2 with Speed, 3 with Speed 2. PS-SPEED-01, PS-SPEED-02
    pub fn movement(self) -> u8 {
        1 + self.rung(Gene::Speed, Gene::Speed2)
    }

    /// Whether water can be entered. PS-MAP-03
    pub fn swims(self) -> bool {
        self.has(Gene::Swimming) || self.has(Gene::Amphibiousness)
    }

    /// What the fangs add to the best die. PS-FANG-01, PS-FANG-02, PS-FANG-03
    pub fn fangs(self) -> u8 {
        self.rung(Gene::Fangs, Gene::Fangs2)
    }

    /// The lead by which an attacker must win. PS-ARM-02, PS-ARM-04, PS-GENE-12
    pub fn armour(self) -> u8 {
        1 + self.rung(Gene::BodyArmour, Gene::BodyArmour2)
    }

    /// The genes that the owner of this set could take directly. PS-BIRTH-20
    pub fn takeable(
        self,
        diet: Diet,
        round: u16,
        advanced_from: u16,
    ) -> impl Iterator<Item = Gene> {
        Gene::ALL.into_iter().filter(move |gene| {
            gene.suits(diet)
                && gene.open(round, advanced_from)
                && !self.has(*gene)
                && gene.needs().is_none_or(|needed| self.has(needed))
        })
    }
}

impl FromIterator<Gene> for Genes {
    fn from_iter<I: IntoIterator<Item = Gene>>(genes: I) -> Genes {
        genes.into_iter().fold(Genes::NONE, Genes::with)
    }
}

impl fmt::Display for Genes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names: Vec<&str> = self.iter().map(Gene::name).collect();
        f.write_str(&names.join(", "))
    }
}
