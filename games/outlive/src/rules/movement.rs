//! Day, D2: choosing a hero and moving it round the ring.

use crate::edition::roster::{Equipment, Location, RoomKind};
use crate::event::Event;
use crate::position::{Giving, Go, Orders, Phase, Position};
use crate::refusal::Refusal;
use crate::{Action, HeroId, Outlive, Play, Side};

/// The most Munitions that standing orders can be told to keep.
pub(crate) const MOST_KEPT: u8 = 3;

impl Outlive {
    /// Whether the seat may still change its standing orders today. OL-REAC-04, OL-OPT-12
    fn may_order(&self, p: &Position, seat: Side) -> bool {
        self.options.standing_orders && !p.shelters[seat].ordered && p.go.number < self.side_count()
    }

    /// OL-MOVE-02
    pub(crate) fn offer_activation(&self, p: &Position, seat: Side, out: &mut impl FnMut(Action)) {
        let shelter = &p.shelters[seat];
        for hero in HeroId::ALL {
            if !shelter.heroes[hero].standing {
                self.offer_moves(p, seat, hero, out);
            }
        }
        self.offer_peek(p, seat, out);
        if self.may_order(p, seat) {
            if shelter.orders.is_some() {
                out(Action::Orders(None));
            }
            for give in [Giving::Most, Giving::Materials, Giving::Supplies] {
                for keep in 0..=MOST_KEPT {
                    let orders = Some(Orders { keep, give });
                    if shelter.orders != orders {
                        out(Action::Orders(orders));
                    }
                }
            }
        }
    }

    fn offer_moves(&self, p: &Position, seat: Side, hero: HeroId, out: &mut impl FnMut(Action)) {
        let shelter = &p.shelters[seat];
        let Some(from) = shelter.heroes[hero].at else {
            return;
        };
        let own = shelter
            .heroes
            .iter()
            .filter_map(|hero| hero.at)
            .fold(0u8, |own, at| own | 1 << at.index());
        let exoskeleton = shelter.ready(Equipment::Exoskeleton);
        let mut plain = false;
        for to in Location::ALL {
            let exo = from.links_to(to) > 2;
            if own >> to.index() & 1 != 0 || exo && !exoskeleton {
                continue;
            }
            let mut arrive = |hook: bool, share: bool| {
                plain |= !exo && !hook && !share;
                out(Action::Activate { hero, to, exo, hook, share });
            };
            if to != Location::Cargo {
                arrive(false, false);
                continue;
            }
            let sharing = self.ready_room(shelter, RoomKind::A4).is_some();
            for hook in [false, true] {
                if hook && !shelter.ready(Equipment::GrapplingHook) {
                    continue;
                }
                let strength = self.ship_strength(p, seat, hero, hook);
                match self.slots_of(strength).any(|slot| p.slots[slot.index()].side.is_none()) {
                    true => arrive(hook, false),
                    false if sharing && self.slots_of(strength).next().is_some() => {
                        arrive(hook, true)
                    }
                    false => {}
                }
            }
        }
        // OL-MOVE-18
        if !plain {
            out(Action::Stay(hero));
        }
    }

    /// Whether the hero has a destination without exoskeleton, hook or sharing; from the ship it
    /// always has. OL-MOVE-16, OL-MOVE-17, OL-MOVE-19
    fn can_move_plainly(&self, p: &Position, seat: Side, hero: HeroId) -> bool {
        Location::ALL.into_iter().any(|to| self.judge_move(p, seat, hero, to, [false; 3]).is_ok())
    }

    /// Only the destination counts, and only own heroes bar it. OL-MOVE-09, OL-MOVE-10, OL-MOVE-11
    fn judge_move(
        &self,
        p: &Position,
        seat: Side,
        hero: HeroId,
        to: Location,
        [exo, hook, share]: [bool; 3],
    ) -> Result<(), Refusal> {
        let shelter = &p.shelters[seat];
        let from = shelter.heroes[hero].at.unwrap_or(to);
        if from == to {
            return Err(Refusal::NotAway); // OL-MOVE-05
        }
        let links = from.links_to(to);
        if exo {
            // OL-EQ-39
            self.judge_working(shelter, Equipment::Exoskeleton)?;
            if links <= 2 {
                return Err(Refusal::NearEnough); // OL-MOVE-23
            }
        } else if links > 2 {
            return Err(Refusal::TooFar); // OL-MOVE-06
        }
        let mut others = HeroId::ALL.into_iter().filter(|other| *other != hero);
        if others.any(|other| shelter.heroes[other].at == Some(to)) {
            return Err(Refusal::OwnHeroThere); // OL-MOVE-08
        }
        if to == Location::Cargo {
            return self.judge_boarding(p, seat, hero, hook, share);
        }
        if hook {
            return Err(Refusal::HookOnShipOnly);
        }
        if share {
            return Err(Refusal::JettyOnShipOnly); // OL-CARG-26
        }
        Ok(())
    }

    pub(crate) fn judge_activation(
        &self,
        p: &Position,
        seat: Side,
        action: &Action,
    ) -> Result<(), Refusal> {
        let shelter = &p.shelters[seat];
        match *action {
            Action::Activate { hero, .. } | Action::Stay(hero)
                // OL-MOVE-20, and so OL-MOVE-21.
                if shelter.heroes[hero].standing =>
            {
                Err(Refusal::HeroActed)
            }
            Action::Activate { hero, to, exo, hook, share } => {
                self.judge_move(p, seat, hero, to, [exo, hook, share])
            }
            Action::Stay(hero) => {
                if self.can_move_plainly(p, seat, hero) {
                    return Err(Refusal::MustMove); // OL-MOVE-04
                }
                Ok(())
            }
            Action::Peek(city) => self.judge_peek(p, seat, city),
            Action::Orders(orders) => {
                if !self.options.standing_orders {
                    return Err(Refusal::NoStandingOrders);
                }
                if !self.may_order(p, seat) {
                    return Err(Refusal::OrdersTooLate);
                }
                if orders == shelter.orders {
                    return Err(Refusal::SameOrders);
                }
                if orders.is_some_and(|orders| orders.keep > MOST_KEPT) {
                    return Err(Refusal::OrdersKeepTooMuch { most: MOST_KEPT });
                }
                Ok(())
            }
            Action::Pass | Action::End => Err(Refusal::NoPassing), // OL-MOVE-03
            Action::Move(..) => Err(Refusal::OnlyWhileBuilding), // OL-BUILD-10
            _ => Err(Refusal::HeroFirst),
        }
    }
}

impl Play<'_> {
    /// D2 begins; the order of the Day is fixed now. OL-TURN-04, OL-TURN-05
    pub fn begin_rounds(&mut self) {
        self.p.day_first = self.p.first;
        self.p.go.number = 0;
        self.next_activation();
    }

    fn next_activation(&mut self) {
        let sides = self.game.side_count();
        let go = &mut self.p.go;
        // OL-SETUP-25, OL-MOVE-01, OL-SOLO-09: clockwise, one hero each.
        go.side = self.p.day_first.clockwise(go.number, sides);
        self.p.phase = Phase::Activation;
    }

    pub fn settle_activation(&mut self) -> bool {
        if self.p.go.number == 4 * self.game.side_count() {
            self.end_day();
            return true;
        }
        let side = self.p.go.side;
        if self.game.is_horde(side) {
            self.horde_moves();
            return true;
        }
        let idle = |hero: &&crate::Hero| !hero.standing;
        let idle = self.p.shelters[side].heroes.iter().filter(idle).count();
        idle == 1 && self.force(side)
    }

    pub fn do_activation(&mut self, seat: Side, action: Action) {
        match action {
            Action::Orders(orders) => {
                self.p.shelters[seat].orders = orders;
                self.p.shelters[seat].ordered = true;
            }
            Action::Peek(city) => self.peek(seat, city),
            Action::Stay(hero) => {
                // OL-MOVE-13, OL-MOVE-14, OL-MOVE-15, OL-TERM-08
                self.p.shelters[seat].heroes[hero].standing = true;
                self.p.go.hero = hero;
                self.end_activation();
            }
            Action::Activate { hero, to, exo, hook, share } => {
                if exo {
                    self.use_gear(seat, Equipment::Exoskeleton);
                }
                if hook {
                    self.use_gear(seat, Equipment::GrapplingHook);
                }
                self.arrive(seat, hero, to, hook, share);
            }
            _ => {}
        }
    }

    /// A hero stands at its destination; then Pressure. OL-MOVE-12, OL-CARG-23
    pub fn arrive(&mut self, side: Side, hero: HeroId, to: Location, hook: bool, share: bool) {
        let strength = self.game.ship_strength(self.p, side, hero, hook);
        let state = &mut self.p.shelters[side].heroes[hero];
        state.at = Some(to);
        state.standing = true;
        self.p.go.hero = hero;
        self.tell(Event::Arrived { side, hero, place: to });
        if to == Location::Cargo {
            self.board(side, strength, share);
        }
        self.begin_pressure();
    }

    /// Step f: the marks of this activation go, and the next side comes. OL-MOVE-22
    pub fn end_activation(&mut self) {
        let go = &mut self.p.go;
        *go = Go { number: go.number + 1, side: go.side, ..Go::default() };
        self.next_activation();
    }

    /// D3: all heroes lie down where they are. OL-DEND-01, OL-CARG-07
    fn end_day(&mut self) {
        for shelter in self.p.shelters.iter_mut() {
            for hero in shelter.heroes.iter_mut() {
                hero.standing = false;
            }
        }
        for slot in &mut self.p.slots {
            slot.side = None;
        }
        self.horde_drops_all();
        self.tell(Event::DayEnds { turn: self.p.turn });
        self.begin_night();
    }
}
