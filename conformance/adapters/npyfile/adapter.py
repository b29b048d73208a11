"""Writes with npyfile."""

import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(__file__), "../protocol/python"))
from adapter import Library, Unsupported, ndarray

from importlib.metadata import version

import numpy as np
from npyfile import NpyFile


def write(path, array):
    if isinstance(array, dict):
        raise Unsupported("npyfile has no archives")
    fortran = array.flags.f_contiguous and not array.flags.c_contiguous
    if array.ndim == 0 or len(array) == 0 or fortran and array.ndim == 2:
        raise Unsupported("npyfile takes the shape from slices, and the order of the array from theirs")
    with NpyFile(path) as file:
        for part in array:
            file.write(np.asfortranarray(part) if fortran else part)


# It raises nothing to say that it can't write something.
Library(name="npyfile", version=version("npyfile"), refusals=(), build=ndarray, write=write).run()
