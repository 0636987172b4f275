//! Which addresses may be called.

use ipnet::IpNet;
use std::fmt;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};

/// Why an address is not called.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NotCalled {
    /// It is no address of a web page.
    NotAWebAddress,
    /// It is not encrypted.
    NotEncrypted,
    /// It carries a name or a password.
    WithPassword,
    /// Its port is not one that web pages use.
    Port(u16),
    /// It leads to a place that is not open to all.
    Private(IpAddr),
    /// Its name leads nowhere.
    Nowhere,
}

impl fmt::Display for NotCalled {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            NotCalled::NotAWebAddress => {
                f.write_str("That is no web address: write one that begins with https://.")
            }
            NotCalled::NotEncrypted => f.write_str("The address must begin with https://."),
            NotCalled::WithPassword => {
                f.write_str("The address must not carry a name or a password.")
            }
            NotCalled::Port(port) => {
                write!(f, "Port {port} is not called: use 443 or one from 1024 on.")
            }
            NotCalled::Private(address) => {
                write!(f, "{address} is not open to all: this server calls only public addresses.")
            }
            NotCalled::Nowhere => f.write_str("That name leads nowhere."),
        }
    }
}

impl std::error::Error for NotCalled {}

/// Says which addresses may be called: no private, local or special ones, unless the operator allows them. Ask
/// [`url`](Guard::url) when an address is written down, and [`resolved`](Guard::resolved) with every answer of the name
/// service before each call, then call exactly one of the addresses that were looked at; follow no redirection without
/// asking again.
///
/// ```
/// use notice::Guard;
///
/// let guard = Guard::default();
/// assert!(guard.url("https://hooks.example/a?b").is_ok());
/// assert!(guard.url("http://hooks.example/").is_err());
/// assert!(guard.resolved(&["93.184.215.14".parse().unwrap()]).is_ok());
/// assert!(guard.resolved(&["::ffff:127.0.0.1".parse().unwrap()]).is_err());
/// let lenient = Guard { allowed: vec!["10.1.0.0/16".parse().unwrap()], ..guard };
/// assert!(lenient.resolved(&["10.1.2.3".parse().unwrap()]).is_ok());
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Guard {
    /// Networks that the operator allows.
    pub allowed: Vec<IpNet>,
    /// Whether the operator allows addresses that are not encrypted.
    pub plain: bool,
}

impl Guard {
    /// Whether an address as it is written may be called, as far as it shows: gives back its host and its port.
    pub fn url(&self, url: &str) -> Result<(String, u16), NotCalled> {
        if url.len() > 2000
            || url.bytes().any(|byte| byte <= b' ' || byte == 0x7F || byte == b'\\' || byte >= 0x80)
        {
            return Err(NotCalled::NotAWebAddress);
        }
        let (scheme, rest) = url.split_once("://").ok_or(NotCalled::NotAWebAddress)?;
        let usual = match scheme.to_ascii_lowercase().as_str() {
            "https" => 443,
            "http" if self.plain => 80,
            "http" => return Err(NotCalled::NotEncrypted),
            _ => return Err(NotCalled::NotAWebAddress),
        };
        let authority = rest.split(['/', '?', '#']).next().unwrap_or_default();
        if authority.contains('@') {
            return Err(NotCalled::WithPassword);
        }
        let (host, port) = match authority.strip_prefix('[') {
            Some(six) => {
                let (host, port) = six.split_once(']').ok_or(NotCalled::NotAWebAddress)?;
                let address: Ipv6Addr = host.parse().map_err(|_| NotCalled::NotAWebAddress)?;
                self.address(IpAddr::V6(address))?;
                (host.to_string(), port)
            }
            None => {
                let (host, port) =
                    authority.find(':').map_or((authority, ""), |at| authority.split_at(at));
                self.host(host)?;
                (host.to_ascii_lowercase(), port)
            }
        };
        let port = match port.strip_prefix(':') {
            None if port.is_empty() => usual,
            Some(port) => port.parse().map_err(|_| NotCalled::NotAWebAddress)?,
            None => return Err(NotCalled::NotAWebAddress),
        };
        // Below 1024 other services live, which could be made to believe that they are spoken to.
        if port != 443 && port != usual && port < 1024 {
            return Err(NotCalled::Port(port));
        }
        Ok((host, port))
    }

    /// Whether a host as it is written can be one of the web: a name with a dot, or an address that may be called.
    fn host(&self, host: &str) -> Result<(), NotCalled> {
        let host = host.strip_suffix('.').unwrap_or(host);
        if let Ok(address) = host.parse::<Ipv4Addr>() {
            return self.address(IpAddr::V4(address));
        }
        let last = host.rsplit('.').next().unwrap_or_default();
        // 0x7f.1, 2130706433, 017700000001: programs differ in what they make of these.
        let number = last.bytes().all(|byte| byte.is_ascii_digit())
            || last.to_ascii_lowercase().starts_with("0x");
        let letters = |label: &str| {
            !label.is_empty()
                && label.len() <= 63
                && label
                    .bytes()
                    .all(|byte| byte.is_ascii_alphanumeric() || byte == b'-' || byte == b'_')
        };
        if number || !host.contains('.') || host.len() > 253 || !host.split('.').all(letters) {
            return Err(NotCalled::NotAWebAddress);
        }
        Ok(())
    }

    /// Whether what a name has been resolved to may be called: all of it must.
    pub fn resolved(&self, addresses: &[IpAddr]) -> Result<(), NotCalled> {
        if addresses.is_empty() {
            return Err(NotCalled::Nowhere);
        }
        addresses.iter().try_for_each(|address| self.address(*address))
    }

    /// Whether an address may be called.
    pub fn address(&self, address: IpAddr) -> Result<(), NotCalled> {
        let allowed = |address: &IpAddr| self.allowed.iter().any(|net| net.contains(address));
        let behind = match address {
            IpAddr::V4(four) => Some(four),
            IpAddr::V6(six) => within(six),
        };
        if allowed(&address) || behind.is_some_and(|four| allowed(&IpAddr::V4(four))) {
            return Ok(());
        }
        let open = match address {
            IpAddr::V4(four) => is_public(four),
            IpAddr::V6(six) => is_public_six(six),
        };
        if open { Ok(()) } else { Err(NotCalled::Private(address)) }
    }
}

/// Addresses of version 4 that are not open to all, as IANA lists them.
const CLOSED: [([u8; 4], u8); 18] = [
    ([0, 0, 0, 0], 8),       // this network
    ([10, 0, 0, 0], 8),      // private
    ([100, 64, 0, 0], 10),   // shared by providers, and by clouds for their own services
    ([127, 0, 0, 0], 8),     // loopback
    ([169, 254, 0, 0], 16),  // link-local, and the metadata of clouds
    ([172, 16, 0, 0], 12),   // private
    ([192, 0, 0, 0], 24),    // protocol assignments
    ([192, 0, 2, 0], 24),    // documentation
    ([192, 31, 196, 0], 24), // AS112
    ([192, 52, 193, 0], 24), // AMT
    ([192, 88, 99, 0], 24),  // relays of 6to4
    ([192, 168, 0, 0], 16),  // private
    ([192, 175, 48, 0], 24), // AS112
    ([198, 18, 0, 0], 15),   // benchmarks
    ([198, 51, 100, 0], 24), // documentation
    ([203, 0, 113, 0], 24),  // documentation
    ([224, 0, 0, 0], 4),     // multicast
    ([240, 0, 0, 0], 4),     // reserved, and broadcast
];

fn is_public(address: Ipv4Addr) -> bool {
    let own = u32::from(address);
    !CLOSED.iter().any(|(net, bits)| (own ^ u32::from_be_bytes(*net)) >> (32 - bits) == 0)
        // The metadata of Azure and Alibaba, which stand outside all of these.
        && address != Ipv4Addr::new(168, 63, 129, 16)
}

/// The address of version 4 that one of version 6 leads to, if it is one that does.
fn within(address: Ipv6Addr) -> Option<Ipv4Addr> {
    let octets = address.octets();
    let four = |from: usize| {
        Ipv4Addr::new(octets[from], octets[from + 1], octets[from + 2], octets[from + 3])
    };
    match address.segments() {
        // Mapped, translated (SIIT), compatible.
        [0, 0, 0, 0, 0, 0xFFFF, ..] | [0, 0, 0, 0, 0xFFFF, 0, ..] | [0, 0, 0, 0, 0, 0, ..] => {
            Some(four(12))
        }
        // NAT64.
        [0x64, 0xFF9B, 0, 0, 0, 0, ..] => Some(four(12)),
        // 6to4.
        [0x2002, ..] => Some(four(2)),
        _ => None,
    }
}

/// Whether an address of version 6 is one of the global ones, and leads to none of version 4. Nobody's hook need be called
/// by way of a translator.
fn is_public_six(address: Ipv6Addr) -> bool {
    let segments = address.segments();
    let global = segments[0] & 0xE000 == 0x2000;
    // 2001::/23 protocol assignments (Teredo, ORCHID and others), documentation, 6to4.
    let special = matches!(
        segments,
        [0x2001, 0..0x200, ..] | [0x2001, 0xDB8, ..] | [0x2002, ..] | [0x3FFF, 0..0x1000, ..]
    );
    global && !special
}
