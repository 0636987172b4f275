//! What happens, as told to those who may know.

use crate::action::Target;
use crate::edition::components::Item;
use crate::edition::scenarios::Light;
use crate::geometry::feature::DoorState;
use crate::geometry::point::{Mils, Point};
use crate::geometry::sight::Cover;
use crate::position::{Ending, Phase, Side};
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
    Search,
    Aid,
    Persuade,
    Machine,
    Strict,
    Umpire,
    Improvise,
}

/// A thing shot at.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Hit {
    /// A figure.
    Figure(u8),
    /// A horse.
    Horse(u8),
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
        figure: u8,
        at: Point,
        level: i8,
    },
    HeldBack {
        figure: u8,
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
        figure: u8,
        roll: u32,
    },
    Joins {
        figure: u8,
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
        side: Side,
    },
    Ordered {
        phase: Phase,
        order: Vec<Side>,
    },
    Moves {
        figure: u8,
        ran: bool,
        path: Vec<(Point, i8)>,
        length: Mils,
        obstacles: u8,
    },
    Charges {
        figure: u8,
        targets: Vec<u8>,
    },
    BreaksOff {
        figure: u8,
    },
    Leads {
        figure: u8,
        horse: u8,
    },
    ComesUpon {
        figure: Option<u8>,
        who: u8,
    },
    Sighted {
        figure: u8,
        at: Point,
        level: i8,
    },
    LostFromSight {
        figure: u8,
    },
    Enters {
        figure: u8,
        zone: u8,
    },
    Leaves {
        figure: u8,
    },
    Turns {
        figure: u8,
    },
    Opens {
        figure: u8,
        line: u16,
        state: DoorState,
    },
    Tested {
        figure: u8,
        of: TestFor,
        roll: u32,
        bonus: i32,
        target: u32,
        passed: bool,
    },
    Holds {
        figure: u8,
    },
    Shoots {
        figure: u8,
        target: Hit,
        aimed: bool,
        gap: Mils,
        cover: Cover,
        roll: u32,
        score: i32,
        hit: bool,
    },
    Damage {
        target: Hit,
        plus: u32,
        minus: u32,
        damage: i32,
        left: u8,
    },
    Limb {
        figure: u8,
        roll: u32,
    },
    Falls {
        figure: u8,
        by: Side,
    },
    HorseFalls {
        horse: u8,
    },
    Structure {
        line: u16,
    },
    Fight {
        members: Vec<u8>,
        sides: [Side; 2],
        capture: [bool; 2],
    },
    Totals {
        rolls: [u32; 2],
        totals: [i32; 2],
        losses: [u8; 2],
    },
    Loses {
        figure: u8,
        points: u8,
        horse: u8,
    },
    Taken {
        figure: u8,
        by: Side,
    },
    Held {
        figure: u8,
    },
    Draws {
        figure: u8,
        item: Option<Item>,
    },
    Mounts {
        figure: u8,
        horse: u8,
    },
    Dismounts {
        figure: u8,
        horse: u8,
    },
    PicksUp {
        figure: u8,
        token: u8,
    },
    HandsOver {
        figure: u8,
        to: u8,
    },
    Drops {
        figure: u8,
        token: u8,
    },
    Loads {
        figure: u8,
        horse: u8,
        token: u8,
    },
    Unloads {
        figure: u8,
        horse: u8,
        token: u8,
    },
    Finds {
        figure: u8,
        search: u8,
        medicine: bool,
    },
    Heals {
        figure: u8,
        patient: u8,
    },
    Starts {
        machine: u8,
    },
    Reloads {
        figure: u8,
    },
    Lamp {
        figure: u8,
        on: bool,
    },
    Bonfire {
        figure: u8,
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
        figure: u8,
        shout: bool,
        text: Option<Arc<str>>,
        heard: Vec<u8>,
    },
    Wakes {
        figure: u8,
    },
    Secured {
        token: u8,
        side: Side,
    },
    HorseSecured {
        horse: u8,
        side: Side,
    },
    Stray {
        figure: u8,
        sheet: u8,
    },
    Concedes {
        side: Side,
    },
    Ends {
        ending: Ending,
        scores: Vec<i32>,
    },
    HalfTime {
        scores: Vec<i32>,
    },
}
