//! Panels as text: sheets with tracks, aligned tables, wrapped words.

use crate::art::symbol_glyph;
use crate::ground::Symbol;
use crate::panel::{Block, Card, Fact, Panel, Row, Track};
use crate::piece::Ink;
use crate::scene::Scene;
use terrain::Fit;
use unicode_width::UnicodeWidthStr;

/// All panels of a scene, one below the other, in lines of at most `width` columns.
pub fn panels(scene: &Scene, width: usize) -> String {
    let parts: Vec<String> = scene.panels.iter().map(|sheet| panel(sheet, width)).collect();
    parts.join("\n")
}

/// How whoever is asked fares, in a line: the counts, the tracks and the lit rows of their own open sheets.
/// Empty if nobody is asked or there is nothing to say.
pub fn brief(scene: &Scene) -> String {
    brief_but(scene, &[])
}

/// The same without what was said already.
pub fn brief_but(scene: &Scene, said: &[String]) -> String {
    let sheets = sheets_in_words(scene).into_iter().filter_map(|(title, parts)| {
        let new = |part: &Part| !said.contains(&part.words());
        // A list is told as a whole: what was on it before still is.
        let list = parts.iter().any(|part| part.of_list && new(part));
        let news = parts.iter().filter(|part| new(part) || (part.of_list && list));
        let news: Vec<String> = news.map(Part::words).collect();
        (!news.is_empty()).then(|| format!("{title}: {}", news.join(", ")))
    });
    sheets.collect::<Vec<_>>().join(". ")
}

/// The parts of which [`brief`] is made.
pub fn brief_parts(scene: &Scene) -> Vec<String> {
    let parts = sheets_in_words(scene).into_iter().flat_map(|(_, parts)| parts);
    parts.map(|part| part.words()).collect()
}

/// What [`brief`] says, count by count, for faces that lay it out: each sheet's title with its counts.
pub fn brief_counts(scene: &Scene) -> Vec<(&str, Vec<BriefCount>)> {
    let sheets = sheets_in_short(scene).into_iter();
    let counts = |parts: Vec<Part>| parts.into_iter().flat_map(|part| part.counts).collect();
    sheets.map(|(title, parts)| (title, counts(parts))).collect()
}

/// One count of a sheet.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BriefCount {
    /// What is counted; empty where the value says it itself.
    pub label: String,
    /// How much there is of it.
    pub value: String,
    /// What follows from it; empty if nothing does.
    pub note: String,
    /// How many parts are left of how many, where it runs out: `3 of 6`, `3/6`, the boxes of a track from where the
    /// counter lies.
    pub left: Option<(u16, u16)>,
    /// A picture for it.
    pub symbol: Option<Symbol>,
    /// Its colour, if it should stand out.
    pub ink: Option<Ink>,
    /// Whether it is one of many plain counts with pictures: what lies in store, of which one wants to see even what is
    /// used up.
    pub stored: bool,
}

/// So many plain counts with pictures are a store.
const STORE: usize = 5;

impl BriefCount {
    fn words(&self) -> String {
        let BriefCount { label, value, note, .. } = self;
        let note = if note.is_empty() { String::new() } else { format!(" ({note})") };
        format!("{label} {value}{note}").trim().to_string()
    }
}

/// A part of a sheet in a few words.
struct Part {
    counts: Vec<BriefCount>,
    /// Whether it is a row of a list.
    of_list: bool,
}

impl Part {
    fn words(&self) -> String {
        self.counts.iter().map(BriefCount::words).collect::<Vec<_>>().join(", ")
    }
}

/// The same without what is used up, which is no news to read.
fn sheets_in_words(scene: &Scene) -> Vec<(&str, Vec<Part>)> {
    let mut sheets = sheets_in_short(scene);
    for (_, parts) in &mut sheets {
        parts.retain(|part| part.counts.iter().any(|count| !count.stored || count.value != "0"));
    }
    sheets
}

/// The open sheets of whoever is asked, each with its title and its parts in a few words.
fn sheets_in_short(scene: &Scene) -> Vec<(&str, Vec<Part>)> {
    let Some(prompt) = &scene.prompt else { return Vec::new() };
    let own = |panel: &&Panel| {
        panel.seat == Some(prompt.seat) || prompt.sheet.as_ref() == Some(&panel.id)
    };
    let own = scene.panels.iter().filter(|panel| panel.open).filter(own);
    let parts = |panel: &Panel| panel.blocks.iter().flat_map(in_short).collect();
    own.map(|panel| (panel.title.as_str(), parts(panel))).collect()
}

/// A part of a sheet in a few words; what is not there or nothing is left out.
fn in_short(block: &Block) -> Vec<Part> {
    let count = |label: &str, value: &str, note: &str| BriefCount {
        label: label.to_string(),
        value: value.to_string(),
        note: note.trim_end_matches('.').to_string(),
        left: parts_left(value),
        symbol: None,
        ink: None,
        stored: false,
    };
    let alone = |count| Part { counts: vec![count], of_list: false };
    match block {
        Block::Facts(facts) => {
            let plain = |fact: &Fact| fact.symbol.is_some() && fact.value.parse::<u32>().is_ok();
            let stored = facts.len() >= STORE && facts.iter().all(plain);
            // What is nothing, or not known yet, is no news.
            let says = |value: &str| value != "0" && value.contains(char::is_alphanumeric);
            let told = facts.iter().filter(|fact| stored || says(&fact.value));
            let told = told.map(|fact| BriefCount {
                symbol: fact.symbol,
                ink: fact.ink,
                stored,
                ..count(&fact.label, &fact.value, "")
            });
            told.map(alone).collect()
        }
        Block::Track(track) => {
            let here = track.boxes.iter().enumerate().filter(|(_, step)| step.here).take(1);
            let told = here.map(|(place, step)| {
                let (value, last) = match track.short.as_str() {
                    "" => (&step.label, 0),
                    _ => (&track.short, 1),
                };
                let [left, whole] = [track.boxes.len() - place, track.boxes.len()];
                BriefCount {
                    left: Some(((left - last).fit(), (whole - last).fit())),
                    symbol: track.symbol,
                    ..count(&track.label, value, &track.note)
                }
            });
            told.map(alone).collect()
        }
        Block::Table { head, rows } => {
            let lit = rows.iter().filter(|row| row.lit);
            let told = |row: &Row| {
                let heads = head.iter().map(String::as_str).chain(std::iter::repeat(""));
                let cells = row.cells.iter().zip(heads).filter(|(cell, _)| !cell.is_empty());
                let counts = cells.map(|(cell, head)| count(head, cell, "")).collect();
                Part { counts, of_list: true }
            };
            lit.map(told).collect()
        }
        Block::Cards(_) | Block::Text(_) => Vec::new(),
    }
}

/// How many parts are left of how many, if a value says so: `3 of 6`, `3/6`.
pub fn parts_left(value: &str) -> Option<(u16, u16)> {
    let (left, whole) = value.split_once(" of ").or_else(|| value.split_once('/'))?;
    let (left, whole) = (left.parse().ok()?, whole.parse().ok()?);
    (whole > 0 && left <= whole).then_some((left, whole))
}

/// One panel, in lines of at most `width` columns (but never less than 20).
pub fn panel(panel: &Panel, width: usize) -> String {
    let width = width.max(20);
    let mut lines = Vec::new();
    let title = match panel.seat {
        Some(seat) => format!("{} (seat {})", panel.title, u32::from(seat) + 1),
        None => panel.title.clone(),
    };
    lines.extend(wrapped(&title, width));
    let rule = if panel.open { "=" } else { "-" };
    let longest = lines.iter().map(|line| line.width()).max().unwrap_or(0);
    lines.push(rule.repeat(longest));
    for block in &panel.blocks {
        match block {
            Block::Facts(facts) => lines.extend(fact_lines(facts, width)),
            Block::Track(track) => lines.extend(track_lines(track, width)),
            Block::Cards(cards) => {
                lines.extend(cards.iter().flat_map(|card| card_lines(card, width)))
            }
            Block::Table { head, rows } => lines.extend(table_lines(head, rows, width)),
            Block::Text(text) => lines.extend(wrapped(text, width)),
        }
    }
    lines.iter().map(|line| format!("{}\n", line.trim_end())).collect()
}

/// One panel for those who listen: no columns, no boxes, every count in a line of its own.
pub(super) fn in_words(panel: &Panel) -> String {
    let mut lines = vec![format!("{}:", panel.title)];
    for block in &panel.blocks {
        match block {
            Block::Facts(facts) => {
                let known = facts.iter().filter(|fact| !fact.value.is_empty());
                lines.extend(
                    known.map(|fact| format!("{}: {}", fact.label, counted_out(&fact.value))),
                );
            }
            Block::Track(track) => lines.push(track_in_words(track)),
            Block::Cards(cards) => lines.extend(cards.iter().map(|card| {
                let text = [card.title.as_str(), card.text.as_str()].into_iter();
                let text = text.filter(|part| !part.is_empty()).collect::<Vec<_>>().join(": ");
                if card.faint { format!("{text} (not in use)") } else { text }
            })),
            Block::Table { head, rows } => {
                lines.extend(rows.iter().map(|row| row_in_words(head, row)));
            }
            Block::Text(text) => lines.push(text.clone()),
        }
    }
    lines.iter().map(|line| format!("{}\n", line.trim_end())).collect()
}

/// A row of a table, each cell behind its head, so that none is taken for another's.
fn row_in_words(head: &[String], row: &Row) -> String {
    let named = row.cells.iter().enumerate().filter(|(_, cell)| !cell.is_empty());
    let parts: Vec<String> = named
        .map(|(column, cell)| match head.get(column).map_or("", String::as_str) {
            "" => cell.clone(),
            name => format!("{name}: {cell}"),
        })
        .collect();
    format!("{}{}", parts.join("; "), if row.lit { " (this one)" } else { "" })
}

/// A value without strokes of a tally: they are counted.
fn counted_out(value: &str) -> String {
    let strokes = value.len() - value.trim_start_matches(['|', '/', ' ']).len();
    let count = value[..strokes].chars().filter(|stroke| *stroke != ' ').count();
    match count {
        0 => value.to_string(),
        count => format!("{count} {}", &value[strokes..]).trim_end().to_string(),
    }
}

/// A track in a sentence: where the counter lies, what comes behind the next boxes, what it means.
fn track_in_words(track: &Track) -> String {
    let name = match (track.label.as_str(), track.symbol) {
        ("", Some(symbol)) => symbol_glyph(symbol).name,
        (label, _) => label,
    };
    let count = track.boxes.len();
    let here = track.boxes.iter().position(|step| step.here);
    let mut text = match here.and_then(|here| Some((here, track.boxes.get(here)?))) {
        Some((_, step)) if count == 1 => format!("{name}: {}", step.label),
        Some((here, step)) => format!("{name}: {}, box {} of {count}", step.label, here + 1),
        None => format!("{name}: no counter on its {count} boxes"),
    };
    let ahead = track.boxes.iter().skip(here.unwrap_or(0)).find(|step| !step.after.is_empty());
    if let Some(step) = ahead {
        text.push_str(&format!("; after {}: {}", step.label, step.after));
    }
    if !track.note.is_empty() {
        text.push_str(&format!(". {}", track.note));
    }
    text
}

/// The text in lines of at most `width` columns; a longer word is broken.
pub fn wrapped(text: &str, width: usize) -> Vec<String> {
    let mut lines = Vec::new();
    for paragraph in text.split('\n') {
        let mut line = String::new();
        for word in paragraph.split_whitespace() {
            if !line.is_empty() && line.width() + 1 + word.width() <= width {
                line.push(' ');
                line.push_str(word);
                continue;
            }
            if !line.is_empty() {
                lines.push(std::mem::take(&mut line));
            }
            for c in word.chars() {
                if !line.is_empty() && line.width() + c.to_string().width() > width {
                    lines.push(std::mem::take(&mut line));
                }
                line.push(c);
            }
        }
        lines.push(line);
    }
    lines
}

/// Lines under a first line that starts with `first`; the others are set in as far.
fn hanging(first: &str, text: &str, width: usize) -> Vec<String> {
    let indent = first.width().min(width / 2);
    wrapped(text, width - indent)
        .into_iter()
        .enumerate()
        .map(|(index, line)| {
            if index == 0 {
                format!("{first}{line}")
            } else {
                format!("{}{line}", " ".repeat(indent))
            }
        })
        .collect()
}

fn fact_lines(facts: &[Fact], width: usize) -> Vec<String> {
    let widest = facts.iter().map(|fact| fact.label.width()).max().unwrap_or(0).min(width / 2);
    let line = |fact: &Fact| {
        let gap = " ".repeat(widest.saturating_sub(fact.label.width()) + 2);
        hanging(&format!("{}{gap}", fact.label), &fact.value, width)
    };
    facts.iter().flat_map(line).collect()
}

fn track_lines(track: &Track, width: usize) -> Vec<String> {
    let mut lines = Vec::new();
    let name = match (track.label.as_str(), track.symbol) {
        ("", Some(symbol)) => symbol_glyph(symbol).name,
        (label, _) => label,
    };
    let first = if name.is_empty() { String::new() } else { format!("{name}: ") };
    let indent = first.width().min(width / 2);
    let mut line = first;
    for step in &track.boxes {
        let mut text =
            if step.here { format!("<{}>", step.label) } else { format!("[{}]", step.label) };
        if !step.after.is_empty() {
            text.push_str(&format!(" {} ", step.after));
        }
        if line.width() > indent && line.width() + text.trim_end().width() > width {
            lines.push(std::mem::replace(&mut line, " ".repeat(indent)));
        }
        line.push_str(&text);
    }
    lines.push(line);
    if !track.note.is_empty() {
        lines.extend(hanging("  ", &track.note, width));
    }
    lines
}

/// A star before what can be used, a dash before what cannot.
fn card_lines(card: &Card, width: usize) -> Vec<String> {
    let text = match card.text.as_str() {
        "" => card.title.clone(),
        text => format!("{}: {text}", card.title),
    };
    hanging(if card.faint { "- " } else { "* " }, &text, width)
}

/// A table, or where it would break words a list of its rows.
fn table_lines(head: &[String], rows: &[Row], width: usize) -> Vec<String> {
    const GAP: usize = 2;
    let count = rows.iter().map(|row| row.cells.len()).chain([head.len()]).max().unwrap_or(0);
    let (mut widths, mut least) = (vec![1usize; count], vec![1usize; count]);
    let cells = rows.iter().map(|row| &row.cells[..]).chain([head]);
    for (column, text) in cells.flat_map(|cells| cells.iter().enumerate()) {
        let longest = text.split_whitespace().map(UnicodeWidthStr::width).max().unwrap_or(0);
        widths[column] = widths[column].max(text.width());
        least[column] = least[column].max(longest);
    }
    // The widest column gives way until the table fits, but no word is broken.
    let room = width.saturating_sub(2);
    while widths.iter().sum::<usize>() + GAP * count.saturating_sub(1) > room {
        let gives_way = widths.iter_mut().zip(&least).filter(|(width, least)| **width > **least);
        match gives_way.max_by_key(|(width, _)| **width) {
            Some((widest, _)) => *widest -= 1,
            None => return rows.iter().flat_map(|row| row_lines(head, row, width)).collect(),
        }
    }
    let set = |cells: &[String], lit: bool| -> Vec<String> {
        let broken: Vec<Vec<String>> =
            cells.iter().zip(&widths).map(|(text, width)| wrapped(text, *width)).collect();
        let high = broken.iter().map(Vec::len).max().unwrap_or(0);
        (0..high)
            .map(|index| {
                let mut line = if lit && index == 0 { "> ".to_string() } else { "  ".to_string() };
                for (cell, width) in broken.iter().zip(&widths) {
                    let text = cell.get(index).map_or("", String::as_str);
                    line.push_str(text);
                    line.push_str(&" ".repeat(width.saturating_sub(text.width()) + GAP));
                }
                line
            })
            .collect()
    };
    let mut lines = Vec::new();
    if !head.is_empty() {
        lines.extend(set(head, false));
        let rules: Vec<String> = widths.iter().map(|width| "-".repeat(*width)).collect();
        lines.extend(set(&rules, false));
    }
    for row in rows {
        lines.extend(set(&row.cells, row.lit));
    }
    lines
}

/// A row of a table as an entry of a list, each cell behind its head. Cells that are empty are left out.
fn row_lines(head: &[String], row: &Row, width: usize) -> Vec<String> {
    let named = row.cells.iter().enumerate().filter(|(_, cell)| !cell.is_empty());
    let parts: Vec<String> = named
        .map(|(column, cell)| match head.get(column).map_or("", String::as_str) {
            "" => cell.clone(),
            name => format!("{name} {cell}"),
        })
        .collect();
    hanging(if row.lit { "> " } else { "  " }, &parts.join(", "), width)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::panel::TrackBox;

    fn sheet() -> Panel {
        let boxes = ["A", "B", "C", "D", "E"]
            .iter()
            .enumerate()
            .map(|(index, label)| TrackBox {
                label: label.to_string(),
                after: if index == 3 { "-1".into() } else { String::new() },
                here: index == 2,
                ink: None,
            })
            .collect();
        let row = |cells: [&str; 2], lit| Row { cells: cells.map(str::to_string).to_vec(), lit };
        let fact = |label: &str, value: &str| Fact {
            label: label.into(),
            value: value.into(),
            ink: None,
            symbol: None,
        };
        Panel {
            id: "ann".into(),
            title: "Ann".into(),
            seat: Some(0),
            open: true,
            blocks: vec![
                Block::Facts(vec![fact("Life", "C"), fact("Movement", "4 of 6")]),
                Block::Track(Track {
                    label: "Water".into(),
                    symbol: None,
                    boxes,
                    note: "Two more dry days: lose 1.".into(),
                    short: String::new(),
                }),
                Block::Table {
                    head: vec!["2d6".into(), "Winter".into()],
                    rows: vec![
                        row(["2-3", "mild"], false),
                        row(["4", "snow up to the roof"], true),
                    ],
                },
            ],
        }
    }

    #[test]
    fn a_sheet_reads_like_one() {
        let expected = "\
Ann (seat 1)
============
Life      C
Movement  4 of 6
Water: [A][B]<C>[D] -1 [E]
  Two more dry days: lose 1.
  2d6  Winter
  ---  -------------------
  2-3  mild
> 4    snow up to the roof
";
        assert_eq!(panel(&sheet(), 40), expected);
    }

    #[test]
    fn a_sheet_can_be_listened_to() {
        let expected = "\
Ann:
Life: C
Movement: 4 of 6
Water: C, box 3 of 5; after D: -1. Two more dry days: lose 1.
2d6: 2-3; Winter: mild
2d6: 4; Winter: snow up to the roof (this one)
";
        assert_eq!(in_words(&sheet()), expected);
        assert_eq!(counted_out("||||/ || = 70"), "7 = 70");
        assert_eq!(counted_out("none = 0"), "none = 0");
    }

    #[test]
    fn no_word_is_lost_at_any_width() {
        let long = "eaten by a bear that came at night (F-3)";
        let mut whole = sheet();
        let boxes = (1..=24).map(|number| TrackBox {
            label: number.to_string(),
            after: if number % 3 == 0 { "-1".into() } else { String::new() },
            here: number == 1,
            ink: None,
        });
        whole.blocks.push(Block::Track(Track {
            label: "Food".into(),
            symbol: None,
            boxes: boxes.collect(),
            note: String::new(),
            short: String::new(),
        }));
        whole.blocks.push(Block::Table {
            head: ["die", "one", "two", "three"].map(str::to_string).to_vec(),
            rows: vec![Row {
                cells: ["1", long, long, long].map(str::to_string).to_vec(),
                lit: false,
            }],
        });
        for width in 20..120 {
            let text = panel(&whole, width);
            let letters = |text: &str| text.chars().filter(|c| c.is_alphanumeric()).count();
            let figures =
                letters("Food") + (1..=24).map(|n| letters(&n.to_string())).sum::<usize>();
            let cells = letters("dieonetwothree1") + 3 * letters(long);
            let rest = letters(&panel(&sheet(), width));
            assert_eq!(letters(&text), rest + figures + 8 + cells, "{width}");
        }
    }

    #[test]
    fn a_table_that_would_break_words_becomes_a_list() {
        let cells = |cells: [&str; 4]| cells.map(str::to_string).to_vec();
        let rows =
            vec![Row { cells: cells(["A1", "Marian Oake", "shotgun, edged", ""]), lit: false }];
        let head = cells(["", "name", "kit", "state"]);
        let wide = table_lines(&head, &rows, 40).join("\n");
        assert!(wide.contains("A1  Marian Oake  shotgun, edged"), "{wide}");
        let narrow = table_lines(&head, &rows, 24).join("\n");
        assert_eq!(narrow, "  A1, name Marian Oake,\n  kit shotgun, edged");
    }

    #[test]
    fn no_line_is_wider_than_asked() {
        for width in 20..60 {
            for line in panel(&sheet(), width).lines() {
                assert!(line.width() <= width, "{width}: {line}");
            }
        }
    }
}
