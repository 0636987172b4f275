//! The position: everything that changes during play.

mod side;
mod words;

pub use side::{Order, Side};
pub use words::{Cheer, Ears, Encouraged, Said, Spoke, Waking};

use crate::action::{Answer, Figures, Stop, Way};
use crate::edition::components::{Item, Sheet};
use crate::geometry::feature::{Level, Works};
use crate::geometry::point::{Facing, Mils, Point};
use crate::geometry::sight::Disc;
use serde::{Deserialize, Serialize};
use std::ops::{Index, IndexMut};
use table::Fit;

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
    /// Its place in [`PHASES`].
    #[inline]
    pub fn index(self) -> usize {
        self as usize
    }

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
    pub by: FigureId,
    /// On whom.
    pub on: FigureId,
    /// In which turn.
    pub turn: u8,
}

/// A charge that waits for those who may fire first.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Charge {
    /// Who charges.
    pub figure: FigureId,
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
    #[serde(with = "side::or_nobody")]
    pub sides: [Option<Side>; 2],
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
    #[serde(with = "side::or_nobody")]
    pub winner: Option<Side>,
    /// The side that lost.
    #[serde(with = "side::or_nobody")]
    pub loser: Option<Side>,
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
    pub order: Order,
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
    #[serde(with = "side::or_nobody")]
    pub initiative: [Option<Side>; 4],
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
    pub active: Option<FigureId>,
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
pub fn members(set: Figures) -> impl Iterator<Item = FigureId> {
    bits(set).map(FigureId::new)
}

/// The places of the bits in a set, in order.
pub fn bits(mut set: u64) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        (set != 0).then(|| {
            let number = set.trailing_zeros() as usize;
            set &= set - 1;
            number
        })
    })
}

/// For each kind of thing on the table, its number among its kind, and what that number finds.
macro_rules! ids {
    ($($(#[$doc:meta])* $name:ident finds $thing:ident;)+) => {$(
        $(#[$doc])*
        #[derive(
            Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize,
        )]
        #[serde(transparent)]
        pub struct $name(u8);

        impl $name {
            /// The thing at this place of its list.
            #[inline]
            pub fn new(index: usize) -> $name {
                $name(index.fit())
            }

            /// Its place in its list.
            #[inline]
            pub fn index(self) -> usize {
                usize::from(self.0)
            }
        }

        impl Index<$name> for Vec<$thing> {
            type Output = $thing;

            #[inline]
            fn index(&self, id: $name) -> &$thing {
                &self[id.index()]
            }
        }

        impl IndexMut<$name> for Vec<$thing> {
            #[inline]
            fn index_mut(&mut self, id: $name) -> &mut $thing {
                &mut self[id.index()]
            }
        }
    )+};
}

ids! {
    /// A figure, by its number.
    FigureId finds Figure;
    /// A horse, by its number.
    HorseId finds Horse;
    /// A crate, medicine or dropped thing, by its number.
    TokenId finds Token;
}

impl FigureId {
    /// The set of it alone; empty for a number that no figure has.
    #[inline]
    pub fn bit(self) -> Figures {
        Figures::checked_shl(1, u32::from(self.0)).unwrap_or(0)
    }

    /// Whether it is in a set.
    #[inline]
    pub fn is_in(self, set: Figures) -> bool {
        set & self.bit() != 0
    }
}

impl Position {
    /// The numbers of all figures.
    #[inline]
    pub fn ids(&self) -> impl DoubleEndedIterator<Item = FigureId> + Clone + use<> {
        (0..self.figures.len()).map(FigureId::new)
    }

    /// All figures with their numbers.
    #[inline]
    pub fn everybody(&self) -> impl Iterator<Item = (FigureId, &Figure)> + Clone {
        self.figures.iter().enumerate().map(|(number, figure)| (FigureId::new(number), figure))
    }

    /// All horses with their numbers.
    #[inline]
    pub fn stable(&self) -> impl Iterator<Item = (HorseId, &Horse)> + Clone {
        self.horses.iter().enumerate().map(|(number, horse)| (HorseId::new(number), horse))
    }

    /// Whether two positions differ at most in initiative points and in what search points hold: in
    /// nothing that matters to whoever moves now.
    pub(crate) fn is_alike_in_the_open(&self, other: &Position) -> bool {
        let Position {
            turn,
            half,
            before,
            step,
            order,
            place,
            ready,
            lamp_given,
            pools: _,
            bids: _,
            bid_in: _,
            last_bids: _,
            initiative: _,
            had_five,
            conceded,
            plays_on,
            figures,
            horses,
            tokens,
            works,
            forced,
            lamps,
            contents: _,
            searched,
            lit,
            running,
            contacts,
            active,
            charge,
            melee,
            fights,
            answers,
            tested,
            ended,
            fog,
        } = self;
        (turn, half, before, step, order, place)
            == (&other.turn, &other.half, &other.before, &other.step, &other.order, &other.place)
            && (active, figures, horses, tokens)
                == (&other.active, &other.figures, &other.horses, &other.tokens)
            && (works, forced, lamps, searched, lit, running)
                == (
                    &other.works,
                    &other.forced,
                    &other.lamps,
                    &other.searched,
                    &other.lit,
                    &other.running,
                )
            && (contacts, charge, melee, fights, answers)
                == (&other.contacts, &other.charge, &other.melee, &other.fights, &other.answers)
            && (ready, lamp_given, had_five, conceded, plays_on, tested, ended, fog)
                == (
                    &other.ready,
                    &other.lamp_given,
                    &other.had_five,
                    &other.conceded,
                    &other.plays_on,
                    &other.tested,
                    &other.ended,
                    &other.fog,
                )
    }

    /// The side whose place it is, while any has still to act.
    pub fn acting(&self) -> Option<Side> {
        self.order.get(self.place)
    }

    /// Whether a side conceded.
    pub fn has_conceded(&self, side: Side) -> bool {
        side.is_in(self.conceded)
    }

    /// The bases of everything that stands on the table.
    pub fn discs(&self) -> impl Iterator<Item = Disc> + '_ {
        let figures = self.figures.iter().filter(|figure| figure.stands());
        let horses = self.horses.iter().filter(|horse| horse.is_loose());
        figures.map(Figure::disc).chain(horses.map(Horse::disc))
    }
}

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

/// A figure on the table. SV-GEN-01
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Figure {
    /// The sheet it has: its own number, or for a stray the sheet that the shuffle gave it.
    pub sheet: u8,
    /// Whose it is now.
    #[serde(with = "side::or_nobody")]
    pub side: Option<Side>,
    /// Whose it was at first.
    #[serde(with = "side::or_nobody")]
    pub first_side: Option<Side>,
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
    pub mount: Option<HorseId>,
    /// What it carries, at most three things. SV-CHR-20
    pub kit: [Option<Item>; 3],
    /// Which of them is in hand.
    pub in_hand: Option<u8>,
    /// Which of them are loaded, by bit.
    pub loaded: u8,
    /// Whether its lamp burns.
    pub lamp_lit: bool,
    /// The crate it carries.
    pub carrying: Option<TokenId>,
    /// Awake. SV-ALT-01
    pub alert: bool,
    /// It saw or heard what will wake it at the end of the phase.
    pub waking: Waking,
    /// A sentry, which turns while it is not alert. SV-ALT-04
    pub sentry: bool,
    /// Disabled limbs.
    pub limbs: Limbs,
    /// First aid has helped it this episode. SV-AOE-07
    pub aided: bool,
    /// Encouraged: +1 on its stuck-in test. SV-COM-08
    pub encouraged: Encouraged,
    /// The side that a stray will join. SV-AOE-08
    #[serde(with = "side::or_nobody")]
    pub joining: Option<Side>,
    /// Sides that a stray will not listen to, by bit. SV-STR-05
    pub wary: u8,
    /// Sides that tried to persuade it this turn, by bit.
    pub asked: u8,
    /// The side that put it out.
    #[serde(with = "side::or_nobody")]
    pub out_by: Option<Side>,
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
    pub spoke: Spoke,
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

/// The radius of a base on foot. SV-GEO-05
pub const FOOT: Mils = 500;
/// The radius of a horse, ridden or not.
pub const HORSE: Mils = 750;

impl Figure {
    /// A figure of this sheet, not yet placed, with its kit in order. SV-SET-08, SV-FIR-12
    pub fn new(number: u8, side: Option<Side>, sheet: &Sheet) -> Figure {
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
            waking: Waking::No,
            sentry: false,
            limbs: Limbs::default(),
            aided: false,
            encouraged: Encouraged::No,
            joining: None,
            wary: 0,
            asked: 0,
            out_by: None,
            used: 0,
            moved: 0,
            obstacles: 0,
            base: 0,
            activated: false,
            has_moved: false,
            began: (Point::default(), 0),
            ran: false,
            fired: false,
            spoke: Spoke::No,
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
        self.kit[usize::from(self.in_hand?) % 3]
    }

    /// Whether a slot of its kit is loaded.
    pub fn is_loaded(&self, slot: u8) -> bool {
        self.loaded >> slot & 1 == 1
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
        self.spoke = Spoke::No;
        self.fought = false;
        self.shirked = false;
        self.stuck_in = false;
        self.turned = false;
        self.asked = 0;
        self.encouraged = self.encouraged.next();
    }
}

/// A horse, ridden or not.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Horse {
    /// Strength now. SV-HRS-01
    pub strength: u8,
    /// Where it stands.
    pub at: Point,
    /// Its rider.
    pub rider: Option<FigureId>,
    /// A pack horse: carries crates, never a rider. SV-HRS-10
    pub pack: bool,
    /// Crates on it.
    pub crates: [Option<TokenId>; 2],
    /// What became of it.
    pub fate: HorseFate,
    /// Who handled it last.
    #[serde(with = "side::or_nobody")]
    pub side: Option<Side>,
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
    /// A fresh horse without a rider. SV-HRS-01
    pub fn new(at: Point, pack: bool) -> Horse {
        Horse {
            strength: 4,
            at,
            rider: None,
            pack,
            crates: [None; 2],
            fate: HorseFate::Standing,
            side: None,
            has_moved: false,
        }
    }

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
        by: FigureId,
    },
    /// On a pack horse.
    Packed {
        /// Which.
        on: HorseId,
    },
    /// Off the table, to the good of a side.
    Secured {
        /// Which.
        side: Side,
    },
    /// In a kit again.
    Gone,
}

/// What the sides see of one another.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Fog {
    /// Enemies that each side sees now.
    pub seen: [Figures; 4],
    /// Enemies that gave themselves away to each side, until the turn ends. SV-FOG-03, SV-FOG-05
    pub shown: [Figures; 4],
    /// The turn that `shown` belongs to.
    pub turn: u8,
    /// What each side remembers of each figure, side by side.
    pub memory: Vec<Option<Memory>>,
    /// A charge that met somebody unseen and may be turned on him. SV-FOG-06
    pub halted: Option<Halted>,
}

impl Fog {
    pub(crate) fn new(figures: usize, sides: usize) -> Fog {
        Fog {
            seen: [0; 4],
            shown: [0; 4],
            turn: 0,
            memory: vec![None; figures * sides],
            halted: None,
        }
    }
}

/// A figure as a side last saw it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Memory {
    /// When.
    pub turn: u8,
    /// How it was.
    pub figure: Figure,
}

/// A charge that was halted by somebody unseen.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Halted {
    /// The charge at him.
    pub charge: Charge,
    /// The path if it halts instead.
    pub way: Way,
}
