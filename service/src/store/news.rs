//! What servers that share a store tell each other. It is a hint: what is so stands in the rows, and whoever missed something
//! looks there.

/// Something that has happened in the store.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(
    not(feature = "postgres"),
    expect(dead_code, reason = "only servers that share a store tell it")
)]
pub enum News {
    /// A table has this version now.
    Raised(String, i64),
    /// A table is gone.
    Gone(String),
    /// Two guests have become one, so that many tables may have changed; or cookies count no more, or somebody may do less or
    /// more than before.
    Joined,
    /// Somebody wants the bots of a table to play without a pause.
    Hurried(String),
    /// Something may have been missed.
    Missed,
}

/// The most bytes that PostgreSQL takes at once, with some room.
#[cfg(feature = "postgres")]
const LONGEST: usize = 7900;

#[cfg(feature = "postgres")]
impl News {
    fn line(&self) -> String {
        match self {
            News::Raised(table, version) => format!("raised {table} {version}"),
            News::Gone(table) => format!("gone {table}"),
            News::Joined => "joined".into(),
            News::Hurried(table) => format!("hurried {table}"),
            News::Missed => "missed".into(),
        }
    }

    /// Many of them in few texts.
    pub fn written(news: &[News]) -> Vec<String> {
        let mut texts: Vec<String> = Vec::new();
        for line in news.iter().map(News::line) {
            match texts.last_mut().filter(|text| text.len() + line.len() < LONGEST) {
                Some(text) => {
                    text.push('\n');
                    text.push_str(&line);
                }
                None => texts.push(line),
            }
        }
        texts
    }

    /// Those in a text; what cannot be read, as from a newer server, may be anything.
    pub fn read(text: &str) -> impl Iterator<Item = News> {
        text.lines().map(|line| {
            let words: Vec<&str> = line.split(' ').collect();
            match words[..] {
                ["raised", table, version] => match version.parse() {
                    Ok(version) => News::Raised(table.into(), version),
                    Err(_) => News::Missed,
                },
                ["gone", table] => News::Gone(table.into()),
                ["joined"] => News::Joined,
                ["hurried", table] => News::Hurried(table.into()),
                _ => News::Missed,
            }
        })
    }
}

#[cfg(all(test, feature = "postgres"))]
mod tests {
    use super::*;

    #[test]
    fn news_are_read_as_they_were_written_and_no_text_is_too_long() {
        let mut news = vec![News::Joined, News::Gone("a".into()), News::Hurried("b".into())];
        news.extend((0..5000).map(|number| News::Raised(format!("table{number}"), number)));
        let texts = News::written(&news);
        assert!(texts.len() > 1 && texts.iter().all(|text| text.len() < 8000));
        assert_eq!(texts.iter().flat_map(|text| News::read(text)).collect::<Vec<_>>(), news);
        assert_eq!(
            News::read("raised a b\nnonsense").collect::<Vec<_>>(),
            [News::Missed, News::Missed]
        );
        assert!(News::written(&[]).is_empty());
    }
}
