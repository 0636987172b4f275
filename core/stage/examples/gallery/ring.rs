//! A ring of places around a convoy.

use crate::samplers::bare;
use stage::{
    Choice, Field, Form, Ink, Line, LineStyle, Mark, MarkKind, Piece, Place, PlaceField, Point,
    Prompt, Rect, Scene, Shape, Symbol, Target, Texture,
};

/// A ring of places around a convoy.
pub fn scene() -> Scene {
    let names = [
        ("Hospital", Symbol::Heart, "2 water, 1 meat"),
        ("Barracks", Symbol::Gun, "3 munitions"),
        ("Mine", Symbol::Metal, "4 metal"),
        ("Forest", Symbol::Tree, "3 wood"),
        ("Harbour", Symbol::Fish, "2 cans"),
        ("Mall", Symbol::Crate, "gear, worn"),
        ("Dam", Symbol::Water, "4 water"),
        ("Plant", Symbol::Radiation, "chips, if you dare"),
    ];
    let at = |index: usize| {
        let angle = (index as f64 / 8.0 - 0.25) * std::f64::consts::TAU;
        Point::new(5200 + (4100.0 * angle.cos()) as i32, 4600 + (3500.0 * angle.sin()) as i32)
    };
    let mut places: Vec<Place> = names
        .iter()
        .enumerate()
        .map(|(index, (name, symbol, caption))| {
            let centre = at(index);
            Place {
                id: name.to_lowercase(),
                shape: Shape::Box {
                    rect: Rect { x: centre.x - 900, y: centre.y - 750, width: 1800, height: 1500 },
                    round: 160,
                },
                texture: if index % 2 == 0 { Texture::Paper } else { Texture::Slate },
                label: name.to_string(),
                caption: caption.to_string(),
                symbol: Some(*symbol),
                vista: None,
                description: format!("{name}: {caption}"),
            }
        })
        .collect();
    places.push(Place {
        id: "convoy".into(),
        shape: Shape::Circle { centre: Point::new(5200, 4600), radius: 1300 },
        texture: Texture::Water,
        label: "Convoy".into(),
        caption: "in 3 days".into(),
        symbol: None,
        vista: None,
        description: "the convoy, in 3 days".into(),
    });
    let mut ring: Vec<Point> = (0..8).map(at).collect();
    ring.push(at(0));
    let line =
        Line { style: LineStyle::Trail, points: ring, smooth: true, description: String::new() };
    let mut scene = bare(
        "Ring of ruins",
        vec![Field::Places(PlaceField { title: String::new(), places, lines: vec![line] })],
    );
    for (index, (place, label)) in [
        ("mine", "5"),
        ("mine", "4"),
        ("mine", "3"),
        ("hospital", "3"),
        ("dam", "4"),
        ("plant", "5"),
        ("convoy", "3"),
    ]
    .into_iter()
    .enumerate()
    {
        let mut pawn = Piece::new(format!("pawn{index}"), place, Ink::Seat(index as u16 % 4));
        pawn.form = Form::Pawn;
        pawn.label = label.into();
        scene.pieces.push(pawn);
    }
    scene.marks = vec![Mark { place: "plant".into(), kind: MarkKind::Recent, tag: String::new() }];
    scene.prompt = Some(Prompt {
        seat: 2,
        question: "Move a hero".into(),
        hint: String::new(),
        choices: ["forest", "barracks"]
            .map(|place| Choice {
                notation: format!("go {place}"),
                label: format!("To the {place}"),
                description: String::new(),
                target: Some(Target::Place(place.into())),
                tag: "1".into(),
                final_: false,
                ..Choice::default()
            })
            .to_vec(),
        ..Prompt::default()
    });
    scene
}
