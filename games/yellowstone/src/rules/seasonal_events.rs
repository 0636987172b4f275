//! Seasonal events: the roll, the effects, and the roller's choices.

use crate::Yellowstone;
use crate::action::Action;
use crate::edition::options::{FullDens, Income, WipedOut};
use crate::edition::{Cell, Effect, Footing};
use crate::event::{Event, Removal};
use crate::land::{Hex, Range};
use crate::position::{
    Animal, Happening, Herd, Hunter, Hunters, Kind, Pack, Pair, Position, Predator,
    PredatorCounter, Season, Species, Step,
};
use crate::refusal::{Refusal, SeasonalEvent, no};
use table::{Dice, Log};

impl Yellowstone {
    /// The cell of a chart by the total of the dice.
    pub fn cell(&self, season: Season, total: u8) -> Option<&Cell> {
        let chart = self.charts.get(season.index())?;
        chart.get(usize::from(total).checked_sub(2)?)
    }

    /// The effect being carried out.
    pub fn effect(&self, position: &Position) -> Option<Effect> {
        let event = position.event?;
        let cell = self.cell(event.season, event.total)?;
        cell.effects.get(usize::from(event.effect)).copied()
    }

    /// The event roll, on the chart of the season in force. YS-TURN-03, YS-TURN-04, YS-SEAS-08
    pub(crate) fn roll_event(
        &self,
        position: &mut Position,
        dice: &mut Dice,
        log: &mut Log<Event>,
    ) {
        let rolled = Pair::roll("event", dice);
        let total = rolled.total();
        position.event_dice = rolled;
        position.event = Some(Happening::new(position.season, total));
        if let Some(species) = position.acting().species {
            log.tell(Event::EventRoll { species, season: position.season, dice: rolled, total });
        }
        self.go_on(position, dice, log);
    }

    /// Carries out effects until one asks for a choice or none is left. YS-TURN-12, YS-TURN-13
    pub(crate) fn go_on(&self, position: &mut Position, dice: &mut Dice, log: &mut Log<Event>) {
        loop {
            let (Some(effect), Some(event)) = (self.effect(position), position.event) else {
                self.after_event(position, dice, log);
                return;
            };
            let times = match effect {
                Effect::Heal(n) | Effect::Birth(n) => n,
                _ => 1,
            };
            let left = event.left.unwrap_or(times);
            if left > 0 && self.begin_effect(position, effect, dice, log) {
                if let Some(event) = &mut position.event {
                    event.left = Some(left);
                }
                return;
            }
            if position.step == Step::Over || position.step == Step::DieOff {
                return;
            }
            self.next_effect(position);
        }
    }

    fn next_effect(&self, position: &mut Position) {
        if let Some(event) = &mut position.event {
            event.effect += 1;
            event.left = None;
        }
    }

    /// Carries out what needs no choice; true if a choice is needed.
    fn begin_effect(
        &self,
        position: &mut Position,
        effect: Effect,
        dice: &mut Dice,
        log: &mut Log<Event>,
    ) -> bool {
        let Some(species) = position.acting().species else {
            return false;
        };
        match effect {
            Effect::Limit(most) => {
                position.points = position.points.min(most); // YS-MOVE-03
                log.tell(Event::Limited { species, points: position.points });
                return false;
            }
            Effect::Food(points) => {
                self.change_food(position, points, effect, log);
                return false;
            }
            Effect::Place(hunter) => return self.begin_placement(position, hunter, dice, log),
            Effect::Move(kinds) => {
                if position.pack_of(kinds).next().is_none() {
                    log.tell(Event::NoEffect { species, effect });
                }
                return self.begin_hunt(position, kinds, true, dice, log);
            }
            _ => {}
        }
        position.step = Step::Event;
        if self.asks(position, effect) {
            return true;
        }
        let begun = position.event.is_some_and(|event| event.left.is_some());
        match effect {
            Effect::HealOrFood(points) | Effect::ReturnOrFood(points) => {
                self.change_food(position, points, effect, log); // YS-EVT-13, YS-EVT-14, YS-EVT-42, YS-V-45, YS-V-47
            }
            // YS-EVT-16, YS-EVT-33, YS-V-33, YS-V-34
            _ if !begun || matches!(effect, Effect::Birth(_)) => {
                log.tell(Event::NoEffect { species, effect });
            }
            _ => {}
        }
        false
    }

    /// A predator is to be placed: by the roller, by the park, or one is moved instead. YS-EVT-23,
    /// YS-EVT-24, YS-EVT-28, YS-V-43
    fn begin_placement(
        &self,
        position: &mut Position,
        hunter: Hunter,
        dice: &mut Dice,
        log: &mut Log<Event>,
    ) -> bool {
        if self.places_for(position, hunter).next().is_some() {
            if self.scenario.solo {
                self.park_places(position, hunter, log);
                return false;
            }
            position.step = Step::Event;
            return true;
        }
        let there = position.pack_of(Hunters::only(hunter)).next().is_some();
        match self.readings.full_dens {
            FullDens::Move if hunter != Hunter::Human && there => {
                self.begin_hunt(position, Hunters::only(hunter), true, dice, log)
            }
            _ => {
                if let Some(species) = position.acting().species {
                    log.tell(Event::NoEffect { species, effect: Effect::Place(hunter) });
                }
                false
            }
        }
    }

    /// The vacant hexes where a predator of this kind may be placed, whatever territory they are in;
    /// none if the pool is empty. YS-EVT-20, YS-EVT-21, YS-EVT-22, YS-EVT-25, YS-EVT-27, YS-EVT-29, YS-V-44
    pub(crate) fn places_for<'a>(
        &'a self,
        position: &'a Position,
        hunter: Hunter,
    ) -> impl Iterator<Item = Hex> + 'a {
        let count = self.predators[hunter.index()].count;
        let pooled = position.pooled(hunter, count).is_some();
        let occupied = position.occupied();
        let dens: &[Hex] = match hunter {
            Hunter::Grizzly => &self.park.dens[0],
            Hunter::Lion => &self.park.dens[1],
            Hunter::Coyote | Hunter::Human => &[],
        };
        let winter = Species::ALL
            .into_iter()
            .filter(move |_| hunter == Hunter::Human)
            .flat_map(|species| self.park.range(species, Range::Winter));
        dens.iter().chain(winter).copied().filter(move |hex| pooled && !occupied.has(*hex))
    }

    /// Puts a predator from the pool on the map; it kills nobody. YS-EVT-26, YS-PRED-03, YS-PRED-29
    pub(crate) fn put(
        &self,
        position: &mut Position,
        hunter: Hunter,
        hex: Hex,
        log: &mut Log<Event>,
    ) {
        let count = self.predators[hunter.index()].count;
        if let Some(predator) = position.pooled(hunter, count) {
            *position.predator_mut(predator) = PredatorCounter { hex: hex.into(), injured: false };
            log.tell(Event::Put { predator, hex });
        }
    }

    /// Whether the effect has anything to choose.
    fn asks(&self, position: &Position, effect: Effect) -> bool {
        let herd = position.acting();
        match effect {
            Effect::InjureMale | Effect::InjureFemaleOrYoung | Effect::InjureAny => {
                Animal::all().any(|animal| self.victim(position, effect, animal))
            }
            Effect::Heal(_) => herd.counters.iter().any(|counter| counter.injured),
            Effect::HealOrFood(_) => herd.counters[3..].iter().any(|counter| counter.injured),
            Effect::Birth(_) => {
                herd.spare(Kind::Young).is_some()
                    && herd.living_of(Kind::Female).any(|female| herd.young_in_hex_of(female) < 2)
            }
            Effect::Abandon => herd.counters.iter().any(|counter| counter.with.is_some()),
            Effect::InjurePredator => {
                let hurt = position.event.map_or(Pack::NONE, |event| event.hurt_predators);
                position.pack_of(Hunters::BEASTS).any(|predator| !hurt.has(predator))
            }
            Effect::Ranger => position.pack_of(Hunters::only(Hunter::Human)).next().is_some(),
            Effect::Hibernate => position.pack_of(Hunters::only(Hunter::Grizzly)).next().is_some(),
            Effect::ReturnOrFood(_) => {
                let mut found = false;
                self.each_return(position, |_, _| found = true);
                found
            }
            Effect::Limit(_) | Effect::Food(_) | Effect::Place(_) | Effect::Move(_) => false,
        }
    }

    /// The first animal of a kind that was in play and is lost. YS-EVT-40, YS-EVT-42
    fn lost(&self, herd: &Herd, kind: Kind) -> Option<Animal> {
        Animal::of(kind).find(|animal| self.starts(*animal) && !herd.counter(*animal).lives())
    }

    /// Every adult kind and hex of a return: beside an own animal, so that no herd comes back from
    /// nothing. YS-EVT-40, YS-EVT-41, YS-EVT-46, YS-FOOD-07
    fn each_return(&self, position: &Position, mut each: impl FnMut(Kind, Hex)) {
        let herd = position.acting();
        let Some(species) = herd.species else {
            return;
        };
        let kinds = [Kind::Male, Kind::Female].map(|kind| self.lost(herd, kind).map(|_| kind));
        if kinds == [None, None] {
            return;
        }
        let mut seen = position.occupied();
        for (_, stands) in herd.standing() {
            for hex in self.park.neighbours(stands) {
                if !seen.has(*hex)
                    && self.park.footing(species, *hex) != Footing::No
                    && !self.has_food(position, *hex)
                {
                    seen.insert(*hex);
                    kinds.into_iter().flatten().for_each(|kind| each(kind, *hex));
                }
            }
        }
    }

    /// What the roller may choose.
    pub(crate) fn offer_event(&self, position: &Position, out: &mut Vec<Action>) {
        let herd = position.acting();
        let Some(effect) = self.effect(position) else {
            return;
        };
        match effect {
            Effect::InjureMale | Effect::InjureFemaleOrYoung | Effect::InjureAny => {
                let victims = Animal::all().filter(|animal| self.victim(position, effect, *animal));
                out.extend(victims.map(Action::Pick));
            }
            Effect::Heal(_) | Effect::HealOrFood(_) => {
                let any = matches!(effect, Effect::Heal(_));
                let injured = herd.living().filter(|animal| {
                    herd.counter(*animal).injured && (any || animal.kind() != Kind::Male)
                });
                out.extend(injured.map(Action::Pick));
                if any {
                    out.push(Action::Decline); // YS-EVT-12
                }
            }
            // YS-EVT-17, YS-EVT-18, YS-EVT-19
            Effect::Birth(_) => {
                let mothers =
                    herd.living_of(Kind::Female).filter(|female| herd.young_in_hex_of(*female) < 2);
                out.extend(mothers.map(Action::Pick));
                if self.readings.decline_births {
                    out.push(Action::Decline); // YS-OPT-08
                }
            }
            Effect::Abandon => {
                let linked =
                    herd.living_of(Kind::Young).filter(|young| herd.counter(*young).with.is_some());
                out.extend(linked.map(Action::Pick));
            }
            Effect::Place(hunter) => {
                out.extend(self.places_for(position, hunter).map(Action::Put));
            }
            Effect::InjurePredator => {
                let hurt = position.event.map_or(Pack::NONE, |event| event.hurt_predators);
                let pack =
                    position.pack_of(Hunters::BEASTS).filter(|predator| !hurt.has(*predator));
                out.extend(pack.map(Action::PickPredator));
            }
            Effect::Ranger => {
                let humans = position.pack_of(Hunters::only(Hunter::Human));
                out.extend(humans.map(Action::PickPredator));
                out.push(Action::Decline);
            }
            Effect::Hibernate => {
                let bears = position.pack_of(Hunters::only(Hunter::Grizzly));
                out.extend(bears.map(Action::PickPredator));
            }
            Effect::ReturnOrFood(_) => {
                self.each_return(position, |kind, hex| out.push(Action::Return(kind, hex)));
                out.push(Action::Decline);
            }
            Effect::Limit(_) | Effect::Food(_) | Effect::Move(_) => {}
        }
    }

    /// Whether the roller may choose this.
    pub(crate) fn judge_event(&self, position: &Position, action: &Action) -> Result<(), Refusal> {
        let Some(effect) = self.effect(position) else {
            return no(SeasonalEvent::NothingAsked);
        };
        match (effect, *action) {
            (_, Action::Pick(animal)) => self.judge_pick(position, effect, animal),
            (_, Action::PickPredator(predator)) => {
                self.judge_predator_pick(position, effect, predator)
            }
            (_, Action::Decline) => self.judge_decline(effect),
            (Effect::Place(hunter), Action::Put(hex)) => self.judge_put(position, hunter, hex),
            (Effect::ReturnOrFood(_), Action::Return(kind, hex)) => {
                self.judge_return(position, kind, hex)
            }
            _ => no(SeasonalEvent::ComesFirst(effect)),
        }
    }

    /// Whether the event may do this to an own animal.
    fn judge_pick(
        &self,
        position: &Position,
        effect: Effect,
        animal: Animal,
    ) -> Result<(), Refusal> {
        let herd = position.acting();
        let (counter, kind) = (herd.counter(animal), animal.kind());
        if !counter.lives() {
            return no(SeasonalEvent::NotInPlay(animal));
        }
        match effect {
            Effect::InjureMale if kind != Kind::Male => no(SeasonalEvent::InjuresMale),
            Effect::InjureFemaleOrYoung
                if kind == Kind::Male && herd.living().any(|other| other.kind() != Kind::Male) =>
            {
                no(SeasonalEvent::InjuresFemaleOrYoung)
            }
            Effect::InjureMale | Effect::InjureFemaleOrYoung | Effect::InjureAny => {
                self.judge_unhurt(position, animal)
            }
            Effect::Heal(_) if !counter.injured => no(SeasonalEvent::Healthy(animal)),
            Effect::HealOrFood(_) if kind == Kind::Male => no(SeasonalEvent::HealsNoMale),
            Effect::HealOrFood(_) if !counter.injured => {
                no(SeasonalEvent::HealthyFemaleOrYoung(animal))
            }
            Effect::Birth(_) if kind != Kind::Female => no(SeasonalEvent::BornToFemale),
            Effect::Birth(_) if herd.young_in_hex_of(animal) >= 2 => no(SeasonalEvent::TwoYoung),
            Effect::Abandon if counter.with.is_none() => no(SeasonalEvent::NotLinked),
            Effect::Heal(_) | Effect::HealOrFood(_) | Effect::Birth(_) | Effect::Abandon => Ok(()),
            _ => no(SeasonalEvent::ComesFirst(effect)),
        }
    }

    /// Whether the event may do this to a predator.
    fn judge_predator_pick(
        &self,
        position: &Position,
        effect: Effect,
        predator: Predator,
    ) -> Result<(), Refusal> {
        let hunter = predator.hunter();
        let hurt = position.event.is_some_and(|event| event.hurt_predators.has(predator));
        match effect {
            _ if !position.predator(predator).lives() => no(SeasonalEvent::NotOnMap(predator)),
            Effect::InjurePredator if hunter == Hunter::Human => no(SeasonalEvent::SparesHumans),
            Effect::InjurePredator if hurt => no(SeasonalEvent::InjuredAlready),
            Effect::Ranger if hunter != Hunter::Human => no(SeasonalEvent::RemovesHuman),
            Effect::Hibernate if hunter != Hunter::Grizzly => no(SeasonalEvent::SleepsGrizzly),
            Effect::InjurePredator | Effect::Ranger | Effect::Hibernate => Ok(()),
            _ => no(SeasonalEvent::ComesFirst(effect)),
        }
    }

    /// Whether the roller may do without.
    fn judge_decline(&self, effect: Effect) -> Result<(), Refusal> {
        match effect {
            Effect::InjureMale | Effect::InjureFemaleOrYoung | Effect::InjureAny => {
                no(SeasonalEvent::InjuryDue)
            }
            Effect::HealOrFood(_) => no(SeasonalEvent::HealingDue),
            Effect::Birth(_) if !self.readings.decline_births => no(SeasonalEvent::BirthDue),
            Effect::Abandon => no(SeasonalEvent::AbandonDue),
            Effect::Place(_) => no(SeasonalEvent::PlacementDue),
            Effect::InjurePredator => no(SeasonalEvent::PredatorDue),
            Effect::Hibernate => no(SeasonalEvent::SleepDue),
            Effect::Heal(_) | Effect::Birth(_) | Effect::Ranger | Effect::ReturnOrFood(_) => Ok(()),
            Effect::Limit(_) | Effect::Food(_) | Effect::Move(_) => {
                no(SeasonalEvent::ComesFirst(effect))
            }
        }
    }

    /// Whether the predator may be placed there. YS-EVT-25
    fn judge_put(&self, position: &Position, hunter: Hunter, hex: Hex) -> Result<(), Refusal> {
        let den = |dens: &[Hex]| match dens.contains(&hex) {
            true => Ok(()),
            false => no(SeasonalEvent::NoDen(hunter, hex)),
        };
        match hunter {
            Hunter::Grizzly => den(&self.park.dens[0])?,
            Hunter::Lion => den(&self.park.dens[1])?,
            Hunter::Human | Hunter::Coyote => {
                let winter = |species: Species| self.park.on_range(species, Range::Winter, hex);
                if !Species::ALL.into_iter().any(winter) {
                    return no(SeasonalEvent::OffWinterRanges(hex));
                }
            }
        }
        let animals = position.animals_in(hex).next().is_some();
        match animals || position.predators_in(hex).next().is_some() {
            true if hunter == Hunter::Human => no(SeasonalEvent::HexOccupied),
            true => no(SeasonalEvent::DenOccupied),
            false => Ok(()),
        }
    }

    /// Whether such an adult may come back there. YS-EVT-41, YS-FOOD-07
    fn judge_return(&self, position: &Position, kind: Kind, hex: Hex) -> Result<(), Refusal> {
        let herd = position.acting();
        let Some(species) = herd.species.filter(|_| kind != Kind::Young) else {
            return no(SeasonalEvent::ReturnsAdult);
        };
        if self.lost(herd, kind).is_none() {
            return no(SeasonalEvent::NoneLost(kind));
        }
        if !herd.standing().any(|(_, stands)| self.park.adjacent(stands, hex)) {
            return no(SeasonalEvent::NotBesideHerd(hex));
        }
        if self.park.footing(species, hex) == Footing::No {
            let terrain = self.park.terrain(hex);
            return no(SeasonalEvent::ReturnClosed(species, terrain));
        }
        let taken = position.animals_in(hex).next().is_some();
        if taken || position.predators_in(hex).next().is_some() {
            return no(SeasonalEvent::ReturnOccupied(hex));
        }
        if self.has_food(position, hex) {
            return no(SeasonalEvent::ReturnOnFood(hex));
        }
        Ok(())
    }

    /// Carries out what the roller chose.
    pub(crate) fn carry_out_event(
        &self,
        position: &mut Position,
        action: &Action,
        dice: &mut Dice,
        log: &mut Log<Event>,
    ) {
        let (Some(effect), Some(species)) = (self.effect(position), position.acting().species)
        else {
            return;
        };
        match (effect, *action) {
            (_, Action::Pick(animal)) => self.befall(position, effect, animal, log),
            (_, Action::PickPredator(predator)) => {
                self.befall_predator(position, effect, predator, log);
            }
            (Effect::Place(hunter), Action::Put(hex)) => self.put(position, hunter, hex, log),
            // YS-EVT-43, YS-V-46
            (_, Action::Return(kind, hex)) => {
                if let Some(animal) = self.lost(position.acting(), kind) {
                    position.acting_mut().counter_mut(animal).hex = hex.into();
                    log.tell(Event::Returned { species, animal, hex });
                }
            }
            (Effect::ReturnOrFood(points), Action::Decline) => {
                self.change_food(position, points, effect, log);
            }
            _ => log.tell(Event::Declined { species, effect: Some(effect) }),
        }
        let herd_changes = !matches!(effect, Effect::Heal(_) | Effect::HealOrFood(_))
            && matches!(action, Action::Pick(_) | Action::Return(..));
        if herd_changes && !self.survey(position, dice, log) {
            return;
        }
        if let Some(event) = &mut position.event {
            let left = event.left.unwrap_or(1);
            event.left = match action {
                Action::Decline => Some(0),
                _ => Some(left.saturating_sub(1)),
            };
        }
        self.go_on(position, dice, log);
    }

    /// The event heals an animal, gives it a Young, leaves it alone or injures it.
    fn befall(
        &self,
        position: &mut Position,
        effect: Effect,
        animal: Animal,
        log: &mut Log<Event>,
    ) {
        let herd = position.acting_mut();
        let Some(species) = herd.species else {
            return;
        };
        match effect {
            Effect::Heal(_) | Effect::HealOrFood(_) => {
                herd.counter_mut(animal).injured = false;
                log.tell(Event::Healed { species, animal, effect });
            }
            Effect::Birth(_) => {
                let hex = herd.counter(animal).hex;
                if let Some(young) = herd.spare(Kind::Young) {
                    let counter = herd.counter_mut(young);
                    (counter.hex, counter.with) = (hex, Some(animal));
                    log.tell(Event::Born { species, young, female: animal });
                }
            }
            Effect::Abandon => {
                herd.counter_mut(animal).with = None;
                log.tell(Event::Abandoned { species, young: animal });
            }
            _ => {
                if let Some(event) = &mut position.event {
                    event.hurt.insert(animal);
                }
                self.injure(position, effect, animal, log);
            }
        }
    }

    /// The event injures a predator or takes it off the map.
    fn befall_predator(
        &self,
        position: &mut Position,
        effect: Effect,
        predator: Predator,
        log: &mut Log<Event>,
    ) {
        match effect {
            Effect::Ranger => self.remove(position, predator, Removal::Ranger, log),
            Effect::Hibernate => self.remove(position, predator, Removal::Hibernation, log),
            _ => {
                if let Some(event) = &mut position.event {
                    event.hurt_predators.insert(predator);
                }
                match position.predator(predator).injured {
                    true => self.remove(position, predator, Removal::Injury, log),
                    false => {
                        position.predator_mut(predator).injured = true;
                        log.tell(Event::PredatorInjured { predator });
                    }
                }
            }
        }
    }

    /// A predator goes to the pool, and is healthy there. YS-EVT-44
    pub(crate) fn remove(
        &self,
        position: &mut Position,
        predator: Predator,
        by: Removal,
        log: &mut Log<Event>,
    ) {
        *position.predator_mut(predator) = PredatorCounter::POOL;
        log.tell(Event::PredatorRemoved { predator, by });
    }

    /// An event's predator move is over: its effect is done.
    pub(crate) fn after_event_hunt(
        &self,
        position: &mut Position,
        dice: &mut Dice,
        log: &mut Log<Event>,
    ) {
        if let Some(event) = &mut position.event {
            event.left = Some(0);
        }
        self.go_on(position, dice, log);
    }

    fn after_event(&self, position: &mut Position, dice: &mut Dice, log: &mut Log<Event>) {
        position.event = None;
        if self.readings.income == Income::AfterEvent {
            self.pay_income(position, log);
        }
        if position.acting().lives() {
            position.step = Step::Move;
            return;
        }
        match self.readings.wiped_out {
            WipedOut::PlaysPredators => self.predator_segment(position, dice, log), // YS-TURN-15
            WipedOut::EndsTurn => self.end_turn(position, dice, log),
        }
    }
}
