//! Passkeys: a key pair that a device keeps for this site and its person. [`ceremony`] says what a browser is asked and how its
//! answer is judged; here is where they can be used at all.

#[cfg(feature = "passkeys")]
mod ceremony;
#[cfg(not(feature = "passkeys"))]
#[path = "passkeys/absent.rs"]
mod ceremony;

pub use ceremony::{answered_by, register, registered, sign_in, signed_in};

use axum::http::{HeaderMap, header};
use std::fmt;
use std::net::IpAddr;
use std::str::FromStr;

/// How long an answer is waited for, in seconds.
pub const PATIENCE: i64 = 300;

/// The bytes by which a passkey knows its person.
pub const HANDLE: usize = 64;

/// The address under which people reach a server.
///
/// ```
/// use service::PublicUrl;
///
/// let url: PublicUrl = "https://games.example.org/".parse().unwrap();
/// assert_eq!(url.to_string(), "https://games.example.org");
/// assert!("games.example.org".parse::<PublicUrl>().unwrap_err().contains("https://"));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PublicUrl {
    https: bool,
    host: String,
    port: Option<u16>,
}

impl fmt::Display for PublicUrl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let scheme = if self.https { "https" } else { "http" };
        write!(f, "{scheme}://{}", self.host)?;
        match self.port {
            Some(port) => write!(f, ":{port}"),
            None => Ok(()),
        }
    }
}

impl FromStr for PublicUrl {
    type Err = String;

    fn from_str(text: &str) -> Result<PublicUrl, String> {
        let wrong = || {
            "say the address under which people reach the server, such as https://games.example.org, without a path"
                .to_string()
        };
        let lower = text.trim().to_ascii_lowercase();
        let (https, rest) = match (lower.strip_prefix("https://"), lower.strip_prefix("http://")) {
            (Some(rest), _) => (true, rest),
            (_, Some(rest)) => (false, rest),
            _ => return Err(wrong()),
        };
        let rest = rest.strip_suffix('/').unwrap_or(rest);
        let (host, port) = match rest.rsplit_once(':') {
            Some((host, port)) if !port.contains(']') => {
                (host, Some(port.parse::<u16>().map_err(|_| wrong())?))
            }
            _ => (rest, None),
        };
        let port = port.filter(|port| *port != if https { 443 } else { 80 });
        let letters = |letter: char| letter.is_ascii_alphanumeric() || "-._[]:".contains(letter);
        if host.is_empty() || !host.chars().all(letters) {
            return Err(wrong());
        }
        Ok(PublicUrl { https, host: host.into(), port })
    }
}

/// Where passkeys are made and used: browsers bind them to it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Site {
    /// The name of the machine.
    pub id: String,
    /// Where the page stands.
    pub origin: String,
}

impl Site {
    /// The site for a request; else why there can be no passkeys, in a sentence for whoever asks. Without a setting only the
    /// machine itself is known: what a request says of its host is said by whoever sends it.
    pub fn of(url: Option<&PublicUrl>, headers: &HeaderMap) -> Result<Site, String> {
        if !cfg!(feature = "passkeys") {
            return Err("This server was built without passkeys.".into());
        }
        let host = headers.get(header::HOST).and_then(|host| host.to_str().ok());
        let asked: Option<PublicUrl> = host.and_then(|host| format!("http://{host}").parse().ok());
        let url = match (url, asked) {
            (Some(url), _) => url.clone(),
            (None, Some(asked)) if asked.host == "localhost" => asked,
            (None, Some(PublicUrl { host, port, .. })) if is_this_machine(&host) => {
                let port = port.map(|port| format!(":{port}")).unwrap_or_default();
                return Err(format!(
                    "Browsers keep passkeys for names and not for numbers: open http://localhost{port} instead."
                ));
            }
            (None, _) => {
                return Err(
                    "Passkeys need the address of this server: whoever runs it sets it with `--public-url`.".into()
                );
            }
        };
        if url.host.trim_matches(['[', ']']).parse::<IpAddr>().is_ok() {
            return Err(
                "Browsers keep passkeys for names and not for numbers: this server is reached by a number.".into()
            );
        }
        if !url.https && url.host != "localhost" {
            return Err("Browsers keep passkeys only for pages that come by https.".into());
        }
        Ok(Site { id: url.host.clone(), origin: url.to_string() })
    }
}

fn is_this_machine(host: &str) -> bool {
    host.trim_matches(['[', ']']).parse::<IpAddr>().is_ok_and(|address| address.is_loopback())
}

#[cfg(test)]
mod tests {
    use super::*;
    use axum::http::HeaderValue;

    fn site(url: &str, host: &str) -> Result<Site, String> {
        let headers = HeaderMap::from_iter([(header::HOST, HeaderValue::from_str(host).unwrap())]);
        let url = (!url.is_empty()).then(|| url.parse::<PublicUrl>().unwrap());
        Site::of(url.as_ref(), &headers)
    }

    #[test]
    #[cfg(feature = "passkeys")]
    fn passkeys_are_for_a_name_that_was_set_or_for_the_machine_itself() {
        let found = site("https://games.example.org", "evil.example").unwrap();
        assert_eq!(
            (found.id.as_str(), found.origin.as_str()),
            ("games.example.org", "https://games.example.org")
        );
        assert_eq!(site("", "localhost:4114").unwrap().origin, "http://localhost:4114");
        assert_eq!(site("https://a.example:8443/", "x").unwrap().origin, "https://a.example:8443");
        assert_eq!(site("https://a.example:443", "x").unwrap().origin, "https://a.example");
        for (url, host, why) in [
            ("", "127.0.0.1:4114", "http://localhost:4114"),
            ("", "[::1]:4114", "http://localhost:4114"),
            ("", "games.example.org", "--public-url"),
            ("http://games.example.org", "x", "https"),
            ("https://192.0.2.7", "x", "number"),
        ] {
            assert!(site(url, host).is_err_and(|told| told.contains(why)), "{url} {host}");
        }
    }

    #[test]
    fn what_is_no_address_is_refused() {
        for wrong in [
            "",
            "games.example.org",
            "ftp://a",
            "https://",
            "https://a/b",
            "https://a b",
            "https://a:b",
        ] {
            assert!(wrong.parse::<PublicUrl>().is_err(), "{wrong}");
        }
    }
}
