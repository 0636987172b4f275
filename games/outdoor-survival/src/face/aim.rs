//! What a player must do to win from here, and what has become of those who play no more.

use crate::Outfit;
use crate::edition::scenarios::{Contact, Meeting, Role, RoleId};
use crate::knowledge::view::{PersonView, View};
use crate::land::{Edge, Edges};
use crate::position::Fate;

impl Outfit {
    /// What the viewer must do to win; for onlookers how the scenario is won.
    pub(super) fn aim_told(&self, view: &View) -> String {
        let own = |person: &&PersonView| person.seat.is_some() && person.seat == view.viewer;
        let mut own = view.persons.values().filter(own).collect::<Vec<_>>();
        own.sort_by_key(|person| person.status != Fate::Active);
        let aim = own.first().and_then(|person| {
            let id = (0..).map(RoleId).zip(&self.scenario.roles);
            let (id, role) = id.into_iter().find(|(_, role)| role.id == person.role)?;
            self.aim_of(view, person, id, role)
        });
        match aim {
            Some(aim) => format!("{aim} The last day is day {}.", view.day_limit),
            None => first_sentence(&self.scenario.win_text),
        }
    }

    fn aim_of(&self, view: &View, person: &PersonView, id: RoleId, role: &Role) -> Option<String> {
        let seeks = |contact: &&Contact| contact.a == id;
        let flees = |contact: &&Contact| contact.b == id && contact.result.is_feared();
        let name = |id: RoleId| {
            self.scenario.roles.get(id.index()).map_or("other".into(), |it| it.name.to_lowercase())
        };
        let contacts = &self.scenario.contacts;
        if !role.exits.is_empty() {
            let exits = match view.border.and_then(Edge::parse) {
                Some(edge) if !role.exits_secret.is_empty() => edge.into(),
                _ => role.exits,
            };
            let first = match role.needs_charge {
                true => "Find the missing and bring them off the board",
                false if contacts.iter().any(|contact| contact.b == id) => {
                    "Leave the board before you are found"
                }
                false => "Leave the board",
            };
            let over = edges_told(exits);
            return Some(format!("{first}, over {over}{}.", self.far_told(person, exits)));
        }
        if let Some(contact) = contacts.iter().find(seeks) {
            let whom = name(contact.b);
            return Some(match contact.result {
                Meeting::Found => format!("Find the {whom}: be in one hex with him."),
                Meeting::Captured => format!("Catch the {whom}: be in one hex with him."),
                Meeting::Join => format!("Join the {whom}."),
                Meeting::Hit => format!("Come near enough to the {whom}, and hit."),
            });
        }
        let contact = contacts.iter().find(flees)?;
        Some(format!("Stay alive and out of reach of the {}.", name(contact.a)))
    }

    /// How far the nearest of these edges is.
    fn far_told(&self, person: &PersonView, exits: Edges) -> String {
        let here = person.hex.as_ref().and_then(|hex| self.board.find(hex));
        let far = here.and_then(|here| {
            let open = self.board.cells().filter(|cell| {
                self.board.ways(*cell, true).iter().any(|way| way.edges.meets(exits))
            });
            open.map(|cell| self.board.distance(here, cell)).min()
        });
        match far {
            Some(0) => ": you stand at it".into(),
            Some(1) => ": 1 hex away from its border".into(),
            Some(far) => format!(": {far} hexes away from its border"),
            None => String::new(),
        }
    }

    /// What has become of the viewer's people, once none of them plays on.
    pub(super) fn standing_told(&self, view: &View) -> Option<String> {
        let own = |person: &&PersonView| person.seat.is_some() && person.seat == view.viewer;
        let own: Vec<&PersonView> = view.persons.values().filter(own).collect();
        let gone = |person: &&PersonView| !matches!(person.status, Fate::Active | Fate::Escorted);
        let last = own.iter().max_by_key(|person| person.ended)?;
        if view.ended.is_some() || !own.iter().all(gone) {
            return None;
        }
        let day = last.ended.map_or(String::new(), |day| format!(" on day {day}"));
        let name = &last.name;
        Some(match last.status {
            Fate::Left => format!("You have arrived: {name} left the board{day}."),
            Fate::Found => format!("{name} was found{day}: you decide nothing more."),
            Fate::Captured => format!("You are out: {name} was caught{day}."),
            Fate::Hit => format!("You are out: {name} was hit{day}."),
            _ => format!("You are out: {name} left the game{day}."),
        })
    }
}

fn edges_told(edges: Edges) -> String {
    let words: Vec<&str> = edges.iter().map(Edge::word).collect();
    match words.as_slice() {
        [_, _, _, _] => "any edge".into(),
        [others @ .., last] if !others.is_empty() => {
            format!("the {} or {last} edge", others.join(", "))
        }
        words => format!("the {} edge", words.concat()),
    }
}

fn first_sentence(text: &str) -> String {
    text.split_inclusive(". ").next().unwrap_or(text).trim().to_string()
}
