//! Pictures of boards: for the lobby, and for those who learn.

use super::markdown;
use crate::error::ServiceError;
use crate::extract::Path;
use crate::frame;
use crate::games::{OfferedEdition, OfferedGame};
use crate::gzip::gzip;
use crate::tables::catch_panic;
use crate::web::{AppState, HtmlError};
use axum::Router;
use axum::extract::State;
use axum::http::{HeaderValue, Uri, header};
use axum::response::{IntoResponse, Redirect, Response};
use axum::routing::get;
use maud::{Markup, PreEscaped};
use serde::Deserialize;
use stage::Scene;
use stage::svg::{self, Look, Theme};
use std::collections::HashMap;
use std::sync::{LazyLock, Mutex, PoisonError};
use table::{Dice, Seed, Setup, Status, Viewer};

/// What a picture may use: its own style.
const POLICY: &str = "default-src 'none'; style-src 'unsafe-inline'";

/// The addresses of pictures.
pub fn routes() -> Router<AppState> {
    Router::new()
        .route("/picture/{name}", get(picture))
        .route("/illustration/{name}", get(illustration))
}

/// The picture that makes one want to play a game; its board, if nobody has drawn one.
async fn illustration(
    State(app): State<AppState>,
    Path(name): Path<String>,
) -> Result<Response, HtmlError> {
    let game = name.strip_suffix(".svg").unwrap_or(&name);
    let offered = app.tables.games().find(game)?;
    match offered.game.illustration() {
        "" => Ok(Redirect::to(&format!("/picture/{}.svg", offered.id())).into_response()),
        drawing => Ok(packed(gzip(drawing.as_bytes()))),
    }
}

/// A moment of a game that bots play.
#[derive(Default, Deserialize)]
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

/// The moment that a page shows of a game which has no text to teach it.
pub const LATER: &str = "steps=40&seed=7";

/// Pictures that were drawn, packed, by game and query. Only those that a page of ours shows are.
type Drawn = Mutex<HashMap<(String, String), Vec<u8>>>;

static DRAWN: LazyLock<Drawn> = LazyLock::new(Drawn::default);

fn drawn(key: &(String, String)) -> Option<Vec<u8>> {
    DRAWN.lock().unwrap_or_else(PoisonError::into_inner).get(key).cloned()
}

/// Whether a page of ours shows this moment of a game. Bots play up to it: nobody else may ask for their work.
fn is_shown(offered: &OfferedGame, query: &str) -> bool {
    query.is_empty() || query == LATER || markdown::scenes(offered).any(|scene| scene == query)
}

async fn picture(
    State(app): State<AppState>,
    Path(name): Path<String>,
    uri: Uri,
) -> Result<Response, HtmlError> {
    let game = name.strip_suffix(".svg").unwrap_or(&name).to_string();
    let query = uri.query().unwrap_or_default();
    let key = (game.clone(), query.to_string());
    let bytes = match drawn(&key) {
        Some(bytes) => bytes,
        None => {
            if !is_shown(app.tables.games().find(&game)?, query) {
                return Err(ServiceError::NotFound("such picture".into()).into());
            }
            let moment = axum::extract::Query::<Moment>::try_from_uri(&uri);
            let axum::extract::Query(moment) = moment.map_err(ServiceError::from)?;
            draw_once(&app, key, moment).await?
        }
    };
    Ok(packed(bytes))
}

/// A packed picture, which a browser keeps for an hour.
fn packed(bytes: Vec<u8>) -> Response {
    let mut response = bytes.into_response();
    let headers = response.headers_mut();
    headers.insert(header::CONTENT_TYPE, HeaderValue::from_static("image/svg+xml"));
    headers.insert(header::CONTENT_ENCODING, HeaderValue::from_static("gzip"));
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("public, max-age=3600"));
    headers.insert(header::CONTENT_SECURITY_POLICY, HeaderValue::from_static(POLICY));
    response
}

/// Draws a picture, one at a time, unless somebody else just has.
async fn draw_once(
    app: &AppState,
    key: (String, String),
    moment: Moment,
) -> Result<Vec<u8>, ServiceError> {
    static DRAWING: tokio::sync::Mutex<()> = tokio::sync::Mutex::const_new(());
    let _drawing = DRAWING.lock().await;
    if let Some(bytes) = drawn(&key) {
        return Ok(bytes);
    }
    let (tables, game) = (app.tables.clone(), key.0.clone());
    let done = tokio::task::spawn_blocking(move || {
        let drawn = catch_panic(&game, || draw(&tables, &game, &moment)).flatten();
        drawn.map(|text| gzip(text.as_bytes()))
    });
    let bytes = done.await??;
    DRAWN.lock().unwrap_or_else(PoisonError::into_inner).insert(key, bytes.clone());
    Ok(bytes)
}

/// A picture as a file of its own.
pub fn answer(drawing: String) -> Response {
    let head = [(header::CONTENT_TYPE, "image/svg+xml"), (header::CONTENT_SECURITY_POLICY, POLICY)];
    (head, drawing).into_response()
}

/// What the signs mean that stand on the board of a game when it begins; nothing if it cannot be begun.
pub fn legend(offered: &OfferedGame) -> Markup {
    static LEGENDS: LazyLock<Mutex<HashMap<String, String>>> = LazyLock::new(Mutex::default);
    let mut legends = LEGENDS.lock().unwrap_or_else(PoisonError::into_inner);
    let known = legends.entry(offered.id().to_string()).or_insert_with(|| {
        let drawn = catch_panic(offered.id(), || {
            Ok(frame::legend(&scene(offered, &Moment::default())?).into_string())
        });
        drawn.flatten().unwrap_or_default()
    });
    PreEscaped(known.clone())
}

fn draw(
    tables: &crate::tables::Tables,
    game: &str,
    moment: &Moment,
) -> Result<String, ServiceError> {
    let scene = scene(tables.games().find(game)?, moment)?;
    if moment.near
        && let Some(drawing) = close_up(&scene, &Look::default(), (18, 11))
    {
        return Ok(drawing);
    }
    let look = Look { panels: moment.sheets, ..Look::picture(Theme::Auto, 1000) };
    Ok(svg::document(&scene, &look))
}

/// What is seen at a moment of a game that bots play.
fn scene(offered: &OfferedGame, moment: &Moment) -> Result<Scene, ServiceError> {
    let offer = offered.edition("")?;
    let OfferedEdition { edition, catalogue } = offer.as_ref();
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
    for step in 0..moment.steps {
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
    Ok(game.scene(viewer))
}

/// The board around the place that matters now, so many counters wide and high; nothing if no place does.
pub(crate) fn close_up(scene: &Scene, look: &Look, (wide, high): (i32, i32)) -> Option<String> {
    let spots = stage::spots::spots(&scene.ground);
    let centre = spots.get(scene.focus.as_deref()?)?.centre;
    let counter = stage::spots::counter_size(&scene.ground);
    let whole = svg::extent(&scene.ground);
    let (width, height) = ((counter * wide).min(whole.width), (counter * high).min(whole.height));
    let from = |centre: i32, size: i32, start: i32, all: i32| {
        (centre - size / 2).clamp(start, start + all - size)
    };
    let style = match look.theme {
        Theme::Auto => format!("<style>{}</style>", svg::style_sheet()),
        _ => String::new(),
    };
    Some(format!(
        r#"<svg xmlns="http://www.w3.org/2000/svg" width="1000" height="{}" viewBox="{} {} {width} {height}" role="img">{style}{}{}</svg>"#,
        i64::from(height) * 1000 / i64::from(width.max(1)),
        from(centre.x, width, whole.x, whole.width),
        from(centre.y, height, whole.y, whole.height),
        svg::ground(&scene.ground, look),
        svg::overlay(scene, look),
    ))
}
