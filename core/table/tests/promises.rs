//! The conformance suite catches every broken promise: a small game with hidden cards and secret
//! bids, broken on purpose in one way at a time.

use serde::{Deserialize, Serialize};
use stage::{Choice, Ground, Prompt, Scene};
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};
use table::conformance::{Report, Suite, hold};
use table::*;

/// Three cards; each seat holds one, the third lies face down. Both bid in secret, then the first
/// seat may look at the third card. The higher sum of card and bid wins.
#[derive(Clone)]
struct Lots {
    setup: Setup,
    flaw: String,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
struct Position {
    cards: [u8; 3],
    bids: [Option<u8>; 2],
    looked: bool,
    over: bool,
    #[serde(skip)]
    unwritten: u8,
}

#[derive(Clone, Debug, PartialEq, Serialize)]
enum Action {
    Bid(u8),
    Look,
    Pass,
}

#[derive(Clone, Debug, PartialEq, Serialize)]
struct Event(String);

#[derive(Clone, Debug, PartialEq, Serialize)]
struct View {
    card: Option<u8>,
    third: Option<u8>,
    bids: Vec<Option<u8>>,
    has_bid: Vec<bool>,
}

static CLOCK: AtomicU32 = AtomicU32::new(0);

impl Lots {
    fn flawed(&self, flaw: &str) -> bool {
        self.flaw == flaw
    }
}

impl Rules for Lots {
    const ID: &'static str = "lots";
    const RULES_VERSION: u32 = 1;
    type Position = Position;
    type Action = Action;
    type Event = Event;
    type View = View;
    type Refusal = Refusal;

    fn house() -> Edition {
        Edition::default()
    }

    fn catalogue(_: &Edition) -> Result<Catalogue, SetupError> {
        Ok(Catalogue {
            game: "lots".into(),
            title: "Lots".into(),
            summary: "Draw, bid, look.".into(),
            scenarios: vec![ScenarioInfo::new("plain", "Lots", "Draw, bid, look.", 2..=2)],
            options: Vec::new(),
        })
    }

    fn open(_: &Edition, setup: &Setup) -> Result<Lots, SetupError> {
        let flaw = setup.options.get("flaw").cloned().unwrap_or_default();
        Ok(Lots { setup: setup.clone(), flaw })
    }

    fn setup(&self) -> &Setup {
        &self.setup
    }

    fn endings(&self) -> Vec<&'static str> {
        if self.flawed("an ending nobody reaches") { vec!["shown", "flood"] } else { vec!["shown"] }
    }

    fn start(&self, dice: &mut Dice, _: &mut Log<Event>) -> Position {
        let mut cards = [1, 2, 3];
        dice.secretly(Audience::Referee, |dice| dice.shuffle("deal", &mut cards));
        Position { cards, bids: [None; 2], looked: false, over: false, unwritten: 0 }
    }

    fn status(&self, position: &Position) -> Status {
        if position.over {
            let sum = |seat: usize| position.cards[seat] + position.bids[seat].unwrap_or(0);
            let winner = if sum(0) >= sum(1) { Seat(0) } else { Seat(1) };
            let reason = if self.flawed("an undeclared ending") { "flood" } else { "shown" };
            let ranks = Seat::first(2).map(|seat| if seat == winner { 1 } else { 2 }).collect();
            let ranks = if self.flawed("a rank too few") { vec![1] } else { ranks };
            return Status::Over(Box::new(Outcome {
                reason: reason.into(),
                ranks,
                winners: Seats::one(winner),
                scores: None,
            }));
        }
        let open = Seat::first(2).filter(|seat| position.bids[seat.index()].is_none());
        let bidding: Seats = open.collect();
        match bidding.is_empty() {
            false => Status::Deciding(bidding),
            true if self.flawed("nobody must decide") => Status::Deciding(Seats::none()),
            true => Status::one(Seat(0)),
        }
    }

    fn legal(&self, position: &Position, seat: Seat, out: &mut Vec<Action>) {
        if !self.status(position).awaits(seat) {
            if self.flawed("an idle seat is offered something") && !position.over {
                out.push(Action::Pass);
            }
            return;
        }
        if position.bids[seat.index()].is_none() {
            out.extend([1, 2, 3].map(Action::Bid));
            if self.flawed("a listed action is refused") {
                out.push(Action::Bid(4));
            }
            if self.flawed("an action is listed twice") {
                out.push(Action::Bid(1));
            }
            if self.flawed("the list tells a hidden card") && position.cards[2] == 3 {
                out.swap(0, 1);
            }
        } else {
            if !position.looked {
                out.push(Action::Look);
            }
            out.push(Action::Pass);
        }
    }

    fn check(&self, position: &Position, seat: Seat, action: &Action) -> Result<(), Refusal> {
        if !self.status(position).awaits(seat) {
            let reason = match self.flawed("a refusal tells a hidden card") {
                true => format!("Not now. The third card is {}.", position.cards[2]),
                false => "Not now.".into(),
            };
            return Err(Refusal::new("LO-TURN-01", reason));
        }
        let bidding = position.bids[seat.index()].is_none();
        match action {
            Action::Bid(4) if bidding && self.flawed("an unlisted action is accepted") => Ok(()),
            Action::Bid(1..=3) if bidding => Ok(()),
            Action::Look if !bidding && !position.looked => Ok(()),
            Action::Pass if !bidding => Ok(()),
            _ if self.flawed("a refusal names no rule") => Err(Refusal::new("LO-NONE-99", "No.")),
            _ => Err(Refusal::new("LO-TURN-01", "That cannot be done now.")),
        }
    }

    fn apply(
        &self,
        position: &mut Position,
        seat: Seat,
        action: &Action,
        dice: &mut Dice,
        log: &mut Log<Event>,
    ) {
        match action {
            Action::Bid(bid) => {
                position.bids[seat.index()] = Some(*bid);
                let event = || Event(format!("Seat {seat} bids {bid}."));
                if self.flawed("the log tells a secret bid") {
                    log.tell(event());
                } else {
                    log.tell_to(|| Audience::only(seat), event);
                }
                if position.bids.iter().all(Option::is_some) {
                    log.reveal();
                }
                if self.flawed("a card is lost") {
                    position.cards[2] = 7;
                }
                if self.flawed("a position cannot be written down") {
                    position.unwritten = 1;
                }
            }
            Action::Look => {
                position.looked = true;
                if !self.flawed("a look can be taken back") {
                    log.reveal();
                }
            }
            Action::Pass if self.flawed("a game without end") => {}
            Action::Pass => {
                dice.roll("applause", 6);
                position.over = true;
                if self.flawed("the same step falls differently twice") {
                    position.cards.rotate_left(CLOCK.fetch_add(1, Ordering::Relaxed) as usize % 3);
                }
                log.tell(Event("The cards are shown.".into()));
            }
        }
    }

    fn play(
        &self,
        position: &mut Position,
        seat: Seat,
        action: &Action,
        dice: &mut Dice,
        log: &mut Log<Event>,
    ) -> Result<(), Refusal> {
        if self.flawed("a refusal changes the position") {
            position.cards.reverse();
        }
        self.check(position, seat, action)?;
        self.apply(position, seat, action, dice, log);
        Ok(())
    }

    fn lapse(&self, position: &Position, seat: Seat) -> Action {
        match position.bids[seat.index()] {
            None if self.flawed("an impossible lapse") => Action::Pass,
            None => Action::Bid(1),
            Some(_) => Action::Pass,
        }
    }

    fn view(&self, position: &Position, viewer: Viewer) -> View {
        let seat = viewer.seat();
        let all_in = position.bids.iter().all(Option::is_some);
        let leak = self.flawed("a view tells a secret bid");
        let own =
            |i: usize| seat == Some(Seat(i as u16)) || viewer == Viewer::Referee || all_in || leak;
        let sees_third = viewer == Viewer::Referee
            || seat == Some(Seat(0)) && position.looked
            || self.flawed("a view tells a hidden card");
        View {
            card: seat.map(|seat| position.cards[seat.index()]),
            third: sees_third.then_some(position.cards[2]),
            bids: (0..2).map(|i| position.bids[i].filter(|_| own(i))).collect(),
            has_bid: position.bids.iter().map(Option::is_some).collect(),
        }
    }

    fn resample(&self, position: &Position, seat: Seat, dice: &mut Dice) -> Position {
        let mut sample = position.clone();
        let other = 1 - seat.index();
        let knows_third = seat == Seat(0) && position.looked;
        if !knows_third && dice.roll("imagine", 2) == 2 {
            sample.cards.swap(other, 2);
        }
        let all_in = position.bids.iter().all(Option::is_some);
        if let Some(bid) = &mut sample.bids[other]
            && !all_in
        {
            *bid = dice.roll("imagine", 3) as u8;
        }
        sample
    }
}

impl Speech for Lots {
    fn notation(&self, action: &Action) -> String {
        match action {
            Action::Bid(bid) => format!("bid {bid}"),
            Action::Look => "look".into(),
            Action::Pass => "pass".into(),
        }
    }

    fn parse(&self, _: &Position, _: Seat, line: &str) -> Result<Action, Misread> {
        match line {
            "bid 3" if self.flawed("a line is read as another action") => Ok(Action::Bid(2)),
            "look" => Ok(Action::Look),
            "pass" => Ok(Action::Pass),
            bid => match bid.strip_prefix("bid ").and_then(|bid| bid.parse().ok()) {
                Some(bid) => Ok(Action::Bid(bid)),
                None => Err(Misread::new(line, "bid, look or pass")),
            },
        }
    }

    fn narrate(&self, event: &Event, _: Names<'_>) -> StoryLine {
        match self.flawed("a line is told under no rule") {
            true => StoryLine::by("LO-NONE-99", &event.0),
            false => StoryLine::by("LO-TURN-01", &event.0),
        }
    }
}

impl Looks for Lots {
    fn scene(&self, _: &View, _: Viewer, choices: &[Action], _: Names<'_>) -> Scene {
        let skipped = if self.flawed("a scene leaves out a choice") { 1 } else { 0 };
        let choices = choices.iter().skip(skipped).map(|action| Choice {
            notation: self.notation(action),
            label: self.notation(action),
            ..Choice::default()
        });
        Scene {
            ground: Arc::new(Ground {
                title: "Lots".into(),
                description: "Three cards.".into(),
                fields: Vec::new(),
            }),
            headline: String::new(),
            pieces: Vec::new(),
            marks: Vec::new(),
            traces: Vec::new(),
            panels: Vec::new(),
            prompt: Some(Prompt {
                question: "?".into(),
                choices: choices.collect(),
                ..Prompt::default()
            }),
            focus: None,
        }
    }
}

impl Shown for Lots {
    type Given = ();

    fn ledger() -> &'static str {
        "| LO-TURN-01 | Bid, then look or pass. | rule |"
    }

    fn cases() -> Vec<(&'static str, &'static str)> {
        Vec::new()
    }

    fn tests() -> Vec<(&'static str, &'static str)> {
        Vec::new()
    }

    fn arrange(
        edition: &Edition,
        setup: &Setup,
        _: (),
        dice: &mut Dice,
    ) -> Result<(Lots, Position), SetupError> {
        let game = Lots::open(edition, setup)?;
        let position = game.start(dice, &mut Log::quiet());
        Ok((game, position))
    }
}

impl Conformant for Lots {
    fn bound(&self) -> usize {
        8
    }

    fn probes(&self, _: &Position, _: Seat, _: &mut Dice, out: &mut Vec<Action>) {
        out.extend((0..5).map(Action::Bid).chain([Action::Look, Action::Pass]));
    }

    fn conserved(&self, position: &Position) -> Vec<(&'static str, i64)> {
        vec![("sum of the cards", position.cards.iter().map(|card| *card as i64).sum())]
    }
}

fn played(flaw: &str) -> Result<Report, String> {
    let mut suite = Suite::new(vec![Setup::new("plain", 2).with("flaw", flaw)], 40);
    suite.all_endings = true;
    hold::<Lots>(&suite)
}

#[test]
fn a_game_that_keeps_its_promises_passes() {
    let report = played("none").unwrap();
    assert_eq!((report.games, report.longest), (40, 4));
}

#[test]
fn every_broken_promise_is_caught() {
    let flaws = [
        ("an ending nobody reaches", "no game ended by `flood`"),
        ("an undeclared ending", "no declared way to end"),
        ("a rank too few", "does not rank every seat"),
        ("nobody must decide", "nobody must decide"),
        ("an idle seat is offered something", "need not decide but is offered"),
        ("a listed action is refused", "is listed but refused"),
        ("an action is listed twice", "is listed twice"),
        ("the list tells a hidden card", "from the truth by its actions"),
        ("a refusal tells a hidden card", "from the truth by a refusal"),
        ("an unlisted action is accepted", "is accepted but not listed"),
        ("a refusal names no rule", "which is not in the ledger"),
        ("the log tells a secret bid", "learns what seat"),
        ("the same step falls differently twice", "cannot be followed"),
        ("a card is lost", "sum of the cards"),
        ("a position cannot be written down", "read back is another one"),
        ("a look can be taken back", "showed seat 1 something hidden"),
        ("a game without end", "not over after 8 decisions"),
        ("a refusal changes the position", "changed the position"),
        ("an impossible lapse", "the lapse"),
        ("a line is read as another action", "is read as"),
        ("a view tells a secret bid", "learns what seat"),
        ("a view tells a hidden card", "by its view"),
        ("a line is told under no rule", "which is not in the ledger"),
        ("a scene leaves out a choice", "does not offer all"),
    ];
    for (flaw, complaint) in flaws {
        match played(flaw) {
            Ok(_) => panic!("not caught: {flaw}"),
            Err(problem) => assert!(problem.contains(complaint), "{flaw}: {problem}"),
        }
    }
}

#[test]
fn a_tampered_record_is_refused_at_its_step() {
    let setup = Setup::new("plain", 2).with("flaw", "none");
    let mut game = Match::<Lots>::start(Lots::house(), &setup, Seed::from_number(3)).unwrap();
    for (seat, action) in
        [(0, Action::Bid(2)), (1, Action::Bid(1)), (0, Action::Look), (0, Action::Pass)]
    {
        game.act(Seat(seat), &action).unwrap();
    }
    let text = game.record(true).to_string();
    let divergence = |text: &str| {
        let record = Record::parse(text).unwrap();
        Match::<Lots>::replay(&record).unwrap().divergence.map(|found| (found.step, found.why))
    };
    assert_eq!(divergence(&text), None);
    let applause = text
        .lines()
        .last()
        .map(|_| text.split("applause ").nth(1).unwrap().chars().next().unwrap())
        .unwrap();
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
        (text.replace("steps, shown", "steps, flood"), 4, "the record says"),
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
    let setup = Setup::new("plain", 2).with("flaw", "none");
    let seed = Seed::from_number(5);
    let mut game = Match::<Lots>::start(Lots::house(), &setup, seed).unwrap();
    game.act(Seat(1), &Action::Bid(3)).unwrap();
    let mut again = Match::<Lots>::resume(&game.record(false), seed, &game.snapshot()).unwrap();
    for game in [&mut game, &mut again] {
        game.act(Seat(0), &Action::Bid(1)).unwrap();
        game.act(Seat(0), &Action::Pass).unwrap();
    }
    assert_eq!(game.record(true), again.record(true));
    assert!(
        Match::<Lots>::resume(&game.record(false), Seed::from_number(6), &game.snapshot()).is_err()
    );
}

#[test]
fn undo_stops_at_dice_reveals_and_other_seats() {
    let setup = Setup::new("plain", 2).with("flaw", "none");
    let mut game = Match::<Lots>::start(Lots::house(), &setup, Seed::from_number(5)).unwrap();
    let start = game.position().clone();
    game.act(Seat(0), &Action::Bid(1)).unwrap();
    assert!(
        !game.undo(Seat(1)) && game.undo(Seat(0)) && *game.position() == start && game.is_empty()
    );
    game.act(Seat(0), &Action::Bid(1)).unwrap();
    game.act(Seat(1), &Action::Bid(1)).unwrap();
    assert!(!game.can_undo(Seat(0)) && !game.can_undo(Seat(1)), "both bids are open now");
    game.act(Seat(0), &Action::Look).unwrap();
    assert!(!game.can_undo(Seat(0)), "a card was seen");
}

/// Seats: a scenario says for how many it is made, and an option may bring a seat of its own.
#[test]
fn a_catalogue_knows_how_many_seats_a_set_up_takes() {
    let mut catalogue = Lots::catalogue(&Lots::house()).unwrap();
    catalogue.scenarios = vec![ScenarioInfo::new("plain", "Lots", "", 2..=4).without([3])];
    catalogue.options = vec![table::OptionInfo::flag("umpire", false, "", "").seating(1)];
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
    let near = |wanted| catalogue.scenarios[0].seats_near(wanted);
    assert_eq!([0, 2, 3, 4, 9].map(near), [2, 2, 2, 4, 4]);
}
