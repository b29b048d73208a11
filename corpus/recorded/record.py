#!/usr/bin/env python3
"""Record what the installed NumPy does with every vector of the corpus.

usage: record.py [--check] CORPUS RELEASE FILE

Writes FILE: which Python this is, and for each case the outcome of np.load with the name of the file, with a stream that
isn't a file (which is also how it reads a member of an .npz) and with mmap_mode, which NumPy ignores for
archives. Every key of an archive is read, in the order in which NumPy lists them. "array" and
"members" are what the first way returned, where that isn't what the manifest has; "stream_array",
"mmap_array" and so on are what the others returned, where that isn't what the first did. A member
without "array" is one that NumPy returns as bytes. "objects" is the outcome with allow_pickle, which only
the object arrays of plain values are loaded with, if it isn't that NumPy returns what the manifest has; it is
an error if NumPy returns something else. An outcome is one of

    accept     an array, or an archive whose members could all be read
    warn       the same, and a Python warning
    reject     an exception meant to say that the file is bad
    exception  an exception that leaks from inside NumPy
    crash      the end of the process
    memory     more memory than MEMORY
    hang       more CPU time than SECONDS, which other work on the machine doesn't change

With --check, which is for comparing with what was recorded, a file on which NumPy hangs in one way isn't
read in those that follow. One on which the release hung gets a fifth of SECONDS, which is still a hundred times what
others take; one on which it didn't gets five times as long, since it takes more CPU time on a busy machine.
"""

import argparse
import gzip
import hashlib
import io
import json
import math
import os
import pickle
import platform
import resource
import signal
import sys
import tempfile
import warnings
import zipfile
import zlib

import numpy as np
from numpy.lib import format as npy

# The largest vector has 20 MB.
MEMORY = 2 << 30
SECONDS = 10

# The stack that Linux gives a process by default: it decides what is too deep.
STACK = 8 << 20

# zipfile raises a RuntimeError for an encrypted member.
REJECTS = (ValueError, EOFError, OSError, RuntimeError, pickle.UnpicklingError, zipfile.BadZipFile, zlib.error)
LEAKS = (UnicodeEncodeError, RecursionError)  # derived from types of REJECTS

# Cases in which what NumPy does changes from run to run, so that a record could not be reproduced: the order of the
# items of a set follows from a hash with a random seed.
UNRECORDED = {"descr/field-set"}

# How many calls of np.load share a process, as long as nothing goes wrong.
BATCH = 300


def load_file(path):
    return np.load(path)


def load_stream(path):
    with open(path, "rb") as f:
        content = f.read()
    return np.load(io.BytesIO(content))


def load_mmap(path):
    return np.load(path, mmap_mode="r")


def load_objects(path):
    return np.load(path, allow_pickle=True)


LOAD = {"file": load_file, "stream": load_stream, "mmap": load_mmap, "objects": load_objects}
WAYS = {"npy": ["file", "stream", "mmap"], "npz": ["file", "stream"]}
PREFIX = {"file": "", "stream": "stream_", "mmap": "mmap_"}


def attempt(load, path, format):
    """Return the outcome, and the array or the list of keys and members if there is one."""
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        warnings.simplefilter("ignore", ResourceWarning)
        try:
            got = load(path)
            if isinstance(got, np.lib.npyio.NpzFile):
                if format == "npy":
                    return "reject", None  # an archive, read lazily: NumPy didn't treat it as a .npy file
                got = [(key, got[key]) for key in got.files]
        except MemoryError:
            return "memory", None
        except LEAKS:
            return "exception", None
        except REJECTS:
            return "reject", None
        except Exception:
            return "exception", None
    return "warn" if caught else "accept", got


def describe(got):
    """Return what was read in the form of the manifest. NumPy may have read an .npz file as an array."""
    if isinstance(got, list):
        return {"members": [describe_member(key, value) for key, value in got]}
    return {"array": describe_array(got)}


def describe_member(key, value):
    if isinstance(value, np.ndarray):
        return {"key": key, "array": describe_array(value)}
    return {"key": key}


def describe_objects(got):
    """Return the reprs of an object array, or those of the members that are object arrays."""
    if isinstance(got, list):
        return {"members": [[key, objects_of(value)] for key, value in got if value.dtype.hasobject]}
    return objects_of(got)


def objects_of(array):
    return {"shape": list(array.shape), "reprs": [repr(element) for element in array.ravel("C").tolist()]}


def describe_array(array):
    return {
        "dtype": dtype_text(array.dtype.newbyteorder("<")),
        "shape": list(array.shape),
        "sha256": hashlib.sha256(elements(array)).hexdigest(),
    }


def dtype_text(dtype):
    if dtype.names is None:
        return dtype.str
    try:
        return repr(npy.dtype_to_descr(dtype))
    except ValueError:
        return str(dtype)  # fields that overlap


def elements(array):
    """Return the bytes of the elements in C order, little-endian, with zeros for padding."""
    dtype = array.dtype
    if array.size == 0 or dtype.itemsize <= 0:  # NumPy 1.x maps elements of a negative size
        return b""
    source = np.zeros(dtype.itemsize, np.intp)
    used = np.zeros(dtype.itemsize, bool)
    lay_out(dtype, 0, source, used)
    stored = np.frombuffer(array.tobytes(), "u1").reshape(array.size, dtype.itemsize)
    out = np.zeros_like(stored)
    out[:, used] = stored[:, source[used]]
    return out.tobytes()


def lay_out(dtype, offset, source, used):
    """Note for each byte of an element which byte of NumPy's it comes from."""
    if dtype.itemsize == 0:
        return
    if dtype.subdtype is not None:
        base, shape = dtype.subdtype
        for i in range(math.prod(shape) if base.itemsize else 0):
            lay_out(base, offset + i * base.itemsize, source, used)
    elif dtype.names is not None:
        for name in dtype.names:
            field, at = dtype.fields[name][:2]
            lay_out(field, offset + at, source, used)
    else:
        end = offset + dtype.itemsize
        places = np.arange(offset, end)
        if dtype.byteorder == ">":
            unit = {"U": 4, "c": dtype.itemsize // 2}.get(dtype.kind, dtype.itemsize)
            places = places.reshape(-1, unit)[:, ::-1].ravel()
        source[offset:end] = places
        used[offset:end] = True


def limit(what, value):
    hard = resource.getrlimit(what)[1]
    resource.setrlimit(what, (value, hard))


def child(work, pipe):
    """Do the work, and write a line after each part."""
    limit(resource.RLIMIT_CORE, 0)
    silence = os.open(os.devnull, os.O_WRONLY)
    os.dup2(silence, 2)  # the last words of a dying process
    unlimited = resource.getrlimit(resource.RLIMIT_AS)[1]
    for path, format, way, seconds in work:
        limit(resource.RLIMIT_AS, MEMORY)
        # The default action ends the process even if NumPy never returns to Python.
        signal.setitimer(signal.ITIMER_PROF, seconds)
        outcome, got = attempt(LOAD[way], path, format)
        signal.setitimer(signal.ITIMER_PROF, 0)
        limit(resource.RLIMIT_AS, unlimited)
        if got is not None:
            got = describe_objects(got) if way == "objects" else describe(got)
        os.write(pipe, (json.dumps([outcome, got]) + "\n").encode())
        if outcome == "memory":
            return  # so that what comes next has all of it


def run(work, check):
    """Return outcome and what was read, or None, of each path and way. Without an outcome it was not read."""
    results = []
    while len(results) < len(work):
        part = work[len(results):][:BATCH]
        ours, theirs = os.pipe()
        pid = os.fork()
        if pid == 0:
            status = 1
            try:
                os.close(ours)
                child(part, theirs)
                status = 0
            finally:
                os._exit(status)
        os.close(theirs)
        with open(ours, "rb") as pipe:
            lines = pipe.read().splitlines()
        status = os.waitpid(pid, 0)[1]
        results += [json.loads(line) for line in lines]
        if os.WIFSIGNALED(status):
            outcome = "hang" if os.WTERMSIG(status) == signal.SIGPROF else "crash"
            path = work[len(results)][0]
            results.append([outcome, None])
            while check and outcome == "hang" and len(results) < len(work) and work[len(results)][0] == path:
                results.append([None, None])
        elif status != 0:
            raise RuntimeError("can't describe what np.load returned: %s, %s, %s, %d" % part[len(lines)])
    return results


def expected(case):
    """Return what the manifest says about a case, in the form of describe, or None."""
    if "array" in case:
        return {"array": without_values(case["array"])}
    if "members" in case:
        return {"members": [
            {"key": m["key"], **({"array": without_values(m["array"])} if "array" in m else {})}
            for m in case["members"]
        ]}
    return None


def expected_objects(case):
    """Return what the manifest says about the object arrays of a case, in the form of describe_objects, or None."""
    members = [m for m in case.get("members", []) if "objects" in m]
    if "objects" in case:
        return without_order(case["objects"])
    return {"members": [[m["key"], without_order(m["objects"])] for m in members]} if members else None


def without_order(objects):
    return {key: objects[key] for key in ("shape", "reprs")}


def same(got, expected, more):
    """Report whether NumPy returned what is wanted, and as many more members as the manifest doesn't list."""
    if more and got is not None and len(got.get("members", [])) == len(expected["members"]) + more:
        return got["members"][: len(expected["members"])] == expected["members"]
    return got == expected


def without_values(array):
    return {key: array[key] for key in ("dtype", "shape", "sha256")}


def record(case, results):
    """Return the record of a case, with stream and mmap only where they differ from file."""
    entry = {"file": results["file"][0]}
    want = expected(case)
    for way, (outcome, got) in results.items():
        if outcome is None:
            continue
        if way == "objects":
            if got is None:
                entry["objects"] = outcome
            elif got != expected_objects(case):
                sys.exit("record: %s: the objects are %s, not %s" % (case["id"], got, expected_objects(case)))
            continue
        if outcome != entry["file"]:
            entry[way] = outcome
        if got is not None and not same(got, want, case.get("more_members", 0)):
            entry.update((PREFIX[way] + key, value) for key, value in got.items())
            if way == "file":
                want = got
    return entry


def ways(case):
    return WAYS[case["format"]] + (["objects"] if expected_objects(case) else [])


def record_all(corpus, scratch, check):
    with open(os.path.join(corpus, "manifest.json"), encoding="utf-8") as f:
        cases = [c for c in json.load(f)["cases"] if "withdrawn" not in c and c["id"] not in UNRECORDED]
    work = []
    for case in cases:
        path = vector(corpus, case, scratch)
        with open(path, "rb") as f:
            if hashlib.sha256(f.read()).hexdigest() != case["sha256"]:
                sys.exit("record: %s is not what manifest.json says: run go generate ./corpus" % path)
        seconds = SECONDS
        if check:
            seconds = SECONDS / 5 if case.get("numpy", {}).get(np.__version__) == "hang" else SECONDS * 5
        work += [(path, case["format"], way, seconds) for way in ways(case)]
    results = iter(run(work, check))
    return {c["id"]: record(c, {way: next(results) for way in ways(c)}) for c in cases}


def vector(corpus, case, scratch):
    """Return the path of the file of a case, which is unpacked into a folder if need be."""
    path = os.path.join(corpus, "vectors", case["file"])
    if not case.get("gzip"):
        return path
    with gzip.open(path + ".gz") as packed:
        content = packed.read(case["size"] + 1)
    path = os.path.join(scratch, case["file"])
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, "wb") as f:
        f.write(content)
    return path


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--check", action="store_true")
    parser.add_argument("corpus")
    parser.add_argument("release")
    parser.add_argument("file")
    options = parser.parse_args()
    if np.__version__ != options.release:
        sys.exit("record: this is NumPy %s, not %s" % (np.__version__, options.release))
    if sys.byteorder != "little":
        sys.exit("record: the records are those of a little-endian machine")
    limit(resource.RLIMIT_STACK, STACK)
    with tempfile.TemporaryDirectory() as scratch:
        entries = record_all(options.corpus, scratch, options.check)
    with open(options.file, "w", encoding="ascii") as f:
        json.dump({"python": platform.python_version(), "cases": entries}, f)


if __name__ == "__main__":
    main()
