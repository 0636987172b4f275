//! What stands where in a case, and in which phase it begins.

use super::given::{Given, GivenFace, GivenFigure, GivenSight, Inches, point, wrong};
use crate::Survivors;
use crate::action::Stop;
use crate::edition::components::Item;
use crate::geometry::feature::Smoke;
use crate::geometry::point::{COMPASS, Facing, INCH, Point};
use crate::position::{
    Cheer, Contact, Ears, Encouraged, Figure, HorseId, Memory, Order, Phase, Place, Position, Side,
    Standing, Step, Token, TokenKind,
};
use crate::shown::TokenId;
use table::{Dice, Fit, Log, SetupError};

impl Given {
    pub(super) fn fill(
        &self,
        game: &Survivors,
        position: &mut Position,
        dice: &mut Dice,
    ) -> Result<(), SetupError> {
        self.name_strays(game, position)?;
        for (i, search) in self.searches.values().enumerate() {
            position.contents[i] = search.medicine;
        }
        self.saddle(game, position)?;
        for (id, figure) in self.figures.iter().chain(&self.change) {
            self.place(game, position, id, figure)?;
        }
        let cleared = !self.figures.is_empty();
        let deploying = self.phase.as_deref() == Some("deploy");
        if !deploying && (cleared || self.phase.is_some() || self.turn.is_some()) {
            for side in game.sides() {
                if !cleared {
                    game.deploy_rest(position, side);
                }
                position.ready |= side.bit();
            }
            position.turn = self.turn.unwrap_or(1);
        }
        for horse in 0..position.horses.len() {
            if let Some(rider) = position.horses[horse].rider {
                position.horses[horse].at = position.figures[rider].at;
            }
        }
        self.work(game, position)?;
        for [by, on] in &self.contacts {
            let (Some(by), Some(on)) = (game.figure_of(by), game.figure_of(on)) else {
                return Err(wrong("contacts", "name two figures"));
            };
            position.contacts.push(Contact { by, on, turn: 0 });
        }
        self.share_out(game, position)?;
        if position.turn > 0 { self.begin(game, position, dice) } else { Ok(()) }
    }

    /// Who the strays are.
    fn name_strays(&self, game: &Survivors, position: &mut Position) -> Result<(), SetupError> {
        let cast = usize::from(game.scenario.cast);
        let mut left: Vec<u8> =
            (cast.fit::<u8>()..game.scenario.sheets.len().fit::<u8>()).collect();
        for (number, kind) in self.strays.iter().enumerate() {
            let found = left
                .iter()
                .position(|sheet| game.scenario.sheets[usize::from(*sheet)].archetype == *kind)
                .ok_or_else(|| wrong("strays", format!("no stray is a {kind}")))?;
            let sheet = left.remove(found);
            if let Some(figure) = position.figures.get_mut(cast + number) {
                let fresh = Figure::new(sheet, None, &game.scenario.sheets[usize::from(sheet)]);
                *figure = Figure {
                    standing: Standing::Playing,
                    at: figure.at,
                    level: figure.level,
                    facing: figure.facing,
                    began: figure.began,
                    ..fresh
                };
            }
        }
        Ok(())
    }

    /// Strength and riders of horses.
    fn saddle(&self, game: &Survivors, position: &mut Position) -> Result<(), SetupError> {
        for (number, (_, horse)) in self.horses.iter().enumerate() {
            let beast = &mut position.horses[number];
            if let Some(strength) = horse.strength {
                beast.strength = strength;
            }
            if let Some(rider) = &horse.rider {
                let rider = game
                    .figure_of(rider)
                    .ok_or_else(|| wrong("horses", format!("there is no figure `{rider}`")))?;
                beast.rider = Some(rider);
                position.figures[rider].mount = Some(HorseId::new(number));
            }
        }
        Ok(())
    }

    /// Doors, damage and smoke.
    fn work(&self, game: &Survivors, position: &mut Position) -> Result<(), SetupError> {
        for (id, state) in &self.doors {
            let line = game
                .table
                .line(id)
                .ok_or_else(|| wrong("doors", format!("there is no door `{id}`")))?;
            position.works.doors[line] = *state;
        }
        for (id, damage) in &self.damage {
            let line = game
                .table
                .line(id)
                .ok_or_else(|| wrong("damage", format!("there is no structure `{id}`")))?;
            position.works.damage[line] = *damage;
        }
        for smoke in &self.smoke {
            position.works.smoke.push(Smoke {
                centre: point(smoke.at),
                radius: smoke.radius.0,
                turns: smoke.turns,
            });
        }
        Ok(())
    }

    /// What sides have: answers, initiative, points.
    fn share_out(&self, game: &Survivors, position: &mut Position) -> Result<(), SetupError> {
        let side = |letter: &String| {
            game.scenario
                .side(letter)
                .ok_or_else(|| wrong("side", format!("there is no side `{letter}`")))
        };
        for letter in &self.had_five {
            position.had_five |= side(letter)?.bit();
        }
        for (letter, points) in &self.first_half {
            position.half = 1;
            position.before[side(letter)?.index()] = *points;
        }
        for (letter, answers) in &self.standing {
            position.answers[side(letter)?.index()] = *answers;
        }
        if position.turn > 0 {
            let first: Side = match &self.initiative {
                Some(letter) => side(letter)?,
                None => Side::default(),
            };
            position.initiative = [Some(first); 4];
            game.compute_pools(position);
            for (letter, pool) in &self.pools {
                position.pools[side(letter)?.index()] = *pool;
            }
        }
        Ok(())
    }

    /// What is seen now, and what sides saw before. SV-FOG-04
    pub(super) fn remember(
        &self,
        game: &Survivors,
        position: &mut Position,
    ) -> Result<(), SetupError> {
        game.look_about(position);
        for (letter, seen) in &self.last_seen {
            let side = game
                .scenario
                .side(letter)
                .ok_or_else(|| wrong("last_seen", format!("there is no side `{letter}`")))?;
            for (id, GivenSight(x, y, turn)) in seen {
                let figure = game
                    .figure_of(id)
                    .ok_or_else(|| wrong("last_seen", format!("there is no figure `{id}`")))?;
                let mut memory = Memory { turn: *turn, figure: position.figures[figure].clone() };
                memory.figure.at = Point::new(x.0, y.0);
                let slot = side.index() * position.figures.len() + figure.index();
                let place = position.fog.as_mut().and_then(|fog| fog.memory.get_mut(slot));
                *place.ok_or_else(|| wrong("last_seen", "needs the option `fog`"))? = Some(memory);
            }
        }
        Ok(())
    }

    /// Enters the phase that the case begins in.
    fn begin(
        &self,
        game: &Survivors,
        position: &mut Position,
        dice: &mut Dice,
    ) -> Result<(), SetupError> {
        let phase = match self.phase.as_deref() {
            None | Some("bid") => {
                game.open_bids(position);
                return Ok(());
            }
            Some("deploy") => return Ok(()),
            Some("movement") => Phase::Movement,
            Some("firing") => Phase::Firing,
            Some("hand-to-hand") => Phase::HandToHand,
            Some("other") => Phase::Other,
            Some(other) => {
                return Err(wrong("phase", format!("there is no phase `{other}`")));
            }
        };
        position.bid_in = 0xff;
        let known = |letter: &String| {
            let side = game.scenario.side(letter);
            side.ok_or_else(|| wrong("order", format!("there is no side `{letter}`")))
        };
        position.order = if self.order.is_empty() {
            game.sides().collect()
        } else {
            self.order.iter().take(Order::MOST).map(known).collect::<Result<_, _>>()?
        };
        position.place = 0;
        position.step = Step::Phase(phase);
        game.advance(position, dice, &mut Log::quiet());
        Ok(())
    }

    fn place(
        &self,
        game: &Survivors,
        position: &mut Position,
        id: &str,
        given: &GivenFigure,
    ) -> Result<(), SetupError> {
        let number = game
            .figure_of(id)
            .ok_or_else(|| wrong("figures", format!("there is no figure `{id}`")))?;
        let centre = game.table.bounds.centre();
        let side_of = |letter: &String| {
            game.scenario
                .side(letter)
                .ok_or_else(|| wrong("figures", format!("there is no side `{letter}`")))
        };
        if let Some(at) = &given.at {
            let mils = |i: usize| at.get(i).map_or(0, |Inches(mils)| *mils);
            let stop =
                Stop { at: Point::new(mils(0), mils(1)), level: (mils(2) / INCH).fit::<i8>() };
            game.deploy(position, number, stop, None);
            position.figures[number].facing =
                Facing::towards(stop.at, centre).unwrap_or(Facing::NORTH);
        }
        let carrying = match &given.carrying {
            Some(id) => {
                let token = game.scenario.crates.iter().position(|(known, _, _)| **known == **id);
                let token = match token {
                    Some(token) => token,
                    None => {
                        position.tokens.push(Token { kind: TokenKind::Crate, place: Place::Gone });
                        position.tokens.len() - 1
                    }
                };
                position.tokens[token].place = Place::Carried { by: number };
                Some(token)
            }
            None => None,
        };
        let captive = given.captive_of.as_ref().map(side_of).transpose()?;
        let downed = given.down_by.as_ref().map(side_of).transpose()?;
        let first = given.first_side.as_ref().map(side_of).transpose()?;
        let mut wary = 0;
        for letter in &given.wary_of {
            wary |= side_of(letter)?.bit();
        }
        let figure = &mut position.figures[number];
        given.shape(figure)?;
        figure.carrying = carrying.map(TokenId::new).or(figure.carrying);
        if let Some(by) = captive {
            figure.standing = Standing::Captive { by };
        }
        figure.first_side = first.or(figure.first_side);
        figure.wary |= wary;
        if let Some(by) = downed {
            figure.standing = Standing::Down;
            figure.strength = 0;
            figure.out_by = Some(by);
        }
        Ok(())
    }
}

impl GivenFigure {
    /// What a figure is and did, all but where it stands and whose it is.
    fn shape(&self, figure: &mut Figure) -> Result<(), SetupError> {
        self.equip(figure)?;
        figure.strength = self.strength.unwrap_or(figure.strength);
        figure.alert = self.alert.unwrap_or(figure.alert);
        figure.sentry |= self.sentry;
        figure.used = self.used.unwrap_or(figure.used);
        if let Some(Inches(moved)) = self.moved {
            figure.moved = moved;
            figure.has_moved = true;
            figure.activated = true;
            figure.base = figure.stride();
        }
        figure.obstacles = self.obstacles.unwrap_or(figure.obstacles);
        figure.ran |= self.ran;
        figure.ran_last |= self.ran_last;
        figure.flashed_last |= self.fired_last;
        if self.encouraged {
            let ears = Ears { heard: 0, doubt: !0 };
            figure.encouraged = match self.unheard {
                true => Encouraged::Perhaps(Cheer { so: true, now: true, ears }),
                false => Encouraged::Now,
            };
        }
        match self.limb.as_deref() {
            Some("leg") => figure.limbs.leg = true,
            Some("arm") => figure.limbs.arm = true,
            Some("head") => figure.limbs.head = true,
            Some(other) => return Err(wrong("limb", format!("`{other}` is no limb"))),
            None => {}
        }
        Ok(())
    }

    /// Where a figure looks, and what it holds.
    fn equip(&self, figure: &mut Figure) -> Result<(), SetupError> {
        match &self.face {
            Some(GivenFace::Compass(name)) => {
                let mut points = COMPASS.iter();
                let found = points.find(|(known, _)| known.eq_ignore_ascii_case(name));
                let none = || wrong("face", format!("`{name}` is no compass point"));
                figure.facing = found.ok_or_else(none)?.1;
            }
            Some(GivenFace::Towards(to)) => {
                figure.facing = Facing::towards(figure.at, point(*to)).unwrap_or(figure.facing);
            }
            None => {}
        }
        match self.hand.as_deref() {
            Some("nothing") => figure.in_hand = None,
            Some(word) => {
                let item = Item::read(word)
                    .ok_or_else(|| wrong("hand", format!("`{word}` is no thing")))?;
                let slot = figure.kit.iter().position(|held| *held == Some(item));
                figure.in_hand = slot.map(|slot| slot.fit());
            }
            None => {}
        }
        if self.loaded == Some(false) {
            figure.loaded = 0;
        }
        figure.lamp_lit = self.lamp.unwrap_or(figure.lamp_lit);
        Ok(())
    }
}
