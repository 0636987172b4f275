//! The contract that every game signs.

use crate::action::Action;
use crate::event::Event;
use crate::knowledge::view;
use crate::position::Position;
use crate::refusal::{Checked, Refusal};
use crate::{Survivors, edition};
use ::stage::Scene;
use table::{
    Catalogue, Dice, Edition, Log, Looks, Misread, Names, Outcome, Reckoning, Rules, Seat, Setup,
    SetupError, Speech, Status, StoryLine, Viewer,
};

impl Rules for Survivors {
    const ID: &'static str = "survivors";
    const RULES_VERSION: u32 = 2;
    type Position = Position;
    type Action = Action;
    type Event = Event;
    type View = view::View;
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
        vec!["limit", "empty", "stopped", "conceded"]
    }

    fn start(&self, dice: &mut Dice, _: &mut Log<Event>) -> Position {
        self.lay_out(dice)
    }

    fn status(&self, position: &Position) -> Status {
        self.who_decides(position)
    }

    fn legal(&self, position: &Position, seat: Seat, out: &mut Vec<Action>) {
        self.offer(&self.known(position, Viewer::Seat(seat)), seat, out);
    }

    fn check(&self, position: &Position, seat: Seat, action: &Action) -> Checked {
        self.judge(&self.known(position, Viewer::Seat(seat)), seat, action)
    }

    fn apply(
        &self,
        position: &mut Position,
        seat: Seat,
        action: &Action,
        dice: &mut Dice,
        log: &mut Log<Event>,
    ) {
        if !self.is_due(position, seat, action) {
            return;
        }
        if self.options.fog {
            self.decide_in_fog(position, seat, action, dice, log);
        } else {
            self.decide(position, seat, action, dice, log);
        }
    }

    fn lapse(&self, position: &Position, seat: Seat) -> Action {
        self.default_decision(position, seat)
    }

    fn gives_up(&self, action: &Action) -> bool {
        *action == Action::Concede
    }

    fn view(&self, position: &Position, viewer: Viewer) -> view::View {
        self.look(&self.known(position, viewer), viewer)
    }

    fn resample(&self, position: &Position, seat: Seat, dice: &mut Dice) -> Position {
        self.imagine(position, seat, dice)
    }
}

impl Speech for Survivors {
    fn notation(&self, action: &Action) -> String {
        self.line_of(action)
    }

    fn structure(&self, action: &Action) -> Value {
        table::structure(action)
    }

    fn read_structure(&self, position: &Position, seat: Seat, written: &Value) -> Result<Action, Misread> {
        match written.get("notation").and_then(Value::as_str) {
            Some(line) => self.parse(position, seat, line),
            None => table::read_structure(written)
                .map_err(|problem| Misread::new(written.to_string(), problem)),
        }
    }

    fn parse(&self, position: &Position, seat: Seat, line: &str) -> Result<Action, Misread> {
        let read = self.read_line(position, line);
        read.map_err(|misread| self.exemplified(self.side_of(position, seat), misread))
    }

    fn narrate(&self, event: &Event, _: Names<'_>) -> StoryLine {
        self.tell(event)
    }

    fn conclusion(&self, position: &Position, _: &Outcome, _: Names<'_>) -> String {
        self.ending_told(position, position.ended.unwrap_or(crate::position::Ending::Limit))
    }

    fn reckoning(&self, position: &Position, _: &Outcome) -> Option<Reckoning> {
        let points = self.points(position);
        let mut headings: Vec<&str> = points.iter().map(|it| it.heading.as_str()).collect();
        headings.sort_unstable();
        headings.dedup();
        let totals = self.totals(position);
        let row = |seat: Seat| {
            let side = self.side_of(position, seat);
            let under = |heading: &&str| {
                let own =
                    points.iter().filter(|it| Some(it.side) == side && it.heading == *heading);
                own.map(|it| it.points).sum::<i32>()
            };
            let before = side.map_or(0, |side| position.before[side.index()]);
            let total = side.map_or(0, |side| totals[side.index()]) + before;
            headings.iter().map(under).chain([before, total]).collect()
        };
        let heads = headings.iter().copied().chain(["first game", "Total"]);
        Some(Reckoning::new(heads, Seat::first(self.setup.seats).map(row)))
    }

    fn chapter(&self, event: &Event) -> Option<String> {
        match event {
            Event::Turn { turn, .. } => Some(format!("Turn {turn}")),
            _ => None,
        }
    }
}

impl Looks for Survivors {
    fn scene(&self, view: &view::View, _: Viewer, choices: &[Action], _: Names<'_>) -> Scene {
        self.draw(view, choices)
    }

    fn preview(&self, position: &Position, seat: Seat, action: &Action) -> ::stage::Sketch {
        self.sketch(&self.known(position, Viewer::Seat(seat)), action)
    }

    fn gauge(
        &self,
        position: &Position,
        viewer: Viewer,
        from: &::stage::Target,
        to: Option<&::stage::Target>,
    ) -> Option<::stage::Sketch> {
        self.measured(&self.known(position, viewer), viewer, from, to)
    }
}
