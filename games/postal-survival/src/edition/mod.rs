//! The edition: scenarios, hand-drawn maps and phrases as files; the components of the rulebook; and
//! the options, each a reading of the rules.

pub mod components;
pub mod options;
mod scenarios;

pub use components::{Diet, Gene, Genes, Mode};
pub use options::Rulings;

use crate::land::maker::Plan;
use crate::land::{drawn, maker};
use crate::rule::PS_MAP_23;
use crate::speech::report::account::Phrases;
use table::{Catalogue, Chosen, Edition, Fault, OptionInfo, ScenarioInfo, Setup, SetupError};

/// Everything that a set-up chooses from an edition.
#[derive(Clone, Debug)]
pub struct Choice {
    /// The readings of the rules.
    pub rulings: Rulings,
    /// The kind of island.
    pub plan: Plan,
    /// The island that somebody drew, with its file, if one was chosen.
    pub map: Option<(String, terrain::Map)>,
    /// The sentences of the account.
    pub phrases: Phrases,
    /// Options that differ from their defaults, for the report.
    pub unusual: Vec<(String, String)>,
}

/// The edition that is built in.
pub fn house() -> Edition {
    Edition::new([
        ("account.toml", include_str!("../../data/account.toml")),
        ("maps/t1.toml", include_str!("../../data/maps/t1.toml")),
        ("scenarios/first-run.toml", include_str!("../../data/scenarios/first-run.toml")),
        ("scenarios/pantheon.toml", include_str!("../../data/scenarios/pantheon.toml")),
        (
            "scenarios/balanced-island.toml",
            include_str!("../../data/scenarios/balanced-island.toml"),
        ),
        ("scenarios/archipelago.toml", include_str!("../../data/scenarios/archipelago.toml")),
        ("scenarios/long-haul.toml", include_str!("../../data/scenarios/long-haul.toml")),
        ("scenarios/blitz.toml", include_str!("../../data/scenarios/blitz.toml")),
        ("scenarios/alone.toml", include_str!("../../data/scenarios/alone.toml")),
        ("scenarios/crowns.toml", include_str!("../../data/scenarios/crowns.toml")),
    ])
}

fn options(edition: &Edition) -> Vec<OptionInfo> {
    let mut options = options::offered();
    options.extend(maker::offered());
    let mut maps = vec!["made"];
    maps.extend(edition.names_in("maps"));
    options.push(OptionInfo::choice(
        "map",
        &maps,
        PS_MAP_23.0,
        "The island: made by chance, or one that somebody drew.",
    ));
    options
}

/// What an edition offers.
pub fn catalogue(edition: &Edition) -> Result<Catalogue, SetupError> {
    let scenarios = scenarios::scenarios(edition)?.into_iter().map(|(id, file)| {
        let [least, most] = file.players;
        ScenarioInfo::new(&id, &file.name, &file.summary, least..=most)
    });
    Ok(Catalogue {
        game: "postal-survival".into(),
        title: "Survival".into(),
        summary: "Every reader is the god of one species on a small island; the most creatures alive at the end win.".into(),
        scenarios: scenarios.collect(),
        options: options(edition),
    })
}

/// What a set-up chooses; every fault of it is found here.
pub fn choose(edition: &Edition, setup: &Setup) -> Result<Choice, SetupError> {
    catalogue(edition)?.admits(setup)?;
    let path = edition.find("scenarios", "scenario", &setup.scenario)?;
    let scenario: scenarios::ScenarioFile = edition.read(&path)?;
    let options = options(edition);
    let chosen = Chosen::new(&options, &scenario.options(), setup)?;
    let rulings = Rulings::new(&chosen);
    if rulings.weights.iter().sum::<u32>() == 0 {
        let problem = "at least one of herbivores, omnivores and carnivores must weigh something";
        return Err(Fault::field("herbivores", problem).into());
    }
    let species = usize::from(setup.seats) * usize::from(rulings.species_per_player);
    let plan = Plan::new(&chosen, species)?;
    let map = match chosen.word("map") {
        "made" | "" => None,
        name => {
            let path = edition.find("maps", "map", name)?;
            Some((path.clone(), read_map(&path, edition.text(&path)?)?))
        }
    };
    let unusual = options
        .iter()
        .filter(|option| chosen.word(&option.key) != option.default)
        .map(|option| (option.key.clone(), chosen.word(&option.key).to_string()));
    let (rulings_of_map, phrases) = (rulings, Phrases::read(edition)?);
    let choice = Choice { rulings: rulings_of_map, plan, map, phrases, unusual: unusual.collect() };
    choice.trial(edition)?;
    Ok(choice)
}

fn read_map(path: &str, text: &str) -> Result<terrain::Map, SetupError> {
    terrain::Map::parse(text).map_err(|errors| {
        let fault = |error: &terrain::MapError| Fault {
            file: path.into(),
            at: Some((error.line, error.column)),
            field: error.field.clone(),
            problem: error.fault.to_string(),
        };
        SetupError(errors.iter().map(fault).collect())
    })
}

impl Choice {
    /// Whether an island can be made at all: a game that opens can be played.
    fn trial(&self, _: &Edition) -> Result<(), SetupError> {
        let mut dice = table::Dice::seeded(table::Seed::from_number(1));
        match &self.map {
            Some(_) => self.island(&mut dice).map(drop).map_err(SetupError::from),
            // The usual shares of water and desert always work; others are tried.
            None if self.plan.shares[..2] == Plan::usual(2).shares[..2]
                && self.plan.hexes < 20_000 =>
            {
                Ok(())
            }
            None => self.island(&mut dice).map(drop).map_err(SetupError::from),
        }
    }

    /// An island of the chosen kind.
    pub fn island(&self, dice: &mut table::Dice) -> Result<crate::Island, Fault> {
        match &self.map {
            Some((file, map)) => drawn::from_map(map, &self.plan, file, dice),
            None => maker::make(&self.plan, dice),
        }
    }
}
