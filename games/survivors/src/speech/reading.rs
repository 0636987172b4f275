//! Reading lines: what a person writes, forgivingly.

use crate::Survivors;
use crate::action::{
    Act, Action, Answer, Effect, Figures, Gait, Question, Ruling, Stop, Target, Thing, Way,
};
use crate::edition::components::Item;
use crate::geometry::point::{COMPASS, Facing, Mils, Point};
use crate::position::{FigureId, HorseId, Order, Phase, Place, Position, Side, Step};
use crate::speech::notation::{looking, mils, point};
use std::sync::Arc;
use table::{Fit, Misread, Seat, Viewer};

/// Where to look, as written.
#[derive(Clone, Copy)]
enum Look {
    Along(Facing),
    At(Point),
}

/// The verbs, each with a line that begins with it.
const VERBS: &[(&str, &str)] = &[
    ("walk", "`walk A1 18,10`"),
    ("run", "`run A1 18,10`"),
    ("breakoff", "`breakoff A1 18,10`"),
    ("deploy", "`deploy A1 10,2`"),
    ("place", "`place A1 10,2`"),
    ("enter", "`enter A1 ZONE`, with an entry zone"),
    ("lamp", "`lamp A1`"),
    ("ready", "`ready`"),
    ("bid", "four whole numbers, such as `bid 2 3 1 1`"),
    ("order", "the sides in order, such as `order B A`"),
    ("take", "`take A1`"),
    ("lead", "`lead A1 H1 12,7`"),
    ("exit", "`exit A1`"),
    ("face", "a compass point or a point, such as `face A1 NE`"),
    ("done", "`done A1`"),
    ("do", "`do A1 reload`"),
    ("hold", "`hold A1`"),
    ("fire", "`fire A1`, or `fire A1 horse`"),
    ("aim", "`aim A1`, or `aim A1 horse`"),
    ("shoot", "one target, such as `shoot A1 B1 aimed`"),
    ("fight", "who fights, such as `fight A1 A2 B1`"),
    ("capture", "`capture yes` or `capture no`"),
    ("improvise", "`improvise A1 yes`"),
    ("hurt", "`hurt A1`, or `hurt A1 horse`"),
    ("say", "`say A1 speech \"Come\"`, `say A1 shout alert` or `say A1 speech encourage A2`"),
    ("end", "`end`"),
    ("standing", "`standing capture ask` or `standing improvise no`"),
    ("stop", "`stop`"),
    ("play", "`play on`"),
    ("concede", "`concede`"),
    ("charge", "`charge A1 at B1 run 11.01,10`"),
    ("rule", "`rule test A1 4`, `rule smoke 10,10 2 3` or `rule clear 1`"),
];

/// A line being read.
struct Words<'a> {
    game: &'a Survivors,
    /// What the reader knows of the position.
    position: &'a Position,
    seat: Seat,
    line: &'a str,
}

impl Words<'_> {
    fn wrong(&self, expected: &str) -> Misread {
        Misread::new(self.line, expected)
    }

    fn figure(&self, word: &str) -> Result<FigureId, Misread> {
        self.game.figure_of(word).ok_or_else(|| self.wrong("name a figure, such as A3"))
    }

    fn figures(&self, words: &[&str]) -> Result<Figures, Misread> {
        words.iter().try_fold(0, |set, word| Ok(set | self.figure(word)?.bit()))
    }

    fn horse(&self, word: &str) -> Result<HorseId, Misread> {
        let horse = self.game.horse_of(self.position, word);
        horse.ok_or_else(|| self.wrong("name a horse, such as H1"))
    }

    fn yes(&self, word: &str) -> Result<bool, Misread> {
        match word {
            "yes" | "y" | "on" => Ok(true),
            "no" | "n" | "off" => Ok(false),
            _ => Err(self.wrong("say yes or no")),
        }
    }

    /// What a line without anything said in it decides; nothing if its words are too few, too many or
    /// in the wrong place.
    fn decision(&self, verb: &str, rest: &[&str]) -> Result<Option<Action>, Misread> {
        Ok(Some(match (verb, rest) {
            ("deploy" | "place", [id, place @ ..]) => self.deploy(self.figure(id)?, place)?,
            ("enter", [id, zone]) => {
                let mut zones = self.game.scenario.zones.iter();
                let zone = zones.position(|known| known.id.eq_ignore_ascii_case(zone));
                let zone = zone.ok_or_else(|| self.wrong("name an entry zone"))?.fit();
                Action::Enter { figure: self.figure(id)?, zone }
            }
            ("lamp", [id]) => Action::GiveLamp(self.figure(id)?),
            ("ready", []) => Action::Ready,
            ("bid", points) => {
                let bid: Option<Vec<u8>> = points.iter().map(|word| word.parse().ok()).collect();
                match bid.and_then(|bid| bid.try_into().ok()) {
                    Some(bid) => Action::Bid(bid),
                    None => return Ok(None),
                }
            }
            ("order", sides @ [_, ..]) => return self.order(sides),
            ("take", [id]) => Action::Take(self.figure(id)?),
            ("walk" | "run" | "move", [id, way @ ..]) => {
                let gait = if verb == "run" { Gait::Run } else { Gait::Walk };
                self.path(self.figure(id)?, gait, 0, way)?
            }
            ("charge", [id, rest @ ..]) => return self.charge(self.figure(id)?, rest),
            ("breakoff", [id, way @ ..]) | ("break", ["off", id, way @ ..] | [id, way @ ..]) => {
                let figure = self.figure(id)?;
                let (way, face) = self.way(figure, way)?;
                let face = self.game.seen_from(way.end().at, face);
                Action::BreakOff { figure, way, face }
            }
            ("lead", [id, horse, way @ ..]) => {
                let (way, face) = self.game.read_way(self.line, way)?;
                if face.is_some() {
                    return Ok(None);
                }
                Action::Lead { figure: self.figure(id)?, horse: self.horse(horse)?, way }
            }
            ("exit", [id]) => Action::Exit(self.figure(id)?),
            ("face", [id, word]) => return self.face(self.figure(id)?, word),
            ("done", [id]) => Action::Done(self.figure(id)?),
            ("do", [id, act @ ..]) => {
                let act = self.game.read_act(self.line, self.position, act)?;
                Action::Do { figure: self.figure(id)?, act }
            }
            ("hold", [id]) => Action::Hold(self.figure(id)?),
            ("fire" | "aim", [id, how @ ..]) => return self.fire(id, verb == "aim", how),
            ("shoot", [id, target @ .., "aimed"]) => return self.shoot(id, target, true),
            ("shoot", [id, target @ ..]) => return self.shoot(id, target, false),
            ("fight", who @ [_, ..]) => Action::Fight(self.figures(who)?),
            ("capture", [word]) => Action::Capture(self.yes(word)?),
            ("improvise", [id, word]) => {
                Action::Improvise { figure: self.figure(id)?, yes: self.yes(word)? }
            }
            ("hurt", [id]) => Action::Hurt { figure: self.figure(id)?, horse: false },
            ("hurt", [id, "horse"]) => Action::Hurt { figure: self.figure(id)?, horse: true },
            ("end", []) => Action::End,
            ("standing", [question, answer]) => return self.standing(question, answer),
            ("stop", []) => Action::Stop,
            ("play", [] | ["on"]) => Action::PlayOn,
            ("concede", []) => Action::Concede,
            ("rule", rest) => return Ok(self.game.read_ruling(rest).map(Action::Rule)),
            _ => return Ok(None),
        }))
    }

    /// `deploy A1 10,2`
    fn deploy(&self, figure: FigureId, place: &[&str]) -> Result<Action, Misread> {
        let (path, face) = self.game.read_way(self.line, place)?;
        let &[stop] = path.stops() else {
            return Err(self.wrong("deploy a figure at one point, such as `deploy A1 10,2`"));
        };
        Ok(Action::Deploy { figure, face: self.game.seen_from(stop.at, face), stop })
    }

    /// `order B A`
    fn order(&self, words: &[&str]) -> Result<Option<Action>, Misread> {
        let sides: Option<Order> = words.iter().map(|word| self.game.scenario.side(word)).collect();
        Ok(sides.filter(|_| words.len() <= Order::MOST).map(Action::Order))
    }

    fn path(
        &self,
        figure: FigureId,
        gait: Gait,
        charge: Figures,
        words: &[&str],
    ) -> Result<Action, Misread> {
        let (way, face) = self.way(figure, words)?;
        let face = self.game.seen_from(way.end().at, face);
        Ok(Action::Move { figure, gait, charge, face, way })
    }

    /// `charge A1 at B1 run 11.01,10`, or `charge A1 at B1` for the first charge that is offered.
    fn charge(&self, figure: FigureId, words: &[&str]) -> Result<Option<Action>, Misread> {
        let gait = words.iter().position(|word| ["walk", "run"].contains(word));
        let (whom, way) = words.split_at(gait.unwrap_or(words.len()));
        let whom: Vec<&str> =
            whom.iter().copied().filter(|word| !["at", "and"].contains(word)).collect();
        if whom.is_empty() {
            return Ok(None);
        }
        let targets = self.figures(&whom)?;
        match way {
            [gait, way @ ..] => {
                let gait = if *gait == "run" { Gait::Run } else { Gait::Walk };
                self.path(figure, gait, targets, way).map(Some)
            }
            [] => self.offered_charge(figure, targets).map(Some),
        }
    }

    /// The first charge of a figure at these that would be offered to it. SV-CAN-06
    fn offered_charge(&self, figure: FigureId, targets: Figures) -> Result<Action, Misread> {
        let mut there = self.position.clone();
        let mut offered = Vec::new();
        let own = self.game.side_of(&there, self.seat);
        let mine =
            there.figures.get(figure.index()).is_some_and(|it| own.is_some() && it.side == own);
        if mine && there.step == Step::Phase(Phase::Movement) {
            self.game.activate(&mut there, figure);
            self.game.offer(&there, self.seat, &mut offered);
        }
        let charges = |action: &Action| matches!(action, Action::Move { figure: who, charge, .. } if (*who, *charge) == (figure, targets));
        offered.into_iter().find(charges).ok_or_else(|| {
            self.wrong("no such charge is in reach now; one of your own is written with its way, such as `charge A1 at B1 run 11.01,10`")
        })
    }

    /// Points and where to look, things and winds among them.
    fn way(&self, figure: FigureId, words: &[&str]) -> Result<(Way, Option<Look>), Misread> {
        let spelled = self.spelled(figure, words);
        let words: Vec<&str> = spelled.iter().map(String::as_str).collect();
        self.game.read_way(self.line, &words)
    }

    /// The words of a way with points in the place of things, people who are looked at, and inches to a wind.
    fn spelled(&self, figure: FigureId, words: &[&str]) -> Vec<String> {
        let subject = self.position.figures.get(figure.index());
        let mut from =
            subject.filter(|it| it.is_playing()).map(|it| Stop { at: it.at, level: it.level });
        let (mut spelled, mut at) = (Vec::new(), 0);
        while let Some(word) = words.get(at) {
            let next = words.get(at + 1).copied().unwrap_or_default();
            let gone = match (wind(word), wind(next)) {
                (Some(side), _) => mils(next).map(|far| (side, far)),
                (None, Some(side)) => mils(word).map(|far| (side, far)),
                (None, None) => None,
            };
            let stop = match (gone, from) {
                (Some((side, far)), Some(from)) => {
                    Some(Stop { at: off(from.at, side, far), ..from })
                }
                _ => self.thing_at(word),
            };
            at += 1 + usize::from(gone.is_some() && from.is_some() || *word == "face");
            match stop {
                _ if *word == "face" => spelled.extend([word.to_string(), self.looked_at(next)]),
                Some(stop) => spelled.push(written(stop)),
                None => spelled.push(word.to_string()),
            }
            from = spelled.last().and_then(|word| read_stop(word)).or(from);
        }
        spelled
    }

    /// Where a thing or a search point lies, if the word names one.
    fn thing_at(&self, word: &str) -> Option<Stop> {
        let token = self.game.token_of(self.position, word);
        let place = token.map(|token| self.position.tokens[token].place);
        if let Some(Place::Table { at, level }) = place {
            return Some(Stop { at, level });
        }
        let mut searches = self.game.scenario.searches.iter();
        let place = searches.find(|place| place.id.eq_ignore_ascii_case(word))?;
        Some(Stop { at: place.at, level: place.level })
    }

    /// What is looked at, as a wind or a point; the word itself if it names nothing in view.
    fn looked_at(&self, word: &str) -> String {
        let eyes = self.game.side_of(self.position, self.seat);
        let figure = self.game.figure_of(word).filter(|figure| {
            let there = self.position.figures.get(figure.index()).is_some_and(|it| it.stands());
            there && self.game.is_known(self.position, *figure, eyes, false)
        });
        let wind = COMPASS.iter().find(|(_, side)| looking(*side) == word);
        match (figure, self.thing_at(word), wind) {
            (Some(figure), ..) => point(self.position.figures[figure].at),
            (None, Some(stop), _) => point(stop.at),
            (None, None, Some((name, _))) => (*name).to_string(),
            (None, None, None) => word.to_string(),
        }
    }

    /// `face A3 NE`
    fn face(&self, figure: FigureId, word: &str) -> Result<Option<Action>, Misread> {
        let from = self.position.figures.get(figure.index());
        let from = from.map(|figure| figure.at).unwrap_or_default();
        let face = self.game.seen_from(from, read_face(&self.looked_at(word)));
        Ok(face.map(|face| Action::Face { figure, face }))
    }

    /// `fire A3 horse`
    fn fire(&self, id: &str, aimed: bool, how: &[&str]) -> Result<Option<Action>, Misread> {
        let (aimed, horse) = match how {
            [] => (aimed, false),
            ["horse"] => (aimed, true),
            ["aimed"] => (true, false),
            ["aimed", "horse"] => (true, true),
            _ => return Ok(None),
        };
        Ok(Some(Action::Fire { figure: self.figure(id)?, aimed, horse }))
    }

    /// `shoot A3 B2 aimed`
    fn shoot(
        &self,
        shooter: &str,
        target: &[&str],
        aimed: bool,
    ) -> Result<Option<Action>, Misread> {
        let figure = self.figure(shooter)?;
        let target = match target {
            ["horse", id] => Target::Horse(self.horse(id)?),
            ["at" | "door" | "wall" | "barricade", id] => {
                let line = self.game.table.line(id);
                let expected = || self.wrong("name a door, barricade or wall section");
                Target::Line(line.ok_or_else(expected)?.fit())
            }
            [id] => match self.game.horse_of(self.position, id) {
                Some(horse) if self.game.figure_of(id).is_none() => Target::Horse(horse),
                _ => Target::Figure(self.figure(id)?),
            },
            _ => return Ok(None),
        };
        Ok(Some(Action::Shoot { figure, target, aimed }))
    }

    /// `say A3 shout "Run"`
    fn say(&self, words: &[&str], text: Option<&str>) -> Result<Option<Action>, Misread> {
        let (id, how, effect) = match words {
            [id, how @ ("speech" | "shout")] => (id, how, Effect::None),
            [id, how @ ("speech" | "shout"), "alert"] => (id, how, Effect::Alert),
            [id, how @ ("speech" | "shout"), "encourage", friend] => {
                (id, how, Effect::Encourage(self.figure(friend)?))
            }
            _ => return Ok(None),
        };
        let (figure, shout) = (self.figure(id)?, *how == "shout");
        Ok(Some(Action::Say { figure, shout, text: text.map(Arc::from), effect }))
    }

    /// `standing capture ask`
    fn standing(&self, question: &str, answer: &str) -> Result<Option<Action>, Misread> {
        let question = match question {
            "capture" => Question::Capture,
            "improvise" => Question::Improvise,
            _ => return Ok(None),
        };
        let answer = match answer {
            "ask" => Answer::Ask,
            word if self.yes(word)? => Answer::Yes,
            _ => Answer::No,
        };
        Ok(Some(Action::Stand { question, answer }))
    }
}

/// What is said in a line, between its first and its last quotation mark, and the words about it.
fn quoted(line: &str) -> (Option<&str>, String) {
    match (line.find('"'), line.rfind('"')) {
        (Some(open), Some(shut)) if shut > open => {
            (Some(&line[open + 1..shut]), format!("{} {}", &line[..open], &line[shut + 1..]))
        }
        _ => (None, line.to_string()),
    }
}

/// The action that a line means; what it answers to anything else names figures of the reader's own.
pub(crate) fn parse(
    game: &Survivors,
    position: &Position,
    seat: Seat,
    line: &str,
) -> Result<Action, Misread> {
    let known = game.known(position, Viewer::Seat(seat));
    let read = game.read_line(&known, seat, line);
    read.map_err(|misread| game.exemplified(game.side_of(position, seat), misread))
}

impl Survivors {
    /// What was expected of a seat, with figures of this game in its examples. As they are written here, A
    /// is the reader's own side and B another.
    fn exemplified(&self, own: Option<Side>, misread: Misread) -> Misread {
        let letters: Vec<&str> = self.scenario.sides.iter().map(|side| &*side.id).collect();
        let own = own.map_or(0, |side| side.index());
        let another = usize::from(own == 0);
        let (Some(own), Some(another)) = (letters.get(own), letters.get(another)) else {
            return misread;
        };
        let word = |word: &str| match (word.get(..1), word.get(1..)) {
            (_, Some(rest)) if !rest.bytes().all(|byte| byte.is_ascii_digit()) => word.to_string(),
            (Some("A"), Some(rest)) => format!("{own}{rest}"),
            (Some("B"), Some(rest)) => format!("{another}{rest}"),
            _ => word.to_string(),
        };
        let between = |letter: char| !letter.is_alphanumeric() && letter != '.';
        let words = misread.expected.split_inclusive(between).map(|part| {
            let end = part.trim_end_matches(between).len();
            word(&part[..end]) + &part[end..]
        });
        Misread { expected: words.collect(), ..misread }
    }

    fn read_line(&self, position: &Position, seat: Seat, line: &str) -> Result<Action, Misread> {
        let (text, rest) = quoted(line);
        let lower = rest.to_lowercase();
        let words: Vec<&str> = lower.split_whitespace().collect();
        let Some((verb, rest)) = words.split_first() else {
            return Err(Misread::new(line, "say what to do, such as `walk A1 18,10`"));
        };
        let words = Words { game: self, position, seat, line };
        let read = match (*verb, text) {
            ("say", text) => words.say(rest, text)?,
            (verb, None) => words.decision(verb, rest)?,
            (_, Some(_)) => None,
        };
        read.ok_or_else(|| match VERBS.iter().find(|(known, _)| known == verb) {
            Some((_, expected)) => Misread::new(line, format!("say {expected}")),
            None => Misread::new(line, format!("begin with a verb: {}", verbs(position.step))),
        })
    }

    fn read_ruling(&self, rest: &[&str]) -> Option<Ruling> {
        Some(match rest {
            ["test", id, target] => {
                Ruling::Test { figure: self.figure_of(id)?, target: target.parse().ok()? }
            }
            ["smoke", at, radius, turns] => Ruling::Smoke {
                at: read_stop(at)?.at,
                radius: mils(radius)?,
                turns: turns.parse().ok()?,
            },
            ["clear", number] => Ruling::Clear(number.parse::<u8>().ok()?.checked_sub(1)?),
            _ => return None,
        })
    }

    fn read_act(&self, line: &str, position: &Position, rest: &[&str]) -> Result<Act, Misread> {
        let wrong = |expected: &str| Misread::new(line, expected);
        let door = |id: &str| {
            self.table
                .line(id)
                .map(|line| line.fit::<u16>())
                .ok_or_else(|| wrong("name a door, such as B1.d1"))
        };
        let find = |fixtures: &[crate::edition::scenarios::Fixture], id: &str, what: &str| {
            fixtures
                .iter()
                .position(|fixture| fixture.id.eq_ignore_ascii_case(id))
                .map(|fixture| fixture.fit::<u8>())
                .ok_or_else(|| wrong(&format!("name a {what}")))
        };
        let horse =
            |id: &str| self.horse_of(position, id).ok_or_else(|| wrong("name a horse, such as H1"));
        let token = |id: &str| {
            self.token_of(position, id)
                .ok_or_else(|| wrong("name a thing on the table, such as T1"))
        };
        let person =
            |id: &str| self.figure_of(id).ok_or_else(|| wrong("name a figure, such as A3"));
        let thing = |id: &str| match Item::read(id) {
            Some(item) => Ok(Thing::Item(item)),
            None => token(id).map(Thing::Token),
        };
        Ok(match rest {
            ["draw" | "swap", item] => {
                Act::Draw(Item::read(item).ok_or_else(|| wrong("name a thing of the kit"))?)
            }
            ["stow"] => Act::Stow,
            ["mount", id] => Act::Mount(horse(id)?),
            ["dismount", at] => Act::Dismount(
                read_stop(at).ok_or_else(|| wrong("say where, such as `do A1 dismount 10,4`"))?.at,
            ),
            ["pickup", id] => Act::PickUp(token(id)?),
            ["hand" | "handover", to, id] => Act::HandOver { to: person(to)?, thing: thing(id)? },
            ["load", id] => Act::Load(horse(id)?),
            ["unload", id] => Act::Unload(horse(id)?),
            ["open", id] => Act::Open(door(id)?),
            ["close", id] => Act::Close(door(id)?),
            ["lock", id] => Act::Lock(door(id)?),
            ["unlock", id] => Act::Unlock(door(id)?),
            ["bar", id] => Act::Bar(door(id)?),
            ["unbar", id] => Act::Unbar(door(id)?),
            ["force", id] => Act::Force(door(id)?),
            ["search", id] => Act::Search(find(&self.scenario.searches, id, "search point")?),
            ["persuade", id] => Act::Persuade(person(id)?),
            ["aid", id] => Act::Aid(person(id)?),
            ["machine", id] => Act::Machine(find(&self.scenario.machines, id, "machine")?),
            ["reload"] => Act::Reload,
            ["lamp", "on"] => Act::Lamp(true),
            ["lamp", "off"] => Act::Lamp(false),
            ["lamp", on @ ("on" | "off"), id] => {
                Act::LampAt { lamp: find(&self.scenario.lamps, id, "lamp")?, on: *on == "on" }
            }
            ["light", id] => Act::Light(find(&self.scenario.bonfires, id, "bonfire")?),
            ["drop", id] => Act::Drop(thing(id)?),
            _ => {
                return Err(wrong(
                    "do what? draw, stow, mount, dismount, pickup, hand, load, unload, open, close, \
                     lock, unlock, bar, unbar, force, search, persuade, aid, machine, reload, lamp, \
                     light, drop",
                ));
            }
        })
    }

    /// Points, and where to look; a floor that is not said is that of the point before.
    fn read_way(&self, line: &str, words: &[&str]) -> Result<(Way, Option<Look>), Misread> {
        let wrong = || {
            let verb = line.split_whitespace().next().unwrap_or_default().to_lowercase();
            let example = match VERBS.iter().find(|(known, _)| *known == verb) {
                Some((verb @ ("walk" | "run" | "breakoff"), _)) => {
                    format!("and where to look, such as `{verb} A1 18,10 face N`")
                }
                Some((_, example)) => format!("such as {example}"),
                None => "such as `walk A1 18,10 face N`".into(),
            };
            let points = "write points as x,y in inches (x,y,level on an upper floor)";
            Misread::new(line, format!("{points}, {example}"))
        };
        let mut way = Way::empty();
        let mut words = words.iter();
        let mut face = None;
        while let Some(word) = words.next() {
            match *word {
                "face" => {
                    face = Some(words.next().and_then(|word| read_face(word)).ok_or_else(wrong)?);
                }
                "to" => {}
                word => {
                    let stop = read_stop(word).ok_or_else(wrong)?;
                    if !way.push(stop) {
                        return Err(Misread::new(line, "a path has at most 16 legs"));
                    }
                }
            }
        }
        if way.stops().is_empty() {
            return Err(wrong());
        }
        Ok((way, face))
    }

    fn seen_from(&self, at: Point, look: Option<Look>) -> Option<Facing> {
        match look? {
            Look::Along(face) => Some(face),
            Look::At(point) => Facing::towards(at, point),
        }
    }
}

/// The verbs that are of use at a step of the game.
fn verbs(step: Step) -> &'static str {
    match step {
        Step::Deploy => "deploy, enter, lamp, ready",
        Step::Bid => "bid",
        Step::Order(_) => "order",
        Step::Phase(Phase::Movement) => {
            "take, walk, run, charge, breakoff, lead, face, do, exit, done, end"
        }
        Step::Phase(Phase::Firing) => "shoot, face, end",
        Step::Phase(Phase::HandToHand) => "fight",
        Step::Phase(Phase::Other) => "do, say, end",
        Step::PreContact => "hold, fire, aim",
        Step::Redirect => "charge, done",
        Step::State => "capture, improvise",
        Step::Allocate => "hurt",
        Step::Stop => "stop, play",
        Step::Umpire => "rule",
        Step::Over => "none is left, for the game is over",
    }
}

/// The wind that a word names, whole or by its letters.
fn wind(word: &str) -> Option<Facing> {
    let named =
        |(name, side): &&(&str, Facing)| name.eq_ignore_ascii_case(word) || looking(*side) == word;
    COMPASS.iter().find(named).map(|(_, side)| *side)
}

/// The point so far off to a wind, never farther.
fn off(from: Point, side: Facing, far: Mils) -> Point {
    let (x, y) = (i64::from(side.x), i64::from(side.y));
    let part = |along: i64| match x != 0 && y != 0 {
        true => along * i64::from(far) * 7071 / 10_000,
        false => along * i64::from(far),
    };
    Point::new(from.x + part(x).fit::<Mils>(), from.y + part(y).fit::<Mils>())
}

/// A point as it is read.
fn written(stop: Stop) -> String {
    match stop.level {
        0 => point(stop.at),
        level => format!("{},{level}", point(stop.at)),
    }
}

fn read_stop(word: &str) -> Option<Stop> {
    let mut parts = word.trim_matches(['(', ')']).split(',');
    let at = Point::new(mils(parts.next()?)?, mils(parts.next()?)?);
    let level = match parts.next() {
        Some(level) => level.trim_start_matches('l').parse().ok()?,
        None => 0,
    };
    parts.next().is_none().then_some(Stop { at, level })
}

fn read_face(word: &str) -> Option<Look> {
    if let Some((_, face)) = COMPASS.iter().find(|(name, _)| name.eq_ignore_ascii_case(word)) {
        return Some(Look::Along(*face));
    }
    if let Some(vector) = word.strip_prefix('(') {
        let (x, y) = vector.trim_end_matches(')').split_once(',')?;
        let way = crate::geometry::point::Vector::new(
            i64::from(x.parse::<i32>().ok()?),
            i64::from(y.parse::<i32>().ok()?),
        );
        return Facing::along(way).map(Look::Along);
    }
    read_stop(word).map(|stop| Look::At(stop.at))
}
