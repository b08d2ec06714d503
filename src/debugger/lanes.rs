//! The stages of a run as lanes: those that ran.

use std::sync::Arc;

use super::{
    pass::Searched,
    track::{Lane, Track},
};
use crate::{picture::Drawn, trace::Stage};

/// A recorded stage, to be gone through elsewhere.
pub(super) type Recorded = Arc<dyn Searched>;

/// A stage, if it ran.
pub(super) fn lane<M: Stage + Drawn>(track: Option<&Track<M>>) -> Option<&dyn Lane> {
    track.map(|it| it as &dyn Lane)
}

/// The same, to be moved.
pub(super) fn lane_mut<M: Stage + Drawn>(track: Option<&mut Track<M>>) -> Option<&mut dyn Lane> {
    track.map(|it| it as &mut dyn Lane)
}

/// Its recording.
pub(super) fn recorded<M: Stage>(track: &Track<M>) -> Recorded {
    track.replay().recording().clone()
}
