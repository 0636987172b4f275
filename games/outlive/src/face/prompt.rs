//! The question to a player, and every answer in friendly words with the thing to click.

use crate::edition::roster::{
    City, Equipment, Location, RoomKind, SearchTile, Token, Tokens, in_words,
};
use crate::event::Cause;
use crate::knowledge::view::{ShelterView, View};
use crate::position::{Ask, Loss, RoomName, Step};
use crate::rules::hunting::HUNTING_ROOMS;
use crate::speech::notation;
use crate::speech::story::listed;
use crate::{Action, EventCard, HeroId, Phase, Side, Space, Teller};
use stage::{Blank, BlankKind, Choice, Prompt, Slip, Target};
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
                // What costs nothing stands before what costs something.
                let (free, others): (Vec<&Action>, Vec<&Action>) =
                    choices.iter().partition(|action| matches!(action, Action::Use(_)));
                let all = free.into_iter().chain(others);
                all.map(|action| self.choice(view, seat, action, choices)).collect()
            },
            slips: slips.into_iter().collect(),
            ..Prompt::default()
        };
        Some(prompt.arranged())
    }

    /// Two rooms to give away, one after the other, instead of all pairs. OL-SETUP-08
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
            title: "Two rooms to give away".into(),
            start: "discard".into(),
            blanks: vec![blank("This one", rooms), blank("and this one", other)],
            sum: None,
        })
    }

    fn question_to(
        &self,
        view: &View,
        seat: Side,
        shelter: &ShelterView,
        choices: &[Action],
    ) -> (String, String) {
        match view.phase {
            Phase::Draft => self.draft_question(shelter, choices),
            Phase::Search => self.search_question(view, shelter, choices),
            Phase::Placement => (
                "Where do your heroes start?".into(),
                "One in each of your leader's places. By Day each moves before it acts.".into(),
            ),
            Phase::Losses => self.loss_question(shelter),
            Phase::Activation => (
                "Which hero goes where?".into(),
                "A hero that can move must move, and your own heroes block it.".into(),
            ),
            Phase::Pressure => self.pressure_question(view, seat, choices),
            Phase::Actions => self.action_question(view, choices),
            Phase::Overcome => (
                "Do you overcome an event?".into(),
                format!(
                    "Tonight your people want {} and {} Water.",
                    counted(shelter.upkeep, "Supply", "Supplies"),
                    shelter.rows
                ),
            ),
            Phase::Night if shelter.loss != Loss::Nothing => self.loss_question(shelter),
            Phase::Night => self.night_question(view, shelter, choices),
            Phase::Over => plain("The convoy has come."),
        }
    }

    /// What the draft asks next.
    fn draft_question(&self, shelter: &ShelterView, choices: &[Action]) -> (String, String) {
        let draft = shelter.draft.as_ref();
        match choices.first() {
            Some(Action::Discard(..)) => plain("Which two rooms do you give away?"),
            Some(Action::Pick(_)) => (
                "Which room do you keep?".into(),
                "The others go on to your left; the last two leave the game.".into(),
            ),
            Some(Action::Free(_)) => (
                match draft.map_or(0, |draft| draft.free.len()) {
                    0 => "Which room is built free?".into(),
                    _ => "Which other room is built free?".into(),
                },
                "A room works once every space in it is taken.".into(),
            ),
            Some(Action::Start(_)) => {
                let room = draft.and_then(|draft| {
                    let place = usize::from(*draft.free.get(draft.people.len())?);
                    let kept = place.checked_sub(3).and_then(|place| draft.kept.get(place));
                    kept.copied().or_else(|| RoomKind::ALL.get(place).copied())
                });
                let nth = draft.map_or(0, |draft| {
                    let of = |place: &u8| {
                        let place = usize::from(*place);
                        let kept = place.checked_sub(3).and_then(|place| draft.kept.get(place));
                        kept.copied().or_else(|| RoomKind::ALL.get(place).copied())
                    };
                    let before = draft.free.iter().take(draft.people.len()).map(of);
                    before.filter(|kind| *kind == room).count()
                });
                let name = room.map_or("free room", |kind| self.kind_name(kind));
                let room = match nth {
                    0 => name.to_string(),
                    _ => format!("second {name}"),
                };
                let housed: u8 = draft.map_or(0, |draft| draft.people.iter().sum());
                let left = self.first_survivors().saturating_sub(housed);
                (
                    format!("How many of {left} start in the {room}?"),
                    "Those in no room wait in the Airlock; a full room works at once.".into(),
                )
            }
            Some(Action::Keep(_)) => (
                "Which leader do you follow?".into(),
                "Whoever has the oldest leader begins.".into(),
            ),
            _ => plain("Is your draft settled?"),
        }
    }

    /// What a leader who searches at set-up asks. OL-MARY-01, OL-MARY-03
    fn search_question(
        &self,
        view: &View,
        shelter: &ShelterView,
        choices: &[Action],
    ) -> (String, String) {
        let draws = shelter.leader.map_or(0, |leader| self.parts().leaders[leader.index()].draws);
        match choices.first() {
            Some(Action::Drop(_)) => plain("Which tile do you not keep?"),
            _ => (
                "Your leader searches: in which City?".into(),
                format!("{} of {draws} tiles are drawn; one goes back.", view.drawn.len()),
            ),
        }
    }

    /// What Pressure asks of a seat.
    fn pressure_question(&self, view: &View, seat: Side, choices: &[Action]) -> (String, String) {
        let of = |counts: fn(&crate::PressureView) -> &Vec<u8>| {
            let pressure = view.pressure.as_ref();
            pressure.and_then(|view| counts(view).get(seat.index()).copied()).unwrap_or(0)
        };
        match choices.first() {
            Some(Action::Bat(_)) => (
                "Whom does the Bat strike?".into(),
                format!(
                    "It adds {} to the Pressure there and is used for this turn, whatever the answer.",
                    self.gear_amount(Equipment::BaseballBat)
                ),
            ),
            Some(Action::Demand(..)) => (
                "Which token do you take?".into(),
                format!("The {} lets you choose the tribute.", self.kind_name(RoomKind::A9)),
            ),
            Some(Action::Give(_)) => (
                "Which token do you give?".into(),
                format!("You owe {}.", counted(of(|view| &view.owed), "token", "tokens")),
            ),
            _ => (
                format!(
                    "{} of Pressure: how do you answer?",
                    counted(of(|view| &view.points), "point", "points")
                ),
                "Every point left costs a Supply or a Material, as far as you have any.".into(),
            ),
        }
    }

    /// What a hero that has arrived is asked.
    fn action_question(&self, view: &View, choices: &[Action]) -> (String, String) {
        let Some(go) = &view.go else { return plain("What does this hero do?") };
        let points = counted(go.points, "action point", "action points");
        match go.ask {
            Ask::HuntingRooms => plain("Which rooms add to the catch?"),
            Ask::Refugee => plain("A Refugee: where to?"),
            Ask::Looter => plain("A Looter: what does he take?"),
            Ask::Merchant(left) => plain(&format!(
                "A Merchant: swap up to {}?",
                counted(left, "Material", "Materials")
            )),
            Ask::Nothing if choices.iter().any(|action| matches!(action, Action::Board(_))) => {
                ("Where does the ship's survivor go?".into(), "It may also stay aboard.".into())
            }
            Ask::Nothing if choices == [Action::End] && go.points > 0 => {
                plain(&format!("This hero can do no more here. {points} left unused."))
            }
            Ask::Nothing if choices == [Action::End] => plain("This hero can do no more here."),
            Ask::Nothing if go.points == 0 => plain("What else does this hero do?"),
            Ask::Nothing => (
                format!("What does this hero do? {points} left."),
                format!("{}Points that are not used are lost.", self.few_points(view)),
            ),
        }
    }

    /// Why a hero has so few action points, if something takes them. OL-EVT-39
    fn few_points(&self, view: &View) -> String {
        let seat = view.seat.and_then(Side::numbered);
        match seat.is_some_and(|seat| self.in_sandstorm(view, seat)) {
            true => format!(
                "In the {} every hero has {}. ",
                self.card_name(EventCard::Sandstorm),
                counted(self.event_amount(EventCard::Sandstorm), "action point", "action points")
            ),
            false => String::new(),
        }
    }

    /// Whether the Sandstorm weakens the heroes of a seat: the Bunker keeps it off. OL-EVT-39, OL-IMM-01
    fn in_sandstorm(&self, view: &View, seat: Side) -> bool {
        let blows = view
            .events
            .iter()
            .any(|event| event.card == Some(EventCard::Sandstorm) && event.state == "in play");
        let immune = view.shelters.get(seat.index()).is_some_and(|shelter| {
            shelter.rooms.iter().any(|(word, room)| word.starts_with("A11") && room.full)
        });
        blows && !immune
    }

    /// The Strength that a hero shows on the ship, and its action points.
    fn vigour_shown(&self, view: &View, seat: Side, hero: HeroId) -> u8 {
        match self.in_sandstorm(view, seat) {
            true => self.event_amount(EventCard::Sandstorm),
            false => self.strength(seat, hero),
        }
    }

    /// The last Night says so: only points count after it.
    fn last_night(&self, view: &View) -> &'static str {
        match view.turn == self.turns() {
            true => " It is the last Night: tokens that are left count only in a tie.",
            false => "",
        }
    }

    /// What a Shelter is asked at Night, also where nothing can be done.
    fn night_question(
        &self,
        view: &View,
        shelter: &ShelterView,
        choices: &[Action],
    ) -> (String, String) {
        let (question, hint) = self.night_step(shelter);
        let hint = format!("{hint}{}", self.last_night(view));
        if choices != [Action::End] {
            return (question, hint.trim().into());
        }
        let supplies = Token::SUPPLIES.iter().map(|token| shelter.tokens.get(token.word()));
        let none = supplies.flatten().all(|count| *count == 0) && shelter.virtual_water == 0;
        let why = match shelter.step {
            Some(Step::Recruit) if none => "No Supply is left to recruit with.",
            Some(Step::Recruit) => "Nobody can be recruited: the Airlock is full.",
            Some(Step::Repair) if shelter.broken.is_empty() => "Nothing broken is left to repair.",
            Some(Step::Repair) => "Nothing can be repaired with what you have.",
            _ => return (question, hint.trim().into()),
        };
        (why.into(), hint.trim().into())
    }

    fn night_step(&self, shelter: &ShelterView) -> (String, String) {
        match shelter.step {
            Some(Step::Feed) => (
                "What do you feed the rooms with?".into(),
                format!(
                    "They want {}; the Airlock takes its {} Water by itself.",
                    counted(shelter.upkeep, "Supply", "Supplies"),
                    shelter.rows
                ),
            ),
            Some(Step::Recruit) => {
                let lost: Vec<String> = Token::ALL
                    .into_iter()
                    .filter_map(|token| match self.parts().kept[token.index()]? {
                        0 => Some(format!("all {}", token.title())),
                        kept => Some(format!("all but {}", token.counted(kept))),
                    })
                    .collect();
                (
                    "How many do you recruit, and with what?".into(),
                    format!("When this Night ends, {} will be gone.", listed(&lost)),
                )
            }
            Some(Step::Build) => {
                let radiation = match shelter.radiation {
                    0 => String::new(),
                    level => format!(" As things stand, {level} radiation comes in next Night."),
                };
                (
                    "What do you build, fill and use?".into(),
                    format!("Survivors in rooms stay there.{radiation}"),
                )
            }
            _ if shelter.coupon => (
                "What do you repair?".into(),
                format!("The {} saves 1 Material once.", self.kind_name(RoomKind::S2)),
            ),
            _ => plain("What do you repair?"),
        }
    }

    /// What must be given up, and to what.
    fn loss_question(&self, shelter: &ShelterView) -> (String, String) {
        match shelter.loss {
            Loss::Survivor => {
                let cause = match shelter.cause {
                    Some(Cause::Event(card)) => self.card_name(card),
                    Some(Cause::Hunger) => "Hunger",
                    _ => "Radiation",
                };
                let lost = counted(shelter.losing, "survivor", "survivors");
                (
                    format!("{cause} takes {lost}: from where?"),
                    "A room that is no longer full loses its ability.".into(),
                )
            }
            Loss::Supply => plain("The rats take a Supply: which?"),
            _ => {
                let lost = counted(shelter.losing, "token", "tokens");
                plain(&format!("The clan takes {lost}: which?"))
            }
        }
    }

    fn choice(&self, view: &View, seat: Side, action: &Action, all: &[Action]) -> Choice {
        let leaves = matches!(action, Action::End)
            && all.iter().any(|action| matches!(action, Action::Board(_)));
        let label = match leaves {
            true => "Leave the survivor aboard".into(),
            false => self.label_here(view, action).unwrap_or_else(|| self.label(action)),
        };
        let choice = Choice::new(notation(self, action), label);
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
                (Some(Target::Card(format!("card-{}", card.word()))), String::new(), false)
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
        let ends = matches!(action, Action::End | Action::Pass | Action::NoSwap | Action::Confirm);
        let group = self.group(view, seat, action);
        let final_ = hidden || wasted > 0;
        Choice { target, tag, final_, description, moves, changes, group, ends, ..choice }
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
            Action::Build { room, .. } => format!("Build {}", self.kind_name(room.kind)),
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
            Action::Build { room, .. } | Action::Free(room) => self.room_text(room.kind),
            Action::Use(room) => self.ability_text(room.kind),
            Action::Peek(_) => self.ability_text(RoomKind::A6),
            Action::Move(room, count) => self.filled(view, seat, room, count),
            Action::Keep(leader) => self.leader_text(leader),
            Action::Discard(first, second) => {
                let text = |kind| format!("{}: {}", self.kind_name(kind), self.room_text(kind));
                format!("{} {}", text(first), text(second))
            }
            Action::Overcome(card, waiver) => {
                format!("{} {}", self.overcoming_text(card, waiver), self.event_text(card))
            }
            Action::LoseSurvivor(space) => self.emptied(view, seat, space),
            Action::Gear(tile) => self.gear_text(tile),
            Action::Sensor => self.gear_text(Equipment::ThermalSensor),
            Action::Flashlight(_) => self.gear_text(Equipment::Flashlight),
            Action::Repair(tile, method) => {
                format!("For {}. {}", in_words(&self.price(tile, method)), self.gear_text(tile))
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
                    format!("Broken, repair for {cost}. {}", self.gear_text(tile))
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
        let Space::Room(name) = space else {
            return format!("{} there.", people(shelter.airlock));
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
                            "{held} It is no longer full then. {}",
                            self.ability_text(name.kind)
                        )
                    }
                    (false, _) => format!("{held} It is not full anyway."),
                }
            }
            None => String::new(),
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
            let card = Equipment::AccessCard;
            shelter.tokens.get(Token::Chips.word()).is_some_and(|chips| *chips > 0)
                || shelter.repaired.contains(&card) && !shelter.used.contains(&card)
        })
    }

    /// What a hero can have at a Location, and what it cannot.
    fn lies_there(&self, view: &View, seat: Side, hero: HeroId, place: Location) -> String {
        let Some(shown) = view.board.get(place.word()) else { return String::new() };
        let mut things = Vec::new();
        if let (Some(token), Some(count)) = (place.gives(), shown.tokens) {
            let shut = match place == Location::Dam && !self.has_key(view, seat) {
                true => " behind the Dam, which you cannot open: no Microchip, no Access Card",
                false => "",
            };
            things.push(format!("{}{shut}", token.counted(count)));
        }
        if let Some((endurance, game)) =
            shown.game.as_ref().and_then(|game| Some((game.endurance?, game)))
        {
            let meat = game.meat.map_or(String::new(), |meat| format!(" for {meat} Meat"));
            let most = self.hunting_reach(view, seat, hero);
            let far = match most < endurance {
                true => format!(", more than the {most} that this hero brings to a hunt"),
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
            return format!("{} {pressure}", self.lies_there(view, seat, hero, to)).trim().into();
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

/// A question without a hint.
fn plain(question: &str) -> (String, String) {
    (question.to_string(), String::new())
}
