//! Why not: every reason for which an order is refused, with its rule and its sentence.

use crate::action::Berth;
use crate::edition::{Diet, Gene};
use crate::land::Place;
use crate::position::{Id, Number, Tag};
use crate::rule::*;
use crate::rules::calendar::NextBirths;
use terrain::{Side, Top};

table::refusals! {
    /// Why an order line is refused; chapter by chapter, in the order of the rulebook.
    pub enum Refusal {
        // Players and their species.
        OneSpecies(number: Number) => PS_GEN_02, "You are the god of one species; leave out FOR {number}.";
        NoSpeciesYet => PS_GEN_02, "There are no species yet.";
        WhichSpecies(first: Number, yours: String) => PS_GEN_02, "Say for which of your species, such as `for {first}: all forage`; yours are {yours}.";
        NoSpecies(number: Number) => PS_GEN_02, "There is no species {number}.";
        AnothersSpecies(name: String) => PS_GEN_02, "{name} is not your species.";
        AnothersCreature(tag: Tag, name: String) => PS_GEN_02, "{tag} belongs to {name}, not to you.";
        NotYours(tag: Tag) => PS_GEN_02, "{tag} is not yours.";
        NoCreature(id: Id) => PS_ID_05, "There is no living creature {id}.";
        Name(why: BadName) => why.rule(), "Name unchanged: {why}.";

        // Set-up.
        NotYet => PS_SETUP_14, "Before the start you may state your diet and a name; orders follow.";
        DietFixed => PS_SETUP_04, "The diet cannot be changed after the start.";
        StartTooLate => PS_MOVE_01, "Creatures are placed in round 1 only.";
        NoHex(place: Place) => PS_MAP_18, "There is no hex {place} on this map.";
        StartInWater(place: Place) => PS_SETUP_08, "{place} is water; a start hex is land.";

        // Births.
        NoYoungNow(next: NextBirths) => PS_BIRTH_01, "Young come only in Spring; {next}.";
        BerthCount => PS_BIRTH_23, "Name one place, or two for twins.";
        ParentInWater(tag: Tag) => PS_BIRTH_02, "{tag} is in water and will have no young.";
        BerthTooFar(berth: Berth, home: Place) => PS_BIRTH_05, "{berth} is not next to {home}.";
        BerthInWater(place: Place) => PS_BIRTH_07, "{place} is water; young are put down on land.";
        NewbornStays => PS_BIRTH_09, "The young do not move in their first round.";
        NewbornParent => PS_BIRTH_09, "The young have no young of their own yet.";

        // Genes.
        NoGenesNow(next: NextBirths) => PS_BIRTH_15, "Young come only in Spring; {next}.";
        GeneCount => PS_BIRTH_19, "Name one to six genes.";
        NotForDiet(gene: Gene, diet: Diet) => PS_GENE_03, "{gene} is not for {diet}s.";
        NotOpen(gene: Gene, from: u16) => PS_GENE_02, "{gene} is open from round {from}.";
        NoSwitch(gene: Gene) => PS_GENE_11, "{gene} cannot be switched off.";
        NotOwned(tag: Tag, gene: Gene) => PS_GENE_09, "{tag} does not have {gene}.";

        // Movement and tracking.
        PlacedNotMoved => PS_MOVE_01, "In round 1 creatures are placed, not moved.";
        PathLength => PS_MOVE_02, "A path has one to six hexes.";
        Way(tag: Tag, obstacle: Obstacle) => obstacle.rule(), "{tag} cannot go there: {obstacle}.";
        NoTracker(tag: Tag) => PS_TRACK_01, "{tag} does not have Tracking.";
        TracksItself(tag: Tag) => PS_TRACK_10, "{tag} cannot follow itself.";
        NoTarget(id: Id) => PS_TRACK_10, "There is no living creature {id}.";
        TargetElsewhere(tag: Tag, hex: Place) => PS_TRACK_10, "{tag} is in {hex}; only creatures in the same hex can be tracked.";
        TrackOneByOne => PS_TRACK_10, "Tell each tracker by its number whom to follow.";

        // Behaviour and enemies.
        OnlyCarnivores => PS_POIS_05, "Only carnivores can be told to kill poisonous creatures.";
        NoSuchEnemy(number: Number) => PS_ENEMY_07, "There is no species {number}.";
        OwnEnemy => PS_ENEMY_07, "That is your own species.";
        DeadEnemy(name: String) => PS_ENEMY_07, "{name} is not alive.";

        // Standing orders.
        NoStandingLines => PS_STAND_03, "Standing orders hold at least one line.";
        NotForStanding => PS_STAND_03, "Standing orders hold creatures' lines, births, genes, enemy and draw.";

        // Orders and press.
        Over => PS_END_06, "The game is over.";
        Extinct => PS_DEATH_07, "Your species is extinct; only press is read.";
        Final => PS_ORD_02, "Your orders of this round are final.";
        DoneForOne => PS_ORD_01, "DONE is said once, for all your species.";
        TooManyLines => PS_ORD_01, "That is too many lines for one round; say DONE.";
        NeedsNoFor => PS_ORD_01, "A creature's own line needs no FOR.";
        Empty => PS_ORD_01, "The line says nothing.";
        EmptyNote => PS_ORD_01, "A note needs a text.";
        NothingToWithdraw => PS_ORD_07, "There is nothing to withdraw.";
        EmptyPress => PS_PRESS_01, "Press needs a text.";

        // The end.
        DrawCount => PS_END_09, "A draw names two or more species, lowest number first.";
        DrawOfTheDead(number: Number) => PS_END_09, "There is no living species {number}.";
    }
}

table::refusals! {
    /// Why a species may not be called that. PS-PRESS-06
    #[derive(Copy)]
    pub enum BadName {
        Length => PS_NAME_03, "a name has 1 to 40 characters";
        Unprintable => PS_NAME_03, "a name has printable characters only";
        NoLetter => PS_NAME_03, "a name has at least one letter";
        Taken => PS_NAME_03, "that name is taken";
    }
}

table::refusals! {
    /// Why a path cannot be gone.
    pub enum Obstacle {
        NoSuchHex(hex: Place) => PS_MAP_18, "there is no hex {hex} on this map";
        Edge(hex: Place, side: Side) => PS_MAP_18, "there is nothing {} of {hex}", side.name(Top::Flat);
        TooFar(hex: Place) => PS_MOVE_02, "{hex} is out of reach";
        Gap(a: Place, b: Place) => PS_MOVE_06, "{a} and {b} are not neighbours";
        Water(hex: Place) => PS_MAP_03, "{hex} is water and it cannot swim";
        EndsInWater(hex: Place) => PS_SWIM_02, "it must come out on land; it cannot stay in {hex}";
        Mixed => PS_SWIM_05, "a move may not mix swimming and walking in this game";
    }
}

table::refusals! {
    /// Why a creature cannot move as it was told, when the round is played. PS-MOVE-04
    pub enum Hindrance {
        Way(obstacle: Obstacle) => obstacle.rule(), "{obstacle}";
        NoTracking => PS_TRACK_01, "it does not have Tracking";
        NoTracks => PS_TRACK_10, "the creature to be tracked is not in the same hex";
    }
}

impl From<Obstacle> for Hindrance {
    fn from(obstacle: Obstacle) -> Hindrance {
        Hindrance::Way(obstacle)
    }
}
