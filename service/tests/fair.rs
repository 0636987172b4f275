//! What strangers can trust a server with: dice that nobody chose, no unseen referee, and no whim.

use crate::house::{Answer, Guest, House, ask_store, between, quick, store_of};
use serde_json::{Value, json};
use std::thread::sleep;
use std::time::{Duration, Instant};
use table::{Contribution, Integrity, Record, Seat, Seed};

/// A server at which a minute of absence lasts two seconds: the clock of absences counts whole ones.
fn hasty() -> House {
    House::with(|config| {
        quick(config);
        config.absent_minute = Duration::from_secs(2);
    })
}

/// What a page adds to the luck of a game, in these tests.
fn bytes(byte: u8) -> String {
    format!("{byte:02x}").repeat(32)
}

/// Opens a table with more fields than the usual ones; gives its answer.
fn open(guest: &Guest, game: &str, seats: &[&str], more: &[(&str, &str)]) -> Answer {
    let scenario = if game == "postal-survival" { "first-run" } else { "lost" };
    let mut fields = vec![("scenario", scenario)];
    fields.extend(seats.iter().map(|seat| ("seat", *seat)));
    fields.extend(more);
    guest.form(&format!("/new/{game}"), &fields)
}

fn table_of(answer: &Answer) -> String {
    assert_eq!(answer.status, 303, "{}", answer.text);
    answer.location.strip_prefix("/t/").unwrap().to_string()
}

fn join(guest: &Guest, table: &str, seat: &str, contribution: &str) -> Answer {
    guest.form(&format!("/t/{table}/join"), &[("seat", seat), ("contribution", contribution)])
}

/// Plays for everybody by the first choice until the game is over.
fn play_out(players: &[(&Guest, u16)], table: &str) {
    for _ in 0..5000 {
        let mut over = false;
        for (guest, seat) in players {
            let frame = guest.frame(table, &(seat + 1).to_string());
            over = frame["set"]["head"]["state"] == "over";
            let choices = frame["set"]["prompt"]["choices"].as_array().cloned().unwrap_or_default();
            if let Some(choice) = choices.last() {
                let turn = frame["set"]["head"]["turn"].as_u64();
                guest.act(table, *seat, choice["notation"].as_str().unwrap(), turn);
            }
        }
        if over {
            return;
        }
    }
    panic!("the game does not end");
}

#[test]
fn the_server_is_bound_before_it_sees_what_players_add() {
    let house = House::open();
    let (ann, bob) = (house.guest().called("Ann"), house.guest().called("Bob"));
    let promise = ann.get("/promise").json();
    let (commitment, sealed) =
        (promise["commitment"].as_str().unwrap(), promise["sealed"].as_str().unwrap());
    let luck = [("promise", sealed), ("contribution", &bytes(1))];
    let table = table_of(&open(&ann, "outdoor-survival", &["me", "open", "open"], &luck));
    let room = bob.get(&format!("/t/{table}")).text;
    assert!(room.contains(commitment), "the waiting room shows the commitment");
    assert!(room.contains(&bytes(1)), "and what Ann added");
    assert_eq!(join(&bob, &table, "2", "no bytes").status, 400);
    assert_eq!(join(&bob, &table, "2", &bytes(2)).status, 303);
    let cat = house.guest().called("Cat");
    assert_eq!(cat.form(&format!("/t/{table}/join"), &[("seat", "3")]).status, 303);
    assert!(ann.get(&format!("/t/{table}")).text.contains(commitment), "so does the table");
    play_out(&[(&ann, 0), (&bob, 1), (&cat, 2)], &table);
    let text = ann.get(&format!("/t/{table}/record")).text;
    let record = Record::parse(&text).unwrap();
    let server: Seed = record.seed.as_ref().unwrap().parse().unwrap();
    assert_eq!((record.commitment.as_str(), server.commitment()), (commitment, commitment.into()));
    let [of_ann, of_bob] = record.contributions[..] else {
        panic!("Cat brought nothing, so nothing of hers is in it: {:?}", record.contributions)
    };
    let given = |seat, byte| Contribution { seat: Seat(seat), by_player: true, random: [byte; 32] };
    assert_eq!((of_ann, of_bob), (given(0, 1), given(1, 2)));
    assert_eq!(record.dice_seed().unwrap(), Some(server.with_contributions(&[of_ann, of_bob])));
    let shelved = shelf::shelf().into_iter().find(|shelved| shelved.game.id() == record.game);
    let replay = shelved.unwrap().game.replay(&record, usize::MAX).unwrap();
    assert_eq!(replay.divergence, None);
    let key = ann.get("/.well-known/overwinter.json").json()["record_key"].clone();
    assert_eq!(Integrity::of(&text), Integrity::Signed(key.as_str().unwrap().to_string()));
    // Without what Ann added the dice would have been others.
    let mut less = record.clone();
    less.contributions.remove(0);
    let shelved = shelf::shelf().into_iter().find(|shelved| shelved.game.id() == record.game);
    assert!(shelved.unwrap().game.replay(&less, usize::MAX).unwrap().divergence.is_some());
}

#[test]
fn in_a_rematch_nothing_is_added_but_by_whoever_asked_for_it() {
    let house = House::open();
    let (ann, bob) = (house.guest().called("Ann"), house.guest().called("Bob"));
    let table = table_of(&open(&ann, "outdoor-survival", &["me", "open"], &[]));
    assert_eq!(join(&bob, &table, "2", "").status, 303);
    play_out(&[(&ann, 0), (&bob, 1)], &table);
    let promise = ann.get("/promise").json();
    let luck =
        [("promise", promise["sealed"].as_str().unwrap()), ("contribution", &bytes(1) as &str)];
    let next = table_of(&ann.form(&format!("/t/{table}/rematch"), &luck));
    let told = ann.get(&format!("/api/tables/{next}")).json();
    assert_eq!(told["contributions"], json!([format!("1 player {}", bytes(1))]));
    let page = bob.get(&format!("/t/{next}")).text;
    assert!(page.contains("Whoever is not named here added nothing"), "{page}");
    // Where nobody brings anything the dice follow from the seed to which the server was bound.
    let told = ann.get(&format!("/api/tables/{table}")).json();
    assert_eq!(told["contributions"], json!([]));
    let (server, dice) = house.seeds(&table);
    assert_eq!(server, dice);
}

#[test]
fn records_of_versions_that_added_for_players_are_proved_for_ever() {
    let shelf = shelf::shelf();
    let game = &shelf.iter().find(|shelved| shelved.game.id() == "outdoor-survival").unwrap().game;
    let server = Seed::from_number(7);
    let given =
        |seat, by_player, byte| Contribution { seat: Seat(seat), by_player, random: [byte; 32] };
    let contributions = vec![given(0, true, 1), given(1, false, 2)];
    let setup = table::Setup::new("lost", 2);
    let seed = server.with_contributions(&contributions);
    let mut played = game.start(game.house(), &setup, seed).unwrap();
    for _ in 0..40 {
        let table::Status::Deciding(seats) = played.status() else { break };
        let seat = seats.iter().next().unwrap();
        let line = played.legal(seat).into_iter().find(|line| line != "resign").unwrap();
        played.act(seat, &line).unwrap();
    }
    let (seed, commitment) = (Some(server.to_string()), server.commitment());
    let record = Record { contributions, seed, commitment, ..played.record(true) };
    let read = Record::parse(&record.to_string()).unwrap();
    assert_eq!(game.replay(&read, usize::MAX).unwrap().divergence, None);
    let mut other = read;
    other.contributions.pop();
    assert!(game.replay(&other, usize::MAX).unwrap().divergence.is_some());
}

#[test]
fn a_promise_is_used_once_and_by_whom_it_was_made_to() {
    let house = House::open();
    let (ann, bob) = (house.guest(), house.guest());
    let promise = ann.get("/promise").json();
    let luck = [("promise", promise["sealed"].as_str().unwrap())];
    assert_eq!(open(&bob, "outdoor-survival", &["me"], &luck).status, 400);
    let clear = [("promise", "11".repeat(32))];
    let clear = [(clear[0].0, clear[0].1.as_str())];
    assert_eq!(
        open(&ann, "outdoor-survival", &["me"], &clear).status,
        400,
        "nobody chooses a seed"
    );
    assert_eq!(open(&ann, "outdoor-survival", &["me"], &luck).status, 303);
    // Whoever has played with a seed knows it.
    assert_eq!(open(&ann, "outdoor-survival", &["me"], &luck).status, 409);
    let waiting = ann.get("/promise").json();
    let luck = [("promise", waiting["sealed"].as_str().unwrap())];
    let table = table_of(&open(&ann, "outdoor-survival", &["me", "open"], &luck));
    assert_eq!(ann.form(&format!("/t/{table}/leave"), &[]).status, 303);
    assert_eq!(open(&ann, "outdoor-survival", &["me", "open"], &luck).status, 409);
}

#[test]
fn programs_are_promised_a_seed_and_add_to_it_too() {
    let house = House::open();
    let ann = house.guest();
    let promise = ann.get("/api/promise").json();
    let opened = ann.post(
        "/api/tables",
        json!({
            "key": 0, "game": "outdoor-survival", "seats": ["me", "bot:greedy"],
            "promise": promise["sealed"], "contribution": bytes(9),
        }),
    );
    assert_eq!(opened.status, 400, "an unknown field is refused: {}", opened.text);
    let body = json!({
        "game": "outdoor-survival", "seats": ["me", "open"], "absence": "1h",
        "promise": promise["sealed"], "contribution": bytes(9),
    });
    let sent = ann.agent.post(ann.url("/api/tables")).content_type("application/json");
    let mut opened = sent.send(body.to_string()).unwrap();
    let opened: Value = serde_json::from_str(&opened.body_mut().read_to_string().unwrap()).unwrap();
    let table = ann.get(&format!("/api/tables/{}", opened["id"].as_str().unwrap())).json();
    assert_eq!((&table["commitment"], &table["absence"]), (&promise["commitment"], &json!("1h")));
}

#[test]
fn seeds_lie_in_the_store_under_seal_and_their_key_does_not() {
    let house = House::open();
    let ann = house.guest();
    let table = table_of(&open(&ann, "outdoor-survival", &["me"], &[]));
    let folder = house.folder.path().to_path_buf();
    let key = std::fs::read_to_string(folder.join("seeds.key")).unwrap();
    let seed = ask_store(&folder, &format!("SELECT seed FROM tables WHERE id = '{table}'"));
    assert!(seed.starts_with("sealed:") && seed.parse::<Seed>().is_err(), "{seed}");
    for name in ["overwinter.sqlite", "overwinter.sqlite-wal"] {
        let bytes = std::fs::read(folder.join(name)).unwrap_or_default();
        let found = bytes.windows(64).any(|part| part == key.trim().as_bytes());
        assert!(!found, "{name} holds the key");
    }
    // A store of an older version, whose seeds lie open, is sealed when it is opened.
    let open_seed = Seed::from_number(1).to_string();
    ask_store(&folder, &format!("UPDATE tables SET seed = '{open_seed}', state = 'open'"));
    let house = house.restart();
    let seed = ask_store(house.folder.path(), "SELECT seed FROM tables");
    assert!(seed.starts_with("sealed:"), "{seed}");
}

/// Why a server does not start in a folder; nothing if it does.
fn refusal(folder: &std::path::Path) -> Option<String> {
    let runtime = tokio::runtime::Runtime::new().unwrap();
    let address = ([127, 0, 0, 1], 0).into();
    let mut config = service::Config::new(address, folder.to_path_buf(), &shelf::house());
    config.store = store_of(folder);
    match runtime.block_on(service::Server::start(config)) {
        Ok(server) => {
            runtime.block_on(server.stop());
            None
        }
        Err(error) => Some(error.to_string()),
    }
}

#[test]
fn a_store_without_its_key_is_refused_until_the_key_is_back() {
    let house = House::open();
    table_of(&open(&house.guest(), "outdoor-survival", &["me"], &[]));
    let folder = house.close();
    let path = folder.path().join("seeds.key");
    let key = std::fs::read(&path).unwrap();
    std::fs::remove_file(&path).unwrap();
    for _ in 0..2 {
        let why = refusal(folder.path()).unwrap();
        assert!(why.contains("seeds.key: this file is missing"), "{why}");
    }
    std::fs::write(&path, bytes(3)).unwrap();
    let why = refusal(folder.path()).unwrap();
    assert!(why.contains("not the key of this store"), "{why}");
    std::fs::write(&path, key).unwrap();
    assert_eq!(refusal(folder.path()), None);
}

/// Replaces the keys in a folder.
pub fn rotate(folder: &std::path::Path) -> service::PublicKeys {
    let store = store_of(folder);
    let runtime = tokio::runtime::Runtime::new().unwrap();
    runtime.block_on(service::rotate_keys(folder, &store)).unwrap()
}

#[test]
fn keys_are_replaced_and_games_go_on_with_the_same_people_and_dice() {
    let house = House::open();
    let ann = house.guest().called("Ann");
    let table = table_of(&open(&ann, "outdoor-survival", &["me"], &[]));
    let well_known = || ann.get("/.well-known/overwinter.json").json();
    let (seeds, first) = (house.seeds(&table), well_known()["record_key"].clone());
    let address = house.address;
    let folder = house.close();
    let before: Vec<Vec<u8>> = ["seeds.key", "records.key"]
        .map(|key| std::fs::read(folder.path().join(key)).unwrap())
        .into();
    let public = rotate(folder.path());
    assert_eq!(public.retired, [first.as_str().unwrap()]);
    for (key, before) in ["seeds.key", "records.key"].iter().zip(before) {
        assert_ne!(std::fs::read(folder.path().join(key)).unwrap(), before, "{key}");
    }
    assert!(!folder.path().join("seeds.key.next").exists());
    let again = |folder| {
        House::in_folder(folder, |config| {
            crate::house::quick(config);
            config.bind = address;
        })
    };
    let house = again(folder);
    assert_eq!(house.seeds(&table), seeds);
    assert_eq!(well_known()["record_key"], json!(public.record_key));
    assert_eq!(well_known()["retired_record_keys"], json!([first]));
    // The old cookie and form key count once more, and the page gives a new cookie.
    let frame = ann.frame(&table, "1");
    assert_eq!(frame["set"]["head"]["you"], true);
    let line = frame["set"]["prompt"]["choices"][0]["notation"].as_str().unwrap();
    assert_eq!(ann.act(&table, 0, line, None).status, 200);
    let page = ann.agent.get(ann.url("/")).header("cookie", &ann.cookie).call().unwrap();
    assert!(page.headers().contains_key("set-cookie"));
    // After the next time they do not.
    let folder = house.close();
    rotate(folder.path());
    let _house = again(folder);
    assert_eq!(ann.act(&table, 0, line, None).status, 403);
}

#[test]
fn a_rotation_that_was_cut_off_is_ended_or_forgotten_at_the_next_start() {
    let house = House::open();
    table_of(&open(&house.guest(), "outdoor-survival", &["me"], &[]));
    let folder = house.close();
    let path = |name: &str| folder.path().join(name);
    // Cut off before anything was sealed anew.
    std::fs::write(path("seeds.key.next"), bytes(3)).unwrap();
    assert_eq!(refusal(folder.path()), None);
    assert!(!path("seeds.key.next").exists());
    // Cut off when everything was, before the old key was replaced.
    let old = std::fs::read(path("seeds.key")).unwrap();
    rotate(folder.path());
    std::fs::rename(path("seeds.key"), path("seeds.key.next")).unwrap();
    std::fs::write(path("seeds.key"), old).unwrap();
    assert_eq!(refusal(folder.path()), None);
    assert!(!path("seeds.key.next").exists());
}

#[test]
fn dealt_seats_follow_from_the_seed() {
    let house = House::open();
    let (ann, bob) = (house.guest().called("Ann"), house.guest().called("Bob"));
    let more = [("shuffled", "on"), ("contribution", &bytes(3) as &str)];
    let deal = || {
        let table = table_of(&open(&ann, "outdoor-survival", &["me", "open"], &more));
        assert_eq!(join(&bob, &table, "2", &bytes(4)).status, 303);
        let ann_first = ann.follow(&table, "1").status == 200;
        (table, ann_first)
    };
    for _ in 0..8 {
        let (table, ann_first) = deal();
        assert_eq!(house.seeds(&table).1.deal(2)[0] == Seat(0), ann_first, "{table}");
    }
    let (table, ann_first) = deal();
    let seats = if ann_first { [(&ann, 0), (&bob, 1)] } else { [(&bob, 0), (&ann, 1)] };
    play_out(&seats, &table);
    let mut record = Record::parse(&ann.get(&format!("/t/{table}/record")).text).unwrap();
    let dealt = record.dice_seed().unwrap().unwrap().deal(2);
    assert_eq!(record.dealt, dealt);
    assert_eq!(dealt[0] == Seat(0), ann_first);
    record.dealt.reverse();
    let shelved = shelf::shelf().into_iter().find(|shelved| shelved.game.id() == record.game);
    let divergence = shelved.unwrap().game.replay(&record, usize::MAX).unwrap().divergence;
    assert!(divergence.unwrap().why.contains("dealt"));
}

// ---- no unseen referee

/// A table of the postal game with Bob and Cat at it, opened by Ann, who does not play.
fn postal(house: &House, referee: bool) -> (Guest, Guest, Guest, String) {
    let ann = house.guest().called("Ann");
    let (bob, cat) = (house.guest().called("Bob"), house.guest().called("Cat"));
    let more: &[(&str, &str)] = if referee { &[("referee", "on")] } else { &[] };
    let table = table_of(&open(&ann, "postal-survival", &["open", "open"], more));
    (ann, bob, cat, table)
}

#[test]
fn who_opens_a_table_without_a_seat_sees_what_the_public_sees() {
    let house = House::open();
    let (ann, bob, cat, table) = postal(&house, false);
    for (guest, seat) in [(&bob, "1"), (&cat, "2")] {
        assert_eq!(join(guest, &table, seat, "").status, 303);
    }
    assert_eq!(bob.act(&table, 0, "done", None).status, 200);
    let desk = ann.get(&format!("/t/{table}/desk")).text;
    assert!(!desk.contains("Preview") && desk.contains("has yet to decide"), "{desk}");
    for path in ["", "/story", "/replay", "/at/0", "/picture/0.svg", "/report/1", "/measure"] {
        let answer = ann.get(&format!("/t/{table}{path}?as=referee&from=point:0,0"));
        assert_eq!(answer.status, 403, "{path}: {}", answer.text);
    }
    assert_eq!(ann.follow(&table, "referee").status, 403);
    assert_eq!(ann.get(&format!("/t/{table}/record")).status, 403);
    assert_eq!(ann.frame(&table, "table"), house.guest().frame(&table, "table"));
}

#[test]
fn a_referee_is_seen_by_all_and_can_never_play() {
    let house = House::open();
    let (ann, bob, cat, table) = postal(&house, true);
    let words = "Referee: Ann";
    assert!(bob.get(&format!("/t/{table}")).text.contains(words), "the waiting room says so");
    assert_eq!(join(&ann, &table, "1", "").status, 403);
    // Not with a link either, nor in another browser that goes on as Ann.
    let room = ann.get(&format!("/t/{table}")).text;
    let link = between(&room, "/s/", "<").to_string();
    assert_eq!(ann.form(&format!("/s/{link}"), &[("name", "Cyd")]).status, 403);
    let second = Guest { cookie: ann.cookie.clone(), key: ann.key.clone(), ..house.guest() };
    assert_eq!(second.form(&format!("/s/{link}"), &[("name", "Cyd")]).status, 403);
    for (guest, seat) in [(&bob, "1"), (&cat, "2")] {
        assert_eq!(join(guest, &table, seat, "").status, 303);
    }
    for guest in [&bob, &cat, &house.guest()] {
        assert!(guest.get(&format!("/t/{table}")).text.contains(words), "so does the table");
        assert_eq!(guest.follow(&table, "referee").status, 403, "one person only");
    }
    assert_eq!(bob.get(&format!("/api/tables/{table}")).json()["referee"], "Ann");
    assert_eq!(ann.follow(&table, "referee").status, 200);
    let desk = ann.get(&format!("/t/{table}/desk")).text;
    assert!(desk.contains("Preview: if it were run now"), "{desk}");
    let both = [("referee", "on")];
    assert_eq!(open(&ann, "postal-survival", &["me", "open"], &both).status, 400);
}

#[test]
fn the_record_names_the_referee() {
    let house = House::open();
    let ann = house.guest().called("Ann");
    let bob = house.guest();
    let more = [("referee", "on")];
    let table = table_of(&open(&ann, "outdoor-survival", &["open"], &more));
    assert_eq!(join(&bob, &table, "1", "").status, 303);
    play_out(&[(&bob, 0)], &table);
    let record = Record::parse(&bob.get(&format!("/t/{table}/record")).text).unwrap();
    assert_eq!(record.referee, "Ann");
}

// ---- nobody is thrown out by a whim

/// A table for Ann, its host, and Bob; gives the one who must decide and the other, with their seats.
fn two(house: &House, absence: &str) -> (String, Guest, [(Guest, u16); 2]) {
    let (ann, bob) = (house.guest().called("Ann"), house.guest().called("Bob"));
    let cat = house.guest().called("Cat");
    let more = [("absence", absence)];
    let table = table_of(&open(&ann, "outdoor-survival", &["open", "open"], &more));
    assert_eq!(join(&bob, &table, "1", "").status, 303);
    assert_eq!(join(&cat, &table, "2", "").status, 303);
    let bobs_turn = bob.frame(&table, "1")["set"]["head"]["you"] == json!(true);
    let both = [(bob, 0), (cat, 1)];
    let [first, second] = both;
    (table, ann, if bobs_turn { [first, second] } else { [second, first] })
}

fn replace(guest: &Guest, table: &str, seat: u16) -> Answer {
    let seat = (seat + 1).to_string();
    guest
        .form(&format!("/t/{table}/replace"), &[("seat", &seat), ("bot", "greedy"), ("sure", "on")])
}

#[test]
fn a_player_is_replaced_only_after_the_absence_that_was_set() {
    let house = hasty();
    let (table, ann, [(player, seat), (other, others)]) = two(&house, "2min");
    assert_eq!(replace(&ann, &table, seat).status, 409, "a moment ago they sat down");
    sleep(Duration::from_millis(2500));
    // A sign of life counts from then on.
    assert_eq!(player.post(&format!("/t/{table}/here"), json!({})).status, 204);
    sleep(Duration::from_millis(2500));
    assert_eq!(replace(&ann, &table, seat).status, 409);
    assert_eq!(replace(&house.guest(), &table, seat).status, 403);
    sleep(Duration::from_millis(2700));
    assert_eq!(replace(&ann, &table, others).status, 409, "the table does not wait for them");
    let number = (seat + 1).to_string();
    let unasked = [("seat", number.as_str()), ("bot", "greedy")];
    let unasked = ann.form(&format!("/t/{table}/replace"), &unasked);
    assert_eq!(unasked.status, 400, "it always asks");
    let page = ann.get(&format!("/t/{table}")).text;
    assert!(page.contains("<option value=\"\" selected>nobody</option>"), "nobody is preselected");
    assert_eq!(replace(&ann, &table, seat).status, 303);
    // They are told, see what the public sees, and can come back.
    assert_eq!(player.follow(&table, &number).status, 403);
    let page = player.get(&format!("/t/{table}")).text;
    assert!(page.contains("Take my seat back"), "{page}");
    assert!(!other.get(&format!("/t/{table}")).text.contains("Take my seat back"));
    assert_eq!(other.form(&format!("/t/{table}/back"), &[]).status, 403);
    assert!(player.get("/").text.contains(&format!("/t/{table}")), "the lobby leads there");
    assert_eq!(player.form(&format!("/t/{table}/back"), &[]).status, 303);
    assert_eq!(player.follow(&table, &number).status, 200);
    let seats = player.frame(&table, "table")["set"]["seats"].clone();
    assert_eq!(seats[usize::from(seat)]["kind"], "person");
    let said = player.frame(&table, "table").to_string();
    assert!(said.contains("without a sign of life"), "everybody hears of it");
}

#[test]
fn nobody_is_replaced_where_that_was_set() {
    let house = House::with(|config| {
        quick(config);
        config.absent_minute = Duration::ZERO;
    });
    let (table, ann, [(_, seat), _]) = two(&house, "never");
    assert_eq!(replace(&ann, &table, seat).status, 409);
    let refused = open(&ann, "outdoor-survival", &["me"], &[("absence", "1ms")]);
    assert_eq!(refused.status, 400);
}

#[test]
fn an_absent_host_strands_nobody() {
    let house = hasty();
    let (table, ann, [(_, seat), (other, _)]) = two(&house, "2min");
    sleep(Duration::from_millis(2000));
    assert_eq!(ann.get(&format!("/t/{table}")).status, 200, "the host is there");
    sleep(Duration::from_millis(2600));
    assert_eq!(replace(&other, &table, seat).status, 403, "so it is the host's business");
    let begun = Instant::now();
    let mut done = replace(&other, &table, seat);
    while done.status != 303 && begun.elapsed() < Duration::from_secs(9) {
        sleep(Duration::from_millis(100));
        done = replace(&other, &table, seat);
    }
    assert_eq!(done.status, 303, "{}", done.text);
}

#[test]
fn an_absent_host_strands_nobody_before_the_start() {
    let waiting = |house: &House, absence: &str| {
        let (ann, bob) = (house.guest().called("Ann"), house.guest().called("Bob"));
        let more = [("absence", absence)];
        let table = table_of(&open(&ann, "outdoor-survival", &["me", "open", "link"], &more));
        assert_eq!(join(&bob, &table, "2", "").status, 303);
        (bob, table)
    };
    let house = House::open();
    let (bob, table) = waiting(&house, "2min");
    assert_eq!(replace(&bob, &table, 2).status, 403, "the host is there");
    assert!(bob.get(&format!("/t/{table}")).text.contains("gives no sign of life for 2 minutes"));
    let house = House::with(|config| {
        quick(config);
        config.absent_minute = Duration::ZERO;
    });
    let (bob, table) = waiting(&house, "2min");
    assert_eq!(replace(&house.guest(), &table, 2).status, 403, "a stranger gives nothing away");
    assert!(bob.get(&format!("/t/{table}")).text.contains("Let a bot sit here"));
    assert_eq!(replace(&bob, &table, 2).status, 303);
    assert_eq!(bob.frame(&table, "2")["set"]["head"]["state"], "playing");
    let (bob, table) = waiting(&house, "never");
    assert_eq!(replace(&bob, &table, 2).status, 403, "this table waits for ever");
}

#[test]
fn whoever_waits_hears_at_once_that_the_host_has_closed_the_table() {
    let house = House::open();
    let (ann, bob) = (house.guest().called("Ann"), house.guest().called("Bob"));
    let table = table_of(&open(&ann, "outdoor-survival", &["me", "open", "open"], &[]));
    assert_eq!(join(&bob, &table, "2", "").status, 303);
    let mut waiting = bob.follow(&table, "table");
    waiting.next().unwrap();
    assert_eq!(ann.form(&format!("/t/{table}/leave"), &[]).status, 303);
    let news = waiting.next().unwrap();
    assert!(news["message"].as_str().unwrap().contains("closed by its host"), "{news}");
    assert!(waiting.next().is_none(), "and the stream ends");
}

#[test]
fn nobody_who_sits_is_replaced_before_the_start() {
    let house = House::with(|config| {
        quick(config);
        config.absent_minute = Duration::ZERO;
    });
    let (ann, bob) = (house.guest(), house.guest());
    let table = table_of(&open(&ann, "outdoor-survival", &["me", "open", "open"], &[]));
    assert_eq!(join(&bob, &table, "2", "").status, 303);
    assert_eq!(replace(&ann, &table, 1).status, 403);
    assert_eq!(replace(&ann, &table, 2).status, 303, "a free seat is the host's to give");
}
