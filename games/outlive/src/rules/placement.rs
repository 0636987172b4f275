//! Set-up: heroes are placed on the leader's four Locations.

use crate::edition::roster::{Leader, Location};
use crate::event::Event;
use crate::position::Position;
use crate::refusal::Refusal;
use crate::{Action, Outlive, Placement, Play};

impl Outlive {
    /// Who places a hero now. OL-OPT-01
    pub(crate) fn placing(&self, p: &Position) -> u8 {
        let unplaced = |seat: &usize| p.shelters[*seat].heroes.iter().any(|h| h.at.is_none());
        match self.options.placement {
            // OL-SETUP-27: all at once.
            Placement::Simultaneous => {
                (0..self.seats()).filter(unplaced).fold(0, |seats, seat| seats | 1 << seat)
            }
            // OL-SETUP-28: clockwise from the first player, hero by hero.
            Placement::TurnOrder => {
                let placed: usize = (0..self.seats())
                    .map(|seat| {
                        let heroes = &p.shelters[seat].heroes;
                        heroes.iter().filter(|hero| hero.at.is_some()).count()
                    })
                    .sum();
                let first = if self.is_horde(p.first as usize) { 0 } else { p.first as usize };
                1 << ((first + placed) % self.seats())
            }
        }
    }

    fn start_places(&self, p: &Position, seat: usize) -> [Location; 4] {
        let leader = p.shelters[seat].leader.unwrap_or(Leader::Jacob);
        self.parts.leaders[leader.index()].places
    }

    pub(crate) fn offer_placement(&self, p: &Position, seat: usize, out: &mut impl FnMut(Action)) {
        let heroes = &p.shelters[seat].heroes;
        let mut last = 0;
        for (hero, state) in heroes.iter().enumerate() {
            let strength = self.parts.strengths[hero];
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
        seat: usize,
        action: &Action,
    ) -> Result<(), Refusal> {
        let Action::Place(strength, place) = *action else {
            return Err(Refusal::PlaceFirst); // OL-SETUP-26
        };
        let heroes = &p.shelters[seat].heroes;
        let in_hand =
            (0..4).any(|hero| heroes[hero].at.is_none() && self.parts.strengths[hero] == strength);
        if !in_hand {
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
    pub fn do_placement(&mut self, seat: usize, action: Action) {
        let Action::Place(strength, place) = action else {
            return;
        };
        let strengths = self.game.parts.strengths;
        let heroes = &mut self.p.shelters[seat].heroes;
        if let Some(hero) =
            (0..4).find(|hero| heroes[*hero].at.is_none() && strengths[*hero] == strength)
        {
            heroes[hero].at = Some(place);
        }
    }

    pub fn settle_placement(&mut self) -> bool {
        for seat in 0..self.game.seats() {
            if self.game.placing(self.p) & 1 << seat != 0 {
                let left = self.p.shelters[seat].heroes.iter();
                if left.filter(|hero| hero.at.is_none()).count() == 1 {
                    return self.force(seat);
                }
            }
        }
        let placed = |seat: usize| {
            let heroes = &self.p.shelters[seat].heroes;
            heroes.iter().all(|hero| hero.at.is_some())
        };
        if !(0..self.game.seats()).all(placed) {
            return false;
        }
        for seat in 0..self.game.seats() {
            self.tell(Event::Placed {
                seat: seat as u8,
                places: self.p.shelters[seat].heroes.map(|hero| hero.at),
            });
        }
        self.log.reveal();
        self.dawn();
        true
    }
}
