//! Campaign files: the schedule, what supplies buy, and the recruit tables.

use super::charts::Book;
use super::components::ITEMS;
use std::collections::BTreeMap;
use table::reading::{Ids, Reading, Table, Value};
use table::{Edition, SetupError};

/// What supplies buy beside things of the kit.
const BOUGHT: [&str; 4] = ["heal", "horse", "mechanic", "recruit"];

/// The most episodes of a campaign.
const MOST_EPISODES: usize = 20;

/// A campaign as its file has it.
#[derive(Clone, Debug)]
pub struct CampaignFile {
    /// Its name.
    pub name: String,
    /// What it is about.
    pub summary: String,
    /// How many episodes it has.
    pub episodes: usize,
    /// Supplies that each faction starts with.
    pub supplies: i32,
    /// Nobody can have more people.
    pub most_people: usize,
    /// Whoever has fewer people recruits.
    pub fewest_people: usize,
    /// The factions that it is made for.
    pub factions: Vec<String>,
    /// What supplies buy.
    pub prices: BTreeMap<String, i32>,
    /// Who plays whom, for each number of factions.
    pub schedule: Vec<Schedule>,
    /// The recruit tables.
    pub recruits: Recruits,
}

/// Who plays whom, for one number of factions.
#[derive(Clone, Debug)]
pub struct Schedule {
    /// For how many factions.
    pub factions: usize,
    /// The games of each episode.
    pub games: Vec<Vec<Pairing>>,
}

/// One game of an episode.
#[derive(Clone, Debug)]
pub struct Pairing {
    /// Its scenario.
    pub scenario: String,
    /// Who takes which side.
    pub chairs: Vec<Chair>,
}

/// Whose place a side is in a game of a campaign.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Chair {
    /// The faction to which the lot gave this place, from 0: X, Y, Z or W.
    Lot(usize),
    /// The faction that stands at this place in the ranking, from 0: `rank 1` and so on.
    Rank(usize),
}

/// The recruit tables.
#[derive(Clone, Debug)]
pub struct Recruits {
    /// The first die: archetypes, or `again`.
    pub first: [String; 6],
    /// The second, where the first says `again`.
    pub again: [String; 6],
    /// Names, never repeated.
    pub names: Vec<String>,
}

impl CampaignFile {
    /// A campaign of an edition, or all that is wrong with its files.
    pub fn of(edition: &Edition, name: &str) -> Result<CampaignFile, SetupError> {
        let reading = Reading::of(edition);
        edition.find("campaigns", "campaign", name)?;
        let book = Book::read(&reading, super::Armoury::Text);
        let file = read(&reading, &book, name);
        reading.finish(Some(file))
    }
}

/// Reads a campaign; faults are noted.
pub(super) fn read(reading: &Reading, book: &Book, name: &str) -> CampaignFile {
    let file = reading.named("campaigns", "campaign", name);
    let factions = file.list("factions");
    let ids = || book.factions.keys().map(String::as_str);
    let known = factions.iter().filter_map(|value| value.known("faction", ids()));
    let known: Vec<String> =
        known.filter_map(|place| ids().nth(place)).map(str::to_string).collect();
    let episodes = file.number("episodes", 1..=MOST_EPISODES);
    let (fewest, most) = (file.number("fewest_people", 1..=99), file.number("most_people", 1..=99));
    if fewest > most {
        file.fault("fewest_people", format!("{fewest} is more than the most people, {most}"));
    }
    CampaignFile {
        name: file.text("name"),
        summary: file.text("summary"),
        episodes,
        supplies: file.number("supplies", 0..=999),
        most_people: most,
        fewest_people: fewest,
        factions: known,
        prices: prices(&file.table("prices")),
        schedule: schedules(reading, &file, episodes),
        recruits: recruits(&file.table("recruits"), book),
    }
}

fn prices(table: &Table) -> BTreeMap<String, i32> {
    let words = ITEMS.iter().map(|item| item.word()).chain(BOUGHT);
    let mut prices = BTreeMap::new();
    for (name, price) in table.fields() {
        let known = name.known("thing to buy", words.clone());
        if let (Some(known), Some(price)) = (known, price.number(0..=999)) {
            prices.extend(words.clone().nth(known).map(|word| (word.to_string(), price)));
        }
    }
    for word in BOUGHT.iter().filter(|word| !prices.contains_key(**word)) {
        table.fault(word, "is missing: say what it costs");
    }
    prices
}

fn schedules(reading: &Reading, file: &Table, episodes: usize) -> Vec<Schedule> {
    let scenarios = reading.edition().names_in("scenarios");
    let mut schedules: Vec<Schedule> = Vec::new();
    for row in file.tables("schedule") {
        let factions = row.number("factions", 2..=4);
        if schedules.iter().any(|known| known.factions == factions) {
            row.fault("factions", format!("there is a schedule for {factions} factions already"));
        }
        let rows = row.list("games");
        if rows.len() != episodes && file.sound_field("episodes") && row.sound_field("games") {
            row.fault("games", format!("name the games of {episodes} episodes"));
        }
        let pairing = |game: &Value| pairing(game, &scenarios, factions);
        let games = rows.iter().map(|episode| {
            let games = episode.items().unwrap_or_default();
            games.iter().filter_map(pairing).collect()
        });
        schedules.push(Schedule { factions, games: games.collect() });
    }
    schedules
}

/// `["barn", "X", "Y"]`
fn pairing(game: &Value, scenarios: &[&str], factions: usize) -> Option<Pairing> {
    let words = game.items()?;
    let Some((scenario, chairs)) = words.split_first() else {
        game.refuse("a scenario and who plays it, such as [\"barn\", \"X\", \"Y\"]");
        return None;
    };
    let scenario = scenario.known("scenario", scenarios.iter().copied());
    let chairs = chairs.iter().filter_map(|chair| chair.parsed(|word| read_chair(word, factions)));
    let chairs = chairs.collect();
    Some(Pairing { scenario: scenarios[scenario?].to_string(), chairs })
}

fn read_chair(word: &str, factions: usize) -> Result<Chair, String> {
    let lot = ["X", "Y", "Z", "W"].iter().position(|lot| *lot == word).map(Chair::Lot);
    let rank = word.strip_prefix("rank ").and_then(|rank| rank.parse::<usize>().ok());
    let chair = lot.or(rank.and_then(|rank| rank.checked_sub(1)).map(Chair::Rank));
    let fits = |chair: &Chair| match chair {
        Chair::Lot(place) | Chair::Rank(place) => *place < factions,
    };
    let right = || format!("say X, Y, Z, W or `rank 1`, as far as there are {factions} factions");
    chair.filter(fits).ok_or_else(right)
}

fn recruits(table: &Table, book: &Book) -> Recruits {
    let archetypes = || book.archetypes.iter().map(|sheet| sheet.archetype.as_str());
    let faces = |key: &str, more: Option<&'static str>| -> [String; 6] {
        let Some(faces) = table.value(key).parts::<6>("six archetypes, one for each face") else {
            return Default::default();
        };
        let known: Vec<&str> = archetypes().chain(more).collect();
        faces.map(|face| {
            let place = face.known("archetype", known.iter().copied());
            place.map(|place| known[place].to_string()).unwrap_or_default()
        })
    };
    let mut names = Ids::of("recruit");
    Recruits {
        first: faces("first", Some("again")),
        again: faces("again", None),
        names: table.list("names").iter().map(|name| names.add(name)).collect(),
    }
}
