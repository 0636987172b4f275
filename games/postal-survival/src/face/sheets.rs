//! The sheets beside the map: own creatures, what they can reach, the standings, the island.

use super::ordered::{orders_of, standing, will_do};
use super::outlook::starves;
use super::prompt::{food_to_come, left_out, numbers};
use super::scene::hunger;
use super::words;
use crate::PostalSurvival;
use crate::edition::options::Climate;
use crate::edition::{Diet, Gene};
use crate::knowledge::View;
use crate::land::{Food, Hex};
use crate::position::{Creature, Kind, Sheet};
use crate::rules::calendar::{self, NextBirths, Season};
use crate::rules::movement::reach;
use crate::speech::report::ap;
use stage::{Block, Fact, Ink, Panel, Row, TrackBox};
use std::collections::BTreeSet;

fn fact(label: &str, value: impl Into<String>) -> Fact {
    Fact { label: label.into(), value: value.into(), ink: None, symbol: None }
}

/// The sheets of a view.
pub(super) fn panels(game: &PostalSurvival, view: &View) -> Vec<Panel> {
    let sheets = [
        own_creatures(game, view),
        super::ordered::panel(view),
        near(game, view),
        genes(game, view),
        Some(standings(view)),
        Some(island(game, view)),
        Some(hexes(view)),
        Some(rounds(view)),
    ];
    sheets.into_iter().flatten().collect()
}

/// The viewer's creatures with what they will do, if there are any.
fn own_creatures(game: &PostalSurvival, view: &View) -> Option<Panel> {
    view.own().next()?;
    let row = |creature: &Creature| {
        let hex = creature.placed().map_or("-".into(), |hex| view.island.place(hex).to_string());
        let cells = vec![
            creature.tag().to_string(),
            hex,
            creature.mode.to_string(),
            ap(creature),
            creature.genes.to_string(),
            match starves(creature) && view.over.is_none() {
                true => format!("{}: dies unless it eats", hunger(creature)),
                false => hunger(creature).into(),
            },
            doing(game, view, creature),
        ];
        Row { cells, lit: false }
    };
    let heads = ["id", "hex", "mode", "AP", "genes", "hunger", "orders"];
    let (head, rows) = (heads.map(String::from).to_vec(), view.own().map(row).collect());
    let mut blocks = vec![Block::Facts(in_short(view)), Block::Table { head, rows }];
    if view.over.is_none() {
        blocks.push(Block::Text(if_silent(game, view)));
    }
    Some(Panel {
        id: "own".into(),
        title: "Your creatures".into(),
        seat: view.viewer.seat().map(|seat| seat.0),
        open: true,
        blocks,
    })
}

/// How the viewer's species fare, in a few words. PS-HUNG-02, PS-HUNG-03
fn in_short(view: &View) -> Vec<Fact> {
    let mut facts = vec![fact("Alive", view.own().count().to_string())];
    let hungry = || view.own().filter(|own| own.hunger > 0 && !starves(own));
    let dying = || view.own().filter(|own| starves(own));
    if hungry().next().is_some() {
        facts.push(fact("Hungry", numbers(hungry())));
    }
    if dying().next().is_some() && view.over.is_none() {
        facts.push(fact("Must eat this round or die", numbers(dying())));
    }
    facts
}

/// What a creature will do by the orders as they are now; a founder how it begins.
fn doing(game: &PostalSurvival, view: &View, creature: &Creature) -> String {
    if view.over.is_some() {
        return "-".into();
    }
    if view.island.coming() == 1 {
        return founding(orders_of(view, creature).map(|(sheet, _)| sheet), creature);
    }
    will_do(game, view, creature)
}

/// How a founder begins by its orders. PS-SETUP-07, PS-SETUP-10
fn founding(sheet: Option<&Sheet>, creature: &Creature) -> String {
    let start = sheet.and_then(|sheet| sheet.start);
    let gene = sheet.and_then(|sheet| sheet.genes.first());
    let mode = sheet.and_then(|sheet| sheet.told(creature.id).mode);
    let start = start.map_or("random hex".into(), |hex| format!("starts in {hex}"));
    let gene = gene.map_or("random gene".into(), ToString::to_string);
    let mode = mode.map_or(String::new(), |mode| format!(", {mode}"));
    format!("{start}, {gene}{mode}")
}

/// The species, those with the most creatures first. PS-REP-08
fn standings(view: &View) -> Panel {
    let (island, seat) = (&view.island, view.viewer.seat());
    let mut ranked: Vec<Kind> = island.kinds().collect();
    ranked.sort_by_key(|species| (std::cmp::Reverse(island.count_of(*species)), *species));
    let row = |species: &Kind| {
        let shown = &island[*species];
        let count = match shown.extinct {
            Some(round) => format!("extinct in round {round}"),
            None => island.count_of(*species).to_string(),
        };
        let cells =
            vec![shown.number.to_string(), shown.name.clone(), shown.diet.to_string(), count];
        Row { cells, lit: Some(shown.seat) == seat }
    };
    let head = ["no.", "species", "diet", "alive"].map(String::from).to_vec();
    Panel {
        id: "standings".into(),
        title: "Standings".into(),
        seat: None,
        open: view.over.is_some(),
        blocks: vec![Block::Table { head, rows: ranked.iter().map(row).collect() }],
    }
}

/// The rounds of the game in the colours of their seasons. PS-SEASON-01
fn rounds(view: &View) -> Panel {
    let now = if view.over.is_some() { view.island.round } else { view.island.coming() };
    let colour = |round: u16| match calendar::season(round) {
        Season::Spring => Ink::Plant,
        Season::Summer => Ink::Warm,
        Season::Autumn => Ink::Neutral,
        Season::Winter => Ink::Water,
    };
    let round = |round: u16| TrackBox {
        ink: Some(colour(round)),
        ..TrackBox::new(round.to_string(), round == now)
    };
    let rounds = (1..=view.rounds).map(round).collect();
    let title = "Rounds: Spring green, Summer orange, Autumn grey, Winter blue";
    Panel::time(title, vec![("Rounds", rounds)])
}

/// The season and what is left to eat.
fn island(game: &PostalSurvival, view: &View) -> Panel {
    let island = &view.island;
    let plants: i32 = island.meals.iter().map(|meals| i32::from((*meals).max(0))).sum();
    let corpses: u32 = island.corpses.iter().sum();
    let round = if view.over.is_some() { island.round } else { island.coming() };
    Panel {
        id: "island".into(),
        title: "The island".into(),
        seat: None,
        // Until one has met the numbers on the map.
        open: island.coming() <= 1,
        blocks: vec![
            Block::Facts(vec![
                fact("Season", calendar::spoken(round)),
                fact("Creatures", island.living.len().to_string()),
                fact("Plant meals left", plants.to_string()),
                fact("Corpses", corpses.to_string()),
                fact("Players done", view.done.to_string()),
                fact("Next births", next_births(game, view)),
            ]),
            // PS-MAP-08
            Block::Text(
                "On a hex of land stand the plant meals left, and those when they have grown in Spring; \
                 corpses lie there as a piece, and a board of text counts them first."
                    .into(),
            ),
        ],
    }
}

/// The next round in which young are born, if the game lasts so long. PS-END-04
fn next_births(game: &PostalSurvival, view: &View) -> String {
    let next = NextBirths::from(view.island.coming(), game.rulings().rounds);
    match next.round().filter(|_| view.over.is_none()) {
        Some(round) => format!("round {round}"),
        None => "none".into(),
    }
}

/// The hexes that own creatures can reach, with their food and who is there now.
fn near(game: &PostalSurvival, view: &View) -> Option<Panel> {
    let island = &view.island;
    let placed = view.own().filter(|creature| creature.placed().is_some());
    let hexes: BTreeSet<Hex> = placed
        .flat_map(|own| reach(&island.land, own.genes, own.hex, game.rulings().swim_mix))
        .map(|way| way.end)
        .collect();
    let row = |hex: &Hex| hex_row(view, *hex, food_to_come(view, *hex));
    let rows = hexes.iter().map(row).collect();
    let head = FOOD_HEAD.map(String::from).to_vec();
    let mut blocks = vec![Block::Table { head, rows }];
    if calendar::births(island.coming()) && view.over.is_none() {
        let climate = match game.rulings().climate {
            Climate::Drift => "; the climate may still change each number by 1",
            Climate::Fixed => "",
        };
        let grown = format!("It is Spring: plants are shown as they will have grown{climate}.");
        blocks.push(Block::Text(grown));
    }
    (!hexes.is_empty()).then(|| Panel {
        id: "near".into(),
        title: "In reach".into(),
        seat: view.viewer.seat().map(|seat| seat.0),
        open: true,
        blocks,
    })
}

const FOOD_HEAD: [&str; 6] = ["hex", "land", "corpses", "plant meals", "in Spring", "there now"];

/// A hex with its numbers and who is there. PS-MAP-08, PS-MAP-09
fn hex_row(view: &View, hex: Hex, food: Food) -> Row {
    let island = &view.island;
    let there: Vec<String> = island.within(hex).map(|c| c.tag().to_string()).collect();
    let terrain = island.terrain(hex);
    let number = |count: String| if terrain.is_land() { count } else { String::new() };
    let cells = [
        island.place(hex).to_string(),
        terrain.name().to_string(),
        number(food.corpses.to_string()),
        number(food.meals.to_string()),
        number(food.most.to_string()),
        there.join(" "),
    ];
    Row { cells: cells.to_vec(), lit: false }
}

/// From how many hexes on only those are listed where something is to be said.
const LARGE_ISLAND: usize = 150;

/// The hexes of the map with their numbers, for those who see no captions on it. PS-MAP-08
fn hexes(view: &View) -> Panel {
    let island = &view.island;
    let crowded: BTreeSet<Hex> = island.living().filter_map(Creature::placed).collect();
    let matters = |hex: &Hex| {
        let food = island.food(*hex);
        crowded.contains(hex) || food.corpses > 0 || food.meals < food.most
    };
    let large = island.land.len() > LARGE_ISLAND;
    let listed = island.land.hexes().filter(|hex| !large || matters(hex));
    let rows = listed.map(|hex| hex_row(view, hex, island.food(hex))).collect();
    let mut blocks = vec![Block::Table { head: FOOD_HEAD.map(String::from).to_vec(), rows }];
    if large {
        blocks.push(Block::Text(
            "Hexes without creatures, corpses or missing plants are left out.".into(),
        ));
    }
    Panel {
        id: "hexes".into(),
        title: "The map in numbers".into(),
        seat: None,
        open: false,
        blocks,
    }
}

/// What every gene does that the viewer's species can have. PS-GENE-03
fn genes(game: &PostalSurvival, view: &View) -> Option<Panel> {
    let seat = view.viewer.seat()?;
    let own = view.island.species.iter().filter(|species| species.seat == seat);
    let diets: Vec<Diet> = own.map(|species| species.diet).collect();
    let round = view.island.coming();
    let open = |gene: &Gene| diets.iter().any(|diet| gene.suits(*diet));
    let told = |gene: Gene| fact(gene.name(), words::gene(gene, round, game.rulings()));
    let facts: Vec<Fact> = Gene::ALL.into_iter().filter(open).map(told).collect();
    (!facts.is_empty()).then(|| Panel {
        id: "genes".into(),
        title: "Genes".into(),
        seat: Some(seat.0),
        open: false,
        blocks: vec![Block::Facts(facts)],
    })
}

/// What becomes of creatures that are told nothing.
fn if_silent(game: &PostalSurvival, view: &View) -> String {
    let round = view.island.coming();
    let mut own: Vec<Kind> = view.own().map(|creature| creature.species).collect();
    own.sort_unstable();
    own.dedup();
    let sent = |species: &&Kind| {
        view.orders.get(&view.island[**species].number).is_some_and(Sheet::has_orders)
    };
    let silent: Vec<Kind> = own.iter().filter(|species| !sent(species)).copied().collect();
    let standing = silent.iter().filter(|species| standing(view, **species).is_some()).count();
    let nothing = match silent.len() == own.len() {
        true => "If you send nothing",
        false => "For a species without orders",
    };
    if silent.is_empty() {
        return left_out(game, view);
    }
    if standing == silent.len() {
        return format!("{nothing}: your standing orders count.");
    }
    let but = if standing > 0 { ", unless it has standing orders" } else { "" };
    if round == 1 {
        return format!("{nothing}{but}: a random gene and a random start hex.");
    }
    let young = match calendar::births(round) {
        true => " The young are put in their parents' hexes, with a random gene.",
        false => "",
    };
    format!(
        "{nothing}{but}: every creature wanders at random and goes back to its default mode.{young}"
    )
}
