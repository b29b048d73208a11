#!/usr/bin/env python3
"""Record what the NumPy that is installed does with every vector of the corpus.

usage: record.py [--check] CORPUS RELEASE

Writes CORPUS/recorded/numpy-RELEASE.json: for each case the outcome of np.load with the name of
the file, with a stream that is no file (which is how it reads a member of an .npz too) and with mmap_mode.
"array" is what the first returned, where that isn't the array of the manifest; "stream_array" and
"mmap_array" are what the others returned, where that isn't what the first did. An outcome is one of

    accept   an array
    warn     an array, and a Python warning
    reject   an exception that is meant to say that the file is bad
    crash    an exception that leaks from inside of NumPy, or the end of the process
    memory   more memory than MEMORY
    hang     more time than SECONDS

With --check nothing is written, and what differs from the record is told.
"""

import hashlib
import io
import json
import math
import os
import pickle
import resource
import signal
import sys
import warnings
import zipfile

import numpy as np
from numpy.lib import format as npy

# The largest vector has less than 100 kB.
MEMORY = 2 << 30
SECONDS = 10

# The stack that Linux gives a process by default: it decides what is too deep.
STACK = 8 << 20

REJECTS = (ValueError, EOFError, OSError, NotImplementedError, pickle.UnpicklingError, zipfile.BadZipFile)
LEAKS = (UnicodeEncodeError,)  # derived from a type of REJECTS

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


WAYS = {"file": load_file, "stream": load_stream, "mmap": load_mmap}
ARRAYS = {"file": "array", "stream": "stream_array", "mmap": "mmap_array"}


def attempt(load, path):
    """Return the outcome, and the array if there is one."""
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        warnings.simplefilter("ignore", ResourceWarning)
        try:
            array = load(path)
        except MemoryError:
            return "memory", None
        except LEAKS:
            return "crash", None
        except REJECTS:
            return "reject", None
        except Exception:
            return "crash", None
    if not isinstance(array, np.ndarray):
        return "reject", None  # an archive, lazily: it was not taken for an .npy file
    return "warn" if caught else "accept", array


def describe(array):
    """Return the array as the manifest has it."""
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
    """Note for each byte of an element from which byte of NumPy's it comes."""
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
    """Do the work, and write a line after each part of it."""
    limit(resource.RLIMIT_CORE, 0)
    silence = os.open(os.devnull, os.O_WRONLY)
    os.dup2(silence, 2)  # the last words of a process that dies
    unlimited = resource.getrlimit(resource.RLIMIT_AS)[1]
    for path, way in work:
        limit(resource.RLIMIT_AS, MEMORY)
        # The default action ends the process also where NumPy never returns to Python.
        signal.setitimer(signal.ITIMER_REAL, SECONDS)
        outcome, array = attempt(WAYS[way], path)
        signal.setitimer(signal.ITIMER_REAL, 0)
        limit(resource.RLIMIT_AS, unlimited)
        got = None if array is None else describe(array)
        os.write(pipe, (json.dumps([outcome, got]) + "\n").encode())
        if outcome == "memory":
            return  # so that what comes next has all of it


def run(work):
    """Return outcome and array or None of each path and way."""
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
            results.append(["hang" if os.WTERMSIG(status) == signal.SIGALRM else "crash", None])
        elif status != 0:
            raise RuntimeError("can't describe what np.load returned: %s, %s" % part[len(lines)])
    return results


def record(case, results):
    """Return what the record has of a case: of stream and mmap only where they differ from file."""
    entry = {way: outcome for way, (outcome, array) in zip(WAYS, results)}
    want = case.get("array")
    expected = want and {key: want[key] for key in ("dtype", "shape", "sha256")}
    for way, (outcome, array) in zip(WAYS, results):
        if array is not None and array != expected:
            entry[ARRAYS[way]] = array
            if way == "file":
                expected = array
    return {key: value for key, value in entry.items() if key not in ("stream", "mmap") or value != entry["file"]}


def record_all(corpus):
    with open(os.path.join(corpus, "manifest.json"), encoding="utf-8") as f:
        cases = [c for c in json.load(f)["cases"] if c["format"] == "npy" and "withdrawn" not in c]
    work = []
    for case in cases:
        path = os.path.join(corpus, "vectors", case["file"])
        with open(path, "rb") as f:
            if hashlib.sha256(f.read()).hexdigest() != case["sha256"]:
                sys.exit("record: %s is not what manifest.json says: run go generate ./corpus" % path)
        work += [(path, way) for way in WAYS]
    results = run(work)
    return {c["id"]: record(c, results[i * len(WAYS):][:len(WAYS)]) for i, c in enumerate(cases)}


def compact(value):
    return json.dumps(value, separators=(",", ":"))


def write(name, entries):
    lines = ["%s: %s" % (json.dumps(id), compact(entries[id])) for id in sorted(entries)]
    with open(name + ".new", "w", encoding="ascii") as f:
        f.write("{\n" + ",\n".join(lines) + "\n}\n")
    os.replace(name + ".new", name)


def differences(recorded, entries):
    """Return a line for each way in which what NumPy does is not what was recorded."""
    lines = []
    for id in sorted(set(recorded) | set(entries)):
        if id not in recorded:
            lines.append("%s: not recorded" % id)
        elif id not in entries:
            lines.append("%s: recorded, but the corpus has no such case" % id)
        else:
            for key in [*WAYS, *ARRAYS.values()]:
                want, got = recorded[id].get(key), entries[id].get(key)
                if want != got:
                    lines.append("%s: %s: recorded %s, got %s" % (id, key, compact(want), compact(got)))
    return lines


def main():
    arguments = sys.argv[1:]
    checking = arguments[:1] == ["--check"]
    corpus, release = arguments[1:] if checking else arguments
    if np.__version__ != release:
        sys.exit("record: this is NumPy %s, not %s" % (np.__version__, release))
    if sys.byteorder != "little":
        sys.exit("record: the records are those of a little-endian machine")
    limit(resource.RLIMIT_STACK, STACK)

    entries = record_all(corpus)
    name = os.path.join(corpus, "recorded", "numpy-%s.json" % release)
    if not checking:
        write(name, entries)
        print("numpy %s: recorded %d cases" % (release, len(entries)))
        return
    recorded = {}
    if os.path.exists(name):
        with open(name, encoding="ascii") as f:
            recorded = json.load(f)
    lines = differences(recorded, entries)
    for line in lines[:30]:
        print("numpy %s: %s" % (release, line))
    if lines:
        print("numpy %s: %d differences; if the cases are new or meant to change, run .ci/numpy/record"
              " (Python %d.%d here; the records are from 3.11)" % ((release, len(lines)) + sys.version_info[:2]))
        sys.exit(1)
    print("numpy %s: %d cases as recorded" % (release, len(entries)))


if __name__ == "__main__":
    main()
