//! The pen: escaping, short numbers, tags and paths.

use crate::ground::{Point, Rect, Shape};
use std::fmt::Write;
use terrain::Integer;

/// Text made safe for XML, in content and in attributes. Characters that XML does not allow are
/// dropped.
pub fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\'' => out.push_str("&#39;"),
            '\n' | '\t' | '\r' => out.push(' '),
            '\u{fffe}' | '\u{ffff}' => {}
            c if c < ' ' => {}
            c => out.push(c),
        }
    }
    out
}

/// A number as short as it can be written, to a hundredth.
pub fn short(value: f64) -> String {
    let rounded = (value * 100.0).round() / 100.0;
    if rounded == rounded.trunc() {
        return format!("{}", i64::truncated(rounded));
    }
    let text = format!("{rounded}");
    match text.strip_prefix("0.") {
        Some(rest) => format!(".{rest}"),
        None => match text.strip_prefix("-0.") {
            Some(rest) => format!("-.{rest}"),
            None => text,
        },
    }
}

/// Path data under construction, in whole board units. Segments are written relative to the last
/// point, which keeps them short.
#[derive(Default)]
pub struct Path {
    data: String,
    at: Point,
}

impl Path {
    /// Nothing drawn yet.
    pub fn new() -> Path {
        Path::default()
    }

    /// Whether nothing is drawn.
    pub fn is_empty(&self) -> bool {
        self.data.is_empty()
    }

    /// The data for a `d` attribute.
    pub fn data(&self) -> &str {
        &self.data
    }

    fn pair(&mut self, to: Point, first: bool) {
        let (dx, dy) = (to.x - self.at.x, to.y - self.at.y);
        if !first && dx >= 0 {
            self.data.push(' ');
        }
        let gap = if dy < 0 { "" } else { " " };
        let _ = write!(self.data, "{dx}{gap}{dy}");
    }

    /// Lifts the pen and puts it down there.
    pub fn move_to(&mut self, to: Point) -> &mut Path {
        let gap = if to.y < 0 { "" } else { " " };
        let _ = write!(self.data, "M{}{gap}{}", to.x, to.y);
        self.at = to;
        self
    }

    /// A straight line.
    pub fn line_to(&mut self, to: Point) -> &mut Path {
        if to.y == self.at.y {
            let _ = write!(self.data, "h{}", to.x - self.at.x);
        } else if to.x == self.at.x {
            let _ = write!(self.data, "v{}", to.y - self.at.y);
        } else {
            self.data.push('l');
            self.pair(to, true);
        }
        self.at = to;
        self
    }

    /// A curve pulled towards two points.
    pub fn cubic_to(&mut self, first: Point, second: Point, to: Point) -> &mut Path {
        self.data.push('c');
        self.pair(first, true);
        self.pair(second, false);
        self.pair(to, false);
        self.at = to;
        self
    }

    /// Closes the outline.
    pub fn close(&mut self) -> &mut Path {
        self.data.push('z');
        self
    }

    /// A closed polygon.
    pub fn polygon(&mut self, points: &[Point]) -> &mut Path {
        if let Some((first, rest)) = points.split_first() {
            self.move_to(*first);
            for point in rest {
                self.line_to(*point);
            }
            self.close();
        }
        self
    }

    /// An open line, straight from point to point.
    pub fn polyline(&mut self, points: &[Point]) -> &mut Path {
        if let Some((first, rest)) = points.split_first() {
            self.move_to(*first);
            for point in rest {
                self.line_to(*point);
            }
        }
        self
    }

    /// A closed outline with every corner rounded away: it touches the middle of each side. Corners
    /// must have even coordinates, as those of hexes have.
    pub fn softened(&mut self, ring: &[Point]) -> &mut Path {
        let middle = |a: Point, b: Point| Point { x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 };
        let (Some(first), Some(last)) = (ring.first(), ring.last()) else {
            return self;
        };
        self.move_to(middle(*last, *first));
        for (index, corner) in ring.iter().enumerate() {
            let to = middle(*corner, ring[(index + 1) % ring.len()]);
            // Each corner mirrors the one before it in the middle of the side between them, which is
            // what a short curve does of itself.
            self.data.push_str(if index == 0 { "q" } else { "t" });
            if index == 0 {
                self.pair(*corner, true);
                self.pair(to, false);
            } else {
                self.pair(to, true);
            }
            self.at = to;
        }
        self.close()
    }
}

/// A smooth curve through points: for each stretch its two pulls and its end.
pub fn smooth(points: &[Point]) -> Vec<(Point, Point, Point)> {
    let count = points.len();
    (1..count)
        .map(|index| {
            let (from, to) = (points[index - 1], points[index]);
            let before = if index >= 2 { points[index - 2] } else { from };
            let after = if index + 1 < count { points[index + 1] } else { to };
            let first =
                Point { x: from.x + (to.x - before.x) / 6, y: from.y + (to.y - before.y) / 6 };
            let second =
                Point { x: to.x - (after.x - from.x) / 6, y: to.y - (after.y - from.y) / 6 };
            (first, second, to)
        })
        .collect()
}

/// A rectangle's four attributes.
pub fn rect_attributes(rect: Rect) -> String {
    format!(
        r#"x="{}" y="{}" width="{}" height="{}""#,
        rect.x,
        rect.y,
        rect.width.max(0),
        rect.height.max(0)
    )
}

/// The element that draws an outline, open for more attributes: ends without its closing mark.
pub fn shape_element(shape: &Shape) -> String {
    match shape {
        Shape::Polygon(points) => {
            let mut path = Path::new();
            path.polygon(points);
            format!(r#"<path d="{}""#, path.data())
        }
        Shape::Strip { points, .. } => {
            let mut path = Path::new();
            path.polyline(points);
            format!(r#"<path d="{}""#, path.data())
        }
        Shape::Circle { centre, radius } => {
            format!(r#"<circle cx="{}" cy="{}" r="{}""#, centre.x, centre.y, (*radius).max(0))
        }
        Shape::Box { rect, round } => {
            format!(r#"<rect {} rx="{}""#, rect_attributes(*rect), (*round).max(0))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_short() {
        for (value, text) in
            [(0.0, "0"), (12.0, "12"), (0.5, ".5"), (-0.25, "-.25"), (1.239, "1.24"), (-0.001, "0")]
        {
            assert_eq!(short(value), text);
        }
    }

    #[test]
    fn nothing_can_break_out_of_an_attribute_or_an_element() {
        assert_eq!(escaped(r#"<a b="c" d='e'>&"#), "&lt;a b=&quot;c&quot; d=&#39;e&#39;&gt;&amp;");
        assert_eq!(escaped("a\u{0}\u{b}b\nc"), "ab c");
    }

    #[test]
    fn paths_are_relative_and_close() {
        let square = [(0, 0), (10, 0), (10, 10), (5, -5)].map(|(x, y)| Point { x, y });
        let mut path = Path::new();
        path.polygon(&square);
        assert_eq!(path.data(), "M0 0h10v10l-5-15z");
    }
}
