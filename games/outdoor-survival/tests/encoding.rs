//! The game in numbers holds what a seat may know, all of it and nothing else.

use outdoor_survival::OutdoorSurvival;
use outdoor_survival::encoding::InNumbers;
use table::conformance::encoding_holds;

#[test]
fn the_encoding_holds_what_a_seat_may_know() {
    encoding_holds::<OutdoorSurvival, InNumbers>(400).unwrap();
}
