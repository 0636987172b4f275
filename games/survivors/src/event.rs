//! What happens, as told to those who may know.

use crate::action::{Effect, Target};
use crate::edition::components::Item;
use crate::edition::scenarios::Light;
use crate::geometry::feature::DoorState;
use crate::geometry::point::{Mils, Point};
use crate::geometry::sight::Cover;
use crate::position::{Ending, FigureId, HorseId, Phase, Side, TokenId, TokenKind};
use crate::rules::ending::Heading;
use serde::Serialize;
use std::sync::Arc;

/// What somebody was tested for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
#[allow(missing_docs, reason = "the names are the documentation")]
pub enum TestFor {
    StuckIn,
    Capture,
    Thrown,
    Force,
    /// At this search point.
    Search(u8),
    /// Of this figure.
    Aid(FigureId),
    /// This stray.
    Persuade(FigureId),
    Machine,
    Strict,
    Umpire,
    Improvise,
}

/// How a door came to another state.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum DoorWork {
    /// Opened by passing it. SV-OBS-07
    Passed,
    /// Opened or shut by an action. SV-OBS-09
    Handled,
    /// Locked, barred or set free again from inside. SV-OBS-10
    Bolted,
    /// Forced while it was locked. SV-OBS-11
    Forced,
    /// Forced while it was barred. SV-OBS-12
    Broken,
}

/// One number that goes into a side's total in a fight.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Factor {
    /// What a figure adds. SV-HTH-09
    Fighter(FigureId, Effort),
    /// A civilian who does not dare to fight and adds nothing. SV-CIV-06
    Cowed(FigureId),
    /// All that strays add: their single numbers would tell who they are.
    Strays(i32),
    /// A Hero in the fight, or a BRAWLER who counts as one. SV-HTH-16, SV-HTH-17
    Hero(i32),
    /// The initiative hand-to-hand. SV-HTH-18
    Initiative(i32),
    /// Most of the side defends obstacles. SV-HTH-20
    Defence(i32),
}

/// What a figure's contribution to a fight is made of.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Effort {
    /// Its Strength now. SV-HTH-09
    pub strength: u8,
    /// What it holds that counts as a weapon. SV-HTH-13
    pub weapon: Option<Item>,
    /// What the hand adds. SV-HTH-10, SV-HTH-11
    pub hand: i32,
    /// What a hurt arm takes off. SV-CHR-19
    pub arm: i32,
}

impl Effort {
    /// What it comes to, never below nothing. SV-HTH-14
    pub fn points(&self) -> i32 {
        (i32::from(self.strength) + self.hand - self.arm).max(0)
    }
}

/// What changes a shooter's roll, beside aim and cover.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Marksmanship {
    /// A Hero. SV-HIT-02
    pub hero: bool,
    /// A MARKSMAN. SV-HIT-04
    pub marksman: bool,
    /// Hurt at the head. SV-CHR-19
    pub head: bool,
}

/// A thing shot at.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Hit {
    /// A figure.
    Figure(FigureId),
    /// A horse.
    Horse(HorseId),
    /// A structure.
    Line(u16),
}

impl From<Target> for Hit {
    fn from(target: Target) -> Hit {
        match target {
            Target::Figure(figure) => Hit::Figure(figure),
            Target::Horse(horse) => Hit::Horse(horse),
            Target::Line(line) => Hit::Line(line),
        }
    }
}

/// One thing that happened.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(tag = "event", rename_all = "kebab-case")]
#[allow(missing_docs, reason = "the names are the documentation")]
pub enum Event {
    Placed {
        figure: FigureId,
        at: Point,
        level: i8,
    },
    HeldBack {
        figure: FigureId,
        zone: u8,
    },
    Deployed {
        side: Side,
    },
    AllDeployed,
    Turn {
        turn: u8,
        light: Light,
        pools: Vec<u8>,
    },
    SentryTurns {
        figure: FigureId,
        roll: u32,
    },
    Joins {
        figure: FigureId,
        side: Side,
    },
    BidMade {
        side: Side,
    },
    BidIs {
        side: Side,
        bid: [u8; 4],
    },
    Tie {
        phase: Phase,
        side: Side,
        roll: u32,
    },
    Initiative {
        phase: Phase,
        side: Option<Side>,
    },
    Ordered {
        phase: Phase,
        order: Vec<Side>,
    },
    Moves {
        figure: FigureId,
        ran: bool,
        path: Vec<(Point, i8)>,
        length: Mils,
        obstacles: u8,
    },
    Charges {
        figure: FigureId,
        targets: Vec<FigureId>,
    },
    /// How far a charge had come that was shot down.
    CameTo {
        figure: FigureId,
        at: Point,
        length: Mils,
    },
    BreaksOff {
        figure: FigureId,
    },
    Leads {
        figure: FigureId,
        horse: HorseId,
        to: Point,
    },
    ComesUpon {
        figure: Option<FigureId>,
        who: FigureId,
    },
    Sighted {
        figure: FigureId,
        at: Point,
        level: i8,
    },
    LostFromSight {
        figure: FigureId,
    },
    Enters {
        figure: FigureId,
        zone: u8,
    },
    Leaves {
        figure: FigureId,
    },
    Turns {
        figure: FigureId,
    },
    Opens {
        figure: FigureId,
        line: u16,
        state: DoorState,
        how: DoorWork,
    },
    Tested {
        figure: FigureId,
        of: TestFor,
        roll: u32,
        bonus: i32,
        target: u32,
        passed: bool,
    },
    Holds {
        figure: FigureId,
    },
    IntoMelee {
        figure: FigureId,
        named: Hit,
        roll: u32,
        of: u32,
        drawn: Hit,
    },
    Shoots {
        figure: FigureId,
        target: Hit,
        item: Item,
        skill: Marksmanship,
        aimed: bool,
        gap: Mils,
        cover: Cover,
        roll: u32,
        score: i32,
        hit: bool,
    },
    Damage {
        target: Hit,
        item: Item,
        cover: Cover,
        plus: u32,
        minus: u32,
        damage: i32,
        /// Strength left; not said of a stray that stands, as it would tell who it is.
        left: Option<u8>,
    },
    Limb {
        figure: FigureId,
        roll: u32,
    },
    Falls {
        figure: FigureId,
        by: Option<Side>,
    },
    HorseFalls {
        horse: HorseId,
    },
    Structure {
        line: u16,
    },
    Fight {
        members: Vec<FigureId>,
        sides: [Option<Side>; 2],
        capture: [bool; 2],
    },
    Totals {
        sides: [Option<Side>; 2],
        factors: [Vec<Factor>; 2],
        rolls: [u32; 2],
        totals: [i32; 2],
        losses: [u8; 2],
    },
    Loses {
        figure: FigureId,
        points: u8,
        horse: u8,
    },
    Taken {
        figure: FigureId,
        by: Side,
    },
    Held {
        figure: FigureId,
    },
    Draws {
        figure: FigureId,
        item: Option<Item>,
    },
    Mounts {
        figure: FigureId,
        horse: HorseId,
    },
    Dismounts {
        figure: FigureId,
        horse: HorseId,
    },
    PicksUp {
        figure: FigureId,
        token: TokenId,
        kind: TokenKind,
    },
    HandsOver {
        figure: FigureId,
        to: FigureId,
    },
    Drops {
        figure: FigureId,
        token: TokenId,
        kind: TokenKind,
        /// Put down, not let fall.
        chosen: bool,
    },
    Loads {
        figure: FigureId,
        horse: HorseId,
        token: TokenId,
    },
    Unloads {
        figure: FigureId,
        horse: HorseId,
        token: TokenId,
    },
    Finds {
        figure: FigureId,
        search: u8,
        medicine: bool,
    },
    Heals {
        figure: FigureId,
        patient: FigureId,
    },
    Starts {
        machine: u8,
    },
    Reloads {
        figure: FigureId,
    },
    Lamp {
        figure: FigureId,
        on: bool,
    },
    Bonfire {
        figure: FigureId,
        bonfire: u8,
    },
    Smoke {
        at: Point,
        turns: u8,
    },
    SmokeClears {
        at: Point,
    },
    Says {
        figure: FigureId,
        shout: bool,
        text: Option<Arc<str>>,
        effect: Effect,
        heard: Vec<FigureId>,
    },
    Wakes {
        figure: FigureId,
    },
    Secured {
        token: TokenId,
        side: Side,
    },
    HorseSecured {
        horse: HorseId,
        side: Side,
    },
    Stray {
        figure: FigureId,
        sheet: u8,
    },
    Concedes {
        side: Side,
    },
    /// What a side has at the end under one heading, be it nothing.
    Scores {
        side: Side,
        heading: Heading,
        points: i32,
    },
    Ends {
        ending: Ending,
        scores: Vec<i32>,
    },
    HalfTime {
        scores: Vec<i32>,
    },
}
