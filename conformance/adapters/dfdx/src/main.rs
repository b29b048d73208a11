//! Reads and writes with the crate dfdx.

use adapter::{Array, Element, Error, File, Library};
use dfdx::shapes::{Dtype, Shape};
use dfdx::tensor::{Cpu, NumpyDtype, Tensor, TensorFromVec, ZerosTensor};
use std::collections::BTreeMap;
use std::fs;
use std::io::{self, Read};
use std::path::Path;

fn main() -> io::Result<()> {
    Library {
        name: "dfdx",
        version: "0.13.0",
        features: "npy npz v1 float big-endian 0d 1d 2d nd empty",
        read: Some(read),
        write: Some(write),
    }
    .run()
}

/// dfdx reads into a tensor that its user has made, who knows its type and shape. Here both come from the text of the
/// header, wherever it has them.
fn read(path: &Path) -> Result<File, Error> {
    if path.extension().is_none_or(|extension| extension != "npz") {
        let array = load(&fs::read(path)?, Source::File(path))?;
        return Ok(File::Array(array));
    }
    let mut archive = zip::ZipArchive::new(fs::File::open(path)?)?;
    let mut names: Vec<String> = archive.file_names().map(String::from).collect();
    names.sort(); // they come in the random order of a hash table
    let mut members = BTreeMap::new();
    for name in names {
        let mut start = Vec::new();
        if let Ok(member) = archive.by_name(&name) {
            let _ = member.take(HEADER).read_to_end(&mut start); // dfdx says what is wrong with it
        }
        let key = name.strip_suffix(".npy").unwrap_or(&name).to_string();
        members.insert(key, load(&start, Source::Member(&mut archive, name))?);
    }
    Ok(File::Archive(members))
}

/// How many bytes of a member are searched for a shape.
const HEADER: u64 = 1 << 16;

enum Source<'a> {
    File(&'a Path),
    Member(&'a mut zip::ZipArchive<fs::File>, String),
}

/// The largest tensor that is made before reading, in elements.
const LARGEST: usize = 1 << 24;

fn load(start: &[u8], source: Source) -> Result<Array, Error> {
    let text: String = start.iter().map(|&byte| byte as char).collect();
    let shape = shape(&text).unwrap_or(vec![3]);
    if shape.iter().try_fold(1, |n: usize, &extent| n.checked_mul(extent)).is_none_or(|n| n > LARGEST) {
        return Err(Error::Unsupported("nobody has a tensor of this shape to read into".into()));
    }
    if text.contains("f4'") {
        by_rank::<f32>(&shape, source)
    } else {
        by_rank::<f64>(&shape, source)
    }
}

fn shape(text: &str) -> Option<Vec<usize>> {
    let (_, after) = text.split_once("shape")?;
    let (inside, _) = after.split_once('(')?.1.split_once(')')?;
    inside.split(',').map(str::trim).filter(|extent| !extent.is_empty()).map(|extent| extent.parse().ok()).collect()
}

fn by_rank<E: Number>(shape: &[usize], source: Source) -> Result<Array, Error>
where
    Cpu: ZerosTensor<E>,
{
    match *shape {
        [] => into::<(), E>((), source),
        [a] => into::<_, E>((a,), source),
        [a, b] => into::<_, E>((a, b), source),
        [a, b, c] => into::<_, E>((a, b, c), source),
        [a, b, c, d] => into::<_, E>((a, b, c, d), source),
        [a, b, c, d, e] => into::<_, E>((a, b, c, d, e), source),
        [a, b, c, d, e, f] => into::<_, E>((a, b, c, d, e, f), source),
        _ => Err(Error::Unsupported("dfdx has tensors of at most six dimensions".into())),
    }
}

trait Number: Dtype + NumpyDtype + Element {}
impl Number for f32 {}
impl Number for f64 {}

fn into<S: Shape, E: Number>(shape: S, source: Source) -> Result<Array, Error>
where
    Cpu: ZerosTensor<E>,
{
    let mut tensor: Tensor<S, E, Cpu> = Cpu::default().zeros_like(&shape);
    match source {
        Source::File(path) => tensor.load_from_npy(path)?,
        Source::Member(archive, name) => tensor.read_from_npz(archive, name)?,
    }
    let elements = if shape.num_elements() == 0 { vec![] } else { tensor.as_vec() }; // which panics if there are none
    Ok(Array::new(elements, shape.concrete().as_ref()))
}

fn write(path: &Path, file: &File) -> Result<(), Error> {
    match file {
        File::Array(array) => save(array, Target::File(path)),
        File::Archive(members) => {
            let mut archive = zip::ZipWriter::new(fs::File::create(path)?);
            for (key, array) in members {
                save(array, Target::Member(&mut archive, key))?;
            }
            archive.finish()?;
            Ok(())
        }
    }
}

enum Target<'a> {
    File(&'a Path),
    Member(&'a mut zip::ZipWriter<fs::File>, &'a str),
}

fn save(array: &Array, target: Target) -> Result<(), Error> {
    if array.fortran {
        return Err(Error::Unsupported("dfdx writes C order".into()));
    }
    match array.dtype.as_str() {
        "<f4" => save_by_rank::<f32>(array, target),
        "<f8" => save_by_rank::<f64>(array, target),
        other => Err(Error::Unsupported(format!("dfdx has no type for {other}"))),
    }
}

fn save_by_rank<E: Number>(array: &Array, target: Target) -> Result<(), Error>
where
    Cpu: TensorFromVec<E>,
{
    match *array.extents() {
        [] => from::<(), E>((), array, target),
        [a] => from::<_, E>((a,), array, target),
        [a, b] => from::<_, E>((a, b), array, target),
        [a, b, c] => from::<_, E>((a, b, c), array, target),
        [a, b, c, d] => from::<_, E>((a, b, c, d), array, target),
        [a, b, c, d, e] => from::<_, E>((a, b, c, d, e), array, target),
        [a, b, c, d, e, f] => from::<_, E>((a, b, c, d, e, f), array, target),
        _ => Err(Error::Unsupported("dfdx has tensors of at most six dimensions".into())),
    }
}

fn from<S: Shape, E: Number>(shape: S, array: &Array, target: Target) -> Result<(), Error>
where
    Cpu: TensorFromVec<E>,
{
    let tensor: Tensor<S, E, Cpu> = Cpu::default().tensor_from_vec(array.elements(), shape);
    match target {
        Target::File(path) => tensor.save_to_npy(path)?,
        Target::Member(archive, key) => tensor.write_to_npz(archive, key.into())?,
    }
    Ok(())
}
