//! Starts the window in a real desktop, and says why where that fails.

use std::{
    panic::AssertUnwindSafe,
    process::ExitCode,
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
};

use eframe::{CreationContext, Frame, NativeOptions, Storage};
use egui::{Ui, ViewportBuilder};

use super::{Navscope, memory::Remembered};
use crate::io::{Limits, Scenario};

const MEMORY: &str = "navscope";

impl eframe::App for Navscope {
    fn ui(&mut self, ui: &mut Ui, _frame: &mut Frame) {
        self.ui(ui);
    }

    fn save(&mut self, storage: &mut dyn Storage) {
        eframe::set_value(storage, MEMORY, &self.remembered());
    }
}

/// Opens the window and returns the exit code when it is closed.
///
/// # Errors
///
/// There is no display, or a library of the system is missing; the text says which, and what to do.
pub fn open_window(
    scenario: Option<Box<Scenario>>,
    notice: Option<String>,
    limits: Limits,
) -> Result<ExitCode, String> {
    let displays = ["DISPLAY", "WAYLAND_DISPLAY", "WAYLAND_SOCKET"];
    if cfg!(target_os = "linux") && displays.iter().all(|it| std::env::var_os(it).is_none_or(|it| it.is_empty())) {
        let file = notice.map_or_else(String::new, |it| format!("{it}, and "));
        return Err(format!("{file}there is no display to open a window on"));
    }
    let options = NativeOptions {
        viewport: ViewportBuilder::default()
            .with_title("Navscope")
            .with_inner_size([1280.0, 800.0])
            .with_min_inner_size([400.0, 300.0])
            .with_drag_and_drop(true),
        ..NativeOptions::default()
    };
    let opened = Arc::new(AtomicBool::new(false));
    let open = opened.clone();
    let create = move |context: &CreationContext<'_>| {
        // From here on a panic is a fault of this program, and is reported in full.
        open.store(true, Ordering::Relaxed);
        drop(std::panic::take_hook());
        let mut app = Navscope::new(scenario.map(|it| *it), notice);
        app.set_limits(limits);
        if let Some(remembered) = context.storage.and_then(|it| eframe::get_value::<Remembered>(it, MEMORY)) {
            app.restore(remembered);
        }
        app.begin_remembering();
        app.files.watch(context.egui_ctx.clone());
        if let Some(folder) = eframe::storage_dir("navscope") {
            app.recover_in(&folder.join("sessions"));
        }
        let app: Box<dyn eframe::App> = Box::new(app);
        Ok(app)
    };
    // The window toolkit panics where a library is missing. That is no fault of this program, so the panic is not reported as one.
    std::panic::set_hook(Box::new(|_| ()));
    let run = std::panic::catch_unwind(AssertUnwindSafe(|| eframe::run_native("navscope", options, Box::new(create))));
    match run {
        Ok(Ok(())) => Ok(ExitCode::SUCCESS),
        Ok(Err(error)) => {
            let error = error.to_string();
            // What follows is the place in the toolkit's source.
            let cause = error.split(" at /").next().unwrap_or(&error).to_owned();
            Err(format!("the window can't be opened ({cause})"))
        }
        Err(_) if opened.load(Ordering::Relaxed) => Ok(ExitCode::from(101)),
        Err(panic) => {
            let text = panic.downcast_ref::<String>().cloned();
            let text = text.or_else(|| panic.downcast_ref::<&str>().map(|it| (*it).to_owned())).unwrap_or_default();
            Err(format!(
                "the window can't be opened ({text}); on Debian: apt install libx11-6 libx11-xcb1 libxcursor1 libxi6 libxkbcommon-x11-0 libgl1"
            ))
        }
    }
}
