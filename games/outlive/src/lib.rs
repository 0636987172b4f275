//! Outlive: six days to the convoy.
//!
//! Two to four tribes send four heroes each round a ring of eight Locations by day, and by night
//! feed, shield, house and equip their people; after six days the most deserving Shelter joins the
//! convoy. One player meets the Horde instead.
//!
//! The chapters in the order of the rulebook: set-up in `draft`, `laying_out`, `first_search` and
//! `placement`; the Day in `dawn`, `losses`, `movement`, `pressure`, `scavenging`, `hunting` and
//! `cargo`; the Night in `night`, `overcome`, `feeding`, `building` and `repair`; at last `scoring`.
//! In every chapter stand the generator (`offer_…`), the judge (`judge_…`) and the carrying out.

mod abilities;
mod absence;
mod action;
pub mod bots;
mod building;
mod cargo;
mod components;
mod dawn;
mod draft;
mod edition;
mod feeding;
mod first_search;
mod given;
mod horde;
mod hunting;
mod judge;
mod laying_out;
mod looking;
mod losses;
pub mod measures;
mod movement;
mod night;
mod notation;
mod options;
mod overcome;
mod pile;
mod placement;
mod position;
mod pressure;
mod prompt;
mod repair;
mod resample;
mod roster;
mod scavenging;
mod scenario;
mod scoring;
mod sheets;
mod shown;
mod stage;
mod story;
mod view;

pub use action::{Action, Key, Method, Space, Waiver};
pub use components::{
    Building, Components, EquipmentData, Errand, EventData, HordeData, LeaderData, LevelData,
    RankData, RoomData, SlotData, WildData,
};
pub use feeding::Owed;
pub use given::Given;
pub use options::{
    Discounts, HuntLimit, Level, NightOrder, Options, Passing, Placement, Rats, Reserve, RoomDraft,
};
pub use pile::{Blank, Pile};
pub use position::{
    Ask, Draft, Giving, Go, Hero, Horde, Loss, Orders, Phase, Position, Room, RoomName, Shelter,
    Slot, Squeeze, Step,
};
pub use roster::{
    City, Equipment, EventCard, HUNTING, Leader, Location, RoomKind, SearchTile, Tiles, Token,
    Tokens, materials, supplies, tiles,
};
pub use scenario::Scenario;
pub use scoring::Score;
pub use story::{Happening, Source};
pub use view::{
    DraftView, EventView, GameView, GoView, HeroView, HordeView, PlaceView, PressureView, RoomView,
    SearchView, ShelterView, SlotView, View,
};

use ::stage::{Ground, Scene};
use std::ops::Deref;
use std::sync::Arc;
use table::{
    Catalogue, Dice, Edition, Log, Looks, Misread, Names, Outcome, Refusal, Rules, Seat, Seats,
    Setup, SetupError, Speech, Status, StoryLine, Viewer,
};

/// The rules as set up, with the components of one edition.
#[derive(Clone)]
pub struct Outlive {
    setup: Setup,
    options: Options,
    scenario: Arc<Scenario>,
    parts: Arc<Components>,
    ground: Arc<Ground>,
    seats: u8,
}

/// The game with the names of its players: what every text is told by.
pub(crate) struct Teller<'a> {
    game: &'a Outlive,
    names: Names<'a>,
}

impl Deref for Teller<'_> {
    type Target = Outlive;

    fn deref(&self) -> &Outlive {
        self.game
    }
}

/// A position being changed: what all chapters work on.
pub(crate) struct Play<'a> {
    pub game: &'a Outlive,
    pub p: &'a mut Position,
    pub dice: &'a mut Dice,
    pub log: &'a mut Log<Happening>,
}

impl Outlive {
    fn teller<'a>(&'a self, names: Names<'a>) -> Teller<'a> {
        Teller { game: self, names }
    }

    /// The components of the edition.
    pub fn parts(&self) -> &Components {
        &self.parts
    }

    /// The options of the set-up.
    pub fn options(&self) -> &Options {
        &self.options
    }

    /// How many seats play.
    pub fn seats(&self) -> usize {
        self.seats as usize
    }

    /// How many sides have heroes: the seats, or one player and the Horde.
    pub fn sides(&self) -> usize {
        self.seats().max(2)
    }

    /// Whether this side is the Horde.
    pub fn is_horde(&self, side: usize) -> bool {
        side >= self.seats()
    }

    /// The column of the tables by player count. OL-TURN-07, OL-SOLO-01
    pub fn column(&self) -> usize {
        self.sides() - 2
    }

    /// How many turns the game has. OL-TURN-01, OL-OPT-13
    pub fn turns(&self) -> u8 {
        self.ambient().len() as u8
    }

    /// Ambient radioactivity by turn. OL-TURN-03
    pub fn ambient(&self) -> &[u8] {
        if self.options.four_days { &self.parts.four_days } else { &self.parts.six_days }
    }

    /// Every seat that owes a decision, one bit each.
    pub fn deciding(&self, p: &Position) -> u8 {
        match p.phase {
            Phase::Draft => self.drafting(p),
            Phase::Search => 1 << self.searcher(p),
            Phase::Placement => self.placing(p),
            Phase::Losses => self.losing(p),
            Phase::Activation => 1 << p.go.side,
            Phase::Pressure => self.pressed(p),
            Phase::Actions => 1 << p.go.side,
            Phase::Overcome => 1 << p.bidder,
            Phase::Night => self.awake(p),
            Phase::Over => 0,
        }
    }

    /// The generator: hands every legal action to `out`.
    pub(crate) fn offer(&self, p: &Position, seat: usize, out: &mut impl FnMut(Action)) {
        if self.deciding(p) & 1 << seat == 0 {
            return;
        }
        match p.phase {
            Phase::Draft => self.offer_draft(p, seat, out),
            Phase::Search => self.offer_search_at_setup(p, out),
            Phase::Placement => self.offer_placement(p, seat, out),
            Phase::Losses => self.offer_loss(p, seat, out),
            Phase::Activation => self.offer_activation(p, seat, out),
            Phase::Pressure => self.offer_pressure(p, seat, out),
            Phase::Actions => self.offer_actions(p, seat, out),
            Phase::Overcome => self.offer_overcome(p, seat, out),
            Phase::Night => self.offer_night(p, seat, out),
            Phase::Over => {}
        }
    }
}

impl Play<'_> {
    pub fn tell(&mut self, event: Happening) {
        self.log.tell(event);
    }

    /// Carries out one decision, without what follows by itself.
    fn take(&mut self, seat: usize, action: Action, automatic: bool) {
        let event = Happening::Decided { seat: seat as u8, action, automatic };
        let hidden = self.p.phase == Phase::Draft
            || self.p.phase == Phase::Placement
                && self.game.options.placement == Placement::Simultaneous;
        self.log.tell_to(
            || {
                if hidden { table::Audience::only(Seat(seat as u16)) } else { table::Audience::All }
            },
            || event,
        );
        match self.p.phase {
            Phase::Draft => self.do_draft(seat, action),
            Phase::Search => self.do_search_at_setup(seat, action),
            Phase::Placement => self.do_placement(seat, action),
            Phase::Losses => self.do_loss(seat, action),
            Phase::Activation => self.do_activation(seat, action),
            Phase::Pressure => self.do_pressure(seat, action),
            Phase::Actions => self.do_action(seat, action),
            Phase::Overcome => self.do_overcome(seat, action),
            Phase::Night => self.do_night(seat, action),
            Phase::Over => {}
        }
    }

    /// Takes the seat's decision if it has no real choice; ends are left to the player.
    pub fn force(&mut self, seat: usize) -> bool {
        let (mut count, mut only) = (0, Action::End);
        self.game.offer(self.p, seat, &mut |action| {
            count += 1;
            only = action;
        });
        let forced = count == 1 && only != Action::End;
        if forced {
            self.take(seat, only, true);
        }
        forced
    }

    /// Goes on until somebody has a real choice.
    fn settle(&mut self) {
        while match self.p.phase {
            Phase::Draft => self.settle_draft(),
            Phase::Search => self.settle_search_at_setup(),
            Phase::Placement => self.settle_placement(),
            Phase::Losses => self.settle_losses(),
            Phase::Activation => self.settle_activation(),
            Phase::Pressure => self.settle_pressure(),
            Phase::Actions => self.settle_actions(),
            Phase::Overcome => self.settle_overcome(),
            Phase::Night => self.settle_night(),
            Phase::Over => false,
        } {}
    }
}

impl Rules for Outlive {
    const ID: &'static str = "outlive";
    const RULES_VERSION: u32 = 1;
    type Position = Position;
    type Action = Action;
    type Event = Happening;
    type View = View;
    type Refusal = Refusal;

    fn house() -> Edition {
        edition::house()
    }

    fn catalogue(edition: &Edition) -> Result<Catalogue, SetupError> {
        edition::catalogue(edition)
    }

    fn open(edition: &Edition, setup: &Setup) -> Result<Self, SetupError> {
        let (scenario, options, parts) = edition::choose(edition, setup)?;
        Ok(Outlive {
            ground: Arc::new(stage::ground()),
            setup: setup.clone(),
            options,
            scenario: Arc::new(scenario),
            parts: Arc::new(parts),
            seats: setup.seats as u8,
        })
    }

    fn setup(&self) -> &Setup {
        &self.setup
    }

    fn endings(&self) -> Vec<&'static str> {
        if self.seats == 1 { vec!["aboard", "left behind"] } else { vec!["convoy"] }
    }

    fn start(&self, dice: &mut Dice, log: &mut Log<Happening>) -> Position {
        let mut position = self.blank();
        let mut play = Play { game: self, p: &mut position, dice, log };
        play.deal();
        play.settle();
        position
    }

    fn status(&self, position: &Position) -> Status {
        if position.phase == Phase::Over {
            return self.outcome(position);
        }
        let deciding = self.deciding(position);
        let seats: Seats =
            Seat::first(self.seats as u16).filter(|seat| deciding & 1 << seat.0 != 0).collect();
        Status::Deciding(seats)
    }

    fn legal(&self, position: &Position, seat: Seat, out: &mut Vec<Action>) {
        if seat.index() < self.seats() {
            self.offer(position, seat.index(), &mut |action| out.push(action));
        }
    }

    fn check(&self, position: &Position, seat: Seat, action: &Action) -> Result<(), Refusal> {
        let side = seat.index();
        if position.phase == Phase::Over {
            return Err(Refusal::new("OL-END-01", "The game is over."));
        }
        if side >= self.seats() || !self.status(position).awaits(seat) {
            return Err(Refusal::new("OL-REAC-01", "Not your decision."));
        }
        self.judge(position, side, action)
    }

    fn apply(
        &self,
        position: &mut Position,
        seat: Seat,
        action: &Action,
        dice: &mut Dice,
        log: &mut Log<Happening>,
    ) {
        let mut play = Play { game: self, p: position, dice, log };
        play.take(seat.index() % 4, *action, false);
        play.settle();
    }

    fn lapse(&self, position: &Position, seat: Seat) -> Action {
        self.lapse_for(position, seat.index() % 4)
    }

    fn view(&self, position: &Position, viewer: Viewer) -> View {
        self.seen(position, viewer)
    }

    fn resample(&self, position: &Position, seat: Seat, dice: &mut Dice) -> Position {
        self.imagined(position, seat.index() % 4, dice)
    }
}

impl Speech for Outlive {
    fn notation(&self, action: &Action) -> String {
        self.write(action)
    }

    fn parse(&self, position: &Position, seat: Seat, line: &str) -> Result<Action, Misread> {
        self.read(position, seat.index() % 4, line)
    }

    fn narrate(&self, event: &Happening, names: Names<'_>) -> StoryLine {
        self.teller(names).told(event)
    }

    fn conclusion(&self, _: &Position, outcome: &Outcome, names: Names<'_>) -> String {
        self.teller(names).ending(outcome)
    }

    fn chapter(&self, event: &Happening) -> Option<String> {
        match event {
            Happening::Dawn { turn } => Some(format!("Turn {turn}")),
            _ => None,
        }
    }
}

impl Looks for Outlive {
    fn scene(&self, view: &View, _: Viewer, choices: &[Action], names: Names<'_>) -> Scene {
        self.teller(names).staged(view, choices)
    }

    fn preview(&self, position: &Position, seat: Seat, action: &Action) -> ::stage::Sketch {
        self.sketch(position, seat, action)
    }
}

/// What the game brings to a shelf beside its rules: players, what is counted, and map tools.
pub fn entry() -> arena::Entry<Outlive, bots::Convoy, measures::Counted> {
    let about =
        "feeds its people, seals the airlock, fills rooms and keeps away from stronger heroes";
    arena::Entry::new().bot("greedy", about, || Box::new(bots::Greedy)).counsel().measures()
}
