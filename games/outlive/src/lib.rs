//! Outlive: six days to the convoy.
//!
//! Two to four tribes send four heroes each round a ring of eight Locations by day, and by night
//! feed, shield, house and equip their people; after six days the most deserving Shelter joins the
//! convoy. One player meets the Horde instead.
//!
//! The chapters in the order of the rulebook, each a file of `rules/`:
//!
//! * set-up: `draft` (rooms and leaders), `laying_out` (the reveal and the board), `first_search`
//!   (a leader who searches), `placement` (of heroes);
//! * Dawn and the Day: `dawn` (and the day's event), `losses` (by events), `movement` (and whose go it
//!   is), `pressure`, then what a hero does where it stands: `scavenging` (and the Dam and the Base),
//!   `hunting`, `cities`, `cargo` (the ship), `equipment`;
//! * the Night: `night` (its order and its end), `overcome` (events), `feeding`, `radioactivity`,
//!   `recruiting`, `building` (and rooms that are used), `repair`;
//! * the end: `scoring`; one player: `horde`;
//! * what no chapter has to itself: `abilities` (of rooms and events), `absence` (of a player),
//!   `pile` (stacks, decks and hands).
//!
//! In every chapter stand the generator (`offer_…`), the judge (`judge_…`) and the carrying out.
//! `rules/mod.rs` has the order of play. Around the rules: `action` (what a player decides),
//! `position` (what changes), `event` (what happens), `refusal` (why not), `edition/` (components,
//! scenarios, options), `knowledge/` (who knows what), `speech/` (notation and story), `face/` (board,
//! sheets, questions), `shown/` (cases and probes), `bots/` and `measures`.

#![warn(
    clippy::cast_possible_truncation,
    clippy::cast_possible_wrap,
    clippy::cast_sign_loss,
    clippy::cast_lossless
)]

mod action;
pub mod bots;
mod contract;
mod edition;
pub mod encoding;
mod event;
mod face;
mod knowledge;
pub mod measures;
mod position;
mod refusal;
mod rule;
mod rules;
mod shown;
mod speech;

pub use action::{Action, Key, Method, Space, Waiver};
pub use edition::components::{
    Building, Components, EquipmentData, Errand, EventData, HordeData, LeaderData, LevelData,
    RankData, RoomData, SlotData, WildData,
};
pub use edition::options::{
    Discounts, HuntLimit, Level, NightOrder, Options, Passing, Placement, Rats, Reserve, RoomDraft,
};
pub use edition::roster::{
    City, Equipment, EventCard, HUNTING, HordeCard, Leader, Location, Prey, RoomKind, SearchTile,
    SlotId, Tiles, Token, Tokens, materials, supplies, tiles,
};
pub use edition::scenarios::Scenario;
pub use event::{Cause, Dose, Event, Hunt, Source};
pub use knowledge::view::{
    DraftView, EventView, GameView, GoView, HeroView, HordeView, PlaceView, PressureView, RoomView,
    SearchView, ShelterView, SlotView, View,
};
pub use position::{
    Ask, Draft, Giving, Go, Hero, Horde, Loss, Orders, Phase, Position, Room, RoomName, Sent,
    Shelter, Slot, Squeeze, Step, Stores, Uses,
};
pub use refusal::Refusal;
pub use rules::feeding::Owed;
pub use rules::pile::{Blank, Pile};
pub use rules::scoring::Score;
pub use rules::sides::{ByHero, ByRoom, BySide, HeroId, RoomSlot, Side, Sides};
pub use shown::given::Given;

use edition::Titles;
use rules::Play;
use speech::Teller;
use stage::Ground;
use std::sync::Arc;
use table::Setup;

/// The rules as set up, with the components of one edition.
#[derive(Clone)]
pub struct Outlive {
    setup: Setup,
    options: Options,
    scenario: Arc<Scenario>,
    parts: Arc<Components>,
    titles: Arc<Titles>,
    ground: Arc<Ground>,
    seats: u8,
}

/// What the game brings to a shelf beside its rules: players, and what is counted.
pub fn entry() -> arena::GameEntry {
    let about =
        "feeds its people, seals the airlock, fills rooms and keeps away from stronger heroes";
    arena::GameEntry::of::<Outlive>()
        .bot("greedy", about, || Box::new(bots::Greedy))
        .counsel::<bots::Convoy>()
        .measures::<measures::Counted>()
        .encoding::<encoding::InNumbers>()
        .build()
}
