//! Which kinds of question a game asks, and what can always be answered to them.

use crate::eyes::Eyes;
use std::collections::{BTreeMap, BTreeSet};
use table::{AnyMatch, Dice, Seat};

/// A kind of question in words, and answers that were open to it whenever it was asked, or most often.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct QuestionKind {
    /// The kind, as [`Eyes::kind`] calls it.
    pub kind: String,
    /// The question, as [`Eyes::question`] tells it.
    pub question: String,
    /// What can be answered, the most frequent first.
    pub answers: Vec<Reply>,
}

/// Something that can be answered.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reply {
    /// The canonical line.
    pub line: String,
    /// What it is, in words.
    pub label: String,
}

/// The most answers that are told of a kind.
const ANSWERS: usize = 24;

/// The kind of the question that a seat is asked now, with all that it can answer: what gives the game up is not among it.
pub fn asked_now(eyes: &Eyes<'_>) -> Option<QuestionKind> {
    let (kind, prompt) = (eyes.kind()?, eyes.prompt()?);
    let choices = prompt.choices.iter().filter(|choice| !choice.grave);
    let answers = choices.map(|choice| Reply {
        line: choice.notation.clone(),
        label: if choice.label.is_empty() { choice.notation.clone() } else { choice.label.clone() },
    });
    Some(QuestionKind { kind, question: eyes.question()?, answers: answers.collect() })
}

/// What a game asks and counts, known from one that was played at random.
#[derive(Clone, Debug, Default)]
pub struct Survey {
    kinds: BTreeMap<Seat, Vec<QuestionKind>>,
    still: BTreeSet<String>,
    spent: BTreeSet<String>,
}

impl Survey {
    /// The kinds of question that the seat is asked again and again, in the order of their words: what is asked once, or only as
    /// long as a game is set up, is none of them.
    pub fn kinds(&self, seat: Seat) -> &[QuestionKind] {
        self.kinds.get(&seat).map_or(&[], Vec::as_slice)
    }

    /// Whether it makes sense to wait for a count: it is none that was seen and always stayed the same, as a price does.
    pub fn varies(&self, count: &str) -> bool {
        !self.still.contains(count)
    }

    /// Whether decisions spend it.
    pub fn is_spent(&self, count: &str) -> bool {
        self.spent.contains(count)
    }
}

/// Finds out what a game asks and counts: it is played for so many decisions, at random and with the dice that are handed in, so
/// that nothing of anybody's own game is in it.
///
/// ```
/// use connect_four::ConnectFour;
/// use table::{AnyGame, Dice, GameBox, Seat, Seed, Setup};
///
/// let game = GameBox::<ConnectFour>::new();
/// let mut play = game.start(game.house(), &Setup::new("plain", 2), Seed::from_number(7))?;
/// let survey = plans::survey(&mut *play, &mut Dice::seeded(Seed::from_number(8)), 20);
/// let [kind] = survey.kinds(Seat(0)) else { panic!("it asks one thing") };
/// assert_eq!(kind.question, "Which column?");
/// assert!(kind.answers.iter().any(|reply| reply.line == "drop 4"));
/// # Ok::<(), table::SetupError>(())
/// ```
pub fn survey(play: &mut dyn AnyMatch, dice: &mut Dice, decisions: usize) -> Survey {
    let mut met: BTreeMap<(Seat, String), Met> = BTreeMap::new();
    let mut counted: BTreeMap<(Seat, String), BTreeSet<i64>> = BTreeMap::new();
    let mut survey = Survey::default();
    let mut decided = 0;
    while decided < decisions {
        let Some(seat) = play.status().first() else { break };
        let eyes = Eyes::new(play, seat);
        note(&mut met, &eyes, decided);
        for (count, now) in eyes.counts() {
            counted.entry((seat, count)).or_default().insert(now);
        }
        let changes = eyes.prompt().into_iter().flat_map(|prompt| &prompt.choices);
        let spent = changes.flat_map(|choice| &choice.changes).filter(|change| change.by < 0);
        survey.spent.extend(spent.map(|change| change.count.clone()));
        if play.ask(seat, "random", dice).is_err() {
            break;
        }
        decided += 1;
    }
    let (still, varied): (Vec<_>, Vec<_>) =
        counted.into_iter().partition(|(_, values)| values.len() < 2);
    survey.still = still.into_iter().map(|((_, count), _)| count).collect();
    for ((_, count), _) in &varied {
        survey.still.remove(count);
    }
    for ((seat, kind), met) in met {
        if met.times < 2 || met.last * 2 < decided {
            continue;
        }
        let told = met.told(kind);
        if !told.answers.is_empty() {
            survey.kinds.entry(seat).or_default().push(told);
        }
    }
    for kinds in survey.kinds.values_mut() {
        kinds.sort_by(|one, other| one.question.cmp(&other.question));
    }
    survey
}

/// A kind of question as it was met.
#[derive(Default)]
struct Met {
    times: usize,
    /// After how many decisions it was asked last.
    last: usize,
    question: String,
    /// Lines, how often each was open, and what it is in words.
    answers: BTreeMap<String, (usize, String)>,
}

impl Met {
    /// What is told of it: of the answers those that were open at least every third time.
    fn told(self, kind: String) -> QuestionKind {
        let mut often: Vec<(usize, Reply)> = self
            .answers
            .into_iter()
            .filter(|(_, (times, _))| times * 3 >= self.times)
            .map(|(line, (times, label))| (times, Reply { line, label }))
            .collect();
        often.sort_by(|one, other| other.0.cmp(&one.0).then_with(|| one.1.line.cmp(&other.1.line)));
        let answers = often.into_iter().map(|(_, reply)| reply).take(ANSWERS).collect();
        QuestionKind { kind, question: self.question, answers }
    }
}

fn note(met: &mut BTreeMap<(Seat, String), Met>, eyes: &Eyes<'_>, decided: usize) {
    let Some(asked) = asked_now(eyes) else { return };
    let met = met.entry((eyes.seat(), asked.kind)).or_default();
    (met.times, met.last) = (met.times + 1, decided);
    met.question = asked.question;
    for reply in asked.answers {
        met.answers.entry(reply.line).or_insert((0, reply.label)).0 += 1;
    }
}
