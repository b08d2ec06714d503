//! Agents on their way: one that follows the path, and one that walks straight for the goal and slides along walls.

/// Who walks, and how.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct WalkSettings {
    /// Who walks.
    pub agents: Agents,
    /// How far they get in a second. \[> 0; cells a second]
    pub speed: f64,
    /// How long a step takes. \[> 0; seconds]
    pub tick: f64,
}

impl Default for WalkSettings {
    fn default() -> Self {
        Self { agents: Agents::Nobody, speed: 3.0, tick: 0.05 }
    }
}

/// Who walks.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Agents {
    /// Nobody.
    #[default]
    Nobody,
    /// One that follows the path.
    Follower,
    /// One that walks straight for the goal and slides along the walls it meets, knowing no path.
    Steerer,
    /// Both at once.
    Both,
}
