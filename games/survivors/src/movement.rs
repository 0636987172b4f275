//! Movement: paths, their cost, who is in the way; breaking off, leading, leaving. SV-MOV, SV-BRK

use crate::Survivors;
use crate::action::{Figures, Gait, Stop, Way};
use crate::event::Event;
use crate::feature::{Acting, DoorState, Level};
use crate::figure::{
    FOOT, Figure, HORSE, HorseFate, NOBODY, Place, Side, Standing, TokenKind, budget, run_budget,
};
use crate::notation::inches;
use crate::point::{Facing, INCH, Mils, Point};
use crate::position::{Contact, Position, Step, members};
use crate::segment::{crosses, near, nearest, within};
use crate::sight::Disc;
use crate::tabletop::Barrier;
use table::{Audience, Log, Refusal};

/// How near bases must be to touch. SV-GEO-08
pub const CONTACT: Mils = 20;
/// How near they must be across a window. SV-GEO-09
pub const WINDOW_CONTACT: Mils = 300;
/// How far a figure reaches. SV-GEO-21
pub const REACH: Mils = 500;
/// How near to the edge a figure must be to leave. SV-MOV-18
const EXIT_GAP: Mils = 100;

/// What a path costs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Walked {
    /// Its length.
    pub length: Mils,
    /// Obstacles passed.
    pub obstacles: u8,
}

/// What kind of path it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Path {
    /// Keeps clear of every enemy.
    Plain,
    /// Ends in contact with these.
    Charge(Figures),
    /// Leaves contact.
    BreakOff,
}

impl Survivors {
    /// The sheet of a figure.
    #[inline]
    pub fn sheet(&self, position: &Position, figure: usize) -> &crate::figure::Sheet {
        &self.scenario.sheets[position.figures[figure].sheet as usize % self.scenario.sheets.len()]
    }

    /// Whether two figures are enemies. SV-GEN-09, SV-STR-05
    #[inline]
    pub fn hostile(&self, position: &Position, a: usize, b: usize) -> bool {
        let (a, b) = (&position.figures[a], &position.figures[b]);
        match (a.side, b.side) {
            (NOBODY, NOBODY) => false,
            (NOBODY, side) => a.wary >> side & 1 == 1,
            (side, NOBODY) => b.wary >> side & 1 == 1,
            (a, b) => self.scenario.hostile(a, b),
        }
    }

    /// Whether two bases touch, whoever they belong to. SV-GEO-08 to SV-GEO-10
    pub fn bases_touch(&self, position: &Position, a: &Disc, b: &Disc) -> bool {
        if a.level != b.level || !a.gap_within(b, WINDOW_CONTACT) {
            return false;
        }
        let parted = self.table.parted(&position.works, a.level, a.centre, b.centre);
        if parted.shut.is_some() || parted.solid {
            return false;
        }
        parted.window.is_some() || a.gap_within(b, CONTACT)
    }

    /// Whether two enemies in play touch.
    pub fn in_contact(&self, position: &Position, a: usize, b: usize) -> bool {
        let (fa, fb) = (&position.figures[a], &position.figures[b]);
        a != b
            && fa.is_playing()
            && fb.is_playing()
            && self.hostile(position, a, b)
            && self.bases_touch(position, &fa.disc(), &fb.disc())
    }

    /// The enemies that a figure touches.
    pub fn enemies_in_contact(&self, position: &Position, figure: usize) -> Figures {
        (0..position.figures.len())
            .filter(|other| self.in_contact(position, figure, *other))
            .fold(0, |set, other| set | 1 << other)
    }

    /// Whether a figure touches an enemy.
    pub fn is_held(&self, position: &Position, figure: usize) -> bool {
        (0..position.figures.len()).any(|other| self.in_contact(position, figure, other))
    }

    /// What a path costs, people left aside. SV-GEO-15 to SV-GEO-20
    pub fn measure(
        &self,
        position: &Position,
        start: Stop,
        stops: &[Stop],
        radius: Mils,
    ) -> Result<Walked, Barrier> {
        let mounted = radius > FOOT;
        let mut walked = Walked { length: 0, obstacles: 0 };
        let mut from = start;
        for to in stops {
            if from.level == to.level {
                let bar =
                    self.table.bars(&position.works, from.level, from.at, to.at, radius, mounted);
                if let Some(barrier) = bar {
                    return Err(barrier);
                }
                walked.length += from.at.leg(to.at);
                let passed = self.table.obstacles(&position.works, from.level, from.at, to.at);
                walked.obstacles = walked.obstacles.saturating_add(passed);
            } else {
                // SV-OBS-13 to SV-OBS-15
                let stairs = self.table.stairs_between(from.at, from.level, to.at, to.level);
                if mounted || stairs.is_none() {
                    return Err(Barrier::NoStairs);
                }
                walked.obstacles = walked.obstacles.saturating_add(1);
            }
            from = *to;
        }
        Ok(walked)
    }

    /// The path that a way stands for: itself, or the cheapest route to a destination. SV-MOV-20
    pub fn settle(
        &self,
        position: &Position,
        start: Stop,
        way: &Way,
        radius: Mils,
    ) -> Result<(Way, Walked), Barrier> {
        let straight = self.measure(position, start, way.stops(), radius);
        if way.stops().len() > 1 || matches!(straight, Ok(Walked { obstacles: 0, .. })) {
            return straight.map(|walked| (*way, walked));
        }
        let routed = self.route(position, start, way.end(), radius);
        match (routed, straight) {
            (Some((way, walked)), _) => Ok((way, walked)),
            (None, Ok(walked)) => Ok((*way, walked)),
            (None, Err(barrier)) => Err(barrier),
        }
    }

    /// Who is in the way of a path, if anybody. SV-MOV-13 to SV-MOV-15, SV-CHG-04, SV-BRK-05
    fn people_in_way(
        &self,
        position: &Position,
        mover: usize,
        start: Stop,
        stops: &[Stop],
        path: Path,
    ) -> Result<(), Refusal> {
        let radius = position.figures[mover].radius();
        let mut from = start;
        for to in stops {
            if from.level == to.level {
                for (number, other) in position.figures.iter().enumerate() {
                    if number == mover || !other.stands() || other.level != from.level {
                        continue;
                    }
                    let close = radius + other.radius();
                    if !within(other.at, from.at, to.at, close + WINDOW_CONTACT) {
                        continue;
                    }
                    self.passes(position, mover, number, from, *to, close, path)?;
                }
                let own = position.figures[mover].mount;
                for (number, horse) in position.horses.iter().enumerate() {
                    if horse.is_loose()
                        && Some(number as u8) != own
                        && from.level == 0
                        && near(horse.at, from.at, to.at, radius + HORSE)
                    {
                        return Err(Refusal::new(
                            "SV-MOV-15",
                            format!("No way through here: horse {}.", self.horse_id(number)),
                        ));
                    }
                }
            }
            from = *to;
        }
        Ok(())
    }

    #[allow(clippy::too_many_arguments, reason = "one leg of one mover past one other figure")]
    fn passes(
        &self,
        position: &Position,
        mover: usize,
        number: usize,
        from: Stop,
        to: Stop,
        close: Mils,
        path: Path,
    ) -> Result<(), Refusal> {
        let other = &position.figures[number];
        let overlaps = near(other.at, from.at, to.at, close);
        let hostile = other.is_playing() && self.hostile(position, mover, number);
        let declared = matches!(path, Path::Charge(targets) if targets >> number & 1 == 1);
        if !hostile && !declared {
            let friend = other.side != NOBODY && other.is_playing();
            if overlaps && !friend {
                return Err(Refusal::new(
                    "SV-MOV-15",
                    format!("No way through here: {}.", self.figure_id(number)),
                ));
            }
            return Ok(());
        }
        let touches = || {
            let at = nearest(other.at, from.at, to.at);
            let disc =
                Disc { centre: at, level: from.level, radius: position.figures[mover].radius() };
            within(other.at, from.at, to.at, close + CONTACT)
                && !self.is_parted(position, &disc, &other.disc())
                || self.bases_touch(position, &disc, &other.disc())
        };
        match path {
            Path::Plain if touches() => Err(Refusal::new(
                "SV-MOV-14",
                format!(
                    "That would be contact with {}: declare a charge or keep clear.",
                    self.figure_id(number)
                ),
            )),
            Path::Charge(_) if !declared && touches() => Err(Refusal::new(
                "SV-CHG-04",
                format!("Contact with {} as well.", self.figure_id(number)),
            )),
            Path::Charge(_) | Path::BreakOff if overlaps => Err(Refusal::new(
                if path == Path::BreakOff { "SV-BRK-05" } else { "SV-CHG-04" },
                format!("No way through {}.", self.figure_id(number)),
            )),
            _ => Ok(()),
        }
    }

    fn is_parted(&self, position: &Position, a: &Disc, b: &Disc) -> bool {
        let parted = self.table.parted(&position.works, a.level, a.centre, b.centre);
        parted.shut.is_some() || parted.solid
    }

    /// Whether a base can rest at a point: terrain, then people. SV-GEO-11, SV-GEO-12, SV-GEO-18
    pub fn check_rest(
        &self,
        position: &Position,
        mover: Option<usize>,
        horse: Option<usize>,
        disc: &Disc,
    ) -> Result<(), Refusal> {
        if let Some(barrier) =
            self.table.bars_rest(&position.works, disc.level, disc.centre, disc.radius)
        {
            let rule = match barrier {
                Barrier::Edge => "SV-GEO-12",
                _ => "SV-GEO-18",
            };
            return Err(Refusal::new(
                rule,
                format!("No room to stand: {}.", self.table.name(barrier)),
            ));
        }
        if self.overlaps(position, mover, horse, disc) {
            return Err(Refusal::new("SV-GEO-11", "No room to stand."));
        }
        Ok(())
    }

    /// Whether a base would overlap another.
    pub fn overlaps(
        &self,
        position: &Position,
        mover: Option<usize>,
        horse: Option<usize>,
        disc: &Disc,
    ) -> bool {
        let overlap = |other: &Disc| {
            let close = (disc.radius + other.radius) as i64;
            other.level == disc.level && disc.centre.distance2(other.centre) < close * close
        };
        let figures = position.figures.iter().enumerate().any(|(number, other)| {
            Some(number) != mover && other.stands() && overlap(&other.disc())
        });
        figures
            || position.horses.iter().enumerate().any(|(number, other)| {
                Some(number) != horse && other.is_loose() && overlap(&other.disc())
            })
    }

    /// What every decision about a figure in its Movement activation needs.
    pub(crate) fn check_activation(
        &self,
        position: &Position,
        side: Side,
        figure: u8,
    ) -> Result<(), Refusal> {
        let id = || self.figure_id(figure as usize);
        let Some(subject) = position.figures.get(figure as usize) else {
            return Err(Refusal::new("SV-SEQ-03", "There is no such figure."));
        };
        if subject.side != side {
            return Err(Refusal::new("SV-SEQ-03", format!("{} is not yours.", id())));
        }
        if !self.counts(position, figure as usize) {
            return Err(Refusal::new("SV-GEN-13", format!("{} is not in play.", id())));
        }
        if !subject.alert {
            return Err(Refusal::new("SV-ALT-01", format!("{} has noticed nothing yet.", id())));
        }
        if subject.activated && position.active != Some(figure) {
            return Err(Refusal::new("SV-SEQ-04", "This figure has moved this turn."));
        }
        Ok(())
    }

    /// Where a figure's path begins: where it stands, or the first point of an entry.
    fn start_of(&self, position: &Position, figure: u8, way: &Way) -> Result<(Stop, Way), Refusal> {
        let subject = &position.figures[figure as usize];
        let Standing::Waiting { zone, .. } = subject.standing else {
            let start = Stop { at: subject.at, level: subject.level };
            return Ok((start, *way));
        };
        // SV-MOV-19
        let entry = way.stops().first().copied().unwrap_or_default();
        if !self.is_entry(zone, entry, subject.radius()) {
            return Err(Refusal::new(
                "SV-MOV-19",
                format!(
                    "{} enters with its base against the edge of {}.",
                    self.figure_id(figure as usize),
                    self.scenario.zones[zone as usize].id
                ),
            ));
        }
        match Way::through(&way.stops()[1..]) {
            Some(rest) => Ok((entry, rest)),
            None => Ok((entry, Way::to(entry))),
        }
    }

    /// Whether a figure may enter at this point: one radius inside a table edge of the zone.
    pub fn is_entry(&self, zone: u8, entry: Stop, radius: Mils) -> bool {
        let Some(zone) = self.scenario.zones.get(zone as usize) else {
            return false;
        };
        let (zone, high, at) = (&zone.bounds, self.table.bounds.high, entry.at);
        entry.level == 0
            && zone.holds(at)
            && (zone.low.x == 0 && at.x == radius
                || zone.low.y == 0 && at.y == radius
                || zone.high.x == high.x && at.x == high.x - radius
                || zone.high.y == high.y && at.y == high.y - radius)
    }

    /// Whether a figure may make this path now. SV-MOV, SV-CHG, SV-BRK
    pub(crate) fn check_path(
        &self,
        position: &Position,
        figure: u8,
        gait: Gait,
        way: &Way,
        path: Path,
    ) -> Result<(Stop, Way, Walked), Refusal> {
        let number = figure as usize;
        let subject = &position.figures[number];
        if way.stops().is_empty() {
            return Err(Refusal::new("SV-GEO-16", "A path has 1 to 16 legs."));
        }
        if subject.has_moved {
            return Err(Refusal::new("SV-MOV-10", "This figure has made its path this turn."));
        }
        let held = self.is_held(position, number);
        if held && path != Path::BreakOff {
            return Err(Refusal::new("SV-MOV-16", "Held in combat: it can only break off."));
        }
        if path == Path::BreakOff {
            self.check_break_off(position, number, held)?;
        }
        if gait == Gait::Run {
            let no = |rule, why: &str| Err(Refusal::new(rule, format!("No run: it {why}.")));
            if subject.used > 0 {
                return no("SV-MOV-03", "acted");
            }
            if subject.ran_last {
                return no("SV-MOV-04", "ran last turn");
            }
            if subject.carrying.is_some() {
                return no("SV-ITM-01", "carries a crate");
            }
            if subject.limbs.leg {
                return no("SV-CHR-19", "has a wounded leg");
            }
        }
        let (start, way) = self.start_of(position, figure, way)?;
        let (way, walked) = if way.stops() == [start] {
            (way, Walked { length: 0, obstacles: 0 })
        } else {
            self.settle(position, start, &way, subject.radius())
                .map_err(|barrier| self.no_way(barrier))?
        };
        self.check_length(subject, gait, path, &walked)?;
        self.people_in_way(position, number, start, way.stops(), path)?;
        let end = way.end();
        let disc = Disc { centre: end.at, level: end.level, radius: subject.radius() };
        self.check_rest(position, Some(number), subject.mount.map(usize::from), &disc)?;
        self.check_end(position, number, &disc, path)?;
        Ok((start, way, walked))
    }

    pub(crate) fn no_way(&self, barrier: Barrier) -> Refusal {
        let rule = match barrier {
            Barrier::Edge => "SV-GEO-12",
            Barrier::Line(_) | Barrier::Area(_) => "SV-GEO-17",
            Barrier::NoFloor => "SV-OBS-15",
            Barrier::NoStairs => "SV-OBS-13",
        };
        Refusal::new(rule, format!("No way through here: {}.", self.table.name(barrier)))
    }

    fn check_length(
        &self,
        subject: &Figure,
        gait: Gait,
        path: Path,
        walked: &Walked,
    ) -> Result<(), Refusal> {
        let base = subject.stride();
        let actions = subject.used + (path == Path::BreakOff) as u8;
        let (most, rule) = match gait {
            Gait::Run => (run_budget(walked.obstacles, base), "SV-MOV-07"),
            Gait::Walk => (budget(actions, walked.obstacles, base), "SV-MOV-11"),
        };
        if walked.length > most {
            let offer = if gait == Gait::Walk && path != Path::BreakOff { " Run?" } else { "" };
            let whole = if gait == Gait::Run { 2 * base } else { base };
            return Err(Refusal::new(
                rule,
                format!(
                    "{}\" less 2\" for each action and obstacle leaves {}\"; this path is {}\".{offer}",
                    inches(whole),
                    inches(most),
                    inches(walked.length)
                ),
            ));
        }
        Ok(())
    }

    /// SV-BRK-02 to SV-BRK-08
    fn check_break_off(
        &self,
        position: &Position,
        figure: usize,
        held: bool,
    ) -> Result<(), Refusal> {
        if !held {
            return Err(Refusal::new("SV-BRK-01", "There is no combat to break off from."));
        }
        let charged = position.contacts.iter().any(|contact| {
            contact.on as usize == figure
                && contact.turn == position.turn
                && self.in_contact(position, contact.by as usize, figure)
        });
        if charged {
            return Err(Refusal::new("SV-BRK-07", "Fight one round first."));
        }
        let subject = &position.figures[figure];
        let allowance = self.sheet(position, figure).class.allowance();
        if !subject.can_act(allowance, 1) {
            return Err(Refusal::new("SV-BRK-02", "Breaking off is an action, and none is left."));
        }
        Ok(())
    }

    /// What a path ends in contact with.
    fn check_end(
        &self,
        position: &Position,
        figure: usize,
        disc: &Disc,
        path: Path,
    ) -> Result<(), Refusal> {
        for (number, other) in position.figures.iter().enumerate() {
            if number == figure || !other.is_playing() {
                continue;
            }
            let declared = matches!(path, Path::Charge(targets) if targets >> number & 1 == 1);
            if !declared && !self.hostile(position, figure, number) {
                continue;
            }
            let touches = self.bases_touch(position, disc, &other.disc());
            if declared && !touches {
                let short = (disc.gap(&other.disc()) - CONTACT).max(1);
                return Err(Refusal::new(
                    "SV-CHG-02",
                    format!("Falls short by {}\".", inches(short)),
                ));
            }
            if touches && !declared {
                let id = self.figure_id(number);
                return Err(match path {
                    Path::Charge(_) => {
                        Refusal::new("SV-CHG-02", format!("Contact with {id} as well."))
                    }
                    Path::BreakOff => {
                        Refusal::new("SV-BRK-05", format!("It would still touch {id}."))
                    }
                    Path::Plain => Refusal::new(
                        "SV-MOV-14",
                        format!("That would be contact with {id}: declare a charge or keep clear."),
                    ),
                });
            }
        }
        Ok(())
    }

    /// Makes a figure the one being activated; another that was is done.
    pub(crate) fn activate(&self, position: &mut Position, figure: u8) {
        if let Some(before) = position.active.filter(|before| *before != figure) {
            position.figures[before as usize].activated = true;
        }
        position.active = Some(figure);
        position.figures[figure as usize].activated = true;
    }

    /// Ends the activation.
    pub(crate) fn done(&self, position: &mut Position) {
        position.active = None;
    }

    /// Puts a figure at the end of its path and writes down what it cost.
    #[allow(clippy::too_many_arguments, reason = "all that a path leaves behind")]
    pub(crate) fn complete_path(
        &self,
        position: &mut Position,
        figure: u8,
        start: Stop,
        stops: &[Stop],
        walked: Walked,
        ran: bool,
        face: Option<Facing>,
        log: &mut Log<Event>,
    ) {
        self.open_doors(position, figure, start, stops, log);
        let number = figure as usize;
        if let Standing::Waiting { zone, .. } = position.figures[number].standing {
            position.figures[number].standing = Standing::Playing;
            position.figures[number].facing =
                Facing::towards(start.at, self.table.bounds.centre()).unwrap_or(Facing::NORTH);
            log.reveal();
            log.tell_to(|| Audience::All, || Event::Enters { figure, zone });
        }
        let subject = &mut position.figures[number];
        let mut from = start;
        let mut along = None;
        for stop in stops {
            along = Facing::towards(from.at, stop.at).or(along);
            from = *stop;
        }
        subject.at = from.at;
        subject.level = from.level;
        subject.base = subject.stride();
        subject.moved = walked.length;
        subject.obstacles = walked.obstacles;
        subject.has_moved = true;
        subject.ran = ran;
        if let Some(facing) = face.or(along) {
            subject.facing = facing; // SV-MOV-17
        }
        let (at, mount) = (subject.at, subject.mount);
        if let Some(horse) = mount {
            position.horses[horse as usize].at = at;
        }
        self.secure(position, figure, log);
        self.noticed(position, number);
    }

    /// SV-OBS-07
    pub(crate) fn open_doors(
        &self,
        position: &mut Position,
        figure: u8,
        start: Stop,
        stops: &[Stop],
        log: &mut Log<Event>,
    ) {
        let mut from = start;
        for to in stops {
            if from.level == to.level {
                let found = self.table.along(from.level, from.at, to.at, 0);
                for number in found.lines.iter() {
                    let line = &self.table.lines[number];
                    let shut = matches!(
                        self.table.acting(&position.works, number),
                        Acting::ShutDoor { keeps_out: false }
                    );
                    if shut && crosses(from.at, to.at, line.a, line.b) {
                        position.works.doors[number] = DoorState::Open;
                        log.tell_to(
                            || Audience::All,
                            || Event::Opens { figure, line: number as u16, state: DoorState::Open },
                        );
                    }
                }
            }
            from = *to;
        }
    }

    /// Goods that were brought home by this path. SV-SCN-05, SV-SCN-06
    fn secure(&self, position: &mut Position, figure: u8, log: &mut Log<Event>) {
        let Some(zone) = self.scenario.secure else {
            return;
        };
        let bounds = &self.scenario.zones[zone as usize].bounds;
        let subject = &position.figures[figure as usize];
        let side = subject.side;
        let raids = self.scenario.scores.iter().any(|score| {
            score.side == Some(side)
                && matches!(
                    score.worth,
                    crate::scenario::Worth::CrateSecured | crate::scenario::Worth::HorseSecured
                )
        });
        if !raids || !bounds.holds(subject.at) {
            return;
        }
        if let Some(token) = subject.carrying {
            position.tokens[token as usize].place = Place::Secured { side };
            position.figures[figure as usize].carrying = None;
            log.tell_to(|| Audience::All, || Event::Secured { token, side });
        }
        if let Some(horse) = position.figures[figure as usize].mount {
            self.secure_horse(position, horse, side, log);
        }
    }

    pub(crate) fn secure_horse(
        &self,
        position: &mut Position,
        horse: u8,
        side: Side,
        log: &mut Log<Event>,
    ) {
        let listed = (horse as usize) < self.scenario.horses.len();
        let Some(zone) = self.scenario.secure.filter(|_| listed) else {
            return;
        };
        let beast = &mut position.horses[horse as usize];
        let bounds = &self.scenario.zones[zone as usize].bounds;
        if beast.fate == HorseFate::Standing && bounds.holds(beast.at) {
            beast.fate = HorseFate::Secured;
            beast.side = side;
            log.tell_to(|| Audience::All, || Event::HorseSecured { horse, side });
        }
    }

    /// SV-MOV-18
    pub(crate) fn check_exit(&self, position: &Position, figure: u8) -> Result<(), Refusal> {
        let subject = &position.figures[figure as usize];
        let exits = &self.scenario.sides[subject.side as usize].exits;
        let in_zone =
            exits.iter().any(|zone| self.scenario.zones[*zone as usize].bounds.holds(subject.at));
        if !subject.is_playing() || !in_zone || !self.at_edge(subject) {
            return Err(Refusal::new(
                "SV-MOV-18",
                "It leaves only where its base ends a path at the edge inside an exit of its side.",
            ));
        }
        if !subject.has_moved {
            return Err(Refusal::new("SV-MOV-18", "It leaves at the end of a path."));
        }
        if self.is_held(position, figure as usize) {
            return Err(Refusal::new("SV-MOV-16", "Held in combat."));
        }
        Ok(())
    }

    /// Whether a figure stands where it can leave, its path done. SV-MOV-18
    pub(crate) fn can_leave(&self, position: &Position, figure: usize) -> bool {
        let subject = &position.figures[figure];
        let Some(side) = self.scenario.sides.get(subject.side as usize) else {
            return false;
        };
        subject.is_playing()
            && subject.has_moved
            && self.at_edge(subject)
            && side
                .exits
                .iter()
                .any(|zone| self.scenario.zones[*zone as usize].bounds.holds(subject.at))
            && !self.is_held(position, figure)
    }

    /// Whether the base is within a tenth of an inch of a table edge.
    pub fn at_edge(&self, subject: &Figure) -> bool {
        let (r, high, at) = (subject.radius() + EXIT_GAP, self.table.bounds.high, subject.at);
        subject.level == 0 && (at.x <= r || at.y <= r || at.x >= high.x - r || at.y >= high.y - r)
    }

    /// A figure leaves with what it carries, rides and leads. SV-SCN-10
    pub(crate) fn leave(&self, position: &mut Position, figure: u8, log: &mut Log<Event>) {
        let number = figure as usize;
        let disc = position.figures[number].disc();
        let side = position.figures[number].side;
        position.figures[number].standing = Standing::Exited;
        position.figures[number].out_by = NOBODY;
        let mount = position.figures[number].mount;
        for (other, horse) in position.horses.iter_mut().enumerate() {
            let ridden = mount == Some(other as u8);
            let led = horse.pack
                && horse.is_loose()
                && horse.side == side
                && disc.gap_within(&horse.disc(), REACH);
            if ridden || led {
                horse.fate = HorseFate::Exited;
                horse.side = side;
                for token in horse.crates.iter_mut().filter_map(Option::take) {
                    position.tokens[token as usize].place = Place::Secured { side };
                }
            }
        }
        position.figures[number].carrying = None;
        for token in &mut position.tokens {
            if token.place == (Place::Carried { by: figure }) {
                token.place = Place::Secured { side };
            }
        }
        log.tell_to(|| Audience::All, || Event::Leaves { figure });
        self.prune_contacts(position);
    }

    /// Forgets contacts that are no more.
    pub(crate) fn prune_contacts(&self, position: &mut Position) {
        if position.contacts.is_empty() {
            return;
        }
        let mut contacts = std::mem::take(&mut position.contacts);
        contacts
            .retain(|contact| self.in_contact(position, contact.by as usize, contact.on as usize));
        position.contacts = contacts;
    }

    /// Writes a contact down; both turn to face each other and drop crates. SV-CHG-06, SV-CHG-07
    pub(crate) fn enter_contact(
        &self,
        position: &mut Position,
        by: u8,
        on: u8,
        log: &mut Log<Event>,
    ) {
        position.contacts.push(Contact { by, on, turn: position.turn });
        let (a, b) = (position.figures[by as usize].at, position.figures[on as usize].at);
        if let Some(facing) = Facing::towards(b, a) {
            position.figures[on as usize].facing = facing;
        }
        if let Some(facing) = Facing::towards(a, b) {
            position.figures[by as usize].facing = facing;
        }
        for figure in [by, on] {
            self.drop_crate(position, figure, log); // SV-HTH-31
        }
        position.figures[on as usize].waking = true;
    }

    /// SV-ITM-02
    pub(crate) fn drop_crate(&self, position: &mut Position, figure: u8, log: &mut Log<Event>) {
        let subject = &mut position.figures[figure as usize];
        if let Some(token) = subject.carrying.take() {
            let (at, level) = (subject.at, subject.level);
            position.tokens[token as usize].place = Place::Table { at, level };
            log.tell_to(|| Audience::All, || Event::Drops { figure, token });
        }
    }

    /// Everything that a figure carries beside its kit falls where it stands. SV-PRI-11
    pub(crate) fn drop_goods(&self, position: &mut Position, figure: u8, log: &mut Log<Event>) {
        self.drop_crate(position, figure, log);
        let (at, level) = {
            let subject = &position.figures[figure as usize];
            (subject.at, subject.level)
        };
        for (number, token) in position.tokens.iter_mut().enumerate() {
            if token.place == (Place::Carried { by: figure }) {
                token.place = Place::Table { at, level };
                log.tell_to(|| Audience::All, || Event::Drops { figure, token: number as u8 });
            }
        }
    }

    /// SV-HRS-09
    pub(crate) fn check_lead(
        &self,
        position: &Position,
        figure: u8,
        horse: u8,
        way: &Way,
    ) -> Result<(Way, Walked), Refusal> {
        let leader = &position.figures[figure as usize];
        let no = |why: &str| Err(Refusal::new("SV-HRS-09", why.to_string()));
        let Some(beast) = position.horses.get(horse as usize) else {
            return no("There is no such horse.");
        };
        if !leader.is_playing() || leader.mount.is_some() {
            return no("Only a figure on foot leads a horse.");
        }
        if leader.ran {
            return no("No run with a horse on the rein.");
        }
        if self.is_held(position, figure as usize) {
            return Err(Refusal::new("SV-ACT-16", "Busy fighting."));
        }
        if !beast.is_loose() || beast.has_moved {
            return no("That horse cannot be led now.");
        }
        let (began, level) = leader.began;
        let from = Disc { centre: began, level, radius: FOOT };
        let in_reach = |disc: &Disc| disc.level == 0 && disc.gap_within(&beast.disc(), REACH);
        let held = in_reach(&leader.disc()) || leader.has_moved && in_reach(&from);
        if !held {
            return no("The horse is out of reach.");
        }
        let start = Stop { at: beast.at, level: 0 };
        let (way, walked) =
            self.settle(position, start, way, HORSE).map_err(|barrier| self.no_way(barrier))?;
        let most = budget(leader.used, walked.obstacles, leader.pace());
        if walked.length > most {
            return no(&format!(
                "It can be led {}\"; this path is {}\".",
                inches(most),
                inches(walked.length)
            ));
        }
        let end = Disc { centre: way.end().at, level: 0, radius: HORSE };
        let mut last = start;
        for stop in way.stops() {
            for (number, other) in position.figures.iter().enumerate() {
                let enemy = other.is_playing() && self.hostile(position, figure as usize, number);
                let blocks = other.stands() && (enemy || other.side == NOBODY);
                if blocks
                    && other.level == 0
                    && near(other.at, last.at, stop.at, HORSE + other.radius())
                {
                    return no(&format!("No way through {}.", self.figure_id(number)));
                }
            }
            last = *stop;
        }
        self.check_rest(position, None, Some(horse as usize), &end)?;
        if !leader.disc().gap_within(&end, REACH) || leader.level != 0 {
            return no("It must end in reach of its leader.");
        }
        Ok((way, walked))
    }

    pub(crate) fn lead(
        &self,
        position: &mut Position,
        figure: u8,
        horse: u8,
        way: &Way,
        log: &mut Log<Event>,
    ) {
        let start = Stop { at: position.horses[horse as usize].at, level: 0 };
        self.open_doors(position, figure, start, way.stops(), log);
        let side = position.figures[figure as usize].side;
        position.figures[figure as usize].has_moved = true;
        let beast = &mut position.horses[horse as usize];
        beast.at = way.end().at;
        beast.side = side;
        beast.has_moved = true;
        log.tell_to(|| Audience::All, || Event::Leads { figure, horse });
        self.secure_horse(position, horse, side, log);
    }

    /// Whether a figure handles a point. SV-GEO-21
    pub fn reaches_point(
        &self,
        position: &Position,
        figure: usize,
        at: Point,
        level: Level,
        but: Option<usize>,
    ) -> bool {
        let subject = &position.figures[figure];
        let reach = (REACH + subject.radius()) as i64;
        subject.level == level
            && subject.at.distance2(at) <= reach * reach
            && self.table.along(level, subject.at, at, 0).lines.iter().all(|number| {
                let line = &self.table.lines[number];
                Some(number) == but
                    || !self.table.acting(&position.works, number).stops_sight()
                    || !crate::segment::meet(subject.at, at, line.a, line.b)
            })
    }

    /// Whether a figure handles another base. SV-GEO-21
    pub fn reaches_disc(&self, position: &Position, figure: usize, other: &Disc) -> bool {
        let subject = &position.figures[figure];
        subject.level == other.level
            && subject.disc().gap_within(other, REACH)
            && self
                .table
                .parted(&position.works, other.level, subject.at, other.centre)
                .shut
                .is_none()
    }

    /// Begins the charge: writes it down and finds who may fire first.
    pub(crate) fn begin_charge(
        &self,
        position: &mut Position,
        charge: crate::position::Charge,
        log: &mut Log<Event>,
    ) {
        let (figure, targets) = (charge.figure, charge.targets);
        let side = position.figures[figure as usize].side;
        log.tell_to(
            || Audience::All,
            || Event::Charges {
                figure,
                targets: members(targets).map(|target| target as u8).collect(),
            },
        );
        for target in members(targets) {
            let target = &mut position.figures[target];
            if target.side == NOBODY {
                target.wary |= 1 << side; // SV-STR-05
            }
        }
        position.charge = Some(charge);
        self.find_firers(position);
        position.step = Step::PreContact;
        self.go_on_charging(position, log);
    }

    /// Whether a crate is a crate.
    pub fn is_crate(&self, position: &Position, token: u8) -> bool {
        position.tokens.get(token as usize).is_some_and(|token| token.kind == TokenKind::Crate)
    }

    /// The farthest that a figure could go now, walking or running.
    pub fn farthest(&self, position: &Position, figure: usize) -> Mils {
        let subject = &position.figures[figure];
        let can_run = subject.used == 0
            && !subject.ran_last
            && subject.carrying.is_none()
            && !subject.limbs.leg;
        if can_run {
            2 * subject.stride()
        } else {
            budget(subject.used, 0, subject.stride()).max(INCH)
        }
    }
}
