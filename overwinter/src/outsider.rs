//! Bots from outside: another program that is asked by lines of JSON and answers with one.
//!
//! `docs/bots.md` is the protocol.

use crate::failure::Failure;
#[cfg(unix)]
use rustix::process::{Pid, Signal};
use serde_json::{Value, json};
use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, TryRecvError, sync_channel};
use std::time::Duration;
use table::{AnyMatch, Seat, Viewer};

/// The version of the protocol.
const PROTOCOL: u32 = 1;
/// The longest line that is read, in bytes.
const LONGEST: u64 = 64 * 1024;
/// Lines of an outsider that may wait to be read before it has to wait.
const WAITING: usize = 8;
/// Answers that are not carried out before the outsider is shown the door.
const TRIES: u32 = 3;

/// A running program that decides for a seat.
pub struct Outsider {
    name: String,
    seat: Seat,
    child: Child,
    ask: SyncSender<String>,
    answers: Receiver<Result<String, String>>,
    patience: Duration,
    /// Steps of the story that it has been told.
    told: usize,
}

impl Outsider {
    /// Starts the program and tells it where it sits.
    pub fn start(
        command: &str,
        seat: Seat,
        game: &dyn AnyMatch,
        patience: Duration,
    ) -> Result<Outsider, Failure> {
        let mut words = command.split_whitespace();
        let program = words
            .next()
            .ok_or_else(|| Failure::input("--seats: `cmd:` needs a program, as in cmd:./mybot"))?;
        let mut order = Command::new(program);
        order.args(words).stdin(Stdio::piped()).stdout(Stdio::piped());
        // A group of its own: whatever the program starts can be ended with it.
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut order, 0);
        let mut child = order.spawn().map_err(|error| {
            Failure::input(format!("cmd:{command}: the program does not start: {error}"))
        })?;
        let (Some(mut input), Some(output)) = (child.stdin.take(), child.stdout.take()) else {
            return Err(Failure::input(format!("cmd:{command}: no pipes")));
        };
        let (ask, asked) = sync_channel::<String>(WAITING);
        // A program that does not read must not keep the table waiting.
        std::thread::spawn(move || {
            for line in asked {
                let sent = input.write_all(line.as_bytes()).and_then(|()| input.flush());
                if sent.is_err() {
                    return;
                }
            }
        });
        let (answer, answers) = sync_channel(WAITING);
        std::thread::spawn(move || {
            let mut output = BufReader::new(output);
            loop {
                let line = read_line(&mut output);
                let last = !matches!(line, Ok(Some(_)));
                let line = match line {
                    Ok(Some(line)) => Ok(line),
                    Ok(None) => Err("it ended".to_string()),
                    Err(why) => Err(why),
                };
                if answer.send(line).is_err() || last {
                    return;
                }
            }
        });
        let name = format!("cmd:{command}");
        let mut outsider = Outsider { name, seat, child, ask, answers, patience, told: 0 };
        outsider.say(json!({
            "hello": "overwinter", "protocol": PROTOCOL, "game": game.id(),
            "setup": game.setup(), "seat": seat.0 + 1,
        }))?;
        Ok(outsider)
    }

    /// Lets the program take a decision; gives back the action's notation.
    pub fn decide(&mut self, game: &mut dyn AnyMatch) -> Result<String, Failure> {
        match self.answers.try_recv() {
            Ok(Ok(line)) => {
                return Err(
                    self.failed(&format!("it spoke without being asked: `{}`", shortened(&line)))
                );
            }
            Ok(Err(why)) => return Err(self.failed(&why)),
            Err(TryRecvError::Empty | TryRecvError::Disconnected) => {}
        }
        let viewer = Viewer::Seat(self.seat);
        let legal = game.legal(self.seat);
        let log = game.log(viewer, self.told);
        self.told = game.len() + 1;
        self.say(json!({
            "decide": game.len() + 1, "seat": self.seat.0 + 1, "view": game.view(viewer),
            "legal": legal, "log": log, "seconds": self.patience.as_secs_f64(),
        }))?;
        for attempt in 1..=TRIES {
            let line = match self.answers.recv_timeout(self.patience) {
                Ok(Ok(line)) => line,
                Ok(Err(why)) => return Err(self.failed(&why)),
                Err(RecvTimeoutError::Timeout) => {
                    let seconds = self.patience.as_secs_f64();
                    return Err(self.failed(&format!("no answer within {seconds} seconds")));
                }
                Err(RecvTimeoutError::Disconnected) => return Err(self.failed("it ended")),
            };
            let reason = match action(&line) {
                Ok(action) => match game.act(self.seat, &action) {
                    Ok(notation) => return Ok(notation),
                    Err(not_done) => format!("`{}`: {not_done}", shortened(&action)),
                },
                Err(why) => why,
            };
            if attempt == TRIES {
                return Err(
                    self.failed(&format!("{TRIES} answers were not possible, the last {reason}"))
                );
            }
            self.say(json!({ "refused": reason }))?;
        }
        Err(self.failed("no answer was possible"))
    }

    /// Tells the program how the game ended; it may do with it what it likes.
    pub fn dismiss(&mut self, outcome: &Value) {
        let _ = self.say(json!({ "over": outcome }));
    }

    fn say(&mut self, line: Value) -> Result<(), Failure> {
        self.ask.try_send(format!("{line}\n")).map_err(|_| self.failed("it does not read"))
    }

    fn failed(&mut self, why: &str) -> Failure {
        let ended = match self.child.try_wait() {
            Ok(Some(status)) => format!(" ({status})"),
            _ => String::new(),
        };
        Failure::input(format!("{} on seat {} failed: {why}{ended}", self.name, self.seat))
    }
}

impl Drop for Outsider {
    fn drop(&mut self) {
        // It is given a moment to go by itself: its input ends with us.
        for _ in 0..20 {
            if matches!(self.child.try_wait(), Ok(Some(_))) {
                return;
            }
            std::thread::sleep(Duration::from_millis(5));
        }
        #[cfg(unix)]
        if let Some(group) = i32::try_from(self.child.id()).ok().and_then(Pid::from_raw) {
            let _ = rustix::process::kill_process_group(group, Signal::KILL);
        }
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// The next line; none when there is no more.
fn read_line(from: &mut impl BufRead) -> Result<Option<String>, String> {
    let mut bytes = Vec::new();
    let mut limited = from.take(LONGEST + 1);
    let read = limited.read_until(b'\n', &mut bytes).map_err(|error| error.to_string())?;
    match read as u64 {
        0 => Ok(None),
        length if length > LONGEST => Err(format!("a line is longer than {LONGEST} bytes")),
        _ => String::from_utf8(bytes)
            .map(|line| Some(line.trim_end().to_string()))
            .map_err(|_| "a line is not UTF-8 text".to_string()),
    }
}

/// The action of an answer.
fn action(line: &str) -> Result<String, String> {
    let wrong = || {
        format!(
            "`{}` is no answer: write one line such as {{\"action\": \"roll\"}}",
            shortened(line)
        )
    };
    let value: Value = serde_json::from_str(line).map_err(|_| wrong())?;
    value.get("action").and_then(Value::as_str).map(str::to_string).ok_or_else(wrong)
}

fn shortened(text: &str) -> String {
    match text.char_indices().nth(60) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_string(),
    }
}
