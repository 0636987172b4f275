//! What a seat does not know, drawn anew.

use crate::Yellowstone;
use crate::position::{Chips, Laid, Place, Position, Value};
use table::{Audience, Dice, Seat, Viewer};

/// The position with every counter that the seat does not know drawn anew.
pub(crate) fn resample(
    game: &Yellowstone,
    position: &Position,
    seat: Seat,
    dice: &mut Dice,
) -> Position {
    let viewer = Viewer::Seat(seat);
    let mut imagined = *position;
    let mut unknown = [Value::new(0); 64];
    let mut count = 0;
    let mut hide = |value: Value| {
        if let Some(slot) = unknown.get_mut(count) {
            *slot = value;
            count += 1;
        }
    };
    let face_up = game.scenario.open_map;
    for value in position.laid.iter().filter(|_| !face_up).filter_map(|laid| laid.value()) {
        hide(value);
    }
    let secret = Place::ALL.map(|place| !game.knows_food(position, viewer, place));
    let held = position.herds.iter().zip(secret).filter(|(_, secret)| *secret);
    for chips in held.map(|(herd, _)| herd.chips).chain([position.aside]) {
        for (value, number) in chips.each() {
            (0..number).for_each(|_| hide(value));
        }
    }
    // What comes out follows from the dice and from what the seat knows, from nothing else.
    unknown[..count].sort_unstable();
    dice.secretly(Audience::Referee, |dice| {
        dice.shuffle("what is unknown", &mut unknown[..count]);
    });
    let mut next = unknown[..count].iter().copied();
    for laid in imagined.laid.iter_mut().filter(|laid| laid.lies() && !face_up) {
        *laid = next.next().map_or(Laid::NOTHING, Laid::counter);
    }
    let mut draw = |chips: &mut Chips| {
        let number = usize::from(chips.count());
        *chips = Chips::NONE;
        next.by_ref().take(number).for_each(|value| chips.add(value));
    };
    for (herd, _) in imagined.herds.iter_mut().zip(secret).filter(|(_, secret)| *secret) {
        draw(&mut herd.chips);
    }
    draw(&mut imagined.aside);
    imagined
}
