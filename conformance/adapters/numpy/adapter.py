"""Reads and writes with NumPy."""

import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(__file__), "../protocol/python"))
from adapter import Library, Unsupported, array_of, ndarray

import pickle
import warnings
import zipfile
import zlib

import numpy as np
from numpy.lib.format import dtype_to_descr

# What np.load raises to say that a file is bad.
REFUSALS = (ValueError, EOFError, OSError, RuntimeError, pickle.UnpicklingError, zipfile.BadZipFile, zlib.error)


def read(path):
    loaded = np.load(path)
    if isinstance(loaded, np.ndarray):
        return loaded
    with loaded:
        members = {key: loaded[key] for key in loaded.files}
    return {key: member for key, member in members.items() if isinstance(member, np.ndarray)}  # others are bytes


class Stream:
    """A file that can only be read from front to back."""

    def __init__(self, file):
        self.read = file.read


def stream(path):
    if path.endswith(".npz"):
        raise Unsupported("an archive in a stream")
    with open(path, "rb") as file:
        return np.lib.format.read_array(Stream(file), allow_pickle=False)


def describe(array):
    dtype = array.dtype.newbyteorder("<")
    elements = b""
    if array.nbytes > 0:
        packed = np.zeros(array.shape, dtype)  # with zeros for padding
        packed[...] = array
        elements = packed.tobytes()
    return array_of(elements, array.shape, dtype_text(dtype))


def dtype_text(dtype):
    if dtype.names is None:
        return dtype.str
    try:
        return repr(dtype_to_descr(dtype))
    except ValueError:
        return str(dtype)  # fields that overlap


def write(path, array):
    if isinstance(array, dict):
        np.savez(path, **array)
    else:
        np.save(path, array)


warnings.simplefilter("ignore")
Library(
    name="numpy",
    version=np.__version__,
    refusals=REFUSALS,
    read=read,
    stream=stream,
    describe=describe,
    build=ndarray,
    write=write,
).run()
