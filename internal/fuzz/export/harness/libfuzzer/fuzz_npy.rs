// The cargo-fuzz target of a reader in Rust, here the crate npyz. It may return an error, but not panic.
#![no_main]

use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| {
    if let Ok(npy) = npyz::NpyFile::new(data) {
        if let Ok(elements) = npy.data::<f64>() {
            elements.for_each(drop);
        }
    }
});
