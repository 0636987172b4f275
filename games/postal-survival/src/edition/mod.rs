//! The edition: scenarios, hand-drawn maps and phrases as files; the components of the rulebook; and
//! the options, each a reading of the rules.

pub mod components;
pub mod options;
mod scenarios;

pub use components::{Diet, Gene, Genes, Mode};
pub use options::Rulings;

use crate::PostalSurvival;
use crate::land::Island;
use crate::land::maker::{self, Plan};
use crate::land::map_file::Drawn;
use crate::rule::PS_MAP_23;
use crate::speech::report::account::Voices;
use std::collections::BTreeMap;
use std::sync::Arc;
use table::reading::Reading;
use table::{Catalogue, Chosen, Dice, Edition, Fault, OptionInfo, Rules, Seed, Setup, SetupError};

/// Everything that a set-up chooses from an edition.
#[derive(Clone, Debug)]
pub struct Choice {
    /// The readings of the rules.
    pub rulings: Rulings,
    /// The kind of island.
    pub plan: Plan,
    /// The island that somebody drew, if one was chosen.
    pub drawn: Option<Drawn>,
    /// The sentences of the account, in every tone.
    pub voices: Voices,
    /// Options that differ from their defaults, for the report.
    pub unusual: Vec<(String, String)>,
}

/// The files that an edition may have.
const FILES: &[&str] = &["account.toml", "maps/*.toml", "scenarios/*.toml"];

/// The edition that is built in.
pub fn house() -> Edition {
    table::house_edition!()
}

/// The options that an edition offers: readings of the rules, kinds of islands, drawn islands.
pub(crate) fn options(edition: &Edition) -> Vec<OptionInfo> {
    let mut options = options::offered();
    options.extend(maker::offered());
    let mut maps = vec!["made"];
    maps.extend(edition.names_in("maps"));
    options.push(OptionInfo::choice(
        "map",
        &maps,
        PS_MAP_23,
        "The island: made by chance, or one that somebody drew.",
    ));
    options
}

/// What an edition offers.
pub fn catalogue(edition: &Edition) -> Result<Catalogue, SetupError> {
    let reading = Reading::of(edition);
    reading.only(FILES);
    let catalogue = offered(&reading);
    reading.finish(Some(catalogue))
}

fn offered(reading: &Reading) -> Catalogue {
    let options = options(reading.edition());
    Catalogue {
        game: PostalSurvival::ID.into(),
        title: "Survival by post".into(),
        summary: "Every reader is the god of one species on a small island; the most creatures alive at the end win.".into(),
        scenarios: scenarios::offered(reading, &options),
        options,
    }
}

/// The game of a set-up.
pub fn open(edition: &Edition, setup: &Setup) -> Result<PostalSurvival, SetupError> {
    let choice = Arc::new(choose(edition, setup)?);
    Ok(PostalSurvival { choice, setup: setup.clone() })
}

/// What a set-up chooses; every fault of it and of the edition is found here.
pub fn choose(edition: &Edition, setup: &Setup) -> Result<Choice, SetupError> {
    let reading = Reading::of(edition);
    reading.only(FILES);
    let catalogue = offered(&reading);
    let chosen = reading.keep(catalogue.admits(setup).map(|(_, chosen)| chosen));
    let voices = Voices::read(&reading);
    let names = edition.names_in("maps").into_iter();
    let mut maps: BTreeMap<&str, Drawn> =
        names.filter_map(|name| Some((name, read_drawn(&reading, name)?))).collect();
    let chosen = chosen.filter(|_| reading.sound());
    let choice = chosen.and_then(|chosen| {
        let (rulings, plan) = reading.keep(settled(&chosen, setup.seats))?;
        let unusual = catalogue.options.iter().map(|option| (option, chosen.word(&option.key)));
        let unusual = unusual.filter(|(option, value)| *value != option.default);
        let unusual = unusual.map(|(option, value)| (option.key.clone(), value.to_string()));
        let drawn = maps.remove(chosen.word("map"));
        Some(Choice { rulings, plan, drawn, voices, unusual: unusual.collect() })
    });
    reading.finish(choice)
}

/// The rulings and the kind of island that these options choose for so many players, if an island can
/// be made at all: a game that opens can be played.
fn settled(chosen: &Chosen, seats: u16) -> Result<(Rulings, Plan), Fault> {
    let rulings = Rulings::new(chosen);
    if rulings.weights.iter().sum::<u32>() == 0 {
        let problem = "at least one of herbivores, omnivores and carnivores must weigh something";
        return Err(Fault::field("herbivores", problem));
    }
    let species = usize::from(seats) * usize::from(rulings.species_per_player);
    let plan = Plan::new(chosen, species)?;
    // The usual shares of water and desert always work; others are tried.
    let usual = plan.shares[..2] == Plan::usual(2).shares[..2] && plan.hexes < 20_000;
    if !usual && ["made", ""].contains(&chosen.word("map")) {
        maker::make(&plan, &mut Dice::seeded(Seed::from_number(1)))?;
    }
    Ok((rulings, plan))
}

/// The island that somebody drew; what is wrong with it is noted where it stands.
fn read_drawn(reading: &Reading, name: &str) -> Option<Drawn> {
    let path = format!("maps/{name}.toml");
    let faults = match Drawn::read(&reading.map(&path)?) {
        Ok(drawn) => return Some(drawn),
        Err(faults) => faults,
    };
    let file = reading.file(&path);
    file.leave_rest();
    for fault in faults {
        let section = fault.field.split_once('.');
        let section = section.and_then(|(table, key)| Some((file.optional_table(table)?, key)));
        match section {
            Some((table, key)) => table.fault(key, fault.problem),
            None => file.fault(&fault.field, fault.problem),
        }
    }
    None
}

impl Choice {
    /// An island of the chosen kind.
    pub fn island(&self, dice: &mut Dice) -> Result<Island, Fault> {
        match &self.drawn {
            Some(drawn) => Ok(drawn.island(&self.plan, dice)),
            None => maker::make(&self.plan, dice),
        }
    }
}
