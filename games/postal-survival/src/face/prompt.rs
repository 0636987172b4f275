//! The question to the player, with the orders that may be given.

use super::scene::piece_id;
use super::slips;
use crate::PostalSurvival;
use crate::action::{Action, Berth, Line, Move, Step, Whom};
use crate::edition::options::MissingOrder;
use crate::knowledge::View;
use crate::position::Phase;
use crate::rules::calendar;
use stage::{Choice, Prompt, Target};
use table::Speech;

/// The question to the viewer, if the viewer must decide.
pub(super) fn prompt(game: &PostalSurvival, view: &View, choices: &[Action]) -> Option<Prompt> {
    let seat = view.viewer.seat().filter(|_| !choices.is_empty())?;
    let round = view.island.coming();
    let (question, hint) = match (view.phase, round) {
        (Phase::Enrol, _) => {
            ("What shall your species eat?", "Say nothing and be done, and the dice decide.")
        }
        (Phase::Orders, 1) if game.rulings().species_per_player > 1 => {
            ("Where do your founders start, and with which genes?", "Then say done.")
        }
        (Phase::Orders, 1) => {
            ("Where does your founder start, and with which gene?", "Then say done.")
        }
        (Phase::Orders, round) if calendar::births(round) => {
            ("It is Spring: move, put your young down, choose their gene.", "Then say done.")
        }
        (Phase::Orders, _) => ("What shall your creatures do?", left_out(game)),
    };
    Some(Prompt {
        seat: seat.0,
        question: question.into(),
        hint: hint.into(),
        choices: choices.iter().map(|action| choice(game, view, action)).collect(),
        slips: slips::slips(game, view),
        ..Prompt::default()
    })
}

/// What becomes of a creature that the orders do not mention. PS-MOVE-05
fn left_out(game: &PostalSurvival) -> &'static str {
    match game.rulings().missing_order {
        MissingOrder::Wander => "A creature that your orders leave out wanders. Then say done.",
        MissingOrder::Stay => "A creature that your orders leave out stays. Then say done.",
    }
}

fn choice(game: &PostalSurvival, view: &View, action: &Action) -> Choice {
    let notation = game.notation(action);
    let piece = |whom: &Whom| match whom {
        Whom::One(tag) => {
            let creature = view.island.alive(tag.id)?;
            creature.placed().map(|_| Target::Piece(piece_id(creature.id)))
        }
        _ => None,
    };
    let place = |step: Option<&Step>| match step {
        Some(Step::To(place)) => Some(Target::Place(place.to_string())),
        _ => None,
    };
    let (label, description, target) = match &action.line {
        Line::Tell(whom, telling) => match &telling.movement {
            Some(Move::Path(steps)) => {
                let end = steps.last().map(ToString::to_string).unwrap_or_default();
                (format!("{whom} to {end}"), food_there(view, steps.last()), place(steps.last()))
            }
            _ => (notation.clone(), String::new(), piece(whom)),
        },
        Line::Birth(whom, berths) => match berths.first() {
            Some(Berth::At(step)) => (
                format!("young of {whom} in {step}"),
                food_there(view, Some(step)),
                place(Some(step)),
            ),
            _ => (notation.clone(), String::new(), piece(whom)),
        },
        Line::Genes(genes) => {
            let effect = genes.first().map(|gene| gene.effect()).unwrap_or_default();
            (notation.clone(), effect.to_string(), None)
        }
        Line::Start(hex) => (
            notation.clone(),
            food_there(view, Some(&Step::To(*hex))),
            Some(Target::Place(hex.to_string())),
        ),
        Line::Enemy(Some(number)) => {
            let name = view.island.species_of(*number).map(|s| view.island[s].name.clone());
            (
                format!("enemy: {}", name.unwrap_or_default()),
                "This round all your predators choose its creatures first.".into(),
                None,
            )
        }
        Line::Done => (
            "done".into(),
            "Your orders are final; the round is played when everybody is done.".into(),
            None,
        ),
        _ => (notation.clone(), String::new(), None),
    };
    Choice {
        notation,
        label,
        description,
        target,
        final_: matches!(action.line, Line::Done),
        ..Choice::default()
    }
}

fn food_there(view: &View, step: Option<&Step>) -> String {
    let Some(Step::To(place)) = step else {
        return String::new();
    };
    match view.island.land.find(*place) {
        None => String::new(),
        Some(hex) => {
            let crowd = view.island.within(hex).count();
            format!(
                "{} {}, {crowd} there now",
                view.island.terrain(hex).name(),
                view.island.food(hex)
            )
        }
    }
}
