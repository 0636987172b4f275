//! What Outlive promises to every program: its rules, its speech, its looks.

use crate::refusal::Refusal;
use crate::{Action, Event, Outlive, Position, View, edition};
use serde_json::Value;
use stage::{Scene, Sketch};
use table::{
    Catalogue, Dice, Edition, Log, Looks, Misread, Names, Outcome, Reckoning, Rules, Seat, Setup,
    SetupError, Speech, Status, StoryLine, Viewer,
};

impl Rules for Outlive {
    const ID: &'static str = "outlive";
    const RULES_VERSION: u32 = 2;
    type Position = Position;
    type Action = Action;
    type Event = Event;
    type View = View;
    type Refusal = Refusal;

    fn house() -> Edition {
        edition::house()
    }

    fn catalogue(edition: &Edition) -> Result<Catalogue, SetupError> {
        edition::catalogue(edition)
    }

    fn open(edition: &Edition, setup: &Setup) -> Result<Self, SetupError> {
        edition::open(edition, setup)
    }

    fn setup(&self) -> &Setup {
        &self.setup
    }

    fn endings(&self) -> Vec<&'static str> {
        if self.seats == 1 { vec!["aboard", "left behind"] } else { vec!["convoy"] }
    }

    fn start(&self, dice: &mut Dice, log: &mut Log<Event>) -> Position {
        self.begin(dice, log)
    }

    fn status(&self, position: &Position) -> Status {
        self.standing(position)
    }

    fn legal(&self, position: &Position, seat: Seat, out: &mut Vec<Action>) {
        if seat.0 < self.seats.into() {
            self.offer(position, seat.into(), &mut |action| out.push(action));
        }
    }

    fn check(&self, position: &Position, seat: Seat, action: &Action) -> Result<(), Refusal> {
        self.judge(position, seat, action)
    }

    fn apply(
        &self,
        position: &mut Position,
        seat: Seat,
        action: &Action,
        dice: &mut Dice,
        log: &mut Log<Event>,
    ) {
        self.carry_out(position, seat.into(), *action, dice, log);
    }

    fn lapse(&self, position: &Position, seat: Seat) -> Action {
        self.lapse_for(position, seat.into())
    }

    fn view(&self, position: &Position, viewer: Viewer) -> View {
        self.seen(position, viewer)
    }

    fn resample(&self, position: &Position, seat: Seat, dice: &mut Dice) -> Position {
        self.imagined(position, seat.into(), dice)
    }
}

impl Speech for Outlive {
    fn notation(&self, action: &Action) -> String {
        self.write(action)
    }

    fn structure(&self, action: &Action) -> Value {
        table::structure(action)
    }

    fn parse(&self, position: &Position, seat: Seat, line: &str) -> Result<Action, Misread> {
        self.read(position, seat.into(), line)
    }

    fn narrate(&self, event: &Event, names: Names<'_>) -> StoryLine {
        self.teller(names).told(event)
    }

    fn conclusion(&self, position: &Position, outcome: &Outcome, names: Names<'_>) -> String {
        self.teller(names).ending(position, outcome)
    }

    fn reckoning(&self, position: &Position, _: &Outcome) -> Option<Reckoning> {
        let heads = [
            "Events",
            "Full rooms",
            "Survivors",
            "Equipment",
            "Pairs",
            "Gauge",
            "Total",
            "Tie: Supplies",
            "Then: Materials and Munitions",
        ];
        let row = |side: crate::Side| {
            let score = self.score(position, side);
            let points = [score.events, score.rooms, score.survivors, score.equipment, score.pairs];
            let rest = [score.gauge, score.total, score.supplies.into(), score.others.into()];
            points.into_iter().chain(rest).collect()
        };
        Some(Reckoning::new(heads, self.seats().map(row)))
    }

    fn chapter(&self, event: &Event) -> Option<String> {
        match event {
            Event::Dawn { turn } => Some(format!("Turn {turn}")),
            _ => None,
        }
    }
}

impl Looks for Outlive {
    fn scene(&self, view: &View, _: Viewer, choices: &[Action], names: Names<'_>) -> Scene {
        self.teller(names).staged(view, choices)
    }

    fn preview(&self, position: &Position, seat: Seat, action: &Action) -> Sketch {
        self.sketch(position, seat, action)
    }
}
