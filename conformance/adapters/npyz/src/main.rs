//! Reads and writes with the crate npyz.

use adapter::{Array, Element, Error, File, Library};
use npyz::half::f16;
use npyz::npz::{NpzArchive, NpzWriter};
use npyz::num_complex::{Complex32, Complex64};
use npyz::{DType, Deserialize, NpyFile, Order, Serialize, TypeChar::*, TypeStr, WriteOptions, WriterBuilder};
use std::collections::BTreeMap;
use std::fs;
use std::io::{self, Read};
use std::path::Path;

fn main() -> io::Result<()> {
    Library {
        name: "npyz",
        version: "0.9.1",
        features: "npy npz v1 v2 v3 bool int int64 uint uint64 float16 float complex datetime bytes text void \
            big-endian fortran-order 0d 1d 2d nd empty long-header deflate data-descriptor zip64",
        read: Some(read),
        write: Some(write),
    }
    .run()
}

fn read(path: &Path) -> Result<File, Error> {
    if path.extension().is_none_or(|extension| extension != "npz") {
        return Ok(File::Array(array(NpyFile::new(io::BufReader::new(fs::File::open(path)?))?)?));
    }
    let mut archive = NpzArchive::open(path)?;
    let mut names: Vec<String> = archive.array_names().map(String::from).collect();
    names.sort(); // a HashMap has no fixed order, and the member that is refused first must be the same each time
    let mut members = BTreeMap::new();
    for name in names {
        if let Some(npy) = archive.by_name(&name)? {
            members.insert(name, array(npy)?);
        }
    }
    Ok(File::Archive(members))
}

fn array<R: Read>(npy: NpyFile<R>) -> Result<Array, Error> {
    let DType::Plain(dtype) = npy.dtype() else {
        return Err(Error::Unsupported("npyz reads structured types into a Rust type made for each".into()));
    };
    match (dtype.type_char(), dtype.size_field()) {
        (Bool, _) => elements::<bool, _>(npy, &dtype),
        (Int, 1) => elements::<i8, _>(npy, &dtype),
        (Int, 2) => elements::<i16, _>(npy, &dtype),
        (Int, 4) => elements::<i32, _>(npy, &dtype),
        (Int | DateTime | TimeDelta, _) => elements::<i64, _>(npy, &dtype),
        (Uint, 1) => elements::<u8, _>(npy, &dtype),
        (Uint, 2) => elements::<u16, _>(npy, &dtype),
        (Uint, 4) => elements::<u32, _>(npy, &dtype),
        (Uint, _) => elements::<u64, _>(npy, &dtype),
        (Float, 2) => elements::<f16, _>(npy, &dtype),
        (Float, 4) => elements::<f32, _>(npy, &dtype),
        (Float, _) => elements::<f64, _>(npy, &dtype),
        (Complex, 8) => elements::<Complex32, _>(npy, &dtype),
        (Complex, _) => elements::<Complex64, _>(npy, &dtype),
        (UnicodeStr, _) => texts(npy, &dtype, |v: Vec<u32>| v.into_iter().flat_map(u32::to_le_bytes).collect()),
        _ => texts(npy, &dtype, |v: Vec<u8>| v),
    }
}

fn elements<T: Element + Deserialize, R: Read>(npy: NpyFile<R>, dtype: &TypeStr) -> Result<Array, Error> {
    finish(npy, dtype, T::SIZE, |v: T, to| v.put(to))
}

/// For types of a variable length: npyz cuts the zeros at the end of a text.
fn texts<T: Deserialize, R: Read>(npy: NpyFile<R>, dtype: &TypeStr, bytes: fn(T) -> Vec<u8>) -> Result<Array, Error> {
    let size = dtype.num_bytes().unwrap_or(0);
    finish(npy, dtype, size, |v: T, to| {
        let end = to.len() + size;
        to.extend(bytes(v));
        to.resize(end, 0);
    })
}

fn finish<T: Deserialize, R: Read>(
    npy: NpyFile<R>,
    dtype: &TypeStr,
    size: usize,
    put: impl Fn(T, &mut Vec<u8>),
) -> Result<Array, Error> {
    let (shape, strides) = (npy.shape().to_vec(), npy.strides().to_vec());
    let mut stored = Vec::new();
    for element in npy.data::<T>()? {
        put(element?, &mut stored);
    }
    let mut data = stored.clone();
    if size > 0 {
        for (c, at) in places(&shape, &strides, stored.len() / size).enumerate() {
            data[c * size..][..size].copy_from_slice(&stored[at * size..][..size]);
        }
    }
    Ok(Array { dtype: little_endian(dtype), shape, fortran: false, data })
}

/// The places in the file of the elements in C order.
fn places<'a>(shape: &'a [u64], strides: &'a [u64], n: usize) -> impl Iterator<Item = usize> + 'a {
    (0..n).map(move |c| {
        let (mut rest, mut at) = (c as u64, 0);
        for (extent, stride) in shape.iter().zip(strides).rev() {
            at += rest % extent * stride;
            rest /= extent;
        }
        at as usize
    })
}

/// How NumPy spells the type on a little-endian machine.
fn little_endian(dtype: &TypeStr) -> String {
    let text = dtype.to_string();
    let order = if dtype.num_bytes() == Some(1) || matches!(dtype.type_char(), ByteStr | RawData) { '|' } else { '<' };
    format!("{order}{}", text.trim_start_matches(['<', '>', '|']))
}

fn write(path: &Path, file: &File) -> Result<(), Error> {
    match file {
        File::Array(array) => with(array, Output::File(path)),
        File::Archive(members) => {
            let mut archive = NpzWriter::create(path)?;
            for (key, array) in members {
                with(array, Output::Member(&mut archive, key))?;
            }
            Ok(())
        }
    }
}

enum Output<'a> {
    File(&'a Path),
    Member(&'a mut NpzWriter<io::BufWriter<fs::File>>, &'a str),
}

impl Output<'_> {
    fn put<T: Serialize + ?Sized>(self, array: &Array, dtype: TypeStr, elements: &[&T]) -> Result<(), Error> {
        let shape = array.shape.clone();
        let order = if array.fortran { Order::Fortran } else { Order::C };
        let mut stored = elements.to_vec();
        if array.fortran {
            let strides: Vec<u64> = (0..shape.len()).map(|axis| shape[..axis].iter().product()).collect();
            for (element, at) in elements.iter().zip(places(&shape, &strides, elements.len())) {
                stored[at] = element;
            }
        }
        let dtype = DType::new_scalar(dtype);
        match self {
            Output::File(path) => {
                let file = io::BufWriter::new(fs::File::create(path)?);
                let mut writer =
                    WriteOptions::<T>::new().dtype(dtype).shape(&shape).order(order).writer(file).begin_nd()?;
                stored.into_iter().try_for_each(|element| writer.push(element))?;
                Ok(writer.finish()?)
            }
            Output::Member(archive, key) => {
                let builder = archive.array::<T>(key, zip::write::FileOptions::default())?;
                let mut writer = builder.dtype(dtype).shape(&shape).order(order).begin_nd()?;
                stored.into_iter().try_for_each(|element| writer.push(element))?;
                Ok(writer.finish()?)
            }
        }
    }

    fn put_all<T: Element + Serialize>(self, array: &Array, dtype: TypeStr) -> Result<(), Error> {
        let elements = array.elements::<T>();
        self.put(array, dtype, &elements.iter().collect::<Vec<_>>())
    }
}

fn with(array: &Array, output: Output) -> Result<(), Error> {
    let unsupported = || Error::Unsupported(format!("npyz has no element type for {}", array.dtype));
    let dtype: TypeStr = array.dtype.parse().map_err(|_| unsupported())?;
    match (dtype.type_char(), dtype.size_field()) {
        (Bool, _) => output.put_all::<bool>(array, dtype),
        (Int, 1) => output.put_all::<i8>(array, dtype),
        (Int, 2) => output.put_all::<i16>(array, dtype),
        (Int, 4) => output.put_all::<i32>(array, dtype),
        (Int | DateTime | TimeDelta, _) => output.put_all::<i64>(array, dtype),
        (Uint, 1) => output.put_all::<u8>(array, dtype),
        (Uint, 2) => output.put_all::<u16>(array, dtype),
        (Uint, 4) => output.put_all::<u32>(array, dtype),
        (Uint, _) => output.put_all::<u64>(array, dtype),
        (Float, 2) => output.put_all::<f16>(array, dtype),
        (Float, 4) => output.put_all::<f32>(array, dtype),
        (Float, 8) => output.put_all::<f64>(array, dtype),
        (Complex, 8) => output.put_all::<Complex32>(array, dtype),
        (Complex, 16) => output.put_all::<Complex64>(array, dtype),
        (ByteStr | RawData, size) if size > 0 => {
            output.put::<[u8]>(array, dtype, &array.data.chunks(size as usize).collect::<Vec<_>>())
        }
        (UnicodeStr, size) if size > 0 => {
            let points = array.elements::<u32>();
            output.put::<[u32]>(array, dtype, &points.chunks(size as usize).collect::<Vec<_>>())
        }
        _ => Err(unsupported()),
    }
}
