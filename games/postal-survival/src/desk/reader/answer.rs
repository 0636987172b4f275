//! The answer to a message: what was understood, in plain words. PS-ORD-04

use super::{Heard, ReaderDesk, Reading};
use crate::action::{Berth, Move, Step, Telling, Vote};
use crate::edition::options::MissingOrder;
use crate::edition::{Gene, Genes};
use crate::event::Gain;
use crate::land::Island;
use crate::position::{Creature, Number, Sheet, Standing};
use crate::rules::births::{FEW_KIN, gained, usable};
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
    // Standing votes count where nothing was sent. PS-END-10
    let vote = sheet.vote.as_ref().or(used.and_then(|sheet| sheet.vote.as_ref()));
    lines.extend(vote.map(|vote| match vote {
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
            lines
                .extend(standing_lines(island, orders).into_iter().map(|line| format!("  {line}")));
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

/// Orders, one line for each, as they can be sent.
pub fn standing_lines(island: &Island, orders: &Sheet) -> Vec<String> {
    let tag = |id| {
        let creature = island.creature(id);
        creature.map_or_else(|| id.to_string(), |creature| creature.tag().to_string())
    };
    let places =
        |berths: &[Berth]| berths.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ");
    let mut lines: Vec<String> =
        orders.one.iter().map(|(id, told)| format!("{} {told}", tag(*id))).collect();
    if !orders.all.is_empty() {
        lines.push(format!("ALL {}", orders.all));
    }
    lines.extend(
        orders.births.iter().map(|(id, berths)| format!("BIRTH {} {}", tag(*id), places(berths))),
    );
    if !orders.births_of_all.is_empty() {
        lines.push(format!("BIRTH ALL {}", places(&orders.births_of_all)));
    }
    if !orders.newborn.is_empty() {
        lines.push(format!("NEWBORN {}", orders.newborn));
    }
    if !orders.genes.is_empty() {
        let names: Vec<&str> = orders.genes.iter().map(|gene| gene.name()).collect();
        lines.push(format!("GENE {}", names.join(", ")));
    }
    lines.extend(orders.enemy.map(|enemy| match enemy {
        Some(number) => format!("ENEMY {number}"),
        None => "ENEMY none".into(),
    }));
    lines.extend(orders.vote.as_ref().map(|vote| match vote {
        Vote::All => "DRAW ALL".into(),
        Vote::No => "NO DRAW".into(),
        Vote::These(numbers) => {
            let numbers: Vec<String> = numbers.iter().map(ToString::to_string).collect();
            format!("DRAW {}", numbers.join(", "))
        }
    }));
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
    let few = island.count_of(desk.species) < FEW_KIN;
    let mut places = Vec::new();
    let mut parents: Vec<&Creature> = Vec::new();
    for parent in island.of(desk.species) {
        if !island.terrain(parent.hex).is_land() {
            places.push(format!("{} is in water: no young.", parent.tag()));
            continue;
        }
        parents.push(parent);
        let has_twins = parent.genes.has(Gene::Twins);
        let twins = match (has_twins, few) {
            (false, _) => "",
            (true, true) => " (two)",
            (true, false) => " (perhaps two)",
        };
        let word = |berth: &Berth| place_of(island, parent, *berth);
        let both = if has_twins && few { "both in" } else { "in" };
        let place = match sheet.berths(parent.id) {
            [] => format!("{both} {}", island.place(parent.hex)),
            [one, two, ..] if has_twins => format!("{}, then {}", word(one), word(two)),
            [one, ..] => format!("{both} {}", word(one)),
        };
        places.push(format!("Young of {}{twins}: {place}.", parent.tag()));
    }
    if !sheet.newborn.is_empty() {
        places.push(format!("All newborn: {}.", sheet.newborn));
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
    lines.extend(genes_of_young(desk, &parents, &sheet.genes));
    lines
}

/// Where a young of the parent will be put. PS-BIRTH-05, PS-BIRTH-07, PS-BIRTH-08
fn place_of(island: &Island, parent: &Creature, berth: Berth) -> String {
    let home = island.place(parent.hex);
    let hex = match berth {
        Berth::Here => return home.to_string(),
        Berth::Forage => return "the best food near".into(),
        Berth::At(Step::To(place)) => island.land.find(place),
        Berth::At(Step::Through(side)) => island.land.neighbour(parent.hex, side),
    };
    let near = hex.filter(|hex| *hex == parent.hex || island.land.touch(parent.hex, *hex));
    let Some(hex) = near else { return format!("{home} ({berth} is not next to it)") };
    let place = island.place(hex);
    match island.terrain(hex).is_land() || parent.genes.has(Gene::Amphibiousness) {
        true => place.to_string(),
        false => format!("{place} if it is born amphibious, else {home}"),
    }
}

/// What the young of each parent gain, where it is not the first choice for all. PS-BIRTH-18, PS-BIRTH-19
fn genes_of_young(desk: ReaderDesk<'_>, parents: &[&Creature], wanted: &[Gene]) -> Option<String> {
    let first = *wanted.first()?;
    let (island, rulings) = (desk.island, desk.rulings);
    let round = island.coming();
    let diet = island[desk.species].diet;
    let litter: Vec<Genes> = parents.iter().map(|parent| parent.genes).collect();
    let list = usable(wanted, &litter, (diet, round), rulings);
    let mut groups: Vec<(String, Vec<String>)> = Vec::new();
    for parent in parents {
        let takes = parent.genes.takeable(diet, round, rulings.advanced_from).next().is_some();
        let gain = match gained(&list, parent.genes, Gain::Chosen) {
            Some((needed, Gain::Needed)) => {
                let chosen = list.iter().find(|gene| !parent.genes.has(**gene));
                format!("{needed}, which {} needs", chosen.unwrap_or(&first))
            }
            Some((gene, _)) => gene.to_string(),
            None if takes => "a random one".into(),
            None => "none, they own all".into(),
        };
        match groups.iter_mut().find(|(known, _)| *known == gain) {
            Some((_, tags)) => tags.push(parent.tag().to_string()),
            None => groups.push((gain, vec![parent.tag().to_string()])),
        }
    }
    let as_said = matches!(groups.as_slice(), [(gain, _)] if *gain == first.to_string());
    let told = groups.iter().map(|(gain, tags)| format!("Young of {}: {gain}.", tags.join(", ")));
    (!as_said && !groups.is_empty()).then(|| told.collect::<Vec<_>>().join("  "))
}

/// Lines of talk that an answer quotes.
const MOST_TALK: usize = 12;

impl Reading {
    /// The answer that goes back to the sender; `sheet` is what stands after the message.
    pub fn answer(&self, game: &str, desk: ReaderDesk<'_>, sheet: &Sheet) -> String {
        let round = desk.island.coming();
        let mut text = format!("{game}, round {round} ({}). ", calendar::spoken(round));
        let nothing = !self.counts();
        text += match (self.wrong_round, self.withdraws, sheet.has_orders()) {
            (true, ..) => "Nothing was changed. Your orders, as they stand:\n",
            (_, true, false) => "Your orders are withdrawn. What will happen:\n",
            (_, _, true) if nothing => "There is no order in this. Your orders, as they stand:\n",
            (_, _, true) => "Your orders, as read:\n",
            (_, _, false) => "There is no order in this. What will happen:\n",
        };
        for line in summary(desk, sheet) {
            text += &format!("  {line}\n");
        }
        self.quote_lines(&mut text);
        let lines = self.remarks.iter().map(|remark| format!("  {remark}\n"));
        let mut remarks: Vec<String> = lines.collect();
        let gene_left_open = self
            .heard
            .iter()
            .any(|(.., heard)| *heard == Heard::Order(vec!["a random gene".into()]));
        if calendar::births(round)
            && sheet.genes.is_empty()
            && sheet.has_orders()
            && !gene_left_open
        {
            remarks.push("  GENE is missing: the young will get a random gene.\n".into());
        }
        if !remarks.is_empty() {
            text += "Warnings and errors:\n";
            text += &remarks.concat();
        }
        self.ask_and_list(&mut text);
        if self.only_quoted {
            text += "Everything in your message is quoted, forwarded or a signature. Only what you write yourself is read.\n";
        }
        text += "Without more from you, this is what will be played. Send again to replace all of it; begin with AMEND to change single lines.\n";
        text
    }

    /// What was understood, line by line.
    fn quote_lines(&self, text: &mut String) {
        let mut lines = Vec::new();
        for (number, quoted, heard) in &self.heard {
            if let Heard::Order(orders) = heard
                && !orders.is_empty()
            {
                lines.push(format!("  Line {number}: \"{quoted}\" - {}\n", orders.join("; ")));
            }
        }
        if !lines.is_empty() {
            *text += "Line by line:\n";
            *text += &lines.concat();
        }
    }

    /// What may be an order and was not played, and what was not taken as one.
    fn ask_and_list(&self, text: &mut String) {
        let mut asked = Vec::new();
        let mut talk = Vec::new();
        for (number, quoted, heard) in &self.heard {
            match heard {
                Heard::Perhaps(why) => {
                    asked.push(format!("  Line {number}: \"{quoted}\" - {why}.\n"))
                }
                Heard::Talk => talk.push(format!("  Line {number}: \"{quoted}\"\n")),
                Heard::Order(_) => {}
            }
        }
        if !asked.is_empty() {
            *text += "I am not sure that these are orders, so they are not played:\n";
            *text += &asked.concat();
        }
        if !talk.is_empty() {
            *text += "Not taken as orders:\n";
            let more = talk.len().saturating_sub(MOST_TALK);
            *text += &talk[..talk.len() - more].concat();
            if more > 0 {
                *text += &format!("  and {more} more lines\n");
            }
        }
    }
}
