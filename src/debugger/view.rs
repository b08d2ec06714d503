//! What is to be seen at the cursor.

use super::{Debugger, Lane, Query};
use crate::{
    geometry::Bounds,
    picture::{Mark, Shown, draw_course, draw_ends, draw_maze, draw_optimum, draw_violations, draw_walkable},
    search::GridSearch,
    trace::StageName,
};

impl Debugger {
    /// What is to be seen at the cursor.
    #[must_use]
    pub fn picture(&self, view: &Shown) -> Vec<Mark> {
        let mut marks = Vec::new();
        draw_maze(&self.scenario.maze, view, &mut marks);
        let query = self.query.as_ref();
        let is_over_mesh = query.is_none_or(|it| it.track::<GridSearch>().is_none());
        if let (Some(bake), StageName::Funnel | StageName::Round | StageName::Audit | StageName::Walk, true) =
            (&self.bake, self.lane.stage, is_over_mesh)
        {
            draw_walkable(&bake.nav, view, &mut marks);
        }
        if let (Some(course), StageName::Walk) = (query.and_then(Query::course), self.lane.stage) {
            draw_course(course, &mut marks);
        }
        if let Some(lane) = self.lane() {
            lane.draw(view, &mut marks);
        }
        if let (Some(query), StageName::Walk) = (query, self.lane.stage) {
            draw_violations(&query.report.audit.violations, &mut marks);
        }
        let optimum = query.and_then(|it| it.optimum.as_ref());
        if let Some(optimum) = optimum.filter(|_| self.lane.stage >= StageName::Portals) {
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
