"""MLX behind the protocol between npycheck and an adapter: ../../protocol.md."""

import hashlib
import json
import os
import sys
import zipfile
import zlib
from importlib.metadata import version

# Whatever else is printed must not get between the answers.
answers = os.fdopen(os.dup(1), "w")
os.dup2(2, 1)

import mlx.core as mx
import numpy as np

# What MLX and the zipfile module, by which it opens archives, raise to say that a file is bad.
REFUSALS = (RuntimeError, ValueError, OverflowError, OSError, EOFError, zipfile.BadZipFile, zlib.error)
LEAKS = (RecursionError, UnicodeEncodeError)

# bfloat16 as NumPy writes it: as two bytes without a meaning.
DTYPES = {
    "|b1": mx.bool_, "|i1": mx.int8, "|u1": mx.uint8, "<i2": mx.int16, "<u2": mx.uint16,
    "<i4": mx.int32, "<u4": mx.uint32, "<i8": mx.int64, "<u8": mx.uint64,
    "<f2": mx.float16, "<f4": mx.float32, "<f8": mx.float64, "<c8": mx.complex64, "|V2": mx.bfloat16,
}
NAMES = {dtype: name for name, dtype in DTYPES.items()}

HELLO = {
    "op": "hello", "name": "mlx", "version": version("mlx"), "language": "Python",
    # Of complex types it has one of the two.
    "features": [
        "npy", "npz", "v1", "v2", "bool", "int", "int64", "uint", "uint64", "float16", "float",
        "big-endian", "fortran-order", "0d", "1d", "2d", "nd", "empty", "long-header",
    ],
    "ops": ["read", "write"],
}

# More bytes than this are sent as a hash.
LARGE = 1 << 20


def read(path):
    loaded = mx.load(path)
    mx.eval(loaded)  # until then nothing but the header is read
    return loaded


def describe(array):
    flat = array.reshape(-1)
    elements = memoryview(flat.view(mx.uint16) if array.dtype == mx.bfloat16 else flat).tobytes()
    answer = {"dtype": NAMES[array.dtype], "shape": array.shape}
    if len(elements) > LARGE:
        return {**answer, "sha256": hashlib.sha256(elements).hexdigest()}
    return {**answer, "data": elements.hex()}


def build(wanted):
    dtype = DTYPES[wanted["dtype"]]
    array = np.ndarray(wanted["shape"], "<u2" if dtype == mx.bfloat16 else wanted["dtype"], bytes.fromhex(wanted["data"]))
    if wanted.get("fortran_order"):
        array = array.T
    built = mx.array(np.array(array, order="C"), None if dtype == mx.bfloat16 else dtype)
    if dtype == mx.bfloat16:
        built = built.view(dtype)
    return built.T if wanted.get("fortran_order") else built


def write(path, wanted):
    if "members" in wanted:
        mx.savez(path, **{key: build(member) for key, member in wanted["members"].items()})
    else:
        mx.save(path, build(wanted))


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
        return HELLO
    if request["op"] == "write":
        wanted = request["array"]
        if any(array["dtype"] not in DTYPES for array in wanted.get("members", {"": wanted}).values()):
            return {"id": request["id"], "outcome": "unsupported"}
        outcome, _, message = attempt(write, request["path"], wanted)
        return {"id": request["id"], "outcome": outcome, "message": message}
    outcome, got, message = attempt(read, request["path"])
    reply = {"id": request["id"], "outcome": outcome, "message": message}
    if isinstance(got, dict):
        reply["array"] = {"members": {key: describe(array) for key, array in got.items()}}
    elif got is not None:
        reply["array"] = describe(got)
    return reply


for line in sys.stdin:
    request = json.loads(line)
    if request["op"] == "bye":
        break
    print(json.dumps(answer(request)), file=answers, flush=True)
