//! Goods and kit: what changes hands, and what falls. SV-AOE-06, SV-ACT-15

use crate::Survivors;
use crate::action::{Act, Thing};
use crate::edition::components::Item;
use crate::event::Event;
use crate::position::{Figure, FigureId, Place, Position, Token, TokenId, TokenKind};
use crate::refusal::{Checked, Goods, Room, no};
use crate::rules::actions::Doer;
use table::{Fit, Log};

impl Survivors {
    /// SV-ITM-02
    pub(crate) fn drop_crate(
        &self,
        position: &mut Position,
        figure: FigureId,
        log: &mut Log<Event>,
    ) {
        let subject = &mut position.figures[figure];
        if let Some(token) = subject.carrying.take() {
            let (at, level) = (subject.at, subject.level);
            position.tokens[token].place = Place::Table { at, level };
            let kind = position.tokens[token].kind;
            log.tell(Event::Drops { figure, token, kind, chosen: false });
        }
    }

    /// Everything that a figure carries beside its kit falls where it stands. SV-PRI-11
    pub(crate) fn drop_goods(
        &self,
        position: &mut Position,
        figure: FigureId,
        log: &mut Log<Event>,
    ) {
        self.drop_crate(position, figure, log);
        let (at, level) = {
            let subject = &position.figures[figure];
            (subject.at, subject.level)
        };
        for (number, token) in position.tokens.iter_mut().enumerate() {
            if token.place == (Place::Carried { by: figure }) {
                token.place = Place::Table { at, level };
                let kind = token.kind;
                let token = TokenId::new(number);
                log.tell(Event::Drops { figure, token, kind, chosen: false });
            }
        }
    }

    /// Whether a crate is a crate.
    pub fn is_crate(&self, position: &Position, token: TokenId) -> bool {
        position.tokens.get(token.index()).is_some_and(|token| token.kind == TokenKind::Crate)
    }

    pub(crate) fn take_token(&self, position: &mut Position, figure: FigureId, token: TokenId) {
        match position.tokens[token].kind {
            TokenKind::Crate => {
                position.figures[figure].carrying = Some(token);
                position.tokens[token].place = Place::Carried { by: figure };
            }
            TokenKind::Medicine => {
                position.tokens[token].place = Place::Carried { by: figure };
            }
            TokenKind::Item { item, loaded } => {
                self.give_item(position, figure, item, loaded);
                position.tokens[token].place = Place::Gone;
            }
        }
    }

    fn give_item(&self, position: &mut Position, figure: FigureId, item: Item, loaded: bool) {
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

    fn lose_item(&self, position: &mut Position, figure: FigureId, item: Item) -> bool {
        let subject = &mut position.figures[figure];
        let Some(slot) = subject.kit.iter().position(|held| *held == Some(item)) else {
            return false;
        };
        let loaded = subject.is_loaded(slot.fit::<u8>());
        subject.kit[slot] = None;
        if subject.in_hand == Some(slot.fit::<u8>()) {
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
        figure: FigureId,
        to: FigureId,
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
        figure: FigureId,
        thing: Thing,
        log: &mut Log<Event>,
    ) {
        let (at, level) = (position.figures[figure].at, position.figures[figure].level);
        let token = match thing {
            Thing::Token(token) => {
                if position.figures[figure].carrying == Some(token) {
                    position.figures[figure].carrying = None;
                }
                position.tokens[token].place = Place::Table { at, level };
                token
            }
            Thing::Item(item) => {
                let loaded = self.lose_item(position, figure, item);
                position.tokens.push(Token {
                    kind: TokenKind::Item { item, loaded },
                    place: Place::Table { at, level },
                });
                TokenId::new(position.tokens.len() - 1)
            }
        };
        let kind = position.tokens[token].kind;
        log.tell(Event::Drops { figure, token, kind, chosen: true });
    }

    /// SV-ITM-04
    pub(super) fn judge_pick_up(
        &self,
        position: &Position,
        figure: FigureId,
        token: TokenId,
    ) -> Checked {
        let subject = &position.figures[figure];
        let Some(Token { kind, place: Place::Table { at, level } }) =
            position.tokens.get(token.index())
        else {
            return no(Goods::NotOnTable);
        };
        match kind {
            TokenKind::Crate if subject.carrying.is_some() || subject.mount.is_some() => {
                return no(Goods::OneCrate);
            }
            TokenKind::Item { .. } if !subject.kit.contains(&None) => {
                return no(Goods::ThreeThings);
            }
            _ => {}
        }
        if !self.reaches_point(position, figure, *at, *level, None) {
            return no(Room::OutOfReach);
        }
        Ok(())
    }

    fn judge_has(&self, position: &Position, figure: FigureId, thing: Thing) -> Checked {
        let subject = &position.figures[figure];
        let has = match thing {
            Thing::Item(item) => subject.kit.contains(&Some(item)),
            Thing::Token(token) => position
                .tokens
                .get(token.index())
                .is_some_and(|token| token.place == Place::Carried { by: figure }),
        };
        if has { Ok(()) } else { no(Goods::HasNot) }
    }

    pub(super) fn judge_drop(
        &self,
        position: &Position,
        figure: FigureId,
        thing: Thing,
    ) -> Checked {
        self.judge_has(position, figure, thing)?;
        if position.tokens.len() >= 250 {
            return no(Goods::TableFull);
        }
        Ok(())
    }

    pub(super) fn judge_hand_over(
        &self,
        position: &Position,
        figure: FigureId,
        to: FigureId,
        thing: Thing,
    ) -> Checked {
        self.judge_has(position, figure, thing)?;
        let Some(other) = position.figures.get(to.index()) else {
            return no(Goods::NoSuchFigure);
        };
        if to == figure || !other.is_playing() || other.side != position.figures[figure].side {
            return no(Goods::OnlyToFriend);
        }
        let room = match thing {
            Thing::Item(_) => other.kit.contains(&None),
            Thing::Token(token) if self.is_crate(position, token) => {
                other.carrying.is_none() && other.mount.is_none()
            }
            Thing::Token(_) => true,
        };
        if !room || self.is_held(position, to) {
            return no(Goods::CannotTakeMore);
        }
        self.judge_reach(position, figure, &other.disc())
    }

    /// SV-FIR-15, SV-AOE-03
    pub(super) fn judge_draw(&self, position: &Position, figure: FigureId, item: Item) -> Checked {
        let subject = &position.figures[figure];
        if subject.held() == Some(item) {
            return no(Goods::InHand);
        }
        if !subject.kit.contains(&Some(item)) {
            return no(Goods::HasNone { item });
        }
        Ok(())
    }

    pub(super) fn judge_stow(&self, position: &Position, figure: FigureId) -> Checked {
        match position.figures[figure].in_hand {
            Some(_) => Ok(()),
            None => no(Goods::HandsEmpty),
        }
    }

    /// Takes something in hand, or puts away what is there.
    pub(super) fn take_in_hand(
        &self,
        position: &mut Position,
        figure: FigureId,
        item: Option<Item>,
        log: &mut Log<Event>,
    ) {
        let subject = &mut position.figures[figure];
        let slot = item.and_then(|item| subject.kit.iter().position(|held| *held == Some(item)));
        subject.in_hand = slot.map(|slot| slot.fit::<u8>());
        log.tell(Event::Draws { figure, item });
    }
}

impl Doer<'_> {
    pub(super) fn draws(&self, each: &mut dyn FnMut(Act)) {
        let kit = &self.figure.kit;
        for (slot, item) in kit.iter().enumerate() {
            if let Some(item) = item
                && self.figure.held() != Some(*item)
                && !kit[..slot].contains(&Some(*item))
            {
                each(Act::Draw(*item));
            }
        }
    }

    /// Picking up, and handing to friends beside.
    pub(super) fn goods(&self, each: &mut dyn FnMut(Act)) {
        let hands_free = self.figure.carrying.is_none() && self.figure.mount.is_none();
        for (token, thing) in self.position.tokens.iter().enumerate() {
            match thing.place {
                Place::Table { at, level } => {
                    let room = match thing.kind {
                        TokenKind::Crate => hands_free,
                        TokenKind::Medicine => true,
                        TokenKind::Item { .. } => self.figure.kit.contains(&None),
                    };
                    if room && self.reaches_point(at, level) {
                        each(Act::PickUp(TokenId::new(token)));
                    }
                }
                Place::Carried { by } if by == self.number && thing.kind == TokenKind::Crate => {
                    self.friends(|to, friend| {
                        if friend.carrying.is_none()
                            && friend.mount.is_none()
                            && !self.game.is_held(self.position, to)
                        {
                            each(Act::HandOver { to, thing: Thing::Token(TokenId::new(token)) });
                        }
                    });
                }
                _ => {}
            }
        }
    }

    /// Friends in reach.
    pub(super) fn friends(&self, mut each: impl FnMut(FigureId, &Figure)) {
        for (number, friend) in self.position.everybody() {
            if number != self.number
                && friend.side == self.figure.side
                && friend.is_playing()
                && self.reaches(&friend.disc())
            {
                each(number, friend);
            }
        }
    }
}
