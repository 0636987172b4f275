//! A server in a process of its own, which is the benchmark's own program again: it shares nothing with those who ask,
//! and its memory can be read.

use service::{Config, Server};
use std::io::BufRead;
use std::net::SocketAddr;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::Duration;

/// Tells the program that it is the server, and in which folder.
const FOLDER: &str = "BENCH_SERVER";

/// Tells it where its store lies, if not in the folder.
const STORE: &str = "BENCH_STORE";

/// Serves if this process was started for that, and then never comes back.
pub fn serve_if_asked(change: impl FnOnce(&mut Config)) {
    let Some(folder) = std::env::var_os(FOLDER) else { return };
    let mut config =
        Config::new(([127, 0, 0, 1], 0).into(), Path::new(&folder).into(), &shelf::house());
    if let Ok(store) = std::env::var(STORE) {
        config.store = store.parse().expect("the address of a store");
    }
    change(&mut config);
    let runtime = tokio::runtime::Runtime::new().expect("a runtime");
    runtime.block_on(async {
        let server = Server::start(config).await.expect("the server starts");
        println!("{}", server.address());
        tokio::time::sleep(Duration::from_secs(3600)).await;
    });
    std::process::exit(0);
}

/// A server that runs until this is dropped.
pub struct House {
    process: Child,
    /// Where it listens.
    pub address: SocketAddr,
    folder: tempfile::TempDir,
}

impl House {
    /// Starts one with a store of its own.
    pub fn start() -> House {
        House::on(None, None)
    }

    /// Starts one on a store that others may have as well, with the keys of one of them.
    pub fn on(store: Option<&str>, other: Option<&House>) -> House {
        let folder = tempfile::TempDir::new().expect("a folder");
        if let Some(other) = other {
            for key in ["seeds.key", "records.key"] {
                let from = other.folder.path().join(key);
                std::fs::copy(from, folder.path().join(key)).expect("its keys");
            }
        }
        let program = std::env::current_exe().expect("this program");
        let mut process = Command::new(program)
            .env(FOLDER, folder.path())
            .envs(store.map(|store| (STORE, store)))
            .stdout(Stdio::piped())
            .spawn()
            .expect("the server starts");
        let mut address = String::new();
        let out = process.stdout.take().expect("its output");
        std::io::BufReader::new(out).read_line(&mut address).expect("its address");
        let address = address.trim().parse().expect("an address");
        House { process, address, folder }
    }

    /// Ends it as `kill -9` does.
    #[allow(dead_code, reason = "the benchmark of attacks kills nobody")]
    pub fn kill(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }

    /// Resident memory in KiB.
    pub fn memory(&self) -> u64 {
        memory(self.process.id())
    }
}

impl Drop for House {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

/// Resident memory of a process in KiB.
pub fn memory(process: u32) -> u64 {
    let status = std::fs::read_to_string(format!("/proc/{process}/status")).unwrap_or_default();
    let line = status.lines().find(|line| line.starts_with("VmRSS:")).unwrap_or_default();
    line.split_whitespace().nth(1).and_then(|text| text.parse().ok()).unwrap_or_default()
}

/// How long things took, in milliseconds.
#[derive(Default)]
pub struct Times(pub Vec<f64>);

impl Times {
    /// The time that such a share of them did not exceed.
    pub fn within(&self, share: f64) -> f64 {
        let mut times = self.0.clone();
        times.sort_by(f64::total_cmp);
        let place = (times.len() as f64 * share) as usize;
        times.get(place.min(times.len().saturating_sub(1))).copied().unwrap_or_default()
    }
}
