//! Leaving the table, and bringing goods home. SV-MOV-18, SV-SCN-05, SV-SCN-10

use crate::Survivors;
use crate::action::{Action, Gait, Stop, Way};
use crate::event::Event;
use crate::geometry::point::{Facing, INCH, Mils, Point};
use crate::geometry::polygon::Bounds;
use crate::geometry::sight::Disc;
use crate::position::{Figure, FigureId, HorseFate, HorseId, Place, Position, Standing};
use crate::refusal::{Checked, Movement, Name, no};
use crate::rules::actions::{budget, run_budget};
use crate::rules::base_contact::REACH;
use crate::ways::crowd::Crowd;
use table::{Fit, Log};

/// How near to the edge a figure must be to leave. SV-MOV-18
const EXIT_GAP: Mils = 100;

impl Survivors {
    /// SV-MOV-18
    pub(crate) fn judge_exit(&self, position: &Position, figure: FigureId) -> Checked {
        let subject = &position.figures[figure];
        let mut exits =
            self.scenario.setup_of(subject.side).into_iter().flat_map(|setup| &setup.exits);
        let in_zone =
            exits.any(|zone| self.scenario.zones[usize::from(*zone)].bounds.holds(subject.at));
        if !subject.is_playing() || !in_zone || !self.at_edge(subject) {
            return no(Movement::LeavesAtEdge);
        }
        if !subject.has_moved {
            return no(Movement::LeavesAfterPath);
        }
        if self.is_held(position, figure) {
            return no(Movement::HeldHere);
        }
        Ok(())
    }

    /// Whether a figure stands where it can leave, its path done. SV-MOV-18
    pub(crate) fn can_leave(&self, position: &Position, figure: FigureId) -> bool {
        let subject = &position.figures[figure];
        let Some(side) = self.scenario.setup_of(subject.side) else {
            return false;
        };
        subject.is_playing()
            && subject.has_moved
            && self.at_edge(subject)
            && side
                .exits
                .iter()
                .any(|zone| self.scenario.zones[usize::from(*zone)].bounds.holds(subject.at))
            && !self.is_held(position, figure)
    }

    /// Whether the base is within a tenth of an inch of a table edge.
    pub fn at_edge(&self, subject: &Figure) -> bool {
        let (r, high, at) = (subject.radius() + EXIT_GAP, self.table.bounds.high, subject.at);
        subject.level == 0 && (at.x <= r || at.y <= r || at.x >= high.x - r || at.y >= high.y - r)
    }

    /// A figure leaves with what it carries, rides and leads. SV-SCN-10
    pub(crate) fn leave(&self, position: &mut Position, figure: FigureId, log: &mut Log<Event>) {
        let disc = position.figures[figure].disc();
        let Some(side) = position.figures[figure].side else { return };
        position.figures[figure].standing = Standing::Exited;
        position.figures[figure].out_by = None;
        let mount = position.figures[figure].mount;
        for (other, horse) in position.horses.iter_mut().enumerate() {
            let ridden = mount == Some(HorseId::new(other));
            let led = horse.pack
                && horse.is_loose()
                && horse.side == Some(side)
                && disc.gap_within(&horse.disc(), REACH);
            if ridden || led {
                horse.fate = HorseFate::Exited;
                horse.side = Some(side);
                for token in horse.crates.iter_mut().filter_map(Option::take) {
                    position.tokens[token].place = Place::Secured { side };
                }
            }
        }
        position.figures[figure].carrying = None;
        for token in &mut position.tokens {
            if token.place == (Place::Carried { by: figure }) {
                token.place = Place::Secured { side };
            }
        }
        log.tell(Event::Leaves { figure });
        self.prune_contacts(position);
    }

    /// Goods that were brought home by this path. SV-SCN-05, SV-SCN-06
    pub(crate) fn secure(&self, position: &mut Position, figure: FigureId, log: &mut Log<Event>) {
        let subject = &position.figures[figure];
        let (Some(zone), Some(side)) = (self.scenario.secure, subject.side) else { return };
        let bounds = &self.scenario.zones[usize::from(zone)].bounds;
        let raids = self.scenario.scores.iter().any(|score| {
            score.side == Some(side)
                && matches!(
                    score.worth,
                    crate::edition::scenarios::Worth::CrateSecured
                        | crate::edition::scenarios::Worth::HorseSecured
                )
        });
        if !raids || !bounds.holds(subject.at) {
            return;
        }
        if let Some(token) = subject.carrying {
            position.tokens[token].place = Place::Secured { side };
            position.figures[figure].carrying = None;
            log.tell(Event::Secured { token, side });
        }
        if let Some(horse) = position.figures[figure].mount {
            self.secure_horse(position, horse, Some(side), log);
        }
    }

    /// Ways onto the table from an entry zone: straight in. SV-MOV-19
    pub(crate) fn offer_entries(
        &self,
        position: &Position,
        figure: FigureId,
        zone: u8,
        out: &mut Vec<Action>,
    ) {
        let subject = &position.figures[figure];
        let radius = subject.radius();
        let Some(bounds) = self.scenario.zones.get(usize::from(zone)).map(|zone| zone.bounds)
        else {
            return;
        };
        let crowd = Crowd::about(self, position, figure, 0);
        let high = self.table.bounds.high;
        let mut entry = |at: Point, inwards: Facing| {
            let start = Stop { at, level: 0 };
            if !self.is_entry(zone, start, radius) {
                return;
            }
            for (gait, far) in [(Gait::Walk, 0), (Gait::Walk, 4), (Gait::Walk, 6), (Gait::Run, 12)]
            {
                let at = Point::new(at.x + inwards.x * far * INCH, at.y + inwards.y * far * INCH);
                let end = Stop { at, level: 0 };
                let most = match gait {
                    Gait::Walk => budget(subject.used, 0, subject.stride()),
                    Gait::Run => run_budget(0, subject.stride()),
                };
                let disc = Disc { centre: at, level: 0, radius };
                let mut way = Way::to(start);
                if far > 0 {
                    way.push(end);
                }
                let fits = far * INCH <= most
                    && matches!(self.straight(&position.works, start, end, radius), Some((_, 0)))
                    && self.table.bars_rest(&position.works, 0, at, radius).is_none()
                    && crowd.has_room(&disc)
                    && crowd.lets_pass(self, position, start, &way, 0)
                    && crowd.lets_end(self, position, &disc, 0);
                if fits {
                    out.push(Action::Move { figure, gait, way, charge: 0, face: None });
                }
            }
        };
        let Bounds { low, high: top } = bounds;
        for y in (low.y + 2 * INCH..top.y).step_by((4 * INCH).fit()) {
            if low.x == 0 {
                entry(Point::new(radius, y), Facing { x: 1, y: 0 });
            }
            if top.x == high.x {
                entry(Point::new(high.x - radius, y), Facing { x: -1, y: 0 });
            }
        }
        for x in (low.x + 2 * INCH..top.x).step_by((4 * INCH).fit()) {
            if low.y == 0 {
                entry(Point::new(x, radius), Facing { x: 0, y: 1 });
            }
            if top.y == high.y {
                entry(Point::new(x, high.y - radius), Facing { x: 0, y: -1 });
            }
        }
    }

    /// Where a figure's path begins: where it stands, or the first point of an entry.
    pub(super) fn start_of(
        &self,
        position: &Position,
        figure: FigureId,
        way: &Way,
    ) -> Checked<(Stop, Way)> {
        let subject = &position.figures[figure];
        let Standing::Waiting { zone, .. } = subject.standing else {
            let start = Stop { at: subject.at, level: subject.level };
            return Ok((start, *way));
        };
        // SV-MOV-19
        let entry = way.stops().first().copied().unwrap_or_default();
        if !self.is_entry(zone, entry, subject.radius()) {
            return no(Movement::EntersAtEdge {
                figure: self.figure_name(figure),
                zone: Name::from(&self.scenario.zones[usize::from(zone)].id),
            });
        }
        match Way::through(&way.stops()[1..]) {
            Some(rest) => Ok((entry, rest)),
            None => Ok((entry, Way::to(entry))),
        }
    }

    /// Whether a figure may enter at this point: one radius inside a table edge of the zone.
    pub fn is_entry(&self, zone: u8, entry: Stop, radius: Mils) -> bool {
        let Some(zone) = self.scenario.zones.get(usize::from(zone)) else {
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
}
