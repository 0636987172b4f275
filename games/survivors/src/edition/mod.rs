//! The house edition, and what a book of charts holds once it is read.

mod cast;
pub mod components;
mod layout;
pub mod options;
pub mod scenario_file;
pub mod scenarios;
pub mod survey;

use crate::Survivors;
use crate::edition::components::{Gun, ITEMS, Item, Sheet};
use crate::edition::options::Options;
use crate::edition::scenario_file::{
    ArchetypesFile, FactionFile, Inches, StructuresFile, WeaponsFile,
};
use crate::edition::scenarios::Scenario;
use crate::geometry::feature::LineKind;
use crate::geometry::tabletop::Tabletop;
use std::collections::BTreeMap;
use std::sync::Arc;
use table::{
    Catalogue, Chosen, Edition, Fault, Fit, ScenarioInfo, Setup, SetupError, line_and_column,
};

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

/// What can be chosen: scenarios and options.
pub(crate) fn catalogue(edition: &Edition) -> Result<Catalogue, SetupError> {
    let mut briefs = Vec::new();
    for name in edition.names_in("scenarios") {
        let file = scenarios::brief(edition, name)?;
        let least = file.seats.iter().min().copied().unwrap_or(2);
        let most = file.seats.iter().max().copied().unwrap_or(2);
        let info = ScenarioInfo::new(name, &file.name, &file.summary, least..=most)
            .without((least..=most).filter(|seats| !file.seats.contains(seats)));
        briefs.push((file.rank, info));
    }
    briefs.sort_by_key(|(rank, info)| (*rank, info.id.clone()));
    Ok(Catalogue {
        game: <Survivors as table::Rules>::ID.into(),
        title: "Survivors".into(),
        summary: "A skirmish with single figures on a measured table, after the plague.".into(),
        scenarios: briefs.into_iter().map(|(_, info)| info).collect(),
        options: options::catalogue(&edition.names_in("forces")),
    })
}

/// The game of a set-up, every fault of its files found.
pub(crate) fn open(edition: &Edition, setup: &Setup) -> Result<Survivors, SetupError> {
    catalogue(edition)?.admits(setup)?;
    let options = settings(edition, setup)?;
    let book = Book::read(edition, options.armoury)?;
    let (table, scenario) = scenarios::read(edition, &book, setup, &options)?;
    let game = Survivors::assemble(setup.clone(), options, book, table, scenario);
    // The house's own tables are walked over by a test.
    let path = format!("scenarios/{}.toml", setup.scenario);
    if house_text(&path) != edition.text(&path).ok() {
        let faults = survey::travel(&game, edition)?;
        if !faults.is_empty() {
            return Err(SetupError(faults));
        }
    }
    Ok(game)
}

pub(crate) fn settings(edition: &Edition, setup: &Setup) -> Result<Options, SetupError> {
    let catalogue = catalogue(edition)?;
    let chosen = Chosen::new(&catalogue.options, &Default::default(), setup)?;
    Ok(Options::read(&chosen))
}

/// What the house edition has in a file.
pub(crate) fn house_text(path: &str) -> Option<&'static str> {
    HOUSE.iter().find(|(name, _)| *name == path).map(|(_, text)| *text)
}

/// A faction: its name, colour, story, and its people by archetype and name.
#[derive(Clone, Debug)]
pub struct Faction {
    /// Its name.
    pub name: String,
    /// Its colour.
    pub colour: String,
    /// Who they are.
    pub about: String,
    /// Its people: archetype and name.
    pub people: Vec<(String, String)>,
}

/// The charts of an edition.
#[derive(Clone, Debug)]
pub struct Book {
    /// Guns by item.
    pub guns: [Option<Gun>; ITEMS.len()],
    /// What an item adds hand-to-hand; none if it does not count as a weapon.
    pub melee: [Option<i32>; ITEMS.len()],
    /// Muster points of items.
    pub prices: [i32; ITEMS.len()],
    /// Strength of structures.
    pub structures: StructuresFile,
    /// Archetypes.
    pub archetypes: Vec<Sheet>,
    /// Factions by id.
    pub factions: BTreeMap<String, Faction>,
}

impl Book {
    /// Reads and checks the charts.
    pub fn read(edition: &Edition, armoury: Armoury) -> Result<Book, SetupError> {
        let weapons: WeaponsFile = edition.read("weapons.toml")?;
        let (mut guns, mut melee) = ([None; ITEMS.len()], [None; ITEMS.len()]);
        let mut prices = [0; ITEMS.len()];
        for gun in &weapons.gun {
            prices[gun.item as usize] = gun.points;
            if gun.extended && armoury == Armoury::Text {
                continue;
            }
            let Inches(range) = gun.range;
            guns[gun.item as usize] = Some(Gun {
                range,
                strength: gun.strength,
                reloads: gun.reloads,
                silent: gun.silent,
            });
            melee[gun.item as usize] = Some(0); // SV-HTH-13
        }
        for weapon in &weapons.melee {
            prices[weapon.item as usize] = weapon.points;
            melee[weapon.item as usize] = Some(weapon.adds);
        }
        let (mut archetypes, mut faults) = (Vec::new(), Vec::new());
        let text = edition.text("archetypes.toml")?;
        let file: ArchetypesFile = edition.read("archetypes.toml")?;
        for archetype in file.archetype {
            let mut blame = |field: &str, problem: &str| {
                faults.push(Fault {
                    file: "archetypes.toml".into(),
                    at: Some(line_and_column(text, archetype.name.span().start)),
                    field: field.into(),
                    problem: problem.into(),
                })
            };
            let strength = *archetype.strength.get_ref();
            // SV-CHR-15
            if !(1..=6).contains(&strength) {
                blame("strength", "Strength runs from 1 to 6");
            }
            if !(1..=5).contains(&archetype.intelligence) {
                blame("intelligence", "Intelligence runs from 1 to 5");
            }
            if archetype.kit.len() > 3 {
                blame("kit", "a kit holds at most three things"); // SV-CHR-20
            }
            if archetype.shirker && !archetype.civilian {
                blame("shirker", "a Shirker is a civilian"); // SV-CHR-16
            }
            archetypes.push(Sheet {
                id: Arc::default(),
                name: String::new(),
                archetype: archetype.name.get_ref().clone(),
                class: archetype.class,
                strength,
                intelligence: archetype.intelligence,
                civilian: archetype.civilian,
                shirker: archetype.shirker,
                skills: archetype.skills,
                kit: archetype.kit,
                mounted: archetype.horse,
                starts_with: strength,
                points: archetype.points,
            });
        }
        let mut factions = BTreeMap::new();
        for id in edition.names_in("factions") {
            let path = format!("factions/{id}.toml");
            let text = edition.text(&path)?;
            let file: FactionFile = edition.read(&path)?;
            for person in &file.person {
                if !archetypes.iter().any(|sheet| sheet.archetype == *person.archetype.get_ref()) {
                    faults.push(Fault {
                        file: path.clone(),
                        at: Some(line_and_column(text, person.archetype.span().start)),
                        field: "person.archetype".into(),
                        problem: table::unknown(
                            "archetype",
                            person.archetype.get_ref(),
                            archetypes.iter().map(|sheet| sheet.archetype.as_str()),
                        ),
                    });
                }
            }
            factions.insert(
                id.to_string(),
                Faction {
                    name: file.name,
                    colour: file.colour,
                    about: file.about,
                    people: file
                        .person
                        .into_iter()
                        .map(|person| (person.archetype.into_inner(), person.name))
                        .collect(),
                },
            );
        }
        if !faults.is_empty() {
            return Err(SetupError(faults));
        }
        Ok(Book {
            guns,
            melee,
            prices,
            structures: edition.read("structures.toml")?,
            archetypes,
            factions,
        })
    }

    /// A fresh sheet of an archetype.
    pub fn sheet(&self, archetype: &str) -> Option<Sheet> {
        self.archetypes
            .iter()
            .find(|sheet| sheet.archetype.eq_ignore_ascii_case(archetype))
            .cloned()
    }

    /// The gun that an item is, if it is one.
    #[inline]
    pub fn gun(&self, item: Item) -> Option<&Gun> {
        self.guns[item as usize].as_ref()
    }
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
