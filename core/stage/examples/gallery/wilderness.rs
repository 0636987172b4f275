//! A wilderness with walkers, beasts, ranges and a question.

use crate::samplers::bare;
use stage::{
    AreaOutline, Block, Card, Choice, Fact, Field, Form, Ground, HexCell, HexField, Ink, Line,
    LineStyle, Mark, MarkKind, Panel, Piece, Pose, Prompt, Row, Scene, Symbol, Target, Texture,
    Trace, Track, TrackBox, hexes,
};
use std::sync::Arc;
use terrain::{Lower, Top};

const LAND: [&str; 12] = [
    "mmmww...wwww....mm",
    "mmww....www....mmm",
    "mww......w....dmmm",
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
pub fn scene() -> Scene {
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
            let label = format!("{:02}{:02}", column + 1, row + 1);
            cells.push(HexCell::new(column as u16, row as u16, label, texture));
        }
    }
    let mut put = |id: &str, symbol: Symbol, number: &str| {
        if let Some(cell) = cells.iter_mut().find(|cell| cell.id == id) {
            cell.symbols.push((symbol, number.into()));
        }
    };
    put("0504", Symbol::Base, "5");
    put("1003", Symbol::Base, "2");
    put("0703", Symbol::Ford, "");
    put("1204", Symbol::Basin, "");
    put("1405", Symbol::Basin, "");
    put("0208", Symbol::Food, "");
    put("1311", Symbol::Food, "");
    put("1601", Symbol::Den, "");
    put("0610", Symbol::Geyser, "");
    put("0111", Symbol::Peak, "");
    let layout = hexes::HexLayout::new(Top::Flat, Lower::Even);
    let river = [(7, 0), (7, 1), (6, 2), (6, 3), (6, 4), (7, 4), (7, 5), (8, 6)];
    let trail = [
        (0, 3),
        (1, 3),
        (2, 3),
        (3, 3),
        (4, 3),
        (5, 2),
        (6, 2),
        (7, 2),
        (8, 2),
        (9, 2),
        (10, 1),
        (11, 1),
        (12, 0),
    ];
    let through = |way: &[(i32, i32)], style| Line {
        style,
        points: way.iter().map(|&(column, row)| layout.centre(column, row)).collect(),
        smooth: true,
        description: format!("{style:?}").to_lowercase(),
    };
    let from_edge = |mut line: Line, edge| {
        line.points.insert(0, edge);
        line
    };
    let range = |hexes: &[(i32, i32)], ink, dashed, label: &str| AreaOutline {
        rings: layout.rings(hexes.iter().copied()),
        ink,
        dashed,
        label: label.into(),
    };
    let field = HexField {
        top: Top::Flat,
        lower: Lower::Even,
        cells,
        lines: vec![
            from_edge(through(&river, LineStyle::River), layout.side_middle(7, 0, 0)),
            from_edge(through(&trail, LineStyle::Trail), layout.side_middle(0, 3, 5)),
        ],
        outlines: vec![
            range(
                &[(2, 8), (3, 8), (3, 9), (4, 8), (4, 9), (5, 9), (4, 10)],
                Ink::Seat(1),
                false,
                "Elk",
            ),
            range(&[(11, 8), (12, 8), (12, 9), (11, 9), (10, 9)], Ink::Seat(3), true, "Deer"),
        ],
        labelled: true,
        sea: false,
    };
    let mut scene = bare("Three days out", vec![Field::Hexes(field)]);
    scene.headline = "Day 3: Ann walks, 4 points left".into();
    let mut ann = Piece::new("ann", "0504", Ink::Seat(0));
    ann.symbol = Some(Symbol::Hiker);
    ann.label = "A 6".into();
    ann.badges = vec![(Symbol::Wound, "1".into()), (Symbol::Can, "3".into())];
    let mut ben = Piece::new("ben", "0804", Ink::Seat(1));
    ben.symbol = Some(Symbol::Searcher);
    ben.label = "B 4".into();
    ben.pose = Pose::Lying;
    let mut herd: Vec<Piece> = [Symbol::Elk, Symbol::Deer, Symbol::Bison, Symbol::Sheep]
        .into_iter()
        .enumerate()
        .map(|(index, symbol)| {
            let mut beast =
                Piece::new(format!("beast{index}"), "0409", Ink::Seat(1 + index as u16));
            beast.symbol = Some(symbol);
            beast.label = ["M", "F", "F", "Y"][index].into();
            beast
        })
        .collect();
    let mut bear = Piece::new("bear", "1211", Ink::Neutral);
    bear.symbol = Some(Symbol::Bear);
    bear.form = Form::Token;
    let mut hidden = Piece::new("hidden", "1412", Ink::Neutral);
    hidden.form = Form::FaceDown;
    let mut lion = Piece::new("lion", "1602", Ink::Seat(5));
    lion.symbol = Some(Symbol::Lion);
    lion.form = Form::Pawn;
    scene.pieces = vec![ann, ben, bear, hidden, lion];
    scene.pieces.append(&mut herd);
    scene.traces = vec![
        Trace {
            label: String::new(),
            points: [(1, 6), (2, 5), (3, 4), (4, 3)].map(|(c, r)| layout.centre(c, r)).to_vec(),
            ink: Ink::Seat(0),
            dotted: false,
            description: "yesterday".into(),
        },
        Trace {
            label: String::new(),
            points: [(4, 3), (5, 3), (6, 4)].map(|(c, r)| layout.centre(c, r)).to_vec(),
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
        ..Choice::default()
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
                ..Choice::default()
            },
            Choice {
                notation: "attack bear".into(),
                label: "Attack the bear".into(),
                description: "2 munitions".into(),
                target: Some(Target::Piece("bear".into())),
                tag: "2 mun".into(),
                final_: true,
                ..Choice::default()
            },
            Choice {
                notation: "play storm".into(),
                label: "Storm".into(),
                description: String::new(),
                target: Some(Target::Card("storm".into())),
                tag: "1".into(),
                final_: true,
                ..Choice::default()
            },
        ],
        ..Prompt::default()
    });
    scene.panels = vec![sheet(), chart(), hand()];
    scene.focus = Some("0504".into());
    scene
}

/// The same land on pointed hexes, without panels.
pub fn pointy() -> Scene {
    let mut scene = scene();
    let mut ground = Ground::clone(&scene.ground);
    for field in &mut ground.fields {
        if let Field::Hexes(field) = field {
            field.top = Top::Pointy;
            field.lines.clear();
            field.outlines.clear();
        }
    }
    ground.title = "Pointed hexes".into();
    scene.ground = Arc::new(ground);
    scene.headline = "The same land on pointed hexes".into();
    scene.traces.clear();
    scene.panels.clear();
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
    Track {
        label: label.into(),
        symbol: Some(symbol),
        boxes,
        note: note.into(),
        short: String::new(),
    }
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
                fact(
                    "Wounds",
                    "1, on the left arm: no climbing until healed",
                    Some(Ink::Bad),
                    Symbol::Wound,
                ),
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
                    row(
                        ["4-5", "Moderate snow", "−5, and sheep stay in the valley until spring"],
                        true,
                    ),
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
