//! Why there is no path: the ends, the floor, the agent's size, or the bake, in this order.

use serde::Serialize;

use super::fewest::fewest;
use crate::{
    bake::{Ground, NavMesh, Triangles},
    geometry::{Point, counted, distance_to_segment, distinct},
    maze::Hold,
    mesh::{Link, TriangleId},
    search::Outcome,
};

/// Why there is no path.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct NoPath {
    /// In few words, without numbers.
    pub cause: String,
    /// In a sentence or two.
    pub text: String,
    /// Where to look.
    pub places: Vec<Point>,
}

impl NoPath {
    /// Why a query ended as it did; none if it found a path.
    pub(super) fn of(nav: &NavMesh, start: Point, goal: Point, outcome: Outcome) -> Option<Self> {
        match outcome {
            Outcome::Found => None,
            Outcome::StartInWall | Outcome::GoalInWall => Some(in_walls(nav, start, goal)),
            Outcome::OffMesh => Some(off_mesh(nav, start, goal)),
            Outcome::Unreachable => Some(unreachable(nav, start, goal)),
        }
    }
}

/// Puts what is to be said of start and goal, each in short and in full, into one sentence.
pub(super) fn of_ends(
    start: Point,
    goal: Point,
    say: impl Fn(&str, Point, &mut Vec<Point>) -> Option<[String; 2]>,
) -> NoPath {
    let mut places = Vec::new();
    let said = [("start", start), ("goal", goal)].map(|(name, p)| say(name, p, &mut places));
    let [short, full]: [Vec<String>; 2] = [0, 1].map(|it| said.iter().flatten().map(|said| said[it].clone()).collect());
    let cause = short.into_iter().next().unwrap_or_default();
    NoPath { cause, text: format!("The {}.", full.join(", and the ")), places }
}

pub(super) fn in_walls(nav: &NavMesh, start: Point, goal: Point) -> NoPath {
    let (maze, radius) = (nav.maze(), nav.radius());
    of_ends(start, goal, |name, p, places| {
        let why = nav.world().hold_told(p.into(), radius)?;
        places.extend(Some(p).filter(|it| it.is_finite()));
        let short = match maze.is_flat() {
            true => maze.hold(p, radius).map_or("", Hold::text),
            false => "is where nothing can be walked",
        };
        Some([format!("the {name} {short}"), format!("{name} {why}")])
    })
}

fn off_mesh(nav: &NavMesh, start: Point, goal: Point) -> NoPath {
    of_ends(start, goal, |name, p, places| {
        if nav.polygons().polygons_at(p).next().is_some() {
            return None;
        }
        places.push(p);
        let at = p;
        let p = nav.maze().place_told(p);
        let short = format!("the {name} is on floor that the mesh does not cover");
        let full = match nearest_piece(nav, at) {
            Some((distance, number, centre)) => {
                places.push(centre);
                let ([distance, _], piece) = (distinct([distance, 0.0], 3), nav.piece());
                format!(
                    "{name} {p} is on floor that the mesh does not cover: {piece} {number}, the nearest, is {distance} away"
                )
            }
            None => format!("{name} {p} is on floor, but no {} at all is walkable", nav.piece()),
        };
        Some([short, full])
    })
}

/// The walkable triangle that is nearest to a place outside of it, or the polygon of a mesh that is not made of such: how far away, its
/// number and its centroid.
fn nearest_piece(nav: &NavMesh, p: Point) -> Option<(f64, u32, Point)> {
    let distance = |corners: &[Point]| {
        let sides = (0..corners.len()).map(|it| distance_to_segment(p, corners[it], corners[(it + 1) % corners.len()]));
        sides.fold(f64::MAX, f64::min)
    };
    let mesh = nav.polygons();
    if let Some(triangles) = nav.triangles() {
        let corners = |&it: &TriangleId| Some((it, triangles.mesh().corners(it)?));
        let all = triangles.walkable().iter().filter_map(corners);
        let all = all.map(|(it, corners)| (distance(&corners), it.number(), Point::centroid(corners)));
        return all.min_by(|a, b| a.0.total_cmp(&b.0));
    }
    let all = mesh.ids().map(|it| (distance(&mesh.corners(it)), mesh.name(it), mesh.centre(it)));
    all.min_by(|a, b| a.0.total_cmp(&b.0))
}

fn unreachable(nav: &NavMesh, start: Point, goal: Point) -> NoPath {
    let ground = nav.ground();
    if !nav.maze().is_flat() {
        return parted_by_links(nav, ground, start, goal);
    }
    parted_by_floor(ground, start, goal)
        .or_else(|| parted_by_size(nav, ground, start, goal))
        .unwrap_or_else(|| parted_by_bake(nav, ground, start, goal))
}

/// On level geometry: which islands the start and the goal are on.
fn parted_by_links(nav: &NavMesh, ground: &Ground, start: Point, goal: Point) -> NoPath {
    let name = |p: Point| {
        let island = ground.islands.at(nav, p).first().copied().unwrap_or_default();
        let size = ground.islands.all().get(island as usize).map_or(0, |it| it.size);
        format!("island {} of {}", island + 1, counted(size, nav.piece()))
    };
    let text =
        format!("No links lead from one to the other: the start is in {}, the goal in {}.", name(start), name(goal));
    NoPath { cause: "no links join them".to_owned(), text, places: vec![start, goal] }
}

pub(super) fn parted_by_floor(ground: &Ground, start: Point, goal: Point) -> Option<NoPath> {
    let [from, to] = [start, goal].map(|it| ground.regions.at(it));
    let is_joined = from.iter().any(|it| to.contains(it));
    let [from_cells, to_cells] = [from.first()?, to.first()?].map(|&it| ground.regions.cells(it));
    (!is_joined).then(|| NoPath {
        cause: "the floor does not join them".to_owned(),
        text: format!(
            "The floor does not join them: the start's region has {}, the goal's has {to_cells}.",
            counted(from_cells, "cell")
        ),
        places: vec![start, goal],
    })
}

pub(super) fn parted_by_size(nav: &NavMesh, ground: &Ground, start: Point, goal: Point) -> Option<NoPath> {
    let passages = ground.passages.as_ref()?;
    let [from, to] = [start, goal].map(|it| passages.rooms_at(it));
    if from.iter().any(|it| to.contains(it)) {
        return None;
    }
    let gap = passages.narrowest_between(start, goal)?;
    let [width, needed] = distinct([gap.width, 2.0 * nav.radius()], 3);
    let [radius, _] = distinct([nav.radius(), gap.width / 2.0], 3);
    let text = format!(
        "The widest way between them goes through a gap of {width} at {}; an agent of radius {radius} needs {needed}.",
        gap.middle(),
    );
    Some(NoPath { cause: "no gap between them is wide enough".to_owned(), text, places: vec![gap.middle()] })
}

fn parted_by_bake(nav: &NavMesh, ground: &Ground, start: Point, goal: Point) -> NoPath {
    let [from, to] = [start, goal].map(|it| ground.islands.at(nav, it));
    let name = |islands: &[u32]| {
        let island = islands.first().copied().unwrap_or_default();
        let pieces = ground.islands.all().get(island as usize).map_or(0, |it| it.size);
        format!("island {} of {}", island + 1, counted(pieces, nav.piece()))
    };
    let fits = if nav.radius() > 0.0 { " and the agent fits" } else { "" };
    let islands = format!("the start is in {}, the goal in {}", name(&from), name(&to));
    let cause = "the mesh does not join them".to_owned();
    let text = format!("The floor joins them{fits}, but the mesh does not: {islands}.");
    let Some(Obstacles { closed, dropped, places }) = Obstacles::between(nav, ground, &from, &to) else {
        return NoPath { cause, text: text + " The mesh is torn between them.", places: vec![start, goal] };
    };
    let parts = [(dropped, "dropped triangle"), (closed, "closed edge")];
    let parts: Vec<String> = parts.into_iter().filter(|it| it.0 > 0).map(|(n, what)| counted(n, what)).collect();
    let verb = if dropped + closed == 1 { "lies" } else { "lie" };
    NoPath { cause, text: format!("{text} Between them {verb} at least {}.", parts.join(" and ")), places }
}

/// What the filter put between two islands, where it put the least.
struct Obstacles {
    closed: usize,
    dropped: usize,
    places: Vec<Point>,
}

impl Obstacles {
    /// Searches with the walkable for nothing, and everything else for one each.
    fn between(nav: &NavMesh, ground: &Ground, from: &[u32], to: &[u32]) -> Option<Self> {
        let triangles = nav.triangles()?;
        let mesh = triangles.mesh();
        let is_of = |islands: &[u32], it| ground.islands.of_triangle(nav, it).is_some_and(|it| islands.contains(&it));
        let sides = |triangle: TriangleId| {
            triangle.sides().into_iter().filter_map(|side| {
                let across = mesh.across(side);
                let beyond = (across != Link::NONE).then(|| across.triangle()).filter(|it| mesh.is_inner(*it))?;
                Some((side, beyond, obstacle(triangles, side, beyond).is_none()))
            })
        };
        let starts = triangles.walkable().iter().copied().filter(|it| is_of(from, *it));
        let steps = fewest(mesh.triangles().len(), TriangleId::index, starts, |it| is_of(to, it), sides)?;
        let mut found = Self { closed: 0, dropped: 0, places: Vec::new() };
        for met in steps.iter().filter_map(|it| obstacle(triangles, it.by, it.to)) {
            let (count, place) = match met {
                Obstacle::Dropped(place) => (&mut found.dropped, place),
                Obstacle::Closed(place) => (&mut found.closed, place),
            };
            *count += 1;
            found.places.push(place);
        }
        Some(found)
    }
}

enum Obstacle {
    Dropped(Point),
    Closed(Point),
}

/// What is in the way over a side to the triangle beyond.
fn obstacle(triangles: &Triangles, side: Link, beyond: TriangleId) -> Option<Obstacle> {
    if triangles.place_of(beyond).is_none() {
        let centroid = triangles.mesh().corners(beyond).map(Point::centroid);
        return Some(Obstacle::Dropped(centroid.unwrap_or_default()));
    }
    let [a, b] = triangles.ends(side);
    triangles.filter().is_closed(side).then(|| Obstacle::Closed(a.middle(b)))
}
