"""Writes with npy-append-array."""

import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(__file__), "../protocol/python"))
from adapter import Library, Unsupported, ndarray

from importlib.metadata import version

import numpy as np
from npy_append_array import NpyAppendArray

# What it raises to say that it can't write something.
REFUSALS = (ValueError, OSError, NotImplementedError)


def write(path, array):
    if isinstance(array, dict):
        raise Unsupported("npy-append-array has no archives")
    # The first array decides the order. It grows on the first axis, or on the last one in
    # Fortran order, but a single column is in C order.
    axis, first = (0, 1) if array.flags.c_contiguous else (-1, 2)
    with NpyAppendArray(path) as file:
        if array.ndim == 0 or array.shape[axis] <= first:
            file.append(array)
            return
        for part in np.split(array, [first], axis):
            file.append(part)


Library(
    name="npy-append-array", version=version("npy-append-array"), refusals=REFUSALS, build=ndarray, write=write
).run()
