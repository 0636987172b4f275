//! Draws everything that the stage can draw into a directory: as SVG and PNG in light and dark, and
//! as text.
//!
//! ```sh
//! cargo run -p stage --features png --example gallery -- DIRECTORY
//! ```

use stage::palette::Shade;
use stage::svg::{self, Look, Theme};
use stage::text::{self, Colours, TextLook, Zoom};
use stage::{
    Area, At, Block, Card, Choice, Fact, Field, Form, Ground, HexCell, HexField, Ink, Line,
    LineStyle, Mark, MarkKind, Outline, Panel, Piece, Place, PlaceField, PlaneField, Point, Pose,
    Prompt, Rect, Row, Scene, Shape, Symbol, Target, Texture, Trace, Track, TrackBox, art, hexes,
    png,
};
use std::error::Error;
use std::path::Path;
use std::sync::Arc;
use terrain::{Lower, Top};

fn main() -> Result<(), Box<dyn Error>> {
    let directory = std::env::args().nth(1).ok_or("which directory?")?;
    let directory = Path::new(&directory);
    std::fs::create_dir_all(directory)?;
    let scenes = [
        ("textures", textures()),
        ("symbols", symbols()),
        ("hexes", hex_scene()),
        ("plane", plane_scene()),
        ("ring", ring_scene()),
        ("inks", inks()),
    ];
    for (name, scene) in &scenes {
        for (suffix, theme) in [("light", Theme::Light), ("dark", Theme::Dark)] {
            let drawn = svg::document(scene, &Look::picture(theme, 1200));
            std::fs::write(directory.join(format!("{name}-{suffix}.svg")), &drawn)?;
            std::fs::write(directory.join(format!("{name}-{suffix}.png")), png::render(&drawn, 1200)?)?;
        }
        let phone = svg::document(scene, &Look::picture(Theme::Light, 400));
        std::fs::write(directory.join(format!("{name}-phone.png")), png::render(&phone, 400)?)?;
        let page = svg::document(scene, &Look::default());
        std::fs::write(directory.join(format!("{name}.svg")), page)?;
        for zoom in [Zoom::Compact, Zoom::Roomy] {
            for ascii in [false, true] {
                let look = TextLook { zoom, ascii, ..TextLook::default() };
                let board = text::board(scene, &look);
                let kind = format!("{zoom:?}{}", if ascii { "-ascii" } else { "" }).to_lowercase();
                std::fs::write(directory.join(format!("{name}-{kind}.txt")), board.plain())?;
                let coloured = board.ansi(Colours::True, Shade::Dark);
                std::fs::write(directory.join(format!("{name}-{kind}.ansi")), coloured)?;
            }
        }
        let words = text::describe(scene) + "\n" + &text::panels(scene, 72);
        std::fs::write(directory.join(format!("{name}.txt")), words)?;
    }
    Ok(())
}

fn point(x: i32, y: i32) -> Point {
    Point { x, y }
}

fn scene(title: &str, fields: Vec<Field>) -> Scene {
    Scene {
        ground: Arc::new(Ground { title: title.into(), description: String::new(), fields }),
        headline: title.into(),
        pieces: Vec::new(),
        marks: Vec::new(),
        traces: Vec::new(),
        panels: Vec::new(),
        prompt: None,
        focus: None,
    }
}

fn cell(column: u16, row: u16, texture: Texture) -> HexCell {
    let label = format!("{:02}{:02}", column + 1, row + 1);
    HexCell {
        column,
        row,
        id: label.clone(),
        description: format!("{label}: {}", art::texture_sign(texture).name),
        label,
        texture,
        symbols: Vec::new(),
        caption: String::new(),
    }
}

/// Every texture as a patch of six hexes.
fn textures() -> Scene {
    let mut cells = Vec::new();
    for row in 0..9u16 {
        for column in 0..18u16 {
            let index = (row / 3) as usize * 6 + (column / 3) as usize;
            let mut cell = cell(column, row, Texture::ALL[index]);
            if row % 3 == 1 && column % 3 == 1 {
                cell.caption = art::texture_sign(cell.texture).name.into();
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
    };
    scene("All textures", vec![Field::Hexes(field)])
}

/// Every symbol with its name.
fn symbols() -> Scene {
    let place = |(index, symbol): (usize, Symbol)| {
        let (column, row) = (index as i32 % 11, index as i32 / 11);
        Place {
            id: format!("{symbol:?}"),
            shape: Shape::Box {
                rect: Rect { x: column * 1050, y: row * 1050, width: 960, height: 960 },
                round: 80,
            },
            texture: Texture::Paper,
            label: art::symbol_sign(symbol).name.into(),
            caption: String::new(),
            symbol: None,
            description: String::new(),
        }
    };
    let places = Symbol::ALL.into_iter().enumerate().map(place).collect();
    let mut scene = scene("All symbols", vec![Field::Places(PlaceField { places, lines: Vec::new() })]);
    scene.pieces = Symbol::ALL
        .into_iter()
        .enumerate()
        .flat_map(|(index, symbol)| {
            [Form::Counter, Form::Token].map(|form| {
                let mut piece = piece(&format!("{symbol:?}{form:?}"), &format!("{symbol:?}"), Ink::Seat(index as u16 % 8));
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

fn piece(id: &str, place: &str, ink: Ink) -> Piece {
    Piece {
        id: id.into(),
        at: At::Place(place.into()),
        form: Form::Counter,
        ink,
        symbol: None,
        label: String::new(),
        pose: Pose::Upright,
        facing: None,
        badges: Vec::new(),
        description: id.into(),
    }
}

const LAND: [&str; 12] = [
    "mmmww...wwww....mm",
    "mmww....www....mmm",
    "mww...r..w....dmmm",
    "ww...........ddddm",
    "w..ss.......dddddm",
    "..ssss......ddddmm",
    ".ssss...~~...ddmmw",
    "..ss...~~~~...mmww",
    "ww....~~~~~....www",
    "www....~~~...jjjww",
    "wwmm........jjjjj.",
    "wmmmm..ggg..jjjj..",
];

/// A wilderness with walkers, ranges and a question.
fn hex_scene() -> Scene {
    let mut cells = Vec::new();
    for (row, line) in LAND.iter().enumerate() {
        for (column, letter) in line.chars().enumerate() {
            let texture = match letter {
                'm' => Texture::Mountain,
                'w' => Texture::Woods,
                'd' => Texture::Desert,
                's' => Texture::Swamp,
                '~' => Texture::Water,
                'j' => Texture::Jungle,
                'g' => Texture::Grass,
                'r' => Texture::Rubble,
                _ => Texture::Clear,
            };
            cells.push(cell(column as u16, row as u16, texture));
        }
    }
    let mut put = |id: &str, symbol: Symbol, number: &str| {
        if let Some(cell) = cells.iter_mut().find(|cell| cell.id == id) {
            cell.symbols.push((symbol, number.into()));
        }
    };
    put("0504", Symbol::Base, "5");
    put("1003", Symbol::Base, "2");
    put("0803", Symbol::Ford, "");
    put("1204", Symbol::Basin, "");
    put("1405", Symbol::Basin, "");
    put("0208", Symbol::Food, "");
    put("1311", Symbol::Food, "");
    put("1601", Symbol::Den, "");
    put("0610", Symbol::Geyser, "");
    put("0111", Symbol::Peak, "");
    let lattice = hexes::Lattice { top: Top::Flat, lower: Lower::Even };
    let river = [(7, 0), (7, 1), (7, 2), (6, 2), (6, 3), (6, 4), (7, 5), (8, 6)];
    let trail = [(0, 3), (1, 3), (2, 3), (3, 3), (4, 3), (5, 2), (6, 2), (7, 2), (8, 2), (9, 2), (10, 1), (11, 1), (12, 0)];
    let through = |way: &[(i32, i32)], style| Line {
        style,
        points: way.iter().map(|&(column, row)| lattice.centre(column, row)).collect(),
        smooth: true,
        description: format!("{style:?}").to_lowercase(),
    };
    let range = |hexes: &[(i32, i32)], ink, dashed, label: &str| Outline {
        rings: lattice.rings(hexes.iter().copied()),
        ink,
        dashed,
        label: label.into(),
    };
    let field = HexField {
        top: Top::Flat,
        lower: Lower::Even,
        cells,
        lines: vec![through(&river, LineStyle::River), through(&trail, LineStyle::Trail)],
        outlines: vec![
            range(&[(2, 8), (3, 8), (3, 9), (4, 8), (4, 9), (5, 9), (4, 10)], Ink::Seat(1), false, "Elk"),
            range(&[(11, 8), (12, 8), (12, 9), (11, 9), (10, 9)], Ink::Seat(3), true, "Deer"),
        ],
        labelled: true,
    };
    let mut scene = scene("Three days out", vec![Field::Hexes(field)]);
    scene.headline = "Day 3: Ann walks, 4 points left".into();
    let mut ann = piece("ann", "0504", Ink::Seat(0));
    ann.symbol = Some(Symbol::Hiker);
    ann.label = "A 6".into();
    ann.badges = vec![(Symbol::Wound, "1".into()), (Symbol::Can, "3".into())];
    let mut ben = piece("ben", "0804", Ink::Seat(1));
    ben.symbol = Some(Symbol::Searcher);
    ben.label = "B 4".into();
    ben.pose = Pose::Lying;
    let mut herd: Vec<Piece> = [Symbol::Elk, Symbol::Deer, Symbol::Bison, Symbol::Sheep]
        .into_iter()
        .enumerate()
        .map(|(index, symbol)| {
            let mut beast = piece(&format!("beast{index}"), "0409", Ink::Seat(1 + index as u16));
            beast.symbol = Some(symbol);
            beast.label = ["M", "F", "F", "Y"][index].into();
            beast
        })
        .collect();
    let mut bear = piece("bear", "1211", Ink::Neutral);
    bear.symbol = Some(Symbol::Bear);
    bear.form = Form::Token;
    let mut hidden = piece("hidden", "1412", Ink::Neutral);
    hidden.form = Form::FaceDown;
    let mut lion = piece("lion", "1602", Ink::Seat(5));
    lion.symbol = Some(Symbol::Lion);
    lion.form = Form::Pawn;
    scene.pieces = vec![ann, ben, bear, hidden, lion];
    scene.pieces.append(&mut herd);
    scene.traces = vec![
        Trace {
            points: [(1, 6), (2, 5), (3, 4), (4, 3)].map(|(c, r)| lattice.centre(c, r)).to_vec(),
            ink: Ink::Seat(0),
            dotted: false,
            description: "yesterday".into(),
        },
        Trace {
            points: [(4, 3), (5, 3), (6, 4)].map(|(c, r)| lattice.centre(c, r)).to_vec(),
            ink: Ink::Seat(0),
            dotted: true,
            description: "straight on".into(),
        },
    ];
    let mark = |place: &str, kind, tag: &str| Mark { place: place.into(), kind, tag: tag.into() };
    scene.marks = vec![
        mark("0504", MarkKind::Active, ""),
        mark("1801", MarkKind::Goal, "exit"),
        mark("1701", MarkKind::Goal, ""),
        mark("0207", MarkKind::Recent, ""),
        mark("1008", MarkKind::Reach, "2"),
        mark("0603", MarkKind::Must, ""),
    ];
    let go = |way: &str, place: &str, cost: &str| Choice {
        notation: format!("go {way}"),
        label: format!("Go {way}"),
        description: format!("costs {cost}"),
        target: Some(Target::Place(place.into())),
        tag: cost.into(),
        final_: false,
    };
    scene.prompt = Some(Prompt {
        seat: 0,
        question: "Ann, where do you go?".into(),
        hint: "The way ahead is compulsory while the range of sight is one hex.".into(),
        choices: vec![
            go("N", "0503", "1"),
            go("NE", "0603", "1"),
            go("SE", "0604", "1"),
            go("S", "0505", "3"),
            Choice {
                notation: "rest".into(),
                label: "Rest here".into(),
                description: String::new(),
                target: None,
                tag: String::new(),
                final_: true,
            },
            Choice {
                notation: "attack bear".into(),
                label: "Attack the bear".into(),
                description: "2 munitions".into(),
                target: Some(Target::Piece("bear".into())),
                tag: "2 mun".into(),
                final_: true,
            },
            Choice {
                notation: "play storm".into(),
                label: "Storm".into(),
                description: String::new(),
                target: Some(Target::Card("storm".into())),
                tag: "1".into(),
                final_: true,
            },
        ],
    });
    scene.panels = vec![sheet(), chart(), hand()];
    scene.focus = Some("0504".into());
    scene
}

fn track(label: &str, symbol: Symbol, here: usize, note: &str) -> Track {
    let boxes = (0..15)
        .map(|index| TrackBox {
            label: ((b'A' + index as u8) as char).to_string(),
            after: if index % 4 == 3 { format!("-{}", index / 4 + 1) } else { String::new() },
            here: index == here,
            ink: (index > 11).then_some(Ink::Bad),
        })
        .collect();
    Track { label: label.into(), symbol: Some(symbol), boxes, note: note.into() }
}

fn sheet() -> Panel {
    let fact = |label: &str, value: &str, ink, symbol| Fact {
        label: label.into(),
        value: value.into(),
        ink,
        symbol: Some(symbol),
    };
    Panel {
        id: "ann".into(),
        title: "Ann".into(),
        seat: Some(0),
        open: true,
        blocks: vec![
            Block::Facts(vec![
                fact("Life level", "C", Some(Ink::Good), Symbol::Heart),
                fact("Movement left", "4 of 6", None, Symbol::Hiker),
                fact("Wounds", "1, on the left arm: no climbing until healed", Some(Ink::Bad), Symbol::Wound),
            ]),
            Block::Track(track("Water", Symbol::Water, 4, "Two more dry days: lose 1.")),
            Block::Track(track("Food", Symbol::Food, 9, "")),
        ],
    }
}

fn chart() -> Panel {
    let row = |cells: [&str; 3], lit| Row { cells: cells.map(str::to_string).to_vec(), lit };
    Panel {
        id: "winter".into(),
        title: "Winter".into(),
        seat: None,
        open: false,
        blocks: vec![
            Block::Table {
                head: ["2d6", "Winter", "Each herd"].map(str::to_string).to_vec(),
                rows: vec![
                    row(["2-3", "Open or mild", "no change"], false),
                    row(["4-5", "Moderate snow", "−5, and sheep stay in the valley until spring"], true),
                    row(["6-12", "Anything worse", "−10 to −40"], false),
                ],
            },
            Block::Text("Rolled once a year, when the last herd has reached its range.".into()),
        ],
    }
}

fn hand() -> Panel {
    let card = |id: &str, title: &str, text: &str, symbol, ink, faint| Card {
        id: id.into(),
        title: title.into(),
        text: text.into(),
        symbol: Some(symbol),
        ink,
        faint,
    };
    Panel {
        id: "hand".into(),
        title: "Your cards".into(),
        seat: Some(0),
        open: false,
        blocks: vec![Block::Cards(vec![
            card("storm", "Storm", "Nobody crosses water today.", Symbol::Snow, Ink::Water, false),
            card("berries", "Berries", "Eat without moving.", Symbol::Leaf, Ink::Plant, false),
            card("lamp", "Lamp", "Used.", Symbol::Lamp, Ink::Warm, true),
        ])],
    }
}

/// A ruined village on a measured table.
fn plane_scene() -> Scene {
    let area = |id: &str, shape, texture, label: &str| Area {
        id: id.into(),
        shape,
        texture,
        label: label.into(),
        description: format!("{id}: {}", art::texture_sign(texture).name),
    };
    let rect = |x, y, width, height| Shape::Box { rect: Rect { x, y, width, height }, round: 0 };
    let wall = |points: &[(i32, i32)], style| Line {
        style,
        points: points.iter().map(|&(x, y)| point(x, y)).collect(),
        smooth: false,
        description: String::new(),
    };
    let field = PlaneField {
        rect: Rect { x: 0, y: 0, width: 36_000, height: 24_000 },
        texture: Texture::Grass,
        ruler: 1000,
        unit: "\"".into(),
        areas: vec![
            area("road", Shape::Strip { points: vec![point(0, 14_000), point(15_000, 12_500), point(36_000, 15_500)], width: 2600 }, Texture::Road, ""),
            area("hall", rect(6000, 3000, 8000, 6000), Texture::Floor, "Hall"),
            area("ruin", Shape::Polygon(vec![point(22_000, 3000), point(29_000, 2500), point(31_000, 6000), point(27_000, 9000), point(22_500, 8000)]), Texture::Rubble, "Ruin"),
            area("wood", Shape::Polygon(vec![point(2000, 17_000), point(9000, 16_500), point(11_000, 20_000), point(8000, 22_800), point(2500, 22_500)]), Texture::Woods, "Copse"),
            area("hedge", rect(14_000, 18_000, 7000, 1200), Texture::Foliage, ""),
            area("block", rect(26_000, 18_000, 3000, 3000), Texture::Wall, "Bunker"),
            area("barricade", rect(17_500, 7000, 3000, 700), Texture::LowWall, ""),
            area("smoke", Shape::Circle { centre: point(18_500, 12_500), radius: 2500 }, Texture::Smoke, "Smoke"),
            area("pond", Shape::Circle { centre: point(32_500, 20_000), radius: 2300 }, Texture::Water, "Pond"),
        ],
        lines: vec![
            wall(&[(6000, 9000), (6000, 3000), (14_000, 3000), (14_000, 9000), (11_000, 9000)], LineStyle::Wall),
            wall(&[(9000, 9000), (6000, 9000)], LineStyle::Wall),
            wall(&[(9000, 9000), (11_000, 9000)], LineStyle::Opening),
            wall(&[(22_000, 10_500), (30_000, 10_500)], LineStyle::LowWall),
        ],
    };
    let mut scene = scene("The last village", vec![Field::Plane(field)]);
    let fighter = |id: &str, x, y, ink, symbol, facing: (i32, i32)| {
        let mut piece = piece(id, "", ink);
        piece.at = At::Point(point(x, y));
        piece.form = Form::Base { radius: 630 };
        piece.symbol = Some(symbol);
        piece.label = id[..1].to_uppercase();
        piece.facing = Some(point(facing.0, facing.1));
        piece
    };
    let mut down = fighter("dora", 12_000, 14_500, Ink::Seat(0), Symbol::Person, (1, 1));
    down.pose = Pose::Lying;
    down.badges = vec![(Symbol::Wound, "2".into())];
    scene.pieces = vec![
        fighter("ada", 9000, 6500, Ink::Seat(0), Symbol::Gun, (3, 1)),
        fighter("bert", 15_800, 10_500, Ink::Seat(0), Symbol::Hunter, (1, 0)),
        fighter("cleo", 24_500, 12_000, Ink::Seat(1), Symbol::Guard, (-1, 0)),
        fighter("egon", 26_500, 6000, Ink::Seat(1), Symbol::Gun, (-2, 1)),
        down,
    ];
    scene.traces = vec![Trace {
        points: vec![point(16_400, 10_500), point(23_800, 11_900)],
        ink: Ink::Bad,
        dotted: true,
        description: "Bert sees Cleo, through smoke".into(),
    }];
    scene.prompt = Some(Prompt {
        seat: 0,
        question: "Bert shoots at whom?".into(),
        hint: "Or write: go X,Y in inches.".into(),
        choices: vec![
            Choice {
                notation: "shoot cleo".into(),
                label: "Shoot Cleo".into(),
                description: "needs 5".into(),
                target: Some(Target::Piece("cleo".into())),
                tag: "5+".into(),
                final_: true,
            },
            Choice {
                notation: "go 20,14".into(),
                label: "Go to the road".into(),
                description: String::new(),
                target: Some(Target::Point(point(20_000, 15_800))),
                tag: String::new(),
                final_: false,
            },
        ],
    });
    scene
}

/// A ring of places around a convoy.
fn ring_scene() -> Scene {
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
        point(5200 + (4100.0 * angle.cos()) as i32, 4600 + (3500.0 * angle.sin()) as i32)
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
                description: format!("{name}: {caption}"),
            }
        })
        .collect();
    places.push(Place {
        id: "convoy".into(),
        shape: Shape::Circle { centre: point(5200, 4600), radius: 1300 },
        texture: Texture::Water,
        label: "Convoy".into(),
        caption: "in 3 days".into(),
        symbol: None,
        description: "the convoy, in 3 days".into(),
    });
    let mut ring: Vec<Point> = (0..8).map(at).collect();
    ring.push(at(0));
    let line = Line { style: LineStyle::Trail, points: ring, smooth: true, description: String::new() };
    let mut scene = scene("Ring of ruins", vec![Field::Places(PlaceField { places, lines: vec![line] })]);
    for (index, (place, label)) in
        [("mine", "5"), ("mine", "4"), ("mine", "3"), ("hospital", "3"), ("dam", "4"), ("plant", "5"), ("convoy", "3")]
            .into_iter()
            .enumerate()
    {
        let mut pawn = piece(&format!("pawn{index}"), place, Ink::Seat(index as u16 % 4));
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
            })
            .to_vec(),
    });
    scene
}

/// Every ink on every form, and more seats than colours.
fn inks() -> Scene {
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
        description: String::new(),
    };
    let forms = [Form::Counter, Form::Token, Form::Pawn, Form::FaceDown];
    let places = (0..inks.len()).flat_map(|index| (0..4).map(move |row| (index, row)));
    let places = places.map(|(index, row)| place(index, row)).collect();
    let mut scene = scene("All inks", vec![Field::Places(PlaceField { places, lines: Vec::new() })]);
    for (index, ink) in inks.iter().enumerate() {
        for (row, form) in forms.into_iter().enumerate() {
            let mut piece = piece(&format!("p{index}-{row}"), &format!("{index}-{row}"), *ink);
            piece.form = form;
            piece.symbol = (row % 2 == 0).then_some(Symbol::Elk);
            piece.label = "A 6".into();
            scene.pieces.push(piece);
        }
    }
    scene
}
