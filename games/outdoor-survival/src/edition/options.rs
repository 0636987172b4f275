//! The options: rival readings and optional rules as values.

use crate::edition::scenarios::{Order, Timing};
use crate::land::Ground;
use crate::rule;
use table::reading::Word;
use table::{Chosen, Edition, OptionInfo};

/// Every switch of a game, chosen or default.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Switches {
    /// Encounters off, chosen or rolled.
    pub encounters: Encounters,
    /// The Life Level Index counter is in use.
    pub life_level_counter: bool,
    /// A level gained by an encounter moves the peak back.
    pub peak_heals: bool,
    /// Bases supply water and food.
    pub bases_supply: bool,
    /// Doubts about the map are settled by a die.
    pub friendly_die: bool,
    pub(crate) order: Order,
    /// A player picks the order of his own persons.
    pub own_order: bool,
    /// Who came along a trail must go on along it.
    pub trail_forced: bool,
    /// No hex twice in a turn.
    pub no_revisit: bool,
    /// Turns of 60 degrees only.
    pub sixty_degrees: bool,
    /// A wrong edge is open, and the end.
    pub wrong_edge_out: bool,
    pub(crate) ground: Ground,
    /// A trail is left straight ahead only at its end.
    pub leave_at_end_only: bool,
    /// The rate flag stays set overnight.
    pub flag_overnight: bool,
    /// Animals use trails.
    pub animals_use_trails: bool,
    /// Outposts serve everybody.
    pub outposts_shared: bool,
    /// Only the captor wins.
    pub captor_wins: bool,
    /// Shots only at the end of a move.
    pub shoot_at_end: bool,
    pub(crate) end: Timing,
    /// The race goes the other way.
    pub reverse: bool,
    /// A dry day that ends on desert costs one step more.
    pub desert_sun: bool,
}

/// Every option of this edition.
pub(crate) fn options(edition: &Edition) -> Vec<OptionInfo> {
    let mut maps = vec!["scenario"];
    maps.extend(edition.names_in("maps"));
    let mut options = [optional_rules(), movement(), ground(), scenarios()].concat();
    options.push(OptionInfo::choice(
        "map",
        &maps,
        rule::OS_FILE_02,
        "The map: the scenario's own, or another one of this edition.",
    ));
    options
}

/// The optional rules.
fn optional_rules() -> Vec<OptionInfo> {
    vec![
        OptionInfo::choice(
            "encounters",
            &["off", "chosen", "rolled"],
            rule::OS_ENC_01,
            "Wilderness encounters at the end of a turn: none, in a column that the player names, or in one that a die picks.",
        ),
        OptionInfo::flag(
            "life_level_counter",
            false,
            rule::OS_PEAK_01,
            "With encounters: their injuries do not heal, and the Life Level Index counter marks the best level that is left.",
        ),
        OptionInfo::flag(
            "peak_heals",
            false,
            rule::OS_PEAK_08,
            "A level gained in an encounter also moves the Life Level Index counter back.",
        ),
        OptionInfo::flag(
            "bases_supply",
            false,
            rule::OS_BASE_01,
            "Every base is a source of water and food; recommended for Survival.",
        ),
        OptionInfo::flag(
            "friendly_die",
            false,
            rule::OS_FRND_01,
            "Doubts about the map are settled by a die instead of in the walker's favour.",
        ),
    ]
}

/// Rival readings of order and movement.
fn movement() -> Vec<OptionInfo> {
    vec![
        OptionInfo::choice(
            "order",
            &["rolled", "clockwise", "sought_first"],
            rule::OS_ORD_02,
            "Order of play: by falling die, from the highest die seat by seat, or the sought person first.",
        ),
        OptionInfo::flag(
            "own_order",
            false,
            rule::OS_ORD_07,
            "A player with several persons picks each day which of them acts next.",
        ),
        OptionInfo::flag(
            "trail_forced",
            false,
            rule::OS_MOVE_08,
            "Who came along a trail may not stop while he can pay for its next hex.",
        ),
        OptionInfo::flag(
            "no_revisit",
            false,
            rule::OS_MOVE_17,
            "No hex may be entered twice in one turn.",
        ),
        OptionInfo::choice(
            "max_turn",
            &["120", "60"],
            rule::OS_TURN_08,
            "How sharp a turn may be, in degrees.",
        ),
        OptionInfo::choice(
            "wrong_edge",
            &["closed", "out"],
            rule::OS_EDGE_04,
            "Edges that are not open to a role are walls, or may be crossed at the price of being out, by roles that may leave at all.",
        ),
    ]
}

/// Rival readings of rivers, fords and trails.
fn ground() -> Vec<OptionInfo> {
    vec![
        OptionInfo::flag(
            "trail_over_river",
            false,
            rule::OS_RIV_04,
            "A trail over a river without a ford is entered at the trail rate.",
        ),
        OptionInfo::choice(
            "ford_cost",
            &["one", "terrain"],
            rule::OS_FORD_02,
            "A ford hex costs 1, or its dominant terrain.",
        ),
        OptionInfo::choice(
            "trail_leave",
            &["ahead", "end"],
            rule::OS_TRAIL_10,
            "Without a turn a trail is left straight ahead, or only at its end.",
        ),
        OptionInfo::choice(
            "trail_flag",
            &["overnight", "turn"],
            rule::OS_TRAIL_22,
            "Leaving a trail sideways is dear until the hex is left, or only in the turn of entry.",
        ),
        OptionInfo::flag(
            "animals_use_trails",
            true,
            rule::OS_TRAIL_27,
            "Animals follow trails and pay for them as persons do.",
        ),
    ]
}

/// Rival readings of the scenarios.
fn scenarios() -> Vec<OptionInfo> {
    vec![
        OptionInfo::flag(
            "outposts_shared",
            false,
            rule::OS_OUTP_05,
            "Outposts serve every person, not only the side that owns them.",
        ),
        OptionInfo::flag(
            "captor_wins",
            false,
            rule::OS_PURA_15,
            "Only the guard who captures wins, not all guards together.",
        ),
        OptionInfo::flag(
            "shoot_at_end",
            false,
            rule::OS_BEAST_13,
            "A hunter shoots only before moving or at the end of his move.",
        ),
        OptionInfo::choice(
            "end",
            &["end_of_day", "at_once", "play_out"],
            rule::OS_LOST_10,
            "When somebody's success ends the game: with the day, at once, or when nobody is left to play.",
        ),
        OptionInfo::flag(
            "reverse",
            false,
            rule::OS_SURV_03,
            "The race goes the other way, from Base 6 to the west edge.",
        ),
        OptionInfo::flag(
            "desert_sun",
            false,
            rule::OS_VAR_05,
            "A dry day that ends on desert costs one more step of water.",
        ),
    ]
}

impl Switches {
    pub(super) fn new(chosen: &Chosen) -> Switches {
        Switches {
            encounters: match chosen.word("encounters") {
                "chosen" => Encounters::Chosen,
                "rolled" => Encounters::Rolled,
                _ => Encounters::Off,
            },
            life_level_counter: chosen.on("life_level_counter"),
            peak_heals: chosen.on("peak_heals"),
            bases_supply: chosen.on("bases_supply"),
            friendly_die: chosen.on("friendly_die"),
            order: meant(chosen.word("order")).unwrap_or(Order::Rolled),
            own_order: chosen.on("own_order"),
            trail_forced: chosen.on("trail_forced"),
            no_revisit: chosen.on("no_revisit"),
            sixty_degrees: chosen.word("max_turn") == "60",
            wrong_edge_out: chosen.word("wrong_edge") == "out",
            ground: Ground {
                trail_over_river: chosen.on("trail_over_river"),
                ford_costs_terrain: chosen.word("ford_cost") == "terrain",
            },
            leave_at_end_only: chosen.word("trail_leave") == "end",
            flag_overnight: chosen.word("trail_flag") == "overnight",
            animals_use_trails: chosen.on("animals_use_trails"),
            outposts_shared: chosen.on("outposts_shared"),
            captor_wins: chosen.on("captor_wins"),
            shoot_at_end: chosen.on("shoot_at_end"),
            end: meant(chosen.word("end")).unwrap_or(Timing::EndOfDay),
            reverse: chosen.on("reverse"),
            desert_sun: chosen.on("desert_sun"),
        }
    }
}

/// What an option's word stands for.
fn meant<T: Word>(word: &str) -> Option<T> {
    T::ALL.iter().copied().find(|thing| thing.word() == word)
}

/// Whether encounters are met, and who picks the column (OS-ENC-01).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Encounters {
    /// There are none.
    Off,
    /// The player names the column.
    Chosen,
    /// A die picks the column.
    Rolled,
}
