//! Queries: a line each, “x1 y1 x2 y2”, from where and to where; what follows a `#` is a comment.

use super::InputError;
use crate::geometry::Point;

/// Reads queries: start and goal of each, in the order of the lines.
///
/// # Errors
///
/// A line has another number of words, or one that is no number; with line and column.
pub fn parse_queries(text: &str) -> Result<Vec<(Point, Point)>, InputError> {
    let mut queries = Vec::new();
    for (index, line) in text.lines().enumerate() {
        let code = line.split('#').next().unwrap_or("");
        let mut numbers = Vec::new();
        for word in code.split_whitespace() {
            let column = line[..word.as_ptr() as usize - line.as_ptr() as usize].chars().count() + 1;
            let number = word.parse().ok().filter(|it: &f64| it.is_finite());
            let message = || format!("“{word}” is no number; a query is a line “x1 y1 x2 y2”");
            numbers.push(number.ok_or_else(|| InputError::at(index + 1, column, message()))?);
        }
        match numbers[..] {
            [] => (),
            [x1, y1, x2, y2] => queries.push((Point::new(x1, y1), Point::new(x2, y2))),
            _ => {
                let message = format!("{} numbers; a query is a line “x1 y1 x2 y2”", numbers.len());
                return Err(InputError::at(index + 1, code.trim_end().chars().count() + 1, message));
            }
        }
    }
    Ok(queries)
}
