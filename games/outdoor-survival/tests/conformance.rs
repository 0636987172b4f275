//! The game keeps every promise of the contract.

use outdoor_survival::{Action, Event, Given, OutdoorSurvival, Position, View};
use table::conformance::{Suite, hold};
use table::*;

/// The game as played by people who never give up, so that random games last.
#[derive(Clone)]
struct Stubborn(OutdoorSurvival);

impl Game for Stubborn {
    const ID: &'static str = OutdoorSurvival::ID;
    const RULES_VERSION: u32 = OutdoorSurvival::RULES_VERSION;
    type Position = Position;
    type Action = Action;
    type Event = Event;
    type View = View;

    fn house() -> Edition {
        OutdoorSurvival::house()
    }
    fn catalogue(edition: &Edition) -> Result<Catalogue, SetupError> {
        OutdoorSurvival::catalogue(edition)
    }
    fn open(edition: &Edition, setup: &Setup) -> Result<Stubborn, SetupError> {
        OutdoorSurvival::open(edition, setup).map(Stubborn)
    }
    fn setup(&self) -> &Setup {
        self.0.setup()
    }
    fn endings(&self) -> Vec<&'static str> {
        self.0.endings()
    }
    fn start(&self, dice: &mut Dice, log: &mut Log<Event>) -> Position {
        self.0.start(dice, log)
    }
    fn status(&self, position: &Position) -> Status {
        self.0.status(position)
    }
    fn legal(&self, position: &Position, seat: Seat, out: &mut Vec<Action>) {
        self.0.legal(position, seat, out);
        out.retain(|action| *action != Action::Resign);
    }
    fn check(&self, position: &Position, seat: Seat, action: &Action) -> Result<(), Refusal> {
        if *action == Action::Resign {
            return Err(Refusal::new("OS-END-03", "Never."));
        }
        self.0.check(position, seat, action)
    }
    fn apply(
        &self,
        position: &mut Position,
        seat: Seat,
        action: &Action,
        dice: &mut Dice,
        log: &mut Log<Event>,
    ) {
        self.0.apply(position, seat, action, dice, log);
    }
    fn lapse(&self, position: &Position, seat: Seat) -> Action {
        self.0.lapse(position, seat)
    }
    fn notation(&self, action: &Action) -> String {
        self.0.notation(action)
    }
    fn parse(&self, position: &Position, seat: Seat, line: &str) -> Result<Action, Misread> {
        self.0.parse(position, seat, line)
    }
    fn view(&self, position: &Position, viewer: Viewer) -> View {
        self.0.view(position, viewer)
    }
    fn resample(&self, position: &Position, seat: Seat, dice: &mut Dice) -> Position {
        self.0.resample(position, seat, dice)
    }
    fn narrate(&self, event: &Event) -> Told {
        self.0.narrate(event)
    }
    fn scene(&self, view: &View, choices: &[Action]) -> stage::Scene {
        self.0.scene(view, choices)
    }
}

impl Shown for Stubborn {
    type Given = Given;
    fn ledger() -> &'static str {
        OutdoorSurvival::ledger()
    }
    fn cases() -> Vec<(&'static str, &'static str)> {
        OutdoorSurvival::cases()
    }
    fn tests() -> Vec<(&'static str, &'static str)> {
        OutdoorSurvival::tests()
    }
    fn arrange(
        edition: &Edition,
        setup: &Setup,
        given: Given,
        dice: &mut Dice,
    ) -> Result<(Stubborn, Position), SetupError> {
        OutdoorSurvival::arrange(edition, setup, given, dice).map(|(game, p)| (Stubborn(game), p))
    }
}

impl Conformant for Stubborn {
    fn bound(&self) -> usize {
        self.0.bound()
    }
    fn probes(&self, position: &Position, seat: Seat, dice: &mut Dice, out: &mut Vec<Action>) {
        self.0.probes(position, seat, dice, out);
    }
    fn conserved(&self, position: &Position) -> Vec<(&'static str, i64)> {
        self.0.conserved(position)
    }
}

/// Every scenario with every number of seats.
fn all_setups() -> Vec<Setup> {
    let catalogue = OutdoorSurvival::catalogue(&OutdoorSurvival::house()).unwrap();
    let scenarios = catalogue.scenarios.iter();
    scenarios
        .flat_map(|scenario| {
            (scenario.min_seats..=scenario.max_seats).map(|seats| Setup::new(&scenario.id, seats))
        })
        .collect()
}

/// The same with one option after another set to each of its values.
fn optional_setups() -> Vec<Setup> {
    let catalogue = OutdoorSurvival::catalogue(&OutdoorSurvival::house()).unwrap();
    let mut setups = Vec::new();
    for option in &catalogue.options {
        let values: Vec<String> = match &option.kind {
            OptionKind::Flag => vec!["on".into(), "off".into()],
            OptionKind::Choice(words) => words.clone(),
            OptionKind::Number(least, most) => vec![least.to_string(), most.to_string()],
        };
        for value in values.into_iter().filter(|value| *value != option.default) {
            for scenario in ["survival", "search", "rescue", "pursue-escape", "beast"] {
                if option.key == "reverse" && scenario != "survival" {
                    continue;
                }
                setups.push(Setup::new(scenario, 2).with(&option.key, &value));
            }
        }
    }
    setups
}

// rules: OS-END-01, OS-END-02
#[test]
fn every_scenario_keeps_every_promise() {
    let mut suite = Suite::new(all_setups(), 3);
    suite.every = 5;
    let report = hold::<OutdoorSurvival>(&suite).unwrap_or_else(|problem| panic!("{problem}"));
    assert!(report.games > 100, "{report:?}");
    let mut suite = Suite::new(all_setups(), 4);
    suite.every = 9;
    suite.seed = 100;
    let report = hold::<Stubborn>(&suite).unwrap_or_else(|problem| panic!("{problem}"));
    println!("{report:?}");
    assert!(report.decisions > 10_000, "{report:?}");
}

#[test]
fn every_option_keeps_every_promise() {
    let mut suite = Suite::new(optional_setups(), 1);
    suite.every = 9;
    let report = hold::<Stubborn>(&suite).unwrap_or_else(|problem| panic!("{problem}"));
    println!("{report:?}");
    assert!(report.games > 100, "{report:?}");
}
