//! Why not: every reason for which an order is refused, with its rule and its sentence.

use crate::action::Berth;
use crate::edition::{Diet, Gene};
use crate::land::Place;
use crate::position::{Id, Number, Tag};
use crate::rule::*;
use std::fmt;
use table::{Refused, RuleId};
use terrain::{Side, Top};

/// Why an order line is refused; chapter by chapter, in the order of the rulebook.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Refusal {
    // Players and their species.
    /// FOR was said by the god of one species.
    OneSpecies(Number),
    /// Before the start there is no species to speak for.
    NoSpeciesYet,
    /// A god of several species must say which.
    WhichSpecies,
    /// There is no species of that number.
    NoSpecies(Number),
    /// The named species is another's.
    AnothersSpecies(String),
    /// The creature is another's, whose name is given.
    AnothersCreature(Tag, String),
    /// Standing orders name a creature that is not the player's.
    NotYours(Tag),
    /// No living creature has that number.
    NoCreature(Id),
    /// The species cannot be called that.
    Name(BadName),

    // Set-up.
    /// Orders were sent before the start.
    NotYet,
    /// Diets are fixed.
    DietFixed,
    /// A start hex was named after round 1.
    StartTooLate,
    /// There is no such hex.
    NoHex(Place),
    /// The start hex is water.
    StartInWater(Place),

    // Births.
    /// There are no young in this round; they come next in that one.
    NoYoungNow(u16),
    /// One or two places must be named.
    BerthCount,
    /// A parent in water has no young.
    ParentInWater(Tag),
    /// The place is not next to the parent's.
    BerthTooFar(Berth, Place),
    /// The young cannot be put down in water.
    BerthInWater(Place),
    /// The young do not move.
    NewbornStays,
    /// The young have no young.
    NewbornParent,

    // Genes.
    /// Genes are chosen when there are young, next in that round.
    NoGenesNow(u16),
    /// One to six genes must be named.
    GeneCount,
    /// The diet cannot have the gene.
    NotForDiet(Gene, Diet),
    /// The gene is open only from that round on.
    NotOpen(Gene, u16),
    /// The gene has no switch.
    NoSwitch(Gene),
    /// The creature does not own the gene.
    NotOwned(Tag, Gene),

    // Movement and tracking.
    /// In round 1 nobody moves.
    PlacedNotMoved,
    /// A path is empty or too long.
    PathLength,
    /// The creature cannot go that way.
    Way(Tag, Obstacle),
    /// The creature cannot track.
    NoTracker(Tag),
    /// The creature was told to follow itself.
    TracksItself(Tag),
    /// No living creature of that number can be followed.
    NoTarget(Id),
    /// The creature to follow is elsewhere.
    TargetElsewhere(Tag, Place),
    /// Trackers are told one by one.
    TrackOneByOne,

    // Behaviour and enemies.
    /// Only carnivores go for poisonous creatures.
    OnlyCarnivores,
    /// There is no such species to declare an enemy.
    NoSuchEnemy(Number),
    /// A player's own species is no enemy.
    OwnEnemy,
    /// The species of that name is not alive.
    DeadEnemy(String),

    // Standing orders.
    /// Standing orders without a line.
    NoStandingLines,
    /// A line that standing orders cannot hold.
    NotForStanding,

    // Orders and press.
    /// The game is over.
    Over,
    /// The player's species is extinct.
    Extinct,
    /// The player was done.
    Final,
    /// DONE was said for one species.
    DoneForOne,
    /// The player has sent too many lines.
    TooManyLines,
    /// A creature's line named its species.
    NeedsNoFor,
    /// The line says nothing.
    Empty,
    /// A note without text.
    EmptyNote,
    /// No orders to withdraw.
    NothingToWithdraw,
    /// Press without text.
    EmptyPress,

    // The end.
    /// A draw names too few species, or not in order.
    DrawCount,
    /// A draw names a species that does not live.
    DrawOfTheDead(Number),
}

impl Refused for Refusal {
    fn rule(&self) -> RuleId {
        use Refusal::*;
        match self {
            OneSpecies(_) | NoSpeciesYet | WhichSpecies | NoSpecies(_) | AnothersSpecies(_)
            | AnothersCreature(..) | NotYours(_) => PS_GEN_02,
            NoCreature(_) => PS_ID_05,
            Name(_) => PS_NAME_03,
            NotYet => PS_SETUP_14,
            DietFixed => PS_SETUP_04,
            StartTooLate | PlacedNotMoved => PS_MOVE_01,
            NoHex(_) => PS_MAP_18,
            StartInWater(_) => PS_SETUP_08,
            NoYoungNow(_) => PS_BIRTH_01,
            BerthCount => PS_BIRTH_23,
            ParentInWater(_) => PS_BIRTH_02,
            BerthTooFar(..) => PS_BIRTH_05,
            BerthInWater(_) => PS_BIRTH_07,
            NewbornStays | NewbornParent => PS_BIRTH_09,
            NoGenesNow(_) => PS_BIRTH_15,
            GeneCount => PS_BIRTH_19,
            NotForDiet(..) => PS_GENE_03,
            NotOpen(..) => PS_GENE_02,
            NoSwitch(_) => PS_GENE_11,
            NotOwned(..) => PS_GENE_09,
            PathLength => PS_MOVE_02,
            Way(_, obstacle) => obstacle.rule(),
            NoTracker(_) => PS_TRACK_01,
            TracksItself(_) | NoTarget(_) | TargetElsewhere(..) | TrackOneByOne => PS_TRACK_10,
            OnlyCarnivores => PS_POIS_05,
            NoSuchEnemy(_) | OwnEnemy | DeadEnemy(_) => PS_ENEMY_07,
            NoStandingLines | NotForStanding => PS_STAND_03,
            Over => PS_END_06,
            Extinct => PS_DEATH_07,
            Final => PS_ORD_02,
            DoneForOne | TooManyLines | NeedsNoFor | Empty | EmptyNote => PS_ORD_01,
            NothingToWithdraw => PS_ORD_07,
            EmptyPress => PS_PRESS_01,
            DrawCount | DrawOfTheDead(_) => PS_END_09,
        }
    }
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        use Refusal::*;
        match self {
            OneSpecies(number) => {
                write!(f, "You are the god of one species; leave out FOR {number}.")
            }
            NoSpeciesYet => f.write_str("There are no species yet."),
            WhichSpecies => f.write_str("Say which species: FOR and its number."),
            NoSpecies(number) | NoSuchEnemy(number) => {
                write!(f, "There is no species {number}.")
            }
            AnothersSpecies(name) => write!(f, "{name} is not your species."),
            AnothersCreature(tag, name) => write!(f, "{tag} belongs to {name}, not to you."),
            NotYours(tag) => write!(f, "{tag} is not yours."),
            NoCreature(id) | NoTarget(id) => write!(f, "There is no living creature {id}."),
            Name(why) => write!(f, "Name unchanged: {why}."),
            NotYet => {
                f.write_str("Before the start you may state your diet and a name; orders follow.")
            }
            DietFixed => f.write_str("The diet cannot be changed after the start."),
            StartTooLate => f.write_str("Creatures are placed in round 1 only."),
            NoHex(place) => write!(f, "There is no hex {place} on this map."),
            StartInWater(place) => write!(f, "{place} is water; a start hex is land."),
            NoYoungNow(next) | NoGenesNow(next) => {
                write!(f, "Young come only in Spring; the next is round {next}.")
            }
            BerthCount => f.write_str("Name one place, or two for twins."),
            ParentInWater(tag) => write!(f, "{tag} is in water and will have no young."),
            BerthTooFar(berth, home) => write!(f, "{berth} is not next to {home}."),
            BerthInWater(place) => write!(f, "{place} is water; young are put down on land."),
            NewbornStays => f.write_str("The young do not move in their first round."),
            NewbornParent => f.write_str("The young have no young of their own yet."),
            GeneCount => f.write_str("Name one to six genes."),
            NotForDiet(gene, diet) => write!(f, "{gene} is not for {diet}s."),
            NotOpen(gene, from) => write!(f, "{gene} is open from round {from}."),
            NoSwitch(gene) => write!(f, "{gene} cannot be switched off."),
            NotOwned(tag, gene) => write!(f, "{tag} does not have {gene}."),
            PlacedNotMoved => f.write_str("In round 1 creatures are placed, not moved."),
            PathLength => f.write_str("A path has one to six hexes."),
            Way(tag, obstacle) => write!(f, "{tag} cannot go there: {obstacle}."),
            NoTracker(tag) => write!(f, "{tag} does not have Tracking."),
            TracksItself(tag) => write!(f, "{tag} cannot follow itself."),
            TargetElsewhere(tag, hex) => {
                write!(f, "{tag} is in {hex}; only creatures in the same hex can be tracked.")
            }
            TrackOneByOne => f.write_str("Tell each tracker by its number whom to follow."),
            OnlyCarnivores => {
                f.write_str("Only carnivores can be told to kill poisonous creatures.")
            }
            OwnEnemy => f.write_str("That is your own species."),
            DeadEnemy(name) => write!(f, "{name} is not alive."),
            NoStandingLines => f.write_str("Standing orders hold at least one line."),
            NotForStanding => {
                f.write_str("Standing orders hold creatures' lines, births, genes, enemy and draw.")
            }
            Over => f.write_str("The game is over."),
            Extinct => f.write_str("Your species is extinct; only press is read."),
            Final => f.write_str("Your orders of this round are final."),
            DoneForOne => f.write_str("DONE is said once, for all your species."),
            TooManyLines => f.write_str("That is too many lines for one round; say DONE."),
            NeedsNoFor => f.write_str("A creature's own line needs no FOR."),
            Empty => f.write_str("The line says nothing."),
            EmptyNote => f.write_str("A note needs a text."),
            NothingToWithdraw => f.write_str("There is nothing to withdraw."),
            EmptyPress => f.write_str("Press needs a text."),
            DrawCount => f.write_str("A draw names two or more species, lowest number first."),
            DrawOfTheDead(number) => write!(f, "There is no living species {number}."),
        }
    }
}

/// Why a species may not be called that. PS-NAME-03, PS-PRESS-06
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BadName {
    /// It is empty or too long.
    Length,
    /// It holds characters that cannot be printed.
    Unprintable,
    /// It has no letter.
    NoLetter,
    /// Another species or player is called that.
    Taken,
}

impl fmt::Display for BadName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            BadName::Length => "a name has 1 to 40 characters",
            BadName::Unprintable => "a name has printable characters only",
            BadName::NoLetter => "a name has at least one letter",
            BadName::Taken => "that name is taken",
        })
    }
}

/// Why a path cannot be gone.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Obstacle {
    /// There is no such hex.
    NoSuchHex(Place),
    /// The side leads off the map.
    Edge(Place, Side),
    /// The hex is out of reach.
    TooFar(Place),
    /// These two do not touch.
    Gap(Place, Place),
    /// Water, and the creature cannot swim.
    Water(Place),
    /// The path ends in water, and the creature cannot stay there.
    EndsInWater(Place),
    /// Swimming and walking may not be mixed in this game.
    Mixed,
}

impl Obstacle {
    /// The rule that is in the way.
    pub fn rule(&self) -> RuleId {
        match self {
            Obstacle::NoSuchHex(_) | Obstacle::Edge(..) => PS_MAP_18,
            Obstacle::TooFar(_) => PS_MOVE_02,
            Obstacle::Gap(..) => PS_MOVE_06,
            Obstacle::Water(_) => PS_MAP_03,
            Obstacle::EndsInWater(_) => PS_SWIM_02,
            Obstacle::Mixed => PS_SWIM_05,
        }
    }
}

impl fmt::Display for Obstacle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Obstacle::NoSuchHex(hex) => write!(f, "there is no hex {hex} on this map"),
            Obstacle::Edge(hex, side) => {
                write!(f, "there is nothing {} of {hex}", side.name(Top::Flat))
            }
            Obstacle::TooFar(hex) => write!(f, "{hex} is out of reach"),
            Obstacle::Gap(a, b) => write!(f, "{a} and {b} are not neighbours"),
            Obstacle::Water(hex) => write!(f, "{hex} is water and it cannot swim"),
            Obstacle::EndsInWater(hex) => {
                write!(f, "it must come out on land; it cannot stay in {hex}")
            }
            Obstacle::Mixed => f.write_str("a move may not mix swimming and walking in this game"),
        }
    }
}

/// Why a creature cannot move as it was told, when the round is played. PS-MOVE-04
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Hindrance {
    /// It cannot go that way.
    Way(Obstacle),
    /// It cannot track.
    NoTracking,
    /// The creature to be tracked is not here. PS-TRACK-10
    NoTracks,
}

impl From<Obstacle> for Hindrance {
    fn from(obstacle: Obstacle) -> Hindrance {
        Hindrance::Way(obstacle)
    }
}

impl fmt::Display for Hindrance {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Hindrance::Way(obstacle) => obstacle.fmt(f),
            Hindrance::NoTracking => f.write_str("it does not have Tracking"),
            Hindrance::NoTracks => f.write_str("the creature to be tracked is not in the same hex"),
        }
    }
}
