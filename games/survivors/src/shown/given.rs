//! Positions that rule cases begin with: sparse, over the scenario's start.

use crate::action::Answer;
use crate::edition::Book;
use crate::edition::components::{Class, Item, Skill};
use crate::edition::scenarios::{Fixture, Light, Scenario, SideSetup, Zone};
use crate::geometry::feature::{Area, AreaKind, DoorState, Line, LineKind};
use crate::geometry::point::{INCH, Mils, Point};
use crate::geometry::polygon::{Bounds, doubled_area};
use crate::geometry::tabletop::Tabletop;
use crate::position::Position;
use crate::speech::notation::mils;
use crate::{Survivors, rules};
use serde::{Deserialize, Deserializer, de};
use std::collections::BTreeMap;
use std::fmt;
use table::{Dice, Edition, Fault, Fit, Rules, Setup, SetupError};

/// A length in inches, held in mils; a file may write it with up to three decimals.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct Inches(pub Mils);

impl<'de> Deserialize<'de> for Inches {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Inches, D::Error> {
        struct Reader;
        impl de::Visitor<'_> for Reader {
            type Value = Inches;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a length in inches, such as 4 or 2.125")
            }

            fn visit_i64<E: de::Error>(self, inches: i64) -> Result<Inches, E> {
                match Mils::try_from(inches * 1000) {
                    Ok(mils) => Ok(Inches(mils)),
                    Err(_) => Err(E::custom("too long")),
                }
            }

            fn visit_u64<E: de::Error>(self, inches: u64) -> Result<Inches, E> {
                self.visit_i64(i64::try_from(inches).map_err(|_| E::custom("too long"))?)
            }

            // The written decimals are taken up exactly: the text of a float is its shortest one.
            fn visit_f64<E: de::Error>(self, inches: f64) -> Result<Inches, E> {
                let text = inches.to_string();
                match mils(&text) {
                    Some(mils) if text.split_once('.').is_none_or(|(_, d)| d.len() <= 3) => {
                        Ok(Inches(mils))
                    }
                    _ => Err(E::custom(format!("{text} is finer than a thousandth of an inch"))),
                }
            }
        }
        from.deserialize_any(Reader)
    }
}

/// A point in inches, `[x, y]`.
pub type At = [Inches; 2];

/// The point in mils.
pub fn point(at: At) -> Point {
    Point::new(at[0].0, at[1].0)
}

/// The `[given]` part of a case. `cases/README.md` describes it.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Given {
    /// Width and depth of an empty table that takes the place of the scenario's.
    pub table: Option<At>,
    /// Lines to add.
    pub line: Vec<GivenLine>,
    /// Areas to add.
    pub area: Vec<GivenArea>,
    /// Figures that take the place of the scenario's, by id.
    pub figures: BTreeMap<String, GivenFigure>,
    /// Changes to figures of the scenario, by id.
    pub change: BTreeMap<String, GivenFigure>,
    /// The turn; 1 if figures are given.
    pub turn: Option<u8>,
    /// The last turn.
    pub turns: Option<u8>,
    /// `deploy`, `bid`, `movement`, `firing`, `hand-to-hand` or `other`.
    pub phase: Option<String>,
    /// The order of sides in the phase.
    pub order: Vec<String>,
    /// Who holds the initiative: one letter for all phases.
    pub initiative: Option<String>,
    /// Light of every turn.
    pub light: Option<Light>,
    /// States of doors.
    pub doors: BTreeMap<String, DoorState>,
    /// Damage that structures have taken.
    pub damage: BTreeMap<String, u8>,
    /// Smoke: centre, radius, turns.
    pub smoke: Vec<GivenSmoke>,
    /// Crates on the table, by id; they take the place of the scenario's.
    pub crates: BTreeMap<String, Vec<Inches>>,
    /// Horses: where, and whether a pack horse; they take the place of the scenario's.
    pub horses: BTreeMap<String, GivenHorse>,
    /// Lamps: where.
    pub lamps: BTreeMap<String, At>,
    /// Search points: where, and whether a medicine is there.
    pub searches: BTreeMap<String, GivenSearch>,
    /// Machines: where.
    pub machines: BTreeMap<String, At>,
    /// Who touches whom since before this turn: entered by, entered on.
    pub contacts: Vec<[String; 2]>,
    /// Sides that once had five figures.
    pub had_five: Vec<String>,
    /// Standing answers by side: capture, improvise.
    pub standing: BTreeMap<String, [Answer; 2]>,
    /// Initiative points of each side.
    pub pools: BTreeMap<String, u8>,
    /// In the second half of a mirror match: victory points of the first, by side of the second.
    pub first_half: BTreeMap<String, i32>,
    /// Pairs of sides that are not hostile.
    pub peace: Vec<[String; 2]>,
    /// Whether figures may be asleep.
    pub alarm: Option<bool>,
    /// The kinds of the scenario's strays, in order.
    pub strays: Vec<String>,
    /// In fog, by side and figure: where it was last seen and in which turn.
    pub last_seen: BTreeMap<String, BTreeMap<String, GivenSight>>,
    /// Zones through which every side may leave: west, south, east, north.
    pub exits: Vec<[Inches; 4]>,
}

/// A line, as in a scenario file.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct GivenLine {
    /// Its id.
    pub id: String,
    /// What it is.
    pub kind: LineKind,
    /// Through these points.
    pub points: Vec<At>,
    /// Its floor.
    #[serde(default)]
    pub level: i8,
    /// Strength points; the chart's if left out.
    pub strength: Option<u8>,
}

/// An area, as in a scenario file.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct GivenArea {
    /// Its id.
    pub id: String,
    /// What it is.
    pub kind: AreaKind,
    /// Its corners.
    pub corners: Vec<At>,
    /// Its floor.
    #[serde(default)]
    pub level: i8,
    /// Whether it fills the floor above too.
    #[serde(default)]
    pub tall: bool,
}

/// Smoke.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct GivenSmoke {
    /// Where.
    pub at: At,
    /// How wide.
    pub radius: Inches,
    /// For how many turns.
    pub turns: u8,
}

/// A horse.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct GivenHorse {
    /// Where.
    pub at: Option<At>,
    /// A pack horse with a crate.
    pub pack: bool,
    /// Who rides it.
    pub rider: Option<String>,
    /// Strength.
    pub strength: Option<u8>,
}

/// Where and when a figure was last seen: x, y, turn.
#[derive(Clone, Debug, Deserialize)]
pub struct GivenSight(pub Inches, pub Inches, pub u8);

/// A search point.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct GivenSearch {
    /// Where.
    pub at: At,
    /// Whether a medicine is there.
    pub medicine: bool,
}

/// A figure.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
#[allow(missing_docs, reason = "the names are those of the figure")]
pub struct GivenFigure {
    pub is: Option<String>,
    pub at: Option<Vec<Inches>>,
    pub face: Option<GivenFace>,
    pub strength: Option<u8>,
    pub hand: Option<String>,
    pub kit: Option<Vec<Item>>,
    pub skills: Option<Vec<Skill>>,
    pub class: Option<Class>,
    pub loaded: Option<bool>,
    pub alert: Option<bool>,
    pub sentry: bool,
    pub used: Option<u8>,
    pub moved: Option<Inches>,
    pub obstacles: Option<u8>,
    pub ran: bool,
    pub ran_last: bool,
    pub fired_last: bool,
    pub carrying: Option<String>,
    pub captive_of: Option<String>,
    pub down_by: Option<String>,
    pub encouraged: bool,
    pub unheard: bool,
    pub lamp: Option<bool>,
    pub stray: bool,
    pub first_side: Option<String>,
    pub wary_of: Vec<String>,
    pub limb: Option<String>,
}

/// A compass point, or a point to look at.
#[derive(Clone, Debug, Deserialize)]
#[serde(untagged)]
pub enum GivenFace {
    /// A compass point.
    Compass(String),
    /// A point to look at.
    Towards(At),
}

pub(super) fn wrong(field: &str, problem: impl Into<String>) -> SetupError {
    Fault::field(format!("given.{field}"), problem).into()
}

impl Survivors {
    pub(crate) fn arrange_given(
        edition: &Edition,
        setup: &Setup,
        given: Given,
        dice: &mut Dice,
    ) -> Result<(Survivors, Position), SetupError> {
        let house = Survivors::open(edition, setup)?;
        let (options, book) = (house.options.clone(), Book::clone(&house.book));
        let table = given.lay(&house.table, options.door_action, &book);
        let mut scenario = Scenario::clone(&house.scenario);
        given.alter_scenario(&book, &mut scenario)?;
        let game = Survivors::assemble(setup.clone(), options, book, table, scenario);
        let mut hidden = Dice::seeded(table::Seed::from_number(0));
        let mut position = rules::start(&game, &mut hidden);
        given.fill(&game, &mut position, dice)?;
        given.remember(&game, &mut position)?;
        Ok((game, position))
    }
}

impl Given {
    fn lay(&self, table: &Tabletop, door_action: bool, book: &Book) -> Tabletop {
        let (bounds, mut lines, mut areas, buildings, stairs) = match self.table {
            Some(size) => (
                Bounds { low: Point::default(), high: point(size) },
                Vec::new(),
                Vec::new(),
                Vec::new(),
                Vec::new(),
            ),
            None => (
                table.bounds,
                table.lines.clone(),
                table.areas.clone(),
                table.buildings.clone(),
                table.stairs.clone(),
            ),
        };
        for line in &self.line {
            for (number, pair) in line.points.windows(2).enumerate() {
                let id = &line.id;
                lines.push(Line {
                    id: if line.points.len() == 2 {
                        id.clone().into()
                    } else {
                        format!("{id}.{}", number + 1).into()
                    },
                    kind: line.kind,
                    a: point(pair[0]),
                    b: point(pair[1]),
                    level: line.level,
                    building: None,
                    strength: line.strength.unwrap_or(match line.kind {
                        LineKind::Door => book.structures.door,
                        LineKind::Barricade => book.structures.barricade,
                        LineKind::Wall => book.structures.wall,
                        _ => 0,
                    }),
                    door: DoorState::Closed,
                    barrable: false,
                    whole: id.clone(),
                });
            }
        }
        for area in &self.area {
            let corners: Vec<Point> = area.corners.iter().copied().map(point).collect();
            areas.push(Area {
                id: area.id.clone().into(),
                kind: area.kind,
                bounds: Bounds::of(&corners),
                anticlockwise: doubled_area(&corners) > 0,
                corners,
                level: area.level,
                tall: area.tall,
            });
        }
        Tabletop::new(bounds, lines, areas, buildings, stairs, door_action)
    }

    fn alter_scenario(&self, book: &Book, scenario: &mut Scenario) -> Result<(), SetupError> {
        if let Some(light) = self.light {
            scenario.light = vec![light];
        }
        if let Some(turns) = self.turns {
            scenario.turns = turns;
        }
        if let Some(alarm) = self.alarm {
            scenario.alarm = alarm;
        }
        for [a, b] in &self.peace {
            if let (Some(a), Some(b)) = (scenario.side(a), scenario.side(b)) {
                scenario.hostile[a.index()] &= !b.bit();
                scenario.hostile[b.index()] &= !a.bit();
            }
        }
        if self.table.is_some() {
            scenario.lamps.clear();
            scenario.bonfires.clear();
            scenario.searches.clear();
            scenario.medicines = 0;
            scenario.spots.clear();
            scenario.horses.clear();
            scenario.crates.clear();
        }
        self.alter_pieces(scenario);
        for rect in &self.exits {
            let [west, south, east, north] = rect.map(|Inches(mils)| mils);
            scenario.zones.push(Zone {
                id: format!("X{}", scenario.zones.len()).into(),
                bounds: Bounds { low: Point::new(west, south), high: Point::new(east, north) },
            });
            let number = scenario.zones.len().fit::<u8>() - 1;
            for side in &mut scenario.sides {
                side.exits.push(number);
            }
        }
        if !self.figures.is_empty() {
            self.recast(book, scenario)?;
        }
        Ok(())
    }

    /// Lamps, machines, search points, crates and horses.
    fn alter_pieces(&self, scenario: &mut Scenario) {
        let fixture = |id: &String, at: Point, radius: i32| Fixture {
            id: id.clone(),
            at,
            level: 0,
            radius,
            turns: 3,
            target: 4,
        };
        for (id, at) in &self.lamps {
            scenario.lamps.push(fixture(id, point(*at), 4 * INCH));
        }
        for (id, at) in &self.machines {
            scenario.machines.push(fixture(id, point(*at), 0));
        }
        if !self.searches.is_empty() {
            scenario.searches.clear();
            for (id, search) in &self.searches {
                scenario.searches.push(fixture(id, point(search.at), 0));
            }
            scenario.medicines = self.searches.values().filter(|s| s.medicine).count().fit::<u8>();
        }
        if !self.crates.is_empty() {
            scenario.crates.clear();
            for (id, at) in &self.crates {
                let mils = |i: usize| at.get(i).map_or(0, |Inches(mils)| *mils);
                scenario.crates.push((
                    id.clone().into(),
                    Point::new(mils(0), mils(1)),
                    (mils(2) / INCH).fit::<i8>(),
                ));
            }
        }
        if !self.horses.is_empty() {
            scenario.horses.clear();
            for (id, horse) in &self.horses {
                let at = horse.at.map(point).unwrap_or_default();
                scenario.horses.push((id.clone().into(), at, horse.pack));
            }
        }
    }

    /// Puts the given figures in place of the scenario's.
    fn recast(&self, book: &Book, scenario: &mut Scenario) -> Result<(), SetupError> {
        let mut sheets = Vec::new();
        scenario.strays.clear();
        let letters: Vec<String> = scenario.sides.iter().map(|side| side.id.clone()).collect();
        for (number, letter) in letters.iter().enumerate() {
            let from = sheets.len().fit::<u8>();
            for (id, figure) in &self.figures {
                if figure.stray || !id.starts_with(letter.as_str()) {
                    continue;
                }
                sheets.push(self.sheet(book, id, figure)?);
            }
            scenario.sides[number] = SideSetup {
                figures: from..sheets.len().fit::<u8>(),
                ..scenario.sides[number].clone()
            };
        }
        scenario.cast = sheets.len().fit::<u8>();
        for (id, figure) in self.figures.iter().filter(|(_, figure)| figure.stray) {
            sheets.push(self.sheet(book, id, figure)?);
            scenario.strays.push((id.clone().into(), Point::default(), 0));
        }
        if sheets.len() != self.figures.len() {
            return Err(wrong(
                "figures",
                "the id of a figure begins with the letter of its side, such as A1",
            ));
        }
        scenario.sheets = sheets;
        Ok(())
    }

    fn sheet(
        &self,
        book: &Book,
        id: &str,
        figure: &GivenFigure,
    ) -> Result<crate::edition::components::Sheet, SetupError> {
        let is = figure.is.as_deref().unwrap_or("Labourer");
        let mut sheet = book
            .sheet(is)
            .ok_or_else(|| wrong("figures", format!("there is no archetype `{is}`")))?;
        sheet.id = id.to_string().into();
        sheet.name = format!("{} {id}", sheet.archetype);
        if let Some(kit) = &figure.kit {
            sheet.kit = kit.clone();
        }
        if let Some(skills) = &figure.skills {
            sheet.skills = skills.clone();
        }
        if let Some(class) = figure.class {
            sheet.class = class;
        }
        let ridden = self.horses.values().any(|horse| horse.rider.as_deref() == Some(id));
        sheet.mounted &= !ridden && self.horses.is_empty() && figure.kit.is_none();
        Ok(sheet)
    }
}
