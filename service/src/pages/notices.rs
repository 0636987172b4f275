//! Being told: browsers, webhooks, feeds, and what one wants to hear of.

use super::Layout;
use crate::client::Client;
use crate::error::ServiceError;
use crate::extract::{KeyForm, Keyed, OwnForm, OwnJson, Path, Visitor};
use crate::identity::device_name;
use crate::limits::LimitedAction;
use crate::mail;
use crate::notices::Sent;
use crate::secret;
use crate::settings::Settings;
use crate::store::{NoticeChange, NoticeRow, StoreError, WayRow};
use crate::web::{AppState, HtmlError, HtmlPage, JsonError, redirect};
use axum::Router;
use axum::extract::State;
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use clock::{Timekeeper, Timestamp};
use maud::{Markup, html};
use notice::{Event, Feed, Kind, Notice};
use serde::Deserialize;
use table::Seat;
use table::wording::readable_line;

/// The addresses of being told.
pub fn routes() -> Router<AppState> {
    Router::new()
        .route("/me/push", post(add_browser))
        .route("/me/push/end", post(end_browser))
        .route("/me/ways", post(add_hook))
        .route("/me/ways/remove", post(remove_way))
        .route("/me/ways/test", post(test_way))
        .route("/me/feeds", post(new_feeds))
        .route("/me/feeds/end", post(end_feeds))
        .route("/me/notices", post(keep_wishes))
        .route("/feed/{file}", get(feed))
}

/// How many browsers and hooks a person may have.
const WAYS: usize = 20;

/// What one of them costs to keep, more or less.
const BYTES: usize = 1000;

/// How many notices a feed has.
const IN_A_FEED: u32 = 50;

/// How many tables are looked at for a calendar.
const IN_A_CALENDAR: u32 = 200;

/// The services that take a webhook: the word, and what people call it.
const SERVICES: [(&str, &str); 4] = [
    ("discord", "Discord"),
    ("slack", "Slack"),
    ("matrix", "Matrix"),
    ("json", "JSON, for a program"),
];

/// What somebody may want to hear of: the word in the form, what is meant, and what it is.
const KINDS: [(&str, &str, &[Kind]); 6] = [
    ("tell-turn", "It is my turn", &[Kind::YourTurn, Kind::Begun]),
    ("tell-warning", "My time runs out soon", &[Kind::Warning]),
    ("tell-ran-out", "My time ran out, and what was done", &[Kind::RanOut]),
    ("tell-invitation", "Somebody invites me, or opens a rematch", &[Kind::Invitation]),
    ("tell-consent", "Somebody asks for more time, or proposes a pause", &[Kind::Consent]),
    ("tell-over", "A game is over", &[Kind::Over]),
];

/// The part of one's page about being told.
pub async fn section(
    app: &AppState,
    visitor: &Visitor,
    settings: &Settings,
) -> Result<Markup, ServiceError> {
    let ways = match visitor.guest.new {
        true => Vec::new(),
        false => app.tables.store().ways(&visitor.guest.id).await?,
    };
    let of = |wanted: &[&str]| {
        let some = ways.iter().filter(|way| wanted.contains(&way.kind.as_str()));
        some.collect::<Vec<&WayRow>>()
    };
    let browsers = of(&["push"]);
    let hooks = of(&["discord", "slack", "matrix", "json"]);
    let feeds = of(&["feed"]);
    Ok(html! {
        section.notices aria-labelledby="notices" {
            h2 #notices { "Notices" }
            p.quiet {
                "When it is your turn, pages that are open say so. Here you choose what reaches you when none is. You are told once of a "
                "turn, not while you look at the table, and not in your quiet hours."
            }
            (mail::section(app, visitor, &ways))
            @if app.tables.mail().is_set() {
                form.row method="post" action="/me/mail/pictures" {
                    (visitor.form_key())
                    label.choice for="mail-plain" {
                        input #mail-plain type="checkbox" name="plain" value="on" checked[settings.plain_mail];
                        span { "Mail without pictures" }
                    }
                    button { "Save" span.sr { " how mail comes" } }
                }
            }
            @match app.outgoing.absent() {
                Some(why) => p { (why) }
                None => {
                    (browser_list(app, visitor, &browsers))
                    (hook_list(visitor, &hooks))
                }
            }
            (feed_list(app, visitor, feeds.first().copied()))
            (wishes_form(visitor, settings))
        }
    })
}

/// A way in a list, with what is wrong with it and what can be done.
pub fn line(visitor: &Visitor, way: &WayRow) -> Markup {
    html! {
        li {
            span { (way.name) }
            @if !way.trouble.is_empty() { span.told { (way.trouble) } }
            div.row {
                form method="post" action="/me/ways/test" {
                    (visitor.form_key())
                    input type="hidden" name="id" value=(way.id);
                    button { "Send a test" span.sr { " to " (way.name) } }
                }
                form method="post" action="/me/ways/remove" {
                    (visitor.form_key())
                    input type="hidden" name="id" value=(way.id);
                    button.danger { "Remove" span.sr { " " (way.name) } }
                }
            }
        }
    }
}

fn browser_list(app: &AppState, visitor: &Visitor, browsers: &[&WayRow]) -> Markup {
    html! {
        h3 { "In a browser" }
        @if !browsers.is_empty() { ul.things { @for way in browsers { (line(visitor, way)) } } }
        p.row {
            button #push-here type="button" hidden data-push=[app.outgoing.push_key()] { "Tell me in this browser" }
            span #push-told role="status" { "This needs a browser with scripts." }
        }
    }
}

fn hook_list(visitor: &Visitor, hooks: &[&WayRow]) -> Markup {
    html! {
        h3 { "In a chat, or to a program" }
        @if !hooks.is_empty() { ul.things { @for way in hooks { (line(visitor, way)) } } }
        details {
            summary { "Add a webhook" }
            form.settings method="post" action="/me/ways" {
                (visitor.form_key())
                div.row {
                    label for="hook-kind" { "Who takes it" }
                    select #hook-kind name="kind" {
                        @for (word, name) in SERVICES { option value=(word) { (name) } }
                    }
                }
                div.row {
                    label for="hook-address" { "Its address" }
                    input #hook-address name="address" type="url" size="48" maxlength="2000" required autocomplete="off" spellcheck="false"
                        placeholder="https://";
                }
                div.row {
                    label for="hook-secret" { "Access token, for Matrix alone" }
                    input #hook-secret name="secret" maxlength="500" autocomplete="off" spellcheck="false";
                }
                button { "Add it" }
            }
        }
    }
}

fn feed_list(app: &AppState, visitor: &Visitor, feeds: Option<&WayRow>) -> Markup {
    let address =
        |way: &WayRow, kind: &str| format!("{}/feed/{}.{kind}", app.tables.base_url(), way.address);
    html! {
        h3 { "Feeds" }
        @match feeds {
            None => {
                p.quiet {
                    "A feed of your notices (Atom) and a calendar of your deadlines (iCalendar), at addresses that nobody can guess."
                }
                form method="post" action="/me/feeds" {
                    (visitor.form_key())
                    button { "Make the addresses" }
                }
            }
            Some(way) => {
                p.quiet { "Whoever knows these addresses can read along." }
                div.addresses {
                    label for="feed-atom" { "Notices" }
                    input #feed-atom readonly value=(address(way, "atom"));
                    label for="feed-ics" { "Calendar" }
                    input #feed-ics readonly value=(address(way, "ics"));
                }
                div.row {
                    form method="post" action="/me/feeds" {
                        (visitor.form_key())
                        button { "New addresses" }
                    }
                    form method="post" action="/me/feeds/end" {
                        (visitor.form_key())
                        button.danger { "End the feeds" }
                    }
                }
            }
        }
    }
}

fn wishes_form(visitor: &Visitor, settings: &Settings) -> Markup {
    let wanted = |kinds: &[Kind]| !kinds.iter().any(|kind| settings.without.contains(kind));
    let digest = settings.digest_time();
    html! {
        h3 { "Of what, and when" }
        form.settings method="post" action="/me/notices" {
            (visitor.form_key())
            fieldset {
                legend { "Tell me when" }
                @for (word, means, kinds) in KINDS {
                    label.choice for=(word) {
                        input id=(word) type="checkbox" name=(word) value="on" checked[wanted(kinds)];
                        span { (means) }
                    }
                }
            }
            div.row {
                label for="digest" { "Webhooks and mail together, once a day at" }
                input #digest type="time" name="digest" value=(digest) aria-describedby="digest-means";
            }
            p #digest-means.quiet { "Empty: each at once. What is due before then does not wait; browsers are told at once." }
            button { "Save" }
        }
    }
}

impl AppState {
    /// Whether somebody may change how they are told, or try it: each may call somebody else's server.
    fn check_ways(&self, guest: &str, client: Client) -> Result<(), ServiceError> {
        self.limiter.check_person(LimitedAction::Notices, guest, client)?;
        self.limiter.check_bytes(client, BYTES)
    }

    async fn add_way(&self, way: WayRow) -> Result<(), ServiceError> {
        let store = self.tables.store();
        if store.ways(&way.person).await?.len() >= WAYS {
            let why =
                format!("You have {WAYS} ways to be told: remove one before you add another.");
            return Err(ServiceError::Forbidden(why));
        }
        Ok(store.write_notice(NoticeChange::Way(Box::new(way))).await?)
    }
}

#[derive(Deserialize)]
struct BrowserKeys {
    #[serde(default)]
    key: String,
    endpoint: String,
    #[serde(default)]
    p256dh: String,
    #[serde(default)]
    auth: String,
}

impl Keyed for BrowserKeys {
    fn key(&self) -> &str {
        &self.key
    }
}

async fn add_browser(
    State(app): State<AppState>,
    client: Client,
    headers: HeaderMap,
    OwnJson { guest, body }: OwnJson<BrowserKeys>,
) -> Result<StatusCode, JsonError> {
    app.check_ways(&guest.id, client)?;
    let way = WayRow {
        id: secret::random_token(16)?,
        person: guest.id,
        kind: "push".into(),
        address: body.endpoint,
        secret: format!("{} {}", body.p256dh, body.auth),
        name: device_name(&headers),
        created: app.tables.now(),
        trouble: String::new(),
    };
    app.outgoing.check(&way).map_err(ServiceError::BadRequest)?;
    app.add_way(way).await?;
    Ok(StatusCode::NO_CONTENT)
}

async fn end_browser(
    State(app): State<AppState>,
    OwnJson { guest, body }: OwnJson<BrowserKeys>,
) -> Result<StatusCode, JsonError> {
    let ways = app.tables.store().ways(&guest.id).await?;
    for way in ways.into_iter().filter(|way| way.kind == "push" && way.address == body.endpoint) {
        let removed = NoticeChange::WayRemoved { id: way.id, person: way.person };
        app.tables.store().write_notice(removed).await?;
    }
    Ok(StatusCode::NO_CONTENT)
}

#[derive(Deserialize)]
struct HookForm {
    #[serde(default)]
    key: String,
    #[serde(default)]
    id: String,
    #[serde(default)]
    kind: String,
    #[serde(default)]
    address: String,
    #[serde(default)]
    secret: String,
}

impl Keyed for HookForm {
    fn key(&self) -> &str {
        &self.key
    }
}

async fn add_hook(
    State(app): State<AppState>,
    client: Client,
    OwnForm { guest, form }: OwnForm<HookForm>,
) -> Result<Response, HtmlError> {
    app.check_ways(&guest.id, client)?;
    let Some((kind, service)) = SERVICES.iter().find(|(kind, _)| *kind == form.kind) else {
        let why = "There is no such service: choose Discord, Slack, Matrix or JSON.";
        return Err(ServiceError::BadRequest(why.into()).into());
    };
    let address = form.address.trim().to_string();
    let host = address.split_once("://").map_or("", |(_, rest)| rest);
    let host = host.split(['/', '?', '#']).next().unwrap_or_default();
    let way = WayRow {
        id: secret::random_token(16)?,
        person: guest.id,
        kind: kind.to_string(),
        name: readable_line(&format!("{service} at {host}")),
        secret: readable_line(form.secret.trim()),
        address,
        created: app.tables.now(),
        trouble: String::new(),
    };
    app.outgoing.check(&way).map_err(ServiceError::BadRequest)?;
    app.add_way(way).await?;
    Ok(redirect("/me#notices", None))
}

/// What to say where a way is another's, or nobody's: the same.
fn no_way() -> ServiceError {
    ServiceError::NotFound("such way of yours".into())
}

async fn remove_way(
    State(app): State<AppState>,
    OwnForm { guest, form }: OwnForm<HookForm>,
) -> Result<Response, HtmlError> {
    let change = NoticeChange::WayRemoved { id: form.id, person: guest.id };
    app.tables.store().write_notice(change).await.map_err(|error| match error {
        StoreError::Taken => no_way(),
        error => error.into(),
    })?;
    Ok(redirect("/me#notices", None))
}

/// Sends a test, and says what came back.
async fn test_way(
    State(app): State<AppState>,
    client: Client,
    OwnForm { guest, form }: OwnForm<HookForm>,
) -> Result<HtmlPage, HtmlError> {
    app.check_ways(&guest.id, client)?;
    let store = app.tables.store();
    let way = store.way(&form.id).await?;
    let way = way.filter(|way| way.person == guest.id && way.kind != "feed").ok_or_else(no_way)?;
    let settings = Settings::read(&store.person(&guest.id).await?.settings);
    let now = app.tables.time();
    let test = Notice {
        key: format!("test/{}", secret::random_token(12)?),
        kind: Kind::Talk,
        game: "Overwinter".into(),
        table: "a test".into(),
        link: format!("{}/me", app.tables.base_url()),
        happened: "You asked for this test: notices arrive here.".into(),
        asked: String::new(),
        by: None,
        otherwise: String::new(),
        made: now,
    };
    let zone = settings.wishes().zone;
    let sent = match way.kind == mail::WAY {
        true => {
            let row = NoticeRow::new(&guest.id, test.key.clone(), "", Seat(0), test.kind, 0);
            app.tables.send_mail(&way, &[(row, test)], &zone, now).await
        }
        false => app.outgoing.send(&way, &[test], &zone, now).await,
    };
    let change = match &sent {
        Sent::Taken(_) if !way.trouble.is_empty() => {
            Some(NoticeChange::Trouble { id: way.id.clone(), trouble: String::new() })
        }
        Sent::Gone => Some(NoticeChange::WayGone(way.id.clone())),
        _ => None,
    };
    if let Some(change) = change {
        store.write_notice(change).await?;
    }
    let name = app.guest_name(&guest).await?;
    let layout = Layout { title: "A test", scripts: &[], class: "plain me" };
    let content = html! {
        main #main {
            h1 { "A test" }
            p { "To " b { (way.name) } ". " span role="status" { (sent.words()) } }
            p { a.button href="/me#notices" { "Back" } }
        }
    };
    Ok(HtmlPage {
        status: StatusCode::OK,
        markup: layout.markup(&name, html! {}, content),
        cookie: None,
    })
}

async fn new_feeds(
    State(app): State<AppState>,
    client: Client,
    OwnForm { guest, .. }: OwnForm<KeyForm>,
) -> Result<Response, HtmlError> {
    app.check_ways(&guest.id, client)?;
    let way = WayRow {
        id: secret::random_token(16)?,
        person: guest.id,
        kind: "feed".into(),
        address: secret::random_token(32)?,
        secret: String::new(),
        name: "Feeds".into(),
        created: app.tables.now(),
        trouble: String::new(),
    };
    app.tables.store().write_notice(NoticeChange::Way(Box::new(way))).await?;
    Ok(redirect("/me#notices", None))
}

async fn end_feeds(
    State(app): State<AppState>,
    OwnForm { guest, .. }: OwnForm<KeyForm>,
) -> Result<Response, HtmlError> {
    let store = app.tables.store();
    for way in store.ways(&guest.id).await?.into_iter().filter(|way| way.kind == "feed") {
        store.write_notice(NoticeChange::WayGone(way.id)).await?;
    }
    Ok(redirect("/me#notices", None))
}

#[derive(Deserialize)]
struct WishesForm {
    #[serde(default)]
    key: String,
    #[serde(default, rename = "tell-turn")]
    turn: String,
    #[serde(default, rename = "tell-warning")]
    warning: String,
    #[serde(default, rename = "tell-ran-out")]
    ran_out: String,
    #[serde(default, rename = "tell-invitation")]
    invitation: String,
    #[serde(default, rename = "tell-over")]
    over: String,
    #[serde(default)]
    digest: String,
}

impl Keyed for WishesForm {
    fn key(&self) -> &str {
        &self.key
    }
}

async fn keep_wishes(
    State(app): State<AppState>,
    client: Client,
    OwnForm { guest, form }: OwnForm<WishesForm>,
) -> Result<Response, HtmlError> {
    app.limiter.check_bytes(client, BYTES)?;
    let ticked = [&form.turn, &form.warning, &form.ran_out, &form.invitation, &form.over];
    let unticked = KINDS.iter().zip(ticked).filter(|(_, ticked)| ticked.as_str() != "on");
    let without: Vec<Kind> =
        unticked.flat_map(|((_, _, kinds), _)| kinds.iter().copied()).collect();
    let set = |before: Settings| before.with_notices(without.clone(), form.digest.trim());
    app.tables.change_settings(&guest, set).await?;
    Ok(redirect("/me#notices", None))
}

/// The feeds of somebody, for whoever knows their secret.
async fn feed(
    State(app): State<AppState>,
    Path(file): Path<String>,
) -> Result<Response, HtmlError> {
    let nobody = || ServiceError::NotFound("such feed".into());
    let (secret, kind) = file.rsplit_once('.').ok_or_else(nobody)?;
    let way = app.tables.store().feed(secret).await?.ok_or_else(nobody)?;
    let (kind, text) = match kind {
        "atom" => ("application/atom+xml; charset=utf-8", atom(&app, &way).await?),
        "ics" => ("text/calendar; charset=utf-8", calendar(&app, &way).await?),
        _ => return Err(nobody().into()),
    };
    Ok(([(header::CONTENT_TYPE, kind)], text).into_response())
}

async fn atom(app: &AppState, way: &WayRow) -> Result<String, ServiceError> {
    let store = app.tables.store();
    let settings = Settings::read(&store.person(&way.person).await?.settings);
    let rows = store.notices_of(&way.person, IN_A_FEED).await?;
    let notices: Vec<Notice> =
        rows.iter().filter_map(|row| serde_json::from_str(&row.text).ok()).collect();
    let base = app.tables.base_url();
    let own = Feed {
        // The secret is no part of what stands for it: entries stay the same under a new address.
        id: format!(
            "{base}/my/{}",
            app.signer.sign("feed", &way.person).get(..16).unwrap_or_default()
        ),
        title: "My games at Overwinter".into(),
        link: format!("{base}/feed/{}.atom", way.address),
        zone: settings.wishes().zone,
    };
    Ok(notice::feed(&own, &notices))
}

async fn calendar(app: &AppState, way: &WayRow) -> Result<String, ServiceError> {
    let (base, now) = (app.tables.base_url(), app.tables.time());
    let mut events = Vec::new();
    for listed in app.tables.store().tables_of(&way.person, IN_A_CALENDAR).await? {
        let Some(keeper) = app.tables.listed_keeper(&listed.table).await else { continue };
        let own = |seat: table::Seat| {
            listed.seats.get(seat.index()).is_some_and(|seat| seat.holder == way.person)
        };
        let offered = app.tables.games().find(&listed.table.game).ok();
        let game = offered.map_or(listed.table.game.as_str(), |offered| &offered.catalogue().title);
        let names: Vec<&str> = listed.seats.iter().map(|seat| seat.name.as_str()).collect();
        for deadline in keeper.deadlines().into_iter().filter(|deadline| own(deadline.seat)) {
            events.push(Event {
                key: format!("{}/{}/{}", listed.table.id, deadline.seat, deadline.question),
                sequence: minutes(now),
                summary: format!("{game}: your turn"),
                description: format!(
                    "{}. Otherwise {}.",
                    names.join(", "),
                    crate::tables::otherwise(&listed.table.at_deadlines())
                ),
                link: format!("{base}/t/{}", listed.table.id),
                due: deadline.due,
                alarm: alarm(&keeper),
                changed: now,
            });
        }
    }
    let host = base.split_once("://").map_or(base, |(_, host)| host);
    Ok(notice::calendar("My deadlines at Overwinter", host, &events))
}

/// A number that rises with time, so that a calendar takes what it was told last.
fn minutes(now: Timestamp) -> u32 {
    u32::try_from(now.as_second() / 60).unwrap_or(u32::MAX)
}

/// How long before a deadline a calendar rings: as the last warning of its clock.
fn alarm(keeper: &Timekeeper) -> Option<clock::Length> {
    keeper.clock().settings().warnings.iter().min().copied()
}
