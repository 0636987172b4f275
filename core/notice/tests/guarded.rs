//! Addresses that must not be called are not.

use notice::{Guard, NotCalled};
use proptest::prelude::*;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};

#[test]
fn addresses_that_are_not_open_to_all_are_not_called() {
    let guard = Guard::default();
    for address in [
        "0.0.0.0",
        "10.0.0.1",
        "100.64.0.1",
        "100.100.100.200",
        "127.0.0.1",
        "127.255.255.254",
        "169.254.169.254",
        "172.16.0.1",
        "172.31.255.255",
        "192.0.0.192",
        "192.168.1.1",
        "198.18.0.1",
        "192.0.2.1",
        "224.0.0.1",
        "239.1.1.1",
        "255.255.255.255",
        "240.0.0.1",
        "168.63.129.16",
        "::",
        "::1",
        "::127.0.0.1",
        "::ffff:127.0.0.1",
        "::ffff:10.0.0.1",
        "::ffff:8.8.8.8",
        "::ffff:0:127.0.0.1",
        "64:ff9b::7f00:1",
        "64:ff9b:1::1",
        "2002:7f00:1::",
        "2002:a00:1::1",
        "2002:808:808::1",
        "2001::1",
        "2001:db8::1",
        "fc00::1",
        "fd00:ec2::254",
        "fe80::1",
        "fec0::1",
        "ff02::1",
        "100::1",
        "3fff::1",
        "5f00::1",
    ] {
        let address: IpAddr = address.parse().unwrap();
        assert_eq!(guard.resolved(&[address]), Err(NotCalled::Private(address)));
    }
    for address in [
        "1.1.1.1",
        "8.8.8.8",
        "93.184.215.14",
        "172.15.0.1",
        "172.32.0.1",
        "100.63.0.1",
        "100.128.0.1",
        "2606:4700::1111",
        "2a00:1450:4001::200e",
        "2001:4860:4860::8888",
    ] {
        assert!(guard.resolved(&[address.parse().unwrap()]).is_ok(), "{address}");
    }
}

#[test]
fn one_closed_address_among_open_ones_is_enough() {
    let guard = Guard::default();
    let both = ["1.1.1.1".parse().unwrap(), "10.0.0.1".parse().unwrap()];
    assert!(guard.resolved(&both).is_err(), "names that change their mind get no second try");
    assert_eq!(guard.resolved(&[]), Err(NotCalled::Nowhere));
}

#[test]
fn what_the_operator_allows_is_called_however_it_is_written() {
    let guard = Guard {
        allowed: vec!["127.0.0.0/8".parse().unwrap(), "fd00::/8".parse().unwrap()],
        plain: true,
    };
    for address in ["127.0.0.1", "::ffff:127.0.0.1", "fd00::1"] {
        assert!(guard.resolved(&[address.parse().unwrap()]).is_ok(), "{address}");
    }
    assert!(guard.resolved(&["10.0.0.1".parse().unwrap()]).is_err());
    assert_eq!(guard.url("http://127.0.0.1:8080/hook"), Ok(("127.0.0.1".into(), 8080)));
    assert_eq!(guard.url("http://hooks.example/"), Ok(("hooks.example".into(), 80)));
}

#[test]
fn addresses_are_looked_at_as_they_are_written() {
    let guard = Guard::default();
    assert_eq!(guard.url("https://Hooks.Example:8443/a?b#c"), Ok(("hooks.example".into(), 8443)));
    assert_eq!(guard.url("https://[2606:4700::1111]/"), Ok(("2606:4700::1111".into(), 443)));
    assert_eq!(guard.url("HTTPS://hooks.example"), Ok(("hooks.example".into(), 443)));
    for (url, why) in [
        ("", NotCalled::NotAWebAddress),
        ("hooks.example", NotCalled::NotAWebAddress),
        ("ftp://hooks.example/", NotCalled::NotAWebAddress),
        ("file:///etc/passwd", NotCalled::NotAWebAddress),
        ("https://", NotCalled::NotAWebAddress),
        ("https://localhost/", NotCalled::NotAWebAddress),
        ("https://printer/", NotCalled::NotAWebAddress),
        ("https://2130706433/", NotCalled::NotAWebAddress),
        ("https://0x7f.0.0.1/", NotCalled::NotAWebAddress),
        ("https://0x7f000001/", NotCalled::NotAWebAddress),
        ("https://127.1/", NotCalled::NotAWebAddress),
        ("https://017700000001.1/", NotCalled::NotAWebAddress),
        ("https://a..b/", NotCalled::NotAWebAddress),
        ("https://a b.example/", NotCalled::NotAWebAddress),
        ("https://hooks.example\\@evil.example/", NotCalled::NotAWebAddress),
        ("https://hooks.éxample/", NotCalled::NotAWebAddress),
        ("https://[::1/", NotCalled::NotAWebAddress),
        ("https://[::1]x/", NotCalled::Private("::1".parse().unwrap())),
        ("https://hooks.example:x/", NotCalled::NotAWebAddress),
        ("https://hooks.example:99999/", NotCalled::NotAWebAddress),
        ("http://hooks.example/", NotCalled::NotEncrypted),
        ("https://ann:secret@hooks.example/", NotCalled::WithPassword),
        ("https://hooks.example:25/", NotCalled::Port(25)),
        ("https://127.0.0.1/", NotCalled::Private("127.0.0.1".parse().unwrap())),
        ("https://127.0.0.1./", NotCalled::Private("127.0.0.1".parse().unwrap())),
        (
            "https://169.254.169.254/latest/meta-data",
            NotCalled::Private("169.254.169.254".parse().unwrap()),
        ),
        ("https://[::ffff:7f00:1]/", NotCalled::Private("::ffff:7f00:1".parse().unwrap())),
    ] {
        assert_eq!(guard.url(url), Err(why), "{url}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 2000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn no_writing_of_a_closed_address_opens_it(number in any::<u32>()) {
        let guard = Guard::default();
        let four = Ipv4Addr::from(number);
        // The standard library's own idea of what is not global, as far as it is stable.
        let closed = four.is_private() || four.is_loopback() || four.is_link_local() || four.is_broadcast()
            || four.is_documentation() || four.is_multicast() || four.is_unspecified();
        let open = guard.address(IpAddr::V4(four)).is_ok();
        prop_assert!(!(closed && open), "{}", four);
        for six in [four.to_ipv6_mapped(), four.to_ipv6_compatible()] {
            prop_assert!(guard.address(IpAddr::V6(six)).is_err());
        }
        let [a, b, c, d] = four.octets();
        let (high, low) = (u16::from_be_bytes([a, b]), u16::from_be_bytes([c, d]));
        for six in [Ipv6Addr::new(0x2002, high, low, 0, 0, 0, 0, 1), Ipv6Addr::new(0x64, 0xFF9B, 0, 0, 0, 0, high, low)] {
            prop_assert!(guard.address(IpAddr::V6(six)).is_err());
        }
    }

    #[test]
    fn no_text_makes_the_guard_panic(url in any::<String>(), rest in "https://[\\[\\]:@./0-9a-fx]{0,30}") {
        let _ = Guard::default().url(&url);
        let _ = Guard::default().url(&rest);
    }
}
