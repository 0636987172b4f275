//! The conformance suite catches every broken promise: a small game with dice, hidden hands and secret
//! bids, broken on purpose in one way at a time.

use crate::lots::{Action, Lots, break_by};
use table::conformance::{Report, Suite, hold};
use table::*;

/// What the suite says of the game broken in this way.
fn played(flaw: &'static str) -> Result<Report, String> {
    break_by(flaw);
    let setups = Suite::of::<Lots>().map_or_else(|_| Vec::new(), |suite| suite.setups);
    let suite = Suite::new(setups, 12);
    let suite = Suite { all_endings: true, all_options: true, ..suite };
    let held = hold::<Lots>(&suite);
    break_by("");
    held
}

/// Each flaw is caught by the promise that it breaks.
fn caught(flaws: &[(&'static str, &str)]) {
    let missed = flaws.iter().filter_map(|(flaw, complaint)| match played(flaw) {
        Ok(_) => Some(format!("not caught: {flaw}")),
        Err(problem) if problem.contains(complaint) => None,
        Err(problem) => Some(format!("{flaw}: {problem}")),
    });
    let missed: Vec<String> = missed.collect();
    assert!(missed.is_empty(), "{}", missed.join("\n"));
}

#[test]
fn a_game_that_keeps_its_promises_passes() {
    let report = played("").unwrap();
    assert!(report.games == 72 && report.longest > 12, "{report:?}");
    let quick = hold::<Lots>(&Suite::of::<Lots>().unwrap()).unwrap();
    assert_eq!(quick.games, 12, "{quick:?}");
}

#[test]
fn what_is_offered_is_what_is_allowed() {
    caught(&[
        ("an idle seat is offered something", "need not decide but is offered"),
        ("an idle seat may act", "need not decide, but"),
        ("a listed action is refused", "is listed but refused"),
        ("an action is listed twice", "is listed twice"),
        ("the list is not added to", "not added to what is there"),
        ("the list changes its order", "the same list in another order"),
        ("another action is picked", "is listed where something else is picked"),
        ("one too many is counted", "are counted"),
        ("something is picked where nothing is listed", "picked from an empty list"),
        ("an unlisted action is accepted", "is accepted but not listed"),
        ("a refusal names no rule", "which is not in the ledger"),
        ("a refusal gives no reason", "without a reason"),
        ("a refusal changes the position", "changed the position"),
        ("an impossible lapse", "the lapse"),
        ("an allowed action panics", "`bid 3` of seat"),
        ("a refused action panics", "apply of the refused `bid 0`"),
        ("the judge panics", "check of `bid 0`"),
    ]);
}

#[test]
fn a_line_is_one_action_and_nothing_else_is() {
    caught(&[
        ("a line is read as another action", "`bid 3` is read as Bid(2)"),
        ("a line with two ends", "no plain line"),
        ("two actions have one line", "`look` is read as Look, not Toss"),
        ("garbage is an action", "`` is read as Pass"),
        ("words behind a line are ignored", "whatever the last word means"),
        ("a line is read that cannot be written", "its own line `bid 255`"),
        ("a short line cannot be read", "parse of \"\" panicked"),
        ("a line is told under no rule", "which is not in the ledger"),
        ("a line names a rule twice", "twice"),
        ("the story panics", "narrate of Stepped"),
        ("a chapter panics", "narrate of Passed"),
        ("a report panics", "the report to"),
        ("the end is not told", "the end is not told"),
    ]);
}

#[test]
fn texts_are_written_well() {
    caught(&[
        ("a slip in the story", "the story has a slip: `The the`"),
        ("a sum in the story is wrong", "the story has a slip: `= 5`, which is 4"),
        ("a slip in a chapter", "a chapter has a slip: a blank too many"),
        ("a slip in the conclusion", "the conclusion has a slip: `..`"),
        ("a slip in the question", "the question has a slip: a bracket"),
        ("a slip in a sheet", "the sheet `sheet 0` has a slip: `a elf`"),
        ("a slip in a refusal", "the refusal by LO-TURN-01 has a slip: `No a`"),
        ("a slip on a card", "the card of `quick` has a slip: `1 days`"),
    ]);
}

#[test]
fn numbers_are_true() {
    caught(&[
        ("a step costs less than it says", "promises Candles -2, but what came was -1"),
        ("a promise of no count", "does not have one count `nowhere`"),
        ("a total does not add up", "has the total"),
        ("two counters on a track", "has 2 counters on `Steps`"),
        ("a fact is not where its counter lies", "but the counter of `Steps` lies elsewhere"),
        ("the question counts otherwise than the sheet", "the question says that 4 candle is left"),
        ("a piece shows another number", "but is described as"),
        ("a slip does not add up", "begins with 1, but must have 2"),
    ]);
}

#[test]
fn what_people_are_told_to_write_is_understood() {
    caught(&[
        ("a hint names what is not understood", "the hint says `hop`"),
        ("a refusal names what is not understood", "the refusal by LO-TURN-01 says `hop 2`"),
        ("advice names what is not understood", "what is said to `` says `hop 2`"),
        ("a card names no option", "the card of `quick` names Some(\"tops\")"),
        ("a free choice is not understood", "the free move `Go` writes `go 12,10`"),
        ("a slip is not understood", "the slip `Bid` writes `bet 1`"),
        ("a way ahead is not understood", "what lies ahead writes `hop"),
        ("a name on the board is not read", "but `Leave` is not `pass`"),
    ]);
}

#[test]
fn a_sample_cannot_be_told_from_the_truth() {
    caught(&[
        ("a sample looks another way", "by its view"),
        ("a view shows all hands", "by its view"),
        ("the table sees all hands", "by the table's view"),
        ("the table sees the pile", "by the table's view"),
        ("who must decide tells the luck", "who must decide"),
        ("the list tells a hidden card", "by its actions"),
        ("a refusal tells a hidden card", "by a refusal"),
        ("a lapse reads another's hand", "by its lapse"),
        ("a preview is made for another seat", "by the preview of"),
        ("a preview panics", "preview of `look`"),
        ("a measure tells a hidden card", "by measuring"),
        ("what lies ahead tells a hidden card", "by what lies ahead"),
        ("a line is read by what is hidden", "is read"),
        ("a report tells a hidden card", "by its report"),
        ("the end tells the pile", "by how the end is told"),
    ]);
}

#[test]
fn a_sample_is_possible_and_drawn_anew() {
    caught(&[
        ("a sample is the truth", "which it cannot know"),
        ("all is shown and nothing is drawn anew", "no sample ever differs from the truth"),
        ("luck is shown to all and never drawn anew", "every view shows what it decided"),
        ("luck is not drawn anew", "what the die `luck` shows, which it cannot know"),
        ("a sample depends on the truth", "which it cannot know"),
        ("a sample counts tosses that nobody saw", "whether seat"),
        ("a sample is always the same", "its samples are all the same"),
        ("a sample holds a card twice", "is impossible"),
        ("a sample loses a card", "holds [(\"sum of the cards\""),
        ("an imagined luck that no die shows", "panicked"),
    ]);
}

#[test]
fn nobody_is_told_what_is_hidden() {
    caught(&[
        ("the hands are told at the start", "is told of what the die `deal` shows"),
        ("the deal falls openly", "is told of what the die `deal` shows"),
        ("a die is rolled without secrecy", "is told of what the die `luck` shows"),
        ("a secret die is told to all", "is told of what the die `luck` shows"),
        ("a look is told to all", "is told of what was hidden"),
        ("a look can be taken back", "showed seat 1 something hidden"),
        ("a step shows a hand and can be taken back", "something hidden, and can be taken back"),
        ("the log tells a secret bid", "learns what seat"),
        ("a view tells a secret bid", "learns what seat"),
        ("a draw die shows where the card lay", "what the die `draw` tells of what was hidden"),
        (
            "starting hands are drawn by dice that their seats see",
            "what the die `hand` tells of what was hidden",
        ),
        ("names change the start", "the start depends on names"),
        ("a view tells a name", "depends on names"),
    ]);
    played("a draw die falls in secret").unwrap();
}

#[test]
fn what_a_scene_names_is_there() {
    caught(&[
        ("a scene leaves out a choice", "does not offer all"),
        ("a scene offers too much", "offers too much"),
        ("a wrong seat is asked", "the scene of seat 1 asks seat 2"),
        ("a scene panics at a name", "the scene of 1 panicked"),
        ("a piece in no place", "`place 7`, which is no place"),
        ("a piece is not described", "is not described"),
        ("two pieces of one name", "two pieces are called"),
        ("two places of one name", "two places are called"),
        ("two panels of one name", "two panels are called"),
        ("two cards of one name", "two cards are called"),
        ("a target that is no place", "points at Place(\"nowhere\")"),
        ("a target that is no piece", "points at Piece(\"nowhere\")"),
        ("a target that is no card", "points at Card(\"nowhere\")"),
        ("a move of no piece", "moves `nowhere`"),
        ("a mark in no place", "a mark is at `place 9`"),
        ("a focus on nothing", "the focus is on"),
        ("an eye on nothing", "`nothing` is watched"),
        ("a trace without points", "has no points"),
        ("a panel of no seat", "belongs to seat"),
        ("a table that does not fit", "do not fit its head"),
        ("a choice without a label", "has no label"),
        ("a free choice without a point", "takes no point"),
        ("a toss is not offered as final", "`toss` can never be taken back"),
        ("a slip that cannot be filled in", "cannot be filled in"),
        ("a way ahead to no place", "ahead is at `nowhere`"),
        ("a way ahead from nowhere", "follows nothing that it may do"),
        ("a view is no JSON", "is no JSON"),
    ]);
}

#[test]
fn what_is_asked_trips_nobody() {
    caught(&[
        ("the aim is not said", "the aim is not said"),
        (
            "a choice is grave that gives nothing up",
            "`pass` is offered as grave, but gives nothing",
        ),
        (
            "a toss is the last decision of its seat",
            "after `toss` a seat that could have played on",
        ),
        ("a toss is lit by itself", "`toss` is lit by itself"),
        ("a group is torn apart", "do not stand together"),
        ("a bid vanishes from sight", "leaves no trace in its scene"),
    ]);
}

#[test]
fn what_is_chosen_is_refused_or_played() {
    caught(&[
        ("an option is never read", "the option `unread` is never read"),
        ("an unknown option is taken", "an option that is not there"),
        ("an unknown scenario is taken", "a scenario that is not there"),
        ("any number of seats is taken", "no seats"),
        ("an option under no rule", "which is not in the ledger"),
        ("an impossible default", "`top` cannot be `9`"),
        ("two options of one name", "two options are called"),
        ("a value that no scenario takes", "no scenario takes `refused` = `on`"),
        ("an excuse for no option", "there is no option `nothing`"),
        ("a case passes without its option", "the option `late` is never read"),
    ]);
    played("only a case reads an option").unwrap();
}

#[test]
fn a_game_ends_as_declared_and_can_be_written_down() {
    caught(&[
        ("an ending nobody reaches", "`overwinter play lots --record GAME.owr`"),
        ("an undeclared ending", "no declared way to end"),
        ("a rank too few", "does not rank every seat"),
        ("nobody is ranked first", "ranks nobody first"),
        ("a winner who is not first", "a winner who is not ranked first"),
        ("a score too few", "does not score every seat"),
        ("nobody must decide", "nobody must decide"),
        ("a game without end", "not over after"),
        ("the same step falls differently twice", "leads elsewhere with the same dice"),
        ("a card is lost", "sum of the cards"),
        ("a card lies twice", "impossible, but so"),
        ("a position cannot be written down", "read back is another one"),
    ]);
}

/// A game of two seats after these decisions.
fn after(seed: u64, decisions: &[(u16, Action)]) -> Match<Lots> {
    let setup = Setup::new("plain", 2);
    let mut game = Match::<Lots>::start(Lots::house(), &setup, Seed::from_number(seed)).unwrap();
    for (seat, action) in decisions {
        game.act(Seat(*seat), action).unwrap();
    }
    game
}

#[test]
fn a_tampered_record_is_refused_at_its_step() {
    let pass = |seat| (seat, Action::Pass);
    let bids = [(0, Action::Bid(2)), (1, Action::Bid(1)), (0, Action::Look)];
    let text = after(3, &[&bids[..], &[pass(0), pass(1)]].concat()).record(true).to_string();
    let divergence = |text: &str| {
        let record = Record::parse(text).unwrap();
        Match::<Lots>::replay(&record).unwrap().divergence.map(|found| (found.step, found.why))
    };
    assert_eq!(divergence(&text), None);
    let applause = text.split("applause ").nth(1).and_then(|rest| rest.chars().next()).unwrap();
    let other = if applause == '6' { '1' } else { '6' };
    let tampered = [
        (text.replace("| bid 2", "| bid 3"), 1, "another one"),
        (text.replace("| look", "| pass"), 3, "applause"),
        (text.replace("| bid 1", "| bid 9"), 2, "refused"),
        (text.replace("| bid 1", "| jump"), 2, "do not understand"),
        (
            text.replace(&format!("applause {applause}"), &format!("applause {other}")),
            4,
            "from the seed",
        ),
        (text.replace("3 | 1 | ", "3 | 2 | "), 3, "need not decide"),
        (text.replace("steps, shown", "steps, flood"), 5, "the record says"),
        (
            text.replace(&Seed::from_number(3).to_string(), &Seed::from_number(4).to_string()),
            0,
            "committed",
        ),
    ];
    for (text, step, why) in tampered {
        let (found, reason) = divergence(&text).unwrap_or_default();
        assert!(
            found == step && reason.contains(why),
            "expected step {step}, {why}: step {found}, {reason}"
        );
    }
}

#[test]
fn a_running_game_goes_on_from_its_snapshot() {
    let seed = Seed::from_number(5);
    let mut game = after(5, &[(1, Action::Bid(3))]);
    let mut again = Match::<Lots>::resume(&game.record(false), seed, &game.snapshot()).unwrap();
    for game in [&mut game, &mut again] {
        game.act(Seat(0), &Action::Bid(1)).unwrap();
        game.act(Seat(0), &Action::Toss).unwrap();
    }
    assert_eq!(game.record(true), again.record(true));
    assert!(
        Match::<Lots>::resume(&game.record(false), Seed::from_number(6), &game.snapshot()).is_err()
    );
}

#[test]
fn undo_stops_at_dice_reveals_and_other_seats() {
    let mut game = after(5, &[]);
    let start = game.position().clone();
    game.act(Seat(0), &Action::Bid(1)).unwrap();
    assert!(
        game.undo(Seat(1)).is_none()
            && game.undo(Seat(0)).is_some()
            && *game.position() == start
            && game.is_empty()
    );
    game.act(Seat(0), &Action::Bid(1)).unwrap();
    game.act(Seat(1), &Action::Bid(1)).unwrap();
    assert!(!game.can_undo(Seat(0)) && !game.can_undo(Seat(1)), "both bids are open now");
    game.act(Seat(0), &Action::Step(1)).unwrap();
    assert!(game.can_undo(Seat(0)), "a step shows nothing");
    game.act(Seat(0), &Action::Look).unwrap();
    assert!(!game.can_undo(Seat(0)), "a card was seen");
    game.act(Seat(0), &Action::Toss).unwrap();
    assert!(!game.can_undo(Seat(0)), "a die fell");
}

/// Seats: a scenario says for how many it is made, and an option may bring a seat of its own.
#[test]
fn a_catalogue_knows_how_many_seats_a_set_up_takes() {
    let mut catalogue = Lots::catalogue(&Lots::house()).unwrap();
    catalogue.scenarios = vec![ScenarioInfo::new("plain", "Lots", "", 2..=4).without([3])];
    catalogue.options = vec![OptionInfo::flag("umpire", false, "", "").seating(1)];
    let takes = |seats: u16, umpire: &str| {
        let setup = Setup::new("plain", seats).with("umpire", umpire);
        catalogue.admits(&setup).map(|_| ()).map_err(|error| error.to_string())
    };
    for (seats, umpire) in [(2, "off"), (4, "off"), (3, "on"), (5, "yes")] {
        assert_eq!(takes(seats, umpire), Ok(()), "{seats} seats, umpire {umpire}");
    }
    for (seats, umpire, right) in [
        (1, "off", "2 or 4"),
        (3, "off", "2 or 4"),
        (5, "off", "2 or 4"),
        (2, "on", "3 or 5"),
        (4, "on", "3 or 5"),
    ] {
        let problem = takes(seats, umpire).unwrap_err();
        assert!(problem.contains(&format!("{right} seats, not {seats}")), "{problem}");
    }
    let wrong = Setup::new("plain", 9).with("umpyre", "on").with("umpire", "maybe");
    let problem = catalogue.admits(&wrong).unwrap_err().to_string();
    for part in ["2 or 4 seats, not 9", "did you mean `umpire`", "say on or off"] {
        assert!(problem.contains(part), "{problem}");
    }
    let near = |wanted| catalogue.scenarios[0].seats_near(wanted);
    assert_eq!([0, 2, 3, 4, 9].map(near), [2, 2, 2, 4, 4]);
}
