//! Nobody who is away holds up the game: every decision has a sensible answer by itself, and nobody
//! is asked who has no choice.

use outlive::{Action, Ask, Loss, Outlive, Phase, Position, Step, Token};
use std::collections::BTreeSet;
use table::{Conformant, Dice, Log, Rules, Seat, Seed, Setup};

fn setups() -> Vec<Setup> {
    vec![
        Setup::new("convoy", 2).with("mini_tiles", "on"),
        Setup::new("convoy", 3).with("room_draft", "pass").with("hero_placement", "turn_order"),
        Setup::new("convoy", 4).with("standing_orders", "off").with("night_parallel", "off"),
        Setup::new("hard-rain", 4).with("limited_reserve", "on").with("pass_is_final", "on"),
        Setup::new("lean-week", 3).with("four_days", "on").with("virtual_water_feeds_rats", "on"),
        Setup::new("horde", 1).with("level", "hard").with("mini_tiles", "on"),
    ]
}

/// What is asked of a seat, as finely as answers differ.
fn question(p: &Position, seat: Seat) -> &'static str {
    let shelter = &p.shelters[seat.into()];
    match p.phase {
        Phase::Draft => "draft",
        Phase::Search => "search at set-up",
        Phase::Placement => "placement",
        Phase::Activation => "activation",
        Phase::Pressure if p.squeeze.bat => "bat",
        Phase::Pressure if p.squeeze.unanswered.has(seat.into()) => "defence",
        Phase::Pressure if p.go.side == seat.into() => "demand",
        Phase::Pressure => "tribute",
        Phase::Actions => match p.go.ask {
            Ask::Nothing => "action",
            Ask::HuntingRooms => "hunting rooms",
            Ask::Refugee => "refugee",
            Ask::Looter => "looter",
            Ask::Merchant(_) => "merchant",
        },
        Phase::Overcome => "overcome",
        Phase::Losses | Phase::Night if shelter.loss != Loss::Nothing => match shelter.loss {
            Loss::Supply => "rats",
            Loss::Token => "clan",
            _ => "survivor",
        },
        Phase::Night => match shelter.step {
            Step::Feed => "feed",
            Step::Recruit => "recruit",
            Step::Build => "build",
            _ => "repair",
        },
        Phase::Losses | Phase::Over => "nothing",
    }
}

/// Plays games in which the seats of `away` never answer and the others play at random.
fn play(
    setup: &Setup,
    away: u16,
    seeds: std::ops::Range<u64>,
    mut watch: impl FnMut(&Outlive, &Position, Seat, &[Action]),
) {
    let game = Outlive::open(&Outlive::house(), setup).unwrap();
    let mut legal = Vec::new();
    for seed in seeds {
        let (mut dice, mut log) = (Dice::seeded(Seed::from_number(seed)), Log::quiet());
        let mut position = game.start(&mut dice, &mut log);
        let mut decisions = 0;
        while let Some(seat) = game.status(&position).first() {
            legal.clear();
            game.legal(&position, seat, &mut legal);
            watch(&game, &position, seat, &legal);
            let action = match away >> seat.0 & 1 {
                0 => *dice.pick("present", &legal).unwrap(),
                _ => game.lapse(&position, seat),
            };
            assert_eq!(game.check(&position, seat, &action), Ok(()), "{setup:?} {action:?}");
            game.apply(&mut position, seat, &action, &mut dice, &mut log);
            decisions += 1;
            assert!(decisions <= game.bound(), "{setup:?}, seed {seed}, away {away:b}");
        }
    }
}

#[test]
fn games_end_though_nobody_or_only_some_answer() {
    for setup in setups() {
        for away in [u16::MAX, 1, 0b1010] {
            play(&setup, away, 0..4, |_, _, _, _| {});
        }
    }
}

#[test]
fn every_kind_of_question_has_an_answer_by_itself() {
    let mut asked = BTreeSet::new();
    for setup in setups() {
        play(&setup, 0, 100..160, |game, p, seat, legal| {
            asked.insert(question(p, seat));
            assert!(legal.contains(&game.lapse(p, seat)), "{}", question(p, seat));
        });
    }
    let wanted = [
        "draft",
        "search at set-up",
        "placement",
        "activation",
        "bat",
        "defence",
        "demand",
        "tribute",
        "action",
        "hunting rooms",
        "refugee",
        "looter",
        "merchant",
        "overcome",
        "rats",
        "clan",
        "survivor",
        "feed",
        "recruit",
        "build",
        "repair",
    ];
    let missing: Vec<_> = wanted.iter().filter(|kind| !asked.contains(*kind)).collect();
    assert!(missing.is_empty(), "never asked: {missing:?}");
    assert_eq!(asked.len(), wanted.len(), "{asked:?}");
}

// rules: OL-PRES-34, OL-OVER-17
#[test]
fn nobody_is_asked_without_a_choice() {
    for setup in setups() {
        play(&setup, 0, 200..220, |_, p, seat, legal| {
            let free = legal.len() > 1 || legal == [Action::End];
            assert!(free, "{setup:?}: {} has only {legal:?}", question(p, seat));
        });
    }
}

/// An absent defender spends nothing, and pays with what he has most of.
#[test]
fn an_absent_defender_keeps_munitions_and_gives_what_abounds() {
    let (mut defended, mut paid) = (0, 0);
    play(&Setup::new("convoy", 4).with("standing_orders", "off"), 0, 0..60, |game, p, seat, _| {
        let shelter = &p.shelters[seat.into()];
        match (question(p, seat), game.lapse(p, seat)) {
            ("defence", answer) => {
                defended += 1;
                let nothing = Action::Defend { immunity: false, gear: false, munitions: 0 };
                assert_eq!(answer, nothing);
            }
            ("tribute", Action::Give(token)) => {
                paid += 1;
                let goods = Token::ALL.into_iter().filter(|token| *token != Token::Munitions);
                let most = goods.map(|token| shelter.has(token)).max();
                assert_eq!(Some(shelter.has(token)), most);
            }
            _ => {}
        }
    });
    assert!(defended > 20 && paid > 20, "{defended} defences, {paid} tributes");
}

/// An absent owner feeds whom he can, so that nobody dies for want of an answer.
#[test]
fn an_absent_owner_feeds_as_well_as_he_can() {
    let mut fed = 0;
    play(&Setup::new("convoy", 3), 0, 0..20, |game, p, seat, _| {
        if question(p, seat) == "feed" {
            let owed = game.owed(&p.shelters[seat.into()]);
            let (mut after, mut log) = (*p, Log::quiet());
            let mut dice = Dice::seeded(Seed::from_number(1));
            game.apply(&mut after, seat, &game.lapse(p, seat), &mut dice, &mut log);
            let after = &after.shelters[seat.into()];
            let starved = if after.step == Step::Hunger { after.losing } else { 0 };
            assert!(starved <= owed.shortage, "{starved} starve, {} must", owed.shortage);
            fed += 1;
        }
    });
    assert!(fed > 20, "{fed}");
}
