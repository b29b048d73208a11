#!/usr/bin/env python3
"""Read the header of every .npy file below a folder with NumPy and print how many, the seconds and the CPU seconds.

usage: numpy_headers.py PROCESSES DIR

The walk counts, the start of Python, the import of NumPy and the start of the processes don't.
"""

import argparse
import multiprocessing
import os
import time

from numpy.lib import format as npy


def names(folder):
    for folder, _, files in os.walk(folder):
        for name in files:
            yield os.path.join(folder, name)


def read(path):
    with open(path, "rb") as f:
        if npy.read_magic(f) != (1, 0):
            raise ValueError("%s: not version 1.0" % path)
        try:
            npy.read_array_header_1_0(f)
        except ValueError:  # this file gets a fault
            pass
    return 1


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("processes", type=int)
    parser.add_argument("dir")
    options = parser.parse_args()
    if options.processes == 1:
        begin = times()
        count = sum(map(read, names(options.dir)))
    else:
        with multiprocessing.Pool(options.processes) as pool:
            begin = times()
            count = sum(pool.imap_unordered(read, names(options.dir), 256))
            pool.close()
            pool.join()  # the system counts the time of processes that have ended
    seconds, cpu = (after - before for before, after in zip(begin, times()))
    print("%d %.6f %.6f" % (count, seconds, cpu))


def times():
    """The time now, and the CPU time so far of this process and of those that it has waited for."""
    return time.perf_counter(), sum(os.times()[:4])


if __name__ == "__main__":
    main()
