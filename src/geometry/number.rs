//! How numbers are printed: short, but so that those that are compared can be told apart.
//!
//! A double is known by 17 significant digits, and no text here has more. What is very large, or too small for the decimals
//! that are left, is written with an exponent.

/// A number with at most `places` decimals, without trailing zeros, and with no more digits than it takes to read it back.
#[must_use]
pub fn rounded(value: f64, places: usize) -> String {
    if !value.is_finite() || value.abs() >= 1e16 {
        return exact(value);
    }
    let text = format!("{value:.places$}");
    let text = match text.contains('.') {
        true => text.trim_end_matches('0').trim_end_matches('.'),
        false => &text,
    };
    let whole = value.to_string();
    match text {
        "-0" => "0".to_owned(),
        _ if text.len() < whole.len() => text.to_owned(),
        _ => whole,
    }
}

/// Numbers that are compared: with at most `places` decimals, as [`rounded`], or as many more as tell those that differ apart.
#[must_use]
pub fn distinct<const N: usize>(values: [f64; N], places: usize) -> [String; N] {
    let mut texts = (places..=MOST_PLACES).map(|places| values.map(|it| rounded(it, places)));
    texts.find(|it| are_apart(&values, it)).unwrap_or_else(|| values.map(exact))
}

/// As [`distinct`], filled up with zeros to `places` decimals, so that columns line up.
#[must_use]
pub fn aligned<const N: usize>(values: [f64; N], places: usize) -> [String; N] {
    let padded = |text: String| {
        let decimals = text.split_once('.').map_or(0, |it| it.1.len());
        let is_plain = text.bytes().all(|it| it.is_ascii_digit() || it == b'.' || it == b'-');
        match is_plain && decimals < places {
            true if decimals == 0 => format!("{text}.{}", "0".repeat(places)),
            true => text + &"0".repeat(places - decimals),
            false => text,
        }
    };
    distinct(values, places).map(padded)
}

/// A length told beside one that it is held against: as [`distinct`], but as that one where rounding alone keeps them apart.
#[must_use]
pub fn beside(value: f64, other: f64, places: usize) -> String {
    let value = if (value - other).abs() <= ROUNDING { other } else { value };
    let [text, _] = distinct([value, other], places);
    text
}

/// By how much something is off: with its sign, and with more than `places` decimals where those would say nothing.
#[must_use]
pub fn signed(value: f64, places: usize) -> String {
    let [text, _] = aligned([value, 0.0], places);
    if value >= 0.0 { format!("+{text}") } else { text }
}

/// How many things there are, as in “1 triangle” and “2 triangles”; `what` is one of them.
#[must_use]
pub fn counted(count: usize, what: &str) -> String {
    let plural = if count == 1 { "" } else { "s" };
    format!("{count} {what}{plural}")
}

/// What the length of a path may be off by rounding, in parts of it.
pub const ROUNDING: f64 = 1e-9;

/// With more decimals there are only zeros before the first digit.
const MOST_PLACES: usize = 17;

/// Whether no two numbers that differ have one text.
fn are_apart(values: &[f64], texts: &[String]) -> bool {
    let same = |a: f64, b: f64| a == b || a.is_nan() && b.is_nan();
    (0..values.len()).all(|i| (0..i).all(|j| texts[i] != texts[j] || same(values[i], values[j])))
}

/// A number in as few digits as it takes to read it back, with an exponent if it is very large or very small.
fn exact(value: f64) -> String {
    let text = format!("{value:?}");
    text.strip_suffix(".0").map_or_else(|| text.clone(), str::to_owned)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_short() {
        for (value, places, expected) in [
            (0.0, 3, "0"),
            (-0.0, 3, "0"),
            (-0.000_01, 3, "0"),
            (0.000_01, 6, "0.00001"),
            (2.5, 0, "2"),
            (100.0, 0, "100"),
            (0.1, 20, "0.1"),
            (-4.162_277_660_168_379, 6, "-4.162278"),
            (123_456_789_012_345.7, 17, "123456789012345.7"),
            (1e300, 6, "1e300"),
            (f64::MIN, 0, "-1.7976931348623157e308"),
            (5e-324, 6, "0"),
            (f64::INFINITY, 6, "inf"),
            (f64::NAN, 6, "NaN"),
        ] {
            assert_eq!(rounded(value, places), expected, "{value:?} in {places} places");
        }
    }

    #[test]
    fn rounding_is_not_told() {
        for (value, expected) in
            [(0.349_999_999_999_999_6, "0.35"), (0.35, "0.35"), (0.349_999_99, "0.34999999"), (1.234_567, "1.2346")]
        {
            assert_eq!(beside(value, 0.35, 4), expected);
        }
        assert_eq!([beside(1e-17, 0.0, 4), beside(1e-5, 0.0, 4)], ["0", "0.00001"]);
    }

    #[test]
    fn numbers_that_differ_look_different() {
        let next = |it: f64| f64::from_bits(it.to_bits() + 1);
        for (values, places, expected) in [
            ([0.5, 0.5], 3, ["0.5", "0.5"]),
            ([0.5, 0.500_000_1], 3, ["0.5", "0.5000001"]),
            ([11.000_000_1, 11.0], 3, ["11.0000001", "11"]),
            ([4.162_277_660_168_379, 4.0], 6, ["4.162278", "4"]),
            ([4.879_556_4, 4.879_556_12], 6, ["4.8795564", "4.8795561"]),
            ([1.0, next(1.0)], 6, ["1", "1.0000000000000002"]),
            ([0.0, 5e-324], 6, ["0", "5e-324"]),
            ([-5e-324, 5e-324], 6, ["-5e-324", "5e-324"]),
            ([1e300, next(1e300)], 6, ["1e300", "1.0000000000000002e300"]),
            ([1e300, -0.1], 6, ["1e300", "-0.1"]),
            ([-1.25, 1.25], 1, ["-1.2", "1.2"]),
            ([f64::INFINITY, f64::NAN], 6, ["inf", "NaN"]),
            ([f64::NAN, f64::NAN], 6, ["NaN", "NaN"]),
            ([0.0, -0.0], 6, ["0", "0"]),
        ] {
            assert_eq!(distinct(values, places), expected, "{values:?}");
        }
        assert_eq!(distinct([0.1, 0.2, 0.201], 1), ["0.1", "0.2", "0.201"]);
    }

    #[test]
    fn columns_line_up() {
        assert_eq!(
            aligned([0.0, -4.5, 4.162_277_66, 1e300, f64::NAN], 4),
            ["0.0000", "-4.5000", "4.1623", "1e300", "NaN"]
        );
        assert_eq!(aligned([1.0, 1.000_001], 4), ["1.0000", "1.000001"]);
        assert_eq!(aligned([3.0], 0), ["3"]);
    }

    #[test]
    fn differences_have_a_sign() {
        for (value, expected) in [
            (0.542_522_123, "+0.542522"),
            (-3.0, "-3.000000"),
            (4.4e-9, "+0.000000004"),
            (-5e-324, "-5e-324"),
            (0.0, "+0.000000"),
            (-1e300, "-1e300"),
            (f64::NAN, "NaN"),
        ] {
            assert_eq!(signed(value, 6), expected);
        }
    }

    #[test]
    fn no_number_is_long() {
        // Bit patterns of all kinds, and each beside the next.
        for bits in (0..20_000_u64).map(|it| it.wrapping_mul(0x9E37_79B9_7F4A_7C15)) {
            let values = [f64::from_bits(bits), f64::from_bits(bits ^ 1)];
            let texts = distinct(values, 6);
            assert!(values[0].is_nan() || (texts[0] == texts[1]) == (values[0] == values[1]), "{values:?} {texts:?}");
            assert!(texts.iter().all(|it| it.len() <= 25), "{texts:?}");
        }
    }
}
