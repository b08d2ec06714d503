//! What edits took away, in sentences, so that nothing goes without a word.

use super::{
    Debugger,
    history::{Change, Values},
};
use crate::io::Scenario;

/// What the last edit took away.
#[derive(Debug, Default)]
pub(super) struct Removed {
    sentences: Vec<String>,
    /// How often there was another.
    count: u64,
}

impl Removed {
    /// Another edit begins, or the last one was taken back.
    pub(super) fn clear(&mut self) {
        if !std::mem::take(&mut self.sentences).is_empty() {
            self.count += 1;
        }
    }

    pub(super) fn tell(&mut self, sentence: String) {
        if self.sentences.contains(&sentence) {
            return;
        }
        self.sentences.push(sentence);
        self.count += 1;
    }

    /// Notes what a change takes away.
    pub(super) fn note(&mut self, change: &Change) {
        match change {
            Change::Placed { end, place } if place.now.is_none() => {
                self.tell(format!("The maze's {} was removed", end.name()));
            }
            Change::Click { click, .. } => {
                if let Values { was: Some(was), now: None } = &**click {
                    self.tell(format!("The click “{}” was removed", was.name));
                }
            }
            _ => (),
        }
    }

    /// Notes that clicks lie outside of a maze that was made smaller.
    pub(super) fn note_outside(&mut self, scenario: &Scenario) {
        let (width, height) = (scenario.maze.bounds().max.x, scenario.maze.bounds().max.y);
        let lies_in = |p: crate::geometry::Point| (0.0..=width).contains(&p.x) && (0.0..=height).contains(&p.y);
        let outside = scenario.clicks.iter().filter(|it| !lies_in(it.start.at) || !lies_in(it.goal.at)).count();
        match outside {
            0 => (),
            1 => self.tell("One click starts or ends outside of the maze now".to_owned()),
            count => self.tell(format!("{count} clicks start or end outside of the maze now")),
        }
    }
}

impl Debugger {
    /// What the last edit took away, in sentences without their full stops; nothing once that is taken back or another edit begins.
    #[must_use]
    pub fn removed(&self) -> &[String] {
        &self.removed.sentences
    }

    /// A number that changes whenever [`removed`](Self::removed) does.
    #[must_use]
    pub fn removals(&self) -> u64 {
        self.removed.count
    }
}
