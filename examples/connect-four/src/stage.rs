//! The board as a scene: places once, discs and the question at every step.

use crate::{ConnectFour, Drop, View};
use ::stage::{Choice, Field, Form, Ground, Ink, Piece, Place, PlaceField, Prompt};
use ::stage::{Rect, Scene, Shape, Target, Texture};
use table::Speech;

/// The id of a place, such as `c4`.
fn place(column: usize, row: usize) -> String {
    format!("{}{}", (b'a' + column as u8) as char, row + 1)
}

/// The board: it never changes, so it is made once.
pub(crate) fn board() -> Ground {
    let hole = |(column, row): (usize, usize)| {
        let (x, y) = (column as i32 * 1000, (5 - row as i32) * 1000);
        let shape = Shape::Box { rect: Rect { x, y, width: 960, height: 960 }, round: 480 };
        let description = format!("column {}, row {}", column + 1, row + 1);
        Place::new(place(column, row), shape, Texture::Paper, description)
    };
    let places = (0..42).map(|number| hole((number % 7, number / 7))).collect();
    Ground {
        title: "Connect four".into(),
        description: "Seven columns of six.".into(),
        fields: vec![Field::Places(PlaceField { places, lines: Vec::new() })],
    }
}

/// What everybody sees, and the question to whom it is put.
pub(crate) fn scene(game: &ConnectFour, view: &View, choices: &[Drop]) -> Scene {
    let dropped: usize = view.iter().map(Vec::len).sum();
    let mut scene = Scene::new(game.ground.clone(), format!("{dropped} discs"));
    for (column, discs) in view.iter().enumerate() {
        for (row, seat) in discs.iter().enumerate() {
            let id = place(column, row);
            let disc = Piece::new(id.clone(), id, Ink::Seat(seat - 1));
            let (label, description) = (seat.to_string(), format!("a disc of player {seat}"));
            scene.pieces.push(Piece { form: Form::Token, label, description, ..disc });
        }
    }
    let choice = |drop: &Drop| {
        let column = drop.0 as usize;
        Choice::new(game.notation(drop), format!("column {}", column + 1))
            .on(Target::Place(place(column, view[column].len())), "")
    };
    scene.prompt = (!choices.is_empty()).then(|| Prompt {
        seat: dropped as u16 % 2,
        question: "Which column?".into(),
        hint: String::new(),
        choices: choices.iter().map(choice).collect(),
        ..Prompt::default()
    });
    scene
}
