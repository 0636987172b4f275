//! What the chores need beside Rust and a C compiler: found, installed, or asked for by one command.

use crate::run;
use std::env;
use std::path::PathBuf;
use std::process::Command;

/// Something that a chore needs on this machine.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Need {
    /// The target to which the pure crates compile, from rustup.
    Wasm,
    /// The browser of the tests, from the system's packages.
    Chromium,
    /// The other browser of the tests, from the system's packages.
    Firefox,
    /// Which fetches the tools that check the client, from the system's packages.
    Npm,
    /// A web server behind which the tests play, from the system's packages.
    Caddy,
    /// Another one.
    Nginx,
    /// A balancer before several servers.
    Haproxy,
    /// Which makes its certificate.
    Openssl,
    /// Which speaks HTTPS with both.
    Curl,
    /// In which the server keeps games in tests, from the system's packages.
    Postgresql,
    /// Which takes the mail of tests, from the system's packages.
    Postfix,
    /// In which it lies, and which hands it out.
    Dovecot,
    /// Which the Python package is tested with and Schemathesis runs on, from the system's packages.
    Python,
    /// Which makes pictures small, from the system's packages.
    ImageMagick,
}

/// Sees to it that all of these are there: installs what is missing or, where that may not be done,
/// says the one command to type.
pub fn set_up(needs: &[Need]) -> Result<(), String> {
    let missing: Vec<Need> = needs.iter().copied().filter(|need| !need.is_there()).collect();
    if missing.is_empty() {
        return Ok(());
    }
    let known = MANAGERS.iter().find(|(name, _)| found(&[name]).is_some());
    let (_, install) = known.unwrap_or(&MANAGERS[0]);
    let root = Command::new("id").arg("-u").output().is_ok_and(|id| id.stdout == b"0\n");
    let packages = missing.iter().any(|need| need.package().is_some());
    let installed = if packages && found(&["apt-get"]).is_none() {
        Err("there is no apt-get here, so that nothing was installed".to_string())
    } else {
        // Nothing is asked for in the middle of a run, neither a password nor how mail servers are set up.
        let line = command(&missing, install, if root { "" } else { "sudo --non-interactive " });
        println!("installing: {line}");
        run(Command::new("sh").args(["-c", &line]).env("DEBIAN_FRONTEND", "noninteractive"))
            .map_err(|_| "this machine does not let it be installed from here".to_string())
    };
    let line = command(&missing, install, if root { "" } else { "sudo " });
    installed.map_err(|what| format!("{what}\ntype this, then try again:\n\n  {line}\n"))
}

/// The package managers we know, and how each is asked; only the first is asked without you.
const MANAGERS: [(&str, &str); 4] = [
    ("apt-get", "SUDO apt-get update && SUDO apt-get install --yes"),
    ("dnf", "SUDO dnf install"),
    ("pacman", "SUDO pacman -S"),
    ("brew", "brew install"),
];

/// The one command that brings all of these.
fn command(missing: &[Need], install: &str, sudo: &str) -> String {
    let packages: Vec<&str> = missing.iter().filter_map(|need| need.package()).collect();
    let target = missing.contains(&Need::Wasm).then(|| format!("rustup target add {WASM}"));
    let install = install.replace("SUDO ", sudo);
    let packages = (!packages.is_empty()).then(|| format!("{install} {}", packages.join(" ")));
    target.into_iter().chain(packages).collect::<Vec<_>>().join(" && ")
}

const WASM: &str = "wasm32-unknown-unknown";

impl Need {
    fn is_there(self) -> bool {
        let place = match self {
            Need::Wasm => libraries_for_wasm(),
            Need::Chromium => named("CHROMIUM", &["chromium", "chromium-browser", "google-chrome"]),
            Need::Firefox => named("FIREFOX", &["firefox-esr", "firefox"]),
            Need::Npm => found(&["npm"]),
            Need::Caddy => found(&["caddy"]),
            Need::Nginx => found(&["nginx"]),
            Need::Haproxy => found(&["haproxy"]).or_else(|| beside("haproxy")),
            Need::Openssl => found(&["openssl"]),
            Need::Curl => found(&["curl"]),
            Need::Postgresql => postgresql(),
            Need::Postfix => found(&["postfix"]).or_else(|| beside("postfix")),
            Need::Dovecot => dovecot(),
            Need::Python => python_with_environments(),
            Need::ImageMagick => found(&["mogrify"]),
        };
        match &place {
            Some(place) => println!("found {}", place.display()),
            None => println!("{self:?} is missing"),
        }
        place.is_some()
    }

    fn package(self) -> Option<&'static str> {
        match self {
            Need::Wasm => None,
            Need::Chromium => Some("chromium"),
            Need::Firefox => Some("firefox-esr"),
            Need::Npm => Some("npm"),
            Need::Caddy => Some("caddy"),
            Need::Nginx => Some("nginx-light"),
            Need::Haproxy => Some("haproxy"),
            Need::Openssl => Some("openssl"),
            Need::Curl => Some("curl"),
            Need::Postgresql => Some("postgresql"),
            Need::Postfix => Some("postfix"),
            Need::Dovecot => Some("dovecot-imapd dovecot-lmtpd"),
            Need::Python => Some("python3-venv"),
            Need::ImageMagick => Some("imagemagick"),
        }
    }
}

/// A browser: what a variable of the environment names, or one by a usual name.
fn named(variable: &str, usual: &[&str]) -> Option<PathBuf> {
    env::var_os(variable).map(PathBuf::from).or_else(|| found(usual))
}

/// A program for administrators, which is not on everybody's PATH.
fn beside(program: &str) -> Option<PathBuf> {
    Some(PathBuf::from("/usr/sbin").join(program)).filter(|program| program.is_file())
}

/// The program that makes databases: Debian keeps it off the PATH, in a folder of its version.
fn postgresql() -> Option<PathBuf> {
    let versions = std::fs::read_dir("/usr/lib/postgresql").into_iter().flatten().flatten();
    let programs = versions.map(|version| version.path().join("bin/initdb"));
    programs.filter(|program| program.is_file()).max().or_else(|| found(&["initdb"]))
}

/// Dovecot with the parts that take mail and hand it out.
fn dovecot() -> Option<PathBuf> {
    let parts = ["imap", "lmtp"].map(|part| PathBuf::from("/usr/lib/dovecot").join(part));
    found(&["dovecot"])
        .or_else(|| beside("dovecot"))
        .filter(|_| parts.iter().all(|it| it.is_file()))
}

/// A Python that can make environments of its own.
fn python_with_environments() -> Option<PathBuf> {
    let mut python = Command::new("python3");
    python.args(["-c", "import ensurepip, venv"]);
    let able = python.output().is_ok_and(|asked| asked.status.success());
    found(&["python3"]).filter(|_| able)
}

fn libraries_for_wasm() -> Option<PathBuf> {
    let mut rustc = Command::new("rustc");
    rustc.args(["--print", "target-libdir", "--target", WASM]);
    let told = String::from_utf8(rustc.output().ok()?.stdout).ok()?;
    Some(PathBuf::from(told.trim())).filter(|folder| folder.is_dir())
}

/// The first of these programs that the PATH has.
pub fn found(programs: &[&str]) -> Option<PathBuf> {
    let path = env::var_os("PATH").unwrap_or_default();
    let folders: Vec<PathBuf> = env::split_paths(&path).collect();
    let places = programs.iter().flat_map(|name| folders.iter().map(move |at| at.join(name)));
    places.map(|place| place.with_extension(env::consts::EXE_EXTENSION)).find(|at| at.is_file())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_missing_is_one_command() {
        let all = [Need::Wasm, Need::Chromium, Need::Firefox, Need::Npm];
        assert_eq!(
            command(&all, MANAGERS[0].1, "sudo "),
            "rustup target add wasm32-unknown-unknown && sudo apt-get update && \
             sudo apt-get install --yes chromium firefox-esr npm"
        );
        assert_eq!(
            command(&[Need::Npm], MANAGERS[0].1, ""),
            "apt-get update && apt-get install --yes npm"
        );
        assert_eq!(
            command(&[Need::Wasm], MANAGERS[0].1, "sudo "),
            "rustup target add wasm32-unknown-unknown"
        );
    }
}
