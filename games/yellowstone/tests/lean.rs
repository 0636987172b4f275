//! A position is small, and deciding allocates nothing once buffers have grown.

use table::{Dice, Log, Rules, Seed, Setup};
use yellowstone::{Position, Yellowstone};

#[test]
fn a_position_takes_at_most_two_kibibytes() {
    assert!(size_of::<Position>() <= 2048, "{}", size_of::<Position>());
}

/// Plays so many random games with full lists, and counts the decisions.
fn play(game: &Yellowstone, games: u64, legal: &mut Vec<yellowstone::Action>) -> usize {
    let mut decisions = 0;
    let mut log = Log::quiet();
    for number in 0..games {
        let mut dice = Dice::seeded(Seed::from_number(number));
        let mut position = game.start(&mut dice, &mut log);
        while let Some(place) = game.deciding(&position) {
            let seat = game.owner(place);
            legal.clear();
            game.legal(&position, seat, legal);
            if let Some(action) = dice.pick("random play", legal) {
                game.apply(&mut position, seat, action, &mut dice, &mut log);
            }
            decisions += 1;
        }
    }
    decisions
}

#[test]
fn random_play_allocates_nothing_after_warming_up() {
    for scenario in ["standard", "solo"] {
        let seats = if scenario == "solo" { 1 } else { 4 };
        let game = Yellowstone::open(&Yellowstone::house(), &Setup::new(scenario, seats)).unwrap();
        let mut legal = Vec::new();
        play(&game, 3, &mut legal);
        let mut decisions = 0;
        let counted = allocation_counter::measure(|| decisions = play(&game, 3, &mut legal));
        assert!(decisions > 1000, "{decisions}");
        assert_eq!(counted.count_total, 0, "{scenario}: {decisions} decisions");
    }
}
