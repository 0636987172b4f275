//! The turn report: one for everyone, and a part for each player alone. PS-REP-01
//!
//! [`Report::compile`] gathers everything once; [`text`], [`markdown`], [`html`] and [`json`] only
//! write it down.

pub mod account;
pub mod html;
pub mod json;
pub mod map;
pub mod markdown;
mod notes;
pub mod page;
pub mod paper;
pub mod personal;
pub mod primer;
pub mod score;
pub mod text;
pub mod threads;

use crate::edition::{Diet, Rulings};
use crate::event::Event;
use crate::land::{Hex, Island};
use crate::position::{Creature, Death, Id, Kind, Number};
use crate::rules::calendar;
use crate::rules::ending::{Ended, total_ap};
use crate::speech::story;
use account::Phrases;
use paper::{Edit, Part};
use serde::Serialize;
use std::collections::BTreeMap;

/// What a report is made from.
pub struct ReportSource<'a> {
    /// The game's name.
    pub game: &'a str,
    /// The island after the round, deaths and all; before round 1 the start report is made.
    /// PS-REP-07, PS-SETUP-16
    pub island: &'a Island,
    /// What happened in the round.
    pub events: &'a [Event],
    /// The readings of the rules.
    pub rulings: &'a Rulings,
    /// Options that differ from their defaults.
    pub unusual: &'a [(String, String)],
    /// The sentences of the account.
    pub phrases: &'a Phrases,
    /// What the master changed in the account.
    pub edits: &'a [Edit],
    /// The deadline of the coming round, as the master wrote it.
    pub deadline: &'a str,
    /// The master's introduction.
    pub introduction: &'a str,
    /// Corrections, repairs, replacements: everything published from the master's log.
    pub notices: &'a [String],
    /// The end, if it has come.
    pub over: Option<&'a Ended>,
    /// The seed, once it may be shown.
    pub seed: Option<&'a str>,
}

/// How the notice of a report begins that takes the place of an earlier one. PS-GM-04
pub const CORRECTED: &str = "This report is corrected";

/// A line of the hex list.
#[derive(Clone, Debug, Serialize)]
pub struct HexLine {
    /// The label.
    pub label: String,
    /// Column and row, counted from 1.
    pub at: (u16, u16),
    /// The letter of the terrain.
    pub terrain: char,
    /// Corpses, meals, most meals.
    pub food: (u32, i16, i16),
    /// Who is there, by id.
    pub ids: Vec<Id>,
}

impl HexLine {
    /// The numbers as on the map; nothing in water.
    pub fn numbers(&self) -> String {
        match self.terrain {
            'W' => String::new(),
            _ => format!("({},{},{})", self.food.0, self.food.1, self.food.2),
        }
    }

    /// Whether there is anything to say about the hex.
    pub fn matters(&self) -> bool {
        !self.ids.is_empty() || self.food.0 > 0 || self.food.1 < self.food.2
    }

    /// The bare numbers with commas between them. PS-ID-06, PS-MAP-09
    pub fn id_list(&self) -> String {
        let ids: Vec<String> = self.ids.iter().map(Id::to_string).collect();
        ids.join(",")
    }
}

/// A row of the status table. PS-REP-03
#[derive(Clone, Debug, Serialize)]
#[allow(missing_docs, reason = "each field is the column of its name")]
pub struct StatusRow {
    pub player: String,
    pub species: Number,
    pub id: String,
    pub hex: String,
    pub behaviour: &'static str,
    pub ap: String,
    pub advantages: String,
    pub hunger: &'static str,
    pub enemy: String,
    pub notes: String,
    pub alive: bool,
}

/// A row of the standings. PS-REP-08
#[derive(Clone, Debug, Serialize)]
#[allow(missing_docs, reason = "each field is the column of its name")]
pub struct StandingRow {
    pub rank: usize,
    pub number: Number,
    pub species: String,
    pub player: String,
    pub diet: Diet,
    pub alive: u32,
    pub change: i64,
    pub born: u32,
    pub eaten: u32,
    pub killed: u32,
    pub starved: u32,
    pub ap: u32,
    pub extinct: Option<u16>,
}

/// A piece of press.
#[derive(Clone, Debug, Serialize)]
pub struct PressPiece {
    /// Who signed it; nothing if anonymous.
    pub by: Option<String>,
    /// The text.
    pub text: String,
}

/// What comes next. PS-REP-09
#[derive(Clone, Debug, Serialize)]
pub struct Next {
    /// The round.
    pub round: u16,
    /// Its season.
    pub season: String,
    /// The deadline, as the master wrote it.
    pub deadline: String,
    /// Whether births and new genes are due.
    pub births: bool,
    /// Whether the advanced genes are open.
    pub advanced: bool,
}

/// A whole report, ready to be written down.
#[derive(Clone, Debug, Serialize)]
pub struct Report {
    /// The game's name.
    pub game: String,
    /// The round that was played; 0 before the first.
    pub round: u16,
    /// Its season.
    pub season: String,
    /// The master's introduction.
    pub introduction: String,
    /// Options that differ from their defaults.
    pub options: Vec<(String, String)>,
    /// How the game is played, in the start report.
    pub primer: Option<primer::Primer>,
    /// What corrects an earlier report of the round.
    pub corrections: Vec<String>,
    /// The headlines of the account.
    pub headlines: Vec<String>,
    /// What goes on from round to round.
    pub threads: Vec<String>,
    /// The account of the season; nothing if it is switched off.
    pub account: Vec<String>,
    /// Sentences that were left out of the account. PS-SCALE-03
    pub untold: usize,
    /// Every hex in label order.
    pub hexes: Vec<HexLine>,
    /// Columns and rows of the map.
    pub size: (u16, u16),
    /// The status table.
    pub status: Vec<StatusRow>,
    /// Whether the table has its column of notes. PS-REP-05
    pub notes_column: bool,
    /// The standings, the living first.
    pub standings: Vec<StandingRow>,
    /// Living creatures of each diet.
    pub by_diet: Vec<(Diet, u32)>,
    /// Plant meals and corpses left.
    pub food_left: (i64, u64),
    /// Press, in order.
    pub press: Vec<PressPiece>,
    /// Proposals of a draw and what became of them.
    pub votes: Vec<String>,
    /// Names changed, players replaced, repairs, new dice.
    pub notices: Vec<String>,
    /// What comes next; nothing if the game is over.
    pub next: Option<Next>,
    /// The final score sheet, if the game is over.
    pub score: Option<score::ScoreSheet>,
}

/// What was said to everybody besides the account.
struct Said {
    press: Vec<PressPiece>,
    votes: Vec<String>,
    notices: Vec<String>,
}

impl Said {
    fn gather(source: &ReportSource<'_>) -> Said {
        let island = source.island;
        let (mut press, mut votes, mut notices) = (Vec::new(), Vec::new(), source.notices.to_vec());
        for event in source.events {
            match event {
                Event::Printed { by, text } => {
                    press.push(PressPiece { by: by.clone(), text: text.clone() })
                }
                Event::Proposed { species, passed } => {
                    let known = species.iter().filter_map(|number| island.species_of(*number));
                    let names: Vec<&str> = known.map(|kind| island[kind].name.as_str()).collect();
                    let (names, result) =
                        (names.join(", "), if *passed { "passed" } else { "failed" });
                    votes.push(format!("A draw between {names} was proposed and {result}."));
                }
                Event::Renamed { .. } | Event::Dominates { .. } => {
                    notices.push(story::narrate(event).text)
                }
                _ => {}
            }
        }
        Said { press, votes, notices }
    }
}

impl Next {
    fn compile(source: &ReportSource<'_>) -> Next {
        let coming = source.island.coming();
        Next {
            round: coming,
            season: calendar::spoken(coming),
            deadline: source.deadline.to_string(),
            births: calendar::births(coming),
            advanced: coming >= source.rulings.advanced_from,
        }
    }
}

impl Report {
    /// Gathers the report of the round just played.
    pub fn compile(source: &ReportSource<'_>) -> Report {
        let island = source.island;
        let round = island.round;
        let (lines, untold, _) = paper::compile(source);
        let part = |wanted: Part| {
            let own = lines.iter().filter(|line| line.part == wanted);
            own.map(|line| line.text.clone()).collect::<Vec<_>>()
        };
        let mut by_diet: Vec<(Diet, u32)> = Diet::ALL.into_iter().map(|diet| (diet, 0)).collect();
        for creature in island.living() {
            by_diet[creature.diet.index()].1 += 1;
        }
        let Said { press, votes, notices } = Said::gather(source);
        let (corrections, notices) =
            notices.into_iter().partition(|notice| notice.starts_with(CORRECTED));
        Report {
            game: source.game.to_string(),
            round,
            season: calendar::spoken(round),
            introduction: source.introduction.to_string(),
            options: source.unusual.to_vec(),
            primer: primer::Primer::compile(source),
            corrections,
            headlines: part(Part::Headline),
            threads: part(Part::Thread),
            account: part(Part::Told),
            untold,
            hexes: hexes(island),
            size: (island.land.grid().columns(), island.land.grid().rows()),
            status: status(source),
            notes_column: source.rulings.notes_column,
            standings: standings(island),
            by_diet,
            food_left: (
                island.meals.iter().map(|meals| i64::from((*meals).max(0))).sum(),
                island.corpses.iter().map(|corpses| u64::from(*corpses)).sum(),
            ),
            press,
            votes,
            notices,
            next: source.over.is_none().then(|| Next::compile(source)),
            score: source.over.map(|ended| score::ScoreSheet::compile(source, ended)),
        }
    }

    /// The report's title.
    pub fn title(&self) -> String {
        match self.round {
            0 => format!("{}: the island before the first round", self.game),
            round => format!("{}, round {round}: {}", self.game, self.season),
        }
    }

    /// Whether anything is told of the season.
    pub fn has_account(&self) -> bool {
        [&self.headlines, &self.threads, &self.account].iter().any(|part| !part.is_empty())
    }

    /// The hexes worth a line: all of a small island, only those that matter of a large one.
    pub fn hex_list(&self) -> impl Iterator<Item = &HexLine> {
        let large = self.hexes.len() > LARGE_ISLAND;
        self.hexes.iter().filter(move |hex| !large || hex.matters())
    }
}

/// From how many hexes on the list leaves out the quiet ones.
const LARGE_ISLAND: usize = 150;

/// The hexes of an island as the report lists them.
pub fn hexes(island: &Island) -> Vec<HexLine> {
    let mut ids: BTreeMap<Hex, Vec<Id>> = BTreeMap::new();
    for creature in island.living() {
        ids.entry(creature.hex).or_default().push(creature.id);
    }
    let line = |hex: Hex| {
        let (place, food) = (island.place(hex), island.food(hex));
        HexLine {
            label: place.to_string(),
            at: (place.column, place.row),
            terrain: island.terrain(hex).letter(),
            food: (food.corpses, food.meals, food.most),
            ids: ids.remove(&hex).unwrap_or_default(),
        }
    };
    island.land.hexes().map(line).collect()
}

/// How hungry a creature is, in a word.
pub fn hunger(creature: &Creature) -> &'static str {
    crate::face::scene::hunger(creature)
}

/// Attack points as the table shows them: `3+1` while ravenous.
pub fn ap(creature: &Creature) -> String {
    match creature.alive() && creature.strength() > creature.ap {
        true => format!("{}+1", creature.ap),
        false => creature.ap.to_string(),
    }
}

/// A row for every living creature and for those that died this round. PS-REP-02, PS-REP-06
fn status(source: &ReportSource<'_>) -> Vec<StatusRow> {
    let island = source.island;
    let notes = notes::of_creatures(source.events);
    let shown = |creature: &&Creature| {
        let died_now =
            creature.end.is_some_and(|end| end.round == island.round && island.round > 0);
        creature.alive() || died_now
    };
    let mut creatures: Vec<&Creature> = island.creatures.iter().filter(shown).collect();
    creatures.sort_by_key(|creature| (creature.species, creature.id));
    let row = |creature: &&Creature| {
        let species = &island[creature.species];
        let enemy = species.enemy.and_then(|number| island.species_of(number));
        StatusRow {
            player: match species.name == species.player {
                true => species.player.clone(),
                false => format!("{} ({})", species.player, species.name),
            },
            species: species.number,
            id: creature.tag().to_string(),
            hex: creature.placed().map_or("-".into(), |hex| island.place(hex).to_string()),
            behaviour: creature.mode.name(),
            ap: ap(creature),
            advantages: match creature.genes.is_empty() {
                true => "-".into(),
                false => creature.genes.to_string(),
            },
            hunger: match creature.alive() {
                true => hunger(creature),
                false => "-",
            },
            enemy: enemy.map_or("-".into(), |index| island[index].name.clone()),
            notes: notes.get(&creature.id).map(|notes| notes.join("; ")).unwrap_or_default(),
            alive: creature.alive(),
        }
    };
    creatures.iter().map(row).collect()
}

fn standings(island: &Island) -> Vec<StandingRow> {
    let strength = total_ap(island);
    let before = island.census.iter().rev().nth(1).cloned().unwrap_or_default();
    let row = |kind: Kind| {
        let (species, alive) = (&island[kind], island.count_of(kind));
        let before = before.get(kind.index()).copied().unwrap_or(alive);
        StandingRow {
            rank: 0,
            number: species.number,
            species: species.name.clone(),
            player: species.player.clone(),
            diet: species.diet,
            alive,
            change: i64::from(alive) - i64::from(before),
            born: 0,
            eaten: 0,
            killed: 0,
            starved: 0,
            ap: strength[kind.index()],
            extinct: species.extinct,
        }
    };
    let mut rows: Vec<StandingRow> = island.kinds().map(row).collect();
    for creature in &island.creatures {
        let row = &mut rows[creature.species.index()];
        row.born += u32::from(creature.parent.is_some());
        match creature.end.map(|end| end.death) {
            Some(Death::Eaten(_)) => row.eaten += 1,
            Some(Death::Killed(_) | Death::Tussle) => row.killed += 1,
            Some(Death::Starved) => row.starved += 1,
            None => {}
        }
    }
    // PS-END-07: equal species by total AP, then number, for order only.
    rows.sort_by_key(|row| {
        (
            row.extinct.is_some(),
            std::cmp::Reverse((row.alive, row.extinct.unwrap_or(0), row.ap)),
            row.number,
        )
    });
    let mut rank = 0;
    let mut last = None;
    for (place, row) in rows.iter_mut().enumerate() {
        let key = (row.alive, row.extinct);
        if last != Some(key) {
            rank = place + 1;
            last = Some(key);
        }
        row.rank = rank;
    }
    rows
}
