//! Scenes as text.

use crate::scenes::{ring, scenes, village, wilderness};
use stage::text::{self, Asked, TextLook, Zoom};
use stage::{
    Choice, Field, Ground, HexCell, HexField, Ink, Piece, Pose, Prompt, Scene, Symbol, Target,
    Texture, ruler,
};
use std::sync::Arc;
use terrain::{Lower, Top};

#[test]
fn a_small_land_as_text() {
    let compact =
        text::board(&wilderness(Top::Flat), &TextLook { ascii: true, ..TextLook::default() });
    let expected = "   01 02 03 04
01 .A1   w
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
01 .A1~.[2 w   w
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
   A1      [2]
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

Acting now: 0101.

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
