//! Mustering the sides of a scenario: who plays, with whom, and where it begins. SV-SET-02

use super::Armoury;
use super::charts::{Book, kit};
use super::components::{Class, Item, Sheet, Skill};
use super::layout::{Layout, inches, point};
use super::options::Options;
use super::scenarios::SideSetup;
use crate::geometry::feature::Level;
use crate::geometry::point::Point;
use crate::geometry::strips::MOST_LEVELS;
use std::collections::BTreeMap;
use std::ops::RangeInclusive;
use table::Fit;
use table::reading::{Ids, Reading, Table, Value};

/// The most sides that can play. SV-GEN-08
pub(super) const MOST_SIDES: u16 = 4;

/// The most figures of a side.
const MOST_FIGURES: u8 = 24;

/// How many figures a side has where its scenario does not say: in an episode of a campaign at least so many too. SV-CAM-05
const FIGURES: RangeInclusive<u8> = 4..=12;

/// What one figure of a roster may take instead of what it has, in the extended armoury.
const EXTENDED: [(Item, &str); 2] = [(Item::Rifle, "Guard"), (Item::Bow, "Lookout")];

/// A file of forces.
struct Forces {
    sides: Vec<Table>,
    /// Whether they are the rosters of a campaign, as far as they take part in an episode: it has judged who is among them.
    campaign: bool,
}

/// The sides of a file, and which of them play.
pub(super) struct Roster {
    /// Those that play, in the order of the file.
    pub(super) sides: Vec<SideSetup>,
    /// The sheets of all their figures.
    pub(super) sheets: Vec<Sheet>,
    /// All of them, whether they play or not.
    pub(super) ids: Ids,
}

impl Roster {
    /// The place of a side among those that play; none for one that does not play now.
    pub(super) fn playing(&self, letter: &str) -> Option<usize> {
        self.sides.iter().position(|side| side.id == letter)
    }
}

/// What the sides of a scenario are mustered from.
pub(super) struct Muster<'a> {
    pub(super) reading: &'a Reading,
    pub(super) book: &'a Book,
    pub(super) options: &'a Options,
    pub(super) zones: &'a Ids,
    pub(super) layout: &'a Layout<'a>,
    pub(super) turns: u8,
}

impl Muster<'_> {
    /// Musters the sides that play with so many seats; nothing if there are no such sides.
    pub(super) fn read(&self, file: &Table, seats: &[u16], count: u16) -> Option<Roster> {
        let rows = file.tables("side");
        let mut ids = Ids::of("side");
        let letters: Vec<String> = rows.iter().map(|row| ids.add(&row.value("id"))).collect();
        let most = letters.len().fit::<u16>();
        if let Some(more) = seats.iter().find(|seats| **seats > most) {
            file.fault("seats", format!("{more} sides cannot play: there are {most}"));
        }
        let picked = who_plays(file, seats, &ids);
        let plays = |letter: &String| match picked.get(&count) {
            Some(picked) => picked.contains(letter),
            None => letters.iter().position(|id| id == letter) < Some(usize::from(count)),
        };
        let forces = self.forces(count);
        let campaign = forces.as_ref().is_some_and(|forces| forces.campaign);
        let mut forces = forces.iter().flat_map(|forces| &forces.sides);
        let mut roster = Roster { sides: Vec::new(), sheets: Vec::new(), ids };
        for (row, letter) in rows.iter().zip(&letters) {
            let force = if plays(letter) { forces.next() } else { None };
            let force = force.map(|force| (force, campaign));
            let Some((mut setup, sheets)) = self.side(row, letter, force) else { continue };
            if plays(letter) {
                let from = roster.sheets.len().fit::<u8>();
                roster.sheets.extend(sheets);
                setup.figures = from..roster.sheets.len().fit();
                roster.sides.push(setup);
            }
        }
        (roster.sides.len() == usize::from(count)).then_some(roster)
    }

    /// The forces that take the place of the scenario's own, one table for each side.
    fn forces(&self, count: u16) -> Option<Forces> {
        let name = match self.options.forces.as_str() {
            "" | "default" => return None,
            name => name,
        };
        let file = self.reading.named("forces", "forces", name);
        let _ = file.text("summary");
        let sides = file.tables("side");
        if sides.len() != usize::from(count) && file.sound_field("side") {
            file.fault("side", format!("this scenario needs forces for {count} sides"));
        }
        Some(Forces { sides, campaign: file.flag_or("campaign", false) })
    }

    fn side(
        &self,
        row: &Table,
        letter: &str,
        force: Option<(&Table, bool)>,
    ) -> Option<(SideSetup, Vec<Sheet>)> {
        let own = self.faction(&row.value("faction"));
        let faction = match force {
            Some((force, _)) => self.faction(&force.value("faction")),
            None => own,
        };
        let default = self.default_force(row);
        let limits = Limits::read(row);
        let mut sheets = match force {
            Some((force, campaign)) => {
                let figures = force.tables("figure");
                let figures = figures.iter().filter_map(|row| Some((row, self.figure(row)?)));
                let mut figures: Vec<(&Table, Sheet)> = figures.collect();
                if let Some(faction) = faction.as_ref().filter(|_| !campaign) {
                    self.judge_roster(faction, &figures);
                    // In a campaign what was bought between episodes costs supplies, and no points.
                    figures.iter_mut().for_each(|(_, sheet)| sheet.points = self.book.worth(sheet));
                }
                self.judge_arms(&figures);
                let sheets: Vec<Sheet> = figures.into_iter().map(|(_, sheet)| sheet).collect();
                let limits =
                    limits.map(|limits| if campaign { limits.of_episode() } else { limits });
                if let Some(limits) = limits.filter(|_| force.sound_field("figure")) {
                    limits.judge(force, "figure", &sheets);
                }
                sheets
            }
            None => {
                // A scenario's own figures may take rifle and bow beyond its points.
                let free = self.options.armoury == Armoury::Extended;
                let limits =
                    limits.map(|it| if free { Limits { points: i32::MAX, ..it } } else { it });
                if let Some(limits) = limits.filter(|_| row.sound_field("muster")) {
                    limits.judge(row, "muster", &default);
                }
                default
            }
        };
        let setup = self.setup(row, letter);
        let faction = faction?;
        self.christen(&faction, letter, &mut sheets);
        let name = self.book.factions.get(&faction).map(|it| it.name.clone()).unwrap_or_default();
        Some((SideSetup { faction, name, ..setup }, sheets))
    }

    fn faction(&self, value: &Value) -> Option<String> {
        let known = self.book.factions.keys().map(String::as_str);
        let place = value.known("faction", known)?;
        self.book.factions.keys().nth(place).cloned()
    }

    /// Where a side deploys, enters and leaves.
    fn setup(&self, row: &Table, letter: &str) -> SideSetup {
        let zone = |value: &Value| self.zones.find(value).map(|zone| zone.fit::<u8>());
        let zones = |key| row.list_or_empty(key).iter().filter_map(zone).collect::<Vec<u8>>();
        let entries = zones("entries");
        let building = |value: Value| self.layout.building_ids.find(&value).map(|it| it.fit());
        if row.optional("zone").is_none() && row.list_or_empty("entries").is_empty() {
            row.fault("zone", "a side needs a zone to deploy in, or entries");
        }
        SideSetup {
            id: letter.to_string(),
            faction: String::new(),
            name: String::new(),
            figures: 0..0,
            zone: row.optional("zone").and_then(|value| zone(&value)),
            inside: row.optional("inside").and_then(building),
            entries,
            hold_back: row.number_or("hold_back", 0..=MOST_FIGURES, 0),
            enters: row.number_or("enters", 1..=self.turns.max(1), 1),
            exits: zones("exits"),
            unalerted: row.flag_or("unalerted", false),
            places: row.list_or_empty("places").iter().filter_map(place).collect(),
            lights: row.flag_or("lights", false),
        }
    }

    /// The force that the scenario gives a side.
    fn default_force(&self, row: &Table) -> Vec<Sheet> {
        let names = row.list("muster");
        let mut sheets: Vec<Sheet> =
            names.iter().filter_map(|name| self.book.archetype(name).cloned()).collect();
        let kits = row.optional_table("kit").map(|kits| kits.fields()).unwrap_or_default();
        for (number, items) in kits {
            let most = sheets.len();
            let figure = number.parsed(|text| match text.parse::<usize>() {
                Ok(figure) if (1..=most).contains(&figure) => Ok(figure),
                _ => Err(format!("say the number of a figure, from 1 to {most}")),
            });
            if let (Some(figure), Some(items)) = (figure, kit(&items)) {
                sheets[figure - 1].kit = items;
            }
        }
        if self.options.armoury == Armoury::Extended {
            arm(&mut sheets);
        }
        sheets
    }

    /// One figure of a file of forces.
    fn figure(&self, row: &Table) -> Option<Sheet> {
        let kit = row.optional("kit").and_then(|value| kit(&value));
        let skills = row.optional("skills").map(|_| row.distinct_choices("skills"));
        let strength = row.optional("strength").and_then(|value| value.number::<u8>(0..=6));
        let name = row.text_or("name", "");
        let horse = row.optional("horse").map(|_| row.flag_or("horse", false));
        let mut sheet = self.book.archetype(&row.value("archetype"))?.clone();
        if strength.is_some_and(|strength| strength > sheet.strength) {
            let problem = format!("a {} has Strength {}", sheet.archetype, sheet.strength);
            row.fault("strength", problem);
        }
        sheet.kit = kit.unwrap_or(sheet.kit);
        sheet.skills = skills.unwrap_or(sheet.skills);
        sheet.mounted = horse.unwrap_or(sheet.mounted);
        if sheet.mounted && sheet.class != Class::Hero && !sheet.has(Skill::Rider) {
            row.fault("horse", "only a Hero or a RIDER has a horse"); // SV-CAM-13
        }
        sheet.starts_with = strength.unwrap_or(sheet.strength).clamp(1, sheet.strength);
        sheet.name = name;
        Some(sheet)
    }

    /// Figures are chosen from the roster of their faction, each person once. SV-SET-02
    fn judge_roster(&self, faction: &str, figures: &[(&Table, Sheet)]) {
        let Some(faction) = self.book.factions.get(faction) else { return };
        let mut names: Vec<&str> = Vec::new();
        for (place, (row, sheet)) in figures.iter().enumerate() {
            let alike = |other: &str| other == sheet.archetype;
            let there = faction.people.iter().filter(|(kind, _)| alike(kind)).count();
            let before = figures[..place].iter().filter(|(_, other)| alike(&other.archetype));
            if before.count() >= there {
                let (whose, kind) = (&faction.name, &sheet.archetype);
                row.fault(
                    "archetype",
                    match there {
                        0 => format!("{whose}: no {kind} is among its people"),
                        _ => format!("{whose}: its people have {there} of this kind, {kind}"),
                    },
                );
            }
            if !sheet.name.is_empty() && names.contains(&sheet.name.as_str()) {
                row.fault("name", format!("two figures of this side are called {}", sheet.name));
            }
            names.push(&sheet.name);
        }
    }

    /// What only the extended armoury has is there for one figure of a roster each.
    fn judge_arms(&self, figures: &[(&Table, Sheet)]) {
        for (place, (row, sheet)) in figures.iter().enumerate() {
            for item in sheet.kit.iter().filter(|item| self.book.extended[item.index()]) {
                let word = item.word();
                if self.options.armoury == Armoury::Text {
                    row.fault("kit", format!("a {word} is in the extended armoury alone"));
                } else if let Some((_, bearer)) = EXTENDED.iter().find(|(arm, _)| arm == item) {
                    let before = figures[..place].iter().any(|(_, other)| other.kit.contains(item));
                    if before || sheet.archetype != *bearer {
                        row.fault("kit", format!("one {bearer} of a side may have a {word}"));
                    }
                }
            }
        }
    }

    /// Gives figures their ids, and names from the people of their faction.
    fn christen(&self, faction: &str, letter: &str, sheets: &mut [Sheet]) {
        let people = self.book.factions.get(faction).map(|it| it.people.as_slice());
        let people = people.unwrap_or_default();
        let mut taken = vec![false; people.len()];
        for (at, sheet) in sheets.iter_mut().enumerate() {
            sheet.id = format!("{letter}{}", at + 1).into();
            if !sheet.name.is_empty() {
                continue;
            }
            let mut free = people.iter().zip(&mut taken);
            let person =
                free.find(|((archetype, _), taken)| *archetype == sheet.archetype && !**taken);
            sheet.name = match person {
                Some(((_, name), taken)) => {
                    *taken = true;
                    name.clone()
                }
                None => format!("{} {}", sheet.archetype, sheet.id),
            };
        }
    }
}

/// What a scenario allows a side.
struct Limits {
    points: i32,
    heroes: RangeInclusive<u8>,
    figures: RangeInclusive<u8>,
}

impl Limits {
    /// Nothing if the file is too wrong to be judged by.
    fn read(row: &Table) -> Option<Limits> {
        let points = row.number("points", 0..=999);
        let heroes = row.bounds("heroes", 0..=MOST_FIGURES);
        let figures = match row.optional("figures") {
            Some(_) => row.bounds("figures", 1..=MOST_FIGURES),
            None => FIGURES,
        };
        let sound = ["points", "heroes", "figures"].iter().all(|field| row.sound_field(field));
        sound.then_some(Limits { points, heroes, figures })
    }

    /// In an episode of a campaign its points alone hold: who leads is judged by the roster. SV-CAM-05
    fn of_episode(self) -> Limits {
        Limits { heroes: 0..=MOST_FIGURES, figures: FIGURES, ..self }
    }

    /// SV-SET-02
    fn judge(&self, row: &Table, field: &str, sheets: &[Sheet]) {
        let points: i32 = sheets.iter().map(|sheet| sheet.points).sum();
        if points > self.points {
            row.fault(field, format!("these figures cost {points} points of {}", self.points));
        }
        let within = |what: &str, count: usize, range: &RangeInclusive<u8>| {
            let (least, most) = (range.start(), range.end());
            if !range.contains(&count.fit()) {
                let wanted = match least == most {
                    true => format!("where the scenario wants {least}"),
                    false => format!("where the scenario wants {least} to {most}"),
                };
                row.fault(field, format!("{count} {what}, {wanted}"));
            }
        };
        let led = sheets.iter().filter(|sheet| sheet.class == Class::Hero).count();
        within("Heroes", led, &self.heroes);
        within("figures", sheets.len(), &self.figures);
    }
}

/// With fewer seats than sides: which sides play, such as `{ 2 = ["B", "C"] }`.
fn who_plays(file: &Table, seats: &[u16], ids: &Ids) -> BTreeMap<u16, Vec<String>> {
    let mut plays = BTreeMap::new();
    let fields = file.optional_table("play").map(|play| play.fields()).unwrap_or_default();
    for (count, letters) in fields {
        let count = count.parsed(|text| match text.parse::<u16>() {
            Ok(count) if seats.contains(&count) => Ok(count),
            _ => Err("say one of the numbers of `seats`".into()),
        });
        let items = letters.items().unwrap_or_default();
        let named: Vec<usize> = items.iter().filter_map(|item| ids.find(item)).collect();
        let Some(count) = count else { continue };
        let distinct = (1..named.len()).all(|place| !named[..place].contains(&named[place]));
        if named.len() != usize::from(count) || !distinct {
            letters.fault(format!("name {count} sides, each once"));
        }
        let letters = named.iter().filter_map(|side| ids.names().nth(*side));
        plays.insert(count, letters.map(str::to_string).collect());
    }
    plays
}

/// A default place: `[x, y]` or `[x, y, level]`.
fn place(value: &Value) -> Option<(Point, Level)> {
    match value.items()?.as_slice() {
        [x, y, level] => {
            let (x, y) = (inches(x), inches(y));
            let level = level.number(0..=MOST_LEVELS.fit::<Level>() - 1);
            Some((Point::new(x?, y?), level?))
        }
        _ => Some((point(value)?, 0)),
    }
}

/// With the extended armoury each roster's first Guard takes a rifle and its first Lookout a bow.
fn arm(mustered: &mut [Sheet]) {
    for (archetype, from, to, points) in
        [("Guard", Item::Shotgun, Item::Rifle, 12), ("Lookout", Item::Pistol, Item::Bow, 9)]
    {
        if let Some(sheet) = mustered.iter_mut().find(|s| s.archetype == archetype) {
            for item in &mut sheet.kit {
                if *item == from {
                    *item = to;
                }
            }
            sheet.points = points;
        }
    }
}
