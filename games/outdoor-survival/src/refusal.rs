//! Why not: every reason for which an action is refused, with its rule and its sentence.

use crate::event::HexName;
use crate::land::Edge;
use crate::rule::*;
use std::sync::Arc;
use terrain::{Side, Top};

table::refusals! {
    /// Why the rules do not allow an action now.
    pub enum Refusal {
        // Whose turn it is.
        GameOver => OS_SEQ_03, "The game is over.";
        NotYourTurn => OS_SEQ_02, "Not your turn.";
        GaveUp => OS_END_03, "You have given up.";
        YourPersonIsOut => OS_SEQ_10, "Your person is out of the game.";
        TooWeak => OS_SEQ_09, "Too weak to move.";

        // Setting up.
        NothingToSetUp => OS_SET_01, "Nothing is left to set up.";
        ChooseBaseFirst => OS_SRCH_04, "First choose your base.";
        BaseNotOffered { base: u8 } => OS_SRCH_04, "Base {base} is not among those to choose from.";
        BaseTaken { base: u8 } => OS_SRCH_04, "Base {base} is taken.";
        PlaceOutpostFirst => OS_SET_08, "First place your outpost.";
        OutpostOffMap => OS_OUTP_02, "That hex is not on the map.";
        OutpostTaken => OS_OUTP_06, "An outpost stands there already.";
        OutpostTooNear { from: HexName, least: u16 } => OS_SRCH_05, "An outpost must lie at least {least} hexes from {from}.";
        OutpostInColumns { first: u8, last: u8 } => OS_PURA_04, "No outpost may stand in columns {first} to {last}.";
        OutpostInRows { first: u8, last: u8 } => OS_PURA_04, "No outpost may stand in rows {first} to {last}.";
        NoOutposts => OS_SET_08, "You place no outposts.";
        NameEdgeFirst => OS_VAR_02, "First name your edge.";
        EdgeNotOffered { edge: Edge } => OS_VAR_02, "The {} edge cannot be named.", edge.word();
        TableIsSet => OS_SET_08, "The table is set: nothing can be placed now.";
        NoEdgeToName => OS_VAR_02, "There is no edge to name now.";

        // Order of play.
        PickPersonFirst => OS_ORD_07, "First say which of your persons acts.";
        FixedOrder => OS_ORD_07, "Your persons act in the order of their numbers.";
        NoSuchPerson => OS_ORD_07, "There is no such person.";
        NotYourPerson => OS_ORD_07, "Not your piece.";
        PersonIsOut => OS_SEQ_10, "This person is out of the game.";
        HadHisTurn => OS_GEN_01, "This person has had his turn today.";
        HeldBack => OS_ORD_08, "This person is still held back by the head start.";

        // Deciding and moving.
        RollFirst => OS_DIR_01, "Roll for direction first.";
        StayOrRoll => OS_MOVE_10, "Stay or roll.";
        StepOrStop => OS_MOVE_06, "Step or stop.";
        HasRolled => OS_DIR_01, "You have rolled for today.";
        RestBeforeRoll => OS_MOVE_11, "Resting must be chosen before the roll.";
        StopToStay => OS_MOVE_12, "Say stop: the roll lets you stay.";
        MovesEveryDay { name: Arc<str> } => OS_BEAST_06, "{name} moves every day.";
        NoSuchSide => OS_MOVE_01, "A hex has six sides.";
        NoHexTwice => OS_MOVE_17, "No hex twice in one turn.";
        TooDear { cost: u8, points: u8 } => OS_MOVE_05, "That hex costs {cost}, you have {points}.";
        MustSetOut => OS_MOVE_15, "You must set out: some neighbouring hex can be entered, and resting is chosen before the roll.";
        MustGoOn { cost: u8, points: u8 } => OS_MOVE_06, "You must go on: the hex ahead costs {cost}, you have {points}.";
        MustFollowTrail => OS_MOVE_08, "You must go on along the trail.";

        // Direction and turns.
        DieSends { to: Side } => OS_DIR_03, "The die sends you {}.", to.name(Top::Flat);
        TurnTooEarly { to: Side } => OS_TURN_03, "The die sends you {}; turning is possible only after the first hex.", to.name(Top::Flat);
        AboutTurn => OS_TURN_07, "No about-turns within a day.";
        NoTurnLeft => OS_TURN_06, "No turn left this day.";
        TurnTooSharp => OS_TURN_08, "Only 60-degree turns are in use.";

        // Trails.
        TrailEndsElsewhere => OS_TRAIL_10, "The trail may be left straight ahead only at its end.";
        NoTurnOffTrail => OS_TRAIL_11, "Off the trail you may go straight ahead only: no turn left this day.";

        // The edges of the board.
        MayNotLeave => OS_EDGE_04, "You may not leave the board.";
        NobodyToBringOut => OS_RESC_18, "You may not leave the board without somebody to bring out.";
        EdgeClosed => OS_EDGE_04, "That edge is closed in this scenario.";
        OtherBorder { own: Option<Edge> } => OS_VAR_02, "Your border is the {} edge.", own.map_or("other", Edge::word);

        // Encounters: there is none, or a die picks the column.
        NameColumnFirst => OS_ENC_04, "First name a column of the encounter chart.";
        NoColumnChosen => OS_ENC_03, "Nothing to choose: there is no encounter to name a column for.";
        NoColumnRolled => OS_ENC_05, "Nothing to choose: there is no encounter to name a column for.";

        // Shooting.
        NoWeapon => OS_BEAST_09, "You have nothing to shoot with.";
        OneShotADay => OS_BEAST_14, "Only one shot a day.";
        TooFar => OS_BEAST_10, "Too far: out of a clear hex you can hit only what is in it or next to it.";
        NotInItsHex => OS_BEAST_10, "Too far: out of rough country you must share its hex.";
        NoOpenLine => OS_VAR_01, "No shot: it is too far for the rifle, too well covered, or the line to it is not open.";
        NoShotOnTheWay => OS_BEAST_13, "Shots are fired before the move or at its end.";
        ShootOrStop => OS_BEAST_14, "Your move is over: shoot or stop.";
    }
}
