//! Stored runs: moving about in them, and telling them.

mod bake;
mod lens;
mod pull;
mod replay;
mod search;
mod stage;

pub use lens::{Fact, Lens};
pub use replay::Replay;
pub use stage::{Stage, StageName, Watch};
