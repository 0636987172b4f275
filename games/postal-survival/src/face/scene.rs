//! The island as a scene: map, creatures, sheets, standings and the question to the player.

use super::outlook::starves;
use super::{aim, ordered, prompt, sheets};
use crate::PostalSurvival;
use crate::action::Action;
use crate::edition::{Diet, Mode};
use crate::knowledge::View;
use crate::land::{Food, Hex, Island, Terrain};
use crate::position::{Creature, Id, Kind, Phase};
use crate::rules::calendar;
use crate::speech::report::ap;
use stage::{
    At, Field, Form, Ground, HexCell, HexField, Ink, Key, Mark, MarkKind, Piece, Pose, Scene, Sign,
    Symbol, Tally, Texture,
};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use table::wording::counted;
use terrain::{Lower, Top};

/// The scene of a view.
pub fn scene(game: &PostalSurvival, view: &View, choices: &[Action]) -> Scene {
    let island = &view.island;
    let own: BTreeSet<Id> = view.own().map(|creature| creature.id).collect();
    let placed = island.living().filter(|creature| creature.placed().is_some());
    let homes: BTreeSet<Hex> = view.own().filter_map(Creature::placed).collect();
    // Of several creatures each can be picked, which says more than a mark on its hex.
    let alone = view.deciding && view.own().count() == 1;
    let asked = homes.iter().filter(|_| alone);
    let open = view.own().find(|own| ordered::will_wander(game, view, own));
    let first = open.and_then(Creature::placed).or(homes.first().copied());
    let bodies = island.land.hexes().filter(|hex| island.food(*hex).corpses > 0);
    let mark = |hex: &Hex| Mark {
        place: island.place(*hex).to_string(),
        kind: MarkKind::Active,
        tag: String::new(),
    };
    let (traces, ordered) = ordered::on_map(game, view);
    Scene {
        traces,
        pieces: pieces(view, placed, &own)
            .into_iter()
            .chain(bodies.map(|hex| carrion(island, hex)))
            .collect(),
        marks: asked.map(mark).chain(ordered).collect(),
        keys: keys(),
        aim: aim::aim(game, view),
        standing: aim::standing(view),
        panels: sheets::panels(game, view),
        prompt: prompt::prompt(game, view, choices),
        tallies: tallies(view),
        focus: first.map(|hex| island.place(hex).to_string()),
        ..Scene::new(Arc::new(ground(island)), headline(view))
    }
}

/// How many living creatures every seat has, once all have their species.
fn tallies(view: &View) -> Vec<Option<Tally>> {
    let island = &view.island;
    let seats = island.kinds().map(|kind| island[kind].seat.index() + 1).max().unwrap_or_default();
    let alive = |seat: usize| -> u32 {
        let own = island.kinds().filter(|kind| island[*kind].seat.index() == seat);
        own.map(|kind| island.count_of(kind)).sum()
    };
    let tally = |seat: usize| {
        let words = counted(alive(seat), "living creature", "living creatures");
        Some(Tally::new(format!("{} alive", alive(seat)), words))
    };
    match view.phase {
        Phase::Enrol => Vec::new(),
        Phase::Orders => (0..seats).map(tally).collect(),
    }
}

fn headline(view: &View) -> String {
    let round = view.island.coming();
    match (&view.over, view.phase) {
        (Some(ended), _) => ended.text.clone(),
        (None, Phase::Enrol) => "Before the start: who eats what?".into(),
        (None, Phase::Orders) => {
            format!("Round {round} of {}: {}", view.rounds, calendar::spoken(round))
        }
    }
}

/// The map with (x,y,z) on top of each hex. PS-MAP-08, PS-MAP-15
pub fn ground(island: &Island) -> Ground {
    let cell = |hex: Hex| {
        let (column, row) = island.land.grid().place(island.land.cell(hex));
        let label = island.place(hex).to_string();
        let terrain = island.terrain(hex);
        let food = island.food(hex);
        HexCell {
            column,
            row,
            id: label.clone(),
            texture: texture(terrain),
            symbols: Vec::new(),
            caption: match terrain {
                Terrain::Water => String::new(),
                _ => food.to_string(),
            },
            counts: counts(terrain, food),
            description: match terrain {
                Terrain::Water => format!("{label}: water"),
                _ => format!("{label}: {}, {}", terrain.name(), told(terrain, food)),
            },
            label,
        }
    };
    Ground {
        title: "Survival".into(),
        description: format!("An island of {} hexes.", island.land.len()),
        fields: vec![Field::Hexes(HexField {
            top: Top::Flat,
            lower: Lower::Even,
            cells: island.land.hexes().map(cell).collect(),
            lines: Vec::new(),
            outlines: Vec::new(),
            labelled: true,
            sea: true,
        })],
    }
}

/// The plant meals of a hex with what grows there, as many as are left of those in Spring. PS-MAP-08
fn counts(terrain: Terrain, food: Food) -> Vec<(Symbol, String)> {
    let plant = match terrain {
        Terrain::Grassland => Symbol::Leaf,
        Terrain::Jungle => Symbol::Food,
        Terrain::Desert | Terrain::Water => return Vec::new(),
    };
    vec![(plant, format!("{}/{}", food.meals.max(0), food.most))]
}

/// The numbers of a hex of land in words. PS-MAP-08, PS-NECK-05
fn told(terrain: Terrain, food: Food) -> String {
    let corpses = counted(food.corpses, "corpse", "corpses");
    let meals = counted(food.meals.max(0), "plant meal", "plant meals");
    let treetops = match food.meals < 0 {
        true => " and bare treetops",
        false => "",
    };
    match terrain.fertile() {
        true => format!("{corpses}, {meals} left{treetops}, {} in Spring", food.most),
        false => corpses,
    }
}

/// What the signs of the map mean. PS-MAP-08, PS-REP-03
fn keys() -> Vec<Key> {
    vec![
        Key::new(
            Sign::Caption("(x,y,z)".into()),
            "x corpses, y plant meals left, z plant meals when they have grown in Spring",
        ),
        Key::new(
            Sign::Caption("AP".into()),
            "attack points, 1 to 6: as many dice are rolled in a fight or a tussle, and the best counts",
        ),
        Key::new(
            Sign::Caption("tussle".into()),
            "a roll for food where there is not enough for all",
        ),
        Key::new(
            Sign::Symbol(Symbol::Leaf),
            "grassland: plant meals left, of those when they have grown in Spring",
        ),
        Key::new(
            Sign::Symbol(Symbol::Food),
            "jungle: plant meals left, of those when they have grown in Spring",
        ),
        Key::new(Sign::Symbol(Symbol::Paw), "aggressive"),
        Key::new(Sign::Symbol(Symbol::Check), "ordered to stay"),
        Key::new(Sign::Symbol(Symbol::Blossom), "ordered to forage"),
        Key::new(Sign::Symbol(Symbol::Die), "ordered to wander"),
        Key::new(Sign::Symbol(Symbol::Eye), "ordered to follow"),
        Key::new(Sign::Symbol(Symbol::Bone), "hungry: has missed a meal"),
        Key::new(Sign::Symbol(Symbol::Skull), "ravenous: has missed two meals"),
    ]
}

fn texture(terrain: Terrain) -> Texture {
    match terrain {
        Terrain::Grassland => Texture::Grass,
        Terrain::Jungle => Texture::Jungle,
        Terrain::Desert => Texture::Desert,
        Terrain::Water => Texture::Water,
    }
}

/// The picture of a diet.
pub fn symbol(diet: Diet) -> Symbol {
    match diet {
        Diet::Herbivore => Symbol::Herbivore,
        Diet::Omnivore => Symbol::Omnivore,
        Diet::Carnivore => Symbol::Carnivore,
    }
}

/// How hungry a creature is, in a word of a table. PS-REP-03
pub fn hunger(creature: &Creature) -> &'static str {
    match (creature.hunger, creature.spare) {
        (_, true) => "spare meal",
        (0, false) => "-",
        (1, false) => "hungry",
        (_, false) => "ravenous",
    }
}

/// How hungry a creature is, in a sentence. PS-HUNG-02, PS-HUNG-04
fn fed(creature: &Creature) -> &'static str {
    match (creature.hunger, creature.spare) {
        (1, _) if starves(creature) => "hungry: it dies if it does not eat this round",
        (2.., _) if starves(creature) => "ravenous: it dies if it does not eat this round",
        (0, false) => "not hungry",
        (0, true) => "not hungry, with a spare meal",
        (1, false) => "hungry",
        (1, true) => "hungry, with a spare meal",
        (_, _) => "ravenous",
    }
}

/// What the piece of a creature is called.
pub(super) fn piece_id(creature: Id) -> String {
    format!("creature-{creature}")
}

/// The bodies that lie in a hex. PS-MAP-08
fn carrion(island: &Island, hex: Hex) -> Piece {
    let place = island.place(hex).to_string();
    let count = island.food(hex).corpses;
    Piece {
        form: Form::Token,
        symbol: Some(Symbol::Meat),
        label: if count > 1 { format!("×{count}") } else { String::new() },
        description: format!("carrion: {}", counted(count, "corpse", "corpses")),
        ..Piece::new(format!("carrion-{place}"), place, Ink::Neutral)
    }
}

/// The pieces of creatures: each of the viewer's own is one, and those of another species in one hex lie on one pile, so
/// that a crowd can still be read.
fn pieces<'v>(
    view: &View,
    placed: impl Iterator<Item = &'v Creature>,
    own: &BTreeSet<Id>,
) -> Vec<Piece> {
    let island = &view.island;
    let mut pieces: Vec<Piece> = Vec::new();
    let mut piles: BTreeMap<(Hex, Kind, Diet), (usize, usize)> = BTreeMap::new();
    for creature in placed {
        let mine = own.contains(&creature.id);
        let told = ordered::told_to(view, creature).filter(|_| mine);
        let shown = piece(island, creature, mine, told);
        let pile = (creature.hex, creature.species, creature.diet);
        match piles.get_mut(&pile).filter(|_| !mine) {
            Some((at, count)) => {
                *count += 1;
                let first = &mut pieces[*at];
                first.label = format!("×{count}");
                let before = first.description.split_once(" creatures: ");
                let before = before.map_or(&*first.description, |(_, before)| before);
                first.description = format!("{count} creatures: {before}; {}", shown.description);
                let more = shown.badges.into_iter().filter(|badge| !first.badges.contains(badge));
                let more: Vec<_> = more.collect();
                first.badges.extend(more);
            }
            None => {
                piles.insert(pile, (pieces.len(), 1));
                pieces.push(shown);
            }
        }
    }
    pieces
}

fn piece(island: &Island, creature: &Creature, own: bool, told: Option<(Symbol, String)>) -> Piece {
    let species = &island[creature.species];
    let mut badges = Vec::new();
    if creature.mode == Mode::Aggressive {
        badges.push((Symbol::Paw, String::new()));
    }
    match creature.hunger {
        0 => {}
        1 => badges.push((Symbol::Bone, String::new())),
        _ => badges.push((Symbol::Skull, String::new())),
    }
    badges.extend(told.iter().map(|(sign, _)| (*sign, String::new())));
    let ordered = told.map_or(String::new(), |(_, words)| format!(", ordered: {words}"));
    let genes = match creature.genes.is_empty() {
        true => "no genes".into(),
        false => creature.genes.to_string(),
    };
    Piece {
        id: piece_id(creature.id),
        at: At::Place(island.place(creature.hex).to_string()),
        form: if own { Form::Counter } else { Form::Token },
        ink: Ink::Seat(species.seat.0),
        symbol: Some(symbol(creature.diet)),
        label: creature.tag().to_string(),
        pose: Pose::Upright,
        facing: None,
        badges,
        pips: None,
        description: format!(
            "{} of {}, {}, {} AP, {genes}, {}{ordered}",
            creature.tag(),
            species.name,
            creature.mode,
            ap(creature),
            fed(creature)
        ),
    }
}
