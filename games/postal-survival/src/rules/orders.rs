//! Orders: which lines are read, what they come to, and how they take effect. PS-ORD-01

use super::feeding::tell;
use super::standing::{Effective, Source};
use super::tracking::{Trail, target_of};
use super::{
    Judge, Judged, Round, behaviour, births, ending, founding, genes, movement, players, press,
    tracking,
};
use crate::PostalSurvival;
use crate::action::{Action, Line, Move, Telling, Whom};
use crate::edition::options::MissingOrder;
use crate::edition::{Gene, Genes, Rulings};
use crate::event::Event;
use crate::land::Island;
use crate::position::{Creature, Id, Number, Phase, Position, Sheet, Standing};
use crate::refusal::{Hindrance, Refusal};
use table::{Log, Offers, Seat};

/// Lines that a player may send in a round; more for every creature, up to the most of all.
pub(crate) const LINES: usize = 20;
const LINES_PER_CREATURE: usize = 5;
const MOST_LINES: usize = 500;

impl Position {
    /// How many more lines the seat may send this round.
    pub fn lines_left(&self, seat: Seat) -> usize {
        let own = self.creatures_of(seat).count();
        let limit = (LINES + LINES_PER_CREATURE * own).min(MOST_LINES);
        limit.saturating_sub(self.lines.get(seat.index()).copied().unwrap_or(0).into())
    }

    /// The most decisions of one seat in one round.
    pub fn most_lines() -> usize {
        MOST_LINES + 1
    }
}

/// Offers lines for one species.
struct LinesOf<'a, O> {
    of: Option<Number>,
    out: &'a mut O,
}

impl<O: Offers<Action>> Offers<Line> for LinesOf<'_, O> {
    #[inline]
    fn offer(&mut self, make: impl FnOnce() -> Line) {
        let of = self.of;
        self.out.offer(|| Action { of, line: make() });
    }

    #[inline]
    fn offer_each(&mut self, count: usize, mut make: impl FnMut(usize) -> Line) {
        let of = self.of;
        self.out.offer_each(count, |place| Action { of, line: make(place) });
    }
}

/// Offers what one creature, or a class of them, can be told.
struct TellingsTo<'a, O> {
    whom: Whom,
    out: &'a mut O,
}

impl<O: Offers<Action>> Offers<Telling> for TellingsTo<'_, O> {
    #[inline]
    fn offer(&mut self, make: impl FnOnce() -> Telling) {
        let whom = self.whom;
        self.out.offer(|| Line::Tell(whom, make()).into());
    }

    #[inline]
    fn offer_each(&mut self, count: usize, mut make: impl FnMut(usize) -> Telling) {
        let whom = self.whom;
        self.out.offer_each(count, |place| Line::Tell(whom, make(place)).into());
    }
}

/// Offers the small orders of a seat: for each creature, then for each species.
pub(super) fn offer_orders(
    game: &PostalSurvival,
    position: &Position,
    seat: Seat,
    out: &mut impl Offers<Action>,
) {
    let island = &position.island;
    for creature in position.creatures_of(seat) {
        offer_creature_orders(game, island, creature, out);
    }
    let several = game.rulings().species_per_player > 1;
    for index in position.species_of(seat).filter(|index| island.lives(*index)) {
        let species = &island[index];
        let of = several.then_some(species.number);
        let say = &mut LinesOf { of, out: &mut *out };
        genes::offer_genes(game, island, species.diet, say);
        if island.coming() == 1 {
            founding::offer_starts(island, say);
        }
        births::offer_newborn_modes(island, say);
        behaviour::offer_enemies(island, seat, say);
        ending::offer_votes(say);
        say.offer(|| Line::Pass); // PS-ORD-10
        if !position.sheets[index.index()].is_empty() {
            say.offer(|| Line::Withdraw); // PS-ORD-07
        }
    }
}

fn offer_creature_orders(
    game: &PostalSurvival,
    island: &Island,
    creature: &Creature,
    out: &mut impl Offers<Action>,
) {
    let tell = &mut TellingsTo { whom: Whom::One(creature.tag()), out: &mut *out };
    if island.coming() > 1 {
        movement::offer_moves(island, game.rulings().swim_mix, creature, tell);
        tracking::offer_tracking(island, creature, tell);
    }
    behaviour::offer_modes(tell);
    genes::offer_switches(creature, tell);
    behaviour::offer_poison(creature, tell);
    births::offer_berths(island, creature, out);
}

/// Judges one order line. PS-ORD-06
pub(super) fn judge_order(
    game: &PostalSurvival,
    position: &Position,
    seat: Seat,
    action: &Action,
) -> Judged {
    if position.over.is_some() {
        return Err(Refusal::Over);
    }
    if !position.awaits(seat) {
        return Err(match position.closed.get(seat.index()) {
            Some(false) => Refusal::Extinct, // PS-DEATH-07
            _ => Refusal::Final,
        });
    }
    if matches!(action.line, Line::Done) {
        return match action.of {
            None => Ok(()),
            Some(_) => Err(Refusal::DoneForOne),
        };
    }
    if position.lines_left(seat) == 0 {
        return Err(Refusal::TooManyLines);
    }
    if position.phase == Phase::Enrol {
        return founding::judge_enrolment(game, position, seat, action);
    }
    let several = game.rulings().species_per_player > 1;
    let species = players::judge_subject(position, several, seat, action)?;
    Judge { game, position, island: &position.island, species }.judge_line(&action.line)
}

impl Judge<'_> {
    fn judge_line(&self, line: &Line) -> Judged {
        match line {
            Line::Done | Line::Pass | Line::Standing(None) => Ok(()),
            Line::Diet(_) => Err(Refusal::DietFixed), // PS-SETUP-04
            Line::Name(name) => self.judge_name(name),
            Line::Start(place) => self.judge_start(*place),
            Line::Genes(genes) => self.judge_genes(genes, false),
            Line::Tell(Whom::One(tag), telling) => self.judge_creature(tag.id, telling),
            Line::Tell(whom, telling) => self.judge_class(*whom, telling, false),
            Line::Birth(whom, berths) => self.judge_birth(*whom, berths),
            Line::Enemy(enemy) => self.judge_enemy(*enemy),
            Line::Draw(vote) => self.judge_vote(vote),
            Line::Standing(Some(lines)) => self.judge_standing(lines),
            Line::Press(press) => press::judge_press(press),
            Line::Note(note) if note.trim().is_empty() => Err(Refusal::EmptyNote),
            Line::Note(_) => Ok(()),
            Line::Withdraw => match self.position.sheets[self.species.index()].is_empty() {
                true => Err(Refusal::NothingToWithdraw), // PS-ORD-07
                false => Ok(()),
            },
        }
    }

    /// A line for one creature.
    fn judge_creature(&self, id: Id, telling: &Telling) -> Judged {
        let creature = self.island.alive(id).ok_or(Refusal::NoCreature(id))?;
        if telling.is_empty() {
            return Err(Refusal::Empty);
        }
        if let Some(movement) = &telling.movement {
            self.judge_move(creature, movement)?;
        }
        self.judge_switches(Some(creature), telling)?;
        self.judge_poison(telling)
    }

    /// A line for all, or for the young.
    pub(super) fn judge_class(&self, whom: Whom, telling: &Telling, standing: bool) -> Judged {
        if telling.is_empty() {
            return Err(Refusal::Empty);
        }
        self.judge_switches(None, telling)?;
        if whom == Whom::Newborn {
            self.judge_newborn(telling, standing)?;
        }
        if let Some(movement) = &telling.movement {
            self.judge_common_move(movement, standing)?;
        }
        self.judge_poison(telling)
    }
}

impl Line {
    /// Writes the line on a sheet: later lines replace earlier ones of the same thing.
    pub fn write_on(&self, sheet: &mut Sheet) {
        match self {
            Line::Diet(_) | Line::Done => {}
            Line::Name(name) => sheet.name = Some(name.clone()),
            Line::Start(place) => sheet.start = Some(*place),
            Line::Genes(genes) => sheet.genes.clone_from(genes),
            Line::Tell(whom, telling) => sheet.tell(whom.who(), telling),
            Line::Birth(Whom::One(tag), berths) => sheet.births.insert(tag.id, berths.clone()),
            Line::Birth(_, berths) => sheet.births_of_all.clone_from(berths),
            Line::Enemy(enemy) => sheet.enemy = Some(*enemy),
            Line::Draw(vote) => sheet.vote = Some(vote.clone()),
            Line::Standing(None) => sheet.standing = Some(Standing::Clear),
            Line::Standing(Some(lines)) => {
                let mut standing = Sheet::default();
                lines.iter().for_each(|line| line.write_on(&mut standing));
                sheet.standing = Some(Standing::Set(Box::new(standing)));
            }
            Line::Press(press) => sheet.press.push(press.clone()),
            Line::Note(note) => sheet.notes.push(note.clone()),
            Line::Pass => sheet.pass = true,
            Line::Withdraw => sheet.clear(), // PS-ORD-07
        }
    }
}

/// How a creature will move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum MovePlan {
    Stay,
    Path,
    Wander,
    Forage,
    Track,
}

/// What one creature does this round, besides its mode.
#[derive(Clone, Copy, Debug)]
pub(super) struct Intent {
    pub plan: MovePlan,
    pub leaving: Genes,
    pub hide: bool,
    pub kill_poison: bool,
}

impl Intent {
    /// What a creature does that nobody told anything. PS-NMR-09
    pub const UNTOLD: Intent =
        Intent { plan: MovePlan::Wander, leaving: Genes::NONE, hide: false, kill_poison: false };

    /// What a creature does that was told this.
    pub fn of(telling: &Telling, plan: MovePlan) -> Intent {
        Intent {
            plan,
            leaving: telling.leaving,
            hide: telling.using.has(Gene::Camouflage),
            kill_poison: telling.kill_poison.unwrap_or(false),
        }
    }
}

impl Round {
    /// Modes, moves, switches and enemies as ordered. PS-MODE-03, PS-MODE-04, PS-MOVE-04, PS-MOVE-05
    pub(super) fn orders_into_effect(
        &mut self,
        island: &mut Island,
        rulings: &Rulings,
        orders: &Effective<'_>,
        log: &mut Log<Event>,
    ) {
        self.intents.clear();
        self.trails.clear();
        self.paths.clear();
        self.enemies.clear();
        for species in island.kinds() {
            let enemy = behaviour::declare(island, species, orders.sheet(species));
            self.enemies.push(enemy);
        }
        for place in 0..island.living.len() {
            let slot = island.living[place];
            let creature = island[slot];
            let points = creature.genes.movement();
            let mut trail = Trail { path: None, target: None, points, circling: false };
            let (source, sheet) = orders.of(creature.species);
            let (mode, intent) = match sheet {
                None => (creature.diet.default_mode(), Intent::UNTOLD), // PS-MODE-04
                Some(sheet) => {
                    let told = sheet.told(creature.id);
                    let plan =
                        self.plan(island, rulings, &creature, (source, sheet), &mut trail, log);
                    // PS-MODE-03, PS-STAND-04
                    (told.mode.unwrap_or(creature.mode), Intent::of(&told, plan))
                }
            };
            island[slot].mode = mode;
            self.intents.push(intent);
            self.trails.push(trail);
        }
    }

    /// How a creature moves by its orders: the most specific move that is possible now if they are
    /// standing ones, else the one that was sent, and it stays if that is impossible.
    /// PS-MOVE-04, PS-STAND-05
    fn plan(
        &mut self,
        island: &Island,
        rulings: &Rulings,
        creature: &Creature,
        (source, sheet): (Source, &Sheet),
        trail: &mut Trail,
        log: &mut Log<Event>,
    ) -> MovePlan {
        let own = sheet.one.get(&creature.id).and_then(|own| own.movement.as_ref());
        let stated = own.into_iter().chain(&sheet.all.movement);
        for movement in stated.take(if island.round == 0 { 0 } else { 2 }) {
            match (self.possible(island, rulings, creature, movement, trail), source) {
                (Ok(plan), _) => return plan,
                (Err(why), Source::Sent) => {
                    tell(log, || Event::Refused { who: creature.tag(), why: why.to_string() });
                    return MovePlan::Stay;
                }
                (Err(_), _) => {}
            }
        }
        match (sheet.pass, rulings.missing_order, source) {
            (true, _, _) | (_, MissingOrder::Stay, Source::Sent) => MovePlan::Stay,
            _ => MovePlan::Wander,
        }
    }

    /// What a stated move comes to, or why it cannot be made.
    fn possible(
        &mut self,
        island: &Island,
        rulings: &Rulings,
        creature: &Creature,
        movement: &Move,
        trail: &mut Trail,
    ) -> Result<MovePlan, Hindrance> {
        match movement {
            Move::Stay => Ok(MovePlan::Stay),
            Move::Wander => Ok(MovePlan::Wander),
            Move::Forage => Ok(MovePlan::Forage),
            Move::Path(steps) => {
                let (land, mixed) = (&island.land, rulings.swim_mix);
                let path = movement::follow(land, creature.genes, creature.hex, steps, mixed)?;
                trail.path = Some(self.lay(&path));
                Ok(MovePlan::Path)
            }
            Move::Track(target) => {
                trail.target = Some(target_of(island, creature, *target)?);
                Ok(MovePlan::Track)
            }
        }
    }
}
