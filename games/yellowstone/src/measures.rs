//! What is counted when a game is over: animals, Food, and who came home.

use crate::Position;
use crate::Yellowstone;
use arena::{Column, Measures};

/// What one finished game yields.
pub struct Counted;

impl Measures<Yellowstone> for Counted {
    type Tally = ();

    fn columns(_: &Yellowstone) -> Vec<Column> {
        vec![
            Column::number("turns", "turns of all herds"),
            Column::number("animals.males", "Males alive, mean of the herds"),
            Column::number("animals.females", "Females alive, mean of the herds"),
            Column::number("animals.young", "Young alive, mean of the herds"),
            Column::number("animals.starved", "animals starved, mean of the herds"),
            Column::number("food", "Food Points, mean of the herds"),
            Column::number("summer", "turns with Summer income, mean of the herds"),
            Column::share("home", "herds that came home"),
        ]
    }

    fn measure(game: &Yellowstone, end: &Position, _: &[&str], (): &(), out: &mut Vec<f64>) {
        let herds = game.herds();
        let mean = |part: &dyn Fn(usize) -> f64| (0..herds).map(part).sum::<f64>() / herds as f64;
        out.push(end.turns as f64);
        for kind in 0..3 {
            out.push(mean(&|place| end.herd(place).census()[kind] as f64));
        }
        out.push(mean(&|place| end.herd(place).starved.iter().flatten().count() as f64));
        out.push(mean(&|place| game.food_points(end, end.herd(place)) as f64));
        out.push(mean(&|place| end.herd(place).summer_turns as f64));
        out.push(mean(&|place| end.herd(place).home as u8 as f64));
    }
}
