//! The greedy player of Outlive plays sensibly.

use bots::Random;
use outlive::bots::Greedy;
use outlive::{Action, Outlive, Phase, Position, Step};
use table::{Bot, Outcome, Rules, Seat, Setup, playout};

/// Plays one game with the bots by seat; `watch` sees every decision before it is carried out.
fn play(
    setup: &Setup,
    number: u64,
    bots: &mut [&mut dyn Bot<Outlive>],
    mut watch: impl FnMut(&Outlive, &Position, Seat, &Action),
) -> Outcome {
    let game = Outlive::open(&Outlive::house(), setup).unwrap();
    let end = playout::play_bots(&game, number, bots, |position, seat, action| {
        watch(&game, position, seat, action);
    });
    game.status(&end).outcome().unwrap().clone()
}

#[test]
fn greedy_beats_random_at_every_table() {
    for seats in 2..=4 {
        let mut won = 0;
        for number in 0..12 {
            let place = number as usize % seats as usize;
            let mut greedy = Greedy;
            let mut others: Vec<Random> = (1..seats).map(|_| Random).collect();
            let mut table: Vec<&mut dyn Bot<Outlive>> =
                others.iter_mut().map(|bot| bot as &mut dyn Bot<Outlive>).collect();
            table.insert(place, &mut greedy);
            let outcome = play(&Setup::new("convoy", seats), number, &mut table, |_, _, _, _| {});
            won += outcome.winners.has(Seat(place as u16)) as u32;
        }
        assert!(won >= 11, "{won} of 12 with {seats} seats");
    }
}

/// Greedy in every seat, over a few games.
fn greedy_games(
    setup: &Setup,
    numbers: std::ops::Range<u64>,
    mut watch: impl FnMut(&Outlive, &Position, Seat, &Action),
) -> Vec<Outcome> {
    numbers
        .map(|number| {
            let mut bots: Vec<Greedy> = (0..setup.seats).map(|_| Greedy).collect();
            let mut table: Vec<&mut dyn Bot<Outlive>> =
                bots.iter_mut().map(|bot| bot as &mut dyn Bot<Outlive>).collect();
            play(setup, number, &mut table, &mut watch)
        })
        .collect()
}

#[test]
fn greedy_feeds_its_people_and_mans_the_airlock() {
    let (mut nights, mut hungry, mut leaks, mut ambient) = (0, 0, 0, 0);
    greedy_games(&Setup::new("convoy", 4), 0..4, |game, p, seat, action| {
        // Each Shelter is looked at once a Night, when its owner is done with recruiting.
        let shelter = &p.shelters[seat.into()];
        if p.phase == Phase::Overcome || shelter.step != Step::Recruit || *action != Action::End {
            return;
        }
        nights += 1;
        hungry += (shelter.people() < 4) as u32;
        leaks += u32::from(game.radiation(p, seat.into()));
        ambient += game.ambient()[p.turn as usize - 1] as u32;
    });
    assert_eq!(nights, 4 * 4 * 6);
    assert!(hungry * 20 < nights, "{hungry} of {nights} Shelters hold fewer people than at first");
    assert!(leaks * 3 < ambient, "{leaks} of {ambient} radiation comes in");
}

#[test]
fn greedy_builds_repairs_and_leaves_no_points_unused() {
    let (mut taken, mut wasted) = (0, 0);
    let outcomes = greedy_games(&Setup::new("convoy", 3), 20..24, |_, p, _, action| {
        if p.phase == Phase::Actions {
            match action {
                Action::Take(count) => taken += *count as u32,
                Action::End => wasted += p.go.points as u32,
                _ => {}
            }
        }
    });
    let scores: Vec<i64> =
        outcomes.iter().flat_map(|outcome| outcome.scores.iter().flatten().copied()).collect();
    let mean = scores.iter().sum::<i64>() as f64 / scores.len() as f64;
    assert!(mean > 24.0, "{scores:?}");
    assert!(wasted * 5 < taken, "{wasted} points wasted, {taken} tokens taken");
}

#[test]
fn greedy_plays_every_scenario_and_option_to_its_end() {
    let mut setups = vec![
        Setup::new("hard-rain", 2),
        Setup::new("lean-week", 3),
        Setup::new("convoy", 2).with("room_draft", "pass").with("mini_tiles", "on"),
        Setup::new("convoy", 2).with("night_parallel", "off").with("four_days", "on"),
    ];
    for level in ["easy", "normal", "hard"] {
        setups.push(Setup::new("horde", 1).with("level", level));
    }
    for setup in setups {
        greedy_games(&setup, 3..5, |game, p, seat, action| {
            assert_eq!(game.check(p, seat, action), Ok(()), "{setup:?}");
        });
    }
}

#[test]
fn the_same_dice_give_the_same_game() {
    let game = || greedy_games(&Setup::new("convoy", 3), 7..8, |_, _, _, _| {});
    assert_eq!(game(), game());
}
