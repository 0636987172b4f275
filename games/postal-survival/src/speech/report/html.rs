//! The report as one self-contained page: for browsers, and for printing in a magazine.

use super::personal::{OwnCreature, Personal};
use super::primer::{self, Primer};
use super::{Report, map, text};
use crate::position::Id;
use std::collections::BTreeSet;
use std::fmt::Write;

/// Text that is nothing but text on a page.
pub fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for letter in text.chars() {
        match letter {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\'' => out.push_str("&#39;"),
            other => out.push(other),
        }
    }
    out
}

/// From how many pieces on press is folded away. PS-SCALE-04
const MUCH_PRESS: usize = 30;

fn table(
    out: &mut String,
    class: &str,
    head: &[&str],
    rows: &[Vec<String>],
    dim: impl Fn(usize) -> bool,
) {
    let _ = write!(out, "<div class=\"scroll\"><table class=\"{class}\"><thead><tr>");
    for cell in head {
        let _ = write!(out, "<th scope=\"col\">{}</th>", escaped(cell));
    }
    out.push_str("</tr></thead><tbody>");
    for (number, row) in rows.iter().enumerate() {
        out.push_str(if dim(number) { "<tr class=\"gone\">" } else { "<tr>" });
        for (cell, head) in row.iter().zip(head) {
            let none = if cell == "-" { " class=\"none\"" } else { "" };
            let (head, cell) = (escaped(head), escaped(cell));
            let _ = write!(out, "<td{none} data-head=\"{head}\">{cell}</td>");
        }
        out.push_str("</tr>");
    }
    out.push_str("</tbody></table></div>");
}

/// What stands above everything: the round, the introduction, the options.
fn header(out: &mut String, report: &Report) {
    let (kicker, head) = match report.round {
        0 => ("Before the first round".to_string(), "The island".to_string()),
        round => (format!("Round {round}"), report.season.clone()),
    };
    let _ = write!(
        out,
        "<header><p class=\"kicker\">{} · {}</p><h1>{}</h1>",
        escaped(&report.game),
        kicker,
        escaped(&head)
    );
    for correction in &report.corrections {
        let _ = write!(out, "<p class=\"corrected\">{}</p>", escaped(correction));
    }
    if !report.introduction.is_empty() {
        let _ = write!(
            out,
            "<p class=\"intro\">{}</p>",
            escaped(&report.introduction).replace('\n', "<br>")
        );
    }
    if !report.options.is_empty() {
        let options: Vec<String> = report
            .options
            .iter()
            .map(|(key, value)| escaped(&format!("{key} = {value}")))
            .collect();
        let _ = write!(out, "<p class=\"small\">Options: {}</p>", options.join(", "));
    }
    out.push_str("</header>");
}

/// The common report as a page, with a personal part if one is given.
pub fn write(report: &Report, personal: Option<&Personal>) -> String {
    let own: BTreeSet<Id> = personal
        .iter()
        .flat_map(|personal| &personal.creatures)
        .filter_map(|creature| creature.id.trim_end_matches(char::is_alphabetic).parse().ok())
        .collect();
    let mut out = String::with_capacity(64 * 1024);
    let title = escaped(&report.title());
    let _ = write!(
        out,
        "<!doctype html><html lang=\"en\"><head><meta charset=\"utf-8\"><meta name=\"viewport\" content=\"width=device-width,initial-scale=1\"><title>{title}</title><style>{STYLE}</style></head><body><main>"
    );
    header(&mut out, report);
    if let Some(score) = &report.score {
        the_end(&mut out, score);
    }
    if report.has_account() {
        what_happened(&mut out, report);
    }
    if let Some(primer) = &report.primer {
        how_it_is_played(&mut out, primer);
    }
    let _ = write!(
        out,
        "<section class=\"map\"><h2>Map</h2><div class=\"scroll\">{}</div><p class=\"small\">On top of each hex: (corpses, plant meals left, meals in Spring). At the bottom: the creatures in it. G grassland, J jungle, D desert, W water.</p>",
        map::svg(report, &own)
    );
    let crowded: Vec<String> = map::crowded(report)
        .map(|hex| format!("<li><b>{}</b>: {}</li>", hex.label, hex.id_list().replace(',', ", ")))
        .collect();
    if !crowded.is_empty() {
        let _ =
            write!(out, "<p>Where more stand than the map shows:</p><ul>{}</ul>", crowded.concat());
    }
    out.push_str("</section>");
    out.push_str("<section><h2>Status</h2>");
    let dead = |row: usize| report.status.get(row).is_some_and(|row| !row.alive);
    table(
        &mut out,
        "status cards",
        &text::status_head(report.notes_column),
        &text::status_rows(report),
        dead,
    );
    out.push_str("</section><section><h2>Standings</h2>");
    let gone = |row: usize| report.standings.get(row).is_some_and(|row| row.extinct.is_some());
    table(&mut out, "standings", &text::STANDINGS, &text::standing_rows(report), gone);
    let _ = write!(out, "<p>{}</p></section>", escaped(&text::totals(report)));
    if !report.press.is_empty() {
        press(&mut out, report);
    }
    if !report.votes.is_empty() || !report.notices.is_empty() {
        out.push_str("<section><h2>Notices</h2><ul>");
        for notice in report.votes.iter().chain(&report.notices) {
            let _ = write!(out, "<li>{}</li>", escaped(notice));
        }
        out.push_str("</ul></section>");
    }
    if let Some(score) = &report.score {
        families(&mut out, score);
    }
    if let Some(next) = text::next(report) {
        let _ =
            write!(out, "<section class=\"next\"><h2>Next</h2><p>{}</p></section>", escaped(&next));
    }
    if let Some(personal) = personal {
        own_part(&mut out, personal);
    }
    out.push_str("</main></body></html>\n");
    out
}

fn what_happened(out: &mut String, report: &Report) {
    out.push_str("<section><h2>What happened</h2>");
    for headline in &report.headlines {
        let _ = write!(out, "<h3 class=\"headline\">{}</h3>", escaped(headline));
    }
    for sentence in &report.threads {
        let _ = write!(out, "<p class=\"thread\">{}</p>", escaped(sentence));
    }
    out.push_str("<div class=\"account\">");
    for sentence in &report.account {
        let _ = write!(out, "<p>{}</p>", escaped(sentence));
    }
    if report.untold > 0 {
        let _ = write!(out, "<p>… and {} smaller things.</p>", report.untold);
    }
    out.push_str("</div></section>");
}

fn how_it_is_played(out: &mut String, primer: &Primer) {
    let _ = write!(out, "<section><h2>{}</h2>", primer::TITLE);
    for said in &primer.said {
        let _ = write!(out, "<p>{}</p>", escaped(said));
    }
    let _ = write!(out, "<pre>{}</pre><h3>{}</h3><ul>", escaped(primer.orders), primer::GENES);
    for gene in &primer.genes {
        let _ = write!(out, "<li>{}</li>", escaped(gene));
    }
    out.push_str("</ul></section>");
}

fn press(out: &mut String, report: &Report) {
    let much = report.press.len() > MUCH_PRESS;
    out.push_str("<section><h2>Press</h2>");
    if much {
        let _ = write!(out, "<details><summary>{} pieces</summary>", report.press.len());
    }
    out.push_str("<div class=\"press\">");
    for piece in &report.press {
        let by = piece.by.as_deref().unwrap_or("anonymous");
        let _ = write!(
            out,
            "<blockquote><p>{}</p><footer>{}</footer></blockquote>",
            escaped(&piece.text).replace('\n', "<br>"),
            escaped(by)
        );
    }
    out.push_str("</div>");
    if much {
        out.push_str("</details>");
    }
    out.push_str("</section>");
}

fn the_end(out: &mut String, score: &super::score::ScoreSheet) {
    let _ = write!(
        out,
        "<section class=\"end\"><h2>The end</h2><p class=\"winner\">{}</p><ul>",
        escaped(&score.text)
    );
    for (diet, best) in score.crowns.iter().filter(|(_, best)| !best.is_empty()) {
        let _ = write!(out, "<li>Crown of the {diet}s: {}</li>", escaped(&best.join(", ")));
    }
    for record in &score.records {
        let _ = write!(out, "<li>{}</li>", escaped(record));
    }
    let [eaten, killed, tussles, starved] = score.deaths;
    let _ = write!(
        out,
        "<li>Deaths: {eaten} eaten, {killed} killed in fights, {tussles} in tussles, {starved} starved</li></ul>"
    );
    curves(out, &score.curves);
    if !score.seed.is_empty() {
        let _ = write!(out, "<p class=\"small\">Seed: <code>{}</code></p>", escaped(&score.seed));
    }
    out.push_str("</section>");
}

/// Every species of the game with its family tree.
fn families(out: &mut String, score: &super::score::ScoreSheet) {
    out.push_str("<section><h2>Families</h2><details><summary>All species</summary>");
    let rows: Vec<Vec<String>> = score
        .species
        .iter()
        .map(|row| {
            let most = format!("{} (round {})", row.most, row.most_in_round);
            vec![
                row.species.clone(),
                row.alive.to_string(),
                most,
                row.born.to_string(),
                row.kills.to_string(),
                row.genes.clone(),
                row.family.clone(),
            ]
        })
        .collect();
    table(
        out,
        "families",
        &["species", "alive", "most", "born", "kills", "genes reached", "family († dead)"],
        &rows,
        |_| false,
    );
    out.push_str("</details></section>");
}

/// Living creatures of each diet by round.
fn curves(out: &mut String, curves: &[[u32; 3]]) {
    let most = f64::from(curves.iter().flatten().copied().max().unwrap_or(1).max(1));
    let (width, height) = (600.0, 160.0);
    let step = width / curves.len().saturating_sub(1).max(1) as f64;
    let _ = write!(
        out,
        "<figure><svg viewBox=\"-30 -10 720 200\" role=\"img\" aria-label=\"Creatures of each diet by round\"><path d=\"M0 0V{height}H{width}\" fill=\"none\" stroke=\"#777\"/><text x=\"-6\" y=\"5\" text-anchor=\"end\" font-size=\"12\" fill=\"currentColor\">{most}</text>"
    );
    for (diet, (colour, dashes, name)) in [
        ("var(--grass)", "", "herbivores"),
        ("var(--fruit)", "6 4", "omnivores"),
        ("var(--meat)", "2 3", "carnivores"),
    ]
    .iter()
    .enumerate()
    {
        let points: Vec<String> = curves
            .iter()
            .enumerate()
            .map(|(round, counts)| {
                format!(
                    "{:.0},{:.0}",
                    round as f64 * step,
                    height - f64::from(counts[diet]) / most * height
                )
            })
            .collect();
        let last =
            curves.last().map_or(height, |counts| height - f64::from(counts[diet]) / most * height);
        let label = (last + 4.0).clamp(10.0, height) - diet as f64 * 0.01;
        let _ = write!(
            out,
            "<polyline points=\"{}\" fill=\"none\" stroke=\"{colour}\" stroke-width=\"2.5\" stroke-dasharray=\"{dashes}\"/><text x=\"{:.0}\" y=\"{label:.0}\" font-size=\"12\" fill=\"{colour}\">{name}</text>",
            points.join(" "),
            width + 6.0
        );
    }
    out.push_str("</svg><figcaption>Creatures of each diet after each round</figcaption></figure>");
}

fn own_part(out: &mut String, personal: &Personal) {
    let _ = write!(
        out,
        "<section class=\"own\"><h2>For {} alone</h2><p><strong>{}</strong></p>",
        escaped(&personal.player),
        escaped(&personal.due)
    );
    if !personal.creatures.is_empty() {
        let rows: Vec<Vec<String>> = personal.creatures.iter().map(OwnCreature::cells).collect();
        table(out, "cards", &OwnCreature::HEAD, &rows, |_| false);
    }
    for (title, lines) in personal.lists() {
        if !lines.is_empty() {
            let _ = write!(out, "<h3>{title}</h3><ul>");
            for line in lines {
                let _ = write!(out, "<li>{}</li>", escaped(line));
            }
            out.push_str("</ul>");
        }
    }
    if !personal.form.is_empty() {
        let _ = write!(
            out,
            "<h3>Order form, filled in with what happens if you send nothing</h3><pre>{}</pre>",
            escaped(&personal.form)
        );
    }
    out.push_str("</section>");
}

const STYLE: &str = "\
:root{--ink:#1d2119;--paper:#fffdf7;--rule:#cfc9b8;--leaf:#3f6b34;--faint:#6a6a5e;--box:#f4f0e2;--slip:#fff;--grass:#2f7d32;--fruit:#b26a00;--meat:#b3261e;color-scheme:light dark}\
@media screen and (prefers-color-scheme:dark){:root{--ink:#e6e2d3;--paper:#171a14;--rule:#45473c;--leaf:#9cc58d;--faint:#a3a292;--box:#22261d;--slip:#11140f;--grass:#7fcf83;--fruit:#e6a545;--meat:#ff8a80}.map svg{filter:brightness(.86)}}\
*{box-sizing:border-box}\
body{margin:0;background:var(--paper);color:var(--ink);font:16px/1.5 Georgia,'Iowan Old Style','Palatino Linotype',serif}\
main{max-width:70rem;margin:0 auto;padding:1.5rem 1.25rem 3rem}\
header{border-bottom:3px double var(--ink);margin-bottom:1.5rem;padding-bottom:.75rem}\
.kicker{margin:0;font-variant:small-caps;letter-spacing:.06em;color:var(--leaf)}\
h1{margin:.1em 0 .2em;font-size:clamp(1.9rem,6vw,3.2rem);line-height:1.1}\
h2{margin:2rem 0 .6rem;font-size:1.35rem;border-bottom:1px solid var(--rule)}\
h3{margin:1.2rem 0 .3rem;font-size:1.05rem}\
.intro{font-size:1.1rem;font-style:italic}\
.corrected{border:2px solid var(--meat);padding:.3rem .8rem;font-weight:700}\
.headline{font-size:1.5rem;line-height:1.15;margin:.6rem 0 .2rem}\
.headline+.headline{font-size:1.15rem;font-weight:400;font-style:italic}\
.thread{margin:.35rem 0;max-width:44rem}\
.thread+.account,.headline+.account{margin-top:1rem}\
.small,figcaption{font-size:.85rem;color:var(--faint)}\
.account{columns:22rem;column-gap:2.2rem}\
.account p{margin:0 0 .55em;break-inside:avoid}\
.map svg{display:block;width:100%;min-width:34rem;max-height:60rem;margin:0 auto}\
.scroll{overflow-x:auto}\
table{border-collapse:collapse;width:100%;font:0.86rem/1.35 'Helvetica Neue',Arial,sans-serif}\
th{text-align:left;border-bottom:2px solid var(--ink);padding:.25rem .5rem;white-space:nowrap}\
td{border-bottom:1px solid var(--rule);padding:.25rem .5rem;vertical-align:top}\
tr.gone td{color:var(--faint);font-style:italic}\
.status td:nth-child(2),.status td:nth-child(3),.status td:nth-child(4),.status td:nth-child(5){white-space:nowrap}\
blockquote{margin:0 0 1rem;padding:.4rem 0 .4rem 1rem;border-left:3px solid var(--leaf);break-inside:avoid}\
blockquote p{margin:0}\
blockquote footer{text-align:right;font-style:italic;color:var(--faint)}\
blockquote footer::before{content:'— '}\
.press{columns:24rem;column-gap:2.2rem}\
.next,.own,.end{background:var(--box);padding:.2rem 1.1rem 1rem;margin-top:2rem}\
.next h2,.own h2,.end h2{margin-top:.8rem}\
.winner{font-size:1.3rem}\
figure{margin:1rem 0}figure svg{width:100%;max-width:46rem}\
pre,code{font:0.85rem/1.4 ui-monospace,Menlo,Consolas,monospace;overflow-wrap:anywhere}\
pre{background:var(--slip);border:1px solid var(--rule);padding:.7rem;white-space:pre-wrap}\
@media(max-width:42rem){\
td,.status td:nth-child(n){white-space:normal}.cards,.cards tbody{display:block}\
.cards thead{position:absolute;left:-9999px}\
.cards tr{display:block;border-bottom:2px solid var(--rule);padding:.45rem 0}\
.cards td{display:inline-block;border:0;padding:0 .6rem 0 0}\
.cards td.none{display:none}\
.cards td:nth-child(1){font-weight:700}\
.cards td::before{content:attr(data-head) ' ';color:var(--faint);font-weight:400;font-size:.78rem}\
.cards td:nth-child(1)::before,.cards td:last-child::before{content:''}\
.status td:last-child{display:block;padding-top:.1rem}\
.standings td:nth-child(4),.standings th:nth-child(4),.standings td:nth-child(8),.standings th:nth-child(8),.standings td:nth-child(9),.standings th:nth-child(9){display:none}\
}\
@page{margin:15mm}\
@media print{body{background:#fff;font-size:10pt}table{font-size:8pt}.status td:first-child{min-width:7em}td{padding:.12rem .4rem}h2,h3{break-after:avoid}.account,.press{columns:2}details::details-content{content-visibility:visible;block-size:auto}main{max-width:none;padding:0}.scroll{overflow:visible}.map{break-inside:avoid}.map svg{min-width:0;max-height:22cm}tr,blockquote{break-inside:avoid}thead{display:table-header-group}.next,.own,.end{background:none;border:1px solid var(--rule)}}\
";
