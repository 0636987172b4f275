//! All games of the shelf, played by plans as by hand.

use plans::{Eyes, Plan, Premove};
use table::{AnyGame, AnyMatch, Dice, Seat, Seed, Setup};

/// As many decisions of a game are played.
const STEPS: usize = 400;

/// Every scenario of a game, with as many seats as it can have up to four.
pub fn startable(game: &dyn AnyGame) -> Vec<Setup> {
    let catalogue = game.catalogue(&game.house()).unwrap();
    let widest = |scenario: &table::ScenarioInfo| {
        let mut setups = (1..=4).rev().map(|seats| Setup::new(&scenario.id, seats));
        setups.find(|setup| game.start(game.house(), setup, Seed::from_number(1)).is_ok())
    };
    catalogue.scenarios.iter().filter_map(widest).collect()
}

/// The first scenario of a game.
pub fn setup(game: &dyn AnyGame) -> Setup {
    startable(game).remove(0)
}

/// Plays by hand, a bot saying the lines; gives back who said what.
fn by_hand(play: &mut dyn AnyMatch, bot: &str, seed: u64) -> Vec<(Seat, String)> {
    let mut dice = Dice::seeded(Seed::from_number(seed));
    let mut said = Vec::new();
    while said.len() < STEPS
        && let Some(seat) = play.status().first()
    {
        said.push((seat, play.ask(seat, bot, &mut dice).unwrap()));
    }
    said
}

/// Plays by the plans of the seats alone, for as long as they act.
fn by_plans(play: &mut dyn AnyMatch, plans: &mut [Plan]) -> Vec<String> {
    let mut told = Vec::new();
    while let Some(seat) = play.status().first() {
        let plan = std::mem::take(&mut plans[seat.index()]);
        let decision = plan.decide(&Eyes::new(play, seat));
        plans[seat.index()] = decision.left;
        told.extend(decision.told);
        let Some(act) = decision.act else { break };
        assert_eq!(
            play.act(seat, &act.line).as_ref(),
            Ok(&act.line),
            "what a plan says is canonical and legal"
        );
    }
    told
}

#[test]
fn a_game_played_by_plans_is_the_game_played_by_hand() {
    let mut seen = 0;
    for shelved in shelf::shelf() {
        let game = &*shelved.game;
        for (bot, seed) in [("random", 3), (game.usual_bot(), 4)] {
            let setup = setup(game);
            let start = || game.start(game.house(), &setup, Seed::from_number(seed)).unwrap();
            let mut hand = start();
            let said = by_hand(&mut *hand, bot, seed);
            let mut beforehand = start();
            let mut plans: Vec<Plan> = Seat::first(setup.seats)
                .map(|seat| {
                    let own = said.iter().filter(|(by, _)| *by == seat);
                    let premoves = own.map(|(_, line)| Premove::new(line)).collect();
                    Plan { premoves, ..Plan::new(&Eyes::new(&*beforehand, seat)) }
                })
                .collect();
            let told = by_plans(&mut *beforehand, &mut plans);
            let id = game.id();
            assert!(told.is_empty(), "{id}: {told:?}");
            assert_eq!(beforehand.len(), said.len(), "{id} by {bot}");
            assert_eq!(beforehand.digest(), hand.digest(), "{id} by {bot}");
            assert!(plans.iter().all(Plan::is_empty), "{id}: nothing is left");
            seen += 1;
        }
    }
    assert_eq!(seen, 12, "six games, two bots");
}

#[test]
fn a_plan_is_the_same_after_it_was_stored() {
    for shelved in shelf::shelf() {
        let game = &*shelved.game;
        let setup = setup(game);
        let start = || game.start(game.house(), &setup, Seed::from_number(5)).unwrap();
        let mut hand = start();
        let said = by_hand(&mut *hand, "random", 5);
        let mut beforehand = start();
        let mut stored: Vec<String> = Seat::first(setup.seats)
            .map(|seat| {
                let own = said.iter().filter(|(by, _)| *by == seat).take(20);
                let premoves = own.map(|(_, line)| Premove::new(line)).collect();
                let plan = Plan { premoves, ..Plan::new(&Eyes::new(&*beforehand, seat)) };
                serde_json::to_string(&plan).unwrap()
            })
            .collect();
        while let Some(seat) = beforehand.status().first() {
            let plan: Plan = serde_json::from_str(&stored[seat.index()]).unwrap();
            let decision = plan.decide(&Eyes::new(&*beforehand, seat));
            stored[seat.index()] = serde_json::to_string(&decision.left).unwrap();
            let Some(act) = decision.act else { break };
            beforehand.act(seat, &act.line).unwrap();
        }
        assert!(beforehand.len() >= 20.min(said.len()), "{}", game.id());
        let same =
            (0..=beforehand.len()).all(|step| beforehand.recorded(step) == hand.recorded(step));
        assert!(same, "{}", game.id());
    }
}

#[test]
fn what_no_game_understands_is_told_at_once() {
    for shelved in shelf::shelf() {
        let game = &*shelved.game;
        let play = game.start(game.house(), &setup(game), Seed::from_number(6)).unwrap();
        for seat in Seat::first(play.setup().seats) {
            let eyes = Eyes::new(&*play, seat);
            let plan =
                Plan { premoves: vec![Premove::new("xyzzy the frobnicator")], ..Plan::new(&eyes) };
            let faults = plan.faults(&eyes);
            assert_eq!(faults.len(), 1, "{}", game.id());
            assert!(
                faults[0].starts_with("I do not understand `xyzzy the frobnicator`"),
                "{}: {faults:?}",
                game.id()
            );
        }
    }
}

#[test]
fn a_kind_of_question_is_answered_whenever_it_is_asked() {
    for shelved in shelf::shelf() {
        let game = &*shelved.game;
        let setup = setup(game);
        let mut play = game.start(game.house(), &setup, Seed::from_number(7)).unwrap();
        let mut dice = Dice::seeded(Seed::from_number(7));
        // The first kind of question that comes again, with the same answer open to it.
        let mut known: Vec<(Seat, String, String)> = Vec::new();
        let mut answered = 0;
        for _ in 0..STEPS {
            let Some(seat) = play.status().first() else { break };
            let eyes = Eyes::new(&*play, seat);
            let kind = eyes.kind().expect("who is asked is asked something");
            let standing = known
                .iter()
                .find(|(by, asked, line)| *by == seat && *asked == kind && eyes.offers(line));
            if let Some((_, _, line)) = standing {
                let answer = plans::Answer {
                    kind: kind.clone(),
                    say: vec![line.clone()],
                    unless: Vec::new(),
                };
                let plan = Plan { answers: vec![answer.clone()], ..Plan::new(&eyes) };
                let decision = plan.clone().decide(&eyes);
                assert_eq!(decision.act.map(|act| act.line).as_ref(), Some(line), "{}", game.id());
                assert_eq!(decision.left.answers, [answer], "a standing answer stays");
                let other = plans::Answer {
                    kind: "another question".into(),
                    ..decision.left.answers[0].clone()
                };
                let silent = Plan { answers: vec![other], ..plan };
                assert!(silent.decide(&eyes).act.is_none());
                answered += 1;
                if answered == 3 {
                    break;
                }
            }
            let kind = eyes.kind().expect("who is asked is asked something");
            let line = play.ask(seat, "random", &mut dice).unwrap();
            known.push((seat, kind, line));
        }
        assert!(answered > 0, "{}: no question came again", game.id());
    }
}

#[test]
fn what_is_kept_is_not_spent() {
    let mut seen: Vec<&str> = Vec::new();
    for shelved in shelf::shelf() {
        let game = &*shelved.game;
        let mut play = game.start(game.house(), &setup(game), Seed::from_number(8)).unwrap();
        let mut dice = Dice::seeded(Seed::from_number(8));
        for _ in 0..STEPS {
            let Some(seat) = play.status().first() else { break };
            let eyes = Eyes::new(&*play, seat);
            let choices = eyes.prompt().map(|prompt| prompt.choices.clone()).unwrap_or_default();
            let spends = choices.iter().find_map(|choice| {
                let change = choice.changes.iter().find(|change| change.by < 0)?;
                Some((choice.notation.clone(), change.count.clone(), eyes.count(&change.count)?))
            });
            if let (Some((line, count, now)), Some(kind)) = (spends, eyes.kind()) {
                let change = eyes.change(&line, &count);
                let answer = plans::Answer { kind, say: vec![line.clone()], unless: Vec::new() };
                let plan = |least| Plan {
                    answers: vec![answer.clone()],
                    keep: vec![plans::Floor { count: count.clone(), least }],
                    ..Plan::new(&eyes)
                };
                assert!(
                    plan(now + change).decide(&eyes).act.is_some(),
                    "{}: {line} leaves enough {count}",
                    game.id()
                );
                assert!(
                    plan(now + change + 1).decide(&eyes).act.is_none(),
                    "{}: {line} spends {count}",
                    game.id()
                );
                seen.push(game.id());
                break;
            }
            play.ask(seat, "random", &mut dice).unwrap();
        }
    }
    assert!(seen.len() >= 2, "games that say what choices cost: {seen:?}");
}

/// What the dialog offers to wait for, to keep and to answer is a thing of play in every game: no dice, no prices, and nothing that
/// is asked only as long as a game is set up.
#[test]
fn what_is_offered_to_plan_with_makes_sense_in_every_game() {
    for shelved in shelf::shelf() {
        let game = &*shelved.game;
        let id = game.id();
        let setup = setup(game);
        let mut dice = Dice::seeded(Seed::from_number(1));
        let mut begin = |number| game.start(game.house(), &setup, Seed::from_number(number)).ok();
        let survey = plans::survey(&mut begin, &mut dice, 1200);
        let mut play = begin(1).unwrap();
        by_hand(&mut *play, "random", 1);
        let kinds = survey.kinds(Seat(0));
        assert!(!kinds.is_empty() && !kinds.iter().any(|kind| kind.answers.is_empty()), "{id}");
        let words: Vec<&str> = kinds.iter().map(|kind| kind.question.as_str()).collect();
        assert!(words.is_sorted(), "{id}: {words:?}");
        let set_up = ["start", "placed", "draft", "species eat"];
        let numbered = |words: &&str| words.contains(|letter: char| letter.is_ascii_digit());
        for words in &words {
            assert!(
                !numbered(words) && !set_up.iter().any(|set| words.contains(set)),
                "{id}: {words}"
            );
        }
        let counts = Eyes::new(&*play, Seat(0)).counts();
        let counts: Vec<&str> = counts.iter().map(|(count, _)| count.as_str()).collect();
        let offered: Vec<&&str> = counts.iter().filter(|count| survey.varies(count)).collect();
        for senseless in ["dice", "Order", "Missing", "each ", "At most"] {
            let found = offered.iter().find(|count| count.contains(senseless));
            assert_eq!(found, None, "{id}");
        }
        let spent: &[&str] = match id {
            "outlive" => &["Canned Goods", "Meat", "Metal", "Munitions", "Water", "Wood"],
            "outdoor-survival" | "yellowstone" => &["Points left"],
            _ => &[],
        };
        let missing = spent.iter().find(|count| !survey.is_spent(count));
        assert_eq!(missing, None, "{id}");
        assert!(!survey.is_spent("Day") && !survey.is_spent("Rounds left"), "{id}");
    }
}

#[test]
fn a_count_is_a_number_of_something() {
    for (text, number) in [
        ("3", 3),
        ("0 of 12", 0),
        ("25 of 40, 15 missing", 25),
        ("15 at most", 15),
        ("−2", -2),
        ("-2", -2),
        ("25, 3 to spare", 25),
    ] {
        assert_eq!(plans::amount(text), Some(number), "{text}");
    }
    for text in [
        "",
        "-",
        "nothing",
        "not yet",
        "2 + 6 = 8",
        "1 of Endurance 3",
        "1 Supply and 2 Water",
        "3a",
        "3-5",
        "Autumn, Year 0",
        "Moves up to 2 hexes.",
        "99999999999999999999",
    ] {
        assert_eq!(plans::amount(text), None, "{text}");
    }
}
