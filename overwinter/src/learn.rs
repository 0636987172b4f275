//! `overwinter learn`: lessons, played and checked.

use crate::error::{CommandError, CommandResult};
use crate::files;
use crate::lookup::{all_games, find_game, seed};
use crate::play::{DisplayMode, PlaySession, Played};
use crate::program_bot::ProgramLimits;
use crate::seats::SeatPlayer;
use crate::terminal;
use clap::Args;
use shelf::{Shelf, Shelved};
use std::fmt::Write as _;
use std::io::Write as _;
use std::path::Path;
use table::case::Verdict;
use table::{AnyGame, Fault, Lesson, LessonCourse};

/// Learn a game by playing it: lessons in the terminal.
#[derive(Args)]
#[command(after_help = "\
Examples:
  overwinter learn                          the lessons of all games
  overwinter learn outdoor-survival         the lessons of one game
  overwinter learn outdoor-survival 1       the first of them, played here
  overwinter learn my-lesson.toml           a lesson of your own (docs/lessons.md)
  overwinter learn --check my-lesson.toml   whether it is true
  overwinter learn --check lessons/         whether a folder of them is, with its course.toml
  overwinter learn --check outlive LEARN.md whether every sentence of a page is backed by rules")]
pub struct LearnArgs {
    /// The game, or a lesson of your own: a file, or a folder of them; without any, all lessons are listed
    game: Option<String>,
    /// Which lesson: its number or name; without one, the lessons of the game are listed. With --check
    /// also a page (*.md) that is held to the ledger of the game
    lesson: Option<String>,
    /// Play nothing, but hold lessons to the rules: those of all games, of one, or a file of your own
    #[arg(long)]
    check: bool,
    /// Print the rules that each lesson teaches, and those that a beginner meets
    #[arg(long)]
    rules: bool,
    /// The seed of the dice where play is free: a number; a new one if left out
    #[arg(long)]
    seed: Option<String>,
    /// Plain lines instead of a full screen; always so in a pipe
    #[arg(long)]
    plain: bool,
    /// In words alone, for screen readers: plain lines without any drawing
    #[arg(long)]
    words: bool,
}

impl LearnArgs {
    /// Runs the command.
    pub fn run(&self, shelf: &Shelf) -> CommandResult {
        let own = self.game.as_deref().filter(|game| is_own(game));
        if let (true, Some(game), Some(page)) = (self.check, &self.game, &self.lesson)
            && page.ends_with(".md")
        {
            return check_page(find_game(shelf, game)?.game.as_ref(), page);
        }
        let courses = match (own, &self.game) {
            (Some(path), _) => vec![own_course(shelf, path)?],
            (None, Some(id)) => vec![course(find_game(shelf, id)?)?],
            (None, None) => all_games(shelf).into_iter().map(course).collect::<Result<_, _>>()?,
        };
        let named = match (&self.lesson, courses.as_slice()) {
            (Some(name), [(_, course)]) => Some(course.find(name).map_err(CommandError::input)?),
            _ => None,
        };
        if self.check {
            let folder = own.map(|path| match Path::new(path).is_dir() {
                true => format!("{}/", path.trim_end_matches('/')),
                false => String::new(),
            });
            return check(&courses, named, folder.as_deref());
        }
        let lesson = match (named, courses.as_slice()) {
            (Some(lesson), _) => Some(lesson),
            (None, [(_, course)]) if own.is_some() => course.lessons.first(),
            _ => None,
        };
        match (lesson, courses.first()) {
            (Some(lesson), Some((shelved, _))) => self.play(shelved.game.as_ref(), lesson),
            _ => self.list(&courses),
        }
    }

    fn list(&self, courses: &[(Shelved, LessonCourse)]) -> CommandResult {
        let mut text = String::new();
        for (shelved, course) in courses {
            let game = shelved.game.as_ref();
            let (title, ledger) = (game.catalogue(&game.house())?.title, game.ledger());
            let _ = writeln!(text, "{title} ({})", game.id());
            for (number, lesson) in (1..).zip(&course.lessons) {
                let minutes = if lesson.minutes == 1 { "minute" } else { "minutes" };
                let _ = writeln!(
                    text,
                    "  {number}  {}: {} ({} {minutes})",
                    lesson.title, lesson.about, lesson.minutes
                );
                if self.rules {
                    for id in lesson.rules() {
                        let _ = writeln!(text, "     {}", asking::rule(&ledger, id));
                    }
                }
            }
            if course.lessons.is_empty() {
                let _ = writeln!(text, "  no lessons yet");
            }
            if self.rules {
                let _ = writeln!(text, "  a beginner meets {}", course.beginner.join(" "));
            }
            text.push('\n');
        }
        let example = courses.iter().find(|(_, course)| !course.lessons.is_empty());
        if let Some((shelved, _)) = example {
            let _ = writeln!(text, "Begin with: overwinter learn {} 1", shelved.game.id());
        }
        terminal::stdout().write_all(text.as_bytes()).map_err(Into::into)
    }

    fn play(&self, game: &dyn AnyGame, lesson: &Lesson) -> CommandResult {
        let seed = seed(self.seed.as_deref())?;
        let begun = game.teach(lesson, &game.house(), &[], seed)?;
        let players = (0..begun.setup().seats).map(|seat| match seat == lesson.seat.0 {
            true => SeatPlayer::Person,
            false => SeatPlayer::Bot(game.usual_bot().into()),
        });
        let players = players.collect();
        let title = lesson.title.clone();
        let played = Played { greeting: format!("{title}: {}", lesson.about), title };
        let limits = ProgramLimits::new(10.0)?;
        let mut session = PlaySession::new(begun, played, game.ledger(), players, seed, &limits)?;
        let (plain, words) = (self.plain, self.words);
        DisplayMode { plain, words, json: false, routine: false }.play(&mut session)
    }
}

/// The game and its lessons.
fn course(shelved: Shelved) -> Result<(Shelved, LessonCourse), CommandError> {
    let course = LessonCourse::parse(&shelved.game.lessons()).map_err(faulty)?;
    Ok((shelved, course))
}

/// Whether a word names a file or a folder rather than a game.
fn is_own(word: &str) -> bool {
    word.ends_with(".toml") || word.contains(['/', '\\']) || Path::new(word).is_dir()
}

/// Lessons of one's own, and the game that they name.
fn own_course(shelf: &Shelf, path: &str) -> Result<(Shelved, LessonCourse), CommandError> {
    let folder = Path::new(path);
    let found = match folder.is_dir() {
        true => files::files_below(folder, "toml")?,
        false => vec![folder.to_path_buf()],
    };
    let mut texts = Vec::new();
    for file in found {
        let inside = match folder.is_dir() {
            true => file.strip_prefix(folder).unwrap_or(&file),
            false => &file,
        };
        texts.push((inside.to_string_lossy().into_owned(), files::read(&file)?));
    }
    let texts: Vec<(&str, &str)> = texts.iter().map(|(file, text)| (&**file, &**text)).collect();
    let course = LessonCourse::draft(&texts);
    let mut with_game = course.lessons.iter().filter(|lesson| !lesson.game.is_empty());
    let Some(first) = with_game.next() else {
        return Err(match LessonCourse::parse(&texts) {
            Ok(_) => CommandError::input(format!("{path}: there is no lesson (*.toml) here")),
            Err(faults) => faulty(faults),
        });
    };
    if let Some(other) = with_game.find(|lesson| lesson.game != first.game) {
        return Err(CommandError::input(format!(
            "{path}: {} is a lesson of {} and {} one of {}: lessons of one game at a time",
            first.file(),
            first.game,
            other.file(),
            other.game
        )));
    }
    let shelved = find_game(shelf, &first.game).map_err(|error| error.with(path))?;
    Ok((shelved, course))
}

/// Holds a page to the ledger of a game.
fn check_page(game: &dyn AnyGame, page: &str) -> CommandResult {
    let faults = table::learn::faults(&files::read(Path::new(page))?, &game.ledger());
    match faults.is_empty() {
        true => {
            writeln!(terminal::stdout(), "every sentence is backed by rules").map_err(Into::into)
        }
        false => Err(CommandError::CheckFailed(
            faults.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n"),
        )),
    }
}

fn faulty(faults: Vec<Fault>) -> CommandError {
    CommandError::BadInput(faults.iter().map(ToString::to_string).collect())
}

/// Plays the lesson that was named, or all of them, each in every way that it knows. Files are told in the
/// folder that is named, or else where the game has them.
fn check(
    courses: &[(Shelved, LessonCourse)],
    named: Option<&Lesson>,
    folder: Option<&str>,
) -> CommandResult {
    let mut out = terminal::stdout();
    let (mut passed, mut failed, mut faults) = (0, 0, Vec::new());
    for (shelved, course) in courses {
        let game = shelved.game.as_ref();
        let lessons = format!("{}/lessons/", game.id());
        let folder = folder.unwrap_or(&lessons);
        let told = |found: Vec<Fault>| found.into_iter().map(move |it| format!("{folder}{it}"));
        faults.extend(told(course.faults(&game.ledger())));
        let chosen = |lesson: &&Lesson| named.is_none_or(|named| std::ptr::eq(*lesson, named));
        for lesson in course.lessons.iter().filter(chosen) {
            match game.check_lesson(lesson, &game.house()) {
                Verdict::Passed => passed += 1,
                Verdict::Faulty(found) => faults.extend(told(found)),
                Verdict::Failed(whys) => {
                    failed += 1;
                    writeln!(out, "FAIL  {}: {}", game.id(), lesson.file())?;
                    for why in whys {
                        writeln!(out, "      {why}")?;
                    }
                }
            }
        }
    }
    writeln!(out, "{passed} passed, {failed} failed")?;
    match (faults.is_empty(), failed) {
        (false, _) => Err(CommandError::BadInput(faults)),
        (true, 0) => Ok(()),
        (true, _) => Err(CommandError::CheckFailed(String::new())),
    }
}
