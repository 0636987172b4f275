//! What a seat does not know, drawn anew.

use crate::edition::roster::{EventCard, Leader, RoomKind};
use crate::edition::scenarios;
use crate::position::{Draft, Giving, Orders, Phase, Position};
use crate::rules::draft::REVISIONS;
use crate::rules::movement::MOST_KEPT;
use crate::{HeroId, Outlive, Pile, Placement, Prey, RoomDraft, Side};
use table::{Dice, Fit, Seat};

/// A position that the seat cannot tell from this one.
pub(crate) fn resample(game: &Outlive, p: &Position, seat: Seat, dice: &mut Dice) -> Position {
    let seat = Side::from(seat);
    let mut imagined = *p;
    match p.phase {
        Phase::Draft => match game.options.draft {
            RoomDraft::Deal => game.imagine_deal(&mut imagined, seat, dice),
            RoomDraft::Pass => game.imagine_passing(&mut imagined, seat, dice),
        },
        Phase::Over => {}
        _ => game.imagine_stacks(&mut imagined, seat, dice),
    }
    if p.phase == Phase::Placement && game.options.placement == Placement::Simultaneous {
        game.imagine_placement(&mut imagined, seat, dice);
    }
    if game.options.standing_orders {
        game.imagine_orders(&mut imagined, seat, dice);
    }
    imagined
}

impl Outlive {
    /// Sorted before they are shuffled: what comes out follows from the dice and from what the seat
    /// knows, not from the order that it does not know.
    fn imagine_stacks(&self, p: &mut Position, seat: Side, dice: &mut Dice) {
        p.deck.sort_unstable();
        dice.shuffle("imagine", &mut p.deck);
        for city in 0..2 {
            if !p.peeked[city].has(seat) {
                p.search[city].sort_unstable();
                dice.shuffle("imagine", &mut p.search[city]);
            }
        }
        self.imagine_game(p, seat, dice);
        self.imagine_events(p, dice);
        if self.seats == 1 {
            let hidden = p.horde.deck.len() - self.cards_shown(p);
            p.horde.deck[..hidden].sort_unstable();
            dice.shuffle("imagine", &mut p.horde.deck[..hidden]);
        }
    }

    /// Wild game below the tops, and what was left over at set-up.
    fn imagine_game(&self, p: &mut Position, seat: Side, dice: &mut Dice) {
        let mut left = [0i16; 5];
        for (kind, data) in self.parts.wild.iter().enumerate() {
            left[kind] = i16::from(data.copies) - i16::from(p.horde.caught[kind]);
        }
        for shelter in p.shelters.iter() {
            for (kind, caught) in shelter.caught.iter().enumerate() {
                left[kind] -= i16::from(*caught);
            }
        }
        for stack in 0..3 {
            let height = p.wild[stack].len();
            let known = p.sensed[stack].has(seat);
            for (place, kind) in p.wild[stack].iter().enumerate() {
                if known || place + 1 == height {
                    left[kind.index()] -= 1;
                }
            }
        }
        let mut pool: Pile<Prey, 40> = Pile::default();
        for (kind, count) in Prey::ALL.into_iter().zip(left) {
            for _ in 0..count.max(0) {
                pool.push(kind);
            }
        }
        for stack in 0..3 {
            if p.sensed[stack].has(seat) {
                continue;
            }
            let hidden = p.wild[stack].len().saturating_sub(1);
            for place in 0..hidden {
                if let Some(kind) = pool.draw("imagine", dice) {
                    p.wild[stack][place] = kind;
                }
            }
        }
    }

    /// Events that lie face down, within what the scenario allows.
    fn imagine_events(&self, p: &mut Position, dice: &mut Dice) {
        let turns = usize::from(self.turns());
        let mut open = usize::from(p.flipped);
        if self.options.forecast && open > 0 && open < turns {
            open += 1;
        }
        let mut free = 0xfffu16;
        for card in &p.events[..open] {
            free &= !(1 << card.index());
        }
        let rest = scenarios::draw_order(&self.scenario.events);
        for turn in rest.into_iter().filter(|turn| *turn >= open) {
            let set = self.scenario.events[turn] & free;
            let mut cards: Pile<u8, 12> = (0..12).filter(|card| set >> card & 1 != 0).collect();
            if let Some(card) = cards.draw("imagine", dice) {
                free &= !(1 << card);
                p.events[turn] = EventCard::ALL[usize::from(card)];
            }
        }
    }

    /// Standing orders of the others, of whom every second has some; who is being asked has none.
    fn imagine_orders(&self, p: &mut Position, seat: Side, dice: &mut Dice) {
        for other in self.seats().filter(|other| *other != seat) {
            let ordered = dice.roll("imagine", 2) == 1 && !self.asked_itself(p, other);
            let keep = (dice.roll("imagine", u32::from(MOST_KEPT) + 1) - 1).fit::<u8>();
            let give = [Giving::Most, Giving::Materials, Giving::Supplies];
            let give = dice.pick("imagine", &give).copied().unwrap_or(Giving::Most);
            p.shelters[other].orders = ordered.then_some(Orders { keep, give });
            p.shelters[other].ordered = ordered;
        }
    }

    fn imagine_placement(&self, p: &mut Position, seat: Side, dice: &mut Dice) {
        for other in self.seats().filter(|other| *other != seat) {
            let Some(leader) = p.shelters[other].leader else {
                continue;
            };
            let mut places = self.parts.leaders[leader.index()].places;
            dice.shuffle("imagine", &mut places);
            let heroes = &mut p.shelters[other].heroes;
            // Which heroes are placed is as hidden as where, and how many until all are. The last one places itself.
            let placed = match heroes.iter().all(|hero| hero.at.is_some()) {
                true => heroes.len(),
                false => dice.roll("imagine", heroes.len().fit::<u32>() - 1) as usize - 1,
            };
            let mut which = HeroId::ALL;
            dice.shuffle("imagine", &mut which);
            for hero in heroes.iter_mut() {
                hero.at = None;
            }
            for (hero, place) in which.into_iter().zip(places).take(placed) {
                heroes[hero].at = Some(place);
            }
        }
    }

    fn all_rooms(&self) -> Pile<RoomKind, 40> {
        RoomKind::ALL
            .into_iter()
            .flat_map(|kind| {
                let copies = self.parts.rooms[kind.index()].copies;
                (0..copies).map(move |_| kind)
            })
            .collect()
    }

    fn imagine_deal(&self, p: &mut Position, seat: Side, dice: &mut Dice) {
        let mut rooms = self.all_rooms();
        for kind in p.drafts[seat].hand.iter() {
            remove(&mut rooms, *kind);
        }
        for other in self.seats().filter(|other| *other != seat) {
            let draft = &mut p.drafts[other];
            for place in 0..draft.hand.len() {
                if let Some(kind) = rooms.draw("imagine", dice) {
                    draft.hand[place] = kind;
                }
            }
            let chosen = self.imagine_progress(draft, 1, dice);
            draft.kept.clear();
            if chosen > 0 {
                let mut hand = draft.hand;
                dice.shuffle("imagine", &mut hand);
                draft.kept = hand.iter().take(4).copied().collect();
            }
            self.imagine_choices(draft, chosen.saturating_sub(1), dice);
        }
        self.imagine_leaders(p, seat, dice);
    }

    /// How many choices another has made, of these for the rooms and those that every draft has, and how often they began anew:
    /// nobody knows either, but that whoever has confirmed has made all.
    fn imagine_progress(&self, draft: &mut Draft, rooms: usize, dice: &mut Dice) -> usize {
        let all = rooms + 2 * self.free_rooms() + 1;
        draft.revised = dice.roll("imagine", u32::from(REVISIONS) + 1).fit::<u8>() - 1;
        // Who has begun anew as often as one may confirms by making the last.
        let most = if draft.revised == REVISIONS { all - 1 } else { all };
        let chosen = dice.roll("imagine", most.fit::<u32>() + 1) as usize - 1;
        if draft.done { all } else { chosen }
    }

    /// So many choices after that of the rooms, made at random; the leader is the last of them.
    fn imagine_choices(&self, draft: &mut Draft, chosen: usize, dice: &mut Dice) {
        let each = self.free_rooms();
        let (free, people) = (chosen.min(each), chosen.saturating_sub(each).min(each));
        draft.leader = draft.leaders.first().copied().filter(|_| chosen > 2 * each);
        draft.free.clear();
        draft.people.clear();
        let mut places: Pile<u8, 7> = (0..7).collect();
        for _ in 0..free {
            if let Some(place) = places.draw("imagine", dice) {
                draft.free.push(place);
            }
        }
        for _ in 0..people {
            let most = u32::from(self.most_housed(draft));
            let count = dice.roll("imagine", most + 1) - 1;
            draft.people.push(count.fit::<u8>());
        }
    }

    fn imagine_leaders(&self, p: &mut Position, seat: Side, dice: &mut Dice) {
        let mut leaders: Pile<Leader, 10> = Leader::ALL
            .into_iter()
            .filter(|leader| !p.drafts[seat].leaders.contains(leader))
            .collect();
        for other in self.seats().filter(|other| *other != seat) {
            let draft = &mut p.drafts[other];
            for place in 0..draft.leaders.len() {
                if let Some(leader) = leaders.draw("imagine", dice) {
                    draft.leaders[place] = leader;
                }
            }
            if draft.leader.is_some() {
                draft.leader = dice.pick("imagine", &draft.leaders).copied();
            }
        }
    }

    /// Hands that go round: what the seat has held it knows as a set, and what came back to it
    /// it knows exactly.
    fn imagine_passing(&self, p: &mut Position, seat: Side, dice: &mut Dice) {
        let round = usize::from(p.draft_round).min(4);
        let mut unknown = self.all_rooms();
        // The hand that began with `origin` is picked from by `origin + r` in round r.
        let picker = |origin: Side, r: usize| origin.clockwise(r.fit(), self.seats);
        let mut never: Vec<(Side, usize)> = Vec::new();
        for origin in self.seats() {
            let holder = picker(origin, round);
            let last_seen = (0..=round).rev().find(|r| picker(origin, *r) == seat);
            let first_seen = (0..=round).find(|r| picker(origin, *r) == seat);
            let mut mixed: Vec<(Side, usize)> = Vec::new();
            for r in 0..4 {
                let by = picker(origin, r);
                if p.drafts[by].kept.len() <= r {
                    continue;
                }
                match (first_seen, last_seen) {
                    _ if by == seat => remove(&mut unknown, p.drafts[by].kept[r]),
                    (Some(first), _) if r < first => never.push((by, r)),
                    (Some(_), Some(last)) if r > last => mixed.push((by, r)),
                    (Some(_), _) => remove(&mut unknown, p.drafts[by].kept[r]),
                    (None, _) => never.push((by, r)),
                }
            }
            if round == 4 {
                // The last two of every hand are gone; those that the seat has seen stay known.
                self.mix(p, &mixed, &mut unknown, None, dice);
                continue;
            }
            if holder == seat {
                for kind in p.drafts[seat].hand.iter() {
                    remove(&mut unknown, *kind);
                }
            }
            match first_seen {
                Some(_) if holder != seat => {
                    self.mix(p, &mixed, &mut unknown, Some(holder), dice);
                }
                Some(_) => self.mix(p, &mixed, &mut unknown, None, dice),
                None => {
                    let hand = p.drafts[holder].hand.len();
                    never.extend((0..hand).map(|place| (holder, 4 + place)));
                }
            }
        }
        for (by, place) in never {
            if let Some(kind) = unknown.draw("imagine", dice) {
                match place.checked_sub(4) {
                    Some(place) => p.drafts[by].hand[place] = kind,
                    None => p.drafts[by].kept[place] = kind,
                }
            }
        }
        if round == 4 {
            for other in self.seats().filter(|other| *other != seat) {
                let draft = &mut p.drafts[other];
                let chosen = self.imagine_progress(draft, 0, dice);
                self.imagine_choices(draft, chosen, dice);
            }
        }
        self.imagine_leaders(p, seat, dice);
    }

    /// Picks made since the seat last held a hand, and what is left of it, change places.
    fn mix(
        &self,
        p: &mut Position,
        picks: &[(Side, usize)],
        unknown: &mut Pile<RoomKind, 40>,
        holder: Option<Side>,
        dice: &mut Dice,
    ) {
        let mut pool: Pile<RoomKind, 10> =
            picks.iter().map(|(by, r)| p.drafts[*by].kept[*r]).collect();
        if let Some(holder) = holder {
            for kind in p.drafts[holder].hand.iter() {
                pool.push(*kind);
            }
        }
        for kind in pool.iter() {
            remove(unknown, *kind);
        }
        pool.sort_unstable();
        dice.shuffle("imagine", &mut pool);
        for (by, r) in picks {
            if let Some(kind) = pool.pop() {
                p.drafts[*by].kept[*r] = kind;
            }
        }
        if let Some(holder) = holder {
            for place in 0..p.drafts[holder].hand.len() {
                if let Some(kind) = pool.pop() {
                    p.drafts[holder].hand[place] = kind;
                }
            }
        }
    }
}

fn remove(pool: &mut Pile<RoomKind, 40>, kind: RoomKind) {
    if let Some(place) = pool.iter().position(|held| *held == kind) {
        pool.take(pool.len() - 1 - place);
    }
}
