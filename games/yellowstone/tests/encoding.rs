//! The game in numbers holds what a seat may know, all of it and nothing else.

use table::conformance::encoding_holds;
use yellowstone::Yellowstone;
use yellowstone::encoding::InNumbers;

#[test]
fn the_encoding_holds_what_a_seat_may_know() {
    encoding_holds::<Yellowstone, InNumbers>(400).unwrap();
}
