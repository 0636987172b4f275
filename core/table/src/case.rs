//! Rule cases: given this position and these dice, somebody does this, then that must be so.
//!
//! `docs/cases.md` describes the files for people who write them.

mod every_fault;
mod judge;
mod matching;
mod source;

pub(crate) use judge::{Claims, set_up};
pub use judge::{judge, judge_under};
pub(crate) use source::Source;

use crate::catalogue::{ScenarioInfo, Setup};
use crate::edition::Edition;
use crate::refusal::{Fault, SetupError, unknown};
use crate::shown::Shown;
use serde::Deserialize;
use serde::de::IgnoredAny;
use std::collections::BTreeMap;

/// A rule case, read but not yet judged.
///
/// ```
/// use connect_four::ConnectFour;
/// use table::case::{Case, Verdict, judge};
///
/// let text = r#"
/// title = "a full column takes no more"
/// game  = "connect-four"
/// rules = ["CF-DROP-02"]
/// [given]
/// dropped = "444444"
/// [then]
/// refused = [{ do = "1: 4", rule = "CF-DROP-02" }]
/// "#;
/// for case in Case::parse("full.toml", text)? {
///     assert_eq!(judge::<ConnectFour>(&case), Verdict::Passed);
/// }
/// # Ok::<(), table::SetupError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Case {
    /// The file it came from.
    pub file: String,
    /// What it shows, in a sentence.
    pub title: String,
    /// The game's id.
    pub game: String,
    /// The rules it shows.
    pub rules: Vec<String>,
    /// The scenario; empty for the game's first.
    pub scenario: String,
    /// The seats; 0 for the fewest that the scenario takes.
    pub seats: u16,
    /// What is set differently from the defaults.
    pub options: BTreeMap<String, String>,
    /// Where it stands, with the position that it starts from.
    source: Source,
    /// What is done and expected, in order.
    blocks: Vec<Block>,
    /// What is wrong with the way in which it is written.
    faults: Vec<Fault>,
}

/// What came of a case.
///
/// ```
/// use connect_four::ConnectFour;
/// use table::case::{Case, Verdict, judge};
///
/// let text = r#"
/// title = "somebody expects a column with two discs to be full"
/// game  = "connect-four"
/// rules = ["CF-DROP-02"]
/// [given]
/// dropped = "44"
/// [then]
/// refused = [{ do = "1: 4", rule = "CF-DROP-02" }]
/// "#;
/// for case in Case::parse("full.toml", text)? {
///     assert!(matches!(judge::<ConnectFour>(&case), Verdict::Failed(whys) if whys.len() == 1));
/// }
/// # Ok::<(), table::SetupError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// Everything was as expected.
    Passed,
    /// These expectations were not met.
    Failed(Vec<String>),
    /// The case cannot be run as it is written.
    Faulty(Vec<Fault>),
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct CaseFile {
    title: String,
    game: String,
    rules: Vec<String>,
    #[serde(default)]
    scenario: String,
    #[serde(default)]
    seats: u16,
    #[serde(default)]
    options: BTreeMap<String, toml::Value>,
    #[serde(default)]
    dice: Vec<u32>,
    #[serde(default, rename = "do")]
    actions: Vec<String>,
    #[serde(rename = "given")]
    _given: Option<IgnoredAny>,
    #[serde(default)]
    then: Expected,
    #[serde(default)]
    next: Vec<Block>,
}

/// One stretch of a case.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Block {
    #[serde(default)]
    dice: Vec<u32>,
    #[serde(default, rename = "do")]
    actions: Vec<String>,
    #[serde(default)]
    then: Expected,
}

/// What must be so after a stretch of a case, or at a step of a lesson: the `then` of their files.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Expected {
    #[serde(default)]
    view: toml::Table,
    #[serde(default)]
    absent: Vec<String>,
    #[serde(default)]
    seat: BTreeMap<String, toml::Table>,
    #[serde(default)]
    hides: BTreeMap<String, Vec<String>>,
    #[serde(default)]
    events: Vec<toml::Value>,
    #[serde(default)]
    no_events: Vec<toml::Value>,
    #[serde(default)]
    told: Vec<Told>,
    #[serde(default)]
    unheard: BTreeMap<String, Vec<String>>,
    #[serde(default)]
    legal: Vec<String>,
    #[serde(default)]
    not_legal: Vec<String>,
    #[serde(default)]
    only: Vec<String>,
    #[serde(default)]
    refused: Vec<RefusedLine>,
    deciding: Option<Vec<u16>>,
    outcome: Option<toml::Table>,
}

impl Expected {
    /// Whether nothing is expected.
    pub fn is_empty(&self) -> bool {
        self.view.is_empty()
            && self.absent.is_empty()
            && self.seat.is_empty()
            && self.hides.is_empty()
            && self.events.is_empty()
            && self.no_events.is_empty()
            && self.told.is_empty()
            && self.unheard.is_empty()
            && self.legal.is_empty()
            && self.not_legal.is_empty()
            && self.only.is_empty()
            && self.refused.is_empty()
            && self.deciding.is_none()
            && self.outcome.is_none()
    }
}

/// A line of the story by words in it, and all its rules in order.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Told {
    says: String,
    rules: Vec<String>,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct RefusedLine {
    #[serde(rename = "do")]
    action: String,
    rule: String,
    #[serde(default)]
    says: String,
}

impl Case {
    /// Reads a case file: one case, or one for every `[[vary]]`; every fault of the file is told.
    pub fn parse(file: &str, text: &str) -> Result<Vec<Case>, SetupError> {
        let cases = Case::draft(file, text)?;
        let mut faults: Vec<Fault> = Vec::new();
        for fault in cases.iter().flat_map(|case| &case.faults) {
            if !faults.contains(fault) {
                faults.push(fault.clone());
            }
        }
        if faults.is_empty() { Ok(cases) } else { Err(SetupError(faults)) }
    }

    /// Reads a case file as far as it can be read. What is wrong with a case is told when it is judged,
    /// together with what is wrong with the position that it gives.
    pub fn draft(file: &str, text: &str) -> Result<Vec<Case>, SetupError> {
        Source::all(file, text)?.into_iter().map(Case::one).collect()
    }

    fn one(source: Source) -> Result<Case, SetupError> {
        let (read, mut faults) = source.read::<CaseFile>();
        let Some(read) = read else { return Err(SetupError(faults)) };
        let mut blocks = vec![Block { dice: read.dice, actions: read.actions, then: read.then }];
        blocks.extend(read.next);
        if faults.is_empty() {
            let wrong = [
                (read.rules.is_empty(), "rules", "a case names at least one rule that it shows"),
                (
                    blocks.iter().all(|block| block.then.is_empty()),
                    "then",
                    "a case must expect something",
                ),
            ];
            let wrong = wrong.into_iter().filter(|(wrong, ..)| *wrong);
            faults.extend(
                wrong.map(|(_, field, problem)| source.place("", Fault::field(field, problem))),
            );
        }
        Ok(Case {
            file: source.file().to_string(),
            title: read.title,
            game: read.game,
            rules: read.rules,
            scenario: read.scenario,
            seats: read.seats,
            options: option_texts(read.options),
            source,
            blocks,
            faults,
        })
    }

    /// What is wrong with the way in which it is written; a game finds more when it judges.
    pub fn faults(&self) -> &[Fault] {
        &self.faults
    }

    /// The set-up that it is played under.
    pub(crate) fn setup_in<G: Shown>(&self, edition: &Edition) -> Result<Setup, SetupError> {
        setup_of::<G>(edition, &self.scenario, self.seats, &self.options)
    }

    /// Every rule that it names and the ledger does not have, in `rules`, under `refused` or `told`.
    fn unknown_rules(&self, ledger: &str) -> Vec<Fault> {
        let shown = self.rules.iter().enumerate();
        let shown = shown.map(|(number, rule)| (format!("rules[{}]", number + 1), rule));
        let refusing = self.blocks.iter().enumerate().flat_map(|(stretch, block)| {
            let then = if stretch == 0 { "then".into() } else { format!("next[{stretch}].then") };
            block.then.rules().map(move |(field, rule)| (format!("{then}.{field}"), rule))
        });
        // Where a rule could not be read, nothing stands for it.
        let named = shown.chain(refusing);
        let named = named.filter(|(_, rule)| self.faults.is_empty() || !rule.is_empty());
        unknown_rules(&ledger::ids(ledger), named)
    }
}

impl Expected {
    /// Where rules are named in it and which: fields as they stand in the file, seen from `then`.
    pub(crate) fn rules(&self) -> impl Iterator<Item = (String, &String)> {
        let refused = self.refused.iter().enumerate();
        let refused =
            refused.map(|(n, refused)| (format!("refused[{}].rule", n + 1), &refused.rule));
        let told = self.told.iter().enumerate().flat_map(|(n, told)| {
            let rules = told.rules.iter().enumerate();
            rules.map(move |(m, rule)| (format!("told[{}].rules[{}]", n + 1, m + 1), rule))
        });
        refused.chain(told)
    }
}

/// The set-up of a file: the game's first scenario and its fewest seats, where the file names none.
pub(crate) fn setup_of<G: Shown>(
    edition: &Edition,
    scenario: &str,
    seats: u16,
    options: &BTreeMap<String, String>,
) -> Result<Setup, SetupError> {
    let catalogue = G::catalogue(edition)?;
    let named = |offered: &&ScenarioInfo| scenario.is_empty() || offered.id == scenario;
    let offered = catalogue.scenarios.iter().find(named);
    let fewest = || offered.map_or(1, |scenario| scenario.min_seats);
    let setup = Setup {
        scenario: offered.map_or(scenario, |scenario| &scenario.id).to_string(),
        seats: if seats == 0 { fewest() } else { seats },
        options: options.clone(),
        ..Setup::default()
    };
    catalogue.admits(&setup)?;
    Ok(setup)
}

/// The options of a file, as text.
pub(crate) fn option_texts(options: BTreeMap<String, toml::Value>) -> BTreeMap<String, String> {
    let word = |value: toml::Value| match value {
        toml::Value::String(word) => word,
        other => other.to_string(),
    };
    options.into_iter().map(|(key, value)| (key, word(value))).collect()
}

/// A fault for every rule that is named in a field and that the ledger does not have.
pub(crate) fn unknown_rules<'a>(
    known: &[&str],
    named: impl Iterator<Item = (String, &'a String)>,
) -> Vec<Fault> {
    let unknown = |(field, rule): (String, &String)| {
        (!known.contains(&rule.as_str()))
            .then(|| Fault::field(field, unknown("rule", rule, known.iter().copied())))
    };
    named.filter_map(unknown).collect()
}
