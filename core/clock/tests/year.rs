//! A year of a thousand games on a clock that the test turns: people of every habit, a server that is killed hundreds of
//! times, two servers that both want every deadline.

use clock::{
    Absence, AtDeadline, Clock, Length, Moment, NotTaken, Periods, Timekeeper, Vacations, Zone,
};
use jiff::Timestamp;
use std::cmp::Reverse;
use std::collections::{BinaryHeap, HashSet};
use table::{Seat, Seats};

const PEOPLE: usize = 400;
const KILLS: usize = 500;
const ROUNDS: u32 = 100;

/// Numbers that look random and are the same every time.
struct Luck(u64);

impl Luck {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        mixed ^ (mixed >> 31)
    }

    /// From 0 to one less than a number.
    fn below(&mut self, number: u64) -> u64 {
        self.next() % number.max(1)
    }

    fn pick<'a, T>(&mut self, list: &'a [T]) -> &'a T {
        &list[self.below(list.len() as u64) as usize]
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Habit {
    /// Answers soon.
    Prompt,
    /// Answers somewhere in the time.
    Steady,
    /// Answers at the end, in grace, or too late.
    Late,
    /// Takes vacations, often at the last moment.
    Vacationer,
    /// Never comes back after a while.
    Gone,
    /// Is gone for weeks and comes back.
    Returns,
}

struct Person {
    habit: Habit,
    vacations: Vacations,
    /// When they answer nothing.
    silent: (Timestamp, Timestamp),
}

struct Game {
    keeper: Timekeeper,
    absence: Absence,
    people: Vec<usize>,
    at_once: bool,
    round: u32,
    /// Decisions that each seat owes in this round.
    owes: Vec<u8>,
    /// Outages that its keeper has been told of.
    outages: usize,
    asked: HashSet<u64>,
    over: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Event {
    Deadline { game: usize, seat: u16, question: u64 },
    Answer { game: usize, seat: u16, question: u64 },
    Vacation { person: usize },
    Back { person: usize },
    Pause { game: usize },
    Extension { game: usize },
}

#[derive(Debug, Default)]
struct Figures {
    answers: u32,
    late: u32,
    taken: u32,
    refused_twice: u32,
    filed_again: u32,
    vacations: u32,
    pauses: u32,
    extensions: u32,
    covered: u32,
    returned: u32,
    restarts: u32,
    finished: u32,
    events: u32,
}

struct Year {
    luck: Luck,
    people: Vec<Person>,
    games: Vec<Game>,
    outages: Vec<clock::Period>,
    queue: BinaryHeap<Reverse<(Timestamp, u64, Event)>>,
    number: u64,
    taken: HashSet<(usize, u64)>,
    figures: Figures,
    end: Timestamp,
}

fn start() -> Timestamp {
    "2026-01-01T00:00Z".parse().unwrap()
}

impl Year {
    fn new(seed: u64, games: usize) -> Year {
        let mut luck = Luck(seed);
        let end = Length::days(365).after(start());
        let zones = ["Europe/London", "America/New_York", "Asia/Tokyo", "Australia/Sydney", "UTC"];
        let habits = [
            Habit::Prompt,
            Habit::Steady,
            Habit::Steady,
            Habit::Late,
            Habit::Vacationer,
            Habit::Gone,
            Habit::Returns,
        ];
        let people = (0..PEOPLE)
            .map(|_| {
                let habit = *luck.pick(&habits);
                let away = Length::days(20 + luck.below(200)).after(start());
                let silent = match habit {
                    Habit::Gone => (away, Timestamp::MAX),
                    Habit::Returns => (away, Length::days(10 + luck.below(50)).after(away)),
                    _ => (Timestamp::MAX, Timestamp::MAX),
                };
                let zone: Zone = luck.pick(&zones).parse().unwrap();
                Person { habit, vacations: Vacations::new(30, zone), silent }
            })
            .collect();
        let clocks: Vec<Clock> = [
            "3d + 12h up to 5d, warn 1d, grace 6h, extensions 2 of 2d by most",
            "3d + 12h up to 5d, Europe/London, holidays 24 Dec - 1 Jan, 3 Apr - 6 Apr",
            "2d + 1d up to 4d, no vacations",
            "1d up to 3d",
            "7d + 2d up to 10d, extensions 1 of 3d by all, grace 1d",
            "Tue, Fri 18:00 Europe/London, at least 2d, round 1 at least 7d, holidays 24 Dec - 1 Jan, grace 12h",
            "daily 2:30 America/New_York, at least 12h, holidays 4 Jul, 23 Nov - 29 Nov",
            "Sun 20:00 Australia/Sydney, at least 3d, extensions 1 of 3d by one",
            "10m + 30s",
            "1h + 1m, delay 10s",
        ]
        .map(|text| text.parse().unwrap())
        .to_vec();
        let absences: Vec<Absence> = [
            "lapse",
            "lapse, after 2 bot greedy",
            "bot greedy",
            "lapse, after 1 open",
            "lapse, after 3 resign",
        ]
        .map(|text| text.parse().unwrap())
        .to_vec();
        let games = (0..games)
            .map(|_| {
                let seats = 2 + luck.below(4) as u16;
                let people = (0..seats).map(|_| luck.below(PEOPLE as u64) as usize).collect();
                Game {
                    keeper: Timekeeper::new(luck.pick(&clocks).clone(), seats),
                    absence: luck.pick(&absences).clone(),
                    people,
                    at_once: luck.below(2) == 0,
                    round: 0,
                    owes: vec![0; usize::from(seats)],
                    outages: 0,
                    asked: HashSet::new(),
                    over: false,
                }
            })
            .collect();
        let mut down = Periods::default();
        for _ in 0..KILLS {
            let from = Length::seconds(luck.below(365 * 86_400)).after(start());
            down.add(from, Length::seconds(5 + luck.below(2400)).after(from));
        }
        let outages = down.iter().collect();
        let (queue, taken) = (BinaryHeap::new(), HashSet::new());
        Year {
            luck,
            people,
            games,
            outages,
            queue,
            number: 0,
            taken,
            figures: Figures::default(),
            end,
        }
    }

    fn file(&mut self, at: Timestamp, event: Event) {
        self.number += 1;
        self.queue.push(Reverse((at, self.number, event)));
    }

    /// When the server is up again, if it is down at a time.
    fn down(&self, time: Timestamp) -> Option<Timestamp> {
        let after = self.outages.partition_point(|outage| outage.from <= time);
        let last = after.checked_sub(1).map(|at| self.outages[at])?;
        (time < last.to).then_some(last.to)
    }

    /// A table as the server has it: read from the store after a restart, and told of the outage.
    fn touch(&mut self, game: usize, now: Timestamp) {
        let over = self.outages.partition_point(|outage| outage.to <= now);
        let own = &mut self.games[game];
        if own.outages < over {
            let stored = serde_json::to_string(&own.keeper).unwrap();
            own.keeper = serde_json::from_str(&stored).unwrap();
            for outage in &self.outages[own.outages..over] {
                own.keeper.outage(outage.from, outage.to);
            }
            own.outages = over;
            self.figures.restarts += 1;
        }
    }

    fn run(mut self) -> Figures {
        for game in 0..self.games.len() {
            let begins = Length::minutes(self.luck.below(60 * 24 * 60)).after(start());
            let begins = self.down(begins).unwrap_or(begins);
            self.touch(game, begins);
            for seat in 0..self.games[game].people.len() {
                let away = self.people[self.games[game].people[seat]].vacations.periods();
                self.games[game].keeper.set_away(Seat(seat as u16), away);
            }
            self.go_on(game, None, begins);
            for _ in 0..2 {
                let at = Length::minutes(self.luck.below(300 * 24 * 60)).after(begins);
                self.file(at, Event::Pause { game });
                let at = Length::minutes(self.luck.below(300 * 24 * 60)).after(begins);
                self.file(at, Event::Extension { game });
            }
        }
        for person in 0..PEOPLE {
            match self.people[person].habit {
                Habit::Vacationer | Habit::Steady => {
                    for _ in 0..3 {
                        let at = Length::minutes(self.luck.below(365 * 24 * 60)).after(start());
                        self.file(at, Event::Vacation { person });
                    }
                }
                Habit::Returns => self.file(self.people[person].silent.1, Event::Back { person }),
                _ => {}
            }
        }
        while let Some(Reverse((at, _, event))) = self.queue.pop() {
            if at > self.end {
                self.file(at, event);
                break;
            }
            if let Some(up) = self.down(at) {
                self.file(up, event);
                continue;
            }
            self.figures.events += 1;
            match event {
                Event::Deadline { game, seat, question } => {
                    self.deadline(game, Seat(seat), question, at)
                }
                Event::Answer { game, seat, question } => {
                    self.answer(game, Seat(seat), question, at)
                }
                Event::Vacation { person } => self.vacation(person, at),
                Event::Back { person } => self.back(person, at),
                Event::Pause { game } => self.pause(game, at),
                Event::Extension { game } => self.extension(game, at),
            }
        }
        self.at_the_end();
        self.figures
    }

    fn awaited(&self, game: usize) -> Seats {
        let owes = self.games[game].owes.iter().enumerate();
        owes.filter(|(_, owes)| **owes > 0).map(|(seat, _)| Seat(seat as u16)).collect()
    }

    /// The game goes on after a decision: the next round if nobody owes anything, stand-ins at once, then whoever is
    /// asked thinks about it and their deadline is filed.
    fn go_on(&mut self, game: usize, mut actor: Option<Seat>, now: Timestamp) {
        loop {
            if self.awaited(game).is_empty() {
                let own = &mut self.games[game];
                own.round += 1;
                if own.round > ROUNDS {
                    own.over = true;
                    self.figures.finished += 1;
                }
                let first = own.round as usize % own.people.len();
                for seat in 0..own.people.len() {
                    let plays = !own.over && (own.at_once || seat == first);
                    own.owes[seat] = if plays { 1 + self.luck.below(3) as u8 } else { 0 };
                }
            }
            let awaited = self.awaited(game);
            let own = &mut self.games[game];
            let moment = Moment { round: own.round, phase: String::new() };
            own.keeper.follow(actor, &awaited, &moment, now);
            let Some(stand_in) = awaited.iter().find(|seat| own.keeper.stood_in(*seat)) else {
                break;
            };
            own.owes[stand_in.index()] -= 1;
            actor = Some(stand_in);
        }
        for deadline in self.games[game].keeper.deadlines() {
            let (seat, question) = (deadline.seat.0, deadline.question);
            if self.games[game].asked.insert(question) {
                self.file(deadline.until, Event::Deadline { game, seat, question });
                let at = self.thinks(game, deadline, now);
                self.file(at, Event::Answer { game, seat, question });
            }
        }
    }

    /// When a person will answer.
    fn thinks(&mut self, game: usize, deadline: clock::Deadline, now: Timestamp) -> Timestamp {
        let habit = self.people[self.games[game].people[deadline.seat.index()]].habit;
        let time = Length::between(now, deadline.due).as_milliseconds();
        let (least, more) = match habit {
            Habit::Prompt => (0, 20),
            Habit::Late => (60, 70),
            Habit::Vacationer | Habit::Gone | Habit::Returns => (5, 70),
            Habit::Steady => (5, 90),
        };
        let part = least * 10 + self.luck.below(more * 10);
        Length::milliseconds(time / 1000 * part).after(now)
    }

    fn answer(&mut self, game: usize, seat: Seat, question: u64, now: Timestamp) {
        self.touch(game, now);
        let person = &self.people[self.games[game].people[seat.index()]];
        let open = self.games[game].keeper.deadline(seat).filter(|open| open.question == question);
        let Some(open) = open else { return };
        if person.silent.0 <= now && now < person.silent.1 {
            return;
        }
        if let Some(back) = person.vacations.until(now) {
            let at = Length::minutes(5).after(back);
            return self.file(at, Event::Answer { game, seat: seat.0, question });
        }
        if now >= open.until {
            return;
        }
        self.figures.answers += 1;
        self.figures.late += u32::from(now > open.due);
        // The person finishes the turn.
        self.games[game].owes[seat.index()] = 0;
        self.go_on(game, Some(seat), now);
    }

    /// Two servers find the same row.
    fn deadline(&mut self, game: usize, seat: Seat, question: u64, now: Timestamp) {
        self.touch(game, now);
        let keeper = &mut self.games[game].keeper;
        let told = keeper.deadline(seat);
        let taken = match keeper.run_out(seat, question, now) {
            Err(NotTaken::Gone) => return,
            Err(NotTaken::NotYet(until)) => {
                self.figures.filed_again += 1;
                return self.file(until, Event::Deadline { game, seat: seat.0, question });
            }
            Ok(taken) => taken,
        };
        assert_eq!(keeper.run_out(seat, question, now), Err(NotTaken::Gone));
        self.figures.refused_twice += 1;
        assert!(self.taken.insert((game, question)), "taken twice");
        self.figures.taken += 1;
        let told = told.unwrap();
        assert_eq!(
            told.until,
            now,
            "{}: a deadline falls when it was told to fall",
            keeper.clock()
        );
        assert!(!keeper.stands_still(seat, now), "{}: time stood still at {now}", keeper.clock());
        assert!(keeper.paused(now).is_none(), "no deadline in a pause");
        let person = &self.people[self.games[game].people[seat.index()]];
        let honoured = self.games[game].keeper.clock().settings().vacations;
        assert!(!honoured || !person.vacations.periods().cover(now), "no deadline in a vacation");
        match self.games[game].absence.at(taken.in_a_row) {
            AtDeadline::Lapse => {}
            AtDeadline::Bot { .. } | AtDeadline::Resign => {
                self.games[game].keeper.cover(seat);
                self.figures.covered += 1;
            }
            AtDeadline::Open => {
                let new = self.luck.below(PEOPLE as u64) as usize;
                let away = self.people[new].vacations.periods();
                let own = &mut self.games[game];
                own.people[seat.index()] = new;
                own.keeper.replace(seat, away);
                return self.go_on(game, None, now);
            }
        }
        self.go_on(game, None, now);
    }

    fn vacation(&mut self, person: usize, now: Timestamp) {
        let zone = ["Europe/London", "UTC"].map(|zone| zone.parse::<Zone>().unwrap());
        let first = self.luck.pick(&zone).wall(now).date();
        let last = first.saturating_add(jiff::Span::new().days(self.luck.below(15) as i64));
        if self.people[person].vacations.take(first, last, now).is_err() {
            return;
        }
        self.figures.vacations += 1;
        let away = self.people[person].vacations.periods();
        for game in 0..self.games.len() {
            for seat in 0..self.games[game].people.len() {
                if self.games[game].people[seat] == person {
                    self.touch(game, now);
                    self.games[game].keeper.set_away(Seat(seat as u16), away.clone());
                }
            }
        }
    }

    fn back(&mut self, person: usize, now: Timestamp) {
        for game in 0..self.games.len() {
            for seat in (0..self.games[game].people.len()).map(|seat| Seat(seat as u16)) {
                let own = &self.games[game];
                if own.people[seat.index()] == person && !own.over && own.keeper.stood_in(seat) {
                    self.touch(game, now);
                    self.games[game].keeper.returns(seat);
                    self.figures.returned += 1;
                    self.go_on(game, None, now);
                }
            }
        }
    }

    fn pause(&mut self, game: usize, now: Timestamp) {
        if self.games[game].over || self.games[game].round == 0 {
            return;
        }
        self.touch(game, now);
        let until = Length::hours(1 + self.luck.below(300)).after(now);
        let own = &mut self.games[game];
        let begun = (0..own.people.len() as u16)
            .any(|seat| own.keeper.pause(Seat(seat), until, now) == Ok(true));
        assert!(begun, "all have agreed");
        self.figures.pauses += 1;
    }

    fn extension(&mut self, game: usize, now: Timestamp) {
        self.touch(game, now);
        let own = &mut self.games[game];
        let Some(asks) = own.keeper.deadlines().first().copied() else { return };
        let Ok(mut granted) = own.keeper.ask_extension(asks.seat, Length::days(1)) else { return };
        for by in (0..own.people.len() as u16).map(Seat) {
            granted = granted || own.keeper.grant(by, asks.seat, Length::days(1)).unwrap_or(false);
        }
        assert!(granted);
        self.figures.extensions += 1;
    }

    /// No game is stuck, and no deadline was forgotten.
    fn at_the_end(&mut self) {
        let rows: HashSet<(usize, u64)> = self
            .queue
            .iter()
            .filter_map(|Reverse((_, _, event))| match event {
                Event::Deadline { game, question, .. } => Some((*game, *question)),
                _ => None,
            })
            .collect();
        for game in 0..self.games.len() {
            self.touch(game, self.end);
            let own = &self.games[game];
            if own.over {
                assert!(own.keeper.deadlines().is_empty());
                continue;
            }
            let deadlines = own.keeper.deadlines();
            assert!(!deadlines.is_empty(), "game {game} is stuck in round {}", own.round);
            for deadline in deadlines {
                assert!(
                    deadline.until >= self.end,
                    "{}: a deadline was missed",
                    own.keeper.clock()
                );
                assert!(rows.contains(&(game, deadline.question)), "a deadline is filed");
            }
        }
    }
}

#[test]
fn a_year_of_a_thousand_games_goes_on_whoever_is_there() {
    let figures = Year::new(22, 1000).run();
    println!("{figures:?}");
    assert!(figures.answers > 50_000 && figures.late > 1000, "{figures:?}");
    assert!(figures.taken > 3000 && figures.taken == figures.refused_twice, "{figures:?}");
    assert!(figures.filed_again > 1000 && figures.vacations > 300, "{figures:?}");
    assert!(figures.pauses > 400 && figures.extensions > 200, "{figures:?}");
    assert!(figures.covered > 300 && figures.returned > 20, "{figures:?}");
    assert!(figures.restarts > 40_000 && figures.finished > 300, "{figures:?}");
}

#[test]
fn the_same_year_is_the_same_again() {
    let again = || format!("{:?}", Year::new(7, 60).run());
    assert_eq!(again(), again());
}
