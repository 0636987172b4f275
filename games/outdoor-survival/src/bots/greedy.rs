//! Outdoor Survival as a sensible beginner plays it.

use crate::OutdoorSurvival;
use crate::action::Action;
use crate::bots::prospects::{Aim, Foe, Prospects};
use crate::edition::components::Column;
use crate::event::Event;
use crate::land::{Hex, VICINITY};
use crate::position::Position;
use crate::rules::reach::{Ends, Stop};
use table::{Bot, Dice, Log, Rules, Sight};
use terrain::Fit;

/// Travels from source to source and rests where that pays, judges the hexes on which a day can end
/// rather than single steps, keeps out of the reach of those who are after it, and drinks in time
/// when it is after somebody.
pub struct Greedy;

impl Bot<OutdoorSurvival> for Greedy {
    fn choose(
        &mut self,
        sight: &Sight<'_, OutdoorSurvival>,
        legal: &[Action],
        dice: &mut Dice,
    ) -> usize {
        let ends = &mut Ends::default();
        decide(sight.game(), &sight.imagine(dice), legal, dice, ends, Reckoning::ByItinerary)
    }
}

/// How somebody reckons his way off the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Reckoning {
    /// From source to source, as people do.
    ByItinerary,
    /// By the odds of every day that could come; and he leaves others the markers that they are
    /// nearer to.
    ByOdds,
}

/// What a sensible beginner would do in an imagined position.
pub(crate) fn decide(
    game: &OutdoorSurvival,
    position: &Position,
    legal: &[Action],
    dice: &mut Dice,
    ends: &mut Ends,
    reckoning: Reckoning,
) -> usize {
    let prospects = game.prospects(position);
    let mind = Mind { game, position, prospects, nearby: NEARBY, reckoning };
    let wanted = match legal[0] {
        _ if legal.contains(&Action::Shoot) && mind.shoots(legal) => Action::Shoot,
        Action::Stay | Action::Roll => match mind.rests() {
            true => Action::Stay,
            false => Action::Roll,
        },
        Action::Step(_) | Action::Stop => mind.next_step(dice, ends),
        Action::Column(_) => Action::Column(mind.column()),
        Action::Base(_) | Action::Outpost(_) => return mind.place(legal, dice),
        // Any border will do, and whoever goes first.
        _ => return any_but_resign(legal, dice),
    };
    let place = legal.iter().position(|action| *action == wanted);
    place.unwrap_or_else(|| any_but_resign(legal, dice))
}

/// Walks a whole move of an imagined position at once, without a list of what else could be done;
/// how many decisions that stood for, none if nobody is on the move or somebody could be shot at.
pub(crate) fn walk(
    game: &OutdoorSurvival,
    position: &mut Position,
    dice: &mut Dice,
    log: &mut Log<Event>,
    ends: &mut Ends,
    reckoning: Reckoning,
) -> u32 {
    let Some(seat) = game.to_decide(position).filter(|_| game.moving(position)) else { return 0 };
    let prospects = game.prospects(position);
    if prospects.faces_that_hit() > 0 {
        return 0;
    }
    let mind = Mind { game, position, prospects, nearby: VICINITY, reckoning };
    let way = mind.end_of_move(dice, ends);
    let acting = position.acting();
    let mut decisions = 0;
    let sides = way.iter().flat_map(|stop| stop.sides());
    let steps = sides.map(|side| Action::Step(*side));
    for action in steps.chain([Action::Stop]) {
        let on_the_way = game.moving(position) && position.acting() == acting;
        if !on_the_way || game.check(position, seat, &action).is_err() {
            break;
        }
        game.apply(position, seat, &action, dice, log);
        decisions += 1;
    }
    decisions
}

fn any_but_resign(legal: &[Action], dice: &mut Dice) -> usize {
    let choices = legal.iter().filter(|action| **action != Action::Resign).count();
    dice.roll("greedy", choices.max(1).fit::<u32>()) as usize - 1
}

/// As far as a pursuer looks for ways rather than as the crow flies, in points.
const NEARBY: u16 = 40;
/// More points than any way across the board takes.
const ACROSS: u16 = 400;
/// What it is worth not to end in the reach of a pursuer, in tenths of a day.
const REACH: u32 = 60;

/// A pursuer rests who could not bear to lose more levels than these.
const WEARY: u8 = 5;

/// What the bot has before its eyes.
struct Mind<'a> {
    game: &'a OutdoorSurvival,
    position: &'a Position,
    prospects: Prospects<'a>,
    /// As far as it looks for ways.
    nearby: u16,
    reckoning: Reckoning,
}

impl Mind<'_> {
    /// Shoots when the odds are even or better, or when nothing better can come of this move.
    fn shoots(&self, legal: &[Action]) -> bool {
        let goes_on = legal.iter().any(|action| matches!(action, Action::Step(_) | Action::Roll));
        self.prospects.faces_that_hit() >= 3 || !goes_on
    }

    /// Rests on the way where that pays; in a chase when thirsty or hungry, with nobody in reach.
    fn rests(&self) -> bool {
        let here = self.position.person(self.position.acting()).at();
        match self.prospects.aim() {
            Aim::Leave => match self.reckoning {
                Reckoning::ByItinerary => self.prospects.rest_speeds(),
                Reckoning::ByOdds => self.prospects.rest_is_best(),
            },
            Aim::Escape(foes) => self.danger(&foes, here) == 0 && self.prospects.rest_speeds(),
            Aim::Flee(_) => false,
            Aim::Reach(goals) => {
                let [water, food] = self.prospects.rest_brings();
                let now = self.prospects.condition();
                let needy =
                    (water || food && now.dry <= 2) && self.prospects.to_spare(now) <= WEARY;
                needy && self.ways(&goals)(here) > i32::from(self.prospects.pace())
            }
        }
    }

    /// The first step off the board, to the goal, or towards the best end of this move; a stop if
    /// that is here.
    fn next_step(&self, dice: &mut Dice, ends: &mut Ends) -> Action {
        match self.end_of_move(dice, ends).as_ref().and_then(|stop| stop.sides().first()) {
            Some(side) => Action::Step(*side),
            None => Action::Stop,
        }
    }

    /// What he is after: any marker, or the one that is his.
    fn aim(&self) -> Aim {
        let own = match self.reckoning {
            Reckoning::ByItinerary => None,
            Reckoning::ByOdds => self.prospects.marker_to_turn(),
        };
        match (self.prospects.aim(), own) {
            (Aim::Reach(_), Some(marker)) => Aim::Reach(vec![marker]),
            (aim, _) => aim,
        }
    }

    /// Off the board, at the goal, or the best end of this move.
    fn end_of_move(&self, dice: &mut Dice, ends: &mut Ends) -> Option<Stop> {
        let aim = self.aim();
        let goals = match &aim {
            Aim::Reach(goals) => goals.as_slice(),
            _ => &[],
        };
        self.prospects.ends_of_move(goals, ends);
        match ends.off().or(ends.goal()) {
            Some(there) => Some(*there),
            None => self.best_end(&aim, ends.stops(), dice).copied(),
        }
    }

    /// The end with the lowest score, of equal ones the first; but one who flees has no favourites.
    fn best_end<'a>(&self, aim: &Aim, stops: &'a [Stop], dice: &mut Dice) -> Option<&'a Stop> {
        let days = |stop: &Stop| self.prospects.days_after(stop);
        match aim {
            Aim::Leave if self.reckoning == Reckoning::ByOdds => {
                stops.iter().max_by_key(|stop| self.prospects.chance_after(stop).to_bits())
            }
            Aim::Leave => stops.iter().min_by_key(|stop| days(stop)),
            Aim::Escape(foes) => {
                stops.iter().min_by_key(|stop| days(stop) + self.danger(foes, stop.at))
            }
            Aim::Flee(foes) => {
                let first = dice.roll("greedy", stops.len().max(1).fit::<u32>()) as usize - 1;
                let (later, sooner) = stops.split_at(first);
                sooner.iter().chain(later).min_by_key(|stop| self.unease(foes, stop))
            }
            Aim::Reach(goals) => {
                let way = self.ways(goals);
                stops.iter().min_by_key(|stop| way(stop.at) * 10 + self.worry(stop))
            }
        }
    }

    /// Points from a hex to the nearest goal; as the crow flies where that is far.
    fn ways(&self, goals: &[Hex]) -> impl Fn(Hex) -> i32 {
        let board = self.game.board();
        let mut near = Vec::new();
        let nearby = self.nearby;
        if nearby > VICINITY {
            near.resize(board.hexes.len(), u16::MAX);
            board.near(goals, nearby, |cell, points| near[cell.index()] = points);
        }
        move |cell| {
            let points = match near.get(cell.index()) {
                Some(points) => *points,
                None => {
                    let points = goals.iter().filter_map(|goal| board.points_to(cell, *goal));
                    points.min().unwrap_or(u16::MAX)
                }
            };
            match points {
                u16::MAX => {
                    let crow = goals.iter().map(|goal| board.distance(cell, *goal)).min();
                    i32::from(nearby + crow.unwrap_or(0))
                }
                points => i32::from(points),
            }
        }
    }

    /// What it is worth not to end on a hex, in tenths of a day.
    fn danger(&self, foes: &[Foe], at: Hex) -> u32 {
        let board = self.game.board();
        let reaches = |foe: &&Foe| {
            board.points_to(foe.at, at).is_some_and(|points| points <= u16::from(foe.pace))
        };
        REACH * foes.iter().filter(reaches).count().fit::<u32>()
    }

    /// How ill at ease it would be there: thirsty, hungry, or with a pursuer in sight. The more of
    /// them are about, the sooner it bolts.
    fn unease(&self, foes: &[Foe], stop: &Stop) -> i32 {
        let board = self.game.board();
        let flight = 4 + foes.len().fit::<i32>();
        let near = |foe: &Foe| (flight - i32::from(board.distance(foe.at, stop.at))).max(0);
        let then = self.prospects.condition_after(stop);
        10 * foes.iter().map(near).sum::<i32>()
            + 4 * i32::from(then.dry)
            + 2 * i32::from(then.hungry)
    }

    /// What thirst and hunger weigh in a chase, in tenths of a point: by the levels that are left
    /// when the next source is reached.
    fn worry(&self, stop: &Stop) -> i32 {
        let then = self.prospects.condition_after(stop);
        let [water, food] = self.prospects.at_next_source(stop.at, then).map(|then| {
            let short = 8 - i32::from(self.prospects.to_spare(then).min(8));
            short * short
        });
        water + food / 2
    }

    /// Begins on the base that is nearest to whom he seeks, and puts an outpost where it lies on
    /// his way, rather near the goal. Any place will do for whoever seeks nobody, or has him before
    /// his eyes.
    fn place(&self, legal: &[Action], dice: &mut Dice) -> usize {
        let board = self.game.board();
        let here = self.position.person(self.position.acting()).at();
        let Aim::Reach(goals) = self.prospects.aim() else { return any_but_resign(legal, dice) };
        if goals.contains(&here) {
            return any_but_resign(legal, dice);
        }
        let ways = |from: &[Hex]| {
            let mut points = vec![ACROSS; board.hexes.len()];
            board.near(from, ACROSS, |cell, way| points[cell.index()] = way);
            points
        };
        let (to_goal, from_here) = (ways(&goals), ways(&[here]));
        let worth = |action: &Action| match action {
            Action::Base(base) => Some(to_goal[board.base(*base)?.index()]),
            Action::Outpost(at) => {
                let (before, after) = (from_here[at.index()], to_goal[at.index()]);
                Some(2 * before + 3 * after)
            }
            _ => None,
        };
        let worths = legal.iter().enumerate().filter_map(|(i, action)| Some((worth(action)?, i)));
        worths.min().map_or_else(|| any_but_resign(legal, dice), |(_, index)| index)
    }

    /// Natural Hazards while well, Animal when hungry, Personal when nearly too weak to walk.
    fn column(&self) -> Column {
        let level = self.position.person(self.position.acting()).level();
        match self.prospects.condition().hungry {
            _ if level >= 8 => Column::Personal,
            4.. => Column::Animal,
            _ => Column::Natural,
        }
    }
}
