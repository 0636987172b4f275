//! The personal part: for one player alone. PS-REP-10

use super::{ReportSource, ap, hunger};
use crate::desk::reader::answer::standing_lines;
use crate::event::Event;
use crate::position::{Creature, Id, Kind, Sheet};
use crate::rules::calendar;
use crate::rules::movement::reach;
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
                1 => Vec::new(),
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
            last_orders: last.map(lines).unwrap_or_default(),
            standing: shown.standing.as_deref().map(standing_lines).unwrap_or_default(),
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
                "\nOrder form, filled in with what happens if you send nothing:\n\n{}",
                self.form
            ));
        }
        out
    }
}

/// A sheet as order lines.
pub fn lines(sheet: &Sheet) -> Vec<String> {
    let mut lines = standing_lines(sheet);
    if sheet.pass {
        lines.push("PASS".into());
    }
    lines.extend(sheet.start.map(|hex| format!("START {hex}")));
    lines
}

fn form(source: &ReportSource<'_>, species: Kind) -> String {
    let island = source.island;
    let round = island.coming();
    if source.over.is_some() || island[species].extinct.is_some() {
        return String::new();
    }
    let mut form = format!("ROUND {round}\n");
    for creature in island.of(species) {
        form += &match round {
            1 => format!("START (any land hex)\n{} {}\n", creature.tag(), creature.mode),
            _ => format!("{} WANDER, {}\n", creature.tag(), creature.diet.default_mode()),
        };
        if calendar::births(round) && island.terrain(creature.hex).is_land() {
            form += &format!("BIRTH {} HERE\n", creature.tag());
        }
    }
    if round == 1 || calendar::births(round) {
        form += "GENE (random)\n";
    }
    form + "ENEMY none\n"
}
