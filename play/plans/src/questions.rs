//! Which kinds of question a game asks, and what can always be answered to them.

use crate::eyes::Eyes;
use std::collections::BTreeMap;
use table::{AnyMatch, Dice, Seat};

/// A kind of question, with an example of it and answers that were open to it whenever it was asked, or most often.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct QuestionKind {
    /// The kind, as [`Eyes::kind`] calls it.
    pub kind: String,
    /// The question as it was asked once.
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
    Some(QuestionKind { kind, question: prompt.question.clone(), answers: answers.collect() })
}

/// The kinds of question that a game asks, the most frequent first: it is played for so many decisions, at random and with the
/// dice that are handed in, so that nothing of anybody's own game is in it.
///
/// ```
/// use connect_four::ConnectFour;
/// use table::{AnyGame, Dice, GameBox, Seed, Setup};
///
/// let game = GameBox::<ConnectFour>::new();
/// let mut play = game.start(game.house(), &Setup::new("plain", 2), Seed::from_number(7))?;
/// let kinds = plans::question_kinds(&mut *play, &mut Dice::seeded(Seed::from_number(8)), 20);
/// assert_eq!(kinds.len(), 1);
/// assert!(kinds[0].answers.iter().any(|reply| reply.line == "drop 4"));
/// # Ok::<(), table::SetupError>(())
/// ```
pub fn question_kinds(
    play: &mut dyn AnyMatch,
    dice: &mut Dice,
    decisions: usize,
) -> Vec<QuestionKind> {
    let mut met: BTreeMap<String, Met> = BTreeMap::new();
    for _ in 0..decisions {
        let Some(seat) = play.status().first() else { break };
        note(&mut met, play, seat);
        if play.ask(seat, "random", dice).is_err() {
            break;
        }
    }
    let mut kinds: Vec<(usize, QuestionKind)> =
        met.into_iter().map(|(kind, met)| (met.times, met.told(kind))).collect();
    kinds.sort_by(|one, other| other.0.cmp(&one.0).then_with(|| one.1.kind.cmp(&other.1.kind)));
    kinds.into_iter().map(|(_, kind)| kind).filter(|kind| !kind.answers.is_empty()).collect()
}

/// A kind of question as it was met.
#[derive(Default)]
struct Met {
    times: usize,
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

fn note(met: &mut BTreeMap<String, Met>, play: &dyn AnyMatch, seat: Seat) {
    let Some(asked) = asked_now(&Eyes::new(play, seat)) else { return };
    let met = met.entry(asked.kind).or_default();
    met.times += 1;
    met.question = asked.question;
    for reply in asked.answers {
        met.answers.entry(reply.line).or_insert((0, reply.label)).0 += 1;
    }
}
