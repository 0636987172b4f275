//! Hand-to-hand: who fights whom, and the totals.

use crate::Survivors;
use crate::action::{Action, Answer, Figures};
use crate::edition::components::{Class, Skill};
use crate::edition::options::{Civilians, WinnerHalf};
use crate::event::{Effort, Event, Factor, TestFor};
use crate::position::{FigureId, Melee, Phase, Position, Side, Step, Waking, members};
use crate::refusal::{Checked, HandToHand, no};
use table::{Audience, Dice, Fit, Log};

impl Survivors {
    /// The figures joined to this one by contact, itself included; only those that have not fought,
    /// if asked.
    pub fn contact_group(&self, position: &Position, figure: FigureId, unfought: bool) -> Figures {
        let mut group: Figures = figure.bit();
        let mut fresh = group;
        while fresh != 0 {
            let mut found = 0;
            for member in members(fresh) {
                found |= self.enemies_in_contact(position, member);
            }
            if unfought {
                found &= !self.have_fought(position);
            }
            fresh = found & !group;
            group |= fresh;
        }
        group
    }

    fn have_fought(&self, position: &Position) -> Figures {
        let fought = position.everybody();
        fought.filter(|(_, figure)| figure.fought).fold(0, |set, (number, _)| set | number.bit())
    }

    /// The sides in a set of figures, by bit; strays count as the bit above all sides.
    fn sides_of(&self, position: &Position, set: Figures) -> u16 {
        members(set)
            .map(|figure| position.figures[figure].side)
            .fold(0, |sides, side| sides | side.map_or(1 << 8, |side| u16::from(side.bit())))
    }

    /// A figure of this side that has not fought and touches an enemy that has not.
    fn next_fighter(&self, position: &Position, side: Side) -> Option<FigureId> {
        position.ids().find(|figure| {
            let subject = &position.figures[*figure];
            subject.side == Some(side)
                && subject.is_playing()
                && !subject.fought
                && self.enemies_in_contact(position, *figure) & !self.have_fought(position) != 0
        })
    }

    /// Whether a side has a fight to form by choice. SV-HTH-05, SV-HTH-07
    pub(crate) fn has_fight_to_form(&self, position: &Position, side: Side) -> bool {
        position
            .ids()
            .filter_map(|figure| self.fresh_group(position, side, figure))
            .any(|group| !self.is_plain_fight(position, group))
    }

    /// Whether a contact group is one fight without a question. SV-HTH-07
    fn is_plain_fight(&self, position: &Position, group: Figures) -> bool {
        self.sides_of(position, group).count_ones() == 2
            && group.count_ones() <= self.options.melee_cap
    }

    /// Whether these figures can form a fight. SV-HTH-03, SV-HTH-04, SV-HTH-05, SV-HTH-06,
    /// SV-HTH-07, SV-HTH-08
    pub(crate) fn judge_fight(&self, position: &Position, side: Side, set: Figures) -> Checked {
        if set >> position.figures.len() != 0 {
            return no(HandToHand::NoSuchFigure);
        }
        if set.count_ones() > self.options.melee_cap {
            return no(HandToHand::TooMany { most: self.options.melee_cap });
        }
        for figure in members(set) {
            let subject = &position.figures[figure];
            if !subject.is_playing() {
                return no(HandToHand::NotInPlay { figure: self.figure_name(figure) });
            }
            if subject.fought {
                return no(HandToHand::HasFought { figure: self.figure_name(figure) });
            }
        }
        if self.sides_of(position, set).count_ones() != 2 {
            return no(HandToHand::TwoSides);
        }
        if !members(set).any(|figure| position.figures[figure].side == Some(side)) {
            return no(HandToHand::NoneOfYours);
        }
        for figure in members(set) {
            if self.enemies_in_contact(position, figure) & set == 0 {
                return no(HandToHand::TouchesNobody { figure: self.figure_name(figure) });
            }
        }
        let first = set.trailing_zeros().fit::<usize>();
        let (mut joined, mut fresh): (Figures, Figures) = (1 << first, 1 << first);
        while fresh != 0 {
            let found = members(fresh)
                .fold(0, |found, member| found | self.enemies_in_contact(position, member));
            fresh = found & set & !joined;
            joined |= fresh;
        }
        if joined != set {
            return no(HandToHand::NotOneGroup);
        }
        Ok(())
    }

    /// All fights that a side may form, where it has a choice.
    pub(crate) fn offer_fights(
        &self,
        position: &Position,
        side: Side,
        each: &mut dyn FnMut(Figures),
    ) {
        for figure in position.ids() {
            if let Some(group) = self.fresh_group(position, side, figure) {
                self.offer_parts(position, side, group, each);
            }
        }
    }

    /// The unfought contact group of a figure of a side, if the figure is the first of its side in
    /// it and has somebody to fight there.
    fn fresh_group(&self, position: &Position, side: Side, figure: FigureId) -> Option<Figures> {
        let subject = &position.figures[figure];
        if subject.side != Some(side) || !subject.is_playing() || subject.fought {
            return None;
        }
        let group = self.contact_group(position, figure, true);
        let first = members(group).find(|member| position.figures[*member].side == Some(side));
        (group.count_ones() > 1 && first == Some(figure)).then_some(group)
    }

    /// The parts of a contact group that are fights: two sides, one of them this one, joined by
    /// contact, within the cap. A crowd of more than ten is told in pairs.
    fn offer_parts(
        &self,
        position: &Position,
        side: Side,
        group: Figures,
        each: &mut dyn FnMut(Figures),
    ) {
        const MOST: usize = 10;
        let count = group.count_ones().fit::<usize>();
        let pairs = count > MOST;
        if pairs {
            for own in members(group).filter(|own| position.figures[*own].side == Some(side)) {
                for foe in members(self.enemies_in_contact(position, own) & group) {
                    each(own.bit() | foe.bit());
                }
            }
            return;
        }
        // Members by their place in the group; for each, its side and whom it touches.
        let (mut number, mut sides, mut touches) =
            ([FigureId::default(); MOST], [None; MOST], [0u32; MOST]);
        for (place, figure) in members(group).enumerate() {
            number[place] = figure;
            sides[place] = position.figures[figure].side;
            let touched = self.enemies_in_contact(position, figure);
            touches[place] = members(group)
                .enumerate()
                .filter(|(_, other)| other.is_in(touched))
                .fold(0, |set, (place, _)| set | 1 << place);
        }
        for part in 1u32..1 << count {
            let inside = |place: &usize| part >> place & 1 == 1;
            let own = (0..count).filter(inside).filter(|place| sides[*place] == Some(side)).count();
            let mut others = (0..count).filter(inside).map(|place| sides[place]);
            let Some(foe) = others.find(|other| *other != Some(side)) else { continue };
            let foes = (0..count).filter(inside).filter(|place| sides[*place] == foe).count();
            if own == 0
                || own + foes != part.count_ones().fit::<usize>()
                || part.count_ones() > self.options.melee_cap
            {
                continue;
            }
            let mut joined = part & part.wrapping_neg();
            loop {
                let more = (0..count)
                    .filter(|place| joined >> place & 1 == 1)
                    .fold(joined, |joined, place| joined | touches[place] & part);
                if more == joined {
                    break;
                }
                joined = more;
            }
            if joined == part {
                let set = (0..count).filter(inside).fold(0, |set, place| set | number[place].bit());
                each(set);
            }
        }
    }

    /// Forms the fights that need no question; false if the acting side must be asked or has
    /// nothing to fight.
    pub(crate) fn form_plain_fight(
        &self,
        position: &mut Position,
        side: Side,
        dice: &mut Dice,
        log: &mut Log<Event>,
    ) -> bool {
        let plain = position
            .ids()
            .filter_map(|figure| self.fresh_group(position, side, figure))
            .find(|group| self.is_plain_fight(position, *group));
        if let Some(group) = plain {
            self.form_fight(position, side, group, dice, log);
        }
        plain.is_some()
    }

    /// Whether a side still has somebody to fight.
    pub(crate) fn must_fight(&self, position: &Position, side: Side) -> bool {
        self.next_fighter(position, side).is_some()
    }

    /// Forms a fight and waits for what must be stated. SV-HTH-30, SV-STR-02
    pub(crate) fn form_fight(
        &self,
        position: &mut Position,
        side: Side,
        set: Figures,
        dice: &mut Dice,
        log: &mut Log<Event>,
    ) {
        let other = members(set)
            .map(|figure| position.figures[figure].side)
            .find(|other| *other != Some(side))
            .flatten();
        let sides = [Some(side), other];
        let stated = |side: Option<Side>, question: usize| match side {
            Some(side) => match position.answers[side.index()][question] {
                Answer::Yes => Some(true),
                Answer::No => Some(false),
                Answer::Ask => None,
            },
            None => Some(question == 1), // strays improvise and take nobody
        };
        let mut melee = Melee {
            members: set,
            sides,
            capture: sides.map(|side| stated(side, 0)),
            unsaid: 0,
            improvising: 0,
            totals: [0; 2],
            losses: [0; 2],
            sharing: 0,
        };
        for figure in members(set) {
            let subject = &position.figures[figure];
            if self.options.improvise && self.is_unarmed(position, figure) {
                match stated(subject.side, 1) {
                    Some(true) => melee.improvising |= figure.bit(),
                    Some(false) => {}
                    None => melee.unsaid |= figure.bit(),
                }
            }
        }
        for figure in members(set) {
            position.figures[figure].given = 0;
            position.figures[figure].given_to_horse = 0;
            position.figures[figure].waking = Waking::Yes;
        }
        position.melee = Some(melee);
        position.step = Step::State;
        self.go_on_fighting(position, dice, log);
    }

    /// Whether nothing that counts as a weapon is in hand. SV-HTH-13
    pub fn is_unarmed(&self, position: &Position, figure: FigureId) -> bool {
        position.figures[figure].held().is_none_or(|item| self.book.adds(item).is_none())
    }

    /// Sides that still owe a statement, by bit.
    pub(crate) fn unstated(&self, melee: &Melee, position: &Position) -> u8 {
        let captures = (0..2)
            .filter(|i| melee.capture[*i].is_none())
            .fold(0, |sides, i| sides | Side::set_of(melee.sides[i]));
        members(melee.unsaid)
            .fold(captures, |sides, figure| sides | Side::set_of(position.figures[figure].side))
    }

    /// Fights on once everything is stated.
    pub(crate) fn go_on_fighting(
        &self,
        position: &mut Position,
        dice: &mut Dice,
        log: &mut Log<Event>,
    ) {
        let Some(melee) = &position.melee else {
            return;
        };
        if self.unstated(melee, position) != 0 {
            position.step = Step::State;
            return;
        }
        self.roll_fight(position, dice, log);
    }

    /// What a figure adds to its side. SV-HTH-09, SV-HTH-10, SV-HTH-11, SV-HTH-12, SV-HTH-13,
    /// SV-HTH-14, SV-HRS-06
    pub fn contribution(&self, position: &Position, figure: FigureId, improvised: bool) -> i32 {
        self.effort(position, figure, improvised).points()
    }

    /// What a figure's contribution is made of.
    fn effort(&self, position: &Position, figure: FigureId, improvised: bool) -> Effort {
        let subject = &position.figures[figure];
        let weapon = subject.held().filter(|item| self.book.adds(*item).is_some());
        let hand = match weapon.and_then(|item| self.book.adds(item)) {
            Some(adds) => adds,
            None if improvised => 0,
            // SV-HTH-11
            None => -2,
        };
        let (strength, arm) = (subject.strength, i32::from(subject.limbs.arm));
        Effort { strength, weapon, hand, arm }
    }

    /// What a side adds beside its figures and its die. SV-HTH-16, SV-HTH-17, SV-HTH-18,
    /// SV-HTH-19, SV-HTH-20, SV-HTH-21, SV-HTH-22
    pub fn side_bonus(&self, position: &Position, set: Figures, side: Option<Side>) -> i32 {
        self.side_bonuses(position, set, side).iter().sum()
    }

    /// The bonuses of a side: for a Hero, for the initiative, for defending.
    fn side_bonuses(&self, position: &Position, set: Figures, side: Option<Side>) -> [i32; 3] {
        let own = |figure: &FigureId| position.figures[*figure].side == side;
        let hero = members(set).filter(own).any(|figure| {
            let sheet = self.sheet(position, figure);
            sheet.class == Class::Hero || sheet.has(Skill::Brawler)
        });
        let initiative = side.is_some() && position.initiative[Phase::HandToHand.index()] == side;
        let count = members(set).filter(own).count();
        let defending =
            members(set).filter(own).filter(|figure| self.defends(position, *figure, set)).count();
        [2 * i32::from(hero), 2 * i32::from(initiative), i32::from(2 * defending > count)]
    }

    /// All that a side's total is made of beside its die. Strays are told by one number.
    fn factors(
        &self,
        position: &Position,
        set: Figures,
        side: Option<Side>,
        [cowed, improvised]: [Figures; 2],
    ) -> Vec<Factor> {
        let own = members(set).filter(|figure| position.figures[*figure].side == side);
        let fighters = own.map(|figure| match figure.is_in(cowed) {
            true => Factor::Cowed(figure),
            false => {
                Factor::Fighter(figure, self.effort(position, figure, figure.is_in(improvised)))
            }
        });
        let bonuses = self.side_bonuses(position, set, side);
        if side.is_none() {
            let efforts = fighters.map(|factor| match factor {
                Factor::Fighter(_, effort) => effort.points(),
                _ => 0,
            });
            return vec![Factor::Strays(efforts.chain(bonuses).sum())];
        }
        let kinds = [Factor::Hero, Factor::Initiative, Factor::Defence];
        let bonuses = kinds.into_iter().zip(bonuses).filter(|(_, points)| *points > 0);
        fighters.chain(bonuses.map(|(kind, points)| kind(points))).collect()
    }

    /// SV-HTH-22
    fn defends(&self, position: &Position, figure: FigureId, set: Figures) -> bool {
        let subject = &position.figures[figure];
        members(self.enemies_in_contact(position, figure) & set).any(|foe| {
            let entered =
                position.contacts.iter().any(|contact| contact.by == figure && contact.on == foe);
            let parted = self.table.parted(
                &position.works,
                subject.level,
                subject.at,
                position.figures[foe].at,
            );
            !entered && (parted.low.is_some() || parted.window.is_some())
        })
    }

    /// SV-HTH-15, SV-HTH-23, SV-HTH-24, SV-HTH-25, SV-HTH-26, SV-HTH-27, SV-HTH-28, SV-HTH-29,
    /// SV-ACT-04, SV-HTH-02
    fn roll_fight(&self, position: &mut Position, dice: &mut Dice, log: &mut Log<Event>) {
        let Some(mut melee) = position.melee.clone() else {
            return;
        };
        let sides = melee.sides;
        log.tell_to(
            || Audience::All,
            || Event::Fight {
                members: members(melee.members).collect(),
                sides,
                capture: melee.capture.map(|want| want == Some(true)),
            },
        );
        let cowed = self.test_nerves(position, &melee, dice, log);
        let improvised = self.improvise(position, &melee, dice, log);
        let mut rolls = [0; 2];
        let mut strengths = [0i32; 2];
        for (i, side) in sides.into_iter().enumerate() {
            rolls[i] = dice.roll("hand-to-hand", 6);
            let mut total = rolls[i].fit::<i32>() + self.side_bonus(position, melee.members, side);
            for figure in members(melee.members) {
                if position.figures[figure].side == side {
                    strengths[i] += i32::from(position.figures[figure].strength);
                    if !figure.is_in(cowed) {
                        total += self.contribution(position, figure, figure.is_in(improvised));
                    }
                }
            }
            melee.totals[i] = total;
        }
        let difference = (melee.totals[0] - melee.totals[1]).abs();
        let loser = usize::from(melee.totals[1] < melee.totals[0]);
        // SV-HTH-24, SV-HTH-26
        if difference > 0 {
            let lost = difference.min(strengths[loser]);
            let half_of = match self.options.winner_half {
                WinnerHalf::Actual => lost,
                WinnerHalf::Difference => difference,
            };
            melee.losses[loser] = lost.fit::<u8>();
            melee.losses[1 - loser] = ((half_of + 1) / 2).min(strengths[1 - loser]).fit::<u8>();
        }
        let (set, seen) = (melee.members, [cowed, improvised]);
        log.tell_to(
            || Audience::All,
            || Event::Totals {
                sides,
                factors: sides.map(|side| self.factors(position, set, side, seen)),
                rolls,
                totals: melee.totals,
                losses: melee.losses,
            },
        );
        position.melee = Some(melee);
        self.share(position, dice, log);
    }

    /// Those who stand helpless, where civilians must test in every fight. SV-CIV-06
    fn test_nerves(
        &self,
        position: &mut Position,
        melee: &Melee,
        dice: &mut Dice,
        log: &mut Log<Event>,
    ) -> Figures {
        let mut cowed = 0;
        if self.options.civilians != Civilians::Strict {
            return cowed;
        }
        for side in melee.sides {
            for figure in members(melee.members) {
                if position.figures[figure].side == side
                    && self.needs_courage(position, figure)
                    && !self.gets_stuck_in(position, figure, TestFor::Strict, dice, log)
                {
                    cowed |= figure.bit();
                }
            }
        }
        cowed
    }

    /// The unarmed who find something to fight with. SV-HTH-12, SV-TST-07, SV-TST-08, SV-TST-09
    fn improvise(
        &self,
        position: &Position,
        melee: &Melee,
        dice: &mut Dice,
        log: &mut Log<Event>,
    ) -> Figures {
        let mut improvised = 0;
        for side in melee.sides {
            for figure in members(melee.improvising) {
                if position.figures[figure].side != side {
                    continue;
                }
                let roll = dice.roll("improvise", 6);
                let target = u32::from(self.sheet(position, figure).intelligence);
                let passed = roll <= target;
                if passed {
                    improvised |= figure.bit();
                }
                let of = TestFor::Improvise;
                log.tell(Event::Tested { figure, of, roll, bonus: 0, target, passed });
            }
        }
        improvised
    }

    pub(super) fn offer_statements(&self, position: &Position, side: Side, out: &mut Vec<Action>) {
        let Some(melee) = &position.melee else {
            return;
        };
        let waits = (0..2).any(|i| melee.sides[i] == Some(side) && melee.capture[i].is_none());
        if waits {
            out.extend([Action::Capture(true), Action::Capture(false)]);
        }
        for figure in members(melee.unsaid) {
            if position.figures[figure].side == Some(side) {
                for yes in [true, false] {
                    out.push(Action::Improvise { figure, yes });
                }
            }
        }
    }

    pub(super) fn judge_statement(
        &self,
        position: &Position,
        side: Side,
        action: &Action,
    ) -> Checked {
        let Some(melee) = &position.melee else {
            return no(HandToHand::NoFight);
        };
        match action {
            Action::Capture(_) => {
                let waits =
                    (0..2).any(|i| melee.sides[i] == Some(side) && melee.capture[i].is_none());
                if waits { Ok(()) } else { no(HandToHand::Stated) }
            }
            Action::Improvise { figure, .. } => {
                let waits = figure.index() < position.figures.len()
                    && position.figures[*figure].side == Some(side)
                    && figure.is_in(melee.unsaid);
                if waits { Ok(()) } else { no(HandToHand::NotUnarmed) }
            }
            _ => no(HandToHand::SayCapture),
        }
    }

    /// A side says whether it wants prisoners. SV-PRI-03
    pub(super) fn state_capture(&self, position: &mut Position, side: Side, want: bool) {
        let Some(melee) = &mut position.melee else { return };
        for i in 0..2 {
            if melee.sides[i] == Some(side) {
                melee.capture[i] = Some(want);
            }
        }
    }

    /// An unarmed figure says whether it improvises. SV-HTH-12
    pub(super) fn state_improvising(&self, position: &mut Position, figure: FigureId, yes: bool) {
        let Some(melee) = &mut position.melee else { return };
        melee.unsaid &= !(figure.bit());
        if yes {
            melee.improvising |= figure.bit();
        }
    }
}
