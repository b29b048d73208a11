//! Speaks the protocol of conformance/protocol.md for a library in Rust.

use serde_json::{json, Map, Value};
use std::collections::BTreeMap;
use std::fmt::Display;
use std::io::{self, BufRead, Write};
use std::panic::{catch_unwind, AssertUnwindSafe};
use std::path::Path;

/// A reader of .npy files, and perhaps of archives, or a writer, or both.
pub struct Library {
    pub name: &'static str,
    pub version: &'static str,
    /// Those that it claims, with spaces between them.
    pub features: &'static str,
    pub read: Option<fn(&Path) -> Result<File, Error>>,
    pub write: Option<fn(&Path, &File) -> Result<(), Error>>,
}

pub enum Error {
    Rejected(String),
    Unsupported(String),
}

impl<E: Display> From<E> for Error {
    fn from(error: E) -> Self {
        Error::Rejected(error.to_string())
    }
}

pub enum File {
    Array(Array),
    Archive(BTreeMap<String, Array>),
}

pub struct Array {
    /// As NumPy spells it.
    pub dtype: String,
    pub shape: Vec<u64>,
    /// The order that a file is to have. What is read is always in C order.
    pub fortran: bool,
    /// The elements in C order, little-endian.
    pub data: Vec<u8>,
}

/// A Rust type that elements have.
pub trait Element: Sized + Copy {
    const DTYPE: &'static str;
    const SIZE: usize;
    fn put(self, to: &mut Vec<u8>);
    fn get(from: &[u8]) -> Self;
}

macro_rules! elements {
    ($($type:ty, $dtype:literal;)*) => {$(
        impl Element for $type {
            const DTYPE: &'static str = $dtype;
            const SIZE: usize = size_of::<$type>();
            fn put(self, to: &mut Vec<u8>) {
                to.extend(self.to_le_bytes())
            }
            fn get(from: &[u8]) -> Self {
                Self::from_le_bytes(from.try_into().unwrap())
            }
        }
    )*};
}

elements! {
    i8, "|i1"; i16, "<i2"; i32, "<i4"; i64, "<i8";
    u8, "|u1"; u16, "<u2"; u32, "<u4"; u64, "<u8";
    f32, "<f4"; f64, "<f8";
}

#[cfg(feature = "half")]
elements! { half::f16, "<f2"; }

#[cfg(feature = "num-complex")]
macro_rules! complex_elements {
    ($($part:ty, $dtype:literal;)*) => {$(
        impl Element for num_complex::Complex<$part> {
            const DTYPE: &'static str = $dtype;
            const SIZE: usize = 2 * size_of::<$part>();
            fn put(self, to: &mut Vec<u8>) {
                self.re.put(to);
                self.im.put(to);
            }
            fn get(from: &[u8]) -> Self {
                let (re, im) = from.split_at(size_of::<$part>());
                Self::new(Element::get(re), Element::get(im))
            }
        }
    )*};
}

#[cfg(feature = "num-complex")]
complex_elements! { f32, "<c8"; f64, "<c16"; }

impl Element for bool {
    const DTYPE: &'static str = "|b1";
    const SIZE: usize = 1;
    fn put(self, to: &mut Vec<u8>) {
        to.push(self as u8)
    }
    fn get(from: &[u8]) -> Self {
        from[0] != 0
    }
}

impl Array {
    /// The array with these elements in C order.
    pub fn new<T: Element>(elements: impl IntoIterator<Item = T>, shape: &[usize]) -> Self {
        let mut data = Vec::new();
        for element in elements {
            element.put(&mut data);
        }
        Array {
            dtype: T::DTYPE.into(),
            shape: shape.iter().map(|&extent| extent as u64).collect(),
            fortran: false,
            data,
        }
    }

    /// The elements in C order.
    pub fn elements<T: Element>(&self) -> Vec<T> {
        self.data.chunks_exact(T::SIZE).map(T::get).collect()
    }

    pub fn extents(&self) -> Vec<usize> {
        self.shape.iter().map(|&extent| extent as usize).collect()
    }

    fn to_json(&self) -> Value {
        let mut text = String::with_capacity(2 * self.data.len());
        for byte in &self.data {
            for digit in [byte >> 4, byte & 15] {
                text.push(char::from_digit(digit.into(), 16).unwrap());
            }
        }
        json!({"dtype": self.dtype, "shape": self.shape, "data": text})
    }

    fn from_json(value: &Value) -> Option<Self> {
        let digits: Option<Vec<u32>> = value["data"].as_str()?.chars().map(|digit| digit.to_digit(16)).collect();
        Some(Array {
            dtype: value["dtype"].as_str()?.into(),
            shape: value["shape"].as_array()?.iter().map(Value::as_u64).collect::<Option<_>>()?,
            fortran: value["fortran_order"].as_bool().unwrap_or(false),
            data: digits?.chunks(2).map(|pair| (pair[0] << 4 | pair[1]) as u8).collect(),
        })
    }
}

impl File {
    fn to_json(&self) -> Value {
        match self {
            File::Array(array) => array.to_json(),
            File::Archive(members) => {
                let members: Map<String, Value> =
                    members.iter().map(|(key, array)| (key.clone(), array.to_json())).collect();
                json!({ "members": members })
            }
        }
    }

    fn from_json(value: &Value) -> Option<Self> {
        let Some(members) = value["members"].as_object() else {
            return Some(File::Array(Array::from_json(value)?));
        };
        let members = members.iter().map(|(key, value)| Some((key.clone(), Array::from_json(value)?)));
        Some(File::Archive(members.collect::<Option<_>>()?))
    }
}

impl Library {
    /// Answers requests until there are no more. With a file as its argument it reads that file, as
    /// an adapter of tier 0.
    pub fn run(&self) -> io::Result<()> {
        if let Some(name) = std::env::args_os().nth(1) {
            let mut answer = self.read_one(Path::new(&name));
            let (code, line) = match answer["outcome"].as_str().unwrap() {
                "accept" => (0, answer["array"].take()),
                "reject" => (1, answer),
                "unsupported" => (2, json!({"message": answer["message"]})),
                _ => (101, answer), // as a panic ends a process
            };
            println!("{line}");
            std::process::exit(code);
        }
        for line in io::stdin().lock().lines() {
            let request: Value = serde_json::from_str(&line?)?;
            let mut answer = match request["op"].as_str() {
                Some("hello") => self.hello(),
                Some("read") => self.read_one(Path::new(request["path"].as_str().unwrap())),
                Some("write") => self.write_one(&request),
                _ => return Ok(()),
            };
            if !request["id"].is_null() {
                answer["id"] = request["id"].clone();
            }
            let mut out = io::stdout().lock();
            writeln!(out, "{answer}")?;
            out.flush()?;
        }
        Ok(())
    }

    fn hello(&self) -> Value {
        let ops = [self.read.map(|_| "read"), self.write.map(|_| "write")];
        let ops: Vec<&str> = ops.into_iter().flatten().collect();
        let features: Vec<&str> = self.features.split(' ').collect();
        json!({
            "op": "hello", "name": self.name, "version": self.version, "language": "Rust",
            "runtime": option_env!("COMPILER").unwrap_or("rustc"),
            "features": features, "ops": ops,
        })
    }

    fn read_one(&self, path: &Path) -> Value {
        match attempt(|| self.read.unwrap()(path)) {
            Ok(file) => json!({"outcome": "accept", "array": file.to_json()}),
            Err(answer) => answer,
        }
    }

    fn write_one(&self, request: &Value) -> Value {
        let file = File::from_json(&request["array"]).unwrap();
        let path = Path::new(request["path"].as_str().unwrap());
        match attempt(|| self.write.unwrap()(path, &file)) {
            Ok(()) => json!({"outcome": "accept"}),
            Err(answer) => answer,
        }
    }
}

/// Does what may fail. A panic is answered as the crash that it is for a program that doesn't catch it; running out of
/// memory ends the process.
fn attempt<T>(f: impl FnOnce() -> Result<T, Error>) -> Result<T, Value> {
    let (outcome, message) = match catch_unwind(AssertUnwindSafe(f)) {
        Ok(Ok(value)) => return Ok(value),
        Ok(Err(Error::Rejected(message))) => ("reject", message),
        Ok(Err(Error::Unsupported(message))) => ("unsupported", message),
        Err(panic) => {
            let text = panic.downcast_ref::<String>().map(String::as_str).or(panic.downcast_ref::<&str>().copied());
            ("crash", format!("panic: {}", text.unwrap_or("")))
        }
    };
    Err(json!({"outcome": outcome, "message": message.split_whitespace().collect::<Vec<_>>().join(" ")}))
}
