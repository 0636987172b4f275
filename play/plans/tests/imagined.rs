//! A position that is made up for a seat follows from what the seat knows and from the dice, never from what is hidden from
//! it: made up from another position that the seat cannot tell from the true one, it is the same.

use table::{AnyGame, AnyMatch, Dice, Record, Seat, Seed, Setup, Step, Viewer, snapshot_digest};

/// A match that begins in a position.
fn standing(game: &dyn AnyGame, of: &dyn AnyMatch, snapshot: &[u8]) -> Box<dyn AnyMatch> {
    let seed = Seed::from_number(99);
    let start = Step {
        seat: None,
        action: String::new(),
        dice: Vec::new(),
        digest: snapshot_digest(snapshot),
    };
    let record = of.record(false);
    let record = Record { commitment: seed.commitment(), steps: vec![start], ..record };
    game.resume(&record, seed, snapshot).unwrap()
}

/// Set-ups in which much is hidden, and one in which nothing is.
const SET_UPS: [(&str, &str); 6] = [
    ("outdoor-survival", "pursue-dark"),
    ("postal-survival", "first-run"),
    ("outlive", "convoy"),
    ("survivors", "forecourt"),
    ("yellowstone", "standard"),
    ("connect-four", "plain"),
];

fn game_of(id: &str) -> Box<dyn AnyGame> {
    match id {
        "connect-four" => Box::new(table::GameBox::<connect_four::ConnectFour>::new().bot(
            "random",
            "at random",
            || Box::new(bots::Random),
        )),
        id => shelf::shelf().into_iter().find(|shelved| shelved.game.id() == id).unwrap().game,
    }
}

#[test]
fn what_is_made_up_follows_from_what_the_seat_knows_alone() {
    let mut hidden = 0;
    for (id, scenario) in SET_UPS {
        let game = game_of(id);
        let setup = Setup::new(scenario, 2);
        let mut play = game.start(game.house(), &setup, Seed::from_number(5)).unwrap();
        let mut dice = Dice::seeded(Seed::from_number(6));
        for step in 0..40_u64 {
            let Some(next) = play.status().first() else { break };
            if step % 8 == 0 {
                let seat = Seat((step / 8 % 2) as u16);
                let eyes = Viewer::Seat(seat);
                let made = |of: &dyn AnyMatch, number| {
                    of.imagined(eyes, &mut Dice::seeded(Seed::from_number(number))).unwrap()
                };
                let other = standing(game.as_ref(), play.as_ref(), &made(play.as_ref(), step));
                assert_eq!(
                    other.view(eyes),
                    play.view(eyes),
                    "{id} {step}: the seat sees the same"
                );
                assert_eq!(
                    made(other.as_ref(), 1000 + step),
                    made(play.as_ref(), 1000 + step),
                    "{id} {step}: the truth shows through"
                );
                hidden += usize::from(other.digest() != play.digest());
                let all = play.imagined(Viewer::Referee, &mut dice).unwrap();
                assert_eq!(snapshot_digest(&all), play.digest(), "a referee knows everything");
                assert_eq!(play.imagined(Viewer::Table, &mut dice), None);
            }
            play.ask(next, "random", &mut dice).unwrap();
        }
    }
    assert!(hidden > 10, "only {hidden} positions hid anything");
}

#[test]
fn a_game_is_played_out_from_any_position_and_stays_as_it_is() {
    let game = game_of("connect-four");
    let mut play = game.start(game.house(), &Setup::new("plain", 2), Seed::from_number(5)).unwrap();
    for column in [1, 2, 1, 2, 1, 2] {
        let seat = play.status().first().unwrap();
        play.act(seat, &format!("drop {column}")).unwrap();
    }
    let before = play.digest();
    let outs = |play: &dyn AnyMatch| -> Vec<bool> {
        let won = |number| {
            let mut dice = Dice::for_quiet_step(Seed::from_number(number), 0);
            play.play_out("random", 100, &mut dice).unwrap().winners.has(Seat(0))
        };
        (0..40).map(won).collect()
    };
    let (first, again) = (outs(play.as_ref()), outs(play.as_ref()));
    assert_eq!(first, again, "the same dice lead to the same end");
    assert!(first.contains(&true) && first.contains(&false));
    assert_eq!(play.digest(), before);
    let mut dice = Dice::seeded(Seed::from_number(1));
    assert_eq!(play.play_out("random", 0, &mut dice), None, "it does not end at once");
    assert_eq!(play.play_out("oracle", 100, &mut dice), None, "nobody is called so");
    play.act(Seat(0), "drop 1").unwrap();
    let over = play.play_out("random", 0, &mut dice).unwrap();
    assert!(over.winners.has(Seat(0)) && !over.winners.has(Seat(1)));
}
