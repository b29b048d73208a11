//! Writes with the crate npy-stream-writer.

use adapter::{Array, Element, Error, File, Library};
use npy_stream_writer::{DType, NpyWriter};
use std::io;
use std::path::Path;

fn main() -> io::Result<()> {
    let features = "npy v3 int int64 uint uint64 float 0d 1d 2d nd empty long-header";
    Library { name: "npy-stream-writer", version: "0.1.1", features, read: None, write: Some(write) }.run()
}

fn write(path: &Path, file: &File) -> Result<(), Error> {
    let File::Array(array) = file else {
        return Err(Error::Unsupported("npy-stream-writer has no archives".into()));
    };
    if array.fortran {
        return Err(Error::Unsupported("npy-stream-writer writes C order".into()));
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
        other => Err(Error::Unsupported(format!("npy-stream-writer has no type for {other}"))),
    }
}

fn put<T: Element + DType>(path: &Path, array: &Array) -> Result<(), Error> {
    let out = io::BufWriter::new(std::fs::File::create(path)?);
    let mut writer = NpyWriter::build(out).begin(&array.extents())?;
    for element in array.elements::<T>() {
        writer.put(element)?;
    }
    Ok(io::Write::flush(writer.get_mut())?)
}
