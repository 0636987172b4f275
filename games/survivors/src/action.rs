//! Decisions: what a player would say at the table.

use crate::edition::components::Item;
use crate::geometry::feature::Level;
use crate::geometry::point::{Facing, Mils, Point};
use crate::position::{FigureId, HorseId, Order, Phase, Step, TokenId};
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// The most legs of a path. SV-GEO-16
pub const MOST_LEGS: usize = 16;

/// A point of a path, with its floor.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Serialize, Deserialize,
)]
pub struct Stop {
    /// Where.
    pub at: Point,
    /// On which floor.
    pub level: Level,
}

/// A path: the points that it runs through, the start left out. A path of a single point is a
/// destination; the engine finds the cheapest way there. SV-MOV-20
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(from = "Vec<Stop>", into = "Vec<Stop>")]
pub struct Way {
    stops: [Stop; MOST_LEGS],
    len: u8,
}

impl From<Vec<Stop>> for Way {
    fn from(stops: Vec<Stop>) -> Way {
        let mut way = Way::empty();
        for stop in stops {
            way.push(stop);
        }
        way
    }
}

impl From<Way> for Vec<Stop> {
    fn from(way: Way) -> Vec<Stop> {
        way.stops().to_vec()
    }
}

impl Way {
    /// A destination.
    pub fn to(stop: Stop) -> Way {
        let mut stops = [Stop::default(); MOST_LEGS];
        stops[0] = stop;
        Way { stops, len: 1 }
    }

    /// An empty path, to be filled.
    pub fn empty() -> Way {
        Way { stops: [Stop::default(); MOST_LEGS], len: 0 }
    }

    /// A path through these points; none if there are too many.
    pub fn through(stops: &[Stop]) -> Option<Way> {
        let mut way = Way::empty();
        stops.iter().all(|stop| way.push(*stop)).then_some(way).filter(|way| way.len > 0)
    }

    /// Adds a point; false if there is no room.
    pub fn push(&mut self, stop: Stop) -> bool {
        let room = (usize::from(self.len)) < MOST_LEGS;
        if room {
            self.stops[usize::from(self.len)] = stop;
            self.len += 1;
        }
        room
    }

    /// Makes it run through other points, so many of which fit.
    pub(crate) fn refill(&mut self, stops: impl Iterator<Item = Stop>) {
        self.stops[..usize::from(self.len)].fill(Stop::default());
        self.len = 0;
        for stop in stops {
            self.push(stop);
        }
    }

    /// Its points.
    #[inline]
    pub fn stops(&self) -> &[Stop] {
        &self.stops[..usize::from(self.len)]
    }

    /// Where it ends.
    #[inline]
    pub fn end(&self) -> Stop {
        self.stops().last().copied().unwrap_or_default()
    }
}

/// How a figure goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Gait {
    /// Walks.
    Walk,
    /// Runs: twice as far, and nothing else this turn.
    Run,
}

/// A set of figures by number.
pub type Figures = u64;

/// What is shot at.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Target {
    /// A figure; the rider, if it is mounted. SV-FIR-21
    Figure(FigureId),
    /// A horse, ridden or not.
    Horse(HorseId),
    /// A structure: door, barricade or wall section. SV-STC-04
    Line(u16),
}

/// A thing that is handed over or dropped.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Thing {
    /// Out of the kit.
    Item(Item),
    /// A crate or medicine, by token.
    Token(TokenId),
}

/// An action of a figure in Movement or Any Other Events. Ledger table 4.8
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[allow(missing_docs, reason = "the names are those of the table of actions")]
pub enum Act {
    Draw(Item),
    Stow,
    Mount(HorseId),
    Dismount(Point),
    PickUp(TokenId),
    HandOver { to: FigureId, thing: Thing },
    Load(HorseId),
    Unload(HorseId),
    Open(u16),
    Close(u16),
    Lock(u16),
    Unlock(u16),
    Bar(u16),
    Unbar(u16),
    Force(u16),
    Search(u8),
    Persuade(FigureId),
    Aid(FigureId),
    Machine(u8),
    Reload,
    Lamp(bool),
    LampAt { lamp: u8, on: bool },
    Light(u8),
    Drop(Thing),
}

/// What a message does beside being heard. SV-COM-08
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Effect {
    /// Nothing.
    None,
    /// Wakes friends who hear.
    Alert,
    /// Encourages a civilian.
    Encourage(FigureId),
}

/// A standing answer. SV-PRI-03, SV-HTH-12
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Answer {
    /// Yes, without asking.
    #[default]
    Yes,
    /// No, without asking.
    No,
    /// Ask every time.
    Ask,
}

/// What a standing answer is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Question {
    /// Whether prisoners are wanted.
    Capture,
    /// Whether the unarmed improvise.
    Improvise,
}

/// What an umpire does at the end of a turn. SV-GEN-12
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Ruling {
    /// Calls an Enable Test with a target number from 2 to 6.
    Test {
        /// On whom.
        figure: FigureId,
        /// The number to reach.
        target: u8,
    },
    /// Places smoke.
    Smoke {
        /// Where.
        at: Point,
        /// How wide.
        radius: Mils,
        /// For how many turns.
        turns: u8,
    },
    /// Takes the smoke away that was placed first, second …
    Clear(u8),
}

/// One decision.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum Action {
    /// Places a figure.
    Deploy {
        /// Which.
        figure: FigureId,
        /// Where.
        stop: Stop,
        /// Looking where; towards the centre if left out.
        face: Option<Facing>,
    },
    /// Holds a figure back to enter from a zone.
    Enter {
        /// Which.
        figure: FigureId,
        /// Which zone.
        zone: u8,
    },
    /// Gives a figure the side's free lamp. SV-NGT-09
    GiveLamp(FigureId),
    /// Done with placing.
    Ready,
    /// Shares out initiative points: movement, firing, hand-to-hand, other.
    Bid([u8; 4]),
    /// Names the order of the sides in this phase.
    Order(Order),
    /// Picks the figure to activate.
    Take(FigureId),
    /// Walks, runs, or charges.
    Move {
        /// Which figure.
        figure: FigureId,
        /// How.
        gait: Gait,
        /// Where.
        way: Way,
        /// Whom it charges.
        charge: Figures,
        /// Looking where afterwards.
        face: Option<Facing>,
    },
    /// Breaks off from hand-to-hand.
    BreakOff {
        /// Which figure.
        figure: FigureId,
        /// Where to.
        way: Way,
        /// Looking where afterwards.
        face: Option<Facing>,
    },
    /// Leads a horse.
    Lead {
        /// Who leads.
        figure: FigureId,
        /// Which horse.
        horse: HorseId,
        /// The horse's path.
        way: Way,
    },
    /// Leaves the table.
    Exit(FigureId),
    /// Turns, and is done.
    Face {
        /// Which figure.
        figure: FigureId,
        /// Where to.
        face: Facing,
    },
    /// Is done.
    Done(FigureId),
    /// Takes an action of the table.
    Do {
        /// Which figure.
        figure: FigureId,
        /// What.
        act: Act,
    },
    /// Holds fire against a charger.
    Hold(FigureId),
    /// Fires at a charger.
    Fire {
        /// Who fires.
        figure: FigureId,
        /// With aim.
        aimed: bool,
        /// At the horse rather than the rider.
        horse: bool,
    },
    /// Shoots.
    Shoot {
        /// Who.
        figure: FigureId,
        /// At what.
        target: Target,
        /// With aim.
        aimed: bool,
    },
    /// Forms a fight.
    Fight(Figures),
    /// States whether prisoners are wanted in this fight.
    Capture(bool),
    /// Whether an unarmed figure improvises.
    Improvise {
        /// Who.
        figure: FigureId,
        /// Whether.
        yes: bool,
    },
    /// Takes one point of loss.
    Hurt {
        /// Who.
        figure: FigureId,
        /// On its horse instead.
        horse: bool,
    },
    /// Speaks or shouts.
    Say {
        /// Who.
        figure: FigureId,
        /// Shouts.
        shout: bool,
        /// What, in words; nothing if the effect says it all.
        text: Option<Arc<str>>,
        /// To what effect.
        effect: Effect,
    },
    /// The side is done in this phase.
    End,
    /// Changes a standing answer.
    Stand {
        /// About what.
        question: Question,
        /// To what.
        answer: Answer,
    },
    /// A side left alone stops.
    Stop,
    /// A lone side plays on.
    PlayOn,
    /// Gives up.
    Concede,
    /// The umpire rules.
    Rule(Ruling),
}

impl Action {
    /// Whether it is a decision that is taken in this step.
    pub fn belongs_to(&self, step: Step) -> bool {
        use Phase::{Firing, HandToHand, Movement, Other};
        match self {
            Action::Deploy { .. } | Action::Enter { .. } | Action::GiveLamp(_) | Action::Ready => {
                step == Step::Deploy
            }
            Action::Bid(_) => step == Step::Bid,
            Action::Order(_) => matches!(step, Step::Order(_)),
            Action::Move { .. } | Action::Done(_) => {
                matches!(step, Step::Phase(Movement) | Step::Redirect)
            }
            Action::Take(_) | Action::BreakOff { .. } | Action::Lead { .. } | Action::Exit(_) => {
                step == Step::Phase(Movement)
            }
            Action::Face { .. } => matches!(step, Step::Phase(Movement | Firing)),
            Action::Do { .. } => matches!(step, Step::Phase(Movement | Other)),
            Action::Hold(_) | Action::Fire { .. } => step == Step::PreContact,
            Action::Shoot { .. } => step == Step::Phase(Firing),
            Action::Fight(_) => step == Step::Phase(HandToHand),
            Action::Capture(_) | Action::Improvise { .. } => step == Step::State,
            Action::Hurt { .. } => step == Step::Allocate,
            Action::Say { .. } => step == Step::Phase(Other),
            Action::End => matches!(step, Step::Phase(_) | Step::Umpire),
            Action::Stop | Action::PlayOn => step == Step::Stop,
            Action::Rule(_) => step == Step::Umpire,
            Action::Stand { .. } | Action::Concede => step != Step::Over,
        }
    }
}
