//! What a species must do to win, and what has become of one that is no more.

use crate::PostalSurvival;
use crate::edition::Rulings;
use crate::knowledge::View;
use crate::position::Species;
use crate::rules::ending::{self, DOMINANCE_FROM, DOMINANCE_ROUNDS};
use table::wording::counted;

/// What wins, how many rounds there are for it, what ends the game before them, and who is about to end it so.
/// PS-END-01, PS-END-03, PS-END-06
pub(super) fn aim(game: &PostalSurvival, view: &View) -> String {
    let own = view.own().count();
    let have = match (view.viewer.seat(), own) {
        (None, _) | (_, 0) => String::new(),
        (_, 1) => " You have 1 creature.".into(),
        (_, own) => format!(" You have {own} creatures."),
    };
    format!(
        "Have the most living creatures after round {}.{have} {}{}",
        view.rounds,
        sooner(game.rulings()),
        ruler(game.rulings(), view)
    )
}

/// What ends the game before its last round.
fn sooner(rulings: &Rulings) -> String {
    let alone = match rulings.species_per_player {
        1 => "one species is left",
        _ => "the species of one player are left",
    };
    match ending::can_dominate(rulings) {
        false => format!("It ends sooner if only {alone}."),
        true => format!(
            "It ends sooner if only {alone}, or from round {DOMINANCE_FROM} on if one species rules the \
             island for {} running: more than half of all creatures, and at least twice as many as any other.",
            counted(DOMINANCE_ROUNDS, "round", "rounds")
        ),
    }
}

/// Who rules the island now, and when that ends the game; empty if it does not before the last round.
fn ruler(rulings: &Rulings, view: &View) -> String {
    let open = view.over.is_none();
    let Some((kind, last)) = ending::ruler(&view.island, rulings).filter(|_| open) else {
        return String::new();
    };
    let (own, next, all) = ending::lead(&view.island, kind);
    let name = &view.island[kind].name;
    format!(
        " {name} rules the island now, with {own} of {all} creatures, and the next has {next}: if that is so \
         to the end of round {last}, {name} wins there."
    )
}

/// What has become of the viewer's species, once none of them lives.
pub(super) fn standing(view: &View) -> Option<String> {
    let seat = view.viewer.seat().filter(|_| view.over.is_none())?;
    let own: Vec<&Species> = view.island.species.iter().filter(|it| it.seat == seat).collect();
    let last = own.iter().map(|species| species.extinct).collect::<Option<Vec<u16>>>()?;
    let round = last.into_iter().max()?;
    Some(format!("You are out: your last creature died in round {round}."))
}
