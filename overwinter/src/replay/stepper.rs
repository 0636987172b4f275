//! A recorded game on the whole screen: the board, the story beside it, and keys to go through it.

use crate::error::{CommandError, CommandResult};
use crate::play::screen::{clean, come_back, shown, style_of, suspend};
use crate::play::{Events, TableEvent};
use crate::show;
use ratatui::crossterm::event::{Event, KeyCode, KeyEvent, KeyEventKind, KeyModifiers};
use ratatui::layout::{Constraint, Layout, Rect};
use ratatui::style::{Modifier, Style};
use ratatui::text::{Line, Span, Text};
use ratatui::widgets::{Block, Borders, Paragraph};
use ratatui::{DefaultTerminal, Frame};
use stage::text::TextLook;
use table::{AnyMatch, AnyReplay, Viewer};

/// Plays the record again as far as so many steps.
type PlayAgain<'a> = dyn Fn(usize) -> Result<Box<dyn AnyMatch>, CommandError> + 'a;

/// Shows a record step by step until somebody leaves. Where it cannot be followed further, that is said.
pub fn show(
    title: &str,
    replay: AnyReplay,
    viewer: Viewer,
    steps: usize,
    play_again: &PlayAgain<'_>,
) -> CommandResult {
    let notice = replay.divergence.map(|found| found.to_string()).unwrap_or_default();
    let story = replay.game.log(viewer, 0);
    let last = replay.game.len().min(steps);
    let mut stepper = Stepper { title, notice, viewer, last, story, game: replay.game, play_again };
    shown(|terminal, events| stepper.run(terminal, events))
}

struct Stepper<'a> {
    title: &'a str,
    notice: String,
    viewer: Viewer,
    /// The last step that can be shown.
    last: usize,
    /// The whole story.
    story: Vec<table::LogLine>,
    /// The match after the step that is shown.
    game: Box<dyn AnyMatch>,
    play_again: &'a PlayAgain<'a>,
}

impl Stepper<'_> {
    fn run(&mut self, terminal: &mut DefaultTerminal, events: &mut Events) -> CommandResult {
        loop {
            terminal.draw(|frame| {
                self.paint(frame);
                clean(frame.buffer_mut());
            })?;
            match events.next()? {
                TableEvent::Screen(Event::Key(key)) if key.kind != KeyEventKind::Release => {
                    match self.step_of(key) {
                        None => return Ok(()),
                        Some(step) => self.go_to(step)?,
                    }
                }
                TableEvent::Suspend => suspend(),
                TableEvent::Continue => come_back(terminal)?,
                _ => {}
            }
        }
    }

    /// The step that a key goes to; none if it leaves.
    fn step_of(&self, key: KeyEvent) -> Option<usize> {
        let at = self.game.len();
        Some(match key.code {
            KeyCode::Esc | KeyCode::Char('q') => return None,
            KeyCode::Char('c') if key.modifiers.contains(KeyModifiers::CONTROL) => return None,
            KeyCode::Right | KeyCode::Down | KeyCode::Char(' ') | KeyCode::Enter => at + 1,
            KeyCode::Left | KeyCode::Up | KeyCode::Backspace => at.saturating_sub(1),
            KeyCode::PageDown => at + 10,
            KeyCode::PageUp => at.saturating_sub(10),
            KeyCode::Home => 0,
            KeyCode::End => self.last,
            _ => at,
        })
    }

    fn go_to(&mut self, step: usize) -> CommandResult {
        let step = step.min(self.last);
        if step != self.game.len() {
            self.game = (self.play_again)(step)?;
        }
        Ok(())
    }

    fn paint(&self, frame: &mut Frame) {
        let [head, middle, foot] =
            Layout::vertical([Constraint::Length(2), Constraint::Min(1), Constraint::Length(1)])
                .areas(frame.area());
        let [board, story] =
            Layout::horizontal([Constraint::Percentage(60), Constraint::Min(20)]).areas(middle);
        let scene = self.game.scene(self.viewer).flat();
        let place = format!(" {}   step {} of {}", self.title, self.game.len(), self.last);
        let lit = Style::new().add_modifier(Modifier::REVERSED);
        let lines = vec![
            Line::styled(format!("{place:<width$}", width = head.width as usize), lit),
            Line::raw(format!("{}  {}", scene.headline, self.notice)),
        ];
        frame.render_widget(Paragraph::new(lines), head);
        paint_board(frame, board, &scene);
        self.paint_story(frame, story);
        let keys = "←→ a step   PgUp PgDn ten   Home End   q leaves";
        frame.render_widget(Paragraph::new(keys), foot);
        frame.set_cursor_position((foot.x, foot.y));
    }

    /// The story with what happened in this step lit and in view.
    fn paint_story(&self, frame: &mut Frame, area: Rect) {
        let block = Block::new().borders(Borders::LEFT);
        let inner = block.inner(area);
        let (mut lines, mut here) = (Vec::new(), 0);
        for told in &self.story {
            let style = match told.step.cmp(&self.game.len()) {
                std::cmp::Ordering::Less => Style::new(),
                std::cmp::Ordering::Equal => Style::new().add_modifier(Modifier::BOLD),
                std::cmp::Ordering::Greater => Style::new().add_modifier(Modifier::DIM),
            };
            let text = format!("{:>4} {}", told.step, told.text);
            let wrapped = stage::text::wrapped(&text, inner.width as usize);
            lines.extend(wrapped.into_iter().map(|line| Line::styled(line, style)));
            if told.step <= self.game.len() {
                here = lines.len();
            }
        }
        let height = inner.height as usize;
        let top = (here + height / 3).min(lines.len()).saturating_sub(height);
        let shown = lines.into_iter().skip(top).take(height).collect::<Vec<_>>();
        frame.render_widget(Paragraph::new(Text::from(shown)).block(block), area);
    }
}

fn paint_board(frame: &mut Frame, area: Rect, scene: &stage::Scene) {
    let (width, height) = (area.width as usize, area.height as usize);
    let canvas = stage::text::board(scene, &TextLook { width, ..show::text_look() });
    let window = asking::around_focus(scene, &canvas, width, height);
    let lines: Vec<Line> = canvas
        .crop(window)
        .lines()
        .into_iter()
        .map(|spans| {
            spans.into_iter().map(|span| Span::styled(span.text, style_of(span.style))).collect()
        })
        .collect();
    frame.render_widget(Paragraph::new(lines), area);
}
