//! The campaign: episodes, wounds that are carried, prisoners as recruits, supplies.
//!
//! A campaign is a value beside the games. It says which scenarios are played next, writes the
//! forces of a game into an edition, takes up what became of everybody, and is asked what supplies
//! are spent on.

mod aftermath;

use crate::Survivors;
use crate::edition::components::{Class, Item, Skill};
use crate::edition::{Armoury, Book, CampaignFile, Chair};
use crate::position::{HorseFate, Place, Position, Side, Standing, TokenKind};
use crate::refusal::{Checked, Episodes, no};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::fmt::Write;
use table::{Dice, Edition, Fault, Fit, Setup, SetupError};

/// Somebody on a roster.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Person {
    /// The name.
    pub name: String,
    /// The archetype.
    pub archetype: String,
    /// Strength now.
    pub strength: u8,
    /// Full Strength.
    pub full: u8,
    /// The class.
    pub class: Class,
    /// Skills.
    pub skills: Vec<Skill>,
    /// Kit.
    pub kit: Vec<Item>,
    /// Whether it owns a horse.
    pub horse: bool,
    /// The faction that it always goes back to, if it is a Hero or Main Character.
    pub home: usize,
}

/// A faction in a campaign.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Band {
    /// Its id.
    pub faction: String,
    /// Its people.
    pub people: Vec<Person>,
    /// Its supplies.
    pub supplies: i32,
    /// Episodes won.
    pub won: i32,
    /// Episodes drawn.
    pub drawn: i32,
    /// Victory points of all episodes.
    pub points: i32,
}

/// What a faction spends supplies on. SV-CAM-13
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Purchase {
    /// One Strength for somebody.
    Heal(String),
    /// A weapon for somebody.
    Arm(String, Item),
    /// A horse for a RIDER or Hero.
    Horse(String),
    /// The MECHANIC skill for a Fitter.
    Train(String),
    /// A recruit.
    Recruit,
}

/// What became of one figure in an episode.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fate {
    /// The name.
    pub name: String,
    /// Its faction before, by seat in the campaign; none if it was a stray.
    pub from: Option<usize>,
    /// Its faction after.
    pub to: usize,
    /// Strength at the end.
    pub strength: u8,
    /// A stray as it joins the roster of those who won it over.
    pub joins: Option<Box<Person>>,
}

/// What the owner of a faction chooses after the games of an episode.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Choices {
    /// The two whom the MEDIC tends. SV-CAM-10
    pub tended: Vec<String>,
    /// Who leaves first if somebody must, or has less Strength if nobody can; those who are not named go from the end of the roster.
    /// SV-CAM-12, SV-CAM-15
    pub leaving: Vec<String>,
}

/// What came of one game.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Episode {
    /// Everybody who took part.
    pub fates: Vec<Fate>,
    /// Crates secured, by faction.
    pub crates: BTreeMap<usize, i32>,
    /// Medicines secured, by faction.
    pub medicines: BTreeMap<usize, i32>,
    /// Victory points, by faction.
    pub points: BTreeMap<usize, i32>,
}

/// A campaign in progress.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Campaign {
    /// The episode, from 1.
    pub episode: usize,
    /// The factions, in the order of the lot: X, Y, Z, W.
    pub bands: Vec<Band>,
    /// Names of recruits that were used.
    pub names_used: usize,
}

/// A fraction of a game number, rounded as all are: a half or more up. SV-GEN-05
pub fn rounded(n: i32, d: i32) -> i32 {
    (2 * n + d).div_euclid(2 * d)
}

impl Campaign {
    /// Begins a campaign: rosters, supplies, seats by lot. SV-CAM-03, SV-CAM-04
    pub fn new(
        edition: &Edition,
        name: &str,
        factions: &[&str],
        dice: &mut Dice,
    ) -> Result<Campaign, SetupError> {
        let file = CampaignFile::of(edition, name)?;
        let book = Book::of(edition, Armoury::Text)?;
        if !(2..=4).contains(&factions.len()) {
            return Err(Fault::field("factions", "a campaign is for 2 to 4 factions").into());
        }
        let mut order: Vec<&str> = factions.to_vec();
        dice.shuffle("campaign seats", &mut order);
        let mut bands = Vec::new();
        for (home, id) in order.iter().enumerate() {
            let faction = book
                .factions
                .get(*id)
                .ok_or_else(|| Fault::field("factions", format!("there is no faction `{id}`")))?;
            let people = faction.people.iter().filter_map(|(archetype, name)| {
                book.sheet(archetype).map(|sheet| Person {
                    name: name.clone(),
                    archetype: archetype.clone(),
                    strength: sheet.strength,
                    full: sheet.strength,
                    class: sheet.class,
                    skills: sheet.skills,
                    kit: sheet.kit,
                    horse: sheet.mounted,
                    home,
                })
            });
            bands.push(Band {
                faction: id.to_string(),
                people: people.collect(),
                supplies: file.supplies,
                won: 0,
                drawn: 0,
                points: 0,
            });
        }
        Ok(Campaign { episode: 1, bands, names_used: 0 })
    }

    /// The factions by campaign score, best first. Ties by victory points, then by lot.
    pub fn ranking(&self) -> Vec<usize> {
        let mut order: Vec<usize> = (0..self.bands.len()).collect();
        order.sort_by_key(|band| {
            let band = &self.bands[*band];
            (-(3 * band.won + band.drawn), -band.points)
        });
        order
    }

    /// The games of this episode: scenario, and which faction takes which seat. SV-CAM-01
    pub fn games(&self, file: &CampaignFile) -> Vec<(String, Vec<usize>)> {
        let Some(schedule) =
            file.schedule.iter().find(|schedule| schedule.factions == self.bands.len())
        else {
            return Vec::new();
        };
        let ranking = self.ranking();
        let seat = |chair: &Chair| match chair {
            Chair::Lot(place) => Some(*place),
            Chair::Rank(place) => ranking.get(*place).copied(),
        };
        let games = schedule.games.get(self.episode - 1).into_iter().flatten();
        games
            .filter_map(|game| {
                let seats: Option<Vec<usize>> = game.chairs.iter().map(seat).collect();
                Some((game.scenario.clone(), seats?))
            })
            .collect()
    }

    /// Whether these people may play for a faction. SV-CAM-05
    pub fn check_muster(&self, book: &Book, band: usize, names: &[String], points: i32) -> Checked {
        let mut cost = 0;
        let mut heroes = 0;
        for name in names {
            let Some(person) = self.bands[band].people.iter().find(|p| p.name == *name) else {
                return no(Episodes::NotYours { name: name.to_string() });
            };
            cost += book.sheet(&person.archetype).map_or(0, |sheet| sheet.points);
            heroes += usize::from(person.class == Class::Hero);
        }
        let any_hero = self.bands[band].people.iter().any(|person| person.class == Class::Hero);
        if names.len() < 4 {
            return no(Episodes::FourMustGo);
        }
        if any_hero && heroes == 0 {
            return no(Episodes::HeroMustGo);
        }
        if cost > points {
            return no(Episodes::TooDear { cost, points });
        }
        Ok(())
    }

    /// A muster that fits: a Hero, then everybody in order as far as the points go.
    pub fn default_muster(
        &self,
        book: &Book,
        band: usize,
        points: i32,
        heroes: usize,
    ) -> Vec<String> {
        let mut left = points;
        let mut led = 0;
        let mut names = Vec::new();
        for person in &self.bands[band].people {
            let cost = book.sheet(&person.archetype).map_or(0, |sheet| sheet.points);
            let hero = person.class == Class::Hero;
            if cost <= left && (!hero || led < heroes) && names.len() < 12 {
                left -= cost;
                led += usize::from(hero);
                names.push(person.name.clone());
            }
        }
        names
    }

    /// The edition and set-up of a game, with the musters as a file of forces. SV-CAM-06
    pub fn write_game(
        &self,
        edition: &Edition,
        scenario: &str,
        seats: &[usize],
        musters: &[Vec<String>],
    ) -> (Edition, Setup) {
        let mut text = format!("summary = \"Episode {}\"\ncampaign = true\n", self.episode);
        for (band, muster) in seats.iter().zip(musters) {
            let _ = writeln!(text, "\n[[side]]\nfaction = \"{}\"", self.bands[*band].faction);
            for name in muster {
                if let Some(person) = self.bands[*band].people.iter().find(|p| p.name == *name) {
                    let words = |list: Vec<String>| list.join(", ");
                    let kit = person.kit.iter().map(|item| format!("\"{}\"", item.word()));
                    let skills = person.skills.iter().map(|skill| format!("\"{}\"", skill.word()));
                    let _ = writeln!(
                        text,
                        "\n[[side.figure]]\narchetype = \"{}\"\nname = \"{}\"\nstrength = {}\nkit = [{}]\nskills = [{}]\nhorse = {}",
                        person.archetype,
                        person.name,
                        person.strength,
                        words(kit.collect()),
                        words(skills.collect()),
                        person.horse,
                    );
                }
            }
        }
        let setup = Setup::new(scenario, seats.len().fit::<u16>()).with("forces", "episode");
        (edition.clone().with("forces/episode.toml", text), setup)
    }

    /// What came of a game that is over, for the aftermath.
    pub fn report(game: &Survivors, position: &Position, seats: &[usize]) -> Episode {
        let mut episode = Episode::default();
        let band = |side: Option<Side>| seats.get(side?.index()).copied();
        for figure in position.ids() {
            let subject = &position.figures[figure];
            let sheet = game.sheet(position, figure);
            let to = match subject.standing {
                Standing::Captive { by } => Some(by),
                Standing::Held => subject.out_by,
                _ if subject.side.is_none() => subject.joining,
                _ => subject.side,
            };
            let (from, Some(to)) = (band(subject.first_side), band(to)) else { continue };
            episode.fates.push(Fate {
                name: sheet.name.clone(),
                from,
                to,
                strength: subject.strength,
                joins: from.is_none().then(|| {
                    Box::new(Person {
                        name: sheet.name.clone(),
                        archetype: sheet.archetype.clone(),
                        strength: subject.strength,
                        full: sheet.strength,
                        class: sheet.class,
                        skills: sheet.skills.clone(),
                        kit: sheet.kit.clone(),
                        horse: sheet.mounted,
                        home: to,
                    })
                }),
            });
        }
        for token in &position.tokens {
            if let Place::Secured { side } = token.place
                && let Some(band) = band(Some(side))
            {
                match token.kind {
                    TokenKind::Crate => *episode.crates.entry(band).or_default() += 1,
                    TokenKind::Medicine => *episode.medicines.entry(band).or_default() += 1,
                    TokenKind::Item { .. } => {}
                }
            }
        }
        for horse in &position.horses {
            if horse.fate == HorseFate::Exited
                && let Some(band) = band(horse.side)
            {
                let packed = horse.crates.iter().flatten().count().fit::<i32>();
                *episode.crates.entry(band).or_default() += packed;
            }
        }
        let totals = game.totals(position);
        for (side, band) in seats.iter().enumerate() {
            episode.points.insert(*band, totals[side]);
        }
        episode
    }

    /// The campaign score of a faction. SV-CAM-16
    pub fn score(&self, band: usize) -> i32 {
        let band = &self.bands[band];
        3 * band.won
            + band.drawn
            + rounded(band.people.len().fit::<i32>(), 3)
            + rounded(band.supplies, 4)
    }

    /// The factions from best to worst: score, then people, then supplies; equals share a place.
    pub fn standing(&self) -> Vec<(usize, i32)> {
        let mut order: Vec<usize> = (0..self.bands.len()).collect();
        order.sort_by_key(|band| {
            let who = &self.bands[*band];
            (-self.score(*band), -who.people.len().fit::<i32>(), -who.supplies)
        });
        order.into_iter().map(|band| (band, self.score(band))).collect()
    }
}
