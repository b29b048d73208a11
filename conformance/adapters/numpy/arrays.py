"""Reads arrays with NumPy and says what they are, for the adapter and for fuzz/tools/differential."""

import numpy as np
from numpy.lib.format import dtype_to_descr


def load(file):
    """Return an array, or those of an archive by their keys."""
    loaded = np.load(file)
    if isinstance(loaded, np.ndarray):
        return loaded
    with loaded:
        members = {key: loaded[key] for key in loaded.files}
    return {key: member for key, member in members.items() if isinstance(member, np.ndarray)}  # others are bytes


def parts(array):
    """Return the elements in C order, little-endian, with zeros for padding, and the shape and the dtype."""
    dtype = array.dtype.newbyteorder("<")
    elements = b""
    if array.nbytes > 0:
        packed = np.zeros(array.shape, dtype)  # with zeros for padding
        packed[...] = array
        elements = packed.tobytes()
    return elements, array.shape, dtype_text(dtype)


def dtype_text(dtype):
    if dtype.names is None:
        return dtype.str
    try:
        return repr(dtype_to_descr(dtype))
    except ValueError:
        return str(dtype)  # fields that overlap
