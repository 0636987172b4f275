//! Pictures: SVG rendered to PNG, with fonts that we bundle, the same on every machine.
//!
//! The fonts are Noto Sans (SIL Open Font License 1.1) and, for characters that it lacks, DejaVu
//! Sans (Bitstream Vera licence).

use resvg::tiny_skia::{Pixmap, Transform};
use resvg::usvg::{self, fontdb};
use std::fmt;
use std::sync::Arc;
use terrain::Integer;

/// Why a picture could not be made.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PngError {
    /// The SVG cannot be read.
    Svg(String),
    /// The picture would be empty or too large.
    Size {
        /// Its width.
        width: u32,
        /// Its height.
        height: u32,
    },
    /// The picture cannot be written.
    Encoding(String),
}

impl fmt::Display for PngError {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            PngError::Svg(reason) => write!(f, "the drawing cannot be read: {reason}"),
            PngError::Size { width, height } => {
                write!(f, "a picture of {width} by {height} pixels cannot be made")
            }
            PngError::Encoding(reason) => write!(f, "the picture cannot be written: {reason}"),
        }
    }
}

impl std::error::Error for PngError {}

/// The longest side of a picture, in pixels.
const LONGEST: u32 = 16_384;

/// Renders an SVG document, which must wear plain colours, to a PNG of that width.
///
/// Fonts of the machine are not used.
pub fn render(svg: &str, width: u32) -> Result<Vec<u8>, PngError> {
    let mut fonts = fontdb::Database::new();
    for font in
        [notosans::REGULAR_TTF, notosans::BOLD_TTF, dejavu::sans::regular(), dejavu::sans::bold()]
    {
        fonts.load_font_source(fontdb::Source::Binary(Arc::new(font)));
    }
    fonts.set_sans_serif_family("Noto Sans");
    let options = usvg::Options {
        font_family: "Noto Sans".to_string(),
        fontdb: Arc::new(fonts),
        ..usvg::Options::default()
    };
    let tree =
        usvg::Tree::from_str(svg, &options).map_err(|error| PngError::Svg(error.to_string()))?;
    let scale = width as f32 / tree.size().width();
    let height = u32::truncated(f64::from((tree.size().height() * scale).ceil()));
    let size = PngError::Size { width, height };
    if width > LONGEST || height > LONGEST {
        return Err(size);
    }
    let mut picture = Pixmap::new(width, height).ok_or(size)?;
    resvg::render(&tree, Transform::from_scale(scale, scale), &mut picture.as_mut());
    picture.encode_png().map_err(|error| PngError::Encoding(error.to_string()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_picture_is_a_png_of_the_width_asked_for() {
        let svg = r##"<svg xmlns="http://www.w3.org/2000/svg" width="10" height="5"><rect width="10" height="5" fill="#fff"/></svg>"##;
        let png = render(svg, 40).unwrap();
        assert_eq!(&png[..8], b"\x89PNG\r\n\x1a\n");
        assert_eq!(png[16..24], [0, 0, 0, 40, 0, 0, 0, 20]);
    }

    #[test]
    fn what_cannot_be_drawn_is_refused_with_a_reason() {
        assert!(matches!(render("<svg", 40), Err(PngError::Svg(_))));
        let svg = r##"<svg xmlns="http://www.w3.org/2000/svg" width="1" height="9000"/>"##;
        assert!(matches!(render(svg, 40), Err(PngError::Size { .. })));
        assert!(matches!(render(svg, 0), Err(PngError::Size { .. })));
    }
}
