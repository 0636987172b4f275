//! The order form: slips that can be filled in by clicking the map or by writing; and what an order
//! would do, drawn on the map.

use crate::PostalSurvival;
use crate::action::{Action, Line, Whom};
use crate::calendar;
use crate::diet::Mode;
use crate::island::Island;
use crate::movement::reach;
use crate::orders::{Berth, Move, Step};
use crate::position::Phase;
use crate::view::View;
use stage::{Blank, Entry, Ink, Point, Sketch, Slip};

fn blank(label: &str, before: &str, entry: Entry) -> Blank {
    Blank { label: label.into(), before: before.into(), entry }
}

fn one_of<const N: usize>(words: [(&str, &str); N]) -> Vec<(String, String)> {
    words.map(|(written, words)| (written.to_string(), words.to_string())).to_vec()
}

/// The slips of the coming round: one for orders, one for the young, one for press.
pub fn slips(game: &PostalSurvival, view: &View) -> Vec<Slip> {
    let round = view.island.coming();
    if view.phase != Phase::Orders {
        return Vec::new();
    }
    let mut slips = Vec::new();
    let mut whom: Vec<(String, String)> = view
        .own()
        .map(|creature| {
            let hex = view.island.place(creature.hex);
            (creature.tag().to_string(), format!("{} in {hex}, {}", creature.tag(), creature.mode))
        })
        .collect();
    if whom.len() > 1 {
        whom.insert(0, ("all".into(), "all of them".into()));
    }
    let modes = Mode::ALL.map(|mode| (mode.name().to_string(), mode.name().to_string()));
    if round >= 2 && !whom.is_empty() {
        let words = one_of([
            ("stay", "stays where it is"),
            ("forage", "goes to the best food in reach"),
            ("wander", "goes at random"),
        ]);
        let mut mode = one_of([("", "as it is")]);
        mode.extend(modes.clone());
        slips.push(Slip {
            title: "Orders for a creature".into(),
            start: String::new(),
            blanks: vec![
                blank("Who", "", Entry::OneOf(whom.clone())),
                blank("Goes", " ", Entry::Place { words, between: " > ".into() }),
                blank("Mode", ", ", Entry::OneOf(mode)),
            ],
            sum: None,
        });
    }
    if calendar::births(round) && !whom.is_empty() {
        let words = one_of([("here", "beside its parent"), ("forage", "where the most food is")]);
        slips.push(Slip {
            title: "Where the young go".into(),
            start: "birth ".into(),
            blanks: vec![
                blank("Parent", "", Entry::OneOf(whom)),
                blank("Put down", " ", Entry::Place { words, between: " ".into() }),
            ],
            sum: None,
        });
    }
    if round == 1 {
        slips.push(Slip {
            title: "Where your founder starts".into(),
            start: "start".into(),
            blanks: vec![blank(
                "Hex",
                " ",
                Entry::Place { words: Vec::new(), between: String::new() },
            )],
            sum: None,
        });
    }
    let limit = game.rulings().press_limit;
    slips.push(Slip {
        title: "Press for the report".into(),
        start: "press".into(),
        blanks: vec![
            blank(
                "Signed",
                " ",
                Entry::OneOf(one_of([("", "with your name"), ("anon", "by nobody")])),
            ),
            blank("Text", " ", Entry::Text { most: limit.min(2000) }),
        ],
        sum: None,
    });
    slips
}

/// The way that an order names, or would find.
pub fn sketch(game: &PostalSurvival, island: &Island, action: &Action) -> Sketch {
    let (tag, steps) = match &action.line {
        Line::Tell(Whom::One(tag), telling) => match &telling.movement {
            Some(Move::Path(steps)) => (tag, steps.clone()),
            _ => return Sketch::default(),
        },
        Line::Birth(Whom::One(tag), berths) => {
            let at = berths.iter().filter_map(|berth| match berth {
                Berth::At(step) => Some(*step),
                _ => None,
            });
            (tag, at.take(1).collect())
        }
        _ => return Sketch::default(),
    };
    let Some(creature) = island.creature(tag.id) else {
        return Sketch::default();
    };
    let grid = island.land.grid();
    let mut here = island.land.cell(creature.hex);
    let mut points: Vec<Point> = vec![grid.centre(here).into()];
    for step in &steps {
        let next = match step {
            Step::To(place) => island.land.find(*place).map(|hex| island.land.cell(hex)),
            Step::Through(side) => grid.neighbour(here, *side),
        };
        let Some(next) = next.filter(|next| *next != here) else { continue };
        // A single hex far away is reached by the best way.
        if grid.distance(here, next) > 1 {
            let ways = reach(&island.land, creature.genes, creature.hex, game.rulings().swim_mix);
            if let Some(way) = ways.iter().find(|way| island.land.cell(way.end) == next) {
                points.extend(
                    way.path().iter().map(|hex| Point::from(grid.centre(island.land.cell(*hex)))),
                );
                here = next;
                continue;
            }
        }
        points.push(grid.centre(next).into());
        here = next;
    }
    let species = &island.species[creature.species as usize];
    let words = format!("{tag} goes {} hexes.", points.len() - 1);
    Sketch::way(points, Ink::Seat(species.seat), "", words)
}
