//! How a command fails: with a message for people and an exit code for programs.

use std::fmt;
use std::io;
use std::path::Path;
use table::{Fault, SetupError};

/// Why a command did not do what it was asked.
#[derive(Debug)]
pub enum CommandError {
    /// Wrong usage or bad input: exit code 2. One problem per entry.
    BadInput(Vec<String>),
    /// A check that was asked for did not hold: exit code 1.
    CheckFailed(String),
    /// Interrupted before it was done: exit code 130.
    Interrupted(String),
    /// Ended by a signal of this number, or as if by one: exit code 128 and that number.
    Signalled(i32, String),
    /// Whoever read our output has stopped reading.
    NobodyReads,
}

/// What a command gives back.
pub type CommandResult = Result<(), CommandError>;

impl CommandError {
    /// One thing wrong with the input.
    pub fn input(problem: impl Into<String>) -> CommandError {
        CommandError::BadInput(vec![problem.into()])
    }

    /// The same, said of a file.
    pub fn in_file(self, path: &Path) -> CommandError {
        match self {
            CommandError::BadInput(problems) => {
                let name = path.display();
                CommandError::BadInput(
                    problems.into_iter().map(|problem| format!("{name}: {problem}")).collect(),
                )
            }
            other => other,
        }
    }

    /// The same with one more sentence.
    pub fn with(self, more: &str) -> CommandError {
        match self {
            CommandError::BadInput(mut problems) => {
                problems.iter_mut().last().into_iter().for_each(|last| {
                    last.push('\n');
                    last.push_str(more);
                });
                CommandError::BadInput(problems)
            }
            CommandError::CheckFailed(what) => CommandError::CheckFailed(format!("{what}\n{more}")),
            CommandError::Interrupted(what) => CommandError::Interrupted(format!("{what} {more}")),
            CommandError::Signalled(signal, what) => {
                CommandError::Signalled(signal, format!("{what}\n{more}").trim().to_string())
            }
            CommandError::NobodyReads => CommandError::NobodyReads,
        }
    }

    /// The exit code that tells programs which it was.
    pub fn code(&self) -> u8 {
        match self {
            CommandError::BadInput(_) => 2,
            CommandError::CheckFailed(_) => 1,
            CommandError::Interrupted(_) => 130,
            CommandError::Signalled(signal, _) => 128_u8.saturating_add(*signal as u8),
            CommandError::NobodyReads => 0,
        }
    }
}

impl fmt::Display for CommandError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            CommandError::BadInput(problems) => match problems.as_slice() {
                [problem] => write!(f, "error: {problem}"),
                many => {
                    write!(f, "error: {} problems", many.len())?;
                    many.iter().try_for_each(|problem| write!(f, "\n  {problem}"))
                }
            },
            CommandError::CheckFailed(what)
            | CommandError::Interrupted(what)
            | CommandError::Signalled(_, what) => write!(f, "{what}"),
            CommandError::NobodyReads => Ok(()),
        }
    }
}

impl From<SetupError> for CommandError {
    fn from(error: SetupError) -> CommandError {
        CommandError::BadInput(error.0.iter().map(Fault::to_string).collect())
    }
}

impl From<Fault> for CommandError {
    fn from(fault: Fault) -> CommandError {
        CommandError::input(fault.to_string())
    }
}

/// An error while writing to the terminal or a pipe.
impl From<io::Error> for CommandError {
    fn from(error: io::Error) -> CommandError {
        match error.kind() {
            io::ErrorKind::BrokenPipe => CommandError::NobodyReads,
            _ => CommandError::input(error.to_string()),
        }
    }
}
