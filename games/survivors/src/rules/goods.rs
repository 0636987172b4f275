//! Goods and kit: what changes hands, and what falls. SV-ITM, SV-AOE-06, SV-ACT-15

use crate::Survivors;
use crate::action::Thing;
use crate::edition::components::Item;
use crate::event::Event;
use crate::position::{Place, Position, Token, TokenKind};
use table::{Audience, Log};

impl Survivors {
    /// SV-ITM-02
    pub(crate) fn drop_crate(&self, position: &mut Position, figure: u8, log: &mut Log<Event>) {
        let subject = &mut position.figures[figure as usize];
        if let Some(token) = subject.carrying.take() {
            let (at, level) = (subject.at, subject.level);
            position.tokens[token as usize].place = Place::Table { at, level };
            log.tell_to(|| Audience::All, || Event::Drops { figure, token });
        }
    }

    /// Everything that a figure carries beside its kit falls where it stands. SV-PRI-11
    pub(crate) fn drop_goods(&self, position: &mut Position, figure: u8, log: &mut Log<Event>) {
        self.drop_crate(position, figure, log);
        let (at, level) = {
            let subject = &position.figures[figure as usize];
            (subject.at, subject.level)
        };
        for (number, token) in position.tokens.iter_mut().enumerate() {
            if token.place == (Place::Carried { by: figure }) {
                token.place = Place::Table { at, level };
                log.tell_to(|| Audience::All, || Event::Drops { figure, token: number as u8 });
            }
        }
    }

    /// Whether a crate is a crate.
    pub fn is_crate(&self, position: &Position, token: u8) -> bool {
        position.tokens.get(token as usize).is_some_and(|token| token.kind == TokenKind::Crate)
    }

    pub(crate) fn take_token(&self, position: &mut Position, figure: usize, token: u8) {
        match position.tokens[token as usize].kind {
            TokenKind::Crate => {
                position.figures[figure].carrying = Some(token);
                position.tokens[token as usize].place = Place::Carried { by: figure as u8 };
            }
            TokenKind::Medicine => {
                position.tokens[token as usize].place = Place::Carried { by: figure as u8 };
            }
            TokenKind::Item { item, loaded } => {
                self.give_item(position, figure, item, loaded);
                position.tokens[token as usize].place = Place::Gone;
            }
        }
    }

    fn give_item(&self, position: &mut Position, figure: usize, item: Item, loaded: bool) {
        let subject = &mut position.figures[figure];
        if let Some(slot) = subject.kit.iter().position(Option::is_none) {
            subject.kit[slot] = Some(item);
            if loaded {
                subject.loaded |= 1 << slot;
            } else {
                subject.loaded &= !(1 << slot);
            }
        }
    }

    fn lose_item(&self, position: &mut Position, figure: usize, item: Item) -> bool {
        let subject = &mut position.figures[figure];
        let Some(slot) = subject.kit.iter().position(|held| *held == Some(item)) else {
            return false;
        };
        let loaded = subject.is_loaded(slot as u8);
        subject.kit[slot] = None;
        if subject.in_hand == Some(slot as u8) {
            subject.in_hand = None;
        }
        if item == Item::Lamp {
            subject.lamp_lit = false;
        }
        loaded
    }

    pub(crate) fn hand_over(
        &self,
        position: &mut Position,
        figure: usize,
        to: usize,
        thing: Thing,
    ) {
        match thing {
            Thing::Item(item) => {
                let loaded = self.lose_item(position, figure, item);
                self.give_item(position, to, item, loaded);
            }
            Thing::Token(token) => {
                if position.figures[figure].carrying == Some(token) {
                    position.figures[figure].carrying = None;
                }
                self.take_token(position, to, token);
            }
        }
    }

    pub(crate) fn drop_thing(
        &self,
        position: &mut Position,
        figure: u8,
        thing: Thing,
        log: &mut Log<Event>,
    ) {
        let number = figure as usize;
        let (at, level) = (position.figures[number].at, position.figures[number].level);
        let token = match thing {
            Thing::Token(token) => {
                if position.figures[number].carrying == Some(token) {
                    position.figures[number].carrying = None;
                }
                position.tokens[token as usize].place = Place::Table { at, level };
                token
            }
            Thing::Item(item) => {
                let loaded = self.lose_item(position, number, item);
                position.tokens.push(Token {
                    kind: TokenKind::Item { item, loaded },
                    place: Place::Table { at, level },
                });
                (position.tokens.len() - 1) as u8
            }
        };
        log.tell_to(|| Audience::All, || Event::Drops { figure, token });
    }
}
