//! The screen, painted.

use super::keys::KEYS;
use super::layout::screen_layout;
use super::{Overlay, Screen};
use crate::show;
use ratatui::Frame;
use ratatui::buffer::Cell;
use ratatui::layout::Rect;
use ratatui::style::{Color, Modifier, Style};
use ratatui::text::{Line, Span, Text};
use ratatui::widgets::{Block, Borders, Clear, Paragraph};
use stage::palette::terminal::{of_16, of_256};
use stage::palette::{self, Shade, Tone};
use stage::text::{ColourDepth, Window};
use stage::{Choice, Spotlight, Target};

const QUIET: Style = Style::new().fg(Color::DarkGray);
const LIT: Style = Style::new().add_modifier(Modifier::REVERSED);

impl Screen<'_> {
    pub(super) fn paint(&self, frame: &mut Frame) {
        let screen = frame.area();
        let columns = choice_columns(self.choices(), screen.width);
        let asked = self.asked(screen.width);
        let choice_rows = self.choices().len().div_ceil(columns.max(1));
        let parts = screen_layout(screen, (asked.len() + choice_rows) as u16);
        if self.overlay == Overlay::Curtain {
            return self.paint_curtain(frame, screen);
        }
        self.paint_head(frame, parts.head);
        self.paint_board(frame, parts.board);
        if parts.sheets.width > 0 {
            self.paint_sheets(frame, parts.sheets);
        }
        self.paint_prompt(frame, parts.prompt, asked, columns);
        self.paint_log(frame, parts.log);
        self.paint_foot(frame, parts.foot);
        let covered = Rect { height: screen.height.saturating_sub(1), ..screen };
        match self.overlay {
            Overlay::Help => self.paint_overlay(frame, covered, " Keys ", help()),
            Overlay::Sheets => {
                let width = covered.width.saturating_sub(4) as usize;
                let text = Text::raw(show::sheets(&self.scene, width));
                self.paint_overlay(frame, covered, " Sheets and cards ", text);
            }
            Overlay::Log => self.paint_overlay(
                frame,
                covered,
                " The story ",
                self.story(covered.width.saturating_sub(2)),
            ),
            Overlay::Nothing | Overlay::Curtain => {}
        }
    }

    /// The choices that stand in the list: what ends one's own game stands behind all others, and is
    /// written.
    pub(super) fn choices(&self) -> &[Choice] {
        let all = self.scene.prompt.as_ref().map_or(&[][..], |prompt| &prompt.choices);
        let listed = all.iter().position(|choice| choice.grave).unwrap_or(all.len());
        &all[..listed]
    }

    fn paint_head(&self, frame: &mut Frame, area: Rect) {
        let title = Span::styled(
            format!(" {} ", self.scene.ground.title),
            Style::new().add_modifier(Modifier::BOLD),
        );
        let line =
            Line::from(vec![title, Span::raw(format!(" {}", self.scene.headline))]).style(LIT);
        let vitals = Line::styled(clipped(&self.vitals(), area.width as usize), QUIET);
        frame.render_widget(Paragraph::new(vec![line, vitals]), area);
    }

    /// How the person whose screen this is fares, in a line: facts and tracks of the open sheet.
    fn vitals(&self) -> String {
        let seat = self.viewer.seat().map(|seat| seat.0);
        let mut open = self.scene.panels.iter().filter(|panel| panel.open);
        let Some(sheet) = open.find(|panel| panel.seat.is_some() && panel.seat == seat) else {
            return String::new();
        };
        let mut vitals = Vec::new();
        for block in &sheet.blocks {
            match block {
                stage::Block::Facts(facts) => {
                    vitals
                        .extend(facts.iter().map(|fact| format!("{} {}", fact.label, fact.value)));
                }
                stage::Block::Track(track) => {
                    let here = track.boxes.iter().find(|part| part.here);
                    vitals.extend(here.map(|here| format!("{} {}", track.label, here.label)));
                }
                _ => {}
            }
        }
        format!(" {}", vitals.join(" · "))
    }

    fn paint_board(&self, frame: &mut Frame, area: Rect) {
        let (width, height) = (area.width as usize, area.height as usize);
        let mut window = show::around_focus(&self.scene, &self.canvas, width, height);
        let moved = |from: usize, by: i32, size: usize, all: usize| {
            from.saturating_add_signed(by as isize).min(all.saturating_sub(size))
        };
        window.column = moved(window.column, self.pan.0, window.width, self.canvas.width());
        window.row = moved(window.row, self.pan.1, window.height, self.canvas.height());
        let left = area.width.saturating_sub(window.width as u16) / 2;
        let area = Rect { x: area.x + left, width: area.width - left, ..area };
        self.board.set((area, window.column, window.row));
        let lines: Vec<Line> = self
            .canvas
            .crop(window)
            .lines()
            .into_iter()
            .map(|spans| {
                spans.into_iter().map(|span| Span::styled(span.text, style(span.style))).collect()
            })
            .collect();
        frame.render_widget(Paragraph::new(lines), area);
        for spotlight in self.scene.lesson.iter().flat_map(|coaching| &coaching.look) {
            let place = match spotlight {
                Spotlight::Place(id) => self.canvas.place(id),
                Spotlight::Piece(id) => self.canvas.piece(id),
                _ => None,
            };
            light(frame, area, window, place, |cell| {
                cell.set_fg(Color::Black).set_bg(Color::Yellow);
            });
        }
        let selected = self.selected.and_then(|selected| self.choices().get(selected));
        let place = match selected.and_then(|choice| choice.target.as_ref()) {
            Some(Target::Place(id)) => self.canvas.place(id),
            Some(Target::Piece(id)) => self.canvas.piece(id),
            _ => None,
        };
        light(frame, area, window, place, |cell| cell.modifier.insert(Modifier::REVERSED));
    }
    fn paint_sheets(&self, frame: &mut Frame, area: Rect) {
        let block = Block::new().borders(Borders::LEFT).border_style(QUIET);
        let inner = block.inner(area);
        frame.render_widget(block, area);
        let open = self.scene.panels.iter().filter(|panel| panel.open);
        let text: Vec<String> =
            open.map(|panel| stage::text::panel(panel, inner.width as usize)).collect();
        frame.render_widget(Paragraph::new(text.join("\n")), inner);
    }

    /// The notice, the question and the hint, in lines of that width.
    fn asked(&self, width: u16) -> Vec<Line<'static>> {
        let bold = Style::new().add_modifier(Modifier::BOLD);
        let mut lines = Vec::new();
        let mut say = |text: &str, style: Style| {
            let wrapped = stage::text::wrapped(text, width as usize);
            lines.extend(
                wrapped
                    .into_iter()
                    .filter(|line| !line.is_empty())
                    .map(|line| Line::styled(line, style)),
            );
        };
        say(&self.notice, Style::new().fg(Color::Yellow));
        if let Some(coaching) = &self.scene.lesson {
            let place = format!("{}, {} of {}:", coaching.title, coaching.step, coaching.steps);
            say(&coaching.reply, Style::new().fg(Color::Green));
            say(&format!("{place} {}", coaching.say), bold);
            say(&coaching.rules.join(" "), QUIET);
        }
        match &self.scene.prompt {
            Some(prompt) => {
                say(&prompt.question, bold);
                say(&prompt.hint, QUIET);
            }
            None if self.over() && self.scene.lesson.is_some() => {
                say("The lesson is over. Enter leaves the table.", bold);
            }
            None if self.over() => say("The game is over. Enter leaves the table.", bold),
            None => {}
        }
        lines
    }

    fn paint_prompt(
        &self,
        frame: &mut Frame,
        area: Rect,
        asked: Vec<Line<'static>>,
        columns: usize,
    ) {
        let mut lines = asked;
        let choices = self.choices();
        let rows = choices.len().div_ceil(columns.max(1));
        let room = (area.width as usize / columns.max(1)).saturating_sub(1);
        let first = lines.len();
        for row in 0..rows {
            let mut spans = Vec::new();
            for column in 0..columns {
                let index = column * rows + row;
                let Some(choice) = choices.get(index) else {
                    continue;
                };
                let prompt = self.scene.prompt.as_ref();
                let number = prompt.map_or(String::new(), |prompt| show::number(prompt, index));
                let text = clipped(&choice_text(&number, choice), room);
                let style = if Some(index) == self.selected { LIT } else { Style::new() };
                spans.push(Span::styled(format!("{text:<room$}"), style));
                spans.push(Span::raw(" "));
            }
            lines.push(Line::from(spans));
        }
        // Keep the selected choice in sight when the list is longer than its place.
        let selected_row = first + self.selected.unwrap_or(0).checked_rem(rows.max(1)).unwrap_or(0);
        let scroll = (selected_row + 1).saturating_sub(area.height as usize) as u16;
        frame.render_widget(Paragraph::new(lines).scroll((scroll, 0)), area);
    }

    fn paint_log(&self, frame: &mut Frame, area: Rect) {
        let block = Block::new().borders(Borders::TOP).border_style(QUIET);
        let inner = block.inner(area);
        frame.render_widget(block, area);
        let story = self.story(inner.width);
        let scroll = story.lines.len().saturating_sub(inner.height as usize) as u16;
        frame.render_widget(Paragraph::new(story).scroll((scroll, 0)), inner);
    }

    /// The story in lines of that width, the rules of each quietly behind it.
    fn story(&self, width: u16) -> Text<'static> {
        let mut lines = Vec::new();
        for told in &self.log {
            let is_rule = |word: &&str| told.rules.contains(&word.trim_end_matches(','));
            let whole = format!("{}  {}", told.text, told.rules.join(", "));
            for line in stage::text::wrapped(whole.trim_end(), width as usize) {
                let rules = line.rsplit(' ').take_while(is_rule).map(|rule| rule.len() + 1).sum();
                let (text, rules) = line.split_at(line.len().saturating_sub(rules));
                lines.push(Line::from(vec![
                    Span::raw(text.to_string()),
                    Span::styled(rules.to_string(), QUIET),
                ]));
            }
        }
        Text::from(lines)
    }

    fn paint_foot(&self, frame: &mut Frame, area: Rect) {
        let keys = "F1 keys  Tab sheets  F3 story  ^Z undo  ^C leave";
        let typed = format!("> {}", self.input);
        let room = (area.width as usize).saturating_sub(typed.chars().count() + 1);
        let line = Line::from(vec![
            Span::raw(typed.clone()),
            Span::styled(format!("{:>room$}", clipped(keys, room)), QUIET),
        ]);
        frame.render_widget(Paragraph::new(line), area);
        let column = area.x + (typed.chars().count() as u16).min(area.width.saturating_sub(1));
        frame.set_cursor_position((column, area.y));
    }

    fn paint_overlay(&self, frame: &mut Frame, area: Rect, title: &str, text: Text<'_>) {
        let block =
            Block::bordered().title(title.to_string()).title_bottom(" Esc closes, arrows scroll ");
        let last = (text.lines.len() as u16).saturating_sub(block.inner(area).height);
        frame.render_widget(Clear, area);
        frame.render_widget(
            Paragraph::new(text).block(block).scroll((self.scroll.min(last), 0)),
            area,
        );
    }

    fn paint_curtain(&self, frame: &mut Frame, area: Rect) {
        let name = self.seat().map(|seat| self.session.name(seat)).unwrap_or_default();
        let text = format!(
            "\n\nPass the keyboard to {name}.\n\nEnter when you are alone with your cards."
        );
        frame.render_widget(Paragraph::new(text).centered(), area);
        frame.set_cursor_position((area.x, area.y));
    }
}

/// Changes every cell of a place of the board, where there is one in sight.
fn light(
    frame: &mut Frame,
    area: Rect,
    window: Window,
    place: Option<Window>,
    change: impl Fn(&mut Cell),
) {
    let Some(place) = place else { return };
    for row in place.row..place.row + place.height {
        for column in place.column..place.column + place.width {
            let (Some(x), Some(y)) =
                (column.checked_sub(window.column), row.checked_sub(window.row))
            else {
                continue;
            };
            if x < window.width && y < window.height {
                let spot = (area.x + x as u16, area.y + y as u16);
                if let Some(cell) = frame.buffer_mut().cell_mut(spot) {
                    change(cell);
                }
            }
        }
    }
}

fn help() -> Text<'static> {
    let lines = KEYS.iter().map(|(key, meaning)| {
        Line::from(vec![
            Span::styled(format!("{key:>14}  "), Style::new().add_modifier(Modifier::BOLD)),
            Span::raw(*meaning),
        ])
    });
    Text::from(lines.collect::<Vec<_>>())
}

fn choice_text(number: &str, choice: &Choice) -> String {
    let label = if choice.label.is_empty() { &choice.notation } else { &choice.label };
    let told = choice.tag.is_empty() || label.split(' ').any(|word| word == choice.tag);
    let tag = if told { String::new() } else { format!(" ({})", choice.tag) };
    format!("{number:>2} {label}{tag}")
}

/// How many columns of choices fit side by side.
fn choice_columns(choices: &[Choice], width: u16) -> usize {
    let most = choices.len().to_string();
    let longest = choices.iter().map(|choice| choice_text(&most, choice).chars().count()).max();
    (width as usize / (longest.unwrap_or(20) + 2).max(1)).clamp(1, 6)
}

fn clipped(text: &str, width: usize) -> String {
    if text.chars().count() <= width {
        text.to_string()
    } else {
        text.chars().take(width.saturating_sub(1)).chain(['…']).collect()
    }
}

/// How something of the board looks on this terminal.
pub fn style(style: stage::text::Style) -> Style {
    let colours = show::colours();
    let colour = |tone: Tone| {
        let rgb = palette::colour(tone, Shade::Dark);
        match colours {
            ColourDepth::True => Color::Rgb(rgb.0, rgb.1, rgb.2),
            ColourDepth::Indexed => Color::Indexed(of_256(tone, Shade::Dark)),
            ColourDepth::Sixteen => Color::Indexed(of_16(tone, Shade::Dark)),
        }
    };
    let mut painted = Style::new();
    painted.fg = style.front.map(colour);
    painted.bg = style.back.map(colour);
    for (on, modifier) in [
        (style.bold, Modifier::BOLD),
        (style.underline, Modifier::UNDERLINED),
        (style.reverse, Modifier::REVERSED),
    ] {
        if on {
            painted = painted.add_modifier(modifier);
        }
    }
    painted
}
