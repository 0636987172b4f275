//! The report as plain text, for mails and typewriters.

use super::score::ScoreSheet;
use super::{Report, map, primer};
use crate::speech::report::account::counted;
use std::fmt::Write;
use table::Fit;

/// Characters in a line of prose.
const LINE: usize = 76;

/// Breaks prose into lines, each after `indent` blanks.
pub fn wrapped(text: &str, indent: usize) -> String {
    let mut out = String::new();
    for paragraph in text.split('\n') {
        let mut column = 0;
        for word in paragraph.split_whitespace() {
            let length = word.chars().count();
            if column > 0 && column + 1 + length > LINE {
                out.push('\n');
                column = 0;
            }
            if column == 0 {
                out.push_str(&" ".repeat(indent));
                column = indent;
            } else {
                out.push(' ');
                column += 1;
            }
            out.push_str(word);
            column += length;
        }
        out.push('\n');
    }
    out
}

/// A table with columns as wide as they need to be; the last one is not padded.
pub fn table(head: &[&str], rows: &[Vec<String>]) -> String {
    let width = |column: usize| {
        let cells = rows.iter().filter_map(|row| row.get(column)).map(|cell| cell.chars().count());
        cells.chain([head[column].chars().count()]).max().unwrap_or(0)
    };
    let widths: Vec<usize> = (0..head.len()).map(width).collect();
    let mut out = String::new();
    let line = |cells: Vec<&str>, out: &mut String| {
        let mut text = String::new();
        for (cell, width) in cells.iter().zip(&widths) {
            let missing = width.saturating_sub(cell.chars().count());
            let _ = write!(text, "{cell}{}  ", " ".repeat(missing));
        }
        out.push_str(text.trim_end());
        out.push('\n');
    };
    line(head.to_vec(), &mut out);
    let rules: Vec<String> = widths.iter().map(|width| "-".repeat(*width)).collect();
    line(rules.iter().map(String::as_str).collect(), &mut out);
    for row in rows {
        line(row.iter().map(String::as_str).collect(), &mut out);
    }
    out
}

fn heading(out: &mut String, text: &str) {
    let _ = write!(out, "\n{}\n{}\n\n", text.to_uppercase(), "=".repeat(text.chars().count()));
}

/// The columns of the status table. PS-REP-03
pub fn status_head(notes: bool) -> Vec<&'static str> {
    let mut head = vec!["player", "id", "hex", "behaviour", "AP", "advantages", "hunger", "enemy"];
    if notes {
        head.push("notes");
    }
    head
}

/// The cells of the status table.
pub fn status_rows(report: &Report) -> Vec<Vec<String>> {
    let row = |row: &super::StatusRow| {
        let mut cells = vec![
            row.player.clone(),
            row.id.clone(),
            row.hex.clone(),
            row.behaviour.to_string(),
            row.ap.clone(),
            row.advantages.clone(),
            row.hunger.to_string(),
            row.enemy.clone(),
        ];
        if report.notes_column {
            cells.push(row.notes.clone());
        }
        cells
    };
    report.status.iter().map(row).collect()
}

/// What the numbers of a hex mean. PS-MAP-08
pub const NUMBERS: &str = "(x,y,z): x corpses, y plant meals left, z plant meals when they have grown in \
                           Spring. The ids are those of the creatures there.";

/// The columns of the standings. PS-REP-08
pub const STANDINGS: [&str; 10] =
    ["rank", "no.", "species", "player", "diet", "alive", "change", "born", "lost", "AP"];

/// The cells of the standings.
pub fn standing_rows(report: &Report) -> Vec<Vec<String>> {
    let row = |row: &super::StandingRow| {
        let alive = match row.extinct {
            Some(round) => format!("extinct in round {round}"),
            None => row.alive.to_string(),
        };
        let change = match row.change {
            0 => "=".to_string(),
            change => format!("{change:+}"),
        };
        let lost = format!("{} eaten, {} killed, {} starved", row.eaten, row.killed, row.starved);
        vec![
            row.rank.to_string(),
            row.number.to_string(),
            row.species.clone(),
            row.player.clone(),
            row.diet.to_string(),
            alive,
            change,
            row.born.to_string(),
            lost,
            row.ap.to_string(),
        ]
    };
    report.standings.iter().map(row).collect()
}

/// What is left to eat and who is left to eat it, in a sentence.
pub fn totals(report: &Report) -> String {
    let diet = |(diet, count): &(crate::Diet, u32)| counted(u64::from(*count), diet.name());
    let diets: Vec<String> = report.by_diet.iter().map(diet).collect();
    let (plants, corpses) = report.food_left;
    let plants = counted(plants.max(0).fit::<u64>(), "plant meal");
    format!("Alive: {}. Food left: {plants}, {}.", diets.join(", "), counted(corpses, "corpse"))
}

/// What comes next, in words. PS-REP-09
pub fn next(report: &Report) -> Option<String> {
    let next = report.next.as_ref()?;
    let mut text = format!("Round {}, {}.", next.round, next.season);
    if !next.deadline.is_empty() {
        let _ = write!(text, " Deadline: {}.", next.deadline);
    }
    if next.births {
        text.push_str(" Births and new genes are due.");
    }
    if next.births && next.advanced {
        text.push_str(" The advanced genes are open.");
    }
    Some(text)
}

/// How the game ended, the records, and every family. PS-END-13
fn the_end(out: &mut String, score: &ScoreSheet) {
    heading(out, "The end");
    out.push_str(&wrapped(&score.text, 0));
    for (diet, best) in score.crowns.iter().filter(|(_, best)| !best.is_empty()) {
        let _ = writeln!(out, "Crown of the {diet}s: {}", best.join(", "));
    }
    out.push('\n');
    for record in &score.records {
        let _ = writeln!(out, "  {record}");
    }
    let [eaten, killed, tussles, starved] = score.deaths;
    let _ = writeln!(
        out,
        "  Deaths: {eaten} eaten, {killed} killed in fights, {tussles} in tussles, {starved} starved."
    );
    heading(out, "Families");
    for row in &score.species {
        let text = format!(
            "{}: most {} (round {}), {}, genes {}. {}",
            row.species,
            row.most,
            row.most_in_round,
            counted(row.kills.into(), "kill"),
            if row.genes.is_empty() { "none" } else { &row.genes },
            row.family
        );
        out.push_str(&wrapped(&text, 2));
    }
    if !score.seed.is_empty() {
        let _ = write!(out, "\nSeed: {}\n", score.seed);
    }
}

/// The whole report as plain text, in the order of the rules.
pub fn write(report: &Report) -> String {
    let mut out = String::new();
    let title = report.title();
    let _ = write!(out, "{title}\n{}\n", "=".repeat(title.chars().count()));
    for correction in &report.corrections {
        let _ = write!(out, "\n{}", wrapped(correction, 0));
    }
    if !report.introduction.is_empty() {
        let _ = write!(out, "\n{}", wrapped(&report.introduction, 0));
    }
    if !report.options.is_empty() {
        let options: Vec<String> =
            report.options.iter().map(|(key, value)| format!("{key} = {value}")).collect();
        let _ = write!(out, "\n{}", wrapped(&format!("Options: {}.", options.join(", ")), 0));
    }
    if report.has_account() {
        heading(&mut out, "What happened");
        for headline in &report.headlines {
            out.push_str(&wrapped(&headline.to_uppercase(), 0));
        }
        for part in [&report.threads, &report.account].into_iter().filter(|part| !part.is_empty()) {
            out.push('\n');
            for sentence in part {
                out.push_str(&wrapped(sentence, 2));
            }
        }
        if report.untold > 0 {
            let _ = writeln!(out, "  … and {} smaller things.", report.untold);
        }
    }
    if let Some(primer) = &report.primer {
        heading(&mut out, primer::TITLE);
        primer.said.iter().for_each(|said| out.push_str(&wrapped(said, 0)));
        primer.orders.lines().for_each(|line| out.push_str(&format!("    {line}\n")));
        let _ = write!(out, "\n{}:\n", primer::GENES);
        primer.genes.iter().for_each(|gene| out.push_str(&wrapped(gene, 2)));
    }
    heading(&mut out, "Map");
    if report.size.0 <= map::MOST_COLUMNS {
        out.push_str(&map::text(report));
        out.push('\n');
    }
    let hexes: Vec<Vec<String>> = report
        .hex_list()
        .map(|hex| vec![hex.label.clone(), hex.terrain.to_string(), hex.numbers(), hex.id_list()])
        .collect();
    out.push_str(&wrapped(NUMBERS, 0));
    out.push_str(&table(&["hex", "", "(x,y,z)", "ids"], &hexes));
    heading(&mut out, "Status");
    out.push_str(&table(&status_head(report.notes_column), &status_rows(report)));
    heading(&mut out, "Standings");
    out.push_str(&table(&STANDINGS, &standing_rows(report)));
    let _ = write!(out, "\n{}\n", totals(report));
    if !report.press.is_empty() {
        heading(&mut out, "Press");
        for piece in &report.press {
            out.push_str(&wrapped(&piece.text, 2));
            let _ = write!(out, "    -- {}\n\n", piece.by.as_deref().unwrap_or("anonymous"));
        }
    }
    if !report.votes.is_empty() || !report.notices.is_empty() {
        heading(&mut out, "Notices");
        for notice in report.votes.iter().chain(&report.notices) {
            out.push_str(&wrapped(notice, 2));
        }
    }
    if let Some(score) = &report.score {
        the_end(&mut out, score);
    }
    if let Some(next) = next(report) {
        heading(&mut out, "Next");
        out.push_str(&wrapped(&next, 0));
    }
    out
}
