//! Calls to addresses that people set. None reaches the server's own or private networks: a name is resolved once, all that it
//! leads to is judged, and what is called is an address that was judged. No redirection is followed, nothing is waited for
//! for long, and little of an answer is read.

use super::push::PushKey;
use super::{OutgoingSettings, Sent};
use crate::error::ServiceError;
use crate::secret;
use crate::store::{Change, Store, WayRow};
use clock::{Timestamp, Zone};
use http_body_util::{BodyExt, Full};
use hyper::body::{Body, Bytes};
use hyper::header::{self, HeaderName, HeaderValue};
use hyper::{Method, Request, Response};
use hyper_util::rt::TokioIo;
use notice::{Guard, NotCalled, Notice, Service, body, digest_body};
use rustls::pki_types::ServerName;
use rustls::{ClientConfig, RootCertStore};
use sha2::{Digest, Sha256};
use std::net::{IpAddr, SocketAddr};
use std::pin::pin;
use std::sync::Arc;
use std::time::Duration;
use table::wording::readable_line;
use tokio::net::TcpStream;
use tokio_rustls::TlsConnector;

/// How long one address of a name is tried.
const CONNECTING: Duration = Duration::from_secs(4);

/// How many addresses of a name are tried.
const TRIED: usize = 3;

/// How much of an answer is read.
const READ: usize = 2048;

/// How many letters of it are told.
const TOLD: usize = 160;

/// Sends notices.
pub struct Outgoing {
    settings: OutgoingSettings,
    guard: Guard,
    push: PushKey,
    tls: TlsConnector,
}

/// Something to be sent.
struct Call<'a> {
    method: Method,
    url: &'a str,
    headers: Vec<(HeaderName, String)>,
    body: Vec<u8>,
}

/// Why a call came to nothing.
enum NotSent {
    /// It was not made: why.
    NotCalled(NotCalled),
    /// Nobody answered in time, or as one should: why.
    Failed(String),
}

impl From<NotCalled> for NotSent {
    fn from(why: NotCalled) -> NotSent {
        NotSent::NotCalled(why)
    }
}

fn failed(why: &str) -> NotSent {
    NotSent::Failed(why.into())
}

impl Outgoing {
    /// With the key of the house by which browsers know who pushes: it is made once, and all servers of the house share it.
    pub async fn new(settings: OutgoingSettings, store: &Store) -> Result<Outgoing, ServiceError> {
        let internal = |why: String| ServiceError::Internal(format!("notices: {why}"));
        let read = |text: String| secret::bytes(&text).and_then(|key| PushKey::read(&key));
        let push = match store.house("push_key").await?.and_then(read) {
            Some(key) => key,
            None => {
                let made = PushKey::make().ok_or_else(|| internal("no key can be made".into()))?;
                let written = secret::hexadecimal(&made);
                store.write(Change::HouseOnce("push_key", written)).await?;
                // Another server that starts at the same time may have been first.
                let known = store.house("push_key").await?.and_then(read);
                known.ok_or_else(|| internal("the key of pushes in the store is damaged".into()))?
            }
        };
        let mut roots = RootCertStore::empty();
        roots.add_parsable_certificates(rustls_native_certs::load_native_certs().certs);
        let provider = Arc::new(rustls::crypto::ring::default_provider());
        let config = ClientConfig::builder_with_provider(provider)
            .with_safe_default_protocol_versions()
            .map_err(|error| internal(error.to_string()))?
            .with_root_certificates(roots)
            .with_no_client_auth();
        let plain = !settings.may_call.is_empty();
        let guard = Guard { allowed: settings.may_call.clone(), plain };
        Ok(Outgoing { settings, guard, push, tls: TlsConnector::from(Arc::new(config)) })
    }

    /// The key by which browsers know who pushes, in the letters of URLs.
    pub fn push_key(&self) -> Option<&str> {
        Some(self.push.public())
    }

    /// Why nothing is sent; nothing, since it is.
    pub fn absent(&self) -> Option<&'static str> {
        None
    }

    /// Whether a way can be used, as far as it shows before it is; why not, in a sentence.
    pub fn check(&self, way: &WayRow) -> Result<(), String> {
        self.guard.url(&way.address).map_err(|why| why.to_string())?;
        match way.kind.as_str() {
            "push" if !PushKey::can_be_told(&way.secret) => {
                Err("This browser gave no keys with which it could be told something.".into())
            }
            "matrix" if way.secret.is_empty() => {
                Err("Matrix needs the access token of the account that speaks.".into())
            }
            "matrix" if !way.address.ends_with("/send/m.room.message") => Err(
                "The address of a Matrix room ends with /send/m.room.message: docs/notices.md has an example."
                    .into(),
            ),
            _ => Ok(()),
        }
    }

    /// Sends a notice by a way, or several at once.
    pub async fn send(
        &self,
        way: &WayRow,
        notices: &[Notice],
        zone: &Zone,
        now: Timestamp,
    ) -> Sent {
        let Some(call) = self.call_of(way, notices, zone, now) else {
            return Sent::Refused("it cannot be written for this way".into());
        };
        let calling = tokio::time::timeout(self.settings.patience, self.call(&call));
        match calling.await {
            Err(_) => Sent::Later(format!(
                "it did not answer within {} seconds",
                self.settings.patience.as_secs().max(1)
            )),
            Ok(Err(NotSent::NotCalled(why))) => {
                Sent::Refused(why.to_string().trim_end_matches('.').to_string())
            }
            Ok(Err(NotSent::Failed(why))) => Sent::Later(why),
            Ok(Ok((status, said))) => judged(way, status, &said),
        }
    }

    fn call_of<'a>(
        &self,
        way: &'a WayRow,
        notices: &[Notice],
        zone: &Zone,
        now: Timestamp,
    ) -> Option<Call<'a>> {
        let first = notices.first()?;
        if way.kind == "push" {
            let (headers, body) =
                self.push.message(way, first, zone, now, &self.settings.contact)?;
            return Some(Call { method: Method::POST, url: &way.address, headers, body });
        }
        let service = match way.kind.as_str() {
            "discord" => Service::Discord,
            "slack" => Service::Slack,
            "matrix" => Service::Matrix,
            _ => Service::Json,
        };
        let body = match notices {
            [one] => body(one, service, zone),
            all => digest_body(all, service, zone)?,
        };
        let mut headers = vec![(header::CONTENT_TYPE, "application/json".to_string())];
        if service == Service::Matrix {
            headers.push((header::AUTHORIZATION, format!("Bearer {}", way.secret)));
        }
        let method = if service == Service::Matrix { Method::PUT } else { Method::POST };
        // What is told twice bears the same id.
        headers.push((HeaderName::from_static("idempotency-key"), message_id(notices)));
        Some(Call { method, url: &way.address, headers, body: body.to_string().into_bytes() })
    }

    async fn call(&self, call: &Call<'_>) -> Result<(u16, String), NotSent> {
        let (host, port) = self.guard.url(call.url)?;
        let encrypted = call.url.get(..5).is_some_and(|start| start.eq_ignore_ascii_case("https"));
        let (names, asked) = (self.settings.name_service, host.clone());
        let found = tokio::task::spawn_blocking(move || names(&asked, port)).await;
        let found = found.ok().and_then(Result::ok).unwrap_or_default();
        let addresses: Vec<IpAddr> = found.iter().map(SocketAddr::ip).collect();
        self.guard.resolved(&addresses)?;
        let allowed =
            |address: &IpAddr| self.settings.may_call.iter().any(|net| net.contains(address));
        if !encrypted && !addresses.iter().all(allowed) {
            return Err(NotCalled::NotEncrypted.into());
        }
        let mut line = None;
        for address in found.iter().take(TRIED) {
            // What was judged is called, and nothing that the name leads to by now.
            if let Ok(Ok(connected)) =
                tokio::time::timeout(CONNECTING, TcpStream::connect(address)).await
            {
                line = Some(connected);
                break;
            }
        }
        let line = line.ok_or_else(|| failed("nobody takes calls there"))?;
        let request = request_of(call, &host, port)?;
        if !encrypted {
            return exchange(line, request).await;
        }
        let name = ServerName::try_from(host).map_err(|_| NotCalled::NotAWebAddress)?;
        let line = self.tls.connect(name, line).await;
        let line = line.map_err(|error| {
            NotSent::Failed(format!("no encrypted connection could be made ({error})"))
        })?;
        exchange(line, request).await
    }
}

/// The id of a message, the same however often it is sent.
fn message_id(notices: &[Notice]) -> String {
    let mut hash = Sha256::new();
    for notice in notices {
        hash.update(notice.key.as_bytes());
        hash.update([0]);
    }
    hash.finalize().iter().take(16).map(|byte| format!("{byte:02x}")).collect()
}

/// What an answer means.
fn judged(way: &WayRow, status: u16, said: &str) -> Sent {
    let said = match said.is_empty() {
        true => format!("it answered {status}"),
        false => format!("it answered {status} and said “{said}”"),
    };
    match status {
        200..300 => Sent::Taken(said),
        404 | 410 if way.kind == "push" => Sent::Gone,
        300..400 => Sent::Refused(format!(
            "it answered {status} and leads elsewhere, where this server does not follow"
        )),
        408 | 425 | 429 => Sent::Later(said),
        400..500 => Sent::Refused(said),
        _ => Sent::Later(said),
    }
}

fn request_of(call: &Call<'_>, host: &str, port: u16) -> Result<Request<Full<Bytes>>, NotSent> {
    let wrong = || NotCalled::NotAWebAddress;
    let (_, rest) = call.url.split_once("://").ok_or_else(wrong)?;
    let path = rest.find(['/', '?', '#']).map_or("", |at| &rest[at..]);
    let path = path.split('#').next().unwrap_or_default();
    let mut path = match path.starts_with('/') {
        true => path.to_string(),
        false => format!("/{path}"),
    };
    if call.method == Method::PUT {
        let id = call.headers.iter().find(|(name, _)| name == "idempotency-key");
        path = format!("{path}/{}", id.map_or("0", |(_, id)| id));
    }
    let host = if host.contains(':') { format!("[{host}]") } else { host.to_string() };
    let usual = [80, 443].contains(&port);
    let named = if usual { host } else { format!("{host}:{port}") };
    let mut request = Request::builder()
        .method(&call.method)
        .uri(path)
        .header(header::HOST, named)
        .header(header::USER_AGENT, concat!("Overwinter/", env!("CARGO_PKG_VERSION")));
    for (name, value) in &call.headers {
        let value = HeaderValue::from_str(value).map_err(|_| wrong())?;
        request = request.header(name, value);
    }
    let body = Full::new(Bytes::from(call.body.clone()));
    request.body(body).map_err(|_| wrong().into())
}

/// Sends a request and reads the beginning of the answer.
async fn exchange(
    line: impl tokio::io::AsyncRead + tokio::io::AsyncWrite + Send + Unpin + 'static,
    request: Request<Full<Bytes>>,
) -> Result<(u16, String), NotSent> {
    let broken = || failed("the line broke off");
    let made = hyper::client::conn::http1::handshake(TokioIo::new(line)).await;
    let (mut sender, connection) = made.map_err(|_| broken())?;
    let mut connection = pin!(connection);
    let asking = async {
        let response: Response<_> = sender.send_request(request).await.map_err(|_| broken())?;
        let status = response.status().as_u16();
        Ok((status, beginning(response.into_body()).await))
    };
    let mut asking = pin!(asking);
    // The connection ends with what it was made for, whatever comes of it.
    tokio::select! {
        answered = &mut asking => answered,
        _ = &mut connection => asking.await,
    }
}

/// The first words of an answer, in one line.
async fn beginning(body: impl Body<Data = Bytes>) -> String {
    let mut body = pin!(body);
    let mut read = Vec::new();
    while read.len() < READ {
        match body.frame().await {
            Some(Ok(frame)) => {
                read.extend(frame.data_ref().into_iter().flatten().take(READ - read.len()));
            }
            _ => break,
        }
    }
    let text = readable_line(&String::from_utf8_lossy(&read));
    let text: String = text.split_whitespace().collect::<Vec<_>>().join(" ");
    match text.chars().count() > TOLD {
        true => text.chars().take(TOLD).chain(['…']).collect(),
        false => text,
    }
}
