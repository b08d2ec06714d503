//! Values of settings, as files and arguments write them.

/// The value of a setting, as written.
#[derive(Clone, Debug, PartialEq)]
pub enum Value {
    /// A number.
    Number(f64),
    /// A word.
    Word(String),
    /// Yes or no.
    Switch(bool),
}

impl Value {
    /// A value as written on a command line.
    #[must_use]
    pub fn from_text(text: &str) -> Self {
        match text {
            "true" => Self::Switch(true),
            "false" => Self::Switch(false),
            _ => text.parse().map_or_else(|_| Self::Word(text.to_owned()), Self::Number),
        }
    }
}

impl std::fmt::Display for Value {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Number(number) if *number != 0.0 && number.abs() < 1e-4 => write!(f, "{number:e}"),
            Self::Number(number) => write!(f, "{number}"),
            Self::Word(word) => write!(f, "{word}"),
            Self::Switch(on) => write!(f, "{on}"),
        }
    }
}
