//! The carrion phase: corpses, and the fish of a water hex. PS-CARR-01

use crate::edition::options::KinTruce;
use crate::edition::{Diet, Gene, Mode};
use crate::event::{Event, Meal, Prize};
use crate::land::Terrain;
use crate::position::Death;
use crate::rules::feeding::{Beast, Scratch, Spot, note_growth, scramble, tell};
use table::{Dice, Fit, Log};

/// The carrion phase of one hex.
pub fn scavenge(
    spot: &mut Spot<'_>,
    herd: &mut [Beast],
    scratch: &mut Scratch,
    dice: &mut Dice,
    log: &mut Log<Event>,
) {
    let eaters = &mut scratch.group;
    eaters.clear();
    let (mut c, mut o, mut h, mut neck) = (0u32, 0u32, 0u32, false);
    for (i, beast) in herd.iter().enumerate() {
        // All who are unfed take part, those beaten or fended off too. PS-CARR-01, PS-CARR-20, PS-FEED-04,
        // PS-FIGHT-14, PS-FIGHT-15
        if !beast.alive() || beast.fed {
            continue;
        }
        match beast.diet {
            Diet::Herbivore => {
                h += 1;
                neck |= beast.has(Gene::LongNeck);
                continue;
            }
            Diet::Omnivore => o += 1,
            Diet::Carnivore => c += 1,
        }
        eaters.push(i);
    }
    if spot.meat == 0 || eaters.is_empty() {
        return;
    }
    // Fruit that those who find no corpse could eat instead. PS-CARR-06, PS-NECK-09
    let fruit = match spot.terrain {
        Terrain::Jungle => spot.meals.max(0).fit::<u32>() + u32::from(spot.meals >= 0 && neck),
        _ => 0,
    };
    if c + o <= spot.meat {
        // Whatever the herbivores lack. PS-CARR-04, PS-CARR-08, PS-FEED-03
        for i in eaters.iter() {
            eat(spot, &mut herd[*i], log);
        }
    } else if c <= spot.meat && (c + o - spot.meat) + h <= fruit {
        // PS-CARR-05, PS-CARR-07
        for diet in [Diet::Carnivore, Diet::Omnivore] {
            for i in eaters.iter() {
                if herd[*i].diet == diet && spot.meat > 0 {
                    eat(spot, &mut herd[*i], log);
                }
            }
        }
    } else {
        tussle(spot, herd, scratch, dice, log);
    }
}

fn eat(spot: &mut Spot<'_>, beast: &mut Beast, log: &mut Log<Event>) {
    beast.fed = true;
    spot.meat -= 1;
    let meal = match spot.terrain {
        Terrain::Water => Meal::Fish,
        _ => Meal::Carrion,
    };
    tell(log, || Event::Ate { who: beast.tag(), meal });
}

/// The scramble for too few corpses; whose they were does not matter. PS-CARR-09, PS-CARR-10, PS-CARR-18,
/// PS-CANN-04
fn tussle(
    spot: &mut Spot<'_>,
    herd: &mut [Beast],
    scratch: &mut Scratch,
    dice: &mut Dice,
    log: &mut Log<Event>,
) {
    let Scratch { group, scored, .. } = scratch;
    scored.clear();
    let mut rolled = Vec::with_capacity(group.len());
    // In id order. PS-CARR-21
    for i in group.iter() {
        let side = scramble(&herd[*i], spot.rulings, "carrion tussle", dice);
        scored.push((side.score, *i));
        rolled.push(side);
    }
    let kin = herd_of_one(herd, group) && spot.rulings.kin_truce == KinTruce::All; // PS-CARR-17
    scored.sort_by_key(|(score, i)| (std::cmp::Reverse(*score), *i));
    let meals = spot.meat;
    let mut left = meals;
    let (mut fed, mut tied, mut lost, mut died) = (vec![], vec![], vec![], vec![]);
    let mut rest = scored.as_slice();
    while let Some((score, _)) = rest.first() {
        let size = rest.iter().take_while(|(other, _)| other == score).count();
        let (equals, below) = rest.split_at(size);
        rest = below;
        for (_, i) in equals {
            let beast = &mut herd[*i];
            if size.fit::<u32>() <= left {
                // A tie matters only across the cut. PS-CARR-11
                beast.fed = true;
                beast.grow(); // PS-CARR-15
                fed.push(beast.tag());
            } else if left > 0 {
                tied.push(beast.tag()); // PS-CARR-12, PS-CARR-13
            } else if beast.mode == Mode::Aggressive && !kin {
                beast.death = Some(Death::Tussle); // PS-CARR-14, PS-CARR-16, PS-MODE-07, PS-MODE-14
                died.push(beast.tag());
                if spot.leaves_corpse(beast) {
                    spot.later += 1; // PS-CARR-19
                }
            } else {
                lost.push(beast.tag());
            }
        }
        left = left.saturating_sub(size.fit::<u32>());
    }
    spot.meat -= fed.len().fit::<u32>();
    let prize = match spot.terrain {
        Terrain::Water => Prize::Fish,
        _ => Prize::Carrion,
    };
    tell(log, || {
        note_growth(herd, &mut rolled);
        Event::Tussled {
            hex: spot.place,
            prize,
            meals,
            treetops: false,
            rolled,
            roll_offs: Vec::new(),
            lots: false,
            fed,
            tied,
            lost,
            died,
        }
    });
}

/// Whether all of these are of one species.
pub fn herd_of_one(herd: &[Beast], group: &[usize]) -> bool {
    group.windows(2).all(|pair| herd[pair[0]].species == herd[pair[1]].species)
}
