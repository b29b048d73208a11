"""The check of archives with good arrays, which compares checksums and looks at every value.

libdeflate checks the same streams in files of gzip. The bounds are a third of what a machine with two cores showed,
or less."""

import os
import struct
import sys
import zipfile

from inputs import npy, numbers

RECORDS = 1 << 21


def measure(bench):
    bench.require("libdeflate-gunzip", "libdeflate-tools")
    path = bench.path("a.npz")
    for what, members, make, bounds in (
        ("8 deflated arrays of 8 MiB", 8, lambda: write_arrays(path, zipfile.ZIP_DEFLATED, 8, 1), (0.83, 0.73, 0.2)),
        ("a deflated array of 64 MiB", 1, lambda: write_arrays(path, zipfile.ZIP_DEFLATED, 1, 8), (0.41, 0.43, 0.2)),
        ("2,097,152 deflated records of 41 bytes", 1, lambda: write_records(path), (0.41, 0.33, 0.1)),
    ):
        bench.make(make)
        streams = [bench.path("%d.gz" % i) for i in range(members)]
        bench.make(write_gzip, path, streams)
        bench.compare(what, ["check", "--depth=full", path], [
            bench.program("unzip", "-tqq", path, bound=bounds[0]),
            bench.program(sys.executable, "-m", "zipfile", "-t", path, bound=bounds[1]),
            bench.program("libdeflate-gunzip", "-kt", *streams, bound=bounds[2]),
        ])
        for name in path, *streams:
            os.remove(name)
    for what, arrays, times in (("8 stored arrays of 256 MiB", 8, 32), ("a stored array of 2 GiB", 1, 256)):
        bench.make(write_arrays, path, zipfile.ZIP_STORED, arrays, times)
        bench.compare(what, ["check", "--depth=full", path], [bench.program("cat", path, bound=0.3)])
        os.remove(path)


def write_arrays(path, method, arrays, times):
    """Write arrays of 8 MiB times the given number."""
    data = numbers(1 << 20)
    with zipfile.ZipFile(path, "w", method) as z:
        for i in range(arrays):
            with z.open("arr_%d.npy" % i, "w", force_zip64=True) as member:
                member.write(npy("(%d,)" % (times << 20)))
                for _ in range(times):
                    member.write(data[8 * i:] + data[: 8 * i])


def write_records(path):
    """Write measurements with a flag and a label of 8 characters: records with values that can be wrong."""
    floats = numbers(1 << 16)
    rows = [b"\x01" + floats[8 * i: 8 * i + 8] + ("run%05d" % i).encode("utf-32-le") for i in range(1 << 16)]
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as z:
        head = npy("(%d,)" % RECORDS, "[('ok', '|b1'), ('value', '<f8'), ('label', '<U8')]")
        z.writestr("arr_0.npy", head + b"".join(rows) * (RECORDS // len(rows)))


def write_gzip(path, names):
    """Write the stream of each member into a file of gzip."""
    with zipfile.ZipFile(path) as z, open(path, "rb") as archive:
        for member, name in zip(z.infolist(), names, strict=True):
            archive.seek(member.header_offset + 26)
            archive.seek(sum(struct.unpack("<2H", archive.read(4))), os.SEEK_CUR)
            with open(name, "wb") as f:
                f.write(b"\x1f\x8b\x08" + bytes(6) + b"\xff")
                f.write(archive.read(member.compress_size))
                f.write(struct.pack("<2I", member.CRC, member.file_size))
