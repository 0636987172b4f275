//! A table in lines: its question with choices in steps, what a written line means, and rules by their ids. The terminal asks so,
//! and letters do.
//!
//! ```
//! use asking::{Answer, Question, Telling};
//! use stage::{Choice, Ground, Prompt, Scene};
//! use std::sync::Arc;
//!
//! let (title, description) = ("A wood".into(), String::new());
//! let ground = Arc::new(Ground { title, description, fields: Vec::new() });
//! let choices = vec![Choice::new("n", "North"), Choice::new("rest", "Rest")];
//! let prompt = Prompt { question: "Where to?".into(), choices, ..Prompt::default() };
//! let scene = Scene { prompt: Some(prompt.arranged()), ..Scene::new(ground, "Day 1") };
//! let question = Question::default();
//! assert!(question.told(&scene, Telling::Words).starts_with("Where to?\n1. n: North"));
//! assert_eq!(question.answered(&scene, "2", |_| false), Answer::Line("rest".into()));
//! ```

mod question;
pub mod written;

pub use question::{Answer, Entry, Question, Telling};

use stage::Scene;
use stage::text::{Canvas, Window};
use table::{Ledger, Rule};

/// The window of that size, or smaller where the board is, that shows the focus and the choices.
pub fn around_focus(scene: &Scene, canvas: &Canvas, width: usize, height: usize) -> Window {
    let (width, height) = (width.min(canvas.width()), height.min(canvas.height()));
    let centre = scene
        .focus
        .as_deref()
        .and_then(|id| canvas.place(id).or_else(|| canvas.piece(id)))
        .map_or((canvas.width() / 2, canvas.height() / 2), |place| {
            (place.column + place.width / 2, place.row + place.height / 2)
        });
    let from =
        |centre: usize, size: usize, all: usize| centre.saturating_sub(size / 2).min(all - size);
    Window {
        column: from(centre.0, width, canvas.width()),
        row: from(centre.1, height, canvas.height()),
        width,
        height,
    }
}

/// A rule of a game in words, or all rules of a chapter by the beginning of their ids; else what ids look like.
pub fn rule(ledger: &Ledger, id: &str) -> String {
    let id = id.to_uppercase();
    let told = |rule: &Rule| format!("{}  {} ({})", rule.id, rule.text, rule.kind);
    if let Some(rule) = ledger.rules.iter().find(|rule| rule.id == id) {
        return told(rule);
    }
    let chapter = format!("{}-", id.trim_end_matches('-'));
    let found = ledger.rules.iter().filter(|rule| rule.id.starts_with(&chapter));
    let found: Vec<String> = found.map(told).collect();
    match (found.is_empty(), ledger.rules.first()) {
        (false, _) => found.join("\n"),
        (true, Some(first)) => format!("There is no rule {id}; rules are named like {}.", first.id),
        (true, None) => "This game has no list of rules.".into(),
    }
}
