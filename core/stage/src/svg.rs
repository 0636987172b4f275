//! Scenes drawn as SVG: for browsers, mail and pictures.
//!
//! The same scene and look always give the same bytes. Everything that came from a game is escaped.
//! [`document`] is complete in itself; [`ground`] and [`overlay`] are the two layers of a board for a
//! page that keeps the first and patches the second. In [`Theme::Auto`] colours are CSS variables,
//! which a document carries itself and a page takes from [`style_sheet`].

mod choices;
mod drawing;
mod ground;
mod layers;
mod legend;
mod lines;
mod page;
mod panels;
mod path;
mod pieces;
mod plane;
mod terrain;
mod text_metrics;

use crate::ground::{Ground, Rect};
use crate::palette::{self, Shade, Tone};
use crate::panel::Panel;
use crate::prompt::Prompt;
use crate::scene::Scene;
use crate::spots;
use ::terrain::{Fit, Integer};
use drawing::Drawing;

pub use drawing::symbol_id;
pub use layers::{Layers, PiecePart, layers, sketch, sprite, symbol};
pub use legend::{LegendDrawing, legend};
pub use path::{escaped, shape_element};

/// Which colours a drawing wears.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Theme {
    /// Light, in plain colours.
    Light,
    /// Dark, in plain colours.
    Dark,
    /// As the reader's browser prefers: colours are CSS variables.
    Auto,
}

/// How a scene is drawn.
///
/// ```
/// use stage::svg::{Look, Theme, document};
/// use stage::{Ground, Scene};
/// use std::sync::Arc;
///
/// let ground = Ground { title: "Empty".into(), description: String::new(), fields: Vec::new() };
/// let scene = Scene::new(Arc::new(ground), "Day 1");
/// let picture = document(&scene, &Look::picture(Theme::Dark, 800));
/// assert!(picture.starts_with("<svg"));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Look {
    /// Which colours.
    pub theme: Theme,
    /// Whether hexes show their printed labels, where the ground wants them.
    pub labels: bool,
    /// Whether a document shows panels, headline and question around the board.
    pub panels: bool,
    /// Whether every hex can be pointed at: an invisible outline with its id and description. On a
    /// large map this is more than half of the drawing, and a page that knows the scene can do
    /// without.
    pub targets: bool,
    /// Width of a document in pixels, at which its writing is easy to read.
    pub width: u32,
}

impl Default for Look {
    fn default() -> Look {
        Look { theme: Theme::Auto, labels: true, panels: true, targets: false, width: 1200 }
    }
}

impl Look {
    /// For a picture of that width.
    pub fn picture(theme: Theme, width: u32) -> Look {
        Look { theme, width, ..Look::default() }
    }

    /// The value of a colour attribute.
    fn paint(&self, tone: Tone) -> String {
        match self.theme {
            Theme::Light => palette::colour(tone, Shade::Light).css(),
            Theme::Dark => palette::colour(tone, Shade::Dark).css(),
            Theme::Auto => format!("var({})", palette::variable(tone)),
        }
    }
}

/// The colours of [`Theme::Auto`], and the classes of [`layers`], for a page that embeds drawings.
pub fn style_sheet() -> String {
    palette::style_sheet(&palette::tones()) + drawing::CLASSES
}

/// The part of the board that is drawn, with a margin: the view box for [`ground`] and [`overlay`].
pub fn extent(ground: &Ground) -> Rect {
    ground::extent(ground)
}

/// The board itself, without an `<svg>` element around it.
pub fn ground(ground: &Ground, look: &Look) -> String {
    let mut drawing = Drawing::new(look);
    ground::draw(&mut drawing, ground);
    drawing.finish("ow-ground")
}

/// What lies on the board: marks, traces, pieces and what can be chosen, without an `<svg>` element
/// around it. Each piece is a group with the id `piece-` and its own id.
pub fn overlay(scene: &Scene, look: &Look) -> String {
    let mut drawing = Drawing::new(look);
    let spots = spots::spots(&scene.ground);
    choices::draw_marks(&mut drawing, scene, &spots);
    let counter = spots::counter_size(&scene.ground);
    let placements = spots::placements(&scene.pieces, &spots, counter);
    choices::draw_place_choices(&mut drawing, scene, &spots);
    let covered = choices::covered(scene, &placements);
    choices::draw_traces(&mut drawing, &scene.traces, counter, covered);
    choices::draw_movable(&mut drawing, scene, &placements);
    pieces::draw(&mut drawing, scene, &placements);
    choices::draw_other_choices(&mut drawing, scene, &spots, &placements);
    drawing.finish("ow-overlay")
}

/// The bare board as a complete document.
pub fn board(ground: &Ground, look: &Look) -> String {
    let rect = extent(ground);
    let body = self::ground(ground, look);
    wrapped_up(
        look,
        rect,
        (look.width, scaled(rect, look.width)),
        &ground.title,
        &ground.description,
        &body,
    )
}

/// One panel, without an `<svg>` element around it, as wide as the look says; and its height. Cards
/// that the prompt offers can be chosen.
pub fn panel(panel: &Panel, prompt: Option<&Prompt>, look: &Look) -> (String, u32) {
    let mut drawing = Drawing::new(look);
    let height = panels::draw(&mut drawing, panel, prompt, f64::from(look.width));
    (drawing.finish("ow-panel"), u32::truncated(height.ceil()))
}

/// A complete document of the scene: the board, and if the look wants them headline, question and
/// panels beside it (or below it, if the document is narrow or the board broad).
pub fn document(scene: &Scene, look: &Look) -> String {
    if !look.panels {
        let rect = extent(&scene.ground);
        let body = ground(&scene.ground, look) + &overlay(scene, look);
        let size = (look.width, scaled(rect, look.width));
        return wrapped_up(look, rect, size, &scene.ground.title, &scene.headline, &body);
    }
    let (body, height) = page::page(scene, look);
    let rect = Rect { x: 0, y: 0, width: look.width.fit(), height: height.fit() };
    wrapped_up(look, rect, (look.width, height), &scene.ground.title, &scene.headline, &body)
}

fn scaled(rect: Rect, width: u32) -> u32 {
    let height = i64::from(rect.height.max(1)) * i64::from(width) / i64::from(rect.width.max(1));
    height.clamp(1, 1 << 20).fit()
}

fn wrapped_up(
    look: &Look,
    view: Rect,
    (width, height): (u32, u32),
    title: &str,
    description: &str,
    body: &str,
) -> String {
    let style = match look.theme {
        Theme::Auto => {
            let used: Vec<Tone> = palette::tones()
                .into_iter()
                .filter(|tone| {
                    *tone == Tone::Page
                        || body.contains(&format!("var({})", palette::variable(*tone)))
                })
                .collect();
            format!("<style>{}</style>", palette::style_sheet(&used))
        }
        _ => String::new(),
    };
    format!(
        r#"<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" viewBox="{} {} {} {}" role="img"><title>{}</title><desc>{}</desc>{style}<rect {} fill="{}"/>{body}</svg>"#,
        view.x,
        view.y,
        view.width.max(1),
        view.height.max(1),
        escaped(title),
        escaped(description),
        path::rect_attributes(view),
        look.paint(Tone::Page),
    )
}
