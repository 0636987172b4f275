//! Outlive as a sensible beginner plays it.

use crate::{
    Action, Ask, EventCard, HeroId, Loss, Outlive, Phase, Position, RoomKind, Shelter, Side, Step,
    Token, Waiver,
};
use table::{Bot, Dice, Fit, Log, Rules, Sight};

/// Feeds its people, keeps the Airlock manned, fills rooms, repairs pairs, overcomes what pays, and
/// keeps weak heroes away from stronger ones. It weighs what it can do now by what its Shelter would
/// be worth, and a move by what the hero could do there.
pub struct Greedy;

impl Bot<Outlive> for Greedy {
    fn choose(&mut self, sight: &Sight<'_, Outlive>, legal: &[Action], dice: &mut Dice) -> usize {
        let mind = Mind { game: sight.game(), seat: sight.seat().into() };
        mind.decide(&sight.imagine(dice), legal, dice)
    }
}

/// The last of the list, where doing nothing stands.
fn last(legal: &[Action]) -> usize {
    legal.len().saturating_sub(1)
}

/// What a full room is worth per turn, in hundredths of a point.
fn ability(kind: RoomKind) -> i32 {
    match kind {
        RoomKind::S1 => 45,
        RoomKind::S2 => 90,
        RoomKind::S3 => 80,
        RoomKind::A1 => 110,
        RoomKind::A2 => 60,
        RoomKind::A3 => 55,
        RoomKind::A4 => 120,
        RoomKind::A5 => 90,
        RoomKind::A6 => 10,
        RoomKind::A7 => 50,
        RoomKind::A8 => 25,
        RoomKind::A9 => 25,
        RoomKind::A10 => 80,
        RoomKind::A11 => 80,
        RoomKind::A12 => 60,
        RoomKind::A13 => 65,
        RoomKind::A14 => 110,
        RoomKind::A15 => 110,
        RoomKind::A16 => 60,
        RoomKind::A17 => 40,
        RoomKind::A18 => 75,
        RoomKind::A19 => 100,
    }
}

/// The game through one seat's mind.
pub(crate) struct Mind<'a> {
    pub game: &'a Outlive,
    pub seat: Side,
}

impl Mind<'_> {
    /// What a sensible beginner would do in an imagined position.
    pub fn decide(&self, position: &Position, legal: &[Action], dice: &mut Dice) -> usize {
        match position.phase {
            Phase::Draft => self.draft(legal, dice),
            Phase::Placement => dice.roll("greedy", legal.len().fit::<u32>()).fit::<usize>() - 1,
            Phase::Activation => self.activate(position, legal, dice),
            Phase::Actions => self.best_action(position, legal, dice).unwrap_or(last(legal)),
            Phase::Overcome => self.overcome(position, legal),
            Phase::Night => self.night(position, legal, dice),
            _ => self.best_outcome(position, legal, dice),
        }
    }

    /// What the seat's Shelter is worth, in hundredths of a point.
    pub fn worth(&self, p: &Position) -> i32 {
        let (game, shelter) = (self.game, &p.shelters[self.seat]);
        let left = i32::from(game.turns() - p.turn.min(game.turns()));
        let score = game.score(p, self.seat);
        let mut worth = i32::from(score.total) * 100;
        let night = p.phase == Phase::Night;
        let fed = night && shelter.step > Step::Feed;
        let shielded = night && shelter.step > Step::Rising;
        worth += self.stores(p, shelter, fed, left) + self.rooms(shelter, left);
        if !shielded {
            worth -= 110 * i32::from(game.radiation(p, self.seat));
        } else if left > 0 {
            let ambient = game.ambient()[usize::from(p.turn)];
            worth += 97 * i32::from(shelter.airlock.min(ambient));
            worth -= 30 * i32::from(game.rows_occupied(shelter.airlock));
        }
        let tiles = shelter.broken.count_ones().fit::<i32>();
        worth += 34 * tiles.min(3) + 10 * (tiles - 3).clamp(0, 3);
        worth += 14 * left * shelter.repaired.count_ones().fit::<i32>();
        worth += 6 * left * shelter.caught.iter().map(|n| i32::from(*n)).sum::<i32>();
        if p.first == self.seat {
            worth += 15;
        }
        worth - 45 * i32::from(p.squeeze.owed[self.seat])
    }

    fn stores(&self, p: &Position, shelter: &Shelter, fed: bool, left: i32) -> i32 {
        let game = self.game;
        let count = |token: Token| i32::from(shelter.has(token));
        let space = i32::from(game.airlock_spaces() - shelter.airlock.min(game.airlock_spaces()));
        let mut worth = 0;
        let owed = game.owed(shelter);
        let mut supplies = i32::from(owed.water) + i32::from(owed.other);
        if !fed {
            worth -= 140 * i32::from(owed.shortage);
            supplies -= i32::from(owed.upkeep) + i32::from(owed.rows) - i32::from(owed.shortage);
        }
        let recruiting = shelter.step <= Step::Recruit || p.phase != Phase::Night;
        let recruits = if recruiting { supplies.min(space) } else { 0 };
        worth += 62 * recruits;
        let kept = count(Token::Canned).min(supplies - recruits)
            + count(Token::Water).min(2).min(supplies - recruits);
        worth += if left > 0 { 45 * kept } else { 0 };
        let working = p.phase != Phase::Night || shelter.step < Step::Done;
        let unbuilt = shelter.rooms.iter().filter(|room| !room.built).count().fit::<i32>();
        let wanted = 3 * (unbuilt.min(2) + shelter.broken.count_ones().fit::<i32>()) + 3;
        let materials = Token::MATERIALS.into_iter().map(count).sum::<i32>();
        if working || left > 0 {
            worth += 28 * materials.min(wanted) + 8 * (materials - wanted).max(0);
            let kinds = Token::MATERIALS.into_iter().filter(|token| count(*token) > 0).count();
            worth += 12 * kinds.fit::<i32>();
        }
        if left > 0 && count(Token::Chips) > 0 {
            worth += 15; // the Dam wants one
        }
        let munitions = count(Token::Munitions);
        let price = if left > 0 || p.phase != Phase::Night { 18 } else { 0 };
        worth + price * munitions.min(5) + 5 * (munitions - 5).max(0)
    }

    fn rooms(&self, shelter: &Shelter, left: i32) -> i32 {
        let full = shelter.rooms.iter().filter(|room| self.game.is_full(room)).count().fit::<i32>();
        // The table of full rooms rises steeply: each one makes the next worth more.
        let mut worth = 5 * full * full * left.min(2);
        let mut empty = 0;
        for room in shelter.rooms.iter().filter(|room| room.built) {
            let data = &self.game.parts().rooms[room.kind.index()];
            if self.game.is_full(room) {
                worth += 90 + ability(room.kind) * left - 42 * i32::from(data.upkeep) * left;
            } else if room.people > 0 {
                worth +=
                    70 + 8 * i32::from(room.people) - 42 * i32::from(data.upkeep) * left.min(1);
            } else {
                empty += 1;
                let soon = left > 0 || shelter.airlock >= data.spaces;
                worth += match (empty, soon) {
                    (1, true) => 125,
                    (2, true) => 70,
                    _ => 0,
                };
            }
        }
        worth
    }

    /// The position after an action, with unknown things as imagined.
    fn after(&self, p: &Position, action: &Action, dice: &mut Dice) -> Position {
        let mut next = *p;
        let seat = self.seat.seat();
        self.game.apply(&mut next, seat, action, dice, &mut Log::quiet());
        next
    }

    /// The action after which the Shelter is worth most.
    fn best_outcome(&self, p: &Position, legal: &[Action], dice: &mut Dice) -> usize {
        let mut best = (i32::MIN, 0);
        for (place, action) in legal.iter().enumerate() {
            let bat = i32::from(matches!(action, Action::Bat(Some(_))));
            let worth = bat + self.worth(&self.after(p, action, dice));
            if worth > best.0 {
                best = (worth, place);
            }
        }
        best.1
    }

    /// The action of an activation or a Night step that helps most, if any does.
    fn best_action(&self, p: &Position, legal: &[Action], dice: &mut Dice) -> Option<usize> {
        if p.phase == Phase::Actions && p.go.ask != Ask::Nothing {
            return Some(self.best_outcome(p, legal, dice));
        }
        let now = self.worth(p);
        let mut best = (0, None);
        for (place, action) in legal.iter().enumerate() {
            let gain = match action {
                Action::End => continue,
                Action::FreeSearch => 40,
                Action::Search => 24,
                Action::Sensor => 4,
                Action::Peek(city) => match p.here().city() {
                    Some(here) if here == *city => 30,
                    _ => continue,
                },
                Action::Open(_) => {
                    let dam = crate::Location::Dam;
                    let water = p.go.points.min(p.at[dam.index()]);
                    let mut full = self.after(p, action, dice);
                    full.shelters[self.seat].stock[Token::Water.index()] += water;
                    self.worth(&full) - now
                }
                Action::Take(count) => {
                    // Taking less than one can is never better, but leaves points for a hunt.
                    self.worth(&self.after(p, action, dice)) - now - 2 * (5 - i32::from(*count))
                }
                _ => self.worth(&self.after(p, action, dice)) - now,
            };
            if gain > best.0 {
                best = (gain, Some(place));
            }
        }
        best.1
    }

    /// Rooms and leader: what is worth most, with a whim.
    fn draft(&self, legal: &[Action], dice: &mut Dice) -> usize {
        let value = |kind: RoomKind| {
            let data = &self.game.parts().rooms[kind.index()];
            3 * ability(kind) - 120 * i32::from(data.upkeep)
        };
        let mut best = (i32::MIN, 0);
        for (place, action) in legal.iter().enumerate() {
            let whim = dice.roll("greedy", 120).fit::<i32>();
            let worth = match *action {
                Action::Discard(first, second) => whim - value(first) - value(second),
                Action::Pick(kind) => whim + value(kind),
                Action::Free(name) => whim + value(name.kind) + 2 * ability(name.kind),
                Action::Start(count) => 200 * i32::from(count),
                Action::Confirm => 1_000,
                Action::Revise => -1_000,
                _ => whim,
            };
            if worth > best.0 {
                best = (worth, place);
            }
        }
        best.1
    }

    /// A hero and its way: the best of what each could do where it arrives, less the risk there.
    fn activate(&self, p: &Position, legal: &[Action], dice: &mut Dice) -> usize {
        let mut best = (i32::MIN, 0);
        for (place, action) in legal.iter().enumerate() {
            let worth = match *action {
                Action::Activate { hero, to, exo, hook, share } => {
                    let help = [exo, hook, share].iter().filter(|used| **used).count().fit::<i32>();
                    let risk = self.risk(p, hero, to);
                    let weak = i32::from(self.game.strength(self.seat, hero));
                    self.prospect(p, action, dice) - risk - 10 * help - 2 * weak
                }
                Action::Stay(_) => self.worth(p),
                _ => continue,
            };
            if worth > best.0 {
                best = (worth, place);
            }
        }
        best.1
    }

    /// What the Shelter is worth after the hero has gone there and done its best.
    fn prospect(&self, p: &Position, action: &Action, dice: &mut Dice) -> i32 {
        let mut next = self.after(p, action, dice);
        let mut legal = Vec::with_capacity(64);
        for _ in 0..40 {
            let active = next.phase == Phase::Actions && next.go.side == self.seat;
            let pressing = next.phase == Phase::Pressure && next.go.side == self.seat;
            if !active && !pressing {
                break;
            }
            let Some(seat) = self.game.status(&next).first() else { break };
            if Side::from(seat) != self.seat {
                let answer = self.game.lapse(&next, seat);
                self.game.apply(&mut next, seat, &answer, dice, &mut Log::quiet());
                continue;
            }
            legal.clear();
            self.game.legal(&next, seat, &mut legal);
            let choice = if active {
                match self.best_action(&next, &legal, dice) {
                    Some(choice) => choice,
                    None => break,
                }
            } else {
                self.best_outcome(&next, &legal, dice)
            };
            let action = legal[choice];
            self.game.apply(&mut next, seat, &action, dice, &mut Log::quiet());
        }
        self.worth(&next)
    }

    /// What stronger Idle heroes in reach may squeeze out of ours there.
    fn risk(&self, p: &Position, hero: HeroId, to: crate::Location) -> i32 {
        let strength = i32::from(self.game.strength(self.seat, hero));
        let cover = i32::from(p.shelters[self.seat].has(Token::Munitions).min(2));
        let mut risk = 0;
        for side in self.game.sides().filter(|side| *side != self.seat) {
            for rival in HeroId::ALL {
                let state = &p.shelters[side].heroes[rival];
                let near = state.at.is_some_and(|at| (1..=2).contains(&at.links_to(to)));
                let points = i32::from(self.game.strength(side, rival)) - strength - cover;
                if near && !state.standing && points > 0 {
                    risk += 7 * points;
                }
            }
        }
        risk
    }

    /// The event that pays most, if one pays at all.
    fn overcome(&self, p: &Position, legal: &[Action]) -> usize {
        let now = self.worth(p);
        let mut best = (20, last(legal));
        for (place, action) in legal.iter().enumerate() {
            let Action::Overcome(card, waiver) = *action else { continue };
            let mut after = *p;
            let shelter = &mut after.shelters[self.seat];
            let mut cost = self.game.parts().events[card.index()].cost;
            match waiver {
                Waiver::None => {}
                Waiver::One(token) => cost[token.index()] -= 1,
                Waiver::Two(first, second) => {
                    cost[first.index()] -= 1;
                    cost[second.index()] -= 1;
                }
            }
            for (held, cost) in shelter.stock.iter_mut().zip(cost) {
                *held = held.saturating_sub(cost);
            }
            shelter.won |= 1 << card.index();
            let relief = if card.strikes_board() { 0 } else { self.relief(p, card) };
            let gain = self.worth(&after) - now + relief;
            if gain > best.0 {
                best = (gain, place);
            }
        }
        best.1
    }

    /// What it is worth to be rid of an event.
    fn relief(&self, p: &Position, card: EventCard) -> i32 {
        let left = i32::from(self.game.turns() - p.turn.min(self.game.turns()));
        if self.game.immune(p, self.seat) {
            return 0;
        }
        match card {
            EventCard::RadioactiveCloud => 200 * left,
            EventCard::ColdSnap => 100 * left,
            EventCard::Sandstorm => 60 * left,
            _ => 40 * left,
        }
    }

    fn night(&self, p: &Position, legal: &[Action], dice: &mut Dice) -> usize {
        let shelter = &p.shelters[self.seat];
        if shelter.loss != Loss::Nothing || shelter.step == Step::Feed {
            return self.best_outcome(p, legal, dice);
        }
        let end = legal.iter().position(|action| *action == Action::End);
        self.best_action(p, legal, dice).or(end).unwrap_or(0)
    }
}
