//! The roles of a scenario file: who they are, where they start, what they may do.

use super::*;
use crate::position::OUTPOSTS;
use terrain::{Side, Top};

/// What a role is.
#[derive(Clone, Copy, PartialEq)]
enum Being {
    Person,
    Animal,
}

table::words! { Being is "kind": Person = "person", Animal = "animal" }

/// What becomes of a person who can no longer walk.
#[derive(Clone, Copy, PartialEq)]
enum Immobile {
    Out,
    Stays,
}

table::words! { Immobile is "fate": Out = "out", Stays = "stays" }

/// Who chooses first.
#[derive(Clone, Copy, PartialEq)]
enum StartOrder {
    OrderOfPlay,
    Reversed,
}

table::words! { StartOrder is "order": OrderOfPlay = "order_of_play", Reversed = "reversed" }

/// How the game runs a role that nobody plays.
#[derive(Clone, Copy, PartialEq)]
enum Routine {
    Deer,
    Lost,
}

table::words! { Routine is "routine": Deer = "deer", Lost = "lost" }

impl Draft<'_> {
    /// The tables of the roles, whose ids are known from now on.
    pub(super) fn role_tables(&mut self) -> Vec<Table> {
        let mut tables = self.file.tables("role");
        for more in tables.split_off(tables.len().min(PERSONS)) {
            more.wrong(format!("at most {PERSONS} roles fit"));
            more.leave_rest();
        }
        for role in &tables {
            self.roles.add(&role.value("id"));
        }
        tables
    }

    pub(super) fn role(&mut self, file: &Table, rows: &Rows) -> Role {
        let id = file.text_or("id", "");
        let players = file.optional("players").map(|it| by_seats(&it, 1));
        let players = players.map_or([1, 2, 3, 4], Option::unwrap_or_default);
        let count = self.count(file.optional("count"));
        let (begin, exits) = self.begin_and_exits(file);
        let animal = file.choice_or("kind", Being::Person) == Being::Animal;
        let tracks = file.flag_or("tracks", true);
        let auto = file.optional_table("auto").and_then(|auto| routine(&auto));
        let charted = |key| file.optional(key);
        let direction = charted("direction").and_then(|chart| self.directions.find(&chart));
        let needs = charted("needs").and_then(|chart| self.needs.find(&chart));
        let escorting = charted("needs_escorting").and_then(|chart| self.needs.find(&chart));
        let encounters = charted("encounters").and_then(|chart| self.encounters.find(&chart));
        let moves = players.iter().any(|players| *players > 0) || auto.is_some();
        for (key, problem) in [
            ("direction", "a role that moves needs a Direction Ability chart"),
            ("start", "a role that moves needs a start"),
        ] {
            if moves && file.optional(key).is_none() {
                file.fault(key, problem);
            }
        }
        let secret = file.flag_or("exits_secret", false);
        if secret && exits.len() < 2 {
            file.fault("exits_secret", "a secret edge is one of two or more `exits`");
        }
        let block = |key, row: &[u8]| file.number_or(key, 1..=blocks(row), 1);
        Role {
            name: file.text_or("name", &id.replace('_', " ")),
            id,
            animal,
            side: Some(file.text_or("side", "each")).filter(|side| side != "each"),
            sought: file.flag_or("sought", false),
            players,
            count,
            auto,
            begin,
            level: file.optional("level").and_then(|letter| level(&letter)).unwrap_or(0),
            // OS-SET-04, OS-SET-05
            water: block("water", &rows.water),
            food: block("food", &rows.food),
            found: file.optional_table("found").map(|found| {
                let block = |key, least| found.number(key, least..=blocks(&rows.food));
                (block("food_after", 0), block("food_most", 1))
            }),
            allowances: allowances(file.optional_table("allowance"), rows),
            tracks,
            direction,
            needs: needs.filter(|_| tracks),
            needs_escorting: escorting,
            encounters: encounters.filter(|_| tracks && !animal),
            must_roll: file.flag_or("must_roll", false),
            exits,
            exits_secret: if secret { exits } else { Edges::NONE },
            needs_charge: file.flag_or("needs_charge", false),
            immobile_out: file.choice_or("immobile", Immobile::Out) == Immobile::Out,
            quit_level: file.optional("quit_level").and_then(|letter| level(&letter)),
            outposts: file.optional_table("outposts").and_then(|it| self.outposts(&it)),
        }
    }

    /// The persons of the role.
    fn count(&self, count: Option<Value>) -> Count {
        let Some(count) = count else { return Count::BySeats([1; 4]) };
        let counts = match count.kind() {
            Some(Kind::Text) => {
                count.known("count", ["per_player"]);
                return Count::PerPlayer;
            }
            Some(Kind::List) => by_seats(&count, usize::from(*self.heading.seats.end())),
            _ => count.number(0..=PERSONS.fit()).map(|count| [count; 4]),
        };
        counts.map_or(Count::PerPlayer, Count::BySeats)
    }

    /// Where the role begins and may leave, the other way round if the race is reversed (OS-SURV-03).
    fn begin_and_exits(&self, file: &Table) -> (Begin, Edges) {
        let edges = |file: &Table| chosen(file, "exits").into_iter().collect::<Edges>();
        let begin = |file: &Table| file.optional_table("start").map(|start| self.begin(&start));
        let (usual, exits) = (begin(file).unwrap_or(Begin::Nowhere), edges(file));
        let Some(reverse) = file.optional_table("reverse") else {
            if self.reversed {
                file.fault("reverse", "this role cannot be reversed: it has no `reverse`");
            }
            return (usual, exits);
        };
        let (other, other_exits) = (begin(&reverse), edges(&reverse));
        match self.reversed {
            false => (usual, exits),
            true if other_exits.is_empty() => (other.unwrap_or(usual), exits),
            true => (other.unwrap_or(usual), other_exits),
        }
    }

    fn begin(&self, file: &Table) -> Begin {
        let ways = ["base", "hex", "bases", "choose", "offset_from", "draw"];
        let Some((way, value)) = file.one_of_fields(&ways) else {
            file.leave_rest();
            return Begin::Nowhere;
        };
        match way {
            0 => Begin::At(self.base(&value).1),
            1 => Begin::At(self.hex(&value)),
            2 => Begin::Each(self.bases(&value).into_iter().map(|(_, hex)| hex).collect()),
            3 => {
                let bases = self.distinct_bases(&value);
                if bases.len() < 4 {
                    value.fault("offer at least four bases to choose from");
                }
                let order = file.choice_or("order", StartOrder::OrderOfPlay);
                Begin::Choose {
                    bases: bases.into_iter().map(|(base, _)| base).collect(),
                    distinct: file.flag_or("distinct", false),
                    reversed: order == StartOrder::Reversed,
                }
            }
            4 => Begin::Offset {
                from: self.place(&value.table()),
                distance: file.number_or("distance", 0..=99, 0),
                side: file.optional("direction").and_then(|side| direction(&side)),
            },
            _ => self.drawn(&value.table()),
        }
    }

    /// A rectangle of the map from which the start is drawn.
    fn drawn(&self, file: &Table) -> Begin {
        let lines = |key| file.bounds(key, LINES).into_inner();
        let not_on: Vec<Source> = chosen(file, "not_on");
        let begin = Begin::Draw {
            columns: lines("columns"),
            rows: lines("rows"),
            not_on: not_on.iter().fold(0, |mask, source| mask | source.bit()),
        };
        let fits = |board: &Wilderness| board.cells().any(|cell| drawable(board, &begin, cell));
        if file.sound() && !self.board.is_none_or(fits) {
            file.wrong("no hex of the map can be drawn");
        }
        begin
    }

    fn outposts(&self, file: &Table) -> Option<Outposts> {
        let Some((way, value)) = file.one_of_fields(&["each", "total", "bases"]) else {
            file.leave_rest();
            return None;
        };
        if way == 2 {
            let bases = self.distinct_bases(&value);
            if bases.len() > 4 {
                value.fault("at most 4 bases are outposts of a role");
            }
            return Some(Outposts::Fixed(bases.into_iter().map(|(_, hex)| hex).collect()));
        }
        let count = value.number(if way == 0 { 1..=2 } else { 1..=8 });
        let strip =
            |key| file.optional(key).and_then(|it| it.bounds(LINES)).map(|it| it.into_inner());
        let far_from = file.optional_table("far_from");
        let outposts = Outposts::Placed {
            count: count?,
            for_each: way == 0,
            far_from: far_from
                .map(|from| (self.place(&from), file.number_or("distance", 0..=99, 0))),
            not_columns: strip("not_columns"),
            not_rows: strip("not_rows"),
        };
        if file.sound() && !self.board.is_none_or(|board| room_for(board, &outposts)) {
            file.wrong("the region has not room enough for them");
        }
        Some(outposts)
    }
}

/// Numbers by seats, the last of which stands for all that follow.
pub(super) fn by_seats(list: &Value, fewest: usize) -> Option<[u8; 4]> {
    let numbers = list.numbers(fewest.max(1)..=4, 0..=PERSONS.fit())?;
    let mut counts = [*numbers.last()?; 4];
    counts.iter_mut().zip(&numbers).for_each(|(count, given)| *count = *given);
    Some(counts)
}

/// The blocks of a row.
fn blocks(row: &[u8]) -> u8 {
    row.len().fit::<u8>() + 1
}

fn routine(auto: &Table) -> Option<Auto> {
    Some(match auto.choice("routine")? {
        Routine::Deer => Auto::Deer { flight: auto.number_or("flight", 0..=99, 5) },
        Routine::Lost => Auto::Lost,
    })
}

/// A fixed side, or nothing if it is rolled.
fn direction(word: &Value) -> Option<Side> {
    word.parsed(|word| match (word, Side::parse(word, Top::Flat)) {
        ("rolled", _) => Ok(None),
        (_, Some(side)) => Ok(Some(side)),
        (_, None) => Err("say \"rolled\" or one of N, NE, SE, S, SW, NW".into()),
    })
    .flatten()
}

/// The allowances of a role: those of the rows, times something, or its own.
fn allowances(file: Option<Table>, rows: &Rows) -> [u8; LEVELS] {
    let Some(file) = file else { return rows.allowances };
    const POINTS: RangeInclusive<u8> = 0..=MOST_POINTS;
    let own = match file.one_of_fields(&["times", "row", "fixed"]) {
        Some((0, value)) => value.parts("[times, parts], such as [3, 2]").and_then(|[n, d]| {
            let (n, d): (Option<u16>, Option<u16>) = (n.number(0..=24), d.number(1..=24));
            let (n, d) = (n?, d?);
            let times = rows.allowances.map(|points| (u16::from(points) * n).div_ceil(d));
            if times.iter().any(|points| *points > MOST_POINTS.into()) {
                value.fault(format!("this makes more than {MOST_POINTS} points: say less"));
                return None;
            }
            Some(times.map(Fit::fit::<u8>))
        }),
        Some((1, value)) => {
            value.numbers(LEVELS..=LEVELS, POINTS).and_then(|row| row.try_into().ok())
        }
        Some((_, value)) => value.number(POINTS).map(|points| [points; LEVELS]),
        None => None,
    };
    own.unwrap_or(rows.allowances)
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

/// Whether the region holds as many outposts as there can be.
fn room_for(board: &Wilderness, outposts: &Outposts) -> bool {
    let Outposts::Placed { far_from, not_columns, not_rows, .. } = outposts else {
        return true;
    };
    let within = |strip: &Option<(u8, u8)>, line: u8| {
        strip.is_some_and(|(first, last)| (first..=last).contains(&line))
    };
    let open = board.cells().filter(|cell| {
        let (column, row) = board.place(*cell);
        let near = far_from.is_some_and(|(from, least)| board.distance(from, *cell) < least);
        !near && !within(not_columns, column) && !within(not_rows, row)
    });
    open.count() >= OUTPOSTS
}
