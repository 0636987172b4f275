//! Night step 1: events are overcome, one at a time, in turn order.

use crate::edition::roster::{EventCard, RoomKind, Token, Tokens};
use crate::event::Event;
use crate::position::{Phase, Position};
use crate::refusal::Refusal;
use crate::rule;
use crate::{Action, Outlive, Passing, Play, Side, Sides, Waiver};
use table::Fit;

impl Outlive {
    /// What is left of an event's cost under a waiver, or why the waiver does not fit. OL-OVER-13,
    /// OL-ROOM-S3
    pub(crate) fn reduced(&self, card: EventCard, waiver: Waiver) -> Result<Tokens, Refusal> {
        let mut cost = self.parts.events[card.index()].cost;
        let most = self.parts.rooms[RoomKind::S3.index()].amount;
        let taken: &[Token] = match &waiver {
            Waiver::None => &[],
            Waiver::One(token) => std::slice::from_ref(token),
            Waiver::Two(first, second) => &[*first, *second],
        };
        let asked = |cost: &Tokens, group: fn(Token) -> bool| -> u8 {
            let mut asked = 0;
            for token in Token::ALL {
                if group(token) {
                    asked += cost[token.index()];
                }
            }
            asked
        };
        let groups: [fn(Token) -> bool; 3] =
            [Token::is_supply, Token::is_material, |token| token == Token::Munitions];
        for token in taken {
            if cost[token.index()] == 0 {
                return Err(Refusal::NotAsked { token: *token });
            }
            cost[token.index()] -= 1;
        }
        let Some(first) = taken.first() else {
            return Ok(cost);
        };
        let group = groups.into_iter().find(|group| group(*first));
        let Some(group) = group.filter(|group| taken.iter().all(|token| group(*token))) else {
            return Err(Refusal::MixedWaiver);
        };
        let printed = asked(&self.parts.events[card.index()].cost, group);
        let whole = if first.is_supply() { 1 } else { most.min(2).min(printed) };
        if taken.len().fit::<u8>() != whole {
            return Err(Refusal::WrongWaiver { whole });
        }
        if let Waiver::Two(first, second) = waiver
            && first > second
        {
            return Err(Refusal::UnorderedWaiver);
        }
        Ok(cost)
    }

    /// What the payer lacks of a cost. OL-OVER-08
    fn lacks(&self, p: &Position, seat: Side, cost: &Tokens) -> Option<(Token, u8)> {
        let shelter = &p.shelters[seat];
        Token::ALL.into_iter().find_map(|token| {
            let held = match token {
                Token::Water => self.water(shelter), // OL-OVER-14
                _ => shelter.has(token),
            };
            let lack = cost[token.index()].saturating_sub(held);
            (lack > 0).then_some((token, lack))
        })
    }

    pub(crate) fn offer_overcome(&self, p: &Position, seat: Side, out: &mut impl FnMut(Action)) {
        let shelter = &p.shelters[seat];
        let post = self.ready_room(shelter, RoomKind::S3).is_some();
        let virtual_water = self.virtual_water(shelter);
        for turn in 0..usize::from(p.flipped) {
            if p.overcome[turn].is_some() {
                continue;
            }
            let card = p.events[turn];
            let cost = &self.parts.events[card.index()].cost;
            let mut held = shelter.stock;
            held[Token::Water.index()] += virtual_water;
            let missing: u8 = (0..7).map(|kind| cost[kind].saturating_sub(held[kind])).sum();
            if missing == 0 {
                out(Action::Overcome(card, Waiver::None));
            }
            if post {
                self.offer_waivers(card, cost, &held, missing, out);
            }
        }
        out(Action::Pass);
    }

    fn offer_waivers(
        &self,
        card: EventCard,
        cost: &Tokens,
        held: &Tokens,
        missing: u8,
        out: &mut impl FnMut(Action),
    ) {
        let lack = |token: Token| cost[token.index()].saturating_sub(held[token.index()]);
        for token in Token::SUPPLIES {
            if cost[token.index()] > 0 && missing - lack(token).min(1) == 0 {
                out(Action::Overcome(card, Waiver::One(token)));
            }
        }
        if self.amount(RoomKind::S3) == 0 {
            return;
        }
        for group in [&Token::MATERIALS[..], &[Token::Munitions]] {
            let printed: u8 = group.iter().map(|token| cost[token.index()]).sum();
            let single = printed == 1 || self.amount(RoomKind::S3) == 1;
            for (i, first) in group.iter().enumerate() {
                if cost[first.index()] == 0 {
                    continue;
                }
                if single {
                    if missing - lack(*first).min(1) == 0 {
                        out(Action::Overcome(card, Waiver::One(*first)));
                    }
                    continue;
                }
                for second in &group[i..] {
                    let enough = if first == second {
                        cost[first.index()] >= 2
                    } else {
                        cost[second.index()] >= 1
                    };
                    let helped = if first == second {
                        lack(*first).min(2)
                    } else {
                        lack(*first).min(1) + lack(*second).min(1)
                    };
                    if enough && missing - helped == 0 {
                        out(Action::Overcome(card, Waiver::Two(*first, *second)));
                    }
                }
            }
        }
    }

    pub(crate) fn judge_overcome(
        &self,
        p: &Position,
        seat: Side,
        action: &Action,
    ) -> Result<(), Refusal> {
        let (card, waiver) = match *action {
            Action::Pass => return Ok(()),
            Action::Overcome(card, waiver) => (card, waiver),
            Action::Move(..) => {
                return Err(Refusal::OnlyWhileBuilding); // OL-BUILD-10
            }
            _ => {
                return Err(Refusal::OvercomeOrPass); // OL-OVER-01
            }
        };
        // OL-IMM-06: whether it touches the player or not.
        if !p.in_play(card) {
            return Err(Refusal::NotInPlay); // OL-OVER-02
        }
        if waiver != Waiver::None {
            self.judge_room(&p.shelters[seat], RoomKind::S3)?;
        }
        let cost = self.reduced(card, waiver)?;
        match self.lacks(p, seat, &cost) {
            Some((token, count)) => Err(Refusal::LackOf { count, token, rule: rule::OL_OVER_07 }),
            None => Ok(()),
        }
    }
}

impl Play<'_> {
    /// Night begins with the holder of the token. OL-NIGHT-02, OL-TURN-06
    pub fn begin_night(&mut self) {
        self.p.bidder = self.game.first_seat(self.p);
        self.p.passes = 0;
        self.p.out = Sides::NONE;
        self.p.phase = Phase::Overcome;
    }

    pub fn settle_overcome(&mut self) -> bool {
        let seats = self.game.seat_count();
        let any = (0..usize::from(self.p.flipped)).any(|turn| self.p.overcome[turn].is_none());
        let all_out = match self.game.options.passing {
            // OL-OVER-06, OL-SOLO-30
            Passing::ComesRound => self.p.passes >= seats,
            // OL-OPT-03
            Passing::Final => self.p.out.count() >= seats.into(),
        };
        // OL-OVER-05
        if !any || all_out {
            self.begin_shelters();
            return true;
        }
        self.force(self.p.bidder) // OL-OVER-17
    }

    pub fn do_overcome(&mut self, seat: Side, action: Action) {
        match action {
            Action::Overcome(card, waiver) => {
                if waiver != Waiver::None
                    && let Some(slot) = self.game.ready_room(&self.p.shelters[seat], RoomKind::S3)
                {
                    self.p.shelters[seat].rooms[slot].used.mark();
                }
                let cost = self
                    .game
                    .reduced(card, waiver)
                    .unwrap_or(self.game.parts.events[card.index()].cost);
                for token in Token::ALL {
                    match token {
                        // OL-OVER-09
                        Token::Water => self.spend_water(seat, cost[token.index()]),
                        _ => self.spend(seat, token, cost[token.index()]),
                    }
                }
                let turn = (0..usize::from(self.p.flipped))
                    .find(|turn| self.p.events[*turn] == card && self.p.overcome[*turn].is_none());
                if let Some(turn) = turn {
                    // OL-OVER-10, OL-OVER-11; what the event did stays done: OL-OVER-15
                    self.p.overcome[turn] = Some(seat);
                    self.p.shelters[seat].won |= 1 << card.index();
                }
                self.p.passes = 0;
                self.tell(Event::Overcame { seat, card, waiver });
            }
            _ => {
                self.p.passes += 1;
                if self.game.options.passing == Passing::Final {
                    self.p.out.insert(seat);
                }
            }
        }
        // OL-OVER-03, OL-OVER-04: the next player has the chance, as often as it comes round.
        let seats = self.game.seat_count();
        for _ in 0..seats {
            self.p.bidder = self.p.bidder.clockwise(1, seats);
            if !self.p.out.has(self.p.bidder) {
                break;
            }
        }
    }
}
