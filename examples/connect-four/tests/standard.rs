//! What every game is held to, and what no case can show.

use connect_four::ConnectFour;
use table::{Dice, Log, Rules, Seat, Seed, Setup, Speech, Status};

table::standard_tests!(ConnectFour);

table::conformance_tests!(ConnectFour, |suite| suite.games = 100);

#[test]
fn the_encoding_holds_what_a_seat_may_know() {
    let held =
        table::conformance::encoding_holds::<ConnectFour, connect_four::encoding::InNumbers>(400);
    held.unwrap();
}

#[test]
fn a_game_without_an_encoding_has_one_that_serves() {
    let held = table::conformance::encoding_holds::<ConnectFour, table::encoding::Plain>(400);
    held.unwrap();
}

// rules: CF-END-02
#[test]
fn a_full_board_without_a_line_is_a_draw() {
    let game = ConnectFour::open(&ConnectFour::house(), &Setup::new("plain", 2)).unwrap();
    let (mut dice, mut log) = (Dice::seeded(Seed::from_number(1)), Log::quiet());
    let mut position = game.start(&mut dice, &mut log);
    // Pairs of columns filled so that colours alternate in blocks and no line arises.
    for (turn, column) in "121212212121343434434343565656656565777777".chars().enumerate() {
        let seat = if turn % 2 == 0 { Seat(0) } else { Seat(1) };
        let drop = game.parse(&position, seat, &column.to_string()).unwrap();
        game.play(&mut position, seat, &drop, &mut dice, &mut log).unwrap();
    }
    match game.status(&position) {
        Status::Over(outcome) => {
            assert_eq!((outcome.reason.as_str(), outcome.ranks), ("full", vec![1, 1]))
        }
        going => panic!("{going:?}"),
    }
}
