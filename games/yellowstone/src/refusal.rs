//! Why not: every refusal of the rules with its rule and its sentence, by chapter.

use crate::edition::Effect;
use crate::edition::options::JoinsOn;
use crate::land::{Hex, Terrain};
use crate::position::{Animal, Hunter, Kind, Predator, Species};
use crate::rule;
use std::fmt;
use table::wording::counted;
use table::{RuleId, Seat};

/// A refusal as the answer of a judge.
pub(crate) fn no(why: impl Into<Refusal>) -> Result<(), Refusal> {
    Err(why.into())
}

table::refusals! {
    /// Why an action is not allowed now.
    pub enum Refusal by chapter;

    /// The order of play.
    Order {
        GameOver => rule::YS_SEAS_07, "The game is over.";
        WaitingFor(species: Species) => rule::YS_SETUP_16, "Waiting for the {species}.";
        WaitingForPlayer(seat: Seat) => rule::YS_SETUP_16, "Waiting for player {seat}.";
        RollForEvent => rule::YS_TURN_03, "Roll for the event first.";
        RollForPredators => rule::YS_TURN_02, "Your herd has moved: roll for the predators.";
    }

    /// Preparation for play.
    Preparation {
        ChooseHerd => rule::YS_GEN_01, "Choose a herd first.";
        HerdTaken(species: Species) => rule::YS_GEN_03, "The {species} are taken already.";
        NotAtStart(animal: Animal) => rule::YS_HERD_04, "{} is not in play at the start.", animal.told();
        PlaceHerd => rule::YS_SETUP_09, "Place your herd on its Winter Range first.";
        OffWinterRange(hex: Hex) => rule::YS_SETUP_09, "{hex} is not on your Winter Range.";
        Occupied(hex: Hex) => rule::YS_SETUP_10, "{hex} is occupied: every adult has a hex of its own.";
        WithoutFemale => rule::YS_SETUP_11, "A Young starts with a Female.";
        TwoYoung => rule::YS_YNG_02, "She has two already.";
        StandsAlready(animal: Animal) => rule::YS_SETUP_19, "{} stands already: take it back first.", animal.told();
        NotPlaced(animal: Animal) => rule::YS_SETUP_19, "{} has not been placed.", animal.told();
        RedoneEnough(most: u8) => rule::YS_SETUP_19, "You have taken back {most} animals: that must do.";
        AllHealthy => rule::YS_HERD_07, "All animals start healthy.";
        InjuredEnough(most: u8) => rule::YS_HERD_07, "Exactly {most} animals start injured, each once.";
        NameInjured(most: u8) => rule::YS_HERD_07, "Name {most} animals that start injured.";
    }

    /// Movement and terrain.
    Movement {
        HerdMoves => rule::YS_TURN_01, "Now the herd moves.";
        EndMovesFirst => rule::YS_TURN_02, "End the herd's moves first.";
        NobodyMoves => rule::YS_MOVE_21, "No animal is on the move.";
        NotInPlay(animal: Animal) => rule::YS_HERD_05, "{} is not in play.", animal.told();
        Moved(animal: Animal) => rule::YS_TURN_07, "Already moved this turn: {}.", animal.told();
        WentFar(animal: Animal, most: u8) => rule::YS_TURN_07,
            "Already moved this turn: {} moves once, {} at most.", animal.told(), counted(*most, "hex", "hexes");
        Carried => rule::YS_MOVE_23, "Already moved this turn: its Female carried it.";
        YoungMoved => rule::YS_MOVE_24, "The Young with her has already moved.";
        AllowanceUsed => rule::YS_MOVE_13, "It may go no further this turn.";
        NoPoints => rule::YS_MOVE_01, "The herd has no movement points left.";
        EdgeOfMap => rule::YS_MAP_01, "The edge of the map is closed.";
        NotBeside => rule::YS_MOVE_14, "Not next to the animal.";
        Closed(species: Species, terrain: Terrain) => match species {
            Species::Bison => rule::YS_TERR_01,
            Species::Sheep => rule::YS_TERR_02,
            Species::Elk | Species::Deer => rule::YS_TERR_10,
        }, "{species} cannot enter this terrain: {terrain}.";
        HadToStop(terrain: Terrain) => rule::YS_TERR_11, "It had to stop in the {terrain}.";
        WholeMove => rule::YS_TERR_14, "That must be the whole move.";
        Occupied(by: Occupant) => by.rule(),
            "Occupied by {by}; only a Young may join a Female of its herd, on its own range.";
    }

    /// Young: parting and joining.
    Young {
        StaysWithFemale => rule::YS_YNG_03, "It must stay with its Female until Fall.";
        PartInFall => rule::YS_YNG_04, "Young may be parted in Fall only.";
        PartFirst => rule::YS_YNG_06, "Part it from its Female first.";
        Alone(young: Animal) => rule::YS_YNG_06, "{} goes with no Female.", young.told();
        PartTooLate => rule::YS_YNG_07, "Already moved: it can no longer be parted this turn.";
        NoPair => rule::YS_YNG_18, "A Young joins a Female.";
        NotInPlay => rule::YS_HERD_05, "Only animals in play can join.";
        NotInHerHex(young: Animal, female: Animal) => rule::YS_YNG_20, "{} is not in the hex of {}.", young.told(), female.told();
        Linked(young: Animal) => rule::YS_YNG_26, "{} goes with a Female already.", young.told();
        HasTwo => rule::YS_YNG_02, "She has two already.";
        OffRange(ground: JoinsOn) => rule::YS_YNG_14, "Only on your own {}.", match ground {
            JoinsOn::EitherRange => "Summer or Winter Range",
            JoinsOn::SummerRange => "Summer Range",
        };
        FromOutside => rule::YS_YNG_27, "Both must be on the range already.";
    }

    /// Seasonal events.
    SeasonalEvent {
        NothingAsked => rule::YS_TURN_02, "No event asks for anything now.";
        ComesFirst(effect: Effect) => rule::YS_TURN_04, "The event comes first: {effect}.";
        NotInPlay(animal: Animal) => rule::YS_EVT_02, "{} is not in play.", animal.told();
        NotOnMap(predator: Predator) => rule::YS_EVT_36, "{} is not on the map.", predator.told();
        InjuresMale => rule::YS_EVT_06, "This event injures a Male.";
        InjuresFemaleOrYoung => rule::YS_EVT_07, "This event injures a Female or Young.";
        InjuryDue => rule::YS_EVT_10, "One of your animals must be injured.";
        InjuredAlready => rule::YS_INJ_08, "This event has injured it already.";
        Healthy(animal: Animal) => rule::YS_EVT_11, "{} is healthy.", animal.told();
        HealthyFemaleOrYoung(animal: Animal) => rule::YS_EVT_13, "{} is healthy.", animal.told();
        HealingDue => rule::YS_EVT_13, "An injured Female or Young is healed.";
        HealsNoMale => rule::YS_EVT_14, "Only a Female or Young is healed.";
        TwoYoung => rule::YS_YNG_02, "There are two already in her hex.";
        BornToFemale => rule::YS_EVT_15, "A Young is born to a Female.";
        BirthDue => rule::YS_EVT_17, "A birth that is possible must be made.";
        NoDen(hunter: Hunter, hex: Hex) => match hunter {
            Hunter::Lion => rule::YS_EVT_21,
            Hunter::Grizzly | Hunter::Coyote | Hunter::Human => rule::YS_EVT_20,
        }, "{hex} is no {} den.", hunter.short_name();
        OffWinterRanges(hex: Hex) => rule::YS_EVT_22, "{hex} is on no Winter Range.";
        DenOccupied => rule::YS_EVT_25, "That den is occupied.";
        HexOccupied => rule::YS_EVT_25, "That hex is occupied.";
        PlacementDue => rule::YS_EVT_28, "The predator must be placed.";
        NotLinked => rule::YS_EVT_32, "Only a Young with a Female can be abandoned.";
        AbandonDue => rule::YS_EVT_32, "One Young must be abandoned.";
        PredatorDue => rule::YS_EVT_36, "One predator must be injured.";
        SparesHumans => rule::YS_EVT_37, "Humans are never hit.";
        RemovesHuman => rule::YS_EVT_38, "A ranger removes a Human.";
        SleepsGrizzly => rule::YS_EVT_39, "Only Grizzlies sleep through the winter.";
        SleepDue => rule::YS_EVT_39, "One Grizzly must go to sleep.";
        ReturnsAdult => rule::YS_EVT_40, "Only an adult returns.";
        NoneLost(kind: Kind) => rule::YS_EVT_40, "No {kind} is lost.";
        NotBesideHerd(hex: Hex) => rule::YS_EVT_41, "{hex} is not next to your herd.";
        ReturnOccupied(hex: Hex) => rule::YS_EVT_41, "{hex} is occupied.";
        ReturnClosed(species: Species, terrain: Terrain) => rule::YS_TERR_10,
            "{species} cannot enter a {terrain}.";
        ReturnOnFood(hex: Hex) => rule::YS_FOOD_07, "There is Food in {hex}.";
    }

    /// Predators on the move.
    Predators {
        NotThisKind(hunter: Hunter) => rule::YS_PRED_09, "A {hunter} does not move now.";
        NotOnMap(predator: Predator) => rule::YS_PRED_08, "{} is not on the map.", predator.told();
        NamePredator => rule::YS_PRED_09, "Name the predator to move, or decline.";
        NobodyMoves => rule::YS_PRED_09, "No predator is on the move.";
        EndMoveFirst(predator: Predator) => rule::YS_TURN_02, "{} is on the move: end it first.", predator.told();
        InjuredHuman => rule::YS_PRED_26, "An injured Human does not move.";
        HadToStopByOthers => rule::YS_PRED_17, "It had to stop in the occupied hex.";
        HadToStop(terrain: Terrain) => rule::YS_TERR_11, "It had to stop in the {terrain}.";
        AllowanceUsed(hunter: Hunter, most: u8) => match hunter {
            Hunter::Lion => rule::YS_PRED_10,
            Hunter::Grizzly => rule::YS_PRED_11,
            Hunter::Coyote => rule::YS_PRED_12,
            Hunter::Human => rule::YS_PRED_13,
        }, "It may go no further: {} in a move.", counted(*most, "hex", "hexes");
        EdgeOfMap => rule::YS_MAP_01, "The edge of the map is closed.";
        NotBeside => rule::YS_MOVE_14, "Not next to the predator.";
        Closed => rule::YS_TERR_10, "It cannot enter this terrain.";
        WholeMove => rule::YS_TERR_14, "That must be the whole move.";
    }

    /// Territory of Grizzlies and Lions.
    Territory {
        BesideRival(rival: Hunter) => rule::YS_TRTY_01, "Next to a healthy {rival}.";
        HexOfRival(rival: Hunter) => rule::YS_TRTY_07, "A healthy {rival} is there.";
        IntruderBarred(rival: Hunter) => rule::YS_TRTY_10, "A healthy {rival} is there.";
    }

    /// Kills.
    Kill {
        Injured => rule::YS_KILL_01, "Only a healthy predator kills.";
        NotHere => rule::YS_KILL_03, "It is not in the predator's hex.";
        OneLine => rule::YS_KILL_04, "It takes one line of prey.";
        AllOrNone => rule::YS_OPT_07, "It takes all its prey or none.";
        NoPrey => rule::YS_OPT_07, "There is no prey here.";
        Peace => rule::YS_OPT_10, "A small herd is left in peace.";
        Safe(from: Safety) => from.rule(), "Not its prey in this season: {from}.";
    }

    /// The die-off.
    DieOff {
        NotInPlay(animal: Animal) => rule::YS_DIE_03, "{} is not in play.", animal.told();
        InjuredFirst => rule::YS_DIE_04, "The injured die first.";
        NameInjured => rule::YS_DIE_03, "Your herd starves: name the injured animal that dies first.";
    }
}

/// Who keeps a herd animal out of a hex.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Occupant {
    /// An animal of the own herd.
    Own(Animal),
    /// Another herd.
    Rival(Option<Species>),
    /// A predator.
    Predator(Hunter),
    /// A Young, in the way of a Female.
    Young(Animal),
    /// A Male, in the way of a Young.
    Male(Animal),
    /// An orphan, in the way of a Young.
    Orphan(Animal),
}

impl Occupant {
    fn rule(self) -> RuleId {
        match self {
            Occupant::Own(_) => rule::YS_MOVE_15,
            Occupant::Rival(_) => rule::YS_MOVE_16,
            Occupant::Predator(_) => rule::YS_MOVE_17,
            Occupant::Young(_) => rule::YS_YNG_16,
            Occupant::Male(_) => rule::YS_YNG_18,
            Occupant::Orphan(_) => rule::YS_YNG_19,
        }
    }
}

impl fmt::Display for Occupant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Occupant::Rival(species) => write!(f, "the {}", species.map_or("rival", Species::name)),
            Occupant::Predator(hunter) => write!(f, "a {hunter}"),
            Occupant::Own(animal)
            | Occupant::Young(animal)
            | Occupant::Male(animal)
            | Occupant::Orphan(animal) => f.write_str(&animal.told()),
        }
    }
}

/// What keeps an animal from being prey.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Safety {
    /// A Female without Young has no brood to take.
    NoBrood,
    /// A Coyote takes one Young, not a brood.
    BroodFromCoyote,
    /// A Human takes one animal.
    BroodFromHuman,
    /// A Coyote takes no adult and no predator.
    FromCoyote,
    /// A Coyote takes only injured Young in Fall.
    FromCoyoteInFall,
    /// Healthy Young of an injured Female, in Fall.
    YoungInFall,
    /// Healthy orphans, in Fall.
    OrphanInFall,
    /// Healthy Young of a healthy Female.
    YoungOfHealthy,
    /// Healthy adults.
    HealthyAdult,
    /// Healthy predators.
    HealthyPredator,
}

impl fmt::Display for Safety {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Safety::NoBrood => "she has no Young with her",
            Safety::BroodFromCoyote => "a Coyote takes one Young",
            Safety::BroodFromHuman => "a Human takes one animal",
            Safety::FromCoyote => "a Coyote takes only Young",
            Safety::FromCoyoteInFall => "in Fall a Coyote takes only injured Young",
            Safety::YoungInFall | Safety::OrphanInFall => "in Fall healthy Young are safe",
            Safety::YoungOfHealthy => "healthy Young of a healthy Female are safe",
            Safety::HealthyAdult => "healthy adults are safe",
            Safety::HealthyPredator => "healthy predators are safe",
        })
    }
}

impl Safety {
    fn rule(self) -> RuleId {
        match self {
            Safety::NoBrood => rule::YS_KILL_05,
            Safety::BroodFromCoyote => rule::YS_KILL_07,
            Safety::BroodFromHuman => rule::YS_KILL_11,
            Safety::FromCoyote => rule::YS_KILL_12,
            Safety::FromCoyoteInFall => rule::YS_KILL_14,
            Safety::YoungInFall => rule::YS_KILL_15,
            Safety::OrphanInFall => rule::YS_KILL_16,
            Safety::YoungOfHealthy => rule::YS_KILL_21,
            Safety::HealthyAdult => rule::YS_KILL_22,
            Safety::HealthyPredator => rule::YS_KILL_23,
        }
    }
}
