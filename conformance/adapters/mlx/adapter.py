"""Reads and writes with MLX."""

import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(__file__), "../protocol/python"))
from adapter import Library, Unsupported, array_of

import zipfile
import zlib
from importlib.metadata import version

import mlx.core as mx
import numpy as np

# What MLX, and the zipfile module that it opens archives with, raise to say that a file is bad.
REFUSALS = (RuntimeError, ValueError, OverflowError, OSError, EOFError, zipfile.BadZipFile, zlib.error)

# bfloat16 as NumPy writes it: as two bytes without meaning.
DTYPES = {
    "|b1": mx.bool_, "|i1": mx.int8, "|u1": mx.uint8, "<i2": mx.int16, "<u2": mx.uint16,
    "<i4": mx.int32, "<u4": mx.uint32, "<i8": mx.int64, "<u8": mx.uint64,
    "<f2": mx.float16, "<f4": mx.float32, "<f8": mx.float64, "<c8": mx.complex64, "|V2": mx.bfloat16,
}
NAMES = {dtype: name for name, dtype in DTYPES.items()}


def read(path):
    loaded = mx.load(path)
    mx.eval(loaded)  # until then only the header is read
    return loaded


def describe(array):
    flat = array.reshape(-1)
    elements = memoryview(flat.view(mx.uint16) if array.dtype == mx.bfloat16 else flat).tobytes()
    return array_of(elements, array.shape, NAMES[array.dtype])


def build(request):
    dtype = DTYPES.get(request["dtype"])
    if dtype is None:
        raise Unsupported(f"MLX has no type for {request['dtype']}")
    array = np.ndarray(request["shape"], "<u2" if dtype == mx.bfloat16 else request["dtype"], request["data"])
    if request["fortran_order"]:
        array = array.T
    built = mx.array(np.array(array, order="C"), None if dtype == mx.bfloat16 else dtype)
    if dtype == mx.bfloat16:
        built = built.view(dtype)
    return built.T if request["fortran_order"] else built


def write(path, array):
    if isinstance(array, dict):
        mx.savez(path, **array)
    else:
        mx.save(path, array)


Library(
    name="mlx",
    version=version("mlx"),
    refusals=REFUSALS,
    # It has only one of the two complex types.
    features="npy npz v1 v2 bool int int64 uint uint64 float16 float"
    " big-endian fortran-order 0d 1d 2d nd empty long-header",
    read=read,
    describe=describe,
    build=build,
    write=write,
).run()
