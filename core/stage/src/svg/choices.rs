//! Marks, traces, and what can be chosen.

use super::drawing::{Drawing, TextStyle};
use super::path::{Path, escaped, rect_attributes, shape_element, short};
use super::{plane, text_metrics};
use crate::ground::{Field, Point, Rect};
use crate::palette::Tone;
use crate::piece::{At, Form, Ink};
use crate::prompt::{AT, Choice, Target};
use crate::scene::{MarkKind, Scene, Sketch, Trace};
use crate::spots::{CARD, PiecePlacement, Spot, Spots, is_bar, is_slab};
use std::collections::BTreeSet;
use std::fmt::Write;
use terrain::Integer;

/// Draws marked places. Kinds of marks differ in their strokes as well as their colours.
pub fn draw_marks(drawing: &mut Drawing, scene: &Scene, spots: &Spots) {
    for mark in &scene.marks {
        let Some(spot) = spots.get(mark.place.as_str()) else {
            continue;
        };
        let unit = f64::from(spot.counter) / 900.0;
        let tone = Tone::Mark(mark.kind);
        let (wide, dashes, fill) = match mark.kind {
            MarkKind::Active => (110.0, "", ".05"),
            MarkKind::Recent => (80.0, "20 130", ".14"),
            MarkKind::Goal => (70.0, "", ".06"),
            MarkKind::Reach => (50.0, "170 90", ".16"),
            MarkKind::Must => (130.0, "330 110", ".08"),
            MarkKind::Closed => (45.0, "45 110", ".24"),
            MarkKind::Ordered => (70.0, "60 60", ".12"),
        };
        let dashes: Vec<_> = dashes
            .split_whitespace()
            .filter_map(|dash| dash.parse::<f64>().ok())
            .map(|dash| short(dash * unit))
            .collect();
        let dashes = if dashes.is_empty() {
            String::new()
        } else {
            format!(r#" stroke-dasharray="{}""#, dashes.join(" "))
        };
        // Who acts wears the colour of the seat that is asked, with a halo.
        let actor = scene.prompt.as_ref().filter(|_| mark.kind == MarkKind::Active);
        let actor = actor.map(|prompt| Tone::Body(scene.ink_of(prompt.seat)));
        if actor.is_some() {
            let _ = write!(
                drawing.body,
                r#"{} fill="none" stroke="{}" stroke-width="{}" stroke-linejoin="round"/>"#,
                shrunk(spot),
                drawing.look.paint(Tone::Sheet),
                short((wide + 80.0) * unit)
            );
        }
        let paint = drawing.look.paint(actor.unwrap_or(tone));
        let _ = write!(
            drawing.body,
            r#"<g class="ow-mark"><title>{}</title>{} fill="{paint}" fill-opacity="{fill}" stroke="{paint}" stroke-width="{}"{dashes} stroke-linejoin="round" stroke-linecap="round"/></g>"#,
            escaped(&format!("{}: {}", mark_words(mark.kind), spot.name())),
            shrunk(spot),
            short(wide * unit)
        );
        if !mark.tag.is_empty() {
            let at =
                Point { x: spot.centre.x, y: 2 * spot.centre.y - spot.tag.y + spot.counter / 8 };
            draw_chip(drawing, &mark.tag, at, unit, tone, Tone::OnMark(mark.kind));
        }
    }
}

/// What a mark means, in a word or two.
pub(super) fn mark_words(kind: MarkKind) -> &'static str {
    match kind {
        MarkKind::Active => "asked about now",
        MarkKind::Recent => "just now",
        MarkKind::Goal => "goal",
        MarkKind::Reach => "in reach",
        MarkKind::Must => "compulsory",
        MarkKind::Closed => "closed",
        MarkKind::Ordered => "ordered",
    }
}

/// The outline of a place, a little inside it.
fn shrunk(spot: &Spot) -> String {
    let percent = 93.0;
    let move_by = |at: i32| short(f64::from(at) * (1.0 - percent / 100.0));
    format!(
        r#"{} transform="translate({} {}) scale({})""#,
        shape_element(&spot.shape),
        move_by(spot.centre.x),
        move_by(spot.centre.y),
        short(percent / 100.0)
    )
}

/// A small rounded sign with a few characters on it.
fn draw_chip(drawing: &mut Drawing, text: &str, at: Point, unit: f64, back: Tone, front: Tone) {
    let size = 330.0 * unit;
    let width = (text_metrics::width(text, size, true) + size * 0.7).max(size * 1.35);
    let high = size * 1.35;
    let _ = write!(
        drawing.body,
        r#"<rect x="{}" y="{}" width="{}" height="{}" rx="{}" fill="{}" stroke="{}" stroke-width="{}"/>"#,
        short(f64::from(at.x) - width / 2.0),
        short(f64::from(at.y) - high / 2.0),
        short(width),
        short(high),
        short(high / 2.0),
        drawing.look.paint(back),
        drawing.look.paint(front),
        short(26.0 * unit)
    );
    let style = TextStyle { size, tone: front, bold: true, anchor: "middle" };
    drawing.centred(text, f64::from(at.x), f64::from(at.y), width, style);
}

/// Draws a sketch: its lines, and its tag at the end of the last of them.
pub fn draw_sketch(drawing: &mut Drawing, sketch: &Sketch, counter: i32) {
    draw_traces(drawing, &sketch.traces, counter, Vec::new());
    let end = sketch.traces.last().and_then(|trace| trace.points.last());
    if let (Some(end), false) = (end, sketch.tag.is_empty()) {
        let unit = f64::from(counter) / 900.0;
        let at = end.moved(0, -counter * 7 / 10);
        draw_chip(drawing, &sketch.tag, at, unit * 1.2, Tone::Text, Tone::Page);
    }
}

/// Half the side of where a piece could go.
const ENDS: i32 = 500;

/// What the labels of lines keep clear of: the pieces, where they could go, and what is written on the ground.
pub fn covered(scene: &Scene, placements: &[Option<PiecePlacement>]) -> Vec<Rect> {
    let bodies = scene.pieces.iter().zip(placements).filter_map(|(piece, stand)| {
        let stand = stand.as_ref()?;
        let body = Rect::around([stand.centre]).grown(stand.size * 5 / 8);
        // Badges stand out below, or above.
        let badges = if piece.badges.is_empty() { 0 } else { stand.size / 2 };
        Some(Rect { y: body.y - badges, height: body.height + 2 * badges, ..body })
    });
    let planes = scene.ground.fields.iter().filter_map(Field::plane);
    let choices = scene.prompt.iter().flat_map(|prompt| &prompt.choices);
    let points = choices.filter_map(|choice| match choice.target {
        Some(Target::Point(point)) => Some(Rect::around([point]).grown(ENDS)),
        _ => None,
    });
    bodies.chain(points).chain(planes.flat_map(plane::names)).collect()
}

/// Draws lines over the board; their labels stand where they cover least of what is `taken`.
pub fn draw_traces(drawing: &mut Drawing, traces: &[Trace], counter: i32, mut taken: Vec<Rect>) {
    let unit = f64::from(counter) / 900.0;
    for trace in traces.iter().filter(|trace| trace.points.len() >= 2) {
        if is_ring(trace) {
            draw_band(drawing, trace, unit);
            continue;
        }
        let mut path = Path::new();
        path.polyline(&trace.points);
        let dashes = if trace.dotted {
            format!(r#" stroke-dasharray="1 {}""#, short(170.0 * unit))
        } else {
            String::new()
        };
        let shared = match drawing.terse {
            true => "",
            false => r#" fill="none" stroke-linecap="round" stroke-linejoin="round""#,
        };
        let d = path.data();
        let _ = write!(
            drawing.body,
            r#"<g class="ow-trace"{shared}><title>{}</title>"#,
            escaped(&trace.description)
        );
        // A dotted line of many points is light enough without a rim.
        if !(drawing.terse && trace.dotted) {
            let _ = write!(
                drawing.body,
                r#"<path d="{d}" stroke="{}" stroke-width="{}" opacity=".85"{dashes}/>"#,
                drawing.look.paint(Tone::Sheet),
                short(150.0 * unit)
            );
        }
        let _ = write!(
            drawing.body,
            r#"<path d="{d}" stroke="{}" stroke-width="{}"{dashes}/></g>"#,
            drawing.look.paint(Tone::Writing(trace.ink)),
            short(90.0 * unit)
        );
        let ends = (trace.points.last(), trace.points.get(trace.points.len() - 2));
        let closed = trace.points.first() == trace.points.last();
        if let (Some(end), Some(before), false) = (ends.0, ends.1, closed) {
            let angle = f64::from(end.y - before.y).atan2(f64::from(end.x - before.x)).to_degrees();
            let _ = write!(
                drawing.body,
                r#"<path transform="translate({} {}) rotate({}) scale({})" d="M150 0-110 150-50 0-110-150z" fill="{}" stroke="{}" stroke-width="34" stroke-linejoin="round"/>"#,
                end.x,
                end.y,
                short(angle),
                short(unit),
                drawing.look.paint(Tone::Writing(trace.ink)),
                drawing.look.paint(Tone::Sheet),
            );
        }
    }
    // No line cuts through what is written on another.
    let drawn = traces.iter().filter(|trace| trace.points.len() >= 2);
    for (number, trace) in drawn.enumerate() {
        if let (Some(plate), false) = (label_plate(trace, unit, &taken), trace.label.is_empty()) {
            draw_label(drawing, trace, plate, unit, number);
            taken.push(plate);
        }
    }
}

/// A line that goes round something: round where it bends, straight along edges, and tinted inside.
fn draw_band(drawing: &mut Drawing, trace: &Trace, unit: f64) {
    let points = &trace.points[1..];
    let middle =
        |a: Point, b: Point| format!("{} {}", i32::midpoint(a.x, b.x), i32::midpoint(a.y, b.y));
    let along = |a: Point, b: Point| a.x == b.x || a.y == b.y;
    let mut d = format!("M{}", middle(points[points.len() - 1], points[0]));
    for (number, at) in points.iter().enumerate() {
        let before = points[(number + points.len() - 1) % points.len()];
        let next = points[(number + 1) % points.len()];
        let turn = match along(before, *at) || along(*at, next) || is_corner(before, *at, next) {
            true => format!("L{} {}L{}", at.x, at.y, middle(*at, next)),
            false => format!("Q{} {} {}", at.x, at.y, middle(*at, next)),
        };
        d.push_str(&turn);
    }
    let (paint, tint) = (
        drawing.look.paint(Tone::Writing(trace.ink)),
        match trace.ink {
            Ink::Bad | Ink::Faint => ".04",
            Ink::Warm => ".07",
            _ => ".09",
        },
    );
    let _ = write!(
        drawing.body,
        r#"<g class="ow-trace"><title>{}</title><path d="{d}z" fill="{paint}" fill-opacity="{tint}" stroke="{paint}" stroke-opacity=".75" stroke-width="{}" stroke-linejoin="round"/></g>"#,
        escaped(&trace.description),
        short(42.0 * unit)
    );
}

/// Whether a line turns sharply at a point: by more than a sixth of a circle.
fn is_corner(before: Point, at: Point, next: Point) -> bool {
    let [a, b] = [(before, at), (at, next)]
        .map(|(from, to)| f64::from(to.y - from.y).atan2(f64::from(to.x - from.x)).to_degrees());
    let turn = (a - b).abs() % 360.0;
    turn.min(360.0 - turn) > 60.0
}

/// Whether a line goes round something, which is then tinted.
fn is_ring(trace: &Trace) -> bool {
    trace.points.len() > 3 && trace.points.first() == trace.points.last()
}

/// How high the letters of a line's label are.
const LABEL: f64 = 300.0;

/// Where the label of a line could stand, the best place first: round a ring from up on the left, where the ways ahead
/// seldom lead, but not where an edge cuts it off; beside a short line, or on it.
fn label_points(trace: &Trace, unit: f64) -> Vec<Point> {
    match trace.points.as_slice() {
        [a, b] | [a, b, _] => {
            let middle = Point::new(i32::midpoint(a.x, b.x), i32::midpoint(a.y, b.y));
            let aside = i32::truncated(LABEL * unit * 1.2);
            match (a.x - b.x).abs() >= (a.y - b.y).abs() {
                true => vec![middle.moved(0, aside), middle.moved(0, -aside), middle],
                false => vec![middle.moved(3 * aside, 0), middle.moved(-3 * aside, 0), middle],
            }
        }
        points => {
            let bends = |pair: &&[Point]| pair[0].x != pair[1].x && pair[0].y != pair[1].y;
            let round = points.windows(2).filter(bends).map(|pair| pair[0]);
            let mut round: Vec<Point> = round.collect();
            round.sort_by_key(|point| point.x + 2 * point.y);
            match round.is_empty() {
                true => points.first().copied().into_iter().collect(),
                false => round,
            }
        }
    }
}

/// The plate of a line's label where it covers least; the better place of two that are as good.
fn label_plate(trace: &Trace, unit: f64, taken: &[Rect]) -> Option<Rect> {
    let size = LABEL * unit;
    // The letters are at most so wide, and hardly ever are.
    let letters = text_metrics::width(&trace.label, size, true) * 0.92;
    let width = i32::truncated(letters + size * 0.5);
    let height = i32::truncated(size * 1.35);
    let plate = |at: Point| Rect { x: at.x - width / 2, y: at.y - height / 2, width, height };
    let points = label_points(trace, unit);
    let first = points.first().map(|at| i64::from(at.x) + 2 * i64::from(at.y))?;
    let cost = |(place, at): &(usize, Point)| {
        let over: i64 = taken.iter().map(|other| common(plate(*at), *other)).sum();
        let away = match is_ring(trace) {
            true => i64::from(at.x) + 2 * i64::from(at.y) - first,
            false => i64::try_from(*place).unwrap_or_default(),
        };
        4 * over + 40 * away
    };
    let best = points.into_iter().enumerate().min_by_key(cost);
    best.map(|(_, at)| plate(at))
}

/// How much two rectangles share.
fn common(a: Rect, b: Rect) -> i64 {
    let wide = (a.x + a.width).min(b.x + b.width) - a.x.max(b.x);
    let high = (a.y + a.height).min(b.y + b.height) - a.y.max(b.y);
    i64::from(wide.max(0)) * i64::from(high.max(0))
}

/// The label of a line on a plate that keeps it readable on any ground. A page that lays it out itself is told on which
/// line it stands, by the number of that line.
fn draw_label(drawing: &mut Drawing, trace: &Trace, plate: Rect, unit: f64, number: usize) {
    let (size, at) = (LABEL * unit, plate.centre());
    let of = if drawing.terse { format!(r#" data-of="{number}""#) } else { String::new() };
    let _ = write!(
        drawing.body,
        r#"<g class="ow-l"{of}><rect {} rx="{}" fill="{}" opacity=".9"/><text x="{}" y="{}" font-size="{}" font-weight="bold" text-anchor="middle" fill="{}">{}</text></g>"#,
        rect_attributes(plate),
        plate.height / 2,
        drawing.look.paint(Tone::Sheet),
        at.x,
        short(f64::from(at.y) + size * 0.36),
        short(size),
        drawing.look.paint(Tone::Writing(trace.ink)),
        escaped(&trace.label)
    );
}

/// Choices that the question asks about, grouped by what one would click, in their order.
fn grouped(scene: &Scene, wanted: impl Fn(&Target) -> bool) -> Vec<(&Target, Vec<&Choice>)> {
    let mut groups: Vec<(&Target, Vec<&Choice>)> = Vec::new();
    let choices = scene.prompt.iter().flat_map(|prompt| &prompt.choices);
    for choice in choices.filter(|choice| !choice.aside) {
        let Some(target) = choice.target.as_ref().filter(|target| wanted(target)) else {
            continue;
        };
        match groups.iter_mut().find(|(other, _)| *other == target) {
            Some((_, group)) => group.push(choice),
            None => groups.push((target, vec![choice])),
        }
    }
    groups
}

/// The label of a choice, and what it costs or means.
fn in_words(choice: &Choice) -> String {
    match &*choice.told() {
        "" => choice.label.clone(),
        words => format!("{}: {words}", choice.label),
    }
}

/// The attributes by which a browser knows a choice.
pub fn choice_attributes(choice: &Choice) -> String {
    let words = in_words(choice);
    let final_ = if choice.final_ { r#" data-final="true""# } else { "" };
    format!(
        r#" class="ow-choice" role="button" tabindex="0" data-notation="{}"{final_} aria-label="{}""#,
        escaped(&choice.notation),
        escaped(&words)
    )
}

fn title(group: &[&Choice]) -> String {
    let lines: Vec<_> = group.iter().map(|choice| in_words(choice)).collect();
    format!("<title>{}</title>", escaped(&lines.join("; ")))
}

/// Draws places that can be chosen: a glowing outline, and a tag for each choice that has one.
pub fn draw_place_choices(drawing: &mut Drawing, scene: &Scene, spots: &Spots) {
    for (target, group) in grouped(scene, |target| matches!(target, Target::Place(_))) {
        let Target::Place(place) = target else {
            continue;
        };
        let Some(spot) = spots.get(place.as_str()) else {
            continue;
        };
        let unit = f64::from(spot.counter) / 900.0;
        let (glow, dark) = (drawing.look.paint(Tone::Glow), drawing.look.paint(Tone::OnGlow));
        let outline = shrunk(spot);
        let _ = write!(
            drawing.body,
            r#"<g{} data-target="{}">{}{outline} fill="{glow}" fill-opacity=".14" stroke="{dark}" stroke-width="{}" stroke-linejoin="round"/>{outline} fill="none" stroke="{glow}" stroke-width="{}" stroke-linejoin="round"/></g>"#,
            choice_attributes(group[0]),
            escaped(place),
            title(&group),
            short(140.0 * unit),
            short(90.0 * unit),
        );
    }
}

/// Draws a thin ring around every piece that can go too, though the question does not ask about it.
pub fn draw_movable(drawing: &mut Drawing, scene: &Scene, placements: &[Option<PiecePlacement>]) {
    let choices = scene.prompt.iter().flat_map(|prompt| &prompt.choices);
    let movable: BTreeSet<&str> = choices
        .filter(|choice| choice.aside)
        .filter_map(|choice| choice.moves.as_deref())
        .collect();
    for (piece, stand) in scene.pieces.iter().zip(placements) {
        let (Some(stand), true) = (stand, movable.contains(piece.id.as_str())) else { continue };
        let (size, glow) = (f64::from(stand.size), drawing.look.paint(Tone::Glow));
        let _ = write!(
            drawing.body,
            r#"<circle cx="{}" cy="{}" r="{}" fill="none" stroke="{glow}" stroke-width="{}" stroke-dasharray="{} {}"/>"#,
            stand.centre.x,
            stand.centre.y,
            short(size * 0.62),
            short(size * 0.05),
            short(size * 0.13),
            short(size * 0.08),
        );
    }
}

/// Draws tags of places, and pieces and points that can be chosen.
pub fn draw_other_choices(
    drawing: &mut Drawing,
    scene: &Scene,
    spots: &Spots,
    placements: &[Option<PiecePlacement>],
) {
    for (target, group) in grouped(scene, |target| !matches!(target, Target::Card(_))) {
        match target {
            Target::Place(place) => {
                let Some(spot) = spots.get(place.as_str()) else {
                    continue;
                };
                // In a bar or a slab it would cover what lies beside it.
                if is_bar(&spot.shape) || is_slab(&spot.shape) {
                    continue;
                }
                // A tag moves out of the way of pieces.
                let taken = scene.pieces.iter().any(|piece| piece.at == At::Place(place.clone()));
                let at = if taken { spot.tag } else { spot.free_tag };
                draw_tags(drawing, &group, at, f64::from(spot.counter) / 900.0);
            }
            Target::Piece(id) => {
                let index = scene.pieces.iter().position(|piece| piece.id == *id);
                let Some(stand) = index.and_then(|index| placements.get(index).copied().flatten())
                else {
                    continue;
                };
                if index.is_some_and(|index| scene.pieces[index].form == Form::Card) {
                    draw_card_choice(drawing, &group, stand, id);
                    continue;
                }
                draw_ring(drawing, &group, stand.centre, f64::from(stand.size) * 0.62, id);
                let below = Point { x: stand.centre.x, y: stand.centre.y - stand.size * 6 / 10 };
                draw_tags(drawing, &group, below, f64::from(stand.size) / 1100.0);
            }
            // Where any point will do, a few that are named would look like the only ones.
            Target::Point(_) if group.iter().all(|choice| goes_anywhere(scene, choice)) => {}
            Target::Point(point) => {
                draw_ring(drawing, &group, *point, 420.0, "");
                draw_tags(drawing, &group, Point { x: point.x, y: point.y + 600 }, 1.0);
            }
            Target::Card(_) => {}
        }
    }
}

/// Whether a choice names a point of an action that takes any.
fn goes_anywhere(scene: &Scene, choice: &Choice) -> bool {
    let free = scene.prompt.iter().flat_map(|prompt| &prompt.free);
    let mut begins = free.filter_map(|free| free.notation.split(AT).next());
    begins.any(|begins| choice.notation.starts_with(begins))
}

/// A frame around a card, with its tag at the upper right corner.
fn draw_card_choice(drawing: &mut Drawing, group: &[&Choice], stand: PiecePlacement, target: &str) {
    let (glow, dark) = (drawing.look.paint(Tone::Glow), drawing.look.paint(Tone::OnGlow));
    let (wide, high) = (stand.size * CARD / 100, stand.size);
    let Point { x, y } = stand.centre.moved(-wide / 2, -high / 2);
    let frame =
        format!(r#"<rect x="{x}" y="{y}" width="{wide}" height="{high}" rx="{}""#, high / 7);
    let _ = write!(
        drawing.body,
        r#"<g{} data-target="{}">{}{frame} fill="none" stroke="{dark}" stroke-width="{}"/>{frame} fill="none" stroke="{glow}" stroke-width="{}"/></g>"#,
        choice_attributes(group[0]),
        escaped(target),
        title(group),
        high / 7,
        high / 11
    );
    let corner = stand.centre.moved(wide / 2 - high / 8, -high * 2 / 5);
    draw_tags(drawing, group, corner, f64::from(stand.size) / 1300.0);
}

fn draw_ring(drawing: &mut Drawing, group: &[&Choice], at: Point, radius: f64, target: &str) {
    let (glow, dark) = (drawing.look.paint(Tone::Glow), drawing.look.paint(Tone::OnGlow));
    let _ = write!(
        drawing.body,
        r#"<g{} data-target="{}">{}<circle cx="{x}" cy="{y}" r="{r}" fill="{glow}" fill-opacity=".12" stroke="{dark}" stroke-width="{}"/><circle cx="{x}" cy="{y}" r="{r}" fill="none" stroke="{glow}" stroke-width="{}"/></g>"#,
        choice_attributes(group[0]),
        escaped(target),
        title(group),
        short(radius * 0.24),
        short(radius * 0.15),
        x = at.x,
        y = at.y,
        r = short(radius)
    );
}

/// Tags side by side, each a choice of its own.
fn draw_tags(drawing: &mut Drawing, group: &[&Choice], at: Point, unit: f64) {
    let tagged: Vec<_> = group.iter().filter(|choice| !choice.tag.is_empty()).collect();
    let step =
        |choice: &Choice| text_metrics::width(&choice.tag, 330.0 * unit, true) + 300.0 * unit;
    let whole: f64 = tagged.iter().map(|choice| step(choice)).sum();
    let mut x = f64::from(at.x) - whole / 2.0;
    for choice in tagged {
        let width = step(choice);
        let _ = write!(drawing.body, "<g{}>{}", choice_attributes(choice), title(&[choice]));
        let at = Point { x: i32::truncated(x + width / 2.0), y: at.y };
        draw_chip(drawing, &choice.tag, at, unit, Tone::Glow, Tone::OnGlow);
        drawing.add("</g>");
        x += width;
    }
}
