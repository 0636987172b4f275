//! The position: everything that changes during play.

use crate::action::{Answer, Figures, Stop, Way};
use crate::feature::Works;
use crate::figure::{Figure, Horse, NOBODY, Side, Token};
use crate::fog::Fog;
use crate::point::{Facing, Mils};
use serde::{Deserialize, Serialize};

/// The four phases that are bid for. SV-SEQ-01
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Phase {
    /// Movement.
    Movement,
    /// Firing.
    Firing,
    /// Hand-to-hand combat.
    HandToHand,
    /// Any other events. SV-IP-22
    Other,
}

/// The phases in order.
pub const PHASES: [Phase; 4] = [Phase::Movement, Phase::Firing, Phase::HandToHand, Phase::Other];

impl Phase {
    /// Its name.
    pub fn name(self) -> &'static str {
        match self {
            Phase::Movement => "Movement",
            Phase::Firing => "Firing",
            Phase::HandToHand => "Hand-to-Hand",
            Phase::Other => "Any Other Events",
        }
    }
}

/// What is being decided.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Step {
    /// Sides place their figures.
    Deploy,
    /// Sides share out their initiative points.
    Bid,
    /// The winner of a bid names the order.
    Order(Phase),
    /// Sides take a phase in order.
    Phase(Phase),
    /// Charged figures may fire.
    PreContact,
    /// A charge met somebody unseen and may be turned on him. SV-FOG-06
    Redirect,
    /// A fight waits for statements: capture, improvising.
    State,
    /// A side shares out its losses.
    Allocate,
    /// The umpire may rule.
    Umpire,
    /// A side left alone may stop.
    Stop,
    /// The game is over.
    Over,
}

/// Who entered hand-to-hand with whom, and when. SV-CHG-06
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Contact {
    /// Who entered it.
    pub by: u8,
    /// On whom.
    pub on: u8,
    /// In which turn.
    pub turn: u8,
}

/// A charge that waits for those who may fire first.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Charge {
    /// Who charges.
    pub figure: u8,
    /// Whom.
    pub targets: Figures,
    /// From where.
    pub start: Stop,
    /// Through these points.
    pub way: Way,
    /// Its length.
    pub length: Mils,
    /// Obstacles on it.
    pub obstacles: u8,
    /// Whether it runs.
    pub ran: bool,
    /// Looking where afterwards.
    pub face: Option<Facing>,
    /// Who may still fire.
    pub waiting: Figures,
}

/// A fight that is being resolved.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Melee {
    /// Who takes part.
    pub members: Figures,
    /// The side that formed it, and the other; strays are nobody.
    pub sides: [Side; 2],
    /// Whether each side wants prisoners, once stated.
    pub capture: [Option<bool>; 2],
    /// Unarmed figures that have not said whether they improvise.
    pub unsaid: Figures,
    /// Those that will test.
    pub improvising: Figures,
    /// Totals after dice.
    pub totals: [i32; 2],
    /// Points still to be shared out.
    pub losses: [u8; 2],
    /// Whose losses are being shared out: 0 or 1.
    pub sharing: u8,
}

/// A fight that was fought this turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Fought {
    /// Who took part.
    pub members: Figures,
    /// The side that won.
    pub winner: Side,
    /// The side that lost.
    pub loser: Side,
    /// Whether the winner wanted prisoners.
    pub capture: bool,
}

/// How a game ended. SV-END-04
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Ending {
    /// The last turn was played.
    Limit,
    /// Nobody was left.
    Empty,
    /// A side left alone stopped.
    Stopped,
    /// All sides but one conceded.
    Conceded,
}

impl Ending {
    /// Its id.
    pub fn id(self) -> &'static str {
        match self {
            Ending::Limit => "limit",
            Ending::Empty => "empty",
            Ending::Stopped => "stopped",
            Ending::Conceded => "conceded",
        }
    }
}

/// Everything that changes during play.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Position {
    /// The turn, from 1; 0 while sides deploy.
    pub turn: u8,
    /// 0, or 1 in the second game of a mirror match.
    pub half: u8,
    /// Victory points of the first game of a mirror match, by side of the second.
    pub before: [i32; 4],
    /// What is being decided.
    pub step: Step,
    /// The order of sides in this phase or in deployment.
    pub order: [Side; 4],
    /// Whose place it is in that order.
    pub place: u8,
    /// Sides that are ready, by bit.
    pub ready: u8,
    /// Sides that gave their lamp away, by bit.
    pub lamp_given: u8,
    /// Initiative points of each side this turn.
    pub pools: [u8; 4],
    /// Bids of each side.
    pub bids: [[u8; 4]; 4],
    /// Sides that have bid, by bit.
    pub bid_in: u8,
    /// Bids of the turn before, for the record.
    pub last_bids: [[u8; 4]; 4],
    /// Who holds the initiative in each phase.
    pub initiative: [Side; 4],
    /// Sides that once had five figures in play, by bit.
    pub had_five: u8,
    /// Sides that conceded, by bit.
    pub conceded: u8,
    /// The lone side wishes to play on to the limit.
    pub plays_on: bool,
    /// The figures, strays last.
    pub figures: Vec<Figure>,
    /// Horses.
    pub horses: Vec<Horse>,
    /// Crates, medicines and dropped things.
    pub tokens: Vec<Token>,
    /// Doors, damage and smoke.
    pub works: Works,
    /// Doors that were forced or destroyed.
    pub forced: Vec<bool>,
    /// Lamps that burn.
    pub lamps: Vec<bool>,
    /// Search points: whether each holds a medicine. Hidden.
    pub contents: Vec<bool>,
    /// Search points that were searched with success.
    pub searched: Vec<bool>,
    /// Bonfires that were lit; the turn's end brings the smoke.
    pub lit: Vec<bool>,
    /// Machines that run.
    pub running: Vec<bool>,
    /// Contacts on record.
    pub contacts: Vec<Contact>,
    /// The figure being activated.
    pub active: Option<u8>,
    /// A charge that waits.
    pub charge: Option<Charge>,
    /// A fight that waits.
    pub melee: Option<Melee>,
    /// Fights of this turn, in order.
    pub fights: Vec<Fought>,
    /// Standing answers of each side: capture, improvise.
    pub answers: [[Answer; 2]; 4],
    /// Figures that the umpire tested this turn.
    pub tested: Figures,
    /// How the game ended.
    pub ended: Option<Ending>,
    /// What the sides see of one another; nothing where everybody sees everything.
    pub fog: Option<Box<Fog>>,
}

/// The numbers in a set of figures, in order.
pub fn members(mut set: Figures) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        (set != 0).then(|| {
            let number = set.trailing_zeros() as usize;
            set &= set - 1;
            number
        })
    })
}

impl Position {
    /// The side whose place it is.
    pub fn acting(&self) -> Side {
        self.order.get(self.place as usize).copied().unwrap_or(NOBODY)
    }

    /// Whether a side conceded.
    pub fn has_conceded(&self, side: Side) -> bool {
        side < 8 && self.conceded >> side & 1 == 1
    }

    /// The bases of everything that stands on the table.
    pub fn discs(&self) -> impl Iterator<Item = crate::sight::Disc> + '_ {
        let figures = self.figures.iter().filter(|figure| figure.stands());
        let horses = self.horses.iter().filter(|horse| horse.is_loose());
        figures.map(Figure::disc).chain(horses.map(Horse::disc))
    }
}
