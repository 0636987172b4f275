//! How the program asks the operator's address of a server.

use super::{OperatorStatus, PersonDeed, PersonStatus, ReportClosing, ReportStatus};
use crate::remote::in_address;
use axum::body::Body;
use axum::http::{Request, StatusCode, header};
use http_body_util::BodyExt as _;
use hyper_util::rt::TokioIo;
use serde::de::DeserializeOwned;
use serde_json::json;
use std::net::SocketAddr;
use std::time::Duration;
use tokio::net::TcpStream;

/// How long an answer is waited for.
const PATIENCE: Duration = Duration::from_secs(10);

/// What a server is asked to do.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum OperatorDeed {
    /// Nothing but to say how it stands.
    Look,
    /// To let nobody come any more.
    Drain,
    /// To serve on after all.
    Undrain,
    /// To pause new games over all servers, for a reason that everybody may read.
    Pause(String),
    /// To let new games begin again.
    Resume,
}

impl OperatorDeed {
    fn address(&self) -> (&'static str, &'static str) {
        match self {
            OperatorDeed::Look => ("GET", "/status"),
            OperatorDeed::Drain => ("POST", "/drain"),
            OperatorDeed::Undrain => ("POST", "/undrain"),
            OperatorDeed::Pause(_) => ("POST", "/pause"),
            OperatorDeed::Resume => ("POST", "/resume"),
        }
    }
}

/// Asks a server at its operator's address to do something; gives how it stands then, or why not in a sentence.
pub async fn ask_operator(
    address: SocketAddr,
    token: Option<&str>,
    deed: &OperatorDeed,
) -> Result<OperatorStatus, String> {
    let (method, path) = deed.address();
    let body = match deed {
        OperatorDeed::Pause(why) => json!({ "why": why }).to_string(),
        _ => "{}".into(),
    };
    asked(address, token, (method, path, body)).await
}

/// What a server is asked about people.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PeopleQuestion {
    /// Those whose name holds a text, or whose id it is, with ids after one: some at a time.
    List {
        /// The text; empty for everybody.
        who: String,
        /// The id.
        after: String,
    },
    /// One of them, by id.
    Show(String),
    /// To do something about one of them, by id.
    Do(String, PersonDeed),
}

/// Asks a server at its operator's address about people, or to do something about one; gives those that were asked for, or why
/// not in a sentence.
pub async fn ask_about_people(
    address: SocketAddr,
    token: Option<&str>,
    question: &PeopleQuestion,
) -> Result<Vec<PersonStatus>, String> {
    let of = |id: &str| format!("/people/{}", in_address(id));
    match question {
        PeopleQuestion::List { who, after } => {
            let path = format!("/people?who={}&after={}", in_address(who), in_address(after));
            asked(address, token, ("GET", &path, String::new())).await
        }
        PeopleQuestion::Show(id) => {
            let found = asked(address, token, ("GET", &of(id), String::new())).await?;
            Ok(vec![found])
        }
        PeopleQuestion::Do(id, deed) => {
            let body = serde_json::to_string(deed).map_err(|error| error.to_string())?;
            Ok(vec![asked(address, token, ("POST", &of(id), body)).await?])
        }
    }
}

/// What a server is asked about reports.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ReportQuestion {
    /// Those that are open, or all.
    List {
        /// Whether all.
        all: bool,
    },
    /// One of them, by id.
    Show(String),
    /// To close one, by id.
    Close(String, ReportClosing),
}

/// Asks a server at its operator's address about reports, or to close one; gives those that were asked for, or why not in a
/// sentence.
pub async fn ask_about_reports(
    address: SocketAddr,
    token: Option<&str>,
    question: &ReportQuestion,
) -> Result<Vec<ReportStatus>, String> {
    let of = |id: &str| format!("/reports/{}", in_address(id));
    match question {
        ReportQuestion::List { all } => {
            asked(address, token, ("GET", &format!("/reports?all={all}"), String::new())).await
        }
        ReportQuestion::Show(id) => {
            Ok(vec![asked(address, token, ("GET", &of(id), String::new())).await?])
        }
        ReportQuestion::Close(id, closing) => {
            let body = serde_json::to_string(closing).map_err(|error| error.to_string())?;
            Ok(vec![asked(address, token, ("POST", &of(id), body)).await?])
        }
    }
}

/// What a server answers, read.
async fn asked<T: DeserializeOwned>(
    address: SocketAddr,
    token: Option<&str>,
    request: (&str, &str, String),
) -> Result<T, String> {
    let asked = tokio::time::timeout(PATIENCE, answer(address, token, request)).await;
    let seconds = PATIENCE.as_secs();
    let asked = asked.map_err(|_| format!("no answer for {seconds} seconds"));
    let (status, body) =
        asked.and_then(|asked| asked).map_err(|why| format!("{address}: {why}"))?;
    if status == StatusCode::OK {
        let read = serde_json::from_slice(&body);
        return read.map_err(|_| format!("{address}: this is no operator's address of a server"));
    }
    let told = serde_json::from_slice::<serde_json::Value>(&body).ok();
    let told = told.and_then(|told| Some(told.get("message")?.as_str()?.to_string()));
    let told = told.unwrap_or_else(|| "this is no operator's address of a server".into());
    Err(format!("{address}: {told}"))
}

async fn answer(
    address: SocketAddr,
    token: Option<&str>,
    (method, path, body): (&str, &str, String),
) -> Result<(StatusCode, Vec<u8>), String> {
    let stream = TcpStream::connect(address).await.map_err(|error| {
        format!("nobody answers there ({error}): is a server started with `--admin`?")
    })?;
    let broken = |error: hyper::Error| format!("the answer broke off: {error}");
    let (mut sender, connection) =
        hyper::client::conn::http1::handshake(TokioIo::new(stream)).await.map_err(broken)?;
    let driving = tokio::spawn(connection);
    let mut request = Request::builder()
        .method(method)
        .uri(path)
        .header(header::HOST, address.to_string())
        .header(header::ACCEPT, "application/json")
        .header(header::CONTENT_TYPE, "application/json");
    if let Some(token) = token {
        request = request.header(header::AUTHORIZATION, format!("Bearer {token}"));
    }
    let request = request
        .body(Body::from(body))
        .map_err(|_| "the token has letters that no header can hold".to_string())?;
    let answer = sender.send_request(request).await.map_err(broken)?;
    let status = answer.status();
    let body = answer.into_body().collect().await.map_err(broken)?.to_bytes().to_vec();
    driving.abort();
    Ok((status, body))
}
