//! Numbers are true: what a choice promises to change changes by just that, and what a scene counts
//! twice it counts alike.

use super::offers::Offer;
use super::walk::Walk;
use super::{Held, must, never_panics};
use crate::dice::{Dice, Seed};
use crate::log::Log;
use crate::seat::{Names, Seat, Viewer};
use crate::shown::Conformant;
use stage::{
    BlankKind, Block, Change, Choice, Fact, Panel, Piece, Prompt, Row, Scene, Slip, Track,
};
use terrain::Fit;

/// Choices whose promises are tried at a look.
const MOST_TRIED: usize = 12;

/// Words that may stand between a number and `left`.
const MOST_WORDS: usize = 4;

impl<G: Conformant> Walk<'_, G> {
    /// What the choices of this seat promise to change changes by just that.
    pub(super) fn changes_hold(&mut self, seat: Seat, offer: &Offer<G>) -> Held {
        let (game, position) = (self.game.game(), self.game.position());
        let viewer = Viewer::Seat(seat);
        let scene = game.scene(&game.view(position, viewer), viewer, &offer.legal, Names::NONE);
        let choices = scene.prompt.iter().flat_map(|prompt| &prompt.choices);
        let mut promising: Vec<&Choice> = choices.filter(|it| !it.changes.is_empty()).collect();
        self.look.shuffle("promises", &mut promising);
        for choice in promising.into_iter().take(MOST_TRIED) {
            let promises = |problem: String| format!("`{}` {problem}", choice.notation);
            let before = choice.changes.iter().map(|change| counted_now(&scene, change));
            let before = before.collect::<Result<Vec<i64>, String>>().map_err(promises)?;
            let meant = |action: &&G::Action| game.notation(action) == choice.notation;
            let Some(action) = offer.legal.iter().find(meant) else { continue };
            let luck = Seed::from_number(u64::from(self.look.roll("luck", u32::MAX)));
            let (mut after, mut log) = (position.clone(), Log::new());
            never_panics(
                || format!("`{}` of seat {seat}", choice.notation),
                || game.apply(&mut after, seat, action, &mut Dice::seeded(luck), &mut log),
            )?;
            if log.entries().iter().any(|entry| game.chapter(&entry.event).is_some()) {
                continue;
            }
            let after = game.scene(&game.view(&after, viewer), viewer, &[], Names::NONE);
            for (change, before) in choice.changes.iter().zip(before) {
                let Some(after) = count(&after, change) else { continue };
                let came = after - before;
                must(came == i64::from(change.by), || {
                    promises(format!("promises {change}, but what came was {came:+}"))
                })?;
            }
        }
        Ok(())
    }
}

/// The count that a change is about, which the sheet must have once.
fn counted_now(scene: &Scene, change: &Change) -> Result<i64, String> {
    must(change.by != 0, || format!("promises that `{}` does not change", change.count))?;
    count(scene, change).ok_or_else(|| {
        let Change { sheet, count, .. } = change;
        format!("promises {change}, but the sheet `{sheet}` does not have one count `{count}`")
    })
}

/// The count that a change is about; none if the sheet does not have it, or has several.
fn count(scene: &Scene, change: &Change) -> Option<i64> {
    let panel = scene.panels.iter().find(|panel| panel.id == change.sheet)?;
    let mut found = counts(panel).filter(|(label, _)| *label == change.count);
    match (found.next(), found.next()) {
        (Some((_, number)), None) => number,
        _ => None,
    }
}

/// What a sheet counts, by its label.
fn counts(panel: &Panel) -> impl Iterator<Item = (String, Option<i64>)> {
    panel.blocks.iter().flat_map(|block| -> Vec<(String, Option<i64>)> {
        match block {
            Block::Facts(facts) => {
                facts.iter().map(|fact| (fact.label.clone(), number(&fact.value))).collect()
            }
            Block::Track(track) => vec![(track.label.clone(), place_on(track))],
            Block::Table { head, rows } => rows.iter().flat_map(|row| cells(head, row)).collect(),
            Block::Cards(_) | Block::Text(_) => Vec::new(),
        }
    })
}

/// The cells of a row, each called by the first cell and the head of its column.
fn cells(head: &[String], row: &Row) -> Vec<(String, Option<i64>)> {
    let first = row.cells.first().map_or("", String::as_str);
    let named = head.iter().zip(&row.cells).skip(1);
    named.map(|(column, cell)| (format!("{first} {column}"), number(cell))).collect()
}

/// Which box of a track the counter lies in.
fn place_on(track: &Track) -> Option<i64> {
    track.boxes.iter().position(|step| step.here).map(|place| place.fit())
}

/// The first number of a text, with its sign.
fn number(text: &str) -> Option<i64> {
    let start = text.find(|letter: char| letter.is_ascii_digit())?;
    let digits = text[start..].split(|letter: char| !letter.is_ascii_digit()).next()?;
    let number: i64 = digits.parse().ok()?;
    Some(if text[..start].ends_with(['-', '−']) { -number } else { number })
}

/// What the scene of a viewer counts twice it counts alike.
pub(super) fn counts_agree(scene: &Scene) -> Held {
    scene.pieces.iter().try_for_each(piece_agrees)?;
    scene.panels.iter().try_for_each(panel_agrees)?;
    let Some(prompt) = &scene.prompt else { return Ok(()) };
    what_is_left_agrees(scene, prompt)?;
    prompt.slips.iter().try_for_each(slip_adds_up)
}

/// A number that is written on a piece is in its description: whoever cannot see reads the same.
fn piece_agrees(piece: &Piece) -> Held {
    let numbers = |text: &str| -> Vec<String> {
        let parts = text.split(|letter: char| !letter.is_ascii_digit());
        parts.filter(|part| !part.is_empty()).map(str::to_string).collect()
    };
    let told = numbers(&piece.description);
    let missing = numbers(&piece.label).into_iter().find(|number| !told.contains(number));
    must(missing.is_none(), || {
        format!(
            "the piece `{}` shows `{}`, but is described as `{}`",
            piece.id, piece.label, piece.description
        )
    })
}

/// A sheet contradicts neither itself nor its sums.
fn panel_agrees(panel: &Panel) -> Held {
    let what = || format!("the sheet `{}`", panel.id);
    for block in &panel.blocks {
        match block {
            Block::Table { rows, .. } => {
                total_agrees(rows).map_err(|problem| format!("{} {problem}", what()))?;
            }
            Block::Track(track) => {
                let counters = track.boxes.iter().filter(|step| step.here).count();
                must(counters <= 1, || {
                    format!("{} has {counters} counters on `{}`", what(), track.label)
                })?;
                fact_agrees(panel, track).map_err(|problem| format!("{} {problem}", what()))?;
            }
            Block::Facts(_) | Block::Cards(_) | Block::Text(_) => {}
        }
    }
    Ok(())
}

/// A fact beside a track of the same name has the number that is printed where the counter lies.
fn fact_agrees(panel: &Panel, track: &Track) -> Held {
    let facts = panel.blocks.iter().flat_map(|block| match block {
        Block::Facts(facts) => facts.as_slice(),
        _ => &[],
    });
    let same = |fact: &&Fact| fact.label.eq_ignore_ascii_case(&track.label);
    let printed = track.boxes.iter().find(|step| step.here).and_then(|step| number(&step.label));
    let wrong = facts.filter(same).find(|fact| {
        printed.is_some() && number(&fact.value).is_some_and(|it| Some(it) != printed)
    });
    must(wrong.is_none(), || {
        format!("says {wrong:?}, but the counter of `{}` lies elsewhere", track.label)
    })
}

/// A row that is called a total is the sum of the rows above it, column by column, where these are numbers.
fn total_agrees(rows: &[Row]) -> Held {
    let first = |row: &Row| row.cells.first().map_or(String::new(), |cell| cell.to_lowercase());
    let Some(at) = rows.iter().position(|row| first(row).starts_with("total")) else {
        return Ok(());
    };
    for (column, cell) in rows[at].cells.iter().enumerate().skip(1) {
        let above = rows[..at].iter().map(|row| row.cells.get(column).and_then(|it| number(it)));
        let (Some(total), Some(above)) = (number(cell), above.collect::<Option<Vec<i64>>>()) else {
            continue;
        };
        let sum: i64 = above.iter().sum();
        must(sum == total, || format!("has the total {total} under {above:?}, which make {sum}"))?;
    }
    Ok(())
}

/// What the question says is left is what a sheet of that seat counts under the same words.
fn what_is_left_agrees(scene: &Scene, prompt: &Prompt) -> Held {
    let own = |panel: &&Panel| panel.seat.is_none_or(|seat| seat == prompt.seat);
    let counted: Vec<(String, i64)> = scene
        .panels
        .iter()
        .filter(own)
        .flat_map(counts)
        .filter_map(|(label, number)| Some((plain(label.trim_end_matches(" left")), number?)))
        .collect();
    for (number, thing) in left_in(&prompt.question).into_iter().chain(left_in(&prompt.hint)) {
        let known = || counted.iter().filter(|(label, _)| *label == thing);
        must(known().next().is_none() || known().any(|(_, known)| *known == number), || {
            format!("the question says that {number} {thing} is left, the sheet {counted:?}")
        })?;
    }
    Ok(())
}

/// Words without capitals, marks and plurals.
fn plain(words: &str) -> String {
    let bare = |word: &str| {
        let word = word.trim_matches(|letter: char| !letter.is_alphanumeric()).to_lowercase();
        word.strip_suffix('s').map_or(word.clone(), str::to_string)
    };
    let words = words.split_whitespace().map(bare);
    words.collect::<Vec<_>>().join(" ")
}

/// What a text says is left: "3 action points left".
fn left_in(text: &str) -> Vec<(i64, String)> {
    let words: Vec<&str> = text.split_whitespace().collect();
    let found = words.iter().enumerate().filter_map(|(at, word)| {
        let number: i64 = word.parse().ok()?;
        let rest = &words[at + 1..];
        let end = rest.iter().take(MOST_WORDS + 1).position(|word| plain(word) == "left")?;
        Some((number, plain(&rest[..end].join(" "))))
    });
    found.collect()
}

/// What stands in a slip at first adds up to what it must.
fn slip_adds_up(slip: &Slip) -> Held {
    let Some(wanted) = slip.sum else { return Ok(()) };
    let first = slip.blanks.iter().map(|blank| match blank.entry {
        BlankKind::Number { first, .. } => first,
        _ => 0,
    });
    let sum: i32 = first.sum();
    must(sum == wanted, || {
        format!("the slip `{}` begins with {sum}, but must have {wanted}", slip.title)
    })
}
