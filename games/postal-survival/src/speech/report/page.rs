//! The report as blocks, for pages that draw them: the same parts as on paper, but the map.

use super::account::Tone;
use super::{Report, ReportSource, text};
use crate::PostalSurvival;
use crate::event::Event;
use crate::position::Position;
use stage::{Block, Row};

fn table(head: &[&str], rows: Vec<Vec<String>>) -> Block {
    Block::Table {
        head: head.iter().map(ToString::to_string).collect(),
        rows: rows.into_iter().map(|cells| Row { cells, lit: false }).collect(),
    }
}

/// The report of the round that these events played.
pub fn report(game: &PostalSurvival, position: &Position, events: &[&Event]) -> Vec<Block> {
    let events: Vec<Event> = events.iter().map(|event| (*event).clone()).collect();
    let choice = game.choice();
    let report = Report::compile(&ReportSource {
        game: "Survival",
        island: &position.island,
        events: &events,
        rulings: game.rulings(),
        unusual: &choice.unusual,
        phrases: choice.voices.of(Tone::Wry),
        edits: &[],
        deadline: "",
        introduction: "",
        notices: &[],
        over: position.over.as_ref(),
        seed: None,
    });
    let account = report.headlines.iter().chain(&report.threads).chain(&report.account);
    let mut blocks: Vec<Block> = account.cloned().map(Block::Text).collect();
    if report.untold > 0 {
        blocks.push(Block::Text(format!("… and {} smaller things.", report.untold)));
    }
    let standings = text::standing_rows(&report);
    blocks.push(table(&text::STANDINGS, standings));
    blocks.push(Block::Text(text::totals(&report)));
    blocks.push(table(&text::status_head(report.notes_column), text::status_rows(&report)));
    for piece in &report.press {
        let by = piece.by.as_deref().unwrap_or("anonymous");
        blocks.push(Block::Text(format!("“{}” — {by}", piece.text)));
    }
    for notice in report.votes.iter().chain(&report.notices) {
        blocks.push(Block::Text(notice.clone()));
    }
    if let Some(score) = &report.score {
        blocks.push(Block::Text(score.text.clone()));
        for (diet, best) in score.crowns.iter().filter(|(_, best)| !best.is_empty()) {
            blocks.push(Block::Text(format!("Crown of the {diet}s: {}", best.join(", "))));
        }
        blocks.extend(score.records.iter().cloned().map(Block::Text));
    }
    blocks.extend(text::next(&report).map(Block::Text));
    blocks
}
