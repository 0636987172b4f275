//! One line of text for every decision, and the reading of what people write instead.

use crate::edition::roster::{
    City, Equipment, EventCard, Leader, Location, RoomKind, SearchTile, Token, tiles,
};
use crate::position::{Giving, Orders, Position, RoomName};
use crate::rules::hunting::HUNTING_ROOMS;
use crate::{Action, HeroId, Key, Method, Outlive, Side, Space, Waiver, rules};
use table::{Misread, Seat, unknown};

fn space_word(space: Space) -> String {
    match space {
        Space::Airlock => "airlock".into(),
        Space::Room(name) => name.word(),
    }
}

/// A line, word by word.
struct Line {
    text: String,
    bare: bool,
}

impl Line {
    fn new(start: impl Into<String>) -> Line {
        Line { text: start.into(), bare: true }
    }

    /// The word, if it is so.
    fn with(mut self, so: bool, word: &str) -> Line {
        if so {
            self.text.push(' ');
            self.text.push_str(word);
            self.bare = false;
        }
        self
    }

    /// How many of something, if any.
    fn count(self, word: &str, count: u8) -> Line {
        self.with(count > 0, &format!("{word}={count}"))
    }

    /// The line; if nothing was said, it says `none`.
    fn or_none(self) -> String {
        let bare = self.bare;
        self.with(bare, "none").text
    }
}

/// The one line that stands for an action.
pub(crate) fn notation(game: &Outlive, action: &Action) -> String {
    match *action {
        Action::Discard(first, second) => format!("discard {} {}", first.word(), second.word()),
        Action::Pick(kind) => format!("pick {}", kind.word()),
        Action::Free(name) => format!("free {}", name.word()),
        Action::Start(count) => format!("start {count}"),
        Action::Keep(leader) => format!("leader {}", leader.word()),
        Action::Confirm => "confirm".into(),
        Action::Revise => "revise".into(),
        Action::Draw(city) => format!("draw {}", city.word()),
        Action::Drop(tile) => format!("drop {}", tile.word()),
        Action::Place(strength, place) => format!("place {strength} {}", place.word()),
        Action::Lose(token) => format!("lose {}", token.word()),
        Action::LoseVirtual => "lose virtual".into(),
        Action::LoseSurvivor(space) => format!("lose survivor {}", space_word(space)),
        Action::Bat(None) => "bat none".into(),
        Action::Bat(Some(side)) => format!("bat {}", side.number()),
        Action::Defend { immunity, gear, munitions } => Line::new("defend")
            .with(immunity, "guard")
            .with(gear, "gear")
            .count("mun", munitions)
            .or_none(),
        Action::Give(token) => format!("give {}", token.word()),
        Action::Demand(side, token) => format!("demand {} {}", side.number(), token.word()),
        Action::Orders(None) => "orders off".into(),
        Action::Orders(Some(Orders { keep, give })) => {
            let give = match give {
                Giving::Most => "most",
                Giving::Materials => "materials",
                Giving::Supplies => "supplies",
            };
            format!("orders keep={keep} give={give}")
        }
        Action::Activate { hero, to, exo, hook, share } => {
            let hero = game.hero_name(Side::FIRST, hero);
            let line = Line::new(format!("activate {hero} {}", to.word()));
            line.with(exo, "exo").with(hook, "hook").with(share, "share").text
        }
        Action::Stay(hero) => format!("stay {}", game.hero_name(Side::FIRST, hero)),
        Action::Peek(city) => format!("peek {}", city.word()),
        Action::Take(count) => format!("take {count}"),
        Action::Open(Key::Chip) => "open chip".into(),
        Action::Open(Key::Card) => "open card".into(),
        Action::Algae => "algae".into(),
        Action::Salvage(place) => format!("salvage {}", u16::from(place) + 1),
        Action::Search => "search".into(),
        Action::FreeSearch => "search free".into(),
        Action::Sensor => "sensor".into(),
        Action::Hunt { depth, munitions, shotgun, trap } => {
            let line = Line::new(format!("hunt {depth}")).count("mun", munitions);
            line.with(shotgun, "shotgun").with(trap, "trap").text
        }
        Action::Bonus(rooms) => HUNTING_ROOMS
            .into_iter()
            .enumerate()
            .fold(Line::new("bonus"), |line, (bit, name)| {
                line.with(rooms >> bit & 1 != 0, &name.word())
            })
            .or_none(),
        Action::Gear(tile) => format!("gear {}", tile.word()),
        Action::AllGear => "gear all".into(),
        Action::Flashlight(space) => format!("gear flashlight {}", space_word(space)),
        Action::Board(space) => format!("board {}", space_word(space)),
        Action::Refugee(None) => "refugee none".into(),
        Action::Refugee(Some(space)) => format!("refugee {}", space_word(space)),
        Action::Swap(from, to) => format!("swap {} {}", from.word(), to.word()),
        Action::NoSwap => "swap none".into(),
        Action::End => "end".into(),
        Action::Overcome(card, waiver) => match waiver {
            Waiver::None => format!("overcome {}", card.word()),
            Waiver::One(token) => format!("overcome {} less {}", card.word(), token.word()),
            Waiver::Two(first, second) => {
                format!("overcome {} less {} {}", card.word(), first.word(), second.word())
            }
        },
        Action::Pass => "pass".into(),
        Action::Feed { meat, water, canned } => Line::new("feed")
            .count("meat", meat)
            .count("water", water)
            .count("canned", canned)
            .or_none(),
        Action::Recruit(token, count) => format!("recruit {} {count}", token.word()),
        Action::Build { room, workshop, paid: [wood, metal, chips] } => {
            let line = Line::new(format!("build {}", room.word())).with(workshop, "workshop");
            line.count("wood", wood).count("metal", metal).count("chips", chips).text
        }
        Action::Move(room, count) => format!("move {} {count}", room.word()),
        Action::Use(room) => format!("use {}", room.word()),
        Action::Recycle(room, tile) => format!("recycle {} {}", room.word(), tile.word()),
        Action::Repair(tile, method) => {
            let tile = tile.word();
            match method {
                Method::Full => format!("repair {tile}"),
                Method::ToolStore(token) => format!("repair {tile} store {}", token.word()),
                Method::Bench(token) => format!("repair {tile} bench {}", token.word()),
                Method::Laboratory => format!("repair {tile} laboratory"),
                Method::StoreAndBench => format!("repair {tile} store+bench"),
                Method::TwoBenches => format!("repair {tile} bench+bench"),
            }
        }
    }
}

/// The action that a line means; `auto` is what an absent player would do.
pub(crate) fn parse(
    game: &Outlive,
    p: &Position,
    seat: Seat,
    line: &str,
) -> Result<Action, Misread> {
    let text = joined(line);
    let mut words = Words { line, words: text.split_whitespace().collect(), next: 0 };
    let action = game.read_words(p, seat.into(), &mut words)?;
    match words.words.get(words.next) {
        Some(extra) => Err(words.wrong(format!("`{extra}` is too much"))),
        None => Ok(action),
    }
}

impl Outlive {
    fn read_words(
        &self,
        p: &Position,
        seat: Side,
        words: &mut Words<'_>,
    ) -> Result<Action, Misread> {
        const VERBS: [&str; 42] = [
            "discard", "pick", "free", "start", "leader", "confirm", "revise", "draw", "drop",
            "place", "lose", "bat", "defend", "give", "demand", "orders", "activate", "stay",
            "peek", "take", "open", "algae", "salvage", "search", "sensor", "hunt", "bonus",
            "gear", "board", "refugee", "swap", "end", "overcome", "pass", "feed", "recruit",
            "build", "move", "use", "recycle", "repair", "auto",
        ];
        let verb = words.word("verb", &VERBS)?;
        Ok(match verb {
            "discard" => {
                let (first, second) = (words.kind()?, words.kind()?);
                Action::Discard(first.min(second), first.max(second))
            }
            "pick" => Action::Pick(words.kind()?),
            "free" => Action::Free(words.room()?),
            "start" => Action::Start(words.number()?),
            "leader" => Action::Keep(words.leader()?),
            "confirm" => Action::Confirm,
            "revise" => Action::Revise,
            "draw" => Action::Draw(words.city()?),
            "drop" => Action::Drop(words.search_tile()?),
            "place" => Action::Place(words.number()?, words.location()?),
            "lose" if words.skip("survivor") => Action::LoseSurvivor(words.space()?),
            "lose" if words.skip("virtual") => Action::LoseVirtual,
            "lose" => Action::Lose(words.token()?),
            "bat" if words.skip("none") => Action::Bat(None),
            "bat" => Action::Bat(Some(words.side()?)),
            "auto" => rules::lapse(self, p, seat.seat()),
            "defend" if words.skip("auto") => rules::lapse(self, p, seat.seat()),
            "defend" => words.defence()?,
            "give" => Action::Give(words.token()?),
            "demand" => Action::Demand(words.side()?, words.token()?),
            "orders" if words.skip("off") => Action::Orders(None),
            "orders" => words.orders()?,
            "activate" => {
                let hero = self.read_hero(p, seat, words)?;
                let to = words.location()?;
                let (mut exo, mut hook, mut share) = (false, false, false);
                while words.left() {
                    match words.word("extra", &["exo", "exoskeleton", "hook", "share"])? {
                        "hook" => hook = true,
                        "share" => share = true,
                        _ => exo = true,
                    }
                }
                Action::Activate { hero, to, exo, hook, share }
            }
            "stay" => Action::Stay(self.read_hero(p, seat, words)?),
            "peek" => Action::Peek(words.city()?),
            "take" if words.skip("all") => {
                let here = p.here();
                Action::Take(p.go.points.min(p.at[here.index()]).max(1))
            }
            "take" => Action::Take(words.number_or(1)?),
            "open" if !words.left() || words.skip("chip") => Action::Open(Key::Chip),
            "open" => {
                words.word("card", &["card", "access-card"])?;
                Action::Open(Key::Card)
            }
            "algae" => Action::Algae,
            "salvage" => match words.number()?.checked_sub(1) {
                Some(place) => Action::Salvage(place),
                None => return Err(words.wrong("places are counted from 1".into())),
            },
            "search" if words.skip("free") => Action::FreeSearch,
            "search" => Action::Search,
            "sensor" => Action::Sensor,
            "hunt" => words.hunt()?,
            "bonus" => words.bonus(self.all_hunting_rooms(&p.shelters[seat]))?,
            "gear" if words.skip("all") => {
                let mut usable = self.usable_gear(p, seat);
                match (usable.next(), usable.next()) {
                    (Some(tile), None) => Action::Gear(tile),
                    (None, _) => {
                        return Err(words.wrong("no equipment can be used here now".into()));
                    }
                    _ => Action::AllGear,
                }
            }
            "gear" => match words.equipment()? {
                Equipment::Flashlight => Action::Flashlight(words.space()?),
                tile => Action::Gear(tile),
            },
            "board" => Action::Board(words.space()?),
            "refugee" if words.skip("none") => Action::Refugee(None),
            "refugee" => Action::Refugee(Some(words.space()?)),
            "swap" if words.skip("none") => Action::NoSwap,
            "swap" => Action::Swap(words.token()?, words.token()?),
            "end" => Action::End,
            "overcome" if !words.left() => {
                let events = p.events.iter().zip(&p.overcome).take(p.flipped.into());
                let open = events.filter(|(_, by)| by.is_none()).map(|(card, _)| card.word());
                return Err(words.which("event", open));
            }
            "overcome" => {
                let card = words.event()?;
                let waiver = if words.skip("less") {
                    let first = words.token()?;
                    match words.left() {
                        true => {
                            let second = words.token()?;
                            Waiver::Two(first.min(second), first.max(second))
                        }
                        false => Waiver::One(first),
                    }
                } else {
                    Waiver::None
                };
                Action::Overcome(card, waiver)
            }
            "pass" => Action::Pass,
            "feed" => {
                let [meat, water, canned] = words.counted(["meat", "water", "canned"])?;
                Action::Feed { meat, water, canned }
            }
            "recruit" if !words.left() => {
                return Err(words.which("Supply", Token::SUPPLIES.into_iter().map(Token::word)));
            }
            "recruit" => Action::Recruit(words.token()?, words.number_or(1)?),
            "build" => {
                let room = words.room()?;
                let workshop = words.skip("workshop");
                Action::Build { room, workshop, paid: words.counted(["wood", "metal", "chips"])? }
            }
            "move" => Action::Move(words.room()?, words.number_or(1)?),
            "use" => Action::Use(words.room()?),
            "recycle" => Action::Recycle(words.room()?, words.equipment()?),
            _ if !words.left() => {
                let broken = tiles(p.shelters[seat].broken).map(Equipment::word);
                return Err(words.which("broken equipment", broken));
            }
            _ => Action::Repair(words.equipment()?, words.method()?),
        })
    }

    /// A hero such as `3a`, `4`; a bare Strength means the first such hero that still lies.
    fn read_hero(
        &self,
        p: &Position,
        seat: Side,
        words: &mut Words<'_>,
    ) -> Result<HeroId, Misread> {
        let Some(word) = words.next() else {
            return Err(words.wrong("which hero? say its Strength".into()));
        };
        let names = HeroId::ALL.map(|hero| self.hero_name(Side::FIRST, hero));
        if let Some((hero, _)) = HeroId::ALL.into_iter().zip(&names).find(|(_, name)| *name == word)
        {
            return Ok(hero);
        }
        let like = |hero: &HeroId| word.parse() == Ok(self.parts.strengths[hero.index()]);
        let idle = |hero: &HeroId| !p.shelters[seat].heroes[*hero].standing;
        let mut heroes = HeroId::ALL.into_iter();
        heroes
            .find(|hero| like(hero) && idle(hero))
            .or_else(|| HeroId::ALL.into_iter().find(like))
            .ok_or_else(|| words.wrong(format!("heroes are {}", names.join(", "))))
    }
}

/// Names of several words, joined as they stand in the notation.
fn joined(line: &str) -> String {
    let mut text = line.trim().to_lowercase().replace(',', " ");
    for (long, short) in [
        ("silent peak", "silent-peak"),
        ("military base", "base"),
        ("cargo ship", "cargo"),
        ("canned goods", "canned"),
        ("microchips", "chips"),
        ("microchip", "chips"),
    ] {
        text = text.replace(long, short);
    }
    let long =
        Equipment::ALL.map(Equipment::word).into_iter().chain(EventCard::ALL.map(EventCard::word));
    for word in long.filter(|word| word.contains('-')) {
        text = text.replace(&word.replace('-', " "), word);
    }
    text
}

/// The words of a line, taken one after the other.
struct Words<'a> {
    line: &'a str,
    words: Vec<&'a str>,
    next: usize,
}

impl<'a> Words<'a> {
    fn wrong(&self, expected: String) -> Misread {
        Misread::new(self.line, expected)
    }

    /// What to say where a name is missing: one of these, if there are any.
    fn which<'b>(&self, what: &str, known: impl Iterator<Item = &'b str>) -> Misread {
        match known.collect::<Vec<_>>() {
            none if none.is_empty() => self.wrong(format!("there is no {what} now")),
            known => self.wrong(format!("say which {what}: {}", known.join(", "))),
        }
    }

    fn left(&self) -> bool {
        self.next < self.words.len()
    }

    fn next(&mut self) -> Option<&'a str> {
        let word = self.words.get(self.next).copied();
        self.next += 1;
        word
    }

    fn skip(&mut self, wanted: &str) -> bool {
        let found = self.words.get(self.next) == Some(&wanted);
        self.next += usize::from(found);
        found
    }

    /// One of these words, or the only one that begins so.
    fn word<'b>(&mut self, what: &str, known: &[&'b str]) -> Result<&'b str, Misread> {
        let Some(word) = self.next() else {
            return Err(self.wrong(format!("say which {what}: {}", known.join(", "))));
        };
        if let Some(exact) = known.iter().find(|known| known.eq_ignore_ascii_case(word)) {
            return Ok(exact);
        }
        let mut begun = known.iter().filter(|known| known.to_lowercase().starts_with(word));
        match (begun.next(), begun.next()) {
            (Some(only), None) => Ok(only),
            _ => Err(self.wrong(unknown(what, word, known.iter().copied()))),
        }
    }

    fn number(&mut self) -> Result<u8, Misread> {
        match self.next().map(str::parse) {
            Some(Ok(number)) => Ok(number),
            _ => Err(self.wrong("say a number".into())),
        }
    }

    fn number_or(&mut self, default: u8) -> Result<u8, Misread> {
        if self.left() { self.number() } else { Ok(default) }
    }

    fn side(&mut self) -> Result<Side, Misread> {
        let number = self.number()?;
        Side::numbered(number).ok_or_else(|| self.wrong("players are counted from 1 to 4".into()))
    }

    fn token(&mut self) -> Result<Token, Misread> {
        let word = self.word("token", &Token::ALL.map(Token::word))?;
        Token::named(word).ok_or_else(|| self.wrong("say a token".into()))
    }

    fn location(&mut self) -> Result<Location, Misread> {
        let word = self.word("Location", &Location::ALL.map(Location::word))?;
        Location::named(word).ok_or_else(|| self.wrong("say a Location".into()))
    }

    fn city(&mut self) -> Result<City, Misread> {
        let word = self.word("City", &City::ALL.map(City::word))?;
        City::named(word).ok_or_else(|| self.wrong("say a City".into()))
    }

    fn leader(&mut self) -> Result<Leader, Misread> {
        let word = self.word("leader", &Leader::ALL.map(Leader::word))?;
        Leader::named(word).ok_or_else(|| self.wrong("say a leader".into()))
    }

    fn search_tile(&mut self) -> Result<SearchTile, Misread> {
        let word = self.word("search tile", &SearchTile::ALL.map(SearchTile::word))?;
        SearchTile::named(word).ok_or_else(|| self.wrong("say a search tile".into()))
    }

    fn equipment(&mut self) -> Result<Equipment, Misread> {
        let word = self.word("equipment", &Equipment::ALL.map(Equipment::word))?;
        Equipment::named(word).ok_or_else(|| self.wrong("say equipment".into()))
    }

    fn event(&mut self) -> Result<EventCard, Misread> {
        let word = self.word("event", &EventCard::ALL.map(EventCard::word))?;
        EventCard::named(word).ok_or_else(|| self.wrong("say an event".into()))
    }

    fn kind(&mut self) -> Result<RoomKind, Misread> {
        let word = self.next().unwrap_or_default().to_uppercase();
        RoomKind::named(&word).ok_or_else(|| self.wrong("say a room, such as S1 or A12".into()))
    }

    fn room(&mut self) -> Result<RoomName, Misread> {
        let word = self.next().unwrap_or_default();
        let (code, second) = match word.strip_suffix('b') {
            Some(code) => (code, true),
            None => (word, false),
        };
        match RoomKind::named(&code.to_uppercase()) {
            Some(kind) => Ok(RoomName { kind, second }),
            None => Err(self.wrong("say a room, such as S1, A12 or A12b".into())),
        }
    }

    fn space(&mut self) -> Result<Space, Misread> {
        if self.skip("airlock") { Ok(Space::Airlock) } else { self.room().map(Space::Room) }
    }

    /// Counts such as `meat=2`, in the order of the names; `none` for nothing.
    fn counted<const N: usize>(&mut self, names: [&str; N]) -> Result<[u8; N], Misread> {
        let mut found = [0; N];
        if self.skip("none") {
            return Ok(found);
        }
        while let Some(word) = self.next() {
            let (name, count) = word.split_once('=').unwrap_or((word, "1"));
            let place = names.iter().position(|known| *known == name);
            match (place, count.parse()) {
                (Some(place), Ok(count)) => found[place] = count,
                _ => {
                    let expected =
                        format!("say counts of {}, such as {}=2", names.join(", "), names[0]);
                    return Err(self.wrong(expected));
                }
            }
        }
        self.next = self.words.len();
        Ok(found)
    }

    fn defence(&mut self) -> Result<Action, Misread> {
        let (mut immunity, mut gear, mut munitions) = (false, false, 0);
        if !self.skip("none") {
            while let Some(word) = self.next() {
                match word.split_once('=') {
                    Some(("mun" | "munitions", count)) => {
                        munitions = count.parse().map_err(|_| {
                            self.wrong("say how many Munitions, such as mun=1".into())
                        })?;
                    }
                    None if word == "guard" || word == "immunity" => immunity = true,
                    None if word == "gear" => gear = true,
                    _ => return Err(self.wrong("say none, guard, gear or mun=1".into())),
                }
            }
            self.next = self.words.len();
        }
        Ok(Action::Defend { immunity, gear, munitions })
    }

    fn orders(&mut self) -> Result<Action, Misread> {
        let (mut keep, mut give) = (0, Giving::Most);
        while let Some(word) = self.next() {
            match word.split_once('=') {
                Some(("keep", count)) => {
                    keep = count
                        .parse()
                        .map_err(|_| self.wrong("say how many to keep, such as keep=1".into()))?;
                }
                Some(("give", "most")) => give = Giving::Most,
                Some(("give", "materials")) => give = Giving::Materials,
                Some(("give", "supplies")) => give = Giving::Supplies,
                _ => {
                    let expected = "say off, or keep=1 give=most, materials or supplies";
                    return Err(self.wrong(expected.into()));
                }
            }
        }
        self.next = self.words.len();
        Ok(Action::Orders(Some(Orders { keep, give })))
    }

    fn hunt(&mut self) -> Result<Action, Misread> {
        let (mut depth, mut munitions, mut shotgun, mut trap) = (0, 0, false, false);
        while let Some(word) = self.next() {
            match (word.parse(), word.split_once('=')) {
                (Ok(number), _) => depth = number,
                (_, Some(("mun" | "munitions", count))) => {
                    munitions = count
                        .parse()
                        .map_err(|_| self.wrong("say how many Munitions, such as mun=2".into()))?;
                }
                _ if word == "shotgun" => shotgun = true,
                _ if word == "trap" || word == "bear-trap" => trap = true,
                _ => {
                    let expected = "say how deep, then mun=2, shotgun or trap";
                    return Err(self.wrong(expected.into()));
                }
            }
        }
        self.next = self.words.len();
        Ok(Action::Hunt { depth, munitions, shotgun, trap })
    }

    fn bonus(&mut self, all: Action) -> Result<Action, Misread> {
        if !self.left() || self.skip("all") {
            return Ok(all);
        }
        let mut rooms = 0;
        if !self.skip("none") {
            while self.left() {
                let name = self.room()?;
                match HUNTING_ROOMS.into_iter().position(|room| room == name) {
                    Some(bit) => rooms |= 1 << bit,
                    None => return Err(self.wrong("Hunting rooms are A1 and A2".into())),
                }
            }
        }
        Ok(Action::Bonus(rooms))
    }

    fn method(&mut self) -> Result<Method, Misread> {
        if !self.left() {
            return Ok(Method::Full);
        }
        const WAYS: [&str; 6] =
            ["full", "store", "bench", "laboratory", "store+bench", "bench+bench"];
        Ok(match self.word("way", &WAYS)? {
            "full" => Method::Full,
            "store" => Method::ToolStore(self.token()?),
            "bench" => Method::Bench(self.token()?),
            "laboratory" => Method::Laboratory,
            "store+bench" => Method::StoreAndBench,
            _ => Method::TwoBenches,
        })
    }
}
