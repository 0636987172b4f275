//! The die-off: whom a herd can spare.

use super::Table;
use crate::{Action, Kind, Yellowstone};

impl Table<'_> {
    /// Animal Points left when this animal starves first and the rest follows as well as it can.
    pub(super) fn die_off(&mut self, action: &Action) -> i32 {
        let Action::Pick(animal) = action else {
            return 0;
        };
        let (_, herd) = self.own();
        let (mut healthy, mut injured) = ([0; 3], [0; 3]);
        for other in herd.living().filter(|other| other != animal) {
            match herd.counter(other).injured {
                true => injured[other.kind() as usize] += 1,
                false => healthy[other.kind() as usize] += 1,
            }
        }
        spared(self.game, healthy, injured, self.game.food_points(self.position, herd)) as i32
    }
}

/// Animal Points that so many healthy and injured of each kind have left after a winter with so much
/// Food. The injured die first, as many of each kind as their owner likes, and only then Young, Males
/// and Females.
pub(crate) fn spared(
    game: &Yellowstone,
    mut healthy: [i16; 3],
    injured: [i16; 3],
    food: i16,
) -> i16 {
    let sum = |each: [i16; 3], herd: [i16; 3]| -> i16 {
        each.iter().zip(herd).map(|(each, count)| each * count).sum()
    };
    let (needs, points) = (game.needs(), game.animal_points());
    let mut most = None;
    for males in 0..=injured[0] {
        for females in 0..=injured[1] {
            for young in 0..=injured[2] {
                let herd = [healthy[0] + males, healthy[1] + females, healthy[2] + young];
                if sum(needs, herd) <= food {
                    most = most.max(Some(sum(points, herd)));
                }
            }
        }
    }
    most.unwrap_or_else(|| {
        for kind in [Kind::Young, Kind::Male, Kind::Female] {
            while healthy[kind as usize] > 0 && food < sum(needs, healthy) {
                healthy[kind as usize] -= 1;
            }
        }
        sum(points, healthy)
    })
}

#[cfg(test)]
mod tests {
    use super::spared;
    use crate::Yellowstone;
    use table::{Rules, Setup};

    #[test]
    fn the_injured_die_first_by_choice_then_young_males_and_females() {
        let setup = Setup::new("standard", 2);
        let game = Yellowstone::open(&Yellowstone::house(), &setup).expect("the house's game");
        // YS-V-52, YS-V-53
        assert_eq!(spared(&game, [2, 3, 2], [1, 1, 0], 130), 28);
        assert_eq!(spared(&game, [3, 4, 5], [0; 3], 60), 20);
        // Who must starve anyway is better off with an injured Male than with a healthy one.
        assert_eq!(spared(&game, [3, 4, 4], [0; 3], 150), 26);
        assert_eq!(spared(&game, [2, 4, 4], [1, 0, 0], 150), 34);
        assert_eq!(spared(&game, [3, 4, 4], [0; 3], 175), 35);
        assert_eq!(spared(&game, [0, 1, 0], [0; 3], -5), 0);
    }
}
