//! Reads and writes with the crate candle-core.

use adapter::{Array, Element, Error, File, Library};
use candle_core::{DType, Device, Tensor, WithDType};
use half::f16;
use std::io;
use std::path::Path;

fn main() -> io::Result<()> {
    Library {
        name: "candle",
        version: "0.11.1",
        features: "npy npz v1 v2 int int64 uint float16 float 0d 1d 2d nd empty long-header deflate data-descriptor \
            zip64",
        read: Some(read),
        write: Some(write),
    }
    .run()
}

fn read(path: &Path) -> Result<File, Error> {
    if path.extension().is_none_or(|extension| extension != "npz") {
        return Ok(File::Array(array(&Tensor::read_npy(path).map_err(refusal)?)?));
    }
    let members = Tensor::read_npz(path).map_err(refusal)?;
    let members = members.into_iter().map(|(name, tensor)| Ok((name, array(&tensor)?)));
    Ok(File::Archive(members.collect::<Result<_, Error>>()?))
}

/// candle says that it doesn't know two integer types.
fn refusal(error: candle_core::Error) -> Error {
    let message = error.to_string();
    if message.ends_with("unrecognized descr i1") || message.ends_with("unrecognized descr u2") {
        return Error::Unsupported(message);
    }
    Error::Rejected(message)
}

fn array(tensor: &Tensor) -> Result<Array, Error> {
    match tensor.dtype() {
        DType::U8 => got::<u8>(tensor),
        DType::U32 => got::<u32>(tensor),
        DType::I16 => got::<i16>(tensor),
        DType::I32 => got::<i32>(tensor),
        DType::I64 => got::<i64>(tensor),
        DType::F16 => got::<f16>(tensor),
        DType::F32 => got::<f32>(tensor),
        DType::F64 => got::<f64>(tensor),
        other => Err(Error::Rejected(format!("read as {other:?}"))),
    }
}

fn got<T: Element + WithDType>(tensor: &Tensor) -> Result<Array, Error> {
    Ok(Array::new(tensor.flatten_all()?.to_vec1::<T>()?, tensor.dims()))
}

fn write(path: &Path, file: &File) -> Result<(), Error> {
    match file {
        File::Array(array) => tensor(array)?.write_npy(path)?,
        File::Archive(members) => {
            let members = members.iter().map(|(key, array)| Ok((key, tensor(array)?)));
            Tensor::write_npz(&members.collect::<Result<Vec<_>, Error>>()?, path)?
        }
    }
    Ok(())
}

fn tensor(array: &Array) -> Result<Tensor, Error> {
    if array.fortran {
        return Err(Error::Unsupported("candle writes C order".into()));
    }
    match array.dtype.as_str() {
        "|u1" => with::<u8>(array),
        "<u4" => with::<u32>(array),
        "<i2" => with::<i16>(array),
        "<i4" => with::<i32>(array),
        "<i8" => with::<i64>(array),
        "<f2" => with::<f16>(array),
        "<f4" => with::<f32>(array),
        "<f8" => with::<f64>(array),
        other => Err(Error::Unsupported(format!("candle has no type for {other}"))),
    }
}

fn with<T: Element + WithDType>(array: &Array) -> Result<Tensor, Error> {
    Ok(Tensor::from_vec(array.elements::<T>(), array.extents(), &Device::Cpu)?)
}
