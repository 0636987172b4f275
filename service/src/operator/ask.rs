//! How the program asks the operator's address of a server.

use super::OperatorStatus;
use axum::body::Body;
use axum::http::{Request, StatusCode, header};
use http_body_util::BodyExt as _;
use hyper_util::rt::TokioIo;
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
    let asked = tokio::time::timeout(PATIENCE, answer(address, token, deed)).await;
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
    deed: &OperatorDeed,
) -> Result<(StatusCode, Vec<u8>), String> {
    let stream = TcpStream::connect(address).await.map_err(|error| {
        format!("nobody answers there ({error}): is a server started with `--admin`?")
    })?;
    let broken = |error: hyper::Error| format!("the answer broke off: {error}");
    let (mut sender, connection) =
        hyper::client::conn::http1::handshake(TokioIo::new(stream)).await.map_err(broken)?;
    let driving = tokio::spawn(connection);
    let (method, path) = deed.address();
    let mut request = Request::builder()
        .method(method)
        .uri(path)
        .header(header::HOST, address.to_string())
        .header(header::ACCEPT, "application/json")
        .header(header::CONTENT_TYPE, "application/json");
    if let Some(token) = token {
        request = request.header(header::AUTHORIZATION, format!("Bearer {token}"));
    }
    let body = match deed {
        OperatorDeed::Pause(why) => json!({ "why": why }).to_string(),
        _ => "{}".into(),
    };
    let request = request
        .body(Body::from(body))
        .map_err(|_| "the token has letters that no header can hold".to_string())?;
    let answer = sender.send_request(request).await.map_err(broken)?;
    let status = answer.status();
    let body = answer.into_body().collect().await.map_err(broken)?.to_bytes().to_vec();
    driving.abort();
    Ok((status, body))
}
