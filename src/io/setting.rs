//! A setting: what it is called, what values it takes, and how it is read and written among all.

use super::{Settings, Value, needs::Need};
use crate::trace::nearest;

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
    /// A whole number within a range.
    Count {
        /// The least.
        min: u32,
        /// The most.
        max: u32,
        /// What is counted.
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
    pub(super) needs: &'static [Need],
    pub(super) read: fn(&Settings) -> Value,
    pub(super) write: fn(&mut Settings, &Value) -> bool,
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
            Kind::Count { min, max, unit } => format!("a whole number from {min} to {max} {unit}"),
            Kind::Samples => format!("5, 1, or a square like 2x2, up to {MAX_SQUARE}x{MAX_SQUARE}"),
            Kind::Frame => format!("symbolic, or a factor from {} to {}", FACTORS.0, FACTORS.1),
        }
    }
}

pub(super) const MAX_SQUARE: u32 = 16;
pub(super) const FACTORS: (f64, f64) = (0.01, 1e9);

pub(super) fn set_number(value: &Value, kind: (f64, f64), write: impl FnOnce(f64)) -> bool {
    match *value {
        Value::Number(number) if (kind.0..=kind.1).contains(&number) => {
            write(number);
            true
        }
        _ => false,
    }
}

pub(super) fn set_count(value: &Value, (min, max): (u32, u32), write: impl FnOnce(u32)) -> bool {
    let Value::Number(given) = *value else { return false };
    let fits = given.fract() == 0.0 && (f64::from(min)..=f64::from(max)).contains(&given);
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "it is whole and within the range")]
    if fits {
        write(given as u32);
    }
    fits
}

pub(super) fn pick<T: Copy>(words: &[&str], values: &[T], value: &Value, write: impl FnOnce(T)) -> bool {
    let Value::Word(given) = value else { return false };
    let found = words.iter().position(|word| word == given);
    found.is_some_and(|it| {
        write(values[it]);
        true
    })
}

pub(super) fn word<T: PartialEq>(words: &[&str], values: &[T], value: &T) -> Value {
    let place = values.iter().position(|it| it == value).unwrap_or(0);
    Value::Word(words[place].to_owned())
}

/// A setting that takes one of some words, each standing for a value.
macro_rules! choice {
    (
        $path:literal, $help:literal, $($field:ident).+, [$($word:literal => $value:expr),+ $(,)?]
        $(, needs: [$($need:ident),+])?
    ) => {
        $crate::io::Setting {
            path: $path,
            help: $help,
            kind: $crate::io::Kind::Choice(&[$($word),+]),
            needs: &[$($($need),+)?],
            read: |settings| $crate::io::setting::word(&[$($word),+], &[$($value),+], &settings.$($field).+),
            write: |settings, value| $crate::io::setting::pick(&[$($word),+], &[$($value),+], value, |it| settings.$($field).+ = it),
        }
    };
}

/// A setting that takes a number.
macro_rules! number {
    (
        $path:literal, $help:literal, $($field:ident).+, $min:literal ..= $max:literal, $unit:literal
        $(, needs: [$($need:ident),+])?
    ) => {
        $crate::io::Setting {
            path: $path,
            help: $help,
            kind: $crate::io::Kind::Number { min: $min, max: $max, unit: $unit },
            needs: &[$($($need),+)?],
            read: |settings| $crate::io::Value::Number(settings.$($field).+),
            write: |settings, value| $crate::io::setting::set_number(value, ($min, $max), |it| settings.$($field).+ = it),
        }
    };
}

/// A setting that is on or off.
macro_rules! switch {
    ($path:literal, $help:literal, $($field:ident).+ $(, needs: [$($need:ident),+])?) => {
        $crate::io::Setting {
            path: $path,
            help: $help,
            kind: $crate::io::Kind::Switch,
            needs: &[$($($need),+)?],
            read: |settings| $crate::io::Value::Switch(settings.$($field).+),
            write: |settings, value| match *value {
                $crate::io::Value::Switch(on) => {
                    settings.$($field).+ = on;
                    true
                }
                _ => false,
            },
        }
    };
}

/// A setting that takes a whole number.
macro_rules! count {
    (
        $path:literal, $help:literal, $($field:ident).+, $min:literal ..= $max:literal, $unit:literal
        $(, needs: [$($need:ident),+])?
    ) => {
        $crate::io::Setting {
            path: $path,
            help: $help,
            kind: $crate::io::Kind::Count { min: $min, max: $max, unit: $unit },
            needs: &[$($($need),+)?],
            read: |settings| $crate::io::Value::Number(f64::from(settings.$($field).+)),
            write: |settings, value| $crate::io::setting::set_count(value, ($min, $max), |it| settings.$($field).+ = it),
        }
    };
}

pub(super) use {choice, count, number, switch};
