//! The end in words, and the sums that decided it.

use crate::Survivors;
use crate::edition::scenarios::Worth;
use crate::position::{Ending, Position, Side};
use crate::rules::ending::{Heading, MARGIN};
use table::{Reckoning, Seat};

/// Who won or that nobody did, the points of all, what decided, and what ended it; what the points are for stands in
/// the reckoning. SV-END-02, SV-END-03, SV-END-04, SV-END-06, SV-END-08, SV-END-09
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
    let (best, close) = game.close(position);
    let won = <[Side; 1]>::try_from(close.clone()).ok();
    // Whoever won is named first.
    let mut sides: Vec<Side> = game.sides().collect();
    sides.sort_by_key(|side| won != Some([*side]));
    let scores = match sides.as_slice() {
        [one, other] => format!("{} : {}", points(*one), points(*other)),
        all => {
            let each = all.iter().map(|side| format!("{} {}", name(*side), points(*side)));
            each.collect::<Vec<_>>().join(", ")
        }
    };
    let halves = position.half == 1;
    let verdict = match won {
        Some([one]) => {
            let rivals = game.sides().filter(|side| *side != one);
            let next = rivals.filter(|side| !position.has_conceded(*side)).map(points).max();
            let ahead = match next {
                None => "whatever the points".to_string(),
                Some(next) if halves => format!("ahead by {}", best - next),
                Some(next) => format!("ahead by {}, where {MARGIN} are needed", best - next),
            };
            format!("{} wins, {scores}: {ahead}", name(one))
        }
        None => {
            let between = match sides.len() == close.len() {
                true => String::new(),
                false => {
                    let names = close.iter().map(|side| name(*side)).collect::<Vec<_>>();
                    format!(" between {}", names.join(" and "))
                }
            };
            let why = match halves {
                true => "equal over both games".to_string(),
                false => format!("nobody is ahead by {MARGIN}, as victory needs"),
            };
            format!("A draw{between}, {scores}: {why}")
        }
    };
    format!("{verdict}. {how}.{}", unheld(game, position))
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
