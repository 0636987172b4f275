//! Preparation for play: herds, Food, Coyotes, placement, the first player.

use crate::Yellowstone;
use crate::action::Action;
use crate::edition::MOST_COUNTERS;
use crate::edition::options::HerdChoice;
use crate::event::Event;
use crate::land::{Hex, MOST_FOOD, Range, Spot};
use crate::position::{
    Animal, Counter, HERD, HERDS, Herd, Hunter, Kind, Laid, Pair, Place, Position, Predator,
    Species, Step, Value,
};
use crate::refusal::{Preparation, Refusal, no};
use table::{Audience, Dice, Fit, Log};

/// Placements that a player may take back. YS-SETUP-19
const MOST_REDONE: u8 = 99;

/// Re-rolls before a tie goes to the earlier seat; dice never need so many.
const MOST_REROLLS: u8 = 50;

/// The table before anything is chosen; dealt herds are laid out at once.
pub(crate) fn start(game: &Yellowstone, dice: &mut Dice, log: &mut Log<Event>) -> Position {
    let mut position = Position::EMPTY;
    let herds = game.herds();
    match game.readings.herds {
        HerdChoice::Agreed => {}
        HerdChoice::Rolled if herds == 1 => {}
        HerdChoice::Rolled => {
            rank(&mut position.order[..herds], 0, dice, log); // YS-SETUP-01, YS-SETUP-02
        }
        HerdChoice::Dealt => {
            let mut species = Species::ALL;
            dice.shuffle("herds", &mut species);
            for (place, species) in game.places().zip(species) {
                game.take_herd(&mut position, place, species, log);
            }
            game.lay_out(&mut position, dice, log);
        }
    }
    position
}

impl Yellowstone {
    fn take_herd(
        &self,
        position: &mut Position,
        place: Place,
        species: Species,
        log: &mut Log<Event>,
    ) {
        position.herd_mut(place).species = Some(species);
        log.tell(Event::Chose { herd: place, species });
    }

    /// Food, Coyotes and the order of placing, once every herd is taken.
    fn lay_out(&self, position: &mut Position, dice: &mut Dice, log: &mut Log<Event>) {
        self.lay_food(position, dice, log);
        self.put_first_predators(position);
        position.order = Place::ALL;
        position.next = 0;
        position.step = Step::Place;
        if self.readings.quick_placement {
            for place in self.places() {
                self.place_quickly(position, place);
                if let Some(species) = position.herd(place).species {
                    log.tell(Event::Confirmed { species });
                }
            }
            self.roll_for_first(position, dice, log);
        } else {
            dice.shuffle("placing order", &mut position.order[..self.herds()]); // YS-SETUP-14
        }
    }

    /// Food is mixed and laid face down; what is left over is put away unseen. YS-SETUP-04, YS-SETUP-05,
    /// YS-SETUP-06, YS-NPL-02
    fn lay_food(&self, position: &mut Position, dice: &mut Dice, log: &mut Log<Event>) {
        let mut counters = [Value::new(0); MOST_COUNTERS];
        let mut count = 0;
        for (value, number) in self.food.counts.iter().enumerate() {
            for _ in 0..*number {
                counters[count] = Value::new(value);
                count += 1;
            }
        }
        dice.secretly(Audience::Referee, |dice| {
            dice.shuffle("Food", &mut counters[..count]);
        });
        let hexes = self.park.food.len();
        let mut numbers: [usize; MOST_FOOD] = std::array::from_fn(|i| i);
        let laid = match self.scenario.food_hexes {
            Some(some) => {
                dice.shuffle("Food hexes", &mut numbers[..hexes]);
                usize::from(some)
            }
            None => hexes,
        };
        for (number, counter) in numbers[..laid].iter().zip(counters) {
            position.laid[*number] = Laid::counter(counter);
        }
        for counter in &counters[laid..count] {
            position.aside.add(*counter);
        }
        log.tell(Event::FoodLaid { hexes: laid.fit(), aside: (count - laid).fit() });
    }

    /// Coyotes, and what the scenario puts out besides. YS-SETUP-07, YS-SETUP-08, YS-PRED-29, YS-NPL-02
    pub(crate) fn put_first_predators(&self, position: &mut Position) {
        if !self.scenario.predators {
            return;
        }
        for (number, hex) in self.park.coyotes.iter().enumerate() {
            let coyote = Predator::new(Hunter::Coyote, number);
            position.predator_mut(coyote).hex = (*hex).into();
        }
        for (hunter, hex) in &self.scenario.placed {
            let count = self.predators[hunter.index()].count;
            if let Some(predator) = position.pooled(*hunter, count) {
                position.predator_mut(predator).hex = (*hex).into();
            }
        }
    }

    /// Females first on the Winter hexes nearest the Summer Range, the Young with the nearest.
    /// YS-SETUP-20
    pub(crate) fn place_quickly(&self, position: &mut Position, place: Place) {
        let Some(species) = position.herd(place).species else {
            return;
        };
        let start = self.start;
        let herd = position.herd_mut(place);
        herd.counters = [Counter::SUPPLY; HERD];
        let females = Animal::of(Kind::Female).take(usize::from(start.females));
        let males = Animal::of(Kind::Male).take(usize::from(start.males));
        for (animal, hex) in females.chain(males).zip(&self.nearest[species.index()]) {
            herd.counter_mut(animal).hex = (*hex).into();
        }
        for (i, young) in Animal::of(Kind::Young).take(usize::from(start.young)).enumerate() {
            let female = Animal::of(Kind::Female).nth(i / 2);
            let hex = female.map_or(Spot::NOWHERE, |female| herd.counter(female).hex);
            let counter = herd.counter_mut(young);
            (counter.hex, counter.with) = (hex, female);
        }
        for animal in
            Animal::all().filter(|animal| self.starts(*animal)).take(usize::from(start.injured))
        {
            herd.counter_mut(animal).injured = true;
        }
    }

    /// Whether the animal is in play from the start. YS-HERD-04
    pub(crate) fn starts(&self, animal: Animal) -> bool {
        let count = match animal.kind() {
            Kind::Male => self.start.males,
            Kind::Female => self.start.females,
            Kind::Young => self.start.young,
        };
        let first = Animal::of(animal.kind()).next().map_or(0, Animal::index);
        animal.index() - first < usize::from(count)
    }

    /// Dice find the first player. YS-SETUP-15
    fn roll_for_first(&self, position: &mut Position, dice: &mut Dice, log: &mut Log<Event>) {
        let mut tied = [true; HERDS];
        for _ in 0..MOST_REROLLS {
            if tied[..self.herds()].iter().filter(|tied| **tied).count() <= 1 {
                break;
            }
            let mut totals = [0; HERDS];
            for place in self.places().filter(|place| tied[place.index()]) {
                let rolled = Pair::roll("first player", dice);
                totals[place.index()] = rolled.total();
                if let Some(species) = position.herd(place).species {
                    log.tell(Event::FirstRoll { species, dice: rolled });
                }
            }
            let most = totals.into_iter().max().unwrap_or(0);
            for place in 0..HERDS {
                tied[place] &= totals[place] == most;
            }
        }
        let first = Place::new(tied.iter().position(|tied| *tied).unwrap_or(0));
        position.first = first;
        position.active = first;
        position.next = 0;
        if let Some(species) = position.acting().species {
            log.tell(Event::First { species });
        }
        self.give_head_starts(position, log);
        self.begin_turn(position, dice, log);
    }

    /// Food Points of the scenario for those who would win less often. YS-SETUP-18, YS-SETUP-21
    fn give_head_starts(&self, position: &mut Position, log: &mut Log<Event>) {
        if !self.readings.head_start {
            return;
        }
        let plays = |species| position.place_of(species).is_some();
        let Some(start) = self.scenario.head_start(plays) else { return };
        let herds = self.herds();
        for place in self.places() {
            let turn = (place.index() + herds - position.first.index()) % herds;
            let herd = position.herd_mut(place);
            let Some(species) = herd.species else { continue };
            let points = start.of(species, turn);
            herd.gained += points;
            if points > 0 {
                log.tell(Event::HeadStart { species, points });
            }
        }
    }

    /// What Food Points come from besides income and counters, in the words of the sheet. YS-SETUP-21
    pub(crate) fn event_points_name(&self) -> &'static str {
        match self.readings.head_start && !self.scenario.head_starts.is_empty() {
            true => "By events and head start",
            false => "By events",
        }
    }

    /// The place of the herd that is chosen or placed now.
    pub(crate) fn preparing(&self, position: &Position) -> Place {
        position.order[usize::from(position.next) % HERDS]
    }

    /// The herds that nobody has taken; those that stay so are not set up. YS-NPL-01
    pub(crate) fn offer_herds(&self, position: &Position, out: &mut Vec<Action>) {
        let free = |species: &Species| position.place_of(*species).is_none();
        out.extend(Species::ALL.into_iter().filter(free).map(Action::Choose));
    }

    /// Whether the herd is free. YS-GEN-03
    pub(crate) fn judge_herd(&self, position: &Position, species: Species) -> Result<(), Refusal> {
        match position.place_of(species) {
            Some(_) => no(Preparation::HerdTaken(species)),
            None => Ok(()),
        }
    }

    /// Takes a herd; when all have theirs the map is laid out.
    pub(crate) fn choose_herd(
        &self,
        position: &mut Position,
        species: Species,
        dice: &mut Dice,
        log: &mut Log<Event>,
    ) {
        let place = self.preparing(position);
        self.take_herd(position, place, species, log);
        position.next += 1;
        if position.next >= self.places {
            self.lay_out(position, dice, log);
        }
    }

    /// Where the animals of the herd may start, and which may be taken back. YS-SETUP-09, YS-SETUP-12
    pub(crate) fn offer_placements(&self, position: &Position, out: &mut Vec<Action>) {
        let herd = position.herd(self.preparing(position));
        let Some(species) = herd.species else {
            return;
        };
        let mut open = self.start.injured;
        let mut missing = 0;
        for animal in Animal::all().filter(|animal| self.starts(*animal)) {
            open = open.saturating_sub(u8::from(herd.counter(animal).injured));
            missing += u8::from(!herd.counter(animal).lives());
        }
        for animal in Animal::all().filter(|animal| self.starts(*animal)) {
            let counter = herd.counter(animal);
            if counter.lives() {
                if position.redone < MOST_REDONE {
                    out.push(Action::Unplace(animal));
                }
                if open > 0 && !counter.injured {
                    out.push(Action::Pick(animal));
                }
            } else if animal.kind() == Kind::Young {
                for (female, hex) in herd.standing().filter(|(a, _)| a.kind() == Kind::Female) {
                    if herd.young_with(female).count() < 2 {
                        out.push(Action::Place(animal, hex));
                    }
                }
            } else {
                let taken = |hex: &Hex| herd.counters.iter().any(|counter| counter.hex == *hex);
                let range = self.park.range(species, Range::Winter).iter();
                let free = range.filter(|hex| !taken(hex));
                out.extend(free.map(|hex| Action::Place(animal, *hex)));
            }
        }
        if missing == 0 && open == 0 {
            out.push(Action::Confirm);
        }
    }

    /// Whether an animal may start there, be taken back or start injured. YS-SETUP-10, YS-SETUP-11,
    /// YS-SETUP-12, YS-SETUP-19
    pub(crate) fn judge_placement(
        &self,
        position: &Position,
        action: &Action,
    ) -> Result<(), Refusal> {
        let place = self.preparing(position);
        let herd = position.herd(place);
        match *action {
            Action::Place(animal, _) | Action::Unplace(animal) | Action::Pick(animal)
                if !self.starts(animal) =>
            {
                no(Preparation::NotAtStart(animal))
            }
            Action::Place(animal, hex) => self.judge_start(position, animal, hex),
            Action::Unplace(animal) if !herd.counter(animal).lives() => {
                no(Preparation::NotPlaced(animal))
            }
            Action::Unplace(_) if position.redone >= MOST_REDONE => {
                no(Preparation::RedoneEnough(MOST_REDONE))
            }
            Action::Unplace(_) => Ok(()),
            Action::Pick(animal) => self.judge_start_injured(herd, animal),
            Action::Confirm => self.judge_herd_stands(herd),
            _ => no(Preparation::PlaceHerd),
        }
    }

    /// Whether an animal may start in a hex. YS-SETUP-10, YS-SETUP-11
    fn judge_start(&self, position: &Position, animal: Animal, hex: Hex) -> Result<(), Refusal> {
        let place = self.preparing(position);
        let herd = position.herd(place);
        if herd.counter(animal).lives() {
            return no(Preparation::StandsAlready(animal));
        }
        let on_range =
            herd.species.is_some_and(|species| self.park.on_range(species, Range::Winter, hex));
        if !on_range {
            return no(Preparation::OffWinterRange(hex));
        }
        match (animal.kind(), position.female_in(place, hex)) {
            (Kind::Young, None) => no(Preparation::WithoutFemale),
            (Kind::Young, Some(female)) if herd.young_with(female).count() >= 2 => {
                no(Preparation::TwoYoung)
            }
            (Kind::Young, Some(_)) => Ok(()),
            _ if position.animals_in(hex).next().is_some() => no(Preparation::Occupied(hex)),
            _ => Ok(()),
        }
    }

    /// Whether an animal may start injured. YS-SETUP-12
    fn judge_start_injured(&self, herd: &Herd, animal: Animal) -> Result<(), Refusal> {
        let counter = herd.counter(animal);
        let injured = herd.counters.iter().filter(|c| c.injured).count();
        if !counter.lives() {
            no(Preparation::NotPlaced(animal))
        } else if counter.injured || injured >= usize::from(self.start.injured) {
            match self.start.injured {
                0 => no(Preparation::AllHealthy),
                most => no(Preparation::InjuredEnough(most)),
            }
        } else {
            Ok(())
        }
    }

    /// Whether a herd may be left as it stands: all of it placed, and as many injured as must be.
    fn judge_herd_stands(&self, herd: &Herd) -> Result<(), Refusal> {
        let missing =
            Animal::all().find(|animal| self.starts(*animal) && !herd.counter(*animal).lives());
        let injured = herd.counters.iter().filter(|c| c.injured).count();
        if let Some(animal) = missing {
            no(Preparation::NotPlaced(animal))
        } else if injured < usize::from(self.start.injured) {
            no(Preparation::NameInjured(self.start.injured))
        } else {
            Ok(())
        }
    }

    /// Places an animal, takes one back, injures one, or lets the herd stand.
    pub(crate) fn place(
        &self,
        position: &mut Position,
        action: &Action,
        dice: &mut Dice,
        log: &mut Log<Event>,
    ) {
        let place = self.preparing(position);
        let Some(species) = position.herd(place).species else {
            return;
        };
        match *action {
            Action::Place(animal, hex) => {
                let female = position.female_in(place, hex);
                let counter = position.herd_mut(place).counter_mut(animal);
                counter.hex = hex.into();
                counter.with = female.filter(|_| animal.kind() == Kind::Young);
                log.tell(Event::Placed { species, animal, hex });
            }
            Action::Unplace(animal) => {
                let herd = position.herd_mut(place);
                for young in Animal::of(Kind::Young) {
                    if herd.counter(young).with == Some(animal) {
                        *herd.counter_mut(young) = Counter::SUPPLY;
                    }
                }
                *herd.counter_mut(animal) = Counter::SUPPLY;
                position.redone = position.redone.saturating_add(1);
                log.tell(Event::Unplaced { species, animal });
            }
            Action::Pick(animal) => {
                position.herd_mut(place).counter_mut(animal).injured = true;
                log.tell(Event::Injured { species, animal, effect: None });
            }
            _ => {
                log.tell(Event::Confirmed { species });
                position.redone = 0;
                position.next += 1;
                if position.next >= self.places {
                    self.roll_for_first(position, dice, log);
                }
            }
        }
    }
}

/// Orders places by two dice, the highest first; the tied roll again among themselves.
fn rank(places: &mut [Place], rerolls: u8, dice: &mut Dice, log: &mut Log<Event>) {
    if places.len() < 2 || rerolls > MOST_REROLLS {
        return;
    }
    let mut totals = [0u8; HERDS];
    for place in places.iter() {
        let rolled = Pair::roll("choice of herds", dice);
        totals[place.index()] = rolled.total();
        log.tell(Event::HerdRoll { herd: *place, dice: rolled });
    }
    let total = |place: &Place| totals[place.index()];
    places.sort_unstable_by_key(|place| (u8::MAX - total(place), *place));
    let mut from = 0;
    while from < places.len() {
        let tied =
            places[from..].iter().take_while(|place| total(place) == total(&places[from])).count();
        rank(&mut places[from..from + tied], rerolls + 1, dice, log);
        from += tied;
    }
}
