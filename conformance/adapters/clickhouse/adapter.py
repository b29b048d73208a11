"""Reads and writes with ClickHouse, by chDB."""

import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(__file__), "../protocol/python"))
from adapter import Library, Unsupported, array_of

import io
import math
import re
from importlib.metadata import version

import chdb
from chdb import ChdbError

TYPES = {
    "|i1": "Int8", "<i2": "Int16", "<i4": "Int32", "<i8": "Int64", "<f4": "Float32", "<f8": "Float64",
    "|u1": "UInt8", "<u2": "UInt16", "<u4": "UInt32", "<u8": "UInt64",
}
DTYPES = {name: dtype for dtype, name in TYPES.items()}
ARRAY = "Array("

# ClickHouse's names for errors that it didn't mean, among those that it did.
FAULTS = ("(LOGICAL_ERROR)", "(STD_EXCEPTION)")

# Rows that the adapter asks for: an array of billions of rows without elements is small in its file alone.
ROWS = 1 << 22

# What ClickHouse documents to lose: the width of a text, and that a byte is a boolean.
LOST = re.compile(rb"'descr': '[|<>]([bSU])(\d+)'")

connection = chdb.connect(":memory:?max_threads=1")


def run(query, form=""):
    try:
        return connection.query(query, form).bytes()
    except Exception as error:
        # What a failed query has already returned comes before the result of the next one.
        connection.query("SELECT 1")
        if isinstance(error, ChdbError) and any(fault in str(error) for fault in FAULTS):
            raise AssertionError(str(error)) from error
        raise


def read(path):
    # It caches the types of a file by its name and its time in seconds.
    query = f"SELECT * FROM file('{path}', Npy) LIMIT {ROWS} SETTINGS schema_inference_use_cache_for_file = 0"
    return path, run(query, "RowBinaryWithNamesAndTypes")


def describe(got):
    path, rows = got[0], io.BytesIO(got[1])
    number(rows)  # of columns
    text(rows)  # the name of the only one
    inner = text(rows).decode()
    depth = inner.count(ARRAY)
    inner = inner.removeprefix(ARRAY * depth).rstrip(")")
    with open(path, "rb") as file:
        lost = LOST.search(file.read(256))
    kind, width = (lost[1], int(lost[2])) if lost else (b"", 0)
    if inner == "String" and kind not in (b"S", b"U"):
        raise Unsupported("a String doesn't have the type of the file")
    dtype = DTYPES.get(inner) or f"{'<' if kind == b'U' else '|'}{kind.decode()}{width}"
    if kind == b"b" and inner == "UInt8":
        dtype = "|b1"

    def item():
        if inner != "String":
            return rows.read(int(dtype[2:]))
        if kind == b"U":
            return text(rows).decode(errors="replace").encode("utf-32-le").ljust(4 * width, b"\0")
        return text(rows).ljust(width, b"\0")

    elements, extents = [], [set() for _ in range(depth)]

    def items(level):
        if level == depth:
            elements.append(item())
            return
        extent = number(rows)
        extents[level].add(extent)
        for _ in range(extent):
            items(level + 1)

    count = 0
    while rows.tell() < len(got[1]):
        items(0)
        count += 1
    if count == ROWS or not all(extents):
        raise Unsupported("a table doesn't have the shape of an array without elements")
    shape = [count, *(extent.pop() for extent in extents)]
    return array_of(b"".join(elements), shape, dtype)


def number(rows):
    """Return the next number of variable length."""
    byte = rows.read(1)[0]
    return byte if byte < 128 else byte - 128 + 128 * number(rows)


def text(rows):
    return rows.read(number(rows))


def build(request):
    dtype, shape = request["dtype"], request["shape"]
    inner = TYPES.get(dtype) or dtype.startswith("|S") and f"FixedString({dtype[2:]})"
    if not inner or not shape or request["fortran_order"]:
        raise Unsupported(f"ClickHouse can't write {dtype} of rank {len(shape)}, or in Fortran order")
    if 0 in shape[1:] or shape[0] == 0 < len(shape) - 1:
        raise Unsupported("a table doesn't have the shape")
    column = inner
    for _ in shape[1:]:
        column = f"{ARRAY}{column})"
    itemsize = int(dtype[2:])

    def row(extents, data):
        if not extents:
            return data
        extent, *rest = extents
        size = len(data) // extent
        return varint(extent) + b"".join(row(rest, data[i * size : i * size + size]) for i in range(extent))

    size = itemsize * math.prod(shape[1:])
    data = request["data"]
    return column, b"".join(row(shape[1:], data[i * size : i * size + size]) for i in range(shape[0]))


def varint(n):
    return bytes([n]) if n < 128 else bytes([n % 128 + 128]) + varint(n // 128)


def write(path, array):
    if isinstance(array, dict):
        raise Unsupported("ClickHouse has no archives")
    column, rows = array
    with open(f"{path}.rows", "wb") as file:
        file.write(rows)
    run(
        f"INSERT INTO FUNCTION file('{path}', Npy, 'array {column}')"
        f" SELECT * FROM file('{path}.rows', RowBinary, 'array {column}')"
    )


Library(
    name="clickhouse",
    version=version("chdb-core"),
    language="C++",
    refusals=(ChdbError,),
    features="npy v1 v2 v3 bool int int64 uint uint64 float16 float bytes text big-endian 1d 2d nd empty long-header",
    read=read,
    describe=describe,
    build=build,
    write=write,
).run()
