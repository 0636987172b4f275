//! The screen, painted.

use super::board::View;
use super::colours::{BOLD, LIT};
use super::list::ListRow;
use super::overlay::Overlay;
use super::{Hit, Pane, Screen, layout};
use ratatui::Frame;
use ratatui::buffer::Cell;
use ratatui::crossterm::event::KeyCode;
use ratatui::layout::Rect;
use ratatui::style::{Modifier, Style};
use ratatui::text::{Line, Span, Text};
use ratatui::widgets::{Block, Borders, Clear, Paragraph};
use stage::text::Window;
use stage::{Field, Ink, Spotlight};

/// The columns of a mark such as `▼ 120 more`, and one before it.
const MARK: u16 = 11;

impl Screen<'_> {
    pub(super) fn paint(&self, frame: &mut Frame) {
        let screen = frame.area();
        self.hits.borrow_mut().clear();
        if self.overlay == Overlay::Curtain {
            return self.paint_curtain(frame, screen);
        }
        let parts = self.parts.get();
        self.paint_head(frame, parts.head);
        self.paint_board(frame, parts.board);
        self.paint_prompt(frame, parts.prompt);
        self.paint_detail(frame, parts.detail);
        if parts.story.area() > 0 {
            self.paint_story(frame, parts.story);
        }
        if parts.sheets.area() > 0 {
            self.paint_sheets(frame, parts.sheets);
        }
        self.paint_foot(frame, parts.foot);
        let covered = Rect { height: screen.height.saturating_sub(1), ..screen };
        match &self.overlay {
            Overlay::Nothing | Overlay::Curtain => {}
            Overlay::Menu(at) => self.paint_menu(frame, covered, *at),
            Overlay::Form => self.paint_form(frame, covered),
            Overlay::Sure(_) => self.paint_overlay(frame, middle(covered, 64, 10)),
            _ => self.paint_overlay(frame, covered),
        }
    }

    fn note_hit(&self, area: Rect, hit: Hit) {
        self.hits.borrow_mut().push((area, hit));
    }

    fn paint_head(&self, frame: &mut Frame, area: Rect) {
        frame.render_widget(Paragraph::new(self.head_lines(frame.area())), area);
    }

    /// What is played and where we are, how the person whose screen this is fares, and the aim: in as many lines as they
    /// need and a screen of that size has. What has no room ends with a whole part and the key that shows the rest.
    pub(super) fn head_lines(&self, screen: Rect) -> Vec<Line<'static>> {
        let width = screen.width as usize;
        let places = |field: &Field| matches!(field, Field::Places(_));
        let full = self.scene.ground.fields.iter().all(places);
        let most = layout::most_of_head(screen.height, full);
        let named = match self.session.title() {
            "" => self.scene.ground.title.as_str(),
            title => title,
        };
        let title = format!(" {named} ");
        let name = match self.viewer.seat() {
            Some(seat) if self.session.people() > 1 => format!("{} ", self.session.name(seat)),
            _ => String::new(),
        };
        let room = width.saturating_sub(title.chars().count() + name.chars().count() + 1);
        let time = self.session.time();
        // What is played is said once.
        let headline = self.scene.headline.as_str();
        let headline = headline.strip_prefix(&format!("{named}: ")).unwrap_or(headline);
        let mut headline = match time.is_empty() {
            true => headline.to_string(),
            false => format!("{headline} · {time}"),
        };
        let aim = match &self.scene.standing {
            Some(standing) => standing.clone(),
            None if self.scene.aim.is_empty() => String::new(),
            None => format!("Aim: {}", self.scene.aim),
        };
        let vitals = self.vitals();
        let beside = room.saturating_sub(headline.chars().count() + 2);
        let both = !aim.is_empty() && !vitals.is_empty();
        let in_first = !aim.is_empty() && (aim.chars().count() <= beside || most < 3 && both);
        if in_first {
            headline = format!("{headline}. {}", shortened(&aim, beside, 1));
        }
        let left = most - 1 - usize::from(both && !in_first);
        let mut lines = shortened(&vitals, width.saturating_sub(2), left);
        if !aim.is_empty() && !in_first {
            let left = most - 1 - lines.lines().count();
            lines = format!("{lines}\n{}", shortened(&aim, width.saturating_sub(2), left));
        }
        let first = Line::from(vec![
            Span::styled(title, BOLD),
            Span::raw(format!(" {:<room$}", clipped(&headline, room))),
            Span::raw(name),
        ]);
        let quiet = lines.lines().filter(|line| !line.is_empty());
        let quiet = quiet.map(|line| Line::styled(format!(" {line}"), self.theme.quiet()));
        std::iter::once(first.style(LIT)).chain(quiet).collect()
    }

    /// How the person whose screen this is fares: facts and tracks of the open sheet.
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
                    let told = facts.iter().filter(|fact| !fact.value.is_empty());
                    vitals.extend(told.map(|fact| format!("{} {}", fact.label, fact.value)));
                }
                stage::Block::Track(track) => {
                    let here = track.boxes.iter().find(|part| part.here);
                    vitals.extend(here.map(|here| format!("{} {}", track.label, here.label)));
                }
                _ => {}
            }
        }
        // Counts are needed to decide, and come before what has none.
        vitals.sort_by_key(|vital| !vital.contains(|letter: char| letter.is_ascii_digit()));
        vitals.join(" · ")
    }

    fn paint_board(&self, frame: &mut Frame, area: Rect) {
        let target = self.lit_target().and_then(|target| self.part_of(&target));
        let cursor =
            Window { column: self.board.cursor.0, row: self.board.cursor.1, width: 1, height: 1 };
        let anchor = match self.pane {
            Pane::Board => Some(cursor),
            Pane::List => target.or(Some(cursor)),
        };
        let view = self.board.view(area, anchor);
        let lines: Vec<Line> = self
            .board
            .canvas
            .crop(view.window)
            .lines()
            .into_iter()
            .map(|spans| {
                let styled =
                    |span: stage::text::Span| Span::styled(span.text, self.theme.style(span.style));
                spans.into_iter().map(styled).collect()
            })
            .collect();
        frame.render_widget(Paragraph::new(lines), view.area);
        self.blank_what_is_cut(frame, view);
        for spotlight in self.scene.lesson.iter().flat_map(|coaching| &coaching.look) {
            let place = match spotlight {
                Spotlight::Place(id) => self.board.canvas.place(id),
                Spotlight::Piece(id) => self.board.canvas.piece(id),
                _ => None,
            };
            light(frame, view, place, |cell| self.glow(cell));
        }
        for part in &self.sketch.parts {
            light(frame, view, Some(*part), |cell| {
                if cell.symbol() == " " && part.width == 1 {
                    cell.set_char('•');
                }
                cell.modifier.insert(Modifier::UNDERLINED | Modifier::BOLD);
            });
        }
        light(frame, view, target, |cell| self.glow(cell));
        if self.pane == Pane::Board {
            self.paint_cursor(frame, view);
        }
    }

    /// What is pointed at, also where there are no colours.
    fn glow(&self, cell: &mut Cell) {
        cell.set_style(self.theme.glow());
        if !crate::terminal::colour() {
            cell.modifier.insert(Modifier::REVERSED);
        }
    }

    /// Nothing is shown of hexes and boxes that are partly out of sight.
    fn blank_what_is_cut(&self, frame: &mut Frame, view: View) {
        let measured =
            self.scene.ground.fields.iter().any(|field| matches!(field, Field::Plane(_)));
        if measured {
            return;
        }
        for (_, part) in self.board.canvas.places() {
            let larger = part.width > view.window.width || part.height > view.window.height;
            if !larger && !view.shows(part) {
                light(frame, view, Some(part), |cell| cell.reset());
            }
        }
        // A row of which nothing is shown has no number either.
        let begins = |row: usize| {
            let mut parts = self.board.canvas.places().filter(move |(_, part)| part.row == row);
            parts.any(|(_, part)| view.shows(part))
        };
        let axis = self.board.canvas.axes().0;
        let last = view.window.row + view.window.height;
        for row in last.saturating_sub(2).max(view.window.row + 1)..last {
            if axis > 0 && !begins(row) {
                let numbers = Window { column: 0, row, width: axis, height: 1 };
                light(frame, view, Some(numbers), |cell| cell.reset());
            }
        }
    }

    fn paint_cursor(&self, frame: &mut Frame, view: View) {
        let (column, row) = self.board.cursor;
        let point = Window { column, row, width: 1, height: 1 };
        let on_plane = self.board.canvas.point_at(column, row).is_some();
        let place = self.place_here().filter(|_| !on_plane);
        let part = place.and_then(|id| self.board.canvas.place(id)).unwrap_or(point);
        light(frame, view, Some(part), |cell| {
            cell.modifier.toggle(Modifier::REVERSED);
            cell.modifier.insert(Modifier::BOLD);
        });
        if let Some(at) = view.on_screen(column, row) {
            frame.set_cursor_position(at);
        }
    }

    fn paint_sheets(&self, frame: &mut Frame, area: Rect) {
        let inner = self.titled(frame, area, " Sheets (F2 all) ", true);
        let seat = self.viewer.seat().map(|seat| seat.0);
        let mut open: Vec<&stage::Panel> =
            self.scene.panels.iter().filter(|panel| panel.open).collect();
        if open.is_empty() {
            open = self.scene.panels.iter().collect();
        }
        open.sort_by_key(|panel| panel.seat.is_none() || panel.seat != seat);
        let text: Vec<String> = open
            .into_iter()
            .map(|panel| stage::text::panel(panel, inner.width.saturating_sub(1) as usize))
            .collect();
        let text = Text::raw(text.join("\n"));
        let more = text.lines.len() > inner.height as usize;
        frame.render_widget(Paragraph::new(text), inner);
        if more {
            self.mark_more(frame, inner, "▼ more: F2");
        }
    }

    /// A part of the screen under a line with a title; gives what is left of it.
    fn titled(&self, frame: &mut Frame, area: Rect, title: &str, left: bool) -> Rect {
        let borders = if left { Borders::TOP | Borders::LEFT } else { Borders::TOP };
        let block =
            Block::new().borders(borders).border_style(self.theme.quiet()).title(title.to_string());
        let inner = block.inner(area);
        frame.render_widget(block, area);
        inner
    }

    /// A mark in the lower right corner.
    fn mark_more(&self, frame: &mut Frame, area: Rect, text: &str) {
        let width = (text.chars().count() as u16).min(area.width);
        let corner = Rect {
            x: area.right() - width,
            y: area.bottom().saturating_sub(1),
            width,
            height: 1.min(area.height),
        };
        frame.render_widget(Paragraph::new(Span::styled(text.to_string(), LIT)), corner);
    }

    /// The notice, what a lesson says, the question and the hint, in lines of that width.
    pub(super) fn asked_lines(&self, width: u16) -> Vec<Line<'static>> {
        let mut lines = Vec::new();
        let mut say = |text: &str, style: Style| {
            let wrapped = stage::text::wrapped(text, width.saturating_sub(1).max(10) as usize);
            let wrapped = wrapped.into_iter().filter(|line| !line.is_empty());
            lines.extend(wrapped.map(|line| Line::styled(line, style)));
        };
        say(&self.thinks, BOLD);
        say(&self.notice, self.theme.writing(Ink::Warm));
        if let Some(coaching) = &self.scene.lesson {
            let place = format!("{}, {} of {}:", coaching.title, coaching.step, coaching.steps);
            say(&coaching.reply, self.theme.writing(Ink::Good));
            say(&format!("{place} {}", coaching.say), BOLD);
            say(&coaching.rules.join(" "), self.theme.quiet());
        }
        match &self.scene.prompt {
            _ if !self.thinks.is_empty() => {}
            Some(prompt) => {
                say(&prompt.question, BOLD);
                say(&prompt.hint, self.theme.quiet());
            }
            None if self.over() && self.scene.lesson.is_some() => {
                say("The lesson is over. Enter leaves the table.", BOLD);
            }
            None if self.over() => {
                say(
                    "The game is over. Enter leaves the table; Esc, then The result, shows it.",
                    BOLD,
                );
            }
            None => {}
        }
        lines
    }

    fn paint_prompt(&self, frame: &mut Frame, area: Rect) {
        let beside = area.x > 0;
        let area = if beside { self.titled(frame, area, &self.list_title(), true) } else { area };
        let asked = self.asked_lines(area.width);
        let rows = self.list.rows();
        let most = area.height.saturating_sub((rows.len() as u16).min(area.height / 2).max(1));
        let high = (asked.len() as u16).min(if rows.is_empty() { area.height } else { most });
        let words = Rect { height: high, ..area };
        let hidden = asked.len() > high as usize;
        // Of more words than there is room for the first are the notice and the question; the hint is the last.
        frame.render_widget(Paragraph::new(asked), words);
        if hidden && self.scene.lesson.is_some() {
            self.mark_more(frame, words, "▼ more: F6");
        }
        let list = Rect { y: area.y + high, height: area.height - high, ..area };
        if self.thinks.is_empty() {
            self.paint_list(frame, list, &rows);
        }
    }

    fn list_title(&self) -> String {
        let shown = self.list.shown().len();
        let all = self.list.asked().len();
        match (self.list.narrowed(), shown == all) {
            (Some(title), _) => format!(" {title}: {shown} of {all} (Esc: all) "),
            (None, true) => format!(" Choices: {all} "),
            (None, false) => format!(" Choices: {shown} of {all} "),
        }
    }

    fn paint_list(&self, frame: &mut Frame, area: Rect, rows: &[ListRow]) {
        if rows.is_empty() {
            let typed = !self.list.typed().is_empty() && self.seat().is_some();
            let words = if typed { "No such choice; Enter says it as it stands." } else { "" };
            frame.render_widget(Paragraph::new(Span::styled(words, self.theme.quiet())), area);
            return;
        }
        let height = area.height as usize;
        let lit = self.list.lit();
        let at =
            rows.iter().position(|row| matches!(row, ListRow::Entry(index) if Some(*index) == lit));
        let last = rows.len().saturating_sub(height);
        let mut top = self.list_top.get().min(last);
        if let Some(at) = at.filter(|_| !self.list_held) {
            // The heading above the first entry stays in sight.
            top = top.min(at.saturating_sub(1)).max((at + 2).saturating_sub(height)).min(last);
        }
        self.list_top.set(top);
        let above = rows[..top].iter().filter(|row| matches!(row, ListRow::Entry(_))).count();
        let below = rows[(top + height).min(rows.len())..].iter();
        let below = below.filter(|row| matches!(row, ListRow::Entry(_))).count();
        for (line, row) in rows.iter().skip(top).take(height).enumerate() {
            // Words end before a mark, so that it cuts none.
            let marked = (line == 0 && above > 0) || (line + 1 == height && below > 0);
            let width = if marked { area.width.saturating_sub(MARK) } else { area.width };
            let place = Rect { y: area.y + line as u16, height: 1, width, ..area };
            self.paint_row(frame, place, *row);
        }
        let corner = |y: u16| Rect { y, height: 1, ..area };
        if above > 0 {
            self.mark_more(frame, corner(area.y), &format!("▲ {above} more"));
        }
        if below > 0 {
            self.mark_more(frame, area, &format!("▼ {below} more"));
        } else if self.list.folded() > 0 && rows.len() < height {
            let words = format!("{} more as you type or point", self.list.folded());
            let style = self.theme.quiet();
            let place = corner(area.y + rows.len() as u16);
            frame.render_widget(Paragraph::new(Span::styled(words, style)), place);
        }
    }

    fn paint_row(&self, frame: &mut Frame, area: Rect, row: ListRow) {
        let width = area.width as usize;
        match row {
            ListRow::Heading(index) => {
                let text = clipped(&self.list.heading(index, width.saturating_sub(5)), width);
                frame.render_widget(Paragraph::new(Span::styled(text, BOLD)), area);
            }
            ListRow::Entry(index) => {
                let Some(entry) = self.list.get(index) else { return };
                self.note_hit(area, Hit::Entry(index));
                let lit = self.list.lit() == Some(index);
                let mark = if lit { '►' } else { ' ' };
                let words = self.list.shown_label(index, width.saturating_sub(5));
                let label = format!("{mark}{:>3} {words}", entry.number);
                let room = width.saturating_sub(label.chars().count() + 2);
                let label = with_its_end(&label, width);
                let told = match room >= 16 && !lit {
                    true => clipped(&entry.told, room),
                    false => String::new(),
                };
                let style = if lit { LIT } else { Style::new() };
                let rest = width.saturating_sub(label.chars().count());
                let told = format!("  {told}");
                let line = Line::from(vec![
                    Span::styled(label, style),
                    Span::styled(
                        clipped(&format!("{told:<rest$}"), rest),
                        if lit { LIT } else { self.theme.quiet() },
                    ),
                ]);
                frame.render_widget(Paragraph::new(line), area);
            }
        }
    }

    /// What is lit or pointed at, in words; on a small screen the end of the story where nothing is.
    fn paint_detail(&self, frame: &mut Frame, area: Rect) {
        let (title, words) = match self.pane {
            Pane::Board => (" Here ", self.told_here()),
            Pane::List => (" What it means ", self.told_lit()),
        };
        let small = self.parts.get().story.area() == 0;
        let tells = words.is_empty() && small;
        let new = self.news < self.log.len();
        let title = match (tells, new) {
            (false, _) => title,
            (true, true) => " Since your last turn ",
            (true, false) => " The story ",
        };
        let inner = self.titled(frame, area, title, area.x > 0);
        let width = inner.width.saturating_sub(1).max(10) as usize;
        let text = match tells {
            true => self.story(width, if new { self.news } else { 0 }),
            false => {
                let wrapped = words.iter().flat_map(|line| stage::text::wrapped(line, width));
                Text::from(wrapped.map(Line::raw).collect::<Vec<_>>())
            }
        };
        let past = text.lines.len().saturating_sub(inner.height as usize) as u16;
        let from = if tells { past } else { 0 };
        frame.render_widget(Paragraph::new(text).scroll((from, 0)), inner);
    }

    /// The lit entry: what it costs or means, and what it would do.
    fn told_lit(&self) -> Vec<String> {
        let Some(entry) = self.list.lit().and_then(|lit| self.list.get(lit)) else {
            return Vec::new();
        };
        let mut words = vec![entry.label.clone()];
        words.extend((!entry.told.is_empty()).then(|| entry.told.clone()));
        let sketched = &self.sketch.words;
        let known =
            entry.told.contains(sketched.as_str()) || entry.label.contains(sketched.as_str());
        words.extend((!sketched.is_empty() && !known).then(|| sketched.clone()));
        words
    }

    /// What Enter does here, and what is here.
    fn told_here(&self) -> Vec<String> {
        let mut words = Vec::new();
        let here = self.entries_here();
        let free = self.free_here();
        let mover = self.mover_here().filter(|mover| self.picked.as_ref() != Some(mover));
        match (here.as_slice(), free.as_slice(), mover) {
            (_, _, Some(mover)) => words.push(format!("Enter picks {}.", self.name_of(&mover))),
            ([only], [], None) => {
                let entry = &self.list.asked()[*only];
                words
                    .push(format!("Enter: {}. {}", entry.label, entry.told).trim_end().to_string());
            }
            ([], [only], None) => words.push(format!("Enter: {}. {}", only.label, only.told)),
            ([], [], None) => {
                let way = self.way_here();
                words.extend(self.refused_here());
                words.extend(way.map(|(_, tag)| format!("Enter goes there, step by step: {tag}.")));
            }
            (here, free, None) => {
                words.push(format!("Enter shows {} choices here.", here.len() + free.len()));
                words.extend(free.iter().map(|entry| format!("{}: {}", entry.label, entry.told)));
            }
        }
        words.push(self.words_here().join(". "));
        words
    }

    fn paint_story(&self, frame: &mut Frame, area: Rect) {
        let title =
            if self.news < self.log.len() { " Since your last turn " } else { " The story " };
        let inner = self.titled(frame, area, title, false);
        let width = inner.width.saturating_sub(1) as usize;
        let new = self.story(width, self.news).lines.len();
        let story = self.story(width, 0);
        let old = story.lines.len() - new.min(story.lines.len());
        let scroll = story.lines.len().saturating_sub(inner.height as usize);
        let lines = story.lines.into_iter().enumerate().skip(scroll);
        let quiet = self.theme.quiet();
        let lines: Vec<Line> = lines
            .map(|(index, line)| if index < old { line.patch_style(quiet) } else { line })
            .collect();
        frame.render_widget(Paragraph::new(lines), inner);
    }

    fn paint_foot(&self, frame: &mut Frame, area: Rect) {
        let keys = [
            ("F1 keys", KeyCode::F(1)),
            ("F2 sheets", KeyCode::F(2)),
            ("F3 story", KeyCode::F(3)),
            (if self.pane == Pane::Board { "Tab list" } else { "Tab board" }, KeyCode::Tab),
            ("Esc menu", KeyCode::F(10)),
            ("^Z undo", KeyCode::Null),
            ("^C leave", KeyCode::Null),
        ];
        let typed = format!("> {}", self.list.typed());
        let used = (typed.chars().count() as u16).min(area.width.saturating_sub(1));
        frame.render_widget(Paragraph::new(typed), area);
        let mut room = area.width.saturating_sub(used + 1);
        let mut fitting = Vec::new();
        for (words, code) in keys {
            let width = words.chars().count() as u16 + 2;
            if width > room {
                break;
            }
            room -= width;
            fitting.push((words, code, width));
        }
        let mut x = area.x + used + 1 + room;
        for (words, code, width) in fitting {
            let place = Rect { x, y: area.y, width, height: 1 };
            frame.render_widget(Paragraph::new(Span::styled(words, self.theme.quiet())), place);
            if code != KeyCode::Null {
                self.note_hit(place, Hit::Key(code));
            }
            x += width;
        }
        if self.pane == Pane::List || self.overlay != Overlay::Nothing {
            frame.set_cursor_position((area.x + used, area.y));
        }
    }

    fn paint_overlay(&self, frame: &mut Frame, area: Rect) {
        let (title, text) = self.covering(area.width.saturating_sub(4) as usize);
        let keys = match self.overlay {
            Overlay::Result => " Enter leaves, Esc shows the board, arrows scroll ",
            Overlay::Sure(_) => "",
            _ => " Esc or Enter closes, arrows scroll ",
        };
        // No larger than what it says, so that the board stays in sight.
        let area = middle(area, area.width, (text.lines.len() as u16).saturating_add(2));
        let block = Block::bordered().title(title).title_bottom(keys);
        let inner = block.inner(area);
        let last = (text.lines.len() as u16).saturating_sub(inner.height);
        let scroll = self.scroll.get().min(last);
        self.scroll.set(scroll);
        self.scroll_last.set(last);
        frame.render_widget(Clear, area);
        let inside = Rect { x: inner.x + 1, width: inner.width.saturating_sub(2), ..inner };
        frame.render_widget(block, area);
        frame.render_widget(Paragraph::new(text).scroll((scroll, 0)), inside);
        if scroll > 0 {
            let top = Rect { height: 1, ..inner };
            self.mark_more(frame, top, &format!("▲ {scroll} more"));
        }
        if scroll < last {
            self.mark_more(frame, inner, &format!("▼ {} more", last - scroll));
        }
    }

    fn paint_menu(&self, frame: &mut Frame, area: Rect, at: usize) {
        let menu = self.menu();
        let area = middle(area, 44, menu.len() as u16 + 2);
        let block = Block::bordered().title(" Menu ").title_bottom(" Enter, or Esc back ");
        let inner = block.inner(area);
        frame.render_widget(Clear, area);
        frame.render_widget(block, area);
        let top = (at as u16 + 1).saturating_sub(inner.height) as usize;
        for (index, (words, key, _)) in
            menu.iter().enumerate().skip(top).take(inner.height as usize)
        {
            let place = Rect { y: inner.y + (index - top) as u16, height: 1, ..inner };
            let room = inner.width.saturating_sub(6) as usize;
            let words = clipped(words, room);
            let style = if index == at { LIT } else { Style::new() };
            let line = Span::styled(format!(" {words:<room$} {key:<4}"), style);
            frame.render_widget(Paragraph::new(line), place);
            self.note_hit(place, Hit::Menu(index));
        }
    }

    fn paint_form(&self, frame: &mut Frame, area: Rect) {
        let Some(form) = &self.form else { return };
        let width = area.width.min(90);
        let room = width.saturating_sub(4) as usize;
        let mut lines = Vec::new();
        for (label, entry, could_be, here) in form.blanks() {
            let mark = if here { '►' } else { ' ' };
            let entry = if here { format!("{entry}_") } else { entry.to_string() };
            let style = if here { BOLD } else { Style::new() };
            lines.push(Line::styled(clipped(&format!("{mark} {label}: {entry}"), room), style));
            if here {
                let words = stage::text::wrapped(&could_be, room.saturating_sub(4));
                let words = words.into_iter().take(5);
                lines.extend(
                    words.map(|line| Line::styled(format!("    {line}"), self.theme.quiet())),
                );
            }
        }
        lines.push(Line::raw(""));
        if let Some((sum, wanted)) = form.sum() {
            lines.push(Line::raw(format!("Together {sum}, and it must be {wanted}.")));
        }
        lines.push(Line::raw(clipped(&format!("This says: {}", form.line()), room)));
        let notice = stage::text::wrapped(&self.notice, room).into_iter();
        let notice = notice.filter(|line| !line.is_empty());
        lines.extend(notice.map(|line| Line::styled(line, self.theme.writing(Ink::Warm))));
        let area = middle(area, width, lines.len() as u16 + 2);
        let block = Block::bordered()
            .title(format!(" {} ", form.title()))
            .title_bottom(" up down: blanks, left right: change, Enter: on, Esc: back ");
        let inner = block.inner(area);
        frame.render_widget(Clear, area);
        frame.render_widget(block, area);
        let inside = Rect { x: inner.x + 1, width: inner.width.saturating_sub(2), ..inner };
        frame.render_widget(Paragraph::new(lines), inside);
    }

    fn paint_curtain(&self, frame: &mut Frame, area: Rect) {
        let name = self.seat().map(|seat| self.session.name(seat)).unwrap_or_default();
        let text = format!(
            "\n\nPass the keyboard to {name}.\n\nPress Enter when nobody else sees the screen."
        );
        frame.render_widget(Paragraph::new(text).centered(), area);
        frame.set_cursor_position((area.x, area.y));
    }
}

/// The middle of an area, of that size or smaller.
fn middle(area: Rect, width: u16, height: u16) -> Rect {
    let (width, height) = (width.min(area.width), height.min(area.height));
    let (x, y) = (area.x + (area.width - width) / 2, area.y + (area.height - height) / 2);
    Rect { x, y, width, height }
}

/// Changes every cell of a part of the board that is in sight.
fn light(frame: &mut Frame, view: View, part: Option<Window>, change: impl Fn(&mut Cell)) {
    let Some(part) = part else { return };
    for row in part.row..part.row + part.height {
        for column in part.column..part.column + part.width {
            let cell = view.on_screen(column, row).and_then(|at| frame.buffer_mut().cell_mut(at));
            if let Some(cell) = cell {
                change(cell);
            }
        }
    }
}

/// A text that is too long with its end, by which it differs from others that begin so.
fn with_its_end(text: &str, width: usize) -> String {
    let long = text.chars().count();
    // Room for a few words at either end.
    if long <= width || width < 24 {
        return clipped(text, width);
    }
    let tail: String = text.chars().skip(long - width / 3).collect();
    let tail = tail.split_once(' ').map_or(tail.as_str(), |(_, whole)| whole);
    format!("{} {tail}", clipped(text, width - tail.chars().count() - 1))
}

/// The text in so many lines of that width; what has no room for all of it ends with a whole part, and with the key
/// under which the rest stands.
fn shortened(text: &str, width: usize, lines: usize) -> String {
    const REST: &str = " … F2";
    let fits = |text: &str| stage::text::wrapped(text, width.max(1)).len() <= lines;
    if fits(text) {
        return stage::text::wrapped(text, width.max(1)).join("\n");
    }
    let ends = text.match_indices([';', ':', '.', ',', '·']).map(|(at, _)| at);
    // What is counted has a point in it: a part ends before a blank.
    let ends = ends.filter(|at| text[*at..].chars().nth(1) == Some(' '));
    let mut parts = ends.map(|at| format!("{}{REST}", text[..at].trim_end()));
    let longest = parts.rfind(|part| fits(part));
    // The first words of an aim alone would say nothing.
    let longest = longest.filter(|part| part.chars().count() > REST.chars().count() + 4);
    let cut = || {
        let first = stage::text::wrapped(text, width.max(1)).into_iter().next().unwrap_or_default();
        format!("{}{REST}", clipped(&first, width.saturating_sub(REST.chars().count())))
    };
    stage::text::wrapped(&longest.unwrap_or_else(cut), width.max(1)).join("\n")
}

/// The text, or as much of it as has room, cut between words where it can be.
pub(super) fn clipped(text: &str, width: usize) -> String {
    if text.chars().count() <= width {
        return text.to_string();
    }
    let cut: String = text.chars().take(width.saturating_sub(1)).collect();
    let cut = match cut.rsplit_once(' ') {
        Some((words, rest)) if rest.chars().count() < 12 && words.trim().len() > 3 => words,
        _ => cut.as_str(),
    };
    if width == 0 { String::new() } else { format!("{cut}…") }
}
