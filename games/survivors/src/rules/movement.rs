//! Movement: paths, their cost, who is in the way; breaking off. SV-MOV, SV-BRK

use crate::Survivors;
use crate::action::{Figures, Gait, Stop, Way};
use crate::event::Event;
use crate::geometry::feature::{Acting, DoorState};
use crate::geometry::point::{Facing, Mils};
use crate::geometry::segment::{crosses, near, nearest, within};
use crate::geometry::sight::Disc;
use crate::geometry::tabletop::Barrier;
use crate::position::{FOOT, Figure, HORSE, NOBODY, Position, Side, Standing};
use crate::rules::actions::{budget, run_budget};
use crate::rules::contact::{CONTACT, WINDOW_CONTACT};
use crate::speech::notation::inches;
use crate::ways::roads::OBSTACLE;
use table::{Audience, Log, Refusal};

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
    pub fn sheet(&self, position: &Position, figure: usize) -> &crate::edition::components::Sheet {
        &self.scenario.sheets[position.figures[figure].sheet as usize % self.scenario.sheets.len()]
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
        let routed = match &straight {
            // No way about it may cost more.
            Ok(walked) => {
                let most = walked.length as u32 + OBSTACLE * walked.obstacles as u32;
                self.route_within(&position.works, start, way.end(), radius, most)
            }
            Err(_) => self.route(position, start, way.end(), radius),
        };
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
        let radius = position.figures[mover].radius();
        let touches = || self.would_touch(position, other, radius, from, to);
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

    /// Whether a base on this leg of a path comes in contact with a figure. SV-MOV-14
    pub(crate) fn would_touch(
        &self,
        position: &Position,
        other: &Figure,
        radius: Mils,
        from: Stop,
        to: Stop,
    ) -> bool {
        let at = nearest(other.at, from.at, to.at);
        let disc = Disc { centre: at, level: from.level, radius };
        within(other.at, from.at, to.at, radius + other.radius() + CONTACT)
            && !self.is_parted(position, &disc, &other.disc())
            || self.bases_touch(position, &disc, &other.disc())
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
}
