//! What is counted when a game is over: animals, Food, and who came home.

use crate::{Herd, Kind, Position, Species, Yellowstone};
use arena::{Column, Measures, Part};
use table::{Fit, Rules};

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

    fn parts(game: &Yellowstone) -> Vec<Part<Yellowstone>> {
        let side = |species: Species| {
            Part::side(species.word(), species.name(), move |game: &Yellowstone, end: &Position| {
                end.place_of(species).map(|place| game.owner(place))
            })
        };
        let turns =
            Part::turns(game.setup().seats, |game: &Yellowstone, end| Some(game.owner(end.first)));
        Species::ALL.into_iter().map(side).chain(turns).collect()
    }

    fn measure(game: &Yellowstone, end: &Position, _: &[&str], (): &(), out: &mut Vec<f64>) {
        let herds = || game.places().map(|place| end.herd(place));
        let mean = |part: &dyn Fn(&Herd) -> i32| {
            f64::from(herds().map(part).sum::<i32>()) / f64::from(game.herds().fit::<u32>())
        };
        out.push(f64::from(end.turns));
        for kind in Kind::ALL {
            out.push(mean(&|herd| herd.census()[kind].into()));
        }
        out.push(mean(&|herd| herd.starved.iter().flatten().count().fit()));
        out.push(mean(&|herd| game.food_points(end, herd).into()));
        out.push(mean(&|herd| herd.summer_turns.into()));
        out.push(mean(&|herd| herd.home.into()));
    }
}
