//! The personal part: for one player alone. PS-REP-10

use super::{ReportSource, ap, hunger};
use crate::action::{Berth, Move, Step, Telling};
use crate::desk::reader::answer::standing_lines;
use crate::desk::reader::letter::FORM;
use crate::edition::{Diet, Gene};
use crate::event::Event;
use crate::land::Island;
use crate::position::{Creature, Id, Kind, Sheet, Standing};
use crate::rules::calendar;
use crate::rules::movement::{self, reach};
use crate::rules::tracking::target_of;
use crate::speech::story;
use serde::Serialize;
use std::collections::BTreeSet;

/// One own creature and what it can reach.
#[derive(Clone, Debug, Serialize)]
#[allow(missing_docs, reason = "each field is what its name says")]
pub struct OwnCreature {
    pub id: String,
    pub hex: String,
    pub mode: &'static str,
    pub ap: String,
    pub genes: String,
    pub hunger: &'static str,
    pub reach: Vec<String>,
}

impl OwnCreature {
    /// The columns of the table of own creatures.
    pub const HEAD: [&str; 7] = ["id", "hex", "mode", "AP", "advantages", "hunger", "in reach"];

    /// The row of the table.
    pub fn cells(&self) -> Vec<String> {
        let reach = self.reach.join(" ");
        let cells = [&self.id, &self.hex, self.mode, &self.ap, &self.genes, self.hunger, &reach];
        cells.map(str::to_string).to_vec()
    }
}

/// What one player gets besides the common report.
#[derive(Clone, Debug, Serialize)]
pub struct Personal {
    /// The player.
    pub player: String,
    /// The species.
    pub species: String,
    /// The own creatures.
    pub creatures: Vec<OwnCreature>,
    /// Everything that happened to them, also what the common account left out.
    pub saw: Vec<String>,
    /// The orders of the last round, as they were read.
    pub last_orders: Vec<String>,
    /// Standing orders in force.
    pub standing: Vec<String>,
    /// What is due, and by when.
    pub due: String,
    /// An order form filled in with the defaults.
    pub form: String,
}

impl Personal {
    /// The personal part of one species' player.
    pub fn compile(source: &ReportSource<'_>, species: Kind, last: Option<&Sheet>) -> Personal {
        let island = source.island;
        let shown = &island[species];
        let round = island.coming();
        let standing = shown.standing.as_deref();
        let own: BTreeSet<Id> = island
            .creatures
            .iter()
            .filter(|creature| creature.species == species)
            .map(|creature| creature.id)
            .collect();
        let saw = source
            .events
            .iter()
            .filter(|event: &&Event| event.about().iter().any(|tag| own.contains(&tag.id)))
            .map(|event| story::narrate(event).text)
            .collect();
        let creature = |creature: &Creature| {
            let ways = match round {
                1 => &[],
                _ => reach(&island.land, creature.genes, creature.hex, source.rulings.swim_mix),
            };
            OwnCreature {
                id: creature.tag().to_string(),
                hex: match round {
                    1 => "-".into(),
                    _ => island.place(creature.hex).to_string(),
                },
                mode: creature.mode.name(),
                ap: ap(creature),
                genes: creature.genes.to_string(),
                hunger: hunger(creature),
                reach: ways.iter().map(|way| island.place(way.end).to_string()).collect(),
            }
        };
        let mut due = match (source.over.is_some(), shown.extinct) {
            (true, _) => "The game is over; nothing is due.".to_string(),
            (_, Some(died)) => {
                format!("Your species died out in round {died}. You may still send press.")
            }
            _ => format!("Orders for round {round} ({}).", calendar::spoken(round)),
        };
        if source.over.is_none() && shown.extinct.is_none() && !source.deadline.is_empty() {
            due.push_str(&format!(" They are due by {}.", source.deadline));
        }
        Personal {
            player: shown.player.clone(),
            species: shown.name.clone(),
            creatures: island.of(species).map(creature).collect(),
            saw,
            last_orders: last.map(|last| lines(island, last)).unwrap_or_default(),
            standing: standing.map(|orders| standing_lines(island, orders)).unwrap_or_default(),
            due,
            form: form(source, species),
        }
    }

    /// The lists of the part, with their titles.
    pub fn lists(&self) -> [(&'static str, &[String]); 3] {
        [
            ("What your creatures saw", &self.saw),
            ("Your last orders, as read", &self.last_orders),
            ("Standing orders in force", &self.standing),
        ]
    }

    /// The part as plain text.
    pub fn text(&self) -> String {
        let mut out = format!(
            "FOR {} ALONE ({})\n\n{}\n\n",
            self.player.to_uppercase(),
            self.species,
            self.due
        );
        if !self.creatures.is_empty() {
            let rows: Vec<Vec<String>> = self.creatures.iter().map(OwnCreature::cells).collect();
            out.push_str(&super::text::table(&OwnCreature::HEAD, &rows));
        }
        for (title, lines) in self.lists() {
            if !lines.is_empty() {
                out.push_str(&format!("\n{title}:\n"));
                lines.iter().for_each(|line| out.push_str(&format!("  {line}\n")));
            }
        }
        if !self.form.is_empty() {
            out.push_str(&format!(
                "\n{FORM} with what happens if you send nothing:\n\n{}",
                self.form
            ));
        }
        out
    }
}

/// A sheet as order lines.
pub fn lines(island: &Island, sheet: &Sheet) -> Vec<String> {
    let mut lines = standing_lines(island, sheet);
    if sheet.pass {
        lines.push("PASS".into());
    }
    lines.extend(sheet.start.map(|hex| format!("START {hex}")));
    lines.extend(sheet.name.iter().map(|name| format!("NAME: {name}")));
    match &sheet.standing {
        Some(Standing::Clear) => lines.push("STANDING NONE".into()),
        Some(Standing::Set(orders)) => {
            lines.push("STANDING".into());
            lines.extend(standing_lines(island, orders));
            lines.push("END".into());
        }
        None => {}
    }
    lines
}

/// What a creature will do if nothing is sent, as an order line: by its standing orders, or by the
/// defaults. PS-NMR-08, PS-STAND-04, PS-STAND-05
fn creature_line(
    source: &ReportSource<'_>,
    creature: &Creature,
    standing: Option<&Sheet>,
) -> String {
    let Some(orders) = standing else {
        return format!("{} WANDER, {}\n", creature.tag(), creature.diet.default_mode());
    };
    let island = source.island;
    let possible = |movement: &&Move| match movement {
        Move::Stay | Move::Wander | Move::Forage => true,
        Move::Path(steps) => {
            let mixed = source.rulings.swim_mix;
            movement::follow(&island.land, creature.genes, creature.hex, steps, mixed).is_ok()
        }
        Move::Track(target) => target_of(island, creature, *target).is_ok(),
    };
    let own = orders.one.get(&creature.id).and_then(|own| own.movement.as_ref());
    let stated = own.into_iter().chain(&orders.all.movement).find(possible).cloned();
    let told = orders.told(creature.id);
    let told = Telling {
        movement: Some(stated.unwrap_or(Move::Wander)),
        mode: Some(told.mode.unwrap_or(creature.mode)),
        // What it does not own cannot be switched.
        using: told.using.iter().filter(|gene| creature.genes.has(*gene)).collect(),
        leaving: told.leaving.iter().filter(|gene| creature.genes.has(*gene)).collect(),
        ..told
    };
    format!("{} {told}\n", creature.tag())
}

fn form(source: &ReportSource<'_>, species: Kind) -> String {
    let island = source.island;
    let round = island.coming();
    let shown = &island[species];
    if source.over.is_some() || shown.extinct.is_some() {
        return String::new();
    }
    let standing = shown.standing.as_deref();
    let spring = calendar::births(round);
    let mut form = format!("ROUND {round}\n");
    for creature in island.of(species) {
        form += &match round {
            1 => format!("START (any land hex)\n{} {}\n", creature.tag(), creature.mode),
            _ => creature_line(source, creature, standing),
        };
        if spring && island.terrain(creature.hex).is_land() {
            let berths = standing.map_or(&[][..], |orders| orders.berths(creature.id));
            let crowd: Vec<String> = berths
                .iter()
                .filter(|berth| bears(island, creature, **berth))
                .map(|berth| berth.to_string().to_uppercase())
                .collect();
            let places = if crowd.is_empty() { "HERE".into() } else { crowd.join(" ") };
            form += &format!("BIRTH {} {places}\n", creature.tag());
        }
    }
    if spring {
        let mode = standing.and_then(|orders| orders.newborn.mode);
        form += &format!("NEWBORN {}\n", mode.unwrap_or(shown.diet.default_mode()));
    }
    if round == 1 || spring {
        let wanted = standing.map_or(&[][..], |orders| &orders.genes);
        let open =
            |gene: &&Gene| gene.suits(shown.diet) && gene.open(round, source.rulings.advanced_from);
        let names: Vec<&str> = wanted.iter().filter(open).map(|gene| gene.name()).collect();
        form += &match names.is_empty() || round == 1 {
            true => "GENE (random)\n".to_string(),
            false => format!("GENE {}\n", names.join(", ")),
        };
    }
    let enemy = standing.and_then(|orders| orders.enemy).flatten();
    let rival = enemy.filter(|number| island.species_of(*number).is_some_and(|s| island.lives(s)));
    form += &match rival {
        Some(number) => format!("ENEMY {number}\n"),
        None => "ENEMY none\n".to_string(),
    };
    if let Some(orders) = standing {
        let vote = Sheet { vote: orders.vote.clone(), ..Sheet::default() };
        standing_lines(island, &vote).iter().for_each(|line| form += &format!("{line}\n"));
    }
    if shown.diet == Diet::Carnivore {
        form += "// KILL POISON behind a creature: it may attack poisonous ones\n";
    }
    form += "// DRAW ALL, DRAW and numbers, or NO DRAW: a vote on ending the game\n";
    form += "// STANDING, orders, END: for every round in which you send none\n";
    form += "// PRESS: for the report; NOTE: for the editor alone\n";
    form
}

/// Whether a young of the parent may be put there for certain.
fn bears(island: &Island, parent: &Creature, berth: Berth) -> bool {
    let hex = match berth {
        Berth::Here | Berth::Forage => return true,
        Berth::At(Step::To(place)) => island.land.find(place),
        Berth::At(Step::Through(side)) => island.land.neighbour(parent.hex, side),
    };
    hex.is_some_and(|hex| {
        (hex == parent.hex || island.land.touch(parent.hex, hex))
            && (island.terrain(hex).is_land() || parent.genes.has(Gene::Amphibiousness))
    })
}
