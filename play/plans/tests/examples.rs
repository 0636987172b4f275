//! The examples of docs/plans.md, each played until everything in it has acted.

use plans::{By, Eyes, Plan};
use std::collections::BTreeSet;
use table::{AnyGame, AnyMatch, Dice, Seat, Seed};

const DOCS: &str = include_str!("../../../docs/plans.md");

/// Games that are played, at most, and decisions of each.
const GAMES: u64 = 12;
const STEPS: usize = 600;

/// The plan under the heading of a game.
fn example(title: &str) -> Plan {
    let (_, after) = DOCS.split_once(&format!("### {title}\n")).expect("every game has an example");
    let (_, after) = after.split_once("```json\n").expect("a plan stands under it");
    let (text, _) = after.split_once("```").unwrap();
    serde_json::from_str(text).unwrap_or_else(|error| panic!("{title}: {error}\n{text}"))
}

/// What of a plan acts in a game of which the rest is played by a bot: the first premove, and conditions and answers by place.
fn acting(play: &mut dyn AnyMatch, bot: &str, plan: &Plan, dice: &mut Dice) -> BTreeSet<String> {
    let (seat, mut acted, mut premoves) = (Seat(0), BTreeSet::new(), 0);
    let mut left = plan.clone().begun(&Eyes::new(play, seat));
    for _ in 0..STEPS {
        let Some(asked) = play.status().first() else { break };
        let decision = (asked == seat).then(|| left.clone().decide(&Eyes::new(play, seat)));
        if let Some(decision) = &decision {
            left = decision.left.clone();
        }
        let Some(act) = decision.and_then(|decision| decision.act) else {
            play.ask(asked, bot, dice).unwrap();
            continue;
        };
        acted.insert(match act.by {
            By::Premove => {
                premoves += 1;
                format!("premove {premoves}")
            }
            By::Answer(at) => format!("answer {at}"),
            By::Condition(_) => "condition".into(),
        });
        play.act(seat, &act.line).unwrap();
    }
    acted
}

#[test]
fn every_example_of_the_docs_acts() {
    for shelved in shelf::shelf().iter().filter(|shelved| !shelved.example) {
        let game: &dyn AnyGame = &*shelved.game;
        let catalogue = game.catalogue(&game.house()).unwrap();
        let plan = example(&catalogue.title);
        let scenario = catalogue.scenarios.iter().find(|it| it.seats_near(2) == 2).unwrap();
        let mut setup = table::Setup::new(&scenario.id, 2);
        setup.names = vec!["Ann".into(), "Bob".into()];
        let mut all: BTreeSet<String> =
            (1..=plan.premoves.len()).map(|number| format!("premove {number}")).collect();
        all.extend((0..plan.answers.len()).map(|at| format!("answer {at}")));
        all.extend((!plan.conditions.is_empty()).then(|| "condition".to_string()));
        assert!(!plan.premoves.is_empty() && !plan.answers.is_empty(), "{}", catalogue.title);
        for number in 1..=GAMES {
            let seed = Seed::from_number(number);
            let mut play = game.start(game.house(), &setup, seed).unwrap();
            let faults = plan.faults(&Eyes::new(&*play, Seat(0)));
            assert_eq!(faults, Vec::<String>::new(), "{}", catalogue.title);
            let bot = if number % 2 == 0 { "random" } else { game.usual_bot() };
            for acted in acting(&mut *play, bot, &plan, &mut Dice::seeded(seed)) {
                all.remove(&acted);
            }
            if all.is_empty() {
                break;
            }
        }
        assert!(all.is_empty(), "{}: {all:?} never act", catalogue.title);
    }
}
