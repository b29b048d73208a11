"""Reads and writes with Open3D."""

import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(__file__), "../protocol/python"))
from adapter import Library, Unsupported, array_of, ndarray

import re
import sysconfig
import types
from importlib.metadata import version

# The package imports programs that draw. Its module in C++, which reads and writes, needs none of them.
package = types.ModuleType("open3d")
package.__path__ = [os.path.join(sysconfig.get_path("platlib"), "open3d")]
sys.modules["open3d"] = package
from open3d.pybind import core

Tensor = core.Tensor
COLOUR = re.compile("\x1b[^m]*m")

DTYPES = {
    "|b1": core.Dtype.Bool, "|i1": core.Dtype.Int8, "<i2": core.Dtype.Int16, "<i4": core.Dtype.Int32,
    "<i8": core.Dtype.Int64, "|u1": core.Dtype.UInt8, "<u2": core.Dtype.UInt16, "<u4": core.Dtype.UInt32,
    "<u8": core.Dtype.UInt64, "<f4": core.Dtype.Float32, "<f8": core.Dtype.Float64,
}


def read(path):
    try:
        return Tensor.load(path)
    except RuntimeError as error:
        # Other errors of C++ become a RuntimeError, too.
        if "[Open3D Error]" not in str(error):
            raise AssertionError(str(error)) from error
        raise RuntimeError(COLOUR.sub("", str(error))) from error


def describe(tensor):
    dtype = next(dtype for dtype, name in DTYPES.items() if name == tensor.dtype)
    # NumPy, which hands the elements over, has fewer shapes.
    elements = tensor.reshape([-1]).numpy().tobytes() if tensor.num_elements() else b""
    return array_of(elements, list(tensor.shape), dtype)


def build(request):
    if request["dtype"] not in DTYPES or request["fortran_order"]:
        raise Unsupported(f"Open3D doesn't write {request['dtype']}, or in Fortran order")
    return Tensor(ndarray(request))


def write(path, array):
    if isinstance(array, dict):
        raise Unsupported("Open3D has no archives in Python")
    array.save(path)


Library(
    name="open3d",
    version=version("open3d"),
    language="C++",
    refusals=(RuntimeError,),
    features="npy v1 bool int int64 uint uint64 float 0d 1d 2d nd empty long-header",
    read=read,
    describe=describe,
    build=build,
    write=write,
).run()
