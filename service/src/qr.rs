//! QR codes: a link as a square of dots that a phone reads.

use qrcode::{Color, EcLevel, QrCode};
use std::fmt::Write;

/// The margin that readers need, in dots.
const MARGIN: usize = 4;

/// The code of a text as a drawing, dark on light; nothing if the text is too long for one.
pub fn svg(text: &str) -> Option<String> {
    let code = QrCode::with_error_correction_level(text, EcLevel::M).ok()?;
    let (width, whole) = (code.width(), code.width() + 2 * MARGIN);
    let mut path = String::new();
    for (number, _) in code.to_colors().iter().enumerate().filter(|(_, dot)| **dot == Color::Dark) {
        let _ = write!(path, "M{} {}h1v1h-1z", number % width + MARGIN, number / width + MARGIN);
    }
    Some(format!(
        r##"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {whole} {whole}" role="img" aria-label="QR code of the link"><path fill="#fff" d="M0 0h{whole}v{whole}H0z"/><path fill="#000" d="{path}"/></svg>"##
    ))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_link_has_a_code_and_a_book_has_none() {
        let drawn = svg("https://games.example.org/s/abcdefghijklmnopqrstuvwxyz").unwrap();
        assert!(drawn.starts_with("<svg") && drawn.contains("M4 4h1v1h-1z"), "{drawn}");
        assert_eq!(svg(&"long ".repeat(1000)), None);
    }
}
