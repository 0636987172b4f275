//! What letters of a postal game say.

use mailbox::{Letter, Part};
use postal_survival::desk::Desk;
use postal_survival::speech::report::personal::{OwnCreature, Personal};
use postal_survival::speech::report::primer::{self, Primer};
use postal_survival::speech::report::{Report, ReportSource, map, text};
use std::collections::{BTreeMap, BTreeSet};

/// What stands above the order form, so that one that is sent back is known.
const FORM: &str = "Order form, filled in with what happens if you send nothing";

/// What is said below every letter.
fn foot(game: &str) -> Vec<Part> {
    vec![Part::Said(format!(
        "To send orders, answer this mail and write above what your program quotes, a line for each. Every mail of yours is answered with what was understood. The address that you answer to is yours alone: whoever has it can send orders for you. {game} is run by its editor; NOTE and a few words reach them."
    ))]
}

/// How a message was read.
pub fn answer(desk: &Desk<'_>, answer: &str) -> Letter {
    let subject = format!("Your orders for round {} - {}", desk.coming(), desk.name());
    let lines = answer.lines().map(|line| line.trim_end().to_string());
    let mut parts: Vec<Part> = Vec::new();
    let mut story: Vec<(String, String)> = Vec::new();
    for line in lines {
        // What stands further in belongs to the sentence above it.
        if let Some(inner) = line.strip_prefix("  ") {
            story.push((inner.trim().to_string(), String::new()));
            continue;
        }
        if !story.is_empty() {
            parts.push(Part::Story(std::mem::take(&mut story)));
        }
        if !line.is_empty() {
            parts.push(Part::Said(line));
        }
    }
    if !story.is_empty() {
        parts.push(Part::Story(story));
    }
    Letter { subject, parts, foot: foot(desk.name()) }
}

/// That no orders have come.
pub fn reminder(desk: &Desk<'_>, personal: &[Personal]) -> Letter {
    let deadline = desk.next_deadline().map(|deadline| deadline.words).unwrap_or_default();
    let subject = format!("No orders yet for round {} - {}", desk.coming(), desk.name());
    let mut parts = vec![Part::Strong(format!(
        "Nothing has come from you for round {}, which is due {deadline}. Without orders your creatures do what stands in the form.",
        desk.coming()
    ))];
    personal.iter().for_each(|part| parts.extend(form(part)));
    Letter { subject, parts, foot: foot(desk.name()) }
}

fn form(personal: &Personal) -> Vec<Part> {
    if personal.form.is_empty() {
        return Vec::new();
    }
    // Hints are no columns: they are broken where a telephone ends, and stay remarks.
    let (hints, orders): (Vec<&str>, Vec<&str>) =
        personal.form.lines().partition(|line| line.starts_with("//"));
    vec![
        Part::Said(format!("{FORM}:")),
        Part::Drawn(orders.join("\n")),
        story(hints.into_iter().map(str::to_string)),
    ]
}

/// The last report as a letter to one reader. What is the same for all is compiled once.
pub struct ReportLetter {
    report: Report,
    common: Vec<Part>,
    /// The map, drawn.
    pub drawing: String,
}

impl ReportLetter {
    /// The letter of the last report.
    pub fn compile(source: &ReportSource<'_>) -> ReportLetter {
        let report = Report::compile(source);
        let common = common(&report);
        let drawing = map::svg(&report, &BTreeSet::new());
        ReportLetter { report, common, drawing }
    }

    /// The letter to whoever has these parts alone.
    pub fn to(&self, personal: &[Personal]) -> Letter {
        let report = &self.report;
        let over = if report.score.is_some() { " - the end" } else { "" };
        let mut parts = vec![Part::Heading(report.title())];
        parts.extend(report.corrections.iter().cloned().map(Part::Strong));
        if !report.introduction.is_empty() {
            parts.push(Part::Said(report.introduction.clone()));
        }
        parts.extend(the_end(report));
        parts.extend(account(report));
        personal.iter().for_each(|part| parts.extend(own(part)));
        parts.extend(report.primer.iter().flat_map(how_it_is_played));
        parts.extend(self.common.iter().cloned());
        Letter { subject: format!("{}{over}", report.title()), parts, foot: foot(&report.game) }
    }
}

fn story(lines: impl IntoIterator<Item = String>) -> Part {
    Part::Story(lines.into_iter().map(|line| (line, String::new())).collect())
}

fn the_end(report: &Report) -> Vec<Part> {
    let Some(score) = &report.score else { return Vec::new() };
    let mut parts = vec![Part::Heading("The end".into()), Part::Strong(score.text.clone())];
    let crowns = score.crowns.iter().filter(|(_, best)| !best.is_empty());
    let crowns = crowns.map(|(diet, best)| format!("Crown of the {diet}s: {}", best.join(", ")));
    parts.push(story(crowns.chain(score.records.iter().cloned())));
    if !score.seed.is_empty() {
        let proof = "All dice followed from this seed. Its SHA-256 stood in the start report, so that anybody can check them:";
        parts.push(Part::Said(proof.into()));
        parts.push(Part::Drawn(score.seed.clone()));
    }
    parts
}

fn account(report: &Report) -> Vec<Part> {
    if !report.has_account() {
        return Vec::new();
    }
    let mut parts: Vec<Part> = report.headlines.iter().cloned().map(Part::Heading).collect();
    parts.extend(report.threads.iter().cloned().map(Part::Said));
    let more = (report.untold > 0).then(|| format!("… and {} smaller things.", report.untold));
    if !report.account.is_empty() || more.is_some() {
        parts.push(story(report.account.iter().cloned().chain(more)));
    }
    parts
}

/// What is for one reader alone.
fn own(personal: &Personal) -> Vec<Part> {
    let title = match personal.species == personal.player {
        true => format!("For {} alone", personal.player),
        false => format!("For {} alone: {}", personal.player, personal.species),
    };
    let mut parts = vec![Part::Heading(title), Part::Strong(personal.due.clone())];
    let creature = |own: &OwnCreature| {
        let hex = if own.hex == "-" { String::new() } else { format!(" in {}", own.hex) };
        let mut told = format!("{}{hex}: {}, AP {}", own.id, own.mode, own.ap);
        for (word, none) in [(own.genes.as_str(), ""), (own.hunger, "-")] {
            if word != none && word != "-" {
                told += &format!(", {word}");
            }
        }
        let reach = own.reach.join(" ");
        let reach = if reach.is_empty() { reach } else { format!("in reach: {reach}") };
        (told, reach)
    };
    if !personal.creatures.is_empty() {
        parts.push(Part::Story(personal.creatures.iter().map(creature).collect()));
    }
    for (title, lines) in personal.lists() {
        if !lines.is_empty() {
            parts.push(Part::Said(format!("{title}:")));
            parts.push(story(lines.iter().cloned()));
        }
    }
    parts.extend(form(personal));
    parts
}

/// The island, everybody on it, and what was said: the same for all readers.
fn common(report: &Report) -> Vec<Part> {
    let hexes = report.hex_list().map(|hex| {
        let line =
            format!("{:4} {} {:10} {}", hex.label, hex.terrain, hex.numbers(), hex.id_list());
        line.trim_end().to_string()
    });
    let drawn = match report.size.0 <= map::MOST_COLUMNS {
        true => map::text(report),
        false => hexes.collect::<Vec<_>>().join("\n"),
    };
    let said = format!("The map of the island after {}.", report.title());
    let mut parts = vec![
        Part::Heading("The island".into()),
        Part::Board { drawn, said },
        Part::Said(text::NUMBERS.into()),
        Part::Heading("Creatures".into()),
    ];
    let mut species: BTreeMap<u32, (String, Vec<(String, String)>)> = BTreeMap::new();
    for row in &report.status {
        let mut told = format!("{} in {}: {}, AP {}", row.id, row.hex, row.behaviour, row.ap);
        if !row.alive {
            told = format!("{} †", row.id);
        }
        for word in [row.advantages.as_str(), row.hunger] {
            if word != "-" && row.alive {
                told += &format!(", {word}");
            }
        }
        let all = species.entry(row.species.0).or_insert((row.player.clone(), Vec::new()));
        let notes = if report.notes_column { row.notes.clone() } else { String::new() };
        all.1.push((told, notes));
    }
    for (_, (player, creatures)) in species {
        parts.push(Part::Strong(player));
        parts.push(Part::Story(creatures));
    }
    parts.push(Part::Heading("Standings".into()));
    parts.push(story(report.standings.iter().map(|row| {
        let (name, diet) = (&row.species, row.diet);
        match row.extinct {
            Some(round) => format!("{}. {name} ({diet}): extinct in round {round}", row.rank),
            None => {
                let change =
                    if row.change == 0 { String::new() } else { format!(" ({:+})", row.change) };
                format!("{}. {name} ({diet}): {} alive{change}, AP {}", row.rank, row.alive, row.ap)
            }
        }
    })));
    parts.push(Part::Said(text::totals(report)));
    if !report.press.is_empty() {
        parts.push(Part::Heading("Press".into()));
        for piece in &report.press {
            let by = piece.by.as_deref().unwrap_or("anonymous");
            parts.push(Part::Said(format!("{}\n- {by}", piece.text)));
        }
    }
    let notices: Vec<String> = report.votes.iter().chain(&report.notices).cloned().collect();
    if !notices.is_empty() {
        parts.push(Part::Heading("Notices".into()));
        parts.push(story(notices));
    }
    if let Some(next) = text::next(report) {
        parts.push(Part::Heading("Next".into()));
        parts.push(Part::Strong(next));
    }
    parts
}

/// What somebody needs who has never played.
fn how_it_is_played(primer: &Primer) -> Vec<Part> {
    let mut parts = vec![Part::Heading(primer::TITLE.into())];
    parts.extend(primer.said.iter().cloned().map(Part::Said));
    parts.push(Part::Drawn(primer.orders.into()));
    parts.push(Part::Said(format!("{}:", primer::GENES)));
    parts.push(story(primer.genes.iter().cloned()));
    parts
}
