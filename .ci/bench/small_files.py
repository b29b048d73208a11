"""The check of very many files of 928 bytes, which the system has in memory.

  bare   opens each file by its path, asks for its size, reads 256 bytes and closes it, with as many workers
  find   asks for the size of each file
  NumPy  reads the header of each file; the start of Python doesn't count
"""

import os
import shutil
import struct

from inputs import npy

MIB = 1 << 20
FILES = 100_000
COUNTS = 10_000, 100_000, 1_000_000
GROWTH, NAME = 16 * MIB, 64  # of memory with the number of files: the names of a folder are sorted

SHAPE = "(100,)"
FAULTY = "(100,), 'x': 0"

LAYOUTS = {
    "in one folder": lambda i: "",
    "in 1,000 folders": lambda i: "%03d" % (i % 1000),
    "in 1,000, 20 deep": lambda i: os.path.join(*["nested-%02d" % k for k in range(20)], "%03d" % (i % 1000)),
}


def measure(bench):
    data = bench.path("data")
    bench.make(write_files, data, FILES, lambda i: "%03d" % (i % 100), SHAPE)
    peers = [bench.bare(data, bound=0.25), bench.numpy(1, data, FILES, bound=2)]
    bench.compare("100,000 files in 100 folders", ["check", data], peers)
    bench.make(shutil.rmtree, data)


def measure_million(bench):
    data, peaks = bench.path("data"), {}
    find = bench.program("find", data, "-name", "*.npy", "-size", "+0")
    for count in COUNTS:
        peers = [bench.bare(data), find, bench.numpy(os.cpu_count(), data, count)]
        for layout, folder_of in LAYOUTS.items():
            for shape, code in ((SHAPE, 0), (FAULTY, 1)):
                if code and layout == "in 1,000, 20 deep":
                    continue
                bench.make(write_files, data, count, folder_of, shape)
                what = "%s %s%s" % (format(count, ","), layout, ", findings" if code else "")
                peak = bench.compare(what, ["check", data], peers, code)
                bench.make(shutil.rmtree, data)
                peaks.setdefault((layout, code), []).append(peak)
    for (layout, code), values in peaks.items():
        names = max(COUNTS) // (1 if layout == "in one folder" else 1000)
        bench.check_growth("growth %s%s" % (layout, ", findings" if code else ""), max(values) - values[0], GROWTH + NAME * names)


def write_files(root, count, folder_of, shape):
    """Write files with a header of 128 bytes and 100 numbers of 8."""
    content = npy(shape) + struct.pack("<100d", *range(100))
    for folder in sorted({folder_of(i) for i in range(min(count, 1000))}):
        os.makedirs(os.path.join(root, folder), exist_ok=True)
    for i in range(count):
        fd = os.open(os.path.join(root, folder_of(i), "%06d.npy" % i), os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        os.write(fd, content)
        os.close(fd)
