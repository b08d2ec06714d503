//! The way with the fewest obstacles on it, where a step meets one or none: a breadth-first search in which free steps go first.
//!
//! What is reached over a free step is looked at next, everything else last, so that the queue is in order of obstacles, of which it
//! never holds more than two counts at once. Of several ways with as few, the one found first is taken; a start that is a goal is
//! reached without a step.
//!
//! Robert Dial, "Algorithm 360: Shortest-Path Forest with Topological Ordering", Communications of the ACM 12 (1969), with two buckets.

use std::collections::VecDeque;

/// A step from a place to the next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Step<N, S> {
    pub(super) from: N,
    /// Which of those from there.
    pub(super) by: S,
    pub(super) to: N,
}

/// How many obstacles there are on the way to a place, and the last step there, from where and which; none at a start.
type Reached<N, S> = (u32, Option<(N, S)>);

/// The steps from a start to a goal that meet the fewest obstacles; none if no steps lead there.
///
/// `index` numbers the places, each below `room`; `steps` gives those from a place, each with where it leads and whether it is free.
pub(super) fn fewest<N: Copy, S: Copy, I: IntoIterator<Item = (S, N, bool)>>(
    room: usize,
    index: impl Fn(N) -> usize,
    starts: impl IntoIterator<Item = N>,
    is_goal: impl Fn(N) -> bool,
    steps: impl Fn(N) -> I,
) -> Option<Vec<Step<N, S>>> {
    let mut reached: Vec<Option<Reached<N, S>>> = vec![None; room];
    let mut queue: VecDeque<(u32, N)> = VecDeque::new();
    for start in starts {
        reached[index(start)] = Some((0, None));
        queue.push_back((0, start));
    }
    while let Some((cost, from)) = queue.pop_front() {
        if reached[index(from)].is_some_and(|it| it.0 < cost) {
            continue;
        }
        if is_goal(from) {
            return Some(steps_to(from, |it| reached[index(it)].and_then(|it| it.1)));
        }
        for (by, to, is_free) in steps(from) {
            let cost = cost + u32::from(!is_free);
            if reached[index(to)].is_none_or(|it| cost < it.0) {
                reached[index(to)] = Some((cost, Some((from, by))));
                if is_free { queue.push_front((cost, to)) } else { queue.push_back((cost, to)) }
            }
        }
    }
    None
}

fn steps_to<N: Copy, S>(goal: N, entered: impl Fn(N) -> Option<(N, S)>) -> Vec<Step<N, S>> {
    let mut steps = Vec::new();
    let mut to = goal;
    while let Some((from, by)) = entered(to) {
        steps.push(Step { from, by, to });
        to = from;
    }
    steps.reverse();
    steps
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Along a row of places, to either side; a wall costs one to enter.
    fn way(row: &str, start: usize, goal: usize) -> Option<(String, usize)> {
        let row: Vec<char> = row.chars().collect();
        let ends = row.len();
        let steps = |at: usize| {
            let beside = [('<', at.checked_sub(1)), ('>', Some(at + 1).filter(|it| *it < ends))];
            beside.into_iter().filter_map(|(by, to)| to.filter(|it| row[*it] != ' ').map(|it| (by, it, row[it] != '#')))
        };
        let steps = fewest(ends, |it| it, [start], |it| it == goal, steps)?;
        assert!(steps.windows(2).all(|it| it[0].to == it[1].from));
        let walls = steps.iter().filter(|it| row[it.to] == '#').count();
        Some((steps.iter().map(|it| it.by).collect(), walls))
    }

    #[test]
    fn ways_lead_through_as_few_walls_as_can_be() {
        assert_eq!(way("..#.", 0, 3), Some((">>>".to_owned(), 1)));
        assert_eq!(way(".##.", 3, 0), Some(("<<<".to_owned(), 2)));
        assert_eq!(way("....", 2, 2), Some((String::new(), 0)));
        assert_eq!(way(".. .", 0, 3), None);
    }

    /// From 0 to 3 at once through an obstacle, or by way of 1 and 2, which is free.
    #[test]
    fn free_steps_go_first_however_many() {
        let edges = [(0, 3, false), (0, 1, true), (1, 2, true), (2, 3, true)];
        let steps = |at: usize| edges.into_iter().filter(move |it| it.0 == at).map(|it| ((), it.1, it.2));
        let places: Option<Vec<usize>> =
            fewest(4, |it| it, [0], |it| it == 3, steps).map(|it| it.iter().map(|it| it.to).collect());
        assert_eq!(places, Some(vec![1, 2, 3]));
    }
}
