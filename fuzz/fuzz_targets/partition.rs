#![no_main]

#[allow(dead_code)]
#[path = "../../tests/it/properties.rs"]
mod properties;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| properties::partition(bytes));
