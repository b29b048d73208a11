//! Runs every case of the npycheck corpus, each as a test of its own and in a process of its own.

use libtest_mimic::{Arguments, Completion, Trial};
use serde::Deserialize;
use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::{env, fs};

/// What npyz doesn't claim to read without a Rust type made for it: it may refuse such a file.
const UNSUPPORTED: [&str; 3] = ["structured", "object", "longdouble"];

/// Runs a program with less than 512 MB of memory and up to 5 seconds of CPU time.
const LIMITED: &str = r#"ulimit -v 500000; ulimit -t 5; exec "$0" "$@""#;

#[derive(Deserialize)]
struct Manifest {
    cases: Vec<Case>,
}

#[derive(Deserialize)]
struct Case {
    id: String,
    file: PathBuf,
    duty: String,
    features: Vec<String>,
    withdrawn: Option<String>,
    array: Option<Array>,
    #[serde(default)]
    members: Vec<Member>,
}

#[derive(Deserialize)]
struct Member {
    key: String,
    array: Option<Array>,
}

#[derive(Debug, Deserialize)]
struct Array {
    dtype: String,
    shape: Vec<u64>,
    sha256: String,
}

impl Case {
    /// The arrays by their keys, which is "" for that of an .npy file.
    fn arrays(&self) -> impl Iterator<Item = (&str, &Array)> {
        let members = self.members.iter().filter_map(|m| Some((m.key.as_str(), m.array.as_ref()?)));
        self.array.iter().map(|array| ("", array)).chain(members)
    }
}

fn same(a: &Array, b: &Array) -> bool {
    a.dtype[1..] == b.dtype[1..] && a.shape == b.shape && a.sha256 == b.sha256 // whatever the byte order was
}

/// Fails if npyz treats a case in a wrong way.
fn judge(case: &Case, corpus: &Path) -> Result<Completion, String> {
    let output = Command::new("sh")
        .args(["-c", LIMITED, env!("CARGO_BIN_EXE_npyz-corpus")])
        .arg(corpus.join("vectors").join(&case.file))
        .env("RUST_BACKTRACE", "0")
        .output()
        .unwrap();
    let message = String::from_utf8_lossy(&output.stderr).trim().to_string();
    let got: Option<HashMap<String, Array>> = match output.status.code() {
        Some(0) => Some(serde_json::from_slice(&output.stdout).unwrap()),
        Some(1) => None,
        _ => return Err(format!("crash, {}: {message}", output.status)),
    };
    let unsupported = case.features.iter().any(|feature| UNSUPPORTED.contains(&feature.as_str()));
    match (got, case.duty.as_str()) {
        (_, "survive") => Ok(Completion::Completed),
        (Some(_), "reject") => Err("is read, expected an error".into()),
        (Some(got), _) => match case.arrays().find(|(key, expected)| !got.get(*key).is_some_and(|got| same(got, expected))) {
            Some((key, expected)) => Err(format!("{key:?}: got {:?}, expected {expected:?}", got.get(key))),
            None => Ok(Completion::Completed),
        },
        (None, "accept") if unsupported => Ok(Completion::ignored_with(message)),
        (None, "accept") => Err(format!("is refused: {message}")),
        _ => Ok(Completion::Completed),
    }
}

fn main() {
    let corpus = PathBuf::from(env::var_os("NPYCHECK_CORPUS").expect("NPYCHECK_CORPUS is not set"));
    let manifest = fs::read(corpus.join("manifest.json")).unwrap();
    let Manifest { mut cases } = serde_json::from_slice(&manifest).unwrap();
    cases.retain(|case| case.withdrawn.is_none());
    for case in &cases {
        let file = corpus.join("vectors").join(&case.file);
        assert!(file.exists(), "no {}: use a folder that npycheck corpus copy made", file.display());
    }
    // Lines of the form "<case or glob>  # reason". A case that is listed must fail.
    let known: Vec<glob::Pattern> = include_str!("../known-failures.txt")
        .lines()
        .map(|line| line.split('#').next().unwrap().trim())
        .filter(|entry| !entry.is_empty())
        .map(|entry| glob::Pattern::new(entry).unwrap())
        .collect();
    let stale = known.iter().filter(|entry| !cases.iter().any(|case| entry.matches(&case.id)));
    let mut tests: Vec<Trial> = stale.map(|entry| Trial::test(entry.as_str(), || Err("not a case".into()))).collect();
    for case in cases {
        let (name, corpus) = (case.id.clone(), corpus.clone());
        let must_fail = known.iter().any(|entry| entry.matches(&name));
        tests.push(Trial::ignorable_test(name, move || match judge(&case, &corpus) {
            Ok(_) if must_fail => Err("is in known-failures.txt and doesn't fail".into()),
            Err(failure) if must_fail => Ok(Completion::ignored_with(failure)),
            outcome => Ok(outcome?),
        }));
    }
    libtest_mimic::run(&Arguments::from_args(), tests).exit();
}
