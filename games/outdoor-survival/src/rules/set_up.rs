//! Setting up: order of play, who runs whom, places, markers, and the decisions before day 1.

use crate::Outfit;
use crate::action::Action;
use crate::edition::reading::drawable;
use crate::edition::scenarios::{Begin, Outposts, PERSONS};
use crate::event::{Cause, Event};
use crate::land::{Edges, Hex};
use crate::position::{
    Fate, Journey, Known, MARKERS, Marker, OUTPOSTS, Outpost, Person, Persons, Phase, Position,
    TRACKS, Tally, Team, Who,
};
use crate::refusal::Refusal;
use crate::rules::{Play, Ruling};
use table::{Audience, Dice, Fit, Log, Offers, Seat, pick_offered};
use terrain::Side;

/// A decision before day 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum SetUp {
    /// OS-VAR-02: name an edge in secret.
    Border,
    /// OS-SRCH-04
    Base,
    /// OS-SRCH-05, OS-PURA-04
    Outpost,
}

/// While the table is set up, `ended` notes who has chosen his base.
pub(crate) const CHOSEN: u16 = u16::MAX;

/// What `far` holds before a person has been placed: no hex has this column and row.
const UNPLACED: (u8, u8) = (0, 0);

/// The first position: order of play, places, markers, outposts, and then the first question.
pub(crate) fn start(set: &Outfit, dice: &mut Dice, log: &mut Log<Event>) -> Position {
    let mut p = set.blank();
    let mut play = Play { set, p: &mut p, dice, log };
    play.order_of_play();
    set.seat_persons(play.p);
    play.place_persons();
    play.lay_markers();
    play.fixed_outposts();
    play.run();
    p
}

impl Outfit {
    /// The position before anything is rolled.
    fn blank(&self) -> Position {
        let person = Person {
            seat: None,
            fate: Fate::Out,
            cause: Cause::None,
            at: Hex(0),
            level: 0,
            peak: 0,
            water: 1,
            food: 1,
            rate: false,
            stay_days: None,
            escort: None,
            edges: Edges::NONE,
            ended: 0,
            far: UNPLACED,
            met: [0; 2],
            tally: Tally::default(),
        };
        let mut persons = [person; PERSONS];
        for (person, role) in persons.iter_mut().zip(&self.cast) {
            let role = &self.scenario.roles[role.index()];
            // OS-SET-03, OS-SET-04, OS-SET-05
            person.level = role.level;
            person.water = role.water;
            person.food = role.food;
            person.fate = match role.begin {
                Begin::Nowhere => Fate::Missing,
                _ => Fate::Active,
            };
        }
        Position {
            day: 0,
            phase: Phase::SetUp(0),
            slot: 0,
            acting: Who(0),
            acted: 0,
            order: [0, 1, 2, 3].map(Seat),
            sequence: [Who(0); PERSONS],
            persons: Persons(persons),
            journey: Journey::NONE,
            markers: [Marker { at: Hex(0), person: false, turned: true }; MARKERS],
            marker_count: 0,
            outposts: [Outpost { at: Hex(0), side: Team(0) }; OUTPOSTS],
            outpost_count: 0,
            border: None,
            known: Known {
                shown: true,
                at: Hex(0),
                turns: 0,
                level: 0,
                water: 1,
                food: 1,
                trail: [Hex(0); TRACKS],
            },
            verdict: None,
        }
    }
}

impl Play<'_> {
    /// Places that the scenario fixes or the dice give (OS-SET-02).
    fn place_persons(&mut self) {
        let set = self.set;
        for (id, role) in set.roles() {
            let place = self.common_place(&role.begin);
            let members = set.everyone().filter(|who| set.part(*who) == id);
            for (number, who) in members.enumerate() {
                let place = match &role.begin {
                    Begin::Each(places) => places.get(number).copied(),
                    _ => place,
                };
                if let Some(cell) = place {
                    self.place(who, cell);
                }
            }
        }
    }

    /// The one hex on which all persons of a role begin, if they do.
    fn common_place(&mut self, begin: &Begin) -> Option<Hex> {
        let set = self.set;
        match begin {
            Begin::At(cell) => Some(*cell),
            Begin::Offset { from, distance, side } => {
                let rolled = || Side(self.dice.roll("start", 6).fit::<u8>() - 1);
                Some(set.offset(*from, *distance, side.unwrap_or_else(rolled)))
            }
            Begin::Draw { columns, rows, .. } => {
                let mut draw = |lines: &(u8, u8)| {
                    let lot = self.dice.roll("start", u32::from(lines.1 - lines.0) + 1);
                    i32::from(lines.0) + lot.fit::<i32>() - 2
                };
                // A hex that fits exists: the scenario was checked. The limit is for loaded dice.
                for _ in 0..10_000 {
                    let (column, row) = (draw(columns), draw(rows));
                    let cell = set.board.map.grid.at(column, row).map(Hex::of);
                    if let Some(cell) = cell.filter(|cell| drawable(&set.board, begin, *cell)) {
                        return Some(cell);
                    }
                }
                set.board.cells().find(|cell| drawable(&set.board, begin, *cell))
            }
            Begin::Each(_) | Begin::Choose { .. } | Begin::Nowhere => None,
        }
    }

    fn place(&mut self, person: Who, cell: Hex) {
        let set = self.set;
        self.p.persons[person].at = cell;
        self.p.persons[person].far = set.board.place(cell);
        let role = set.part(person).index();
        let way_off = set.way_off[role].get(cell.index()).copied();
        self.log.tell(Event::Placed {
            person: person.number(),
            hex: set.hex_name(cell),
            way_off: way_off.filter(|points| *points < u16::MAX && !set.role(person).needs_charge),
        });
        self.know_hidden(person);
    }

    /// The markers, shuffled face down (OS-RESC-02, OS-RESC-23, OS-RESC-03).
    fn lay_markers(&mut self) {
        let Some(markers) = &self.set.scenario.markers else {
            return;
        };
        let persons = self.set.cast.iter().filter(|role| **role == markers.role).count();
        let mut kinds = [false; MARKERS];
        kinds[..persons].fill(true);
        let kinds = &mut kinds[..markers.places.len()];
        self.dice.secretly(Audience::Referee, |dice| dice.shuffle("marker", kinds));
        for (slot, (place, person)) in markers.places.iter().zip(kinds.iter()).enumerate() {
            self.p.markers[slot] = Marker { at: *place, person: *person, turned: false };
        }
        self.p.marker_count = markers.places.len().fit::<u8>();
        self.log.tell(Event::Markers {
            count: markers.places.len().fit::<u8>(),
            persons: persons.fit::<u8>(),
        });
    }
}

impl Outfit {
    /// So many hexes straight from one, or the last on the board (OS-PURB-03).
    fn offset(&self, from: Hex, distance: u16, side: Side) -> Hex {
        let mut cell = from;
        for _ in 0..distance {
            match self.board.neighbour(cell, side) {
                Some(next) => cell = next,
                None => break,
            }
        }
        cell
    }

    /// The next set-up decision from this number on: its number, what it is, and whose.
    pub(crate) fn setup_step(&self, p: &Position, from: u8) -> Option<(u8, SetUp, Who)> {
        let mut number = 0;
        let mut found = None;
        self.each_setup_step(p, |step, person| {
            if found.is_none() && number >= from && p.persons[person].fate == Fate::Active {
                found = Some((number, step, person));
            }
            number += 1;
        });
        found
    }

    fn each_setup_step(&self, p: &Position, mut each: impl FnMut(SetUp, Who)) {
        let sequence = &p.sequence[..self.cast.len()];
        for person in sequence {
            if !self.role(*person).exits_secret.is_empty() {
                each(SetUp::Border, *person);
            }
        }
        for (id, role) in self.roles() {
            let members = || sequence.iter().filter(move |who| self.part(**who) == id);
            match role.begin {
                Begin::Choose { reversed: true, .. } => {
                    members().rev().for_each(|person| each(SetUp::Base, *person));
                }
                Begin::Choose { .. } => members().for_each(|person| each(SetUp::Base, *person)),
                _ => {}
            }
        }
        for (id, role) in self.roles() {
            let members = || sequence.iter().filter(move |who| self.part(**who) == id);
            let first_of_player = |person: &&Who| {
                let seat = p.persons[**person].seat;
                let first = members().find(|other| p.persons[**other].seat == seat);
                first == Some(*person)
            };
            match role.outposts {
                Some(Outposts::Placed { count, for_each: true, .. }) => {
                    for person in members() {
                        (0..count).for_each(|_| each(SetUp::Outpost, *person));
                    }
                }
                Some(Outposts::Placed { count, .. }) => {
                    let players = members().filter(first_of_player).count();
                    for number in 0..usize::from(count) {
                        let place = number % players.max(1);
                        if let Some(person) = members().filter(first_of_player).nth(place) {
                            each(SetUp::Outpost, *person);
                        }
                    }
                }
                _ => {}
            }
        }
    }

    pub(super) fn offer_set_up(&self, p: &Position, number: u8, out: &mut Vec<Action>) {
        let Some((_, step, person)) = self.setup_step(p, number) else {
            return;
        };
        match step {
            SetUp::Border => {
                out.extend(self.role(person).exits_secret.iter().map(Action::Border));
            }
            SetUp::Base => {
                let free = |base: &u8| self.base_free(p, person, *base);
                out.extend((1..=99).filter(free).map(Action::Base));
            }
            SetUp::Outpost => self.offer_outposts(p, person, out),
        }
    }

    /// Offers every hex on which the person may put an outpost: nearly all of the board.
    fn offer_outposts(&self, p: &Position, person: Who, out: &mut impl Offers<Action>) {
        for free in self.free_for_outposts(p, person) {
            out.offer_each(free.len(), |place| Action::Outpost(free[place]));
        }
    }

    /// Whoever puts down an outpost now, if somebody does.
    pub(super) fn puts_down_outpost(&self, p: &Position) -> Option<Who> {
        let Phase::SetUp(number) = p.phase else { return None };
        let (_, step, person) = self.setup_step(p, number)?;
        matches!(step, SetUp::Outpost).then_some(person)
    }

    /// One of those outposts, by its place among them.
    pub(super) fn pick_outpost(
        &self,
        p: &Position,
        person: Who,
        choose: &mut dyn FnMut(usize) -> usize,
    ) -> Option<Action> {
        pick_offered(
            choose,
            |out| self.offer_outposts(p, person, out),
            |out| self.offer_outposts(p, person, out),
        )
    }

    /// Whether the person may start on this base.
    pub(crate) fn base_free(&self, p: &Position, person: Who, base: u8) -> bool {
        let Begin::Choose { bases, distinct, .. } = &self.role(person).begin else {
            return false;
        };
        let Some(cell) = self.board.base(base) else {
            return false;
        };
        let taken = || {
            self.members(person).any(|other| {
                other != person && p.persons[other].ended == CHOSEN && p.persons[other].at == cell
            })
        };
        bases.contains(&base) && !(*distinct && taken())
    }

    /// The hex of a person; nothing before his base is chosen (OS-SRCH-04).
    pub(crate) fn stands(&self, p: &Position, person: Who) -> Option<Hex> {
        let who = &p.persons[person];
        let chooses = matches!(self.role(person).begin, Begin::Choose { .. });
        (!chooses || who.far != UNPLACED).then_some(who.at)
    }

    /// The first legal answer to a set-up decision.
    pub(crate) fn first_setup_choice(
        &self,
        p: &Position,
        step: SetUp,
        person: Who,
    ) -> Option<Action> {
        match step {
            SetUp::Border => self.role(person).exits_secret.iter().next().map(Action::Border),
            SetUp::Base => (1..=99).find(|base| self.base_free(p, person, *base)).map(Action::Base),
            SetUp::Outpost => {
                let free = self.free_for_outposts(p, person).flatten().next();
                free.copied().map(Action::Outpost)
            }
        }
    }

    pub(super) fn judge_set_up(&self, p: &Position, number: u8, action: Action) -> Ruling {
        let Some((_, step, person)) = self.setup_step(p, number) else {
            return Err(Refusal::NothingToSetUp);
        };
        match (step, action) {
            (SetUp::Base, Action::Base(base)) => {
                let offered = match &self.role(person).begin {
                    Begin::Choose { bases, .. } => bases.contains(&base),
                    _ => false,
                };
                if !offered {
                    return Err(Refusal::BaseNotOffered { base });
                }
                if self.base_taken(p, person, base) {
                    return Err(Refusal::BaseTaken { base });
                }
                Ok(())
            }
            (SetUp::Outpost, Action::Outpost(cell)) => self.judge_outpost(p, person, cell),
            (SetUp::Border, Action::Border(edge)) => {
                if !self.role(person).exits_secret.has(edge) {
                    return Err(Refusal::EdgeNotOffered { edge });
                }
                Ok(())
            }
            (SetUp::Base, _) => Err(Refusal::ChooseBaseFirst),
            (SetUp::Outpost, _) => Err(Refusal::PlaceOutpostFirst),
            (SetUp::Border, _) => Err(Refusal::NameEdgeFirst),
        }
    }

    /// Whether somebody else of the role has chosen this base, where bases must differ.
    fn base_taken(&self, p: &Position, person: Who, base: u8) -> bool {
        let distinct = matches!(self.role(person).begin, Begin::Choose { distinct: true, .. });
        let cell = self.board.base(base);
        let others = self.members(person).filter(|other| *other != person);
        distinct
            && others
                .map(|other| &p.persons[other])
                .any(|other| other.ended == CHOSEN && Some(other.at) == cell)
    }
}

impl Play<'_> {
    /// Asks for the next set-up decision; false if there is none left.
    pub(crate) fn next_setup_step(&mut self, from: u8) -> bool {
        let Some((number, step, person)) = self.set.setup_step(self.p, from) else {
            for person in &mut self.p.persons.0 {
                if person.ended == CHOSEN {
                    person.ended = 0;
                }
            }
            self.p.phase = Phase::Dawn;
            return false;
        };
        self.p.phase = Phase::SetUp(number);
        self.p.acting = person;
        if self.p.persons[person].player().is_some() {
            return true;
        }
        // The game itself takes the first that fits.
        if let Some(action) = self.set.first_setup_choice(self.p, step, person) {
            self.set_up(action);
        } else {
            self.p.phase = Phase::SetUp(number + 1);
        }
        false
    }

    /// Carries out a set-up decision.
    pub(crate) fn set_up(&mut self, action: Action) {
        let Phase::SetUp(number) = self.p.phase else {
            return;
        };
        let person = self.p.acting;
        match action {
            Action::Base(base) => {
                if let Some(cell) = self.set.board.base(base) {
                    self.place(person, cell);
                    self.p.persons[person].ended = CHOSEN;
                }
            }
            Action::Outpost(cell) if self.set.board.map.grid.has(cell.cell()) => {
                self.add_outpost(person, cell);
                self.log.tell(Event::OutpostPlaced {
                    person: person.number(),
                    hex: self.set.hex_name(cell),
                });
            }
            Action::Border(edge) => {
                self.p.border = Some(edge);
                let named = Event::BorderNamed { person: person.number(), edge };
                match self.p.persons[person].seat {
                    Some(seat) => self.log.tell_only(seat, || named),
                    None => self.log.tell_to(|| Audience::Referee, || named),
                }
            }
            _ => {}
        }
        self.p.phase = Phase::SetUp(number + 1);
    }
}
