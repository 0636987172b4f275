//! Day, step d: the stronger arriving hero squeezes the weaker ones that have acted.

use crate::edition::roster::{Equipment, RoomKind, Token, Tokens, materials, supplies};
use crate::event::Event;
use crate::position::{Giving, Phase, Position, Squeeze};
use crate::refusal::Refusal;
use crate::rule;
use crate::{Action, HeroId, Outlive, Play, Side, Sides};

/// The order in which an absent player gives up tokens that are equally many.
const ABSENT: [Token; 6] =
    [Token::Wood, Token::Metal, Token::Chips, Token::Canned, Token::Water, Token::Meat];

/// The order in which the Horde gives up tokens that are equally many. OL-SOLO-27
const HORDE: [Token; 6] =
    [Token::Wood, Token::Metal, Token::Chips, Token::Canned, Token::Meat, Token::Water];

/// The most numerous kind, the earlier in the order on a tie.
fn most(stock: &Tokens, order: &[Token]) -> Option<Token> {
    order
        .iter()
        .copied()
        .filter(|token| stock[token.index()] > 0)
        .rev()
        .max_by_key(|token| stock[token.index()])
}

impl Outlive {
    /// The Activated hero of a side at the active hero's Location. OL-PRES-21
    fn standing_here(&self, p: &Position, side: Side) -> Option<HeroId> {
        let here = p.here();
        HeroId::ALL.into_iter().find(|hero| {
            let hero = &p.shelters[side].heroes[*hero];
            hero.standing && hero.at == Some(here)
        })
    }

    /// Whether everybody sees that this seat has no standing orders: it is being asked what they
    /// would have answered. OL-REAC-04
    pub(crate) fn asked_itself(&self, p: &Position, seat: Side) -> bool {
        p.phase == Phase::Pressure
            && !p.squeeze.bat
            && (p.squeeze.unanswered.has(seat) || (p.squeeze.owed[seat] > 0 && !self.racket(p)))
    }

    /// Whether the aggressor chooses the tribute. OL-PRES-30, OL-PRES-31, OL-ROOM-A9
    fn racket(&self, p: &Position) -> bool {
        let side = p.go.side;
        !self.is_horde(side) && self.full(&p.shelters[side], RoomKind::A9)
    }

    /// The tokens from which a side pays tribute. OL-PRES-33
    fn tribute_stock(&self, p: &Position, side: Side) -> Tokens {
        if self.is_horde(side) {
            self.standing_here(p, side).map_or([0; 7], |pawn| p.horde.carried[pawn])
        } else {
            p.shelters[side].stock
        }
    }

    pub(crate) fn pressed(&self, p: &Position) -> Sides {
        if p.squeeze.bat {
            return Sides::one(p.go.side);
        }
        let mut seats = p.squeeze.unanswered;
        for side in self.sides() {
            if p.squeeze.owed[side] > 0 {
                seats.insert(if self.racket(p) { p.go.side } else { side });
            }
        }
        seats
    }

    pub(crate) fn offer_pressure(&self, p: &Position, seat: Side, out: &mut impl FnMut(Action)) {
        let squeeze = &p.squeeze;
        if squeeze.bat {
            out(Action::Bat(None));
            for side in self.sides() {
                if squeeze.points[side] > 0 {
                    out(Action::Bat(Some(side)));
                }
            }
            return;
        }
        if squeeze.unanswered.has(seat) {
            self.offer_defence(p, seat, out);
        }
        let racket = self.racket(p);
        for side in self.sides() {
            if squeeze.owed[side] == 0 {
                continue;
            }
            let stock = self.tribute_stock(p, side);
            for token in Token::TRIBUTE {
                if stock[token.index()] == 0 {
                    continue;
                }
                if racket && seat == p.go.side {
                    out(Action::Demand(side, token));
                } else if !racket && seat == side {
                    out(Action::Give(token));
                }
            }
        }
    }

    /// OL-PRES-11, OL-PRES-27, OL-PRES-32
    fn offer_defence(&self, p: &Position, seat: Side, out: &mut impl FnMut(Action)) {
        let shelter = &p.shelters[seat];
        let points = p.squeeze.points[seat];
        let target = self.standing_here(p, seat);
        let weak =
            target.is_some_and(|hero| self.strength(seat, hero) == self.amount(RoomKind::A8));
        for gear in [false, true] {
            if gear && !shelter.ready(Equipment::BattleGear) {
                continue;
            }
            let off = if gear { self.gear_amount(Equipment::BattleGear) } else { 0 };
            let rest = points.saturating_sub(off);
            for munitions in 0..=rest.min(shelter.has(Token::Munitions)) {
                out(Action::Defend { immunity: false, gear, munitions });
            }
        }
        if weak && self.ready_room(shelter, RoomKind::A8).is_some() {
            out(Action::Defend { immunity: true, gear: false, munitions: 0 });
        }
    }

    pub(crate) fn judge_pressure(
        &self,
        p: &Position,
        seat: Side,
        action: &Action,
    ) -> Result<(), Refusal> {
        let squeeze = &p.squeeze;
        let active = p.go.side == seat;
        match *action {
            Action::Bat(target) if squeeze.bat && active => match target {
                None => Ok(()),
                Some(side) if squeeze.points[side] > 0 => Ok(()),
                Some(_) => Err(Refusal::BatNeedsWeaker), // OL-PRES-24
            },
            _ if squeeze.bat && active => Err(Refusal::BatFirst), // OL-PRES-25
            Action::Defend { immunity, gear, munitions } if squeeze.unanswered.has(seat) => {
                self.judge_defence(p, seat, immunity, gear, munitions)
            }
            _ if squeeze.unanswered.has(seat) => Err(Refusal::AnswerFirst),
            Action::Give(token) | Action::Demand(_, token) if token == Token::Munitions => {
                Err(Refusal::NoMunitionsAsTribute) // OL-PRES-16
            }
            Action::Give(token) if squeeze.owed[seat] > 0 => {
                if self.racket(p) {
                    return Err(Refusal::AggressorChooses);
                }
                if p.shelters[seat].has(token) == 0 {
                    return Err(Refusal::NoToken { token, rule: rule::OL_PRES_15 });
                }
                Ok(())
            }
            Action::Demand(side, token) if active => {
                if !self.racket(p) {
                    return Err(Refusal::DefenderChooses);
                }
                if squeeze.owed[side] == 0 {
                    return Err(Refusal::NoTributeOwed);
                }
                if self.tribute_stock(p, side)[token.index()] == 0 {
                    return Err(Refusal::NothingToDemand { token });
                }
                Ok(())
            }
            Action::End | Action::Pass if active => Err(Refusal::PressureMandatory), // OL-PRES-18
            Action::Defend { .. } => Err(Refusal::MunitionsDefend),                  // OL-PRES-09
            _ => Err(Refusal::TributeFirst),
        }
    }

    /// OL-REAC-02, OL-REAC-03
    fn judge_defence(
        &self,
        p: &Position,
        seat: Side,
        immunity: bool,
        gear: bool,
        munitions: u8,
    ) -> Result<(), Refusal> {
        let shelter = &p.shelters[seat];
        if immunity {
            if gear || munitions > 0 {
                return Err(Refusal::GuardRoomAlone);
            }
            let (here, strength) = (p.here(), self.parts.rooms[RoomKind::A8.index()].amount);
            let heroes = shelter.heroes.iter().zip(self.parts.strengths);
            if heroes.into_iter().all(|(hero, other)| hero.at != Some(here) || other != strength) {
                return Err(Refusal::GuardsWeakest { strength }); // OL-PRES-29
            }
            return self.judge_room(shelter, RoomKind::A8);
        }
        let mut points = p.squeeze.points[seat];
        if gear {
            self.judge_working(shelter, Equipment::BattleGear)?;
            points =
                points.saturating_sub(self.parts.equipment[Equipment::BattleGear.index()].amount);
        }
        if munitions > points {
            return Err(Refusal::DefendedEnough); // OL-PRES-12
        }
        if munitions > shelter.has(Token::Munitions) {
            return Err(Refusal::LackMunitionsToDefend); // OL-PRES-10
        }
        Ok(())
    }

    /// What an absent player answers: nothing is spent, and the most numerous kind goes first.
    pub(crate) fn lapse_pressure(&self, p: &Position, seat: Side) -> Action {
        if p.squeeze.bat {
            return Action::Bat(None);
        }
        if p.squeeze.unanswered.has(seat) {
            return match p.shelters[seat].orders {
                Some(_) => self.ordered_defence(p, seat),
                None => Action::Defend { immunity: false, gear: false, munitions: 0 },
            };
        }
        if self.racket(p)
            && let Some(side) = self.sides().find(|side| p.squeeze.owed[*side] > 0)
        {
            let token = most(&self.tribute_stock(p, side), &ABSENT);
            return Action::Demand(side, token.unwrap_or(Token::Wood));
        }
        Action::Give(self.ordered_tribute(p, seat))
    }

    /// Standing orders: the Guard Room, then Gear, then Munitions down to the floor; nothing where
    /// there is nothing to lose. OL-REAC-04
    fn ordered_defence(&self, p: &Position, seat: Side) -> Action {
        let shelter = &p.shelters[seat];
        if shelter.tribute() == 0 {
            return Action::Defend { immunity: false, gear: false, munitions: 0 };
        }
        let keep = shelter.orders.map_or(u8::MAX, |orders| orders.keep);
        let weak = self
            .standing_here(p, seat)
            .is_some_and(|hero| self.strength(seat, hero) == self.amount(RoomKind::A8));
        if weak && self.ready_room(shelter, RoomKind::A8).is_some() {
            return Action::Defend { immunity: true, gear: false, munitions: 0 };
        }
        let gear = shelter.ready(Equipment::BattleGear);
        let off = if gear { self.gear_amount(Equipment::BattleGear) } else { 0 };
        let rest = p.squeeze.points[seat].saturating_sub(off);
        Action::Defend {
            immunity: false,
            gear,
            munitions: rest.min(shelter.has(Token::Munitions).saturating_sub(keep)),
        }
    }

    fn ordered_tribute(&self, p: &Position, seat: Side) -> Token {
        let stock = &p.shelters[seat].stock;
        let order: &[Token] = match p.shelters[seat].orders.map(|orders| orders.give) {
            Some(Giving::Materials) if materials(stock) > 0 => &ABSENT[..3],
            Some(Giving::Supplies) if supplies(stock) > 0 => &ABSENT[3..],
            _ => &ABSENT,
        };
        most(stock, order).unwrap_or(Token::Wood)
    }
}

impl Play<'_> {
    /// Targets are found right after arrival, before any action. OL-PRES-01, OL-PRES-02,
    /// OL-PRES-03, OL-PRES-04, OL-PRES-05, OL-PRES-06, OL-PRES-07, OL-PRES-08, OL-SOLO-17
    pub fn begin_pressure(&mut self) {
        let game = self.game;
        let side = self.p.go.side;
        // OL-EVT-38, OL-PRES-22, OL-CARG-11: printed Strength, whatever helps or hinders elsewhere.
        let strength = game.strength(side, self.p.go.hero);
        let mut squeeze = Squeeze::default();
        for other in game.sides().filter(|other| *other != side) {
            let Some(target) = game.standing_here(self.p, other) else {
                continue;
            };
            let points = strength.saturating_sub(game.strength(other, target));
            if points > 0 {
                squeeze.points[other] = points;
                squeeze.unanswered.insert(other);
                let hero = self.p.go.hero;
                self.tell(Event::Pressure { side, hero, on: other, target, points });
            }
        }
        squeeze.bat = !squeeze.unanswered.is_empty()
            && !game.is_horde(side)
            && self.p.shelters[side].ready(Equipment::BaseballBat);
        self.p.squeeze = squeeze;
        self.p.phase = Phase::Pressure;
        if !self.p.squeeze.bat {
            self.open_orders();
        }
    }

    /// Who answers by standing orders, and who has none, is seen from here on. OL-REAC-04
    fn open_orders(&mut self) {
        if self.game.options.standing_orders && !self.p.squeeze.unanswered.is_empty() {
            self.log.reveal();
        }
    }

    pub fn do_pressure(&mut self, seat: Side, action: Action) {
        match action {
            Action::Bat(target) => {
                self.p.squeeze.bat = false;
                self.open_orders();
                if let Some(side) = target {
                    self.use_gear(seat, Equipment::BaseballBat); // OL-PRES-35
                    // OL-PRES-23, OL-EQ-37
                    self.p.squeeze.points[side] += self.game.gear_amount(Equipment::BaseballBat);
                    let points = self.p.squeeze.points[side];
                    self.tell(Event::Bat { side: seat, on: side, points });
                }
            }
            Action::Defend { immunity, gear, munitions } => {
                self.defend(seat, immunity, gear, munitions)
            }
            Action::Give(token) => self.pay_tribute(seat, token),
            Action::Demand(side, token) => self.pay_tribute(side, token),
            _ => {}
        }
    }

    fn defend(&mut self, seat: Side, immunity: bool, gear: bool, munitions: u8) {
        let game = self.game;
        let pressed = self.p.squeeze.points[seat];
        let mut points = pressed;
        if immunity {
            // OL-PRES-28, OL-ROOM-A8
            points = 0;
            if let Some(slot) = game.ready_room(&self.p.shelters[seat], RoomKind::A8) {
                self.p.shelters[seat].rooms[slot].used.mark();
            }
        }
        if gear {
            // OL-PRES-26, OL-EQ-38
            self.use_gear(seat, Equipment::BattleGear);
            points = points.saturating_sub(game.gear_amount(Equipment::BattleGear));
        }
        self.spend(seat, Token::Munitions, munitions); // OL-PRES-13
        points = points.saturating_sub(munitions);
        self.p.squeeze.unanswered.remove(seat);
        let owed = points.min(self.p.shelters[seat].tribute()); // OL-PRES-17
        self.p.squeeze.owed[seat] = owed;
        let left = points;
        let points = pressed;
        self.tell(Event::Defended { seat, points, immunity, gear, munitions, left, owed });
    }

    /// One token of tribute changes hands. OL-PRES-14
    fn pay_tribute(&mut self, from: Side, token: Token) {
        let (game, to) = (self.game, self.p.go.side);
        let index = token.index();
        let purse = if game.is_horde(from) {
            match game.standing_here(self.p, from) {
                Some(pawn) => &mut self.p.horde.carried[pawn],
                None => return,
            }
        } else {
            &mut self.p.shelters[from].stock
        };
        if purse[index] == 0 {
            return;
        }
        purse[index] -= 1;
        // OL-SOLO-18
        if game.is_horde(to) {
            self.p.horde.carried[self.p.go.hero][index] += 1;
        } else {
            self.p.shelters[to].stock[index] += 1;
        }
        self.p.squeeze.owed[from] = self.p.squeeze.owed[from].saturating_sub(1);
        self.tell(Event::Tribute { from, to, token });
    }

    pub fn settle_pressure(&mut self) -> bool {
        if self.p.squeeze.bat {
            return false;
        }
        let game = self.game;
        let active = self.p.go.side;
        // OL-PRES-20: clockwise from the aggressor.
        for step in 1..game.side_count() {
            let side = active.clockwise(step, game.side_count());
            if self.p.squeeze.unanswered.has(side) {
                self.answer_by_itself(side);
            }
            while self.p.squeeze.owed[side] > 0 && self.tribute_by_itself(side) {}
        }
        // OL-PRES-19
        if self.p.squeeze.unanswered.is_empty() && *self.p.squeeze.owed == [0; 4] {
            self.begin_actions();
            return true;
        }
        false
    }

    /// OL-PRES-34, OL-REAC-04, OL-SOLO-26
    fn answer_by_itself(&mut self, side: Side) {
        let game = self.game;
        if game.is_horde(side) {
            let carried = game.tribute_stock(self.p, side);
            let squeeze = &mut self.p.squeeze;
            squeeze.unanswered.remove(side);
            squeeze.owed[side] = squeeze.points[side].min(supplies(&carried) + materials(&carried));
        } else if self.p.shelters[side].orders.is_some() {
            let answer = game.ordered_defence(self.p, side);
            self.take(side, answer, true);
        } else {
            self.force(side);
        }
    }

    /// Pays one token of tribute if nobody has a choice in it; false if somebody has.
    fn tribute_by_itself(&mut self, side: Side) -> bool {
        let game = self.game;
        let stock = game.tribute_stock(self.p, side);
        let racket = game.racket(self.p);
        let kinds = || Token::TRIBUTE.into_iter().filter(|token| stock[token.index()] > 0);
        let all = supplies(&stock) + materials(&stock) == self.p.squeeze.owed[side];
        let token = if all || kinds().count() == 1 {
            kinds().next()
        } else if racket {
            None
        } else if game.is_horde(side) {
            most(&stock, &HORDE)
        } else if self.p.shelters[side].orders.is_some() {
            Some(game.ordered_tribute(self.p, side))
        } else {
            None
        };
        match token {
            Some(token) if racket => {
                let seat = self.p.go.side;
                self.take(seat, Action::Demand(side, token), true);
                true
            }
            Some(token) if game.is_horde(side) => {
                self.pay_tribute(side, token);
                true
            }
            Some(token) => {
                self.take(side, Action::Give(token), true);
                true
            }
            None => false,
        }
    }
}
