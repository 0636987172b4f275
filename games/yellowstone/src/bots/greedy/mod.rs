//! Yellowstone's greedy player: moves the herd together by the shortest way, takes Food that lies
//! near it, spares Females and Young, and turns predators against the weak of other herds.

mod die_off;
mod drive;
mod temper;

pub(super) use die_off::spared;

use crate::{
    Action, Animal, EXTENT, Effect, Footing, Herd, Hex, Hunter, Kind, Laid, Place, Position,
    Predator, Prey, Range, Season, Species, Step, Yellowstone,
};
use bots::best;
use table::{Bot, Dice, Fit, Seat, Sight};
use temper::Temper;

/// Cost of a step, in tenths, so that half steps can be weighed.
const STEP: i32 = 10;

/// What a hex costs beyond its step if a move must end there.
const STOP: i32 = 5;

/// What a hex costs beyond its step if somebody stands in it, and what it costs if only time counts.
const CROWD: i32 = 25;
const CROWD_IN_A_HURRY: i32 = 5;

/// What a hex farther inside the goal is worth.
const DEPTH: i32 = 2;

/// No way.
const FAR: i32 = 1_000_000;

/// A sensible beginner, with nothing up its sleeve: it looks one move ahead.
#[derive(Clone)]
pub struct Greedy {
    /// Ways to the range being looked at.
    ways: Vec<i32>,
    queue: Vec<(i32, Hex)>,
    /// What it thinks of Food, time and prey.
    temper: Temper,
    /// Ways by species and range as they were when first looked at, if that will do.
    remembered: Option<Box<[Vec<i32>; 8]>>,
    /// Which of them are in `ways`.
    looking: Option<usize>,
    /// What was found out about hexes since the ways or the Food changed, by eagerness for Food.
    longings: [Vec<Known>; 3],
    /// Which of that is still true.
    season: u32,
    /// The Food that lay about then.
    food: [Laid; FOODS],
}

/// Food hexes that there can be.
const FOODS: usize = Position::EMPTY.laid.len();

/// How far an animal feels from its goal in a hex, and when that was found out.
#[derive(Clone, Copy, Default)]
struct Known {
    season: u32,
    longing: i32,
}

impl Default for Greedy {
    fn default() -> Greedy {
        Greedy {
            ways: vec![FAR; EXTENT],
            queue: Vec::new(),
            temper: Temper::BEGINNER,
            remembered: None,
            looking: None,
            longings: std::array::from_fn(|_| vec![Known::default(); EXTENT]),
            season: 0,
            food: [Laid::NOTHING; FOODS],
        }
    }
}

impl Greedy {
    /// One that has seen many years.
    pub(crate) fn seasoned() -> Greedy {
        Greedy { temper: Temper::SEASONED, ..Greedy::default() }
    }

    /// A seasoned one that surveys every range once and takes no notice of who has come to stand in
    /// the way since: quicker, for playouts.
    pub(crate) fn hasty() -> Greedy {
        Greedy { remembered: Some(Default::default()), ..Greedy::seasoned() }
    }

    /// Forgets what a hasty one has surveyed.
    pub(crate) fn forget(&mut self) {
        if self.remembered.is_some() {
            self.remembered = Some(Default::default());
            self.looking = None;
        }
    }
}

impl Bot<Yellowstone> for Greedy {
    fn choose(
        &mut self,
        sight: &Sight<'_, Yellowstone>,
        legal: &[Action],
        dice: &mut Dice,
    ) -> usize {
        let view = sight.view();
        self.decide(sight.game(), view.position(), sight.seat(), legal, dice)
    }
}

impl Greedy {
    /// Whether the ways are those of this species and range already, or can be recalled.
    fn recalls(&mut self, which: usize) -> bool {
        let Some(remembered) = &mut self.remembered else { return false };
        if self.looking == Some(which) {
            return true;
        }
        // What is looked at now is kept in its place until it is looked at again.
        if let Some(last) = self.looking.and_then(|last| remembered.get_mut(last)) {
            std::mem::swap(last, &mut self.ways);
        }
        self.looking = Some(which);
        self.season += 1;
        std::mem::swap(&mut remembered[which], &mut self.ways);
        if self.ways.is_empty() {
            self.ways.resize(EXTENT, FAR);
            return false;
        }
        true
    }

    /// What a sensible beginner would do; looks at nothing that lies face down.
    pub(crate) fn decide(
        &mut self,
        game: &Yellowstone,
        position: &Position,
        seat: Seat,
        legal: &[Action],
        dice: &mut Dice,
    ) -> usize {
        if legal.len() < 2 {
            return 0;
        }
        let mut table = Table { game, position, seat, bot: self };
        let chosen = match position.step {
            Step::Choose => dice.roll("which herd", legal.len().fit()).fit::<usize>() - 1,
            Step::Place => best(legal, |action| table.placement(action)),
            Step::Event => best(legal, |action| table.event(action)),
            Step::Move => return table.movement(legal),
            Step::Hunt => best(legal, |action| table.hunt(action)),
            Step::Stalk => best(legal, |action| table.stalk(action)),
            Step::DieOff => best(legal, |action| table.die_off(action)),
            Step::Roll | Step::PredatorRoll | Step::Over => 0,
        };
        chosen.min(legal.len() - 1)
    }
}

/// How far out of its way an animal goes for Food.
#[derive(Clone, Copy)]
enum Eagerness {
    Great,
    Fair,
    Small,
}

impl Eagerness {
    /// The index, for arrays of three entries.
    fn index(self) -> usize {
        self as usize
    }
}

/// What the bot looks at while it decides.
struct Table<'a> {
    game: &'a Yellowstone,
    position: &'a Position,
    seat: Seat,
    bot: &'a mut Greedy,
}

impl Table<'_> {
    /// The herd that decides, and its place.
    fn own(&self) -> (Place, &Herd) {
        let place = self.game.deciding(self.position).unwrap_or(Place::FIRST);
        (place, self.position.herd(place))
    }

    fn is_own(&self, place: Place) -> bool {
        self.game.owner(place) == self.seat
    }

    fn species(&self) -> Species {
        self.own().1.species.unwrap_or(Species::Elk)
    }

    /// Where the herd wants to be.
    fn goal(&self) -> Range {
        match self.position.season {
            Season::Fall | Season::Winter => Range::Winter,
            _ => Range::Summer,
        }
    }

    /// The herd, with its way to the goal looked over; none if all of it is where Summer or Fall pays.
    fn herd_on_its_way(&mut self) -> Option<Herd> {
        let (place, herd) = self.own();
        let (herd, goal) = (*herd, self.goal());
        let pays = matches!(self.position.season, Season::Summer | Season::Fall);
        if pays && self.game.wholly_on(self.position, place, goal) {
            return None;
        }
        self.survey(goal);
        Some(herd)
    }

    /// Whether only time counts.
    fn hurries(&self) -> bool {
        self.bot.temper.hurries && self.game.scenario.spring_only
    }

    /// How far out of its way an animal goes for Food.
    fn detour(&self, eager: Eagerness) -> i32 {
        match self.position.season {
            _ if self.hurries() => 0,
            Season::Fall | Season::Winter => self.bot.temper.food_in_fall[eager.index()],
            _ => self.bot.temper.food[eager.index()],
        }
    }

    /// Fills the ways from every hex to the nearest vacant hex of the range.
    fn survey(&mut self, range: Range) {
        let species = self.species();
        let which = 2 * species.index() + usize::from(range == Range::Winter);
        if self.bot.food != self.position.laid {
            self.bot.food = self.position.laid;
            self.bot.season += 1;
        }
        if self.bot.recalls(which) {
            return;
        }
        self.bot.season += 1;
        let occupied = self.position.occupied();
        let park = &self.game.park;
        let crowd = if self.hurries() { CROWD_IN_A_HURRY } else { CROWD };
        let Greedy { ways, queue, .. } = &mut *self.bot;
        ways.fill(FAR);
        queue.clear();
        for hex in park.range(species, range) {
            if !occupied.has(*hex) {
                ways[hex.index()] = 0;
                queue.push((0, *hex));
            }
        }
        // A queue in order of cost: costs rise by little, so that a plain walk with repairs is quick.
        let mut next = 0;
        while next < queue.len() {
            let (cost, hex) = queue[next];
            next += 1;
            if cost > ways[hex.index()] {
                continue;
            }
            let enter = STEP
                + if park.footing(species, hex) == Footing::Stop { STOP } else { 0 }
                + if occupied.has(hex) { crowd } else { 0 };
            for from in park.neighbours(hex) {
                let open = park.footing(species, *from) != Footing::No;
                if open && cost + enter < ways[from.index()] {
                    ways[from.index()] = cost + enter;
                    queue.push((cost + enter, *from));
                }
            }
        }
        // Inside the goal, the better the farther from where the herd came in, so that late animals
        // find room.
        let other = match range {
            Range::Summer => Range::Winter,
            Range::Winter => Range::Summer,
        };
        for hex in park.range(species, range) {
            let away = park.range(species, other).iter().map(|from| from.distance(*hex));
            ways[hex.index()] = -DEPTH * away.min().unwrap_or(0).fit::<i32>();
        }
    }

    /// The way to the goal.
    fn way(&self, hex: Hex) -> i32 {
        self.bot.ways[hex.index()]
    }

    /// The way of an animal to the goal.
    fn way_of(&self, herd: &Herd, animal: Animal) -> i32 {
        herd.at(animal).map_or(FAR, |hex| self.way(hex))
    }

    /// How far an animal in this hex feels from its goal.
    fn longing(&mut self, hex: Hex, eager: Eagerness) -> i32 {
        let (season, known) = (self.bot.season, self.bot.longings[eager.index()][hex.index()]);
        if known.season == season {
            return known.longing;
        }
        let longing = self.drawn(hex, self.detour(eager), None);
        self.bot.longings[eager.index()][hex.index()] = Known { season, longing };
        longing
    }

    /// How far it feels, with Food near the way (but for one hex) as an attraction.
    fn drawn(&self, hex: Hex, detour: i32, but: Option<Hex>) -> i32 {
        let plain = self.way(hex);
        let mut least = plain;
        let species = self.species();
        for (number, food) in self.game.park.food.iter().enumerate() {
            if !self.position.laid[number].lies() || Some(*food) == but {
                continue;
            }
            let there = match self.game.park.steps_to_food(species, number, hex) {
                Some(steps) if steps <= 6 => i32::from(steps) * STEP,
                _ => continue,
            };
            least = least.min(there + self.way(*food) - detour);
        }
        least
    }

    fn placement(&mut self, action: &Action) -> i32 {
        match action {
            Action::Confirm => 100,
            Action::Place(animal, hex) => {
                let park = &self.game.park;
                let summer = park.range(self.species(), Range::Summer);
                let near =
                    summer.iter().map(|goal| goal.distance(*hex)).min().unwrap_or(0).fit::<i32>();
                let kind = match animal.kind() {
                    Kind::Female => 60,
                    Kind::Young => 50,
                    Kind::Male => 30,
                };
                kind - near
            }
            Action::Pick(animal) if animal.kind() == Kind::Male => 10,
            Action::Pick(_) => 5,
            _ => 0,
        }
    }

    fn event(&mut self, action: &Action) -> i32 {
        let (_, herd) = self.own();
        let effect = self.game.effect(self.position);
        let heals = matches!(effect, Some(Effect::Heal(_) | Effect::HealOrFood(_)));
        match action {
            Action::Pick(animal) if heals => match animal.kind() {
                Kind::Female => 30,
                Kind::Young => 20,
                Kind::Male => 10,
            },
            Action::Pick(female) if matches!(effect, Some(Effect::Birth(_))) => {
                let counter = herd.counter(*female);
                let goal = self.game.park.range(self.species(), self.goal());
                let near = herd
                    .at(*female)
                    .and_then(|hex| goal.iter().map(|goal| goal.distance(hex)).min());
                let slowed: i32 = herd.young_with(*female).count().fit();
                50 - near.unwrap_or(0).fit::<i32>() + 8 * slowed - 20 * i32::from(counter.injured)
            }
            Action::Pick(animal) => {
                let counter = herd.counter(*animal);
                let loss = match animal.kind() {
                    Kind::Male => 1,
                    Kind::Young => 4,
                    Kind::Female => 3 + 3 * herd.young_with(*animal).count().fit::<i32>(),
                };
                50 - loss - 20 * i32::from(counter.injured)
            }
            Action::PickPredator(predator) => {
                let near = self.position.at(*predator).map_or(0, |hex| self.nearest_own(hex));
                60 - near + 5 * i32::from(predator.hunter().territorial())
            }
            Action::Put(hex) => self.nearest_own(*hex) - self.nearest_weak_rival(*hex) + 40,
            Action::Return(Kind::Female, hex) => {
                let goal = self.game.park.range(self.species(), self.goal());
                100 - goal.iter().map(|goal| goal.distance(*hex)).min().unwrap_or(0).fit::<i32>()
            }
            Action::Return(..) => -1,
            _ => 0,
        }
    }

    fn nearest_own(&self, hex: Hex) -> i32 {
        let (_, herd) = self.own();
        let near = herd.standing().map(|(_, stands)| stands.distance(hex));
        near.min().unwrap_or(20).fit()
    }

    /// Steps to the nearest rival animal, those of the leader counted nearer.
    fn nearest_weak_rival(&self, hex: Hex) -> i32 {
        let mut least = 40;
        for place in self.game.places().filter(|place| !self.is_own(*place)) {
            let herd = self.position.herd(place);
            let lead = self.lead(place);
            for (animal, stands) in herd.standing() {
                let weak = if herd.counter(animal).injured { 4 } else { 0 };
                least = least.min(stands.distance(hex).fit::<i32>() - weak - lead);
            }
        }
        least
    }

    /// How dangerous a rival is: 0 to 3.
    fn lead(&self, place: Place) -> i32 {
        let herd = self.position.herd(place);
        let strength = |place: Place| {
            let herd = self.position.herd(place);
            i32::from(self.game.herd_points(herd)) * 4 + i32::from(self.game.public_points(herd))
        };
        let others = self.game.places().filter(|other| !self.is_own(*other));
        let most = others.map(strength).max().unwrap_or(0);
        match strength(place) {
            mine if herd.lives() && mine == most => 3,
            _ => 0,
        }
    }

    fn movement(&mut self, legal: &[Action]) -> usize {
        let end = legal.len() - 1;
        let Some(herd) = self.herd_on_its_way() else {
            return end;
        };
        let goal = self.goal();
        let species = self.species();
        let park = &self.game.park;
        let outside =
            |animal: Animal| herd.at(animal).is_some_and(|hex| !park.on_range(species, goal, hex));
        let stacks = herd
            .living()
            .filter(|animal| herd.counter(*animal).with.is_none() && outside(*animal))
            .count();
        let mut found = (0, end);
        for (i, action) in legal.iter().enumerate() {
            let worth = match action {
                Action::Step(animal, hex) => self.step(&herd, *animal, *hex),
                Action::Split(young) => {
                    let counter = herd.counter(*young);
                    let far = !counter.moved && self.way_of(&herd, *young) > 2 * STEP;
                    if stacks <= 2 && far && outside(*young) { 500 } else { 0 }
                }
                _ => 0,
            };
            if worth > found.0 {
                found = (worth, i);
            }
        }
        if found.0 > 0 {
            return found.1;
        }
        // Nobody gains by the way that each likes best: take any way that leads on.
        for (i, action) in legal.iter().enumerate() {
            if let Action::Step(animal, hex) = action {
                let gain = self.way_of(&herd, *animal) - self.way(*hex);
                if gain > found.0 {
                    found = (gain, i);
                }
            }
        }
        found.1
    }

    /// How good a step is; nothing if it gains nothing.
    fn step(&mut self, herd: &Herd, animal: Animal, hex: Hex) -> i32 {
        let Some(from) = herd.at(animal) else { return 0 };
        let season = self.game.ruling_season(self.position);
        let allowance = i32::from(self.game.allowance(season, herd, animal).max(1));
        let slow = animal.kind() == Kind::Female && herd.young_with(animal).next().is_some();
        let eager = match animal.kind() {
            Kind::Male => Eagerness::Great,
            Kind::Female if !slow => Eagerness::Fair,
            _ => Eagerness::Small,
        };
        let here = self.longing(from, eager);
        let gain = match self.game.has_food(self.position, hex) {
            true => here - self.drawn(hex, self.detour(eager), Some(hex)) + self.detour(eager),
            false => here - self.longing(hex, eager),
        };
        if gain <= 0 {
            return 0;
        }
        let going = self.position.moving.is_some_and(|moving| moving.animal == animal);
        // The slowest first; who has begun goes on.
        let turns = self.way(from) / allowance;
        gain * 4 + turns + if going { 400 } else { 0 } + self.exposure(herd, animal, hex)
    }

    /// A little against hexes beside predators, for those who could be prey.
    fn exposure(&self, herd: &Herd, animal: Animal, hex: Hex) -> i32 {
        let counter = herd.counter(animal);
        let prey = counter.injured
            || (animal.kind() == Kind::Young
                && self.game.ruling_season(self.position) != Season::Fall);
        if !prey {
            return 0;
        }
        let near = self.position.pack().filter(|predator| {
            let beast = self.position.predator(*predator);
            !beast.injured && beast.hex.get().is_some_and(|lair| lair.distance(hex) <= 2)
        });
        -4 * near.count().fit::<i32>()
    }

    /// Whether a healthy predator of this kind may take the animal now.
    fn is_prey(&self, hunter: Hunter, herd: &Herd, animal: Animal) -> bool {
        let counter = herd.counter(animal);
        let fall = self.game.ruling_season(self.position) == Season::Fall;
        let young = animal.kind() == Kind::Young;
        match hunter {
            Hunter::Human => true,
            Hunter::Coyote => {
                let mother = counter.with.map(|female| herd.counter(female).injured);
                young && (counter.injured || (!fall && mother.is_none_or(|hurt| hurt)))
            }
            Hunter::Grizzly | Hunter::Lion => {
                counter.injured || (young && !fall && counter.with.is_none())
            }
        }
    }

    /// What it is worth to take an animal from a rival. A Male more often eats than scores.
    fn spoil(&self, place: Place, animal: Animal) -> i32 {
        let points = match animal.kind() {
            Kind::Female => 50,
            Kind::Young => 30,
            Kind::Male => self.bot.temper.male,
        };
        points + points * self.lead(place) / 6
    }

    /// The best quarry of a predator: its worth, less for the distance, and where it is.
    fn quarry(&self, predator: Predator) -> Option<(i32, Hex)> {
        let counter = self.position.predator(predator);
        let from = counter.hex.get().filter(|_| !counter.injured)?;
        let reach = u32::from(self.game.predator_allowance(self.position, predator));
        let mut found: Option<(i32, Hex)> = None;
        for place in self.game.places().filter(|place| !self.is_own(*place)) {
            let herd = self.position.herd(place);
            for (animal, hex) in herd.standing() {
                if !self.is_prey(predator.hunter(), herd, animal) {
                    continue;
                }
                let far = hex.distance(from);
                let late = far.saturating_sub(reach).div_ceil(reach.max(1)).fit::<i32>();
                let worth = self.spoil(place, animal) - 15 * late - far.fit::<i32>();
                if found.is_none_or(|(most, _)| worth > most) {
                    found = Some((worth, hex));
                }
            }
        }
        found.filter(|(worth, _)| *worth > 0)
    }

    fn hunt(&mut self, action: &Action) -> i32 {
        match action {
            Action::PickPredator(predator) => self.quarry(*predator).map_or(-1, |(worth, _)| worth),
            _ => 0,
        }
    }

    fn stalk(&mut self, action: &Action) -> i32 {
        let Some((predator, here)) = self.position.hunting() else {
            return 0;
        };
        let quarry = self.quarry(predator).map(|(_, hex)| hex);
        match action {
            Action::Kill(prey) => match self.position.animals_in(here).next() {
                Some((place, _)) if self.is_own(place) => -100,
                Some((place, first)) => match prey {
                    Prey::Animal(animal) => 1000 + self.spoil(place, *animal),
                    Prey::YoungOf(female) => {
                        let young = self.position.herd(place).young_with(*female).count();
                        1000 + 31 * young.fit::<i32>()
                    }
                    Prey::Predator(_) => 1,
                    Prey::All => 1000 + self.spoil(place, first),
                },
                None => 1,
            },
            Action::Stalk(hex) => {
                let Some(quarry) = quarry else {
                    return -1;
                };
                let crowd = *hex != quarry && self.position.occupied().has(*hex);
                let stops = self.game.park.predator_footing(predator.hunter(), *hex);
                let stop = *hex != quarry && stops == Footing::Stop;
                let nearer = here.distance(quarry).fit::<i32>() - hex.distance(quarry).fit::<i32>();
                10 * nearer - 4 * i32::from(stop) - 8 * i32::from(crowd)
            }
            _ => 0,
        }
    }
}
