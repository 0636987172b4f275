//! Pictures of people: drawn from who they are, or one of a few.

use crate::error::ServiceError;
use crate::extract::Path;
use crate::identity::Guest;
use crate::secret::{Signer, bytes};
use crate::settings::Settings;
use crate::web::{AppState, HtmlError};
use axum::Router;
use axum::http::{HeaderValue, header};
use axum::response::{IntoResponse, Response};
use axum::routing::get;

/// The pictures among which one can choose: their names, what they show, their colour and what is drawn on it.
pub const DRAWN: [(&str, &str, &str, &str); 8] = [
    (
        "fire",
        "A fire",
        "#7a2f1d",
        r##"<path d="M20 5c3 6 10 9 10 18a10 10 0 0 1-20 0c0-5 3-7 4-11 3 2 4 4 4 6 3-3 4-8 2-13z" fill="#ffb454"/>"##,
    ),
    (
        "pine",
        "A pine",
        "#1f4d3a",
        r##"<path d="M20 5 30 18h-5l7 10H8l7-10h-5zM18 28h4v7h-4z" fill="#bfe3c0"/>"##,
    ),
    (
        "tent",
        "A tent",
        "#3b4a63",
        r##"<path d="M20 8 35 32H5zM20 18l-6 14h12z" fill-rule="evenodd" fill="#f2d49b"/>"##,
    ),
    (
        "snow",
        "A snowflake",
        "#2c5f7c",
        r##"<path d="M20 6v28M8 13l24 14M32 13 8 27M15 8l5 4 5-4M15 32l5-4 5 4" stroke="#e6f4fb" stroke-width="2.5" fill="none" stroke-linecap="round"/>"##,
    ),
    (
        "axe",
        "An axe",
        "#5a4632",
        r##"<path d="M12 34 24 11l3 2-12 23zM22 8c6-3 11 0 12 6-4-1-7 0-9 3z" fill="#e9dcc6"/>"##,
    ),
    (
        "fish",
        "A fish",
        "#1d5a63",
        r##"<path d="M6 20c6-9 16-9 22 0l6-6v12l-6-6c-6 9-16 9-22 0zm7-2a2 2 0 1 0 .1 0z" fill-rule="evenodd" fill="#f3c6a0"/>"##,
    ),
    (
        "moon",
        "The moon",
        "#2f2a52",
        r##"<path d="M25 6a15 15 0 1 0 9 20A12 12 0 0 1 25 6z" fill="#f4e7a8"/>"##,
    ),
    ("hill", "Hills", "#6b7f3a", r##"<path d="M3 31 14 13l7 9 5-6 11 15z" fill="#f0f2da"/>"##),
];

/// The addresses of pictures.
pub fn routes() -> Router<AppState> {
    Router::new().route("/face/{name}", get(picture))
}

/// The address of somebody's picture. It tells nothing of their id.
pub fn address(guest: &Guest, settings: &Settings, signer: &Signer) -> String {
    match settings.picture.as_str() {
        "" => {
            let mark = signer.sign("face", &guest.id);
            format!("/face/{}.svg", mark.get(..12).unwrap_or_default())
        }
        chosen => format!("/face/{chosen}.svg"),
    }
}

async fn picture(Path(name): Path<String>) -> Result<Response, HtmlError> {
    let none = || ServiceError::NotFound("such picture".into());
    let name = name.strip_suffix(".svg").ok_or_else(none)?;
    let drawn = DRAWN.iter().find(|(known, ..)| *known == name);
    let drawing = match drawn {
        Some((_, _, colour, drawing)) => framed(colour, drawing),
        None => {
            let mark = bytes(name).filter(|mark| mark.len() == 6).ok_or_else(none)?;
            generated(&mark)
        }
    };
    let mut response = drawing.into_response();
    let kind = HeaderValue::from_static("image/svg+xml");
    response.headers_mut().insert(header::CONTENT_TYPE, kind);
    let kept = HeaderValue::from_static("public, max-age=31536000, immutable");
    response.headers_mut().insert(header::CACHE_CONTROL, kept);
    Ok(response)
}

fn framed(colour: &str, drawing: &str) -> String {
    format!(
        r#"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 40"><rect width="40" height="40" rx="8" fill="{colour}"/>{drawing}</svg>"#
    )
}

/// Blocks that mirror each other, on a colour of their own.
fn generated(mark: &[u8]) -> String {
    let byte = |at: usize| mark.get(at).copied().unwrap_or_default();
    let hue = u32::from(byte(0)) * 360 / 256;
    let bits = u32::from_be_bytes([0, byte(1), byte(2), byte(3)]);
    let mut blocks = String::new();
    for place in 0..15 {
        if bits >> place & 1 == 0 {
            continue;
        }
        let (column, row) = (place / 5, place % 5);
        for column in [column, 4 - column] {
            let (x, y) = (5 + column * 6, 5 + row * 6);
            blocks.push_str(&format!("M{x} {y}h6v6h-6z"));
        }
    }
    let drawing = format!(r#"<path d="{blocks}" fill="hsl({hue} 60% 82%)"/>"#);
    framed(&format!("hsl({hue} 45% 30%)"), &drawing)
}
