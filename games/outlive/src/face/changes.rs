//! What a choice surely costs or brings, in the counts of the Shelter's sheet.

use super::sheets::{ACTION_POINTS, shelter_id};
use crate::action::Key;
use crate::edition::roster::{Equipment, Token, Tokens};
use crate::knowledge::view::View;
use crate::{Action, PlaceView, Side, Teller};
use stage::Change;

impl Teller<'_> {
    /// What the sheet of this Shelter will count otherwise right after a choice.
    pub(super) fn changes(&self, view: &View, seat: Side, action: &Action) -> Vec<Change> {
        let here = view.go.as_ref().and_then(|go| go.at);
        let shown = here.and_then(|at| view.board.get(at.word()));
        let (mut points, mut tokens) = (0, [0i32; Token::ALL.len()]);
        let mut pay = |cost: &Tokens| {
            tokens.iter_mut().zip(cost).for_each(|(count, paid)| *count -= i32::from(*paid));
        };
        let only = |token: Token, count: u8| {
            let mut cost = Tokens::default();
            cost[token.index()] = count;
            cost
        };
        match *action {
            Action::Take(count) => {
                points = count;
                if let Some(token) = here.and_then(|at| at.gives()) {
                    tokens[token.index()] += i32::from(count);
                }
            }
            Action::Algae | Action::Salvage(_) | Action::Search => points = 1,
            Action::Open(Key::Chip) => pay(&only(Token::Chips, 1)), // OL-DAM-06
            Action::Hunt { munitions, .. } => {
                pay(&only(Token::Munitions, munitions));
                let hunt = shown.and_then(|shown| self.hunting_points(shown, action));
                points = hunt.map_or(0, |(points, _)| points);
            }
            Action::Swap(token, _) => pay(&only(token, 1)),
            Action::Defend { munitions, .. } => pay(&only(Token::Munitions, munitions)),
            Action::Overcome(card, waiver) => {
                // Where nothing is left to choose, the rooms are fed at once.
                let printed = self.parts().events[card.index()].cost;
                let mut cost = self.reduced(card, waiver).unwrap_or(printed);
                Token::SUPPLIES.into_iter().for_each(|supply| cost[supply.index()] = 0);
                pay(&cost);
            }
            Action::Feed { meat, canned, .. } => {
                pay(&only(Token::Meat, meat));
                pay(&only(Token::Canned, canned));
            }
            Action::Recruit(token, count) => pay(&only(token, count)),
            Action::Build { paid: [wood, metal, chips], .. } => {
                pay(&only(Token::Wood, wood));
                pay(&only(Token::Metal, metal));
                pay(&only(Token::Chips, chips));
            }
            Action::Repair(tile, method) => pay(&self.price(tile, method)),
            _ => {}
        }
        // The virtual Water goes first. OL-FEED-19
        if view.shelters.get(seat.index()).is_some_and(|shelter| shelter.virtual_water > 0) {
            tokens[Token::Water.index()] = 0;
        }
        let sheet = || shelter_id(seat);
        let spent = (points > 0).then(|| Change::new(sheet(), ACTION_POINTS, -i32::from(points)));
        let tokens = Token::ALL.into_iter().zip(tokens).filter(|(_, by)| *by != 0);
        let tokens = tokens.map(|(token, by)| Change::new(sheet(), token.title(), by));
        spent.into_iter().chain(tokens).collect()
    }

    /// The action points that a hunt takes, and the Endurance against which it goes. OL-HUNT-04
    pub(super) fn hunting_points(&self, shown: &PlaceView, action: &Action) -> Option<(u8, u8)> {
        let Action::Hunt { depth, munitions, shotgun, trap } = *action else { return None };
        let game = shown.game.as_ref()?;
        let (top, now) = (game.top?, game.endurance?);
        let known = game.known.as_ref().and_then(|known| known.get(usize::from(depth)).copied());
        let endurance = known.unwrap_or(top) + now.saturating_sub(top);
        let mut points = endurance.saturating_sub(munitions);
        for (used, tile) in [(shotgun, Equipment::Shotgun), (trap, Equipment::BearTrap)] {
            points = points.saturating_sub(if used { self.gear_amount(tile) } else { 0 });
        }
        Some((points, endurance))
    }
}
