//! An Atom feed of notices (RFC 4287).

use crate::body::escape;
use crate::notices::Notice;
use clock::Zone;
use jiff::Timestamp;
use std::fmt::Write;

/// What a feed is called, and where it is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Feed {
    /// An address that never changes and stands for the feed.
    pub id: String,
    /// Its title.
    pub title: String,
    /// Where it is.
    pub link: String,
    /// By which clock on the wall times are told.
    pub zone: Zone,
}

/// A feed with notices, the newest first.
///
/// ```
/// use notice::{Feed, feed};
///
/// let own = Feed {
///     id: "https://play.example/feed/7".into(),
///     title: "Ann's tables".into(),
///     link: "https://play.example/feed/7.atom".into(),
///     zone: clock::Zone::UTC,
/// };
/// assert!(feed(&own, &[]).starts_with("<?xml version=\"1.0\" encoding=\"utf-8\"?>\n<feed "));
/// ```
pub fn feed(feed: &Feed, notices: &[Notice]) -> String {
    let mut notices: Vec<&Notice> = notices.iter().collect();
    notices.sort_by(|a, b| (b.made, &b.key).cmp(&(a.made, &a.key)));
    let updated = notices.first().map_or(Timestamp::UNIX_EPOCH, |notice| notice.made);
    let mut xml = String::from("<?xml version=\"1.0\" encoding=\"utf-8\"?>\n");
    let (id, title, link) = (escape(&feed.id), escape(&feed.title), escape(&feed.link));
    let _ = write!(
        xml,
        "<feed xmlns=\"http://www.w3.org/2005/Atom\">\n<id>{id}</id>\n<title>{title}</title>\n<updated>{updated}</updated>\n\
         <author><name>Overwinter</name></author>\n<link rel=\"self\" href=\"{link}\"/>\n"
    );
    for notice in notices {
        let key = escape(&encoded(&notice.key));
        let (title, link) = (escape(&notice.subject()), escape(&notice.link));
        let content = escape(&notice.lines(&feed.zone).join("\n"));
        let (made, kind) = (notice.made, notice.kind.title());
        let _ = write!(
            xml,
            "<entry>\n<id>{id}#{key}</id>\n<title>{title}</title>\n<updated>{made}</updated>\n\
             <link href=\"{link}\"/>\n<category term=\"{kind}\"/>\n<content type=\"text\">{content}</content>\n</entry>\n"
        );
    }
    xml + "</feed>\n"
}

/// A text as a part of an address.
fn encoded(text: &str) -> String {
    text.bytes().fold(String::new(), |mut all, byte| {
        match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'-' | b'_' | b'.' | b'/' => {
                all.push(char::from(byte))
            }
            byte => {
                let _ = write!(all, "%{byte:02X}");
            }
        }
        all
    })
}
