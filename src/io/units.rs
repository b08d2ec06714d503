//! The units of settings, where they depend on other settings.

use super::{Kind, Setting, Settings};
use crate::pull::Dialect;

impl Setting {
    /// The unit of its number, the other settings being as they are; empty if it has none.
    #[must_use]
    pub fn unit(&self, settings: &Settings) -> &'static str {
        match (self.path, self.kind) {
            ("numbers.in_circle_epsilon", _) => settings.numbers.unit_of_circles(),
            // The article's funnel compares no products with it, but only places.
            ("pull.epsilon", _) if settings.pull.funnel == Dialect::Article => "cells",
            ("pull.epsilon", _) => "cells²",
            (_, Kind::Number { unit, .. }) => unit,
            _ => "",
        }
    }
}
