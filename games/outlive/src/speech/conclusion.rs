//! The end, and what decided it.

use crate::position::Position;
use crate::speech::story::listed;
use crate::{Outlive, Score, Side, Teller};
use table::wording::counted;
use table::{Names, Outcome, Reckoning, Seat};

/// The end in a few sentences: the rule that ended the game, and the numbers that decided it.
/// OL-END-01, OL-TIE-01, OL-SOLO-31
pub(crate) fn conclusion(
    game: &Outlive,
    p: &Position,
    outcome: &Outcome,
    names: Names<'_>,
) -> String {
    let teller = game.teller(names);
    let turns = teller.turns();
    if teller.seats == 1 {
        return format!("Night {turns} was the last. {}", teller.solo_end(p));
    }
    let mut order: Vec<(Side, Score)> =
        teller.seats().map(|side| (side, teller.score(p, side))).collect();
    order.sort_by_key(|(side, _)| outcome.ranks.get(side.index()).copied());
    let totals: Vec<String> = order
        .iter()
        .map(|(side, score)| {
            format!("{} has {}", teller.whom(*side), counted(score.total, "point", "points"))
        })
        .collect();
    let winners = teller.names.listed(outcome.winners.iter());
    let verb = if outcome.winners.len() == 1 { "boards" } else { "board" };
    format!(
        "Night {turns} was the last: {winners} {verb} the convoy. {}.{}",
        listed(&totals),
        teller.tie_told(&order)
    )
}

/// What each side scored, and what parts equals. OL-TIE-01
pub(crate) fn reckoning(game: &Outlive, position: &Position) -> Option<Reckoning> {
    let heads = [
        "Events",
        "Full rooms",
        "Survivors",
        "Equipment",
        "Pairs",
        "Radiation",
        "Total",
        "Tie: Supplies",
        "Then: Materials and Munitions",
    ];
    let row = |side: Side| {
        let score = game.score(position, side);
        let points = [score.events, score.rooms, score.survivors, score.equipment, score.pairs];
        let rest = [score.gauge, score.total, score.supplies.into(), score.others.into()];
        points.into_iter().chain(rest).collect()
    };
    Some(Reckoning::new(heads, game.seats().map(row)))
}

impl Teller<'_> {
    /// What parted those with the highest total; nothing if one had it alone. OL-TIE-02, OL-TIE-03,
    /// OL-TIE-04
    fn tie_told(&self, order: &[(Side, Score)]) -> String {
        let Some((_, best)) = order.first() else { return String::new() };
        let tied = |count: &dyn Fn(&Score) -> u8| -> String {
            let held: Vec<String> = order
                .iter()
                .filter(|(_, score)| score.total == best.total)
                .map(|(side, score)| format!("{} {}", self.whom(*side), count(score)))
                .collect();
            listed(&held)
        };
        let like = |same: &dyn Fn(&Score) -> bool| {
            order.iter().filter(|(_, score)| score.total == best.total && same(score)).count()
        };
        if like(&|_| true) < 2 {
            return String::new();
        }
        let supplies = format!(" The tie goes by Supplies left: {}", tied(&|score| score.supplies));
        if like(&|score| score.supplies == best.supplies) < 2 {
            return format!("{supplies}.");
        }
        let others = format!(
            "{supplies}; then by Materials and Munitions left: {}",
            tied(&|score| score.others)
        );
        let shared =
            like(&|score| (score.supplies, score.others) == (best.supplies, best.others)) > 1;
        format!("{others}{}.", if shared { "; so the victory is shared" } else { "" })
    }

    /// The score, the bar and the rank. OL-SOLO-31, OL-SOLO-32
    fn solo_end(&self, p: &Position) -> String {
        let total = i64::from(self.score(p, Side::FIRST).total);
        let rank = self
            .parts()
            .horde
            .rank
            .iter()
            .find(|rank| total >= rank.score)
            .map_or("Left behind", |rank| rank.name.as_str());
        let bar = self.level().bar;
        let name = self.names.of(Seat(0));
        let points = counted(total, "point", "points");
        let end = if total >= bar { "boards the convoy" } else { "stays behind" };
        format!("{name} {end} with {points} where {bar} were needed. Rank: {rank}.")
    }
}
