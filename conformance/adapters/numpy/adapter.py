"""Reads and writes with NumPy."""

import os
import sys

here = os.path.dirname(__file__)
sys.path[:0] = [os.path.join(here, "../protocol/python"), here]
from adapter import Library, Unsupported, array_of, ndarray
from arrays import load, parts

import pickle
import warnings
import zipfile
import zlib

import numpy as np

# What np.load raises to say that a file is bad.
REFUSALS = (ValueError, EOFError, OSError, RuntimeError, pickle.UnpicklingError, zipfile.BadZipFile, zlib.error)


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
    return array_of(*parts(array))


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
    read=load,
    stream=stream,
    describe=describe,
    build=ndarray,
    write=write,
).run()
