//! The table at which somebody sits, in this program or at a server: what the faces ask of it.

use super::events::{Arrival, Events};
use crate::error::{CommandError, CommandResult};
use service::remote::SaidLine;
use stage::text::Asked;
use stage::{Scene, Sketch, Target};
use table::{Ledger, LogLine, Seat, Viewer};

/// A table with somebody at it. What is shown of it is what its viewer may know.
pub trait TableSession {
    /// What is played, in a few words: the scenario or the lesson.
    fn title(&self) -> &str;
    /// The game and what is played of it, each in a sentence.
    fn greeting(&self) -> &str;
    /// The rules of the game.
    fn ledger(&self) -> &Ledger;
    /// The seats of the people at this keyboard.
    fn persons(&self) -> Vec<Seat>;
    /// How many people share this keyboard.
    fn people(&self) -> usize {
        self.persons().len()
    }
    /// What a seat is called.
    fn name(&self, seat: Seat) -> String;
    /// The person at this keyboard who must decide next, once nothing is awaited.
    fn person_to_decide(&self) -> Option<Seat>;
    /// The eyes through which the table is shown: the only person's, or everybody's.
    fn onlooker(&self) -> Viewer {
        match self.persons().as_slice() {
            [seat] => Viewer::Seat(*seat),
            _ => Viewer::Table,
        }
    }
    /// Whether the keyboard must be passed on unseen: the next person is shown what another may not know,
    /// or the last one was.
    fn needs_curtain(&self, last: Option<Seat>, next: Seat) -> bool;
    /// How much of a person's story is older than their last decision, in lines: what need not be told to
    /// somebody who goes on with a game.
    fn lines_before_last_decision(&self, seat: Seat) -> usize;
    /// Whether the game is over.
    fn is_over(&self) -> bool;
    /// The end in plain words: the sentence, then the seats by rank; nothing before it.
    fn result(&self) -> Vec<String>;
    /// A number that is another one whenever something else is seen or asked.
    fn moment(&self) -> usize;
    /// What a viewer sees.
    fn scene(&self, viewer: Viewer) -> Scene;
    /// The story as a viewer knows it.
    fn log(&self, viewer: Viewer) -> Vec<LogLine>;
    /// Whether a line is among what the seat can do now, as it is written there.
    fn offers(&self, seat: Seat, line: &str) -> bool;
    /// Whether a line is an action of the game, allowed now or not.
    fn understands(&self, seat: Seat, line: &str) -> bool;
    /// Whether a line says something that the seat may do now.
    fn allows(&self, seat: Seat, line: &str) -> bool;
    /// Whether a line would end the seat's own game.
    fn gives_up(&self, seat: Seat, line: &str) -> bool;
    /// What a line would do; else why it cannot be done.
    fn preview(&self, seat: Seat, line: &str) -> Result<Sketch, String>;
    /// What lies between two things of the board, or around one.
    fn measure(&self, viewer: Viewer, from: &Target, to: Option<&Target>) -> Option<Sketch>;
    /// The answer to a question in words.
    fn answer(&self, viewer: Viewer, scene: &Scene, asked: Asked<'_>) -> String {
        let measure = |from: &Target, to: Option<&Target>| self.measure(viewer, from, to);
        stage::text::answer(scene, asked, &measure)
    }
    /// Whether the seat can take back its last decision.
    fn can_undo(&self, seat: Seat) -> bool;
    /// The same as far as the seat can know.
    fn offers_undo(&self, seat: Seat) -> bool;
    /// Takes a person's decision; else why it was not done.
    fn act(&mut self, seat: Seat, line: &str) -> Result<(), String>;
    /// Takes back a person's last decision; else why it was not done.
    fn undo(&mut self, seat: Seat) -> Result<(), String>;
    /// Lets bots decide until a person must, or the game is over, where nobody watches.
    fn bots_decide(&mut self) -> CommandResult {
        Ok(())
    }
    /// Begins to listen to what comes from elsewhere at any time.
    fn attend(&mut self, _events: &Events) {}
    /// What has to come before a person here decides, in words, if anything has: it is on its way from now on.
    fn awaited(&mut self, events: &Events) -> Option<String>;
    /// Takes in what came from elsewhere.
    fn take_in(&mut self, arrived: Arrival) -> CommandResult;
    /// What somebody who leaves is told of where the game is, and how to go on.
    fn how_to_go_on(&self) -> Option<String>;
    /// What went wrong with the table, or came right again; told once.
    fn take_trouble(&mut self) -> Option<String>;
    /// Keeps a game that is over no longer: there is nothing to go on with, even if people still look at it.
    fn forget_if_over(&mut self) -> Result<(), CommandError>;
    /// How much time whoever is asked has, if a clock runs.
    fn time(&self) -> String {
        String::new()
    }
    /// What was said at the table, where others hear it.
    fn talk(&self) -> Option<&[SaidLine]> {
        None
    }
    /// Says something at the table, asks for its time, or sees to one's notes and plan there; gives what is told of it, else why it was not done.
    fn speak(&mut self, spoken: Spoken<'_>) -> Result<String, String> {
        Err(match spoken {
            Spoken::Time => "No clock runs at this table.".into(),
            Spoken::Plan(_) => "Plans are made at a table of a server.".into(),
            _ => "Nobody else is at this table.".into(),
        })
    }
}

/// How one talks there, writes something down, and decides beforehand.
pub const HOW_TO_TALK: &str = "`say WORDS` talks to everybody at the table, `whisper 2 WORDS` to the second seat alone if the table has \
    private talk, `notes WORDS` writes a line below your own notes, `notes` tells them. `time` tells how much time there is; `plan LINE` decides beforehand, `plan` tells what you have planned, \
    `plan none` forgets it.";

/// What somebody says at a table of a server, or writes down there for themselves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Spoken<'a> {
    /// To everybody.
    ToAll(&'a str),
    /// To one alone: the number of a seat, or `referee`, and the words.
    ToOne(&'a str, &'a str),
    /// A line below one's notes.
    Note(&'a str),
    /// The notes are to be told.
    Notes,
    /// How much time there is, and what happens when it has run out.
    Time,
    /// A line that is decided beforehand; `none` forgets all of them, and nothing tells them.
    Plan(&'a str),
}

impl<'a> Spoken<'a> {
    /// What a typed line says, if it begins with a word of talk.
    pub fn read(line: &'a str) -> Option<Spoken<'a>> {
        let (word, rest) = line.trim().split_once(' ').unwrap_or((line.trim(), ""));
        let rest = rest.trim();
        match (word.to_lowercase().as_str(), rest) {
            ("notes" | "note", "") => Some(Spoken::Notes),
            // Where a game has notes of its own, `note` is its word.
            ("notes" | "note", words) => Some(Spoken::Note(words)),
            ("time" | "clock", "") => Some(Spoken::Time),
            ("plan" | "plans", "") => Some(Spoken::Plan("")),
            ("plan", line) => Some(Spoken::Plan(line)),
            ("say", words) if !words.is_empty() => Some(Spoken::ToAll(words)),
            ("whisper", words) => {
                let (to, words) = words.split_once(' ').unwrap_or((words, ""));
                Some(Spoken::ToOne(to, words.trim()))
            }
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_said_is_told_from_what_is_played() {
        for (line, spoken) in [
            ("say to 2 of you", Some(Spoken::ToAll("to 2 of you"))),
            ("Whisper 2 the East", Some(Spoken::ToOne("2", "the East"))),
            ("whisper referee", Some(Spoken::ToOne("referee", ""))),
            ("note B7 is dry", Some(Spoken::Note("B7 is dry"))),
            ("notes", Some(Spoken::Notes)),
            ("notes B7 is dry", Some(Spoken::Note("B7 is dry"))),
            ("say", None),
            ("time", Some(Spoken::Time)),
            ("time out", None),
            ("Plan", Some(Spoken::Plan(""))),
            ("plan north", Some(Spoken::Plan("north"))),
            ("north", None),
        ] {
            assert_eq!(Spoken::read(line), spoken, "{line}");
        }
    }
}
