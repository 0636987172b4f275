//! A field of hexes: regions of terrain with soft borders, strewn with what grows there.

use super::drawing::{Drawing, TextStyle};
use super::lines;
use super::path::{Path, escaped};
use super::text_metrics;
use crate::art::detail_layouts;
use crate::ground::{AreaOutline, HexCell, HexField, Line, LineStyle, Point, Symbol, Texture};
use crate::hexes::{HexLayout, inset};
use crate::palette::Tone;
use crate::piece::Ink;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;
use terrain::{Fit, Integer, Side, Top};

/// From the ground up: what lies further on is drawn over what comes before.
const HEIGHTS: [Texture; 18] = [
    Texture::Bare,
    Texture::Paper,
    Texture::Slate,
    Texture::Floor,
    Texture::Clear,
    Texture::Grass,
    Texture::Road,
    Texture::Desert,
    Texture::Swamp,
    Texture::Woods,
    Texture::Foliage,
    Texture::Jungle,
    Texture::Rubble,
    Texture::Mountain,
    Texture::LowWall,
    Texture::Wall,
    Texture::Smoke,
    Texture::Water,
];

/// So many hexes are a small board.
const FEW: usize = 64;

type Hex = (i32, i32);

/// Draws the field.
pub fn draw(drawing: &mut Drawing, field: &HexField) {
    let layout = HexLayout::of(field);
    let textures: BTreeMap<Hex, Texture> =
        field.cells.iter().map(|cell| (hex(cell), cell.texture)).collect();
    if textures.is_empty() {
        return;
    }
    let clip = format!("ow-board{}", drawing.body.len());
    let mut board = Path::new();
    for ring in layout.rings(textures.keys().copied()) {
        board.polygon(&ring);
    }
    if field.sea {
        draw_sea(drawing, layout, board.data(), &textures);
    }
    drawing.define(&format!(r#"<clipPath id="{clip}"><path d="{}"/></clipPath>"#, board.data()));
    let _ = write!(drawing.body, r##"<g clip-path="url(#{clip})">"##);
    let (rivers, ways): (Vec<&Line>, Vec<&Line>) =
        field.lines.iter().partition(|line| line.style == LineStyle::River);
    draw_regions(drawing, layout, &textures, |texture| texture != Texture::Water);
    draw_details(drawing, layout, field, |texture| texture != Texture::Water);
    lines::draw(drawing, &rivers, 1000);
    draw_regions(drawing, layout, &textures, |texture| texture == Texture::Water);
    draw_details(drawing, layout, field, |texture| texture == Texture::Water);
    drawing.add("</g>");
    draw_grid(drawing, layout, field);
    let _ = write!(drawing.body, r##"<g clip-path="url(#{clip})">"##);
    lines::draw(drawing, &ways, 1000);
    drawing.add("</g>");
    let _ = write!(
        drawing.body,
        r#"<path d="{}" fill="none" stroke="{}" stroke-width="40" stroke-linejoin="round"/>"#,
        board.data(),
        // Along a sea the edge of the board is a shore.
        drawing.look.paint(if field.sea { Tone::Bank } else { Tone::Grid })
    );
    for outline in &field.outlines {
        draw_outline(drawing, outline);
    }
    draw_symbols(drawing, layout, field);
    draw_labels(drawing, layout, field);
    draw_counts(drawing, layout, field);
    drawing.add(r#"<g class="ow-areas">"#);
    for outline in &field.outlines {
        label_outline(drawing, outline);
    }
    drawing.add("</g>");
    if drawing.look.targets {
        draw_targets(drawing, layout, field);
    }
}

/// The sea as far as anybody sees, a pale shore along the island, and waves where there is room for them.
fn draw_sea(
    drawing: &mut Drawing,
    layout: HexLayout,
    island: &str,
    textures: &BTreeMap<Hex, Texture>,
) {
    let water = drawing.look.paint(Tone::Surface(Texture::Water));
    let bank = drawing.look.paint(Tone::Bank);
    let drawn = drawing.look.paint(Tone::Drawn(Texture::Water));
    let _ = write!(
        drawing.body,
        r#"<rect class="ow-sea" x="-60000" y="-60000" width="120000" height="120000" fill="{water}"/><path d="{island}" fill="none" stroke="{bank}" stroke-width="420" stroke-opacity=".22" stroke-linejoin="round"/><path d="{island}" fill="none" stroke="{bank}" stroke-width="170" stroke-opacity=".35" stroke-linejoin="round"/>"#
    );
    // Waves stand in every other hex along the shore.
    let shore: BTreeSet<Hex> = textures
        .keys()
        .flat_map(|at| around(layout, *at))
        .filter(|at| !textures.contains_key(at))
        .collect();
    let mut waves = String::new();
    for (number, (column, row)) in shore.into_iter().enumerate() {
        if number % 2 == 0 {
            let centre = layout.centre(column, row);
            let _ =
                write!(waves, "M{} {}q90 -80 180 0t180 0t180 0", centre.x - 270, centre.y + 120);
        }
    }
    let _ = write!(
        drawing.body,
        r#"<path d="{waves}" fill="none" stroke="{drawn}" stroke-width="38" stroke-linecap="round"/>"#
    );
}

fn hex(cell: &HexCell) -> Hex {
    (i32::from(cell.column), i32::from(cell.row))
}

/// A number that depends on the hex alone, evenly spread.
fn chance(cell: &HexCell, salt: u32) -> usize {
    let mut value = u32::from(cell.column) << 16 | u32::from(cell.row);
    value = value.wrapping_mul(0x9e37_79b1) ^ salt.wrapping_mul(0x85eb_ca6b);
    value ^= value >> 15;
    value = value.wrapping_mul(0x2c1b_3c6d);
    value ^= value >> 12;
    value = value.wrapping_mul(0x297a_2d39);
    (value ^ value >> 15) as usize
}

fn around(layout: HexLayout, (column, row): Hex) -> [Hex; 6] {
    let centre = layout.centre(column, row);
    Side::ALL.map(|side| {
        let middle = layout.side_middle(column, row, side.0);
        layout.hex_at(Point { x: 2 * middle.x - centre.x, y: 2 * middle.y - centre.y })
    })
}

/// Each texture's hexes as one region. A region reaches under its higher neighbours and over the
/// edge of the board, so that rounded borders leave no gaps.
fn draw_regions(
    drawing: &mut Drawing,
    layout: HexLayout,
    textures: &BTreeMap<Hex, Texture>,
    wanted: impl Fn(Texture) -> bool,
) {
    let height = |texture: Texture| HEIGHTS.iter().position(|other| *other == texture);
    for texture in HEIGHTS.into_iter().filter(|texture| wanted(*texture)) {
        if texture == Texture::Bare {
            continue;
        }
        let mut region = BTreeSet::new();
        for (&at, _) in textures.iter().filter(|(_, own)| **own == texture) {
            region.insert(at);
            region.extend(around(layout, at).into_iter().filter(|next| {
                textures.get(next).is_none_or(|other| height(*other) > height(texture))
            }));
        }
        if region.is_empty() {
            continue;
        }
        let mut path = Path::new();
        // Where hexes are few they are large: a soft border would make discs of them.
        let crisp = textures.len() <= FEW;
        for ring in layout.rings(region) {
            match crisp {
                true => path.polygon(&ring),
                false => path.softened(&ring),
            };
        }
        let edge = match texture {
            Texture::Water => {
                let bank = drawing.look.paint(Tone::Bank);
                format!(r#" stroke="{bank}" stroke-width="70" stroke-opacity=".8""#)
            }
            Texture::Clear | Texture::Paper | Texture::Slate | Texture::Floor => String::new(),
            _ => {
                let drawn = drawing.look.paint(Tone::Drawn(texture));
                format!(r#" stroke="{drawn}" stroke-width="60" stroke-opacity=".45""#)
            }
        };
        let _ = write!(
            drawing.body,
            r#"<path d="{}" fill="{}"{edge}/>"#,
            path.data(),
            drawing.look.paint(Tone::Surface(texture))
        );
    }
}

fn draw_details(
    drawing: &mut Drawing,
    layout: HexLayout,
    field: &HexField,
    wanted: impl Fn(Texture) -> bool,
) {
    let mut rows: BTreeMap<i32, String> = BTreeMap::new();
    for cell in field.cells.iter().filter(|cell| wanted(cell.texture)) {
        let layouts = detail_layouts(cell.texture);
        let Some(full) = layouts.len().checked_sub(1).filter(|full| *full > 0) else {
            continue;
        };
        let variant = if !cell.symbols.is_empty() || !cell.caption.is_empty() {
            full
        } else if cell.texture == Texture::Clear && chance(cell, 1).is_multiple_of(3) {
            continue;
        } else {
            chance(cell, 2) % full
        };
        let id = drawing.layout_id(cell.texture, variant);
        let centre = layout.centre_of(cell);
        let x = centre.x + (chance(cell, 3) % 9 * 20).fit::<i32>() - 80;
        let _ = write!(rows.entry(centre.y).or_default(), r##"<use href="#{id}" x="{x}"/>"##);
    }
    for (y, row) in rows {
        let _ = write!(drawing.body, r#"<g transform="translate(0 {y})">{row}</g>"#);
    }
}

/// The lines between hexes. Columns (or rows) with the same hexes share one drawing.
fn draw_grid(drawing: &mut Drawing, layout: HexLayout, field: &HexField) {
    let mut strips: BTreeMap<i32, BTreeSet<i32>> = BTreeMap::new();
    for cell in &field.cells {
        let (column, row) = hex(cell);
        let (strip, along) = if layout.top() == Top::Flat { (column, row) } else { (row, column) };
        strips.entry(strip).or_default().insert(along);
    }
    let mut alike: BTreeMap<BTreeSet<i32>, Vec<i32>> = BTreeMap::new();
    for (strip, along) in strips {
        alike.entry(along).or_default().push(strip);
    }
    let open = format!(
        r#"<g fill="none" stroke="{}" stroke-width="22" stroke-opacity=".55" stroke-linejoin="round">"#,
        drawing.look.paint(Tone::Grid)
    );
    drawing.add(&open);
    for (along, strips) in alike {
        let place = |strip: i32, along: i32| {
            if layout.top() == Top::Flat { (strip, along) } else { (along, strip) }
        };
        let Some(&first) = strips.first() else {
            continue;
        };
        let mut path = Path::new();
        for &index in &along {
            let (column, row) = place(first, index);
            let corners = layout.corners(column, row);
            match layout.top() {
                Top::Flat => path.polyline(&[corners[3], corners[4], corners[5], corners[0]]),
                Top::Pointy => path.polyline(&[corners[4], corners[5], corners[0], corners[1]]),
            };
        }
        let id = format!("ow-grid{}", drawing.body.len());
        let _ = write!(drawing.body, r#"<path id="{id}" d="{}"/>"#, path.data());
        let origin = layout.centre(place(first, 0).0, place(first, 0).1);
        for &strip in &strips[1..] {
            let (column, row) = place(strip, 0);
            let at = layout.centre(column, row);
            let _ = write!(
                drawing.body,
                r##"<use href="#{id}" x="{}" y="{}"/>"##,
                at.x - origin.x,
                at.y - origin.y
            );
        }
    }
    drawing.add("</g>");
}

fn draw_outline(drawing: &mut Drawing, outline: &AreaOutline) {
    let mut path = Path::new();
    for ring in &outline.rings {
        path.polygon(&inset(ring, 75));
    }
    if path.is_empty() {
        return;
    }
    let ink = drawing.look.paint(Tone::Body(outline.ink));
    // The line is to stand out from any ground, by day and by night.
    let (line, sheet) =
        (drawing.look.paint(Tone::Writing(outline.ink)), drawing.look.paint(Tone::Sheet));
    let dashes = if outline.dashed { r#" stroke-dasharray="230 130""# } else { "" };
    let _ = write!(
        drawing.body,
        r#"<g fill="none" stroke-linejoin="round"><path d="{d}" fill="{ink}" fill-opacity=".1" fill-rule="evenodd" stroke="{sheet}" stroke-width="150" stroke-opacity=".55"/><path d="{d}" stroke="{line}" stroke-width="95"{dashes}/></g>"#,
        d = path.data()
    );
}

/// The name of an outlined area, on its upper edge.
fn label_outline(drawing: &mut Drawing, outline: &AreaOutline) {
    let ink = drawing.look.paint(Tone::Edge(outline.ink));
    let top = outline.rings.iter().flatten().min_by_key(|point| (point.y, point.x));
    if let Some(top) = top.filter(|_| !outline.label.is_empty()) {
        let size = 300.0;
        let wide = text_metrics::width(&outline.label, size, true) + 240.0;
        let (x, y) = (f64::from(top.x) + 500.0, f64::from(top.y) + 75.0);
        let _ = write!(
            drawing.body,
            r#"<rect x="{}" y="{}" width="{}" height="400" rx="200" fill="{ink}"/>"#,
            i32::truncated(x - wide / 2.0),
            i32::truncated(y) - 200,
            i32::truncated(wide)
        );
        let style =
            TextStyle { size, tone: Tone::OnEdge(outline.ink), bold: true, anchor: "middle" };
        drawing.centred(&outline.label, x, y, wide, style);
    }
}

/// The colour in which a symbol is drawn on the ground.
fn symbol_tone(symbol: Symbol) -> Tone {
    match symbol {
        Symbol::Basin | Symbol::Water | Symbol::Ford | Symbol::Fish | Symbol::Snow => {
            Tone::Writing(Ink::Water)
        }
        Symbol::Food | Symbol::Leaf | Symbol::Tree | Symbol::Blossom => Tone::Writing(Ink::Plant),
        // A hot spring is no water to drink.
        Symbol::Geyser | Symbol::Meat | Symbol::Sun | Symbol::Radiation => Tone::Writing(Ink::Warm),
        Symbol::Skull | Symbol::Wound | Symbol::Heart | Symbol::Cross => Tone::Writing(Ink::Bad),
        _ => Tone::Text,
    }
}

/// Symbols on small discs, each with its number beside it, in the upper half of the hex.
fn draw_symbols(drawing: &mut Drawing, layout: HexLayout, field: &HexField) {
    const DISC: f64 = 560.0;
    for cell in field.cells.iter().filter(|cell| !cell.symbols.is_empty()) {
        let centre = layout.centre_of(cell);
        let widths: Vec<f64> = cell
            .symbols
            .iter()
            .map(|(_, number)| match number.as_str() {
                "" => DISC,
                number => DISC + text_metrics::width(number, 440.0, true),
            })
            .collect();
        let whole: f64 = widths.iter().sum::<f64>() + 60.0 * (widths.len() as f64 - 1.0);
        let scale = (1400.0 / whole).min(1.0);
        let up = 520.0;
        let (mut x, y) = (f64::from(centre.x) - whole * scale / 2.0, f64::from(centre.y) - up);
        for ((symbol, number), wide) in cell.symbols.iter().zip(widths) {
            let (wide, disc) = (wide * scale, DISC * scale);
            let strong = matches!(symbol, Symbol::Base | Symbol::Outpost);
            let (back, front) = if strong {
                (Tone::Text, Tone::Sheet)
            } else {
                (Tone::Sheet, symbol_tone(*symbol))
            };
            let _ = write!(
                drawing.body,
                r#"<rect x="{}" y="{}" width="{}" height="{}" rx="{}" fill="{}" stroke="{}" stroke-width="34"/>"#,
                x.round(),
                (y - disc / 2.0).round(),
                wide.round(),
                disc.round(),
                (disc / 2.0).round(),
                drawing.look.paint(back),
                drawing.look.paint(if strong { Tone::Sheet } else { symbol_tone(*symbol) }),
            );
            drawing.symbol(
                *symbol,
                (x + disc / 2.0).round(),
                y.round(),
                (disc * 0.7).round(),
                front,
            );
            if !number.is_empty() {
                let style = TextStyle {
                    size: (440.0 * scale).round(),
                    tone: front,
                    bold: true,
                    anchor: "start",
                };
                drawing.text(number, (x + disc * 0.9).round(), (y + 158.0 * scale).round(), style);
            }
            x += wide + 60.0 * scale;
        }
    }
}

/// Labels at the bottom, captions at the top, in the quiet ink of each texture.
fn draw_labels(drawing: &mut Drawing, layout: HexLayout, field: &HexField) {
    let labelled = field.labelled && drawing.look.labels;
    // Where some hexes have counts, these say what captions would.
    let captioned = field.cells.iter().all(|cell| cell.counts.is_empty());
    for texture in Texture::ALL {
        let cells = || field.cells.iter().filter(|cell| cell.texture == texture);
        let any_caption = captioned && cells().any(|cell| !cell.caption.is_empty());
        let any_label = labelled && cells().next().is_some();
        if !any_caption && !any_label {
            continue;
        }
        let _ = write!(
            drawing.body,
            r#"<g class="ow-labels" fill="{}" stroke="{}" stroke-width="50" stroke-linejoin="round" paint-order="stroke" text-anchor="middle" font-size="250">"#,
            drawing.look.paint(Tone::Label(texture)),
            drawing.look.paint(Tone::Surface(texture)),
        );
        for cell in cells() {
            let centre = layout.centre_of(cell);
            if labelled && !cell.label.is_empty() {
                let y = centre.y + if layout.top() == Top::Flat { 735 } else { 760 };
                let _ = write!(
                    drawing.body,
                    r#"<text x="{}" y="{y}">{}</text>"#,
                    centre.x,
                    escaped(&cell.label)
                );
            }
            if captioned && !cell.caption.is_empty() {
                let size = text_metrics::fitted(&cell.caption, 280.0, true, 1000.0).round();
                let _ = write!(
                    drawing.body,
                    r#"<text x="{}" y="{}" font-size="{size}" font-weight="bold">{}</text>"#,
                    centre.x,
                    centre.y - 600,
                    escaped(&cell.caption)
                );
            }
        }
        drawing.add("</g>");
    }
}

/// Counts along the upper edge: the first left of the middle, the second right of it, so that a way through the
/// middle covers neither.
fn draw_counts(drawing: &mut Drawing, layout: HexLayout, field: &HexField) {
    const SIZE: f64 = 250.0;
    const SIGN: f64 = 230.0;
    for cell in &field.cells {
        let centre = layout.centre_of(cell);
        let (x, y) = (f64::from(centre.x), f64::from(centre.y) - 530.0);
        if cell.counts.is_empty() {
            continue;
        }
        drawing.add("<g>");
        for ((symbol, number), left) in cell.counts.iter().zip([true, false]) {
            let room = if cell.counts.len() == 1 { 780.0 } else { 560.0 };
            let size = text_metrics::fitted(number, SIZE, true, room - SIGN);
            let wide = SIGN + 20.0 + text_metrics::width(number, size, true);
            // The upper edge is short: what stands alone there may lie across its middle.
            let from = match (left, cell.counts.len()) {
                (true, 1) => x - wide / 2.0,
                (true, _) => x - 30.0 - wide,
                (false, _) => x + 30.0,
            };
            let surface = drawing.paint(Tone::Surface(cell.texture));
            let _ = write!(
                drawing.body,
                r#"<g class="ow-count"><g stroke="{surface}" stroke-width="60" stroke-linejoin="round" paint-order="stroke">"#
            );
            let style =
                TextStyle { size, tone: Tone::Name(cell.texture), bold: true, anchor: "start" };
            drawing.text(number, from + SIGN + 20.0, y + size * 0.36, style);
            drawing.add("</g>");
            drawing.symbol(*symbol, from + SIGN / 2.0, y, SIGN, symbol_tone(*symbol));
            drawing.add("</g>");
        }
        drawing.add("</g>");
    }
}

/// Invisible hexes that tell a pointer what they are.
fn draw_targets(drawing: &mut Drawing, layout: HexLayout, field: &HexField) {
    let id = drawing.hex_id(layout.top() == Top::Flat);
    let mut rows: BTreeMap<i32, Vec<(i32, &HexCell)>> = BTreeMap::new();
    for cell in &field.cells {
        let centre = layout.centre_of(cell);
        rows.entry(centre.y).or_default().push((centre.x, cell));
    }
    drawing.add(r#"<g class="ow-places" fill="none" pointer-events="all">"#);
    for (y, cells) in rows {
        let _ = write!(drawing.body, r#"<g transform="translate(0 {y})">"#);
        for (x, cell) in cells {
            let words = if cell.description.is_empty() { &cell.label } else { &cell.description };
            let _ = write!(
                drawing.body,
                r##"<use href="#{id}" x="{x}" id="place-{}"><title>{}</title></use>"##,
                escaped(&cell.id),
                escaped(words)
            );
        }
        drawing.add("</g>");
    }
    drawing.add("</g>");
}
