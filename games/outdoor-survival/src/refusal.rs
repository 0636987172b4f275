//! Why not: every reason for which an action is refused, with its rule and its sentence.

use crate::event::HexName;
use crate::land::Edge;
use crate::rule;
use std::borrow::Cow;
use std::fmt;
use std::sync::Arc;
use table::{Refused, RuleId};
use terrain::{Side, Top};

/// Why the rules do not allow an action now.
#[derive(Clone, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "every variant stands beside its sentence below")]
pub enum Refusal {
    // Whose turn it is.
    GameOver,
    NotYourTurn,
    YourPersonIsOut,
    TooWeak,
    // Setting up.
    NothingToSetUp,
    ChooseBaseFirst,
    BaseNotOffered { base: u8 },
    BaseTaken { base: u8 },
    PlaceOutpostFirst,
    OutpostOffMap,
    OutpostTaken,
    OutpostTooNear { from: HexName, least: u16 },
    OutpostInColumns { first: u8, last: u8 },
    OutpostInRows { first: u8, last: u8 },
    NoOutposts,
    NameEdgeFirst,
    EdgeNotOffered { edge: Edge },
    TableIsSet,
    NoEdgeToName,
    // Order of play.
    PickPersonFirst,
    FixedOrder,
    NoSuchPerson,
    NotYourPerson,
    PersonIsOut,
    HadHisTurn,
    HeldBack,
    // Deciding and moving.
    RollFirst,
    StayOrRoll,
    StepOrStop,
    HasRolled,
    RestBeforeRoll,
    StopToStay,
    MovesEveryDay { name: Arc<str> },
    NoSuchSide,
    NoHexTwice,
    TooDear { cost: u8, points: u8 },
    MustSetOut,
    MustGoOn { cost: u8, points: u8 },
    MustFollowTrail,
    // Direction and turns.
    DieSends { to: Side },
    TurnTooEarly { to: Side },
    AboutTurn,
    NoTurnLeft,
    TurnTooSharp,
    // Trails.
    TrailEndsElsewhere,
    NoTurnOffTrail,
    // The edges of the board.
    MayNotLeave,
    NobodyToBringOut,
    EdgeClosed,
    OtherBorder { own: Option<Edge> },
    // Encounters.
    NameColumnFirst,
    NoColumnChosen,
    NoColumnRolled,
    // Shooting.
    NoWeapon,
    OneShotADay,
    TooFar,
    NotInItsHex,
    NoShotOnTheWay,
    ShootOrStop,
}

impl Refusal {
    /// The rule that says no, and what the player reads.
    fn told(&self) -> (RuleId, Cow<'static, str>) {
        let compass = |side: &Side| side.name(Top::Flat);
        let (rule, sentence) = match self {
            Refusal::GameOver => (rule::OS_SEQ_03, "The game is over."),
            Refusal::NotYourTurn => (rule::OS_SEQ_02, "Not your turn."),
            Refusal::YourPersonIsOut => (rule::OS_SEQ_10, "Your person is out of the game."),
            Refusal::TooWeak => (rule::OS_SEQ_09, "Too weak to move."),

            Refusal::NothingToSetUp => (rule::OS_SET_01, "Nothing is left to set up."),
            Refusal::ChooseBaseFirst => (rule::OS_SRCH_04, "First choose your base."),
            Refusal::BaseNotOffered { base } => {
                let sentence = format!("Base {base} is not among those to choose from.");
                return (rule::OS_SRCH_04, sentence.into());
            }
            Refusal::BaseTaken { base } => {
                return (rule::OS_SRCH_04, format!("Base {base} is taken.").into());
            }
            Refusal::PlaceOutpostFirst => (rule::OS_SET_08, "First place your outpost."),
            Refusal::OutpostOffMap => (rule::OS_OUTP_02, "That hex is not on the map."),
            Refusal::OutpostTaken => (rule::OS_OUTP_06, "An outpost stands there already."),
            Refusal::OutpostTooNear { from, least } => {
                let sentence = format!("An outpost must lie at least {least} hexes from {from}.");
                return (rule::OS_SRCH_05, sentence.into());
            }
            Refusal::OutpostInColumns { first, last } => {
                let sentence = format!("No outpost may stand in columns {first} to {last}.");
                return (rule::OS_PURA_04, sentence.into());
            }
            Refusal::OutpostInRows { first, last } => {
                let sentence = format!("No outpost may stand in rows {first} to {last}.");
                return (rule::OS_PURA_04, sentence.into());
            }
            Refusal::NoOutposts => (rule::OS_SET_08, "You place no outposts."),
            Refusal::NameEdgeFirst => (rule::OS_VAR_02, "First name your edge."),
            Refusal::EdgeNotOffered { edge } => {
                let sentence = format!("The {} edge cannot be named.", edge.word());
                return (rule::OS_VAR_02, sentence.into());
            }
            Refusal::TableIsSet => {
                (rule::OS_SET_08, "The table is set: nothing can be placed now.")
            }
            Refusal::NoEdgeToName => (rule::OS_VAR_02, "There is no edge to name now."),

            Refusal::PickPersonFirst => (rule::OS_ORD_07, "First say which of your persons acts."),
            Refusal::FixedOrder => {
                (rule::OS_ORD_07, "Your persons act in the order of their numbers.")
            }
            Refusal::NoSuchPerson => (rule::OS_ORD_07, "There is no such person."),
            Refusal::NotYourPerson => (rule::OS_ORD_07, "Not your piece."),
            Refusal::PersonIsOut => (rule::OS_SEQ_10, "This person is out of the game."),
            Refusal::HadHisTurn => (rule::OS_GEN_01, "This person has had his turn today."),
            Refusal::HeldBack => {
                (rule::OS_ORD_08, "This person is still held back by the head start.")
            }

            Refusal::RollFirst => (rule::OS_DIR_01, "Roll for direction first."),
            Refusal::StayOrRoll => (rule::OS_MOVE_10, "Stay or roll."),
            Refusal::StepOrStop => (rule::OS_MOVE_06, "Step or stop."),
            Refusal::HasRolled => (rule::OS_DIR_01, "You have rolled for today."),
            Refusal::RestBeforeRoll => {
                (rule::OS_MOVE_11, "Resting must be chosen before the roll.")
            }
            Refusal::StopToStay => (rule::OS_MOVE_12, "Say stop: the roll lets you stay."),
            Refusal::MovesEveryDay { name } => {
                return (rule::OS_BEAST_06, format!("{name} moves every day.").into());
            }
            Refusal::NoSuchSide => (rule::OS_MOVE_01, "A hex has six sides."),
            Refusal::NoHexTwice => (rule::OS_MOVE_17, "No hex twice in one turn."),
            Refusal::TooDear { cost, points } => {
                let sentence = format!("That hex costs {cost}, you have {points} points.");
                return (rule::OS_MOVE_05, sentence.into());
            }
            Refusal::MustSetOut => (
                rule::OS_MOVE_15,
                "You must set out: some neighbouring hex can be entered, and resting is chosen before the roll.",
            ),
            Refusal::MustGoOn { cost, points } => {
                let sentence =
                    format!("You must go on: the hex ahead costs {cost}, you have {points}.");
                return (rule::OS_MOVE_06, sentence.into());
            }
            Refusal::MustFollowTrail => (rule::OS_MOVE_08, "You must go on along the trail."),

            Refusal::DieSends { to } => {
                return (rule::OS_DIR_03, format!("The die sends you {}.", compass(to)).into());
            }
            Refusal::TurnTooEarly { to } => {
                let sentence = format!(
                    "The die sends you {}; turning is possible only after the first hex.",
                    compass(to)
                );
                return (rule::OS_TURN_03, sentence.into());
            }
            Refusal::AboutTurn => (rule::OS_TURN_07, "No about-turns within a day."),
            Refusal::NoTurnLeft => (rule::OS_TURN_06, "No turn left this day."),
            Refusal::TurnTooSharp => (rule::OS_TURN_08, "Only 60-degree turns are in use."),

            Refusal::TrailEndsElsewhere => {
                (rule::OS_TRAIL_10, "The trail may be left straight ahead only at its end.")
            }
            Refusal::NoTurnOffTrail => (
                rule::OS_TRAIL_11,
                "Off the trail you may go straight ahead only: no turn left this day.",
            ),

            Refusal::MayNotLeave => (rule::OS_EDGE_04, "You may not leave the board."),
            Refusal::NobodyToBringOut => {
                (rule::OS_RESC_18, "You may not leave the board without somebody to bring out.")
            }
            Refusal::EdgeClosed => (rule::OS_EDGE_04, "That edge is closed in this scenario."),
            Refusal::OtherBorder { own } => {
                let own = own.map_or("other", Edge::word);
                return (rule::OS_VAR_02, format!("Your border is the {own} edge.").into());
            }

            Refusal::NameColumnFirst => {
                (rule::OS_ENC_04, "First name a column of the encounter chart.")
            }
            Refusal::NoColumnChosen => (rule::OS_ENC_03, NOTHING_TO_CHOOSE),
            Refusal::NoColumnRolled => (rule::OS_ENC_05, NOTHING_TO_CHOOSE),

            Refusal::NoWeapon => (rule::OS_BEAST_09, "You have nothing to shoot with."),
            Refusal::OneShotADay => (rule::OS_BEAST_14, "Only one shot a day."),
            Refusal::TooFar => {
                (rule::OS_BEAST_10, "Too far: from here you can hit only what is near enough.")
            }
            Refusal::NotInItsHex => {
                (rule::OS_BEAST_10, "Too far: out of rough country you must share its hex.")
            }
            Refusal::NoShotOnTheWay => {
                (rule::OS_BEAST_13, "Shots are fired before the move or at its end.")
            }
            Refusal::ShootOrStop => (rule::OS_BEAST_14, "Your move is over: shoot or stop."),
        };
        (rule, Cow::Borrowed(sentence))
    }
}

/// There is no encounter, or a die picks the column.
const NOTHING_TO_CHOOSE: &str = "Nothing to choose: there is no encounter to name a column for.";

impl Refused for Refusal {
    fn rule(&self) -> RuleId {
        self.told().0
    }
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.told().1)
    }
}

impl std::error::Error for Refusal {}
