//! What can keep a run from its end.

use std::sync::atomic::{AtomicBool, Ordering};

use crate::{record::Unfinished, trace::Stage};

/// Why a run came to nothing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Halt {
    /// It was cancelled.
    Cancelled,
    /// It can't be had: it would be too large, or what was given lacks what it needs. Says what to do.
    Refused(String),
}

impl Halt {
    /// Why a stage did not come to its end.
    #[must_use]
    pub fn of<M: Stage>(why: Unfinished) -> Self {
        match why {
            Unfinished::Cancelled => Self::Cancelled,
            Unfinished::Full => Self::too_long::<M>(),
        }
    }

    /// A stage recorded as much as may be kept, and was not done.
    fn too_long<M: Stage>() -> Self {
        let (steps, megabytes) = (M::MOST_BYTES / size_of::<M::Event>() / 1_000_000, M::MOST_BYTES / 1_000_000);
        Self::Refused(format!(
            "stage {} has more than {steps} million steps, which take more than the {megabytes} MB that may be recorded; {}",
            M::NAME.name(),
            M::TOO_MANY
        ))
    }

    /// Stops here if that was asked for.
    ///
    /// # Errors
    ///
    /// It was.
    pub fn check(cancel: &AtomicBool) -> Result<(), Self> {
        if cancel.load(Ordering::Relaxed) { Err(Self::Cancelled) } else { Ok(()) }
    }
}
#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        search::{GridSearch, Polyanya},
        walk::Walk,
    };

    #[test]
    fn a_stage_that_is_too_long_says_what_to_do() {
        let told = |halt| match halt {
            Halt::Refused(message) => message,
            Halt::Cancelled => String::new(),
        };
        assert_eq!(
            told(Halt::too_long::<Polyanya>()),
            "stage polyanya has more than 12 million steps, which take more than the 480 MB that may be recorded; merge triangles \
             (bake.merge=true), bake walls (bake.recipe=walls) or fewer samples (bake.samples=1), or search with \
             search.method=astar"
        );
        assert!(told(Halt::too_long::<Walk>()).ends_with("; choose longer ticks (a larger walk.tick)"));
        assert!(told(Halt::too_long::<GridSearch>()).ends_with("; choose a smaller maze"));
    }
}
