//! Plans, case by case, in a game that is quickly told.

use connect_four::ConnectFour;
use plans::{Act, Answer, By, Condition, Cut, Eyes, Is, Plan, Premove, Test};
use table::{AnyGame, AnyMatch, GameBox, Seat, Seed, Setup};

fn game() -> Box<dyn AnyMatch> {
    let game = GameBox::<ConnectFour>::new();
    game.start(game.house(), &Setup::new("plain", 2), Seed::from_number(7)).unwrap()
}

fn lines(lines: &[&str]) -> Vec<Premove> {
    lines.iter().map(|line| Premove::new(*line)).collect()
}

/// Fills a column, the first seat beginning and the second following.
fn fill(play: &mut dyn AnyMatch, column: u8) {
    for seat in [0, 1, 0, 1, 0, 1] {
        play.act(Seat(seat), &format!("drop {column}")).unwrap();
    }
}

#[test]
fn a_premove_that_is_not_legal_is_dropped_with_its_reason_and_the_rest_with_it() {
    let mut play = game();
    fill(&mut *play, 4);
    let eyes = Eyes::new(&*play, Seat(0));
    let plan = Plan { premoves: lines(&["drop 4", "drop 5"]), ..Plan::new(&eyes) };
    let decision = plan.clone().decide(&eyes);
    assert!(decision.act.is_none() && decision.left.premoves.is_empty());
    assert!(
        decision.told[0].starts_with("`drop 4` is dropped: ")
            && decision.told[0].contains("(CF-DROP-02)")
    );
    assert_eq!(decision.told[1], "So `drop 5` is dropped too.");
    let loose = Plan { loose: true, ..plan.clone() }.decide(&eyes);
    assert_eq!(loose.act, Some(Act { line: "drop 5".into(), by: By::Premove }));
    assert_eq!(loose.told.len(), 1);
    let waits = Plan { premoves: vec![Premove { line: "drop 4".into(), waits: true }], ..plan };
    let waiting = waits.clone().decide(&eyes);
    assert!(
        waiting.act.is_none() && waiting.told.is_empty() && waiting.left.premoves == waits.premoves
    );
}

#[test]
fn what_is_not_asked_waits_and_what_is_over_is_dropped() {
    let mut play = game();
    let plan = Plan { premoves: lines(&["drop 1"]), ..Plan::new(&Eyes::new(&*play, Seat(1))) };
    let waiting = plan.clone().decide(&Eyes::new(&*play, Seat(1)));
    assert!(waiting.act.is_none() && waiting.told.is_empty() && waiting.left == plan);
    for (seat, column) in [(0, 1), (1, 2), (0, 1), (1, 2), (0, 1), (1, 2), (0, 1)] {
        play.act(Seat(seat), &column.to_string()).unwrap();
    }
    let over = plan.decide(&Eyes::new(&*play, Seat(1)));
    assert_eq!(over.told, ["The game is over: `drop 1` is dropped."]);
    assert!(over.act.is_none() && over.left.is_empty());
}

#[test]
fn news_cuts_premoves_off_if_wished() {
    let mut play = game();
    let plan = Plan {
        premoves: lines(&["drop 1", "drop 2"]),
        cut: Cut::News,
        ..Plan::new(&Eyes::new(&*play, Seat(0)))
    };
    let first = plan.decide(&Eyes::new(&*play, Seat(0)));
    play.act(Seat(0), &first.act.unwrap().line).unwrap();
    play.act(Seat(1), "drop 7").unwrap();
    let second = first.left.clone().decide(&Eyes::new(&*play, Seat(0)));
    assert!(second.act.is_none());
    assert_eq!(second.told, ["Something happened: `drop 2` is dropped."]);
    let calm = Plan { cut: Cut::Reveal, ..first.left };
    assert!(
        calm.decide(&Eyes::new(&*play, Seat(0))).act.is_some(),
        "no die fell, nothing was hidden"
    );
}

#[test]
fn a_condition_acts_when_it_has_come_about_and_once() {
    let mut play = game();
    let condition = Condition {
        when: vec![
            Test::Told { words: "column 4".into() },
            Test::Offered { line: "drop 4".into() },
        ],
        say: vec!["drop 4".into()],
        stays: false,
    };
    let plan = Plan {
        conditions: vec![condition],
        premoves: lines(&["drop 1"]),
        ..Plan::new(&Eyes::new(&*play, Seat(1)))
    };
    play.act(Seat(0), "drop 4").unwrap();
    let decision = plan.decide(&Eyes::new(&*play, Seat(1)));
    assert_eq!(decision.act, Some(Act { line: "drop 4".into(), by: By::Condition(0) }));
    assert!(decision.left.conditions.is_empty() && decision.left.premoves.len() == 1);
    play.act(Seat(1), "drop 4").unwrap();
    play.act(Seat(0), "drop 2").unwrap();
    let next = decision.left.decide(&Eyes::new(&*play, Seat(1)));
    assert_eq!(next.act, Some(Act { line: "drop 1".into(), by: By::Premove }));
}

#[test]
fn an_answer_is_not_given_where_something_speaks_against_it() {
    let play = game();
    let eyes = Eyes::new(&*play, Seat(0));
    let kind = eyes.kind().unwrap();
    let there = Test::View { at: String::new(), is: Is::Equal, than: eyes.view().clone() };
    let gone = Test::View { at: "/nothing".into(), is: Is::Equal, than: 1.into() };
    let answer = |unless| Answer {
        kind: kind.clone(),
        say: vec!["drop 9".into(), "3".into()],
        unless: vec![unless],
    };
    let plan = |unless| Plan { answers: vec![answer(unless)], ..Plan::new(&eyes) };
    assert!(plan(there).decide(&eyes).act.is_none());
    let said = plan(gone).decide(&eyes).act.unwrap();
    assert_eq!(
        (said.line.as_str(), said.by),
        ("drop 3", By::Answer(0)),
        "the first that can be said"
    );
}

#[test]
fn what_was_taken_back_confuses_no_plan() {
    let mut play = game();
    let plan =
        Plan { premoves: lines(&["drop 1", "drop 2"]), ..Plan::new(&Eyes::new(&*play, Seat(0))) };
    let first = plan.decide(&Eyes::new(&*play, Seat(0)));
    play.act(Seat(0), &first.act.unwrap().line).unwrap();
    assert!(play.undo(Seat(0)).is_some());
    let second = first.left.decide(&Eyes::new(&*play, Seat(0)));
    assert_eq!(second.act.unwrap().line, "drop 2", "what was played is not played again");
}

#[test]
fn faults_of_a_plan_are_told_one_by_one() {
    let play = game();
    let eyes = Eyes::new(&*play, Seat(1));
    let empty = Answer { kind: String::new(), say: Vec::new(), unless: Vec::new() };
    let nothing = Condition { when: Vec::new(), say: Vec::new(), stays: false };
    let plan = Plan {
        premoves: lines(&["drop 3", "fly", &"x".repeat(501)]),
        answers: vec![empty],
        conditions: vec![nothing],
        ..Plan::new(&eyes)
    };
    let faults = plan.faults(&eyes);
    assert_eq!(faults.len(), 4, "{faults:?}");
    let many = Plan { premoves: lines(&["drop 3"; 1001]), ..Plan::new(&eyes) };
    assert_eq!(many.faults(&eyes).len(), 1);
}
