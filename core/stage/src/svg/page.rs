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

/// The whole page of a scene: headline, board, question and panels; and its height.
pub fn page(scene: &Scene, look: &Look) -> (String, u32) {
    const GAP: f64 = 14.0;
    let width = f64::from(look.width).max(280.0);
    let view = extent(&scene.ground);
    let shape = f64::from(view.width.max(1)) / f64::from(view.height.max(1));
    let mut drawing = Drawing::new(look);
    let inner = width - 2.0 * GAP;
    let mut top = GAP;
    for line in wrapped(&scene.headline, 20.0, true, inner) {
        drawing.text(&line, GAP, top + 19.0, text_style(20.0, Tone::Text, true));
        top += 28.0;
    }
    top += 4.0;
    let alone = scene.panels.is_empty();
    if let Some(prompt) = scene.prompt.as_ref().filter(|_| alone) {
        let mut strip = Drawing::new(look);
        let height = draw_prompt(&mut strip, prompt, inner);
        let strip = strip.finish("ow-question");
        let _ = write!(
            drawing.body,
            r#"<g transform="translate({} {})">{strip}</g>"#,
            short(GAP),
            short(top)
        );
        top += height + GAP;
    }
    // Beside a board that is not too broad, one column of three; more columns below the board.
    let beside = width >= 800.0 && shape < 2.2 && !alone;
    let count = if beside { 3.0 } else { ((inner + GAP) / (330.0 + GAP)).floor().clamp(1.0, 4.0) };
    let column_width = (inner - GAP * (count - 1.0)) / count;
    let board = if beside { 2.0 * column_width + GAP } else { inner };
    let board_height = board / shape;
    let mut columns: Vec<(f64, f64)> = (0..usize::truncated(count))
        .map(|index| {
            let start = if beside && index == 2 { top } else { top + board_height + GAP };
            (GAP + index as f64 * (column_width + GAP), start)
        })
        .collect();
    let mut bottom = top + board_height;
    let mut place = |drawing: &mut Drawing, draw: &mut dyn FnMut(&mut Drawing) -> f64| {
        let shortest = columns.iter().enumerate().min_by(|a, b| a.1.1.total_cmp(&b.1.1));
        let Some(index) = shortest.map(|(index, _)| index) else {
            return;
        };
        let (x, y) = columns[index];
        let before = std::mem::take(&mut drawing.body);
        let height = draw(drawing);
        let content = std::mem::replace(&mut drawing.body, before);
        let _ = write!(
            drawing.body,
            r#"<g transform="translate({} {})">{content}</g>"#,
            short(x),
            short(y)
        );
        columns[index].1 = y + height + GAP;
        bottom = bottom.max(y + height);
    };
    if let Some(prompt) = scene.prompt.as_ref().filter(|_| !alone) {
        place(&mut drawing, &mut |drawing| draw_prompt(drawing, prompt, column_width));
    }
    for panel in &scene.panels {
        place(&mut drawing, &mut |drawing| {
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
    (page, u32::truncated((bottom + GAP).ceil()))
}
