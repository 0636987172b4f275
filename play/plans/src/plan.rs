//! Plans, and what they decide.

use crate::eyes::Eyes;
use crate::test::{Floor, Test};
use serde::{Deserialize, Serialize};
use table::NotDone;

/// A line that is played when its turn comes.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Premove {
    /// What is done, in the notation of the game.
    pub line: String,
    /// Whether it waits through questions to which it is no answer; if not, it is dropped at the first.
    #[serde(default)]
    pub waits: bool,
}

impl Premove {
    /// A line for the next decision.
    pub fn new(line: impl Into<String>) -> Premove {
        Premove { line: line.into(), waits: false }
    }
}

/// When premoves are cut off.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Cut {
    /// Never.
    #[default]
    Never,
    /// When the seat has seen a die fall, or a decision of its plan has shown something hidden.
    Reveal,
    /// When the seat has been told anything besides what its plan did.
    News,
}

/// An answer to a kind of question, as often as it is asked.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Answer {
    /// The kind of question, as [`Eyes::kind`] calls it.
    pub kind: String,
    /// What is answered: the first of these that can be.
    pub say: Vec<String>,
    /// Not if one of these is so.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub unless: Vec<Test>,
}

/// Something that is done when something has come about.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Condition {
    /// All of these must be so.
    pub when: Vec<Test>,
    /// What is done: the first of these that can be.
    pub say: Vec<String>,
    /// Whether it stays after it has acted.
    #[serde(default)]
    pub stays: bool,
}

/// What a seat has decided beforehand.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Plan {
    /// What is done when something has come about; the first that can act does.
    pub conditions: Vec<Condition>,
    /// What is done next, in order.
    pub premoves: Vec<Premove>,
    /// Whether the others are kept when a premove is dropped.
    pub loose: bool,
    /// When premoves are cut off.
    pub cut: Cut,
    /// What is answered whenever it is asked.
    pub answers: Vec<Answer>,
    /// What answers and conditions do not spend.
    pub keep: Vec<Floor>,
    /// How far it has come.
    pub progress: Progress,
}

/// How far a plan has come: kept by the plan for itself.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Progress {
    /// The step up to which the plan has looked.
    seen: usize,
    /// The step that the plan has taken, if it was the last that it looked at.
    acted: Option<usize>,
    /// How often it has acted without anybody else deciding.
    in_a_row: u32,
}

/// What of a plan has acted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum By {
    /// The condition at this place.
    Condition(usize),
    /// The first premove.
    Premove,
    /// The answer at this place.
    Answer(usize),
}

/// What a plan does now.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Act {
    /// The canonical line, which is legal now.
    pub line: String,
    /// What of the plan says so.
    pub by: By,
}

/// What has become of a plan.
#[derive(Clone, Debug, PartialEq)]
pub struct Decision {
    /// What it does now; nothing if it leaves the decision to the person.
    pub act: Option<Act>,
    /// What is left of it when that is done.
    pub left: Plan,
    /// What the seat is told, and nobody else.
    pub told: Vec<String>,
}

/// A plan that has acted so often without anybody else deciding goes in circles.
const MOST_IN_A_ROW: u32 = 500;
/// The most premoves, answers, conditions and lines that a plan can have, each.
const MOST: usize = 1000;
/// The longest line.
const LONGEST_LINE: usize = 500;

impl Plan {
    /// An empty plan, made now: what was told before does not count.
    pub fn new(eyes: &Eyes<'_>) -> Plan {
        let progress = Progress { seen: eyes.steps(), ..Progress::default() };
        Plan { progress, ..Plan::default() }
    }

    /// The same plan, begun now: what was told before does not count.
    pub fn begun(self, eyes: &Eyes<'_>) -> Plan {
        Plan { progress: Plan::new(eyes).progress, ..self }
    }

    /// Whether nothing is planned.
    pub fn is_empty(&self) -> bool {
        self.conditions.is_empty() && self.premoves.is_empty() && self.answers.is_empty()
    }

    /// What can be told at once to be wrong with it: lines that are no actions of the game, a first premove that cannot be
    /// done although its seat is asked, counts that are on no sheet, and what is empty or too long. A line that the game
    /// understands but that never becomes legal is dropped in its time.
    pub fn faults(&self, eyes: &Eyes<'_>) -> Vec<String> {
        let mut faults = Vec::new();
        let premoves = self.premoves.iter().map(|premove| &premove.line);
        let answers = self.answers.iter().flat_map(|answer| &answer.say);
        let conditions = self.conditions.iter().flat_map(|condition| &condition.say);
        let lines: Vec<&String> = premoves.chain(answers).chain(conditions).collect();
        if lines.len() > MOST {
            faults.push(format!("A plan can have {MOST} lines, and this one has {}.", lines.len()));
            return faults;
        }
        for line in lines {
            if line.len() > LONGEST_LINE {
                faults.push(format!(
                    "A line can have {LONGEST_LINE} letters, and one has {}.",
                    line.len()
                ));
            } else if !eyes.understands(line) {
                let why = match eyes.read(line) {
                    Err(NotDone::Misread(misread)) => misread.to_string(),
                    _ => format!("I do not understand `{line}`: it is no action of this game"),
                };
                faults.push(format!("{}.", why.trim_end_matches('.')));
            }
        }
        if eyes.asked()
            && let Some(next) = self.premoves.first().filter(|premove| !premove.waits)
            && eyes.understands(&next.line)
            && let Err(why) = eyes.read(&next.line)
        {
            faults.push(format!("`{}` cannot be done now: {why}", next.line));
        }
        let counts = eyes.counts();
        for count in self.counted() {
            if !counts.iter().any(|(known, _)| known.eq_ignore_ascii_case(count)) {
                let known: Vec<&str> = counts.iter().map(|(known, _)| known.as_str()).collect();
                let known = match known.is_empty() {
                    true => "nothing is counted there".into(),
                    false => format!("it has {}", known.join(", ")),
                };
                faults.push(format!("Your sheet has no count `{count}`: {known}."));
            }
        }
        if self.answers.iter().any(|answer| answer.say.is_empty() || answer.kind.is_empty()) {
            faults.push("An answer needs a kind of question and something to say.".into());
        }
        if self
            .conditions
            .iter()
            .any(|condition| condition.say.is_empty() || condition.when.is_empty())
        {
            faults.push("A condition needs something that must be so and something to say.".into());
        }
        faults
    }

    /// The counts of which it speaks.
    fn counted(&self) -> impl Iterator<Item = &str> {
        let unless = self.answers.iter().flat_map(|answer| &answer.unless);
        let when = self.conditions.iter().flat_map(|condition| &condition.when);
        let tested = unless.chain(when).filter_map(|test| match test {
            Test::Count { count, .. } => Some(count.as_str()),
            _ => None,
        });
        tested.chain(self.keep.iter().map(|floor| floor.count.as_str()))
    }

    /// Whether the plan acts now, and how. Asked when its seat must decide, and harmless at any other time. Whoever
    /// asks stores what is left, tells the seat what it is told, and takes the action.
    pub fn decide(mut self, eyes: &Eyes<'_>) -> Decision {
        let mut told = Vec::new();
        if eyes.over() {
            told.extend(self.drop_premoves("The game is over"));
            return Decision { act: None, left: self, told };
        }
        let steps = eyes.steps();
        if !eyes.asked() {
            return Decision { act: None, left: self, told };
        }
        if steps < self.progress.seen || self.progress.acted.is_some_and(|acted| steps < acted) {
            // Something was taken back: what was done before is not done again.
            self.progress.seen = steps;
            self.progress.acted = None;
        }
        let own = self.progress.acted.take();
        self.progress.in_a_row = if own == Some(steps) { self.progress.in_a_row } else { 0 };
        if !self.premoves.is_empty()
            && let Some(why) = self.is_cut(eyes, own)
        {
            told.extend(self.drop_premoves(why));
        }
        let since = self.progress.seen + 1;
        let act = match self.progress.in_a_row >= MOST_IN_A_ROW {
            true => {
                told.push(format!("The plan has acted {MOST_IN_A_ROW} times in a row and rests."));
                None
            }
            false => self
                .by_condition(eyes, since)
                .or_else(|| self.by_premove(eyes, &mut told))
                .or_else(|| self.by_answer(eyes, since)),
        };
        self.progress.seen = steps;
        if act.is_some() {
            self.progress.acted = Some(steps + 1);
            self.progress.in_a_row += 1;
        }
        Decision { act, left: self, told }
    }

    /// Drops all premoves for a reason; gives what the seat is told, if there were any.
    pub fn drop_premoves(&mut self, why: &str) -> Option<String> {
        let told = format!("{why}: {} dropped.", self.listed());
        let any = !self.premoves.is_empty();
        self.premoves.clear();
        any.then_some(told)
    }

    /// What is planned next, for a message.
    fn listed(&self) -> String {
        let lines: Vec<String> =
            self.premoves.iter().take(3).map(|premove| format!("`{}`", premove.line)).collect();
        let more = match self.premoves.len().saturating_sub(3) {
            0 => String::new(),
            more => format!(" and {more} more"),
        };
        let is = if self.premoves.len() == 1 { "is" } else { "are" };
        format!("{}{more} {is}", lines.join(", "))
    }

    /// Why premoves are cut off now, if they are. `own` is the step that the plan itself took last.
    fn is_cut(&self, eyes: &Eyes<'_>, own: Option<usize>) -> Option<&'static str> {
        let news = self.progress.seen + 1..=eyes.steps();
        match self.cut {
            Cut::Never => None,
            Cut::Reveal => {
                let shown = own == Some(eyes.steps()) && !eyes.can_undo();
                let dice = news.clone().any(|step| eyes.saw_dice(step));
                (shown || dice).then_some("Something was revealed")
            }
            Cut::News => {
                let told = eyes.told(self.progress.seen + 1);
                told.iter().any(|line| Some(line.step) != own).then_some("Something happened")
            }
        }
    }

    /// Whether a line, written canonically, spends nothing that is kept. A stand-in is held to it too.
    pub fn spares(&self, eyes: &Eyes<'_>, line: &str) -> bool {
        self.keep.iter().all(|floor| floor.spares(eyes, line))
    }

    /// The first of some lines that can be done and spends nothing that is kept.
    fn first_of(&self, eyes: &Eyes<'_>, lines: &[String]) -> Option<String> {
        lines.iter().filter_map(|line| eyes.read(line).ok()).find(|line| self.spares(eyes, line))
    }

    fn by_condition(&mut self, eyes: &Eyes<'_>, since: usize) -> Option<Act> {
        let acts = |condition: &Condition| {
            let holds = condition.when.iter().all(|test| test.holds(eyes, since));
            (holds && !condition.when.is_empty())
                .then(|| self.first_of(eyes, &condition.say))
                .flatten()
        };
        let (at, line) = self
            .conditions
            .iter()
            .enumerate()
            .find_map(|(at, condition)| Some((at, acts(condition)?)))?;
        if !self.conditions[at].stays {
            self.conditions.remove(at);
        }
        Some(Act { line, by: By::Condition(at) })
    }

    fn by_premove(&mut self, eyes: &Eyes<'_>, told: &mut Vec<String>) -> Option<Act> {
        while let Some(premove) = self.premoves.first() {
            match eyes.read(&premove.line) {
                Ok(line) => {
                    self.premoves.remove(0);
                    return Some(Act { line, by: By::Premove });
                }
                Err(_) if premove.waits => return None,
                Err(why) => {
                    told.push(format!("`{}` is dropped: {why}", premove.line));
                    self.premoves.remove(0);
                    if !self.loose && !self.premoves.is_empty() {
                        told.push(format!("So {} dropped too.", self.listed()));
                        self.premoves.clear();
                    }
                }
            }
        }
        None
    }

    fn by_answer(&self, eyes: &Eyes<'_>, since: usize) -> Option<Act> {
        if self.answers.is_empty() {
            return None;
        }
        let kind = eyes.kind()?;
        let fits = |answer: &Answer| {
            answer.kind == kind && !answer.unless.iter().any(|test| test.holds(eyes, since))
        };
        let said = |(at, answer): (usize, &Answer)| {
            Some((at, self.first_of(eyes, &answer.say).filter(|_| fits(answer))?))
        };
        let (at, line) = self.answers.iter().enumerate().find_map(said)?;
        Some(Act { line, by: By::Answer(at) })
    }
}
