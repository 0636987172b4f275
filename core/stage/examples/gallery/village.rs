//! A ruined village on a measured table.

use crate::samplers::bare;
use stage::{
    Area, At, Choice, Field, Form, Ink, Line, LineStyle, Piece, PlaneField, Point, Pose, Prompt,
    Rect, Scene, Shape, Symbol, Target, Texture, Trace, art,
};

/// A ruined village on a measured table.
pub fn scene() -> Scene {
    let area = |id: &str, shape, texture, label: &str| Area {
        id: id.into(),
        shape,
        texture,
        label: label.into(),
        description: format!("{id}: {}", art::texture_glyph(texture).name),
    };
    let rect = |x, y, width, height| Shape::Box { rect: Rect { x, y, width, height }, round: 0 };
    let wall = |points: &[(i32, i32)], style| Line {
        style,
        points: points.iter().map(|&(x, y)| Point::new(x, y)).collect(),
        smooth: false,
        description: String::new(),
    };
    let field = PlaneField {
        rect: Rect { x: 0, y: 0, width: 36_000, height: 24_000 },
        texture: Texture::Grass,
        ruler: 1000,
        from_below: false,
        unit: "\"".into(),
        floors: Vec::new(),
        dark: 0,
        areas: vec![
            area(
                "road",
                Shape::Strip {
                    points: vec![
                        Point::new(0, 14_000),
                        Point::new(15_000, 12_500),
                        Point::new(36_000, 15_500),
                    ],
                    width: 2600,
                },
                Texture::Road,
                "",
            ),
            area("hall", rect(6000, 3000, 8000, 6000), Texture::Floor, "Hall"),
            area(
                "ruin",
                Shape::Polygon(vec![
                    Point::new(22_000, 3000),
                    Point::new(29_000, 2500),
                    Point::new(31_000, 6000),
                    Point::new(27_000, 9000),
                    Point::new(22_500, 8000),
                ]),
                Texture::Rubble,
                "Ruin",
            ),
            area(
                "wood",
                Shape::Polygon(vec![
                    Point::new(2000, 17_000),
                    Point::new(9000, 16_500),
                    Point::new(11_000, 20_000),
                    Point::new(8000, 22_800),
                    Point::new(2500, 22_500),
                ]),
                Texture::Woods,
                "Copse",
            ),
            area("hedge", rect(14_000, 18_000, 7000, 1200), Texture::Foliage, ""),
            area("block", rect(26_000, 18_000, 3000, 3000), Texture::Wall, "Bunker"),
            area("barricade", rect(17_500, 7000, 3000, 700), Texture::LowWall, ""),
            area(
                "smoke",
                Shape::Circle { centre: Point::new(18_500, 12_500), radius: 2500 },
                Texture::Smoke,
                "Smoke",
            ),
            area(
                "pond",
                Shape::Circle { centre: Point::new(32_500, 20_000), radius: 2300 },
                Texture::Water,
                "Pond",
            ),
        ],
        lines: vec![
            wall(
                &[(6000, 9000), (6000, 3000), (14_000, 3000), (14_000, 9000), (11_000, 9000)],
                LineStyle::Wall,
            ),
            wall(&[(9000, 9000), (6000, 9000)], LineStyle::Wall),
            wall(&[(9000, 9000), (11_000, 9000)], LineStyle::Opening),
            wall(&[(22_000, 10_500), (30_000, 10_500)], LineStyle::LowWall),
        ],
    };
    let mut scene = bare("The last village", vec![Field::Plane(field)]);
    let fighter = |id: &str, x, y, ink, symbol, facing: (i32, i32)| {
        let mut piece = Piece::new(id, "", ink);
        piece.at = At::Point(Point::new(x, y));
        piece.form = Form::Base { radius: 630 };
        piece.symbol = Some(symbol);
        piece.label = id[..1].to_uppercase();
        piece.facing = Some(Point::new(facing.0, facing.1));
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
        label: String::new(),
        points: vec![Point::new(16_400, 10_500), Point::new(23_800, 11_900)],
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
                ..Choice::default()
            },
            Choice {
                notation: "go 20,14".into(),
                label: "Go to the road".into(),
                description: String::new(),
                target: Some(Target::Point(Point::new(20_000, 15_800))),
                tag: String::new(),
                final_: false,
                ..Choice::default()
            },
        ],
        ..Prompt::default()
    });
    scene
}
