//! What a seat does not know, drawn anew: bids, places, entries, search points, strays.

use crate::Survivors;
use crate::action::{Action, Stop};
use crate::geometry::point::COMPASS;
use crate::geometry::sight::Disc;
use crate::position::{FOOT, FigureId, NOBODY, Position, Side, Standing, Step, members};
use table::{Audience, Dice, Fit, Seat, Viewer};

impl Survivors {
    /// A position that the seat cannot tell from this one.
    pub(crate) fn imagine(&self, position: &Position, seat: Seat, dice: &mut Dice) -> Position {
        let mut guess = position.clone();
        let own = self.side_of(position, seat);
        self.guess_deployment(&mut guess, own, dice);
        self.guess_bids(&mut guess, own, dice);
        self.guess_contents(&mut guess, dice);
        self.guess_strays(&mut guess, dice);
        self.guess_answers(&mut guess, own, dice);
        self.guess_unseen(&mut guess, seat, dice);
        guess
    }

    fn guess_deployment(&self, guess: &mut Position, own: Option<Side>, dice: &mut Dice) {
        for side in self.sides() {
            if Some(side) == own || guess.has_conceded(side) {
                continue;
            }
            let setup = &self.scenario.sides[side.index()];
            let deploying = guess.step == Step::Deploy;
            if deploying && self.scenario.simultaneous {
                for figure in setup.people() {
                    guess.figures[figure].standing = Standing::Undeployed;
                }
                if side.is_in(guess.ready) {
                    let mut legal: Vec<Action> = Vec::new();
                    for _ in setup.people() {
                        legal.clear();
                        self.list_places(guess, side, &mut legal);
                        let chosen = dice.pick("a place", &legal).cloned();
                        if let Some(Action::Deploy { figure, stop, face }) = chosen {
                            self.deploy(guess, figure, stop, face);
                        }
                    }
                    self.deploy_rest(guess, side);
                }
            } else if !setup.entries.is_empty() {
                // Secret entry zones. SV-SCN-04, SV-SCN-21
                let hidden = deploying && !side.is_in(guess.ready);
                for figure in setup.people() {
                    if hidden && guess.figures[figure].standing == Standing::Undeployed {
                        continue;
                    }
                    if let Standing::Waiting { turn, .. } = guess.figures[figure].standing
                        && let Some(zone) = dice.pick("an entry", &setup.entries)
                    {
                        guess.figures[figure].standing = Standing::Waiting { zone: *zone, turn };
                    }
                }
            }
        }
    }

    fn list_places(&self, position: &Position, side: Side, out: &mut Vec<Action>) {
        let seat = self.seat_of(position, side);
        let mut probe = position.clone();
        probe.ready &= !(side.bit());
        self.offer(&probe, seat, out);
        out.retain(|action| matches!(action, Action::Deploy { .. }));
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
            guess.initiative[number] = dice.pick("a tie", &best).copied().unwrap_or(NOBODY);
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

    fn guess_strays(&self, guess: &mut Position, dice: &mut Dice) {
        let hidden: Vec<usize> = (self.scenario.cast as usize..guess.figures.len())
            .filter(|figure| {
                let stray = &guess.figures[*figure];
                let untouched =
                    stray.strength == self.scenario.sheets[stray.sheet as usize].strength;
                stray.side == NOBODY && stray.is_playing() && untouched
            })
            .collect();
        let mut kinds: Vec<u8> = hidden.iter().map(|figure| guess.figures[*figure].sheet).collect();
        kinds.sort_unstable();
        dice.secretly(Audience::Referee, |dice| dice.shuffle("strays", &mut kinds));
        for (figure, kind) in hidden.iter().zip(kinds) {
            let sheet = &self.scenario.sheets[kind as usize];
            let before = guess.figures[*figure].clone();
            let mut stray = crate::position::Figure::new(kind, NOBODY, sheet);
            stray.loaded = before.loaded;
            guess.figures[*figure] = crate::position::Figure {
                sheet: kind,
                strength: stray.strength,
                kit: stray.kit,
                in_hand: stray.in_hand,
                ..before
            };
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
            let stop = self.guess_place(guess, own, figure, dice);
            let subject = &mut guess.figures[figure];
            subject.standing = Standing::Playing;
            subject.began = (stop.at, stop.level);
            subject.facing = dice.pick("a facing", &COMPASS).map_or(subject.facing, |(_, f)| *f);
            self.put(guess, figure, stop);
        }
        // What the others know of one another and of this side, it cannot know.
        if let Some(fog) = &mut guess.fog {
            let (count, own) = (guess.figures.len(), own.index());
            for (slot, memory) in fog.memory.iter_mut().enumerate() {
                if slot / count.max(1) != own {
                    *memory = None;
                }
            }
            for side in (0..4).filter(|side| *side != own) {
                fog.shown[side] = 0;
            }
            if guess.step != Step::Redirect {
                fog.halted = None;
            }
        }
        let seen = guess.fog.as_ref().map(|fog| (fog.seen, fog.memory.clone()));
        self.look_about(guess);
        if let (Some(fog), Some((seen, memory))) = (&mut guess.fog, seen) {
            let (count, own) = (guess.figures.len(), own.index());
            fog.seen[own] = seen[own];
            let mine = own * count..(own + 1) * count;
            fog.memory[mine.clone()].clone_from_slice(&memory[mine]);
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
        let setup = self.scenario.sides.get(side.index());
        let home = setup.and_then(|setup| setup.zone.or(setup.entries.first().copied()));
        let (since, from) = match (memory, home) {
            (Some((turn, at)), _) => (turn, at),
            (None, Some(zone)) => (0, self.scenario.zones[zone as usize].bounds.centre()),
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
        for tries in 0..96 {
            let Some((stop, _)) = dice.pick("a place", points).copied() else {
                break;
            };
            let near = stop.at.distance2(from) <= far * far;
            if (near || tries >= 48) && free(guess, stop) {
                let before = guess.figures[figure].clone();
                guess.figures[figure].standing = Standing::Playing;
                self.put(guess, figure, stop);
                let hidden = !self.in_sight(guess, own, figure);
                guess.figures[figure] = before;
                if hidden {
                    return stop;
                }
            }
        }
        let first = points.iter().map(|(stop, _)| *stop).find(|stop| free(guess, *stop));
        first.unwrap_or(Stop { at: from, level: 0 })
    }

    fn guess_answers(&self, guess: &mut Position, own: Option<Side>, dice: &mut Dice) {
        use crate::action::Answer;
        if guess.step == Step::State {
            return;
        }
        for side in self.sides() {
            if Some(side) != own {
                for answer in &mut guess.answers[side.index()] {
                    *answer = match dice.roll("an answer", 8) {
                        1 => Answer::No,
                        _ => Answer::Yes,
                    };
                }
            }
        }
    }
}

/// A whole pool, shared out by lots.
fn split(pool: u8, dice: &mut Dice) -> [u8; 4] {
    let mut bid = [0; 4];
    for _ in 0..pool {
        bid[dice.roll("a bid", 4) as usize - 1] += 1;
    }
    bid
}
