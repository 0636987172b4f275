//! Characters: what they are (their sheet) and how they fare (the figure on the table). SV-CHR

use crate::feature::Level;
use crate::point::{Facing, INCH, Mils, Point};
use crate::sight::Disc;
use serde::{Deserialize, Serialize};

/// The class of a character. SV-CHR-06 to SV-CHR-10
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Class {
    /// Three actions, an initiative point, better dice; always comes back.
    Hero,
    /// Always comes back.
    Main,
    /// Everybody else.
    Ordinary,
}

impl Class {
    /// Actions a turn.
    pub fn allowance(self) -> u8 {
        if self == Class::Hero { 3 } else { 2 }
    }

    /// Victory points for putting one out of play. SV-END-02
    pub fn value(self) -> i32 {
        match self {
            Class::Hero => 3,
            Class::Main => 2,
            Class::Ordinary => 1,
        }
    }
}

/// A Special Skill: its owner is as good as a Hero at one task. SV-CHR-11, SV-CHR-14
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "UPPERCASE")]
#[allow(missing_docs, reason = "the names are the documentation")]
pub enum Skill {
    Marksman,
    Brawler,
    Plucky,
    Stalwart,
    Lockpick,
    Medic,
    Scrounger,
    Talker,
    Rider,
    Mechanic,
}

impl Skill {
    /// Its word, in capitals. SV-CHR-13
    pub fn word(self) -> &'static str {
        match self {
            Skill::Marksman => "MARKSMAN",
            Skill::Brawler => "BRAWLER",
            Skill::Plucky => "PLUCKY",
            Skill::Stalwart => "STALWART",
            Skill::Lockpick => "LOCKPICK",
            Skill::Medic => "MEDIC",
            Skill::Scrounger => "SCROUNGER",
            Skill::Talker => "TALKER",
            Skill::Rider => "RIDER",
            Skill::Mechanic => "MECHANIC",
        }
    }
}

/// A thing in the kit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
#[allow(missing_docs, reason = "the names are the documentation")]
pub enum Item {
    Pistol,
    Shotgun,
    Rifle,
    Bow,
    Stone,
    Edged,
    Blunt,
    Lamp,
}

/// All items, in the order of their numbers.
pub const ITEMS: [Item; 8] = [
    Item::Pistol,
    Item::Shotgun,
    Item::Rifle,
    Item::Bow,
    Item::Stone,
    Item::Edged,
    Item::Blunt,
    Item::Lamp,
];

impl Item {
    /// Its word.
    pub fn word(self) -> &'static str {
        match self {
            Item::Pistol => "pistol",
            Item::Shotgun => "shotgun",
            Item::Rifle => "rifle",
            Item::Bow => "bow",
            Item::Stone => "stone",
            Item::Edged => "edged",
            Item::Blunt => "blunt",
            Item::Lamp => "lamp",
        }
    }

    /// The item of this word.
    pub fn read(word: &str) -> Option<Item> {
        ITEMS.into_iter().find(|item| item.word().eq_ignore_ascii_case(word))
    }
}

/// What a weapon does at a distance, from the edition's chart.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Gun {
    /// How far it reaches, edge to edge.
    pub range: Mils,
    /// Its strength points.
    pub strength: i32,
    /// Whether it must be reloaded after each shot.
    pub reloads: bool,
    /// Whether it neither wakes nor lights.
    pub silent: bool,
}

/// What a character is: the part that never changes in a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sheet {
    /// Its id on the table, such as `A3`.
    pub id: String,
    /// Its name.
    pub name: String,
    /// Its archetype.
    pub archetype: String,
    /// Its class.
    pub class: Class,
    /// Full Strength.
    pub strength: u8,
    /// Intelligence.
    pub intelligence: u8,
    /// Whether it needs a test to get stuck in when unarmed. SV-CHR-16
    pub civilian: bool,
    /// A civilian who takes that test at a penalty. SV-CIV-03
    pub shirker: bool,
    /// Its Special Skills.
    pub skills: Vec<Skill>,
    /// What it starts with; the first is in hand. SV-CHR-21
    pub kit: Vec<Item>,
    /// Whether it starts on a horse.
    pub mounted: bool,
    /// Strength at the start of the episode. SV-CAM-06
    pub starts_with: u8,
    /// Muster points.
    pub points: i32,
}

impl Sheet {
    /// Whether it has the skill.
    pub fn has(&self, skill: Skill) -> bool {
        self.skills.contains(&skill)
    }

    /// The bonus of Heroes and of this skill: one, never two. SV-TST-02 to SV-TST-04
    pub fn bonus(&self, skill: Skill) -> i32 {
        (self.class == Class::Hero || self.has(skill)) as i32
    }
}

/// Which side; `NOBODY` for a stray.
pub type Side = u8;

/// The side of strays.
pub const NOBODY: Side = u8::MAX;

/// Whether a figure is in play, and if not, why not. SV-GEN-13
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Standing {
    /// Not placed yet.
    Undeployed,
    /// Off the table, to enter from a zone in this turn or later.
    Waiting {
        /// The zone, by number.
        zone: u8,
        /// The first turn in which it may enter.
        turn: u8,
    },
    /// On the table and able.
    Playing,
    /// At Strength 0.
    Down,
    /// Taken this turn: does nothing, counts for nobody. SV-PRI-07
    Captive {
        /// The side that it will join.
        by: Side,
    },
    /// Held and removed from the table. SV-PRI-10
    Held,
    /// Walked off through an exit.
    Exited,
    /// Its side conceded.
    Withdrawn,
    /// In play somewhere, as far as its enemies know; never in a true position. SV-FOG-01
    Unseen,
}

/// A disabled limb. SV-CHR-19
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Limbs {
    /// Walks 4 inches, cannot run.
    pub leg: bool,
    /// Cannot fire a shotgun; one less in melee.
    pub arm: bool,
    /// One less on its own hit rolls.
    pub head: bool,
}

/// A figure on the table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Figure {
    /// The sheet it has: its own number, or for a stray the sheet that the shuffle gave it.
    pub sheet: u8,
    /// Whose it is now.
    pub side: Side,
    /// Whose it was at first.
    pub first_side: Side,
    /// In play or not.
    pub standing: Standing,
    /// Strength now.
    pub strength: u8,
    /// Where it stands.
    pub at: Point,
    /// On which floor.
    pub level: Level,
    /// Where it looks.
    pub facing: Facing,
    /// The horse it rides.
    pub mount: Option<u8>,
    /// What it carries, at most three things. SV-CHR-20
    pub kit: [Option<Item>; 3],
    /// Which of them is in hand.
    pub in_hand: Option<u8>,
    /// Which of them are loaded, by bit.
    pub loaded: u8,
    /// Whether its lamp burns.
    pub lamp_lit: bool,
    /// The crate it carries.
    pub carrying: Option<u8>,
    /// Awake. SV-ALT-01
    pub alert: bool,
    /// It saw or heard what will wake it at the end of the phase.
    pub waking: bool,
    /// A sentry, which turns while it is not alert. SV-ALT-04
    pub sentry: bool,
    /// Disabled limbs.
    pub limbs: Limbs,
    /// First aid has helped it this episode. SV-AOE-07
    pub aided: bool,
    /// Encouraged: +1 on its stuck-in test. SV-COM-08
    pub encouraged: Encouraged,
    /// The side that a stray will join. SV-AOE-08
    pub joining: Side,
    /// Sides that a stray will not listen to, by bit. SV-STR-05
    pub wary: u8,
    /// Sides that tried to persuade it this turn, by bit.
    pub asked: u8,
    /// The side that put it out.
    pub out_by: Side,
    /// Actions used this turn.
    pub used: u8,
    /// Distance moved this turn.
    pub moved: Mils,
    /// Obstacles passed this turn.
    pub obstacles: u8,
    /// Base move of this turn's path; 0 before it.
    pub base: Mils,
    /// Has been activated in this Movement phase. SV-SEQ-04
    pub activated: bool,
    /// Has made its path.
    pub has_moved: bool,
    /// Where it began this turn, and on which floor: from there it may lead a horse.
    pub began: (Point, Level),
    /// Ran this turn.
    pub ran: bool,
    /// Fired this turn.
    pub fired: bool,
    /// Communicated this turn.
    pub spoke: bool,
    /// Fought this turn.
    pub fought: bool,
    /// Failed to get stuck in this turn. SV-CIV-04
    pub shirked: bool,
    /// Passed its stuck-in test and may charge.
    pub stuck_in: bool,
    /// Turned at the start of its side's Firing phase.
    pub turned: bool,
    /// Ran last turn. SV-MOV-04
    pub ran_last: bool,
    /// A flash gave it away this turn. SV-NGT-06
    pub flashed: bool,
    /// A flash gave it away last turn.
    pub flashed_last: bool,
    /// Points of loss given to it in the fight being resolved.
    pub given: u8,
    /// How many of them its horse takes.
    pub given_to_horse: u8,
}

/// Whether an encouragement is fresh, in force or absent.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Encouraged {
    /// Not encouraged.
    #[default]
    No,
    /// Encouraged this turn, in force next turn.
    Fresh,
    /// In force.
    Now,
}

/// The radius of a base on foot. SV-GEO-05
pub const FOOT: Mils = 500;
/// The radius of a horse, ridden or not.
pub const HORSE: Mils = 750;

impl Figure {
    /// A figure of this sheet, not yet placed, with its kit in order. SV-SET-08
    pub fn new(number: u8, side: Side, sheet: &Sheet) -> Figure {
        let mut kit = [None; 3];
        for (slot, item) in kit.iter_mut().zip(&sheet.kit) {
            *slot = Some(*item);
        }
        Figure {
            sheet: number,
            side,
            first_side: side,
            standing: Standing::Undeployed,
            strength: sheet.starts_with,
            at: Point::default(),
            level: 0,
            facing: Facing::NORTH,
            mount: None,
            in_hand: kit[0].map(|_| 0),
            kit,
            loaded: 0b111,
            lamp_lit: false,
            carrying: None,
            alert: true,
            waking: false,
            sentry: false,
            limbs: Limbs::default(),
            aided: false,
            encouraged: Encouraged::No,
            joining: NOBODY,
            wary: 0,
            asked: 0,
            out_by: NOBODY,
            used: 0,
            moved: 0,
            obstacles: 0,
            base: 0,
            activated: false,
            has_moved: false,
            began: (Point::default(), 0),
            ran: false,
            fired: false,
            spoke: false,
            fought: false,
            shirked: false,
            stuck_in: false,
            turned: false,
            ran_last: false,
            flashed: false,
            flashed_last: false,
            given: 0,
            given_to_horse: 0,
        }
    }

    /// Whether it is on the table, able, and nobody's captive.
    #[inline]
    pub fn is_playing(&self) -> bool {
        self.standing == Standing::Playing
    }

    /// Whether its base stands on the table.
    pub fn stands(&self) -> bool {
        matches!(self.standing, Standing::Playing | Standing::Captive { .. })
    }

    /// The radius of its base.
    #[inline]
    pub fn radius(&self) -> Mils {
        if self.mount.is_some() { HORSE } else { FOOT }
    }

    /// Its base.
    #[inline]
    pub fn disc(&self) -> Disc {
        Disc { centre: self.at, level: self.level, radius: self.radius() }
    }

    /// What it holds.
    pub fn held(&self) -> Option<Item> {
        self.kit[self.in_hand? as usize % 3]
    }

    /// Whether a slot of its kit is loaded.
    pub fn is_loaded(&self, slot: u8) -> bool {
        self.loaded >> slot & 1 == 1
    }

    /// The base move that a path now would have. SV-MOV-01, SV-HRS-03, SV-ITM-01, SV-CHR-19
    pub fn stride(&self) -> Mils {
        if self.mount.is_some() {
            10 * INCH
        } else if self.carrying.is_some() || self.limbs.leg {
            4 * INCH
        } else {
            6 * INCH
        }
    }

    /// The base move that this turn's budget is counted from.
    pub fn pace(&self) -> Mils {
        if self.base > 0 { self.base } else { self.stride() }
    }

    /// Whether it may take so many more actions now. SV-ACT-01, SV-ACT-08
    pub fn can_act(&self, allowance: u8, more: u8) -> bool {
        !self.ran
            && self.used + more <= allowance
            && self.moved <= budget(self.used + more, self.obstacles, self.pace())
    }

    /// Clears what is counted turn by turn.
    pub fn new_turn(&mut self) {
        self.ran_last = self.ran;
        self.flashed_last = self.flashed;
        self.flashed = false;
        self.used = 0;
        self.moved = 0;
        self.obstacles = 0;
        self.base = 0;
        self.activated = false;
        self.has_moved = false;
        self.began = (self.at, self.level);
        self.ran = false;
        self.fired = false;
        self.spoke = false;
        self.fought = false;
        self.shirked = false;
        self.stuck_in = false;
        self.turned = false;
        self.asked = 0;
        self.encouraged = match self.encouraged {
            Encouraged::Fresh => Encouraged::Now,
            _ => Encouraged::No,
        };
    }
}

/// How far a figure may walk with so many actions and obstacles. SV-ACT-06 to SV-ACT-08, SV-MOV-08
pub fn budget(actions: u8, obstacles: u8, base: Mils) -> Mils {
    (base - 2 * INCH * (actions as Mils + obstacles as Mils)).max(INCH)
}

/// How far a figure may run over so many obstacles. SV-MOV-07
pub fn run_budget(obstacles: u8, base: Mils) -> Mils {
    (2 * base - 2 * INCH * obstacles as Mils).max(INCH)
}

/// A horse, ridden or not.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Horse {
    /// Strength now. SV-HRS-01
    pub strength: u8,
    /// Where it stands.
    pub at: Point,
    /// Its rider.
    pub rider: Option<u8>,
    /// A pack horse: carries crates, never a rider. SV-HRS-10
    pub pack: bool,
    /// Crates on it.
    pub crates: [Option<u8>; 2],
    /// What became of it.
    pub fate: HorseFate,
    /// Who handled it last.
    pub side: Side,
    /// It made its path this turn.
    pub has_moved: bool,
}

/// What became of a horse.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum HorseFate {
    /// On the table.
    Standing,
    /// At Strength 0.
    Dead,
    /// Led or ridden off.
    Exited,
    /// Brought home by the raiders. SV-SCN-06
    Secured,
}

impl Horse {
    /// Whether it stands on the table without a rider.
    pub fn is_loose(&self) -> bool {
        self.rider.is_none() && matches!(self.fate, HorseFate::Standing | HorseFate::Secured)
    }

    /// Its base.
    pub fn disc(&self) -> Disc {
        Disc { centre: self.at, level: 0, radius: HORSE }
    }
}

/// A thing on the table or on somebody.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Token {
    /// What it is.
    pub kind: TokenKind,
    /// Where it is.
    pub place: Place,
}

/// The kinds of token.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum TokenKind {
    /// A crate: slows its carrier. SV-ITM-01
    Crate,
    /// A medicine: hinders nothing. SV-ITM-03
    Medicine,
    /// Something out of a kit.
    Item {
        /// What.
        item: Item,
        /// Whether it is loaded.
        loaded: bool,
    },
}

/// Where a token is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Place {
    /// On the table.
    Table {
        /// Where.
        at: Point,
        /// On which floor.
        level: Level,
    },
    /// With a figure.
    Carried {
        /// Which.
        by: u8,
    },
    /// On a pack horse.
    Packed {
        /// Which.
        on: u8,
    },
    /// Off the table, to the good of a side.
    Secured {
        /// Which.
        side: Side,
    },
    /// In a kit again.
    Gone,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn deductions_add_and_leave_an_inch() {
        assert_eq!(
            [(0, 0), (1, 0), (1, 1), (2, 1), (3, 4)].map(|(a, o)| budget(a, o, 6000)),
            [6000, 4000, 2000, 1000, 1000]
        );
        assert_eq!((run_budget(0, 6000), run_budget(1, 10000)), (12000, 18000));
    }
}
