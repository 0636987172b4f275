//! What happens to a seat that is not there, in all games.

use crate::games::{setup, startable};
use clock::{AtDeadline, Spending};
use plans::{Eyes, Manner, resignation, stand_in};
use std::collections::BTreeMap;
use table::{Dice, Seat, Seed};

/// Whether what a policy does to one seat leaves the game to the others: it goes on to its end, or for many steps.
fn plays_on(policy: &AtDeadline) -> BTreeMap<&'static str, Vec<Manner>> {
    let mut manners = BTreeMap::new();
    for shelved in shelf::shelf() {
        let game = &*shelved.game;
        // The scenario with the most others, so that there is somebody for whom the game goes on.
        let setup = startable(game).into_iter().max_by_key(|setup| setup.seats).unwrap();
        let mut play = game.start(game.house(), &setup, Seed::from_number(11)).unwrap();
        let mut dice = Dice::seeded(Seed::from_number(12));
        let gone = Seat(0);
        let mut seen: Vec<Manner> = Vec::new();
        for _ in 0..300 {
            let Some(seat) = play.status().first() else { break };
            if seat != gone {
                play.ask(seat, "random", &mut dice).unwrap();
                continue;
            }
            let done = stand_in(&*play, seat, policy, &|_| false, &mut dice).unwrap();
            let given_up = done.manner == Manner::Resignation;
            play.act(seat, &done.line).unwrap();
            if given_up {
                let over = play.status().outcome().is_some();
                assert!(
                    !over || setup.seats <= 2,
                    "{}: one who resigns ends it for {} others",
                    game.id(),
                    setup.seats - 1
                );
            }
            if !seen.contains(&done.manner) {
                seen.push(done.manner);
            }
        }
        manners.insert(game.id(), seen);
    }
    manners
}

#[test]
fn the_rules_own_way_goes_on_in_every_game() {
    for (game, manners) in plays_on(&AtDeadline::Lapse) {
        assert_eq!(manners, [Manner::Lapse], "{game}");
    }
}

#[test]
fn a_bot_stands_in_in_every_game() {
    let policy = AtDeadline::Bot { strength: "random".into(), spending: Spending::Never };
    for (game, manners) in plays_on(&policy) {
        assert_eq!(manners, [Manner::Bot("random".into())], "{game}");
    }
}

#[test]
fn who_resigns_ends_the_game_for_nobody_else() {
    let manners = plays_on(&AtDeadline::Resign);
    println!("{manners:?}");
    let resigns = |game: &&&str| manners[**game].contains(&Manner::Resignation);
    let knows: Vec<&&str> =
        manners.keys().collect::<Vec<_>>().into_iter().filter(resigns).collect();
    assert_eq!(knows, [&"outdoor-survival", &"survivors"], "{manners:?}");
}

#[test]
fn a_bot_that_does_not_exist_is_told() {
    let games = shelf::shelf();
    let game = &*games[0].game;
    let play = game.start(game.house(), &setup(game), Seed::from_number(1)).unwrap();
    let policy = AtDeadline::Bot { strength: "gredy".into(), spending: Spending::Never };
    let seat = play.status().first().unwrap();
    let mut dice = Dice::seeded(Seed::from_number(1));
    let why = stand_in(&*play, seat, &policy, &|_| false, &mut dice).unwrap_err().to_string();
    assert!(why.contains("`gredy`") && why.contains("did you mean `greedy`"), "{why}");
}

#[test]
fn giving_up_is_found_where_the_rules_know_it_and_only_for_who_is_asked() {
    for shelved in shelf::shelf() {
        let game = &*shelved.game;
        let setup = setup(game);
        let play = game.start(game.house(), &setup, Seed::from_number(2)).unwrap();
        for seat in Seat::first(setup.seats) {
            let line = resignation(&Eyes::new(&*play, seat));
            assert!(line.is_none() || play.status().awaits(seat));
            if let Some(line) = line {
                assert_eq!(play.read(seat, &line).as_ref(), Ok(&line), "{}", game.id());
            }
        }
    }
}
