//! What Lots is checked with.

use super::{Action, Lots, Position, flawed};
use table::include_dir::{Dir, DirEntry, File};
use table::*;

/// Nothing of a position can be given but that it is given.
#[derive(serde::Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Given {}

/// A case of an option that is read where no game from the start comes.
const LATE: &str = r#"
title = "A late game is in its second turn."
game = "lots"
rules = ["LO-TURN-01"]
options = { late = true, bids = false }
dice = [1, 1, 1, 1, 1, 1, 1, 1, 1, 1]
[given]
[then.view]
turn = 1
"#;

impl Shown for Lots {
    type Given = Given;

    fn exhibits() -> Exhibits {
        static LATE_ALONE: Dir<'static> =
            Dir::new("", &[DirEntry::File(File::new("late.toml", LATE.as_bytes()))]);
        static NOTHING: Dir<'static> = Dir::new("", &[]);
        let case =
            flawed("only a case reads an option") || flawed("a case passes without its option");
        Exhibits {
            ledger: "| LO-TURN-01 | One after another. | rule |\n| LO-BID-01 | All bid at once. | rule |",
            lesson: "",
            illustration: "",
            cases: if case { &LATE_ALONE } else { &NOTHING },
            lessons: &NOTHING,
            tests: &NOTHING,
            more_tests: &[],
            code: &[],
        }
    }

    fn arrange(
        edition: &Edition,
        setup: &Setup,
        _: Given,
        dice: &mut Dice,
    ) -> Result<(Lots, Position), SetupError> {
        let game = Lots::open(edition, setup)?;
        let mut position = game.start(dice, &mut Log::quiet());
        let late = Lots::catalogue(edition)?.admits(setup)?.1.on("late");
        position.turn = (late || flawed("a case passes without its option")).into();
        Ok((game, position))
    }
}

impl Conformant for Lots {
    fn bound(&self) -> usize {
        usize::from(self.seats) * 7
    }

    fn probes(&self, _: &Position, _: Seat, _: &mut Dice, out: &mut Vec<Action>) {
        out.extend((0..=9).map(Action::Bid).chain((0..6).map(Action::Step)));
        out.extend([Action::Look, Action::Toss, Action::Pass]);
    }

    fn secret(&self, _: &Position) -> bool {
        true
    }

    fn conserved(&self, position: &Position) -> Vec<(&'static str, i64)> {
        let cards = cards(position);
        if flawed("a card lies twice") || flawed("a sample holds a card twice") {
            return vec![("cards", cards.len() as i64)];
        }
        vec![("sum of the cards", cards.iter().map(|card| i64::from(*card)).sum())]
    }

    fn impossible(&self, position: &Position) -> Option<String> {
        let mut cards = cards(position);
        cards.sort_unstable();
        let twice = cards.windows(2).find(|pair| pair[0] == pair[1]);
        twice.map(|pair| format!("card {} lies twice", pair[0]))
    }

    fn unshown_options() -> Vec<(&'static str, &'static str)> {
        match flawed("an excuse for no option") {
            true => vec![("nothing", "there is none")],
            false => Vec::new(),
        }
    }
}

fn cards(position: &Position) -> Vec<u8> {
    let hands = position.hands.iter().flatten();
    hands.chain(&position.pile).chain([&position.open]).copied().collect()
}
