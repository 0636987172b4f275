//! Holds a lesson to the rules: every answer is tried, every claim is checked, on every way through it.

use super::guided::Guided;
use super::{Lesson, Play, Wanted};
use crate::any_game::AnyMatch;
use crate::case::Verdict;
use crate::dice::{Dice, Seed};
use crate::refusal::{Fault, SetupError};
use crate::seat::{Seat, Viewer};
use crate::status::Status;
use crate::wording::{slip, spoken};

/// How many ways through a lesson are tried at most: good answers that lead apart multiply.
const WAYS: usize = 256;

/// With how many seeds a free play is tried.
const SEEDS: u64 = 3;

/// No free play of a lesson takes more decisions than this.
const LONGEST: usize = 20_000;

/// What came of playing a lesson in every way that it knows. `start` begins it with a seed; `bot` plays
/// where play is free; without one play is random there.
pub(crate) fn check(
    lesson: &Lesson,
    ledger: &str,
    bot: Option<&str>,
    start: &dyn Fn(Seed) -> Result<Guided, SetupError>,
) -> Verdict {
    let unknown = lesson.unknown_rules(ledger).into_iter();
    let mut faults: Vec<Fault> = unknown.map(|fault| lesson.source.place("", fault)).collect();
    faults.extend(start(Seed::from_number(1)).err().into_iter().flat_map(|error| error.0));
    if !faults.is_empty() {
        faults.sort_by_key(|fault| fault.at);
        return Verdict::Faulty(faults);
    }
    let mut failures: Vec<String> = lesson.texts().into_iter().filter_map(slip).collect();
    let mut ways: Vec<Vec<Taken>> = vec![Vec::new()];
    let mut tried = 0;
    while let Some(way) = ways.pop() {
        tried += 1;
        if tried > WAYS {
            failures.push(format!("there are more than {WAYS} ways through the lesson"));
            break;
        }
        match (Way { lesson, bot, start, ways: &mut ways }).walk(&way) {
            Err(error) => return Verdict::Faulty(error.0),
            Ok(problems) => failures.extend(problems),
        }
        if !failures.is_empty() {
            break;
        }
    }
    if failures.is_empty() { Verdict::Passed } else { Verdict::Failed(failures) }
}

/// What was taken at a step on the way.
#[derive(Clone, Copy)]
enum Taken {
    Read,
    Answer(usize),
    Played(u64),
}

struct Way<'a> {
    lesson: &'a Lesson,
    bot: Option<&'a str>,
    start: &'a dyn Fn(Seed) -> Result<Guided, SetupError>,
    /// Ways that are still to be tried.
    ways: &'a mut Vec<Vec<Taken>>,
}

impl Way<'_> {
    /// Goes a way again as far as it is known, then on along the first good answers; other ways that
    /// branch off are noted. Gives back what was wrong.
    fn walk(&mut self, known: &[Taken]) -> Result<Vec<String>, SetupError> {
        let seed = known.iter().find_map(|taken| match taken {
            Taken::Played(seed) => Some(*seed),
            _ => None,
        });
        let seed = seed.unwrap_or(1);
        let mut guided = (self.start)(Seed::from_number(seed))?;
        let mut way: Vec<Taken> = Vec::new();
        while let Some(step) = self.lesson.steps.get(guided.at()) {
            let number = guided.at();
            let place = |problem: String| format!("step {}: {problem}", number + 1);
            let fresh = way.len() >= known.len();
            let mut problems = Vec::new();
            if fresh {
                problems.extend(guided.unmet_now());
                problems.extend(self.spotlights(&guided));
                problems.extend(self.strange_lines(&guided));
                problems.extend(self.bad_answers(&way, seed)?);
                problems.extend(self.awaited(&guided, step.wanted()));
            }
            if !problems.is_empty() {
                return Ok(problems.into_iter().map(place).collect());
            }
            let taken = match known.get(way.len()) {
                Some(taken) => *taken,
                None => self.first_of(step.wanted(), &way, number, seed),
            };
            if let Err(problems) = self.take(&mut guided, taken) {
                return Ok(problems.into_iter().map(place).collect());
            }
            way.push(taken);
        }
        Ok(Vec::new())
    }

    /// The first way on from a step; the others are noted.
    fn first_of(&mut self, wanted: Wanted, way: &[Taken], step: usize, seed: u64) -> Taken {
        let mut options: Vec<Taken> = match wanted {
            Wanted::Nothing => vec![Taken::Read],
            Wanted::Play(_) => {
                let fixed = way.iter().any(|taken| matches!(taken, Taken::Played(_)));
                let seeds = if fixed { seed..=seed } else { 1..=SEEDS };
                seeds.map(Taken::Played).collect()
            }
            Wanted::Action | Wanted::Words => {
                let answers = self.lesson.steps[step].answer.iter().enumerate();
                answers.filter(|(_, answer)| answer.good).map(|(n, _)| Taken::Answer(n)).collect()
            }
        };
        let first = options.remove(0);
        for other in options {
            let mut branch = way.to_vec();
            branch.push(other);
            self.ways.push(branch);
        }
        first
    }

    fn take(&self, guided: &mut Guided, taken: Taken) -> Result<(), Vec<String>> {
        match taken {
            Taken::Answer(number) => guided.try_answer(number),
            Taken::Read => guided.read_on(),
            Taken::Played(seed) => self.play(guided, Seed::from_number(seed)),
        }
    }

    /// Lets bots play where play is free, until the lesson goes on.
    fn play(&self, guided: &mut Guided, seed: Seed) -> Result<(), Vec<String>> {
        let at = guided.at();
        for decision in 0..LONGEST {
            if guided.at() != at {
                return Ok(());
            }
            let Status::Deciding(seats) = guided.status() else { break };
            let Some(seat) = seats.lowest() else { break };
            let mut dice = Dice::for_step(seed.child("bots"), decision as u64);
            let done = match self.bot {
                Some(bot) => guided.ask(seat, bot, &mut dice),
                None => {
                    let legal = guided.legal(seat);
                    let line = dice.pick("which", &legal).cloned().or_else(|| guided.lapse(seat));
                    guided.act(seat, &line.unwrap_or_default())
                }
            };
            done.map_err(|why| vec![why.to_string()])?;
        }
        Err(vec!["the free play does not end".into()])
    }

    /// What the step points at is there.
    fn spotlights(&self, guided: &Guided) -> Vec<String> {
        let scene = guided.scene(Viewer::Seat(self.lesson.seat));
        let step = &self.lesson.steps[guided.at()];
        let missing = step.look.iter().filter(|spotlight| !spotlight.is_in(&scene));
        missing.map(|spotlight| format!("look: there is no {spotlight:?} on the table")).collect()
    }

    /// What the step tells the learner to write is understood.
    fn strange_lines(&self, guided: &Guided) -> Vec<String> {
        let texts = self.lesson.steps[guided.at()].texts();
        let strange = texts.flat_map(spoken);
        let strange = strange.filter(|line| !guided.game().understands(self.lesson.seat, line));
        strange.map(|line| format!("`{line}` is not understood")).collect()
    }

    /// Whoever learns must be asked by the game where something is to be done.
    fn awaited(&self, guided: &Guided, wanted: Wanted) -> Option<String> {
        let seat = self.lesson.seat;
        let status = guided.game().status();
        match wanted {
            Wanted::Action if !status.awaits(seat) => {
                let who: Vec<Seat> = match status {
                    Status::Deciding(seats) => seats.iter().collect(),
                    Status::Over(_) => return Some("the game is over: nothing can be done".into()),
                };
                let who: Vec<String> = who.iter().map(ToString::to_string).collect();
                Some(format!(
                    "it is not the learner's turn but that of seat {}: let `others` do something before",
                    who.join(", ")
                ))
            }
            Wanted::Play(Play::End(_) | Play::Decisions(_)) if status.outcome().is_some() => {
                Some("the game is over: nothing can be played".into())
            }
            _ => None,
        }
    }

    /// Bad answers are possible too, and what is claimed of them is so.
    fn bad_answers(&self, way: &[Taken], seed: u64) -> Result<Vec<String>, SetupError> {
        let mut problems = Vec::new();
        let mut number = 0;
        loop {
            let mut guided = (self.start)(Seed::from_number(seed))?;
            for taken in way {
                if let Err(why) = self.take(&mut guided, *taken) {
                    return Ok(why);
                }
            }
            let answers = &self.lesson.steps[guided.at()].answer;
            let Some(next) = (number..answers.len()).find(|n| !answers[*n].good) else {
                return Ok(problems);
            };
            if let Err(why) = guided.try_answer(next) {
                problems.extend(why.into_iter().map(|why| format!("answer {}: {why}", next + 1)));
            }
            number = next + 1;
        }
    }
}
