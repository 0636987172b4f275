//! What is counted when a game is over: where the points came from.

use crate::edition::roster::Leader;
use crate::{Outlive, Position, Score};
use arena::{Column, Measures, Part};

/// What one finished game yields.
pub struct Counted;

impl Measures<Outlive> for Counted {
    type Tally = ();

    fn columns(_: &Outlive) -> Vec<Column> {
        let parts = [
            ("events", "for events overcome"),
            ("rooms", "for full rooms"),
            ("survivors", "for survivors"),
            ("equipment", "for repaired equipment"),
            ("pairs", "for matching pairs"),
            ("gauge", "for the radiation gauge"),
        ];
        let points = parts.map(|(name, what)| {
            Column::number(format!("points.{name}"), format!("points {what}, mean of the seats"))
        });
        let rest = [
            Column::number("points.best", "points of the best seat"),
            Column::number("points.spread", "points between the best and the worst seat"),
        ];
        points.into_iter().chain(rest).collect()
    }

    /// The tribes by their leaders; the tribe of the oldest begins. OL-SETUP-23
    fn parts(game: &Outlive) -> Vec<Part<Outlive>> {
        let tribe = |leader: Leader| {
            let name = &game.parts().leaders[leader.index()].name;
            Part::side(leader.word(), name, move |game: &Outlive, end: &Position| {
                let mut seats = game.seats();
                seats
                    .find(|seat| end.shelters[*seat].leader == Some(leader))
                    .map(|side| side.seat())
            })
        };
        let turns = Part::turns(game.seat_count().into(), |game: &Outlive, end| {
            Some(game.oldest(end).seat())
        });
        Leader::ALL.into_iter().map(tribe).chain(turns).collect()
    }

    fn measure(game: &Outlive, end: &Position, _: &[&str], (): &(), out: &mut Vec<f64>) {
        let scores: Vec<_> = game.seats().map(|seat| game.score(end, seat)).collect();
        let mean = |part: fn(&Score) -> i16| {
            scores.iter().map(|score| f64::from(part(score))).sum::<f64>()
                / f64::from(game.seat_count())
        };
        out.extend([
            mean(|score| score.events),
            mean(|score| score.rooms),
            mean(|score| score.survivors),
            mean(|score| score.equipment),
            mean(|score| score.pairs),
            mean(|score| score.gauge),
        ]);
        let totals = || scores.iter().map(|score| f64::from(score.total));
        let most = totals().fold(f64::MIN, f64::max);
        out.push(most);
        out.push(most - totals().fold(f64::MAX, f64::min));
    }
}
