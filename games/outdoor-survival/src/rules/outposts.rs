//! Outposts: where they may stand, and whom they serve.

use crate::Outfit;
use crate::edition::scenarios::{Outposts, Role};
use crate::land::{Hex, Wilderness};
use crate::position::{OUTPOSTS, Outpost, Position, Who};
use crate::refusal::Refusal;
use crate::rules::{Play, Ruling};

/// Whether an outpost of this role may stand on a hex as long as no other is there: the generator's
/// side.
pub(crate) fn may_stand(board: &Wilderness, role: &Role, cell: Hex) -> bool {
    let Some(Outposts::Placed { far_from, not_columns, not_rows, .. }) = &role.outposts else {
        return false;
    };
    let (column, row) = board.place(cell);
    let outside = |strip: &Option<(u8, u8)>, line: u8| {
        strip.is_none_or(|(first, last)| line < first || line > last)
    };
    far_from.is_none_or(|(from, least)| board.distance(from, cell) >= least)
        && outside(not_columns, column)
        && outside(not_rows, row)
}

impl Outfit {
    /// The hexes on which the person may place an outpost, in stretches between those that are taken.
    pub(crate) fn free_for_outposts<'a>(
        &'a self,
        p: &Position,
        person: Who,
    ) -> impl Iterator<Item = &'a [Hex]> + use<'a> {
        let ground = self.outpost_ground[self.part(person).index()].as_slice();
        // Beyond the last one there is the end of the list.
        let mut taken = [ground.len(); OUTPOSTS + 1];
        for (place, outpost) in taken.iter_mut().zip(p.outposts()) {
            *place = ground.binary_search(&outpost.at).unwrap_or(ground.len());
        }
        taken.sort_unstable();
        let mut from = 0;
        taken.into_iter().map(move |place| {
            let free = ground.get(from..place).unwrap_or(&[]);
            from = from.max(place + 1);
            free
        })
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
