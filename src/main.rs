//! Runs what the command line returns: the window, its pictures, or the exit.

use std::process::ExitCode;

use navscope::cli::{self, Next};

#[cfg(feature = "gui")]
fn main() -> ExitCode {
    use navscope::app;

    match cli::run() {
        Next::Exit(code) => code,
        Next::Window { scenario, notice, limits } => {
            app::open_window(scenario, notice, limits).unwrap_or_else(|why| cli::no_window(&why))
        }
        Next::Screenshots { folder, force } => cli::finish(app::pictures::make_all(&folder, force)),
    }
}

#[cfg(not(feature = "gui"))]
fn main() -> ExitCode {
    match cli::run() {
        Next::Exit(code) => code,
        Next::Window { .. } => cli::no_window("this navscope was built without its window"),
    }
}
