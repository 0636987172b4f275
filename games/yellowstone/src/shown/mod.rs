//! What the ledger is checked with: cases, tests, probes, and what is conserved.

mod given;

pub use given::Given;

use crate::Yellowstone;
use crate::action::{Action, Prey};
use crate::land::{Hex, MOST_LINES};
use crate::position::{Animal, HERD, Herd, Kind, Position, Predator, Season, Species, Step};
use table::{Conformant, Dice, Edition, Exhibits, Fit, Seat, Setup, SetupError, Shown};

impl Shown for Yellowstone {
    type Given = Given;

    fn exhibits() -> Exhibits {
        table::exhibits!(crate::rule::PLACES)
    }

    fn arrange(
        edition: &Edition,
        setup: &Setup,
        given: Given,
        dice: &mut Dice,
    ) -> Result<(Self, Position), SetupError> {
        given.arrange(edition, setup, dice)
    }
}

impl Conformant for Yellowstone {
    fn bound(&self) -> usize {
        // A turn: two rolls, ten steps, a stop after each, five splits and joins, two predator
        // moves of seven decisions, and two picks for each of four effects.
        const TURN: usize = 2 + 10 + 10 + 10 + 1 + 14 + 16;
        let turns: usize = [Season::Spring, Season::Summer, Season::Fall]
            .into_iter()
            .map(|season| usize::from(self.cap(season)))
            .sum();
        // Set-up: a choice, placements with 99 taken back (a Female with two Young), and the end:
        // every herd may be asked for all its animals.
        self.herds() * (1 + 4 * 100 + 16 + HERD) + turns * TURN
    }

    fn probes(&self, position: &Position, _: Seat, dice: &mut Dice, out: &mut Vec<Action>) {
        let plain = [
            Action::Confirm,
            Action::Roll,
            Action::Decline,
            Action::Stop,
            Action::End,
            Action::Kill(Prey::All),
        ];
        out.extend(plain);
        out.extend(Species::ALL.map(Action::Choose));
        let hexes = self.park.hexes();
        for animal in Animal::all() {
            out.extend([Action::Unplace(animal), Action::Pick(animal), Action::Split(animal)]);
            out.extend([Action::Kill(Prey::Animal(animal)), Action::Kill(Prey::YoungOf(animal))]);
            out.extend(Animal::of(Kind::Female).map(|female| Action::Join(animal, female)));
            if let Some(stands) = position.acting().at(animal) {
                let next = self.park.neighbours(stands).iter();
                out.extend(next.map(|hex| Action::Step(animal, *hex)));
            }
            if let Some(hex) = dice.pick("probe", hexes) {
                out.extend([Action::Step(animal, *hex), Action::Place(animal, *hex)]);
            }
        }
        let corner = Hex::at(MOST_LINES - 1, MOST_LINES - 1);
        out.extend(Animal::of(Kind::Male).map(|animal| Action::Step(animal, corner)));
        for predator in Predator::all() {
            out.extend([Action::PickPredator(predator), Action::Kill(Prey::Predator(predator))]);
        }
        for hex in hexes {
            let den = self.park.dens.iter().flatten().any(|den| den == hex);
            if den
                || dice.roll("probe", 12) == 1
                || position.acting().standing().any(|(_, stands)| stands.distance(*hex) < 3)
            {
                out.extend([Action::Put(*hex), Action::Stalk(*hex)]);
                out.extend(Kind::ALL.map(|kind| Action::Return(kind, *hex)));
            }
        }
        if let Some((_, hex)) = position.hunting() {
            out.extend(self.park.neighbours(hex).iter().map(|hex| Action::Stalk(*hex)));
        }
    }

    fn conserved(&self, position: &Position) -> Vec<(&'static str, i64)> {
        let setting_up = matches!(position.step, Step::Choose);
        let worth: i64 = position.counters().map(|value| i64::from(self.food_value(value))).sum();
        let number: i64 = position.counters().count().fit();
        let all: i64 = self.food.counts.iter().map(|count| i64::from(*count)).sum();
        let values = self.food.counts.iter().zip(self.food.values);
        let all_worth: i64 = values.map(|(n, value)| i64::from(*n) * i64::from(value)).sum();
        let herd_faults = position.herds.iter().filter(|herd| overfull(herd)).count();
        let strays = position
            .pack()
            .filter(|predator| {
                let number = predator.index() - Predator::new(predator.hunter(), 0).index();
                number >= usize::from(self.predator_count(predator.hunter()))
            })
            .count();
        let laid = position.laid.iter().skip(self.park.food.len());
        vec![
            ("Food counters", if setting_up { all } else { number }),
            ("Food on counters", if setting_up { all_worth } else { worth }),
            ("animals out of place", position.misplaced().fit()),
            ("herds with too many Young to a Female", herd_faults.fit()),
            ("predators that the box does not hold", strays.fit()),
            ("counters off the Food hexes", laid.filter(|laid| laid.lies()).count().fit()),
        ]
    }
}

/// Whether more than two Young are with some Female in her hex. YS-YNG-02
fn overfull(herd: &Herd) -> bool {
    let mut females = herd.living_of(Kind::Female);
    females.any(|female| herd.young_in_hex_of(female) > 2)
}
