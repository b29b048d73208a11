//! Reads and writes with the crate ndarray-npy.

use adapter::{Array, Element, Error, File, Library};
use ndarray::{ArrayD, IxDyn, ShapeBuilder};
use ndarray_npy::{read_npy, write_npy, NpzReader, NpzWriter, ReadNpyError, ReadNpzError, WritableElement};
use num_complex::Complex;
use std::collections::BTreeMap;
use std::fs;
use std::io;
use std::path::Path;

fn main() -> io::Result<()> {
    Library {
        name: "ndarray-npy",
        version: "0.10.0",
        features: "npy npz v1 v2 v3 bool int int64 uint uint64 float complex big-endian fortran-order 0d 1d 2d nd \
            empty long-header deflate data-descriptor zip64",
        read: Some(read),
        write: Some(write),
    }
    .run()
}

/// Tries the element types until one is accepted. The caller of ndarray-npy has to name the type,
/// and gets an error if it was the wrong one.
macro_rules! first_type {
    ($wrong:pat, $read:expr) => {
        first_type!($wrong, $read, bool, i8, i16, i32, i64, u8, u16, u32, u64, f32, f64, Complex<f32>, Complex<f64>)
    };
    ($wrong:pat, $read:expr, $($type:ty),*) => {{
        $(match $read {
            Ok(array) => return Ok(got::<$type>(array)),
            Err($wrong) => {}
            Err(error) => return Err(error.into()),
        })*
        Err(Error::Rejected("none of the element types is that of the descriptor".into()))
    }};
}

fn read(path: &Path) -> Result<File, Error> {
    if path.extension().is_none_or(|extension| extension != "npz") {
        return Ok(File::Array(read_array(path)?));
    }
    let mut archive = NpzReader::new(fs::File::open(path)?)?;
    let mut members = BTreeMap::new();
    for name in archive.names()? {
        let array = read_member(&mut archive, &name)?;
        members.insert(name, array);
    }
    Ok(File::Archive(members))
}

fn read_array(path: &Path) -> Result<Array, Error> {
    first_type!(ReadNpyError::WrongDescriptor(_), read_npy(path))
}

fn read_member(archive: &mut NpzReader<fs::File>, name: &str) -> Result<Array, Error> {
    first_type!(ReadNpzError::Npy(ReadNpyError::WrongDescriptor(_)), archive.by_name(name))
}

fn got<T: Element>(array: ArrayD<T>) -> Array {
    Array::new(array.iter().copied(), array.shape())
}

fn write(path: &Path, file: &File) -> Result<(), Error> {
    match file {
        File::Array(array) => with(array, Output::File(path)),
        File::Archive(members) => {
            let mut archive = NpzWriter::new(fs::File::create(path)?);
            for (key, array) in members {
                with(array, Output::Member(&mut archive, key))?;
            }
            archive.finish()?;
            Ok(())
        }
    }
}

enum Output<'a> {
    File(&'a Path),
    Member(&'a mut NpzWriter<fs::File>, &'a str),
}

impl Output<'_> {
    fn put<T: Element + WritableElement>(self, array: &Array) -> Result<(), Error> {
        let c = ArrayD::from_shape_vec(IxDyn(&array.extents()), array.elements::<T>())?;
        let mut fortran = ArrayD::from_elem(IxDyn(&array.extents()).f(), T::get(&[0; 16][..T::SIZE]));
        fortran.assign(&c);
        let array: &ArrayD<T> = if array.fortran { &fortran } else { &c };
        match self {
            Output::File(path) => Ok(write_npy(path, array)?),
            Output::Member(archive, key) => Ok(archive.add_array(key, array)?),
        }
    }
}

fn with(array: &Array, output: Output) -> Result<(), Error> {
    match array.dtype.as_str() {
        "|b1" => output.put::<bool>(array),
        "|i1" => output.put::<i8>(array),
        "<i2" => output.put::<i16>(array),
        "<i4" => output.put::<i32>(array),
        "<i8" => output.put::<i64>(array),
        "|u1" => output.put::<u8>(array),
        "<u2" => output.put::<u16>(array),
        "<u4" => output.put::<u32>(array),
        "<u8" => output.put::<u64>(array),
        "<f4" => output.put::<f32>(array),
        "<f8" => output.put::<f64>(array),
        "<c8" => output.put::<Complex<f32>>(array),
        "<c16" => output.put::<Complex<f64>>(array),
        other => Err(Error::Unsupported(format!("ndarray-npy has no element type for {other}"))),
    }
}
