//! What may be written on the command line.

use std::path::PathBuf;

use clap::{Args, Parser, Subcommand};

use super::check::CheckOptions;
use super::input::InputOptions;
use crate::{
    geometry::Spot,
    io::{FORMATS, Format},
    trace::StageName,
};

/// A time-travel debugger for navmesh pathfinding.
#[derive(Debug, Parser)]
#[command(name = "navscope", version, args_conflicts_with_subcommands = true, long_about = about(), after_help = EXAMPLES)]
pub struct Arguments {
    /// What to do; without it the window opens
    #[command(subcommand)]
    pub(super) action: Option<Action>,
    /// The maze, map or scenario to open
    pub(super) file: Option<PathBuf>,
    /// The most columns, and the most rows, that an input may have
    #[arg(long, value_name = "N", default_value_t = 4096)]
    pub(super) max_side: usize,
}

/// What the program does, and what FILE may be.
fn about() -> String {
    let formats: Vec<String> = FORMATS
        .iter()
        .map(|it| {
            let endings: Vec<String> = it.extensions.iter().map(|it| format!(".{it}")).collect();
            format!("  {:<9} {:<6} {}", it.name, endings.join(" "), it.help)
        })
        .collect();
    format!(
        "A time-travel debugger for navmesh pathfinding.\n\n\
         Without a command it opens the window, on FILE or on a built-in maze. The commands do the same work without one: they \
         bake a maze into a navmesh, search it, pull the path taut and check it, and can show every decision on the way.\n\n\
         FILE is the name of a built-in maze, or a file of one of these formats; tests lie beside their maps:\n{}",
        formats.join("\n")
    )
}

/// What `--as` takes.
fn written_formats() -> String {
    let names: Vec<&str> = Format::written().map(|it| it.name).collect();
    format!("The format: {}; navscope --help says what they are", names.join(", "))
}

const EXAMPLES: &str = "\
Examples:
  navscope maze.txt                                          open the window on a maze
  navscope bake maze.txt --set bake.samples=1                sizes, times and faults of a bake
  navscope path maze.txt --from 1.5,1.5 --to 9.5,3.5 --json  a path with its audit
  navscope path article_open_6_1 --preset article            a built-in maze, as a well-known article solves it
  navscope path maze.txt --optimum                           the shortest path of all
  navscope compare maze.txt                                  every method side by side
  navscope check mazes/                                      every click of every scenario, held against what it expects
  navscope trace maze.txt --stage funnel --level test        every decision of the funnel, a line each
  navscope trace maze.txt --where broken:any                 every step that breaks a rule
  navscope draw maze.txt --at triangulate:300 -o step.svg    a picture of any moment

Exit codes: 0 all is well, 1 something was found (no path, an illegal one, a faulty mesh), 2 the input is wrong.";

#[derive(Debug, Subcommand)]
pub(super) enum Action {
    /// Bake a maze into a navmesh; tell its sizes, times and faults
    Bake(BakeOptions),
    /// Find a path, pull it taut, and hold it against the walls (and against what a click of the file expects)
    Path(PathOptions),
    /// Send one query through every method; tell length, excess over the optimum, corners, expansions, legality and time
    Compare(CompareOptions),
    /// Run the clicks of scenarios, and say which come out as expected
    Check(CheckOptions),
    /// Tell what happened, one event a line: moment, level, kind, sentence
    Trace(TraceOptions),
    /// Draw any moment of a run as SVG
    Draw(DrawOptions),
    /// Write a scenario, its clicks or its maze as other programs read them
    Export(ExportOptions),
    /// List all settings with their defaults and ranges, and the presets
    Settings,
    /// List the built-in mazes
    Mazes,
    /// Make the README's pictures of the window, without a display
    #[cfg(feature = "gui")]
    Screenshots {
        /// Where to put them
        #[arg(default_value = "screenshots")]
        folder: PathBuf,
        /// Replace pictures that Navscope did not make, too
        #[arg(long)]
        force: bool,
    },
}

#[derive(Args, Debug)]
pub(super) struct BakeOptions {
    #[command(flatten)]
    pub(super) input: InputOptions,
    /// Answer in JSON
    #[arg(long)]
    pub(super) json: bool,
}

#[derive(Args, Debug)]
pub(super) struct Ends {
    /// Where to start, and at which height where floors lie above each other; else at S if there is a G too, else where the first click does
    #[arg(long, value_name = "X,Y[,H]", value_parser = spot, allow_hyphen_values = true)]
    pub(super) from: Option<Spot>,
    /// Where to go, likewise; else to G if there is an S too, else where the first click does
    #[arg(long, value_name = "X,Y[,H]", value_parser = spot, allow_hyphen_values = true)]
    pub(super) to: Option<Spot>,
}

#[derive(Args, Debug)]
pub(super) struct PathOptions {
    #[command(flatten)]
    pub(super) input: InputOptions,
    #[command(flatten)]
    pub(super) ends: Ends,
    /// Answer many queries of a file (- is standard input), each a line “x1 y1 x2 y2”, with a line of JSON each
    #[arg(long, value_name = "FILE", conflicts_with_all = ["from", "to"])]
    pub(super) queries: Option<PathBuf>,
    /// How to search: astar, dijkstra or polyanya; short for --set search.method=METHOD
    #[arg(long, value_name = "METHOD")]
    pub(super) method: Option<String>,
    /// The shortest path of all that the agent can take, whatever the settings: Polyanya over the true walls
    #[arg(long, conflicts_with = "method")]
    pub(super) optimum: bool,
    /// Answer in JSON
    #[arg(long)]
    pub(super) json: bool,
}

#[derive(Args, Debug)]
pub(super) struct CompareOptions {
    #[command(flatten)]
    pub(super) input: InputOptions,
    #[command(flatten)]
    pub(super) ends: Ends,
    /// Answer in JSON
    #[arg(long)]
    pub(super) json: bool,
}

#[derive(Args, Debug)]
pub(super) struct TraceOptions {
    #[command(flatten)]
    pub(super) input: InputOptions,
    #[command(flatten)]
    pub(super) ends: Ends,
    #[arg(long, value_name = "STAGE", value_delimiter = ',', help = format!("Only these stages: {}", StageName::names()))]
    pub(super) stage: Vec<String>,
    /// The finest events to tell: phase, operation, edit (unless told otherwise), or test (every predicate)
    #[arg(long)]
    pub(super) level: Option<String>,
    /// Only events that meet a condition, predicates included if it asks for them: "zone > 12", "kind:turned portal:3",
    /// "certainty:exact", "broken:any"
    #[arg(long = "where", value_name = "CONDITION", allow_hyphen_values = true)]
    pub(super) condition: Option<String>,
}

#[derive(Args, Debug)]
pub(super) struct DrawOptions {
    #[command(flatten)]
    pub(super) input: InputOptions,
    #[command(flatten)]
    pub(super) ends: Ends,
    /// The moment, as in funnel:12, triangulate:end, or funnel:12.3 for the third observation behind it; else the end
    #[arg(long, value_name = "STAGE:EVENT")]
    pub(super) at: Option<String>,
    /// The file to write (- is standard output); what Navscope did not write itself is not replaced
    #[arg(short, long, value_name = "FILE", default_value = "-", hide_default_value = true)]
    pub(super) out: PathBuf,
    /// Replace another file, too, if it is none that is read
    #[arg(long)]
    pub(super) force: bool,
    /// Light lines on a dark ground
    #[arg(long)]
    pub(super) dark: bool,
}

#[derive(Args, Debug)]
pub(super) struct ExportOptions {
    #[command(flatten)]
    pub(super) input: InputOptions,
    #[arg(long = "as", value_name = "FORMAT", help = written_formats())]
    pub(super) format: String,
    /// The file to write (- is standard output), with the map that tests name beside it; what is there already is not replaced
    #[arg(short, long, value_name = "FILE", default_value = "-", hide_default_value = true)]
    pub(super) out: PathBuf,
    /// Replace files that are there already, but for those that are read
    #[arg(long)]
    pub(super) force: bool,
    /// What tests call their map; else as the file to write, but ending in .map
    #[arg(long, value_name = "NAME")]
    pub(super) map: Option<String>,
}

fn spot(text: &str) -> Result<Spot, String> {
    let numbers: Option<Vec<f64>> = text.split(',').map(|it| it.trim().parse().ok()).collect();
    let place = numbers.and_then(|it| Spot::of_numbers(&it));
    place.ok_or_else(|| "a place is two numbers, as in 1.5,2.5, or three with its height".to_owned())
}
