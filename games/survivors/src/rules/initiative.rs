//! Initiative points: pools, bids, ties, and the order of the sides.

use crate::Survivors;
use crate::action::Action;
use crate::edition::components::Class;
use crate::edition::options::{IpBonus, Reveal};
use crate::event::Event;
use crate::position::{FigureId, Order, PHASES, Phase, Position, Side, Standing, Step};
use crate::refusal::{Checked, Initiative, no};
use table::{Audience, Dice, Fit, Log};

impl Survivors {
    /// Whether a figure counts for its side's pool. SV-GEN-13, SV-IP-07, SV-HRS-11
    pub fn counts(&self, position: &Position, figure: FigureId) -> bool {
        let figure = &position.figures[figure];
        match figure.standing {
            Standing::Playing | Standing::Unseen => true,
            Standing::Waiting { turn, .. } => turn <= position.turn,
            _ => false,
        }
    }

    /// How many figures of a side are in play.
    pub fn in_play(&self, position: &Position, side: Side) -> usize {
        position
            .ids()
            .filter(|i| position.figures[*i].side == Some(side) && self.counts(position, *i))
            .count()
    }

    /// SV-IP-01, SV-IP-02, SV-IP-03, SV-IP-04, SV-IP-05, SV-IP-06, SV-IP-08, SV-IP-11, SV-IP-24
    pub(crate) fn compute_pools(&self, position: &mut Position) {
        for side in self.sides() {
            let heroes = (position
                .ids()
                .filter(|i| {
                    position.figures[*i].side == Some(side)
                        && self.counts(position, *i)
                        && self.sheet(position, *i).class == Class::Hero
                })
                .count())
            .fit::<u8>();
            let five = self.in_play(position, side) >= 5;
            let had = side.is_in(position.had_five);
            let bonus = match self.options.ip_bonus {
                IpBonus::Literal if five => 5,
                IpBonus::Literal if had && self.in_play(position, side) > 0 => 4,
                IpBonus::AllOrNothing if five => 5,
                IpBonus::Single if five => 1,
                _ => 0,
            };
            if five {
                position.had_five |= side.bit();
            }
            position.pools[side.index()] = heroes + bonus;
        }
    }

    /// Opens the bidding: a side with nothing to bid has bid. SV-IP-23, SV-SEQ-07
    pub(crate) fn open_bids(&self, position: &mut Position) {
        position.last_bids = position.bids;
        position.bids = [[0; 4]; 4];
        position.bid_in = 0;
        position.step = Step::Bid;
        for side in self.sides() {
            if position.pools[side.index()] == 0 || self.in_play(position, side) == 0 {
                position.bid_in |= side.bit();
            }
        }
    }

    /// SV-IP-09, SV-IP-10
    pub(crate) fn judge_bid(&self, position: &Position, side: Side, bid: &[u8; 4]) -> Checked {
        let pool = position.pools[side.index()];
        let sum: u32 = bid.iter().map(|points| u32::from(*points)).sum();
        if sum > u32::from(pool) {
            return no(Initiative::TooMuch { pool });
        }
        Ok(())
    }

    /// Finds who holds the initiative in every phase, rolling for ties. SV-IP-14, SV-IP-15,
    /// SV-IP-16, SV-IP-17, SV-IP-18
    pub(crate) fn settle_bids(
        &self,
        position: &mut Position,
        dice: &mut Dice,
        log: &mut Log<Event>,
    ) {
        log.reveal();
        for side in self.sides() {
            let bid = position.bids[side.index()];
            if self.options.reveal == Reveal::Together {
                log.tell(Event::BidIs { side, bid });
            }
        }
        for (number, phase) in PHASES.into_iter().enumerate() {
            let bids = |side: Side| position.bids[side.index()][number];
            let bidding = |side: &Side| self.in_play(position, *side) > 0;
            // SV-IP-17: bids of 0 tie like any others.
            let highest = self.sides().filter(bidding).map(bids).max();
            let mut tied: u8 = self
                .sides()
                .filter(bidding)
                .filter(|side| Some(bids(*side)) == highest)
                .fold(0, |tied, side| tied | side.bit());
            // Where bids are shown one by one, nobody sees how a later phase is tied. SV-IP-13
            let open = self.options.reveal == Reveal::Together || phase == Phase::Movement;
            let seen = || if open { Audience::All } else { Audience::Referee };
            let mut rolls_left = 11;
            while tied.count_ones() > 1 && rolls_left > 0 {
                rolls_left -= 1;
                let mut best = 0;
                let mut rolls = [0u32; 8];
                for side in self.sides() {
                    if side.is_in(tied) {
                        let roll = dice.secretly(seen(), |dice| dice.roll("initiative tie", 6));
                        rolls[side.index()] = roll;
                        best = best.max(roll);
                        log.tell_to(seen, || Event::Tie { phase, side, roll });
                    }
                }
                for side in self.sides() {
                    if rolls[side.index()] < best {
                        tied &= !(side.bit());
                    }
                }
            }
            // SV-IP-16: after ten re-rolls the lowest seat number wins.
            let winner = (tied != 0).then(|| Side::new(tied.trailing_zeros().fit::<usize>()));
            position.initiative[number] = winner;
            if self.options.reveal == Reveal::Together {
                log.tell(Event::Initiative { phase, side: winner });
            }
        }
        self.begin_phase(position, Phase::Movement, log);
    }

    /// SV-IP-19
    pub(crate) fn judge_order(&self, position: &Position, order: Order) -> Checked {
        let expected = self.sides_in_play(position);
        let mut named = 0u8;
        for side in order.sides() {
            if side.is_in(named) || !side.is_in(expected) {
                return no(Initiative::EachOnce);
            }
            named |= side.bit();
        }
        if named != expected {
            return no(Initiative::EachOnce);
        }
        Ok(())
    }

    /// The sides that still have somebody in play, by bit.
    pub fn sides_in_play(&self, position: &Position) -> u8 {
        self.sides()
            .filter(|side| self.in_play(position, *side) > 0)
            .fold(0, |sides, side| sides | side.bit())
    }

    /// Begins a phase: asks its winner for the order where more than one side has something to
    /// decide. SV-IP-20, SV-IP-21
    pub(crate) fn begin_phase(&self, position: &mut Position, phase: Phase, log: &mut Log<Event>) {
        let winner = position.initiative[phase.index()];
        if phase == Phase::Other {
            self.forget_cheers(position);
        }
        if self.options.reveal == Reveal::Staged {
            for side in self.sides() {
                let points = position.bids[side.index()][phase.index()];
                log.tell_to(
                    || table::Audience::All,
                    || {
                        let mut bid = [0; 4];
                        bid[phase.index()] = points;
                        Event::BidIs { side, bid }
                    },
                );
            }
            log.tell(Event::Initiative { phase, side: winner });
            log.reveal();
        }
        let asked = self.sides().filter(|side| self.may_decide(position, phase, *side)).count();
        position.place = 0;
        self.set_order(position, winner);
        if asked > 1 && winner.is_some_and(|winner| self.in_play(position, winner) > 0) {
            position.step = Step::Order(phase);
        } else {
            position.step = Step::Phase(phase);
        }
    }

    /// The order when nobody is asked: the winner first, then by seat.
    fn set_order(&self, position: &mut Position, winner: Option<Side>) {
        let sides = self.sides_in_play(position);
        let first = winner.filter(|winner| winner.is_in(sides));
        let rest = self.sides().filter(|side| Some(*side) != first && side.is_in(sides));
        position.order = first.into_iter().chain(rest).collect();
    }

    /// Every way to share out the whole pool.
    pub(super) fn offer_bids(&self, pool: u8, out: &mut Vec<Action>) {
        for mv in 0..=pool {
            for fi in 0..=pool - mv {
                for hh in 0..=pool - mv - fi {
                    out.push(Action::Bid([mv, fi, hh, pool - mv - fi - hh]));
                }
            }
        }
    }

    pub(super) fn offer_orders(&self, position: &Position, out: &mut Vec<Action>) {
        fn grow(left: u8, so_far: Order, out: &mut Vec<Action>) {
            if left == 0 {
                out.push(Action::Order(so_far));
                return;
            }
            for side in (0..8).map(Side::new).filter(|side| side.is_in(left)) {
                grow(left & !side.bit(), so_far.then(side), out);
            }
        }
        grow(self.sides_in_play(position), Order::default(), out);
    }

    /// Sides that have yet to bid, by bit.
    pub(crate) fn waiting_bids(&self, position: &Position) -> u8 {
        let all = (1u8 << self.side_count()) - 1;
        all & !position.bid_in
    }

    /// Whether a side's bid for a phase is shown to others now.
    pub(crate) fn bid_is_shown(&self, position: &Position, phase: Phase) -> bool {
        let reached = match position.step {
            Step::Deploy | Step::Bid => return false,
            Step::Order(now) | Step::Phase(now) => now,
            Step::PreContact | Step::Redirect => Phase::Movement,
            Step::State | Step::Allocate => Phase::HandToHand,
            Step::Umpire | Step::Stop | Step::Over => Phase::Other,
        };
        self.options.reveal == Reveal::Together || phase <= reached
    }

    /// Takes a side's bid in. SV-IP-12
    pub(super) fn bid(
        &self,
        position: &mut Position,
        side: Side,
        bid: &[u8; 4],
        log: &mut Log<Event>,
    ) {
        position.bids[side.index()] = *bid;
        position.bid_in |= side.bit();
        log.tell(Event::BidMade { side });
    }

    /// The winner's order of the sides. SV-IP-19
    pub(super) fn name_order(&self, position: &mut Position, order: Order, log: &mut Log<Event>) {
        let Step::Order(phase) = position.step else { return };
        position.order = order;
        position.place = 0;
        position.step = Step::Phase(phase);
        log.tell_to(|| Audience::All, || Event::Ordered { phase, order: order.sides().collect() });
    }
}
