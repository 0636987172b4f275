//! The time of a table, case by case.

use clock::{Clock, Length, Moment, NotTaken, Periods, Timekeeper, Zone};
use jiff::Timestamp;
use table::{Seat, Seats};

fn at(text: &str) -> Timestamp {
    text.parse().unwrap()
}

fn keeper(clock: &str, seats: u16) -> Timekeeper {
    Timekeeper::new(clock.parse::<Clock>().unwrap(), seats)
}

/// Asks these seats.
fn ask(keeper: &mut Timekeeper, seats: &[u16], time: &str) {
    let seats: Seats = seats.iter().copied().map(Seat).collect();
    keeper.follow(None, &seats, &Moment::default(), at(time));
}

fn due(keeper: &Timekeeper, seat: u16) -> Timestamp {
    keeper.deadline(Seat(seat)).expect("a deadline").due
}

fn off(from: &str, to: &str) -> Periods {
    let mut periods = Periods::default();
    periods.add(at(from), at(to));
    periods
}

#[test]
fn a_live_clock_has_a_bank_an_increment_and_a_delay() {
    let mut keeper = keeper("5m + 10s, delay 3s", 2);
    ask(&mut keeper, &[0], "2026-11-17T12:00:00Z");
    assert_eq!(due(&keeper, 0), at("2026-11-17T12:05:03Z"));
    keeper.follow(
        Some(Seat(0)),
        &Seats::one(Seat(1)),
        &Moment::default(),
        at("2026-11-17T12:00:02Z"),
    );
    assert_eq!(
        keeper.bank(Seat(0)),
        Some(Length::seconds(310)),
        "within the delay nothing is used"
    );
    keeper.follow(
        Some(Seat(1)),
        &Seats::one(Seat(0)),
        &Moment::default(),
        at("2026-11-17T12:01:05Z"),
    );
    assert_eq!(keeper.bank(Seat(1)), Some(Length::seconds(250)));
}

#[test]
fn a_bank_never_holds_more_than_its_cap() {
    let mut keeper = keeper("3d + 12h up to 3d 6h", 2);
    ask(&mut keeper, &[0], "2026-11-17T12:00Z");
    keeper.follow(Some(Seat(0)), &Seats::one(Seat(1)), &Moment::default(), at("2026-11-17T13:00Z"));
    assert_eq!(keeper.bank(Seat(0)), Some(Length::hours(78)));
}

#[test]
fn whoever_is_the_last_to_finish_what_all_do_is_asked_anew_with_the_others() {
    let (both, moment) = ([Seat(0), Seat(1)].into_iter().collect::<Seats>(), Moment::default());
    let mut keeper = keeper("3d + 12h up to 5d", 2);
    ask(&mut keeper, &[0, 1], "2026-11-17T12:00Z");
    keeper.follow(Some(Seat(0)), &Seats::one(Seat(1)), &moment, at("2026-11-17T13:00Z"));
    // Their decision ends the phase, and the next one awaits both.
    let before = keeper.clone();
    keeper.follow(Some(Seat(1)), &both, &moment, at("2026-11-19T12:00Z"));
    assert_eq!(
        keeper.bank(Seat(1)),
        Some(Length::hours(36)),
        "a day is left, and 12 hours are added"
    );
    assert_eq!(due(&keeper, 1), at("2026-11-21T00:00Z"));
    assert_eq!(keeper.reliability(Seat(1)).kept, 1);
    // What they do then is the same question, and taking that back too.
    let asked = keeper.deadline(Seat(1));
    keeper.follow(Some(Seat(1)), &both, &moment, at("2026-11-19T13:00Z"));
    keeper.taken_back(Seat(1), &both, &moment, at("2026-11-19T14:00Z"));
    assert_eq!(keeper.deadline(Seat(1)), asked);
    // Taking back what ended the phase leaves them what they had then, and the other has lost nothing.
    keeper.taken_back(Seat(1), &Seats::one(Seat(1)), &moment, at("2026-11-19T15:00Z"));
    assert_eq!(keeper.bank(Seat(1)), Some(Length::days(1)), "nothing was added");
    assert_eq!(keeper.reliability(Seat(1)).kept, 0);
    assert_eq!(keeper.bank(Seat(0)), before.bank(Seat(0)));
    assert_eq!(keeper.deadline(Seat(0)), None);
}

#[test]
fn taking_back_gives_neither_the_delay_nor_granted_time_anew_nor_takes_it_away() {
    let (first, second, moment) = (Seats::one(Seat(0)), Seats::one(Seat(1)), Moment::default());
    let mut live = keeper("20s, delay 5s", 2);
    ask(&mut live, &[0], "2026-11-17T12:00:00Z");
    for round in 0..3 {
        let time = |second: i32| at(&format!("2026-11-17T12:00:{second:02}Z"));
        live.follow(Some(Seat(0)), &second, &moment, time(4 * round + 4));
        live.taken_back(Seat(0), &first, &moment, time(4 * round + 4));
    }
    assert_eq!(due(&live, 0), at("2026-11-17T12:00:25Z"), "as if nothing had been done");
    let mut granted = keeper("1d up to 2d, extensions 1 of 3d by one", 2);
    ask(&mut granted, &[0], "2026-11-17T12:00Z");
    granted.ask_extension(Seat(0), Length::days(2)).unwrap();
    granted.grant(Seat(1), Seat(0), Length::days(2)).unwrap();
    let before = due(&granted, 0);
    granted.follow(Some(Seat(0)), &second, &moment, at("2026-11-18T12:00Z"));
    granted.taken_back(Seat(0), &first, &moment, at("2026-11-18T12:00Z"));
    assert_eq!(due(&granted, 0), before, "a day of what was granted is left");
}

#[test]
fn a_turn_of_many_decisions_is_one_question() {
    let mut keeper = keeper("3d + 12h up to 5d", 2);
    ask(&mut keeper, &[0], "2026-11-17T12:00Z");
    let before = keeper.deadline(Seat(0));
    let still = Seats::one(Seat(0));
    keeper.follow(Some(Seat(0)), &still, &Moment::default(), at("2026-11-17T18:00Z"));
    assert_eq!(keeper.deadline(Seat(0)), before);
    let next = Moment { round: 2, phase: String::new() };
    keeper.follow(Some(Seat(0)), &still, &next, at("2026-11-18T12:00Z"));
    assert_eq!(keeper.bank(Seat(0)), Some(Length::hours(60)), "the next round is another question");
}

#[test]
fn many_decide_at_once_each_by_their_own_clock() {
    let mut keeper = keeper("1d up to 2d", 3);
    ask(&mut keeper, &[0, 1, 2], "2026-11-17T12:00Z");
    let two: Seats = [1, 2].map(Seat).into_iter().collect();
    keeper.follow(Some(Seat(0)), &two, &Moment::default(), at("2026-11-17T18:00Z"));
    assert_eq!(keeper.bank(Seat(0)), Some(Length::hours(18)));
    assert!(keeper.deadline(Seat(0)).is_none());
    assert_eq!(keeper.deadlines().len(), 2);
    let mut calendar = self::keeper("Tue, Fri 18:00 UTC", 3);
    ask(&mut calendar, &[0, 1, 2], "2026-11-17T19:00Z");
    assert!(calendar.deadlines().iter().all(|deadline| deadline.due == at("2026-11-20T18:00Z")));
}

#[test]
fn a_calendar_keeps_its_hour_through_summer_time() {
    let mut keeper = keeper("Sat 18:00 Europe/London", 1);
    for (asked, expected) in [
        ("2026-03-23T12:00Z", "2026-03-28T18:00Z"),
        ("2026-03-30T12:00Z", "2026-04-04T17:00Z"),
        ("2026-10-26T12:00Z", "2026-10-31T18:00Z"),
    ] {
        keeper.follow(Some(Seat(0)), &Seats::none(), &Moment::default(), at(asked));
        ask(&mut keeper, &[0], asked);
        assert_eq!(due(&keeper, 0), at(expected), "{asked}");
    }
}

#[test]
fn an_hour_that_summer_time_leaves_out_falls_after_the_gap_and_one_that_comes_twice_falls_once() {
    let mut gap = keeper("daily 2:30 Europe/Berlin, at least 1h", 1);
    ask(&mut gap, &[0], "2026-03-28T12:00Z");
    assert_eq!(due(&gap, 0), at("2026-03-29T01:30Z"), "3:30 by the wall");
    let mut fold = keeper("daily 2:30 Europe/Berlin, at least 1m", 1);
    ask(&mut fold, &[0], "2026-10-24T12:00Z");
    assert_eq!(due(&fold, 0), at("2026-10-25T00:30Z"), "the first 2:30");
    fold.follow(Some(Seat(0)), &Seats::none(), &Moment::default(), at("2026-10-25T00:31Z"));
    ask(&mut fold, &[0], "2026-10-25T00:31Z");
    assert_eq!(due(&fold, 0), at("2026-10-26T01:30Z"), "not again at the second 2:30");
}

#[test]
fn rounds_and_phases_have_lengths_of_their_own() {
    let text = "daily 18:00 UTC, at least 1d, round 1 at least 7d, phase combat at least 2h";
    let due = |round, phase: &str| {
        let mut keeper = keeper(text, 1);
        let moment = Moment { round, phase: phase.into() };
        keeper.follow(None, &Seats::one(Seat(0)), &moment, at("2026-11-17T12:00Z"));
        due(&keeper, 0)
    };
    assert_eq!(due(1, "move"), at("2026-11-24T18:00Z"));
    assert_eq!(due(2, "move"), at("2026-11-18T18:00Z"));
    assert_eq!(due(2, "Combat"), at("2026-11-17T18:00Z"));
    let mut bank = keeper("1d + 1h up to 2d, phase combat + 6h", 2);
    let combat = Moment { round: 0, phase: "combat".into() };
    bank.follow(None, &Seats::one(Seat(0)), &combat, at("2026-11-17T12:00Z"));
    bank.follow(Some(Seat(0)), &Seats::one(Seat(1)), &combat, at("2026-11-17T12:00Z"));
    assert_eq!(bank.bank(Seat(0)), Some(Length::hours(30)));
}

#[test]
fn nothing_falls_before_the_first_deadline() {
    let mut keeper = keeper("Tue, Fri 18:00 Europe/London, first 4 Dec 2026 20:00", 1);
    ask(&mut keeper, &[0], "2026-11-17T12:00Z");
    assert_eq!(due(&keeper, 0), at("2026-12-04T20:00Z"));
}

#[test]
fn holidays_move_a_deadline_and_stop_a_bank() {
    let mut calendar = keeper("Tue, Fri 18:00 Europe/London, holidays 24 Dec - 1 Jan", 1);
    ask(&mut calendar, &[0], "2026-12-22T18:30Z");
    assert_eq!(due(&calendar, 0), at("2027-01-05T18:00Z"), "the 25th and the 1st are holidays");
    let mut bank = keeper("3d up to 5d, holidays 24 Dec - 1 Jan", 1);
    ask(&mut bank, &[0], "2026-12-23T00:00Z");
    assert_eq!(due(&bank, 0), at("2027-01-04T00:00Z"));
    let left = bank.left(Seat(0), at("2026-12-25T12:00Z")).unwrap();
    assert_eq!(left.words(&Zone::UTC), "2 days, and the clock stands until Sat 2 Jan 2027 0:00");
}

#[test]
fn a_vacation_stops_a_bank_at_once_and_moves_a_deadline() {
    let mut bank = keeper("3d up to 5d", 2);
    ask(&mut bank, &[0], "2026-07-01T00:00Z");
    bank.set_away(Seat(0), off("2026-07-03T23:50Z", "2026-07-18T00:00Z"));
    assert_eq!(
        due(&bank, 0),
        at("2026-07-18T00:10Z"),
        "ten minutes were left, ten minutes are left"
    );
    let mut calendar = keeper("Tue, Fri 18:00 UTC, at least 2d", 2);
    ask(&mut calendar, &[0, 1], "2026-07-01T00:00Z");
    calendar.set_away(Seat(0), off("2026-07-02T12:00Z", "2026-07-06T00:00Z"));
    assert_eq!(
        due(&calendar, 0),
        at("2026-07-10T18:00Z"),
        "two days after coming back, not Tuesday"
    );
    assert_eq!(due(&calendar, 1), at("2026-07-03T18:00Z"), "others are not held up");
    let mut live = keeper("5m + 10s", 2);
    ask(&mut live, &[0], "2026-07-01T00:00Z");
    live.set_away(Seat(0), off("2026-07-01T00:01Z", "2026-07-18T00:00Z"));
    assert_eq!(due(&live, 0), at("2026-07-01T00:05Z"), "live games know no vacation");
}

#[test]
fn a_pause_needs_all_and_ends_by_itself_or_by_all() {
    let mut keeper = keeper("3d up to 5d", 2);
    ask(&mut keeper, &[0], "2026-07-01T00:00Z");
    let (now, until) = (at("2026-07-02T00:00Z"), at("2026-07-12T00:00Z"));
    assert_eq!(keeper.pause(Seat(0), until, now), Ok(false));
    assert_eq!(due(&keeper, 0), at("2026-07-04T00:00Z"));
    assert_eq!(keeper.pause(Seat(1), until, now), Ok(true));
    assert_eq!(due(&keeper, 0), at("2026-07-14T00:00Z"));
    assert_eq!(keeper.paused(at("2026-07-05T00:00Z")), Some(until));
    assert_eq!(keeper.resume(Seat(0), at("2026-07-05T00:00Z")), Ok(false));
    assert_eq!(keeper.resume(Seat(1), at("2026-07-05T00:00Z")), Ok(true));
    assert_eq!(due(&keeper, 0), at("2026-07-07T00:00Z"));
    assert!(keeper.pause(Seat(0), now, now).is_err(), "a pause that is over");
    assert!(keeper.pause(Seat(0), at("2027-07-12T00:00Z"), now).is_err(), "too long");
    keeper.cover(Seat(1));
    assert_eq!(
        keeper.pause(Seat(0), until, at("2026-07-06T00:00Z")),
        Ok(true),
        "who is gone need not agree"
    );
}

#[test]
fn a_server_that_was_down_gives_the_time_back() {
    let mut bank = keeper("3d up to 5d", 1);
    ask(&mut bank, &[0], "2026-07-01T00:00Z");
    bank.outage(at("2026-07-03T20:00Z"), at("2026-07-04T06:00Z"));
    assert_eq!(due(&bank, 0), at("2026-07-04T10:00Z"));
    let same = bank.clone();
    bank.outage(at("2026-07-03T20:00Z"), at("2026-07-04T06:00Z"));
    assert_eq!(bank, same, "to say it twice changes nothing");
    let mut calendar = keeper("Tue, Fri 18:00 UTC", 1);
    ask(&mut calendar, &[0], "2026-07-01T00:00Z");
    calendar.outage(at("2026-07-01T12:00Z"), at("2026-07-01T13:00Z"));
    assert_eq!(due(&calendar, 0), at("2026-07-03T18:00Z"), "two days before, it does not matter");
    calendar.outage(at("2026-07-03T16:00Z"), at("2026-07-03T19:00Z"));
    assert_eq!(due(&calendar, 0), at("2026-07-03T22:00Z"), "as long again as it took");
    calendar.outage(at("2026-07-03T21:00Z"), at("2026-07-03T22:30Z"));
    assert_eq!(due(&calendar, 0), at("2026-07-04T00:00Z"), "and again, if it is down again");
}

#[test]
fn grace_stands_still_while_the_server_is_down() {
    let mut calendar = keeper("Fri 18:00 UTC, grace 12h", 1);
    ask(&mut calendar, &[0], "2026-07-01T00:00Z");
    calendar.outage(at("2026-07-04T05:30Z"), at("2026-07-04T06:30Z"));
    let deadline = calendar.deadline(Seat(0)).unwrap();
    assert_eq!((deadline.due, deadline.until), (at("2026-07-03T18:00Z"), at("2026-07-04T07:00Z")));
}

#[test]
fn grace_takes_late_answers_and_counts_them_as_late() {
    let mut keeper = keeper("1d + 1d up to 2d, grace 12h", 2);
    ask(&mut keeper, &[0], "2026-07-01T00:00Z");
    let deadline = keeper.deadline(Seat(0)).unwrap();
    assert_eq!((deadline.due, deadline.until), (at("2026-07-02T00:00Z"), at("2026-07-02T12:00Z")));
    let early = keeper.run_out(Seat(0), deadline.question, deadline.due);
    assert_eq!(early, Err(NotTaken::NotYet(deadline.until)));
    keeper.follow(Some(Seat(0)), &Seats::one(Seat(1)), &Moment::default(), at("2026-07-02T06:00Z"));
    let seen = keeper.reliability(Seat(0));
    assert_eq!((seen.kept, seen.late, seen.missed), (0, 1, 0));
    assert_eq!(
        keeper.bank(Seat(0)),
        Some(Length::days(1)),
        "nothing negative: the increment is whole"
    );
}

#[test]
fn a_deadline_is_taken_once_and_the_turn_is_finished_for_the_seat() {
    let mut keeper = keeper("1d + 6h up to 2d", 2);
    ask(&mut keeper, &[0], "2026-07-01T00:00Z");
    let deadline = keeper.deadline(Seat(0)).unwrap();
    assert_eq!(keeper.run_out(Seat(0), deadline.question, deadline.until).unwrap().in_a_row, 1);
    assert_eq!(keeper.run_out(Seat(0), deadline.question, deadline.until), Err(NotTaken::Gone));
    assert!(keeper.stood_in(Seat(0)));
    let still = Seats::one(Seat(0));
    keeper.follow(Some(Seat(0)), &still, &Moment::default(), deadline.until);
    assert!(keeper.deadline(Seat(0)).is_none(), "the rest of the turn is no new question");
    keeper.follow(Some(Seat(0)), &Seats::one(Seat(1)), &Moment::default(), deadline.until);
    assert!(!keeper.stood_in(Seat(0)));
    keeper.follow(Some(Seat(1)), &still, &Moment::default(), deadline.until);
    assert_eq!(due(&keeper, 0), at("2026-07-02T06:00Z"), "what an answer adds is there again");
}

#[test]
fn whoever_comes_back_after_a_missed_deadline_can_play() {
    let mut keeper = keeper("10m", 2);
    ask(&mut keeper, &[0], "2026-07-01T00:00Z");
    let deadline = keeper.deadline(Seat(0)).unwrap();
    keeper.run_out(Seat(0), deadline.question, deadline.until).unwrap();
    assert_eq!(
        keeper.bank(Seat(0)),
        Some(Length::minutes(1)),
        "a tenth, though an answer adds nothing"
    );
}

#[test]
fn who_is_covered_is_asked_nothing_until_they_are_back() {
    let mut keeper = keeper("4d up to 4d", 2);
    ask(&mut keeper, &[0], "2026-07-01T00:00Z");
    let deadline = keeper.deadline(Seat(0)).unwrap();
    keeper.run_out(Seat(0), deadline.question, deadline.until).unwrap();
    keeper.cover(Seat(0));
    ask(&mut keeper, &[0], "2026-07-06T00:00Z");
    assert!(keeper.stood_in(Seat(0)) && keeper.deadline(Seat(0)).is_none());
    keeper.returns(Seat(0));
    ask(&mut keeper, &[0], "2026-07-07T00:00Z");
    assert_eq!(due(&keeper, 0), at("2026-07-08T00:00Z"), "a quarter of the bank");
    keeper.replace(Seat(0), Periods::default());
    ask(&mut keeper, &[0], "2026-07-09T00:00Z");
    assert_eq!(due(&keeper, 0), at("2026-07-13T00:00Z"), "a new person has a full bank");
}

#[test]
fn more_time_is_asked_of_the_others_and_granted_by_them() {
    let mut keeper = keeper("1d up to 2d, extensions 1 of 3d by most", 4);
    ask(&mut keeper, &[0], "2026-07-01T00:00Z");
    assert!(keeper.ask_extension(Seat(0), Length::days(4)).is_err());
    assert!(
        keeper.ask_extension(Seat(1), Length::days(1)).is_err(),
        "who is asked nothing needs nothing"
    );
    assert_eq!(keeper.ask_extension(Seat(0), Length::days(2)), Ok(false));
    let asked = Length::days(2);
    assert!(keeper.grant(Seat(0), Seat(0), asked).is_err(), "not for oneself");
    assert_eq!(keeper.grant(Seat(1), Seat(0), asked), Ok(false));
    assert_eq!(keeper.grant(Seat(1), Seat(0), asked), Ok(false), "one voice is one voice");
    assert!(keeper.grant(Seat(2), Seat(0), Length::days(1)).is_err(), "that is not asked for");
    assert_eq!(keeper.grant(Seat(2), Seat(0), asked), Ok(true));
    assert_eq!(due(&keeper, 0), at("2026-07-04T00:00Z"));
    assert!(keeper.ask_extension(Seat(0), Length::days(1)).is_err(), "once is once");
    keeper.follow(Some(Seat(0)), &Seats::one(Seat(1)), &Moment::default(), at("2026-07-02T12:00Z"));
    assert_eq!(keeper.bank(Seat(0)), Some(Length::days(1)), "what was granted is used first");
    let mut calendar = self::keeper("Fri 18:00 UTC, extensions 1 of 3d by all", 2);
    ask(&mut calendar, &[0, 1], "2026-07-01T00:00Z");
    calendar.ask_extension(Seat(0), Length::days(1)).unwrap();
    assert_eq!(calendar.grant(Seat(1), Seat(0), Length::days(1)), Ok(true));
    assert_eq!(
        (due(&calendar, 0), due(&calendar, 1)),
        (at("2026-07-04T18:00Z"), at("2026-07-03T18:00Z"))
    );
    calendar.ask_extension(Seat(1), Length::days(1)).unwrap();
    calendar.refuse(Seat(0), Seat(1));
    assert!(calendar.wished(Seat(1)).is_none());
}

#[test]
fn a_referee_sets_a_deadline_but_none_that_is_over_or_in_a_holiday() {
    let mut keeper = keeper("Fri 18:00 UTC, holidays 4 Jul", 1);
    ask(&mut keeper, &[0], "2026-07-01T00:00Z");
    let now = at("2026-07-01T12:00Z");
    assert!(keeper.set_due(Seat(0), at("2026-07-04T12:00Z"), now).is_err());
    let fault = keeper.set_due(Seat(0), at("2026-06-30T12:00Z"), now).unwrap_err();
    assert_eq!(
        fault.to_string(),
        "The deadline would be Tue 30 Jun 2026 12:00, which is over: it is Wed 1 Jul 2026 12:00 now."
    );
    keeper.set_due(Seat(0), at("2026-07-02T12:00Z"), now).unwrap();
    assert_eq!(due(&keeper, 0), at("2026-07-02T12:00Z"));
}

#[test]
fn warnings_come_before_the_deadline_and_not_before_the_question() {
    let mut keeper = keeper("Fri 18:00 UTC, warn 4d, 1d, 6h", 1);
    ask(&mut keeper, &[0], "2026-07-01T00:00Z");
    let warned: Vec<Timestamp> =
        keeper.warnings(Seat(0)).iter().map(|warning| warning.at).collect();
    assert_eq!(warned, [at("2026-07-02T18:00Z"), at("2026-07-03T12:00Z")]);
}

#[test]
fn without_a_clock_nothing_runs_out() {
    let mut keeper = keeper("none", 2);
    ask(&mut keeper, &[0, 1], "2026-07-01T00:00Z");
    assert!(keeper.deadlines().is_empty() && keeper.bank(Seat(0)).is_none());
    assert!(keeper.warnings(Seat(0)).is_empty());
    assert_eq!(keeper.run_out(Seat(0), 1, at("2030-07-01T00:00Z")), Err(NotTaken::Gone));
    keeper.follow(Some(Seat(0)), &Seats::one(Seat(1)), &Moment::default(), at("2026-09-01T00:00Z"));
    assert_eq!(keeper.reliability(Seat(0)).kept, 0, "nothing was to be kept");
}
