//! Lessons: a position, a few words at a time, and things to do on the real rules.
//!
//! A lesson is a file beside the cases. Played, it is a match like any other ([`AnyGame::teach`](crate::AnyGame::teach)),
//! so that every table, screen and page that plays a game teaches it too. `docs/lessons.md` describes the
//! files for people who write them.

mod check;
mod course;
mod guided;

pub(crate) use check::check;
pub use course::LessonCourse;
pub(crate) use guided::Guided;

use crate::case::{Expected, Source, option_texts, set_up, setup_of, unknown_rules};
use crate::dice::{Dice, Seed};
use crate::edition::Edition;
use crate::log::Log;
use crate::matches::Match;
use crate::refusal::{Fault, SetupError};
use crate::seat::Seat;
use crate::shown::Shown;
use serde::Deserialize;
use serde::de::IgnoredAny;
use stage::Spotlight;
use std::collections::BTreeMap;
use std::sync::Arc;

/// A lesson, read but not yet played.
///
/// ```
/// use table::Lesson;
///
/// let text = r#"
/// title = "Four in a row"
/// game  = "connect-four"
/// about = "How to win."
/// minutes = 1
/// end = "That is the whole game."
/// [given]
/// dropped = "112233"
/// [[step]]
/// say = "You have three side by side: drop a fourth beside them."
/// rules = ["CF-END-01"]
/// do = "4"
/// after = "Four in a row win."
/// then.outcome.winners = [1]
/// "#;
/// let lesson = Lesson::parse("four.toml", text)?;
/// assert_eq!((lesson.name.as_str(), lesson.steps()), ("four", 1));
/// # Ok::<(), table::SetupError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Lesson {
    /// What it is called on the command line: its file's name without `.toml`.
    pub name: String,
    /// Its title.
    pub title: String,
    /// The game's id.
    pub game: String,
    /// What it teaches, in a sentence.
    pub about: String,
    /// How long it takes.
    pub minutes: u16,
    /// The seat of whoever learns.
    pub seat: Seat,
    /// What is said when it is over.
    pub end: String,
    scenario: String,
    seats: u16,
    options: BTreeMap<String, String>,
    dice: Vec<u32>,
    names: Vec<String>,
    steps: Vec<LessonStep>,
    source: Source,
    /// What is wrong with the way in which it is written.
    faults: Vec<Fault>,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct LessonFile {
    title: String,
    game: String,
    about: String,
    minutes: u16,
    end: String,
    #[serde(default)]
    scenario: String,
    #[serde(default)]
    seats: u16,
    #[serde(default = "first")]
    seat: u16,
    #[serde(default)]
    names: Vec<String>,
    #[serde(default)]
    options: BTreeMap<String, toml::Value>,
    #[serde(default)]
    dice: Vec<u32>,
    #[serde(rename = "given")]
    _given: Option<IgnoredAny>,
    step: Vec<LessonStep>,
}

impl LessonFile {
    /// What is wrong with the way in which it is written.
    fn faults(&self) -> impl Iterator<Item = Fault> {
        let texts = [("title", &self.title), ("about", &self.about), ("end", &self.end)];
        let empty = texts.into_iter().filter(|(_, text)| text.trim().is_empty());
        let empty = empty.map(|(field, _)| (field.into(), "this is empty: say it in a sentence"));
        let none = [
            (self.step.is_empty(), "step", "a lesson has steps: write `[[step]]`"),
            (self.seat == 0, "seat", "seats count from 1"),
        ];
        let none = none.into_iter().filter(|(wrong, ..)| *wrong);
        let none = none.map(|(_, field, problem)| (field.into(), problem));
        let steps = (1..).zip(&self.step).flat_map(|(number, step)| {
            step.faults().map(move |(field, problem)| (format!("step[{number}].{field}"), problem))
        });
        let all = empty.chain(none).chain(steps);
        all.map(|(field, problem): (String, &str)| Fault::field(field, problem))
    }
}

fn first() -> u16 {
    1
}

/// One step: something is said, and something is done, answered or only read.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
struct LessonStep {
    /// What is said.
    say: String,
    /// The rules that it teaches.
    rules: Vec<String>,
    /// What it speaks of.
    #[serde(default)]
    look: Vec<Spotlight>,
    /// What must be so before anything is done.
    #[serde(default)]
    now: Expected,
    /// The one thing to do: short for one good answer.
    #[serde(default, rename = "do")]
    action: String,
    /// What is said when it was done, or when the free play is over.
    #[serde(default)]
    after: String,
    /// Answers, good and bad.
    #[serde(default)]
    answer: Vec<Answer>,
    /// What is said to something else that the rules allow.
    #[serde(default)]
    hint: String,
    /// The dice of `do`, as faces in the order in which they fall.
    #[serde(default)]
    dice: Vec<u32>,
    /// What the others do then, each with its seat.
    #[serde(default)]
    others: Vec<String>,
    /// What must be so after it.
    #[serde(default)]
    then: Expected,
    /// Free play: so many decisions, or to the end of the game.
    play: Option<Play>,
}

/// How long a free play goes on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(untagged, expecting = "say a number of decisions, or `to the end`")]
enum Play {
    Decisions(usize),
    End(End),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
enum End {
    #[serde(rename = "to the end")]
    ToTheEnd,
}

/// An answer that somebody may give: an action of the game, or words.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
struct Answer {
    #[serde(default, rename = "do")]
    action: String,
    #[serde(default)]
    text: String,
    /// What is said to it.
    say: String,
    /// Whether the lesson goes on with it.
    #[serde(default)]
    good: bool,
    #[serde(default)]
    dice: Vec<u32>,
    #[serde(default)]
    others: Vec<String>,
    #[serde(default)]
    then: Expected,
}

/// What a step waits for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Wanted {
    /// To be read.
    Nothing,
    /// An action of the game.
    Action,
    /// An answer in words.
    Words,
    /// Free play.
    Play(Play),
}

impl LessonStep {
    fn wanted(&self) -> Wanted {
        match (self.play, self.answer.first()) {
            (Some(play), _) => Wanted::Play(play),
            (None, None) => Wanted::Nothing,
            (None, Some(answer)) if answer.text.is_empty() => Wanted::Action,
            (None, Some(_)) => Wanted::Words,
        }
    }

    /// Everything that it says, in order.
    fn texts(&self) -> impl Iterator<Item = &str> {
        let answers = self.answer.iter().flat_map(|answer| [&*answer.text, &*answer.say]);
        [&*self.say, &*self.hint].into_iter().chain(answers).chain([&*self.after])
    }

    /// What happens when a step has been read that asks for nothing.
    fn others(&self) -> Answer {
        Answer {
            say: self.after.clone(),
            dice: self.dice.clone(),
            others: self.others.clone(),
            then: self.then.clone(),
            ..Answer::default()
        }
    }

    /// The step with `do` written as a good answer.
    fn spelt_out(mut self) -> LessonStep {
        if !self.action.is_empty() {
            self.answer.push(Answer {
                action: std::mem::take(&mut self.action),
                say: std::mem::take(&mut self.after),
                good: true,
                dice: std::mem::take(&mut self.dice),
                others: std::mem::take(&mut self.others),
                then: std::mem::take(&mut self.then),
                ..Answer::default()
            });
        }
        self
    }

    /// What is wrong with the way in which it is written: field and problem.
    fn faults(&self) -> impl Iterator<Item = (&'static str, &'static str)> + use<> {
        let ways = [!self.action.is_empty(), !self.answer.is_empty(), self.play.is_some()];
        let only_words = self.answer.iter().all(|answer| !answer.text.is_empty());
        let either = |answer: &Answer| answer.text.is_empty() != answer.action.is_empty();
        let of_do = !self.dice.is_empty() || !self.others.is_empty() || !self.then.is_empty();
        let checks = [
            (self.say.trim().is_empty(), "say", "a step says something"),
            (self.rules.is_empty(), "rules", "a step names the rules that it teaches"),
            (
                ways.into_iter().filter(|way| *way).count() > 1,
                "do",
                "a step has `do`, answers or `play`, not several of them",
            ),
            (
                (!self.answer.is_empty() || self.play.is_some()) && of_do,
                "then",
                "`dice`, `others` and `then` belong to a `do` or to a step that is only read; an answer has its own",
            ),
            (
                !self.answer.iter().all(either),
                "answer",
                "an answer has either `do` (an action) or `text` (words)",
            ),
            (
                !only_words && self.answer.iter().any(|answer| !answer.text.is_empty()),
                "answer",
                "the answers of a step are all actions or all words",
            ),
            (
                !self.answer.is_empty() && !self.answer.iter().any(|answer| answer.good),
                "answer",
                "at least one answer is `good = true`",
            ),
            (
                only_words && self.answer.len() == 1,
                "answer",
                "give at least two answers to choose from",
            ),
            (self.play == Some(Play::Decisions(0)), "play", "say at least one decision"),
        ];
        checks.into_iter().filter(|(wrong, ..)| *wrong).map(|(_, field, problem)| (field, problem))
    }
}

impl Lesson {
    /// Reads a lesson file; every fault of it is told.
    pub fn parse(file: &str, text: &str) -> Result<Lesson, SetupError> {
        let lesson = Lesson::draft(file, text)?;
        if lesson.faults.is_empty() { Ok(lesson) } else { Err(SetupError(lesson.faults)) }
    }

    /// Reads a lesson file as far as it can be read. What is wrong with it is told when it is checked,
    /// together with what is wrong with the position that it gives.
    pub fn draft(file: &str, text: &str) -> Result<Lesson, SetupError> {
        let source = Source::one(file, text)?;
        let (read, mut faults) = source.read::<LessonFile>();
        let Some(read) = read else { return Err(SetupError(faults)) };
        if faults.is_empty() {
            faults.extend(read.faults().map(|fault| source.place("", fault)));
        }
        let short = file.rsplit(['/', '\\']).next().unwrap_or(file);
        Ok(Lesson {
            name: short.trim_end_matches(".toml").to_string(),
            title: read.title,
            game: read.game,
            about: read.about,
            minutes: read.minutes,
            seat: Seat(read.seat.saturating_sub(1)),
            end: read.end,
            scenario: read.scenario,
            seats: read.seats,
            options: option_texts(read.options),
            dice: read.dice,
            names: read.names,
            steps: read.step.into_iter().map(LessonStep::spelt_out).collect(),
            source,
            faults,
        })
    }

    /// How many steps it has.
    pub fn steps(&self) -> usize {
        self.steps.len()
    }

    /// The file that it came from.
    pub fn file(&self) -> &str {
        self.source.file()
    }

    /// The ids of the rules that it teaches, each once, in order.
    pub fn rules(&self) -> Vec<&str> {
        let mut rules = Vec::new();
        for rule in self.steps.iter().flat_map(|step| &step.rules) {
            if !rules.contains(&rule.as_str()) {
                rules.push(rule.as_str());
            }
        }
        rules
    }

    /// Everything that it says, in order: what a reader would have read when it is over.
    pub fn texts(&self) -> Vec<&str> {
        let said = self.steps.iter().flat_map(LessonStep::texts);
        let card = [&*self.title, &*self.about];
        let all = card.into_iter().chain(said).chain([&*self.end]);
        all.filter(|text| !text.is_empty()).collect()
    }

    /// What the players are called, in the order of seats; empty if the lesson does not name them.
    pub fn names(&self) -> &[String] {
        &self.names
    }

    /// A fault for every rule that it names and the ledger does not have.
    fn unknown_rules(&self, ledger: &str) -> Vec<Fault> {
        let named = (1..).zip(&self.steps).flat_map(|(number, step)| {
            let taught = (1..).zip(&step.rules);
            let taught = taught.map(move |(n, rule)| (format!("step[{number}].rules[{n}]"), rule));
            let now = step.now.rules();
            let now = now.map(move |(field, rule)| (format!("step[{number}].now.{field}"), rule));
            let then = step.answer.iter().flat_map(|answer| answer.then.rules());
            taught.chain(now).chain(then.map(move |(_, rule)| (format!("step[{number}]"), rule)))
        });
        // Where a rule could not be read, nothing stands for it.
        let named = named.filter(|(_, rule)| self.faults.is_empty() || !rule.is_empty());
        unknown_rules(&ledger::ids(ledger), named)
    }

    /// The match that the lesson begins with.
    pub(crate) fn begin<G: Shown>(
        &self,
        edition: &Edition,
        names: &[String],
        seed: Seed,
    ) -> Result<Match<G>, SetupError> {
        let place = |part: &str, fault: Fault| self.source.place(part, fault);
        let mut faults = self.faults.clone();
        let setup = setup_of::<G>(edition, &self.scenario, self.seats, &self.options);
        let setup = setup.map_err(|error| {
            faults.extend(error.0.into_iter().map(|fault| place("", fault)));
        });
        if let Ok(setup) = &setup
            && self.seat.0 >= setup.seats
        {
            let problem = format!("there are {} seats only", setup.seats);
            faults.push(place("", Fault::field("seat", problem)));
        }
        let (given, wrong) = self.source.part::<G::Given>("given");
        faults.extend(wrong);
        let (Ok(mut setup), true) = (setup, faults.is_empty()) else {
            return Err(SetupError(faults));
        };
        let faulty = |part: &str, error: SetupError| {
            SetupError(error.0.into_iter().map(|fault| place(part, fault)).collect())
        };
        let mut dice = Dice::loaded(self.dice.clone());
        let mut log = Log::new();
        let (game, position) = set_up::<G>(given, edition, &setup, &mut dice, &mut log)
            .map_err(|error| faulty("given", error))?;
        let unused = (dice.left() > 0).then(|| format!("{} dice were not used", dice.left()));
        if let Some(problem) = dice.fault().map(|fault| fault.to_string()).or(unused) {
            return Err(faulty("", Fault::field("dice", problem).into()));
        }
        setup.names = if names.is_empty() { self.names.clone() } else { names.to_vec() };
        Ok(Match::from_position(Arc::new(game), edition.clone(), setup, seed, position, log))
    }
}
