//! What characters are: class, skills, kit, and the sheet that holds them.

use crate::geometry::point::Mils;
use serde::{Deserialize, Serialize};
use std::sync::Arc;
use table::reading::Word;

/// The class of a character. SV-CHR-06, SV-CHR-07, SV-CHR-08, SV-CHR-09, SV-CHR-10
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

table::words! { Class is "class": Hero = "hero", Main = "main", Ordinary = "ordinary" }

impl Class {
    /// Actions a turn. SV-CHR-06, SV-CHR-07, SV-CHR-12
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
        Word::word(self)
    }
}

table::words! {
    Skill is "skill":
    Marksman = "MARKSMAN", Brawler = "BRAWLER", Plucky = "PLUCKY", Stalwart = "STALWART",
    Lockpick = "LOCKPICK", Medic = "MEDIC", Scrounger = "SCROUNGER", Talker = "TALKER",
    Rider = "RIDER", Mechanic = "MECHANIC",
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

table::words! {
    Item is "thing":
    Pistol = "pistol", Shotgun = "shotgun", Rifle = "rifle", Bow = "bow", Stone = "stone",
    Edged = "edged", Blunt = "blunt", Lamp = "lamp",
}

impl Item {
    /// Its word.
    pub fn word(self) -> &'static str {
        Word::word(self)
    }

    /// The item of this word.
    pub fn read(word: &str) -> Option<Item> {
        ITEMS.into_iter().find(|item| item.word().eq_ignore_ascii_case(word))
    }

    /// Its place in [`ITEMS`].
    #[inline]
    pub fn index(self) -> usize {
        self as usize
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
    pub id: Arc<str>,
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

    /// The bonus of Heroes and of this skill: one, never two. SV-TST-02, SV-TST-03, SV-TST-04,
    /// SV-TST-03
    pub fn bonus(&self, skill: Skill) -> i32 {
        i32::from(self.class == Class::Hero || self.has(skill))
    }
}
