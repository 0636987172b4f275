//! Looking before one decides: what an action would do, what lies between two things, what a sheet says.

use crate::error::ServiceError;
use crate::extract::{Path, Query, TableView};
use crate::frame;
use crate::protocol::SketchOverlay;
use crate::tables::catch_panic;
use crate::web::{AppState, JsonError};
use axum::response::Html;
use axum::routing::get;
use axum::{Json, Router};
use serde::Deserialize;
use stage::{Point, Target};

/// The addresses of previews and measures. They change nothing, and tell what a viewer may know.
pub fn routes() -> Router<AppState> {
    Router::new()
        .route("/t/{id}/preview", get(preview))
        .route("/t/{id}/measure", get(measure))
        .route("/t/{id}/panel/{panel}", get(panel))
        .route("/t/{id}/legend", get(legend))
}

/// The same of a place in a sandbox.
pub fn sandbox_routes() -> Router<AppState> {
    Router::new()
        .route("/t/{id}/try/{node}/preview", get(preview))
        .route("/t/{id}/try/{node}/measure", get(measure))
        .route("/t/{id}/try/{node}/panel/{panel}", get(panel))
        .route("/t/{id}/try/{node}/legend", get(legend))
}

/// What the signs of the board mean, as HTML.
async fn legend(
    TableView { table, state, viewer, .. }: TableView<JsonError>,
) -> Result<Html<String>, JsonError> {
    let game = state.game()?;
    let legend = catch_panic(&table.id, || frame::legend(&game.scene(viewer)))?;
    Ok(Html(legend.into_string()))
}

#[derive(Deserialize)]
struct PanelPath {
    panel: String,
}

/// A sheet that a page has not been sent, as HTML.
async fn panel(
    TableView { table, state, viewer, .. }: TableView<JsonError>,
    Path(PanelPath { panel }): Path<PanelPath>,
) -> Result<Html<String>, JsonError> {
    let game = state.game()?;
    let found = catch_panic(&table.id, || frame::panel(game, viewer, &panel))?;
    Ok(Html(found.ok_or_else(|| ServiceError::NotFound("such sheet".into()))?))
}

/// The longest line that is previewed.
const LONGEST: usize = 4000;

#[derive(Deserialize)]
struct PreviewQuery {
    line: String,
}

async fn preview(
    TableView { table, state, viewer, .. }: TableView<JsonError>,
    Query(intended): Query<PreviewQuery>,
) -> Result<Json<SketchOverlay>, JsonError> {
    let Some(seat) = viewer.seat() else {
        return Err(ServiceError::Forbidden("Only who sits at the table decides.".into()).into());
    };
    if intended.line.len() > LONGEST {
        return Err(
            ServiceError::BadRequest(format!("A line has at most {LONGEST} letters.")).into()
        );
    }
    let game = state.game()?;
    let shown = catch_panic(&table.id, || {
        let (notation, sketch) = game.preview(seat, &intended.line)?;
        let shown = frame::sketch_svg(&sketch, game, viewer);
        let grave = game.gives_up(seat, &notation).then_some(true);
        Ok::<_, table::NotDone>(SketchOverlay { notation: Some(notation), grave, ..shown })
    })?;
    Ok(Json(shown?))
}

/// What is measured: between two things of the board, or around one.
#[derive(Deserialize)]
pub struct MeasureQuery {
    from: String,
    #[serde(default)]
    to: String,
}

impl MeasureQuery {
    /// From where, and to where if anything is named.
    pub fn ends(&self) -> Result<(Target, Option<Target>), ServiceError> {
        let to = if self.to.is_empty() { None } else { Some(target(&self.to)?) };
        Ok((target(&self.from)?, to))
    }
}

async fn measure(
    TableView { table, state, viewer, .. }: TableView<JsonError>,
    Query(measured): Query<MeasureQuery>,
) -> Result<Json<SketchOverlay>, JsonError> {
    let (from, to) = measured.ends()?;
    let game = state.game()?;
    let shown = catch_panic(&table.id, || {
        let sketch = game.measure(viewer, &from, to.as_ref()).unwrap_or_default();
        frame::sketch_svg(&sketch, game, viewer)
    })?;
    Ok(Json(shown))
}

/// A thing on the board as a page names it: `piece:ID`, `place:ID` or `point:X,Y` in board units.
fn target(word: &str) -> Result<Target, ServiceError> {
    let wrong = || {
        ServiceError::BadRequest(format!(
            "`{word}` is nothing on a board: say piece:ID, place:ID or point:X,Y"
        ))
    };
    let (kind, id) = word.split_once(':').ok_or_else(wrong)?;
    match kind {
        "piece" => Ok(Target::Piece(id.into())),
        "place" => Ok(Target::Place(id.into())),
        "point" => {
            let (x, y) = id.split_once(',').ok_or_else(wrong)?;
            let within = |text: &str| {
                text.parse::<i32>().ok().filter(|at| at.abs() <= 10_000_000).ok_or_else(wrong)
            };
            Ok(Target::Point(Point { x: within(x)?, y: within(y)? }))
        }
        _ => Err(wrong()),
    }
}
