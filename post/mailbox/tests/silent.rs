//! Mail servers that do not behave.

use mailbox::{Handed, MailSettings, Outgoing, Posted};
use std::time::Duration;

/// One that takes the connection and then says nothing keeps no other letter waiting for ever.
#[tokio::test]
async fn a_server_that_says_nothing_is_given_up() {
    let silent = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    let port = silent.local_addr().unwrap().port();
    let settings = format!(
        "from = \"overwinter@example.test\"\n[smtp]\nhost = \"127.0.0.1\"\nport = {port}\nsecurity = \"none\"\n"
    );
    let settings = MailSettings::read("mail.toml", &settings).unwrap();
    let (sender, to) = ("overwinter@example.test".into(), "ann@example.test".into());
    let letter = Posted { sender, to, bytes: b"Subject: Hm\r\n\r\nHm.\r\n".to_vec() };
    let handed = Outgoing::new(&settings).send_within(Duration::from_millis(200), &letter).await;
    assert!(matches!(&handed, Handed::Later(why) if why.contains("did not answer")), "{handed:?}");
    drop(silent);
}
