//! Young: whom they go with, where they part and where they join.

use crate::Yellowstone;
use crate::action::Action;
use crate::edition::options::{JoinsFrom, JoinsOn, Parting};
use crate::event::Event;
use crate::land::{Hex, Range};
use crate::position::{Animal, Counter, Kind, Place, Position, Season, Species};
use crate::refusal::{Movement, Refusal, Young, no};
use table::Log;

impl Yellowstone {
    /// Young that may part, and Young that may join the Female in their hex; who has parted shares it
    /// until one of them moves, alone if it likes. YS-YNG-08, YS-YNG-10, YS-YNG-11, YS-EVT-34, YS-EVT-35,
    /// YS-V-48, YS-V-51
    pub(super) fn offer_partings_and_joins(&self, position: &Position, out: &mut Vec<Action>) {
        let herd = position.acting();
        let Some(species) = herd.species else {
            return;
        };
        let place = position.active;
        let fall = self.ruling_season(position) == Season::Fall;
        for young in herd.living_of(Kind::Young) {
            let counter = herd.counter(young);
            match counter.with {
                Some(female) => {
                    let walking = position.moving.is_some_and(|moving| moving.animal == female);
                    let unmoved = !counter.moved && !herd.counter(female).moved;
                    let in_time = match self.readings.parting {
                        Parting::AnyTime => true,
                        Parting::BeforeMoving => unmoved,
                        Parting::OnTheWay => unmoved || walking,
                    };
                    if fall && in_time {
                        out.push(Action::Split(young));
                    }
                }
                None if counter.moved => {}
                None => {
                    if let Some(hex) = counter.hex.get()
                        && let Some(female) = position.female_in(place, hex)
                        && herd.young_with(female).count() < 2
                        && self.joining_ground(species, hex)
                    {
                        out.push(Action::Join(young, female)); // YS-YNG-20
                    }
                }
            }
        }
    }

    /// Whether a Young may part from its Female. YS-YNG-04, YS-YNG-06, YS-YNG-07
    pub(super) fn judge_split(&self, position: &Position, young: Animal) -> Result<(), Refusal> {
        let herd = position.acting();
        let counter = herd.counter(young);
        let Some(female) = counter.with.filter(|_| counter.lives()) else {
            return no(Young::Alone(young));
        };
        if self.ruling_season(position) != Season::Fall {
            return no(Young::PartInFall);
        }
        let moved = counter.moved || herd.counter(female).moved;
        let on_her_way = position.moving.is_some_and(|moving| moving.animal == female);
        match self.readings.parting {
            Parting::BeforeMoving if moved => no(Young::PartTooLate),
            Parting::OnTheWay if moved && !on_her_way => no(Young::PartTooLate),
            _ => Ok(()),
        }
    }

    /// Whether Young may join Females in this hex. YS-YNG-12, YS-YNG-13, YS-YNG-14, YS-OPT-09
    fn joining_ground(&self, species: Species, hex: Hex) -> bool {
        self.park.on_range(species, Range::Summer, hex)
            || (self.readings.joins_on == JoinsOn::EitherRange
                && self.park.on_range(species, Range::Winter, hex))
    }

    /// Whether a Young may enter this occupied hex, without predators, to join the Female there, injured
    /// or not. YS-YNG-02, YS-YNG-19, YS-YNG-27, YS-INJ-07, YS-V-49
    pub(super) fn joinable(
        &self,
        position: &Position,
        place: Place,
        species: Species,
        from: Hex,
        hex: Hex,
    ) -> bool {
        let herd = position.herd(place);
        let Some(female) = position.female_in(place, hex) else {
            return false;
        };
        let orphan = |counter: &Counter| counter.hex == hex && counter.with.is_none();
        self.joining_ground(species, hex)
            && (self.readings.joins_from == JoinsFrom::Anywhere
                || self.joining_ground(species, from))
            && herd.young_with(female).count() < 2
            && !herd.counters[7..].iter().any(orphan)
    }

    /// Whether a Young may join the Female in whose hex it is. YS-YNG-11, YS-YNG-20, YS-YNG-26
    pub(super) fn judge_join(
        &self,
        position: &Position,
        young: Animal,
        female: Animal,
    ) -> Result<(), Refusal> {
        let herd = position.acting();
        let (child, mother) = (herd.counter(young), herd.counter(female));
        if young.kind() != Kind::Young || female.kind() != Kind::Female {
            return no(Young::NoPair);
        }
        let (Some(hex), true) = (child.hex.get(), mother.lives()) else {
            return no(Young::NotInPlay);
        };
        if mother.hex != hex {
            return no(Young::NotInHerHex(young, female));
        }
        if child.with.is_some() {
            return no(Young::Linked(young));
        }
        if child.moved {
            return no(Movement::Moved(young));
        }
        if herd.young_with(female).count() >= 2 {
            return no(Young::HasTwo);
        }
        match herd.species {
            Some(species) if self.joining_ground(species, hex) => Ok(()),
            _ => no(Young::OffRange(self.readings.joins_on)),
        }
    }

    /// Whether a Young may enter the hex of this Female to join her.
    pub(super) fn judge_join_by_step(
        &self,
        position: &Position,
        species: Species,
        animal: Animal,
        female: Animal,
        hex: Hex,
    ) -> Result<(), Refusal> {
        let herd = position.acting();
        if !self.joining_ground(species, hex) {
            return no(Young::OffRange(self.readings.joins_on));
        }
        let inside = herd.at(animal).is_some_and(|from| self.joining_ground(species, from));
        if self.readings.joins_from == JoinsFrom::Range && !inside {
            return no(Young::FromOutside);
        }
        if herd.young_with(female).count() >= 2 {
            return no(Young::HasTwo);
        }
        Ok(())
    }

    /// The Young goes with the Female from now on, and has moved: it cannot pass through her hex.
    /// YS-YNG-15, YS-YNG-17
    pub(super) fn join(
        &self,
        position: &mut Position,
        young: Animal,
        female: Animal,
        in_place: bool,
        log: &mut Log<Event>,
    ) {
        let herd = position.acting_mut();
        let counter = herd.counter_mut(young);
        (counter.with, counter.moved) = (Some(female), true);
        if let Some(species) = herd.species {
            log.tell(Event::Joined { species, young, female, in_place });
        }
    }
}
