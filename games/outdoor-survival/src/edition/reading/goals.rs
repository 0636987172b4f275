//! The second half of a scenario file: who meets whom, who wins, and whether anybody can.

use super::*;
use crate::position::{MARKERS, TRACKS};

/// What is tested when two roles meet.
#[derive(Clone, Copy, PartialEq)]
enum Test {
    SameHex,
    Shooting,
}

table::words! { Test is "test": SameHex = "same_hex", Shooting = "shooting" }

/// The ways in which a game can be won, in the order of [`Draft::when`].
const GOALS: [&str; 10] = [
    "left",
    "all_left",
    "found",
    "captured",
    "hit",
    "out",
    "all_out",
    "level_at_most",
    "escorted_out",
    "day_end",
];

impl Draft<'_> {
    /// The cast must fit the table, and somebody must run every role that moves.
    pub(super) fn cast(&self, roles: &[Role], tables: &[Table]) {
        if !self.file.sound_field("role") || !self.file.sound_field("players") {
            return;
        }
        for seats in self.heading.seats.clone() {
            let index = usize::from(seats) - 1;
            let seated: u16 = roles.iter().map(|role| u16::from(role.players[index])).sum();
            let persons: u16 = roles.iter().map(|role| u16::from(role.persons(seats))).sum();
            if seated != seats {
                let problem =
                    format!("with {seats} seats the roles together have {seated} players");
                self.file.fault("players", problem);
            }
            if persons == 0 || usize::from(persons) > PERSONS {
                let problem = format!(
                    "with {seats} seats there are {persons} persons: at most {PERSONS} fit"
                );
                self.file.fault("players", problem);
            }
            for (role, table) in roles.iter().zip(tables) {
                let count = role.persons(seats);
                let bases = match &role.begin {
                    Begin::Choose { bases, distinct: true, .. } => bases.len(),
                    Begin::Each(places) => places.len(),
                    _ => usize::MAX,
                };
                if role.players[index] > count {
                    let problem = format!("with {seats} seats it has more players than persons");
                    table.fault("count", problem);
                } else if bases < usize::from(count) {
                    let problem =
                        format!("with {seats} seats it has {count} persons, but {bases} bases");
                    table.fault("start", problem);
                }
            }
        }
    }

    pub(super) fn markers(&self, file: &Table, roles: &[Role]) -> Option<Markers> {
        let (role, turned_by) = (self.role_named(file, "role"), self.role_named(file, "turned_by"));
        let bases = file.optional("bases").map(|bases| self.distinct_bases(&bases));
        let mut places: Vec<Hex> = bases.into_iter().flatten().map(|(_, hex)| hex).collect();
        places.extend(file.list_or_empty("hexes").iter().map(|hex| self.hex(hex)));
        let (role, turned_by) = (role?, turned_by?);
        let most = match roles.get(role.index())?.count {
            Count::BySeats(counts) => counts.into_iter().max().unwrap_or(0),
            Count::PerPlayer => 0,
        };
        if most == 0 || usize::from(most) > places.len() || places.len() > MARKERS {
            file.wrong(format!(
                "{} places for {most} persons are not possible: give as many places as persons or more, {MARKERS} at most",
                places.len()
            ));
        }
        Some(Markers { role, turned_by, places })
    }

    pub(super) fn contact(&self, file: &Table) -> Option<Contact> {
        let (a, b) = (self.role_named(file, "a"), self.role_named(file, "b"));
        let (test, result) = (file.choice::<Test>("test"), file.choice::<Meeting>("result"));
        let from_day = file.number_or("from_day", DAYS, 1);
        let (shooting, result) = (test? == Test::Shooting, result?);
        if shooting != (result == Meeting::Hit) {
            file.fault("result", "shooting leads to a hit, and nothing else does");
        }
        if shooting && self.file.optional("shooting").is_none() {
            file.fault("test", "shooting needs a [shooting] table");
        }
        Some(Contact { a: a?, b: b?, shooting, result, from_day })
    }

    pub(super) fn win(&self, file: &Table, roles: &[Table]) -> Option<Win> {
        let when = self.when(&file.table("when"));
        let winner = self.winner(&file.value("winner"), roles);
        let second = file.optional("second").map(|role| self.roles.find(&role));
        let timing = file.optional("timing").map(|timing| timing.choice());
        let text = file.optional("text").map(|text| text.phrase(&["who", "brought", "missing"]));
        Some(Win {
            when: when?,
            winner: winner?,
            second: second.flatten().map(|index| RoleId(index.fit())),
            timing: timing.flatten(),
            text: text.flatten().unwrap_or_default(),
        })
    }

    fn when(&self, file: &Table) -> Option<When> {
        let (goal, value) = file.one_of_fields(&GOALS)?;
        let role = || self.roles.find(&value).map(|index| RoleId(index.fit()));
        Some(match goal {
            0 => When::Left(role()?),
            1 => When::AllLeft(role()?),
            2 => When::Found(role()?),
            3 => When::Captured(role()?),
            4 => When::Hit(role()?),
            5 => When::Out(role()?),
            6 => When::AllOut(role()?),
            7 => {
                let [role, letter] = value.parts("[role, level], such as [\"hunter\", \"G\"]")?;
                let (role, level) = (self.roles.find(&role), level(&letter));
                When::LevelAtMost(RoleId(role?.fit()), level?)
            }
            8 => When::EscortedOut(value.number(1..=PERSONS.fit())?),
            _ => When::DayEnd(value.number(DAYS)?),
        })
    }

    /// Who wins: by his deed, by his role or by his side.
    fn winner(&self, value: &Value, roles: &[Table]) -> Option<Winner> {
        let name = value.text()?;
        match name.as_str() {
            "leaver" => return Some(Winner::Leaver),
            "finder" | "captor" | "shooter" => return Some(Winner::Doer),
            "nobody" => return Some(Winner::Nobody),
            _ => {}
        }
        let sides: Vec<String> = roles.iter().map(|role| role.text_or("side", "each")).collect();
        let named = self.roles.names().zip(&sides).enumerate();
        let mask = named
            .filter(|(_, (id, side))| *id == name || **side == name)
            .fold(0u8, |mask, (index, _)| mask | 1 << index);
        if mask == 0 {
            let words = ["leaver", "finder", "captor", "shooter", "nobody"];
            let known = self.roles.names().chain(sides.iter().map(String::as_str)).chain(words);
            value.fault(unknown("role or side", &name, known));
            return None;
        }
        Some(Winner::Roles(mask))
    }

    pub(super) fn hidden(&self, file: &Table) -> Option<Hidden> {
        let role = self.role_named(file, "role");
        let mut ranges = [1; 5];
        for (terrain, range) in file.table("ranges").by_word::<Terrain>() {
            ranges[terrain as usize] = range.number(0..=99).unwrap_or(1);
        }
        let tracks_every = file.number_or("tracks_every", 0..=100, 0);
        let tracks_age = file.number_or("tracks_age", 0..=TRACKS.fit::<u16>() - 1, 0);
        Some(Hidden { role: role?, ranges, tracks_every, tracks_age })
    }
}

/// Every win condition must be one that can be met (OS-FILE-03).
pub(super) fn can_be_reached(board: &Wilderness, scenario: &Scenario, wins: &[Table]) {
    let meets = |result: Meeting, role: RoleId| {
        scenario.contacts.iter().any(|c| c.result == result && c.b == role)
    };
    let leaves = |role: RoleId| can_leave(board, &scenario.roles[role.index()]);
    for (win, file) in scenario.wins.iter().zip(wins) {
        let reachable = match win.when {
            When::Left(role) | When::AllLeft(role) => leaves(role),
            When::Found(role) => meets(Meeting::Found, role),
            When::Captured(role) => meets(Meeting::Captured, role),
            When::Hit(role) => meets(Meeting::Hit, role),
            When::EscortedOut(_) => {
                let mut brought = scenario.contacts.iter().filter(|c| c.result == Meeting::Join);
                brought.any(|contact| leaves(contact.a))
            }
            When::DayEnd(day) => (1..=scenario.day_limit).contains(&day),
            When::Out(_) | When::AllOut(_) | When::LevelAtMost(..) => true,
        };
        if !reachable {
            let problem = format!("this goal (`{}`) can never be reached", win.when.reason());
            file.fault("when", problem);
        }
    }
}

fn can_leave(board: &Wilderness, role: &Role) -> bool {
    let way_off = board.way_off(role.exits);
    let open = |cell: &Hex| way_off[cell.index()] < u16::MAX;
    match &role.begin {
        Begin::At(cell) => open(cell),
        Begin::Each(cells) => cells.iter().any(open),
        Begin::Offset { from, .. } => open(from),
        Begin::Choose { .. } | Begin::Draw { .. } | Begin::Nowhere => !role.exits.is_empty(),
    }
}
