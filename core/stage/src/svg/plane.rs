//! Measured planes and places with outlines of their own.

use super::drawing::{Drawing, TextStyle};
use super::lines;
use super::path::{escaped, rect_attributes, shape_element, short};
use super::text_metrics;
use crate::art::{VISTA, silhouette, texture_details};
use crate::ground::{
    Area, Floor, Line, LineStyle, Place, PlaceField, PlaneField, Point, Rect, Shape, Texture,
};
use crate::palette::Tone;
use crate::spots::{is_bar, is_slab, place_head};
use std::fmt::Write;
use terrain::{Fit, Integer};

/// The size of a number at the ruler at most.
const RULER_NUMBER: f64 = 520.0;

/// How much room the ruler takes along the edges.
pub fn ruler_margin(field: &PlaneField) -> i32 {
    field.rect.width.max(field.rect.height) / 28
}

/// Draws a measured plane.
pub fn draw(drawing: &mut Drawing, field: &PlaneField) {
    if field.ruler > 0 {
        drawing.add(r#"<g class="ow-ruler">"#);
        draw_ruler(drawing, field);
        drawing.add("</g>");
    }
    let table = Shape::Box { rect: field.rect, round: 0 };
    let _ = write!(
        drawing.body,
        r#"<rect {} fill="{}"/>"#,
        rect_attributes(field.rect),
        drawing.look.paint(Tone::Surface(field.texture)),
    );
    let clip = format!("ow-table{}", drawing.body.len());
    drawing.define(&format!(
        r#"<clipPath id="{clip}"><rect {}/></clipPath>"#,
        rect_attributes(field.rect)
    ));
    let _ = write!(drawing.body, r##"<g clip-path="url(#{clip})">"##);
    // The ground stays behind what stands on it: nearer to the page than the same texture elsewhere.
    let _ = write!(
        drawing.body,
        r#"<rect {} fill="{}" opacity=".3"/>"#,
        rect_attributes(field.rect),
        drawing.look.paint(Tone::Page),
    );
    if field.texture == Texture::Grass {
        draw_meadow(drawing, field.rect);
    }
    drawing.add(r#"<g opacity=".55">"#);
    strew(drawing, &table, field.texture, 1.6, 1.5);
    drawing.add("</g>");
    for area in &field.areas {
        draw_shadow(drawing, area);
    }
    for area in &field.areas {
        draw_area(drawing, area);
    }
    lines::draw(drawing, &field.lines.iter().collect::<Vec<_>>(), 1300);
    drawing.add("</g>");
    veil(drawing, field.rect, field.dark);
    for area in &field.areas {
        label_area(drawing, area);
    }
    for line in &field.lines {
        label_line(drawing, line);
    }
    let _ = write!(
        drawing.body,
        r#"<rect {} fill="none" stroke="{}" stroke-width="{}"/>"#,
        rect_attributes(field.rect),
        drawing.look.paint(Tone::WallLine),
        (field.rect.width / 360).max(1)
    );
    for floor in &field.floors {
        draw_floor(drawing, floor, field.dark);
    }
}

/// Dusk or night over a part of the drawing, under what is written on it.
fn veil(drawing: &mut Drawing, rect: Rect, dark: u8) {
    if dark > 0 {
        let _ = write!(
            drawing.body,
            r#"<rect {} fill="{}" opacity="{}"/>"#,
            rect_attributes(rect),
            drawing.look.paint(Tone::Shadow),
            short(f64::from(dark) / 100.0)
        );
    }
}

/// The side of the writing over an upper floor.
const FLOOR_NAME: i32 = 800;

/// An upper floor with its name over it.
pub fn floor_extent(floor: &Floor) -> Rect {
    let drawn = floor.drawn().grown(200);
    Rect { y: drawn.y - FLOOR_NAME * 3 / 2, height: drawn.height + FLOOR_NAME * 3 / 2, ..drawn }
}

/// Draws an upper floor beside the table.
fn draw_floor(drawing: &mut Drawing, floor: &Floor, dark: u8) {
    let rect = floor.drawn();
    let surface = drawing.look.paint(Tone::Surface(Texture::Floor));
    let _ = write!(
        drawing.body,
        r#"<g><title>{}</title><rect {} fill="{surface}"/>"#,
        escaped(&floor.label),
        rect_attributes(rect),
    );
    strew(drawing, &Shape::Box { rect, round: 0 }, Texture::Floor, 1.0, 1.4);
    for area in &floor.areas {
        draw_area(drawing, area);
    }
    lines::draw(drawing, &floor.lines.iter().collect::<Vec<_>>(), 1300);
    veil(drawing, rect, dark);
    for area in &floor.areas {
        label_area(drawing, area);
    }
    for line in &floor.lines {
        label_line(drawing, line);
    }
    let (most, room) = (f64::from(FLOOR_NAME), f64::from(rect.width));
    let size = text_metrics::fitted(&floor.label, most, true, room);
    let style = TextStyle { size, tone: Tone::Text, bold: true, anchor: "middle" };
    let (x, y) = (f64::from(rect.centre().x), f64::from(rect.y - FLOOR_NAME / 2));
    drawing.text(&floor.label, x, y, style);
    drawing.add("</g>");
}

fn draw_ruler(drawing: &mut Drawing, field: &PlaneField) {
    let rect = field.rect;
    let margin = ruler_margin(field);
    let size = (f64::from(margin) * 0.5).min(RULER_NUMBER);
    let widest = format!("{}{}", rect.width.max(rect.height) / 1000, field.unit);
    let every = (1..)
        .find(|every| {
            text_metrics::width(&widest, size, false) * 1.3 < f64::from(every * field.ruler)
        })
        .unwrap_or(1);
    let mut ticks = String::new();
    let mut numbers = Vec::new();
    for (from, length, across) in [(rect.x, rect.width, true), (rect.y, rect.height, false)] {
        for step in 0..=length / field.ruler {
            let at = if field.from_below && !across {
                from + length - step * field.ruler
            } else {
                from + step * field.ruler
            };
            let tick = if step % every == 0 { margin * 3 / 10 } else { margin * 3 / 20 };
            if across {
                let _ = write!(ticks, "M{at} {}v-{tick}", rect.y);
            } else {
                let _ = write!(ticks, "M{} {at}h-{tick}", rect.x);
            }
            if step > 0 && step % every == 0 {
                let number = short(f64::from(step) * f64::from(field.ruler) / 1000.0) + &field.unit;
                numbers.push((number, at, across));
            }
        }
    }
    let _ = write!(
        drawing.body,
        r#"<path d="{ticks}" stroke="{}" stroke-width="{}"/>"#,
        drawing.look.paint(Tone::Quiet),
        (margin / 24).max(1)
    );
    for (number, at, across) in numbers {
        let style = TextStyle { size, tone: Tone::Quiet, bold: false, anchor: "middle" };
        let (x, y) =
            if across { (at, rect.y - margin * 6 / 10) } else { (rect.x - margin * 13 / 20, at) };
        drawing.centred(&number, f64::from(x), f64::from(y), f64::from(margin), style);
    }
}

fn draw_area(drawing: &mut Drawing, area: &Area) {
    let surface = drawing.paint(Tone::Surface(area.texture));
    let drawn = drawing.paint(Tone::Drawn(area.texture));
    let see_through = match area.texture {
        Texture::Smoke => r#" opacity=".82""#,
        _ => "",
    };
    let words = if area.description.is_empty() { &area.label } else { &area.description };
    let _ = write!(
        drawing.body,
        r#"<g id="place-{}"{see_through}><title>{}</title>"#,
        escaped(&area.id),
        escaped(words)
    );
    match &area.shape {
        Shape::Strip { width, .. } => {
            let element = shape_element(&area.shape);
            let _ = write!(
                drawing.body,
                r#"{element} fill="none" stroke="{drawn}" stroke-width="{}" stroke-linejoin="round"/>{element} fill="none" stroke="{surface}" stroke-width="{}" stroke-linejoin="round"/>"#,
                width,
                (width - 120).max(width / 2),
            );
        }
        shape if area.texture == Texture::Bare => {
            let _ = write!(
                drawing.body,
                r#"{} fill="none" stroke="{drawn}" stroke-width="60" stroke-dasharray="180 120"/>"#,
                shape_element(shape)
            );
        }
        shape => {
            let _ = write!(
                drawing.body,
                r#"{} fill="{surface}" stroke="{drawn}" stroke-width="60" stroke-linejoin="round"/>"#,
                shape_element(shape)
            );
        }
    }
    if area.texture == Texture::Slate {
        draw_lid(drawing, &area.shape);
    }
    strew(drawing, &area.shape, area.texture, 1.0, 1.4);
    drawing.add("</g>");
}

/// The upper side of an upright block, so that it is seen to stand up: crates side by side, each with its brace.
fn draw_lid(drawing: &mut Drawing, shape: &Shape) {
    let Rect { x, y, width, height } = shape.extent().grown(-160);
    let corners = [(x, y), (x + width, y), (x, y + height), (x + width, y + height)];
    if width <= 0 || !corners.iter().all(|(x, y)| shape.contains(Point { x: *x, y: *y })) {
        return;
    }
    let (lit, drawn) = (
        drawing.look.paint(Tone::Lit(Texture::Slate)),
        drawing.look.paint(Tone::Drawn(Texture::Slate)),
    );
    let _ = write!(
        drawing.body,
        r#"<path d="M{x} {y}h{width}v{height}h-{width}z" fill="{lit}" stroke="{drawn}" stroke-width="40"/>"#
    );
    let (long, short) = (width.max(height), width.min(height).max(1));
    let crates = ((long + short / 2) / short).max(1);
    let mut seams = String::new();
    for number in 0..crates {
        let (from, to) = (long * number / crates, long * (number + 1) / crates);
        let (start, end) = match width >= height {
            true => ((x + from, y), (x + to, y + height)),
            false => ((x, y + from), (x + width, y + to)),
        };
        let (dx, dy) = (end.0 - start.0, end.1 - start.1);
        let _ =
            write!(seams, "M{} {}h{dx}v{dy}h-{dx}zl{dx} {dy}m-{dx} 0l{dx}-{dy}", start.0, start.1);
    }
    let _ = write!(
        drawing.body,
        r#"<path d="{seams}" fill="none" stroke="{drawn}" stroke-width="46" stroke-opacity=".75"/>"#
    );
}

/// What stands up from the ground throws a shadow to the south-east.
fn draw_shadow(drawing: &mut Drawing, area: &Area) {
    let long = match area.texture {
        Texture::Wall => 260,
        Texture::Floor => 220,
        Texture::Slate | Texture::LowWall => 150,
        Texture::Foliage | Texture::Jungle => 110,
        _ => return,
    };
    let _ = write!(
        drawing.body,
        r#"<g transform="translate({long} {long})" opacity=".2">{} fill="{}"/></g>"#,
        shape_element(&area.shape),
        drawing.look.paint(Tone::Shadow),
    );
}

/// Patches of higher and of shorter grass, so that a large meadow is no bare sheet.
fn draw_meadow(drawing: &mut Drawing, rect: Rect) {
    const PATCH: i32 = 5200;
    for row in 0..=rect.height / PATCH {
        for column in 0..=rect.width / PATCH {
            let seed = scattered(column.fit(), row.fit(), Texture::Swamp);
            let sway = |bits: u32| (bits % 64).fit::<i32>() * PATCH / 64;
            let at = Point { x: rect.x + column * PATCH, y: rect.y + row * PATCH }
                .moved(sway(seed), sway(seed >> 6));
            let (wide, high) = (1500 + sway(seed >> 12) * 2 / 5, 900 + sway(seed >> 18) / 4);
            let (tone, faint) = match seed >> 24 & 1 {
                0 => (Tone::Lit(Texture::Grass), ".16"),
                _ => (Tone::Drawn(Texture::Grass), ".05"),
            };
            let _ = write!(
                drawing.body,
                r#"<ellipse cx="{}" cy="{}" rx="{wide}" ry="{high}" fill="{}" opacity="{faint}"/>"#,
                at.x,
                at.y,
                drawing.look.paint(tone),
            );
        }
    }
}

/// The largest and the smallest name of an area: well below the size of a figure, and still to be read.
const AREA_NAME: f64 = 330.0;
const SMALLEST_NAME: f64 = 200.0;

/// Where names are written on a plane: those of areas, zones and lines that have room for them.
pub fn names(field: &PlaneField) -> Vec<Rect> {
    let plate = |at: Point, label: &str, size: f64| {
        let width = i32::truncated(text_metrics::width(label, size, true));
        let height = i32::truncated(size * 1.2);
        Rect { x: at.x - width / 2, y: at.y - height / 2, width, height }
    };
    let areas =
        field.areas.iter().filter(|area| area.texture != Texture::Bare).filter_map(|area| {
            let (at, size) = area_name(area)?;
            Some(plate(at, &area.label, size))
        });
    let lines = field.lines.iter().filter_map(|line| {
        let (at, upright) = line_name(line)?;
        (!upright).then(|| plate(at, line.kind(), LINE_NAME))
    });
    areas.chain(lines).collect()
}

/// Where the name of an area stands in it, and how large it is: as high up as it fits, so that pieces seldom stand on
/// it; nothing if it has no room for one across.
fn area_name(area: &Area) -> Option<(Point, f64)> {
    let extent = area.shape.extent();
    let most = (f64::from(extent.height) * 0.5).min(AREA_NAME);
    let size = text_metrics::fitted(&area.label, most, true, f64::from(extent.width) * 0.8);
    if area.label.is_empty() || size < SMALLEST_NAME {
        return None;
    }
    let half = i32::truncated(text_metrics::width(&area.label, size, true) / 2.0);
    let high = i32::truncated(size);
    let x = extent.centre().x;
    let fits = |middle: &i32| {
        let corners = [(-half, -high), (half, -high), (-half, high), (half, high)];
        corners.iter().all(|(dx, dy)| area.shape.contains(Point { x: x + dx, y: middle + dy }))
    };
    let mut rows = (extent.y..extent.y + extent.height).step_by((high / 4).max(1).fit());
    Some((Point::new(x, rows.find(fits).unwrap_or(extent.centre().y)), size))
}

/// The name of an area.
fn label_area(drawing: &mut Drawing, area: &Area) {
    if area.texture == Texture::Bare {
        return label_zone(drawing, area);
    }
    let extent = area.shape.extent();
    if area.label.is_empty() {
        return;
    }
    let Some((at, size)) = area_name(area) else {
        // What is upright and narrow has its name along it; a place smaller than its name has it below.
        let most = (f64::from(extent.width) * 0.5).min(AREA_NAME);
        let along = text_metrics::fitted(&area.label, most, true, f64::from(extent.height) * 0.8);
        let (centre, tone) = (extent.centre(), Tone::Surface(area.texture));
        if along >= SMALLEST_NAME && extent.height > extent.width {
            write_along(
                drawing,
                &area.label,
                (centre, true),
                along,
                [Tone::Label(area.texture), tone],
            );
        } else if let Shape::Circle { centre, radius } = area.shape {
            let below = centre.moved(0, radius + 200);
            write_along(drawing, &area.label, (below, false), 300.0, [Tone::Text, Tone::Sheet]);
        }
        return;
    };
    let _ = write!(
        drawing.body,
        r#"<text x="{}" y="{}" font-size="{}" font-weight="bold" text-anchor="middle" fill="{}" stroke="{}" stroke-width="{}" stroke-linejoin="round" paint-order="stroke">{}</text>"#,
        at.x,
        at.y + i32::truncated(size * 0.36),
        short(size),
        drawing.look.paint(Tone::Label(area.texture)),
        drawing.look.paint(Tone::Surface(area.texture)),
        short(size * 0.3),
        escaped(&area.label)
    );
}

/// The name of a zone in its upper corner: pieces seldom stand there.
fn label_zone(drawing: &mut Drawing, area: &Area) {
    let extent = area.shape.extent();
    let size = text_metrics::fitted(&area.label, AREA_NAME, true, f64::from(extent.width) * 0.9);
    if area.label.is_empty() || size < SMALLEST_NAME {
        return;
    }
    let _ = write!(
        drawing.body,
        r#"<text x="{}" y="{}" font-size="{}" font-weight="bold" fill="{}" stroke="{}" stroke-width="{}" stroke-linejoin="round" paint-order="stroke">{}</text>"#,
        extent.x + 300,
        extent.y + i32::truncated(size * 1.4),
        short(size),
        drawing.look.paint(Tone::Label(Texture::Grass)),
        drawing.look.paint(Tone::Surface(Texture::Grass)),
        short(size * 0.3),
        escaped(&area.label)
    );
}

/// The size of the name of a line.
const LINE_NAME: f64 = 310.0;

/// What kind of line it is, beside its middle, for those that one could take for another: low walls, fences,
/// barricades and wire. Windows are known by their colour, and doors have their state written on them.
fn label_line(drawing: &mut Drawing, line: &Line) {
    if let Some(beside) = line_name(line) {
        write_along(drawing, line.kind(), beside, LINE_NAME, [Tone::Quiet, Tone::Sheet]);
    }
}

/// Where the name of a line stands, and whether it is upright; nothing if it has none or no room for it.
fn line_name(line: &Line) -> Option<(Point, bool)> {
    let kind = match line.style {
        LineStyle::LowWall | LineStyle::Fence | LineStyle::Barricade | LineStyle::Guide => {
            line.kind()
        }
        _ => "",
    };
    let (a, b) = (line.points.first()?, line.points.last()?);
    let (dx, dy) = ((a.x - b.x).abs(), (a.y - b.y).abs());
    let room = text_metrics::width(kind, LINE_NAME, true);
    if kind.is_empty() || f64::from(dx.max(dy)) < room {
        return None;
    }
    let upright = dy > dx;
    let middle = Point::new(i32::midpoint(a.x, b.x), i32::midpoint(a.y, b.y));
    Some((if upright { middle.moved(-260, 0) } else { middle.moved(0, -260) }, upright))
}

/// Words about a point, upright if asked, with a rim that keeps them readable on any ground.
fn write_along(
    drawing: &mut Drawing,
    words: &str,
    (at, upright): (Point, bool),
    size: f64,
    [tone, rim]: [Tone; 2],
) {
    let turned = if upright { " rotate(-90)" } else { "" };
    let _ = write!(
        drawing.body,
        r#"<g transform="translate({} {}){turned}"><text y="{}" font-size="{}" font-weight="bold" text-anchor="middle" fill="{}" stroke="{}" stroke-width="{}" stroke-linejoin="round" paint-order="stroke">{}</text></g>"#,
        at.x,
        at.y,
        short(size * 0.36),
        short(size),
        drawing.look.paint(tone),
        drawing.look.paint(rim),
        short(size * 0.22),
        escaped(words)
    );
}

/// Strews a texture's details over a shape, each wholly inside; `sparse` spreads them, `scale` sizes
/// them.
fn strew(drawing: &mut Drawing, shape: &Shape, texture: Texture, sparse: f64, scale: f64) {
    strew_around(drawing, shape, texture, (sparse, scale), None);
}

/// The same, leaving a part of the shape bare.
fn strew_around(
    drawing: &mut Drawing,
    shape: &Shape,
    texture: Texture,
    (sparse, scale): (f64, f64),
    bare: Option<Rect>,
) {
    let kinds = texture_details(texture);
    if kinds.is_empty() {
        return;
    }
    let (pitch, strict) = match texture {
        Texture::Clear => (1300.0, false),
        Texture::Grass | Texture::Road | Texture::Water => (850.0, false),
        Texture::Floor => (1000.0, true),
        Texture::Wall => (260.0, true),
        Texture::LowWall => (420.0, true),
        Texture::Smoke | Texture::Swamp => (620.0, false),
        Texture::Mountain => (900.0, false),
        _ => (520.0, false),
    };
    let pitch = pitch * sparse * scale;
    let extent = shape.extent();
    let columns = u32::truncated((f64::from(extent.width) / pitch).ceil().min(120.0));
    let rows = u32::truncated((f64::from(extent.height) / pitch).ceil().min(120.0));
    for row in 0..rows {
        for column in 0..columns {
            let seed = scattered(column, row, texture);
            let kind = (seed >> 20) as usize % kinds.len();
            let reach = i32::truncated(f64::from(kinds[kind].reach) * scale);
            let sway = |bits: u32| {
                if strict { 0.0 } else { (f64::from(bits % 64) / 64.0 - 0.5) * 0.7 * pitch }
            };
            let odd = match (texture, row % 2) {
                (Texture::Floor, _) => 0.0,
                (_, 1) => 0.25,
                _ => -0.25,
            };
            let right = (f64::from(column) + 0.5 + odd) * pitch + sway(seed);
            let down = (f64::from(row) + 0.5) * pitch + sway(seed >> 8);
            let at = Point { x: extent.x, y: extent.y }
                .moved(i32::truncated(right), i32::truncated(down));
            let around = [(0, 0), (reach, 0), (-reach, 0), (0, reach), (0, -reach)];
            if !around.iter().all(|(dx, dy)| shape.contains(Point { x: at.x + dx, y: at.y + dy })) {
                continue;
            }
            if bare.is_some_and(|bare| bare.grown(reach).contains(at)) {
                continue;
            }
            let id = drawing.detail_id(texture, kind);
            if scale == 1.0 {
                let _ = write!(drawing.body, r##"<use href="#{id}" x="{}" y="{}"/>"##, at.x, at.y);
            } else {
                let _ = write!(
                    drawing.body,
                    r##"<use href="#{id}" transform="translate({} {}) scale({})"/>"##,
                    at.x,
                    at.y,
                    short(scale)
                );
            }
        }
    }
}

fn scattered(column: u32, row: u32, texture: Texture) -> u32 {
    let mut value = column << 16 ^ row ^ (texture as u32) << 27;
    value = value.wrapping_mul(0x9e37_79b1);
    value ^= value >> 15;
    value = value.wrapping_mul(0x2c1b_3c6d);
    value ^= value >> 13;
    value.wrapping_mul(0x297a_2d39)
}

/// Draws places that the game laid out itself.
pub fn draw_places(drawing: &mut Drawing, field: &PlaceField, unit: i32) {
    lines::draw(drawing, &field.lines.iter().collect::<Vec<_>>(), unit * 6 / 5);
    if let Some(at) = title_box(field, unit) {
        let size = f64::from(unit) * 0.44;
        let style = TextStyle { size, tone: Tone::Text, bold: true, anchor: "start" };
        drawing.text(&field.title, f64::from(at.x), f64::from(at.y) + size, style);
    }
    for place in &field.places {
        draw_place(drawing, place, unit);
    }
}

/// Where the title of places is written: over them, from their left edge on; none if they have no title.
pub fn title_box(field: &PlaceField, unit: i32) -> Option<Rect> {
    let places = field.places.iter().map(|place| place.shape.extent());
    let whole = places.reduce(Rect::union).filter(|_| !field.title.is_empty())?;
    let height = unit * 6 / 10;
    Some(Rect { y: whole.y - height, height, ..whole })
}

fn draw_place(drawing: &mut Drawing, place: &Place, unit: i32) {
    let words = if place.description.is_empty() { &place.label } else { &place.description };
    let _ = write!(
        drawing.body,
        r#"<g id="place-{}"><title>{}</title>"#,
        escaped(&place.id),
        escaped(words)
    );
    let element = shape_element(&place.shape);
    let hair = short((f64::from(unit) / 30.0).max(0.5));
    // Nothing grows under the name, nor before a landscape.
    let strewn = place.vista.is_none();
    if place.texture == Texture::Bare {
        let rule = drawing.look.paint(Tone::Quiet);
        let dash = short(f64::from(unit) / 8.0);
        let _ = write!(
            drawing.body,
            r#"{element} fill="none" stroke="{rule}" stroke-width="{hair}" stroke-dasharray="{dash}"/>"#
        );
    } else if let Shape::Strip { width, .. } = place.shape {
        let surface = drawing.look.paint(Tone::Surface(place.texture));
        let _ = write!(
            drawing.body,
            r#"{element} fill="none" stroke="{surface}" stroke-width="{width}"/>"#
        );
    } else {
        let down = short(f64::from(unit) / 14.0);
        let shadow = drawing.look.paint(Tone::Shadow);
        let surface = drawing.look.paint(Tone::Surface(place.texture));
        let drawn = drawing.look.paint(Tone::Drawn(place.texture));
        let _ = write!(
            drawing.body,
            r#"<g transform="translate(0 {down})" opacity=".22">{element} fill="{shadow}"/></g>{element} fill="{surface}" stroke="{drawn}" stroke-width="{hair}"/>"#
        );
        let head = place_head(&place.shape, !place.caption.is_empty());
        let bare = if place.label.is_empty() { None } else { Some(head) };
        let size = (1.6, f64::from(unit) / 1500.0);
        strewn.then(|| strew_around(drawing, &place.shape, place.texture, size, bare));
    }
    draw_vista(drawing, place);
    draw_head(drawing, place);
    drawing.add("</g>");
}

/// What can be seen at a place, pale behind what lies there, on its lower edge.
fn draw_vista(drawing: &mut Drawing, place: &Place) {
    let Some(vista) = place.vista else { return };
    let (extent, (wide, high)) = (place.shape.extent(), VISTA);
    let scale = f64::from(extent.width) / f64::from(wide);
    let top = f64::from(extent.y + extent.height) - f64::from(high) * scale;
    let (tone, opacity) = match place.texture {
        Texture::Bare => (Tone::Quiet, ".2"),
        texture => (Tone::Drawn(texture), ".4"),
    };
    let _ = write!(
        drawing.body,
        r#"<path class="ow-vista" transform="translate({} {}) scale({})" d="{}" fill="{}" fill-rule="evenodd" opacity="{opacity}"/>"#,
        extent.x,
        short(top),
        short(scale),
        silhouette(vista),
        drawing.look.paint(tone),
    );
}

/// The name of a place with its symbol before it and its caption below it; in a bar the name stands at the left, and the
/// caption where pieces would.
fn draw_head(drawing: &mut Drawing, place: &Place) {
    if is_bar(&place.shape) {
        return draw_bar(drawing, place);
    }
    if is_slab(&place.shape) {
        return draw_slab(drawing, place);
    }
    let head = place_head(&place.shape, !place.caption.is_empty());
    let (width, height) = (f64::from(head.width), f64::from(head.height));
    let middle = f64::from(head.x) + width / 2.0;
    let mut y = f64::from(head.y);
    let size = if place.caption.is_empty() { height * 0.74 } else { height * 0.42 };
    let picture = if place.symbol.is_some() && size * 3.0 < width { size * 1.3 } else { 0.0 };
    let size = text_metrics::fitted(&place.label, size, true, width - picture);
    let tone = Tone::Name(place.texture);
    if !place.label.is_empty() {
        let whole = text_metrics::width(&place.label, size, true) + picture;
        if let Some(symbol) = place.symbol.filter(|_| picture > 0.0) {
            drawing.symbol(
                symbol,
                middle - whole / 2.0 + picture * 0.42,
                y + size * 0.64,
                picture * 0.85,
                tone,
            );
        }
        open_halo(drawing, place.texture, size);
        let style = TextStyle { size, tone, bold: true, anchor: "middle" };
        drawing.text(&place.label, middle + picture / 2.0, y + size, style);
        drawing.add("</g>");
        y += size * 1.25;
    } else if let Some(symbol) = place.symbol {
        drawing.symbol(symbol, middle, y + height * 0.5, height * 0.9, tone);
    }
    if !place.caption.is_empty() {
        let left = f64::from(head.y) + height - y;
        let (size, lines) = caption_lines(&place.caption, left * 0.7, width, left);
        open_halo(drawing, place.texture, size);
        for line in lines {
            let style = TextStyle { size, tone, bold: false, anchor: "middle" };
            drawing.text(&line, middle, y + size * 0.95, style);
            y += size * 1.2;
        }
        drawing.add("</g>");
    }
}

/// A rim of the ground around what is written next.
fn open_halo(drawing: &mut Drawing, texture: Texture, size: f64) {
    let _ = write!(
        drawing.body,
        r#"<g stroke="{}" stroke-width="{}" stroke-linejoin="round" paint-order="stroke">"#,
        drawing.look.paint(Tone::Surface(texture)),
        short(size * 0.2)
    );
}

/// The name of a bar from its left edge on behind its symbol, and its caption at the right, in what room is left.
fn draw_bar(drawing: &mut Drawing, place: &Place) {
    let head = place_head(&place.shape, !place.caption.is_empty());
    let (height, extent) = (f64::from(head.height), place.shape.extent());
    let tone = Tone::Name(place.texture);
    let (left, middle) = (f64::from(head.x) + height * 0.2, f64::from(head.y) + height / 2.0);
    let sign = if place.symbol.is_some() { height * 0.66 } else { 0.0 };
    if let Some(symbol) = place.symbol {
        drawing.symbol(symbol, left + sign * 0.4, middle, sign * 0.75, tone);
    }
    let room = f64::from(head.width) - height * 0.25 - sign;
    // Names of bars are of one size, though the longest comes a little nearer to the pieces.
    let size = text_metrics::fitted(&place.label, height * 0.4, true, room * 1.12);
    let style = TextStyle { size, tone, bold: true, anchor: "start" };
    drawing.text(&place.label, left + sign, middle + size * 0.36, style);
    if !place.caption.is_empty() {
        let ends = left + sign + text_metrics::width(&place.label, size, true);
        let right = f64::from(extent.x + extent.width) - height * 0.3;
        let room = right - ends - height * 0.3;
        let size = text_metrics::fitted(&place.caption, height * 0.36, false, room);
        let style = TextStyle { size, tone: Tone::Quiet, bold: false, anchor: "end" };
        drawing.text(&place.caption, right, middle + size * 0.36, style);
    }
}

/// The name of a slab at the left of its upper half, its symbol at the right, and its caption below: at the left
/// where nothing is built, else at the right, beside the pieces.
fn draw_slab(drawing: &mut Drawing, place: &Place) {
    let head = place_head(&place.shape, !place.caption.is_empty());
    let (height, extent) = (f64::from(head.height), place.shape.extent());
    let tone = Tone::Name(place.texture);
    let edge = height * 0.2;
    let (left, right) = (f64::from(head.x) + edge, f64::from(head.x + head.width) - edge);
    let sign = if place.symbol.is_some() { height * 0.8 } else { 0.0 };
    let size = text_metrics::fitted(&place.label, height * 0.68, true, right - left - sign);
    let style = TextStyle { size, tone, bold: true, anchor: "start" };
    drawing.text(&place.label, left, f64::from(head.y) + height / 2.0 + size * 0.36, style);
    if let Some(symbol) = place.symbol {
        let middle = f64::from(head.y) + height / 2.0;
        drawing.symbol(symbol, right - sign * 0.5, middle, sign, tone);
    }
    if !place.caption.is_empty() {
        let size = text_metrics::fitted(&place.caption, height * 0.5, false, right - left);
        let bottom = f64::from(extent.y + extent.height) - height * 0.35;
        let (x, anchor) = match place.texture {
            Texture::Bare => (left, "start"),
            _ => (right, "end"),
        };
        let style = TextStyle { size, tone: Tone::Quiet, bold: false, anchor };
        drawing.text(&place.caption, x, bottom, style);
    }
}

/// The largest setting of a caption that fits a box.
fn caption_lines(text: &str, largest: f64, width: f64, height: f64) -> (f64, Vec<String>) {
    let mut size = largest;
    for _ in 0..24 {
        let lines = text_metrics::wrapped(text, size, false, width);
        if lines.len() as f64 * size * 1.2 <= height {
            return (size, lines);
        }
        size *= 0.9;
    }
    (size, text_metrics::wrapped(text, size, false, width))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn captions_shrink_until_they_fit() {
        let text = "two more dry days and the well is empty";
        let (size, lines) = caption_lines(text, 100.0, 600.0, 150.0);
        let widest =
            lines.iter().map(|line| text_metrics::width(line, size, false)).fold(0.0, f64::max);
        assert!(widest <= 600.0 && lines.len() as f64 * size * 1.2 <= 150.0, "{size} {lines:?}");
    }
}
