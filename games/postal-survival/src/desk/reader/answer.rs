//! The answer to a message: what was understood, in plain words. PS-ORD-04

use super::{ReaderDesk, Reading};
use crate::action::{Berth, Move, Telling, Vote};
use crate::edition::Gene;
use crate::edition::options::MissingOrder;
use crate::position::{Creature, Number, Sheet, Standing};
use crate::rules::calendar;
use crate::speech::notation::switch;

/// The orders of a species as they stand, in plain words: every creature, births, gene, enemy, vote,
/// press.
pub fn summary(desk: ReaderDesk<'_>, sheet: &Sheet) -> Vec<String> {
    let island = desk.island;
    let round = island.coming();
    let standing = super::standing_after(sheet, island[desk.species].standing.as_deref());
    let (used, by_standing) = match (sheet.has_orders(), standing) {
        (true, _) => (Some(sheet), false),
        (false, Some(orders)) => (Some(orders), true),
        (false, None) => (None, false),
    };
    let mut lines = Vec::new();
    if round == 1 {
        lines.extend(founding(desk, sheet));
    } else {
        for creature in island.of(desk.species) {
            lines.push(creature_line(desk, creature, used, by_standing));
        }
    }
    if calendar::births(round) {
        lines.extend(births(desk, used));
    }
    lines.extend(used.and_then(|sheet| sheet.enemy).map(|enemy| match enemy {
        Some(number) => format!("Enemy: {}", named(desk, number)),
        None => "Enemy: none".into(),
    }));
    lines.extend(sheet.vote.as_ref().map(|vote| match vote {
        Vote::All => "Vote: for a draw of all".into(),
        Vote::No => "Vote: against any draw".into(),
        Vote::These(numbers) => {
            let names: Vec<String> = numbers.iter().map(|number| named(desk, *number)).collect();
            format!("Vote: for a draw of {}", names.join(", "))
        }
    }));
    lines.extend(words(desk, sheet));
    match &sheet.standing {
        Some(Standing::Clear) => lines.push("Standing orders: none from now on".into()),
        Some(Standing::Set(orders)) => {
            lines.push("Standing orders from now on, for rounds without orders:".into());
            lines.extend(standing_lines(orders).into_iter().map(|line| format!("  {line}")));
        }
        None => {}
    }
    lines
}

/// What the species of that number is called.
fn named(desk: ReaderDesk<'_>, number: Number) -> String {
    let species = desk.island.species_of(number);
    species.map_or_else(|| number.to_string(), |species| desk.island[species].name.clone())
}

/// A new name, press and notes.
fn words(desk: ReaderDesk<'_>, sheet: &Sheet) -> Vec<String> {
    let mut lines: Vec<String> =
        sheet.name.iter().map(|name| format!("New name: {name}")).collect();
    lines.extend(sheet.press.iter().map(|press| {
        let anonymous = press.anonymous && desk.rulings.press_anon;
        let signed = if anonymous { "anonymous" } else { "signed" };
        format!("Press: {} characters, {signed}", press.text.chars().count())
    }));
    let note = |note: &String| format!("Note to the GM: {} characters", note.chars().count());
    lines.extend(sheet.notes.iter().map(note));
    lines
}

/// Standing orders, one line for each.
pub fn standing_lines(orders: &Sheet) -> Vec<String> {
    let mut lines: Vec<String> =
        orders.one.iter().map(|(id, told)| format!("{id} {told}")).collect();
    if !orders.all.is_empty() {
        lines.push(format!("ALL {}", orders.all));
    }
    if !orders.newborn.is_empty() {
        lines.push(format!("NEWBORN {}", orders.newborn));
    }
    if !orders.genes.is_empty() {
        let names: Vec<&str> = orders.genes.iter().map(|gene| gene.name()).collect();
        lines.push(format!("GENE {}", names.join(", ")));
    }
    lines.extend(orders.enemy.flatten().map(|number| format!("ENEMY {number}")));
    lines
}

fn founding(desk: ReaderDesk<'_>, sheet: &Sheet) -> Vec<String> {
    let mut lines = Vec::new();
    for founder in desk.island.of(desk.species) {
        let start =
            sheet.start.map_or("a random land hex (default)".to_string(), |hex| hex.to_string());
        let gene = sheet
            .genes
            .first()
            .map_or("a random gene (default)".to_string(), |gene| gene.to_string());
        let mode = sheet.told(founder.id).mode.unwrap_or(founder.mode);
        lines.push(format!("{}  start in {start} with {gene}, {mode}", founder.tag()));
    }
    lines
}

fn creature_line(
    desk: ReaderDesk<'_>,
    creature: &Creature,
    sheet: Option<&Sheet>,
    standing: bool,
) -> String {
    let tag = creature.tag();
    let Some(sheet) = sheet else {
        return format!("{tag}  WANDER, {} (default)", creature.diet.default_mode());
    };
    let told: Telling = sheet.told(creature.id);
    let mut items = vec![match &told.movement {
        Some(Move::Path(steps)) if !standing => {
            let steps: Vec<String> = steps.iter().map(ToString::to_string).collect();
            let home = desk.island.place(creature.hex).to_string();
            match steps.first() == Some(&home) {
                true => steps.join(" > "),
                false => format!("{home} > {}", steps.join(" > ")),
            }
        }
        Some(movement) => movement.to_string().to_uppercase(),
        None if sheet.pass => "STAY (pass)".into(),
        // PS-MOVE-05
        None if !standing && desk.rulings.missing_order == MissingOrder::Stay => {
            "STAY (default)".into()
        }
        None => "WANDER (default)".into(),
    }];
    items.push(match told.mode {
        Some(mode) => mode.to_string(),
        None => format!("{} (kept)", creature.mode),
    });
    for (genes, on) in [(told.using, true), (told.leaving, false)] {
        items.extend(genes.iter().map(|gene: Gene| switch(gene, on).to_uppercase()));
    }
    items.extend(
        told.kill_poison.map(|kill| if kill { "KILL POISON" } else { "SPARE POISON" }.to_string()),
    );
    let mark = if standing { " (standing)" } else { "" };
    format!("{tag}  {}{mark}", items.join(", "))
}

fn births(desk: ReaderDesk<'_>, sheet: Option<&Sheet>) -> Vec<String> {
    let island = desk.island;
    let empty = Sheet::default();
    let sheet = sheet.unwrap_or(&empty);
    let few = island.count_of(desk.species) < 4;
    let mut places = Vec::new();
    for parent in island.of(desk.species) {
        let home = island.place(parent.hex);
        if !island.terrain(parent.hex).is_land() {
            places.push(format!("{} is in water: no young.", parent.tag()));
            continue;
        }
        let twins = match (parent.genes.has(Gene::Twins), few) {
            (false, _) => "",
            (true, true) => " (two)",
            (true, false) => " (perhaps two)",
        };
        let word = |berth: &Berth| match berth {
            Berth::Here => home.to_string(),
            Berth::Forage => "the best food near".into(),
            Berth::At(step) => step.to_string(),
        };
        let place = match sheet.berths(parent.id) {
            [] => format!("in {home}"),
            [one] => format!("in {}", word(one)),
            [one, two, ..] => format!("{}, then {}", word(one), word(two)),
        };
        places.push(format!("Young of {}{twins}: {place}.", parent.tag()));
    }
    if let Some(mode) = sheet.newborn.mode {
        places.push(format!("All newborn: {mode}."));
    }
    let mut lines = vec![places.join("  ")];
    lines.push(match sheet.genes.as_slice() {
        [] => "Gene for all young: random".into(),
        [gene] => format!("Gene for all young: {gene}"),
        [gene, others @ ..] => {
            let names: Vec<&str> = others.iter().map(|gene| gene.name()).collect();
            format!("Gene for all young: {gene} (then {})", names.join(", "))
        }
    });
    lines
}

impl Reading {
    /// The answer that goes back to the sender; `sheet` is what stands after the message.
    pub fn answer(&self, game: &str, desk: ReaderDesk<'_>, sheet: &Sheet) -> String {
        let round = desk.island.coming();
        let mut text = format!("{game}, round {round} ({}). ", calendar::spoken(round));
        text += match (self.wrong_round, self.withdraws, sheet.has_orders()) {
            (true, ..) => "Nothing was changed. Your orders, as they stand:\n",
            (_, true, false) => "Your orders are withdrawn. What will happen:\n",
            (_, _, true) => "Your orders, as read:\n",
            (_, _, false) => "There is no order in this. What will happen:\n",
        };
        for line in summary(desk, sheet) {
            text += &format!("  {line}\n");
        }
        let lines = self.remarks.iter().map(|remark| format!("  {remark}\n"));
        let mut remarks: Vec<String> = lines.collect();
        if calendar::births(round) && sheet.genes.is_empty() && sheet.has_orders() {
            remarks.push("  GENE is missing: the young will get a random gene.\n".into());
        }
        if !remarks.is_empty() {
            text += "Warnings and errors:\n";
            text += &remarks.concat();
        }
        text += "Send again to replace all of this; begin with AMEND to change single lines.\n";
        text
    }
}
