//! The game signs the contract of the table.

use crate::setting_up::{self, SetUp};
use crate::story::{Cause, Event};
use crate::{
    Action, Edge, NO_HEADING, OutdoorSurvival, Outfit, Phase, Play, Position, View, edition,
};
use table::{
    Catalogue, Dice, Edition, Log, Looks, Misread, Names, Outcome, Refusal, Rules, Seat, Setup,
    SetupError, Speech, Status, StoryLine, Viewer,
};
use terrain::Side;

impl Rules for OutdoorSurvival {
    const ID: &'static str = "outdoor-survival";
    const RULES_VERSION: u32 = 1;
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

    fn open(edition: &Edition, setup: &Setup) -> Result<OutdoorSurvival, SetupError> {
        edition::open(edition, setup)
    }

    fn setup(&self) -> &Setup {
        &self.0.setup
    }

    fn endings(&self) -> Vec<&'static str> {
        self.0.ways_to_end()
    }

    fn start(&self, dice: &mut Dice, log: &mut Log<Event>) -> Position {
        setting_up::start(&self.0, dice, log)
    }

    fn status(&self, position: &Position) -> Status {
        match (position.verdict, self.0.decider(position)) {
            (Some(verdict), _) => Status::Over(Box::new(self.0.outcome(position, verdict))),
            (None, Some(seat)) => Status::one(seat),
            (None, None) => Status::Deciding(table::Seats::none()),
        }
    }

    fn legal(&self, position: &Position, seat: Seat, out: &mut Vec<Action>) {
        if self.0.decider(position) == Some(seat) {
            self.0.list(position, out);
        }
    }

    fn check(&self, position: &Position, seat: Seat, action: &Action) -> Result<(), Refusal> {
        self.0.judge(position, seat, *action)
    }

    fn apply(
        &self,
        position: &mut Position,
        _seat: Seat,
        action: &Action,
        dice: &mut Dice,
        log: &mut Log<Event>,
    ) {
        let mut play = Play { set: &self.0, p: position, dice, log };
        play.act(*action);
        play.run();
    }

    fn lapse(&self, position: &Position, _seat: Seat) -> Action {
        self.0.lapse(position)
    }

    fn gives_up(&self, action: &Action) -> bool {
        *action == Action::Resign
    }

    fn view(&self, position: &Position, viewer: Viewer) -> View {
        self.0.view(position, viewer)
    }

    fn resample(&self, position: &Position, seat: Seat, dice: &mut Dice) -> Position {
        self.0.resample(position, seat, dice)
    }
}

impl Speech for OutdoorSurvival {
    fn notation(&self, action: &Action) -> String {
        self.0.write(*action)
    }

    fn parse(&self, _position: &Position, _seat: Seat, line: &str) -> Result<Action, Misread> {
        self.0.read(line)
    }

    fn narrate(&self, event: &Event, names: Names<'_>) -> StoryLine {
        self.0.tell_story(event, names)
    }

    fn conclusion(&self, position: &Position, outcome: &Outcome, names: Names<'_>) -> String {
        match position.verdict {
            Some(verdict) => self.0.end_text(position, verdict, &outcome.winners, names),
            None => String::new(),
        }
    }

    fn chapter(&self, event: &Event) -> Option<String> {
        match event {
            Event::Day { day, .. } => Some(format!("Day {day}")),
            _ => None,
        }
    }
}

impl Looks for OutdoorSurvival {
    fn scene(
        &self,
        view: &View,
        _: Viewer,
        choices: &[Action],
        names: Names<'_>,
    ) -> ::stage::Scene {
        self.0.scene(&self.0.called(view, names), choices)
    }

    fn preview(&self, position: &Position, _seat: Seat, action: &Action) -> ::stage::Sketch {
        self.0.preview(position, action)
    }

    fn ahead(&self, position: &Position, seat: Seat) -> Vec<::stage::Ahead> {
        self.0.ahead(position, seat)
    }
}

impl Play<'_> {
    /// Carries out a decision of the acting person.
    fn act(&mut self, action: Action) {
        match (self.p.phase, action) {
            (Phase::Over, _) => {}
            (_, Action::Resign) => self.resign(),
            (Phase::SetUp(_), action) => self.set_up(action),
            (Phase::Pick, Action::Person(person)) if (person as usize) < self.set.cast.len() => {
                self.p.acting = person;
                self.p.phase = Phase::Begin;
            }
            (Phase::Decide, Action::Stay) => self.stay(),
            (Phase::Decide, Action::Roll) => self.roll(),
            (Phase::Decide | Phase::Move | Phase::Aim, Action::Shoot) => self.shoot(),
            (Phase::Move, Action::Step(side)) if side.0 < 6 => self.step(side.0),
            (Phase::Move, Action::Stop) => self.stop(),
            (Phase::Aim, Action::Stop) => self.p.phase = Phase::Needs,
            (Phase::Column, Action::Column(column)) => self.encounter(column),
            _ => {}
        }
    }

    /// OS-MOVE-10
    pub(crate) fn stay(&mut self) {
        self.tell(Event::Stayed {
            person: self.p.acting + 1,
            hex: self.set.hex_name(self.p.actor().at),
        });
        self.did_not_move();
    }

    /// OS-END-03
    fn resign(&mut self) {
        let setting_up = matches!(self.p.phase, Phase::SetUp(_));
        self.put_out(self.p.acting, Cause::Resigned);
        if !setting_up {
            self.p.phase = Phase::End;
        }
        self.judge_now();
    }
}

impl Outfit {
    /// Every legal action of the acting person, in a stable order.
    fn list(&self, p: &Position, out: &mut Vec<Action>) {
        let acting = p.acting;
        match p.phase {
            Phase::SetUp(number) => self.list_set_up(p, number, out),
            Phase::Pick => {
                let seat = p.actor().seat;
                let mine = |i: &u8| p.persons[*i as usize].seat == seat && self.takes_turn(p, *i);
                out.extend((0..self.cast.len() as u8).filter(mine).map(Action::Person));
            }
            Phase::Decide => {
                out.extend([Action::Stay, Action::Roll]);
                if self.target(p).is_some() {
                    out.push(Action::Shoot);
                }
            }
            Phase::Move => {
                let moves = self.moves(p, self.exits(p, acting));
                let open = Side::ALL.into_iter().filter(|side| moves.steps & side.bit() != 0);
                out.extend(open.map(Action::Step));
                if moves.stop {
                    out.push(Action::Stop);
                }
                if !self.switches.shoot_at_end && self.target(p).is_some() {
                    out.push(Action::Shoot);
                }
            }
            Phase::Aim => out.extend([Action::Stop, Action::Shoot]),
            Phase::Column => out.extend(crate::Column::ALL.map(Action::Column)),
            _ => return,
        }
        out.push(Action::Resign);
    }

    fn list_set_up(&self, p: &Position, number: u8, out: &mut Vec<Action>) {
        let Some((_, step, person)) = self.setup_step(p, number) else {
            return;
        };
        match step {
            SetUp::Border => {
                out.extend(Edge::of(self.role(person).exits_secret).map(Action::Border));
            }
            SetUp::Base => {
                let free = |base: &u8| self.base_free(p, person, *base);
                out.extend((1..=99).filter(free).map(Action::Base));
            }
            SetUp::Outpost => {
                let free = |cell: &u16| self.outpost_free(p, person, *cell);
                let cells = self.board.map.grid.cells().map(|cell| cell.0 as u16);
                out.extend(cells.filter(free).map(Action::Outpost));
            }
        }
    }

    /// What happens when nobody answers: the person rests where water is, and otherwise obeys the
    /// dice, straight ahead and never off the board.
    fn lapse(&self, p: &Position) -> Action {
        match p.phase {
            Phase::SetUp(number) => self
                .setup_step(p, number)
                .and_then(|(_, step, person)| self.first_setup_choice(p, step, person))
                .unwrap_or(Action::Resign),
            Phase::Pick => {
                let seat = p.actor().seat;
                let mine = |i: &u8| p.persons[*i as usize].seat == seat && self.takes_turn(p, *i);
                (0..self.cast.len() as u8).find(mine).map_or(Action::Resign, Action::Person)
            }
            Phase::Decide => {
                let drinks = self.role(p.acting).needs.is_some_and(|chart| {
                    self.serves(&self.scenario.needs[chart].water, p.actor().at)
                });
                if drinks && p.actor().water > 1 { Action::Stay } else { Action::Roll }
            }
            Phase::Move => {
                let moves = self.moves(p, 0);
                let ahead = match p.journey.heading {
                    NO_HEADING => p.journey.way,
                    heading => heading,
                };
                if moves.stop {
                    Action::Stop
                } else if ahead < 6 && moves.steps & (1 << ahead) != 0 {
                    Action::Step(Side(ahead))
                } else {
                    let first = Side::ALL.into_iter().find(|side| moves.steps & side.bit() != 0);
                    first.map_or(Action::Resign, Action::Step)
                }
            }
            Phase::Column => Action::Column(crate::Column::Natural),
            _ => Action::Stop,
        }
    }
}
