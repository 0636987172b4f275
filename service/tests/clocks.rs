//! Clocks: chosen when a table is opened, run with decisions, and fall once; what becomes of those who do not answer, and what
//! players do about time. The tests turn the clock.

use crate::house::{Answer, Guest, House, agent, ask_store, between, quick, until};
use serde_json::{Value, json};
use service::Config;
use std::sync::atomic::{AtomicI64, Ordering};
use std::time::Duration;

/// Tue 17 Nov 2026, noon in London.
const START: i64 = 1_794_916_800;
const HOUR: i64 = 3600;
const DAY: i64 = 24 * HOUR;

/// A clock of a test's own, which it turns.
macro_rules! turned_clock {
    ($now:ident, $clock:ident) => {
        static $now: AtomicI64 = AtomicI64::new(START);
        fn $clock() -> i64 {
            $now.load(Ordering::SeqCst)
        }
    };
}

fn turn(clock: &AtomicI64, by: i64) {
    clock.fetch_add(by, Ordering::SeqCst);
}

/// A server by a clock that the test turns.
fn by(clock: fn() -> i64) -> impl FnOnce(&mut Config) {
    move |config| {
        quick(config);
        config.wall_clock = clock;
        config.clock_is_turned = true;
        config.time_tick = Duration::from_millis(5);
    }
}

fn opened(guest: &Guest, game: &str, scenario: &str, fields: &[(&str, &str)]) -> Answer {
    let mut all = vec![("scenario", scenario), ("listed", "on")];
    all.extend(fields);
    guest.form(&format!("/new/{game}"), &all)
}

/// A game of connect four of two people with a clock; gives its table.
fn two(ann: &Guest, bob: &Guest, clock: &str, at_deadline: &str) -> String {
    let seats = [("seat", "me"), ("seat", "open"), ("clock", clock), ("at_deadline", at_deadline)];
    let answer = opened(ann, "connect-four", "plain", &seats);
    assert_eq!(answer.status, 303, "{}", answer.text);
    let table = answer.location.strip_prefix("/t/").unwrap().to_string();
    let sat = bob.form(&format!("/t/{table}/join"), &[("seat", "2")]);
    assert_eq!(sat.status, 303, "{}", sat.text);
    table
}

fn done(answer: Answer) {
    assert_eq!(answer.status, 303, "{}", answer.text);
}

fn api(guest: &Guest, table: &str) -> Value {
    guest.get(&format!("/api/tables/{table}")).json()
}

fn steps(guest: &Guest, table: &str) -> u64 {
    api(guest, table)["steps"].as_u64().unwrap()
}

/// Waits until a table has so many decisions.
fn decided(guest: &Guest, table: &str, count: u64) {
    until(&format!("there are {count} decisions"), || steps(guest, table) == count);
}

/// When the seat's answer is due, and until when it is taken; seconds after the start.
fn due(guest: &Guest, table: &str, seat: u64) -> Option<(i64, i64)> {
    let time = api(guest, table)["time"].clone();
    let deadlines = time["deadlines"].as_array().cloned().unwrap_or_default();
    let own = deadlines.into_iter().find(|deadline| deadline["seat"] == seat)?;
    let at = |name: &str| {
        let time: clock::Timestamp = own[name].as_str().unwrap().parse().unwrap();
        time.as_second() - START
    };
    Some((at("due"), at("until")))
}

fn told(guest: &Guest, table: &str) -> Vec<String> {
    let frame = guest.frame(table, "table");
    let parts = frame["set"].as_object().unwrap().iter();
    let talk = parts.filter(|(name, _)| name.starts_with("talk/"));
    talk.map(|(_, line)| line["text"].as_str().unwrap().to_string()).collect()
}

fn filed(house: &House) -> String {
    ask_store(house.folder.path(), "SELECT count(*) FROM deadlines")
}

#[test]
fn a_clock_is_told_beforehand_wherever_the_table_is() {
    turned_clock!(NOW, clock);
    let house = House::with(by(clock));
    let (ann, bob) = (house.guest().called("Ann"), house.guest().called("Bob"));
    let line = "3d + 12h up to 5d, warn 1d, grace 6h, extensions 2 of 3d by most";
    let fields = [
        ("seat", "me"),
        ("seat", "link"),
        ("seat", "open"),
        ("clock", "own"),
        ("clock_line", line),
        ("at_deadline", "lapse, after 2 bot greedy"),
        ("reliable", "80"),
    ];
    let answer = opened(&ann, "outdoor-survival", "lost", &fields);
    assert_eq!(answer.status, 303, "{}", answer.text);
    let table = answer.location.strip_prefix("/t/").unwrap();
    let words = "3 days, and 12 hours more with every turn, at most 5 days. An answer is taken for 6 hours after that. \
                 Whoever is asked is warned 1 day before the deadline. If more than half of the others agree, a seat gets more time, up to \
                 3 days at once and 2 times in a game. No deadline falls into a vacation.";
    let room = ann.get(&format!("/t/{table}")).text;
    assert!(room.contains(words), "{room}");
    let otherwise =
        "after 2 in a row a bot (medium) plays on until they are back, and spends nothing scarce.";
    assert!(room.contains(otherwise), "{room}");
    assert!(!room.contains("gives no sign of life"), "the clock says what becomes of the absent");
    let link = between(&room, "/s/", "<").to_string();
    let invited = bob.get(&format!("/s/{link}")).text;
    assert!(invited.contains(words) && invited.contains("80 of 100"), "{invited}");
    let lobby = bob.get("/").text;
    assert!(lobby.contains("clock 3d + 12h up to 5d"), "{lobby}");
    let told = api(&bob, table);
    assert_eq!(told["clock"], line, "{told}");
    assert_eq!(told["at_deadline"], "lapse, after 2 bot greedy");
    assert!(told.get("time").is_none(), "nothing runs before the game begins");
}

#[test]
fn a_clock_that_cannot_be_is_told_in_one_sentence_at_once() {
    turned_clock!(NOW, clock);
    let house = House::with(by(clock));
    let ann = house.guest().called("Ann");
    let no_zone = "There is no time zone `Europe/Lundon`: did you mean `Europe/London`?";
    for (line, fault) in [
        ("1d + 12h up to 6h", "The bank of 1d is above the cap of 6h: a bank is at most the cap."),
        ("Fri 18:00 Europe/Lundon", no_zone),
        ("Fri 18:00 Europe/London, first 1 Nov 2026 18:00", "The first deadline"),
        ("3d + 12h up to 5d, phase combat + 6h", "phases cannot"),
        ("3d + 12h up to 5d, warn 6d", "nobody has more than 5d: say less than 5d."),
        ("soon", "`soon`"),
    ] {
        let fields = [("seat", "me"), ("seat", "bot:greedy"), ("clock", line)];
        let answer = opened(&ann, "connect-four", "plain", &fields);
        assert_eq!(answer.status, 400, "{line}");
        let text = answer.text.replace("&amp;", "&");
        let text = text.replace("<code>", "`").replace("</code>", "`");
        assert!(text.contains(fault), "{line}: {text}");
        let asked =
            format!("/clock?chosen=own&line={}", line.replace('+', "%2B").replace(' ', "+"));
        let checked = ann.get(&asked).json();
        assert_eq!(checked["ok"], false, "{line}: {checked}");
        assert!(checked["words"].as_str().unwrap().contains(fault), "{checked}");
    }
    let sound = ann.get("/clock?chosen=calendar&zone=Europe/London").json();
    assert_eq!(sound["ok"], true, "{sound}");
    for fields in [
        [("at_deadline", "bot clever"), ("clock", "1d + 1d up to 1d")],
        [("at_deadline", "robot"), ("clock", "1d + 1d up to 1d")],
        [("reliable", "101"), ("clock", "1d + 1d up to 1d")],
        [("reliable", "most"), ("clock", "1d + 1d up to 1d")],
    ] {
        let mut all = vec![("seat", "me"), ("seat", "bot:greedy")];
        all.extend(fields);
        assert_eq!(opened(&ann, "connect-four", "plain", &all).status, 400, "{fields:?}");
    }
}

#[test]
fn a_bank_runs_with_decisions_and_what_is_taken_back_adds_nothing() {
    turned_clock!(NOW, clock);
    let house = House::with(by(clock));
    let (ann, bob) = (house.guest().called("Ann"), house.guest().called("Bob"));
    let table = two(&ann, &bob, "3d + 12h up to 5d, warn 1d, grace 6h", "lapse");
    assert_eq!(due(&ann, &table, 1), Some((3 * DAY, 3 * DAY + 6 * HOUR)));
    assert_eq!(due(&ann, &table, 2), None, "who is not asked has no deadline");
    let frame = ann.frame(&table, "1");
    let shown = &frame["set"]["clock"];
    assert_eq!(shown["seats"][0]["due"], (START + 3 * DAY) * 1000, "{shown}");
    assert_eq!(shown["warnings"], json!([DAY * 1000]));
    turn(&NOW, DAY);
    assert_eq!(ann.act(&table, 0, "drop 4", None).status, 200);
    assert_eq!(due(&ann, &table, 2), Some((4 * DAY, 4 * DAY + 6 * HOUR)));
    // Ann takes it back after six hours of Bob's time: she has the two days that she had, and Bob has lost nothing.
    turn(&NOW, 6 * HOUR);
    let undone =
        ann.post(&format!("/t/{table}/undo"), json!({ "seat": 0, "line": "", "turn": null }));
    assert_eq!(undone.status, 200, "{}", undone.text);
    assert_eq!(due(&ann, &table, 1).unwrap().0, DAY + 6 * HOUR + 2 * DAY);
    assert_eq!(due(&ann, &table, 2), None);
    assert_eq!(ann.act(&table, 0, "drop 3", None).status, 200);
    assert_eq!(due(&bob, &table, 2).unwrap().0, DAY + 6 * HOUR + 3 * DAY, "three days, as before");
    assert_eq!(bob.act(&table, 1, "drop 3", None).status, 200);
    assert_eq!(
        due(&ann, &table, 1).unwrap().0,
        DAY + 6 * HOUR + 2 * DAY + 12 * HOUR,
        "two and a half"
    );
    let asked = bob.get(&format!("/t/{table}/words?line=time&as=2"));
    assert!(asked.text.contains("Ann: 2 days 12 hours, until Sat 6:00 (UTC)."), "{}", asked.text);
    let described = bob.get(&format!("/t/{table}/words?line=describe&as=2")).text;
    assert!(described.contains("Ann: 2 days 12 hours"), "{described}");
}

#[test]
fn a_deadline_falls_once_and_the_game_goes_on() {
    turned_clock!(NOW, clock);
    let house = House::with(by(clock));
    let (ann, bob) = (house.guest().called("Ann"), house.guest().called("Bob"));
    let table = two(&ann, &bob, "1d + 1d up to 1d, grace 2h", "lapse");
    turn(&NOW, DAY + HOUR);
    // In grace an answer is still taken.
    assert_eq!(ann.act(&table, 0, "drop 4", None).status, 200);
    turn(&NOW, DAY + 2 * HOUR - 1);
    assert_eq!(due(&ann, &table, 2).unwrap().1, 2 * DAY + 3 * HOUR);
    assert_eq!(steps(&ann, &table), 1, "a second is left");
    turn(&NOW, 1);
    decided(&ann, &table, 2);
    let line =
        "The time of Bob has run out. The game goes on as its rules say when nobody answers.";
    until("it is told", || told(&ann, &table).contains(&line.to_string()));
    assert_eq!(due(&ann, &table, 1).unwrap().0, 2 * DAY + 3 * HOUR + DAY);
    assert_eq!(filed(&house), "1", "one deadline runs");
    // Two more in a row, each once.
    turn(&NOW, DAY + 2 * HOUR);
    decided(&ann, &table, 3);
    turn(&NOW, DAY + 2 * HOUR);
    decided(&ann, &table, 4);
    assert_eq!(told(&ann, &table).len(), 3, "{:?}", told(&ann, &table));
    let kept = ask_store(
        house.folder.path(),
        "SELECT seat, kept, late, missed FROM reliability ORDER BY seat",
    );
    assert_eq!(kept, "0|0|1|1\n1|0|0|2");
}

#[test]
fn what_the_clock_decides_is_followed_by_what_another_has_planned() {
    turned_clock!(NOW, clock);
    let house = House::with(by(clock));
    let (ann, bob) = (house.guest().called("Ann"), house.guest().called("Bob"));
    let table = two(&ann, &bob, "1d + 1d up to 1d", "lapse");
    let plan = json!({ "premoves": [{ "line": "drop 4" }, { "line": "drop 9" }] });
    let body = json!({ "seat": 1, "number": 0, "plan": plan });
    let refused = bob.post(&format!("/t/{table}/plan"), body);
    assert_eq!(refused.status, 400, "there is no ninth column: {}", refused.text);
    let plan = json!({ "premoves": [{ "line": "drop 4" }] });
    let body = json!({ "seat": 1, "number": 0, "plan": plan });
    assert_eq!(bob.post(&format!("/t/{table}/plan"), body).status, 200);
    // Ann does not answer: the clock decides for her and the plan for Bob, whose own time has not begun to run.
    turn(&NOW, DAY);
    decided(&ann, &table, 2);
    let sql = format!("SELECT seat, action FROM steps WHERE table_id = '{table}' ORDER BY step");
    let actions = ask_store(house.folder.path(), &sql);
    assert!(actions.starts_with("0|") && actions.ends_with("1|drop 4"), "{actions}");
    // Bob's next turn has no plan: its time runs out once, as anybody's.
    assert_eq!(ann.act(&table, 0, "drop 1", None).status, 200);
    turn(&NOW, DAY);
    decided(&ann, &table, 4);
    assert_eq!(told(&ann, &table).len(), 2, "{:?}", told(&ann, &table));
    let kept = "SELECT seat, kept, late, missed FROM reliability ORDER BY seat";
    assert_eq!(ask_store(house.folder.path(), kept), "0|1|0|1\n1|1|0|1");
}

#[test]
fn of_an_answer_and_a_deadline_at_the_same_moment_one_counts() {
    turned_clock!(NOW, clock);
    let house = House::with(by(clock));
    let (ann, bob) = (house.guest().called("Ann"), house.guest().called("Bob"));
    let (mut answered, mut fell) = (0, 0);
    for round in 0..12_u64 {
        let table = two(&ann, &bob, "1h + 1h", "lapse");
        let turned = std::thread::scope(|scope| {
            let act = scope.spawn(|| {
                std::thread::sleep(Duration::from_millis(round));
                ann.act(&table, 0, "drop 4", Some(0)).status
            });
            turn(&NOW, HOUR);
            act.join().unwrap()
        });
        decided(&ann, &table, 1);
        match turned {
            200 => answered += 1,
            409 => fell += 1,
            other => panic!("{other}"),
        }
        let lines = told(&ann, &table).len();
        assert_eq!(lines, usize::from(turned == 409), "round {round}: {turned}");
        let taken = ask_store(
            house.folder.path(),
            &format!("SELECT count(*) FROM steps WHERE table_id = '{table}'"),
        );
        assert_eq!(taken, "1", "round {round}");
        assert!(due(&ann, &table, 2).is_some(), "and the other is asked");
    }
    println!("{answered} answers, {fell} deadlines");
}

#[test]
fn a_bot_plays_on_until_the_person_is_back() {
    turned_clock!(NOW, clock);
    let house = House::with(by(clock));
    let (ann, bob) = (house.guest().called("Ann"), house.guest().called("Bob"));
    let table = two(&ann, &bob, "1d + 1d up to 1d", "bot greedy");
    assert_eq!(ann.act(&table, 0, "drop 4", None).status, 200);
    turn(&NOW, DAY);
    decided(&ann, &table, 2);
    assert_eq!(api(&ann, &table)["seats"][1]["kind"], "bot");
    let line = "The time of Bob has run out. A bot (medium) plays on until they are back.";
    assert!(told(&ann, &table).contains(&line.to_string()), "{:?}", told(&ann, &table));
    // It answers at once from now on.
    assert_eq!(ann.act(&table, 0, "drop 4", None).status, 200);
    decided(&ann, &table, 4);
    assert!(bob.get(&format!("/t/{table}")).text.contains("Take my seat back"));
    let back = bob.form(&format!("/t/{table}/back"), &[]);
    assert_eq!(back.status, 303, "{}", back.text);
    let at = NOW.load(Ordering::SeqCst) - START;
    assert_eq!(ann.act(&table, 0, "drop 1", None).status, 200);
    assert_eq!(due(&bob, &table, 2).unwrap().0, at + DAY, "whoever is back is asked again");
    assert_eq!(bob.act(&table, 1, "drop 2", None).status, 200);
}

#[test]
fn a_seat_that_is_open_can_be_taken_by_anybody_and_the_game_waits_for_nobody() {
    turned_clock!(NOW, clock);
    let house = House::with(by(clock));
    let (ann, bob) = (house.guest().called("Ann"), house.guest().called("Bob"));
    let eve = house.guest().called("Eve");
    let table = two(&ann, &bob, "1d + 1d up to 1d", "open");
    assert_eq!(ann.act(&table, 0, "drop 4", None).status, 200);
    let kept = eve.form("/name", &[("name", "Eve for Bob")]);
    assert_eq!(kept.status, 400, "so is called who has taken a seat: {}", kept.text);
    let early = eve.form(&format!("/t/{table}/take"), &[("seat", "2")]);
    assert_eq!(early.status, 409, "it is Bob's: {}", early.text);
    turn(&NOW, DAY);
    decided(&ann, &table, 2);
    // The rules decide for an empty seat at once.
    assert_eq!(ann.act(&table, 0, "drop 4", None).status, 200);
    decided(&ann, &table, 4);
    assert!(eve.get(&format!("/t/{table}")).text.contains("Take the seat of Bob"));
    assert!(!ann.get(&format!("/t/{table}")).text.contains("Take the seat of Bob"));
    assert_eq!(ann.form(&format!("/t/{table}/take"), &[("seat", "2")]).status, 403);
    let taken = eve.form(&format!("/t/{table}/take"), &[("seat", "2")]);
    assert_eq!(taken.status, 303, "{}", taken.text);
    assert_eq!(api(&ann, &table)["seats"][1]["name"], "Eve for Bob");
    assert_eq!(ann.act(&table, 0, "drop 1", None).status, 200);
    let at = NOW.load(Ordering::SeqCst) - START;
    assert_eq!(due(&eve, &table, 2).unwrap().0, at + DAY);
    assert_eq!(eve.act(&table, 1, "drop 2", None).status, 200);
    assert_eq!(bob.form(&format!("/t/{table}/back"), &[]).status, 403, "the seat is Eve's");
    let gone =
        ask_store(house.folder.path(), "SELECT missed, gone FROM reliability WHERE gone > 0");
    assert_eq!(gone, "1|1");
    // It is taken over once.
    done(eve.form(&format!("/t/{table}/leave"), &[]));
    let dora = house.guest().called("Dora");
    assert!(!dora.get(&format!("/t/{table}")).text.contains("Take the seat of"));
    assert_eq!(dora.form(&format!("/t/{table}/take"), &[("seat", "2")]).status, 409);
    done(eve.form(&format!("/t/{table}/back"), &[]));
}

#[test]
fn nobody_sees_a_game_through_two_seats_by_taking_one_that_is_open() {
    turned_clock!(NOW, clock);
    let house = House::with(by(clock));
    let [ann, bob, umpire] = ["Ann", "Bob", "Zoe"].map(|name| house.guest().called(name));
    let table = two(&ann, &bob, "1d + 1d up to 1d", "open");
    turn(&NOW, DAY);
    decided(&bob, &table, 1);
    // Ann's is open; whoever leaves theirs for it does not get it, and has theirs back.
    done(bob.form(&format!("/t/{table}/leave"), &[]));
    assert!(!bob.get(&format!("/t/{table}")).text.contains("Take the seat of Ann"));
    let refused = bob.form(&format!("/t/{table}/take"), &[("seat", "1")]);
    assert!(refused.status == 403 && refused.text.contains("through two"), "{}", refused.text);
    done(bob.form(&format!("/t/{table}/back"), &[]));
    // A seat from which one sees everything is nobody else's, ever.
    let fields = [
        ("scenario", "forecourt"),
        ("option.umpire", "on"),
        ("clock", "1d + 1d up to 1d"),
        ("at_deadline", "open"),
        ("seat", "open"),
        ("seat", "open"),
        ("seat", "me"),
    ];
    let opened = umpire.form("/new/survivors", &fields);
    assert_eq!(opened.status, 303, "{}", opened.text);
    let table = opened.location.strip_prefix("/t/").unwrap().to_string();
    for (guest, seat) in [(&ann, "1"), (&bob, "2")] {
        done(guest.form(&format!("/t/{table}/join"), &[("seat", seat)]));
    }
    done(umpire.form(&format!("/t/{table}/leave"), &[]));
    let dora = house.guest().called("Dora");
    for guest in [&bob, &dora] {
        let refused = guest.form(&format!("/t/{table}/take"), &[("seat", "3")]);
        assert!([403, 409].contains(&refused.status), "{}", refused.text);
    }
}

#[test]
fn whoever_resigns_by_absence_leaves_the_game_to_the_others() {
    turned_clock!(NOW, clock);
    let house = House::with(by(clock));
    let (ann, bob) = (house.guest().called("Ann"), house.guest().called("Bob"));
    // Connect four knows no giving up: the seat is empty, and the rules decide for it.
    let table = two(&ann, &bob, "1d + 1d up to 1d", "resign");
    assert_eq!(ann.act(&table, 0, "drop 4", None).status, 200);
    turn(&NOW, DAY);
    decided(&ann, &table, 2);
    assert_eq!(api(&ann, &table)["state"], "playing");
    assert_eq!(api(&ann, &table)["seats"][1]["kind"], "left");
    until("the game ends", || {
        let frame = ann.frame(&table, "1");
        if let Some(line) = frame["set"]["prompt"]["choices"][0]["notation"].as_str() {
            ann.act(&table, 0, line, None);
        }
        api(&ann, &table)["state"] == "over"
    });
    assert_eq!(filed(&house), "0", "nothing is left of its clock");
    let known = ask_store(
        house.folder.path(),
        "SELECT seat, finished, gone FROM reliability ORDER BY seat",
    );
    assert_eq!(known, "0|1|0\n1|0|1");
}

#[test]
fn time_is_granted_by_the_others_and_a_pause_by_all() {
    turned_clock!(NOW, clock);
    let house = House::with(by(clock));
    let (ann, bob) = (house.guest().called("Ann"), house.guest().called("Bob"));
    let table = two(&ann, &bob, "1d + 1d up to 1d, extensions 1 of 2d by all", "lapse");
    let time =
        |guest: &Guest, fields: &[(&str, &str)]| guest.form(&format!("/t/{table}/time"), fields);
    let ask = |length: &str| time(&ann, &[("seat", "1"), ("deed", "ask"), ("length", length)]);
    assert_eq!(ask("3d").status, 400, "more than the table grants");
    assert_eq!(ask("much").status, 400);
    assert_eq!(ask("2d").status, 303);
    assert_eq!(due(&ann, &table, 1).unwrap().0, DAY, "nobody has granted it yet");
    assert!(bob.get(&format!("/t/{table}/clock")).text.contains("Ann asks for 2 days more."));
    let heard =
        [("seat", "2"), ("deed", "grant"), ("of", "1"), ("answer", "yes"), ("length", "1d")];
    let other = time(&bob, &heard);
    assert!(
        other.status == 400 && other.text.contains("Another time is asked for"),
        "{}",
        other.text
    );
    let grant = [heard[0], heard[1], heard[2], heard[3], ("length", "2d")];
    assert_eq!(time(&ann, &[("seat", "1"), grant[1], grant[2], grant[3], grant[4]]).status, 400);
    assert_eq!(time(&house.guest(), &grant).status, 403, "whose business it is not");
    assert_eq!(time(&bob, &grant).status, 303);
    assert_eq!(due(&ann, &table, 1).unwrap().0, 3 * DAY);
    assert_eq!(ask("1d").status, 400, "once is enough here");
    // A pause that is declined, or taken back, is proposed no more.
    let no = |guest: &Guest, seat: &str| {
        let menu = guest.get(&format!("/t/{table}/clock")).text;
        let until = between(&menu, "name=\"until\" value=\"", "\"").to_string();
        let fields = [("seat", seat), ("deed", "agree"), ("answer", "no"), ("until", &until)];
        assert_eq!(time(guest, &fields).status, 303);
        assert!(!guest.get(&format!("/t/{table}/clock")).text.contains("is proposed"));
        assert_eq!(time(guest, &fields).status, 400, "there is none any more");
    };
    for (who, seat) in [(&bob, "2"), (&ann, "1")] {
        let proposed = time(&ann, &[("seat", "1"), ("deed", "pause"), ("length", "5d")]);
        assert_eq!(proposed.status, 303);
        no(who, seat);
    }
    // A pause: proposed by one, begun when the other agrees; no deadline falls into it.
    let propose = time(&ann, &[("seat", "1"), ("deed", "pause"), ("length", "10d")]);
    assert_eq!(propose.status, 303, "{}", propose.text);
    assert_eq!(due(&ann, &table, 1).unwrap().0, 3 * DAY);
    let menu = bob.get(&format!("/t/{table}/clock")).text;
    let until = between(&menu, "name=\"until\" value=\"", "\"");
    let agree = |until: &str| time(&bob, &[("seat", "2"), ("deed", "agree"), ("until", until)]);
    assert_eq!(agree("").status, 400);
    assert_eq!(agree("2027-01-01T00:00:00Z").status, 400, "that is not proposed");
    assert_eq!(agree(until).status, 303);
    assert_eq!(due(&ann, &table, 1).unwrap().0, 13 * DAY);
    turn(&NOW, 9 * DAY);
    assert!(bob.get(&format!("/t/{table}/clock")).text.contains("The table pauses until"));
    assert_eq!(time(&bob, &[("seat", "2"), ("deed", "resume")]).status, 303);
    assert_eq!(time(&ann, &[("seat", "1"), ("deed", "resume")]).status, 303);
    assert_eq!(due(&ann, &table, 1).unwrap().0, 12 * DAY, "a day of the pause was not needed");
    assert_eq!(steps(&ann, &table), 0);
    // Programs have the same.
    let page = ann.get(&format!("/t/{table}")).text;
    let token = between(&page, "Token for programs: <code class=\"link\">", "<").to_string();
    let url = ann.url(&format!("/api/tables/{table}/time"));
    let asked = |body: &str| {
        let request = agent().post(&url).header("authorization", format!("Bearer {token}"));
        Answer::of(request.content_type("application/json").send(body))
    };
    let proposed = asked(r#"{"pause": "2026-12-24T18:00:00Z"}"#);
    assert_eq!(proposed.status, 200, "{}", proposed.text);
    assert_eq!(proposed.json()["pause_proposed_until"], "2026-12-24T18:00:00Z");
    assert_eq!(asked(r#"{"pause": "2020-12-24T18:00:00Z"}"#).status, 400, "that is over");
    assert_eq!(proposed.json()["pause_agreed_by"], serde_json::json!([1]));
    assert_eq!(asked(r#"{"agree": "2026-12-24T19:00:00Z"}"#).status, 400, "that is not proposed");
    assert_eq!(asked(r#"{"decline": "2026-12-24T19:00:00Z"}"#).status, 400, "nor is it declined");
    let declined = asked(r#"{"decline": "2026-12-24T18:00:00Z"}"#);
    assert_eq!(declined.status, 200, "{}", declined.text);
    assert_eq!(declined.json()["pause_proposed_until"], serde_json::Value::Null);
    assert_eq!(declined.json()["pause_agreed_by"], serde_json::json!([]));
    assert!(told(&bob, &table).iter().any(|line| line.contains("is proposed no longer")));
    for (body, told) in [
        (r#"{"agree": true}"#, "`agree`"),
        (r#"{"agree": "soon"}"#, "2026-12-24T18:00:00Z"),
        ("{}", "Say one of"),
        (r#"{"ask": "1m", "resume": true}"#, "Say one of"),
        (r#"{"agree": "2026-12-24T18:00:00Z", "decline": "2026-12-24T18:00:00Z"}"#, "Say one of"),
        (r#"{"resume": false}"#, "Say one of"),
        (r#"{"decline": "soon"}"#, "`decline`"),
    ] {
        let refused = asked(body);
        assert!(refused.status == 400 && refused.text.contains(told), "{body}: {}", refused.text);
    }
    assert_eq!(asked(r#"{"grant": {"seat": 2, "length": "1d"}}"#).status, 400, "nobody asks");
}

#[test]
fn no_deadline_falls_into_a_vacation() {
    turned_clock!(NOW, clock);
    let house = House::with(by(clock));
    let (ann, bob) = (house.guest().called("Ann"), house.guest().called("Bob"));
    let table = two(&ann, &bob, "1d + 1d up to 1d", "lapse");
    let vacation = |fields: &[(&str, &str)]| ann.form("/my/vacation", fields);
    let take = |first: &'static str, last: &'static str, zone: &'static str| {
        vacation(&[("deed", "take"), ("first", first), ("last", last), ("zone", zone)])
    };
    assert_eq!(take("2026-11-10", "2026-11-20", "UTC").status, 400, "it has begun before today");
    assert_eq!(take("2026-11-18", "2026-12-31", "UTC").status, 400, "so many days there are not");
    assert_eq!(take("2026-11-18", "2026-11-20", "Europe/Lundon").status, 400);
    assert_eq!(take("yesterday", "2026-11-20", "UTC").status, 400);
    assert_eq!(take("2026-11-17", "2026-11-20", "UTC").status, 303);
    let line = "Ann is on vacation until Sat 0:00.";
    assert!(told(&bob, &table).contains(&line.to_string()), "{:?}", told(&bob, &table));
    let menu = bob.get(&format!("/t/{table}/clock")).text;
    assert!(menu.contains("since their vacation until Sat 0:00 does not count"), "{menu}");
    // It has begun at noon, with the whole day in the bank, and ends with the 20th.
    assert_eq!(due(&ann, &table, 1).unwrap().0, 3 * DAY + 12 * HOUR + DAY);
    turn(&NOW, 4 * DAY);
    assert_eq!(steps(&ann, &table), 0);
    let page = ann.get("/my").text;
    assert!(page.contains("26 of 30 days are left in 2026"), "{page}");
    turn(&NOW, 12 * HOUR);
    decided(&ann, &table, 1);
    // Those who come back early have the rest of their days back.
    assert_eq!(bob.act(&table, 1, "drop 4", None).status, 200);
    assert_eq!(take("2026-11-23", "2026-11-29", "UTC").status, 303);
    let cancelled = vacation(&[("deed", "cancel"), ("first", "2026-11-23")]);
    assert_eq!(cancelled.status, 303);
    assert_eq!(vacation(&[("deed", "cancel"), ("first", "2026-11-23")]).status, 400);
    let at = NOW.load(Ordering::SeqCst) - START;
    assert_eq!(due(&ann, &table, 1).unwrap().0, at + DAY);
    // Whoever is on vacation when a game begins is so there too.
    assert_eq!(take("2026-11-22", "2026-11-25", "UTC").status, 303);
    let other = two(&ann, &bob, "1d + 1d up to 1d", "lapse");
    assert!(due(&ann, &other, 1).unwrap().0 > at + 4 * DAY, "{:?}", due(&ann, &other, 1));
    assert_eq!(vacation(&[("deed", "back")]).status, 303);
    assert_eq!(due(&ann, &other, 1).unwrap().0, at + DAY);
}

#[test]
fn a_server_that_was_down_gives_the_time_back() {
    turned_clock!(NOW, clock);
    let house = House::with(by(clock));
    let (ann, bob) = (house.guest().called("Ann"), house.guest().called("Bob"));
    let table = two(&ann, &bob, "3d + 1d up to 3d", "lapse");
    let fixed = two(&ann, &bob, "Fri 12:00 UTC", "lapse");
    assert_eq!(due(&ann, &fixed, 1).unwrap().0, 3 * DAY);
    turn(&NOW, DAY);
    until("the house lives on", || {
        let alive = ask_store(house.folder.path(), "SELECT value FROM house WHERE key = 'alive'");
        alive == ((START + DAY) * 1000).to_string()
    });
    let folder = house.close();
    turn(&NOW, 2 * DAY);
    let house = House::in_folder(folder, by(clock));
    let ann = ann.at(&house);
    assert_eq!(due(&ann, &table, 1).unwrap().0, 5 * DAY, "two days were not theirs");
    turn(&NOW, DAY);
    until("what was due is filed anew", || {
        let at = ask_store(
            house.folder.path(),
            &format!("SELECT at FROM deadlines WHERE table_id = '{table}'"),
        );
        at == ((START + 5 * DAY) * 1000).to_string()
    });
    assert_eq!(steps(&ann, &table), 0);
    turn(&NOW, DAY);
    decided(&ann, &table, 1);
    assert_eq!(ask_store(house.folder.path(), "SELECT count(*) FROM outages"), "1");
    // A calendar moves its hour by a rule of its own: not into the time right after it.
    until("that of the calendar fell or was moved", || {
        let at = ask_store(
            house.folder.path(),
            &format!("SELECT at FROM deadlines WHERE table_id = '{fixed}'"),
        );
        steps(&ann, &fixed) == 1 || at.parse::<i64>().is_ok_and(|at| at > clock() * 1000)
    });
}

#[test]
fn my_games_have_the_most_urgent_first_and_every_page_the_number() {
    turned_clock!(NOW, clock);
    let house = House::with(by(clock));
    let (ann, bob) = (house.guest().called("Ann"), house.guest().called("Bob"));
    assert_eq!(ann.get("/my/turns").json()["turns"], 0);
    assert!(ann.get("/my").text.contains("Nobody waits for you."));
    let slow = two(&ann, &bob, "5d + 1d up to 5d", "lapse");
    let quick = two(&ann, &bob, "1d + 1d up to 1d", "lapse");
    let without = two(&ann, &bob, "none", "");
    let waiting = two(&ann, &bob, "2d + 1d up to 2d", "lapse");
    assert_eq!(ann.act(&waiting, 0, "drop 4", None).status, 200);
    assert_eq!(ann.get("/my/turns").json()["turns"], 3);
    assert_eq!(bob.get("/my/turns").json()["turns"], 1);
    let page = ann.get("/my").text;
    let at = |table: &str| page.find(&format!("/t/{table}\"")).unwrap();
    assert!(at(&quick) < at(&slow) && at(&slow) < at(&without) && at(&without) < at(&waiting));
    assert!(page.contains("Waiting for Bob"), "{page}");
    let small = ann.get(&format!("/t/{quick}/small.svg?as=1"));
    assert!(small.status == 200 && small.text.starts_with("<svg"), "{}", small.text);
    assert_eq!(
        bob.get(&format!("/t/{quick}/small.svg?as=1")).status,
        403,
        "not through Ann's eyes"
    );
    for path in ["/", "/help", "/my"] {
        assert!(ann.get(path).text.contains("my-turns"), "{path}");
    }
}

#[test]
fn a_table_may_ask_for_people_who_can_be_relied_on() {
    turned_clock!(NOW, clock);
    let house = House::with(by(clock));
    let (ann, bob) = (house.guest().called("Ann"), house.guest().called("Bob"));
    // Bob misses ten deadlines.
    let table = two(&ann, &bob, "1d + 1d up to 1d", "lapse");
    for round in 0..10 {
        let frame = ann.frame(&table, "1");
        if let Some(line) = frame["set"]["prompt"]["choices"][round % 5]["notation"].as_str() {
            ann.act(&table, 0, line, None);
        }
        if api(&ann, &table)["state"] == "over" {
            break;
        }
        let before = steps(&ann, &table);
        turn(&NOW, DAY);
        until("Bob's time runs out", || {
            steps(&ann, &table) > before || api(&ann, &table)["state"] == "over"
        });
    }
    let missed =
        ask_store(house.folder.path(), "SELECT sum(missed) FROM reliability WHERE seat = 1");
    println!("{missed} missed");
    let seats =
        [("seat", "me"), ("seat", "open"), ("clock", "1d + 1d up to 1d"), ("reliable", "90")];
    let answer = opened(&ann, "connect-four", "plain", &seats);
    let asked = answer.location.strip_prefix("/t/").unwrap().to_string();
    let refused = bob.form(&format!("/t/{asked}/join"), &[("seat", "2")]);
    assert_eq!(refused.status, 403, "{}", refused.text);
    assert!(refused.text.contains("90 of 100"), "{}", refused.text);
    let newcomer = house.guest().called("Eve");
    assert_eq!(newcomer.form(&format!("/t/{asked}/join"), &[("seat", "2")]).status, 303);
}

/// Of a table without a clock nothing is different.
#[test]
fn a_table_without_a_clock_has_none() {
    let house = House::open();
    let (ann, bob) = (house.guest().called("Ann"), house.guest().called("Bob"));
    let table = two(&ann, &bob, "none", "");
    assert!(api(&ann, &table).get("time").is_none());
    assert!(ann.frame(&table, "1")["set"].get("clock").is_none());
    assert_eq!(filed(&house), "0");
    let refused = ann
        .form(&format!("/t/{table}/time"), &[("seat", "1"), ("deed", "pause"), ("length", "1d")]);
    assert_eq!(refused.status, 409);
    assert_eq!(
        ann.get(&format!("/t/{table}/words?line=time&as=1")).text,
        "No clock runs at this table."
    );
}

/// Two servers of one house see the same deadlines: each falls once.
#[cfg(feature = "postgres")]
#[test]
fn of_two_servers_one_carries_a_deadline_out() {
    use crate::house::postgres;
    let address = postgres::new_store();
    let houses = House::pair(&address, |config| config.time_tick = Duration::from_millis(2));
    let (ann, bob) = (houses[0].guest().called("Ann"), houses[1].guest().called("Bob"));
    let tables: Vec<String> =
        (0..6).map(|_| two(&ann, &bob.at(&houses[0]), "5s", "lapse")).collect();
    // Nobody answers: the rules play every game to its end.
    for table in &tables {
        until("the game is over", || api(&ann, table)["state"] == "over");
        let told = postgres::ask(
            &address,
            &format!("SELECT count(*) FROM talk WHERE table_id = '{table}' AND name = 'The clock'"),
        );
        let steps = api(&bob, table)["steps"].to_string();
        assert_eq!(told, steps, "{table}: every decision is told once");
    }
    assert_eq!(postgres::ask(&address, "SELECT count(*) FROM deadlines"), "0");
}

#[test]
fn the_time_left_stands_above_the_board_and_in_the_menu() {
    use crate::browser::Browser;
    turned_clock!(NOW, clock);
    let house = House::with(by(clock));
    let (ann, bob) = (house.guest().called("Ann"), house.guest().called("Bob"));
    let table = two(&ann, &bob, "3d + 12h up to 5d, warn 1d, extensions 1 of 2d by all", "lapse");
    let mut browser = Browser::of_guest(&house, &ann);
    browser.size(1280, 800);
    browser.goto(&ann.url(&format!("/t/{table}")));
    browser.wait("document.getElementById('time-left').innerText.startsWith('Your time: ')");
    let left = browser.eval("document.getElementById('time-left').innerText").to_string();
    assert!(left.contains("2 days 23 hours") || left.contains("3 days"), "{left}");
    if let Ok(folder) = std::env::var("OVERWINTER_PICTURES") {
        browser.picture(&std::path::Path::new(&folder).join("clock-table.png"));
    }
    browser.click("#time-left");
    browser.wait("document.querySelector('#time-menu .times')?.innerText.includes('Ann')");
    browser.wait("document.querySelector('#more-time') !== null");
    if let Ok(folder) = std::env::var("OVERWINTER_PICTURES") {
        browser.picture(&std::path::Path::new(&folder).join("clock-menu.png"));
    }
    assert_eq!(ann.act(&table, 0, "drop 4", None).status, 200);
    browser.wait("document.getElementById('time-left').innerText.startsWith('Bob: ')");
    assert!(browser.errors.is_empty(), "{:?}", browser.errors);
}

#[test]
fn what_was_decided_for_somebody_is_not_theirs_to_take_back() {
    turned_clock!(NOW, clock);
    let house = House::with(by(clock));
    let (ann, bob) = (house.guest().called("Ann"), house.guest().called("Bob"));
    let table = two(&ann, &bob, "1d + 1d up to 1d", "lapse");
    let undo = |guest: &Guest, turn: u64| {
        guest.post(&format!("/t/{table}/undo"), json!({ "seat": 0, "turn": turn }))
    };
    turn(&NOW, DAY + HOUR);
    until("the rules have decided", || steps(&ann, &table) == 1);
    let head = ann.frame(&table, "1")["set"]["head"].clone();
    assert_eq!(head["undo"], false, "{head}");
    let refused = undo(&ann, head["turn"].as_u64().unwrap());
    assert!(refused.status == 409 && refused.text.contains("decided for it"), "{}", refused.text);
    assert_eq!(steps(&ann, &table), 1);
    // Her own next decision is hers again.
    assert_eq!(bob.act(&table, 1, "drop 2", None).status, 200);
    assert_eq!(ann.act(&table, 0, "drop 3", None).status, 200);
    let head = ann.frame(&table, "1")["set"]["head"].clone();
    assert_eq!(head["undo"], true, "{head}");
    assert_eq!(undo(&ann, head["turn"].as_u64().unwrap()).status, 200);
    let house = house.restart();
    let ann = Guest { agent: agent(), address: house.address, ..ann };
    let head = ann.frame(&table, "1")["set"]["head"].clone();
    assert_eq!(head["undo"], false, "nor after a restart: {head}");
}

#[test]
fn a_page_that_is_open_says_what_has_become_of_its_seat() {
    use crate::browser::Browser;
    turned_clock!(NOW, clock);
    let house = House::with(by(clock));
    let (ann, bob) = (house.guest().called("Ann"), house.guest().called("Bob"));
    let eve = house.guest().called("Eve");
    let table = two(&ann, &bob, "1d + 1d up to 1d", "open");
    assert_eq!(ann.act(&table, 0, "drop 4", None).status, 200);
    let mut browser = Browser::of_guest(&house, &bob);
    browser.goto(&bob.url(&format!("/t/{table}")));
    browser.wait("document.title.includes('Your turn')");
    turn(&NOW, DAY);
    // Nobody has to load it anew by hand.
    browser.wait("document.querySelector('#away button')?.innerText === 'Take my seat back'");
    assert_eq!(browser.eval("document.title.includes('Your turn')"), false);
    assert_eq!(browser.eval("document.querySelector('main').classList.contains('away')"), false);
    assert!(!bob.get(&format!("/t/{table}")).text.contains("id=\"taken\""));
    done(eve.form(&format!("/t/{table}/take"), &[("seat", "2")]));
    let told = bob.get(&format!("/t/{table}")).text;
    assert!(told.contains("Eve for Bob plays on in the seat that was yours."), "{told}");
    assert!(!told.contains("Take my seat back"), "{told}");
    let told = eve.get(&format!("/t/{table}/desk")).text;
    assert!(told.contains("anybody may take the seat"), "the desk knows the clock: {told}");
    assert!(browser.errors.is_empty(), "{:?}", browser.errors);
}
