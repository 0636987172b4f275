//! What rule cases give, and what the conformance suite probes.

use crate::PostalSurvival;
use crate::action::{Action, Line, Whom};
use crate::diet::{Diet, Mode};
use crate::gene::{Gene, Genes};
use crate::island::{Creature, Island, Species, Tag};
use crate::land::{Hex, Land, Place, Terrain};
use crate::orders::{Berth, Move, Press, Sheet, Step, Telling, Vote};
use crate::position::{Phase, Position};
use serde::Deserialize;
use std::collections::BTreeMap;
use std::sync::Arc;
use table::{Conformant, Dice, Edition, Fault, Rules, Seat, Setup, SetupError, Shown};
use terrain::Side;

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
    pass: bool,
    deciding: Option<Vec<u16>>,
    #[serde(default)]
    dominant: Option<(u32, u16)>,
}

fn second_round() -> u16 {
    2
}

fn wrong(field: &str, problem: impl Into<String>) -> SetupError {
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
fn read_creature(line: &str, land: &Land) -> Result<(Creature, Option<u32>), SetupError> {
    let fault = |problem: String| wrong("creatures", format!("`{line}`: {problem}"));
    let mut words = line.split_whitespace();
    let tag = words.next().unwrap_or_default().parse::<Tag>().map_err(fault)?;
    let mut creature = Creature::new(tag.id, 0, tag.diet, Hex::NOWHERE);
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
            "of" => kin = Some(number(words.next().unwrap_or_default())?),
            _ => match word.strip_prefix("AP") {
                Some(ap) => creature.ap = number(ap)?.clamp(1, 6) as u8,
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
    fn island(
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
                let numbers = [food.corpses as i32, food.meals as i32, food.most as i32];
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
            column(2).map(|most| most as i16).collect(),
            column(0).map(|corpses| corpses.max(0) as u32).collect(),
        );
        island.meals = column(1).map(|meals| meals as i16).collect();
        island.round = self.round.max(1) - 1;
        for (hex, corpses) in island.corpses.iter().enumerate() {
            if *corpses > 0 {
                island.bodies.insert(hex as u32, vec![self.round.max(1); *corpses as usize]);
            }
        }
        Ok(island)
    }

    fn settle(&self, island: &mut Island) -> Result<(), SetupError> {
        let mut creatures = Vec::new();
        for line in &self.creatures {
            let (creature, kin) = read_creature(line, &island.land)?;
            if creature.hex == Hex::NOWHERE && self.round > 1 {
                return Err(wrong("creatures", format!("`{line}`: say in which hex it is")));
            }
            creatures.push((creature, kin.unwrap_or(creature.id)));
        }
        creatures.sort_by_key(|(creature, _)| creature.id);
        let mut numbers: Vec<(u32, Diet)> =
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
                seat: seat.map_or(index as u16, |seat| seat.max(1) - 1),
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
            creature.species = island.species_of(kin).unwrap_or(0) as u32;
            island.add(creature);
        }
        island.count();
        island.dominant = self.dominant.and_then(|(number, rounds)| {
            let species = island.species_of(number)?;
            Some((species as u32, rounds))
        });
        Ok(())
    }
}

impl Shown for PostalSurvival {
    type Given = Given;

    fn ledger() -> &'static str {
        include_str!("../RULES.md")
    }

    fn learn() -> &'static str {
        include_str!("../LEARN.md")
    }

    fn cases() -> Vec<(&'static str, &'static str)> {
        crate::shown::cases()
    }

    fn tests() -> Vec<(&'static str, &'static str)> {
        crate::shown::tests()
    }

    fn arrange(
        edition: &Edition,
        setup: &Setup,
        given: Given,
        dice: &mut Dice,
    ) -> Result<(Self, Position), SetupError> {
        let mut island = given.island(edition, setup, dice)?;
        given.settle(&mut island)?;
        let seats = island.species.iter().map(|species| species.seat + 1).max().unwrap_or(0);
        if seats < 2 {
            return Err(wrong("creatures", "a game has at least two species"));
        }
        let setup = Setup { seats, ..setup.clone() };
        let game = PostalSurvival::open(edition, &setup)?;
        let deciding = match &given.deciding {
            Some(seats) => seats.clone(),
            None if given.pass => vec![seats],
            None => (1..=seats).collect(),
        };
        let sheet = Sheet { pass: given.pass, ..Sheet::default() };
        let position = Position {
            phase: Phase::Orders,
            sheets: vec![sheet; island.species.len()],
            closed: (1..=seats).map(|seat| !deciding.contains(&seat)).collect(),
            lines: vec![0; seats as usize],
            stated: vec![None; seats as usize],
            over: None,
            island,
        };
        Ok((game, position))
    }
}

impl Conformant for PostalSurvival {
    fn bound(&self) -> usize {
        let rounds = self.rulings().rounds as usize + 1;
        rounds * self.setup().seats as usize * Position::most_lines()
    }

    /// Lists, longer paths and free text can be written but not counted.
    fn complete(&self) -> bool {
        false
    }

    fn probes(&self, position: &Position, seat: Seat, dice: &mut Dice, out: &mut Vec<Action>) {
        let island = &position.island;
        let mut legal = Vec::new();
        self.legal(position, seat, &mut legal);
        out.extend(dice.pick("probe", &legal).cloned());
        let next_seat = Seat((seat.0 + 1) % self.setup().seats);
        self.legal(position, next_seat, &mut legal);
        out.extend(dice.pick("probe", &legal).cloned());
        let tags: Vec<Tag> = island.living().map(Creature::tag).collect();
        let stranger = Tag { id: island.next_id + 7, diet: Diet::Omnivore };
        let tag = dice.pick("probe", &tags).copied().unwrap_or(stranger);
        let place =
            Place { column: dice.roll("probe", 12) as u16, row: dice.roll("probe", 12) as u16 };
        let side = Side(dice.roll("probe", 6) as u8 - 1);
        let gene = dice.pick("probe", &Gene::ALL).copied().unwrap_or(Gene::Speed);
        let moves = [
            Move::Path(vec![Step::To(place)]),
            Move::Path(vec![Step::Through(side), Step::Through(side)]),
            Move::Path(Vec::new()),
            Move::Track(tag.id),
            Move::Track(stranger.id),
        ];
        for whom in [Whom::One(tag), Whom::One(stranger), Whom::All, Whom::Newborn] {
            out.extend(moves.iter().map(|m| Line::Tell(whom, Telling::moving(m.clone())).into()));
            out.push(Line::Tell(whom, Telling::switch(gene, false)).into());
            out.push(Line::Tell(whom, Telling::default()).into());
            out.push(Line::Birth(whom, vec![Berth::At(Step::Through(side))]).into());
            out.push(Line::Birth(whom, Vec::new()).into());
        }
        let kill = Telling {
            kill_poison: Some(true),
            using: Genes::NONE.with(Gene::Camouflage),
            ..Telling::default()
        };
        let press = Press { anonymous: true, text: "Hear, hear.".into() };
        let lines = [
            Line::Tell(Whom::One(tag), kill),
            Line::Genes(vec![gene]),
            Line::Genes(Vec::new()),
            Line::Start(place),
            Line::Enemy(Some(tag.id)),
            Line::Enemy(Some(stranger.id)),
            Line::Draw(Vote::These(vec![1, 2])),
            Line::Draw(Vote::These(vec![2, 1])),
            Line::Name("Gnashers".into()),
            Line::Name(String::new()),
            Line::Diet(Diet::Herbivore),
            Line::Press(press),
            Line::Note(String::new()),
            Line::Standing(Some(vec![Line::Tell(Whom::All, Telling::moving(Move::Forage))])),
            Line::Standing(Some(vec![Line::Pass])),
            Line::Standing(Some(Vec::new())),
            Line::Standing(None),
            Line::Withdraw,
            Line::Pass,
            Line::Done,
        ];
        out.extend(lines.into_iter().map(Action::from));
        out.push(Action { of: Some(tag.id), line: Line::Pass });
    }

    fn conserved(&self, position: &Position) -> Vec<(&'static str, i64)> {
        let island = &position.island;
        let dead = island.creatures.iter().filter(|creature| !creature.alive()).count();
        let land: i64 = island.land.len() as i64;
        vec![
            ("hexes", land),
            (
                "creatures less the living and the dead",
                island.creatures.len() as i64 - island.living.len() as i64 - dead as i64,
            ),
        ]
    }
}
