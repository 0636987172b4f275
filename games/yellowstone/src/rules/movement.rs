//! Herd movement: allowances, steps, Food in passing, Young that part and join.

use crate::Yellowstone;
use crate::action::Action;
use crate::edition::Footing;
use crate::edition::options::{JoinedFemale, Slowed, StopHexes};
use crate::event::Event;
use crate::land::{Hex, Range};
use crate::position::{Animal, Herd, Kind, Moving, Position, Season, Species};
use crate::refusal::{Movement, Occupant, Refusal, Young, no};
use table::{Dice, Log};

impl Yellowstone {
    /// How far an animal may go in one move. YS-MOVE-05, YS-MOVE-06, YS-MOVE-07, YS-MOVE-08, YS-MOVE-09,
    /// YS-MOVE-11, YS-MOVE-12, YS-YNG-09, YS-INJ-01, YS-V-20, YS-V-21
    pub fn allowance(&self, season: Season, herd: &Herd, animal: Animal) -> u8 {
        let table = &self.allowances;
        let mut injured = herd.counter(animal).injured;
        let pair = match animal.kind() {
            Kind::Male => table.male,
            Kind::Young if season == Season::Fall => table.young_in_fall,
            Kind::Young => table.young,
            Kind::Female => {
                let mut young = herd.young_with(animal).peekable();
                if young.peek().is_none() {
                    table.female
                } else {
                    if self.readings.slowed == Slowed::ByAny {
                        injured |= young.any(|young| herd.counter(young).injured);
                    }
                    table.female_with_young
                }
            }
        };
        pair[usize::from(injured)]
    }

    /// Whether an animal may begin a move of its own: it lives, has not moved and goes with nobody; a
    /// Female's Young that came to her have not moved either, unless she may carry on. YS-TURN-07, YS-MOVE-19, YS-MOVE-25
    fn may_begin(&self, herd: &Herd, animal: Animal) -> bool {
        let counter = herd.counter(animal);
        if !counter.lives() || counter.moved || counter.with.is_some() {
            return false;
        }
        animal.kind() != Kind::Female
            || self.readings.joined_female == JoinedFemale::CarriesOn
            || !herd.young_with(animal).any(|young| herd.counter(young).moved)
    }

    /// Every step of every animal that may move, in any order; to part, to join, to stop, to end.
    /// YS-TURN-05, YS-MOVE-26
    pub(crate) fn offer_moves(&self, position: &Position, out: &mut Vec<Action>) {
        let place = position.active;
        let herd = position.acting();
        let Some(species) = herd.species else {
            return;
        };
        let occupied = position.occupied();
        let predators = position.with_predators();
        let mut steps = |animal: Animal, begun: bool| {
            let Some(from) = herd.at(animal) else {
                return;
            };
            for hex in self.park.neighbours(from) {
                let footing = self.park.footing(species, *hex);
                let whole = self.readings.stop_hexes == StopHexes::WholeMove;
                // YS-TERR-12, YS-TERR-13, YS-TERR-14, YS-V-10
                if footing == Footing::No || (whole && begun && footing == Footing::Stop) {
                    continue;
                }
                // YS-MOVE-18, YS-MOVE-20, YS-MOVE-27
                let free = !occupied.has(*hex)
                    || (animal.kind() == Kind::Young
                        && !predators.has(*hex)
                        && self.joinable(position, place, species, from, *hex));
                if free {
                    out.push(Action::Step(animal, *hex));
                }
            }
        };
        if let Some(moving) = position.moving {
            steps(moving.animal, true);
        }
        for animal in Animal::all() {
            if position.points > 0
                && self.may_begin(herd, animal)
                && self.allowance(self.ruling_season(position), herd, animal) > 0
            {
                steps(animal, false);
            }
        }
        self.offer_partings_and_joins(position, out);
        if position.moving.is_some() {
            out.push(Action::Stop);
        }
        out.push(Action::End);
    }

    /// Whether the herd may do this now.
    pub(crate) fn judge_move(&self, position: &Position, action: &Action) -> Result<(), Refusal> {
        match *action {
            Action::End => Ok(()),
            Action::Stop => match position.moving {
                Some(_) => Ok(()),
                None => no(Movement::NobodyMoves),
            },
            Action::Step(animal, hex) => self.judge_step(position, animal, hex),
            Action::Split(young) => self.judge_split(position, young),
            Action::Join(young, female) => self.judge_join(position, young, female),
            Action::Roll => no(Movement::EndMovesFirst),
            _ => no(Movement::HerdMoves),
        }
    }

    /// Whether the animal may take this step. YS-MOVE-13, YS-MOVE-14, YS-V-03, YS-V-11, YS-V-14
    fn judge_step(&self, position: &Position, animal: Animal, hex: Hex) -> Result<(), Refusal> {
        let herd = position.acting();
        let counter = herd.counter(animal);
        let (Some(species), Some(here)) = (herd.species, counter.hex.get()) else {
            return no(Movement::NotInPlay(animal));
        };
        let going = position.moving.filter(|moving| moving.animal == animal);
        if going.is_none() {
            if counter.with.is_some() {
                return match self.ruling_season(position) {
                    Season::Fall if counter.moved => no(Movement::Carried),
                    Season::Fall => no(Young::PartFirst),
                    _ => no(Young::StaysWithFemale),
                };
            }
            if counter.moved {
                let rate = self.allowance(self.ruling_season(position), herd, animal);
                return match self.park.footing(species, here) {
                    Footing::Stop => no(Movement::HadToStop(self.park.terrain(here))),
                    _ => no(Movement::WentFar(animal, rate)),
                };
            }
            let carried = herd.young_with(animal).any(|young| herd.counter(young).moved);
            if carried && self.readings.joined_female == JoinedFemale::Stays {
                return no(Movement::YoungMoved);
            }
        }
        let left = match going {
            Some(moving) => moving.left,
            None => self.allowance(self.ruling_season(position), herd, animal),
        };
        if left == 0 {
            return no(Movement::AllowanceUsed);
        }
        if position.points == 0 {
            return no(Movement::NoPoints);
        }
        if !self.is_on_map(hex) {
            return no(Movement::EdgeOfMap);
        }
        if !self.park.adjacent(here, hex) {
            return no(Movement::NotBeside);
        }
        match self.park.footing(species, hex) {
            Footing::No => {
                return no(Movement::Closed(species, self.park.terrain(hex)));
            }
            Footing::Stop
                if going.is_some() && self.readings.stop_hexes == StopHexes::WholeMove =>
            {
                return no(Movement::WholeMove);
            }
            _ => {}
        }
        self.judge_room(position, species, animal, hex)
    }

    /// Whether the hex is vacant, or holds a Female of its own herd that the Young may join. YS-MOVE-15,
    /// YS-MOVE-16, YS-MOVE-17, YS-YNG-16, YS-YNG-18, YS-YNG-19, YS-YNG-22, YS-YNG-28, YS-V-50
    fn judge_room(
        &self,
        position: &Position,
        species: Species,
        animal: Animal,
        hex: Hex,
    ) -> Result<(), Refusal> {
        let herd = position.acting();
        let by = |occupant| no(Movement::Occupied(occupant));
        if let Some(predator) = position.predators_in(hex).next() {
            return by(Occupant::Predator(predator.hunter()));
        }
        let mut female = None;
        for (place, other) in position.animals_in(hex) {
            if place != position.active {
                return by(Occupant::Rival(position.herd(place).species));
            }
            match (animal.kind(), other.kind()) {
                (Kind::Young, Kind::Female) => female = Some(other),
                (Kind::Young, Kind::Young) if herd.counter(other).with.is_some() => {}
                (Kind::Young, Kind::Young) => return by(Occupant::Orphan(other)),
                (Kind::Young, Kind::Male) => return by(Occupant::Male(other)),
                (Kind::Female, Kind::Young) => return by(Occupant::Young(other)),
                _ => return by(Occupant::Own(other)),
            }
        }
        let Some(female) = female else {
            return Ok(());
        };
        self.judge_join_by_step(position, species, animal, female, hex)
    }

    /// Makes a move of the herd.
    pub(crate) fn make_move(
        &self,
        position: &mut Position,
        action: &Action,
        dice: &mut Dice,
        log: &mut Log<Event>,
    ) {
        let another = match *action {
            Action::Step(animal, _) => position.moving.is_some_and(|m| m.animal != animal),
            Action::Split(_) => false, // YS-YNG-06
            _ => position.moving.is_some(),
        };
        // YS-MOVE-21
        if another {
            tell_unused(position, action, log);
            if !self.finish_move(position, dice, log) {
                return;
            }
        }
        let Some(species) = position.acting().species else {
            return;
        };
        match *action {
            Action::Step(animal, hex) => self.step(position, animal, hex, dice, log),
            Action::Split(young) => {
                position.acting_mut().counter_mut(young).with = None;
                log.tell(Event::Split { species, young });
                if position.moving.is_none() {
                    self.survey(position, dice, log);
                }
            }
            Action::Join(young, female) => {
                self.join(position, young, female, true, log);
                self.survey(position, dice, log);
            }
            Action::End => {
                log.tell(Event::MovesEnded { species });
                self.predator_segment(position, dice, log);
            }
            _ => {}
        }
    }

    /// The moving animal ends its move; false if that ends the game. YS-SEAS-10
    fn finish_move(&self, position: &mut Position, dice: &mut Dice, log: &mut Log<Event>) -> bool {
        position.moving = None;
        self.survey(position, dice, log)
    }

    /// One hex: costs, Young carried, Food in passing, and whether the move is over. YS-V-09, YS-V-13,
    /// YS-V-15, YS-V-22
    fn step(
        &self,
        position: &mut Position,
        animal: Animal,
        hex: Hex,
        dice: &mut Dice,
        log: &mut Log<Event>,
    ) {
        let place = position.active;
        let acting = position.acting();
        let (Some(species), Some(from)) = (acting.species, acting.at(animal)) else {
            return;
        };
        let left = match position.moving {
            Some(moving) => moving.left,
            None => self.allowance(self.ruling_season(position), position.acting(), animal),
        };
        let female = match animal.kind() {
            Kind::Young => position.female_in(place, hex),
            _ => None,
        };
        position.points = position.points.saturating_sub(1); // YS-MOVE-02, YS-MOVE-10
        let left = left.saturating_sub(1);
        let herd = position.acting_mut();
        let counter = herd.counter_mut(animal);
        (counter.hex, counter.moved) = (hex.into(), true);
        if animal.kind() == Kind::Female {
            for counter in &mut herd.counters {
                if counter.with == Some(animal) {
                    (counter.hex, counter.moved) = (hex.into(), true); // YS-MOVE-22
                }
            }
        }
        let points = position.points;
        log.tell(Event::Moved { species, animal, from, to: hex, points });
        self.take_food(position, species, hex, log);
        if let Some(female) = female {
            self.join(position, animal, female, false, log); // YS-YNG-15
        }
        let stops = self.park.footing(species, hex) == Footing::Stop; // YS-TERR-11
        position.moving = Some(Moving { animal, left });
        if female.is_some() || stops || left == 0 || points == 0 {
            self.finish_move(position, dice, log);
        } else if self.park.on_range(species, Range::Summer, hex)
            && !self.reach_summer_range(position, log)
        {
            position.moving = None;
        }
    }
}

/// Tells that a move is over before all of it was gone, where another animal acts instead. YS-MOVE-21
fn tell_unused(position: &Position, action: &Action, log: &mut Log<Event>) {
    let (Some(moving), Some(species)) = (position.moving, position.acting().species) else {
        return;
    };
    let unused = moving.left.min(position.points);
    if unused > 0 && matches!(action, Action::Step(..) | Action::Join(..)) {
        log.tell(Event::MoveEnded { species, animal: moving.animal, unused });
    }
}
