//! What is to be seen at the cursor.

use super::{Debugger, Lane, Query};
use crate::{
    geometry::{Bounds, Point},
    picture::{Mark, Shown, draw_course, draw_ends, draw_maze, draw_optimum, draw_violations, draw_walkable},
    search::GridSearch,
    trace::Beside,
};

impl Debugger {
    /// Where the query starts, in plan.
    #[must_use]
    pub fn start(&self) -> Option<Point> {
        self.ends()[0].map(|it| it.at)
    }

    /// Where it goes, in plan.
    #[must_use]
    pub fn goal(&self) -> Option<Point> {
        self.ends()[1].map(|it| it.at)
    }

    /// What is to be seen at the cursor.
    #[must_use]
    pub fn picture(&self, view: &Shown) -> Vec<Mark> {
        let mut marks = Vec::new();
        draw_maze(&self.scenario.maze, view, &mut marks);
        let beside = self.lane.stage.vocabulary().beside;
        let query_with = |it: Beside| self.query.as_ref().filter(|_| beside.contains(&it));
        let is_over_mesh = self.query.as_ref().is_none_or(|it| it.track::<GridSearch>().is_none());
        if let Some(bake) = self.bake.as_ref().filter(|_| is_over_mesh && beside.contains(&Beside::Walkable)) {
            draw_walkable(bake.nav.polygons(), view, &mut marks);
        }
        if let Some(course) = query_with(Beside::Path).and_then(Query::course) {
            draw_course(course, &mut marks);
        }
        if let Some(lane) = self.lane() {
            lane.draw(view, &mut marks);
        }
        if let Some(query) = query_with(Beside::Violations) {
            draw_violations(&query.report.audit.violations, &mut marks);
        }
        if let Some(optimum) = query_with(Beside::Optimum).and_then(|it| it.optimum.as_ref()) {
            draw_optimum(optimum, &mut marks);
        }
        marks
    }

    /// What the last step changed, and start and goal above all.
    #[must_use]
    pub fn picture_of_event(&self) -> Vec<Mark> {
        let mut marks = Vec::new();
        if let Some(lane) = self.lane() {
            lane.draw_event(&mut marks);
        }
        draw_ends(self.start(), self.goal(), &mut marks);
        marks
    }

    /// Where the last step took place.
    #[must_use]
    pub fn event_bounds(&self) -> Option<Bounds> {
        self.lane().and_then(Lane::event_bounds)
    }
}
