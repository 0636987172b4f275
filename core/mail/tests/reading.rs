//! Single promises of the reader.

use mail::{Kind, Message, Part, Written};

fn own(text: &str) -> String {
    Written::of_plain(text).own()
}

#[test]
fn what_stands_between_quoted_lines_is_the_writers() {
    let text = "> How does 17 move?\n17 stay\n\n> And 18?\n> Please.\n18 forage\n";
    assert_eq!(own(text), "17 stay\n\n18 forage");
}

#[test]
fn lines_that_only_resemble_mail_programs_are_kept() {
    for text in [
        "17 stay\nI wrote:\n18 forage",
        "From: the hills\n17 stay",
        "To: be or not to be\nSubject: to change\n17 stay",
        "Sent from B7 to C8",
        "PRESS: In 1999 Bob wrote:\nnothing.\nEND",
        "17 stay\n--\n1\n2\n3\n4\n5\n6\n7\n8\n9\n10\n11\n12\n18 stay",
        "On Monday I will be away\n17 stay",
    ] {
        assert_eq!(own(text), text);
    }
}

#[test]
fn html_is_read_as_a_browser_shows_it() {
    for (html, shown) in [
        ("<p>17&nbsp;stay<br>18 B7 &gt; C8</p>", "17 stay\n18 B7 > C8"),
        ("<div>17 stay</div><div>18 stay</div>", "17 stay\n18 stay"),
        ("<ul><li>17 stay<li>18 stay</ul>", "17 stay\n18 stay"),
        (
            "<table><tr><td>17<td>C8<tr><td><p>18</p></td><td><p>stay</p></td></table>",
            "17 C8\n18 stay",
        ),
        ("17 stay<script>18 stay</script><style>p{}</style><!-- 19 stay -->", "17 stay"),
        ("<pre>17 stay\n18 stay</pre>", "17 stay\n18 stay"),
        ("<div style='white-space: pre-wrap'>17 stay\n18 stay</div>", "17 stay\n18 stay"),
        ("17\n   stay\n<b>aggr</b>essive", "17 stay aggressive"),
        ("<p>17 stay</p><p style='display:none'>18 stay</p><p hidden>19 stay</p>", "17 stay"),
        ("17 stay <s>18 stay</s> <del>19 stay</del>", "17 stay"),
        (
            "<blockquote style='margin:0 0 0 40px;border:none;padding:0px'>17 stay</blockquote>",
            "17 stay",
        ),
        ("<blockquote type=cite>17 stay</blockquote>18 stay", "18 stay"),
        ("17 \u{ad}st\u{200b}ay &#8594; C8 &eacute;&hellip;", "17 stay → C8 é…"),
        ("<b><i>17 stay</b></i><p>18 stay", "17 stay\n\n18 stay"),
    ] {
        assert_eq!(Written::of_html(html).own(), shown, "{html}");
    }
}

#[test]
fn no_message_breaks_the_reader() {
    let deep = "<div><blockquote>".repeat(20_000) + "17 stay";
    Written::of_html(&deep);
    Written::of_html(&"<table><tr><td>".repeat(3_000));
    Written::of_html("<a<b<c>&#xffffffff;&bogus;</p></table><td>");
    Written::of_plain(&"> ".repeat(100_000));
    Written::of_plain(&"On 1 Jan 2020 at 10:11 ann@example.org\n".repeat(5_000));
    Written::of_plain(&"From: a\nTo: b\n".repeat(5_000));
    for bytes in [
        &b""[..],
        b"\0\xff\xfe",
        b"From: a\r\n",
        b"\r\n\r\n",
        b"Content-Type: multipart/mixed; boundary=x\r\n\r\n--x\r\n--x",
    ] {
        Message::read(bytes);
    }
}

#[test]
fn facts_are_told() {
    let bytes = b"Return-Path: <ann@example.org>\r\nFrom: =?utf-8?q?Zo=C3=AB?= <zoe@example.org>\r\nTo: GM <gm@example.org>, b@example.org\r\nMessage-ID: <2@example.org>\r\nIn-Reply-To: <1@example.org>\r\nReferences: <0@example.org>\r\n <1@example.org>\r\nDate: Mon, 1 Jun 2026 10:11:12 +0200\r\nSubject: =?iso-8859-1?q?R=E9=3A?= orders\r\n\r\n17 stay\r\n";
    let message = Message::read(bytes).unwrap();
    assert_eq!(message.from[0].to_string(), "Zoë <zoe@example.org>");
    assert_eq!((message.id.as_deref(), message.in_reply_to.len()), (Some("2@example.org"), 1));
    assert_eq!(message.references, ["0@example.org", "1@example.org"]);
    assert_eq!(message.sent, Some(1_780_301_472));
    assert_eq!((message.to.len(), message.subject.as_str()), (2, "Ré: orders"));
    assert_eq!(message.return_path.as_deref(), Some("ann@example.org"));
    assert_eq!(message.kind, Kind::Personal);
    let own = b"X-Overwinter: 1\r\nFrom: gm@example.org\r\n\r\nhello";
    assert_eq!(Message::read(own).unwrap().kind, Kind::Own);
}

#[test]
fn latin_letters_without_a_charset_are_read() {
    let bytes = b"From: a@example.org\r\n\r\nNAME: M\xfcller\r\n";
    assert_eq!(Message::read(bytes).unwrap().written.own(), "NAME: Müller");
    let bytes = b"From: a@example.org\r\nContent-Transfer-Encoding: quoted-printable\r\n\r\nNAME: M=FCller\r\n";
    assert_eq!(Message::read(bytes).unwrap().written.own(), "NAME: Müller");
}

#[test]
fn flowed_text_is_joined_where_the_width_explains_the_break() {
    let head = "From: a@example.org\r\nContent-Type: text/plain; format=flowed\r\n\r\n";
    let long = "PRESS: a piece of press that is so long that the program of its \r\nwriter had to break it\r\n17 stay \r\n18 stay \r\n>> quoted\r\n";
    let message = Message::read(format!("{head}{long}").as_bytes()).unwrap();
    assert_eq!(
        message.written.own(),
        "PRESS: a piece of press that is so long that the program of its writer had to break it\n17 stay\n18 stay"
    );
}

#[test]
fn every_line_is_kept_and_told_apart() {
    let written =
        Written::of_plain("17 stay\n-- \nAnn\n\nOn Mon, 1 Jun 2026 at 10:11, GM wrote:\n> hello");
    let parts: Vec<Part> = written.lines.iter().map(|line| line.part).collect();
    use Part::{Own, Quoted, Signature};
    assert_eq!(parts, [Own, Signature, Signature, Signature, Quoted, Quoted]);
}

#[test]
fn a_sentence_that_begins_with_from_is_no_new_message() {
    let mbox = b"From ann@example.org Mon Jun  1 10:11:12 2026\nFrom: ann@example.org\n\n17 stay\n\nFrom here on I wander.\n>From the hills\n\nFrom: Bob\n\nFrom - Tue Jun  2 10:11:12 2026\nFrom: bob@example.org\n\n18 stay\n";
    let messages = mail::split_mbox(mbox);
    let read: Vec<Message> = messages.iter().filter_map(|bytes| Message::read(bytes)).collect();
    let from: Vec<&str> = read.iter().map(|message| message.from[0].address.as_str()).collect();
    assert_eq!(from, ["ann@example.org", "bob@example.org"]);
    assert_eq!(
        read[0].written.own(),
        "17 stay\n\nFrom here on I wander.\nFrom the hills\n\nFrom: Bob"
    );
}

#[test]
fn a_mail_that_says_twice_who_wrote_it_is_seen_to() {
    let twice = b"From: Eve <eve@example.net>\r\nFrom: Ann <ann@example.org>\r\n\r\n17 stay\r\n";
    let message = Message::read(twice).unwrap();
    let from: Vec<&str> = message.from.iter().map(|from| from.address.as_str()).collect();
    assert_eq!((message.from_lines, from), (2, vec!["eve@example.net", "ann@example.org"]));
    let once = b"From: \"Ann <ann@example.org>\" <eve@example.net>\r\n\r\n17 stay\r\n";
    let message = Message::read(once).unwrap();
    assert_eq!((message.from_lines, message.from.len()), (1, 1));
    assert_eq!(message.from[0].address, "eve@example.net");
}
