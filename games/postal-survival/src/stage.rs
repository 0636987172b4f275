//! The island as a scene: map, creatures, sheets, standings and the question to the player.

use crate::PostalSurvival;
use crate::action::{Action, Line, Whom};
use crate::calendar;
use crate::diet::{Diet, Mode};
use crate::island::{Creature, Island};
use crate::land::{Hex, Terrain};
use crate::movement::reach;
use crate::orders::{Berth, Move, Step};
use crate::position::Phase;
use crate::view::View;
use stage::{
    At, Block, Choice, Fact, Field, Form, Ground, HexCell, HexField, Ink, Mark, MarkKind, Panel,
};
use stage::{Piece, Pose, Prompt, Row, Scene, Symbol, Target, Texture};
use std::collections::BTreeSet;
use std::sync::Arc;
use table::Speech;
use terrain::{Lower, Top};

/// The scene of a view.
pub fn scene(game: &PostalSurvival, view: &View, choices: &[Action]) -> Scene {
    let island = &view.island;
    let own: BTreeSet<u32> = view.own().map(|creature| creature.id).collect();
    let placed = island.living().filter(|creature| creature.hex != Hex::NOWHERE);
    let marks: BTreeSet<Hex> =
        view.own().map(|creature| creature.hex).filter(|hex| *hex != Hex::NOWHERE).collect();
    let mark = |hex: &Hex| Mark {
        place: island.place(*hex).to_string(),
        kind: MarkKind::Active,
        tag: String::new(),
    };
    Scene {
        ground: Arc::new(ground(island)),
        headline: headline(view),
        pieces: placed
            .map(|creature| piece(island, creature, own.contains(&creature.id)))
            .collect(),
        marks: marks.iter().map(mark).collect(),
        traces: Vec::new(),
        panels: panels(game, view),
        prompt: prompt(game, view, choices),
        focus: marks.iter().next().map(|hex| island.place(*hex).to_string()),
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
            description: match terrain {
                Terrain::Water => format!("{label}, water"),
                _ => format!(
                    "{label}, {}: {} corpses, {} of {} plant meals",
                    terrain.name(),
                    food.corpses,
                    food.meals,
                    food.most
                ),
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
        })],
    }
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

/// How hungry a creature is, in a word. PS-REP-03
pub fn hunger(creature: &Creature) -> &'static str {
    match (creature.hunger, creature.spare) {
        (_, true) => "spare meal",
        (0, false) => "-",
        (1, false) => "hungry",
        (_, false) => "ravenous",
    }
}

fn piece(island: &Island, creature: &Creature, own: bool) -> Piece {
    let species = &island.species[creature.species as usize];
    let mut badges = Vec::new();
    if creature.mode == Mode::Aggressive {
        badges.push((Symbol::Wound, String::new()));
    }
    match creature.hunger {
        0 => {}
        1 => badges.push((Symbol::Bone, String::new())),
        _ => badges.push((Symbol::Skull, String::new())),
    }
    let genes = match creature.genes.is_empty() {
        true => "no genes".into(),
        false => creature.genes.to_string(),
    };
    Piece {
        id: format!("creature-{}", creature.id),
        at: At::Place(island.place(creature.hex).to_string()),
        form: if own { Form::Pawn } else { Form::Token },
        ink: Ink::Seat(species.seat),
        symbol: Some(symbol(creature.diet)),
        label: creature.tag().to_string(),
        pose: Pose::Upright,
        facing: None,
        badges,
        description: format!(
            "{} of {}, {}, AP {}, {genes}, hunger {}",
            creature.tag(),
            species.name,
            creature.mode,
            creature.ap,
            hunger(creature)
        ),
    }
}

fn fact(label: &str, value: impl Into<String>) -> Fact {
    Fact { label: label.into(), value: value.into(), ink: None, symbol: None }
}

fn panels(game: &PostalSurvival, view: &View) -> Vec<Panel> {
    let island = &view.island;
    let mut panels = Vec::new();
    let seat = view.viewer.seat().map(|seat| seat.0);
    if view.own().next().is_some() {
        let row = |creature: &Creature| {
            let sheet = view.sheet(creature);
            let told = sheet.map(|sheet| sheet.told(creature.id).to_string()).unwrap_or_default();
            let told = match told.is_empty() {
                true => "(default)".into(),
                false => told,
            };
            let hex = match creature.hex {
                Hex::NOWHERE => "-".into(),
                hex => island.place(hex).to_string(),
            };
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
        panels.push(Panel {
            id: "own".into(),
            title: "Your creatures".into(),
            seat,
            open: true,
            blocks: vec![
                Block::Table {
                    head: heads.map(String::from).to_vec(),
                    rows: view.own().map(row).collect(),
                },
                Block::Text(if_silent(view)),
            ],
        });
    }
    panels.extend(near(game, view));
    let mut ranked: Vec<usize> = (0..island.species.len()).collect();
    ranked.sort_by_key(|species| (std::cmp::Reverse(island.count_of(*species)), *species));
    let row = |species: &usize| {
        let shown = &island.species[*species];
        let count = match shown.extinct {
            Some(round) => format!("extinct in round {round}"),
            None => island.count_of(*species).to_string(),
        };
        let cells =
            vec![shown.number.to_string(), shown.name.clone(), shown.diet.to_string(), count];
        Row { cells, lit: Some(shown.seat) == seat }
    };
    panels.push(Panel {
        id: "standings".into(),
        title: "Standings".into(),
        seat: None,
        open: view.over.is_some(),
        blocks: vec![Block::Table {
            head: ["no.", "species", "diet", "alive"].map(String::from).to_vec(),
            rows: ranked.iter().map(row).collect(),
        }],
    });
    let plants: i32 = island.meals.iter().map(|meals| (*meals).max(0) as i32).sum();
    let corpses: u32 = island.corpses.iter().sum();
    panels.push(Panel {
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
            fact("Next births", format!("round {}", calendar::next_births(island.coming()))),
        ])],
    });
    panels
}

/// The hexes that own creatures can reach, with their food and who is there now.
fn near(game: &PostalSurvival, view: &View) -> Option<Panel> {
    let island = &view.island;
    let placed = view.own().filter(|creature| creature.hex != Hex::NOWHERE);
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
    let standing = view.own().any(|c| view.island.species[c.species as usize].standing.is_some());
    match (round, standing) {
        (1, _) => "If you send nothing: a random gene and a random start hex.".into(),
        (_, true) => "If you send nothing: your standing orders count.".into(),
        (_, false) => "If you send nothing: every creature wanders at random and goes back to its default mode.".into(),
    }
}

fn prompt(game: &PostalSurvival, view: &View, choices: &[Action]) -> Option<Prompt> {
    let seat = view.viewer.seat().filter(|_| !choices.is_empty())?;
    let round = view.island.coming();
    let (question, hint) = match (view.phase, round) {
        (Phase::Enrol, _) => {
            ("What shall your species eat?", "Say nothing and be done, and the dice decide.")
        }
        (Phase::Orders, 1) => {
            ("Where does your founder start, and with which gene?", "Then say done.")
        }
        (Phase::Orders, round) if calendar::births(round) => {
            ("It is Spring: move, put your young down, choose their gene.", "Then say done.")
        }
        (Phase::Orders, _) => (
            "What shall your creatures do?",
            "A creature that you leave out wanders. Then say done.",
        ),
    };
    Some(Prompt {
        seat: seat.0,
        question: question.into(),
        hint: hint.into(),
        choices: choices.iter().map(|action| choice(game, view, action)).collect(),
        slips: crate::slips::slips(game, view),
        ..Prompt::default()
    })
}

fn choice(game: &PostalSurvival, view: &View, action: &Action) -> Choice {
    let notation = game.notation(action);
    let piece = |whom: &Whom| match whom {
        Whom::One(tag) => Some(Target::Piece(format!("creature-{}", tag.id))),
        _ => None,
    };
    let place = |step: Option<&Step>| match step {
        Some(Step::To(place)) => Some(Target::Place(place.to_string())),
        _ => None,
    };
    let (label, description, target) = match &action.line {
        Line::Tell(whom, telling) => match &telling.movement {
            Some(Move::Path(steps)) => {
                let end = steps.last().map(ToString::to_string).unwrap_or_default();
                (format!("{whom} to {end}"), food_there(view, steps.last()), place(steps.last()))
            }
            _ => (notation.clone(), String::new(), piece(whom)),
        },
        Line::Birth(whom, berths) => match berths.first() {
            Some(Berth::At(step)) => (
                format!("young of {whom} in {step}"),
                food_there(view, Some(step)),
                place(Some(step)),
            ),
            _ => (notation.clone(), String::new(), piece(whom)),
        },
        Line::Genes(genes) => {
            let effect = genes.first().map(|gene| gene.effect()).unwrap_or_default();
            (notation.clone(), effect.to_string(), None)
        }
        Line::Start(hex) => (
            notation.clone(),
            food_there(view, Some(&Step::To(*hex))),
            Some(Target::Place(hex.to_string())),
        ),
        Line::Enemy(Some(number)) => {
            let name = view.island.species_of(*number).map(|s| view.island.species[s].name.clone());
            (
                format!("enemy: {}", name.unwrap_or_default()),
                "Your predators choose its creatures first.".into(),
                None,
            )
        }
        Line::Done => (
            "done".into(),
            "Your orders are final; the round is played when everybody is done.".into(),
            None,
        ),
        _ => (notation.clone(), String::new(), None),
    };
    Choice {
        notation,
        label,
        description,
        target,
        final_: matches!(action.line, Line::Done),
        ..Choice::default()
    }
}

fn food_there(view: &View, step: Option<&Step>) -> String {
    let Some(Step::To(place)) = step else {
        return String::new();
    };
    match view.island.land.find(*place) {
        None => String::new(),
        Some(hex) => {
            let crowd = view.island.within(hex).count();
            format!(
                "{} {}, {crowd} there now",
                view.island.terrain(hex).name(),
                view.island.food(hex)
            )
        }
    }
}
