//! What the master may change: orders, players, deadlines, numbers, whole rounds; everything is
//! logged, and what players must know is printed. PS-GM-01, PS-GM-09

use super::names::Found;
use super::opening::{Enrolled, write_players};
use super::publishing::EDITS;
use super::{Change, Deadline, Desk, Trouble, Work};
use super::{in_round, intake, read_position, running, trouble};
use crate::desk::reader::{self, Heard};
use crate::edition::Diet;
use crate::land::{Hex, Island, Place};
use crate::position::{Kind, Number, Position, Slot, Species};
use crate::rules::{calendar, ending, players};
use crate::speech::report::CORRECTED;
use crate::speech::report::account::Tone;
use ::mail::Written;
use table::reading::Word;
use table::{Fit, Seat};

/// One act of the master.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Amendment {
    /// Orders of a player, as an order text; begins with AMEND to change single lines.
    Orders {
        /// The player.
        player: String,
        /// The text.
        text: String,
    },
    /// What came too late counts after all. PS-ORD-08
    Admit {
        /// The player.
        player: String,
    },
    /// Another person takes over a species. PS-GM-05
    Replace {
        /// The player.
        player: String,
        /// The new player's name.
        by: String,
        /// The new player's address; may be empty.
        address: String,
    },
    /// A species gets another name, or the player's again if empty. PS-NAME-05
    Name {
        /// The player.
        player: String,
        /// The name.
        name: String,
    },
    /// A player's press of this round is not printed. PS-PRESS-04
    Hold {
        /// The player.
        player: String,
        /// Why, for the report.
        reason: String,
    },
    /// A new deadline of the coming round. PS-GM-06
    Deadline(Deadline),
    /// The calendar of deadlines, as a clock is written; the master sets each if it is empty. PS-GM-12
    Clock(String),
    /// How the account is told. PS-REP-12
    Tone(Tone),
    /// Whether reports wait for the master's word. PS-GM-11
    Approval(bool),
    /// What the report in hand begins with: that of the coming round, or one that waits for the master's word.
    Introduction(String),
    /// The clocks stop. PS-GM-06
    Pause(String),
    /// The clocks go on.
    Resume,
    /// New dice for the coming round; printed in its report. PS-GM-03
    Reroll(String),
    /// A repair of the island, such as `17H to B7`, `17H AP 3`, `17H hunger 0`, `17H lives`, `B7
    /// meals 2`, `B7 corpses 1`; printed in the next report. PS-GM-07
    Repair {
        /// What is changed.
        what: String,
        /// Why, for the report.
        reason: String,
    },
    /// A reader joins later. PS-GM-10
    Join {
        /// The name.
        name: String,
        /// The address; may be empty.
        address: String,
        /// The diet; drawn by nobody, so it must be said.
        diet: Diet,
    },
    /// The game ends now. PS-END-12
    End(String),
}

impl Desk<'_> {
    pub(super) fn known(&self, player: &str) -> Result<Kind, Trouble> {
        match self.find_sender(player) {
            Found::One(species) => Ok(species),
            Found::Several(several) => {
                let names = several.iter().take(5).map(|(_, name)| name.as_str());
                let names: Vec<&str> = names.collect();
                trouble(format!("`{player}` fits several: say {}", names.join(" or ")))
            }
            Found::Nobody(Some(near)) => {
                trouble(format!("there is no player `{player}`: did you mean {near}?"))
            }
            Found::Nobody(None) => trouble(format!(
                "there is no player `{player}`: say a name, an address or a number"
            )),
        }
    }

    fn notice(&self, work: &mut Work, text: &str) {
        let path = in_round(self.coming(), "notices.txt");
        let before = self.folder.get(&path).map_or("", String::as_str);
        work.write(path, before.to_string() + &one_line(text));
    }

    fn keep_game(
        &self,
        work: &mut Work,
        change: impl FnOnce(&mut super::GameFile),
    ) -> Result<(), Trouble> {
        let mut file = self.file.clone();
        change(&mut file);
        work.write(
            "game.toml",
            toml::to_string(&file).map_err(|error| Trouble(error.to_string()))?,
        );
        Ok(())
    }

    fn keep_position(&self, work: &mut Work, position: &Position) -> Result<(), Trouble> {
        work.write(in_round(position.island.round, "island.json"), running::json(position)?);
        Ok(())
    }

    /// Orders entered for a player, who gets a copy. PS-GM-01
    fn change_orders(
        &self,
        work: &mut Work,
        player: &str,
        text: &str,
        now: &str,
    ) -> Result<String, Trouble> {
        let species = self.known(player)?;
        let path = self.orders_path(species, "orders");
        let before = self.folder.get(&path).cloned().unwrap_or_default();
        let written = Written::trusted(text);
        let reading = reader::read_written(&written, self.reading(species));
        if !reading.counts() {
            let mut remarks: Vec<String> =
                reading.remarks.iter().map(ToString::to_string).collect();
            remarks.extend(reading.heard.iter().filter_map(|(_, quoted, heard)| match heard {
                Heard::Perhaps(why) => Some(format!("\"{quoted}\" - {why}")),
                Heard::Talk => Some(format!("\"{quoted}\" is no order")),
                Heard::Order(_) => None,
            }));
            return trouble(format!("nothing in this counts: {}", remarks.join("; ")));
        }
        let key = intake::key_of(&["the GM", now, text]);
        let head = format!("{} by the GM", intake::heading(now, &key, None));
        let after = intake::with_message(&before, &head, &written);
        let sheet = self.sheet_of(species, &after);
        let answer = reading.answer(&self.file.name, self.reading(species), &sheet);
        let number = self.position.island[species].number;
        let copy = format!("The GM changed your orders.\n{answer}");
        let answers = self.orders_path(species, "answers");
        let sent = self.folder.get(&answers).map_or("", String::as_str);
        let about = intake::heading(now, &key, None);
        work.write(answers, format!("{sent}== {about}\n{copy}\n"));
        work.answers.push((number, self.address(species), copy));
        work.say(answer);
        work.write(path, after);
        Ok(format!("orders of {player} changed to: {}", text.replace('\n', " / ")))
    }

    /// Late orders count after all. PS-ORD-08
    fn admit(&self, work: &mut Work, player: &str) -> Result<String, Trouble> {
        let species = self.known(player)?;
        let late = self.orders_path(species, "late");
        let Some(text) = self.folder.get(&late) else {
            return trouble(format!("nothing of {player} came too late"));
        };
        let path = self.orders_path(species, "orders");
        let before = self.folder.get(&path).map_or("", String::as_str);
        work.write(path, format!("{before}{text}"));
        work.changes.push(Change::Remove { path: late });
        work.say(format!("The late orders of {player} count."));
        Ok(format!("late orders of {player} admitted"))
    }

    /// Another person takes over a species. PS-GM-05
    fn replace(
        &self,
        work: &mut Work,
        position: &mut Position,
        player: &str,
        (by, address): (&str, &str),
    ) -> Result<String, Trouble> {
        let species = self.known(player)?;
        let seat = position.island[species].seat;
        let mut players = self.players.clone();
        let Some(entry) = players.get_mut(seat.index()) else {
            return trouble("players.txt is shorter than the list of species");
        };
        let before = std::mem::replace(&mut entry.name, by.to_string());
        entry.addresses =
            [address].iter().filter(|a| !a.is_empty()).map(ToString::to_string).collect();
        entry.code.clear();
        let several = position.island.species.iter().filter(|own| own.seat == seat).count() > 1;
        for own in position.island.species.iter_mut().filter(|own| own.seat == seat) {
            let player = match several {
                true => format!("{by}'s {}s", own.diet),
                false => by.to_string(),
            };
            if own.name == own.player {
                own.name.clone_from(&player);
            }
            own.player = player;
        }
        work.write("players.txt", write_players(&players));
        self.notice(work, &format!("{by} takes over from {before}."));
        self.keep_position(work, position)?;
        work.say(format!("{by} takes over from {before}; orders and standing orders stay."));
        Ok(format!("player {before} replaced by {by}"))
    }

    /// A species gets another name. PS-NAME-05
    fn rename(
        &self,
        work: &mut Work,
        position: &mut Position,
        player: &str,
        name: &str,
    ) -> Result<String, Trouble> {
        let species = self.known(player)?;
        let wanted = match name.trim() {
            "" => position.island[species].player.clone(),
            name => name.to_string(),
        };
        if let Some(why) = players::bad_name(&position.island, species, &wanted) {
            return trouble(format!("{why}: name unchanged"));
        }
        let before = std::mem::replace(&mut position.island[species].name, wanted.clone());
        if before == wanted {
            return trouble(format!("the species is called {wanted} already"));
        }
        self.notice(work, &format!("{before} is now called {wanted}."));
        self.keep_position(work, position)?;
        Ok(format!("species {before} renamed {wanted}"))
    }

    /// A reader joins later. PS-GM-10
    fn join(
        &self,
        work: &mut Work,
        position: &mut Position,
        (name, address): (&str, &str),
        diet: Diet,
    ) -> Result<String, Trouble> {
        if !self.game.rulings().late_entry {
            return trouble(
                "readers who join later take no part in this game: option late_entry is off",
            );
        }
        let round = calendar::next_births(self.coming());
        let mut players = self.players.clone();
        players.push(Enrolled {
            name: name.to_string(),
            addresses: [address]
                .iter()
                .filter(|a| !a.is_empty())
                .map(ToString::to_string)
                .collect(),
            diet: Some(diet),
            code: String::new(),
        });
        let unique = players::apart(players.iter().map(|player| player.name.clone()).collect());
        let name = unique.last().cloned().unwrap_or_else(|| name.to_string());
        position.island.species.push(Species {
            // Until it has a founder: above every id, in the order of joining.
            number: Number(u32::MAX / 2 + position.island.species.len().fit::<u32>()),
            seat: Seat((players.len() - 1).fit()),
            player: name.clone(),
            name: name.clone(),
            diet,
            enemy: None,
            standing: None,
            extinct: None,
            enters: Some(round),
        });
        position.closed.push(false);
        position.lines.push(0);
        position.stated.push(Some(diet));
        work.write("players.txt", write_players(&players));
        self.notice(work, &format!("{name} joins with a {diet} in round {round}."));
        self.keep_position(work, position)?;
        Ok(format!("{name} joins in round {round}"))
    }

    /// Makes one amendment; the log says what was before and what is now.
    pub fn amend(&self, amendment: &Amendment, now: &str) -> Result<Work, Trouble> {
        let mut work = Work::default();
        let mut position = self.position.clone();
        let act = match amendment {
            Amendment::Orders { player, text } => {
                self.change_orders(&mut work, player, text, now)?
            }
            Amendment::Admit { player } => self.admit(&mut work, player)?,
            Amendment::Replace { player, by, address } => {
                self.replace(&mut work, &mut position, player, (by, address))?
            }
            Amendment::Name { player, name } => {
                self.rename(&mut work, &mut position, player, name)?
            }
            Amendment::Hold { player, reason } => {
                let species = self.known(player)?;
                work.write(self.orders_path(species, "held"), format!("{reason}\n"));
                self.notice(&mut work, &format!("A piece of press was held back: {reason}"));
                format!("press of {player} held back: {reason}")
            }
            Amendment::Deadline(deadline) => {
                let round = self.coming();
                work.write(in_round(round, "deadline.txt"), deadline.file());
                format!("deadline: {} -> {}", self.deadline(round), deadline.words)
            }
            Amendment::Clock(clock) => {
                self.keep_game(&mut work, |file| file.clock.clone_from(clock))?;
                format!("clock: {} -> {clock}", self.file.clock)
            }
            Amendment::Tone(tone) => {
                self.keep_game(&mut work, |file| file.tone = *tone)?;
                format!("tone: {} -> {}", self.file.tone.word(), tone.word())
            }
            Amendment::Approval(approve) => {
                self.keep_game(&mut work, |file| file.approve = *approve)?;
                let word = if *approve { "wait for your word" } else { "go out at once" };
                format!("reports {word}")
            }
            Amendment::Introduction(text) => {
                let path = in_round(self.in_hand(), "introduction.txt");
                work.write(path, format!("{}\n", text.trim_end()));
                "introduction changed".to_string()
            }
            Amendment::Pause(reason) => {
                self.keep_game(&mut work, |file| file.paused = true)?;
                format!("paused: {reason}")
            }
            Amendment::Resume => {
                self.keep_game(&mut work, |file| file.paused = false)?;
                "resumed".to_string()
            }
            Amendment::Reroll(reason) => {
                let path = in_round(self.coming(), "new-dice.txt");
                let before = self.folder.get(&path).map_or("", String::as_str);
                work.write(path, format!("{before}{now}: {}", one_line(reason)));
                self.notice(&mut work, &format!("This round was rolled with new dice: {reason}"));
                format!("new dice: {reason}")
            }
            Amendment::Repair { what, reason } => {
                let said = repair(&mut position.island, what)?;
                self.notice(&mut work, &format!("Repaired by the GM: {said} ({reason})"));
                self.keep_position(&mut work, &position)?;
                work.say(said.clone());
                format!("repair: {said} ({reason})")
            }
            Amendment::Join { name, address, diet } => {
                self.join(&mut work, &mut position, (name, address), *diet)?
            }
            Amendment::End(reason) => {
                let ended = ending::stop(&position.island, self.game.rulings(), reason);
                work.say(ending::told(&position.island, self.game.rulings(), &ended));
                position.over = Some(ended);
                self.keep_position(&mut work, &position)?;
                format!("ended: {reason}")
            }
        };
        self.logged(&mut work, now, &act);
        if work.messages.is_empty() {
            work.say(format!("Done: {act}."));
        }
        Ok(work)
    }

    /// Takes the last round back: its orders stay, and the next report of it is marked as corrected.
    /// PS-GM-04
    pub fn undo(&self, reason: &str, now: &str) -> Result<Work, Trouble> {
        let round = self.position.island.round;
        if round == 0 {
            return trouble("no round has been played");
        }
        let mut work = Work::default();
        let head = in_round(round, "");
        // First the file that makes the round count, then the rest.
        let island = in_round(round, "island.json");
        work.changes.push(Change::Remove { path: island.clone() });
        let keep = [
            "orders/",
            "late/",
            "held/",
            "answers/",
            "notices.txt",
            "new-dice.txt",
            "deadline.txt",
            "introduction.txt",
            EDITS,
        ];
        for path in self.folder.keys().filter(|path| path.starts_with(&head) && **path != island) {
            if !keep.iter().any(|kept| path[head.len()..].starts_with(kept)) {
                work.changes.push(Change::Remove { path: path.clone() });
            }
        }
        let path = in_round(round, "notices.txt");
        let before = self.folder.get(&path).map_or("", String::as_str);
        let later_path = in_round(round + 1, "notices.txt");
        let later = self.folder.get(&later_path).map_or("", String::as_str);
        let corrected = format!("{CORRECTED}: {}", one_line(reason));
        work.write(path, format!("{before}{corrected}{later}"));
        if !later.is_empty() {
            work.changes.push(Change::Remove { path: later_path });
        }
        // Its time is over: no clock runs it again unseen.
        if self.folder.contains_key(&in_round(round, "deadline.txt")) {
            let words = one_line(self.deadline(round));
            work.write(in_round(round, "deadline.txt"), words);
        }
        let stays = self.carry_over(&mut work, round)?;
        self.logged(&mut work, now, &format!("round {round} withdrawn: {reason}"));
        work.say(format!("Round {round} is taken back; its orders are still there."));
        if stays {
            work.say("Whoever took over or joined since stays, and so do new names.");
        }
        Ok(work)
    }

    /// Who took a species over, what it was called anew and who joined after a round is kept when that
    /// round is taken back; whether there was anything to keep.
    fn carry_over(&self, work: &mut Work, round: u16) -> Result<bool, Trouble> {
        let mut earlier = read_position(self.folder, round - 1)?;
        let notices = self.folder.get(&in_round(round + 1, "notices.txt"));
        let mut stays = false;
        for kind in earlier.island.kinds().collect::<Vec<_>>() {
            let (now, then) = (&self.position.island[kind], &mut earlier.island[kind]);
            // A name that the orders of the round ask for is theirs to give again.
            let renamed = format!(" is now called {}.", now.name);
            let by_us = notices.is_some_and(|notices| notices.contains(&renamed));
            let follows = then.name == then.player && now.name == now.player;
            if then.name != now.name && (by_us || follows) {
                then.name.clone_from(&now.name);
                stays = true;
            }
            if then.player != now.player {
                then.player.clone_from(&now.player);
                stays = true;
            }
        }
        let known = earlier.island.species.len();
        for joined in self.position.island.species.iter().skip(known) {
            earlier.island.species.push(joined.clone());
            earlier.closed.push(false);
            earlier.lines.push(0);
            earlier.stated.push(Some(joined.diet));
            stays = true;
        }
        if stays {
            work.write(in_round(round - 1, "island.json"), running::json(&earlier)?);
        }
        Ok(stays)
    }
}

/// The text as one line of a file.
pub(super) fn one_line(text: &str) -> String {
    text.replace(['\n', '\r'], " ").trim().to_string() + "\n"
}

/// What a repair may say.
const REPAIRS: &str =
    "say `17H to B7`, `17H AP 3`, `17H hunger 0`, `17H lives`, `B7 meals 2` or `B7 corpses 1`";

/// Changes a number of the island, and says what was and what is.
fn repair(island: &mut Island, what: &str) -> Result<String, Trouble> {
    let words: Vec<&str> = what.split_whitespace().collect();
    if let [hex, field @ ("meals" | "corpses"), value] = words.as_slice() {
        return repair_hex(island, hex, field, whole(value)?);
    }
    let id = words.first().map(|word| word.trim_end_matches(['H', 'O', 'C', 'h', 'o', 'c']));
    let slot = id.and_then(|id| id.parse().ok()).and_then(|id| island.slot(id));
    let slot = slot.ok_or_else(|| Trouble(format!("`{what}`: {REPAIRS}")))?;
    let tag = island[slot].tag();
    match &words[1..] {
        ["to", hex] => {
            let (to, place) = known_hex(island, hex)?;
            let from = island.place(island[slot].hex);
            island[slot].hex = to;
            Ok(format!("{tag} moved from {from} to {place}"))
        }
        ["AP" | "ap", value] => {
            let ap = whole(value)?.clamp(1, 6).fit::<u8>();
            let before = std::mem::replace(&mut island[slot].ap, ap);
            Ok(format!("{tag} AP {before} is now {ap}"))
        }
        ["hunger", value] => {
            let most = i64::from(tag.diet.starves_at()) - 1;
            let hunger = whole(value)?.clamp(0, most).fit::<u8>();
            let before = std::mem::replace(&mut island[slot].hunger, hunger);
            Ok(format!("{tag} hunger {before} is now {hunger}"))
        }
        ["lives"] => revive(island, slot),
        _ => trouble(format!("`{what}`: {REPAIRS}")),
    }
}

fn whole(text: &str) -> Result<i64, Trouble> {
    text.parse().map_err(|_| Trouble(format!("`{text}` is no number")))
}

fn known_hex(island: &Island, text: &str) -> Result<(Hex, Place), Trouble> {
    let place: Place = text.parse().map_err(Trouble)?;
    let hex = island.land.find(place);
    hex.map(|hex| (hex, place)).ok_or_else(|| Trouble(format!("there is no hex {place}")))
}

fn repair_hex(island: &mut Island, hex: &str, field: &str, value: i64) -> Result<String, Trouble> {
    let (at, place) = known_hex(island, hex)?;
    let before = island.food(at);
    match field {
        "meals" => island.meals[at.index()] = value.clamp(-1, i64::from(before.most)).fit::<i16>(),
        _ => island.corpses[at.index()] = value.clamp(0, 1000).fit::<u32>(),
    }
    Ok(format!("{place} {before} is now {}", island.food(at)))
}

fn revive(island: &mut Island, slot: Slot) -> Result<String, Trouble> {
    let creature = &mut island[slot];
    let (tag, species) = (creature.tag(), creature.species);
    if creature.alive() {
        return trouble(format!("{tag} is alive"));
    }
    creature.end = None;
    creature.hunger = 0;
    island[species].extinct = None;
    let place = island.living.partition_point(|other| *other < slot);
    island.living.insert(place, slot);
    if let Some(counts) = island.census.last_mut() {
        counts[species.index()] += 1;
    }
    Ok(format!("{tag} lives again"))
}
