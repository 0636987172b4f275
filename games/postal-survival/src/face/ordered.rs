//! What is ordered and not yet done: on the map as dotted ways and marked hexes, on a sheet line by line.

use super::preview::sketch;
use crate::PostalSurvival;
use crate::action::{Action, Line, Whom};
use crate::knowledge::View;
use crate::position::{Id, Phase, Sheet, Standing};
use stage::{Block, Fact, Mark, MarkKind, Panel, Trace};

/// The orders of a sheet as they are written, in the order of the round.
fn lines(view: &View, sheet: &Sheet) -> Vec<Line> {
    let one = |id: &Id| view.island.alive(*id).map(|creature| Whom::One(creature.tag()));
    let mut lines = Vec::new();
    lines.extend(sheet.start.map(Line::Start));
    if !sheet.genes.is_empty() {
        lines.push(Line::Genes(sheet.genes.clone()));
    }
    if !sheet.all.is_empty() {
        lines.push(Line::Tell(Whom::All, sheet.all.clone()));
    }
    let told = sheet.one.iter().filter_map(|(id, told)| Some((one(id)?, told.clone())));
    lines.extend(told.map(|(whom, told)| Line::Tell(whom, told)));
    if !sheet.births_of_all.is_empty() {
        lines.push(Line::Birth(Whom::All, sheet.births_of_all.clone()));
    }
    let births = sheet.births.iter().filter_map(|(id, at)| Some((one(id)?, at.clone())));
    lines.extend(births.map(|(whom, at)| Line::Birth(whom, at)));
    if !sheet.newborn.is_empty() {
        lines.push(Line::Tell(Whom::Newborn, sheet.newborn.clone()));
    }
    lines.extend(sheet.enemy.map(Line::Enemy));
    lines.extend(sheet.pass.then_some(Line::Pass));
    lines.extend(sheet.vote.clone().map(Line::Draw));
    lines.extend(sheet.name.clone().map(Line::Name));
    lines.extend(sheet.press.iter().cloned().map(Line::Press));
    lines.extend(sheet.notes.iter().cloned().map(Line::Note));
    lines
}

/// So many orders are said again with the question; the sheet has all.
const REPEATED: usize = 6;

/// What the viewer has ordered for the coming round, as it is written; empty if that is nothing.
pub(super) fn so_far(view: &View) -> String {
    let words = |line: &Line| matches!(line, Line::Name(_) | Line::Press(_) | Line::Note(_));
    let orders = view.orders.values().flat_map(|sheet| lines(view, sheet));
    let orders = orders.filter(|line| !words(line));
    let mut said: Vec<String> = orders.map(|line| format!("`{line}`")).collect();
    let more = said.len().saturating_sub(REPEATED);
    said.truncate(REPEATED);
    match more {
        0 => said.join(", "),
        more => format!("{} and {more} more", said.join(", ")),
    }
}

/// The sheet of what the viewer has ordered for the coming round; none if that is nothing.
pub(super) fn panel(view: &View) -> Option<Panel> {
    let seat = view.viewer.seat().filter(|_| view.over.is_none())?;
    let mut facts: Vec<Fact> = Vec::new();
    let stated = view.stated.filter(|_| view.phase == Phase::Enrol);
    facts.extend(stated.map(|diet| Fact::new("Diet", diet.to_string())));
    for (number, sheet) in &view.orders {
        let Some(species) = view.island.species_of(*number) else { continue };
        let name = &view.island[species].name;
        let orders = lines(view, sheet).into_iter().map(|line| line.to_string());
        let standing = sheet.standing.as_ref().map(|standing| match standing {
            Standing::Set(orders) => {
                let orders: Vec<String> =
                    lines(view, orders).iter().map(ToString::to_string).collect();
                format!("standing orders: {}", orders.join("; "))
            }
            Standing::Clear => "no standing orders any more".into(),
        });
        facts.extend(orders.chain(standing).map(|order| Fact::new(name, order)));
    }
    if !view.deciding && !facts.is_empty() {
        facts.push(Fact::new("Done", "the round is played when everybody is done"));
    }
    (!facts.is_empty()).then(|| Panel {
        id: "ordered".into(),
        title: "Ordered, not yet done".into(),
        seat: Some(seat.0),
        open: true,
        blocks: vec![Block::Facts(facts)],
    })
}

/// The ways and hexes of the viewer's orders.
pub(super) fn on_map(game: &PostalSurvival, view: &View) -> (Vec<Trace>, Vec<Mark>) {
    let (mut traces, mut marks) = (Vec::new(), Vec::new());
    if view.viewer.seat().is_none() || view.over.is_some() {
        return (traces, marks);
    }
    let mark = |place: String, tag: &str| Mark { place, kind: MarkKind::Ordered, tag: tag.into() };
    for line in view.orders.values().flat_map(|sheet| lines(view, sheet)) {
        if let Line::Start(place) = line {
            marks.push(mark(place.to_string(), "start"));
            continue;
        }
        let action = Action::from(line);
        let ways = sketch(game, &view.island, &action).traces.into_iter();
        let words = format!("Ordered: {}", action.line);
        traces.extend(ways.map(|way| Trace { dotted: true, description: words.clone(), ..way }));
    }
    (traces, marks)
}
