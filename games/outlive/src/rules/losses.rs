//! D1: what events cost the Shelters; also survivors lost to hunger and the skull.

use crate::edition::roster::{EventCard, RoomKind, Token, materials, supplies};
use crate::event::{Cause, Dose, Event};
use crate::position::{Loss, Phase, Position, Step};
use crate::refusal::Refusal;
use crate::rule;
use crate::{Action, Outlive, Play, Rats, RoomSlot, Side, Sides, Space};
use table::RuleId;

impl Outlive {
    pub(crate) fn losing(&self, p: &Position) -> Sides {
        self.seats().filter(|seat| p.shelters[*seat].loss != Loss::Nothing).collect()
    }

    /// Virtual Water that the rats would take. OL-OPT-05
    fn rat_water(&self, p: &Position, seat: Side) -> u8 {
        match self.options.rats {
            Rats::WantTokens => 0,
            Rats::DrinkVirtualWater => self.virtual_water(&p.shelters[seat]),
        }
    }

    /// Why a Shelter that must give something up must do so.
    pub(crate) fn cause(&self, p: &Position, seat: Side) -> Cause {
        let shelter = &p.shelters[seat];
        match (p.phase, shelter.step) {
            // The queue stands at the event that strikes now.
            (Phase::Losses, _) => Cause::Event(p.events[usize::from(shelter.queue).min(5)]),
            (Phase::Actions, _) => Cause::Looter,
            (_, Step::Hunger) => Cause::Hunger,
            _ => Cause::Radiation,
        }
    }

    /// The rule by which the owner says where a survivor is lost.
    fn losing_rule(&self, p: &Position, seat: Side) -> RuleId {
        match self.cause(p, seat) {
            Cause::Hunger => rule::OL_FEED_11,
            Cause::Radiation => rule::OL_RAD_09,
            Cause::Event(_) | Cause::Looter => rule::OL_EVT_10,
        }
    }

    /// OL-FEED-11, OL-RAD-09
    pub(crate) fn offer_loss(&self, p: &Position, seat: Side, out: &mut impl FnMut(Action)) {
        let shelter = &p.shelters[seat];
        match shelter.loss {
            Loss::Nothing => {}
            Loss::Supply => {
                for token in Token::SUPPLIES {
                    if shelter.has(token) > 0 {
                        out(Action::Lose(token));
                    }
                }
                if self.rat_water(p, seat) > 0 {
                    out(Action::LoseVirtual);
                }
            }
            Loss::Token => {
                for token in [Token::Wood, Token::Metal, Token::Chips, Token::Munitions] {
                    if shelter.has(token) > 0 {
                        out(Action::Lose(token));
                    }
                }
            }
            Loss::Survivor => {
                if shelter.airlock > 0 {
                    out(Action::LoseSurvivor(Space::Airlock));
                }
                for slot in RoomSlot::ALL {
                    if shelter.rooms[slot].people > 0 {
                        out(Action::LoseSurvivor(Space::Room(shelter.name(slot))));
                    }
                }
            }
        }
    }

    pub(crate) fn judge_loss(
        &self,
        p: &Position,
        seat: Side,
        action: &Action,
    ) -> Result<(), Refusal> {
        let shelter = &p.shelters[seat];
        match (shelter.loss, *action) {
            (Loss::Supply, Action::Lose(token)) if !token.is_supply() => {
                Err(Refusal::RatsWantSupply)
            }
            (Loss::Token, Action::Lose(token)) if token.is_supply() => Err(Refusal::ClanWantsGoods),
            (Loss::Supply | Loss::Token, Action::Lose(token)) => {
                if shelter.has(token) == 0 {
                    return Err(Refusal::NoToken { token, rule: rule::OL_EVT_12 });
                }
                Ok(())
            }
            (Loss::Supply, Action::LoseVirtual) => match self.options.rats {
                Rats::WantTokens => Err(Refusal::RatsWantTokens), // OL-ROOM-A10c
                Rats::DrinkVirtualWater if self.virtual_water(shelter) == 0 => {
                    Err(Refusal::NoVirtualWater)
                }
                Rats::DrinkVirtualWater => Ok(()),
            },
            (Loss::Supply | Loss::Token, Action::LoseSurvivor(_)) => Err(Refusal::PayInTokens),
            (Loss::Survivor, Action::LoseSurvivor(space)) => {
                let people = match space {
                    Space::Airlock => shelter.airlock,
                    Space::Room(name) => {
                        shelter.find(name).map_or(0, |slot| shelter.rooms[slot].people)
                    }
                };
                if people == 0 {
                    return Err(Refusal::NobodyThere { rule: self.losing_rule(p, seat) });
                }
                Ok(())
            }
            (Loss::Survivor, _) => Err(Refusal::SurvivorFirst { rule: self.losing_rule(p, seat) }),
            (Loss::Supply, _) => Err(Refusal::SupplyFirst),
            (Loss::Token, _) => Err(Refusal::TokensFirst),
            (Loss::Nothing, _) => Err(Refusal::NotYourDecision), // OL-REAC-01
        }
    }

    /// What an absent owner loses: Meat before Water before Canned Goods, the most numerous token,
    /// and the survivor who is missed least.
    pub(crate) fn lapse_loss(&self, p: &Position, seat: Side) -> Action {
        let shelter = &p.shelters[seat];
        match shelter.loss {
            Loss::Supply => Token::SUPPLIES
                .into_iter()
                .find(|token| shelter.has(*token) > 0)
                .map_or(Action::LoseVirtual, Action::Lose),
            Loss::Token => [Token::Munitions, Token::Chips, Token::Metal, Token::Wood]
                .into_iter()
                .max_by_key(|token| shelter.has(*token))
                .map_or(Action::Lose(Token::Wood), Action::Lose),
            Loss::Survivor | Loss::Nothing => {
                let tonight =
                    self.ambient()[usize::from(p.turn).clamp(1, self.ambient().len()) - 1];
                let counted = matches!(shelter.step, Step::Rising) && p.phase == Phase::Night;
                let spare = shelter.airlock > 0 && (counted || shelter.airlock > tonight);
                let room = RoomSlot::ALL
                    .into_iter()
                    .filter(|slot| shelter.rooms[*slot].people > 0)
                    .min_by_key(|slot| {
                        let room = &shelter.rooms[*slot];
                        let over = room.people > self.spaces(room.kind);
                        (
                            !over && self.is_full(room),
                            room.people,
                            u8::MAX - self.parts.rooms[room.kind.index()].upkeep,
                        )
                    });
                match room {
                    Some(slot) if !spare => Action::LoseSurvivor(Space::Room(shelter.name(slot))),
                    _ => Action::LoseSurvivor(Space::Airlock),
                }
            }
        }
    }
}

impl Play<'_> {
    /// So many survivors are to be lost, as far as there are any. OL-EVT-11, OL-FEED-16, OL-RAD-11
    pub fn must_lose_survivors(&mut self, side: Side, count: u8) {
        let shelter = &mut self.p.shelters[side];
        let count = count.min(shelter.people());
        if count > 0 {
            shelter.loss = Loss::Survivor;
            shelter.losing = count;
        }
    }

    pub fn do_loss(&mut self, seat: Side, action: Action) {
        match action {
            Action::Lose(token) => {
                let cause = self.game.cause(self.p, seat);
                self.spend(seat, token, 1);
                self.tell(Event::LostToken { seat, token, cause });
            }
            Action::LoseVirtual => self.spend_virtual_water(seat),
            Action::LoseSurvivor(space) => self.bury(seat, space),
            _ => return,
        }
        let shelter = &mut self.p.shelters[seat];
        shelter.losing = shelter.losing.saturating_sub(1);
        if shelter.losing == 0 {
            shelter.loss = Loss::Nothing;
        }
    }

    pub fn settle_losses(&mut self) -> bool {
        let mut owing = false;
        for seat in self.game.seats() {
            loop {
                self.walk_through_events(seat);
                if self.p.shelters[seat].loss == Loss::Nothing {
                    break;
                }
                if !self.force(seat) {
                    owing = true;
                    break;
                }
            }
        }
        // OL-EVT-07
        if !owing {
            self.begin_rounds();
        }
        !owing
    }

    /// A Shelter's own queue of tribe events, newest first, up to the next loss. OL-EVT-06
    fn walk_through_events(&mut self, seat: Side) {
        loop {
            let shelter = &mut self.p.shelters[seat];
            if shelter.loss != Loss::Nothing {
                return;
            }
            if shelter.rising > 0 {
                shelter.rising -= 1;
                self.raise_gauge(seat, Dose::Cloud); // OL-EVT-26b: nothing absorbs the Cloud
                continue;
            }
            if shelter.queue == 0 {
                return;
            }
            shelter.queue -= 1;
            let turn = usize::from(shelter.queue);
            let card = self.p.events[turn];
            if self.p.overcome[turn].is_none() && !card.strikes_board() {
                self.strike_tribe(seat, card);
            }
        }
    }

    fn strike_tribe(&mut self, seat: Side, card: EventCard) {
        let game = self.game;
        let costs = matches!(
            card,
            EventCard::RadioactiveCloud
                | EventCard::RatInfestation
                | EventCard::EnemyClan
                | EventCard::ColdSnap
        );
        if !costs {
            return;
        }
        // OL-IMM-03: tested at the moment when the effect would apply.
        if game.full(&self.p.shelters[seat], RoomKind::A11) {
            self.tell(Event::Immune { seat, card });
            return;
        }
        let amount = game.event_amount(card);
        let water = game.rat_water(self.p, seat);
        let shelter = &mut self.p.shelters[seat];
        let (loss, held) = match card {
            // OL-EVT-26
            EventCard::RadioactiveCloud => {
                shelter.rising = amount;
                return self.tell(Event::Struck { seat, card, loss: Loss::Nothing, count: amount });
            }
            // OL-EVT-31
            EventCard::ColdSnap => return self.strike_survivors(seat, card, amount),
            // OL-EVT-27
            EventCard::RatInfestation => (Loss::Supply, supplies(&shelter.stock) + water),
            // OL-EVT-29, OL-EVT-29b
            _ => (Loss::Token, materials(&shelter.stock) + shelter.has(Token::Munitions)),
        };
        // OL-EVT-12: who can pay must; OL-EVT-28, OL-EVT-30: who cannot loses a survivor.
        if held >= amount {
            shelter.loss = loss;
            shelter.losing = amount;
            self.tell(Event::Struck { seat, card, loss, count: amount });
        } else {
            self.strike_survivors(seat, card, 1);
        }
    }

    /// An event takes survivors, as far as there are any. OL-EVT-11
    fn strike_survivors(&mut self, seat: Side, card: EventCard, count: u8) {
        self.must_lose_survivors(seat, count);
        let shelter = &self.p.shelters[seat];
        let count = if shelter.loss == Loss::Survivor { shelter.losing } else { 0 };
        self.tell(Event::Struck { seat, card, loss: Loss::Survivor, count });
    }
}
