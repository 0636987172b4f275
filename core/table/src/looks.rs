//! The third part of the contract: the game on a board.

use crate::seat::{Names, Seat, Viewer};
use crate::speech::Speech;
use serde_json::Value;
use stage::{Ahead, Block, Choice, Fact, Ground, Panel, Prompt, Scene, Sketch, Target};
use std::sync::Arc;

/// A game to look at: the board, and what can be seen on it before one decides. Everything has a
/// default: `impl Looks for MyGame {}` shows what a viewer may know as a sheet, and the choices as a
/// list.
///
/// ```
/// use connect_four::ConnectFour;
/// use table::{Dice, Log, Looks, Names, Rules, Seat, Seed, Setup, Viewer};
///
/// let game = ConnectFour::open(&ConnectFour::house(), &Setup::new("plain", 2))?;
/// let position = game.start(&mut Dice::seeded(Seed::from_number(7)), &mut Log::quiet());
/// let (viewer, mut choices) = (Viewer::Seat(Seat(0)), Vec::new());
/// game.legal(&position, Seat(0), &mut choices);
/// let scene = game.scene(&game.view(&position, viewer), viewer, &choices, Names::NONE);
/// assert_eq!(scene.prompt.unwrap().choices.len(), choices.len());
/// # Ok::<(), table::SetupError>(())
/// ```
pub trait Looks: Speech {
    /// What a viewer sees; `choices` are the legal actions of the viewer's seat, if it must decide.
    fn scene(
        &self,
        view: &Self::View,
        viewer: Viewer,
        choices: &[Self::Action],
        _names: Names<'_>,
    ) -> Scene {
        let choices = choices.iter().map(|action| {
            let line = self.notation(action);
            Choice { grave: self.gives_up(action), ..Choice::new(line.clone(), line) }
        });
        bare_scene(Self::ID, &serde_json::to_value(view).unwrap_or_default(), viewer, choices)
    }

    /// What taking the action would do, drawn before it is taken: the way, what it costs, what comes
    /// into reach. For an action that [`check`](crate::Rules::check) accepts; depends only on what the seat
    /// may know.
    fn preview(&self, _position: &Self::Position, _seat: Seat, _action: &Self::Action) -> Sketch {
        Sketch::default()
    }

    /// What lies between two things on the board (distance, sight), or about one (ranges); `None`
    /// where there is nothing to measure. Depends only on what the viewer may know.
    fn gauge(
        &self,
        _position: &Self::Position,
        _viewer: Viewer,
        _from: &Target,
        _to: Option<&Target>,
    ) -> Option<Sketch> {
        None
    }

    /// Where a way that is gone decision by decision can lead from here, each decision after the one
    /// that it follows; nothing where a decision stands for itself. Depends only on what the seat may
    /// know, and ends where dice or something hidden would step in.
    fn ahead(&self, _position: &Self::Position, _seat: Seat) -> Vec<Ahead> {
        Vec::new()
    }
}

/// A scene for a game that draws none: the view as facts, the choices as they are written.
fn bare_scene(
    title: &str,
    view: &Value,
    viewer: Viewer,
    choices: impl Iterator<Item = Choice>,
) -> Scene {
    let ground = Ground { title: title.into(), description: String::new(), fields: Vec::new() };
    let mut scene = Scene::new(Arc::new(ground), "");
    let facts = match view {
        Value::Object(fields) => {
            fields.iter().map(|(name, value)| Fact::new(name, value.to_string())).collect()
        }
        value => vec![Fact::new("view", value.to_string())],
    };
    let blocks = vec![Block::Facts(facts)];
    let (id, title) = ("view".into(), "What you know".into());
    scene.panels.push(Panel { id, title, seat: None, open: true, blocks });
    let choices: Vec<Choice> = choices.collect();
    if let Some(seat) = viewer.seat().filter(|_| !choices.is_empty()) {
        let question = "What do you do?".into();
        let prompt = Prompt { seat: seat.0, question, choices, ..Prompt::default() };
        scene.prompt = Some(prompt.arranged());
    }
    scene
}
