//! A server with its store in PostgreSQL: encrypted, and going on after the database was away.

use crate::house::postgres::Postgres;
use crate::house::{House, quick};
use serde_json::json;

/// The address of a new store on an encrypted server, which must be who it says.
fn new_store(server: &Postgres) -> String {
    let vouched = server.vouched_by();
    let encrypted = format!("verify-full&sslrootcert={}", vouched.display());
    server.new_store().replace("127.0.0.1", "localhost").replace("disable", &encrypted)
}

#[test]
fn a_server_goes_on_by_itself_when_its_database_is_back() {
    let server = Postgres::encrypted();
    let address = new_store(&server);
    let house = House::with(|config| {
        quick(config);
        config.store = address.parse().unwrap();
    });
    assert!(!house.folder.path().join("overwinter.sqlite").exists(), "there is no file");
    assert!(house.folder.path().join("seeds.key").exists(), "and the keys are in the folder");
    let ann = house.guest().called("Ann");
    let table = ann.open("connect-four", "plain", &["me", "me"]);
    assert_eq!(ann.act(&table, 0, "drop 1", None).status, 200);
    server.kill();
    let refused = ann.act(&table, 1, "drop 2", None);
    assert_eq!((refused.status, refused.json()["error"].as_str()), (503, Some("failed")));
    let health = ann.get("/health");
    assert_eq!((health.status, &health.json()["ok"]), (503, &json!(false)), "{}", health.text);
    server.go_on();
    assert_eq!(ann.act(&table, 1, "drop 2", None).status, 200);
    let health = ann.get("/health");
    assert_eq!((health.status, &health.json()["ok"]), (200, &json!(true)), "{}", health.text);
    assert_eq!(house.guest().get(&format!("/api/tables/{table}")).json()["steps"], 2);
}
