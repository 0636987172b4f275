//! The greedy player of Survivors plays sensibly, and honestly.

use bots::Random;
use survivors::Survivors;
use survivors::action::{Act, Action};
use survivors::bots::Greedy;
use survivors::event::Event;
use survivors::position::{Position, Step};
use table::{Bot, Dice, Log, Names, Outcome, Rules, Seat, Seed, Setup, Sight, Speech, playout};

/// Plays one game with the bots by seat; `watch` sees every decision before it is carried out.
fn play(
    setup: &Setup,
    number: u64,
    bots: &mut [&mut dyn Bot<Survivors>],
    mut watch: impl FnMut(&Survivors, &Position, Seat, &Action),
) -> Outcome {
    let game = Survivors::open(&Survivors::house(), setup).unwrap();
    let end = playout::play_bots(&game, number, bots, |position, seat, action| {
        watch(&game, position, seat, action);
    });
    game.status(&end).outcome().unwrap().clone()
}

fn greedy_game(
    setup: &Setup,
    number: u64,
    watch: impl FnMut(&Survivors, &Position, Seat, &Action),
) -> Outcome {
    let mut bots: Vec<Greedy> = (0..setup.seats).map(|_| Greedy).collect();
    let mut table: Vec<&mut dyn Bot<Survivors>> =
        bots.iter_mut().map(|bot| bot as &mut dyn Bot<Survivors>).collect();
    play(setup, number, &mut table, watch)
}

#[test]
fn greedy_beats_random_on_either_side() {
    // In the quick game a lead of less than three, which is a draw, is common.
    for (scenario, least, most_lost) in
        [("forecourt", 11, 0), ("surgery", 10, 1), ("strays", 11, 0), ("quick", 6, 2)]
    {
        let (mut won, mut lost) = (0, 0);
        for number in 0..12 {
            let place = number as usize % 2;
            let (mut greedy, mut random) = (Greedy, Random);
            let mut table: Vec<&mut dyn Bot<Survivors>> = vec![&mut random];
            table.insert(place, &mut greedy);
            let outcome = play(&Setup::new(scenario, 2), number, &mut table, |_, _, _, _| {});
            won += outcome.winners.has(Seat(place as u16)) as u32;
            lost += outcome.winners.has(Seat(1 - place as u16)) as u32;
        }
        assert!(won >= least && lost <= most_lost, "{scenario}: won {won} and lost {lost} of 12");
    }
}

#[test]
fn greedy_does_the_same_again() {
    let setup = Setup::new("barn", 2);
    let lines = || {
        let mut lines = Vec::new();
        greedy_game(&setup, 5, |game, _, _, action| lines.push(game.notation(action)));
        lines
    };
    assert_eq!(lines(), lines());
}

#[test]
fn greedy_decides_by_what_its_seat_knows() {
    let strays = Setup::new("strays", 2);
    let fog = |scenario| Setup::new(scenario, 2).with("fog", "on");
    let mut looked_at = 0;
    let quiet = strays.clone().with("strict_comms", "on");
    let fogs = [fog("barn"), fog("mill"), fog("quick")];
    for setup in [Setup::new("surgery", 2), strays, quiet].into_iter().chain(fogs) {
        let mut step = 0;
        greedy_game(&setup, 9, |game, position, seat, action| {
            step += 1;
            if step % 13 != 0 || position.step == Step::Over {
                return;
            }
            looked_at += 1;
            let sample = game.resample(position, seat, &mut Dice::seeded(Seed::from_number(step)));
            let decide = |position: &Position| {
                let mut legal = Vec::new();
                game.legal(position, seat, &mut legal);
                let mut own = Dice::seeded(Seed::from_number(step));
                let sight = Sight::new(game, position, seat);
                legal[Greedy.choose(&sight, &legal, &mut own)].clone()
            };
            assert_eq!(decide(position), decide(&sample), "after {action:?}");
        });
    }
    assert!(looked_at > 50, "{looked_at}");
}

#[test]
fn greedy_fetches_reloads_charges_and_never_gives_up() {
    let (mut fetched, mut reloaded, mut shot, mut charged) = (0, 0, 0, 0);
    for number in 0..6 {
        greedy_game(&Setup::new("forecourt", 2), number, |_, _, _, action| match action {
            Action::Do { act: Act::PickUp(_), .. } => fetched += 1,
            Action::Do { act: Act::Reload, .. } => reloaded += 1,
            Action::Shoot { .. } => shot += 1,
            Action::Move { charge, .. } => charged += (*charge != 0) as u32,
            Action::Concede => panic!("it gives up"),
            _ => {}
        });
    }
    assert!(fetched > 6 && reloaded > 6, "fetched {fetched}, reloaded {reloaded}");
    assert!(shot > 12 && charged > 6, "shot {shot}, charged {charged}");
}

// rules: SV-END-01, SV-END-02, SV-END-03
#[test]
fn the_points_told_at_the_end_are_the_score() {
    let mut told = 0;
    for (scenario, number) in [("quick", 0), ("forecourt", 1), ("tollgate", 2), ("strays", 3)] {
        let setup = Setup::new(scenario, 2);
        let mut last = None;
        greedy_game(&setup, number, |_, position, seat, action| {
            last = Some((position.clone(), seat, action.clone()));
        });
        let (mut position, seat, action) = last.unwrap();
        let game = Survivors::open(&Survivors::house(), &setup).unwrap();
        let mut log = Log::new();
        let mut dice = Dice::seeded(Seed::from_number(number));
        game.apply(&mut position, seat, &action, &mut dice, &mut log);
        let status = game.status(&position);
        let outcome = status.outcome().unwrap();
        let conclusion = game.conclusion(&position, outcome, Names::NONE);
        let reckoning = game.reckoning(&position, outcome).unwrap();
        let mut sums = vec![0; 2];
        for entry in log.entries() {
            let Event::Scores { side, heading, points } = &entry.event else { continue };
            sums[side.index()] += i64::from(*points);
            if *points != 0 {
                told += 1;
                let line = game.narrate(&entry.event, Names::NONE);
                assert_eq!(line.rules, [heading.rule()], "{}", line.text);
                let under = reckoning.heads.iter().position(|head| head == heading.word()).unwrap();
                assert_eq!(reckoning.rows[side.index()][under], points.to_string());
            }
        }
        assert_eq!(Some(&sums), outcome.scores.as_ref(), "{conclusion}");
        let told = |(one, other): (usize, usize)| format!(", {} : {}: ", sums[one], sums[other]);
        assert!(
            [(0, 1), (1, 0)].map(told).iter().any(|it| conclusion.contains(it)),
            "{conclusion}"
        );
    }
    assert!(told > 6, "{told}");
}
