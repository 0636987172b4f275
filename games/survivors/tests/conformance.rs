//! Survivors keeps every promise of the contract.

use survivors::Survivors;
use survivors::action::Action;
use table::conformance::{Suite, end_in_time, hold};
use table::{Match, Rules, Seed, Setup};

table::conformance_tests!(Survivors, |suite| {
    suite.games = 1;
    suite.looks = 8;
    suite.patience = 4000;
    suite.setups.push(Setup::new("strays", 2).with("strict_comms", "on"));
    // Endings that random play hardly reaches.
    let (alone, empty) = (walk_off(1), walk_off(2));
    let reason = |game: &Match<Survivors>| game.status().outcome().unwrap().reason.clone();
    assert_eq!([reason(&alone), reason(&empty)], ["stopped", "empty"]);
    suite.records.extend([alone, empty].map(|game| game.record(true).to_string()));
});

// rules: SV-FOG-01, SV-FOG-02, SV-FOG-08, SV-FOG-09
#[test]
fn every_promise_holds_in_fog() {
    let mut suite = Suite::of::<Survivors>().unwrap();
    (suite.games, suite.looks, suite.all_options) = (1, 8, false);
    for setup in &mut suite.setups {
        *setup = setup.clone().with("fog", "on");
    }
    let quick = || Setup::new("quick", 2).with("fog", "on");
    suite.setups.extend([
        Setup::new("quick", 3).with("fog", "on").with("umpire", "on"),
        quick().with("mirror_match", "on"),
        quick().with("precontact_by", "any").with("fire_into_melee", "on"),
        quick().with("strict_comms", "on").with("reveal", "staged"),
    ]);
    hold::<Survivors>(&suite).unwrap_or_else(|problem| panic!("{problem}"));
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

#[test]
fn random_games_end_in_time() {
    for (scenario, seats) in [("forecourt", 2), ("strays", 4), ("mill", 2)] {
        end_in_time::<Survivors>(&Survivors::house(), &Setup::new(scenario, seats), 10, 77)
            .unwrap();
    }
}
