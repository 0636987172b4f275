//! The plots of the study.

use super::Study;
use super::cell::Found;
use super::plan::{HEXES, JUNGLES, MEAL_DICE};
use super::tables::usual;
use arena::plot::{self, Bar, Curve, HeatColours};
use arena::statistics::Estimate;

const DIETS: [&str; 3] = ["herbivores", "omnivores", "carnivores"];

/// All plots with the names of their files.
pub fn all(study: &Study) -> Vec<(String, String)> {
    let mut plots = vec![("bands.svg".to_string(), bands(study))];
    for diet in DIETS {
        plots.push((format!("wins-{diet}.svg"), wins(study, diet)));
    }
    plots.push(("species.svg".into(), species(study)));
    plots.push(("creatures.svg".into(), creatures(study)));
    plots.push(("deaths.svg".into(), deaths(study)));
    plots.push(("openness.svg".into(), openness(study)));
    plots.push(("genes.svg".into(), genes(study)));
    plots
}

/// Heat maps over hexes and meals, one for each share of jungle.
fn maps(
    study: &Study,
    title: &str,
    value: impl Fn(&Found) -> Option<Estimate>,
    colours: HeatColours,
) -> String {
    let dice = MEAL_DICE.map(|die| format!("d{die}"));
    let hexes = HEXES.map(|hexes| (hexes as f64 / 100.0).to_string());
    let size = MEAL_DICE.len() * HEXES.len();
    let panels: Vec<String> = study
        .stage_1
        .chunks(size)
        .zip(JUNGLES)
        .map(|(cells, jungle)| {
            let found: Vec<Option<Estimate>> = cells.iter().map(&value).collect();
            let title = format!("{jungle} % of the fertile land is jungle");
            let rows: (&str, &[String]) = ("meals", &dice);
            plot::heat(&title, rows, ("hexes a player", &hexes), &found, false, colours)
        })
        .collect();
    plot::panels(title, &panels, 1)
}

fn bands(study: &Study) -> String {
    let most = study.stage_1.iter().map(|found| found.bands().1).max().unwrap_or(0);
    let met = |found: &Found| found.bands().0 as f64;
    let all = || study.stage_1.iter().map(met);
    let colours = HeatColours::Between(all().fold(f64::MAX, f64::min), all().fold(0.0, f64::max));
    let value = |found: &Found| {
        let value = met(found);
        Some(Estimate { value, low: value, high: value })
    };
    maps(study, &format!("Healthy bands met, of {most}; 44 players"), value, colours)
}

fn wins(study: &Study, diet: &str) -> String {
    let title = format!("Wins of {diet} against their share of the start; 44 players");
    maps(study, &title, |found| found.mean(&format!("m1.{diet}")), HeatColours::Band(0.5, 2.0))
}

/// Curves over the rounds of both centres.
fn by_round(
    study: &Study,
    rounds: std::ops::RangeInclusive<usize>,
    value: impl Fn(&Found, usize) -> Option<Estimate>,
) -> Vec<Curve> {
    let names = ["first run", "balanced island"];
    let curve = |(place, name): (usize, &str)| {
        let found = usual(study, place);
        let at = |round: usize| Some((round as f64, found.and_then(|found| value(found, round))?));
        Curve { name: name.to_string(), points: rounds.clone().filter_map(at).collect() }
    };
    names.into_iter().enumerate().map(curve).collect()
}

fn species(study: &Study) -> String {
    let curves = by_round(study, 1..=15, |found, round| found.middle(&format!("alive.{round}")));
    let title = "Species alive after each round: the median, and eight games in ten";
    plot::curves(title, "round", &curves, true, None)
}

fn creatures(study: &Study) -> String {
    let panels: Vec<String> = DIETS
        .iter()
        .map(|diet| {
            let of = |found: &Found, round: usize| found.middle(&format!("{diet}.{round}"));
            plot::curves(diet, "round", &by_round(study, 1..=15, of), false, None)
        })
        .collect();
    let title = "Creatures after each round, 44 players: the median, and eight games in ten";
    plot::panels(title, &panels, 1)
}

fn deaths(study: &Study) -> String {
    let causes = ["m5.starved", "m5.fights", "m5.tussles"];
    let shares = |found: &Found| -> Vec<f64> {
        causes.iter().filter_map(|name| Some(found.mean(name)?.value)).collect()
    };
    let mut rows = Vec::new();
    for (place, name) in ["first run", "balanced island"].into_iter().enumerate() {
        if let Some(found) = usual(study, place) {
            rows.push((name.to_string(), shares(found)));
        }
        let centre = study.centres[place].name;
        let skilled = study.singles.iter().find(|found| {
            let same = found.cell.centre.as_ref().is_some_and(|known| known.name == centre);
            same && found.cell.table.name() == "skilled"
                && (found.cell.key, found.cell.value.as_str()) == ("players", "44")
        });
        if let Some(found) = skilled {
            rows.push((format!("{name}, all skilled"), shares(found)));
        }
    }
    plot::stacks("What the dead died of", &["starved", "killed in fights", "in tussles"], &rows)
}

fn openness(study: &Study) -> String {
    let curves = by_round(study, 4..=14, |found, round| found.mean(&format!("m6.leader.{round}")));
    let title = "Who alone leads after a round wins (healthy after round 8: 25 to 50 %)";
    plot::curves(title, "round", &curves, true, Some((0.25, 0.5)))
}

fn genes(study: &Study) -> String {
    let Some(found) = usual(study, 1) else { return String::new() };
    let rows: Vec<Bar> = found
        .figures()
        .filter(|column| column.jointly)
        .filter_map(|column| {
            let (diet, gene) = column.name.strip_prefix("m11.")?.split_once("s.")?;
            let name = format!("{diet}: {}", gene.replace('-', " "));
            Some(Bar { name, estimate: found.mean(&column.name)? })
        })
        .collect();
    let title = "Species alive after round 8 by first gene, against all of their diet";
    plot::dots(title, &rows, (0.7, 1.5))
}
