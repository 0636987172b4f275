//! Scripts, styles and pictures that are part of the program.

use crate::packing::packed;
use crate::trouble::Trouble;
use crate::web::{App, Told};
use axum::Router;
use axum::extract::{Path, State};
use axum::http::{HeaderValue, header};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use sha2::{Digest, Sha256};
use stage::svg::{self, Look};
use std::sync::OnceLock;

const SCRIPT: &str = "text/javascript; charset=utf-8";

/// Our scripts: the client, without a build step.
const SCRIPTS: &[(&str, &str)] = &[
    ("board.js", include_str!("../client/board.js")),
    ("house.js", include_str!("../client/house.js")),
    ("page.js", include_str!("../client/page.js")),
    ("prompt.js", include_str!("../client/prompt.js")),
    ("replay.js", include_str!("../client/replay.js")),
    ("sheets.js", include_str!("../client/sheets.js")),
    ("signal.js", include_str!("../client/signal.js")),
    ("sketches.js", include_str!("../client/sketches.js")),
    ("slips.js", include_str!("../client/slips.js")),
    ("story.js", include_str!("../client/story.js")),
    ("table.js", include_str!("../client/table.js")),
    ("waiting.js", include_str!("../client/waiting.js")),
];

struct Asset {
    name: &'static str,
    kind: &'static str,
    packed: Vec<u8>,
}

struct Assets {
    version: String,
    list: Vec<Asset>,
}

fn assets() -> &'static Assets {
    static ASSETS: OnceLock<Assets> = OnceLock::new();
    ASSETS.get_or_init(|| {
        let style = svg::style_sheet() + include_str!("../client/style.css");
        let sprite = format!(
            r#"<svg xmlns="http://www.w3.org/2000/svg">{}</svg>"#,
            svg::sprite(&Look::default())
        );
        let mut texts: Vec<(&'static str, &'static str, String)> =
            SCRIPTS.iter().map(|(name, text)| (*name, SCRIPT, text.to_string())).collect();
        texts.push(("style.css", "text/css; charset=utf-8", style));
        texts.push(("sprite.svg", "image/svg+xml", sprite));
        let icon = include_str!("../client/icon.svg").to_string();
        texts.push(("icon.svg", "image/svg+xml", icon));
        let mut hash = Sha256::new();
        for (_, _, text) in &texts {
            hash.update(text.as_bytes());
        }
        let version = hash.finalize().iter().take(6).map(|byte| format!("{byte:02x}")).collect();
        let list = texts
            .into_iter()
            .map(|(name, kind, text)| Asset { name, kind, packed: packed(text.as_bytes()) })
            .collect();
        Assets { version, list }
    })
}

/// The address of an asset; another one whenever any asset changes.
pub fn url(name: &str) -> String {
    format!("/assets/{}/{name}", assets().version)
}

/// The addresses of assets and boards.
pub fn routes() -> Router<App> {
    Router::new()
        .route("/assets/{version}/{name}", get(asset))
        .route("/favicon.ico", get(|| async { axum::response::Redirect::to(&url("icon.svg")) }))
        .route("/ground/{name}", get(ground))
}

async fn asset(Path((_, name)): Path<(String, String)>) -> Result<Response, Told> {
    let found = assets().list.iter().find(|asset| asset.name == name);
    let asset = found.ok_or_else(|| Trouble::NotFound("such file".into()))?;
    Ok(kept(asset.kind, asset.packed.clone()))
}

async fn ground(State(app): State<App>, Path(name): Path<String>) -> Result<Response, Told> {
    let gone = || Trouble::NotFound("such board".into());
    let (digest, kind) = name.split_once('.').ok_or_else(gone)?;
    let ground = app.tables.hall().grounds.get(digest).ok_or_else(gone)?;
    match kind {
        "svg" => Ok(kept("text/plain; charset=utf-8", ground.svg.clone())),
        "json" => Ok(kept("application/json", ground.places.clone())),
        _ => Err(gone().into()),
    }
}

/// An answer that never changes under its address, packed with gzip.
pub fn kept(kind: &'static str, packed: Vec<u8>) -> Response {
    let mut response = packed.into_response();
    let headers = response.headers_mut();
    headers.insert(header::CONTENT_TYPE, HeaderValue::from_static(kind));
    headers.insert(header::CONTENT_ENCODING, HeaderValue::from_static("gzip"));
    let forever = HeaderValue::from_static("public, max-age=31536000, immutable");
    headers.insert(header::CACHE_CONTROL, forever);
    response
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn our_scripts_stay_small() {
        let bytes: usize = SCRIPTS.iter().map(|(_, text)| text.len()).sum();
        assert!(bytes < 60 * 1024, "{bytes} bytes of script");
    }
}
