//! The balance study: the program plays whole games by itself and counts. PS-BAL-01, PS-BAL-02
//!
//! A settings file names the cells of a study, each a set of options, and the table of scripts that
//! play; the result is a set of files, the same for the same settings and seed.

use crate::PostalSurvival;
use crate::diet::{Diet, Mode};
use crate::ending::{self, Master};
use crate::instinct;
use crate::island::Death;
use crate::orders::{Move, Sheet, Telling, Who};
use crate::round::Round;
use serde::Deserialize;
use std::collections::BTreeMap;
use std::fmt::Write;
use table::{Dice, Fault, Log, Rules, Seed, Setup, SetupError};

/// How a species is led.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Script {
    /// By the defaults of the absent.
    Silent,
    /// By FORAGE with default modes.
    Forage,
    /// As a decent reader would.
    Decent,
    /// By FORAGE, always aggressive.
    Fierce,
}

/// A settings file.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Settings {
    /// Games in each cell; the same seeds in every cell.
    pub games: u64,
    /// Players.
    pub players: u16,
    /// The first seed.
    #[serde(default)]
    pub seed: u64,
    /// Scripts with their weights.
    pub scripts: Vec<(Script, u32)>,
    /// The cells: a name and the options that differ from the defaults.
    #[serde(default)]
    pub cell: Vec<Cell>,
}

/// One cell of a study.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Cell {
    /// Its name.
    pub name: String,
    /// Options that differ from the defaults.
    #[serde(default)]
    pub options: BTreeMap<String, toml::Value>,
}

/// What one game came to.
#[derive(Clone, Debug, Default)]
struct Tally {
    started: [u32; 3],
    /// Wins of each diet in thousandths: a shared win is split.
    wins: [u32; 3],
    alive: [u32; 3],
    species_alive: [u32; 4],
    deaths: [u32; 3],
    leader_wins: bool,
    shared: bool,
    winner_share: u32,
    rounds: u16,
}

/// Plays the study; file names and texts.
pub fn study(settings: &str) -> Result<BTreeMap<String, String>, SetupError> {
    let file = "study.toml";
    let settings: Settings =
        toml::from_str(settings).map_err(|error| Fault::toml(file, settings, &error))?;
    if settings.scripts.iter().map(|(_, weight)| weight).sum::<u32>() == 0 || settings.games == 0 {
        return Err(Fault::field(
            "scripts",
            "give at least one script with a weight, and at least one game",
        )
        .in_file(file)
        .into());
    }
    let mut games = String::from(
        "cell,seed,rounds,win_h,win_o,win_c,alive_h,alive_o,alive_c,species_4,species_8,species_12,species_end,starved,fights,tussles,shared,winner_share\n",
    );
    let mut cells = String::from(
        "cell,games,win_h,win_o,win_c,ratio_h,ratio_o,ratio_c,all_diets,species_4,species_8,species_12,species_end,starved,fights,tussles,leader_wins,shared,winner_share\n",
    );
    let mut page = String::from(
        "# Balance study\n\n| cell | wins H / O / C % | wins by share H / O / C | species alive after 4 / 8 / 12 / end | creatures H / O / C | deaths starved / fights / tussles % | leader after 8 wins % | winner's share % |\n|---|---|---|---|---|---|---|---|\n",
    );
    let mut bars = Vec::new();
    for cell in &settings.cell {
        let setup = setup(&settings, cell);
        let game = PostalSurvival::open(&PostalSurvival::house(), &setup)?;
        let mut sum: Vec<Tally> = Vec::new();
        for number in settings.seed..settings.seed + settings.games {
            let tally = play(&game, &settings, number)?;
            let t = &tally;
            let _ = writeln!(
                games,
                "{},{number},{},{},{},{},{},{},{},{},{},{},{},{},{},{},{},{}",
                cell.name,
                t.rounds,
                t.wins[0],
                t.wins[1],
                t.wins[2],
                t.alive[0],
                t.alive[1],
                t.alive[2],
                t.species_alive[0],
                t.species_alive[1],
                t.species_alive[2],
                t.species_alive[3],
                t.deaths[0],
                t.deaths[1],
                t.deaths[2],
                t.shared as u8,
                t.winner_share
            );
            sum.push(tally);
        }
        summarise(&cell.name, &sum, &mut cells, &mut page, &mut bars);
    }
    page.push_str("\nScripts are not people: they make no deals, hold no grudges and read no press. Diets are compared as these scripts play them.\n");
    Ok(BTreeMap::from([
        ("games.csv".to_string(), games),
        ("cells.csv".to_string(), cells),
        ("study.md".to_string(), page),
        ("wins.svg".to_string(), chart(&bars)),
    ]))
}

fn setup(settings: &Settings, cell: &Cell) -> Setup {
    let mut setup = Setup::new("first-run", settings.players);
    for (key, value) in &cell.options {
        let value = match value {
            toml::Value::String(word) => word.clone(),
            other => other.to_string(),
        };
        setup = setup.with(key, value);
    }
    setup
}

fn script_of(settings: &Settings, species: usize) -> Script {
    let total: u32 = settings.scripts.iter().map(|(_, weight)| weight).sum();
    // Spread over the list, so that every script leads every diet.
    let mut place = (species as u32).wrapping_mul(2_654_435_761) % total.max(1);
    for (script, weight) in &settings.scripts {
        if place < *weight {
            return *script;
        }
        place -= weight;
    }
    Script::Silent
}

fn play(game: &PostalSurvival, settings: &Settings, number: u64) -> Result<Tally, SetupError> {
    let mut dice = Dice::seeded(Seed::from_number(number));
    let mut log = Log::quiet();
    let rulings = game.rulings();
    let mut island = game.choice().island(&mut dice)?;
    let diets = crate::founding::diets(&vec![None; game.species()], rulings, &mut dice);
    island.settle(
        diets.iter().enumerate().map(|(seat, diet)| (seat as u16, format!("{seat}"), *diet)),
    );
    let mut tally = Tally::default();
    diets.iter().for_each(|diet| tally.started[*diet as usize] += 1);
    let mut round = Round::new();
    let mut ended = None;
    let mut leader = None;
    let mut sheets: Vec<Sheet> = Vec::new();
    while ended.is_none() {
        sheets.clear();
        for species in 0..island.species.len() {
            let mut sheet = Sheet::default();
            let script = script_of(settings, species);
            match script {
                _ if !island.lives(species) => {}
                Script::Silent => {}
                Script::Decent => sheet = instinct::orders(&island, rulings, species),
                Script::Forage | Script::Fierce => {
                    if island.round > 0 {
                        sheet.tell(Who::All, &Telling::moving(Move::Forage));
                    }
                    if script == Script::Fierce {
                        sheet.tell(Who::All, &Telling::acting(Mode::Aggressive));
                    }
                }
            }
            sheets.push(sheet);
        }
        round.adjudicate(&mut island, &sheets, rulings, &mut dice, &mut log);
        ended = ending::judge(&mut island, &sheets, rulings, Master::Absent, &mut log);
        let living =
            (0..island.species.len()).filter(|species| island.lives(*species)).count() as u32;
        match island.round {
            4 => tally.species_alive[0] = living,
            8 => {
                tally.species_alive[1] = living;
                leader = (0..island.species.len())
                    .max_by_key(|species| (island.count_of(*species), std::cmp::Reverse(*species)));
            }
            12 => tally.species_alive[2] = living,
            _ => {}
        }
        tally.species_alive[3] = living;
    }
    tally.rounds = island.round;
    if let Some(ended) = ended {
        let shares = ended.winners.len().max(1) as u32;
        for seat in &ended.winners {
            tally.wins[diets[*seat as usize] as usize] += 1000 / shares;
        }
        tally.shared = shares > 1;
        let leads = leader.is_some_and(|leader| ended.winners.contains(&(leader as u16)));
        tally.leader_wins = leads;
        let first = ended.winners.first().map_or(0, |seat| island.count_of(*seat as usize));
        tally.winner_share = first * 100 / (island.living.len() as u32).max(1);
    }
    for creature in &island.creatures {
        match creature.end.map(|end| end.death) {
            None => tally.alive[creature.diet as usize] += 1,
            Some(Death::Starved) => tally.deaths[0] += 1,
            Some(Death::Eaten(_) | Death::Killed(_)) => tally.deaths[1] += 1,
            Some(Death::Tussle) => tally.deaths[2] += 1,
        }
    }
    Ok(tally)
}

fn summarise(
    name: &str,
    games: &[Tally],
    cells: &mut String,
    page: &mut String,
    bars: &mut Vec<(String, [f64; 3])>,
) {
    let count = games.len() as f64;
    let mean = |value: &dyn Fn(&Tally) -> u32| {
        games.iter().map(|game| value(game) as f64).sum::<f64>() / count
    };
    let per_cent = |value: &dyn Fn(&Tally) -> bool| {
        100.0 * games.iter().filter(|game| value(game)).count() as f64 / count
    };
    let wins = [0, 1, 2].map(|diet| mean(&|game| game.wins[diet]) / 10.0);
    let started = [0, 1, 2].map(|diet| mean(&|game| game.started[diet]));
    let all: f64 = started.iter().sum();
    let ratio = [0, 1, 2].map(|diet| {
        if started[diet] > 0.0 { wins[diet] / 100.0 / (started[diet] / all) } else { 0.0 }
    });
    let alive = [0, 1, 2].map(|diet| mean(&|game| game.alive[diet]));
    let species = [0, 1, 2, 3].map(|at| mean(&|game| game.species_alive[at]));
    let dead: f64 =
        [0, 1, 2].iter().map(|cause| mean(&|game| game.deaths[*cause])).sum::<f64>().max(1.0);
    let deaths = [0, 1, 2].map(|cause| 100.0 * mean(&|game| game.deaths[cause]) / dead);
    let diets = per_cent(&|game| game.alive.iter().all(|alive| *alive > 0));
    let (leader, shared) = (per_cent(&|game| game.leader_wins), per_cent(&|game| game.shared));
    let share = mean(&|game| game.winner_share);
    let _ = writeln!(
        cells,
        "{name},{},{:.1},{:.1},{:.1},{:.2},{:.2},{:.2},{diets:.0},{:.1},{:.1},{:.1},{:.1},{:.0},{:.0},{:.1},{leader:.0},{shared:.0},{share:.0}",
        games.len(),
        wins[0],
        wins[1],
        wins[2],
        ratio[0],
        ratio[1],
        ratio[2],
        species[0],
        species[1],
        species[2],
        species[3],
        deaths[0],
        deaths[1],
        deaths[2]
    );
    let _ = writeln!(
        page,
        "| {name} | {:.0} / {:.0} / {:.0} | {:.2} / {:.2} / {:.2} | {:.1} / {:.1} / {:.1} / {:.1} | {:.1} / {:.1} / {:.1} | {:.0} / {:.0} / {:.1} | {leader:.0} | {share:.0} |",
        wins[0],
        wins[1],
        wins[2],
        ratio[0],
        ratio[1],
        ratio[2],
        species[0],
        species[1],
        species[2],
        species[3],
        alive[0],
        alive[1],
        alive[2],
        deaths[0],
        deaths[1],
        deaths[2]
    );
    bars.push((name.to_string(), wins));
}

/// Wins by diet, one stacked bar a cell.
fn chart(bars: &[(String, [f64; 3])]) -> String {
    let height = 30 * bars.len() + 40;
    let mut out = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 720 {height}\" font-family=\"sans-serif\" font-size=\"13\">"
    );
    for (row, (name, wins)) in bars.iter().enumerate() {
        let y = 30 * row + 10;
        let name = crate::report::html::escaped(name);
        let _ = write!(out, "<text x=\"190\" y=\"{}\" text-anchor=\"end\">{name}</text>", y + 15);
        let mut x = 200.0;
        for (wins, (diet, colour)) in
            wins.iter().zip(Diet::ALL.into_iter().zip(["#2f7d32", "#b26a00", "#b3261e"]))
        {
            let width = wins * 5.0;
            let _ = write!(
                out,
                "<rect x=\"{x:.1}\" y=\"{y}\" width=\"{width:.1}\" height=\"20\" fill=\"{colour}\"><title>{diet}s win {wins:.0} %</title></rect>"
            );
            x += width;
        }
    }
    let _ = writeln!(
        out,
        "<text x=\"200\" y=\"{}\">wins of herbivores, omnivores, carnivores</text></svg>",
        height - 10
    );
    out
}
