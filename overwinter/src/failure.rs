//! How a command fails: with a message for people and an exit code for programs.

use std::fmt;
use std::io;
use table::{Fault, SetupError};

/// Why a command did not do what it was asked.
#[derive(Debug)]
pub enum Failure {
    /// Wrong usage or bad input: exit code 2. One problem per entry.
    BadInput(Vec<String>),
    /// A check that was asked for did not hold: exit code 1.
    CheckFailed(String),
    /// Interrupted before it was done: exit code 130.
    Interrupted(String),
    /// Whoever read our output has stopped reading.
    NobodyReads,
}

/// What a command gives back.
pub type Done = Result<(), Failure>;

impl Failure {
    /// One thing wrong with the input.
    pub fn input(problem: impl Into<String>) -> Failure {
        Failure::BadInput(vec![problem.into()])
    }

    /// The same with one more sentence.
    pub fn with(self, more: &str) -> Failure {
        match self {
            Failure::BadInput(mut problems) => {
                problems.iter_mut().last().into_iter().for_each(|last| {
                    last.push('\n');
                    last.push_str(more);
                });
                Failure::BadInput(problems)
            }
            Failure::CheckFailed(what) => Failure::CheckFailed(format!("{what}\n{more}")),
            Failure::Interrupted(what) => Failure::Interrupted(format!("{what} {more}")),
            Failure::NobodyReads => Failure::NobodyReads,
        }
    }

    /// The exit code that tells programs which it was.
    pub fn code(&self) -> u8 {
        match self {
            Failure::BadInput(_) => 2,
            Failure::CheckFailed(_) => 1,
            Failure::Interrupted(_) => 130,
            Failure::NobodyReads => 0,
        }
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Failure::BadInput(problems) => match problems.as_slice() {
                [problem] => write!(f, "error: {problem}"),
                many => {
                    write!(f, "error: {} problems", many.len())?;
                    many.iter().try_for_each(|problem| write!(f, "\n  {problem}"))
                }
            },
            Failure::CheckFailed(what) | Failure::Interrupted(what) => write!(f, "{what}"),
            Failure::NobodyReads => Ok(()),
        }
    }
}

impl From<SetupError> for Failure {
    fn from(error: SetupError) -> Failure {
        Failure::BadInput(error.0.iter().map(Fault::to_string).collect())
    }
}

impl From<Fault> for Failure {
    fn from(fault: Fault) -> Failure {
        Failure::input(fault.to_string())
    }
}

/// An error while writing to the terminal or a pipe.
impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Failure {
        match error.kind() {
            io::ErrorKind::BrokenPipe => Failure::NobodyReads,
            _ => Failure::input(error.to_string()),
        }
    }
}
