//! The game in numbers holds what a seat may know, all of it and nothing else.

use survivors::Survivors;
use survivors::encoding::InNumbers;
use table::Setup;
use table::conformance::{encoding_holds, encoding_holds_in};

#[test]
fn the_encoding_holds_what_a_seat_may_know() {
    encoding_holds::<Survivors, InNumbers>(400).unwrap();
    let quiet = Setup::new("strays", 4).with("strict_comms", "on");
    encoding_holds_in::<Survivors, InNumbers>(&quiet, 400).unwrap();
}
