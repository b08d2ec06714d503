//! Steps from cell to cell: when one may go from a cell to one of the eight around it.

/// When one may step to a cell that meets this one in a corner only.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum CornerRule {
    /// When both cells beside the step are open: the way never touches a wall.
    #[default]
    Strict,
    /// When one of them is: the way may graze the other's corner.
    OneSide,
    /// Always, even between two walls that meet in that corner.
    Naive,
}
