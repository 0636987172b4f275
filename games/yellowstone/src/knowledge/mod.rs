//! What a viewer may know, and what a seat may not.

mod resample;
mod view;

pub(crate) use resample::resample;
pub use view::View;
pub(crate) use view::view;

use crate::Yellowstone;
use crate::position::{Place, Position, Season, Step};
use table::Viewer;

impl Yellowstone {
    /// Whether a viewer knows the values of the counters that a herd has taken. YS-FOOD-08
    fn knows_food(&self, position: &Position, viewer: Viewer, place: Place) -> bool {
        position.season == Season::Winter
            || position.step == Step::Over
            || self.readings.open_food
            || self.scenario.open_map
            || match viewer {
                Viewer::Referee => true,
                Viewer::Seat(seat) => place.index() < self.herds() && self.owner(place) == seat,
                Viewer::Table => false,
            }
    }
}
