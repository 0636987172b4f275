//! What a seat does not know, drawn anew.

use crate::Yellowstone;
use crate::position::{HERDS, NO_COUNTER, Position, VALUES};
use table::{Audience, Dice, Seat, Viewer};

impl Yellowstone {
    /// The position with every counter that the seat does not know drawn anew.
    pub(crate) fn imagine(&self, position: &Position, seat: Seat, dice: &mut Dice) -> Position {
        let viewer = Viewer::Seat(seat);
        let mut imagined = *position;
        let mut unknown = [0u8; 64];
        let mut count = 0;
        let mut hide = |value: usize| {
            if let Some(slot) = unknown.get_mut(count) {
                *slot = value as u8;
                count += 1;
            }
        };
        let face_up = self.scenario.open_map;
        for laid in position.laid.iter().filter(|laid| **laid != NO_COUNTER && !face_up) {
            hide(*laid as usize - 1);
        }
        let secret: [bool; HERDS] =
            std::array::from_fn(|place| !self.knows_food(position, viewer, place));
        let held = position.herds.iter().zip(secret).filter(|(_, secret)| *secret);
        for chips in held.map(|(herd, _)| herd.chips).chain([position.aside]) {
            for (value, number) in chips.into_iter().enumerate() {
                (0..number).for_each(|_| hide(value));
            }
        }
        // What comes out follows from the dice and from what the seat knows, from nothing else.
        unknown[..count].sort_unstable();
        dice.secretly(Audience::Referee, |dice| {
            dice.shuffle("what is unknown", &mut unknown[..count]);
        });
        let mut next = unknown[..count].iter().copied();
        for laid in imagined.laid.iter_mut().filter(|laid| **laid != NO_COUNTER && !face_up) {
            *laid = next.next().map_or(NO_COUNTER, |value| value + 1);
        }
        let mut draw = |chips: &mut [u8; VALUES]| {
            let number: u8 = chips.iter().sum();
            *chips = [0; VALUES];
            for value in next.by_ref().take(number as usize) {
                chips[value as usize % VALUES] += 1;
            }
        };
        for (herd, _) in imagined.herds.iter_mut().zip(secret).filter(|(_, secret)| *secret) {
            draw(&mut herd.chips);
        }
        draw(&mut imagined.aside);
        imagined
    }
}
