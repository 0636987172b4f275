//! What a seat does not know, drawn anew: what others stated and ordered.

use crate::action::{Move, Step, Telling};
use crate::edition::Diet;
use crate::position::{Kind, Phase, Position, Sheet, Who};
use table::{Dice, Fit, Seat};
use terrain::Side;

impl Position {
    /// A position that the seat cannot tell from this one: what others ordered is drawn anew.
    pub fn imagined(&self, seat: Seat, dice: &mut Dice) -> Position {
        let mut imagined = self.clone();
        for (index, stated) in imagined.stated.iter_mut().enumerate() {
            if index != seat.index() && self.phase == Phase::Enrol {
                let diet = dice.roll("another's diet", 4) as usize;
                *stated = Diet::ALL.get(diet - 1).copied();
            }
        }
        for (index, sheet) in imagined.sheets.iter_mut().enumerate() {
            let own = match self.phase {
                Phase::Enrol => index == seat.index(),
                Phase::Orders => self.island[Kind::at(index)].seat == seat,
            };
            if own {
                continue;
            }
            *sheet = Sheet::default();
            if let Some(species) = imagined.island.species.get_mut(index) {
                species.standing = None;
            }
            if self.phase == Phase::Enrol || dice.roll("whether another orders", 2) == 1 {
                continue;
            }
            for creature in self.island.of(Kind::at(index)) {
                let movement = match dice.roll("another's move", 7) {
                    7 => Move::Stay,
                    side => Move::Path(vec![Step::Through(Side(side.fit::<u8>() - 1))]),
                };
                sheet.tell(Who::One(creature.id), &Telling::moving(movement));
            }
        }
        imagined
    }
}
