//! Bots from outside: another program that is asked by lines of JSON and answers with one.
//!
//! `docs/bots.md` is the protocol.

use crate::error::CommandError;
use crate::files::describe;
use crate::serve::Interrupts;
use arena::{ExternalBot, ExternalQuestion, ExternalSeat, Judge};
#[cfg(unix)]
use rustix::process::{Pid, Signal, WaitId, WaitIdOptions, waitid};
use serde_json::{Value, json};
use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, Command, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, TryRecvError, sync_channel};
use std::time::{Duration, Instant};
use table::Outcome;

/// The version of the protocol.
const PROTOCOL: u32 = 1;
/// The longest line that is read, in bytes.
const LONGEST: u64 = 64 * 1024;
/// Lines of a program that may wait to be read before it has to wait.
const WAITING: usize = 8;
/// Answers that are not carried out before the program is shown the door.
const TRIES: u32 = 3;
/// How often somebody who waits for an answer looks whether the game was called off.
const GLANCE: Duration = Duration::from_millis(100);
/// The most patience that anybody has.
const DAY: Duration = Duration::from_secs(86_400);

/// How programs from outside are treated.
#[derive(Clone, Debug)]
pub struct ProgramLimits {
    /// How long a program may think about a decision.
    pub patience: Duration,
    /// Raised when all games are called off.
    pub cancelled: Arc<AtomicBool>,
}

impl ProgramLimits {
    /// So many seconds for a decision.
    pub fn new(seconds: f64) -> Result<ProgramLimits, CommandError> {
        let patience = Duration::try_from_secs_f64(seconds)
            .ok()
            .filter(|patience| (GLANCE / 100..=DAY).contains(patience))
            .ok_or_else(|| {
                CommandError::input("--patience: a number of seconds from 0.001 to 86400")
            })?;
        Ok(ProgramLimits { patience, cancelled: Arc::default() })
    }

    /// Calls all games off when somebody interrupts the program, so that no other program is left
    /// behind; a second time ends it at once.
    pub fn stop_on_interrupt(&self) {
        let cancelled = self.cancelled.clone();
        std::thread::spawn(move || {
            let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
            let Ok(runtime) = runtime else { return };
            let mut interrupts = runtime.block_on(async { Interrupts::listen() });
            runtime.block_on(interrupts.next());
            cancelled.store(true, Ordering::Relaxed);
            runtime.block_on(interrupts.next());
            std::process::exit(130);
        });
    }
}

/// A line of a program.
struct ProgramLine {
    line: String,
    /// Whether it wrote more at once.
    more: bool,
}

/// A running program that decides for a seat in one game. It is ended when it is dropped, with all
/// that it started.
pub struct ProgramBot {
    child: Child,
    /// None once nothing more will be said.
    ask: Option<SyncSender<String>>,
    answers: Receiver<Result<ProgramLine, String>>,
    terms: ProgramLimits,
}

impl ProgramBot {
    /// Starts the program and tells it where it sits.
    pub fn start(
        command: &str,
        welcome: &ExternalSeat<'_>,
        terms: &ProgramLimits,
    ) -> Result<ProgramBot, String> {
        let mut words = command.split_whitespace();
        let program = words.next().ok_or("`cmd:` needs a program, as in cmd:./mybot")?;
        let mut order = Command::new(program);
        order.args(words).stdin(Stdio::piped()).stdout(Stdio::piped());
        // A group of its own: whatever the program starts can be ended with it.
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut order, 0);
        let mut child = order
            .spawn()
            .map_err(|error| format!("the program does not start: {}", describe(&error)))?;
        let (Some(mut input), Some(output)) = (child.stdin.take(), child.stdout.take()) else {
            return Err("no pipes".into());
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
                    Ok(Some(line)) => Ok(ProgramLine { line, more: !output.buffer().is_empty() }),
                    Ok(None) => Err("it ended".to_string()),
                    Err(why) => Err(why),
                };
                if answer.send(line).is_err() || last {
                    return;
                }
            }
        });
        let mut program = ProgramBot { child, ask: Some(ask), answers, terms: terms.clone() };
        program.say(json!({
            "hello": "overwinter", "protocol": PROTOCOL, "game": welcome.game,
            "setup": welcome.setup, "seat": welcome.seat.0 + 1, "seed": welcome.seed,
        }))?;
        Ok(program)
    }

    fn say(&mut self, line: Value) -> Result<(), String> {
        let sent = self.ask.as_ref().map(|ask| ask.try_send(format!("{line}\n")));
        match sent {
            Some(Ok(())) => Ok(()),
            _ => Err(self.failed("it does not read")),
        }
    }

    /// The next line that it writes, within its time.
    fn answer(&mut self) -> Result<String, String> {
        let until = Instant::now() + self.terms.patience;
        loop {
            let left = until.saturating_duration_since(Instant::now());
            match self.answers.recv_timeout(left.min(GLANCE)) {
                Ok(Ok(heard)) if heard.more => return Err(self.unasked(&heard)),
                Ok(Ok(heard)) => return Ok(heard.line),
                Ok(Err(why)) => return Err(self.failed(&why)),
                Err(RecvTimeoutError::Disconnected) => return Err(self.failed("it ended")),
                Err(RecvTimeoutError::Timeout) if left.is_zero() => {
                    let seconds = self.terms.patience.as_secs_f64();
                    return Err(self.failed(&format!("no answer within {seconds} seconds")));
                }
                Err(RecvTimeoutError::Timeout) => {
                    if self.terms.cancelled.load(Ordering::Relaxed) {
                        return Err("the game was called off".into());
                    }
                }
            }
        }
    }

    fn unasked(&mut self, heard: &ProgramLine) -> String {
        let after = if heard.more { "after " } else { "" };
        let line = shortened(&heard.line);
        self.failed(&format!("it spoke without being asked: {after}`{line}`"))
    }

    fn failed(&mut self, why: &str) -> String {
        match self.child.try_wait() {
            Ok(Some(status)) => format!("{why} ({status})"),
            _ => why.to_string(),
        }
    }
}

impl ExternalBot for ProgramBot {
    fn decide(&mut self, question: &ExternalQuestion, judge: &mut Judge<'_>) -> Result<(), String> {
        match self.answers.try_recv() {
            Ok(Ok(heard)) => return Err(self.unasked(&heard)),
            Ok(Err(why)) => return Err(self.failed(&why)),
            Err(TryRecvError::Empty | TryRecvError::Disconnected) => {}
        }
        self.say(json!({
            "decide": question.decision, "seat": question.seat.0 + 1, "view": question.view,
            "legal": question.legal, "log": question.log,
            "seconds": self.terms.patience.as_secs_f64(),
        }))?;
        for attempt in 1..=TRIES {
            let line = self.answer()?;
            let reason = match action(&line) {
                Ok(action) => match judge(&action) {
                    Ok(()) => return Ok(()),
                    Err(why) => format!("`{}`: {why}", shortened(&action)),
                },
                Err(why) => why,
            };
            if attempt == TRIES {
                let problem = format!("{TRIES} answers were not possible, the last {reason}");
                return Err(self.failed(&problem));
            }
            self.say(json!({ "refused": reason }))?;
        }
        Err(self.failed("no answer was possible"))
    }

    /// It may do with it what it likes.
    fn dismiss(&mut self, outcome: &Outcome, told: &str) {
        let winners: Vec<u16> = outcome.winners.iter().map(|seat| seat.0 + 1).collect();
        let mut outcome = serde_json::to_value(outcome).unwrap_or_default();
        outcome["winners"] = winners.into();
        outcome["text"] = told.into();
        let _ = self.say(json!({ "over": outcome }));
    }
}

impl Drop for ProgramBot {
    fn drop(&mut self) {
        // Its input ends, and it is given a moment to go by itself.
        self.ask = None;
        let mut pause = Duration::from_millis(1);
        while pause < GLANCE && !self.has_gone() {
            std::thread::sleep(pause);
            pause *= 2;
        }
        // Nobody else can have its number before it is waited for.
        #[cfg(unix)]
        if let Some(group) = self.number() {
            let _ = rustix::process::kill_process_group(group, Signal::KILL);
        }
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

impl ProgramBot {
    #[cfg(unix)]
    fn number(&self) -> Option<Pid> {
        i32::try_from(self.child.id()).ok().and_then(Pid::from_raw)
    }

    /// Whether it has ended; it keeps its number.
    #[cfg(unix)]
    fn has_gone(&mut self) -> bool {
        let look = WaitIdOptions::EXITED | WaitIdOptions::NOHANG | WaitIdOptions::NOWAIT;
        let ended = self.number().map(|number| waitid(WaitId::Pid(number), look));
        !matches!(ended, Some(Ok(None)))
    }

    /// Whether it has ended.
    #[cfg(not(unix))]
    fn has_gone(&mut self) -> bool {
        !matches!(self.child.try_wait(), Ok(None))
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
