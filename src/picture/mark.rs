//! Marks: a shape, what it means, and what it stands for.

use crate::{
    geometry::{Bounds, Point},
    trace::Thing,
};

/// What a mark means.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Role {
    /// A wall cell.
    Wall,
    /// A floor cell.
    Floor,
    /// One step by which the floor is raised; drawn once for each.
    Raised,
    /// A ramp cell.
    Ramp,
    /// A cell below a beam.
    Beam,
    /// A cell where there is nothing.
    Hole,
    /// The ground of a floor above the first.
    Storey,
    /// A point to triangulate.
    Sample,
    /// An outline of the walls, grown by the agent's radius.
    Outline,
    /// A triangle without further meaning.
    Mesh,
    /// A triangle that may be walked.
    Walkable,
    /// A triangle that was dropped.
    Dropped,
    /// An edge that was closed.
    Closed,
    /// An edge that was laid as a constraint.
    Constraint,
    /// A link between two polygons, from centre to centre.
    Link,
    /// A region of voxels: number 1, or one that is greater by a multiple of 6.
    RegionA,
    /// A region of voxels: number 2, or one that is greater by a multiple of 6.
    RegionB,
    /// A region of voxels: number 3, or one that is greater by a multiple of 6.
    RegionC,
    /// A region of voxels: number 4, or one that is greater by a multiple of 6.
    RegionD,
    /// A region of voxels: number 5, or one that is greater by a multiple of 6.
    RegionE,
    /// A region of voxels: number 6, or one that is greater by a multiple of 6.
    RegionF,
    /// What the pointer is over.
    Hover,
    /// What was selected.
    Selected,
    /// What the event is about.
    Focus,
    /// A triangle in conflict, about to go or just gone.
    Conflict,
    /// A triangle just born.
    Newborn,
    /// A circle that was tested.
    Circumcircle,
    /// The agent's body, where it is held against a gap.
    Body,
    /// A triangle that waits to be expanded.
    OpenNode,
    /// A triangle that was expanded.
    ClosedNode,
    /// A branch of the search tree.
    Tree,
    /// A triangle of the corridor.
    Corridor,
    /// An edge the path must cross.
    Portal,
    /// A portal's left end.
    PortalLeft,
    /// A portal's right end.
    PortalRight,
    /// The funnel's left side.
    FunnelLeft,
    /// The funnel's right side.
    FunnelRight,
    /// The funnel's tip.
    Apex,
    /// The end of a portal that is being judged.
    Candidate,
    /// A circle around a wall corner that the path goes around.
    Circle,
    /// The path.
    Path,
    /// A corner of the path.
    Corner,
    /// The shortest path of all.
    Optimum,
    /// The path of another method.
    Compared,
    /// The path that it was when it was kept.
    PathBefore,
    /// An agent that follows the path, and its trail.
    Follower,
    /// An agent that walks straight for the goal, and its trail.
    Steerer,
    /// Where the agent starts.
    Start,
    /// Where it goes.
    Goal,
    /// A broken rule.
    Violation,
}

impl Role {
    /// Every role, in the order in which a legend lists them.
    pub const ALL: [Self; 50] = [
        Self::Wall,
        Self::Floor,
        Self::Raised,
        Self::Ramp,
        Self::Beam,
        Self::Hole,
        Self::Storey,
        Self::Sample,
        Self::Outline,
        Self::Mesh,
        Self::Walkable,
        Self::Dropped,
        Self::Closed,
        Self::Constraint,
        Self::Link,
        Self::RegionA,
        Self::RegionB,
        Self::RegionC,
        Self::RegionD,
        Self::RegionE,
        Self::RegionF,
        Self::Hover,
        Self::Selected,
        Self::Focus,
        Self::Conflict,
        Self::Newborn,
        Self::Circumcircle,
        Self::Body,
        Self::OpenNode,
        Self::ClosedNode,
        Self::Tree,
        Self::Corridor,
        Self::Portal,
        Self::PortalLeft,
        Self::PortalRight,
        Self::FunnelLeft,
        Self::FunnelRight,
        Self::Apex,
        Self::Candidate,
        Self::Circle,
        Self::Path,
        Self::Corner,
        Self::Optimum,
        Self::Compared,
        Self::PathBefore,
        Self::Follower,
        Self::Steerer,
        Self::Start,
        Self::Goal,
        Self::Violation,
    ];

    /// What regions are drawn in, by the rest of their number divided by 6.
    pub const REGIONS: [Self; 6] =
        [Self::RegionF, Self::RegionA, Self::RegionB, Self::RegionC, Self::RegionD, Self::RegionE];

    /// What a legend calls it.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Wall => "wall",
            Self::Floor => "floor",
            Self::Raised => "raised ground",
            Self::Ramp => "ramp",
            Self::Beam => "beam above",
            Self::Hole => "hole",
            Self::Storey => "floor above",
            Self::Sample => "point",
            Self::Outline => "outline",
            Self::Mesh => "triangle",
            Self::Walkable => "walkable triangle",
            Self::Dropped => "dropped triangle",
            Self::Closed => "closed edge",
            Self::Constraint => "constraint",
            Self::Link => "link",
            Self::RegionA => "region 1, 7, …",
            Self::RegionB => "region 2, 8, …",
            Self::RegionC => "region 3, 9, …",
            Self::RegionD => "region 4, 10, …",
            Self::RegionE => "region 5, 11, …",
            Self::RegionF => "region 6, 12, …",
            Self::Hover => "under the pointer",
            Self::Selected => "selected",
            Self::Focus => "in question",
            Self::Conflict => "in conflict",
            Self::Newborn => "just born",
            Self::Circumcircle => "circumcircle",
            Self::Body => "agent's body",
            Self::OpenNode => "open",
            Self::ClosedNode => "expanded",
            Self::Tree => "search tree",
            Self::Corridor => "corridor",
            Self::Portal => "portal",
            Self::PortalLeft => "portal, left end",
            Self::PortalRight => "portal, right end",
            Self::FunnelLeft => "funnel, left side",
            Self::FunnelRight => "funnel, right side",
            Self::Apex => "apex",
            Self::Candidate => "candidate",
            Self::Circle => "round corner",
            Self::Path => "path",
            Self::Corner => "corner",
            Self::Optimum => "optimum",
            Self::Compared => "compared path",
            Self::PathBefore => "path before",
            Self::Follower => "follower",
            Self::Steerer => "steerer",
            Self::Start => "start",
            Self::Goal => "goal",
            Self::Violation => "violation",
        }
    }
}

/// A shape in the world. \[cells]
#[derive(Clone, Debug, PartialEq)]
pub enum Shape {
    /// An axis-parallel box, filled.
    Box(Bounds),
    /// A triangle, filled, and outlined along some sides.
    Triangle {
        /// Its corners.
        corners: [Point; 3],
        /// Which sides have a line, from each corner to the next; what neighbours share needs just one.
        lines: [bool; 3],
    },
    /// A line.
    Segment([Point; 2]),
    /// A line with bends.
    Polyline(Vec<Point>),
    /// A place, drawn in the same size at any zoom.
    Dot(Point),
    /// A circle's line.
    Circle {
        /// Its centre.
        centre: Point,
        /// Its radius.
        radius: f64,
    },
}

impl Shape {
    /// A triangle with all its sides.
    #[must_use]
    pub fn triangle(corners: [Point; 3]) -> Self {
        Self::Triangle { corners, lines: [true; 3] }
    }

    /// Points that span the shape.
    #[must_use]
    pub fn bounds(&self) -> Vec<Point> {
        match self {
            Self::Box(it) => vec![it.min, it.max],
            Self::Triangle { corners, .. } => corners.to_vec(),
            Self::Segment(it) => it.to_vec(),
            Self::Polyline(it) => it.clone(),
            Self::Dot(it) => vec![*it],
            // Circles of flat triangles are larger than any maze, and no reason to look elsewhere.
            Self::Circle { .. } => Vec::new(),
        }
    }
}

/// A shape with its meaning.
#[derive(Clone, Debug, PartialEq)]
pub struct Mark {
    /// What it means.
    pub role: Role,
    /// What it looks like.
    pub shape: Shape,
    /// What it stands for.
    pub of: Option<Thing>,
}

impl Mark {
    /// A mark that stands for nothing but itself.
    #[must_use]
    pub fn new(role: Role, shape: Shape) -> Self {
        Self { role, shape, of: None }
    }

    /// A mark of a thing.
    #[must_use]
    pub fn of(thing: Thing, role: Role, shape: Shape) -> Self {
        Self { role, shape, of: Some(thing) }
    }
}
