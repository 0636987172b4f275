//! Lessons are played on the rules, and one that claims what is not so is found out.

use connect_four::ConnectFour;
use table::case::Verdict;
use table::{
    AnyGame, AnyMatch, GameBox, Ledger, Lesson, LessonCourse, NotDone, Seat, Seed, Shown, Viewer,
};

const ME: Seat = Seat(0);

const LESSON: &str = r#"
title   = "A line"
game    = "connect-four"
about   = "How to win."
minutes = 1
end     = "That is all."
[given]
dropped = "1122"
[[step]]
say   = "Two discs lie side by side."
rules = ["CF-DROP-01"]
look  = [{ place = "a1" }, { piece = "b1" }]
now.deciding = [1]
[[step]]
say   = "Add one."
rules = ["CF-DROP-02"]
[[step.answer]]
do     = "drop 3"
say    = "Three."
good   = true
others = ["2: drop 3"]
then.legal = ["1: drop 4"]
[[step.answer]]
do  = "drop 7"
say = "That is far away."
then.not_legal = ["1: drop 7"]
[[step]]
say   = "Win."
rules = ["CF-END-01"]
hint  = "That is no line."
do    = "drop 4"
after = "Won."
then.outcome.winners = [1]
[[step]]
say   = "And a full board?"
rules = ["CF-END-02"]
answer = [{ text = "A win.", say = "No." }, { text = "A draw.", say = "Yes.", good = true }]
"#;

fn game() -> GameBox<ConnectFour> {
    GameBox::new()
}

fn begun(text: &str) -> Box<dyn AnyMatch> {
    let lesson = Lesson::parse("1-line.toml", text).unwrap();
    game().teach(&lesson, &game().house(), &[], Seed::from_number(1)).unwrap()
}

fn verdict(text: &str) -> Verdict {
    let lesson = Lesson::parse("1-line.toml", text).unwrap();
    game().check_lesson(&lesson, &game().house())
}

fn advice(done: Result<String, NotDone>) -> String {
    match done {
        Err(NotDone::Advice(said)) => said,
        other => panic!("{other:?}"),
    }
}

#[test]
fn a_lesson_is_a_match_that_says_what_to_do() {
    let mut lesson = begun(LESSON);
    let scene = lesson.scene(Viewer::Seat(ME));
    let coaching = scene.lesson.unwrap();
    assert_eq!((coaching.step, coaching.steps), (1, 4));
    assert_eq!(coaching.say, "Two discs lie side by side.");
    assert_eq!(lesson.legal(ME), ["next"]);
    assert!(advice(lesson.act(ME, "drop 1")).contains("next"));
    lesson.act(ME, "next").unwrap();
    assert_eq!(lesson.legal(ME).len(), 7, "everything can be tried");
    assert_eq!(advice(lesson.act(ME, "7")), "That is far away.");
    assert!(advice(lesson.act(ME, "6")).contains("Add one."));
    lesson.act(ME, "3").unwrap();
    assert_eq!(lesson.scene(Viewer::Seat(ME)).lesson.unwrap().reply, "Three.");
    assert_eq!(advice(lesson.act(ME, "5")), "That is no line.");
    lesson.act(ME, "drop 4").unwrap();
    assert_eq!(lesson.legal(ME), ["answer 1", "answer 2"]);
    assert_eq!(advice(lesson.act(ME, "answer 1")), "No.");
    assert!(lesson.status().outcome().is_none());
    lesson.act(ME, "A draw.").unwrap();
    assert_eq!(lesson.status().outcome().unwrap().reason, "four");
    assert!(lesson.conclusion().ends_with("That is all."));
    assert_eq!(lesson.len(), 4);
}

#[test]
fn what_the_rules_refuse_is_refused_with_the_rule() {
    let full = LESSON.replace("1122", "11111122");
    let mut lesson = begun(&full);
    lesson.act(ME, "next").unwrap();
    let Err(NotDone::Refused(refusal)) = lesson.act(ME, "1") else { panic!("it is full") };
    assert_eq!(refusal.rule.0, "CF-DROP-02");
}

#[test]
fn every_step_can_be_taken_back_and_the_story_has_the_steps_of_the_lesson() {
    let mut lesson = begun(LESSON);
    for line in ["next", "3", "4"] {
        lesson.act(ME, line).unwrap();
    }
    let steps = |lesson: &dyn AnyMatch| -> Vec<usize> {
        lesson.log(Viewer::Seat(ME), 0).iter().map(|line| line.step).collect()
    };
    let told = steps(lesson.as_ref());
    assert_eq!(told.iter().filter(|step| **step == 2).count(), 2, "mine and the other's: {told:?}");
    assert_eq!(lesson.log(Viewer::Seat(ME), 3).first().map(|line| line.step), Some(3));
    let digest = lesson.digest();
    assert!(lesson.undo(ME).is_some() && lesson.len() == 2);
    assert!(!steps(lesson.as_ref()).contains(&3));
    lesson.act(ME, "4").unwrap();
    assert_eq!(lesson.digest(), digest);
    while lesson.can_undo(ME) {
        assert!(lesson.undo(ME).is_some());
    }
    assert!(lesson.is_empty());
}

#[test]
fn free_play_goes_on_for_as_long_as_the_lesson_says() {
    let free = "[[step]]\nsay = 'Play.'\nrules = ['CF-END-01']\nplay = PLAY\nafter = 'Played.'\n";
    let head = &LESSON[..LESSON.find("[[step]]").unwrap()];
    let mut lesson = begun(&format!("{head}{}", free.replace("PLAY", "1")));
    assert!(lesson.act(Seat(1), "1").is_err());
    let moved = "There is nothing more to read here: it is your move.";
    assert_eq!(advice(lesson.act(ME, "next")), moved);
    lesson.act(ME, "5").unwrap();
    assert_eq!(lesson.status().outcome().unwrap().reason, "lesson");
    assert_eq!(lesson.scene(Viewer::Seat(ME)).lesson.unwrap().reply, "Played.");
    assert_eq!(
        verdict(&format!("{head}{}", free.replace("PLAY", "'to the end'"))),
        Verdict::Passed
    );
}

#[test]
fn a_true_lesson_passes_and_a_false_one_does_not() {
    assert_eq!(verdict(LESSON), Verdict::Passed);
    let flaws = [
        ("an action that cannot be taken", "do     = \"drop 3\"", "do = \"drop 9\""),
        ("a claim that is not so", "winners = [1]", "winners = [2]"),
        (
            "a claim of a bad answer that is not so",
            "not_legal = [\"1: drop 7\"]",
            "legal = [\"1: drop 7\"]",
        ),
        ("a claim before anything is done", "now.deciding = [1]", "now.deciding = [2]"),
        ("a light on nothing", "place = \"a1\"", "place = \"z9\""),
        ("a light on no piece", "piece = \"b1\"", "piece = \"c1\""),
        ("the other's turn", "others = [\"2: drop 3\"]", "others = []"),
        ("another who cannot", "others = [\"2: drop 3\"]", "others = [\"1: drop 3\"]"),
        ("dice that do not fall", "after = \"Won.\"", "dice = [3]"),
        ("a line that is not understood", "That is no line.", "Say `drop it`."),
        ("a position that cannot be", "1122", "1111111"),
        ("a rule that does not exist", "CF-END-02", "CF-END-09"),
        ("a seat that does not exist", "minutes = 1", "minutes = 1\nseat = 3"),
    ];
    for (flaw, text, with) in flaws {
        let flawed = LESSON.replace(text, with);
        assert_ne!(flawed, LESSON, "{flaw}");
        assert_ne!(verdict(&flawed), Verdict::Passed, "{flaw}");
    }
}

#[test]
fn others_may_act_when_a_step_has_been_read() {
    let head = &LESSON[..LESSON.find("[[step]]").unwrap()].replace("1122", "112");
    let read = "[[step]]\nsay = 'The other thinks.'\nrules = ['CF-DROP-01']\nothers = ['2: drop 2']\n\
                after = 'It is your turn.'\nthen.deciding = [1]\n";
    let mut lesson = begun(&format!("{head}{read}"));
    lesson.act(ME, "next").unwrap();
    assert_eq!(lesson.scene(Viewer::Seat(ME)).lesson.unwrap().reply, "It is your turn.");
    assert_eq!(verdict(&format!("{head}{read}")), Verdict::Passed);
    let wrong = read.replace("then.deciding = [1]", "then.deciding = [2]");
    assert_ne!(verdict(&format!("{head}{wrong}")), Verdict::Passed);
}

#[test]
fn every_way_through_a_lesson_is_tried() {
    let two = LESSON.replace(
        "say = \"That is far away.\"\nthen.not_legal = [\"1: drop 7\"]",
        "say = \"There.\"\ngood = true\nothers = [\"2: drop 7\"]",
    );
    assert_ne!(two, LESSON);
    let Verdict::Failed(why) = verdict(&two) else { panic!("the fourth disc makes no line then") };
    assert!(why[0].starts_with("step 3:"), "{why:?}");
}

#[test]
fn what_is_no_lesson_is_faulted_with_its_place() {
    let told = |text: &str, with: &str| {
        Lesson::parse("l.toml", &LESSON.replace(text, with)).unwrap_err().to_string()
    };
    assert!(told("rules = [\"CF-DROP-01\"]", "rules = []").contains("step[1].rules: a step names"));
    assert!(told("say   = \"Win.\"", "say = \" \"").contains("step[3].say"));
    assert!(told("do    = \"drop 4\"", "do = \"drop 4\"\nplay = 2").contains("step[3].do"));
    assert!(told("good = true }", "}").contains("step[4].answer: at least one"));
    assert!(told("text = \"A win.\"", "do = \"drop 1\"").contains("step[4].answer"));
    assert!(told("hint ", "hnit ").contains("did you mean `hint`"));
    let bad = told("do    = \"drop 4\"\nafter", "play = \"for ever\"\nafter");
    assert!(bad.contains("to the end"), "{bad}");
}

#[test]
fn a_course_must_teach_what_a_beginner_meets() {
    let files =
        [("1-line.toml", LESSON), ("course.toml", "beginner = ['CF-END-01', 'CF-NONE-01']")];
    let course = LessonCourse::parse(&files).unwrap();
    assert_eq!(course.find("1").unwrap().name, "1-line");
    assert_eq!(course.find("1-line").unwrap().rules().len(), 4);
    assert!(course.find("2").is_err());
    let ledger = Ledger::parse(ConnectFour::exhibits().ledger);
    let faults: Vec<String> = course.faults(&ledger).iter().map(ToString::to_string).collect();
    assert_eq!(faults.len(), 2, "{faults:?}");
    assert!(faults[1].contains("no lesson teaches CF-NONE-01"), "{faults:?}");
}
