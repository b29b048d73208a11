//! Reads a file with npyz and prints its arrays as JSON by their keys, which is "" for that of an
//! .npy file. Exits with 1 if npyz refuses it.

use npyz::half::f16;
use npyz::num_complex::{Complex32, Complex64};
use npyz::{npz::NpzArchive, DType, Deserialize, NpyFile, TypeChar::*};
use serde_json::{json, Map, Value};
use sha2::{Digest, Sha256};
use std::{env, fs::File, io};

fn main() -> io::Result<()> {
    let path = env::args().nth(1).expect("no file");
    let mut arrays = Map::new();
    if path.ends_with(".npz") {
        let mut archive = NpzArchive::open(path)?;
        let keys: Vec<String> = archive.array_names().map(String::from).collect();
        for key in keys {
            let npy = archive.by_name(&key)?.ok_or(io::ErrorKind::NotFound)?;
            arrays.insert(key, describe(npy)?);
        }
    } else {
        arrays.insert(String::new(), describe(NpyFile::new(File::open(path)?)?)?);
    }
    println!("{}", Value::Object(arrays));
    Ok(())
}

/// Returns an array as the manifest has it.
fn describe(npy: NpyFile<impl io::Read>) -> io::Result<Value> {
    let DType::Plain(dtype) = npy.dtype() else {
        return Err(io::Error::other("a structured type needs a Rust type of its own"));
    };
    let (shape, strides) = (npy.shape().to_vec(), npy.strides().to_vec());
    let stored = match (dtype.type_char(), dtype.size_field()) {
        (Bool, _) => elements(npy, |v: bool| [v as u8]),
        (Int, 1) => elements(npy, i8::to_le_bytes),
        (Int, 2) => elements(npy, i16::to_le_bytes),
        (Int, 4) => elements(npy, i32::to_le_bytes),
        (Int | DateTime | TimeDelta, 8) => elements(npy, i64::to_le_bytes),
        (Uint, 1) => elements(npy, u8::to_le_bytes),
        (Uint, 2) => elements(npy, u16::to_le_bytes),
        (Uint, 4) => elements(npy, u32::to_le_bytes),
        (Uint, 8) => elements(npy, u64::to_le_bytes),
        (Float, 2) => elements(npy, f16::to_le_bytes),
        (Float, 4) => elements(npy, f32::to_le_bytes),
        (Float, 8) => elements(npy, f64::to_le_bytes),
        (Complex, 8) => elements(npy, |v: Complex32| [v.re, v.im].map(f32::to_le_bytes).concat()),
        (Complex, 16) => elements(npy, |v: Complex64| [v.re, v.im].map(f64::to_le_bytes).concat()),
        (ByteStr | RawData, _) => elements(npy, |v: Vec<u8>| v),
        (UnicodeStr, _) => elements(npy, |v: Vec<u32>| v.into_iter().flat_map(u32::to_le_bytes).collect::<Vec<_>>()),
        _ => Err(io::Error::other(format!("no Rust type for {dtype}"))),
    }?;
    let mut data = Vec::new(); // the elements in C order, little-endian
    for i in 0..stored.len() {
        let (mut rest, mut at) = (i as u64, 0); // from the place in C order to the one in the file
        for (extent, stride) in shape.iter().zip(&strides).rev() {
            at += rest % extent * stride;
            rest /= extent;
        }
        data.extend(&stored[at as usize]);
        data.resize((i + 1) * dtype.num_bytes().unwrap(), 0); // npyz cuts zeros at the end of a text
    }
    let sha256 = format!("{:x}", Sha256::digest(data));
    Ok(json!({"dtype": dtype.to_string(), "shape": shape, "sha256": sha256}))
}

fn elements<T: Deserialize, B: Into<Vec<u8>>>(npy: NpyFile<impl io::Read>, bytes: impl Fn(T) -> B) -> io::Result<Vec<Vec<u8>>> {
    Ok(npy.into_vec()?.into_iter().map(|v| bytes(v).into()).collect())
}
