#!/usr/bin/env python3
"""Write .npy files with the installed NumPy, and what NumPy says about each of them.

usage: write.py OUTDIR

OUTDIR/expected.jsonl gets one object per file. Its first part is the header as NumPy reads it back
from the file; "write" is what NumPy was given, so that another writer can be compared with its bytes.

OUTDIR/named has files in which something is what the user named or put there: titles, keys, objects,
and what open_memmap accepts. OUTDIR/named.jsonl lists the rules that each breaks with an error.
"""

import collections
import datetime
import decimal
import fractions
import inspect
import json
import math
import os
import pathlib
import re
import sys
import warnings

import numpy as np
from numpy.lib import format as npy

try:
    from numpy.lib._format_impl import _read_array_header
except ImportError:  # NumPy < 2.3
    from numpy.lib.format import _read_array_header

NUMPY2 = int(np.__version__.split(".")[0]) >= 2
MAX_RANK = 64 if NUMPY2 else 32
UNITS = "Y M W D h m s ms us ns ps fs as".split()
VERSIONS = [None, (1, 0), (2, 0), (3, 0)]


class Folder:
    """The files written so far, and the log of what is expected of them."""

    def __init__(self, root):
        self.root = root
        os.makedirs(root, exist_ok=True)
        self.log = open(os.path.join(root, "expected.jsonl"), "w", encoding="ascii")
        self.count = 0

    def close(self):
        self.log.close()

    def name(self, label):
        self.count += 1
        slug = re.sub(r"[^A-Za-z0-9]+", "-", label.replace("<", "le").replace(">", "be")).strip("-")
        return "%04d-%s.npy" % (self.count, slug[:60])

    def array(self, label, array, version=None):
        name = self.name(label)
        with open(os.path.join(self.root, name), "wb") as f:
            npy.write_array(f, array, version=version)
        self.record(name, npy.header_data_from_array_1_0(array), version, array.dtype)

    def save(self, label, value, to_file_object=False, **options):
        """Write with np.save, which picks the version itself."""
        name = self.name(label)
        path = os.path.join(self.root, name)
        if to_file_object:
            with open(path, "wb") as f:
                np.save(f, value, **options)
        else:
            np.save(path, value, **options)
        array = np.asanyarray(value)
        self.record(name, npy.header_data_from_array_1_0(array), None, array.dtype)

    def memmap(self, label, dtype, shape, fortran_order=False, version=None):
        name = self.name(label)
        dtype = np.dtype(dtype)
        mapped = npy.open_memmap(
            os.path.join(self.root, name), "w+", dtype, shape, fortran_order, version
        )
        mapped[...] = filled(dtype, shape)
        mapped.flush()
        del mapped
        header = {
            "descr": npy.dtype_to_descr(dtype),
            "fortran_order": fortran_order,
            "shape": shape,
        }
        self.record(name, header, version, dtype)

    def bare_header(self, label, dtype, shape, fortran_order, version):
        """Write only a header, which is the whole file of an empty array."""
        name = self.name(label)
        dtype = np.dtype(dtype)
        header = {
            "descr": npy.dtype_to_descr(dtype),
            "fortran_order": fortran_order,
            "shape": shape,
        }
        write = {(1, 0): npy.write_array_header_1_0, (2, 0): npy.write_array_header_2_0}[version]
        with open(os.path.join(self.root, name), "wb") as f:
            write(f, header)
        self.record(name, header, version, dtype)

    def record(self, name, header, requested, dtype):
        path = os.path.join(self.root, name)
        size = os.path.getsize(path)
        with open(path, "rb") as f:
            version = npy.read_magic(f)
            shape, fortran_order, read = _read_array_header(f, version, max_header_size=size)
            offset = f.tell()
        data_bytes = size - offset if read.hasobject else math.prod(shape) * read.itemsize
        if offset + data_bytes != size:
            raise AssertionError("%s: %d bytes, expected %d" % (name, size, offset + data_bytes))
        json.dump(
            {
                "path": name,
                "numpy": np.__version__,
                "version": version,
                "dtype": read.str if read.names is None else repr(read.descr),
                "itemsize": read.itemsize,
                "shape": shape,
                "fortran_order": fortran_order,
                "data_offset": offset,
                "data_bytes": data_bytes,
                "longdouble": has_longdouble(dtype),
                "write": {
                    "descr": header["descr"] if dtype.names is None else repr(header["descr"]),
                    "shape": header["shape"],
                    "fortran_order": header["fortran_order"],
                    "version": requested,
                },
            },
            self.log,
        )
        self.log.write("\n")


def has_longdouble(dtype):
    if dtype.subdtype:
        return has_longdouble(dtype.subdtype[0])
    if dtype.names is not None:
        return any(has_longdouble(dtype[name]) for name in dtype.names)
    return dtype.char in "gG" and np.dtype("g").itemsize > np.dtype("d").itemsize


RNG = np.random.RandomState(1)

OBJECTS = [
    None, True, 1, -(2**70), 1.5, 2j, "text", "\u20ac\U0001f40d", b"bytes", (1, 2), [3, [4]],
    {"a": 5}, {6, 7}, frozenset([8]), range(3), slice(1, 2), Ellipsis, np.float32(9),
    np.arange(3), np.datetime64("2000-01-01"), decimal.Decimal("1.1"), fractions.Fraction(1, 3),
    datetime.date(2000, 1, 1), datetime.timedelta(1), collections.OrderedDict(a=1), "", b"", (), [],
    bytearray(b"x"), NotImplemented, np.dtype("<i4"), np.array(5), np.array([None]),
]


def filled(dtype, shape, order="C"):
    """An array of arbitrary legal values."""
    array = np.zeros(shape, dtype, order=order)
    fill(array)
    return array


def fill(array):
    dtype = array.dtype
    if dtype.names is not None:
        for name in dtype.names:
            fill(array[name])
    elif array.size == 0 or dtype.itemsize == 0:
        pass
    elif dtype.kind == "O":
        for i, index in enumerate(np.ndindex(*array.shape)):
            array[index] = OBJECTS[i % len(OBJECTS)]
    elif dtype.kind == "b":
        array[...] = RNG.randint(0, 2, array.shape)
    elif dtype.kind == "U":
        points = np.array([0x00, 0x41, 0xE9, 0x20AC, 0xD7FF, 0xE000, 0xFFFF, 0x1F40D, 0x10FFFF])
        count = array.size * dtype.itemsize // 4
        chosen = points[RNG.randint(0, len(points), count)]
        chosen = chosen.astype(dtype.str[0] + "u4").view(dtype).reshape(array.shape)
        array[...] = chosen
    else:
        values = np.frombuffer(RNG.bytes(array.size * dtype.itemsize), dtype)
        array[...] = values.reshape(array.shape)


def both_orders(codes):
    return [order + code for code in codes.split() for order in "<>"]


SCALARS = (
    "|b1 |i1 |u1 |S1 |S5 |S1000 |V0 |V1 |V2 |V16 |O".split()
    + both_orders("i2 i4 i8 u2 u4 u8 f2 f4 f8 c8 c16 U1 U7 U100 M8 m8 M8[D] m8[ns] M8[25s]")
    + [np.dtype(code).newbyteorder(order) for code in "gG" for order in "<>"]
)


def scalars(out):
    for code in SCALARS:
        dtype = np.dtype(code)
        for shape in [(), (1,), (3,), (2, 3), (0,), (0, 4), (3, 0, 2), (2, 3, 4)]:
            out.array("%s %s" % (dtype.str, shape), filled(dtype, shape))
        for shape in [(2, 3), (4, 1, 3), (1, 5)]:
            out.array("%s %s F" % (dtype.str, shape), filled(dtype, shape, order="F"))
    # Each of NumPy's C types, whatever its size on this machine.
    for code in "?bBhHiIlLqQpPefdgFDGSUVOMm":
        out.array("C type %s" % code, filled(np.dtype(code), (2,)))


def datetimes(out):
    for code in both_orders("M8 m8"):
        for unit in UNITS:
            for multiple in ["", 2, 25, 1000000, 2147483647]:
                dtype = "%s[%s%s]" % (code, multiple, unit)
                out.array(dtype, filled(np.dtype(dtype), (2,)))
    for text in ["M8[7D/2]", "M8[2W]", "m8[24h]", "m8[60s]", "M8[D/24]"]:
        try:
            dtype = np.dtype(text)
        except (TypeError, ValueError):
            continue  # not all releases know every form
        out.array("unit %s" % text, filled(dtype, (2,)))


def ranks(out):
    for rank in range(MAX_RANK + 1):
        out.array("rank %d" % rank, filled(np.dtype("<f4"), (1,) * rank))
        shape = ((2,) + (1,) * rank + (3,))[:rank]
        out.array("rank %d C" % rank, filled(np.dtype(">i2"), shape))
        if rank >= 2:
            shape = (2,) + (1,) * (rank - 2) + (3,)
            out.array("rank %d F" % rank, filled(np.dtype("<i2"), shape, order="F"))


def layouts(out):
    """Arrays whose order in memory differs from that in the file."""
    base = np.arange(24, dtype="<i4").reshape(4, 6)
    views = {
        "transposed": base.T,
        "columns": base[:, ::2],
        "rows": base[::2],
        "column": base[:, 1],
        "reversed": base[::-1, ::-1],
        "broadcast": np.broadcast_to(np.arange(3), (5, 3)),
        "broadcast scalar": np.broadcast_to(np.float32(7), (2, 2)),
        "diagonal": np.diagonal(base),
        "new axis": base[:, None, :],
        "swapped axes": base.reshape(2, 3, 4).swapaxes(0, 1),
        "field": np.zeros(3, "i4,f8")["f1"],
        "fields": np.zeros(3, "i4,f8,u1")[["f0", "f2"]],
        "real part": np.zeros(3, "c16").real,
        "byte-swapped": base.astype(">i4"),
        "read-only": np.frombuffer(b"0123456789abcdef", "<u4"),
        "empty slice": base[2:2],
        "F of one row": np.asfortranarray(base[:1]),
        "F of one column": np.asfortranarray(base[:, :1]),
        "F empty": np.zeros((0, 3), order="F"),
        "subarray becomes a dimension": np.zeros(2, "(3,)i4"),
    }
    for label, array in views.items():
        for version in VERSIONS:
            out.array("%s %s" % (label, version), array, version)


def growth(out):
    """First dimensions of every number of digits, which decides the growth space."""
    for digits in range(19):
        n = 10**digits
        out.array("grows %d" % n, np.zeros((n, 0), "i1"))
        out.array("grows %d 3d" % n, np.zeros((n, 0, 2), ">f4"))
        for version in [(1, 0), (2, 0)]:
            out.bare_header("grows F %d %s" % (n, version), "<u2", (3, 0, n), True, version)
    for n in [2**31 - 1, 2**31, 2**32, 2**62, 2**63 - 1]:
        out.array("dimension %d" % n, np.zeros((0, n), "u1"))
        out.bare_header("dimension F %d" % n, "|i1", (0, n), True, (1, 0))


STRUCTURED = {
    "one": [("a", "<i4")],
    "two": [("a", "<i4"), ("b", ">f8")],
    "bool": [("flag", "?"), ("bits", "?", (3,))],
    "strings": [("s", "S3"), ("u", "<U5"), ("v", "V4"), ("big", ">U2")],
    "zero sizes": [("s", "S0"), ("u", "U0"), ("v", "V0"), ("x", "i1")],
    "only zero size": [("v", "V0")],
    "times": [("t", "<M8[25us]"), ("d", ">m8[D]"), ("g", "<M8")],
    "half and complex": [("h", "<f2"), ("c", ">c8"), ("z", "<c16")],
    "longdouble": [("a", "u1"), ("g", "g"), ("gg", "G", (2,))],
    "object": [("o", "O"), ("n", "<i4")],
    "object inside": [("a", [("b", [("o", "O", (2,))])]), ("u", "U2")],
    "nested": [("p", [("x", "<f4"), ("y", "<f4")]), ("id", "<u8")],
    "nested deep": [("a", [("b", [("c", [("d", [("e", [("f", "<i2")])])])])])],
    "subarray": [("m", "<f4", (3, 3))],
    "subarray 1": [("m", "<f4", (1,))],
    "subarray empty": [("m", "<f4", (0,)), ("n", "<i2", (2, 0, 3)), ("x", "u1")],
    "subarray of scalars": [("m", "<f4", ())],
    "subarray in subarray": [("m", ("<f8", (2,)), (3,))],
    "subarray thrice": [("m", (("<i2", (2,)), (3, 1)), (4,))],
    "subarray of struct": [("m", [("x", "<f4"), ("s", "S3", (2,))], (2, 2))],
    "subarray of struct in subarray": [("m", ([("x", ">u2")], (2,)), (3,))],
    "titles": [(("Title A", "a"), "<i4"), (("Title B", "b"), "<f8", (2,))],
    "title of struct": [(("Point", "p"), [(("X axis", "x"), "<f4"), ("y", "<f4")])],
    "title empty": [(("", "a"), "<i4")],
    "unnamed": [("", "<i4"), ("", "<f8")],
    "comma string": "i4,(2,)f8,S5",
    "no fields": [],
    "no fields inside": [("e", []), ("x", "<i4")],
    "no fields but a size": {"names": [], "formats": [], "itemsize": 8},
    "offsets": {"names": ["a", "b"], "formats": ["u1", "<f8"], "offsets": [3, 16], "itemsize": 40},
    "leading padding": {"names": ["a"], "formats": ["<i4"], "offsets": [4]},
    "trailing padding": {"names": ["a"], "formats": ["<i4"], "itemsize": 5},
    "padding and titles": {
        "names": ["a", "b"], "formats": ["u1", "(2,)<u2"], "offsets": [1, 6], "titles": ["A", "B"],
    },
    "huge padding": {"names": ["a"], "formats": ["<i4"], "offsets": [100000]},
    "mixed case": [("A", "<i4"), ("a", "<i4")],
}

ALIGNED = {
    "aligned": [("a", "u1"), ("b", "<f8"), ("c", "<i2")],
    "aligned nested": [("a", "u1"), ("p", np.dtype([("x", "u1"), ("y", "<i4")], align=True), (2,))],
    "aligned bool": [("flag", "?"), ("x", "<i4"), ("last", "?")],
    "aligned object": [("flag", "?"), ("o", "O")],
    "aligned strings": [("s", "S3"), ("u", "<U1"), ("v", "V1"), ("x", "<c16"), ("e", "i1")],
    "aligned titles": [(("T", "a"), "u1"), ("b", "<i8")],
    "aligned nothing": [],
}


def structured(out):
    dtypes = [(label, np.dtype(spec)) for label, spec in STRUCTURED.items()]
    dtypes += [(label, np.dtype(spec, align=True)) for label, spec in ALIGNED.items()]
    for label, dtype in dtypes:
        for shape in [(), (3,), (2, 3), (0,)]:
            out.array("%s %s" % (label, shape), filled(dtype, shape))
        out.array("%s F" % label, filled(dtype, (3, 2), order="F"))
        for version in VERSIONS[1:]:
            out.array("%s %s" % (label, version), filled(dtype, (2,)), version)
    out.array("big-endian all", filled(np.dtype(STRUCTURED["two"]).newbyteorder(">"), (2,)))


# Names by how repr writes them: unchanged, escaped, or in double quotes.
NAMES = {
    "space": " ", "spaces": "a b  c", "punctuation": "a,b:c;(d)[e]{f}#g", "digit": "0",
    "keyword": "shape", "looks like padding": "|V4", "single quote": "it's", "double quote": 'a"b',
    "both quotes": "'\"", "only single quotes": "'''", "backslash": "a\\b", "backslash end": "a\\",
    "backslash and quote": "\\'", "newline": "a\nb", "tab": "\t", "return": "\r", "NUL": "a\x00b",
    "bell": "\x07", "escape": "\x1b[31m", "delete": "\x7f", "vertical tab": "\x0b", "backspace": "\b",
    "C1 control": "\x85", "no-break space": "a\xa0b", "soft hyphen": "\xad",
    "latin1": "\xe9", "latin1 and single quote": "l'\xe9t\xe9", "latin1 all": "".join(map(chr, range(0xA1, 0x100))),
    "latin1 first and last": "\xa1\xff", "ASCII all": "".join(map(chr, range(1, 0x80))),
    "Latin Extended": "\u0100", "Greek": "\u03b1\u03b2", "Cyrillic": "\u0434\u043b\u0438\u043d\u0430",
    "CJK": "\u6570\u636e", "Hebrew": "\u05d0", "Arabic": "\u0628", "emoji": "\U0001f40d",
    "last plane": "\U000e0100", "combining": "e\u0301", "only combining": "\u0301",
    "line separator": "\u2028", "paragraph separator": "\u2029", "zero-width space": "\u200b",
    "right-to-left override": "\u202e", "ideographic space": "\u3000", "byte order mark": "\ufeff",
    "private use": "\ue000", "private plane": "\U000f0000", "noncharacter": "\uffff",
    "unassigned": "\u0378", "lone surrogate": "\ud800", "surrogate pair": "\ud83d\udc0d",
    "low surrogate": "a\udcffb", "tag": "\U000e0001", "last code point": "\U0010ffff",
    "escapes and CJK": "\u6570\n'\"\\\u200b", "replacement": "\ufffd", "long": "x" * 300,
}


def names(out):
    for label, name in NAMES.items():
        dtype = np.dtype([(name, "<i4")])
        for version in VERSIONS:
            if version in [(1, 0), (2, 0)] and not is_latin1(repr(dtype.descr)):
                continue
            out.array("name %s %s" % (label, version), filled(dtype, (2,)), version)
        out.array("title " + label, filled(np.dtype([((name, "field"), "<i4")]), (2,)))
    for label in ["latin1", "CJK", "single quote", "newline"]:
        out.memmap("name memmap " + label, [(NAMES[label], "<f8")], (2,))
    every = [(name, "u1") for name in NAMES.values()]
    out.array("names all", filled(np.dtype(every), (2,)))


def is_latin1(text):
    try:
        text.encode("latin1")
    except UnicodeEncodeError:
        return False
    return True


def header_lengths(out):
    """Headers of every length modulo 64, and around the limits of 10,000 characters and 64 KiB."""
    for n in range(1, 67):
        out.array("length ASCII %d" % n, np.zeros((1,), [("x" * n, "<i4")]))
        out.array("length latin1 %d" % n, np.zeros((1,), [("\xe9" * n, "<i4")]))
        out.array("length wide %d" % n, np.zeros((1, 2), [("\u20ac" * n, "<i4")], order="F"))
        out.array("length v2 %d" % n, np.zeros((12, 0), [("x" * n, "<i4")]), (2, 0))
        out.array("length v3 %d" % n, np.zeros((), [("x" * n, "<i4")]), (3, 0))
    for n in range(9820, 9960, 4):
        out.array("near 10000 %d" % n, np.zeros((1,), [("x" * n, "<i4")]))
        out.array("near 10000 v2 %d" % n, np.zeros((1,), [("x" * n, "<i4")]), (2, 0))
    for n in range(9600, 9960, 9):
        name = "\u0434" * 200 + "x" * (n - 200)
        out.array("near 10000 v3 %d" % n, np.zeros((1,), [(name, "<i4")]))
    out.array("10000 bytes of fewer characters", np.zeros((1,), [("\u0434" * 6000, "<i4")]))
    for n in range(65390, 65470, 2):
        out.array("near 65536 %d" % n, np.zeros((1,), [("x" * n, "<i4")]))
    for n in range(65380, 65480, 20):
        out.array("near 65536 latin1 %d" % n, np.zeros((1,), [("\xe9" * n, "<i4")]))
    for n in [15, 20, 50, 150, 400, 500, 1000, 2500, 2800, 3000, 3500]:
        fields = [("field_%05d" % i, SCALARS[i % 9]) for i in range(n)]
        out.array("fields %d" % n, filled(np.dtype(fields), (1,)))
        fields[n // 2] = ("\xe9", "<f4")
        out.array("fields %d latin1" % n, filled(np.dtype(fields), (1,)))
        fields[n // 2] = ("\u20ac", "<f4")
        out.array("fields %d wide" % n, filled(np.dtype(fields), (1,)))


def objects(out):
    for i, value in enumerate(OBJECTS):
        array = np.empty((), "O")
        array[()] = value
        out.array("object %d" % i, array)
    for version in VERSIONS:
        out.array("objects %s" % (version,), filled(np.dtype("O"), (40,)), version)
    out.array("objects F", filled(np.dtype("O"), (5, 8), order="F"))
    out.array("objects with a function", np.array([len], "O"))
    out.array("objects empty", np.empty((0, 3), "O"))
    out.array("objects many", np.array([str(i) for i in range(5000)], "O"))
    shared = np.empty(2, "O")
    shared[:] = [[1], None]
    shared[1] = shared[0]
    out.array("objects shared", shared)
    circular = np.empty(1, "O")
    circular[0] = [circular]
    out.array("objects circular", circular)
    out.save("objects ragged", np.array([[1], [2, 3]], "O"))
    if "fix_imports" in inspect.signature(np.save).parameters:
        out.save("objects fix_imports", np.array([None], "O"), fix_imports=False)


def entry_points(out):
    """The ways in which arrays reach a file other than write_array."""
    values = {
        "list": [1.5, 2.5], "int": 3, "float": 1.5, "complex": 1j, "bool": True, "str": "text",
        "bytes": b"bytes", "empty list": [], "nested list": [[1, 2], [3, 4]], "range": range(5),
        "scalar": np.float32(1), "datetime64": np.datetime64("2000-01-01T00:00:00.123"),
        "NaT": np.datetime64("NaT"), "timedelta64": np.timedelta64(5, "h"), "None": None,
        "strings": ["a", "bcd", "\u20ac"], "matrix": np.matrix([[1, 2]]),
        "char array": np.array(["a", "bc"]).view(np.char.chararray),
        "recarray": np.rec.array([(1, 2.0), (3, 4.0)], dtype=[("a", "<i4"), ("b", "<f8")]),
        "recarray of records": np.rec.fromarrays([[1, 2], ["a", "b"]], names="n,s"),
        "record dtype": np.zeros(2, np.dtype((np.record, [("a", "<i4")]))),
        "subclass": np.arange(3).view(type("Sub", (np.ndarray,), {})),
        "metadata": np.zeros(2, np.dtype("<i4", metadata={"unit": "m"})),
        "void scalar": np.void(b"abc"), "ndarray of ints": np.zeros((2, 2), int),
    }
    if NUMPY2:  # 1.x writes the metadata of fields into descr, and can't read what it wrote
        values["metadata inside"] = np.zeros(2, [("a", np.dtype("<i4", metadata={"unit": "m"}))])
    for label, value in values.items():
        out.save("save %s" % label, value)
        out.save("save to object %s" % label, value, to_file_object=True)
    for code in ["|b1", "|u1", "<i2", ">f4", "<c16", "|S3", ">U2", "<M8[s]", "|V3", "g"]:
        out.memmap("memmap %s" % code, code, (3,))
        out.memmap("memmap 2d %s" % code, code, (2, 5))
        out.memmap("memmap F %s" % code, code, (2, 5), fortran_order=True)
    for shape in [(), (1,), (7,), (1, 9)]:  # F has no effect on these, but is written
        out.memmap("memmap F %s" % (shape,), "<f8", shape, fortran_order=True)
    for version in VERSIONS:
        for fortran_order in [False, True]:
            label = "memmap %s %s" % (version, fortran_order)
            out.memmap(label, "<f8", (123, 4), fortran_order, version)
            out.memmap(label + " struct", STRUCTURED["titles"], (5, 67), fortran_order, version)
    out.memmap("memmap large", "<f8", (1000, 100))
    out.array("larger than a write buffer", np.zeros((3 << 20,), "u1"))


def string_dtype(out):
    if not NUMPY2:
        return
    plain = np.dtypes.StringDType()
    for version in VERSIONS:
        out.array("StringDType %s" % (version,), np.array(["a", "\u20ac" * 30], plain), version)
    out.array("StringDType 2d", np.array([["a", "b"], ["c", ""]], plain, order="F"))
    out.array("StringDType empty", np.array([], plain))
    out.array("StringDType missing", np.array(["a", None], np.dtypes.StringDType(na_object=None)))


def named(root):
    """Write files with the names, titles and objects of a user, and which errors they have."""
    folder = os.path.join(root, "named")
    os.makedirs(folder)
    log = open(os.path.join(root, "named.jsonl"), "w", encoding="ascii")

    def path(name, errors):
        json.dump({"path": "named/" + name, "errors": errors}, log)
        log.write("\n")
        return os.path.join(folder, name)

    numbers = np.arange(3.0)
    objects = np.array([None, "text"], "O")
    for label, title in [("bytes", b"t"), ("int", 1), ("tuple", (1, "t")), ("float", 0.5), ("text", "t")]:
        array = np.zeros(2, np.dtype([((title, "a"), "<i4")]))
        np.save(path("title-%s.npy" % label, []), array)
    np.save(path("unnamed-of-a-dictionary.npy", []), np.zeros(2, {"names": ["a", ""], "formats": ["<i4", "<f8"]}))
    for label, arrays in [
        ("numbers-numbers", [numbers, numbers]),
        ("numbers-objects", [numbers, objects]),
        ("objects-numbers", [objects, numbers]),
        ("objects-objects", [objects, objects]),
    ]:
        with open(path("twice-%s.npy" % label, []), "wb") as f:
            for array in arrays:
                np.save(f, array)

    paths = np.array([pathlib.PurePosixPath("a"), pathlib.Path("a")], "O")
    np.save(path("object-of-paths.npy", []), paths)
    function = np.array([os.system], "O")
    np.save(path("object-of-a-function.npy", ["pickle-import-dangerous"]), function)
    np.save(path("object-of-a-pattern.npy", ["pickle-call-unknown"]), np.array([re.compile("a")], "O"))
    for label, keys, errors in [
        ("absolute", ["/a"], ["zip-name-absolute"]),
        ("parent", ["../a"], ["zip-name-parent"]),
        ("drive", ["c:x"], []),
        ("newline", ["a\nb"], []),
        ("escape", ["\x1b[2J"], []),
        ("backslash", ["a\\b"], []),
        ("device", ["con"], []),
        ("empty", [""], []),
        ("folder", ["d/a"], []),
        ("case", ["a", "A"], []),
        ("normal-forms", ["\xe9", "e\u0301"], []),
        ("suffix", ["a.npy"], []),
        ("suffix-and-not", ["a", "a.npy"], ["npz-key-ambiguous"]),
        ("long", ["k" * 300], []),
        ("wide", ["\u043a\u043b\u044e\u0447"], []),
        ("of-the-class", ["files", "f", "allow_pickle", "zip", "__class__"], []),
    ]:
        if "allow_pickle" in keys and "allow_pickle" in inspect.signature(np.savez).parameters:
            keys = [key for key in keys if key != "allow_pickle"]  # a parameter since NumPy 2.3
        values = dict.fromkeys(keys, numbers)
        np.savez(path("key-%s.npz" % label, errors), **values)
        np.savez_compressed(path("key-%s-compressed.npz" % label, errors), **values)
    np.savez(path("positional.npz", []), numbers, objects, b=numbers)
    np.savez(path("no-arrays.npz", []))
    np.savez(path("path-in-archive.npz", []), p=paths)
    np.savez(path("function-in-archive.npz", ["pickle-import-dangerous"]), f=function)

    # open_memmap writes what it is given.
    scalar = ["header-not-a-literal"] if NUMPY2 else []
    forms = [
        ("shape-of-scalars", {"shape": (np.int64(3),)}, scalar),
        ("order-int", {"shape": (3,), "fortran_order": 1}, ["order-not-bool"]),
    ]
    if NUMPY2:  # 1.x fails after it wrote the header
        forms.append(("shape-list", {"shape": [3]}, ["shape-not-tuple"]))
    for label, options, errors in forms:
        mapped = npy.open_memmap(path("memmap-%s.npy" % label, errors), "w+", np.dtype("<f8"), **options)
        mapped.flush()
        del mapped
    log.close()


def main():
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    # NumPy warns about format versions, metadata and new dtypes; none of that affects the files.
    warnings.simplefilter("ignore")
    out = Folder(sys.argv[1])
    for part in [
        scalars, datetimes, ranks, layouts, growth, structured, names, header_lengths, objects,
        entry_points, string_dtype,
    ]:
        part(out)
    out.close()
    named(sys.argv[1])
    print("numpy %s wrote %d files" % (np.__version__, out.count))


if __name__ == "__main__":
    main()
