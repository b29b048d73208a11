"""NumPy behind the protocol between npycheck and an adapter: ../../protocol.md."""

import ast
import hashlib
import json
import os
import pickle
import sys
import warnings
import zipfile
import zlib

# Whatever else is printed must not get between the answers.
answers = os.fdopen(os.dup(1), "w")
os.dup2(2, 1)

import numpy as np
from numpy.lib import format as npy

# What np.load raises to say that a file is bad, and what has such a type but comes from within.
REFUSALS = (ValueError, EOFError, OSError, RuntimeError, pickle.UnpicklingError, zipfile.BadZipFile, zlib.error)
LEAKS = (UnicodeEncodeError, RecursionError)

# More bytes than this are sent as a hash.
LARGE = 1 << 20


def read(path):
    loaded = np.load(path)
    if isinstance(loaded, np.ndarray):
        return loaded
    with loaded:
        return {key: loaded[key] for key in loaded.files}


def describe(array):
    dtype = array.dtype.newbyteorder("<")
    answer = {"dtype": dtype_text(dtype), "shape": array.shape}
    elements = b""
    if array.nbytes > 0:
        packed = np.zeros(array.shape, dtype)  # with zeros for padding
        packed[...] = array
        elements = packed.tobytes()
    if len(elements) > LARGE:
        return {**answer, "sha256": hashlib.sha256(elements).hexdigest()}
    return {**answer, "data": elements.hex()}


def dtype_text(dtype):
    if dtype.names is None:
        return dtype.str
    try:
        return repr(npy.dtype_to_descr(dtype))
    except ValueError:
        return str(dtype)  # fields that overlap


def write(path, wanted):
    if "members" in wanted:
        np.savez(path, **{key: build(member) for key, member in wanted["members"].items()})
    else:
        np.save(path, build(wanted))


def build(wanted):
    text = wanted["dtype"]
    dtype = npy.descr_to_dtype(ast.literal_eval(text) if text.startswith("[") else text)
    data = bytes.fromhex(wanted["data"])
    array = np.ndarray(wanted["shape"], dtype, bytearray(data), order="F" if wanted.get("fortran_order") else "C")
    array[...] = np.ndarray(wanted["shape"], dtype, data)
    return array


def attempt(do, *arguments):
    """Return the outcome, what came back, and the message."""
    try:
        return "accept", do(*arguments), ""
    except Exception as error:
        message = " ".join(("%s: %s" % (type(error).__name__, error)).split())[:500]
        if isinstance(error, MemoryError):
            return "blow-up", None, message
        if isinstance(error, REFUSALS) and not isinstance(error, LEAKS):
            return "reject", None, message
        return "crash", None, message


def answer(request):
    if request["op"] == "hello":
        return {"op": "hello", "name": "numpy", "version": np.__version__, "language": "Python", "ops": ["read", "write"]}
    if request["op"] == "write":
        outcome, _, message = attempt(write, request["path"], request["array"])
        return {"id": request["id"], "outcome": outcome, "message": message}
    outcome, got, message = attempt(read, request["path"])
    reply = {"id": request["id"], "outcome": outcome, "message": message}
    if isinstance(got, np.ndarray):
        reply["array"] = describe(got)
    elif got is not None:
        arrays = {key: describe(item) for key, item in got.items() if isinstance(item, np.ndarray)}
        reply["array"] = {"members": arrays}
    return reply


warnings.simplefilter("ignore")
for line in sys.stdin:
    request = json.loads(line)
    if request["op"] == "bye":
        break
    print(json.dumps(answer(request)), file=answers, flush=True)
