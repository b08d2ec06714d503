//! Navscope: a time-travel debugger for navmesh pathfinding.
//!
//! One engine bakes a maze into a navmesh, searches it and pulls the path taut, and records every decision on the way; a
//! window, a command line and the tests are three faces of it. Read it bottom-up, in the order of the modules below.
//!
//! Invariants, kept by `tests/it/tidy.rs`:
//!
//! - A module uses itself and the modules listed before it. Only `app` names egui, eframe or rfd.
//! - No clock, thread, randomness, environment or file access below [`io`]: the same scenario gives the same trace, byte for
//!   byte, everywhere.
//! - An algorithm changes its model only through [`record::Recorder::commit`].

pub mod record;
pub mod geometry;
pub mod maze;
pub mod mesh;
pub mod bake;
pub mod search;
pub mod pull;
pub mod walk;
pub mod trace;
pub mod io;
pub mod picture;
pub mod debugger;
pub mod cli;
#[cfg(feature = "gui")]
pub mod app;
