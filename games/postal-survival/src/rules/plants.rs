//! The plant phase: grass and fruit, the meal in the treetops, and second helpings. PS-PLANT-01

use crate::edition::options::{NeckFight, StomachFood};
use crate::edition::{Diet, Gene, Mode};
use crate::event::{Event, Meal, Prize, Side};
use crate::land::Terrain;
use crate::position::Death;
use crate::rules::carrion::herd_of_one;
use crate::rules::feeding::{Beast, Scratch, Spot, note_growth, scramble, tell};
use table::{Dice, Fit, Log};

/// Roll-offs of one group after which lots decide. PS-PLANT-08
const MOST_ROLL_OFFS: usize = 10;

/// The plant phase of one fertile hex.
pub fn graze(
    spot: &mut Spot<'_>,
    herd: &mut [Beast],
    scratch: &mut Scratch,
    dice: &mut Dice,
    log: &mut Log<Event>,
) {
    let ground = spot.meals.max(0).fit::<usize>();
    let treetops = spot.meals >= 0;
    hungry(spot, herd, ground, treetops, &mut scratch.group);
    if scratch.group.is_empty() {
        return; // PS-PLANT-03
    }
    let larder = Larder { ground, treetops, neck_fight: spot.rulings.neck_fight };
    if larder.fits(herd, &[], &scratch.group) {
        in_peace(spot, herd, &scratch.group, ground, log);
        // Never after a tussle. PS-STOM-11
        second_helping(spot, herd, &mut scratch.group, dice, log);
    } else {
        tussle(spot, herd, &larder, scratch, dice, log);
    }
}

/// Those who want to eat here and reach something: without a meal on the ground only a long neck does.
/// Whoever can eat takes part, with a spare meal too. PS-NECK-08, PS-PLANT-15, PS-STOM-09, PS-FEED-04
fn hungry(spot: &Spot<'_>, herd: &[Beast], ground: usize, treetops: bool, group: &mut Vec<usize>) {
    group.clear();
    for (i, beast) in herd.iter().enumerate() {
        let eats = match beast.diet {
            Diet::Herbivore => true,
            Diet::Omnivore => spot.terrain == Terrain::Jungle,
            Diet::Carnivore => false,
        };
        let reaches = ground > 0 || treetops && beast.has(Gene::LongNeck);
        if beast.alive() && !beast.fed && eats && reaches {
            group.push(i);
        }
    }
}

/// The scramble for too few plants. PS-PLANT-04
fn tussle(
    spot: &mut Spot<'_>,
    herd: &mut [Beast],
    larder: &Larder,
    scratch: &mut Scratch,
    dice: &mut Dice,
    log: &mut Log<Event>,
) {
    let Scratch { group, fed, .. } = scratch;
    fed.clear();
    let mut rolls = Rolls::default();
    larder.share(herd, spot, group, 0, fed, &mut rolls, dice);
    let kin = herd_of_one(herd, group); // PS-PLANT-11, PS-PLANT-12
    let (mut lost, mut died) = (vec![], vec![]);
    for i in group.iter() {
        let beast = &mut herd[*i];
        if fed.contains(i) {
            beast.fed = true;
            beast.grow(); // PS-PLANT-09, PS-PLANT-14
        } else if beast.mode == Mode::Aggressive && !kin {
            beast.death = Some(Death::Tussle); // PS-PLANT-10, PS-MODE-07, PS-MODE-14
            died.push(beast.tag());
            if spot.leaves_corpse(beast) {
                spot.later += 1; // PS-PLANT-13
            }
        } else {
            lost.push(beast.tag());
        }
    }
    spot.meals -= fed.len().fit::<i16>(); // PS-MAP-07, PS-NECK-05
    let prize = match spot.terrain {
        Terrain::Jungle => Prize::Fruit,
        _ => Prize::Grass,
    };
    tell(log, || {
        let Rolls { mut first, roll_offs, lots } = rolls;
        note_growth(herd, &mut first);
        Event::Tussled {
            hex: spot.place,
            prize,
            meals: larder.ground.fit(),
            treetops: larder.treetops && group.iter().any(|i| herd[*i].has(Gene::LongNeck)),
            rolled: first,
            roll_offs,
            lots,
            fed: fed.iter().map(|i| herd[*i].tag()).collect(),
            tied: Vec::new(),
            lost,
            died,
        }
    });
}

/// Everything that was rolled in a tussle.
#[derive(Default)]
struct Rolls {
    first: Vec<Side>,
    roll_offs: Vec<Vec<Side>>,
    /// Whether lots had to decide.
    lots: bool,
}

/// Enough for all: no dice, no attack points. PS-PLANT-02
fn in_peace(
    spot: &mut Spot<'_>,
    herd: &mut [Beast],
    group: &[usize],
    ground: usize,
    log: &mut Log<Event>,
) {
    let mut reaching_up = group.len() > ground; // PS-NECK-03
    for i in group {
        let beast = &mut herd[*i];
        beast.fed = true;
        let meal = if reaching_up && beast.has(Gene::LongNeck) {
            reaching_up = false;
            Meal::Treetops
        } else if spot.terrain == Terrain::Jungle {
            Meal::Fruit
        } else {
            Meal::Grass
        };
        tell(log, || Event::Ate { who: beast.tag(), meal });
    }
    spot.meals -= group.len().fit::<i16>(); // PS-MAP-07
}

/// Extra Stomachs take what is left, strongest first. PS-STOM-02, PS-STOM-03, PS-STOM-08
fn second_helping(
    spot: &mut Spot<'_>,
    herd: &mut [Beast],
    group: &mut Vec<usize>,
    dice: &mut Dice,
    log: &mut Log<Event>,
) {
    let stored =
        spot.terrain == Terrain::Grassland || spot.rulings.stomach_food == StomachFood::Plants;
    group.retain(|i| {
        let beast = &herd[*i];
        beast.uses(Gene::ExtraStomach) && !beast.spare
    });
    // What hangs in the treetops is no second meal. PS-STOM-10
    while stored && spot.meals > 0 && !group.is_empty() {
        let most = group.iter().map(|i| herd[*i].ap).max().unwrap_or(0);
        let strongest = |i: &&usize| herd[**i].ap == most;
        let equals: Vec<usize> = group.iter().filter(strongest).copied().collect();
        let chosen = if equals.len() > spot.meals.fit::<usize>() {
            dice.pick("second helping", &equals).copied()
        } else {
            equals.first().copied()
        };
        let Some(chosen) = chosen else { break };
        group.retain(|i| *i != chosen);
        let beast = &mut herd[chosen];
        beast.spare = true;
        spot.meals -= 1;
        tell(log, || Event::Stored { who: beast.tag() });
    }
}

/// What there is to share in a tussle.
struct Larder {
    /// Meals that everybody reaches.
    ground: usize,
    /// Whether the meal of the long necks is there.
    treetops: bool,
    neck_fight: NeckFight,
}

impl Larder {
    /// Whether there is enough for those fed and these. PS-NECK-04, PS-NECK-06
    fn fits(&self, herd: &[Beast], fed: &[usize], more: &[usize]) -> bool {
        let necks = |group: &[usize]| group.iter().any(|i| herd[*i].has(Gene::LongNeck));
        let count = fed.len() + more.len();
        let reached = match self.neck_fight {
            NeckFight::Victors if !fed.is_empty() && fed.len() >= self.ground => necks(fed),
            _ => necks(fed) || necks(more),
        };
        count <= self.ground || self.treetops && count <= self.ground + 1 && reached
    }

    /// Shares the meals by rank, with roll-offs; `fed` grows in rank order. PS-PLANT-05,
    /// PS-PLANT-06, PS-PLANT-07
    #[allow(clippy::too_many_arguments, reason = "a roll-off sees everything that the tussle sees")]
    fn share(
        &self,
        herd: &[Beast],
        spot: &Spot<'_>,
        group: &[usize],
        depth: usize,
        fed: &mut Vec<usize>,
        rolls: &mut Rolls,
        dice: &mut Dice,
    ) {
        if depth > MOST_ROLL_OFFS {
            rolls.lots = true;
            let mut waiting = group.to_vec();
            while !waiting.is_empty() {
                let lot =
                    dice.roll("lots after ten roll-offs", waiting.len().fit()).fit::<usize>() - 1;
                let next = waiting.remove(lot);
                if self.fits(herd, fed, &[next]) {
                    fed.push(next);
                }
            }
            return;
        }
        let purpose = if depth == 0 { "plant tussle" } else { "roll-off" };
        let sides: Vec<Side> =
            group.iter().map(|i| scramble(&herd[*i], spot.rulings, purpose, dice)).collect();
        let mut scored: Vec<(u8, usize)> =
            sides.iter().map(|side| side.score).zip(group.iter().copied()).collect();
        match depth {
            0 => rolls.first = sides,
            _ => rolls.roll_offs.push(sides),
        }
        scored.sort_by_key(|(score, i)| (std::cmp::Reverse(*score), *i));
        let mut rest = scored.as_slice();
        while let Some((score, _)) = rest.first() {
            let size = rest.iter().take_while(|(other, _)| other == score).count();
            let (equals, below) = rest.split_at(size);
            rest = below;
            let able: Vec<usize> =
                equals.iter().map(|(_, i)| *i).filter(|i| self.fits(herd, fed, &[*i])).collect();
            if able.is_empty() {
                continue;
            }
            if self.fits_together(herd, fed, &able) {
                fed.extend_from_slice(&able);
            } else {
                self.share(herd, spot, &able, depth + 1, fed, rolls, dice);
            }
        }
    }

    /// Whether a whole group of equals can be fed. Under `victors` a group that would fill the last
    /// place on the ground and the treetops at once has to be ranked first, unless a long neck is
    /// fed already.
    fn fits_together(&self, herd: &[Beast], fed: &[usize], able: &[usize]) -> bool {
        let necks = fed.iter().any(|i| herd[*i].has(Gene::LongNeck));
        let over = fed.len() + able.len() > self.ground;
        match self.neck_fight {
            NeckFight::Victors if over && able.len() > 1 && !necks => false,
            _ => self.fits(herd, fed, able),
        }
    }
}
