//! Who meets whom.

use crate::cup::{Cup, Format, Round, Table};
use crate::matching::Matching;
use crate::standings::points;

/// The next round of a cup.
pub(crate) fn pair(cup: &Cup) -> Round {
    match cup.format() {
        Format::RoundRobin { .. } => round_robin(cup),
        Format::Swiss { size: 2, .. } => swiss(cup),
        Format::Swiss { size, .. } => groups(cup, usize::from(size)),
        Format::KnockOut => knock_out(cup),
    }
}

fn table(seats: Vec<usize>) -> Table {
    Table { seats, ranks: None, walkover: false, drawn: 0 }
}

/// How often each has met each, and how often each has sat at each seat.
struct History {
    met: Vec<Vec<u32>>,
    sat: Vec<Vec<u32>>,
    last: Vec<Option<usize>>,
    byes: Vec<u32>,
}

fn history(cup: &Cup) -> History {
    let count = cup.entrants().len();
    let mut history = History {
        met: vec![vec![0; count]; count],
        sat: vec![vec![0; 8]; count],
        last: vec![None; count],
        byes: vec![0; count],
    };
    for round in cup.rounds() {
        for own in round.tables.iter().filter(|table| !table.walkover) {
            for (seat, entrant) in own.seats.iter().enumerate() {
                history.sat[*entrant][seat] += 1;
                history.last[*entrant] = Some(seat);
                for other in own.seats.iter().filter(|other| *other != entrant) {
                    history.met[*entrant][*other] += 1;
                }
            }
        }
        // Who won because nobody came has had no game either.
        let unplayed =
            round.tables.iter().filter(|table| table.walkover).flat_map(|table| &table.seats);
        round.byes.iter().chain(unplayed).for_each(|entrant| history.byes[*entrant] += 1);
    }
    history
}

impl History {
    /// How much more often somebody has sat first than second.
    fn leaning(&self, entrant: usize) -> i64 {
        i64::from(self.sat[entrant][0]) - i64::from(self.sat[entrant][1])
    }

    /// Whether two would both have to sit where they have sat too often.
    fn clash(&self, one: usize, other: usize) -> bool {
        let (one, other) = (self.leaning(one), self.leaning(other));
        one.signum() == other.signum() && one.abs() >= 2 && other.abs() >= 2
    }

    /// The two in the order of seats: who has sat first less often does; then who sat second the last time; then
    /// the first of the two.
    fn seated(&self, one: usize, other: usize) -> Vec<usize> {
        let key = |entrant: usize| (self.leaning(entrant), self.last[entrant] == Some(0));
        if key(other) < key(one) { vec![other, one] } else { vec![one, other] }
    }
}

/// Entrants that play on, in the order of the standings; who is stronger comes first among equals.
fn order(cup: &Cup) -> (Vec<usize>, Vec<u32>) {
    let points = points(cup);
    let mut order: Vec<usize> =
        (0..cup.entrants().len()).filter(|entrant| !cup.entrants()[*entrant].out).collect();
    order.sort_by_key(|entrant| (std::cmp::Reverse(points[*entrant]), *entrant));
    (order, points)
}

/// Two at a table: those who stand alike meet, the upper half of a group the lower. Nobody meets twice, and nobody sits
/// where they have sat too often, unless it cannot be avoided.
fn swiss(cup: &Cup) -> Round {
    let history = history(cup);
    let (order, points) = order(cup);
    let count = cup.entrants().len();
    let most = history.met.iter().flatten().copied().max().unwrap_or(0);
    // First neither meetings nor clashes, then clashes, then ever more meetings.
    let levels = std::iter::once((0, true)).chain((0..=most).map(|met| (met, false)));
    for (met, no_clash) in levels {
        let edge = |one: usize, other: usize| {
            one != other
                && history.met[one][other] <= met
                && !(no_clash && history.clash(one, other))
        };
        let mut resting: Vec<Option<usize>> = vec![None];
        if order.len() % 2 == 1 {
            // The last who has not rested yet; then whoever has rested least.
            let mut lowest: Vec<usize> = order.iter().rev().copied().collect();
            lowest.sort_by_key(|entrant| history.byes[*entrant]);
            let least = lowest.first().map_or(0, |entrant| history.byes[*entrant]);
            lowest.retain(|entrant| history.byes[*entrant] == least);
            resting = lowest.into_iter().map(Some).collect();
        }
        for bye in resting {
            let mut alive = vec![false; count];
            order
                .iter()
                .filter(|entrant| Some(**entrant) != bye)
                .for_each(|entrant| alive[*entrant] = true);
            let mut matching = Matching::new(alive, &edge);
            if !matching.complete() {
                continue;
            }
            let mut left: Vec<usize> =
                order.iter().copied().filter(|entrant| Some(*entrant) != bye).collect();
            let mut tables = Vec::new();
            while !left.is_empty() {
                let one = left.remove(0);
                let alike = left.iter().filter(|other| points[**other] == points[one]).count();
                let ideal = alike.div_ceil(2).saturating_sub(1);
                let mut others: Vec<(usize, usize)> = left.iter().copied().enumerate().collect();
                others.sort_by_key(|(at, other)| {
                    let same_side =
                        history.leaning(one).signum() * history.leaning(*other).signum() > 0;
                    (
                        history.met[one][*other],
                        points[one] - points[*other],
                        at.abs_diff(ideal) / 2,
                        same_side,
                        *at,
                    )
                });
                let Some((at, other)) =
                    others.into_iter().find(|(_, other)| matching.take(one, *other))
                else {
                    break;
                };
                left.remove(at);
                tables.push(table(history.seated(one, other)));
            }
            return Round { tables, byes: bye.into_iter().collect() };
        }
    }
    Round { tables: Vec::new(), byes: order }
}

/// More than two at a table: as many tables as are needed, as even as can be, filled in the order of the standings with
/// those who have met least; then whoever makes it better changes places.
fn groups(cup: &Cup, size: usize) -> Round {
    let history = history(cup);
    let (order, points) = order(cup);
    let tables = order.len().div_ceil(size).max(1);
    let (small, large) = (order.len() / tables, order.len() % tables);
    let mut left = order.clone();
    let mut seats: Vec<Vec<usize>> = Vec::new();
    for number in 0..tables {
        let room = small + usize::from(number < large);
        let mut own: Vec<usize> = Vec::new();
        while own.len() < room && !left.is_empty() {
            let meets =
                |entrant: usize| own.iter().map(|other| history.met[entrant][*other]).sum::<u32>();
            let at = (0..left.len()).min_by_key(|at| (meets(left[*at]), *at)).unwrap_or(0);
            own.push(left.remove(at));
        }
        seats.push(own);
    }
    let cost = |own: &[usize]| -> u64 {
        let pairs = own
            .iter()
            .enumerate()
            .flat_map(|(at, one)| own[at + 1..].iter().map(move |other| (*one, *other)));
        pairs
            .map(|(one, other)| {
                let met = u64::from(history.met[one][other]);
                let apart = u64::from(points[one].abs_diff(points[other])) / 60;
                met * met * 1_000_000 + apart * apart
            })
            .sum()
    };
    let mut better = true;
    let mut rounds = 0;
    while better && rounds < 200 {
        better = false;
        rounds += 1;
        for one in 0..seats.len() {
            for other in one + 1..seats.len() {
                for at in 0..seats[one].len() {
                    for there in 0..seats[other].len() {
                        let before = cost(&seats[one]) + cost(&seats[other]);
                        let (here, far) = (seats[one][at], seats[other][there]);
                        (seats[one][at], seats[other][there]) = (far, here);
                        if cost(&seats[one]) + cost(&seats[other]) < before {
                            better = true;
                        } else {
                            (seats[one][at], seats[other][there]) = (here, far);
                        }
                    }
                }
            }
        }
    }
    let tables = seats.into_iter().map(|own| table(seated(&history, own))).collect();
    Round { tables, byes: Vec::new() }
}

/// A table in an order of seats in which everybody has sat as seldom as can be, as far as changing places in twos finds.
fn seated(history: &History, mut own: Vec<usize>) -> Vec<usize> {
    let worse = |entrant: usize, seat: usize| u64::from(history.sat[entrant][seat]).pow(2);
    let mut better = true;
    while better {
        better = false;
        for one in 0..own.len() {
            for other in one + 1..own.len() {
                let now = worse(own[one], one) + worse(own[other], other);
                let then = worse(own[other], one) + worse(own[one], other);
                if then < now {
                    own.swap(one, other);
                    better = true;
                }
            }
        }
    }
    own
}

/// How many rounds a cup of all against all has.
pub(crate) fn round_robin_rounds(cup: &Cup) -> usize {
    let count = cup.entrants().len();
    let legs = match cup.format() {
        Format::RoundRobin { legs } => usize::from(legs),
        _ => 1,
    };
    legs * (count + count % 2 - 1)
}

/// How many games everybody plays in a cup of all against all.
pub(crate) fn round_robin_games(cup: &Cup) -> usize {
    let count = cup.entrants().len();
    round_robin_rounds(cup) / (count + count % 2 - 1) * (count - 1)
}

/// All against all, by turning the circle; in every other leg the seats are turned round.
fn round_robin(cup: &Cup) -> Round {
    let count = cup.entrants().len();
    let even = count + count % 2;
    let (leg, turn) = (cup.rounds().len() / (even - 1), cup.rounds().len() % (even - 1));
    let place = |at: usize| (turn + at) % (even - 1);
    let mut round = Round { tables: Vec::new(), byes: Vec::new() };
    for at in 0..even / 2 {
        // The last entrant stays where it is; the others move round.
        let (one, other) = match at {
            0 => (even - 1, place(0)),
            at => (place(at), place(even - 1 - at)),
        };
        let first = if at == 0 { turn % 2 == 0 } else { at % 2 == 0 };
        let mut seats = if first { vec![one, other] } else { vec![other, one] };
        if leg % 2 == 1 {
            seats.reverse();
        }
        // Where they are odd, whoever would meet the one that is not there rests.
        match seats.iter().position(|seat| *seat >= count) {
            Some(nobody) => round.byes.push(seats[1 - nobody]),
            None => round.tables.push(table(seats)),
        }
    }
    round
}

/// The order in which seeds stand in a bracket, so that the strongest meet last: 1, 8, 4, 5, 2, 7, 3, 6.
fn bracket(size: usize) -> Vec<usize> {
    let mut order = vec![0];
    while order.len() < size {
        let twice = order.len() * 2;
        order = order.into_iter().flat_map(|seed| [seed, twice - 1 - seed]).collect();
    }
    order
}

/// Who is still in a knock-out cup, in the order of the bracket.
pub(crate) fn still_in(cup: &Cup) -> Vec<usize> {
    let count = cup.entrants().len();
    let Some(last) = cup.rounds().last() else {
        return bracket(count.next_power_of_two())
            .into_iter()
            .filter(|seed| *seed < count)
            .collect();
    };
    let first = |table: &Table| {
        let seat = table.ranks.as_ref()?.iter().position(|rank| *rank == 1)?;
        table.seats.get(seat).copied()
    };
    let mut on: Vec<usize> =
        last.tables.iter().filter_map(first).chain(last.byes.iter().copied()).collect();
    let places = bracket(count.next_power_of_two());
    on.sort_by_key(|entrant| places.iter().position(|place| place == entrant));
    on
}

/// Neighbours in the bracket meet; in the first round the strongest rest where there are not enough.
fn knock_out(cup: &Cup) -> Round {
    let history = history(cup);
    let count = cup.entrants().len();
    let size = count.next_power_of_two();
    let mut round = Round { tables: Vec::new(), byes: Vec::new() };
    let on = still_in(cup);
    let places = bracket(size);
    // So many places of the bracket lead to one table of this round.
    let width = 2 << cup.rounds().len();
    for part in places.chunks(width.min(size)) {
        let here: Vec<usize> =
            on.iter().copied().filter(|entrant| part.contains(entrant)).collect();
        match here[..] {
            [one, other] => {
                round.tables.push(table(history.seated(one.min(other), one.max(other))))
            }
            [one] => round.byes.push(one),
            _ => {}
        }
    }
    round
}
