//! Rival readings and house variants, as values.

use crate::rule::*;
use table::{Chosen, OptionInfo, SetupError};

/// How heroes are placed. OL-OPT-01
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Placement {
    /// All at once, in secret.
    Simultaneous,
    /// One hero at a time, in turn order.
    TurnOrder,
}

/// How far the general reserve goes. OL-OPT-02
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reserve {
    /// It never runs out.
    Endless,
    /// The tokens in the box.
    Limited,
}

/// What a pass in Night step 1 means. OL-OPT-03
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Passing {
    /// The player may come in again on the next go.
    ComesRound,
    /// The player is out of this step.
    Final,
}

/// How often one may hunt. OL-OPT-04
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum HuntLimit {
    /// One catch per hero and activation.
    PerHero,
    /// One catch per player and Day.
    PerDay,
}

/// Whether the virtual Water may be thrown to the rats. OL-OPT-05
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rats {
    /// They take tokens only.
    WantTokens,
    /// They take virtual Water too.
    DrinkVirtualWater,
}

/// Whether discounts of rooms add up on one repair. OL-OPT-06
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Discounts {
    /// One room ability per repair.
    One,
    /// They add up.
    AddUp,
}

/// The order of Night steps 2 to 6. OL-OPT-07
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NightOrder {
    /// Every player at his own pace.
    Parallel,
    /// Step by step in turn order.
    TurnOrder,
}

/// How advanced rooms come into hand. OL-OPT-11
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RoomDraft {
    /// Six are dealt, two go.
    Deal,
    /// Keep one and hand the rest to the left, four times.
    Pass,
}

/// How strong the Horde is. OL-SOLO-03
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Level {
    /// Weak pawns, all cards of the Day shown.
    Easy,
    /// Pawns like the player's heroes, the next card shown.
    Normal,
    /// Strong pawns, no card shown.
    Hard,
}

/// Every option of one game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Options {
    /// How heroes are placed.
    pub placement: Placement,
    /// How far the reserve goes.
    pub reserve: Reserve,
    /// What a pass means.
    pub passing: Passing,
    /// How often one may hunt.
    pub hunts: HuntLimit,
    /// What the rats take.
    pub rats: Rats,
    /// Whether repair discounts add up.
    pub discounts: Discounts,
    /// The order of the Night.
    pub night: NightOrder,
    /// Whether the ship has a second slot 3 with four players. OL-OPT-08
    pub wide_gangway: bool,
    /// Whether the Airlock has three rows. OL-OPT-09
    pub tight_airlock: bool,
    /// Whether the next event lies open. OL-OPT-10
    pub forecast: bool,
    /// How rooms are drafted.
    pub draft: RoomDraft,
    /// Whether players may leave standing orders. OL-OPT-12
    pub standing_orders: bool,
    /// Whether the game has four days. OL-OPT-13
    pub four_days: bool,
    /// Whether the Cities hold mini tiles. OL-OPT-14
    pub mini_tiles: bool,
    /// How strong the Horde is.
    pub level: Level,
}

/// The options as offered.
pub fn offered() -> Vec<OptionInfo> {
    vec![
        OptionInfo::choice(
            "hero_placement",
            &["simultaneous", "turn_order"],
            OL_OPT_01,
            "Heroes are placed all at once and in secret, or one at a time in turn order.",
        ),
        OptionInfo::flag(
            "limited_reserve",
            false,
            OL_OPT_02,
            "The reserve holds 30 tokens of each kind and 100 survivors, and can run out.",
        ),
        OptionInfo::flag(
            "pass_is_final",
            false,
            OL_OPT_03,
            "Who passes on the events of a Night has no more go at the events of that Night.",
        ),
        OptionInfo::flag(
            "one_hunt_per_day",
            false,
            OL_OPT_04,
            "Every player catches at most one tile of wild game per Day.",
        ),
        OptionInfo::flag(
            "virtual_water_feeds_rats",
            false,
            OL_OPT_05,
            "The Water of the Cistern may be given to the Rat Infestation.",
        ),
        OptionInfo::flag(
            "stack_repair_discounts",
            false,
            OL_OPT_06,
            "Tool Store and Bench may be added up on one repair.",
        ),
        OptionInfo::flag(
            "night_parallel",
            true,
            OL_OPT_07,
            "Night steps 2 to 6 are played at one's own pace; off: in turn order.",
        ),
        OptionInfo::flag(
            "wide_gangway",
            false,
            OL_OPT_08,
            "With four players the Cargo Ship has a second slot 3.",
        ),
        OptionInfo::flag(
            "tight_airlock",
            false,
            OL_OPT_09,
            "The Airlock has rows of 2, 2 and 3 spaces.",
        ),
        OptionInfo::flag(
            "forecast",
            false,
            OL_OPT_10,
            "The event of the next turn lies open one Day ahead.",
        ),
        OptionInfo::choice(
            "room_draft",
            &["deal", "pass"],
            OL_OPT_11,
            "Rooms are dealt, or kept one by one while the hands go round to the left.",
        ),
        OptionInfo::flag(
            "standing_orders",
            true,
            OL_OPT_12,
            "Players may leave orders that answer Pressure for them.",
        ),
        OptionInfo::flag(
            "four_days",
            false,
            OL_OPT_13,
            "Four days with radiation 1, 2, 3, 3; at the start two free rooms and seven survivors.",
        ),
        OptionInfo::flag(
            "mini_tiles",
            false,
            OL_OPT_14,
            "A Refugee, a Looter or a Merchant hides in each City.",
        ),
        OptionInfo::choice(
            "level",
            &["normal", "easy", "hard"],
            OL_SOLO_03,
            "How strong the Horde is; only for one player.",
        ),
    ]
}

impl Options {
    /// The options that a set-up chooses.
    pub fn read(setup: &table::Setup) -> Result<Options, SetupError> {
        let chosen = Chosen::new(&offered(), &Default::default(), setup)?;
        let turn_order = chosen.word("hero_placement") == "turn_order";
        Ok(Options {
            placement: if turn_order { Placement::TurnOrder } else { Placement::Simultaneous },
            reserve: if chosen.on("limited_reserve") { Reserve::Limited } else { Reserve::Endless },
            passing: if chosen.on("pass_is_final") { Passing::Final } else { Passing::ComesRound },
            hunts: if chosen.on("one_hunt_per_day") {
                HuntLimit::PerDay
            } else {
                HuntLimit::PerHero
            },
            rats: if chosen.on("virtual_water_feeds_rats") {
                Rats::DrinkVirtualWater
            } else {
                Rats::WantTokens
            },
            discounts: if chosen.on("stack_repair_discounts") {
                Discounts::AddUp
            } else {
                Discounts::One
            },
            night: if chosen.on("night_parallel") {
                NightOrder::Parallel
            } else {
                NightOrder::TurnOrder
            },
            wide_gangway: chosen.on("wide_gangway"),
            tight_airlock: chosen.on("tight_airlock"),
            forecast: chosen.on("forecast"),
            draft: if chosen.word("room_draft") == "pass" {
                RoomDraft::Pass
            } else {
                RoomDraft::Deal
            },
            standing_orders: chosen.on("standing_orders"),
            four_days: chosen.on("four_days"),
            mini_tiles: chosen.on("mini_tiles"),
            level: match chosen.word("level") {
                "easy" => Level::Easy,
                "hard" => Level::Hard,
                _ => Level::Normal,
            },
        })
    }
}
