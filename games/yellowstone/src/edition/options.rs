//! Readings of the rules that players may choose between, each a value with its promise.

use crate::rule;
use table::{Chosen, OptionInfo, RuleId};

/// How herds are given out. YS-SETUP-01, YS-SETUP-03
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum HerdChoice {
    /// Two dice each; the highest picks first.
    Rolled,
    /// By agreement: the seats pick in order.
    Agreed,
    /// At random.
    Dealt,
}

/// Which moment ends Summer. YS-SEAS-04, YS-OPT-03
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SummerEnds {
    /// Every herd has at some moment been wholly on its Summer Range.
    OnceEach,
    /// All herds are on their Summer Ranges at the same moment.
    AllAtOnce,
}

/// Which moment ends Fall. YS-SEAS-06
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FallEnds {
    /// All herds are on their Winter Ranges at the same moment.
    AllAtOnce,
    /// Every herd has at some moment of Fall been wholly on its Winter Range.
    OnceEach,
}

/// When a herd has food enough for the winter. YS-DIE-02, YS-OPT-04
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Enough {
    /// When Food Points equal the Need.
    Equal,
    /// Only when they exceed it.
    Exceed,
}

/// What a predator may take in one move. YS-KILL-04, YS-OPT-07
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kills {
    /// One line of its prey.
    OneLine,
    /// Everything in the hex that any line allows.
    Everything,
}

/// Where Young may join Females. YS-YNG-13, YS-OPT-09
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum JoinsOn {
    /// On either range of the herd.
    EitherRange,
    /// On the Summer Range only.
    SummerRange,
}

/// Where a joining Young may begin its move. YS-YNG-27
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum JoinsFrom {
    /// Anywhere.
    Anywhere,
    /// On a range of the herd, as its Female does.
    Range,
}

/// What slows a Female with Young. YS-MOVE-11
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Slowed {
    /// Any injury in her party.
    ByAny,
    /// Only her own.
    ByOwn,
}

/// Whether a Female may carry on a Young that joined her this turn. YS-MOVE-24
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum JoinedFemale {
    /// No: the Young has moved.
    Stays,
    /// Yes.
    CarriesOn,
}

/// What pays for the first animal on the Summer Range. YS-FOOD-13
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FirstArrival {
    /// To end a move there.
    EndsMove,
    /// To touch it.
    Touches,
}

/// When range income is tested. YS-FOOD-20
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Income {
    /// Before the event roll.
    BeforeEvent,
    /// After the event.
    AfterEvent,
}

/// How terrain that stops a move may be entered. YS-TERR-14
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StopHexes {
    /// As the last step of any move.
    LastStep,
    /// Only as the whole move.
    WholeMove,
}

/// What becomes of a predator that cannot be placed. YS-EVT-23
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FullDens {
    /// One of its kind may be moved instead.
    Move,
    /// The placement is lost.
    Lost,
}

/// Whether an injured Grizzly or Lion may enter the hex of a healthy one beside it. YS-TRTY-10
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Intruder {
    /// Yes, and is removed.
    Removed,
    /// Never.
    Barred,
}

/// What follows when a herd is wiped out by its own event. YS-TURN-15
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WipedOut {
    /// The predator segment is still played.
    PlaysPredators,
    /// The turn ends.
    EndsTurn,
}

/// When the game stops once Fall has ended. YS-SEAS-07
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WinterComes {
    /// In the middle of the turn that ended it.
    AtOnce,
    /// When that turn has been played to its end.
    AfterTurn,
}

/// From when the prey, the pace and the parting of Young follow a new season. YS-SEAS-09
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SeasonRules {
    /// From the moment it begins.
    AtOnce,
    /// From the next turn.
    NextTurn,
}

/// When it is looked at whether a season ends. YS-SEAS-10
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SeasonTest {
    /// After every animal's move, birth and death.
    EachMove,
    /// When a player's herd has moved.
    EndOfMoves,
}

/// When a Female may leave a Young behind. YS-YNG-07
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Parting {
    /// Before she moves.
    BeforeMoving,
    /// Also on her way.
    OnTheWay,
}

/// What a player without animals does. YS-DEAD-01
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WithoutAnimals {
    /// Nothing.
    SitsOut,
    /// Rolls for predators in every turn.
    MovesPredators,
}

/// What the number of the Moderate Winter counts. YS-WIN-05
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ModerateWinter {
    /// The total of the dice: 4.
    Total,
    /// The row of the chart: the fourth, which is a total of 5.
    Row,
}

/// Which terrain counts where several meet. YS-MAP-05
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Slowest {
    /// The worst for each kind of animal.
    ForEach,
    /// The first of lake, mountain, forest and clear, for all alike.
    ForAll,
}

/// How the rules are read in this game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "each field is told by its type or its option")]
pub struct Readings {
    pub herds: HerdChoice,
    pub quick_placement: bool,
    pub staggered: bool,
    pub open_food: bool,
    pub summer_ends: SummerEnds,
    pub enough: Enough,
    pub caps: bool,
    pub pass_through: bool,
    pub kills: Kills,
    pub decline_births: bool,
    pub joins_on: JoinsOn,
    pub peace: bool,
    pub fall_ends: FallEnds,
    pub slowed: Slowed,
    pub joined_female: JoinedFemale,
    pub first_arrival: FirstArrival,
    pub income: Income,
    pub stop_hexes: StopHexes,
    pub full_dens: FullDens,
    pub joins_from: JoinsFrom,
    pub intruder: Intruder,
    pub wiped_out: WipedOut,
    pub winter_comes: WinterComes,
    pub season_rules: SeasonRules,
    pub season_test: SeasonTest,
    pub parting: Parting,
    pub without_animals: WithoutAnimals,
    pub moderate_winter: ModerateWinter,
    pub slowest: Slowest,
}

/// All options, the plain game's values first.
pub fn options() -> Vec<OptionInfo> {
    let choice = |key: &str, words: &[&str], rule: RuleId, about: &str| {
        OptionInfo::choice(key, words, rule.0, about)
    };
    let flag = |key: &str, default: bool, rule: RuleId, about: &str| {
        OptionInfo::flag(key, default, rule.0, about)
    };
    vec![
        choice(
            "herds",
            &["rolled", "agreed", "dealt"],
            rule::YS_SETUP_03,
            "How herds are given out: dice decide who picks first, the seats pick in order, or chance deals them.",
        ),
        flag(
            "quick_placement",
            false,
            rule::YS_SETUP_20,
            "The game places every herd on the Winter Range hexes nearest to its goal.",
        ),
        flag(
            "staggered_start",
            false,
            rule::YS_OPT_01,
            "A fairer start: in the first round the first player has fewer movement points, the last one all ten.",
        ),
        flag(
            "open_food",
            false,
            rule::YS_OPT_02,
            "The value of a Food counter is shown to all once it is taken.",
        ),
        choice(
            "summer_ends",
            &["once_each", "all_at_once"],
            rule::YS_OPT_03,
            "Summer ends when every herd has been on its Summer Range once, or when all are there at the same moment.",
        ),
        choice(
            "die_off",
            &["equal_suffices", "must_exceed"],
            rule::YS_OPT_04,
            "Whether Food Points that just equal the Need save the herd.",
        ),
        flag(
            "caps",
            true,
            rule::YS_OPT_05,
            "Seasons end after a fixed number of rounds if nobody ends them sooner.",
        ),
        flag(
            "pass_through",
            false,
            rule::YS_OPT_06,
            "Predators may move on through occupied hexes.",
        ),
        choice(
            "kills",
            &["one_line", "everything"],
            rule::YS_OPT_07,
            "A predator takes one line of its prey, or all prey in its hex.",
        ),
        flag("decline_births", false, rule::YS_OPT_08, "A birth may be declined."),
        choice(
            "joins_on",
            &["either_range", "summer_range"],
            rule::YS_OPT_09,
            "Where Young may join a Female.",
        ),
        flag(
            "peace",
            false,
            rule::YS_OPT_10,
            "No predator may kill animals of a herd that has fewer than five.",
        ),
        choice(
            "fall_ends",
            &["all_at_once", "once_each"],
            rule::YS_SEAS_06,
            "Fall ends when all herds are home at the same moment, or when every herd has been home once.",
        ),
        choice(
            "slowed",
            &["by_any", "by_own"],
            rule::YS_MOVE_11,
            "A Female with Young is slowed by any injury in her party, or by her own only.",
        ),
        choice(
            "joined_female",
            &["stays", "carries_on"],
            rule::YS_MOVE_24,
            "Whether a Female may still move with a Young that joined her this turn.",
        ),
        choice(
            "first_arrival",
            &["ends_move", "touches"],
            rule::YS_FOOD_13,
            "The first animal on the Summer Range pays when it ends a move there, or as soon as it touches it.",
        ),
        choice(
            "income",
            &["before_event", "after_event"],
            rule::YS_FOOD_20,
            "Whether a turn on the right range is tested before the event or after it.",
        ),
        choice(
            "stop_hexes",
            &["last_step", "whole_move"],
            rule::YS_TERR_14,
            "Terrain marked 1 Hex may be the last step of a move, or must be the whole of it.",
        ),
        choice(
            "full_dens",
            &["move", "lost"],
            rule::YS_EVT_23,
            "When no Grizzly or Lion can be placed, one may be moved instead, or the placement is lost.",
        ),
        choice(
            "joins_from",
            &["anywhere", "range"],
            rule::YS_YNG_27,
            "A joining Young may come from anywhere, or must be on a range of its herd already.",
        ),
        choice(
            "intruder",
            &["removed", "barred"],
            rule::YS_TRTY_10,
            "An injured Grizzly or Lion may enter a healthy one's hex beside it and is removed, or may not.",
        ),
        choice(
            "wiped_out",
            &["plays_predators", "ends_turn"],
            rule::YS_TURN_15,
            "A player whose own event wipes out the herd still plays the predator segment, or the turn ends.",
        ),
        choice(
            "winter_comes",
            &["at_once", "after_turn"],
            rule::YS_SEAS_07,
            "When all herds are home the game stops at once, or the turn is played to its end first.",
        ),
        choice(
            "season_rules",
            &["at_once", "next_turn"],
            rule::YS_SEAS_09,
            "A season that begins in mid-turn changes prey, pace and parting of Young at once, or from the next turn.",
        ),
        choice(
            "season_test",
            &["each_move", "end_of_moves"],
            rule::YS_SEAS_10,
            "Whether a season ends is looked at after every animal's move, birth and death, or only when a herd has moved.",
        ),
        choice(
            "parting",
            &["before_moving", "on_the_way"],
            rule::YS_YNG_07,
            "In Fall a Female leaves a Young behind before she moves, or also on her way.",
        ),
        choice(
            "without_animals",
            &["sits_out", "moves_predators"],
            rule::YS_DEAD_01,
            "A player without animals takes no more turns, or still rolls for predators.",
        ),
        choice(
            "moderate_winter",
            &["total_4", "row_4"],
            rule::YS_WIN_05,
            "The Moderate Winter, number 4, is the dice total 4, or the fourth row of the chart, a total of 5.",
        ),
        choice(
            "slowest_terrain",
            &["for_each", "for_all"],
            rule::YS_MAP_05,
            "Mixed terrain counts as the worst for each kind of animal, or for all alike as lake before mountain before forest.",
        ),
    ]
}

impl Readings {
    /// The readings that the options choose.
    pub fn new(chosen: &Chosen) -> Readings {
        let pick = |key: &str, word: &str| chosen.word(key) == word;
        Readings {
            herds: match chosen.word("herds") {
                "agreed" => HerdChoice::Agreed,
                "dealt" => HerdChoice::Dealt,
                _ => HerdChoice::Rolled,
            },
            quick_placement: chosen.on("quick_placement"),
            staggered: chosen.on("staggered_start"),
            open_food: chosen.on("open_food"),
            summer_ends: match pick("summer_ends", "all_at_once") {
                true => SummerEnds::AllAtOnce,
                false => SummerEnds::OnceEach,
            },
            enough: match pick("die_off", "must_exceed") {
                true => Enough::Exceed,
                false => Enough::Equal,
            },
            caps: chosen.on("caps"),
            pass_through: chosen.on("pass_through"),
            kills: match pick("kills", "everything") {
                true => Kills::Everything,
                false => Kills::OneLine,
            },
            decline_births: chosen.on("decline_births"),
            joins_on: match pick("joins_on", "summer_range") {
                true => JoinsOn::SummerRange,
                false => JoinsOn::EitherRange,
            },
            peace: chosen.on("peace"),
            fall_ends: match pick("fall_ends", "once_each") {
                true => FallEnds::OnceEach,
                false => FallEnds::AllAtOnce,
            },
            slowed: match pick("slowed", "by_own") {
                true => Slowed::ByOwn,
                false => Slowed::ByAny,
            },
            joined_female: match pick("joined_female", "carries_on") {
                true => JoinedFemale::CarriesOn,
                false => JoinedFemale::Stays,
            },
            first_arrival: match pick("first_arrival", "touches") {
                true => FirstArrival::Touches,
                false => FirstArrival::EndsMove,
            },
            income: match pick("income", "after_event") {
                true => Income::AfterEvent,
                false => Income::BeforeEvent,
            },
            stop_hexes: match pick("stop_hexes", "whole_move") {
                true => StopHexes::WholeMove,
                false => StopHexes::LastStep,
            },
            full_dens: match pick("full_dens", "lost") {
                true => FullDens::Lost,
                false => FullDens::Move,
            },
            joins_from: match pick("joins_from", "range") {
                true => JoinsFrom::Range,
                false => JoinsFrom::Anywhere,
            },
            intruder: match pick("intruder", "barred") {
                true => Intruder::Barred,
                false => Intruder::Removed,
            },
            wiped_out: match pick("wiped_out", "ends_turn") {
                true => WipedOut::EndsTurn,
                false => WipedOut::PlaysPredators,
            },
            winter_comes: match pick("winter_comes", "after_turn") {
                true => WinterComes::AfterTurn,
                false => WinterComes::AtOnce,
            },
            season_rules: match pick("season_rules", "next_turn") {
                true => SeasonRules::NextTurn,
                false => SeasonRules::AtOnce,
            },
            season_test: match pick("season_test", "end_of_moves") {
                true => SeasonTest::EndOfMoves,
                false => SeasonTest::EachMove,
            },
            parting: match pick("parting", "on_the_way") {
                true => Parting::OnTheWay,
                false => Parting::BeforeMoving,
            },
            without_animals: match pick("without_animals", "moves_predators") {
                true => WithoutAnimals::MovesPredators,
                false => WithoutAnimals::SitsOut,
            },
            moderate_winter: match pick("moderate_winter", "row_4") {
                true => ModerateWinter::Row,
                false => ModerateWinter::Total,
            },
            slowest: match pick("slowest_terrain", "for_all") {
                true => Slowest::ForAll,
                false => Slowest::ForEach,
            },
        }
    }
}
