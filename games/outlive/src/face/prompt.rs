//! The question to a player, and every answer in friendly words with the thing to click.

use crate::edition::roster::{Equipment, EventCard, Location, in_words};
use crate::knowledge::view::{ShelterView, View};
use crate::position::{Ask, Giving, Loss, Orders, RoomName, Step};
use crate::{Action, HeroId, Key, Method, Phase, Side, Space, Teller, Waiver};
use stage::{Blank, BlankKind, Choice, Prompt, Slip, Target};
use table::wording::counted;

impl Teller<'_> {
    pub(crate) fn prompt(&self, view: &View, choices: &[Action]) -> Option<Prompt> {
        let seat = Side::numbered(view.seat?)?;
        let shelter = view.shelters.get(seat.index())?;
        if choices.is_empty() {
            return None;
        }
        let (question, hint) = self.question_to(view, seat, shelter);
        let pairs = choices.iter().any(|action| matches!(action, Action::Discard(..)));
        let slips = pairs.then(|| self.discard_slip(shelter)).flatten();
        Some(Prompt {
            seat: seat.seat().0,
            question,
            hint,
            choices: choices.iter().map(|action| self.choice(view, seat, action)).collect(),
            slips: slips.into_iter().collect(),
            ..Prompt::default()
        })
    }

    /// Two rooms to give away, one after the other, instead of all pairs. OL-SETUP-08
    fn discard_slip(&self, shelter: &ShelterView) -> Option<Slip> {
        let hand = &shelter.draft.as_ref()?.hand;
        let rooms: Vec<(String, String)> = hand
            .iter()
            .map(|kind| {
                let name = self.kind_name(*kind);
                (kind.word().to_string(), format!("{} {name}", kind.word()))
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
            title: "Two rooms to give away".into(),
            start: "discard".into(),
            blanks: vec![blank("This one", rooms), blank("and this one", other)],
            sum: None,
        })
    }

    fn question_to(&self, view: &View, seat: Side, shelter: &ShelterView) -> (String, String) {
        let ask = view.go.as_ref().map_or(Ask::Nothing, |go| go.ask);
        let points = view.go.as_ref().map_or(0, |go| go.points);
        let radiation = match shelter.radiation {
            0 => String::new(),
            level => format!("As things stand, {level} radiation comes in next Night."),
        };
        match view.phase {
            Phase::Draft => draft_question(shelter),
            Phase::Search => plain("Your leader searches: which tile?"),
            Phase::Placement => plain("Where do your heroes start?"),
            Phase::Losses => self.loss_question(shelter),
            Phase::Activation => (
                "Which hero goes where?".into(),
                "It must leave its place, and your own heroes block it.".into(),
            ),
            Phase::Pressure => pressure_question(view, seat),
            Phase::Actions => match ask {
                Ask::HuntingRooms => plain("Which rooms add to the catch?"),
                Ask::Refugee => plain("A Refugee: where to?"),
                Ask::Looter => plain("A Looter: what does he take?"),
                Ask::Merchant(left) => (format!("A Merchant: swap up to {left}?"), String::new()),
                Ask::Nothing => (
                    format!(
                        "What does this hero do? {} left.",
                        counted(points, "action point", "action points")
                    ),
                    "Points that are not used are lost.".into(),
                ),
            },
            Phase::Overcome => (
                "Do you overcome an event?".into(),
                format!(
                    "Tonight your people want {} and {} Water.",
                    counted(shelter.upkeep, "Supply", "Supplies"),
                    shelter.rows
                ),
            ),
            Phase::Night if shelter.loss != Loss::Nothing => self.loss_question(shelter),
            Phase::Night => match shelter.step {
                Some(Step::Feed) => plain("What do you feed the rooms with?"),
                Some(Step::Recruit) => (
                    "Whom do you recruit?".into(),
                    "Meat is gone by morning, and only 2 Water stay.".into(),
                ),
                Some(Step::Build) => (
                    "What do you build, fill and use?".into(),
                    format!("Survivors in rooms stay there. {radiation}").trim_end().into(),
                ),
                _ => plain("What do you repair?"),
            },
            Phase::Over => plain("The convoy has come."),
        }
    }

    fn loss_question(&self, shelter: &ShelterView) -> (String, String) {
        let question = match shelter.loss {
            Loss::Survivor => {
                let lost = counted(shelter.losing, "survivor", "survivors");
                format!("You lose {lost}: from where?")
            }
            Loss::Supply => "The rats take a Supply: which?".into(),
            _ => format!("The clan takes {}: which?", counted(shelter.losing, "token", "tokens")),
        };
        (question, "A room that is no longer full loses its ability.".into())
    }

    fn choice(&self, view: &View, seat: Side, action: &Action) -> Choice {
        let label = self.label_here(view, action).unwrap_or_else(|| self.label(action));
        let choice = Choice::new(self.write(action), label);
        let own_room =
            |name: RoomName| Target::Card(format!("room-{}-{}", seat.number(), name.word()));
        let space = |space: Space| match space {
            Space::Airlock => Target::Card(format!("airlock-{}", seat.number())),
            Space::Room(name) => own_room(name),
        };
        let gear =
            |tile: Equipment| Target::Card(format!("gear-{}-{}", seat.number(), tile.word()));
        let place = |place: Location| Target::Place(place.word().into());
        let here = view.go.as_ref().and_then(|go| go.at);
        let piece = |name: &str| here.map(|at| Target::Piece(format!("{name}-{}", at.word())));
        let (target, tag, hidden) = match *action {
            Action::Pick(kind) => {
                (Some(Target::Card(format!("hand-{}", kind.word()))), String::new(), false)
            }
            Action::Keep(leader) => {
                (Some(Target::Card(format!("leader-{}", leader.word()))), String::new(), false)
            }
            Action::Free(name) => {
                (Some(own_room(name)).filter(|_| name.kind.index() < 3), String::new(), false)
            }
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
            Action::Hunt { munitions, .. } => (piece("game"), format!("{munitions} mun"), true),
            Action::Gear(tile) => (Some(gear(tile)), String::new(), false),
            Action::Flashlight(to) => (Some(space(to)), "lamp".into(), false),
            Action::Board(to) | Action::Refugee(Some(to)) => (Some(space(to)), "+1".into(), false),
            Action::LoseSurvivor(from) => (Some(space(from)), "-1".into(), false),
            Action::Overcome(card, _) => {
                (Some(Target::Card(format!("card-{}", card.word()))), String::new(), false)
            }
            Action::Build { room, .. } => (Some(own_room(room)), "build".into(), false),
            Action::Move(room, count) => (Some(own_room(room)), format!("+{count}"), false),
            Action::Use(room) => (
                Some(own_room(room)),
                "use".into(),
                matches!(room.kind, crate::RoomKind::A16 | crate::RoomKind::S2),
            ),
            Action::Recycle(_, tile) => (Some(gear(tile)), "recycle".into(), false),
            Action::Repair(tile, _) => (Some(gear(tile)), "repair".into(), false),
            _ => (None, String::new(), false),
        };
        let description = match *action {
            Action::Activate { hero, to, .. } => self.pressure_there(view, seat, hero, to),
            _ => self.explained(action),
        };
        let moves = match *action {
            Action::Activate { hero, .. } => {
                Some(format!("hero-{}-{}", seat.number(), self.hero_name(seat, hero)))
            }
            _ => None,
        };
        Choice { target, tag, final_: hidden, description, moves, ..choice }
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
                    pressed.push(format!("{points} on {}", self.side_name(side)));
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
    fn explained(&self, action: &Action) -> String {
        match *action {
            Action::Overcome(card, _) => {
                let data = &self.parts().events[card.index()];
                format!("{} points for {}.", data.points, in_words(&data.cost))
            }
            Action::Repair(tile, _) | Action::Gear(tile) => {
                self.parts().equipment[tile.index()].effect.clone()
            }
            Action::Build { room, .. } | Action::Use(room) | Action::Free(room) => {
                self.parts().rooms[room.kind.index()].ability.clone()
            }
            Action::Orders(Some(_)) => {
                "Guard Room and Battle Gear are used, then Munitions down to those kept.".into()
            }
            _ => String::new(),
        }
    }

    fn named(&self, name: RoomName) -> String {
        format!("{} ({})", self.kind_name(name.kind), name.word())
    }

    /// A few words for a button.
    fn label(&self, action: &Action) -> String {
        match *action {
            Action::Discard(first, second) => {
                format!("Give away {} and {}", self.kind_name(first), self.kind_name(second))
            }
            Action::Pick(kind) => format!("Keep {}", self.kind_name(kind)),
            Action::Free(name) => format!("Build {}", self.named(name)),
            Action::Start(count) => format!("{count} start in the room"),
            Action::Keep(leader) => format!("Follow {}", self.parts().leaders[leader.index()].name),
            Action::Confirm => "That is settled".into(),
            Action::Revise => "Choose again".into(),
            Action::Draw(city) => format!("Search {}", city.location().title()),
            Action::Drop(tile) => format!("Discard {}", tile.title()),
            Action::Place(strength, place) => format!("Hero {strength} to {}", place.title()),
            Action::Lose(token) => format!("Lose {}", token.counted(1)),
            Action::LoseVirtual => "Lose the Cistern's Water".into(),
            Action::LoseSurvivor(space) => format!("From {}", self.space_name(space)),
            Action::Bat(None) => "No Bat".into(),
            Action::Bat(Some(side)) => format!("Bat against {}", self.side_name(side)),
            Action::Defend { immunity: true, .. } => "Guard Room".into(),
            Action::Defend { gear, munitions, .. } => match (gear, munitions) {
                (false, 0) => "Do not defend".into(),
                (true, 0) => "Battle Gear".into(),
                (false, count) => format!("{count} Munitions"),
                (true, count) => format!("Battle Gear and {count} Munitions"),
            },
            Action::Give(token) => format!("Give {}", token.counted(1)),
            Action::Demand(side, token) => {
                format!("Take {} from {}", token.counted(1), self.side_name(side))
            }
            Action::Orders(None) => "Answer Pressure yourself".into(),
            Action::Orders(Some(orders)) => orders_label(orders),
            Action::Activate { hero, to, exo, hook, share } => {
                self.activation_label(hero, to, [exo, hook, share])
            }
            Action::Stay(hero) => format!("Hero {} stays", self.hero_name(Side::FIRST, hero)),
            Action::Peek(city) => format!("Look through {}", city.location().title()),
            Action::Take(count) => format!("Take {count}"),
            Action::Open(Key::Chip) => "Open the Dam for 1 Microchip".into(),
            Action::Open(Key::Card) => "Open the Dam with the Access Card".into(),
            Action::Algae => "Harvest the Algae".into(),
            Action::Salvage(place) => format!("Salvage tile {}", place + 1),
            Action::Search => "Search".into(),
            Action::FreeSearch => "Search free".into(),
            Action::Sensor => "Use the Thermal Sensor".into(),
            Action::Hunt { depth, munitions, shotgun, trap } => {
                hunt_label(depth, munitions, [shotgun, trap])
            }
            Action::Bonus(0) => "No room".into(),
            Action::Bonus(_) => {
                format!("Use {}", self.write(action).trim_start_matches("bonus "))
            }
            Action::Gear(tile) => format!("Use {}", self.tile_name(tile)),
            Action::AllGear => "Use all equipment".into(),
            Action::Flashlight(space) => {
                format!("Flashlight: survivor to {}", self.space_name(space))
            }
            Action::Board(space) => format!("Survivor to {}", self.space_name(space)),
            Action::Refugee(None) => "Send the Refugee away".into(),
            Action::Refugee(Some(space)) => format!("Refugee to {}", self.space_name(space)),
            Action::Swap(from, to) => format!("{} for {}", from.title(), to.title()),
            Action::NoSwap => "No swap".into(),
            Action::End => "Done".into(),
            Action::Overcome(card, waiver) => self.overcome_label(card, waiver),
            Action::Pass => "Pass".into(),
            Action::Feed { meat, water, canned } => {
                format!("{meat} Meat, {water} Water, {canned} Canned Goods")
            }
            Action::Recruit(token, count) => format!("Recruit {count} with {}", token.title()),
            Action::Build { room, workshop, paid } => {
                let paid = in_words(&[0, 0, 0, paid[0], paid[1], paid[2], 0]);
                let how = if workshop { " through the Workshop" } else { "" };
                format!("Build {} for {paid}{how}", self.named(room))
            }
            Action::Move(room, count) => format!("{count} into {}", self.named(room)),
            Action::Use(room) => format!("Use {}", self.named(room)),
            Action::Recycle(_, tile) => format!("Recycle {}", self.tile_name(tile)),
            Action::Repair(tile, method) => self.repair_label(tile, method),
        }
    }

    fn activation_label(
        &self,
        hero: HeroId,
        to: Location,
        [exo, hook, share]: [bool; 3],
    ) -> String {
        let name = self.hero_name(Side::FIRST, hero);
        let mut label = format!("Hero {name} to {}", to.title());
        for (used, with) in
            [(exo, ", Exoskeleton"), (hook, ", Grappling Hook"), (share, ", sharing a slot")]
        {
            if used {
                label.push_str(with);
            }
        }
        label
    }

    fn overcome_label(&self, card: EventCard, waiver: Waiver) -> String {
        let name = self.card_name(card);
        match waiver {
            Waiver::None => format!("Overcome {name}"),
            Waiver::One(token) => format!("Overcome {name}, {} less", token.counted(1)),
            Waiver::Two(first, second) if first == second => {
                format!("Overcome {name}, 2 {} less", first.title())
            }
            Waiver::Two(first, second) => {
                format!("Overcome {name}, 1 {} and 1 {} less", first.title(), second.title())
            }
        }
    }

    fn repair_label(&self, tile: Equipment, method: Method) -> String {
        let name = self.tile_name(tile);
        match method {
            Method::Full => format!("Repair {name}"),
            Method::ToolStore(token) => {
                format!("Repair {name}, Tool Store saves {}", token.counted(1))
            }
            Method::Bench(token) => {
                format!("Repair {name} on the Bench for {}", token.counted(1))
            }
            Method::Laboratory => format!("Repair {name} in the Laboratory"),
            Method::StoreAndBench => format!("Repair {name}: Tool Store and Bench"),
            Method::TwoBenches => format!("Repair {name}: both Benches"),
        }
    }
}

/// A question without a hint.
fn plain(question: &str) -> (String, String) {
    (question.to_string(), String::new())
}

/// What the draft asks next.
fn draft_question(shelter: &ShelterView) -> (String, String) {
    match &shelter.draft {
        Some(draft) if draft.kept.len() < 4 && draft.hand.len() == 6 => {
            plain("Which two rooms do you give away?")
        }
        Some(draft) if draft.kept.len() < 4 => plain("Which room do you keep?"),
        Some(draft) if draft.leader.is_some() => plain("Is your draft settled?"),
        Some(draft) if !draft.people.is_empty() && draft.people.len() == draft.free.len() => {
            plain("Which leader do you follow?")
        }
        Some(draft) if draft.free.is_empty() => plain("Which room is built free?"),
        _ => (
            "Who starts where?".into(),
            "Those not in the free room wait in the Airlock; a full room works at once.".into(),
        ),
    }
}

/// What Pressure asks of a seat.
fn pressure_question(view: &View, seat: Side) -> (String, String) {
    match &view.pressure {
        Some(pressure) if pressure.owed.get(seat.index()).is_some_and(|owed| *owed > 0) => {
            plain("Which token do you give?")
        }
        Some(pressure) if pressure.points.get(seat.index()).is_some_and(|points| *points > 0) => (
            format!(
                "{} of Pressure: how do you answer?",
                counted(pressure.points[seat.index()], "point", "points")
            ),
            "Every point left costs a Supply or a Material.".into(),
        ),
        _ => plain("Whom do you press, and for what?"),
    }
}

fn orders_label(orders: Orders) -> String {
    let give = match orders.give {
        Giving::Most => "what you have most of",
        Giving::Materials => "Materials first",
        Giving::Supplies => "Supplies first",
    };
    format!("Standing orders: keep {} Munitions, give {give}", orders.keep)
}

fn hunt_label(depth: u8, munitions: u8, [shotgun, trap]: [bool; 2]) -> String {
    let mut label = match depth {
        0 => "Hunt".to_string(),
        depth => format!("Hunt tile {}", depth + 1),
    };
    if munitions > 0 {
        label.push_str(&format!(" with {munitions} Munitions"));
    }
    for (used, with) in [(shotgun, ", Shotgun"), (trap, ", Bear Trap")] {
        if used {
            label.push_str(with);
        }
    }
    label
}
