//! Outposts: where they may stand, and whom they serve.

use crate::Outfit;
use crate::edition::scenarios::Outposts;
use crate::position::{Outpost, Position};
use crate::rules::Play;

/// Why an outpost may not stand on a hex.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Forbidden {
    /// The role places none.
    Nowhere,
    /// Too near to a hex (OS-SRCH-05).
    Near { from: u16, least: u16 },
    /// In columns or rows that are kept free (OS-PURA-04).
    Strip { what: &'static str, first: u8, last: u8 },
}

impl Outfit {
    /// Whether the person may place an outpost on this hex: the generator's side.
    pub(crate) fn outpost_free(&self, p: &Position, person: u8, cell: u16) -> bool {
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

    /// Whether an outpost of the person's role may stand on this hex, and if not, why not.
    pub(super) fn outpost_region(&self, person: u8, cell: u16) -> Result<(), Forbidden> {
        let Some(Outposts::Placed { far_from, not_columns, not_rows, .. }) =
            &self.role(person).outposts
        else {
            return Err(Forbidden::Nowhere);
        };
        let (column, row) = self.board.place(cell);
        if let Some((from, least)) = *far_from
            && self.board.distance(from, cell) < least
        {
            return Err(Forbidden::Near { from, least });
        }
        for (range, line, what) in [(not_columns, column, "columns"), (not_rows, row, "rows")] {
            if let Some((first, last)) = *range
                && (first..=last).contains(&line)
            {
                return Err(Forbidden::Strip { what, first, last });
            }
        }
        Ok(())
    }

    /// Whether an outpost here serves this person (OS-OUTP-01, 05).
    pub(crate) fn own_outpost(&self, p: &Position, person: u8, cell: u16) -> bool {
        let shared = self.switches.outposts_shared && !self.role(person).animal;
        let side = self.side(person);
        p.outposts().iter().any(|outpost| outpost.at == cell && (shared || outpost.side == side))
    }
}

impl Play<'_> {
    pub(super) fn fixed_outposts(&mut self) {
        for person in 0..self.set.cast.len() as u8 {
            let first = self.set.members(person).next() == Some(person);
            if let (true, Some(Outposts::Fixed(places))) = (first, &self.set.role(person).outposts)
            {
                for place in places {
                    self.add_outpost(person, *place);
                }
            }
        }
    }

    pub(super) fn add_outpost(&mut self, person: u8, cell: u16) {
        if let Some(slot) = self.p.outposts.get_mut(self.p.outpost_count as usize) {
            *slot = Outpost { at: cell, side: self.set.side(person) };
            self.p.outpost_count += 1;
        }
    }
}
