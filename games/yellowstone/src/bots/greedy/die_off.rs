//! The die-off: whom a herd can spare.

use super::Table;
use crate::{Action, ByKind, Kind, Yellowstone};

impl Table<'_> {
    /// Animal Points left when this animal starves first and the rest follows as well as it can.
    pub(super) fn die_off(&mut self, action: &Action) -> i32 {
        let Action::Pick(animal) = action else {
            return 0;
        };
        let (_, herd) = self.own();
        let (mut healthy, mut injured) = (ByKind::default(), ByKind::default());
        for other in herd.living().filter(|other| other != animal) {
            match herd.counter(other).injured {
                true => injured[other.kind()] += 1,
                false => healthy[other.kind()] += 1,
            }
        }
        spared(self.game, healthy, injured, self.game.food_points(self.position, herd)).into()
    }
}

/// Animal Points that so many healthy and injured of each kind have left after a winter with so much
/// Food. The injured die first, as many of each kind as their owner likes, and only then Young, Males
/// and Females.
pub(crate) fn spared(
    game: &Yellowstone,
    mut healthy: ByKind<i16>,
    injured: ByKind<i16>,
    food: i16,
) -> i16 {
    let (needs, points) = (game.needs(), game.animal_points());
    let mut most = None;
    for male in 0..=injured.male {
        for female in 0..=injured.female {
            for young in 0..=injured.young {
                let herd = ByKind {
                    male: healthy.male + male,
                    female: healthy.female + female,
                    young: healthy.young + young,
                };
                if herd.times(&needs) <= food {
                    most = most.max(Some(herd.times(&points)));
                }
            }
        }
    }
    most.unwrap_or_else(|| {
        for kind in [Kind::Young, Kind::Male, Kind::Female] {
            while healthy[kind] > 0 && food < healthy.times(&needs) {
                healthy[kind] -= 1;
            }
        }
        healthy.times(&points)
    })
}

#[cfg(test)]
mod tests {
    use super::spared;
    use crate::{ByKind, Yellowstone};
    use table::{Rules, Setup};

    #[test]
    fn the_injured_die_first_by_choice_then_young_males_and_females() {
        let setup = Setup::new("standard", 2);
        let game = Yellowstone::open(&Yellowstone::house(), &setup).expect("the house's game");
        let herd = |[male, female, young]: [i16; 3]| ByKind { male, female, young };
        let left = |healthy, injured, food| spared(&game, herd(healthy), herd(injured), food);
        // YS-V-52, YS-V-53
        assert_eq!(left([2, 3, 2], [1, 1, 0], 130), 28);
        assert_eq!(left([3, 4, 5], [0; 3], 60), 20);
        // Who must starve anyway is better off with an injured Male than with a healthy one.
        assert_eq!(left([3, 4, 4], [0; 3], 150), 26);
        assert_eq!(left([2, 4, 4], [1, 0, 0], 150), 34);
        assert_eq!(left([3, 4, 4], [0; 3], 175), 35);
        assert_eq!(left([0, 1, 0], [0; 3], -5), 0);
    }
}
