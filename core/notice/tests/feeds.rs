//! Feeds as their readers read them.

use crate::told::notice;
use clock::{Length, Zone};
use icalendar::parser::{read_calendar, unfold};
use notice::{Event, Feed, Notice, calendar, feed};
use proptest::prelude::*;

fn own() -> Feed {
    Feed {
        id: "https://play.example/feed/7".into(),
        title: "Ann & Bob's <tables>".into(),
        link: "https://play.example/feed/7.atom?a=1&b=2".into(),
        zone: Zone::UTC,
    }
}

fn event(summary: &str) -> Event {
    Event {
        key: "k7q2/1/12".into(),
        sequence: 3,
        summary: summary.into(),
        description: "Where do you go?\nOtherwise you stay; see, it is \\ easy.".into(),
        link: "https://play.example/t/k7q2?seat=1,2;x".into(),
        due: "2026-11-20T18:00Z".parse().unwrap(),
        alarm: Some(Length::hours(6)),
        changed: "2026-11-17T12:00Z".parse().unwrap(),
    }
}

#[test]
fn an_atom_feed_has_what_the_standard_asks_for() {
    let older = Notice {
        key: "a b&c".into(),
        made: "2026-11-16T12:00Z".parse().unwrap(),
        ..notice("<Older> & \"more\"")
    };
    let text = feed(&own(), &[older, notice("Newer")]);
    let xml = roxmltree::Document::parse(&text).unwrap();
    let root = xml.root_element();
    let child = |node: roxmltree::Node<'_, '_>, name: &str| {
        node.children()
            .find(|child| child.has_tag_name(("http://www.w3.org/2005/Atom", name)))
            .map(|child| child.text().unwrap_or_default().to_string())
    };
    assert_eq!(child(root, "title").unwrap(), "Ann & Bob's <tables>");
    assert_eq!(child(root, "updated").unwrap(), "2026-11-17T12:00:00Z");
    assert!(child(root, "author").is_some());
    let entries: Vec<_> = root
        .children()
        .filter(|child| child.has_tag_name(("http://www.w3.org/2005/Atom", "entry")))
        .collect();
    let titles: Vec<String> = entries.iter().map(|entry| child(*entry, "title").unwrap()).collect();
    assert_eq!(titles, ["Your turn: Newer (Outlive)", "Your turn: <Older> & \"more\" (Outlive)"]);
    let ids: Vec<String> = entries.iter().map(|entry| child(*entry, "id").unwrap()).collect();
    assert_eq!(ids[1], "https://play.example/feed/7#a%20b%26c");
    assert!(child(entries[0], "content").unwrap().contains("otherwise you stay where you are"));
}

#[test]
fn a_calendar_is_read_as_it_was_meant() {
    let text = calendar("Ann, Bob; and all", "play.example", &[event("Your turn, Ann; é")]);
    assert!(text.lines().all(|line| line.len() <= 75), "{text}");
    assert!(text.split("\r\n").all(|line| !line.contains(['\r', '\n'])));
    let unfolded = unfold(&text);
    let read = read_calendar(&unfolded).unwrap();
    let read = icalendar::Calendar::from(read);
    let [icalendar::CalendarComponent::Event(event)] = &read.components[..] else {
        panic!("{read:?}")
    };
    use icalendar::{Component, EventLike};
    assert_eq!(event.get_summary(), Some("Your turn, Ann; é"));
    assert_eq!(
        event.get_description(),
        Some("Where do you go?\nOtherwise you stay; see, it is \\ easy.")
    );
    assert_eq!(event.get_uid(), Some("k7q2/1/12@play.example"));
    assert_eq!(event.property_value("DTSTART"), Some("20261120T180000Z"));
    assert_eq!(event.get_sequence(), Some(3));
    assert_eq!(event.get_url(), Some("https://play.example/t/k7q2?seat=1,2;x"));
    let _ = EventLike::get_location(event);
    assert!(
        text.contains("BEGIN:VALARM\r\nACTION:DISPLAY\r\n")
            && text.contains("TRIGGER:-PT21600S\r\n")
    );
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn whatever_players_write_feeds_can_be_read(table in any::<String>(), asked in any::<String>(), key in any::<String>()) {
        let odd = Notice { asked: asked.clone(), key: key.clone(), link: asked.clone(), ..notice(&table) };
        let text = feed(&own(), &[odd]);
        let read = roxmltree::Document::parse(&text);
        prop_assert!(read.is_ok(), "{:?}", read.err());
        let entries = read.unwrap().root_element().children().filter(|child| child.tag_name().name() == "entry").count();
        prop_assert_eq!(entries, 1);
        let odd = Event { summary: table.clone(), description: asked, key, link: table, ..event("") };
        let text = calendar("x", "play.example", &[odd]);
        prop_assert!(text.split("\r\n").all(|line| line.len() <= 75 && !line.contains(['\r', '\n'])));
        prop_assert_eq!(text.matches("\r\nBEGIN:").count(), 2, "one event with one alarm, whatever it says");
    }
}
