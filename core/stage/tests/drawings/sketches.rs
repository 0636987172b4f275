//! Sketches, the ruler and slips.

use crate::scenes;
use stage::svg::{self, Look};
use stage::{Blank, BlankKind, Ink, Point, Sketch, Slip, Target, ruler};
use terrain::Top;

fn drawn(sketch: &Sketch) -> String {
    svg::sketch(sketch, 1000, &Look::default())
}

#[test]
fn a_sketch_shows_its_way_and_writes_its_tag_at_the_end() {
    let way = vec![Point::new(0, 0), Point::new(1000, 0), Point::new(1000, 1000)];
    let sketch = Sketch::way(way, Ink::Seat(1), "3 <left>", "Three & no more");
    let drawing = drawn(&sketch);
    assert!(drawing.contains("3 &lt;left&gt;"), "{drawing}");
    assert!(drawing.contains("Three &amp; no more"), "{drawing}");
    assert!(!drawing.contains("<left>"), "{drawing}");
    let document = format!(r#"<svg xmlns="http://www.w3.org/2000/svg">{drawing}</svg>"#);
    roxmltree::Document::parse(&document).unwrap();
    assert_eq!(drawn(&Sketch::default()), "");
}

#[test]
fn a_closed_line_has_no_arrow_head() {
    let corners = [(0, 0), (1000, 0), (0, 1000), (0, 0)].map(|(x, y)| Point::new(x, y));
    let ring = drawn(&Sketch::way(corners.to_vec(), Ink::Warm, "", "a ring"));
    let open = drawn(&Sketch::way(corners[..3].to_vec(), Ink::Warm, "", "a way"));
    assert!(open.contains("rotate(") && !ring.contains("rotate("), "{ring}");
}

#[test]
fn the_ruler_counts_hexes_and_inches() {
    let place = |id: &str| Target::Place(id.to_string());
    for top in [Top::Flat, Top::Pointy] {
        let hexes = scenes::wilderness(top);
        let places: Vec<String> = stage::spots::spots(&hexes.ground).into_keys().collect();
        let first = place(&places[0]);
        let here = ruler::distance(&hexes, &first, &first).unwrap();
        assert_eq!((here.tag.as_str(), here.words.as_str()), ("0", "0 hexes"));
        // A step leads from middle to middle; a way of steps is at most a little longer than a line.
        let centre = ruler::target_point(&hexes, &first).unwrap();
        for other in &places[1..] {
            let there = ruler::target_point(&hexes, &place(other)).unwrap();
            let far = f64::hypot((there.x - centre.x) as f64, (there.y - centre.y) as f64);
            let measured = ruler::distance(&hexes, &first, &place(other)).unwrap();
            let steps: f64 = measured.tag.parse().unwrap();
            assert!(steps >= (far / 1733.0).floor(), "{other}: {steps}");
            assert!(steps <= (far / 1500.0).ceil(), "{other}: {steps}");
        }
    }
    let plane = scenes::village();
    let points = [Target::Point(Point::new(0, 0)), Target::Point(Point::new(3000, 4000))];
    let inches = ruler::distance(&plane, &points[0], &points[1]).unwrap();
    assert!(inches.tag.starts_with("5.0"), "{}", inches.tag);
    assert!(ruler::distance(&plane, &points[0], &place("nowhere at all")).is_none());
    assert!(ruler::distance(&plane, &points[0], &Target::Card("x".into())).is_none());
}

#[test]
fn a_slip_writes_one_line_and_leaves_out_what_is_empty() {
    let blank = |before: &str| Blank {
        label: "?".into(),
        before: before.into(),
        entry: BlankKind::Text { most: 9 },
    };
    let slip = Slip {
        title: "Orders".into(),
        start: "tell ".into(),
        blanks: vec![blank(""), blank(" to "), blank(", ")],
        sum: None,
    };
    assert_eq!(slip.line(&["12H", "B7", "aggressive"]), "tell 12H to B7, aggressive");
    assert_eq!(slip.line(&["12H", " ", "aggressive"]), "tell 12H, aggressive");
    assert_eq!(slip.line(&["12H", "B7\nrm", ""]), "tell 12H to B7 rm");
    assert_eq!(slip.line(&[]), "tell");
}
