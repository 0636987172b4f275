//! What a seat is told of a step, and which dice it sees fall, is what it may know: no more than its
//! view shows, and nothing that a sample for it draws anew.
//!
//! A step is taken again with one die turned, with another decision, or from a sample. The truth and
//! that other world are then compared through every seat's eyes. A seat whose view is the same in both
//! either was told nothing that tells them apart: then its actions and its samples are the same. Or it
//! was told: then a sample keeps what it was told.
//!
//! A world that a seat's view tells from the truth may look like it again if a die that the seat sees
//! shows another face. Then that face told the seat something that its view does not say: where in a
//! hidden pile the card lay that it drew, say.

use super::samples::sampled;
use super::walk::Walk;
use super::{Held, Written, lines, must, never_panics};
use crate::dice::{Dice, Roll, Seed};
use crate::log::Log;
use crate::rules::Rules;
use crate::seat::{Audience, Seat, Viewer};
use crate::shown::Conformant;
use crate::status::Status;
use serde_json::Value;
use std::collections::BTreeMap;
use terrain::Fit;

/// Dice turned in the start of a game, and in a step.
const MOST_TURNED: (usize, usize) = (12, 4);

/// Other decisions tried in a step.
const MOST_OTHER: usize = 2;

/// Dice turned to make another world look like the truth, and how far either way.
const MOST_MATCHED: (usize, u32) = (2, 12);

/// Samples drawn until one differs: enough for what is rarely otherwise.
const MOST_SAMPLES: usize = 300;

/// Secret dice of a purpose that all saw through, until they count as no secret.
const ENOUGH_SEEN: usize = 12;

/// What the suite has learnt of secrets.
#[derive(Default)]
pub(super) struct Secrets {
    /// A die of this set-up that fell in secret and changed something.
    fell: Option<String>,
    /// Whether a sample of this set-up differed from the truth.
    differed: bool,
    /// By purpose: secret dice whose face all can see from the position, and others.
    dice: BTreeMap<String, (usize, usize)>,
}

impl Secrets {
    /// Another set-up begins.
    pub(super) fn open_setup(&mut self) {
        (self.fell, self.differed) = (None, false);
    }

    pub(super) fn sample_differed(&mut self) {
        self.differed = true;
    }

    fn die_turned(&mut self, roll: &Roll, all_see: bool) {
        if roll.audience == Audience::All {
            return;
        }
        self.fell.get_or_insert_with(|| roll.purpose.to_string());
        let (seen, hidden) = self.dice.entry(roll.purpose.to_string()).or_default();
        *(if all_see { seen } else { hidden }) += 1;
    }

    /// Where dice fall in secret, samples differ from the truth.
    pub(super) fn samples_differ(&self) -> Held {
        match &self.fell {
            Some(die) if !self.differed => Err(format!(
                "the die `{die}` falls in secret, but no sample ever differs from the truth"
            )),
            _ => Ok(()),
        }
    }

    /// A die that falls in secret decides something that somebody does not see.
    pub(super) fn dice_are_secret_for_a_reason(&self) -> Held {
        let seen =
            self.dice.iter().find(|(_, (seen, hidden))| *seen >= ENOUGH_SEEN && *hidden == 0);
        match seen {
            Some((die, _)) => Err(format!(
                "the die `{die}` falls in secret, but every view shows what it decided"
            )),
            None => Ok(()),
        }
    }
}

/// A step as it went: where it led, who was told what, which dice fell.
struct World<G: Rules> {
    position: G::Position,
    log: Log<G::Event>,
    rolls: Vec<Roll>,
}

impl<G: Rules> World<G> {
    /// What happens with these faces; nothing if other dice are asked for.
    fn with(
        faces: Vec<u32>,
        what: impl FnOnce() -> String,
        run: impl FnOnce(&mut Dice, &mut Log<G::Event>) -> G::Position,
    ) -> Result<Option<World<G>>, String> {
        let (mut dice, mut log) = (Dice::loaded(faces), Log::new());
        let position = never_panics(what, || run(&mut dice, &mut log))?;
        let fits = dice.fault().is_none() && dice.left() == 0;
        Ok(fits.then(|| World { position, log, rolls: dice.take_rolls() }))
    }

    fn heard(&self, viewer: Viewer) -> Vec<&G::Event> {
        self.log.seen_by(viewer).collect()
    }

    fn saw(&self, viewer: Viewer) -> Vec<(&str, u32, u32)> {
        let seen = self.rolls.iter().filter(|roll| roll.audience.includes(viewer));
        seen.map(|roll| (roll.purpose.as_ref(), roll.sides, roll.face)).collect()
    }

    /// Whether the viewer was told something that was otherwise in the other world.
    fn told_apart(&self, other: &World<G>, viewer: Viewer) -> bool {
        self.heard(viewer) != other.heard(viewer) || self.saw(viewer) != other.saw(viewer)
    }
}

fn faces(rolls: &[Roll]) -> Vec<u32> {
    rolls.iter().map(|roll| roll.face).collect()
}

/// The face that is so many further round the die.
fn turned_by(roll: &Roll, further: u32) -> u32 {
    let (face, sides) = (u64::from(roll.face), u64::from(roll.sides.max(1)));
    ((face + u64::from(further) - 1) % sides + 1).fit()
}

/// Two worlds that part at one thing.
struct Parting<'a, G: Conformant> {
    game: &'a G,
    truth: &'a World<G>,
    other: &'a World<G>,
    /// At what they part.
    at: String,
}

impl<G: Conformant> Parting<'_, G> {
    fn views_differ(&self, viewer: Viewer) -> bool {
        let view = |world: &World<G>| self.game.view(&world.position, viewer);
        view(self.truth) != view(self.other)
    }

    /// Where another world looks otherwise to this seat, no die that it sees would make the two look the
    /// same by showing another face; or its samples keep which face it was.
    fn seen_dice_tell_no_more(
        &self,
        seat: Seat,
        look: &mut Dice,
        run: impl Fn(&mut Dice, &mut Log<G::Event>) -> G::Position,
    ) -> Held {
        let (viewer, rolls) = (Viewer::Seat(seat), &self.other.rolls);
        let mut places: Vec<usize> = (0..rolls.len()).collect();
        places.retain(|place| rolls[*place].audience.includes(viewer));
        look.shuffle("matched", &mut places);
        for place in places.into_iter().take(MOST_MATCHED.0) {
            let roll = &rolls[place];
            let near = |by: &u32| *by.min(&(roll.sides - by)) <= MOST_MATCHED.1;
            for by in (1..roll.sides).filter(near) {
                let mut turned = faces(rolls);
                turned[place] = turned_by(roll, by);
                let what = || format!("the same with another face of `{}`", roll.purpose);
                let Some(other) = World::with(turned, what, &run)? else { continue };
                let at = format!("what the die `{}` tells of what was hidden", roll.purpose);
                let parting = Parting { game: self.game, truth: self.truth, other: &other, at };
                parting.holds_for(seat, look)?;
            }
        }
        Ok(())
    }

    /// Whoever sees nothing of another's decision does not know that it was taken, and so counts no such decisions.
    fn is_uncounted(&self, by: Seat, look: &mut Dice) -> Held {
        let others = Seat::first(self.game.setup().seats).filter(|seat| *seat != by);
        let mut unseen = others.filter(|seat| self.is_unseen(*seat));
        unseen.try_for_each(|seat| self.holds_for(seat, look))
    }

    /// Whether a seat is shown and told nothing of what the worlds part at.
    fn is_unseen(&self, seat: Seat) -> bool {
        let viewer = Viewer::Seat(seat);
        let status = |world: &World<G>| self.game.status(&world.position);
        status(self.truth) == status(self.other)
            && !self.views_differ(viewer)
            && !self.truth.told_apart(self.other, viewer)
    }

    /// What this seat knows of what the worlds part at is what its view, its actions and its samples
    /// say that it knows. Once the game is over nobody imagines anything.
    fn holds_for(&self, seat: Seat, look: &mut Dice) -> Held {
        let (game, viewer) = (self.game, Viewer::Seat(seat));
        let (truth, other) = (&self.truth.position, &self.other.position);
        let over = game.status(truth).outcome().is_some();
        if over || truth == other || self.views_differ(viewer) {
            return Ok(());
        }
        let seed = Seed::from_number(u64::from(look.roll("sample", u32::MAX)));
        let sample = sampled(game, truth, seat, &mut Dice::seeded(seed))?;
        let same = sampled(game, other, seat, &mut Dice::seeded(seed))? == sample;
        if self.truth.told_apart(self.other, viewer) {
            return must(!same, || {
                format!(
                    "seat {seat} is told of {}, which its view and its samples keep from it",
                    self.at
                )
            });
        }
        let legal = |position| {
            let mut legal = Vec::new();
            game.legal(position, seat, &mut legal);
            legal
        };
        must(legal(truth) == legal(other), || {
            format!("the actions of seat {seat} depend on {}, which it cannot know", self.at)
        })?;
        must(game.status(truth) == game.status(other), || {
            format!("who must decide depends on {}, which seat {seat} cannot know", self.at)
        })?;
        must(same, || {
            format!("a sample for seat {seat} depends on {}, which it cannot know", self.at)
        })?;
        let parts = [truth, other, &sample].map(|position| serde_json::to_value(position).ok());
        let varies = (0..MOST_SAMPLES).any(|_| {
            let another = game.resample(truth, seat, look);
            match (&parts, serde_json::to_value(&another)) {
                ([Some(truth), Some(other), Some(sample)], Ok(another)) => {
                    parts_where((truth, other), (sample, &another))
                }
                _ => another != sample,
            }
        });
        must(varies, || {
            format!("seat {seat} cannot know {}, but its samples are all the same", self.at)
        })
    }
}

/// Whether two samples part somewhere where two truths do.
fn parts_where(truths: (&Value, &Value), samples: (&Value, &Value)) -> bool {
    if truths.0 == truths.1 || samples.0 == samples.1 {
        return false;
    }
    match (truths, samples) {
        ((Value::Array(a), Value::Array(b)), (Value::Array(c), Value::Array(d)))
            if [b, c, d].iter().all(|list| list.len() == a.len()) =>
        {
            let (truths, samples) = (a.iter().zip(b), c.iter().zip(d));
            truths.zip(samples).any(|(truths, samples)| parts_where(truths, samples))
        }
        ((Value::Object(a), Value::Object(b)), (Value::Object(c), Value::Object(d)))
            if [b, c, d].iter().all(|fields| fields.keys().eq(a.keys())) =>
        {
            let (truths, samples) = (a.values().zip(b.values()), c.values().zip(d.values()));
            truths.zip(samples).any(|(truths, samples)| parts_where(truths, samples))
        }
        _ => true,
    }
}

impl<G: Conformant> Walk<'_, G> {
    /// The start tells nobody what is hidden, and the game does not know what its players are called.
    pub(super) fn start_holds(&mut self) -> Held {
        let game = self.game.game();
        let rolls: Vec<Roll> = self.game.dice(Viewer::Referee, 0).cloned().collect();
        names_are_unknown(game, self.game.position(), &rolls)?;
        let run = |dice: &mut Dice, log: &mut Log<G::Event>| game.start(dice, log);
        turned_dice_hold(game, &rolls, MOST_TURNED.0, (&mut self.look, self.secrets), run)
            .map_err(|problem| format!("at the start: {problem}"))
    }

    /// A step tells nobody what is hidden, and what can be taken back has shown nobody anything.
    pub(super) fn step_holds(
        &mut self,
        before: &G::Position,
        seat: Seat,
        action: &G::Action,
        legal: &[G::Action],
    ) -> Held {
        let game = self.game.game();
        let line = Written(game, action);
        let rolls: Vec<Roll> = self.game.dice(Viewer::Referee, self.game.len()).cloned().collect();
        let act = |position: &G::Position, action: &G::Action| {
            let what = || format!("{} of seat {seat}", Written(game, action));
            World::<G>::with(faces(&rolls), what, step(game, position, seat, action))
        };
        let Some(truth) = act(before, action)?.filter(|it| it.position == *self.game.position())
        else {
            return Err(format!("{line} leads elsewhere with the same dice"));
        };
        let run = step(game, before, seat, action);
        turned_dice_hold(game, &rolls, MOST_TURNED.1, (&mut self.look, self.secrets), run)
            .map_err(|problem| format!("{line}: {problem}"))?;
        let seats = || Seat::first(game.setup().seats);
        for _ in 0..MOST_OTHER {
            let Some(instead) = self.look.pick("instead", legal) else {
                break;
            };
            let Some(other) = act(before, instead)? else { continue };
            let at = format!("what seat {seat} decided ({line} or {})", Written(game, instead));
            let parting = Parting { game, truth: &truth, other: &other, at };
            for other in seats().filter(|other| *other != seat) {
                parting.holds_for(other, &mut self.look)?;
            }
        }
        let undecided = World { position: before.clone(), log: Log::new(), rolls: Vec::new() };
        let at = format!("whether seat {seat} decided ({line})");
        let decided = Parting { game, truth: &truth, other: &undecided, at };
        decided.is_uncounted(seat, &mut self.look)?;
        for eyes in seats() {
            let sample = sampled(game, before, eyes, &mut self.look)?;
            if game.check(&sample, seat, action).is_err() {
                continue;
            }
            let Some(other) = act(&sample, action)? else { continue };
            let at = "what was hidden".into();
            let parting = Parting { game, truth: &truth, other: &other, at };
            let viewer = Viewer::Seat(eyes);
            let shown = !decided.is_unseen(eyes)
                && (parting.views_differ(viewer) || truth.told_apart(&other, viewer));
            must(!shown || !self.game.can_undo(seat), || {
                format!("{line} showed seat {eyes} something hidden, and can be taken back")
            })?;
            let held = match parting.views_differ(viewer) {
                true => {
                    let run = step(game, &sample, seat, action);
                    parting.seen_dice_tell_no_more(eyes, &mut self.look, run)
                }
                false => parting.holds_for(eyes, &mut self.look),
            };
            held.map_err(|problem| format!("after {line}: {problem}"))?;
        }
        Ok(())
    }

    /// What one seat decides changes nothing for another that has yet to decide.
    pub(super) fn simultaneous_is_secret(&mut self) -> Held {
        let (game, before) = (self.game.game(), self.game.position());
        let Status::Deciding(deciding) = game.status(before) else {
            return Ok(());
        };
        if deciding.len() < 2 || !game.secret(before) {
            return Ok(());
        }
        for actor in deciding.iter() {
            let mut legal = Vec::new();
            game.legal(before, actor, &mut legal);
            let mut tried: BTreeMap<Seat, World<G>> = BTreeMap::new();
            for _ in 0..2 {
                let Some(action) = self.look.pick("secret", &legal) else { continue };
                let what = || format!("{} of seat {actor}", Written(game, action));
                let run = step(game, before, actor, action);
                let Some(world) = World::<G>::with(Vec::new(), what, run)? else { continue };
                if game.status(&world.position).awaits(actor) {
                    continue;
                }
                let Some(first) = tried.remove(&actor) else {
                    tried.insert(actor, world);
                    continue;
                };
                let parting = Parting { game, truth: &first, other: &world, at: String::new() };
                let awaits = |seat: &Seat| {
                    *seat != actor
                        && game.status(&first.position).awaits(*seat)
                        && game.status(&world.position).awaits(*seat)
                };
                for other in deciding.iter().filter(awaits) {
                    let viewer = Viewer::Seat(other);
                    let learns = parting.views_differ(viewer) || first.told_apart(&world, viewer);
                    must(!learns, || format!("seat {other} learns what seat {actor} decided"))?;
                }
            }
        }
        Ok(())
    }
}

/// A step that can be taken again and again.
fn step<G: Conformant>(
    game: &G,
    before: &G::Position,
    seat: Seat,
    action: &G::Action,
) -> impl Fn(&mut Dice, &mut Log<G::Event>) -> G::Position {
    move |dice, log| {
        let mut position = before.clone();
        game.apply(&mut position, seat, action, dice, log);
        position
    }
}

/// A game whose rules use no names shows none.
fn names_are_unknown<G: Conformant>(game: &G, start: &G::Position, rolls: &[Roll]) -> Held {
    if G::USES_NAMES {
        return Ok(());
    }
    let mut setup = game.setup().clone();
    setup.names = lines::odd_names(setup.seats);
    let named = G::open(&G::house(), &setup).map_err(|error| error.to_string())?;
    let position = named.start(&mut Dice::loaded(faces(rolls)), &mut Log::quiet());
    must(position == *start, || "the start depends on names".into())?;
    let seats = Seat::first(setup.seats).map(Viewer::Seat);
    for viewer in seats.chain([Viewer::Table, Viewer::Referee]) {
        must(named.view(&position, viewer) == game.view(&position, viewer), || {
            format!("the view of {viewer} depends on names")
        })?;
    }
    Ok(())
}

/// Whoever sees a die fall knows what follows from it, and nobody else.
fn turned_dice_hold<G: Conformant>(
    game: &G,
    rolls: &[Roll],
    most: usize,
    (look, secrets): (&mut Dice, &mut Secrets),
    run: impl Fn(&mut Dice, &mut Log<G::Event>) -> G::Position,
) -> Held {
    let Some(truth) = World::<G>::with(faces(rolls), || "the same again".into(), &run)? else {
        return Err("the same dice are not asked for again".into());
    };
    let mut places: Vec<usize> = (0..rolls.len()).collect();
    look.shuffle("turned", &mut places);
    for place in places.into_iter().take(most) {
        let roll = &rolls[place];
        let mut turned = faces(rolls);
        turned[place] = turned_by(roll, look.roll("turn", roll.sides.saturating_sub(1).max(1)));
        let what = || format!("the same with another face of `{}`", roll.purpose);
        let Some(other) = World::<G>::with(turned, what, &run)? else { continue };
        if other.position == truth.position {
            continue;
        }
        let at = format!("what the die `{}` shows", roll.purpose);
        let parting = Parting { game, truth: &truth, other: &other, at };
        let seats = || Seat::first(game.setup().seats);
        let mut viewers = seats().map(Viewer::Seat).chain([Viewer::Table]);
        secrets.die_turned(roll, viewers.all(|viewer| parting.views_differ(viewer)));
        for seat in seats() {
            match parting.views_differ(Viewer::Seat(seat))
                && !roll.audience.includes(Viewer::Seat(seat))
            {
                true => parting.seen_dice_tell_no_more(seat, look, &run)?,
                false => parting.holds_for(seat, look)?,
            }
        }
    }
    Ok(())
}
