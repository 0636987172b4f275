//! What a seat does not know, drawn anew: bids, places, entries, search points, strays, words.

use crate::Survivors;
use crate::action::{Action, Figures, Stop};
use crate::geometry::point::{COMPASS, Point};
use crate::geometry::sight::Disc;
use crate::position::{
    Encouraged, FOOT, Figure, FigureId, Memory, Phase, Position, Side, Spoke, Standing, Step,
    members,
};
use std::cmp::Reverse;
use table::{Audience, Dice, Fit, Seat, Viewer};

/// A position that the seat cannot tell from this one.
pub(crate) fn resample(
    game: &Survivors,
    position: &Position,
    seat: Seat,
    dice: &mut Dice,
) -> Position {
    let mut guess = position.clone();
    let own = game.side_of(position, seat);
    let deaf = own.filter(|_| position.step != Step::Over);
    if let Some(own) = deaf {
        game.unsay(&mut guess, own);
    }
    game.guess_deployment(&mut guess, own, dice);
    game.guess_bids(&mut guess, own, dice);
    game.guess_contents(&mut guess, dice);
    game.guess_strays(&mut guess, dice);
    game.guess_unseen(&mut guess, seat, dice);
    if let Some(own) = deaf {
        game.guess_words(&mut guess, own, dice);
    }
    guess
}

impl Survivors {
    /// Whether nothing is hidden from any seat in a phase of a turn: [`resample`] then gives the position
    /// back and asks for no dice.
    pub(crate) fn is_open(&self, position: &Position) -> bool {
        let hidden = |figure: &Figure| {
            let stray = figure.side.is_none() && figure.is_playing();
            stray || matches!(figure.standing, Standing::Waiting { .. })
        };
        let staged = self.options.reveal == crate::edition::options::Reveal::Staged;
        position.fog.is_none()
            && !staged
            && !self.options.strict_comms
            && matches!(position.step, Step::Phase(_))
            && position.searched.iter().filter(|searched| !**searched).count() < 2
            && !position.figures.iter().any(hidden)
    }

    fn guess_deployment(&self, guess: &mut Position, own: Option<Side>, dice: &mut Dice) {
        let placing = guess.step == Step::Deploy && self.scenario.simultaneous;
        for side in self.sides() {
            if Some(side) == own || guess.has_conceded(side) {
                continue;
            }
            if placing {
                self.guess_places(guess, side, dice);
            } else {
                self.guess_entries(guess, side, dice);
            }
        }
    }

    /// Places of a side that deploys in secret: of all its figures if it is ready, else of some; and
    /// who has its lamp. SV-SET-03, SV-NGT-09
    fn guess_places(&self, guess: &mut Position, side: Side, dice: &mut Dice) {
        let setup = &self.scenario.sides[side.index()];
        for figure in setup.people() {
            let mount = guess.figures[figure].mount;
            let mut fresh = self.fresh_figure(side, figure);
            fresh.mount = mount;
            guess.figures[figure] = fresh;
            if let Some(horse) = mount {
                guess.horses[horse].at = Point::default();
            }
        }
        guess.lamp_given &= !side.bit();
        let people: Vec<FigureId> = setup.people().collect();
        if let Some(figure) = dice.pick("a lamp", &people)
            && dice.roll("a lamp", 2) == 1
            && self.judge_lamp(guess, side, *figure).is_ok()
        {
            self.give_lamp(guess, side, *figure);
        }
        let ready = side.is_in(guess.ready);
        let mut legal: Vec<Action> = Vec::new();
        for _ in &people {
            if !ready && dice.roll("placed", 2) == 1 {
                break;
            }
            legal.clear();
            self.list_places(guess, side, &mut legal);
            match dice.pick("a place", &legal) {
                Some(Action::Deploy { figure, stop, face }) => {
                    self.deploy(guess, *figure, *stop, *face);
                }
                Some(Action::Enter { figure, zone }) => {
                    let standing = Standing::Waiting { zone: *zone, turn: setup.enters };
                    guess.figures[*figure].standing = standing;
                }
                _ => {}
            }
        }
        if ready {
            self.deploy_rest(guess, side);
        }
    }

    /// Secret entry zones. SV-SCN-04, SV-SCN-21
    fn guess_entries(&self, guess: &mut Position, side: Side, dice: &mut Dice) {
        let setup = &self.scenario.sides[side.index()];
        for figure in setup.people() {
            if let Standing::Waiting { turn, .. } = guess.figures[figure].standing
                && let Some(zone) = dice.pick("an entry", &setup.entries)
            {
                guess.figures[figure].standing = Standing::Waiting { zone: *zone, turn };
            }
        }
    }

    fn list_places(&self, position: &Position, side: Side, out: &mut Vec<Action>) {
        let seat = self.seat_of(position, side);
        let mut probe = position.clone();
        probe.ready &= !(side.bit());
        self.offer(&probe, seat, out);
        out.retain(|action| matches!(action, Action::Deploy { .. } | Action::Enter { .. }));
    }

    fn guess_bids(&self, guess: &mut Position, own: Option<Side>, dice: &mut Dice) {
        let staged = self.options.reveal == crate::edition::options::Reveal::Staged;
        for side in self.sides() {
            if Some(side) == own || !side.is_in(guess.bid_in) || guess.turn == 0 {
                continue;
            }
            if guess.step == Step::Bid {
                let pool = guess.pools[side.index()];
                guess.bids[side.index()] = split(pool, dice);
            } else if staged {
                self.guess_later_bids(guess, side, dice);
            }
        }
        if staged && guess.step != Step::Bid && guess.turn > 0 {
            self.guess_initiative(guess, dice);
        }
    }

    /// With staged reveal: bids for phases that have not begun.
    fn guess_later_bids(&self, guess: &mut Position, side: Side, dice: &mut Dice) {
        let bid = guess.bids[side.index()];
        let hidden: Vec<usize> = (0..4)
            .filter(|phase| !self.bid_is_shown(guess, crate::position::PHASES[*phase]))
            .collect();
        let shown: u8 =
            (0..4).filter(|phase| !hidden.contains(phase)).map(|phase| bid[phase]).sum();
        let mut left = guess.pools[side.index()].saturating_sub(shown);
        for (place, phase) in hidden.iter().enumerate() {
            let points = if place + 1 == hidden.len() {
                left
            } else {
                dice.roll("a bid", u32::from(left) + 1).fit::<u8>() - 1
            };
            guess.bids[side.index()][*phase] = points;
            left -= points;
        }
    }

    fn guess_initiative(&self, guess: &mut Position, dice: &mut Dice) {
        for (number, phase) in crate::position::PHASES.into_iter().enumerate() {
            if self.bid_is_shown(guess, phase) {
                continue;
            }
            let sides: Vec<Side> =
                self.sides().filter(|side| self.in_play(guess, *side) > 0).collect();
            let bids = |side: &Side| guess.bids[side.index()][number];
            let highest = sides.iter().map(bids).max();
            let best: Vec<Side> =
                sides.iter().copied().filter(|side| Some(bids(side)) == highest).collect();
            guess.initiative[number] = dice.pick("a tie", &best).copied();
        }
    }

    fn guess_contents(&self, guess: &mut Position, dice: &mut Dice) {
        let open: Vec<usize> =
            (0..guess.contents.len()).filter(|point| !guess.searched[*point]).collect();
        let mut contents: Vec<bool> = open.iter().map(|point| guess.contents[*point]).collect();
        // In an order that tells nothing of the true one.
        contents.sort_unstable();
        dice.secretly(Audience::Referee, |dice| dice.shuffle("search points", &mut contents));
        for (point, medicine) in open.iter().zip(contents) {
            guess.contents[*point] = medicine;
        }
    }

    /// Who the strays are: anybody who could have lost as much as was seen and still stand.
    fn guess_strays(&self, guess: &mut Position, dice: &mut Dice) {
        let cast = usize::from(self.scenario.cast);
        let strays = guess.figures.iter().enumerate().skip(cast);
        let strays = strays.filter(|(_, stray)| stray.side.is_none() && stray.is_playing());
        let lost = |stray: &Figure| {
            let sheet = &self.scenario.sheets[usize::from(stray.sheet)];
            sheet.starts_with.saturating_sub(stray.strength)
        };
        let mut hidden: Vec<(u8, usize, u8)> =
            strays.map(|(number, stray)| (lost(stray), number, stray.sheet)).collect();
        let mut kinds: Vec<u8> = hidden.iter().map(|(_, _, kind)| *kind).collect();
        kinds.sort_unstable();
        // Whoever lost most has the fewest to choose from.
        hidden.sort_unstable_by_key(|(lost, number, _)| (Reverse(*lost), *number));
        for (lost, number, _) in hidden {
            let sheet = |kind: u8| &self.scenario.sheets[usize::from(kind)];
            let fits = |kind: &u8| sheet(*kind).starts_with > lost;
            let fitting: Vec<u8> = kinds.iter().copied().filter(fits).collect();
            let picked =
                dice.secretly(Audience::Referee, |dice| dice.pick("strays", &fitting).copied());
            let Some(kind) = picked else { continue };
            if let Some(place) = kinds.iter().position(|other| *other == kind) {
                kinds.remove(place);
            }
            let fresh = Figure::new(kind, None, sheet(kind));
            let stray = &mut guess.figures[number];
            stray.sheet = kind;
            stray.strength = fresh.strength - lost;
            stray.kit = fresh.kit;
            stray.in_hand = fresh.in_hand;
        }
    }

    /// Places for enemies whom the seat does not see: out of its sight, and no farther from where
    /// they were last seen than they can have run. SV-FOG-02
    fn guess_unseen(&self, guess: &mut Position, seat: Seat, dice: &mut Dice) {
        let Some(own) = self.side_of(guess, seat).filter(|_| guess.fog.is_some()) else {
            return;
        };
        let unseen = self.unseen(guess, Viewer::Seat(seat));
        let placing = guess.step == Step::Deploy && self.scenario.simultaneous;
        if guess.step == Step::Over || placing {
            return;
        }
        for figure in members(unseen) {
            guess.figures[figure] = self.remembered(guess, figure, Some(own));
        }
        self.forget_doings(guess, unseen, Some(own));
        for figure in members(unseen) {
            self.guess_doings(guess, figure, dice);
            let stop = self.guess_place(guess, own, figure, dice);
            guess.figures[figure].standing = Standing::Playing;
            guess.figures[figure].began = (stop.at, stop.level);
            self.put(guess, figure, stop);
        }
        self.guess_active(guess, own, unseen, dice);
        self.guess_memories(guess, own, dice);
        let seen = guess.fog.as_ref().map(|fog| (fog.seen, fog.memory.clone()));
        self.look_about(guess);
        if let (Some(fog), Some((seen, memory))) = (&mut guess.fog, seen) {
            let (count, own) = (guess.figures.len(), own.index());
            fog.seen[own] = seen[own];
            let mine = own * count..(own + 1) * count;
            fog.memory[mine.clone()].clone_from_slice(&memory[mine]);
        }
    }

    /// Where an unseen figure looks, what it holds, and what it may have done. SV-FOG-02
    fn guess_doings(&self, guess: &mut Position, figure: FigureId, dice: &mut Dice) {
        let begun = !matches!(guess.step, Step::Deploy | Step::Bid | Step::Order(Phase::Movement));
        let full = self.sheet(guess, figure).strength;
        let guards =
            self.scenario.spots.iter().any(|spot| Some(spot.side) == guess.figures[figure].side);
        let subject = &mut guess.figures[figure];
        let half = |dice: &mut Dice| dice.roll("a doing", 2) == 1;
        let rarely = |dice: &mut Dice| dice.roll("a doing", 8) == 1;
        subject.facing = dice.pick("a facing", &COMPASS).map_or(subject.facing, |(_, f)| *f);
        subject.sentry = guards && !subject.alert && half(dice);
        if half(dice) {
            let slots = (0..).zip(&subject.kit).filter_map(|(slot, item)| item.map(|_| slot));
            let slots: Vec<u8> = slots.collect();
            subject.in_hand = dice.pick("in hand", &slots).copied();
        }
        if !subject.aided && subject.strength < full && rarely(dice) {
            subject.aided = true;
            subject.strength += 1;
        }
        if rarely(dice) {
            subject.encouraged =
                if begun && half(dice) { Encouraged::Fresh } else { Encouraged::Now };
        }
        if begun {
            subject.activated |= half(dice);
            subject.has_moved |= half(dice);
            if rarely(dice) {
                subject.spoke = Spoke::Yes;
            }
            subject.used = subject.used.max(u8::from(rarely(dice)));
            subject.loaded ^= u8::from(rarely(dice));
        }
    }

    /// Which unseen figure of the moving side may be about to do something.
    fn guess_active(&self, guess: &mut Position, own: Side, unseen: Figures, dice: &mut Dice) {
        let moving = guess.acting().filter(|side| *side != own);
        if guess.step != Step::Phase(Phase::Movement) || guess.active.is_some() {
            return;
        }
        let of_it = |figure: &FigureId| moving.is_some() && guess.figures[*figure].side == moving;
        let mut actors: Vec<Option<FigureId>> = members(unseen).filter(of_it).map(Some).collect();
        actors.push(None);
        guess.active = dice.pick("active", &actors).copied().flatten();
        if let Some(active) = guess.active {
            guess.figures[active].activated = true;
        }
    }

    /// What the others know of one another and of this side, which it cannot know.
    fn guess_memories(&self, guess: &mut Position, own: Side, dice: &mut Dice) {
        let turn = guess.turn;
        let Some(fog) = &mut guess.fog else { return };
        let count = guess.figures.len();
        for side in self.sides().filter(|side| *side != own) {
            let mut shown = 0;
            for (number, figure) in guess.figures.iter().enumerate() {
                let enemy = self.scenario.hostile(side, figure.side);
                // Whoever is a friend now may have been met on the other side.
                let met = figure.side.is_some() && turn > 0;
                let (remembers, sees) =
                    (dice.roll("a memory", 2) == 1, dice.roll("a memory", 4) == 1);
                fog.memory[side.index() * count + number] = (met && remembers)
                    .then(|| Memory { turn, figure: self.as_heard(figure, side) });
                if met && enemy && sees && figure.is_playing() {
                    shown |= FigureId::new(number).bit();
                }
            }
            fog.shown[side.index()] = shown;
        }
        if guess.step != Step::Redirect {
            fog.halted = None;
        }
    }

    /// A place where an unseen figure may be, as far as a side knows.
    fn guess_place(
        &self,
        guess: &mut Position,
        own: Side,
        figure: FigureId,
        dice: &mut Dice,
    ) -> Stop {
        let memory = self.memory(guess, own, figure).map(|memory| (memory.turn, memory.figure.at));
        let subject = &guess.figures[figure];
        let (radius, side) = (subject.radius(), subject.first_side);
        let setup = self.scenario.setup_of(side);
        let home = setup.and_then(|setup| setup.zone.or(setup.entries.first().copied()));
        let (since, from) = match (memory, home) {
            (Some((turn, at)), _) => (turn, at),
            (None, Some(zone)) => (0, self.scenario.zones[usize::from(zone)].bounds.centre()),
            (None, None) => (0, self.table.bounds.centre()),
        };
        let runs = 1 + i64::from(guess.turn.saturating_sub(since));
        let far = runs * i64::from(2 * subject.stride());
        let points = &self.spots(radius).points;
        let free = |guess: &Position, stop: Stop| {
            let disc = Disc { centre: stop.at, level: stop.level, radius };
            let mount = guess.figures[figure].mount;
            (radius == FOOT || stop.level == 0)
                && self.judge_rest(guess, Some(figure), mount, &disc).is_ok()
                && !self.touches_enemy(guess, figure, &disc)
        };
        let hides = |guess: &mut Position, stop: Stop| {
            let before = guess.figures[figure].clone();
            guess.figures[figure].standing = Standing::Playing;
            self.put(guess, figure, stop);
            let hidden = !self.in_sight(guess, own, figure);
            guess.figures[figure] = before;
            hidden
        };
        for tries in 0..96 {
            let Some((stop, _)) = dice.pick("a place", points).copied() else {
                break;
            };
            let near = stop.at.distance2(from) <= far * far;
            if (near || tries >= 48) && free(guess, stop) && hides(guess, stop) {
                return stop;
            }
        }
        // Hardly any place is left: the first after one that was picked.
        let first = dice.roll("a place", points.len().max(1).fit()).fit::<usize>() - 1;
        let all = points.iter().cycle().skip(first).take(points.len()).map(|(stop, _)| *stop);
        let mut open = all.filter(|stop| free(guess, *stop)).collect::<Vec<Stop>>().into_iter();
        let any = open.clone().next();
        let hidden = open.find(|stop| hides(guess, *stop));
        hidden.or(any).unwrap_or(Stop { at: from, level: 0 })
    }
}

/// A whole pool, shared out by lots.
fn split(pool: u8, dice: &mut Dice) -> [u8; 4] {
    let mut bid = [0; 4];
    for _ in 0..pool {
        bid[dice.roll("a bid", 4).fit::<usize>() - 1] += 1;
    }
    bid
}
