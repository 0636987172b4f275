//! Set-up: heroes are placed on the leader's four Locations.

use crate::edition::roster::{Leader, Location};
use crate::event::Event;
use crate::position::Position;
use crate::refusal::Refusal;
use crate::{Action, Outlive, Placement, Play, Side, Sides};
use table::Fit;

impl Outlive {
    /// Who places a hero now. OL-OPT-01
    pub(crate) fn placing(&self, p: &Position) -> Sides {
        let unplaced = |seat: &Side| p.shelters[*seat].heroes.iter().any(|h| h.at.is_none());
        match self.options.placement {
            // OL-SETUP-27: all at once.
            Placement::Simultaneous => self.seats().filter(unplaced).collect(),
            // OL-SETUP-28: clockwise from the first player, hero by hero.
            Placement::TurnOrder => {
                let heroes = self.seats().flat_map(|seat| *p.shelters[seat].heroes);
                let placed = heroes.filter(|hero| hero.at.is_some()).count().fit();
                Sides::one(self.first_seat(p).clockwise(placed, self.seats))
            }
        }
    }

    fn start_places(&self, p: &Position, seat: Side) -> [Location; 4] {
        let leader = p.shelters[seat].leader.unwrap_or(Leader::Jacob);
        self.parts.leaders[leader.index()].places
    }

    pub(crate) fn offer_placement(&self, p: &Position, seat: Side, out: &mut impl FnMut(Action)) {
        let heroes = &p.shelters[seat].heroes;
        let mut last = 0;
        for (strength, state) in self.parts.strengths.into_iter().zip(heroes.iter()) {
            if state.at.is_some() || strength == last {
                continue;
            }
            last = strength; // OL-COMP-01: equal heroes are interchangeable
            for place in self.start_places(p, seat) {
                if heroes.iter().all(|hero| hero.at != Some(place)) {
                    out(Action::Place(strength, place));
                }
            }
        }
    }

    pub(crate) fn judge_placement(
        &self,
        p: &Position,
        seat: Side,
        action: &Action,
    ) -> Result<(), Refusal> {
        let Action::Place(strength, place) = *action else {
            return Err(Refusal::PlaceFirst); // OL-SETUP-26
        };
        let heroes = &p.shelters[seat].heroes;
        let in_hand = self.parts.strengths.iter().zip(heroes.iter());
        let in_hand = in_hand.filter(|(_, hero)| hero.at.is_none());
        if in_hand.into_iter().all(|(other, _)| *other != strength) {
            return Err(Refusal::NoHeroInHand { strength }); // OL-SETUP-26
        }
        if !self.start_places(p, seat).contains(&place) {
            return Err(Refusal::NotOnLeader { place }); // OL-SETUP-26
        }
        // OL-SETUP-31: heroes of others do not matter.
        if heroes.iter().any(|hero| hero.at == Some(place)) {
            return Err(Refusal::PlaceTaken); // OL-SETUP-26
        }
        Ok(())
    }
}

impl Play<'_> {
    pub fn do_placement(&mut self, seat: Side, action: Action) {
        let Action::Place(strength, place) = action else {
            return;
        };
        let heroes = self.p.shelters[seat].heroes.iter_mut().zip(self.game.parts.strengths);
        let mut like = heroes.filter(|(hero, other)| hero.at.is_none() && *other == strength);
        if let Some((hero, _)) = like.next() {
            hero.at = Some(place);
        }
    }

    pub fn settle_placement(&mut self) -> bool {
        for seat in self.game.placing(self.p).iter() {
            let left = self.p.shelters[seat].heroes.iter();
            if left.filter(|hero| hero.at.is_none()).count() == 1 {
                if self.game.options.placement == Placement::Simultaneous {
                    // Everybody sees who is done, and nobody how far the others are.
                    self.log.reveal();
                }
                return self.force(seat);
            }
        }
        let placed = |seat: Side| {
            let heroes = &self.p.shelters[seat].heroes;
            heroes.iter().all(|hero| hero.at.is_some())
        };
        if !self.game.seats().all(placed) {
            return false;
        }
        for seat in self.game.seats() {
            self.tell(Event::Placed {
                seat,
                places: self.p.shelters[seat].heroes.map(|hero| hero.at),
            });
        }
        self.log.reveal();
        self.dawn();
        true
    }
}
