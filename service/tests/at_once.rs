//! What is judged and then written holds when another server is faster: whoever writes is held up where it has judged already and
//! has written nothing.

use crate::cluster::Cluster;
use crate::company::{befriend, bond};
use crate::house::{Answer, Guest, between, postgres, until};
use crate::people::{code_of, id_of, operate};
use serde_json::json;
use std::thread;

/// What each of several requests is answered that come to the moment of writing into a relation before any has written there.
/// They wait there, or for each other; once all do, or are done, they go on. Whoever is called as those are who are gone waits for nobody.
fn held_up<const N: usize>(
    cluster: &Cluster,
    relation: &str,
    requests: [&(dyn Fn() -> Answer + Sync); N],
) -> [Answer; N] {
    cluster.ask(&format!(
        "CREATE FUNCTION wait() RETURNS trigger AS $$ BEGIN \
         IF to_jsonb(NEW)->>'name' IS DISTINCT FROM 'Somebody' THEN \
         PERFORM pg_advisory_xact_lock_shared(7, hashtext(TG_TABLE_SCHEMA)); END IF; RETURN NEW; END $$ LANGUAGE plpgsql; \
         CREATE TRIGGER waits BEFORE INSERT OR UPDATE ON {relation} FOR EACH ROW EXECUTE FUNCTION wait()"
    ));
    let locks = |granted: &str| {
        format!(
            "SELECT pid FROM pg_locks WHERE locktype = 'advisory' AND classid = 7 \
             AND objid = hashtext(current_schema())::oid AND {granted}"
        )
    };
    let count = |of: &str| cluster.ask(&format!("SELECT count(*) FROM ({of}) AS found"));
    let held =
        postgres::hold(&cluster.address, "SELECT pg_advisory_lock(7, hashtext(current_schema()))");
    until("writing is held up", || count(&locks("granted")) == "1");
    let held_up = format!(
        "{} UNION SELECT pid FROM pg_stat_activity WHERE pg_blocking_pids(pid) && ARRAY({})",
        locks("NOT granted"),
        locks("NOT granted")
    );
    thread::scope(|scope| {
        let mut asked = Vec::new();
        for (number, request) in requests.into_iter().enumerate() {
            asked.push(scope.spawn(request));
            until("it is held up, or done", || {
                let done = asked.iter().filter(|request| request.is_finished()).count();
                let waiting: usize = count(&held_up).parse().unwrap();
                done + waiting > number
            });
        }
        drop(held);
        let answers: Vec<Answer> =
            asked.into_iter().map(|request| request.join().unwrap()).collect();
        let Ok(answers) = answers.try_into() else { unreachable!("as many as were asked") };
        answers
    })
}

/// Ann, at two servers, which both have noted her browser.
fn at_both(cluster: &Cluster) -> [Guest; 2] {
    let ann = cluster.guest(0).called("Ann");
    let both = [cluster.at(0, &ann), cluster.at(1, &ann)];
    for ann in &both {
        // What changes something notes the browser; afterwards nothing is written beside what a test asks for.
        assert_eq!(ann.form("/name", &[("name", "Ann")]).status, 303);
    }
    both
}

fn vacation(guest: &Guest, first: &str, last: &str) -> Answer {
    let fields = [("deed", "take"), ("first", first), ("last", last), ("zone", "UTC")];
    guest.form("/my/vacation", &fields)
}

#[test]
fn of_two_vacations_that_are_taken_at_once_both_are_there() {
    let cluster = Cluster::of(2);
    let [here, there] = at_both(&cluster);
    let [one, other] = held_up(
        &cluster,
        "vacations",
        [&|| vacation(&here, "2090-03-01", "2090-03-05"), &|| {
            vacation(&there, "2090-07-01", "2090-07-05")
        }],
    );
    assert_eq!((one.status, other.status), (303, 303), "{}{}", one.text, other.text);
    let days = cluster.ask("SELECT days FROM vacations");
    assert!(days.contains("2090-03-01") && days.contains("2090-07-01"), "{days}");
}

#[test]
fn nobody_takes_more_days_than_there_are_by_taking_them_at_once() {
    let cluster = Cluster::of(2);
    let [here, there] = at_both(&cluster);
    let answers = held_up(
        &cluster,
        "vacations",
        [&|| vacation(&here, "2090-03-01", "2090-03-20"), &|| {
            vacation(&there, "2090-07-01", "2090-07-20")
        }],
    );
    let mut told = answers.map(|answer| answer.status);
    told.sort_unstable();
    assert_eq!(told, [303, 400], "the second is judged by what is left");
}

#[test]
fn what_is_set_at_once_at_two_places_of_a_page_is_all_set() {
    let cluster = Cluster::of(2);
    let [here, there] = at_both(&cluster);
    let zone = [("zone", "Europe/Berlin"), ("language", "de")];
    let digest = [("tell-turn", "on"), ("digest", "18:00")];
    let [one, other] = held_up(
        &cluster,
        "people",
        [&|| here.form("/me/settings", &zone), &|| there.form("/me/notices", &digest)],
    );
    assert_eq!((one.status, other.status), (303, 303), "{}{}", one.text, other.text);
    let set = cluster.ask("SELECT settings FROM people WHERE settings <> ''");
    assert!(set.contains("Europe/Berlin") && set.contains("18:00"), "{set}");
}

/// Somebody is deleted at one server while something of theirs is written at another: nothing of them is left.
fn deleted_beside(relation: &str, left: &str, request: impl Fn(&Guest) -> Answer + Sync) {
    let cluster = Cluster::of(2);
    let [here, there] = at_both(&cluster);
    deleted_while(&cluster, &here, (relation, left), &|| request(&there));
}

/// The same in a house in which something has happened already.
fn deleted_while(
    cluster: &Cluster,
    who: &Guest,
    (relation, left): (&str, &str),
    request: &(dyn Fn() -> Answer + Sync),
) {
    let delete = || who.form("/me/delete", &[("sure", "on")]);
    let [_, deleted] = held_up(cluster, relation, [request, &delete]);
    assert_eq!(deleted.status, 303, "{}", deleted.text);
    assert_eq!(cluster.ask(&format!("SELECT count(*) FROM {left}")), "0");
}

#[test]
fn no_way_to_be_told_is_left_of_whoever_is_deleted_at_once() {
    deleted_beside("ways", "ways", |ann| ann.form("/me/feeds", &[]));
}

#[test]
fn no_vacation_is_left_of_whoever_is_deleted_at_once() {
    deleted_beside("vacations", "vacations", |ann| vacation(ann, "2090-03-01", "2090-03-05"));
}

#[test]
fn no_settings_are_left_of_whoever_is_deleted_at_once() {
    let set = [("zone", "Europe/Berlin")];
    deleted_beside("people", "people WHERE settings <> ''", |ann| ann.form("/me/settings", &set));
}

#[test]
fn no_name_is_left_of_whoever_is_deleted_at_once() {
    let named = [("name", "Anna")];
    deleted_beside("guests", "guests WHERE name = 'Anna'", |ann| ann.form("/name", &named));
}

#[test]
fn no_browser_is_left_of_whoever_is_deleted_at_once() {
    let cluster = Cluster::of(2);
    let ann = cluster.guest(0).called("Ann");
    // Her own server has noted it already.
    assert_eq!(ann.form("/name", &[("name", "Ann")]).status, 303);
    // The other server sees her browser for the first time.
    let there = cluster.at(1, &ann);
    let delete = || ann.form("/me/delete", &[("sure", "on")]);
    let [_, deleted] =
        held_up(&cluster, "devices", [&|| there.form("/name", &[("name", "Ann")]), &delete]);
    assert_eq!(deleted.status, 303, "{}", deleted.text);
    assert_eq!(cluster.ask("SELECT count(*) FROM devices"), "0");
}

#[test]
fn nothing_said_is_theirs_who_are_deleted_at_once() {
    let cluster = Cluster::of(2);
    let [here, there] = at_both(&cluster);
    let table = cluster.guest(0).called("Ben").open("connect-four", "plain", &["me", "open"]);
    let say = || there.post(&format!("/t/{table}/talk"), json!({ "text": "Good luck" }));
    deleted_while(&cluster, &here, ("talk", "talk WHERE person <> ''"), &say);
    assert_eq!(cluster.ask("SELECT count(*) FROM talk"), "1", "what was said stays");
}

#[test]
fn nobody_is_asked_to_be_a_friend_who_is_deleted_at_once() {
    let cluster = Cluster::of(2);
    let [here, _] = at_both(&cluster);
    let ben = cluster.at(1, &cluster.guest(0).called("Ben"));
    assert_eq!(here.form("/friends", &[("deed", "renew")]).status, 303);
    let code = between(&here.get("/friends").text, "/friend/", "<").to_string();
    let ask = || ben.form(&format!("/friend/{code}"), &[("deed", "ask")]);
    deleted_while(&cluster, &here, ("friends", "friends"), &ask);
}

#[test]
fn nobody_is_invited_who_is_deleted_at_once() {
    let cluster = Cluster::of(2);
    let [here, _] = at_both(&cluster);
    let ben = cluster.guest(0).called("Ben");
    befriend(&here, &ben, "Ben");
    let row = bond(&ben, "Ann").unwrap().0;
    let table = ben.open("connect-four", "plain", &["me", "open"]);
    let ben = cluster.at(1, &ben);
    let wish = json!({ "deed": "invite", "table": table, "who": format!("/friends/{row}") });
    let invite = || ben.post("/api/me/company", wish.clone());
    deleted_while(&cluster, &here, ("invitations", "invitations"), &invite);
}

/// What somebody with a copy of Ann's cookie is answered who asks for something in the moment in which she signs out everywhere
/// else at another server, or ends that browser: when hers has come to be written, and when theirs has.
fn signed_out_beside(relation: &str, request: impl Fn(&Guest) -> Answer + Sync) {
    let ends = |ann: &Guest| ann.form("/me/devices/end-others", &[]);
    let cluster = Cluster::of(2);
    let [here, there] = at_both(&cluster);
    let before = cluster.ask(&format!("SELECT count(*) FROM {relation}"));
    let [ended, asked] = held_up(&cluster, "ended", [&|| ends(&here), &|| request(&there)]);
    assert_eq!((ended.status, asked.status), (303, 403), "{}{}", ended.text, asked.text);
    assert!(asked.text.contains("signed out here in this moment"), "{}", asked.text);
    assert_eq!(cluster.ask(&format!("SELECT count(*) FROM {relation}")), before);

    let cluster = Cluster::of(2);
    let [here, there] = at_both(&cluster);
    let [_, ended] = held_up(&cluster, relation, [&|| request(&there), &|| ends(&here)]);
    assert_eq!(ended.status, 303, "{}", ended.text);
    assert_eq!(request(&there).status, 403, "the cookie has ended");
}

#[test]
fn no_feed_is_made_with_a_cookie_that_ends_at_once() {
    signed_out_beside("ways", |thief| thief.form("/me/feeds", &[]));
}

#[test]
fn no_code_is_made_with_a_cookie_that_ends_at_once() {
    signed_out_beside("codes", |thief| thief.form("/me/code", &[]));
}

#[test]
fn no_program_is_let_in_with_a_cookie_that_ends_at_once() {
    signed_out_beside("challenges", |thief| thief.form("/me/program", &[]));
}

#[test]
fn no_table_is_opened_with_a_cookie_that_ends_at_once() {
    signed_out_beside("tables", |thief| {
        thief.form("/new/connect-four", &[("scenario", "plain"), ("seat", "me"), ("seat", "open")])
    });
}

#[test]
fn whoever_waits_to_write_when_their_browser_ends_writes_nothing() {
    let cluster = Cluster::of(2);
    let [here, there] = at_both(&cluster);
    let device = between(&here.cookie, "-", ".").to_string();
    let end = || here.form("/me/devices/end", &[("device", &device)]);
    let name = || there.form("/name", &[("name", "Thief")]);
    let [ended, named] = held_up(&cluster, "ended", [&end, &name]);
    assert_eq!((ended.status, named.status), (303, 403), "{}{}", ended.text, named.text);
    assert_eq!(cluster.ask("SELECT name FROM guests"), "Ann");
}

/// Somebody becomes another at one server while whoever runs the house bans them at another: nobody comes out of it unbanned,
/// whichever of the two is written first.
#[test]
fn whoever_is_banned_while_they_become_another_is_banned() {
    for held in ["joined", "people"] {
        let cluster = Cluster::operated(2);
        let (eve, ann) = (cluster.guest(0).called("Eve"), cluster.guest(0).called("Ann"));
        eve.open("connect-four", "plain", &["me", "open"]);
        let code = code_of(&ann.form("/me/code", &[]));
        let eves = format!("/people/{}", id_of(cluster.server(0), "Eve"));
        let there = cluster.at(1, &eve);
        let join = || there.form("/sign-in/code", &[("code", &code), ("along", "on")]);
        let ban = json!({ "deed": "ban", "why": "Enough." });
        let ban = || operate(cluster.server(0), &eves, Some(ban.clone()));
        let banned = match held {
            "joined" => {
                let [_, banned] = held_up(&cluster, held, [&join, &ban]);
                banned
            }
            _ => {
                let [banned, _] = held_up(&cluster, held, [&ban, &join]);
                banned
            }
        };
        assert_eq!(banned.status, 200, "{held}: {}", banned.text);
        let become_one = cluster.ask("SELECT count(*) FROM joined") == "1";
        let who = if become_one { &ann } else { &eve };
        let refused = who.form("/new/connect-four", &[("scenario", "plain"), ("seat", "me")]);
        assert!(refused.text.contains("Enough."), "{held}: {}", refused.text);
    }
}
