//! The tables of the study: every cell as a row, the rounds as curves, and a page of summaries.

use super::Study;
use super::cell::Found;
use super::plan::{Centre, FINALISTS, SIZE_HEXES, SIZES, TablePlayers};
use arena::plot::format_number;
use arena::statistics::Estimate;
use std::fmt::Write;

/// Digits that mean something.
fn short(value: f64) -> String {
    let text = format!("{value:.4}");
    text.trim_end_matches('0').trim_end_matches('.').to_string()
}

/// One row for each cell: what was played, the score, and every figure with its interval.
pub fn cells(study: &Study) -> String {
    let all = [&study.stage_1, &study.finals, &study.sizes, &study.singles, &study.rulings];
    let mut table = String::from("stage,table,centre,varied,value,players,games,bands,of,distance");
    if let Some(first) = study.stage_1.first() {
        for column in first.figures() {
            let _ = write!(table, ",{0},{0}.low,{0}.high", column.name);
        }
    }
    for found in all.into_iter().flatten() {
        let cell = &found.cell;
        let (met, of) = found.bands();
        let centre = cell.centre.as_ref().map_or("", |centre| centre.name);
        let _ = write!(
            table,
            "\n{},{},{centre},{},{},{},{},{met},{of},{}",
            cell.stage,
            cell.table.name(),
            cell.key,
            cell.value,
            cell.players,
            found.summary.games,
            short(found.summary.distance(&found.columns))
        );
        for column in found.figures() {
            match found.mean(&column.name) {
                None => table.push_str(",,,"),
                Some(Estimate { value, low, high }) => {
                    let _ = write!(table, ",{},{},{}", short(value), short(low), short(high));
                }
            }
        }
    }
    table.push('\n');
    table
}

/// The cell of the rulings stage that plays a centre by the usual rules.
pub fn usual(study: &Study, centre: usize) -> Option<&Found> {
    let name = study.centres[centre].name;
    study.rulings.iter().find(|found| {
        let same = found.cell.centre.as_ref().is_some_and(|centre| centre.name == name);
        same && found.cell.value == "as usual"
    })
}

/// Living species and creatures of each diet by round at both centres: the median, and where eight in
/// ten games lie.
pub fn rounds(study: &Study) -> String {
    let mut table = String::from("centre,what,round,median,tenth,ninetieth\n");
    for (place, centre) in study.centres.iter().enumerate() {
        let Some(found) = usual(study, place) else { continue };
        for what in ["alive", "herbivores", "omnivores", "carnivores"] {
            for round in 1..=15 {
                if let Some(found) = found.middle(&format!("{what}.{round}")) {
                    let Estimate { value, low, high } = found;
                    let [value, low, high] = [value, low, high].map(short);
                    let _ = writeln!(table, "{},{what},{round},{value},{low},{high}", centre.name);
                }
            }
        }
    }
    table
}

/// A figure of a cell with its interval; bold outside its band.
fn told(found: &Found, name: &str) -> String {
    let column = found.columns.iter().find(|column| column.name == name);
    let (Some(column), Some(estimate)) = (column, found.mean(name)) else {
        return "–".into();
    };
    let show = |value: f64| match column.share {
        true => format!("{:.0} %", value * 100.0),
        false => format_number(value),
    };
    let text = show(estimate.value);
    match column.healthy {
        Some((low, high)) if !(low..=high).contains(&estimate.value) => format!("**{text}**"),
        _ => text,
    }
}

/// The three diets' wins.
fn diets(found: &Found) -> String {
    ["m1.herbivores", "m1.omnivores", "m1.carnivores"].map(|name| told(found, name)).join(" / ")
}

fn bands(found: &Found) -> String {
    let (met, of) = found.bands();
    format!("{met} of {of}")
}

/// A row for each island: bands met, the diets' wins, bands missed.
fn islands<'a>(page: &mut String, all: impl Iterator<Item = &'a Found>) {
    page.push_str("| island | bands | outside by | wins H / O / C against their share | missed |\n|---|---|---|---|---|\n");
    for found in all {
        let words = found.cell.centre.as_ref().map(Centre::words).unwrap_or_default();
        let (outside, missed) = (found.summary.distance(&found.columns), found.missed().join(", "));
        let (bands, diets) = (bands(found), diets(found));
        let _ = writeln!(page, "| {words} | {bands} | {outside:.2} | {diets} | {missed} |");
    }
}

/// The page.
pub fn page(study: &Study, games: u64, seed: u64) -> String {
    let mut page = format!(
        "# Tables of the balance study\n\nWritten by `cargo xtask study {games} {seed}`: {games} \
         games a cell, a quarter of that from 300 players on. Bold lies outside the healthy band.\n"
    );
    let _ = writeln!(page, "\n## Stage 1: the {FINALISTS} best of {}\n", study.stage_1.len());
    let mut best: Vec<&Found> = study.stage_1.iter().collect();
    best.sort_by(|a, b| b.score().total_cmp(&a.score()));
    islands(&mut page, best.into_iter().take(FINALISTS));
    let games = study.finals.first().map_or(0, |found| found.summary.games);
    let _ = writeln!(
        page,
        "\n## The final: these and the two centres again\n\n{games} games each, on seeds that stage 1 did not use.\n"
    );
    let mut finals: Vec<&Found> = study.finals.iter().collect();
    finals.sort_by(|a, b| b.score().total_cmp(&a.score()));
    islands(&mut page, finals.into_iter());
    let hexes = SIZE_HEXES.map(|hexes| format!("{} | ", hexes as f64 / 100.0)).concat();
    let rules = "---|".repeat(SIZE_HEXES.len());
    let _ = writeln!(
        page,
        "\n## How many hexes a player: bands met\n\n| players | first run | {hexes}usual |\n|---|---|{rules}---|"
    );
    for players in SIZES {
        let of_size = study.sizes.iter().filter(|found| found.cell.players == players);
        let row: Vec<String> = of_size.map(bands).collect();
        let _ = writeln!(page, "| {players} | {} |", row.join(" | "));
    }
    page.push_str("\n## How many hexes: figures\n\n| players | hexes | H / O / C | M2 | M3 after 4, 8, 12, end | M6 | M9 | M12 | M14 shared, share | missed |\n|---|---|---|---|---|---|---|---|---|---|\n");
    for found in &study.sizes {
        let extinct = ["4", "8", "12", "end"].map(|at| told(found, &format!("m3.extinct.{at}")));
        let _ = writeln!(
            page,
            "| {} | {} | {} | {} | {} | {} | {} | {} | {}, {} | {} |",
            found.cell.players,
            found.cell.value,
            diets(found),
            told(found, "m2.diets"),
            extinct.join(", "),
            told(found, "m6.leader.8"),
            told(found, "m9.leads"),
            told(found, "m12.capacity"),
            told(found, "m14.shared"),
            told(found, "m14.share"),
            found.missed().join(", ")
        );
    }
    page.push_str("\n## All figures at both centres\n\n| figure | healthy | first run | balanced island |\n|---|---|---|---|\n");
    if let [Some(first), Some(best)] = [usual(study, 0), usual(study, 1)] {
        let _ = writeln!(page, "| bands met | | {} | {} |", bands(first), bands(best));
        for column in first.figures().filter(|column| column.healthy.is_some()) {
            let show = |value: f64| match column.share {
                true => format!("{:.0} %", value * 100.0),
                false => format_number(value),
            };
            let healthy = column.healthy.map_or(String::new(), |(low, high)| match high < 1e9 {
                true => format!("{} to {}", show(low), show(high)),
                false => format!("from {}", show(low)),
            });
            let both = [first, best].map(|found| {
                let interval = found.mean(&column.name).map_or(String::new(), |estimate| {
                    format!(" ({} to {})", show(estimate.low), show(estimate.high))
                });
                told(found, &column.name) + &interval
            });
            let name = &column.name;
            let _ = writeln!(page, "| {name} | {healthy} | {} | {} |", both[0], both[1]);
        }
    }
    for table in [TablePlayers::Mixed, TablePlayers::Skilled] {
        let _ = writeln!(
            page,
            "\n## Stage 2, {} tables\n\n| around | varied | | bands | H / O / C | M2 | extinct at the end | M6 | M10 | M15 |\n|---|---|---|---|---|---|---|---|---|---|",
            table.name()
        );
        for found in study.singles.iter().filter(|found| found.cell.table.name() == table.name()) {
            let _ = writeln!(
                page,
                "| {} | {} | {} | {} | {} | {} | {} | {} | {} | {} |",
                found.cell.centre.as_ref().map_or("", |centre| centre.name),
                found.cell.key,
                found.cell.value,
                bands(found),
                diets(found),
                told(found, "m2.diets"),
                told(found, "m3.extinct.end"),
                told(found, "m6.leader.8"),
                told(found, "m10.skill"),
                told(found, "m15.plants")
            );
        }
    }
    page.push_str("\n## Stage 3: other readings of the rules\n\nWhat moves by more than its interval, against the usual readings on the same seeds.\n\n| around | reading | bands | H / O / C | what it changes |\n|---|---|---|---|---|\n");
    for found in &study.rulings {
        let centre = found.cell.centre.as_ref().map_or("", |centre| centre.name);
        let place = study.centres.iter().position(|known| known.name == centre).unwrap_or(0);
        let changes = usual(study, place).map_or(String::new(), |usual| changes(usual, found));
        let _ = writeln!(
            page,
            "| {centre} | {} | {} | {} | {changes} |",
            found.cell.value,
            bands(found),
            diets(found)
        );
    }
    page
}

/// The figures that lie apart from those of the usual readings, with both values.
fn changes(usual: &Found, found: &Found) -> String {
    let mut told = Vec::new();
    for column in found.figures().filter(|column| column.healthy.is_some() && !column.jointly) {
        let (Some(before), Some(after)) = (usual.mean(&column.name), found.mean(&column.name))
        else {
            continue;
        };
        if before.high < after.low || after.high < before.low {
            let show = |value: f64| match column.share {
                true => format!("{:.0} %", value * 100.0),
                false => format_number(value),
            };
            told.push(format!("{} {} → {}", column.name, show(before.value), show(after.value)));
        }
    }
    if told.is_empty() { "nothing".into() } else { told.join(", ") }
}
