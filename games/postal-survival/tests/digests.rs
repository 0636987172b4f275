//! The same seed leads to the same game for ever: whole games of every scenario end in the positions
//! that were noted here. A change of one of these is a change of the rules, or of what is stored.

use bots::Random;
use postal_survival::bots::{Decent, Forager};
use postal_survival::{Action, Position, PostalSurvival};
use table::{Bot, Dice, Rules, Seat, Seed, Setup, Sight, digest, playout};

/// Five games of a scenario on fresh seeds, folded into one digest: as records and snapshots keep
/// positions, and as the desk does.
fn five_games(scenario: &str) -> String {
    let ends = (1..=5).map(|seed| played(scenario, seed));
    let kept = ends.map(|end| (digest(&end), serde_json::to_string(&end).unwrap()));
    digest(&kept.collect::<Vec<_>>())
}

/// A game of five players of several kinds; every seventh decision is left to chance.
fn played(scenario: &str, seed: u64) -> Position {
    let setup = Setup::new(scenario, 5).with("rounds", "9").with("advanced_from", "5");
    let game = PostalSurvival::open(&PostalSurvival::house(), &setup).unwrap();
    let mut dice = Dice::seeded(Seed::from_number(seed));
    let mut own = Dice::seeded(Seed::from_number(!seed));
    let mut decisions = 0;
    let choose = |position: &Position, seat: Seat, legal: &[Action], _: &mut Dice| {
        decisions += 1;
        let mut bot: Box<dyn Bot<PostalSurvival>> = match seat.index() {
            _ if decisions % 7 == 0 => Box::new(Random),
            0 => Box::new(Forager { fierce: true }),
            1 => Box::new(Forager { fierce: false }),
            _ => Box::new(Decent),
        };
        bot.choose(&Sight::new(&game, position, seat), legal, &mut own)
    };
    playout::play(&game, &mut dice, &mut Vec::new(), choose).0
}

#[test]
fn games_of_every_scenario_end_as_they_always_did() {
    let noted = [
        ("archipelago", "7516c40c9f54401b"),
        ("balanced-island", "4894ed6819807e90"),
        ("first-run", "e8a40427008b0ca7"),
        ("long-haul", "6816cb49e2275b65"),
        ("pantheon", "fa1a1bf07a1eb92c"),
    ];
    let found = noted.map(|(scenario, _)| (scenario, five_games(scenario)));
    let found = found.each_ref().map(|(scenario, digest)| (*scenario, digest.as_str()));
    assert_eq!(found, noted);
}
