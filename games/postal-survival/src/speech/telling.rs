//! What is ordered, in words: as one would say it at the table, not as it is written.

use crate::action::{Action, Berth, Line, Move, Step, Telling, Vote, Whom};
use crate::edition::Gene;
use crate::land::Island;
use crate::position::Number;
use crate::speech::listed;
use terrain::{Side, Top};

/// What one creature does that is told this: "forages, aggressive"; empty if nothing is told.
pub(crate) fn doing(telling: &Telling) -> String {
    told(telling, true)
}

fn told(telling: &Telling, one: bool) -> String {
    let verb = |alone: &str, many: &str| if one { alone } else { many }.to_string();
    let movement = telling.movement.as_ref().map(|movement| match movement {
        Move::Stay => verb("stays", "stay"),
        Move::Wander => verb("wanders", "wander"),
        Move::Forage => verb("forages", "forage"),
        Move::Track(target) => format!("{} creature {target}", verb("follows", "follow")),
        Move::Path(steps) => match steps.last() {
            Some(step) => format!("{} {}", verb("goes", "go"), whither(*step)),
            None => verb("stays", "stay"),
        },
    });
    let switch = |gene: Gene, on: bool| match (gene, on) {
        (Gene::Camouflage, true) => verb("hides", "hide"),
        (Gene::Camouflage, false) => verb("does not hide", "do not hide"),
        (Gene::KillerInstinct, true) => verb("attacks up to twice", "attack up to twice"),
        (Gene::KillerInstinct, false) => verb("attacks once at most", "attack once at most"),
        (gene, true) => format!("{} {gene}", verb("uses", "use")),
        (gene, false) => format!("{} {gene}", verb("does not use", "do not use")),
    };
    let mut parts: Vec<String> = movement.into_iter().collect();
    parts.extend(telling.mode.map(|mode| mode.to_string()));
    parts.extend(telling.using.iter().map(|gene| switch(gene, true)));
    parts.extend(telling.leaving.iter().map(|gene| switch(gene, false)));
    parts.extend(telling.kill_poison.map(|kill| match kill {
        true => verb("attacks the poisonous first", "attack the poisonous first"),
        false => verb("spares the poisonous", "spare the poisonous"),
    }));
    parts.join(", ")
}

fn whither(step: Step) -> String {
    match step {
        Step::To(place) => format!("to {place}"),
        Step::Through(side) => wind(side).into(),
    }
}

/// A side of a hex as a direction.
fn wind(side: Side) -> &'static str {
    match side.name(Top::Flat) {
        "N" => "north",
        "NE" => "north-east",
        "SE" => "south-east",
        "S" => "south",
        "SW" => "south-west",
        _ => "north-west",
    }
}

/// Where young are put down.
pub(crate) fn put_down(berths: &[Berth]) -> String {
    let at: Vec<String> = berths
        .iter()
        .map(|berth| match berth {
            Berth::Here => "where their parent is".to_string(),
            Berth::Forage => "by the best food near".to_string(),
            Berth::At(Step::To(place)) => format!("in {place}"),
            Berth::At(Step::Through(side)) => format!("one hex {}", wind(*side)),
        })
        .collect();
    listed(&at)
}

/// Whom an order is for.
fn whom(whom: Whom) -> String {
    match whom {
        Whom::One(tag) => format!("creature {}", tag.id),
        Whom::All => "all creatures".into(),
        Whom::Newborn => "the newborn".into(),
    }
}

/// An order in words; what is said to people stays as it was said.
pub(crate) fn order(island: &Island, line: &Line) -> String {
    let named = |number: &Number| match island.species_of(*number) {
        Some(species) => island[species].name.clone(),
        None => format!("species {number}"),
    };
    match line {
        Line::Diet(diet) => diet.to_string(),
        Line::Name(name) => format!("name: {name}"),
        Line::Start(place) => format!("start in {place}"),
        Line::Genes(genes) => {
            let names: Vec<&str> = genes.iter().map(|gene| gene.name()).collect();
            format!("gene: {}", names.join(", else "))
        }
        Line::Tell(to, telling) => {
            let one = matches!(to, Whom::One(_));
            let between = if telling.movement.is_some() { " " } else { ": " };
            format!("{}{between}{}", whom(*to), told(telling, one))
        }
        Line::Birth(of, berths) => format!("young of {} {}", whom(*of), put_down(berths)),
        Line::Enemy(Some(number)) => format!("enemy: {}", named(number)),
        Line::Enemy(None) => "no enemy".into(),
        Line::Draw(Vote::All) => "vote for a draw of all".into(),
        Line::Draw(Vote::No) => "vote against every draw".into(),
        Line::Draw(Vote::These(numbers)) => {
            let names: Vec<String> = numbers.iter().map(named).collect();
            format!("vote for a draw of {}", listed(&names))
        }
        Line::Standing(None) => "no standing orders".into(),
        Line::Standing(Some(lines)) => format!("standing orders: {}", orders(island, lines)),
        Line::Press(press) if press.anonymous => format!("press by nobody: {}", press.text),
        Line::Press(press) => format!("press: {}", press.text),
        Line::Note(note) => format!("note to the master of the game: {note}"),
        Line::Pass if island.coming() == 1 => "the rest by chance".into(),
        Line::Pass => "the rest stay".into(),
        Line::Done => "done".into(),
        Line::Withdraw => "orders withdrawn".into(),
    }
}

/// An order in words, with the species that it is for where that is said.
pub(crate) fn action(island: &Island, action: &Action) -> String {
    let order = order(island, &action.line);
    match action.of.and_then(|number| island.species_of(number)) {
        Some(species) => format!("{}: {order}", island[species].name),
        None => order,
    }
}

/// Several orders in words.
pub(crate) fn orders(island: &Island, lines: &[Line]) -> String {
    lines.iter().map(|line| order(island, line)).collect::<Vec<_>>().join("; ")
}
