//! Night step 3, and the gauge: what comes in, what absorbs it, and what it costs.

use crate::edition::roster::RoomKind;
use crate::event::{Dose, Event};
use crate::position::{Phase, Position};
use crate::{Outlive, Play, Side};

impl Outlive {
    /// What the ambient level lets in tonight. OL-RAD-01, OL-RAD-02, OL-TURN-03
    pub fn radiation(&self, p: &Position, seat: Side) -> u8 {
        self.radiation_of(p, seat, p.turn)
    }

    /// What comes in next, as things stand: tonight, or in the Night to come once tonight's has come;
    /// nothing after the last Night.
    pub(crate) fn radiation_ahead(&self, p: &Position, seat: Side) -> u8 {
        let come = p.phase == Phase::Night && p.shelters[seat].step.radiation_has_come();
        match come {
            true if p.turn >= self.turns() => 0,
            true => self.radiation_of(p, seat, p.turn + 1),
            false => self.radiation(p, seat),
        }
    }

    fn radiation_of(&self, p: &Position, seat: Side, turn: u8) -> u8 {
        self.ambient_in(turn)
            .saturating_sub(p.shelters[seat].airlock)
            .saturating_sub(self.filtered(p, seat))
    }

    /// Ambient radioactivity in a turn.
    fn ambient_in(&self, turn: u8) -> u8 {
        self.ambient()[usize::from(turn).clamp(1, self.ambient().len()) - 1]
    }

    /// What the Filters of a Shelter absorb. OL-RAD-04, OL-RAD-05, OL-ROOM-A12
    fn filtered(&self, p: &Position, seat: Side) -> u8 {
        let filters = p.shelters[seat]
            .rooms
            .iter()
            .filter(|room| room.kind == RoomKind::A12 && self.is_full(room))
            .map(|_| 1)
            .sum::<u8>();
        filters * self.amount(RoomKind::A12)
    }

    /// The points of a gauge cell.
    pub fn gauge_value(&self, cell: u8) -> i8 {
        self.parts.gauge[usize::from(cell)]
    }
}

impl Play<'_> {
    /// What comes in tonight is counted once, after the hungry are gone. OL-RAD-03, OL-RAD-10
    pub fn count_radiation(&mut self, seat: Side) {
        let left = self.game.radiation(self.p, seat);
        self.p.shelters[seat].rising = left;
        self.tell(Event::Radiation {
            seat,
            ambient: self.game.ambient_in(self.p.turn),
            airlock: self.p.shelters[seat].airlock,
            filters: self.game.filtered(self.p, seat),
            left,
        });
    }

    /// The tracer goes one cell towards +3, if it can. OL-TERM-09, OL-RAD-12
    pub fn lower_gauge(&mut self, side: Side, dose: Dose) {
        let from = self.p.shelters[side].gauge;
        if from > 0 {
            self.p.shelters[side].gauge -= 1;
            self.tell(Event::Gauge { seat: side, from, to: from - 1, dose });
        }
    }

    /// The tracer goes one cell towards the skull; past the last cell it costs a survivor instead.
    /// OL-RAD-07, OL-RAD-08, OL-RAD-06
    pub fn raise_gauge(&mut self, side: Side, dose: Dose) {
        let from = self.p.shelters[side].gauge;
        if usize::from(from) + 1 < self.game.parts.gauge.len() {
            self.p.shelters[side].gauge += 1;
            self.tell(Event::Gauge { seat: side, from, to: from + 1, dose });
        } else {
            // OL-RAD-11
            let alone = self.p.shelters[side].people() == 0;
            self.tell(Event::Skull { seat: side, alone });
            self.must_lose_survivors(side, 1);
        }
    }
}
