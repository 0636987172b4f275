//! A server with its store in PostgreSQL: encrypted, and going on after the database was away.

use crate::house::postgres::{self, Postgres};
use crate::house::{House, quick};
use serde_json::json;
use service::{Config, Server};

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

#[test]
fn a_second_server_on_the_same_database_is_refused() {
    let address = postgres::new_store();
    let in_database = |config: &mut Config| {
        quick(config);
        config.store = address.parse().unwrap();
    };
    let house = House::with(in_database);
    let folder = tempfile::TempDir::new().unwrap();
    let data = folder.path().to_path_buf();
    let mut config = Config::new(([127, 0, 0, 1], 0).into(), data, &shelf::house());
    in_database(&mut config);
    let runtime = tokio::runtime::Runtime::new().unwrap();
    let refused = runtime.block_on(Server::start(config)).err().expect("it started").to_string();
    assert!(refused.contains("another server has this database"), "{refused}");
    assert!(refused.starts_with("postgres://overwinter@127.0.0.1"), "{refused}");
    assert_eq!(house.guest().get("/health").json()["ok"], true);
    let folder = house.close();
    let house = House::in_folder(folder, in_database);
    assert_eq!(house.guest().get("/health").json()["ok"], true);
}
