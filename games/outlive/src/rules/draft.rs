//! Set-up: the draft of rooms and leaders.

use crate::edition::roster::{Leader, RoomKind};
use crate::position::{Draft, Position, RoomName};
use crate::refusal::Refusal;
use crate::{Action, BySide, Outlive, Pile, Play, RoomDraft, Side, Sides};
use table::{Audience, Dice, Fit};

/// How often a player may start the draft over before confirming.
pub(crate) const REVISIONS: u8 = 3;

/// The seven rooms that a draft leads to: three standard ones, then those kept.
pub(crate) fn seven(draft: &Draft) -> Pile<RoomKind, 7> {
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
    /// Rooms that every player builds free. OL-SETUP-13, OL-OPT-13
    pub(crate) fn free_rooms(&self) -> usize {
        let building = &self.parts.building;
        let rooms = if self.options.four_days {
            building.four_days_free_rooms
        } else {
            building.free_rooms
        };
        usize::from(rooms)
    }

    /// Survivors that every player starts with. OL-SETUP-14, OL-OPT-13
    pub(crate) fn first_survivors(&self) -> u8 {
        if self.options.four_days {
            self.parts.building.four_days_survivors
        } else {
            self.parts.building.survivors
        }
    }

    pub(crate) fn drafting(&self, p: &Position) -> Sides {
        self.seats().filter(|seat| !p.drafts[*seat].done).collect()
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
            .and_then(|place| rooms.get(usize::from(*place)))
            .map_or(0, |kind| self.spaces(*kind));
        spaces.min(self.first_survivors().saturating_sub(housed))
    }

    pub(crate) fn offer_draft(&self, p: &Position, seat: Side, out: &mut impl FnMut(Action)) {
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
                    if !draft.free.contains(&place.fit::<u8>()) {
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
        seat: Side,
        action: &Action,
    ) -> Result<(), Refusal> {
        let draft = &p.drafts[seat];
        let question = self.question(draft);
        let held = |kind: RoomKind| draft.hand.iter().filter(|held| **held == kind).count();
        match (question, *action) {
            (Question::Rooms, Action::Discard(first, second)) => {
                if self.options.draft == RoomDraft::Pass {
                    return Err(Refusal::KeepOne);
                }
                let enough = if first == second {
                    held(first) > 1
                } else {
                    held(first) > 0 && held(second) > 0
                };
                if !enough || first > second {
                    return Err(Refusal::DiscardFromHand);
                }
                Ok(())
            }
            (Question::Rooms, Action::Pick(kind)) => {
                if self.options.draft == RoomDraft::Deal {
                    return Err(Refusal::DiscardTwo);
                }
                if held(kind) == 0 {
                    return Err(Refusal::NotInHand);
                }
                Ok(())
            }
            (Question::Free, Action::Free(name)) => {
                let rooms = seven(draft);
                let place = (0..rooms.len()).find(|place| name_among(&rooms, *place) == name);
                match place {
                    None => Err(Refusal::NotOfTheSeven),
                    Some(place) if draft.free.contains(&place.fit::<u8>()) => {
                        Err(Refusal::FreeRoomBuilt)
                    }
                    Some(_) => Ok(()),
                }
            }
            (Question::People, Action::Start(count)) => {
                let most = self.most_housed(draft);
                if count > most {
                    return Err(Refusal::TooManySurvivors { most });
                }
                Ok(())
            }
            (Question::Leader, Action::Keep(leader)) => {
                if draft.leaders.contains(&leader) {
                    Ok(())
                } else {
                    Err(Refusal::LeaderNotDealt) // OL-SETUP-18
                }
            }
            (Question::Confirm, Action::Confirm) => Ok(()),
            (Question::Confirm, Action::Revise) if draft.revised < REVISIONS => Ok(()),
            (Question::Confirm, Action::Revise) => Err(Refusal::RevisedOften),
            (Question::Rooms, _) => Err(Refusal::RoomsFirst),
            (Question::Free, _) => Err(Refusal::FreeRoomFirst),
            (Question::People, _) => Err(Refusal::SurvivorsFirst),
            (Question::Leader, _) => Err(Refusal::LeaderFirst), // OL-SETUP-18
            (Question::Confirm, _) => Err(Refusal::ConfirmOrRevise),
        }
    }
}

/// One thing of each that a set names, drawn by lot without looking at the others.
pub(crate) fn deal_from<T: Copy, const N: usize, const M: usize>(
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
            for seat in game.seats() {
                let draft = &mut drafts[seat];
                deal_from(dice, "deal rooms", &mut rooms, &mut draft.hand, 6);
            }
        });
        // OL-SETUP-07
        if game.options.draft == RoomDraft::Deal {
            self.deal_leaders();
        }
    }

    fn deal_leaders(&mut self) {
        let seats = self.game.seats();
        let mut leaders: Pile<Leader, 10> = Leader::ALL.into_iter().collect();
        let (dice, drafts) = (&mut *self.dice, &mut self.p.drafts);
        dice.secretly(Audience::Referee, |dice| {
            for seat in seats {
                let draft = &mut drafts[seat];
                deal_from(dice, "deal leaders", &mut leaders, &mut draft.leaders, 2);
            }
        });
        self.log.reveal();
    }

    pub fn do_draft(&mut self, seat: Side, action: Action) {
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
                    draft.free.push(place.fit::<u8>());
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
        let (seats, count) = (self.game.seats(), self.game.seat_count());
        let drafting = self.game.drafting(self.p);
        if !drafting.is_empty() {
            // Who has revised as often as one may has only to confirm.
            return drafting.iter().any(|seat| {
                let spent = self.p.drafts[seat].revised == REVISIONS;
                spent && self.force(seat)
            });
        }
        // OL-OPT-11: all picks of a round are in; the hands go to the left.
        if self.game.options.draft == RoomDraft::Pass && self.p.draft_round < 4 {
            self.p.draft_round += 1;
            let hands = BySide(self.p.drafts.map(|draft| draft.hand));
            for seat in seats {
                let draft = &mut self.p.drafts[seat];
                draft.done = false;
                draft.hand = hands[seat.clockwise(count - 1, count)];
            }
            self.log.reveal();
            if self.p.draft_round == 4 {
                for draft in self.p.drafts.iter_mut() {
                    draft.hand.clear();
                }
                self.deal_leaders();
            }
            return false;
        }
        self.reveal();
        true
    }
}
