//! The final score sheet: who won, records, curves, family trees. PS-END-13

use super::ReportSource;
use super::account::counted;
use crate::edition::{Diet, Genes};
use crate::land::Hex;
use crate::position::{Creature, Death, Id, Kind, Number};
use crate::rules::ending::{Ended, crowns, told, total_ap};
use serde::Serialize;
use std::collections::BTreeMap;
use table::Fit;

/// A species on the final sheet.
#[derive(Clone, Debug, Serialize)]
#[allow(missing_docs, reason = "each field is the column of its name")]
pub struct Final {
    pub number: Number,
    pub species: String,
    pub player: String,
    pub diet: Diet,
    pub alive: u32,
    pub most: u32,
    pub most_in_round: u16,
    pub born: u32,
    pub lost_to_others: u32,
    pub starved: u32,
    pub kills: u32,
    pub ap: u32,
    pub genes: String,
    pub extinct: Option<u16>,
    /// The family tree, founders outermost: `1H (9H (12H), 10H)`.
    pub family: String,
}

/// The final score sheet.
#[derive(Clone, Debug, Serialize)]
pub struct ScoreSheet {
    /// The end in a sentence.
    pub text: String,
    /// The winners' names.
    pub winners: Vec<String>,
    /// Every species, the best first.
    pub species: Vec<Final>,
    /// The best species of each diet, if one is alive.
    pub crowns: Vec<(Diet, Vec<String>)>,
    /// Records in words.
    pub records: Vec<String>,
    /// Living creatures of each diet after each round, the start first.
    pub curves: Vec<[u32; 3]>,
    /// Deaths by cause: eaten, killed in fights, killed in tussles, starved.
    pub deaths: [u32; 4],
    /// The seed, so that anybody can check the dice.
    pub seed: String,
}

impl ScoreSheet {
    /// The sheet of a game that is over.
    pub fn compile(source: &ReportSource<'_>, ended: &Ended) -> ScoreSheet {
        let island = source.island;
        let mut deaths = [0; 4];
        for end in island.creatures.iter().filter_map(|creature| creature.end) {
            deaths[match end.death {
                Death::Eaten(_) => 0,
                Death::Killed(_) => 1,
                Death::Tussle => 2,
                Death::Starved => 3,
            }] += 1;
        }
        let mut species = species(source);
        species.sort_by_key(|row| {
            (
                std::cmp::Reverse((row.alive, row.extinct.map_or(u16::MAX, |round| round), row.ap)),
                row.number,
            )
        });
        let crowns = crowns(island).map(|(diet, best)| {
            (diet, best.iter().map(|kind| island[*kind].name.clone()).collect())
        });
        let winners = ended.winners.iter().flat_map(|seat| {
            let own = island.species.iter().filter(move |species| species.seat == *seat);
            own.map(|species| species.name.clone())
        });
        let curves = island.census.iter().map(|counts| {
            let mut sums = [0; 3];
            for (count, species) in counts.iter().zip(&island.species) {
                sums[species.diet.index()] += count;
            }
            sums
        });
        ScoreSheet {
            text: told(island, source.rulings, ended),
            winners: winners.collect(),
            crowns: crowns.to_vec(),
            records: records(source),
            curves: curves.collect(),
            deaths,
            seed: source.seed.unwrap_or_default().to_string(),
            species,
        }
    }
}

fn species(source: &ReportSource<'_>) -> Vec<Final> {
    let island = source.island;
    let strength = total_ap(island);
    let mut of: Vec<Vec<&Creature>> = vec![Vec::new(); island.species.len()];
    for creature in &island.creatures {
        of[creature.species.index()].push(creature);
    }
    let row = |(kind, creatures): (Kind, &Vec<&Creature>)| {
        let shown = &island[kind];
        let count = |round: usize| island.census[round].get(kind.index()).copied().unwrap_or(0);
        let best =
            (0..island.census.len()).max_by_key(|round| (count(*round), std::cmp::Reverse(*round)));
        let genes =
            creatures.iter().fold(Genes::NONE, |genes, creature| genes.union(creature.genes));
        let ends = |wanted: fn(&Death) -> bool| {
            creatures
                .iter()
                .filter(|c| c.end.is_some_and(|end| wanted(&end.death)))
                .count()
                .fit::<u32>()
        };
        Final {
            number: shown.number,
            species: shown.name.clone(),
            player: shown.player.clone(),
            diet: shown.diet,
            alive: island.count_of(kind),
            most: best.map_or(0, count),
            most_in_round: best.unwrap_or(0).fit::<u16>(),
            born: creatures.iter().filter(|c| c.parent.is_some()).count().fit::<u32>(),
            lost_to_others: ends(|death| matches!(death, Death::Eaten(_) | Death::Killed(_))),
            starved: ends(|death| matches!(death, Death::Starved)),
            kills: creatures.iter().map(|c| u32::from(c.kills)).sum(),
            ap: strength[kind.index()],
            genes: genes.to_string(),
            extinct: shown.extinct,
            family: family(creatures),
        }
    };
    island.kinds().zip(&of).map(row).collect()
}

/// The tree of one species, as nested brackets.
fn family(creatures: &[&Creature]) -> String {
    let mut children: BTreeMap<Option<Id>, Vec<&Creature>> = BTreeMap::new();
    for creature in creatures {
        children.entry(creature.parent).or_default().push(creature);
    }
    fn write(of: Option<Id>, children: &BTreeMap<Option<Id>, Vec<&Creature>>, out: &mut String) {
        for (place, creature) in children.get(&of).into_iter().flatten().enumerate() {
            if place > 0 {
                out.push_str(", ");
            }
            out.push_str(&creature.tag().to_string());
            if !creature.alive() {
                out.push('†');
            }
            if children.contains_key(&Some(creature.id)) {
                out.push_str(" (");
                write(Some(creature.id), children, out);
                out.push(')');
            }
        }
    }
    let mut out = String::new();
    write(None, &children, &mut out);
    out
}

fn records(source: &ReportSource<'_>) -> Vec<String> {
    let island = source.island;
    let name =
        |creature: &Creature| format!("{} ({})", creature.tag(), island[creature.species].name);
    let age = |creature: &Creature| {
        let end = creature.end.map_or(island.round, |end| end.round);
        end.saturating_sub(creature.born.max(1)) + 1
    };
    let mut records = Vec::new();
    let first = |key: &dyn Fn(&Creature) -> u32| {
        island
            .creatures
            .iter()
            .rev()
            .max_by_key(|creature| key(creature))
            .filter(|creature| key(creature) > 0)
    };
    if let Some(oldest) = first(&|creature| u32::from(age(creature))) {
        let rounds = counted(age(oldest).into(), "round");
        records.push(format!("Longest life: {}, {rounds}.", name(oldest)));
    }
    if let Some(killer) = first(&|creature| u32::from(creature.kills)) {
        records.push(format!("Most kills: {}, {}.", name(killer), killer.kills));
    }
    if let Some(strongest) = first(&|creature| u32::from(creature.ap)) {
        records.push(format!("Highest AP: {}, {}.", name(strongest), strongest.ap));
    }
    let mut families: BTreeMap<Kind, u32> = BTreeMap::new();
    let mut graves: BTreeMap<Hex, u32> = BTreeMap::new();
    for creature in &island.creatures {
        *families.entry(creature.species).or_default() += 1;
        if !creature.alive() {
            *graves.entry(creature.hex).or_default() += 1;
        }
    }
    if let Some((species, size)) = families.iter().rev().max_by_key(|(_, size)| **size) {
        let size = counted((*size).into(), "creature");
        records.push(format!("Largest family: {}, {size}.", island[*species].name));
    }
    if let Some((hex, dead)) = graves.iter().rev().max_by_key(|(_, dead)| **dead) {
        let dead = counted((*dead).into(), "death");
        records.push(format!("Deadliest hex: {}, {dead}.", island.place(*hex)));
    }
    let gone = island.species.iter().filter(|species| species.extinct.is_some());
    if let Some(species) = gone.min_by_key(|species| (species.extinct, species.number)) {
        records.push(format!(
            "First extinct: {}, in round {}.",
            species.name,
            species.extinct.unwrap_or(0)
        ));
    }
    records
}
