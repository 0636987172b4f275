//! The program at a pseudo-terminal, or in a pipe, with a data folder of its own.

use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::fs::{Mode, OFlags};
use rustix::process::{Pid, Signal, kill_process};
use rustix::pty::{OpenptFlags, grantpt, openpt, ptsname, unlockpt};
use rustix::termios::{LocalModes, Winsize, tcgetattr, tcsetwinsize};
use std::fs;
use std::io::{Read, Write};
use std::os::fd::OwnedFd;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::time::{Duration, Instant};

/// How long anything may take on a busy machine.
pub const PATIENCE: Duration = Duration::from_secs(30);

/// A data folder.
pub struct Home(tempfile::TempDir);

impl Home {
    pub fn new() -> Home {
        Home(tempfile::tempdir().unwrap())
    }

    pub fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    /// The program, with this data folder and an environment that says nothing else.
    pub fn program(&self, args: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_overwinter"));
        command.args(args).env("XDG_DATA_HOME", self.0.path()).env("TERM", "xterm-256color");
        command.env("XDG_CONFIG_HOME", self.0.path());
        let colours = ["NO_COLOR", "CLICOLOR", "CLICOLOR_FORCE", "COLORTERM", "COLORFGBG"];
        for name in colours.into_iter().chain(["LANG", "LC_ALL", "LC_CTYPE"]) {
            command.env_remove(name);
        }
        command
    }

    /// The files of games that are kept.
    pub fn saves(&self) -> Vec<PathBuf> {
        let entries = fs::read_dir(self.path("overwinter/saves")).into_iter().flatten();
        let paths = entries.map(|entry| entry.unwrap().path());
        paths.filter(|path| path.extension().is_some_and(|ending| ending == "owsave")).collect()
    }

    /// What the program prints when these lines come through a pipe: output, errors, exit code.
    pub fn piped(&self, args: &[&str], lines: &str) -> (String, String, Option<i32>) {
        let mut child = self
            .program(args)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let mut input = child.stdin.take().unwrap();
        let lines = lines.to_string();
        let writer = std::thread::spawn(move || drop(input.write_all(lines.as_bytes())));
        let output = child.wait_with_output().unwrap();
        writer.join().unwrap();
        let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
        (text(output.stdout), text(output.stderr), output.status.code())
    }
}

/// The program at a terminal.
pub struct Console {
    child: Child,
    size: (u16, u16),
    master: fs::File,
    slave: OwnedFd,
    /// Everything that was printed.
    pub printed: Vec<u8>,
}

impl Console {
    /// A terminal of 100 columns and 40 rows.
    pub fn open(command: Command) -> Console {
        Console::sized(command, 100, 40)
    }

    /// A terminal of so many columns and rows.
    pub fn sized(mut command: Command, columns: u16, rows: u16) -> Console {
        let master =
            openpt(OpenptFlags::RDWR | OpenptFlags::NOCTTY | OpenptFlags::CLOEXEC).unwrap();
        grantpt(&master).unwrap();
        unlockpt(&master).unwrap();
        let name = ptsname(&master, Vec::new()).unwrap();
        let slave =
            rustix::fs::open(name, OFlags::RDWR | OFlags::NOCTTY | OFlags::CLOEXEC, Mode::empty())
                .unwrap();
        let size = Winsize { ws_row: rows, ws_col: columns, ws_xpixel: 0, ws_ypixel: 0 };
        tcsetwinsize(&slave, size).unwrap();
        let end = || Stdio::from(slave.try_clone().unwrap());
        command.stdin(end()).stdout(end()).stderr(end());
        let child = command.spawn().unwrap();
        // The command holds ends of the terminal too.
        drop(command);
        Console { child, size: (columns, rows), master: master.into(), slave, printed: Vec::new() }
    }

    pub fn write(&mut self, text: &str) {
        self.master.write_all(text.as_bytes()).unwrap();
    }

    /// Reads what is printed within a moment.
    fn read(&mut self, moment: Duration) {
        let wait = Timespec::try_from(moment).unwrap();
        let mut ready = [PollFd::new(&self.master, PollFlags::IN)];
        if poll(&mut ready, Some(&wait)).unwrap_or(0) > 0 {
            let mut bytes = [0; 65536];
            let read = self.master.read(&mut bytes).unwrap_or(0);
            self.printed.extend_from_slice(&bytes[..read]);
        }
    }

    /// The words that were printed, without what steers the terminal.
    pub fn words(&self) -> String {
        words(&self.printed)
    }

    /// What stands on the whole screen, each row as one line with single spaces.
    pub fn screen(&self) -> String {
        let words = |row: String| row.split_whitespace().collect::<Vec<_>>().join(" ");
        self.rows().into_iter().map(words).collect::<Vec<_>>().join("\n")
    }

    /// What stands on the whole screen, row by row.
    pub fn rows(&self) -> Vec<String> {
        rows(&self.printed, self.size)
    }

    /// Whether the program still runs.
    pub fn runs(&mut self) -> bool {
        self.child.try_wait().unwrap().is_none()
    }

    /// Reads whatever is printed for a while.
    pub fn wait(&mut self, while_: Duration) {
        let start = Instant::now();
        while start.elapsed() < while_ {
            self.read(Duration::from_millis(20));
        }
    }

    /// Clicks on the first place of the screen where these words stand.
    #[track_caller]
    pub fn click(&mut self, words: &str) {
        let rows = self.rows();
        let found = rows.iter().zip(1..).find_map(|(row, y)| {
            let at = row.find(words)?;
            Some((row[..at].chars().count() + 1, y))
        });
        let (x, y) = found.unwrap_or_else(|| panic!("no {words:?} in\n{}", rows.join("\n")));
        self.write(&format!("\x1b[<0;{x};{y}M\x1b[<0;{x};{y}m"));
    }

    /// Waits until something holds.
    #[track_caller]
    pub fn wait_until(&mut self, what: &str, mut holds: impl FnMut(&mut Console) -> bool) {
        let start = Instant::now();
        while !holds(self) {
            let gone = start.elapsed();
            assert!(gone < PATIENCE, "{what} did not come about:\n{}", self.words());
            self.read(Duration::from_millis(20));
        }
    }

    /// Waits until these words were printed.
    #[track_caller]
    pub fn expect(&mut self, text: &str) {
        self.wait_until(text, |console| {
            console.words().contains(text) || console.screen().contains(text)
        });
    }

    /// Waits until these bytes were printed.
    #[track_caller]
    pub fn expect_bytes(&mut self, bytes: &str) {
        let whole =
            |console: &mut Console| String::from_utf8_lossy(&console.printed).contains(bytes);
        self.wait_until(&format!("{bytes:?}"), whole);
    }

    pub fn forget(&mut self) {
        self.printed.clear();
    }

    pub fn pid(&self) -> Pid {
        Pid::from_child(&self.child)
    }

    pub fn signal(&self, signal: Signal) {
        kill_process(self.pid(), signal).unwrap();
    }

    /// Whether the terminal reads lines and shows what is typed, as shells expect it.
    pub fn is_cooked(&self) -> bool {
        let modes = tcgetattr(&self.slave).unwrap().local_modes;
        modes.contains(LocalModes::ICANON | LocalModes::ECHO)
    }

    /// Whether the program is stopped.
    pub fn is_stopped(&self) -> bool {
        let stat = fs::read_to_string(format!("/proc/{}/stat", self.child.id())).unwrap();
        stat.rsplit(')').next().unwrap().trim().starts_with('T')
    }

    /// Waits for the end of the program.
    #[track_caller]
    pub fn end(&mut self) -> ExitStatus {
        let mut ended = None;
        self.wait_until("the end of the program", |console| {
            ended = console.child.try_wait().unwrap();
            ended.is_some()
        });
        self.read(Duration::from_millis(50));
        ended.unwrap()
    }

    /// Takes the terminal away: how long the program went on without it.
    #[track_caller]
    pub fn unplug(self) -> Duration {
        let Console { mut child, master, slave, .. } = self;
        drop((master, slave));
        let start = Instant::now();
        while child.try_wait().unwrap().is_none() {
            if start.elapsed() > PATIENCE {
                child.kill().unwrap();
                child.wait().unwrap();
                panic!("the program goes on without its terminal");
            }
            std::thread::sleep(Duration::from_millis(5));
        }
        start.elapsed()
    }
}

/// Text without sequences that steer the terminal, each run of spaces as one.
pub fn words(printed: &[u8]) -> String {
    let text = String::from_utf8_lossy(printed);
    let (mut plain, mut letters) = (String::new(), text.chars().peekable());
    while let Some(letter) = letters.next() {
        if letter != '\x1b' {
            plain.push(letter);
            continue;
        }
        if letters.next_if_eq(&'[').is_some() {
            while letters.next().is_some_and(|part| !('@'..='~').contains(&part)) {}
        }
        plain.push(' ');
    }
    plain.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// What a terminal of that size shows of a program that puts the cursor before it writes.
fn rows(printed: &[u8], (columns, rows): (u16, u16)) -> Vec<String> {
    let text = String::from_utf8_lossy(printed);
    let mut rows = vec![vec![' '; columns.into()]; rows.into()];
    let (mut row, mut column) = (0, 0);
    let mut letters = text.chars().peekable();
    while let Some(letter) = letters.next() {
        if letter == '\x1b' && letters.next_if_eq(&'[').is_some() {
            let mut numbers = String::new();
            let last = loop {
                match letters.next() {
                    Some(part) if ('@'..='~').contains(&part) => break part,
                    Some(part) => numbers.push(part),
                    None => break ' ',
                }
            };
            let mut given = numbers.split(';').map(|number| number.parse::<usize>().unwrap_or(1));
            match last {
                'H' => {
                    (row, column) = (given.next().unwrap_or(1) - 1, given.next().unwrap_or(1) - 1)
                }
                'J' => rows.iter_mut().for_each(|row| row.fill(' ')),
                _ => {}
            }
        } else if let Some(place) = rows.get_mut(row).and_then(|row| row.get_mut(column)) {
            *place = letter;
            column += 1;
        }
    }
    rows.into_iter().map(|row| row.into_iter().collect()).collect()
}

/// The lines of decisions in a save, the start left out.
pub fn decisions(save: &Path) -> Vec<String> {
    let text = fs::read_to_string(save).unwrap();
    let steps = text.lines().filter(|line| line.contains(" | ")).skip(1);
    steps.map(|line| line.rsplit(" | ").next().unwrap().to_string()).collect()
}
