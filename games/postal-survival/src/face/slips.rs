//! The order form: slips that can be filled in by clicking the map or by writing.

use crate::PostalSurvival;
use crate::edition::Mode;
use crate::knowledge::View;
use crate::position::Phase;
use crate::rules::calendar;
use stage::{Blank, BlankKind, Slip};

fn blank(label: &str, before: &str, entry: BlankKind) -> Blank {
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
                blank("Who", "", BlankKind::OneOf(whom.clone())),
                blank("Goes", " ", BlankKind::Place { words, between: " > ".into() }),
                blank("Mode", ", ", BlankKind::OneOf(mode)),
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
                blank("Parent", "", BlankKind::OneOf(whom)),
                blank("Put down", " ", BlankKind::Place { words, between: " ".into() }),
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
                BlankKind::Place { words: Vec::new(), between: String::new() },
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
                BlankKind::OneOf(one_of([("", "with your name"), ("anon", "by nobody")])),
            ),
            blank("Text", " ", BlankKind::Text { most: limit.min(2000) }),
        ],
        sum: None,
    });
    slips
}
