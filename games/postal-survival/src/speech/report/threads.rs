//! What goes on from round to round: rivalries and revenge, hunters and survivors, the first and the last of their kind;
//! and the headlines of a round. All of it follows from the island and from what happened in the round. PS-REP-12

use super::account::{Matter, Phrases, counted, leader, name_of, told};
use crate::event::{Event, Fight};
use crate::land::{Hex, Island};
use crate::position::{Creature, Death, Kind, Tag};
use crate::rules::calendar;
use std::collections::{BTreeMap, BTreeSet};
use table::Fit;

/// How many threads and how many headlines a report has at most.
const MOST_THREADS: usize = 6;
const MOST_HEADLINES: usize = 2;

/// How many kills make a hunter, deaths a deadly hex, and creatures a species that is out of danger.
const HUNTER: usize = 3;
const DEADLY: usize = 4;
const SAFE: u32 = 3;

/// How many deaths are worth a headline, and how many rounds in front a sentence.
const MANY_DEAD: usize = 4;
const LONG_LEAD: usize = 3;

/// Something that goes on from round to round. Every number counts this round too.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Thread {
    /// Never before was one killed by another.
    FirstKill {
        /// Who killed.
        killer: Tag,
        /// Who was killed.
        victim: Tag,
    },
    /// Who has killed one of a kind is killed by one of that kind.
    Revenge {
        /// Who took revenge.
        killer: Tag,
        /// Who died.
        victim: Tag,
        /// Whom that one had killed.
        avenged: Tag,
        /// In which round.
        round: u16,
    },
    /// One is left of a species that had more.
    LastOfKind {
        /// Who is left.
        who: Tag,
        /// Of which species.
        species: Kind,
    },
    /// Never before did a species die out.
    FirstExtinct {
        /// Which.
        species: Kind,
    },
    /// Of all founders one is left.
    LastFounder {
        /// Who.
        who: Tag,
    },
    /// Two species killed each other's creatures again.
    Feud {
        /// The two.
        between: [Kind; 2],
        /// How many each has lost to the other.
        lost: [usize; 2],
    },
    /// One has killed again.
    Hunter {
        /// Who.
        who: Tag,
        /// How many in all.
        kills: usize,
    },
    /// A species that was down to one has several again.
    Recovered {
        /// Which.
        species: Kind,
        /// How many.
        now: u32,
        /// The last round after which there was one.
        round: u16,
    },
    /// One species has overtaken another.
    Lead {
        /// Which is in front.
        species: Kind,
        /// Which was.
        before: Kind,
        /// How many creatures it has.
        now: u32,
    },
    /// A species is in front as it was before.
    LeadKept {
        /// Which.
        species: Kind,
        /// For how many rounds running.
        rounds: usize,
    },
    /// Never did so many starve in a round.
    Famine {
        /// How many.
        starved: usize,
    },
    /// Many have died in one hex.
    DeadlyHex {
        /// Where.
        hex: Hex,
        /// How many.
        dead: usize,
    },
    /// Never were there so many creatures.
    MostEver {
        /// How many.
        now: u32,
    },
    /// Never were there so few creatures.
    FewestEver {
        /// How many.
        now: u32,
    },
}

/// Who killed whom in a fight.
fn kill(event: &Event) -> Option<(Tag, Tag)> {
    let Event::Fought { attacker, victim, result, .. } = event else { return None };
    match result {
        Fight::Eaten | Fight::Killed => Some((attacker.who, victim.who)),
        Fight::AttackerEaten | Fight::AttackerKilled => Some((victim.who, attacker.who)),
        Fight::FendedOff | Fight::StandOff => None,
    }
}

/// By whom a creature was killed, and when.
fn killed(creature: &Creature) -> Option<(Tag, u16)> {
    let end = creature.end?;
    match end.death {
        Death::Eaten(by) | Death::Killed(by) => Some((by, end.round)),
        Death::Tussle | Death::Starved => None,
    }
}

/// Whether a creature was there at the beginning: who joins later has a founder too.
fn is_founder(creature: &Creature) -> bool {
    creature.parent.is_none() && creature.born == 0
}

/// The island after a round, and what happened in it.
struct Look<'a> {
    island: &'a Island,
    events: &'a [Event],
    /// Who killed whom in the round, in the order of events.
    kills: Vec<(Tag, Tag)>,
    found: Vec<Thread>,
}

/// Everything that goes on at the end of a round, what matters most first.
pub fn threads(island: &Island, events: &[Event]) -> Vec<Thread> {
    let kills = events.iter().filter_map(kill).collect();
    let mut look = Look { island, events, kills, found: Vec::new() };
    look.first_kill();
    look.revenge();
    look.last_of_kind();
    look.extinctions();
    look.founders();
    look.feuds();
    look.hunters();
    look.recoveries();
    look.lead();
    look.famine();
    look.deadly_hex();
    look.totals();
    look.found
}

impl Look<'_> {
    fn species(&self, tag: Tag) -> Option<Kind> {
        self.island.creature(tag.id).map(|creature| creature.species)
    }

    /// The dead of rounds before this.
    fn dead_before(&self) -> impl Iterator<Item = &Creature> {
        let now = self.island.round;
        let earlier = move |c: &&Creature| c.end.is_some_and(|end| end.round < now);
        self.island.creatures.iter().filter(earlier)
    }

    /// The dead of this round.
    fn dead_now(&self) -> impl Iterator<Item = &Creature> {
        let now = self.island.round;
        let today = move |c: &&Creature| c.end.is_some_and(|end| end.round == now);
        self.island.creatures.iter().filter(today)
    }

    /// How many of a species lived after a round; nothing if it was not there.
    fn count(&self, round: usize, species: Kind) -> Option<u32> {
        self.island.census.get(round)?.get(species.index()).copied()
    }

    /// How many of each lived after the round before.
    fn before(&self, species: Kind) -> u32 {
        let round = usize::from(self.island.round).checked_sub(1);
        round.and_then(|round| self.count(round, species)).unwrap_or(0)
    }

    fn first_kill(&mut self) {
        let Some((killer, victim)) = self.kills.first().copied() else { return };
        if !self.dead_before().any(|dead| killed(dead).is_some()) {
            self.found.push(Thread::FirstKill { killer, victim });
        }
    }

    fn revenge(&mut self) {
        for (killer, victim) in self.kills.clone() {
            let Some(own) = self.species(killer) else { continue };
            if self.species(victim) == Some(own) {
                continue;
            }
            let kin = self.dead_before().filter(|dead| dead.species == own);
            let by_victim = kin.filter_map(|dead| {
                let (by, round) = killed(dead)?;
                (by.id == victim.id).then_some((round, dead.tag()))
            });
            if let Some((round, avenged)) = by_victim.max() {
                self.found.push(Thread::Revenge { killer, victim, avenged, round });
            }
        }
    }

    fn last_of_kind(&mut self) {
        for species in self.island.kinds() {
            let mut living = self.island.of(species);
            if let (Some(last), None) = (living.next(), living.next())
                && self.before(species) > 1
            {
                self.found.push(Thread::LastOfKind { who: last.tag(), species });
            }
        }
    }

    fn extinctions(&mut self) {
        let now = self.island.round;
        let gone = |species: &Kind| self.island[*species].extinct;
        if self.island.kinds().any(|species| gone(&species).is_some_and(|round| round < now)) {
            return;
        }
        let first = self.events.iter().find_map(|event| match event {
            Event::Extinct { species, .. } => self.island.species_of(*species),
            _ => None,
        });
        let first = first.filter(|species| gone(species) == Some(now));
        self.found.extend(first.map(|species| Thread::FirstExtinct { species }));
    }

    fn founders(&mut self) {
        let founders = || self.island.creatures.iter().filter(|c| is_founder(c));
        let mut living = founders().filter(|founder| founder.alive());
        if let (Some(last), None) = (living.next(), living.next())
            && self.dead_now().any(is_founder)
        {
            self.found.push(Thread::LastFounder { who: last.tag() });
        }
    }

    fn feuds(&mut self) {
        let now = self.island.round;
        let pair = |one: Kind, other: Kind| if one < other { [one, other] } else { [other, one] };
        // Losses of each pair to each other: in all, and before this round.
        let mut feuds: BTreeMap<[Kind; 2], ([usize; 2], usize)> = BTreeMap::new();
        let mut again = BTreeSet::new();
        for dead in &self.island.creatures {
            let Some((by, round)) = killed(dead) else { continue };
            let Some(other) = self.species(by).filter(|other| *other != dead.species) else {
                continue;
            };
            let between = pair(dead.species, other);
            let (lost, earlier) = feuds.entry(between).or_default();
            lost[usize::from(between[1] == dead.species)] += 1;
            match round == now {
                true => drop(again.insert(between)),
                false => *earlier += 1,
            }
        }
        let going_on = feuds
            .into_iter()
            .filter(|(between, (_, earlier))| *earlier >= 1 && again.contains(between));
        // Where one alone kills it is no feud.
        let mut going_on: Vec<([Kind; 2], [usize; 2])> = going_on
            .map(|(between, (lost, _))| (between, lost))
            .filter(|(_, lost)| !lost.contains(&0))
            .collect();
        going_on.sort_by_key(|(_, lost)| std::cmp::Reverse(lost[0] + lost[1]));
        let feuds = going_on.into_iter().map(|(between, lost)| Thread::Feud { between, lost });
        self.found.extend(feuds);
    }

    fn hunters(&mut self) {
        let again: BTreeSet<Tag> = self.kills.iter().map(|(killer, _)| *killer).collect();
        let mut kills: BTreeMap<Tag, usize> = BTreeMap::new();
        for (by, _) in self.island.creatures.iter().filter_map(killed) {
            *kills.entry(by).or_default() += 1;
        }
        let lives = |tag: &Tag| self.island.creature(tag.id).is_some_and(Creature::alive);
        let mut hunters: Vec<(Tag, usize)> = kills
            .into_iter()
            .filter(|(who, kills)| *kills >= HUNTER && again.contains(who) && lives(who))
            .collect();
        hunters.sort_by_key(|(_, kills)| std::cmp::Reverse(*kills));
        self.found.extend(hunters.into_iter().map(|(who, kills)| Thread::Hunter { who, kills }));
    }

    fn recoveries(&mut self) {
        for species in self.island.kinds() {
            let now = self.island.count_of(species);
            if now < SAFE || self.before(species) >= SAFE {
                continue;
            }
            let rounds = 0..usize::from(self.island.round);
            let Some(low) = rounds.rev().find(|round| self.count(*round, species) == Some(1))
            else {
                continue;
            };
            let was_safe = (0..low).any(|round| self.count(round, species) >= Some(SAFE));
            if was_safe {
                let round = low.fit::<u16>();
                self.found.push(Thread::Recovered { species, now, round });
            }
        }
    }

    fn lead(&mut self) {
        let rounds = usize::from(self.island.round);
        let leader_after = |round: usize| leader(self.island, self.island.census.get(round)?);
        let Some(species) = leader_after(rounds) else { return };
        let now = self.island.count_of(species);
        let running = (0..=rounds).rev().take_while(|round| leader_after(*round) == Some(species));
        let running = running.count();
        let before = rounds.checked_sub(1).and_then(leader_after);
        match before {
            Some(before) if before != species => {
                self.found.push(Thread::Lead { species, before, now })
            }
            Some(_) if running >= LONG_LEAD => {
                self.found.push(Thread::LeadKept { species, rounds: running })
            }
            _ => {}
        }
    }

    fn famine(&mut self) {
        let starved = |dead: &Creature| dead.end.is_some_and(|end| end.death == Death::Starved);
        let now = self.dead_now().filter(|dead| starved(dead)).count();
        let mut earlier: BTreeMap<u16, usize> = BTreeMap::new();
        for dead in self.dead_before().filter(|dead| starved(dead)) {
            *earlier.entry(dead.end.map_or(0, |end| end.round)).or_default() += 1;
        }
        if now >= 2 && earlier.values().all(|count| *count < now) && self.island.round > 1 {
            self.found.push(Thread::Famine { starved: now });
        }
    }

    fn deadly_hex(&mut self) {
        let today: BTreeSet<Hex> = self.dead_now().map(|dead| dead.hex).collect();
        let mut graves: BTreeMap<Hex, usize> = BTreeMap::new();
        for dead in self.island.creatures.iter().filter(|creature| !creature.alive()) {
            *graves.entry(dead.hex).or_default() += 1;
        }
        let graves =
            graves.into_iter().filter(|(hex, dead)| *dead >= DEADLY && today.contains(hex));
        let most = graves.max_by_key(|(hex, dead)| (*dead, std::cmp::Reverse(*hex)));
        self.found.extend(most.map(|(hex, dead)| Thread::DeadlyHex { hex, dead }));
    }

    fn totals(&mut self) {
        let totals: Vec<u32> =
            self.island.census.iter().map(|counts| counts.iter().sum()).collect();
        let Some((now, earlier)) = totals.split_last() else { return };
        if self.island.round < 3 {
            return;
        }
        if earlier.iter().all(|total| total < now) {
            self.found.push(Thread::MostEver { now: *now });
        }
        if earlier.iter().all(|total| total > now) {
            self.found.push(Thread::FewestEver { now: *now });
        }
    }
}

impl Thread {
    /// The sentence that tells of it.
    fn sentence(&self, island: &Island, phrases: &Phrases, variant: usize) -> Option<String> {
        let creature = |tag: &Tag| name_of(island, *tag);
        let species = |kind: &Kind| island[*kind].name.clone();
        let mut place = None;
        let (matter, words) = match self {
            Thread::FirstKill { killer, victim } => {
                (Matter::FirstKill, vec![("A", creature(killer)), ("V", creature(victim))])
            }
            Thread::Revenge { killer, victim, avenged, round } => (
                Matter::Revenge,
                vec![
                    ("A", creature(killer)),
                    ("V", creature(victim)),
                    ("K", avenged.to_string()),
                    ("r", round.to_string()),
                ],
            ),
            Thread::LastOfKind { who, species: kind } => {
                (Matter::LastOfKind, vec![("A", who.to_string()), ("L", species(kind))])
            }
            Thread::FirstExtinct { species: kind } => {
                (Matter::FirstExtinct, vec![("L", species(kind))])
            }
            Thread::LastFounder { who } => (Matter::LastFounder, vec![("A", creature(who))]),
            Thread::Feud { between: [one, other], lost } => (
                Matter::Feud,
                vec![
                    ("L", species(one)),
                    ("M", species(other)),
                    ("n", lost[0].to_string()),
                    ("m", lost[1].to_string()),
                ],
            ),
            Thread::Hunter { who, kills } => {
                (Matter::Hunter, vec![("A", creature(who)), ("n", kills.to_string())])
            }
            Thread::Recovered { species: kind, now, round } => (
                Matter::Recovered,
                vec![("L", species(kind)), ("n", now.to_string()), ("r", round.to_string())],
            ),
            Thread::Lead { species: kind, before, now } => (
                Matter::Lead,
                vec![("L", species(kind)), ("M", species(before)), ("n", creatures(*now))],
            ),
            Thread::LeadKept { species: kind, rounds } => {
                (Matter::LeadKept, vec![("L", species(kind)), ("n", rounds.to_string())])
            }
            Thread::Famine { starved } => (Matter::Famine, vec![("n", starved.to_string())]),
            Thread::DeadlyHex { hex, dead } => {
                place = Some(island.place(*hex));
                (Matter::DeadlyHex, vec![("n", dead.to_string())])
            }
            Thread::MostEver { now } => (Matter::MostEver, vec![("n", creatures(*now))]),
            Thread::FewestEver { now } => (Matter::FewestEver, vec![("n", creatures(*now))]),
        };
        told(phrases, matter, variant, place, &words)
    }
}

fn creatures(count: u32) -> String {
    counted(count.into(), "creature")
}

/// What goes on, in sentences.
pub fn sentences(island: &Island, threads: &[Thread], phrases: &Phrases) -> Vec<String> {
    let variant = |place: usize| usize::from(island.round) + place;
    let told = threads.iter().take(MOST_THREADS).enumerate();
    told.filter_map(|(place, thread)| thread.sentence(island, phrases, variant(place))).collect()
}

/// What a headline is about, and the words in it.
type Head = (Matter, Vec<(&'static str, String)>);

/// The headlines of a round: the greatest first.
pub fn headlines(
    island: &Island,
    events: &[Event],
    threads: &[Thread],
    phrases: &Phrases,
) -> Vec<String> {
    let round = island.round;
    let name = |kind: Kind| island[kind].name.clone();
    let mut heads: Vec<Head> = Vec::new();
    for event in events {
        if let Event::Extinct { name, .. } = event {
            heads.push((Matter::HeadExtinct, vec![("L", name.clone())]));
        }
    }
    let revenge = threads.iter().find_map(|thread| match thread {
        Thread::Revenge { killer, victim, .. } => Some((killer, victim)),
        _ => None,
    });
    if let Some((killer, victim)) = revenge
        && let (Some(killer), Some(victim)) =
            (island.creature(killer.id), island.creature(victim.id))
    {
        let words = vec![("L", name(killer.species)), ("M", name(victim.species))];
        heads.push((Matter::HeadRevenge, words));
    }
    let after = |back: usize| island.census.iter().rev().nth(back);
    let lead = |back: usize| after(back).and_then(|counts| leader(island, counts));
    if let Some(first) = lead(0)
        && lead(1) != Some(first)
    {
        let words = vec![("L", name(first)), ("n", creatures(island.count_of(first)))];
        heads.push((Matter::HeadLead, words));
    }
    let today = island.creatures.iter().filter_map(|c| c.end).filter(|end| end.round == round);
    let (starved, fallen): (Vec<_>, Vec<_>) = today.partition(|end| end.death == Death::Starved);
    let (starved, fallen) = (starved.len(), fallen.len());
    let dead = starved + fallen;
    let number = |count: usize| vec![("n", count.to_string())];
    if starved >= MANY_DEAD && starved > fallen {
        heads.push((Matter::HeadFamine, number(starved)));
    }
    if fallen >= MANY_DEAD && fallen >= starved {
        heads.push((Matter::HeadSlaughter, number(fallen)));
    }
    let young = events.iter().filter(|event| matches!(event, Event::Born { .. })).count();
    if young > 0 {
        heads.push((Matter::HeadBirths, number(young)));
    }
    match dead {
        0 => {
            let season = calendar::season(round).to_string();
            heads.push((Matter::HeadQuiet, vec![("s", season)]));
        }
        dead => {
            let words = vec![("n", counted(dead.fit::<u64>(), "death"))];
            heads.push((Matter::HeadDead, words));
        }
    }
    let told = |(place, (matter, words)): (usize, Head)| {
        told(phrases, matter, usize::from(round) + place, None, &words)
    };
    heads.into_iter().take(MOST_HEADLINES).enumerate().filter_map(told).collect()
}
