//! Reading lines: what a person writes, forgivingly.

use crate::Survivors;
use crate::action::{
    Act, Action, Answer, Effect, Figures, Gait, Question, Ruling, Stop, Target, Thing, Way,
};
use crate::edition::components::Item;
use crate::geometry::point::{COMPASS, Facing, Point};
use crate::position::{FigureId, HorseId, NOBODY, Position};
use crate::speech::notation::mils;
use std::sync::Arc;
use table::{Fit, Misread};

/// Where to look, as written.
#[derive(Clone, Copy)]
enum Look {
    Along(Facing),
    At(Point),
}

/// The words of a line after its verb.
struct Words<'a> {
    game: &'a Survivors,
    position: &'a Position,
    line: &'a str,
    rest: &'a [&'a str],
}

impl Words<'_> {
    fn wrong(&self, expected: &str) -> Misread {
        Misread::new(self.line, expected)
    }

    fn figure(&self, word: Option<&&str>) -> Result<FigureId, Misread> {
        word.and_then(|word| self.game.figure_of(word))
            .ok_or_else(|| self.wrong("name a figure, such as A3"))
    }

    fn horse(&self, word: Option<&&str>) -> Result<HorseId, Misread> {
        word.and_then(|word| self.game.horse_of(self.position, word))
            .ok_or_else(|| self.wrong("name a horse, such as H1"))
    }

    fn yes(&self, word: Option<&&str>) -> Result<bool, Misread> {
        match word.copied() {
            Some("yes" | "y" | "on") => Ok(true),
            Some("no" | "n" | "off") => Ok(false),
            _ => Err(self.wrong("say yes or no")),
        }
    }

    /// `deploy A1 10,2`
    fn deploy(&self) -> Result<Action, Misread> {
        let (path, face) = self.game.read_way(self.line, self.rest.get(1..).unwrap_or(&[]))?;
        let stop =
            path.stops().first().copied().filter(|_| path.stops().len() == 1).ok_or_else(|| {
                self.wrong("deploy a figure at one point, such as `deploy A1 10,2`")
            })?;
        Ok(Action::Deploy {
            figure: self.figure(self.rest.first())?,
            face: self.game.seen_from(stop.at, face),
            stop,
        })
    }

    /// `order B A`
    fn order(&self) -> Result<Action, Misread> {
        let mut sides = [NOBODY; 4];
        if self.rest.is_empty() || self.rest.len() > 4 {
            return Err(self.wrong("name the sides in order, such as `order B A`"));
        }
        for (place, word) in self.rest.iter().enumerate() {
            sides[place] = self
                .game
                .scenario
                .side(word)
                .ok_or_else(|| self.wrong("name the sides in order, such as `order B A`"))?;
        }
        Ok(Action::Order { sides, count: self.rest.len().fit::<u8>() })
    }

    /// `charge A3 at B2 run 11.01,10`
    fn charge(&self) -> Result<Action, Misread> {
        let expected = "charge like `charge A3 at B2 run 11.01,10`";
        let mover = self.figure(self.rest.first())?;
        let gait = self
            .rest
            .iter()
            .position(|word| ["walk", "run"].contains(word))
            .ok_or_else(|| self.wrong(expected))?;
        let mut charge: Figures = 0;
        for word in &self.rest[1..gait] {
            if !["at", "and"].contains(word) {
                charge |= self.figure(Some(word))?.bit();
            }
        }
        if charge == 0 {
            return Err(self.wrong(expected));
        }
        let (way, face) = self.game.read_way(self.line, &self.rest[gait + 1..])?;
        Ok(Action::Move {
            figure: mover,
            gait: if self.rest[gait] == "run" { Gait::Run } else { Gait::Walk },
            charge,
            face: self.game.seen_from(way.end().at, face),
            way,
        })
    }

    /// `shoot A3 B2 aimed`
    fn shoot(&self) -> Result<Action, Misread> {
        let shooter = self.figure(self.rest.first())?;
        let aimed = self.rest.last() == Some(&"aimed");
        let named: Vec<&str> =
            self.rest.iter().skip(1).copied().filter(|word| *word != "aimed").collect();
        let target = match named.as_slice() {
            ["horse", id] => Target::Horse(self.horse(Some(id))?),
            ["at" | "door" | "wall" | "barricade", id] => Target::Line(
                (self
                    .game
                    .table
                    .line(id)
                    .ok_or_else(|| self.wrong("name a door, barricade or wall section"))?)
                .fit::<u16>(),
            ),
            [id] => match self.game.horse_of(self.position, id) {
                Some(horse) if self.game.figure_of(id).is_none() => Target::Horse(horse),
                _ => Target::Figure(self.figure(Some(id))?),
            },
            _ => return Err(self.wrong("shoot at one target, such as `shoot A3 B2 aimed`")),
        };
        Ok(Action::Shoot { figure: shooter, target, aimed })
    }

    /// `fight A1 A3 B2`
    fn fight(&self) -> Result<Action, Misread> {
        let mut set: Figures = 0;
        for word in self.rest {
            set |= self.figure(Some(word))?.bit();
        }
        if set == 0 {
            return Err(self.wrong("name who fights, such as `fight A1 A3 B2`"));
        }
        Ok(Action::Fight(set))
    }

    /// `say A3 shout "Run"`
    fn say(&self, text: Option<String>) -> Result<Action, Misread> {
        let shout = match self.rest.get(1).copied() {
            Some("shout") => true,
            Some("speech") => false,
            _ => return Err(self.wrong("say speech or shout, such as `say A3 shout \"Run\"`")),
        };
        let effect = match self.rest.get(2).copied() {
            None => Effect::None,
            Some("alert") => Effect::Alert,
            Some("encourage") => Effect::Encourage(self.figure(self.rest.get(3))?),
            Some(_) => return Err(self.wrong("the effect is `alert` or `encourage A4`")),
        };
        Ok(Action::Say {
            figure: self.figure(self.rest.first())?,
            shout,
            text: text.map(Arc::from),
            effect,
        })
    }

    /// `standing capture ask`
    fn standing(&self) -> Result<Action, Misread> {
        let question = match self.rest.first().copied() {
            Some("capture") => Question::Capture,
            Some("improvise") => Question::Improvise,
            _ => return Err(self.wrong("`standing capture` or `standing improvise`")),
        };
        let answer = match self.rest.get(1).copied() {
            Some("ask") => Answer::Ask,
            _ if self.yes(self.rest.get(1))? => Answer::Yes,
            _ => Answer::No,
        };
        Ok(Action::Stand { question, answer })
    }
}

impl Survivors {
    pub(crate) fn read_line(&self, position: &Position, line: &str) -> Result<Action, Misread> {
        let wrong = |expected: &str| Misread::new(line, expected);
        // What is said stands between quotation marks; everything else is words.
        let (text, rest) = match line.find('"') {
            Some(open) => match line.rfind('"') {
                Some(shut) if shut > open => (
                    Some(line[open + 1..shut].to_string()),
                    format!("{} {}", &line[..open], &line[shut + 1..]),
                ),
                _ => (None, line.to_string()),
            },
            None => (None, line.to_string()),
        };
        let lower = rest.to_lowercase();
        let words: Vec<&str> = lower.split_whitespace().collect();
        let Some((verb, rest)) = words.split_first() else {
            return Err(wrong("say what to do, such as `walk A3 18,10`"));
        };
        let words = Words { game: self, position, line, rest };
        let (figure, horse, yes) =
            (|word| words.figure(word), |word| words.horse(word), |word| words.yes(word));
        match *verb {
            "deploy" | "place" => words.deploy(),
            "enter" => {
                let zone = rest.get(1).and_then(|word| {
                    self.scenario.zones.iter().position(|zone| zone.id.eq_ignore_ascii_case(word))
                });
                Ok(Action::Enter {
                    figure: figure(rest.first())?,
                    zone: (zone.ok_or_else(|| wrong("name an entry zone"))?).fit::<u8>(),
                })
            }
            "lamp" => Ok(Action::GiveLamp(figure(rest.first())?)),
            "ready" => Ok(Action::Ready),
            "bid" => {
                let mut bid = [0; 4];
                let numbers: Result<Vec<u8>, _> = rest.iter().map(|word| word.parse()).collect();
                match numbers {
                    Ok(numbers) if numbers.len() == 4 => bid.copy_from_slice(&numbers),
                    _ => return Err(wrong("bid four whole numbers, such as `bid 2 3 1 1`")),
                }
                Ok(Action::Bid(bid))
            }
            "order" => words.order(),
            "take" => Ok(Action::Take(figure(rest.first())?)),
            "walk" | "run" | "move" => {
                let figure = figure(rest.first())?;
                let (way, face) = self.read_way(line, rest.get(1..).unwrap_or(&[]))?;
                Ok(Action::Move {
                    figure,
                    gait: if *verb == "run" { Gait::Run } else { Gait::Walk },
                    charge: 0,
                    face: self.seen_from(way.end().at, face),
                    way,
                })
            }
            "charge" => words.charge(),
            "breakoff" | "break" => {
                let rest = rest.strip_prefix(&["off"]).unwrap_or(rest);
                let (way, face) = self.read_way(line, rest.get(1..).unwrap_or(&[]))?;
                Ok(Action::BreakOff {
                    figure: figure(rest.first())?,
                    face: self.seen_from(way.end().at, face),
                    way,
                })
            }
            "lead" => {
                let (way, _) = self.read_way(line, rest.get(2..).unwrap_or(&[]))?;
                Ok(Action::Lead { figure: figure(rest.first())?, horse: horse(rest.get(1))?, way })
            }
            "exit" => Ok(Action::Exit(figure(rest.first())?)),
            "face" => {
                let figure = figure(rest.first())?;
                let from = position
                    .figures
                    .get(figure.index())
                    .map(|figure| figure.at)
                    .unwrap_or_default();
                let face = rest.get(1).and_then(|word| read_face(word));
                Ok(Action::Face {
                    figure,
                    face: self.seen_from(from, face).ok_or_else(|| {
                        wrong("face a compass point or a point, such as `face A3 NE`")
                    })?,
                })
            }
            "done" => Ok(Action::Done(figure(rest.first())?)),
            "do" => Ok(Action::Do {
                figure: figure(rest.first())?,
                act: self.read_act(line, position, rest.get(1..).unwrap_or(&[]))?,
            }),
            "hold" => Ok(Action::Hold(figure(rest.first())?)),
            "fire" | "aim" => Ok(Action::Fire {
                figure: figure(rest.first())?,
                aimed: *verb == "aim" || rest.contains(&"aimed"),
                horse: rest.contains(&"horse"),
            }),
            "shoot" => words.shoot(),
            "fight" => words.fight(),
            "capture" => Ok(Action::Capture(yes(rest.first())?)),
            "improvise" => {
                Ok(Action::Improvise { figure: figure(rest.first())?, yes: yes(rest.get(1))? })
            }
            "hurt" => {
                Ok(Action::Hurt { figure: figure(rest.first())?, horse: rest.contains(&"horse") })
            }
            "say" => words.say(text),
            "end" => Ok(Action::End),
            "standing" => words.standing(),
            "stop" => Ok(Action::Stop),
            "play" => Ok(Action::PlayOn),
            "concede" => Ok(Action::Concede),
            "rule" => self.read_ruling(line, rest),
            _ => Err(wrong(
                "begin with a verb: bid, order, take, walk, run, charge, breakoff, shoot, fight, do, say, end …",
            )),
        }
    }

    fn read_ruling(&self, line: &str, rest: &[&str]) -> Result<Action, Misread> {
        let wrong =
            || Misread::new(line, "`rule test A3 4`, `rule smoke 10,10 2 3` or `rule clear 1`");
        let ruling = match rest {
            ["test", id, target] => Ruling::Test {
                figure: self.figure_of(id).ok_or_else(wrong)?,
                target: target.parse().map_err(|_| wrong())?,
            },
            ["smoke", at, radius, turns] => Ruling::Smoke {
                at: read_stop(at).ok_or_else(wrong)?.at,
                radius: mils(radius).ok_or_else(wrong)?,
                turns: turns.parse().map_err(|_| wrong())?,
            },
            ["clear", number] => match number.parse::<u8>() {
                Ok(number @ 1..) => Ruling::Clear(number - 1),
                _ => return Err(wrong()),
            },
            _ => return Err(wrong()),
        };
        Ok(Action::Rule(ruling))
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
                read_stop(at).ok_or_else(|| wrong("say where, such as `dismount 10,4`"))?.at,
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
            Misread::new(
                line,
                "write points as x,y in inches (x,y,level on an upper floor), then `face N` or `face x,y`",
            )
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
