//! The roles of a scenario file: who they are, where they start, what they may do.

use super::*;
use terrain::Fit;

impl Check<'_> {
    pub(super) fn role(&mut self, file: &RoleFile, span: Span, rows: &Rows) -> Role {
        let field = |name: &str| format!("role.{}.{name}", file.id);
        let players = self.players_of(file, &field("players"));
        let count = self.count_of(file, &field("count"));
        let reverse = file.reverse.as_ref().filter(|_| self.reversed);
        if self.reversed && file.reverse.is_none() {
            let problem = "this role cannot be reversed: it has no `reverse`";
            self.fault(span.clone(), field("reverse"), problem);
        }
        let start = reverse.and_then(|reverse| reverse.start.as_ref()).or(file.start.as_ref());
        let begin = match start {
            None => Begin::Nowhere,
            Some(start) => self.begin(start.get_ref(), start.span(), &field("start")),
        };
        let exits = match reverse {
            Some(reverse) if !reverse.exits.is_empty() => &reverse.exits,
            _ => &file.exits,
        };
        let exits: Edges = exits.iter().copied().collect();
        let mut chart = |name: &Option<Spanned<String>>, what: &str, kind: ChartKind| {
            name.as_ref().and_then(|name| self.chart(name, &field(what), kind))
        };
        let direction = chart(&file.direction, "direction", ChartKind::Direction);
        let needs = chart(&file.needs, "needs", ChartKind::Needs);
        let needs_escorting = chart(&file.needs_escorting, "needs_escorting", ChartKind::Needs);
        let encounters = chart(&file.encounters, "encounters", ChartKind::Encounters);
        let moves = players.iter().any(|players| *players > 0) || file.auto.is_some();
        if moves && direction.is_none() && file.direction.is_none() {
            let problem = "a role that moves needs a Direction Ability chart";
            self.fault(span.clone(), field("direction"), problem);
        }
        if moves && file.start.is_none() {
            self.fault(span.clone(), field("start"), "a role that moves needs a start");
        }
        if file.exits_secret && exits.len() < 2 {
            let problem = "a secret edge is one of two or more `exits`";
            self.fault(span.clone(), field("exits_secret"), problem);
        }
        let tracks = file.tracks.unwrap_or(true);
        Role {
            id: file.id.clone(),
            name: file.name.clone().unwrap_or_else(|| file.id.replace('_', " ")),
            animal: file.kind == Kind::Animal,
            side: Some(file.side.clone()).filter(|side| side != "each"),
            sought: file.sought,
            players,
            count,
            auto: file.auto,
            begin,
            level: file.level.as_ref().map_or(0, |level| self.level(level, &field("level"))),
            water: self.block(&file.water, &rows.water, &field("water")),
            food: self.block(&file.food, &rows.food, &field("food")),
            found: file.found.as_ref().map(|found| {
                (found.food_after, found.food_most.clamp(1, rows.food.len().fit::<u8>() + 1))
            }),
            allowances: self.allowances(file, rows, &field("allowance")),
            tracks,
            direction,
            needs: needs.filter(|_| tracks),
            needs_escorting,
            encounters: encounters.filter(|_| tracks && file.kind == Kind::Person),
            must_roll: file.must_roll,
            exits,
            exits_secret: if file.exits_secret { exits } else { Edges::NONE },
            needs_charge: file.needs_charge,
            immobile_out: file.immobile == Immobile::Out,
            quit_level: file
                .quit_level
                .as_ref()
                .map(|level| self.level(level, &field("quit_level"))),
            outposts: file.outposts.as_ref().map(|outposts| {
                self.outposts(outposts.get_ref(), outposts.span(), &field("outposts"))
            }),
        }
    }

    /// The players of the role with 1 to 4 seats.
    fn players_of(&mut self, file: &RoleFile, field: &str) -> [u8; 4] {
        let Some(list) = &file.players else { return [1, 2, 3, 4] };
        by_seats(list.get_ref()).unwrap_or_else(|| {
            let problem = "give the players of the role for 1, 2, 3 and 4 seats";
            self.fault(list.span(), field, problem);
            [0; 4]
        })
    }

    /// The persons of the role.
    fn count_of(&mut self, file: &RoleFile, field: &str) -> Count {
        let seats = usize::from(self.reading.file.players.get_ref().max);
        let Some(count) = &file.count else { return Count::BySeats([1; 4]) };
        match count.get_ref() {
            CountFile::Number(number) => Count::BySeats([*number; 4]),
            CountFile::Word(word) if word == "per_player" => Count::PerPlayer,
            CountFile::BySeats(list) if list.len() >= seats => {
                Count::BySeats(by_seats(list).unwrap_or([1; 4]))
            }
            _ => {
                let problem = "say a number, a list by number of players, or \"per_player\"";
                self.fault(count.span(), field, problem);
                Count::PerPlayer
            }
        }
    }

    /// The block on which a counter starts: the first, unless the file says otherwise (OS-SET-04,
    /// OS-SET-05).
    fn block(&mut self, block: &Option<Spanned<u8>>, row: &[u8], field: &str) -> u8 {
        let Some(block) = block else { return 1 };
        if usize::from(*block.get_ref()) > row.len() + 1 || *block.get_ref() == 0 {
            let problem = format!("the row has blocks 1 to {}", row.len() + 1);
            self.fault(block.span(), field, problem);
            return 1;
        }
        *block.get_ref()
    }

    fn allowances(&mut self, file: &RoleFile, rows: &Rows, field: &str) -> [u8; LEVELS] {
        let Some(allowance) = &file.allowance else {
            return rows.allowances;
        };
        match (allowance.get_ref(), allowance.span()) {
            (AllowanceFile { times: Some((n, d @ 1..)), row: None, fixed: None }, span) => {
                let times = rows.allowances.map(|points| {
                    (u16::from(points) * u16::from(*n)).div_ceil(u16::from(*d)).min(255).fit::<u8>()
                });
                self.fifteen(&times, span, field)
            }
            (AllowanceFile { times: None, row: Some(row), fixed: None }, span) => {
                self.fifteen(row, span, field)
            }
            (AllowanceFile { times: None, row: None, fixed: Some(points) }, span) => {
                self.fifteen(&[*points; LEVELS], span, field)
            }
            (_, span) => {
                let problem = "say times = [2, 1], a row of 15 allowances, or fixed = 6";
                self.fault(span, field, problem);
                rows.allowances
            }
        }
    }

    fn begin(&mut self, file: &StartFile, span: Span, field: &str) -> Begin {
        let ways = [
            file.base.is_some(),
            file.hex.is_some(),
            file.bases.is_some(),
            file.choose.is_some(),
            file.offset_from.is_some(),
            file.draw.is_some(),
        ];
        if ways.iter().filter(|way| **way).count() != 1 {
            let problem = "say exactly one of base, hex, bases, choose, offset_from and draw";
            self.fault(span, field, problem);
            return Begin::Nowhere;
        }
        if let Some(base) = file.base {
            return Begin::At(self.base(base, span, field));
        }
        if let Some(hex) = &file.hex {
            return Begin::At(self.hex(hex, span, field));
        }
        if let Some(bases) = &file.bases {
            let places = bases.iter().map(|base| self.base(*base, span.clone(), field));
            return Begin::Each(places.collect());
        }
        if let Some(bases) = &file.choose {
            for base in bases {
                self.base(*base, span.clone(), field);
            }
            if bases.len() < 4 {
                self.fault(span, field, "offer at least four bases to choose from");
            }
            return Begin::Choose {
                bases: bases.clone(),
                distinct: file.distinct,
                reversed: file.order == Some(StartOrder::Reversed),
            };
        }
        if let Some(place) = &file.offset_from {
            let side = match file.direction.as_deref() {
                Some("rolled") => None,
                Some(word) => match terrain::Side::parse(word, terrain::Top::Flat) {
                    Some(side) => Some(side),
                    None => {
                        let problem = "the direction is \"rolled\" or one of N NE SE S SW NW";
                        self.fault(span.clone(), field, problem);
                        None
                    }
                },
                None => None,
            };
            return Begin::Offset {
                from: self.place(place, span, field),
                distance: file.distance.unwrap_or(0),
                side,
            };
        }
        if let Some(draw) = &file.draw {
            let not_on = draw.not_on.iter().fold(0, |mask, source| mask | source.bit());
            let begin = Begin::Draw { columns: draw.columns, rows: draw.rows, not_on };
            if !self.board.cells().any(|cell| drawable(self.board, &begin, cell)) {
                self.fault(span, field, "no hex of the map can be drawn");
            }
            return begin;
        }
        Begin::Nowhere
    }

    fn outposts(&mut self, file: &OutpostsFile, span: Span, field: &str) -> Outposts {
        if let Some(bases) = &file.bases {
            if bases.len() > 4 {
                self.fault(span.clone(), field, "at most 4 bases are outposts of a role");
            }
            let places = bases.iter().map(|base| self.base(*base, span.clone(), field));
            return Outposts::Fixed(places.collect());
        }
        let (count, for_each) = match (file.each, file.total) {
            (Some(each @ 1..=2), None) => (each, true),
            (None, Some(total @ 1..=8)) => (total, false),
            _ => {
                let problem = "say each = 1 or 2, total = 1 to 8, or bases = [...]";
                self.fault(span.clone(), field, problem);
                (1, false)
            }
        };
        let far_from = file
            .far_from
            .as_ref()
            .map(|place| (self.place(place, span.clone(), field), file.distance.unwrap_or(0)));
        let outposts = Outposts::Placed {
            count,
            for_each,
            far_from,
            not_columns: file.not_columns,
            not_rows: file.not_rows,
        };
        if !self.room_for(&outposts) {
            self.fault(span, field, "the region has not room enough for them");
        }
        outposts
    }

    /// Whether the region holds as many outposts as there can be.
    fn room_for(&self, outposts: &Outposts) -> bool {
        let Outposts::Placed { far_from, not_columns, not_rows, .. } = outposts else {
            return true;
        };
        let within = |strip: &Option<(u8, u8)>, line: u8| {
            strip.is_some_and(|(first, last)| (first..=last).contains(&line))
        };
        let cells = self.board.cells();
        let open = cells.filter(|cell| {
            let (column, row) = self.board.place(*cell);
            let near =
                far_from.is_some_and(|(from, least)| self.board.distance(from, *cell) < least);
            !near && !within(not_columns, column) && !within(not_rows, row)
        });
        open.count() >= crate::position::OUTPOSTS
    }
}

fn by_seats(list: &[u8]) -> Option<[u8; 4]> {
    let last = *list.last()?;
    let mut counts = [last; 4];
    counts.iter_mut().zip(list).for_each(|(count, given)| *count = *given);
    (list.len() <= 4).then_some(counts)
}

/// Whether a start that is drawn may fall on this hex.
pub(crate) fn drawable(board: &Wilderness, begin: &Begin, cell: Hex) -> bool {
    let Begin::Draw { columns, rows, not_on } = begin else {
        return false;
    };
    let (column, row) = board.place(cell);
    (columns.0..=columns.1).contains(&column)
        && (rows.0..=rows.1).contains(&row)
        && board.offers(cell) & not_on == 0
}
