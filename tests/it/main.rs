//! The tests of the whole, in one binary: what holds across modules, across inputs, and against independent answers.

#![expect(
    clippy::cast_possible_truncation,
    clippy::cast_possible_wrap,
    clippy::cast_precision_loss,
    clippy::needless_pass_by_value,
    reason = "numbers are small here and their results checked; expectations and fresh states are handed over"
)]

mod cli;
mod delaunay;
mod delaunay_fuzz;
mod facts;
mod formats;
mod funnel;
mod random;
mod replay;
mod rig;
mod search;
mod tidy;
mod walls;
#[cfg(feature = "gui")]
mod window;
