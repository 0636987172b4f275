//! The contract of the table, room by room: rules, speech, looks.

use crate::action::{Action, Line};
use crate::event::Event;
use crate::knowledge::View;
use crate::position::Position;
use crate::refusal::Refusal;
use crate::speech::{notation, report, story};
use crate::{PostalSurvival, edition, face, rules};
use std::sync::Arc;
use table::{
    Catalogue, Dice, Edition, Log, Looks, Misread, Names, Outcome, Reckoning, Rules, Seat, Setup,
    SetupError, Speech, Status, StoryLine, Viewer,
};

impl Rules for PostalSurvival {
    const ID: &'static str = "postal-survival";
    const RULES_VERSION: u32 = 2;
    type Position = Position;
    type Action = Action;
    type Event = Event;
    type View = View;
    type Refusal = Refusal;

    // Species are called by their players' names until they choose others. PS-NAME-01
    const USES_NAMES: bool = true;

    fn house() -> Edition {
        edition::house()
    }

    fn catalogue(edition: &Edition) -> Result<Catalogue, SetupError> {
        edition::catalogue(edition)
    }

    fn open(edition: &Edition, setup: &Setup) -> Result<Self, SetupError> {
        let choice = Arc::new(edition::choose(edition, setup)?);
        Ok(PostalSurvival { choice, setup: setup.clone() })
    }

    fn setup(&self) -> &Setup {
        &self.setup
    }

    fn endings(&self) -> Vec<&'static str> {
        rules::endings(self.rulings())
    }

    fn start(&self, dice: &mut Dice, log: &mut Log<Event>) -> Position {
        Position::start(self, dice, log)
    }

    fn status(&self, position: &Position) -> Status {
        rules::status(self, position)
    }

    fn legal(&self, position: &Position, seat: Seat, out: &mut Vec<Action>) {
        rules::legal(self, position, seat, out);
    }

    fn check(&self, position: &Position, seat: Seat, action: &Action) -> Result<(), Refusal> {
        rules::check(self, position, seat, action)
    }

    fn apply(
        &self,
        position: &mut Position,
        seat: Seat,
        action: &Action,
        dice: &mut Dice,
        log: &mut Log<Event>,
    ) {
        position.take(self, seat, action, dice, log);
    }

    fn lapse(&self, _: &Position, _: Seat) -> Action {
        Line::Done.into()
    }

    fn view(&self, position: &Position, viewer: Viewer) -> View {
        View::new(self, position, viewer)
    }

    fn resample(&self, position: &Position, seat: Seat, dice: &mut Dice) -> Position {
        position.imagined(self.rulings(), seat, dice)
    }
}

impl Speech for PostalSurvival {
    fn notation(&self, action: &Action) -> String {
        action.to_string()
    }

    fn structure(&self, action: &Action) -> Value {
        let mut written = table::structure(&action.line);
        if let (Some(of), Value::Object(parts)) = (action.of, &mut written) {
            parts.insert("of".into(), serde_json::to_value(of).unwrap_or_default());
        }
        written
    }

    fn read_structure(&self, position: &Position, seat: Seat, written: &Value) -> Result<Action, Misread> {
        if let Some(line) = written.get("notation").and_then(Value::as_str) {
            return self.parse(position, seat, line);
        }
        let misread = |problem: String| Misread::new(written.to_string(), problem);
        let mut written = written.clone();
        let of = written.as_object_mut().and_then(|parts| parts.remove("of"));
        let of = of.map(serde_json::from_value).transpose();
        let of = of.map_err(|error| misread(format!("`of`: {error}")))?;
        Ok(Action { of, line: table::read_structure(&written).map_err(misread)? })
    }

    fn parse(&self, position: &Position, _: Seat, line: &str) -> Result<Action, Misread> {
        let diet_of = |id| position.island.creature(id).map(|creature| creature.diet);
        let action = notation::read(line, &diet_of);
        let action = action.ok_or_else(|| Misread::new(line, notation::EXPECTED))?;
        Ok(rules::movement::spelled_out(&position.island, self.rulings().swim_mix, action))
    }

    fn narrate(&self, event: &Event, _: Names<'_>) -> StoryLine {
        story::narrate(event)
    }

    fn conclusion(&self, position: &Position, _: &Outcome, _: Names<'_>) -> String {
        position.conclusion(self.rulings()).unwrap_or_default()
    }

    fn reckoning(&self, position: &Position, _: &Outcome) -> Option<Reckoning> {
        let island = &position.island;
        let row = |seat: Seat| {
            let own = island.kinds().filter(|kind| island[*kind].seat == seat);
            vec![own.map(|kind| island.count_of(kind)).sum::<u32>()]
        };
        Some(Reckoning::new(["Creatures alive"], Seat::first(self.setup.seats).map(row)))
    }

    fn chapter(&self, event: &Event) -> Option<String> {
        story::chapter(event)
    }

    fn report(&self, position: &Position, events: &[&Event], _: Names<'_>) -> Vec<stage::Block> {
        report::page::blocks(self, position, events)
    }
}

impl Looks for PostalSurvival {
    fn scene(&self, view: &View, _: Viewer, choices: &[Action], _: Names<'_>) -> stage::Scene {
        face::scene::scene(self, view, choices)
    }

    fn preview(&self, position: &Position, _: Seat, action: &Action) -> stage::Sketch {
        face::preview::sketch(self, &position.island, action)
    }
}
