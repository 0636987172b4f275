//! The contract that every game signs.

use crate::action::Action;
use crate::edition::{Book, options, scenarios, survey};
use crate::event::Event;
use crate::knowledge::view;
use crate::position::{Phase, Position, Step};
use crate::{Survivors, edition, position};
use ::stage::Scene;
use table::{
    Catalogue, Dice, Edition, Log, Looks, Misread, Names, Outcome, Refusal, Rules, ScenarioInfo,
    Seat, Setup, SetupError, Speech, Status, StoryLine, Viewer,
};

impl Rules for Survivors {
    const ID: &'static str = "survivors";
    const RULES_VERSION: u32 = 1;
    type Position = Position;
    type Action = Action;
    type Event = Event;
    type View = view::View;
    type Refusal = Refusal;

    fn house() -> Edition {
        edition::house()
    }

    fn catalogue(edition: &Edition) -> Result<Catalogue, SetupError> {
        let mut scenarios = Vec::new();
        for name in edition.names_in("scenarios") {
            let file = scenarios::brief(edition, name)?;
            let least = file.seats.iter().min().copied().unwrap_or(2);
            let most = file.seats.iter().max().copied().unwrap_or(2);
            let info = ScenarioInfo::new(name, &file.name, &file.summary, least..=most)
                .without((least..=most).filter(|seats| !file.seats.contains(seats)));
            scenarios.push((file.rank, info));
        }
        scenarios.sort_by_key(|(rank, info)| (*rank, info.id.clone()));
        Ok(Catalogue {
            game: Self::ID.into(),
            title: "Survivors".into(),
            summary: "A skirmish with single figures on a measured table, after the plague.".into(),
            scenarios: scenarios.into_iter().map(|(_, info)| info).collect(),
            options: options::catalogue(&edition.names_in("forces")),
        })
    }

    fn open(edition: &Edition, setup: &Setup) -> Result<Self, SetupError> {
        Self::catalogue(edition)?.admits(setup)?;
        let options = Self::settings(edition, setup)?;
        let book = Book::read(edition, options.armoury)?;
        let (table, scenario) = scenarios::read(edition, &book, setup, &options)?;
        let game = Self::assemble(setup.clone(), options, book, table, scenario);
        // The house's own tables are walked over by a test.
        let path = format!("scenarios/{}.toml", setup.scenario);
        if edition::house_text(&path) != edition.text(&path).ok() {
            let faults = survey::travel(&game, edition)?;
            if !faults.is_empty() {
                return Err(SetupError(faults));
            }
        }
        Ok(game)
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
        self.list(&self.known(position, Viewer::Seat(seat)), seat, out);
    }

    fn check(&self, position: &Position, seat: Seat, action: &Action) -> Result<(), Refusal> {
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
        if self.options.fog {
            self.decide_in_fog(position, seat, action, dice, log);
        } else {
            self.decide(position, seat, action, dice, log);
        }
    }

    fn lapse(&self, position: &Position, seat: Seat) -> Action {
        let Some(side) = self.side_of(position, seat) else {
            return Action::End;
        };
        match position.step {
            Step::Deploy => Action::Ready,
            Step::Bid => {
                // Split evenly, from Movement on.
                let pool = position.pools[side as usize];
                let mut bid = [pool / 4; 4];
                for points in bid.iter_mut().take(pool as usize % 4) {
                    *points += 1;
                }
                Action::Bid(bid)
            }
            Step::PreContact => {
                let charge = position.charge.as_ref();
                let waiting = charge.map_or(0, |charge| charge.waiting);
                let own = position::members(waiting)
                    .find(|figure| position.figures[*figure].side == side);
                Action::Hold(own.unwrap_or(0) as u8)
            }
            Step::Allocate => {
                let melee = position.melee.as_ref();
                let eligible = melee.map_or(0, |melee| {
                    self.may_be_hurt(position, melee, melee.sharing as usize % 2)
                });
                let most = position::members(eligible)
                    .max_by_key(|figure| (position.figures[*figure].strength, !*figure));
                Action::Hurt { figure: most.unwrap_or(0) as u8, horse: false }
            }
            Step::Stop => Action::Stop,
            Step::Redirect => {
                let halted = position.fog.as_ref().and_then(|fog| fog.halted.as_ref());
                Action::Done(halted.map_or(0, |halted| halted.charge.figure))
            }
            Step::Phase(Phase::HandToHand)
            | Step::Order(_)
            | Step::State
            | Step::Umpire
            | Step::Over => {
                let mut legal = Vec::new();
                self.legal(position, seat, &mut legal);
                legal.into_iter().next().unwrap_or(Action::End)
            }
            Step::Phase(_) => Action::End,
        }
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

    fn parse(&self, position: &Position, _: Seat, line: &str) -> Result<Action, Misread> {
        self.read_line(position, line)
    }

    fn narrate(&self, event: &Event, _: Names<'_>) -> StoryLine {
        self.tell(event)
    }

    fn conclusion(&self, position: &Position, _: &Outcome, _: Names<'_>) -> String {
        self.ending_told(position, position.ended.unwrap_or(crate::position::Ending::Limit))
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
