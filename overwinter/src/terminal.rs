//! The terminal that everything is printed on: whether it shows colours, and what must never reach it.

use crate::error::CommandError;
use stage::palette::Shade;
use stage::text::ColourDepth;
use std::borrow::Cow;
use std::io::{self, IsTerminal, Write};
use std::sync::OnceLock;
use unicode_width::UnicodeWidthChar;

/// When colours are used.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, clap::ValueEnum)]
pub enum ColourChoice {
    /// On a terminal that has them, unless NO_COLOR or CLICOLOR=0 is set
    #[default]
    Auto,
    /// Also in pipes and files
    Always,
    /// Nowhere
    Never,
}

impl ColourChoice {
    /// Whether colours are used where the environment says this.
    fn decide(self, variable: impl Fn(&str) -> Option<String>, on_terminal: bool) -> bool {
        let set = |name: &str| variable(name).filter(|value| !value.is_empty());
        match self {
            ColourChoice::Always => true,
            ColourChoice::Never => false,
            ColourChoice::Auto if set("NO_COLOR").is_some() => false,
            ColourChoice::Auto if set("CLICOLOR_FORCE").is_some_and(|value| value != "0") => true,
            ColourChoice::Auto => {
                on_terminal
                    && set("CLICOLOR").as_deref() != Some("0")
                    && set("TERM").as_deref() != Some("dumb")
            }
        }
    }
}

impl From<ColourChoice> for clap::ColorChoice {
    fn from(choice: ColourChoice) -> clap::ColorChoice {
        match choice {
            ColourChoice::Auto => clap::ColorChoice::Auto,
            ColourChoice::Always => clap::ColorChoice::Always,
            ColourChoice::Never => clap::ColorChoice::Never,
        }
    }
}

static CHOSEN: OnceLock<ColourChoice> = OnceLock::new();

/// Holds everything that is printed from now on to what the command line says of colours.
pub fn choose_colour(choice: ColourChoice) {
    let _ = CHOSEN.set(choice);
}

/// Whether what is printed may have colours.
pub fn colour() -> bool {
    let choice = CHOSEN.get().copied().unwrap_or_default();
    choice.decide(|name| std::env::var(name).ok(), io::stdout().is_terminal())
}

/// Whether what is printed is written on light or on dark.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, clap::ValueEnum)]
pub enum ThemeChoice {
    /// As COLORFGBG says; dark where it says nothing
    #[default]
    Auto,
    /// A light terminal
    Light,
    /// A dark terminal
    Dark,
}

impl ThemeChoice {
    /// The shade where the environment says this of front and back, such as `0;15`.
    fn decide(self, colours: Option<&str>) -> Shade {
        let back = colours.and_then(|text| text.rsplit(';').next()?.parse::<u8>().ok());
        match (self, back) {
            (ThemeChoice::Light, _) | (ThemeChoice::Auto, Some(7 | 9..=15)) => Shade::Light,
            _ => Shade::Dark,
        }
    }
}

static LOOK: OnceLock<(ThemeChoice, bool)> = OnceLock::new();

/// Holds everything that is drawn from now on to what the command line says of light and dark and of ASCII.
pub fn choose_look(theme: ThemeChoice, ascii: bool) {
    let _ = LOOK.set((theme, ascii));
}

/// Whether boards are drawn for a light or for a dark terminal.
pub fn shade() -> Shade {
    let (theme, _) = LOOK.get().copied().unwrap_or_default();
    theme.decide(std::env::var("COLORFGBG").ok().as_deref())
}

/// Whether boards are drawn with ASCII alone: where the command line or the locale says so.
pub fn ascii() -> bool {
    let (_, chosen) = LOOK.get().copied().unwrap_or_default();
    chosen || locale_is_ascii(|name| std::env::var(name).ok())
}

/// Whether the locale names characters that are not those of Unicode. One that is not set names none.
fn locale_is_ascii(variable: impl Fn(&str) -> Option<String>) -> bool {
    let set = |name: &&str| variable(name).filter(|value| !value.is_empty());
    let locale = ["LC_ALL", "LC_CTYPE", "LANG"].iter().find_map(set);
    locale.is_some_and(|locale| {
        let locale = locale.to_lowercase();
        !locale.contains("utf-8") && !locale.contains("utf8")
    })
}

/// How many colours this terminal says it has.
pub fn depth() -> ColourDepth {
    depth_of(|name| std::env::var(name).ok())
}

fn depth_of(variable: impl Fn(&str) -> Option<String>) -> ColourDepth {
    let says = |name: &str, words: &[&str]| {
        variable(name).is_some_and(|value| words.iter().any(|word| value.contains(word)))
    };
    if says("COLORTERM", &["truecolor", "24bit"]) {
        ColourDepth::True
    } else if says("TERM", &["256", "direct", "kitty", "alacritty", "ghostty", "foot"]) {
        ColourDepth::Indexed
    } else {
        ColourDepth::Sixteen
    }
}

/// Whether the terminal can do no more than print lines.
pub fn is_dumb() -> bool {
    std::env::var("TERM").is_ok_and(|name| name == "dumb")
}

/// Whether somebody sits at a terminal, to read and to write.
pub fn has_person() -> bool {
    io::stdin().is_terminal() && io::stdout().is_terminal()
}

/// Clears the terminal and what can be scrolled back to.
pub fn clear_screen() -> Result<(), CommandError> {
    let mut out = io::stdout().lock();
    match is_dumb() {
        true => write!(out, "{}", "\n".repeat(100))?,
        false => write!(out, "\x1b[H\x1b[2J\x1b[3J")?,
    }
    out.flush().map_err(CommandError::from)
}

/// Forgets lines that were typed before anybody could see what they would answer.
pub fn forget_typed() {
    #[cfg(unix)]
    if io::stdin().is_terminal() {
        // What cannot be forgotten is read as it was typed.
        let _ = rustix::termios::tcflush(io::stdin(), rustix::termios::QueueSelector::IFlush);
    }
}

/// What stands where a character was that must not reach a terminal.
const HELD_BACK: char = '\u{fffd}';

/// Whether a character steers the terminal, or the order in which text is shown, instead of being shown.
pub fn steers(letter: char) -> bool {
    let of_text = matches!(letter, '\n' | '\t');
    (letter.is_control() && !of_text)
        || matches!(letter, '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

/// Text of any origin as it may be printed: what would steer the terminal is replaced, so that it is seen.
/// Everything that is printed goes through here.
pub fn clean(text: &str) -> Cow<'_, str> {
    match text.contains(steers) {
        false => Cow::Borrowed(text),
        true => Cow::Owned(text.replace("\r\n", "\n").replace(steers, &HELD_BACK.to_string())),
    }
}

/// A name of any origin: clean, and of one line.
pub fn clean_name(name: &str) -> String {
    name.chars()
        .map(|letter| if steers(letter) || letter.is_control() { HELD_BACK } else { letter })
        .collect()
}

/// Standard output for text of any origin: what is written is cleaned, in whole lines.
pub fn stdout() -> Clean<io::StdoutLock<'static>> {
    Clean { out: io::stdout().lock(), line: Vec::new() }
}

/// A writer that cleans what is written.
pub struct Clean<W: Write> {
    out: W,
    /// What was written after the last whole line.
    line: Vec<u8>,
}

impl<W: Write> Clean<W> {
    fn pass_on(&mut self) -> io::Result<()> {
        let line = std::mem::take(&mut self.line);
        self.out.write_all(clean(&String::from_utf8_lossy(&line)).as_bytes())
    }
}

impl<W: Write> Write for Clean<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.line.extend_from_slice(bytes);
        if bytes.contains(&b'\n') {
            let rest = self.line.iter().rposition(|byte| *byte == b'\n').map_or(0, |end| end + 1);
            let rest = self.line.split_off(rest);
            self.pass_on()?;
            self.line = rest;
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.pass_on()?;
        self.out.flush()
    }
}

impl<W: Write> Drop for Clean<W> {
    fn drop(&mut self) {
        let _ = self.flush();
    }
}

/// JSON as it may be printed: what would steer the terminal is escaped, so that it means the same.
pub fn escaped(json: &str) -> String {
    let mut clean = String::with_capacity(json.len());
    for letter in json.chars() {
        match steers(letter) {
            true => clean.push_str(&format!("\\u{:04x}", letter as u32)),
            false => clean.push(letter),
        }
    }
    clean
}

/// The columns of the terminal on which output is read; none where it goes elsewhere.
pub fn columns() -> Option<usize> {
    let size = io::stdout().is_terminal().then(ratatui::crossterm::terminal::size)?;
    size.ok().map(|(columns, _)| usize::from(columns)).filter(|columns| *columns >= 20)
}

/// Text whose lines break between words where the terminal ends; what follows a number of a list is set in
/// below it. Elsewhere lines are left as they are.
pub fn folded(text: &str) -> Cow<'_, str> {
    match columns() {
        Some(columns) => Cow::Owned(folded_at(text, columns)),
        None => Cow::Borrowed(text),
    }
}

fn folded_at(text: &str, columns: usize) -> String {
    let lines: Vec<String> = text.split('\n').map(|line| fold_line(line, columns)).collect();
    lines.join("\n")
}

/// One line, broken at spaces. Sequences that colour it take no room.
fn fold_line(line: &str, columns: usize) -> String {
    let bare = line.trim_start_matches(' ');
    let indent = line.len() - bare.len();
    let digits = bare.bytes().take_while(u8::is_ascii_digit).count();
    let behind = bare[digits..].trim_start_matches(['.', ' ']);
    let numbered = digits > 0 && bare[digits..].starts_with(['.', ' ']);
    let hang = if numbered { line.len() - behind.len() } else { indent };
    let hang = if hang * 2 > columns { 0 } else { hang };
    let (mut out, mut used, mut space) = (String::new(), 0, None);
    let mut steering = false;
    for letter in line.chars() {
        if letter == '\x1b' || steering {
            steering = letter != 'm';
            out.push(letter);
            continue;
        }
        let wide = letter.width().unwrap_or(0);
        if letter == ' ' && used + wide > columns {
            out.push('\n');
            out.push_str(&" ".repeat(hang));
            (used, space) = (hang, None);
            continue;
        }
        if used + wide > columns {
            match space.take() {
                Some((at, column)) if column > hang => {
                    out.replace_range(at..=at, &format!("\n{}", " ".repeat(hang)));
                    used = hang + used - column - 1;
                }
                _ => {
                    out.push('\n');
                    used = 0;
                }
            }
        }
        if letter == ' ' && used > hang {
            space = Some((out.len(), used));
        }
        out.push(letter);
        used += wide;
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn colours_follow_the_command_line_then_the_environment_then_the_terminal() {
        let decide = |choice: ColourChoice, set: &[(&str, &str)], on_terminal| {
            let variable = |name: &str| {
                set.iter().find(|(known, _)| *known == name).map(|(_, value)| value.to_string())
            };
            choice.decide(variable, on_terminal)
        };
        use ColourChoice::{Always, Auto, Never};
        assert!(decide(Auto, &[], true) && !decide(Auto, &[], false));
        assert!(!decide(Auto, &[("NO_COLOR", "1"), ("CLICOLOR_FORCE", "1")], true));
        assert!(decide(Auto, &[("NO_COLOR", "")], true), "an empty NO_COLOR is not set");
        assert!(!decide(Auto, &[("CLICOLOR", "0")], true));
        assert!(!decide(Auto, &[("TERM", "dumb")], true));
        assert!(decide(Auto, &[("CLICOLOR_FORCE", "1")], false));
        assert!(decide(Always, &[("NO_COLOR", "1")], false) && !decide(Never, &[], true));
    }

    #[test]
    fn light_ascii_and_the_number_of_colours_follow_the_environment() {
        let set = |name: &'static str, value: &'static str| {
            move |asked: &str| (asked == name).then(|| value.to_string())
        };
        assert_eq!(ThemeChoice::Auto.decide(Some("0;15")), Shade::Light);
        assert_eq!(ThemeChoice::Auto.decide(Some("15;default;0")), Shade::Dark);
        assert_eq!(ThemeChoice::Auto.decide(None), Shade::Dark);
        assert_eq!(ThemeChoice::Dark.decide(Some("0;15")), Shade::Dark);
        assert!(locale_is_ascii(set("LC_ALL", "C")) && locale_is_ascii(set("LANG", "en_GB")));
        assert!(!locale_is_ascii(set("LANG", "en_GB.UTF-8")) && !locale_is_ascii(|_| None));
        assert_eq!(depth_of(set("TERM", "linux")), ColourDepth::Sixteen);
        assert_eq!(depth_of(set("TERM", "xterm-256color")), ColourDepth::Indexed);
        assert_eq!(depth_of(set("COLORTERM", "truecolor")), ColourDepth::True);
    }

    #[test]
    fn nothing_that_steers_a_terminal_is_printed() {
        let evil = "a\x1b[31mb\x1b]0;title\x07c\u{9b}2Jd\u{202e}e\u{2066}f\rg\x08h\u{7f}i";
        let mut out = Vec::new();
        write!(Clean { out: &mut out, line: Vec::new() }, "{evil}\nnäxt\tline").unwrap();
        let printed = String::from_utf8(out).unwrap();
        assert!(printed.ends_with("\nnäxt\tline"), "{printed:?}");
        assert!(!printed.contains(steers), "{printed:?}");
        assert_eq!(clean_name("a\nb"), "a\u{fffd}b");
        assert!(matches!(clean("plain – text"), Cow::Borrowed(_)));
    }

    #[test]
    fn json_is_escaped_and_means_the_same() {
        let evil = "a\x1b[31m\u{9b}2J\u{202e}";
        let text = escaped(&serde_json::to_string(evil).unwrap());
        assert!(!text.contains(steers), "{text:?}");
        assert_eq!(serde_json::from_str::<String>(&text).unwrap(), evil);
    }

    #[test]
    fn lines_break_between_words() {
        let list =
            "   1  stay           Rest here: no die, no move; then water and food are judged.";
        let folded = "   1  stay           Rest here: no die,\n      no move; then water and food are\n      judged.";
        assert_eq!(folded_at(list, 40), folded);
        assert_eq!(folded_at("ab cd ef\n\nab", 5), "ab cd\nef\n\nab");
        assert_eq!(folded_at("abcdefgh", 5), "abcde\nfgh");
        assert_eq!(folded_at("one \x1b[2mtwo\x1b[0m six", 7), "one \x1b[2mtwo\x1b[0m\nsix");
        for columns in 20..90 {
            for line in folded_at(list, columns).lines() {
                assert!(line.chars().count() <= columns, "{columns}: {line}");
            }
        }
    }
}
