//! Pictures of boards: for the lobby, and for those who learn.

use crate::error::ServiceError;
use crate::gzip::gzip;
use crate::tables::catch_panic;
use crate::web::{AppState, HtmlError};
use axum::Router;
use axum::extract::{Path, Query, State};
use axum::http::{HeaderValue, header};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use serde::Deserialize;
use stage::Scene;
use stage::svg::{self, Look, Theme};
use std::collections::HashMap;
use std::sync::{Mutex, OnceLock, PoisonError};
use table::{Dice, Seed, Setup, Status, Viewer};

/// What a picture may use: its own style.
const POLICY: &str = "default-src 'none'; style-src 'unsafe-inline'";
/// How many pictures are kept.
const MOST: usize = 128;

/// The addresses of pictures.
pub fn routes() -> Router<AppState> {
    Router::new().route("/picture/{name}", get(picture))
}

/// A moment of a game that bots play.
#[derive(Clone, Debug, Deserialize, Hash, PartialEq, Eq)]
struct Moment {
    #[serde(default)]
    scenario: String,
    #[serde(default)]
    seats: Option<u16>,
    #[serde(default)]
    seed: u64,
    #[serde(default)]
    steps: u16,
    #[serde(default, rename = "as")]
    viewer: String,
    #[serde(default)]
    sheets: bool,
    #[serde(default)]
    near: bool,
}

type Drawn = Mutex<HashMap<(String, Moment), Vec<u8>>>;

async fn picture(
    State(app): State<AppState>,
    Path(name): Path<String>,
    Query(moment): Query<Moment>,
) -> Result<Response, HtmlError> {
    static DRAWN: OnceLock<Drawn> = OnceLock::new();
    let drawn = DRAWN.get_or_init(Default::default);
    let game = name.strip_suffix(".svg").unwrap_or(&name).to_string();
    app.tables.games().find(&game)?;
    let key = (game.clone(), moment.clone());
    let known = drawn.lock().unwrap_or_else(PoisonError::into_inner).get(&key).cloned();
    let bytes = match known {
        Some(bytes) => bytes,
        None => {
            let tables = app.tables.clone();
            let done = tokio::task::spawn_blocking(move || {
                catch_panic(&game, || draw(&tables, &game, &moment)).and_then(|drawn| drawn)
            });
            let text = done.await??;
            let bytes = gzip(text.as_bytes());
            let mut kept = drawn.lock().unwrap_or_else(PoisonError::into_inner);
            if kept.len() >= MOST {
                kept.clear();
            }
            kept.insert(key, bytes.clone());
            bytes
        }
    };
    let mut response = bytes.into_response();
    let headers = response.headers_mut();
    headers.insert(header::CONTENT_TYPE, HeaderValue::from_static("image/svg+xml"));
    headers.insert(header::CONTENT_ENCODING, HeaderValue::from_static("gzip"));
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("public, max-age=3600"));
    headers.insert(header::CONTENT_SECURITY_POLICY, HeaderValue::from_static(POLICY));
    Ok(response)
}

/// A picture as a file of its own.
pub fn answer(drawing: String) -> Response {
    let head = [(header::CONTENT_TYPE, "image/svg+xml"), (header::CONTENT_SECURITY_POLICY, POLICY)];
    (head, drawing).into_response()
}

fn draw(
    tables: &crate::tables::Tables,
    game: &str,
    moment: &Moment,
) -> Result<String, ServiceError> {
    let offered = tables.games().find(game)?;
    let (edition, catalogue) = offered.edition("")?;
    let scenario = match moment.scenario.as_str() {
        "" => catalogue.scenarios.first(),
        id => catalogue.scenarios.iter().find(|known| known.id == id),
    };
    let scenario = scenario.ok_or_else(|| ServiceError::NotFound("such scenario".into()))?;
    let seats = scenario.seats_near(moment.seats.unwrap_or(3)).min(8);
    let setup = Setup::new(&scenario.id, seats.max(scenario.min_seats));
    let seed = Seed::from_number(moment.seed);
    let mut game = offered
        .game
        .start(edition.clone(), &setup, seed)
        .map_err(|error| ServiceError::BadRequest(error.to_string()))?;
    for step in 0..moment.steps.min(400) {
        let Status::Deciding(deciding) = game.status() else { break };
        let Some(seat) = deciding.lowest() else { break };
        let mut dice = Dice::for_step(seed.child("bots"), u64::from(step));
        if game.ask(seat, offered.game.usual_bot(), &mut dice).is_err() {
            break;
        }
    }
    let viewer = match moment.viewer.parse::<Viewer>() {
        Ok(Viewer::Seat(seat)) if seat.0 < game.setup().seats => Viewer::Seat(seat),
        _ => Viewer::Table,
    };
    let scene = game.scene(viewer);
    if moment.near
        && let Some(drawing) = close_up(&scene)
    {
        return Ok(drawing);
    }
    let look = Look { panels: moment.sheets, ..Look::picture(Theme::Auto, 1000) };
    Ok(svg::document(&scene, &look))
}

/// The board around the place that matters now; nothing if no place does.
fn close_up(scene: &Scene) -> Option<String> {
    let spots = stage::spots::spots(&scene.ground);
    let centre = spots.get(scene.focus.as_deref()?)?.centre;
    let counter = stage::spots::counter_size(&scene.ground);
    let (wide, high) = (counter * 18, counter * 11);
    let look = Look::default();
    Some(format!(
        r#"<svg xmlns="http://www.w3.org/2000/svg" width="1000" height="611" viewBox="{} {} {wide} {high}" role="img"><style>{}</style>{}{}</svg>"#,
        centre.x - wide / 2,
        centre.y - high / 2,
        svg::style_sheet(),
        svg::ground(&scene.ground, &look),
        svg::overlay(scene, &look),
    ))
}
