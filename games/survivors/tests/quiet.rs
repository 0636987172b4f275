//! What nobody of a side could hear is not seen by it either, where speech is told only to those in hearing.

use survivors::Survivors;
use survivors::action::{Action, Effect};
use table::{Dice, Log, Match, Rules, Seat, Seed, Setup, Viewer};

/// Of every figure whether it spoke and is encouraged, as a viewer sees it.
fn words_seen(
    rules: &Survivors,
    position: &survivors::position::Position,
    viewer: Viewer,
) -> Vec<(String, bool, bool)> {
    let figures = rules.view(position, viewer).figures.into_iter();
    figures.map(|(id, figure)| (id, figure.spoke, figure.encouraged)).collect()
}

/// Everything that can be said in a random game, held to what others see of it; gives how often somebody said something that
/// others could not hear, and how often they saw it all the same.
fn unheard(setup: &Setup, seed: u64) -> (usize, usize) {
    let mut game =
        Match::<Survivors>::start(Survivors::house(), setup, Seed::from_number(seed)).unwrap();
    let mut dice = Dice::seeded(Seed::from_number(seed));
    let (mut said, mut seen) = (0, 0);
    let mut legal = Vec::new();
    for _ in 0..400 {
        let Some(seat) = game.status().first() else { break };
        let rules = game.game();
        let words = |figure| Action::Say {
            figure,
            shout: false,
            text: Some("Quietly now".into()),
            effect: Effect::None,
        };
        legal.clear();
        rules.legal(game.position(), seat, &mut legal);
        let offered = legal.iter().filter(|action| matches!(action, Action::Say { .. })).cloned();
        let tried: Vec<Action> = game.position().ids().map(words).chain(offered).collect();
        for action in tried {
            if rules.check(game.position(), seat, &action).is_err() {
                continue;
            }
            let (mut after, mut log) = (game.position().clone(), Log::new());
            rules.apply(&mut after, seat, &action, &mut dice, &mut log);
            let viewers = Seat::first(setup.seats).map(Viewer::Seat).chain([Viewer::Table]);
            for viewer in viewers.filter(|viewer| log.seen_by(*viewer).next().is_none()) {
                said += 1;
                seen += usize::from(
                    words_seen(rules, game.position(), viewer) != words_seen(rules, &after, viewer),
                );
            }
            let own = Viewer::Seat(seat);
            let told = words_seen(rules, game.position(), own) != words_seen(rules, &after, own);
            assert!(told, "their own side knows of {action:?}");
        }
        let action = dice.pick("random play", &legal).cloned();
        let action = action.filter(|action| !rules.gives_up(action));
        let action = action.unwrap_or_else(|| rules.lapse(game.position(), seat));
        game.act(seat, &action).unwrap();
    }
    (said, seen)
}

// rules: SV-COM-10
#[test]
fn what_others_could_not_hear_they_do_not_see() {
    let mut total = 0;
    for (scenario, seats) in [("quick", 2), ("strays", 4), ("mill", 2), ("surgery", 2)] {
        for more in [("talk_free", "off"), ("talk_free", "on"), ("fog", "on")] {
            let setup = Setup::new(scenario, seats).with("strict_comms", "on").with(more.0, more.1);
            let (said, seen) = unheard(&setup, 7);
            assert_eq!(seen, 0, "{scenario}, {more:?}: of {said} that were not heard");
            total += said;
        }
    }
    assert!(total > 100, "hardly anything was said: {total}");
}
