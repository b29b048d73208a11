#!/usr/bin/env python3
"""Write arrays of Python objects and compare the tree that npycheck info shows of each with what NumPy loads.

usage: compare_objects.py NPYCHECK FOLDER
"""

import ast
import collections
import datetime
import decimal
import fractions
import io
import json
import os
import pathlib
import pickle
import subprocess
import sys
import uuid

import numpy as np


class Model:
    """A class of which npycheck knows nothing."""

    def __init__(self, **attributes):
        self.__dict__.update(attributes)


class Counts(dict):
    """A dict with attributes."""


class Tagged(list):
    """A list with attributes."""


def values():
    """Yield labels and values, as users put them into arrays."""
    yield "none", None
    yield "bools", [True, False]
    yield "ints", [0, -1, 255, 256, 65535, 65536, -(2**31), 2**31, 2**53, 2**53 + 1, -(2**63), 2**64, 10**40, -(10**60), 3**320]
    yield "floats", [0.0, -0.0, 1.5, -1e-5, 1e16, 1e22, 0.1, 123456789.125, float("inf"), float("-inf"), float("nan"), 5e-324]
    yield "complex", [1 + 2j, complex(-0.0, -1.5), 1e300j]
    yield "text", ["", "a", "it's", '"', "a\nb", "\x1b[31m", "日本語", "\U0001f600", "x" * 100, "ü" * 99, "y" * 200]
    yield "bytes", [b"", b"\x00\xff", b"it's", bytes(range(100)), bytearray(b"xy"), bytearray()]
    yield "tuples", [(), (1,), (1, "a"), (1, 2, 3), (1, 2, 3, 4), ((), ((), ()))]
    yield "sets", [set(), {1}, frozenset({"a", "b"}), {1, 2, 3}, frozenset()]
    yield "dict", {"a": 1, 2: "b", (1, 2): None, None: {}, "nested": {"list": [1, [2, [3]]], "dict": {"x": {"y": {"z": 1}}}}}
    yield "collections", [collections.OrderedDict(a=1, b=[2]), collections.Counter("aab"), collections.defaultdict(list, {"a": [1]}), collections.deque([1, 2], 5)]
    yield "dates", [datetime.date(2024, 2, 29), datetime.datetime(1, 1, 1), datetime.datetime(2024, 1, 2, 3, 4, 5, 6), datetime.time(23, 59, 1),
                    datetime.time(1, 2, 3, 4), datetime.timedelta(1), datetime.timedelta(-2, 5, 6), datetime.timedelta(0, 3600), datetime.timedelta(10, 36000, 7)]
    yield "zones", [datetime.datetime(2024, 1, 2, tzinfo=datetime.timezone.utc), datetime.datetime(2024, 1, 2, tzinfo=datetime.timezone(datetime.timedelta(hours=1), "X"))]
    yield "numbers", [decimal.Decimal("1.50"), decimal.Decimal("-1E+5"), decimal.Decimal("NaN"), fractions.Fraction(1, 3), fractions.Fraction(-7)]
    yield "paths", [pathlib.PurePosixPath("/tmp/x"), pathlib.PurePosixPath("a/b"), pathlib.PurePosixPath("."), pathlib.PureWindowsPath("c:/x/y")]
    yield "scalars", [np.float32(1.5), np.float64("nan"), np.int8(-3), np.uint64(2**63), np.bool_(True), np.complex64(1 - 2j), np.datetime64("2024-01-02"),
                      np.datetime64("NaT", "ns"), np.timedelta64(5, "s"), np.datetime64("2024-01-02T03:04", "25s"), np.bytes_(b"ab"), np.float16(0.1), np.dtype(">i4").type(7)]
    yield "structured scalars", [np.array([(1, 2.5, "x")], [("a", "<i4"), ("b", ">f8"), ("c", "<U3")])[0], np.array([(1, [2, 3])], [("a", "i1"), ("b", "<u2", (2,))])[0]]
    yield "arrays", [np.zeros((128, 64), "f4"), np.arange(5, dtype=">i2"), np.array(5), np.zeros((0, 3), "?"), np.asfortranarray(np.zeros((2, 3))), np.array(["a", "bcd"]),
                     np.array([b"x"]), np.zeros(2, "M8[us]"), np.zeros(3, [("a", "i4"), ("b", "f8", (2, 2)), ("c", [("d", "S3")])]), np.zeros(2, "V5"),
                     np.zeros(2, np.dtype([("a", "i1"), ("b", "f8")], align=True)), np.zeros((2, 3, 4))[:, ::2].transpose(2, 0, 1)]
    yield "nested arrays", [np.array([np.zeros(2), None, "x"], object), np.array([[1, "a"], [None, {"k": np.zeros(1)}]], object), np.asfortranarray(np.array([[1, 2], [3, 4]], object))]
    yield "subclasses", [np.matrix([[1, 2]]), np.rec.array([(1, 2.0)], dtype=[("x", "i4"), ("y", "f8")]), np.ma.masked_array([1, 2], [0, 1])]
    yield "dtypes", [np.dtype("f4"), np.dtype([("a", "i4")]), np.dtype("M8[ns]")]
    yield "classes", [Model(w=np.zeros(3), config={"a": 1}), Model(), uuid.UUID(int=5)]
    tagged, counts = Tagged([1, 2]), Counts(a=1)
    tagged.name = counts.name = "x"
    yield "subclasses of collections", [tagged, counts]
    yield "records", [{"id": i, "name": "n%d" % i, "score": i / 2} for i in range(9)]
    shared, cycle, loop = {"k": [1, 2]}, [], {}
    cycle.append(cycle)
    loop["self"] = [loop]
    yield "shared", [shared, shared, [shared], cycle, loop, (cycle, cycle)]
    try:
        import pandas
    except ImportError:
        return
    frame = pandas.DataFrame({"a": [1, 2, 3], "b": ["x", "y", "z"], "c": [1.5, 2.5, None]})
    yield "records of a table", frame.to_dict("records")
    yield "columns of a table", frame.to_dict("list")
    yield "values of a table", frame.to_numpy()
    yield "records with dtype", frame.to_records()


def files(folder):
    """Write files, and yield their paths with the arrays that NumPy loads from them."""
    for label, value in values():
        array = np.empty((), object)
        array[()] = value
        path = os.path.join(folder, label + ".npy")
        np.save(path, array)
        yield path, np.load(path, allow_pickle=True)
        for protocol in range(6):
            head = io.BytesIO()
            np.lib.format.write_array_header_1_0(head, np.lib.format.header_data_from_array_1_0(array))
            path = os.path.join(folder, "%s %d.npy" % (label, protocol))
            with open(path, "wb") as f:
                f.write(head.getvalue() + pickle.dumps(array, protocol))
            yield path, np.load(path, allow_pickle=True)
        if isinstance(value, (list, np.ndarray)):
            array = value
            if isinstance(value, list):
                array = np.empty(len(value), object)
                for i, v in enumerate(value):
                    array[i] = v
            path = os.path.join(folder, label + " as elements.npy")
            np.save(path, array)
            yield path, np.load(path, allow_pickle=True)


def kind(value):
    """The name of the type of a value. NumPy 1 has another name for booleans."""
    module = type(value).__module__
    name = type(value).__qualname__
    if isinstance(value, np.dtype):
        return "numpy.dtype"
    if isinstance(value, np.generic):
        name = {"bool_": "bool"}.get(name, name)
    return name if module == "builtins" else module + "." + name


def real(shown):
    return float(shown.replace("Infinity", "inf")) if isinstance(shown, str) else shown


def same(shown, value):
    shown = real(shown)
    return shown == value and np.signbit(shown) == np.signbit(value) or shown != shown and value != value


def element(shown, value):
    """Whether an element of an array is shown right."""
    if isinstance(value, (tuple, list, np.ndarray)):
        return len(shown) == len(value) and all(map(element, shown, value))
    if isinstance(value, bytes):
        return shown in (value.hex(), value.decode("latin1"))
    if isinstance(value, str):
        return shown == value
    return same(shown, value)


class Comparison:
    """Compares the tree of a file with an array."""

    def __init__(self):
        self.seen = {}
        self.compared = 0

    def compare(self, node, value, at):
        """Yield what is wrong at a place, with what is shown and what is expected."""
        self.compared += 1
        if "same_as" in node:
            if self.seen.get(node["same_as"], self) is not value:
                yield at, node, "the same object as " + node["same_as"]
            return
        self.seen[at] = value
        if not isinstance(value, (Model, uuid.UUID)) and node["type"] != kind(value):
            yield at, node["type"], kind(value)
            return
        yield from self.content(node, value, at)

    def content(self, node, value, at):
        shown = node.get("value")
        if isinstance(value, np.generic):
            yield from self.scalar(node, value, at)
        elif value is None or isinstance(value, (bool, str)):
            if shown != value:
                yield at, shown, value
        elif isinstance(value, int):
            if "length" not in node and int(shown) != value or "length" in node and node["length"] < 64:
                yield at, shown, value
        elif isinstance(value, float):
            if not same(shown, value):
                yield at, shown, value
        elif isinstance(value, complex):
            if not same(shown[0], value.real) or not same(shown[1], value.imag):
                yield at, shown, value
        elif isinstance(value, (bytes, bytearray)):
            if bytes.fromhex(shown) != value or node["length"] != len(value):
                yield at, shown, value
        elif isinstance(value, (datetime.date, datetime.time)):
            if shown != (value.replace(tzinfo=None) if hasattr(value, "tzinfo") else value).isoformat():
                yield at, shown, value
            if ("state" in node) != (getattr(value, "tzinfo", None) is not None):
                yield at, node, "a time zone"
        elif isinstance(value, (datetime.timedelta, decimal.Decimal, fractions.Fraction, pathlib.PurePath)):
            if shown != str(value):
                yield at, shown, str(value)
        elif isinstance(value, np.dtype):
            yield from self.dtype(node, value, at)
        elif isinstance(value, np.ndarray):
            yield from self.array(node, value, at)
        else:
            yield from self.collection(node, value, at)

    def dtype(self, node, dtype, at):
        """NumPy swaps the bytes of arrays when it loads them, and info shows the order in the file."""
        text = node["dtype"]
        shown = np.dtype(ast.literal_eval(text) if text[0] in "[(" else text)
        if shown.newbyteorder("=") != np.dtype(dtype.descr if dtype.fields else dtype).newbyteorder("="):
            yield at, text, dtype.descr

    def scalar(self, node, value, at):
        yield from self.dtype(node, value.dtype, at)
        shown, code = node.get("value"), value.dtype.kind
        if code == "c":
            good = same(shown[0], value.real) and same(shown[1], value.imag)
        elif code == "M":
            good = shown == str(value)
        elif code == "m":
            good = int(shown) == int(value.astype("i8"))
        elif code in "iu":
            good = int(shown) == int(value)
        else:
            good = element(shown, value.item())
        if not good:
            yield at, shown, value

    def array(self, node, array, at):
        yield from self.dtype(node, array.dtype, at)
        if node["shape"] != list(array.shape):
            yield at, node["shape"], array.shape
        if array.dtype.hasobject:
            yield from self.items(node, [v if array.dtype == object else v.item() for v in np.asarray(array).ravel()], at)

    def items(self, node, items, at):
        shown = node.get("items", [])
        if len(shown) != len(items) and not node.get("cut"):
            yield at, len(shown), len(items)
        for i, (child, item) in enumerate(zip(shown, items)):
            yield from self.compare(child, item, "%s/items/%d" % (at, i))

    def entries(self, node, value, at):
        shown = node.get("entries", [])
        if len(shown) != len(value):
            yield at, len(shown), len(value)
        for i, (pair, item) in enumerate(zip(shown, value.items())):
            for j in range(2):
                yield from self.compare(pair[j], item[j], "%s/entries/%d/%d" % (at, i, j))

    def collection(self, node, value, at):
        if isinstance(value, (list, tuple, dict, set, frozenset, collections.deque)) and node.get("length", len(value)) != len(value):
            yield at, node["length"], len(value)
        if isinstance(value, (set, frozenset)):
            shown = sorted(repr(child["value"]) for child in node.get("items", []))
            if shown != sorted(map(repr, value)):
                yield at, shown, value
        elif isinstance(value, dict):
            yield from self.entries(node, value, at)
        elif isinstance(value, (list, tuple, collections.deque)):
            yield from self.items(node, list(value), at)
        elif not hasattr(value, "__dict__") and not isinstance(value, uuid.UUID):
            return
        if hasattr(value, "__dict__") and not isinstance(value, (collections.OrderedDict, collections.Counter)):
            if value.__dict__:
                yield from self.entries(node["state"], value.__dict__, at + "/state")
        if isinstance(value, Model) and node["type"] != "__main__.Model":
            yield at, node["type"], "__main__.Model"


def main():
    npycheck, folder = sys.argv[1:]
    wrong = compared = 0
    for path, array in files(folder):
        command = [npycheck, "info", "--format", "json", "--depth", "20", path]
        shown = json.loads(subprocess.run(command, check=True, stdout=subprocess.PIPE).stdout)["files"][0]["objects"]
        comparison = Comparison()
        for at, got, expected in comparison.compare(shown, array, ""):
            wrong += 1
            if wrong < 20:
                print("%s, %s: got %r, expected %r" % (os.path.basename(path), at or "the array", got, expected))
        compared += comparison.compared
    if wrong:
        sys.exit("NumPy %s: %d differences" % (np.__version__, wrong))
    print("NumPy %s: %d values agree" % (np.__version__, compared))


if __name__ == "__main__":
    main()
