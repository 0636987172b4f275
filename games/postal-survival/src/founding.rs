//! The first round: diets, the founders' genes and start hexes; and founders that come later.
//! PS-SETUP-01

use crate::diet::Diet;
use crate::event::Event;
use crate::feeding::tell;
use crate::gene::{Gene, Genes};
use crate::island::{Creature, Island};
use crate::land::Hex;
use crate::orders::Sheet;
use crate::rulings::Rulings;
use table::{Dice, Log};

/// A diet for everybody who stated none, in number order. PS-SETUP-02, PS-SETUP-03
pub fn diets(stated: &[Option<Diet>], rulings: &Rulings, dice: &mut Dice) -> Vec<Diet> {
    let total: u32 = rulings.weights.iter().sum();
    dice.stream("diets", &[], |dice| {
        let mut draw = || {
            let mut left = dice.roll("diet", total);
            for (diet, weight) in Diet::ALL.into_iter().zip(rulings.weights) {
                if left <= weight {
                    return diet;
                }
                left -= weight;
            }
            Diet::Herbivore
        };
        stated.iter().map(|diet| diet.unwrap_or_else(&mut draw)).collect()
    })
}

/// Places the founder of a species with its first gene. PS-SETUP-06 to PS-SETUP-10, PS-SETUP-15
pub fn found(
    island: &mut Island,
    slot: usize,
    sheet: Option<&Sheet>,
    rulings: &Rulings,
    dice: &mut Dice,
    log: &mut Log<Event>,
) {
    let round = island.coming();
    let Creature { species, diet, .. } = island.creatures[slot];
    let number = island.species[species as usize].number;
    let open = |gene: &Gene| gene.basic() && gene.suits(diet);
    let (gene, bonus, hex) = dice.stream("founding", &[round as u64, number as u64], |dice| {
        let basic: Vec<Gene> = Gene::ALL.into_iter().filter(open).collect();
        let wanted = sheet.and_then(|sheet| sheet.genes.iter().copied().find(open));
        let gene =
            wanted.or_else(|| dice.pick("first gene", &basic).copied()).unwrap_or(Gene::Speed);
        let start = sheet
            .and_then(|sheet| sheet.start)
            .and_then(|place| island.land.find(place))
            .filter(|hex| island.terrain(*hex).is_land()); // PS-SETUP-08
        let hex = start.unwrap_or_else(|| {
            let land: Vec<Hex> =
                island.land.hexes().filter(|hex| island.terrain(*hex).is_land()).collect();
            dice.pick("start hex", &land).copied().unwrap_or(Hex(0)) // PS-SETUP-07
        });
        let bonus = rulings.founder_bonus_gene.map(|bonus| {
            if bonus != gene {
                return bonus;
            }
            let others: Vec<Gene> = basic.iter().copied().filter(|other| *other != gene).collect();
            dice.pick("bonus gene", &others).copied().unwrap_or(bonus)
        });
        (gene, bonus, hex)
    });
    let founder = &mut island.creatures[slot];
    founder.hex = hex;
    founder.genes = bonus.into_iter().chain([gene]).collect::<Genes>();
    let told = sheet.map(|sheet| sheet.told(founder.id));
    if let Some(mode) = told.and_then(|told| told.mode) {
        founder.mode = mode; // PS-SETUP-11
    }
    tell(log, || Event::Placed { who: island.creatures[slot].tag(), hex: island.place(hex), gene });
}

/// Gives every species that is due in this round its founder. PS-GM-10
pub fn admit(
    island: &mut Island,
    sheets: &[Sheet],
    rulings: &Rulings,
    dice: &mut Dice,
    log: &mut Log<Event>,
) -> usize {
    let round = island.coming();
    let due: Vec<usize> = (0..island.species.len())
        .filter(|species| island.species[*species].enters == Some(round))
        .collect();
    for species in &due {
        let id = island.next_id;
        let entrant = &mut island.species[*species];
        entrant.enters = None;
        entrant.number = id;
        let diet = entrant.diet;
        let founder =
            Creature { born: round, ..Creature::new(id, *species as u32, diet, Hex::NOWHERE) };
        island.add(founder);
        let slot = island.creatures.len() - 1;
        found(island, slot, sheets.get(*species), rulings, dice, log);
    }
    due.len()
}
