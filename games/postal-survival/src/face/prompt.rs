//! The question to the player, with the orders that may be given and what each of them does.

use super::outlook::{Outlook, starves};
use super::scene::piece_id;
use super::{ordered, slips, words};
use crate::PostalSurvival;
use crate::action::{Action, Berth, Line, Move, Step, Telling, Vote, Whom};
use crate::edition::options::{Climate, MissingOrder};
use crate::edition::{Diet, Gene};
use crate::knowledge::View;
use crate::land::{Food, Hex, Place, Terrain};
use crate::position::{Creature, Id, Kind, Number, Phase, Sheet, Tag};
use crate::rules::births::{FEW_KIN, TWINS};
use crate::rules::calendar;
use crate::rules::wandering::{Crowd, forage};
use crate::speech::{listed, telling};
use stage::{Choice, Prompt, Subject, Target, Upshot};
use std::collections::BTreeSet;
use table::wording::counted;
use table::{Fit, Speech};

/// The question to the viewer, if the viewer must decide.
pub(super) fn prompt(game: &PostalSurvival, view: &View, choices: &[Action]) -> Option<Prompt> {
    let seat = view.viewer.seat().filter(|_| !choices.is_empty())?;
    let (question, hint) = asked(game, view);
    let mut sorted: Vec<&Action> = choices.iter().collect();
    sorted.sort_by_key(|action| precedence(&action.line));
    let founding = view.phase == Phase::Orders && view.island.coming() == 1;
    let prompt = Prompt {
        seat: seat.0,
        question,
        hint,
        pointing: match founding && game.rulings().species_per_player == 1 {
            true => "Click or tap a lit hex: your founder starts there.".into(),
            false => String::new(),
        },
        choices: aside(sorted.into_iter().map(|action| choice(game, view, action)).collect()),
        subjects: subjects(game, view),
        slips: slips::slips(game, view),
        ..Prompt::default()
    };
    Some(prompt.arranged())
}

/// The same choices, those of single creatures shown on the map once one is picked: where several can go, nobody could tell
/// whose way a hex is.
fn aside(mut choices: Vec<Choice>) -> Vec<Choice> {
    let movers: BTreeSet<String> = choices.iter().filter_map(|it| it.moves.clone()).collect();
    if movers.len() < 2 {
        return choices;
    }
    for choice in &mut choices {
        let piece = match &choice.target {
            Some(Target::Piece(piece)) => Some(piece),
            _ => choice.moves.as_ref(),
        };
        choice.aside = piece.is_some_and(|piece| movers.contains(piece));
    }
    choices
}

/// The creatures that are asked about, each with what it will do.
fn subjects(game: &PostalSurvival, view: &View) -> Vec<Subject> {
    if view.phase == Phase::Enrol || view.island.coming() == 1 {
        return Vec::new();
    }
    let subject = |creature: &Creature| Subject {
        heading: headed_with_place(view, creature),
        piece: piece_id(creature.id),
        state: ordered::state(game, view, creature),
        waits: ordered::will_wander(game, view, creature),
    };
    view.own().map(subject).collect()
}

/// Where an order stands among those of its round: first what is asked for, last what hardly anybody needs.
fn precedence(line: &Line) -> u8 {
    match line {
        Line::Diet(_) | Line::Start(_) => 0,
        Line::Tell(Whom::One(_), Telling { movement: Some(Move::Path(_)), .. }) => 1,
        Line::Tell(Whom::One(_) | Whom::All, telling) if telling.movement.is_some() => 2,
        Line::Genes(_) | Line::Birth(..) => 3,
        Line::Tell(Whom::One(_) | Whom::All, _) => 4,
        Line::Tell(Whom::Newborn, _) => 5,
        Line::Pass | Line::Withdraw => 6,
        Line::Enemy(_) => 7,
        Line::Draw(_) => 8,
        Line::Name(_) | Line::Standing(_) | Line::Press(_) | Line::Note(_) | Line::Done => 9,
    }
}

/// The question, and what becomes of what is left open.
fn asked(game: &PostalSurvival, view: &View) -> (String, String) {
    let several = game.rulings().species_per_player > 1;
    let hint = left_out(game, view);
    let question = match (view.phase, view.island.coming()) {
        (Phase::Enrol, _) => "What does your species eat?",
        (Phase::Orders, 1) if several => "Where do your founders start, and with which genes?",
        (Phase::Orders, 1) => "Where does your founder start, and with which gene?",
        (Phase::Orders, round) if calendar::births(round) => match parents(view).next() {
            Some(_) => "It is Spring: move, put your young down, choose their gene.",
            None => {
                "It is Spring, but none of your creatures is on land to have young. What shall they do?"
            }
        },
        (Phase::Orders, _) => "What shall your creatures do?",
    };
    // How much is done stands where one decides.
    let question = match (view.phase, view.island.coming(), ordered::progress(game, view)) {
        (Phase::Orders, 2.., (done, all @ 2..)) => format!("{question} {done} of {all} ordered."),
        _ => question.into(),
    };
    let said = match ordered::so_far(view) {
        said if said.is_empty() => String::new(),
        said => format!(" So far: {said}."),
    };
    let warned = format!("{}{}", starving(view), twins(view));
    (question, format!("{warned}{hint}{said} Then choose Done."))
}

/// A creature by its number, as its piece shows it: the letter of its diet could be read as a digit.
pub(super) fn numbered(creature: &Creature) -> String {
    format!("creature {}", creature.id)
}

/// A creature at the head of its orders: by its number.
fn headed(creature: &Creature) -> String {
    capitalised(&numbered(creature))
}

/// The same with what it eats and where it is.
fn headed_with_place(view: &View, creature: &Creature) -> String {
    let place = creature.placed().map(|hex| format!(" in {}", view.island.place(hex)));
    format!("{}, {}{}", headed(creature), creature.diet, place.unwrap_or_default())
}

/// Creatures by their numbers, of many only the first. PS-HUNG-02
pub(super) fn numbers<'a>(creatures: impl Iterator<Item = &'a Creature>) -> String {
    const NAMED: usize = 6;
    let mut names: Vec<String> = creatures.map(|creature| creature.id.to_string()).collect();
    let word = if names.len() == 1 { "creature" } else { "creatures" };
    if names.len() > NAMED + 1 {
        let more = names.split_off(NAMED).len();
        names.push(format!("{more} more"));
    }
    format!("{word} {}", listed(&names))
}

/// Who dies without a meal this round. PS-HUNG-02, PS-HUNG-04
fn starving(view: &View) -> String {
    if view.phase == Phase::Enrol || view.island.coming() == 1 {
        return String::new();
    }
    let near = || view.own().filter(|own| starves(own));
    match near().count() {
        0 => String::new(),
        1 => format!("{} dies if it does not eat this round. ", capitalised(&numbers(near()))),
        _ => format!("{} die if they do not eat this round. ", capitalised(&numbers(near()))),
    }
}

/// Who has two young this Spring. PS-TWIN-02, PS-TWIN-03
fn twins(view: &View) -> String {
    if view.phase == Phase::Enrol || !calendar::births(view.island.coming()) {
        return String::new();
    }
    let able = || parents(view).filter(|own| own.genes.has(Gene::Twins));
    let (have, first) = match able().count() {
        0 => return String::new(),
        1 => ("has", able().next()),
        _ => ("have", able().next()),
    };
    let such = first.and_then(|parent| {
        let home = parent.placed()?;
        let beside = view.island.land.neighbours(home);
        let two: Vec<String> = beside
            .filter(|next| view.island.terrain(*next).is_land())
            .take(2)
            .map(|next| view.island.place(next).to_string())
            .collect();
        (two.len() == 2).then(|| format!(", such as `birth {} {}`", parent.tag(), two.join(" ")))
    });
    format!(
        "{} {have} Twins: two young while fewer than {FEW_KIN} of the species live, else by a die of \
         {TWINS} to 6; two hexes part them{}. ",
        capitalised(&numbers(able())),
        such.unwrap_or_default()
    )
}

/// The viewer's creatures that will have young this Spring. PS-BIRTH-02
pub(super) fn parents(view: &View) -> impl Iterator<Item = &Creature> {
    let island = &view.island;
    view.own().filter(|own| own.placed().is_some_and(|hex| island.terrain(hex).is_land()))
}

/// What becomes of what the orders leave out. PS-MOVE-05, PS-ORD-10, PS-SETUP-03
pub(super) fn left_out(game: &PostalSurvival, view: &View) -> String {
    if view.phase == Phase::Enrol {
        let name = match &view.named {
            Some(name) => format!(" It is to be called {name}."),
            None => String::new(),
        };
        return match view.stated {
            Some(diet) => format!("You chose {diet}.{name}"),
            None => format!("If you choose nothing, a die decides.{name}"),
        };
    }
    if view.island.coming() == 1 {
        return "Whatever you leave open is drawn at random.".into();
    }
    let by_standing = |own: &Creature| ordered::orders_of(view, own).is_some_and(|(_, sent)| !sent);
    if view.own().next().is_some() && view.own().all(by_standing) {
        return "Your standing orders are played if you order nothing; any order for a species replaces them \
                for it this round." // PS-STAND-06
            .into();
    }
    let sheets: Vec<_> = view.own().filter_map(|own| view.sheet(own)).collect();
    let all =
        |told: fn(&Sheet) -> bool| !sheets.is_empty() && sheets.iter().all(|sheet| told(sheet));
    if all(|sheet| sheet.all.movement.is_some()) {
        return "What you have said for all holds for every creature without an order of its own."
            .into();
    }
    match (all(|sheet| sheet.pass), game.rulings().missing_order) {
        (true, _) => "A creature without an order of its own stays: you have said pass.",
        (false, MissingOrder::Wander) => "A creature that your orders leave out wanders.",
        (false, MissingOrder::Stay) => "A creature that your orders leave out stays.",
    }
    .into()
}

/// What was said already is marked so.
const CHOSEN: &str = "chosen";
const ORDERED: &str = "ordered";

/// An order with what it does; where a player has several species, with the one that it is for.
fn choice(game: &PostalSurvival, view: &View, action: &Action) -> Choice {
    let said = OfferedLine { game, view, of: action.of };
    let Offer { label, description, upshot, target } = said.offer(&action.line);
    let label = label.unwrap_or_else(|| action.line.to_string());
    let now = said.now(&action.line);
    let label = now.map_or(label.clone(), |word| format!("{label} ({word})"));
    let group = group(view, &action.line);
    let (label, group) = match action.of.and_then(|number| view.island.species_of(number)) {
        Some(species) => {
            let name = &view.island[species].name;
            (format!("{name}: {label}"), format!("{name}: {group}"))
        }
        None => (label, group),
    };
    Choice {
        notation: game.notation(action),
        label,
        description,
        upshot,
        moves: match &action.line {
            Line::Tell(Whom::One(tag), Telling { movement: Some(Move::Path(_)), .. }) => {
                Some(piece_id(tag.id))
            }
            // Its young are put down beside it: who picks it sees where.
            Line::Birth(Whom::One(tag), _) if matches!(target, Some(Target::Place(_))) => {
                Some(piece_id(tag.id))
            }
            _ => None,
        },
        target,
        final_: matches!(action.line, Line::Done),
        ends: matches!(action.line, Line::Done),
        said: matches!(now, Some(CHOSEN | ORDERED)),
        vain: matches!(action.line, Line::Done)
            && view.phase == Phase::Orders
            && ordered::lapses(game, view),
        group,
        ..Choice::default()
    }
}

/// Under what an order stands: the creature that it is for, or what is said.
fn group(view: &View, line: &Line) -> String {
    let whom = |whom: &Whom| match whom {
        Whom::One(tag) => match view.island.alive(tag.id) {
            Some(creature) => headed_with_place(view, creature),
            None => tag.to_string(),
        },
        Whom::All => "All creatures".into(),
        Whom::Newborn => "The newborn".into(),
    };
    match line {
        Line::Tell(to, telling) if telling.movement.is_some() => format!("{}: moves", whom(to)),
        Line::Tell(to, _) => format!("{}: modes and genes", whom(to)),
        Line::Birth(of, _) => format!("{}: young", whom(of)),
        Line::Genes(_) => "Gene".into(),
        Line::Start(_) => "Start".into(),
        Line::Enemy(_) => "Enemy".into(),
        Line::Diet(_) => "Diet".into(),
        Line::Draw(_) => "Votes".into(),
        Line::Pass | Line::Withdraw => "All orders".into(),
        Line::Name(_) | Line::Standing(_) | Line::Press(_) | Line::Note(_) => "Words".into(),
        Line::Done => "Done".into(),
    }
}

/// How an order is offered; its own line is the label unless another is said.
#[derive(Default)]
struct Offer {
    label: Option<String>,
    description: String,
    upshot: Option<Upshot>,
    target: Option<Target>,
}

impl Offer {
    fn told(description: impl Into<String>) -> Offer {
        Offer { description: description.into(), ..Offer::default() }
    }

    fn named(label: &str, description: impl Into<String>) -> Offer {
        Offer { label: Some(label.into()), ..Offer::told(description) }
    }
}

/// A line on offer, and the species that it is for where there are several.
struct OfferedLine<'a> {
    game: &'a PostalSurvival,
    view: &'a View,
    of: Option<Number>,
}

impl OfferedLine<'_> {
    fn offer(&self, line: &Line) -> Offer {
        match line {
            Line::Tell(Whom::One(tag), telling) => match self.view.island.alive(tag.id) {
                Some(creature) => self.telling(creature, telling),
                None => Offer::default(),
            },
            Line::Tell(..) => Offer::named(
                &capitalised(&telling::order(&self.view.island, line)),
                match line {
                    Line::Tell(_, telling) => self.newborn(telling),
                    _ => String::new(),
                },
            ),
            Line::Birth(whom, berths) => self.birth(*whom, berths),
            Line::Genes(genes) => Offer {
                label: genes.first().map(|gene| gene.name().into()),
                description: genes.first().map_or(String::new(), |gene| self.gene(*gene)),
                ..Offer::default()
            },
            Line::Start(hex) => Offer {
                label: Some(format!("Start in {hex}")),
                description: self.food_at(*hex),
                target: Some(Target::Place(hex.to_string())),
                ..Offer::default()
            },
            Line::Enemy(enemy) => self.enemy(*enemy),
            Line::Diet(diet) => Offer::named(&capitalised(diet.name()), words::diet(*diet)),
            Line::Draw(vote) => match vote {
                Vote::All => Offer::named("Vote for a draw of all", vote_told(vote)),
                Vote::No => Offer::named("Vote against every draw", vote_told(vote)),
                Vote::These(_) => Offer::told(vote_told(vote)),
            },
            Line::Pass if self.view.island.coming() == 1 => Offer::named(
                "Leave the rest to chance",
                "What you have not said is drawn at random.",
            ),
            Line::Pass => Offer::named(
                "Pass: the rest stay",
                "Every creature without an order of its own stays and keeps its mode.",
            ),
            Line::Withdraw => Offer::named(
                "Withdraw orders",
                match self.of {
                    Some(_) => {
                        "Takes back everything that you have sent for this species this round."
                    }
                    None => "Takes back everything that you have sent this round.",
                },
            ),
            Line::Done => Offer::named("Done", self.done()),
            Line::Name(_) | Line::Standing(_) | Line::Press(_) | Line::Note(_) => Offer::default(),
        }
    }

    /// The species that the line is for.
    fn species(&self) -> Option<Kind> {
        let island = &self.view.island;
        match self.of {
            Some(number) => island.species_of(number),
            None => island.kinds().find(|kind| Some(island[*kind].seat) == self.view.viewer.seat()),
        }
    }

    /// What a hex holds for a founder of the species.
    fn food_at(&self, place: Place) -> String {
        let hex = self.view.island.land.find(place);
        hex.map_or(String::new(), |hex| food_there(self.game, self.view, self.diet(), hex))
    }

    fn diet(&self) -> Option<Diet> {
        self.species().map(|species| self.view.island[species].diet)
    }

    fn telling(&self, creature: &Creature, telling: &Telling) -> Offer {
        let (rulings, island) = (self.game.rulings(), &self.view.island);
        if let Some(Move::Path(steps)) = &telling.movement {
            let Some(Step::To(end)) = steps.last() else { return Offer::default() };
            let outlook = Outlook { game: self.game, view: self.view, creature };
            return Offer {
                label: Some(format!("{} to {end}", headed(creature))),
                description: island.land.find(*end).map_or(String::new(), |hex| outlook.told(hex)),
                upshot: island.land.find(*end).map(|hex| outlook.short(hex)),
                target: Some(Target::Place(end.to_string())),
            };
        }
        let mut told = Vec::new();
        let mut upshot = None;
        let alone = |way: &Move| *telling == Telling::moving(way.clone());
        let movement = telling.movement.as_ref().filter(|way| **way != Move::Stay);
        told.extend(movement.map(|way| words::movement(island, creature, way)));
        if telling.movement == Some(Move::Stay)
            && let Some(hex) = creature.placed()
        {
            let outlook = Outlook { game: self.game, view: self.view, creature };
            told.push(format!("{}: {}", island.place(hex), outlook.told(hex)));
            upshot = alone(&Move::Stay).then(|| outlook.short(hex));
        }
        if telling.movement == Some(Move::Forage)
            && let Some((end, words)) = self.foraging(creature)
        {
            told.push(words);
            let short = Outlook { game: self.game, view: self.view, creature }.short(end);
            let there = |short: Upshot| Upshot {
                words: format!("{}: {}", island.place(end), short.words),
                ..short
            };
            upshot = alone(&Move::Forage).then(|| there(short));
        }
        if alone(&Move::Wander) {
            upshot = Some(Upshot { words: "by the die".into(), bad: false });
        }
        told.extend(telling.mode.map(|mode| words::mode(creature.diet, mode, rulings)));
        told.extend(telling.using.iter().map(|gene| words::switch(gene, true, rulings)));
        told.extend(telling.leaving.iter().map(|gene| words::switch(gene, false, rulings)));
        told.extend(telling.kill_poison.map(|kill| self.poison(creature, kill)));
        let name = headed(creature);
        let label = telling.movement.as_ref().filter(|way| alone(way)).and_then(|way| match way {
            Move::Stay => match creature.placed() {
                Some(hex) => Some(format!("{name} stays in {}", island.place(hex))),
                None => Some(format!("{name} stays")),
            },
            _ => None,
        });
        let order = Line::Tell(Whom::One(creature.tag()), telling.clone());
        let label = label.or_else(|| Some(capitalised(&telling::order(island, &order))));
        Offer {
            description: told.join(" "),
            upshot,
            target: creature.placed().map(|_| Target::Piece(piece_id(creature.id))),
            label,
        }
    }

    /// Where foraging leads as all stand now; none where plants and young come before the moves. PS-SEASON-04
    fn foraging(&self, creature: &Creature) -> Option<(Hex, String)> {
        let island = &self.view.island;
        let here = creature.placed().filter(|_| !calendar::births(island.coming()))?;
        let crowd = Crowd::new(island);
        let end = forage(island, &crowd, creature, self.game.rulings().swim_mix).end;
        let outlook = Outlook { game: self.game, view: self.view, creature }.told(end);
        let words = match end == here {
            true => format!("Now it would stay in {}: {outlook}", island.place(end)),
            false => format!("Now it would go to {}: {outlook}", island.place(end)),
        };
        Some((end, words))
    }

    /// What a line already is: the diet that was stated, what was ordered, the mode as it is.
    fn now(&self, line: &Line) -> Option<&'static str> {
        if let Line::Diet(diet) = line {
            return (self.view.stated == Some(*diet)).then_some(CHOSEN);
        }
        let own = self.species().map(|species| self.view.island[species].number);
        let of = |tag: &Tag| self.view.sheet(self.view.island.alive(tag.id)?);
        let sheet = match line {
            Line::Tell(Whom::One(tag), _) | Line::Birth(Whom::One(tag), _) => of(tag),
            _ => own.and_then(|number| self.view.orders.get(&number)),
        };
        let ordered = sheet.is_some_and(|sheet| ordered::has(sheet, line));
        if ordered {
            return Some(ORDERED);
        }
        let Line::Tell(Whom::One(tag), telling) = line else { return None };
        let creature = self.view.island.alive(tag.id)?;
        let said = sheet.and_then(|sheet| sheet.told(tag.id).mode);
        let as_it_is = said.is_none() && *telling == Telling::acting(creature.mode);
        as_it_is.then_some("as it is now")
    }

    /// What a word about poisonous creatures does, and whether there are any. PS-POIS-02
    fn poison(&self, creature: &Creature, kill: bool) -> String {
        let island = &self.view.island;
        let round = island.coming();
        let open = Gene::Poison.open(round, self.game.rulings().advanced_from);
        let any = island.living().any(|other| !other.edible());
        match any || calendar::births(round) && open {
            true => poison(creature, kill),
            false => format!(
                "No creature is poisonous now, so it changes nothing. {}",
                poison(creature, kill)
            ),
        }
    }

    /// PS-BIRTH-13
    fn newborn(&self, telling: &Telling) -> String {
        match (telling.mode, self.diet()) {
            (Some(mode), Some(diet)) => format!(
                "The young of this Spring begin so. {}",
                words::mode(diet, mode, self.game.rulings())
            ),
            _ => String::new(),
        }
    }

    fn birth(&self, whom: Whom, berths: &[Berth]) -> Offer {
        let island = &self.view.island;
        let parent = match whom {
            Whom::One(tag) => island.alive(tag.id),
            Whom::All | Whom::Newborn => None,
        };
        let Some((parent, home)) = parent.and_then(|parent| Some((parent, parent.placed()?)))
        else {
            return Offer::default();
        };
        let said = telling::order(island, &Line::Birth(whom, berths.into()));
        match berths.first() {
            Some(Berth::At(Step::To(hex))) => Offer {
                label: Some(capitalised(&said)),
                description: island
                    .land
                    .find(*hex)
                    .map_or(String::new(), |hex| self.young_in(parent, hex)),
                upshot: None,
                target: Some(Target::Place(hex.to_string())),
            },
            Some(Berth::Here) => Offer {
                description: format!(
                    "In {}, where {} is before it moves: {}",
                    island.place(home),
                    numbered(parent),
                    self.young_in(parent, home)
                ),
                target: Some(Target::Piece(piece_id(parent.id))),
                label: Some(capitalised(&said)),
                ..Offer::default()
            },
            Some(Berth::Forage) => Offer {
                description: format!(
                    "In {} or next to it, where there is the most food, less the rivals there.",
                    island.place(home)
                ),
                target: Some(Target::Piece(piece_id(parent.id))),
                label: Some(capitalised(&said)),
                ..Offer::default()
            },
            _ => Offer::default(),
        }
    }

    /// What young of a parent would find in a hex: they eat what it eats, and are not hungry yet. PS-BIRTH-11
    fn young_in(&self, parent: &Creature, hex: Hex) -> String {
        let young = Creature {
            mode: parent.diet.default_mode(),
            genes: parent.genes,
            ..Creature::new(Id(0), parent.species, parent.diet, hex)
        };
        Outlook { game: self.game, view: self.view, creature: &young }.told(hex)
    }

    /// What a gene does, and who would not gain it because they inherit it. PS-BIRTH-14, PS-BIRTH-19
    fn gene(&self, gene: Gene) -> String {
        let round = self.view.island.coming();
        let text = words::gene(gene, round, self.game.rulings());
        let of_species = |parent: &&Creature| Some(parent.species) == self.species();
        let parents: Vec<&Creature> = parents(self.view).filter(of_species).collect();
        let owners = parents.iter().filter(|parent| parent.genes.has(gene)).count();
        match (calendar::births(round), owners) {
            (false, _) | (true, 0) => text,
            (true, all) if all == parents.len() => {
                format!(
                    "{text} All your young inherit it: they would gain another one, drawn for them."
                )
            }
            (true, _) => format!("{text} Young that inherit it gain another one, drawn for each."),
        }
    }

    /// PS-ENEMY-02, PS-ENEMY-03, PS-ENEMY-04, PS-TYPE-01
    fn enemy(&self, enemy: Option<Number>) -> Offer {
        let island = &self.view.island;
        let hunts = self.diet().is_some_and(Diet::eats_meat);
        let Some(number) = enemy else {
            return Offer::named("No enemy", "No species is your enemy this round.");
        };
        let name = island.species_of(number).map(|species| island[species].name.clone());
        Offer {
            label: name.map(|name| format!("Enemy: {name}")),
            description: match hunts {
                true => {
                    "This round all your predators choose its creatures first. Creatures that would \
                         not attack still do not."
                        .into()
                }
                false => "Herbivores never attack, so this changes nothing.".into(),
            },
            ..Offer::default()
        }
    }

    fn done(&self) -> String {
        match self.view.phase {
            Phase::Enrol => {
                "The game begins as soon as everybody is done; from then on your choice is final."
                    .into()
            }
            Phase::Orders => {
                let open = ordered::left_open(self.game, self.view);
                let all = match ordered::progress(self.game, self.view) {
                    (done, all @ 2..) if done == all && self.view.island.coming() > 1 => {
                        format!("All {all} creatures have orders. ")
                    }
                    _ => String::new(),
                };
                format!(
                    "{all}{open}The round is played as soon as everybody is done; from then on your orders are final."
                )
            }
        }
    }
}

/// A word as a label begins with it.
pub(super) fn capitalised(word: &str) -> String {
    let mut letters = word.chars();
    letters.next().map_or(String::new(), |first| first.to_uppercase().chain(letters).collect())
}

/// PS-POIS-02, PS-POIS-03, PS-POIS-06
fn poison(creature: &Creature, kill: bool) -> String {
    let extra = match creature.genes.has(Gene::KillerInstinct) {
        true => ", save as the second attack of Killer Instinct",
        false => "",
    };
    match kill {
        true => "Where it attacks, it chooses poisonous creatures before others. To kill one gives 1 AP, but \
                 no meal."
            .into(),
        false => format!("It attacks no poisonous creature{extra}. This is so unless you say otherwise."),
    }
}

/// PS-END-09, PS-END-10
fn vote_told(vote: &Vote) -> &'static str {
    match vote {
        Vote::All => {
            "A vote that all living species share the win after this round; it takes the votes of all of \
             them."
        }
        Vote::These(_) => "",
        Vote::No => {
            "A vote for this round: no draw passes at the end of it, whoever votes for one."
        }
    }
}

/// What there will be to eat in a hex when creatures feed: in Spring plants have grown by then. PS-SEASON-04
pub(super) fn food_to_come(view: &View, hex: Hex) -> Food {
    let food = view.island.food(hex);
    match calendar::births(view.island.coming()) {
        true => Food { meals: food.most, ..food },
        false => food,
    }
}

/// The land of a hex, its food and its crowd, for a species of this diet.
fn food_there(game: &PostalSurvival, view: &View, diet: Option<Diet>, hex: Hex) -> String {
    let island = &view.island;
    let terrain = island.terrain(hex);
    let food = food_to_come(view, hex);
    let crowd = match island.within(hex).count().fit::<u32>() {
        0 => String::new(),
        crowd => format!("; {} there now", counted(crowd, "creature", "creatures")),
    };
    let corpses = counted(food.corpses, "corpse", "corpses");
    let spring = calendar::births(island.coming());
    let grown = match (spring, game.rulings().climate) {
        (true, Climate::Drift) => " when they have grown, 1 more or less by the climate",
        (true, _) => " when they have grown",
        (false, _) => "",
    };
    match (terrain.is_land(), terrain.fertile()) {
        (false, _) => format!("{}, with one fish{crowd}.", terrain.name()), // PS-AMPH-02
        (true, false) => format!("{}: {corpses}{crowd}.", terrain.name()),
        (true, true) => {
            let meals = counted(food.meals.max(0), "plant meal", "plant meals");
            let eats = match diet {
                Some(Diet::Omnivore) if terrain == Terrain::Grassland => {
                    " (grass: not for omnivores)"
                }
                Some(Diet::Carnivore) => " (not for carnivores)",
                _ => "",
            };
            format!("{}: {corpses}, {meals}{grown}{eats}{crowd}.", terrain.name())
        }
    }
}
