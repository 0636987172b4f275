//! The board as a scene: places once, discs and the question at every step.

use crate::ConnectFour;
use crate::action::Drop;
use crate::knowledge::View;
use crate::position::ROWS;
use crate::speech;
use stage::{Choice, Field, Form, Ground, Ink, Piece, Place, PlaceField, Prompt};
use stage::{Rect, Scene, Shape, Target, Texture};
use table::{Fit, Names, Viewer};

/// The distance between two holes, in thousandths.
const HOLE: usize = 1000;

/// The id of a place, such as `c4`.
fn place(column: usize, row: usize) -> String {
    let letter = ["a", "b", "c", "d", "e", "f", "g"].get(column).copied().unwrap_or_default();
    format!("{letter}{}", row + 1)
}

/// The board: it never changes, so it is made once.
pub(crate) fn board() -> Ground {
    let hole = |column: usize, row: usize| {
        let (x, y) = ((column * HOLE).fit(), ((ROWS - 1 - row) * HOLE).fit());
        let shape = Shape::Box { rect: Rect { x, y, width: 960, height: 960 }, round: 480 };
        let description = format!("column {}, row {}", column + 1, row + 1);
        Place::new(place(column, row), shape, Texture::Paper, description)
    };
    let places = (0..ROWS).flat_map(|row| (0..7).map(move |column| hole(column, row))).collect();
    Ground {
        title: "Connect four".into(),
        description: "Seven columns of six.".into(),
        fields: vec![Field::Places(PlaceField { title: String::new(), places, lines: Vec::new() })],
    }
}

/// What everybody sees, and the question to whom it is put.
pub(crate) fn scene(
    game: &ConnectFour,
    view: &View,
    viewer: Viewer,
    choices: &[Drop],
    names: Names<'_>,
) -> Scene {
    let dropped: usize = view.iter().map(Vec::len).sum();
    let headline = if dropped == 1 { "1 disc".into() } else { format!("{dropped} discs") };
    let aim = "Get four of your discs in a row: across, upright or slanting.".into();
    let mut scene = Scene { aim, ..Scene::new(game.ground.clone(), headline) };
    for (column, discs) in view.iter().enumerate() {
        for (row, seat) in discs.iter().enumerate() {
            let id = place(column, row);
            let disc = Piece::new(id.clone(), id, Ink::Seat(seat.0));
            let (label, description) =
                (seat.to_string(), format!("a disc of {}, marked {seat}", names.of(*seat)));
            scene.pieces.push(Piece { form: Form::Token, label, description, ..disc });
        }
    }
    let choice = |drop: &Drop| {
        let column = drop.0;
        Choice::new(speech::notation(drop), format!("column {}", column.number()))
            .on(Target::Place(place(column.index(), view[column.index()].len())), "")
    };
    scene.prompt = viewer.seat().filter(|_| !choices.is_empty()).map(|seat| Prompt {
        seat: seat.0,
        question: "Which column?".into(),
        choices: choices.iter().map(choice).collect(),
        ..Prompt::default()
    });
    scene
}
