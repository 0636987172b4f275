//! The positions that rule cases give.

use crate::edition::{Diet, Gene, Mode};
use crate::land::{Hex, Island, Land, Place, Terrain};
use crate::position::{Creature, Kind, Number, Species, Tag};
use serde::Deserialize;
use std::collections::BTreeMap;
use std::sync::Arc;
use table::{Dice, Edition, Fault, Fit, Seat, Setup, SetupError};

/// The position of a rule case; `cases/README.md` tells what the fields mean.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Given {
    #[serde(default = "second_round")]
    round: u16,
    #[serde(default)]
    map: String,
    #[serde(default)]
    hexes: Vec<String>,
    creatures: Vec<String>,
    #[serde(default)]
    names: BTreeMap<String, String>,
    #[serde(default)]
    seats: BTreeMap<String, u16>,
    #[serde(default)]
    pub(super) pass: bool,
    pub(super) deciding: Option<Vec<u16>>,
    #[serde(default)]
    dominant: Option<(Number, u16)>,
}

fn second_round() -> u16 {
    2
}

pub(super) fn wrong(field: &str, problem: impl Into<String>) -> SetupError {
    Fault::field(format!("given.{field}"), problem).into()
}

/// A hex such as `B7 J 1 2 3`: label, terrain, corpses, meals, most meals.
fn read_hex(line: &str) -> Result<(Place, Terrain, [i32; 3]), SetupError> {
    let fault = || {
        wrong(
            "hexes",
            format!(
                "`{line}`: write label, terrain letter, corpses, meals, most, such as `B7 J 1 2 3`"
            ),
        )
    };
    let words: Vec<&str> = line.split_whitespace().collect();
    let [label, terrain, numbers @ ..] = words.as_slice() else {
        return Err(fault());
    };
    let place = label.parse().map_err(|_| fault())?;
    let terrain = terrain.chars().next().filter(|_| terrain.len() == 1);
    let terrain = terrain.and_then(Terrain::from_letter).ok_or_else(fault)?;
    let numbers: Result<Vec<i32>, _> = numbers.iter().map(|number| number.parse()).collect();
    match numbers.map_err(|_| fault())?.as_slice() {
        [] => Ok((place, terrain, [0; 3])),
        [corpses, meals, most] => Ok((place, terrain, [*corpses, *meals, *most])),
        _ => Err(fault()),
    }
}

/// A creature such as `9C B7 AP3 A h1 spare FA SP of 4`.
fn read_creature(line: &str, land: &Land) -> Result<(Creature, Option<Number>), SetupError> {
    let fault = |problem: String| wrong("creatures", format!("`{line}`: {problem}"));
    let mut words = line.split_whitespace();
    let tag = words.next().unwrap_or_default().parse::<Tag>().map_err(fault)?;
    let mut creature = Creature::new(tag.id, Kind::at(0), tag.diet, Hex::NOWHERE);
    let mut kin = None;
    // A hex comes right after the number: B2, F2 and S2 are also codes of genes.
    let mut words = words.peekable();
    let place = words.peek().and_then(|word| word.parse::<Place>().ok());
    if let Some(hex) = place.and_then(|place| land.find(place)) {
        creature.hex = hex;
        words.next();
    }
    while let Some(word) = words.next() {
        if let Some(gene) = Gene::ALL.into_iter().find(|gene| gene.code() == word) {
            creature.genes = creature.genes.with(gene);
            continue;
        }
        let number =
            |text: &str| text.parse::<u32>().map_err(|_| fault(format!("`{text}` is no number")));
        match word {
            "D" => creature.mode = Mode::Defensive,
            "S" => creature.mode = Mode::SemiDefensive,
            "A" => creature.mode = Mode::Aggressive,
            "h1" => creature.hunger = 1,
            "h2" => creature.hunger = 2,
            "spare" => creature.spare = true,
            "of" => kin = Some(Number(number(words.next().unwrap_or_default())?)),
            _ => match word.strip_prefix("AP") {
                Some(ap) => creature.ap = number(ap)?.clamp(1, 6).fit(),
                None => {
                    let known = "AP, mode (D, S, A), gene code, h1, h2, spare or `of N`";
                    return Err(fault(format!("`{word}` is no hex of this map, and no {known}")));
                }
            },
        }
    }
    Ok((creature, kin))
}

impl Given {
    /// The island of the case.
    pub(super) fn island(
        &self,
        edition: &Edition,
        setup: &Setup,
        dice: &mut Dice,
    ) -> Result<Island, SetupError> {
        let mut hexes: BTreeMap<Place, (Terrain, [i32; 3])> = BTreeMap::new();
        if !self.map.is_empty() {
            let drawn = setup.clone().with("map", self.map.clone());
            let island = crate::edition::choose(edition, &drawn)?.island(dice)?;
            for hex in island.land.hexes() {
                let food = island.food(hex);
                let numbers =
                    [food.corpses.fit::<i32>(), i32::from(food.meals), i32::from(food.most)];
                hexes.insert(island.place(hex), (island.terrain(hex), numbers));
            }
        }
        for line in &self.hexes {
            let (place, terrain, numbers) = read_hex(line)?;
            hexes.insert(place, (terrain, numbers));
        }
        if hexes.is_empty() {
            return Err(wrong("hexes", "give a `map` or at least one hex"));
        }
        let land = Land::new(hexes.iter().map(|(place, (terrain, _))| (*place, *terrain)));
        let column = |i: usize| hexes.values().map(move |(_, numbers)| numbers[i]);
        let mut island = Island::new(
            Arc::new(land),
            column(2).map(|most| most.fit::<i16>()).collect(),
            column(0).map(|corpses| corpses.max(0).fit::<u32>()).collect(),
        );
        island.meals = column(1).map(|meals| meals.fit::<i16>()).collect();
        island.round = self.round.max(1) - 1;
        for (hex, corpses) in island.corpses.iter().enumerate() {
            if *corpses > 0 {
                island.bodies.insert(Hex(hex.fit()), vec![self.round.max(1); *corpses as usize]);
            }
        }
        Ok(island)
    }

    /// Puts the creatures of the case on the island.
    pub(super) fn settle(&self, island: &mut Island) -> Result<(), SetupError> {
        let mut creatures = Vec::new();
        for line in &self.creatures {
            let (creature, kin) = read_creature(line, &island.land)?;
            if creature.placed().is_none() && self.round > 1 {
                return Err(wrong("creatures", format!("`{line}`: say in which hex it is")));
            }
            creatures.push((creature, kin.unwrap_or(Number::of(creature.id))));
        }
        creatures.sort_by_key(|(creature, _)| creature.id);
        let mut numbers: Vec<(Number, Diet)> =
            creatures.iter().map(|(c, kin)| (*kin, c.diet)).collect();
        numbers.sort();
        numbers.dedup();
        if numbers.windows(2).any(|pair| pair[0].0 == pair[1].0) {
            return Err(wrong("creatures", "all creatures of a species have one diet"));
        }
        for (index, (number, diet)) in numbers.iter().enumerate() {
            let name = self.names.get(&number.to_string()).cloned();
            let name = name.unwrap_or_else(|| format!("Player {}", index + 1));
            let seat = self.seats.get(&number.to_string()).copied();
            island.species.push(Species {
                number: *number,
                seat: Seat(seat.map_or(index.fit(), |seat| seat.max(1) - 1)),
                player: name.clone(),
                name,
                diet: *diet,
                enemy: None,
                standing: None,
                extinct: None,
                enters: None,
            });
        }
        for (mut creature, kin) in creatures {
            creature.species = island.species_of(kin).unwrap_or(Kind::at(0));
            island.add(creature);
        }
        island.count();
        island.dominant = self.dominant.and_then(|(number, rounds)| {
            let species = island.species_of(number)?;
            Some((species, rounds))
        });
        Ok(())
    }
}
