//! Every setting by its path, with its range, its unit and its default: one table for files, command line and window.

pub use super::value::Value;

use super::needs::{
    BLURRED, CELLS, EDGES_SAMPLED, EIGHT, GUESSING, INEXACT, JOINABLE, MERGING, MESH, Need, ROUND, SAMPLED, SMOOTHED,
    SPREAD, STEPPING, WALKING, WEIGHABLE,
};
use crate::{
    bake::{BakeSettings, EdgeFilter, FaceFilter, Recipe, SamplesPerCell},
    geometry::{Numbers, Policy},
    maze::CornerRule,
    mesh::{Frame, Order},
    pull::{Dialect, PortalOrder, PullSettings, Sight, Smoothing},
    search::{Cost, Directions, Graph, Heuristic, Method, SearchSettings, Unreachable},
    trace::nearest,
    walk::{Agents, WalkSettings},
};

/// All that can be chosen about a run.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Settings {
    /// How the maze is baked.
    pub bake: BakeSettings,
    /// How predicates are answered.
    pub numbers: Numbers,
    /// How a corridor is searched.
    pub search: SearchSettings,
    /// How it is pulled taut.
    pub pull: PullSettings,
    /// Who walks the path, and how.
    pub walk: WalkSettings,
    /// How far the agent's centre stays from every wall. \[0 ≤ radius; world units, 1 = one cell]
    ///
    /// Zero lets paths touch wall corners.
    pub radius: f64,
}

impl Settings {
    /// The same with nobody walking: how a path would be walked is no part of a test.
    #[must_use]
    pub fn without_walkers(self) -> Self {
        Self { walk: WalkSettings { agents: Agents::Nobody, ..self.walk }, ..self }
    }
}

/// What values a setting takes.
#[derive(Clone, Copy, Debug)]
pub enum Kind {
    /// One of some words.
    Choice(&'static [&'static str]),
    /// A number within a range.
    Number {
        /// The least.
        min: f64,
        /// The most.
        max: f64,
        /// What it is counted in.
        unit: &'static str,
    },
    /// Yes or no.
    Switch,
    /// 5, 1, or `"NxN"`.
    Samples,
    /// `"symbolic"` or a factor.
    Frame,
}

/// One setting.
#[derive(Clone, Copy, Debug)]
pub struct Setting {
    /// Where it stands in a file, as in `bake.inset`.
    pub path: &'static str,
    /// What it does, in a sentence.
    pub help: &'static str,
    /// What values it takes.
    pub kind: Kind,
    /// What must hold of the other settings for it to change anything.
    needs: &'static [Need],
    read: fn(&Settings) -> Value,
    write: fn(&mut Settings, &Value) -> bool,
}

impl Setting {
    /// Its value.
    #[must_use]
    pub fn get(&self, settings: &Settings) -> Value {
        (self.read)(settings)
    }

    /// Sets it.
    ///
    /// # Errors
    ///
    /// The value is out of range; the message says what is allowed, and what was perhaps meant.
    pub fn set(&self, settings: &mut Settings, value: &Value) -> Result<(), String> {
        if (self.write)(settings, value) {
            return Ok(());
        }
        let meant = match (self.kind, value) {
            (Kind::Choice(words), Value::Word(word)) => nearest(word, words.iter().copied()),
            _ => None,
        };
        let meant = meant.map_or_else(String::new, |it| format!("; did you mean “{it}”?"));
        Err(format!("{} can't be “{value}”: it takes {}{meant}", self.path, self.range()))
    }

    /// Whether it changes anything, the others being as they are.
    #[must_use]
    pub fn matters(&self, settings: &Settings) -> bool {
        self.needs.iter().all(|it| (it.holds)(settings))
    }

    /// When it changes anything, in a sentence; empty if it always does.
    #[must_use]
    pub fn when(&self) -> String {
        let needs: Vec<&str> = self.needs.iter().map(|it| it.text).collect();
        if needs.is_empty() { String::new() } else { format!("Only where {}.", needs.join(" and ")) }
    }

    /// What values it takes, in words.
    #[must_use]
    pub fn range(&self) -> String {
        match self.kind {
            Kind::Choice(words) => words.join(", "),
            Kind::Switch => "true or false".to_owned(),
            Kind::Number { min, max, unit } => {
                format!("a number from {} to {} {unit}", Value::Number(min), Value::Number(max))
            }
            Kind::Samples => format!("5, 1, or a square like 2x2, up to {MAX_SQUARE}x{MAX_SQUARE}"),
            Kind::Frame => format!("symbolic, or a factor from {} to {}", FACTORS.0, FACTORS.1),
        }
    }
}

const MAX_SQUARE: u32 = 16;
const FACTORS: (f64, f64) = (0.01, 1e9);

/// The setting at a path.
///
/// # Errors
///
/// There is none; the message names the nearest.
pub fn setting(path: &str) -> Result<&'static Setting, String> {
    SETTINGS.iter().find(|it| it.path == path).ok_or_else(|| {
        let meant = nearest(path, SETTINGS.iter().map(|it| it.path));
        let meant =
            meant.map_or_else(|| "`navscope settings` lists them".to_owned(), |it| format!("did you mean “{it}”?"));
        format!("there is no setting “{path}”; {meant}")
    })
}

fn number(value: &Value, kind: (f64, f64), write: impl FnOnce(f64)) -> bool {
    match *value {
        Value::Number(number) if (kind.0..=kind.1).contains(&number) => {
            write(number);
            true
        }
        _ => false,
    }
}

fn pick<T: Copy>(words: &[&str], values: &[T], value: &Value, write: impl FnOnce(T)) -> bool {
    let Value::Word(given) = value else { return false };
    let found = words.iter().position(|word| word == given);
    found.is_some_and(|it| {
        write(values[it]);
        true
    })
}

fn word<T: PartialEq>(words: &[&str], values: &[T], value: &T) -> Value {
    let place = values.iter().position(|it| it == value).unwrap_or(0);
    Value::Word(words[place].to_owned())
}

/// A setting that takes one of some words, each standing for a value.
macro_rules! choice {
    (
        $path:literal, $help:literal, $($field:ident).+, [$($word:literal => $value:expr),+ $(,)?]
        $(, needs: [$($need:ident),+])?
    ) => {
        Setting {
            path: $path,
            help: $help,
            kind: Kind::Choice(&[$($word),+]),
            needs: &[$($($need),+)?],
            read: |settings| word(&[$($word),+], &[$($value),+], &settings.$($field).+),
            write: |settings, value| pick(&[$($word),+], &[$($value),+], value, |it| settings.$($field).+ = it),
        }
    };
}

/// A setting that takes a number.
macro_rules! number {
    (
        $path:literal, $help:literal, $($field:ident).+, $min:literal ..= $max:literal, $unit:literal
        $(, needs: [$($need:ident),+])?
    ) => {
        Setting {
            path: $path,
            help: $help,
            kind: Kind::Number { min: $min, max: $max, unit: $unit },
            needs: &[$($($need),+)?],
            read: |settings| Value::Number(settings.$($field).+),
            write: |settings, value| number(value, ($min, $max), |it| settings.$($field).+ = it),
        }
    };
}

/// Every setting, in the order of the pipeline.
pub const SETTINGS: &[Setting] = &[
    choice!("bake.recipe", "What the navmesh is made of: samples of the floor, the walls' outlines, or rectangles of cells",
        bake.recipe, ["sampled" => Recipe::Sampled, "walls" => Recipe::Walls, "rectangles" => Recipe::Rectangles],
        needs: [MESH]),
    Setting {
        path: "bake.samples",
        help: "Points in each floor cell: 5 are its centre and four around, 1 is its centre",
        kind: Kind::Samples,
        needs: &[MESH, SAMPLED],
        read: |settings| match settings.bake.samples {
            SamplesPerCell::Five => Value::Number(5.0),
            SamplesPerCell::Square(1) => Value::Number(1.0),
            SamplesPerCell::Square(n) => Value::Word(format!("{n}x{n}")),
        },
        write: |settings, value| {
            let samples = match value {
                Value::Number(5.0) => Some(SamplesPerCell::Five),
                Value::Number(1.0) => Some(SamplesPerCell::Square(1)),
                Value::Number(_) | Value::Switch(_) => None,
                Value::Word(word) => word
                    .split_once(['x', '×'])
                    .filter(|(a, b)| a == b)
                    .and_then(|(n, _)| n.parse().ok())
                    .filter(|n| (1..=MAX_SQUARE).contains(n))
                    .map(SamplesPerCell::Square),
            };
            samples.map(|it| settings.bake.samples = it).is_some()
        },
    },
    number!("bake.inset", "How far a cell's outer points lie from its sides", bake.inset, 0.0..=0.5, "cells",
        needs: [MESH, SAMPLED, SPREAD]),
    choice!("bake.order", "In which order points are inserted: spread out at random (brio) or as given",
        bake.order, ["brio" => Order::Brio, "given" => Order::Given],
        needs: [MESH]),
    Setting {
        path: "bake.super_triangle",
        help: "What the triangulation starts from: a vertex at infinity, or a triangle so many times the points' box",
        kind: Kind::Frame,
        needs: &[MESH, SAMPLED],
        read: |settings| match settings.bake.frame {
            Frame::Symbolic => Value::Word("symbolic".to_owned()),
            Frame::Super(factor) => Value::Number(factor),
        },
        write: |settings, value| match value {
            Value::Word(word) if word == "symbolic" => {
                settings.bake.frame = Frame::Symbolic;
                true
            }
            _ => number(value, FACTORS, |it| settings.bake.frame = Frame::Super(it)),
        },
    },
    choice!("bake.face_filter", "Which triangles are dropped: those that overlap a wall, or whose centroid lies in one",
        bake.face_filter, ["exact" => FaceFilter::Exact, "centroid" => FaceFilter::Centroid],
        needs: [MESH, SAMPLED]),
    choice!("bake.edge_filter", "Which edges are closed: those that cross a wall, or of which some regular point lies in one",
        bake.edge_filter, ["exact" => EdgeFilter::Exact, "sampled" => EdgeFilter::Sampled],
        needs: [MESH, SAMPLED]),
    number!("bake.edge_step", "How far apart the sampled edge filter looks", bake.edge_step, 0.001..=10.0, "cells",
        needs: [MESH, SAMPLED, EDGES_SAMPLED]),
    number!(
        "bake.arc_error",
        "How far a mesh of walls may stay off what round corners leave free to an agent with a radius",
        bake.arc_error,
        0.000_001..=0.1,
        "cells",
        needs: [ROUND]
    ),
    Setting {
        path: "bake.merge",
        help: "Whether triangles are merged into convex polygons",
        kind: Kind::Switch,
        needs: &[MESH, JOINABLE],
        read: |settings| Value::Switch(settings.bake.merge),
        write: |settings, value| match *value {
            Value::Switch(on) => {
                settings.bake.merge = on;
                true
            }
            _ => false,
        },
    },
    choice!("numbers.policy", "How predicates are answered",
        numbers.policy,
        ["exact" => Policy::Exact, "float" => Policy::Float, "f32" => Policy::F32, "article" => Policy::Article],
        needs: [MESH, SAMPLED]),
    number!(
        "numbers.in_circle_epsilon",
        "What an in-circle value must exceed to count as inside",
        numbers.in_circle_epsilon,
        0.0..=1e6,
        "cells⁴ (cells² under article)",
        needs: [MESH, SAMPLED, INEXACT]
    ),
    number!(
        "numbers.collinear_epsilon",
        "Up to where a cross product counts as zero",
        numbers.collinear_epsilon,
        0.0..=1e6,
        "cells²",
        needs: [MESH, SAMPLED, INEXACT]
    ),
    number!(
        "numbers.same_point_epsilon",
        "Up to where two coordinates count as one (the article never merges)",
        numbers.same_point_epsilon,
        0.0..=1e6,
        "cells",
        needs: [MESH, SAMPLED, MERGING]
    ),
    choice!("search.graph", "What is searched: the polygons of the mesh, or the cells of the maze",
        search.graph, ["mesh" => Graph::Mesh, "grid" => Graph::Grid]),
    choice!("search.method", "Which triangle is expanded next: least g + h, or least g",
        search.method, ["astar" => Method::AStar, "dijkstra" => Method::Dijkstra, "polyanya" => Method::Polyanya]),
    choice!("search.cost", "What a step costs: the way between centroids or edge midpoints, or the width of the edge",
        search.cost,
        ["centroids" => Cost::Centroids, "midpoints" => Cost::Midpoints, "portal-width" => Cost::PortalWidth],
        needs: [MESH, STEPPING]),
    choice!("search.directions", "Where one may step from a cell: across its sides, or its corners too",
        search.grid.directions, ["eight" => Directions::Eight, "four" => Directions::Four],
        needs: [CELLS]),
    choice!("search.corners", "When one may step across a corner: when both cells beside it are open, when one is, or always",
        search.grid.corners,
        ["strict" => CornerRule::Strict, "one-side" => CornerRule::OneSide, "naive" => CornerRule::Naive],
        needs: [CELLS, EIGHT]),
    choice!("search.heuristic", "What A* from cell to cell takes for the rest of the way",
        search.grid.heuristic,
        ["octile" => Heuristic::Octile, "manhattan" => Heuristic::Manhattan, "euclid" => Heuristic::Euclid,
         "chebyshev" => Heuristic::Chebyshev, "zero" => Heuristic::Zero],
        needs: [CELLS, GUESSING]),
    number!(
        "search.weight",
        "What the heuristic is multiplied by; above 1 paths may be longer than need be",
        search.grid.weight,
        0.0..=100.0,
        "×",
        needs: [CELLS, GUESSING, WEIGHABLE]
    ),
    choice!("search.unreachable", "What to answer when there is no way",
        search.unreachable, ["report" => Unreachable::Report, "straight-line" => Unreachable::StraightLine],
        needs: [MESH]),
    choice!("pull.portals", "How a portal's left and right end are told apart",
        pull.portals,
        ["winding" => PortalOrder::Winding, "centroids" => PortalOrder::Centroids,
         "fixed-point" => PortalOrder::FixedPoint, "reversed" => PortalOrder::Reversed],
        needs: [MESH]),
    choice!("pull.funnel", "Which funnel pulls the path taut: exact, Mononen's, or as the article prints it",
        pull.funnel,
        ["exact" => Dialect::Exact, "textbook" => Dialect::Textbook, "article" => Dialect::Article],
        needs: [MESH]),
    number!(
        "pull.epsilon",
        "Up to where the textbook and article funnels take values for zero",
        pull.epsilon,
        0.0..=1e6,
        "cells², cells",
        needs: [MESH, BLURRED]
    ),
    choice!("pull.smoothing", "Which corners of a path from cell to cell are left out",
        pull.smoothing,
        ["off" => Smoothing::Off, "greedy" => Smoothing::Greedy, "farthest" => Smoothing::Farthest,
         "best-subset" => Smoothing::BestSubset],
        needs: [CELLS]),
    choice!("pull.sight", "How smoothing looks from corner to corner: exactly, or over the cells of Bresenham's line",
        pull.sight, ["exact" => Sight::Exact, "bresenham" => Sight::Bresenham],
        needs: [CELLS, SMOOTHED]),
    number!("agent.radius", "How far the agent's centre stays from every wall", radius, 0.0..=100.0, "cells"),
    choice!("walk.agents", "Who walks once there is a path: one that follows it, one that goes straight for the goal, or both",
        walk.agents,
        ["nobody" => Agents::Nobody, "follower" => Agents::Follower, "steerer" => Agents::Steerer, "both" => Agents::Both]),
    number!("walk.speed", "How far an agent gets in a second", walk.speed, 0.1..=100.0, "cells/s", needs: [WALKING]),
    number!("walk.tick", "How long one of its steps takes", walk.tick, 0.001..=1.0, "s", needs: [WALKING]),
];
