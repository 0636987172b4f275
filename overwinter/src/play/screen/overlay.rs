//! What covers the board: keys, sheets, the story, what is new, the menu, the result.

use super::Screen;
use super::colours::BOLD;
use super::keys::KEYS;
use crate::play::table_session::HOW_TO_TALK;
use crate::show;
use ratatui::text::{Line, Span, Text};
use stage::Choice;
use std::time::{Duration, Instant};
use table::LogLine;

/// What covers the board.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Overlay {
    #[default]
    Nothing,
    /// The aim, the signs and the keys, on the first turn.
    Welcome,
    Help,
    Sheets,
    Log,
    Legend,
    /// What happened since the last decision.
    News,
    /// What was said at the table.
    Talk,
    /// A question in words, and its answer.
    Answer(String, String),
    /// How the game ended.
    Result,
    /// The menu, with the entry that is lit.
    Menu(usize),
    /// Whether somebody really wants to end their own game: by this line.
    Sure(String),
    /// A slip is filled in.
    Form,
    /// The keyboard passes to another person: nothing is shown until they say so.
    Curtain,
}

/// What an entry of the menu does.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum MenuAction {
    /// Shows something.
    Show(Overlay),
    Zoom,
    Shade,
    Ascii,
    Undo,
    /// What has only one answer is done by itself, or asked again.
    Routine,
    /// Ends one's own game by this line, if one is sure.
    GiveUp(String),
    Leave,
}

/// How long it is quiet before Enter counts again where something must not be skipped.
const QUIET_TIME: Duration = Duration::from_millis(700);

/// Keeps Enters that were typed before anybody could see what they would do from doing it: one counts only
/// after a moment without any.
pub struct Pause(Instant);

impl Pause {
    /// From now on.
    pub fn begin() -> Pause {
        Pause(Instant::now())
    }

    /// Whether an Enter counts that comes now.
    pub fn counts(&mut self) -> bool {
        std::mem::replace(&mut self.0, Instant::now()).elapsed() >= QUIET_TIME
    }
}

impl Screen<'_> {
    /// The menu: what each entry says, its key, and what it does.
    pub(super) fn menu(&self) -> Vec<(String, &'static str, MenuAction)> {
        let show = |words: &str, key, overlay| (words.to_string(), key, MenuAction::Show(overlay));
        let mut menu = vec![
            show("Keys and words", "F1", Overlay::Help),
            show("Sheets and cards", "F2", Overlay::Sheets),
            show("The story so far", "F3", Overlay::Log),
            show("What the signs mean", "F5", Overlay::Legend),
            show("Since your last turn", "F6", Overlay::News),
        ];
        if self.session.talk().is_some() {
            menu.push(show("What was said", "F7", Overlay::Talk));
        }
        if self.over() {
            menu.push(show("The result", "", Overlay::Result));
        }
        menu.extend([
            ("The board nearer or farther".into(), "F4", MenuAction::Zoom),
            ("Light or dark colours".into(), "", MenuAction::Shade),
            ("ASCII or more than ASCII".into(), "", MenuAction::Ascii),
            ("Take back your last decision".into(), "^Z", MenuAction::Undo),
            (self.routine_told().into(), "", MenuAction::Routine),
        ]);
        menu.extend(self.grave().map(|choice| {
            let words = match choice.label.starts_with("Give up") {
                true => format!("{}…", choice.label),
                false => format!("Give up: {}…", choice.label),
            };
            (words, "", MenuAction::GiveUp(choice.notation.clone()))
        }));
        let leave = match self.session.talk().is_some() {
            true => "Leave; the game goes on at the server",
            false => "Leave the table; the game is kept",
        };
        menu.push((leave.into(), "^C", MenuAction::Leave));
        menu
    }

    fn routine_told(&self) -> &'static str {
        match self.routine.is_on() {
            true => "Ask me what has only one answer",
            false => "Do by itself what has only one answer",
        }
    }

    /// The choices that end one's own game.
    pub(super) fn grave(&self) -> impl Iterator<Item = &Choice> {
        let offered = self.scene.prompt.iter().flat_map(|prompt| &prompt.choices);
        offered.filter(|choice| choice.grave)
    }

    /// The title and the text of what covers the board, in lines of that width.
    pub(super) fn covering(&self, width: usize) -> (String, Text<'static>) {
        match &self.overlay {
            Overlay::Welcome => (format!(" {} ", self.scene.ground.title), self.welcome(width)),
            Overlay::Help => (" Keys ".into(), Text::from(self.key_lines(width))),
            Overlay::Legend => {
                (" Signs on the board ".into(), Text::from(self.legend_lines(width)))
            }
            Overlay::Sheets => {
                let aim = match self.scene.aim.as_str() {
                    "" => String::new(),
                    aim => stage::text::wrapped(&format!("Aim: {aim}\n\n"), width).join("\n"),
                };
                let sheets = format!("{aim}{}", show::sheets(&self.scene, width));
                (" Sheets and cards ".into(), Text::raw(sheets))
            }
            Overlay::Log => (" The story ".into(), self.story(width, 0)),
            Overlay::News if self.scene.lesson.is_some() => {
                (" The lesson ".into(), Text::from(self.asked_lines(width as u16)))
            }
            Overlay::News => (" Since your last turn ".into(), self.story(width, self.news)),
            Overlay::Talk => (" Said at the table ".into(), self.said(width)),
            Overlay::Answer(asked, answer) => {
                let lines: Vec<String> = answer.lines().map(str::to_string).collect();
                let lines = set_in(&lines, width).into_iter().map(Line::raw);
                (format!(" {asked} "), Text::from(lines.collect::<Vec<_>>()))
            }
            Overlay::Result => (" The game is over ".into(), self.result(width)),
            Overlay::Sure(line) => (" Really? ".into(), self.sure(line, width)),
            _ => (String::new(), Text::default()),
        }
    }

    fn said(&self, width: usize) -> Text<'static> {
        let said = self.session.talk().unwrap_or_default();
        let lines = said.iter().map(|line| format!("{}: {}", line.speaker(), line.text));
        let lines: Vec<String> = lines.chain([String::new(), HOW_TO_TALK.into()]).collect();
        Text::from(set_in(&lines, width).into_iter().map(Line::raw).collect::<Vec<_>>())
    }

    fn sure(&self, line: &str, width: usize) -> Text<'static> {
        let choice = self.grave().find(|choice| choice.notation == line);
        let told = choice.map(|it| format!("{}: {}", it.label, it.told()));
        let told = told.unwrap_or_else(|| "Give up?".into());
        let asked = format!(
            "{told}\n\nThis ends your own game.\n\ny  yes, do it      any other key  go back"
        );
        Text::from(plain(&asked, width))
    }

    fn result(&self, width: usize) -> Text<'static> {
        let mut lines = Vec::new();
        let told = match &self.scene.lesson {
            Some(coaching) => {
                let conclusion = self.session.result().into_iter().next();
                vec![coaching.reply.clone(), conclusion.unwrap_or_default()]
            }
            None => self.session.result(),
        };
        let (first, rest) = told.split_at(told.len().min(1));
        lines.extend(set_in(first, width).into_iter().map(|line| Line::styled(line, BOLD)));
        lines.extend(set_in(rest, width).into_iter().map(Line::raw));
        lines.extend(plain(
            "\nEsc shows the board, F2 the sheets, F3 the story. Enter leaves.",
            width,
        ));
        Text::from(lines)
    }

    fn welcome(&self, width: usize) -> Text<'static> {
        let mut lines = plain(self.session.greeting(), width);
        if !self.scene.aim.is_empty() {
            lines.push(Line::raw(""));
            let aim = stage::text::wrapped(&format!("Your aim: {}", self.scene.aim), width);
            lines.extend(aim.into_iter().map(|line| Line::styled(line, BOLD)));
        }
        lines.push(Line::raw(""));
        lines.extend(plain(
            "Arrows light a choice, Enter takes it; typing filters the list, or is taken as a number or as words. \
             Tab goes to the board: arrows move the cursor, Enter picks. Esc opens the menu, F1 shows all keys.",
            width,
        ));
        lines.push(Line::raw(""));
        lines.push(Line::styled("Signs on the board (F5 shows them again)", BOLD));
        lines.extend(self.legend_lines(width));
        Text::from(lines)
    }

    /// Every sign that is on the board now with what it means: in columns, and what is longer below them.
    fn legend_lines(&self, width: usize) -> Vec<Line<'static>> {
        const COLUMN: usize = 36;
        let legend = stage::text::legend_of(&self.scene, &self.board.canvas);
        let signs = legend.iter().map(|entry| entry.sign.chars().count()).max().unwrap_or(1);
        let room = COLUMN.saturating_sub(signs + 3);
        let texts = legend.into_iter().map(|it| (format!("{:>signs$}  ", it.sign), it.words));
        let (short, long): (Vec<_>, Vec<_>) =
            texts.partition(|(_, words)| words.chars().count() <= room);
        let columns = (width / COLUMN).max(1);
        let rows = short.len().div_ceil(columns);
        let mut lines: Vec<Line<'static>> = (0..rows)
            .map(|row| {
                let cells = (0..columns).filter_map(|column| short.get(column * rows + row));
                let spans = cells.flat_map(|(sign, words)| {
                    [Span::styled(sign.clone(), BOLD), Span::raw(format!("{words:<room$} "))]
                });
                Line::from(spans.collect::<Vec<_>>())
            })
            .collect();
        for (sign, words) in long {
            let wrapped = stage::text::wrapped(&words, width.saturating_sub(signs + 2).max(10));
            for (index, part) in wrapped.into_iter().enumerate() {
                let sign = if index == 0 { sign.clone() } else { " ".repeat(signs + 2) };
                lines.push(Line::from(vec![Span::styled(sign, BOLD), Span::raw(part)]));
            }
        }
        lines
    }

    fn key_lines(&self, width: usize) -> Vec<Line<'static>> {
        let mut lines = Vec::new();
        for (key, meaning) in KEYS {
            let wrapped = stage::text::wrapped(meaning, width.saturating_sub(16).max(10));
            for (index, words) in wrapped.into_iter().enumerate() {
                let key = if index == 0 { *key } else { "" };
                let key = Span::styled(format!("{key:>14}  "), BOLD);
                lines.push(Line::from(vec![key, Span::raw(words)]));
            }
        }
        lines
    }

    /// The story from a line on, in lines of that width, the rules of each quietly behind it.
    pub(super) fn story(&self, width: usize, from: usize) -> Text<'static> {
        let told = self.log.iter().skip(from);
        Text::from(told.flat_map(|line| self.story_line(line, width)).collect::<Vec<_>>())
    }

    fn story_line(&self, told: &LogLine, width: usize) -> Vec<Line<'static>> {
        let is_rule = |word: &&str| told.rules.contains(&word.trim_end_matches(','));
        let whole = format!("{}  {}", told.text, told.rules.join(", "));
        let wrapped = stage::text::wrapped(whole.trim_end(), width).into_iter();
        wrapped
            .map(|line| {
                let rules = line.rsplit(' ').take_while(is_rule).map(|rule| rule.len() + 1).sum();
                let (text, rules) = line.split_at(line.len().saturating_sub(rules));
                Line::from(vec![
                    Span::raw(text.to_string()),
                    Span::styled(rules.to_string(), self.theme.quiet()),
                ])
            })
            .collect()
    }
}

/// Lines that break between words at that width; what is set in stays set in.
pub fn set_in(lines: &[String], width: usize) -> Vec<String> {
    let broken = lines.iter().flat_map(|line| {
        let indent = " ".repeat(line.len() - line.trim_start().len());
        let parts = stage::text::wrapped(line, width.saturating_sub(indent.len()).max(20));
        parts.into_iter().map(move |part| format!("{indent}{part}"))
    });
    broken.collect()
}

fn plain(text: &str, width: usize) -> Vec<Line<'static>> {
    stage::text::wrapped(text, width).into_iter().map(Line::raw).collect()
}
