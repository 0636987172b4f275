//! Small scenes of every kind.

use stage::{
    Area, AreaOutline, At, Block, Card, Choice, Fact, Field, Form, Ground, HexCell, HexField, Ink,
    Line, LineStyle, Mark, MarkKind, Panel, Piece, Place, PlaceField, PlaneField, Point, Pose,
    Prompt, Rect, Row, Scene, Shape, Symbol, Target, Texture, Trace, Track, TrackBox, hexes,
};
use std::sync::Arc;
use terrain::{Lower, Top};

const NASTY: &str = "</title><script>alert(\"1\")</script>&'\u{1}";

/// A small land.
pub fn land(top: Top) -> HexField {
    let letters = ["..ww", ".mw~", "d.s~"];
    let mut cells = Vec::new();
    for (row, line) in letters.iter().enumerate() {
        for (column, letter) in line.chars().enumerate() {
            let texture = match letter {
                'w' => Texture::Woods,
                'm' => Texture::Mountain,
                'd' => Texture::Desert,
                's' => Texture::Swamp,
                '~' => Texture::Water,
                _ => Texture::Clear,
            };
            let label = format!("{:02}{:02}", column + 1, row + 1);
            cells.push(HexCell::new(column as u16, row as u16, label, texture));
        }
    }
    cells[0].symbols = vec![(Symbol::Base, "5".into()), (Symbol::Ford, String::new())];
    let layout = hexes::HexLayout::new(top, Lower::Even);
    let line = |style| Line {
        style,
        points: vec![layout.centre(0, 0), layout.centre(0, 1), layout.centre(0, 2)],
        smooth: true,
        description: String::new(),
    };
    HexField {
        top,
        lower: Lower::Even,
        lines: vec![line(LineStyle::River), line(LineStyle::Trail)],
        outlines: vec![AreaOutline {
            rings: layout.rings([(1, 1), (1, 2)]),
            ink: Ink::Seat(1),
            dashed: true,
            label: "Elk".into(),
        }],
        cells,
        labelled: true,
        sea: false,
    }
}

/// Ann on a small land, with a bear, a mark and a question.
pub fn wilderness(top: Top) -> Scene {
    let ground = Ground {
        title: "Land".into(),
        description: "A small land.".into(),
        fields: vec![Field::Hexes(land(top))],
    };
    let mut scene = Scene::new(Arc::new(ground), "Day 3: Ann walks");
    let mut ann = Piece::new("ann", "0101", Ink::Seat(0));
    ann.label = "A 6".into();
    ann.symbol = Some(Symbol::Hiker);
    ann.badges = vec![(Symbol::Wound, "1".into())];
    ann.description = "Ann, tired".into();
    let mut bear = Piece::new("bear", "0202", Ink::Neutral);
    bear.symbol = Some(Symbol::Bear);
    bear.form = Form::Token;
    bear.pose = Pose::Lying;
    scene.pieces = vec![ann, bear];
    scene.marks = vec![Mark { place: "0101".into(), kind: MarkKind::Active, tag: String::new() }];
    scene.prompt = Some(Prompt {
        seat: 0,
        question: "Where to?".into(),
        hint: "Straight on if you can.".into(),
        choices: vec![
            Choice::new("go SE", "Go south-east").on(Target::Place("0201".into()), "2"),
            Choice::new("attack bear", "Attack the bear").on(Target::Piece("bear".into()), "5+"),
            Choice { final_: true, ..Choice::new("rest", "Rest") },
        ],
        ..Prompt::default()
    });
    scene
}

/// A table with a hut, a pond and a road.
pub fn village() -> Scene {
    let area = |id: &str, shape, texture| Area {
        id: id.into(),
        shape,
        texture,
        label: id.into(),
        description: String::new(),
    };
    let field = PlaneField {
        rect: Rect { x: 0, y: 0, width: 12_000, height: 6000 },
        texture: Texture::Grass,
        ruler: 1000,
        from_below: false,
        unit: "\"".into(),
        floors: Vec::new(),
        dark: 0,
        areas: vec![
            area(
                "hut",
                Shape::Box { rect: Rect { x: 1000, y: 1000, width: 4000, height: 3000 }, round: 0 },
                Texture::Floor,
            ),
            area(
                "pond",
                Shape::Circle { centre: Point::new(9000, 3000), radius: 1500 },
                Texture::Water,
            ),
            area(
                "road",
                Shape::Strip {
                    points: vec![Point::new(0, 5000), Point::new(12_000, 5500)],
                    width: 600,
                },
                Texture::Road,
            ),
        ],
        lines: Vec::new(),
    };
    let ground = Ground {
        title: "Village".into(),
        description: String::new(),
        fields: vec![Field::Plane(field)],
    };
    let mut scene = Scene::new(Arc::new(ground), "Shots");
    let mut bert = Piece::new("bert", "", Ink::Seat(1));
    bert.at = At::Point(Point::new(6000, 2000));
    bert.form = Form::Base { radius: 500 };
    bert.label = "B".into();
    bert.facing = Some(Point::new(1, -1));
    scene.pieces = vec![bert];
    scene.traces = vec![Trace {
        label: String::new(),
        points: vec![Point::new(6000, 2000), Point::new(9000, 3000)],
        ink: Ink::Bad,
        dotted: true,
        description: "Bert looks at the pond".into(),
    }];
    scene
}

/// Two places and two pawns.
pub fn ring() -> Scene {
    let place = |id: &str, x, caption: &str| Place {
        id: id.into(),
        shape: Shape::Box { rect: Rect { x, y: 0, width: 1800, height: 1500 }, round: 100 },
        texture: Texture::Paper,
        label: id.into(),
        caption: caption.into(),
        symbol: Some(Symbol::Water),
        vista: None,
        description: String::new(),
    };
    let field = PlaceField {
        title: String::new(),
        places: vec![place("Dam", 0, "4 water"), place("Mine", 2400, "")],
        lines: Vec::new(),
    };
    let ground = Ground {
        title: "Ring".into(),
        description: String::new(),
        fields: vec![Field::Places(field)],
    };
    let mut scene = Scene::new(Arc::new(ground), "Round 2");
    for (id, seat, label) in [("a", 0, "5"), ("b", 1, "4")] {
        let mut pawn = Piece::new(id, "Mine", Ink::Seat(seat));
        pawn.form = Form::Pawn;
        pawn.label = label.into();
        scene.pieces.push(pawn);
    }
    scene
}

/// A sheet with every kind of block, all with this text.
pub fn panels(text: &str) -> Vec<Panel> {
    let text = text.to_string();
    let track_box =
        |here| TrackBox { label: text.clone(), after: text.clone(), here, ink: Some(Ink::Bad) };
    vec![Panel {
        id: text.clone(),
        title: text.clone(),
        seat: Some(9),
        open: true,
        blocks: vec![
            Block::Facts(vec![Fact {
                label: text.clone(),
                value: text.clone(),
                ink: None,
                symbol: Some(Symbol::Heart),
            }]),
            Block::Track(Track {
                label: text.clone(),
                symbol: None,
                boxes: vec![track_box(true), track_box(false)],
                note: text.clone(),
                short: String::new(),
            }),
            Block::Cards(vec![Card {
                id: text.clone(),
                title: text.clone(),
                text: text.clone(),
                symbol: None,
                ink: Ink::Warm,
                faint: true,
            }]),
            Block::Table {
                head: vec![text.clone()],
                rows: vec![Row { cells: vec![text.clone(), text.clone()], lit: true }],
            },
            Block::Text(text.clone()),
        ],
    }]
}

/// A scene in which every text is hostile.
pub fn hostile(mut scene: Scene) -> Scene {
    let ground = Arc::make_mut(&mut scene.ground);
    ground.title = NASTY.into();
    ground.description = NASTY.into();
    for field in &mut ground.fields {
        match field {
            Field::Hexes(field) => {
                for cell in &mut field.cells {
                    (cell.label, cell.caption, cell.description) =
                        (NASTY.into(), NASTY.into(), NASTY.into());
                    cell.id = format!("{NASTY}{}-{}", cell.column, cell.row);
                    cell.symbols.iter_mut().for_each(|(_, number)| *number = NASTY.into());
                }
                field.lines.iter_mut().for_each(|line| line.description = NASTY.into());
                field.outlines.iter_mut().for_each(|outline| outline.label = NASTY.into());
            }
            Field::Plane(field) => {
                field.unit = NASTY.into();
                for area in &mut field.areas {
                    (area.label, area.description) = (NASTY.into(), NASTY.into());
                }
            }
            Field::Places(field) => {
                for place in &mut field.places {
                    (place.label, place.caption, place.description) =
                        (NASTY.into(), NASTY.into(), NASTY.into());
                }
            }
        }
    }
    for (index, piece) in scene.pieces.iter_mut().enumerate() {
        piece.id = format!("{NASTY}{index}");
        (piece.label, piece.description) = (NASTY.into(), NASTY.into());
        piece.badges = vec![(Symbol::Star, NASTY.into())];
    }
    scene.headline = NASTY.into();
    scene.traces.iter_mut().for_each(|trace| trace.description = NASTY.into());
    scene.panels = panels(NASTY);
    scene.prompt = Some(Prompt {
        seat: 3,
        question: NASTY.into(),
        hint: NASTY.into(),
        choices: vec![
            Choice::new(NASTY, NASTY),
            Choice::new(NASTY, NASTY).on(Target::Card(NASTY.into()), NASTY),
            Choice::new(NASTY, NASTY).on(Target::Piece(format!("{NASTY}0")), NASTY),
            Choice::new(NASTY, NASTY).on(Target::Point(Point::new(3, 4)), NASTY),
        ],
        ..Prompt::default()
    });
    scene
}

/// One scene of each kind.
pub fn scenes() -> Vec<Scene> {
    let mut with_panels = wilderness(Top::Flat);
    with_panels.panels = panels("A sheet");
    vec![wilderness(Top::Flat), wilderness(Top::Pointy), village(), ring(), with_panels]
}
