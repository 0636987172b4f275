//! What a line of an answer comes to at a table as it stands, and how far an answer is done.

use super::Wrote;
use crate::error::ServiceError;
use crate::mail::letters::{Progress, SeatView, in_short_sure};
use crate::mail::lines::{Wish, wish};
use crate::store::{ArrivalRow, MailChange};
use crate::tables::TableState;
use asking::{Answer, Question};
use mailbox::LineDone;
use table::Seat;

/// What a line comes to.
pub(super) enum Judged {
    /// Nothing.
    Nothing,
    /// The letter ends here.
    Farewell,
    /// Something is shown.
    Shown,
    /// The last decision is taken back.
    Undo,
    /// It is decided beforehand.
    Plan(String),
    /// It is said to everybody.
    Talk(String),
    /// These decisions are taken.
    Act(Vec<String>),
    /// It ends one's own game, and is asked once more.
    Sure(String, String),
    /// Nothing is done from here on: why.
    Stop(String),
}

/// A message that is answered, and how far.
pub(super) struct Answering<'a> {
    pub(super) row: &'a ArrivalRow,
    pub(super) wrote: &'a Wrote,
    pub(super) done: usize,
}

impl Answering<'_> {
    /// The line that comes next.
    pub(super) fn line(&self) -> Option<&str> {
        self.wrote.lines.get(self.done).map(String::as_str)
    }

    /// What has come about when the line is done, and the change that notes it. `decides` says whether a decision was
    /// taken or taken back.
    pub(super) fn next(
        &self,
        progress: &Progress,
        (line, told): (&str, &str),
        decides: bool,
    ) -> (Progress, MailChange) {
        let mut next = Progress { part: 0, ..progress.clone() };
        next.turn += u64::from(decides);
        next.lines.push(LineDone { line: line.into(), done: true, told: told.into() });
        let along = self.advanced(self.done + 1, &mut next);
        (next, along)
    }

    /// The same when so many decisions of the line are taken.
    pub(super) fn partly(&self, progress: &Progress, part: usize) -> (Progress, MailChange) {
        let mut next = Progress { part, turn: progress.turn + 1, ..progress.clone() };
        let along = self.advanced(self.done, &mut next);
        (next, along)
    }

    /// The change that notes so many lines as done, if it was not noted otherwise meanwhile. What was passed over or shown
    /// since the last is noted with it.
    fn advanced(&self, done: usize, next: &mut Progress) -> MailChange {
        let before = std::mem::replace(&mut next.noted, done);
        let said = serde_json::to_string(next).unwrap_or_default();
        MailChange::Advanced { id: self.row.id.clone(), before, done, said }
    }

    /// Says of the line that comes next why it is not done, and of those behind it that they are not.
    pub(super) fn stop(&self, progress: &mut Progress, why: String) {
        let lines = self.wrote.lines.get(self.done..).unwrap_or_default();
        let mut told = why;
        for line in lines.iter().take(12) {
            let told = std::mem::take(&mut told);
            progress.lines.push(LineDone { line: line.clone(), done: false, told });
        }
        if !told.is_empty() {
            progress.lines.push(LineDone { line: "Your mail".into(), done: false, told });
        }
    }
}

/// Whether an error says no for good: asking again does not help.
pub(super) fn is_final(error: &ServiceError) -> bool {
    error.is_refusal()
        || matches!(
            error,
            ServiceError::NotFound(_) | ServiceError::TooLarge(_) | ServiceError::BrokenTable(_)
        )
}

/// What a line comes to at a table as it stands.
pub(super) fn judge(
    state: &TableState,
    seat: Seat,
    answer: &Answering<'_>,
    progress: &Progress,
    line: &str,
) -> Result<Judged, ServiceError> {
    let view = SeatView::new(state, seat)?;
    let game = state.game()?;
    let asked = view.is_asked();
    let offers = |line: &str| asked && game.legal(seat).iter().any(|known| known == line);
    let line = match wish(line, offers) {
        Wish::Nothing => return Ok(Judged::Nothing),
        Wish::Farewell => return Ok(Judged::Farewell),
        Wish::Show(_) | Wish::Plan("") => return Ok(Judged::Shown),
        Wish::Talk("") => return Ok(Judged::Stop("say what, behind the word".into())),
        Wish::Talk(words) => return Ok(Judged::Talk(words.into())),
        Wish::Plan(line) => return Ok(Judged::Plan(line.into())),
        Wish::Undo if progress.turn != view.turn() => return Ok(Judged::Stop(OLD.into())),
        Wish::Undo => return Ok(Judged::Undo),
        Wish::Decide(line) => line,
    };
    if crate::store::Phase::Over == state.row.phase {
        return Ok(Judged::Stop("the game is over".into()));
    }
    if !asked {
        let why =
            "you are not asked now: others decide first. `plan` and a line decides beforehand";
        return Ok(Judged::Stop(why.into()));
    }
    if progress.turn != view.turn() {
        return Ok(Judged::Stop(OLD.into()));
    }
    let scene = view.scene();
    let prompt = scene.prompt.as_ref();
    let bare = line.trim_end_matches(['.', ')']);
    let is_number = bare.parse::<usize>().is_ok();
    let line = if is_number { bare } else { line };
    let is_answer = prompt.is_some_and(|prompt| prompt.numbers(line).is_some());
    if is_number && !is_answer && answer.wrote.list != view.list() {
        let why = "the numbers are others now than in the mail that you answer: they are below";
        return Ok(Judged::Stop(why.into()));
    }
    let understood = |line: &str| game.understands(seat, line);
    let told = Question::on_a_page().answered(scene, line, understood);
    let sure = |notation: &str| answer.wrote.list == in_short_sure(notation);
    Ok(match told {
        Answer::Back => Judged::Nothing,
        Answer::NoSuchNumber(told) => {
            Judged::Stop(told.trim_end_matches('.').replace("There", "there"))
        }
        Answer::Look(lines) => {
            let lines: Vec<String> =
                lines.iter().take(20).map(|line| format!("`{line}`")).collect();
            Judged::Stop(format!("it can mean several things: write one of {}", lines.join(", ")))
        }
        Answer::Grave(choice) if !sure(&choice.notation) => {
            let told = choice.told().into_owned();
            Judged::Sure(choice.notation, format!("it is asked once more. {told}"))
        }
        Answer::Grave(choice) => Judged::Act(vec![choice.notation]),
        Answer::Line(line) if game.gives_up(seat, &line) && !sure(&line) => {
            Judged::Sure(line, "it ends your own game, and is asked once more".into())
        }
        Answer::Line(line) => match game.preview(seat, &line) {
            Err(why) => Judged::Stop(why.to_string()),
            Ok(_) => Judged::Act(vec![line]),
        },
        Answer::InTurn(lines) | Answer::Plan(lines) => Judged::Act(lines),
    })
}

/// What is said of a decision that answers an older question.
const OLD: &str = "it was decided already, here or in the browser, since the mail that you answer: how things stand is below";
