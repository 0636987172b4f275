//! Ending and scoring.

use crate::Survivors;
use crate::edition::components::Class;
use crate::edition::scenarios::Worth;
use crate::event::Event;
use crate::position::{
    Ending, FigureId, Horse, HorseFate, Phase, Place, Position, Side, Standing, Step, TokenKind,
};
use crate::rule;
use crate::rules::start;
use serde::Serialize;
use table::reading::Word;
use table::{Audience, Dice, Fit, Log, Outcome, RuleId, Seats};

/// By how much one must be ahead to win. SV-END-06
pub(crate) const MARGIN: i32 = 3;

/// What victory points are counted under.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Heading {
    /// Enemies put out of play. SV-END-02
    Casualties,
    /// Enemies who belong to the side now. SV-END-03
    Prisoners,
    /// What the scenario gives points for. SV-END-01
    Scenario(Worth),
}

impl Heading {
    /// Its word on sheets and at the end.
    pub fn word(self) -> &'static str {
        match self {
            Heading::Casualties => "enemy casualties",
            Heading::Prisoners => "prisoners",
            // The word of the file would read as the opposite.
            Heading::Scenario(Worth::PackHorseLeft) => "pack horse kept back",
            Heading::Scenario(Worth::StrayYours) => "stray joined",
            Heading::Scenario(worth) => worth.word(),
        }
    }

    /// The rule that gives points for it.
    pub fn rule(self) -> RuleId {
        match self {
            Heading::Casualties => rule::SV_END_02,
            Heading::Prisoners => rule::SV_END_03,
            Heading::Scenario(worth) => worth.rule(),
        }
    }
}

impl Serialize for Heading {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.word())
    }
}

/// Victory points of one side under one heading.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Points {
    /// The side.
    pub side: Side,
    /// What for.
    pub heading: String,
    /// How many.
    pub points: i32,
}

impl Survivors {
    /// The side that a captive or recruit belongs to at the end. SV-END-03, SV-PRI-14
    fn belongs_to(&self, position: &Position, figure: FigureId) -> Option<Side> {
        let subject = &position.figures[figure];
        match subject.standing {
            Standing::Captive { by } => Some(by),
            Standing::Held => subject.out_by,
            Standing::Playing if subject.side.is_none() => subject.joining,
            _ => subject.side,
        }
    }

    /// Victory points by heading, as they stand now. SV-END-02, SV-END-03, SV-SCN-26
    pub fn points(&self, position: &Position) -> Vec<Points> {
        let mut list: Vec<Points> = Vec::new();
        self.count_points(position, &mut |side, heading, points| {
            let heading = heading.word();
            let known = list.iter_mut().find(|it| it.side == side && it.heading == heading);
            match known {
                Some(known) => known.points += points,
                None if points != 0 => {
                    list.push(Points { side, heading: heading.to_string(), points });
                }
                None => {}
            }
        });
        list
    }

    /// Victory points of every side, as they stand now.
    pub fn totals(&self, position: &Position) -> [i32; 4] {
        let mut totals = [0; 4];
        self.count_points(position, &mut |side, _, points| {
            totals[side.index() % 4] += points;
        });
        totals
    }

    /// SV-END-01, SV-END-07
    fn count_points(&self, position: &Position, each: &mut dyn FnMut(Side, Heading, i32)) {
        for figure in position.ids() {
            let subject = &position.figures[figure];
            if subject.first_side.is_none() {
                continue;
            }
            let value = self.sheet(position, figure).class.value();
            if subject.standing == Standing::Down
                && let Some(by) = subject.out_by
                && self.scenario.hostile(by, subject.side)
            {
                each(by, Heading::Casualties, value);
            }
            if let Some(now) = self.belongs_to(position, figure)
                && Some(now) != subject.first_side
                && self.scenario.hostile(now, subject.first_side)
                && subject.standing != Standing::Withdrawn
            {
                each(now, Heading::Prisoners, value + 1);
            }
        }
        for score in &self.scenario.scores {
            for side in self.sides() {
                if score.is_for(side) {
                    let count = Tally { game: self, position, side }.count(score.worth);
                    each(side, Heading::Scenario(score.worth), count * score.points);
                }
            }
        }
    }

    /// What a side has under one heading.
    pub(crate) fn points_under(&self, position: &Position, whose: Side, under: Heading) -> i32 {
        let mut sum = 0;
        self.count_points(position, &mut |side, heading, points| {
            if (side, heading) == (whose, under) {
                sum += points;
            }
        });
        sum
    }

    /// All that a side can have points under, each once.
    pub(crate) fn headings(&self, side: Side) -> impl Iterator<Item = Heading> + '_ {
        let scores = &self.scenario.scores;
        let own = scores.iter().enumerate().filter(move |(row, score)| {
            let mut before = scores[..*row].iter().filter(|other| other.is_for(side));
            score.is_for(side) && before.all(|other| other.worth != score.worth)
        });
        let own = own.map(|(_, score)| Heading::Scenario(score.worth));
        [Heading::Casualties, Heading::Prisoners].into_iter().chain(own)
    }

    /// Tells what the points of every side are made of. SV-END-01, SV-END-02, SV-END-03
    fn tell_points(&self, position: &Position, log: &mut Log<Event>) {
        for side in self.sides() {
            for heading in self.headings(side) {
                let points = || self.points_under(position, side, heading);
                log.tell_to(|| Audience::All, || Event::Scores { side, heading, points: points() });
            }
        }
    }

    /// Ends the game, or turns the table for the second half of a mirror match. SV-END-08
    pub(crate) fn finish(
        &self,
        position: &mut Position,
        ending: Ending,
        dice: &mut Dice,
        log: &mut Log<Event>,
    ) {
        let totals = self.totals(position);
        let count = self.side_count();
        self.tell_points(position, log);
        let mirrored = self.options.mirror_match && count == 2 && position.half == 0;
        if mirrored && ending != Ending::Conceded {
            log.tell_to(|| Audience::All, || Event::HalfTime { scores: totals[..count].to_vec() });
            let answers = position.answers;
            *position = start(self, dice);
            position.half = 1;
            position.before = [totals[1], totals[0], 0, 0];
            position.answers = [answers[1], answers[0], answers[2], answers[3]];
            return;
        }
        position.step = Step::Over;
        position.ended = Some(ending);
        log.tell_to(|| Audience::All, || Event::Ends { ending, scores: totals[..count].to_vec() });
    }

    /// The most points of a side that has not conceded, and the sides that come near it. SV-END-06
    pub(crate) fn close(&self, position: &Position) -> (i32, Vec<Side>) {
        let totals = self.totals(position);
        let points = |side: Side| totals[side.index()] + position.before[side.index()];
        let staying = || self.sides().filter(|side| !position.has_conceded(*side));
        let best = staying().map(points).max().unwrap_or(0);
        // SV-END-08: over both halves of a mirror match the higher total wins.
        let margin = if position.half == 1 { 1 } else { MARGIN };
        (best, staying().filter(|side| points(*side) > best - margin).collect())
    }

    /// The outcome of a game that is over. SV-END-06, SV-END-09
    pub(crate) fn outcome(&self, position: &Position, ending: Ending) -> Outcome {
        let totals = self.totals(position);
        let points = |side: Side| totals[side.index()] + position.before[side.index()];
        let stays = |side: &Side| !position.has_conceded(*side);
        let (_, close) = self.close(position);
        let seats = usize::from(self.setup.seats);
        let mut ranks = vec![seats.fit::<u16>(); seats];
        let mut scores = vec![0; seats];
        for side in self.sides() {
            let seat = self.seat_of(position, side).index();
            scores[seat] = i64::from(points(side));
            let ahead = self
                .sides()
                .filter(|other| stays(other) && (!stays(&side) || points(*other) > points(side)))
                .count()
                .fit::<u16>();
            ranks[seat] = if close.contains(&side) { 1 } else { (ahead + 1).max(2) };
        }
        let winners: Seats = match close.as_slice() {
            [one] => Seats::one(self.seat_of(position, *one)),
            _ => Seats::none(),
        };
        Outcome { reason: ending.id().into(), ranks, winners, scores: Some(scores) }
    }

    /// A side gives up. SV-END-09
    pub(crate) fn concede(
        &self,
        position: &mut Position,
        side: Side,
        dice: &mut Dice,
        log: &mut Log<Event>,
    ) {
        position.conceded |= side.bit();
        position.ready |= side.bit();
        position.bid_in |= side.bit();
        log.tell(Event::Concedes { side });
        for figure in position.ids() {
            if position.figures[figure].side == Some(side)
                && matches!(
                    position.figures[figure].standing,
                    Standing::Playing | Standing::Waiting { .. } | Standing::Undeployed
                )
            {
                if position.figures[figure].is_playing() {
                    self.drop_goods(position, figure, log);
                }
                let subject = &mut position.figures[figure];
                subject.standing = Standing::Withdrawn;
                if let Some(horse) = subject.mount.take() {
                    position.horses[horse].rider = None;
                }
            }
        }
        position.charge = None;
        position.melee = None;
        if let Some(fog) = &mut position.fog {
            fog.halted = None;
        }
        self.done(position);
        self.prune_contacts(position);
        let left = self.sides().filter(|side| !position.has_conceded(*side));
        if left.count() <= 1 {
            self.finish(position, Ending::Conceded, dice, log);
            return;
        }
        match position.step {
            Step::Deploy => {
                let all = (1u8 << self.side_count()) - 1;
                if position.ready & all == all {
                    self.begin_turn(position, dice, log);
                }
            }
            Step::PreContact | Step::Redirect => position.step = Step::Phase(Phase::Movement),
            Step::State | Step::Allocate => position.step = Step::Phase(Phase::HandToHand),
            Step::Order(phase) => {
                position.step = Step::Phase(phase);
            }
            _ => {}
        }
    }
}

/// What a side has earned so far.
struct Tally<'a> {
    game: &'a Survivors,
    position: &'a Position,
    side: Side,
}

impl Tally<'_> {
    /// How often the side has earned a heading.
    fn count(&self, worth: Worth) -> i32 {
        match worth {
            Worth::CrateExited
            | Worth::CrateCarried
            | Worth::CrateSecured
            | Worth::CrateNotSecured
            | Worth::CrateOutside(_)
            | Worth::CrateInside(_) => {
                self.tokens(TokenKind::Crate, |place| self.crate_counts(worth, place))
            }
            Worth::MedicineExited => self.tokens(TokenKind::Medicine, |place| self.secured(place)),
            Worth::MedicineCarried => self.tokens(TokenKind::Medicine, |place| self.carried(place)),
            Worth::HorseSecured | Worth::PackHorseExited | Worth::PackHorseLeft => {
                let listed = self.game.scenario.horses.len();
                let horses = self.position.horses.iter().take(listed);
                horses.filter(|horse| self.horse_counts(worth, horse)).count().fit()
            }
            Worth::CharacterExited
            | Worth::HeroExited
            | Worth::StrayYours
            | Worth::StrayPutOut
            | Worth::EnemyHeroOut => {
                let figures = self.position.ids();
                figures.filter(|figure| self.figure_counts(worth, *figure)).count().fit()
            }
            Worth::BuildingCleared(building) => i32::from(!self.enemy_inside(building)),
            Worth::BuildingMajority(building) => i32::from(self.has_majority(building)),
            Worth::DoorHeld(line) => i32::from(!self.position.forced[usize::from(line)]),
        }
    }

    fn tokens(&self, kind: TokenKind, fits: impl Fn(&Place) -> bool) -> i32 {
        let tokens = self.position.tokens.iter();
        tokens.filter(|token| token.kind == kind && fits(&token.place)).count().fit()
    }

    fn secured(&self, place: &Place) -> bool {
        *place == Place::Secured { side: self.side }
    }

    fn carried(&self, place: &Place) -> bool {
        matches!(place, Place::Carried { by } if self.position.figures[*by].side == Some(self.side))
    }

    fn is_enemy(&self, other: impl Into<Option<Side>>) -> bool {
        self.game.scenario.hostile(self.side, other)
    }

    fn crate_counts(&self, worth: Worth, place: &Place) -> bool {
        let by_enemy = matches!(place, Place::Carried { by } if self.is_enemy(self.position.figures[*by].side));
        match worth {
            Worth::CrateExited | Worth::CrateSecured => self.secured(place),
            Worth::CrateCarried => self.carried(place),
            Worth::CrateNotSecured => {
                let lost = matches!(place, Place::Secured { side } if self.is_enemy(*side));
                !lost && !by_enemy
            }
            Worth::CrateOutside(building) => {
                self.carried(place) || !by_enemy && !self.lies_within(place, building)
            }
            Worth::CrateInside(building) => self.lies_within(place, building) && !by_enemy,
            _ => false,
        }
    }

    fn lies_within(&self, place: &Place, building: u8) -> bool {
        let plan = &self.game.table.buildings[usize::from(building)].plan;
        match place {
            Place::Table { at, .. } => plan.holds(*at),
            Place::Carried { by } => plan.holds(self.position.figures[*by].at),
            _ => false,
        }
    }

    fn horse_counts(&self, worth: Worth, horse: &Horse) -> bool {
        match worth {
            Worth::HorseSecured => {
                horse.fate == HorseFate::Secured && horse.side == Some(self.side)
            }
            Worth::PackHorseExited => {
                horse.pack && horse.fate == HorseFate::Exited && horse.side == Some(self.side)
            }
            _ => horse.pack && horse.fate != HorseFate::Exited,
        }
    }

    fn figure_counts(&self, worth: Worth, figure: FigureId) -> bool {
        let subject = &self.position.figures[figure];
        let is_hero = || self.game.sheet(self.position, figure).class == Class::Hero;
        let exited = || subject.standing == Standing::Exited && subject.side == Some(self.side);
        let put_out = || subject.standing == Standing::Down && subject.out_by == Some(self.side);
        let is_mine = || self.game.belongs_to(self.position, figure) == Some(self.side);
        let stray = subject.first_side.is_none();
        match worth {
            Worth::CharacterExited => exited(),
            Worth::HeroExited => exited() && is_hero(),
            Worth::StrayYours => {
                let gone = matches!(subject.standing, Standing::Down | Standing::Withdrawn);
                stray && !gone && is_mine()
            }
            Worth::StrayPutOut => stray && subject.side.is_none() && put_out(),
            _ => {
                !stray
                    && subject.first_side != Some(self.side)
                    && is_hero()
                    && (put_out() || is_mine())
            }
        }
    }

    /// Whether somebody hostile is in play inside a building.
    fn enemy_inside(&self, building: u8) -> bool {
        let plan = &self.game.table.buildings[usize::from(building)].plan;
        self.position.figures.iter().any(|figure| {
            figure.side.is_some()
                && self.is_enemy(figure.side)
                && figure.is_playing()
                && plan.holds(figure.at)
        })
    }

    /// Whether the side has more figures wholly inside a building than any other.
    fn has_majority(&self, building: u8) -> bool {
        let plan = &self.game.table.buildings[usize::from(building)].plan;
        let count = |side: Side| {
            let figures = self.position.figures.iter().filter(|figure| figure.side == Some(side));
            let inside = figures.filter(|figure| figure.is_playing());
            inside.filter(|figure| plan.holds_disc(figure.at, figure.radius())).count()
        };
        let others = self.game.sides().filter(|other| *other != self.side).map(count).max();
        count(self.side) > others.unwrap_or(0)
    }
}
