"""Wheels: the command and the module npycheck for one platform (packaging.python.org, binary distribution format)."""

import base64
import csv
import hashlib
import io
import re

from archive import Entry, write_zip

# The command needs no C library, so that one wheel serves glibc and musl. The versions are the oldest that Go supports.
TAGS = {
    ("linux", "amd64"): ["manylinux_2_17_x86_64", "manylinux2014_x86_64", "musllinux_1_1_x86_64"],
    ("linux", "arm64"): ["manylinux_2_17_aarch64", "manylinux2014_aarch64", "musllinux_1_1_aarch64"],
    ("darwin", "amd64"): ["macosx_12_0_x86_64"],
    ("darwin", "arm64"): ["macosx_12_0_arm64"],
    ("windows", "amd64"): ["win_amd64"],
    ("windows", "arm64"): ["win_arm64"],
}


def python_version(version):
    """Returns a version of SemVer, such as 1.0.0-rc.1, as Python writes it: 1.0.0rc1 (PEP 440)."""
    match = re.fullmatch(r"([0-9]+\.[0-9]+\.[0-9]+)(?:-(alpha|beta|rc)\.([0-9]+))?", version)
    if match is None:
        raise ValueError(f"Python has no version {version}: expected 1.2.3, or 1.2.3-alpha.1, 1.2.3-beta.1 or 1.2.3-rc.1")
    number, stage, count = match.groups()
    return number + {"alpha": "a", "beta": "b", "rc": "rc"}[stage] + count if stage else number


def write(out, version, platform, command, source, notices, time):
    """Writes the wheel with a command for a platform, GOOS and GOARCH, to the folder out. The folder source has the module
    and README.md; notices are entries with licences."""
    version = python_version(version)
    tags = TAGS[platform]
    info = f"npycheck-{version}.dist-info"
    suffix = ".exe" if platform[0] == "windows" else ""
    entries = [Entry(f"npycheck/{f.name}", f.read_bytes()) for f in sorted((source / "npycheck").iterdir()) if f.suffix == ".py" or f.name == "py.typed"]
    entries += [
        Entry(f"npycheck-{version}.data/scripts/npycheck{suffix}", command, executable=True),
        Entry(f"{info}/METADATA", metadata(version, notices, (source / "README.md").read_text(encoding="utf-8")).encode()),
        Entry(f"{info}/WHEEL", "".join(["Wheel-Version: 1.0\nGenerator: npycheck\nRoot-Is-Purelib: false\n", *(f"Tag: py3-none-{t}\n" for t in tags)]).encode()),
        *(Entry(f"{info}/licenses/{notice.name}", notice.content) for notice in notices),
    ]
    write_zip(out / f"npycheck-{version}-py3-none-{'.'.join(tags)}.whl", [*entries, record(info, entries)], time)


def metadata(version, notices, readme):
    fields = [
        ("Metadata-Version", "2.4"),
        ("Name", "npycheck"),
        ("Version", version),
        ("Summary", "Check NumPy's .npy and .npz files against the format"),
        ("License-Expression", "Apache-2.0"),
        *(("License-File", notice.name) for notice in notices),
        ("Keywords", "numpy,npy,npz,validator,linter"),
        ("Project-URL", "Source, https://github.com/npycheck/npycheck"),
        ("Requires-Python", ">=3.9"),
        ("Description-Content-Type", "text/markdown"),
    ]
    return "".join(f"{name}: {value}\n" for name, value in fields) + "\n" + readme


def record(info, entries):
    """Returns the entry with the hashes of all others."""
    text = io.StringIO()
    rows = csv.writer(text, lineterminator="\n")
    for entry in entries:
        digest = base64.urlsafe_b64encode(hashlib.sha256(entry.content).digest()).rstrip(b"=").decode()
        rows.writerow([entry.name, f"sha256={digest}", len(entry.content)])
    rows.writerow([f"{info}/RECORD", "", ""])
    return Entry(f"{info}/RECORD", text.getvalue().encode())
