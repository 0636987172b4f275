//! What is asked, and the advice beside it: made from what is asked now.

use super::fights::losses;
use super::prompt::{evenly, listed};
use crate::Survivors;
use crate::action::{Action, Answer, Gait};
use crate::knowledge::view::{FigureView, View};
use crate::position::{FigureId, members};
use crate::speech::notation;
use crate::speech::story::called;
use table::wording::counted;

impl Survivors {
    /// The question and its hint.
    pub(super) fn question(&self, view: &View, choices: &[Action]) -> (String, String) {
        let hint = |question: &str, hint: String| (question.to_string(), hint);
        match view.step.as_str() {
            "deploy" => {
                (self.deployment_question(view, choices), self.deployment_hint(view, choices))
            }
            "bid" => self.bid_question(view),
            "order" => {
                let phase = view.phase.map_or("this phase", |phase| phase.name());
                let question = format!("Who goes first in {phase}?");
                (question, "You hold the initiative and name the order of all sides.".into())
            }
            "redirect" => {
                let who = self.name_of(view, view.active.as_deref());
                let question = format!("{who} has come upon somebody. Is it a charge?");
                let halts = "It counts as one charge from where it began; to be done is to halt.";
                (question, halts.to_string())
            }
            "movement" if view.active.is_some() => {
                let who = self.name_of(view, view.active.as_deref());
                (format!("What does {who} do?"), self.movement_hint(view, choices))
            }
            "movement" => {
                hint("Which figure moves?", "Each moves once; who is not moved stays.".into())
            }
            "firing" => hint("Who shoots at whom?", firing_hint(self, view, choices)),
            "hand-to-hand" => hint("Who fights whom?", self.fight_hint(view)),
            "other" => hint("What else do you do?", self.other_hint(view)),
            "pre-contact" => self.charge_question(view),
            "state" => self.statement_question(view, choices),
            "allocate" => self.wound_question(view),
            "umpire" => hint("What does the umpire rule?", String::new()),
            "stop" => hint("Nobody else is left. Play on, or stop?", stop_hint(view)),
            _ => hint("What now?", String::new()),
        }
    }

    /// What a figure is called, with its id.
    pub(super) fn name_of(&self, view: &View, id: Option<&str>) -> String {
        let Some(id) = id else { return "it".into() };
        view.figures.get(id).map_or_else(|| id.to_string(), |figure| called(&figure.name, id))
    }

    /// Who of the viewer's figures has no place yet, by id and name. SV-SET-06
    pub(super) fn unplaced<'a>(&self, view: &'a View) -> Vec<(&'a str, &'a str)> {
        let side = view.viewer.map(|side| &self.scenario.sides[side.index()].id);
        let mine = view.figures.iter().filter(|(_, it)| it.side.as_ref() == side);
        let waits = mine.filter(|(_, it)| it.standing == "undeployed");
        waits.map(|(id, it)| (id.as_str(), it.name.as_str())).collect()
    }

    /// Who is placed next, and how many of how many that is. SV-SET-05
    fn deployment_question(&self, view: &View, choices: &[Action]) -> String {
        let next = choices.iter().find_map(|action| match action {
            Action::Deploy { figure, .. } | Action::Enter { figure, .. } => Some(*figure),
            _ => None,
        });
        let side = view.viewer.map(|side| &self.scenario.sides[side.index()].id);
        let all = view.figures.values().filter(|it| it.side.as_ref() == side).count();
        let left = self.unplaced(view).len();
        match next {
            Some(figure) => format!(
                "Where does {} start? ({} of {all})",
                self.name_in(view, figure),
                all - left.min(all) + 1
            ),
            None => "Do your figures stand as they shall?".into(),
        }
    }

    /// SV-SET-05, SV-SET-06, SV-SCN-03, SV-SCN-04, SV-SCN-21
    fn deployment_hint(&self, view: &View, choices: &[Action]) -> String {
        let place = choices.iter().find(|action| matches!(action, Action::Deploy { .. }));
        let enter = choices.iter().find(|action| matches!(action, Action::Enter { .. }));
        let setup = view.viewer.map(|side| &self.scenario.sides[side.index()]);
        let enters = setup.map_or(1, |setup| setup.enters);
        match (place, enter) {
            (Some(place), later) => {
                let later = later.map(|_| format!(", or it comes later, from turn {enters} on"));
                format!(
                    "{} will do{}.{} Whomever you do not place stands where the scenario has it. Written: `{}`, and `ready` at the end.",
                    self.start_told(view),
                    later.unwrap_or_default(),
                    self.sentries_told(view),
                    notation(self, place),
                )
            }
            (None, Some(enter)) => {
                let first = setup.and_then(|setup| setup.entries.first());
                let first = first.map(|zone| format!(" {}", self.entry_told(*zone)));
                format!(
                    "Nobody of yours starts on the table: all may come in from turn {enters} on, each over the edge that you choose now, such as `{}`. `ready` ends it; those for whom nothing is chosen come{}.",
                    notation(self, enter),
                    first.unwrap_or_default(),
                )
            }
            (None, None) => "All have their place; `ready` ends it.".into(),
        }
    }

    /// Where the viewer's figures may start. SV-SET-05, SV-SCN-03
    fn start_told(&self, view: &View) -> String {
        let inside = view.viewer.and_then(|side| self.scenario.sides[side.index()].inside);
        match inside.map(|building| &self.table.buildings[usize::from(building)].name) {
            Some(name) => format!("Any point where the base lies wholly inside the {name}"),
            None => "Any point where the base lies wholly in your zone".into(),
        }
    }

    /// The posts of the viewer's sentries, if there are any. SV-SCN-03
    fn sentries_told(&self, view: &View) -> String {
        let spots = self.scenario.spots.iter().filter(|spot| Some(spot.side) == view.viewer);
        let spots: Vec<String> = spots.map(|spot| self.place_told(spot.at, 0)).collect();
        match spots.len() {
            0 => String::new(),
            1 => format!(" One sentry stands {}.", listed(&spots)),
            count => format!(" {count} sentries stand outside, {}.", listed(&spots)),
        }
    }

    /// Over which edge an entry leads, with its zone. SV-MOV-19
    pub(super) fn entry_told(&self, zone: u8) -> String {
        let zone = &self.scenario.zones[usize::from(zone)];
        let (low, high) = (zone.bounds.low, zone.bounds.high);
        let (at, centre) = (zone.bounds.centre(), self.table.bounds.centre());
        let edge = match (high.y - low.y > high.x - low.x, at.x < centre.x, at.y < centre.y) {
            (true, true, _) => "west",
            (true, false, _) => "east",
            (false, _, true) => "south",
            (false, _, false) => "north",
        };
        format!("from the {edge}, {}", zone.id)
    }

    /// When whoever is held back may come. SV-SCN-04, SV-SCN-21
    pub(super) fn entering_told(&self, figure: FigureId) -> String {
        let mut sides = self.scenario.sides.iter();
        let side = sides.find(|side| side.people().any(|own| own == figure));
        side.map(|side| format!("from turn {} on", side.enters)).unwrap_or_default()
    }

    /// SV-IP-09, SV-IP-10, SV-IP-11, SV-IP-14, SV-IP-19, SV-HTH-18
    fn bid_question(&self, view: &View) -> (String, String) {
        let side = view.viewer.map(|side| &self.scenario.sides[side.index()].id);
        let pool = side.and_then(|side| view.sides.get(side)).map_or(0, |side| side.pool);
        let points = counted(pool, "initiative point", "initiative points");
        let bid = evenly(pool.into()).map(|points| points.to_string()).join(" ");
        (
            format!("How do you share out your {points}?"),
            format!(
                "Whoever bids most for a phase of this turn names the order in it: who goes first. Points that are not bid are lost; in hand-to-hand the higher bid adds 2 to every fight too. Written: `bid {bid}` for movement, firing, hand-to-hand and other events."
            ),
        )
    }

    /// SV-CAN-02, SV-ACT-08, SV-CHG-02
    fn movement_hint(&self, view: &View, choices: &[Action]) -> String {
        let active = view.active.as_ref().and_then(|id| view.figures.get(id));
        let walks = active.is_some_and(|figure| figure.goes[0]);
        let charges =
            |action: &&Action| matches!(action, Action::Move { charge, .. } if *charge != 0);
        let mut hints = Vec::new();
        let breaks = choices.iter().any(|action| matches!(action, Action::BreakOff { .. }));
        if let Some(held) = active.filter(|figure| !figure.touches.is_empty() && !breaks) {
            hints.push(self.held_told(view, held));
        }
        if walks {
            let id = view.active.as_deref().unwrap_or_default();
            let listed = |action: &Action| {
                matches!(action, Action::Move { gait: Gait::Walk, charge: 0, .. })
            };
            // The list is of what brings one nearer to something: who stands far from all of it has no walk there.
            let told = match choices.iter().any(listed) {
                true => "Any point in reach will do as well as those listed",
                false => "No walk is listed, and any point in reach will do",
            };
            hints.push(format!("{told}: `walk {id} 3 north`, for instance."));
        }
        // SV-HRS-09
        if walks && choices.iter().any(|action| matches!(action, Action::Lead { .. })) {
            hints.push(
                "To lead a horse, walk first: it follows then to where its leader stands.".into(),
            );
        }
        if let Some(charge) = choices.iter().find(charges) {
            let Action::Move { figure, charge, .. } = charge else { return hints.join(" ") };
            let whom = members(*charge).map(|foe| self.figure_id(foe)).collect::<Vec<_>>();
            let line = format!("charge {} at {}", self.figure_id(*figure), whom.join(" "));
            hints.push(format!("Some enemies can be charged: `{line}`."));
            // SV-PRI-03
            hints.push(prisoners_hint(self, view));
        }
        hints.join(" ")
    }

    /// Why a figure in contact cannot go. SV-MOV-16, SV-BRK-02, SV-BRK-07
    fn held_told(&self, view: &View, figure: &FigureView) -> String {
        let foes = figure.touches.iter().filter(|id| {
            let other = view.figures.get(*id);
            other.is_some_and(|other| other.side != figure.side)
        });
        let foes: Vec<String> = foes.map(|id| self.name_of(view, Some(id))).collect();
        match foes.is_empty() {
            true => String::new(),
            false => format!(
                "It cannot go: it is held in contact with {}. To break off is an action, and only after a round has been fought.",
                listed(&foes)
            ),
        }
    }

    /// SV-HTH-03, SV-HTH-24, SV-PRI-03
    fn fight_hint(&self, view: &View) -> String {
        let most = match self.options.melee_cap {
            u32::MAX => String::new(),
            most => format!("At most {most} take part in one fight. "),
        };
        let prisoners = prisoners_hint(self, view);
        format!("{most}The side with the higher total bleeds too, half as much. {prisoners}")
    }

    /// SV-ACT-14, SV-ACT-15, SV-COM-05
    fn other_hint(&self, view: &View) -> String {
        let mine = |figure: &FigureView| {
            figure.side == view.acting && figure.standing == "playing" && figure.alert
        };
        let can = |figure: &FigureView| {
            mine(figure) && !figure.spoke && (self.options.talk_free || figure.actions_left > 0)
        };
        let speaker = view.figures.iter().find(|(_, figure)| can(figure));
        let talk = speaker.map(|(id, _)| {
            let cost = if self.options.talk_free { "is free" } else { "is an action" };
            format!(" To speak {cost} too: `say {id} shout \"Behind you\"`.")
        });
        let talk = talk.unwrap_or_default();
        format!("Each deed is one action; to put something down is free.{talk}")
    }

    /// SV-ALC-01, SV-ALC-02, SV-HTH-23
    fn wound_question(&self, view: &View) -> (String, String) {
        let evenly = "Points are shared evenly; where two stand equal, you choose.";
        let side = view.viewer.map(|side| &self.scenario.sides[side.index()].id);
        let fight = view.fight.as_ref();
        let place = fight.and_then(|fight| fight.sides.iter().position(|it| Some(it) == side));
        let (Some(fight), Some(place)) = (fight, place) else {
            return ("Who takes the next wound?".into(), evenly.into());
        };
        let (all, left) = losses(view, fight, place);
        let [ours, theirs] = [fight.totals[place], fight.totals[1 - place]];
        let points = counted(all, "point", "points");
        (
            format!("You fought {ours} to {theirs} and lose {points}. Who takes the next wound?"),
            format!("Still to be shared out: {left} of {points}. {evenly}"),
        )
    }

    fn charge_question(&self, view: &View) -> (String, String) {
        let Some(charge) = &view.charge else {
            return ("Do you fire first?".into(), String::new());
        };
        let who = self.name_of(view, Some(&charge.figure));
        let targets: Vec<String> =
            charge.targets.iter().map(|id| self.name_of(view, Some(id))).collect();
        let question = format!("{who} charges {}. Do you fire first?", targets.join(" and "));
        // SV-PRE-10, SV-PRE-13, SV-FIR-16
        let hint = "It is the one shot of the turn, and whoever is charged has it only now: in contact nobody fires. A charger who is brought to 0 falls on the way; one who is only wounded comes on.";
        (question, hint.into())
    }

    /// SV-PRI-03, SV-HTH-12
    fn statement_question(&self, view: &View, choices: &[Action]) -> (String, String) {
        let capture = choices.iter().any(|action| matches!(action, Action::Capture(_)));
        let unarmed = choices.iter().find_map(|action| match action {
            Action::Improvise { figure, .. } => Some(self.figure_id(*figure)),
            _ => None,
        });
        let improvise = unarmed.map(|id| {
            format!("Does {} look for something to fight with?", self.name_of(view, Some(id)))
        });
        let question = match (capture, improvise) {
            (true, _) => "Do you want prisoners?".to_string(),
            (false, Some(improvise)) => improvise,
            (false, None) => "What now?".to_string(),
        };
        let always = if capture { "capture" } else { "improvise" };
        let group = view.fight.as_ref();
        let group = group.map(|fight| fight.members.iter().map(String::as_str).collect());
        let totals = group.and_then(|group| self.totals_told(view, &group));
        let totals =
            totals.map(|totals| format!("Before the dice: {totals}. ")).unwrap_or_default();
        let hint = format!(
            "{totals}`standing {always} yes` or `standing {always} no` answers for all fights to come; `standing {always} ask` has you asked again."
        );
        (question, hint)
    }
}

/// SV-END-05
fn stop_hint(view: &View) -> String {
    format!(
        "To stop ends the game with the points as they stand. To play on leaves you the table until turn {}, to carry things off for instance; you are asked again after every turn.",
        view.turns
    )
}

/// What the viewer has said of prisoners, and how it says something else. SV-PRI-03
pub(super) fn prisoners_hint(game: &Survivors, view: &View) -> String {
    let side = view.viewer.map(|side| &game.scenario.sides[side.index()].id);
    let Some(side) = side.and_then(|side| view.sides.get(side)) else { return String::new() };
    match side.standing[0] {
        Answer::Yes => {
            "You fight for prisoners: `standing capture no` changes that, `standing capture ask` has you asked before every fight.".into()
        }
        Answer::No => {
            "You fight without taking prisoners: `standing capture yes` changes that, `standing capture ask` has you asked before every fight.".into()
        }
        Answer::Ask => "Before every fight you are asked whether you want prisoners.".into(),
    }
}

/// SV-FIR-09, SV-HIT-02, SV-HIT-03
fn firing_hint(game: &Survivors, view: &View, choices: &[Action]) -> String {
    let aims = |helps: bool| {
        choices.iter().any(|action| match action {
            Action::Shoot { figure, aimed: true, .. } => game.aim_helps(view, *figure) == helps,
            _ => false,
        })
    };
    let reloads = |action: &Action| {
        let Action::Shoot { figure, .. } = action else { return false };
        let gun = view.figures.get(game.figure_id(*figure)).and_then(|figure| figure.gun);
        gun.is_some_and(|gun| gun.reloads)
    };
    let mut hints = Vec::new();
    if aims(true) {
        hints.push("An aimed shot takes two actions and adds 1 to the roll.");
    }
    if aims(false) {
        hints.push(
            "A Hero or MARKSMAN has 1 more already: to aim takes two actions and adds nothing.",
        );
    }
    if choices.iter().any(reloads) {
        hints.push("A gun must be reloaded after its shot.");
    }
    hints.join(" ")
}
