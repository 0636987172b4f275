//! What is counted when a game is over: how long it took, and whom it cost.

use crate::Survivors;
use crate::position::{Figure, Position, Side, Standing};
use arena::{Column, Measures, Part};

/// What one finished game yields.
pub struct Counted;

impl Measures<Survivors> for Counted {
    type Tally = ();

    fn columns(_: &Survivors) -> Vec<Column> {
        vec![
            Column::number("turns", "turns played"),
            Column::number("figures.down", "figures that lost all Strength"),
            Column::number("figures.taken", "figures that changed sides or were led away"),
            Column::number("figures.exited", "figures that walked off through an exit"),
            Column::number("strength", "Strength left in figures on the table"),
        ]
    }

    /// The factions by their letters; in a mirror match every seat has both.
    fn parts(game: &Survivors) -> Vec<Part<Survivors>> {
        let side = |side| {
            let setup = &game.scenario.sides[Side::index(side)];
            let name = format!("{} ({})", setup.name, setup.id);
            Part::side(setup.id.to_lowercase(), name, move |game: &Survivors, end: &Position| {
                Some(game.seat_of(end, side))
            })
        };
        game.sides().filter(|_| !game.options.mirror_match).map(side).collect()
    }

    fn measure(_: &Survivors, end: &Position, _: &[&str], (): &(), out: &mut Vec<f64>) {
        let count = |is: fn(&&Figure) -> bool| end.figures.iter().filter(is).count() as f64;
        out.push(f64::from(end.turn));
        out.push(count(|figure| figure.standing == Standing::Down));
        out.push(count(|figure| {
            figure.side != figure.first_side
                || matches!(figure.standing, Standing::Held | Standing::Captive { .. })
        }));
        out.push(count(|figure| figure.standing == Standing::Exited));
        let playing = end.figures.iter().filter(|figure| figure.standing == Standing::Playing);
        out.push(playing.map(|figure| f64::from(figure.strength)).sum());
    }
}
