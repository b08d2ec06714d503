//! A folder for the files of one process.

use std::{fs, path::PathBuf, sync::OnceLock};

/// The folder, made when first asked for.
pub fn own() -> &'static PathBuf {
    static FOLDER: OnceLock<PathBuf> = OnceLock::new();
    FOLDER.get_or_init(|| {
        let folder = std::env::temp_dir().join(format!("navscope-fuzz-{}", std::process::id()));
        fs::create_dir_all(&folder).expect("a folder");
        folder
    })
}
