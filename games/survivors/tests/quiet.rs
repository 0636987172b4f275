//! Where words are told only to those in hearing, nobody else learns of them in any way.

use survivors::Survivors;
use survivors::action::{Action, Effect};
use survivors::position::{Position, Said, Step};
use table::conformance::{Suite, hold};
use table::{Dice, Log, Match, Rules, Seat, Seed, Setup, Viewer};

/// What was said in a game, held to what others know of it.
#[derive(Default)]
struct Heard {
    /// How often somebody did not hear something.
    unheard: usize,
    /// How often somebody else did.
    heard: usize,
    /// Of what was unheard, how often those who did not hear it imagine that somebody spoke.
    imagined: usize,
    /// And how often they imagine that nobody did.
    silent: usize,
}

impl Heard {
    /// Whoever hears nothing of a step sees the same as before it, may decide the same, and imagines the same.
    fn step(
        &mut self,
        rules: &Survivors,
        seats: u16,
        before: &Position,
        after: &Position,
        log: &Log<survivors::event::Event>,
    ) {
        for viewer in Seat::first(seats).map(Viewer::Seat).chain([Viewer::Table]) {
            if log.seen_by(viewer).next().is_some() {
                self.heard += 1;
                continue;
            }
            self.unheard += 1;
            assert_eq!(rules.view(before, viewer), rules.view(after, viewer), "{viewer} sees it");
            assert_eq!(rules.status(before), rules.status(after), "who is asked tells {viewer}");
            let Some(seat) = viewer.seat() else { continue };
            for seed in 0..3 {
                let imagine = |position| {
                    rules.resample(position, seat, &mut Dice::seeded(Seed::from_number(seed)))
                };
                let (truth, sample) = (imagine(before), imagine(after));
                assert_eq!(truth, sample, "{viewer} imagines something else after it");
                let own = rules.side_of(&sample, seat);
                let unheard =
                    |said: Said| said.so && own.is_some_and(|own| !own.is_in(said.ears.heard));
                let spoke = sample
                    .figures
                    .iter()
                    .any(|figure| figure.side != own && figure.spoke.said().is_some_and(unheard));
                *(if spoke { &mut self.imagined } else { &mut self.silent }) += 1;
            }
        }
    }
}

/// Tries everything that can be said in a random game.
fn listen(setup: &Setup, seed: u64, total: &mut Heard) {
    let mut game =
        Match::<Survivors>::start(Survivors::house(), setup, Seed::from_number(seed)).unwrap();
    let mut dice = Dice::seeded(Seed::from_number(seed));
    let mut legal = Vec::new();
    for _ in 0..200 {
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
            let own = Viewer::Seat(seat);
            let told = rules.view(game.position(), own) != rules.view(&after, own);
            assert!(told, "their own side knows of {action:?}");
            total.step(rules, setup.seats, game.position(), &after, &log);
        }
        let action = dice.pick("random play", &legal).cloned();
        let action = action.filter(|action| !rules.gives_up(action));
        let action = action.unwrap_or_else(|| rules.lapse(game.position(), seat));
        game.act(seat, &action).unwrap();
    }
}

// rules: SV-COM-10, SV-COM-11
#[test]
fn what_others_could_not_hear_they_do_not_know() {
    let mut total = Heard::default();
    let plain = ("talk_free", "off");
    let tried = [
        ("strays", 4, plain),
        ("mill", 2, plain),
        ("surgery", 2, plain),
        ("strays", 2, ("talk_free", "on")),
        ("quick", 2, ("fog", "on")),
        ("quick", 3, ("umpire", "on")),
    ];
    for (scenario, seats, (option, value)) in tried {
        let setup = Setup::new(scenario, seats).with("strict_comms", "on").with(option, value);
        listen(&setup, 7, &mut total);
    }
    let Heard { unheard, heard, imagined, silent } = total;
    assert!(unheard > 100 && heard > 100, "hardly anything was said: {unheard}, {heard}");
    assert!(imagined > 100 && silent > 100, "they imagine too little: {imagined}, {silent}");
}

// rules: SV-COM-11
#[test]
fn every_promise_holds_where_words_are_not_heard_by_all() {
    let mut suite = Suite::of::<Survivors>().unwrap();
    (suite.games, suite.looks, suite.all_options) = (1, 8, false);
    for setup in &mut suite.setups {
        *setup = setup.clone().with("strict_comms", "on");
    }
    let quick = || Setup::new("quick", 2).with("strict_comms", "on");
    suite.setups.extend([
        Setup::new("quick", 3).with("strict_comms", "on").with("umpire", "on"),
        quick().with("talk_free", "on"),
        Setup::new("strays", 4).with("strict_comms", "on").with("fog", "on"),
    ]);
    hold::<Survivors>(&suite).unwrap_or_else(|problem| panic!("{problem}"));
}

// rules: SV-COM-11
#[test]
fn what_ends_the_phase_in_which_sleepers_may_have_been_called_is_not_taken_back() {
    let setup = Setup::new("barn", 3).with("strict_comms", "on").with("umpire", "on");
    let rules = Survivors::open(&Survivors::house(), &setup).unwrap();
    let mut dice = Dice::seeded(Seed::from_number(7));
    let mut position = rules.start(&mut dice, &mut Log::new());
    let mut ended = 0;
    while let Some(seat) = rules.status(&position).first().filter(|_| ended < 2) {
        let (action, before) = (rules.lapse(&position, seat), position.step);
        let mut log = Log::new();
        rules.apply(&mut position, seat, &action, &mut dice, &mut log);
        if before != Step::Umpire && position.step == Step::Umpire {
            assert!(log.revealed(), "whether sleepers wake tells whether somebody called them");
            ended += 1;
        }
    }
    assert_eq!(ended, 2, "turns end");
}
