//! A page: headline, question, board and panels.

use super::choices::choice_attributes;
use super::drawing::{Drawing, TextStyle};
use super::panels::{self, BODY, PAD, draw_text, text_style};
use super::path::short;
use super::text_metrics::{fitted, width as text_width, wrapped};
use super::{Look, extent, ground, overlay};
use crate::palette::Tone;
use crate::piece::Ink;
use crate::prompt::Prompt;
use crate::scene::Scene;
use std::fmt::Write;
use terrain::Integer;

/// The question with its hint, and buttons for the answers that nothing on the board stands for.
fn draw_prompt(drawing: &mut Drawing, prompt: &Prompt, width: f64) -> f64 {
    let before = std::mem::take(&mut drawing.body);
    let inner = width - 2.0 * PAD;
    let mut y = PAD;
    for line in wrapped(&prompt.question, 16.0, true, inner) {
        drawing.text(&line, PAD, y + 15.0, text_style(16.0, Tone::Text, true));
        y += 22.0;
    }
    if !prompt.hint.is_empty() {
        y = draw_text(drawing, &prompt.hint, Tone::Quiet, y, inner);
    }
    let (mut x, mut row) = (0.0, false);
    for choice in prompt.choices.iter().filter(|choice| choice.target.is_none()) {
        let label = if choice.label.is_empty() { &choice.notation } else { &choice.label };
        let size = fitted(label, BODY, true, inner - 24.0);
        let wide = text_width(label, size, true) + 24.0;
        if x > 0.0 && x + wide > inner {
            x = 0.0;
            y += 38.0;
        }
        if !row {
            y += 6.0;
            row = true;
        }
        let _ = write!(
            drawing.body,
            r#"<g{}><rect x="{}" y="{}" width="{}" height="32" rx="8" fill="{}" stroke="{}"/>"#,
            choice_attributes(choice),
            short(PAD + x),
            short(y),
            short(wide),
            drawing.look.paint(Tone::Glow),
            drawing.look.paint(Tone::OnGlow),
        );
        let style = TextStyle { anchor: "middle", ..text_style(size, Tone::OnGlow, true) };
        drawing.text(label, PAD + x + wide / 2.0, y + 21.0, style);
        drawing.add("</g>");
        x += wide + 8.0;
    }
    if row {
        y += 38.0;
    }
    let height = y + PAD - 4.0;
    let content = std::mem::replace(&mut drawing.body, before);
    let _ = write!(
        drawing.body,
        r#"<g class="ow-prompt"><rect x="1" y="1" width="{}" height="{}" rx="10" fill="{}" stroke="{}" stroke-width="2"/>{content}</g>"#,
        short(width - 2.0),
        short(height - 2.0),
        drawing.look.paint(Tone::Sheet),
        drawing.look.paint(Tone::Body(Ink::Seat(prompt.seat))),
    );
    height
}

/// Pixels between what stands on a page.
const GAP: f64 = 14.0;

/// The whole page of a scene: headline, board, question and panels; and its height.
pub fn page(scene: &Scene, look: &Look) -> (String, u32) {
    let width = f64::from(look.width).max(280.0);
    let view = extent(&scene.ground);
    let shape = f64::from(view.width.max(1)) / f64::from(view.height.max(1));
    let mut drawing = Drawing::new(look);
    let inner = width - 2.0 * GAP;
    let alone = scene.panels.is_empty();
    let question = scene.prompt.as_ref().filter(|_| alone);
    let top = draw_headline(&mut drawing, &scene.headline, question, inner);
    // Beside a board that is not too broad, one column of three; more columns below the board.
    let beside = width >= 800.0 && shape < 2.2 && !alone;
    let count = if beside { 3.0 } else { ((inner + GAP) / (330.0 + GAP)).floor().clamp(1.0, 4.0) };
    let column_width = (inner - GAP * (count - 1.0)) / count;
    let board = if beside { 2.0 * column_width + GAP } else { inner };
    let board_height = board / shape;
    let tops = (0..usize::truncated(count)).map(|index| {
        let start = if beside && index == 2 { top } else { top + board_height + GAP };
        (GAP + index as f64 * (column_width + GAP), start)
    });
    let mut columns = Columns { tops: tops.collect(), bottom: top + board_height };
    if let Some(prompt) = scene.prompt.as_ref().filter(|_| !alone) {
        columns.place(&mut drawing, |drawing| draw_prompt(drawing, prompt, column_width));
    }
    for panel in &scene.panels {
        columns.place(&mut drawing, |drawing| {
            panels::draw(drawing, panel, scene.prompt.as_ref(), column_width)
        });
    }
    let sheets = drawing.finish("ow-page");
    let page = format!(
        r#"{sheets}<svg x="{}" y="{}" width="{}" height="{}" viewBox="{} {} {} {}">{}{}</svg>"#,
        short(GAP),
        short(top),
        short(board),
        short(board_height),
        view.x,
        view.y,
        view.width.max(1),
        view.height.max(1),
        ground(&scene.ground, look),
        overlay(scene, look)
    );
    (page, u32::truncated((columns.bottom + GAP).ceil()))
}

/// The headline, and below it the question if it has the width of the page to itself; gives where
/// the board begins.
fn draw_headline(
    drawing: &mut Drawing,
    headline: &str,
    question: Option<&Prompt>,
    width: f64,
) -> f64 {
    let mut top = GAP;
    for line in wrapped(headline, 20.0, true, width) {
        drawing.text(&line, GAP, top + 19.0, text_style(20.0, Tone::Text, true));
        top += 28.0;
    }
    top += 4.0;
    if let Some(prompt) = question {
        let mut strip = Drawing::new(drawing.look);
        let height = draw_prompt(&mut strip, prompt, width);
        let strip = strip.finish("ow-question");
        draw_at(drawing, (GAP, top), &strip);
        top += height + GAP;
    }
    top
}

/// What is drawn already, moved to its place.
fn draw_at(drawing: &mut Drawing, (x, y): (f64, f64), content: &str) {
    let _ = write!(
        drawing.body,
        r#"<g transform="translate({} {})">{content}</g>"#,
        short(x),
        short(y)
    );
}

/// The columns of a page, filled from above.
struct Columns {
    /// Left edge and next free line of each.
    tops: Vec<(f64, f64)>,
    /// Where the lowest of all that stands on the page ends.
    bottom: f64,
}

impl Columns {
    /// Draws something, which says how high it is, in the column that is filled least.
    fn place(&mut self, drawing: &mut Drawing, draw: impl FnOnce(&mut Drawing) -> f64) {
        let shortest = self.tops.iter_mut().min_by(|a, b| a.1.total_cmp(&b.1));
        let Some((x, y)) = shortest else {
            return;
        };
        let before = std::mem::take(&mut drawing.body);
        let height = draw(drawing);
        let content = std::mem::replace(&mut drawing.body, before);
        draw_at(drawing, (*x, *y), &content);
        let end = *y + height;
        self.bottom = self.bottom.max(end);
        *y = end + GAP;
    }
}
