//! One line of text for every decision.

use crate::Survivors;
use crate::action::{
    Act, Action, Answer, Effect, Figures, Gait, Question, Ruling, Stop, Target, Thing, Way,
};
use crate::geometry::feature::Level;
use crate::geometry::point::{COMPASS, Facing, Mils, Point};
use crate::position::{FigureId, HorseId, Position, Side, TokenId, members};
use crate::refusal::Name;
use std::fmt;
use std::fmt::Write;
use std::sync::Arc;
use table::Fit;

/// A length that is written in inches, with as many decimals as it needs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct InInches(pub Mils);

impl fmt::Display for InInches {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let sign = if self.0 < 0 { "-" } else { "" };
        let (whole, rest) = (self.0.abs() / 1000, self.0.abs() % 1000);
        match rest {
            0 => write!(f, "{sign}{whole}"),
            _ if rest % 100 == 0 => write!(f, "{sign}{whole}.{}", rest / 100),
            _ if rest % 10 == 0 => write!(f, "{sign}{whole}.{:02}", rest / 10),
            _ => write!(f, "{sign}{whole}.{rest:03}"),
        }
    }
}

/// A length in inches, as text.
pub fn inches(mils: Mils) -> String {
    InInches(mils).to_string()
}

/// Inches as mils; decimals beyond the third are rounded half up. SV-GEO-24
pub fn mils(text: &str) -> Option<Mils> {
    let text = text.trim().trim_end_matches('"');
    let (sign, text) = match text.strip_prefix('-') {
        Some(rest) => (-1, rest),
        None => (1, text),
    };
    let (whole, rest) = text.split_once('.').unwrap_or((text, ""));
    let digits = |text: &str| text.bytes().all(|b| b.is_ascii_digit());
    if (whole.is_empty() && rest.is_empty()) || !digits(whole) || !digits(rest) || whole.len() > 4 {
        return None;
    }
    let whole: Mils = if whole.is_empty() { 0 } else { whole.parse().ok()? };
    let mut padded: String = rest.chars().take(3).collect();
    while padded.len() < 3 {
        padded.push('0');
    }
    let up = rest.as_bytes().get(3).is_some_and(|digit| *digit >= b'5');
    let rest: Mils = padded.parse().ok()?;
    Some(sign * (whole * 1000 + rest + Mils::from(up)))
}

/// A point as `x,y`.
pub fn point(at: Point) -> String {
    format!("{},{}", inches(at.x), inches(at.y))
}

/// A length as a ruler says it: to the nearest tenth of an inch.
pub fn tenths(mils: Mils) -> String {
    let half = if mils < 0 { -50 } else { 50 };
    inches((mils + half) / 100 * 100)
}

/// A point as it is told: to the nearest tenth of an inch.
pub fn spot_told(at: Point) -> String {
    format!("{},{}", tenths(at.x), tenths(at.y))
}

/// The floor, to be said after a point; nothing on the ground. SV-GEO-22
pub fn floor_told(level: Level) -> String {
    match level {
        ..=0 => String::new(),
        1 => ", upper floor".into(),
        level => format!(", floor {level}"),
    }
}

fn stop(stop: &Stop) -> String {
    if stop.level == 0 { point(stop.at) } else { format!("{},{}", point(stop.at), stop.level) }
}

/// A facing in words, to the nearest of the eight points of the compass.
pub fn looking(face: Facing) -> &'static str {
    const WORDS: [[&str; 3]; 3] = [
        ["south-west", "south", "south-east"],
        ["west", "nowhere", "east"],
        ["north-west", "north", "north-east"],
    ];
    // Nearer to an axis than to a diagonal: the tangent of 22.5 degrees is 0.414.
    let (x, y) = (i64::from(face.x), i64::from(face.y));
    let sign = |along: i64, across: i64| match 1000 * along.abs() > 414 * across.abs() {
        true => along.signum(),
        false => 0,
    };
    WORDS[(sign(y, x) + 1).fit::<usize>()][(sign(x, y) + 1).fit::<usize>()]
}

/// A facing as it is written: a compass point, or a vector.
pub fn facing(face: Facing) -> String {
    COMPASS
        .iter()
        .find(|(_, known)| *known == face)
        .map_or_else(|| format!("({},{})", face.x, face.y), |(name, _)| name.to_string())
}

/// The one line that stands for an action.
pub(crate) fn notation(game: &Survivors, action: &Action) -> String {
    let id = |figure: &FigureId| game.figure_id(*figure);
    let face_part = |face: &Option<Facing>| match face {
        Some(face) => format!(" face {}", facing(*face)),
        None => String::new(),
    };
    let way_part = |way: &Way| {
        way.stops().iter().fold(String::new(), |mut line, at| {
            let _ = write!(line, " {}", stop(at));
            line
        })
    };
    let yes = |yes: &bool| if *yes { "yes" } else { "no" };
    match action {
        Action::Deploy { figure, stop: at, face } => {
            format!("deploy {} {}{}", id(figure), stop(at), face_part(face))
        }
        Action::Enter { figure, zone } => format!(
            "enter {} {}",
            id(figure),
            game.scenario.zones.get(usize::from(*zone)).map_or("?", |z| &z.id)
        ),
        Action::GiveLamp(figure) => format!("lamp {}", id(figure)),
        Action::Ready => "ready".into(),
        Action::Bid([mv, fi, hh, ot]) => format!("bid {mv} {fi} {hh} {ot}"),
        Action::Order(order) => {
            let letters: Vec<&str> = order.sides().map(|side| game.side_letter(side)).collect();
            format!("order {}", letters.join(" "))
        }
        Action::Take(figure) => format!("take {}", id(figure)),
        Action::Move { figure, gait, way, charge, face } => {
            let gait = match gait {
                Gait::Walk => "walk",
                Gait::Run => "run",
            };
            let head = if *charge == 0 {
                format!("{gait} {}", id(figure))
            } else {
                format!("charge {} at {} {gait}", id(figure), game.ids(*charge))
            };
            format!("{head}{}{}", way_part(way), face_part(face))
        }
        Action::BreakOff { figure, way, face } => {
            format!("breakoff {}{}{}", id(figure), way_part(way), face_part(face))
        }
        Action::Lead { figure, horse, way } => {
            format!("lead {} {}{}", id(figure), game.horse_id(*horse), way_part(way))
        }
        Action::Exit(figure) => format!("exit {}", id(figure)),
        Action::Face { figure, face } => format!("face {} {}", id(figure), facing(*face)),
        Action::Done(figure) => format!("done {}", id(figure)),
        Action::Do { figure, act } => format!("do {} {}", id(figure), game.act_line(act)),
        Action::Hold(figure) => format!("hold {}", id(figure)),
        Action::Fire { figure, aimed, horse } => format!(
            "{} {}{}",
            if *aimed { "aim" } else { "fire" },
            id(figure),
            if *horse { " horse" } else { "" }
        ),
        Action::Shoot { figure, target, aimed } => format!(
            "shoot {} {}{}",
            id(figure),
            game.target(*target),
            if *aimed { " aimed" } else { "" }
        ),
        Action::Fight(set) => format!("fight {}", game.ids(*set)),
        Action::Capture(want) => format!("capture {}", yes(want)),
        Action::Improvise { figure, yes: y } => format!("improvise {} {}", id(figure), yes(y)),
        Action::Hurt { figure, horse } => {
            format!("hurt {}{}", id(figure), if *horse { " horse" } else { "" })
        }
        Action::Say { figure, shout, text, effect } => {
            let mut line =
                format!("say {} {}", id(figure), if *shout { "shout" } else { "speech" });
            if let Some(text) = text {
                let _ = write!(line, " \"{text}\"");
            }
            match effect {
                Effect::None => {}
                Effect::Alert => line.push_str(" alert"),
                Effect::Encourage(friend) => {
                    let _ = write!(line, " encourage {}", id(friend));
                }
            }
            line
        }
        Action::End => "end".into(),
        Action::Stand { question, answer } => format!(
            "standing {} {}",
            match question {
                Question::Capture => "capture",
                Question::Improvise => "improvise",
            },
            match answer {
                Answer::Yes => "yes",
                Answer::No => "no",
                Answer::Ask => "ask",
            }
        ),
        Action::Stop => "stop".into(),
        Action::PlayOn => "play on".into(),
        Action::Concede => "concede".into(),
        Action::Rule(Ruling::Test { figure, target }) => {
            format!("rule test {} {target}", id(figure))
        }
        Action::Rule(Ruling::Smoke { at, radius, turns }) => {
            format!("rule smoke {} {} {turns}", point(*at), inches(*radius))
        }
        Action::Rule(Ruling::Clear(number)) => format!("rule clear {}", number + 1),
    }
}

impl Survivors {
    /// The id of a figure.
    pub fn figure_id(&self, figure: FigureId) -> &str {
        self.id_of(figure).map_or("?", |id| id)
    }

    fn id_of(&self, figure: FigureId) -> Option<&Arc<str>> {
        match figure.index().checked_sub(usize::from(self.scenario.cast)) {
            None => self.scenario.sheets.get(figure.index()).map(|sheet| &sheet.id),
            Some(stray) => self.scenario.strays.get(stray).map(|(id, _, _)| id),
        }
    }

    /// What a figure is called, for a refusal.
    pub(crate) fn figure_name(&self, figure: FigureId) -> Name {
        self.id_of(figure).map_or(Name::Unknown, Name::from)
    }

    /// What a horse is called, for a refusal.
    pub(crate) fn horse_name(&self, horse: HorseId) -> Name {
        self.scenario
            .horses
            .get(horse.index())
            .map_or(Name::Mount(horse.index()), |(id, _, _)| Name::from(id))
    }

    /// The figure of this id.
    pub fn figure_of(&self, id: &str) -> Option<FigureId> {
        let mut all = (0..self.scenario.sheets.len()).map(FigureId::new);
        all.find(|figure| self.figure_id(*figure).eq_ignore_ascii_case(id))
    }

    /// The id of a horse.
    pub fn horse_id(&self, horse: HorseId) -> String {
        match self.scenario.horses.get(horse.index()) {
            Some((id, _, _)) => id.to_string(),
            None => format!("H{}", horse.index() + 1),
        }
    }

    pub(crate) fn horse_of(&self, position: &Position, id: &str) -> Option<HorseId> {
        (0..position.horses.len())
            .map(HorseId::new)
            .find(|horse| self.horse_id(*horse).eq_ignore_ascii_case(id))
    }

    /// The id of a token.
    pub fn token_id(&self, token: TokenId) -> String {
        match self.scenario.crates.get(token.index()) {
            Some((id, _, _)) => id.to_string(),
            None => format!("T{}", token.index() + 1),
        }
    }

    pub(crate) fn token_of(&self, position: &Position, id: &str) -> Option<TokenId> {
        (0..position.tokens.len())
            .map(TokenId::new)
            .find(|token| self.token_id(*token).eq_ignore_ascii_case(id))
    }

    fn side_letter(&self, side: Side) -> &str {
        self.scenario.sides.get(side.index()).map_or("?", |side| &side.id)
    }

    fn ids(&self, set: Figures) -> String {
        let ids: Vec<&str> = members(set).map(|figure| self.figure_id(figure)).collect();
        ids.join(" ")
    }

    fn target(&self, target: Target) -> String {
        match target {
            Target::Figure(figure) => self.figure_id(figure).to_string(),
            Target::Horse(horse) => format!("horse {}", self.horse_id(horse)),
            Target::Line(line) => format!("at {}", self.line_id(line)),
        }
    }

    fn line_id(&self, line: u16) -> &str {
        self.table.lines.get(usize::from(line)).map_or("?", |line| &line.id)
    }

    fn thing(&self, thing: Thing) -> String {
        match thing {
            Thing::Item(item) => item.word().to_string(),
            Thing::Token(token) => self.token_id(token),
        }
    }

    /// An action of the table, as it stands in a line after its figure.
    pub(crate) fn act_line(&self, act: &Act) -> String {
        let line = |word: &str, line: &u16| format!("{word} {}", self.line_id(*line));
        match act {
            Act::Draw(item) => format!("draw {}", item.word()),
            Act::Stow => "stow".into(),
            Act::Mount(horse) => format!("mount {}", self.horse_id(*horse)),
            Act::Dismount(at) => format!("dismount {}", point(*at)),
            Act::PickUp(token) => format!("pickup {}", self.token_id(*token)),
            Act::HandOver { to, thing } => {
                format!("hand {} {}", self.figure_id(*to), self.thing(*thing))
            }
            Act::Load(horse) => format!("load {}", self.horse_id(*horse)),
            Act::Unload(horse) => format!("unload {}", self.horse_id(*horse)),
            Act::Open(l) => line("open", l),
            Act::Close(l) => line("close", l),
            Act::Lock(l) => line("lock", l),
            Act::Unlock(l) => line("unlock", l),
            Act::Bar(l) => line("bar", l),
            Act::Unbar(l) => line("unbar", l),
            Act::Force(l) => line("force", l),
            Act::Search(at) => format!(
                "search {}",
                self.scenario.searches.get(usize::from(*at)).map_or("?", |s| &s.id)
            ),
            Act::Persuade(stray) => format!("persuade {}", self.figure_id(*stray)),
            Act::Aid(patient) => format!("aid {}", self.figure_id(*patient)),
            Act::Machine(at) => format!(
                "machine {}",
                self.scenario.machines.get(usize::from(*at)).map_or("?", |m| &m.id)
            ),
            Act::Reload => "reload".into(),
            Act::Lamp(on) => format!("lamp {}", if *on { "on" } else { "off" }),
            Act::LampAt { lamp, on } => format!(
                "lamp {} {}",
                if *on { "on" } else { "off" },
                self.scenario.lamps.get(usize::from(*lamp)).map_or("?", |l| &l.id)
            ),
            Act::Light(fire) => format!(
                "light {}",
                self.scenario.bonfires.get(usize::from(*fire)).map_or("?", |b| &b.id)
            ),
            Act::Drop(thing) => format!("drop {}", self.thing(*thing)),
        }
    }
}
