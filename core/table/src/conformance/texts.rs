//! Texts that people read are written well: what can be found out without knowing the game.

use super::Held;
use super::walk::Walk;
use crate::catalogue::Catalogue;
use crate::refusal::Refused;
use crate::seat::{Names, Seat, Viewer};
use crate::shown::Conformant;
use crate::status::Status;
use crate::wording::slip;
use stage::{Block, Panel, Prompt, Scene};

/// Names that read like names.
const PLAYERS: [&str; 8] = ["Ann", "Ben", "Cleo", "Dan", "Eva", "Finn", "Gus", "Hana"];

fn players(seats: u16) -> Vec<String> {
    PLAYERS.iter().cycle().take(seats.into()).map(ToString::to_string).collect()
}

/// A text of this kind has no slip.
fn reads_well(what: &str, text: &str) -> Held {
    match slip(text) {
        None => Ok(()),
        Some(slip) => Err(format!("{what} has a slip: {slip}")),
    }
}

impl<G: Conformant> Walk<'_, G> {
    /// What everybody reads now is written well.
    pub(super) fn texts_hold(&self) -> Held {
        let (game, position) = (self.game.game(), self.game.position());
        let players = players(game.setup().seats);
        let names = Names::new(&players);
        let seats = Seat::first(game.setup().seats);
        for viewer in seats.map(Viewer::Seat).chain([Viewer::Table]) {
            let mut legal = Vec::new();
            viewer.seat().into_iter().for_each(|seat| game.legal(position, seat, &mut legal));
            let scene = game.scene(&game.view(position, viewer), viewer, &legal, names);
            scene_reads_well(&scene)?;
        }
        if let Status::Over(outcome) = game.status(position) {
            let told = game.conclusion(position, &outcome, names);
            reads_well("the conclusion", &told)?;
        }
        Ok(())
    }

    /// What just happened is told well.
    pub(super) fn story_reads_well(&self) -> Held {
        let game = self.game.game();
        let players = players(game.setup().seats);
        for (_, event) in self.game.log(Viewer::Referee, self.game.len()) {
            reads_well("the story", &game.narrate(event, Names::new(&players)).text)?;
            reads_well("a chapter", &game.chapter(event).unwrap_or_default())?;
        }
        Ok(())
    }
}

/// A refusal is written well.
pub(super) fn refusal_reads_well(refusal: &impl Refused) -> Held {
    reads_well(&format!("the refusal by {}", refusal.rule()), &refusal.to_string())
}

fn scene_reads_well(scene: &Scene) -> Held {
    reads_well("the headline", &scene.headline)?;
    for piece in &scene.pieces {
        reads_well("a piece", &piece.description)?;
    }
    for trace in &scene.traces {
        reads_well("a line on the board", &trace.description)?;
    }
    scene.panels.iter().try_for_each(panel_reads_well)?;
    scene.prompt.iter().try_for_each(prompt_reads_well)
}

fn panel_reads_well(panel: &Panel) -> Held {
    let what = format!("the sheet `{}`", panel.id);
    reads_well(&what, &panel.title)?;
    for block in &panel.blocks {
        match block {
            Block::Facts(facts) => facts.iter().try_for_each(|fact| {
                reads_well(&what, &fact.label)?;
                reads_well(&what, &fact.value)
            })?,
            Block::Track(track) => {
                reads_well(&what, &track.label)?;
                reads_well(&what, &track.note)?;
            }
            Block::Cards(cards) => cards.iter().try_for_each(|card| {
                reads_well(&what, &card.title)?;
                reads_well(&what, &card.text)
            })?,
            Block::Table { head, rows } => {
                let cells = rows.iter().flat_map(|row| &row.cells);
                head.iter().chain(cells).try_for_each(|cell| reads_well(&what, cell))?;
            }
            Block::Text(text) => reads_well(&what, text)?,
        }
    }
    Ok(())
}

fn prompt_reads_well(prompt: &Prompt) -> Held {
    reads_well("the question", &prompt.question)?;
    reads_well("the hint", &prompt.hint)?;
    for choice in &prompt.choices {
        reads_well("a choice", &choice.label)?;
        reads_well("what is said of a choice", &choice.description)?;
    }
    Ok(())
}

/// What is offered is written well.
pub(super) fn catalogue_reads_well(catalogue: &Catalogue) -> Held {
    reads_well("the game's summary", &catalogue.summary)?;
    for scenario in &catalogue.scenarios {
        reads_well(&format!("the card of `{}`", scenario.id), &scenario.summary)?;
    }
    catalogue
        .options
        .iter()
        .try_for_each(|option| reads_well(&format!("option `{}`", option.key), &option.about))
}
