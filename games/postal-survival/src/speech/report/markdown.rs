//! The report as Markdown, for blogs and repositories.

use super::score::ScoreSheet;
use super::{Report, map, primer, text};
use std::fmt::Write;

/// Text that cannot be taken for Markdown of its own.
fn plain(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for letter in text.chars() {
        if matches!(letter, '|' | '*' | '_' | '`' | '<' | '[' | ']' | '#' | '\\') {
            out.push('\\');
        }
        out.push(letter);
    }
    out
}

fn table(out: &mut String, head: &[&str], rows: &[Vec<String>]) {
    let _ = writeln!(out, "| {} |\n|{}", head.join(" | "), "---|".repeat(head.len()));
    for row in rows {
        let cells: Vec<String> = row.iter().map(|cell| plain(cell)).collect();
        let _ = writeln!(out, "| {} |", cells.join(" | "));
    }
}

/// The whole report as Markdown.
pub fn write(report: &Report) -> String {
    let mut out = String::new();
    let _ = writeln!(out, "# {}", plain(&report.title()));
    for correction in &report.corrections {
        let _ = write!(out, "\n**{}**\n", plain(correction));
    }
    if !report.introduction.is_empty() {
        let _ = write!(out, "\n{}\n", plain(&report.introduction));
    }
    if !report.options.is_empty() {
        let options: Vec<String> =
            report.options.iter().map(|(key, value)| format!("`{key} = {value}`")).collect();
        let _ = write!(out, "\nOptions: {}.\n", options.join(", "));
    }
    if report.has_account() {
        out.push_str("\n## What happened\n\n");
        for headline in &report.headlines {
            let _ = writeln!(out, "### {}\n", plain(headline));
        }
        for sentence in &report.threads {
            let _ = writeln!(out, "{}\n", plain(sentence));
        }
        for sentence in &report.account {
            let _ = writeln!(out, "- {}", plain(sentence));
        }
        if report.untold > 0 {
            let _ = writeln!(out, "- … and {} smaller things.", report.untold);
        }
    }
    if let Some(primer) = &report.primer {
        let _ = write!(out, "\n## {}\n\n", primer::TITLE);
        primer.said.iter().for_each(|said| {
            let _ = write!(out, "{}\n\n", plain(said));
        });
        let _ = write!(out, "```text\n{}```\n\n{}:\n\n", primer.orders, primer::GENES);
        primer.genes.iter().for_each(|gene| {
            let _ = writeln!(out, "- {}", plain(gene));
        });
    }
    out.push_str("\n## Map\n\n");
    if report.size.0 <= map::MOST_COLUMNS {
        let _ = write!(out, "```text\n{}```\n\n", map::text(report));
    }
    let hexes: Vec<Vec<String>> = report
        .hex_list()
        .map(|hex| vec![hex.label.clone(), hex.terrain.to_string(), hex.numbers(), hex.id_list()])
        .collect();
    let _ = write!(out, "{}\n\n", text::NUMBERS);
    table(&mut out, &["hex", "terrain", "(x,y,z)", "ids"], &hexes);
    out.push_str("\n## Status\n\n");
    table(&mut out, &text::status_head(report.notes_column), &text::status_rows(report));
    out.push_str("\n## Standings\n\n");
    table(&mut out, &text::STANDINGS, &text::standing_rows(report));
    let _ = write!(out, "\n{}\n", text::totals(report));
    press(&mut out, report);
    if !report.votes.is_empty() || !report.notices.is_empty() {
        out.push_str("\n## Notices\n\n");
        for notice in report.votes.iter().chain(&report.notices) {
            let _ = writeln!(out, "- {}", plain(notice));
        }
    }
    if let Some(score) = &report.score {
        the_end(&mut out, score);
    }
    if let Some(next) = text::next(report) {
        let _ = write!(out, "\n## Next\n\n{}\n", plain(&next));
    }
    out
}

fn press(out: &mut String, report: &Report) {
    if report.press.is_empty() {
        return;
    }
    out.push_str("\n## Press\n\n");
    for piece in &report.press {
        let quoted = plain(&piece.text).replace('\n', "\n> ");
        let by = plain(piece.by.as_deref().unwrap_or("anonymous"));
        let _ = write!(out, "> {quoted}\n>\n> — {by}\n\n");
    }
}

fn the_end(out: &mut String, score: &ScoreSheet) {
    let _ = write!(out, "\n## The end\n\n{}\n\n", plain(&score.text));
    for (diet, best) in score.crowns.iter().filter(|(_, best)| !best.is_empty()) {
        let _ = writeln!(out, "- Crown of the {diet}s: {}", plain(&best.join(", ")));
    }
    for record in &score.records {
        let _ = writeln!(out, "- {}", plain(record));
    }
    out.push_str("\n### Families\n\n");
    for row in &score.species {
        let _ = writeln!(out, "- **{}**: {}", plain(&row.species), plain(&row.family));
    }
    if !score.seed.is_empty() {
        let _ = write!(out, "\nSeed: `{}`\n", score.seed);
    }
}
