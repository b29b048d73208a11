"""Makes the zipfile of this Python, and its NumPy if it has one, write archives of arrays.

    python write.py DIR LABEL

DIR/writers gets the files, whose names begin with LABEL. With a third argument "big" it gets one over
4 GiB, which takes no space on disk, and one with more members than fit in 16 bits. It also runs under
Python 2.7.
"""

from __future__ import print_function

import io
import os
import struct
import sys
import zipfile

OUT, LABEL = os.path.join(sys.argv[1], "writers"), sys.argv[2]


def header(count):
    text = ("{'descr': '<f8', 'fortran_order': False, 'shape': (%d,), }" % count).encode("ascii")
    return b"\x93NUMPY\x01\x00" + struct.pack("<H", 118) + text.ljust(117) + b"\n"


def npy(count):
    return header(count) + b"".join(struct.pack("<d", i) for i in range(count))


def path(name):
    return os.path.join(OUT, "%s-%s.npz" % (LABEL, name))


class Pipe(object):
    """A file that can't seek."""

    def __init__(self, f):
        self.f = f

    def write(self, b):
        return self.f.write(b)

    def flush(self):
        self.f.flush()

    def read(self, n=-1):
        """NumPy uses this to distinguish files from names."""
        raise io.UnsupportedOperation("read")


class Sparse(object):
    """A file in which zeros take no space."""

    def __init__(self, f):
        self.f = f
        self.seek, self.tell, self.flush, self.read = f.seek, f.tell, f.flush, f.read

    def write(self, b):
        if len(b) > 4096 and not b.strip(b"\0"):
            self.f.seek(len(b), 1)
            return len(b)
        return self.f.write(b)


def fill(z, force=False):
    for i, name in enumerate([u"a.npy", u"b.npy", u"\u65e5\u672c.npy"]):
        if force:
            info = zipfile.ZipInfo(name)
            info.compress_type = z.compression
            with z.open(info, "w", force_zip64=True) as f:
                f.write(npy(1000 * i))
        else:
            z.writestr(name, npy(1000 * i))


def write_zipfile():
    for method in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED):
        with zipfile.ZipFile(path("%d" % method), "w", method) as z:
            fill(z)
        if sys.version_info < (3, 6):
            continue
        with zipfile.ZipFile(path("%d-zip64" % method), "w", method) as z:
            fill(z, True)
        for force in (False, True):
            with open(path("%d-pipe-%d" % (method, force)), "wb") as f, zipfile.ZipFile(Pipe(f), "w", method) as z:
                fill(z, force)
        with zipfile.ZipFile(path("%d-appended" % method), "w", method) as z:
            z.writestr("a.npy", npy(5))
        with zipfile.ZipFile(path("%d-appended" % method), "a", method) as z:
            z.writestr("b.npy", npy(5))
    with zipfile.ZipFile(path("empty"), "w"):
        pass


def write_numpy(np):
    arrays = {
        "f8": np.arange(1000.0),
        "i1": np.arange(5, dtype="i1"),
        "empty": np.zeros((0, 3)),
        "scalar": np.array(5),
        "fortran": np.asfortranarray(np.arange(12).reshape(3, 4)),
        "record": np.zeros(3, [("a", "<i4"), ("b", "S3")]),
        u"text \u65e5": np.array([u"a", u"bb"]),
    }
    for name, save in [("savez", np.savez), ("compressed", np.savez_compressed)]:
        save(path(name), *list(arrays.values())[:3], **{"k_" + k: v for k, v in arrays.items()})
        with open(path(name + "-pipe"), "wb") as f:
            save(Pipe(f), **arrays)
        with open(path(name + "-none"), "wb") as f:
            save(f)


def write_big():
    chunk = b"\0" * (1 << 20)
    chunks = (4 << 10) + 8
    with open(path("big"), "wb") as f:
        with zipfile.ZipFile(Sparse(f), "w", allowZip64=True) as z:
            for name, chunks in (("a.npy", chunks), ("b.npy", 1)):
                with z.open(zipfile.ZipInfo(name), "w", force_zip64=True) as member:
                    member.write(header(chunks * len(chunk) // 8))
                    for _ in range(chunks):
                        member.write(chunk)
    with zipfile.ZipFile(path("members"), "w") as z:
        data = npy(0)
        for i in range(65537):
            z.writestr(zipfile.ZipInfo("%d.npy" % i), data)


if len(sys.argv) > 3:
    write_big()
else:
    write_zipfile()
    try:
        import numpy
    except ImportError:
        pass
    else:
        write_numpy(numpy)
