//! Reads and writes with the crate ferray-io.

use adapter::{Array, Element, Error, File, Library};
use ferray_core::dimension::IxDyn;
use ferray_core::dtype::TimeUnit;
use ferray_core::{Array as Ferray, DynArray};
use half::f16;
use num_complex::Complex;
use std::io;
use std::path::Path;

fn main() -> io::Result<()> {
    Library {
        name: "ferray-io",
        version: "0.5.0",
        features: "npy npz v1 v2 v3 bool int int64 uint uint64 float16 float complex datetime big-endian fortran-order \
            0d 1d 2d nd empty long-header deflate data-descriptor zip64",
        read: Some(read),
        write: Some(write),
    }
    .run()
}

fn read(path: &Path) -> Result<File, Error> {
    if path.extension().is_none_or(|extension| extension != "npz") {
        return Ok(File::Array(array(&ferray_io::load_dynamic(path)?)?));
    }
    let mut archive = ferray_io::NpzFile::open(path)?;
    let names: Vec<String> = archive.names().into_iter().map(String::from).collect();
    let members = names.into_iter().map(|name| Ok((name.clone(), array(&archive.get(&name)?)?)));
    Ok(File::Archive(members.collect::<Result<_, Error>>()?))
}

fn array(read: &DynArray) -> Result<Array, Error> {
    match read {
        DynArray::Bool(a) => got(a),
        DynArray::I8(a) => got(a),
        DynArray::I16(a) => got(a),
        DynArray::I32(a) => got(a),
        DynArray::I64(a) => got(a),
        DynArray::U8(a) => got(a),
        DynArray::U16(a) => got(a),
        DynArray::U32(a) => got(a),
        DynArray::U64(a) => got(a),
        DynArray::F16(a) => got(a),
        DynArray::F32(a) => got(a),
        DynArray::F64(a) => got(a),
        DynArray::Complex32(a) => got(a),
        DynArray::Complex64(a) => got(a),
        DynArray::DateTime64(a, unit) => Ok(times("M", a.iter().map(|time| time.0), *unit, a.shape())),
        DynArray::Timedelta64(a, unit) => Ok(times("m", a.iter().map(|time| time.0), *unit, a.shape())),
        other => Err(Error::Unsupported(format!("the protocol has no type for {:?}", other.dtype()))),
    }
}

fn got<T: Element + ferray_core::Element>(read: &Ferray<T, IxDyn>) -> Result<Array, Error> {
    Ok(Array::new(read.iter().copied(), read.shape()))
}

fn times(kind: &str, ticks: impl Iterator<Item = i64>, unit: TimeUnit, shape: &[usize]) -> Array {
    Array { dtype: format!("<{kind}8[{}]", unit.descr_suffix()), ..Array::new(ticks, shape) }
}

fn write(path: &Path, file: &File) -> Result<(), Error> {
    match file {
        File::Array(array) => ferray_io::npy::save_dynamic(path, &dynamic(array)?)?,
        File::Archive(members) => {
            let members = members.iter().map(|(key, array)| Ok((key.as_str(), dynamic(array)?)));
            let members = members.collect::<Result<Vec<_>, Error>>()?;
            let members: Vec<_> = members.iter().map(|(key, array)| (*key, array)).collect();
            ferray_io::savez(path, &members)?
        }
    }
    Ok(())
}

fn dynamic(array: &Array) -> Result<DynArray, Error> {
    if array.fortran {
        return Err(Error::Unsupported("ferray-io writes C order".into()));
    }
    Ok(match array.dtype.as_str() {
        "|b1" => DynArray::Bool(with::<bool>(array)?),
        "|i1" => DynArray::I8(with::<i8>(array)?),
        "<i2" => DynArray::I16(with::<i16>(array)?),
        "<i4" => DynArray::I32(with::<i32>(array)?),
        "<i8" => DynArray::I64(with::<i64>(array)?),
        "|u1" => DynArray::U8(with::<u8>(array)?),
        "<u2" => DynArray::U16(with::<u16>(array)?),
        "<u4" => DynArray::U32(with::<u32>(array)?),
        "<u8" => DynArray::U64(with::<u64>(array)?),
        "<f2" => DynArray::F16(with::<f16>(array)?),
        "<f4" => DynArray::F32(with::<f32>(array)?),
        "<f8" => DynArray::F64(with::<f64>(array)?),
        "<c8" => DynArray::Complex32(with::<Complex<f32>>(array)?),
        "<c16" => DynArray::Complex64(with::<Complex<f64>>(array)?),
        other => return Err(Error::Unsupported(format!("no type for {other} here"))),
    })
}

fn with<T: Element + ferray_core::Element>(array: &Array) -> Result<Ferray<T, IxDyn>, Error> {
    Ok(Ferray::from_vec(IxDyn::new(&array.extents()), array.elements())?)
}
