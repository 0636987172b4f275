//! Servers end at any moment while mail comes and goes: nothing that was written is lost, none of it is done twice, and a letter
//! that goes out twice does so under its one id. `OVERWINTER_MAIL_KILLS=500 cargo test … mail::killed -- --ignored --nocapture` does it 500
//! times.

use super::{Mailed, Reader, START, reader};
use crate::house::{ask_store, until};
use crate::post_office::PostOffice;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::atomic::{AtomicI64, Ordering};
use std::time::Duration;

/// How often the server ends, unless it is said.
const KILLS: usize = 6;

/// For how long a server serves at most before it ends.
const LIVES: Duration = Duration::from_millis(1500);

turned_clock!(KILLED_NOW, killed_clock);

#[test]
#[ignore = "takes minutes beside other tests: cargo test --workspace --all-features --test all mail::killed -- --ignored"]
fn a_killed_server_loses_no_mail_and_does_and_sends_none_twice() {
    let asked = std::env::var("OVERWINTER_MAIL_KILLS").ok().and_then(|text| text.parse().ok());
    let kills: usize = asked.unwrap_or(KILLS);
    let office = PostOffice::open();
    let mut mailed = Mailed::open(&office, &KILLED_NOW, killed_clock);
    // Each against a bot, and the first decisions in the browser: until a letter asks for the next.
    let mut people: Vec<(Reader<'_>, String, String, usize)> = ["ann", "bob", "cy", "dee"]
        .into_iter()
        .map(|user| {
            let guest = mailed.house.guest().called(user);
            let mut person = reader(&office, user);
            mailed.confirm(&guest, &mut person);
            assert_eq!(guest.form("/me/mail/pictures", &[("plain", "on")]).status, 303);
            let table = guest.open("outdoor-survival", "basic", &["me", "bot:random"]);
            // Dice say who begins; whoever is asked in the browser rests for the first day.
            until("somebody can decide", || guest.act(&table, 0, "stay", None).status == 200);
            mailed.next_letter(&mut person);
            let own = format!("SELECT count(*) FROM steps WHERE table_id = '{table}' AND seat = 0");
            let before = ask_store(mailed.house.folder.path(), &own).parse::<usize>().unwrap();
            (person, table, own, before)
        })
        .collect();
    let mut moment = 1_u32;
    for kill in 0..kills {
        for (person, ..) in &mut people {
            let newest = person.letters.last().unwrap().clone();
            person.answers(&newest, &format!("talk Word {kill}\n1"));
        }
        moment = moment.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        let parts = 1 + (moment >> 28);
        let lives = LIVES.mul_f64(f64::from(moment >> 8) / f64::from(1 << 24));
        // What an ended server had taken up is taken up again a minute later.
        KILLED_NOW.fetch_add(61, Ordering::SeqCst);
        for _ in 0..parts {
            KILLED_NOW.fetch_add(5, Ordering::SeqCst);
            std::thread::sleep(lives / parts);
        }
        mailed = mailed.kill();
        people.iter_mut().for_each(|(person, ..)| person.fetch());
    }
    let mut twice = 0;
    for (person, table, own, before) in &mut people {
        until(&format!("every mail of {} is answered", person.user), || {
            KILLED_NOW.fetch_add(31, Ordering::SeqCst);
            std::thread::sleep(Duration::from_millis(200));
            person.fetch();
            let answered: BTreeSet<&String> =
                person.letters.iter().flat_map(|letter| &letter.message.in_reply_to).collect();
            answered.len() == kills
        });
        // Nothing is on its way any more.
        KILLED_NOW.fetch_add(400, Ordering::SeqCst);
        std::thread::sleep(Duration::from_millis(500));
        person.fetch();
        twice += person.came - person.letters.len();
        let mut answers: BTreeMap<&String, usize> = BTreeMap::new();
        for letter in &person.letters {
            letter.message.in_reply_to.iter().for_each(|id| *answers.entry(id).or_default() += 1);
        }
        assert!(answers.values().all(|count| *count == 1), "an answer under two ids: {answers:?}");
        let folder = mailed.house.folder.path();
        let count = |sql: &str| ask_store(folder, sql).parse::<usize>().unwrap();
        let said = format!("FROM talk WHERE table_id = '{table}' AND text LIKE 'Word %'");
        assert_eq!(count(&format!("SELECT count(*) {said}")), kills, "each was said once");
        assert_eq!(count(&format!("SELECT count(DISTINCT text) {said}")), kills);
        let taken = person.letters.iter().filter(|letter| letter.text.contains("  1 (done)"));
        let taken = taken.count();
        assert_eq!(count(own) - *before, taken, "what an answer says is done was done once");
        assert!(taken > 0, "somebody decided something");
    }
    let mails = kills * people.len();
    println!("{kills} kills, {mails} mails, {twice} letters came twice, each under its one id");
}
