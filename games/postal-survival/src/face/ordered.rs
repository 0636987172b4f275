//! What is ordered and not yet done: on the map as dotted ways and marked hexes, on a sheet line by line.

use super::outlook::starves;
use super::preview::sketch;
use super::prompt::{capitalised, numbers, parents};
use crate::PostalSurvival;
use crate::action::{Action, Line, Move, Telling, Whom};
use crate::edition::options::MissingOrder;
use crate::knowledge::View;
use crate::land::Hex;
use crate::position::{Creature, Id, Kind, Phase, Sheet, Standing};
use crate::rules::calendar;
use crate::speech::telling::{self, doing, put_down};
use stage::{Block, Fact, Mark, MarkKind, Panel, Symbol, Trace};
use std::collections::BTreeSet;

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

/// The viewer's orders as they are written, each with the species that it is for where there are several.
fn written(view: &View) -> impl Iterator<Item = Action> {
    let several = view.orders.len() > 1;
    view.orders.iter().flat_map(move |(number, sheet)| {
        lines(view, sheet).into_iter().map(move |line| {
            let named = matches!(
                line,
                Line::Tell(Whom::One(_), _) | Line::Birth(Whom::One(_), _) | Line::Done
            );
            Action { of: (several && !named).then_some(*number), line }
        })
    })
}

/// Whether a sheet says this line already.
pub(super) fn has(sheet: &Sheet, line: &Line) -> bool {
    match line {
        Line::Tell(whom, telling) => {
            let told = match whom {
                Whom::One(tag) => sheet.one.get(&tag.id),
                Whom::All => Some(&sheet.all),
                Whom::Newborn => Some(&sheet.newborn),
            };
            told.is_some_and(|told| {
                let mut over = told.clone();
                over.overlay(telling);
                over == *told
            })
        }
        Line::Birth(Whom::One(tag), berths) => sheet.births.get(&tag.id) == Some(berths),
        Line::Birth(_, berths) => sheet.births_of_all == *berths,
        Line::Start(place) => sheet.start == Some(*place),
        Line::Genes(genes) => !genes.is_empty() && sheet.genes.first() == genes.first(),
        Line::Enemy(enemy) => sheet.enemy == Some(*enemy),
        Line::Draw(vote) => sheet.vote.as_ref() == Some(vote),
        Line::Pass => sheet.pass,
        _ => false,
    }
}

/// What becomes of what the orders leave out, creatures by name; empty if that is nothing. PS-SETUP-07, PS-SETUP-10
pub(super) fn left_open(game: &PostalSurvival, view: &View) -> String {
    if view.island.coming() == 1 {
        let open: Vec<&Sheet> = view.orders.values().collect();
        let start = open.iter().any(|sheet| sheet.start.is_none());
        let gene = open.iter().any(|sheet| sheet.genes.is_empty());
        return match (start, gene) {
            (true, true) => "The hex and the gene that you have not said are drawn at random. ",
            (true, false) => "The hex that you have not said is drawn at random. ",
            (false, true) => "The gene that you have not said is drawn at random. ",
            (false, false) => "",
        }
        .into();
    }
    format!("{}{}{}", by_standing_orders(view), wanderers(game, view), young_left_open(view))
}

/// Whether standing orders are played, because none were sent. PS-STAND-01
fn by_standing_orders(view: &View) -> &'static str {
    let by_standing = |own: &Creature| orders_of(view, own).is_some_and(|(_, sent)| !sent);
    match view.own().any(by_standing) {
        true => "Your standing orders are played. ",
        false => "",
    }
}

/// What becomes of the young of whom the orders say too little. PS-BIRTH-04, PS-BIRTH-06, PS-BIRTH-19
fn young_left_open(view: &View) -> String {
    if !calendar::births(view.island.coming()) {
        return String::new();
    }
    let sheet = |parent: &Creature| orders_of(view, parent).map(|(sheet, _)| sheet);
    let unplaced =
        |parent: &&Creature| sheet(parent).is_none_or(|sheet| sheet.berths(parent.id).is_empty());
    let beside: Vec<&Creature> = parents(view).filter(unplaced).collect();
    let places = match beside.len() {
        0 => String::new(),
        1 => format!("The young of {} are put down where it is now. ", numbers(beside.into_iter())),
        _ => {
            format!(
                "The young of {} are put down where these are now. ",
                numbers(beside.into_iter())
            )
        }
    };
    let unsaid = |parent: &Creature| sheet(parent).is_none_or(|sheet| sheet.genes.is_empty());
    let gene = match parents(view).any(unsaid) {
        true => "The gene of the young that you have not said is drawn at random. ",
        false => "",
    };
    format!("{places}{gene}")
}

/// Who wanders because the orders leave it out, by name. PS-MOVE-05, PS-NMR-01
fn wanderers(game: &PostalSurvival, view: &View) -> String {
    let open = || view.own().filter(|own| will_wander(game, view, own));
    let who = capitalised(&numbers(open()));
    let silent = || open().filter(|own| orders_of(view, own).is_none());
    match (open().count(), silent().count()) {
        (0, _) => String::new(),
        (1, 0) => format!("{} has no order and wanders. ", who),
        (_, 0) => format!("{} have no order and wander. ", who),
        (1, _) => {
            format!("{} has no order: it wanders and goes back to its default mode. ", who)
        }
        (open_ones, silent_ones) if open_ones == silent_ones => {
            format!("{} have no order: they wander and go back to their default mode. ", who)
        }
        (_, _) => format!(
            "{} have no order: they wander, and where you have sent nothing for the species go back to their \
             default mode. ",
            who
        ),
    }
}

/// The orders that count for a creature, and whether they were sent this round.
pub(super) fn orders_of<'v>(view: &'v View, creature: &Creature) -> Option<(&'v Sheet, bool)> {
    let sent = view.sheet(creature).filter(|sheet| sheet.has_orders());
    let standing = || standing(view, creature.species).map(|sheet| (sheet, false));
    sent.map(|sheet| (sheet, true)).or_else(standing)
}

/// The standing orders of a species as they will be in the coming round. PS-STAND-02
pub(super) fn standing(view: &View, species: Kind) -> Option<&Sheet> {
    let shown = &view.island[species];
    match view.orders.get(&shown.number).and_then(|sheet| sheet.standing.as_ref()) {
        Some(Standing::Set(orders)) => Some(orders),
        Some(Standing::Clear) => None,
        None => shown.standing.as_deref(),
    }
}

/// Whether a creature wanders because nothing is said of its move. PS-MOVE-05, PS-NMR-01
pub(super) fn will_wander(game: &PostalSurvival, view: &View, creature: &Creature) -> bool {
    let Some((sheet, sent)) = orders_of(view, creature) else { return true };
    let stays = sheet.pass || sent && game.rulings().missing_order == MissingOrder::Stay;
    !stays && sheet.told(creature.id).movement.is_none()
}

/// So many orders are said again with the question; the sheet has all.
const REPEATED: usize = 6;

/// What the viewer has ordered for the coming round, in words; empty if that is nothing.
pub(super) fn so_far(view: &View) -> String {
    let words = |line: &Line| matches!(line, Line::Name(_) | Line::Press(_) | Line::Note(_));
    let orders = written(view).filter(|action| !words(&action.line));
    let mut said: Vec<String> =
        orders.map(|action| telling::action(&view.island, &action)).collect();
    let more = said.len().saturating_sub(REPEATED);
    said.truncate(REPEATED);
    match more {
        0 => said.join("; "),
        more => format!("{} and {more} more", said.join("; ")),
    }
}

/// What a creature will do by the orders as they are now: those sent, else standing ones, else the
/// defaults. PS-MOVE-05, PS-NMR-01, PS-STAND-01
pub(super) fn will_do(game: &PostalSurvival, view: &View, creature: &Creature) -> String {
    let Some((sheet, sent)) = orders_of(view, creature) else {
        return format!("wanders, {}", creature.diet.default_mode());
    };
    let source = if sent { "" } else { " (standing orders)" };
    let stays = sheet.pass || sent && game.rulings().missing_order == MissingOrder::Stay;
    let mut told = sheet.told(creature.id);
    let otherwise = if stays { Move::Stay } else { Move::Wander };
    told.movement.get_or_insert(otherwise);
    format!("{}{source}", doing(&told))
}

/// What holds of a creature at the head of its orders: what it will do, where its young go, whether it starves.
pub(super) fn state(game: &PostalSurvival, view: &View, creature: &Creature) -> String {
    let mut parts = vec![match will_wander(game, view, creature) {
        true => "no order yet".to_string(),
        false => will_do(game, view, creature),
    }];
    let berths = orders_of(view, creature).map_or(&[][..], |(sheet, _)| sheet.berths(creature.id));
    if calendar::births(view.island.coming()) && !berths.is_empty() {
        parts.push(format!("young {}", put_down(berths)));
    }
    if starves(creature) {
        parts.push("dies unless it eats".into());
    }
    parts.join(" · ")
}

/// How many of the viewer's creatures have orders, and how many there are.
pub(super) fn progress(game: &PostalSurvival, view: &View) -> (usize, usize) {
    let ordered = view.own().filter(|own| !will_wander(game, view, own)).count();
    (ordered, view.own().count())
}

/// Whether the orders as they are now leave something to chance that could be said.
pub(super) fn lapses(game: &PostalSurvival, view: &View) -> bool {
    match view.island.coming() {
        1 => !left_open(game, view).is_empty(),
        _ => !wanderers(game, view).is_empty() || !young_left_open(view).is_empty(),
    }
}

/// The sheet of what the viewer has ordered for the coming round; none if that is nothing.
pub(super) fn panel(view: &View) -> Option<Panel> {
    let seat = view.viewer.seat().filter(|_| view.over.is_none())?;
    let mut facts: Vec<Fact> = Vec::new();
    let stated = view.stated.filter(|_| view.phase == Phase::Enrol);
    facts.extend(stated.map(|diet| Fact::new("Diet", diet.to_string())));
    facts.extend(view.named.as_ref().map(|name| Fact::new("Name", name)));
    for (number, sheet) in &view.orders {
        let Some(species) = view.island.species_of(*number) else { continue };
        // Whose order it is need not be said to whoever has one species.
        let name = if view.orders.len() > 1 { &view.island[species].name } else { "Order" };
        let orders = lines(view, sheet).into_iter().map(|line| telling::order(&view.island, &line));
        let standing = sheet.standing.as_ref().map(|standing| match standing {
            Standing::Set(orders) => {
                let orders = telling::orders(&view.island, &lines(view, orders));
                format!("standing orders: {orders}")
            }
            Standing::Clear => "no standing orders any more".into(),
        });
        facts.extend(orders.chain(standing).map(|order| Fact::new(name, order)));
    }
    if !view.deciding && !facts.is_empty() {
        facts.push(Fact::new(
            "Done",
            match view.phase {
                Phase::Enrol => "the game begins when everybody is done",
                Phase::Orders => "the round is played when everybody is done",
            },
        ));
    }
    (!facts.is_empty()).then(|| Panel {
        id: "ordered".into(),
        title: match view.deciding {
            true => "Your orders so far".into(),
            false => "Your orders, all given".into(),
        },
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
    let mut still: BTreeSet<Hex> = BTreeSet::new();
    for line in view.orders.values().flat_map(|sheet| lines(view, sheet)) {
        if let Line::Start(place) = line {
            marks.push(mark(place.to_string(), "start"));
            continue;
        }
        let staying: Vec<Hex> = without_way(view, &line).filter_map(Creature::placed).collect();
        if !staying.is_empty() {
            still.extend(staying);
            continue;
        }
        let action = Action::from(line);
        let ways = sketch(game, &view.island, &action).traces.into_iter();
        let words = format!("Ordered: {}", telling::order(&view.island, &action.line));
        // The way of the young is told from that of the parent.
        let label = if matches!(action.line, Line::Birth(..)) { "young" } else { "" };
        traces.extend(ways.map(|way| Trace {
            dotted: true,
            description: words.clone(),
            label: label.into(),
            ..way
        }));
    }
    marks.extend(still.into_iter().map(|hex| mark(view.island.place(hex).to_string(), "")));
    (traces, marks)
}

/// What the orders tell a creature to do that has no way to be drawn, if anything: its sign and its words.
pub(super) fn told_to(view: &View, creature: &Creature) -> Option<(Symbol, String)> {
    if view.viewer.seat().is_none() || view.over.is_some() {
        return None;
    }
    let all = view.orders.values().flat_map(|sheet| lines(view, sheet));
    let said = all.filter(|line| without_way(view, line).any(|told| told.id == creature.id));
    let mut telling = said.filter_map(|line| match line {
        Line::Tell(_, telling) => telling.movement,
        _ => None,
    });
    let movement = telling.next_back()?;
    let sign = match movement {
        Move::Stay => Symbol::Check,
        Move::Wander => Symbol::Die,
        Move::Forage => Symbol::Blossom,
        Move::Track(_) => Symbol::Eye,
        Move::Path(_) => return None,
    };
    Some((sign, doing(&Telling::moving(movement))))
}

/// The creatures that an order tells to stay, forage, wander or follow; none if it has a way that can be drawn, or says
/// nothing of a move. What is said of all holds for those without a move of their own.
fn without_way<'v>(view: &'v View, line: &Line) -> impl Iterator<Item = &'v Creature> {
    let told = match line {
        Line::Tell(whom, telling) => match &telling.movement {
            None | Some(Move::Path(_)) => None,
            Some(movement) => Some((*whom, movement.clone())),
        },
        _ => None,
    };
    view.own().filter(move |creature| match &told {
        Some((Whom::One(tag), _)) => creature.id == tag.id,
        Some((Whom::All, movement)) => view.sheet(creature).is_some_and(|sheet| {
            sheet.all.movement.as_ref() == Some(movement)
                && sheet.one.get(&creature.id).is_none_or(|own| own.movement.is_none())
        }),
        Some((Whom::Newborn, _)) | None => false,
    })
}
