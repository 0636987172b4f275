//! Survivors: a skirmish with single figures on a measured table.
//!
//! A turn: sides bid initiative points in secret over four phases ([`initiative`]); then movement
//! ([`movement`], [`charge`]), firing ([`firing`]), hand-to-hand ([`melee`], [`prisoners`]) and any
//! other events ([`other`]). [`turn`] holds the order of play. Geometry is exact: [`point`],
//! [`segment`], [`polygon`] and [`tabletop`] under [`sight`], [`light`] and [`route`].

pub mod action;
pub mod alarm;
pub mod campaign;
pub mod candidates;
mod cast;
pub mod charge;
mod choices;
pub mod contact;
mod crowd;
mod deeds;
pub mod deploy;
pub mod edition;
pub mod ending;
pub mod event;
pub mod feature;
pub mod figure;
pub mod firing;
pub mod given;
mod goods;
mod horses;
pub mod initiative;
mod journey;
mod judge;
mod layout;
mod leaving;
mod legal;
pub mod light;
mod looking;
pub mod melee;
pub mod movement;
mod moves;
pub mod notation;
pub mod options;
pub mod other;
pub mod outlook;
pub mod point;
pub mod polygon;
pub mod position;
pub mod prisoners;
mod reading;
pub mod roads;
pub mod route;
pub mod scenario;
pub mod scenario_file;
mod scenery;
pub mod segment;
mod shown;
pub mod sight;
pub mod speech;
pub mod spots;
mod stage;
mod story;
pub mod survey;
pub mod tabletop;
pub mod turn;
mod unknown;
pub mod view;

use action::{Action, Gait, Question, Ruling, Stop};
use edition::Book;
use event::{Event, TestFor};
use figure::{NOBODY, Standing};
use movement::Path;
use options::Options;
use position::{Charge, Phase, Position, Step};
use roads::Roads;
use scenario::Scenario;
use spots::Spots;
use std::sync::{Arc, OnceLock};
use tabletop::Tabletop;

use ::stage::{Ground, Scene};
use ::table::{
    Audience, Catalogue, Chosen, Dice, Edition, Game, Log, Misread, Refusal, ScenarioInfo, Seat,
    Seats, Setup, SetupError, Status, Told, Viewer,
};

/// The game as set up: options, table, scenario, and what is worked out from them once.
#[derive(Clone)]
pub struct Survivors {
    setup: Setup,
    /// The settings.
    pub options: Options,
    /// The charts.
    pub book: Arc<Book>,
    /// The table.
    pub table: Arc<Tabletop>,
    /// The scenario.
    pub scenario: Arc<Scenario>,
    /// Doors, damage and smoke as the game begins.
    fresh: Arc<feature::Works>,
    doors: Arc<[u16]>,
    breakable: Arc<[u16]>,
    roads: Arc<[OnceLock<Roads>; 2]>,
    spots: Arc<[OnceLock<Spots>; 2]>,
    ground: Arc<OnceLock<Arc<Ground>>>,
}

impl Survivors {
    pub(crate) fn assemble(
        setup: Setup,
        options: Options,
        book: Book,
        table: Tabletop,
        scenario: Scenario,
    ) -> Survivors {
        let doors = Survivors::find_doors(&table);
        let breakable = table
            .lines
            .iter()
            .enumerate()
            .filter(|(_, line)| {
                line.strength > 0
                    && matches!(line.kind, feature::LineKind::Door | feature::LineKind::Barricade)
            })
            .map(|(number, _)| number as u16)
            .collect();
        Survivors {
            setup,
            options,
            book: Arc::new(book),
            fresh: Arc::new(table.fresh()),
            table: Arc::new(table),
            scenario: Arc::new(scenario),
            doors: doors.into(),
            breakable,
            roads: Arc::default(),
            spots: Arc::default(),
            ground: Arc::default(),
        }
    }

    pub(crate) fn settings(edition: &Edition, setup: &Setup) -> Result<Options, SetupError> {
        let catalogue = Survivors::catalogue(edition)?;
        let chosen = Chosen::new(&catalogue.options, &Default::default(), setup)?;
        Ok(Options::read(&chosen))
    }

    /// Who must decide, or `Over`.
    pub(crate) fn who_decides(&self, position: &Position) -> Status {
        let seat = |side| self.seat_of(position, side);
        let sides =
            |bits: u8| -> Seats { (0..8).filter(|side| bits >> side & 1 == 1).map(seat).collect() };
        match position.step {
            Step::Deploy => Status::Deciding(sides(self.deploying(position))),
            Step::Bid => Status::Deciding(sides(self.waiting_bids(position))),
            Step::Order(phase) => Status::one(seat(position.initiative[phase as usize])),
            Step::Phase(_) => Status::one(seat(position.acting())),
            Step::PreContact => {
                Status::Deciding(sides(self.precontact_side(position).map_or(0, |side| 1 << side)))
            }
            Step::State => Status::Deciding(sides(
                position.melee.as_ref().map_or(0, |melee| self.unstated(melee, position)),
            )),
            Step::Allocate => Status::one(seat(self.sharing_side(position))),
            Step::Umpire => Status::one(Seat(self.side_count() as u16)),
            Step::Stop => Status::Deciding(sides(self.sides_present(position))),
            Step::Over => Status::Over(Box::new(
                self.outcome(position, position.ended.unwrap_or(position::Ending::Limit)),
            )),
        }
    }

    fn go(&self, position: &mut Position, action: &Action, dice: &mut Dice, log: &mut Log<Event>) {
        match action {
            Action::Move { figure, gait, way, charge, face } => {
                let path = if *charge == 0 { Path::Plain } else { Path::Charge(*charge) };
                self.activate(position, *figure);
                let Ok((start, way, walked)) = self.check_path(position, *figure, *gait, way, path)
                else {
                    self.done(position);
                    return;
                };
                let number = *figure as usize;
                let ran = *gait == Gait::Run;
                if *charge == 0 {
                    self.tell_path(*figure, start, way.stops(), &walked, ran, log);
                    self.complete_path(
                        position,
                        *figure,
                        start,
                        way.stops(),
                        walked,
                        ran,
                        *face,
                        log,
                    );
                    self.after_action(position, *figure);
                    return;
                }
                if self.needs_courage(position, number) && !position.figures[number].stuck_in {
                    if !self.gets_stuck_in(position, number, TestFor::StuckIn, dice, log) {
                        position.figures[number].shirked = true;
                        return;
                    }
                    position.figures[number].stuck_in = true;
                }
                let charge = Charge {
                    figure: *figure,
                    targets: *charge,
                    start,
                    way,
                    length: walked.length,
                    obstacles: walked.obstacles,
                    ran,
                    face: *face,
                    waiting: 0,
                };
                self.begin_charge(position, charge, log);
            }
            Action::BreakOff { figure, way, face } => {
                let Ok((start, way, walked)) =
                    self.check_path(position, *figure, Gait::Walk, way, Path::BreakOff)
                else {
                    return;
                };
                self.activate(position, *figure);
                position.figures[*figure as usize].used += 1;
                log.tell_to(|| Audience::All, || Event::BreaksOff { figure: *figure });
                self.tell_path(*figure, start, way.stops(), &walked, false, log);
                self.complete_path(
                    position,
                    *figure,
                    start,
                    way.stops(),
                    walked,
                    false,
                    *face,
                    log,
                );
                self.prune_contacts(position);
                self.after_action(position, *figure);
            }
            _ => {}
        }
    }

    /// Ends the activation of a figure that can do nothing more.
    fn after_action(&self, position: &mut Position, figure: u8) {
        let subject = &position.figures[figure as usize];
        let allowance = self.sheet(position, figure as usize).class.allowance();
        let leads = position.horses.iter().any(|horse| horse.is_loose() && !horse.has_moved);
        let more = subject.is_playing()
            && (subject.can_act(allowance, 1)
                || !subject.has_moved
                || leads && !subject.ran
                || self.can_leave(position, figure as usize));
        if !more {
            self.done(position);
        }
    }
}

impl Game for Survivors {
    const ID: &'static str = "survivors";
    const RULES_VERSION: u32 = 1;
    type Position = Position;
    type Action = Action;
    type Event = Event;
    type View = view::View;

    fn house() -> Edition {
        edition::house()
    }

    fn catalogue(edition: &Edition) -> Result<Catalogue, SetupError> {
        let mut scenarios = Vec::new();
        for name in edition.names_in("scenarios") {
            let file = scenario::brief(edition, name)?;
            let most = file.seats.iter().max().copied().unwrap_or(2);
            scenarios.push((
                file.rank,
                ScenarioInfo {
                    id: name.to_string(),
                    name: file.name,
                    summary: file.summary,
                    min_seats: file.seats.iter().min().copied().unwrap_or(2),
                    max_seats: most + 1,
                },
            ));
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
        let (table, scenario) = scenario::read(edition, &book, setup, &options)?;
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
        self.list(position, seat, out);
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
        let side = self.side_of(position, seat).unwrap_or(NOBODY);
        match action {
            Action::Deploy { figure, stop, face } => {
                self.deploy(position, *figure, *stop, *face);
                let seat = self.seat_of(position, side);
                log.tell_to(
                    || {
                        if self.scenario.simultaneous {
                            Audience::only(seat)
                        } else {
                            Audience::All
                        }
                    },
                    || Event::Placed { figure: *figure, at: stop.at, level: stop.level },
                );
            }
            Action::Enter { figure, zone } => {
                let turn = self.scenario.sides[side as usize].enters;
                position.figures[*figure as usize].standing =
                    Standing::Waiting { zone: *zone, turn };
                log.tell_to(
                    || Audience::only(self.seat_of(position, side)),
                    || Event::HeldBack { figure: *figure, zone: *zone },
                );
            }
            Action::GiveLamp(figure) => self.give_lamp(position, side, *figure),
            Action::Ready => self.ready(position, side, dice, log),
            Action::Bid(bid) => {
                position.bids[side as usize] = *bid;
                position.bid_in |= 1 << side;
                log.tell_to(|| Audience::All, || Event::BidMade { side });
            }
            Action::Order { sides, count } => {
                if let Step::Order(phase) = position.step {
                    position.order = [NOBODY; 4];
                    for (place, side) in sides.iter().take(*count as usize).enumerate() {
                        position.order[place] = *side;
                    }
                    position.place = 0;
                    position.step = Step::Phase(phase);
                    log.tell_to(
                        || Audience::All,
                        || Event::Ordered { phase, order: sides[..*count as usize].to_vec() },
                    );
                }
            }
            Action::Take(figure) => self.activate(position, *figure),
            Action::Move { .. } | Action::BreakOff { .. } => self.go(position, action, dice, log),
            Action::Lead { figure, horse, way } => {
                if let Ok((way, _)) = self.check_lead(position, *figure, *horse, way) {
                    self.activate(position, *figure);
                    self.lead(position, *figure, *horse, &way, log);
                    self.after_action(position, *figure);
                }
            }
            Action::Exit(figure) => {
                self.activate(position, *figure);
                self.leave(position, *figure, log);
                self.done(position);
            }
            Action::Face { figure, face } => {
                position.figures[*figure as usize].facing = *face;
                if position.step == Step::Phase(Phase::Movement) {
                    self.activate(position, *figure);
                    self.done(position);
                } else {
                    position.figures[*figure as usize].turned = true;
                }
                log.tell_to(|| Audience::All, || Event::Turns { figure: *figure });
            }
            Action::Done(figure) => {
                self.activate(position, *figure);
                self.done(position);
            }
            Action::Do { figure, act } => {
                if position.step == Step::Phase(Phase::Movement) {
                    self.activate(position, *figure);
                }
                self.perform(position, *figure, act, dice, log);
                if position.step == Step::Phase(Phase::Movement) {
                    self.after_action(position, *figure);
                }
            }
            Action::Hold(figure) => self.precontact(position, *figure, None, dice, log),
            Action::Fire { figure, aimed, horse } => {
                self.precontact(position, *figure, Some((*aimed, *horse)), dice, log)
            }
            Action::Shoot { figure, target, aimed } => {
                if let Ok(cover) = self.check_shot(position, *figure, *target) {
                    let shooter = *figure as usize;
                    self.resolve_shot(position, shooter, *target, *aimed, cover, dice, log);
                }
            }
            Action::Fight(set) => self.form_fight(position, side, *set, dice, log),
            Action::Capture(want) => {
                if let Some(melee) = &mut position.melee {
                    for i in 0..2 {
                        if melee.sides[i] == side {
                            melee.capture[i] = Some(*want);
                        }
                    }
                }
                self.go_on_fighting(position, dice, log);
            }
            Action::Improvise { figure, yes } => {
                if let Some(melee) = &mut position.melee {
                    melee.unsaid &= !(1 << figure);
                    if *yes {
                        melee.improvising |= 1 << figure;
                    }
                }
                self.go_on_fighting(position, dice, log);
            }
            Action::Hurt { figure, horse } => {
                self.hurt(position, *figure, *horse);
                self.share(position, dice, log);
            }
            Action::Say { figure, shout, text, effect } => {
                self.say(position, *figure, *shout, text, *effect, log)
            }
            Action::End => {
                if position.step == Step::Umpire {
                    self.close_turn(position, dice, log);
                } else {
                    self.next_side(position);
                }
            }
            Action::Stand { question, answer } => {
                let number = match question {
                    Question::Capture => 0,
                    Question::Improvise => 1,
                };
                position.answers[side as usize][number] = *answer;
                return;
            }
            Action::Stop => self.finish(position, position::Ending::Stopped, dice, log),
            Action::PlayOn => {
                position.plays_on = true;
                self.begin_turn(position, dice, log);
            }
            Action::Concede => self.concede(position, side, dice, log),
            Action::Rule(ruling) => self.rule(position, ruling, dice, log),
        }
        self.advance(position, dice, log);
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
            Step::Phase(Phase::HandToHand)
            | Step::Order(_)
            | Step::State
            | Step::Umpire
            | Step::Over => {
                let mut legal = Vec::new();
                self.list(position, seat, &mut legal);
                legal.into_iter().next().unwrap_or(Action::End)
            }
            Step::Phase(_) => Action::End,
        }
    }

    fn gives_up(&self, action: &Action) -> bool {
        *action == Action::Concede
    }

    fn notation(&self, action: &Action) -> String {
        self.line_of(action)
    }

    fn parse(&self, position: &Position, _: Seat, line: &str) -> Result<Action, Misread> {
        self.read_line(position, line)
    }

    fn view(&self, position: &Position, viewer: Viewer) -> view::View {
        self.look(position, viewer)
    }

    fn resample(&self, position: &Position, seat: Seat, dice: &mut Dice) -> Position {
        self.imagine(position, seat, dice)
    }

    fn narrate(&self, event: &Event) -> Told {
        self.tell(event)
    }

    fn scene(&self, view: &view::View, choices: &[Action]) -> Scene {
        self.draw(view, choices)
    }

    fn preview(&self, position: &Position, _seat: Seat, action: &Action) -> ::stage::Sketch {
        self.sketch(position, action)
    }

    fn gauge(
        &self,
        position: &Position,
        viewer: Viewer,
        from: &::stage::Target,
        to: Option<&::stage::Target>,
    ) -> Option<::stage::Sketch> {
        self.measured(position, viewer, from, to)
    }

    fn chapter(&self, event: &Event) -> Option<String> {
        match event {
            Event::Turn { turn, .. } => Some(format!("Turn {turn}")),
            _ => None,
        }
    }
}

impl Survivors {
    /// What the umpire does. SV-GEN-12
    fn rule(
        &self,
        position: &mut Position,
        ruling: &Ruling,
        dice: &mut Dice,
        log: &mut Log<Event>,
    ) {
        match *ruling {
            Ruling::Test { figure, target } => {
                position.tested |= 1 << figure;
                let hero = self.sheet(position, figure as usize).class == figure::Class::Hero;
                self.enable_test(
                    figure as usize,
                    TestFor::Umpire,
                    hero as i32,
                    target as u32,
                    dice,
                    log,
                );
            }
            Ruling::Smoke { at, radius, turns } => {
                position.works.smoke.push(feature::Smoke { centre: at, radius, turns });
                position.tested |= 1 << 63;
                log.tell_to(|| Audience::All, || Event::Smoke { at, turns });
            }
            Ruling::Clear(number) => {
                let smoke = position.works.smoke.remove(number as usize);
                log.tell_to(|| Audience::All, || Event::SmokeClears { at: smoke.centre });
            }
        }
    }

    /// The start of a path, as a stop.
    pub fn stop_of(&self, position: &Position, figure: usize) -> Stop {
        Stop { at: position.figures[figure].at, level: position.figures[figure].level }
    }
}
