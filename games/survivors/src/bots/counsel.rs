//! Counsel for Survivors: plays on to the end of the turn as a sensible beginner would, and compares
//! points, people, and what is on its way to somebody's edge of the table.

use super::greedy::Greedy;
use super::recall::Recall;
use crate::Survivors;
use crate::action::Action;
use crate::edition::scenarios::{Score, Worth};
use crate::event::Event;
use crate::geometry::point::{INCH, Point, isqrt};
use crate::position::{
    Figure, FigureId, HorseFate, Phase, Place, Position, Side, Standing, Step, TokenKind,
};
use bots::search::{Counsel, SURE, edge};
use table::{Bot, Dice, Fit, Log, Rules, Seat, Sight};

/// A lead, in hundredths of a victory point, that makes three to one.
const LEAD: i32 = 400;

/// What it is worth to have somebody on the table, for each point of Strength.
const ABLE: i32 = 25;

/// Inches over which what lies about is out of mind.
const FAR: i32 = 40;

/// Plays on to the end of the turn, and remembers within a search what it did in the same position.
#[derive(Clone, Default)]
pub struct Veteran {
    recall: Recall,
}

fn inches(a: Point, b: Point) -> i32 {
    (isqrt(a.distance2(b)) / i64::from(INCH)).fit::<i32>()
}

/// One side of an imagined position.
struct Camp<'a> {
    game: &'a Survivors,
    position: &'a Position,
    side: Side,
}

impl Camp<'_> {
    /// What the side has beyond its points, in hundredths of a point.
    fn worth(&self) -> i32 {
        let people: i32 = self.position.ids().map(|figure| self.health(figure)).sum();
        let hopes = self.game.scenario.scores.iter().filter(|score| self.earns(score));
        people + hopes.map(|score| self.hope(score)).sum::<i32>()
    }

    fn earns(&self, score: &Score) -> bool {
        score.side.is_none_or(|only| only == self.side)
    }

    /// What the side has by merely carrying a piece of such goods.
    fn carried(&self, kind: TokenKind) -> i32 {
        let scores = self.game.scenario.scores.iter().filter(|score| self.earns(score));
        let carried = scores.filter(|score| match score.worth {
            Worth::CrateCarried => kind == TokenKind::Crate,
            Worth::MedicineCarried => kind == TokenKind::Medicine,
            _ => false,
        });
        carried.map(|score| score.points).sum()
    }

    /// Somebody who can still act, less what his wounds promise to the enemy.
    fn health(&self, number: FigureId) -> i32 {
        let figure = &self.position.figures[number];
        let able = match figure.standing {
            // Whoever has left with something is not lost.
            Standing::Playing | Standing::Waiting { .. } | Standing::Exited => true,
            _ => false,
        };
        if figure.side != Some(self.side) || !able {
            return 0;
        }
        let sheet = self.game.sheet(self.position, number);
        let full = i32::from(sheet.strength.max(1));
        let lost = full - i32::from(figure.strength).min(full);
        let held = i32::from(self.game.is_held(self.position, number));
        ABLE * i32::from(figure.strength) - 45 * sheet.class.value() * lost / full - 10 * held
    }

    fn people(&self) -> impl Iterator<Item = &Figure> {
        let own = |figure: &&Figure| figure.side == Some(self.side) && figure.is_playing();
        self.position.figures.iter().filter(own)
    }

    /// Inches from a point to the side's nearest figure.
    fn reach(&self, at: Point) -> i32 {
        self.people().map(|figure| inches(figure.at, at)).min().unwrap_or(FAR).min(FAR)
    }

    /// Inches from a point to the side's nearest way out, or to where goods are safe.
    fn way_out(&self, at: Point) -> i32 {
        let scenario = &self.game.scenario;
        let exits = &scenario.sides[self.side.index()].exits;
        let zones = exits.iter().chain(&scenario.secure).map(|zone| {
            let zone = scenario.zones[usize::from(*zone)].bounds;
            let x = at.x.clamp(zone.low.x, zone.high.x);
            inches(at, Point::new(x, at.y.clamp(zone.low.y, zone.high.y)))
        });
        zones.min().unwrap_or(FAR).min(FAR)
    }

    /// Goods on the way home, and those that lie within reach, in hundredths of a point. What is
    /// carried has its points already, so that only the rest can be hoped for.
    fn goods(&self, kind: TokenKind, points: i32) -> i32 {
        let rest = (points - self.carried(kind)).max(0);
        let tokens = self.position.tokens.iter().filter(|token| token.kind == kind);
        let each = tokens.map(|token| match token.place {
            Place::Carried { by } => {
                let carrier = &self.position.figures[by];
                let own = carrier.side == Some(self.side);
                if own { rest * (80 - self.way_out(carrier.at)) } else { 0 }
            }
            Place::Table { at, .. } => points * (FAR - self.reach(at)) / 2,
            _ => 0,
        });
        each.sum()
    }

    /// What is on its way under a heading, in hundredths of a point.
    fn hope(&self, score: &Score) -> i32 {
        let (position, points) = (self.position, score.points);
        match score.worth {
            Worth::CrateExited | Worth::CrateSecured => self.goods(TokenKind::Crate, points),
            Worth::MedicineExited => self.goods(TokenKind::Medicine, points),
            Worth::MedicineCarried => {
                let places = self.game.scenario.searches.iter().zip(&position.searched);
                let open = places.filter(|(_, done)| !**done);
                let near = open.map(|(place, _)| FAR - self.reach(place.at)).max();
                points * near.unwrap_or(0) / 2
            }
            Worth::HorseSecured | Worth::PackHorseExited => {
                let pack = score.worth == Worth::PackHorseExited;
                let horses = position
                    .horses
                    .iter()
                    .filter(|horse| horse.fate == HorseFate::Standing && (!pack || horse.pack));
                let near = |at: Point| 60 - self.reach(at) / 2 - self.way_out(at);
                points * horses.map(|horse| near(horse.at)).sum::<i32>()
            }
            Worth::CharacterExited => {
                let late = position.turn + 4 > self.game.scenario.turns;
                let way = self.people().map(|figure| 60 - self.way_out(figure.at)).sum::<i32>();
                if late { points * way } else { 0 }
            }
            Worth::StrayYours => {
                let strays = position.figures.iter().filter(|stray| {
                    stray.side.is_none()
                        && stray.is_playing()
                        && stray.joining.is_none()
                        && !self.side.is_in(stray.wary)
                });
                points * strays.map(|stray| (FAR - self.reach(stray.at)) / 2).sum::<i32>()
            }
            _ => 0,
        }
    }
}

impl Counsel<Survivors> for Veteran {
    const FAST: u32 = 200;
    const STRONG: u32 = 1000;

    fn habit(
        &mut self,
        game: &Survivors,
        position: &Position,
        seat: Seat,
        legal: &[Action],
        dice: &mut Dice,
    ) -> usize {
        let chosen = Greedy.choose(&Sight::new(game, position, seat), legal, dice);
        self.recall.keep(position, &legal[chosen]);
        chosen
    }

    /// Does again what habit did in this position before.
    fn stride(
        &mut self,
        game: &Survivors,
        position: &mut Position,
        dice: &mut Dice,
        log: &mut Log<Event>,
    ) -> u32 {
        let Some(action) = self.recall.find(position) else { return 0 };
        let Some(seat) = game.status(position).first() else { return 0 };
        // Habit would imagine first what its seat does not know, and roll for it.
        if !game.is_open(position) {
            game.resample(position, seat, dice);
        }
        game.apply(position, seat, action, dice, log);
        1
    }

    fn begin(&mut self) {
        self.recall.forget();
    }

    fn worth(&mut self, game: &Survivors, position: &Position, seat: Seat) -> i32 {
        let Some(own) = game.side_of(position, seat) else { return SURE / 2 };
        let over = position.step == Step::Over;
        let totals = game.totals(position);
        let worth = |side: Side| -> i32 {
            if position.has_conceded(side) {
                return -10 * LEAD;
            }
            let points = totals[side.index() % 4] + position.before[side.index() % 4];
            let more = if over { 0 } else { Camp { game, position, side }.worth() };
            100 * points + more
        };
        let others = game.sides().filter(|side| *side != own).map(worth).max();
        let lead = worth(own) - others.unwrap_or(0);
        let share = edge(lead, LEAD);
        match over {
            // Less than three points apart nobody has won.
            true if lead > 250 => SURE / 4 + share * 3 / 4,
            true if lead > -250 => SURE / 8 + share * 3 / 4,
            true => share * 3 / 4,
            false => SURE / 8 + share * 3 / 4,
        }
    }

    fn depth(&self, _: &Survivors) -> u32 {
        0
    }

    /// Deployment is left to habit, and so is who goes first of one's own.
    fn stakes(&self, _: &Survivors, position: &Position) -> u32 {
        match position.step {
            Step::Deploy | Step::Umpire | Step::Over => 0,
            Step::Phase(Phase::Movement) if position.active.is_none() => 0,
            _ => 100,
        }
    }

    fn rests(&self, _: &Survivors, root: &Position, position: &Position, _: u32) -> bool {
        (position.half, position.turn) != (root.half, root.turn)
    }

    /// What is done with arms, goods and feet; where one looks and what one says only as habit has it.
    fn alternatives(
        &self,
        game: &Survivors,
        _: &Position,
        legal: &[Action],
        habit: usize,
        out: &mut Vec<usize>,
    ) {
        let idle = |action: &Action| {
            matches!(action, Action::Face { .. } | Action::Say { .. }) || game.gives_up(action)
        };
        out.extend((0..legal.len()).filter(|index| *index != habit && !idle(&legal[*index])));
    }
}
