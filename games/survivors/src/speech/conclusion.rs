//! The end in words, and the sums that decided it.

use crate::Survivors;
use crate::edition::scenarios::Worth;
use crate::position::{Ending, Position, Side};
use crate::rules::ending::{Heading, MARGIN};
use table::{Reckoning, Seat};

/// The end in a sentence: what ended it, the points and what they are for, and what decided.
/// SV-END-02, SV-END-03, SV-END-04, SV-END-06, SV-END-08, SV-END-09
pub(crate) fn conclusion(game: &Survivors, position: &Position) -> String {
    let ending = position.ended.unwrap_or(Ending::Limit);
    let totals = game.totals(position);
    let points = |side: Side| totals[side.index()] + position.before[side.index()];
    let name = |side: Side| game.scenario.sides[side.index()].name.as_str();
    let how = match ending {
        Ending::Limit => format!("Turn {}, the last, is over", position.turn),
        Ending::Empty => "Nobody is left on the table".into(),
        Ending::Stopped => "The last side on the table stops".into(),
        Ending::Conceded => "All others have conceded".into(),
    };
    let told = |side: Side| {
        let conceded = if position.has_conceded(side) { ", conceded" } else { "" };
        format!("{} {}{}{conceded}", name(side), points(side), points_told(game, position, side))
    };
    let scores = game.sides().map(told).collect::<Vec<_>>().join("; ");
    let (best, close) = game.close(position);
    let verdict = match close.as_slice() {
        [one] => {
            let rivals = game.sides().filter(|side| side != one);
            let next = rivals.filter(|side| !position.has_conceded(*side)).map(points).max();
            let ahead = match next {
                None => "whatever the points".to_string(),
                Some(next) if position.half == 1 => format!("ahead by {}", best - next),
                Some(next) => format!("ahead by {}, where {MARGIN} are needed", best - next),
            };
            format!("victory for {}, {ahead}", name(*one))
        }
        _ => {
            let names = close.iter().map(|side| name(*side)).collect::<Vec<_>>().join(" and ");
            match position.half {
                1 => format!("a draw between {names}, equal over both games"),
                _ => format!("a draw between {names}, nobody is ahead by {MARGIN}"),
            }
        }
    };
    let both = if position.half == 1 { "points of both games" } else { "points" };
    let unheld = unheld(game, position);
    format!("{how}. Victory {both}: {scores}.{unheld} The result is {verdict}.")
}

/// The buildings whose points nobody has, since nobody had the most figures inside.
fn unheld(game: &Survivors, position: &Position) -> String {
    let mut told: Vec<String> = Vec::new();
    for score in &game.scenario.scores {
        let Worth::BuildingMajority(building) = score.worth else { continue };
        let heading = Heading::Scenario(score.worth);
        let name = &game.table.buildings[usize::from(building)].name;
        let words = format!(" Nobody had the most figures wholly inside the {name}.");
        let held = game.sides().any(|side| game.points_under(position, side, heading) != 0);
        if !held && !told.contains(&words) {
            told.push(words);
        }
    }
    told.concat()
}

/// The points of every seat under each heading, and their sums.
pub(crate) fn reckoning(game: &Survivors, position: &Position) -> Option<Reckoning> {
    let points = game.points(position);
    let mut headings: Vec<&str> = points.iter().map(|it| it.heading.as_str()).collect();
    headings.sort_unstable();
    headings.dedup();
    let totals = game.totals(position);
    let mirror = game.options.mirror_match;
    let row = |seat: Seat| {
        let side = game.side_of(position, seat);
        let under = |heading: &&str| {
            let own = points.iter().filter(|it| Some(it.side) == side && it.heading == *heading);
            own.map(|it| it.points).sum::<i32>()
        };
        let before = side.map_or(0, |side| position.before[side.index()]);
        let total = side.map_or(0, |side| totals[side.index()]) + before;
        let before = mirror.then_some(before);
        headings.iter().map(under).chain(before).chain([total]).collect()
    };
    let first = mirror.then_some("first game");
    let heads = headings.iter().copied().chain(first).chain(["Total"]);
    Some(Reckoning::new(heads, Seat::first(game.setup.seats).map(row)))
}

/// What a side's points are made of, as a sum; nothing if it has had none. SV-END-01
fn points_told(game: &Survivors, position: &Position, side: Side) -> String {
    let before = ("the first game", position.before[side.index()]);
    let now = game.headings(side);
    let now = now.map(|under| (under.word(), game.points_under(position, side, under)));
    let parts = std::iter::once(before).chain(now).filter(|(_, points)| *points != 0);
    let parts = parts.enumerate().map(|(place, (word, points))| {
        let sign = match (place, points > 0) {
            (0, true) => " = ",
            (0, false) => " = - ",
            (_, true) => " + ",
            (_, false) => " - ",
        };
        format!("{sign}{word} {}", points.abs())
    });
    parts.collect()
}
