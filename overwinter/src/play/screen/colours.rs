//! How things look on this terminal: its colours, light or dark, and whether it knows more than ASCII.

use crate::terminal;
use ratatui::buffer::Buffer;
use ratatui::style::{Color, Modifier, Style};
use stage::Ink;
use stage::palette::terminal::{of_16, of_256};
use stage::palette::{self, Shade, Tone};
use stage::text::ColourDepth;

/// The look of the whole screen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ScreenTheme {
    /// How many colours there are.
    pub depth: ColourDepth,
    /// Light or dark.
    pub shade: Shade,
    /// Whether only ASCII is used.
    pub ascii: bool,
}

impl ScreenTheme {
    /// What this terminal says of itself.
    pub fn of_terminal() -> ScreenTheme {
        ScreenTheme { depth: terminal::depth(), shade: terminal::shade(), ascii: terminal::ascii() }
    }

    fn colour(self, tone: Tone) -> Color {
        match self.depth {
            ColourDepth::True => {
                let rgb = palette::colour(tone, self.shade);
                Color::Rgb(rgb.0, rgb.1, rgb.2)
            }
            ColourDepth::Indexed => Color::Indexed(of_256(tone, self.shade)),
            ColourDepth::Sixteen => Color::Indexed(of_16(tone, self.shade)),
        }
    }

    /// Something of the board.
    pub fn style(self, style: stage::text::Style) -> Style {
        let mut painted = Style::new();
        painted.fg = style.front.map(|tone| self.colour(tone));
        painted.bg = style.back.map(|tone| self.colour(tone));
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

    /// What is less important than the rest.
    pub fn quiet(self) -> Style {
        Style::new().fg(self.colour(Tone::Quiet))
    }

    /// Writing in an ink.
    pub fn writing(self, ink: Ink) -> Style {
        Style::new().fg(self.colour(Tone::Writing(ink)))
    }

    /// What can be chosen, and what is pointed at.
    pub fn glow(self) -> Style {
        Style::new().fg(self.colour(Tone::OnGlow)).bg(self.colour(Tone::Glow))
    }

    /// Replaces whatever this terminal cannot show, and whatever would steer it instead of being shown.
    pub fn clean(self, buffer: &mut Buffer) {
        super::clean(buffer);
        if !self.ascii {
            return;
        }
        for cell in &mut buffer.content {
            if let Some(letter) = cell.symbol().chars().find(|letter| !letter.is_ascii()) {
                cell.set_char(in_ascii(letter));
            }
        }
    }
}

/// The head line and what is lit in a list.
pub const LIT: Style = Style::new().add_modifier(Modifier::REVERSED);

/// What stands out.
pub const BOLD: Style = Style::new().add_modifier(Modifier::BOLD);

/// The nearest to a character that ASCII has.
fn in_ascii(letter: char) -> char {
    match letter {
        '“' | '”' | '„' | '″' => '"',
        '‘' | '’' | '′' => '\'',
        '–' | '—' | '−' | '─' | '━' | '═' => '-',
        '│' | '┃' | '║' => '|',
        '┌' | '┐' | '└' | '┘' | '├' | '┤' | '┬' | '┴' | '┼' => '+',
        '…' | '·' | '•' => '.',
        '↑' | '▲' => '^',
        '↓' | '▼' => 'v',
        '←' | '◀' => '<',
        '→' | '►' | '▶' => '>',
        '×' => 'x',
        '█' | '▓' | '▒' | '░' => '#',
        'é' | 'è' | 'ê' | 'ë' => 'e',
        'á' | 'à' | 'â' | 'ä' => 'a',
        'ó' | 'ò' | 'ô' | 'ö' => 'o',
        'ú' | 'ù' | 'û' | 'ü' => 'u',
        '\u{a0}' => ' ',
        _ => '?',
    }
}
