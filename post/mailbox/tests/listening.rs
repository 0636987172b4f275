//! Mail that comes in from this machine: by LMTP and SMTP, and in a Maildir. Nothing is lost if it cannot be kept at once.

use mailbox::{Arrived, Incoming, MailSettings, Take};
use std::io::{BufRead, BufReader, Write};
use std::net::{TcpListener, TcpStream};
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};
use tokio::runtime::Runtime;

struct Bringing {
    _runtime: Runtime,
    came: Arc<Mutex<Vec<Arrived>>>,
    keeps: Arc<AtomicBool>,
}

fn bring(inbox: &str) -> Bringing {
    let text = format!(
        "from = \"play@example.org\"\nlargest = 10000\n[smtp]\nhost = \"localhost\"\nsecurity = \"none\"\n{inbox}"
    );
    let incoming = Incoming::new(&MailSettings::read("mail.toml", &text).unwrap()).unwrap();
    let came: Arc<Mutex<Vec<Arrived>>> = Arc::default();
    let keeps = Arc::new(AtomicBool::new(true));
    let (kept, willing) = (came.clone(), keeps.clone());
    let take: Take = Arc::new(move |arrived| {
        let (kept, willing) = (kept.clone(), willing.clone());
        Box::pin(async move {
            if !willing.load(Ordering::SeqCst) {
                return Err("the store is away".into());
            }
            kept.lock().unwrap().extend(arrived);
            Ok(())
        })
    });
    let runtime = Runtime::new().unwrap();
    runtime.spawn(async move { incoming.run(take).await });
    Bringing { _runtime: runtime, came, keeps }
}

fn until(what: &str, holds: impl Fn() -> bool) {
    let began = Instant::now();
    while !holds() {
        assert!(began.elapsed() < Duration::from_secs(60), "{what}");
        std::thread::sleep(Duration::from_millis(20));
    }
}

/// Says lines to a server; the first line of each answer.
fn say(port: u16, lines: &[&str]) -> Vec<String> {
    let mut stream = TcpStream::connect(("127.0.0.1", port));
    let began = Instant::now();
    while stream.is_err() && began.elapsed() < Duration::from_secs(60) {
        std::thread::sleep(Duration::from_millis(20));
        stream = TcpStream::connect(("127.0.0.1", port));
    }
    let mut stream = stream.unwrap();
    let mut reader = BufReader::new(stream.try_clone().unwrap());
    let mut answer = || {
        let mut line = String::new();
        loop {
            line.clear();
            reader.read_line(&mut line).unwrap();
            if line.get(3..4) != Some("-") {
                return line.trim_end().to_string();
            }
        }
    };
    answer();
    let said = lines.iter().map(|line| {
        stream.write_all(format!("{line}\r\n").as_bytes()).unwrap();
        answer()
    });
    said.collect()
}

#[test]
fn a_mail_server_hands_over_what_is_for_us_and_keeps_what_cannot_be_kept() {
    let port = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port();
    let bringing = bring(&format!("[listen]\naddress = \"127.0.0.1:{port}\"\n"));
    let message = "Subject: hi\r\n\r\n..1\r\n.";
    let hand_over = |verb: &str| {
        let hello = format!("{verb} mx.example.org");
        let lines = [
            &*hello,
            "MAIL FROM:<a@b.org>",
            "RCPT TO:<play+k7@example.org>",
            "DATA",
            message,
            "QUIT",
        ];
        say(port, &lines)
    };
    bringing.keeps.store(false, Ordering::SeqCst);
    assert!(hand_over("LHLO")[4].starts_with("451"), "it is handed over again");
    bringing.keeps.store(true, Ordering::SeqCst);
    for verb in ["LHLO", "EHLO"] {
        assert!(hand_over(verb)[4].starts_with("250"));
    }
    let came = bringing.came.lock().unwrap().clone();
    assert_eq!(came.len(), 2);
    assert_eq!(came[0].bytes, b"Subject: hi\r\n\r\n.1\r\n");
    assert_eq!(came[0].to.as_deref(), Some("play+k7@example.org"));
    let nobody = say(port, &["EHLO x", "MAIL FROM:<>", "RCPT TO:<ann@example.org>", "DATA"]);
    assert!(nobody[2].starts_with("550") && nobody[3].starts_with("503"), "{nobody:?}");
    let large = say(port, &["EHLO x", "MAIL FROM:<a@b.org> SIZE=10001"]);
    assert!(large[1].starts_with("552"), "{large:?}");
    let long = "x".repeat(10_001);
    let lines = [
        "EHLO x",
        "MAIL FROM:<>",
        "RCPT TO:<play+k7@example.org>",
        "DATA",
        &*format!("{long}\r\n."),
    ];
    assert!(say(port, &lines)[4].starts_with("552"));
    assert_eq!(bringing.came.lock().unwrap().len(), 2);
}

#[test]
fn a_message_in_a_maildir_is_put_away_only_when_it_is_kept() {
    let folder = tempfile::tempdir().unwrap();
    for name in ["new", "cur", "tmp"] {
        std::fs::create_dir(folder.path().join(name)).unwrap();
    }
    let bringing = bring(&format!("[maildir]\npath = \"{}\"\n", folder.path().display()));
    bringing.keeps.store(false, Ordering::SeqCst);
    std::fs::write(folder.path().join("new/1.a"), "Subject: one\n\n1\n").unwrap();
    std::fs::write(
        folder.path().join("new/2.b"),
        format!("Subject: two\n\n{}", "x".repeat(20_000)),
    )
    .unwrap();
    let names = |name: &str| count(&folder.path().join(name));
    std::thread::sleep(Duration::from_millis(300));
    assert_eq!((names("new"), names("cur")), (2, 0));
    bringing.keeps.store(true, Ordering::SeqCst);
    until("both are put away", || names("new") == 0 && names("cur") == 2);
    let came = bringing.came.lock().unwrap().clone();
    assert_eq!(came[0].bytes, b"Subject: one\n\n1\n");
    assert_eq!((came[1].bytes.as_slice(), came[1].whole), (&b"Subject: two"[..], false));
    assert!(folder.path().join("cur/1.a:2,S").is_file());
}

fn count(folder: &Path) -> usize {
    std::fs::read_dir(folder).unwrap().count()
}
