//! Set-up: a leader who starts with what the Cities yield.

use crate::edition::roster::{City, SearchTile};
use crate::event::{Dose, Event, Source};
use crate::position::{Phase, Position};
use crate::refusal::Refusal;
use crate::{Action, Outlive, Play, Side};
use table::Fit;

impl Outlive {
    /// Whose leader searches at set-up. OL-MARY-01
    pub(crate) fn searcher(&self, p: &Position) -> Side {
        self.seats().find(|seat| self.setup_draws(p, *seat) > 0).unwrap_or_default()
    }

    pub(crate) fn setup_draws(&self, p: &Position, seat: Side) -> usize {
        p.shelters[seat]
            .leader
            .map_or(0, |leader| usize::from(self.parts.leaders[leader.index()].draws))
    }

    /// OL-MARY-02, OL-MARY-03
    pub(crate) fn offer_search_at_setup(&self, p: &Position, out: &mut impl FnMut(Action)) {
        if p.drawn.len() < self.setup_draws(p, self.searcher(p)) {
            for city in City::ALL {
                if !p.stack(city).is_empty() {
                    out(Action::Draw(city));
                }
            }
        } else {
            for (place, tile) in p.drawn.iter().enumerate() {
                if !p.drawn[..place].contains(tile) {
                    out(Action::Drop(*tile));
                }
            }
        }
    }

    pub(crate) fn judge_search_at_setup(
        &self,
        p: &Position,
        seat: Side,
        action: &Action,
    ) -> Result<(), Refusal> {
        let wanted = self.setup_draws(p, seat);
        match *action {
            Action::Draw(_) if p.drawn.len() >= wanted => Err(Refusal::AllTilesDrawn),
            Action::Draw(city) if p.search[city.index()].is_empty() => Err(Refusal::NothingToDraw),
            Action::Draw(_) => Ok(()),
            Action::Drop(_) if p.drawn.len() < wanted => Err(Refusal::DrawFirst),
            Action::Drop(tile) if p.drawn.iter().all(|drawn| *drawn != tile) => {
                Err(Refusal::TileNotDrawn)
            }
            Action::Drop(_) => Ok(()),
            _ => Err(Refusal::LeaderSearchesFirst), // OL-MARY-08
        }
    }
}

impl Play<'_> {
    pub fn do_search_at_setup(&mut self, seat: Side, action: Action) {
        match action {
            Action::Draw(city) => {
                if let Some(tile) = self.p.search[city.index()].pop() {
                    // OL-MARY-09: what lies open goes back at Dawn.
                    self.p.found[city.index()].push(tile);
                    self.p.drawn.push(tile);
                    self.p.drawn_from.push(city.index().fit::<u8>());
                    self.log.reveal();
                    self.tell(Event::FoundFirst { seat, city, tile });
                }
            }
            Action::Drop(dropped) => {
                let mut spared = false;
                let drawn = self.p.drawn;
                for tile in drawn.iter().copied() {
                    if tile == dropped && !std::mem::replace(&mut spared, true) {
                        continue;
                    }
                    match tile.token() {
                        // OL-MARY-04
                        Some(token) => drop(self.gain(seat, token, 1, Source::FirstSearch)),
                        // OL-MARY-06; a cupboard gives nothing: OL-MARY-05, OL-MARY-07
                        None if tile == SearchTile::Capsules => {
                            self.lower_gauge(seat, Dose::FirstCapsules)
                        }
                        None => {}
                    }
                }
                self.p.drawn.clear();
                self.p.drawn_from.clear();
                self.p.phase = Phase::Placement;
                self.add_mini_tiles();
            }
            _ => {}
        }
    }

    pub fn settle_search_at_setup(&mut self) -> bool {
        let searcher = self.game.searcher(self.p);
        self.force(searcher)
    }
}
