//! What the ledger is checked with: cases, tests, positions to start a case from, and probes.

use crate::{ConnectFour, Drop, Position};
use serde::Deserialize;
use table::{Conformant, Dice, Edition, Log, Rules, Seat, Setup, SetupError, Shown, Speech};

/// A position as the columns that were played, such as `4435`.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Given {
    dropped: String,
}

impl Shown for ConnectFour {
    type Given = Given;

    fn ledger() -> &'static str {
        include_str!("../RULES.md")
    }

    fn cases() -> Vec<(&'static str, &'static str)> {
        vec![
            ("four.toml", include_str!("../cases/four.toml")),
            ("full.toml", include_str!("../cases/full.toml")),
        ]
    }

    fn tests() -> Vec<(&'static str, &'static str)> {
        vec![("conformance.rs", include_str!("../tests/conformance.rs"))]
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
            let wrong = |reason: String| table::Fault::field("given.dropped", reason);
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
        out.extend((0..=8).map(Drop));
    }

    fn conserved(&self, position: &Position) -> Vec<(&'static str, i64)> {
        let discs = position.discs.map(u64::count_ones).iter().sum::<u32>();
        vec![("discs on the board less discs dropped", discs as i64 - position.dropped as i64)]
    }
}
