//! Answers worked out in the background for whatever is asked now, each shown as it comes.

use std::{
    ops::ControlFlow,
    sync::mpsc::{Receiver, channel},
};

use super::{Halt, task::Task};
use crate::trace::Watch;

/// Answers of one kind under way or done, and the question they answer.
#[derive(Debug)]
pub(super) struct Batch<Q, A> {
    asked: Option<Q>,
    answers: Vec<A>,
    news: Option<Receiver<A>>,
    task: Option<Task<Result<(), Halt>>>,
    trouble: Option<String>,
}

impl<Q, A> Default for Batch<Q, A> {
    fn default() -> Self {
        Self { asked: None, answers: Vec::new(), news: None, task: None, trouble: None }
    }
}

impl<Q: PartialEq, A: Send + 'static> Batch<Q, A> {
    /// The answers so far.
    pub(super) fn answers(&self) -> &[A] {
        &self.answers
    }

    /// Whether there are more to come.
    pub(super) fn is_running(&self) -> bool {
        self.news.is_some()
    }

    /// Why the work broke off, if it did.
    pub(super) fn trouble(&self) -> Option<&str> {
        self.trouble.as_deref()
    }

    /// What the answers are about.
    pub(super) fn asked(&self) -> Option<&Q> {
        self.asked.as_ref()
    }

    /// Works on a question in the place of the last one, if it is another. The work tells each answer at once, and is to stop when
    /// that breaks.
    pub(super) fn ask<W>(&mut self, name: &str, question: Q, work: W)
    where
        W: FnOnce(&Watch, &mut dyn FnMut(A) -> ControlFlow<()>) -> Result<(), Halt> + Send + 'static,
    {
        if self.asked.as_ref() == Some(&question) {
            return;
        }
        self.answers.clear();
        self.trouble = None;
        let (sender, news) = channel();
        let work = move |watch: &Watch| {
            work(watch, &mut |answer| match sender.send(answer) {
                Ok(()) => ControlFlow::Continue(()),
                Err(_) => ControlFlow::Break(()),
            })
        };
        self.task = Some(Task::start(name, self.task.take(), work));
        (self.asked, self.news) = (Some(question), Some(news));
    }

    /// Tells the work under way to stop; what is known so far stands.
    pub(super) fn stop(&mut self) {
        if let Some(task) = &self.task {
            task.cancel();
        }
        self.news = None;
        self.asked = None;
    }

    /// Stops, and forgets all answers.
    pub(super) fn clear(&mut self) {
        self.stop();
        self.answers.clear();
    }

    /// Takes in what came, waiting for the end if asked; tells whether there was anything.
    pub(super) fn take(&mut self, wait: bool) -> bool {
        let Some(news) = &self.news else { return false };
        let before = self.answers.len();
        if wait {
            self.answers.extend(news.iter());
        } else {
            self.answers.extend(news.try_iter());
        }
        let finished = self.task.take_if(|it| wait || it.is_finished());
        if let Some(task) = finished {
            self.answers.extend(news.try_iter());
            self.news = None;
            if let Err(Halt::TooLarge(message)) = task.finish() {
                self.trouble = Some(message);
            }
            return true;
        }
        self.answers.len() > before
    }
}
