//! Mail, through a real Postfix and a real Dovecot: an address is confirmed, people are told and answer, games are played to their
//! end without a browser, and whatever ends in between loses nothing and does nothing twice.

use crate::house::{Guest, House, ask_store, quick, until};
use crate::post_office::{Letter, PostOffice};
use service::{Config, MailSettings};
use std::collections::BTreeMap;
use std::sync::atomic::{AtomicI64, Ordering};
use std::time::Duration;
use tempfile::TempDir;

/// Tue 17 Nov 2026, noon in London.
const START: i64 = 1_794_916_800;

macro_rules! turned_clock {
    ($now:ident, $clock:ident) => {
        static $now: AtomicI64 = AtomicI64::new(START);
        fn $clock() -> i64 {
            $now.load(Ordering::SeqCst)
        }
    };
}

mod games;
mod killed;

/// A house with mail, whose clock the test turns.
struct Mailed<'a> {
    office: &'a PostOffice,
    settings: String,
    now: &'a AtomicI64,
    clock: fn() -> i64,
    house: House,
}

/// Somebody with a mailbox.
struct Reader<'a> {
    office: &'a PostOffice,
    user: &'static str,
    /// How many messages they have written.
    written: usize,
    /// How many letters came.
    came: usize,
    /// Their letters, each once, in the order in which they came.
    letters: Vec<Letter>,
}

impl Reader<'_> {
    fn address(&self) -> String {
        format!("{}@example.test", self.user)
    }

    /// Looks for new letters.
    fn fetch(&mut self) {
        let new = self.office.mailbox_behind(self.user, self.came);
        self.came += new.len();
        for letter in new.iter().map(|bytes| Letter::of(bytes)) {
            if self.letters.iter().all(|known| known.message.id != letter.message.id) {
                self.letters.push(letter);
            }
        }
    }

    /// Answers a letter; gives the id of the message.
    fn answers(&mut self, letter: &Letter, words: &str) -> String {
        self.written += 1;
        let id = format!("{}-{}@example.test", self.user, self.written);
        let message = letter.answered(&self.address(), &id, words);
        self.office.hand_in(&self.address(), letter.reply_to(), &message);
        id
    }
}

impl<'a> Mailed<'a> {
    fn open(office: &'a PostOffice, now: &'a AtomicI64, clock: fn() -> i64) -> Mailed<'a> {
        Mailed::by(office, office.settings(), (now, clock))
    }

    /// A house with these settings of its mail.
    fn by(
        office: &'a PostOffice,
        settings: String,
        (now, clock): (&'a AtomicI64, fn() -> i64),
    ) -> Mailed<'a> {
        let house = Mailed::house(&settings, clock, TempDir::new().unwrap(), None);
        Mailed { office, settings, now, clock, house }
    }

    fn house(
        settings: &str,
        clock: fn() -> i64,
        folder: TempDir,
        bind: Option<std::net::SocketAddr>,
    ) -> House {
        House::in_folder(folder, |config: &mut Config| {
            quick(config);
            config.wall_clock = clock;
            config.clock_is_turned = true;
            config.time_tick = Duration::from_millis(20);
            config.bind = bind.unwrap_or(config.bind);
            config.mail = Some(MailSettings::read("mail.toml", settings).unwrap());
        })
    }

    /// Ends the server in the middle of whatever it does, and starts another.
    fn kill(self) -> Mailed<'a> {
        let Mailed { office, settings, now, clock, house } = self;
        let address = house.address;
        let house = Mailed::house(&settings, clock, house.kill(), Some(address));
        Mailed { office, settings, now, clock, house }
    }

    /// Waits for the letter of that number, from 1, while time goes on.
    fn letter(&self, reader: &mut Reader<'_>, number: usize) -> Letter {
        until(&format!("letter {number} of {}", reader.user), || {
            reader.fetch();
            let found = reader.letters.len() >= number;
            if !found {
                self.now.fetch_add(2, Ordering::SeqCst);
                std::thread::sleep(Duration::from_millis(100));
            }
            found
        });
        reader.letters[number - 1].clone()
    }

    /// Waits for the letter that comes after those that somebody has.
    fn next_letter(&self, reader: &mut Reader<'_>) -> Letter {
        self.letter(reader, reader.letters.len() + 1)
    }

    /// Lets somebody be told by mail: the first letter that they get has the link.
    fn confirm(&self, guest: &Guest, reader: &mut Reader<'_>) {
        let asked = guest.form("/me/mail", &[("address", &reader.address())]);
        assert_eq!(asked.status, 200, "{}", asked.text);
        let path = self.link(&self.letter(reader, 1));
        assert!(guest.get(&path).text.contains("Yes, this is my address"));
        assert_eq!(guest.form(&path, &[]).status, 303);
        assert_eq!(guest.form(&path, &[]).status, 409, "a link counts once");
    }

    /// The path of the first link in a letter.
    fn link(&self, letter: &Letter) -> String {
        let base = format!("http://{}", self.house.address);
        let rest = letter.text.split(&base).nth(1).unwrap_or_else(|| panic!("{}", letter.text));
        rest.split_whitespace().next().unwrap().to_string()
    }

    fn state(&self, guest: &Guest, table: &str) -> String {
        guest.get(&format!("/api/tables/{table}")).json()["state"].as_str().unwrap().to_string()
    }
}

fn reader<'a>(office: &'a PostOffice, user: &'static str) -> Reader<'a> {
    Reader { office, user, written: 0, came: 0, letters: Vec::new() }
}

/// A table of two for Ann, who begins, and Bob.
fn two(ann: &Guest, bob: &Guest, game: &str, scenario: &str) -> String {
    let table = ann.open(game, scenario, &["me", "open"]);
    assert_eq!(bob.form(&format!("/t/{table}/join"), &[("seat", "2")]).status, 303);
    table
}

turned_clock!(FOUR_NOW, four_clock);

#[test]
fn connect_four_is_played_by_mail_whatever_ends_in_between() {
    let office = PostOffice::open();
    let mut mailed = Mailed::open(&office, &FOUR_NOW, four_clock);
    let (ann, bob) = (mailed.house.guest().called("Ann"), mailed.house.guest().called("Bob"));
    let (mut anna, mut bobby) = (reader(&office, "ann"), reader(&office, "bob"));
    mailed.confirm(&ann, &mut anna);
    mailed.confirm(&bob, &mut bobby);
    let table = two(&ann, &bob, "connect-four", "plain");
    // Ann begins in her browser; from then on nobody opens it.
    assert_eq!(ann.act(&table, 0, "drop 1", None).status, 200);
    let asked = mailed.letter(&mut bobby, 2);
    assert!(asked.message.subject.starts_with("Your turn"), "{}", asked.message.subject);
    assert!(asked.text.contains("Ann drops a disc into column 1."), "{}", asked.text);
    assert!(asked.text.contains("YOUR DECISION"), "{}", asked.text);
    assert!(asked.raw.contains("Content-Type: image/png"), "the board is in it");
    assert!(asked.raw.contains("List-Unsubscribe-Post"));
    assert!(asked.text.contains("Answer this mail"), "{}", asked.text);

    bobby.answers(&asked, "Hi,\n\n2\n\nCheers\nBob");
    // The answer says what was done, and the other is asked.
    let told = mailed.letter(&mut bobby, 3);
    assert!(told.text.contains("2 (done): drop 2"), "{}", told.text);
    assert!(!told.text.contains("Answer this mail"), "nothing is asked: {}", told.text);
    assert_eq!(told.message.in_reply_to, ["bob-1@example.test"]);
    let turn = mailed.letter(&mut anna, 2);
    mailed = mailed.kill();
    anna.answers(&turn, "drop 1");
    mailed = mailed.kill();
    let told = mailed.letter(&mut anna, 3);
    assert!(told.text.contains("drop 1 (done)"), "{}", told.text);
    let old = mailed.letter(&mut bobby, 4);
    // The same message once more, and one that comes when others decide, do nothing.
    let id = bobby.answers(&old, "2");
    let again = old.answered(&bobby.address(), &id, "2");
    office.hand_in(&bobby.address(), old.reply_to(), &again);
    mailed = mailed.kill();
    assert!(mailed.letter(&mut bobby, 5).text.contains("2 (done)"));
    bobby.answers(&old, "3");
    let early = mailed.letter(&mut bobby, 6);
    assert!(early.text.contains("3 (not done): you are not asked now"), "{}", early.text);
    // Three in a column, and the fourth.
    let turn = mailed.letter(&mut anna, 4);
    anna.answers(&turn, "1");
    let turn = mailed.letter(&mut bobby, 7);
    bobby.answers(&old, "4");
    let stale = mailed.letter(&mut bobby, 8);
    assert!(stale.text.contains("4 (not done): it was decided already"), "{}", stale.text);
    bobby.answers(&turn, "2");
    // An answer that still waits would tell the end as well.
    assert!(mailed.letter(&mut bobby, 9).text.contains("2 (done)"));
    let turn = mailed.letter(&mut anna, 6);
    anna.answers(&turn, "1");
    until("the game ends", || mailed.state(&ann, &table) == "over");
    let end = mailed.letter(&mut bobby, 10);
    assert!(end.message.subject.starts_with("The game is over"), "{}", end.message.subject);
    let steps = format!("SELECT count(*) FROM steps WHERE table_id = '{table}'");
    assert_eq!(ask_store(mailed.house.folder.path(), &steps), "7", "each was taken once");
    let mut sent: BTreeMap<String, usize> = BTreeMap::new();
    for bytes in ["ann", "bob"].iter().flat_map(|user| office.mailbox(user)) {
        *sent.entry(Letter::of(&bytes).message.id.unwrap()).or_default() += 1;
    }
    assert!(sent.values().all(|count| *count <= 2), "{sent:?}");
}

turned_clock!(WALK_NOW, walk_clock);

#[test]
fn one_of_ours_is_played_by_mail_to_its_end_with_all_that_can_be_written() {
    let office = PostOffice::open();
    let mailed = Mailed::open(&office, &WALK_NOW, walk_clock);
    let (ann, bob) = (mailed.house.guest().called("Ann"), mailed.house.guest().called("Bob"));
    let (mut anna, mut bobby) = (reader(&office, "ann"), reader(&office, "bob"));
    mailed.confirm(&ann, &mut anna);
    mailed.confirm(&bob, &mut bobby);
    let table = two(&ann, &bob, "outdoor-survival", "lost");
    // Dice say who begins: where it is Bob he plays his day in the browser.
    while ann.frame(&table, "1")["set"]["prompt"]["choices"].as_array().is_none_or(Vec::is_empty) {
        let frame = bob.frame(&table, "2");
        let line = frame["set"]["prompt"]["choices"][0]["notation"].as_str().unwrap();
        assert_eq!(bob.act(&table, 1, line, None).status, 200);
    }
    // Ann is asked, and is told.
    let asked = mailed.letter(&mut anna, 2);
    anna.answers(&asked, "board\nsheet\nrules OS-MOVE\ntalk Good luck, Bob\nxyzzy\n1");
    let told = mailed.letter(&mut anna, 3);
    assert!(told.text.contains("xyzzy (not done)"), "{}", told.text);
    assert!(told.text.contains("1 (not done)"), "what stands behind it is not done: {}", told.text);
    assert!(told.text.contains("talk Good luck, Bob (done)"), "{}", told.text);
    assert!(told.text.contains("OS-MOVE-01"), "the rules are told: {}", told.text);
    assert!(bob.get(&format!("/t/{table}")).status == 200);
    let said =
        format!("SELECT text FROM talk WHERE table_id = '{table}' AND text LIKE 'Good luck%'");
    assert_eq!(ask_store(mailed.house.folder.path(), &said), "Good luck, Bob");
    // Giving up is asked once more, and only the answer to that does it.
    anna.answers(&told, "resign");
    let sure = mailed.letter(&mut anna, 4);
    assert!(sure.text.contains("nothing is done."), "{}", sure.text);
    assert_eq!(mailed.state(&ann, &table), "playing");
    anna.answers(&sure, "resign");
    let gone = mailed.letter(&mut anna, 5);
    assert!(gone.text.contains("resign (done)"), "{}", gone.text);
    // Bob walks a step, if there is still something to walk for, and gives up too.
    let mut read = 1;
    while mailed.state(&ann, &table) == "playing" {
        read += 1;
        let letter = mailed.letter(&mut bobby, read);
        assert!(read < 9, "{}", letter.text);
        bobby.answers(&letter, if read == 2 { "1" } else { "resign" });
        mailed.letter(&mut bobby, read + 1);
    }
    let end = bobby.letters.pop().unwrap();
    assert!(end.text.contains("HOW IT ENDED"), "{}", end.text);
    until("Ann is told too", || {
        anna.fetch();
        anna.letters.iter().any(|letter| letter.text.contains("HOW IT ENDED"))
    });
    let ends = anna.letters.iter().chain(&bobby.letters).chain([&end]);
    let ends: Vec<_> = ends.filter(|letter| letter.text.contains("HOW IT ENDED")).collect();
    assert!(ends.iter().any(|letter| letter.text.contains("(done)")), "one of them is an answer");
    for letter in ends {
        assert!(!letter.text.contains("Answer this mail"), "it is over: {}", letter.text);
    }
}

turned_clock!(WRONG_NOW, wrong_clock);

#[test]
fn nobody_plays_for_another_and_what_comes_back_is_told() {
    let office = PostOffice::open();
    let mailed = Mailed::open(&office, &WRONG_NOW, wrong_clock);
    let (ann, bob) = (mailed.house.guest().called("Ann"), mailed.house.guest().called("Bob"));
    let (mut anna, mut bobby) = (reader(&office, "ann"), reader(&office, "bob"));
    mailed.confirm(&ann, &mut anna);
    mailed.confirm(&bob, &mut bobby);
    let table = two(&ann, &bob, "connect-four", "plain");
    assert_eq!(ann.act(&table, 0, "drop 1", None).status, 200);
    let asked = mailed.letter(&mut bobby, 2);
    // Who knows Bob's address but not his secret; a program that answers for him; a list.
    let key = asked.reply_to().to_string();
    let forged = key.replace(&key[key.len() - 20..key.len() - 16], "0000");
    for (to, more) in [
        ("play@example.test", ""),
        (forged.as_str(), ""),
        (key.as_str(), "Auto-Submitted: auto-replied\n"),
        (key.as_str(), "List-Id: <all.example.test>\n"),
    ] {
        let message = format!(
            "From: bob@example.test\nTo: {to}\n{more}Message-ID: <{}@x>\n\ndrop 2\n",
            more.len() + to.len()
        );
        office.hand_in("bob@example.test", to, &message);
    }
    // What is taken after them was taken after them.
    bobby.answers(&asked, "drop 3");
    let told = mailed.letter(&mut bobby, 3);
    assert!(told.text.contains("drop 3 (done)"), "{}", told.text);
    let steps = format!("SELECT action FROM steps WHERE table_id = '{table}' ORDER BY step");
    assert_eq!(ask_store(mailed.house.folder.path(), &steps), "drop 1\ndrop 3");
    // Bob wants no more, by one click of his mail program.
    let stop = asked.raw.replace("\r\n", "\n");
    let stop = stop.split("List-Unsubscribe: <").nth(1).unwrap().split('>').next().unwrap();
    let path = stop.replace(['\n', ' '], "");
    let path = path.strip_prefix(&format!("http://{}", mailed.house.address)).unwrap().to_string();
    let stranger = mailed.house.guest();
    assert!(
        stranger.get(&path).text.contains("No more mail goes")
            || stranger.get(&path).text.contains("No mail goes to")
    );
    assert_eq!(stranger.bare_form(&path, &[("List-Unsubscribe", "One-Click")]).status, 200);
    assert!(!bob.get("/me").text.contains("bob@example.test"));
    // Ann's address leads nowhere any more.
    let gone = "UPDATE ways SET address = 'ann@gone.test' WHERE address = 'ann@example.test'";
    ask_store(mailed.house.folder.path(), gone);
    assert_eq!(bob.form("/me/mail", &[("address", "nonsense")]).status, 400);
    let ways = "SELECT id FROM ways WHERE address = 'ann@gone.test'";
    let way = ask_store(mailed.house.folder.path(), ways);
    assert_eq!(ann.form("/me/ways/test", &[("id", &way)]).status, 200);
    until("the bounce is told", || ann.get("/me").text.contains("came back"));
}

turned_clock!(LINK_NOW, link_clock);

#[test]
fn a_link_by_mail_brings_somebody_back_once_and_tells_nobody_who_is_known() {
    let office = PostOffice::open();
    let mailed = Mailed::open(&office, &LINK_NOW, link_clock);
    let ann = mailed.house.guest().called("Ann");
    let mut anna = reader(&office, "ann");
    mailed.confirm(&ann, &mut anna);
    assert!(ann.get("/api/me").text.contains("\"can_come_back\":true"));
    let other = mailed.house.guest();
    let ask = |address: &str| other.form("/sign-in/mail", &[("address", address)]);
    let (known, unknown) = (ask("ann@example.test"), ask("eve@example.test"));
    assert_eq!((known.status, unknown.status), (200, 200));
    assert_eq!(known.text.replace("ann@", "eve@"), unknown.text, "both are told the same");
    let path = mailed.link(&mailed.letter(&mut anna, 2));
    assert!(other.get(&path).text.contains("Sign in as Ann"));
    let signed_in = other.form(&path, &[]);
    assert_eq!(signed_in.status, 303, "{}", signed_in.text);
    let cookie = signed_in.headers.get("set-cookie").unwrap().to_str().unwrap();
    let cookie = cookie.split(';').next().unwrap().to_string();
    let back = Guest { cookie, ..other };
    assert_eq!(back.get("/api/me").json()["name"], "Ann");
    assert_eq!(mailed.house.guest().form(&path, &[]).status, 409, "it counts once");
    assert!(office.mailbox("eve").is_empty());
    assert_eq!(
        mailed.house.guest().form("/sign-in/mail", &[("address", "ann@example.test")]).status,
        200
    );
    let late = mailed.link(&mailed.letter(&mut anna, 3));
    LINK_NOW.fetch_add(16 * 60, Ordering::SeqCst);
    assert_eq!(mailed.house.guest().get(&late).status, 409, "it is too old");
    // What would take the only way back away is asked once more.
    let end = |fields: &[(&str, &str)]| ann.form("/me/devices/end-others", fields);
    let asked = end(&[]);
    assert!(asked.status == 200 && asked.text.contains("all that brings you back"), "{asked:?}");
    assert!(ann.get("/api/me").text.contains("\"can_come_back\":true"), "nothing is done yet");
    assert_eq!(end(&[("sure", "on")]).status, 303);
}

/// Whoever has a copy of a cookie asks for the letter that confirms an address of theirs. It confirms nothing once that cookie has
/// ended: everywhere else, in one browser, or since its guest went along with somebody who signed in.
#[test]
fn a_letter_that_was_asked_for_with_a_cookie_that_has_ended_confirms_nothing() {
    turned_clock!(NOW, clock);
    let office = PostOffice::open();
    let mailed = Mailed::open(&office, &NOW, clock);
    let mut thief = reader(&office, "ann");
    let mut letters = 0;
    let mut asked = |guest: &Guest| {
        let asked = guest.form("/me/mail", &[("address", &thief.address())]);
        assert_eq!(asked.status, 200, "{}", asked.text);
        letters += 1;
        mailed.link(&mailed.letter(&mut thief, letters))
    };
    let refused = |path: &str| {
        let nobody = mailed.house.guest();
        assert_eq!(nobody.get(path).status, 409);
        assert_eq!(nobody.form(path, &[]).status, 409);
        let ways = ask_store(mailed.house.folder.path(), "SELECT count(*) FROM ways");
        assert_eq!(ways, "0", "{path}");
    };
    let ann = mailed.house.guest().called("Ann");
    let code = crate::people::code_of(&ann.form("/me/code", &[]));
    let path = asked(&ann);
    let back = ann.form("/me/devices/end-others", &[]);
    assert_eq!(back.status, 303);
    refused(&path);

    let bob = mailed.house.guest().called("Bob");
    crate::people::code_of(&bob.form("/me/code", &[]));
    let path = asked(&bob);
    assert_eq!(bob.form("/me/sign-out", &[]).status, 303);
    refused(&path);

    let planted = mailed.house.guest().called("Mallory");
    planted.open("connect-four", "plain", &["me", "bot:random"]);
    let path = asked(&planted);
    assert_eq!(planted.form("/me/feeds", &[]).status, 303);
    let along = [("code", code.as_str()), ("along", "on")];
    assert_eq!(planted.form("/sign-in/code", &along).status, 200);
    refused(&path);
}
