//! What a herd thinks of Food, time and prey: where a beginner and an old hand differ.

use super::STEP;

/// Weights of a herd's decisions.
#[derive(Clone, Copy)]
pub(super) struct Temper {
    /// Whether it leaves Food alone and squeezes past others where no winter comes.
    pub hurries: bool,
    /// How far a counter of Food draws off the way, for Males, Females alone and those with Young.
    pub food: [i32; 3],
    /// The same on the way home, where nobody is paid for coming first.
    pub food_in_fall: [i32; 3],
    /// What it is worth to take a Male from a rival; a Female is worth 50, a Young 30. He eats more
    /// than he counts for, but only where Food is short.
    pub male: i32,
}

impl Temper {
    /// A sensible beginner.
    pub const BEGINNER: Temper = Temper { hurries: false, food: FOOD, food_in_fall: FOOD, male: 2 };

    /// One who has seen many years: wins 55 in a hundred of them against a beginner (6,000 played).
    pub const SEASONED: Temper = Temper {
        hurries: true,
        food: [4 * STEP, 5 * STEP / 2, STEP],
        food_in_fall: [7 * STEP, 5 * STEP, 5 * STEP / 2],
        male: 15,
    };
}

const FOOD: [i32; 3] = [3 * STEP, 2 * STEP, STEP];
