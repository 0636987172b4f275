//! A sensible beginner at Survivors: uses cover, shoots at what it can hit, gangs up hand-to-hand,
//! fetches what is worth points, and bids where it matters.

mod places;
mod plan;

use crate::Survivors;
use crate::action::{Act, Action, Stop, Target};
use crate::edition::components::Class;
use crate::edition::scenarios::Worth;
use crate::geometry::point::{Facing, Mils, Point, isqrt};
use crate::geometry::sight::{Cover, Disc};
use crate::position::{FigureId, HorseId, Phase, Position, Side, Step, TokenKind, members};
use bots::best;
use places::End;
use plan::Plan;
use std::cell::{Cell, RefCell};
use table::{Bot, Dice, Fit, Sight};

/// How far ahead one must be to win. SV-END-06
const MARGIN: i64 = 3;
/// Enemies farther away are not thought about.
const IN_RANGE: i64 = 13_000;
/// What a path may end beyond a turn's run.
const SLACK: i64 = 1000;
const MOVING: Step = Step::Phase(Phase::Movement);

/// Takes what looks best now. SV-CAN-03
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
            _ => best(legal, |action| {
                let worth = mind.worth(action);
                mind.most.set(mind.most.get().max(worth));
                worth
            }),
        }
    }
}

/// What the bot thinks about while it decides.
struct Mind<'a> {
    game: &'a Survivors,
    position: &'a Position,
    side: Side,
    plan: Plan,
    last: RefCell<Option<End>>,
    /// The best that was found so far: what cannot be better need not be looked at closely.
    most: Cell<i64>,
    /// How much it presses: 0 while there is time or it is ahead, up to 3 in the last turn.
    haste: i64,
    mover: Mover,
    enemies: Vec<Enemy>,
}

/// What matters again and again about the figure that moves.
#[derive(Clone, Copy, Default)]
struct Mover {
    /// Is on the way out, with or without something that is worth points.
    goes_home: bool,
    /// Where the pack horse on the rein stands.
    horse: Option<Stop>,
    /// How far it could shoot this turn.
    range: Option<Mils>,
}

/// What matters again and again about an enemy.
#[derive(Clone, Copy)]
struct Enemy {
    number: FigureId,
    at: Point,
    disc: Disc,
    /// How far it could shoot.
    range: Option<Mils>,
    /// The known point that it stands on.
    spot: Option<u16>,
    /// Too far away to be in range, or the nearest, wherever the mover ends.
    remote: bool,
}

impl<'a> Mind<'a> {
    fn new(game: &'a Survivors, position: &'a Position, side: Side) -> Mind<'a> {
        let mut mind = Mind {
            game,
            position,
            side,
            plan: Plan::NONE,
            last: RefCell::new(None),
            most: Cell::new(i64::MIN),
            haste: 0,
            mover: Mover::default(),
            enemies: Vec::with_capacity(position.figures.len()),
        };
        for (number, figure) in position.everybody() {
            let foe = figure.is_playing()
                && figure.side.is_some()
                && figure.side != Some(side)
                && game.scenario.hostile(side, figure.side);
            if foe {
                let (number, at, disc) = (number, figure.at, figure.disc());
                let (range, spot, remote) = (None, None, false);
                mind.enemies.push(Enemy { number, at, disc, range, spot, remote });
            }
        }
        if position.step == MOVING {
            mind.haste = mind.find_haste();
        }
        if let Some(active) = position.active.filter(|_| position.step == MOVING) {
            let figure = active;
            mind.plan = mind.plan_of(figure);
            mind.look_about(figure);
        }
        mind
    }

    /// Notes what every end of a path is held against.
    fn look_about(&mut self, figure: FigureId) {
        let (game, position) = (self.game, self.position);
        let horse = self.led_by(figure);
        let range = |figure: FigureId| {
            let subject = &position.figures[figure];
            let (slot, _, gun) = game.weapon(position, figure)?;
            (!gun.reloads || subject.is_loaded(slot)).then_some(gun.range)
        };
        let free = position.figures[figure].carrying.is_none();
        self.mover = Mover {
            goes_home: horse.is_some() || self.is_laden(figure) || self.leaves(figure),
            horse,
            range: range(figure).filter(|_| free),
        };
        let subject = &position.figures[figure];
        let far = subject.is_playing().then(|| 2 * i64::from(subject.stride()));
        let nearest =
            self.enemies.iter().map(|foe| foe.at).min_by_key(|at| at.distance2(subject.at));
        for enemy in &mut self.enemies {
            if let (Some(far), Some(nearest)) = (far, nearest) {
                // Nearer wherever it ends, by more than the mover can make good.
                let lead = enemy.at.distance2(subject.at) - nearest.distance2(subject.at);
                let made_good = 2 * (far + SLACK) * (isqrt(enemy.at.distance2(nearest)) + 1);
                let shoots = (IN_RANGE + far + SLACK).pow(2);
                enemy.remote = lead > made_good && enemy.at.distance2(subject.at) > shoots;
            }
            let number = enemy.number;
            let spots = game.spots(enemy.disc.radius);
            enemy.range = range(number);
            enemy.spot = spots.find(game.stop_of(position, number)).map(|spot| spot.fit::<u16>());
        }
    }

    /// Whoever does not win as things stand must risk something before the clock runs out; but who
    /// has something to bring home does better to bring it home.
    fn find_haste(&self) -> i64 {
        let left = i64::from(self.game.scenario.turns.saturating_sub(self.position.turn));
        let fetches = self.scores(|worth| {
            matches!(
                worth,
                Worth::CharacterExited
                    | Worth::PackHorseExited
                    | Worth::CrateExited
                    | Worth::CrateSecured
                    | Worth::HorseSecured
            )
        });
        if left > 5 || fetches {
            return 0;
        }
        let totals = self.game.totals(self.position);
        let of = |side: usize| i64::from(totals[side] + self.position.before[side]);
        let own = of(self.side.index() % 4);
        let others = (0..self.game.side_count()).filter(|side| *side != self.side.index());
        let best = others.map(of).max().unwrap_or(0);
        if own >= best + MARGIN { 0 } else { (6 - left).min(3) }
    }

    fn enemies(&self) -> &[Enemy] {
        &self.enemies
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

    fn nearest_foe(&self, at: Point) -> Option<FigureId> {
        let nearest = self.enemies().iter().min_by_key(|foe| foe.at.distance2(at));
        nearest.map(|foe| foe.number)
    }

    fn bid(&self, legal: &[Action], dice: &mut Dice) -> usize {
        let mut gap = i64::MAX;
        let mut touching = false;
        for (number, figure) in self.position.everybody() {
            if figure.side != Some(self.side) || !figure.is_playing() {
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
        let noise = i64::from(dice.roll("bluff", 5));
        best(legal, |action| match action {
            Action::Bid(bid) => {
                let pool: i64 = bid.iter().map(|points| i64::from(*points)).sum();
                let total: i64 = weights.iter().sum();
                let off: i64 = bid
                    .iter()
                    .zip(weights)
                    .map(|(points, weight)| (i64::from(*points) * total - weight * pool).pow(2))
                    .sum();
                let wish = i64::from(bid[noise.rem_euclid(4).fit::<usize>()]);
                wish * 40 - off
            }
            _ => i64::MIN / 2,
        })
    }

    fn order(&self, phase: Phase, action: &Action) -> i64 {
        let Action::Order(order) = action else {
            return 0;
        };
        let place = order.sides().position(|side| side == self.side).unwrap_or(0).fit::<i64>();
        if phase == Phase::Movement { place } else { -place }
    }

    fn worth(&self, action: &Action) -> i64 {
        match action {
            Action::Ready => 10,
            Action::Enter { figure, zone } => self.rate_entry(*figure, *zone),
            Action::Deploy { .. } => 0,
            Action::Take(figure) if self.is_idle(*figure) => -1,
            // Who brings something home goes first, before others stand in the way.
            Action::Take(figure) => {
                100 * i64::from(self.leads(*figure)) + 100 - figure.index().fit::<i64>()
            }
            Action::Move { figure, gait, way, charge, face } => {
                self.rate_move(*figure, *gait, way, *charge, *face, self.most.get())
            }
            Action::BreakOff { figure, .. } => self.rate_break(*figure),
            Action::Lead { figure, horse, way } => self.rate_lead(*figure, *horse, way.end()),
            Action::Exit(figure) => self.rate_exit(*figure),
            Action::Face { figure, face } => self.rate_turn(*figure, *face),
            Action::Done(figure) => self.rate_stay(*figure),
            Action::Do { figure, act } => self.rate_act(*figure, act),
            Action::Hold(_) => 0,
            Action::Fire { aimed, horse, .. } => 10 + 5 * i64::from(*aimed) - 3 * i64::from(*horse),
            Action::Shoot { figure, target, aimed } => self.rate_shot(*figure, *target, *aimed),
            Action::Fight(set) => self.rate_fight(*set),
            Action::Capture(yes) | Action::Improvise { yes, .. } => i64::from(*yes),
            Action::Hurt { figure, horse } => {
                let figure = *figure;
                let subject = &self.position.figures[figure];
                let value = i64::from(self.game.sheet(self.position, figure).class.value());
                let last = i64::from(subject.strength <= subject.given + 1);
                i64::from(*horse) * 50 - 20 * last * value - 3 * value + i64::from(subject.strength)
            }
            Action::Say { .. } => 30,
            Action::End => 0,
            Action::Stop => 1,
            Action::PlayOn => 2 * i64::from(self.can_still_gain()),
            Action::Concede => i64::MIN,
            _ => 0,
        }
    }

    /// What a charge is worth: the odds of the fight it leads to.
    fn rate_charge(&self, figure: FigureId, charge: u64) -> i64 {
        let mine = self.strength_of(figure);
        let mut theirs = 0;
        let mut guns = 0;
        for foe in members(charge) {
            theirs += self.strength_of(foe);
            let other = &self.position.figures[foe];
            let gun = self.game.weapon(self.position, foe);
            guns +=
                i64::from(gun.is_some_and(|(slot, _, gun)| !gun.reloads || other.is_loaded(slot)));
            // Friends who already hold it help.
            for friend in members(self.game.enemies_in_contact(self.position, foe)) {
                theirs -= self.strength_of(friend);
            }
        }
        let shy = i64::from(self.game.needs_courage(self.position, figure)) * 150;
        // Whoever has a horse on the rein does not let go of it for a fight.
        let busy = i64::from(self.mover.horse.is_some()) * 300;
        (mine - theirs) * 60 - guns * 60 - shy - busy + 20 + 70 * self.haste
    }

    fn strength_of(&self, figure: FigureId) -> i64 {
        let sheet = self.game.sheet(self.position, figure);
        let bold =
            sheet.class == Class::Hero || sheet.has(crate::edition::components::Skill::Brawler);
        i64::from(self.game.contribution(self.position, figure, false)) + 2 * i64::from(bold)
    }

    fn rate_break(&self, figure: FigureId) -> i64 {
        let foes = self.game.enemies_in_contact(self.position, figure);
        let theirs: i64 = members(foes).map(|foe| self.strength_of(foe)).sum();
        if theirs - self.strength_of(figure) >= 3 { 40 } else { -100 }
    }

    /// To turn is worth it for whoever has his back to the nearest enemy.
    fn rate_turn(&self, figure: FigureId, face: Facing) -> i64 {
        if self.may_yet_move(figure) {
            return self.rate_place(figure, face) - 3;
        }
        let subject = &self.position.figures[figure];
        let turned = |foe: &Point| !subject.facing.covers(subject.at, *foe);
        let foe = self.nearest_foe(subject.at).map(|foe| self.position.figures[foe].at);
        foe.filter(turned).map_or(-1, |foe| {
            let way = foe - subject.at;
            face.vector().dot(way) * 50 / (1 + isqrt(way.length2()))
        })
    }

    /// What it is worth to be done where one is.
    fn rate_stay(&self, figure: FigureId) -> i64 {
        if self.may_yet_move(figure) {
            self.rate_place(figure, self.position.figures[figure].facing)
        } else {
            0
        }
    }

    /// Whether a figure could go somewhere else instead.
    fn may_yet_move(&self, figure: FigureId) -> bool {
        let subject = &self.position.figures[figure];
        self.position.active == Some(figure) && !subject.has_moved && subject.is_playing()
    }

    fn rate_lead(&self, figure: FigureId, horse: HorseId, stop: Stop) -> i64 {
        let subject = &self.position.figures[figure];
        let Some(goal) = self.way_out(subject.at).filter(|_| subject.has_moved) else {
            return -260;
        };
        let before = isqrt(self.position.horses[horse].at.distance2(goal.at));
        let after = isqrt(stop.at.distance2(goal.at));
        // A horse in front of its leader would stand in his way.
        let in_front = isqrt(subject.at.distance2(goal.at)) > after + 300;
        (before - after) / 10 + 40 - 250 * i64::from(in_front)
    }

    fn rate_act(&self, figure: FigureId, act: &Act) -> i64 {
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
                let goods = !matches!(self.position.tokens[*token].kind, TokenKind::Item { .. });
                if wanted && goods { 400 } else { -50 }
            }
            Act::Force(_) => 150,
            Act::Aid(_) => 120,
            Act::Machine(_) => 100,
            Act::Draw(item) if self.game.is_held(self.position, figure) => {
                if *item == crate::edition::components::Item::Edged { 30 } else { -50 }
            }
            Act::Draw(_) => -50,
            Act::Light(_) if near < 14_000 => 40,
            _ => -60,
        }
    }

    /// The chance to hurt, weighted by what the target is worth.
    fn rate_shot(&self, figure: FigureId, target: Target, aimed: bool) -> i64 {
        let subject = &self.position.figures[figure];
        let Target::Figure(other) = target else {
            return match target {
                Target::Line(_) if self.scores(|w| matches!(w, Worth::BuildingCleared(_))) => 15,
                _ => -10,
            };
        };
        if self.position.figures[other].side.is_none() {
            return -50;
        }
        let cover = self.game.sees(self.position, figure, other).unwrap_or(Cover::Hard);
        let bonus = i64::from(self.game.hit_bonus(self.position, figure, aimed));
        let need = 4 - bonus + i64::from(Survivors::hit_penalty(cover));
        let chance = (7 - need).clamp(0, 6);
        let harm = match cover {
            Cover::Open | Cover::Obscured => 203,
            Cover::Soft => 117,
            Cover::Hard => 53,
        };
        let target = &self.position.figures[other];
        let value = i64::from(self.game.sheet(self.position, other).class.value());
        let finish = (4 - i64::from(target.strength.min(4))) * 40;
        let spare = aimed && subject.used > 0;
        chance * harm + value * 20 + finish - 150 * i64::from(spare) - 60 * i64::from(aimed)
    }

    fn rate_fight(&self, set: u64) -> i64 {
        let mut sum = 0;
        for figure in members(set) {
            let power = self.strength_of(figure);
            sum +=
                if self.position.figures[figure].side == Some(self.side) { power } else { -power };
        }
        sum
    }
}
