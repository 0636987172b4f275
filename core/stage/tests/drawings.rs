//! What every drawing keeps: it is well-formed, it is the same every time, it shows everything, and
//! nothing in it can break out of it.

use roxmltree::Document;
use stage::svg::{self, Look, Theme};
use stage::text::{self, TextLook, Zoom};
use stage::{
    Area, At, Block, Card, Choice, Fact, Field, Form, Ground, HexCell, HexField, Ink, Line,
    LineStyle, Mark, MarkKind, Outline, Panel, Piece, Place, PlaceField, PlaneField, Point, Pose,
    Prompt, Rect, Row, Scene, Shape, Symbol, Target, Texture, Trace, Track, TrackBox, hexes,
};
use std::sync::Arc;
use terrain::{Lower, Top};

const NASTY: &str = "</title><script>alert(\"1\")</script>&'\u{1}";

fn land(top: Top) -> HexField {
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
    let lattice = hexes::Lattice {
        top,
        lower: Lower::Even,
    };
    let line = |style| Line {
        style,
        points: vec![
            lattice.centre(0, 0),
            lattice.centre(0, 1),
            lattice.centre(0, 2),
        ],
        smooth: true,
        description: String::new(),
    };
    HexField {
        top,
        lower: Lower::Even,
        lines: vec![line(LineStyle::River), line(LineStyle::Trail)],
        outlines: vec![Outline {
            rings: lattice.rings([(1, 1), (1, 2)]),
            ink: Ink::Seat(1),
            dashed: true,
            label: "Elk".into(),
        }],
        cells,
        labelled: true,
    }
}

fn wilderness(top: Top) -> Scene {
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
    scene.marks = vec![Mark {
        place: "0101".into(),
        kind: MarkKind::Active,
        tag: String::new(),
    }];
    scene.prompt = Some(Prompt {
        seat: 0,
        question: "Where to?".into(),
        hint: "Straight on if you can.".into(),
        choices: vec![
            Choice::new("go SE", "Go south-east").on(Target::Place("0201".into()), "2"),
            Choice::new("attack bear", "Attack the bear").on(Target::Piece("bear".into()), "5+"),
            Choice {
                final_: true,
                ..Choice::new("rest", "Rest")
            },
        ],
    });
    scene
}

fn village() -> Scene {
    let area = |id: &str, shape, texture| Area {
        id: id.into(),
        shape,
        texture,
        label: id.into(),
        description: String::new(),
    };
    let field = PlaneField {
        rect: Rect {
            x: 0,
            y: 0,
            width: 12_000,
            height: 6000,
        },
        texture: Texture::Grass,
        ruler: 1000,
        unit: "\"".into(),
        areas: vec![
            area(
                "hut",
                Shape::Box {
                    rect: Rect {
                        x: 1000,
                        y: 1000,
                        width: 4000,
                        height: 3000,
                    },
                    round: 0,
                },
                Texture::Floor,
            ),
            area(
                "pond",
                Shape::Circle {
                    centre: Point::new(9000, 3000),
                    radius: 1500,
                },
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
        points: vec![Point::new(6000, 2000), Point::new(9000, 3000)],
        ink: Ink::Bad,
        dotted: true,
        description: "Bert looks at the pond".into(),
    }];
    scene
}

fn ring() -> Scene {
    let place = |id: &str, x, caption: &str| Place {
        id: id.into(),
        shape: Shape::Box {
            rect: Rect {
                x,
                y: 0,
                width: 1800,
                height: 1500,
            },
            round: 100,
        },
        texture: Texture::Paper,
        label: id.into(),
        caption: caption.into(),
        symbol: Some(Symbol::Water),
        description: String::new(),
    };
    let field = PlaceField {
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

fn panels(text: &str) -> Vec<Panel> {
    let text = text.to_string();
    let track_box = |here| TrackBox {
        label: text.clone(),
        after: text.clone(),
        here,
        ink: Some(Ink::Bad),
    };
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
                rows: vec![Row {
                    cells: vec![text.clone(), text.clone()],
                    lit: true,
                }],
            },
            Block::Text(text.clone()),
        ],
    }]
}

/// A scene in which every text is hostile.
fn hostile(mut scene: Scene) -> Scene {
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
                    cell.symbols
                        .iter_mut()
                        .for_each(|(_, number)| *number = NASTY.into());
                }
                field
                    .lines
                    .iter_mut()
                    .for_each(|line| line.description = NASTY.into());
                field
                    .outlines
                    .iter_mut()
                    .for_each(|outline| outline.label = NASTY.into());
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
    scene
        .traces
        .iter_mut()
        .for_each(|trace| trace.description = NASTY.into());
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
    });
    scene
}

fn scenes() -> Vec<Scene> {
    let mut with_panels = wilderness(Top::Flat);
    with_panels.panels = panels("A sheet");
    vec![
        wilderness(Top::Flat),
        wilderness(Top::Pointy),
        village(),
        ring(),
        with_panels,
    ]
}

fn looks() -> Vec<Look> {
    let mut looks = Vec::new();
    for theme in [Theme::Light, Theme::Dark, Theme::Auto] {
        for (panels, targets, width) in [(true, false, 1200), (true, true, 360), (false, true, 800)]
        {
            looks.push(Look {
                theme,
                panels,
                targets,
                width,
                ..Look::default()
            });
        }
    }
    looks
}

#[test]
fn every_drawing_is_well_formed_and_refers_only_to_what_it_has() {
    let hostile: Vec<Scene> = scenes().into_iter().map(hostile).collect();
    for scene in scenes().iter().chain(&hostile) {
        for look in looks() {
            let svg = svg::document(scene, &look);
            let document = Document::parse(&svg).expect("well-formed");
            assert!(
                !document
                    .descendants()
                    .any(|node| node.has_tag_name("script")),
                "nothing breaks out"
            );
            let ids: Vec<&str> = document
                .descendants()
                .filter_map(|node| node.attribute("id"))
                .collect();
            for node in document.descendants() {
                if let Some(target) = node
                    .attribute("href")
                    .and_then(|href| href.strip_prefix('#'))
                {
                    assert!(ids.contains(&target), "{target} is used but not drawn");
                }
                for paint in ["fill", "stroke", "color"]
                    .iter()
                    .filter_map(|name| node.attribute(*name))
                {
                    let plain =
                        paint.starts_with('#') || paint == "none" || paint == "currentColor";
                    assert!(plain || look.theme == Theme::Auto, "{paint}");
                }
            }
        }
    }
}

#[test]
fn the_same_scene_gives_the_same_bytes() {
    for look in looks() {
        for (a, b) in scenes().iter().zip(scenes().iter()) {
            assert_eq!(svg::document(a, &look), svg::document(b, &look));
        }
    }
}

#[test]
fn auto_colours_are_all_set_by_the_document_itself() {
    for scene in scenes() {
        let svg = svg::document(&scene, &Look::default());
        for use_ in svg.split("var(").skip(1) {
            let name = use_.split(')').next().unwrap();
            assert!(svg.contains(&format!("{name}:#")), "{name} has no colour");
        }
    }
}

#[test]
fn pieces_and_choices_can_be_found_by_a_page() {
    let svg = svg::document(
        &wilderness(Top::Flat),
        &Look {
            targets: true,
            ..Look::default()
        },
    );
    let document = Document::parse(&svg).unwrap();
    let by_id = |id: &str| {
        document
            .descendants()
            .find(|node| node.attribute("id") == Some(id))
    };
    let title = |node: roxmltree::Node| {
        node.children()
            .find(|child| child.has_tag_name("title"))
            .and_then(|title| title.text())
            .map(str::to_string)
    };
    let ann = by_id("piece-ann").expect("Ann stands on the board");
    assert_eq!(title(ann).as_deref(), Some("Ann, tired"));
    assert!(
        ann.attribute("transform")
            .is_some_and(|place| place.starts_with("translate("))
    );
    let hex = by_id("place-0101").expect("every hex can be pointed at");
    assert_eq!(title(hex).as_deref(), Some("0101: clear"));
    for notation in ["go SE", "attack bear", "rest"] {
        let choice = document
            .descendants()
            .find(|node| node.attribute("data-notation") == Some(notation));
        let choice = choice.unwrap_or_else(|| panic!("{notation} can be chosen"));
        assert_eq!(choice.attribute("role"), Some("button"));
        assert_eq!(choice.attribute("data-final").is_some(), notation == "rest");
    }
}

#[test]
fn a_large_map_stays_small() {
    let letters = [
        Texture::Clear,
        Texture::Woods,
        Texture::Mountain,
        Texture::Desert,
        Texture::Swamp,
    ];
    let mut cells = Vec::new();
    for row in 0..34u16 {
        for column in 0..43u16 {
            // Patches of a few hexes, as on a real map.
            let patch = (column / 4 * 7 + row / 3 * 5) as usize % 9;
            let texture = letters[if patch < 5 { patch } else { 0 }];
            cells.push(HexCell::new(
                column,
                row,
                format!("{:02}{:02}", column + 1, row + 1),
                texture,
            ));
        }
    }
    let field = HexField {
        cells,
        lines: Vec::new(),
        outlines: Vec::new(),
        ..land(Top::Flat)
    };
    let ground = Ground {
        title: "Large".into(),
        description: String::new(),
        fields: vec![Field::Hexes(field)],
    };
    let labelled = svg::ground(&ground, &Look::default()).len();
    let bare = svg::ground(
        &ground,
        &Look {
            labels: false,
            ..Look::default()
        },
    )
    .len();
    assert!(labelled < 180_000, "{labelled} bytes with labels");
    assert!(bare < 130_000, "{bare} bytes without");
}

#[test]
fn a_small_land_as_text() {
    let compact = text::board(
        &wilderness(Top::Flat),
        &TextLook {
            ascii: true,
            ..TextLook::default()
        },
    );
    let expected = "   01 02 03 04
01 .A1   w
   b5~.[2   w
02 .~    w
      mG    ~
03 d~    s
      .     ~

";
    assert_eq!(compact.plain(), expected);
    let pointy = text::board(
        &wilderness(Top::Pointy),
        &TextLook {
            ascii: true,
            ..TextLook::default()
        },
    );
    let expected = "   01  02  03  04
01 .A1~.[2 w   w
02   .~  mG  w   ~
03 d~  .   s   ~
";
    assert_eq!(pointy.plain(), expected);
    let glyphs = text::board(&wilderness(Top::Pointy), &TextLook::default());
    assert!(
        glyphs.plain().contains("03 ∴≈  ·   ψ   ≈"),
        "{}",
        glyphs.plain()
    );
}

#[test]
fn a_roomy_hex_shows_its_label_symbols_pieces_and_tags() {
    let look = TextLook {
        zoom: Zoom::Roomy,
        ascii: true,
        ..TextLook::default()
    };
    let expected = "   01    02    03    04
01 0101~:0201  0301  0401
   . b5x .  .  w  w  w  w
   A1      [2]
";
    let drawn = text::board(&wilderness(Top::Pointy), &look).plain();
    assert!(drawn.starts_with(expected), "{drawn}");
}

#[test]
fn a_canvas_knows_where_everything_is() {
    let canvas = text::board(&wilderness(Top::Flat), &TextLook::default());
    let window = canvas.place("0202").expect("the bear's hex");
    let bear = canvas.piece("bear").expect("the bear");
    assert_eq!((bear.column, bear.row), (window.column + 1, window.row));
    assert_eq!(canvas.place_at(bear.column, bear.row), Some("0202"));
    assert_eq!(canvas.place_at(0, 0), None);
}

#[test]
fn places_are_boxes_with_names_captions_and_pieces() {
    let look = TextLook {
        ascii: true,
        width: 40,
        ..TextLook::default()
    };
    let drawn = text::board(&ring(), &look).plain();
    let mut lines = drawn.lines();
    assert_eq!(
        lines.next(),
        Some("+---------------+     +---------------+")
    );
    assert_eq!(
        lines.next(),
        Some("|w Dam          |     |w Mine         |")
    );
    assert_eq!(
        lines.next(),
        Some("|4 water        |     |a5 b4          |")
    );
}

#[test]
fn a_plane_has_a_ruler_and_its_pieces_stand_where_they_are() {
    let look = TextLook {
        ascii: true,
        width: 64,
        ..TextLook::default()
    };
    let canvas = text::board(&village(), &look);
    let plain = canvas.plain();
    assert!(plain.starts_with("    0\"        2\""), "{plain}");
    let bert = canvas.piece("bert").expect("Bert stands on the table");
    assert_eq!((bert.column, bert.row), (4 + 30, 1 + 5));
    assert!(
        plain
            .lines()
            .nth(bert.row)
            .is_some_and(|line| line.contains("B2")),
        "{plain}"
    );
    assert!(plain.contains("hut") && plain.contains("pond"), "{plain}");
}

#[test]
fn text_in_ascii_is_ascii() {
    for scene in scenes() {
        for zoom in [Zoom::Compact, Zoom::Roomy] {
            let look = TextLook {
                zoom,
                ascii: true,
                ..TextLook::default()
            };
            assert!(text::board(&scene, &look).plain().is_ascii());
        }
    }
}

#[test]
fn a_scene_in_words() {
    let expected = "Land.
A small land.
Day 3: Ann walks.

On the board:
- Ann, tired, seat 1, wound 1, at 0101 (clear).
- bear, lying, at 0202 (mountain).

Acting now: 0101.

Seat 1: Where to?
Straight on if you can.
- go SE = Go south-east, to 0201 (clear).
- attack bear = Attack the bear.
- rest = Rest. Cannot be taken back.
";
    assert_eq!(text::describe(&wilderness(Top::Flat)), expected);
}

#[test]
fn nothing_panics_on_an_empty_or_broken_scene() {
    let empty = Ground {
        title: String::new(),
        description: String::new(),
        fields: Vec::new(),
    };
    let broken = Ground {
        fields: vec![
            Field::Hexes(HexField {
                cells: Vec::new(),
                ..land(Top::Flat)
            }),
            Field::Places(PlaceField {
                places: Vec::new(),
                lines: Vec::new(),
            }),
            Field::Plane(PlaneField {
                rect: Rect {
                    x: 0,
                    y: 0,
                    width: 0,
                    height: 0,
                },
                texture: Texture::Wall,
                ruler: 5,
                unit: String::new(),
                areas: vec![Area {
                    id: "a".into(),
                    shape: Shape::Polygon(Vec::new()),
                    texture: Texture::Woods,
                    label: "a".into(),
                    description: String::new(),
                }],
                lines: vec![Line {
                    style: LineStyle::River,
                    points: vec![Point::new(1, 1)],
                    smooth: true,
                    description: String::new(),
                }],
            }),
        ],
        ..empty.clone()
    };
    for ground in [empty, broken] {
        let mut scene = Scene::new(Arc::new(ground), "");
        scene.pieces = vec![Piece::new("lost", "nowhere", Ink::Seat(700))];
        scene.traces = vec![Trace {
            points: Vec::new(),
            ink: Ink::Good,
            dotted: false,
            description: String::new(),
        }];
        scene.prompt = Some(Prompt {
            seat: 0,
            question: String::new(),
            hint: String::new(),
            choices: vec![Choice::new("x", "").on(Target::Place("nowhere".into()), "")],
        });
        for look in looks() {
            Document::parse(&svg::document(&scene, &look)).expect("well-formed");
        }
        text::board(&scene, &TextLook::default());
        text::describe(&scene);
    }
}

#[test]
fn a_card_on_offer_can_be_chosen_and_a_panel_is_as_high_as_it_says() {
    let [sheet] = &panels("A sheet")[..] else {
        panic!("one sheet")
    };
    let choice = Choice::new("play", "Play").on(Target::Card("A sheet".into()), "1");
    let prompt = Prompt {
        seat: 0,
        question: "?".into(),
        hint: String::new(),
        choices: vec![choice],
    };
    for width in [240, 400, 900] {
        let look = Look {
            width,
            ..Look::default()
        };
        let (drawn, height) = svg::panel(sheet, Some(&prompt), &look);
        assert!(drawn.contains(r#"data-notation="play""#));
        let document = Document::parse(&drawn).expect("well-formed");
        for node in document.descendants() {
            let number = |name: &str| {
                node.attribute(name)
                    .and_then(|text| text.parse::<f64>().ok())
            };
            if let (true, Some(x), Some(y)) = (node.has_tag_name("text"), number("x"), number("y"))
            {
                assert!(x >= 0.0 && x <= f64::from(width), "written outside: {x}");
                assert!(y > 0.0 && y < f64::from(height), "written outside: {y}");
            }
        }
    }
}
