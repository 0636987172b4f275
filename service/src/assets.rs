//! Scripts, styles and pictures that are part of the program.

use crate::client::Client;
use crate::error::ServiceError;
use crate::extract::Path;
use crate::gzip::{accepts_gzip, gunzip, gzip};
use crate::identity::Guest;
use crate::web::{AppState, HtmlError};
use axum::Router;
use axum::extract::State;
use axum::http::{HeaderMap, HeaderValue, header};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use sha2::{Digest, Sha256};
use stage::svg::{self, Look};
use std::sync::OnceLock;
use table::Viewer;

const SCRIPT: &str = "text/javascript; charset=utf-8";

/// Files of the client with their texts.
macro_rules! texts {
    ($($name:literal),* $(,)?) => { &[$(($name, include_str!(concat!("../client/", $name)))),*] };
}

/// Our scripts: the client, without a build step.
const SCRIPTS: &[(&str, &str)] = texts![
    "afar.js",
    "board.js",
    "camera.js",
    "captions.js",
    "choices.js",
    "clock.js",
    "course.js",
    "cursor.js",
    "dice.js",
    "estimate.js",
    "focus.js",
    "frame.js",
    "geometry.js",
    "glow.js",
    "ground.js",
    "house.js",
    "invite.js",
    "layout.js",
    "lesson.js",
    "luck.js",
    "my.js",
    "names.js",
    "notices.js",
    "opening.js",
    "page.js",
    "passkeys.js",
    "pieces.js",
    "plans.js",
    "pointer.js",
    "prompt.js",
    "questions.js",
    "recap.js",
    "replay.js",
    "rulers.js",
    "seats.js",
    "seeking.js",
    "sheets.js",
    "signal.js",
    "sketches.js",
    "slips.js",
    "story.js",
    "svg.js",
    "sw.js",
    "table.js",
    "talk.js",
    "ticks.js",
    "trial.js",
    "unseen.js",
    "voice.js",
    "waiting.js",
    "watchdog.js",
];

/// Our styles, in the order in which they become one sheet: of two rules that weigh the same the later
/// one wins.
const STYLES: &[(&str, &str)] = texts![
    "styles/base.css",
    "styles/forms.css",
    "styles/lobby.css",
    "styles/company.css",
    "styles/contests.css",
    "styles/help.css",
    "styles/table.css",
    "styles/ask.css",
    "styles/sheets.css",
    "styles/board.css",
    "styles/colours.css",
    "styles/narrow.css",
    "styles/sandbox.css",
    "styles/access.css",
];

/// The letters of all pages, Source Sans 3: what Latin scripts of Western Europe need.
const LETTERS: &[u8] = include_bytes!("../client/fonts/source-sans-3.woff2");

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
        let styles = STYLES.iter().map(|(_, text)| strip_comments(text));
        let style: String = std::iter::once(svg::style_sheet()).chain(styles).collect();
        let sprite = format!(
            r#"<svg xmlns="http://www.w3.org/2000/svg">{}</svg>"#,
            svg::sprite(&Look::default())
        );
        let mut texts: Vec<(&'static str, &'static str, String)> =
            SCRIPTS.iter().map(|(name, text)| (*name, SCRIPT, strip_comments(text))).collect();
        texts.push(("style.css", "text/css; charset=utf-8", style));
        texts.push(("sprite.svg", "image/svg+xml", sprite));
        let icon = include_str!("../client/icon.svg").to_string();
        texts.push(("icon.svg", "image/svg+xml", icon));
        let mut hash = Sha256::new();
        for (_, _, text) in &texts {
            hash.update(text.as_bytes());
        }
        hash.update(LETTERS);
        let version = hash.finalize().iter().take(6).map(|byte| format!("{byte:02x}")).collect();
        let mut list: Vec<Asset> = texts
            .into_iter()
            .map(|(name, kind, text)| Asset { name, kind, packed: gzip(text.as_bytes()) })
            .collect();
        list.push(Asset { name: "source-sans-3.woff2", kind: "font/woff2", packed: gzip(LETTERS) });
        Assets { version, list }
    })
}

/// A script or style as it travels: what its comments promise and type stays at home with its indentation, and every
/// line keeps its number. Of comments only those are known that begin a line.
fn strip_comments(text: &str) -> String {
    let mut stripped = String::with_capacity(text.len());
    let mut within = false;
    for line in text.lines() {
        let start = line.trim_start();
        let code = match within || start.starts_with("/*") {
            true => {
                let end = start.split_once("*/").map(|(_, code)| code.trim_start());
                within = end.is_none();
                end.unwrap_or_default()
            }
            false if start.starts_with("//") => "",
            false => start,
        };
        stripped.push_str(code);
        stripped.push('\n');
    }
    stripped
}

/// The address of an asset; another one whenever any asset changes.
pub fn url(name: &str) -> String {
    format!("/assets/{}/{name}", assets().version)
}

/// The addresses of the scripts that a script imports, and those that they import, each once: a page that
/// names them all has them fetched at once.
pub fn imports(script: &str) -> Vec<String> {
    let mut names = vec![script];
    let mut next = 0;
    while let Some(name) = names.get(next) {
        let text = SCRIPTS.iter().find(|(known, _)| known == name).map_or("", |(_, text)| text);
        for line in
            text.lines().filter(|line| line.starts_with("import ") || line.starts_with("} from "))
        {
            let imported = line.split_once("\"./").and_then(|(_, rest)| rest.split_once('"'));
            if let Some((imported, _)) = imported
                && !names.contains(&imported)
            {
                names.push(imported);
            }
        }
        next += 1;
    }
    names.into_iter().skip(1).map(url).collect()
}

/// The addresses of assets and boards.
pub fn routes() -> Router<AppState> {
    Router::new()
        .route("/assets/{version}/{name}", get(asset))
        .route("/favicon.ico", get(|| async { axum::response::Redirect::to(&url("icon.svg")) }))
        .route("/ground/{name}", get(ground))
        .route("/sw.js", get(service_worker))
}

/// What the browser runs when it is told something: at an address of its own, since it stands for the whole house, and asked for
/// anew by browsers.
async fn service_worker(headers: HeaderMap) -> Result<Response, HtmlError> {
    let mut response = answer(&assets().version, "sw.js", &headers)?;
    response.headers_mut().insert(header::CACHE_CONTROL, HeaderValue::from_static("no-cache"));
    Ok(response)
}

async fn asset(
    Path((version, name)): Path<(String, String)>,
    headers: HeaderMap,
) -> Result<Response, HtmlError> {
    answer(&version, &name, &headers)
}

/// An asset of this release.
pub fn answer(version: &str, name: &str, headers: &HeaderMap) -> Result<Response, HtmlError> {
    // Under the address of another release nothing is handed out that caches would keep for it.
    let ours = assets().version == version;
    let found = assets().list.iter().find(|asset| ours && asset.name == name);
    let asset = found.ok_or_else(|| ServiceError::NotFound("such file".into()))?;
    Ok(immutable(headers, asset.kind, asset.packed.clone()))
}

/// How many moments of a game are tried where somebody looks back: boards change rarely, as when night falls.
const MOMENTS_TRIED: usize = 8;

/// Draws the boards that are seen at the table from whose page a request comes: another server may have sent their digests.
async fn draw_boards(
    app: &AppState,
    page: &str,
    guest: &Guest,
    client: Client,
) -> Result<(), ServiceError> {
    let path = page.split_once("://").and_then(|(_, rest)| rest.split_once("/t/"));
    let Some((_, path)) = path else { return Ok(()) };
    let id = path.split(['/', '?', '#']).next().unwrap_or_default();
    let table = app.tables.fresh(id).await?;
    let (viewers, moments) = {
        let state = app.tables.read(&table).await?;
        let own = state.own_seats(guest).into_iter().map(Viewer::Seat);
        let viewers: Vec<Viewer> = own.chain([Viewer::Table]).collect();
        for viewer in &viewers {
            app.tables.frame(&table, &state, *viewer)?;
        }
        let moments =
            state.game.as_deref().map_or(0, |game| state.moments(game, Viewer::Table).count());
        (viewers, moments)
    };
    if let Some(asked) = path.strip_prefix(id).and_then(|rest| rest.strip_prefix("/try")) {
        let node = asked.split_once("at=").and_then(|(_, node)| node.parse().ok()).unwrap_or(0);
        let place = app.tables.sandbox_place(&table, &guest.id, node, client).await?;
        let seats = place.state.seats.iter().map(|seat| Viewer::Seat(seat.seat));
        for viewer in seats.chain([Viewer::Table, Viewer::Referee]) {
            app.tables.frame(&place.table, &place.state, viewer)?;
        }
    }
    if path.contains("/replay") {
        for part in 0..=MOMENTS_TRIED {
            for viewer in &viewers {
                let moment = moments * part / MOMENTS_TRIED;
                app.tables.replay_moment(&table, moment, *viewer, client).await?;
            }
        }
    }
    Ok(())
}

async fn ground(
    State(app): State<AppState>,
    Path(name): Path<String>,
    guest: Guest,
    client: Client,
    headers: HeaderMap,
) -> Result<Response, HtmlError> {
    let gone = || ServiceError::NotFound("such board".into());
    let (digest, kind) = name.split_once('.').ok_or_else(gone)?;
    let page = headers.get(header::REFERER).and_then(|page| page.to_str().ok());
    if let Some(page) = page.filter(|_| app.tables.boards().get(digest).is_none()) {
        draw_boards(&app, page, &guest, client).await?;
    }
    let ground = app.tables.boards().get(digest).ok_or_else(gone)?;
    match kind {
        "svg" => Ok(immutable(&headers, "text/plain; charset=utf-8", ground.svg.clone())),
        "json" => Ok(immutable(&headers, "application/json", ground.places.clone())),
        _ => Err(gone().into()),
    }
}

/// An answer that never changes under its address: packed with gzip, or plain to whoever does not read that.
pub fn immutable(asked: &HeaderMap, kind: &'static str, packed: Vec<u8>) -> Response {
    let reads_gzip = accepts_gzip(asked);
    let mut response = match reads_gzip {
        true => packed.into_response(),
        false => gunzip(&packed).into_response(),
    };
    let headers = response.headers_mut();
    headers.insert(header::CONTENT_TYPE, HeaderValue::from_static(kind));
    headers.insert(header::VARY, HeaderValue::from_static("accept-encoding"));
    if reads_gzip {
        headers.insert(header::CONTENT_ENCODING, HeaderValue::from_static("gzip"));
    }
    let forever = HeaderValue::from_static("public, max-age=31536000, immutable");
    headers.insert(header::CACHE_CONTROL, forever);
    response
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What all scripts may weigh on their way to a browser; what lays out the table is a bit more than 1 KiB of it, what
    /// keys, the written line, chapters and forms that tell what is wrong need is 4, what names areas, measures along
    /// the edges, shows how far a piece goes and fits what one decides by is 5.5, what pages do while nobody sees them is 1.5,
    /// and what tells the time is 3. What passkeys need is 1.4, on two pages alone, and what tells somebody in their browser 1.7, on
    /// one; what plans need is 4.5, and what tells of every player in a line and gathers choices under headings 1.5. What
    /// numbers places of a measured table, points to what is out of sight and explains lines is 3.4, and what has a row for every
    /// piece and shows where a step took place 2.5. What makes letters and figures large enough to be seen from afar, lays out
    /// cards to tap and says how you fared is 2. What keeps figures and captions from covering each other is 2, and what shares
    /// out by steps, opens what is asked by name and offers what else settles a decision 1.8. What sandboxes need is 6, most of it
    /// on their pages alone, and what tells where one is in a game, sets answers that differ by their price beside each other and
    /// heads the columns of a result 0.7. What says something to one alone, reads talk back and keeps notes is 1.5, and what
    /// tells a walk by its ends, names cards with their pictures and keeps names clear of signs 0.5. What waits for partners on the
    /// pages of those who seek some, and tells of a pause and of a seat that is lost, 0.9. What says at once what a new table cannot
    /// be, makes one sentence of a condition, and counts who waits for an answer, 1.
    const SCRIPTS_AT_MOST: usize = 196 * 512;

    /// What the style sheet may weigh on its way to a browser; the pages around the table are half of it, the bars of what
    /// runs out, the time and plans are the last KiB and a half, and what is written on a measured table 0.6, rows of pieces 0.4,
    /// cards to tap and short answers in a row 0.3, steps, ties and narrow windows without rulers 0.4, sandboxes 0.5, and
    /// the strip of time and results on phones 0.4, talk to one alone and notes 0.1.
    const STYLE_AT_MOST: usize = 79 * 256;

    fn weigh(kind: &str) -> usize {
        let some = assets().list.iter().filter(|asset| asset.kind.starts_with(kind));
        some.map(|asset| {
            println!("{:>6} {}", asset.packed.len(), asset.name);
            asset.packed.len()
        })
        .sum()
    }

    #[test]
    fn scripts_and_style_travel_light() {
        let (scripts, style) = (weigh("text/javascript"), weigh("text/css"));
        println!("packed: {scripts} bytes of scripts, {style} bytes of style");
        assert!(scripts <= SCRIPTS_AT_MOST, "{scripts} bytes of scripts, packed");
        assert!(style <= STYLE_AT_MOST, "{style} bytes of style, packed");
    }

    #[test]
    fn the_letters_of_the_style_are_served() {
        let served = assets().list.iter().find(|asset| asset.kind == "font/woff2").unwrap();
        assert_eq!(gunzip(&served.packed), LETTERS);
        let base = STYLES.iter().find(|(name, _)| *name == "styles/base.css").unwrap().1;
        assert!(base.contains(&format!("url(\"{}\")", served.name)));
    }

    #[test]
    fn a_page_knows_all_that_its_script_imports() {
        let waiting = [url("page.js"), url("unseen.js")];
        assert_eq!(imports("waiting.js"), waiting);
        // The board, which only the table imports, imports the pointer, which imports how points are.
        assert!(imports("table.js").contains(&url("geometry.js")));
        assert!(!imports("table.js").contains(&url("table.js")));
    }

    #[test]
    fn comments_stay_at_home_and_lines_keep_their_numbers() {
        let text = "// One\na(); // two\n  /**\n   * @type {X}\n   */\nb(/** @type {Y} */ (c));\n\
                    /** @type {Z} */ (d)();\ne(\"/*\");\n/* f */\n";
        let left = "\na(); // two\n\n\n\nb(/** @type {Y} */ (c));\n(d)();\ne(\"/*\");\n\n";
        assert_eq!(strip_comments(text), left);
    }
}
