//! Laws that hold for all clocks, times and absences.

use clock::{Clock, Length, Moment, Pace, Periods, Timekeeper, Vacations, Zone};
use jiff::Timestamp;
use proptest::prelude::*;
use table::{Seat, Seats};

const YEAR: i64 = 366 * 24 * 3600;

/// A time within two years from the start of 2026, so that every change of summer time is among them.
fn time() -> impl Strategy<Value = Timestamp> {
    (0..2 * YEAR).prop_map(|second| Timestamp::from_second(1_767_225_600 + second).unwrap())
}

/// A time within minutes of a change of summer time, or any.
fn awkward() -> impl Strategy<Value = Timestamp> {
    let changes = [
        "2026-03-29T01:00Z",
        "2026-10-25T01:00Z",
        "2026-03-08T07:00Z",
        "2026-11-01T06:00Z",
        "2027-04-03T15:00Z",
    ];
    let near = (0..changes.len(), -14_400_i64..14_400).prop_map(move |(at, by)| {
        let change: Timestamp = changes[at].parse().unwrap();
        Timestamp::from_second(change.as_second() + by).unwrap()
    });
    prop_oneof![time(), near]
}

fn length(most: u64) -> impl Strategy<Value = Length> {
    prop_oneof![
        (0..=most / 60).prop_map(Length::minutes),
        (0..=most / 3600).prop_map(Length::hours),
        (0..=most * 1000).prop_map(Length::milliseconds),
    ]
}

fn periods() -> impl Strategy<Value = Periods> {
    prop::collection::vec((awkward(), length(30 * 86_400)), 0..6).prop_map(|list| {
        let mut periods = Periods::default();
        list.into_iter().for_each(|(from, length)| periods.add(from, length.after(from)));
        periods
    })
}

fn zone() -> impl Strategy<Value = String> {
    prop::sample::select(vec![
        "UTC",
        "Europe/London",
        "Europe/Berlin",
        "America/New_York",
        "Australia/Lord_Howe",
        "Asia/Kolkata",
        "Pacific/Auckland",
        "America/St_Johns",
        "Africa/Casablanca",
        "Pacific/Kiritimati",
        "Antarctica/Troll",
    ])
    .prop_map(str::to_string)
}

fn extras() -> impl Strategy<Value = String> {
    let holidays = prop::sample::select(vec![
        "",
        ", holidays 24 Dec - 1 Jan",
        ", holidays 29 Mar, 24 Oct - 26 Oct, 1 Mar 2027 - 20 Mar 2027",
    ]);
    let grace = prop::sample::select(vec!["", ", grace 6h", ", grace 2d"]);
    (holidays, grace).prop_map(|(holidays, grace)| format!("{holidays}{grace}"))
}

/// Any clock that runs, as text.
fn clock() -> impl Strategy<Value = Clock> {
    let bank = (1_u64..200, 0_u64..100, 0_u64..100, zone(), extras()).prop_map(
        |(bank, increment, more, zone, extras)| {
            let cap = bank.max(increment) + more;
            format!("{bank}h + {increment}h up to {cap}h, {zone}{extras}")
        },
    );
    let live = (1_u64..200, 0_u64..100, 0_u64..20).prop_map(|(bank, increment, delay)| {
        format!("{bank}m + {increment}s, delay {delay}s, vacations")
    });
    let days = prop::sample::select(vec!["daily", "Tue, Fri", "Sun", "Mon-Fri", "Sat, Sun"]);
    let calendar = (days, 0_u8..24, 0_u8..60, zone(), 0_u64..100, extras()).prop_map(
        |(days, hour, minute, zone, least, extras)| {
            format!("{days} {hour}:{minute:02} {zone}, at least {least}h{extras}")
        },
    );
    prop_oneof![bank, live, calendar]
        .prop_map(|text: String| text.parse().unwrap_or_else(|fault| panic!("{text}: {fault}")))
}

/// A keeper with one seat, asked at a time, with absences.
fn asked(clock: &Clock, at: Timestamp, away: &Periods, pauses: &Periods) -> Timekeeper {
    let mut keeper = Timekeeper::new(clock.clone(), 1);
    keeper.set_away(Seat(0), away.clone());
    for pause in pauses.iter() {
        let _ = keeper.pause(Seat(0), pause.to, pause.from);
    }
    keeper.follow(None, &Seats::one(Seat(0)), &Moment::default(), at);
    keeper
}

fn is_calendar(clock: &Clock) -> bool {
    matches!(clock.settings().pace, Pace::Calendar(_))
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 512, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn time_that_runs_is_conserved(off in periods(), from in awkward(), length in length(40 * 86_400), more in length(86_400)) {
        let end = off.advance(from, length);
        prop_assert_eq!(off.running(from, end), length);
        prop_assert!(!off.cover(end));
        prop_assert!(off.advance(from, length.plus(more)) >= end);
        prop_assert!(off.advance(more.after(from), length) >= end);
        prop_assert_eq!(off.running(from, end).plus(off.running(end, more.after(end))), off.running(from, more.after(end)));
    }

    #[test]
    fn periods_are_apart_whatever_is_added(list in prop::collection::vec((awkward(), length(86_400 * 9)), 0..12)) {
        let mut periods = Periods::default();
        for (from, length) in &list {
            periods.add(*from, length.after(*from));
        }
        let ordered: Vec<_> = periods.iter().collect();
        prop_assert!(ordered.windows(2).all(|pair| pair[0].to < pair[1].from));
        for (from, length) in &list {
            prop_assert!(off_within(&periods, *from, length.after(*from)));
        }
        let json = serde_json::to_string(&periods).unwrap();
        prop_assert_eq!(serde_json::from_str::<Periods>(&json).unwrap(), periods);
    }

    #[test]
    fn no_deadline_falls_into_a_vacation_a_holiday_or_a_pause(clock in clock(), at in awkward(), away in periods(), pauses in periods()) {
        let keeper = asked(&clock, at, &away, &pauses);
        let deadline = keeper.deadline(Seat(0)).unwrap();
        for time in [deadline.due, deadline.until] {
            prop_assert!(!keeper.stands_still(Seat(0), time), "{} at {}", clock, time);
            prop_assert!(!away.cover(time), "{} at {}", clock, time);
            prop_assert!(keeper.paused(Length::milliseconds(1).before(time)).is_none_or(|end| end <= time));
            let day = clock.settings().zone.wall(time).date();
            let holiday = |holiday: &clock::Holiday| {
                (day.year() - 1..=day.year()).filter_map(|year| holiday.in_year(year)).any(|(first, last)| first <= day && day <= last)
            };
            let midnight = clock.settings().zone.start_of(day) == time;
            prop_assert!(midnight || !clock.settings().holidays.iter().any(holiday), "{} at {}", clock, time);
        }
        prop_assert!(deadline.until >= deadline.due && deadline.due >= at);
    }

    #[test]
    fn who_is_asked_later_is_due_no_earlier(clock in clock(), at in awkward(), by in length(20 * 86_400), away in periods(), pauses in periods(), outages in periods()) {
        let due = |at| {
            let mut keeper = asked(&clock, at, &away, &pauses);
            outages.iter().for_each(|outage| keeper.outage(outage.from, outage.to));
            keeper.deadline(Seat(0)).unwrap()
        };
        let (first, second) = (due(at), due(by.after(at)));
        prop_assert!(first.due <= second.due && first.until <= second.until, "{}: {:?} {:?}", clock, first, second);
    }

    #[test]
    fn a_calendar_falls_on_its_hours_and_leaves_the_least(clock in clock().prop_filter("a calendar", is_calendar), at in awkward(), away in periods()) {
        let Pace::Calendar(calendar) = &clock.settings().pace else { unreachable!() };
        let keeper = asked(&clock, at, &away, &Periods::default());
        let due = keeper.deadline(Seat(0)).unwrap().due;
        let zone = &clock.settings().zone;
        let wall = zone.wall(due);
        let on_hour = calendar.hours.iter().any(|hour| {
            let date = wall.date();
            hour.days.has(date.weekday()) && zone.time(date.at(hour.hour, hour.minute, 0, 0)) == due
        });
        prop_assert!(on_hour, "{clock} at {wall}");
        prop_assert!(Length::between(at, due) >= calendar.least);
        prop_assert!(away.last_before(due).is_none_or(|period| calendar.least.after(period.to) <= due));
        // No hour is left out that would have done.
        let mut earlier = calendar.next(calendar.least.after(at), zone);
        while earlier < due {
            let behind = |period: clock::Period| period.from < earlier && calendar.least.after(period.to) > earlier;
            let holidays = clock.settings().holidays.is_empty();
            prop_assert!(!holidays || away.iter().any(behind), "{clock}: {earlier} would have done before {due}");
            earlier = calendar.next(Length::milliseconds(1).after(earlier), zone);
        }
    }

    #[test]
    fn banks_gain_and_lose_exactly_what_runs(
        clock in clock().prop_filter("a bank", |clock| !is_calendar(clock)),
        at in awkward(),
        away in periods(),
        thinks in prop::collection::vec((length(3 * 86_400), any::<bool>()), 1..12),
    ) {
        let (mut keeper, mut now) = (asked(&clock, at, &away, &Periods::default()), at);
        let (free, cap) = match clock.settings().pace {
            Pace::Live { delay, .. } => (delay, Length::LONGEST),
            Pace::Correspondence { cap, .. } => (Length::NONE, cap),
            _ => unreachable!(),
        };
        let increment = clock.length_at(&Moment::default());
        for (think, in_time) in thinks {
            let bank = keeper.bank(Seat(0)).unwrap();
            let deadline = keeper.deadline(Seat(0)).unwrap();
            let left = keeper.left(Seat(0), now).unwrap().length;
            prop_assert_eq!(left, bank.plus(free), "what is left is the bank and what is free");
            let answered = think.after(now);
            if in_time && answered > deadline.due {
                keeper.run_out(Seat(0), deadline.question, deadline.until).unwrap();
                let tenth = Length::milliseconds(clock.bank().unwrap().as_milliseconds() / 10);
                prop_assert_eq!(keeper.bank(Seat(0)).unwrap(), increment.max(tenth).min(cap));
                now = deadline.until;
            } else {
                let left = keeper.left(Seat(0), answered).unwrap().length;
                keeper.follow(Some(Seat(0)), &Seats::none(), &Moment::default(), answered);
                let kept = bank.min(left);
                prop_assert_eq!(keeper.bank(Seat(0)).unwrap(), kept.plus(increment).min(cap));
                now = answered;
            }
            prop_assert!(keeper.bank(Seat(0)).unwrap() <= cap);
            keeper.follow(None, &Seats::none(), &Moment::default(), now);
            keeper.follow(None, &Seats::one(Seat(0)), &Moment::default(), now);
        }
    }

    #[test]
    fn what_is_stored_is_what_is_read(clock in clock(), at in awkward(), away in periods(), pauses in periods()) {
        let text = clock.to_string();
        prop_assert_eq!(text.parse::<Clock>().unwrap(), clock.clone());
        let mut keeper = asked(&clock, at, &away, &pauses);
        keeper.outage(at, Length::hours(3).after(at));
        let json = serde_json::to_string(&keeper).unwrap();
        let read: Timekeeper = serde_json::from_str(&json).unwrap();
        prop_assert_eq!(read.deadlines(), keeper.deadlines());
        prop_assert_eq!(read, keeper);
    }

    #[test]
    fn no_text_makes_a_clock_panic(text in "\\PC{0,60}") {
        let _ = text.parse::<Clock>();
    }

    #[test]
    fn no_mixture_of_words_makes_a_clock_panic(words in prop::collection::vec(prop::sample::select(vec![
        "Tue", "Fri", "18:00", "25:99", "Europe/London", "+", "3d", "12h", "up to", ",", "holidays", "24 Dec", "-", "29 Feb",
        "warn", "grace", "round", "1", "phase", "at least", "first", "2026", "delay", "none", "live", "extensions", "of", "by", "é", ";", "no vacations",
    ]), 0..14)) {
        let text = words.join(" ");
        if let Ok(clock) = text.parse::<Clock>() {
            prop_assert_eq!(clock.to_string().parse::<Clock>(), Ok(clock));
        }
    }

    #[test]
    fn lengths_are_written_as_they_are_read(length in length(86_400 * 300)) {
        prop_assert_eq!(length.to_string().parse::<Length>(), Ok(length));
    }

    #[test]
    fn a_year_has_so_many_days_of_vacation_and_no_more(
        days in 0_u32..40,
        wishes in prop::collection::vec((0_i32..700, 0_i32..40), 0..30),
        zone in zone(),
        now in time(),
    ) {
        let mut mine = Vacations::new(days, zone.parse::<Zone>().unwrap());
        let today = zone.parse::<Zone>().unwrap().wall(now).date();
        for (start, long) in wishes {
            let first = today.saturating_add(jiff::Span::new().days(start));
            let last = first.saturating_add(jiff::Span::new().days(long));
            let before = mine.clone();
            if mine.take(first, last, now).is_err() {
                prop_assert_eq!(&mine, &before, "what is refused changes nothing");
            }
        }
        let mut taken = std::collections::BTreeMap::<i16, u32>::new();
        for (first, last) in mine.days() {
            let mut day = first;
            while day <= last {
                *taken.entry(day.year()).or_default() += 1;
                day = day.tomorrow().unwrap();
            }
        }
        for (year, count) in taken {
            prop_assert!(count <= days);
            prop_assert_eq!(mine.left(year), days - count);
        }
        prop_assert!(mine.periods().iter().all(|period| period.from >= now));
        let json = serde_json::to_string(&mine).unwrap();
        prop_assert_eq!(serde_json::from_str::<Vacations>(&json).unwrap(), mine);
    }
}

/// Whether a stretch lies within one of the periods.
fn off_within(periods: &Periods, from: Timestamp, to: Timestamp) -> bool {
    from == to || periods.iter().any(|period| period.from <= from && to <= period.to)
}
