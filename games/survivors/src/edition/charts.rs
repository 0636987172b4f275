//! The charts of an edition: weapons, structures, archetypes, factions.

use super::Armoury;
use super::components::{Class, Gun, ITEMS, Item, Sheet, Skill};
use super::layout::inches;
use std::collections::BTreeMap;
use std::ops::RangeInclusive;
use std::sync::Arc;
use table::reading::{EachOnce, Ids, Reading, Table, Value};
use table::{Edition, SetupError};

/// Muster points that anybody or anything can cost.
const POINTS: RangeInclusive<i32> = 0..=99;

/// Muster points of a horse.
const HORSE: i32 = 3;

/// Strength points that a structure can have.
pub(super) const TOUGHNESS: RangeInclusive<u8> = 1..=60;

/// Things that a kit holds at most. SV-CHR-20
const MOST_KIT: usize = 3;

/// A faction: its name, story, and its people by archetype and name.
#[derive(Clone, Debug)]
pub struct Faction {
    /// Its name.
    pub name: String,
    /// Who they are.
    pub about: String,
    /// Its people: archetype and name.
    pub people: Vec<(String, String)>,
}

/// Strength points of what can be shot to pieces. SV-STC-02
#[derive(Clone, Copy, Debug)]
pub struct Structures {
    /// A door.
    pub door: u8,
    /// A barred door.
    pub barred: u8,
    /// A barricade.
    pub barricade: u8,
    /// A section of wall.
    pub wall: u8,
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
    /// What only the extended armoury has.
    pub extended: [bool; ITEMS.len()],
    /// Strength of structures.
    pub structures: Structures,
    /// Archetypes.
    pub archetypes: Vec<Sheet>,
    /// Factions by id.
    pub factions: BTreeMap<String, Faction>,
}

impl Book {
    /// The charts of an edition, or all that is wrong with them.
    pub fn of(edition: &Edition, armoury: Armoury) -> Result<Book, SetupError> {
        let reading = Reading::of(edition);
        let book = Book::read(&reading, armoury);
        reading.finish(Some(book))
    }

    /// Reads the charts; faults are noted.
    pub(super) fn read(reading: &Reading, armoury: Armoury) -> Book {
        let mut book = Book {
            guns: [None; ITEMS.len()],
            melee: [None; ITEMS.len()],
            prices: [0; ITEMS.len()],
            extended: [false; ITEMS.len()],
            structures: structures(&reading.file("structures.toml")),
            archetypes: archetypes(&reading.file("archetypes.toml")),
            factions: BTreeMap::new(),
        };
        book.arm(&reading.file("weapons.toml"), armoury);
        for id in reading.edition().names_in("factions") {
            let faction = book.faction(&reading.file(&format!("factions/{id}.toml")));
            book.factions.insert(id.to_string(), faction);
        }
        book
    }

    /// SV-FIR-06, SV-FIR-07, SV-HTH-10
    fn arm(&mut self, file: &Table, armoury: Armoury) {
        let mut guns = EachOnce::<Item, ()>::new();
        for row in file.tables("gun") {
            let item = guns.put(&row.value("item"), ());
            let gun = Gun {
                range: inches(&row.value("range")).unwrap_or_default(),
                strength: row.number("strength", 0..=12),
                reloads: row.flag_or("reloads", true),
                silent: row.flag_or("silent", false),
            };
            let points = row.number("points", POINTS);
            let extended = row.flag_or("extended", false);
            let Some(item) = item else { continue };
            self.prices[item.index()] = points;
            self.extended[item.index()] = extended;
            if !extended || armoury == Armoury::Extended {
                self.guns[item.index()] = Some(gun);
                self.melee[item.index()] = Some(0); // SV-HTH-13
            }
        }
        let mut weapons = EachOnce::<Item, ()>::new();
        for row in file.tables("melee") {
            let item = weapons.put(&row.value("item"), ());
            let (adds, points) = (row.number("adds", -6..=6), row.number("points", POINTS));
            if let Some(item) = item {
                self.prices[item.index()] = points;
                self.melee[item.index()] = Some(adds);
            }
        }
    }

    fn faction(&self, file: &Table) -> Faction {
        let mut names = Ids::of("person");
        let person = |row: &Table| {
            let name = names.add(&row.value("name"));
            Some((self.archetype(&row.value("archetype"))?.archetype.clone(), name))
        };
        Faction {
            name: file.text("name"),
            about: file.text("about"),
            people: file.tables("person").iter().filter_map(person).collect(),
        }
    }

    /// The archetype that a file names; one that does not exist is a fault.
    pub(super) fn archetype(&self, name: &Value) -> Option<&Sheet> {
        let known = self.archetypes.iter().map(|sheet| sheet.archetype.as_str());
        name.known("archetype", known).map(|place| &self.archetypes[place])
    }

    /// A fresh sheet of an archetype.
    pub fn sheet(&self, archetype: &str) -> Option<Sheet> {
        self.archetypes
            .iter()
            .find(|sheet| sheet.archetype.eq_ignore_ascii_case(archetype))
            .cloned()
    }

    /// What a figure costs in muster points: what its archetype does, with what it has instead of that one's kit, skills and
    /// horse. Wounds make nobody cheaper.
    pub fn worth(&self, sheet: &Sheet) -> i32 {
        let Some(usual) = self.sheet(&sheet.archetype) else { return sheet.points };
        usual.points + self.extras(sheet) - self.extras(&usual)
    }

    /// What kit, skills and a horse are worth, and that a civilian has no weapon.
    fn extras(&self, sheet: &Sheet) -> i32 {
        let kit: i32 = sheet.kit.iter().map(|item| self.prices[item.index()]).sum();
        let skill = |skill: &Skill| match skill {
            Skill::Marksman | Skill::Brawler => 2,
            _ => 1,
        };
        let skills: i32 = sheet.skills.iter().map(skill).sum();
        let horse = if sheet.mounted { HORSE } else { 0 };
        let unarmed = sheet.civilian && sheet.kit.iter().all(|item| self.adds(*item).is_none());
        kit + skills + horse - i32::from(unarmed)
    }

    /// The gun that an item is, if it is one.
    #[inline]
    pub fn gun(&self, item: Item) -> Option<&Gun> {
        self.guns[item.index()].as_ref()
    }

    /// What an item adds hand-to-hand; none if it does not count as a weapon.
    #[inline]
    pub fn adds(&self, item: Item) -> Option<i32> {
        self.melee[item.index()]
    }
}

fn structures(file: &Table) -> Structures {
    // Low walls and cars stand in the chart for reference: shots at them have no effect.
    for reference in ["lowwall", "lowsolid"] {
        let _: u8 = file.number(reference, TOUGHNESS);
    }
    Structures {
        door: file.number("door", TOUGHNESS),
        barred: file.number("barred", TOUGHNESS),
        barricade: file.number("barricade", TOUGHNESS),
        wall: file.number("wall", TOUGHNESS),
    }
}

/// The things of a kit, at most three; none if there are more.
pub(super) fn kit(value: &Value) -> Option<Vec<Item>> {
    let items = value.items()?;
    if items.len() > MOST_KIT {
        value.fault("a kit holds at most three things");
        return None;
    }
    Some(items.iter().filter_map(Value::choice).collect())
}

fn archetypes(file: &Table) -> Vec<Sheet> {
    let mut names = Ids::of("archetype");
    let archetype = |row: &Table| {
        let strength = row.number("strength", 1..=6); // SV-CHR-15
        let (civilian, shirker) = (row.flag_or("civilian", false), row.flag_or("shirker", false));
        if shirker && !civilian {
            row.fault("shirker", "a Shirker is a civilian: say `civilian = true` too"); // SV-CHR-16
        }
        let skills = row.optional("skills").map(|_| row.distinct_choices("skills"));
        Sheet {
            id: Arc::default(),
            name: String::new(),
            archetype: names.add(&row.value("name")),
            class: row.choice("class").unwrap_or(Class::Ordinary),
            strength,
            intelligence: row.number("intelligence", 1..=5),
            civilian,
            shirker,
            skills: skills.unwrap_or_default(),
            kit: row.optional("kit").and_then(|value| kit(&value)).unwrap_or_default(),
            mounted: row.flag_or("horse", false),
            starts_with: strength,
            points: row.number("points", POINTS),
        }
    };
    file.tables("archetype").iter().map(archetype).collect()
}
