//! A lesson being played: a match that says what to do next and takes only what leads on.

use super::{Answer, Lesson, LessonStep, Play, Wanted};
use crate::any_game::{AnyMatch, LogLine, NotDone, Thought};
use crate::case::Expected;
use crate::catalogue::Setup;
use crate::dice::Dice;
use crate::record::{Record, Step};
use crate::refusal::SetupError;
use crate::seat::{Seat, Seats, Viewer};
use crate::status::{Outcome, Status};
use stage::{Block, Choice, Coaching, Prompt, Scene, Sketch, Spotlight, Target};
use std::sync::Arc;

/// Sets the match of a lesson up anew, as it begins.
pub(crate) type Begin = Arc<dyn Fn() -> Result<Box<dyn AnyMatch>, SetupError> + Send + Sync>;

/// How a lesson ends whose game goes on.
pub(crate) const LEARNT: &str = "lesson";

/// The line that goes on where there is only something to read.
const NEXT: &str = "next";

/// A lesson being played. Its decisions are lines: `next` where something is only read, `answer 2` where
/// words are chosen, and actions of the game everywhere else.
pub(crate) struct Guided {
    lesson: Arc<Lesson>,
    begin: Begin,
    game: Box<dyn AnyMatch>,
    /// Which step it is at; past the last when the lesson is over.
    at: usize,
    /// What was said to the last answer.
    reply: String,
    /// Decisions that the learner has taken in the free play of this step.
    played: usize,
    /// The lines that were taken, each with how many decisions the game had seen after it.
    lines: Vec<(Seat, String, usize)>,
}

impl Guided {
    /// A lesson at its beginning.
    pub fn new(lesson: Arc<Lesson>, begin: Begin) -> Result<Guided, SetupError> {
        let game = begin()?;
        let (reply, lines) = (String::new(), Vec::new());
        Ok(Guided { lesson, begin, game, at: 0, reply, played: 0, lines })
    }

    /// The match below.
    pub fn game(&self) -> &dyn AnyMatch {
        self.game.as_ref()
    }

    /// Which step it is at.
    pub fn at(&self) -> usize {
        self.at
    }

    fn step(&self) -> Option<&LessonStep> {
        self.lesson.steps.get(self.at)
    }

    fn wanted(&self) -> Option<Wanted> {
        self.step().map(LessonStep::wanted)
    }

    fn in_free_play(&self) -> bool {
        matches!(self.wanted(), Some(Wanted::Play(_)))
    }

    /// Notes that a line was taken.
    fn took(&mut self, seat: Seat, line: &str) {
        self.lines.push((seat, line.to_string(), self.game.len()));
    }

    fn next_step(&mut self, reply: String) {
        self.reply = reply;
        self.at += 1;
        self.played = 0;
    }

    /// Leaves the free play when it has gone on for as long as it should.
    fn end_free_play(&mut self, seat: Seat) {
        let Some(Wanted::Play(play)) = self.wanted() else { return };
        self.played += usize::from(seat == self.lesson.seat);
        let over = self.game.status().outcome().is_some();
        if over || matches!(play, Play::Decisions(most) if self.played >= most) {
            let after = self.step().map(|step| step.after.clone()).unwrap_or_default();
            self.next_step(after);
        }
    }

    /// The answer that a line gives to this step: its number among the answers.
    fn answered(&self, seat: Seat, line: &str) -> Result<usize, NotDone> {
        let step = self.step().ok_or_else(over)?;
        if step.wanted() == Wanted::Words {
            let line = line.trim();
            let number = line.strip_prefix("answer").unwrap_or(line).trim().parse::<usize>().ok();
            let numbered = number.and_then(|number| number.checked_sub(1));
            let spoken = || step.answer.iter().position(|answer| answer.text == line);
            let found = numbered.filter(|number| *number < step.answer.len()).or_else(spoken);
            return found.ok_or_else(|| {
                let most = step.answer.len();
                NotDone::Advice(format!("Choose an answer: `answer 1` to `answer {most}`."))
            });
        }
        // Several lines may do the same.
        let notation = self.game.read(seat, line)?;
        let effect = self.game.digest_after(seat, line);
        let written = |answer: &Answer| {
            self.game.read(seat, &answer.action).is_ok_and(|known| known == notation)
        };
        let alike = |answer: &Answer| {
            effect.is_some() && self.game.digest_after(seat, &answer.action) == effect
        };
        let known = step.answer.iter().position(written);
        known.or_else(|| step.answer.iter().position(alike)).ok_or_else(|| {
            NotDone::Advice(match step.hint.is_empty() {
                true => {
                    format!("The rules allow that, but the lesson goes another way. {}", step.say)
                }
                false => step.hint.clone(),
            })
        })
    }

    /// Does what an answer does, and what the others do then, with the answer's dice; gives back the dice
    /// as they are left.
    fn carry_out(&mut self, seat: Seat, answer: &Answer) -> Result<Dice, NotDone> {
        let mut dice = Dice::loaded(answer.dice.clone());
        if !answer.action.is_empty() {
            self.game.act_loaded(seat, &answer.action, &mut dice)?;
        }
        for line in &answer.others {
            let (seat, line) = line.split_once(':').unwrap_or(("", line));
            let seat = seat.parse().map_err(NotDone::NotNow)?;
            self.game.act_loaded(seat, line.trim(), &mut dice)?;
        }
        Ok(dice)
    }

    /// Tries an answer of this step, good or bad, and goes on with it: what is wrong with it, if anything.
    pub fn try_answer(&mut self, number: usize) -> Result<(), Vec<String>> {
        let Some(answer) = self.step().and_then(|step| step.answer.get(number)).cloned() else {
            return Err(vec!["there is no such answer".into()]);
        };
        let line = answer.action.clone();
        self.take(&line, answer)
    }

    /// Reads on, as if somebody had said so: what is wrong with what the others do then, if anything.
    pub fn read_on(&mut self) -> Result<(), Vec<String>> {
        let others = self.step().map(LessonStep::others).unwrap_or_default();
        self.take(NEXT, others)
    }

    fn take(&mut self, line: &str, answer: Answer) -> Result<(), Vec<String>> {
        let seat = self.lesson.seat;
        let before = self.game.len();
        let dice = self.carry_out(seat, &answer).map_err(|not_done| vec![not_done.to_string()])?;
        let mut problems = self.game.unmet(&answer.then, before + 1);
        problems.extend(dice.fault().map(|fault| fault.to_string()));
        if dice.left() > 0 {
            problems.push(format!(
                "{} of the {} dice were not used",
                dice.left(),
                answer.dice.len()
            ));
        }
        self.took(seat, line);
        self.next_step(answer.say);
        if problems.is_empty() { Ok(()) } else { Err(problems) }
    }

    /// What is not as the step says before anything is done.
    pub fn unmet_now(&self) -> Vec<String> {
        let unmet = |step: &LessonStep| self.game.unmet(&step.now, self.game.len());
        self.step().map(unmet).unwrap_or_default()
    }

    /// The line of the match below at which a line of the lesson had been taken.
    fn outer(&self, inner: usize) -> usize {
        match inner {
            0 => 0,
            inner => self.lines.partition_point(|(.., seen)| *seen < inner) + 1,
        }
    }

    /// How many decisions the match below had seen before a line of the lesson.
    fn inner(&self, outer: usize) -> usize {
        let before = outer.checked_sub(2).and_then(|line| self.lines.get(line));
        match outer {
            0 => 0,
            _ => before.map_or(0, |(.., seen)| *seen) + 1,
        }
    }

    /// The question of the lesson itself, where it is not the game's.
    fn own_prompt(&self, step: &LessonStep) -> Option<Prompt> {
        let choices = match step.wanted() {
            Wanted::Nothing => vec![Choice::new(NEXT, "Go on")],
            Wanted::Words => (1..)
                .zip(&step.answer)
                .map(|(number, answer)| Choice::new(format!("answer {number}"), &answer.text))
                .collect(),
            Wanted::Action | Wanted::Play(_) => return None,
        };
        Some(Prompt { seat: self.lesson.seat.0, choices, ..Prompt::default() })
    }

    fn coaching(&self) -> Coaching {
        let step = self.step();
        Coaching {
            title: self.lesson.title.clone(),
            step: (self.at + 1).min(self.lesson.steps.len()),
            steps: self.lesson.steps.len(),
            reply: self.reply.clone(),
            say: step.map_or_else(|| self.lesson.end.clone(), |step| step.say.clone()),
            look: step.map(|step| step.look.clone()).unwrap_or_default(),
            rules: step.map(|step| step.rules.clone()).unwrap_or_default(),
        }
    }
}

fn over() -> NotDone {
    NotDone::NotNow("The lesson is over.".into())
}

impl AnyMatch for Guided {
    fn id(&self) -> &'static str {
        self.game.id()
    }

    fn setup(&self) -> &Setup {
        self.game.setup()
    }

    fn status(&self) -> Status {
        match self.wanted() {
            Some(Wanted::Play(_)) => self.game.status(),
            Some(_) => Status::one(self.lesson.seat),
            None => match self.game.status() {
                Status::Over(outcome) => Status::Over(outcome),
                Status::Deciding(_) => {
                    let learnt = Seats::one(self.lesson.seat);
                    Status::Over(Box::new(Outcome::new(LEARNT, self.setup().seats, learnt)))
                }
            },
        }
    }

    fn conclusion(&self) -> String {
        match self.wanted() {
            Some(_) => String::new(),
            None => format!("{} {}", self.game.conclusion(), self.lesson.end).trim().to_string(),
        }
    }

    fn endings(&self) -> Vec<&'static str> {
        self.game.endings().into_iter().chain([LEARNT]).collect()
    }

    fn len(&self) -> usize {
        self.lines.len()
    }

    fn legal(&self, seat: Seat) -> Vec<String> {
        match self.step() {
            None => Vec::new(),
            Some(step) => match self.own_prompt(step) {
                None => self.game.legal(seat),
                Some(_) if seat != self.lesson.seat => Vec::new(),
                Some(prompt) => prompt.choices.into_iter().map(|choice| choice.notation).collect(),
            },
        }
    }

    fn read(&self, seat: Seat, line: &str) -> Result<String, NotDone> {
        match self.wanted() {
            Some(Wanted::Action | Wanted::Play(_)) => {
                self.game.read(seat, line).map_err(|why| match line.trim() {
                    NEXT => {
                        let words = "There is nothing more to read here: it is your move.";
                        NotDone::Advice(words.into())
                    }
                    _ => why,
                })
            }
            Some(Wanted::Words) => {
                self.answered(seat, line).map(|number| format!("answer {}", number + 1))
            }
            Some(Wanted::Nothing) => match line.trim() {
                NEXT | "" => Ok(NEXT.into()),
                _ => Err(NotDone::Advice("First read on: press Enter, or say `next`.".into())),
            },
            None => Err(over()),
        }
    }

    fn act(&mut self, seat: Seat, line: &str) -> Result<String, NotDone> {
        if self.in_free_play() {
            self.read(seat, line)?;
            let notation = self.game.act(seat, line)?;
            self.reply.clear();
            self.took(seat, &notation);
            self.end_free_play(seat);
            return Ok(notation);
        }
        if seat != self.lesson.seat {
            return Err(NotDone::NotNow("The lesson decides for the others.".into()));
        }
        let notation = self.read(seat, line)?;
        if self.wanted() == Some(Wanted::Nothing) {
            let others = self.step().map(LessonStep::others).unwrap_or_default();
            self.carry_out(seat, &others)?;
            self.took(seat, NEXT);
            self.next_step(others.say);
            return Ok(notation);
        }
        let number = self.answered(seat, line)?;
        let answer =
            self.step().and_then(|step| step.answer.get(number)).cloned().ok_or_else(over)?;
        if !answer.good {
            return Err(NotDone::Advice(answer.say));
        }
        self.carry_out(seat, &answer)?;
        self.took(seat, &notation);
        self.next_step(answer.say);
        Ok(notation)
    }

    fn digest_after(&self, seat: Seat, line: &str) -> Option<String> {
        self.game.digest_after(seat, line)
    }

    fn act_loaded(&mut self, _: Seat, _: &str, _: &mut Dice) -> Result<String, NotDone> {
        Err(NotDone::NotNow("A lesson brings its own dice.".into()))
    }

    fn unmet(&self, expected: &Expected, from: usize) -> Vec<String> {
        self.game.unmet(expected, self.inner(from))
    }

    fn lapse(&self, seat: Seat) -> Option<String> {
        let step = self.step()?;
        match step.wanted() {
            Wanted::Play(_) => self.game.lapse(seat),
            _ if seat != self.lesson.seat => None,
            Wanted::Nothing => Some(NEXT.into()),
            Wanted::Words => {
                let good = step.answer.iter().position(|answer| answer.good)?;
                Some(format!("answer {}", good + 1))
            }
            Wanted::Action => {
                let good = step.answer.iter().find(|answer| answer.good)?;
                self.game.read(seat, &good.action).ok()
            }
        }
    }

    fn can_undo(&self, seat: Seat) -> bool {
        match self.in_free_play() && self.played > 0 {
            true => self.game.can_undo(seat),
            false => seat == self.lesson.seat && !self.lines.is_empty() && self.wanted().is_some(),
        }
    }

    /// Within a lesson every step can be taken back, since its dice are known; within a free play what
    /// the game allows.
    fn undo(&mut self, seat: Seat) -> Option<usize> {
        if !self.can_undo(seat) {
            return None;
        }
        if self.in_free_play() && self.played > 0 {
            let taken_back = self.game.undo(seat)?;
            let line = self.lines.iter().rposition(|(whose, ..)| *whose == seat)?;
            self.lines.remove(line);
            for (.., seen) in self.lines.iter_mut().filter(|(.., seen)| *seen >= taken_back) {
                *seen -= 1;
            }
            self.played -= usize::from(seat == self.lesson.seat);
            return Some(line + 1);
        }
        let mut anew = Guided::new(self.lesson.clone(), self.begin.clone()).ok()?;
        let kept = self.lines.len() - 1;
        for (seat, line, _) in self.lines.iter().take(kept) {
            anew.act(*seat, line).ok()?;
        }
        *self = anew;
        Some(kept + 1)
    }

    fn view(&self, viewer: Viewer) -> serde_json::Value {
        self.game.view(viewer)
    }

    fn scene(&self, viewer: Viewer) -> Scene {
        let mut scene = self.game.scene(viewer);
        match self.step().map(|step| self.own_prompt(step)) {
            None => scene.prompt = None,
            Some(Some(prompt)) => {
                scene.prompt = Some(prompt).filter(|_| viewer.seat() == Some(self.lesson.seat));
            }
            // What a lesson asks for can be taken back, whatever falls or is shown.
            Some(None) if !self.in_free_play() => {
                if let Some(prompt) = &mut scene.prompt {
                    prompt.ahead.clear();
                    prompt.choices.iter_mut().for_each(|choice| choice.final_ = false);
                }
            }
            Some(None) => {}
        }
        let coaching = self.coaching();
        let on_board = coaching.look.iter().find_map(|spotlight| match spotlight {
            Spotlight::Place(id) | Spotlight::Piece(id) => Some(id.clone()),
            _ => None,
        });
        scene.focus = on_board.or(scene.focus);
        for panel in &mut scene.panels {
            panel.open |= coaching.look.contains(&Spotlight::Panel(panel.id.clone()));
        }
        scene.lesson = Some(coaching);
        scene
    }

    fn gives_up(&self, seat: Seat, line: &str) -> bool {
        match self.wanted() {
            Some(Wanted::Action | Wanted::Play(_)) => self.game.gives_up(seat, line),
            _ => false,
        }
    }

    fn preview(&self, seat: Seat, line: &str) -> Result<(String, Sketch), NotDone> {
        match self.wanted() {
            Some(Wanted::Action | Wanted::Play(_)) => self.game.preview(seat, line),
            _ => self.read(seat, line).map(|notation| (notation, Sketch::default())),
        }
    }

    fn measure(&self, viewer: Viewer, from: &Target, to: Option<&Target>) -> Option<Sketch> {
        self.game.measure(viewer, from, to)
    }

    fn log(&self, viewer: Viewer, from: usize) -> Vec<LogLine> {
        let lines = self.game.log(viewer, self.inner(from)).into_iter();
        lines.map(|line| LogLine { step: self.outer(line.step), ..line }).collect()
    }

    fn chapters(&self, viewer: Viewer) -> Vec<(usize, String)> {
        let chapters = self.game.chapters(viewer).into_iter();
        chapters.map(|(step, title)| (self.outer(step), title)).collect()
    }

    fn report(&self, viewer: Viewer, from: usize) -> Vec<Block> {
        self.game.report(viewer, self.inner(from))
    }

    fn dice(&self, viewer: Viewer, step: usize) -> Vec<(String, u32)> {
        let inner = self.inner(step)..self.inner(step + 1).max(self.inner(step) + 1);
        inner.flat_map(|step| self.game.dice(viewer, step)).collect()
    }

    fn digest(&self) -> String {
        self.game.digest()
    }

    /// The lines of the lesson. It cannot be replayed as a game, since it does not begin as one.
    fn record(&self, reveal: bool) -> Record {
        let mut record = self.game.record(reveal);
        let digests: Vec<String> = record.steps.iter().map(|step| step.digest.clone()).collect();
        record.steps.truncate(1);
        record.steps.extend(self.lines.iter().map(|(seat, line, taken)| Step {
            seat: Some(*seat),
            action: line.clone(),
            dice: Vec::new(),
            digest: digests.get(*taken).cloned().unwrap_or_default(),
        }));
        record
    }

    fn commitment(&self) -> String {
        self.game.commitment()
    }

    fn thought(&self, seat: Seat, bot: &str) -> Result<Thought, NotDone> {
        if self.in_free_play() {
            return self.game.thought(seat, bot);
        }
        let line = self.lapse(seat).ok_or_else(over)?;
        Ok(Box::new(move |_| Ok(line)))
    }

    fn ask(&mut self, seat: Seat, bot: &str, dice: &mut Dice) -> Result<String, NotDone> {
        let line = self.choose(seat, bot, dice)?;
        self.act(seat, &line)
    }
}
