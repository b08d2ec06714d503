//! What a command writes, and where it may: the one way out for all but scenarios.
//!
//! An output never replaces what the run reads, nor another output, under whatever name. A file that is there already is replaced only
//! if Navscope wrote it, which its first line tells, if it is empty or holds the same, or if the user says so (`--force`). All that
//! can be known is said before the run. Pipes, devices and standard output are written straight through.

use std::{
    fs::{self, OpenOptions},
    io::{self, ErrorKind, Write},
    path::{Path, PathBuf},
};

use super::{
    InputError,
    file_in::beginning,
    file_out::{check_writable, replace_if, unwritable},
    same_file,
    seen::place,
};

/// A kind of output.
#[derive(Clone, Copy, Debug)]
pub struct OutputKind {
    /// What it is called, with its article.
    pub name: &'static str,
    /// Whether a file that begins like this is one that Navscope wrote.
    pub is_own: fn(&[u8]) -> bool,
}

impl OutputKind {
    /// What others write too, so that one can't tell who did.
    pub const EXPORT: Self = Self { name: "an export", is_own: |_| false };
}

/// So much of a file tells its kind. \[bytes]
const BEGINNING: u64 = 1024;

/// The outputs of one run.
#[derive(Debug)]
pub struct Outputs {
    inputs: Vec<PathBuf>,
    claimed: Vec<PathBuf>,
    force: bool,
}

/// Where an output goes.
#[derive(Clone, Debug)]
pub struct Output {
    path: PathBuf,
    kind: OutputKind,
    way: Way,
    force: bool,
}

#[derive(Clone, Copy, Debug, PartialEq)]
enum Way {
    /// All at once.
    File,
    /// Into a pipe or a device.
    Device,
    Stdout,
    Stderr,
}

impl Outputs {
    /// The outputs of a run that reads these files; with `force` they replace whatever else is there.
    #[must_use]
    pub fn new(inputs: Vec<PathBuf>, force: bool) -> Self {
        Self { inputs, claimed: Vec::new(), force }
    }

    /// Says that a file will be written, `-` being standard output; with these bytes, if they are known already.
    ///
    /// # Errors
    ///
    /// It may not be, or can't; the message says why, and what to do.
    pub fn claim(&mut self, path: &Path, kind: OutputKind, bytes: Option<&[u8]>) -> Result<Output, InputError> {
        let output = Output { path: path.to_owned(), kind, way: Way::of(path), force: self.force };
        if output.way != Way::File {
            return Ok(output);
        }
        if self.inputs.iter().any(|it| same_file(it, path)) {
            return Err(output.wrong("it is an input of this run, and is not replaced; name another file"));
        }
        if self.claimed.iter().any(|it| is_one(it, path)) {
            return Err(output.wrong("this run would write two outputs there; give each a file of its own"));
        }
        check_writable(path).map_err(|error| unwritable(path, &error))?;
        output.check_replaceable(path, bytes).map_err(|refusal| output.told(refusal))?;
        self.claimed.push(path.to_owned());
        Ok(output)
    }

    /// Makes a folder for outputs.
    ///
    /// # Errors
    ///
    /// It can't be made, or nothing can be written there.
    pub fn make_folder(&self, folder: &Path) -> Result<(), InputError> {
        let failed = |error: io::Error| {
            InputError::whole(format!("can't be made: {error}")).in_file(&folder.display().to_string())
        };
        fs::create_dir_all(folder).map_err(failed)?;
        check_writable(&folder.join("picture")).map_err(|error| unwritable(folder, &error))
    }
}

/// Whether two outputs would be one file. Some systems tell no capitals apart.
fn is_one(a: &Path, b: &Path) -> bool {
    let lower = |it: &Path| place(it).map(|it| it.to_string_lossy().to_lowercase());
    same_file(a, b) || lower(a).is_some_and(|it| lower(b) == Some(it))
}

impl Output {
    /// Writes it, whole or not at all.
    ///
    /// # Errors
    ///
    /// It can't be written, or another file has come there since; the old one is as it was.
    pub fn write(&self, bytes: &[u8]) -> Result<(), InputError> {
        let written = match self.way {
            Way::File => replace_if(&self.path, bytes, |it| self.check_replaceable(it, Some(bytes))),
            Way::Stdout => through(&mut io::stdout().lock(), bytes),
            Way::Stderr => through(&mut io::stderr().lock(), bytes),
            Way::Device => {
                let opened = OpenOptions::new().write(true).open(&self.path).map_err(Refusal::Failed);
                opened.and_then(|mut it| through(&mut it, bytes))
            }
        };
        written.map_err(|refusal| self.told(refusal))
    }

    fn check_replaceable(&self, path: &Path, bytes: Option<&[u8]>) -> Result<(), Refusal> {
        let start = match beginning(path, BEGINNING) {
            Ok(it) => it,
            Err(error) if error.kind() == ErrorKind::NotFound || self.force => return Ok(()),
            Err(error) => return Err(Refusal::Failed(error)),
        };
        let holds = |bytes: &[u8]| beginning(path, bytes.len() as u64 + 1).is_ok_and(|it| it == bytes);
        let may = self.force || start.is_empty() || (self.kind.is_own)(&start) || bytes.is_some_and(holds);
        if may { Ok(()) } else { Err(Refusal::Foreign) }
    }

    fn told(&self, refusal: Refusal) -> InputError {
        match refusal {
            Refusal::Failed(error) if self.way == Way::File => unwritable(&self.path, &error),
            Refusal::Failed(error) => self.wrong(&format!("can't be written: {error}")),
            Refusal::Foreign => self.wrong(&format!(
                "a file is there already, and nothing in it says that it is {} of Navscope's; name another, or replace it with --force",
                self.kind.name
            )),
        }
    }

    fn wrong(&self, message: &str) -> InputError {
        let name = if self.way == Way::Stdout { "standard output".into() } else { self.path.to_string_lossy() };
        InputError::whole(message).in_file(&name)
    }
}

/// Whether an output goes straight through: to standard output, a pipe or a device.
#[must_use]
pub fn is_stream(path: &Path) -> bool {
    Way::of(path) != Way::File
}

impl Way {
    fn of(path: &Path) -> Self {
        match path.to_str() {
            // A file that stands behind these is open already, and perhaps to be added to.
            Some("-" | "/dev/stdout" | "/dev/fd/1" | "/proc/self/fd/1") => return Self::Stdout,
            Some("/dev/stderr" | "/dev/fd/2" | "/proc/self/fd/2") => return Self::Stderr,
            _ => (),
        }
        if is_device(path) { Self::Device } else { Self::File }
    }
}

#[cfg(unix)]
fn is_device(path: &Path) -> bool {
    use std::os::unix::fs::FileTypeExt as _;

    fs::metadata(path).is_ok_and(|it| it.file_type().is_fifo() || it.file_type().is_char_device())
}

#[cfg(not(unix))]
fn is_device(_: &Path) -> bool {
    false
}

/// Writes to who listens; who stops listening has seen enough.
fn through(out: &mut impl Write, bytes: &[u8]) -> Result<(), Refusal> {
    match out.write_all(bytes).and_then(|()| out.flush()) {
        Err(error) if error.kind() != ErrorKind::BrokenPipe => Err(Refusal::Failed(error)),
        _ => Ok(()),
    }
}

/// Why an output was not written.
enum Refusal {
    /// Somebody else's file is there.
    Foreign,
    Failed(io::Error),
}

impl From<io::Error> for Refusal {
    fn from(error: io::Error) -> Self {
        Self::Failed(error)
    }
}
