#!/usr/bin/env python3
"""Says what command-line programs see in archives: unzip, bsdtar, 7z and busybox.

usage: tools.py DIR

DIR/read/few gets a file for each of them, with one object for each archive below DIR/built, DIR/clean and
DIR/writers. They extract into a folder, which best shows what they treat as a file; bsdtar does so from
a file and from a pipe.
"""

import concurrent.futures
import json
import os
import shutil
import stat
import subprocess
import sys
import tempfile
import zlib

ROOT = os.path.abspath(sys.argv[1])
ENVIRONMENT = dict(os.environ, LC_ALL="C.UTF-8", TZ="UTC")


def run(*command, **options):
    # CPU time is the same on a busy machine.
    out = subprocess.run(["prlimit", "--cpu=10:11", *command], capture_output=True, env=ENVIRONMENT, **options)
    if out.returncode:
        said = (out.stderr + out.stdout).decode("utf-8", "replace").strip().splitlines()
        raise RuntimeError("exit code %d: %s" % (out.returncode, " ".join(said)[-300:]))
    return out.stdout


def content(name, data):
    return {"name": name, "size": len(data), "crc": zlib.crc32(data)}


def extracted(folder):
    """What is below a folder, without the folders that have something in them."""
    for below, folders, files in os.walk(os.fsencode(folder)):
        for name in folders + files:
            path = os.path.join(below, name)
            name = os.fsdecode(os.path.relpath(path, os.fsencode(folder))).encode("utf-8", "replace").decode()
            mode = os.lstat(path).st_mode
            if stat.S_ISREG(mode):
                os.chmod(path, 0o600)
                with open(path, "rb") as f:
                    yield content(name, f.read())
            elif stat.S_ISDIR(mode):
                os.chmod(path, 0o700)
                if not os.listdir(path):
                    yield {"name": name + "/", "kind": "folder"}
            else:
                yield {"name": name, "kind": "link" if stat.S_ISLNK(mode) else "other"}


def extracting(*command):
    def read(path, temporary):
        run(*(a.format(path=path, to=temporary) for a in command), stdin=subprocess.DEVNULL, cwd=temporary)
        return list(extracted(temporary))

    return read


def from_pipe(path, folder):
    with open(path, "rb") as f:
        run("bsdtar", "-xf", "-", input=f.read(), cwd=folder)
    return list(extracted(folder))


READERS = {
    "unzip": extracting("unzip", "-q", "-o", "-P", "x", "{path}", "-d", "{to}"),
    "7z": extracting("7z", "x", "-y", "-px", "-bd", "-o{to}", "{path}"),
    "busybox": extracting("busybox", "unzip", "-q", "-o", "{path}", "-d", "{to}"),
    "bsdtar-file": extracting("bsdtar", "-xf", "{path}"),
    "bsdtar-pipe": from_pipe,
}


def read_one(reader, name):
    line = {"path": name}
    temporary = tempfile.mkdtemp()
    inside = os.path.join(temporary, "some", "folder")  # so that .. stays in temporary
    try:
        os.makedirs(inside)
        line["members"] = READERS[reader](os.path.join(ROOT, name), inside)
    except (RuntimeError, OSError) as e:
        line["error"] = str(e) or type(e).__name__
    finally:
        shutil.rmtree(temporary, ignore_errors=True)
    return line


names = [
    folder + "/" + name
    for folder in ("built", "clean", "writers")
    for name in sorted(os.listdir(os.path.join(ROOT, folder)))
]
with concurrent.futures.ThreadPoolExecutor(2) as pool:
    for reader in READERS:
        with open(os.path.join(ROOT, "read", "few", reader + ".jsonl"), "w", encoding="ascii") as out:
            for line in pool.map(lambda name: read_one(reader, name), names):
                print(json.dumps(line), file=out)
