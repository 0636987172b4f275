//! Where answers go: an address with a secret in it, by which it is known who writes and about what.

use lettre::Address;
use std::str::FromStr;

/// What stands for the secret in a pattern.
const KEY: &str = "{key}";

/// The most letters before the @ of an address.
const LONGEST: usize = 64;

/// The most letters of a secret.
const LONGEST_KEY: usize = 48;

/// A pattern of addresses, such as `play+{key}@example.org`.
///
/// ```
/// use mailbox::ReplyAddress;
///
/// let reply: ReplyAddress = "play+{key}@example.org".parse().unwrap();
/// assert_eq!(reply.to("k7.2"), "play+k7.2@example.org");
/// assert_eq!(reply.key("Play+K7.2@Example.org").as_deref(), Some("k7.2"));
/// assert_eq!(reply.key("play@example.org"), None);
/// assert!("play@example.org".parse::<ReplyAddress>().is_err());
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReplyAddress {
    before: String,
    after: String,
}

impl ReplyAddress {
    /// The address with that secret.
    pub fn to(&self, key: &str) -> String {
        format!("{}{key}{}", self.before, self.after)
    }

    /// The secret in an address, in small letters; nothing if it is none of these addresses.
    pub fn key(&self, address: &str) -> Option<String> {
        let address = address.trim().to_lowercase();
        let key = address.strip_prefix(&self.before.to_lowercase())?;
        let key = key.strip_suffix(&self.after.to_lowercase())?;
        let known = |letter: char| letter.is_ascii_alphanumeric() || letter == '.';
        let right = !key.is_empty() && key.len() <= LONGEST_KEY && key.chars().all(known);
        right.then(|| key.to_string())
    }
}

impl FromStr for ReplyAddress {
    type Err = String;

    fn from_str(pattern: &str) -> Result<ReplyAddress, String> {
        let wrong = || {
            format!("say an address with `{KEY}` before the @, such as `play+{KEY}@example.org`")
        };
        let (before, after) = pattern.trim().split_once(KEY).ok_or_else(wrong)?;
        let filled = format!("{before}k{after}");
        let whole = filled.parse::<Address>().map_err(|_| wrong())?;
        if after.contains(KEY) || !after.contains('@') {
            return Err(wrong());
        }
        let room = LONGEST.saturating_sub(whole.user().len());
        if room < LONGEST_KEY {
            let most = LONGEST - LONGEST_KEY;
            return Err(format!(
                "this is too long: beside `{KEY}` at most {most} letters stand before the @"
            ));
        }
        Ok(ReplyAddress { before: before.into(), after: after.into() })
    }
}
