//! Set-up: the draft, the reveal, a leader who searches, and the placing of heroes.

use crate::position::{
    Ask, Draft, EMPTY_SHELTER, Go, Horde, Phase, Position, RoomName, Slot, Squeeze,
};
use crate::roster::{
    City, Equipment, EventCard, HUNTING, Leader, Location, RoomKind, SearchTile, Token,
};
use crate::story::{Happening, Source};
use crate::{Action, Outlive, Pile, Placement, Play, RoomDraft, scenario};
use table::{Audience, Dice, Refusal, Seat};

/// How often a player may start the draft over before confirming.
const REVISIONS: u8 = 3;

/// The seven rooms that a draft leads to: three standard ones, then those kept.
fn seven(draft: &Draft) -> Pile<RoomKind, 7> {
    [RoomKind::S1, RoomKind::S2, RoomKind::S3]
        .into_iter()
        .chain(draft.kept.iter().copied())
        .collect()
}

fn name_among(rooms: &[RoomKind], place: usize) -> RoomName {
    RoomName { kind: rooms[place], second: rooms[..place].contains(&rooms[place]) }
}

/// What a draft asks for next.
enum Question {
    Rooms,
    Free,
    People,
    Leader,
    Confirm,
}

impl Outlive {
    /// The box before anything is dealt.
    pub(crate) fn blank(&self) -> Position {
        let mut reserve = [0; 8];
        for token in Token::ALL {
            reserve[token.index()] = self.parts.counts[token.index()] as i16;
        }
        reserve[7] = self.parts.survivors as i16;
        let zero = self.parts.gauge.iter().position(|cell| *cell == 0);
        let mut shelter = EMPTY_SHELTER;
        shelter.gauge = zero.unwrap_or(0) as u8; // OL-SETUP-03
        Position {
            phase: Phase::Draft,
            turn: 0,
            first: 0,
            day_first: 0,
            token_moved: false,
            reserve,
            at: [0; 8],
            algae: true, // OL-SETUP-40
            slots: [Slot { survivor: false, side: None }; 5],
            display: [[None; 3]; 2],
            deck: Pile::default(),
            discards: Pile::default(),
            search: Default::default(),
            found: Default::default(),
            peeked: [0; 2],
            wild: Default::default(),
            sensed: [0; 3],
            events: [EventCard::Wildfire; 6],
            flipped: 0,
            overcome: [None; 6],
            go: Go {
                number: 0,
                side: 0,
                hero: 0,
                points: 0,
                dam_open: false,
                hunted: false,
                sensor: false,
                searched: false,
                scavenged: false,
                free: 0,
                slot: 0,
                shared: false,
                survivor: false,
                ask: Ask::Nothing,
                errand: 0,
            },
            squeeze: Squeeze::default(),
            bidder: 0,
            passes: 0,
            out: 0,
            shelters: [shelter; 4],
            drafts: Default::default(),
            draft_round: 0,
            drawn: Pile::default(),
            drawn_from: Pile::default(),
            horde: Horde::default(),
        }
    }

    /// Rooms that every player builds free. OL-SETUP-13, OL-OPT-13
    fn free_rooms(&self) -> usize {
        let building = &self.parts.building;
        let rooms = if self.options.four_days {
            building.four_days_free_rooms
        } else {
            building.free_rooms
        };
        rooms as usize
    }

    /// Survivors that every player starts with. OL-SETUP-14, OL-OPT-13
    fn first_survivors(&self) -> u8 {
        if self.options.four_days {
            self.parts.building.four_days_survivors
        } else {
            self.parts.building.survivors
        }
    }

    pub(crate) fn drafting(&self, p: &Position) -> u8 {
        (0..self.seats())
            .filter(|seat| !p.drafts[*seat].done)
            .fold(0, |seats, seat| seats | 1 << seat)
    }

    fn question(&self, draft: &Draft) -> Question {
        if draft.kept.len() < 4 {
            Question::Rooms
        } else if draft.free.len() < self.free_rooms() {
            Question::Free
        } else if draft.people.len() < self.free_rooms() {
            Question::People
        } else if draft.leader.is_none() {
            Question::Leader
        } else {
            Question::Confirm
        }
    }

    /// The most survivors that may start in the next free room. OL-SETUP-15, OL-SETUP-16
    pub(crate) fn most_housed(&self, draft: &Draft) -> u8 {
        let housed: u8 = draft.people.iter().sum();
        let rooms = seven(draft);
        let spaces = draft
            .free
            .get(draft.people.len())
            .and_then(|place| rooms.get(*place as usize))
            .map_or(0, |kind| self.spaces(*kind));
        spaces.min(self.first_survivors().saturating_sub(housed))
    }

    pub(crate) fn offer_draft(&self, p: &Position, seat: usize, out: &mut impl FnMut(Action)) {
        let draft = &p.drafts[seat];
        match self.question(draft) {
            Question::Rooms if self.options.draft == RoomDraft::Pass => {
                for (place, kind) in draft.hand.iter().enumerate() {
                    if !draft.hand[..place].contains(kind) {
                        out(Action::Pick(*kind));
                    }
                }
            }
            Question::Rooms => {
                let mut hand = draft.hand;
                hand.sort_unstable();
                for i in 0..hand.len() {
                    for j in i + 1..hand.len() {
                        let twin = i > 0 && hand[i] == hand[i - 1] && hand[j] != hand[i];
                        let again = j > i + 1 && hand[j] == hand[j - 1];
                        if !twin && !again {
                            out(Action::Discard(hand[i], hand[j]));
                        }
                    }
                }
            }
            Question::Free => {
                let rooms = seven(draft);
                for place in 0..rooms.len() {
                    if !draft.free.contains(&(place as u8)) {
                        out(Action::Free(name_among(&rooms, place)));
                    }
                }
            }
            Question::People => (0..=self.most_housed(draft)).for_each(|n| out(Action::Start(n))),
            Question::Leader => draft.leaders.iter().for_each(|l| out(Action::Keep(*l))),
            Question::Confirm => {
                out(Action::Confirm);
                if draft.revised < REVISIONS {
                    out(Action::Revise);
                }
            }
        }
    }

    pub(crate) fn judge_draft(
        &self,
        p: &Position,
        seat: usize,
        action: &Action,
    ) -> Result<(), Refusal> {
        let draft = &p.drafts[seat];
        let question = self.question(draft);
        let held = |kind: RoomKind| draft.hand.iter().filter(|held| **held == kind).count();
        match (question, *action) {
            (Question::Rooms, Action::Discard(first, second)) => {
                if self.options.draft == RoomDraft::Pass {
                    return Err(Refusal::new("OL-OPT-11", "Keep one room and hand on the rest."));
                }
                let enough = if first == second {
                    held(first) > 1
                } else {
                    held(first) > 0 && held(second) > 0
                };
                if !enough || first > second {
                    return Err(Refusal::new(
                        "OL-SETUP-08",
                        "Discard two different cards of your hand.",
                    ));
                }
                Ok(())
            }
            (Question::Rooms, Action::Pick(kind)) => {
                if self.options.draft == RoomDraft::Deal {
                    return Err(Refusal::new("OL-SETUP-08", "Discard two of your six rooms."));
                }
                if held(kind) == 0 {
                    return Err(Refusal::new("OL-OPT-11", "That room is not in this hand."));
                }
                Ok(())
            }
            (Question::Free, Action::Free(name)) => {
                let rooms = seven(draft);
                let place = (0..rooms.len()).find(|place| name_among(&rooms, *place) == name);
                match place {
                    None => Err(Refusal::new("OL-SETUP-13", "That is none of your 7 rooms.")),
                    Some(place) if draft.free.contains(&(place as u8)) => {
                        Err(Refusal::new("OL-SETUP-13", "That room is built already."))
                    }
                    Some(_) => Ok(()),
                }
            }
            (Question::People, Action::Start(count)) => {
                let most = self.most_housed(draft);
                if count > most {
                    return Err(Refusal::new(
                        "OL-SETUP-16",
                        format!(
                            "At most {most} survivors fit there; the others wait in the Airlock."
                        ),
                    ));
                }
                Ok(())
            }
            (Question::Leader, Action::Keep(leader)) => {
                if draft.leaders.contains(&leader) {
                    Ok(())
                } else {
                    Err(Refusal::new("OL-SETUP-18", "That leader was not dealt to you."))
                }
            }
            (Question::Confirm, Action::Confirm) => Ok(()),
            (Question::Confirm, Action::Revise) if draft.revised < REVISIONS => Ok(()),
            (Question::Confirm, Action::Revise) => {
                Err(Refusal::new("OL-SETUP-22", "You have started over often enough: confirm."))
            }
            (Question::Rooms, _) => Err(Refusal::new("OL-SETUP-08", "First choose your rooms.")),
            (Question::Free, _) => Err(Refusal::new("OL-SETUP-13", "First name your free room.")),
            (Question::People, _) => Err(Refusal::new(
                "OL-SETUP-15",
                "First say how many survivors start in the free room.",
            )),
            (Question::Leader, _) => Err(Refusal::new("OL-SETUP-18", "First choose your leader.")),
            (Question::Confirm, _) => {
                Err(Refusal::new("OL-SETUP-22", "Confirm your choices, or revise them."))
            }
        }
    }

    /// Whose leader searches at set-up. OL-MARY-01
    pub(crate) fn searcher(&self, p: &Position) -> usize {
        (0..self.seats()).find(|seat| self.setup_draws(p, *seat) > 0).unwrap_or(0)
    }

    fn setup_draws(&self, p: &Position, seat: usize) -> usize {
        p.shelters[seat]
            .leader
            .map_or(0, |leader| self.parts.leaders[leader.index()].draws as usize)
    }

    pub(crate) fn offer_search_at_setup(&self, p: &Position, out: &mut impl FnMut(Action)) {
        if p.drawn.len() < self.setup_draws(p, self.searcher(p)) {
            for city in City::ALL {
                if !p.stack(city).is_empty() {
                    out(Action::Draw(city));
                }
            }
        } else {
            for (place, tile) in p.drawn.iter().enumerate() {
                if !p.drawn[..place].contains(tile) {
                    out(Action::Drop(*tile));
                }
            }
        }
    }

    pub(crate) fn judge_search_at_setup(
        &self,
        p: &Position,
        seat: usize,
        action: &Action,
    ) -> Result<(), Refusal> {
        let wanted = self.setup_draws(p, seat);
        match *action {
            Action::Draw(_) if p.drawn.len() >= wanted => {
                Err(Refusal::new("OL-MARY-01", "You have drawn all your tiles."))
            }
            Action::Draw(city) if p.search[city.index()].is_empty() => {
                Err(Refusal::new("OL-MARY-01", "Nothing left there."))
            }
            Action::Draw(_) => Ok(()),
            Action::Drop(_) if p.drawn.len() < wanted => {
                Err(Refusal::new("OL-MARY-03", "First draw all your tiles."))
            }
            Action::Drop(tile) if p.drawn.iter().all(|drawn| *drawn != tile) => {
                Err(Refusal::new("OL-MARY-03", "You did not draw that tile."))
            }
            Action::Drop(_) => Ok(()),
            _ => Err(Refusal::new("OL-MARY-08", "First your leader searches the Cities.")),
        }
    }

    pub(crate) fn placing(&self, p: &Position) -> u8 {
        let unplaced = |seat: &usize| p.shelters[*seat].heroes.iter().any(|h| h.at.is_none());
        match self.options.placement {
            Placement::Simultaneous => {
                (0..self.seats()).filter(unplaced).fold(0, |seats, seat| seats | 1 << seat)
            }
            // OL-SETUP-28: clockwise from the first player, hero by hero.
            Placement::TurnOrder => {
                let placed: usize = (0..self.seats())
                    .map(|seat| {
                        let heroes = &p.shelters[seat].heroes;
                        heroes.iter().filter(|hero| hero.at.is_some()).count()
                    })
                    .sum();
                let first = if self.is_horde(p.first as usize) { 0 } else { p.first as usize };
                1 << ((first + placed) % self.seats())
            }
        }
    }

    fn start_places(&self, p: &Position, seat: usize) -> [Location; 4] {
        let leader = p.shelters[seat].leader.unwrap_or(Leader::Jacob);
        self.parts.leaders[leader.index()].places
    }

    pub(crate) fn offer_placement(&self, p: &Position, seat: usize, out: &mut impl FnMut(Action)) {
        let heroes = &p.shelters[seat].heroes;
        let mut last = 0;
        for (hero, state) in heroes.iter().enumerate() {
            let strength = self.parts.strengths[hero];
            if state.at.is_some() || strength == last {
                continue;
            }
            last = strength; // OL-COMP-01: equal heroes are interchangeable
            for place in self.start_places(p, seat) {
                if heroes.iter().all(|hero| hero.at != Some(place)) {
                    out(Action::Place(strength, place));
                }
            }
        }
    }

    pub(crate) fn judge_placement(
        &self,
        p: &Position,
        seat: usize,
        action: &Action,
    ) -> Result<(), Refusal> {
        let Action::Place(strength, place) = *action else {
            return Err(Refusal::new("OL-SETUP-26", "First place your heroes."));
        };
        let heroes = &p.shelters[seat].heroes;
        let in_hand =
            (0..4).any(|hero| heroes[hero].at.is_none() && self.parts.strengths[hero] == strength);
        if !in_hand {
            let reason = format!("You have no hero of Strength {strength} in hand.");
            return Err(Refusal::new("OL-SETUP-26", reason));
        }
        if !self.start_places(p, seat).contains(&place) {
            let reason = format!("{} is not on your leader.", place.title());
            return Err(Refusal::new("OL-SETUP-26", reason));
        }
        if heroes.iter().any(|hero| hero.at == Some(place)) {
            return Err(Refusal::new("OL-SETUP-26", "You already have a hero there."));
        }
        Ok(())
    }
}

/// One thing of each that a set names, drawn by lot without looking at the others.
fn deal_from<T: Copy, const N: usize, const M: usize>(
    dice: &mut Dice,
    purpose: &'static str,
    from: &mut Pile<T, N>,
    to: &mut Pile<T, M>,
    count: usize,
) {
    for _ in 0..count {
        if let Some(thing) = from.draw(purpose, dice) {
            to.push(thing);
        }
    }
}

impl Play<'_> {
    /// U2: rooms and leaders are dealt. OL-SETUP-05, OL-SETUP-06
    pub fn deal(&mut self) {
        let game = self.game;
        let mut rooms: Pile<RoomKind, 40> = Pile::default();
        for kind in RoomKind::ALL {
            for _ in 0..game.parts.rooms[kind.index()].copies {
                rooms.push(kind);
            }
        }
        let (dice, drafts) = (&mut *self.dice, &mut self.p.drafts);
        dice.secretly(Audience::Referee, |dice| {
            for draft in &mut drafts[..game.seats()] {
                deal_from(dice, "deal rooms", &mut rooms, &mut draft.hand, 6);
            }
        });
        if game.options.draft == RoomDraft::Deal {
            self.deal_leaders();
        }
    }

    fn deal_leaders(&mut self) {
        let seats = self.game.seats();
        let mut leaders: Pile<Leader, 10> = Leader::ALL.into_iter().collect();
        let (dice, drafts) = (&mut *self.dice, &mut self.p.drafts);
        dice.secretly(Audience::Referee, |dice| {
            for draft in &mut drafts[..seats] {
                deal_from(dice, "deal leaders", &mut leaders, &mut draft.leaders, 2);
            }
        });
        self.log.reveal();
    }

    pub fn do_draft(&mut self, seat: usize, action: Action) {
        let draft = &mut self.p.drafts[seat];
        match action {
            Action::Discard(first, second) => {
                let mut gone = [Some(first), Some(second)];
                for kind in draft.hand.iter() {
                    match gone.iter_mut().find(|gone| **gone == Some(*kind)) {
                        Some(gone) => *gone = None,
                        None => draft.kept.push(*kind),
                    }
                }
                // The hand is kept until the reveal, so that the player may choose again.
            }
            Action::Pick(kind) => {
                if let Some(place) = draft.hand.iter().position(|held| *held == kind) {
                    let depth = draft.hand.len() - 1 - place;
                    draft.hand.take(depth);
                    draft.kept.push(kind);
                    draft.done = true;
                }
            }
            Action::Free(name) => {
                let rooms = seven(draft);
                if let Some(place) = (0..rooms.len()).find(|i| name_among(&rooms, *i) == name) {
                    draft.free.push(place as u8);
                }
            }
            Action::Start(count) => draft.people.push(count),
            Action::Keep(leader) => draft.leader = Some(leader),
            Action::Confirm => draft.done = true,
            Action::Revise => {
                draft.revised += 1;
                if self.game.options.draft == RoomDraft::Deal {
                    draft.kept.clear();
                }
                draft.free.clear();
                draft.people.clear();
                draft.leader = None;
            }
            _ => {}
        }
    }

    pub fn settle_draft(&mut self) -> bool {
        let seats = self.game.seats();
        if self.game.drafting(self.p) != 0 {
            return false;
        }
        // OL-OPT-11: all picks of a round are in; the hands go to the left.
        if self.game.options.draft == RoomDraft::Pass && self.p.draft_round < 4 {
            self.p.draft_round += 1;
            let hands = self.p.drafts.map(|draft| draft.hand);
            for seat in 0..seats {
                let draft = &mut self.p.drafts[seat];
                draft.done = false;
                draft.hand = hands[(seat + seats - 1) % seats];
            }
            self.log.reveal();
            if self.p.draft_round == 4 {
                for draft in &mut self.p.drafts {
                    draft.hand.clear();
                }
                self.deal_leaders();
            }
            return false;
        }
        self.reveal();
        true
    }

    /// U4 and U5: everything kept is revealed, and the board is laid out.
    fn reveal(&mut self) {
        let game = self.game;
        let mut tiles: Pile<Equipment, 40> =
            Equipment::ALL.into_iter().flat_map(|tile| [tile, tile]).collect();
        let drafts = std::mem::take(&mut self.p.drafts); // OL-SETUP-09 to 11: the rest is gone
        let mut dealt = 0u16;
        for (seat, draft) in drafts.iter().enumerate().take(game.seats()) {
            for leader in draft.leaders.iter() {
                dealt |= 1 << leader.index();
            }
            let Some(leader) = draft.leader else { continue };
            let data = &game.parts.leaders[leader.index()];
            let shelter = &mut self.p.shelters[seat];
            for (slot, kind) in seven(draft).iter().enumerate() {
                shelter.rooms[slot].kind = *kind;
            }
            let mut airlock = game.first_survivors();
            for (place, people) in draft.free.iter().zip(draft.people.iter()) {
                let room = &mut shelter.rooms[*place as usize];
                room.built = true;
                room.people = *people;
                airlock -= people;
            }
            shelter.airlock = airlock;
            shelter.leader = Some(leader);
            shelter.broken = data.equipment.bit(); // OL-SETUP-20
            self.p.reserve[7] -= game.first_survivors() as i16;
            // OL-SETUP-21: the tile is one of the 40.
            if let Some(at) = tiles.iter().position(|tile| *tile == data.equipment) {
                tiles.take(tiles.len() - 1 - at);
            }
            self.tell(Happening::Revealed {
                seat: seat as u8,
                leader,
                rooms: self.p.shelters[seat].rooms,
            });
            for token in Token::ALL {
                let count = data.tokens[token.index()] + game.scenario.tokens[token.index()];
                self.gain(seat, token, count, Source::Leader);
            }
        }
        self.log.reveal();
        if game.seats() == 1 {
            self.call_horde(dealt);
        }
        // OL-SETUP-23: the oldest leader begins.
        let age = |side: usize| {
            let leader = if game.is_horde(side) {
                self.p.horde.leader
            } else {
                self.p.shelters[side].leader
            };
            leader.map_or(0, |leader| game.parts.leaders[leader.index()].age)
        };
        let first = (0..game.sides()).max_by_key(|side| age(*side)).unwrap_or(0);
        self.p.first = first as u8;
        self.tell(Happening::First { side: first as u8 });
        self.lay_out(tiles);
        self.p.phase = if (0..game.seats()).any(|seat| game.setup_draws(self.p, seat) > 0) {
            Phase::Search
        } else {
            Phase::Placement
        };
        if self.p.phase == Phase::Placement {
            self.add_mini_tiles();
        }
    }

    fn lay_out(&mut self, tiles: Pile<Equipment, 40>) {
        let game = self.game;
        let p = &mut *self.p;
        p.deck = tiles;
        self.dice.secretly(Audience::Referee, |dice| {
            p.deck.shuffle("equipment deck", dice); // OL-SETUP-41
            // OL-SETUP-32: one face-down event per turn.
            let mut free = 0xfff;
            for turn in scenario::draw_order(&game.scenario.events) {
                let set = game.scenario.events[turn] & free;
                let mut cards: Pile<u8, 12> = (0..12).filter(|card| set >> card & 1 != 0).collect();
                if let Some(card) = cards.draw("events", dice) {
                    free &= !(1 << card);
                    p.events[turn] = EventCard::ALL[card as usize];
                }
            }
            // OL-SETUP-34, 35: three stacks of wild game.
            let mut game_tiles: Pile<u8, 40> = (0..5u8)
                .flat_map(|kind| {
                    let copies = game.parts.wild[kind as usize].copies;
                    (0..copies).map(move |_| kind)
                })
                .collect();
            let height = game.parts.wild_stack[game.column()] as usize;
            for stack in &mut p.wild {
                deal_from(dice, "wild game", &mut game_tiles, stack, height);
            }
            for stack in &mut p.search {
                for tile in SearchTile::ALL {
                    for _ in 0..game.parts.search[tile.index()] {
                        stack.push(tile);
                    }
                }
                stack.shuffle("search tiles", dice); // OL-SETUP-38
            }
        });
        for (stack, location) in HUNTING.into_iter().enumerate() {
            self.show_top(stack, location);
        }
    }

    pub fn do_search_at_setup(&mut self, seat: usize, action: Action) {
        match action {
            Action::Draw(city) => {
                if let Some(tile) = self.p.search[city.index()].pop() {
                    self.p.found[city.index()].push(tile);
                    self.p.drawn.push(tile);
                    self.p.drawn_from.push(city.index() as u8);
                    self.log.reveal();
                    self.tell(Happening::Found { side: seat as u8, city, tile });
                }
            }
            Action::Drop(dropped) => {
                let mut spared = false;
                let drawn = self.p.drawn;
                for tile in drawn.iter().copied() {
                    if tile == dropped && !std::mem::replace(&mut spared, true) {
                        continue;
                    }
                    match tile.token() {
                        Some(token) => drop(self.gain(seat, token, 1, Source::Leader)),
                        // OL-MARY-06; a cupboard gives nothing: OL-MARY-05, OL-MARY-07
                        None if tile == SearchTile::Capsules => self.lower_gauge(seat),
                        None => {}
                    }
                }
                self.p.drawn.clear();
                self.p.drawn_from.clear();
                self.p.phase = Phase::Placement;
                self.add_mini_tiles();
            }
            _ => {}
        }
    }

    pub fn settle_search_at_setup(&mut self) -> bool {
        let searcher = self.game.searcher(self.p);
        self.force(searcher)
    }

    /// OL-MINI-01: one mini tile goes into each City.
    fn add_mini_tiles(&mut self) {
        if !self.game.options.mini_tiles {
            return;
        }
        let mut minis: Pile<SearchTile, 3> =
            [SearchTile::Refugee, SearchTile::Looter, SearchTile::Merchant].into_iter().collect();
        for city in City::ALL {
            if let Some(tile) = minis.draw("mini tile", self.dice) {
                self.p.found[city.index()].push(tile);
                self.log.reveal();
                self.tell(Happening::MiniTile { city, tile });
            }
        }
    }

    pub fn do_placement(&mut self, seat: usize, action: Action) {
        let Action::Place(strength, place) = action else {
            return;
        };
        let strengths = self.game.parts.strengths;
        let heroes = &mut self.p.shelters[seat].heroes;
        if let Some(hero) =
            (0..4).find(|hero| heroes[*hero].at.is_none() && strengths[*hero] == strength)
        {
            heroes[hero].at = Some(place);
        }
    }

    pub fn settle_placement(&mut self) -> bool {
        for seat in 0..self.game.seats() {
            if self.game.placing(self.p) & 1 << seat != 0 {
                let left = self.p.shelters[seat].heroes.iter();
                if left.filter(|hero| hero.at.is_none()).count() == 1 {
                    return self.force(seat);
                }
            }
        }
        let placed = |seat: usize| {
            let heroes = &self.p.shelters[seat].heroes;
            heroes.iter().all(|hero| hero.at.is_some())
        };
        if !(0..self.game.seats()).all(placed) {
            return false;
        }
        for seat in 0..self.game.seats() {
            self.tell(Happening::Placed {
                seat: seat as u8,
                places: self.p.shelters[seat].heroes.map(|hero| hero.at),
            });
        }
        self.log.reveal();
        self.dawn();
        true
    }
}

/// The audience of what only one player may know.
pub(crate) fn only(seat: usize) -> Audience {
    Audience::only(Seat(seat as u16))
}
