//! The Night: its seven steps, who may act in them, and the upkeep that ends the turn.

use crate::edition::roster::Token;
use crate::event::{Dose, Event};
use crate::position::{Loss, Phase, Position, Step, Uses};
use crate::refusal::Refusal;
use crate::{Action, NightOrder, Outlive, Play, Side, Sides};

impl Outlive {
    /// Seats that may act in Night steps 2 to 6. OL-NIGHT-03, OL-OPT-07
    pub(crate) fn awake(&self, p: &Position) -> Sides {
        let open = |seat: &Side| p.shelters[*seat].step != Step::Done;
        match self.options.night {
            NightOrder::Parallel => self.seats().filter(open).collect(),
            NightOrder::TurnOrder => {
                let order = |seat: Side| seat.steps_from(p.first, self.seats);
                self.seats()
                    .filter(open)
                    .min_by_key(|seat| (p.shelters[*seat].step.number(), order(*seat)))
                    .into_iter()
                    .collect()
            }
        }
    }

    pub(crate) fn offer_night(&self, p: &Position, seat: Side, out: &mut impl FnMut(Action)) {
        if p.shelters[seat].loss != Loss::Nothing {
            return self.offer_loss(p, seat, out);
        }
        match p.shelters[seat].step {
            Step::Feed => self.offer_feeding(p, seat, out),
            Step::Recruit => self.offer_recruits(p, seat, out),
            Step::Build => self.offer_building(p, seat, out),
            Step::Repair => self.offer_repairs(p, seat, out),
            Step::Hunger | Step::Radiation | Step::Rising | Step::Done => {}
        }
    }

    pub(crate) fn judge_night(
        &self,
        p: &Position,
        seat: Side,
        action: &Action,
    ) -> Result<(), Refusal> {
        if p.shelters[seat].loss != Loss::Nothing {
            return self.judge_loss(p, seat, action);
        }
        match (p.shelters[seat].step, *action) {
            (Step::Feed, Action::Feed { .. }) => self.judge_feeding(p, seat, action),
            (Step::Feed, _) => Err(Refusal::FeedFirst),
            (Step::Recruit | Step::Build | Step::Repair, Action::End) => Ok(()),
            (Step::Recruit, Action::Recruit(token, count)) => {
                self.judge_recruit(p, seat, token, count)
            }
            (Step::Build, Action::Build { .. }) => self.judge_building(p, seat, action),
            (Step::Build, Action::Move(room, count)) => self.judge_housing(p, seat, room, count),
            (Step::Build, Action::Use(room)) => self.judge_use(p, seat, room),
            (Step::Build, Action::Recycle(room, tile)) => self.judge_recycle(p, seat, room, tile),
            (Step::Repair, Action::Use(room)) => self.judge_use(p, seat, room),
            (Step::Repair, Action::Repair(tile, method)) => {
                self.judge_repair(p, seat, tile, method)
            }
            (_, Action::Move(..)) => Err(Refusal::OnlyWhileBuilding), // OL-BUILD-10
            _ => Err(Refusal::OtherStep { now: p.shelters[seat].step.number() }), // OL-NIGHT-04
        }
    }
}

impl Play<'_> {
    /// Night steps 2 to 6 begin. OL-NIGHT-01
    pub fn begin_shelters(&mut self) {
        self.p.phase = Phase::Night;
        for seat in self.game.seats() {
            self.p.shelters[seat].step = Step::Feed;
        }
    }

    pub fn do_night(&mut self, seat: Side, action: Action) {
        match action {
            Action::Feed { meat, water, canned } => self.feed(seat, meat, water, canned),
            Action::Lose(_) | Action::LoseVirtual | Action::LoseSurvivor(_) => {
                self.do_loss(seat, action)
            }
            Action::Recruit(token, count) => self.recruit(seat, token, count),
            Action::Build { .. } => self.build(seat, action),
            Action::Move(room, count) => self.move_in(seat, room, count),
            Action::Use(room) => self.use_room(seat, room),
            Action::Recycle(room, tile) => self.recycle(seat, room, tile),
            Action::Repair(tile, method) => self.mend(seat, tile, method),
            Action::End => {
                let shelter = &mut self.p.shelters[seat];
                shelter.step = match shelter.step {
                    // OL-RECR-06
                    Step::Recruit => Step::Build,
                    Step::Build => Step::Repair,
                    _ => {
                        shelter.coupon = false; // OL-ROOM-S2b
                        Step::Done
                    }
                };
            }
            _ => {}
        }
    }

    pub fn settle_night(&mut self) -> bool {
        let awake = self.game.awake(self.p);
        if awake.is_empty() {
            self.upkeep();
            return true;
        }
        awake.iter().any(|seat| self.night_by_itself(seat))
    }

    /// What a Shelter does without a decision; whether it did anything.
    fn night_by_itself(&mut self, seat: Side) -> bool {
        if self.p.shelters[seat].loss != Loss::Nothing {
            return self.force(seat);
        }
        match self.p.shelters[seat].step {
            Step::Feed => self.feed_by_itself(seat),
            Step::Hunger => {
                self.p.shelters[seat].step = Step::Radiation;
                true
            }
            Step::Radiation => {
                self.count_radiation(seat);
                self.p.shelters[seat].step = Step::Rising;
                true
            }
            Step::Rising => {
                if self.p.shelters[seat].rising > 0 {
                    self.p.shelters[seat].rising -= 1;
                    self.raise_gauge(seat, Dose::Night);
                } else {
                    self.p.shelters[seat].step = Step::Recruit;
                }
                true
            }
            Step::Recruit | Step::Build | Step::Repair | Step::Done => false,
        }
    }

    /// Step 7, then the next Dawn or the end. OL-UPK-01, OL-UPK-02, OL-UPK-03
    fn upkeep(&mut self) {
        for seat in self.game.seats() {
            let mut gone = [0; 7];
            for token in Token::ALL {
                // OL-RES-09: other tokens are never cut.
                if let Some(kept) = self.game.parts.kept[token.index()] {
                    let count = self.p.shelters[seat].has(token).saturating_sub(kept);
                    self.spend(seat, token, count);
                    gone[token.index()] = count;
                }
            }
            let shelter = &mut self.p.shelters[seat];
            // OL-UPK-04, OL-TERM-05: what is once a turn is ready again.
            shelter.spent = 0;
            for room in shelter.rooms.iter_mut() {
                room.used = Uses::NONE;
            }
            if gone != [0; 7] {
                self.tell(Event::Spoiled { seat, tokens: gone });
            }
        }
        for seat in self.game.seats() {
            let score = self.game.score(self.p, seat);
            self.tell(Event::Standing { seat, turn: self.p.turn, score });
        }
        // OL-UPK-05, OL-END-01, OL-END-02
        if self.p.turn == self.game.turns() {
            self.p.phase = Phase::Over;
            self.tell(Event::Convoy);
        } else {
            self.dawn();
        }
    }
}
