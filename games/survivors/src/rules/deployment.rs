//! Setting up: placing figures, holding them back, and the default places.

use crate::Survivors;
use crate::action::{Action, Stop};
use crate::edition::components::Item;
use crate::event::Event;
use crate::geometry::point::{Facing, INCH, Point};
use crate::geometry::polygon::Bounds;
use crate::geometry::sight::Disc;
use crate::position::{
    Figure, FigureId, Fog, Horse, HorseId, Place, Position, Side, Standing, Step, Token, TokenId,
    TokenKind,
};
use crate::refusal::{Checked, Deployment, no};
use table::{Audience, Dice, Fit, Log};

/// The first position: everything of the scenario on the table, hidden things shuffled.
pub(crate) fn start(game: &Survivors, dice: &mut Dice) -> Position {
    let scenario = &*game.scenario;
    let (mut horses, tokens) = game.herd();
    let mut figures = game.people(&mut horses);
    let mut contents: Vec<bool> =
        (0..scenario.searches.len()).map(|point| point < usize::from(scenario.medicines)).collect();
    let mut kinds: Vec<u8> = (scenario.cast..scenario.sheets.len().fit::<u8>()).collect();
    // SV-SCN-14; the kinds of strays likewise
    dice.secretly(Audience::Referee, |dice| {
        dice.shuffle("search points", &mut contents);
        dice.shuffle("strays", &mut kinds);
    });
    figures.extend(game.stray_figures(&kinds));
    let lines = game.table.lines.len();
    let fog = game.options.fog.then(|| Box::new(Fog::new(figures.len(), scenario.sides.len())));
    Position {
        turn: 0,
        half: 0,
        before: [0; 4],
        step: Step::Deploy,
        order: scenario.order.iter().copied().collect(),
        place: 0,
        ready: 0,
        lamp_given: 0,
        pools: [0; 4],
        bids: [[0; 4]; 4],
        bid_in: 0,
        last_bids: [[0; 4]; 4],
        initiative: [None; 4],
        had_five: 0,
        conceded: 0,
        plays_on: false,
        figures,
        horses,
        tokens,
        works: game.table.fresh(),
        forced: vec![false; lines],
        lamps: vec![true; scenario.lamps.len()],
        searched: vec![false; contents.len()],
        contents,
        lit: vec![false; scenario.bonfires.len()],
        running: vec![false; scenario.machines.len()],
        contacts: Vec::with_capacity(32),
        active: None,
        charge: None,
        melee: None,
        fights: Vec::with_capacity(16),
        answers: Default::default(),
        tested: 0,
        ended: None,
        fog,
    }
}

impl Survivors {
    /// Horses and crates, where the scenario puts them.
    fn herd(&self) -> (Vec<Horse>, Vec<Token>) {
        let scenario = &*self.scenario;
        let crates = scenario.crates.iter();
        let mut tokens = Vec::with_capacity(crates.len() + 8 * scenario.sheets.len());
        tokens.extend(crates.map(|(_, at, level)| Token {
            kind: TokenKind::Crate,
            place: Place::Table { at: *at, level: *level },
        }));
        let mut horses = Vec::new();
        for (number, (_, at, pack)) in scenario.horses.iter().enumerate() {
            let mut beast = Horse::new(*at, *pack);
            if *pack {
                // SV-SCN-10
                beast.crates[0] = Some(TokenId::new(tokens.len()));
                let place = Place::Packed { on: HorseId::new(number) };
                tokens.push(Token { kind: TokenKind::Crate, place });
            }
            horses.push(beast);
        }
        (horses, tokens)
    }

    /// The figures of all sides, not yet placed, on the horses that they come with.
    fn people(&self, horses: &mut Vec<Horse>) -> Vec<Figure> {
        let mut figures = Vec::with_capacity(self.scenario.sheets.len());
        for side in self.sides() {
            for number in self.scenario.sides[side.index()].people() {
                let mut figure = self.fresh_figure(side, number);
                if self.scenario.sheets[number.index()].mounted {
                    figure.mount = Some(HorseId::new(horses.len()));
                    let mount = Horse::new(Point::default(), false);
                    horses.push(Horse { rider: Some(number), side: Some(side), ..mount });
                }
                figures.push(figure);
            }
        }
        figures
    }

    /// Strays of these kinds at their places, looking to the middle.
    fn stray_figures(&self, kinds: &[u8]) -> impl Iterator<Item = Figure> {
        let (scenario, centre) = (&*self.scenario, self.table.bounds.centre());
        scenario.strays.iter().zip(kinds).map(move |((_, at, level), kind)| Figure {
            standing: Standing::Playing,
            at: *at,
            level: *level,
            facing: Facing::towards(*at, centre).unwrap_or(Facing::NORTH),
            began: (*at, *level),
            ..Figure::new(*kind, None, &scenario.sheets[usize::from(*kind)])
        })
    }

    /// A figure of a side before it is placed, on foot.
    pub(crate) fn fresh_figure(&self, side: Side, number: FigureId) -> Figure {
        let sheet = &self.scenario.sheets[number.index()];
        let mut figure = Figure::new(number.index().fit(), Some(side), sheet);
        figure.alert = !self.scenario.sides[side.index()].unalerted;
        figure
    }

    /// Sides that must place figures now, by bit. SV-SET-03, SV-SET-04
    pub(crate) fn deploying(&self, position: &Position) -> u8 {
        let waiting = |side: &Side| !side.is_in(position.ready);
        if self.scenario.simultaneous {
            self.sides().filter(waiting).fold(0, |sides, side| sides | side.bit())
        } else {
            self.scenario.order.iter().find(|side| waiting(side)).map_or(0, |side| side.bit())
        }
    }

    /// SV-SET-05
    pub(crate) fn judge_deploy(
        &self,
        position: &Position,
        side: Side,
        figure: FigureId,
        stop: Stop,
    ) -> Checked {
        let Some(subject) =
            position.figures.get(figure.index()).filter(|subject| subject.side == Some(side))
        else {
            return no(Deployment::NotYours);
        };
        let setup = &self.scenario.sides[side.index()];
        let disc = Disc { centre: stop.at, level: stop.level, radius: subject.radius() };
        let spot = self
            .scenario
            .spots
            .iter()
            .any(|spot| spot.side == side && (spot.at, spot.level) == (stop.at, stop.level));
        if !spot {
            let zone = setup.zone.map(|zone| &self.scenario.zones[usize::from(zone)].bounds);
            if !zone.is_some_and(|zone| zone.holds_disc(disc.centre, disc.radius)) {
                return no(Deployment::OutsideZone);
            }
            if let Some(building) = setup.inside
                && !self.table.buildings[usize::from(building)]
                    .plan
                    .holds_disc(disc.centre, disc.radius)
            {
                return no(Deployment::OutsideBuilding);
            }
        }
        self.judge_rest(position, Some(figure), subject.mount, &disc)?;
        if self.touches_enemy(position, figure, &disc) {
            return no(Deployment::TouchesEnemy);
        }
        Ok(())
    }

    pub(crate) fn judge_held_back(
        &self,
        position: &Position,
        side: Side,
        figure: FigureId,
        zone: u8,
    ) -> Checked {
        let setup = &self.scenario.sides[side.index()];
        let own =
            position.figures.get(figure.index()).is_some_and(|subject| subject.side == Some(side));
        if !own {
            return no(Deployment::HeldBackNotYours);
        }
        if !setup.entries.contains(&zone) {
            return no(Deployment::NoSuchEntry);
        }
        let held = setup
            .people()
            .filter(|other| {
                *other != figure
                    && matches!(position.figures[*other].standing, Standing::Waiting { .. })
            })
            .count();
        if held >= usize::from(setup.hold_back) {
            return no(Deployment::EnoughHeldBack);
        }
        Ok(())
    }

    /// SV-NGT-09
    pub(crate) fn judge_lamp(&self, position: &Position, side: Side, figure: FigureId) -> Checked {
        let subject =
            position.figures.get(figure.index()).filter(|subject| subject.side == Some(side));
        let fits = subject.is_some_and(|subject| subject.kit.contains(&None));
        if !self.scenario.is_dark() || side.is_in(position.lamp_given) || !fits {
            return no(Deployment::OneLamp);
        }
        Ok(())
    }

    /// Places a figure.
    pub(crate) fn deploy(
        &self,
        position: &mut Position,
        figure: FigureId,
        stop: Stop,
        face: Option<Facing>,
    ) {
        let centre = self.table.bounds.centre();
        let spot =
            self.scenario.spots.iter().find(|spot| (spot.at, spot.level) == (stop.at, stop.level));
        let subject = &mut position.figures[figure];
        subject.standing = Standing::Playing;
        subject.at = stop.at;
        subject.level = stop.level;
        subject.began = (stop.at, stop.level);
        subject.sentry = spot.is_some();
        // SV-SET-07
        subject.facing = match (spot, face) {
            (Some(spot), _) => spot.facing,
            (None, Some(face)) => face,
            (None, None) => Facing::towards(stop.at, centre).unwrap_or(Facing::NORTH),
        };
        if let Some(horse) = subject.mount {
            position.horses[horse].at = stop.at;
        }
    }

    /// The default places of those who were not placed. SV-SET-06
    pub(crate) fn deploy_rest(&self, position: &mut Position, side: Side) {
        let setup = &self.scenario.sides[side.index()];
        let unplaced = |position: &Position, figure: FigureId| {
            position.figures[figure].standing == Standing::Undeployed
        };
        // Sentries: the first ordinary figures that are no civilians.
        for spot in self.scenario.spots.iter().filter(|spot| spot.side == side) {
            let taken =
                position.figures.iter().any(|figure| figure.is_playing() && figure.at == spot.at);
            let sentry = setup.people().find(|figure| {
                let sheet = &self.scenario.sheets[figure.index()];
                unplaced(position, *figure)
                    && sheet.class == crate::edition::components::Class::Ordinary
                    && !sheet.civilian
            });
            let any = setup.people().find(|figure| unplaced(position, *figure));
            if let Some(figure) = sentry.or(any).filter(|_| !taken) {
                let stop = Stop { at: spot.at, level: spot.level };
                self.deploy(position, figure, stop, None);
            }
        }
        let Some(zone) = setup.zone else {
            for figure in setup.people() {
                if unplaced(position, figure) {
                    let zone = setup.entries.first().copied().unwrap_or(0);
                    position.figures[figure].standing =
                        Standing::Waiting { zone, turn: setup.enters };
                }
            }
            return;
        };
        let bounds = match setup.inside {
            Some(building) => self.table.buildings[usize::from(building)].plan,
            None => self.scenario.zones[usize::from(zone)].bounds,
        };
        let count = setup.people().filter(|f| unplaced(position, *f)).count().fit::<i32>();
        let (width, depth) = (bounds.high.x - bounds.low.x, bounds.high.y - bounds.low.y);
        let middle = bounds.centre();
        let mut place = 0;
        for figure in setup.people() {
            if !unplaced(position, figure) {
                continue;
            }
            let offset = (2 * place - (count - 1)) * INCH;
            let wanted = if width >= depth {
                Point::new(middle.x + offset, middle.y)
            } else {
                Point::new(middle.x, middle.y + offset)
            };
            let nth = figure.index() - usize::from(setup.figures.start);
            let (wanted, level) = setup.places.get(nth).copied().unwrap_or((wanted, 0));
            place += 1;
            let stop = self.nearest_place(position, figure, wanted, level);
            match stop {
                Some(stop) => self.deploy(position, figure, stop, None),
                None => {
                    position.figures[figure].standing = Standing::Withdrawn;
                }
            }
        }
    }

    /// The legal place nearest to a wanted one, on a net of half inches.
    fn nearest_place(
        &self,
        position: &Position,
        figure: FigureId,
        wanted: Point,
        level: i8,
    ) -> Option<Stop> {
        for ring in 0..60i32 {
            let mut best: Option<(i64, Stop)> = None;
            for dx in -ring..=ring {
                for dy in -ring..=ring {
                    if dx.abs().max(dy.abs()) != ring {
                        continue;
                    }
                    let at = Point::new(wanted.x + dx * 500, wanted.y + dy * 500);
                    let stop = Stop { at, level };
                    let far = at.distance2(wanted);
                    if best.is_none_or(|(least, _)| far < least)
                        && self.can_deploy(position, figure, stop, false)
                    {
                        best = Some((far, stop));
                    }
                }
            }
            if let Some((_, stop)) = best {
                return Some(stop);
            }
        }
        None
    }

    pub(crate) fn ready(
        &self,
        position: &mut Position,
        side: Side,
        dice: &mut Dice,
        log: &mut Log<Event>,
    ) {
        self.deploy_rest(position, side);
        position.ready |= side.bit();
        log.tell(Event::Deployed { side });
        let all = (1u8 << self.side_count()) - 1;
        if !self.scenario.simultaneous {
            log.reveal();
        }
        if position.ready & all == all {
            log.reveal();
            log.tell(Event::AllDeployed);
            self.begin_turn(position, dice, log);
        }
    }

    /// Gives a figure a lamp, unlit and stowed.
    pub(crate) fn give_lamp(&self, position: &mut Position, side: Side, figure: FigureId) {
        position.lamp_given |= side.bit();
        let subject = &mut position.figures[figure];
        if let Some(slot) = subject.kit.iter().position(Option::is_none) {
            subject.kit[slot] = Some(Item::Lamp);
        }
    }

    pub(super) fn offer_deployment(&self, position: &Position, side: Side, out: &mut Vec<Action>) {
        let setup = &self.scenario.sides[side.index()];
        let next = setup
            .people()
            .find(|figure| position.figures[*figure].standing == Standing::Undeployed);
        if let Some(figure) = next {
            let waiting = |other: &FigureId| {
                matches!(position.figures[*other].standing, Standing::Waiting { .. })
            };
            if setup.people().filter(waiting).count() < usize::from(setup.hold_back) {
                for zone in &setup.entries {
                    out.push(Action::Enter { figure, zone: *zone });
                }
            }
            let mut place = |at: Point, level: i8, sentry: bool| {
                let stop = Stop { at, level };
                if self.can_deploy(position, figure, stop, sentry) {
                    out.push(Action::Deploy { figure, stop, face: None });
                }
            };
            for spot in self.scenario.spots.iter().filter(|spot| spot.side == side) {
                place(spot.at, spot.level, true);
            }
            if let Some(zone) = setup.zone {
                let zone = &self.scenario.zones[usize::from(zone)].bounds;
                for level in 0..2 {
                    for y in (zone.low.y + INCH..zone.high.y).step_by((2 * INCH).fit()) {
                        for x in (zone.low.x + INCH..zone.high.x).step_by((2 * INCH).fit()) {
                            let at = Point::new(x, y);
                            if self.table.has_floor(at, level) {
                                place(at, level, false);
                            }
                        }
                    }
                }
            }
        }
        out.push(Action::Ready);
    }

    /// Whether a figure can be placed at a sentry's spot, or inside its zone. SV-SET-05
    pub(crate) fn can_deploy(
        &self,
        position: &Position,
        figure: FigureId,
        stop: Stop,
        sentry: bool,
    ) -> bool {
        let subject = &position.figures[figure];
        let Some(setup) = self.scenario.setup_of(subject.side) else {
            return false;
        };
        let disc = Disc { centre: stop.at, level: stop.level, radius: subject.radius() };
        let holds = |bounds: &Bounds| bounds.holds_disc(disc.centre, disc.radius);
        let placed = sentry
            || setup.zone.is_some_and(|zone| holds(&self.scenario.zones[usize::from(zone)].bounds))
                && setup
                    .inside
                    .is_none_or(|within| holds(&self.table.buildings[usize::from(within)].plan));
        let mount = subject.mount;
        placed
            && !self.overlaps(position, Some(figure), mount, &disc)
            && !self.touches_enemy(position, figure, &disc)
            && self.table.bars_rest(&position.works, stop.level, stop.at, disc.radius).is_none()
    }

    pub(super) fn judge_deployment(
        &self,
        position: &Position,
        side: Side,
        action: &Action,
    ) -> Checked {
        match action {
            Action::Deploy { figure, stop, .. } => {
                self.judge_deploy(position, side, *figure, *stop)
            }
            Action::Enter { figure, zone } => self.judge_held_back(position, side, *figure, *zone),
            Action::GiveLamp(figure) => self.judge_lamp(position, side, *figure),
            Action::Ready => Ok(()),
            _ => no(Deployment::PlaceOrReady),
        }
    }

    /// Places a figure as its side decides; in secret, where all place at once. SV-SET-03,
    /// SV-SET-04
    pub(super) fn place(
        &self,
        position: &mut Position,
        side: Side,
        figure: FigureId,
        stop: Stop,
        face: Option<Facing>,
        log: &mut Log<Event>,
    ) {
        self.deploy(position, figure, stop, face);
        let seat = self.seat_of(position, side);
        let secret = self.scenario.simultaneous;
        log.tell_to(
            || if secret { Audience::only(seat) } else { Audience::All },
            || Event::Placed { figure, at: stop.at, level: stop.level },
        );
    }

    /// Holds a figure back, to enter from a zone. SV-SCN-04, SV-SCN-21
    pub(super) fn hold_back(
        &self,
        position: &mut Position,
        side: Side,
        figure: FigureId,
        zone: u8,
        log: &mut Log<Event>,
    ) {
        let turn = self.scenario.sides[side.index()].enters;
        position.figures[figure].standing = Standing::Waiting { zone, turn };
        log.tell_only(self.seat_of(position, side), || Event::HeldBack { figure, zone });
    }
}
