//! How a program asks a server: requests over one line that is kept, decisions each over a line of its own, and the
//! stream of a table.

use super::url::ServerUrl;
use http_body_util::{BodyExt as _, Full, Limited};
use hyper::body::{Bytes, Incoming};
use hyper::client::conn::http1::{SendRequest, handshake};
use hyper::{Method, Request, Response, header};
use hyper_util::rt::TokioIo;
use serde::Deserialize;
use serde::de::DeserializeOwned;
use std::fmt;
use std::time::Duration;
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::net::TcpStream;
use tokio::sync::Mutex;

/// How long a connection may take.
const CONNECTING: Duration = Duration::from_secs(8);

/// How long an answer may take.
const PATIENCE: Duration = Duration::from_secs(15);

/// The largest answer that is read.
const LARGEST: usize = 64 << 20;

/// The largest event of a stream that is read.
const LARGEST_EVENT: usize = 1 << 20;

/// Why something that was asked of a server came to nothing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RemoteError {
    /// The server could not be reached: nothing was done.
    Unreachable(String),
    /// It was asked, and its answer did not come: nobody knows whether it was done.
    Lost(String),
    /// It says no.
    Refused {
        /// The status of its answer.
        status: u16,
        /// The word for programs.
        kind: String,
        /// The sentence for people.
        message: String,
    },
    /// What answers is no server of ours, or one of another version.
    Foreign(String),
}

impl fmt::Display for RemoteError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            RemoteError::Unreachable(why)
            | RemoteError::Lost(why)
            | RemoteError::Foreign(why)
            | RemoteError::Refused { message: why, .. } => f.write_str(why),
        }
    }
}

impl RemoteError {
    /// Whether it may be otherwise after a while, with nothing changed.
    pub fn passes(&self) -> bool {
        match self {
            RemoteError::Unreachable(_) | RemoteError::Lost(_) => true,
            RemoteError::Refused { status, .. } => *status == 429 || *status >= 500,
            RemoteError::Foreign(_) => false,
        }
    }
}

/// What a server says when it does not do something.
#[derive(Deserialize)]
struct Trouble {
    error: String,
    message: String,
    #[serde(default)]
    rule: String,
}

impl Trouble {
    fn refused(self, status: u16) -> RemoteError {
        let message = match self.rule.as_str() {
            "" => self.message,
            rule => format!("{} ({rule})", self.message),
        };
        RemoteError::Refused { status, kind: self.error, message }
    }
}

type Line = SendRequest<Full<Bytes>>;

/// A server, and who asks it.
pub struct ServerClient {
    url: ServerUrl,
    token: Option<String>,
    kept: Mutex<Option<Line>>,
    #[cfg(feature = "https")]
    tls: tokio_rustls::TlsConnector,
}

impl ServerClient {
    /// Asks that server, as whoever has the token, if one is there. Nothing is sent yet.
    pub fn new(url: ServerUrl, token: Option<String>) -> Result<ServerClient, RemoteError> {
        #[cfg(not(feature = "https"))]
        if url.https {
            let why = "this program was built without https: build it with `--features https`";
            return Err(RemoteError::Unreachable(format!("{url}: {why}")));
        }
        Ok(ServerClient {
            #[cfg(feature = "https")]
            tls: connector()?,
            url,
            token,
            kept: Mutex::default(),
        })
    }

    /// The address of the server.
    pub fn url(&self) -> &ServerUrl {
        &self.url
    }

    /// Asks for something that changes nothing: asked again where the line that was kept had ended.
    pub async fn get<T: DeserializeOwned>(&self, path: &str) -> Result<T, RemoteError> {
        self.read(self.got(path).await?).await
    }

    /// The same for an answer that is a text.
    pub async fn text(&self, path: &str) -> Result<String, RemoteError> {
        let (_, body) = self.taken(self.got(path).await?).await?;
        String::from_utf8(body).map_err(|_| self.foreign())
    }

    async fn got(&self, path: &str) -> Result<Response<Incoming>, RemoteError> {
        let mut kept = self.kept.lock().await;
        if let Some(mut line) = kept.take().filter(|line| !line.is_closed())
            && line.ready().await.is_ok()
            && let Ok(answer) = self.asked(&mut line, Method::GET, path, None).await
        {
            *kept = Some(line);
            return Ok(answer);
        }
        let mut line = self.line().await?;
        let answer = self.asked(&mut line, Method::GET, path, None).await?;
        *kept = Some(line);
        Ok(answer)
    }

    /// Asks for something that changes something, over a line of its own: if that breaks, nobody knows whether it was done, and
    /// it is not asked again.
    pub async fn post<T: DeserializeOwned>(
        &self,
        path: &str,
        body: &serde_json::Value,
    ) -> Result<T, RemoteError> {
        let mut line = self.line().await?;
        let body = Some(body.to_string());
        let answer = self.asked(&mut line, Method::POST, path, body).await?;
        self.read(answer).await
    }

    /// The same for what is put in the place of something.
    pub async fn put<T: DeserializeOwned>(
        &self,
        path: &str,
        body: &serde_json::Value,
    ) -> Result<T, RemoteError> {
        let mut line = self.line().await?;
        let body = Some(body.to_string());
        let answer = self.asked(&mut line, Method::PUT, path, body).await?;
        self.read(answer).await
    }

    /// Follows a table.
    pub async fn follow(&self, path: &str) -> Result<TableNews, RemoteError> {
        let mut line = self.line().await?;
        let answer = self.asked(&mut line, Method::GET, path, None).await?;
        if !answer.status().is_success() {
            return Err(self.taken(answer).await.err().unwrap_or_else(|| self.foreign()));
        }
        let body = answer.into_body();
        Ok(TableNews { body, _line: line, read: Vec::new(), url: self.url.to_string() })
    }

    async fn asked(
        &self,
        line: &mut Line,
        method: Method,
        path: &str,
        body: Option<String>,
    ) -> Result<Response<Incoming>, RemoteError> {
        let mut request = Request::builder()
            .method(method)
            .uri(path)
            .header(header::HOST, self.url.authority())
            .header(header::ACCEPT, "application/json")
            .header(header::USER_AGENT, user_agent());
        if body.is_some() {
            request = request.header(header::CONTENT_TYPE, "application/json");
        }
        if let Some(token) = &self.token {
            request = request.header(header::AUTHORIZATION, format!("Bearer {token}"));
        }
        let request = request
            .body(Full::new(Bytes::from(body.unwrap_or_default())))
            .map_err(|_| RemoteError::Foreign("this cannot be asked of a server".into()))?;
        let answer = tokio::time::timeout(PATIENCE, line.send_request(request)).await;
        let seconds = PATIENCE.as_secs();
        let late = |_| RemoteError::Lost(format!("{}: no answer for {seconds} seconds", self.url));
        answer.map_err(late)?.map_err(|error| match error.is_canceled() {
            true => RemoteError::Unreachable(format!("{}: the line ended", self.url)),
            false => RemoteError::Lost(format!("{}: the line broke off", self.url)),
        })
    }

    async fn read<T: DeserializeOwned>(
        &self,
        answer: Response<Incoming>,
    ) -> Result<T, RemoteError> {
        let (status, body) = self.taken(answer).await?;
        let body = if status == 204 { b"null".to_vec() } else { body };
        serde_json::from_slice(&body).map_err(|_| self.foreign())
    }

    /// The body of an answer that is no refusal.
    async fn taken(&self, answer: Response<Incoming>) -> Result<(u16, Vec<u8>), RemoteError> {
        let status = answer.status().as_u16();
        let elsewhere = answer.headers().get(header::LOCATION).cloned();
        let body = Limited::new(answer.into_body(), LARGEST).collect();
        let body = tokio::time::timeout(PATIENCE, body).await;
        let broken = || RemoteError::Lost(format!("{}: the answer broke off", self.url));
        let body = body.map_err(|_| broken())?.map_err(|_| broken())?.to_bytes().to_vec();
        match status {
            200..300 => Ok((status, body)),
            300..400 => {
                let to = elsewhere.and_then(|to| to.to_str().ok().map(str::to_string));
                let to = to.unwrap_or_else(|| "elsewhere".into());
                Err(RemoteError::Foreign(format!("{} leads to {to}: say that address", self.url)))
            }
            _ => match serde_json::from_slice::<Trouble>(&body) {
                Ok(trouble) => Err(trouble.refused(status)),
                Err(_) if status >= 500 => {
                    let told = format!("{}: it answers {status} and nothing else", self.url);
                    Err(RemoteError::Unreachable(told))
                }
                Err(_) => Err(self.foreign()),
            },
        }
    }

    fn foreign(&self) -> RemoteError {
        let version = env!("CARGO_PKG_VERSION");
        RemoteError::Foreign(format!(
            "{}: what answers there is no server of Overwinter, or one that does not go with this program ({version})",
            self.url
        ))
    }

    async fn line(&self) -> Result<Line, RemoteError> {
        let failed = |why: String| RemoteError::Unreachable(format!("{}: {why}", self.url));
        let connecting = TcpStream::connect((self.url.host.as_str(), self.url.port));
        let seconds = CONNECTING.as_secs();
        let stream = tokio::time::timeout(CONNECTING, connecting).await;
        let stream = stream
            .map_err(|_| failed(format!("nobody answers there for {seconds} seconds")))?
            .map_err(|error| failed(format!("nobody answers there ({error})")))?;
        // A decision is one small packet: it goes at once.
        let _ = stream.set_nodelay(true);
        if !self.url.https {
            return self.spoken(stream).await;
        }
        #[cfg(feature = "https")]
        {
            use rustls::pki_types::ServerName;
            let name = ServerName::try_from(self.url.host.clone());
            let name = name.map_err(|_| failed("this is no name of a host".into()))?;
            let secured = tokio::time::timeout(CONNECTING, self.tls.connect(name, stream)).await;
            let secured = secured
                .map_err(|_| failed(format!("no encrypted line within {seconds} seconds")))?
                .map_err(|error| failed(format!("no encrypted line can be made ({error})")))?;
            self.spoken(secured).await
        }
        #[cfg(not(feature = "https"))]
        Err(failed("this program was built without https".into()))
    }

    async fn spoken(
        &self,
        stream: impl AsyncRead + AsyncWrite + Send + Unpin + 'static,
    ) -> Result<Line, RemoteError> {
        let (line, connection) = handshake(TokioIo::new(stream))
            .await
            .map_err(|error| RemoteError::Unreachable(format!("{}: {error}", self.url)))?;
        // It ends with the line.
        tokio::spawn(connection);
        Ok(line)
    }
}

#[cfg(feature = "https")]
fn connector() -> Result<tokio_rustls::TlsConnector, RemoteError> {
    use std::sync::Arc;
    let mut roots = rustls::RootCertStore::empty();
    roots.add_parsable_certificates(rustls_native_certs::load_native_certs().certs);
    let provider = Arc::new(rustls::crypto::ring::default_provider());
    let config = rustls::ClientConfig::builder_with_provider(provider)
        .with_safe_default_protocol_versions()
        .map_err(|error| RemoteError::Unreachable(error.to_string()))?
        .with_root_certificates(roots)
        .with_no_client_auth();
    Ok(tokio_rustls::TlsConnector::from(Arc::new(config)))
}

/// What the program says of itself: by this its person knows it among their browsers.
fn user_agent() -> String {
    let system = match std::env::consts::OS {
        "linux" => "Linux",
        "macos" => "Mac OS X",
        "windows" => "Windows",
        other => other,
    };
    format!("overwinter/{} ({system})", env!("CARGO_PKG_VERSION"))
}

/// The stream of a table, as it comes.
pub struct TableNews {
    body: Incoming,
    _line: Line,
    read: Vec<u8>,
    url: String,
}

impl TableNews {
    /// Waits for something new at the table. A line over which nothing at all came for so long is taken for dead: the server gives
    /// signs of life.
    pub async fn next(&mut self, silence: Duration) -> Result<(), RemoteError> {
        loop {
            if let Some(event) = self.event() {
                match serde_json::from_slice::<Trouble>(&event) {
                    Ok(trouble) => return Err(trouble.refused(409)),
                    Err(_) => return Ok(()),
                }
            }
            let lost = |why: &str| RemoteError::Lost(format!("{}: {why}", self.url));
            match tokio::time::timeout(silence, self.body.frame()).await {
                Err(_) => return Err(lost("the line is silent")),
                Ok(None) => return Err(lost("the line ended")),
                Ok(Some(Err(_))) => return Err(lost("the line broke off")),
                Ok(Some(Ok(frame))) => self.read.extend(frame.data_ref().into_iter().flatten()),
            }
            if self.read.len() > LARGEST_EVENT {
                return Err(RemoteError::Foreign(format!("{}: too much at once", self.url)));
            }
        }
    }

    /// The next whole event of what was read; comments are none.
    fn event(&mut self) -> Option<Vec<u8>> {
        while let Some(end) = self.read.windows(2).position(|two| two == b"\n\n") {
            let event: Vec<u8> = self.read.drain(..end + 2).collect();
            let data =
                event.split(|byte| *byte == b'\n').find_map(|line| line.strip_prefix(b"data: "));
            if let Some(data) = data {
                return Some(data.to_vec());
            }
        }
        None
    }
}
