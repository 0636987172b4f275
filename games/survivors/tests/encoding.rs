//! The game in numbers holds what a seat may know, all of it and nothing else.

use survivors::Survivors;
use survivors::encoding::InNumbers;
use table::conformance::encoding_holds;

#[test]
fn the_encoding_holds_what_a_seat_may_know() {
    encoding_holds::<Survivors, InNumbers>(400).unwrap();
}
