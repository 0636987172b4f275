//! Playing costs no memory: nothing is allocated per decision after a warm-up.

use outlive::{Action, Outlive, Position};
use table::{Dice, Log, Rules, Seed, Setup};

/// One random game; how many decisions it took.
fn play(game: &Outlive, dice: &mut Dice, legal: &mut Vec<Action>) -> usize {
    let mut log = Log::quiet();
    let mut position = game.start(dice, &mut log);
    let mut decisions = 0;
    while position.phase != outlive::Phase::Over {
        let seat = game.status(&position).first().unwrap();
        legal.clear();
        game.legal(&position, seat, legal);
        let action = *dice.pick("random play", legal).unwrap();
        game.apply(&mut position, seat, &action, dice, &mut log);
        decisions += 1;
    }
    decisions
}

#[test]
fn nothing_is_allocated_per_decision_and_a_position_is_small() {
    assert!(size_of::<Position>() <= 2048, "{}", size_of::<Position>());
    assert!(size_of::<Action>() <= 8, "{}", size_of::<Action>());
    for setup in [
        Setup::new("convoy", 4),
        Setup::new("convoy", 3).with("room_draft", "pass").with("mini_tiles", "on"),
        Setup::new("horde", 1),
    ] {
        let game = Outlive::open(&Outlive::house(), &setup).unwrap();
        let mut dice = Dice::seeded(Seed::from_number(1));
        let mut legal = Vec::with_capacity(1024);
        play(&game, &mut dice, &mut legal);
        let mut decisions = 0;
        let info = allocation_counter::measure(|| {
            decisions = (0..20).map(|_| play(&game, &mut dice, &mut legal)).sum();
        });
        let during = info.count_total;
        assert!(decisions > 2_000);
        assert_eq!(during, 0, "{during} allocations in {decisions} decisions of {setup:?}");
        assert!(legal.capacity() == 1024, "a list of more than 1024 actions");
    }
}
