//! The game in numbers, for programs that learn: the map as planes, persons as a table, actions by number.
//!
//! A hex has the same number everywhere: row by row over the map's extent. Persons come in the order of the
//! cast, which everybody knows; what is hidden from the seat is -1.

use crate::OutdoorSurvival;
use crate::action::Action;
use crate::edition::components::{Start, Terrain};
use crate::edition::scenarios::{MOST_POINTS, PERSONS};
use crate::event::Cause;
use crate::knowledge::view::{PersonView, View};
use crate::land::Edge;
use crate::position::{Fate, Number, OUTPOSTS};
use table::encoding::{Encoding, Family, Place, Sheet};
use table::{Rules, Seat};
use terrain::{Side, Top};

/// Outdoor Survival in numbers.
pub struct InNumbers {
    height: usize,
    width: usize,
    /// The planes that never change, filled.
    land: Vec<f32>,
}

/// Channels of the map: what never changes first.
const CHANNELS: [&str; 25] = [
    "on the map",
    "clear",
    "woods",
    "desert",
    "mountain",
    "swamp",
    "river",
    "ford",
    "catch-basin",
    "food",
    "base",
    "trail",
    "trail N",
    "trail NE",
    "trail SE",
    "trail S",
    "trail SW",
    "trail NW",
    "own person",
    "other person",
    "person whose turn it is",
    "way of this move",
    "marker",
    "marker with a person",
    "outpost",
];

/// The first channel that changes.
const CHANGING: usize = 18;

const PHASES: [&str; 12] = [
    "border", "base", "outpost", "person", "decide", "move", "aim", "column", "over", "hidden",
    "between", "other",
];

const FATES: [Fate; 9] = [
    Fate::Active,
    Fate::Missing,
    Fate::Escorted,
    Fate::Stranded,
    Fate::Left,
    Fate::Out,
    Fate::Found,
    Fate::Captured,
    Fate::Hit,
];

const FATE_WORDS: [&str; 9] =
    ["active", "missing", "escorted", "stranded", "left", "out", "found", "captured", "hit"];

const CAUSES: [Cause; 7] = [
    Cause::Weakness,
    Cause::Thirst,
    Cause::Hunger,
    Cause::Immobile,
    Cause::GaveUp,
    Cause::WrongEdge,
    Cause::Resigned,
];

const CAUSE_WORDS: [&str; 7] =
    ["weakness", "thirst", "hunger", "immobile", "gave up", "wrong edge", "resigned"];

const SIDES: [&str; 6] = ["N", "NE", "SE", "S", "SW", "NW"];
const EDGES: [&str; 4] = ["N", "E", "S", "W"];

/// Numbers of bases that a map can have.
const BASES: usize = 64;

/// Families of actions, in order.
const FAMILIES: [&str; 11] = [
    "base", "outpost", "border", "person", "stay", "roll", "step", "stop", "shoot", "column",
    "resign",
];

fn side_of(word: &str) -> Option<usize> {
    Side::ALL.iter().position(|side| side.name(Top::Flat) == word)
}

impl InNumbers {
    fn person(
        &self,
        game: &OutdoorSurvival,
        seat: Seat,
        out: &mut Sheet<'_>,
        one: Option<&PersonView>,
    ) {
        let hex = one.and_then(|one| game.0.board.find(one.hex.as_deref()?));
        let place = hex.map(|hex| game.0.board.map.grid.place(hex.cell()));
        let level = |letter: char| u32::from(letter).saturating_sub(u32::from('A'));
        out.flag("there", one.is_some());
        out.flag("own", one.map(|one| one.seat == Some(seat.0 + 1)));
        out.number_of("seat", 4, one.and_then(|one| usize::from(one.seat?).checked_sub(1)));
        out.one_of(
            "fate",
            &FATE_WORDS,
            one.and_then(|one| FATES.iter().position(|fate| *fate == one.status)),
        );
        out.one_of(
            "cause",
            &CAUSE_WORDS,
            one.and_then(|one| CAUSES.iter().position(|cause| Some(*cause) == one.cause)),
        );
        out.number("column", place.map(|(column, _)| column), self.width);
        out.number("row", place.map(|(_, row)| row), self.height);
        out.number("life level", one.and_then(|one| one.level.map(level)), 14_u8);
        out.number("peak", one.and_then(|one| one.peak.map(level)), 14_u8);
        out.number("water", one.and_then(|one| one.water), 16_u8);
        out.number("food", one.and_then(|one| one.food), 16_u8);
        out.number("allowance", one.and_then(|one| one.allowance), MOST_POINTS);
        out.number("points", one.and_then(|one| one.points), MOST_POINTS);
        out.number("turns", one.and_then(|one| one.turns), 10_u8);
        out.number("stay days", one.and_then(|one| one.stay_days), 32_u8);
        out.flag("trail rate", one.and_then(|one| one.rate));
        out.number_of(
            "escorted by",
            PERSONS,
            one.and_then(|one| Some(one.escorted_by?.who().index())),
        );
        for (edge, word) in EDGES.iter().enumerate() {
            let left = |one: &PersonView| one.edges.contains(&Edge::ALL[edge].letter());
            out.flag(format_args!("left over {word}"), one.map(left));
        }
        out.number("last day", one.and_then(|one| one.ended), 256_u16);
        out.number("hexes walked", one.map(|one| one.walked), 4096_u16);
        out.number("days rested", one.map(|one| one.rested), 255_u8);
        out.number("dry days", one.and_then(|one| one.dry), 255_u8);
        out.number("hungry days", one.and_then(|one| one.hungry), 255_u8);
        out.number("encounters", one.map(|one| one.encounters), 255_u8);
        for (effect, word) in ["water", "food", "life level"].iter().enumerate() {
            out.number(
                format_args!("encounters brought {word}"),
                one.map(|one| one.encounter_effect[effect]),
                127_u8,
            );
        }
    }

    fn map(&self, game: &OutdoorSurvival, view: &View, seat: Seat, out: &mut Sheet<'_>) {
        let board = &game.0.board;
        let cell = |label: &str| board.find(label).map(crate::land::Hex::index);
        let mut planes = out.planes("map", &CHANNELS, self.height, self.width);
        planes.copy(&self.land);
        for (number, person) in &view.persons {
            let Some(cell) = person.hex.as_deref().and_then(cell) else { continue };
            let own = person.seat == Some(seat.0 + 1);
            planes.add(if own { CHANGING } else { CHANGING + 1 }, cell, 0.125);
            let acting = view.acting.map(|acting| acting.to_string());
            if acting.as_ref() == Some(number) {
                planes.set(CHANGING + 2, cell, 1.0);
            }
        }
        for (step, label) in view.path.iter().enumerate() {
            if let Some(cell) = cell(label) {
                let share = f32::from(u8::try_from(step + 1).unwrap_or(u8::MAX)) / 32.0;
                planes.set(CHANGING + 3, cell, share.min(1.0));
            }
        }
        for marker in &view.markers {
            let Some(cell) = cell(&marker.hex) else { continue };
            planes.add(CHANGING + 4, cell, 0.25);
            if marker.face == "missing" {
                planes.add(CHANGING + 5, cell, 0.25);
            }
        }
        for outpost in &view.outposts {
            let Some(cell) = cell(&outpost.hex) else { continue };
            planes.add(CHANGING + 6, cell, 0.25);
        }
    }
}

impl Encoding<OutdoorSurvival> for InNumbers {
    fn new(game: &OutdoorSurvival) -> InNumbers {
        let grid = &game.0.board.map.grid;
        let (height, width) = (usize::from(grid.rows()), usize::from(grid.columns()));
        let mut land = vec![0.0; CHANGING * height * width];
        for hex in game.0.board.cells() {
            let here = game.0.board.land(hex);
            let terrains = [
                Terrain::Clear,
                Terrain::Woods,
                Terrain::Desert,
                Terrain::Mountain,
                Terrain::Swamp,
            ];
            let flags = [true]
                .into_iter()
                .chain(terrains.map(|terrain| here.terrain == terrain))
                .chain([
                    here.river,
                    here.ford,
                    here.basin,
                    here.food,
                    here.base.is_some(),
                    here.trail,
                ])
                .chain(Side::ALL.map(|side| here.trail_sides.has(side)));
            for (channel, flag) in flags.enumerate() {
                land[channel * height * width + hex.index()] = f32::from(u8::from(flag));
            }
        }
        InNumbers { height, width, land }
    }

    fn observe(&self, game: &OutdoorSurvival, view: &View, seat: Seat, out: &mut Sheet<'_>) {
        self.map(game, view, seat, out);
        let persons = (1..=PERSONS).map(|number| view.persons.get(&number.to_string()));
        out.table("persons", PERSONS, persons, |row, one| {
            self.person(game, seat, row, one.flatten())
        });
        out.vector("facts");
        out.number("day", view.day, view.day_limit);
        out.number("day limit", view.day_limit, 256_u16);
        out.one_of(
            "phase",
            &PHASES,
            PHASES.iter().position(|phase| *phase == view.phase).or(Some(11)),
        );
        out.number_of("acting", PERSONS, view.acting.map(|number: Number| number.who().index()));
        out.number_of("deciding", 4, view.seat.and_then(|seat| usize::from(seat).checked_sub(1)));
        out.number_of("own seat", 4, Some(seat.index()));
        for place in 0..4_usize {
            let there = view.order.get(place).and_then(|seat| usize::from(*seat).checked_sub(1));
            out.number_of(format_args!("order {place}"), 4, there);
        }
        let rolled = view.rolled.as_ref();
        out.number("die", rolled.map(|rolled| rolled.die), 6_u8);
        out.flag("free start", rolled.map(|rolled| rolled.start == Start::Choice));
        out.one_of("random direction", &SIDES, rolled.and_then(|rolled| side_of(rolled.way?)));
        out.number("turns left", rolled.and_then(|rolled| rolled.turns), 10_u8);
        out.flag("may stay", rolled.map(|rolled| rolled.may_stay));
        out.number("hexes of this move", view.path.len(), MOST_POINTS);
        out.one_of("heading", &SIDES, view.heading.and_then(side_of));
        for side in SIDES {
            out.flag(format_args!("doubtful {side}"), view.doubtful.contains(&side));
        }
        out.number("missing", view.missing, 12_u8);
        out.one_of(
            "secret border",
            &EDGES,
            view.border.and_then(|edge| EDGES.iter().position(|word| *word == edge)),
        );
        let endings = game.endings();
        out.one_of(
            "ended",
            &endings,
            view.ended.and_then(|reason| endings.iter().position(|ending| *ending == reason)),
        );
        out.table("outposts", OUTPOSTS, &view.outposts, |row, outpost| {
            let hex = outpost.and_then(|outpost| game.0.board.find(&outpost.hex));
            let place = hex.map(|hex| game.0.board.map.grid.place(hex.cell()));
            row.number("column", place.map(|(column, _)| column), self.width);
            row.number("row", place.map(|(_, row)| row), self.height);
            let serves = outpost.into_iter().flat_map(|outpost| &outpost.serves);
            row.numbers_of("serves", PERSONS, serves.map(|number| number.who().index()));
        });
    }

    fn families(&self, _: &OutdoorSurvival) -> Vec<Family> {
        let cells = self.height * self.width;
        let sizes = [BASES, cells, 4, PERSONS, 1, 1, 6, 1, 1, 3, 1];
        let about = [
            "start on the base of this number",
            "an outpost on this hex",
            "the edge N, E, S, W",
            "let this person act",
            "rest",
            "roll for direction",
            "step N, NE, SE, S, SW, NW",
            "end the move",
            "shoot",
            "natural, animal or personal encounter",
            "give up",
        ];
        let family = |number: usize| Family::new(FAMILIES[number], sizes[number], about[number]);
        (0..FAMILIES.len()).map(family).collect()
    }

    fn place(&self, _: &OutdoorSurvival, action: &Action) -> Place {
        match *action {
            Action::Base(number) => Place::At(0, number.into()),
            Action::Outpost(hex) => Place::At(1, hex.index()),
            Action::Border(edge) => Place::At(2, edge as usize),
            Action::Person(who) => Place::At(3, who.index()),
            Action::Stay => Place::At(4, 0),
            Action::Roll => Place::At(5, 0),
            Action::Step(side) => Place::At(6, side.0.into()),
            Action::Stop => Place::At(7, 0),
            Action::Shoot => Place::At(8, 0),
            Action::Column(column) => Place::At(9, column as usize),
            Action::Resign => Place::At(10, 0),
        }
    }
}
