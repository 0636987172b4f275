//! What one viewer may know.

use crate::Outfit;
use crate::edition::components::Start;
use crate::event::Cause;
use crate::land::{Edge, Sides};
use crate::position::{Fate, Marker, Number, Outpost, Phase, Position, Who, letter};
use crate::rules::set_up::SetUp;
use serde::Serialize;
use std::collections::BTreeMap;
use table::{Fit, Names, Seat, Viewer};
use terrain::Top;

/// The game through one viewer's eyes. Persons and seats are counted from 1; hexes are named as on
/// the map.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct View {
    /// The scenario's id.
    pub scenario: String,
    /// The day; 0 while the table is set up.
    pub day: u16,
    /// The last day.
    pub day_limit: u16,
    /// What is asked: `border`, `base`, `outpost`, `person`, `decide`, `move`, `aim`, `column`,
    /// `over`, or `hidden` if that is not for this viewer to know.
    pub phase: &'static str,
    /// The person whose turn it is.
    pub acting: Option<Number>,
    /// The seat that must decide.
    pub seat: Option<u16>,
    /// The seat through whose eyes this is.
    pub viewer: Option<u16>,
    /// Seats in order of play.
    pub order: Vec<u16>,
    /// Persons by their number.
    pub persons: BTreeMap<String, PersonView>,
    /// What the acting person rolled, once he has.
    pub rolled: Option<RolledView>,
    /// The hexes of the move so far, the first included.
    pub path: Vec<String>,
    /// The direction of the last step of this move.
    pub heading: Option<&'static str>,
    /// Sides of the acting person's hex that a friendly die decided against him.
    pub doubtful: Vec<&'static str>,
    /// Markers that have not been removed.
    pub markers: Vec<MarkerView>,
    /// Missing persons still under markers.
    pub missing: u8,
    /// Outposts.
    pub outposts: Vec<OutpostView>,
    /// The edge that was named in secret, if this viewer may know it.
    pub border: Option<&'static str>,
    /// The way in which the game ended.
    pub ended: Option<&'static str>,
}

/// A person as a viewer may know it.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct PersonView {
    /// What it is called.
    pub name: String,
    /// Its role.
    pub role: String,
    /// The seat that runs it; nothing if the game does.
    pub seat: Option<u16>,
    /// `active`, `missing`, `escorted`, `stranded`, `left`, `out`, `found`, `captured` or `hit`.
    pub status: Fate,
    /// Why it is out, or why its player no longer runs it.
    pub cause: Option<Cause>,
    /// Its hex; nothing if it is hidden from the viewer or has none.
    pub hex: Option<String>,
    /// Its Life Level.
    pub level: Option<char>,
    /// Its peak, where that is in use.
    pub peak: Option<char>,
    /// Its Water block.
    pub water: Option<u8>,
    /// Its Food block.
    pub food: Option<u8>,
    /// The points of its next move, or of this one.
    pub allowance: Option<u8>,
    /// The points left in this move.
    pub points: Option<u8>,
    /// The turns left in this move; nothing for any number.
    pub turns: Option<u8>,
    /// Stay days on its hex; nothing on the first day there.
    pub stay_days: Option<u8>,
    /// Whether it entered its hex at the trail rate.
    pub rate: Option<bool>,
    /// The rescuer it is with.
    pub escorted_by: Option<Number>,
    /// Edges over which it left.
    pub edges: Vec<&'static str>,
    /// The day on which its part ended.
    pub ended: Option<u16>,
    /// Hexes walked.
    pub walked: u16,
    /// Days without a move.
    pub rested: u8,
    /// Days without water.
    pub dry: Option<u8>,
    /// Days without food.
    pub hungry: Option<u8>,
    /// Encounters met.
    pub encounters: u8,
    /// Steps of water and food and levels that encounters brought.
    pub encounter_effect: [i8; 3],
}

/// What a person rolled.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct RolledView {
    /// The Direction Ability die.
    pub die: u8,
    /// `random` or `choice`.
    pub start: Start,
    /// The Random Direction.
    pub way: Option<&'static str>,
    /// Turns left; nothing for any number.
    pub turns: Option<u8>,
    /// Whether staying is allowed after the roll.
    pub may_stay: bool,
}

/// A marker.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct MarkerView {
    /// Its number, which it keeps.
    pub number: u8,
    /// Its hex.
    pub hex: String,
    /// `down`; for the referee `missing` or `blank`.
    pub face: &'static str,
}

/// An outpost.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct OutpostView {
    /// Its hex.
    pub hex: String,
    /// Persons whom it serves.
    pub serves: Vec<Number>,
}

/// What the viewer may know.
pub(crate) fn view(set: &Outfit, p: &Position, viewer: Viewer) -> View {
    let conceals = |person: Who| set.conceals(p, person, viewer);
    let acting_hidden = conceals(p.acting);
    let over = p.verdict.is_some();
    let persons = set
        .everyone()
        .map(|i| (i.number().to_string(), set.person_view(p, i, conceals(i))))
        .collect();
    let journey = &p.journey;
    let moving = !acting_hidden && !over && journey.die > 0;
    let named_border = |seat: Seat| {
        let mut own = set.everyone().filter(|i| p.persons[*i].seat == Some(seat));
        own.any(|i| !set.role(i).exits_secret.is_empty())
    };
    let knows_border = viewer == Viewer::Referee || over || viewer.seat().is_some_and(named_border);
    View {
        scenario: set.scenario.id.clone(),
        day: p.day,
        day_limit: set.scenario.day_limit,
        phase: set.phase_word(p, acting_hidden),
        acting: (!over).then_some(p.acting.number()),
        seat: set.decider(p).map(|seat| seat.0 + 1),
        viewer: viewer.seat().map(|seat| seat.0 + 1),
        order: p.order[..usize::from(set.setup.seats)].iter().map(|seat| seat.0 + 1).collect(),
        persons,
        rolled: moving.then(|| RolledView {
            die: journey.die,
            start: journey.start,
            way: journey.way.map(|way| way.name(Top::Flat)),
            turns: journey.turns.count(),
            may_stay: journey.may_stay,
        }),
        path: if moving {
            journey.hexes().iter().map(|cell| set.board.label(*cell)).collect()
        } else {
            Vec::new()
        },
        heading: journey.heading.filter(|_| moving).map(|side| side.name(Top::Flat)),
        doubtful: {
            let doubts = if moving { journey.doubts() } else { Sides::NONE };
            doubts.iter().map(|side| side.name(Top::Flat)).collect()
        },
        markers: set.marker_views(p, viewer == Viewer::Referee || over),
        missing: p.markers().iter().filter(|m| !m.turned && m.person).count().fit(),
        outposts: set.outpost_views(p),
        border: p.border.filter(|_| knows_border).map(Edge::letter),
        ended: p.verdict.map(|verdict| set.reason(verdict)),
    }
}

impl Outfit {
    /// The markers that nobody has turned, open to those who may look under them.
    fn marker_views(&self, p: &Position, open: bool) -> Vec<MarkerView> {
        let down = (1..).zip(p.markers()).filter(|(_, marker)| !marker.turned);
        let view = |(number, marker): (u8, &Marker)| MarkerView {
            number,
            hex: self.board.label(marker.at),
            face: match (open, marker.person) {
                (false, _) => "down",
                (true, true) => "missing",
                (true, false) => "blank",
            },
        };
        down.map(view).collect()
    }

    fn outpost_views(&self, p: &Position) -> Vec<OutpostView> {
        let serves = |at| self.everyone().filter(move |i| self.own_outpost(p, *i, at));
        let view = |outpost: &Outpost| OutpostView {
            hex: self.board.label(outpost.at),
            serves: serves(outpost.at).map(Who::number).collect(),
        };
        p.outposts().iter().map(view).collect()
    }

    /// The view with persons called by their players' names, where they are.
    pub(crate) fn called(&self, view: &View, names: Names<'_>) -> View {
        let mut view = view.clone();
        for (number, person) in &mut view.persons {
            if let Ok(number) = number.parse().map(Number) {
                person.name = self.person_called(number.who(), names);
            }
        }
        view
    }

    fn phase_word(&self, p: &Position, hidden: bool) -> &'static str {
        use SetUp;
        match p.phase {
            Phase::SetUp(number) => match self.setup_step(p, number) {
                Some((_, SetUp::Border, _)) => "border",
                Some((_, SetUp::Base, _)) => "base",
                _ => "outpost",
            },
            Phase::Over => "over",
            _ if hidden => "hidden",
            Phase::Pick => "person",
            Phase::Decide => "decide",
            Phase::Move => "move",
            Phase::Aim => "aim",
            Phase::Column => "column",
            _ => "between",
        }
    }

    /// A person as the viewer may know it: open, unless it is concealed (OS-GEN-10, OS-VAR-03).
    fn person_view(&self, p: &Position, person: Who, concealed: bool) -> PersonView {
        let who = &p.persons[person];
        let role = self.role(person);
        let moves = matches!(p.phase, Phase::Decide | Phase::Move | Phase::Aim);
        let acting = p.acting == person && !concealed && moves && p.journey.allowance > 0;
        let tracks = role.tracks && !concealed && who.fate != Fate::Missing;
        let open = |value: u8| tracks.then_some(value);
        PersonView {
            name: self.person_name(person).to_string(),
            role: role.id.clone(),
            seat: who.player().map(|seat| seat.0 + 1),
            status: who.fate,
            cause: Some(who.cause).filter(|cause| *cause != Cause::None),
            hex: match who.fate {
                Fate::Missing => None,
                _ if concealed => None,
                _ => self.stands(p, person).map(|at| self.board.label(at)),
            },
            level: (!concealed && who.fate != Fate::Missing).then(|| letter(who.level)),
            peak: (self.switches.life_level_counter && tracks).then(|| letter(who.peak)),
            water: open(who.water),
            food: open(who.food),
            allowance: match who.fate {
                _ if concealed => None,
                Fate::Active if acting => Some(p.journey.allowance),
                Fate::Active => Some(self.allowance(p, person)),
                Fate::Escorted | Fate::Stranded => Some(self.own_allowance(p, person)),
                _ => None,
            },
            points: acting.then_some(p.journey.points),
            turns: p.journey.turns.count().filter(|_| acting && p.journey.die > 0),
            stay_days: who.stay_days.filter(|_| !concealed),
            rate: (!concealed).then_some(who.rate),
            escorted_by: who.escort.filter(|_| who.fate == Fate::Escorted).map(Who::number),
            edges: who.edges.iter().map(Edge::letter).collect(),
            ended: Some(who.ended).filter(|_| {
                !matches!(who.fate, Fate::Active | Fate::Escorted | Fate::Missing | Fate::Stranded)
            }),
            walked: if concealed { 0 } else { who.tally.walked },
            rested: if concealed { 0 } else { who.tally.rested },
            dry: open(who.tally.dry),
            hungry: open(who.tally.hungry),
            encounters: if concealed { 0 } else { who.tally.encounters },
            encounter_effect: if concealed { [0; 3] } else { who.tally.effect },
        }
    }
}
