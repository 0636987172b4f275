//! A sensible beginner at Survivors: uses cover, shoots at what it can hit, gangs up hand-to-hand,
//! fetches what is worth points, and bids where it matters.

use std::cell::Cell;
use survivors::Survivors;
use survivors::action::{Act, Action, Gait, Stop, Target, Way};
use survivors::contact::REACH;
use survivors::figure::{Class, FOOT, HorseFate, NOBODY, Place, Side, TokenKind};
use survivors::point::{Facing, INCH, Point, isqrt};
use survivors::position::{Phase, Position, Step, members};
use survivors::scenario::Worth;
use survivors::sight::{Cover, Disc};
use table::{Bot, Dice, Sight};

/// What it is worth to stand on a point whose outlook is known.
const KNOWN_GROUND: i64 = 25;
/// The most points of a plan.
const MOST_POINTS: usize = 24;
const MOVING: Step = Step::Phase(Phase::Movement);

/// Takes what looks best now.
pub struct Greedy;

impl Bot<Survivors> for Greedy {
    fn choose(&mut self, sight: &Sight<'_, Survivors>, legal: &[Action], dice: &mut Dice) -> usize {
        if legal.len() == 1 {
            return 0;
        }
        let position = sight.imagine(dice);
        let game = sight.game();
        let Some(side) = game.side_of(&position, sight.seat()) else {
            return legal.len() - 1;
        };
        let mind = Mind::new(game, &position, side);
        match position.step {
            Step::Bid => mind.bid(legal, dice),
            Step::Order(phase) => best(legal, |action| mind.order(phase, action)),
            _ => best(legal, |action| mind.worth(action)),
        }
    }
}

fn best(legal: &[Action], mut worth: impl FnMut(&Action) -> i64) -> usize {
    let mut found = (i64::MIN, 0);
    for (number, action) in legal.iter().enumerate() {
        let value = worth(action);
        if value > found.0 {
            found = (value, number);
        }
    }
    found.1
}

/// What the bot thinks about while it decides.
struct Mind<'a> {
    game: &'a Survivors,
    position: &'a Position,
    side: Side,
    plan: Plan,
    last: Cell<Option<End>>,
    enemies: [u8; 64],
    enemy_count: usize,
}

/// What the bot thinks of a place where a path ends.
#[derive(Clone, Copy)]
struct End {
    stop: Stop,
    gait: Gait,
    worth: i64,
    /// Whom it could shoot, and how much that would hurt.
    shots: [(Point, i64); 4],
    count: usize,
}

/// Where the active figure wants to go, and how: the points of the way, and what is left to go from
/// each of them.
struct Plan {
    points: [Stop; MOST_POINTS],
    rest: [i64; MOST_POINTS],
    count: usize,
    stays: bool,
}

impl Plan {
    const NONE: Plan = Plan {
        points: [Stop { at: Point::new(0, 0), level: 0 }; MOST_POINTS],
        rest: [0; MOST_POINTS],
        count: 0,
        stays: false,
    };

    /// Adds a point; the last one takes the place of what does not fit.
    fn push(&mut self, stop: Stop) {
        let at = self.count.min(MOST_POINTS - 1);
        self.points[at] = stop;
        self.count = at + 1;
    }

    /// Works out what is left to go from each point.
    fn measure(&mut self) {
        for i in (1..self.count).rev() {
            let leg = isqrt(self.points[i - 1].at.distance2(self.points[i].at));
            self.rest[i - 1] = self.rest[i] + leg;
        }
    }

    /// How far it is to the goal from the end of a path, which may have passed some of the points.
    fn left(&self, path: &[Stop], end: Stop) -> i64 {
        let points = &self.points[..self.count];
        let passed = |stop: &Stop| points.iter().position(|point| point == stop);
        let next = path.iter().filter_map(passed).max().map_or(0, |point| point + 1);
        match points.get(next) {
            Some(point) => isqrt(point.at.distance2(end.at)) + self.rest[next],
            None => 0,
        }
    }
}

impl<'a> Mind<'a> {
    fn new(game: &'a Survivors, position: &'a Position, side: Side) -> Mind<'a> {
        let mut mind = Mind {
            game,
            position,
            side,
            plan: Plan::NONE,
            last: Cell::new(None),
            enemies: [0; 64],
            enemy_count: 0,
        };
        for (number, figure) in position.figures.iter().enumerate() {
            let foe = figure.is_playing()
                && figure.side != NOBODY
                && figure.side != side
                && game.scenario.hostile(side, figure.side);
            if foe {
                mind.enemies[mind.enemy_count] = number as u8;
                mind.enemy_count += 1;
            }
        }
        if let Some(active) = position.active.filter(|_| position.step == MOVING) {
            mind.plan = mind.plan_of(active as usize);
        }
        mind
    }

    fn foes(&self) -> impl Iterator<Item = usize> + '_ {
        self.enemies[..self.enemy_count].iter().map(|foe| *foe as usize)
    }

    fn scores(&self, fits: impl Fn(Worth) -> bool) -> bool {
        self.game.scenario.scores.iter().any(|score| {
            score.points > 0 && score.side.is_none_or(|only| only == self.side) && fits(score.worth)
        })
    }

    /// Whether crates or medicines are worth points to this side.
    fn wants_goods(&self) -> bool {
        self.scores(|worth| {
            matches!(
                worth,
                Worth::CrateExited
                    | Worth::CrateSecured
                    | Worth::CrateCarried
                    | Worth::MedicineCarried
                    | Worth::CrateOutside(_)
            )
        })
    }

    fn nearest_foe(&self, at: Point) -> Option<usize> {
        self.foes().min_by_key(|foe| self.position.figures[*foe].at.distance2(at))
    }

    /// Whether a figure keeps to what its side defends until an enemy is near.
    fn holds(&self, figure: usize) -> bool {
        let defends = self.scores(|worth| {
            matches!(
                worth,
                Worth::CrateInside(_)
                    | Worth::DoorHeld(_)
                    | Worth::CrateNotSecured
                    | Worth::PackHorseLeft
            )
        });
        let at = self.position.figures[figure].at;
        let near = self
            .nearest_foe(at)
            .is_some_and(|foe| self.position.figures[foe].at.distance2(at) < 9_000i64 * 9_000);
        defends && !near
    }

    /// The way that a figure would like to go.
    fn plan_of(&self, figure: usize) -> Plan {
        let subject = &self.position.figures[figure];
        if subject.has_moved {
            return Plan::NONE;
        }
        let Some(goal) = self.goal_of(figure) else {
            return Plan::NONE;
        };
        if !subject.is_playing() {
            // Still to enter: as the crow flies.
            let mut plan = Plan::NONE;
            plan.push(goal);
            return plan;
        }
        let start = self.game.stop_of(self.position, figure);
        let works = &self.position.works;
        let near =
            start.level == goal.level && start.at.distance2(goal.at) <= (12 * INCH as i64).pow(2);
        let radius = subject.radius();
        let straight = near.then(|| self.game.straight(works, start, goal, radius)).flatten();
        let mut plan = Plan::NONE;
        if !matches!(straight, Some((_, 0))) {
            self.game.way_ahead(start, goal, radius, &mut |stop| plan.push(stop));
        }
        if plan.count == 0 {
            plan.push(goal);
        }
        plan.measure();
        plan.stays = self.holds(figure);
        plan
    }

    /// Where a figure would like to be.
    fn goal_of(&self, figure: usize) -> Option<Stop> {
        let subject = &self.position.figures[figure];
        let leaves = self.scores(|worth| worth == Worth::CharacterExited)
            && (self.leads(figure) || self.time_to_go(figure));
        if (self.is_laden(figure) || leaves)
            && let Some(way_out) = self.way_out(subject.at)
        {
            return Some(way_out);
        }
        let mut wanted: Option<(i64, Stop)> = None;
        let mut want = |at: Point, level: i8, weight: i64| {
            // What a friend is nearer to is his to fetch.
            let far = subject.at.distance2(at);
            let taken = self.position.figures.iter().any(|friend| {
                friend.side == self.side
                    && friend.is_playing()
                    && friend.carrying.is_none()
                    && 4 * friend.at.distance2(at) < 3 * far
            });
            let cost = isqrt(far) * weight / if taken { 4 } else { 10 };
            if wanted.is_none_or(|(least, _)| cost < least) {
                wanted = Some((cost, Stop { at, level }));
            }
        };
        if self.wants_goods() {
            for token in &self.position.tokens {
                if let Place::Table { at, level } = token.place
                    && !matches!(token.kind, TokenKind::Item { .. })
                {
                    want(at, level, 10);
                }
            }
        }
        if self.scores(|w| w == Worth::MedicineCarried) {
            for (place, done) in self.game.scenario.searches.iter().zip(&self.position.searched) {
                if !done {
                    want(place.at, place.level, 10);
                }
            }
        }
        if self.scores(|w| w == Worth::StrayYours) {
            for stray in &self.position.figures {
                if stray.side == NOBODY
                    && stray.is_playing()
                    && stray.joining == NOBODY
                    && stray.wary >> self.side & 1 == 0
                {
                    want(stray.at, stray.level, 8);
                }
            }
        }
        if self.scores(|w| matches!(w, Worth::PackHorseExited | Worth::HorseSecured)) {
            for horse in &self.position.horses {
                if horse.is_loose() && horse.fate == HorseFate::Standing {
                    want(horse.at, 0, 6);
                }
            }
        }
        let weight = if subject.strength >= 3 { 14 } else { 30 };
        if let Some(foe) = self.nearest_foe(subject.at) {
            let foe = &self.position.figures[foe];
            let cost = isqrt(subject.at.distance2(foe.at)) * weight / 10;
            if wanted.is_none_or(|(least, _)| cost < least) {
                wanted = Some((cost, Stop { at: foe.at, level: foe.level }));
            }
        }
        wanted.map(|(_, stop)| stop)
    }

    /// The point of the nearest way out that is against the edge.
    fn way_out(&self, at: Point) -> Option<Stop> {
        let scenario = &self.game.scenario;
        let setup = &scenario.sides[self.side as usize];
        let high = self.game.table.bounds.high;
        let r = FOOT;
        let doors = setup.exits.iter().chain(&scenario.secure).map(|zone| {
            let zone = scenario.zones[*zone as usize].bounds;
            let mut to = Point::new(
                at.x.clamp(zone.low.x + r, zone.high.x - r),
                at.y.clamp(zone.low.y + r, zone.high.y - r),
            );
            // A zone along an edge is left by that edge.
            if zone.high.x - zone.low.x < zone.high.y - zone.low.y {
                if zone.low.x == 0 && zone.high.x < 10 * INCH {
                    to.x = r;
                } else if zone.high.x == high.x {
                    to.x = high.x - r;
                }
            } else if zone.low.y == 0 {
                to.y = r;
            } else if zone.high.y == high.y {
                to.y = high.y - r;
            }
            to
        });
        let nearest = doors.min_by_key(|to| to.distance2(at))?;
        Some(Stop { at: nearest, level: 0 })
    }

    /// Whether a figure carries a crate or a medicine.
    fn is_laden(&self, figure: usize) -> bool {
        let carried = Place::Carried { by: figure as u8 };
        self.position.figures[figure].carrying.is_some()
            || self.position.tokens.iter().any(|token| token.place == carried)
    }

    /// What it is worth to leave: nothing but points makes it good.
    fn rate_exit(&self, figure: usize) -> i64 {
        let people = self.scores(|worth| worth == Worth::CharacterExited);
        if self.is_laden(figure) || people && (self.leads(figure) || self.time_to_go(figure)) {
            1_000_000
        } else {
            -1000
        }
    }

    /// Whether nothing is left to do but to leave.
    fn time_to_go(&self, figure: usize) -> bool {
        let horses_left = self
            .position
            .horses
            .iter()
            .any(|horse| horse.pack && horse.is_loose() && horse.fate == HorseFate::Standing);
        let at = self.position.figures[figure].at;
        let safe = self
            .nearest_foe(at)
            .is_none_or(|foe| self.position.figures[foe].at.distance2(at) > 12_000i64 * 12_000);
        self.position.turn + 3 > self.game.scenario.turns || !horses_left && safe
    }

    /// Whether a side left alone can still fetch something.
    fn can_still_gain(&self) -> bool {
        let goods = self.position.tokens.iter().any(|token| {
            !matches!(token.kind, TokenKind::Item { .. })
                && !matches!(token.place, Place::Secured { .. } | Place::Gone)
        });
        let searches = self.position.searched.iter().any(|done| !done);
        let strays = self.position.figures.iter().any(|figure| figure.side == NOBODY);
        goods && self.wants_goods()
            || searches && self.scores(|worth| worth == Worth::MedicineCarried)
            || strays && self.scores(|worth| worth == Worth::StrayYours)
            || self.scores(|worth| matches!(worth, Worth::CharacterExited | Worth::PackHorseExited))
    }

    /// Where to come in: near to what one came for.
    fn rate_entry(&self, figure: usize, zone: u8) -> i64 {
        let bounds = self.game.scenario.zones[zone as usize].bounds;
        let clamp = |at: Point| {
            Point::new(
                at.x.clamp(bounds.low.x, bounds.high.x),
                at.y.clamp(bounds.low.y, bounds.high.y),
            )
        };
        // Half of those held back by choice stay with the others.
        let must = self.game.scenario.sides[self.side as usize].zone.is_none();
        let near = self.position.tokens.iter().filter_map(|token| match token.place {
            Place::Table { at, .. } => Some(isqrt(clamp(at).distance2(at)) / INCH as i64),
            _ => None,
        });
        let far = near.min().unwrap_or(0);
        if must { 100 - far } else { 20 * figure.is_multiple_of(3) as i64 - far / 4 }
    }

    /// Whether a figure has a pack horse on the rein.
    fn leads(&self, figure: usize) -> bool {
        let subject = &self.position.figures[figure];
        let disc = subject.disc();
        subject.mount.is_none()
            && self.position.horses.iter().any(|horse| {
                horse.is_loose() && horse.pack && disc.gap_within(&horse.disc(), REACH)
            })
    }

    fn bid(&self, legal: &[Action], dice: &mut Dice) -> usize {
        let mut gap = i64::MAX;
        let mut touching = false;
        for (number, figure) in self.position.figures.iter().enumerate() {
            if figure.side != self.side || !figure.is_playing() {
                continue;
            }
            if let Some(foe) = self.nearest_foe(figure.at) {
                gap = gap.min(isqrt(self.position.figures[foe].at.distance2(figure.at)));
                touching |= self.game.is_held(self.position, number);
            }
        }
        // Movement, firing, hand-to-hand, other.
        let weights: [i64; 4] = if touching {
            [1, 2, 5, 1]
        } else if gap < 14_000 {
            [2, 5, 2, 1]
        } else if gap < 22_000 {
            [4, 3, 1, 1]
        } else {
            [4, 1, 1, 1]
        };
        let noise = dice.roll("bluff", 5) as i64;
        best(legal, |action| match action {
            Action::Bid(bid) => {
                let pool: i64 = bid.iter().map(|points| *points as i64).sum();
                let total: i64 = weights.iter().sum();
                let off: i64 = bid
                    .iter()
                    .zip(weights)
                    .map(|(points, weight)| (*points as i64 * total - weight * pool).pow(2))
                    .sum();
                let wish = bid[(noise as usize) % 4] as i64;
                wish * 40 - off
            }
            _ => i64::MIN / 2,
        })
    }

    fn order(&self, phase: Phase, action: &Action) -> i64 {
        let Action::Order { sides, count } = action else {
            return 0;
        };
        let place =
            sides.iter().take(*count as usize).position(|side| *side == self.side).unwrap_or(0)
                as i64;
        if phase == Phase::Movement { place } else { -place }
    }

    fn worth(&self, action: &Action) -> i64 {
        match action {
            Action::Ready => 10,
            Action::Enter { figure, zone } => self.rate_entry(*figure as usize, *zone),
            Action::Deploy { .. } => 0,
            Action::Take(figure) => 100 - *figure as i64,
            Action::Move { figure, gait, way, charge, face } => {
                self.rate_move(*figure as usize, *gait, way, *charge, *face)
            }
            Action::BreakOff { figure, .. } => self.rate_break(*figure as usize),
            Action::Lead { figure, horse, way } => {
                self.rate_lead(*figure as usize, *horse as usize, way.end())
            }
            Action::Exit(figure) => self.rate_exit(*figure as usize),
            Action::Face { figure, face } => {
                let at = self.position.figures[*figure as usize].at;
                let seen = self.nearest_foe(at).map(|foe| self.position.figures[foe].at);
                let covers = seen.is_none_or(|to| face.covers(at, to));
                let straight = seen.map_or(0, |to| {
                    let d = to - at;
                    (face.vector().dot(d) * 50) / (1 + isqrt(d.length2()))
                });
                self.rate_stay(*figure as usize, covers) + straight.min(60) - 40
            }
            Action::Done(figure) => self.rate_stay(*figure as usize, true) - 45,
            Action::Do { figure, act } => self.rate_act(*figure as usize, act),
            Action::Hold(_) => 0,
            Action::Fire { aimed, horse, .. } => 10 + 5 * *aimed as i64 - 3 * *horse as i64,
            Action::Shoot { figure, target, aimed } => {
                self.rate_shot(*figure as usize, *target, *aimed)
            }
            Action::Fight(set) => self.rate_fight(*set),
            Action::Capture(yes) | Action::Improvise { yes, .. } => *yes as i64,
            Action::Hurt { figure, horse } => {
                let figure = *figure as usize;
                let subject = &self.position.figures[figure];
                let value = self.game.sheet(self.position, figure).class.value() as i64;
                let last = (subject.strength <= subject.given + 1) as i64;
                *horse as i64 * 50 - 20 * last * value - 3 * value + subject.strength as i64
            }
            Action::Say { .. } => 30,
            Action::End => 0,
            Action::Stop => 1,
            Action::PlayOn => 2 * self.can_still_gain() as i64,
            Action::Concede => i64::MIN,
            _ => 0,
        }
    }

    /// What it is worth to end at a point: nearer to the goal, in reach of targets, out of sight.
    fn rate_move(
        &self,
        figure: usize,
        gait: Gait,
        way: &Way,
        charge: u64,
        face: Option<Facing>,
    ) -> i64 {
        if charge != 0 {
            return self.headway(figure, way) / 2 + self.rate_charge(figure, charge);
        }
        let stop = way.end();
        // The facings of one end come one after another.
        let end = match self.last.get() {
            Some(end) if (end.stop, end.gait) == (stop, gait) => end,
            _ => self.look_at(figure, gait, way),
        };
        self.last.set(Some(end));
        let from = match way.stops() {
            [.., before, _] => before.at,
            _ => self.position.figures[figure].at,
        };
        let Some(face) = face.or_else(|| Facing::towards(from, stop.at)) else {
            return end.worth;
        };
        let shots = end.shots[..end.count].iter();
        let shot = shots.filter(|(at, _)| face.covers(stop.at, *at)).map(|(_, harm)| *harm).max();
        let nearest = self.nearest_foe(stop.at).map(|foe| self.position.figures[foe].at);
        let watches = nearest.is_some_and(|at| face.covers(stop.at, at));
        end.worth + shot.unwrap_or(0) + 4 * watches as i64
    }

    /// How much nearer to the goal a path ends, in twentieths of an inch.
    fn headway(&self, figure: usize, way: &Way) -> i64 {
        let (start, stop) = (self.game.stop_of(self.position, figure), way.end());
        if self.plan.count == 0 {
            0
        } else if !self.position.figures[figure].is_playing() {
            // To come in is good in itself.
            (100 * INCH as i64 - self.plan.left(&[], stop)) / 20
        } else if self.plan.stays {
            -isqrt(start.at.distance2(stop.at)) / 40
        } else {
            let gain = self.plan.left(&[], start) - self.plan.left(way.stops(), stop);
            // Whoever brings something home lets nothing keep him.
            if self.is_laden(figure) || self.leads(figure) { gain / 12 } else { gain / 20 }
        }
    }

    /// What a place is worth before one looks anywhere, and whom one could shoot from it.
    fn look_at(&self, figure: usize, gait: Gait, way: &Way) -> End {
        let subject = &self.position.figures[figure];
        let stop = way.end();
        let disc = Disc { centre: stop.at, level: stop.level, radius: subject.radius() };
        let spots = self.game.spots(disc.radius);
        let outlook = spots.find(stop).map(|spot| spots.outlook(spot));
        // A horse on the rein does not run.
        let run = if self.leads(figure) { 1000 } else { 15 };
        let worth = self.headway(figure, way) - run * (gait == Gait::Run) as i64
            + KNOWN_GROUND * outlook.is_some() as i64;
        let mut end = End { stop, gait, worth, shots: Default::default(), count: 0 };
        let can_shoot =
            gait == Gait::Walk && subject.at.leg(stop.at) <= 4000 && subject.carrying.is_none();
        let gun = self
            .game
            .weapon(self.position, figure)
            .filter(|(slot, _, gun)| can_shoot && (!gun.reloads || subject.is_loaded(*slot)));
        for foe in self.foes() {
            let other = &self.position.figures[foe];
            if other.at.distance2(stop.at) > 13_000 * 13_000 {
                continue;
            }
            let base = other.disc();
            let mine = gun.is_some_and(|(_, _, gun)| disc.gap_within(&base, gun.range));
            let theirs = self.game.weapon(self.position, foe).is_some_and(|(slot, _, gun)| {
                (!gun.reloads || other.is_loaded(slot)) && disc.gap_within(&base, gun.range + 2000)
            });
            if !mine && !theirs {
                continue;
            }
            // Known points are looked up; others are looked at only for a shot.
            let seen = match outlook {
                Some(outlook) if other.level == stop.level => outlook.against(stop.at, other.at),
                _ if mine => self.game.view_from(self.position, figure, &disc, foe),
                _ => Some(Cover::Obscured),
            };
            let Some(cover) = seen else { continue };
            if theirs {
                end.worth -= [45, 32, 20, 8][cover as usize];
            }
            if mine && end.count < end.shots.len() {
                let harm = match self.game.view_from_spot(self.position, foe, stop) {
                    Some(Cover::Open) => 160,
                    Some(Cover::Obscured) => 110,
                    Some(Cover::Soft) => 70,
                    Some(Cover::Hard) => 20,
                    None => 100,
                };
                end.shots[end.count] = (other.at, harm);
                end.count += 1;
            }
        }
        end
    }

    /// What a charge is worth: the odds of the fight it leads to.
    fn rate_charge(&self, figure: usize, charge: u64) -> i64 {
        let mine = self.strength_of(figure);
        let mut theirs = 0;
        let mut guns = 0;
        for foe in members(charge) {
            theirs += self.strength_of(foe);
            let other = &self.position.figures[foe];
            let gun = self.game.weapon(self.position, foe);
            guns += gun.is_some_and(|(slot, _, gun)| !gun.reloads || other.is_loaded(slot)) as i64;
            // Friends who already hold it help.
            for friend in members(self.game.enemies_in_contact(self.position, foe)) {
                theirs -= self.strength_of(friend);
            }
        }
        let shy = self.game.needs_courage(self.position, figure) as i64 * 150;
        (mine - theirs) * 60 - guns * 60 - shy + 20
    }

    fn strength_of(&self, figure: usize) -> i64 {
        let sheet = self.game.sheet(self.position, figure);
        let bold = sheet.class == Class::Hero || sheet.has(survivors::figure::Skill::Brawler);
        self.game.contribution(self.position, figure, false) as i64 + 2 * bold as i64
    }

    fn rate_break(&self, figure: usize) -> i64 {
        let foes = self.game.enemies_in_contact(self.position, figure);
        let theirs: i64 = members(foes).map(|foe| self.strength_of(foe)).sum();
        if theirs - self.strength_of(figure) >= 3 { 40 } else { -100 }
    }

    fn rate_stay(&self, figure: usize, _covers: bool) -> i64 {
        if self.position.figures[figure].has_moved { 60 } else { 0 }
    }

    fn rate_lead(&self, figure: usize, horse: usize, stop: Stop) -> i64 {
        let subject = &self.position.figures[figure];
        let Some(goal) = self.way_out(subject.at).filter(|_| subject.has_moved) else {
            return -200;
        };
        let before = isqrt(self.position.horses[horse].at.distance2(goal.at));
        let after = isqrt(stop.at.distance2(goal.at));
        // A horse in front of its leader would stand in his way.
        let in_front = isqrt(subject.at.distance2(goal.at)) > after + 300;
        (before - after) / 10 + 100 - 250 * in_front as i64
    }

    fn rate_act(&self, figure: usize, act: &Act) -> i64 {
        let subject = &self.position.figures[figure];
        let near = self
            .nearest_foe(subject.at)
            .map_or(i64::MAX, |foe| isqrt(self.position.figures[foe].at.distance2(subject.at)));
        match act {
            Act::Reload => 200,
            Act::Search(_) => 180,
            Act::Persuade(_) => 190,
            Act::PickUp(token) => {
                let wanted = self.wants_goods();
                let goods =
                    !matches!(self.position.tokens[*token as usize].kind, TokenKind::Item { .. });
                if wanted && goods { 400 } else { -50 }
            }
            Act::Force(_) => 150,
            Act::Aid(_) => 120,
            Act::Machine(_) => 100,
            Act::Draw(item) if self.game.is_held(self.position, figure) => {
                if *item == survivors::figure::Item::Edged { 30 } else { -50 }
            }
            Act::Draw(_) => -50,
            Act::Light(_) if near < 14_000 => 40,
            _ => -60,
        }
    }

    /// The chance to hurt, weighted by what the target is worth.
    fn rate_shot(&self, figure: usize, target: Target, aimed: bool) -> i64 {
        let subject = &self.position.figures[figure];
        let Target::Figure(other) = target else {
            return match target {
                Target::Line(_) if self.scores(|w| matches!(w, Worth::BuildingCleared(_))) => 15,
                _ => -10,
            };
        };
        let other = other as usize;
        if self.position.figures[other].side == NOBODY {
            return -50;
        }
        let cover = self.game.sees(self.position, figure, other).unwrap_or(Cover::Hard);
        let bonus = self.game.hit_bonus(self.position, figure, aimed) as i64;
        let need = 4 - bonus + Survivors::hit_penalty(cover) as i64;
        let chance = (7 - need).clamp(0, 6);
        let harm = match cover {
            Cover::Open | Cover::Obscured => 203,
            Cover::Soft => 117,
            Cover::Hard => 53,
        };
        let target = &self.position.figures[other];
        let value = self.game.sheet(self.position, other).class.value() as i64;
        let finish = (4 - target.strength.min(4) as i64) * 40;
        let spare = aimed && subject.used > 0;
        chance * harm + value * 20 + finish - 150 * spare as i64 - 60 * aimed as i64
    }

    fn rate_fight(&self, set: u64) -> i64 {
        let mut sum = 0;
        for figure in members(set) {
            let power = self.strength_of(figure);
            sum += if self.position.figures[figure].side == self.side { power } else { -power };
        }
        sum
    }
}
