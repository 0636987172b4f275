//! Predators on the move: allowances, territory, prey and kills.

use crate::Yellowstone;
use crate::action::{Action, Prey};
use crate::edition::Footing;
use crate::herd::{Animal, Kind};
use crate::hex::{Hex, Hexes};
use crate::position::{Hunt, Position, Step};
use crate::predator::{Hunter, Predator, TERRITORIAL};
use crate::readings::{Intruder, Kills, StopHexes};
use crate::season::Season;
use crate::story::{Event, Removal};
use table::{Dice, Log, Refusal};

/// A herd of fewer animals is left in peace. YS-OPT-10
const SMALL_HERD: usize = 5;

/// The healthy Grizzlies and Lions on the map, this one left out.
fn healthy_rivals(
    position: &Position,
    but: Option<Predator>,
) -> impl Iterator<Item = Predator> + '_ {
    position
        .pack_of(TERRITORIAL)
        .filter(move |rival| Some(*rival) != but && !position.predator(*rival).injured)
}

impl Yellowstone {
    /// YS-PRED-04 to 08
    pub(crate) fn roll_predator(
        &self,
        position: &mut Position,
        dice: &mut Dice,
        log: &mut Log<Event>,
    ) {
        let rolled = self.two_dice("predator", dice);
        let total = rolled[0] + rolled[1];
        position.predator_dice = rolled;
        position.predator_rolls = position.predator_rolls.saturating_sub(1);
        let hunter = Hunter::ALL.into_iter().find(|hunter| {
            let [first, last] = self.predators[*hunter as usize].roll;
            (first..=last).contains(&total)
        });
        let (Some(hunter), Some(species)) = (hunter, position.acting().species) else {
            self.after_hunt(position, dice, log);
            return;
        };
        log.tell(Event::PredatorRoll { species, dice: rolled, hunter });
        if !self.begin_hunt(position, hunter.bit(), false, dice, log)
            && !matches!(position.step, Step::Over | Step::DieOff)
        {
            if position.pack_of(hunter.bit()).next().is_none() {
                log.tell(Event::NoPredator { hunter });
            }
            self.after_hunt(position, dice, log);
        }
    }

    /// Offers a predator of these kinds to be moved; true if there is one to choose.
    pub(crate) fn begin_hunt(
        &self,
        position: &mut Position,
        kinds: u8,
        by_event: bool,
        dice: &mut Dice,
        log: &mut Log<Event>,
    ) -> bool {
        if position.pack_of(kinds).next().is_none() {
            return false;
        }
        if self.scenario.solo {
            self.park_hunts(position, kinds, dice, log);
            return false;
        }
        position.hunt = Hunt { kinds, by_event, ..Hunt::NONE };
        position.step = Step::Hunt;
        true
    }

    /// How far a predator may go. YS-PRED-10 to 13
    pub fn predator_allowance(&self, position: &Position, predator: Predator) -> u8 {
        let injured = position.predator(predator).injured;
        self.predators[predator.hunter() as usize].allowance[injured as usize]
    }

    pub(crate) fn list_hunt(&self, position: &Position, out: &mut Vec<Action>) {
        out.extend(position.pack_of(position.hunt.kinds).map(Action::PickPredator));
        out.push(Action::Decline);
    }

    pub(crate) fn check_hunt(&self, position: &Position, action: &Action) -> Result<(), Refusal> {
        let no = |rule, reason: String| Err(Refusal::new(rule, reason));
        match *action {
            Action::Decline => Ok(()),
            Action::PickPredator(predator) => {
                let hunter = predator.hunter();
                if position.hunt.kinds & hunter.bit() == 0 {
                    return no("YS-PRED-09", format!("A {} does not move now.", hunter.name()));
                }
                match position.predator(predator).lives() {
                    true => Ok(()),
                    false => no("YS-PRED-08", format!("{predator} is not on the map.")),
                }
            }
            _ => no("YS-PRED-09", "Name the predator to move, or decline.".into()),
        }
    }

    pub(crate) fn apply_hunt(
        &self,
        position: &mut Position,
        action: &Action,
        dice: &mut Dice,
        log: &mut Log<Event>,
    ) {
        match *action {
            Action::PickPredator(predator) => {
                position.hunt.predator = Some(predator);
                position.hunt.left = self.predator_allowance(position, predator);
                position.step = Step::Stalk;
            }
            _ => {
                if let Some(species) = position.acting().species {
                    log.tell(Event::Declined { species });
                }
                self.after_hunt(position, dice, log);
            }
        }
    }

    /// The hexes next to healthy Grizzlies and Lions, those of this one left out. YS-TRTY-01, 05
    pub(crate) fn territory(&self, position: &Position, but: Option<Predator>) -> Hexes {
        let mut hexes = Hexes::NONE;
        for rival in healthy_rivals(position, but) {
            for hex in self.park.neighbours(position.predator(rival).hex) {
                hexes.insert(*hex);
            }
        }
        hexes
    }

    /// Every hex that the predator may step to from where it stands. YS-TRTY-01 to 13
    pub(crate) fn each_stalk(
        &self,
        position: &Position,
        predator: Predator,
        gone: bool,
        mut each: impl FnMut(Hex),
    ) {
        let hunter = predator.hunter();
        let counter = position.predator(predator);
        let (mut barred, mut lairs) = (Hexes::NONE, Hexes::NONE);
        if hunter.territorial() {
            barred = self.territory(position, Some(predator));
            lairs = healthy_rivals(position, Some(predator))
                .map(|rival| position.predator(rival).hex)
                .collect();
        }
        for hex in self.park.neighbours(counter.hex) {
            let footing = match hex.is_some() {
                true => self.park.predator_footing(hunter, *hex),
                false => continue,
            };
            let whole = self.readings.stop_hexes == StopHexes::WholeMove && gone;
            if footing == Footing::No || (footing == Footing::Stop && whole) || barred.has(*hex) {
                continue;
            }
            let intrudes = counter.injured && self.readings.intruder == Intruder::Removed;
            if !lairs.has(*hex) || intrudes {
                each(*hex);
            }
        }
    }

    pub(crate) fn list_stalk(&self, position: &Position, out: &mut Vec<Action>) {
        let Some(predator) = position.hunt.predator else {
            return;
        };
        if position.hunt.left > 0 {
            self.each_stalk(position, predator, position.hunt.gone, |hex| {
                out.push(Action::Stalk(hex));
            });
        }
        match self.readings.kills {
            Kills::OneLine => self.each_prey(position, predator, |prey| {
                out.push(Action::Kill(prey));
            }),
            Kills::Everything => {
                if self.has_prey(position, predator) {
                    out.push(Action::Kill(Prey::All));
                }
            }
        }
        out.push(Action::End);
    }

    /// Whether the herd may be hunted. YS-OPT-10
    fn fair_game(&self, position: &Position, place: usize) -> bool {
        !self.readings.peace || position.herd(place).living().count() >= SMALL_HERD
    }

    /// Every line of prey that the predator may take in its hex. YS-KILL-01 to 16
    pub(crate) fn each_prey(
        &self,
        position: &Position,
        predator: Predator,
        mut each: impl FnMut(Prey),
    ) {
        let hunter = *position.predator(predator);
        if hunter.injured || !hunter.lives() {
            return;
        }
        let kind = predator.hunter();
        let fall = self.ruling_season(position) == Season::Fall;
        let place = position
            .herds
            .iter()
            .position(|herd| herd.counters.iter().any(|c| c.hex == hunter.hex));
        if let Some(place) = place.filter(|place| self.fair_game(position, *place)) {
            let herd = position.herd(place);
            for animal in Animal::all() {
                let counter = herd.counter(animal);
                if counter.hex != hunter.hex {
                    continue;
                }
                let young = animal.kind() == Kind::Young;
                let mother = counter.with.map(|female| herd.counter(female).injured);
                let taken = match kind {
                    Hunter::Human => true,
                    Hunter::Coyote => {
                        young && (counter.injured || (!fall && mother.is_none_or(|hurt| hurt)))
                    }
                    Hunter::Lion | Hunter::Grizzly => {
                        counter.injured || (young && !fall && mother.is_none())
                    }
                };
                if taken {
                    each(Prey::Animal(animal));
                }
                let brood = animal.kind() == Kind::Female
                    && counter.injured
                    && !fall
                    && kind.territorial()
                    && herd.young_with(animal).next().is_some();
                if brood {
                    each(Prey::YoungOf(animal));
                }
            }
        }
        if kind != Hunter::Coyote {
            for prey in position.predators_in(hunter.hex) {
                let taken = kind == Hunter::Human || position.predator(prey).injured;
                if prey != predator && taken {
                    each(Prey::Predator(prey)); // YS-KILL-09, 10
                }
            }
        }
    }

    pub(crate) fn has_prey(&self, position: &Position, predator: Predator) -> bool {
        let mut any = false;
        self.each_prey(position, predator, |_| any = true);
        any
    }

    pub(crate) fn check_stalk(&self, position: &Position, action: &Action) -> Result<(), Refusal> {
        let no = |rule, reason: String| Err(Refusal::new(rule, reason));
        let Some(predator) = position.hunt.predator else {
            return no("YS-PRED-09", "No predator is on the move.".into());
        };
        match *action {
            Action::End => Ok(()),
            Action::Stalk(hex) => self.check_stalk_to(position, predator, hex),
            Action::Kill(prey) => self.check_kill(position, predator, prey),
            _ => no("YS-TURN-02", format!("{predator} is on the move: end it first.")),
        }
    }

    fn check_stalk_to(
        &self,
        position: &Position,
        predator: Predator,
        hex: Hex,
    ) -> Result<(), Refusal> {
        let no = |rule, reason: String| Err(Refusal::new(rule, reason));
        let hunter = predator.hunter();
        let counter = position.predator(predator);
        let hunt = position.hunt;
        if hunt.left == 0 {
            let elsewhere = position.animals_in(counter.hex).next().is_some()
                || position.predators_in(counter.hex).count() > 1;
            if !hunt.gone {
                return no("YS-PRED-26", "An injured Human does not move.".into());
            }
            if elsewhere && !self.readings.pass_through {
                return no("YS-PRED-17", "It had to stop in the occupied hex.".into());
            }
            if self.park.predator_footing(hunter, counter.hex) == Footing::Stop {
                let terrain = self.park.terrain(counter.hex);
                return no("YS-TERR-11", format!("It had to stop in the {terrain}."));
            }
            return no("YS-PRED-09", "Allowance used up.".into());
        }
        if !self.is_on_map(hex) {
            return no("YS-MAP-01", "The edge of the map is closed.".into());
        }
        if !self.park.adjacent(counter.hex, hex) {
            return no("YS-MOVE-14", "Not next to the predator.".into());
        }
        match self.park.predator_footing(hunter, hex) {
            Footing::No => return no("YS-TERR-10", "It cannot enter this terrain.".into()),
            Footing::Stop if hunt.gone && self.readings.stop_hexes == StopHexes::WholeMove => {
                return no("YS-TERR-14", "That must be the whole move.".into());
            }
            _ => {}
        }
        if !hunter.territorial() {
            return Ok(());
        }
        for rival in position.pack().filter(|rival| *rival != predator) {
            let other = position.predator(rival);
            if !rival.hunter().territorial() || other.injured {
                continue;
            }
            let name = rival.hunter().name();
            if other.hex.distance(hex) == 1 {
                return no("YS-TRTY-01", format!("Next to a healthy {name}."));
            }
            if other.hex == hex && !counter.injured {
                return no("YS-TRTY-07", format!("A healthy {name} is there."));
            }
            if other.hex == hex && self.readings.intruder == Intruder::Barred {
                return no("YS-TRTY-10", format!("A healthy {name} is there."));
            }
        }
        Ok(())
    }

    fn check_kill(
        &self,
        position: &Position,
        predator: Predator,
        prey: Prey,
    ) -> Result<(), Refusal> {
        let no = |rule, reason: &str| Err(Refusal::new(rule, reason));
        let hunter = predator.hunter();
        let here = position.predator(predator).hex;
        let fall = self.ruling_season(position) == Season::Fall;
        if position.predator(predator).injured {
            return no("YS-KILL-01", "Only a healthy predator kills.");
        }
        match (self.readings.kills, prey) {
            (Kills::Everything, Prey::All) => {
                return match self.has_prey(position, predator) {
                    true => Ok(()),
                    false => no("YS-OPT-07", "There is no prey here."),
                };
            }
            (Kills::Everything, _) => return no("YS-OPT-07", "It takes all its prey or none."),
            (Kills::OneLine, Prey::All) => return no("YS-KILL-04", "It takes one line of prey."),
            _ => {}
        }
        let unfit = |rule| no(rule, "Not its prey in this season.");
        if let Prey::Predator(other) = prey {
            let counter = position.predator(other);
            if counter.hex != here || other == predator {
                return no("YS-KILL-03", "It is not in the predator's hex.");
            }
            return match hunter {
                Hunter::Human => Ok(()),
                Hunter::Coyote => unfit("YS-KILL-12"),
                _ if counter.injured => Ok(()),
                _ => unfit("YS-KILL-23"),
            };
        }
        let (Prey::Animal(animal) | Prey::YoungOf(animal)) = prey else {
            return unfit("YS-KILL-04");
        };
        let Some((place, _)) = position.animals_in(here).find(|(_, found)| *found == animal) else {
            return no("YS-KILL-03", "It is not in the predator's hex.");
        };
        let herd = position.herd(place);
        if self.readings.peace && herd.living().count() < SMALL_HERD {
            return no("YS-OPT-10", "A small herd is left in peace.");
        }
        let counter = herd.counter(animal);
        if let Prey::YoungOf(_) = prey {
            return match hunter {
                Hunter::Human => unfit("YS-KILL-11"),
                Hunter::Coyote => unfit("YS-KILL-07"),
                _ if herd.young_with(animal).next().is_none() => unfit("YS-KILL-05"),
                _ if fall => unfit("YS-KILL-15"),
                _ if !counter.injured => unfit("YS-KILL-21"),
                _ => Ok(()),
            };
        }
        let mother = counter.with.map(|female| herd.counter(female));
        match (hunter, animal.kind()) {
            (Hunter::Human, _) => Ok(()),
            (Hunter::Coyote, Kind::Male | Kind::Female) => unfit("YS-KILL-12"),
            (_, _) if counter.injured => Ok(()),
            (_, Kind::Male | Kind::Female) => unfit("YS-KILL-22"),
            (_, Kind::Young) if fall && mother.is_none() => unfit("YS-KILL-16"),
            (Hunter::Coyote, Kind::Young) if fall => unfit("YS-KILL-14"),
            (_, Kind::Young) if fall => unfit("YS-KILL-15"),
            (_, Kind::Young) if mother.is_none() => Ok(()),
            (Hunter::Coyote, Kind::Young) if mother.is_some_and(|female| female.injured) => Ok(()),
            (_, Kind::Young) => unfit("YS-KILL-21"),
        }
    }

    pub(crate) fn apply_stalk(
        &self,
        position: &mut Position,
        action: &Action,
        dice: &mut Dice,
        log: &mut Log<Event>,
    ) {
        let Some(predator) = position.hunt.predator else {
            return;
        };
        match *action {
            Action::Stalk(hex) => {
                let goes_on = self.stalk(position, predator, hex, log);
                let left = position.hunt.left;
                if !goes_on || (left == 0 && !self.has_prey(position, predator)) {
                    self.finish_hunt(position, dice, log);
                }
            }
            Action::Kill(prey) => {
                self.kill(position, predator, prey, log);
                self.finish_hunt(position, dice, log);
            }
            _ => self.finish_hunt(position, dice, log),
        }
    }

    /// One step of a predator; false if it was removed.
    pub(crate) fn stalk(
        &self,
        position: &mut Position,
        predator: Predator,
        hex: Hex,
        log: &mut Log<Event>,
    ) -> bool {
        let hunter = predator.hunter();
        let from = position.predator(predator).hex;
        let injured = position.predator(predator).injured;
        let occupied = position.occupied().has(hex);
        position.predator_mut(predator).hex = hex;
        log.tell(Event::Stalked { predator, from, to: hex });
        let hunt = &mut position.hunt;
        hunt.gone = true;
        hunt.left = hunt.left.saturating_sub(1);
        let stops = self.park.predator_footing(hunter, hex) == Footing::Stop;
        if stops || (occupied && !self.readings.pass_through) {
            hunt.left = 0; // YS-TERR-11, YS-PRED-17
        }
        if !hunter.territorial() {
            return true;
        }
        for rival in Predator::all() {
            let other = *position.predator(rival);
            if rival == predator || !rival.hunter().territorial() || other.hex != hex {
                continue;
            }
            match (injured, other.injured) {
                (false, true) => self.remove(position, rival, Removal::Rival, log), // YS-TRTY-08
                (true, false) => {
                    self.remove(position, predator, Removal::Rival, log); // YS-TRTY-10
                    return false;
                }
                _ => {}
            }
        }
        true
    }

    pub(crate) fn kill(
        &self,
        position: &mut Position,
        predator: Predator,
        prey: Prey,
        log: &mut Log<Event>,
    ) {
        let here = position.predator(predator).hex;
        let place = position.animals_in(here).next().map(|(place, _)| place);
        let mut doomed = 0u16;
        let mut beasts = 0u32;
        let mut mark = |prey: Prey| match prey {
            Prey::Animal(animal) => doomed |= animal.bit(),
            Prey::YoungOf(female) => {
                let herd = position.herd(place.unwrap_or(0));
                herd.young_with(female).for_each(|young| doomed |= young.bit());
            }
            Prey::Predator(other) => beasts |= 1 << other.index(),
            Prey::All => {}
        };
        match prey {
            Prey::All => self.each_prey(position, predator, mark),
            line => mark(line),
        }
        if let Some(place) = place
            && let Some(species) = position.herd(place).species
        {
            for animal in Animal::all().filter(|animal| doomed & animal.bit() != 0) {
                position.herd_mut(place).eliminate(animal);
                log.tell(Event::Killed { predator, species, animal });
            }
        }
        for other in Predator::all().filter(|other| beasts >> other.index() & 1 == 1) {
            *position.predator_mut(other) = crate::predator::PredatorCounter::POOL;
            let prey = other;
            log.tell(Event::KilledPredator { predator, prey });
        }
    }

    fn finish_hunt(&self, position: &mut Position, dice: &mut Dice, log: &mut Log<Event>) {
        position.hunt.predator = None;
        if self.survey(position, dice, log) {
            self.after_hunt(position, dice, log);
        }
    }

    fn after_hunt(&self, position: &mut Position, dice: &mut Dice, log: &mut Log<Event>) {
        let by_event = position.hunt.by_event;
        position.hunt = Hunt::NONE;
        if by_event {
            self.after_event_hunt(position, dice, log);
        } else if position.predator_rolls > 0 && position.acting().lives() {
            position.step = Step::PredatorRoll;
        } else {
            self.end_turn(position, dice, log);
        }
    }
}
