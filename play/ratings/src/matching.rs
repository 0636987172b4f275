//! Perfect matchings in any graph, by Edmonds' way of shrinking blossoms.

/// A graph whose vertices are numbered, with a matching that grows.
pub(crate) struct Matching<'a> {
    count: usize,
    edge: &'a dyn Fn(usize, usize) -> bool,
    alive: Vec<bool>,
    mate: Vec<Option<usize>>,
}

impl<'a> Matching<'a> {
    /// A graph of these vertices, nobody matched.
    pub(crate) fn new(alive: Vec<bool>, edge: &'a dyn Fn(usize, usize) -> bool) -> Matching<'a> {
        let count = alive.len();
        Matching { count, edge, alive, mate: vec![None; count] }
    }

    /// Matches as many as can be; whether that is all.
    pub(crate) fn complete(&mut self) -> bool {
        for vertex in 0..self.count {
            if self.alive[vertex] && self.mate[vertex].is_none() && !self.augment(vertex) {
                return false;
            }
        }
        true
    }

    /// Takes two vertices out as a pair, if there is an edge and all others can still be matched; else changes nothing.
    pub(crate) fn take(&mut self, one: usize, other: usize) -> bool {
        if !(self.edge)(one, other) || !self.alive[one] || !self.alive[other] {
            return false;
        }
        let before = self.mate.clone();
        let left = self.mate[one].filter(|mate| *mate != other);
        for vertex in [one, other] {
            if let Some(mate) = self.mate[vertex].take() {
                self.mate[mate] = None;
            }
            self.alive[vertex] = false;
        }
        if left.is_none_or(|left| self.augment(left)) {
            return true;
        }
        self.mate = before;
        self.alive[one] = true;
        self.alive[other] = true;
        false
    }

    /// Finds a way from an unmatched vertex to another along which matched and unmatched edges change places.
    fn augment(&mut self, root: usize) -> bool {
        let count = self.count;
        let (mut parent, mut base) = (vec![None; count], (0..count).collect::<Vec<usize>>());
        let mut used = vec![false; count];
        let mut queue = std::collections::VecDeque::from([root]);
        used[root] = true;
        while let Some(vertex) = queue.pop_front() {
            for to in 0..count {
                if !self.alive[to] || to == vertex || !(self.edge)(vertex, to) {
                    continue;
                }
                if base[vertex] == base[to] || self.mate[vertex] == Some(to) {
                    continue;
                }
                let outer = self.mate[to].is_some_and(|mate| parent[mate].is_some());
                if to == root || outer {
                    let top = self.common(&base, &parent, vertex, to);
                    let mut blossom = vec![false; count];
                    self.mark(&base, &mut parent, &mut blossom, vertex, top, to);
                    self.mark(&base, &mut parent, &mut blossom, to, top, vertex);
                    for inside in 0..count {
                        if blossom[base[inside]] {
                            base[inside] = top;
                            if !used[inside] {
                                used[inside] = true;
                                queue.push_back(inside);
                            }
                        }
                    }
                } else if parent[to].is_none() {
                    parent[to] = Some(vertex);
                    match self.mate[to] {
                        Some(mate) => {
                            used[mate] = true;
                            queue.push_back(mate);
                        }
                        None => {
                            self.flip(&parent, to);
                            return true;
                        }
                    }
                }
            }
        }
        false
    }

    fn flip(&mut self, parent: &[Option<usize>], end: usize) {
        let mut at = Some(end);
        while let Some(vertex) = at {
            let Some(before) = parent[vertex] else { break };
            at = self.mate[before];
            self.mate[vertex] = Some(before);
            self.mate[before] = Some(vertex);
        }
    }

    /// The base that the ways of two vertices to the root have in common.
    fn common(&self, base: &[usize], parent: &[Option<usize>], one: usize, other: usize) -> usize {
        let mut seen = vec![false; self.count];
        let up = |at: usize| self.mate[at].and_then(|mate| parent[mate]).map(|above| base[above]);
        let mut at = Some(base[one]);
        while let Some(vertex) = at {
            seen[vertex] = true;
            at = up(vertex);
        }
        let mut at = base[other];
        while !seen[at] {
            match up(at) {
                Some(above) => at = above,
                None => break,
            }
        }
        at
    }

    fn mark(
        &self,
        base: &[usize],
        parent: &mut [Option<usize>],
        blossom: &mut [bool],
        from: usize,
        top: usize,
        child: usize,
    ) {
        let (mut vertex, mut child) = (from, child);
        while base[vertex] != top {
            let Some(mate) = self.mate[vertex] else { break };
            blossom[base[vertex]] = true;
            blossom[base[mate]] = true;
            parent[vertex] = Some(child);
            child = mate;
            match parent[mate] {
                Some(above) => vertex = above,
                None => break,
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Whether all can be matched, tried out.
    fn tried(left: &[usize], edge: &dyn Fn(usize, usize) -> bool) -> bool {
        let Some((first, rest)) = left.split_first() else { return true };
        rest.iter().any(|other| {
            let without: Vec<usize> =
                rest.iter().copied().filter(|vertex| vertex != other).collect();
            edge(*first, *other) && tried(&without, edge)
        })
    }

    #[test]
    fn a_perfect_matching_is_found_where_there_is_one() {
        let mut number = 7_u64;
        let (mut found, mut none) = (0, 0);
        for _ in 0..3000 {
            let mut edges = [[false; 10]; 10];
            let dense = 1 + number % 4;
            let pairs = (0..10).flat_map(|one| (0..one).map(move |other| (one, other)));
            for (one, other) in pairs {
                number = number
                    .wrapping_mul(6_364_136_223_846_793_005)
                    .wrapping_add(1_442_695_040_888_963_407);
                let there = (number >> 40) % 8 < dense;
                edges[one][other] = there;
                edges[other][one] = there;
            }
            let edge = |one: usize, other: usize| edges[one][other];
            let all: Vec<usize> = (0..10).collect();
            let perfect = tried(&all, &edge);
            let mut matching = Matching::new(vec![true; 10], &edge);
            assert_eq!(matching.complete(), perfect);
            found += u32::from(perfect);
            none += u32::from(!perfect);
            if perfect {
                let one = 0;
                for other in 1..10 {
                    let rest: Vec<usize> = (1..10).filter(|vertex| *vertex != other).collect();
                    let mut again = Matching::new(vec![true; 10], &edge);
                    again.complete();
                    assert_eq!(again.take(one, other), edge(one, other) && tried(&rest, &edge));
                }
            }
        }
        assert!(found > 500 && none > 500, "{found} {none}");
    }
}
