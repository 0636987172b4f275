//! Roles that nobody plays: the deer (OS-BOT-01) and the lost person (OS-BOT-02).

use crate::Outfit;
use crate::action::Action;
use crate::edition::components::{Column, Mode, Start, Terrain};
use crate::edition::scenarios::Auto;
use crate::land::{Edges, Hex};
use crate::position::{Fate, Phase, Position, Who};
use crate::rules::Play;
use crate::rules::reach::{Ends, Met, Stop};
use terrain::{Fit, Side};

impl Play<'_> {
    /// The whole turn of an automated person, up to the needs step.
    pub(crate) fn automated_turn(&mut self) {
        match self.set.role(self.p.acting).auto {
            Some(Auto::Deer { flight }) => self.deer(flight),
            Some(Auto::Lost) => self.lost(),
            None => self.did_not_move(),
        }
    }

    /// The game goes on for a player who has given up, from wherever the turn is (OS-END-03).
    pub(crate) fn take_over(&mut self) {
        match self.p.phase {
            Phase::Pick => self.p.phase = Phase::NextPerson,
            Phase::Decide => self.automated_turn(),
            Phase::Move => self.walk_by_the_dice(),
            Phase::Aim => self.p.phase = Phase::Needs,
            Phase::Column => self.encounter(Column::Natural, None),
            _ => {}
        }
    }

    fn lost(&mut self) {
        let set = self.set;
        let acting = self.p.acting;
        let here = self.p.actor().at;
        let drinks = set
            .role(acting)
            .needs
            .is_some_and(|chart| set.serves(&set.scenario.needs[chart].water, here));
        if drinks && self.p.actor().water > 1 && !set.role(acting).must_roll {
            self.stay();
            return;
        }
        self.roll();
        self.walk_by_the_dice();
    }

    /// A walk that never turns, follows no trail and stays on the board (OS-BOT-02).
    fn walk_by_the_dice(&mut self) {
        let set = self.set;
        let sets_out = self.p.phase == Phase::Move && self.p.journey.heading.is_none();
        if sets_out && self.p.journey.start == Start::Choice {
            let Some(side) = self.rolled_choice() else {
                self.stop();
                return;
            };
            self.step(side);
        } else if let Some(way) = self.p.journey.way.filter(|_| sets_out) {
            let ordered = set.way(self.p, way);
            let cost = ordered.cost(self.p.actor().rate);
            if ordered.on_board() && cost <= self.p.journey.points {
                self.step(way);
            } else {
                self.stop();
            }
        }
        while self.p.phase == Phase::Move {
            let moves = set.moves(self.p, Edges::NONE);
            match self.p.journey.heading.filter(|ahead| moves.steps.has(*ahead)) {
                Some(ahead) => self.step(ahead),
                None => self.stop(),
            }
        }
    }

    /// A direction rolled on the Random Direction chart, again while that hex cannot be entered.
    fn rolled_choice(&mut self) -> Option<Side> {
        let open = self.set.moves(self.p, Edges::NONE).steps;
        let first = open.iter().next()?;
        // The limit is for loaded dice.
        for _ in 0..1000 {
            let side = self.random_direction();
            if open.has(side) {
                return Some(side);
            }
        }
        Some(first)
    }

    fn deer(&mut self, flight: u16) {
        let set = self.set;
        self.roll();
        if self.p.phase != Phase::Move {
            return;
        }
        let meets = |cell| Met { water: set.meets_water(self.p, cell), ..Met::default() };
        let mut ends = Ends::default();
        set.ends(self.p, Edges::NONE, meets, &mut ends);
        let chosen = self.deer_chooses(ends.stops(), flight);
        if let Some(stop) = chosen {
            for side in stop.sides() {
                if self.p.phase == Phase::Move {
                    self.step(*side);
                }
            }
        }
        if self.p.phase == Phase::Move {
            self.stop();
        }
    }

    fn deer_chooses(&mut self, stops: &[Stop], flight: u16) -> Option<Stop> {
        let set = self.set;
        let here = self.p.actor().at;
        let hunter = set.nearest_foe(self.p, self.p.acting);
        // One of each hex, the one that drinks on its way.
        let thirsty_first = |i: &usize| stops.get(i + 1).is_none_or(|next| next.at != stops[*i].at);
        let worth = (0..stops.len()).filter(thirsty_first);
        let fleeing = hunter.filter(|foe| set.board.distance(here, *foe) <= flight);
        let Some(foe) = fleeing else {
            let count = worth.clone().count().fit::<u32>();
            let lot = set.lot(self.p, self.dice, "deer", count.max(1)) as usize - 1;
            return worth.map(|i| stops[i]).nth(lot);
        };
        let from_foe = set.points_from(foe);
        let value = |stop: &Stop| set.deer_value(self.p, stop, from_foe.to(stop.at));
        let best = worth.clone().map(|i| value(&stops[i])).max()?;
        let equal = worth.map(|i| stops[i]).filter(|stop| value(stop) == best);
        let lot =
            set.lot(self.p, self.dice, "deer", equal.clone().count().fit::<u32>()) as usize - 1;
        equal.into_iter().nth(lot)
    }
}

/// Points from one hex to those near it, up to [`FAR`].
pub(crate) struct Near {
    cells: [u8; 99 * 99],
}

/// As far as the deer looks.
const FAR: u8 = 20;

impl Near {
    fn to(&self, cell: Hex) -> u8 {
        self.cells[cell.index()]
    }
}

impl Outfit {
    /// Whether a hex meets the acting person's water by being entered.
    fn meets_water(&self, p: &Position, cell: Hex) -> bool {
        self.role(p.acting).needs.is_some_and(|chart| {
            let water = &self.scenario.needs[chart].water;
            water.mode == Mode::Pass && self.serves(water, cell)
        })
    }

    /// The hex of the nearest active person of another side.
    fn nearest_foe(&self, p: &Position, person: Who) -> Option<Hex> {
        let here = p.persons[person].at;
        self.everyone()
            .filter(|other| self.team(*other) != self.team(person))
            .map(|other| &p.persons[other])
            .filter(|other| other.fate == Fate::Active)
            .map(|other| other.at)
            .min_by_key(|at| self.board.distance(here, *at))
    }

    /// Cheapest points from a hex to every other, at most 20.
    fn points_from(&self, from: Hex) -> Near {
        let mut near = Near { cells: [FAR; 99 * 99] };
        near.cells[from.index()] = 0;
        for points in 0..FAR {
            for cell in self.board.extent() {
                if near.cells[cell.index()] != points {
                    continue;
                }
                for way in self.board.ways(cell, true).iter() {
                    if let Some(to) = way.to() {
                        let there = &mut near.cells[to.index()];
                        *there = (*there).min(points + way.enter);
                    }
                }
            }
        }
        near
    }

    /// What an end hex is worth to a fleeing deer, in half points (RULES.md, Automated roles).
    fn deer_value(&self, p: &Position, stop: &Stop, points: u8) -> i32 {
        let terrain = self.board.land(stop.at).terrain;
        let feeds = matches!(terrain, Terrain::Clear | Terrain::Woods);
        let open = Side::ALL
            .into_iter()
            .filter_map(|side| self.board.neighbour(stop.at, side))
            .filter(|next| self.board.land(*next).terrain == Terrain::Clear)
            .count();
        let water = stop.water || self.meets_water(p, stop.at);
        2 * i32::from(points)
            + if feeds { 2 } else { 0 }
            + if terrain != Terrain::Clear { 4 } else { 0 }
            - open.fit::<i32>()
            + if water { 3 * (i32::from(p.actor().water) - 1) } else { 0 }
    }
}

/// What happens when nobody answers (OS-AUTO-02): the person rests where water is, and
/// otherwise obeys the dice, straight ahead and never off the board.
pub(crate) fn lapse(set: &Outfit, p: &Position) -> Action {
    match p.phase {
        Phase::SetUp(number) => set
            .setup_step(p, number)
            .and_then(|(_, step, person)| set.first_setup_choice(p, step, person))
            .unwrap_or(Action::Resign),
        Phase::Pick => set.ready(p).next().map_or(Action::Resign, Action::Person),
        Phase::Decide => {
            let drinks = set
                .role(p.acting)
                .needs
                .is_some_and(|chart| set.serves(&set.scenario.needs[chart].water, p.actor().at));
            if drinks && p.actor().water > 1 { Action::Stay } else { Action::Roll }
        }
        Phase::Move => {
            let moves = set.moves(p, Edges::NONE);
            let ahead = p.journey.heading.or(p.journey.way);
            let ahead = ahead.filter(|ahead| moves.steps.has(*ahead));
            match ahead.or(moves.steps.iter().next()) {
                _ if moves.stop => Action::Stop,
                Some(side) => Action::Step(side),
                None => Action::Resign,
            }
        }
        Phase::Column => Action::Column(Column::Natural),
        _ => Action::Stop,
    }
}
