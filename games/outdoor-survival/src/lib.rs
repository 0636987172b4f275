//! Outdoor Survival: alone, racing, searching or hunting in the wilderness, one day a turn.
//!
//! The position and the order of play are here; each chapter of the rules has a file of its own.
//! Rule ids (`OS-MOVE-05`) are those of `RULES.md`.

mod ahead;
mod automated;
pub mod bots;
mod charts;
mod contact;
mod contract;
mod direction;
mod edition;
mod encounters;
mod ending;
mod endurance;
mod given;
mod hidden;
mod itinerary;
mod judge;
mod life;
mod mapmaker;
pub mod measures;
mod movement;
mod needs;
mod notation;
mod odds;
mod order;
mod party;
mod prospects;
mod reach;
mod scenario;
mod scenario_file;
mod setting_up;
mod sheets;
mod shown;
mod stage;
mod story;
mod survey;
mod telling;
mod trails;
mod view;
mod wilderness;

pub use charts::{Column, Start, Terrain};
pub use endurance::Condition;
pub use given::Given;
pub use mapmaker::make_map;
pub use prospects::{Aim, Foe, Prospects};
pub use reach::{Ends, Stop};
pub use story::{Cause, Compass, Event, HexName};
pub use survey::{check_map, house_checks};
pub use view::{MarkerView, OutpostView, PersonView, RolledView, View};
pub use wilderness::{Edge, Hex, VICINITY, Way, Wilderness};

use edition::Switches;
use scenario::{LEVELS, PERSONS, Scenario};
use serde::{Deserialize, Serialize};
use std::sync::Arc;
use table::{Dice, Log, Setup};
use terrain::Side;

/// The most markers on the board.
pub(crate) const MARKERS: usize = 12;
/// The most outposts on the board.
pub(crate) const OUTPOSTS: usize = 12;
/// Days of which a hidden person's place is remembered.
pub(crate) const TRACKS: usize = 8;
/// The most hexes of one move, the first included.
pub(crate) const PATH: usize = scenario::MOST_POINTS as usize + 1;
/// No person, no seat, no hex.
pub(crate) const NONE: u8 = u8::MAX;
/// No heading yet.
pub(crate) const NO_HEADING: u8 = 6;
/// Stay days before the first day's end (OS-SET-10).
pub(crate) const NEW_HERE: u8 = u8::MAX;

/// Outdoor Survival as set up: scenario, board, switches and cast.
#[derive(Clone)]
pub struct OutdoorSurvival(pub(crate) Arc<Outfit>);

/// What lies on the table before play and never changes.
#[derive(Clone)]
pub(crate) struct Outfit {
    pub setup: Setup,
    pub scenario: Arc<Scenario>,
    pub switches: Switches,
    pub board: Arc<Wilderness>,
    /// The role of each person.
    pub cast: Vec<u8>,
    /// For each person a number of those who win and lose together and share outposts.
    pub sides: Vec<u8>,
    /// Cheapest way off from every hex, for each role with exits.
    pub way_off: Arc<Vec<Vec<u16>>>,
    pub outlook: Arc<prospects::Outlook>,
    pub ground: Arc<::stage::Ground>,
}

/// One decision, as a person would say it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Action {
    /// Start on this base.
    Base(u8),
    /// Place an outpost on this hex.
    Outpost(u16),
    /// Make secretly for this edge.
    Border(Edge),
    /// Let this person (counted from 0) act next.
    Person(u8),
    /// Rest today.
    Stay,
    /// Roll for direction.
    Roll,
    /// Step through this side.
    Step(Side),
    /// End the move.
    Stop,
    /// Shoot.
    Shoot,
    /// Take the encounter of this column.
    Column(Column),
    /// Give this person up.
    Resign,
}

/// What a person's part in the game has come to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Fate {
    /// In play.
    Active,
    /// Not yet found, under some marker.
    Missing,
    /// Walking or carried with a rescuer.
    Escorted,
    /// Left behind face up, waiting for another rescuer.
    Stranded,
    /// Off the board over an edge that counts.
    Left,
    /// Out of the game.
    Out,
    /// Found.
    Found,
    /// Captured.
    Captured,
    /// Hit by a hunter.
    Hit,
}

/// A person: any moving piece.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Person {
    pub(crate) seat: u8,
    pub(crate) fate: Fate,
    pub(crate) cause: Cause,
    pub(crate) at: u16,
    /// Life Level, 0 for A.
    pub(crate) level: u8,
    /// Best level possible, 0 for A (OS-PEAK-02).
    pub(crate) peak: u8,
    pub(crate) water: u8,
    pub(crate) food: u8,
    /// Entered this hex at the trail rate (OS-TRAIL-17).
    pub(crate) rate: bool,
    pub(crate) stay_days: u8,
    /// The rescuer whom this person is with; who found, captured or hit him.
    pub(crate) escort: u8,
    /// Edges over which this person left.
    pub(crate) edges: u8,
    /// The day on which this person's part ended.
    pub(crate) ended: u16,
    /// The column and row farthest towards the goal.
    pub(crate) far: (u8, u8),
    /// The last day on which water and food were met, for those who share.
    pub(crate) met: [u16; 2],
    pub(crate) tally: Tally,
}

/// What is told of a person on the final sheet.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Tally {
    pub walked: u16,
    pub rested: u8,
    pub dry: u8,
    pub hungry: u8,
    pub encounters: u8,
    pub effect: [i8; 3],
}

/// The move of the person whose turn it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Journey {
    pub allowance: u8,
    pub points: u8,
    /// The Direction Ability die; 0 before the roll.
    pub die: u8,
    pub start: Start,
    pub turns: u8,
    pub may_stay: bool,
    /// The Random Direction; [`NO_HEADING`] if none was rolled.
    pub way: u8,
    /// The straight run in the random direction would cross the board's edge (OS-EDGE-06).
    pub off_board: bool,
    pub heading: u8,
    /// Arrived here through a side that the trail pierces.
    pub along: bool,
    pub shot: bool,
    /// Hexes of this move, the first included.
    pub steps: u8,
    #[serde(with = "path")]
    pub path: [u16; PATH],
    /// Sides of each of them that a friendly die decided against the walker.
    #[serde(with = "path")]
    pub doubts: [u8; PATH],
}

/// Paths are written as long as they are, for they are mostly short.
mod path {
    use serde::{Deserialize, Deserializer, Serialize, Serializer};

    pub fn serialize<T: Serialize + Copy + PartialEq + Default, S: Serializer, const N: usize>(
        path: &[T; N],
        serializer: S,
    ) -> Result<S::Ok, S::Error> {
        let used = N - path.iter().rev().take_while(|e| **e == T::default()).count();
        path[..used].serialize(serializer)
    }

    pub fn deserialize<'de, T, D: Deserializer<'de>, const N: usize>(
        deserializer: D,
    ) -> Result<[T; N], D::Error>
    where
        T: Deserialize<'de> + Copy + Default,
    {
        let used = Vec::<T>::deserialize(deserializer)?;
        let mut path = [T::default(); N];
        path.iter_mut().zip(used).for_each(|(e, used)| *e = used);
        Ok(path)
    }
}

impl Journey {
    pub const NONE: Journey = Journey {
        allowance: 0,
        points: 0,
        die: 0,
        start: Start::Choice,
        turns: 0,
        may_stay: false,
        way: NO_HEADING,
        off_board: false,
        heading: NO_HEADING,
        along: false,
        shot: false,
        steps: 0,
        path: [0; PATH],
        doubts: [0; PATH],
    };

    /// The hexes entered in this move.
    pub fn entered(&self) -> &[u16] {
        &self.path[1..=self.steps as usize]
    }

    /// The hexes of this move, the first included.
    pub fn hexes(&self) -> &[u16] {
        &self.path[..=self.steps as usize]
    }
}

/// A marker, face down until somebody enters its hex.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Marker {
    pub at: u16,
    /// Whether a missing person lies under it.
    pub person: bool,
    pub turned: bool,
}

/// An outpost and whom it serves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Outpost {
    pub at: u16,
    pub side: u8,
}

/// Where the game stands between two decisions, and what comes next.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) enum Phase {
    /// The set-up decision of this number.
    SetUp(u8),
    Dawn,
    NextPerson,
    /// A player picks which of his persons acts.
    Pick,
    Begin,
    Decide,
    Move,
    /// The move is over and a shot is possible (option `shoot_at_end`).
    Aim,
    Needs,
    Encounter,
    Column,
    End,
    Dusk,
    Over,
}

/// What the pursuers know of a hidden person.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Known {
    pub shown: bool,
    pub at: u16,
    /// The hidden person's turns since he was there.
    pub turns: u16,
    pub level: u8,
    pub water: u8,
    pub food: u8,
    /// Where he began each of the last days, the newest first.
    pub trail: [u16; TRACKS],
}

/// How the game ended: by which win condition ([`NONE`]: none), and by whose deed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Verdict {
    pub win: u8,
    pub doer: u8,
    pub last_day: bool,
}

/// Everything that changes during play.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Position {
    pub(crate) day: u16,
    pub(crate) phase: Phase,
    /// Place in the day's sequence.
    pub(crate) slot: u8,
    pub(crate) acting: u8,
    /// Persons who had their turn today, as bits.
    pub(crate) acted: u8,
    /// Seats in order of play.
    pub(crate) order: [u8; 4],
    /// Persons in the order in which they act.
    pub(crate) sequence: [u8; PERSONS],
    pub(crate) persons: [Person; PERSONS],
    pub(crate) journey: Journey,
    pub(crate) markers: [Marker; MARKERS],
    pub(crate) marker_count: u8,
    pub(crate) outposts: [Outpost; OUTPOSTS],
    pub(crate) outpost_count: u8,
    /// The edge that was named in secret, as a bit; 0 if none.
    pub(crate) border: u8,
    pub(crate) known: Known,
    pub(crate) verdict: Option<Verdict>,
}

impl Position {
    /// The day, counted from 1.
    pub fn day(&self) -> u16 {
        self.day
    }

    /// The person whose turn it is, counted from 0.
    pub fn acting(&self) -> usize {
        self.acting as usize
    }

    /// A person, counted from 0.
    pub fn person(&self, index: usize) -> &Person {
        &self.persons[index]
    }

    pub(crate) fn actor(&self) -> &Person {
        &self.persons[self.acting as usize]
    }

    pub(crate) fn markers(&self) -> &[Marker] {
        &self.markers[..self.marker_count as usize]
    }

    pub(crate) fn outposts(&self) -> &[Outpost] {
        &self.outposts[..self.outpost_count as usize]
    }
}

impl Person {
    /// The hex, as an index into the board.
    pub fn at(&self) -> u16 {
        self.at
    }

    pub(crate) fn walks_with(&self, leader: u8) -> bool {
        self.fate == Fate::Escorted && self.escort == leader
    }

    /// The Life Level, 0 for A.
    pub fn level(&self) -> u8 {
        self.level
    }

    /// Water and Food blocks, counted from 1.
    pub fn blocks(&self) -> (u8, u8) {
        (self.water, self.food)
    }

    /// What has become of the person.
    pub fn fate(&self) -> Fate {
        self.fate
    }

    /// Why the person is out of the game.
    pub fn cause(&self) -> Cause {
        self.cause
    }
}

/// The letter of a Life Level.
pub(crate) fn letter(level: u8) -> char {
    (b'A' + level.min(LEVELS as u8 - 1)) as char
}

/// One stretch of play: the game, the position, the dice and the story.
pub(crate) struct Play<'a> {
    pub set: &'a Outfit,
    pub p: &'a mut Position,
    pub dice: &'a mut Dice,
    pub log: &'a mut Log<Event>,
}

impl Play<'_> {
    /// Goes on until somebody must decide or the game is over.
    pub fn run(&mut self) {
        loop {
            match self.p.phase {
                Phase::SetUp(step) => {
                    if self.next_setup_step(step) {
                        return;
                    }
                }
                Phase::Dawn => self.dawn(),
                Phase::NextPerson => self.next_person(),
                Phase::Begin => self.begin_turn(),
                Phase::Needs => self.needs_step(),
                Phase::Encounter => self.encounter_step(),
                Phase::End => self.end_turn(),
                Phase::Dusk => self.dusk(),
                Phase::Pick
                | Phase::Decide
                | Phase::Move
                | Phase::Aim
                | Phase::Column
                | Phase::Over => return,
            }
        }
    }

    /// A day begins (OS-GEN-01).
    fn dawn(&mut self) {
        self.p.day += 1;
        self.p.slot = 0;
        self.p.acted = 0;
        self.log.tell(Event::Day { day: self.p.day });
        self.p.phase = Phase::NextPerson;
        self.contact_at_dawn();
    }

    /// The next person in order (OS-SEQ-02, OS-ORD-04, OS-ORD-07).
    fn next_person(&mut self) {
        let Some(next) = self.due() else {
            self.p.phase = Phase::Dusk;
            return;
        };
        let seat = self.p.persons[next as usize].seat;
        let mine = |p: &Position, person: u8| {
            let other = &p.persons[person as usize];
            other.seat == seat && self.set.takes_turn(p, person)
        };
        let several = (0..self.set.cast.len() as u8).filter(|i| mine(self.p, *i)).count() > 1;
        self.p.acting = next;
        self.p.phase = if self.set.switches.own_order && seat != NONE && several {
            Phase::Pick
        } else {
            Phase::Begin
        };
    }

    /// The first person of the day's sequence who has yet to act.
    fn due(&self) -> Option<u8> {
        let count = self.set.cast.len();
        self.p.sequence[..count].iter().copied().find(|person| self.set.takes_turn(self.p, *person))
    }

    /// T1: the allowance is read; who has none is not asked (OS-SEQ-09, OS-MOVE-04).
    fn begin_turn(&mut self) {
        let acting = self.p.acting;
        self.p.acted |= 1 << acting;
        self.begin_hidden_turn();
        let allowance = self.set.allowance(self.p, acting);
        let at = self.p.actor().at;
        self.p.journey = Journey { allowance, points: allowance, ..Journey::NONE };
        self.p.journey.path[0] = at;
        if !self.set.switches.flag_overnight {
            self.p.persons[acting as usize].rate = false;
        }
        self.tell(Event::Turn {
            person: acting + 1,
            level: letter(self.p.actor().level),
            allowance,
        });
        let role = self.set.role(acting);
        if allowance == 0 {
            self.tell(Event::TooWeak { person: acting + 1 });
            self.did_not_move();
        } else if self.p.actor().seat == NONE {
            self.automated_turn();
        } else if role.must_roll {
            // OS-BEAST-06: not asked
            self.roll();
        } else {
            self.p.phase = Phase::Decide;
        }
    }

    /// The day's needs come next, without a move (OS-SEQ-06, OS-REC-04).
    pub fn did_not_move(&mut self) {
        let person = &mut self.p.persons[self.p.acting as usize];
        person.stay_days = match person.stay_days {
            NEW_HERE => 0,
            days => days.saturating_add(1).min(NEW_HERE - 1),
        };
        person.tally.rested = person.tally.rested.saturating_add(1);
        self.p.phase = Phase::Needs;
    }

    /// T8: immobility and quitting (OS-LIFE-09, OS-BEAST-17), sightings, the scenario's tests.
    fn end_turn(&mut self) {
        let acting = self.p.acting;
        let role = self.set.role(acting);
        if self.p.actor().fate == Fate::Active && role.tracks {
            if role.quit_level.is_some_and(|quit| self.p.actor().level >= quit) {
                self.put_out(acting, Cause::GaveUp);
            } else if role.immobile_out && self.set.allowance(self.p, acting) == 0 {
                self.put_out(acting, Cause::Immobile);
            }
        }
        self.p.journey = Journey::NONE;
        self.p.phase = Phase::NextPerson;
        self.judge_turn();
        self.end_hidden_turn();
    }

    /// The day ends: conditions that wait for it, and the day limit.
    fn dusk(&mut self) {
        self.p.phase = Phase::Dawn;
        self.judge_day();
    }

    /// Tells everybody who may know what this person does.
    pub fn tell(&mut self, event: Event) {
        self.tell_of(self.p.acting, event);
    }
}

/// What the game brings to a shelf beside its rules: players, what is counted, and map tools.
pub fn entry() -> arena::Entry<OutdoorSurvival, bots::Scout, measures::Counted> {
    let about = "knows the way and the water, and walks like a sensible beginner";
    let maps = table::MapTools {
        terrains: &["clear", "woods", "desert", "mountain", "swamp"],
        check: check_map,
        house: house_checks,
        make: Some(make_map),
        look: ::stage::hexmap::MapLook::default,
    };
    arena::Entry::new()
        .bot("greedy", about, || Box::new(bots::Greedy))
        .counsel()
        .measures()
        .maps(maps)
}
