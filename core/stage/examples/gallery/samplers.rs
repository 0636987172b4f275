//! Samplers: every texture, every symbol, every ink.

use stage::{
    Field, Form, Ground, HexCell, HexField, Ink, Piece, Place, PlaceField, Rect, Scene, Shape,
    Symbol, Texture, art,
};
use std::sync::Arc;
use terrain::{Lower, Top};

/// A scene with only a board.
pub fn bare(title: &str, fields: Vec<Field>) -> Scene {
    let ground = Ground { title: title.into(), description: String::new(), fields };
    Scene::new(Arc::new(ground), title)
}

/// Every texture as a patch of six hexes.
pub fn textures() -> Scene {
    let mut cells = Vec::new();
    for row in 0..9u16 {
        for column in 0..18u16 {
            let index = (row / 3) as usize * 6 + (column / 3) as usize;
            let label = format!("{:02}{:02}", column + 1, row + 1);
            let mut cell = HexCell::new(column, row, label, Texture::ALL[index]);
            if row % 3 == 1 && column % 3 == 1 {
                cell.caption = art::texture_glyph(cell.texture).name.into();
            }
            cells.push(cell);
        }
    }
    let field = HexField {
        top: Top::Flat,
        lower: Lower::Even,
        cells,
        lines: Vec::new(),
        outlines: Vec::new(),
        labelled: true,
        sea: false,
    };
    bare("All textures", vec![Field::Hexes(field)])
}

/// Every symbol with its name.
pub fn symbols() -> Scene {
    let place = |(index, symbol): (usize, Symbol)| {
        let (column, row) = (index as i32 % 11, index as i32 / 11);
        Place {
            id: format!("{symbol:?}"),
            shape: Shape::Box {
                rect: Rect { x: column * 1050, y: row * 1050, width: 960, height: 960 },
                round: 80,
            },
            texture: Texture::Paper,
            label: art::symbol_glyph(symbol).name.into(),
            caption: String::new(),
            symbol: None,
            vista: None,
            description: String::new(),
        }
    };
    let places = Symbol::ALL.into_iter().enumerate().map(place).collect();
    let mut scene = bare(
        "All symbols",
        vec![Field::Places(PlaceField { title: String::new(), places, lines: Vec::new() })],
    );
    scene.pieces = Symbol::ALL
        .into_iter()
        .enumerate()
        .flat_map(|(index, symbol)| {
            [Form::Counter, Form::Token].map(|form| {
                let mut piece = Piece::new(
                    format!("{symbol:?}{form:?}"),
                    format!("{symbol:?}"),
                    Ink::Seat(index as u16 % 8),
                );
                piece.symbol = Some(symbol);
                piece.form = form;
                if form == Form::Token {
                    piece.ink = Ink::Neutral;
                }
                piece
            })
        })
        .collect();
    scene
}

/// Every ink on every form, and more seats than colours.
pub fn inks() -> Scene {
    let inks: Vec<Ink> = stage::palette::inks().chain((8..12).map(Ink::Seat)).collect();
    let place = |index: usize, row: usize| Place {
        id: format!("{index}-{row}"),
        shape: Shape::Box {
            rect: Rect { x: index as i32 * 1050, y: row as i32 * 1350, width: 980, height: 1280 },
            round: 60,
        },
        texture: Texture::Paper,
        label: format!("{:?}", inks[index]).replace("Seat(", "Seat ").replace(')', ""),
        caption: String::new(),
        symbol: None,
        vista: None,
        description: String::new(),
    };
    let forms = [Form::Counter, Form::Token, Form::Pawn, Form::FaceDown];
    let places = (0..inks.len()).flat_map(|index| (0..4).map(move |row| (index, row)));
    let places = places.map(|(index, row)| place(index, row)).collect();
    let mut scene = bare(
        "All inks",
        vec![Field::Places(PlaceField { title: String::new(), places, lines: Vec::new() })],
    );
    for (index, ink) in inks.iter().enumerate() {
        for (row, form) in forms.into_iter().enumerate() {
            let mut piece = Piece::new(format!("p{index}-{row}"), format!("{index}-{row}"), *ink);
            piece.form = form;
            piece.symbol = (row % 2 == 0).then_some(Symbol::Elk);
            piece.label = "A 6".into();
            scene.pieces.push(piece);
        }
    }
    scene
}
