#![no_main]

#[allow(dead_code)]
#[path = "../../tests/it/properties.rs"]
mod properties;
#[path = "../folder.rs"]
mod folder;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| properties::recovery(bytes, folder::own()));
