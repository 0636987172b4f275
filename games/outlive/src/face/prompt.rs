//! The question to a player, and every answer in friendly words with the thing to click.

use crate::edition::roster::{
    City, Equipment, Location, RoomKind, SearchTile, Token, Tokens, in_words,
};
use crate::face::sheets::ACTION_POINTS;
use crate::face::shelter::{room_place, space_place};
use crate::knowledge::view::{ShelterView, View};
use crate::position::{RoomName, Step};
use crate::rules::hunting::HUNTING_ROOMS;
use crate::speech::notation;
use crate::speech::story::listed;
use crate::{Action, HeroId, Phase, Side, Space, Teller};
use stage::{Blank, BlankKind, Change, Choice, Prompt, Slip, Target};
use table::Fit;
use table::wording::counted;

impl Teller<'_> {
    pub(crate) fn prompt(&self, view: &View, choices: &[Action]) -> Option<Prompt> {
        let seat = Side::numbered(view.seat?)?;
        let shelter = view.shelters.get(seat.index())?;
        if choices.is_empty() {
            return None;
        }
        let (question, hint) = self.question_to(view, seat, shelter, choices);
        let pairs = choices.iter().any(|action| matches!(action, Action::Discard(..)));
        let slips = pairs.then(|| self.discard_slip(shelter)).flatten();
        let prompt = Prompt {
            seat: seat.seat().0,
            question,
            hint,
            choices: {
                let mut all: Vec<&Action> = choices.iter().collect();
                // What brings nothing stands behind the rest.
                let vain = |action: &Action| self.is_vain(view, seat, action);
                all.sort_by_cached_key(|action| (vain(action), precedence(shelter, action)));
                all.into_iter().map(|action| self.choice(view, seat, action, choices)).collect()
            },
            slips: slips.into_iter().collect(),
            ..Prompt::default()
        };
        Some(prompt.arranged())
    }

    /// Two rooms to discard, one after the other, instead of all pairs. OL-SETUP-08
    fn discard_slip(&self, shelter: &ShelterView) -> Option<Slip> {
        let hand = &shelter.draft.as_ref()?.hand;
        let rooms: Vec<(String, String)> = hand
            .iter()
            .map(|kind| {
                let name = self.kind_name(*kind);
                (kind.word().to_string(), format!("{name}: {}", self.room_text(*kind)))
            })
            .collect();
        let mut other = rooms.clone();
        other.rotate_left(1.min(rooms.len()));
        let blank = |label: &str, rooms| Blank {
            label: label.into(),
            before: " ".into(),
            entry: BlankKind::OneOf(rooms),
        };
        Some(Slip {
            title: "Two rooms to discard".into(),
            start: "discard".into(),
            blanks: vec![blank("This one", rooms), blank("and this one", other)],
            sum: None,
        })
    }

    fn choice(&self, view: &View, seat: Side, action: &Action, all: &[Action]) -> Choice {
        let leaves = matches!(action, Action::End)
            && all.iter().any(|action| matches!(action, Action::Board(_)));
        let label = match leaves {
            true => "Leave the survivor aboard".into(),
            false => self.label_here(view, action).unwrap_or_else(|| self.label(action)),
        };
        let choice = Choice::new(notation(self, action), label);
        let own_room = |name: RoomName| Target::Place(room_place(&name.word()));
        let space = |space: Space| Target::Place(space_place(space));
        let gear =
            |tile: Equipment| Target::Card(format!("gear-{}-{}", seat.number(), tile.word()));
        let place = |place: Location| Target::Place(place.word().into());
        let here = view.go.as_ref().and_then(|go| go.at);
        let piece = |name: &str| here.map(|at| Target::Piece(format!("{name}-{}", at.word())));
        let (target, tag, hidden) = match *action {
            Action::Pick(kind) => {
                (Some(Target::Place(room_place(kind.word()))), String::new(), false)
            }
            Action::Keep(leader) => {
                (Some(Target::Card(format!("leader-{}", leader.word()))), String::new(), false)
            }
            Action::Free(name) => (Some(own_room(name)), String::new(), false),
            Action::Draw(city) => (Some(place(city.location())), String::new(), true),
            Action::Place(strength, at) => (Some(place(at)), strength.to_string(), false),
            Action::Activate { hero, to, exo, hook, share } => {
                let mut tag = self.hero_name(seat, hero);
                for (used, sign) in [(exo, "+exo"), (hook, "+hook"), (share, "+share")] {
                    if used {
                        tag.push_str(sign);
                    }
                }
                (Some(place(to)), tag, false)
            }
            Action::Stay(hero) => {
                let name = self.hero_name(seat, hero);
                (
                    Some(Target::Piece(format!("hero-{}-{name}", seat.number()))),
                    "stay".into(),
                    false,
                )
            }
            Action::Take(count) => (piece("stock"), count.to_string(), false),
            Action::Algae => (Some(Target::Piece("algae".into())), "1".into(), false),
            Action::Salvage(slot) => (
                here.map(|at| Target::Piece(format!("display-{}-{}", at.word(), slot + 1))),
                "1".into(),
                false,
            ),
            Action::Search => (piece("search"), "1".into(), true),
            Action::FreeSearch => (piece("search"), "free".into(), true),
            Action::Peek(city) => {
                (Some(Target::Piece(format!("search-{}", city.word()))), "look".into(), true)
            }
            Action::Sensor => (Some(gear(Equipment::ThermalSensor)), String::new(), true),
            Action::Hunt { munitions, .. } => {
                let tag = match munitions {
                    0 => "hunt".to_string(),
                    count => format!("-{count}"),
                };
                (piece("game"), tag, true)
            }
            Action::Gear(tile) => (Some(gear(tile)), String::new(), false),
            Action::Flashlight(to) => (Some(space(to)), "lamp".into(), false),
            Action::Board(to) | Action::Refugee(Some(to)) => (Some(space(to)), "+1".into(), false),
            Action::LoseSurvivor(from) => (Some(space(from)), "-1".into(), false),
            Action::Overcome(card, _) => {
                let turn = view.events.iter().position(|event| event.card == Some(card));
                let event = turn.map(|turn| Target::Piece(format!("event-{}", turn + 1)));
                (event, String::new(), false)
            }
            Action::Build { room, .. } => (Some(own_room(room)), "build".into(), false),
            Action::Move(room, count) => (Some(own_room(room)), format!("+{count}"), false),
            Action::Use(room) => (
                Some(own_room(room)),
                "use".into(),
                matches!(room.kind, RoomKind::A16 | RoomKind::S2),
            ),
            Action::Orders(_) => {
                (Some(Target::Card(format!("orders-{}", seat.number()))), String::new(), false)
            }
            Action::Recycle(_, tile) => (Some(gear(tile)), "recycle".into(), false),
            Action::Repair(tile, _) => (Some(gear(tile)), "repair".into(), false),
            _ => (None, String::new(), false),
        };
        // An end that throws points away is asked about; one that cannot do otherwise is not.
        let wasted = wasted(view, action, all);
        let description = match wasted {
            0 => self.explained(view, seat, action),
            points => format!("{} unused: lost.", counted(points, "action point", "action points")),
        };
        let moves = match *action {
            Action::Activate { hero, .. } => {
                Some(format!("hero-{}-{}", seat.number(), self.hero_name(seat, hero)))
            }
            _ => None,
        };
        let changes = self.changes(view, seat, action);
        let description = match action {
            // These say it in words of their own.
            Action::Build { .. }
            | Action::Overcome(..)
            | Action::Feed { .. }
            | Action::Repair(..) => description,
            _ => format!("{} {description}", costs_told(view, seat, &changes)).trim().to_string(),
        };
        let ends = matches!(action, Action::End | Action::Pass | Action::NoSwap | Action::Confirm);
        let group = self.group(view, seat, action);
        let vain = wasted > 0 || self.is_vain(view, seat, action);
        let final_ = hidden || wasted > 0;
        let spent = changes.iter().find(|change| change.count == ACTION_POINTS && change.by < 0);
        let cost = spent.map(|change| format!("{} AP", change.by.unsigned_abs()));
        let cost = cost.unwrap_or_default();
        let choice = Choice { target, tag, cost, final_, description, vain, ..choice };
        Choice { moves, changes, group, ends, ..choice }
    }

    /// Under what a choice stands: the hero, room, tile or event that it is about, or what is done.
    fn group(&self, view: &View, seat: Side, action: &Action) -> String {
        match *action {
            Action::Activate { hero, .. } | Action::Stay(hero) => {
                let name = self.hero_name(seat, hero);
                let shelter = view.shelters.get(seat.index());
                let at = shelter.and_then(|shelter| shelter.heroes.get(&name)?.at);
                let at = at.map_or(String::new(), |at| format!(", {}", at.whereabouts()));
                format!("Hero {name}{at}")
            }
            Action::Place(strength, _) => format!("Hero of Strength {strength}"),
            Action::Build { room, .. } => {
                format!("Build {}: {}", self.named(room), self.room_text(room.kind))
            }
            Action::Repair(tile, _) => format!("Repair {}", self.tile_name(tile)),
            Action::Overcome(card, _) => self.parts().events[card.index()].name.clone(),
            Action::Discard(..) | Action::Pick(_) | Action::Free(_) | Action::Start(_) => {
                "Rooms".into()
            }
            Action::Keep(_) => "Leaders".into(),
            Action::Draw(_) | Action::Drop(_) | Action::Peek(_) => "Search tiles".into(),
            Action::Lose(_) | Action::LoseVirtual | Action::LoseSurvivor(_) => "Losses".into(),
            Action::Bat(_) | Action::Defend { .. } => "Pressure".into(),
            Action::Give(_) | Action::Demand(..) => "Tribute".into(),
            Action::Orders(_) => "Standing orders".into(),
            Action::Hunt { .. } | Action::Bonus(_) | Action::Sensor => "Hunt".into(),
            Action::Take(_)
            | Action::Open(_)
            | Action::Algae
            | Action::Salvage(_)
            | Action::Search
            | Action::FreeSearch => "Gather".into(),
            Action::Gear(_) | Action::AllGear | Action::Flashlight(_) => "Equipment".into(),
            Action::Board(_) | Action::Refugee(_) | Action::Recruit(..) => "Survivors".into(),
            Action::Swap(..) => "Merchant".into(),
            Action::Feed { .. } => "Feed".into(),
            Action::Move(..) => "Move in".into(),
            Action::Use(_) => "Rooms".into(),
            Action::Recycle(..) => "Recycle".into(),
            Action::Confirm | Action::Revise | Action::NoSwap | Action::End | Action::Pass => {
                String::new()
            }
        }
    }

    /// A few words for a button, where they depend on what lies here.
    fn label_here(&self, view: &View, action: &Action) -> Option<String> {
        let at = view.go.as_ref()?.at?;
        let shown = view.board.get(at.word())?;
        match *action {
            Action::Take(count) => Some(format!("Take {}", at.gives()?.counted(count))),
            Action::Salvage(place) => {
                let tile = (*shown.display.as_ref()?.get(usize::from(place))?)?;
                Some(format!("Salvage {}", self.tile_name(tile)))
            }
            _ => None,
        }
    }

    /// Whom a hero would press on its arrival, and how hard. OL-PRES-02, OL-PRES-08
    fn pressure_there(&self, view: &View, seat: Side, hero: HeroId, to: Location) -> String {
        let strength = self.strength(seat, hero);
        let mut pressed = Vec::new();
        for side in self.sides().filter(|side| *side != seat) {
            let heroes = match (&view.horde, view.shelters.get(side.index())) {
                (Some(horde), None) => &horde.pawns,
                (_, Some(shelter)) => &shelter.heroes,
                _ => continue,
            };
            for other in HeroId::ALL {
                let points = strength.saturating_sub(self.strength(side, other));
                let there = heroes
                    .get(&self.hero_name(side, other))
                    .is_some_and(|hero| hero.standing && hero.at == Some(to));
                if there && points > 0 {
                    pressed.push(format!("{points} on {}", self.whom(side)));
                }
            }
        }
        if pressed.is_empty() {
            String::new()
        } else {
            format!("Pressure: {}.", pressed.join(", "))
        }
    }

    /// What a choice means, where its label does not say it all.
    fn explained(&self, view: &View, seat: Side, action: &Action) -> String {
        match *action {
            Action::Pick(kind) => self.room_text(kind),
            Action::Free(room) => self.room_text(room.kind),
            Action::Build { paid: [wood, metal, chips], .. } => {
                let mut left = Tokens::default();
                let shelter = view.shelters.get(seat.index());
                for (token, paid) in Token::MATERIALS.into_iter().zip([wood, metal, chips]) {
                    let held = shelter.and_then(|shelter| shelter.tokens.get(token.word()));
                    left[token.index()] = held.map_or(0, |held| held.saturating_sub(paid));
                }
                format!("You keep {}.", in_words(&left))
            }
            Action::Use(room) => self.ability_text(room.kind),
            Action::Peek(_) => self.ability_text(RoomKind::A6),
            Action::Move(room, count) => self.filled(view, seat, room, count),
            Action::Keep(leader) => self.leader_text(leader),
            Action::Discard(first, second) => {
                let text = |kind| format!("{}: {}", self.kind_name(kind), self.room_text(kind));
                format!("{} {}", text(first), text(second))
            }
            Action::Overcome(card, waiver) => {
                let printed = self.parts().events[card.index()].cost;
                let cost = self.reduced(card, waiver).unwrap_or(printed);
                let shelter = view.shelters.get(seat.index());
                let missing = shelter.and_then(|shelter| missing_in_words(shelter, &cost));
                let then =
                    missing.map_or(String::new(), |it| format!(" Then {it} missing tonight."));
                format!("{}{then} {}", self.overcoming_text(card, waiver), self.event_text(card))
            }
            Action::LoseSurvivor(space) => self.emptied(view, seat, space),
            Action::Gear(tile) => self.gear_text(tile),
            Action::Sensor => self.gear_text(Equipment::ThermalSensor),
            Action::Flashlight(_) => self.gear_text(Equipment::Flashlight),
            Action::Repair(tile, method) => {
                let price = self.price(tile, method);
                let held = view.shelters.get(seat.index()).map(|shelter| {
                    let held = |token: Token| shelter.tokens.get(token.word()).copied();
                    let wanted = Token::ALL.into_iter().filter(|token| price[token.index()] > 0);
                    let told = wanted.map(|token| token.counted(held(token).unwrap_or(0)));
                    listed(&told.collect::<Vec<String>>())
                });
                let held = held.filter(|held| !held.is_empty());
                let held = held.map_or(String::new(), |held| format!("; you have {held}"));
                let (does, worth) = (self.gear_text(tile), self.worth(view, seat, tile));
                format!("For {}{held}. {does} {worth}", in_words(&price))
            }
            Action::Recycle(_, tile) => {
                let cost = in_words(&self.parts().equipment[tile.index()].cost);
                format!("You regain {cost}. What it does is lost: {}", self.gear_text(tile))
            }
            Action::Orders(Some(_)) => {
                "Used for you: Guard Room, Battle Gear, then Munitions down to those kept.".into()
            }
            Action::Defend { .. } => self.left_by(view, seat, action),
            Action::Activate { .. } => self.on_arrival(view, seat, action),
            Action::Draw(city) => search_stack(view, city),
            Action::Drop(tile) => kept_without(view, tile),
            _ => self.explained_here(view, seat, action),
        }
    }

    /// What a choice means by what lies where the hero stands.
    fn explained_here(&self, view: &View, seat: Side, action: &Action) -> String {
        let Some(at) = view.go.as_ref().and_then(|go| go.at) else { return String::new() };
        let Some(shown) = view.board.get(at.word()) else { return String::new() };
        match *action {
            Action::Search | Action::FreeSearch => {
                at.city().map_or_else(String::new, |city| search_stack(view, city))
            }
            Action::Salvage(place) => {
                let display = shown.display.as_deref().unwrap_or_default();
                let tile = display.get(usize::from(place)).copied().flatten();
                tile.map_or_else(String::new, |tile| {
                    let cost = in_words(&self.parts().equipment[tile.index()].cost);
                    let worth = self.worth(view, seat, tile);
                    format!("Broken, repair for {cost}. {} {worth}", self.gear_text(tile))
                })
            }
            Action::Algae => {
                let gauge = view.shelters.get(seat.index()).map(|shelter| shelter.gauge);
                match gauge == self.parts().gauge.first().copied() {
                    true => "Your gauge is at its best; nobody else gets it today.".into(),
                    false => "Takes your gauge back by 1 cell, towards its best.".into(),
                }
            }
            Action::Bonus(rooms) => {
                let meat: u8 = HUNTING_ROOMS
                    .into_iter()
                    .enumerate()
                    .filter(|(bit, _)| rooms >> bit & 1 != 0)
                    .map(|(_, name)| self.amount(name.kind))
                    .sum();
                format!("{meat} Meat more.")
            }
            Action::Hunt { .. } => self.prey_text(shown, action),
            _ => String::new(),
        }
    }

    /// The points of a tile once it is repaired, and its pair. OL-SCORE-05, OL-SCORE-06
    fn worth(&self, view: &View, seat: Side, tile: Equipment) -> String {
        let partner = self.parts().equipment[tile.index()].partner;
        let Some(partner) = Equipment::ALL.get(partner).copied() else {
            return "Repaired it is 1 point.".into();
        };
        let shelter = view.shelters.get(seat.index());
        let name = self.tile_name(partner);
        match shelter.is_some_and(|shelter| shelter.repaired.contains(&partner)) {
            true => format!("Repaired it is 1 point, and 1 more with your {name}, its pair."),
            false => format!("Repaired it is 1 point; its pair is the {name}."),
        }
    }

    /// What a hunt spends, against what, and what it brings. OL-HUNT-04
    fn prey_text(&self, shown: &crate::PlaceView, action: &Action) -> String {
        let (Action::Hunt { depth, .. }, Some(game)) = (*action, &shown.game) else {
            return String::new();
        };
        let Some((points, endurance)) = self.hunting_points(shown, action) else {
            return String::new();
        };
        let known = game.known.as_ref().and_then(|known| known.get(usize::from(depth)).copied());
        let on_top = known.is_none() || known == game.top;
        let points = counted(points, "action point", "action points");
        match game.meat.filter(|_| on_top) {
            Some(meat) => format!("{points} for Endurance {endurance}; {meat} Meat."),
            None => format!("{points} for Endurance {endurance}."),
        }
    }

    /// How many a space holds, and whether its room stays full without one of them. OL-ROOM-04
    fn emptied(&self, view: &View, seat: Side, space: Space) -> String {
        let Some(shelter) = view.shelters.get(seat.index()) else { return String::new() };
        let people = |count: u8| counted(count, "survivor", "survivors");
        let radiation = self.radiation_by_loss(view, shelter, space);
        let Space::Room(name) = space else {
            return format!("{} there{radiation}.", people(shelter.airlock));
        };
        match shelter.rooms.get(&name.word()) {
            Some(room) => {
                let held = format!(
                    "{} in {}.",
                    people(room.people),
                    counted(room.spaces, "space", "spaces")
                );
                match (room.full, room.people > room.spaces) {
                    (true, true) => format!("{held} It stays full."),
                    (true, false) => {
                        format!(
                            "{held} It is no longer full then{radiation}. {}",
                            self.ability_text(name.kind)
                        )
                    }
                    (false, _) => format!("{held} It is not full anyway."),
                }
            }
            None => String::new(),
        }
    }

    /// How much more radiation comes in for want of a survivor here, as the end of a sentence; nothing if none does.
    /// OL-RAD-02, OL-RAD-03, OL-RAD-04
    fn radiation_by_loss(&self, view: &View, shelter: &ShelterView, space: Space) -> String {
        let come = shelter.step.is_some_and(Step::radiation_has_come);
        if come && view.turn >= self.turns() {
            return String::new();
        }
        let turn = usize::from(view.turn) + usize::from(come);
        let ambient = self.ambient()[turn.clamp(1, self.ambient().len()) - 1];
        let filter = self.amount(RoomKind::A12);
        let filters = shelter.rooms.iter().filter(|(word, room)| {
            let kind = word.strip_prefix(RoomKind::A12.word());
            room.full && kind.is_some_and(|rest| matches!(rest, "" | "b"))
        });
        let kept_out = shelter.airlock + filter * filters.count().fit::<u8>();
        let less = match space {
            Space::Airlock => 1,
            Space::Room(name) if name.kind == RoomKind::A12 => filter,
            Space::Room(_) => 0,
        };
        let more = ambient.saturating_sub(kept_out.saturating_sub(less))
            - ambient.saturating_sub(kept_out);
        let comes = if more == 1 { "comes" } else { "come" };
        match (more, come, view.phase) {
            (0, ..) => String::new(),
            (_, true, _) => {
                format!("; as things stand, {more} more radiation {comes} in next Night")
            }
            (_, _, Phase::Night) => format!("; {more} more radiation {comes} in tonight"),
            _ => format!("; as things stand, {more} more radiation {comes} in tonight"),
        }
    }

    /// Whether survivors that move in fill the room.
    fn filled(&self, view: &View, seat: Side, room: RoomName, count: u8) -> String {
        let shelter = view.shelters.get(seat.index());
        match shelter.and_then(|shelter| shelter.rooms.get(&room.word())) {
            Some(shown) if shown.people + count >= shown.spaces => {
                format!("It is full then. {}", self.ability_text(room.kind))
            }
            Some(shown) => {
                let free = shown.spaces.saturating_sub(shown.people + count);
                format!("{} left then.", counted(free, "free space is", "free spaces are"))
            }
            None => String::new(),
        }
    }

    /// What an answer leaves of the Pressure. OL-REAC-02
    fn left_by(&self, view: &View, seat: Side, action: &Action) -> String {
        let points = view.pressure.as_ref().and_then(|view| view.points.get(seat.index()).copied());
        let (Action::Defend { immunity, gear, munitions }, Some(points)) = (*action, points) else {
            return String::new();
        };
        let gear = if gear { self.gear_amount(Equipment::BattleGear) } else { 0 };
        let left = match immunity {
            true => 0,
            false => points.saturating_sub(gear).saturating_sub(munitions),
        };
        format!("{} left.", counted(left, "point is", "points are"))
    }

    /// Canned Goods that rooms add on the ship. OL-CARG-24, OL-CARG-25
    fn ship_bonus(&self, view: &View, seat: Side) -> String {
        let Some(shelter) = view.shelters.get(seat.index()) else { return String::new() };
        let ready = |kind: RoomKind| {
            let like = move |word: &str| {
                word.strip_prefix(kind.word()).is_some_and(|rest| matches!(rest, "" | "b"))
            };
            let rooms = shelter.rooms.iter().filter(move |(word, _)| like(word));
            rooms.filter(|(_, room)| room.full && !room.used).count()
        };
        let added: Vec<String> = [RoomKind::A3, RoomKind::A4]
            .into_iter()
            .flat_map(|kind| std::iter::repeat_n(kind, ready(kind)))
            .map(|kind| format!("{} by the {}", self.amount(kind), self.kind_name(kind)))
            .collect();
        match added.is_empty() {
            true => String::new(),
            false => format!(" and {}", listed(&added)),
        }
    }

    /// The most that a hero brings to a hunt: its points, Munitions and what is ready. OL-HUNT-04,
    /// OL-HUNT-05, OL-EQ-35, OL-EQ-36
    fn hunting_reach(&self, view: &View, seat: Side, hero: HeroId) -> u8 {
        let Some(shelter) = view.shelters.get(seat.index()) else { return 0 };
        let munitions = shelter.tokens.get(Token::Munitions.word()).copied().unwrap_or(0);
        let gear = [Equipment::Shotgun, Equipment::BearTrap].into_iter();
        let ready =
            gear.filter(|tile| shelter.repaired.contains(tile) && !shelter.used.contains(tile));
        let gear: u8 = ready.map(|tile| self.gear_amount(tile)).sum();
        self.vigour_shown(view, seat, hero).saturating_add(munitions).saturating_add(gear)
    }

    /// Whether a seat can open the Dam. OL-DAM-01, OL-DAM-08
    fn has_key(&self, view: &View, seat: Side) -> bool {
        view.shelters.get(seat.index()).is_some_and(|shelter| {
            shelter.tokens.get(Token::Chips.word()).is_some_and(|chips| *chips > 0)
                || has_card(shelter)
        })
    }

    /// Whether a hero goes where it can have nothing and presses nobody.
    fn is_vain(&self, view: &View, seat: Side, action: &Action) -> bool {
        let Action::Activate { hero, to, .. } = *action else { return false };
        if to == Location::Cargo || !self.pressure_there(view, seat, hero, to).is_empty() {
            return false;
        }
        let Some(shown) = view.board.get(to.word()) else { return false };
        let open = to != Location::Dam || self.has_key(view, seat);
        let stock = to.gives().is_some() && open && shown.tokens.is_some_and(|count| count > 0);
        let reach = self.hunting_reach(view, seat, hero);
        let sensor = view
            .shelters
            .get(seat.index())
            .is_some_and(|shelter| is_ready(shelter, Equipment::ThermalSensor));
        // Whoever looks below the top of the stack may find something weaker. OL-HUNT-25
        let game = shown.game.as_ref().is_some_and(|game| {
            game.endurance.is_some_and(|it| reach >= it || sensor || game.known.is_some())
        });
        let tiles = shown.display.iter().flatten().flatten().next().is_some();
        let stack = shown.search.as_ref().is_some_and(|search| search.left > 0);
        !(stock || game || tiles || stack || shown.algae == Some(true))
    }

    /// What a hero can have at a Location, and what it cannot.
    fn lies_there(&self, view: &View, seat: Side, hero: HeroId, place: Location) -> String {
        let Some(shown) = view.board.get(place.word()) else { return String::new() };
        let mut things = Vec::new();
        if let (Some(token), Some(count)) = (place.gives(), shown.tokens) {
            let card = view.shelters.get(seat.index()).is_some_and(has_card);
            let shut = match (place == Location::Dam, self.has_key(view, seat)) {
                (false, _) => "",
                (true, true) if card => ", free with your Access Card",
                (true, true) => ", for 1 Microchip",
                (true, false) => {
                    " behind the Dam, which you cannot open: no Microchip, no Access Card"
                }
            };
            things.push(format!("{}{shut}", token.counted(count)));
        }
        if let Some((endurance, game)) =
            shown.game.as_ref().and_then(|game| Some((game.endurance?, game)))
        {
            let meat = game.meat.map_or(String::new(), |meat| format!(" for {meat} Meat"));
            let most = self.hunting_reach(view, seat, hero);
            let far = match most < endurance {
                true => format!(" (needs {endurance}, this hero brings {most} at most)"),
                false => String::new(),
            };
            things.push(format!("game of Endurance {endurance}{meat}{far}"));
        }
        let shown_tiles = shown.display.iter().flatten().flatten();
        things.extend(shown_tiles.map(|tile| self.parts().equipment[tile.index()].name.clone()));
        if let Some(search) = shown.search.as_ref().filter(|search| search.left > 0) {
            things.push(counted(search.left, "search tile", "search tiles"));
        }
        if shown.algae == Some(true) {
            things.push("the Algae".into());
        }
        match things.is_empty() {
            true => "Nothing is there.".into(),
            false => format!("There: {}.", listed(&things)),
        }
    }

    /// What a hero finds where it goes: what can be had there, somebody to press, or a slot of the ship.
    fn on_arrival(&self, view: &View, seat: Side, action: &Action) -> String {
        let Action::Activate { hero, to, hook, share, .. } = *action else { return String::new() };
        let pressure = self.pressure_there(view, seat, hero, to);
        if to != Location::Cargo {
            let vain = if self.is_vain(view, seat, action) { "No gain now. " } else { "" };
            let there = self.lies_there(view, seat, hero, to);
            return format!("{vain}{there} {pressure}").trim().into();
        }
        let hooked = if hook { self.gear_amount(Equipment::GrapplingHook) } else { 0 };
        let strength = self.vigour_shown(view, seat, hero) + hooked;
        let slots = view.board.get(to.word()).and_then(|ship| ship.slots.as_ref());
        let slot = slots.and_then(|slots| {
            let mut like = slots.iter().filter(|slot| slot.strength == strength);
            like.clone().find(|slot| slot.side.is_none()).or_else(|| like.next())
        });
        slot.map_or(pressure.clone(), |slot| {
            let waits = if share || slot.survivor { " and a survivor" } else { "" };
            let more = self.ship_bonus(view, seat);
            let text =
                format!("Slot {strength}: {} Canned Goods{more}{waits}. {pressure}", slot.canned);
            text.trim_end().into()
        })
    }
}

/// Where a choice stands among those of its question: what costs nothing comes first; of ways to feed, those that
/// spend what rots; of ways to pay for a room, those that cost least, keep Microchips, and leave the rest even.
fn precedence(shelter: &ShelterView, action: &Action) -> (bool, [u8; 4]) {
    let held = |token: Token| shelter.tokens.get(token.word()).copied().unwrap_or(0);
    match *action {
        // Whoever takes the first answer goes on.
        Action::Use(_) | Action::Confirm => (false, [0; 4]),
        Action::Feed { meat, water, canned } => (true, [canned, u8::MAX - meat, water, 0]),
        Action::Build { room, paid: [wood, metal, chips], .. } => {
            let place = shelter.order.iter().position(|word| *word == room.word());
            let left = held(Token::Wood).saturating_sub(wood);
            let uneven = left.abs_diff(held(Token::Metal).saturating_sub(metal));
            (true, [place.map_or(0, Fit::fit), wood + metal + chips, chips, uneven])
        }
        _ => (true, [0; 4]),
    }
}

/// What would be missing tonight if this were paid before, in words with its verb: `1 Water is`; nothing if all are
/// fed. OL-FEED-05, OL-FEED-14
pub(super) fn missing_in_words(shelter: &ShelterView, paid: &Tokens) -> Option<String> {
    let (supplies, water) = missing(shelter, paid);
    let supply = (supplies > 0).then(|| counted(supplies, "Supply", "Supplies"));
    let water_told = (water > 0).then(|| Token::Water.counted(water));
    let told: Vec<String> = supply.into_iter().chain(water_told).collect();
    let verb = if supplies + water == 1 { "is" } else { "are" };
    (!told.is_empty()).then(|| format!("{} {verb}", listed(&told)))
}

/// The Supplies that the rooms would miss tonight if this were paid before, and the Water that the Airlock would.
pub(super) fn missing(shelter: &ShelterView, paid: &Tokens) -> (u8, u8) {
    let left = |token: Token| {
        let held = shelter.tokens.get(token.word()).copied().unwrap_or(0);
        held.saturating_sub(paid[token.index()])
    };
    let held = shelter.tokens.get(Token::Water.word()).copied().unwrap_or(0);
    let all = held.saturating_add(shelter.virtual_water);
    let water = all.saturating_sub(paid[Token::Water.index()]);
    let to_rows = water.min(shelter.rows);
    let others = left(Token::Meat) + left(Token::Canned) + water - to_rows;
    (shelter.upkeep.saturating_sub(others), shelter.rows - to_rows)
}

/// What a choice costs, with what there is of it; empty if it costs nothing of what lies in store.
fn costs_told(view: &View, seat: Side, changes: &[Change]) -> String {
    let Some(shelter) = view.shelters.get(seat.index()) else { return String::new() };
    let told = Token::ALL.into_iter().filter_map(|token| {
        let paid = changes.iter().find(|it| it.count == token.title() && it.by < 0)?;
        let held = shelter.tokens.get(token.word()).copied().unwrap_or(0);
        Some(format!("{} of your {held}", token.counted(paid.by.unsigned_abs().fit())))
    });
    let told: Vec<String> = told.collect();
    if told.is_empty() { String::new() } else { format!("Costs {}.", listed(&told)) }
}

/// Whether the Access Card is ready. OL-DAM-08
fn has_card(shelter: &ShelterView) -> bool {
    is_ready(shelter, Equipment::AccessCard)
}

/// Whether a tile is repaired and not used yet.
fn is_ready(shelter: &ShelterView, tile: Equipment) -> bool {
    shelter.repaired.contains(&tile) && !shelter.used.contains(&tile)
}

/// Action points that an end gives up although something could be done with them.
fn wasted(view: &View, action: &Action, all: &[Action]) -> u8 {
    let costs = |action: &Action| {
        matches!(
            action,
            Action::Take(_)
                | Action::Open(_)
                | Action::Algae
                | Action::Salvage(_)
                | Action::Search
                | Action::Hunt { .. }
        )
    };
    match (&view.go, action) {
        (Some(go), Action::End) if view.phase == Phase::Actions && all.iter().any(costs) => {
            go.points
        }
        _ => 0,
    }
}

/// What a search stack holds.
fn search_stack(view: &View, city: City) -> String {
    let shown = view.board.get(city.word()).and_then(|place| place.search.as_ref());
    shown.map_or_else(String::new, |search| format!("In the stack: {}.", listed(&kinds(search))))
}

/// What the tiles drawn at set-up bring if one of them goes. OL-MARY-04, OL-MARY-05, OL-MARY-06
fn kept_without(view: &View, dropped: SearchTile) -> String {
    let goes = view.drawn.iter().position(|tile| *tile == dropped);
    let kept = view.drawn.iter().enumerate().filter(|(place, _)| Some(*place) != goes);
    let mut tokens = Tokens::default();
    let mut capsules = 0;
    for (_, tile) in kept {
        match tile.token() {
            Some(token) => tokens[token.index()] += 1,
            None => capsules += u8::from(*tile == SearchTile::Capsules),
        }
    }
    let gauge = match capsules {
        0 => String::new(),
        _ => format!(
            " Algae Capsules take your gauge back by {}.",
            counted(capsules, "cell", "cells")
        ),
    };
    format!("The others bring {}.{gauge}", in_words(&tokens))
}

/// The tiles of a search stack by kind.
pub(super) fn kinds(search: &crate::SearchView) -> Vec<String> {
    let kinds = search.kinds.iter();
    kinds.filter_map(|(word, count)| Some(SearchTile::named(word)?.counted(*count))).collect()
}
