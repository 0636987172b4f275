//! `overwinter serve`: the table in your browser.

use crate::error::{CommandError, CommandResult};
use crate::files;
use crate::traces::Traces;
use clap::Args;
use service::{Config, Connections, IpNet, Limits, PublicUrl, Server, StoreAddress};
use shelf::Shelf;
use std::io::Write;
use std::net::{IpAddr, SocketAddr};
use std::path::PathBuf;
#[cfg(unix)]
use std::task::{Context, Poll};
use std::time::Duration;
use tracing_subscriber::filter::Targets;
use tracing_subscriber::layer::{Layer as _, SubscriberExt as _};
use tracing_subscriber::util::SubscriberInitExt as _;

/// Serve the games to browsers: what `overwinter` does without a command.
#[derive(Args)]
#[command(after_help = "\
Examples:
  overwinter serve
  overwinter serve --bind 127.0.0.1:8000 --data /srv/overwinter
  overwinter serve --trusted-proxy 127.0.0.1/32
  OVERWINTER_STORE=postgres://USER:PASSWORD@HOST/DATABASE overwinter serve
  overwinter serve --admin 9114
  overwinter serve --mail mail.toml

Editions of your own are folders GAME/NAME below `editions` in the data folder. Logs go to stderr;
OVERWINTER_LOG sets how much (such as `debug`, `warn`, `service=debug`).")]
pub struct ServeArgs {
    /// The address to listen at
    #[arg(long, value_name = "ADDRESS", default_value = "127.0.0.1:4114")]
    bind: SocketAddr,
    /// The folder in which games are kept [default: overwinter in your data folder]
    #[arg(long, value_name = "DIR")]
    data: Option<PathBuf>,
    #[command(flatten)]
    store: StoreArgs,
    /// Networks of proxies whose word about the client counts, such as 127.0.0.1/32; again for more
    #[arg(
        long,
        value_name = "CIDR",
        env = "OVERWINTER_TRUSTED_PROXY",
        value_parser = networks
    )]
    trusted_proxy: Vec<Networks>,
    /// The address under which people reach the server, such as https://games.example.org: passkeys are bound to it
    #[arg(long, value_name = "URL", env = "OVERWINTER_PUBLIC_URL")]
    public_url: Option<PublicUrl>,
    /// Networks to which notices may be sent although they are not open to all, such as 10.1.0.0/16: to these also without
    /// encryption; again for more
    #[arg(
        long,
        value_name = "CIDR",
        env = "OVERWINTER_NOTICES_MAY_CALL",
        value_parser = networks
    )]
    notices_may_call: Vec<Networks>,
    /// The settings of the mail by which the server tells people and takes their answers: docs/mail.md
    #[arg(long, value_name = "FILE", env = "OVERWINTER_MAIL")]
    mail: Option<PathBuf>,
    /// The operator's address, with metrics and `overwinter admin`: a port of this machine, or an address. One that others
    /// reach needs a token in OVERWINTER_ADMIN_TOKEN
    #[arg(long, value_name = "ADDRESS", env = "OVERWINTER_ADMIN", value_parser = operator_address)]
    admin: Option<SocketAddr>,
    /// When the server is stopped, let it first say for so many seconds at /ready that nobody should come any more
    #[arg(long, value_name = "SECONDS")]
    drain_notice: Option<u64>,
    /// Archive games that have been over for so many days: only their signed records and last positions stay
    #[arg(long, value_name = "DAYS", env = "OVERWINTER_ARCHIVE_AFTER")]
    archive_after: Option<u32>,
    /// How many milliseconds a minute of absence lasts: for tests
    #[arg(long, value_name = "MILLISECONDS", default_value = "60000", hide = true)]
    absent_minute: u64,
    /// Logs as one JSON object per line
    #[arg(long)]
    json_logs: bool,
    /// No limits on how often anybody may ask: for measurements
    #[arg(long)]
    no_limits: bool,
}

/// Where the store of a server lies.
#[derive(Args)]
pub struct StoreArgs {
    // A text until the command runs: what clap refuses it repeats, and there may be a password in it.
    /// The PostgreSQL database in which games are kept, as postgres://USER:PASSWORD@HOST/DATABASE [default: a file in the
    /// folder]
    #[arg(long, value_name = "URL", env = "OVERWINTER_STORE", hide_env_values = true)]
    store: Option<String>,
}

impl StoreArgs {
    /// The address; what is none is refused without repeating it.
    pub fn address(&self) -> Result<StoreAddress, CommandError> {
        match self.store.as_deref() {
            None | Some("") => Ok(StoreAddress::default()),
            Some(text) => {
                let address = text.parse::<StoreAddress>();
                address.map_err(|error| CommandError::input(format!("--store: {error}")))
            }
        }
    }
}

impl Default for ServeArgs {
    fn default() -> ServeArgs {
        ServeArgs {
            bind: SocketAddr::from(([127, 0, 0, 1], 4114)),
            data: None,
            store: StoreArgs { store: std::env::var("OVERWINTER_STORE").ok() },
            trusted_proxy: Vec::new(),
            public_url: None,
            notices_may_call: Vec::new(),
            mail: None,
            admin: None,
            drain_notice: None,
            archive_after: None,
            absent_minute: 60_000,
            json_logs: false,
            no_limits: false,
        }
    }
}

impl ServeArgs {
    /// Runs the command until it is interrupted.
    pub fn run(&self, shelf: &Shelf) -> CommandResult {
        let asked = std::env::var("OVERWINTER_LOG").ok();
        let targets: Targets =
            asked.as_deref().unwrap_or("warn,service=info").parse().map_err(|_| {
                CommandError::input(format!(
                    "OVERWINTER_LOG is `{}`: say a level (`error`, `warn`, `info`, `debug`, `trace`), \
                     or levels of parts such as `warn,service=debug`",
                    asked.as_deref().unwrap_or_default()
                ))
            })?;
        let lines = tracing_subscriber::fmt::layer().with_writer(std::io::stderr);
        let logs = if self.json_logs { lines.json().boxed() } else { lines.boxed() };
        let traces = Traces::start()?;
        tracing_subscriber::registry().with(logs.with_filter(targets)).with(traces.layer()).init();
        let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
        let served = runtime.block_on(self.serve(shelf));
        traces.finish();
        // Everything that was acknowledged is stored: what is still being worked out in the background is waited for no longer.
        runtime.shutdown_background();
        served
    }

    async fn serve(&self, shelf: &Shelf) -> CommandResult {
        let data = self.data.clone().unwrap_or_else(files::data_folder);
        let mut config = Config::new(self.bind, data.clone(), shelf);
        config.store = self.store.address()?;
        let kept = match config.store.is_in_folder() {
            true => data.display().to_string(),
            false => format!("{}, and keys in {}", config.store, data.display()),
        };
        config.trusted_proxies =
            self.trusted_proxy.iter().flat_map(|some| some.0.clone()).collect();
        config.public_url = self.public_url.clone();
        config.notices_may_call =
            self.notices_may_call.iter().flat_map(|some| some.0.clone()).collect();
        if let Some(path) = &self.mail {
            crate::mail::set(&mut config, path)?;
        }
        let day = Duration::from_secs(24 * 60 * 60);
        config.archive_after = self.archive_after.map(|days| day * days);
        config.absent_minute = Duration::from_millis(self.absent_minute);
        config.operator = self.admin;
        config.operator_token = std::env::var("OVERWINTER_ADMIN_TOKEN").ok();
        if let Some(seconds) = self.drain_notice {
            config.drain_notice = Duration::from_secs(seconds);
        }
        if self.no_limits {
            config.limits = Limits::none();
            let free = Connections::default();
            config.connections = Connections { from_one_address: free.most, ..free };
        }
        let server =
            Server::start(config).await.map_err(|error| CommandError::input(error.to_string()))?;
        // Whoever is told of the server can stop it.
        let mut interrupts = Interrupts::listen();
        // A server goes on although nobody reads this.
        let _ = writeln!(
            std::io::stdout(),
            "Overwinter is at http://{}\nGames are kept in {}. Ctrl-C stops.",
            server.address(),
            kept
        );
        if let Some(address) = server.operator_address() {
            let _ = writeln!(std::io::stdout(), "The operator's address is http://{address}");
        }
        interrupts.next().await;
        if self.drain_notice.is_some() {
            // Whoever interrupts once more does not want to wait.
            tokio::select! {
                _ = server.drain() => {}
                _ = interrupts.next() => {}
            }
        }
        server.stop().await;
        Ok(())
    }
}

/// The address at which an operator is answered: that of this machine if only a port is said.
pub fn operator_address(text: &str) -> Result<SocketAddr, String> {
    if let Ok(port) = text.parse::<u16>() {
        return Ok(SocketAddr::from(([127, 0, 0, 1], port)));
    }
    let wrong =
        "say a port of this machine, such as 9114, or an address and a port, such as 10.0.0.1:9114";
    text.parse().map_err(|_| wrong.to_string())
}

/// Networks of proxies, as one option or the variable lists them.
#[derive(Clone, Debug)]
struct Networks(Vec<IpNet>);

/// Networks with commas between them; blanks do not count, and nothing at all is none.
fn networks(text: &str) -> Result<Networks, String> {
    let written = text.split(',').map(str::trim).filter(|network| !network.is_empty());
    written.map(network).collect::<Result<_, _>>().map(Networks)
}

/// A network as it is written: an address, and how many of its bits all have in common.
fn network(text: &str) -> Result<IpNet, String> {
    let address = text.split('/').next().unwrap_or_default().parse::<IpAddr>();
    if let Ok(address) = text.parse::<IpAddr>() {
        let bits = if address.is_ipv4() { 32 } else { 128 };
        return Err(format!(
            "this is one address: say how many bits count, such as {address}/{bits}"
        ));
    }
    let right = match address {
        Ok(IpAddr::V4(_)) => "the number after `/` is 0 to 32, such as 127.0.0.1/32",
        Ok(IpAddr::V6(_)) => "the number after `/` is 0 to 128, such as ::1/128",
        Err(_) => "say an address and a number of bits, such as 127.0.0.1/32 or ::1/128",
    };
    text.parse().map_err(|_| format!("this is no network: {right}"))
}

/// Ctrl-C, and the signal with which systems stop services.
pub struct Interrupts {
    #[cfg(unix)]
    signals: Vec<tokio::signal::unix::Signal>,
}

impl Interrupts {
    /// From now on no signal is missed, and none ends the program by itself.
    pub fn listen() -> Interrupts {
        #[cfg(unix)]
        {
            use tokio::signal::unix::{SignalKind, signal};
            let kinds = [SignalKind::interrupt(), SignalKind::terminate()];
            Interrupts { signals: kinds.into_iter().filter_map(|kind| signal(kind).ok()).collect() }
        }
        #[cfg(not(unix))]
        Interrupts {}
    }

    /// Waits for one.
    pub async fn next(&mut self) {
        #[cfg(unix)]
        {
            let heard = |context: &mut Context<'_>| {
                let mut heard = self.signals.iter_mut().map(|signal| signal.poll_recv(context));
                if heard.any(|poll| poll.is_ready()) { Poll::Ready(()) } else { Poll::Pending }
            };
            std::future::poll_fn(heard).await;
        }
        #[cfg(not(unix))]
        let _ = tokio::signal::ctrl_c().await;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn networks_are_listed_with_commas_and_an_empty_list_is_none() {
        let count = |text: &str| networks(text).map(|networks| networks.0.len());
        assert_eq!((count(""), count(" ")), (Ok(0), Ok(0)));
        assert_eq!(count("127.0.0.1/32, ::1/128"), Ok(2));
        assert!(count("127.0.0.1/32, nowhere").is_err());
    }

    #[test]
    fn an_operators_address_is_a_port_of_this_machine_or_an_address() {
        assert_eq!(operator_address("9114"), Ok(SocketAddr::from(([127, 0, 0, 1], 9114))));
        assert_eq!(operator_address("10.0.0.1:1"), Ok(SocketAddr::from(([10, 0, 0, 1], 1))));
        for wrong in ["", "here", "99999", "10.0.0.1"] {
            assert!(operator_address(wrong).is_err_and(|why| why.contains("9114")), "{wrong}");
        }
    }

    #[test]
    fn what_is_no_network_is_told_with_what_would_be_one() {
        assert!(network("10.0.0.0/8").is_ok() && network("::1/128").is_ok());
        for (wrong, says) in [
            ("127.0.0.1/99", "0 to 32"),
            ("127.0.0.1", "such as 127.0.0.1/32"),
            ("::1/129", "0 to 128"),
            ("localhost", "an address"),
        ] {
            let told = network(wrong).unwrap_err();
            assert!(told.contains(says), "{wrong}: {told}");
        }
    }
}
