//! The order form: slips that can be filled in by clicking the map or by writing.

use crate::PostalSurvival;
use crate::edition::Mode;
use crate::knowledge::View;
use crate::position::{Creature, Phase};
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
    let whom = own_creatures(view);
    let mut slips = Vec::new();
    if round >= 2 && !whom.is_empty() {
        slips.push(creature_slip(whom.clone()));
    }
    if calendar::births(round) && !whom.is_empty() {
        slips.push(birth_slip(whom));
    }
    if round == 1 {
        let hex = BlankKind::Place { words: Vec::new(), between: String::new() };
        slips.push(slip("Where your founder starts", "start", vec![blank("Hex", " ", hex)]));
    }
    slips.push(press_slip(game.rulings().press_limit));
    slips
}

fn slip(title: &str, start: &str, blanks: Vec<Blank>) -> Slip {
    Slip { title: title.into(), start: start.into(), blanks, sum: None }
}

/// The viewer's creatures, each as it is written and as it is shown.
fn own_creatures(view: &View) -> Vec<(String, String)> {
    let shown = |creature: &Creature| {
        let (tag, hex) = (creature.tag().to_string(), view.island.place(creature.hex));
        (tag.clone(), format!("{tag} in {hex}, {}", creature.mode))
    };
    let mut whom: Vec<(String, String)> = view.own().map(shown).collect();
    if whom.len() > 1 {
        whom.insert(0, ("all".into(), "all of them".into()));
    }
    whom
}

fn creature_slip(whom: Vec<(String, String)>) -> Slip {
    let words = one_of([
        ("stay", "stays where it is"),
        ("forage", "goes to the best food in reach"),
        ("wander", "goes at random"),
    ]);
    let mut mode = one_of([("", "as it is")]);
    mode.extend(Mode::ALL.map(|mode| (mode.name().to_string(), mode.name().to_string())));
    let blanks = vec![
        blank("Who", "", BlankKind::OneOf(whom)),
        blank("Goes", " ", BlankKind::Place { words, between: " > ".into() }),
        blank("Mode", ", ", BlankKind::OneOf(mode)),
    ];
    slip("Orders for a creature", "", blanks)
}

fn birth_slip(whom: Vec<(String, String)>) -> Slip {
    let words = one_of([("here", "in its parent's hex"), ("forage", "by the best food near")]);
    let blanks = vec![
        blank("Parent", "", BlankKind::OneOf(whom)),
        blank("Put down", " ", BlankKind::Place { words, between: " ".into() }),
    ];
    slip("Where the young go", "birth ", blanks)
}

fn press_slip(limit: usize) -> Slip {
    let signed = one_of([("", "with your name"), ("anon", "by nobody")]);
    let blanks = vec![
        blank("Signed", " ", BlankKind::OneOf(signed)),
        blank("Text", " ", BlankKind::Text { most: limit.min(2000) }),
    ];
    slip("Press for the report", "press", blanks)
}
