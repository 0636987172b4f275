//! The house edition, and what a book of charts holds once it is read.

mod campaigns;
mod cast;
mod charts;
mod check;
pub mod components;
mod layout;
mod muster;
pub mod options;
pub mod scenarios;

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

/// Which weapons there are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Armoury {
    /// Pistols and shotguns.
    Text,
    /// Rifles, bows and stones too.
    Extended,
}

/// The house edition. Its files alone carry some rules: `weapons.toml` SV-FIR-06, SV-FIR-07 and
/// SV-HTH-10; the scenarios barn SV-SCN-09, surgery SV-SCN-16 and SV-SCN-17, strays SV-SCN-20, mill
/// SV-SCN-25.
pub fn house() -> Edition {
    table::house_edition!()
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
        if edition.own_files().contains_key(&path) {
            drawn.travel(&game);
        }
        Some(game)
    });
    reading.finish(game)
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
            grounds: Arc::default(),
        }
    }
}
