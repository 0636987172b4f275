//! Survivors keeps every promise of the contract.

use include_dir::{Dir, include_dir};
use survivors::Survivors;
use survivors::action::Action;
use table::conformance::{Suite, end_in_time, hold};
use table::{Match, Rules, Seed, Setup, texts};

fn suite(setups: Vec<Setup>, games: usize, every: u32) -> Suite {
    let mut suite = Suite::new(setups, games);
    suite.every = every;
    suite
}

#[test]
fn every_promise_holds_in_every_scenario() {
    let setups = vec![
        Setup::new("forecourt", 2),
        Setup::new("barn", 2),
        Setup::new("tollgate", 2),
        Setup::new("surgery", 2),
        Setup::new("surgery", 3),
        Setup::new("strays", 2),
        Setup::new("strays", 4),
        Setup::new("mill", 2),
        Setup::new("quick", 2),
        Setup::new("duel", 2),
    ];
    hold::<Survivors>(&suite(setups, 1, 29)).unwrap();
}

#[test]
fn every_promise_holds_under_every_option() {
    let quick = || Setup::new("quick", 2);
    let setups = vec![
        quick().with("reveal", "staged"),
        quick().with("tape", "rounded").with("aim_stack", "on"),
        quick().with("precontact_by", "any").with("winner_half", "difference"),
        quick().with("melee_cap", "none").with("defect", "regulars_held"),
        quick().with("civilians", "strict").with("improvise", "off"),
        quick().with("free_turn_fire", "on").with("fire_into_melee", "on"),
        quick().with("door_action", "on").with("talk_free", "on"),
        quick().with("limb_wounds", "on").with("armoury", "extended"),
        quick().with("mirror_match", "on"),
        Setup::new("quick", 3).with("umpire", "on"),
        Setup::new("strays", 2).with("strict_comms", "on"),
    ];
    hold::<Survivors>(&suite(setups, 1, 31)).unwrap();
}

// rules: SV-FOG-01, SV-FOG-02, SV-FOG-08, SV-FOG-09
#[test]
fn every_promise_holds_in_fog() {
    let scenarios = [
        ("barn", 2),
        ("mill", 2),
        ("surgery", 2),
        ("surgery", 3),
        ("forecourt", 2),
        ("tollgate", 2),
        ("strays", 4),
        ("quick", 2),
    ];
    let setups = scenarios.map(|(name, seats)| Setup::new(name, seats).with("fog", "on"));
    hold::<Survivors>(&suite(setups.to_vec(), 1, 23)).unwrap();
    let quick = || Setup::new("quick", 2).with("fog", "on");
    let setups = vec![
        Setup::new("quick", 3).with("fog", "on").with("umpire", "on"),
        quick().with("mirror_match", "on"),
        quick().with("precontact_by", "any").with("fire_into_melee", "on"),
        quick().with("strict_comms", "on").with("reveal", "staged"),
    ];
    hold::<Survivors>(&suite(setups, 2, 17)).unwrap();
}

/// A game whose first `leaving` sides walk off the table as fast as they can, while the others wait.
fn walk_off(leaving: u16) -> Match<Survivors> {
    let setup = Setup::new("duel", 2);
    let seed = Seed::from_number(3);
    let mut game = Match::<Survivors>::start(Survivors::house(), &setup, seed).unwrap();
    let mut legal = Vec::new();
    while let Some(seat) = game.status().first() {
        legal.clear();
        game.game().legal(game.position(), seat, &mut legal);
        let leaves = |action: &&Action| match action {
            Action::Exit(_) => true,
            Action::Move { figure, way, charge: 0, .. } => {
                let mut gone = game.position().figures[*figure].clone();
                gone.at = way.end().at;
                game.game().at_edge(&gone)
            }
            _ => false,
        };
        let on = |action: &&Action| matches!(action, Action::Take(_) | Action::Done(_));
        let walks = seat.0 < leaving;
        let found = legal.iter().find(leaves).or(legal.iter().find(on)).filter(|_| walks);
        let lapse = game.game().lapse(game.position(), seat);
        let action = found.cloned().unwrap_or(lapse);
        game.act(seat, &action).unwrap();
    }
    game
}

/// One finished game for each way to end, as `cargo run --release --package shelf --example golden`
/// writes them, and one in which nobody stays.
static GOLDEN: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/tests/golden");

#[test]
fn every_way_to_end_is_reached() {
    let (alone, empty) = (walk_off(1), walk_off(2));
    let reason = |game: &Match<Survivors>| game.status().outcome().unwrap().reason.clone();
    assert_eq!([reason(&alone), reason(&empty)], ["stopped", "empty"]);
    let mut suite = suite(vec![Setup::new("quick", 2), Setup::new("duel", 2)], 2, 200);
    suite.records = texts(&GOLDEN, ".owr").into_iter().map(|(_, text)| text.into()).collect();
    suite.records.extend([alone, empty].map(|game| game.record(true).to_string()));
    suite.all_endings = true;
    hold::<Survivors>(&suite).unwrap();
}

#[test]
fn random_games_end_in_time() {
    for (scenario, seats) in [("forecourt", 2), ("strays", 4), ("mill", 2)] {
        end_in_time::<Survivors>(&Survivors::house(), &Setup::new(scenario, seats), 10, 77)
            .unwrap();
    }
}
