//! A post office of a test's own: Postfix and Dovecot from the system's packages, on this machine alone, in a folder that goes with
//! it; and people with a mailbox there.

use mail::Message;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::path::PathBuf;
use std::process::Command;
use std::time::{Duration, Instant};

/// The post office; it closes when it is dropped.
pub struct PostOffice {
    folder: PathBuf,
    pub smtp: u16,
    pub imap: u16,
    lmtp: u16,
    smtps: u16,
    imaps: u16,
}

/// How long something may take that the post office does.
const PATIENCE: Duration = Duration::from_secs(60);

/// Ports that nobody has; all are held until each is known, so that none is given twice.
fn free_ports() -> [u16; 5] {
    let held = [(); 5].map(|()| TcpListener::bind("127.0.0.1:0").unwrap());
    held.map(|held| held.local_addr().unwrap().port())
}

impl PostOffice {
    pub fn open() -> PostOffice {
        let folder = tempfile::Builder::new().prefix("post-office-").tempdir().unwrap().keep();
        let [smtp, imap, lmtp, smtps, imaps] = free_ports();
        let office = PostOffice { folder, smtp, imap, lmtp, smtps, imaps };
        office.do_as_root("begin");
        for port in [smtp, imap, smtps, imaps] {
            let began = Instant::now();
            while TcpStream::connect(("127.0.0.1", port)).is_err() {
                assert!(began.elapsed() < PATIENCE, "the post office does not open: {port}");
                std::thread::sleep(Duration::from_millis(20));
            }
        }
        office
    }

    /// Mail servers change who they are, which only root may let them do.
    fn do_as_root(&self, what: &str) {
        let script = concat!(env!("CARGO_MANIFEST_DIR"), "/../service/tests/post_office/office.sh");
        let root = Command::new("id").arg("-u").output().is_ok_and(|id| id.stdout == b"0\n");
        let mut command = Command::new(if root { "sh" } else { "sudo" });
        if !root {
            command.args(["--non-interactive", "sh"]);
        }
        let ports = [self.smtp, self.imap, self.lmtp, self.smtps, self.imaps];
        let ports = ports.map(|port| port.to_string());
        let path = "/usr/sbin:/usr/bin:/sbin:/bin";
        command.arg(script).arg(what).arg(&self.folder).args(ports).env("PATH", path);
        let done = command.output().unwrap();
        let told = String::from_utf8_lossy(&done.stderr).to_string();
        assert!(done.status.success(), "Postfix and Dovecot are needed, and root: {told}");
    }

    /// The settings of a house that has its mailbox here.
    pub fn settings(&self) -> String {
        format!(
            "from = \"The house <play@example.test>\"\n\
             [smtp]\nhost = \"127.0.0.1\"\nport = {}\nsecurity = \"none\"\n\
             [imap]\nhost = \"127.0.0.1\"\nport = {}\nsecurity = \"none\"\nuser = \"play\"\npassword = \"secret\"\n",
            self.smtp, self.imap
        )
    }

    /// The same by encrypted connections: how one signs in, and what else is said of both servers.
    pub fn encrypted_settings(&self, more: &str) -> String {
        format!(
            "from = \"The house <play@example.test>\"\n\
             [smtp]\nhost = \"localhost\"\nport = {}\nsecurity = \"tls\"\nuser = \"play\"\n{more}\n\
             [imap]\nhost = \"localhost\"\nport = {}\nsecurity = \"tls\"\nuser = \"play\"\n{more}\n",
            self.smtps, self.imaps
        )
    }

    /// A file of the office: `certificate.pem`, or the `token` by which one signs in.
    pub fn file(&self, name: &str) -> String {
        self.folder.join(name).to_str().unwrap().to_string()
    }

    /// Hands in a message.
    pub fn hand_in(&self, from: &str, to: &str, message: &str) {
        let mut stream = TcpStream::connect(("127.0.0.1", self.smtp)).unwrap();
        let mut reader = BufReader::new(stream.try_clone().unwrap());
        let mut answer = |wanted: &str| {
            let mut line = String::new();
            while line.is_empty() || line.get(3..4) == Some("-") {
                line.clear();
                reader.read_line(&mut line).unwrap();
            }
            assert!(line.starts_with(wanted), "{line}");
        };
        answer("220");
        let body = message.replace("\r\n", "\n").replace("\n.", "\n..").replace('\n', "\r\n");
        for (line, wanted) in [
            ("EHLO test.example.test".to_string(), "250"),
            (format!("MAIL FROM:<{from}>"), "250"),
            (format!("RCPT TO:<{to}>"), "250"),
            ("DATA".into(), "354"),
            (format!("{body}\r\n."), "250"),
            ("QUIT".into(), "221"),
        ] {
            stream.write_all(format!("{line}\r\n").as_bytes()).unwrap();
            answer(wanted);
        }
    }

    /// All messages in somebody's mailbox, as they came.
    pub fn mailbox(&self, user: &str) -> Vec<Vec<u8>> {
        self.mailbox_behind(user, 0)
    }

    /// The messages in somebody's mailbox behind so many of them.
    pub fn mailbox_behind(&self, user: &str, known: usize) -> Vec<Vec<u8>> {
        let mut stream = TcpStream::connect(("127.0.0.1", self.imap)).unwrap();
        stream.set_read_timeout(Some(PATIENCE)).unwrap();
        let mut reader = BufReader::new(stream.try_clone().unwrap());
        let mut line = String::new();
        reader.read_line(&mut line).unwrap();
        let (mut count, mut found) = (0, Vec::new());
        for (tag, command) in [
            ("a1", format!("LOGIN {user} secret")),
            ("a2", "EXAMINE INBOX".into()),
            ("a3", format!("FETCH {}:* (BODY.PEEK[])", known + 1)),
            ("a4", "LOGOUT".into()),
        ] {
            // Of nothing behind the last IMAP gives the last.
            if tag == "a3" && count <= known {
                continue;
            }
            stream.write_all(format!("{tag} {command}\r\n").as_bytes()).unwrap();
            loop {
                line.clear();
                if reader.read_line(&mut line).unwrap() == 0 || line.starts_with(tag) {
                    break;
                }
                let exists = line.trim_end().strip_suffix(" EXISTS");
                if let Some(exists) = exists.and_then(|line| line.strip_prefix("* ")) {
                    count = exists.parse().unwrap();
                }
                let size = line.trim_end().strip_suffix('}').and_then(|line| line.rsplit_once('{'));
                if let Some(size) = size.and_then(|(_, size)| size.parse::<usize>().ok()) {
                    let mut message = vec![0; size];
                    reader.read_exact(&mut message).unwrap();
                    found.push(message);
                }
            }
        }
        found
    }
}

impl Drop for PostOffice {
    fn drop(&mut self) {
        self.do_as_root("end");
    }
}

/// A letter as somebody reads it.
#[derive(Clone, Debug)]
pub struct Letter {
    pub message: Message,
    /// Its text, as it was sent.
    pub text: String,
    pub raw: String,
}

impl Letter {
    pub fn of(bytes: &[u8]) -> Letter {
        let message = Message::read(bytes).unwrap();
        let text = message.written.lines.iter().map(|line| format!("{}\n", line.text)).collect();
        Letter { message, text, raw: String::from_utf8_lossy(bytes).to_string() }
    }

    /// Where an answer goes.
    pub fn reply_to(&self) -> &str {
        &self.message.reply_to[0].address
    }

    /// A message as a mail program makes it of what somebody writes above this one.
    pub fn answered(&self, from: &str, id: &str, words: &str) -> String {
        let quoted: String = self.text.lines().map(|line| format!("> {line}\n")).collect();
        let theirs = self.message.id.as_deref().unwrap();
        let subject = match self.message.subject.starts_with("Re: ") {
            true => self.message.subject.clone(),
            false => format!("Re: {}", self.message.subject),
        };
        format!(
            "From: <{from}>\nTo: <{}>\nSubject: {}\nMessage-ID: <{id}>\nIn-Reply-To: <{theirs}>\n\
             Date: Tue, 17 Nov 2026 12:00:00 +0000\nMIME-Version: 1.0\nContent-Type: text/plain; charset=utf-8\n\n\
             {words}\n\nOn Tue, 17 Nov 2026 at 11:00, The house <play@example.test> wrote:\n{quoted}",
            self.reply_to(),
            subject,
        )
    }
}
