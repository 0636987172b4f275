//! Panels: sheets, tracks, cards, charts.

use super::choices::choice_attributes;
use super::drawing::{Drawing, TextStyle};
use super::path::{escaped, short};
use super::text_metrics::{fitted, width as text_width, wrapped};
use crate::palette::Tone;
use crate::panel::{Block, Card, Fact, Panel, Row, Track, TrackBox};
use crate::piece::Ink;
use crate::prompt::{Choice, Prompt, Target};
use std::fmt::Write;
use terrain::Integer;

/// Size of the words on a sheet.
pub const BODY: f64 = 14.0;
const LINE: f64 = 20.0;
/// Room between the edge of a sheet and what is on it.
pub const PAD: f64 = 16.0;

/// Words that start where they are put.
pub fn text_style(size: f64, tone: Tone, bold: bool) -> TextStyle {
    TextStyle { size, tone, bold, anchor: "start" }
}

/// Draws a panel at (0, 0), so wide; gives its height.
pub fn draw(drawing: &mut Drawing, panel: &Panel, prompt: Option<&Prompt>, width: f64) -> f64 {
    let before = std::mem::take(&mut drawing.body);
    let inner = width - 2.0 * PAD;
    let mut y = PAD;
    let indent = if panel.seat.is_some() { 14.0 } else { 0.0 };
    for line in wrapped(&panel.title, 17.0, true, inner - indent) {
        drawing.text(&line, PAD + indent, y + 16.0, text_style(17.0, Tone::Text, true));
        y += 24.0;
    }
    y += 4.0;
    for block in &panel.blocks {
        y = match block {
            Block::Facts(facts) => draw_facts(drawing, facts, y, inner),
            Block::Track(track) => draw_track(drawing, track, y, inner),
            Block::Cards(cards) => draw_cards(drawing, cards, prompt, y, inner),
            Block::Table { head, rows } => draw_table(drawing, head, rows, y, inner),
            Block::Text(text) => draw_text(drawing, text, Tone::Text, y, inner),
        } + 10.0;
    }
    let height = y + PAD - 10.0;
    let content = std::mem::replace(&mut drawing.body, before);
    let edge = if panel.open { Tone::Text } else { Tone::Rule };
    let _ = write!(
        drawing.body,
        r#"<g id="panel-{}" class="ow-sheet"><rect x=".75" y=".75" width="{}" height="{}" rx="10" fill="{}" stroke="{}" stroke-width="{}"/>"#,
        escaped(&panel.id),
        short(width - 1.5),
        short(height - 1.5),
        drawing.look.paint(Tone::Sheet),
        drawing.look.paint(edge),
        if panel.open { "2" } else { "1" },
    );
    if let Some(seat) = panel.seat {
        let _ = write!(
            drawing.body,
            r#"<rect x="{}" y="{}" width="7" height="20" rx="3" fill="{}"/>"#,
            PAD,
            PAD,
            drawing.look.paint(Tone::Body(Ink::Seat(seat)))
        );
    }
    drawing.add(&content);
    drawing.add("</g>");
    height
}

/// Draws a paragraph from `y` on; gives where it ends.
pub fn draw_text(drawing: &mut Drawing, text: &str, tone: Tone, mut y: f64, inner: f64) -> f64 {
    for line in wrapped(text, BODY, false, inner) {
        drawing.text(&line, PAD, y + 14.0, text_style(BODY, tone, false));
        y += LINE;
    }
    y
}

/// Labels at the left, values at the right; a value too long for its line moves below its label.
fn draw_facts(drawing: &mut Drawing, facts: &[Fact], mut y: f64, inner: f64) -> f64 {
    for fact in facts {
        let left = if fact.symbol.is_some() { 22.0 } else { 0.0 };
        let tone = fact.ink.map_or(Tone::Text, Tone::Writing);
        if let Some(symbol) = fact.symbol {
            let tone = if fact.ink.is_some() { tone } else { Tone::Quiet };
            drawing.symbol(symbol, PAD + 8.0, y + 10.0, 16.0, tone);
        }
        let one_line =
            text_width(&fact.label, BODY, false) + text_width(&fact.value, BODY, true) + 12.0;
        if one_line <= inner - left {
            drawing.text(&fact.label, PAD + left, y + 15.0, text_style(BODY, Tone::Quiet, false));
            let style = TextStyle { anchor: "end", ..text_style(BODY, tone, true) };
            drawing.text(&fact.value, PAD + inner, y + 15.0, style);
            y += LINE;
        } else {
            for line in wrapped(&fact.label, BODY, false, inner - left) {
                drawing.text(&line, PAD + left, y + 15.0, text_style(BODY, Tone::Quiet, false));
                y += LINE;
            }
            for line in wrapped(&fact.value, BODY, true, inner - left) {
                drawing.text(&line, PAD + left, y + 15.0, text_style(BODY, tone, true));
                y += LINE;
            }
        }
        y += 2.0;
    }
    y
}

fn draw_track(drawing: &mut Drawing, track: &Track, mut y: f64, inner: f64) -> f64 {
    const BOX: f64 = 28.0;
    if !track.label.is_empty() || track.symbol.is_some() {
        let left = if track.symbol.is_some() { 22.0 } else { 0.0 };
        if let Some(symbol) = track.symbol {
            drawing.symbol(symbol, PAD + 8.0, y + 10.0, 16.0, Tone::Text);
        }
        for line in wrapped(&track.label, BODY, true, inner - left) {
            drawing.text(&line, PAD + left, y + 15.0, text_style(BODY, Tone::Text, true));
            y += LINE;
        }
        y += 4.0;
    }
    let mut x = 0.0;
    for step in &track.boxes {
        let wide = (text_width(&step.label, 13.0, true) + 10.0).max(BOX).min(inner);
        let gap = match step.after.as_str() {
            "" => 3.0,
            after => text_width(after, 11.0, true) + 8.0,
        };
        if x > 0.0 && x + wide > inner {
            x = 0.0;
            y += BOX + 8.0;
        }
        draw_box(drawing, step, PAD + x, y, wide, BOX);
        x += wide;
        if !step.after.is_empty() {
            if x + gap > inner {
                x = 0.0;
                y += BOX + 8.0;
            }
            let size = fitted(&step.after, 11.0, true, inner);
            let style =
                TextStyle { anchor: "middle", ..text_style(size, Tone::Writing(Ink::Bad), true) };
            drawing.text(&step.after, PAD + x + gap / 2.0, y + BOX / 2.0 + 4.0, style);
        }
        x += gap;
    }
    y += BOX + 4.0;
    if !track.note.is_empty() {
        y = draw_text(drawing, &track.note, Tone::Quiet, y + 2.0, inner);
    }
    y
}

fn draw_box(drawing: &mut Drawing, step: &TrackBox, x: f64, y: f64, wide: f64, high: f64) {
    let (back, front, edge) = match (step.here, step.ink) {
        (true, _) => (Tone::Text, Tone::Sheet, Tone::Text),
        (false, Some(ink)) => (Tone::Tint(ink), Tone::Text, Tone::Writing(ink)),
        (false, None) => (Tone::Inset, Tone::Text, Tone::Rule),
    };
    let _ = write!(
        drawing.body,
        r#"<rect x="{}" y="{}" width="{}" height="{}" rx="5" fill="{}" stroke="{}"/>"#,
        short(x + 0.5),
        short(y + 0.5),
        short(wide - 1.0),
        short(high - 1.0),
        drawing.look.paint(back),
        drawing.look.paint(edge),
    );
    if step.here {
        let _ = write!(
            drawing.body,
            r#"<rect x="{}" y="{}" width="{}" height="{}" rx="7" fill="none" stroke="{}" stroke-width="2"/>"#,
            short(x - 2.0),
            short(y - 2.0),
            short(wide + 4.0),
            short(high + 4.0),
            drawing.look.paint(Tone::Glow)
        );
    }
    let style = TextStyle { anchor: "middle", ..text_style(13.0, front, true) };
    drawing.centred(&step.label, x + wide / 2.0, y + high / 2.0, wide - 4.0, style);
}

/// Cards side by side, in rows of equal height.
fn draw_cards(
    drawing: &mut Drawing,
    cards: &[Card],
    prompt: Option<&Prompt>,
    mut y: f64,
    inner: f64,
) -> f64 {
    const GAP: f64 = 8.0;
    let columns = ((inner + GAP) / (150.0 + GAP)).floor().clamp(1.0, 6.0);
    let wide = (inner - GAP * (columns - 1.0)) / columns;
    for row in cards.chunks(usize::truncated(columns)) {
        let set_cards: Vec<SetCard> =
            row.iter().map(|card| SetCard::new(card, wide - 20.0)).collect();
        let high = set_cards.iter().map(SetCard::height).fold(0.0, f64::max);
        for (index, (card, lines)) in row.iter().zip(&set_cards).enumerate() {
            let x = PAD + index as f64 * (wide + GAP);
            let choice = prompt.and_then(|prompt| {
                let target = Target::Card(card.id.clone());
                prompt.choices.iter().find(|choice| choice.target.as_ref() == Some(&target))
            });
            draw_card(drawing, card, lines, choice, (x, y, wide, high));
        }
        y += high + GAP;
    }
    y - GAP
}

/// A card's words, broken into lines.
struct SetCard {
    title: Vec<String>,
    text: Vec<String>,
    first: f64,
}

impl SetCard {
    fn new(card: &Card, inner: f64) -> SetCard {
        let first = if card.symbol.is_some() { 26.0 } else { 0.0 };
        let text =
            if card.text.is_empty() { Vec::new() } else { wrapped(&card.text, 12.0, false, inner) };
        SetCard { title: wrapped(&card.title, 13.0, true, inner - first), text, first }
    }

    fn height(&self) -> f64 {
        22.0 + self.title.len() as f64 * 18.0 + self.text.len() as f64 * 16.0 + 8.0
    }
}

fn draw_card(
    drawing: &mut Drawing,
    card: &Card,
    lines: &SetCard,
    choice: Option<&Choice>,
    (x, y, wide, high): (f64, f64, f64, f64),
) {
    let attributes = choice.map_or(String::new(), choice_attributes);
    let _ = write!(drawing.body, r#"<g id="card-{}"{attributes}>"#, escaped(&card.id));
    let ink = if card.faint { Ink::Faint } else { card.ink };
    let (edge, stroke) = match choice {
        Some(_) => (Tone::Glow, 4.0),
        None => (Tone::Writing(ink), 1.0),
    };
    let dashes = if card.faint { r#" stroke-dasharray="4 3""# } else { "" };
    let _ = write!(
        drawing.body,
        r#"<rect x="{}" y="{}" width="{}" height="{}" rx="8" fill="{}" stroke="{}" stroke-width="{stroke}"{dashes}/><rect x="{}" y="{}" width="{}" height="6" rx="3" fill="{}"/>"#,
        short(x + 0.5),
        short(y + 0.5),
        short(wide - 1.0),
        short(high - 1.0),
        drawing.look.paint(Tone::Tint(ink)),
        drawing.look.paint(edge),
        short(x + 8.0),
        short(y + 6.0),
        short(wide - 16.0),
        drawing.look.paint(Tone::Body(ink)),
    );
    let tone = if card.faint { Tone::Quiet } else { Tone::Text };
    let mut line_y = y + 32.0;
    if let Some(symbol) = card.symbol {
        drawing.symbol(symbol, x + 20.0, line_y - 4.0, 20.0, tone);
    }
    for line in &lines.title {
        drawing.text(line, x + 10.0 + lines.first, line_y, text_style(13.0, tone, true));
        line_y += 18.0;
    }
    for line in &lines.text {
        drawing.text(line, x + 10.0, line_y, text_style(12.0, tone, false));
        line_y += 16.0;
    }
    if let Some(tag) = choice.map(|choice| &choice.tag).filter(|tag| !tag.is_empty()) {
        let wide_tag = text_width(tag, 12.0, true) + 12.0;
        let _ = write!(
            drawing.body,
            r#"<rect x="{}" y="{}" width="{}" height="20" rx="10" fill="{}"/>"#,
            short(x + wide - wide_tag - 4.0),
            short(y - 6.0),
            short(wide_tag),
            drawing.look.paint(Tone::Glow)
        );
        let style = TextStyle { anchor: "middle", ..text_style(12.0, Tone::OnGlow, true) };
        drawing.text(tag, x + wide - wide_tag / 2.0 - 4.0, y + 8.0, style);
    }
    drawing.add("</g>");
}

/// The widths of a table's columns: as wide as their words if all fit, else shared out so that
/// narrow columns stay whole.
fn column_widths(head: &[String], rows: &[Row], inner: f64) -> Vec<f64> {
    const SPACE: f64 = 14.0;
    let columns = rows.iter().map(|row| row.cells.len()).chain([head.len()]).max().unwrap_or(0);
    let mut widths = vec![0.0f64; columns];
    let cells =
        rows.iter().flat_map(|row| row.cells.iter().enumerate()).chain(head.iter().enumerate());
    for (column, text) in cells {
        widths[column] = widths[column].max(text_width(text, 13.0, true) + SPACE);
    }
    let whole: f64 = widths.iter().sum();
    if whole <= inner {
        return widths;
    }
    // Columns narrower than an even share keep their width; the others share the rest.
    let mut fixed = vec![false; columns];
    loop {
        let taken: f64 =
            widths.iter().zip(&fixed).filter(|(_, fixed)| **fixed).map(|(w, _)| w).sum();
        let open = fixed.iter().filter(|fixed| !**fixed).count().max(1);
        let share = ((inner - taken) / open as f64).max(24.0);
        let narrow = (0..columns).find(|&index| !fixed[index] && widths[index] <= share);
        match narrow {
            Some(index) => fixed[index] = true,
            None => {
                for (width, fixed) in widths.iter_mut().zip(&fixed) {
                    if !fixed {
                        *width = share;
                    }
                }
                return widths;
            }
        }
    }
}

fn draw_table(drawing: &mut Drawing, head: &[String], rows: &[Row], mut y: f64, inner: f64) -> f64 {
    let widths = column_widths(head, rows, inner);
    let whole: f64 = widths.iter().sum::<f64>().max(inner);
    let mut draw_row = |drawing: &mut Drawing, cells: &[String], lit: bool, heading: bool| {
        let bold = lit || heading;
        let broken: Vec<Vec<String>> = cells
            .iter()
            .zip(&widths)
            .map(|(text, width)| wrapped(text, 13.0, bold, width - 10.0))
            .collect();
        let lines = broken.iter().map(Vec::len).max().unwrap_or(1);
        let high = lines as f64 * 17.0 + 6.0;
        if lit {
            let _ = write!(
                drawing.body,
                r#"<rect x="{}" y="{}" width="{}" height="{}" rx="4" fill="{}"/><rect x="{}" y="{}" width="4" height="{}" rx="2" fill="{}"/>"#,
                short(PAD - 6.0),
                short(y),
                short(whole + 12.0),
                short(high),
                drawing.look.paint(Tone::Tint(Ink::Warm)),
                short(PAD - 6.0),
                short(y),
                short(high),
                drawing.look.paint(Tone::Writing(Ink::Warm)),
            );
        }
        let mut x = PAD + 2.0;
        for (cell, width) in broken.iter().zip(&widths) {
            for (index, line) in cell.iter().enumerate() {
                let tone = if heading { Tone::Quiet } else { Tone::Text };
                drawing.text(line, x, y + 16.0 + index as f64 * 17.0, text_style(13.0, tone, bold));
            }
            x += width;
        }
        y += high;
        let _ = write!(
            drawing.body,
            r#"<path d="M{} {}h{}" stroke="{}" stroke-width="{}"/>"#,
            short(PAD),
            short(y),
            short(whole.min(inner)),
            drawing.look.paint(Tone::Rule),
            if heading { "1.5" } else { ".6" }
        );
    };
    if !head.is_empty() {
        draw_row(drawing, head, false, true);
    }
    for row in rows {
        draw_row(drawing, &row.cells, row.lit, false);
    }
    y
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_fit_and_narrow_ones_stay_whole() {
        let row = |cells: &[&str]| Row {
            cells: cells.iter().map(|c| c.to_string()).collect(),
            lit: false,
        };
        let rows = [row(&[
            "2",
            "Open winter",
            "nothing happens at all and everybody is content with that",
        ])];
        let head = ["2d6".to_string(), "name".to_string(), "what happens".to_string()];
        for inner in [260.0, 400.0, 2000.0] {
            let widths = column_widths(&head, &rows, inner);
            assert!(widths.iter().sum::<f64>() <= inner + 0.01, "{inner} {widths:?}");
            assert!(widths[0] >= text_width("2d6", 13.0, true));
        }
    }
}
