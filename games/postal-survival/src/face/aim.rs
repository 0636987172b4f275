//! What a species must do to win, and what has become of one that is no more.

use crate::knowledge::View;
use crate::position::Species;

/// What wins, and how many rounds there are for it.
pub(super) fn aim(view: &View) -> String {
    let own = view.own().count();
    let have = match (view.viewer.seat(), own) {
        (None, _) | (_, 0) => String::new(),
        (_, 1) => " You have 1 creature.".into(),
        (_, own) => format!(" You have {own} creatures."),
    };
    format!("Have the most living creatures after round {}.{have}", view.rounds)
}

/// What has become of the viewer's species, once none of them lives.
pub(super) fn standing(view: &View) -> Option<String> {
    let seat = view.viewer.seat().filter(|_| view.over.is_none())?;
    let own: Vec<&Species> = view.island.species.iter().filter(|it| it.seat == seat).collect();
    let last = own.iter().map(|species| species.extinct).collect::<Option<Vec<u16>>>()?;
    let round = last.into_iter().max()?;
    Some(format!("You are out: your last creature died in round {round}."))
}
