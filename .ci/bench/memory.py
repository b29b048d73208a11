"""Checks of hostile files, which take little memory whatever the files claim or hold, and info with trees of objects.

Files that are mostly zeros take no space on disk."""

import os
import struct
import zipfile
import zlib

from inputs import archive, end, entry, local, npy, version2

MIB = 1 << 20
LIMIT = 40 * MIB
ARCHIVE_LIMIT = 64 * MIB
INFO_LIMIT = 100 * MIB  # what info remembers of each array, most of which is there without trees
CLAIM = 0xFFFFFF80  # a header length close to the 4 GiB that version 2.0 allows
FULL = MIB - 12  # the longest header that npycheck reads: the data begins at 1 MiB


def measure(bench):
    for what, head, size, tail, depth, code in hostile_files():
        check_case(bench, "case.npy", what, lambda: [(0, head), (size - len(tail), tail)], depth, code, LIMIT)
    for what, make, structure, full in hostile_archives():
        check_case(bench, "case.npz", what, make, ["--depth=structure"], structure, ARCHIVE_LIMIT)
        if full is not None:  # a JSON report of members and imports is the longest
            check_case(bench, "case.npz", what, make, ["--depth=full", "--format=json"], full, ARCHIVE_LIMIT)
    for what, make in (
        ("100,000 arrays of objects", arrays_of_objects),
        ("60,000 members of objects", members_of_objects),
    ):
        path = bench.path("case.npz")
        bench.make(make, path)
        # The number of trees has a limit, so they take as long as the rest at most.
        without = bench.program(bench.npycheck, "info", "--depth=0", path, bound=0.33)
        bench.compare(what, ["info", path], [without], limit=INFO_LIMIT, once=True)
        os.remove(path)


def check_case(bench, name, what, make, options, code, limit):
    path = bench.path(name)
    bench.make(write_case, path, make)
    bench.compare(what, ["check", *options, path], code=code, limit=limit, once=True)
    os.remove(path)


def hostile_files():
    """What it is, the first bytes, the size, the last bytes, options, and the exit code."""
    large = 10 << 30
    text = b"{'descr': '<f8', 'fortran_order': False, 'shape': (3,), }"
    suffixes = b"{'descr': '<f8', 'fortran_order': False, 'shape': (" + b"1L, " * 260000 + b"), }"
    warnings = version2(FULL, suffixes.ljust(FULL - 1) + b"\n")
    return [
        ("10 GiB of numbers", npy("(%d,)" % (large // 8)), 128 + large, b"", [], 0),
        ("10 GiB missing", npy("(%d,)" % (large // 8)), 128 + 1000, b"", [], 1),
        ("2 GiB of booleans, each looked at", npy("(%d,)" % (2 << 30), "'|b1'"), 128 + (2 << 30), b"", ["--depth=full"], 0),
        ("4 GiB header claimed", version2(CLAIM, text), 200, b"", [], 1),
        ("4 GiB header of NULs", version2(CLAIM, text), 5 << 30, b"\n", [], 3),
        ("1 MiB header of brackets", version2(FULL, b"(" * FULL), MIB, b"", [], 3),
        ("1 MiB header of 260,000 warnings", warnings, MIB + 8, b"", [], 0),
        ("the same, and an error after them", warnings, MIB + 7, b"", [], 1),
    ]


def write_case(path, make):
    """Write bytes, or (offset, bytes) into a file whose other bytes take no space."""
    content = make()
    with open(path, "wb") as f:
        for offset, content in content if isinstance(content, list) else [(0, content)]:
            f.seek(offset)
            f.write(content)
        f.truncate()


def stored_4gib():
    """An archive over 4 GiB as NumPy writes it, of one array of zeros. The checksum is wrong."""
    name, head = b"a.npy", npy("(%d,)" % (1 << 29))
    size = len(head) + (4 << 30)
    extra = struct.pack("<HHQQ", 1, 16, size, size)
    first = local(name, 0, 0xFFFFFFFF, 0xFFFFFFFF, extra=extra)
    offset = len(first) + size
    last = entry(name, 0, 0xFFFFFFFF, 0xFFFFFFFF, 0, extra=extra)
    return [(0, first + head), (offset, last + end(1, len(last), offset))]


def bomb(size):
    """One member: an array of 3 bytes with zeros after it, deflated."""
    z = zlib.compressobj(9, zlib.DEFLATED, -15)
    chunk, crc = npy("(3,)", "'|u1'") + bytes(MIB - 128), 0
    packed = []
    for _ in range(size // MIB):
        packed.append(z.compress(chunk))
        crc = zlib.crc32(chunk, crc)
        chunk = bytes(MIB)
    packed = b"".join(packed) + z.flush()
    first = local(b"a.npy", crc, len(packed), size, 8)
    last = entry(b"a.npy", crc, len(packed), size, 0, 8)
    return first + packed + last + end(1, len(last), len(first) + len(packed))


def shared(count, content):
    """Entries that all lead to one member."""
    crc = zlib.crc32(content)
    first = local(b"a.npy", crc, len(content), len(content)) + content
    directory = b"".join(entry(b"%06d.npy" % i, crc, len(content), len(content), 0) for i in range(count))
    return first + directory + end(count, len(directory), len(first))


def claims():
    """Numbers close to 2^63 in every zip64 field."""
    huge = (1 << 63) - 1
    extra = struct.pack("<HHQQ", 1, 16, huge, huge)
    central = struct.pack("<HHQQQ", 1, 24, huge, huge, huge)
    first = local(b"a.npy", 0, 0xFFFFFFFF, 0xFFFFFFFF, extra=extra)
    last = entry(b"a.npy", 0, 0xFFFFFFFF, 0xFFFFFFFF, 0xFFFFFFFF, extra=central)
    wide = b"PK\x06\x06" + struct.pack("<QHHIIQQQQ", huge, 45, 45, 0, 0, huge, huge, huge, huge)
    wide += b"PK\x06\x07" + struct.pack("<IQI", 0, huge, 1)
    return first + last + wide + b"PK\x05\x06" + struct.pack("<4H2IH", 0, 0, 0xFFFF, 0xFFFF, 0xFFFFFFFF, 0xFFFFFFFF, 0)


def memory_bomb():
    """260 bytes: a slot number of 2^32-1 and lengths of 4 EiB and 1 TiB."""
    pickle = b"\x80\x05Nr\xff\xff\xff\xff0\x8e" + struct.pack("<Q", 1 << 62) + b"\x96" + struct.pack("<Q", 1 << 40)
    return (npy("(1,)", "'|O'") + pickle).ljust(260, b".")


def long_dtype(fields, length=0):
    """An array whose header has a dtype of very many fields of a byte."""
    text = b"{'descr': [" + b"".join(fields) + b"], 'fortran_order': False, 'shape': (%d,), }\n" % length
    return b"\x93NUMPY\x02\x00" + struct.pack("<I", len(text)) + text + bytes(length * len(fields))


def imports(count):
    """A pickle of imports with long names."""
    return b"".join(b"cm%d" % i + b"x" * 500 + b"\n" + b"y" * 500 + b"\n" for i in range(count))


def hostile_archives():
    """What it is, a function that makes it, and the exit codes at the depths structure and full."""
    empty = npy("(0,)")
    objects = npy("(1,)", "'|O'") + b"\x80\x04("
    return [
        ("4 GiB stored, sparse", stored_4gib, 0, None),
        ("deflate bomb of 1 GiB", lambda: bomb(1 << 30), 0, 0),
        ("100,000 members", lambda: archive([(b"%06d.npy" % i, empty, b"") for i in range(100000)]), 0, 0),
        ("2,000 names of 64 KiB", lambda: archive([(b"%06d" % i + b"x" * 65000 + b".npy", empty, b"") for i in range(2000)]), 3, 3),
        ("20,000 names in code page 437", lambda: archive([(b"\xe9" * 100 + b"%06d.npy" % i, empty, b"") for i in range(20000)]), 0, 0),
        ("comment full of end records", lambda: archive([(b"a.npy", empty, b"")], (b"PK\x05\x06" + bytes(18)) * 2978), 1, 1),
        ("extra fields of 64 KiB", lambda: archive([(b"%06d.npy" % i, empty, b"\x99\x99\0\0" * 16383) for i in range(500)]), 0, 0),
        ("zip64 fields of 2^63", claims, 1, 1),
        ("20,000 entries for one member", lambda: shared(20000, objects + b"N" * 1000000 + b"t."), 3, 3),
        ("memory bomb of 260 bytes", lambda: archive([(b"a.npy", memory_bomb(), b"")]), 1, 1),
        ("20 dtypes of 100,000 fields", lambda: archive([(b"%02d.npy" % i, long_dtype([b"('','V1'),"] * 100000), b"") for i in range(20)], method=8), 3, 3),
        ("20 of these, of two sorts", lambda: archive([(b"%02d.npy" % i, long_dtype([b"('','V1'),", b"('','b1'),"] * 50000, 1), b"") for i in range(20)], method=8), 3, 3),
        ("100 members of 1,000 imports", lambda: archive([(b"%03d.npy" % i, objects + imports(1000) + b"t.", b"") for i in range(100)], method=8), 1, 1),
        ("pickle of 32 MiB of lists", lambda: archive([(b"a.npy", objects + b"]\x94" * (16 << 20), b"")]), 1, 1),
    ]


def objects():
    """Return an array of one object: a dict of three keys, one of a list."""
    pickle = b"}(K\x01G?\xf0\0\0\0\0\0\0K\x02X\x05\0\0\0helloK\x03](NK\x04K\x05eu."
    return npy("()", "'|O'") + pickle


def arrays_of_objects(path):
    with open(path, "wb") as f:
        for _ in range(100):
            f.write(objects() * 1000)


def members_of_objects(path):
    with zipfile.ZipFile(path, "w") as f:
        for i in range(60000):
            f.writestr("%d.npy" % i, objects())
