//! What happened in a run, in few numbers: how many events each stage had, and hashes by which another run can be held against it.
//!
//! A hash stands for all events up to a moment, so where two runs first differ is found by looking for the first hash that
//! does. Short runs have one for each event; long ones at regular distances, so that a file of many stays small.

use std::fmt::Write as _;

use postcard::ser_flavors::Flavor;
use serde::{Deserialize, Serialize};

use super::super::Lane;
use crate::{
    io::{FNV_START, fnv_step},
    record::{Event, Log},
};

/// At most so many hashes are kept of a stage.
const MOST: usize = 1024;

/// A stage of a run in few numbers.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct StageTrace {
    /// Which stage.
    pub stage: String,
    /// How many events it had.
    pub events: usize,
    /// After how many events there is a hash each time.
    pub every: usize,
    /// The hashes, eight hexadecimal digits each: after `every` events, twice as many, and so on, and after the last.
    pub hashes: String,
}

/// The stages of a run in few numbers.
#[must_use]
pub fn traces(lanes: &[&dyn Lane]) -> Vec<StageTrace> {
    let trace = |lane: &&dyn Lane| {
        let every = lane.len().div_ceil(MOST).max(1);
        let mut hashes = String::new();
        lane.hashes(&mut |at, hash| {
            if at % every == 0 || at == lane.len() {
                // Writing into a string can't fail.
                let _ = write!(hashes, "{:08x}", (hash ^ hash >> 32) & 0xFFFF_FFFF);
            }
        });
        StageTrace { stage: lane.name().name().to_owned(), events: lane.len(), every, hashes }
    };
    lanes.iter().map(trace).collect()
}

impl StageTrace {
    /// The hashes with the numbers of events after which they were taken.
    fn points(&self) -> impl Iterator<Item = (usize, &str)> {
        let digits = (0..).map_while(|it| self.hashes.get(8 * it..8 * it + 8));
        digits.enumerate().map(|(index, hash)| (((index + 1) * self.every.max(1)).min(self.events), hash))
    }

    /// Between which numbers of events another run of the stage first differs: after the first all was the same, after the second
    /// no more. Nothing if it doesn't.
    #[must_use]
    pub fn parts_from(&self, other: &Self) -> Option<(usize, usize)> {
        if self == other {
            return None;
        }
        let theirs: Vec<(usize, &str)> = other.points().collect();
        let mut same = 0;
        for (at, hash) in self.points() {
            let Ok(place) = theirs.binary_search_by_key(&at, |it| it.0) else { continue };
            if theirs[place].1 != hash {
                return Some((same, at));
            }
            same = at;
        }
        if same == self.events && same == other.events {
            return None;
        }
        // As far as both go, nothing is known to differ; so what is next does.
        Some((same, same.max(self.events.min(other.events)) + 1))
    }
}

/// Takes in the bytes that an event is written as.
#[derive(Clone, Copy)]
struct Hasher(u64);

impl Flavor for Hasher {
    type Output = u64;

    fn try_push(&mut self, byte: u8) -> postcard::Result<()> {
        self.0 = fnv_step(self.0, byte);
        Ok(())
    }

    fn finalize(self) -> postcard::Result<u64> {
        Ok(self.0)
    }
}

/// Tells after each event of a run what all so far hash to: the events and their side arrays.
///
/// An event is written as the number of its kind and the values of its fields. What kinds and fields are called does not matter;
/// in which order they are declared does: where that changes, the baseline's version must.
pub(in super::super) fn hashes<E: Event + Serialize>(log: &Log<E>, tell: &mut dyn FnMut(usize, u64)) {
    let mut hash = FNV_START;
    let mut details = log.details();
    for (at, event) in (1..).zip(log.events()) {
        let (detail, rest) = details.split_at(event.detail_len());
        hash = postcard::serialize_with_flavor(event, Hasher(hash))
            .expect("events are numbers, and hashing takes them all");
        hash = detail.iter().flat_map(|it| it.to_le_bytes()).fold(hash, fnv_step);
        details = rest;
        tell(at, hash);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::record::Sink as _;

    fn trace(events: usize, every: usize, hashes: &[&str]) -> StageTrace {
        StageTrace { stage: "funnel".to_owned(), events, every, hashes: hashes.concat() }
    }

    #[derive(Clone, Copy, Serialize)]
    enum Old {
        Born { triangle: u32, at: f64 },
        Died,
    }

    #[derive(Clone, Copy, Serialize)]
    enum Renamed {
        Appeared { polygon: u32, place: f64 },
        Gone,
    }

    impl Event for Old {
        fn detail_len(&self) -> usize {
            usize::from(matches!(self, Self::Died))
        }
    }

    impl Event for Renamed {
        fn detail_len(&self) -> usize {
            usize::from(matches!(self, Self::Gone))
        }
    }

    fn hashes_of<E: Event + Serialize>(events: &[(E, &[u32])]) -> Vec<u64> {
        let mut log = Log::default();
        for (event, detail) in events {
            // A log never stops a run.
            let _ = log.emit(*event, detail);
        }
        let mut all = Vec::new();
        hashes(&log, &mut |_, hash| all.push(hash));
        all
    }

    /// Baselines outlive the names in the code, and tell every number.
    #[test]
    fn hashes_are_of_values_and_not_of_names() {
        let (triangle, at) = (300, 0.1);
        let old = hashes_of(&[(Old::Born { triangle, at }, &[]), (Old::Died, &[7])]);
        let renamed = [(Renamed::Appeared { polygon: triangle, place: at }, &[][..]), (Renamed::Gone, &[7])];
        assert_eq!(old, hashes_of(&renamed));
        // Whoever sees this fail has changed how events are written: baselines need another version.
        assert_eq!(old, [0x7CFF_2AEA_ACBF_87D8, 0x2191_F95A_537E_1F7C]);
        for (event, detail) in [
            (Old::Born { triangle: 301, at }, &[][..]),
            (Old::Born { triangle, at: 0.1_f64.next_up() }, &[]),
            (Old::Died, &[7]),
        ] {
            assert_ne!(hashes_of(&[(event, detail)])[0], old[0]);
        }
        assert_ne!(hashes_of(&[(Old::Born { triangle, at }, &[]), (Old::Died, &[8])])[1], old[1]);
    }

    #[test]
    fn runs_part_where_their_hashes_do() {
        let [a, b, c, d] = ["aaaaaaaa", "bbbbbbbb", "cccccccc", "dddddddd"];
        let old = trace(3, 1, &[a, b, c]);
        for (new, expected) in [
            (old.clone(), None),
            (trace(3, 1, &[a, b, d]), Some((2, 3))),
            (trace(3, 1, &[d, b, c]), Some((0, 1))),
            (trace(2, 1, &[a, b]), Some((2, 3))),
            (trace(4, 1, &[a, b, c, d]), Some((3, 4))),
            (trace(0, 1, &[]), Some((0, 1))),
            (trace(4, 2, &[b, d]), Some((2, 4))),
        ] {
            assert_eq!(old.parts_from(&new), expected, "{new:?}");
        }
        let old = trace(25, 10, &[a, b, c]);
        assert_eq!(old.parts_from(&trace(25, 10, &[a, d, d])), Some((10, 20)));
        assert_eq!(old.parts_from(&trace(25, 10, &[a, b, d])), Some((20, 25)));
    }
}
