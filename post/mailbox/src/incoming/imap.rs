//! Messages in a mailbox at an IMAP server: those that are not marked as seen are taken, and then marked. In between the server
//! says when there are more (IDLE).

use super::{AT_ONCE, Arrived, BYTES_AT_ONCE, Stay, Take};
use crate::settings::{Account, MailServer, Method, Security};
use async_imap::types::Fetch;
use async_imap::{Authenticator, Client, Session};
use futures_util::TryStreamExt;
use rustls::pki_types::pem::PemObject;
use rustls::pki_types::{CertificateDer, ServerName};
use rustls::{ClientConfig, RootCertStore};
use std::fmt;
use std::sync::Arc;
use std::time::Duration;
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::net::TcpStream;
use tokio_rustls::TlsConnector;

/// How long a server may take for an answer.
const PATIENCE: Duration = Duration::from_secs(30);

/// How long the server is listened to before it is asked again: what came while one began to listen is found then.
const LISTENING: Duration = Duration::from_secs(15);

/// How often one that cannot say when there is more is asked.
const ASKING: Duration = Duration::from_secs(10);

trait Wire: AsyncRead + AsyncWrite + fmt::Debug + Send + Unpin {}
impl<T: AsyncRead + AsyncWrite + fmt::Debug + Send + Unpin> Wire for T {}

type Line = Box<dyn Wire>;

/// Says who we are by an access token.
struct Token {
    user: String,
    token: String,
    said: bool,
}

impl Authenticator for Token {
    type Response = String;

    fn process(&mut self, _: &[u8]) -> String {
        // What is asked after that says why it was refused; an empty answer lets the server end it.
        match std::mem::replace(&mut self.said, true) {
            false => format!("user={}\x01auth=Bearer {}\x01\x01", self.user, self.token),
            true => String::new(),
        }
    }
}

/// Whether the mailbox can be opened; if not, why, in a sentence. Nothing in it changes.
pub async fn check(server: &MailServer, folder: &str) -> Result<u32, String> {
    let mut session = session(server).await?;
    let mailbox = in_time(session.examine(folder)).await;
    let mailbox = mailbox.map_err(|why| format!("the folder `{folder}`: {why}"))?;
    let _ = in_time(session.logout()).await;
    Ok(mailbox.exists)
}

/// Brings messages until something goes wrong; `failed` is set back as soon as the mailbox was opened.
pub async fn bring(
    server: &MailServer,
    folder: &str,
    largest: u32,
    take: &Take,
    stay: Stay,
    failed: &mut usize,
) -> Result<(), String> {
    let mut session = session(server).await?;
    let listens = in_time(session.capabilities()).await?.has_str("IDLE");
    in_time(session.select(folder)).await.map_err(|why| format!("the folder `{folder}`: {why}"))?;
    if std::mem::take(failed) > 0 {
        tracing::info!("mail comes in again");
    }
    loop {
        while take_some(&mut session, largest, take).await? {}
        if stay == Stay::Once {
            let _ = in_time(session.logout()).await;
            return Ok(());
        }
        if !listens {
            tokio::time::sleep(ASKING).await;
            in_time(session.noop()).await?;
            continue;
        }
        let mut idle = session.idle();
        in_time(idle.init()).await?;
        {
            let (waiting, _interrupt) = idle.wait_with_timeout(LISTENING);
            // However the wait ends, the mailbox is looked at; a broken line is found then.
            let _ = tokio::time::timeout(LISTENING * 2, waiting).await;
        }
        session = in_time(idle.done()).await?;
    }
}

/// Takes some of the messages that nobody has taken; false if there are no more.
async fn take_some(session: &mut Session<Line>, largest: u32, take: &Take) -> Result<bool, String> {
    let mut unseen: Vec<u32> = in_time(session.uid_search("UNSEEN")).await?.into_iter().collect();
    unseen.sort_unstable();
    let (mut uids, mut arrived) = (Vec::new(), Vec::new());
    let (mut looked_at, mut room) = (0, BYTES_AT_ONCE);
    for uid in unseen.iter().take(AT_ONCE) {
        if room == 0 {
            break;
        }
        looked_at += 1;
        let Some(size) = fetched(session, *uid, "RFC822.SIZE").await?.and_then(|it| it.size) else {
            continue;
        };
        let whole = size <= largest;
        let wanted = if whole { "BODY.PEEK[]" } else { "BODY.PEEK[HEADER]" };
        let Some(message) = fetched(session, *uid, wanted).await? else { continue };
        let bytes = if whole { message.body() } else { message.header() };
        let bytes = bytes.unwrap_or_default().to_vec();
        room = room.saturating_sub(bytes.len());
        arrived.push(Arrived { bytes, whole, to: None });
        uids.push(uid.to_string());
    }
    if !uids.is_empty() {
        take(arrived).await?;
        let marked = async {
            let marks = session.uid_store(uids.join(","), "+FLAGS.SILENT (\\Seen)").await?;
            marks.try_collect::<Vec<Fetch>>().await
        };
        in_time(marked).await?;
    }
    Ok(unseen.len() > looked_at)
}

async fn fetched(
    session: &mut Session<Line>,
    uid: u32,
    what: &str,
) -> Result<Option<Fetch>, String> {
    let asked = async {
        let found = session.uid_fetch(uid.to_string(), format!("(UID {what})")).await?;
        found.try_collect::<Vec<Fetch>>().await
    };
    let found = in_time(asked).await?;
    Ok(found.into_iter().find(|message| message.uid == Some(uid)))
}

/// Waits for an answer; a server that says nothing is given up.
async fn in_time<T, E: fmt::Display>(
    asked: impl Future<Output = Result<T, E>>,
) -> Result<T, String> {
    match tokio::time::timeout(PATIENCE, asked).await {
        Err(_) => Err(format!("the server did not answer within {} seconds", PATIENCE.as_secs())),
        Ok(answer) => answer.map_err(|error| error.to_string()),
    }
}

/// A session with somebody signed in.
async fn session(server: &MailServer) -> Result<Session<Line>, String> {
    let MailServer { host, port, security, account, .. } = server;
    let Some(Account { user, secret, method }) = account else {
        return Err("a mailbox needs a `user` and a `password`".into());
    };
    let secret = secret.get().await?;
    let stream = in_time(TcpStream::connect((host.as_str(), *port))).await;
    let stream = stream.map_err(|why| format!("{host}:{port} cannot be reached: {why}"))?;
    let line: Line = match security {
        Security::Tls => Box::new(encrypted(server, Box::new(stream)).await?),
        Security::StartTls | Security::None => Box::new(stream),
    };
    let mut client = Client::new(line);
    let greeting = in_time(client.read_response()).await?;
    greeting.ok_or_else(|| format!("{host}:{port} does not answer as an IMAP server does"))?;
    if *security == Security::StartTls {
        in_time(client.run_command_and_check_ok("STARTTLS", None)).await?;
        client = Client::new(Box::new(encrypted(server, client.into_inner()).await?));
    }
    let user = user.clone();
    let signed_in = match method {
        Method::Password => tokio::time::timeout(PATIENCE, client.login(user, secret)).await,
        Method::Xoauth2 => {
            let token = Token { user, token: secret, said: false };
            tokio::time::timeout(PATIENCE, client.authenticate("XOAUTH2", token)).await
        }
    };
    match signed_in {
        Err(_) => Err("the server did not answer when we signed in".into()),
        Ok(Err((error, _))) => Err(format!("signing in was refused: {error}")),
        Ok(Ok(session)) => Ok(session),
    }
}

async fn encrypted(
    server: &MailServer,
    line: Line,
) -> Result<tokio_rustls::client::TlsStream<Line>, String> {
    let mut roots = RootCertStore::empty();
    roots.add_parsable_certificates(rustls_native_certs::load_native_certs().certs);
    if let Some(path) = &server.trusts {
        let place = path.display();
        let read = CertificateDer::pem_file_iter(path);
        let read = read.map_err(|error| format!("`trusts`: {place}: {error}"))?;
        let all: Vec<_> = read.flatten().collect();
        if all.is_empty() {
            return Err(format!("`trusts`: {place} holds no certificate"));
        }
        roots.add_parsable_certificates(all);
    }
    let provider = Arc::new(rustls::crypto::ring::default_provider());
    let config = ClientConfig::builder_with_provider(provider)
        .with_safe_default_protocol_versions()
        .map_err(|error| error.to_string())?
        .with_root_certificates(roots)
        .with_no_client_auth();
    let name = ServerName::try_from(server.host.clone());
    let name = name.map_err(|_| format!("`{}` is no name of a server", server.host))?;
    let connecting = TlsConnector::from(Arc::new(config)).connect(name, line);
    in_time(connecting)
        .await
        .map_err(|why| format!("{}:{}: no encrypted connection: {why}", server.host, server.port))
}
