//! The game in numbers holds what a seat may know, all of it and nothing else.

use postal_survival::PostalSurvival;
use postal_survival::encoding::InNumbers;
use table::conformance::encoding_holds;

#[test]
fn the_encoding_holds_what_a_seat_may_know() {
    encoding_holds::<PostalSurvival, InNumbers>(400).unwrap();
}
