//! Positions that rule cases begin with: sparse, over the scenario's start.

use crate::Survivors;
use crate::action::{Answer, Stop};
use crate::edition::Book;
use crate::feature::{Area, AreaKind, DoorState, Line, LineKind, Smoke};
use crate::figure::{
    Class, Encouraged, Figure, Item, NOBODY, Place, Side, Skill, Standing, Token, TokenKind,
};
use crate::fog::Memory;
use crate::point::{COMPASS, Facing, INCH, Point};
use crate::polygon::{Bounds, doubled_area};
use crate::position::{Contact, Phase, Position, Step};
use crate::scenario::{Fixture, Light, Scenario, SideSetup, Zone};
use crate::scenario_file::{At, Inches, point};
use crate::tabletop::Tabletop;
use serde::Deserialize;
use std::collections::BTreeMap;
use table::{Dice, Edition, Fault, Game, Log, Setup, SetupError};

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

fn wrong(field: &str, problem: impl Into<String>) -> SetupError {
    Fault::field(format!("given.{field}"), problem).into()
}

impl Survivors {
    pub(crate) fn arrange_given(
        edition: &Edition,
        setup: &Setup,
        given: Given,
        dice: &mut Dice,
    ) -> Result<(Survivors, Position), SetupError> {
        Survivors::open(edition, setup)?;
        let options = Survivors::settings(edition, setup)?;
        let book = Book::read(edition, options.armoury)?;
        let (table, mut scenario) = crate::scenario::read(edition, &book, setup, &options)?;
        let table = given.lay(table, options.door_action, &book);
        given.alter_scenario(&book, &mut scenario)?;
        let game = Survivors::assemble(setup.clone(), options, book, table, scenario);
        let mut hidden = Dice::seeded(table::Seed::from_number(0));
        let mut position = game.lay_out(&mut hidden);
        given.fill(&game, &mut position, dice)?;
        given.remember(&game, &mut position)?;
        Ok((game, position))
    }
}

impl Given {
    fn lay(&self, table: Tabletop, door_action: bool, book: &Book) -> Tabletop {
        let (bounds, mut lines, mut areas, buildings, stairs) = match self.table {
            Some(size) => (
                Bounds { low: Point::default(), high: point(size) },
                Vec::new(),
                Vec::new(),
                Vec::new(),
                Vec::new(),
            ),
            None => (table.bounds, table.lines, table.areas, table.buildings, table.stairs),
        };
        for line in &self.line {
            for (number, pair) in line.points.windows(2).enumerate() {
                let id = &line.id;
                lines.push(Line {
                    id: if line.points.len() == 2 {
                        id.clone()
                    } else {
                        format!("{id}.{}", number + 1)
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
                id: area.id.clone(),
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
                scenario.hostile[a as usize] &= !(1 << b);
                scenario.hostile[b as usize] &= !(1 << a);
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
            scenario.medicines = self.searches.values().filter(|s| s.medicine).count() as u8;
        }
        if !self.crates.is_empty() {
            scenario.crates.clear();
            for (id, at) in &self.crates {
                let mils = |i: usize| at.get(i).map_or(0, |Inches(mils)| *mils);
                scenario.crates.push((
                    id.clone(),
                    Point::new(mils(0), mils(1)),
                    (mils(2) / INCH) as i8,
                ));
            }
        }
        if !self.horses.is_empty() {
            scenario.horses.clear();
            for (id, horse) in &self.horses {
                let at = horse.at.map(point).unwrap_or_default();
                scenario.horses.push((id.clone(), at, horse.pack));
            }
        }
        for rect in &self.exits {
            let [west, south, east, north] = rect.map(|Inches(mils)| mils);
            scenario.zones.push(Zone {
                id: format!("X{}", scenario.zones.len()),
                bounds: Bounds { low: Point::new(west, south), high: Point::new(east, north) },
            });
            let number = scenario.zones.len() as u8 - 1;
            for side in &mut scenario.sides {
                side.exits.push(number);
            }
        }
        if !self.figures.is_empty() {
            self.recast(book, scenario)?;
        }
        Ok(())
    }

    /// Puts the given figures in place of the scenario's.
    fn recast(&self, book: &Book, scenario: &mut Scenario) -> Result<(), SetupError> {
        let mut sheets = Vec::new();
        scenario.strays.clear();
        let letters: Vec<String> = scenario.sides.iter().map(|side| side.id.clone()).collect();
        for (number, letter) in letters.iter().enumerate() {
            let from = sheets.len() as u8;
            for (id, figure) in &self.figures {
                if figure.stray || !id.starts_with(letter.as_str()) {
                    continue;
                }
                sheets.push(self.sheet(book, id, figure)?);
            }
            scenario.sides[number] =
                SideSetup { figures: from..sheets.len() as u8, ..scenario.sides[number].clone() };
        }
        scenario.cast = sheets.len() as u8;
        for (id, figure) in self.figures.iter().filter(|(_, figure)| figure.stray) {
            sheets.push(self.sheet(book, id, figure)?);
            scenario.strays.push((id.clone(), Point::default(), 0));
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
    ) -> Result<crate::figure::Sheet, SetupError> {
        let is = figure.is.as_deref().unwrap_or("Labourer");
        let mut sheet = book
            .sheet(is)
            .ok_or_else(|| wrong("figures", format!("there is no archetype `{is}`")))?;
        sheet.id = id.to_string();
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

    fn fill(
        &self,
        game: &Survivors,
        position: &mut Position,
        dice: &mut Dice,
    ) -> Result<(), SetupError> {
        if !self.strays.is_empty() {
            let cast = game.scenario.cast as usize;
            let mut left: Vec<u8> = (cast as u8..game.scenario.sheets.len() as u8).collect();
            for (number, kind) in self.strays.iter().enumerate() {
                let found = left
                    .iter()
                    .position(|sheet| game.scenario.sheets[*sheet as usize].archetype == *kind)
                    .ok_or_else(|| wrong("strays", format!("no stray is a {kind}")))?;
                let sheet = left.remove(found);
                if let Some(figure) = position.figures.get_mut(cast + number) {
                    let fresh = Figure::new(sheet, NOBODY, &game.scenario.sheets[sheet as usize]);
                    *figure = Figure {
                        standing: Standing::Playing,
                        at: figure.at,
                        level: figure.level,
                        facing: figure.facing,
                        began: figure.began,
                        ..fresh
                    };
                }
            }
        }
        for (i, search) in self.searches.values().enumerate() {
            position.contents[i] = search.medicine;
        }
        for (number, (_, horse)) in self.horses.iter().enumerate() {
            let beast = &mut position.horses[number];
            if let Some(strength) = horse.strength {
                beast.strength = strength;
            }
            if let Some(rider) = &horse.rider {
                let rider = game
                    .figure_of(rider)
                    .ok_or_else(|| wrong("horses", format!("there is no figure `{rider}`")))?;
                beast.rider = Some(rider);
                position.figures[rider as usize].mount = Some(number as u8);
            }
        }
        for (id, figure) in self.figures.iter().chain(&self.change) {
            self.place(game, position, id, figure)?;
        }
        let cleared = !self.figures.is_empty();
        let deploying = self.phase.as_deref() == Some("deploy");
        if !deploying && (cleared || self.phase.is_some() || self.turn.is_some()) {
            for side in 0..game.side_count() {
                if !cleared {
                    game.deploy_rest(position, side);
                }
                position.ready |= 1 << side;
            }
            position.turn = self.turn.unwrap_or(1);
        }
        for horse in 0..position.horses.len() {
            if let Some(rider) = position.horses[horse].rider {
                position.horses[horse].at = position.figures[rider as usize].at;
            }
        }
        for (id, state) in &self.doors {
            let line = game
                .table
                .line(id)
                .ok_or_else(|| wrong("doors", format!("there is no door `{id}`")))?;
            position.works.doors[line] = *state;
        }
        for (id, damage) in &self.damage {
            let line = game
                .table
                .line(id)
                .ok_or_else(|| wrong("damage", format!("there is no structure `{id}`")))?;
            position.works.damage[line] = *damage;
        }
        for smoke in &self.smoke {
            position.works.smoke.push(Smoke {
                centre: point(smoke.at),
                radius: smoke.radius.0,
                turns: smoke.turns,
            });
        }
        for [by, on] in &self.contacts {
            let (Some(by), Some(on)) = (game.figure_of(by), game.figure_of(on)) else {
                return Err(wrong("contacts", "name two figures"));
            };
            position.contacts.push(Contact { by, on, turn: 0 });
        }
        let side = |letter: &String| {
            game.scenario
                .side(letter)
                .ok_or_else(|| wrong("side", format!("there is no side `{letter}`")))
        };
        for letter in &self.had_five {
            position.had_five |= 1 << side(letter)?;
        }
        for (letter, answers) in &self.standing {
            position.answers[side(letter)? as usize] = *answers;
        }
        if position.turn > 0 {
            let first: Side = match &self.initiative {
                Some(letter) => side(letter)?,
                None => 0,
            };
            position.initiative = [first; 4];
            game.compute_pools(position);
            for (letter, pool) in &self.pools {
                position.pools[side(letter)? as usize] = *pool;
            }
            self.begin(game, position, dice)?;
        }
        Ok(())
    }

    /// What is seen now, and what sides saw before. SV-FOG-04
    fn remember(&self, game: &Survivors, position: &mut Position) -> Result<(), SetupError> {
        game.look_about(position);
        for (letter, seen) in &self.last_seen {
            let side = game
                .scenario
                .side(letter)
                .ok_or_else(|| wrong("last_seen", format!("there is no side `{letter}`")))?;
            for (id, GivenSight(x, y, turn)) in seen {
                let figure = game
                    .figure_of(id)
                    .ok_or_else(|| wrong("last_seen", format!("there is no figure `{id}`")))?
                    as usize;
                let mut memory = Memory { turn: *turn, figure: position.figures[figure].clone() };
                memory.figure.at = Point::new(x.0, y.0);
                let slot = side as usize * position.figures.len() + figure;
                let place = position.fog.as_mut().and_then(|fog| fog.memory.get_mut(slot));
                *place.ok_or_else(|| wrong("last_seen", "needs the option `fog`"))? = Some(memory);
            }
        }
        Ok(())
    }

    /// Enters the phase that the case begins in.
    fn begin(
        &self,
        game: &Survivors,
        position: &mut Position,
        dice: &mut Dice,
    ) -> Result<(), SetupError> {
        let phase = match self.phase.as_deref() {
            None | Some("bid") => {
                game.open_bids(position);
                return Ok(());
            }
            Some("deploy") => return Ok(()),
            Some("movement") => Phase::Movement,
            Some("firing") => Phase::Firing,
            Some("hand-to-hand") => Phase::HandToHand,
            Some("other") => Phase::Other,
            Some(other) => {
                return Err(wrong("phase", format!("there is no phase `{other}`")));
            }
        };
        position.bid_in = 0xff;
        position.order = [NOBODY; 4];
        if self.order.is_empty() {
            for (place, side) in (0..game.side_count()).enumerate() {
                position.order[place] = side;
            }
        }
        for (place, letter) in self.order.iter().enumerate().take(4) {
            position.order[place] = game
                .scenario
                .side(letter)
                .ok_or_else(|| wrong("order", format!("there is no side `{letter}`")))?;
        }
        position.place = 0;
        position.step = Step::Phase(phase);
        game.advance(position, dice, &mut Log::quiet());
        Ok(())
    }

    fn place(
        &self,
        game: &Survivors,
        position: &mut Position,
        id: &str,
        given: &GivenFigure,
    ) -> Result<(), SetupError> {
        let number = game
            .figure_of(id)
            .ok_or_else(|| wrong("figures", format!("there is no figure `{id}`")))?;
        let centre = game.table.bounds.centre();
        let side_of = |letter: &String| {
            game.scenario
                .side(letter)
                .ok_or_else(|| wrong("figures", format!("there is no side `{letter}`")))
        };
        if let Some(at) = &given.at {
            let mils = |i: usize| at.get(i).map_or(0, |Inches(mils)| *mils);
            let stop = Stop { at: Point::new(mils(0), mils(1)), level: (mils(2) / INCH) as i8 };
            game.deploy(position, number, stop, None);
            position.figures[number as usize].facing =
                Facing::towards(stop.at, centre).unwrap_or(Facing::NORTH);
        }
        let carrying = match &given.carrying {
            Some(id) => {
                let token = game.scenario.crates.iter().position(|(known, _, _)| known == id);
                let token = match token {
                    Some(token) => token,
                    None => {
                        position.tokens.push(Token { kind: TokenKind::Crate, place: Place::Gone });
                        position.tokens.len() - 1
                    }
                };
                position.tokens[token].place = Place::Carried { by: number };
                Some(token as u8)
            }
            None => None,
        };
        let captive = given.captive_of.as_ref().map(side_of).transpose()?;
        let downed = given.down_by.as_ref().map(side_of).transpose()?;
        let first = given.first_side.as_ref().map(side_of).transpose()?;
        let mut wary = 0;
        for letter in &given.wary_of {
            wary |= 1 << side_of(letter)?;
        }
        let figure = &mut position.figures[number as usize];
        let at = figure.at;
        match &given.face {
            Some(GivenFace::Compass(name)) => {
                let (_, facing) = COMPASS
                    .iter()
                    .find(|(known, _)| known.eq_ignore_ascii_case(name))
                    .ok_or_else(|| wrong("face", format!("`{name}` is no compass point")))?;
                figure.facing = *facing;
            }
            Some(GivenFace::Towards(to)) => {
                figure.facing = Facing::towards(at, point(*to)).unwrap_or(figure.facing);
            }
            None => {}
        }
        if let Some(strength) = given.strength {
            figure.strength = strength;
        }
        match given.hand.as_deref() {
            Some("nothing") => figure.in_hand = None,
            Some(word) => {
                let item = Item::read(word)
                    .ok_or_else(|| wrong("hand", format!("`{word}` is no thing")))?;
                figure.in_hand =
                    figure.kit.iter().position(|held| *held == Some(item)).map(|slot| slot as u8);
            }
            None => {}
        }
        if given.loaded == Some(false) {
            figure.loaded = 0;
        }
        if let Some(alert) = given.alert {
            figure.alert = alert;
        }
        figure.sentry |= given.sentry;
        figure.used = given.used.unwrap_or(figure.used);
        if let Some(Inches(moved)) = given.moved {
            figure.moved = moved;
            figure.has_moved = true;
            figure.activated = true;
            figure.base = figure.stride();
        }
        figure.obstacles = given.obstacles.unwrap_or(figure.obstacles);
        figure.ran |= given.ran;
        figure.ran_last |= given.ran_last;
        figure.flashed_last |= given.fired_last;
        figure.carrying = carrying.or(figure.carrying);
        if given.encouraged {
            figure.encouraged = Encouraged::Now;
        }
        if let Some(lit) = given.lamp {
            figure.lamp_lit = lit;
        }
        if let Some(by) = captive {
            figure.standing = Standing::Captive { by };
        }
        if let Some(by) = downed {
            figure.standing = Standing::Down;
            figure.strength = 0;
            figure.out_by = by;
        }
        if let Some(first) = first {
            figure.first_side = first;
        }
        figure.wary |= wary;
        match given.limb.as_deref() {
            Some("leg") => figure.limbs.leg = true,
            Some("arm") => figure.limbs.arm = true,
            Some("head") => figure.limbs.head = true,
            Some(other) => return Err(wrong("limb", format!("`{other}` is no limb"))),
            None => {}
        }
        Ok(())
    }
}
