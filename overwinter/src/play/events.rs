//! What can happen at a terminal, one thing after the other: input, signals, what bots come to, and news of a server.

use super::remote::News;
use super::session::Thought;
use crate::error::CommandError;
use std::collections::VecDeque;
use std::io::{self, BufRead};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, SyncSender, channel, sync_channel};
use std::time::Duration;

/// What happened.
pub enum TableEvent {
    /// Somebody wrote a line; none when there will be no more.
    Line(Option<String>),
    /// A key, a click or another size of the full screen.
    Screen(ratatui::crossterm::event::Event),
    /// Something came from elsewhere that the table takes in.
    Arrived(Arrival),
    /// The program is to be stopped until it is told to go on.
    Suspend,
    /// The program goes on after it was stopped.
    Continue,
    /// The program is to end: by a signal of this number, or because its terminal is gone.
    End(i32),
}

/// What comes to a table from elsewhere.
pub enum Arrival {
    /// A bot has thought.
    Thought(Thought),
    /// The server at which the table stands has said something.
    News(News),
}

/// What is heard at a plain table.
pub enum Heard {
    /// Somebody wrote a line; none when there will be no more.
    Line(Option<String>),
    /// Something came from elsewhere.
    Arrived(Arrival),
}

/// The number of the signal by which a program learns that its terminal is gone.
const HANG_UP: i32 = 1;

/// Everything that happens at one terminal, in order.
pub struct Events {
    sender: Sender<TableEvent>,
    receiver: Receiver<TableEvent>,
    /// Asks for the next line; none at a full screen.
    ask: Option<SyncSender<()>>,
    /// Lines that were asked for and have not been heard yet.
    asked: bool,
    /// What came while something else was waited for.
    waiting: VecDeque<TableEvent>,
}

impl Events {
    /// At a plain table: lines are read when they are asked for.
    pub fn of_lines() -> Result<Events, CommandError> {
        let mut events = Events::new(false)?;
        let (ask, asked) = sync_channel(1);
        let sender = events.sender.clone();
        std::thread::spawn(move || {
            let mut input = io::stdin().lock();
            for () in asked {
                let line = next_line(&mut input);
                if sender.send(TableEvent::Line(line)).is_err() {
                    return;
                }
            }
        });
        events.ask = Some(ask);
        Ok(events)
    }

    /// At a full screen: every key and click.
    pub fn of_screen() -> Result<Events, CommandError> {
        let events = Events::new(true)?;
        let sender = events.sender.clone();
        std::thread::spawn(move || {
            while let Ok(event) = ratatui::crossterm::event::read() {
                if sender.send(TableEvent::Screen(event)).is_err() {
                    return;
                }
            }
            let _ = sender.send(TableEvent::End(HANG_UP));
        });
        Ok(events)
    }

    fn new(full_screen: bool) -> Result<Events, CommandError> {
        let (sender, receiver) = channel();
        #[cfg(unix)]
        unix::listen(&sender, full_screen)?;
        #[cfg(not(unix))]
        let _ = full_screen;
        Ok(Events { sender, receiver, ask: None, asked: false, waiting: VecDeque::new() })
    }

    /// Where a bot says what it came to.
    pub fn thoughts(&self) -> impl FnOnce(Thought) + Send + 'static {
        let sender = self.sender.clone();
        // Nobody hears it once the table is left.
        move |thought| drop(sender.send(TableEvent::Arrived(Arrival::Thought(thought))))
    }

    /// Where a server's news are told; false once the table is left.
    pub fn news(&self) -> impl Fn(News) -> bool + Send + 'static {
        let sender = self.sender.clone();
        move |news| sender.send(TableEvent::Arrived(Arrival::News(news))).is_ok()
    }

    /// The next thing that happens within this time; fails when the program is to end.
    pub fn next_within(&mut self, time: Duration) -> Result<Option<TableEvent>, CommandError> {
        match self.receiver.recv_timeout(time) {
            Ok(TableEvent::End(signal)) => Err(CommandError::Signalled(signal, String::new())),
            Ok(event) => Ok(Some(event)),
            Err(RecvTimeoutError::Timeout) => Ok(None),
            Err(RecvTimeoutError::Disconnected) => {
                Err(CommandError::Signalled(HANG_UP, String::new()))
            }
        }
    }

    /// The next thing that happens; fails when the program is to end.
    pub fn next(&mut self) -> Result<TableEvent, CommandError> {
        loop {
            if let Some(event) = self.next_within(Duration::from_secs(3600))? {
                return Ok(event);
            }
        }
    }

    /// The next line of a plain table; none when there are no more.
    pub fn line(&mut self) -> Result<Option<String>, CommandError> {
        let mut arrived = Vec::new();
        let line = loop {
            match self.line_or_arrival()? {
                Heard::Line(line) => break line,
                Heard::Arrived(arrival) => arrived.push(arrival),
            }
        };
        // Whoever waits for it hears it then.
        self.waiting.extend(arrived.into_iter().map(TableEvent::Arrived));
        Ok(line)
    }

    /// The next line of a plain table, or what comes before it.
    pub fn line_or_arrival(&mut self) -> Result<Heard, CommandError> {
        let heard = |event| match event {
            TableEvent::Line(line) => Some(Heard::Line(line)),
            TableEvent::Arrived(arrival) => Some(Heard::Arrived(arrival)),
            _ => None,
        };
        if let Some(heard) = self.waiting.pop_front().and_then(heard) {
            return Ok(heard);
        }
        if !std::mem::replace(&mut self.asked, true) {
            let _ = self.ask.as_ref().map(|ask| ask.send(()));
        }
        loop {
            let event = self.next()?;
            if matches!(event, TableEvent::Line(_)) {
                self.asked = false;
            }
            if let Some(heard) = heard(event) {
                return Ok(heard);
            }
        }
    }

    /// What comes from elsewhere next; `patience` is lost once, and told, when that takes longer.
    pub fn arrival(
        &mut self,
        patience: Duration,
        mut lost: impl FnMut(),
    ) -> Result<Arrival, CommandError> {
        let known = self.waiting.iter().position(|event| matches!(event, TableEvent::Arrived(_)));
        if let Some(TableEvent::Arrived(arrival)) = known.and_then(|at| self.waiting.remove(at)) {
            return Ok(arrival);
        }
        let mut event = self.next_within(patience)?;
        if event.is_none() {
            lost();
        }
        loop {
            match event {
                Some(TableEvent::Arrived(arrival)) => return Ok(arrival),
                Some(line @ TableEvent::Line(_)) => {
                    self.asked = false;
                    self.waiting.push_back(line);
                }
                _ => {}
            }
            event = Some(self.next()?);
        }
    }

    /// Forgets keys and clicks that came before anybody could see what they would answer.
    pub fn forget_typed(&mut self) -> Result<(), CommandError> {
        while let Some(event) = self.next_within(Duration::ZERO)? {
            if !matches!(event, TableEvent::Screen(_)) {
                self.waiting.push_back(event);
            }
        }
        // Thoughts and signals are not typed.
        self.waiting
            .drain(..)
            .try_for_each(|event| self.sender.send(event))
            .map_err(|_| CommandError::Signalled(HANG_UP, String::new()))
    }
}

#[cfg(unix)]
mod unix {
    use super::{HANG_UP, Sender, TableEvent};
    use crate::error::CommandError;
    use rustix::event::{PollFd, PollFlags, poll};
    use signal_hook::consts::{SIGCONT, SIGHUP, SIGINT, SIGQUIT, SIGTERM, SIGTSTP};
    use signal_hook::iterator::Signals;
    use std::io::IsTerminal;

    /// Hears signals, and notices when the terminal is gone. A second signal ends a program that does not
    /// listen.
    pub fn listen(sender: &Sender<TableEvent>, full_screen: bool) -> Result<(), CommandError> {
        let mut signals = Signals::new([SIGHUP, SIGINT, SIGQUIT, SIGTERM])?;
        if full_screen {
            signals.add_signal(SIGTSTP)?;
            signals.add_signal(SIGCONT)?;
        }
        let told = sender.clone();
        std::thread::spawn(move || {
            let mut ending = false;
            for signal in signals.forever() {
                let event = match signal {
                    SIGTSTP => TableEvent::Suspend,
                    SIGCONT => TableEvent::Continue,
                    ended => {
                        if std::mem::replace(&mut ending, true) {
                            if full_screen {
                                crate::play::screen::leave();
                            }
                            std::process::exit(128 + ended);
                        }
                        TableEvent::End(ended)
                    }
                };
                if told.send(event).is_err() {
                    return;
                }
            }
        });
        if std::io::stdin().is_terminal() {
            let told = sender.clone();
            std::thread::spawn(move || {
                let input = std::io::stdin();
                // Nothing is asked for, so that only the end of the terminal wakes this.
                let mut end = [PollFd::new(&input, PollFlags::empty())];
                while poll(&mut end, None) == Err(rustix::io::Errno::INTR) {}
                let _ = told.send(TableEvent::End(HANG_UP));
            });
        }
        Ok(())
    }
}

/// The next line of the input; none at its end, or if it cannot be read. What is no text in it is marked
/// as that, and not understood.
fn next_line(input: &mut impl BufRead) -> Option<String> {
    let mut bytes = Vec::new();
    match input.read_until(b'\n', &mut bytes) {
        Ok(0) | Err(_) => None,
        Ok(_) => Some(String::from_utf8_lossy(&bytes).trim_end_matches(['\n', '\r']).to_string()),
    }
}
