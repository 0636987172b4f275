//! One game of each, from the invitation to the result, by mail alone: its players read letters as people do, and answer by the
//! numbers and the lines that they list.

use super::{Mailed, Reader, START, reader};
use crate::company::{befriend, bond};
use crate::house::Guest;
use crate::post_office::{Letter, PostOffice};
use std::sync::atomic::{AtomicI64, Ordering};
use std::time::{Duration, Instant};

/// How long a game may take.
const PATIENCE: Duration = Duration::from_secs(300);

turned_clock!(GAMES_NOW, games_clock);

/// A game that is played, and how those who play it by mail like to write.
struct Played {
    game: &'static str,
    scenario: &'static str,
    options: &'static [(&'static str, &'static str)],
    /// Who plays by mail; the other seat is a bot's if that is one.
    users: &'static [&'static str],
    /// The beginnings of choices that are taken where they are listed, the dearest first.
    likes: &'static [&'static str],
    /// What is written behind the first line of a mail, as far as it can be done.
    more: &'static str,
}

const GAMES: [Played; 5] = [
    Played {
        game: "outdoor-survival",
        scenario: "basic",
        options: &[],
        users: &["ann", "bob"],
        likes: &["roll", "s ", "sw ", "se ", "stop"],
        more: "s\ns\ns\ns\ns\ns\nstop",
    },
    Played {
        game: "outlive",
        scenario: "lean-week",
        options: &[],
        users: &["cy"],
        likes: &["confirm", "end"],
        more: "end\nend",
    },
    Played {
        game: "survivors",
        scenario: "quick",
        options: &[],
        users: &["dee"],
        likes: &["ready", "end"],
        more: "end\nend\nend",
    },
    Played {
        game: "yellowstone",
        scenario: "short-season",
        options: &[],
        users: &["eve"],
        likes: &["Place my herd", "confirm", "roll", "decline", "end"],
        more: "end\nend",
    },
    Played {
        game: "postal-survival",
        scenario: "blitz",
        options: &[("rounds", "4")],
        users: &["finn"],
        likes: &["done"],
        more: "done",
    },
];

/// What a letter lists below its question: each with its number, and its line and what it means.
fn listed(letter: &Letter) -> Vec<(&str, &str)> {
    let Some((_, asked)) = letter.text.split_once("YOUR DECISION") else { return Vec::new() };
    let lines = asked.lines().take_while(|line| *line != "--");
    let entries = lines.filter_map(|line| {
        let (number, told) = line.trim_start().split_once("  ")?;
        let known = !number.is_empty() && number.chars().all(|letter| letter.is_ascii_digit());
        known.then(|| (number, told.trim()))
    });
    entries.collect()
}

/// Somebody who plays by mail.
struct Player<'a> {
    reader: Reader<'a>,
    /// How many letters they have read.
    read: usize,
    mails: usize,
    over: bool,
}

impl Player<'_> {
    /// Reads what came, and answers the newest letter if it asks something.
    fn goes_on(&mut self, played: &Played) {
        self.reader.fetch();
        let new = self.reader.letters[self.read..].to_vec();
        self.read = self.reader.letters.len();
        for letter in &new {
            let words: Vec<&str> = letter.text.split_whitespace().collect();
            let mut twice = words.windows(2).filter(|it| it[0] == it[1] && it[0].starts_with('('));
            assert_eq!(twice.next(), None, "a rule is named once: {}", letter.text);
        }
        self.over |= new.iter().any(|letter| letter.text.contains("HOW IT ENDED"));
        for letter in &new {
            let words: Vec<&str> = letter.text.split_whitespace().collect();
            let mut twice = words.windows(2).filter(|it| it[0] == it[1] && it[0].starts_with('('));
            assert_eq!(twice.next(), None, "a rule is named once: {}", letter.text);
        }
        self.over |= new.iter().any(|letter| letter.text.contains("HOW IT ENDED"));
        if let Ok(room) = std::env::var("LETTERS") {
            for letter in &new {
                let at = self
                    .reader
                    .letters
                    .iter()
                    .position(|one| one.message.id == letter.message.id)
                    .unwrap();
                let name = format!("{room}/{}-{at:03}.eml", self.reader.user);
                std::fs::write(name, &letter.raw).unwrap();
            }
        }
        if let Some(letter) = new.last().filter(|letter| letter.text.contains("YOUR DECISION")) {
            let words = self.words(letter, played);
            self.mails += 1;
            self.reader.answers(letter, &words);
        }
    }

    /// What they write: the first time they look around, then by numbers and by lines in turn.
    fn words(&self, letter: &Letter, played: &Played) -> String {
        let in_a_line = letter.text.split_whitespace().collect::<Vec<_>>().join(" ");
        if let Some((_, lines)) = in_a_line.split_once("write one of `") {
            return lines.split('`').next().unwrap().to_string();
        }
        let listed = listed(letter);
        let liked = played
            .likes
            .iter()
            .find_map(|like| listed.iter().find(|(_, told)| format!("{told} ").starts_with(like)));
        let place = self.mails * 7 % listed.len().max(1);
        let Some((number, told)) = liked.or(listed.get(place)) else {
            // A bid is no list: its numbers are written alone.
            assert!(in_a_line.contains("the numbers alone"), "{}", letter.text);
            return format!("2 2 1 1\n{}", played.more);
        };
        let line = told.split(" - ").next().unwrap();
        match self.mails {
            0 => format!(
                "Hello!\n\nboard\nsheet\ntalk Good luck from {}\n{number}\n\nCheers\n{}",
                self.reader.user, self.reader.user
            ),
            1 if played.game == "outlive" => format!("{number}\nundo\n{line}"),
            mails if mails % 2 == 0 && !line.contains(':') => format!("{line}\n{}", played.more),
            _ => format!("{number}\n{}", played.more),
        }
    }
}

impl Played {
    /// Somebody opens the table in a browser and invites; nobody needs one after that.
    fn invite(&self, mailed: &Mailed<'_>, players: &mut [Player<'_>]) -> (Guest, String) {
        let host = mailed.house.guest().called("Host");
        let mut seats = vec!["open"; players.len()];
        seats.extend(["bot:random"].iter().take(2 - players.len()));
        let guests: Vec<Guest> = players
            .iter_mut()
            .map(|player| {
                let guest = mailed.house.guest().called(player.reader.user);
                mailed.confirm(&guest, &mut player.reader);
                player.read = 1;
                // Pictures are dear, and one game shows that they are in it.
                let plain = if self.game == "postal-survival" { "" } else { "on" };
                guest.form("/me/mail/pictures", &[("plain", plain)]);
                befriend(&host, &guest, player.reader.user);
                guest
            })
            .collect();
        let table = host.open_with(self.game, self.scenario, self.options, &seats);
        for player in players.iter() {
            let (friend, _) = bond(&host, player.reader.user).unwrap();
            let fields = [("deed", "invite"), ("friend", friend.as_str())];
            assert_eq!(host.form(&format!("/t/{table}/invite"), &fields).status, 303);
        }
        drop(guests);
        (host, table)
    }

    fn play(&self, mailed: &Mailed<'_>) {
        let begin = |user: &&'static str| Player {
            reader: reader(mailed.office, user),
            read: 0,
            mails: 0,
            over: false,
        };
        let mut players: Vec<Player<'_>> = self.users.iter().map(begin).collect();
        let (host, table) = self.invite(mailed, &mut players);
        for player in &mut players {
            let invited = mailed.next_letter(&mut player.reader);
            assert!(invited.message.subject.starts_with("You are invited"), "{}", invited.text);
            player.reader.answers(&invited, "Who else is there?");
            let asked = mailed.next_letter(&mut player.reader);
            assert!(asked.text.contains("neither yes nor no"), "{}", asked.text);
            player.reader.answers(&asked, "Hi!\n\nYes, please.\n\nCheers");
            let seated = mailed.next_letter(&mut player.reader);
            assert!(seated.text.contains("You have a seat"), "{}", seated.text);
            player.read = player.reader.letters.len() - 1;
        }
        // Whoever only waits says so once: their plan plays for them, and no mail is needed.
        if let [_, second] = &mut players[..] {
            let newest = second.reader.letters.last().unwrap().clone();
            second.reader.answers(&newest, &"plan stay\n".repeat(30));
            let planned = mailed.next_letter(&mut second.reader);
            assert_eq!(planned.text.matches("plan stay (done)").count(), 30, "{}", planned.text);
            second.mails = 1;
        }
        let began = Instant::now();
        while !players.iter().all(|player| player.over) {
            let newest = players[0].reader.letters.last().unwrap();
            assert!(began.elapsed() < PATIENCE, "{} does not end: {}", self.game, newest.text);
            mailed.now.fetch_add(2, Ordering::SeqCst);
            std::thread::sleep(Duration::from_millis(100));
            players.iter_mut().for_each(|player| player.goes_on(self));
        }
        assert_eq!(mailed.state(&host, &table), "over");
        for player in &players {
            let said = format!("talk Good luck from {} (done)", player.reader.user);
            let told = player.reader.letters.iter().find(|letter| letter.text.contains(&said));
            assert!(told.is_some() || self.users[0] != player.reader.user, "{said}: never told");
            let undone = player.reader.letters.iter().any(|it| it.text.contains("undo (done)"));
            assert_eq!(undone, self.game == "outlive", "a decision is taken back by mail");
            println!("{}: {} writes {} mails", self.game, player.reader.user, player.mails);
        }
    }
}

#[test]
#[ignore = "five whole games, which take minutes beside other tests: cargo test --workspace --all-features --test all mail::games -- --ignored"]
fn every_game_is_played_from_the_invitation_to_the_result_by_mail_alone() {
    let office = PostOffice::open();
    let signing = format!(
        "trusts = \"{}\"\nauth = \"xoauth2\"\npassword_file = \"{}\"",
        office.file("certificate.pem"),
        office.file("token")
    );
    let settings = office.encrypted_settings(&signing);
    let mailed = Mailed::by(&office, settings, (&GAMES_NOW, games_clock));
    std::thread::scope(|scope| {
        for played in &GAMES {
            let mailed = &mailed;
            scope.spawn(move || played.play(mailed));
        }
    });
}
