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

/// Finds out what a game asks and counts: it is begun by number and played, again and again for so many decisions, at random and
/// with the dice that are handed in, so that nothing of anybody's own game is in it.
///
/// ```
/// use connect_four::ConnectFour;
/// use table::{AnyGame, Dice, GameBox, Seat, Seed, Setup};
///
/// let game = GameBox::<ConnectFour>::new();
/// let game = game.bot("random", "plays anything", || Box::new(bots::Random));
/// let setup = Setup::new("plain", 2);
/// let mut begin = |number| game.start(game.house(), &setup, Seed::from_number(number)).ok();
/// let survey = plans::survey(&mut begin, &mut Dice::seeded(Seed::from_number(8)), 400);
/// let [kind] = survey.kinds(Seat(0)) else { panic!("it asks one thing") };
/// assert_eq!(kind.question, "Which column?");
/// assert!(kind.answers.iter().any(|reply| reply.line == "drop 4"));
/// ```
pub fn survey(
    begin: &mut dyn FnMut(u64) -> Option<Box<dyn AnyMatch>>,
    dice: &mut Dice,
    decisions: usize,
) -> Survey {
    let mut notes = Notes::default();
    let (mut left, mut longest) = (decisions, 0);
    for number in 1.. {
        let Some(mut play) = begin(number) else { break };
        let decided = notes.play(&mut *play, dice, left);
        longest = longest.max(decided);
        left -= decided;
        // One that would be left while it is set up tells nothing.
        if decided == 0 || left < longest {
            break;
        }
    }
    notes.survey()
}

/// What was met in games that were played.
#[derive(Default)]
struct Notes {
    met: BTreeMap<(Seat, String), Met>,
    counted: BTreeMap<(Seat, String), BTreeSet<i64>>,
    spent: BTreeSet<String>,
}

impl Notes {
    /// Plays a game for so many decisions at most; gives how many there were.
    fn play(&mut self, play: &mut dyn AnyMatch, dice: &mut Dice, decisions: usize) -> usize {
        let mut decided = 0;
        while decided < decisions {
            let Some(seat) = play.status().first() else { break };
            self.look(&Eyes::new(play, seat), decided);
            if play.ask(seat, "random", dice).is_err() {
                break;
            }
            decided += 1;
        }
        for met in self.met.values_mut() {
            met.late |= met.last.take().is_some_and(|last| last * 2 >= decided);
        }
        decided
    }

    /// Notes what a seat is asked, and what is counted and spent.
    fn look(&mut self, eyes: &Eyes<'_>, decided: usize) {
        for (count, now) in eyes.counts() {
            self.counted.entry((eyes.seat(), count)).or_default().insert(now);
        }
        let changes = eyes.prompt().into_iter().flat_map(|prompt| &prompt.choices);
        let spent = changes.flat_map(|choice| &choice.changes).filter(|change| change.by < 0);
        self.spent.extend(spent.map(|change| change.count.clone()));
        let Some(asked) = asked_now(eyes) else { return };
        let met = self.met.entry((eyes.seat(), asked.kind)).or_default();
        (met.times, met.last) = (met.times + 1, Some(decided));
        met.question = asked.question;
        for reply in asked.answers {
            met.answers.entry(reply.line).or_insert((0, reply.label)).0 += 1;
        }
    }

    fn survey(self) -> Survey {
        let (still, varied): (Vec<_>, Vec<_>) =
            self.counted.into_iter().partition(|(_, values)| values.len() < 2);
        let mut still: BTreeSet<String> = still.into_iter().map(|((_, count), _)| count).collect();
        for ((_, count), _) in &varied {
            still.remove(count);
        }
        let mut kinds: BTreeMap<Seat, Vec<QuestionKind>> = BTreeMap::new();
        for ((seat, kind), met) in self.met.into_iter().filter(|(_, met)| met.late && met.times > 1)
        {
            let told = met.told(kind);
            if !told.answers.is_empty() {
                kinds.entry(seat).or_default().push(told);
            }
        }
        for kinds in kinds.values_mut() {
            kinds.sort_by(|one, other| one.question.cmp(&other.question));
        }
        Survey { kinds, still, spent: self.spent }
    }
}

/// A kind of question as it was met.
#[derive(Default)]
struct Met {
    times: usize,
    /// After how many decisions of the game that is played it was asked last.
    last: Option<usize>,
    /// Whether a game asked it in its second half.
    late: bool,
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
