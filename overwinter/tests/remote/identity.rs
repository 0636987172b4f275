//! Who one is at a server: codes, guests, what is kept, signing out, and what is refused in one sentence.

use super::house::{House, Piped, token};
use crate::terminal::console::Home;
use serde_json::json;
use std::os::unix::fs::PermissionsExt;

#[test]
fn an_identity_is_kept_for_its_owner_alone_and_brings_one_back() {
    let (house, home) = (House::open(), Home::new());
    let url = house.url();
    let args = ["play", "connect-four", "--seats=you,open", "--server", &url, "--guest=Ann"];
    let mut first = Piped::open(&home, &args);
    first.expect("waits for players");
    let kept = home.path("overwinter/servers.json");
    let mode = std::fs::metadata(&kept).unwrap().permissions().mode();
    assert_eq!(mode & 0o777, 0o600);
    let table = first.table();
    drop(first);
    // The second run is the same person, without a word.
    let (told, error, code) = home.piped(&["play", "--server", &url], "");
    assert_eq!(code, Some(0), "{error}");
    assert!(told.contains("Ann at") && told.contains(&table), "{told}");
    let me = house.get("/api/me", &token(&home, &house));
    assert_eq!((&me["name"], &me["known"]), (&json!("Ann"), &json!(true)));
    assert!(me["browsers"][0]["name"].as_str().unwrap().starts_with("Overwinter in a terminal"));
    // A file that others can read is refused.
    std::fs::set_permissions(&kept, PermissionsExt::from_mode(0o644)).unwrap();
    let (_, error, code) = home.piped(&["play", "--server", &url], "");
    assert_eq!(code, Some(2));
    assert!(error.contains("chmod 600"), "{error}");
}

/// A code for a terminal makes the program that of whoever made it: once.
#[test]
fn a_code_from_ones_page_signs_in_once() {
    let (house, home) = (House::open(), Home::new());
    let url = house.url();
    let ann = house.somebody("Ann");
    let table = house.table(&ann, "connect-four", &["me", "open"]);
    let code = || {
        let agent: ureq::Agent = ureq::Agent::config_builder().build().into();
        let asked = agent.post(format!("{url}/me/program"));
        let asked = asked.header("authorization", format!("Bearer {ann}"));
        let page = asked.send_form([("key", "")]).unwrap().body_mut().read_to_string().unwrap();
        let (_, rest) = page.split_once("<p class=\"code\"><code>").unwrap();
        rest.split('<').next().unwrap().to_string()
    };
    let first = code();
    let typed = first.replace('-', " ").to_uppercase();
    let (told, error, status) = home.piped(&["play", "--server", &url, "--sign-in", &typed], "");
    assert_eq!(status, Some(0), "{error}");
    assert!(told.contains("You are Ann at") && told.contains(&table), "{told}");
    let other = Home::new();
    let (_, error, status) = other.piped(&["play", "--server", &url, "--sign-in", &first], "");
    assert_eq!(status, Some(2));
    assert!(error.contains("counts once"), "{error}");
    // Signing out ends the token there and here.
    let mine = token(&home, &house);
    let (told, error, status) = home.piped(&["play", "--server", &url, "--sign-out"], "");
    assert_eq!(status, Some(0), "{error}");
    assert!(told.contains("signed out"), "{told}");
    assert!(!home.path("overwinter/servers.json").exists());
    assert_eq!(house.get("/api/me", &mine)["known"], false);
    let (_, error, status) = home.piped(&["play", "--server", &url], "");
    assert_eq!(status, Some(2));
    assert!(error.contains("--sign-in CODE") && error.contains("/me"), "{error}");
}

/// A guest of whom this program is the only trace is not signed out: nobody could bring them back.
#[test]
fn a_guest_of_this_program_alone_stays() {
    let (house, home) = (House::open(), Home::new());
    let url = house.url();
    let args = ["play", "--server", &url, "--guest", "Ann"];
    assert_eq!(home.piped(&args, "").2, Some(0));
    let (_, error, code) = home.piped(&["play", "--server", &url, "--sign-out"], "");
    assert_eq!(code, Some(2));
    assert!(error.contains("Your seats would be lost"), "{error}");
    assert!(home.path("overwinter/servers.json").exists());
    // Nor does another sign-in write over it.
    let (_, error, code) = home.piped(&["play", "--server", &url, "--guest", "Ben"], "");
    assert_eq!(code, Some(2));
    assert!(error.contains("you are Ann"), "{error}");
}

/// Whoever was signed out elsewhere is told, and asked to sign in again.
#[test]
fn a_token_that_was_ended_is_told() {
    let (house, home) = (House::open(), Home::new());
    let url = house.url();
    assert_eq!(home.piped(&["play", "--server", &url, "--guest", "Ann"], "").2, Some(0));
    let kept = home.path("overwinter/servers.json");
    let text = std::fs::read_to_string(&kept).unwrap();
    std::fs::write(&kept, text.replace(&token(&home, &house), "nobody-nowhere.0000")).unwrap();
    let (told, error, code) = home.piped(&["play", "--server", &url], "");
    assert_eq!(code, Some(2), "{told}");
    assert!(told.contains("You were signed out at") && error.contains("--sign-in"), "{error}");
}

#[test]
fn what_cannot_be_is_told_in_a_sentence() {
    let (house, home) = (House::open(), Home::new());
    let url = house.url();
    let ben = house.somebody("Ben");
    let full = house.table(&ben, "connect-four", &["me", "bot:random"]);
    let open = house.table(&ben, "connect-four", &["me", "open"]);
    assert_eq!(home.piped(&["play", "--server", &url, "--guest", "Ann"], "").2, Some(0));
    let closed = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let nobody = format!("http://{}", closed.local_addr().unwrap());
    drop(closed);
    let elsewhere = stranger();
    let seat = format!("{url}/s/nosuchlink");
    let refused: [(&[&str], &str); 13] = [
        (&["--server", "house.example"], "no address of a server"),
        (&["--server", "https://"], "name of a host"),
        (&["--server", "ftp://house.example"], "https:// or http://"),
        (&["--server", &nobody], "nobody answers there"),
        (&["--server", &elsewhere], "no server of Overwinter"),
        (&["--server", &url, "--table", "nosuchtable"], "there is no table nosuchtable"),
        (&["--server", &url, "--table", "../me"], "no table's id"),
        (
            &["--server", &url, "--table", &full],
            "you have no seat at this table, and no seat is free",
        ),
        (&["--server", &url, "--table", &open], "say --join"),
        (&["--server", &seat], "no seat with this link"),
        (&["nosuchgame", "--server", &url], "nosuchgame"),
        (&["connect-four", "--server", &url, "--seats", "you,nosuchbot"], "nosuchbot"),
        (&["connect-four", "--server", &url, "--seats", "you,cmd:./bot"], "by its token"),
    ];
    for (args, why) in refused {
        let (told, error, code) = home.piped(&[&["play"], args].concat(), "");
        assert_eq!(code, Some(2), "{args:?}: {told}{error}");
        assert!(error.to_lowercase().contains(&why.to_lowercase()), "{args:?}: {error}");
        assert_eq!(error.trim_end().lines().count(), 1, "{args:?}: {error}");
    }
}

/// Something that speaks HTTP and is no server of ours; what it says would steer a terminal.
fn stranger() -> String {
    use std::io::{Read, Write};
    let listener = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let address = listener.local_addr().unwrap();
    std::thread::spawn(move || {
        for mut line in listener.incoming().flatten() {
            let _ = line.read(&mut [0; 4096]);
            let body = "{\"hello\":\"\\u001b[31mworld\"}";
            let length = body.len();
            let _ = write!(
                line,
                "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: {length}\r\n\r\n{body}"
            );
        }
    });
    format!("http://{address}")
}

/// Names and sentences of a server that would steer a terminal are shown, not obeyed.
#[test]
fn nothing_of_a_server_steers_the_terminal() {
    use std::io::{Read, Write};
    let listener = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let url = format!("http://{}", listener.local_addr().unwrap());
    std::thread::spawn(move || {
        for mut line in listener.incoming().flatten() {
            std::thread::spawn(move || {
                let mut bytes = [0; 4096];
                while let Ok(count @ 1..) = line.read(&mut bytes) {
                    let asked = String::from_utf8_lossy(&bytes[..count]).into_owned();
                    let body = match asked.split(' ').nth(1).unwrap_or_default() {
                        "/api/me" => "{\"name\":\"A\\u001b[2Jnn\",\"known\":true}",
                        "/api/sign-in" => "{\"name\":\"A\\u001b[2Jnn\",\"token\":\"a-b.c\"}",
                        "/api/me/games" => {
                            "{\"games\":[],\"invitations\":[{\"table\":\"x\",\"host\":\"\\u001b]0;x\\u0007Ben\"}]}"
                        }
                        _ => "{\"error\":\"x\",\"message\":\"\\u001b[5mno\"}",
                    };
                    let status = if body.contains("error") { "403 No" } else { "200 OK" };
                    let _ = write!(
                        line,
                        "HTTP/1.1 {status}\r\nContent-Length: {}\r\n\r\n{body}",
                        body.len()
                    );
                }
            });
        }
    });
    let home = Home::new();
    let (told, error, code) = home.piped(&["play", "--server", &url, "--guest", "Ann"], "");
    assert_eq!(code, Some(2), "{told}{error}");
    assert!(error.contains("no"), "{error}");
    let steers = |text: &str| text.chars().any(|letter| letter.is_control() && letter != '\n');
    assert!(!steers(&told) && !steers(&error), "{told:?} {error:?}");
}

#[test]
fn what_a_server_calls_one_breaks_no_line() {
    let (house, home) = (House::open(), Home::new());
    let url = house.url();
    let args = ["play", "--server", &url];
    assert_eq!(home.piped(&[&args[..], &["--guest", "Ann"]].concat(), "").2, Some(0));
    // As a hostile server has said it, and a version before has kept it.
    let kept = home.path("overwinter/servers.json");
    let text = std::fs::read_to_string(&kept).unwrap();
    assert!(text.contains("\"Ann\""), "{text}");
    std::fs::write(&kept, text.replace("\"Ann\"", r#""Ann\r\nerror:\tall is lost""#)).unwrap();
    let (_, error, code) = home.piped(&[&args[..], &["--guest", "Bob"]].concat(), "");
    assert_eq!(code, Some(2));
    assert!(error.contains("you are Ann"), "{error}");
    assert!(!error.contains('\t') && !error.contains("\nerror:"), "{error:?}");
}
