//! Greedy plays Outdoor Survival as a sensible beginner would, and search better.

use bots::Random;
use bots::search::{Effort, Search};
use outdoor_survival::bots::{Greedy, Scout};
use outdoor_survival::{Action, OutdoorSurvival, Position};
use table::{Bot, Dice, Log, Outcome, Rules, Seat, Seats, Seed, Setup, Sight, playout};

fn open(scenario: &str, seats: u16) -> OutdoorSurvival {
    OutdoorSurvival::open(&OutdoorSurvival::house(), &Setup::new(scenario, seats))
        .expect("the house edition opens")
}

fn scenarios() -> Vec<(String, u16, u16)> {
    let catalogue = OutdoorSurvival::catalogue(&OutdoorSurvival::house()).expect("a catalogue");
    let scenarios = catalogue.scenarios.into_iter();
    scenarios.map(|scenario| (scenario.id, scenario.min_seats, scenario.max_seats)).collect()
}

/// Plays a game in which `choose` decides for everybody, with dice for the deciding.
fn played(
    game: &OutdoorSurvival,
    number: u64,
    mut choose: impl FnMut(&Position, Seat, &[Action], &mut Dice) -> usize,
) -> Outcome {
    let seed = Seed::from_number(number);
    let (mut dice, mut own) = (Dice::seeded(seed), Dice::seeded(seed.child("bots")));
    let choose = |position: &Position, seat, legal: &[Action], _: &mut Dice| {
        choose(position, seat, legal, &mut own)
    };
    let (end, _) = playout::play(game, &mut dice, &mut Vec::new(), choose);
    game.status(&end).outcome().expect("nobody decides, so it is over").clone()
}

/// Plays a game; `greedy` says which seats greedy has, the others are random. `each` is told of
/// every position and what greedy chose in it.
fn play(
    game: &OutdoorSurvival,
    number: u64,
    greedy: impl Fn(Seat) -> bool,
    mut each: impl FnMut(&Position, Seat, &Action),
) -> Outcome {
    played(game, number, |position, seat, legal, own| {
        let sight = Sight::new(game, position, seat);
        if !greedy(seat) {
            return Random.choose(&sight, legal, own);
        }
        let chosen = Greedy.choose(&sight, legal, own);
        each(position, seat, &legal[chosen]);
        chosen
    })
}

/// Of so many games, those won by a seat for which `counts` holds.
fn wins(
    game: &OutdoorSurvival,
    games: u64,
    greedy: impl Fn(Seat) -> bool,
    counts: impl Fn(Seat) -> bool,
) -> u64 {
    let won = |number: &u64| {
        let outcome = play(game, *number, &greedy, |_, _, _| {});
        outcome.winners.iter().any(&counts)
    };
    (0..games).filter(won).count() as u64
}

#[test]
fn lost_is_won_about_as_often_as_by_the_reference_walker() {
    let won = wins(&open("lost", 1), 2000, |_| true, |_| true);
    assert!((900..=1400).contains(&won), "{won} of 2000 games");
}

#[test]
fn survival_is_crossed_in_two_games_of_five_or_more() {
    let won = wins(&open("survival", 1), 300, |_| true, |_| true);
    assert!(won >= 120, "{won} of 300 games");
}

#[test]
fn the_chases_are_open() {
    for (scenario, seats, hunter, least, most) in [
        ("pursue-escape", 2, 0, 35, 65), // the escapee
        ("pursue-hunt", 2, 1, 40, 75),   // the hunters
        ("beast", 1, 0, 35, 60),         // the hunter
        ("beast", 2, 1, 35, 60),
        ("search", 4, 0, 5, 25), // the lost person
    ] {
        let won = wins(&open(scenario, seats), 200, |_| true, |seat| seat.index() == hunter) / 2;
        assert!((least..=most).contains(&won), "{scenario}, {seats} seats: {won} %");
    }
}

#[test]
fn greedy_never_resigns() {
    for (scenario, least, most) in scenarios() {
        for seats in [least, most] {
            let game = open(&scenario, seats);
            for number in 0..4 {
                play(
                    &game,
                    number,
                    |_| true,
                    |_, _, action| {
                        assert_ne!(*action, Action::Resign, "{scenario}, {seats} seats");
                    },
                );
            }
        }
    }
}

#[test]
fn greedy_beats_random() {
    const GAMES: u64 = 20;
    for (scenario, least, most) in scenarios() {
        if most > 1 && scenario != "trek" {
            let game = open(&scenario, 2);
            let (mut greedy, mut random) = (0, 0);
            for own in 0..2 {
                let mine = |seat: Seat| seat.index() == own;
                greedy += wins(&game, GAMES, mine, mine);
                random += wins(&game, GAMES, mine, |seat| !mine(seat));
            }
            assert!(greedy > 2 * random, "{scenario}: greedy {greedy}, random {random}");
        }
        if least == 1 {
            let game = open(&scenario, 1);
            // Alone in the dark one game of ten is won.
            let greedy = wins(&game, 3 * GAMES, |_| true, |_| true);
            let random = wins(&game, 3 * GAMES, |_| false, |_| true);
            assert!(greedy > random, "{scenario}, alone: greedy {greedy}, random {random}");
        }
    }
}

/// Under the markers anything may lie: as long as the view is the same, so is the choice.
#[test]
fn what_is_hidden_does_not_move_greedy() {
    let game = open("rescue", 2);
    let mut other = Dice::seeded(Seed::from_number(99));
    let mut differed = false;
    for number in 0..6 {
        play(
            &game,
            number,
            |_| true,
            |position, seat, _| {
                let imagined = game.resample(position, seat, &mut other);
                differed |= imagined != *position;
                let [chosen, again] = [position, &imagined].map(|position| {
                    let mut legal = Vec::new();
                    game.legal(position, seat, &mut legal);
                    let mut own = Dice::seeded(Seed::from_number(7));
                    let chosen =
                        Greedy.choose(&Sight::new(&game, position, seat), &legal, &mut own);
                    legal[chosen]
                });
                assert_eq!(chosen, again);
            },
        );
    }
    assert!(differed, "the markers were never dealt anew");
}

/// Plays a game with these bots; who won.
fn sent(game: &OutdoorSurvival, number: u64, bots: &mut [&mut dyn Bot<OutdoorSurvival>]) -> Seats {
    let choose = |position: &Position, seat: Seat, legal: &[Action], own: &mut Dice| {
        bots[seat.index()].choose(&Sight::new(game, position, seat), legal, own)
    };
    played(game, number, choose).winners
}

fn scout() -> Search<OutdoorSurvival, Scout> {
    Search::new(Scout::default(), Effort::playouts(60))
}

/// Odds that are worked out wrong would promise more or less than comes of following them.
#[test]
fn whoever_follows_the_odds_gets_out_as_often_as_they_say() {
    const GAMES: u64 = 400;
    for (scenario, least) in [("lost", 80), ("survival", 85)] {
        let game = open(scenario, 1);
        let start = game.start(&mut Dice::seeded(Seed::from_number(1)), &mut Log::quiet());
        let promised = (100.0 * game.prospects(&start).chance()) as u64;
        let mut scout = scout();
        let won = |number: &u64| !sent(&game, *number, &mut [&mut scout]).is_empty();
        let kept = (0..GAMES).filter(won).count() as u64 * 100 / GAMES;
        assert!(kept.abs_diff(promised) <= 6, "{scenario}: {promised} % promised, {kept} % came");
        assert!(kept >= least, "{scenario}: {kept} %");
    }
}

#[test]
fn search_outruns_greedy() {
    let game = open("survival", 2);
    let (mut scout, mut greedy) = (scout(), Greedy);
    let mut won = [0, 0];
    for number in 0..30 {
        let own = number as usize % 2;
        let mut bots: [&mut dyn Bot<OutdoorSurvival>; 2] = [&mut scout, &mut greedy];
        bots.rotate_left(own);
        for winner in sent(&game, number, &mut bots).iter() {
            won[(winner.index() + own) % 2] += 1;
        }
    }
    assert!(won[0] > 2 * won[1], "search {}, greedy {}", won[0], won[1]);
}
