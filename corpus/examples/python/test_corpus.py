"""Reads every vector of the corpus with NumPy. Start it with

    NPYCHECK_CORPUS=DIR pytest -q

where DIR is a copy of the corpus. Each vector is a test of its own.
"""

import ast
import faulthandler
import fnmatch
import functools
import hashlib
import json
import os
import resource
import warnings
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from multiprocessing import get_context
from pathlib import Path

import numpy as np
import pytest

# The features that the library doesn't claim to have. NumPy claims every one, but pickles need a
# switch that nobody should turn on for a file from somebody else.
UNSUPPORTED = {"object"}

CORPUS = Path(os.environ["NPYCHECK_CORPUS"])
CASES = [
    case
    for case in json.loads((CORPUS / "manifest.json").read_text("utf-8"))["cases"]
    if "withdrawn" not in case
]

for missing in (case["file"] for case in CASES if not (CORPUS / "vectors" / case["file"]).exists()):
    pytest.exit(f"{CORPUS} lacks vectors/{missing}: use a folder that npycheck corpus copy made", 2)


def read_known_failures():
    lines = Path(__file__).with_name("known-failures.txt").read_text("utf-8").splitlines()
    return dict(line.split("  # ") for line in lines if line)


KNOWN_FAILURES = read_known_failures()


def unsupported(case):
    return UNSUPPORTED & set(case["features"])


def parameters():
    for case in CASES:
        marks = []
        if unsupported(case):
            marks.append(pytest.mark.skip(reason="unsupported: " + ", ".join(unsupported(case))))
        for pattern, reason in KNOWN_FAILURES.items():
            if fnmatch.fnmatchcase(case["id"], pattern):
                marks.append(pytest.mark.xfail(strict=True, reason=reason))
        yield pytest.param(case, id=case["id"], marks=marks)


def limit():
    faulthandler.disable()
    resource.setrlimit(resource.RLIMIT_CPU, (60, 60))  # seconds, for all files together
    resource.setrlimit(resource.RLIMIT_AS, (4 << 30, 4 << 30))
    warnings.simplefilter("ignore")


def read(path):
    """Returns the arrays that NumPy reads from a file by their keys, which is "" for that of an .npy
    file; None if it refuses."""
    with open(path, "rb") as file:  # outside the try: a file that can't be opened isn't refused
        try:
            if path.suffix == ".npz":
                with np.load(file) as archive:
                    got = {key: archive[key] for key in archive}
            else:
                got = {"": np.lib.format.read_array(file)}
        except MemoryError:
            raise
        except Exception:  # of any type: it differs with the version of Python
            return None
    return {key: describe(array) for key, array in got.items() if isinstance(array, np.ndarray)}


def describe(array):
    """Returns an array as the manifest has it."""
    dtype = array.dtype.newbyteorder("<")
    elements = bytearray(array.nbytes)
    if elements:
        np.ndarray(array.shape, dtype, elements)[...] = array  # leaves padding zero
    return {
        "dtype": np.lib.format.dtype_to_descr(dtype),
        "shape": list(array.shape),
        "sha256": hashlib.sha256(elements).hexdigest(),
    }


@functools.cache
def child():
    return ProcessPoolExecutor(1, get_context("fork"), limit)


@pytest.mark.parametrize("case", parameters())
def test_case(case):
    # In another process, because some files kill the one that reads them.
    try:
        got = child().submit(read, CORPUS / "vectors" / case["file"]).result()
    except BrokenProcessPool:
        child.cache_clear()
        raise
    if got is None:
        assert case["duty"] != "accept", "refused: " + case["comment"]
        return
    assert case["duty"] != "reject", "read: " + case["comment"]
    if case["duty"] == "survive":
        return
    for member in [{"key": "", **case}, *case.get("members", [])]:
        if "array" in member:
            want = {key: member["array"][key] for key in ("dtype", "shape", "sha256")}
            if want["dtype"].startswith("["):
                want["dtype"] = ast.literal_eval(want["dtype"])
            assert got[member["key"]] == want


@pytest.mark.parametrize("pattern", KNOWN_FAILURES)
def test_known_failure_is_about_a_case(pattern):
    ids = [case["id"] for case in CASES if not unsupported(case)]
    assert fnmatch.filter(ids, pattern)
