//! Starts the window, or hands over to the command line.

use std::process::ExitCode;

use navscope::cli::{self, Next};

fn main() -> ExitCode {
    match cli::run() {
        Next::Exit(code) => code,
        #[cfg(feature = "gui")]
        Next::Window(scenario, trouble, limits) => navscope::app::open_window(scenario, trouble, limits),
        #[cfg(not(feature = "gui"))]
        Next::Window(..) => cli::no_window("this navscope was built without its window"),
    }
}
