//! What is in the box: scenarios, seats and options, and the set-up chosen from them.

use crate::refusal::{Fault, RuleId, SetupError, unknown};
use crate::rules::Rules;
use crate::seat::{Names, Seat};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::ops::RangeInclusive;

/// What is chosen before a game starts: the same shape for every game.
///
/// ```
/// use table::{Seat, Setup};
///
/// let mut setup = Setup::new("lost", 2).with("encounters", "off");
/// setup.names = vec!["Ann".into()];
/// assert_eq!((setup.name(Seat(0)).as_str(), setup.name(Seat(1)).as_str()), ("Ann", "Player 2"));
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Setup {
    /// The scenario's id.
    pub scenario: String,
    /// How many seats play.
    pub seats: u16,
    /// What the players are called; shorter than `seats` if some have no name.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub names: Vec<String>,
    /// Options that differ from their defaults, as text.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub options: BTreeMap<String, String>,
}

impl Setup {
    /// A scenario with so many seats and all options at their defaults.
    pub fn new(scenario: impl Into<String>, seats: u16) -> Setup {
        Setup { scenario: scenario.into(), seats, ..Setup::default() }
    }

    /// The same set-up with one option set.
    pub fn with(mut self, key: impl Into<String>, value: impl Into<String>) -> Setup {
        self.options.insert(key.into(), value.into());
        self
    }

    /// The set-up as the rules of a game are opened with it: without names, unless they use them.
    pub fn for_rules<G: Rules>(&self) -> Setup {
        let names = if G::USES_NAMES { self.names.clone() } else { Vec::new() };
        Setup { names, ..self.clone() }
    }

    /// What the players are called.
    pub fn names(&self) -> Names<'_> {
        Names::new(&self.names)
    }

    /// What a seat is called.
    pub fn name(&self, seat: Seat) -> String {
        self.names().of(seat)
    }
}

/// What a game offers.
///
/// ```
/// use table::{Catalogue, ScenarioInfo, Setup};
///
/// let scenarios = vec![ScenarioInfo::new("lost", "Lost", "Find the way out.", 1..=4)];
/// let catalogue = Catalogue::new("woods", "Woods", "Find the way out of the woods.", scenarios);
/// assert!(catalogue.admits(&Setup::new("lost", 2)).is_ok());
/// let refused = catalogue.admits(&Setup::new("last", 2)).unwrap_err();
/// assert_eq!(refused.to_string(), "scenario: there is no scenario `last`: did you mean `lost`?");
/// ```
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Catalogue {
    /// The game's id, as on the command line.
    pub game: String,
    /// Its title.
    pub title: String,
    /// The game in a sentence.
    pub summary: String,
    /// Its scenarios, the one for newcomers first.
    pub scenarios: Vec<ScenarioInfo>,
    /// Its options.
    pub options: Vec<OptionInfo>,
}

impl Catalogue {
    /// A game with these scenarios and no options.
    pub fn new(id: &str, title: &str, summary: &str, scenarios: Vec<ScenarioInfo>) -> Catalogue {
        Catalogue {
            game: id.into(),
            title: title.into(),
            summary: summary.into(),
            scenarios,
            options: Vec::new(),
        }
    }
}

/// A scenario as offered.
///
/// ```
/// use table::ScenarioInfo;
///
/// let duel = ScenarioInfo::new("duel", "Duel", "Two, or two pairs.", 2..=4).without([3]);
/// assert_eq!(duel.seats().collect::<Vec<_>>(), [2, 4]);
/// assert_eq!(duel.seats_in_words(0), "2 or 4 seats");
/// ```
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct ScenarioInfo {
    /// Its id.
    pub id: String,
    /// Its name.
    pub name: String,
    /// What it is about, in a sentence or two.
    pub summary: String,
    /// The fewest seats, with all options at their defaults.
    pub min_seats: u16,
    /// The most seats, with all options at their defaults.
    pub max_seats: u16,
    /// Numbers of seats in between for which it is not made.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub without: Vec<u16>,
    /// Values of options that the scenario sets, as text, where they differ from the options' own
    /// defaults.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub defaults: BTreeMap<String, String>,
    /// For numbers of seats the part that each seat plays, the first seat first, where parts differ:
    /// "lost person", "searcher".
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub parts: BTreeMap<u16, Vec<String>>,
}

impl ScenarioInfo {
    /// A scenario for so many seats.
    pub fn new(id: &str, name: &str, summary: &str, seats: RangeInclusive<u16>) -> ScenarioInfo {
        ScenarioInfo {
            id: id.into(),
            name: name.into(),
            summary: summary.into(),
            min_seats: *seats.start(),
            max_seats: *seats.end(),
            without: Vec::new(),
            defaults: BTreeMap::new(),
            parts: BTreeMap::new(),
        }
    }

    /// The same scenario, in which these parts are played by so many seats, the first seat first.
    pub fn casting(
        mut self,
        seats: u16,
        parts: impl IntoIterator<Item = impl Into<String>>,
    ) -> ScenarioInfo {
        self.parts.insert(seats, parts.into_iter().map(Into::into).collect());
        self
    }

    /// The part that a seat plays among so many, where parts differ.
    pub fn part(&self, seats: u16, seat: Seat) -> Option<&str> {
        self.parts.get(&seats)?.get(seat.index()).map(String::as_str)
    }

    /// Which seat plays which part, where parts differ.
    ///
    /// ```
    /// use table::ScenarioInfo;
    ///
    /// let hunt = ScenarioInfo::new("hunt", "Hunt", "After a deer.", 1..=3)
    ///     .casting(1, ["hunter"])
    ///     .casting(2, ["deer", "hunter"])
    ///     .casting(3, ["deer", "hunter", "hunter"]);
    /// let told = hunt.parts_in_words();
    /// assert_eq!(told.as_deref(), Some("Seat 1: deer. Seats 2 and 3: hunter. Alone: hunter."));
    /// ```
    pub fn parts_in_words(&self) -> Option<String> {
        let longest = self.parts.values().max_by_key(|parts| parts.len())?;
        let begins = |parts: &Vec<String>| longest.starts_with(parts);
        let (alike, others): (Vec<_>, Vec<_>) =
            self.parts.iter().partition(|(seats, parts)| **seats > 1 && begins(parts));
        let alike = if alike.is_empty() { String::new() } else { seats_with_parts(longest) };
        let others =
            others.into_iter().filter(|(_, parts)| !begins(parts)).map(|(seats, parts)| {
                match (seats, parts.as_slice()) {
                    (1, [part]) => format!("Alone: {part}."),
                    _ => format!("With {seats} seats: {}", seats_with_parts(parts)),
                }
            });
        let told: Vec<String> = [alike].into_iter().chain(others).collect();
        Some(told.join(" ").trim().to_string()).filter(|told| !told.is_empty())
    }

    /// The same scenario, in which an option has this value unless another is chosen.
    pub fn defaulting(mut self, key: &str, value: &str) -> ScenarioInfo {
        self.defaults.insert(key.into(), value.into());
        self
    }

    /// The same scenario, which is not made for these numbers of seats in between.
    pub fn without(mut self, seats: impl IntoIterator<Item = u16>) -> ScenarioInfo {
        self.without.extend(seats);
        self
    }

    /// The value that an option has in it unless another is chosen.
    ///
    /// ```
    /// use table::{OptionInfo, ScenarioInfo};
    ///
    /// let fog = OptionInfo::flag("fog", false, "XX-FOG-01", "Fog lies on the hills.");
    /// let night = ScenarioInfo::new("night", "Night", "In the dark.", 2..=2).defaulting("fog", "on");
    /// assert_eq!(night.default_of(&fog), "on");
    /// ```
    pub fn default_of<'a>(&'a self, option: &'a OptionInfo) -> &'a str {
        self.defaults.get(&option.key).unwrap_or(&option.default)
    }

    /// Every number of seats that it takes, the fewest first.
    pub fn seats(&self) -> impl DoubleEndedIterator<Item = u16> {
        (self.min_seats..=self.max_seats).filter(|seats| !self.without.contains(seats))
    }

    /// For how many seats it is, with so many more for options: `2 seats`, `2 to 4 seats`, `2 or 4 seats`.
    pub fn seats_in_words(&self, more: u16) -> String {
        match (self.min_seats + more, self.max_seats + more) {
            (1, 1) => "1 seat".into(),
            (least, most) if least == most => format!("{least} seats"),
            (least, most) if self.without.is_empty() => format!("{least} to {most} seats"),
            _ => {
                let all: Vec<String> =
                    self.seats().map(|seats| (seats + more).to_string()).collect();
                format!("{} seats", all.join(" or "))
            }
        }
    }

    /// The number of seats that is nearest to a wanted one; of two as near the smaller.
    pub fn seats_near(&self, wanted: u16) -> u16 {
        self.seats().min_by_key(|seats| seats.abs_diff(wanted)).unwrap_or(self.min_seats)
    }
}

/// Neighbouring seats that play the same part in one sentence: "Seats 2 to 4: searcher."
fn seats_with_parts(parts: &[String]) -> String {
    let mut first = 1;
    let told = parts.chunk_by(|one, other| one == other).map(|alike| {
        let last = first + alike.len() - 1;
        let seats = match alike.len() {
            1 => format!("Seat {first}"),
            2 => format!("Seats {first} and {last}"),
            _ => format!("Seats {first} to {last}"),
        };
        first = last + 1;
        format!("{seats}: {}.", alike[0])
    });
    told.collect::<Vec<_>>().join(" ")
}

/// An option as offered.
///
/// ```
/// use table::OptionInfo;
///
/// let days = OptionInfo::number("days", 5..=30, 14, "XX-END-01", "How long it goes on.");
/// assert_eq!(days.read("21"), Ok("21".into()));
/// assert!(days.read("31").is_err());
/// let fog = OptionInfo::flag("fog", false, "XX-FOG-01", "Fog lies on the hills.");
/// assert_eq!(fog.read("yes"), Ok("on".into()));
/// ```
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct OptionInfo {
    /// Its key.
    pub key: String,
    /// What it does, in a sentence.
    pub about: String,
    /// The rule behind it.
    pub rule: String,
    /// What values it takes.
    pub kind: OptionKind,
    /// The value unless another is chosen.
    pub default: String,
    /// How many seats more the game takes while the option is on: an umpire's, say.
    #[serde(skip_serializing_if = "none")]
    pub seats: u16,
    /// Whether these seats see what is hidden from others, as a referee does: whoever has one may have no other.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub oversees: bool,
}

fn none(seats: &u16) -> bool {
    *seats == 0
}

/// The values that an option takes.
///
/// ```
/// use table::{OptionInfo, OptionKind};
///
/// let dusk = OptionInfo::choice("dusk", &["early", "late"], "XX-DUSK-01", "When it grows dark.");
/// assert_eq!(dusk.kind, OptionKind::Choice(vec!["early".into(), "late".into()]));
/// let days = OptionInfo::number("days", 5..=30, 14, "XX-END-01", "How long it goes on.");
/// assert_eq!(days.kind, OptionKind::Number(5, 30));
/// ```
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum OptionKind {
    /// `on` or `off`; also written yes and no, true and false.
    Flag,
    /// One of these words.
    Choice(Vec<String>),
    /// A whole number in this range, both ends included.
    Number(i64, i64),
}

impl OptionInfo {
    /// An option that is on or off.
    pub fn flag(key: &str, default: bool, rule: impl Into<RuleId>, about: &str) -> OptionInfo {
        OptionInfo {
            key: key.into(),
            about: about.into(),
            rule: rule.into().to_string(),
            kind: OptionKind::Flag,
            default: if default { "on" } else { "off" }.into(),
            seats: 0,
            oversees: false,
        }
    }

    /// An option with one of several words; the first is the default.
    pub fn choice(key: &str, words: &[&str], rule: impl Into<RuleId>, about: &str) -> OptionInfo {
        OptionInfo {
            key: key.into(),
            about: about.into(),
            rule: rule.into().to_string(),
            kind: OptionKind::Choice(words.iter().map(ToString::to_string).collect()),
            default: words.first().copied().unwrap_or_default().into(),
            seats: 0,
            oversees: false,
        }
    }

    /// An option with a whole number.
    pub fn number(
        key: &str,
        range: std::ops::RangeInclusive<i64>,
        default: i64,
        rule: impl Into<RuleId>,
        about: &str,
    ) -> OptionInfo {
        OptionInfo {
            key: key.into(),
            about: about.into(),
            rule: rule.into().to_string(),
            kind: OptionKind::Number(*range.start(), *range.end()),
            default: default.to_string(),
            seats: 0,
            oversees: false,
        }
    }

    /// The same flag, which takes so many seats more while it is on.
    pub fn seating(mut self, seats: u16) -> OptionInfo {
        self.seats = seats;
        self
    }

    /// The same flag, whose seats see what is hidden from others, as a referee does.
    pub fn overseeing(mut self) -> OptionInfo {
        self.oversees = true;
        self
    }

    /// Every value that it takes, in its canonical spelling; of numbers the ends of their range and
    /// the default.
    pub fn values(&self) -> Vec<String> {
        match &self.kind {
            OptionKind::Flag => vec!["off".into(), "on".into()],
            OptionKind::Choice(words) => words.clone(),
            OptionKind::Number(least, most) => {
                let mut values = vec![least.to_string(), self.default.clone(), most.to_string()];
                values.dedup();
                values
            }
        }
    }

    /// The value in its one canonical spelling, or what would be right.
    pub fn read(&self, value: &str) -> Result<String, Fault> {
        let word = value.trim().to_lowercase();
        let wrong =
            |right: String| Fault::field(&self.key, format!("`{value}` is not possible: {right}"));
        match &self.kind {
            OptionKind::Flag => match word.as_str() {
                "on" | "yes" | "true" | "1" => Ok("on".into()),
                "off" | "no" | "false" | "0" => Ok("off".into()),
                _ => Err(wrong("say on or off".into())),
            },
            OptionKind::Choice(words) => {
                match words.iter().find(|known| known.to_lowercase() == word) {
                    Some(known) => Ok(known.clone()),
                    None => Err(wrong(format!("choose from {}", words.join(", ")))),
                }
            }
            OptionKind::Number(least, most) => match word.parse::<i64>() {
                Ok(number) if (*least..=*most).contains(&number) => Ok(number.to_string()),
                _ => Err(wrong(format!("a whole number from {least} to {most}"))),
            },
        }
    }
}

/// Every option of a game with its value, chosen or default.
///
/// ```
/// use std::collections::BTreeMap;
/// use table::{Chosen, OptionInfo, Setup};
///
/// let fog = OptionInfo::flag("fog", false, "XX-FOG-01", "Fog lies on the hills.");
/// let days = OptionInfo::number("days", 5..=30, 14, "XX-END-01", "How long it goes on.");
/// let setup = Setup::new("lost", 2).with("fog", "yes");
/// let chosen = Chosen::new(&[fog, days], &BTreeMap::new(), &setup)?;
/// assert!(chosen.on("fog") && chosen.number("days") == 14);
/// # Ok::<(), table::SetupError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Chosen(BTreeMap<String, String>);

impl Chosen {
    /// The values of all `options` under this set-up, over `defaults` that differ from the
    /// options' own (a scenario's, say). Unknown keys and impossible values are faults.
    pub fn new(
        options: &[OptionInfo],
        defaults: &BTreeMap<String, String>,
        setup: &Setup,
    ) -> Result<Chosen, SetupError> {
        let mut faults = Vec::new();
        let mut chosen: BTreeMap<String, String> =
            options.iter().map(|option| (option.key.clone(), option.default.clone())).collect();
        for (key, value) in defaults.iter().chain(&setup.options) {
            match options.iter().find(|option| option.key == *key) {
                None => {
                    let known = options.iter().map(|option| option.key.as_str());
                    faults.push(Fault::field(key, unknown("option", key, known)));
                }
                Some(option) => match option.read(value) {
                    Ok(value) => drop(chosen.insert(key.clone(), value)),
                    Err(fault) => faults.push(fault),
                },
            }
        }
        if faults.is_empty() { Ok(Chosen(chosen)) } else { Err(SetupError(faults)) }
    }

    /// Whether a flag is on; an option that the game does not have is off.
    pub fn on(&self, key: &str) -> bool {
        self.word(key) == "on"
    }

    /// The value of an option; empty for one that the game does not have.
    pub fn word(&self, key: &str) -> &str {
        self.0.get(key).map_or("", String::as_str)
    }

    /// The value of a number; 0 for an option that the game does not have.
    pub fn number(&self, key: &str) -> i64 {
        self.word(key).parse().unwrap_or(0)
    }
}

impl Catalogue {
    /// The options that add seats to a set-up, in the order of these seats: behind all others, those of the first
    /// option first.
    fn seating<'a>(&'a self, setup: &'a Setup) -> impl Iterator<Item = &'a OptionInfo> {
        let scenario = self.scenarios.iter().find(|scenario| scenario.id == setup.scenario);
        let defaults = scenario.map(|scenario| &scenario.defaults);
        let on = move |option: &&OptionInfo| {
            let of_scenario = || defaults.and_then(|defaults| defaults.get(&option.key));
            let value = setup.options.get(&option.key).or_else(of_scenario);
            option.read(value.unwrap_or(&option.default)).is_ok_and(|value| value == "on")
        };
        self.options.iter().filter(|option| option.seats > 0).filter(on)
    }

    /// How many seats more than its scenario says a set-up takes, because of its options.
    pub fn seats_more(&self, setup: &Setup) -> u16 {
        self.seating(setup).map(|option| option.seats).sum()
    }

    /// The seats of a set-up that see what is hidden from others, as a referee does, each with the option that
    /// brings it.
    ///
    /// ```
    /// use table::{Catalogue, OptionInfo, ScenarioInfo, Seat, Setup};
    ///
    /// let scenario = ScenarioInfo::new("night", "Night", "", 2..=4);
    /// let mut catalogue = Catalogue::new("lamps", "Lamps", "", vec![scenario]);
    /// let umpire = OptionInfo::flag("umpire", false, "", "One more seat sees everything.");
    /// catalogue.options.push(umpire.seating(1).overseeing());
    ///
    /// let setup = Setup::new("night", 3).with("umpire", "on");
    /// assert_eq!(catalogue.overseers(&setup), [(Seat(2), "umpire")]);
    /// assert_eq!(catalogue.overseers(&Setup::new("night", 3)), []);
    /// ```
    pub fn overseers<'a>(&'a self, setup: &'a Setup) -> Vec<(Seat, &'a str)> {
        let mut next = setup.seats.saturating_sub(self.seats_more(setup));
        let mut found = Vec::new();
        for option in self.seating(setup) {
            let own = next..next.saturating_add(option.seats);
            next = own.end;
            found.extend(own.filter(|_| option.oversees).map(|seat| (Seat(seat), &*option.key)));
        }
        found
    }

    /// The scenario of a set-up and the value of every option under it, if the scenario exists and
    /// takes so many seats and all options exist and can have these values; all faults otherwise.
    ///
    /// ```
    /// use table::{Catalogue, OptionInfo, ScenarioInfo, Setup};
    ///
    /// let scenario = ScenarioInfo::new("night", "Night", "", 2..=4).defaulting("lamps", "2");
    /// let mut catalogue = Catalogue::new("lamps", "Lamps", "", vec![scenario]);
    /// catalogue.options.push(OptionInfo::number("lamps", 0..=9, 5, "", "How many lamps burn."));
    ///
    /// let (scenario, options) = catalogue.admits(&Setup::new("night", 3)).unwrap();
    /// assert_eq!((scenario.name.as_str(), options.number("lamps")), ("Night", 2));
    /// assert!(catalogue.admits(&Setup::new("night", 3).with("lamp", "3")).is_err());
    /// ```
    pub fn admits(&self, setup: &Setup) -> Result<(&ScenarioInfo, Chosen), SetupError> {
        let ids = self.scenarios.iter().map(|scenario| scenario.id.as_str());
        let scenario =
            self.scenarios.iter().find(|scenario| scenario.id == setup.scenario).ok_or_else(
                || Fault::field("scenario", unknown("scenario", &setup.scenario, ids)),
            )?;
        let chosen = Chosen::new(&self.options, &scenario.defaults, setup);
        let more = self.seats_more(setup);
        let seated = scenario.seats().any(|seats| seats + more == setup.seats);
        let seats = (!seated).then(|| {
            let right = scenario.seats_in_words(more);
            Fault::field("seats", format!("{} takes {right}, not {}", scenario.name, setup.seats))
        });
        match (chosen, seats) {
            (Ok(chosen), None) => Ok((scenario, chosen)),
            (Ok(_), Some(fault)) => Err(fault.into()),
            (Err(error), seats) => Err(SetupError(seats.into_iter().chain(error.0).collect())),
        }
    }
}
