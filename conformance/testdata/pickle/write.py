"""Writes .npy files of object arrays, with every protocol that this Python has.

    python -I write.py OUTDIR [NUMPY]

NUMPY is a folder to import NumPy from, for interpreters that don't have it installed. OUTDIR gets the
files and names.txt, which lists them. It also runs under Python 2.7. All files are benign: npycheck
must find nothing in them but the note that there is a pickle.
"""

from __future__ import print_function

import sys

if len(sys.argv) > 2:
    sys.path.insert(0, sys.argv[2])

import collections
import datetime
import decimal
import fractions
import io
import os
import pickle
import uuid

import numpy as np

OUT = sys.argv[1]
PYTHON3 = sys.version_info[0] > 2
NUMPY = tuple(int(part) for part in np.__version__.split(".")[:2])
names = []


def filled(elements, shape=None):
    """An object array of the elements; numpy.array would unpack them."""
    a = np.empty(len(elements), dtype=object)
    for i, element in enumerate(elements):
        a[i] = element
    return a if shape is None else a.reshape(shape)


def picklers():
    if PYTHON3:
        return [("c", pickle.dumps), ("py", pickle._dumps)]
    import cPickle

    return [("c", cPickle.dumps), ("py", pickle.dumps)]


def write(name, content):
    name += ".npy"
    with open(os.path.join(OUT, name), "wb") as f:
        f.write(content)
    names.append(name)


def save(name, array):
    """Saves the array as NumPy does, and with every protocol and pickler after the same header."""
    f = io.BytesIO()
    np.save(f, array)
    whole = f.getvalue()
    write(name, whole)
    f.seek(0)
    np.lib.format.read_magic(f)
    np.lib.format.read_array_header_1_0(f)
    header = whole[: f.tell()]
    for kind, dumps in picklers()[: 1 if len(whole) > 100000 else 2]:
        for protocol in range(pickle.HIGHEST_PROTOCOL + 1):
            try:
                payload = dumps(array, protocol)
            except (TypeError, AssertionError, RuntimeError, pickle.PicklingError):
                continue  # not every object can be pickled with every protocol
            write("%s-%s-%d" % (name, kind, protocol), header + payload)


def plain():
    a = filled([1, -1, 255, 65536, 2**31, 2**63, -(2**64), 2**2000, 0.5, float("nan"), 1e300, True, False, None])
    save("atoms", a)
    save("strings", filled([u"", u"a", u"\xe4", u"\u4e2d\u6587", u"\U0001f600", u"a\nb\\u0041\\", u"\x00\x1a\r", u"x" * 300, u"y" * 70000]))
    if PYTHON3:
        save("surrogate", filled(["\udc80", "a\ud800b"]))
    save("bytes", filled([b"", b"a", bytes(bytearray(range(256))), b"'\"\\\n", b"x" * 300, b"y" * 70000]))
    save("bytearrays", filled([bytearray(), bytearray(b"abc"), bytearray(1000)]))
    save("tuples", filled([(), (1,), (1, 2), (1, 2, 3), (1, 2, 3, 4), tuple(range(2000)), ((((),),),)]))
    save("lists", filled([[], [1], [[]], list(range(2500)), [[1, 2], [3]]]))
    save("dicts", filled([{}, {1: 2}, {u"a": {u"b": []}}, dict((i, str(i)) for i in range(2500))]))
    save("sets", filled([set(), {1}, {u"a", u"b"}, set(range(2500)), frozenset(), frozenset([1, (2,)])]))
    save("slices", filled([slice(1), slice(1, 2, 3), complex(1, 2), object()] + ([Ellipsis, NotImplemented] if PYTHON3 else [])))
    if PYTHON3:
        save("ranges", filled([range(10), range(1, 10, 2)]))
    save("types", filled([int, float, bool, str, bytes, list, dict, set, tuple, object, complex, np.float64, np.ndarray, np.dtype]))


def stdlib():
    utc = []
    if PYTHON3:
        tz = datetime.timezone
        utc = [
            datetime.datetime(2020, 1, 2, 3, 4, 5, 6, tz.utc),
            datetime.datetime(2020, 1, 2, tzinfo=tz(datetime.timedelta(hours=1), "CET")),
            datetime.time(1, 2, 3, tzinfo=tz.utc),
        ]
    save("dates", filled([datetime.date(2020, 1, 2), datetime.time(1, 2, 3), datetime.datetime(2020, 1, 2, 3, 4, 5, 6), datetime.timedelta(1, 2, 3)] + utc))
    save("decimals", filled([decimal.Decimal("1.5"), decimal.Decimal("1e-300"), decimal.Decimal("NaN"), fractions.Fraction(1, 3), fractions.Fraction(-7)]))
    save("uuids", filled([uuid.UUID(int=5), uuid.UUID(int=2**100)]))
    d = collections.defaultdict(list)
    d[1].append(2)
    save("collections", filled([
        collections.OrderedDict([(1, 2), (3, 4)]), collections.OrderedDict(), d, collections.defaultdict(int),
        collections.deque([1, 2]), collections.deque([1], 3), collections.deque(), collections.Counter("aab"),
    ]))


def dtypes():
    yield "f8", "<f8"
    yield "be", ">i4"
    yield "bool", "?"
    yield "c16", "c16"
    yield "half", "e"
    yield "longdouble", "g"
    yield "S", "S5"
    yield "U", "U5"
    yield "V", "V7"
    yield "M8", "M8[us]"
    yield "M8n", "M8[25s]"
    yield "M8g", "M8"
    yield "m8", "m8[D]"
    yield "struct", [("a", "<i4"), ("b", "f8", (2, 3)), ("c", "S3")]
    yield "nested", [("a", [("b", "u1"), ("c", ">u2")]), ("d", "U2")]
    yield "title", [(("t", "a"), "i4"), ("b", "f4")]
    yield "many", [("f%d" % i, "i4") for i in range(100)]


def numpy_values():
    for name, descr in dtypes():
        t = np.dtype(descr)
        z = np.zeros(4, t)
        save("dtype-" + name, filled([t, np.dtype(descr, align=True) if isinstance(descr, list) else t]))
        save("scalar-" + name, filled([z[0], z[1]]))
        save("array-" + name, filled([z, z[:0], z.reshape(2, 2), z.reshape(2, 2).T, z[::2], z[0:1].reshape(())]))
    offsets = np.dtype({"names": ["b", "a"], "formats": ["i4", "i2"], "offsets": [8, 0], "itemsize": 20})
    save("offsets", filled([offsets, np.zeros(2, offsets)]))
    save("metadata", filled([np.dtype("f8", metadata={"a": 1}), np.zeros(2, np.dtype("f8", metadata={"a": [1]}))]))
    save("subarray", filled([np.dtype(("f8", (2, 3))), np.dtype(("O", (2,)))]))
    save("fortran", filled([np.asfortranarray(np.ones((2, 3))), np.asfortranarray(np.ones((2, 3, 4)))]))
    save("one-byte", filled([np.uint8(i) for i in range(5)] * 3 + [np.bool_(True), np.bool_(True)]))
    save("masked", filled([np.ma.array([1, 2], mask=[0, 1]), np.ma.masked, np.ma.array([1.0], mask=False, fill_value=3),
                           np.ma.array([(1, 2.0)], dtype="i4,f8", mask=[(0, 1)])]))
    save("records", filled([np.rec.array([(1, 2.0)], dtype="i4,f8"), np.rec.array([(1, 2.0)], dtype="i4,f8")[0], np.zeros(2, "i4,i4").view(np.recarray)]))
    save("classes", filled([np.matrix([[1, 2]]), np.char.array(["a"])]))
    save("polynomials", filled([np.poly1d([1, 2]), np.polynomial.Polynomial([1, 2]), np.polynomial.Chebyshev([1, 2])]))
    save("randomstate", filled([np.random.RandomState(1)]))
    if NUMPY >= (1, 17):
        save("random", filled([np.random.default_rng(1), np.random.PCG64(1), np.random.MT19937(2), np.random.Philox(3), np.random.SFC64(4)]))
    if NUMPY >= (1, 24):
        save("seeds", filled([np.random.SeedSequence(3)]))


def objects():
    save("zero-d", np.array(None, dtype=object))
    save("empty", np.empty((0,), dtype=object))
    save("empty-2d", np.empty((3, 0, 2), dtype=object))
    save("two-d", filled(list(range(6)), (2, 3)))
    save("fortran-objects", np.asfortranarray(filled(list(range(6)), (2, 3))))
    save("strided", filled(list(range(12)), (3, 4))[::2, ::-1])
    save("transposed", filled(list(range(24)), (2, 3, 4)).transpose(1, 0, 2))
    save("nested-objects", filled([filled([1, filled([None])]), np.empty((2, 0), dtype=object)]))
    save("struct-object", np.array([(1, None, (2, [3]))], dtype=[("a", "<i4"), ("o", "O"), ("n", [("x", "u1"), ("p", "O")])]))
    save("struct-subarray", np.zeros(3, dtype=[("o", "O", (2,)), ("v", "V4")]))
    save("struct-aligned", np.zeros((2, 2), dtype=np.dtype([("a", "u1"), ("o", "O")], align=True)))
    save("struct-title", np.zeros(2, dtype=[(("t", "a"), "O"), ("b", "f4")]))
    save("struct-titles", np.zeros(2, dtype=[(("t", "a"), "O"), (("u", "b"), [(("v", "c"), "O"), ("d", "u1")])]))
    for order in "<", ">":
        name = "struct-little" if order == "<" else "struct-big"
        kinds = ["?", "i1", "u8", "f2", "c16", "S3", "U3", "V3", "M8[25s]", "M8[us]", "m8[D]"]
        save(name, np.zeros(2, dtype=[("o", "O")] + [("f%d" % i, order + kind) for i, kind in enumerate(kinds)]))
    save("struct-inner-subarrays", np.zeros(2, dtype=[("a", [("b", "O", (2, 3))], (2,)), ("c", ("f8", (2,)), (3,)), ("d", "i4", (1,))]))
    save("struct-padded", np.zeros(2, dtype={"names": ["a", "o"], "formats": ["u1", "O"], "offsets": [3, 16], "itemsize": 40}))
    save("struct-wide", np.zeros(1, dtype=[("f%d" % i, "O" if i % 3 else "u1") for i in range(400)]))
    save("struct-record", np.rec.array([(1, None)], dtype="i4,O"))
    save("overlap", filled([np.dtype({"names": ["a", "b"], "formats": ["f8", "u1"], "offsets": [0, 7]})]))
    titled = np.dtype([(("t", "a"), "O"), (("u", "b"), "f4")])
    save("late-titles", filled([u"s%d" % i for i in range(40000)] + [np.zeros(1, titled), np.zeros(1, titled.descr), np.zeros(2, dtype=[("wide%d" % i, "u1") for i in range(200)])]))
    save("struct-scalars", filled([np.zeros(1, dtype="i4,O")[0], np.zeros(1, dtype="O,O")[0]] if NUMPY >= (1, 17) else [1]))
    save("object-dtype", filled([np.dtype("O"), np.dtype("i4,O"), np.dtype([("a", [("b", "O")])])]))
    save("masked-objects", np.ma.array(filled([1, None, u"a"]), mask=[0, 1, 0]))
    save("matrix-objects", np.matrix(filled([1, None])))
    a = np.empty(2, dtype=object)
    a[0] = a
    save("self", a)
    shared = [1, 2, 3]
    cycle = []
    cycle.append(cycle)
    knot = {}
    knot[1] = (knot, [knot])
    save("shared", filled([shared, shared, (shared,), cycle, knot, (cycle, cycle)]))
    save("big", filled(list(range(100000))))
    save("big-strings", filled([u"string %d" % i for i in range(50000)]))
    late = [u"s%d" % i for i in range(40000)]
    late += [np.zeros(3), np.zeros((2, 2)), filled([1, None]), np.float64(1), np.float64(2), np.uint8(1), np.uint8(1)]
    late += [decimal.Decimal("1"), decimal.Decimal("1"), decimal.Decimal("2"), datetime.date(2020, 1, 1), datetime.datetime(2020, 1, 1), datetime.datetime(2020, 1, 1)]
    late += [np.zeros(2, "i4,f8"), np.zeros(2, "i4,f8"), np.datetime64("2020-01-01"), np.datetime64("2020-01-01"), np.ma.array([1], mask=[1]), np.ma.array([1], mask=[1])]
    late += [collections.OrderedDict(a=1), collections.OrderedDict(a=1), uuid.UUID(int=5), uuid.UUID(int=6), b"", b"", u"datetime", u"numpy", {1}, {1}, bytearray(b"a"), fractions.Fraction(1, 2), fractions.Fraction(1, 2)]
    late += [np.array([], dtype="S1"), np.array([], dtype="S1"), np.rec.array([(1, 2)], dtype="i4,i4"), np.poly1d([1]), np.poly1d([1]), (1, 2) * 5000]
    save("late", filled(late))
    save("late-decimals", filled([decimal.Decimal(i) for i in range(30000)] + [[decimal.Decimal(1)], {1: decimal.Decimal(2)}]))
    deep = []
    for _ in range(90):
        deep = [deep]
    save("deep", filled([deep]))
    many = [(i, u"x", [i]) for i in range(20000)]
    save("one-tuple", filled([tuple(many), many]))
    if NUMPY >= (2, 0):
        T = np.dtypes.StringDType
        save("string", np.array([u"a", u"bb", u"\U0001f600"], dtype=T()))
        save("string-2d", np.array([[u"a", u"bb"], [u"c", u"d"]], dtype=T(coerce=False)))
        save("string-na", np.array([u"a", None], dtype=T(na_object=None)))
        save("string-inside", filled([np.array([u"a"], dtype=T()), T(), T(na_object=np.nan)]))
    if NUMPY >= (1, 25):
        save("dtype-classes", filled([np.dtypes.Float64DType, np.dtypes.StrDType]))


plain()
stdlib()
numpy_values()
objects()
with open(os.path.join(OUT, "names.txt"), "w") as f:
    print("\n".join(names), file=f)
