//! Addresses of servers, of their tables and of seats at these, as people paste them.

use std::fmt;

/// The address of a server: how it is spoken to, its name and its port.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct ServerUrl {
    /// Whether it is spoken to by HTTPS.
    pub https: bool,
    /// Its name, or its number without brackets.
    pub host: String,
    /// Its port.
    pub port: u16,
}

/// Where an address leads at its server.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Destination {
    /// To the server.
    Lobby,
    /// To a table, by its id.
    Table(String),
    /// To a seat, by its private link.
    Seat(String),
}

impl ServerUrl {
    /// Reads an address; what is wrong with it in a sentence.
    pub fn read(text: &str) -> Result<(ServerUrl, Destination), String> {
        let text = text.trim();
        let wrong = |why: &str| format!("`{text}` is no address of a server: {why}");
        let (scheme, rest) = text.split_once("://").ok_or_else(|| {
            wrong("write it like https://house.example or http://192.168.1.5:7878")
        })?;
        let https = match scheme.to_ascii_lowercase().as_str() {
            "https" => true,
            "http" => false,
            _ => return Err(wrong("it begins with https:// or http://")),
        };
        let end = rest.find(['/', '?', '#']).unwrap_or(rest.len());
        let (authority, path) = rest.split_at(end);
        if authority.contains('@') {
            return Err(wrong("leave out what stands before the @"));
        }
        let bracketed = authority.strip_prefix('[').and_then(|rest| rest.split_once(']'));
        let (host, port) = match bracketed {
            Some((host, rest)) => (host, rest.strip_prefix(':')),
            None => match authority.rsplit_once(':') {
                Some((host, port)) => (host, Some(port)),
                None => (authority, None),
            },
        };
        let usual = if https { 443 } else { 80 };
        let port = match port {
            Some(port) => port.parse().map_err(|_| wrong("its port is a number up to 65535"))?,
            None => usual,
        };
        let letter = |letter: char| letter.is_ascii_alphanumeric() || "-._:%".contains(letter);
        if host.is_empty()
            || !host.chars().all(letter)
            || (host.contains(':') && bracketed.is_none())
        {
            return Err(wrong("it needs the name of a host"));
        }
        let host = host.to_ascii_lowercase();
        let path = path.split(['?', '#']).next().unwrap_or_default();
        let mut parts = path.split('/').filter(|part| !part.is_empty());
        let destination = match (parts.next(), parts.next()) {
            (None, _) => Destination::Lobby,
            (Some("t"), Some(id)) if is_word(id) => Destination::Table(id.into()),
            (Some("s"), Some(link)) if is_word(link) => Destination::Seat(link.into()),
            _ => return Err(wrong("after the server comes nothing, /t/TABLE or /s/LINK")),
        };
        Ok((ServerUrl { https, host, port }, destination))
    }

    /// Whether nobody is between the program and the server.
    pub fn is_this_machine(&self) -> bool {
        self.host == "localhost" || self.host == "::1" || self.host.starts_with("127.")
    }

    /// What stands in the header that names the host.
    pub fn authority(&self) -> String {
        let host = match self.host.contains(':') {
            true => format!("[{}]", self.host),
            false => self.host.clone(),
        };
        let usual = if self.https { 443 } else { 80 };
        if self.port == usual { host } else { format!("{host}:{}", self.port) }
    }
}

/// Whether a text can stand for a table or a seat in an address.
pub fn is_word(text: &str) -> bool {
    (1..=64).contains(&text.len()) && text.bytes().all(|byte| byte.is_ascii_alphanumeric())
}

/// A text as it stands in an address.
pub fn in_address(text: &str) -> String {
    let letter = |byte: u8| match byte {
        b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'-' | b'_' => (byte as char).to_string(),
        other => format!("%{other:02X}"),
    };
    text.bytes().map(letter).collect()
}

impl fmt::Display for ServerUrl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}://{}", if self.https { "https" } else { "http" }, self.authority())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_lead_to_servers_tables_and_seats() {
        for (text, server, to) in [
            ("https://house.example", "https://house.example", Destination::Lobby),
            ("https://House.example:443/", "https://house.example", Destination::Lobby),
            (
                "http://127.0.0.1:7878/t/abc23?as=1#x",
                "http://127.0.0.1:7878",
                Destination::Table("abc23".into()),
            ),
            ("http://[::1]:80/s/qrs", "http://[::1]", Destination::Seat("qrs".into())),
        ] {
            let (url, found) = ServerUrl::read(text).unwrap();
            assert_eq!((url.to_string().as_str(), found), (server, to), "{text}");
        }
    }

    #[test]
    fn what_is_no_address_is_told_with_what_would_be_right() {
        for (text, why) in [
            ("house.example", "https://house.example"),
            ("ftp://house.example", "https:// or http://"),
            ("https://", "name of a host"),
            ("https://a b", "name of a host"),
            ("https://::1", "name of a host"),
            ("https://x:99999", "65535"),
            ("https://me@x", "before the @"),
            ("https://x/cups/1", "/t/TABLE"),
            ("https://x/t/../me", "/t/TABLE"),
        ] {
            let told = ServerUrl::read(text).unwrap_err();
            assert!(told.contains(why), "{text}: {told}");
        }
    }
}
