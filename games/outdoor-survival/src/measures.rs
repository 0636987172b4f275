//! What is counted when a game is over: days, and what became of everybody.

use crate::OutdoorSurvival;
use crate::event::Cause;
use crate::position::{Fate, Position};
use arena::{Column, Measures};

/// What one finished game yields.
pub struct Counted;

impl Measures<OutdoorSurvival> for Counted {
    type Tally = ();

    fn columns(_: &OutdoorSurvival) -> Vec<Column> {
        vec![
            Column::number("days", "days played"),
            Column::number("persons.left", "persons who left the board"),
            Column::number("out.weakness", "persons out by weakness, or too weak to move"),
            Column::number("out.thirst", "persons out by thirst"),
            Column::number("out.hunger", "persons out by hunger"),
            Column::number("out.other", "persons out who gave up or left over a wrong edge"),
            Column::number("persons.caught", "persons found, captured or hit"),
            Column::number("life.level", "mean Life Level of the others at the end, 0 the best"),
        ]
    }

    fn measure(game: &OutdoorSurvival, end: &Position, _: &[&str], (): &(), out: &mut Vec<f64>) {
        let (mut left, mut caught, mut levels, mut others) = (0, 0, 0.0, 0.0);
        let mut gone = [0; 4];
        for who in game.everyone() {
            let person = end.person(who);
            match person.fate() {
                Fate::Left => left += 1,
                Fate::Out => {
                    gone[match person.cause() {
                        Cause::Weakness | Cause::Immobile => 0,
                        Cause::Thirst => 1,
                        Cause::Hunger => 2,
                        _ => 3,
                    }] += 1;
                }
                Fate::Found | Fate::Captured | Fate::Hit => caught += 1,
                _ => {
                    levels += f64::from(person.level());
                    others += 1.0;
                }
            }
        }
        out.push(f64::from(end.day()));
        out.push(f64::from(left));
        out.extend(gone.map(f64::from));
        out.push(f64::from(caught));
        out.push(if others > 0.0 { levels / others } else { f64::NAN });
    }
}
