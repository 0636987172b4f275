//! The account of a season: what happened, told as a story. It never says more than happened.

use crate::edition::Gene;
use crate::event::{Event, Fight, How, Prize};
use crate::land::{Island, Place};
use crate::position::{Kind, Tag};
use crate::speech::listed;
use std::collections::BTreeMap;
use table::reading::Reading;

/// The sentences of the account, by kind of event.
#[derive(Clone, Debug)]
#[allow(missing_docs, reason = "each field is the event of its name")]
pub struct Phrases {
    pub eaten: Vec<String>,
    pub left: Vec<String>,
    pub poison: Vec<String>,
    pub attacker_killed: Vec<String>,
    pub attacker_eaten: Vec<String>,
    pub fended_off: Vec<String>,
    pub stand_off: Vec<String>,
    pub unseen: Vec<String>,
    pub carrion_tussle: Vec<String>,
    pub fish_tussle: Vec<String>,
    pub carrion_stand_off: Vec<String>,
    pub plant_tussle: Vec<String>,
    pub tussle_death: Vec<String>,
    pub starved: Vec<String>,
    pub ravenous: Vec<String>,
    pub births: Vec<String>,
    pub births_mixed: Vec<String>,
    pub circles: Vec<String>,
    pub extinct: Vec<String>,
}

impl Phrases {
    /// The phrases of an edition, each with placeholders that will be filled in.
    pub fn read(reading: &Reading) -> Phrases {
        let file = reading.file("account.toml");
        let told = |key: &str, placeholders: &[&str]| -> Vec<String> {
            let sentences = file.list(key);
            if sentences.is_empty() && file.sound_field(key) {
                file.fault(key, "say at least one sentence");
            }
            sentences.iter().filter_map(|sentence| sentence.phrase(placeholders)).collect()
        };
        let (fight, list, victim) = (["A", "V", "h"], ["L", "h"], ["V", "h"]);
        let litter = ["L", "n", "gene"];
        Phrases {
            eaten: told("eaten", &fight),
            left: told("left", &fight),
            poison: told("poison", &fight),
            attacker_killed: told("attacker_killed", &fight),
            attacker_eaten: told("attacker_eaten", &fight),
            fended_off: told("fended_off", &fight),
            stand_off: told("stand_off", &fight),
            unseen: told("unseen", &fight),
            carrion_tussle: told("carrion_tussle", &list),
            fish_tussle: told("fish_tussle", &list),
            carrion_stand_off: told("carrion_stand_off", &list),
            plant_tussle: told("plant_tussle", &list),
            tussle_death: told("tussle_death", &victim),
            starved: told("starved", &victim),
            ravenous: told("ravenous", &["A", "h"]),
            births: told("births", &litter),
            births_mixed: told("births_mixed", &litter),
            circles: told("circles", &list),
            extinct: told("extinct", &["L", "n", "r"]),
        }
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
    let leader = before.and_then(|counts| {
        let most = counts.iter().max().filter(|most| **most > 0)?;
        let mut leaders = island.kinds().zip(counts).filter(|(_, count)| *count == most);
        let (first, _) = leaders.next()?;
        leaders.next().is_none().then_some(first)
    });
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

/// A number of things, in words that agree.
pub fn counted(number: u64, thing: &str) -> String {
    let s = if number == 1 { "" } else { "s" };
    format!("{number} {thing}{s}")
}

impl Teller<'_> {
    fn name(&self, tag: Tag) -> String {
        let species = self.species(tag).map(|index| &self.island[index].name);
        species.map_or(tag.to_string(), |name| format!("{tag} ({name})"))
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
        variants: &[String],
        words: &[(&str, String)],
        drama: u32,
        about: Vec<Tag>,
    ) {
        let number = self.told.entry(hex).or_default();
        let position =
            hex.and_then(|hex| self.island.land.find(hex)).map_or(0, |hex| hex.index() + 1);
        let variant = usize::from(self.island.round) * 31 + position * 7 + *number;
        *number += 1;
        let sentence = &variants[variant % variants.len()];
        let mut text = sentence.clone();
        if let Some(hex) = hex {
            text = text.replace("{h}", &hex.to_string());
        }
        for (key, value) in words {
            text = text.replace(&format!("{{{key}}}"), value);
        }
        // The edition's sentences are written for many rounds.
        let text = text.replace(" 1 rounds", " 1 round");
        let mut letters = text.chars();
        let text = letters
            .next()
            .map(|first| first.to_uppercase().chain(letters).collect())
            .unwrap_or_default();
        self.story.push(Sentence { hex, text, drama, about });
    }

    /// Six more when the leader of the standings loses a creature.
    fn loss(&self, dead: Tag) -> u32 {
        let led = self.leader.is_some() && self.species(dead) == self.leader;
        if led { 6 } else { 0 }
    }

    fn event(&mut self, event: &Event) {
        let phrases = self.phrases;
        match event {
            Event::Fought { .. } => self.fight(event),
            Event::Unseen { by, who, hex, .. } => {
                let words = [("A", self.name(*by)), ("V", self.name(*who))];
                self.say(Some(*hex), &phrases.unseen, &words, 0, vec![*by, *who]);
            }
            Event::Tussled { hex, prize, fed, tied, died, rolled, .. } => {
                let about: Vec<Tag> = rolled.iter().map(|side| side.who).collect();
                let drama = if died.is_empty() { 0 } else { 4 };
                let variants = match prize {
                    Prize::Carrion => &phrases.carrion_tussle,
                    Prize::Fish => &phrases.fish_tussle,
                    Prize::Grass | Prize::Fruit => &phrases.plant_tussle,
                };
                if !fed.is_empty() {
                    let words = [("L", self.names(fed))];
                    self.say(Some(*hex), variants, &words, drama, about);
                }
                if !tied.is_empty() {
                    let words = [("L", self.names(tied))];
                    self.say(Some(*hex), &phrases.carrion_stand_off, &words, 1, tied.clone());
                }
                for dead in died {
                    let drama = 4.max(self.loss(*dead));
                    let words = [("V", self.name(*dead))];
                    self.say(Some(*hex), &phrases.tussle_death, &words, drama, vec![*dead]);
                }
            }
            Event::Starved { who, hex } => {
                let drama = 1.max(self.loss(*who));
                let words = [("V", self.name(*who))];
                self.say(Some(*hex), &phrases.starved, &words, drama, vec![*who]);
            }
            Event::Ravenous { who, hex } => {
                let words = [("A", self.name(*who))];
                self.say(Some(*hex), &phrases.ravenous, &words, 1, vec![*who]);
            }
            Event::Extinct { name, creatures, .. } => {
                let words = [
                    ("L", name.clone()),
                    ("n", counted(u64::from(*creatures), "creature")),
                    ("r", self.island.round.to_string()),
                ];
                self.say(None, &phrases.extinct, &words, 10, Vec::new());
            }
            _ => {}
        }
    }

    fn fight(&mut self, event: &Event) {
        let Event::Fought { hex, attacker, victim, result, second, poison, .. } = event else {
            return;
        };
        let phrases = self.phrases;
        let (a, v) = (attacker.who, victim.who);
        let (variants, drama, dead) = match result {
            Fight::Eaten => (&phrases.eaten, 2, Some(v)),
            Fight::Killed if *poison => (&phrases.poison, 2, Some(v)),
            Fight::Killed => (&phrases.left, 2, Some(v)),
            Fight::AttackerKilled => (&phrases.attacker_killed, 4, Some(a)),
            Fight::AttackerEaten => (&phrases.attacker_eaten, 4, Some(a)),
            Fight::FendedOff => (&phrases.fended_off, 1, None),
            Fight::StandOff => (&phrases.stand_off, 1, None),
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
                true => &self.phrases.births,
                false => &self.phrases.births_mixed,
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
            self.say(Some(hex), &self.phrases.circles, &words, 3, ring);
        }
    }
}
