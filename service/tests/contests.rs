//! Rated tables, results, statistics and cups: each game counts once, whatever happens to the server, and nobody gains by leaving.

use crate::house::{Answer, Guest, House, agent, ask_store, between, quick, until};
use crate::people::code_of;
use serde_json::{Value, json};

const CLOCK: &str = "1d + 1d up to 1d";

fn done(answer: Answer) -> String {
    assert_eq!(answer.status, 303, "{}", answer.text);
    answer.location
}

/// A rated table of two with both at it.
fn rated(host: &Guest, other: &Guest) -> String {
    let fields = [
        ("scenario", "plain"),
        ("listed", "on"),
        ("rated", "on"),
        ("seat", "me"),
        ("seat", "open"),
    ];
    let table = done(host.form("/new/connect-four", &fields));
    done(other.form(&format!("{table}/join"), &[("seat", "2")]));
    table.strip_prefix("/t/").unwrap().to_string()
}

/// Plays connect four until the first seat needs one more to win.
fn almost(one: &Guest, other: &Guest, table: &str) {
    for step in 0..6 {
        let (guest, seat) = if step % 2 == 0 { (one, 0) } else { (other, 1) };
        let answer = guest.act(table, seat, if seat == 0 { "drop 1" } else { "drop 2" }, None);
        assert_eq!(answer.status, 200, "{}", answer.text);
    }
}

/// Plays connect four so that the first seat wins.
fn win(one: &Guest, other: &Guest, table: &str) {
    almost(one, other, table);
    let answer = one.act(table, 0, "drop 1", None);
    assert_eq!(answer.status, 200, "{}", answer.text);
}

/// Plays connect four so that nobody wins.
fn draw(one: &Guest, other: &Guest, table: &str) {
    // No four of either stand in a row.
    let columns = [
        6, 5, 6, 1, 7, 3, 5, 6, 6, 1, 5, 2, 2, 1, 5, 6, 7, 6, 4, 2, 2, 3, 3, 7, 3, 7, 7, 4, 7, 3,
        1, 4, 1, 4, 4, 5, 4, 2, 5, 3, 2, 1,
    ];
    for (step, column) in columns.into_iter().enumerate() {
        let (guest, seat) = if step % 2 == 0 { (one, 0) } else { (other, 1) };
        let answer = guest.act(table, seat, &format!("drop {column}"), None);
        assert_eq!(answer.status, 200, "{step}: {}", answer.text);
    }
}

fn ratings(guest: &Guest, game: &str) -> Vec<Value> {
    let all = guest.get(&format!("/api/ratings/{game}")).json();
    all["ratings"].as_array().unwrap().clone()
}

fn rating<'a>(all: &'a [Value], name: &str) -> &'a Value {
    all.iter().find(|row| row["name"] == name).unwrap_or_else(|| panic!("{name}: {all:?}"))
}

fn same(guest: &Guest, house: &House) -> Guest {
    Guest {
        agent: agent(),
        address: house.address,
        cookie: guest.cookie.clone(),
        key: guest.key.clone(),
    }
}

/// Something of every page of contests, as a guest sees it: rated games of two and one with a bot, a cup that is on and one that waits.
pub fn pages(house: &House, guest: &Guest) -> Vec<String> {
    let [bob, cem, dora] = ["Bob", "Cem", "Dora"].map(|name| house.guest().called(name));
    let table = rated(guest, &bob);
    win(guest, &bob, &table);
    let other = rated(&bob, guest);
    win(&bob, guest, &other);
    let waiting = guest.form(
        "/new/connect-four",
        &[("scenario", "plain"), ("rated", "on"), ("seat", "me"), ("seat", "open")],
    );
    let played =
        cup(guest, json!({ "swiss": { "rounds": 3, "size": 2 } }), json!({ "rated": true }));
    for guest in [guest, &bob, &cem, &dora] {
        assert_eq!(deed(guest, &played, "enter").status, 200);
    }
    assert_eq!(deed(guest, &played, "begin").status, 200);
    let everybody = [("Ann", guest), ("Bob", &bob), ("Cem", &cem), ("Dora", &dora)];
    let (game, names) = to_play(&cup_of(guest, &played)).remove(0);
    let named = |name: &str| everybody.iter().find(|(known, _)| *known == name).unwrap().1;
    win(named(&names[0]), named(&names[1]), &game);
    seen_to(house, &played);
    let open = cup(guest, json!("knock_out"), json!({}));
    assert_eq!(deed(&bob, &open, "enter").status, 200);
    vec![
        "/ratings/connect-four".into(),
        "/ratings/outlive".into(),
        "/me/statistics".into(),
        format!("/t/{table}/result"),
        format!("/t/{table}/person/2"),
        waiting.location,
        "/cups".into(),
        format!("/cups/{played}"),
        format!("/cups/{open}"),
    ]
}

#[test]
fn a_rated_game_changes_ratings_once_and_an_unrated_one_never() {
    let house = House::open();
    let (ann, bob) = (house.guest().called("Ann"), house.guest().called("Bob"));
    let plain = ann.open("connect-four", "plain", &["me", "open"]);
    assert!(!ann.get(&format!("/t/{plain}")).text.contains("Rated"));
    done(bob.form(&format!("/t/{plain}/join"), &[("seat", "2")]));
    win(&ann, &bob, &plain);
    assert_eq!(ratings(&ann, "connect-four").len(), 0, "nothing was rated");
    let results = ann.get(&format!("/api/tables/{plain}")).json()["results"].clone();
    assert_eq!(results[0]["won"], true);
    assert_eq!(results[1]["rank"], 2);
    assert_eq!(results[0]["after"], Value::Null);
    let table = rated(&ann, &bob);
    assert_eq!(ann.get(&format!("/api/tables/{table}")).json()["rated"], true);
    almost(&ann, &bob, &table);
    assert_eq!(ratings(&ann, "connect-four").len(), 0, "the game is on");
    assert_eq!(ann.act(&table, 0, "drop 1", None).status, 200);
    // Nobody tidies up: what the decision has changed is stored with it.
    let house = House::in_folder(house.kill(), quick);
    let (ann, bob) = (same(&ann, &house), same(&bob, &house));
    let all = ratings(&ann, "connect-four");
    let (anns, bobs) = (rating(&all, "Ann"), rating(&all, "Bob"));
    assert_eq!((all.len(), &anns["games"], &bobs["games"]), (2, &json!(1), &json!(1)));
    assert!(
        anns["points"].as_i64() > Some(1500) && bobs["points"].as_i64() < Some(1500),
        "{all:?}"
    );
    assert_eq!(anns["provisional"], true);
    assert_eq!(anns["you"], true);
    let page = ann.get(&format!("/t/{table}/result")).text;
    let change = anns["points"].as_i64().unwrap() - 1500;
    assert!(page.contains(&format!("+{change}")), "{page}");
    let page = bob.get("/ratings/connect-four").text;
    assert!(page.contains("Bob (you)") && page.contains("provisional"), "{page}");
    assert!(!page.contains(between(&ann.cookie, "=", "-")), "ids are nowhere");
    // Deciding once more is refused, and changes nothing.
    assert_ne!(ann.act(&table, 0, "drop 1", None).status, 200);
    assert_eq!(ratings(&ann, "connect-four"), all);
    let own = ann.get("/api/me/statistics").json();
    assert_eq!(
        own["played"],
        json!([{ "game": "connect-four", "scenario": "plain", "games": 2, "finished": 2, "won": 2, "rated": 1 }])
    );
    let met = ann.get(&format!("/api/me/history?who=/t/{table}/person/2")).json();
    assert_eq!(met["meetings"].as_array().unwrap().len(), 2);
    assert_eq!(met["meetings"][0]["your_rank"], 1);
    let page = bob.get(&format!("/t/{table}/person/1")).text;
    assert!(page.contains("You and them") && page.contains("behind them <b>2</b>"), "{page}");
    assert!(bob.get("/me/statistics").text.contains("Connect four"));
}

#[test]
fn a_game_of_two_people_and_a_bot_rates_all_three() {
    let house = House::with(quick);
    let (ann, bob) = (house.guest().called("Ann"), house.guest().called("Bob"));
    let fields = [
        ("scenario", "lost"),
        ("rated", "on"),
        ("seat", "me"),
        ("seat", "open"),
        ("seat", "bot:greedy"),
    ];
    let table = done(ann.form("/new/outdoor-survival", &fields));
    done(bob.form(&format!("{table}/join"), &[("seat", "2")]));
    let table = table.strip_prefix("/t/").unwrap();
    let mut last = Value::Null;
    for _ in 0..4000 {
        last = ann.frame(table, "table")["set"]["head"].clone();
        if last["state"] == "over" {
            break;
        }
        for (guest, seat) in [(&ann, 0), (&bob, 1)] {
            let frame = guest.frame(table, &(seat + 1).to_string());
            let Some(choices) = frame["set"]["prompt"]["choices"].as_array() else { continue };
            let gives_up = choices.iter().find(|choice| choice["grave"] == true);
            let Some(line) = gives_up.or(choices.first()) else { continue };
            guest.act(table, seat, line["notation"].as_str().unwrap(), None);
        }
    }
    assert_eq!(last["state"], "over", "{last}");
    let all = ratings(&ann, "outdoor-survival");
    assert_eq!(all.len(), 3, "{all:?}");
    let bot = all.iter().find(|row| row["bot"] == "greedy").unwrap();
    assert_eq!(bot["games"], 1);
    let outcome = ann.get(&format!("/api/tables/{table}")).json();
    for seat in 0..3 {
        assert_eq!(outcome["results"][seat]["rank"], outcome["outcome"]["ranks"][seat]);
        assert!(outcome["results"][seat]["after"]["points"].is_i64());
    }
}

#[test]
fn who_gives_up_their_seat_gains_nothing_by_the_bot_that_plays_on() {
    let house = House::with(quick);
    let (ann, bob) = (house.guest().called("Ann"), house.guest().called("Bob"));
    let table = rated(&ann, &bob);
    // Bob would win with his next turn, and leaves.
    for (guest, seat, column) in
        [(&ann, 0, 2), (&bob, 1, 1), (&ann, 0, 3), (&bob, 1, 1), (&ann, 0, 5), (&bob, 1, 1)]
    {
        assert_eq!(guest.act(&table, seat, &format!("drop {column}"), None).status, 200);
    }
    done(bob.form(&format!("/t/{table}/leave"), &[]));
    done(ann.form(&format!("/t/{table}/replace"), &[("seat", "2"), ("bot", "greedy")]));
    let over = || ann.frame(&table, "1")["set"]["head"]["state"] == "over";
    for column in [7, 7, 6, 6, 7, 6, 4, 4, 5, 3, 2] {
        if over() {
            break;
        }
        ann.act(&table, 0, &format!("drop {column}"), None);
        std::thread::sleep(std::time::Duration::from_millis(50));
    }
    until("the game is over", || {
        let frame = ann.frame(&table, "1");
        if let Some(line) = frame["set"]["prompt"]["choices"][0]["notation"].as_str() {
            ann.act(&table, 0, line, None);
        }
        over()
    });
    let results = ann.get(&format!("/api/tables/{table}")).json()["results"].clone();
    assert_eq!((&results[0]["rank"], &results[1]["rank"]), (&json!(1), &json!(2)), "{results}");
    assert_eq!((&results[1]["stayed"], &results[1]["won"]), (&json!(false), &json!(false)));
    let all = ratings(&ann, "connect-four");
    assert_eq!(all.len(), 2, "a bot that stands in has no result: {all:?}");
    assert!(rating(&all, "Bob")["points"].as_i64() < Some(1500));
}

#[test]
fn whoever_lets_a_bot_play_a_rated_game_for_them_gains_nothing_by_coming_back() {
    let house = House::with(quick);
    let (ann, bob) = (house.guest().called("Ann"), house.guest().called("Bob"));
    let table = rated(&ann, &bob);
    let drop = |guest: &Guest, seat, column: u8| {
        let answer = guest.act(&table, seat, &format!("drop {column}"), None);
        assert_eq!(answer.status, 200, "{}", answer.text);
    };
    for _ in 0..2 {
        drop(&ann, 0, 1);
        drop(&bob, 1, 2);
    }
    drop(&ann, 0, 1);
    done(ann.form(&format!("/t/{table}/leave"), &[]));
    done(bob.form(&format!("/t/{table}/replace"), &[("seat", "1"), ("bot", "greedy")]));
    done(ann.form(&format!("/t/{table}/back"), &[]));
    drop(&bob, 1, 7);
    drop(&ann, 0, 1);
    let results = ann.get(&format!("/api/tables/{table}")).json()["results"].clone();
    assert_eq!((&results[0]["rank"], &results[0]["stayed"]), (&json!(2), &json!(false)));
    let all = ratings(&ann, "connect-four");
    assert!(rating(&all, "Ann")["points"].as_i64() < Some(1500), "{all:?}");
    // Nobody has played for whoever only left and came back.
    let table = rated(&ann, &bob);
    almost(&ann, &bob, &table);
    done(ann.form(&format!("/t/{table}/leave"), &[]));
    done(ann.form(&format!("/t/{table}/back"), &[]));
    assert_eq!(ann.act(&table, 0, "drop 1", None).status, 200);
    let results = ann.get(&format!("/api/tables/{table}")).json()["results"].clone();
    assert_eq!((&results[0]["rank"], &results[0]["stayed"]), (&json!(1), &json!(true)));
}

/// Somebody new who signs in as whoever has this code, and takes along what they have.
fn takes_along(guest: &Guest, code: &str) -> Answer {
    guest.form("/sign-in/code", &[("code", code), ("along", "on")])
}

#[test]
fn nobody_chooses_by_signing_in_which_rated_games_are_theirs() {
    let house = House::open();
    let [ann, bob, other] = ["Ann", "Bob", "Other"].map(|name| house.guest().called(name));
    win(&ann, &bob, &rated(&ann, &bob));
    let code = code_of(&ann.form("/me/code", &[]));
    let table = rated(&other, &bob);
    almost(&other, &bob, &table);
    // Whoever sees that they win becomes nobody who has a rating, neither from their seat nor after leaving it.
    let refused = takes_along(&other, &code);
    assert!(refused.status == 403 && refused.text.contains("rated game"), "{}", refused.text);
    done(other.form(&format!("/t/{table}/leave"), &[]));
    assert_eq!(takes_along(&other, &code).status, 403);
    done(other.form(&format!("/t/{table}/back"), &[]));
    // Nor does one who has a rating become them, by a link of theirs.
    let page = other.get(&format!("/t/{table}")).text;
    let link = between(&page, "/s/", "<").to_string();
    assert_eq!(bob.form(&format!("/s/{link}"), &[]).status, 403);
    assert_eq!(other.act(&table, 0, "drop 1", None).status, 200);
    let taken = takes_along(&other, &code);
    assert_eq!(taken.status, 200, "when it is over they may: {}", taken.text);
    assert_eq!(
        rating(&ratings(&ann, "connect-four"), "Ann")["games"],
        1,
        "that of more games stays"
    );
}

#[test]
fn two_of_one_cup_do_not_become_one() {
    let house = House::open();
    let all = people(&house, &["Ann", "Bob", "Cem", "Dora"]);
    let id = cup(&all[0].1, json!({ "round_robin": { "legs": 1 } }), json!({}));
    entered(&all, &id);
    let code = code_of(&all[0].1.form("/me/code", &[]));
    let refused = takes_along(&all[1].1, &code);
    assert!(refused.status == 403 && refused.text.contains("Winter cup"), "{}", refused.text);
    assert_eq!(deed(&all[0].1, &id, "begin").status, 200);
    assert_eq!(takes_along(&all[1].1, &code).status, 403, "nor while it is on");
    let last = play_out(&house, &all, &id);
    assert_eq!(last["standings"].as_array().unwrap().len(), 4, "it goes on to its end");
}

#[test]
fn nobody_is_made_to_play_a_rated_rematch() {
    let house = House::open();
    let (ann, bob) = (house.guest().called("Ann"), house.guest().called("Bob"));
    let table = rated(&ann, &bob);
    win(&ann, &bob, &table);
    let next = done(bob.form(&format!("/t/{table}/rematch"), &[]));
    let next = next.strip_prefix("/t/").unwrap().to_string();
    let seats = || bob.get(&format!("/api/tables/{next}")).json();
    assert_eq!(seats()["state"], "open", "it waits for Ann: {}", seats());
    assert!(!house.guest().get("/").text.contains(&next), "and for nobody else");
    assert!(ann.frame(&table, "1").to_string().contains(&next), "whom the old table leads there");
    done(ann.form(&format!("/t/{next}/join"), &[("seat", "1")]));
    assert_eq!((&seats()["state"], &seats()["rated"]), (&json!("playing"), &json!(true)));
}

#[test]
fn bots_that_stand_in_play_no_games_among_themselves() {
    let house = House::with(quick);
    let all = people(&house, &["Ann", "Bob", "Cem", "Dora"]);
    let more = json!({ "stand_in": "greedy" });
    let id = cup(&all[0].1, json!({ "round_robin": { "legs": 1 } }), more);
    entered(&all, &id);
    assert_eq!(deed(&all[0].1, &id, "begin").status, 200);
    for (_, guest) in &all[1..] {
        assert_eq!(deed(guest, &id, "leave").status, 200);
    }
    let ann = &all[0].1;
    until("the cup is over", || {
        for (table, names) in to_play(&cup_of(ann, &id)) {
            let Some(seat) = names.iter().position(|name| name == "Ann") else { continue };
            let frame = ann.frame(&table, &(seat + 1).to_string());
            if let Some(line) = frame["set"]["prompt"]["choices"][0]["notation"].as_str() {
                ann.act(&table, seat as u16, line, None);
            }
        }
        cup_of(ann, &id)["state"] == "over"
    });
    let opened = format!("SELECT count(*) FROM tables WHERE cup = '{id}'");
    assert_eq!(ask_store(house.folder.path(), &opened), "4", "two, and then Ann's alone");
}

#[test]
fn what_cannot_be_rated_is_refused() {
    let house = House::open();
    let ann = house.guest().called("Ann");
    let open = |seats: &[&str]| {
        let mut fields = vec![("scenario", "plain"), ("listed", "on"), ("rated", "on")];
        fields.extend(seats.iter().map(|seat| ("seat", *seat)));
        ann.form("/new/connect-four", &fields)
    };
    let answer = open(&["me", "me"]);
    assert_eq!(answer.status, 400);
    assert!(answer.text.contains("everybody has one seat"), "{}", answer.text);
    let answer = open(&["bot:greedy", "bot:greedy"]);
    assert_eq!(answer.status, 400);
    assert!(answer.text.contains("two players who differ"), "{}", answer.text);
    let table = done(open(&["me", "open"]));
    let answer = ann.form(&format!("{table}/join"), &[("seat", "2")]);
    assert_eq!(answer.status, 403, "{}", answer.text);
    assert!(ann.get(&table).text.contains("the result changes the"));
    let eve = house.guest().called("Eve");
    for (rated, shown) in [("yes", true), ("near", true), ("no", false), ("", true)] {
        let page = eve.get(&format!("/?rated={rated}")).text;
        assert_eq!(page.contains(&table), shown, "{rated}");
    }
    assert_eq!(eve.get("/?rated=perhaps").status, 400);
    assert!(eve.get(&table).text.contains("rating 1500, provisional"));
}

#[test]
fn games_that_end_at_the_same_time_are_all_counted() {
    let house = House::open();
    let (ann, bob) = (house.guest().called("Ann"), house.guest().called("Bob"));
    let tables: Vec<String> = (0..6).map(|_| rated(&ann, &bob)).collect();
    tables.iter().for_each(|table| almost(&ann, &bob, table));
    std::thread::scope(|scope| {
        for table in &tables {
            let ann = same(&ann, &house);
            scope.spawn(move || assert_eq!(ann.act(table, 0, "drop 1", None).status, 200));
        }
    });
    let all = ratings(&ann, "connect-four");
    assert_eq!(
        (&rating(&all, "Ann")["games"], &rating(&all, "Bob")["games"]),
        (&json!(6), &json!(6))
    );
    let steps = "SELECT count(DISTINCT mean_after) FROM results WHERE spread_after > 0";
    assert_eq!(ask_store(house.folder.path(), steps), "12", "each builds on the one before");
}

/// The same where two servers share a store.
#[cfg(feature = "postgres")]
#[test]
fn games_that_end_at_the_same_time_at_two_servers_are_all_counted() {
    use crate::house::postgres;
    let houses = House::pair(&postgres::new_store(), |_| {});
    let (ann, bob) = (houses[0].guest().called("Ann"), houses[0].guest().called("Bob"));
    let tables: Vec<String> = (0..8).map(|_| rated(&ann, &bob)).collect();
    tables.iter().for_each(|table| almost(&ann, &bob, table));
    std::thread::scope(|scope| {
        for (number, table) in tables.iter().enumerate() {
            let ann = same(&ann, &houses[number % 2]);
            scope.spawn(move || {
                let answer = ann.act(table, 0, "drop 1", None);
                assert_eq!(answer.status, 200, "{}", answer.text);
            });
        }
    });
    let all = ratings(&ann, "connect-four");
    assert_eq!(
        (&rating(&all, "Ann")["games"], &rating(&all, "Bob")["games"]),
        (&json!(8), &json!(8))
    );
}

#[test]
fn a_rating_goes_with_its_person_and_ends_with_them() {
    let house = House::open();
    let [ann, bob, phone] = ["Ann", "Bob", "Phone"].map(|name| house.guest().called(name));
    let first = rated(&phone, &bob);
    win(&phone, &bob, &first);
    // The phone becomes Ann.
    let own = ann.open("connect-four", "plain", &["me", "me"]);
    let page = ann.get(&format!("/t/{own}")).text;
    let link = between(&page, "/s/", "<").to_string();
    done(phone.form(&format!("/s/{link}"), &[]));
    let all = ratings(&ann, "connect-four");
    assert_eq!((all.len(), &rating(&all, "Ann")["games"]), (2, &json!(1)));
    let second = rated(&ann, &bob);
    win(&ann, &bob, &second);
    assert_eq!(rating(&ratings(&ann, "connect-four"), "Ann")["games"], 2);
    let id = between(&ann.cookie, "=", "-").to_string();
    done(ann.form("/me/delete", &[("sure", "on")]));
    let all = ratings(&bob, "connect-four");
    assert_eq!((all.len(), &rating(&all, "Bob")["games"]), (1, &json!(2)));
    for relation in ["ratings", "results"] {
        let left = format!("SELECT count(*) FROM {relation} WHERE player = '{id}'");
        assert_eq!(ask_store(house.folder.path(), &left), "0", "{relation}");
    }
    assert_eq!(ask_store(house.folder.path(), "SELECT count(*) FROM results"), "4", "games stay");
    assert_eq!(bob.get(&format!("/t/{second}/result")).status, 200);
}

/// Opens a cup of connect four.
pub fn cup(host: &Guest, format: Value, more: Value) -> String {
    let mut terms =
        json!({ "game": "connect-four", "scenario": "plain", "format": format, "clock": CLOCK });
    for (key, value) in more.as_object().unwrap() {
        terms[key] = value.clone();
    }
    let answer = host.post("/api/cups", json!({ "name": "Winter cup", "terms": terms }));
    assert_eq!(answer.status, 200, "{}", answer.text);
    answer.json()["id"].as_str().unwrap().to_string()
}

fn cup_of(guest: &Guest, id: &str) -> Value {
    guest.get(&format!("/api/cups/{id}")).json()
}

fn deed(guest: &Guest, id: &str, deed: &str) -> Answer {
    guest.post(&format!("/api/cups/{id}"), json!({ "deed": deed }))
}

/// The tables of a cup that are still to be played: the table, and who sits there in the order of seats.
fn to_play(cup: &Value) -> Vec<(String, Vec<String>)> {
    let rounds = cup["rounds"].as_array().unwrap();
    let tables = rounds.iter().flat_map(|round| round["tables"].as_array().unwrap());
    tables
        .filter(|table| table["ranks"].is_null())
        .map(|table| {
            let names = table["names"].as_array().unwrap().iter();
            let last = table["tables"].as_array().unwrap().last().unwrap();
            let names = names.map(|name| name.as_str().unwrap().to_string());
            (last.as_str().unwrap().to_string(), names.collect())
        })
        .collect()
}

/// Waits until a cup has seen to all games that have ended.
fn seen_to(house: &House, id: &str) {
    let due = format!("SELECT due - done FROM cups WHERE id = '{id}'");
    until("the cup goes on", || ask_store(house.folder.path(), &due) == "0");
}

/// Plays a cup to its end; the first seat of every table wins.
fn play_out(house: &House, people: &[(&str, Guest)], id: &str) -> Value {
    let guest = |name: &str| &people.iter().find(|(known, _)| *known == name).unwrap().1;
    for _ in 0..20 {
        let now = cup_of(&people[0].1, id);
        if now["state"] == "over" {
            return now;
        }
        for (table, names) in to_play(&now) {
            win(guest(&names[0]), guest(&names[1]), &table);
        }
        seen_to(house, id);
    }
    panic!("the cup does not end: {}", cup_of(&people[0].1, id));
}

fn people(house: &House, names: &[&'static str]) -> Vec<(&'static str, Guest)> {
    names.iter().map(|name| (*name, house.guest().called(name))).collect()
}

fn entered(people: &[(&str, Guest)], id: &str) {
    for (name, guest) in people {
        let answer = deed(guest, id, "enter");
        assert_eq!(answer.status, 200, "{name}: {}", answer.text);
    }
}

#[test]
fn a_swiss_cup_is_played_to_its_end_through_a_kill() {
    let mut house = House::open();
    let all = people(&house, &["Ann", "Bob", "Cem", "Dora"]);
    let id =
        cup(&all[0].1, json!({ "swiss": { "rounds": 3, "size": 2 } }), json!({ "rated": true }));
    entered(&all, &id);
    assert_eq!(deed(&all[1].1, &id, "enter").status, 409, "once");
    assert_eq!(deed(&all[1].1, &id, "begin").status, 403, "its host begins it");
    assert_eq!(deed(&all[0].1, &id, "begin").status, 200);
    let first = cup_of(&all[0].1, &id);
    let playing = to_play(&first);
    assert_eq!((first["state"].as_str(), playing.len()), (Some("playing"), 2), "{first}");
    // Everybody sits at their table, and is asked there.
    for (table, names) in &playing {
        let seats = all[0].1.get(&format!("/api/tables/{table}")).json();
        assert_eq!(seats["state"], "playing");
        assert_eq!(seats["rated"], true);
        assert_eq!(seats["seats"][0]["name"], names[0].as_str());
    }
    // A server that ends as soon as the last game of the round has ended.
    let guest = |all: &[(&str, Guest)], name: &str, house: &House| {
        same(&all.iter().find(|(known, _)| *known == name).unwrap().1, house)
    };
    for (table, names) in &playing {
        win(&guest(&all, &names[0], &house), &guest(&all, &names[1], &house), table);
    }
    house = House::in_folder(house.kill(), quick);
    let all: Vec<(&str, Guest)> =
        all.iter().map(|(name, guest)| (*name, same(guest, &house))).collect();
    seen_to(&house, &id);
    let second = cup_of(&all[0].1, &id);
    assert_eq!(second["rounds"].as_array().unwrap().len(), 2, "{second}");
    let opened = format!("SELECT count(*) FROM tables WHERE cup = '{id}'");
    assert_eq!(ask_store(house.folder.path(), &opened), "4", "no table opens twice");
    let last = play_out(&house, &all, &id);
    assert_eq!(last["rounds"].as_array().unwrap().len(), 3);
    assert_eq!(ask_store(house.folder.path(), &opened), "6");
    let points: f64 = last["standings"]
        .as_array()
        .unwrap()
        .iter()
        .map(|row| row["points"].as_f64().unwrap())
        .sum();
    assert!((points - 6.0).abs() < 1e-9, "{last}");
    assert_eq!(last["standings"][0]["rank"], 1);
    let all_ratings = ratings(&all[0].1, "connect-four");
    assert!(all_ratings.iter().all(|row| row["games"] == 3), "{all_ratings:?}");
    let page = all[0].1.get(&format!("/cups/{id}")).text;
    assert!(page.contains("Final standings") && page.contains("Round 3"), "{page}");
}

#[test]
fn all_meet_all_and_whoever_drops_out_gives_the_others_a_bye() {
    let house = House::open();
    let all = people(&house, &["Ann", "Bob", "Cem", "Dora"]);
    let id = cup(&all[0].1, json!({ "round_robin": { "legs": 1 } }), json!({ "begins_with": 4 }));
    entered(&all, &id);
    let first = cup_of(&all[0].1, &id);
    assert_eq!(first["state"], "playing", "the fourth was the last that it waited for");
    // Dora is gone before her first game is over.
    assert_eq!(deed(&all[3].1, &id, "leave").status, 200);
    assert_eq!(deed(&all[3].1, &id, "leave").status, 409);
    let now = cup_of(&all[0].1, &id);
    let walkovers = now["rounds"][0]["tables"].as_array().unwrap();
    assert!(walkovers.iter().any(|table| table["without_a_game"] == true), "{now}");
    let last = play_out(&house, &all, &id);
    let standings = last["standings"].as_array().unwrap();
    assert_eq!(standings.len(), 4);
    let dora = standings.iter().find(|row| row["name"] == "Dora").unwrap();
    assert_eq!(dora["dropped_out"], true);
    // She has played less than half: nothing of hers counts, and the others have met each other.
    let points: f64 = standings.iter().map(|row| row["points"].as_f64().unwrap()).sum();
    assert!((points - 3.0).abs() < 1e-9, "{last}");
}

#[test]
fn a_knock_out_needs_a_winner_and_a_bot_stands_in() {
    let house = House::with(quick);
    let all = people(&house, &["Ann", "Bob", "Cem", "Dora"]);
    let more = json!({ "stand_in": "greedy" });
    let id = cup(&all[0].1, json!("knock_out"), more);
    entered(&all, &id);
    assert_eq!(deed(&all[0].1, &id, "begin").status, 200);
    let now = cup_of(&all[0].1, &id);
    let guest = |name: &str| &all.iter().find(|(known, _)| *known == name).unwrap().1;
    let tables = to_play(&now);
    let (drawn, names) = &tables[0];
    draw(guest(&names[0]), guest(&names[1]), drawn);
    seen_to(&house, &id);
    let again = cup_of(&all[0].1, &id);
    let games = again["rounds"][0]["tables"][0]["tables"].as_array().unwrap().clone();
    assert_eq!(games.len(), 2, "the same two play again: {again}");
    let seats = all[0].1.get(&format!("/api/tables/{}", games[1].as_str().unwrap())).json();
    assert_eq!(seats["seats"][0]["name"], names[1].as_str(), "with the seats turned round");
    win(guest(&names[1]), guest(&names[0]), games[1].as_str().unwrap());
    let (other, names) = &tables[1];
    win(guest(&names[0]), guest(&names[1]), other);
    seen_to(&house, &id);
    // The finalists: one of them drops out, and a bot has the place.
    let now = cup_of(&all[0].1, &id);
    let (last, names) = to_play(&now).remove(0);
    assert_eq!(deed(guest(&names[0]), &id, "leave").status, 200);
    until("the cup is over", || {
        let frame = guest(&names[1]).frame(&last, "2");
        if let Some(line) = frame["set"]["prompt"]["choices"][0]["notation"].as_str() {
            guest(&names[1]).act(&last, 1, line, None);
        }
        cup_of(&all[0].1, &id)["state"] == "over"
    });
    let end = cup_of(&all[0].1, &id);
    assert_eq!(end["standings"][0]["name"], names[1].as_str(), "{end}");
    // What was played before is named by who played it, and the last game by both.
    let first = end["rounds"][0].to_string();
    assert!(first.contains(&names[0]) && !first.contains("stands in"), "{end}");
    let both = format!("{} then Medium bot (stands in)", names[0]);
    assert_eq!(end["rounds"][1]["tables"][0]["names"][0], both.as_str(), "{end}");
    let page = all[0].1.get(&format!("/cups/{id}")).text;
    assert!(page.contains(&both), "{page}");
}

#[test]
fn cups_are_refused_in_words_and_shown_to_whom_they_are_for() {
    let house = House::open();
    let [ann, bob] = ["Ann", "Bob"].map(|name| house.guest().called(name));
    let terms = |change: Value| {
        let mut terms = json!({ "game": "connect-four", "scenario": "plain", "format": "knock_out", "clock": CLOCK });
        for (key, value) in change.as_object().unwrap() {
            terms[key] = value.clone();
        }
        ann.post("/api/cups", json!({ "name": "Cup", "entry": "link", "terms": terms }))
    };
    for (change, words) in [
        (json!({ "clock": "" }), "needs a clock"),
        (json!({ "scenario": "none" }), "none"),
        (json!({ "format": { "swiss": { "rounds": 0, "size": 2 } } }), "1 to 64 rounds"),
        (json!({ "format": { "swiss": { "rounds": 2, "size": 8 } } }), "a table of this cup has 8"),
        (json!({ "stand_in": "nobody" }), "nobody"),
        (json!({ "begins_with": 1 }), "2 to 64"),
    ] {
        let answer = terms(change.clone());
        assert_eq!(answer.status, 400, "{change}: {}", answer.text);
        assert!(answer.text.contains(words), "{change}: {}", answer.text);
    }
    let id = terms(json!({})).json()["id"].as_str().unwrap().to_string();
    // By its address alone.
    assert!(!bob.get("/cups").text.contains(&id) && ann.get("/cups").text.contains(&id));
    assert_eq!(deed(&bob, &id, "enter").status, 200);
    assert!(bob.get("/cups").text.contains(&id));
    assert_eq!(deed(&bob, &id, "leave").status, 200);
    assert_eq!(deed(&ann, &id, "begin").status, 400, "nobody has entered");
    let friends = json!({ "name": "Ours", "entry": "friends", "terms": { "game": "connect-four", "scenario": "plain", "format": "knock_out", "clock": CLOCK } });
    let ours = ann.post("/api/cups", friends).json()["id"].as_str().unwrap().to_string();
    assert_eq!(deed(&bob, &ours, "enter").status, 403);
    assert_eq!(deed(&ann, &ours, "enter").status, 200);
    assert_eq!(deed(&bob, &ours, "close").status, 409);
    assert_eq!(deed(&ann, &ours, "close").status, 200);
    assert_eq!(ann.get(&format!("/cups/{ours}")).status, 404);
    // By the form.
    let fields = [
        ("name", "By hand"),
        ("what", "connect-four/plain"),
        ("format", "swiss"),
        ("rounds", "2"),
        ("size", "2"),
        ("clock", CLOCK),
        ("entry", "everybody"),
        ("begins_with", "0"),
    ];
    let address = done(ann.form("/cups", &fields));
    done(bob.form(&address, &[("deed", "enter")]));
    done(ann.form(&address, &[("deed", "enter")]));
    done(ann.form(&address, &[("deed", "begin")]));
    let page = bob.get(&address).text;
    assert!(page.contains("Round 1") && page.contains("To the table"), "{page}");
    // Who is gone has dropped out.
    done(bob.form("/me/delete", &[("sure", "on")]));
    let end = cup_of(&ann, address.strip_prefix("/cups/").unwrap());
    assert_eq!(end["standings"][0]["name"], "Ann", "{end}");
    assert_eq!(end["standings"][1]["dropped_out"], true);
}
