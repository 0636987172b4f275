//! Young: whom they go with, where they part and where they join.

use crate::Yellowstone;
use crate::action::Action;
use crate::edition::options::{JoinsFrom, JoinsOn, Parting};
use crate::event::Event;
use crate::land::{Hex, Range};
use crate::position::{Animal, Counter, Kind, Position, Season, Species};
use crate::rule;
use table::{Log, Refusal};

impl Yellowstone {
    /// Young that may part, and Young that may join the Female in their hex.
    pub(super) fn offer_partings_and_joins(&self, position: &Position, out: &mut Vec<Action>) {
        let herd = position.acting();
        let Some(species) = herd.species else {
            return;
        };
        let place = position.active as usize;
        let fall = self.ruling_season(position) == Season::Fall;
        let drops = self.readings.parting == Parting::OnTheWay;
        for young in herd.living_of(Kind::Young) {
            let counter = herd.counter(young);
            match counter.with {
                Some(female) => {
                    let carried = position.moving.is_some_and(|moving| moving.animal == female);
                    let unmoved = !counter.moved && !herd.counter(female).moved;
                    if fall && (unmoved || (carried && drops)) {
                        out.push(Action::Split(young));
                    }
                }
                None if counter.moved => {}
                None => {
                    if let Some(female) = position.female_in(place, counter.hex)
                        && herd.young_with(female).count() < 2
                        && self.joining_ground(species, counter.hex)
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
        let no = |rule, reason: String| Err(Refusal::new(rule, reason));
        let counter = herd.counter(young);
        let Some(female) = counter.with.filter(|_| counter.lives()) else {
            return no(rule::YS_YNG_06, format!("{young} goes with no Female."));
        };
        if self.ruling_season(position) != Season::Fall {
            return no(rule::YS_YNG_04, "Young may be parted in Fall only.".into());
        }
        let walking = position.moving.map(|moving| moving.animal);
        if self.readings.parting == Parting::OnTheWay && walking == Some(female) {
            return Ok(());
        }
        if counter.moved || herd.counter(female).moved {
            return no(rule::YS_YNG_07, "Already moved.".into());
        }
        Ok(())
    }

    /// Whether Young may join Females in this hex. YS-YNG-12, 13, 14, YS-OPT-09
    fn joining_ground(&self, species: Species, hex: Hex) -> bool {
        self.park.on_range(species, Range::Summer, hex)
            || (self.readings.joins_on == JoinsOn::EitherRange
                && self.park.on_range(species, Range::Winter, hex))
    }

    /// Whether a Young may enter this occupied hex, without predators, to join the Female there.
    pub(super) fn joinable(
        &self,
        position: &Position,
        place: usize,
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

    pub(super) fn judge_join(
        &self,
        position: &Position,
        young: Animal,
        female: Animal,
    ) -> Result<(), Refusal> {
        let herd = position.acting();
        let no = |rule, reason: String| Err(Refusal::new(rule, reason));
        let (child, mother) = (herd.counter(young), herd.counter(female));
        if young.kind() != Kind::Young || female.kind() != Kind::Female {
            return no(rule::YS_YNG_18, "A Young joins a Female.".into());
        }
        if !child.lives() || !mother.lives() {
            return no(rule::YS_HERD_05, "Only animals in play can join.".into());
        }
        if child.hex != mother.hex {
            return no(rule::YS_YNG_20, format!("{young} is not in the hex of {female}."));
        }
        if child.with.is_some() {
            return no(rule::YS_YNG_26, format!("{young} goes with a Female already."));
        }
        if child.moved {
            return no(rule::YS_TURN_07, "Already moved this turn.".into());
        }
        if herd.young_with(female).count() >= 2 {
            return no(rule::YS_YNG_02, "She has two already.".into());
        }
        match herd.species {
            Some(species) if self.joining_ground(species, mother.hex) => Ok(()),
            _ => no(rule::YS_YNG_14, self.joining_words()),
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
        let refuse = |rule, reason: String| Err(Refusal::new(rule, reason));
        if !self.joining_ground(species, hex) {
            return refuse(rule::YS_YNG_14, self.joining_words());
        }
        let from = herd.counter(animal).hex;
        if self.readings.joins_from == JoinsFrom::Range && !self.joining_ground(species, from) {
            let reason = "Both must be on the range already.";
            return refuse(rule::YS_YNG_27, reason.into());
        }
        if herd.young_with(female).count() >= 2 {
            return refuse(rule::YS_YNG_02, "She has two already.".into());
        }
        Ok(())
    }

    fn joining_words(&self) -> String {
        match self.readings.joins_on {
            JoinsOn::EitherRange => "Only on your own Summer or Winter Range.".into(),
            JoinsOn::SummerRange => "Only on your own Summer Range.".into(),
        }
    }

    pub(super) fn join(
        &self,
        position: &mut Position,
        young: Animal,
        female: Animal,
        log: &mut Log<Event>,
    ) {
        let herd = position.acting_mut();
        let counter = herd.counter_mut(young);
        (counter.with, counter.moved) = (Some(female), true);
        if let Some(species) = herd.species {
            log.tell(Event::Joined { species, young, female });
        }
    }
}
