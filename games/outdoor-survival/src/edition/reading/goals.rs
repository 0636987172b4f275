//! The second half of a scenario file: who meets whom, who wins, and whether anybody can.

use super::*;

impl Check<'_> {
    /// The cast must fit the table, and somebody must run every role that moves.
    pub(super) fn cast(&mut self, roles: &[Role]) {
        let file = &self.reading.file;
        let players = file.players.get_ref();
        for seats in players.min.max(1)..=players.max.min(4) {
            let index = usize::from(seats) - 1;
            let seated: u16 = roles.iter().map(|role| u16::from(role.players[index])).sum();
            let count = |role: &Role| match role.count {
                Count::PerPlayer => role.players[index],
                Count::BySeats(counts) => counts[index],
            };
            let persons: u16 = roles.iter().map(|role| u16::from(count(role))).sum();
            if seated != seats {
                let problem =
                    format!("with {seats} seats the roles together have {seated} players");
                self.fault(file.players.span(), "players", problem);
            }
            if persons == 0 || usize::from(persons) > PERSONS {
                let problem = format!(
                    "with {seats} seats there are {persons} persons; at most {PERSONS} fit"
                );
                self.fault(file.players.span(), "players", problem);
            }
            for (role, read) in roles.iter().zip(&file.role) {
                let field = format!("role.{}.count", role.id);
                if role.players[index] > count(role) {
                    let problem = format!("with {seats} seats it has more players than persons");
                    self.fault(read.span(), field, problem);
                } else if let Begin::Choose { bases, distinct: true, .. } = &role.begin
                    && bases.len() < usize::from(count(role))
                {
                    self.fault(read.span(), field, "every person needs a base to choose");
                } else if let Begin::Each(places) = &role.begin
                    && places.len() < usize::from(count(role))
                {
                    self.fault(read.span(), field, "every person needs a base to start on");
                }
            }
        }
        let ids: Vec<&str> = self.roles.iter().map(String::as_str).collect();
        if let Some(i) = (1..ids.len()).find(|i| ids[..*i].contains(&ids[*i])) {
            let problem = format!("`{}` stands twice", ids[i]);
            self.fault(file.role[i].span(), "role.id", problem);
        }
        if roles.len() > PERSONS {
            self.fault(file.role[PERSONS].span(), "role", "at most 8 roles fit");
        }
    }

    pub(super) fn markers(
        &mut self,
        markers: &Spanned<MarkersFile>,
        roles: &[Role],
    ) -> Option<Markers> {
        let (file, span) = (markers.get_ref(), markers.span());
        let role = self.role_named(&file.role, span.clone(), "markers.role")?;
        let turned_by = self.role_named(&file.turned_by, span.clone(), "markers.turned_by")?;
        let bases = file.bases.iter().map(|base| self.base(*base, span.clone(), "markers.bases"));
        let mut places: Vec<Hex> = bases.collect();
        for hex in &file.hexes {
            places.push(self.hex(hex, span.clone(), "markers.hexes"));
        }
        let most = match roles.get(role.index())?.count {
            Count::BySeats(counts) => counts.into_iter().max().unwrap_or(0),
            Count::PerPlayer => 0,
        };
        if most == 0 || usize::from(most) > places.len() || places.len() > crate::position::MARKERS
        {
            let problem = format!(
                "there must be as many places as persons under them, and at most {}",
                crate::position::MARKERS
            );
            self.fault(span, "markers", problem);
        }
        Some(Markers { role, turned_by, places })
    }

    pub(super) fn contact(&mut self, contact: &Spanned<ContactFile>) -> Option<Contact> {
        let (file, span) = (contact.get_ref(), contact.span());
        let a = self.role_named(&file.a, span.clone(), "contact.a");
        let b = self.role_named(&file.b, span.clone(), "contact.b");
        let shooting = file.test == ContactTest::Shooting;
        if shooting != (file.result == Meeting::Hit) {
            let problem = "shooting leads to a hit, and nothing else does";
            self.fault(span.clone(), "contact.result", problem);
        }
        if shooting && self.reading.file.shooting.is_none() {
            self.fault(span, "contact.test", "shooting needs a [shooting] table");
        }
        Some(Contact { a: a?, b: b?, shooting, result: file.result, from_day: file.from_day })
    }

    pub(super) fn shooting(&mut self) -> Shooting {
        let reading = self.reading;
        let Some(file) = &reading.file.shooting else {
            return Shooting::default();
        };
        let mask = |terrains: &Terrains| terrains.iter().fold(0, |mask, t| mask | t.bit());
        let mut rolls = [0; 5];
        for (terrain, faces) in &file.roll {
            for face in faces.get_ref() {
                if !(1..=6).contains(face) {
                    let problem = format!("{face} is not a face of a die");
                    self.fault(faces.span(), "shooting.roll", problem);
                } else {
                    rolls[*terrain as usize] |= 1 << face;
                }
            }
        }
        Shooting {
            range1_from: mask(&file.range1_from),
            rolls,
            range: file.range.clone(),
            line_over: mask(&file.line_over),
            cover: mask(&file.cover),
            blind: mask(&file.blind),
        }
    }

    pub(super) fn win(&mut self, win: &Spanned<WinFile>) -> Option<Win> {
        let (file, span) = (win.get_ref(), win.span());
        let mut role = |name: &str| self.role_named(name, span.clone(), "win.when");
        let when = match &file.when {
            WhenFile::Left(name) => When::Left(role(name)?),
            WhenFile::AllLeft(name) => When::AllLeft(role(name)?),
            WhenFile::Found(name) => When::Found(role(name)?),
            WhenFile::Captured(name) => When::Captured(role(name)?),
            WhenFile::Hit(name) => When::Hit(role(name)?),
            WhenFile::Out(name) => When::Out(role(name)?),
            WhenFile::AllOut(name) => When::AllOut(role(name)?),
            WhenFile::LevelAtMost(name, letter) => {
                let role = role(name)?;
                let [letter @ b'A'..=b'O'] = letter.as_bytes() else {
                    self.fault(span, "win.when", "a Life Level is a letter from A to O");
                    return None;
                };
                When::LevelAtMost(role, letter - b'A')
            }
            WhenFile::EscortedOut(persons) => When::EscortedOut(*persons),
            WhenFile::DayEnd(day) => When::DayEnd(*day),
        };
        let winner = match file.winner.as_str() {
            "leaver" => Winner::Leaver,
            "finder" | "captor" | "shooter" => Winner::Doer,
            "nobody" => Winner::Nobody,
            name => {
                let roles = &self.reading.file.role;
                let named = |role: &RoleFile| role.id == name || role.side == name;
                let mask = roles
                    .iter()
                    .enumerate()
                    .filter(|(_, role)| named(role.get_ref()))
                    .fold(0u8, |mask, (index, _)| mask | 1 << index);
                if mask == 0 {
                    let ids = self.roles.clone();
                    let problem = unknown("role or side", name, ids.iter().map(String::as_str));
                    self.fault(span, "win.winner", problem);
                    return None;
                }
                Winner::Roles(mask)
            }
        };
        let second = match &file.second {
            None => None,
            Some(name) => Some(self.role_named(name, span, "win.second")?),
        };
        Some(Win { when, winner, second, timing: file.timing, text: file.text.clone() })
    }

    pub(super) fn hidden(&mut self, hidden: &Spanned<HiddenFile>) -> Option<Hidden> {
        let (file, span) = (hidden.get_ref(), hidden.span());
        let role = self.role_named(&file.role, span.clone(), "hidden.role")?;
        if usize::from(file.tracks_age) >= crate::position::TRACKS || file.tracks_every > 100 {
            let problem = format!("tracks are at most {} days old", crate::position::TRACKS - 1);
            self.fault(span, "hidden.tracks_age", problem);
        }
        let mut ranges = [1; 5];
        for (terrain, range) in &file.ranges {
            ranges[*terrain as usize] = *range;
        }
        Some(Hidden { role, ranges, tracks_every: file.tracks_every, tracks_age: file.tracks_age })
    }

    /// Some win condition must be one that can be met (OS-FILE-03).
    pub(super) fn goals(&mut self, scenario: &Scenario, spans: &[Span]) {
        if self.reading.file.win.is_empty() {
            let problem = "no goal: a scenario needs at least one [[win]]";
            self.fault(0..0, "win", problem);
            return;
        }
        let meets = |result: Meeting, role: RoleId| {
            scenario.contacts.iter().any(|c| c.result == result && c.b == role)
        };
        for (win, span) in scenario.wins.iter().zip(spans) {
            let reachable = match win.when {
                When::Left(role) | When::AllLeft(role) => {
                    self.can_leave(&scenario.roles[role.index()])
                }
                When::Found(role) => meets(Meeting::Found, role),
                When::Captured(role) => meets(Meeting::Captured, role),
                When::Hit(role) => meets(Meeting::Hit, role),
                When::EscortedOut(_) => {
                    let brought = scenario.contacts.iter().filter(|c| c.result == Meeting::Join);
                    let mut escorts = brought.map(|c| &scenario.roles[c.a.index()]);
                    escorts.any(|role| self.can_leave(role))
                }
                When::DayEnd(day) => (1..=scenario.day_limit).contains(&day),
                When::Out(_) | When::AllOut(_) | When::LevelAtMost(..) => true,
            };
            if !reachable {
                let problem = format!("this goal (`{}`) can never be reached", win.when.reason());
                self.fault(span.clone(), "win.when", problem);
            }
        }
    }

    fn can_leave(&self, role: &Role) -> bool {
        let way_off = self.board.way_off(role.exits);
        let open = |cell: &Hex| way_off[cell.index()] < u16::MAX;
        match &role.begin {
            Begin::At(cell) => open(cell),
            Begin::Each(cells) => cells.iter().any(open),
            Begin::Offset { from, .. } => open(from),
            Begin::Choose { .. } | Begin::Draw { .. } | Begin::Nowhere => !role.exits.is_empty(),
        }
    }
}
