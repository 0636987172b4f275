//! Mail, in every home: a letter is made and claimed once, a message counts once however often it comes, and what its lines did is
//! noted with them or not at all.

use super::*;
use crate::store::{ArrivalRow, LetterRow, MailChange, NoticeChange, WayRow};

fn letter(id: &str, at: i64) -> LetterRow {
    LetterRow {
        id: id.into(),
        person: "ann".into(),
        address: "ann@example.org".into(),
        made: 10,
        at,
        tries: 0,
        text: "{\"ä\":1}".into(),
    }
}

fn arrival(id: &str, table: &str, made: i64) -> ArrivalRow {
    ArrivalRow {
        id: id.into(),
        person: "ann".into(),
        table: table.into(),
        seat: 1,
        made,
        at: made,
        tries: 0,
        done: 0,
        said: String::new(),
        text: "{\"lines\":[]}".into(),
    }
}

/// Something of each kind, for a store that is moved.
pub async fn furnish(store: &Store) {
    store.write_mail(MailChange::Letter(Box::new(letter("l", 10)))).await.unwrap();
    store.write_mail(MailChange::Arrival(Box::new(arrival("a", "on", 10)))).await.unwrap();
}

pub async fn a_letter_is_sent_by_one_and_a_message_counts_once(fixture: Fixture) {
    let store = fixture.open().await;
    for _ in 0..2 {
        furnish(&store).await;
    }
    let claimed = store.claim_letters(20, 500, 9).await.unwrap();
    assert_eq!(claimed, [LetterRow { tries: 1, ..letter("l", 10) }]);
    assert_eq!(store.claim_letters(20, 500, 9).await, Ok(Vec::new()), "somebody sends it");
    let late = MailChange::LetterClaimed { letter: Box::new(letter("l", 10)), until: 600 };
    assert_eq!(store.write_mail(late).await, Err(StoreError::Taken));
    assert_eq!(store.letters_to("ann@example.org", 10).await, Ok(1));
    assert_eq!(
        store.letters_to("Ann@Example.org", 10).await,
        Ok(1),
        "capitals are no other address"
    );
    assert_eq!(store.letters_to("ann@example.org", 11).await, Ok(0));
    store.write_mail(MailChange::LetterPutOff { id: "l".into(), at: 700 }).await.unwrap();
    assert_eq!(store.claim_letters(700, 900, 9).await.unwrap()[0].tries, 2);
    let sent = MailChange::LetterDone { id: "l".into(), failed: String::new() };
    store.write_mail(sent).await.unwrap();
    furnish(&store).await;
    assert_eq!(store.claim_letters(2000, 3000, 9).await, Ok(Vec::new()), "it was sent");

    let claimed = store.claim_arrivals(20, 500, 9).await.unwrap();
    let [row] = claimed.as_slice() else { panic!("{claimed:?}") };
    assert_eq!((row.tries, row.done, row.seat, row.text.as_str()), (1, 0, 1, "{\"lines\":[]}"));
    // What a line did and that it is done are stored together, once.
    let advance = |before, done| MailChange::Advanced {
        id: "a".into(),
        before,
        done,
        said: format!("{done}"),
    };
    let act = |before, done, name: &str| {
        let guest = Change::Guest { id: "ann".into(), name: name.into(), at: 1 };
        Change::Together(vec![Change::Mail(advance(before, done)), guest])
    };
    store.write(act(0, 2, "Ann")).await.unwrap();
    assert_eq!(store.write(act(0, 1, "Eve")).await, Err(StoreError::Taken));
    assert_eq!(
        store.guest_name("ann").await,
        Ok(Some("Ann".into())),
        "nothing of it was done again"
    );
    store.write_mail(MailChange::ArrivalPutOff { id: "a".into(), at: 600 }).await.unwrap();
    let row = store.claim_arrivals(600, 700, 9).await.unwrap().remove(0);
    assert_eq!((row.done, row.said.as_str(), row.tries), (2, "2", 2), "one goes on behind it");
    assert_eq!(store.last_answered("ann", "on").await, Ok(None));
    store.write_mail(MailChange::Answered { id: "a".into(), at: 800 }).await.unwrap();
    let twice = MailChange::Answered { id: "a".into(), at: 900 };
    assert_eq!(store.write_mail(twice).await, Err(StoreError::Taken), "it is answered once");
    store.write_mail(MailChange::Told { id: "a".into(), at: 850 }).await.unwrap();
    assert_eq!(store.last_answered("ann", "on").await, Ok(Some(850)));
    furnish(&store).await;
    assert_eq!(store.claim_arrivals(5000, 6000, 9).await, Ok(Vec::new()), "it came before");
    assert_eq!(store.arrivals_of("ann", 10).await, Ok(1));
    assert_eq!(store.arrivals_of("ann", 11).await, Ok(0));
}

pub async fn mail_goes_with_whom_it_is_of(fixture: Fixture) {
    let store = fixture.open().await;
    furnish(&store).await;
    let way = WayRow {
        id: "way".into(),
        person: "ann".into(),
        kind: "mail".into(),
        address: "ann@example.org".into(),
        secret: "s".into(),
        name: "ann@example.org".into(),
        created: 1,
        trouble: String::new(),
    };
    store.write_notice(NoticeChange::Way(Box::new(way))).await.unwrap();
    let (from, to) = ("ann".to_string(), "bob".to_string());
    let versions = (store.guest_version(&from).await, store.guest_version(&to).await);
    let versions = (versions.0.unwrap(), versions.1.unwrap());
    store.write(Change::Joined { from, to, versions }).await.unwrap();
    let found = store.ways_by_address("mail", "ann@example.org").await;
    assert_eq!(found, Ok(vec![("way".into(), "bob".into())]));
    assert_eq!(store.arrivals_of("bob", 0).await, Ok(1));
    assert_eq!(store.claim_letters(20, 30, 9).await.unwrap()[0].person, "bob");
    store.write_mail(MailChange::Arrival(Box::new(arrival("old", "on", 5)))).await.unwrap();
    for id in ["a", "old"] {
        store.write_mail(MailChange::Answered { id: id.into(), at: 6 }).await.unwrap();
    }
    store.write_mail(MailChange::Forgotten(8)).await.unwrap();
    assert_eq!(store.arrivals_of("bob", 0).await, Ok(1), "what is new is known still");
    store.write_person(super::forgotten(&store, "bob").await).await.unwrap();
    assert_eq!(store.arrivals_of("bob", 0).await, Ok(0));
    assert_eq!(store.letters_to("ann@example.org", 0).await, Ok(0));
}
