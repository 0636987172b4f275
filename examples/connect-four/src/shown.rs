//! What the ledger is checked with: cases, tests, positions to start a case from, and probes.

use crate::action::{Column, Drop};
use crate::{ConnectFour, Position, rule};
use serde::Deserialize;
use table::{
    Conformant, Dice, Edition, Exhibits, Fault, Log, Rules, Seat, Setup, SetupError, Shown, Speech,
};

/// A position as the columns that were played, such as `4435`.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Given {
    dropped: String,
}

impl Shown for ConnectFour {
    type Given = Given;

    fn exhibits() -> Exhibits {
        table::exhibits!(rule::PLACES)
    }

    fn arrange(
        edition: &Edition,
        setup: &Setup,
        given: Given,
        dice: &mut Dice,
    ) -> Result<(Self, Position), SetupError> {
        let game = Self::open(edition, setup)?;
        let mut log = Log::quiet();
        let mut position = game.start(dice, &mut log);
        for column in given.dropped.chars() {
            let seat = position.mover();
            let wrong = |reason: String| Fault::field("given.dropped", reason);
            let drop = game
                .parse(&position, seat, &column.to_string())
                .map_err(|misread| wrong(misread.to_string()))?;
            game.play(&mut position, seat, &drop, dice, &mut log)
                .map_err(|refusal| wrong(refusal.to_string()))?;
        }
        Ok((game, position))
    }
}

impl Conformant for ConnectFour {
    fn bound(&self) -> usize {
        42
    }

    fn probes(&self, _: &Position, _: Seat, _: &mut Dice, out: &mut Vec<Drop>) {
        out.extend(Column::ALL.map(Drop));
    }

    fn conserved(&self, position: &Position) -> Vec<(&'static str, i64)> {
        let discs: u32 = position.discs.map(u64::count_ones).iter().sum();
        let surplus = i64::from(discs) - i64::from(position.dropped);
        vec![("discs on the board less discs dropped", surplus)]
    }
}
