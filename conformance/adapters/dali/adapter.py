"""Reads with NVIDIA DALI."""

import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(__file__), "../protocol/python"))
from adapter import Library, Unsupported, array_of

from importlib.metadata import version

from nvidia.dali import fn
from nvidia.dali.pipeline import Pipeline

PACKAGE = "nvidia-dali-cuda120"


def read(path):
    pipeline = Pipeline(batch_size=1, num_threads=1, device_id=None, prefetch_queue_depth=1)
    with pipeline:
        pipeline.set_outputs(fn.readers.numpy(files=[path]))
    pipeline.build()
    try:
        (output,) = pipeline.run()
    except RuntimeError as error:
        # Around the message of the reader is the place in the program.
        message = str(error).partition("encountered:")[2].partition("C++ context:")[0]
        raise RuntimeError(message or str(error)) from error
    return output


def describe(output):
    try:
        array = output.at(0)
    except ValueError as error:
        raise Unsupported(f"only NumPy shows Python what is in DALI's array: {error}") from error
    return array_of(array.tobytes(), array.shape, array.dtype.str)


Library(
    name="dali",
    version=version(PACKAGE),
    language="C++",
    refusals=(RuntimeError,),
    features="npy v1 bool int int64 uint uint64 float16 float fortran-order 0d 1d 2d nd empty long-header",
    read=read,
    describe=describe,
).run()
