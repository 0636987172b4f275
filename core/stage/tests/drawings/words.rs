//! Scenes as text.

use crate::scenes::{ring, scenes, village, wilderness};
use stage::text::{self, Asked, TextLook, Zoom};
use stage::{
    Area, At, Choice, Field, Floor, Ground, HexCell, HexField, Ink, Key, Line, LineStyle, Mark,
    MarkKind, Piece, Point, Pose, Prompt, Rect, Scene, Shape, Sign, Symbol, Target, Texture, Trace,
    ruler, svg,
};
use std::sync::Arc;
use terrain::{Lower, Top};

#[test]
fn a_small_land_as_text() {
    let compact =
        text::board(&wilderness(Top::Flat), &TextLook { ascii: true, ..TextLook::default() });
    let expected = "   01 02 03 04
01 .H1   w
   b5~.[2   w
02 .~    w
      mg    ~
03 d~    s
      .     ~

";
    assert_eq!(compact.plain(), expected, "who lies is written small");
    let pointy =
        text::board(&wilderness(Top::Pointy), &TextLook { ascii: true, ..TextLook::default() });
    let expected = "   01  02  03  04
01 .H1~.[2 w   w
02   .~  mg  w   ~
03 d~  .   s   ~
";
    assert_eq!(pointy.plain(), expected);
    let glyphs = text::board(&wilderness(Top::Pointy), &TextLook::default());
    assert!(glyphs.plain().contains("03 ∴≈  ·   ψ   ≈"), "{}", glyphs.plain());
}

#[test]
fn a_roomy_hex_shows_its_label_symbols_pieces_and_tags() {
    let look = TextLook { zoom: Zoom::Roomy, ascii: true, ..TextLook::default() };
    let expected = "   01    02    03    04
01 0101~:0201  0301  0401
   . b5x .  .  w  w  w  w
   H1      [2]
";
    let drawn = text::board(&wilderness(Top::Pointy), &look).plain();
    assert!(drawn.starts_with(expected), "{drawn}");
}

/// A hexagon of 19 hexes in five columns, each labelled as `label` says from its column, its place in
/// the column and its row.
fn hexagon(label: fn(u16, u16, u16) -> String) -> Scene {
    let mut cells = Vec::new();
    for (column, (height, first)) in [(3, 1), (4, 0), (5, 0), (4, 0), (3, 1)].iter().enumerate() {
        for place in 0..*height {
            let (column, row) = (column as u16, first + place);
            cells.push(HexCell::new(column, row, label(column, place, row), Texture::Grass));
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
    let (title, description) = ("Yard".into(), "A yard.".into());
    let ground = Ground { title, description, fields: vec![Field::Hexes(field)] };
    Scene::new(Arc::new(ground), "")
}

#[test]
fn a_hexagon_names_its_columns_and_rows_where_they_begin() {
    let scene = hexagon(|column, _, row| format!("{}{}", char::from(b'a' + column as u8), row + 1));
    let drawn = text::board(&scene, &TextLook { ascii: true, ..TextLook::default() }).plain();
    let expected = "   a  b  c  d  e
         ,
1     ,     ,
2  ,     ,     ,
      ,     ,
3  ,     ,     ,
      ,     ,
4  ,     ,     ,
      ,     ,
5        ,

";
    assert_eq!(drawn, expected);
}

#[test]
fn hexes_that_no_edge_can_name_show_their_labels() {
    let scene =
        hexagon(|column, place, _| format!("{}{}", char::from(b'a' + column as u8), place + 1));
    let drawn = text::board(&scene, &TextLook { ascii: true, ..TextLook::default() }).plain();
    let expected = "   a      b      c      d      e
                 c1
                 ,  ,
          b1      ,  ,  d1
          ,  ,          ,  ,
   a1      ,  ,  c2      ,  ,  e1
   ,  ,          ,  ,          ,  ,
";
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
    let look = TextLook { ascii: true, width: 40, ..TextLook::default() };
    let drawn = text::board(&ring(), &look).plain();
    let mut lines = drawn.lines();
    assert_eq!(lines.next(), Some("+---------------+     +----------------+"));
    assert_eq!(lines.next(), Some("|w Dam          |     |w Mine          |"));
    assert_eq!(lines.next(), Some("|4 water        |     |a5 b4           |"));
}

#[test]
fn boxes_tell_how_many_lie_there_who_lies_and_whose_it_is() {
    let mut scene = ring();
    scene.pieces[0].pose = Pose::Lying;
    let mut stock = Piece::new("stock", "Dam", Ink::Neutral);
    stock.symbol = Some(Symbol::Water);
    stock.label = "11".into();
    stock.badges = vec![(Symbol::Water, "2".into())];
    let mut card = Piece::new("card", "Dam", Ink::Seat(1));
    card.label = "Rats".into();
    scene.pieces.extend([stock, card]);
    let look = TextLook { ascii: true, width: 40, ..TextLook::default() };
    let drawn = text::board(&scene, &look).plain();
    for words in ["w11w2 Rats:2", "(a5) b4"] {
        assert!(drawn.contains(words), "{drawn}");
    }
    assert_eq!(drawn.lines().count(), 6, "{drawn}");
    let near = TextLook { zoom: Zoom::Roomy, width: 80, ..look };
    assert!(text::board(&scene, &near).plain().lines().count() > 10);
}

#[test]
fn a_plane_has_a_ruler_and_its_pieces_stand_where_they_are() {
    let look = TextLook { ascii: true, width: 64, ..TextLook::default() };
    let canvas = text::board(&village(), &look);
    let plain = canvas.plain();
    assert!(plain.starts_with("    0\"        2\""), "{plain}");
    let bert = canvas.piece("bert").expect("Bert stands on the table");
    assert_eq!((bert.column, bert.row), (4 + 30, 1 + 5));
    assert!(plain.lines().nth(bert.row).is_some_and(|line| line.contains("B2")), "{plain}");
    assert!(plain.contains("hut") && plain.contains("pond"), "{plain}");
}

#[test]
fn text_in_ascii_is_ascii() {
    for scene in scenes() {
        for zoom in [Zoom::Compact, Zoom::Roomy] {
            let look = TextLook { zoom, ascii: true, ..TextLook::default() };
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
- Ann, tired, at 0101 (clear).
- bear, lying, at 0202 (mountain).

Asked about now: 0101.

Where to?
Straight on if you can.
- go SE = Go south-east, to 0201 (clear).
- attack bear = Attack the bear.
- rest = Rest. Cannot be taken back.
";
    assert_eq!(text::describe(&wilderness(Top::Flat)), expected);
}

/// What a scene answers to a question.
fn asked(scene: &Scene, line: &str) -> String {
    let question = Asked::read(line).expect("it is a question");
    text::answer(scene, question, &|from, to| ruler::distance(scene, from, to?))
}

#[test]
fn the_table_answers_questions() {
    let mut scene = wilderness(Top::Flat);
    scene.focus = Some("ann".into());
    let here = asked(&scene, "where");
    assert!(here.starts_with("Day 3: Ann walks.\nAnn, tired, at 0101 (clear).\n"), "{here}");
    assert_eq!(
        asked(&scene, "where bear"),
        "bear, lying, at 0202 (mountain).\nFrom Ann: 2 hexes south-east.\n"
    );
    let around = asked(&scene, "around");
    let (next, _) = around.split_once("Nearest").expect("what is next comes first");
    assert!(next.contains("- south-east: 0201 (clear)"), "{around}");
    assert!(!next.contains("0202"), "only what touches: {around}");
    let range = asked(&scene, "range bear");
    assert!(range.contains("- Ann, tired: 2 hexes north-west.\n"), "{range}");
    let choices = asked(&scene, "choices");
    assert!(choices.contains("- go SE = Go south-east, to 0201 (clear).\n"), "{choices}");
    assert!(asked(&scene, "board").starts_with("Land.\nA small land.\n"));
    assert!(asked(&scene, "where moon").contains("Nothing here is called `moon`"));
}

/// The small land with a bear of the label `F1` at one place, and one more piece there or elsewhere.
fn two_herds(place: &str, other: &str) -> Scene {
    let mut scene = wilderness(Top::Pointy);
    scene.prompt = None;
    scene.pieces = [(Symbol::Elk, place), (Symbol::Bison, other)]
        .map(|(symbol, place)| Piece {
            symbol: Some(symbol),
            label: "F1".into(),
            description: format!("F1 in {place}, healthy"),
            ..Piece::new(format!("{symbol:?}"), place, Ink::Seat(3))
        })
        .to_vec();
    scene
}

#[test]
fn a_colour_is_no_seat_and_a_place_is_named_once() {
    let told = text::describe(&two_herds("0101", "0202"));
    assert!(told.contains("\n- F1 in 0101, healthy (clear).\n"), "{told}");
    let mut scene = two_herds("0101", "0202");
    scene.pieces.iter_mut().for_each(|piece| piece.description.clear());
    let told = text::describe(&scene);
    assert!(told.contains("\n- elk F1, seat 4, at 0101 (clear).\n"), "{told}");
}

#[test]
fn pieces_of_two_kinds_are_written_apart_and_choices_apart_from_pieces() {
    let look = TextLook { ascii: true, ..TextLook::default() };
    let drawn = text::board(&two_herds("0101", "0202"), &look).plain();
    assert!(drawn.contains("01 .EF1") && drawn.contains("mBF1"), "{drawn}");
    let mut scene = two_herds("0101", "0101");
    scene.pieces.truncate(1);
    let choice = Choice::new("step F1 0201", "go").on(Target::Place("0201".into()), "F1");
    scene.prompt = Some(Prompt { choices: vec![choice], ..Prompt::default() });
    let drawn = text::board(&scene, &look).plain();
    assert!(drawn.contains("01 .F1") && drawn.contains(".[F1"), "{drawn}");
}

#[test]
fn a_choice_that_names_its_piece_does_not_tell_it_again() {
    let mut scene = two_herds("0101", "0202");
    let elk = |label: &str| Choice::new("pick", label).on(Target::Piece("Elk".into()), "");
    scene.prompt =
        Some(Prompt { choices: vec![elk("F1 in 0101"), elk("the elk")], ..Prompt::default() });
    let told = text::describe(&scene);
    assert!(told.contains("- pick = F1 in 0101.\n"), "{told}");
    assert!(told.contains("- pick = the elk, F1 in 0101, healthy.\n"), "{told}");
}

/// A board without colours tells the wounded, the upper floor, the dead and the remembered apart.
#[test]
fn figures_are_told_apart_without_colour() {
    let look = TextLook { ascii: true, width: 64, ..TextLook::default() };
    let written = |change: fn(&mut Piece)| {
        let mut scene = village();
        change(&mut scene.pieces[0]);
        let plain = text::board(&scene, &look).plain();
        let line = plain.lines().find(|line| line.contains("B2")).unwrap_or_default().to_string();
        line.split([' ', ',', '.']).find(|word| word.contains("B2")).unwrap_or_default().to_string()
    };
    assert_eq!(written(|_| {}), "B2");
    assert_eq!(written(|bert| bert.badges = vec![(Symbol::Wound, "2".into())]), "B2W2");
    assert_eq!(written(|bert| bert.badges = vec![(Symbol::Arrow, "1".into())]), "B2>1");
    assert_eq!(written(|bert| bert.pose = Pose::Lying), "(B2)");
    assert_eq!(written(|bert| bert.pose = Pose::Ghost), "xB2");
    let remembered = |bert: &mut Piece| {
        (bert.pose, bert.symbol, bert.label) = (Pose::Ghost, Some(Symbol::Unknown), "B2".into());
    };
    assert_eq!(written(remembered), "?B2");
}

#[test]
fn ways_and_ranges_are_drawn_and_explained() {
    let look = TextLook { ascii: true, width: 64, ..TextLook::default() };
    let with = text::board(&village(), &look);
    let mut scene = village();
    scene.traces.clear();
    assert_ne!(with.plain(), text::board(&scene, &look).plain());
    let told = |entry: &text::LegendEntry| entry.sign == "." && entry.words.contains("sight");
    assert!(with.legend().iter().any(told), "{:?}", with.legend());
}

/// No number of a ruler is cut: neither the last one at the edge nor one with three digits.
#[test]
fn the_numbers_of_a_ruler_are_whole() {
    let mut scene = village();
    let mut ground = (*scene.ground).clone();
    if let Field::Plane(field) = &mut ground.fields[0] {
        field.rect.width = 120_000;
        field.rect.height = 120_000;
        field.ruler = 10_000;
    }
    scene.ground = Arc::new(ground);
    for width in 50..120 {
        let look = TextLook { ascii: true, width, ..TextLook::default() };
        let plain = text::board(&scene, &look).plain();
        let axes = plain.lines().map(|line| line.split([' ', '.', ',']).next().unwrap_or_default());
        let top = plain.lines().next().unwrap_or_default();
        assert!(top.len() <= width, "{width}: {top}");
        for number in axes.chain(top.split_whitespace()).filter(|number| !number.is_empty()) {
            let whole = number.strip_suffix('"').and_then(|number| number.parse::<u32>().ok());
            assert!(whole.is_some_and(|number| number % 10 == 0), "{width}: {number}\n{plain}");
        }
    }
}

#[test]
fn surroundings_are_told_with_direction_and_distance() {
    let scene = wilderness(Top::Flat);
    let told = asked(&scene, "around 0101");
    for words in ["- south-east: 0201 (clear); `go SE` 2.", "Nearest: ", "Edges of the board: "] {
        assert!(told.contains(words), "{words}: {told}");
    }
    assert!(asked(&scene, "range 0101").contains("bear"));
    let mut village = village();
    for field in &mut std::sync::Arc::make_mut(&mut village.ground).fields {
        let stage::Field::Plane(plane) = field else { continue };
        plane.areas.iter_mut().for_each(|area| area.description = area.label.clone());
    }
    let told = asked(&village, "range bert");
    assert!(told.contains("On the ground:") && told.contains("inches"), "{told}");
    assert!(asked(&scene, "pieces").contains("Ann, tired, at 0101"));
    let board = asked(&village, "board");
    assert!(board.contains("from ") && !board.contains("000"), "{board}");
}

/// On places that lines join, steps are counted; what no line leads to comes last and is not called far.
#[test]
fn steps_along_the_lines_are_counted() {
    let mut scene = ring();
    let ground = std::sync::Arc::make_mut(&mut scene.ground);
    let Some(stage::Field::Places(field)) = ground.fields.first_mut() else { panic!("no places") };
    let mut camp = field.places[1].clone();
    camp.id = "Camp".into();
    camp.label = "Camp".into();
    camp.shape = stage::Shape::Box {
        rect: stage::Rect { x: 4800, y: 0, width: 1800, height: 1500 },
        round: 100,
    };
    let mut isle = camp.clone();
    isle.id = "Isle".into();
    isle.label = "Isle".into();
    isle.shape = stage::Shape::Box {
        rect: stage::Rect { x: 0, y: 3000, width: 1800, height: 1500 },
        round: 100,
    };
    field.places.extend([camp, isle]);
    field.lines = vec![stage::Line {
        style: stage::LineStyle::Trail,
        points: [900, 3300, 5700].map(|x| stage::Point::new(x, 750)).to_vec(),
        smooth: false,
        description: "the trail".into(),
    }];
    for (id, at) in [("far", "Camp"), ("cut off", "Isle"), ("near", "Mine"), ("me", "Dam")] {
        let mut pawn = stage::Piece::new(id, at, stage::Ink::Seat(0));
        pawn.description = format!("pawn {id}");
        scene.pieces.push(pawn);
    }
    let told = asked(&scene, "range me");
    let at = |words: &str| told.find(words).unwrap_or_else(|| panic!("{words}: {told}"));
    assert!(at("pawn near: 1 step east.") < at("pawn far: 2 steps east."), "{told}");
    assert!(at("pawn far: 2 steps east.") < at("pawn cut off: south."), "{told}");
    for count in 0..40 {
        let mut pawn = stage::Piece::new(format!("more-{count}"), "Mine", stage::Ink::Seat(1));
        pawn.description = format!("pawn {count}");
        scene.pieces.push(pawn);
    }
    let told = asked(&scene, "range me");
    assert!(told.contains("more are as far away or farther."), "{told}");
}

/// A prisoner is told from one who is not ready, and what can be done is no number of the figure's own.
#[test]
fn prisoners_and_actions_are_told_apart_without_colour() {
    let look = TextLook { ascii: true, width: 64, ..TextLook::default() };
    let mut scene = village();
    let bert = scene.pieces[0].id.clone();
    scene.pieces[0].badges = vec![(Symbol::Bars, String::new())];
    let choice = Choice::new("walk B2", "walk").on(Target::Piece(bert), "3");
    scene.prompt = Some(Prompt { choices: vec![choice], ..Prompt::default() });
    let plain = text::board(&scene, &look).plain();
    assert!(plain.contains("B2#[3]"), "{plain}");
}

/// What is asked in hundreds of lines is described in a few.
#[test]
fn a_long_list_is_described_by_what_its_answers_have_in_common() {
    let mut scene = wilderness(Top::Flat);
    let way = |figure: &str, to: u32| {
        Choice::new(format!("walk {figure} {to}"), format!("to {to}"))
            .under(format!("Figure {figure}"))
    };
    let choices =
        ["A1", "A2", "A3"].into_iter().flat_map(|figure| (0..99).map(move |to| way(figure, to)));
    scene.prompt = Some(Prompt { choices: choices.collect(), ..Prompt::default() });
    let told = text::describe(&scene);
    assert!(told.contains("- Figure A2: 99 answers, such as `walk A2 0`\n"), "{told}");
    assert!(told.lines().count() < 30, "{told}");
}

/// A hex with a caption shows it in both zooms, with its pieces by their names and the badges that the game
/// explains; an order that is given shows beside what can be chosen.
#[test]
fn a_captioned_hex_shows_numbers_names_and_orders() {
    let mut scene = wilderness(Top::Flat);
    let mut ground = (*scene.ground).clone();
    for field in &mut ground.fields {
        if let Field::Hexes(field) = field {
            for cell in &mut field.cells {
                cell.caption = "(0,4,5)".into();
            }
        }
    }
    scene.ground = Arc::new(ground);
    scene.keys = vec![
        Key::new(Sign::Caption("(x,y,z)".into()), "corpses, meals, meals in Spring"),
        Key::new(Sign::Symbol(Symbol::Bone), "hungry"),
    ];
    scene.pieces.truncate(1);
    scene.pieces[0].label = "24C".into();
    scene.pieces[0].badges = vec![(Symbol::Bone, String::new())];
    scene.prompt = Some(Prompt {
        choices: vec![Choice::new("go", "go").on(Target::Place("0202".into()), "")],
        ..Prompt::default()
    });
    scene.marks = vec![Mark { place: "0202".into(), kind: MarkKind::Ordered, tag: String::new() }];
    for zoom in [Zoom::Compact, Zoom::Roomy] {
        let look = TextLook { zoom, ascii: true, ..TextLook::default() };
        let plain = text::board(&scene, &look).plain();
        for part in [" 0,4,5", "24Cz", "[=*"] {
            assert!(plain.contains(part), "`{part}` is not in\n{plain}");
        }
        let legend = text::legend(&scene, &look);
        let told = |sign: &str| legend.iter().find(|it| it.sign == sign).map(|it| it.words.clone());
        assert_eq!(told("x,y,z").as_deref(), Some("corpses, meals, meals in Spring"));
        assert_eq!(told("z").as_deref(), Some("hungry"));
        assert_eq!(told("[*").as_deref(), Some("can be chosen, in one way or several"));
    }
    let drawn: Vec<String> =
        svg::legend(&scene, &svg::Look::default()).into_iter().map(|it| it.words).collect();
    assert!(drawn.contains(&"hungry".to_string()), "{drawn:?}");
    assert!(drawn.contains(&"corpses, meals, meals in Spring".to_string()), "{drawn:?}");
    assert!(asked(&scene, "describe").contains("0101 clear (0,4,5)"));
}

/// Where hexes have counts, the drawing has these instead of captions, and its legend too; text keeps the caption.
#[test]
fn counts_stand_for_captions_in_drawings() {
    let mut scene = two_hexes("A1: grassland", "B1: desert");
    for cell in &mut field_of(&mut scene).cells {
        cell.caption = "(1,4,5)".into();
    }
    field_of(&mut scene).cells[0].counts = vec![(Symbol::Leaf, "4/5".into())];
    scene.keys = vec![
        Key::new(Sign::Caption("(x,y,z)".into()), "corpses, meals, meals in Spring"),
        Key::new(Sign::Caption("AP".into()), "attack points"),
        Key::new(Sign::Symbol(Symbol::Leaf), "meals left of those in Spring"),
    ];
    let drawn = svg::document(&scene, &svg::Look::default());
    assert!(drawn.contains("4/5") && !drawn.contains("(1,4,5)"), "{drawn}");
    let legend: Vec<String> =
        svg::legend(&scene, &svg::Look::default()).into_iter().map(|it| it.words).collect();
    for (words, there) in [
        ("meals left of those in Spring", true),
        ("attack points", true),
        ("corpses, meals, meals in Spring", false),
    ] {
        assert_eq!(legend.contains(&words.to_string()), there, "{words}: {legend:?}");
    }
    assert!(asked(&scene, "describe").contains("(1,4,5)"));
    // Pieces leave the upper edge to the counts.
    let places = stage::spots::spots(&scene.ground);
    assert!(
        places["A1"].room.y - places["A1"].centre.y > places["B1"].room.y - places["B1"].centre.y
    );
}

/// Several of one's own that are asked about are all told where one is.
#[test]
fn all_who_are_asked_about_are_told() {
    let mut scene = two_hexes("A1: clear", "B1: clear");
    for (id, place) in [("one", "A1"), ("two", "B1")] {
        let mut piece = stage::Piece::new(id, place, stage::Ink::Seat(0));
        piece.description = format!("creature {id}");
        scene.pieces.push(piece);
        let tag = String::new();
        scene.marks.push(Mark { place: place.into(), kind: MarkKind::Active, tag });
    }
    scene.prompt = Some(Prompt::default());
    let told = asked(&scene, "where");
    assert!(told.contains("creature one") && told.contains("creature two"), "{told}");
}

/// One of something and several of it are one kind, of which the nearest is told.
#[test]
fn one_and_several_are_of_one_kind() {
    let mut scene = two_hexes("A1: clear, 3 meals left", "B1: clear, 1 meal left");
    scene.pieces.push(stage::Piece::new("one", "A1", stage::Ink::Seat(0)));
    let told = asked(&scene, "around one");
    assert!(told.contains("meals left here") && !told.contains("; meal left"), "{told}");
}

/// Two columns of hexes: what stands on the second line of one keeps away from the mark beside it.
#[test]
fn what_stands_in_two_hexes_beside_each_other_does_not_run_together() {
    let mut scene = two_hexes("A1: clear", "B1: clear");
    // The left one lies lower, so that its first line is beside the second one of the other.
    field_of(&mut scene).lower = Lower::Odd;
    field_of(&mut scene).cells[1].symbols.push((Symbol::Food, String::new()));
    let walk = |place: &str| Choice::new("walk", "Walk").on(Target::Place(place.into()), "1");
    scene.prompt = Some(Prompt { choices: vec![walk("A1"), walk("B1")], ..Prompt::default() });
    let drawn = text::board(&scene, &TextLook { ascii: true, ..TextLook::default() }).plain();
    assert!(drawn.contains("w[1 f"), "{drawn}");
}

fn field_of(scene: &mut Scene) -> &mut HexField {
    match &mut Arc::make_mut(&mut scene.ground).fields[0] {
        Field::Hexes(field) => field,
        _ => panic!("hexes"),
    }
}

/// Two hexes beside each other with these descriptions.
fn two_hexes(one: &str, other: &str) -> Scene {
    let cell = |column: u16, label: &str, words: &str| HexCell {
        description: words.into(),
        ..HexCell::new(column, 0, label, Texture::Woods)
    };
    let field = HexField {
        top: Top::Flat,
        lower: Lower::Even,
        cells: vec![cell(0, "A1", one), cell(1, "B1", other)],
        lines: Vec::new(),
        outlines: Vec::new(),
        labelled: true,
        sea: false,
    };
    let (title, description) = ("Two hexes".into(), String::new());
    let ground = Ground { title, description, fields: vec![Field::Hexes(field)] };
    Scene::new(Arc::new(ground), "Day 1")
}

#[test]
fn labels_and_counts_of_the_ground_are_no_landmarks() {
    let scene = two_hexes("A1: jungle, 0 corpses, 4 plant meals, 6 in Spring", "B1: jungle, a den");
    let told = asked(&scene, "around hex A1");
    assert!(
        told.contains("Nearest: den B1, 1 hex south-east; jungle here; plant meals here."),
        "{told}"
    );
}

/// Signs are called what the board itself calls them.
#[test]
fn a_legend_speaks_as_the_board_does() {
    let mut scene = two_hexes("A1: forest", "B1: forest, Food");
    field_of(&mut scene).cells[1].symbols.push((Symbol::Leaf, String::new()));
    let words: Vec<String> =
        text::legend(&scene, &TextLook::default()).into_iter().map(|entry| entry.words).collect();
    assert_eq!(words, ["forest", "Food"]);
    let drawn = stage::svg::legend(&scene, &stage::svg::Look::default());
    let words: Vec<&str> = drawn.iter().map(|entry| entry.words.as_str()).collect();
    assert_eq!(words, ["forest", "Food"]);
    assert!(drawn.iter().all(|entry| !entry.drawing.contains("<style")), "the page has the style");
}

/// A piece and a hex of one name are told apart, and of pieces one's own comes first.
#[test]
fn a_name_means_a_piece_before_a_place_and_a_word_says_which() {
    let mut scene = two_hexes("A1: forest", "B1: forest");
    let bear = Piece::new("bear", "B1", Ink::Neutral);
    scene.pieces.push(Piece {
        label: "A1".into(),
        description: "Grizzly A1, in B1".into(),
        ..bear
    });
    let told = asked(&scene, "where A1");
    assert!(told.starts_with("Grizzly A1, in B1"), "{told}");
    assert!(told.contains("`where hex A1` tells of the hex A1."), "{told}");
    assert!(
        asked(&scene, "where hex A1").starts_with("A1 (forest)"),
        "{}",
        asked(&scene, "where hex A1")
    );
    assert!(asked(&scene, "where animal A1").starts_with("Grizzly"));
    let stock = Piece::new("wood", "A1", Ink::Neutral);
    let hero = Piece::new("hero-4", "B1", Ink::Seat(0));
    scene.pieces.push(Piece { label: "4".into(), description: "4 Wood in A1".into(), ..stock });
    scene.pieces.push(Piece { label: "4".into(), description: "hero 4, in B1".into(), ..hero });
    scene.prompt = Some(Prompt::default());
    assert!(asked(&scene, "where 4").starts_with("hero 4"), "{}", asked(&scene, "where 4"));
}

#[test]
fn a_range_tells_what_a_piece_reaches_before_how_far_the_rest_is() {
    let mut scene = two_hexes("A1: forest", "B1: forest");
    let elk = Piece::new("elk", "A1", Ink::Seat(0));
    scene.pieces.push(Piece { label: "F1".into(), description: "Female F1, in A1".into(), ..elk });
    let go = Choice { moves: Some("elk".into()), ..Choice::new("step F1 B1", "F1 to B1") };
    let choices = vec![go.on(Target::Place("B1".into()), "1")];
    scene.prompt = Some(Prompt { choices, ..Prompt::default() });
    let told = asked(&scene, "range F1");
    assert!(told.contains("It can go to B1 (1 hex south-east, 1)."), "{told}");
    let mut water = two_hexes("A1: forest", "B1: forest, river");
    (water.pieces, water.prompt) = (scene.pieces.clone(), scene.prompt.clone());
    let marker = Piece::new("marker", "B1", Ink::Neutral);
    let words = "Marker 3 on B1: face down".to_string();
    water.pieces.push(Piece { label: "3".into(), description: words, ..marker });
    let told = asked(&water, "range F1");
    let reached = "It can go to B1 (1 hex south-east, 1; river; Marker 3 on B1).";
    assert!(told.contains(reached), "{told}");
}

#[test]
fn a_river_has_the_colour_of_water() {
    let canvas = text::board(&wilderness(Top::Flat), &TextLook::default());
    let water = stage::palette::Tone::Surface(Texture::Water);
    let spans = canvas.lines().into_iter().flatten();
    let rivers: Vec<_> = spans.filter(|span| span.text.contains('≈')).collect();
    assert!(!rivers.is_empty() && rivers.iter().all(|span| span.style.back == Some(water)));
}

/// Of many goals the nearest is told, and in the description those that lie side by side by the first and the last.
#[test]
fn rows_of_goals_are_told_by_their_ends() {
    let mut scene = wilderness(Top::Flat);
    scene.focus = Some("0101".into());
    scene.pieces[0].description = "The hiker, tired".into();
    let goal =
        |place: String| stage::Mark { place, kind: stage::MarkKind::Goal, tag: String::new() };
    scene.marks.extend((1..=4).map(|column| goal(format!("{column:02}03"))));
    let told = asked(&scene, "range");
    assert_eq!(told.matches("a goal").count(), 1, "{told}");
    assert!(asked(&scene, "where bear").contains("\nFrom the hiker: 2 hexes"), "{told}");
    let described = text::describe(&scene);
    assert!(described.contains("Goals: 0103 to 0403.\n"), "{described}");
}

/// Of several things that are called so none is taken for another: all are told, the nearest first.
#[test]
fn several_things_of_one_name_are_all_told() {
    let scene = wilderness(Top::Flat);
    let kind = asked(&scene, "around woods");
    assert!(kind.contains("things here are called `woods`"), "{kind}");
    let far: Vec<u32> = kind
        .lines()
        .filter_map(|line| line.split(": ").last()?.split_once(" hex")?.0.parse().ok())
        .collect();
    assert!(far.len() > 1 && far.is_sorted(), "{kind}");
    let one = kind.split("such as `where ").nth(1).unwrap().split('`').next().unwrap();
    assert!(!asked(&scene, &format!("where {one}")).contains("things here"), "{kind}");
}

/// What is on no board is told from the sheets, and how one sees what can be done with it.
#[test]
fn what_is_not_on_the_board_is_told_from_the_sheets() {
    let mut scene = village();
    let row = stage::Row { cells: vec!["C3".into(), "to be placed".into()], lit: false };
    let head = vec!["Figure".into(), "Place".into()];
    let blocks = vec![stage::Block::Table { head, rows: vec![row] }];
    let (id, title) = ("side".to_string(), "Side C".into());
    scene.panels = vec![stage::Panel { id, title, seat: None, open: true, blocks }];
    let told = asked(&scene, "where c3");
    assert!(told.starts_with("`c3` is not on the board.\n"), "{told}");
    assert!(told.contains("Side C: Figure: C3; Place: to be placed."), "{told}");
    assert!(!told.contains("choices"), "{told}");
    let choices = vec![Choice::new("deploy C3 1,1", "C3 in the corner")];
    scene.prompt = Some(Prompt { choices, ..Prompt::default() });
    let told = asked(&scene, "range C3");
    assert!(told.contains("`choices C3` tells what can be done with it."), "{told}");
    assert!(asked(&scene, "where c4").starts_with("Nothing here is called `c4`"));
    // Nor is a place taken for it that has this name behind its kind; that is told too.
    let mut ground = (*scene.ground).clone();
    let Some(Field::Plane(table)) = ground.fields.first_mut() else { panic!("a plane") };
    table.areas[2].id = "area-C3".into();
    scene.ground = Arc::new(ground);
    let told = asked(&scene, "where C3");
    assert!(told.starts_with("`C3` is not on the board.\n"), "{told}");
    assert!(told.ends_with("`where place C3` tells of road.\n"), "{told}");
    assert!(asked(&scene, "where place C3").starts_with("road"), "{told}");
}

/// A sheet that has no seat's colour is whose the question says it is.
#[test]
fn whoever_is_asked_fares_as_the_sheet_of_the_question_says() {
    let mut scene = wilderness(Top::Flat);
    let blocks = vec![stage::Block::Facts(vec![stage::Fact::new("Food", "20")])];
    let (id, title) = ("sheet-elk".to_string(), "Elk".into());
    scene.panels = vec![stage::Panel { id: id.clone(), title, seat: None, open: true, blocks }];
    assert_eq!(text::brief(&scene), "");
    scene.prompt.as_mut().unwrap().sheet = Some(id);
    assert_eq!(text::brief(&scene), "Elk: Food 20");
}

/// The village with a loft over the hut, drawn beside the table, in which a chest stands.
fn with_a_loft() -> Scene {
    let mut scene = village();
    let mut ground = (*scene.ground).clone();
    let Some(Field::Plane(table)) = ground.fields.first_mut() else { return scene };
    let at = Point::new(14_000, 0);
    let covers = Rect { x: 1000, y: 1000, width: 4000, height: 3000 };
    let chest = Area {
        id: "chest".into(),
        shape: Shape::Circle { centre: Point::new(15_000, 1000), radius: 200 },
        texture: Texture::Paper,
        label: "K1".into(),
        description: "chest K1".into(),
    };
    let (areas, lines) = (vec![chest], Vec::new());
    table.floors.push(Floor { level: 1, covers, at, label: "loft".into(), areas, lines });
    let line = |style, x: i32, description: &str| Line {
        style,
        points: vec![Point::new(x, 4000), Point::new(x + 900, 4000)],
        smooth: false,
        description: description.into(),
    };
    table.lines.push(line(LineStyle::Opening, 1500, "hut door d1"));
    table.lines.push(line(LineStyle::Opening, 3500, "hut door d2"));
    table.lines.push(line(LineStyle::Fence, 7000, "fence F1"));
    scene.ground = Arc::new(ground);
    let state = |x: i32, label: &str| Trace {
        points: [x, x + 900, x].map(|x| Point::new(x, 4000)).to_vec(),
        ink: Ink::Neutral,
        dotted: false,
        description: String::new(),
        label: label.into(),
    };
    scene.traces = vec![state(1500, "open"), state(3500, "closed")];
    scene
}

#[test]
fn what_lies_upstairs_is_told_and_measured_where_it_is() {
    let mut scene = with_a_loft();
    scene.marks.push(Mark { place: "chest".into(), kind: MarkKind::Goal, tag: String::new() });
    let mut anna = scene.pieces[0].clone();
    (anna.id, anna.label, anna.description) = ("anna".into(), "A".into(), "Anna upstairs".into());
    anna.at = At::Point(Point::new(15_000, 2000));
    scene.pieces.push(anna);
    let asked = |line| text::answer(&scene, Asked::read(line).unwrap(), &|_, _| None);
    let chest = asked("where chest");
    assert!(chest.contains("chest K1") && chest.contains("chest K1 at 2,2 (loft)"), "{chest}");
    // Between the two lies an inch, whatever the distance on the drawing; the base takes half of it.
    let range = asked("range anna");
    assert!(range.contains("chest K1; a goal: 0.5 inches"), "{range}");
    assert!(asked("board").contains("- chest K1: at 2,2 (loft)."), "{}", asked("board"));
    assert!(asked("pieces").contains("chest K1"), "{}", asked("pieces"));
    assert!(asked("describe").contains("Goals: "), "{}", asked("describe"));
    let drawn = text::board(&scene, &TextLook { width: 80, ..TextLook::default() }).plain();
    assert!(drawn.contains("K1→1") && drawn.contains('A'), "{drawn}");
}

#[test]
fn signs_of_a_plane_are_called_what_they_are() {
    let scene = with_a_loft();
    let look = TextLook { width: 80, ..TextLook::default() };
    let legend: Vec<String> =
        text::legend(&scene, &look).into_iter().map(|entry| entry.words).collect();
    for words in ["a door, open or destroyed", "a door, closed", "a fence", "inside a building"] {
        assert!(legend.iter().any(|entry| entry == words), "{words}: {legend:?}");
    }
}

/// Whoever stands keeps their place, and the fallen are written beside them, whole.
#[test]
fn the_fallen_are_not_written_under_those_who_stand() {
    let mut scene = village();
    let look = TextLook { width: 80, ..TextLook::default() };
    let stands = text::board(&scene, &look).piece("bert");
    let mut fallen = scene.pieces[0].clone();
    (fallen.id, fallen.label, fallen.pose) = ("carl".into(), "C".into(), Pose::Ghost);
    fallen.at = At::Point(Point::new(5900, 2000));
    scene.pieces.insert(0, fallen);
    let board = text::board(&scene, &look);
    assert!(board.plain().contains("†C"), "{}", board.plain());
    assert!(stands.is_some() && board.piece("bert") == stands, "{}", board.plain());
}

/// A crowd in contact: every name can be read, apart from the others, with what can be done behind it.
#[test]
fn no_label_of_a_crowd_covers_another() {
    let mut scene = village();
    let one = scene.pieces[0].clone();
    let crowd = (0..9).map(|number| {
        let (across, up) = (number % 3, number / 3);
        Piece {
            id: format!("A{number}"),
            label: format!("A{number}"),
            at: At::Point(Point::new(5900 + 400 * across, 2000 + 300 * up)),
            ..one.clone()
        }
    });
    scene.pieces = crowd.collect();
    let on = |number: usize| {
        Choice::new(format!("take A{number}"), "").on(Target::Piece(format!("A{number}")), "2")
    };
    let near = |x: i32, tag: &str| {
        Choice::new(format!("walk {x}"), "").on(Target::Point(Point::new(x, 2900)), tag)
    };
    let choices = (0..9).map(on).chain([near(8000, "run"), near(8100, "2"), near(8000, "run")]);
    scene.prompt = Some(Prompt { choices: choices.collect(), ..Prompt::default() });
    let board = text::board(&scene, &TextLook { width: 60, ..TextLook::default() }).plain();
    for number in 0..9 {
        let label = format!("A{number}[2]");
        assert!(board.contains(&label), "{label} in\n{board}");
        let apart = |line: &str| line.split(&label).skip(1).all(|rest| !rest.starts_with('A'));
        assert!(board.lines().all(apart), "{label} in\n{board}");
    }
    assert!(!board.contains("r2") && !board.contains("ru2"), "{board}");
}
