//! What happens in a round, as it is told, noted and reported.

use crate::edition::Gene;
use crate::land::{Food, Place};
use crate::position::{Number, Tag};
use crate::rules::ending::Reason;
use serde::{Deserialize, Serialize};

/// How a creature came to where it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum How {
    /// On land, as ordered.
    Walked,
    /// Through water, as ordered.
    Swam,
    /// At random.
    Wandered,
    /// It did not move.
    Stayed,
    /// After this creature, all the way.
    Tracked(Tag),
    /// After this creature, until desert or water hid the tracks.
    LostTracks(Tag),
    /// After this creature, which went further than it could follow.
    Outrun(Tag),
    /// In a ring of trackers.
    InCircles,
}

/// How a fight ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Fight {
    /// The victim was killed and eaten.
    Eaten,
    /// The victim was killed and left, or could not be eaten.
    Killed,
    /// The attacker was killed and eaten.
    AttackerEaten,
    /// The attacker was killed and left.
    AttackerKilled,
    /// The attacker was driven off.
    FendedOff,
    /// Nobody won.
    StandOff,
}

/// What a tussle was about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Prize {
    /// Corpses.
    Carrion,
    /// The fish of a water hex.
    Fish,
    /// Grass.
    Grass,
    /// Fruit.
    Fruit,
}

/// A meal taken in peace.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Meal {
    /// A corpse.
    Carrion,
    /// A fish.
    Fish,
    /// Grass.
    Grass,
    /// Fruit.
    Fruit,
    /// The long-neck meal.
    Treetops,
}

/// How a young came by its new gene.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Gain {
    /// Its god chose it. PS-BIRTH-17
    Chosen,
    /// The gene that was chosen, or drawn for all, needs it. PS-BIRTH-18
    Needed,
    /// It was drawn for all young of the species. PS-BIRTH-20
    Drawn,
    /// It was drawn for this young alone. PS-BIRTH-19
    DrawnAlone,
}

/// What one creature rolled in a fight or a tussle, with everything that counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Side {
    /// Who.
    pub who: Tag,
    /// Its dice; zeroes after the last.
    #[serde(default)]
    pub dice: [u8; 6],
    /// Best die with everything added.
    pub score: u8,
    /// Attack points before.
    #[serde(default)]
    pub ap: u8,
    /// Whether hunger gave it a die more. PS-AP-04
    #[serde(default)]
    pub ravenous: bool,
    /// Whether the other's Foul Odour was used on it. PS-ODOUR-03
    #[serde(default)]
    pub odour: bool,
    /// Whether it was aggressive. PS-MODE-13
    #[serde(default)]
    pub aggressive: bool,
    /// What its fangs added. PS-FANG-01
    #[serde(default)]
    pub fangs: u8,
    /// Attack points afterwards.
    #[serde(default)]
    pub after: u8,
}

/// One thing that happened.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Event {
    /// A player said something to the creatures; only the player hears it.
    Ordered {
        /// What was said, in words.
        line: String,
    },
    /// A round begins.
    Season {
        /// Its number.
        round: u16,
    },
    /// Species were given their diets.
    Settled {
        /// The founders.
        founders: Vec<Tag>,
    },
    /// Plants grew back.
    Grew,
    /// The climate changed the maximum of a hex.
    Drifted {
        /// Where.
        hex: Place,
        /// The new numbers.
        food: Food,
    },
    /// A founder was placed.
    Placed {
        /// Who.
        who: Tag,
        /// Where.
        hex: Place,
        /// With which gene.
        gene: Gene,
        /// And which other, if founders have two.
        #[serde(default)]
        bonus: Option<Gene>,
    },
    /// An owner of Twins has its young.
    Litter {
        /// Who.
        who: Tag,
        /// Living creatures of its species before the births.
        kin: u32,
        /// The die, if one was needed.
        die: Option<u8>,
        /// How many young it has.
        young: u8,
    },
    /// A creature in water has no young.
    Barren {
        /// Who.
        who: Tag,
    },
    /// A creature was born.
    Born {
        /// Who.
        who: Tag,
        /// Its parent.
        parent: Tag,
        /// Where it was put down.
        hex: Place,
        /// Its new gene, if there was one left.
        gene: Option<Gene>,
        /// How it came by that.
        #[serde(default)]
        by: Option<Gain>,
    },
    /// An order could not be carried out.
    Refused {
        /// Whose.
        who: Tag,
        /// Why, in words.
        why: String,
    },
    /// A creature moved, or did not.
    Moved {
        /// Who.
        who: Tag,
        /// From where.
        from: Place,
        /// To where.
        to: Place,
        /// How.
        how: How,
    },
    /// A predator did not see hidden prey.
    Unseen {
        /// The predator.
        by: Tag,
        /// The prey.
        who: Tag,
        /// Where.
        hex: Place,
        /// The die.
        #[serde(default)]
        die: u8,
        /// Whether that cost the predator its attack.
        #[serde(default)]
        costly: bool,
    },
    /// Two fought.
    Fought {
        /// Where.
        hex: Place,
        /// The attacker.
        attacker: Side,
        /// The victim.
        victim: Side,
        /// How it ended.
        result: Fight,
        /// Whether it was the attacker's second attack.
        second: bool,
        /// Whether the dead one is poisonous.
        poison: bool,
        /// The lead that the attacker needed: more than 1 against armour.
        #[serde(default)]
        lead: u8,
        /// The die by which a hidden victim was spotted.
        #[serde(default)]
        spotted: Option<u8>,
    },
    /// A creature that ate in defence gives up its attack.
    Forgone {
        /// Who.
        who: Tag,
    },
    /// A creature ate in peace.
    Ate {
        /// Who.
        who: Tag,
        /// What.
        meal: Meal,
    },
    /// Creatures scrambled for food.
    Tussled {
        /// Where.
        hex: Place,
        /// For what.
        prize: Prize,
        /// Meals for everybody: corpses, the fish, or plants.
        #[serde(default)]
        meals: u32,
        /// Whether a long neck could reach one meal more.
        #[serde(default)]
        treetops: bool,
        /// What all rolled, by id.
        rolled: Vec<Side>,
        /// The roll-offs, one after the other.
        #[serde(default)]
        roll_offs: Vec<Vec<Side>>,
        /// Whether lots had to decide after them.
        #[serde(default)]
        lots: bool,
        /// Who ate.
        fed: Vec<Tag>,
        /// Who tied across the cut.
        tied: Vec<Tag>,
        /// Who lost and lives.
        lost: Vec<Tag>,
        /// Who lost and died.
        died: Vec<Tag>,
    },
    /// A creature stored a spare meal.
    Stored {
        /// Who.
        who: Tag,
    },
    /// A creature lived on its spare meal.
    UsedSpare {
        /// Who.
        who: Tag,
    },
    /// A creature missed a meal.
    Hungry {
        /// Who.
        who: Tag,
    },
    /// A carnivore missed a second meal.
    Ravenous {
        /// Who.
        who: Tag,
        /// Where.
        hex: Place,
    },
    /// A creature starved.
    Starved {
        /// Who.
        who: Tag,
        /// Where.
        hex: Place,
    },
    /// A species died out.
    Extinct {
        /// Its number.
        species: Number,
        /// Its name.
        name: String,
        /// How many creatures it ever had.
        creatures: u32,
    },
    /// A species was renamed.
    Renamed {
        /// Its number.
        species: Number,
        /// Its old name.
        from: String,
        /// Its new name.
        to: String,
    },
    /// Press for the report.
    Printed {
        /// The species' name; nothing if anonymous.
        by: Option<String>,
        /// The text.
        text: String,
    },
    /// A draw was proposed.
    Proposed {
        /// The species that would share it, by number.
        species: Vec<Number>,
        /// Whether it passed.
        passed: bool,
    },
    /// One species is clearly dominant.
    Dominates {
        /// Its number.
        species: Number,
        /// Its name.
        name: String,
        /// Its living creatures, those of the next, and those of all.
        #[serde(default)]
        counts: (u32, u32, u32),
    },
    /// The game is over.
    Ended {
        /// Which way.
        #[serde(default)]
        reason: Option<Reason>,
        /// How, and what decided it.
        text: String,
    },
}

impl Event {
    /// The creatures that the event is about.
    pub fn about(&self) -> Vec<Tag> {
        match self {
            Event::Placed { who, .. }
            | Event::Barren { who }
            | Event::Litter { who, .. }
            | Event::Refused { who, .. }
            | Event::Moved { who, .. }
            | Event::Forgone { who }
            | Event::Ate { who, .. }
            | Event::Stored { who }
            | Event::UsedSpare { who }
            | Event::Hungry { who }
            | Event::Ravenous { who, .. }
            | Event::Starved { who, .. } => vec![*who],
            Event::Born { who, parent, .. } => vec![*who, *parent],
            Event::Unseen { by, who, .. } => vec![*by, *who],
            Event::Fought { attacker, victim, .. } => vec![attacker.who, victim.who],
            Event::Tussled { rolled, .. } => rolled.iter().map(|side| side.who).collect(),
            _ => Vec::new(),
        }
    }
}
