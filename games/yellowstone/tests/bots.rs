//! The greedy player of Yellowstone plays sensibly.

use bots::Random;
use table::{Bot, Outcome, Rules, Setup, playout};
use yellowstone::Yellowstone;
use yellowstone::bots::Greedy;

/// Plays one game; the bots by seat.
fn play(setup: &Setup, number: u64, bots: &mut [&mut dyn Bot<Yellowstone>]) -> Outcome {
    let game = Yellowstone::open(&Yellowstone::house(), setup).unwrap();
    let end = playout::play_bots(&game, number, bots, |_, _, _| {});
    game.status(&end).outcome().unwrap().clone()
}

#[test]
fn greedy_beats_random() {
    let (mut greedy, mut random) = (Greedy::default(), Random);
    let mut won = 0;
    for number in 0..20 {
        let outcome = play(&Setup::new("standard", 2), number, &mut [&mut greedy, &mut random]);
        won += (outcome.ranks[0] < outcome.ranks[1]) as u32;
    }
    assert!(won >= 19, "{won} of 20");
}

#[test]
fn greedy_brings_its_herd_home_in_every_scenario() {
    let catalogue = Yellowstone::catalogue(&Yellowstone::house()).unwrap();
    for scenario in catalogue.scenarios {
        let seats = scenario.max_seats;
        let mut home = 0;
        for number in 0..5 {
            let mut bots = vec![Greedy::default(); seats as usize];
            let mut table: Vec<&mut dyn Bot<Yellowstone>> =
                bots.iter_mut().map(|bot| bot as &mut dyn Bot<Yellowstone>).collect();
            let outcome = play(&Setup::new(&scenario.id, seats), number, &mut table);
            home += matches!(outcome.reason.as_str(), "home" | "arrived") as u32;
        }
        assert!(home >= 4, "{}: {home} of 5", scenario.id);
    }
}

#[test]
fn the_same_dice_give_the_same_game() {
    let game = || {
        play(&Setup::new("standard", 2), 7, &mut [&mut Greedy::default(), &mut Greedy::default()])
    };
    assert_eq!(game(), game());
}
