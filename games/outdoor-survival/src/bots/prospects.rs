//! What a person at the table sees at a glance: what he is after, how far it is, what a day that
//! ends here or there would leave of him. Everything here follows from what lies open; bots and
//! hints are made from it.

use crate::bots::endurance::{Condition, Endurance};
use crate::bots::itinerary::Itinerary;
use crate::bots::odds::Odds;
use crate::edition::scenarios::RoleId;
use crate::land::{Edges, Hex};
use crate::position::{Fate, Position, Who};
use crate::rules::reach::{Ends, Met, Stop};
use crate::{OutdoorSurvival, Outfit};
use std::sync::OnceLock;
use table::Viewer;
use terrain::Fit;

/// Somebody to keep away from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Foe {
    /// Where he is.
    pub at: Hex,
    /// The points of his next move.
    pub pace: u8,
}

/// What the acting person is after.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Aim {
    /// To leave the board over an open edge, with nobody after him.
    Leave,
    /// To leave the board while these are after him.
    Escape(Vec<Foe>),
    /// To keep away from these.
    Flee(Vec<Foe>),
    /// To come to one of these hexes: where those are whom he seeks, where he could shoot at them,
    /// or the markers that he turns.
    Reach(Vec<Hex>),
}

/// Points that somebody out of sight is thought to make in a day.
const A_DAY: u16 = 4;

/// Hexes of a way farther that it is worth not to go where somebody else will be first.
const CLAIMED: u16 = 5;

/// What every role can expect, worked out when somebody first asks.
pub(crate) struct Outlook(Vec<RoleOutlook>);

#[derive(Default)]
struct RoleOutlook {
    roaming: OnceLock<Roaming>,
    /// What somebody can bear who is on his way off the board.
    leaving: OnceLock<Endurance>,
    /// Ways off over each single edge, and over all that are open to the role.
    ways_off: [OnceLock<Itinerary>; 5],
    /// The odds over each single edge, and over all that are open to the role.
    odds: [OnceLock<Odds>; 5],
}

/// What somebody can bear who goes about, and the way to the next source.
struct Roaming {
    endurance: Endurance,
    to_water: Vec<u16>,
    to_food: Vec<u16>,
}

impl Roaming {
    fn of(set: &Outfit, role: RoleId) -> Roaming {
        let endurance = Endurance::of(set, role, false);
        let to = |which: usize| set.board.way_to(|cell| endurance.sources(cell)[which]);
        let (to_water, to_food) = (to(0), to(1));
        Roaming { endurance, to_water, to_food }
    }
}

impl Outlook {
    pub fn new(roles: usize) -> Outlook {
        Outlook((0..roles).map(|_| RoleOutlook::default()).collect())
    }
}

/// What the acting person can expect.
pub struct Prospects<'a> {
    set: &'a Outfit,
    position: &'a Position,
    role: RoleId,
    /// Edges over which he may leave.
    edges: Edges,
    now: Condition,
}

impl OutdoorSurvival {
    /// What the acting person can expect.
    pub fn prospects<'a>(&'a self, position: &'a Position) -> Prospects<'a> {
        let set = &*self.0;
        let acting = position.acting;
        let role = set.role(acting);
        let alone = set.charges(position, acting).next().is_none();
        let edges = match role.exits_secret.is_empty() {
            _ if role.needs_charge && alone => Edges::NONE,
            true => role.exits,
            false => position.border.into(),
        };
        // The weakest of a party sets its pace.
        let party = set.charges(position, acting).chain([acting]);
        let now = party.fold(Condition::default(), |now, person| {
            let person = &position.persons[person];
            Condition {
                dry: now.dry.max(person.water - 1),
                hungry: now.hungry.max(person.food - 1),
            }
        });
        Prospects { set, position, role: set.part(acting), edges, now }
    }
}

impl<'a> Prospects<'a> {
    fn itinerary(&self) -> Option<&'a Itinerary> {
        let (set, role) = (self.set, self.role);
        let way_off = &set.outlook.0[role.index()].ways_off[self.place_of_edges()];
        (!self.edges.is_empty())
            .then(|| way_off.get_or_init(|| Itinerary::new(set, role, self.edges)))
    }

    /// The odds of somebody who walks alone, and his condition by which to read them.
    fn odds(&self) -> Option<(&'a Odds, Condition)> {
        let (set, role, position) = (self.set, self.role, self.position);
        let odds = &set.outlook.0[role.index()].odds[self.place_of_edges()];
        (!self.edges.is_empty()).then(|| {
            let odds = odds.get_or_init(|| Odds::new(set, position, role, self.edges));
            (odds, odds.as_weak_as(position.actor().level, self.now))
        })
    }

    /// The place of the open edges in lists of each single edge and all of them.
    fn place_of_edges(&self) -> usize {
        let mut edges = self.edges.iter();
        match (edges.next(), edges.next()) {
            (Some(single), None) => single as usize,
            _ => 4,
        }
    }

    fn roaming(&self) -> &'a Roaming {
        let (set, role) = (self.set, self.role);
        set.outlook.0[role.index()].roaming.get_or_init(|| Roaming::of(set, role))
    }

    fn endurance(&self) -> &'a Endurance {
        let (set, role) = (self.set, self.role);
        let escorting = set.scenario.roles[role.index()].needs_charge;
        match self.edges.is_empty() {
            true => &self.roaming().endurance,
            false => set.outlook.0[role.index()]
                .leaving
                .get_or_init(|| Endurance::of(set, role, escorting)),
        }
    }

    /// What the acting person is after.
    pub fn aim(&self) -> Aim {
        let set = self.set;
        let role = self.role;
        let contacts = set.scenario.contacts.iter();
        let pursuers = contacts
            .clone()
            .filter(|contact| contact.b == role && contact.result.is_feared())
            .flat_map(|contact| self.of_role(contact.a))
            .map(|person| Foe { at: self.position.persons[person].at, pace: self.pace_of(person) });
        if !self.edges.is_empty() {
            let pursuers: Vec<Foe> = pursuers.collect();
            return if pursuers.is_empty() { Aim::Leave } else { Aim::Escape(pursuers) };
        }
        let turns_markers =
            set.scenario.markers.as_ref().is_some_and(|markers| markers.turned_by == role);
        if turns_markers {
            return Aim::Reach(self.markers());
        }
        let mut goals = Vec::new();
        for contact in contacts.filter(|contact| contact.a == role) {
            for person in self.of_role(contact.b) {
                let at = self.presumed(person);
                match contact.shooting {
                    true => self.stands_against(at, &mut goals),
                    false => goals.push(at),
                }
            }
        }
        match goals.is_empty() {
            false => Aim::Reach(goals),
            true => Aim::Flee(pursuers.collect()),
        }
    }

    /// The active persons of a role.
    fn of_role(&self, role: RoleId) -> impl Iterator<Item = Who> + use<'a> {
        let (set, position) = (self.set, self.position);
        set.everyone()
            .filter(move |person| set.part(*person) == role)
            .filter(move |person| position.persons[*person].fate == Fate::Active)
    }

    fn pace_of(&self, person: Who) -> u8 {
        self.set.allowance(self.position, person)
    }

    /// Where a person is; or, if that is hidden, how far the cheapest way off would have brought
    /// him since he was last known to be somewhere.
    fn presumed(&self, person: Who) -> Hex {
        let (set, known) = (self.set, &self.position.known);
        let person_at = self.position.persons[person].at;
        let off = &set.way_off[set.part(person).index()];
        let eyes = self.position.actor().seat.map_or(Viewer::Referee, Viewer::Seat);
        if off.is_empty() || !set.conceals(self.position, person, eyes) {
            return person_at;
        }
        let (mut at, mut points) = (known.at, known.turns * A_DAY);
        loop {
            let ways = set.board.ways(at, true).iter();
            let steps = ways.filter_map(|way| Some((way.to()?, u16::from(way.enter))));
            let nearer = steps.filter(|(to, _)| off[to.index()] < off[at.index()]);
            let next = nearer.min_by_key(|(to, enter)| off[to.index()] + enter);
            match next {
                Some((to, enter)) if enter <= points => (at, points) = (to, points - enter),
                _ => return at,
            }
        }
    }

    /// Markers not yet turned, and those left behind.
    fn markers(&self) -> Vec<Hex> {
        let here = self.position.actor().at;
        let persons = self.set.persons(self.position);
        let stranded = persons.iter().filter(|person| person.fate == Fate::Stranded);
        let down = self.position.markers().iter().filter(|marker| !marker.turned);
        let places = down.map(|marker| marker.at).chain(stranded.map(|person| person.at));
        places.filter(|at| *at != here).collect()
    }

    /// Of the markers, the one that is nearest for somebody who leaves to others what they are
    /// nearer to; none if there are no markers to turn.
    pub fn marker_to_turn(&self) -> Option<Hex> {
        let (set, position) = (self.set, self.position);
        let markers = set.scenario.markers.as_ref()?;
        let here = position.actor().at;
        let searching = |person: &Who| {
            *person != position.acting && set.charges(position, *person).next().is_none()
        };
        let others = self.of_role(markers.turned_by).filter(searching);
        let others: Vec<Hex> = others.map(|other| position.persons[other].at).collect();
        self.markers().into_iter().min_by_key(|marker| {
            let way = |from: Hex| set.board.distance(from, *marker);
            let claimed = others.iter().any(|other| way(*other) < way(here));
            way(here) + if claimed { CLAIMED } else { 0 }
        })
    }

    /// The hexes from which a shot at this one is as likely to hit as not.
    fn stands_against(&self, at: Hex, stands: &mut Vec<Hex>) {
        let board = &self.set.board;
        let range = self.set.scenario.shooting.range.len().fit::<u16>().max(1);
        let cells = board.cells();
        stands.extend(cells.filter(|cell| {
            board.distance(*cell, at) <= range
                && self.set.aim(*cell, at).is_some_and(|faces| hits(faces) >= 3)
        }));
    }

    /// Of six, the faces that hit with the shot that is possible now; 0 if there is none.
    pub fn faces_that_hit(&self) -> u8 {
        self.set.target(self.position).map_or(0, |shot| hits(shot.faces))
    }

    /// Finds every hex on which the acting person's move can end from here, and ways off the board
    /// and into one of these goals.
    pub fn ends_of_move(&self, goals: &[Hex], ends: &mut Ends) {
        let endurance = self.endurance();
        let passing = endurance.in_passing(self.set);
        let meets = |cell| {
            let sources = endurance.sources(cell);
            let outpost = self.outpost(cell);
            Met {
                water: passing[0] && (sources[0] || outpost),
                food: passing[1] && (sources[1] || outpost),
                goal: goals.contains(&cell),
            }
        };
        self.set.ends(self.position, self.edges, meets, ends);
    }

    fn outpost(&self, cell: Hex) -> bool {
        self.set.own_outpost(self.position, self.position.acting, cell)
    }

    /// The points of the acting person's move.
    pub fn pace(&self) -> u8 {
        self.pace_of(self.position.acting)
    }

    /// Water and food steps lost, by the weakest of the party.
    pub fn condition(&self) -> Condition {
        self.now
    }

    /// The condition at the end of a day that ends like this.
    pub fn condition_after(&self, stop: &Stop) -> Condition {
        let outpost = self.outpost(stop.at);
        self.endurance().after_travel(self.set, self.now, stop, outpost)
    }

    /// Levels that the acting person could lose, being in this condition, before his part is over.
    pub fn to_spare(&self, condition: Condition) -> u8 {
        self.endurance().to_spare(condition)
    }

    /// Tenths of a day off the board after a day that ends like this, weak days counted more.
    pub fn days_after(&self, stop: &Stop) -> u32 {
        let then = self.condition_after(stop);
        self.itinerary().map_or(0, |itinerary| itinerary.after(stop, then))
    }

    /// The chance to get off the board after a day that ends like this, if nobody is in the way and
    /// every later day is spent as well as can be; where others are about, the sooner counts more.
    pub fn chance_after(&self, stop: &Stop) -> f32 {
        self.odds().map_or(0.0, |(odds, now)| odds.after(self.set, stop, now))
    }

    /// The same for a day that begins as it stands.
    pub fn chance(&self) -> f32 {
        let person = self.position.actor();
        self.odds().map_or(0.0, |(odds, now)| odds.chance(person.at, now, person.stay_days))
    }

    /// Whether that chance is no worse after a day of rest here than after going on.
    pub fn rest_is_best(&self) -> bool {
        let person = self.position.actor();
        self.odds()
            .is_some_and(|(odds, now)| odds.rests(self.set, person.at, now, person.stay_days))
    }

    /// Whether rest here brings the acting person off the board sooner than going on.
    pub fn rest_speeds(&self) -> bool {
        let person = self.position.actor();
        self.itinerary().is_some_and(|itinerary| {
            itinerary.rests(self.set, person.at, self.now, person.stay_days)
        })
    }

    /// Whether a rest here brings back water and food.
    pub fn rest_brings(&self) -> [bool; 2] {
        let here = self.position.actor().at;
        match self.outpost(here) {
            true => [self.now.dry > 0, self.now.hungry > 0],
            false => {
                let [water, food] = self.endurance().sources(here);
                [water && self.now.dry > 0, food && self.now.hungry > 0]
            }
        }
    }

    /// The condition in which somebody who is in this one would come to the next water from here,
    /// and the one in which he would come to the next food.
    pub fn at_next_source(&self, from: Hex, then: Condition) -> [Condition; 2] {
        let roaming = self.roaming();
        let gain = u32::from(roaming.endurance.gain(then).max(1));
        let days =
            |to: &[u16]| (u32::from(to[from.index()].min(200)) * 10).div_ceil(gain).fit::<u8>();
        let (water, food) = (days(&roaming.to_water), days(&roaming.to_food));
        [
            roaming.endurance.worn(then, water.saturating_sub(1), water),
            roaming.endurance.worn(then, food, food.saturating_sub(1)),
        ]
    }
}

/// Of six, the faces of this mask; all of them where no roll is needed.
fn hits(faces: u8) -> u8 {
    if faces == 0 { 6 } else { faces.count_ones().fit::<u8>() }
}
