//! Actions: what a player decides.

use crate::land::Hex;
use crate::position::Predator;
use crate::position::{Animal, Kind, Species};
use serde::Serialize;

/// What a predator takes in its hex. YS-KILL-04
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub enum Prey {
    /// One herd animal.
    Animal(Animal),
    /// All Young that go with this injured Female.
    YoungOf(Animal),
    /// One other predator.
    Predator(Predator),
    /// Everything that any line of its prey allows. YS-OPT-07
    All,
}

/// One decision.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub enum Action {
    /// Takes a herd.
    Choose(Species),
    /// Puts an animal on the Winter Range, or a Young with the Female there.
    Place(Animal, Hex),
    /// Takes a placed animal back.
    Unplace(Animal),
    /// The herd stands as it shall.
    Confirm,
    /// Rolls for the event or for the predators.
    Roll,
    /// Names one of the own animals: the injured, the healed, the mother, the abandoned, the one
    /// that starves.
    Pick(Animal),
    /// Names a predator: injured, removed, sent to sleep, or to be moved.
    PickPredator(Predator),
    /// Puts a predator from the pool on the map.
    Put(Hex),
    /// Brings an eliminated adult back.
    Return(Kind, Hex),
    /// Does without.
    Decline,
    /// Moves an animal one hex.
    Step(Animal, Hex),
    /// A Young joins the Female in its hex.
    Join(Animal, Animal),
    /// Parts a Young from its Female.
    Split(Animal),
    /// The moving animal stops.
    Stop,
    /// No more herd moves this turn; or the predator stays where it is and takes nothing.
    End,
    /// Moves the predator one hex.
    Stalk(Hex),
    /// The predator takes prey in its hex.
    Kill(Prey),
}
