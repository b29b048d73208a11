//! Reads and writes with the crate npy.

use adapter::{Array, Element, Error, File, Library};
use npy::{NpyData, Serializable};
use std::fs;
use std::io;
use std::path::Path;

fn main() -> io::Result<()> {
    Library {
        name: "npy-rs",
        version: "0.4.0",
        features: "npy v1 int int64 uint uint64 float 1d empty long-header",
        read: Some(read),
        write: Some(write),
    }
    .run()
}

fn read(path: &Path) -> Result<File, Error> {
    let bytes = fs::read(path)?;
    // The caller of npy has to name the element type, and gets an error if it is wrong. All
    // other errors are the same whatever the type.
    let found = got::<i8>(&bytes)
        .or_else(|_| got::<i16>(&bytes))
        .or_else(|_| got::<i32>(&bytes))
        .or_else(|_| got::<i64>(&bytes))
        .or_else(|_| got::<u8>(&bytes))
        .or_else(|_| got::<u16>(&bytes))
        .or_else(|_| got::<u32>(&bytes))
        .or_else(|_| got::<u64>(&bytes))
        .or_else(|_| got::<f32>(&bytes))
        .or_else(|_| got::<f64>(&bytes));
    Ok(File::Array(found?))
}

/// An array of npy is a list of elements, so its shape is their number.
fn got<T: Element + Serializable>(bytes: &[u8]) -> Result<Array, io::Error> {
    let data: NpyData<T> = NpyData::from_bytes(bytes)?;
    let elements = data.to_vec();
    let shape = [elements.len()];
    Ok(Array::new(elements, &shape))
}

fn write(path: &Path, file: &File) -> Result<(), Error> {
    let File::Array(array) = file else {
        return Err(Error::Unsupported("npy has no archives".into()));
    };
    if array.shape.len() != 1 {
        return Err(Error::Unsupported("npy writes arrays of one dimension".into()));
    }
    match array.dtype.as_str() {
        "|i1" => put::<i8>(path, array),
        "<i2" => put::<i16>(path, array),
        "<i4" => put::<i32>(path, array),
        "<i8" => put::<i64>(path, array),
        "|u1" => put::<u8>(path, array),
        "<u2" => put::<u16>(path, array),
        "<u4" => put::<u32>(path, array),
        "<u8" => put::<u64>(path, array),
        "<f4" => put::<f32>(path, array),
        "<f8" => put::<f64>(path, array),
        other => Err(Error::Unsupported(format!("npy has no element type for {other}"))),
    }
}

fn put<T: Element + Serializable>(path: &Path, array: &Array) -> Result<(), Error> {
    Ok(npy::to_file(path, array.elements::<T>())?)
}
