"""npy-append-array behind the protocol between npycheck and an adapter: ../../protocol.md."""

import ast
import json
import os
import sys
from importlib.metadata import version

# Whatever else is printed must not get between the answers.
answers = os.fdopen(os.dup(1), "w")
os.dup2(2, 1)

import numpy as np
from npy_append_array import NpyAppendArray
from numpy.lib import format as npy

# What it raises to say that it can't write something, and what has such a type but comes from within.
REFUSALS = (ValueError, OSError, NotImplementedError)
LEAKS = (UnicodeEncodeError,)

HELLO = {
    "op": "hello", "name": "npy-append-array", "version": version("npy-append-array"), "language": "Python",
    "ops": ["write"],
}


def build(wanted):
    text = wanted["dtype"]
    dtype = npy.descr_to_dtype(ast.literal_eval(text) if text.startswith("[") else text)
    data = bytes.fromhex(wanted["data"])
    array = np.ndarray(wanted["shape"], dtype, bytearray(data), order="F" if wanted.get("fortran_order") else "C")
    array[...] = np.ndarray(wanted["shape"], dtype, data)
    return array


def write(path, array):
    # What comes first decides about the order. It grows on the first axis, or on the last one in
    # Fortran order, which one column alone doesn't have.
    axis, first = (0, 1) if array.flags.c_contiguous else (-1, 2)
    with NpyAppendArray(path) as file:
        if array.ndim == 0 or array.shape[axis] <= first:
            file.append(array)
            return
        for part in np.split(array, [first], axis):
            file.append(part)


def answer(request):
    if request["op"] == "hello":
        return HELLO
    if "members" in request["array"]:
        return {"id": request["id"], "outcome": "unsupported"}
    array = build(request["array"])
    try:
        write(request["path"], array)
        return {"id": request["id"], "outcome": "accept"}
    except Exception as error:
        message = " ".join(("%s: %s" % (type(error).__name__, error)).split())[:500]
        refused = isinstance(error, REFUSALS) and not isinstance(error, LEAKS)
        return {"id": request["id"], "outcome": "reject" if refused else "crash", "message": message}


for line in sys.stdin:
    request = json.loads(line)
    if request["op"] == "bye":
        break
    print(json.dumps(answer(request)), file=answers, flush=True)
