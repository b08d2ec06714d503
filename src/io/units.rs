//! The units of settings, where they depend on other settings.

use super::{Kind, Setting, Settings};

impl Setting {
    /// The unit of its number, the other settings being as they are; empty if it has none.
    #[must_use]
    pub fn unit(&self, settings: &Settings) -> &'static str {
        let funnel = settings.pull.funnel.rules();
        match (self.path, self.kind) {
            ("numbers.in_circle_epsilon", _) => settings.numbers.unit_of_circles(),
            // Some dialects compare no products with it, but only places.
            ("pull.epsilon", _) if funnel.joins_near_points && !funnel.has_wide_zero => "cells",
            ("pull.epsilon", _) => "cells²",
            (_, Kind::Number { unit, .. }) => unit,
            _ => "",
        }
    }
}
