//! Guests: one person on several devices, names that change, invitations, and tables that nobody watches.

use crate::house::{Guest, House, between, postgres, quick};
use crate::people::code_of;
use service::{Limits, Rate};

/// A guest with another's cookie: the same browser, or another device of theirs.
fn same(house: &House, guest: &Guest) -> Guest {
    let mut other = house.guest();
    other.cookie.clone_from(&guest.cookie);
    let lobby = other.get("/").text;
    other.key = between(&lobby, r#"name="key" value=""#, "\"").to_string();
    other
}

/// The private link of the guest's own seat at a table.
fn own_link(guest: &Guest, table: &str) -> String {
    between(&guest.get(&format!("/t/{table}")).text, "/s/", "<").to_string()
}

#[test]
fn whoever_opens_the_link_of_another_device_keeps_their_own_seats_on_every_device() {
    let house = House::open();
    let (ann, phone) = (house.guest().called("Ann"), house.guest().called("Phone"));
    let tablet = same(&house, &phone);
    let at_home = ann.open("connect-four", "plain", &["me", "open"]);
    let on_the_way = phone.open("connect-four", "plain", &["me", "bot:random"]);
    let third = house.guest().called("Cat");
    third.form(&format!("/t/{at_home}/join"), &[("seat", "2")]);
    let link = format!("/s/{}", own_link(&ann, &at_home));
    assert!(phone.get(&link).text.contains("Go on as Ann?"));
    let moved = phone.form(&link, &[]);
    assert_eq!(moved.status, 303, "{}", moved.text);

    // On the phone, whose cookie is new, and on the tablet, whose cookie is the old one.
    let cookie = moved.headers.get("set-cookie").unwrap().to_str().unwrap();
    let mut now = house.guest();
    now.cookie = cookie.split(';').next().unwrap().to_string();
    for device in [&same(&house, &now), &same(&house, &tablet), &same(&house, &ann)] {
        for table in [&at_home, &on_the_way] {
            let page = device.get(&format!("/t/{table}")).text;
            assert!(page.contains(r#"data-mine="1""#), "{table}: {page}");
        }
        assert!(device.get("/").text.contains("Ann"), "one name for one person");
    }
    // And when the server has started again.
    let house = house.restart();
    let page = same(&house, &tablet).get(&format!("/t/{at_home}")).text;
    assert!(page.contains(r#"data-mine="1""#), "{page}");
}

#[test]
fn a_referee_and_a_player_of_one_table_do_not_become_one_person() {
    let house = House::open();
    let (ann, bob) = (house.guest().called("Ann"), house.guest().called("Bob"));
    let fields = [("scenario", "plain"), ("referee", "on"), ("seat", "open"), ("seat", "open")];
    let opened = ann.form("/new/connect-four", &fields);
    let table = opened.location.strip_prefix("/t/").unwrap().to_string();
    assert_eq!(bob.form(&format!("/t/{table}/join"), &[("seat", "1")]).status, 303);
    let cat = house.guest().called("Cat");
    assert_eq!(cat.form(&format!("/t/{table}/join"), &[("seat", "2")]).status, 303);
    let link = format!("/s/{}", own_link(&bob, &table));
    let refused = ann.form(&link, &[]);
    assert_eq!(refused.status, 403, "{}", refused.text);
    assert!(refused.text.contains("referee"), "{}", refused.text);
}

/// Lets nobody write into a relation while something is done.
fn while_locked(address: &str, relation: &str, during: impl FnOnce()) {
    let held = format!("LOCK TABLE {relation} IN SHARE MODE; SELECT pg_sleep(600)");
    std::thread::scope(|scope| {
        scope.spawn(|| postgres::try_ask(address, &held));
        let locks =
            format!("pg_locks WHERE relation = '{relation}'::regclass AND mode = 'ShareLock'");
        until(|| counted(address, &format!("{locks} AND granted")) == 1);
        during();
        let ended = format!("SELECT count(pg_terminate_backend(pid)) FROM {locks}");
        assert_eq!(postgres::ask(address, &ended), "1");
    });
}

fn counted(address: &str, of: &str) -> usize {
    postgres::ask(address, &format!("SELECT count(*) FROM {of}")).parse().unwrap()
}

/// Waits until somebody waits to write into a relation.
fn until_held_up(address: &str, relation: &str) {
    let waits = format!("pg_locks WHERE NOT granted AND relation = '{relation}'::regclass");
    until(|| counted(address, &waits) >= 1);
}

/// As long as whoever comes second needs to come as far as it comes, as far as can be told from outside.
fn let_the_other_come() {
    std::thread::sleep(std::time::Duration::from_millis(400));
}

fn until(so: impl Fn() -> bool) {
    let begun = std::time::Instant::now();
    while !so() {
        assert!(begun.elapsed().as_secs() < 60, "it does not become so");
        std::thread::sleep(std::time::Duration::from_millis(20));
    }
}

/// One person does two things at two servers: sits down as a guest, and takes the guest along as the referee of that table.
/// Whichever is held up after it was judged, the other must be known before it is stored.
#[test]
fn a_referee_and_a_player_do_not_become_one_at_two_servers_either() {
    let address = postgres::new_store();
    let [one, two] = House::pair(&address, |_| {});
    for held in ["joined", "seats"] {
        let ann = one.guest().called("Ann");
        let fields = [("scenario", "plain"), ("referee", "on"), ("seat", "open"), ("seat", "open")];
        let opened = ann.form("/new/connect-four", &fields);
        let table = opened.location.strip_prefix("/t/").unwrap().to_string();
        let code = code_of(&ann.form("/me/code", &[]));
        let bob = one.guest().called("Bob");
        bob.open("connect-four", "plain", &["me", "open"]);
        let elsewhere = bob.at(&two);
        let sits = || bob.form(&format!("/t/{table}/join"), &[("seat", "1")]).status;
        let joins = || elsewhere.form("/sign-in/code", &[("code", &code), ("along", "on")]).status;
        let (sat, joined) = std::thread::scope(|scope| {
            let (mut sitting, mut joining) = (None, None);
            while_locked(&address, held, || {
                match held {
                    "joined" => joining = Some(scope.spawn(joins)),
                    _ => sitting = Some(scope.spawn(sits)),
                }
                until_held_up(&address, held);
                match held {
                    "joined" => sitting = Some(scope.spawn(sits)),
                    _ => joining = Some(scope.spawn(joins)),
                }
                let_the_other_come();
            });
            (sitting.unwrap().join().unwrap(), joining.unwrap().join().unwrap())
        });
        assert!((sat == 303) != (joined == 200), "{held}: one of both is done: {sat}, {joined}");
        let both = format!(
            "seats JOIN tables ON id = table_id LEFT JOIN joined ON guest = holder \
             WHERE id = '{table}' AND coalesce(becomes, holder) = referee"
        );
        assert_eq!(counted(&address, &both), 0, "{held}: the referee plays");
    }
}

/// Two who become each other at two servers are one, and not two who lead to each other.
#[test]
fn two_who_become_each_other_at_two_servers_are_one() {
    let address = postgres::new_store();
    let [one, two] = House::pair(&address, |_| {});
    let (ann, bob) = (one.guest().called("Ann"), two.guest().called("Bob"));
    let tables = [&ann, &bob].map(|guest| guest.open("connect-four", "plain", &["me", "me"]));
    let [to_ann, to_bob] =
        [own_link(&ann, &tables[0]), own_link(&bob, &tables[1])].map(|link| format!("/s/{link}"));
    let done = std::thread::scope(|scope| {
        let mut both = Vec::new();
        while_locked(&address, "joined", || {
            both.push(scope.spawn(|| ann.form(&to_bob, &[])));
            both.push(scope.spawn(|| bob.form(&to_ann, &[])));
            until_held_up(&address, "joined");
            let_the_other_come();
        });
        both.into_iter().map(|one| one.join().unwrap()).collect::<Vec<_>>()
    });
    assert!(done.iter().any(|answer| answer.status == 303), "{}", done[0].text);
    let led_on = "joined AS a JOIN joined AS b ON a.becomes = b.guest";
    assert_eq!(counted(&address, led_on), 0);
    let holders = format!(
        "(SELECT DISTINCT holder FROM seats WHERE table_id IN ('{}', '{}')) AS holders",
        tables[0], tables[1]
    );
    let said: Vec<_> = done.iter().map(|answer| (answer.status, &answer.text)).collect();
    assert_eq!(counted(&address, &holders), 1, "they are one: {said:?}");
}

#[test]
fn in_a_game_everybody_keeps_the_name_with_which_they_began() {
    let house = House::open();
    let (ann, bob) = (house.guest().called("Ann"), house.guest().called("Bob"));
    let table = ann.open("connect-four", "plain", &["me", "open"]);
    let ann = ann.called("Anna");
    assert!(
        ann.get(&format!("/t/{table}")).text.contains("Anna"),
        "before the start a new one counts"
    );
    assert_eq!(bob.form(&format!("/t/{table}/join"), &[("seat", "2")]).status, 303);
    assert_eq!(ann.act(&table, 0, "drop 4", None).status, 200);
    let (bob, ann) = (bob.called("Zorro"), ann.called("Bob"));
    let frame = ann.frame(&table, "1");
    let names = [&frame["set"]["seats"][0]["name"], &frame["set"]["seats"][1]["name"]];
    assert_eq!(names, ["Anna", "Bob"]);
    assert!(frame["log"].to_string().contains("Anna"), "{frame}");
    assert_eq!(bob.act(&table, 1, "drop 4", None).status, 200);
    assert_eq!(
        ann.post(&format!("/t/{table}/talk"), serde_json::json!({ "text": "Hm." })).status,
        200
    );
    let talk = bob.frame(&table, "2").to_string();
    assert!(talk.contains("Anna") && !talk.contains("Zorro"), "{talk}");
}

#[test]
fn nobody_is_called_like_the_referee() {
    let house = House::open();
    let judge = house.guest().called("Judge");
    let fields = [("scenario", "plain"), ("referee", "on"), ("seat", "open"), ("seat", "open")];
    let opened = judge.form("/new/connect-four", &fields);
    let table = opened.location.strip_prefix("/t/").unwrap().to_string();
    let mut eve = house.guest();
    assert_eq!(eve.form("/name", &[("name", "\u{408}udge")]).status, 400, "in two scripts");
    for name in ["Judge", "judge", "Jud\u{261}e"] {
        eve = eve.called(name);
        assert_eq!(eve.form(&format!("/t/{table}/join"), &[("seat", "1")]).status, 400, "{name}");
        let said = eve.post(&format!("/t/{table}/talk"), serde_json::json!({ "text": "I judge." }));
        assert_eq!(said.status, 400, "{name}");
    }
    // Whatever the referee is called by now, it speaks as the referee.
    let judge = judge.called("Zed");
    let said = judge.post(&format!("/t/{table}/talk"), serde_json::json!({ "text": "Psst." }));
    assert_eq!(said.status, 200, "{}", said.text);
    let talk = eve.frame(&table, "table").to_string();
    assert!(talk.contains("Judge (referee)") && !talk.contains("Zed"), "{talk}");
}

#[test]
fn the_first_name_reaches_the_tables_at_which_one_plays_and_is_told() {
    let house = House::open();
    let (ann, bob) = (house.guest(), house.guest().called("Bob"));
    let table = ann.open("connect-four", "plain", &["me", "open"]);
    assert_eq!(bob.form(&format!("/t/{table}/join"), &[("seat", "2")]).status, 303);
    assert_eq!(ann.act(&table, 0, "drop 4", None).status, 200);
    let mut stream = bob.follow(&table, "2");
    let first = stream.next().unwrap();
    let before = first["set"]["seats"][0]["name"].as_str().unwrap().to_string();
    assert!(before.starts_with("Guest "), "{before}");
    let ann = ann.called("Anna");
    let renamed = stream.next().unwrap();
    assert_eq!(renamed["set"]["seats"][0]["name"], "Anna", "{renamed}");
    let told = renamed["log"].to_string();
    assert!(told.contains("Anna") && !told.contains(&before), "{told}");
    let said = bob.frame(&table, "2").to_string();
    assert!(said.contains("is called Anna from now on") && said.contains(&before), "{said}");
    assert_eq!(bob.act(&table, 1, "drop 4", None).status, 200);
    assert_eq!(ann.act(&table, 0, "drop 3", None).status, 200);
}

#[test]
fn a_name_that_another_player_has_gets_a_number() {
    let house = House::open();
    let (ann, bob) = (house.guest().called("Ann"), house.guest().called("Bob"));
    let table = ann.open("connect-four", "plain", &["me", "open"]);
    let bob = bob.called("Ann");
    assert_eq!(bob.form(&format!("/t/{table}/join"), &[("seat", "2")]).status, 303);
    assert_eq!(bob.frame(&table, "2")["set"]["seats"][1]["name"], "Ann 2");
}

#[test]
fn an_invitation_says_who_invites_to_what_and_can_be_sent() {
    let house = House::open();
    let ann = house.guest().called("Ann");
    let table = ann.open("outdoor-survival", "lost", &["me", "link"]);
    let room = ann.get(&format!("/t/{table}")).text;
    assert!(
        room.contains(r#"class="copy main""#) && room.contains("QR code of the link"),
        "{room}"
    );
    let link = format!("/s/{}", between(&room, "/s/", "<"));
    let page = house.guest().get(&link).text;
    assert!(page.contains("Ann invites you to Outdoor Survival"), "{page}");
    assert!(page.contains("Lost") && page.contains("At the table: Ann"), "{page}");
    assert!(page.contains(r#"property="og:title""#), "{page}");
}

#[test]
fn whoever_plays_alone_is_not_shown_in_the_lobby() {
    let house = House::open();
    let (ann, bob) = (house.guest().called("Ann"), house.guest());
    let alone = ann.open("connect-four", "plain", &["me", "bot:greedy"]);
    let quick = ann.form("/play/connect-four", &[]).location;
    let open = ann.open("connect-four", "plain", &["me", "open"]);
    let lobby = bob.get("/").text;
    assert!(lobby.contains(&open), "{lobby}");
    assert!(!lobby.contains(&alone) && !lobby.contains(&quick), "{lobby}");
    assert!(ann.get("/").text.contains(&alone));
}

#[test]
fn bots_are_called_by_their_strength() {
    let house = House::open();
    let ann = house.guest().called("Ann");
    let table = ann.open("connect-four", "plain", &["me", "bot:greedy"]);
    assert_eq!(ann.frame(&table, "1")["set"]["seats"][1]["name"], "Medium bot 2");
    let form = ann.get("/new/connect-four").text;
    assert!(form.contains(">Very strong bot<") && !form.contains("search:strong –"), "{form}");
}

#[test]
fn rules_are_found_by_their_words() {
    let house = House::open();
    let ann = house.guest();
    let page = ann.get("/help/outdoor-survival/rules?q=WATER+life").text;
    let found = page.matches("<dt>").count();
    let all = ann.get("/help/outdoor-survival/rules").text.matches("<dt>").count();
    assert!(found > 0 && found < all / 2, "{found} of {all}");
    let nothing = ann.get("/help/outdoor-survival/rules?q=zeppelin").text;
    assert!(nothing.contains("No rule says that"), "{nothing}");
    let everywhere = ann.get("/help?q=winter").text;
    assert!(everywhere.contains("<h3>Yellowstone</h3>"), "{everywhere}");
    let attack = ann.get("/help?q=%3Cscript%3E").text;
    assert!(!attack.contains("<script>"), "{attack}");
}

#[test]
fn every_game_has_a_picture_and_its_page_folds_the_options() {
    let house = House::open();
    let ann = house.guest();
    for shelved in shelf::shelf() {
        let game = shelved.game.id();
        let picture = ann.get(&format!("/illustration/{game}.svg"));
        assert_eq!(picture.status, 200, "{game}");
        let drawing = shelved.game.illustration();
        assert!(drawing.starts_with("<svg") && drawing.contains("<title>"), "{game}");
        for foreign in ["<script", "href=", "url(http", "<image", "<style"] {
            assert!(!drawing.contains(foreign), "{game}: {foreign}");
        }
        let page = ann.get(&format!("/help/{game}")).text;
        let options = page.find("<details class=\"options\">");
        let lessons = page.find("id=\"one-page\"").unwrap();
        assert!(options.is_none_or(|at| at > lessons), "{game}: the options come last");
    }
}

#[test]
fn becoming_another_guest_again_and_again_is_limited() {
    let house = House::with(|config| {
        quick(config);
        config.limits = Limits { names: Rate { burst: 2.0, refill: 0.0001 }, ..Limits::none() };
    });
    let ann = house.guest();
    let table = ann.open("outdoor-survival", "lost", &["me"]);
    let link = format!("/s/{}", own_link(&ann, &table));
    // A cookie costs nothing: an address may do it ten times as often as a person, and no more.
    let joined = (0..25).filter(|_| house.guest().form(&link, &[]).status == 303).count();
    assert_eq!(joined, 20);
    let back = ann.form(&link, &[]);
    assert_eq!(back.status, 303, "who has the seat goes there as often as they like");
}
