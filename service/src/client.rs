//! Where a request comes from: the other end of the connection, or whoever a proxy that we trust speaks for.

use crate::web::AppState;
use axum::extract::{ConnectInfo, FromRequestParts, Request};
use axum::http::HeaderMap;
use axum::http::request::Parts;
use ipnet::IpNet;
use std::convert::Infallible;
use std::net::{IpAddr, Ipv6Addr, SocketAddr};

/// Whoever sends a request.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Client {
    /// Their address; of an IPv6 address the first half, which is what one household has.
    pub address: IpAddr,
    /// Whether they speak HTTPS, with a proxy that we trust.
    pub https: bool,
}

impl Client {
    /// The client of a connection from `peer` that sends these headers. Headers count only if the peer is a proxy
    /// that we trust, and then from the right: the last address that is no proxy of ours is the client's.
    pub fn new(peer: IpAddr, headers: &HeaderMap, trusted: &[IpNet]) -> Client {
        let is_ours = |address: IpAddr| is_trusted(address, trusted);
        let peer = peer.to_canonical();
        if !is_ours(peer) {
            return Client { address: household(peer), https: false };
        }
        let mut hops = forwarded_for(headers);
        let mut client = peer;
        while is_ours(client) {
            match hops.pop() {
                Some(Some(address)) => client = address,
                // What cannot be read was not written by a proxy of ours.
                Some(None) | None => break,
            }
        }
        let proto = last_value(headers, "x-forwarded-proto").map(str::to_string);
        let proto = proto.or_else(|| forwarded(headers, "proto").pop());
        let https = proto.is_some_and(|proto| proto.eq_ignore_ascii_case("https"));
        Client { address: household(client), https }
    }

    /// Whoever sends a request.
    pub fn of(request: &Request, trusted: &[IpNet]) -> Client {
        let peer = request.extensions().get::<ConnectInfo<SocketAddr>>();
        let peer = peer.map_or(IpAddr::from([127, 0, 0, 1]), |ConnectInfo(peer)| peer.ip());
        Client::new(peer, request.headers(), trusted)
    }

    /// The name under which they are counted.
    pub fn key(&self) -> String {
        self.address.to_string()
    }
}

/// Whether the other end of a connection is a proxy that we trust.
pub fn is_trusted(peer: IpAddr, trusted: &[IpNet]) -> bool {
    let peer = peer.to_canonical();
    trusted.iter().any(|net| net.contains(&peer))
}

/// The part of an address that one household has.
fn household(address: IpAddr) -> IpAddr {
    match address.to_canonical() {
        IpAddr::V6(address) => {
            let [a, b, c, d, ..] = address.segments();
            IpAddr::V6(Ipv6Addr::new(a, b, c, d, 0, 0, 0, 0))
        }
        short => short,
    }
}

fn last_value<'a>(headers: &'a HeaderMap, name: &str) -> Option<&'a str> {
    let value = headers.get_all(name).iter().next_back()?.to_str().ok()?;
    value.rsplit(',').next().map(str::trim)
}

/// The addresses through which a request came, the client's first: by `X-Forwarded-For`, which common proxies
/// write, and only without it by `Forwarded`, which they pass on as the client wrote it.
fn forwarded_for(headers: &HeaderMap) -> Vec<Option<IpAddr>> {
    let lists = headers.get_all("x-forwarded-for").iter().filter_map(|value| value.to_str().ok());
    let mut words: Vec<String> =
        lists.flat_map(|list| list.split(',')).map(|word| word.trim().to_string()).collect();
    if words.is_empty() {
        words = forwarded(headers, "for");
    }
    words.iter().map(|word| address(word)).collect()
}

/// The values of one parameter of `Forwarded`, hop by hop.
fn forwarded(headers: &HeaderMap, parameter: &str) -> Vec<String> {
    let values = headers.get_all("forwarded").iter().filter_map(|value| value.to_str().ok());
    values
        .flat_map(|value| value.split(','))
        .filter_map(|hop| {
            hop.split(';').find_map(|pair| {
                let (name, value) = pair.trim().split_once('=')?;
                let found = name.eq_ignore_ascii_case(parameter);
                found.then(|| value.trim_matches('"').to_string())
            })
        })
        .collect()
}

/// An address, with or without port and brackets.
fn address(word: &str) -> Option<IpAddr> {
    let bare = word.trim_start_matches('[').split(']').next().unwrap_or(word);
    let address = bare.parse().ok();
    let address = address.or_else(|| word.parse::<SocketAddr>().ok().map(|with| with.ip()));
    address.map(|address| address.to_canonical())
}

impl FromRequestParts<AppState> for Client {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, _: &AppState) -> Result<Client, Infallible> {
        let known = parts.extensions.get::<Client>().copied();
        Ok(known.unwrap_or(Client { address: IpAddr::from([127, 0, 0, 1]), https: false }))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use axum::http::{HeaderName, HeaderValue};

    fn client(peer: &str, headers: &[(&'static str, &'static str)]) -> String {
        let mut map = HeaderMap::new();
        for (name, value) in headers {
            map.append(HeaderName::from_static(name), HeaderValue::from_static(value));
        }
        let trusted = ["127.0.0.1/32".parse().unwrap(), "10.0.0.0/8".parse().unwrap()];
        let client = Client::new(peer.parse().unwrap(), &map, &trusted);
        format!("{}{}", client.address, if client.https { " https" } else { "" })
    }

    #[test]
    fn headers_count_only_from_a_proxy_that_is_trusted() {
        let forged = [("x-forwarded-for", "1.2.3.4"), ("x-forwarded-proto", "https")];
        assert_eq!(client("192.0.2.1", &forged), "192.0.2.1");
        assert_eq!(client("127.0.0.1", &forged), "1.2.3.4 https");
        assert_eq!(client("::ffff:127.0.0.1", &forged), "1.2.3.4 https");
        assert_eq!(client("127.0.0.1", &[]), "127.0.0.1");
    }

    #[test]
    fn what_the_client_wrote_before_our_proxies_does_not_count() {
        let list = [("x-forwarded-for", "6.6.6.6, 1.2.3.4, 10.0.0.7")];
        assert_eq!(client("127.0.0.1", &list), "1.2.3.4");
        let lines = [("x-forwarded-for", "6.6.6.6"), ("x-forwarded-for", "1.2.3.4")];
        assert_eq!(client("127.0.0.1", &lines), "1.2.3.4");
        assert_eq!(client("127.0.0.1", &[("x-forwarded-for", "1.2.3.4, junk")]), "127.0.0.1");
    }

    #[test]
    fn the_standard_header_is_read_too_and_a_household_is_one_client() {
        let standard = [("forwarded", "for=6.6.6.6, For=\"[2001:db8:1:2:3::4]:1234\";proto=https")];
        assert_eq!(client("127.0.0.1", &standard), "2001:db8:1:2:: https");
        assert_eq!(client("2001:db8:1:2:ffff::9", &[]), "2001:db8:1:2::");
        let both = [("x-forwarded-for", "1.2.3.4:5678"), ("forwarded", "for=6.6.6.6")];
        assert_eq!(client("127.0.0.1", &both), "1.2.3.4");
    }
}
