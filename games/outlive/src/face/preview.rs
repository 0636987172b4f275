//! Looking before one decides: the way of a hero around the ring.

use crate::face::scene::middle;
use crate::position::Position;
use crate::{Action, Outlive, Side};
use stage::{Ink, Sketch};
use table::Seat;

/// What an action would do, drawn and in words.
pub(crate) fn preview(game: &Outlive, position: &Position, seat: Seat, action: &Action) -> Sketch {
    let Action::Activate { hero, to, .. } = *action else {
        return Sketch::default();
    };
    let side = Side::from(seat);
    let at = position.shelters[side].heroes[hero].at;
    let Some(from) = at.filter(|from| *from != to) else {
        return Sketch::default();
    };
    let words = format!(
        "{} goes from {} to {}.",
        game.hero_name(side, hero),
        from.named_so(),
        to.named_so()
    );
    Sketch::way(vec![middle(from), middle(to)], Ink::Seat(seat.0), "", words)
}
