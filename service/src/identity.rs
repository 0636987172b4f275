//! Who asks: a guest with a signed cookie, a program of theirs with the same as a token, or a program with a seat's token.

use crate::error::ServiceError;
use crate::secret::{self, Signer};
use axum::http::{HeaderMap, HeaderValue, header};
use table::wording::{is_mark, readable_line};
use unicode_normalization::UnicodeNormalization;
use unicode_security::mixed_script::AugmentedScriptSet;
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

    /// By what a cookie is known to have ended: its id, or its browser.
    pub fn known_by(&self) -> [String; 2] {
        [self.id.clone(), self.device_key()]
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

    /// What is said by whoever has it, signed: the value of a cookie, or what a person's program brings in its place.
    pub fn token(&self, signer: &Signer) -> String {
        let text = self.text();
        let signature = signer.sign("guest", &text);
        format!("{text}.{signature}")
    }

    /// The cookie. A browser that came by HTTPS sends it by nothing else.
    pub fn cookie(&self, signer: &Signer, https: bool) -> Result<HeaderValue, ServiceError> {
        let token = self.token(signer);
        let secure = if https { "; Secure" } else { "" };
        let text =
            format!("{COOKIE}={token}; Path=/; Max-Age={MAX_AGE}; HttpOnly; SameSite=Lax{secure}");
        HeaderValue::from_str(&text).map_err(|error| ServiceError::Internal(error.to_string()))
    }
}

impl Guest {
    /// The guest of a request, as the cookie says, or the token of a person's program; a new one if it brings neither that is
    /// valid.
    pub fn from_headers(headers: &HeaderMap, signer: &Signer) -> Result<Guest, ServiceError> {
        let said = cookie(headers).or_else(|| person_token(headers));
        match said.and_then(|said| verified(said, signer)) {
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

/// The token of a person that their program brings: it has a signature, which tokens of seats have not.
pub fn person_token(headers: &HeaderMap) -> Option<&str> {
    bearer_token(headers).filter(|token| token.contains('.'))
}

/// Whether a request says who asks by a person's token alone. No other site makes a browser send one, so that such a request
/// needs no form key.
pub fn comes_by_token(headers: &HeaderMap) -> bool {
    cookie(headers).is_none() && person_token(headers).is_some()
}

/// A name as a person may call themselves: one to twenty-four letters, of which at least one is a letter or digit,
/// and none that is not seen.
pub fn valid_name(text: &str) -> Result<String, ServiceError> {
    let seen = readable_line(text);
    let name = seen.split_whitespace().collect::<Vec<_>>().join(" ");
    if !name.chars().any(char::is_alphanumeric) {
        return Err(ServiceError::BadRequest("A name needs at least one letter.".into()));
    }
    if is_kept_for_others(&name) || is_kept_for_others(&read_signs(&name)) {
        let why = "This name is kept: bots are called `… bot`, `(you)` and `(referee)` stand behind names, `… for …` is who \
                   sits in another's seat, and Somebody is whoever is gone. Nobody calls themselves referee or umpire.";
        return Err(ServiceError::BadRequest(why.into()));
    }
    if mixes_scripts(&name) {
        let why = "A name is written in one script: letters of another one among them look like others. Latin letters may \
                   stand beside Chinese, Japanese and Korean ones.";
        return Err(ServiceError::BadRequest(why.into()));
    }
    match name.chars().count() {
        1..=24 => Ok(name),
        _ => Err(ServiceError::BadRequest("A name has at most 24 letters.".into())),
    }
}

/// Whether a name has letters of scripts that nobody writes together.
fn mixes_scripts(name: &str) -> bool {
    let others: String = name.chars().filter(|letter| !letter.is_ascii()).collect();
    let beside_latin = AugmentedScriptSet::for_str(&others);
    AugmentedScriptSet::for_str(name).is_empty()
        && !(beside_latin.jpan || beside_latin.kore || beside_latin.hanb)
}

/// Whether a name looks like that of a bot, bears a mark that the pages put behind names, in whichever brackets, or says in
/// whose seat somebody sits. What stands behind a sign, as in brackets, makes no other name of what stands before it.
fn is_kept_for_others(name: &str) -> bool {
    let parted = words(name);
    let ends = |place: usize| parted.get(place + 1).is_none_or(|(signed, _)| *signed);
    let several = parted.len() > 1;
    parted.iter().enumerate().any(|(place, (signed, word))| {
        let is = |kept: &str| look_alike(word, kept);
        let between = place > 0 && place + 1 < parted.len();
        says_role(parted.get(place..).unwrap_or_default())
            || is("you") && ends(place) && (*signed || !several)
            || is("for") && between
            || (place > 0 && is_bot(word) || is_whole_bot(word))
                && ends(behind_number(&parted, place))
    }) || look_alike(name.trim_end_matches(|it: char| it.is_numeric() || it == ' '), NOBODYS_NAME)
}

/// The words of a name, each with whether a sign stands before it and not just blanks.
fn words(name: &str) -> Vec<(bool, &str)> {
    // What stands over a letter parts no word.
    let parts = |letter: char| {
        !letter.is_alphanumeric() && !is_mark(letter) && letter != '$' && letter != '@'
    };
    let mut words = Vec::new();
    let mut signed = false;
    for piece in name.split_inclusive(parts) {
        let word = piece.trim_end_matches(parts);
        let is_word = word.chars().any(|letter| !is_mark(letter));
        if is_word {
            words.push((signed, word));
        }
        let sign = if is_word { piece.get(word.len()..).unwrap_or_default() } else { piece };
        signed = signed && !is_word || !sign.trim().is_empty();
    }
    words
}

/// Whether words begin with that for those who see what is hidden from others, in one piece or in several.
fn says_role(words: &[(bool, &str)]) -> bool {
    let mut said = String::new();
    words.iter().any(|(_, word)| {
        said.push_str(word);
        ROLES.into_iter().any(|role| look_alike(&said, role))
    })
}

/// Whether a word is the name of a bot in one piece: how strong it is, and that it is one.
fn is_whole_bot(word: &str) -> bool {
    let seen = look(word.trim_end_matches(char::is_numeric));
    let strength = seen.strip_suffix("bot").unwrap_or_default();
    STRENGTHS.into_iter().any(|known| look(known) == strength)
}

/// Whether a word is that behind the strength of a bot, with a number or without.
fn is_bot(word: &str) -> bool {
    look_alike(word.trim_end_matches(char::is_numeric), "bot")
}

/// The place of the number behind a word, or of what looks like one; that of the word if there is none.
fn behind_number(words: &[(bool, &str)], place: usize) -> usize {
    let number = |letter: char| letter.is_numeric() || "lIiOo".contains(letter);
    let next = words.get(place + 1).filter(|(_, word)| word.chars().all(number));
    place + usize::from(next.is_some())
}

/// Those who see what is hidden from others: nobody who does not is called so.
const ROLES: [&str; 2] = ["referee", "umpire"];

/// How strong bots are called, in a word.
const STRENGTHS: [&str; 7] =
    ["beginner", "silent", "easy", "medium", "strong", "very strong", "greedy"];

/// What everybody is called who is gone.
pub const NOBODYS_NAME: &str = "Somebody";

/// What two signs are read as that stand together.
const READ_AS_ONE: [(&str, &str); 4] = [("13", "b"), ("l3", "b"), ("|3", "b"), ("vv", "w")];

/// Whether two names cannot be told apart by those who read them in passing: the same letters, or letters of other
/// scripts and digits that look like them, with capitals or without, whatever marks and signs stand among them.
pub fn look_alike(one: &str, other: &str) -> bool {
    let looks = |name: &str| {
        let read = read_signs(name);
        let bare = [name, &read].map(before_brackets).map(look);
        [look(name), look(&read)].into_iter().chain(bare).collect::<Vec<_>>()
    };
    let others = looks(other);
    looks(one).iter().any(|look| others.contains(look))
}

/// A name without what stands behind it in brackets: pages put words there.
fn before_brackets(name: &str) -> &str {
    let bare = name.split(['(', '[', '{']).next().unwrap_or_default().trim();
    if bare.is_empty() { name } else { bare }
}

/// What is seen of a name in passing.
fn look(name: &str) -> String {
    let mut bones: String = name.nfkc().map(plain_letters).collect();
    for (two, one) in READ_AS_ONE {
        bones = bones.replace(two, one);
    }
    let letters =
        bones.chars().filter(|letter| !is_mark(*letter) && !is_small_sign(*letter)).map(|letter| {
            match letter {
                '0' => 'o',
                '1' | 'i' | '|' => 'l',
                '2' => 'z',
                '3' => 'e',
                '4' | '@' => 'a',
                '5' | '$' => 's',
                '7' => 't',
                '8' => 'b',
                letter => letter,
            }
        });
    let letters: String = letters.filter(|letter| letter.is_alphanumeric()).collect();
    if letters.is_empty() { bones } else { letters }
}

/// Whether it is a small sign beside letters, as of stress or breath: hardly seen among them.
fn is_small_sign(letter: char) -> bool {
    ('\u{2b0}'..='\u{2ff}').contains(&letter)
}

/// Small capitals and letters of phonetic spelling, and what they are read as.
const READ_AS: (&str, &str) =
    ("ᴀʙᴄᴅᴇꜰɢʜɪᴊᴋʟᴍɴᴏᴘꞯʀꜱᴛᴜᴠᴡʏᴢʌɐɒəɘɹʍßẞβı", "abcdefghijklmnopqrstuvwyzaaaeermbbbl");

/// Signs that stand for letters, and for which.
const SIGNS: (&str, &str) = ("!†+€℮®∪🅱฿○", "ltteerubbo");

/// A name with letters for signs that may stand for them.
fn read_signs(name: &str) -> String {
    let read = |sign: char| SIGNS.0.chars().zip(SIGNS.1.chars()).find(|(known, _)| *known == sign);
    name.chars().map(|letter| read(letter).map_or(letter, |(_, read)| read)).collect()
}

/// What a letter is read as: that of our own script which it, its small form or its capital looks like, if any does.
fn plain_letters(letter: char) -> String {
    let mut read_as = READ_AS.0.chars().zip(READ_AS.1.chars());
    let letter = read_as.find(|(strange, _)| *strange == letter).map_or(letter, |(_, read)| read);
    let bones = |form: String| skeleton(&form).flat_map(char::to_lowercase).collect::<String>();
    let usual = bones(letter.to_lowercase().collect());
    if letter.is_ascii() || usual.is_ascii() {
        return usual;
    }
    let others = [letter.to_string(), letter.to_uppercase().collect()].map(bones);
    others.into_iter().find(|form| form.is_ascii() && !form.is_empty()).unwrap_or(usual)
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
        for (one, other) in [
            ("Ann", "ann"),
            ("Ann", "\u{410}nn"),
            ("Bill", "BiII"),
            ("Ann B", "AnnB"),
            ("Ann", "\u{24d0}nn"),
        ] {
            assert!(look_alike(one, other), "{one} {other}");
        }
        for (one, other) in [
            ("Bob", "B0b"),
            ("Bill", "B1ll"),
            ("Tess", "Te55"),
            ("Bob", "13ob"),
            ("Bob", "Bo|3"),
            ("Bob", "Bob (host)"),
            ("Bob", "\u{1f171}ob"),
            ("Willi Smith", "VVilli Smi\u{2020}h"),
            ("Willi", "W!ll!"),
            ("Bob", "\u{df}ob"),
            ("Eve", "3v3"),
            ("Kate", "K473"),
            ("Bob", "Bob."),
            ("Bob", "Bob\u{301}"),
            ("Bob", "-Bob!"),
            ("Bob", "B.o.b"),
            ("Sam", "$@m"),
            ("Ann", "\u{13aa}nn"),
            ("Tim", "\u{13a2}im"),
            ("Eve", "\u{13ac}ve"),
            ("Bob", "\u{412}\u{43e}\u{42c}"),
            ("Ann", "\u{1d00}\u{274}\u{274}"),
            ("Ann", "Ann\u{2cc}"),
            ("Anna", "\u{28c}nn\u{250}"),
            ("Eve", "\u{259}v\u{258}"),
        ] {
            assert!(look_alike(one, other), "{one} {other}");
        }
        for (one, other) in
            [("Ann", "Anna"), ("Bob", "Rob"), ("Ann 2", "Ann 5"), ("Guest 1830", "Guest 1831")]
        {
            assert!(!look_alike(one, other), "{one} {other}");
        }
        for (one, other) in
            [("\u{738b}\u{8389}", "\u{738b}\u{4e3d}"), ("\u{930}\u{93e}", "\u{930}")]
        {
            assert!(!look_alike(one, other), "{one} {other}");
        }
    }

    #[test]
    fn nobody_is_called_like_a_bot_or_bears_the_marks_of_pages() {
        for name in ["Medium bot 9", "medium BOT", "Easy b\u{43e}t 2", "Ann (you)", "Ann (Referee)"]
        {
            assert!(valid_name(name).is_err(), "{name}");
        }
        for name in [
            "Medium b0t 3",
            "Medium bot3",
            "Medium-bot #3",
            "Medium bot l",
            "Medium bot 3.",
            "Ann [referee]",
            "Ann {you}",
            "Ann \u{ff08}you\u{ff09}",
            "Ann - you",
            "Ann <y0u>",
            "The Ref3ree!",
            "Umpire",
            "\u{13a1}eferee",
            "\u{280}eferee",
            "Umpir\u{ab7c}",
            "Medium \u{42c}ot 2",
            "Medium bo\u{ab72} 2",
            "You",
            "Beginner bot (stands in)",
            "Medium bot (x)",
            "Medium bot 3 [x y]",
            "Strong b0t: hello",
            "Referee (x)",
            "Umpire of all",
            "Ann (you) - x",
            "Anna for Bob",
            "Anna f0r Bob",
            "Cyd-for-Ann",
            "Cyd fo\u{301}r Ann",
            "Medium bot \u{301}",
            "MediumBot 3",
            "VeryStr0ngBot2",
            "Re feree",
            "Ann Um-pire",
            "Somebody",
            "Somebody 2",
            "R\u{20ac}feree",
            "Refe\u{ae}ee",
            "\u{222a}mpire",
            "Medium bo\u{2020} 2",
            "S0meb\u{f6}dy",
        ] {
            assert!(valid_name(name).is_err(), "{name}");
        }
        for name in [
            "Bot",
            "Abbot",
            "Talbot",
            "Some Body Else",
            "Ann Ferree",
            "Robot 3",
            "Ann (Leeds)",
            "Thank you",
            "You and I",
            "Lou",
            "Ann 10",
            "Il 0",
            "Rob Bot Smith",
            "Forester",
            "For Ann",
            "What for",
        ] {
            assert_eq!(valid_name(name).unwrap(), name);
        }
    }

    #[test]
    fn a_name_is_written_in_one_script() {
        for name in ["\u{15e9}nn", "A\u{3b7}\u{3b7}", "Ann \u{418}", "\u{738b}\u{410}"] {
            assert!(valid_name(name).is_err(), "{name}");
        }
        for name in [
            "\u{c1}ine O\u{2019}Neill-\u{d8}st",
            "\u{15e9}\u{14aa}",
            "\u{410}\u{43d}\u{43d}\u{430} 2",
            "\u{738b} Ann",
            "\u{3051}\u{3093} \u{5065}",
        ] {
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
