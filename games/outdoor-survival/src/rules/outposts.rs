//! Outposts: where they may stand, and whom they serve.

use crate::Outfit;
use crate::edition::scenarios::Outposts;
use crate::land::Hex;
use crate::position::{Outpost, Position, Who};
use crate::refusal::Refusal;
use crate::rules::{Play, Ruling};

impl Outfit {
    /// Whether the person may place an outpost on this hex: the generator's side.
    pub(crate) fn outpost_free(&self, p: &Position, person: Who, cell: Hex) -> bool {
        let Some(Outposts::Placed { far_from, not_columns, not_rows, .. }) =
            &self.role(person).outposts
        else {
            return false;
        };
        let (column, row) = self.board.place(cell);
        let outside = |strip: &Option<(u8, u8)>, line: u8| {
            strip.is_none_or(|(first, last)| line < first || line > last)
        };
        far_from.is_none_or(|(from, least)| self.board.distance(from, cell) >= least)
            && outside(not_columns, column)
            && outside(not_rows, row)
            && p.outposts().iter().all(|outpost| outpost.at != cell)
    }

    /// Whether the person may place an outpost on this hex, and if not, why not.
    pub(super) fn judge_outpost(&self, p: &Position, person: Who, cell: Hex) -> Ruling {
        if !self.board.map.grid.has(cell.cell()) {
            return Err(Refusal::OutpostOffMap);
        }
        if p.outposts().iter().any(|outpost| outpost.at == cell) {
            return Err(Refusal::OutpostTaken);
        }
        let Some(Outposts::Placed { far_from, not_columns, not_rows, .. }) =
            &self.role(person).outposts
        else {
            return Err(Refusal::NoOutposts);
        };
        if let Some((from, least)) = *far_from
            && self.board.distance(from, cell) < least
        {
            return Err(Refusal::OutpostTooNear { from: self.hex_name(from), least });
        }
        let (column, row) = self.board.place(cell);
        if let Some((first, last)) = *not_columns
            && (first..=last).contains(&column)
        {
            return Err(Refusal::OutpostInColumns { first, last });
        }
        if let Some((first, last)) = *not_rows
            && (first..=last).contains(&row)
        {
            return Err(Refusal::OutpostInRows { first, last });
        }
        Ok(())
    }

    /// Whether an outpost here serves this person (OS-OUTP-01, OS-OUTP-05).
    pub(crate) fn own_outpost(&self, p: &Position, person: Who, cell: Hex) -> bool {
        let shared = self.switches.outposts_shared && !self.role(person).animal;
        let side = self.team(person);
        p.outposts().iter().any(|outpost| outpost.at == cell && (shared || outpost.side == side))
    }
}

impl Play<'_> {
    pub(super) fn fixed_outposts(&mut self) {
        for person in self.set.everyone() {
            let first = self.set.members(person).next() == Some(person);
            if let (true, Some(Outposts::Fixed(places))) = (first, &self.set.role(person).outposts)
            {
                for place in places {
                    self.add_outpost(person, *place);
                }
            }
        }
    }

    pub(super) fn add_outpost(&mut self, person: Who, cell: Hex) {
        if let Some(slot) = self.p.outposts.get_mut(usize::from(self.p.outpost_count)) {
            *slot = Outpost { at: cell, side: self.set.team(person) };
            self.p.outpost_count += 1;
        }
    }
}
