//! The sheets beside the map: own creatures, what they can reach, the standings, the island.

use super::scene::hunger;
use crate::PostalSurvival;
use crate::knowledge::View;
use crate::land::Hex;
use crate::position::{Creature, Kind};
use crate::rules::calendar::{self, NextBirths};
use crate::rules::movement::reach;
use stage::{Block, Fact, Panel, Row};
use std::collections::BTreeSet;

fn fact(label: &str, value: impl Into<String>) -> Fact {
    Fact { label: label.into(), value: value.into(), ink: None, symbol: None }
}

/// The sheets of a view.
pub(super) fn panels(game: &PostalSurvival, view: &View) -> Vec<Panel> {
    let sheets =
        [own_creatures(view), near(game, view), Some(standings(view)), Some(island(game, view))];
    sheets.into_iter().flatten().collect()
}

/// The viewer's creatures with what they are told, if there are any.
fn own_creatures(view: &View) -> Option<Panel> {
    view.own().next()?;
    let row = |creature: &Creature| {
        let sheet = view.sheet(creature);
        let told = sheet.map(|sheet| sheet.told(creature.id).to_string()).unwrap_or_default();
        let told = match told.is_empty() {
            true => "(default)".into(),
            false => told,
        };
        let hex = creature.placed().map_or("-".into(), |hex| view.island.place(hex).to_string());
        let cells = vec![
            creature.tag().to_string(),
            hex,
            creature.mode.to_string(),
            creature.ap.to_string(),
            creature.genes.to_string(),
            hunger(creature).into(),
            told,
        ];
        Row { cells, lit: false }
    };
    let heads = ["id", "hex", "mode", "AP", "genes", "hunger", "orders"];
    let (head, rows) = (heads.map(String::from).to_vec(), view.own().map(row).collect());
    Some(Panel {
        id: "own".into(),
        title: "Your creatures".into(),
        seat: view.viewer.seat().map(|seat| seat.0),
        open: true,
        blocks: vec![Block::Table { head, rows }, Block::Text(if_silent(view))],
    })
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

/// The season and what is left to eat.
fn island(game: &PostalSurvival, view: &View) -> Panel {
    let island = &view.island;
    let plants: i32 = island.meals.iter().map(|meals| i32::from((*meals).max(0))).sum();
    let corpses: u32 = island.corpses.iter().sum();
    Panel {
        id: "island".into(),
        title: "The island".into(),
        seat: None,
        open: false,
        blocks: vec![Block::Facts(vec![
            fact("Season", calendar::spoken(island.coming())),
            fact("Creatures", island.living.len().to_string()),
            fact("Plant meals left", plants.to_string()),
            fact("Corpses", corpses.to_string()),
            fact("Players done", view.done.to_string()),
            fact("Next births", next_births(game, view)),
        ])],
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
    let row = |hex: &Hex| {
        let there: Vec<String> = island.within(*hex).map(|c| c.tag().to_string()).collect();
        let cells = [
            island.place(*hex).to_string(),
            island.terrain(*hex).name().to_string(),
            island.food(*hex).to_string(),
            there.join(" "),
        ];
        Row { cells: cells.to_vec(), lit: false }
    };
    let head = ["hex", "land", "(dead, meals, most)", "there now"];
    (!hexes.is_empty()).then(|| Panel {
        id: "near".into(),
        title: "In reach".into(),
        seat: view.viewer.seat().map(|seat| seat.0),
        open: true,
        blocks: vec![Block::Table {
            head: head.map(String::from).to_vec(),
            rows: hexes.iter().map(row).collect(),
        }],
    })
}

/// What becomes of creatures that are told nothing.
fn if_silent(view: &View) -> String {
    let round = view.island.coming();
    let standing = view.own().any(|c| view.island[c.species].standing.is_some());
    match (round, standing) {
        (1, _) => "If you send nothing: a random gene and a random start hex.".into(),
        (_, true) => "If you send nothing: your standing orders count.".into(),
        (round, false) => {
            let young = match calendar::births(round) {
                true => " The young are put in their parents' hexes, with a random gene.",
                false => "",
            };
            format!(
                "If you send nothing: every creature wanders at random and goes back to its default mode.{young}"
            )
        }
    }
}
