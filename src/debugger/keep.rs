//! Keeping clicks: what start and goal came to is what they are expected to come to from now on.

use super::{
    Command, Debugger,
    history::{Change, Gesture, Values},
};
use crate::io::{Click, Expect, Kept};

/// What was asked for before it could be done.
#[derive(Debug, Default, PartialEq)]
pub(super) struct Waiting {
    /// Whether the query is to be kept.
    keeps: bool,
    /// The clicks, or all of them, of which what comes out is to be expected.
    expects: Vec<Option<usize>>,
}

impl Debugger {
    /// The click that starts and goes where the query does.
    #[must_use]
    pub fn kept_click(&self) -> Option<usize> {
        let [start, goal] = self.ends();
        self.scenario.clicks.iter().position(|it| (Some(it.start), Some(it.goal)) == (start, goal))
    }

    /// Whether the query as it stands is being answered, or has been, so that it can be kept.
    #[must_use]
    pub fn may_keep(&self) -> bool {
        self.progress().is_some() && self.start().zip(self.goal()).is_some() || self.can_keep()
    }

    /// Whether the query as it stands has been answered, so that it can be kept at once.
    #[must_use]
    pub fn can_keep(&self) -> bool {
        let asked = self.query.as_ref().map(|it| (it.start, it.goal));
        self.progress().is_none() && asked.is_some() && asked == self.start().zip(self.goal())
    }

    pub(super) fn toggle_click(&mut self) {
        if let Some(index) = self.kept_click() {
            return self.forget_click(index);
        }
        self.keep_click();
    }

    /// Keeps the query as soon as it is answered, unless it is kept already.
    pub(super) fn keep(&mut self) {
        self.waiting.keeps = self.kept_click().is_none() && self.may_keep();
        self.keep_what_waits();
    }

    /// Keeps and expects what was asked for while it was under way, if it is not any more.
    pub(super) fn keep_what_waits(&mut self) {
        if self.progress().is_some() {
            return;
        }
        if std::mem::take(&mut self.waiting.keeps) {
            self.keep_click();
            self.run_clicks();
        }
        if !self.is_running_clicks() {
            for click in std::mem::take(&mut self.waiting.expects) {
                self.expect_now(click);
            }
        }
    }

    /// Forgets what waits, and says so, if something else is edited meanwhile.
    pub(super) fn let_go_of_what_waits(&mut self, command: &Command) {
        let follows = matches!(command, Command::Keep | Command::ExpectNow(_));
        let edits = command.edits() || matches!(command, Command::Undo | Command::Redo | Command::Cancel);
        if edits && !follows && std::mem::take(&mut self.waiting) != Waiting::default() {
            self.finder
                .say("Nothing was kept: something was changed or cancelled before the path was known.".to_owned());
        }
    }

    fn keep_click(&mut self) {
        let Some(query) = self.query.as_ref().filter(|_| self.can_keep()) else { return };
        let report = &query.report;
        let is_free = |name: &String| self.scenario.clicks.iter().all(|it| it.name != *name);
        // Of one more name than there are clicks, one is free.
        let mut names = (1..=self.scenario.clicks.len() + 1).map(|number| format!("click {number}"));
        let name = names.find(is_free).unwrap_or_default();
        let expect = Expect::of(report.outcome, report.length, report.length.map(|_| report.corners));
        let kept = Kept { points: report.points.clone(), triangles: report.triangle_ids().to_vec() };
        let click = Click { expect: Some(expect), kept, ..Click::new(name, query.start, query.goal) };
        let index = self.scenario.clicks.len();
        self.begin_edit(Gesture::Single);
        self.change_click(index, None, Some(click));
        self.history.release();
    }

    pub(super) fn forget_click(&mut self, index: usize) {
        let Some(was) = self.scenario.clicks.get(index).cloned() else { return };
        let query = self.scenario.first_query();
        self.begin_edit(Gesture::Single);
        self.change_click(index, Some(was), None);
        if self.start().is_some() {
            self.hold_query(query);
        }
        self.history.release();
    }

    pub(super) fn rename_click(&mut self, index: usize, name: String) {
        if !name.trim().is_empty() {
            self.edit_click(index, Gesture::Naming(index), |it| it.name = name);
        }
    }

    pub(super) fn set_tolerance(&mut self, index: usize, tolerance: f64) {
        if tolerance >= 0.0 && tolerance.is_finite() {
            self.edit_click(index, Gesture::Tolerating(index), |it| {
                if let Some(expect) = &mut it.expect {
                    expect.tolerance = tolerance;
                }
            });
        }
    }

    fn edit_click(&mut self, index: usize, gesture: Gesture, edit: impl FnOnce(&mut Click)) {
        if index >= self.scenario.clicks.len() {
            return;
        }
        self.begin_edit(gesture);
        let Some(was) = self.scenario.clicks.get(index).cloned() else { return };
        let mut now = was.clone();
        edit(&mut now);
        if was != now {
            self.change_click(index, Some(was), Some(now));
        }
    }

    /// Expects of a click what came out of it, of all that fail if none is named; broken rules are never expected.
    pub(super) fn expect_now(&mut self, click: Option<usize>) {
        if self.progress().is_some() || self.is_running_clicks() {
            return self.waiting.expects.push(click);
        }
        let fails = |it: &usize| self.live(*it, None).is_some_and(|it| it.verdict.is_bad());
        let clicks: Vec<usize> = match click {
            Some(it) => vec![it],
            None => (0..self.scenario.clicks.len()).filter(fails).collect(),
        };
        let blessed = clicks.into_iter().filter_map(|it| Some((it, self.blessed(it)?)));
        let blessed: Vec<(usize, Click)> = blessed.collect();
        if blessed.is_empty() {
            self.finder.say("The path breaks a rule, so it can't become what is expected.".to_owned());
            return;
        }
        self.begin_edit(Gesture::Single);
        for (index, now) in blessed {
            let was = self.scenario.clicks[index].clone();
            if was != now {
                self.change_click(index, Some(was), Some(now));
            }
        }
        self.history.release();
    }

    /// A click that expects what came out of it; nothing if nothing came out, or what breaks rules.
    fn blessed(&self, index: usize) -> Option<Click> {
        let click = self.scenario.clicks.get(index)?;
        let live = self.live(index, None)?;
        let report = live.report.filter(|it| it.audit.legal)?;
        let corners = report.length.map(|_| report.corners);
        let expect = match &click.expect {
            Some(expect) => expect.blessed(report.outcome, report.length, corners),
            None => Expect::of(report.outcome, report.length, corners),
        };
        let kept = Kept { points: report.points.clone(), triangles: report.triangle_ids().to_vec() };
        Some(Click { expect: Some(expect), kept, ..click.clone() })
    }

    fn change_click(&mut self, index: usize, was: Option<Click>, now: Option<Click>) {
        self.commit(Change::Click { index, click: Values { was, now }.into() });
    }
}
