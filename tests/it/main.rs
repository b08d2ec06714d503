//! The tests of the whole, in one binary: what holds across modules, across inputs, and against independent answers.

#![expect(
    clippy::cast_possible_truncation,
    clippy::cast_possible_wrap,
    clippy::cast_precision_loss,
    clippy::cast_sign_loss,
    clippy::needless_pass_by_value,
    reason = "numbers are small here and their results checked; expectations and fresh states are handed over"
)]

mod check;
mod check_audit;
mod check_cli;
mod check_names;
mod cli;
mod constraints;
mod costs;
mod crashes;
mod delaunay;
mod delaunay_fuzz;
mod ears;
mod editing;
mod diagnosis;
mod facts;
mod finder;
mod formats;
mod funnel;
mod fuzzed;
mod grid;
mod lanes;
mod levels;
mod limits;
mod needs;
mod optimum;
mod outline;
mod outputs;
mod overwriting;
mod painted;
mod passages;
mod polyanya;
mod properties;
mod random;
mod readers;
mod rectangles;
mod regions;
mod replay;
mod round;
mod same_words;
mod rig;
mod saving;
mod search;
mod suites;
mod smooth;
mod stages;
mod staying;
mod tidy;
mod walk;
mod walls;
mod visible;
mod voxel_mesh;
mod voxels;
mod voxels_reference;
#[cfg(feature = "gui")]
mod window;
#[cfg(feature = "gui")]
mod window_actions;
#[cfg(feature = "gui")]
mod window_clicks;
#[cfg(feature = "gui")]
mod window_disk;
#[cfg(feature = "gui")]
mod window_editing;
#[cfg(feature = "gui")]
mod window_keys;
#[cfg(feature = "gui")]
mod window_layout;
#[cfg(feature = "gui")]
mod window_panels;
#[cfg(feature = "gui")]
mod window_random;
#[cfg(feature = "gui")]
mod window_removal;
#[cfg(feature = "gui")]
mod window_rig;
#[cfg(feature = "gui")]
mod window_sizes;
