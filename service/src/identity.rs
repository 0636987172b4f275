//! Who asks: a guest with a signed cookie, or a program with a seat's token.

use crate::error::ServiceError;
use crate::secret::{self, Signer};
use axum::http::{HeaderMap, HeaderValue, header};
use unicode_security::skeleton;

/// The name of the cookie.
const COOKIE: &str = "overwinter";
/// How long a browser keeps it: a year, in seconds.
const MAX_AGE: u32 = 31_536_000;

/// Somebody with a browser.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Guest {
    /// Their id, known to them and the server only.
    pub id: String,
    /// Whether they have just come: a cookie must be set.
    pub new: bool,
    /// What their cookie says.
    pub badge: Badge,
}

/// What stands in a cookie: an id that means somebody, and the browser to which it was given. Letters of neither are `-` or `.`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Badge {
    /// The id; whom it means may change.
    pub id: String,
    /// The browser; empty in cookies of versions that knew none.
    pub device: String,
}

impl Badge {
    /// For a browser that is seen for the first time.
    pub fn new(id: String) -> Result<Badge, ServiceError> {
        Ok(Badge { id, device: secret::random_token(24)? })
    }

    /// By what it is known that this cookie counts no more, though others of the same id may: that of the browser, or for
    /// those of versions that knew none one for all of them.
    pub fn device_key(&self) -> String {
        match self.device.as_str() {
            "" => format!("{}-", self.id),
            device => device.to_string(),
        }
    }

    fn text(&self) -> String {
        match self.device.as_str() {
            "" => self.id.clone(),
            device => format!("{}-{device}", self.id),
        }
    }

    fn read(text: &str) -> Badge {
        let (id, device) = text.split_once('-').unwrap_or((text, ""));
        Badge { id: id.into(), device: device.into() }
    }

    /// The cookie. A browser that came by HTTPS sends it by nothing else.
    pub fn cookie(&self, signer: &Signer, https: bool) -> Result<HeaderValue, ServiceError> {
        let text = self.text();
        let signature = signer.sign("guest", &text);
        let secure = if https { "; Secure" } else { "" };
        let text = format!(
            "{COOKIE}={text}.{signature}; Path=/; Max-Age={MAX_AGE}; HttpOnly; SameSite=Lax{secure}"
        );
        HeaderValue::from_str(&text).map_err(|error| ServiceError::Internal(error.to_string()))
    }
}

impl Guest {
    /// The guest of a request, as the cookie says; a new one if it brings no valid cookie.
    pub fn from_headers(headers: &HeaderMap, signer: &Signer) -> Result<Guest, ServiceError> {
        match cookie(headers).and_then(|cookie| verified(cookie, signer)) {
            Some(badge) => Ok(Guest { id: badge.id.clone(), new: false, badge }),
            None => Guest::newcomer(),
        }
    }

    /// Somebody whom nobody knows.
    pub fn newcomer() -> Result<Guest, ServiceError> {
        let badge = Badge::new(secret::random_token(24)?)?;
        Ok(Guest { id: badge.id.clone(), new: true, badge })
    }

    /// Somebody of whom nothing is known but the id.
    pub fn of_id(id: impl Into<String>) -> Guest {
        Guest { id: id.into(), new: false, badge: Badge::default() }
    }

    /// What forms must bring so that no other site can send them in the guest's name.
    pub fn form_key(&self, signer: &Signer) -> String {
        signer.sign("form", &self.id)
    }

    /// What they are called as long as they have not said.
    pub fn default_name(&self) -> String {
        let number: u32 =
            self.id.bytes().fold(7, |sum, byte| (sum * 31 + u32::from(byte)) % 9000) + 1000;
        format!("Guest {number}")
    }
}

/// Whether a request brings a cookie of the key before: then it gets one of the key of today.
pub fn brings_old_cookie(headers: &HeaderMap, signer: &Signer) -> bool {
    cookie(headers).and_then(|cookie| cookie.split_once('.')).is_some_and(|(id, signature)| {
        signer.verify("guest", id, signature) && !signer.is_current("guest", id, signature)
    })
}

fn cookie(headers: &HeaderMap) -> Option<&str> {
    headers
        .get_all(header::COOKIE)
        .iter()
        .filter_map(|value| value.to_str().ok())
        .flat_map(|value| value.split(';'))
        .find_map(|pair| pair.trim().strip_prefix(COOKIE)?.strip_prefix('='))
}

fn verified(cookie: &str, signer: &Signer) -> Option<Badge> {
    let (text, signature) = cookie.split_once('.')?;
    signer.verify("guest", text, signature).then(|| Badge::read(text))
}

/// A browser by what it says of itself, in a few words: nothing that tells two of a kind apart.
pub fn device_name(headers: &HeaderMap) -> String {
    let said = headers.get(header::USER_AGENT).and_then(|said| said.to_str().ok());
    let said = said.unwrap_or_default();
    // Many say the names of others too: the first that is found counts.
    let find = |known: &[(&str, &'static str)]| {
        known.iter().find(|(word, _)| said.contains(word)).map(|(_, name)| *name)
    };
    let browser = find(&[
        ("Edg", "Edge"),
        ("OPR/", "Opera"),
        ("Firefox/", "Firefox"),
        ("FxiOS/", "Firefox"),
        ("CriOS/", "Chrome"),
        ("Chrome/", "Chrome"),
        ("Safari/", "Safari"),
        ("overwinter", "Overwinter in a terminal"),
    ]);
    let system = find(&[
        ("iPhone", "an iPhone"),
        ("iPad", "an iPad"),
        ("Android", "Android"),
        ("Windows", "Windows"),
        ("Mac OS X", "a Mac"),
        ("CrOS", "ChromeOS"),
        ("Linux", "Linux"),
    ]);
    match (browser, system) {
        (Some(browser), Some(system)) => format!("{browser} on {system}"),
        (Some(browser), None) => browser.into(),
        (None, Some(system)) => format!("A browser on {system}"),
        (None, None) => "A browser".into(),
    }
}

/// The token that a program brings.
pub fn bearer_token(headers: &HeaderMap) -> Option<&str> {
    let value = headers.get(header::AUTHORIZATION)?.to_str().ok()?;
    value.strip_prefix("Bearer ").map(str::trim).filter(|token| !token.is_empty())
}

/// A name as a person may call themselves: one to twenty-four letters, of which at least one is a letter or digit,
/// and none that is not seen.
pub fn valid_name(text: &str) -> Result<String, ServiceError> {
    let seen: String = text
        .chars()
        .map(|letter| if letter.is_whitespace() { ' ' } else { letter })
        .filter(|letter| !is_invisible(*letter))
        .collect();
    let seen = without_towers(&seen);
    let name = seen.split_whitespace().collect::<Vec<_>>().join(" ");
    if !name.chars().any(char::is_alphanumeric) {
        return Err(ServiceError::BadRequest("A name needs at least one letter.".into()));
    }
    if is_kept_for_others(&name) {
        let why = "This name is kept: bots are called `… bot`, and `(you)` and `(referee)` stand behind names.";
        return Err(ServiceError::BadRequest(why.into()));
    }
    match name.chars().count() {
        1..=24 => Ok(name),
        _ => Err(ServiceError::BadRequest("A name has at most 24 letters.".into())),
    }
}

/// Whether a name looks like that of a bot, or bears a mark that the pages put behind names.
fn is_kept_for_others(name: &str) -> bool {
    let marked = ["(you)", "(referee)"].iter().any(|mark| {
        let ends = name.to_lowercase();
        let tail = ends.rfind('(').and_then(|at| ends.get(at..)).unwrap_or_default();
        look_alike(tail, mark)
    });
    let mut words: Vec<&str> = name.split_whitespace().collect();
    if words.last().is_some_and(|word| word.chars().all(char::is_numeric)) {
        words.pop();
    }
    marked || words.len() > 1 && words.last().is_some_and(|word| look_alike(word, "bot"))
}

/// A text in which no letter bears more than two marks: towers of them would paint over what stands beside.
pub fn without_towers(text: &str) -> String {
    let mut marks = 0;
    let stays = |letter: &char| {
        marks = if is_mark(*letter) { marks + 1 } else { 0 };
        marks <= 2
    };
    text.chars().filter(stays).collect()
}

/// A mark that is drawn over or under the letter before it.
fn is_mark(letter: char) -> bool {
    matches!(letter,
        '\u{300}'..='\u{36f}' | '\u{483}'..='\u{489}' | '\u{1ab0}'..='\u{1aff}' | '\u{1dc0}'..='\u{1dff}'
        | '\u{20d0}'..='\u{20ff}' | '\u{fe20}'..='\u{fe2f}')
}

/// Whether two names cannot be told apart by those who read them: the same letters, or letters of other scripts that
/// look like them, with capitals or without.
pub fn look_alike(one: &str, other: &str) -> bool {
    let look = |name: &str| -> String {
        skeleton(name).filter(|letter| !letter.is_whitespace()).collect()
    };
    look(one) == look(other) || look(&one.to_lowercase()) == look(&other.to_lowercase())
}

/// Letters that are not seen or turn the direction of writing, and those that Unicode bids to ignore.
pub fn is_invisible(letter: char) -> bool {
    letter.is_control()
        || matches!(letter,
            '\u{ad}' | '\u{34f}' | '\u{61c}' | '\u{115f}' | '\u{1160}' | '\u{17b4}' | '\u{17b5}'
            | '\u{180b}'..='\u{180f}' | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}'
            | '\u{2060}'..='\u{206f}' | '\u{2800}' | '\u{3164}' | '\u{fe00}'..='\u{fe0f}' | '\u{feff}'
            | '\u{ffa0}' | '\u{fff0}'..='\u{fffb}' | '\u{1d173}'..='\u{1d17a}' | '\u{e0000}'..='\u{e0fff}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cookie_of_our_own_is_known_and_a_forged_one_is_not() {
        let signer = Signer::new([1; 32]);
        let badge = Badge { id: "ann".into(), device: "phone".into() };
        let set = badge.cookie(&signer, false).unwrap();
        let pair = set.to_str().unwrap().split(';').next().unwrap().to_string();
        let mut headers = HeaderMap::new();
        headers.insert(header::COOKIE, HeaderValue::from_str(&format!("x=1; {pair}")).unwrap());
        let known = Guest::from_headers(&headers, &signer).unwrap();
        assert_eq!((known.id.as_str(), known.new, &known.badge), ("ann", false, &badge));
        for (from, to) in [("ann-", "bob-"), ("-phone", "-other"), ("-phone", "")] {
            let forged = pair.replace(from, to);
            headers.insert(header::COOKIE, HeaderValue::from_str(&forged).unwrap());
            assert!(Guest::from_headers(&headers, &signer).unwrap().new, "{forged}");
        }
        // Those of versions that knew no devices count on.
        let old = format!("{COOKIE}=ann.{}", signer.sign("guest", "ann"));
        headers.insert(header::COOKIE, HeaderValue::from_str(&old).unwrap());
        let known = Guest::from_headers(&headers, &signer).unwrap();
        assert_eq!((known.id.as_str(), known.badge.device_key().as_str()), ("ann", "ann-"));
    }

    #[test]
    fn browsers_have_names_by_which_one_knows_ones_own() {
        let names = [
            (
                "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0",
                "Firefox on Linux",
            ),
            (
                "Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Mobile \
              Safari/537.36",
                "Chrome on Android",
            ),
            (
                "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) \
              Version/18.0 Mobile/15E148 Safari/604.1",
                "Safari on an iPhone",
            ),
            (
                "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 \
              Safari/537.36 Edg/140.0.0.0",
                "Edge on Windows",
            ),
            ("<script>", "A browser"),
        ];
        for (said, name) in names {
            let said = HeaderValue::from_str(said).unwrap();
            assert_eq!(device_name(&HeaderMap::from_iter([(header::USER_AGENT, said)])), name);
        }
    }

    #[test]
    fn names_that_look_like_another_are_known() {
        for (one, other) in
            [("Ann", "ann"), ("Ann", "\u{410}nn"), ("Bill", "BiII"), ("Ann B", "AnnB")]
        {
            assert!(look_alike(one, other), "{one} {other}");
        }
        assert!(!look_alike("Ann", "Anna") && !look_alike("Bob", "Rob"));
    }

    #[test]
    fn nobody_is_called_like_a_bot_or_bears_the_marks_of_pages() {
        for name in ["Medium bot 9", "medium BOT", "Easy b\u{43e}t 2", "Ann (you)", "Ann (Referee)"]
        {
            assert!(valid_name(name).is_err(), "{name}");
        }
        for name in ["Bot", "Abbot", "Robot 3", "Ann (Leeds)"] {
            assert_eq!(valid_name(name).unwrap(), name);
        }
    }

    #[test]
    fn no_letter_bears_a_tower_of_marks() {
        let tower = format!("A{}nn", "\u{301}".repeat(20));
        assert_eq!(valid_name(&tower).unwrap(), "A\u{301}\u{301}nn");
    }

    #[test]
    fn names_are_trimmed_and_bounded() {
        assert_eq!(
            valid_name("  Ann \u{202e} of  the\u{200b} Hills ").unwrap(),
            "Ann of the Hills"
        );
        for unseen in [" \u{200b} ", "\u{3164}", "\u{2800}\u{2800}", "\u{e0041}", "\u{301}\u{302}"]
        {
            assert!(valid_name(unseen).is_err(), "{unseen:?}");
        }
        assert!(valid_name(&"x".repeat(25)).is_err());
    }
}
