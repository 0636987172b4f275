//! The house edition, and what a book of charts holds once it is read.

mod campaigns;
mod cast;
mod charts;
pub mod components;
mod layout;
mod muster;
pub mod options;
pub mod scenarios;
mod survey;

pub use campaigns::{CampaignFile, Chair, Pairing, Recruits, Schedule};
pub use charts::{Book, Faction, Structures};

use crate::Survivors;
use crate::geometry::feature::LineKind;
use crate::geometry::tabletop::Tabletop;
use options::Options;
use scenarios::{Offer, Scenario};
use std::sync::Arc;
use table::reading::Reading;
use table::{Catalogue, Chosen, Edition, Fit, Setup, SetupError};

/// Which weapons there are. Ledger section 10.3.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Armoury {
    /// Pistols and shotguns.
    Text,
    /// Rifles, bows and stones too.
    Extended,
}

/// The files of the house edition, each with the rules that it alone carries.
const HOUSE: [(&str, &str); 16] = [
    // SV-FIR-06, SV-FIR-07, SV-HTH-10
    ("weapons.toml", include_str!("../../data/weapons.toml")),
    ("structures.toml", include_str!("../../data/structures.toml")),
    ("archetypes.toml", include_str!("../../data/archetypes.toml")),
    ("factions/ashcombe.toml", include_str!("../../data/factions/ashcombe.toml")),
    ("factions/regional.toml", include_str!("../../data/factions/regional.toml")),
    ("factions/tollmen.toml", include_str!("../../data/factions/tollmen.toml")),
    ("factions/cut.toml", include_str!("../../data/factions/cut.toml")),
    ("campaigns/first-winter.toml", include_str!("../../data/campaigns/first-winter.toml")),
    ("scenarios/forecourt.toml", include_str!("../../data/scenarios/forecourt.toml")),
    // SV-SCN-09
    ("scenarios/barn.toml", include_str!("../../data/scenarios/barn.toml")),
    ("scenarios/tollgate.toml", include_str!("../../data/scenarios/tollgate.toml")),
    // SV-SCN-16, SV-SCN-17
    ("scenarios/surgery.toml", include_str!("../../data/scenarios/surgery.toml")),
    // SV-SCN-20
    ("scenarios/strays.toml", include_str!("../../data/scenarios/strays.toml")),
    // SV-SCN-25
    ("scenarios/mill.toml", include_str!("../../data/scenarios/mill.toml")),
    ("scenarios/quick.toml", include_str!("../../data/scenarios/quick.toml")),
    ("scenarios/duel.toml", include_str!("../../data/scenarios/duel.toml")),
];

/// The house edition.
pub fn house() -> Edition {
    Edition::new(HOUSE)
}

/// The files that an edition may have.
const FILES: &[&str] = &[
    "weapons.toml",
    "structures.toml",
    "archetypes.toml",
    "factions/*.toml",
    "forces/*.toml",
    "campaigns/*.toml",
    "scenarios/*.toml",
];

/// What can be chosen: scenarios and options.
pub(crate) fn catalogue(edition: &Edition) -> Result<Catalogue, SetupError> {
    let reading = Reading::of(edition);
    reading.only(FILES);
    let offers = Offer::all(&reading, None);
    let catalogue = offered(edition, &offers);
    reading.finish(Some(catalogue))
}

fn offered(edition: &Edition, offers: &[Offer]) -> Catalogue {
    Catalogue {
        game: <Survivors as table::Rules>::ID.into(),
        title: "Survivors".into(),
        summary: "A skirmish with single figures on a measured table, after the plague.".into(),
        scenarios: offers.iter().map(|offer| offer.info.clone()).collect(),
        options: options::catalogue(&edition.names_in("forces")),
    }
}

/// The game of a set-up, every fault of its files found.
pub(crate) fn open(edition: &Edition, setup: &Setup) -> Result<Survivors, SetupError> {
    let reading = Reading::of(edition);
    reading.only(FILES);
    let offers = Offer::all(&reading, Some(&setup.scenario));
    let catalogue = offered(edition, &offers);
    reading.keep(catalogue.admits(setup).map(drop));
    let chosen = reading.keep(Chosen::new(&catalogue.options, &Default::default(), setup));
    // Where the options are wrong, everything else is read as it would be without them.
    let plain = Setup::new(&setup.scenario, setup.seats);
    let without = || Chosen::new(&catalogue.options, &Default::default(), &plain).ok();
    let Some(options) = chosen.or_else(without).as_ref().map(Options::read) else {
        offers.iter().for_each(Offer::leave);
        return reading.finish(None);
    };
    let book = Book::read(&reading, options.armoury);
    for name in edition.names_in("campaigns") {
        campaigns::read(&reading, &book, name);
    }
    let sides = setup.seats.saturating_sub(u16::from(options.umpire));
    let mut named = offers.iter().filter(|offer| offer.info.id == setup.scenario);
    let Some(offer) = named.find(|offer| offer.seats.contains(&sides)) else {
        // Whatever is wrong with the scenario, these players cannot play it.
        offers.iter().for_each(Offer::leave);
        return reading.finish(None);
    };
    let game = offer.open(&reading, &book, &options, sides).and_then(|(table, scenario, drawn)| {
        if !reading.sound() {
            return None;
        }
        let game = Survivors::assemble(setup.clone(), options, book, table, scenario);
        // The house's own tables are walked over by a test.
        let path = format!("scenarios/{}.toml", setup.scenario);
        if house_text(&path) != edition.text(&path).ok() {
            drawn.travel(&game);
        }
        Some(game)
    });
    reading.finish(game)
}

/// What the house edition has in a file.
fn house_text(path: &str) -> Option<&'static str> {
    HOUSE.iter().find(|(name, _)| *name == path).map(|(_, text)| *text)
}

impl Survivors {
    pub(crate) fn assemble(
        setup: Setup,
        options: Options,
        book: Book,
        table: Tabletop,
        scenario: Scenario,
    ) -> Survivors {
        let doors = Survivors::find_doors(&table);
        let breakable = table
            .lines
            .iter()
            .enumerate()
            .filter(|(_, line)| {
                line.strength > 0 && matches!(line.kind, LineKind::Door | LineKind::Barricade)
            })
            .map(|(number, _)| number.fit::<u16>())
            .collect();
        Survivors {
            setup,
            options,
            book: Arc::new(book),
            fresh: Arc::new(table.fresh()),
            table: Arc::new(table),
            scenario: Arc::new(scenario),
            doors: doors.into(),
            breakable,
            roads: Arc::default(),
            spots: Arc::default(),
            ground: Arc::default(),
        }
    }
}
