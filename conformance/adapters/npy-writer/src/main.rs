//! Writes with the crate npy-writer.

use adapter::{Array, Element, Error, File, Library};
use ndarray::ArrayD;
use npy_writer::{NumpyArrayElement, NumpyWriter};
use std::io;
use std::path::Path;

fn main() -> io::Result<()> {
    let features = "npy v1 int int64 uint uint64 float 0d 1d 2d nd empty long-header";
    Library { name: "npy-writer", version: "0.1.2", features, read: None, write: Some(write) }.run()
}

fn write(path: &Path, file: &File) -> Result<(), Error> {
    let File::Array(array) = file else {
        return Err(Error::Unsupported("built without the feature zip".into()));
    };
    if array.fortran {
        return Err(Error::Unsupported("npy-writer writes C order".into()));
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
        other => Err(Error::Unsupported(format!("npy-writer has no type for {other}"))),
    }
}

fn put<T: Element + NumpyArrayElement>(path: &Path, array: &Array) -> Result<(), Error> {
    let array = ArrayD::from_shape_vec(array.extents(), array.elements::<T>())?;
    let mut out = io::BufWriter::new(std::fs::File::create(path)?);
    array.write_npy(&mut out)?;
    Ok(io::Write::flush(&mut out)?)
}
