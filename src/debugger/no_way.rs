//! Why there is no way from cell to cell: the ends, the floor, the agent's size, or that cells have centres, in this order.
//!
//! A point that the floor joins to another always finds a way over sides. A body may fit through a gap and yet not along the lines
//! between centres of cells, for gaps need not lie where those do.

use super::{
    fewest::fewest,
    no_path::{NoPath, in_walls, of_ends, parted_by_floor, parted_by_size},
};
use crate::{
    bake::NavMesh,
    geometry::{Point, counted, rounded},
    maze::{Direction, Maze},
    search::{GridCell, GridSearch, Outcome},
};

impl NoPath {
    /// Why a search from cell to cell ended as it did; none if it found a path. `is_joined` tells whether there is one that need
    /// not go over centres.
    pub(super) fn of_grid(nav: &NavMesh, search: &GridSearch, is_joined: bool) -> Option<Self> {
        let (start, goal) = (search.start, search.goal);
        let parted = || {
            let ground = nav.ground();
            parted_by_floor(ground, start, goal).or_else(|| parted_by_size(nav, ground, start, goal))
        };
        match search.outcome().unwrap_or(Outcome::Unreachable) {
            Outcome::Found => None,
            Outcome::StartInWall | Outcome::GoalInWall => Some(in_walls(nav, start, goal)),
            Outcome::OffMesh => Some(off_grid(search)),
            Outcome::Unreachable if is_joined => Some(parted_by_centres(search, true)),
            Outcome::Unreachable => Some(parted().unwrap_or_else(|| parted_by_centres(search, false))),
        }
    }
}

fn off_grid(search: &GridSearch) -> NoPath {
    of_ends(search.start, search.goal, |name, p, places| {
        let cells = if name == "start" { search.starts() } else { search.goals() };
        cells.is_empty().then(|| {
            places.push(p);
            let p = search.maze().place_told(p);
            [
                format!("the agent has no room in the middle of the {name}'s cell"),
                format!(
                    "{name} {p} is free, but the agent has no room in the middle of that cell, or on the way there"
                ),
            ]
        })
    })
}

fn parted_by_centres(search: &GridSearch, is_joined: bool) -> NoPath {
    let radius = rounded(search.radius(), 3);
    let fits = if is_joined {
        format!("An agent of radius {radius} fits between them")
    } else {
        "The floor joins them".into()
    };
    let text = format!("{fits}, but no steps from centre to centre of cells do.");
    let cause = "no steps from centre to centre of cells join them".to_owned();
    match steps_missing(search) {
        places if places.is_empty() => NoPath { cause, text, places: vec![search.start, search.goal] },
        places => {
            let steps = counted(places.len(), "step");
            let text = format!("{text} At least {steps} between them would bring it too near to a wall.");
            NoPath { cause, text, places }
        }
    }
}

/// The steps over floor that are not to be taken on the way with the fewest of them: where each would lead over.
fn steps_missing(search: &GridSearch) -> Vec<Point> {
    let maze = search.maze();
    let index = |(column, row): GridCell| row as usize * maze.columns() + column as usize;
    let steps = |from: GridCell| {
        let free = search.steps_from(from);
        let tried = Direction::ALL.into_iter().filter(move |it| !it.is_diagonal() || free.contains(*it));
        tried.filter_map(move |by| {
            let to = by.beyond(from).filter(|&it| is_floor(maze, it))?;
            Some((by, to, free.contains(by)))
        })
    };
    let starts = search.starts().iter().copied();
    let way = fewest(maze.cells().len(), index, starts, |it| search.is_goal(it), steps).unwrap_or_default();
    let missing = way.iter().filter(|it| !search.steps_from(it.from).contains(it.by));
    missing.map(|it| search.centre(it.from).middle(search.centre(it.to))).collect()
}

fn is_floor(maze: &Maze, (column, row): GridCell) -> bool {
    !maze.is_wall(i64::from(column), i64::from(row))
}
