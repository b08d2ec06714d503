//! Triangles turned into spans, told.

use std::ops::ControlFlow;

use super::{
    Part, StageName, Thing,
    kind::kinds,
    lens::Fact,
    spans::{level, voxels},
    stage::Stage,
};
use crate::{
    bake::voxels::{Rasterise, RasteriseEvent, rasterise},
    geometry::rounded,
    maze::Level,
    record::{Recorder, Sink},
};

impl Stage for Rasterise {
    const NAME: StageName = StageName::Rasterise;

    const WORD: &'static str = "rasterise";

    const PART: Part = Part::Bake;

    const STEPS: &'static [&'static str] = &[
        "for each triangle",
        "  one can walk on it if it faces up and is less steep than the slope",
        "  for each column in which it has a piece",
        "    the piece fills voxels from its lowest point to its highest",
        "    if they neither overlap nor touch a span",
        "      add a span of them",
        "    else make one span of them and of all those",
        "      where tops are no further apart than climb, the better ground is kept",
    ];

    kinds! { RasteriseEvent {
        RasteriseEvent::Added { joined: 0, .. } => change("added", Operation, 5),
        RasteriseEvent::Added { .. } => change("joined", Operation, 6),
        RasteriseEvent::Begun { .. } => observation("begun", Test, 1),
    }}

    const TOO_MANY: &'static str = "choose wider columns (a larger voxels.cell_size)";

    fn run<S: Sink<RasteriseEvent>>(recorder: &mut Recorder<Self, S>) -> ControlFlow<()> {
        rasterise(recorder)
    }

    fn sizes(&self) -> Vec<(&'static str, usize)> {
        let (spans, walkable) = self.counts();
        vec![("spans", spans), ("walkable", walkable)]
    }

    fn brief(&self, event: &RasteriseEvent) -> String {
        match *event {
            RasteriseEvent::Added { at, low, high, .. } => {
                let (column, row) = self.grid().column_of(at.cell as usize);
                format!("column ({column}, {row}), {low} to {high}, of triangle {}", at.triangle)
            }
            RasteriseEvent::Begun { triangle } => format!("triangle {triangle}"),
        }
    }

    fn sentence(&self, event: &RasteriseEvent) -> String {
        match *event {
            RasteriseEvent::Added { at, low, high, joined, .. } => {
                let (column, row) = self.grid().column_of(at.cell as usize);
                let filled =
                    format!("Triangle {} fills voxels {low} to {high} of column ({column}, {row})", at.triangle);
                let span = self.spans_at(column, row).iter().find(|it| it.high >= high);
                match (joined, span) {
                    (0, _) | (_, None) => {
                        format!("{filled}: a span of its own, on which {}.", self.can_walk(self.ground(at.triangle)))
                    }
                    (_, Some(span)) => {
                        let those = if joined == 1 {
                            "the span that was".to_owned()
                        } else {
                            format!("the {joined} spans that were")
                        };
                        let (low, high) = (span.low, span.high);
                        format!(
                            "{filled}: with {those} there it becomes one from {low} to {high}, on which {}.",
                            self.can_walk(span.ground)
                        )
                    }
                }
            }
            RasteriseEvent::Begun { triangle } => format!("Triangle {triangle} {}.", self.why(triangle)),
        }
    }

    fn facts(&self, event: &RasteriseEvent) -> Vec<Fact> {
        let triangle = match *event {
            RasteriseEvent::Added { at, .. } => at.triangle,
            RasteriseEvent::Begun { triangle } => triangle,
        };
        let degrees = |it: f64| format!("{}°", rounded(it, 2));
        let steepness = self.steepness(triangle);
        let mut facts = vec![
            Fact::new("triangle", triangle.to_string()),
            Fact::new(
                "steepness",
                if steepness.is_nan() { "none: it has no area".to_owned() } else { degrees(steepness) },
            ),
            Fact::new("slope", degrees(self.settings().slope)),
        ];
        if let RasteriseEvent::Added { at, low, high, .. } = *event {
            let (column, row) = self.grid().column_of(at.cell as usize);
            facts.extend([
                Fact::new("column", format!("({column}, {row})")),
                Fact::new("filled", format!("from {} to {}", level(self.grid(), low), level(self.grid(), high))),
                Fact::new("climb", voxels(self.grid(), self.agent().climb)),
            ]);
        }
        facts
    }

    fn can_touch(thing: Thing) -> bool {
        matches!(thing, Thing::Cell(..))
    }

    fn touch(&self, event: &RasteriseEvent, _: &[u32], thing: Thing) -> Option<&'static str> {
        match *event {
            RasteriseEvent::Added { at, joined, .. } => {
                let (column, row) = self.grid().column_of(at.cell as usize);
                (thing == Thing::Cell(column, row)).then_some(if joined == 0 { "added to" } else { "joined in" })
            }
            RasteriseEvent::Begun { .. } => None,
        }
    }
}

impl Rasterise {
    /// Why one can walk on a triangle, or why not.
    fn why(&self, triangle: u32) -> String {
        let steepness = self.steepness(triangle);
        let [told, slope] = [steepness, self.settings().slope].map(|it| rounded(it, 2));
        if self.level().triangles()[triangle as usize].kind == Level::NOT_WALKABLE {
            "is of a kind on which nobody can walk".to_owned()
        } else if self.ground(triangle).is_some() {
            format!("rises by {told}°, less than {slope}°: one can walk on it")
        } else if steepness.is_nan() {
            "has no area: nobody can walk on it".to_owned()
        } else if steepness > 90.0 {
            "faces down: nobody can walk on it".to_owned()
        } else {
            format!("rises by {told}°, and {slope}° are too steep: nobody can walk on it")
        }
    }

    /// Whether one can walk on some ground.
    fn can_walk(&self, ground: Option<u8>) -> String {
        match ground.map(|it| (it, self.level().kinds().get(usize::from(it)))) {
            None => "nobody can walk".to_owned(),
            Some((Level::PLAIN, _) | (_, None)) => "one can walk".to_owned(),
            Some((_, Some(kind))) => format!("one can walk, of kind “{kind}”"),
        }
    }
}
