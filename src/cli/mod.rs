//! The command line: arguments in, text or JSON out, exit codes 0 (good), 1 (a finding), 2 (wrong input).

mod args;
mod check;
mod export;
mod input;
mod output;

use std::{
    io::Write,
    ops::ControlFlow,
    path::{Path, PathBuf},
    process::ExitCode,
};

use clap::Parser as _;

pub use args::Arguments;
use args::{Action, CompareOptions, DrawOptions, Ends, PathOptions, TraceOptions};
use input::{InputOptions, load};
use output::{Choice, Failure, Finding};

use crate::{
    debugger::{Bake, Command, Comparer, Debugger, Lane, Query},
    geometry::Spot,
    io::{self, InputError, Limits, Outputs, SETTINGS, Scenario, Settings, Value, apply_preset, setting},
    picture::{SVG, Shown, palette::Mode, to_svg},
    record::Level,
    search::{Graph, Outcome},
    trace::{Condition, Moment, Part, StageName, Watch},
};

/// What is to be done once the arguments are read.
#[derive(Debug)]
pub enum Next {
    /// Exit with this code: the command has run.
    Exit(ExitCode),
    /// Open the window.
    Window {
        /// What to open it on; none for the built-in maze.
        scenario: Option<Box<Scenario>>,
        /// Why a file could not be opened.
        notice: Option<String>,
        /// How large inputs may be.
        limits: Limits,
    },
    /// Make the README's pictures of the window, and then [`finish`].
    #[cfg(feature = "gui")]
    Screenshots {
        /// Where to put them.
        folder: PathBuf,
        /// Whether to replace files that are no such pictures.
        force: bool,
    },
}

/// Runs the command that the arguments name. What needs the window is left to the caller.
#[must_use]
pub fn run() -> Next {
    let arguments = arguments();
    let result = match arguments.action {
        None => return window(arguments.file.as_deref(), Limits { max_side: arguments.max_side }),
        Some(Action::Bake(options)) => bake(&options.input, options.json),
        Some(Action::Path(options)) => path(&options),
        Some(Action::Compare(options)) => side_by_side(&options),
        Some(Action::Check(options)) => check::check(&options),
        Some(Action::Trace(options)) => trace(&options),
        Some(Action::Draw(options)) => draw(&options),
        Some(Action::Export(options)) => export::export(&options),
        Some(Action::Settings) => settings(),
        Some(Action::Mazes) => mazes(),
        #[cfg(feature = "gui")]
        Some(Action::Screenshots { folder, force }) => return Next::Screenshots { folder, force },
    };
    Next::Exit(exit_code(result))
}

/// The exit code of a command, once its errors are written.
fn exit_code(result: Result<Finding, Failure>) -> ExitCode {
    ExitCode::from(match result {
        Ok(Finding::Good) | Err(Failure::PipeClosed) => 0,
        Ok(Finding::Bad) => 1,
        Err(Failure::Wrong(message)) => complain([message]),
        Err(Failure::WrongFiles(errors)) => complain(errors),
    })
}

/// Says what is wrong, a line each; gives the exit code.
fn complain(messages: impl IntoIterator<Item = impl ToString>) -> u8 {
    for message in messages {
        // Nothing can be done about an error stream that is closed.
        let _ = writeln!(std::io::stderr(), "navscope: {}", io::visible(&message.to_string()));
    }
    2
}

/// The arguments as given. What is wrong with them is told with nothing of them hidden.
fn arguments() -> Arguments {
    Arguments::try_parse().unwrap_or_else(|error| {
        let text = error.render().to_string();
        if text.lines().all(|it| io::visible(it) == it) {
            error.exit();
        }
        text.lines().for_each(|it| {
            let _ = writeln!(std::io::stderr(), "{}", io::visible(it));
        });
        std::process::exit(2)
    })
}

fn window(file: Option<&Path>, limits: Limits) -> Next {
    let (scenario, notice) = match file.map(|it| load(it, limits)) {
        None => (None, None),
        Some(Ok(scenario)) => (Some(Box::new(scenario)), None),
        Some(Err(error)) => (None, Some(error.to_string())),
    };
    Next::Window { scenario, notice, limits }
}

fn baked(scenario: &Scenario) -> Result<Bake, Failure> {
    Bake::run(&scenario.maze, &scenario.settings, &Watch::default()).map_err(Failure::from)
}

/// The mesh as set, whether a search uses it or not.
fn mesh_baked(scenario: &Scenario) -> Result<Bake, Failure> {
    let mut settings = scenario.settings;
    settings.search.graph = Graph::Mesh;
    Bake::run(&scenario.maze, &settings, &Watch::default()).map_err(Failure::from)
}

fn bake(options: &InputOptions, json: bool) -> Result<Finding, Failure> {
    let scenario = options.scenario()?;
    let bake = mesh_baked(&scenario)?;
    let mut out = std::io::stdout().lock();
    if json {
        output::json(&mut out, &bake.report)?;
    } else {
        output::bake(&mut out, &scenario, &bake.report)?;
    }
    Ok(Finding::good_if(bake.report.violations.is_empty() && bake.report.polygons > 0))
}

/// Where a query goes: as told, else from S to G, else as the first click.
fn ends(scenario: &Scenario, ends: &Ends) -> Result<(Spot, Spot), Failure> {
    let (start, goal) = scenario.first_query();
    let missing = |end: &str, option: &str| {
        Failure::Wrong(format!("there is no {end}: the maze has none, and no click; give {option} X,Y"))
    };
    let start = ends.from.or(start).ok_or_else(|| missing("start (S)", "--from"))?;
    let goal = ends.to.or(goal).ok_or_else(|| missing("goal (G)", "--to"))?;
    Ok((start, goal))
}

fn query(bake: &Bake, scenario: &Scenario, (start, goal): (Spot, Spot)) -> Result<Query, Failure> {
    Query::run(&bake.nav, &scenario.settings, start, goal, &Watch::default()).map_err(Failure::from)
}

fn path(options: &PathOptions) -> Result<Finding, Failure> {
    let mut scenario = options.input.scenario()?;
    if let Some(method) = &options.method {
        setting("search.method")?.set(&mut scenario.settings, &Value::from_text(method))?;
    }
    if options.optimum {
        apply_preset(&mut scenario.settings, "optimal")?;
    }
    if let Some(file) = &options.queries {
        return queries(&scenario, file);
    }
    let ends = ends(&scenario, &options.ends)?;
    let report = query(&baked(&scenario)?, &scenario, ends)?.report;
    let mut out = std::io::stdout().lock();
    if options.json {
        output::json(&mut out, &report)?;
    } else {
        output::path(&mut out, &report)?;
    }
    let clicks = scenario.clicks.iter().filter(|it| (it.start, it.goal) == ends);
    let expected: Vec<_> = clicks.filter_map(|click| Some((click, click.expect.as_ref()?))).collect();
    let mut as_expected = true;
    for (click, expect) in &expected {
        let differences = expect.differences(report.outcome, report.length, report.length.map(|_| report.corners));
        as_expected &= differences.is_empty();
        if !options.json {
            output::expectation(&mut out, &click.name, &differences)?;
        }
    }
    // A click may expect that there is no path.
    let good = if expected.is_empty() { report.is_good() } else { report.audit.legal };
    Ok(Finding::good_if(good && as_expected))
}

fn side_by_side(options: &CompareOptions) -> Result<Finding, Failure> {
    let scenario = options.input.scenario()?;
    let (start, goal) = ends(&scenario, &options.ends)?;
    let mut rows = Vec::new();
    Comparer::default().compare(&scenario.maze, &scenario.settings, [start, goal], &Watch::default(), |row| {
        rows.push(row);
        ControlFlow::Continue(())
    })?;
    let mut out = std::io::stdout().lock();
    if options.json {
        output::json(&mut out, &rows)?;
    } else {
        output::compared(&mut out, &rows)?;
    }
    // Some methods are expected to fail; what counts is the scenario's own settings, in the first row.
    Ok(Finding::good_if(rows.first().is_some_and(|it| it.legal && it.outcome == Some(Outcome::Found))))
}

fn queries(scenario: &Scenario, file: &Path) -> Result<Finding, Failure> {
    let wrong = |error: InputError| error.in_file(&file.display().to_string());
    let queries = io::parse_queries(&io::read_stream(file, io::MOST_QUERIES_BYTES)?).map_err(wrong)?;
    if queries.is_empty() {
        return Err(wrong(InputError::whole("there is no query; write a line “x1 y1 x2 y2” for each")).into());
    }
    let bake = baked(scenario)?;
    let mut out = std::io::BufWriter::new(std::io::stdout().lock());
    let mut good = true;
    for (start, goal) in queries {
        let report = query(&bake, scenario, (start.into(), goal.into()))?.report;
        good &= report.is_good();
        output::json_line(&mut out, &report)?;
    }
    out.flush()?;
    Ok(Finding::good_if(good))
}

fn trace(options: &TraceOptions) -> Result<Finding, Failure> {
    let stages = stages(&options.stage)?;
    let condition = options.condition.as_deref().map(str::parse).transpose();
    let condition: Option<Condition> = condition.map_err(|error| format!("--where, {error}"))?;
    let level = match &options.level {
        Some(name) => level(name)?,
        None if condition.is_some() => Level::Test,
        None => Level::Edit,
    };
    let choice = Choice { level, condition };
    let scenario = options.input.scenario()?;
    let is_of_bake = |it: &StageName| it.vocabulary().part == Part::Bake;
    let needs_query = !stages.iter().all(is_of_bake);
    // Asked for nothing in particular, a maze without start and goal shows its bake.
    let ends = match ends(&scenario, &options.ends) {
        Ok(ends) if needs_query => Some(ends),
        Err(failure) if needs_query && !options.stage.is_empty() => return Err(failure),
        _ => None,
    };
    // A search over cells bakes no mesh, unless stages of its bake are asked for.
    let asks_for_bake = ends.is_none() || !options.stage.is_empty() && stages.iter().any(is_of_bake);
    let bake = if asks_for_bake { mesh_baked(&scenario)? } else { baked(&scenario)? };
    let query = ends.map(|it| query(&bake, &scenario, it)).transpose()?;
    let mut out = std::io::BufWriter::new(std::io::stdout().lock());
    let lanes: Vec<&dyn Lane> = bake.lanes().into_iter().chain(query.iter().flat_map(Query::lanes)).collect();
    if let Some(idle) = stages.iter().find(|&&stage| lanes.iter().all(|it| it.name() != stage))
        && !options.stage.is_empty()
    {
        let message = format!("stage {} did not run; with these settings there are {}", idle.name(), ran(&lanes));
        return Err(message.into());
    }
    for lane in lanes.into_iter().filter(|it| stages.contains(&it.name())) {
        output::trace(&mut out, lane, &choice)?;
    }
    out.flush()?;
    Ok(Finding::Good)
}

/// The names of the stages that ran.
fn ran(lanes: &[&dyn Lane]) -> String {
    lanes.iter().map(|it| it.name().name()).collect::<Vec<_>>().join(", ")
}

fn stages(names: &[String]) -> Result<Vec<StageName>, Failure> {
    if names.is_empty() {
        return Ok(StageName::ALL.to_vec());
    }
    let mut found = Vec::new();
    for name in names {
        let unknown = || format!("there is no stage “{name}”; there are {}", StageName::names());
        found.push(StageName::of_name(name).ok_or_else(unknown)?);
    }
    found.sort_unstable();
    found.dedup();
    Ok(found)
}

fn level(name: &str) -> Result<Level, Failure> {
    let known = Level::ALL.map(Level::name).join(", ");
    let level = Level::ALL.into_iter().find(|it| it.name() == name);
    level.ok_or_else(|| Failure::Wrong(format!("there is no level “{name}”; there are {known}")))
}

/// Moves the cursor to a moment, if there is such a moment.
fn seek(debugger: &mut Debugger, mut moment: Moment) -> Result<(), String> {
    let name = moment.lane;
    let lanes = debugger.lanes();
    let Some(lane) = debugger.lane_of(moment.lane) else {
        let why = match debugger.query() {
            Some(_) => format!("with these settings there are {}", ran(&lanes)),
            None => "give --from and --to".to_owned(),
        };
        return Err(format!("stage {name} did not run: {why}"));
    };
    if moment.at == usize::MAX {
        moment.at = lane.len();
    }
    if moment.at > lane.len() {
        return Err(format!("stage {name} has {} events; {moment} lies behind its end", lane.len()));
    }
    debugger.apply(Command::Seek(moment));
    let observations = debugger.moment().observed;
    if debugger.moment() != moment {
        return Err(format!("the step from {name}:{} has {observations} observations", moment.at));
    }
    Ok(())
}

fn draw(options: &DrawOptions) -> Result<Finding, Failure> {
    let scenario = options.input.scenario()?;
    let mut outputs = Outputs::new(input::files(&scenario), options.force);
    let out = outputs.claim(&options.out, SVG, None)?;
    let at: Option<Moment> = options.at.as_deref().map(str::parse).transpose()?;
    let (start, goal) = scenario.first_query();
    let (start, goal) = (options.ends.from.or(start), options.ends.to.or(goal));
    let mut debugger = Debugger::between(scenario, start, goal);
    debugger.settle();
    if let Some(message) = debugger.trouble() {
        return Err(Failure::Wrong(message.to_owned()));
    }
    if let Some(moment) = at {
        seek(&mut debugger, moment)?;
    }
    let area = debugger.scenario().maze.bounds();
    let mut marks = debugger.picture(&Shown { area, scale: f64::INFINITY });
    marks.extend(debugger.picture_of_event());
    let what = debugger.told().map_or_else(|| "nothing happened yet".to_owned(), |it| it.sentence);
    let title = format!("{} · {} · {what}", debugger.scenario().name, debugger.moment());
    let svg = to_svg(&marks, area, &title, if options.dark { Mode::Dark } else { Mode::Light });
    out.write(svg.as_bytes())?;
    Ok(Finding::Good)
}

fn settings() -> Result<Finding, Failure> {
    let mut out = std::io::stdout().lock();
    let defaults = Settings::default();
    for it in SETTINGS {
        writeln!(out, "{} = {}", it.path, it.get(&defaults))?;
        writeln!(out, "    {}: {}.", it.help, it.range())?;
        let when = it.when();
        if !when.is_empty() {
            writeln!(out, "    {when}")?;
        }
    }
    writeln!(out, "\nPresets (--preset):")?;
    for (name, values) in io::PRESETS {
        let text: Vec<String> = values
            .iter()
            .map(|(path, value)| if path.is_empty() { format!("all of {value}") } else { format!("{path}={value}") })
            .collect();
        let text = if text.is_empty() { "every default above".to_owned() } else { text.join(", ") };
        writeln!(out, "{name}\n    {text}")?;
    }
    Ok(Finding::Good)
}

fn mazes() -> Result<Finding, Failure> {
    let mut out = std::io::stdout().lock();
    for it in io::GALLERY {
        writeln!(out, "{}", it.name)?;
    }
    Ok(Finding::Good)
}

/// Lists the files that were made, or says why they were not; gives the exit code.
#[must_use]
pub fn finish(made: Result<Vec<PathBuf>, InputError>) -> ExitCode {
    let list = |files: Vec<PathBuf>| {
        let mut out = std::io::stdout().lock();
        files.iter().try_for_each(|it| writeln!(out, "{}", io::visible(&it.display().to_string())))?;
        Ok(Finding::Good)
    };
    exit_code(made.map_err(Failure::from).and_then(list))
}

/// Says why there is no window and what to do instead.
#[must_use]
pub fn no_window(why: &str) -> ExitCode {
    ExitCode::from(complain([format!(
        "{why}; without one, `navscope path FILE` does the same work (see navscope --help)"
    )]))
}
