//! Readings of the rules that players may choose between, each a value with its promise.

use crate::rule;
use table::{Chosen, OptionInfo, RuleId};

/// A reading that is chosen by a word.
trait Reading: Copy + 'static {
    /// Its option: key, rule, and what it is about.
    const OPTION: (&'static str, RuleId, &'static str);

    /// The words to choose from, that of the plain game first.
    const WORDS: &'static [(&'static str, Self)];

    /// What is offered.
    fn option() -> OptionInfo {
        let (key, rule, about) = Self::OPTION;
        let words: Vec<&str> = Self::WORDS.iter().map(|(word, _)| *word).collect();
        OptionInfo::choice(key, &words, rule.0, about)
    }

    /// What was chosen.
    fn read(chosen: &Chosen) -> Self {
        let word = chosen.word(Self::OPTION.0);
        let found = Self::WORDS.iter().find(|(known, _)| *known == word);
        found.unwrap_or(&Self::WORDS[0]).1
    }
}

/// Writes readings: the option's key, rule and words for people, then its values by their words.
macro_rules! readings {
    ($(
        $(#[$doc:meta])+
        $name:ident: $key:literal, $rule:ident, $about:literal {$(
            $(#[$promise:meta])+
            $value:ident = $word:literal,
        )+}
    )+) => {$(
        $(#[$doc])+
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum $name {$(
            $(#[$promise])+
            $value,
        )+}

        impl Reading for $name {
            const OPTION: (&'static str, RuleId, &'static str) = ($key, rule::$rule, $about);
            const WORDS: &'static [(&'static str, $name)] = &[$(($word, $name::$value)),+];
        }
    )+};
}

readings! {
    /// How herds are given out. YS-SETUP-01, YS-SETUP-03
    HerdChoice: "herds", YS_SETUP_03,
        "How herds are given out: dice decide who picks first, the seats pick in order, or chance deals them." {
        /// Two dice each; the highest picks first.
        Rolled = "rolled",
        /// By agreement: the seats pick in order.
        Agreed = "agreed",
        /// At random.
        Dealt = "dealt",
    }

    /// Which moment ends Summer. YS-SEAS-04, YS-OPT-03
    SummerEnds: "summer_ends", YS_OPT_03,
        "Summer ends when every herd has been on its Summer Range once, or when all are there at the same moment." {
        /// Every herd has at some moment been wholly on its Summer Range.
        OnceEach = "once_each",
        /// All herds are on their Summer Ranges at the same moment.
        AllAtOnce = "all_at_once",
    }

    /// When a herd has food enough for the winter. YS-DIE-02, YS-OPT-04
    Enough: "die_off", YS_OPT_04,
        "Whether Food Points that just equal the Need save the herd." {
        /// When Food Points equal the Need.
        Equal = "equal_suffices",
        /// Only when they exceed it.
        Exceed = "must_exceed",
    }

    /// What a predator may take in one move. YS-KILL-04, YS-OPT-07
    Kills: "kills", YS_OPT_07,
        "A predator takes one line of its prey, or all prey in its hex." {
        /// One line of its prey.
        OneLine = "one_line",
        /// Everything in the hex that any line allows.
        Everything = "everything",
    }

    /// Where Young may join Females. YS-YNG-13, YS-OPT-09
    JoinsOn: "joins_on", YS_OPT_09,
        "Where Young may join a Female." {
        /// On either range of the herd.
        EitherRange = "either_range",
        /// On the Summer Range only.
        SummerRange = "summer_range",
    }

    /// Which moment ends Fall. YS-SEAS-06
    FallEnds: "fall_ends", YS_SEAS_06,
        "Fall ends when all herds are home at the same moment, or when every herd has been home once." {
        /// All herds are on their Winter Ranges at the same moment.
        AllAtOnce = "all_at_once",
        /// Every herd has at some moment of Fall been wholly on its Winter Range.
        OnceEach = "once_each",
    }

    /// What slows a Female with Young. YS-MOVE-11
    Slowed: "slowed", YS_MOVE_11,
        "A Female with Young is slowed by any injury in her party, or by her own only." {
        /// Any injury in her party.
        ByAny = "by_any",
        /// Only her own.
        ByOwn = "by_own",
    }

    /// Whether a Female may carry on a Young that joined her this turn. YS-MOVE-24
    JoinedFemale: "joined_female", YS_MOVE_24,
        "Whether a Female may still move with a Young that joined her this turn." {
        /// No: the Young has moved.
        Stays = "stays",
        /// Yes.
        CarriesOn = "carries_on",
    }

    /// What it takes to reach the Summer Range. YS-FOOD-13
    FirstArrival: "first_arrival", YS_FOOD_13,
        "The 25 and the 50 are earned the moment a hex of the Summer Range is entered, or only where a move ends." {
        /// To enter a hex of it, though the animal walks on.
        Touches = "touches",
        /// To end a move there.
        EndsMove = "ends_move",
    }

    /// When range income is tested. YS-FOOD-20
    Income: "income", YS_FOOD_20,
        "Whether a turn on the right range is tested before the event or after it." {
        /// Before the event roll.
        BeforeEvent = "before_event",
        /// After the event.
        AfterEvent = "after_event",
    }

    /// How terrain that stops a move may be entered. YS-TERR-14
    StopHexes: "stop_hexes", YS_TERR_14,
        "Terrain marked 1 Hex may be the last step of a move, or must be the whole of it." {
        /// As the last step of any move.
        LastStep = "last_step",
        /// Only as the whole move.
        WholeMove = "whole_move",
    }

    /// What becomes of a predator that cannot be placed. YS-EVT-23
    FullDens: "full_dens", YS_EVT_23,
        "When no Grizzly or Lion can be placed, one may be moved instead, or the placement is lost." {
        /// One of its kind may be moved instead.
        Move = "move",
        /// The placement is lost.
        Lost = "lost",
    }

    /// Where a joining Young may begin its move. YS-YNG-27
    JoinsFrom: "joins_from", YS_YNG_27,
        "A joining Young may come from anywhere, or must be on a range of its herd already." {
        /// Anywhere.
        Anywhere = "anywhere",
        /// On a range of the herd, as its Female does.
        Range = "range",
    }

    /// Whether an injured Grizzly or Lion may enter the hex of a healthy one beside it. YS-TRTY-10
    Intruder: "intruder", YS_TRTY_10,
        "An injured Grizzly or Lion may enter a healthy one's hex beside it and is removed, or may not." {
        /// Yes, and is removed.
        Removed = "removed",
        /// Never.
        Barred = "barred",
    }

    /// What follows when a herd is wiped out by its own event. YS-TURN-15
    WipedOut: "wiped_out", YS_TURN_15,
        "A player whose own event wipes out the herd still plays the predator segment, or the turn ends." {
        /// The predator segment is still played.
        PlaysPredators = "plays_predators",
        /// The turn ends.
        EndsTurn = "ends_turn",
    }

    /// When the game stops once Fall has ended. YS-SEAS-07
    WinterComes: "winter_comes", YS_SEAS_07,
        "When all herds are home the game stops at once, or the turn is played to its end first." {
        /// In the middle of the turn that ended it.
        AtOnce = "at_once",
        /// When that turn has been played to its end.
        AfterTurn = "after_turn",
    }

    /// From when the prey, the pace and the parting of Young follow a new season. YS-SEAS-09
    SeasonRules: "season_rules", YS_SEAS_09,
        "A season that begins in mid-turn changes prey, pace and parting of Young at once, or from the next turn." {
        /// From the moment it begins.
        AtOnce = "at_once",
        /// From the next turn.
        NextTurn = "next_turn",
    }

    /// When it is looked at whether a season ends. YS-SEAS-10
    SeasonTest: "season_test", YS_SEAS_10,
        "Whether Spring and Summer end is looked at on every step, after every animal's move, or only when a herd has moved." {
        /// On every step, and after every birth and death; Winter waits for the end of a move.
        EachStep = "each_step",
        /// After every animal's move, birth and death.
        EachMove = "each_move",
        /// When a player's herd has moved.
        EndOfMoves = "end_of_moves",
    }

    /// When Young may part in Fall. YS-YNG-06, YS-YNG-07
    Parting: "parting", YS_YNG_07,
        "In Fall Young part from their Females at any time, only before either moves, or also on her way but not after." {
        /// At any time of the herd's moves.
        AnyTime = "any_time",
        /// Before either moves.
        BeforeMoving = "before_moving",
        /// Also on her way, but not after it.
        OnTheWay = "on_the_way",
    }

    /// What a player without animals does. YS-DEAD-01
    WithoutAnimals: "without_animals", YS_DEAD_01,
        "A player without animals takes no more turns, or still rolls for predators." {
        /// Nothing.
        SitsOut = "sits_out",
        /// Rolls for predators in every turn.
        MovesPredators = "moves_predators",
    }

    /// What the number of the Moderate Winter counts. YS-WIN-05
    ModerateWinter: "moderate_winter", YS_WIN_05,
        "The Moderate Winter, number 4, is the dice total 4, or the fourth row of the chart, a total of 5." {
        /// The total of the dice: 4.
        Total = "total_4",
        /// The row of the chart: the fourth, which is a total of 5.
        Row = "row_4",
    }

    /// Which terrain counts where several meet. YS-MAP-05
    Slowest: "slowest_terrain", YS_MAP_05,
        "Mixed terrain counts as the worst for each kind of animal, or for all alike as lake before mountain before forest." {
        /// The worst for each kind of animal.
        ForEach = "for_each",
        /// The first of lake, mountain, forest and clear, for all alike.
        ForAll = "for_all",
    }
}

/// How the rules are read in this game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "each field is told by its type or its option")]
pub struct Readings {
    pub herds: HerdChoice,
    pub quick_placement: bool,
    pub staggered: bool,
    pub head_start: bool,
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
    let flag = |key: &str, default: bool, rule: RuleId, about: &str| {
        OptionInfo::flag(key, default, rule.0, about)
    };
    vec![
        HerdChoice::option(),
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
            "head_start",
            true,
            rule::YS_SETUP_21,
            "Herds begin with the Food Points that the scenario gives them, so that each wins about as often; off, all begin with none.",
        ),
        flag(
            "open_food",
            false,
            rule::YS_OPT_02,
            "The value of a Food counter is shown to all once it is taken.",
        ),
        SummerEnds::option(),
        Enough::option(),
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
        Kills::option(),
        flag("decline_births", false, rule::YS_OPT_08, "A birth may be declined."),
        JoinsOn::option(),
        flag(
            "peace",
            false,
            rule::YS_OPT_10,
            "No predator may kill animals of a herd that has fewer than five.",
        ),
        FallEnds::option(),
        Slowed::option(),
        JoinedFemale::option(),
        FirstArrival::option(),
        Income::option(),
        StopHexes::option(),
        FullDens::option(),
        JoinsFrom::option(),
        Intruder::option(),
        WipedOut::option(),
        WinterComes::option(),
        SeasonRules::option(),
        SeasonTest::option(),
        Parting::option(),
        WithoutAnimals::option(),
        ModerateWinter::option(),
        Slowest::option(),
    ]
}

impl Readings {
    /// The readings that the options choose.
    pub fn new(chosen: &Chosen) -> Readings {
        Readings {
            herds: HerdChoice::read(chosen),
            quick_placement: chosen.on("quick_placement"),
            staggered: chosen.on("staggered_start"),
            head_start: chosen.on("head_start"),
            open_food: chosen.on("open_food"),
            summer_ends: SummerEnds::read(chosen),
            enough: Enough::read(chosen),
            caps: chosen.on("caps"),
            pass_through: chosen.on("pass_through"),
            kills: Kills::read(chosen),
            decline_births: chosen.on("decline_births"),
            joins_on: JoinsOn::read(chosen),
            peace: chosen.on("peace"),
            fall_ends: FallEnds::read(chosen),
            slowed: Slowed::read(chosen),
            joined_female: JoinedFemale::read(chosen),
            first_arrival: FirstArrival::read(chosen),
            income: Income::read(chosen),
            stop_hexes: StopHexes::read(chosen),
            full_dens: FullDens::read(chosen),
            joins_from: JoinsFrom::read(chosen),
            intruder: Intruder::read(chosen),
            wiped_out: WipedOut::read(chosen),
            winter_comes: WinterComes::read(chosen),
            season_rules: SeasonRules::read(chosen),
            season_test: SeasonTest::read(chosen),
            parting: Parting::read(chosen),
            without_animals: WithoutAnimals::read(chosen),
            moderate_winter: ModerateWinter::read(chosen),
            slowest: Slowest::read(chosen),
        }
    }
}
