//! The account of a season: headlines and threads say what happened, in every tone, and the master's hand in them stays.

use crate::report::crowd_from;
use postal_survival::event::Fight;
use postal_survival::rules::ending::Master;
use postal_survival::speech::report::account::{Matter, Tone};
use postal_survival::speech::report::threads::{self, Thread};
use postal_survival::speech::report::{Report, ReportSource, html, markdown, text};
use postal_survival::{Event, Hex, Id, Kind, Place, PostalSurvival, Tag};
use std::collections::{BTreeMap, BTreeSet};
use table::reading::Word;
use table::{Dice, Log, Seed};

/// What happened in a game, counted from its events alone.
#[derive(Default)]
struct History {
    /// The founder of each creature's family.
    family: BTreeMap<Id, Id>,
    alive: BTreeSet<Id>,
    /// Who killed whom, and when.
    kills: Vec<(u16, Tag, Tag)>,
    /// Who died where, and when.
    graves: Vec<(u16, Place, Id)>,
    starved: Vec<usize>,
    /// How many of each family lived after each round, the start first.
    counts: Vec<BTreeMap<Id, u32>>,
}

impl History {
    fn begin(founders: impl Iterator<Item = Id>) -> History {
        let family: BTreeMap<Id, Id> = founders.map(|founder| (founder, founder)).collect();
        let alive = family.keys().copied().collect();
        let mut history = History { family, alive, ..History::default() };
        history.count();
        history
    }

    fn count(&mut self) {
        let mut counts: BTreeMap<Id, u32> = self.founders().map(|founder| (founder, 0)).collect();
        for one in &self.alive {
            *counts.entry(self.family[one]).or_default() += 1;
        }
        self.counts.push(counts);
    }

    fn founders(&self) -> impl Iterator<Item = Id> {
        self.family.iter().filter(|(own, founder)| own == founder).map(|(own, _)| *own)
    }

    fn add(&mut self, round: u16, events: &[Event]) {
        self.starved.push(0);
        for event in events {
            match event {
                Event::Born { who, parent, .. } => {
                    self.family.insert(who.id, self.family[&parent.id]);
                    self.alive.insert(who.id);
                }
                Event::Fought { hex, attacker, victim, result, .. } => {
                    let pair = match result {
                        Fight::Eaten | Fight::Killed => (attacker.who, victim.who),
                        Fight::AttackerEaten | Fight::AttackerKilled => (victim.who, attacker.who),
                        _ => continue,
                    };
                    self.kills.push((round, pair.0, pair.1));
                    self.dies(round, *hex, pair.1);
                }
                Event::Tussled { hex, died, .. } => {
                    died.iter().for_each(|dead| self.dies(round, *hex, *dead));
                }
                Event::Starved { who, hex } => {
                    *self.starved.last_mut().unwrap() += 1;
                    self.dies(round, *hex, *who);
                }
                _ => {}
            }
        }
        self.count();
    }

    fn dies(&mut self, round: u16, hex: Place, who: Tag) {
        self.alive.remove(&who.id);
        self.graves.push((round, hex, who.id));
    }

    fn living(&self, back: usize, founder: Id) -> u32 {
        let place = self.counts.len() - 1 - back;
        self.counts[place][&founder]
    }

    /// Who alone had the most, so many rounds back.
    fn leader(&self, back: usize) -> Option<Id> {
        let counts = self.counts.get(self.counts.len().checked_sub(back + 1)?)?;
        let most = counts.values().copied().max().filter(|most| *most > 0)?;
        let mut first = counts.iter().filter(|(_, count)| **count == most);
        let (leader, _) = first.next()?;
        first.next().is_none().then_some(*leader)
    }

    fn lost(&self, of: Id, to: Id) -> usize {
        let own = |(_, killer, victim): &&(u16, Tag, Tag)| {
            self.family[&victim.id] == of && self.family[&killer.id] == to
        };
        self.kills.iter().filter(own).count()
    }

    /// Whether a thread is so after this round.
    fn holds(
        &self,
        thread: &Thread,
        round: u16,
        founder: impl Fn(Kind) -> Id,
        place: impl Fn(Hex) -> Place,
    ) -> bool {
        let family = |tag: &Tag| self.family[&tag.id];
        let now = |(at, ..): &&(u16, Tag, Tag)| *at == round;
        let totals: Vec<u32> = self.counts.iter().map(|counts| counts.values().sum()).collect();
        let (total, earlier) = totals.split_last().unwrap();
        match thread {
            Thread::FirstKill { killer, victim } => {
                self.kills.first() == Some(&(round, *killer, *victim))
            }
            Thread::Revenge { killer, victim, avenged, round: then } => {
                self.kills.contains(&(round, *killer, *victim))
                    && self.kills.contains(&(*then, *victim, *avenged))
                    && *then < round
                    && family(avenged) == family(killer)
                    && family(victim) != family(killer)
            }
            Thread::LastOfKind { who, species } => {
                let own = founder(*species);
                self.alive.contains(&who.id)
                    && family(who) == own
                    && self.living(0, own) == 1
                    && self.living(1, own) > 1
            }
            Thread::FirstExtinct { species } => {
                let own = founder(*species);
                let earlier = &self.counts[..self.counts.len() - 1];
                self.living(0, own) == 0
                    && earlier.iter().all(|counts| !counts.values().any(|count| *count == 0))
            }
            Thread::LastFounder { who } => {
                let alive: Vec<Id> =
                    self.founders().filter(|one| self.alive.contains(one)).collect();
                let dead = |(at, _, id): &(u16, Place, Id)| *at == round && self.family[id] == *id;
                alive == [who.id] && self.graves.iter().any(dead)
            }
            Thread::Feud { between, lost } => {
                let [one, other] = between.map(&founder);
                let both = |(_, killer, victim): &(u16, Tag, Tag)| {
                    let pair = [family(killer), family(victim)];
                    pair == [one, other] || pair == [other, one]
                };
                *lost == [self.lost(one, other), self.lost(other, one)]
                    && !lost.contains(&0)
                    && self.kills.iter().filter(now).any(both)
            }
            Thread::Hunter { who, kills } => {
                let own = self.kills.iter().filter(|(_, killer, _)| killer == who);
                own.clone().count() == *kills
                    && own.clone().any(|(at, ..)| *at == round)
                    && self.alive.contains(&who.id)
            }
            Thread::Recovered { species, now, round: low } => {
                let own = founder(*species);
                let low = usize::from(*low);
                self.living(0, own) == *now
                    && self.counts[low][&own] == 1
                    && self.counts[..low].iter().any(|counts| counts[&own] >= 3)
                    && self.counts[low + 1..].iter().all(|counts| counts[&own] > 1)
            }
            Thread::Lead { species, before, now } => {
                self.leader(0) == Some(founder(*species))
                    && self.leader(1) == Some(founder(*before))
                    && species != before
                    && self.living(0, founder(*species)) == *now
            }
            Thread::LeadKept { species, rounds } => {
                let own = Some(founder(*species));
                (0..*rounds).all(|back| self.leader(back) == own) && self.leader(*rounds) != own
            }
            Thread::Famine { starved } => {
                let (last, earlier) = self.starved.split_last().unwrap();
                last == starved && earlier.iter().all(|count| count < last)
            }
            Thread::DeadlyHex { hex, dead } => {
                let there = self.graves.iter().filter(|(_, at, _)| *at == place(*hex));
                there.clone().count() == *dead && there.clone().any(|(at, ..)| *at == round)
            }
            Thread::MostEver { now } => total == now && earlier.iter().all(|before| before < now),
            Thread::FewestEver { now } => total == now && earlier.iter().all(|before| before > now),
        }
    }
}

/// What a thread is, without what is in it.
fn kind(thread: &Thread) -> &'static str {
    match thread {
        Thread::FirstKill { .. } => "first kill",
        Thread::Revenge { .. } => "revenge",
        Thread::LastOfKind { .. } => "last of its kind",
        Thread::FirstExtinct { .. } => "first extinct",
        Thread::LastFounder { .. } => "last founder",
        Thread::Feud { .. } => "feud",
        Thread::Hunter { .. } => "hunter",
        Thread::Recovered { .. } => "recovered",
        Thread::Lead { .. } => "lead",
        Thread::LeadKept { .. } => "lead kept",
        Thread::Famine { .. } => "famine",
        Thread::DeadlyHex { .. } => "deadly hex",
        Thread::MostEver { .. } => "most ever",
        Thread::FewestEver { .. } => "fewest ever",
    }
}

/// Plays silent games round by round, and shows each round with its history.
fn each_round(
    mut look: impl FnMut(&PostalSurvival, &postal_survival::Position, &[Event], &History),
) {
    for (players, seed) in [(12, 1), (20, 2), (30, 3), (44, 4), (44, 5), (70, 6)] {
        let (game, mut position) = crowd_from(players, seed);
        let mut dice = Dice::seeded(Seed::from_number(seed));
        let founders: Vec<Id> = position.island.creatures.iter().map(|c| c.id).collect();
        let mut history = History::begin(founders.into_iter());
        while position.over.is_none() {
            let mut log = Log::new();
            position.run(game.rulings(), Master::Present, &mut dice, &mut log);
            let events: Vec<Event> = log.take().into_iter().map(|entry| entry.event).collect();
            history.add(position.island.round, &events);
            look(&game, &position, &events, &history);
        }
    }
}

// rules: PS-REP-12
#[test]
fn what_goes_on_is_so_by_a_count_of_everything_that_happened() {
    let mut seen: BTreeMap<&str, usize> = BTreeMap::new();
    each_round(|_, position, events, history| {
        let (island, round) = (&position.island, position.island.round);
        let founder = |kind: Kind| island[kind].number.founder();
        for thread in threads::threads(island, events) {
            let holds = history.holds(&thread, round, founder, |hex| island.place(hex));
            assert!(holds, "round {round}: {thread:?}");
            *seen.entry(kind(&thread)).or_default() += 1;
        }
    });
    // None of them is so rare that nothing was looked at.
    assert_eq!(seen.len(), 14, "{seen:?}");
}

// rules: PS-REP-12
#[test]
fn what_must_be_told_is_told() {
    each_round(|_, position, events, history| {
        let (island, round) = (&position.island, position.island.round);
        let told = threads::threads(island, events);
        let has = |what: &str| told.iter().filter(|thread| kind(thread) == what).count();
        let kills = history.kills.iter().filter(|(at, ..)| *at == round);
        let first = history.kills.first().is_some_and(|(at, ..)| *at == round);
        assert_eq!(has("first kill"), usize::from(first));
        let family = |tag: &Tag| history.family[&tag.id];
        let revenge = kills.filter(|(_, killer, victim)| {
            let earlier = history.kills.iter().filter(|(at, ..)| *at < round);
            let mut kin =
                earlier.filter(|(_, by, dead)| by == victim && family(dead) == family(killer));
            family(killer) != family(victim) && kin.next().is_some()
        });
        assert_eq!(has("revenge"), revenge.count());
        let alone = history
            .founders()
            .filter(|own| history.living(0, *own) == 1 && history.living(1, *own) > 1);
        assert_eq!(has("last of its kind"), alone.count());
    });
}

// rules: PS-REP-12
#[test]
fn every_tone_has_words_for_everything_and_all_its_numbers_are_filled_in() {
    each_round(|game, position, events, _| {
        let report = |tone: Tone| {
            Report::compile(&ReportSource {
                game: "Gazette",
                island: &position.island,
                events,
                rulings: game.rulings(),
                unusual: &game.choice().unusual,
                phrases: game.choice().voices.of(tone),
                edits: &[],
                deadline: "Friday",
                introduction: "",
                notices: &[],
                over: None,
                seed: None,
            })
        };
        let reports: Vec<Report> = Tone::ALL.iter().map(|tone| report(*tone)).collect();
        for report in &reports {
            assert!((1..=2).contains(&report.headlines.len()), "{:?}", report.headlines);
            assert_eq!(report.threads.len(), reports[0].threads.len());
            assert_eq!(report.account.len(), reports[0].account.len());
            let all = report.headlines.iter().chain(&report.threads).chain(&report.account);
            for line in all {
                assert!(!line.contains(['{', '}']) && line.trim() == line, "{line}");
                assert!(html::write(report, None).len() > line.len());
            }
        }
        assert_ne!(reports[1].headlines, reports[2].headlines);
        let page = html::write(&reports[0], None);
        let head = &reports[0].headlines[0];
        let plain = text::write(&reports[0]);
        assert!(plain.contains(&head.to_uppercase()[..10]), "{plain}");
        assert!(
            page.contains("class=\"headline\"") && markdown::write(&reports[0]).contains("\n### ")
        );
    });
    let (house, _) = crowd_from(2, 1);
    for tone in Tone::ALL {
        for matter in Matter::ALL {
            let sentences = house.choice().voices.of(*tone).of(*matter);
            assert!(!sentences.is_empty(), "{} in {}", matter.word(), tone.word());
        }
    }
}
