//! The account of a season: what happened, told as a story. It never says more than happened.

use crate::edition::Gene;
use crate::event::{Event, Fight, How, Prize};
use crate::land::{Island, Place};
use crate::position::{Kind, Tag};
use crate::speech::listed;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::sync::LazyLock;
use table::Edition;
use table::reading::{Reading, Table, Word};

/// What a sentence of the account is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[allow(missing_docs, reason = "each is the event or the thread of its name")]
pub enum Matter {
    Eaten,
    Left,
    Poison,
    AttackerKilled,
    AttackerEaten,
    FendedOff,
    StandOff,
    Unseen,
    CarrionTussle,
    FishTussle,
    CarrionStandOff,
    PlantTussle,
    TussleDeath,
    Starved,
    Ravenous,
    Births,
    BirthsMixed,
    Circles,
    Extinct,
    HeadExtinct,
    HeadLead,
    HeadRevenge,
    HeadFamine,
    HeadSlaughter,
    HeadBirths,
    HeadQuiet,
    HeadDead,
    FirstKill,
    FirstExtinct,
    Revenge,
    LastOfKind,
    LastFounder,
    Feud,
    Hunter,
    Recovered,
    Lead,
    LeadKept,
    Famine,
    DeadlyHex,
    MostEver,
    FewestEver,
}

table::words! { Matter is "matter":
    Eaten = "eaten", Left = "left", Poison = "poison", AttackerKilled = "attacker_killed", AttackerEaten = "attacker_eaten",
    FendedOff = "fended_off", StandOff = "stand_off", Unseen = "unseen", CarrionTussle = "carrion_tussle", FishTussle = "fish_tussle",
    CarrionStandOff = "carrion_stand_off", PlantTussle = "plant_tussle", TussleDeath = "tussle_death", Starved = "starved",
    Ravenous = "ravenous", Births = "births", BirthsMixed = "births_mixed", Circles = "circles", Extinct = "extinct",
    HeadExtinct = "head_extinct", HeadLead = "head_lead", HeadRevenge = "head_revenge", HeadFamine = "head_famine",
    HeadSlaughter = "head_slaughter", HeadBirths = "head_births", HeadQuiet = "head_quiet", HeadDead = "head_dead",
    FirstKill = "first_kill", FirstExtinct = "first_extinct", Revenge = "revenge", LastOfKind = "last_of_kind",
    LastFounder = "last_founder", Feud = "feud", Hunter = "hunter", Recovered = "recovered", Lead = "lead", LeadKept = "lead_kept",
    Famine = "famine", DeadlyHex = "deadly_hex", MostEver = "most_ever", FewestEver = "fewest_ever",
}

impl Matter {
    /// The placeholders of its sentences.
    fn placeholders(self) -> &'static [&'static str] {
        match self {
            Matter::Eaten
            | Matter::Left
            | Matter::Poison
            | Matter::AttackerKilled
            | Matter::AttackerEaten
            | Matter::FendedOff
            | Matter::StandOff
            | Matter::Unseen => &["A", "V", "h"],
            Matter::CarrionTussle
            | Matter::FishTussle
            | Matter::CarrionStandOff
            | Matter::PlantTussle
            | Matter::Circles => &["L", "h"],
            Matter::TussleDeath | Matter::Starved => &["V", "h"],
            Matter::Ravenous => &["A", "h"],
            Matter::Births | Matter::BirthsMixed => &["L", "n", "gene"],
            Matter::Extinct => &["L", "n", "r"],
            Matter::HeadExtinct | Matter::FirstExtinct => &["L"],
            Matter::HeadLead | Matter::LeadKept => &["L", "n"],
            Matter::HeadRevenge => &["L", "M"],
            Matter::HeadFamine
            | Matter::HeadSlaughter
            | Matter::HeadBirths
            | Matter::HeadDead
            | Matter::Famine
            | Matter::MostEver
            | Matter::FewestEver => &["n"],
            Matter::HeadQuiet => &["s"],
            Matter::FirstKill => &["A", "V"],
            Matter::Revenge => &["A", "V", "K", "r"],
            Matter::LastOfKind => &["A", "L"],
            Matter::LastFounder => &["A"],
            Matter::Feud => &["L", "M", "n", "m"],
            Matter::Hunter => &["A", "n"],
            Matter::Recovered => &["L", "n", "r"],
            Matter::Lead => &["L", "M", "n"],
            Matter::DeadlyHex => &["h", "n"],
        }
    }
}

/// How the account is told; the master chooses, and may choose anew for every round. PS-REP-12
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Tone {
    /// With a wink: the sentences of the edition.
    #[default]
    Wry,
    /// What happened and nothing else.
    Dry,
    /// As of heroes.
    Epic,
    /// As in a naturalist's notebook.
    Naturalist,
}

table::words! { Tone is "tone": Wry = "wry", Dry = "dry", Epic = "epic", Naturalist = "naturalist" }

/// The sentences of an account in one tone, each with placeholders that will be filled in.
#[derive(Clone, Debug, Default)]
pub struct Phrases(BTreeMap<Matter, Vec<String>>);

impl Phrases {
    /// The sentences on some matters; none missing.
    fn read(file: &Table, matters: &[Matter]) -> Phrases {
        let told = |matter: &Matter| {
            let (key, placeholders) = (matter.word(), matter.placeholders());
            let sentences = file.list(key);
            if sentences.is_empty() && file.sound_field(key) {
                file.fault(key, "say at least one sentence");
            }
            let read = sentences.iter().filter_map(|sentence| sentence.phrase(placeholders));
            (*matter, read.collect())
        };
        Phrases(matters.iter().map(told).collect())
    }

    /// Those of a file that is built in.
    fn built_in(name: &str, text: &str, matters: &[Matter]) -> Phrases {
        let nothing = Edition::default();
        let reading = Reading::of(&nothing);
        let read = Phrases::read(&reading.text(name, text), matters);
        reading.finish(Some(read)).unwrap_or_default()
    }

    /// The sentences on a matter.
    pub fn of(&self, matter: Matter) -> &[String] {
        self.0.get(&matter).map_or(&[], Vec::as_slice)
    }
}

/// The sentences of the account in every tone.
#[derive(Clone, Debug)]
pub struct Voices(BTreeMap<Tone, Phrases>);

/// The tones that no edition changes.
static BUILT_IN: LazyLock<Voices> = LazyLock::new(|| {
    let (all, threads) = (Matter::ALL, threads());
    let read = |tone, text, matters| (tone, Phrases::built_in("tone.toml", text, matters));
    let tones = [
        read(Tone::Wry, include_str!("tones/wry.toml"), threads),
        read(Tone::Dry, include_str!("tones/dry.toml"), all),
        read(Tone::Epic, include_str!("tones/epic.toml"), all),
        read(Tone::Naturalist, include_str!("tones/naturalist.toml"), all),
    ];
    Voices(tones.into_iter().collect())
});

/// The matters of single events, which an edition has sentences for; behind them those of headlines and threads.
fn events() -> &'static [Matter] {
    &Matter::ALL[..=Matter::Extinct as usize]
}

fn threads() -> &'static [Matter] {
    &Matter::ALL[Matter::HeadExtinct as usize..]
}

impl Voices {
    /// Those of an edition: its own sentences in the first tone, and those that are built in.
    pub fn read(reading: &Reading) -> Voices {
        let mut voices = BUILT_IN.clone();
        let own = Phrases::read(&reading.file("account.toml"), events());
        voices.0.entry(Tone::Wry).or_default().0.extend(own.0);
        voices
    }

    /// The sentences in a tone.
    pub fn of(&self, tone: Tone) -> &Phrases {
        static NONE: Phrases = Phrases(BTreeMap::new());
        self.0.get(&tone).unwrap_or(&NONE)
    }
}

/// One sentence of the account.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sentence {
    /// The hex it is about; nothing for the whole island.
    pub hex: Option<Place>,
    /// The sentence.
    pub text: String,
    /// How much it matters. PS-SCALE-03
    pub drama: u32,
    /// The creatures in it.
    pub about: Vec<Tag>,
}

/// From how many species on the account is cut, and to how many events. PS-SCALE-03
pub const MANY_SPECIES: usize = 60;
const MOST_TOLD: usize = 40;

struct Teller<'a> {
    island: &'a Island,
    phrases: &'a Phrases,
    /// The species that led the standings before the round.
    leader: Option<Kind>,
    /// How many sentences each hex has had.
    told: BTreeMap<Option<Place>, usize>,
    story: Vec<Sentence>,
}

/// The whole story of a round, hex by hex in label order, the island as it stands after it.
pub fn story(island: &Island, events: &[Event], phrases: &Phrases) -> Vec<Sentence> {
    let before = island.census.iter().rev().nth(1);
    let leader = before.and_then(|counts| leader(island, counts));
    let mut teller = Teller { island, phrases, leader, told: BTreeMap::new(), story: Vec::new() };
    teller.births(events);
    teller.circles(events);
    for event in events {
        teller.event(event);
    }
    teller.story.sort_by_key(|sentence| sentence.hex);
    teller.story
}

/// The story as it is printed: whole, or its most dramatic part with a line on what was left out.
pub fn printed(story: &[Sentence], species: usize) -> (Vec<&Sentence>, usize) {
    if species < MANY_SPECIES || story.len() <= MOST_TOLD {
        return (story.iter().collect(), 0);
    }
    let mut order: Vec<usize> = (0..story.len()).collect();
    order.sort_by_key(|i| (std::cmp::Reverse(story[*i].drama), *i));
    order.truncate(MOST_TOLD);
    order.sort_unstable();
    let told = order.iter().map(|i| &story[*i]).collect();
    (told, story.len() - MOST_TOLD)
}

/// The species that alone has the most creatures, by these counts.
pub(super) fn leader(island: &Island, counts: &[u32]) -> Option<Kind> {
    let most = counts.iter().max().filter(|most| **most > 0)?;
    let mut leaders = island.kinds().zip(counts).filter(|(_, count)| *count == most);
    let (first, _) = leaders.next()?;
    leaders.next().is_none().then_some(first)
}

/// A creature with the name of its species.
pub(super) fn name_of(island: &Island, tag: Tag) -> String {
    let species = island.creature(tag.id).map(|creature| &island[creature.species].name);
    species.map_or(tag.to_string(), |name| format!("{tag} ({name})"))
}

/// A number of things, in words that agree.
pub fn counted(number: u64, thing: &str) -> String {
    let s = if number == 1 { "" } else { "s" };
    format!("{number} {thing}{s}")
}

/// A sentence on a matter with its words put in: one variant after the other.
pub(super) fn told(
    phrases: &Phrases,
    matter: Matter,
    variant: usize,
    hex: Option<Place>,
    words: &[(&str, String)],
) -> Option<String> {
    let variants = phrases.of(matter);
    let sentence = variants.get(variant.checked_rem(variants.len())?)?;
    let hex = hex.map(|hex| ("h", hex.to_string()));
    // What is put in is not looked through again: a name may hold anything.
    let mut text = String::new();
    let mut rest = sentence.as_str();
    while let Some((before, behind)) = rest.split_once('{') {
        let (name, after) = behind.split_once('}').unwrap_or((behind, ""));
        let known = words.iter().chain(&hex).find(|(key, _)| *key == name);
        text += before;
        text += known.map_or("", |(_, word)| word);
        rest = after;
    }
    text += rest;
    // The edition's sentences are written for many rounds.
    let text = text.replace(" 1 rounds", " 1 round");
    let mut letters = text.chars();
    let first = letters.next()?;
    Some(first.to_uppercase().chain(letters).collect())
}

impl Teller<'_> {
    fn name(&self, tag: Tag) -> String {
        name_of(self.island, tag)
    }

    fn species(&self, tag: Tag) -> Option<Kind> {
        let creature = self.island.creature(tag.id)?;
        Some(creature.species)
    }

    fn names(&self, tags: &[Tag]) -> String {
        let names: Vec<String> = tags.iter().map(|tag| self.name(*tag)).collect();
        listed(&names)
    }

    fn say(
        &mut self,
        hex: Option<Place>,
        matter: Matter,
        words: &[(&str, String)],
        drama: u32,
        about: Vec<Tag>,
    ) {
        let number = self.told.entry(hex).or_default();
        let position =
            hex.and_then(|hex| self.island.land.find(hex)).map_or(0, |hex| hex.index() + 1);
        let variant = usize::from(self.island.round) * 31 + position * 7 + *number;
        *number += 1;
        let Some(text) = told(self.phrases, matter, variant, hex, words) else { return };
        self.story.push(Sentence { hex, text, drama, about });
    }

    /// Six more when the leader of the standings loses a creature.
    fn loss(&self, dead: Tag) -> u32 {
        let led = self.leader.is_some() && self.species(dead) == self.leader;
        if led { 6 } else { 0 }
    }

    fn event(&mut self, event: &Event) {
        match event {
            Event::Fought { .. } => self.fight(event),
            Event::Unseen { by, who, hex, .. } => {
                let words = [("A", self.name(*by)), ("V", self.name(*who))];
                self.say(Some(*hex), Matter::Unseen, &words, 0, vec![*by, *who]);
            }
            Event::Tussled { hex, prize, fed, tied, died, rolled, .. } => {
                let about: Vec<Tag> = rolled.iter().map(|side| side.who).collect();
                let drama = if died.is_empty() { 0 } else { 4 };
                let variants = match prize {
                    Prize::Carrion => Matter::CarrionTussle,
                    Prize::Fish => Matter::FishTussle,
                    Prize::Grass | Prize::Fruit => Matter::PlantTussle,
                };
                if !fed.is_empty() {
                    let words = [("L", self.names(fed))];
                    self.say(Some(*hex), variants, &words, drama, about);
                }
                if !tied.is_empty() {
                    let words = [("L", self.names(tied))];
                    self.say(Some(*hex), Matter::CarrionStandOff, &words, 1, tied.clone());
                }
                for dead in died {
                    let drama = 4.max(self.loss(*dead));
                    let words = [("V", self.name(*dead))];
                    self.say(Some(*hex), Matter::TussleDeath, &words, drama, vec![*dead]);
                }
            }
            Event::Starved { who, hex } => {
                let drama = 1.max(self.loss(*who));
                let words = [("V", self.name(*who))];
                self.say(Some(*hex), Matter::Starved, &words, drama, vec![*who]);
            }
            Event::Ravenous { who, hex } => {
                let words = [("A", self.name(*who))];
                self.say(Some(*hex), Matter::Ravenous, &words, 1, vec![*who]);
            }
            Event::Extinct { name, creatures, .. } => {
                let words = [
                    ("L", name.clone()),
                    ("n", counted(u64::from(*creatures), "creature")),
                    ("r", self.island.round.to_string()),
                ];
                self.say(None, Matter::Extinct, &words, 10, Vec::new());
            }
            _ => {}
        }
    }

    fn fight(&mut self, event: &Event) {
        let Event::Fought { hex, attacker, victim, result, second, poison, .. } = event else {
            return;
        };
        let (a, v) = (attacker.who, victim.who);
        let (variants, drama, dead) = match result {
            Fight::Eaten => (Matter::Eaten, 2, Some(v)),
            Fight::Killed if *poison => (Matter::Poison, 2, Some(v)),
            Fight::Killed => (Matter::Left, 2, Some(v)),
            Fight::AttackerKilled => (Matter::AttackerKilled, 4, Some(a)),
            Fight::AttackerEaten => (Matter::AttackerEaten, 4, Some(a)),
            Fight::FendedOff => (Matter::FendedOff, 1, None),
            Fight::StandOff => (Matter::StandOff, 1, None),
        };
        let giants = attacker.ap >= 4 && victim.ap >= 4;
        let second_kill = *second && matches!(result, Fight::Eaten | Fight::Killed);
        let drama = drama
            .max(if giants { 5 } else { 0 })
            .max(if second_kill { 4 } else { 0 })
            .max(dead.map_or(0, |dead| self.loss(dead)));
        let words = [("A", self.name(a)), ("V", self.name(v))];
        self.say(Some(*hex), variants, &words, drama, vec![a, v]);
    }

    /// One line for every species that has young.
    fn births(&mut self, events: &[Event]) {
        let mut litters: BTreeMap<Kind, (Vec<Tag>, Vec<Option<Gene>>)> = BTreeMap::new();
        for event in events {
            if let Event::Born { who, gene, .. } = event
                && let Some(species) = self.species(*who)
            {
                let litter = litters.entry(species).or_default();
                litter.0.push(*who);
                litter.1.push(*gene);
            }
        }
        for (species, (young, mut genes)) in litters {
            genes.sort();
            let all = genes.len();
            let mut kinds: Vec<(Option<Gene>, usize)> = Vec::new();
            for gene in genes {
                match kinds.last_mut() {
                    Some((last, count)) if *last == gene => *count += 1,
                    _ => kinds.push((gene, 1)),
                }
            }
            let word = |gene: &Option<Gene>| {
                gene.map_or("nothing new".to_string(), |gene| gene.to_string())
            };
            let one = kinds.len() == 1 && all > 1;
            let gene = match kinds.as_slice() {
                [(gene, _)] => word(gene),
                several => {
                    let parts: Vec<String> = several
                        .iter()
                        .map(|(gene, count)| format!("{} ({count})", word(gene)))
                        .collect();
                    listed(&parts)
                }
            };
            let variants = match one {
                true => Matter::Births,
                false => Matter::BirthsMixed,
            };
            let words =
                [("L", self.island[species].name.clone()), ("n", all.to_string()), ("gene", gene)];
            self.say(None, variants, &words, 1, young);
        }
    }

    /// One line for every ring of trackers.
    fn circles(&mut self, events: &[Event]) {
        let mut rings: BTreeMap<Place, Vec<Tag>> = BTreeMap::new();
        for event in events {
            if let Event::Moved { who, from, how: How::InCircles, .. } = event {
                rings.entry(*from).or_default().push(*who);
            }
        }
        for (hex, ring) in rings {
            let words = [("L", self.names(&ring))];
            self.say(Some(hex), Matter::Circles, &words, 3, ring);
        }
    }
}
