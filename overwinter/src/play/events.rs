//! What can happen at a terminal, one thing after the other: input, signals, and what bots come to.

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
    /// A bot has thought.
    Thought(Thought),
    /// The program is to be stopped until it is told to go on.
    Suspend,
    /// The program goes on after it was stopped.
    Continue,
    /// The program is to end: by a signal of this number, or because its terminal is gone.
    End(i32),
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
        move |thought| drop(sender.send(TableEvent::Thought(thought)))
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
        if let Some(TableEvent::Line(line)) = self.waiting.pop_front() {
            return Ok(line);
        }
        if !std::mem::replace(&mut self.asked, true) {
            let _ = self.ask.as_ref().map(|ask| ask.send(()));
        }
        loop {
            if let TableEvent::Line(line) = self.next()? {
                self.asked = false;
                return Ok(line);
            }
        }
    }

    /// What the bot that thinks comes to; `patience` is lost once, and told, when that takes longer.
    pub fn thought(
        &mut self,
        patience: Duration,
        mut lost: impl FnMut(),
    ) -> Result<Thought, CommandError> {
        let mut event = self.next_within(patience)?;
        if event.is_none() {
            lost();
        }
        loop {
            match event {
                Some(TableEvent::Thought(thought)) => return Ok(thought),
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
