//! Scenes as SVG.

use crate::scenes::{hostile, land, panels, scenes, village, wilderness};
use roxmltree::Document;
use stage::svg::{self, Look, Theme};
use stage::text::{self, TextLook};
use stage::{
    Area, Choice, Field, Form, Ground, HexCell, HexField, Ink, Line, LineStyle, Piece, Place,
    PlaceField, PlaneField, Point, Pose, Prompt, Rect, Scene, Shape, Symbol, Target, Texture,
    Trace,
};
use std::sync::Arc;
use terrain::Top;

fn looks() -> Vec<Look> {
    let mut looks = Vec::new();
    for theme in [Theme::Light, Theme::Dark, Theme::Auto] {
        for (panels, targets, width) in [(true, false, 1200), (true, true, 360), (false, true, 800)]
        {
            looks.push(Look { theme, panels, targets, width, ..Look::default() });
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
                !document.descendants().any(|node| node.has_tag_name("script")),
                "nothing breaks out"
            );
            let ids: Vec<&str> =
                document.descendants().filter_map(|node| node.attribute("id")).collect();
            for node in document.descendants() {
                if let Some(target) = node.attribute("href").and_then(|href| href.strip_prefix('#'))
                {
                    assert!(ids.contains(&target), "{target} is used but not drawn");
                }
                for paint in
                    ["fill", "stroke", "color"].iter().filter_map(|name| node.attribute(*name))
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
    let svg = svg::document(&wilderness(Top::Flat), &Look { targets: true, ..Look::default() });
    let document = Document::parse(&svg).unwrap();
    let by_id = |id: &str| document.descendants().find(|node| node.attribute("id") == Some(id));
    let title = |node: roxmltree::Node| {
        node.children()
            .find(|child| child.has_tag_name("title"))
            .and_then(|title| title.text())
            .map(str::to_string)
    };
    let ann = by_id("piece-ann").expect("Ann stands on the board");
    assert_eq!(title(ann).as_deref(), Some("Ann, tired"));
    assert!(ann.attribute("transform").is_some_and(|place| place.starts_with("translate(")));
    let hex = by_id("place-0101").expect("every hex can be pointed at");
    assert_eq!(title(hex).as_deref(), Some("0101: clear"));
    for notation in ["go SE", "attack bear", "rest"] {
        let choice =
            document.descendants().find(|node| node.attribute("data-notation") == Some(notation));
        let choice = choice.unwrap_or_else(|| panic!("{notation} can be chosen"));
        assert_eq!(choice.attribute("role"), Some("button"));
        assert_eq!(choice.attribute("data-final").is_some(), notation == "rest");
    }
}

#[test]
fn a_large_map_stays_small() {
    let letters =
        [Texture::Clear, Texture::Woods, Texture::Mountain, Texture::Desert, Texture::Swamp];
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
    let field = HexField { cells, lines: Vec::new(), outlines: Vec::new(), ..land(Top::Flat) };
    let ground = Ground {
        title: "Large".into(),
        description: String::new(),
        fields: vec![Field::Hexes(field)],
    };
    let labelled = svg::ground(&ground, &Look::default()).len();
    let bare = svg::ground(&ground, &Look { labels: false, ..Look::default() }).len();
    assert!(labelled < 180_000, "{labelled} bytes with labels");
    assert!(bare < 130_000, "{bare} bytes without");
}

#[test]
fn nothing_panics_on_an_empty_or_broken_scene() {
    let empty = Ground { title: String::new(), description: String::new(), fields: Vec::new() };
    let broken = Ground {
        fields: vec![
            Field::Hexes(HexField { cells: Vec::new(), ..land(Top::Flat) }),
            Field::Places(PlaceField {
                title: String::new(),
                places: Vec::new(),
                lines: Vec::new(),
            }),
            Field::Plane(PlaneField {
                rect: Rect { x: 0, y: 0, width: 0, height: 0 },
                texture: Texture::Wall,
                ruler: 5,
                from_below: false,
                unit: String::new(),
                floors: Vec::new(),
                dark: 0,
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
            label: String::new(),
            points: Vec::new(),
            ink: Ink::Good,
            dotted: false,
            description: String::new(),
        }];
        scene.prompt = Some(Prompt {
            choices: vec![Choice::new("x", "").on(Target::Place("nowhere".into()), "")],
            ..Prompt::default()
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
    let [sheet] = &panels("A sheet")[..] else { panic!("one sheet") };
    let choice = Choice::new("play", "Play").on(Target::Card("A sheet".into()), "1");
    let prompt = Prompt { question: "?".into(), choices: vec![choice], ..Prompt::default() };
    for width in [240, 400, 900] {
        let look = Look { width, ..Look::default() };
        let (drawn, height) = svg::panel(sheet, Some(&prompt), &look);
        assert!(drawn.contains(r#"data-notation="play""#));
        let document = Document::parse(&drawn).expect("well-formed");
        for node in document.descendants() {
            let number =
                |name: &str| node.attribute(name).and_then(|text| text.parse::<f64>().ok());
            if let (true, Some(x), Some(y)) = (node.has_tag_name("text"), number("x"), number("y"))
            {
                assert!(x >= 0.0 && x <= f64::from(width), "written outside: {x}");
                assert!(y > 0.0 && y < f64::from(height), "written outside: {y}");
            }
        }
    }
}

#[test]
fn badges_never_lie_on_the_front_of_a_piece() {
    let drawn = |x: i32, y: i32| {
        let mut scene = village();
        scene.pieces[0].facing = Some(Point::new(x, y));
        scene.pieces[0].badges = vec![(Symbol::Heart, "3".into())];
        svg::document(&scene, &Look::default())
    };
    // A board's y grows downwards.
    let below = r#"<g transform="translate(0 610)">"#;
    assert!(drawn(0, -1000).contains(below) && drawn(1000, 0).contains(below));
    assert!(!drawn(0, 1000).contains(below) && !drawn(300, 900).contains(below));
}

/// A number on a piece has one meaning: its own number stands on a counter, and how many lie there on a plate beside the
/// picture; a token of an animal has no other.
#[test]
fn a_count_has_a_plate_of_its_own_and_a_token_no_number() {
    let drawn = |form: Form, label: &str| {
        let symbol = Some(Symbol::Herbivore);
        let piece =
            Piece { form, symbol, label: label.into(), ..Piece::new("it", "0102", Ink::Seat(1)) };
        let svg = svg::document(
            &Scene { pieces: vec![piece], ..wilderness(Top::Flat) },
            &Look::default(),
        );
        let document = Document::parse(&svg).unwrap();
        let own = document.descendants().find(|node| node.attribute("data-piece") == Some("it"));
        let texts = own.unwrap().descendants().filter(|node| node.has_tag_name("text"));
        texts.filter_map(|node| node.text().map(String::from)).collect::<Vec<_>>()
    };
    assert_eq!(drawn(Form::Counter, "7H"), ["7"]);
    assert_eq!(drawn(Form::Token, "7H"), Vec::<String>::new());
    assert_eq!(drawn(Form::Token, "×6"), ["6"]);
}

#[test]
fn the_emblem_of_a_figure_gives_way_to_its_front() {
    let emblem = |x: i32, y: i32, at: &str| {
        let mut scene = village();
        scene.pieces.retain(|piece| piece.id == "bert");
        scene.pieces[0].facing = Some(Point::new(x, y));
        let drawn = svg::document(&scene, &Look::default());
        assert!(
            drawn.contains(&format!(r#"<g transform="translate({at})"><circle r="112""#)),
            "{at}"
        );
    };
    emblem(1000, 0, "0 -500");
    emblem(0, 1000, "0 -500");
    emblem(0, -1000, "433 -250");
    emblem(300, -900, "-433 -250");
}

#[test]
fn night_lies_over_a_table_and_lines_of_it_have_names() {
    let drawn = |dark: u8| {
        let mut scene = village();
        let mut ground = (*scene.ground).clone();
        let Some(Field::Plane(table)) = ground.fields.first_mut() else { return String::new() };
        table.dark = dark;
        table.lines.push(Line {
            style: LineStyle::Barricade,
            points: vec![Point::new(6000, 4000), Point::new(9000, 4000)],
            smooth: false,
            description: "barricade L5".into(),
        });
        scene.ground = Arc::new(ground);
        svg::document(&scene, &Look::default())
    };
    assert!(drawn(34).contains(r#"opacity=".34""#) && !drawn(0).contains(r#"opacity=".34""#));
    assert!(drawn(0).contains(">barricade</text>"));
}

/// A card says the first words of what it is, a row shows who is there and what is free, and whoever is done stands
/// upright with a check mark; a bar has its name beside its pieces, and nothing of a texture lies under a name.
#[test]
fn cards_rows_bars_and_those_who_are_done() {
    let rect = Rect { x: 0, y: 0, width: 4600, height: 700 };
    let bar = Place {
        label: "Workshop".into(),
        ..Place::new("bar", Shape::Box { rect, round: 0 }, Texture::Paper, "a workshop")
    };
    let rect = Rect { x: 0, y: 1500, width: 4600, height: 2500 };
    let wood = Place {
        label: "Forest".into(),
        ..Place::new("wood", Shape::Box { rect, round: 0 }, Texture::Woods, "a forest")
    };
    let head = stage::spots::place_head(&wood.shape, false);
    let field = PlaceField { title: "Your Shelter".into(), places: vec![bar, wood], lines: vec![] };
    let fields = vec![Field::Places(field)];
    let ground = Ground { title: String::new(), description: String::new(), fields };
    let mut scene = Scene::new(Arc::new(ground), "Night");
    let mut card = Piece::new("card", "wood", Ink::Neutral);
    (card.form, card.label) = (Form::Card, "Metal".into());
    card.description = "Metal Detector, broken; repair for 3".into();
    let mut row = Piece::new("row", "bar", Ink::Seat(0));
    row.form = Form::Row { taken: 1, spaces: 3 };
    let mut done = Piece::new("done", "wood", Ink::Seat(0));
    (done.form, done.label, done.pose) = (Form::Pawn, "3a".into(), Pose::Done);
    scene.pieces = vec![card, row, done];
    let svg = svg::document(&scene, &Look::default());
    for part in ["Your Shelter", ">Metal<", ">Detector<", "#ow-check", "#ow-person"] {
        assert!(svg.contains(part), "`{part}` is not in\n{svg}");
    }
    assert_eq!(svg.matches(r#"stroke-dasharray="150 110""#).count(), 2, "two spaces are free");
    assert!(!svg.contains("rotate(90)"), "whoever is done stands upright");
    let places = stage::spots::spots(&scene.ground);
    assert!(places["bar"].room.x > 2000, "{:?}", places["bar"].room);
    let document = Document::parse(&svg).unwrap();
    let strewn = document.descendants().filter(|node| {
        node.attribute("href").is_some_and(|href| href.starts_with("#o") && href.contains('s'))
    });
    for node in strewn {
        let moved = node.attribute("transform").unwrap_or_default();
        let numbers = moved.split(['(', ' ', ')']).filter_map(|word| word.parse::<i32>().ok());
        if let [x, y, ..] = numbers.collect::<Vec<_>>()[..] {
            assert!(!head.contains(Point { x, y }), "{moved} lies under the name");
        }
    }
}

/// Who has fallen can still be read; who was only seen there is pale.
#[test]
fn the_name_of_a_fallen_figure_is_as_strong_as_any() {
    let drawn = |symbol: Symbol| {
        let (mut scene, mut figure) = (village(), Piece::new("b6", "", Ink::Seat(1)));
        (figure.form, figure.pose) = (Form::Base { radius: 500 }, Pose::Ghost);
        figure.at = stage::At::Point(Point { x: 0, y: 0 });
        (figure.symbol, figure.label) = (Some(symbol), "B6".into());
        scene.pieces = vec![figure];
        svg::overlay(&scene, &Look::default())
    };
    let (fallen, seen) = (drawn(Symbol::Skull), drawn(Symbol::Unknown));
    assert!(fallen.contains(">B6</text>") && !fallen.contains("<g opacity"), "{fallen}");
    assert!(seen.contains(">B6</text>") && seen.contains(r#"<g opacity=".34">"#), "{seen}");
}
