//! Looking before one decides: where a path leads and what it leaves, what a gun reaches, who sees
//! whom.

use super::prompt::takes;
use crate::Survivors;
use crate::action::{Action, Gait, Stop, Target as Shot};
use crate::geometry::point::{Facing, Mils, Point, RING, isqrt};
use crate::geometry::sight::{Cover, Disc, view};
use crate::knowledge::actions_left;
use crate::position::{Figure, FigureId, Position, Step};
use crate::rules::actions::{budget, run_budget};
use crate::rules::movement::Path;
use crate::speech::notation::{inches, tenths};
use stage::{Ink, Sketch, Target, Trace};
use table::wording::counted;
use table::{Fit, Seat, Viewer};

/// What a decision would do, as far as the seat knows.
pub(crate) fn preview(
    game: &Survivors,
    position: &Position,
    seat: Seat,
    action: &Action,
) -> Sketch {
    game.sketch(&game.known(position, Viewer::Seat(seat)), action)
}

/// What a viewer can measure, as far as it knows.
pub(crate) fn gauge(
    game: &Survivors,
    position: &Position,
    viewer: Viewer,
    from: &Target,
    to: Option<&Target>,
) -> Option<Sketch> {
    game.measured(&game.known(position, viewer), viewer, from, to)
}

impl Survivors {
    /// Points around another at this distance, counter-clockwise.
    fn around(&self, at: Point, radius: Mils) -> impl Iterator<Item = Point> {
        RING.iter().enumerate().flat_map(move |(i, from)| {
            let to = RING[(i + 1) % RING.len()];
            (0..3).map(move |part| {
                let x = from.x * (3 - part) + to.x * part;
                let y = from.y * (3 - part) + to.y * part;
                let length = isqrt(x * x + y * y).max(1);
                Point::new(
                    at.x + (x * i64::from(radius) / length).fit::<i32>(),
                    at.y + (y * i64::from(radius) / length).fit::<i32>(),
                )
            })
        })
    }

    /// Where a point about another is drawn: no further out than the edge of the table or the walls of the floor,
    /// where nobody goes.
    fn spot_about(&self, at: Point, level: i8, about: Point) -> stage::Point {
        let (ground, floor) = (self.ground(), u8::try_from(level).unwrap_or_default());
        let planes = ground.fields.iter().filter_map(stage::Field::plane);
        let mut floors = planes.flat_map(|plane| &plane.floors);
        let here = floors.find(|it| it.level == floor && it.covers.contains(self.spot(at)));
        let spot = self.spot(about);
        let within = |low: stage::Point, high: stage::Point| {
            stage::Point::new(spot.x.clamp(low.x, high.x), spot.y.clamp(low.y, high.y))
        };
        let high = self.table.bounds.high;
        match here.map(|floor| (floor, floor.covers)) {
            Some((floor, room)) => floor.shown(within(
                stage::Point::new(room.x, room.y),
                stage::Point::new(room.x + room.width, room.y + room.height),
            )),
            None => within(stage::Point::new(0, 0), stage::Point::new(high.x, high.y)),
        }
    }

    /// A circle about a point.
    pub(crate) fn ring(
        &self,
        (at, level): (Point, i8),
        radius: Mils,
        ink: Ink,
        description: String,
    ) -> Trace {
        let around = self.around(at, radius).map(|point| self.spot_about(at, level, point));
        let mut points: Vec<_> = around.collect();
        points.extend(points.first().copied());
        Trace { label: String::new(), points, ink, dotted: true, description }
    }

    /// The front half of a circle about a point: what lies in the arc and in range. SV-GEO-14
    pub(crate) fn arc(
        &self,
        (at, level): (Point, i8),
        radius: Mils,
        front: Facing,
        ink: Ink,
        description: String,
    ) -> Trace {
        let ring: Vec<Point> = self.around(at, radius).collect();
        let covered = |index: usize| front.covers(at, ring[index % ring.len()]);
        let first = (0..ring.len()).find(|i| covered(*i) && !covered(i + ring.len() - 1));
        let first = first.unwrap_or_default();
        let half = (first..first + ring.len()).filter(|i| covered(*i));
        let middle = self.spot_on(at, level);
        let mut points = vec![middle];
        points.extend(half.map(|i| self.spot_about(at, level, ring[i % ring.len()])));
        points.push(middle);
        Trace { label: String::new(), points, ink, dotted: true, description }
    }

    /// The reach of what a figure holds, if it stood there and looked so.
    fn reach_of(
        &self,
        position: &Position,
        figure: FigureId,
        at: (Point, i8),
        front: Facing,
    ) -> Option<Trace> {
        let (_, item, gun) = self.weapon(position, figure)?;
        let radius = gun.range + position.figures[figure].radius();
        let words = format!("{} in range to {}\"", item.word(), inches(gun.range));
        Some(self.arc(at, radius, front, Ink::Bad, words))
    }

    fn sketch(&self, position: &Position, action: &Action) -> Sketch {
        match action {
            Action::Move { figure, gait, way, charge, face } => {
                let kind = if *charge == 0 { Path::Plain } else { Path::Charge(*charge) };
                self.sketch_path(position, *figure, *gait, way, kind, *face)
            }
            Action::BreakOff { figure, way, face } => {
                self.sketch_path(position, *figure, Gait::Walk, way, Path::BreakOff, *face)
            }
            Action::Deploy { figure, stop, .. } => {
                let Some(subject) = position.figures.get(figure.index()) else {
                    return Sketch::default();
                };
                let place = self.place_told(stop.at, stop.level);
                let words = format!("{} {place}", self.figure_id(*figure));
                let base =
                    self.ring((stop.at, stop.level), subject.radius(), Ink::Neutral, words.clone());
                Sketch { traces: vec![base], tag: String::new(), words }
            }
            Action::Face { figure, face } => {
                let Some(subject) = position.figures.get(figure.index()) else {
                    return Sketch::default();
                };
                let reach = self.reach_of(position, *figure, (subject.at, subject.level), *face);
                Sketch {
                    traces: reach.into_iter().collect(),
                    tag: String::new(),
                    words: format!(
                        "{} looks {}.",
                        self.figure_id(*figure),
                        crate::speech::notation::looking(*face)
                    ),
                }
            }
            Action::Shoot { figure, target: Shot::Figure(other), .. } => {
                let pair = (*figure, *other);
                match (position.figures.get(pair.0.index()), position.figures.get(pair.1.index())) {
                    (Some(from), Some(to)) => {
                        let cover = self.sees(position, pair.0, pair.1);
                        let gap = from.disc().gap(&to.disc());
                        self.line_of_sight(&from.disc(), &to.disc(), cover, gap, String::new())
                    }
                    _ => Sketch::default(),
                }
            }
            _ => Sketch::default(),
        }
    }

    fn sketch_path(
        &self,
        position: &Position,
        figure: FigureId,
        gait: Gait,
        way: &crate::action::Way,
        kind: Path,
        face: Option<Facing>,
    ) -> Sketch {
        let Ok((start, way, walked)) = self.judge_path(position, figure, gait, way, kind) else {
            return Sketch::default();
        };
        let subject = &position.figures[figure];
        let base = subject.stride();
        let used = subject.used + u8::from(kind == Path::BreakOff);
        let most = match gait {
            Gait::Run => run_budget(walked.obstacles, base),
            Gait::Walk => budget(used, walked.obstacles, base),
        };
        let left = (most - walked.length).max(0);
        let mut along = subject.facing;
        // A line per floor: the stairs are at the ends of two of them.
        let mut legs = vec![vec![self.spot_on(start.at, start.level)]];
        let mut from = start;
        for stop in way.stops() {
            along = Facing::towards(from.at, stop.at).unwrap_or(along);
            if stop.level != from.level {
                legs.push(Vec::new());
            }
            from = *stop;
            legs.last_mut().into_iter().for_each(|leg| leg.push(self.spot_on(stop.at, stop.level)));
        }
        let over = match walked.obstacles {
            0 => String::new(),
            1 => ", over one obstacle".into(),
            n => format!(", over {n} obstacles"),
        };
        let verb = match (kind, gait) {
            (Path::Plain, Gait::Walk) => "walks",
            (Path::Plain, Gait::Run) => "runs",
            (Path::Charge(_), Gait::Walk) => "charges, walking",
            (Path::Charge(_), Gait::Run) => "charges, running",
            (Path::BreakOff, _) => "breaks off and walks",
        };
        // SV-ACT-08, SV-MOV-03, SV-MOV-04, SV-MOV-10
        let all = actions_left(subject, self.sheet(position, figure).class.allowance());
        let fits = |more: &u8| walked.length <= budget(used + more, walked.obstacles, base);
        let kept = (0..=all - all.min(used - subject.used)).rev().find(fits).unwrap_or(0);
        let last = position.turn >= self.scenario.turns;
        let (spent, short) = match gait {
            Gait::Run if last => ("takes all actions".into(), "run".to_string()),
            Gait::Run => ("takes all actions, no run next turn".into(), "run".to_string()),
            Gait::Walk => {
                let short = counted(kept, "action", "actions");
                (takes(Some((all - kept, all))), format!("{short} left"))
            }
        };
        let unused = match left {
            0 => String::new(),
            left => format!("; the other {}\" of {}\" are lost", tenths(left), tenths(most)),
        };
        let words = format!(
            "{} {verb} {}\"{over} to {}; {spent}{unused}.",
            self.figure_id(figure),
            tenths(walked.length),
            self.place_told(from.at, from.level),
        );
        let ink = subject.side.map_or(Ink::Neutral, |side| Ink::Seat(side.index().fit()));
        let tag = format!("{}\", {short}", tenths(walked.length));
        let last = legs.pop().unwrap_or_default();
        let mut sketch = Sketch::way(last, ink, tag, words);
        let before = legs.into_iter().map(|leg| Sketch::way(leg, ink, "", "").traces);
        sketch.traces.splice(0..0, before.flatten().collect::<Vec<_>>());
        // What it reaches from there lies under the way.
        let there = (from.at, from.level);
        let reach = self.reach_of(position, figure, there, face.unwrap_or(along));
        sketch.traces.splice(0..0, reach);
        sketch
    }

    fn line_of_sight(
        &self,
        from: &Disc,
        to: &Disc,
        cover: Option<Cover>,
        gap: Mils,
        more: String,
    ) -> Sketch {
        let (ink, sight) = match cover {
            None => (Ink::Bad, "not seen"),
            Some(Cover::Open) => (Ink::Good, "in the open"),
            Some(Cover::Obscured) => (Ink::Warm, "obscured"),
            Some(Cover::Soft) => (Ink::Plant, "in soft cover"),
            Some(Cover::Hard) => (Ink::Warm, "in hard cover"),
        };
        let mut sketch = Sketch::way(
            vec![self.spot_on(from.centre, from.level), self.spot_on(to.centre, to.level)],
            ink,
            format!("{}\"", tenths(gap)),
            format!("{}\" apart, {sight}{more}", tenths(gap)),
        );
        sketch.traces[0].dotted = cover.is_none();
        sketch
    }

    /// What a viewer can measure from a figure: its ranges, or distance and sight to another or to
    /// a
    /// point. While sides deploy unseen nothing is said of sight. SV-GEN-10
    fn measured(
        &self,
        position: &Position,
        viewer: Viewer,
        from: &Target,
        to: Option<&Target>,
    ) -> Option<Sketch> {
        let eyes = viewer.seat().and_then(|seat| self.side_of(position, seat));
        let figure = |target: &Target| {
            let Target::Piece(id) = target else { return None };
            let number = self.figure_of(id)?;
            let subject = position.figures.get(number.index()).filter(|figure| figure.stands())?;
            let known = self.is_known(position, number, eyes, viewer == Viewer::Referee);
            known.then_some((number, subject))
        };
        if position.step == Step::Deploy {
            return None;
        }
        let (number, subject) = figure(from)?;
        match to {
            None => Some(self.ranges(position, number, subject)),
            Some(Target::Point(at)) => {
                Some(self.sight_of_point(position, number, subject, self.stop_at(*at)))
            }
            Some(to) => {
                let (other, target) = figure(to)?;
                let gap = subject.disc().gap(&target.disc());
                let back = match self.sees(position, other, number) {
                    Some(cover) => format!(
                        "; {} sees {} {}",
                        self.figure_id(other),
                        self.figure_id(number),
                        cover.word().to_lowercase()
                    ),
                    None => {
                        let looks = target.facing.covers(target.at, subject.at);
                        let why = if looks { "does not see" } else { "looks away from" };
                        format!("; {} {why} {}", self.figure_id(other), self.figure_id(number))
                    }
                };
                let cover = self.sees(position, number, other);
                // Nobody shoots friends. SV-FIR-18
                let friends = subject.side.is_some() && subject.side == target.side;
                let range = match self.weapon(position, number).filter(|_| !friends) {
                    Some((_, item, gun)) if gap > gun.range => {
                        format!(", out of range of the {}", item.word())
                    }
                    Some((_, item, _)) => format!(", in range of the {}", item.word()),
                    None => String::new(),
                };
                let ends = (subject.disc(), target.disc());
                Some(self.line_of_sight(&ends.0, &ends.1, cover, gap, range + &back))
            }
        }
    }

    fn ranges(&self, position: &Position, number: FigureId, subject: &Figure) -> Sketch {
        let id = self.figure_id(number);
        let mut words = format!("{id} {}", self.place_told(subject.at, subject.level));
        let mut traces = Vec::new();
        if let Some((_, item, gun)) = self.weapon(position, number) {
            words += &format!(", {} to {}\"", item.word(), inches(gun.range));
            traces.extend(self.reach_of(
                position,
                number,
                (subject.at, subject.level),
                subject.facing,
            ));
        }
        if !subject.has_moved && subject.is_playing() {
            let walk = budget(subject.used, 0, subject.stride());
            words += &format!(", walks {}\"", inches(walk));
            if self.may_go(position, number, Gait::Run) {
                words += &format!(" and runs {}\"", inches(run_budget(0, subject.stride())));
            }
            traces.push(self.ring(
                (subject.at, subject.level),
                walk,
                Ink::Faint,
                format!("{id} walks {}\"", inches(walk)),
            ));
        }
        Sketch { traces, tag: String::new(), words }
    }

    /// What a figure would see of somebody on foot at a point.
    fn sight_of_point(
        &self,
        position: &Position,
        number: FigureId,
        subject: &Figure,
        stop: Stop,
    ) -> Sketch {
        let to = Disc { centre: stop.at, level: stop.level, radius: crate::position::FOOT };
        let others = position.everybody();
        let others = others.filter(|(other, figure)| *other != number && figure.stands());
        let cover = subject.facing.covers(subject.at, stop.at).then(|| {
            let discs = others.map(|(_, figure)| figure.disc());
            view(&self.table, &position.works, &subject.disc(), &to, discs)
        });
        let behind = if cover.is_none() { ", behind its back" } else { "" };
        let gap = subject.disc().gap(&to);
        self.line_of_sight(&subject.disc(), &to, cover.flatten(), gap, behind.into())
    }
}
