//! Texts that people read are written well: what can be found out without knowing the game.

use super::counts::counts_agree;
use super::names::names_option;
use super::walk::Walk;
use super::{Held, must};
use crate::catalogue::Catalogue;
use crate::refusal::Refused;
use crate::seat::{Names, Seat, Viewer};
use crate::shown::Conformant;
use crate::status::Status;
use crate::wording::{slip, spoken};
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
            each_text(&scene, &mut reads_well)?;
            counts_agree(&scene).map_err(|problem| format!("for {viewer} {problem}"))?;
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

/// Everything that is written in a scene, with what it is, until something is wrong with it.
pub(super) fn each_text(scene: &Scene, hold: &mut dyn FnMut(&str, &str) -> Held) -> Held {
    hold("the headline", &scene.headline)?;
    hold("the aim", &scene.aim)?;
    hold("what has become of a seat", scene.standing.as_deref().unwrap_or_default())?;
    for piece in &scene.pieces {
        hold("a piece", &piece.description)?;
    }
    for trace in &scene.traces {
        hold("a line on the board", &trace.description)?;
    }
    scene.panels.iter().try_for_each(|panel| each_text_of_panel(panel, hold))?;
    scene.prompt.iter().try_for_each(|prompt| each_text_of_prompt(prompt, hold))
}

fn each_text_of_panel(panel: &Panel, hold: &mut dyn FnMut(&str, &str) -> Held) -> Held {
    let what = format!("the sheet `{}`", panel.id);
    hold(&what, &panel.title)?;
    for block in &panel.blocks {
        match block {
            Block::Facts(facts) => facts.iter().try_for_each(|fact| {
                hold(&what, &fact.label)?;
                hold(&what, &fact.value)
            })?,
            Block::Track(track) => {
                hold(&what, &track.label)?;
                hold(&what, &track.note)?;
            }
            Block::Cards(cards) => cards.iter().try_for_each(|card| {
                hold(&what, &card.title)?;
                hold(&what, &card.text)
            })?,
            Block::Table { head, rows } => {
                let cells = rows.iter().flat_map(|row| &row.cells);
                head.iter().chain(cells).try_for_each(|cell| hold(&what, cell))?;
            }
            Block::Text(text) => hold(&what, text)?,
        }
    }
    Ok(())
}

fn each_text_of_prompt(prompt: &Prompt, hold: &mut dyn FnMut(&str, &str) -> Held) -> Held {
    hold("the question", &prompt.question)?;
    hold("the hint", &prompt.hint)?;
    for choice in &prompt.choices {
        hold("a choice", &choice.label)?;
        hold("a group of choices", &choice.group)?;
        hold("what is said of a choice", &choice.told())?;
    }
    Ok(())
}

/// What is offered is written well, and the options and scenarios that it names are there.
pub(super) fn catalogue_reads_well(catalogue: &Catalogue) -> Held {
    let known = |phrase: &str| {
        names_option(catalogue, phrase) || catalogue.scenarios.iter().any(|it| it.id == phrase)
    };
    let holds = |what: &str, text: &str| {
        reads_well(what, text)?;
        let strange = spoken(text).find(|phrase| !known(phrase));
        must(strange.is_none(), || format!("{what} names {strange:?}, which there is not"))
    };
    holds("the game's summary", &catalogue.summary)?;
    for scenario in &catalogue.scenarios {
        holds(&format!("the card of `{}`", scenario.id), &scenario.summary)?;
    }
    catalogue
        .options
        .iter()
        .try_for_each(|option| holds(&format!("option `{}`", option.key), &option.about))
}
