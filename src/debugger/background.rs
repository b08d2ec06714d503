//! A question that a thread of its own works on; its answers are taken in as they come, or waited for.
//!
//! Another question takes the place of the last one. The work on the last one is told to stop, and the new work
//! begins once it has stopped, so that there is never more than one thread at work for each kind of question.

use std::{
    ops::ControlFlow,
    sync::{
        Arc,
        atomic::Ordering,
        mpsc::{Receiver, channel},
    },
    thread::JoinHandle,
};

use super::{Debugger, Halt};
use crate::trace::Watch;

/// The last question of one kind, and its answers so far.
#[derive(Debug)]
pub(super) struct Background<Q, A> {
    asked: Option<Q>,
    answers: Vec<A>,
    /// Where answers come from, while there are more to come.
    news: Option<Receiver<A>>,
    /// The work on the question, or older work that was told to stop.
    work: Option<Work>,
    trouble: Option<String>,
}

#[derive(Debug)]
struct Work {
    watch: Arc<Watch>,
    thread: JoinHandle<Result<(), Halt>>,
}

impl Work {
    /// Tells it to stop, without waiting for it.
    fn cancel(&self) {
        self.watch.cancel.store(true, Ordering::Relaxed);
    }
}

impl<Q, A> Default for Background<Q, A> {
    fn default() -> Self {
        Self { asked: None, answers: Vec::new(), news: None, work: None, trouble: None }
    }
}

impl<Q, A> Background<Q, A> {
    /// The answers that were taken in.
    pub(super) fn answers(&self) -> &[A] {
        &self.answers
    }

    /// As [`answers`](Self::answers), which are handed over.
    pub(super) fn take_answers(&mut self) -> Vec<A> {
        std::mem::take(&mut self.answers)
    }

    /// Whether there are more to come.
    pub(super) fn is_running(&self) -> bool {
        self.news.is_some()
    }

    /// Why the work broke off, if it did.
    pub(super) fn trouble(&self) -> Option<&str> {
        self.trouble.as_deref()
    }

    /// The question that is worked on, or was answered.
    pub(super) fn asked(&self) -> Option<&Q> {
        self.asked.as_ref()
    }

    /// Tells the work under way to stop; the answers so far stay.
    pub(super) fn stop(&mut self) {
        self.work.iter().for_each(Work::cancel);
        self.news = None;
        self.asked = None;
    }

    /// Stops, and forgets all answers.
    pub(super) fn clear(&mut self) {
        self.stop();
        self.answers.clear();
    }
}

impl<Q: PartialEq, A: Send + 'static> Background<Q, A> {
    /// Has a question answered by a thread of that name, unless it is the one that was asked last. The work hands over each
    /// answer at once, and stops when that breaks off.
    pub(super) fn ask<W>(&mut self, name: &str, question: Q, work: W)
    where
        W: FnOnce(&Watch, &mut dyn FnMut(A) -> ControlFlow<()>) -> Result<(), Halt> + Send + 'static,
    {
        if self.asked.as_ref() == Some(&question) {
            return;
        }
        self.clear();
        self.trouble = None;
        let (sender, news) = channel();
        let watch = Arc::new(Watch::default());
        let (watched, before) = (watch.clone(), self.work.take());
        let work = move || {
            if let Some(before) = before {
                // Its answers are not asked for any more, nor is the reason if it broke off.
                drop(before.thread.join());
            }
            work(&watched, &mut |answer| match sender.send(answer) {
                Ok(()) => ControlFlow::Continue(()),
                Err(_) => ControlFlow::Break(()),
            })
        };
        let thread = std::thread::Builder::new().name(name.to_owned()).spawn(work);
        self.work = Some(Work { watch, thread: thread.expect("the system has room for one more thread") });
        (self.asked, self.news) = (Some(question), Some(news));
    }

    /// Takes in the answers that came, waiting for the last one if asked; returns whether there were any, or there will be no more.
    pub(super) fn take(&mut self, wait: bool) -> bool {
        let Some(news) = &self.news else { return false };
        let before = self.answers.len();
        if wait {
            self.answers.extend(news.iter());
        } else {
            self.answers.extend(news.try_iter());
        }
        let finished = self.work.take_if(|it| wait || it.thread.is_finished());
        if let Some(work) = finished {
            self.answers.extend(news.try_iter());
            self.news = None;
            let result = work.thread.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic));
            if let Err(Halt::Refused(message)) = result {
                self.trouble = Some(message);
            }
            return true;
        }
        self.answers.len() > before
    }
}

impl<Q, A> Drop for Background<Q, A> {
    fn drop(&mut self) {
        self.stop();
    }
}

impl Drop for Debugger {
    fn drop(&mut self) {
        if let Some(worker) = self.worker.take() {
            worker.cancel();
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc::channel;

    use super::*;

    #[test]
    fn answers_come_one_by_one() {
        let mut background: Background<&str, u32> = Background::default();
        let (go_on, told_to_go_on) = channel();
        background.ask("test", "how many", move |_, tell| {
            assert!(tell(1).is_continue());
            told_to_go_on.recv().map_err(|_| Halt::Cancelled)?;
            assert!(tell(2).is_continue());
            Err(Halt::Refused("three".to_owned()))
        });
        while !background.take(false) {}
        assert_eq!((background.answers(), background.is_running()), (&[1][..], true));
        background.ask("test", "how many", |_, _| panic!("it is asked already"));
        go_on.send(()).expect("it waits");
        assert!(background.take(true) && !background.take(true));
        assert_eq!((background.take_answers(), background.is_running()), (vec![1, 2], false));
        assert_eq!((background.trouble(), background.asked()), (Some("three"), Some(&"how many")));
    }

    #[test]
    fn another_question_waits_for_the_work_that_was_stopped() {
        let mut background: Background<u32, &str> = Background::default();
        let (stopped, is_stopped) = channel();
        background.ask("test", 1, move |watch, tell| {
            while Halt::check(&watch.cancel).is_ok() {
                std::thread::yield_now();
            }
            assert!(tell("late").is_break(), "nobody listens any more");
            stopped.send(()).expect("the next one listens");
            Err(Halt::Cancelled)
        });
        background.ask("test", 2, move |_, tell| {
            assert!(is_stopped.try_recv().is_ok(), "the work before has ended");
            let _ = tell("right");
            Ok(())
        });
        assert!(background.take(true));
        assert_eq!((background.answers(), background.trouble()), (&["right"][..], None));
        background.clear();
        assert_eq!((background.asked(), background.answers().len()), (None, 0));
    }
}
