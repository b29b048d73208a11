"""Writes arrays, one in a hundred of them an archive and one in a thousand with a fault: files.py FOLDER COUNT"""

import io
import os
import struct
import sys
import zipfile


def npy(data, length=100):
    text = b"{'descr': '<f8', 'fortran_order': False, 'shape': (%d,), }" % length
    return b"\x93NUMPY\x01\x00" + struct.pack("<H", 118) + text.ljust(117) + b"\n" + data


def npz(member):
    archive = io.BytesIO()
    with zipfile.ZipFile(archive, "w") as z:
        z.writestr("a.npy", member)
    return archive.getvalue()


DATA = struct.pack("<100d", *range(100))
GOOD = npy(DATA)
FAULTS = [GOOD[:-5], npy(DATA, -1), GOOD + b"rest", b"\x93NUMPY", npz(GOOD[:-5])]
GOOD_ARCHIVE = npz(GOOD)


def content(i):
    if i % 1000 == 7:
        fault = FAULTS[i // 1000 % len(FAULTS)]
        return fault, ".npz" if fault[:2] == b"PK" else ".npy"
    return (GOOD_ARCHIVE, ".npz") if i % 100 == 0 else (GOOD, ".npy")


def main():
    root, count = sys.argv[1], int(sys.argv[2])
    for i in range(count):
        folder = os.path.join(root, "%03d" % (i // 1000))
        if i % 1000 == 0:
            os.makedirs(folder)
        bytes_, suffix = content(i)
        with open(os.path.join(folder, "%06d%s" % (i, suffix)), "wb", 0) as f:
            f.write(bytes_)


main()
