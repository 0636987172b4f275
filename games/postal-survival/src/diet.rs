//! Diets and modes: what a species eats, and how fierce a creature is.

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
        (self == Mode::Aggressive) as u8
    }
}

impl fmt::Display for Mode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}
