#!/usr/bin/env python3
"""Read the header of every .npy file below a folder with NumPy and print the seconds it took.

usage: numpy_headers.py DIR

The walk counts, the start of Python and the import of NumPy don't.
"""

import os
import sys
import time

from numpy.lib import format as npy


def main():
    begin = time.perf_counter()
    count = 0
    for folder, _, names in os.walk(sys.argv[1]):
        for name in names:
            with open(os.path.join(folder, name), "rb") as f:
                if npy.read_magic(f) != (1, 0):
                    sys.exit("%s: not version 1.0" % name)
                npy.read_array_header_1_0(f)
            count += 1
    print("%d %.6f" % (count, time.perf_counter() - begin))


if __name__ == "__main__":
    main()
