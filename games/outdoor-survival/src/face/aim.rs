//! What a player must do to win from here, and what has become of those who play no more.

use crate::Outfit;
use crate::edition::components::Terrain;
use crate::edition::scenarios::{Contact, Meeting, Role, RoleId};
use crate::event::Cause;
use crate::knowledge::view::{PersonView, View};
use crate::land::{Edge, Edges, Hex};
use crate::position::{Fate, letter};
use crate::speech::{amid, count};
use stage::text::whither;

impl Outfit {
    /// What the viewer must do to win; for onlookers, for those whose part is over and after the end how the
    /// scenario is won.
    pub(super) fn aim_told(&self, view: &View) -> String {
        let own = |(_, person): &(&String, &PersonView)| {
            let mine = person.seat.is_some() && person.seat == view.viewer;
            mine && person.status == Fate::Active && view.ended.is_none()
        };
        let acting = view.acting.map(|number| number.to_string());
        let own = view.persons.iter().filter(own);
        let own = own.min_by_key(|(number, _)| Some(*number) != acting.as_ref());
        let aim = own.and_then(|(number, person)| self.aim_of(view, number, person));
        match aim {
            Some(aim) => format!("{aim} The last day is day {}.", view.day_limit),
            None => first_sentence(&self.scenario.win_text),
        }
    }

    fn aim_of(&self, view: &View, number: &str, person: &PersonView) -> Option<String> {
        let (id, role) = self.roles().find(|(_, role)| role.id == person.role)?;
        let seeks = |contact: &&Contact| contact.a == id;
        let flees = |contact: &&Contact| contact.b == id && contact.result.is_feared();
        let contacts = &self.scenario.contacts;
        if !role.exits.is_empty() {
            return Some(self.way_out_told(view, number, person, (id, role)));
        }
        if let Some(contact) = contacts.iter().find(seeks) {
            return Some(self.search_told(view, person, contact, role));
        }
        let contact = contacts.iter().find(flees)?;
        let by = self.role_name(contact.a);
        let away = match self.nearest(view, person, contact.a) {
            Some(far) => format!(", who is {far}"),
            None => String::new(),
        };
        Some(format!("Stay alive and out of reach of the {by}{away}."))
    }

    /// The edges over which somebody must leave: the one that he named, where he named one.
    pub(super) fn exits_told(&self, view: &View, role: &Role) -> Edges {
        match view.border.and_then(Edge::parse) {
            Some(edge) if !role.exits_secret.is_empty() => edge.into(),
            _ => role.exits,
        }
    }

    /// Whether somebody may leave as he is (OS-RESC-18).
    pub(super) fn may_leave(&self, view: &View, number: &str, role: &Role) -> bool {
        !role.needs_charge || self.led_by(view, number).next().is_some()
    }

    /// How one leaves the board, and what comes before that.
    fn way_out_told(
        &self,
        view: &View,
        number: &str,
        person: &PersonView,
        (id, role): (RoleId, &Role),
    ) -> String {
        let exits = self.exits_told(view, role);
        let over = edges_told(exits);
        if !self.may_leave(view, number, role) {
            let here = person.hex.as_ref().and_then(|hex| self.board.find(hex));
            let markers = view.markers.iter().filter_map(|marker| self.board.find(&marker.hex));
            let nearest = here.and_then(|here| self.nearest_told(here, markers));
            let first = match (view.markers.len(), nearest) {
                (0, _) | (_, None) => "Find the missing".into(),
                (1, Some(far)) => format!("Find the missing: the last marker is {far}"),
                (count, Some(far)) => {
                    format!("Find the missing: the nearest of {count} markers is {far}")
                }
            };
            return format!("{first}. Then bring them off the board, over {over}.");
        }
        let led: Vec<String> =
            self.led_by(view, number).map(|(_, person)| amid(&person.name)).collect();
        let feared = self.scenario.contacts.iter().any(|contact| contact.b == id);
        let first = match led.as_slice() {
            [] if feared => "Leave the board before you are found".into(),
            [] => "Leave the board".into(),
            led => format!("Bring {} off the board", led.join(" and ")),
        };
        format!("{first}, over {over}{}.", self.far_told(person, exits))
    }

    /// How somebody is found, caught or hit, and how far he is.
    fn search_told(
        &self,
        view: &View,
        person: &PersonView,
        contact: &Contact,
        role: &Role,
    ) -> String {
        let whom = self.role_name(contact.b);
        let far = self.nearest(view, person, contact.b);
        let is = |pronoun: &str| match &far {
            Some(far) => format!(" {pronoun} is {far}."),
            None => String::new(),
        };
        let first = match contact.result {
            Meeting::Found => format!("Find the {whom}: be in one hex with him.{}", is("He")),
            Meeting::Captured => format!("Catch the {whom}: be in one hex with him.{}", is("He")),
            Meeting::Join => format!("Join the {whom}.{}", is("He")),
            Meeting::Hit => format!("Hit the {whom}: {}.{}", self.range_told(), is("It")),
        };
        let from = match contact.from_day > view.day {
            true => format!(" That counts from day {} on.", contact.from_day),
            false => String::new(),
        };
        let quit = role.quit_level.map_or(String::new(), |level| {
            format!(" You give up at Life Level {}.", letter(level))
        });
        format!("{first}{from}{quit}")
    }

    /// From where a shot is possible (OS-BEAST-09, OS-BEAST-10, OS-VAR-01).
    fn range_told(&self) -> String {
        let shooting = &self.scenario.shooting;
        let words = |bits: u16, joined: &str| {
            let words = Terrain::ALL.into_iter().filter(|terrain| bits & terrain.bit() != 0);
            words.map(Terrain::word).collect::<Vec<_>>().join(joined)
        };
        match shooting.range.len() {
            0 => format!(
                "in its own hex, and from a {} hex in the next one too",
                words(shooting.range1_from, " or ")
            ),
            far => format!(
                "in its own hex, or up to {far} hexes away over {}, but not out of {}",
                words(shooting.line_over, " and "),
                words(shooting.blind, " or ")
            ),
        }
    }

    fn role_name(&self, id: RoleId) -> String {
        self.scenario.roles.get(id.index()).map_or("other".into(), |it| it.name.to_lowercase())
    }

    /// How far the nearest person of a role is, as far as the viewer sees any.
    fn nearest(&self, view: &View, person: &PersonView, role: RoleId) -> Option<String> {
        let find = |other: &PersonView| other.hex.as_ref().and_then(|hex| self.board.find(hex));
        let id = &self.scenario.roles.get(role.index())?.id;
        let here = find(person)?;
        let others = view.persons.values();
        let others = others.filter(|it| it.role == *id && it.status == Fate::Active);
        self.nearest_told(here, others.filter_map(find))
    }

    /// How far and in which direction the nearest of these hexes is: "4 hexes away, north-east in 2217".
    fn nearest_told(&self, here: Hex, hexes: impl Iterator<Item = Hex>) -> Option<String> {
        let there = hexes.min_by_key(|there| self.board.distance(here, *there))?;
        let far = hexes_away(self.board.distance(here, there));
        Some(match whither(self.point(here), self.point(there)) {
            Some(way) => format!("{far}, {way} in {}", self.board.label(there)),
            None => far,
        })
    }

    /// How far whoever a person seeks is from a hex, as far as the viewer sees him.
    pub(super) fn sought_told(&self, view: &View, person: &PersonView, from: Hex) -> String {
        let find = |other: &PersonView| other.hex.as_ref().and_then(|hex| self.board.find(hex));
        let id = |role: RoleId| self.scenario.roles.get(role.index()).map(|role| role.id.as_str());
        let mut contacts = self.scenario.contacts.iter();
        let contact = contacts.find(|contact| id(contact.a) == Some(person.role.as_str()));
        let Some(whom) = contact.map(|contact| contact.b) else { return String::new() };
        let others = view.persons.values();
        let others = others.filter(|it| Some(it.role.as_str()) == id(whom));
        match self.nearest_told(from, others.filter_map(find)) {
            Some(far) => format!("; the {} is {far}", self.role_name(whom)),
            None => String::new(),
        }
    }

    /// How far the nearest hex is from which one leaves the board over these edges, and how many points at least that
    /// takes, the step that leaves it included.
    pub(super) fn far_told(&self, person: &PersonView, exits: Edges) -> String {
        let Some(here) = person.hex.as_ref().and_then(|hex| self.board.find(hex)) else {
            return String::new();
        };
        let open = self
            .board
            .cells()
            .filter(|cell| self.board.ways(*cell, true).iter().any(|way| way.edges.meets(exits)));
        let Some(far) = open.map(|cell| self.board.distance(here, cell)).min() else {
            return String::new();
        };
        // The hexes are those that the board counts to its goal; the step off is one more.
        let edge = match far {
            0 => "1 step off it".into(),
            far => format!("{} away", hexes_counted(far)),
        };
        match self.points_off(exits, here) {
            Some(points) => {
                format!(": {edge}, at least {} with the step off", count(points, "point"))
            }
            None => format!(": {edge}"),
        }
    }

    /// Fewest points that lead off the board over these edges, where a way does.
    fn points_off(&self, exits: Edges, here: Hex) -> Option<u16> {
        let known = self.scenario.roles.iter().position(|role| role.exits == exits);
        let points = match known.and_then(|role| self.way_off.get(role)) {
            Some(ways) => ways.get(here.index()).copied(),
            None => self.board.way_off(exits).get(here.index()).copied(),
        };
        points.filter(|points| *points < u16::MAX)
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
            _ => {
                let how = last.cause.map_or("is out of the game", Cause::words);
                format!("You are out: {name} {how}{day}{}.", fared(last))
            }
        })
    }
}

/// With what somebody ended, where that is counted.
fn fared(person: &PersonView) -> String {
    match (person.level, person.water, person.food) {
        (Some(level), Some(water), Some(food)) => {
            format!(", at Life Level {level}, Water {water}, Food {food}")
        }
        _ => String::new(),
    }
}

/// "4 hexes away", or in the same hex.
fn hexes_away(far: u16) -> String {
    match far {
        0 => "in your hex".into(),
        far => format!("{} away", hexes_counted(far)),
    }
}

fn hexes_counted(far: u16) -> String {
    if far == 1 { "1 hex".into() } else { format!("{far} hexes") }
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
