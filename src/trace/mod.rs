//! Stored runs: moving about in them, telling them, and finding moments in them.
//!
//! ```text
//! samples, outline, rectangles, triangulate, filter, merge, search, polyanya, grid, portals, funnel, round, smooth, audit, walk:
//! one stage told in each
//! ─▶ stage (lens, quantity, rule, thing)
//! triangulate ─▶ constraints        replay ─▶ recording        condition ─▶ language (words), completion
//! ```

mod audit;
mod completion;
mod condition;
mod constraints;
mod filter;
mod funnel;
mod grid;
mod language;
mod lens;
mod merge;
mod moment;
mod outline;
mod phrases;
mod polyanya;
mod portals;
mod quantity;
mod recording;
mod rectangles;
mod replay;
mod round;
mod rule;
mod samples;
mod search;
mod smooth;
mod stage;
mod thing;
mod triangulate;
mod walk;
mod words;

pub use completion::{Completion, complete};
pub use condition::{Condition, ConditionError};
pub use lens::{Answer, Fact, Lens};
pub use moment::{LaneId, Moment};
pub use quantity::Quantity;
pub use recording::{Recording, Seen};
pub use replay::Replay;
pub use rule::Rule;
pub use stage::{Stage, StageName, Vocabulary, Watch};
pub use thing::Thing;
pub use words::nearest;
