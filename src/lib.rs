//! Navscope: a time-travel debugger for navmesh pathfinding.
//!
//! One engine bakes a maze into a navmesh, searches it and pulls the path taut, and records every decision on the way; a
//! window, a command line and the tests are three faces of it.
//!
//! ```text
//! Maze ──▶ samples │ outline │ rectangles ─▶ triangulate ─▶ filter ─▶ merge ─▶ PolyMesh         bake, of cells
//! Level ─▶ rasterise ─▶ low-hanging ─▶ ledges ─▶ headroom ─▶ erode ─▶ regions                  bake, of level geometry
//!          regions ─▶ contours ─▶ simplify ─▶ bridges ─▶ ears ─▶ convex ─▶ links ─▶ PolyMesh
//!                                                                              │
//! start, goal ─▶ search │ polyanya ─▶ portals ─▶ funnel ─▶ round ─▶ path ─▶ audit, walk        query over the mesh
//! start, goal ─▶ grid ─▶ smooth ──────────────────────────────────▶ path ─▶ audit, walk        query over the cells
//! ```
//!
//! Each word in small letters is a stage: an algorithm that changes its state only by committing events, so that the run can be
//! stored, replayed both ways and told.
//!
//! # The modules, bottom up
//!
//! | module | what it holds |
//! |---|---|
//! | [`record`] | events, recorders and sinks: how any algorithm is recorded |
//! | [`geometry`] | points, exact predicates, segments, arcs |
//! | [`maze`] | what was given, and may be walked on: cells with the audit of segments and arcs, or level geometry |
//! | [`mesh`] | the triangulation: insertion, constraints, validation; the mesh of polygons that is searched |
//! | [`bake`] | from a maze to a navmesh, and what is wrong with it; `bake/voxels` has the way over voxels and outlines |
//! | [`search`] | A\*, Dijkstra and Polyanya over polygons, A\* and Dijkstra over cells |
//! | [`pull`] | portals, the funnel and its dialects, rounding, smoothing, the audit of a path |
//! | [`walk`] | agents that follow the path, or go straight for the goal |
//! | [`trace`] | stages as sentences, numbers and rules; stored runs, replay, conditions |
//! | [`io`] | files: scenarios, foreign maps and tests, settings, saving, recovery |
//! | [`picture`] | stages as marks with roles; SVG |
//! | [`pipeline`] | which stages run one behind the other, recorded or not |
//! | [`debugger`] | a scenario, its runs and a cursor: commands in, state out; click tests |
//! | [`cli`] | the command line |
//! | `app` | the window |
//!
//! To read it: [`record`] first; then one algorithm from end to end, say the funnel: `pull/funnel.rs` (the loop),
//! `pull/funnel_model.rs` (its state and events), `trace/funnel.rs` (told) and `picture/pull.rs` (drawn); then `pipeline/bake.rs` and
//! `pipeline/query.rs`, which run the stages one behind the other, and `debugger/run.rs`, which records them.
//!
//! # Where things are added
//!
//! - **A stage**: the algorithm with its state and events in its layer; all that it declares of itself in a file of `trace/`
//!   ([`trace::Stage`]), and a line for it in `trace/mod.rs`; its marks in a file of `picture/`; its turn in `pipeline/bake.rs` or
//!   `pipeline/query.rs`. Tests say which lists lack it.
//! - **A setting**: a field in its layer's settings, and a row in `io/settings.rs`, with what it needs to matter from `io/needs.rs`; the
//!   command line, the window and scenarios follow from that.
//! - **A format of files**: a file in `io/`, and its row in `io/format.rs`.
//! - **A funnel's dialect**: a row in `pull/dialect.rs`, and its word in `io/settings.rs`.
//!
//! # Invariants
//!
//! Kept by `tests/it/tidy.rs`:
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
pub mod pipeline;
pub mod debugger;
pub mod cli;
#[cfg(feature = "gui")]
pub mod app;
