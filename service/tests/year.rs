//! A stretch of correspondence games through a server: people of every habit, on a clock that the test turns, and a server that is
//! killed again and again. No game is stuck, no deadline is missed, none is taken twice, none falls into a vacation.
//!
//! `OVERWINTER_YEAR_GAMES=1000 OVERWINTER_YEAR_KILLS=500 cargo test -p service year::` makes it a long one.

use crate::house::{Guest, House, agent, ask_store, quick, until};
use serde_json::{Value, json};
use service::Config;
use std::collections::BTreeMap;
use std::sync::atomic::{AtomicI64, Ordering};
use std::time::Duration;

static NOW: AtomicI64 = AtomicI64::new(1_794_916_800);

fn clock() -> i64 {
    NOW.load(Ordering::SeqCst)
}

fn turned(config: &mut Config) {
    quick(config);
    config.wall_clock = clock;
    config.clock_is_turned = true;
    config.time_tick = Duration::from_millis(5);
}

fn number(name: &str, usual: usize) -> usize {
    std::env::var(name).ok().and_then(|text| text.parse().ok()).unwrap_or(usual)
}

/// How somebody answers.
#[derive(Clone, Copy, PartialEq)]
enum Habit {
    /// Within hours.
    Prompt,
    /// Now and then.
    Slow,
    /// Never again after a while.
    Gone,
    /// Takes vacations.
    Away,
}

const HABITS: [Habit; 4] = [Habit::Prompt, Habit::Slow, Habit::Gone, Habit::Away];

const CLOCKS: [(&str, &str); 4] = [
    ("1d + 1d up to 1d, grace 2h", "lapse"),
    ("2d + 12h up to 3d", "lapse, after 2 bot greedy"),
    ("Mon-Fri 18:00 Europe/London", "open"),
    ("1d + 1d up to 2d, extensions 2 of 1d by one", "resign"),
];

struct Year {
    house: Option<House>,
    /// How often the server was killed while games were on, how often it is to be, and after how many answers each time.
    killed: usize,
    kills: usize,
    every: usize,
    answers: usize,
    people: Vec<(Guest, Habit)>,
    /// Tables, and who sits where.
    tables: Vec<(String, [usize; 2])>,
    luck: u64,
    vacations: usize,
}

impl Year {
    fn draw(&mut self, below: u64) -> u64 {
        self.luck = self
            .luck
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (self.luck >> 33) % below
    }

    fn house(&self) -> &House {
        self.house.as_ref().expect("a server")
    }

    /// In the middle of whatever it does.
    fn kill(&mut self) {
        if self.killed == self.kills {
            return;
        }
        let house = self.house.take().expect("a server");
        let address = house.address;
        let house = House::in_folder(house.kill(), move |config| {
            turned(config);
            config.bind = address;
        });
        self.house = Some(house);
        self.people.iter_mut().for_each(|(guest, _)| guest.agent = agent());
        self.killed += 1;
    }

    fn open(&mut self, number: usize) {
        let seats = [number % self.people.len(), (number / 2 + 1) % self.people.len()];
        let seats = if seats[0] == seats[1] {
            [seats[0], (seats[0] + 1) % self.people.len()]
        } else {
            seats
        };
        let (line, happens) = CLOCKS[number % CLOCKS.len()];
        let fields = [
            ("scenario", "plain"),
            ("seat", "me"),
            ("seat", "open"),
            ("clock", line),
            ("at_deadline", happens),
        ];
        let opened = self.people[seats[0]].0.form("/new/connect-four", &fields);
        assert_eq!(opened.status, 303, "{}", opened.text);
        let table = opened.location.strip_prefix("/t/").unwrap().to_string();
        let sat = self.people[seats[1]].0.form(&format!("/t/{table}/join"), &[("seat", "2")]);
        assert_eq!(sat.status, 303, "{}", sat.text);
        self.tables.push((table, seats));
    }

    /// Everybody whose habit it is answers where they are asked.
    fn answer(&mut self, day: usize) {
        for index in 0..self.tables.len() {
            let (table, seats) = self.tables[index].clone();
            let shown = self.people[0].0.get(&format!("/api/tables/{table}")).json();
            if shown["state"] == "over" {
                continue;
            }
            for seat in shown["deciding"].as_array().unwrap().clone() {
                let seat = seat.as_u64().unwrap() as u16 - 1;
                if shown["seats"][usize::from(seat)]["kind"] != "person" {
                    continue;
                }
                let luck = self.draw(100);
                let column = 1 + self.draw(7);
                let (guest, habit) = &self.people[seats[usize::from(seat)]];
                let answers = match habit {
                    Habit::Prompt => luck < 95,
                    Habit::Slow => luck < 45,
                    Habit::Gone => day < 3,
                    Habit::Away => luck < 80,
                };
                if answers {
                    let done = guest.act(&table, seat, &format!("drop {column}"), None).status;
                    assert!([200, 403, 409, 422].contains(&done), "{done}");
                    self.answers += 1;
                    if self.answers.is_multiple_of(self.every) {
                        self.kill();
                    }
                }
            }
        }
    }

    /// Somebody takes a few days.
    fn rest(&mut self) {
        let first = clock::Timestamp::from_second(clock()).unwrap();
        let zone: clock::Zone = "UTC".parse().unwrap();
        let first = zone.wall(first).date();
        let last = first.saturating_add(clock::Span::new().days(1 + self.draw(3) as i64));
        let away = self.people.iter().filter(|(_, habit)| *habit == Habit::Away);
        for (guest, _) in away {
            let fields = [
                ("deed", "take"),
                ("first", &first.to_string()),
                ("last", &last.to_string()),
                ("zone", "UTC"),
            ];
            let taken = guest.form("/my/vacation", &fields).status;
            self.vacations += usize::from(taken == 303);
        }
    }
}

fn settled(folder: &std::path::Path) {
    until("what is due is done", || {
        let due = format!("SELECT count(*) FROM deadlines WHERE at <= {}", clock() * 1000);
        ask_store(folder, &due) == "0"
    });
}

#[test]
fn games_go_on_whoever_is_there_and_however_often_the_server_ends() {
    let (games, kills) = (number("OVERWINTER_YEAR_GAMES", 12), number("OVERWINTER_YEAR_KILLS", 4));
    let house = House::with(turned);
    let people = (0..8).map(|number| {
        let guest = house
            .guest()
            .called(&format!("Player {}", ["A", "B", "C", "D", "E", "F", "G", "H"][number]));
        (guest, HABITS[number % HABITS.len()])
    });
    let people = people.collect();
    // A game has about eleven answers: the server is killed so often that all kills fall while games are on.
    let every = (games * 8 / kills.max(1)).max(1);
    let mut year = Year {
        house: Some(house),
        killed: 0,
        kills,
        every,
        answers: 0,
        people,
        tables: Vec::new(),
        luck: 22,
        vacations: 0,
    };
    (0..games).for_each(|number| year.open(number));
    let mut days = 0;
    let on = |year: &Year| {
        let on = "SELECT count(*) FROM tables WHERE state = 'playing'";
        ask_store(year.house().folder.path(), on) != "0"
    };
    while on(&year) {
        assert!(days < 400, "some game never ends");
        year.answer(days);
        if days % 9 == 4 {
            year.rest();
        }
        NOW.fetch_add(6 * 3600 + year.draw(12 * 3600) as i64, Ordering::SeqCst);
        if days % 2 == 1 && on(&year) {
            // In the middle of whatever falls now.
            year.kill();
        }
        settled(year.house().folder.path());
        days += 1;
    }
    let killed = year.killed;
    let house = year.house.take().expect("a server");
    let folder = house.folder.path();
    let mut counts: BTreeMap<String, usize> = BTreeMap::new();
    for (table, _) in &year.tables {
        let shown: Value = year.people[0].0.get(&format!("/api/tables/{table}")).json();
        *counts.entry(shown["state"].to_string()).or_default() += 1;
        let (steps, distinct) = {
            let asked = format!(
                "SELECT count(*), count(DISTINCT step) FROM steps WHERE table_id = '{table}'"
            );
            let told = ask_store(folder, &asked);
            let (steps, distinct) = told.split_once('|').unwrap();
            (steps.to_string(), distinct.to_string())
        };
        assert_eq!(steps, distinct);
        if shown["state"] == "playing" {
            // It is not stuck: a bot thinks, or a deadline runs.
            let asked = format!("SELECT count(*) FROM deadlines WHERE table_id = '{table}'");
            let bots = format!("SELECT bot_turn FROM tables WHERE id = '{table}'");
            assert!(ask_store(folder, &asked) != "0" || ask_store(folder, &bots) == "1", "{table}");
        }
    }
    // What fell was told, each once: as often as questions were missed.
    let told = ask_store(folder, "SELECT count(*) FROM talk WHERE text LIKE 'The time of %'");
    let missed = ask_store(folder, "SELECT coalesce(sum(missed), 0) FROM reliability");
    println!(
        "{games} games, {killed} kills, {days} turns of the clock, {told} deadlines, {} vacations: {counts:?}",
        year.vacations
    );
    assert_eq!(told, missed);
    assert!(killed == kills && told.parse::<usize>().unwrap() >= games / 2, "{told}");
    assert!(counts.contains_key("\"over\""), "{counts:?}");
    let health = year.people[0].0.get("/health").json();
    assert_eq!(health["stuck_tables"], json!(0));
}
