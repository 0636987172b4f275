//! Clocks as people write them.

use clock::{Absence, Clock};

/// What a text is when it is written again.
fn canonical(text: &str) -> String {
    let clock: Clock = text.parse().unwrap_or_else(|fault| panic!("{text}: {fault}"));
    let written = clock.to_string();
    assert_eq!(written.parse::<Clock>().as_ref(), Ok(&clock), "{written}");
    let json = serde_json::to_string(&clock).unwrap();
    assert_eq!(serde_json::from_str::<Clock>(&json).unwrap(), clock);
    written
}

#[test]
fn a_clock_is_written_as_it_was_read() {
    for text in [
        "none",
        "5m + 10s",
        "10m, delay 5s",
        "0s, delay 30s",
        "live 1d + 1m",
        "3d + 12h up to 5d",
        "3d up to 3d, no vacations",
        "12h + 1h up to 2d, America/New_York, phase combat + 2h, holidays 24 Dec - 1 Jan, 4 Jul, warn 6h, 1h, grace 30m",
        "Tue, Fri 18:00 Europe/London, holidays 24 Dec - 1 Jan",
        "Mon-Fri 9:00, Mon-Fri 18:30 Europe/Berlin, at least 6h",
        "Sun 20:00 UTC, at least 3d, first 1 Dec 2026 9:05, round 1 at least 7d, rounds 2-3 at least 4d, phase late night at least 12h, warn 1d, 6h, grace 1d, extensions 2 of 3d by most",
        "daily 0:00 Pacific/Auckland",
        "10m + 5s, extensions 1 of 5m by all, vacations",
    ] {
        assert_eq!(canonical(text), text);
    }
}

#[test]
fn a_clock_is_read_as_people_write_it() {
    for (text, written) in [
        ("None", "none"),
        ("5 min + 10 sec", "5m + 10s"),
        ("live 5m+10s", "5m + 10s"),
        ("3 days + 12 hours up to 5 days", "3d + 12h up to 5d"),
        ("3d + 12h", "3d + 12h up to 3d"),
        ("Tuesday, Friday 18:00, Europe/London", "Tue, Fri 18:00 Europe/London"),
        ("Fri 20:00, Tue 18:00", "Tue 18:00, Fri 20:00 UTC"),
        ("Tue and Fri 18:00", "Tue, Fri 18:00 UTC"),
        ("Tue – Thu 18:00", "Tue, Wed, Thu 18:00 UTC"),
        ("18:00 Europe/Paris", "daily 18:00 Europe/Paris"),
        (
            "Tue 18:00, Fri 18:00 utc; warnings 6h, 1d, 6h; holidays 24–26 Dec, 1 Jan",
            "Tue, Fri 18:00 UTC, holidays 24 Dec - 26 Dec, 1 Jan, warn 1d, 6h",
        ),
        ("holidays 24 Dec, 3d + 12h up to 5d", "3d + 12h up to 5d, holidays 24 Dec"),
        ("3d up to 5d, zone Asia/Tokyo", "3d up to 5d, Asia/Tokyo"),
        ("3d up to 5d, extensions 2 of 1d", "3d up to 5d, extensions 2 of 1d by all"),
    ] {
        assert_eq!(canonical(text), written, "{text}");
    }
}

#[test]
fn a_fault_is_one_sentence_that_says_what_would_be_right() {
    for (text, part) in [
        ("", "does not say how much time"),
        ("warn 1d", "does not say how much time"),
        ("3d + 6d up to 5d", "increment of 6d is above the cap of 5d"),
        ("3d + 12h up to 5d, phase combat + 6d", "increment of 6d is above the cap of 5d"),
        ("6d + 1d up to 5d", "bank of 6d is above the cap of 5d"),
        ("0s", "A live bank with its delay is too short: at least 5s"),
        ("0s + 1h", "A live bank with its delay is too short: at least 5s"),
        ("1ms", "A live bank with its delay is too short: at least 5s"),
        ("0s up to 3d", "A bank is too short: at least 1m"),
        ("0s + 1d up to 3d", "A bank is too short: at least 1m"),
        ("soon", "`soon` is no part of a clock"),
        ("3q + 1d", "`3q` is no length of time"),
        ("3d + 1d up to", "is no length of time"),
        ("400d up to 400d", "too long: at most 366d"),
        ("live 3d", "too long: at most 1d"),
        ("Fri 25:00", "`25:00` is no hour"),
        ("Fri", "is no hour"),
        ("Frx 18:00", "`Frx` is no day of the week"),
        ("Fri 18:00 Europe/Lundon", "did you mean `Europe/London`?"),
        ("Fri 18:00 Berlin", "did you mean `Europe/Berlin`?"),
        ("3d up to 5d, Mars/Base", "There is no time zone `Mars/Base`"),
        ("Fri 18:00, holidays 31 Feb", "`31 Feb` is no date"),
        ("Fri 18:00, holidays 24 Dec, 32 Dec", "`32 Dec` is no date"),
        ("Fri 18:00, holidays 1 Jan - 31 Dec", "The holidays leave"),
        (
            "Fri 18:00, at least 60d, holidays 1 Mar, 1 May, 1 Jul, 1 Sep, 1 Nov, 1 Jan",
            "The holidays leave",
        ),
        ("Fri 18:00, at least 90d", "too long: at most 60d"),
        ("Fri 18:00, delay 5s", "only a live clock can"),
        ("5m + 10s, holidays 1 May", "only correspondence and calendars can"),
        ("5m + 10s, at least 1d", "only a calendar can"),
        ("3d up to 5d, round 1 at least 7d", "only a calendar can"),
        ("Fri 18:00, round 1 + 7d", "only a bank can"),
        ("none, warn 1d", "only a clock that runs can"),
        ("3d up to 5d, 5m", "twice"),
        ("3d up to 5d, Fri 18:00", "twice"),
        ("Fri 18:00 UTC, Europe/London", "twice"),
        ("3d up to 5d, grace 1h, grace 2h", "twice"),
        ("3d up to 5d, grace 40d", "too long: at most 30d"),
        ("3d up to 5d, warn 0s", "too short"),
        ("Fri 18:00, rounds 3-2 at least 1d", "end before it begins"),
        ("Fri 18:00, round 0 at least 1d", "end before it begins"),
        ("Fri 18:00, first 1 Dec 18:00", "is no date"),
        ("3d up to 5d, extensions many", "is no number of extensions"),
        ("3d up to 5d, extensions 1 of 1d by nobody", "is no number of extensions"),
    ] {
        let fault = text.parse::<Clock>().expect_err(text).to_string();
        assert!(fault.contains(part), "{text}: {fault}");
        let sentence = fault.ends_with(['.', '?']) && !fault.contains('\n');
        assert!(sentence, "{text}: {fault}");
        let json = serde_json::to_string(text).unwrap();
        let told = serde_json::from_str::<Clock>(&json).unwrap_err().to_string();
        assert!(told.contains(part), "what is stored is validated too: {told}");
    }
}

#[test]
fn a_warning_that_is_never_given_is_told_at_once() {
    for (text, right) in [
        ("3d + 12h up to 5d, warn 1d, 6d", "nobody has more than 5d: say less than 5d."),
        ("3d + 12h up to 5d, warn 5d", "A warning 5d before the end is never given"),
        ("10m, warn 20m", "nobody has more than 10m"),
        ("10m, delay 1m, warn 11m", "nobody has more than 11m"),
    ] {
        let clock: Clock = text.parse().expect(text);
        let fault = clock.check_warnings().expect_err(text).to_string();
        assert!(fault.contains(right), "{text}: {fault}");
    }
    // By increments a live bank can grow, and a calendar leaves what it leaves.
    for text in [
        "3d + 12h up to 5d, warn 4d 23h",
        "10m, delay 1m, warn 10m",
        "10m + 10s, warn 20m",
        "Fri 18:00 UTC, warn 8d",
        "3d up to 5d",
        "none",
    ] {
        assert_eq!(text.parse::<Clock>().unwrap().check_warnings(), Ok(()), "{text}");
    }
}

#[test]
fn a_first_deadline_in_the_past_is_told_at_once() {
    let clock: Clock = "Fri 18:00 Europe/London, first 4 Dec 2026 18:00".parse().unwrap();
    assert!(clock.check_from("2026-12-04T17:59Z".parse().unwrap()).is_ok());
    let fault = clock.check_from("2026-12-05T12:00Z".parse().unwrap()).unwrap_err();
    assert_eq!(
        fault.to_string(),
        "The first deadline would be Fri 4 Dec 2026 18:00, which is over: it is Sat 5 Dec 2026 12:00 now."
    );
}

#[test]
fn what_happens_at_a_deadline_is_written_as_it_was_read() {
    for text in [
        "lapse",
        "open",
        "resign",
        "bot greedy",
        "bot search:fast spending freely",
        "lapse, after 2 bot greedy",
        "bot greedy, after 5 open",
    ] {
        let absence: Absence = text.parse().unwrap();
        assert_eq!(absence.to_string(), text);
        let json = serde_json::to_string(&absence).unwrap();
        assert_eq!(serde_json::from_str::<Absence>(&json).unwrap(), absence);
    }
    for text in [
        "",
        "bot",
        "lapse, bot",
        "lapse, after 0 open",
        "lapse, after x open",
        "lapse, after 2",
        "bot a b",
    ] {
        assert!(text.parse::<Absence>().is_err(), "{text}");
    }
}
