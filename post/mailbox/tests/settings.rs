//! Settings: what is wrong in them is told where it stands, with what would be right.

use mailbox::{Account, Inbox, MailSettings, Method, Secret, Security};

const WHOLE: &str = r#"
from = "The house <play@example.org>"
reply_to = "{key}@play.example.org"
largest = 100000

[smtp]
host = "mail.example.org"
security = "starttls"
user = "play@example.org"
password_command = "cat /run/secrets/mail"
auth = "xoauth2"

[maildir]
path = "/var/mail/play"
"#;

#[test]
fn everything_that_is_said_is_taken_over() {
    let settings = MailSettings::read("mail.toml", WHOLE).unwrap();
    assert_eq!(settings.from.name.as_deref(), Some("The house"));
    assert_eq!(settings.reply.to("a.1"), "a.1@play.example.org");
    assert_eq!((settings.smtp.port, settings.smtp.security), (587, Security::StartTls));
    let secret = Secret::Command("cat /run/secrets/mail".into());
    let account = Account { user: "play@example.org".into(), secret, method: Method::Xoauth2 };
    assert_eq!(settings.smtp.account, Some(account));
    assert_eq!(settings.inbox, Some(Inbox::Maildir("/var/mail/play".into())));
    assert_eq!((settings.largest, settings.domain()), (100_000, "example.org"));
}

#[test]
fn every_fault_is_told_with_its_line_its_field_and_what_would_be_right() {
    let smtp = "[smtp]\nhost = \"localhost\"\nsecurity = \"none\"\n";
    let from = "from = \"play@example.org\"\n";
    for (text, told) in [
        (smtp.to_string(), "from"),
        (
            format!("from = \"play\"\n{smtp}"),
            "mail.toml:1:8: from: `play` is not possible: say an address",
        ),
        (format!("{from}reply_to = \"play@example.org\"\n{smtp}"), "mail.toml:2:12: reply_to:"),
        (format!("{from}{smtp}port = 0\n"), "mail.toml:5:8: smtp.port: 0 is not possible"),
        (format!("{from}{smtp}prot = 25\n"), "did you mean `port`?"),
        (
            format!("{from}[smtp]\nhost = \"mail.example.org\"\nsecurity = \"none\"\n"),
            "only a server on this machine",
        ),
        (format!("{from}[smtp]\nhost = \"https://mail\"\n"), "the name of a server alone"),
        (
            format!("{from}[smtp]\nhost = \"a.org\"\nsecurity = \"ssl\"\n"),
            "there is no protection `ssl`",
        ),
        (format!("{from}{smtp}user = \"ann\"\n"), "say a `password`"),
        (format!("{from}{smtp}password = \"x\"\n"), "say the `user` whose it is"),
        (
            format!("{from}{smtp}user = \"a\"\npassword = \"x\"\npassword_file = \"y\"\n"),
            "is enough",
        ),
        (
            format!("{from}{smtp}[imap]\nhost = \"a.org\"\n"),
            "a mailbox needs a `user` and a `password`",
        ),
        (format!("{from}{smtp}[listen]\naddress = \"0.0.0.0:25\"\n"), "an address of this machine"),
        (
            format!(
                "{from}{smtp}[listen]\naddress = \"127.0.0.1:2525\"\n[maildir]\npath = \"x\"\n"
            ),
            "one way",
        ),
        (format!("{from}largest = 5\n{smtp}"), "10000 to 50000000"),
        ("from = \"play".into(), "mail.toml:1"),
    ] {
        let faults = MailSettings::read("mail.toml", &text).unwrap_err().to_string();
        assert!(faults.contains(told), "{text}\n{faults}\nnot: {told}");
    }
}

#[test]
fn a_secret_is_in_no_text_of_ours() {
    let text =
        "from = \"a@example.org\"\n[smtp]\nhost = \"b.org\"\nuser = \"a\"\npassword = \"hush\"\n";
    let settings = MailSettings::read("mail.toml", text).unwrap();
    assert!(!format!("{settings:?}").contains("hush"));
}
