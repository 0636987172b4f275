//! What is asked, and the advice beside it: made from what is asked now.

use super::fights::losses;
use super::prompt::evenly;
use crate::Survivors;
use crate::action::Action;
use crate::knowledge::view::{FigureView, View};
use crate::speech::notation;
use crate::speech::story::called;
use table::wording::counted;

impl Survivors {
    /// The question and its hint.
    pub(super) fn question(&self, view: &View, choices: &[Action]) -> (String, String) {
        let hint = |question: &str, hint: String| (question.to_string(), hint);
        match view.step.as_str() {
            "deploy" => hint("Where do your figures start?", self.deployment_hint(view, choices)),
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
            "hand-to-hand" => hint("Who fights whom?", self.fight_hint()),
            "other" => hint("What else is done?", self.other_hint(view)),
            "pre-contact" => self.charge_question(view),
            "state" => self.statement_question(view, choices),
            "allocate" => self.wound_question(view),
            "umpire" => hint("What does the umpire rule?", String::new()),
            "stop" => hint("Nobody else is left. Play on, or stop?", String::new()),
            _ => hint("What now?", String::new()),
        }
    }

    /// What a figure is called, with its id.
    pub(super) fn name_of(&self, view: &View, id: Option<&str>) -> String {
        let Some(id) = id else { return "it".into() };
        view.figures.get(id).map_or_else(|| id.to_string(), |figure| called(&figure.name, id))
    }

    /// SV-SET-05, SV-SET-06
    fn deployment_hint(&self, view: &View, choices: &[Action]) -> String {
        let place = choices.iter().find_map(|action| match action {
            Action::Deploy { figure, .. } => Some((action, self.figure_id(*figure))),
            _ => None,
        });
        match place {
            Some((place, id)) => format!(
                "Next is {}. Any point where the base lies wholly in your zone will do, such as `{}`. `ready` ends it and places the rest as the scenario has it.",
                self.name_of(view, Some(id)),
                notation(self, place)
            ),
            None => "`ready` ends it.".into(),
        }
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
                "A bid names movement, firing, hand-to-hand and other events, in this order, such as `bid {bid}`; points that are not bid are lost. Whoever bids most for a phase names the order of the sides in it; in hand-to-hand that adds 2 to its total in every fight as well."
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
        if walks {
            hints.push("Any other point will do as well as those listed; each is told with the actions that the way takes. On the board a number stands for the actions that are left.".to_string());
        }
        // SV-HRS-09
        if walks && choices.iter().any(|action| matches!(action, Action::Lead { .. })) {
            hints.push(
                "To lead a horse, walk first: it follows then to where its leader stands.".into(),
            );
        }
        if let Some(charge) = choices.iter().find(charges) {
            hints.push(format!(
                "Enemies who are marked can be charged: `{}`.",
                notation(self, charge)
            ));
        }
        hints.join(" ")
    }

    /// SV-HTH-03, SV-HTH-24
    fn fight_hint(&self) -> String {
        let most = match self.options.melee_cap {
            u32::MAX => String::new(),
            most => format!("At most {most} take part in one fight. "),
        };
        format!("{most}The side with the higher total bleeds too, half as much.")
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
            format!("{left} of {points} are still to be shared out. {evenly}"),
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
        // SV-PRE-10, SV-PRE-13
        let hint = "It is the one shot of the turn. A charger who is brought to 0 falls on the way; a wounded one comes home.";
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
        let totals = group.and_then(|group| self.totals_told(view, &group, None));
        let totals =
            totals.map(|totals| format!("Before the dice: {totals}. ")).unwrap_or_default();
        let hint = format!(
            "{totals}`standing {always} yes` or `standing {always} no` answers for all fights to come; `standing {always} ask` has you asked again."
        );
        (question, hint)
    }
}

/// SV-FIR-09, SV-HIT-02
fn firing_hint(game: &Survivors, view: &View, choices: &[Action]) -> String {
    let aims = |action: &Action| matches!(action, Action::Shoot { aimed: true, .. });
    let reloads = |action: &Action| {
        let Action::Shoot { figure, .. } = action else { return false };
        let gun = view.figures.get(game.figure_id(*figure)).and_then(|figure| figure.gun);
        gun.is_some_and(|gun| gun.reloads)
    };
    let mut hints = Vec::new();
    if choices.iter().any(aims) {
        hints.push("An aimed shot takes two actions.");
    }
    if choices.iter().any(reloads) {
        hints.push("A gun must be reloaded after its shot.");
    }
    hints.join(" ")
}
