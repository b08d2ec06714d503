//! A picture of each failure: the maze, the path as it was kept, dashed, and as it is.

use std::{collections::BTreeSet, path::Path};

use super::{Results, outputs::Outputs};
use crate::{
    debugger::check::Tested,
    picture::{Mark, Role, Shape, Shown, draw_course, draw_ends, draw_maze, palette::Mode, to_svg},
};

/// File names may be longer, but not everywhere.
const LONGEST_NAME: usize = 100;

/// Draws every failure that came to a result.
pub(super) fn draw_all(results: &mut Results, folder: &Path, outputs: &mut Outputs) {
    let mut names = BTreeSet::new();
    for (place, it) in results.tested.iter().enumerate() {
        if !it.checked.verdict.is_bad() || it.checked.report.is_none() {
            continue;
        }
        let file = folder.join(unique(&results.name(it), &mut names));
        if outputs.draw(&file, &draw(results, it)) {
            results.pictures[place] = Some(file);
        }
    }
}

fn draw(results: &Results, it: &Tested) -> String {
    let scenario = &results.suite(it).scenario;
    let click = &scenario.clicks[it.test.click];
    let area = scenario.maze.bounds();
    let mut marks = Vec::new();
    draw_maze(&scenario.maze, &Shown { area, scale: f64::INFINITY }, &mut marks);
    if click.kept.points.len() > 1 {
        marks.push(Mark::new(Role::PathBefore, Shape::Polyline(click.kept.points.clone())));
    }
    if let Some(report) = &it.checked.report {
        let variant = it.test.variant.map(|it| &scenario.variants[it]);
        let settings = variant.map_or(scenario.settings, |it| scenario.settings_under(it));
        draw_course(&report.course(settings.radius), &mut marks);
        marks.extend(report.audit.violations.iter().map(|it| Mark::new(Role::Violation, Shape::Dot(it.at))));
    }
    draw_ends(Some(click.start.at), Some(click.goal.at), &mut marks);
    let differences: Vec<String> = it.checked.verdict.differences().iter().map(ToString::to_string).collect();
    to_svg(&marks, area, &format!("{} · {}", results.name(it), differences.join("; ")), Mode::Light)
}

/// A file name made of a test's, not taken yet.
fn unique(name: &str, taken: &mut BTreeSet<String>) -> String {
    let mut safe = String::new();
    for symbol in name.chars() {
        let symbol = if symbol.is_ascii_alphanumeric() || matches!(symbol, '.' | '_') { symbol } else { '-' };
        if symbol != '-' || !safe.ends_with('-') {
            safe.push(symbol);
        }
    }
    let safe: String = safe.trim_matches(['-', '.']).chars().take(LONGEST_NAME).collect();
    let safe = if safe.is_empty() { "test".to_owned() } else { safe };
    // Some systems tell no capitals apart.
    let mut names = std::iter::once(safe.clone()).chain((2..).map(|it| format!("{safe}-{it}")));
    let free = names.find(|it| taken.insert(it.to_lowercase())).unwrap_or(safe);
    format!("{free}.svg")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_safe_and_unique() {
        let mut taken = BTreeSet::new();
        let mut name = |it: &str| unique(it, &mut taken);
        assert_eq!(name("a/b.toml › through the gap"), "a-b.toml-through-the-gap.svg");
        assert_eq!(name("a-b.toml › through/the gap"), "a-b.toml-through-the-gap-2.svg");
        assert_eq!(name("A-b.toml › Through the gap"), "A-b.toml-Through-the-gap-3.svg");
        assert_eq!(name("../.. › \0"), "test.svg");
        assert_eq!(name("…"), "test-2.svg");
        assert!(name(&"x".repeat(500)).len() < 110);
    }
}
