//! Writes DIR/writers/rust-*.npz, or DIR/read/rust.jsonl: what the crate zip sees in each archive
//! below DIR, one object per archive.

use serde_json::{json, Value};
use std::error::Error;
use std::fs::{self, File};
use std::io::{BufReader, BufWriter, Cursor, Read, Write};
use std::path::{Path, PathBuf};
use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, ZipArchive, ZipWriter};

type Result<T> = std::result::Result<T, Box<dyn Error>>;

fn main() -> Result<()> {
    let args: Vec<String> = std::env::args().collect();
    let root = Path::new(&args[2]);
    match args[1].as_str() {
        "write" => write(&root.join("writers")),
        _ => read(root),
    }
}

fn npy(count: usize) -> Vec<u8> {
    let text = format!("{{'descr': '<f8', 'fortran_order': False, 'shape': ({count},), }}");
    let mut file = b"\x93NUMPY\x01\x00\x76\x00".to_vec();
    file.extend(format!("{text:<117}\n").bytes());
    file.resize(file.len() + 8 * count, 1);
    file
}

fn fill<W: Write + std::io::Seek>(mut zip: ZipWriter<W>, method: CompressionMethod, large: bool) -> Result<()> {
    for (i, name) in ["a.npy", "b.npy", "日本.npy"].iter().enumerate() {
        zip.start_file(*name, SimpleFileOptions::default().compression_method(method).large_file(large))?;
        zip.write_all(&npy(1000 * i))?;
    }
    zip.finish()?.flush()?;
    Ok(())
}

fn write(folder: &Path) -> Result<()> {
    for (name, method) in [("stored", CompressionMethod::Stored), ("deflated", CompressionMethod::Deflated)] {
        for large in [false, true] {
            let path = folder.join(format!("rust-{name}{}.npz", if large { "-large" } else { "" }));
            fill(ZipWriter::new(File::create(path)?), method, large)?;
        }
        let path = folder.join(format!("rust-{name}-streamed.npz"));
        let mut zip = ZipWriter::new_stream(BufWriter::new(File::create(path)?));
        for i in 0..3 {
            zip.start_file(format!("{i}.npy"), SimpleFileOptions::default().compression_method(method))?;
            zip.write_all(&npy(1000 * i))?;
        }
        zip.finish()?.into_inner().flush()?;
    }
    ZipWriter::new(File::create(folder.join("rust-empty.npz"))?).finish()?;
    Ok(())
}

fn archives(root: &Path) -> Result<Vec<PathBuf>> {
    let mut found = Vec::new();
    for folder in fs::read_dir(root)? {
        let folder = folder?.path();
        if folder.is_dir() && !folder.ends_with("read") && !folder.ends_with("big") {
            for file in fs::read_dir(folder)? {
                found.push(file?.path());
            }
        }
    }
    found.sort();
    Ok(found)
}

fn members(path: &Path) -> Result<Vec<Value>> {
    let mut zip = ZipArchive::new(BufReader::new(Cursor::new(fs::read(path)?)))?;
    let mut all = Vec::new();
    for i in 0..zip.len() {
        let mut data = Vec::new();
        all.push(match zip.by_index(i) {
            Err(e) => json!({"name": "", "error": e.to_string()}),
            Ok(mut file) => {
                let name = file.name()?.into_owned();
                let kind = match (file.is_dir(), file.is_symlink()) {
                    (true, _) => "folder",
                    (_, true) => "link",
                    _ => "",
                };
                match file.read_to_end(&mut data) {
                    Err(e) => json!({"name": name, "error": e.to_string()}),
                    Ok(size) => json!({"name": name, "kind": kind, "size": size, "crc": crc32fast::hash(&data)}),
                }
            }
        });
    }
    Ok(all)
}

fn read(root: &Path) -> Result<()> {
    let mut out = BufWriter::new(File::create(root.join("read/rust.jsonl"))?);
    for path in archives(root)? {
        let name = path.strip_prefix(root)?.to_str().ok_or("path")?;
        let line = match members(&path) {
            Ok(all) => json!({"path": name, "members": all}),
            Err(e) => json!({"path": name, "error": e.to_string()}),
        };
        writeln!(out, "{line}")?;
    }
    Ok(out.flush()?)
}
