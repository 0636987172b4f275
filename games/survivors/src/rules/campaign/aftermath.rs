//! After the games of an episode: fates, scores, healing, upkeep, recruits and purchases.
//! SV-CAM-07, SV-CAM-08, SV-CAM-09, SV-CAM-10, SV-CAM-11, SV-CAM-12, SV-CAM-13, SV-CAM-14,
//! SV-CAM-15, SV-CAM-16, SV-CAM-17

use super::{Campaign, Choices, Episode, Fate, Person, Purchase, rounded};
use crate::edition::components::{Class, Skill};
use crate::edition::{Book, CampaignFile};
use crate::refusal::{Checked, Episodes, no};
use table::{Dice, Fit};

impl Campaign {
    /// Steps 1 to 6 of the aftermath, after all games of an episode; `choices` are those of the owners, by faction. Then supplies
    /// are spent ([`buy`](Campaign::buy), step 7), and the episode is [closed](Campaign::close). SV-CAM-07, SV-CAM-08, SV-CAM-09,
    /// SV-CAM-10, SV-CAM-11, SV-CAM-12, SV-CAM-17
    pub fn aftermath(
        &mut self,
        file: &CampaignFile,
        episodes: &[Episode],
        choices: &[Choices],
        lucky: bool,
        dice: &mut Dice,
    ) {
        let (mut fought, mut returned): (Vec<String>, Vec<String>) = Default::default();
        for episode in episodes {
            for fate in &episode.fates {
                fought.push(fate.name.clone());
                if fate.strength == 0 {
                    returned.push(fate.name.clone());
                }
                match &fate.joins {
                    Some(stray) => self.take_in(file, fate.to, stray),
                    None => self.settle_fate(fate, lucky, dice),
                }
            }
            self.score_episode(episode);
        }
        for band in 0..self.bands.len() {
            let played = episodes.iter().any(|e| e.points.contains_key(&band));
            if !played {
                // SV-CAM-17
                self.bands[band].supplies += 3;
                for person in &mut self.bands[band].people {
                    person.strength = (person.strength + 2).min(person.full);
                }
                continue;
            }
            let chosen = choices.get(band).cloned().unwrap_or_default();
            self.heal(band, &fought, &returned, &chosen.tended);
            for episode in episodes.iter().filter(|e| e.points.contains_key(&band)) {
                let crates = episode.crates.get(&band).copied().unwrap_or(0);
                let medicines = episode.medicines.get(&band).copied().unwrap_or(0);
                self.bands[band].supplies += crates + 2 * medicines;
            }
            self.bands[band].supplies += dice.roll("foraging", 6).fit::<i32>(); // SV-CAM-11
            self.upkeep(band, &chosen.leaving);
        }
    }

    /// Step 8, when everybody has spent what they would: small factions get recruits, large ones lose people. Then the next episode
    /// begins. SV-CAM-14, SV-CAM-15
    pub fn close(
        &mut self,
        file: &CampaignFile,
        book: &Book,
        choices: &[Choices],
        dice: &mut Dice,
    ) {
        for band in 0..self.bands.len() {
            while self.bands[band].people.len() < file.fewest_people {
                self.recruit(file, book, band, dice);
            }
            let leaving = choices.get(band).map_or(&[][..], |chosen| &chosen.leaving);
            while self.bands[band].people.len() > file.most_people && self.one_leaves(band, leaving)
            {
            }
        }
        self.episode += 1;
    }

    /// A stray joins the roster of the side on which it ended, by a name that nobody else has. SV-CAM-07
    fn take_in(&mut self, file: &CampaignFile, band: usize, stray: &Person) {
        if stray.strength == 0 {
            return;
        }
        let mut people = self.bands.iter().flat_map(|band| &band.people);
        let name = match people.any(|person| person.name == stray.name) {
            true => self.unused_name(file, &stray.archetype),
            false => stray.name.clone(),
        };
        self.bands[band].people.push(Person { name, ..stray.clone() });
    }

    fn settle_fate(&mut self, fate: &Fate, lucky: bool, dice: &mut Dice) {
        let Some(from) = fate.from else { return };
        let Some(at) = self.bands[from].people.iter().position(|person| person.name == fate.name)
        else {
            return;
        };
        let mut person = self.bands[from].people.remove(at);
        person.strength = fate.strength;
        let regular = person.class != Class::Ordinary;
        let to = if regular { person.home } else { fate.to }; // SV-CAM-07
        if person.strength == 0 {
            if regular {
                person.strength = (person.full - 1).max(1); // SV-CAM-02, SV-CAM-08, SV-CHR-08, SV-CHR-09
            } else if lucky && dice.roll("lucky", 6) == 6 {
                person.strength = 1; // SV-CAM-09
            } else {
                return;
            }
        }
        self.bands[to].people.push(person);
    }

    fn score_episode(&mut self, episode: &Episode) {
        let best = episode.points.values().max().copied().unwrap_or(0);
        let close: Vec<usize> = episode
            .points
            .iter()
            .filter(|(_, points)| **points > best - 3)
            .map(|(band, _)| *band)
            .collect();
        for (band, points) in &episode.points {
            self.bands[*band].points += points;
            match close.as_slice() {
                [one] if one == band => self.bands[*band].won += 1,
                several if several.len() > 1 && several.contains(band) => {
                    self.bands[*band].drawn += 1;
                }
                _ => {}
            }
        }
    }

    /// SV-CAM-10
    fn heal(&mut self, band: usize, fought: &[String], returned: &[String], tended: &[String]) {
        let band = &mut self.bands[band];
        let medic = band
            .people
            .iter()
            .any(|person| person.skills.contains(&Skill::Medic) && person.strength > 0);
        for person in &mut band.people {
            let rest = match returned.contains(&person.name) {
                true => 0, // it came back from 0 with its Strength set
                false if fought.contains(&person.name) => 1,
                false => 2,
            };
            person.strength = (person.strength + rest).min(person.full);
        }
        if medic {
            for name in tended.iter().take(2) {
                if let Some(person) = band.people.iter_mut().find(|p| p.name == *name) {
                    person.strength = (person.strength + 1).min(person.full);
                }
            }
        }
    }

    /// SV-CAM-12
    fn upkeep(&mut self, band: usize, leaving: &[String]) {
        let eaten = rounded(self.bands[band].people.len().fit::<i32>(), 4);
        self.bands[band].supplies -= eaten;
        while self.bands[band].supplies < 0 {
            self.bands[band].supplies += 1;
            if self.one_leaves(band, leaving) {
                continue;
            }
            // Nobody can leave: the first of those who were named has less Strength, or whoever stands first.
            let people = &mut self.bands[band].people;
            let named = |person: &Person| leaving.iter().position(|name| *name == person.name);
            let first = people.iter_mut().min_by_key(|it| named(it).unwrap_or(usize::MAX));
            if let Some(person) = first {
                person.strength = (person.strength - 1).max(1);
            }
        }
    }

    /// An ordinary person of a roster leaves: whom its owner named first, else the last of them.
    fn one_leaves(&mut self, band: usize, leaving: &[String]) -> bool {
        let people = &mut self.bands[band].people;
        let is_ordinary = |person: &Person| person.class == Class::Ordinary;
        let named = leaving.iter().find_map(|name| {
            people.iter().position(|person| person.name == *name && is_ordinary(person))
        });
        match named.or_else(|| people.iter().rposition(is_ordinary)) {
            Some(who) => {
                people.remove(who);
                true
            }
            None => false,
        }
    }

    /// A name from the list of recruits that nobody has had; the kind and a number when all are used.
    fn unused_name(&mut self, file: &CampaignFile, kind: &str) -> String {
        self.names_used += 1;
        match file.recruits.names.get(self.names_used - 1) {
            Some(name) => name.clone(),
            None => format!("{kind} {}", self.names_used),
        }
    }

    fn recruit(&mut self, file: &CampaignFile, book: &Book, band: usize, dice: &mut Dice) {
        let face = dice.roll("recruit", 6).fit::<usize>() - 1;
        let kind = match file.recruits.first[face].as_str() {
            "again" => {
                file.recruits.again[dice.roll("recruit again", 6).fit::<usize>() - 1].clone()
            }
            kind => kind.to_string(),
        };
        let Some(sheet) = book.sheet(&kind) else {
            return;
        };
        let name = self.unused_name(file, &kind);
        self.bands[band].people.push(Person {
            name,
            archetype: kind,
            strength: sheet.strength,
            full: sheet.strength,
            class: sheet.class,
            skills: sheet.skills,
            kit: sheet.kit,
            horse: sheet.mounted,
            home: band,
        });
    }

    /// Spends supplies. SV-CAM-13, SV-CAM-15
    pub fn buy(
        &mut self,
        file: &CampaignFile,
        book: &Book,
        band: usize,
        purchase: &Purchase,
        dice: &mut Dice,
    ) -> Checked {
        let price = |what: &str| file.prices.get(what).copied().unwrap_or(i32::MAX);
        let cost = match purchase {
            Purchase::Heal(_) => price("heal"),
            Purchase::Arm(_, item) => price(item.word()),
            Purchase::Horse(_) => price("horse"),
            Purchase::Train(_) => price("mechanic"),
            Purchase::Recruit => price("recruit"),
        };
        if cost > self.bands[band].supplies {
            return no(Episodes::TooFewSupplies);
        }
        if *purchase == Purchase::Recruit {
            if self.bands[band].people.len() >= file.most_people {
                return no(Episodes::RosterFull { most: file.most_people });
            }
            self.recruit(file, book, band, dice);
            self.bands[band].supplies -= cost;
            return Ok(());
        }
        let name = match purchase {
            Purchase::Heal(name)
            | Purchase::Arm(name, _)
            | Purchase::Horse(name)
            | Purchase::Train(name) => name.clone(),
            Purchase::Recruit => String::new(),
        };
        let Some(person) = self.bands[band].people.iter_mut().find(|p| p.name == name) else {
            return no(Episodes::NobodyOfThatName);
        };
        match purchase {
            Purchase::Heal(_) if person.strength < person.full => person.strength += 1,
            Purchase::Heal(_) => return no(Episodes::NothingToHeal),
            Purchase::Arm(_, item) if person.kit.len() < 3 => person.kit.push(*item),
            Purchase::Arm(..) => return no(Episodes::ThreeThings),
            Purchase::Horse(_) => {
                let rides = person.class == Class::Hero || person.skills.contains(&Skill::Rider);
                if !rides || person.horse {
                    return no(Episodes::HorseForRider);
                }
                person.horse = true;
            }
            Purchase::Train(_) => {
                if person.archetype != "Fitter" || person.skills.contains(&Skill::Mechanic) {
                    return no(Episodes::OnlyFitter);
                }
                person.skills.push(Skill::Mechanic);
            }
            Purchase::Recruit => {}
        }
        self.bands[band].supplies -= cost;
        Ok(())
    }
}
