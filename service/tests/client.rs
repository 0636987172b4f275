//! The modules of the client, each tested by a page of its own in a real Chromium: what a module promises
//! is in `client/tests/MODULE.test.js`.

use crate::browser::Browser;
use std::collections::BTreeSet;
use std::io::{BufRead, BufReader, Write};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::path::Path;

/// Where the client is.
const CLIENT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/client");

/// Serves the files of the client as they lie there, for as long as the test runs.
fn serve() -> SocketAddr {
    let listener = TcpListener::bind(("127.0.0.1", 0)).unwrap();
    let address = listener.local_addr().unwrap();
    std::thread::spawn(move || {
        for stream in listener.incoming().flatten() {
            std::thread::spawn(move || answer(stream));
        }
    });
    address
}

/// Answers one request; a browser that hangs up is no fault.
fn answer(mut stream: TcpStream) -> Option<()> {
    let mut lines = BufReader::new(stream.try_clone().ok()?).lines().map_while(Result::ok);
    let request = lines.next()?;
    lines.find(String::is_empty)?;
    let path = request.split(' ').nth(1)?.split('?').next()?.trim_start_matches('/').to_string();
    let kind = match path.rsplit_once('.')?.1 {
        "js" => "text/javascript",
        _ => "text/html",
    };
    let (status, body) = match std::fs::read(Path::new(CLIENT).join(&path)) {
        Ok(body) => ("200 OK", body),
        Err(error) => ("404 Not Found", error.to_string().into_bytes()),
    };
    let length = body.len();
    write!(
        stream,
        "HTTP/1.1 {status}\r\nContent-Type: {kind}\r\nContent-Length: {length}\r\nConnection: close\r\n\r\n"
    )
    .ok()?;
    stream.write_all(&body).ok()
}

fn check(module: &str) {
    let mut browser = Browser::launch();
    browser.goto(&format!("http://{}/tests/index.html?{module}", serve()));
    browser.wait("window.results");
    let results = browser.eval("results");
    let results = results.as_array().unwrap();
    let mut failed = Vec::new();
    for result in results {
        let (name, failure) =
            (result["name"].as_str().unwrap(), result["failure"].as_str().unwrap());
        println!("{}: {name}", if failure.is_empty() { "ok" } else { "FAILED" });
        if !failure.is_empty() {
            failed.push(format!("{module}: {name}\n  {failure}"));
        }
    }
    assert!(!results.is_empty(), "{module}: nothing was tested");
    assert!(
        failed.is_empty(),
        "{} of {} failed\n{}",
        failed.len(),
        results.len(),
        failed.join("\n")
    );
    assert!(browser.errors.is_empty(), "{module}: {:?}", browser.errors);
}

/// A test for each module, and one that no file of tests is forgotten.
macro_rules! modules {
    ($($module:ident),* $(,)?) => {
        $(#[test]
        fn $module() {
            check(stringify!($module));
        })*

        #[test]
        fn every_file_of_tests_is_run() {
            let run = BTreeSet::from([$(format!("{}.test.js", stringify!($module))),*]);
            let files = std::fs::read_dir(Path::new(CLIENT).join("tests")).unwrap();
            let names = files.map(|file| file.unwrap().file_name().into_string().unwrap());
            let there: BTreeSet<String> = names.filter(|name| name.ends_with(".test.js")).collect();
            assert_eq!(run, there);
        }
    };
}

modules![
    afar, board, camera, captions, choices, clock, course, cursor, dice, estimate, focus, frame,
    geometry, layout, lesson, luck, names, opening, page, pieces, plans, prompt, questions, recap,
    rulers, seats, seeking, sheets, signal, sketches, slips, story, trial, unseen, voice, watchdog,
];
