//! When people are told, and when they are left alone.

use crate::told::notice;
use clock::{Length, Weekdays, Zone};
use jiff::Timestamp;
use notice::{Delivery, Digest, Kind, Known, Notice, Quiet, Way, Wishes};
use proptest::prelude::*;

fn at(text: &str) -> Timestamp {
    text.parse().unwrap()
}

fn wishes() -> Wishes {
    let quiet = Quiet { from: "22:00".parse().unwrap(), to: "07:30".parse().unwrap() };
    let ways = vec![Way::Push, Way::Mail, Way::Hook(0)];
    Wishes { ways, quiet: Some(quiet), ..Wishes::new("Europe/Berlin".parse().unwrap()) }
}

fn sent(deliveries: &[Delivery]) -> Vec<&Way> {
    deliveries.iter().map(|delivery| &delivery.way).filter(|way| **way != Way::Page).collect()
}

#[test]
fn a_turn_is_told_by_every_way_once() {
    let now = at("2026-11-17T12:00Z");
    let all = wishes().deliver(&notice("A"), Known::default(), now);
    assert_eq!(sent(&all), [&Way::Push, &Way::Mail, &Way::Hook(0)]);
    assert!(all.iter().all(|delivery| delivery.at == now && !delivery.digest));
    let told = Known { told: true, ..Known::default() };
    assert!(wishes().deliver(&notice("A"), told, now).is_empty());
    let since = Known { told_since_look: true, ..Known::default() };
    assert!(sent(&wishes().deliver(&notice("A"), since, now)).is_empty(), "one until they look");
    let warning = Notice { kind: Kind::Warning, ..notice("A") };
    assert_eq!(sent(&wishes().deliver(&warning, since, now)).len(), 3, "but a warning comes");
    let without = Wishes { without: vec![Kind::YourTurn], ..wishes() };
    assert!(without.deliver(&notice("A"), Known::default(), now).is_empty());
}

#[test]
fn who_looks_is_told_in_the_page_alone() {
    let looking = Known { looking: true, ..Known::default() };
    let all = wishes().deliver(&notice("A"), looking, at("2026-11-17T12:00Z"));
    assert_eq!(all, [Delivery { way: Way::Page, at: at("2026-11-17T12:00Z"), digest: false }]);
}

#[test]
fn in_quiet_hours_it_waits() {
    let all = wishes().deliver(&notice("A"), Known::default(), at("2026-11-17T22:15Z"));
    let page = all.iter().find(|delivery| delivery.way == Way::Page).unwrap();
    assert_eq!(page.at, at("2026-11-17T22:15Z"), "the page disturbs nobody");
    assert!(
        all.iter()
            .filter(|delivery| delivery.way != Way::Page)
            .all(|delivery| delivery.at == at("2026-11-18T06:30Z"))
    );
}

#[test]
fn a_warning_does_not_come_after_its_deadline() {
    let due = at("2026-11-18T05:00Z");
    let warning = Notice { kind: Kind::Warning, by: Some(due), ..notice("A") };
    assert!(
        sent(&wishes().deliver(&warning, Known::default(), at("2026-11-17T23:00Z"))).is_empty()
    );
    let better = wishes().warn_at(at("2026-11-17T23:00Z"), due);
    assert_eq!(better, at("2026-11-17T20:59Z"), "a minute before the quiet hours begin");
    assert_eq!(sent(&wishes().deliver(&warning, Known::default(), better)).len(), 3);
    let awake = wishes().warn_at(at("2026-11-17T12:00Z"), due);
    assert_eq!(awake, at("2026-11-17T12:00Z"));
}

#[test]
fn mails_and_hooks_wait_for_the_digest_unless_it_would_be_too_late() {
    let digest = Digest { at: "18:00".parse().unwrap(), days: Weekdays::DAILY };
    let wishes = Wishes { digest: Some(digest), ..wishes() };
    let mail = |notice: &Notice, now: &str| {
        let all = wishes.deliver(notice, Known::default(), at(now));
        all.into_iter().find(|delivery| delivery.way == Way::Mail).unwrap()
    };
    let waits = mail(&notice("A"), "2026-11-17T12:00Z");
    assert_eq!((waits.at, waits.digest), (at("2026-11-17T17:00Z"), true));
    let soon = Notice { by: Some(at("2026-11-17T16:00Z")), ..notice("A") };
    let alone = mail(&soon, "2026-11-17T12:00Z");
    assert_eq!((alone.at, alone.digest), (at("2026-11-17T12:00Z"), false));
    let next = mail(&notice("A"), "2026-11-17T17:00Z");
    assert_eq!(next.at, at("2026-11-18T17:00Z"), "this one has gone");
    let all = wishes.deliver(&notice("A"), Known::default(), at("2026-11-17T12:00Z"));
    let waits = |way: Way| all.iter().any(|delivery| delivery.way == way && delivery.digest);
    assert!(waits(Way::Hook(0)) && !waits(Way::Push), "a browser is told at once");
}

#[test]
fn wishes_are_the_same_after_they_were_stored() {
    let digest = Digest { at: "07:05".parse().unwrap(), days: Weekdays::WORKING };
    let wishes = Wishes { digest: Some(digest), without: vec![Kind::Talk], ..wishes() };
    let json = serde_json::to_string(&wishes).unwrap();
    assert!(json.contains("\"Mon-Fri 7:05\""), "{json}");
    assert_eq!(serde_json::from_str::<Wishes>(&json).unwrap(), wishes);
    let bad = json.replace("Mon-Fri 7:05", "Mon-Fri 25:05");
    assert!(serde_json::from_str::<Wishes>(&bad).is_err());
    let bad = json.replace("Europe/Berlin", "Europe/Berlim");
    assert!(
        serde_json::from_str::<Wishes>(&bad)
            .unwrap_err()
            .to_string()
            .contains("did you mean `Europe/Berlin`")
    );
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn nothing_is_sent_in_quiet_hours_and_nothing_waits_longer_than_a_day(
        second in 0_i64..2 * 366 * 86_400,
        from in 0_i8..24,
        to in 0_i8..24,
        zone in prop::sample::select(vec!["UTC", "Europe/Berlin", "America/New_York", "Australia/Lord_Howe", "Asia/Kolkata"]),
    ) {
        let now = Timestamp::from_second(1_767_225_600 + second).unwrap();
        let time = |hour| jiff::civil::Time::new(hour, 30, 0, 0).unwrap();
        let quiet = Quiet { from: time(from), to: time(to) };
        let wishes = Wishes { quiet: Some(quiet), ways: vec![Way::Push], ..Wishes::new(zone.parse::<Zone>().unwrap()) };
        let awake = wishes.awake(now);
        prop_assert!(from == to || !wishes.is_quiet(awake), "{} in {}", awake, zone);
        prop_assert!(awake >= now && Length::between(now, awake) <= Length::hours(25));
        prop_assert_eq!(wishes.awake(awake), awake);
    }
}
