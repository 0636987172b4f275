//! What is asked of a player, and the hint below it.

use crate::edition::roster::{Equipment, RoomKind, Token, Tokens};
use crate::event::Cause;
use crate::face::prompt::missing_in_words;
use crate::knowledge::view::{DraftView, ShelterView, View};
use crate::position::{Ask, Loss, Step};
use crate::speech::story::listed;
use crate::{Action, EventCard, HeroId, Phase, Side, Teller};
use table::wording::counted;

impl Teller<'_> {
    pub(super) fn question_to(
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
                    "Tonight your people want {} and {} Water.{}",
                    counted(shelter.upkeep, "Supply", "Supplies"),
                    shelter.rows,
                    match missing_in_words(shelter, &Tokens::default()) {
                        Some(missing) => format!(" As things stand, {missing} missing."),
                        None => String::new(),
                    }
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
            Some(Action::Discard(..)) => (
                "Which two rooms do you discard?".into(),
                "They leave the game; nobody gets them or sees which they were.".into(),
            ),
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
                let room = draft.and_then(|draft| self.free_room(draft, draft.people.len()));
                let room = room.unwrap_or_else(|| "free room".into());
                let housed: u8 = draft.map_or(0, |draft| draft.people.iter().sum());
                let left = self.first_survivors().saturating_sub(housed);
                (
                    format!(
                        "How many of {} start in the {room}?",
                        counted(left, "survivor", "survivors")
                    ),
                    "Those in no room wait in the Airlock; a full room works at once.".into(),
                )
            }
            Some(Action::Keep(_)) => (
                "Which leader do you follow?".into(),
                "Whoever has the oldest leader begins.".into(),
            ),
            _ => (
                "Is your draft settled?".into(),
                draft.map_or_else(String::new, |draft| self.draft_told(draft)),
            ),
        }
    }

    /// The name of a room that is built free, by its place among these: the second of a kind is told apart.
    fn free_room(&self, draft: &DraftView, nth: usize) -> Option<String> {
        let of = |place: &u8| {
            let place = usize::from(*place);
            let kept = place.checked_sub(3).and_then(|place| draft.kept.get(place));
            kept.copied().or_else(|| RoomKind::ALL.get(place).copied())
        };
        let room = of(draft.free.get(nth)?)?;
        let again = draft.free.iter().take(nth).any(|place| of(place) == Some(room));
        let name = self.kind_name(room);
        Some(if again { format!("second {name}") } else { name.to_string() })
    }

    /// What a draft has come to: the leader, what is built free and who starts there, what is given away.
    fn draft_told(&self, draft: &DraftView) -> String {
        let leader = draft
            .leader
            .map(|leader| format!("{} leads.", self.parts().leaders[leader.index()].name));
        let rooms: Vec<String> = (0..draft.free.len())
            .filter_map(|nth| {
                let people = draft.people.get(nth).copied().unwrap_or_default();
                let people = match people {
                    0 => "nobody".into(),
                    people => counted(people, "survivor", "survivors"),
                };
                Some(format!("{} with {people} in it", self.free_room(draft, nth)?))
            })
            .collect();
        let built = (!rooms.is_empty()).then(|| format!("Built free: {}.", listed(&rooms)));
        let mut kept = draft.kept.clone();
        let mut away: Vec<String> = Vec::new();
        for kind in &draft.hand {
            match kept.iter().position(|other| other == kind) {
                Some(at) => {
                    kept.swap_remove(at);
                }
                None => away.push(self.kind_name(*kind).to_string()),
            }
        }
        let away = (!away.is_empty()).then(|| format!("Given away: {}.", listed(&away)));
        [leader, built, away].into_iter().flatten().collect::<Vec<_>>().join(" ")
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
                format!("Which token do you give {}?", self.presser(view)),
                format!(
                    "You owe {} for the Pressure{} that is not answered.",
                    counted(of(|view| &view.owed), "token", "tokens"),
                    pressed_where(view)
                ),
            ),
            _ => (
                format!(
                    "{} of Pressure by {}{}: how do you answer?",
                    counted(of(|view| &view.points), "point", "points"),
                    self.presser(view),
                    pressed_where(view)
                ),
                "Every point left costs a Supply or a Material, as far as you have any.".into(),
            ),
        }
    }

    /// Who presses.
    fn presser(&self, view: &View) -> String {
        view.go.as_ref().map_or_else(String::new, |go| self.numbered_name(go.side))
    }

    /// What a hero that has arrived is asked.
    fn action_question(&self, view: &View, choices: &[Action]) -> (String, String) {
        let Some(go) = &view.go else { return plain("What does this hero do?") };
        let points = counted(go.points, "action point", "action points");
        let hero = go.hero.as_ref().map_or("this hero".into(), |hero| format!("hero {hero}"));
        let there = go.at.map(|at| format!(" {}", at.whereabouts())).unwrap_or_default();
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
            Ask::Nothing if go.points == 0 => plain(&format!("What else does {hero} do{there}?")),
            Ask::Nothing => (
                format!("What does {hero} do{there}? {points} left."),
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
    pub(super) fn vigour_shown(&self, view: &View, seat: Side, hero: HeroId) -> u8 {
        match self.in_sandstorm(view, seat) {
            true => self.event_amount(EventCard::Sandstorm),
            false => self.strength(seat, hero),
        }
    }

    /// The last Night says so: only points count after it.
    fn last_night(&self, view: &View) -> &'static str {
        match (view.turn == self.turns(), view.horde.is_some()) {
            (false, _) => "",
            // Alone there is no tie. OL-SOLO-31
            (true, true) => " It is the last Night: tokens that are left count for nothing.",
            (true, false) => " It is the last Night: tokens that are left count only in a tie.",
        }
    }

    /// What a Shelter is asked at Night, also where nothing can be done.
    fn night_question(
        &self,
        view: &View,
        shelter: &ShelterView,
        choices: &[Action],
    ) -> (String, String) {
        let (question, hint) = self.night_step(view, shelter);
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

    fn night_step(&self, view: &View, shelter: &ShelterView) -> (String, String) {
        match shelter.step {
            Some(Step::Feed) => {
                // What is lost comes first: it is so whatever is fed.
                let lost = match shelter.missing.min(shelter.people) {
                    0 => String::new(),
                    1 => "1 survivor dies tonight. ".into(),
                    more => format!("{more} survivors die tonight. "),
                };
                let question = format!("{lost}What do you feed the rooms with?");
                (question, self.feeding_hint(shelter))
            }
            Some(Step::Recruit) => (
                "How many do you recruit, and with what?".into(),
                format!("When this Night ends, {} will be gone.", self.rots()),
            ),
            Some(Step::Build) => {
                let radiation = match shelter.radiation {
                    0 => String::new(),
                    level => format!("As things stand, {level} radiation comes in next Night. "),
                };
                // What threatens comes first: where a line is cut, it is the last that is lost.
                let wanted = match missing_in_words(shelter, &Tokens::default()) {
                    Some(missing) if view.turn < self.turns() => {
                        format!("For next Night {missing} missing. ")
                    }
                    _ => String::new(),
                };
                (
                    "What do you build, fill and use?".into(),
                    format!("{wanted}{radiation}Survivors in rooms stay there."),
                )
            }
            _ if shelter.coupon => (
                "What do you repair?".into(),
                format!("The {} saves 1 Material once.", self.kind_name(RoomKind::S2)),
            ),
            _ => plain("What do you repair?"),
        }
    }

    /// What does not keep until the next Day. OL-UPK-01, OL-UPK-02
    fn rots(&self) -> String {
        let lost =
            Token::ALL.into_iter().filter_map(|token| match self.parts().kept[token.index()]? {
                0 => Some(format!("all {}", token.title())),
                kept => Some(format!("all but {}", token.counted(kept))),
            });
        listed(&lost.collect::<Vec<_>>())
    }

    /// What the rooms and the Airlock want, what there is, what is missing, and what would rot. OL-FEED-05,
    /// OL-FEED-10, OL-UPK-01, OL-UPK-03
    fn feeding_hint(&self, shelter: &ShelterView) -> String {
        let airlock = match (shelter.rows, missing_in_words(shelter, &Tokens::default())) {
            (0, _) => String::new(),
            (rows, None) => format!("; the Airlock takes its {rows} Water by itself"),
            (rows, Some(missing)) => format!(
                "; the Airlock wants {rows} Water, and {missing} missing: {} will be lost whatever you feed",
                counted(shelter.missing.min(shelter.people), "survivor", "survivors")
            ),
        };
        let keeps = |token: &Token| self.parts().kept[token.index()].is_none();
        let keep: Vec<String> = Token::SUPPLIES
            .iter()
            .filter(|token| keeps(token))
            .map(|it| it.title().into())
            .collect();
        let keep = match keep.is_empty() {
            true => String::new(),
            false => format!("; {} keep", listed(&keep)),
        };
        let held: Vec<String> = Token::SUPPLIES
            .iter()
            .filter_map(|token| Some((token, *shelter.tokens.get(token.word())?)))
            .filter(|(_, held)| *held > 0)
            .map(|(token, held)| token.counted(held))
            .collect();
        format!(
            "They want {}{airlock}. You have {}. When this Night ends, {} will be gone{keep}.",
            counted(shelter.upkeep, "Supply", "Supplies"),
            listed(&held),
            self.rots()
        )
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
}

/// Where somebody is pressed, to be said after the Pressure.
fn pressed_where(view: &View) -> String {
    let at = view.go.as_ref().and_then(|go| go.at);
    at.map_or_else(String::new, |at| format!(" {}", at.whereabouts()))
}

/// A question without a hint.
fn plain(question: &str) -> (String, String) {
    (question.to_string(), String::new())
}
